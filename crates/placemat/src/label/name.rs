//! A name of an encoding: its source, and how official it is.

use core::fmt;

use crate::encoding::Encoding;

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
/// assert_eq!(Encoding::for_label("csUTF8").unwrap().0.source, Source::Iana);
/// assert_eq!(Encoding::for_label("AL32UTF8").unwrap().0.source, Source::Other("Oracle"));
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
/// let standing = |label| Encoding::for_label(label).unwrap().1;
/// assert_eq!(standing("CESU-8"), Standing::Official);
/// assert_eq!(standing("unicode-1-1-utf-8"), Standing::Registered); // the WHATWG Encoding Standard
/// assert_eq!(standing("cp65001"), Standing::Unofficial); // Windows and Python
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
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
    /// let standing = |label| Encoding::for_label(label).unwrap().1.name();
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
}

/// Returns the position of a source. Names that IANA lists are one column.
#[inline]
pub(super) fn rank(source: Source) -> u8 {
    match source {
        Source::IanaName | Source::Iana => 0,
        Source::Whatwg => 1,
        Source::Java => 2,
        Source::Python => 3,
        Source::Other(_) => 4,
        Source::Alias => 5,
    }
}
