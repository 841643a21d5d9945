//! Validation of UTF-32 in the machine's byte order.
//!
//! `(unit ^ D800) - 0800` is at most 10F7FF if and only if a unit is a scalar value: the first step brings
//! surrogates below 0800, and the second below zero. So the greatest of these differences decides on a run.

use super::{BLOCK, RUN, load_run};
use crate::kernel::sizes::{AHEAD, is_fetched};
use crate::simd::{Avx512, Vector};

/// Bytes that are decided together.
const WIDE: usize = 2 * RUN;
/// From this length on, blocks are read where cache lines begin.
const LONG: usize = 2 * WIDE;
/// From this length on, the text is fetched ahead. One that is in the second-level cache is read faster without.
const FETCHED: usize = 5 << 18;
/// The bytes of a unit.
const UNIT: usize = 4;

/// Returns differences that are small at scalar values only.
#[inline(always)]
fn differences(simd: Avx512, units: Vector) -> Vector {
    simd.sub_doublewords(simd.xor(units, simd.splat_doubleword(0xD800)), simd.splat_doubleword(0x0800))
}

/// Returns `true` if the greatest differences are those of scalar values.
#[inline(always)]
fn are_scalar_values(simd: Avx512, differences: Vector) -> bool {
    simd.doublewords_at_least(differences, simd.splat_doubleword(char::MAX as u32 - 0x0800 + 1)) == 0
}

/// Returns the greatest differences of four blocks.
#[inline(always)]
fn greatest(simd: Avx512, run: &[u8; RUN]) -> Vector {
    let [a, b, c, d] = load_run(simd, run);
    simd.max_doublewords(
        simd.max_doublewords(differences(simd, a), differences(simd, b)),
        simd.max_doublewords(differences(simd, c), differences(simd, d)),
    )
}

/// Returns the length in bytes of the blocks at the front that are scalar values; of the units, if all are.
#[inline(always)]
pub(crate) fn validate_utf_32(simd: Avx512, bytes: &[u8]) -> usize {
    let fetched = bytes.len() >= FETCHED && is_fetched(bytes.len());
    let mut rest = bytes;
    if let (LONG.., Some(first)) = (bytes.len(), bytes.first_chunk()) {
        let head = bytes.as_ptr().addr().wrapping_neg() % BLOCK;
        if head.is_multiple_of(UNIT) && are_scalar_values(simd, differences(simd, simd.load(first))) {
            rest = &bytes[head..];
        }
    }
    while let Some((run, after)) = rest.split_first_chunk::<WIDE>() {
        if fetched && rest.len() >= AHEAD + WIDE {
            for k in 0..WIDE / BLOCK {
                simd.prefetch(rest, AHEAD + k * BLOCK);
            }
        }
        let [low, high] = run.as_chunks().0 else { break };
        if !are_scalar_values(simd, simd.max_doublewords(greatest(simd, low), greatest(simd, high))) {
            break;
        }
        rest = after;
    }
    while let Some((block, after)) = rest.split_first_chunk() {
        if !are_scalar_values(simd, differences(simd, simd.load(block))) {
            return bytes.len() - rest.len();
        }
        rest = after;
    }
    let units = &rest[..rest.len() - rest.len() % UNIT];
    // A masked load of no lane would be slow.
    if !units.is_empty() && are_scalar_values(simd, differences(simd, simd.load_front(units))) {
        rest = &rest[units.len()..];
    }
    bytes.len() - rest.len()
}
