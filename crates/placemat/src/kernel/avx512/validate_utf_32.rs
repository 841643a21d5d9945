//! Validation of UTF-32 in the machine's byte order, as with smaller vectors.

use super::{BLOCK, RUN};
use crate::kernel::sizes::{AHEAD, is_fetched};
use crate::kernel::vector::{ABOVE_OTHERS, SURROGATES_FIRST};
use crate::simd::Avx512;

/// Returns the length in bytes of the runs at the front that are scalar values.
#[inline(always)]
pub(crate) fn validate_utf_32(simd: Avx512, bytes: &[u8]) -> usize {
    let flip = simd.splat_doubleword(ABOVE_OTHERS);
    let fetched = is_fetched(bytes.len());
    let mut at = 0;
    while let Some(run) = bytes[at..].first_chunk::<{ 2 * RUN }>() {
        let (mut greatest, mut greatest_flipped) = (simd.zero(), simd.zero());
        if fetched {
            for k in 0..2 * RUN / BLOCK {
                simd.prefetch(bytes, at + AHEAD + k * BLOCK);
            }
        }
        for block in run.as_chunks().0 {
            let units = simd.load(block);
            greatest = simd.max_doublewords(greatest, units);
            greatest_flipped = simd.max_doublewords(greatest_flipped, simd.xor(units, flip));
        }
        let beyond = simd.doublewords_at_least(greatest, simd.splat_doubleword(char::MAX as u32 + 1));
        let surrogates = simd.doublewords_at_least(greatest_flipped, simd.splat_doubleword(SURROGATES_FIRST));
        if beyond | surrogates != 0 {
            break;
        }
        at += 2 * RUN;
    }
    at
}
