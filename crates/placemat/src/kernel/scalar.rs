//! The scalar tier: safe Rust on words of eight bytes, without tables.

mod change;
mod copy;
mod from_utf_16;
mod from_utf_32;
mod from_utf_8;
mod latin_1;
mod lossy;
mod write;

pub(super) use change::{join_few, join_first, part_few, part_first};
pub(super) use copy::copy_some;
pub(super) use from_utf_8::{few_utf_8_to_utf_16, few_utf_8_to_utf_32, utf_8_to_utf_16, utf_8_to_utf_32};
pub(super) use from_utf_16::{few_utf_16_to_utf_8, utf_16_to_utf_8, validate_utf_16};
pub(super) use from_utf_32::utf_32_to_utf_8;
pub(super) use latin_1::{few_single_bytes_to_utf_8, single_bytes_to_utf_8, upper, utf_8_to_latin_1};
pub(super) use lossy::{
    Parts, Utf8ToUtf8, Utf8ToUtf16, Utf8ToUtf32, Utf16ToUtf8, Utf16ToUtf16, lossy, make_well_formed,
};

/// A byte order, most significant byte first or last, in which words of several units are loaded and stored
/// with the first unit in the lowest lane.
struct Order<const BIG: bool>;

/// Swaps the two bytes of every 16-bit lane.
#[inline(always)]
const fn swap_lanes(lanes: u64) -> u64 {
    (lanes & 0x00FF_00FF_00FF_00FF) << 8 | lanes >> 8 & 0x00FF_00FF_00FF_00FF
}

impl<const BIG: bool> Order<BIG> {
    /// Four 16-bit units in lanes, as eight bytes.
    #[inline(always)]
    fn words(lanes: u64) -> [u8; 8] {
        if BIG { swap_lanes(lanes).to_le_bytes() } else { lanes.to_le_bytes() }
    }

    /// Eight bytes as four 16-bit units in lanes.
    #[inline(always)]
    fn from_words(bytes: [u8; 8]) -> u64 {
        let lanes = u64::from_le_bytes(bytes);
        if BIG { swap_lanes(lanes) } else { lanes }
    }

    /// A 16-bit unit.
    #[inline(always)]
    fn word(unit: u16) -> [u8; 2] {
        if BIG { unit.to_be_bytes() } else { unit.to_le_bytes() }
    }

    /// Two bytes as a unit.
    #[inline(always)]
    fn from_word(bytes: [u8; 2]) -> u16 {
        if BIG { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
    }
}
