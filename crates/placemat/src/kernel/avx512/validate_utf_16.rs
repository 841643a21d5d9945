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

/// The length in bytes of a prefix of whole sequences of UTF-16 in an order.
#[inline(always)]
pub(in crate::kernel) fn validate_utf_16<const BIG: bool>(simd: Avx512, bytes: &[u8]) -> usize {
    let mut at = 0;
    let mut carry = 0;
    'runs: while let Some(run) = bytes[at..].first_chunk::<RUN>() {
        let blocks = run.as_chunks::<64>().0;
        let mut units = [simd.zero(); BLOCKS];
        let mut any = carry;
        for (units, block) in units.iter_mut().zip(blocks) {
            let loaded = simd.load(block);
            *units = if BIG { simd.swap_words(loaded) } else { loaded };
            any |= surrogates(simd, *units);
        }
        if any != 0 {
            for units in units {
                let some = surrogates(simd, units);
                let lead = some & simd.words_have_none(units, simd.splat_word(0x0400));
                let trail = some ^ lead;
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
    // A lead unit whose trail unit is not there yet goes back.
    at - 2 * carry as usize
}
