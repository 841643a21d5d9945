//! WTF-8 beside the 16-bit units that it stands for: Windows, JavaScript, Java.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::ops::RangeBounds;

#[cfg(feature = "alloc")]
use super::StrBuf;
use super::boundary::{NoBoundary, places};
use super::{EncodeUtf16, Str};
use crate::form::Wtf8;
#[cfg(feature = "alloc")]
use crate::form::Wtf16;
use crate::kernel::{Utf16Units, sum};
use crate::simd::Isa;

/// Bytes that are counted together, in search of a unit.
const PIECE: usize = 512;

impl Str<Wtf8> {
    /// How many 16-bit units the string is.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str("a💩").wide_len(), 3);
    /// ```
    #[inline]
    pub fn wide_len(&self) -> usize {
        sum::<Utf16Units>(Isa::current(), self.as_bytes()) as usize
    }

    /// The 16-bit units.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let text = Wtf8::new(b"a\xF0\x9F\x92\xA9\xED\xA0\xBD").unwrap();
    /// assert_eq!(text.encode_wide().collect::<Vec<_>>(), [0x61, 0xD83D, 0xDCA9, 0xD83D]);
    /// ```
    #[inline]
    pub fn encode_wide(&self) -> EncodeWide<'_> {
        EncodeUtf16::new(self)
    }

    /// The byte at which a 16-bit unit begins that begins a code point.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let text = Wtf8::from_str("é💩");
    /// assert_eq!(text.wide_to_byte(1), Ok(2));
    /// assert_eq!(text.wide_to_byte(2).unwrap_err().to_string(), "2 is inside the code point at 1..3");
    /// ```
    ///
    /// # Errors
    ///
    /// The unit is the second of a code point, or behind the end. The error counts 16-bit units.
    #[inline]
    pub fn wide_to_byte(&self, wide: usize) -> Result<usize, NoBoundary> {
        let (byte, before) = self.wide_floor(wide);
        if before == wide {
            return Ok(byte);
        }
        if byte == self.len() {
            return Err(NoBoundary::behind(wide, before));
        }
        Err(NoBoundary::inside(wide, before..before + 2, self.wide_len()))
    }

    /// The code point that a 16-bit unit is of, or the end: its first byte, and the number of its first unit.
    #[inline]
    fn wide_floor(&self, wide: usize) -> (usize, usize) {
        let bytes = self.as_bytes();
        let (mut byte, mut before) = (0, 0);
        // Whatever begins in a piece is counted there, also where it ends behind it.
        while let Some(piece) = bytes.get(byte..byte + PIECE) {
            let units = sum::<Utf16Units>(Isa::current(), piece) as usize;
            if before + units > wide {
                break;
            }
            (byte, before) = (byte + PIECE, before + units);
        }
        byte = self.ceil_boundary(byte);
        // SAFETY: `byte` comes from `ceil_boundary`, and an end is a boundary.
        let rest = unsafe { self.part(byte..bytes.len()) };
        for (at, code_point) in rest.code_point_indices() {
            let units = if code_point.to_u32() < 0x1_0000 { 1 } else { 2 };
            if before + units > wide {
                return (byte + at, before);
            }
            before += units;
        }
        (bytes.len(), before)
    }

    /// A part of the string, in 16-bit units.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let text = Wtf8::from_str("é💩a");
    /// assert_eq!(text.try_get_wide(1..3).unwrap(), "💩");
    /// assert_eq!(text.try_get_wide(1..2).unwrap_err().code_point(), Some(1..3));
    /// ```
    ///
    /// # Errors
    ///
    /// The first place of the two that is inside a code point or behind the end, in 16-bit units: see
    /// [`get_wide_lossless`](Str::get_wide_lossless).
    pub fn try_get_wide(&self, range: impl RangeBounds<usize>) -> Result<&Self, NoBoundary> {
        let (first, last) = places(range, || self.wide_len());
        let (start, end) = (self.wide_to_byte(first)?, self.wide_to_byte(last)?);
        if start > end {
            return Err(NoBoundary::behind(last, self.wide_len()));
        }
        // SAFETY: `wide_to_byte` gives places alone at which a code point begins, or the end.
        Ok(unsafe { self.part(start..end) })
    }

    /// A part of the string, in 16-bit units, as JavaScript's `slice` has it: where an end is inside a supplementary code point, half
    /// of it is a surrogate.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let text = Wtf8::from_str("a💩b");
    /// assert_eq!(text.get_wide_lossless(0..2).unwrap().as_bytes(), b"a\xED\xA0\xBD");
    /// assert_eq!(*text.get_wide_lossless(1..=2).unwrap(), *"💩");
    /// assert_eq!(text.get_wide_lossless(2..).unwrap().as_bytes(), b"\xED\xB2\xA9b");
    /// ```
    ///
    /// # Errors
    ///
    /// A place behind the end, or a range that ends before it begins.
    #[cfg(feature = "alloc")]
    pub fn get_wide_lossless(&self, range: impl RangeBounds<usize>) -> Result<Cow<'_, Self>, NoBoundary> {
        let len = self.wide_len();
        let (start, end) = places(range, || len);
        if let Ok(part) = self.try_get_wide(start..end) {
            return Ok(Cow::Borrowed(part));
        }
        let behind = [start, end].into_iter().find(|&at| at > len);
        if let Some(at) = behind.or((start > end).then_some(end)) {
            return Err(NoBoundary::behind(at, len));
        }
        let (from, before) = self.wide_floor(start);
        // SAFETY: `wide_floor` gives the first byte of a code point, or the end.
        let rest = unsafe { self.part(from..self.len()) };
        let units = rest.encode_wide().skip(start - before).take(end - start);
        Ok(Cow::Owned(units.collect()))
    }
}

#[cfg(feature = "alloc")]
impl StrBuf<Wtf8> {
    /// 16-bit units as WTF-8, which holds all of them.
    ///
    /// ```
    /// use placemat::Wtf8Buf;
    /// let name = Wtf8Buf::from_wide(&[0x61, 0xD83D]);
    /// assert_eq!(name.as_bytes(), b"a\xED\xA0\xBD");
    /// assert_eq!(name.encode_wide().collect::<Vec<_>>(), [0x61, 0xD83D]);
    /// ```
    #[inline]
    pub fn from_wide(units: &[u16]) -> Self {
        Str::<Wtf16>::from_any_units(units).to_form()
    }

    /// Puts a 16-bit unit behind the string: a trail surrogate joins the lead surrogate before it.
    ///
    /// ```
    /// let mut text = placemat::Wtf8Buf::from_wide(&[0xD83D]);
    /// text.push_wide(0xDCA9);
    /// assert_eq!(text.to_str(), Ok("💩"));
    /// ```
    #[inline]
    pub fn push_wide(&mut self, unit: u16) {
        if let Some(code_point) = crate::CodePoint::from_u32(unit.into()) {
            self.push(code_point);
        }
    }
}

#[cfg(feature = "alloc")]
impl Extend<u16> for StrBuf<Wtf8> {
    fn extend<I: IntoIterator<Item = u16>>(&mut self, units: I) {
        // A half that is alone may join what is before it.
        for code_point in char::decode_utf16(units) {
            match code_point {
                Ok(scalar) => self.push_char(scalar),
                Err(half) => self.push_wide(half.unpaired_surrogate()),
            }
        }
    }
}

#[cfg(feature = "alloc")]
impl FromIterator<u16> for StrBuf<Wtf8> {
    fn from_iter<I: IntoIterator<Item = u16>>(units: I) -> Self {
        let mut string = StrBuf::new();
        string.extend(units);
        string
    }
}

/// The 16-bit units of WTF-8: [`Str::encode_wide`].
///
/// ```
/// use placemat::Wtf8;
/// assert!(Wtf8::from_str("a💩").encode_wide().eq([0x61, 0xD83D, 0xDCA9]));
/// ```
pub type EncodeWide<'s> = EncodeUtf16<'s, Wtf8>;
