//! Finds where items of CESU-8 and Modified UTF-8 end that must be replaced.

use super::super::rules::Rules;
use super::super::{BACK, Window, load};
use super::frame_after;
use crate::kernel::lossy::Ends;
use crate::kernel::lossy::masks::{AHEAD, Facts, PLACES, Relative};
use crate::simd::{BLOCK, Simd};

/// Examines frames from a place on until a broken item ends in one.
#[inline(always)]
pub(crate) fn ends_of_broken<S: Simd>(
    simd: S,
    relative: Relative,
    bytes: &[u8],
    from: usize,
    to: usize,
) -> Ends {
    let rules = &Rules::load(simd, relative.nibbles);
    let mut at = from;
    while at < to && bytes.len() - at >= BLOCK - AHEAD {
        let copied;
        let window: &Window = match at.checked_sub(AHEAD + BACK).and_then(|from| bytes[from..].first_chunk())
        {
            Some(window) => window,
            None => {
                copied = frame_after::<AHEAD>(bytes, at);
                &copied
            }
        };
        if !is_plain(simd, rules, window) {
            let ends = facts(simd, rules, window).ends(relative);
            if ends != 0 {
                return Ends { at, ends, known: PLACES };
            }
        }
        at += PLACES;
    }
    Ends { at, ends: 0, known: 0 }
}

/// Returns `true` if a frame is ASCII that the grammar accepts.
#[inline(always)]
fn is_plain<S: Simd>(simd: S, rules: &Rules<S>, window: &Window) -> bool {
    let mut any = load(simd, window, 0, 0);
    let mut least = any;
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        any = simd.or(any, byte);
        least = rules.least(simd, least, byte);
    });
    !simd.has_sign(simd.or(any, rules.nul(simd, least)))
}

#[inline(always)]
fn facts<S: Simd>(simd: S, rules: &Rules<S>, window: &Window) -> Facts {
    let zero = simd.splat(0);
    let (mut signs, mut two, mut three, mut fits) = ([zero; 4], [zero; 4], [zero; 4], [zero; 4]);
    let (mut lead, mut trail, mut nul) = ([zero; 4], [zero; 4], [zero; 4]);
    unrolled!(k of S::VECTORS => {
        let (byte, before) = (load(simd, window, k, 0), load(simd, window, k, 1));
        signs[k] = byte;
        // The sign bit is set from C0, E0 on.
        two[k] = simd.sub_saturating(byte, simd.splat(0x40));
        three[k] = simd.sub_saturating(byte, simd.splat(0x60));
        fits[k] = simd.equal(rules.reasons(simd, byte, before), zero);
        let is_after_ed = simd.equal(before, simd.splat(0xED));
        let high = simd.and(byte, simd.splat(0xF0));
        lead[k] = simd.and(simd.equal(high, simd.splat(0xA0)), is_after_ed);
        trail[k] = simd.and(simd.equal(high, simd.splat(0xB0)), is_after_ed);
        if rules.refuses_nul {
            nul[k] = simd.equal(byte, zero);
            // U+0000. The tables by nibbles refuse what follows C0, because only one byte may.
            let is_nul = simd.and(simd.equal(before, simd.splat(0xC0)), simd.equal(byte, simd.splat(0x80)));
            fits[k] = simd.or(fits[k], is_nul);
        }
    });
    let two = simd.block_sign_bits(two);
    Facts {
        trail: simd.block_sign_bits(signs) & !two,
        two,
        three: simd.block_sign_bits(three),
        fits: simd.block_mask(fits),
        lead_second: simd.block_mask(lead),
        trail_second: simd.block_mask(trail),
        nul: if rules.refuses_nul { simd.block_mask(nul) } else { 0 },
    }
}
