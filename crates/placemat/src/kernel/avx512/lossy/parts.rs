//! Finds where maximal subparts of ill-formed UTF-8 end.

use super::super::follows::Follows;
use super::Bytes;
use crate::kernel::grammar::UTF_8;
use crate::kernel::lossy::Ends;
use crate::kernel::lossy::SequenceMasks;
use crate::simd::Avx512;

/// Places that a frame covers.
const PLACES: usize = 63;

/// Examines frames from a place on until a maximal subpart ends in one.
#[inline(always)]
pub(crate) fn ends_of_ill_formed(simd: Avx512, bytes: &[u8], from: usize, to: usize) -> Ends {
    let follows = Follows::load(simd, &UTF_8.follows, false);
    let mut at = from;
    while at < to
        && let Some(next) = bytes.get(at..).and_then(<[u8]>::first_chunk)
    {
        let next = simd.load(next);
        if simd.sign_bits(next) != 0 {
            let before = |back| simd.load_around(bytes, at, back);
            let around = Bytes { next, byte: before(1), before: [before(2), before(3), before(4)] };
            let ends = SequenceMasks::by_vectors(simd, around, follows).broken & !1;
            if ends != 0 {
                return Ends { at, ends, known: PLACES };
            }
        }
        at += PLACES;
    }
    Ends { at, ends: 0, known: 0 }
}
