//! Finds where items of CESU-8 and Modified UTF-8 end that must be replaced.

use super::super::follows::Follows;
use crate::kernel::lossy::Ends;
use crate::kernel::lossy::masks::{AHEAD, Facts, PLACES, Relative};
use crate::simd::{Avx512, Vector};

/// Bytes of a frame.
const FRAME: usize = 64;

/// Examines frames from a place on until a broken item ends in one.
#[inline(always)]
pub(crate) fn ends_of_broken(simd: Avx512, relative: Relative, bytes: &[u8], from: usize, to: usize) -> Ends {
    let grammar = relative.grammar;
    let follows = Follows::load(simd, &grammar.follows, grammar.refuses_nul);
    let mut at = from;
    while at < to && bytes.len() - at >= FRAME - AHEAD {
        let byte = simd.load_around(bytes, at, AHEAD);
        let nul = if follows.refuses_nul { simd.equal(byte, simd.zero()) } else { 0 };
        if simd.sign_bits(byte) | nul != 0 {
            let before = simd.load_around(bytes, at, AHEAD + 1);
            let ends = facts(simd, byte, before, follows, nul).ends(relative);
            if ends != 0 {
                return Ends { at, ends, known: PLACES };
            }
        }
        at += PLACES;
    }
    Ends { at, ends: 0, known: 0 }
}

#[inline(always)]
fn facts(simd: Avx512, byte: Vector, before: Vector, follows: Follows, nul: u64) -> Facts {
    let trail = simd.signed_below(byte, simd.splat(0xC0));
    let is_after_ed = simd.equal(before, simd.splat(0xED));
    let high = simd.and(byte, simd.splat(0xF0));
    Facts {
        trail,
        two: simd.at_least(byte, simd.splat(0xC0)),
        three: simd.at_least(byte, simd.splat(0xE0)),
        fits: trail & !simd.sign_bits(follows.sum(simd, byte, before)),
        lead_second: simd.equal(high, simd.splat(0xA0)) & is_after_ed,
        trail_second: simd.equal(high, simd.splat(0xB0)) & is_after_ed,
        nul,
    }
}
