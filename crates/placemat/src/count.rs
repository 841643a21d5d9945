//! Counts of text that is known to be well-formed.
//!
//! Nothing is checked. Each function documents exactly what it counts; on well-formed text that is the length
//! in another form. For other text, and for all other encodings, use
//! [`Conversion::length`](crate::Conversion::length).
//!
//! ```
//! use placemat::count;
//! let text = "naïve 💩";
//! assert_eq!(count::code_points_of_utf_8(text.as_bytes()), text.chars().count());
//! assert_eq!(count::utf_16_units_of_utf_8(text.as_bytes()), text.encode_utf16().count());
//! ```

use crate::cast::bytes_of;
use crate::kernel::{
    self, CodePoints, Latin1InUtf8, NATIVE, Utf16CodePoints, Utf16InUtf8, Utf16Units, Utf32InUtf8,
    Utf32InUtf16,
};
#[cfg(feature = "alloc")]
pub use crate::offsets::{Offsets, Place};
use crate::policy::Endian;
use crate::simd::Isa;

const BIG: bool = matches!(NATIVE, Endian::Big);

/// Returns the number of code points of UTF-8: the bytes that are not trail bytes (80..BF).
///
/// For CESU-8 and Modified UTF-8 this count is the text's length in UTF-16.
///
/// ```
/// assert_eq!(placemat::count::code_points_of_utf_8("a€💩".as_bytes()), 3);
/// ```
#[inline]
pub fn code_points_of_utf_8(utf_8: &[u8]) -> usize {
    kernel::sum::<CodePoints>(Isa::current(), utf_8) as usize
}

/// Returns the number of code points of UTF-16: the units that are not trail surrogates.
///
/// ```
/// assert_eq!(placemat::count::code_points_of_utf_16(&[0x61, 0x20AC, 0xD83D, 0xDCA9]), 3);
/// ```
#[inline]
pub fn code_points_of_utf_16(utf_16: &[u16]) -> usize {
    kernel::sum::<Utf16CodePoints<BIG>>(Isa::current(), bytes_of(utf_16)) as usize
}

/// Returns the length of UTF-8 in UTF-16: the bytes that are not trail bytes, with bytes from F0 on counted
/// twice.
///
/// ```
/// assert_eq!(placemat::count::utf_16_units_of_utf_8("a€💩".as_bytes()), 4);
/// ```
#[inline]
pub fn utf_16_units_of_utf_8(utf_8: &[u8]) -> usize {
    kernel::sum::<Utf16Units>(Isa::current(), utf_8) as usize
}

/// Returns the length of UTF-32 in UTF-16: one unit for each code point, two from U+10000 on.
///
/// ```
/// assert_eq!(placemat::count::utf_16_units_of_utf_32(&[0x61, 0x20AC, 0x1F4A9]), 4);
/// ```
#[inline]
pub fn utf_16_units_of_utf_32(utf_32: &[u32]) -> usize {
    kernel::sum::<Utf32InUtf16<BIG>>(Isa::current(), bytes_of(utf_32)) as usize
}

/// Returns the length of UTF-16 in UTF-8: one byte for a unit below 80, two for a unit below 800 and for each
/// surrogate, three for others.
///
/// ```
/// assert_eq!(placemat::count::utf_8_bytes_of_utf_16(&[0x61, 0x20AC, 0xD83D, 0xDCA9]), 1 + 3 + 4);
/// ```
#[inline]
pub fn utf_8_bytes_of_utf_16(utf_16: &[u16]) -> usize {
    kernel::sum::<Utf16InUtf8<BIG>>(Isa::current(), bytes_of(utf_16)) as usize
}

/// Returns the length of UTF-32 in UTF-8: one byte for a code point below 80, two below 800, three below
/// 10000, four for others.
///
/// ```
/// assert_eq!(placemat::count::utf_8_bytes_of_utf_32(&[0x61, 0x20AC, 0x1F4A9]), 1 + 3 + 4);
/// ```
#[inline]
pub fn utf_8_bytes_of_utf_32(utf_32: &[u32]) -> usize {
    kernel::sum::<Utf32InUtf8<BIG>>(Isa::current(), bytes_of(utf_32)) as usize
}

/// Returns the length of ISO-8859-1 in UTF-8: one byte for each byte below 80, two for each byte from 80 on.
///
/// ```
/// assert_eq!(placemat::count::utf_8_bytes_of_iso_8859_1(b"caf\xE9"), 5);
/// ```
#[inline]
pub fn utf_8_bytes_of_iso_8859_1(bytes: &[u8]) -> usize {
    kernel::sum::<Latin1InUtf8>(Isa::current(), bytes) as usize
}
