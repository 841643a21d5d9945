//! Surrogates encoded in three bytes each: where they are, and whether they may be there.
//!
//! After ED the second byte alone decides: A0..AF makes a lead surrogate, B0..BF a trail surrogate. In a pair
//! the two are three places apart. As masks of a block:
//!
//! ```text
//! due  =  leads << 3, with those of the bytes before
//! Paired     due = trails
//! Apart      due and trails never together
//! ```
//!
//! Code for text without surrogates does not apply this rule: its loops refuse every surrogate, and only a
//! chunk in which they saw an error is examined again. Surrogates tend to continue, so the next chunk is
//! examined here at once.

use super::{Window, boundary, load};
use crate::kernel::grammar::{Nibbles, Surrogates};
use crate::simd::Simd;

/// A look at surrogates that is carried from block to block.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Surrogates stand in pairs, and nowhere else.
    pub(super) is_paired: bool,
    /// The second bytes of lead surrogates in the last block.
    leads: u64,
    /// A value other than zero where the rule is broken.
    pub(super) broken: u64,
    /// A value other than zero where there was a surrogate.
    pub(super) any: u64,
    /// The last block has surrogates, or third bytes of some.
    pub(super) is_here: bool,
}

impl Look {
    /// Starts a look after bytes that are free of errors.
    #[inline(always)]
    pub(super) fn after(nibbles: &Nibbles, bytes: &[u8]) -> Self {
        let leads = match *bytes {
            [.., 0xED, 0xA0..=0xAF] => 1 << 63,
            [.., 0xED, 0xA0..=0xAF, _] => 1 << 62,
            [.., 0xED, 0xA0..=0xAF, _, _] => 1 << 61,
            _ => 0,
        };
        Look {
            is_paired: matches!(nibbles.surrogates, Surrogates::Paired),
            leads,
            broken: 0,
            any: 0,
            is_here: false,
        }
    }

    /// Looks at the next block. Returns one bit for each third byte of a lead surrogate.
    #[inline(always)]
    pub(super) fn at_block<S: Simd>(&mut self, simd: S, window: &Window) -> u64 {
        let (mut lead, mut trail) = ([simd.splat(0); 4], [simd.splat(0); 4]);
        unrolled!(k of S::VECTORS => {
            let is_after_ed = simd.equal(load(simd, window, k, 1), simd.splat(0xED));
            let high = simd.and(load(simd, window, k, 0), simd.splat(0xF0));
            lead[k] = simd.and(simd.equal(high, simd.splat(0xA0)), is_after_ed);
            trail[k] = simd.and(simd.equal(high, simd.splat(0xB0)), is_after_ed);
        });
        let (leads, trails) = (simd.block_mask(lead), simd.block_mask(trail));
        let due = leads << 3 | self.leads >> 61;
        let third = leads << 1 | self.leads >> 63;
        self.broken |= if self.is_paired { due ^ trails } else { due & trails };
        self.any |= leads | trails;
        self.is_here = (leads | trails | third) != 0;
        self.leads = leads;
        third
    }
}

/// Returns the bytes without what is undecided at their end: an incomplete sequence, or a lead surrogate that
/// may be of a pair.
#[inline(always)]
pub(super) fn decided<'a>(bytes: &'a [u8], nibbles: &Nibbles) -> &'a [u8] {
    let end = boundary(bytes, bytes.len());
    match &bytes[..end] {
        [.., 0xED, 0xA0..=0xAF, 0x80..=0xBF] if nibbles.has_pairs => &bytes[..end - 3],
        whole => whole,
    }
}

/// Returns how many of the bytes before a place are of a lead surrogate that is undecided, or that the rule
/// refuses only after the place. The bytes must be free of errors and end between sequences.
#[inline(always)]
pub(super) fn undecided(bytes: &[u8], at: usize, nibbles: &Nibbles) -> usize {
    match bytes[..at] {
        [.., 0xED, 0xA0..=0xAF, _] if nibbles.has_pairs => 3,
        // The error is seen where the second byte of the trail surrogate would be.
        [.., 0xED, 0xA0..=0xAF, _, 0..=0x7F] if matches!(nibbles.surrogates, Surrogates::Paired) => 4,
        _ => 0,
    }
}
