//! `wtf8` 0.1, on placemat.
//!
//! The fields are called `bytes` because tests of the crate look at them.

extern crate alloc;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Deref, RangeBounds};

use placemat::string::CodePoints;
use placemat::{Str, StrBuf, form};

/// A code point: a scalar value or a surrogate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodePoint(placemat::CodePoint);

impl fmt::Debug for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", self.to_u32())
    }
}

impl CodePoint {
    /// Returns a code point without a check of the value. Here it is checked all the same.
    ///
    /// # Safety
    ///
    /// The value must be at most 10FFFF.
    pub unsafe fn from_u32_unchecked(value: u32) -> CodePoint {
        CodePoint::from_u32(value).expect("the caller must ensure that it is a code point")
    }

    /// Returns the code point with a value of at most 10FFFF.
    pub fn from_u32(value: u32) -> Option<CodePoint> {
        placemat::CodePoint::from_u32(value).map(CodePoint)
    }

    /// Returns a scalar value as a code point.
    pub fn from_char(value: char) -> CodePoint {
        CodePoint(value.into())
    }

    /// Returns the value.
    pub fn to_u32(&self) -> u32 {
        self.0.to_u32()
    }

    /// Returns the scalar value, or `None` for a surrogate.
    pub fn to_char(&self) -> Option<char> {
        self.0.to_char()
    }

    /// Returns the scalar value, or U+FFFD for a surrogate.
    pub fn to_char_lossy(&self) -> char {
        self.0.to_char_lossy()
    }
}

/// A string of WTF-8 that owns its bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wtf8Buf {
    bytes: Owned,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Owned(StrBuf<form::Wtf8>);

/// A string of WTF-8.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Wtf8 {
    bytes: Borrowed,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
struct Borrowed(Str<form::Wtf8>);

impl Deref for Wtf8Buf {
    type Target = Wtf8;

    fn deref(&self) -> &Wtf8 {
        Wtf8::new(self.string())
    }
}

impl fmt::Debug for Wtf8Buf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Hash for Wtf8Buf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl Default for Wtf8Buf {
    fn default() -> Self {
        Wtf8Buf::new()
    }
}

impl Wtf8Buf {
    fn of(string: StrBuf<form::Wtf8>) -> Wtf8Buf {
        Wtf8Buf { bytes: Owned(string) }
    }

    fn string(&self) -> &Str<form::Wtf8> {
        &self.bytes.0
    }

    fn string_mut(&mut self) -> &mut StrBuf<form::Wtf8> {
        &mut self.bytes.0
    }

    /// Creates an empty string.
    pub fn new() -> Wtf8Buf {
        Wtf8Buf::of(StrBuf::new())
    }

    /// Creates an empty string with room for some bytes.
    pub fn with_capacity(n: usize) -> Wtf8Buf {
        Wtf8Buf::of(StrBuf::with_capacity(n))
    }

    /// Returns text as WTF-8, without a copy.
    pub fn from_string(text: String) -> Wtf8Buf {
        Wtf8Buf::of(StrBuf::from(text))
    }

    /// Returns text as WTF-8.
    #[allow(clippy::should_implement_trait, reason = "the interface has this name")]
    pub fn from_str(text: &str) -> Wtf8Buf {
        Wtf8Buf::of(StrBuf::from(text))
    }

    /// Converts any units of 16 bits.
    pub fn from_ill_formed_utf16(units: &[u16]) -> Wtf8Buf {
        Wtf8Buf::of(StrBuf::from_wide(units))
    }

    /// Makes room for more bytes.
    pub fn reserve(&mut self, additional: usize) {
        self.string_mut().reserve(additional);
    }

    /// Returns how many bytes there is room for.
    pub fn capacity(&self) -> usize {
        self.bytes.0.capacity()
    }

    /// Appends text.
    pub fn push_str(&mut self, other: &str) {
        self.string_mut().push_str(other);
    }

    /// Appends a string. Surrogates of a pair are joined.
    pub fn push_wtf8(&mut self, other: &Wtf8) {
        self.string_mut().push_string(other.string());
    }

    /// Appends a scalar value.
    pub fn push_char(&mut self, c: char) {
        self.string_mut().push_char(c);
    }

    /// Appends a code point. Surrogates of a pair are joined.
    pub fn push(&mut self, code_point: CodePoint) {
        self.string_mut().push(code_point.0);
    }

    /// Shortens the string.
    ///
    /// # Panics
    ///
    /// Panics if the new length is not a boundary of the string.
    pub fn truncate(&mut self, new_len: usize) {
        assert!(self.string().is_boundary(new_len), "{new_len} is not a boundary");
        self.string_mut().truncate(new_len);
    }

    /// Returns the string as text, without a copy.
    ///
    /// # Errors
    ///
    /// Returns the string itself if it contains surrogates.
    pub fn into_string(self) -> Result<String, Wtf8Buf> {
        self.bytes.0.into_string().map_err(|error| Wtf8Buf::of(error.into_buf()))
    }

    /// Returns the string as text in the same buffer, with U+FFFD for surrogates.
    pub fn into_string_lossy(self) -> String {
        let mut units: Vec<u8> = self.bytes.0.into_units();
        let is_text = form::Wtf8::to_str_lossy_in_place(&mut units).is_ok();
        // Validated a second time: no call returns the buffer as a string.
        let text = String::from_utf8(units).ok().filter(|_| is_text);
        text.expect("surrogates are all that is not text")
    }
}

impl FromIterator<CodePoint> for Wtf8Buf {
    fn from_iter<T: IntoIterator<Item = CodePoint>>(code_points: T) -> Wtf8Buf {
        let mut string = Wtf8Buf::new();
        string.extend(code_points);
        string
    }
}

impl Extend<CodePoint> for Wtf8Buf {
    fn extend<T: IntoIterator<Item = CodePoint>>(&mut self, code_points: T) {
        self.string_mut().extend(code_points.into_iter().map(|code_point| code_point.0));
    }
}

impl PartialEq<&Wtf8> for Wtf8Buf {
    fn eq(&self, other: &&Wtf8) -> bool {
        **self == **other
    }
}

impl PartialEq<Wtf8Buf> for &Wtf8 {
    fn eq(&self, other: &Wtf8Buf) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Wtf8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char('"')?;
        for code_point in self.code_points() {
            match code_point.to_char() {
                Some(scalar) => f.write_char(scalar)?,
                None => write!(f, "\\u{{{:X}}}", code_point.to_u32())?,
            }
        }
        f.write_char('"')
    }
}

impl Hash for Wtf8 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.string().as_bytes());
        state.write_u8(0xFE);
    }
}

impl Wtf8 {
    fn new(string: &Str<form::Wtf8>) -> &Wtf8 {
        let string: *const Str<form::Wtf8> = string;
        // SAFETY: both types around the string are `repr(transparent)`, and the lifetime is the string's.
        unsafe { &*(string as *const Wtf8) }
    }

    fn string(&self) -> &Str<form::Wtf8> {
        &self.bytes.0
    }

    fn part(&self, range: impl RangeBounds<usize>) -> &Wtf8 {
        match self.string().try_get(range) {
            Ok(part) => Wtf8::new(part),
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns text as WTF-8.
    #[allow(clippy::should_implement_trait, reason = "the interface has this name")]
    pub fn from_str(text: &str) -> &Wtf8 {
        Wtf8::new(Str::from_str(text))
    }

    /// Returns the number of bytes.
    #[allow(clippy::len_without_is_empty, reason = "the interface does not have it")]
    pub fn len(&self) -> usize {
        self.string().len()
    }

    /// Returns a range of the string.
    ///
    /// # Panics
    ///
    /// Panics if an end is not a boundary of the string.
    pub fn slice(&self, begin: usize, end: usize) -> &Wtf8 {
        self.part(begin..end)
    }

    /// Returns the string from a position on.
    ///
    /// # Panics
    ///
    /// Panics if the position is not a boundary of the string.
    pub fn slice_from(&self, begin: usize) -> &Wtf8 {
        self.part(begin..)
    }

    /// Returns the string up to a position.
    ///
    /// # Panics
    ///
    /// Panics if the position is not a boundary of the string.
    pub fn slice_to(&self, end: usize) -> &Wtf8 {
        self.part(..end)
    }

    /// Returns the byte at a position if it is ASCII, and FF otherwise.
    ///
    /// # Panics
    ///
    /// Panics if the position is after the end.
    pub fn ascii_byte_at(&self, position: usize) -> u8 {
        let byte = self.string().as_bytes()[position];
        if byte.is_ascii() { byte } else { 0xFF }
    }

    /// Returns an iterator over the code points.
    pub fn code_points(&self) -> Wtf8CodePoints<'_> {
        Wtf8CodePoints { code_points: self.string().code_points() }
    }

    /// Returns the string as text, or `None` if it contains surrogates.
    pub fn as_str(&self) -> Option<&str> {
        self.string().to_str().ok()
    }

    /// Returns the string as text, with U+FFFD for surrogates.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        self.string().to_str_lossy()
    }

    /// Returns an iterator over the units of 16 bits.
    pub fn to_ill_formed_utf16(&self) -> IllFormedUtf16CodeUnits<'_> {
        IllFormedUtf16CodeUnits { code_points: self.code_points(), trail: None }
    }
}

/// The code points of a string.
#[derive(Clone)]
pub struct Wtf8CodePoints<'a> {
    code_points: CodePoints<'a, form::Wtf8>,
}

impl Iterator for Wtf8CodePoints<'_> {
    type Item = CodePoint;

    fn next(&mut self) -> Option<CodePoint> {
        self.code_points.next().map(CodePoint)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.code_points.size_hint()
    }
}

/// The units of 16 bits of a string. `Str::encode_wide` has them too, but not as a type that can be named.
#[derive(Clone)]
pub struct IllFormedUtf16CodeUnits<'a> {
    code_points: Wtf8CodePoints<'a>,
    trail: Option<u16>,
}

impl Iterator for IllFormedUtf16CodeUnits<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if let Some(trail) = self.trail.take() {
            return Some(trail);
        }
        let code_point = self.code_points.next()?;
        let Some(scalar) = code_point.to_char() else {
            return u16::try_from(code_point.to_u32()).ok();
        };
        let mut units = [0; 2];
        if let [_, trail] = scalar.encode_utf16(&mut units) {
            self.trail = Some(*trail);
        }
        Some(units[0])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.code_points.size_hint();
        let trail = usize::from(self.trail.is_some());
        (least + trail, most.and_then(|most| most.checked_mul(2)?.checked_add(trail)))
    }
}

// The crate's own tests compare the fields with arrays.

#[cfg(test)]
impl<const N: usize> PartialEq<&[u8; N]> for Owned {
    fn eq(&self, other: &&[u8; N]) -> bool {
        self.0.as_bytes() == *other
    }
}

#[cfg(test)]
impl fmt::Debug for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.as_bytes(), f)
    }
}

#[cfg(test)]
impl<const N: usize> PartialEq<[u8; N]> for Borrowed {
    fn eq(&self, other: &[u8; N]) -> bool {
        self.0.as_bytes() == other
    }
}

#[cfg(test)]
impl fmt::Debug for Borrowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.as_bytes(), f)
    }
}
