//! Halves of surrogate pairs in three bytes: where they are, and whether they may be there.
//!
//! Behind ED the second byte alone tells: A0..AF makes a lead half, B0..BF a trail half. In a pair the two are three
//! places apart, so as masks of a block
//!
//! ```text
//! due  =  leads << 3, with those of the bytes before
//! Paired     due = trails
//! Apart      due and trails nowhere together
//! ```
//!
//! Text without surrogates knows nothing of this: its loops refuse every half, and only a chunk where they saw an error is
//! looked at again. Surrogates tend to go on, so the next chunk is looked at at once.

use super::nibbles::Nibbles;
use super::{Window, boundary, load};
use crate::kernel::grammar::Surrogates;
use crate::simd::Simd;

/// A look at halves that goes from block to block.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Halves stand in pairs, and nowhere else.
    pub(super) is_paired: bool,
    /// The second bytes of lead halves in the last block.
    leads: u64,
    /// Not zero where the rule is broken.
    pub(super) broken: u64,
    /// Not zero where there was a half.
    pub(super) any: u64,
    /// In the last block there are halves, or third bytes of some.
    pub(super) is_here: bool,
}

impl Look {
    /// Behind bytes that are free of errors.
    #[inline(always)]
    pub(super) fn behind(nibbles: &Nibbles, bytes: &[u8]) -> Self {
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

    /// The next block: a bit for each third byte of a lead half.
    #[inline(always)]
    pub(super) fn at_block<S: Simd>(&mut self, simd: S, window: &Window) -> u64 {
        let (mut lead, mut trail) = ([simd.splat(0); 4], [simd.splat(0); 4]);
        unrolled!(k of S::VECTORS => {
            let is_behind_ed = simd.equal(load(simd, window, k, 1), simd.splat(0xED));
            let high = simd.and(load(simd, window, k, 0), simd.splat(0xF0));
            lead[k] = simd.and(simd.equal(high, simd.splat(0xA0)), is_behind_ed);
            trail[k] = simd.and(simd.equal(high, simd.splat(0xB0)), is_behind_ed);
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

/// The bytes without what is not decided at their end: a sequence that is not finished there, or a lead half that may be
/// of a pair.
#[inline(always)]
pub(super) fn decided<'a>(bytes: &'a [u8], nibbles: &Nibbles) -> &'a [u8] {
    let end = boundary(bytes, bytes.len());
    match &bytes[..end] {
        [.., 0xED, 0xA0..=0xAF, 0x80..=0xBF] if nibbles.has_pairs => &bytes[..end - 3],
        whole => whole,
    }
}

/// How many of the bytes before a place, which are free of errors and end between sequences, are of a lead half that is
/// undecided, or that the rule refuses only behind the place.
#[inline(always)]
pub(super) fn undecided(bytes: &[u8], at: usize, nibbles: &Nibbles) -> usize {
    match bytes[..at] {
        [.., 0xED, 0xA0..=0xAF, _] if nibbles.has_pairs => 3,
        // Where the second byte of the trail half would be the error is seen.
        [.., 0xED, 0xA0..=0xAF, _, 0..=0x7F] if matches!(nibbles.surrogates, Surrogates::Paired) => 4,
        _ => 0,
    }
}
