//! The step: a block of UTF-32 becomes UTF-8 or generalized UTF-8, by way of UTF-16 units if sixteen bits are
//! enough, otherwise in slots of four bytes.
//!
//! In slots, each class of code points differs from the one below by the tags of its bytes.

use super::super::from_utf_16::{ROOM as BMP_ROOM, Units, below_800, surrogates, up_to_three};
use super::super::pack::{self, Eight};
use crate::form::Form;
use crate::kernel::grammar::FormGrammar;
use crate::simd::Simd;

/// Units of a block.
pub(crate) const UNITS: usize = 32;
/// Bytes of a block.
pub(crate) const BLOCK: usize = 4 * UNITS;
/// Bytes that a block may write: what it becomes, and what the last store writes after it.
pub(crate) const ROOM: usize = 127 + 16;

/// Returns `true` if surrogates are code points like others.
const fn has_surrogates<F: Form>() -> bool {
    const { FormGrammar::<F>::EXPECTED.has_surrogates() }
}

#[inline(always)]
fn load<S: Simd>(simd: S, block: &[u8; BLOCK], k: usize) -> S::Vector {
    simd.load(block, k * S::LANES)
}

/// Returns all bits where code points are below a limit.
#[inline(always)]
fn below<S: Simd>(simd: S, units: S::Vector, limit: u32) -> S::Vector {
    simd.doublewords_less_signed(units, simd.splat_doubleword(limit))
}

/// Returns the last byte, middle, lead of three and lead of two of code points; for a sequence of four, its
/// four bytes in reverse.
#[inline(always)]
fn slots<S: Simd>(simd: S, units: S::Vector) -> S::Vector {
    let fields = simd.or(
        simd.or(
            simd.and(units, simd.splat_doubleword(0x3F)),
            simd.and(simd.shift_doublewords_left::<2>(units), simd.splat_doubleword(0x3F00)),
        ),
        simd.or(
            simd.and(simd.shift_doublewords_left::<4>(units), simd.splat_doubleword(0x3F_0000)),
            simd.and(simd.shift_doublewords_left::<6>(units), simd.splat_doubleword(0x0700_0000)),
        ),
    );
    let four = simd.or(fields, simd.splat_doubleword(0xF080_8080));
    let three = simd.or(fields, simd.splat_doubleword(0x00E0_8080));
    let lead_of_two = simd.shift_doublewords_left::<16>(simd.and(fields, simd.splat_doubleword(0x1F00)));
    let two = simd.or(simd.or(fields, lead_of_two), simd.splat_doubleword(0xC000_0080));
    let long = simd.select(below(simd, units, 0x1_0000), three, four);
    let long = simd.select(below(simd, units, 0x800), two, long);
    simd.select(below(simd, units, 0x80), units, long)
}

/// Returns all bits where a code point takes two or three bytes.
#[inline(always)]
fn two_or_three<S: Simd>(simd: S, units: S::Vector) -> S::Vector {
    simd.without(below(simd, units, 0x1_0000), below(simd, units, 0x80))
}

/// Returns the length of every code point in two bits: 00, 01, 11, 10 for one to four bytes.
#[inline(always)]
fn lengths<S: Simd>(simd: S, first: S::Vector, second: S::Vector) -> S::Vector {
    let low = simd.narrow_masks(two_or_three(simd, first), two_or_three(simd, second));
    let short = simd.narrow_masks(below(simd, first, 0x800), below(simd, second, 0x800));
    simd.select(simd.splat_word(0x00FF), low, simd.xor(short, simd.splat(0xFF)))
}

/// Converts a block with supplementary code points. Returns the number of bytes, or `None` if the target
/// cannot hold one.
#[inline(always)]
fn with_astral<S: Simd, F: Form>(simd: S, block: &[u8; BLOCK], room: &mut [u8; ROOM]) -> Option<usize> {
    let mut wrong = simd.splat(0);
    let mut greatest = wrong;
    let mut masks = [wrong; 4];
    unrolled!(k of S::VECTORS => {
        let pair = [load(simd, block, 2 * k), load(simd, block, 2 * k + 1)];
        for units in pair {
            if !has_surrogates::<F>() {
                let upper = simd.and(units, simd.splat_doubleword(0xFFFF_F800));
                wrong = simd.or(wrong, simd.equal_doublewords(upper, simd.splat_doubleword(0xD800)));
            }
            greatest = simd.max_doublewords(greatest, units);
        }
        masks[k] = lengths(simd, pair[0], pair[1]);
    });
    let last = simd.splat_doubleword(0x10_FFFF);
    let beyond = simd.xor(simd.max_doublewords(greatest, last), last);
    if !simd.is_zero(simd.or(wrong, beyond)) {
        return None;
    }
    let lengths = simd.block_mask(masks);
    let four = lengths >> 1 & !lengths & 0x5555_5555_5555_5555;
    let mut written = 0;
    unrolled!(k of S::VECTORS => {
        unrolled!(half of 2 => {
            let [first, second] = simd.parts(slots(simd, load(simd, block, 2 * k + half)));
            let at = (2 * k + half) * S::LANES / 2;
            written += put_four(simd, first, [lengths, four], at, written, room);
            if S::LANES == 32 {
                written += put_four(simd, second, [lengths, four], at + 8, written, room);
            }
        });
    });
    Some(written)
}

/// Writes four slots whose lengths are at a place in the masks. Returns the number of bytes.
#[inline(always)]
fn put_four<S: Simd>(
    simd: S,
    slots: S::Part,
    [lengths, four]: [u64; 2],
    at: usize,
    written: usize,
    room: &mut [u8; ROOM],
) -> usize {
    let longer = Eight::of(lengths, at);
    // At most 112 bytes are before.
    simd.store_part(room, written % 128, simd.shuffle(slots, pack::UP_TO_FOUR.get(longer)));
    4 + longer.count() + 2 * Eight::of(four, at).count()
}

/// Converts a block. Returns the number of bytes, or `None` if the target cannot hold a unit.
#[inline(always)]
pub(crate) fn convert_block<S: Simd, F: Form>(
    simd: S,
    block: &[u8; BLOCK],
    room: &mut [u8; ROOM],
) -> Option<usize> {
    let mut any = simd.splat(0);
    for k in 0..2 * S::VECTORS {
        any = simd.or(any, load(simd, block, k));
    }
    if !simd.is_zero(simd.and(any, simd.splat_doubleword(0xFFFF_0000))) {
        return with_astral::<S, F>(simd, block, room);
    }
    let mut units: Units<S> = [any; 4];
    unrolled!(k of S::VECTORS => {
        let (first, second) = (load(simd, block, 2 * k), load(simd, block, 2 * k + 1));
        units[k] = simd.narrow_doublewords(first, second);
    });
    let room = room.first_chunk_mut::<BMP_ROOM>()?;
    if let Some(len) = below_800::<S, true>(simd, units, room) {
        return Some(len);
    }
    // (Not a closure, because a closure would not have the target features.)
    if !has_surrogates::<F>() && !simd.is_zero(surrogates(simd, units)) {
        return None;
    }
    Some(up_to_three::<S, true>(simd, units, room))
}
