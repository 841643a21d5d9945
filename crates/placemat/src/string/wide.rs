//! WTF-8 and the 16-bit units that it stands for: Windows, JavaScript, Java.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::RangeBounds;

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use super::boundary::{NoBoundary, ends_of};
use super::text::EncodeUtf16;
#[cfg(feature = "alloc")]
use crate::code_point::CodePoint;
use crate::form::Wtf8;
#[cfg(feature = "alloc")]
use crate::form::Wtf16;
use crate::kernel::{Utf16Units, sum};
use crate::simd::Isa;

/// The number of bytes that are counted together in search of a unit.
const PIECE: usize = 512;

impl Str<Wtf8> {
    /// Returns the length in 16-bit units.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str("a💩").wide_len(), 3);
    /// ```
    #[inline]
    pub fn wide_len(&self) -> usize {
        sum::<Utf16Units>(Isa::current(), self.as_bytes()) as usize
    }

    /// Returns an iterator over the 16-bit units.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let text = Str::<Wtf8>::new(b"a\xF0\x9F\x92\xA9\xED\xA0\xBD").unwrap();
    /// assert_eq!(text.encode_wide().collect::<Vec<_>>(), [0x61, 0xD83D, 0xDCA9, 0xD83D]);
    /// ```
    #[inline]
    pub fn encode_wide(&self) -> impl FusedIterator<Item = u16> + Clone + fmt::Debug + use<'_> {
        EncodeUtf16::new(self)
    }

    /// Converts a position in 16-bit units into a position in bytes, if a code point begins there.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let text = Str::<Wtf8>::from_str("é💩");
    /// assert_eq!(text.wide_to_byte(1), Ok(2));
    /// assert_eq!(text.wide_to_byte(2).unwrap_err().to_string(), "2 is inside the code point at 1..3");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the unit is the trail surrogate of a code point or is after the end. The error
    /// counts 16-bit units.
    #[inline]
    pub fn wide_to_byte(&self, wide: usize) -> Result<usize, NoBoundary> {
        let (byte, before) = self.wide_floor(wide);
        if before == wide {
            return Ok(byte);
        }
        if byte == self.len() {
            return Err(NoBoundary::after(wide, before));
        }
        Err(NoBoundary::inside(wide, before..before + 2, self.wide_len()))
    }

    /// Returns the first byte of the code point that a 16-bit unit belongs to, and the number of its first
    /// unit; or the end.
    #[inline]
    fn wide_floor(&self, wide: usize) -> (usize, usize) {
        let bytes = self.as_bytes();
        let (mut byte, mut before) = (0, 0);
        // Code points are counted in the piece in which they begin, even if they end after it.
        while let Some(piece) = bytes.get(byte..byte + PIECE) {
            let units = sum::<Utf16Units>(Isa::current(), piece) as usize;
            if before + units > wide {
                break;
            }
            (byte, before) = (byte + PIECE, before + units);
        }
        byte = self.ceil_boundary(byte);
        // SAFETY: `byte` comes from `ceil_boundary`, and the end is a boundary.
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

    /// Returns a range of the string, in 16-bit units.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let text = Str::<Wtf8>::from_str("é💩a");
    /// assert_eq!(text.try_get_wide(1..3).unwrap(), "💩");
    /// assert_eq!(text.try_get_wide(1..2).unwrap_err().code_point(), Some(1..3));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first of the two positions that is inside a code point or after the end, in 16-bit units.
    /// See [`get_wide_lossless`](Str::get_wide_lossless) for ranges that may cut code points.
    pub fn try_get_wide(&self, range: impl RangeBounds<usize>) -> Result<&Self, NoBoundary> {
        let (first, last) = ends_of(range, || self.wide_len());
        let (start, end) = (self.wide_to_byte(first)?, self.wide_to_byte(last)?);
        if start > end {
            return Err(NoBoundary::after(last, self.wide_len()));
        }
        // SAFETY: `wide_to_byte` returns only positions at which a code point begins, or the end.
        Ok(unsafe { self.part(start..end) })
    }

    /// Returns a range of the string in 16-bit units, as JavaScript's `slice` does. If an end is inside a
    /// supplementary code point, the result has a lone surrogate there.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let text = Str::<Wtf8>::from_str("a💩b");
    /// assert_eq!(text.get_wide_lossless(0..2).unwrap().as_bytes(), b"a\xED\xA0\xBD");
    /// assert_eq!(*text.get_wide_lossless(1..=2).unwrap(), *"💩");
    /// assert_eq!(text.get_wide_lossless(2..).unwrap().as_bytes(), b"\xED\xB2\xA9b");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a position is after the end, or if the range begins after its end.
    #[cfg(feature = "alloc")]
    pub fn get_wide_lossless(&self, range: impl RangeBounds<usize>) -> Result<Cow<'_, Self>, NoBoundary> {
        let len = self.wide_len();
        let (start, end) = ends_of(range, || len);
        if let Ok(part) = self.try_get_wide(start..end) {
            return Ok(Cow::Borrowed(part));
        }
        let after = [start, end].into_iter().find(|&at| at > len);
        if let Some(at) = after.or((start > end).then_some(end)) {
            return Err(NoBoundary::after(at, len));
        }
        let (from, before) = self.wide_floor(start);
        // SAFETY: `wide_floor` returns the first byte of a code point, or the end.
        let rest = unsafe { self.part(from..self.len()) };
        let units = rest.encode_wide().skip(start - before).take(end - start);
        Ok(Cow::Owned(units.collect()))
    }
}

#[cfg(feature = "alloc")]
impl StrBuf<Wtf8> {
    /// Converts 16-bit units into WTF-8, which can represent all of them.
    ///
    /// ```
    /// use placemat::{form::Wtf8, StrBuf};
    /// let name = StrBuf::<Wtf8>::from_wide(&[0x61, 0xD83D]);
    /// assert_eq!(name.as_bytes(), b"a\xED\xA0\xBD");
    /// assert_eq!(name.encode_wide().collect::<Vec<_>>(), [0x61, 0xD83D]);
    /// ```
    #[inline]
    pub fn from_wide(units: &[u16]) -> Self {
        Str::<Wtf16>::from_any_units(units).to_form()
    }

    /// Appends a 16-bit unit. A trail surrogate joins a lead surrogate before it.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Wtf8>::from_wide(&[0xD83D]);
    /// text.push_wide(0xDCA9);
    /// assert_eq!(text.to_str(), Ok("💩"));
    /// ```
    #[inline]
    pub fn push_wide(&mut self, unit: u16) {
        if let Some(code_point) = CodePoint::from_u32(unit.into()) {
            self.push(code_point);
        }
    }
}

#[cfg(feature = "alloc")]
impl Extend<u16> for StrBuf<Wtf8> {
    fn extend<I: IntoIterator<Item = u16>>(&mut self, units: I) {
        // A lone surrogate may join what is before it.
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
