//! The fixes, by name.

use core::fmt;
use core::ops::{BitOr, BitOrAssign};
use core::str::FromStr;

/// A set of fixes.
///
/// ```
/// use placemat::repair::Fixes;
/// let fixes = Fixes::CESU_8 | Fixes::C0_80;
/// assert_eq!(fixes.to_string(), "cesu-8,c0-80");
/// assert_eq!("cesu-8,c0-80".parse(), Ok(fixes));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Fixes(u16);

impl Fixes {
    /// No fix.
    pub(super) const NONE: Fixes = Fixes(0);
    /// `cesu-8`: a surrogate pair of CESU-8 or Modified UTF-8 becomes the character.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xED\xA0\xBD\xED\xB2\xA9", Fixes::CESU_8)?, "💩".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const CESU_8: Fixes = Fixes(1);
    /// `c0-80`: C0 80 of Modified UTF-8 becomes U+0000.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"a\xC0\x80b", Fixes::C0_80)?, b"a\0b".as_slice());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const C0_80: Fixes = Fixes(1 << 1);
    /// `double-encoding`: a text that was encoded twice, or more often, is decoded.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair("MÃ¼ller".as_bytes(), Fixes::DOUBLE_ENCODING)?, "Müller".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const DOUBLE_ENCODING: Fixes = Fixes(1 << 2);
    /// `double-encoding-lines`: the same, for each line by itself.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// let text = "Müller\nMÃ¼ller\n".as_bytes();
    /// assert_eq!(repair(text, Fixes::DOUBLE_ENCODING_LINES)?, "Müller\nMüller\n".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const DOUBLE_ENCODING_LINES: Fixes = Fixes(1 << 3);
    /// `marks`: several marks (U+FEFF) at the front, or one that was encoded twice, become one mark.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xC3\xAF\xC2\xBB\xC2\xBFtext", Fixes::MARKS)?, b"\xEF\xBB\xBFtext".as_slice());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const MARKS: Fixes = Fixes(1 << 4);
    /// `mark`: a mark at the front goes.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xEF\xBB\xBFtext", Fixes::MARK)?, b"text".as_slice());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const MARK: Fixes = Fixes(1 << 5);
    /// `lone-surrogates`: a surrogate without its other half becomes U+FFFD, which loses it.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xED\xB2\xA9", Fixes::LONE_SURROGATES)?, "\u{FFFD}".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const LONE_SURROGATES: Fixes = Fixes(1 << 6);
    /// `legacy-bytes`: a byte that is no part of UTF-8 is read as Windows-1252. Texts with bytes 00 are left alone.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"caf\xE9 \xC3\xA0 la cr\xE8me", Fixes::LEGACY_BYTES)?, "café à la crème".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const LEGACY_BYTES: Fixes = Fixes(1 << 7);
    /// `utf-16`: a text that is UTF-16 becomes UTF-8, without its mark.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xFF\xFEo\0k\0", Fixes::UTF_16)?, b"ok".as_slice());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const UTF_16: Fixes = Fixes(1 << 8);
    /// `default`: what leaves no doubt and loses nothing, which is `cesu-8`, `c0-80`, `double-encoding` and `marks`.
    ///
    /// ```
    /// use placemat::repair::Fixes;
    /// assert_eq!(Fixes::DEFAULT.to_string(), "cesu-8,c0-80,double-encoding,marks");
    /// ```
    pub const DEFAULT: Fixes =
        Fixes(Fixes::CESU_8.0 | Fixes::C0_80.0 | Fixes::DOUBLE_ENCODING.0 | Fixes::MARKS.0);
    /// `all`: everything that is damage. A single mark is none.
    ///
    /// ```
    /// use placemat::repair::Fixes;
    /// assert_eq!(Fixes::ALL | Fixes::MARK, Fixes::EACH.into_iter().fold(Fixes::default(), |all, one| all | one));
    /// ```
    pub const ALL: Fixes = Fixes(0x1FF & !Fixes::MARK.0);

    /// Every fix by itself.
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert_eq!(Fixes::EACH[0].name(), Some("cesu-8"));
    /// ```
    pub const EACH: [Fixes; 9] = [
        Fixes::CESU_8,
        Fixes::C0_80,
        Fixes::DOUBLE_ENCODING,
        Fixes::DOUBLE_ENCODING_LINES,
        Fixes::MARKS,
        Fixes::MARK,
        Fixes::LONE_SURROGATES,
        Fixes::LEGACY_BYTES,
        Fixes::UTF_16,
    ];

    /// The name of a single fix, of [`DEFAULT`](Self::DEFAULT) or of [`ALL`](Self::ALL); other sets have none.
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert_eq!(Fixes::C0_80.name(), Some("c0-80"));
    /// assert_eq!((Fixes::C0_80 | Fixes::CESU_8).name(), None);
    /// ```
    #[inline]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Fixes::CESU_8 => "cesu-8",
            Fixes::C0_80 => "c0-80",
            Fixes::DOUBLE_ENCODING => "double-encoding",
            Fixes::DOUBLE_ENCODING_LINES => "double-encoding-lines",
            Fixes::MARKS => "marks",
            Fixes::MARK => "mark",
            Fixes::LONE_SURROGATES => "lone-surrogates",
            Fixes::LEGACY_BYTES => "legacy-bytes",
            Fixes::UTF_16 => "utf-16",
            Fixes::DEFAULT => "default",
            Fixes::ALL => "all",
            _ => return None,
        })
    }

    /// Is any of these in the set?
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert!(Fixes::DEFAULT.has_any(Fixes::MARK | Fixes::MARKS));
    /// assert!(!Fixes::ALL.has_any(Fixes::MARK));
    /// ```
    #[inline]
    pub const fn has_any(self, others: Fixes) -> bool {
        self.0 & others.0 != 0
    }

    /// What is in the set and not in another.
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert_eq!(Fixes::DEFAULT.without(Fixes::CESU_8 | Fixes::C0_80).to_string(), "double-encoding,marks");
    /// ```
    #[must_use]
    #[inline]
    pub const fn without(self, others: Fixes) -> Fixes {
        Fixes(self.0 & !others.0)
    }

    /// Is there no fix in it?
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert!(Fixes::default().is_empty() && !Fixes::DEFAULT.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its fixes, one by one.
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert!((Fixes::MARKS | Fixes::C0_80).iter().eq([Fixes::C0_80, Fixes::MARKS]));
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Fixes> {
        Fixes::EACH.into_iter().filter(move |&one| self.has_any(one))
    }
}

impl BitOr for Fixes {
    type Output = Fixes;

    #[inline]
    fn bitor(self, other: Fixes) -> Fixes {
        Fixes(self.0 | other.0)
    }
}

impl BitOrAssign for Fixes {
    #[inline]
    fn bitor_assign(&mut self, other: Fixes) {
        *self = *self | other;
    }
}

/// The names, separated by commas.
impl fmt::Display for Fixes {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, name) in self.iter().filter_map(Fixes::name).enumerate() {
            write!(f, "{}{name}", if k == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Fixes {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fixes({self})")
    }
}

/// A word that is no name of a fix.
///
/// ```
/// use placemat::repair::Fixes;
/// let error = "marks,typos".parse::<Fixes>().unwrap_err();
/// assert_eq!(error.to_string(), "no such fix; there are cesu-8, c0-80, double-encoding, double-encoding-lines, \
///     marks, mark, lone-surrogates, legacy-bytes, utf-16, default and all");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAFix;

impl fmt::Display for NotAFix {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such fix; there are ")?;
        for name in Fixes::EACH.into_iter().filter_map(Fixes::name) {
            write!(f, "{name}, ")?;
        }
        f.write_str("default and all")
    }
}

impl core::error::Error for NotAFix {}

/// Of names separated by commas.
impl FromStr for Fixes {
    type Err = NotAFix;

    #[inline]
    fn from_str(names: &str) -> Result<Self, NotAFix> {
        names.split(',').try_fold(Fixes::default(), |all, name| {
            let mut named = Fixes::EACH.into_iter().chain([Fixes::DEFAULT, Fixes::ALL]);
            Ok(all | named.find(|fix| fix.name() == Some(name)).ok_or(NotAFix)?)
        })
    }
}
