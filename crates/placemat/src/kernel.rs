//! Kernels: accelerators for whole conversions, found by what the two sides are.
//!
//! A kernel consumes whole sequences from the front of its input and may stop anywhere, for any reason, even at once.
//! What it consumed is well-formed, what it wrote is what the definition writes, and it touches nothing outside the
//! two slices (inside the output, past what it wrote, is unspecified). Everything is bytes here: units of 16 and 32
//! bits come as their bytes in an order.

mod scalar;

use crate::policy::Endian;

/// Bytes read and bytes written.
pub(crate) type Kernel = fn(&[u8], &mut [u8]) -> (usize, usize);

/// What a side of a conversion is to a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Utf8,
    Utf16(Endian),
    Utf32(Endian),
    Other,
}

#[cfg(target_endian = "little")]
const NATIVE: Endian = Endian::Little;
#[cfg(target_endian = "big")]
const NATIVE: Endian = Endian::Big;

impl Kind {
    /// Of a codec with this identifier and units of so many bits.
    #[inline]
    pub(crate) fn of(name: &str, unit_bits: u32) -> Self {
        match (name, unit_bits) {
            ("utf-8" | "utf-8-sig", 8) => Kind::Utf8,
            ("utf-16", 16) => Kind::Utf16(NATIVE),
            ("utf-16le", 8) => Kind::Utf16(Endian::Little),
            ("utf-16be", 8) => Kind::Utf16(Endian::Big),
            ("utf-32", 32) => Kind::Utf32(NATIVE),
            ("utf-32le", 8) => Kind::Utf32(Endian::Little),
            ("utf-32be", 8) => Kind::Utf32(Endian::Big),
            _ => Kind::Other,
        }
    }
}

/// The kernel for a conversion, if there is one.
pub(crate) fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    use scalar::{Big, Little};
    Some(match (from, to) {
        (Kind::Utf8, Kind::Utf8) => scalar::utf_8_to_utf_8,
        (Kind::Utf8, Kind::Utf16(Endian::Little)) => scalar::utf_8_to_utf_16::<Little>,
        (Kind::Utf8, Kind::Utf16(Endian::Big)) => scalar::utf_8_to_utf_16::<Big>,
        (Kind::Utf8, Kind::Utf32(Endian::Little)) => scalar::utf_8_to_utf_32::<Little>,
        (Kind::Utf8, Kind::Utf32(Endian::Big)) => scalar::utf_8_to_utf_32::<Big>,
        (Kind::Utf16(Endian::Little), Kind::Utf8) => scalar::utf_16_to_utf_8::<Little>,
        (Kind::Utf16(Endian::Big), Kind::Utf8) => scalar::utf_16_to_utf_8::<Big>,
        (Kind::Utf32(Endian::Little), Kind::Utf8) => scalar::utf_32_to_utf_8::<Little>,
        (Kind::Utf32(Endian::Big), Kind::Utf8) => scalar::utf_32_to_utf_8::<Big>,
        _ => return None,
    })
}
