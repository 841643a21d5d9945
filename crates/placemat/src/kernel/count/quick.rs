//! Sums over few bytes. What the compiler makes of rows takes longest before and after its loop, to set lanes
//! up and to sum them. Up to sixteen bytes are two words, which need no choice among instruction sets. More
//! are single vectors, or words.

use super::Weight;
use crate::simd::Simd;

/// Returns the sum of five to sixteen bytes, without a choice among instruction sets: the last word begins in
/// the first one.
#[inline]
pub(super) fn by_two_words<W: Weight>(bytes: &[u8]) -> Option<u64> {
    if !W::IS_QUICK || bytes.len() > 16 {
        return None;
    }
    let lanes = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let last = W::word(u64::from_le_bytes(*last));
        W::word(u64::from_le_bytes(*first)) + last.unbounded_shr(8 * (16 - bytes.len() as u32))
    } else {
        let (first, last) =
            (u32::from_le_bytes(*bytes.first_chunk()?), u32::from_le_bytes(*bytes.last_chunk()?));
        let both = W::word(u64::from(first) | u64::from(last) << 32);
        (both & 0xFFFF_FFFF) + (both >> 32 >> (8 * (8 - bytes.len() as u32)))
    };
    Some(W::BASE * bytes.len() as u64 + sum_of_bytes(lanes))
}

/// Returns the sum of the bytes of a word.
#[inline(always)]
fn sum_of_bytes(lanes: u64) -> u64 {
    const EVEN: u64 = u64::MAX / 0xFFFF * 0xFF;
    ((lanes & EVEN) + (lanes >> 8 & EVEN)).wrapping_mul(u64::MAX / 0xFFFF) >> 48
}

/// Returns the sum of eight bytes or more that are too few for the weights to overflow a byte.
#[inline(always)]
pub(super) fn by_words<W: Weight>(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let mut lanes = words.iter().fold(0, |lanes, &word| lanes + W::word(u64::from_le_bytes(word)));
    if let Some(&last) = bytes.last_chunk() {
        lanes += W::word(u64::from_le_bytes(last)).unbounded_shr(8 * (8 - rest.len() as u32));
    }
    W::BASE * bytes.len() as u64 + sum_of_bytes(lanes)
}

/// Returns the sum of a vector or more that are too few for the weights to overflow a lane.
#[inline(always)]
pub(super) fn by_vectors<W: Weight, S: Simd>(simd: S, bytes: &[u8]) -> u64 {
    /// From a place on, the lanes that count in a vector of 32 bytes or less.
    const COUNTED: [u8; 64] = {
        let (mut counted, mut k) = ([0; 64], 32);
        while k < 64 {
            counted[k] = 0xFF;
            k += 1;
        }
        counted
    };
    let mut sums = simd.splat(0);
    for vector in bytes.chunks_exact(S::LANES) {
        sums = simd.sub(sums, W::negative(simd, simd.load(vector, 0)));
    }
    // The last vector begins in the one before it.
    let rest = bytes.len() % S::LANES;
    if rest > 0 {
        let last = W::negative(simd, simd.load(bytes, bytes.len() - S::LANES));
        sums = simd.sub(sums, simd.and(last, simd.load(&COUNTED, 32 - S::LANES + rest)));
    }
    W::BASE * bytes.len() as u64 + simd.sum_of_lanes(sums)
}

/// One in every byte of a word.
pub(super) const ONES: u64 = u64::MAX / 0xFF;

/// Returns 1 in each byte of a word that is not a trail byte, else 0.
#[inline(always)]
pub(super) fn begins_in(word: u64) -> u64 {
    (!word >> 7 | word >> 6) & ONES
}

/// Returns -1 in the lanes of a vector that are not trail bytes, else 0.
#[inline(always)]
pub(super) fn beginnings<S: Simd>(simd: S, v: S::Vector) -> S::Vector {
    simd.less_signed(simd.splat(0xBF), v)
}
