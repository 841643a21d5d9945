//! Validation of UTF-16: a trail surrogate after every lead surrogate, and nowhere else.
//!
//! Runs of 128 units without surrogates are skipped. In other runs, the two kinds of surrogate are masks of
//! two bits a unit, and the leads, shifted by one unit, must equal the trails. Two bits are carried from
//! block to block.

use crate::simd::{BLOCK, Simd};

/// Bytes of a run.
const RUN: usize = 4 * BLOCK;

/// Returns a word as it stands in memory in a byte order.
#[inline(always)]
const fn word<const BIG: bool>(word: u16) -> u16 {
    if BIG { word.swap_bytes() } else { word }
}

/// Returns all bits where words have these bits, of those in the mask.
#[inline(always)]
pub(super) fn are<S: Simd, const BIG: bool>(simd: S, words: S::Vector, mask: u16, bits: u16) -> S::Vector {
    simd.equal_words(simd.and(words, simd.splat_word(word::<BIG>(mask))), simd.splat_word(word::<BIG>(bits)))
}

/// The units of a kind in a block, two bits each.
#[inline(always)]
fn signs<S: Simd, const BIG: bool>(simd: S, block: &[u8; BLOCK], kind: u16) -> u64 {
    let mut masks = [simd.splat(0); 4];
    unrolled!(k of S::VECTORS => {
        masks[k] = are::<S, BIG>(simd, simd.load(block, k * S::LANES), 0xFC00, kind);
    });
    simd.block_mask(masks)
}

/// Returns the length in bytes of a prefix of whole sequences of UTF-16 in a byte order.
#[inline(always)]
pub(crate) fn validate_utf_16<S: Simd, const BIG: bool>(simd: S, bytes: &[u8]) -> usize {
    let mut at = 0;
    let mut carry = 0;
    'runs: while let Some(run) = bytes[at..].first_chunk::<RUN>() {
        let mut surrogates = simd.splat(0);
        for k in 0..RUN / S::LANES {
            let words = simd.load(run, k * S::LANES);
            surrogates = simd.or(surrogates, are::<S, BIG>(simd, words, 0xF800, 0xD800));
        }
        if carry == 0 && simd.is_zero(surrogates) {
            at += RUN;
            continue;
        }
        for block in run.as_chunks().0 {
            let lead = signs::<S, BIG>(simd, block, 0xD800);
            let trail = signs::<S, BIG>(simd, block, 0xDC00);
            if trail != (lead << 2 | carry) {
                break 'runs;
            }
            carry = lead >> 62;
            at += BLOCK;
        }
    }
    // A lead surrogate whose trail is not there yet is not counted.
    if carry == 0 { at } else { at - 2 }
}
