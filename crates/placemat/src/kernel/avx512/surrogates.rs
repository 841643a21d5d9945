//! Surrogates encoded in three bytes each: where they are, and whether they may be there.
//!
//! After ED the second byte alone decides: A0..AF makes a lead surrogate, B0..BF a trail surrogate. In a pair
//! the two are three places apart. Let `due` be the second bytes of lead surrogates, shifted by three places,
//! and `trail` the second bytes of trail surrogates:
//!
//! ```text
//! Paired     due = trail
//! Apart      due and trail never together
//! ```
//!
//! Code for text without surrogates does not apply this rule: its loops refuse every surrogate, and only a
//! run in which they saw one comes here. Surrogates tend to continue, so the next run comes here as well. All
//! of this works on sign bits in vectors, where it costs less than half as much as validation. As masks in
//! general registers it would cost more than all of validation.

use super::follows::{Follows, expected_and_seen};
use super::{Before, boundary, moved_on};
use crate::kernel::grammar::{Grammar, Surrogates};
use crate::simd::{Avx512, Vector};

/// Sign bits at the second bytes of the surrogates of a block.
#[derive(Clone, Copy)]
pub(super) struct SurrogateMasks {
    pub(super) lead: Vector,
    pub(super) trail: Vector,
}

/// A look at surrogates that is carried from block to block.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Sign bits where an error was seen or the rule is broken.
    pub(super) errors: Vector,
    /// Sign bits where there was a surrogate.
    any: Vector,
    /// The sign bits of the last block.
    pub(super) masks: SurrogateMasks,
}

impl Look {
    /// Starts a look at a place whose preceding bytes are free of errors.
    #[inline(always)]
    pub(super) fn before(simd: Avx512, bytes: &[u8], at: usize) -> Self {
        let (mut lead, mut trail) = (0, 0);
        let mut back = 1;
        while back <= 3 && back < at {
            match bytes[at - back - 1..] {
                [0xED, 0xA0..=0xAF, ..] => lead |= 1 << (64 - back),
                [0xED, 0xB0..=0xBF, ..] => trail |= 1 << (64 - back),
                _ => {}
            }
            back += 1;
        }
        let signs = |mask| simd.keep(mask, simd.splat(0x80));
        let masks = SurrogateMasks { lead: signs(lead), trail: signs(trail) };
        Look { errors: simd.zero(), any: simd.zero(), masks }
    }

    /// Looks at the next block, whose surrogates are found by `follows_or_surrogate`.
    #[inline(always)]
    pub(super) fn at_block<const FOUR: bool>(
        self,
        simd: Avx512,
        byte: Vector,
        before: Before,
        follows: Follows,
        surrogates: Surrogates,
    ) -> Self {
        let sum = follows.sum(simd, byte, before[0]);
        let (expected, seen) = expected_and_seen::<FOUR>(simd, byte, before);
        // 80..9F, a surrogate, loses the sign bit.
        let refused = simd.sub_saturating(sum, simd.splat(0x20));
        let error = follows.errors(simd, byte, expected, seen, refused);
        // 80..8F, a lead surrogate, keeps the sign bit; 90..9F, a trail surrogate, loses it.
        let kind_bit = simd.add(sum, simd.splat(0x70));
        // sum & seen & kind_bit, sum & seen & !kind_bit
        let lead = simd.ternary::<0x80>(sum, seen, kind_bit);
        let trail = simd.ternary::<0x40>(sum, seen, kind_bit);
        let due = moved_on::<3>(simd, self.masks.lead, lead);
        let broken = match surrogates {
            Surrogates::Paired => simd.ternary::<0xF6>(error, due, trail), // error | due ^ trail
            Surrogates::Apart => simd.ternary::<0xF8>(error, due, trail),  // error | due & trail
            Surrogates::Free | Surrogates::Refused => error,
        };
        Look {
            errors: simd.or(self.errors, broken),
            any: match surrogates {
                Surrogates::Paired => simd.or(self.any, lead), // which has a trail surrogate after it
                _ => simd.ternary::<0xFE>(self.any, lead, trail),
            },
            masks: SurrogateMasks { lead, trail },
        }
    }

    /// Returns `true` if there was a surrogate since the last call.
    #[inline(always)]
    pub(super) fn saw_some(&mut self, simd: Avx512) -> bool {
        let some = simd.sign_bits(self.any) != 0;
        self.any = simd.zero();
        some
    }
}

/// Returns `true` if the rule may look from a place at a lead surrogate before it, or if the place is inside
/// a trail surrogate that is joined with one. The preceding bytes must be free of errors.
#[inline(always)]
pub(super) fn is_after_lead_surrogate(bytes: &[u8], at: usize) -> bool {
    matches!(
        bytes[..at],
        [.., 0xED, 0xA0..=0xAF]
            | [.., 0xED, 0xA0..=0xAF, _]
            | [.., 0xED, 0xA0..=0xAF, _, _]
            | [.., 0xED, 0xA0..=0xAF, _, _, 0xB0..=0xBF]
    )
}

/// Returns the end of the last whole sequence at or before a place, when no error was seen in the preceding
/// bytes. If a lead surrogate is undecided, that end is before it.
#[inline(always)]
pub(super) fn pair_boundary(bytes: &[u8], at: usize, grammar: &Grammar) -> usize {
    let end = boundary(bytes, at);
    match bytes[..end] {
        [.., 0xED, 0xA0..=0xAF, _] if grammar.has_pairs => end - 3,
        // An error, but one that is seen only where the second byte of the trail surrogate would be.
        [.., 0xED, 0xA0..=0xAF, _, 0..=0x7F] if matches!(grammar.surrogates, Surrogates::Paired) => end - 4,
        _ => end,
    }
}
