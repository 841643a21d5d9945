//! UTF-8 to UTF-32: as to UTF-16, with a third byte for supplementary code points.
//!
//! A unit ends at the last byte of every sequence. At the end of a sequence of four, bits 12–15 come from the
//! second byte, and bits 16–20 from the second byte and the lead.

use super::pack::{self, Eight};
use super::units::{Units, low_and_middle, top_of_three};
use crate::simd::Simd;

/// UTF-32.
pub(super) struct Doublewords;

impl Units for Doublewords {
    const WIDTH: usize = 4;
    const ROOM: usize = 4 * 64;
    const EARLY: usize = 0;
    const JOINS: bool = true;

    #[inline(always)]
    fn planes<S: Simd, const FOUR: bool>(simd: S, byte: S::Vector, before: [S::Vector; 3]) -> [S::Vector; 3] {
        let (low, middle) = low_and_middle(simd, byte, before[0]);
        if !FOUR {
            return [low, simd.or(middle, top_of_three(simd, before)), simd.splat(0)];
        }
        let f0 = simd.splat(0xF0);
        let fourth = simd.equal(simd.max(before[2], f0), before[2]);
        let payload = simd.select(fourth, before[1], simd.sub_saturating(before[1], simd.splat(0xE0)));
        let high = simd.or(middle, simd.and(simd.shift_words_left::<4>(payload), f0));
        let third = simd.or(
            simd.and(simd.shift_words_left::<2>(before[2]), simd.splat(0x1C)),
            simd.and(simd.shift_words_right::<4>(before[1]), simd.splat(0x03)),
        );
        [low, high, simd.and(third, fourth)]
    }

    // At the end of a pair, bits 10-15 come from the third byte of the lead surrogate. Bits 16-20 are the low
    // four bits of its second byte, plus one.
    #[inline(always)]
    fn join<S: Simd>(
        simd: S,
        [low, high, third]: [S::Vector; 3],
        before: [S::Vector; 3],
        before_4: S::Vector,
    ) -> [S::Vector; 3] {
        let is_after_trail = simd.less_signed(simd.splat(0xAF), before[0]);
        let ends = simd.and(simd.equal(before[1], simd.splat(0xED)), is_after_trail);
        let of_pair = simd.or(
            simd.and(simd.shift_words_left::<2>(before[2]), simd.splat(0xFC)),
            simd.and(simd.shift_words_right::<2>(before[0]), simd.splat(0x03)),
        );
        let upper = simd.sub(before_4, simd.splat(0xA0 - 1));
        [low, simd.select(ends, of_pair, high), simd.select(ends, upper, third)]
    }

    #[inline(always)]
    fn zip<S: Simd, const FOUR: bool>(simd: S, [low, high, third]: [S::Vector; 3]) -> [[S::Part; 4]; 2] {
        [simd.zip(low, high), simd.zip(third, simd.splat(0))]
    }

    #[inline(always)]
    fn put<S: Simd, const FOUR: bool>(
        simd: S,
        parts: [S::Part; 2],
        chosen: Eight,
        room: &mut [u8],
        place: usize,
    ) {
        let [first, second] = parts;
        let shuffle = pack::WORDS.get(chosen);
        if !FOUR {
            return simd.store_wide_words(room, 4 * place, simd.shuffle(first, shuffle));
        }
        let [low, high] = simd.zip_part_words(simd.shuffle(first, shuffle), simd.shuffle(second, shuffle));
        simd.store_part(room, 4 * place, low);
        simd.store_part(room, 4 * place + 16, high);
    }

    #[inline(always)]
    fn widen<S: Simd>(simd: S, ascii: S::Vector, room: &mut [u8], place: usize) {
        simd.store_doublewords(room, 4 * place, ascii);
    }
}
