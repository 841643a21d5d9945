//! Validation of short text, without what a long text needs.
//!
//! ```text
//!  8..15 bytes   one vector of 16, filled up with ASCII
//! 16..32         the first vector of 16 and the last
//! 33..64         the first 32 bytes and the last
//! more           blocks, and the last block
//! ```
//!
//! Look-back bytes come out of registers. Only the last vector, which overlaps the one before it, loads them.

use super::BACK;
use super::rules::Rules;
use super::surrogates::decided;
use crate::kernel::grammar::Nibbles;
use crate::kernel::sizes::FEW_BLOCKS;
use crate::simd::{BLOCK, Simd};

/// Texts of fewer bytes than this have no kernel with vectors.
pub(in crate::kernel) const LEAST: usize = 8;

/// Returns `true` if a text of `LEAST` to 64 bytes is well-formed and ends between sequences. If surrogates
/// have a rule, the text has none: the rules refuse them all.
#[inline(always)]
pub(in crate::kernel) fn is_short_well_formed<S: Simd>(simd: S, nibbles: &Nibbles, text: &[u8]) -> bool {
    let narrow = simd.narrow();
    let is = match text.len() {
        0..16 => is_part_well_formed(narrow, nibbles, text),
        16..=32 => are_ends_well_formed::<_, 16>(narrow, nibbles, text),
        _ => are_ends_well_formed::<_, 32>(simd, nibbles, text),
    };
    is && !ends_in_pair(nibbles, text)
}

/// Returns `true` if a text without errors ends in a lead surrogate that a trail surrogate may still follow.
#[inline(always)]
fn ends_in_pair(nibbles: &Nibbles, text: &[u8]) -> bool {
    nibbles.has_pairs && decided(text, nibbles).len() < text.len()
}

/// Returns `true` if a text of 8 to 15 bytes is well-formed. What is missing at its end shows at the filler.
#[inline(always)]
fn is_part_well_formed<S: Simd>(simd: S, nibbles: &Nibbles, text: &[u8]) -> bool {
    const FILLER: u64 = u64::MAX / 0xFF;
    let (Some(&first), Some(&last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) else { return false };
    let after_first = 8 * (text.len() as u32 - 8);
    let last = u64::from_le_bytes(last).unbounded_shr(64 - after_first) | FILLER.unbounded_shl(after_first);
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&first);
    bytes[8..].copy_from_slice(&last.to_le_bytes());
    let rules = &Rules::load(simd, nibbles);
    let byte = simd.load(&bytes, 0);
    let errors = rules.errors_after(simd, simd.splat(1), byte);
    simd.is_zero(simd.or(errors, rules.nul(simd, byte)))
}

/// Returns `true` if the first and the last `BYTES` bytes of a text are well-formed, which must be all of it.
#[inline(always)]
fn are_ends_well_formed<S: Simd, const BYTES: usize>(simd: S, nibbles: &Nibbles, text: &[u8]) -> bool {
    let (Some(front), Some(back)) = (text.first_chunk::<BYTES>(), text.last_chunk::<BYTES>()) else {
        return false;
    };
    let rules = &Rules::load(simd, nibbles);
    let mut errors = errors_in_front(simd, rules, text, text.len() - BYTES);
    errors = simd.or(errors, rules.owed(simd, simd.load(back, BYTES - S::LANES)));
    let mut least = rules.least(simd, simd.load(front, 0), simd.load(back, 0));
    errors = simd.or(errors, rules.errors_after(simd, simd.splat(1), simd.load(front, 0)));
    let mut k = S::LANES;
    while k < BYTES {
        for bytes in [front, back] {
            let byte = simd.load(bytes, k);
            errors = simd.or(errors, rules.errors_after(simd, simd.load(bytes, k - S::LANES), byte));
            least = rules.least(simd, least, byte);
        }
        k += S::LANES;
    }
    simd.is_zero(simd.or(errors, rules.nul(simd, least)))
}

/// Returns a value other than zero where the vector at a place of a text has an error. If there are not three
/// bytes to look back at, its first three lanes are not examined.
#[inline(always)]
fn errors_in_front<S: Simd>(simd: S, rules: &Rules<S>, text: &[u8], at: usize) -> S::Vector {
    /// All lanes but the first three.
    const BUT_THREE: [u8; BACK] = {
        let mut lanes = [0xFF; BACK];
        (lanes[0], lanes[1], lanes[2]) = (0, 0, 0);
        lanes
    };
    let byte = simd.load(text, at);
    if at >= 3 {
        rules.errors_by(
            simd,
            byte,
            [simd.load(text, at - 1), simd.load(text, at - 2), simd.load(text, at - 3)],
        )
    } else {
        simd.and(rules.errors_after(simd, simd.splat(1), byte), simd.load(&BUT_THREE, 0))
    }
}

/// Returns `true` if a text of a block or more is well-formed, as in [`is_short_well_formed`].
#[inline(always)]
pub(in crate::kernel) fn is_medium_well_formed<S: Simd>(simd: S, nibbles: &Nibbles, text: &[u8]) -> bool {
    let (mut blocks, rest) = text.as_chunks::<BLOCK>();
    let Some(end) = text.last_chunk::<BLOCK>() else { return false };
    // A shorter text that is ASCII does not come here.
    if !nibbles.refuses_nul && text.len() > FEW_BLOCKS {
        while let Some((block, others)) = blocks.split_first()
            && is_ascii(simd, block)
        {
            blocks = others;
        }
        if blocks.is_empty() && is_ascii(simd, end) {
            return true;
        }
    }
    let rules = &Rules::load(simd, nibbles);
    let (mut errors, mut last) = (simd.splat(0), simd.splat(1));
    for block in blocks {
        let (is_ascii, nul) = look(simd, rules, block);
        errors = simd.or(errors, nul);
        errors = simd.or(
            errors,
            if is_ascii {
                rules.owed(simd, last)
            } else {
                let front = rules.errors_after(simd, last, simd.load(block, 0));
                simd.or(front, errors_of_others(simd, rules, block))
            },
        );
        last = simd.load(block, BLOCK - S::LANES);
    }
    if !rest.is_empty() {
        let (is_ascii, nul) = look(simd, rules, end);
        errors = simd.or(errors, nul);
        // If the last block is ASCII, what is before the rest expects nothing: the block begins before it.
        if !is_ascii {
            let front = errors_in_front(simd, rules, text, text.len() - BLOCK);
            errors = simd.or(errors, simd.or(front, errors_of_others(simd, rules, end)));
        }
    }
    errors = simd.or(errors, rules.owed(simd, simd.load(end, BLOCK - S::LANES)));
    simd.is_zero(errors) && !ends_in_pair(nibbles, text)
}

/// Returns `true` if a block is ASCII.
#[inline(always)]
fn is_ascii<S: Simd>(simd: S, block: &[u8; BLOCK]) -> bool {
    let mut any = simd.load(block, 0);
    unrolled!(k of S::VECTORS => {
        any = simd.or(any, simd.load(block, k * S::LANES));
    });
    !simd.has_sign(any)
}

/// Returns whether a block is ASCII, and a value other than zero if it has a refused 00.
#[inline(always)]
fn look<S: Simd>(simd: S, rules: &Rules<S>, block: &[u8; BLOCK]) -> (bool, S::Vector) {
    let mut any = simd.load(block, 0);
    let mut least = any;
    unrolled!(k of S::VECTORS => {
        let byte = simd.load(block, k * S::LANES);
        any = simd.or(any, byte);
        least = rules.least(simd, least, byte);
    });
    (!simd.has_sign(any), rules.nul(simd, least))
}

/// Returns a value other than zero where a vector of a block other than its first has an error.
#[inline(always)]
fn errors_of_others<S: Simd>(simd: S, rules: &Rules<S>, block: &[u8; BLOCK]) -> S::Vector {
    let mut errors = simd.splat(0);
    unrolled!(k of S::VECTORS => {
        if k > 0 {
            let (last, byte) = (simd.load(block, (k - 1) * S::LANES), simd.load(block, k * S::LANES));
            errors = simd.or(errors, rules.errors_after(simd, last, byte));
        }
    });
    errors
}
