//! UTF-8 to UTF-16: low bytes and high bytes at the positions where units end.
//!
//! ```text
//! low   =  byte & 7F  |  before 1 << 6 & C0, if the byte is a trail byte
//! high  =  before 1 >> 2 & F, if it is one  |  before 2's payload << 4, if that is a lead of three
//! of a sequence of four, at its third byte: D7C0 + (before 2 & 7) << 8 + (before 1 << 2 & FC | byte >> 4 & 3)
//!                        at its fourth:     low as above, high = DC | before 1 >> 2 & 3
//! ```
//!
//! (D7C0 is D800 − (10000 >> 10).)

use super::pack::{self, Eight};
use super::units::{Units, low_and_middle, top_of_three};
use crate::simd::Simd;

/// UTF-16 in an order.
pub(super) struct Words<const BIG: bool>;

impl<const BIG: bool> Units for Words<BIG> {
    const WIDTH: usize = 2;
    const ROOM: usize = 2 * 64;
    // The lead surrogate is written at the third byte of four.
    const EARLY: usize = 1;
    const JOINS: bool = false;

    #[inline(always)]
    fn planes<S: Simd, const FOUR: bool>(simd: S, byte: S::Vector, before: [S::Vector; 3]) -> [S::Vector; 3] {
        let (low, middle) = low_and_middle(simd, byte, before[0]);
        let top = top_of_three(simd, before);
        if !FOUR {
            return [low, simd.or(middle, top), simd.splat(0)];
        }
        let f0 = simd.splat(0xF0);
        let third = simd.equal(simd.max(before[1], f0), before[1]);
        let fourth = simd.equal(simd.max(before[2], f0), before[2]);
        // If F0 or more is before, its payload has more than four bits, which would leak.
        let high = simd.or(middle, simd.and(top, f0));
        let trail = simd.or(simd.and(middle, simd.splat(0x03)), simd.splat(0xDC));
        let high = simd.select(fourth, trail, high);
        let field = simd.or(
            simd.and(simd.shift_words_left::<2>(before[0]), simd.splat(0xFC)),
            simd.and(simd.shift_words_right::<4>(byte), simd.splat(0x03)),
        );
        // The sum with C0 overflows its byte from 40 on.
        let carry = simd.equal(simd.max(field, simd.splat(0x40)), field);
        let low = simd.select(third, simd.add(field, simd.splat(0xC0)), low);
        let lead = simd.sub(simd.sub(before[1], simd.splat(0xF0 - 0xD7)), carry);
        [low, simd.select(third, lead, high), simd.splat(0)]
    }

    #[inline(always)]
    fn zip<S: Simd, const FOUR: bool>(simd: S, [low, high, _]: [S::Vector; 3]) -> [[S::Part; 4]; 2] {
        [if BIG { simd.zip(high, low) } else { simd.zip(low, high) }; 2]
    }

    #[inline(always)]
    fn put<S: Simd, const FOUR: bool>(
        simd: S,
        parts: [S::Part; 2],
        chosen: Eight,
        room: &mut [u8],
        place: usize,
    ) {
        simd.store_part(room, 2 * place, simd.shuffle(parts[0], pack::WORDS.get(chosen)));
    }

    #[inline(always)]
    fn widen<S: Simd>(simd: S, ascii: S::Vector, room: &mut [u8], place: usize) {
        simd.store_words::<BIG>(room, 2 * place, ascii);
    }
}
