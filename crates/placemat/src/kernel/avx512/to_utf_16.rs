//! UTF-8 to UTF-16.
//!
//! A unit is written at ASCII, at the second byte of two, at the third of three, and at the third *and* the
//! fourth of four, which carry the two surrogates. In other words, a unit is written everywhere except at
//! leads and at second bytes of three and four. Its two bytes are computed in two planes, by position:
//!
//! ```text
//! low    ASCII                   c
//!        last byte of any        before 1 << 6 | c & 3F
//!        third of four           C0 + (before 1 << 2 | c >> 4 & 3), modulo 100
//! high   ASCII                   0
//!        last of two or three    before 2 << 4, if that is a lead of three,  | before 1 >> 2 & F
//!        third of four           D7 + (before 2 & 7) + the carry of the low byte
//!        fourth of four          DC | before 1 >> 2 & 3
//! ```
//!
//! (D7C0 is D800 − (10000 >> 10).) The planes are compressed by one mask and interleaved by two permutes,
//! whose order is the byte order. Blocks with leads of four take a branch of their own.

use super::ascii::Widen;
use super::units::{Thirds, Units, lead_of_three, planes};
use super::{Before, interleave, put};
use crate::simd::{Avx512, Vector};

/// Returns the planes with surrogates at the third and fourth bytes of sequences of four.
#[inline(always)]
pub(super) fn with_surrogates(
    simd: Avx512,
    byte: Vector,
    before: Before,
    [low, high]: [Vector; 2],
    [third, fourth]: [u64; 2],
) -> [Vector; 2] {
    // 03 ? byte >> 4 : before 1 << 2
    let field =
        simd.ternary::<0xCA>(simd.splat(0x03), simd.shift_right::<4>(byte), simd.shift_left::<2>(before[0]));
    let low = simd.blend(third, low, simd.add(field, simd.splat(0xC0)));
    // The sum overflows its byte from field 40 on, that is, if the second byte is 90 or more.
    let carry = third & simd.at_least(before[0], simd.splat(0x90));
    let lead = simd.sub(before[1], simd.splat(0xF0 - 0xD7));
    let high = simd.blend(third, high, lead);
    let high = simd.blend(carry, high, simd.add(high, simd.splat(1)));
    let trail = simd.ternary::<0xCA>(simd.splat(0x03), simd.shift_right::<2>(before[0]), simd.splat(0xDC));
    [low, simd.blend(fourth, high, trail)]
}

/// Writes the units that end in the lanes of a mask.
#[inline(always)]
pub(super) fn store<const BIG: bool, const WHOLE: bool>(
    simd: Avx512,
    [low, high]: [Vector; 2],
    emit: u64,
    room: &mut [u8],
) -> Option<()> {
    let (low, high) = (simd.compress(emit, low), simd.compress(emit, high));
    let (first, second) = const { (&interleave(0, BIG), &interleave(32, BIG)) };
    put::<WHOLE>(simd, room, 0, simd.permute(low, simd.load(first), high))?;
    if !WHOLE && emit.count_ones() <= 32 {
        return Some(());
    }
    put::<WHOLE>(simd, room, 64, simd.permute(low, simd.load(second), high))
}

/// UTF-16 in an order.
pub(super) struct Words<const BIG: bool>;

impl<const BIG: bool> Widen for Words<BIG> {
    const WIDTH: usize = 2;

    #[inline(always)]
    fn widen<const WHOLE: bool>(simd: Avx512, ascii: Vector, room: &mut [u8]) -> Option<()> {
        let (mut low, mut high) = (simd.widen_low(ascii), simd.widen_high(ascii));
        if BIG {
            (low, high) = (simd.shift_left::<8>(low), simd.shift_left::<8>(high));
        }
        put::<WHOLE>(simd, room, 0, low)?;
        put::<WHOLE>(simd, room, 64, high)
    }
}

impl<const BIG: bool> Units for Words<BIG> {
    // The lead surrogate is written at the third byte of four.
    const EARLY: usize = 1;
    const OF_LEAD_SURROGATE: usize = 1;

    #[inline(always)]
    fn write<const FOUR: bool, const WHOLE: bool>(
        simd: Avx512,
        byte: Vector,
        before: Before,
        lanes: u64,
        room: &mut [u8],
    ) -> Option<usize> {
        let (low, high, inside) = planes(simd, byte, before, lead_of_three(simd, before));
        let mut units = [low, high];
        if FOUR {
            let from_f0 = simd.splat(0xF0);
            let halves = [simd.at_least(before[1], from_f0), simd.at_least(before[2], from_f0)];
            units = with_surrogates(simd, byte, before, units, halves);
        }
        let emit = simd.has_none(inside, simd.splat(0x80)) & lanes;
        let count = emit.count_ones() as usize;
        if !WHOLE && room.len() < 2 * count {
            return None;
        }
        store::<BIG, WHOLE>(simd, units, emit, room)?;
        Some(count)
    }

    /// Surrogates are units like any other.
    #[inline(always)]
    fn write_joining(
        simd: Avx512,
        byte: Vector,
        before: Before,
        _: Thirds,
        room: &mut [u8],
    ) -> Option<usize> {
        Self::write::<false, true>(simd, byte, before, u64::MAX, room)
    }
}
