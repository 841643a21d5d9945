//! Validation of UTF-32 in the machine's byte order: the greatest unit of a run, and the greatest after a
//! bitwise exclusive or that makes surrogates greater than all other units.

use crate::kernel::sizes::{AHEAD, is_fetched};
use crate::simd::{BLOCK, Simd};

/// What UTF-32's units are combined with by exclusive or, so that surrogates are greater than all other code
/// points: D800 becomes [`SURROGATES_FIRST`].
const ABOVE_OTHERS: u32 = 0xFFFF_2000;
const SURROGATES_FIRST: u32 = 0xD800 ^ ABOVE_OTHERS;

/// Bytes of a run.
const RUN: usize = 8 * BLOCK;

/// Returns the length in bytes of the runs at the front that are scalar values.
#[inline(always)]
pub(crate) fn validate_utf_32<S: Simd>(simd: S, bytes: &[u8]) -> usize {
    let last = simd.splat_doubleword(char::MAX as u32);
    let last_flipped = simd.splat_doubleword(SURROGATES_FIRST - 1);
    let flip = simd.splat_doubleword(ABOVE_OTHERS);
    let fetched = is_fetched(bytes.len());
    let mut at = 0;
    while let Some(run) = bytes[at..].first_chunk::<RUN>() {
        let (mut greatest, mut greatest_flipped) = (last, last_flipped);
        if fetched {
            for k in 0..RUN / BLOCK {
                simd.prefetch(bytes, at + AHEAD + k * BLOCK);
            }
        }
        for k in 0..RUN / S::LANES {
            let units = simd.load(run, k * S::LANES);
            greatest = simd.max_doublewords(greatest, units);
            greatest_flipped = simd.max_doublewords(greatest_flipped, simd.xor(units, flip));
        }
        let others = simd.or(simd.xor(greatest, last), simd.xor(greatest_flipped, last_flipped));
        if !simd.is_zero(others) {
            break;
        }
        at += RUN;
    }
    at
}
