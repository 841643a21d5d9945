//! The names of encodings (CONFORMANCE.md, Names): identifiers, which people type, and labels, which data
//! carries.
//!
//! Needs the feature `encoding`.
//!
//! Each has a look-up of its own, because they differ in practice. A person who writes `iso-8859-1` means the
//! encoding with that identifier. Data that is labelled `iso-8859-1` means what IANA's registry defines, and
//! on the Web it would be windows-1252; [`Name::note`] says so. Encodings for use inside one system (`wtf-8`
//! and others) have identifiers and no labels.

mod fields;
mod name;
mod nearest;
mod registry;
mod spelling;

#[cfg(feature = "columns")]
pub(crate) use fields::ARE_DIALECTS;
use fields::{FALLBACKS, FRAMES};
#[cfg(feature = "detect")]
pub(crate) use fields::{RANKS, TRIALS};
pub(crate) use fields::{SIGNATURES, WITHOUT_MARK, WRAPPERS};
use name::rank;
pub use name::{Name, Purpose, Source, Standing};
#[cfg(feature = "detect")]
pub(crate) use registry::Trial;
use registry::{ENTRIES, Entry, NOTES};

use crate::encoding::Encoding;
use crate::wrapper::Frame;

impl Name {
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

impl Encoding {
    /// Finds the encoding that a person names: by identifier first, then by label. Also returns what else the
    /// name may mean. An identifier in its own spelling has no other meaning.
    ///
    /// ```
    /// use placemat::Encoding;
    /// assert_eq!(Encoding::for_name("iso-8859-1"), Some((Encoding::Iso8859_1, None)));
    /// assert_eq!(Encoding::for_name("UTF_16LE").unwrap().0, Encoding::Utf16Le);
    /// assert_eq!(Encoding::for_name("PEP 383").unwrap().0, Encoding::Utf8b);
    /// assert_eq!(Encoding::for_name("AL32UTF8").unwrap().0, Encoding::Utf8);
    /// assert_eq!(Encoding::for_name("ascii").unwrap().0, Encoding::UsAscii);
    /// assert_eq!(Encoding::for_name("utf-9"), None);
    ///
    /// let (utf_8, note) = Encoding::for_name("utf8").unwrap();
    /// assert!(utf_8 == Encoding::Utf8 && note.unwrap().contains("MySQL"));
    /// ```
    #[inline]
    pub fn for_name(name: &str) -> Option<(Encoding, Option<&'static str>)> {
        let is_own_spelling = |encoding: &Encoding| encoding.name().eq_ignore_ascii_case(name);
        if let Some(encoding) = Encoding::ALL.into_iter().find(is_own_spelling) {
            return Some((encoding, None));
        }
        let label = Encoding::for_label(name);
        let encoding = Encoding::for_identifier(name).or(label.map(|(label, _)| label.encoding))?;
        Some((encoding, label.and_then(|(label, _)| label.note())))
    }

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
        let identifiers = Encoding::ALL.into_iter().map(|encoding| (encoding, encoding.name()));
        identifiers
            .chain(aliases())
            .find(|(_, text)| spelling::is_like(name, text))
            .map(|(encoding, _)| encoding)
    }

    /// Returns what a label in data means: the first of IANA, WHATWG, Java, Python and others that lists it
    /// decides. Looser spellings are tried only if none of them lists the label. Returns the listed name, and
    /// how official the label is in the spelling that was looked up.
    ///
    /// ```
    /// use placemat::{label::Standing, Encoding};
    /// let (latin1, standing) = Encoding::for_label("Latin1").unwrap();
    /// assert_eq!((latin1.encoding, latin1.text, standing), (Encoding::Iso8859_1, "latin1", Standing::Registered));
    /// assert!(latin1.note().unwrap().contains("windows-1252"));
    /// assert!(Encoding::for_label("UTF8").unwrap().0.note().unwrap().contains("Oracle's UTF8 is cesu-8"));
    /// assert!(Encoding::for_label("wtf-8").is_none()); // and never will be one
    /// ```
    #[inline]
    pub fn for_label(label: &str) -> Option<(Name, Standing)> {
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
        Some((name, standing))
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

    /// Returns the frame of a framed wrapper.
    ///
    /// ```
    /// # use placemat::{java::Frame, Encoding};
    /// assert_eq!(Encoding::Mutf8Nul.as_frame(), Some(Frame::Nul));
    /// ```
    #[inline]
    pub const fn as_frame(self) -> Option<Frame> {
        FRAMES[self as usize]
    }

    #[inline]
    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }
}
