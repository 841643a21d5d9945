//! Errors: what is wrong, its offset and its length (Unicode 3.9, D93b; CONFORMANCE.md, Errors).

use core::fmt;
use core::ops::Range;

/// Why a subsequence of the input is ill-formed. The list is closed (CONFORMANCE.md, Errors).
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
    /// U+0000 in an encoding or a document that forbids it.
    Nul,
    /// WTF-8: a lead surrogate and a trail surrogate, each as a three-byte sequence.
    SurrogatePair,
    /// The start of a sequence for a value that has a shorter sequence.
    Overlong,
    /// The start of a surrogate in an encoding that forbids surrogates, or a lone surrogate.
    Surrogate,
    /// The start of a value beyond the code space.
    OutOfRange,
    /// The input ended inside a sequence, which was well-formed so far.
    Truncated,
    /// A trail unit in a position where a sequence should start.
    StrayTrail,
    /// The start of a sequence, then a unit that does not continue it.
    Interrupted,
    /// A unit that has no meaning in this encoding.
    InvalidUnit,
    /// Double encoding only: the text is not doubly encoded.
    NotDoubleEncoded,
    /// Frames only: the frame is longer or shorter than its content.
    Frame,
    /// Code points as text only: a token that is not a code point.
    NotACodePoint,
}

impl ErrorKind {
    /// All kinds in order of precedence (CONFORMANCE.md, Errors), those of the wrappers last.
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

    /// Returns the name of the kind, as it stands in the test vectors and in JSON reports.
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

    /// Returns one sentence that describes the kind.
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
            ErrorKind::SurrogatePair => "a surrogate pair as two three-byte sequences",
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

/// An ill-formed subsequence of an input: offset, length and kind (CONFORMANCE.md, Errors).
///
/// Offset and length are in code units of the input: bytes for encoding schemes, 8-, 16- or 32-bit units for
/// forms, code points if the input is code points.
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
    /// `true` if the input ended before it was known whether the sequence is well-formed.
    pub(crate) more: bool,
}

impl Error {
    #[inline]
    pub(crate) const fn new(offset: u64, len: u64, kind: ErrorKind) -> Self {
        Error { offset, len, kind, more: false }
    }

    /// Moves the error to an input that has `units` more units before it.
    #[inline]
    pub(crate) const fn moved(self, units: u64) -> Self {
        Error { offset: self.offset + units, ..self }
    }

    /// Returns the offset of the ill-formed subsequence, in units from the start of the input: bytes for a
    /// scheme, code units for a form.
    ///
    /// ```
    /// use placemat::{form::Utf16, scheme::Be, validate};
    /// assert_eq!(validate(Utf16, &[0x61, 0xD800, 0x62]).unwrap_err().offset(), 1);
    /// assert_eq!(validate(Be(Utf16), b"\0a\xD8\0\0b").unwrap_err().offset(), 2);
    /// ```
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the [`offset`](Self::offset) as a `usize`, under the name that std uses. Of the first error of
    /// a slice, it is the number of well-formed units.
    ///
    /// ```
    /// # use placemat::{form::Utf8, validate};
    /// assert_eq!(validate(Utf8, b"abc\xFF").unwrap_err().valid_up_to(), 3);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the offset does not fit in a `usize`, which cannot happen for an offset in a slice.
    #[inline]
    pub const fn valid_up_to(&self) -> usize {
        place(self.offset)
    }

    /// Returns the length in units of the maximal subpart (Unicode 3.9, D93b). It is never 0.
    ///
    /// ```
    /// # use placemat::{form::Utf8, validate};
    /// assert_eq!(validate(Utf8, b"\xF0\x90\x80A").unwrap_err().len(), 3); // F0 90 80 begins U+10000
    /// assert_eq!(validate(Utf8, b"\xF0\x80\x80A").unwrap_err().len(), 1); // F0 80 begins no character
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "an error is never empty")]
    #[inline]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns the length of the error as std defines it: `None` exactly if more input could still make the
    /// sequence well-formed.
    ///
    /// ```
    /// # use placemat::{form::Cesu8, validate};
    /// // The lead surrogate is the maximal subpart, and more input may complete the pair.
    /// let error = validate(Cesu8, b"\xED\xA0\xB8\xED").unwrap_err();
    /// assert_eq!((error.len(), error.error_len()), (3, None));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the length does not fit in a `usize`, which cannot happen for an error in a slice.
    #[inline]
    pub const fn error_len(&self) -> Option<usize> {
        if self.more { None } else { Some(place(self.len)) }
    }

    /// Returns the range of the ill-formed subsequence in the slice that was the whole input.
    ///
    /// ```
    /// # use placemat::{form::Utf8, validate};
    /// let bytes = b"a\xE2\x82b";
    /// assert_eq!(bytes[validate(Utf8, bytes).unwrap_err().range()], b"\xE2\x82"[..]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an end does not fit in a `usize`, which cannot happen for an error in a slice.
    #[inline]
    pub const fn range(&self) -> Range<usize> {
        range(self.offset, self.len)
    }

    /// Returns the reason why the subsequence is ill-formed in this encoding.
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

/// A code point that the target cannot encode, with the position of its sequence in the source.
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
    /// Returns the code point as the source has it.
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

    /// Returns the offset of its sequence in the source, in units from the start of the input.
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

    /// Returns the length in units of its sequence in the source. If the source is code points, it is 1.
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

    /// Returns the range of its sequence in the slice that was the whole input.
    ///
    /// ```
    /// use placemat::{convert, form::{Iso8859_1, Utf8}, Failure};
    /// let text = "5 €";
    /// let Err(Failure::Unencodable(lost)) = convert(Utf8, Iso8859_1, text.as_bytes()) else { panic!() };
    /// assert_eq!(&text[lost.range()], "€");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an end does not fit in a `usize`, which cannot happen for an offset in a slice.
    #[inline]
    pub const fn range(&self) -> Range<usize> {
        range(self.offset, self.len)
    }
}

impl fmt::Display for Unencodable {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unencodable U+{:04X} at offset {}, length {}", self.code_point, self.offset, self.len)
    }
}

impl core::error::Error for Unencodable {}

/// The first thing in the input that stopped a conversion. Nothing else can stop one, so there will be no
/// other variants.
///
/// ```
/// use placemat::{convert, Encoding, Failure};
/// let failure = |input: &[u8]| convert(Encoding::Utf8, Encoding::Iso8859_1, input).unwrap_err();
/// assert!(matches!(failure(b"\xFF"), Failure::IllFormed(_)));
/// assert!(matches!(failure("€".as_bytes()), Failure::Unencodable(_)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// An ill-formed subsequence of the source.
    IllFormed(Error),
    /// A code point that the target cannot encode.
    Unencodable(Unencodable),
}

impl Failure {
    /// Returns its offset in the source, in units.
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

    /// Returns its length in units of the source. It is never 0.
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

    /// Returns its range in the slice that was the whole input.
    ///
    /// ```
    /// use placemat::{convert, form::{Utf16, Utf8}};
    /// let units = [0x61, 0xD83D, 0x62];
    /// assert_eq!(units[convert(Utf16, Utf8, &units).unwrap_err().range()], [0xD83D]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an end does not fit in a `usize`, which cannot happen for a failure in a slice.
    #[inline]
    pub const fn range(&self) -> Range<usize> {
        range(self.offset(), self.len())
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

/// Returns an offset in a slice, or the length of a part of one.
#[inline]
const fn place(units: u64) -> usize {
    assert!(units <= usize::MAX as u64, "an offset in a slice");
    units as usize
}

#[inline]
const fn range(offset: u64, len: u64) -> Range<usize> {
    place(offset)..place(offset + len)
}

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

/// An error of the kind `InvalidData`, from which `get_ref` and `downcast` return the [`Failure`].
///
/// ```
/// use placemat::{convert, Encoding};
/// fn read(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
///     Ok(convert(Encoding::Mutf8, Encoding::Utf8, bytes)?)
/// }
/// let error = read(b"a\0").unwrap_err();
/// assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
/// assert_eq!(error.downcast::<placemat::Failure>().unwrap().offset(), 1);
/// ```
#[cfg(feature = "std")]
impl From<Failure> for std::io::Error {
    #[inline]
    fn from(failure: Failure) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, failure)
    }
}

/// An error of the kind `InvalidData`, from which `get_ref` and `downcast` return a [`Failure`], as for every
/// other failure.
#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    #[inline]
    fn from(error: Error) -> Self {
        Failure::IllFormed(error).into()
    }
}

/// An error of the kind `InvalidData`, from which `get_ref` and `downcast` return a [`Failure`], as for every
/// other failure.
#[cfg(feature = "std")]
impl From<Unencodable> for std::io::Error {
    #[inline]
    fn from(lost: Unencodable) -> Self {
        Failure::Unencodable(lost).into()
    }
}
