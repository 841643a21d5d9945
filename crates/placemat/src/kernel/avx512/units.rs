//! What a block of UTF-8 becomes, in units of 16 and 32 bits: a unit for every byte position at which one
//! ends.

use super::Before;
use super::ascii::Widen;
use crate::simd::{Avx512, Vector};

/// The units that UTF-8 becomes.
pub(super) trait Units: Widen {
    /// Units that a sequence of four has written once its third byte is present.
    const EARLY: usize;
    /// Units that a lead surrogate of three bytes has written once it is complete, if pairs are one code
    /// point.
    const OF_LEAD_SURROGATE: usize;
    /// Writes the units that end in some lanes of a block, and returns how many. `FOUR` is false if there are
    /// no sequences of four. `WHOLE` is true if the room is for 64 units. Returns `None` if the room is too
    /// small.
    fn write<const FOUR: bool, const WHOLE: bool>(
        simd: Avx512,
        byte: Vector,
        before: Before,
        lanes: u64,
        room: &mut [u8],
    ) -> Option<usize>;
    /// Writes the units that end in some lanes of a block, with each surrogate pair as one code point.
    fn write_joining(
        simd: Avx512,
        byte: Vector,
        before: Before,
        thirds: Thirds,
        room: &mut [u8],
    ) -> Option<usize>;
}

/// Returns the low byte and the high byte at the ends of sequences of up to three, and sign bits at bytes
/// where none ends. `top` has bits 12–15 of the code point: see [`lead_of_three`].
#[inline(always)]
pub(super) fn planes(simd: Avx512, byte: Vector, before: Before, top: Vector) -> (Vector, Vector, Vector) {
    let lead = simd.sub_saturating(byte, simd.splat(0x40));
    let second = simd.sub_saturating(before[0], simd.splat(0x60));
    let inside = simd.or(lead, second);
    let middle = simd.keep(simd.sign_bits(byte), before[0]);
    let seven = simd.and(byte, simd.splat(0x7F));
    // seven | middle << 6 & C0
    let low = simd.ternary::<0xF8>(seven, simd.shift_left::<6>(middle), simd.splat(0xC0));
    // F0 ? top << 4 : middle >> 2
    let high =
        simd.ternary::<0xCA>(simd.splat(0xF0), simd.shift_left::<4>(top), simd.shift_right::<2>(middle));
    (low, high, inside)
}

/// Returns the payload of a lead of three two places before, and zero for everything below.
#[inline(always)]
pub(super) fn lead_of_three(simd: Avx512, before: Before) -> Vector {
    simd.sub_saturating(before[1], simd.splat(0xE0))
}

/// The third bytes of lead surrogates and of trail surrogates in a block, and the bytes four places before.
pub(super) struct Thirds {
    pub(super) lead: u64,
    pub(super) trail: u64,
    pub(super) before: Vector,
}
