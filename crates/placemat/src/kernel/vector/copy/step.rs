//! The step: what a block becomes.
//!
//! Four bytes become six, where `c` is the byte and `n` the next:
//!
//! ```text
//! lead      ED, A0 | (c & 7) << 2 | n >> 4 & 3, less 1
//! second    80 | (c & F) << 2 | n >> 4 & 3
//! third     ED, B0 | c & F
//! fourth    c
//! ```
//!
//! Six bytes become four, where `p` is the byte before and `q` the one before that:
//!
//! ```text
//! ED of a surrogate   nothing
//! second of a lead    F0 | v >> 2                      v = (c & F) + 1
//! third of a lead     80 | (v & 3) << 4 | c >> 2 & F   v of the byte before
//! second of a trail   80 | (q & 3) << 4 | c & F
//! third of a trail    c
//! ```

use super::super::pack::{self, Eight};
use super::super::{BACK, Window, load};
use crate::simd::{BLOCK, Simd};

/// A block with the bytes before it and the one after.
pub(crate) type Between = [u8; BACK + BLOCK + 1];
/// Bytes that a block may write: what it becomes, and what the last store writes after it.
pub(crate) const ROOM: usize = 2 * BLOCK + 16;

/// Returns vector `k` of a block, shifted to begin one byte later.
#[inline(always)]
fn next<S: Simd>(simd: S, block: &Between, k: usize) -> S::Vector {
    simd.load(block, BACK + k * S::LANES + 1)
}

/// Returns all bits where bytes are at least a limit.
#[inline(always)]
fn from<S: Simd>(simd: S, bytes: S::Vector, least: u8) -> S::Vector {
    simd.equal(simd.max(bytes, simd.splat(least)), bytes)
}

/// Returns the low six bits as those of a trail byte.
#[inline(always)]
fn tagged<S: Simd>(simd: S, fields: S::Vector) -> S::Vector {
    simd.or(simd.and(fields, simd.splat(0x3F)), simd.splat(0x80))
}

/// Takes the bits of the mask from one vector, the others from the other.
#[inline(always)]
fn merged<S: Simd>(simd: S, mask: u8, yes: S::Vector, no: S::Vector) -> S::Vector {
    let mask = simd.splat(mask);
    simd.or(simd.and(yes, mask), simd.without(no, mask))
}

/// A block as it is.
#[inline(always)]
pub(crate) fn store<S: Simd>(simd: S, window: &Window, room: &mut [u8; ROOM]) -> usize {
    unrolled!(k of S::VECTORS => {
        simd.store(room, k * S::LANES, load(simd, window, k, 0));
    });
    BLOCK
}

/// Rewrites a block whose sequences of four become surrogate pairs. Without `NUL`, 00 becomes C0 80. Returns
/// the number of bytes.
#[inline(always)]
pub(crate) fn part<S: Simd, const NUL: bool>(
    simd: S,
    block: &Between,
    window: &Window,
    room: &mut [u8; ROOM],
) -> usize {
    let (mut bytes, mut firsts, mut inserts) =
        ([simd.splat(0); 4], [simd.splat(0xED); 4], [simd.splat(0); 4]);
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        let lead = from(simd, byte, 0xF0);
        let second = from(simd, load(simd, window, k, 1), 0xF0);
        let third = from(simd, load(simd, window, k, 2), 0xF0);
        let moved = merged(
            simd,
            0x03,
            simd.shift_words_right::<4>(next(simd, block, k)),
            simd.shift_words_left::<2>(byte),
        );
        let of_lead = simd.add(simd.and(moved, simd.splat(0x1F)), simd.splat(0xA0 - 1));
        let of_third = simd.or(simd.and(byte, simd.splat(0x0F)), simd.splat(0xB0));
        let long = simd.select(second, tagged(simd, moved), simd.select(third, of_third, byte));
        bytes[k] = simd.select(lead, of_lead, long);
        inserts[k] = simd.or(lead, third);
        if !NUL {
            let nul = simd.equal(byte, simd.splat(0));
            bytes[k] = simd.select(nul, simd.splat(0x80), bytes[k]);
            firsts[k] = simd.select(nul, simd.splat(0xC0), firsts[k]);
            inserts[k] = simd.or(inserts[k], nul);
        }
    });
    let inserts = simd.block_mask(inserts);
    let mut inserted = 0;
    unrolled!(k of S::VECTORS => {
        let slots = simd.zip(bytes[k], firsts[k]);
        unrolled!(j of S::LANES / 8 => {
            let at = k * S::LANES + 8 * j;
            let two = Eight::of(inserts, at);
            simd.store_part(room, at + inserted, simd.shuffle(slots[j], pack::UP_TO_TWO.get(two)));
            inserted += two.count();
        });
    });
    BLOCK + inserted
}

/// Rewrites a block whose surrogate pairs become sequences of four. Returns the number of bytes.
#[inline(always)]
pub(crate) fn join<S: Simd>(simd: S, block: &Between, window: &Window, room: &mut [u8; ROOM]) -> usize {
    let (mut bytes, mut drops) = ([simd.splat(0); 4], [simd.splat(0); 4]);
    let ed = simd.splat(0xED);
    unrolled!(k of S::VECTORS => {
        let (byte, before) = (load(simd, window, k, 0), load(simd, window, k, 1));
        let before_2 = load(simd, window, k, 2);
        let is_lead = simd.equal(simd.and(byte, simd.splat(0xF0)), simd.splat(0xA0));
        let is_trail = simd.equal(simd.and(byte, simd.splat(0xF0)), simd.splat(0xB0));
        let is_after_lead = simd.equal(simd.and(before, simd.splat(0xF0)), simd.splat(0xA0));
        let is_second = simd.equal(before, ed);
        let value = simd.sub(byte, simd.splat(0xA0 - 1));
        let of_lead = simd.or(
            simd.and(simd.shift_words_right::<2>(value), simd.splat(0x07)),
            simd.splat(0xF0),
        );
        let moved = simd.shift_words_left::<4>(simd.sub(before, simd.splat(0xA0 - 1)));
        let of_third = merged(simd, 0x30, moved, simd.shift_words_right::<2>(byte));
        let of_trail = merged(simd, 0x30, simd.shift_words_left::<4>(before_2), byte);
        let third = simd.and(simd.equal(before_2, ed), is_after_lead);
        let other = simd.select(third, tagged(simd, of_third), byte);
        let other = simd.select(simd.and(is_second, is_trail), tagged(simd, of_trail), other);
        bytes[k] = simd.select(simd.and(is_second, is_lead), of_lead, other);
        drops[k] = simd.and(simd.equal(byte, ed), from(simd, next(simd, block, k), 0xA0));
    });
    let keeps = !simd.block_mask(drops);
    let mut kept = 0;
    unrolled!(k of S::VECTORS => {
        let words = simd.zip(bytes[k], bytes[k]);
        unrolled!(j of S::LANES / 8 => {
            let keep = Eight::of(keeps, k * S::LANES + 8 * j);
            simd.store_part(room, kept, simd.shuffle(words[j], pack::BYTES.get(keep)));
            kept += keep.count();
        });
    });
    kept
}
