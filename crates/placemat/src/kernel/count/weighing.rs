//! Weights of two blocks at a time, in lanes of bytes, by AVX-512.
//!
//! A mask has to go to the general registers before its bits are counted, one for each block and comparison.
//! A lane needs only an addition. The weight of a byte is looked up by its upper six bits. For wider units,
//! the bytes that decide are first put side by side.
//!
//! ```text
//! UTF-16 in UTF-8   upper bytes of 64 units, looked up       a third byte, except for surrogates
//!                   upper bytes | lower bytes & 80, not 0    a second byte
//! UTF-32 in UTF-8   upper words | lower words & mask, not 0  a second and a third byte
//!                   upper words, not 0                       a fourth byte
//! ```
//!
//! "Not 0" is the saturating sum with FE: FE or FF, which is -2 or -1. (The compiler turns the smaller of a
//! lane and 1 into a mask.)

use super::constant::word;
use crate::simd::{Avx512, BLOCK, Vector};

/// Weights by the upper six bits of a byte.
type Weights = [u8; 64];

/// Returns weights in steps: from each given byte on, the given weight.
#[inline]
const fn steps(steps: &[(u8, u8)]) -> Weights {
    let mut weights = [0; 64];
    let mut k = 0;
    while k < steps.len() {
        let (from, weight) = steps[k];
        assert!(from % 4 == 0, "six bits do not tell them apart");
        let mut index = from as usize / 4;
        while index < 64 {
            weights[index] = weight;
            index += 1;
        }
        k += 1;
    }
    weights
}

/// All except trail bytes, with leads of four twice.
pub(super) const UTF_16_UNITS: Weights = steps(&[(0x00, 1), (0x80, 0), (0xC0, 1), (0xF0, 2)]);
/// Leads of four, twice.
pub(super) const TWO_FOR_FOUR: Weights = steps(&[(0xF0, 2)]);
/// By the upper byte of a unit of UTF-16: 3 if it has a third byte in UTF-8, else 2. The 2 cancels the −2 of
/// the comparison.
pub(super) const THIRD_BYTES: Weights = steps(&[(0x00, 2), (0x08, 3), (0xD8, 2), (0xE0, 3)]);
/// By the upper byte of a unit of UTF-16: 3 if it has a third byte, surrogates included, else 2.
pub(super) const THIRD_BYTES_OF_ALL: Weights = steps(&[(0x00, 2), (0x08, 3)]);
/// By the upper byte of a unit of UTF-16: 1 if it is not a trail surrogate, else 0.
pub(super) const NO_TRAILS: Weights = steps(&[(0x00, 1), (0xDC, 0), (0xE0, 1)]);

/// Returns the weight of every byte.
#[inline(always)]
fn weigh(simd: Avx512, bytes: Vector, weights: &Weights) -> Vector {
    /// Bit *k* of the result is bit *k* + 2.
    const UPPER_SIX: u64 = 0x0408_1020_4080_0000;
    simd.lookup(simd.load(weights), simd.affine::<0>(bytes, UPPER_SIX))
}

/// Returns the places of bytes of every unit, side by side: `len` bytes of each unit, from byte `first` on.
#[inline]
const fn places(width: usize, first: usize, len: usize) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        places[at] = (at / len * width + first + at % len) as u8;
        at += 1;
    }
    places
}

/// Returns the bytes of two blocks at the given places.
#[inline(always)]
fn at(simd: Avx512, [a, b]: [Vector; 2], places: &[u8; BLOCK]) -> Vector {
    simd.permute(a, simd.load(places), b)
}

/// Returns the upper bytes of words, and the lower ones.
#[inline(always)]
fn bytes_of_words<const BIG: bool>(simd: Avx512, blocks: [Vector; 2]) -> (Vector, Vector) {
    let first = at(simd, blocks, &const { places(2, 0, 1) });
    let last = at(simd, blocks, &const { places(2, 1, 1) });
    if BIG { (first, last) } else { (last, first) }
}

/// Returns the upper words of doublewords, and the lower ones.
#[inline(always)]
fn words_of_doublewords<const BIG: bool>(simd: Avx512, blocks: [Vector; 2]) -> (Vector, Vector) {
    let first = at(simd, blocks, &const { places(4, 0, 2) });
    let last = at(simd, blocks, &const { places(4, 2, 2) });
    if BIG { (first, last) } else { (last, first) }
}

/// Weights of bytes.
#[inline(always)]
pub(super) fn bytes(simd: Avx512, [a, b]: [Vector; 2], weights: &Weights) -> Vector {
    simd.add(weigh(simd, a, weights), weigh(simd, b, weights))
}

/// Weights of words by their upper bytes.
#[inline(always)]
pub(super) fn words<const BIG: bool>(simd: Avx512, blocks: [Vector; 2], weights: &Weights) -> Vector {
    let (upper, _) = bytes_of_words::<BIG>(simd, blocks);
    weigh(simd, upper, weights)
}

/// Returns the number of bytes of words in UTF-8, without the first: the third ones by weights.
#[inline(always)]
pub(super) fn words_in_utf_8<const BIG: bool>(
    simd: Avx512,
    blocks: [Vector; 2],
    weights: &Weights,
) -> Vector {
    let (upper, lower) = bytes_of_words::<BIG>(simd, blocks);
    // upper | lower & 80
    let second = simd.ternary::<0xF8>(upper, lower, simd.splat(0x80));
    simd.add(simd.add_saturating(second, simd.splat(0xFE)), weigh(simd, upper, weights))
}

/// Returns the number of bytes of doublewords in UTF-8, without the first.
#[inline(always)]
pub(super) fn doublewords_in_utf_8<const BIG: bool>(simd: Avx512, blocks: [Vector; 2]) -> Vector {
    let (upper, lower) = words_of_doublewords::<BIG>(simd, blocks);
    let second = simd.ternary::<0xF8>(upper, lower, simd.splat_word(word(0xFF80, BIG)));
    let third = simd.ternary::<0xF8>(upper, lower, simd.splat_word(word(0xF800, BIG)));
    let some = simd.splat_word(0xFFFE);
    let second_and_third =
        simd.add_words(simd.add_words_saturating(second, some), simd.add_words_saturating(third, some));
    let fourth = simd.add_words(simd.add_words_saturating(upper, some), simd.splat_word(6));
    simd.add_words(second_and_third, fourth)
}
