//! What a block of UTF-8 becomes, in units of 16 and 32 bits: planes of the bytes of the unit that would end
//! at each position, and what is written of them.

use super::pack::Eight;
use crate::simd::Simd;

/// The units that UTF-8 becomes.
pub(super) trait Units {
    /// Bytes of a unit.
    const WIDTH: usize;
    /// Bytes that a block may write: its units, and what the last stores write after them.
    const ROOM: usize;
    /// Units that a sequence of four has written once its third byte is present.
    const EARLY: usize;
    /// A surrogate pair is one unit.
    const JOINS: bool;
    /// Returns the low, high and third byte of the unit at each position. `FOUR` is false if no byte three
    /// places before is F0 or more.
    fn planes<S: Simd, const FOUR: bool>(simd: S, byte: S::Vector, before: [S::Vector; 3]) -> [S::Vector; 3];
    /// Returns the planes, including those of surrogate pairs if they join.
    #[inline(always)]
    fn join<S: Simd>(
        _simd: S,
        planes: [S::Vector; 3],
        _before: [S::Vector; 3],
        _before_4: S::Vector,
    ) -> [S::Vector; 3] {
        planes
    }
    /// The planes of a vector, zipped: eight units to two parts.
    fn zip<S: Simd, const FOUR: bool>(simd: S, planes: [S::Vector; 3]) -> [[S::Part; 4]; 2];
    /// Writes the selected units of eight at a place, with bytes after them that do not count.
    fn put<S: Simd, const FOUR: bool>(
        simd: S,
        parts: [S::Part; 2],
        chosen: Eight,
        room: &mut [u8],
        place: usize,
    );
    /// Writes a vector of ASCII at a place.
    fn widen<S: Simd>(simd: S, ascii: S::Vector, room: &mut [u8], place: usize);
}

/// Returns the low byte, and the low four bits of the high byte, at the ends of sequences.
#[inline(always)]
pub(super) fn low_and_middle<S: Simd>(simd: S, byte: S::Vector, before: S::Vector) -> (S::Vector, S::Vector) {
    let trail = simd.less_signed(byte, simd.splat(0xC0));
    let middle = simd.and(before, trail);
    let seven = simd.and(byte, simd.splat(0x7F));
    let low = simd.or(seven, simd.and(simd.shift_words_left::<6>(middle), simd.splat(0xC0)));
    (low, simd.and(simd.shift_words_right::<2>(middle), simd.splat(0x0F)))
}

/// Returns the payload of a lead of three two places before, in the upper four bits, and zero for everything
/// below.
#[inline(always)]
pub(super) fn top_of_three<S: Simd>(simd: S, before: [S::Vector; 3]) -> S::Vector {
    simd.shift_words_left::<4>(simd.sub_saturating(before[1], simd.splat(0xE0)))
}
