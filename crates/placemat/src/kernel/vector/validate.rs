//! Validation of UTF-8 and its like by three look-ups.
//!
//! Every byte is seen together with those one, two and three places before it, from loads at −1, −2 and −3:
//!
//! ```text
//! reasons  =  HIGH of before 1's high nibble  and  LOW of before 1's low nibble  and  HIGH of the byte's high nibble
//! due      =  before 2 ≥ E0  or  before 3 ≥ F0          a third or fourth byte must stand here: the sign bit
//! error    =  reasons ≠ due
//! ```
//!
//! Blocks of ASCII owe nothing but what the three bytes before them ask for; runs of it are skipped.

use super::nibbles::Nibbles;
use super::{BACK, CHUNK, Window, boundary, finished, load};
use crate::simd::{BLOCK, Simd};

/// A grammar's tables in registers.
#[derive(Clone, Copy)]
pub(super) struct Rules<S: Simd> {
    before_high: S::Vector,
    before_low: S::Vector,
    high: S::Vector,
    pub(super) four: bool,
    pub(super) refuses_nul: bool,
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
        }
    }

    /// What fills the places before a text: ASCII that the grammar takes.
    #[inline(always)]
    pub(super) fn filler(&self) -> u8 {
        u8::from(self.refuses_nul)
    }

    /// Not zero where a byte may not stand behind the one before it; the sign bit alone for a trail byte behind another.
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

    /// Not zero where an error is seen. `before` are the bytes one, two and three places before; `FOUR` is false where
    /// none three before is F0 or more.
    #[inline(always)]
    pub(super) fn errors<const FOUR: bool>(
        &self,
        simd: S,
        byte: S::Vector,
        before: [S::Vector; 3],
    ) -> S::Vector {
        let reasons = self.reasons(simd, byte, before[0]);
        // Less 60 and 70 with saturation, the sign bit is there from E0 and F0 on.
        let mut due = simd.sub_saturating(before[1], simd.splat(0x60));
        if FOUR {
            due = simd.or(due, simd.sub_saturating(before[2], simd.splat(0x70)));
        }
        let errors = simd.xor(reasons, simd.and(due, simd.splat(0x80)));
        if self.refuses_nul { simd.or(errors, simd.equal(byte, simd.splat(0))) } else { errors }
    }

    /// The sign bit unless a byte is ASCII that the grammar takes.
    #[inline(always)]
    pub(super) fn not_ascii(&self, simd: S, byte: S::Vector) -> S::Vector {
        if self.refuses_nul { simd.or(byte, simd.sub(byte, simd.splat(1))) } else { byte }
    }

    /// Not zero if the bytes before a block ask for a trail byte as its first.
    #[inline(always)]
    pub(super) fn owed(&self, simd: S, window: &Window) -> S::Vector {
        const LIMITS: [u8; BACK] = {
            let mut limits = [0xFF; BACK];
            limits[BACK - 3] = 0xEF;
            limits[BACK - 2] = 0xDF;
            limits[BACK - 1] = 0xBF;
            limits
        };
        let limits = simd.load(&LIMITS, BACK - S::LANES);
        simd.sub_saturating(load(simd, window, 0, S::LANES), limits)
    }
}

/// Not zero if a block has an error.
#[inline(always)]
fn block_errors<S: Simd>(simd: S, rules: &Rules<S>, window: &Window) -> S::Vector {
    let mut any = simd.splat(0);
    unrolled!(k of S::VECTORS => {
        any = simd.or(any, rules.not_ascii(simd, load(simd, window, k, 0)));
    });
    if simd.sign_bits(any) == 0 {
        return rules.owed(simd, window);
    }
    let mut errors = simd.splat(0);
    unrolled!(k of S::VECTORS => {
        let before = [load(simd, window, k, 1), load(simd, window, k, 2), load(simd, window, k, 3)];
        let byte = load(simd, window, k, 0);
        let more = if rules.four {
            rules.errors::<true>(simd, byte, before)
        } else {
            rules.errors::<false>(simd, byte, before)
        };
        errors = simd.or(errors, more);
    });
    errors
}

/// The length of ASCII from the front, in steps of a run.
#[inline(always)]
fn ascii_run<S: Simd>(simd: S, rules: &Rules<S>, bytes: &[u8]) -> usize {
    const RUN: usize = 4 * BLOCK;
    let mut len = 0;
    while let Some(run) = bytes[len..].first_chunk::<RUN>() {
        let mut any = simd.splat(0);
        for k in 0..RUN / S::LANES {
            any = simd.or(any, rules.not_ascii(simd, simd.load(run, k * S::LANES)));
        }
        if simd.sign_bits(any) != 0 {
            break;
        }
        len += RUN;
    }
    len
}

/// The length of a prefix of whole sequences by a grammar; 0 of a text that is shorter than a window.
#[inline(always)]
pub(in crate::kernel) fn validate<S: Simd>(simd: S, nibbles: &Nibbles, bytes: &[u8]) -> usize {
    let rules = &Rules::load(simd, nibbles);
    let text = finished(bytes);
    let (Some(first), Some(last)) = (text.first_chunk::<BLOCK>(), text.last_chunk::<{ BACK + BLOCK }>())
    else {
        return 0;
    };
    let mut window = [rules.filler(); BACK + BLOCK];
    window[BACK..].copy_from_slice(first);
    if !simd.is_zero(block_errors(simd, rules, &window)) {
        return 0;
    }
    let mut at = BLOCK;
    while text.len() - at >= BLOCK {
        if text[at] < 0x80 && boundary(text, at) == at {
            at += ascii_run(simd, rules, &text[at..]);
        }
        let len = (text.len() - at).min(CHUNK) & !(BLOCK - 1);
        let mut errors = simd.splat(0);
        let mut chunk = &text[at - BACK..at + len];
        while let Some(window) = chunk.first_chunk() {
            errors = simd.or(errors, block_errors(simd, rules, window));
            chunk = &chunk[BLOCK..];
        }
        if !simd.is_zero(errors) {
            return boundary(text, at);
        }
        at += len;
    }
    if at < text.len() && !simd.is_zero(block_errors(simd, rules, last)) {
        return boundary(text, at);
    }
    // Before ill-formed bytes at the end that only looked unfinished, another sequence may be open.
    boundary(text, text.len())
}
