//! The names of encodings (CONFORMANCE.md, Names): identifiers, which people type, and labels, which data
//! carries.
//!
//! Needs the feature `encoding`.
//!
//! Each has a look-up of its own, because they differ in practice. A person who writes `iso-8859-1` means the
//! encoding with that identifier. Data that is labelled `iso-8859-1` means what IANA's registry defines, and
//! on the Web it would be windows-1252; a [`Label`] says both. Encodings for use inside one system (`wtf-8`
//! and others) have identifiers and no labels.

mod nearest;
mod registry;
mod spelling;

use core::fmt;

pub use nearest::nearest;

use crate::codec::Facts;
use crate::encoding::Encoding;
use crate::layer::Frame;
#[cfg(feature = "detect")]
pub(crate) use registry::Trial;
use registry::{ENTRIES, Entry, NOTES};

/// The purpose of texts in an encoding.
///
/// ```
/// use placemat::{label::Purpose, Encoding};
/// assert_eq!(Encoding::Utf16Le.purpose(), Purpose::Interchange);
/// assert_eq!(Encoding::Wtf16Le.purpose(), Purpose::OneSystem);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// To be stored and sent.
    Interchange,
    /// Strings of one system, which may contain lone surrogates, and nothing else that UTF-8 or UTF-16 lacks.
    OneSystem,
    /// Text inside programs: with surrogates, bytes or U+0000 in sequences that UTF-8 forbids, or in EBCDIC.
    Internal,
    /// Older standards, whose code space differs from that of UTF-8 and UTF-16.
    Obsolete,
}

/// The source of a name, in the order in which labels are looked up.
///
/// ```
/// use placemat::{label::Source, Encoding};
/// assert_eq!(Encoding::for_label("csUTF8").unwrap().name.source, Source::Iana);
/// assert_eq!(Encoding::for_label("AL32UTF8").unwrap().name.source, Source::Other("Oracle"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The name of the encoding in IANA's registry of character sets, or its preferred name for MIME.
    IanaName,
    /// An alias in that registry.
    Iana,
    /// The WHATWG Encoding Standard.
    Whatwg,
    /// Java's charsets.
    Java,
    /// Python's codecs.
    Python,
    /// Another source with this name: an operating system, a database, a printer language.
    Other(&'static str),
    /// Not a label: a name that only the identifier look-up knows.
    Alias,
}

/// How official a label is.
///
/// ```
/// use placemat::{label::Standing, Encoding};
/// let standing = |label| Encoding::for_label(label).unwrap().standing;
/// assert_eq!(standing("CESU-8"), Standing::Official);
/// assert_eq!(standing("unicode-1-1-utf-8"), Standing::Registered); // the WHATWG Encoding Standard
/// assert_eq!(standing("cp65001"), Standing::Unofficial); // Windows and Python
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// IANA's name, in upper or lower case.
    Official,
    /// Another label of IANA's registry or of the WHATWG Encoding Standard.
    Registered,
    /// In use, but not registered, or in a different spelling.
    Unofficial,
}

impl Standing {
    /// Returns `official`, `registered` or `unofficial`.
    ///
    /// ```
    /// use placemat::Encoding;
    /// let standing = |label| Encoding::for_label(label).unwrap().standing.name();
    /// assert_eq!(["utf-8", "utf8", "UTF 8"].map(standing), ["official", "registered", "unofficial"]);
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Official => "official",
            Standing::Registered => "registered",
            Standing::Unofficial => "unofficial",
        }
    }
}

impl fmt::Display for Standing {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name of an encoding, as its source writes it.
///
/// ```
/// use placemat::{label::{Name, Source}, Encoding};
/// // What Oracle calls UTF8 is CESU-8.
/// let oracle = Name { text: "UTF8", encoding: Encoding::Cesu8, source: Source::Other("Oracle") };
/// assert!(Encoding::Cesu8.names().any(|name| name == oracle));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The name.
    pub text: &'static str,
    /// The encoding that the source means.
    pub encoding: Encoding,
    /// The source of the name.
    pub source: Source,
}

impl Name {
    /// Returns how official it is as a label, or `None` if it is not a label.
    ///
    /// ```
    /// use placemat::{label::Standing, Encoding};
    /// let mut names = Encoding::Utf8.names();
    /// assert_eq!(names.next().unwrap().standing(), Some(Standing::Official));
    /// ```
    #[inline]
    pub fn standing(&self) -> Option<Standing> {
        match self.source {
            Source::IanaName => Some(Standing::Official),
            Source::Iana | Source::Whatwg => Some(Standing::Registered),
            Source::Java | Source::Python | Source::Other(_) => Some(Standing::Unofficial),
            Source::Alias => None,
        }
    }

    /// Returns what else data may mean by it.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// let ambiguous = Encoding::Utf16Le.names().filter(|name| name.note().is_some());
    /// assert!(ambiguous.map(|name| name.text).any(|text| text == "unicode"));
    /// ```
    #[inline]
    pub fn note(&self) -> Option<&'static str> {
        NOTES.iter().find(|(labels, _)| labels.contains(&self.text)).map(|&(_, note)| note)
    }
}

/// The result of looking up a label.
///
/// ```
/// use placemat::{label::Standing, Encoding};
/// let label = Encoding::for_label("UTF8").unwrap();
/// assert_eq!((label.encoding, label.standing, label.name.text), (Encoding::Utf8, Standing::Registered, "utf8"));
/// assert!(label.note.unwrap().contains("Oracle's UTF8 is cesu-8"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The encoding.
    pub encoding: Encoding,
    /// How official the label is in the spelling that was looked up.
    pub standing: Standing,
    /// What else the label may mean.
    pub note: Option<&'static str>,
    /// The listed name that matches.
    pub name: Name,
}

/// The result of looking up a name that a person typed.
///
/// ```
/// use placemat::{label::{find, Found}, Encoding};
/// let latin1 = Found { encoding: Encoding::Iso8859_1, is_identifier: true, note: None };
/// assert_eq!(find("iso-8859-1"), Some(latin1));
/// assert!(!find("cp65001").unwrap().is_identifier);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Found {
    /// The encoding.
    pub encoding: Encoding,
    /// `true` if the name is an identifier or an alias of one, and not only a label.
    pub is_identifier: bool,
    /// What else the name may mean. An identifier in its own spelling has no other meaning.
    pub note: Option<&'static str>,
}

/// Finds the encoding that a person names: by identifier first, then by label.
///
/// ```
/// use placemat::{label::find, Encoding};
/// assert_eq!(find("UTF_16LE").unwrap().encoding, Encoding::Utf16Le);
/// assert_eq!(find("PEP 383").unwrap().encoding, Encoding::Utf8b);
/// assert_eq!(find("AL32UTF8").unwrap().encoding, Encoding::Utf8);
/// assert!(find("utf8").unwrap().note.unwrap().contains("MySQL"));
/// assert!(find("utf-9").is_none());
/// assert_eq!(find("ascii").unwrap().encoding, Encoding::UsAscii);
/// ```
#[inline]
pub fn find(name: &str) -> Option<Found> {
    let is_own_spelling = |encoding: &Encoding| encoding.identifier().eq_ignore_ascii_case(name);
    if let Some(encoding) = Encoding::ALL.into_iter().find(is_own_spelling) {
        return Some(Found { encoding, is_identifier: true, note: None });
    }
    let label = Encoding::for_label(name);
    let note = label.and_then(|label| label.note);
    if let Some(encoding) = Encoding::for_identifier(name) {
        return Some(Found { encoding, is_identifier: true, note });
    }
    label.map(|label| Found { encoding: label.encoding, is_identifier: false, note })
}

impl Encoding {
    /// Returns the encoding with an identifier or an alias, ignoring case. The parts of the name may be
    /// separated by `_`, a space, `-` or nothing.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert_eq!(Encoding::for_identifier("WTF8"), Some(Encoding::Wtf8));
    /// assert_eq!(Encoding::for_identifier("fss utf 1992 07"), Some(Encoding::FssUtf1992July));
    /// assert_eq!(Encoding::for_identifier("latin1"), None);
    /// ```
    #[inline]
    pub fn for_identifier(name: &str) -> Option<Encoding> {
        let name = spelling::trim(name);
        let aliases =
            || ENTRIES.iter().flat_map(|entry| entry.aliases.iter().map(|alias| (entry.encoding, *alias)));
        let identifiers = Encoding::ALL.into_iter().map(|encoding| (encoding, encoding.identifier()));
        identifiers
            .chain(aliases())
            .find(|(_, text)| spelling::is_like(name, text))
            .map(|(encoding, _)| encoding)
    }

    /// Returns what a label in data means: the first of IANA, WHATWG, Java, Python and others that lists it
    /// decides. Looser spellings are tried only if none of them lists the label.
    ///
    /// ```
    /// use placemat::{label::Standing, Encoding};
    /// let latin1 = Encoding::for_label("Latin1").unwrap();
    /// assert_eq!((latin1.encoding, latin1.standing), (Encoding::Iso8859_1, Standing::Registered));
    /// assert!(latin1.note.unwrap().contains("windows-1252"));
    /// assert!(Encoding::for_label("wtf-8").is_none()); // and never will be one
    /// ```
    #[inline]
    pub fn for_label(label: &str) -> Option<Label> {
        let label = spelling::trim(label);
        let listed = || {
            let names = ENTRIES.iter().flat_map(Entry::names);
            names.filter_map(|name| Some((name, name.standing()?)))
        };
        let exact = listed().filter(|(name, _)| name.text.eq_ignore_ascii_case(label));
        let (name, standing) = exact.min_by_key(|(name, _)| rank(name.source)).or_else(|| {
            let alike = listed().filter(|(name, _)| spelling::is_like(label, name.text));
            alike.min_by_key(|(name, _)| rank(name.source)).map(|(name, _)| (name, Standing::Unofficial))
        })?;
        Some(Label { encoding: name.encoding, standing, note: name.note(), name })
    }

    /// Returns the name of the encoding in IANA's registry, as official documents print it.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert_eq!(Encoding::Utf8.official_name(), Some("UTF-8"));
    /// assert_eq!(Encoding::Iso8859_1.official_name(), Some("ISO-8859-1"));
    /// assert_eq!(Encoding::Wtf8.official_name(), None);
    /// ```
    #[inline]
    pub fn official_name(self) -> Option<&'static str> {
        self.names().find(|name| name.source == Source::IanaName).map(|name| name.text)
    }

    /// Returns its number in IANA's registry, the MIBenum.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert_eq!(Encoding::Utf8.mib_enum(), Some(106));
    /// ```
    #[inline]
    pub fn mib_enum(self) -> Option<u16> {
        self.entry().mib_enum
    }

    /// Returns all names of the encoding except its identifier: labels by source, then aliases of the
    /// identifier.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert!(Encoding::Cesu8.names().any(|name| name.text == "9400"));
    /// assert!(Encoding::Wtf8.names().next().is_none());
    /// ```
    #[inline]
    pub fn names(self) -> impl Iterator<Item = Name> {
        self.entry().names()
    }

    /// Returns a remark about its names.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert!(Encoding::Wtf8.remark().unwrap().contains("Node"));
    /// ```
    #[inline]
    pub fn remark(self) -> Option<&'static str> {
        Some(self.entry().remark).filter(|remark| !remark.is_empty())
    }

    /// Returns the purpose of texts in it.
    ///
    /// ```
    /// use placemat::{label::Purpose, Encoding};
    /// let internal = Encoding::ALL.into_iter().filter(|one| one.purpose() == Purpose::Internal);
    /// assert!(internal.into_iter().any(|one| one == Encoding::Mutf8));
    /// assert_eq!(Encoding::Utf8Rfc2279.purpose(), Purpose::Obsolete);
    /// ```
    #[inline]
    pub fn purpose(self) -> Purpose {
        self.entry().purpose
    }

    /// Returns the encoding of the same text without a byte order mark or signature at its start. For
    /// `utf-16` and `utf-32`, it is the big-endian one. An encoding without one is returned unchanged.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert_eq!(Encoding::Utf8Sig.unmarked(), Encoding::Utf8);
    /// assert_eq!(Encoding::Utf16.unmarked(), Encoding::Utf16Be);
    /// assert_eq!(Encoding::Utf16Le.unmarked(), Encoding::Utf16Le);
    /// ```
    #[inline]
    #[must_use]
    pub fn unmarked(self) -> Self {
        WITHOUT_MARK[self as usize].first().copied().unwrap_or(self)
    }

    /// Returns the encoding in which `utf-8-or-iso-8859-1` and `utf-8-or-windows-1252` read input that is not
    /// UTF-8.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert_eq!(Encoding::Utf8OrIso8859_1.fallback(), Some(Encoding::Iso8859_1));
    /// assert_eq!(Encoding::Utf8.fallback(), None);
    /// ```
    #[inline]
    pub const fn fallback(self) -> Option<Self> {
        FALLBACKS[self as usize]
    }

    #[inline]
    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }
}

/// Makes a table of one field of the registry, so that code that only needs this field does not link the
/// names.
macro_rules! column {
    ($(#[$attribute:meta])* $name:ident, $field:ident: $type:ty) => {
        $(#[$attribute])*
        pub(crate) const $name: [$type; Encoding::ALL.len()] = {
            let mut column = [ENTRIES[0].$field; Encoding::ALL.len()];
            let mut k = 0;
            while k < column.len() {
                assert!(ENTRIES[k].encoding as usize == k, "the registry has the order of the encodings");
                column[k] = ENTRIES[k].$field;
                k += 1;
            }
            column
        };
    };
}

column! { WITHOUT_MARK, without_mark: &[Encoding] }
column! { FRAMES, frame: Option<Frame> }
column! { FALLBACKS, fallback: Option<Encoding> }
column! { WRAPPERS, wrapper: Option<&Facts> }
column! { SIGNATURES, signature: &[u8] }
column! {
    #[cfg(feature = "detect")]
    RANKS, rank: u8
}
column! {
    #[cfg(feature = "detect")]
    TRIALS, trial: Trial
}
column! {
    #[cfg(feature = "columns")]
    ARE_DIALECTS, is_dialect: bool
}

/// Returns the position of a source. Names that IANA lists are one column.
#[inline]
fn rank(source: Source) -> u8 {
    match source {
        Source::IanaName | Source::Iana => 0,
        Source::Whatwg => 1,
        Source::Java => 2,
        Source::Python => 3,
        Source::Other(_) => 4,
        Source::Alias => 5,
    }
}
