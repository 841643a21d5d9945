//! The text between the quotes of a JSON string (RFC 8259, 7), converted from and to WTF-8 without loss.
//!
//! Needs the feature `strings`.
//!
//! A JSON string may contain `\ud83d` alone: it is a sequence of 16-bit units, as JavaScript's strings are,
//! and a `String` cannot represent it. WTF-8 can represent all of them. This is not a JSON parser: it begins
//! after one has found the quotes.
//!
//! ```
//! use placemat::{json, literal};
//! // The two escapes of a pair are one code point, and a lone surrogate stays alone.
//! let text = json::unescape(r"\ud83d\udca9 \ud83d")?;
//! assert_eq!(*text, *literal!(Wtf8, r"💩 \u{D83D}"));
//! assert_eq!(json::escape(&text).to_string(), r"💩 \ud83d");
//! # Ok::<(), json::EscapeError>(())
//! ```

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;

#[cfg(feature = "alloc")]
use crate::code_point::CodePoint;
use crate::form::Wtf8;
use crate::kernel::{ByteSet, SetFinder};
use crate::simd::Isa;
use crate::string::Str;
#[cfg(feature = "alloc")]
use crate::string::StrBuf;

/// Converts the text between the quotes of a JSON string. It is borrowed if nothing is escaped.
///
/// ```
/// use placemat::json::{unescape, EscapeErrorKind};
/// assert_eq!(*unescape(r#"a\n\u00e9\/\""#)?, *"a\né/\"");
/// assert!(matches!(unescape("né"), Ok(std::borrow::Cow::Borrowed(_))));
/// let error = unescape(r"ab\x41").unwrap_err();
/// assert_eq!((error.offset(), error.len(), error.kind()), (2, 2, EscapeErrorKind::Unknown));
/// # Ok::<(), placemat::json::EscapeError>(())
/// ```
///
/// # Errors
///
/// Returns the first escape that JSON does not have, or the first character that should have been escaped: a
/// quotation mark or U+0000..U+001F.
#[cfg(feature = "alloc")]
#[inline]
pub fn unescape(text: &str) -> Result<Cow<'_, Str<Wtf8>>, EscapeError> {
    let (bytes, mut search) = (text.as_bytes(), SetFinder::<false>::default());
    let mut next = |from| search.next(Isa::current, bytes, || const { specials(&[]) }, from, Some);
    let Some(mut at) = next(0) else { return Ok(Cow::Borrowed(Str::<Wtf8>::from_str(text))) };
    let (mut unescaped, mut done) = (StrBuf::<Wtf8>::with_capacity(text.len()), 0);
    loop {
        unescaped.push_str(&text[done..at]);
        let (code_point, len) = read_escape(bytes, at)?;
        unescaped.push(code_point);
        done = at + len;
        match next(done) {
            Some(special) => at = special,
            None => break,
        }
    }
    unescaped.push_str(&text[done..]);
    Ok(Cow::Owned(unescaped))
}

/// Returns the bytes that must be escaped between quotes, and others.
#[inline]
const fn specials(others: &[u8]) -> ByteSet {
    let mut set = ByteSet::EMPTY;
    set.insert(b'"');
    set.insert(b'\\');
    let mut control = 0;
    while control < b' ' {
        set.insert(control);
        control += 1;
    }
    let mut k = 0;
    while k < others.len() {
        set.insert(others[k]);
        k += 1;
    }
    set
}

/// Returns the code point of the escape at a position, and the length of the escape in bytes.
#[cfg(feature = "alloc")]
#[inline]
fn read_escape(text: &[u8], at: usize) -> Result<(CodePoint, usize), EscapeError> {
    let fail = |len, kind| Err(EscapeError { offset: at, len, kind });
    let ascii = |byte: u8| Ok((CodePoint::from(char::from(byte)), 2));
    match (text[at], text.get(at + 1)) {
        (b'"', _) => fail(1, EscapeErrorKind::Quote),
        (b'\\', None) => fail(1, EscapeErrorKind::Truncated),
        (b'\\', Some(&byte @ (b'"' | b'\\' | b'/'))) => ascii(byte),
        (b'\\', Some(b'b')) => ascii(0x08),
        (b'\\', Some(b'f')) => ascii(0x0C),
        (b'\\', Some(b'n')) => ascii(0x0A),
        (b'\\', Some(b'r')) => ascii(0x0D),
        (b'\\', Some(b't')) => ascii(0x09),
        (b'\\', Some(b'u')) => {
            let digits = text[at + 2..].iter().map_while(|&byte| char::from(byte).to_digit(16)).take(4);
            let (value, count) = digits.fold((0, 0), |(value, count), digit| (value << 4 | digit, count + 1));
            match CodePoint::from_u32(value) {
                Some(code_point) if count == 4 => Ok((code_point, 6)),
                _ if at + 2 + count == text.len() => fail(2 + count, EscapeErrorKind::Truncated),
                _ => fail(2 + count, EscapeErrorKind::NotHexadecimal),
            }
        }
        (b'\\', Some(&byte)) => {
            // The whole character after the backslash belongs to the error.
            let len = text[at + 2..].iter().take_while(|&&byte| byte & 0xC0 == 0x80).count();
            fail(if byte < 0x80 { 2 } else { 2 + len }, EscapeErrorKind::Unknown)
        }
        _ => fail(1, EscapeErrorKind::Control),
    }
}

/// Escapes text for the position between the quotes of a JSON string. Lone surrogates are escaped as well.
///
/// [`unescape`] returns the same text again.
///
/// ```
/// use placemat::{form::Wtf8, json::escape, literal, Str};
/// assert_eq!(escape(Str::<Wtf8>::from_str("\"\u{1}\té")).to_string(), r#"\"\u0001\té"#);
/// assert_eq!(format!(r#"{{"name":"{}"}}"#, escape(literal!(Wtf8, r"\u{DCA9}"))), r#"{"name":"\udca9"}"#);
/// ```
#[inline]
pub fn escape(text: &Str<Wtf8>) -> impl fmt::Display + fmt::Debug + Copy + use<'_> {
    Escape(text)
}

/// Text that is escaped while it is written.
#[derive(Clone, Copy, Debug)]
struct Escape<'s>(&'s Str<Wtf8>);

impl fmt::Display for Escape<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Text that needs no escapes is written in one piece.
        let (bytes, mut search) = (self.0.as_bytes(), SetFinder::<false>::default());
        let text = self.0.to_str();
        let piece = |from: usize, to: usize| match text {
            Ok(text) => &text[from..to],
            Err(_) => part(self.0, from, to),
        };
        let mut done = 0;
        let specials = || const { specials(&[LEAD_OF_SURROGATES]) };
        while let Some((at, value)) = search
            .next(Isa::current, bytes, specials, done, |at| special_at(bytes, at).map(|value| (at, value)))
        {
            f.write_str(piece(done, at))?;
            f.write_str(Escaped::of(value).as_str())?;
            done = at + if value < 0x80 { 1 } else { 3 };
        }
        f.write_str(piece(done, bytes.len()))
    }
}

/// The byte that surrogates begin with in WTF-8. Hangul begins with it as well.
const LEAD_OF_SURROGATES: u8 = 0xED;

/// Returns the code point to be escaped, if one begins with the byte at a position, which is one of the
/// specials.
#[inline]
fn special_at(bytes: &[u8], at: usize) -> Option<u32> {
    match bytes[at..] {
        [LEAD_OF_SURROGATES, second, third, ..] => {
            (second >= 0xA0).then(|| 0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F))
        }
        [ascii, ..] => Some(ascii.into()),
        [] => None,
    }
}

/// Returns a range that has no surrogates.
#[inline]
fn part(text: &Str<Wtf8>, from: usize, to: usize) -> &str {
    match text[from..to].to_str() {
        Ok(part) => part,
        Err(_) => unreachable!("surrogates are escaped"),
    }
}

/// An escape.
struct Escaped {
    bytes: [u8; 6],
    len: usize,
}

impl Escaped {
    #[inline]
    fn of(value: u32) -> Self {
        let short = match value {
            0x08 => b'b',
            0x09 => b't',
            0x0A => b'n',
            0x0C => b'f',
            0x0D => b'r',
            0x22 => b'"',
            0x5C => b'\\',
            _ => {
                let digit = |shift: u32| b"0123456789abcdef"[(value >> shift & 0xF) as usize];
                return Escaped { bytes: [b'\\', b'u', digit(12), digit(8), digit(4), digit(0)], len: 6 };
            }
        };
        Escaped { bytes: [b'\\', short, 0, 0, 0, 0], len: 2 }
    }

    #[inline]
    fn as_str(&self) -> &str {
        match str::from_utf8(&self.bytes[..self.len]) {
            Ok(text) => text,
            Err(_) => unreachable!("escapes are ASCII"),
        }
    }
}

/// The error of [`unescape`]: the text is not valid between the quotes of a JSON string.
///
/// ```
/// let error = placemat::json::unescape(r"a\u12").unwrap_err();
/// assert_eq!(error.to_string(), "at offset 1, length 4: the text ends inside an escape");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EscapeError {
    offset: usize,
    len: usize,
    kind: EscapeErrorKind,
}

impl EscapeError {
    /// Returns the offset of the error in bytes.
    ///
    /// ```
    /// assert_eq!(placemat::json::unescape("ab\"").unwrap_err().offset(), 2);
    /// ```
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the length of the error in bytes. It is never 0.
    ///
    /// ```
    /// assert_eq!(placemat::json::unescape(r"\u00g0").unwrap_err().len(), 4);
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "an error is never empty")]
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns the kind of the error.
    ///
    /// ```
    /// use placemat::json::{unescape, EscapeErrorKind};
    /// assert_eq!(unescape("\t").unwrap_err().kind(), EscapeErrorKind::Control);
    /// ```
    #[inline]
    pub const fn kind(&self) -> EscapeErrorKind {
        self.kind
    }
}

impl fmt::Display for EscapeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            EscapeErrorKind::Unknown => "an escape that JSON does not have",
            EscapeErrorKind::NotHexadecimal => "an escape without four hexadecimal digits",
            EscapeErrorKind::Truncated => "the text ends inside an escape",
            EscapeErrorKind::Control => "a control character that is not escaped",
            EscapeErrorKind::Quote => "a quotation mark that is not escaped",
        };
        write!(f, "at offset {}, length {}: {what}", self.offset, self.len)
    }
}

impl core::error::Error for EscapeError {}

/// What is wrong with escaped text: [`EscapeError::kind`].
///
/// ```
/// use placemat::json::{unescape, EscapeErrorKind};
/// assert_eq!(unescape(r"\u12").unwrap_err().kind(), EscapeErrorKind::Truncated);
/// assert_eq!(unescape(r"\u12g4").unwrap_err().kind(), EscapeErrorKind::NotHexadecimal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EscapeErrorKind {
    /// A backslash that does not begin an escape.
    Unknown,
    /// `\u` without four hexadecimal digits.
    NotHexadecimal,
    /// The text ends inside an escape.
    Truncated,
    /// U+0000..U+001F that is not escaped.
    Control,
    /// A quotation mark that is not escaped. It would end the string.
    Quote,
}
