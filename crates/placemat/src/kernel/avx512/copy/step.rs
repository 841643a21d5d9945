//! The step: what a block becomes.
//!
//! Two bytes before each byte and one byte after it determine what the byte becomes. Four bytes become six,
//! where `c` is the byte and `n` the next:
//!
//! ```text
//! lead      ED, A0 | (c & 7) << 2 | n >> 4 & 3, less 1
//! second    80 | (c & F) << 2 | n >> 4 & 3
//! third     ED, B0 | c & F
//! fourth    c
//! ```
//!
//! Each byte has two slots. The first is in use if something is inserted before the byte; slots are
//! compressed as in the UTF-16 kernels. Six bytes become four, where `p` is the byte before and `q` the one
//! before that:
//!
//! ```text
//! ED of a surrogate   nothing
//! second of a lead    F0 | v >> 2                      v = (c & F) + 1
//! third of a lead     80 | (v & 3) << 4 | c >> 2 & F   v of the byte before
//! second of a trail   80 | (q & 3) << 4 | c & F
//! third of a trail    c
//! ```

use super::super::surrogates::Look;
use super::super::{BACK, Before, RUN, interleave};
use crate::simd::{Avx512, Vector};

/// A run with the bytes before it and the one after it.
pub(crate) type Between = [u8; BACK + RUN + 1];

/// Returns the bytes of block `k`, shifted to begin one place later.
#[inline(always)]
pub(crate) fn next(simd: Avx512, run: &Between, k: usize) -> Vector {
    let from = BACK + 64 * k + 1;
    match run[from..from + 64].first_chunk() {
        Some(bytes) => simd.load(bytes),
        None => simd.zero(), // cannot be: there are four blocks
    }
}

/// Returns the slots in use of 32 pairs: always the second, and the first if its bit in the mask is set.
#[inline(always)]
fn in_use(simd: Avx512, mask: u64) -> u64 {
    simd.deposit(mask & 0xFFFF_FFFF, 0x5555_5555_5555_5555) | 0xAAAA_AAAA_AAAA_AAAA
}

/// Returns the low six bits as those of a trail byte.
#[inline(always)]
fn tagged(simd: Avx512, fields: Vector) -> Vector {
    simd.ternary::<0xEA>(fields, simd.splat(0x3F), simd.splat(0x80))
}

/// Writes the lanes of `bytes`, with one of `first` before each lane in the mask. Returns the number of
/// bytes.
#[inline(always)]
fn store_pairs(simd: Avx512, first: Vector, bytes: Vector, mask: u64, room: &mut [u8]) -> Option<usize> {
    let (low, high) = const { (&interleave(0, false), &interleave(32, false)) };
    let (keep_low, keep_high) = (in_use(simd, mask), in_use(simd, mask >> 32));
    let low = simd.compress(keep_low, simd.permute(first, simd.load(low), bytes));
    let high = simd.compress(keep_high, simd.permute(first, simd.load(high), bytes));
    simd.store(room.first_chunk_mut()?, low);
    let len = keep_low.count_ones() as usize;
    simd.store(room.get_mut(len..)?.first_chunk_mut()?, high);
    Some(len + keep_high.count_ones() as usize)
}

/// Rewrites a block whose sequences of four become surrogate pairs. Without `NUL`, 00 becomes C0 80.
#[inline(always)]
pub(crate) fn part<const NUL: bool>(
    simd: Avx512,
    next: Vector,
    byte: Vector,
    before: Before,
    room: &mut [u8],
) -> Option<usize> {
    let from_f0 = simd.splat(0xF0);
    let lead = simd.at_least(byte, from_f0);
    let second = simd.at_least(before[0], from_f0);
    let third = simd.at_least(before[1], from_f0);
    let fields = simd.shift_right::<4>(next);
    // 03 ? next >> 4 : byte << 2
    let moved = simd.ternary::<0xCA>(simd.splat(0x03), fields, simd.shift_left::<2>(byte));
    // moved & 1F, and 3F, with what is above
    let of_lead = simd.add(simd.and(moved, simd.splat(0x1F)), simd.splat(0xA0 - 1));
    let of_second = tagged(simd, moved);
    let of_third = simd.ternary::<0xEA>(byte, simd.splat(0x0F), simd.splat(0xB0));
    let bytes = simd.blend(lead, byte, of_lead);
    let bytes = simd.blend(second, bytes, of_second);
    let bytes = simd.blend(third, bytes, of_third);
    if NUL {
        return store_pairs(simd, simd.splat(0xED), bytes, lead | third, room);
    }
    let nul = simd.has_none(byte, simd.splat(0xFF));
    let first = simd.blend(nul, simd.splat(0xED), simd.splat(0xC0));
    store_pairs(simd, first, simd.blend(nul, bytes, simd.splat(0x80)), lead | third | nul, room)
}

/// Rewrites a block whose surrogate pairs become sequences of four, given the looks before it and after it.
#[inline(always)]
pub(crate) fn join(
    simd: Avx512,
    next: Vector,
    byte: Vector,
    before: Before,
    (old, new): (Look, Look),
    room: &mut [u8],
) -> Option<usize> {
    let (lead, trail) = (simd.sign_bits(new.masks.lead), simd.sign_bits(new.masks.trail));
    let after_lead = lead << 1 | simd.sign_bits(old.masks.lead) >> 63;
    let less = simd.splat(0xA0 - 1);
    let quarter = simd.shift_right::<2>(simd.sub(byte, less));
    let of_lead = simd.ternary::<0xEA>(quarter, simd.splat(0x07), simd.splat(0xF0));
    // 30 ? value << 4 : byte >> 2
    let moved = simd.shift_left::<4>(simd.sub(before[0], less));
    let of_third = tagged(simd, simd.ternary::<0xCA>(simd.splat(0x30), moved, simd.shift_right::<2>(byte)));
    let moved = simd.shift_left::<4>(before[1]);
    let of_trail = tagged(simd, simd.ternary::<0xCA>(simd.splat(0x30), moved, byte));
    let bytes = simd.blend(lead, byte, of_lead);
    let bytes = simd.blend(after_lead, bytes, of_third);
    let bytes = simd.blend(trail, bytes, of_trail);
    let drop = simd.equal(byte, simd.splat(0xED)) & simd.at_least(next, simd.splat(0xA0));
    simd.store(room.first_chunk_mut()?, simd.compress(!drop, bytes));
    Some(64 - drop.count_ones() as usize)
}
