//! Counts of text that is known to be well-formed, as functions of its form.

use crate::cast::bytes_of;
use crate::form::{Iso8859_1, Utf8, Utf16, Utf32};
use crate::kernel::{
    self, CodePoints, Latin1InUtf8, NATIVE, Utf16CodePoints, Utf16InUtf8, Utf16Units, Utf32InUtf8,
    Utf32InUtf16,
};
use crate::simd::Isa;
use crate::unit::Endian;

const BIG: bool = matches!(NATIVE, Endian::Big);

/// Counts of text that is known to be well-formed. Nothing is checked: for other text, use
/// [`Conversion::length`](crate::Conversion::length).
impl Utf8 {
    /// Returns the number of code points: the bytes that are not trail bytes (80..BF).
    ///
    /// In CESU-8 and Modified UTF-8, this is the text's length in UTF-16.
    ///
    /// ```
    /// assert_eq!(placemat::form::Utf8::count_code_points("a€💩".as_bytes()), 3);
    /// ```
    #[inline]
    pub fn count_code_points(text: &[u8]) -> usize {
        kernel::sum::<CodePoints>(Isa::current(), text) as usize
    }

    /// Returns the text's length in UTF-16: the bytes that are not trail bytes, with bytes from F0 on counted
    /// twice.
    ///
    /// ```
    /// assert_eq!(placemat::form::Utf8::utf16_len("a€💩".as_bytes()), 4);
    /// ```
    #[inline]
    pub fn utf16_len(text: &[u8]) -> usize {
        kernel::sum::<Utf16Units>(Isa::current(), text) as usize
    }
}

/// Counts of text that is known to be well-formed. Nothing is checked: for other text, use
/// [`Conversion::length`](crate::Conversion::length).
impl Utf16 {
    /// Returns the number of code points: the units that are not trail surrogates.
    ///
    /// ```
    /// assert_eq!(placemat::form::Utf16::count_code_points(&[0x61, 0x20AC, 0xD83D, 0xDCA9]), 3);
    /// ```
    #[inline]
    pub fn count_code_points(text: &[u16]) -> usize {
        kernel::sum::<Utf16CodePoints<BIG>>(Isa::current(), bytes_of(text)) as usize
    }

    /// Returns the text's length in UTF-8: one byte for a unit below 80, two for a unit below 800 and for
    /// each surrogate, three for others.
    ///
    /// ```
    /// assert_eq!(placemat::form::Utf16::utf8_len(&[0x61, 0x20AC, 0xD83D, 0xDCA9]), 1 + 3 + 4);
    /// ```
    #[inline]
    pub fn utf8_len(text: &[u16]) -> usize {
        kernel::sum::<Utf16InUtf8<BIG>>(Isa::current(), bytes_of(text)) as usize
    }
}

/// Counts of text that is known to be well-formed. Nothing is checked: for other text, use
/// [`Conversion::length`](crate::Conversion::length).
impl Utf32 {
    /// Returns the text's length in UTF-8: one byte for a code point below 80, two below 800, three below
    /// 10000, four for others.
    ///
    /// ```
    /// assert_eq!(placemat::form::Utf32::utf8_len(&[0x61, 0x20AC, 0x1F4A9]), 1 + 3 + 4);
    /// ```
    #[inline]
    pub fn utf8_len(text: &[u32]) -> usize {
        kernel::sum::<Utf32InUtf8<BIG>>(Isa::current(), bytes_of(text)) as usize
    }

    /// Returns the text's length in UTF-16: one unit for each code point, two from U+10000 on.
    ///
    /// ```
    /// assert_eq!(placemat::form::Utf32::utf16_len(&[0x61, 0x20AC, 0x1F4A9]), 4);
    /// ```
    #[inline]
    pub fn utf16_len(text: &[u32]) -> usize {
        kernel::sum::<Utf32InUtf16<BIG>>(Isa::current(), bytes_of(text)) as usize
    }
}

/// Counts of any bytes: all of them are well-formed.
impl Iso8859_1 {
    /// Returns the text's length in UTF-8: one byte for each byte below 80, two for each byte from 80 on.
    ///
    /// ```
    /// assert_eq!(placemat::form::Iso8859_1::utf8_len(b"caf\xE9"), 5);
    /// ```
    #[inline]
    pub fn utf8_len(text: &[u8]) -> usize {
        kernel::sum::<Latin1InUtf8>(Isa::current(), text) as usize
    }
}
