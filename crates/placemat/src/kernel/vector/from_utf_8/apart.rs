//! The step apart: a block at an end of the text or of the output, in a function that all forms share.

use core::marker::PhantomData;

use super::super::landing::Landing;
use super::super::rules::Rules;
use super::super::surrogates::Look;
use super::super::units::Units;
use super::step::{Block, convert_block};
use crate::kernel::grammar::{Known, Nibbles};
use crate::simd::{Simd, Vectorized};

/// The most bytes that a block may write.
const MOST_ROOM: usize = 4 * 64;

/// Converts a block in a function of its own, even if the output has just enough room. Returns the bytes
/// written, and whether there were surrogates.
#[inline(always)]
pub(super) fn convert_apart<S: Simd, U: Units, K: Known>(
    simd: S,
    checks: bool,
    nibbles: &Nibbles,
    block: Block<'_>,
    look: Look,
    out: &mut [u8],
) -> Option<(usize, bool)> {
    simd.run_outlined(Apart { checks, nibbles, block, look, out, types: PhantomData::<(U, K)> })
}

struct Apart<'a, U, K> {
    checks: bool,
    nibbles: &'a Nibbles,
    block: Block<'a>,
    look: Look,
    out: &'a mut [u8],
    types: PhantomData<(U, K)>,
}

impl<U: Units, K: Known> Vectorized for Apart<'_, U, K> {
    type Output = Option<(usize, bool)>;

    fn scalar(self) -> Option<(usize, bool)> {
        None
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<(usize, bool)> {
        let looks = K::HAS_SURROGATE_RULE && self.nibbles.surrogates.have_a_rule();
        let (mut rules, mut look) = (Rules::load(simd, self.nibbles), self.look);
        rules.checks = self.checks;
        if K::HAS_SURROGATE_RULE && looks {
            rules = rules.with_surrogates(simd, self.nibbles);
        }
        let mut landing = Landing::<MOST_ROOM>::new(self.out);
        let mut errors = simd.splat(0);
        let seen = (&mut errors, &mut look);
        let units = convert_block::<S, U, K>(simd, &rules, self.block, looks, seen, landing.room(U::ROOM));
        if !simd.is_zero(errors) || look.broken != 0 {
            return None;
        }
        Some((landing.keep(U::WIDTH * units)?, look.any != 0))
    }
}
