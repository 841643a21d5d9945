//! Validation of UTF-16: a trail unit behind every lead unit, and nowhere else.
//!
//! Runs of 128 units without surrogates are skipped; in others the two kinds of half are masks, and the leads, shifted by
//! one, must equal the trails. One bit is carried from block to block.

use crate::simd::{Avx512, Vector};

/// Units of a block, and blocks of a run.
const UNITS: usize = 32;
const BLOCKS: usize = 4;
/// Bytes of a run.
const RUN: usize = 2 * UNITS * BLOCKS;

#[inline(always)]
fn surrogates(simd: Avx512, units: Vector) -> u32 {
    simd.words_below(simd.sub_words(units, simd.splat_word(0xD800)), simd.splat_word(0x0800))
}

/// The lead and the trail surrogates of a block; a load takes units in an order.
#[inline(always)]
fn halves(simd: Avx512, units: Vector) -> (u32, u32) {
    let some = surrogates(simd, units);
    let lead = some & simd.words_have_none(units, simd.splat_word(0x0400));
    (lead, some ^ lead)
}

/// A mask of the first units of a block.
#[inline(always)]
fn lanes(count: usize) -> u32 {
    if count < UNITS { (1 << count) - 1 } else { u32::MAX }
}

#[inline(always)]
fn in_order<const BIG: bool>(simd: Avx512, loaded: Vector) -> Vector {
    if BIG { simd.swap_words(loaded) } else { loaded }
}

/// The length in bytes of a prefix of whole sequences of UTF-16 in an order.
#[inline(always)]
pub(in crate::kernel) fn validate_utf_16<const BIG: bool>(simd: Avx512, bytes: &[u8]) -> usize {
    let mut at = 0;
    let mut carry = 0;
    'runs: while let Some(run) = bytes[at..].first_chunk::<RUN>() {
        let blocks = run.as_chunks::<64>().0;
        let mut units = [simd.zero(); BLOCKS];
        let mut least = simd.splat_word(u16::MAX);
        for (units, block) in units.iter_mut().zip(blocks) {
            *units = in_order::<BIG>(simd, simd.load(block));
            // Less than 800 for surrogates alone; so one comparison will do.
            least = simd.min_words(least, simd.sub_words(*units, simd.splat_word(0xD800)));
        }
        if carry | simd.words_below(least, simd.splat_word(0x0800)) != 0 {
            for units in units {
                let (lead, trail) = halves(simd, units);
                if trail != (lead << 1 | carry) {
                    break 'runs;
                }
                carry = lead >> (UNITS - 1);
                at += 2 * UNITS;
            }
        } else {
            at += RUN;
        }
    }
    // What is less than a run, and the run that has an error as far as it is well-formed.
    while bytes.len() - at > 1 {
        let (lead, trail) = halves(simd, in_order::<BIG>(simd, simd.load_front(&bytes[at..])));
        let count = ((bytes.len() - at) / 2).min(UNITS);
        let wrong = (trail ^ (lead << 1 | carry)) & lanes(count);
        if wrong != 0 {
            // A trail unit that is alone, or what stands behind a lead unit that is alone.
            let first = wrong.trailing_zeros();
            at += 2 * first as usize;
            carry = !(trail >> first) & 1;
            break;
        }
        carry = lead >> (count - 1) & 1;
        at += 2 * count;
    }
    // A lead unit whose trail unit is not there yet goes back.
    at - 2 * carry as usize
}
