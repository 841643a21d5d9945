//! What is wrong, where, and how far it reaches (Unicode 3.9, D93b; CONFORMANCE.md, Errors).

use core::fmt;

/// Why a part of the input is ill-formed: a closed list (CONFORMANCE.md, Errors).
///
/// ```
/// use placemat::{form::Utf8, validate, ErrorKind};
/// assert_eq!(validate(Utf8, b"\xC0\xAF").unwrap_err().kind(), ErrorKind::Overlong);
/// assert_eq!(ErrorKind::Overlong.name(), "overlong");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Corrected UTF-8: a sequence that begins with FE or FF, reserved for future use.
    Reserved,
    /// U+0000 where the encoding or the document forbids it.
    Nul,
    /// WTF-8: a lead half and a trail half as two three-byte forms.
    SurrogatePair,
    /// The start of a longer form of a value that has a shorter one.
    Overlong,
    /// The start of a surrogate where none is allowed; a lone half.
    Surrogate,
    /// The start of a value beyond the code space.
    OutOfRange,
    /// The input ended inside a viable prefix.
    Truncated,
    /// A trail unit where a sequence should start.
    StrayTrail,
    /// A viable prefix, then a unit that does not continue it.
    Interrupted,
    /// A unit without meaning in this encoding.
    InvalidUnit,
    /// Of the layer of double encoding: the text is not doubly encoded.
    NotDoubleEncoded,
    /// Of the framed layers: the frame is longer or shorter than what it holds.
    Frame,
    /// Of code points as text: a token that is no code point.
    NotACodePoint,
}

impl ErrorKind {
    /// All kinds, in order of precedence (CONFORMANCE.md, Errors), those of the layers last.
    ///
    /// ```
    /// # use placemat::ErrorKind;
    /// assert_eq!(ErrorKind::ALL.len(), 13);
    /// ```
    pub const ALL: [ErrorKind; 13] = [
        ErrorKind::Reserved,
        ErrorKind::Nul,
        ErrorKind::SurrogatePair,
        ErrorKind::Overlong,
        ErrorKind::Surrogate,
        ErrorKind::OutOfRange,
        ErrorKind::Truncated,
        ErrorKind::StrayTrail,
        ErrorKind::Interrupted,
        ErrorKind::InvalidUnit,
        ErrorKind::NotDoubleEncoded,
        ErrorKind::Frame,
        ErrorKind::NotACodePoint,
    ];

    /// The name of the kind, as the vectors and the JSON reports have it.
    ///
    /// ```
    /// # use placemat::ErrorKind;
    /// assert_eq!(ErrorKind::StrayTrail.name(), "stray-trail");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::Reserved => "reserved",
            ErrorKind::Nul => "nul",
            ErrorKind::SurrogatePair => "surrogate-pair",
            ErrorKind::Overlong => "overlong",
            ErrorKind::Surrogate => "surrogate",
            ErrorKind::OutOfRange => "out-of-range",
            ErrorKind::Truncated => "truncated",
            ErrorKind::StrayTrail => "stray-trail",
            ErrorKind::Interrupted => "interrupted",
            ErrorKind::InvalidUnit => "invalid-unit",
            ErrorKind::NotDoubleEncoded => "not-double-encoded",
            ErrorKind::Frame => "frame",
            ErrorKind::NotACodePoint => "not-a-code-point",
        }
    }

    /// One sentence for people.
    ///
    /// ```
    /// # use placemat::ErrorKind;
    /// assert_eq!(ErrorKind::Reserved.describe(), "reserved for future use");
    /// ```
    #[inline]
    pub const fn describe(self) -> &'static str {
        match self {
            ErrorKind::Reserved => "reserved for future use",
            ErrorKind::Nul => "U+0000 where none is allowed",
            ErrorKind::SurrogatePair => "a surrogate pair as two three-byte halves",
            ErrorKind::Overlong => "overlong form of a value that has a shorter one",
            ErrorKind::Surrogate => "a surrogate where none is allowed",
            ErrorKind::OutOfRange => "a value beyond the code space",
            ErrorKind::Truncated => "the input ends inside a sequence",
            ErrorKind::StrayTrail => "a trail unit where a sequence should start",
            ErrorKind::Interrupted => "a sequence is interrupted",
            ErrorKind::InvalidUnit => "a unit without meaning in this encoding",
            ErrorKind::NotDoubleEncoded => "the text is not doubly encoded",
            ErrorKind::Frame => "the frame does not fit its content",
            ErrorKind::NotACodePoint => "not a code point",
        }
    }
}

impl fmt::Display for ErrorKind {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An ill-formed part of an input: offset, length and kind (CONFORMANCE.md, Errors).
///
/// Offset and length count code units of the input: bytes for the encoding schemes, 16- or 32-bit units for forms
/// over those, code points where code points are the input.
///
/// ```
/// use placemat::{form::Utf8, validate, ErrorKind};
/// let error = validate(Utf8, b"ab\xE2\x82").unwrap_err();
/// assert_eq!((error.offset(), error.len()), (2, 2));
/// assert_eq!(error.error_len(), None); // more input could complete it
/// assert_eq!(error.kind(), ErrorKind::Truncated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    pub(crate) offset: u64,
    pub(crate) len: u64,
    pub(crate) kind: ErrorKind,
    pub(crate) more: bool,
}

impl Error {
    #[inline]
    pub(crate) const fn new(offset: u64, len: u64, kind: ErrorKind) -> Self {
        Error { offset, len, kind, more: false }
    }

    /// Moves the error to an input that has so many more units before it.
    #[inline]
    pub(crate) const fn moved(self, units: u64) -> Self {
        Error { offset: self.offset + units, ..self }
    }

    /// Where the ill-formed part begins, in units from the start of the input: bytes for a scheme, units for a form.
    ///
    /// ```
    /// use placemat::{form::Utf16, scheme::Utf16Be, validate};
    /// assert_eq!(validate(Utf16, &[0x61, 0xD800, 0x62]).unwrap_err().offset(), 1);
    /// assert_eq!(validate(Utf16Be::default(), b"\0a\xD8\0\0b").unwrap_err().offset(), 2);
    /// ```
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// How many units from the start are well-formed: the same as [`offset`](Self::offset), under std's name.
    ///
    /// ```
    /// # use placemat::{form::Utf8, validate};
    /// assert_eq!(validate(Utf8, b"abc\xFF").unwrap_err().valid_up_to(), 3);
    /// ```
    ///
    /// # Panics
    ///
    /// If the offset does not fit a `usize`, which a slice's offset always does.
    #[inline]
    pub const fn valid_up_to(&self) -> usize {
        assert!(self.offset <= usize::MAX as u64, "an offset in a slice");
        self.offset as usize
    }

    /// The length in units of the maximal subpart (Unicode 3.9, D93b), never 0.
    ///
    /// ```
    /// # use placemat::{form::Utf8, validate};
    /// assert_eq!(validate(Utf8, b"\xF0\x90\x80A").unwrap_err().len(), 3); // F0 90 80 begins U+10000
    /// assert_eq!(validate(Utf8, b"\xF0\x80\x80A").unwrap_err().len(), 1); // F0 80 begins nothing
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "an error is never empty")]
    #[inline]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// With std's meaning: the length of the error, or `None` exactly when more input could still make the sequence
    /// well-formed.
    ///
    /// ```
    /// # use placemat::{form::Cesu8, validate};
    /// // The lead half is the maximal subpart, and a whole pair may still come.
    /// let error = validate(Cesu8, b"\xED\xA0\xB8\xED").unwrap_err();
    /// assert_eq!((error.len(), error.error_len()), (3, None));
    /// ```
    #[inline]
    pub const fn error_len(&self) -> Option<u64> {
        if self.more { None } else { Some(self.len) }
    }

    /// Why it is ill-formed, in this encoding.
    ///
    /// ```
    /// use placemat::{form::{Mutf8, Utf8}, validate, ErrorKind};
    /// assert_eq!(validate(Utf8, b"\xC0\x80").unwrap_err().kind(), ErrorKind::Overlong);
    /// assert_eq!(validate(Mutf8, b"\0").unwrap_err().kind(), ErrorKind::Nul);
    /// ```
    #[inline]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed at offset {}, length {}: {}", self.offset, self.len, self.kind.describe())
    }
}

impl core::error::Error for Error {}

/// A code point that the target cannot hold, with the place of its sequence in the source.
///
/// ```
/// use placemat::{convert, Encoding, Failure};
/// let failure = convert(Encoding::Utf8, Encoding::Iso8859_1, "a€".as_bytes()).unwrap_err();
/// let Failure::Unencodable(lost) = failure else { panic!() };
/// assert_eq!((lost.code_point(), lost.offset(), lost.len()), (0x20AC, 1, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unencodable {
    pub(crate) code_point: u32,
    pub(crate) offset: u64,
    pub(crate) len: u64,
}

impl Unencodable {
    /// The code point, as the source has it.
    ///
    /// ```
    /// use placemat::{convert, form::{Utf8, Wtf16}, Failure};
    /// let Err(Failure::Unencodable(lost)) = convert(Wtf16, Utf8, &[0x61, 0xD83D]) else { panic!() };
    /// assert_eq!(lost.code_point(), 0xD83D);
    /// ```
    #[inline]
    pub const fn code_point(&self) -> u32 {
        self.code_point
    }

    /// Where its sequence begins in the source, in units from the start of the input.
    ///
    /// ```
    /// use placemat::{convert, form::{Utf16, Windows1252}, Failure};
    /// let Err(Failure::Unencodable(lost)) = convert(Utf16, Windows1252, &[0x20AC, 0x2192]) else { panic!() };
    /// assert_eq!((lost.code_point(), lost.offset()), (0x2192, 1));
    /// ```
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The length in units of its sequence in the source. Code points have the length 1 where they are the source.
    ///
    /// ```
    /// use placemat::{convert, encode, form::{Utf8, Utf8mb3}, Failure};
    /// let lost = |result: Result<_, _>| match result {
    ///     Err(Failure::Unencodable(lost)) => lost.len(),
    ///     _ => panic!(),
    /// };
    /// assert_eq!(lost(convert(Utf8, Utf8mb3, "💩".as_bytes())), 4);
    /// assert_eq!(lost(encode(Utf8mb3, &[0x1F4A9])), 1);
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "a sequence is never empty")]
    #[inline]
    pub const fn len(&self) -> u64 {
        self.len
    }
}

impl fmt::Display for Unencodable {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unencodable U+{:04X} at offset {}, length {}", self.code_point, self.offset, self.len)
    }
}

impl core::error::Error for Unencodable {}

/// What stopped a conversion: whichever comes first in the input.
///
/// ```
/// use placemat::{convert, Encoding, Failure};
/// let failure = |input: &[u8]| convert(Encoding::Utf8, Encoding::Iso8859_1, input).unwrap_err();
/// assert!(matches!(failure(b"\xFF"), Failure::IllFormed(_)));
/// assert!(matches!(failure("€".as_bytes()), Failure::Unencodable(_)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// An ill-formed part of the source.
    IllFormed(Error),
    /// A code point that the target cannot hold.
    Unencodable(Unencodable),
}

impl Failure {
    /// Where it begins in the source, in units.
    ///
    /// ```
    /// # use placemat::{convert, Encoding};
    /// assert_eq!(convert(Encoding::Utf8, Encoding::Utf16Le, b"a\xFF").unwrap_err().offset(), 1);
    /// ```
    #[inline]
    pub const fn offset(&self) -> u64 {
        match self {
            Failure::IllFormed(error) => error.offset,
            Failure::Unencodable(lost) => lost.offset,
        }
    }

    /// How many units of the source it covers, never 0.
    ///
    /// ```
    /// use placemat::{convert, form::{Utf16, Utf8}};
    /// assert_eq!(convert(Utf8, Utf16, b"a\xE2\x82").unwrap_err().len(), 2);
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "a failure is never empty")]
    #[inline]
    pub const fn len(&self) -> u64 {
        match self {
            Failure::IllFormed(error) => error.len,
            Failure::Unencodable(lost) => lost.len,
        }
    }
}

impl fmt::Display for Failure {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::IllFormed(error) => error.fmt(f),
            Failure::Unencodable(lost) => lost.fmt(f),
        }
    }
}

impl core::error::Error for Failure {}

impl From<Error> for Failure {
    #[inline]
    fn from(error: Error) -> Self {
        Failure::IllFormed(error)
    }
}

impl From<Unencodable> for Failure {
    #[inline]
    fn from(lost: Unencodable) -> Self {
        Failure::Unencodable(lost)
    }
}
