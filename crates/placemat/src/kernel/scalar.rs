//! The scalar tier: safe Rust on words of eight bytes, without tables.

mod from_utf_16;
mod from_utf_32;
mod from_utf_8;

pub(super) use from_utf_8::{utf_8_to_utf_8, utf_8_to_utf_16, utf_8_to_utf_32};
pub(super) use from_utf_16::utf_16_to_utf_8;
pub(super) use from_utf_32::utf_32_to_utf_8;

/// A byte order, in which words of several units are loaded and stored with the first unit in the lowest lane.
pub(super) trait Order {
    /// Four 16-bit units in lanes, as eight bytes.
    fn words(lanes: u64) -> [u8; 8];
    /// Eight bytes as four 16-bit units in lanes.
    fn from_words(bytes: [u8; 8]) -> u64;
    /// A 16-bit unit.
    fn word(unit: u16) -> [u8; 2];
    /// A 32-bit unit.
    fn doubleword(unit: u32) -> [u8; 4];
    /// Two bytes as a unit.
    fn from_word(bytes: [u8; 2]) -> u16;
    /// Four bytes as a unit.
    fn from_doubleword(bytes: [u8; 4]) -> u32;
}

/// Least significant byte first.
pub(super) struct Little;
/// Most significant byte first.
pub(super) struct Big;

impl Order for Little {
    #[inline(always)]
    fn words(lanes: u64) -> [u8; 8] {
        lanes.to_le_bytes()
    }
    #[inline(always)]
    fn from_words(bytes: [u8; 8]) -> u64 {
        u64::from_le_bytes(bytes)
    }
    #[inline(always)]
    fn word(unit: u16) -> [u8; 2] {
        unit.to_le_bytes()
    }
    #[inline(always)]
    fn doubleword(unit: u32) -> [u8; 4] {
        unit.to_le_bytes()
    }
    #[inline(always)]
    fn from_word(bytes: [u8; 2]) -> u16 {
        u16::from_le_bytes(bytes)
    }
    #[inline(always)]
    fn from_doubleword(bytes: [u8; 4]) -> u32 {
        u32::from_le_bytes(bytes)
    }
}

/// Swaps the two bytes of every lane.
#[inline(always)]
const fn swap_lanes(lanes: u64) -> u64 {
    (lanes & 0x00FF_00FF_00FF_00FF) << 8 | lanes >> 8 & 0x00FF_00FF_00FF_00FF
}

impl Order for Big {
    #[inline(always)]
    fn words(lanes: u64) -> [u8; 8] {
        swap_lanes(lanes).to_le_bytes()
    }
    #[inline(always)]
    fn from_words(bytes: [u8; 8]) -> u64 {
        swap_lanes(u64::from_le_bytes(bytes))
    }
    #[inline(always)]
    fn word(unit: u16) -> [u8; 2] {
        unit.to_be_bytes()
    }
    #[inline(always)]
    fn doubleword(unit: u32) -> [u8; 4] {
        unit.to_be_bytes()
    }
    #[inline(always)]
    fn from_word(bytes: [u8; 2]) -> u16 {
        u16::from_be_bytes(bytes)
    }
    #[inline(always)]
    fn from_doubleword(bytes: [u8; 4]) -> u32 {
        u32::from_be_bytes(bytes)
    }
}
