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
    /// The empty set.
    pub(super) const NONE: Fixes = Fixes(0);
    /// `cesu-8`: replaces a surrogate pair of CESU-8 or Modified UTF-8 with the character.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xED\xA0\xBD\xED\xB2\xA9", Fixes::CESU_8)?, "💩".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const CESU_8: Fixes = Fixes(1);
    /// `c0-80`: replaces C0 80 of Modified UTF-8 with U+0000.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"a\xC0\x80b", Fixes::C0_80)?, b"a\0b".as_slice());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const C0_80: Fixes = Fixes(1 << 1);
    /// `double-encoding`: decodes a text that was encoded twice or more often. The second byte of `à` is a
    /// no-break space, which may have become a space since: `Ã  18` is `à 18` if everything else decodes.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair("MÃ¼ller".as_bytes(), Fixes::DOUBLE_ENCODING)?, "Müller".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const DOUBLE_ENCODING: Fixes = Fixes(1 << 2);
    /// `double-encoding-lines`: decodes each line that was encoded twice or more often.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// let text = "Müller\nMÃ¼ller\n".as_bytes();
    /// assert_eq!(repair(text, Fixes::DOUBLE_ENCODING_LINES)?, "Müller\nMüller\n".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const DOUBLE_ENCODING_LINES: Fixes = Fixes(1 << 3);
    /// `double-bom`: replaces several byte order marks (U+FEFF) at the start, or one that was encoded twice,
    /// with one.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xC3\xAF\xC2\xBB\xC2\xBFtext", Fixes::DOUBLE_BOM)?, b"\xEF\xBB\xBFtext".as_slice());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const DOUBLE_BOM: Fixes = Fixes(1 << 4);
    /// `bom`: removes a byte order mark at the start.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xEF\xBB\xBFtext", Fixes::BOM)?, b"text".as_slice());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const BOM: Fixes = Fixes(1 << 5);
    /// `lone-surrogates`: replaces a lone surrogate with U+FFFD, which loses it.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xED\xB2\xA9", Fixes::LONE_SURROGATES)?, "\u{FFFD}".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const LONE_SURROGATES: Fixes = Fixes(1 << 6);
    /// `legacy-bytes`: reads a byte that is not part of UTF-8 as Windows-1252. Texts with bytes 00 are
    /// unchanged.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"caf\xE9 \xC3\xA0 la cr\xE8me", Fixes::LEGACY_BYTES)?, "café à la crème".as_bytes());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const LEGACY_BYTES: Fixes = Fixes(1 << 7);
    /// `utf-16`: converts a text that is UTF-16 to UTF-8, without its byte order mark.
    ///
    /// ```
    /// use placemat::repair::{Fixes, repair};
    /// assert_eq!(repair(b"\xFF\xFEo\0k\0", Fixes::UTF_16)?, b"ok".as_slice());
    /// # Ok::<(), placemat::repair::Left>(())
    /// ```
    pub const UTF_16: Fixes = Fixes(1 << 8);
    /// `default`: the fixes that are unambiguous and lose nothing: `cesu-8`, `c0-80`, `double-encoding` and
    /// `double-bom`.
    ///
    /// ```
    /// use placemat::repair::Fixes;
    /// assert_eq!(Fixes::DEFAULT.to_string(), "cesu-8,c0-80,double-encoding,double-bom");
    /// ```
    pub const DEFAULT: Fixes =
        Fixes(Fixes::CESU_8.0 | Fixes::C0_80.0 | Fixes::DOUBLE_ENCODING.0 | Fixes::DOUBLE_BOM.0);
    /// `all`: all damage. A single byte order mark is not damage.
    ///
    /// ```
    /// use placemat::repair::Fixes;
    /// assert_eq!(Fixes::ALL | Fixes::BOM, Fixes::EACH.into_iter().fold(Fixes::default(), |all, one| all | one));
    /// ```
    pub const ALL: Fixes = Fixes(0x1FF & !Fixes::BOM.0);

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
        Fixes::DOUBLE_BOM,
        Fixes::BOM,
        Fixes::LONE_SURROGATES,
        Fixes::LEGACY_BYTES,
        Fixes::UTF_16,
    ];

    /// Returns the name of a single fix, of [`DEFAULT`](Self::DEFAULT) or of [`ALL`](Self::ALL). Other sets
    /// have no name.
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
            Fixes::DOUBLE_BOM => "double-bom",
            Fixes::BOM => "bom",
            Fixes::LONE_SURROGATES => "lone-surrogates",
            Fixes::LEGACY_BYTES => "legacy-bytes",
            Fixes::UTF_16 => "utf-16",
            Fixes::DEFAULT => "default",
            Fixes::ALL => "all",
            _ => return None,
        })
    }

    /// Returns `true` if any of these fixes is in the set.
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert!(Fixes::DEFAULT.has_any(Fixes::BOM | Fixes::DOUBLE_BOM));
    /// assert!(!Fixes::ALL.has_any(Fixes::BOM));
    /// ```
    #[inline]
    pub const fn has_any(self, others: Fixes) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns the fixes that are in this set and not in another.
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert_eq!(Fixes::DEFAULT.without(Fixes::CESU_8 | Fixes::C0_80).to_string(), "double-encoding,double-bom");
    /// ```
    #[must_use]
    #[inline]
    pub const fn without(self, others: Fixes) -> Fixes {
        Fixes(self.0 & !others.0)
    }

    /// Returns `true` if the set is empty.
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert!(Fixes::default().is_empty() && !Fixes::DEFAULT.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns an iterator over its fixes.
    ///
    /// ```
    /// # use placemat::repair::Fixes;
    /// assert!((Fixes::DOUBLE_BOM | Fixes::C0_80).iter().eq([Fixes::C0_80, Fixes::DOUBLE_BOM]));
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

/// Writes the names, separated by commas.
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

/// A word that is not the name of a fix.
///
/// ```
/// use placemat::repair::Fixes;
/// let error = "double-bom,typos".parse::<Fixes>().unwrap_err();
/// assert_eq!(error.to_string(), "no such fix; there are cesu-8, c0-80, double-encoding, double-encoding-lines, \
///     double-bom, bom, lone-surrogates, legacy-bytes, utf-16, default and all");
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

/// Parses names that are separated by commas.
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
