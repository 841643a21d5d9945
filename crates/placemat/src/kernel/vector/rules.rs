//! The errors of UTF-8 and its relatives, by three table look-ups for each byte.
//!
//! Every byte is examined together with the bytes one, two and three places before it, from loads at −1, −2
//! and −3:
//!
//! ```text
//! reasons  =  HIGH of before 1's high nibble  and  LOW of before 1's low nibble  and  HIGH of the byte's high nibble
//! due      =  before 2 ≥ E0  or  before 3 ≥ F0          a third or fourth byte must stand here: the sign bit
//! error    =  reasons ≠ due
//! ```
//!
//! Blocks of ASCII can be wrong only if the three bytes before them expect more.

use super::{BACK, Window, load};
use crate::kernel::grammar::Nibbles;
use crate::simd::Simd;

/// A grammar's tables in registers.
#[derive(Clone, Copy)]
pub(super) struct Rules<S: Simd> {
    before_high: S::Vector,
    before_low: S::Vector,
    high: S::Vector,
    pub(super) four: bool,
    pub(super) refuses_nul: bool,
    /// `false` for text that is known to be well-formed, in which errors cannot occur.
    pub(super) checks: bool,
}

impl<S: Simd> Rules<S> {
    #[inline(always)]
    pub(super) fn load(simd: S, nibbles: &Nibbles) -> Self {
        Rules {
            before_high: simd.splat_part(&nibbles.before_high),
            before_low: simd.splat_part(&nibbles.before_low),
            high: simd.splat_part(&nibbles.high),
            four: nibbles.four,
            refuses_nul: nibbles.refuses_nul,
            checks: true,
        }
    }

    /// Returns the rules that accept surrogates anywhere.
    #[inline(always)]
    pub(super) fn with_surrogates(self, simd: S, nibbles: &Nibbles) -> Self {
        Rules { high: simd.and(self.high, simd.splat(!nibbles.surrogate)), ..self }
    }

    /// What fills the places before a text: ASCII that the grammar accepts.
    #[inline(always)]
    pub(super) fn filler(&self) -> u8 {
        u8::from(self.refuses_nul)
    }

    /// Returns a value other than zero where a byte may not stand after the one before it; only the sign bit
    /// for a trail byte after another.
    #[inline(always)]
    pub(super) fn reasons(&self, simd: S, byte: S::Vector, before: S::Vector) -> S::Vector {
        simd.and(
            simd.and(
                simd.look_up(self.before_high, simd.high_nibbles(before)),
                simd.look_up(self.before_low, simd.low_nibbles(before)),
            ),
            simd.look_up(self.high, simd.high_nibbles(byte)),
        )
    }

    /// Returns all bits where a byte stands after a lead that it may follow.
    #[inline(always)]
    pub(super) fn seconds(&self, simd: S, byte: S::Vector, before: S::Vector) -> S::Vector {
        let lead = simd.equal(simd.max(before, simd.splat(0xC0)), before);
        simd.and(simd.equal(self.reasons(simd, byte, before), simd.splat(0)), lead)
    }

    /// Returns a value other than zero where an error other than 00 is seen. `before` has the bytes one, two
    /// and three places before. `FOUR` is false if no byte three places before is F0 or more.
    #[inline(always)]
    pub(super) fn errors<const FOUR: bool>(
        &self,
        simd: S,
        byte: S::Vector,
        before: [S::Vector; 3],
    ) -> S::Vector {
        if !self.checks {
            return simd.splat(0);
        }
        let reasons = self.reasons(simd, byte, before[0]);
        // After 60 and 70 are subtracted with saturation, the sign bit is set from E0 and F0 on.
        let mut due = simd.sub_saturating(before[1], simd.splat(0x60));
        if FOUR {
            due = simd.or(due, simd.sub_saturating(before[2], simd.splat(0x70)));
        }
        simd.xor(reasons, simd.and(due, simd.splat(0x80)))
    }

    /// Returns a value other than zero where an error other than 00 is seen in a vector after another.
    #[inline(always)]
    pub(super) fn errors_after(&self, simd: S, last: S::Vector, byte: S::Vector) -> S::Vector {
        self.errors_by(simd, byte, simd.before(last, byte))
    }

    /// Returns a value other than zero where an error other than 00 is seen, with as many tests as the
    /// grammar needs.
    #[inline(always)]
    pub(super) fn errors_by(&self, simd: S, byte: S::Vector, before: [S::Vector; 3]) -> S::Vector {
        if self.four {
            self.errors::<true>(simd, byte, before)
        } else {
            self.errors::<false>(simd, byte, before)
        }
    }

    /// Returns the smaller of two bytes if the grammar refuses the byte 00; otherwise the first, because
    /// neither is tested.
    #[inline(always)]
    pub(super) fn least(&self, simd: S, a: S::Vector, b: S::Vector) -> S::Vector {
        if self.refuses_nul { simd.min(a, b) } else { a }
    }

    /// Returns a value other than zero, with sign bits, if one of the smallest bytes is a refused 00.
    #[inline(always)]
    pub(super) fn nul(&self, simd: S, least: S::Vector) -> S::Vector {
        if self.refuses_nul { simd.equal(least, simd.splat(0)) } else { simd.splat(0) }
    }

    /// Returns a value other than zero if a vector expects a trail byte after it.
    #[inline(always)]
    pub(super) fn owed(&self, simd: S, last: S::Vector) -> S::Vector {
        const LIMITS: [u8; BACK] = {
            let mut limits = [0xFF; BACK];
            limits[BACK - 3] = 0xEF;
            limits[BACK - 2] = 0xDF;
            limits[BACK - 1] = 0xBF;
            limits
        };
        if !self.checks {
            return simd.splat(0);
        }
        simd.sub_saturating(last, simd.load(&LIMITS, BACK - S::LANES))
    }
}

/// Returns a value other than zero if a block has an error.
#[inline(always)]
pub(super) fn block_errors<S: Simd>(simd: S, rules: &Rules<S>, window: &Window) -> S::Vector {
    let mut any = load(simd, window, 0, 0);
    let mut least = any;
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        any = simd.or(any, byte);
        least = rules.least(simd, least, byte);
    });
    let mut errors = rules.nul(simd, least);
    if !simd.has_sign(any) {
        return simd.or(errors, rules.owed(simd, load(simd, window, 0, S::LANES)));
    }
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        let before = [load(simd, window, k, 1), load(simd, window, k, 2), load(simd, window, k, 3)];
        errors = simd.or(errors, rules.errors_by(simd, byte, before));
    });
    errors
}
