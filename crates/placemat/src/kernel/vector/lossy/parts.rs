//! Finds where maximal subparts of ill-formed UTF-8 end.

use super::super::rules::Rules;
use super::super::{BACK, Window};
use super::{AHEAD, SequenceMasks, frame_around};
use crate::form::Utf8;
use crate::kernel::grammar::{FormGrammar, Nibbles};
use crate::kernel::lossy::Ends;
use crate::simd::{BLOCK, Simd};

/// Places that a frame covers.
const PLACES: usize = BLOCK - AHEAD - 1;

/// Examines frames from a place on until a maximal subpart ends in one.
#[inline(always)]
pub(crate) fn ends_of_ill_formed<S: Simd>(simd: S, bytes: &[u8], from: usize, to: usize) -> Ends {
    const NIBBLES: &Option<Nibbles> = &FormGrammar::<Utf8>::NIBBLES;
    let mut at = from;
    let Some(nibbles) = NIBBLES else { return Ends { at, ends: 0, known: 0 } };
    let rules = &Rules::load(simd, nibbles);
    while at < to && bytes.len() - at >= BLOCK - AHEAD {
        let copied;
        let window: &Window = match at.checked_sub(AHEAD + BACK).and_then(|from| bytes[from..].first_chunk())
        {
            Some(window) => window,
            None => {
                copied = frame_around(bytes, at);
                &copied
            }
        };
        let mut any = simd.splat(0);
        for k in 0..S::VECTORS {
            any = simd.or(any, simd.load(window, BACK + k * S::LANES));
        }
        if simd.has_sign(any) {
            let ends = SequenceMasks::of(simd, rules, window).broken >> AHEAD & !1;
            if ends != 0 {
                return Ends { at, ends, known: PLACES };
            }
        }
        at += PLACES;
    }
    Ends { at, ends: 0, known: 0 }
}
