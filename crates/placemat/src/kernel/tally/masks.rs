//! The masks of a block, and what is found by operations on their bits.

use core::hint::select_unpredictable;

use super::{TALLIED, TALLIES, Tally, feeds, fours, leads};
use crate::cast::bytes_of;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::Simd;

/// Bytes of a mask.
const MASKED: usize = 64;

/// A bit for each byte of a block.
type Mask = [u64; 2];

/// Returns a mask of the first bytes.
#[inline(always)]
fn first(count: u32) -> Mask {
    [lowest(count), lowest(count.saturating_sub(64))]
}

#[inline(always)]
fn lowest(count: u32) -> u64 {
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}

#[inline(always)]
fn and([a, b]: Mask, [c, d]: Mask) -> Mask {
    [a & c, b & d]
}

#[inline(always)]
fn without([a, b]: Mask, [c, d]: Mask) -> Mask {
    [a & !c, b & !d]
}

#[inline(always)]
fn count([low, high]: Mask) -> u32 {
    low.count_ones() + high.count_ones()
}

/// Returns the number of bytes up to and including the last one that is set.
#[inline(always)]
fn up_to_last([low, high]: Mask) -> u32 {
    if high == 0 { 64 - low.leading_zeros() } else { 128 - high.leading_zeros() }
}

/// Returns the place of a byte that is set, by its number; after the end if there are fewer.
#[inline(always)]
fn nth(masking: impl Masking, [low, high]: Mask, number: u32) -> u32 {
    let lower = low.count_ones();
    let is_high = number >= lower;
    let bits = select_unpredictable(is_high, high, low);
    let (number, at) = select_unpredictable(is_high, (number.wrapping_sub(lower), 64), (number, 0));
    at + masking.nth_bit(bits, number)
}

/// The masks of a block.
#[derive(Clone, Copy)]
pub(crate) struct Masks {
    /// Where sequences begin.
    leads: Mask,
    /// Where sequences of four bytes begin.
    fours: Mask,
    /// Where U+000A is.
    feeds: Mask,
}

impl Masks {
    #[inline(always)]
    fn of_halves([low, high]: [[u64; 3]; 2]) -> Self {
        Masks { leads: [low[0], high[0]], fours: [low[1], high[1]], feeds: [low[2], high[2]] }
    }

    /// Counts what is before a place.
    #[inline(always)]
    pub(crate) fn before(self, place: u32) -> Tally {
        let before = first(place);
        let (leads, fours, feeds) =
            (and(self.leads, before), and(self.fours, before), and(self.feeds, before));
        let line = first(up_to_last(feeds));
        let (code_points, line_code_points) = (count(leads), count(and(leads, line)));
        Tally {
            code_points,
            utf_16_units: code_points + count(fours),
            line_feeds: count(feeds),
            line_code_points,
            line_utf_16_units: line_code_points + count(and(fours, line)),
        }
    }

    /// Counts what is from a place on to the end of the block. What follows the last line feed is counted
    /// without the place, so that it need not be known.
    #[inline(always)]
    pub(crate) fn from(self, place: u32) -> Tally {
        let [up_to_feed, up_to_place] = [up_to_last(self.feeds), place].map(first);
        let [leads, fours] = [self.leads, self.fours].map(|mask| count(without(mask, up_to_feed)));
        let code_points = count(without(self.leads, up_to_place));
        let utf_16_units = code_points + count(without(self.fours, up_to_place));
        Tally {
            code_points,
            utf_16_units,
            line_feeds: count(without(self.feeds, up_to_place)),
            line_code_points: code_points.wrapping_sub(leads),
            line_utf_16_units: utf_16_units.wrapping_sub(leads + fours),
        }
    }

    /// Returns the place of what is sought.
    #[inline(always)]
    pub(crate) fn find(self, masking: impl Masking, sought: Sought) -> u32 {
        match sought {
            Sought::CodePoint(number) => nth(masking, self.leads, number),
            Sought::Utf16Unit(number) => self.utf_16_unit(masking, number),
            Sought::Line(number) => nth(masking, self.feeds, number) + 1,
        }
    }

    /// Returns the masks of the first bytes of the block, and none of the others.
    #[inline(always)]
    pub(crate) fn first(self, count: u32) -> Self {
        let first = first(count);
        Masks { leads: and(self.leads, first), fours: and(self.fours, first), feeds: and(self.feeds, first) }
    }

    /// Returns what is in the block: code points, UTF-16 units, and lines that end.
    #[inline(always)]
    pub(crate) fn all(self) -> [u32; 3] {
        let code_points = count(self.leads);
        [code_points, code_points + count(self.fours), count(self.feeds)]
    }

    /// Returns a mask with a bit for each UTF-16 unit. The second unit of a pair has the bit after its lead
    /// byte, which no sequence begins at. That of a pair that begins in the last byte is missing.
    #[inline(always)]
    fn utf_16_units(self) -> Mask {
        let [low, high] = self.fours;
        [self.leads[0] | low << 1, self.leads[1] | high << 1 | low >> 63]
    }

    #[inline(always)]
    fn utf_16_unit(self, masking: impl Masking, number: u32) -> u32 {
        let place = nth(masking, self.utf_16_units(), number).min(TALLIED as u32 - 1);
        let [low, high] = self.leads;
        let half = if place < 64 { low } else { high };
        place - u32::from(half >> (place % 64) & 1 == 0)
    }
}

/// Returns the masks of lead bytes, of those of four bytes, and of line feeds, of 64 bytes from a place on.
#[inline(always)]
fn masks_of<S: Simd>(simd: S, block: &[u8; TALLIED], at: usize) -> [u64; 3] {
    let end = MASKED / S::LANES;
    let a = simd.load(block, at);
    let b = simd.load(block, at + S::LANES);
    let c = simd.load(block, at + 2 % end * S::LANES);
    let d = simd.load(block, at + 3 % end * S::LANES);
    let (lead, four, feed) = (simd.splat(0xC0), simd.splat(0xF0), simd.splat(0x0A));
    let trails = [
        simd.less_signed(a, lead),
        simd.less_signed(b, lead),
        simd.less_signed(c, lead),
        simd.less_signed(d, lead),
    ];
    let fours = [
        simd.equal(simd.max(a, four), a),
        simd.equal(simd.max(b, four), b),
        simd.equal(simd.max(c, four), c),
        simd.equal(simd.max(d, four), d),
    ];
    let feeds = [simd.equal(a, feed), simd.equal(b, feed), simd.equal(c, feed), simd.equal(d, feed)];
    [!simd.block_mask(trails), simd.block_mask(fours), simd.block_mask(feeds)]
}

/// Returns the same masks of 64 bytes.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn masks_of_half(simd: Avx512, half: &[u8; MASKED]) -> [u64; 3] {
    let v = simd.load(half);
    [
        !simd.signed_below(v, simd.splat(0xC0)),
        simd.at_least(v, simd.splat(0xF0)),
        simd.equal(v, simd.splat(0x0A)),
    ]
}

/// What is sought in a block. All numbers are counted from 0 in the block, which must have them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sought {
    /// Where a code point begins.
    CodePoint(u32),
    /// Where the code point begins that has a UTF-16 unit.
    Utf16Unit(u32),
    /// What follows a line feed.
    Line(u32),
}

/// A way to make masks. (Vectors are passed to no closure, since a closure does not have the features of an
/// instruction set.)
pub(crate) trait Masking: Copy {
    /// Returns the masks of a block.
    fn masks(self, block: &[u8; TALLIED]) -> Masks;

    /// Returns how many numbers of a list are not more than another, which is not the greatest number.
    fn count_up_to(self, list: &[u16; TALLIES], number: u16) -> u32;

    /// Returns how many numbers of a list, of at most 31 bits each, are not more than another.
    fn count_up_to_wide(self, list: &[u32; TALLIES], number: u32) -> u32;

    /// Returns the place of a bit that is set, by its number; 64 if there are fewer.
    #[inline(always)]
    fn nth_bit(self, mut bits: u64, mut number: u32) -> u32 {
        if number >= bits.count_ones() {
            return 64;
        }
        let mut at = 0;
        for width in [32, 16, 8, 4, 2, 1] {
            let lower = (bits & ((1 << width) - 1)).count_ones();
            let is_high = number >= lower;
            number -= if is_high { lower } else { 0 };
            bits >>= if is_high { width } else { 0 };
            at += if is_high { width } else { 0 };
        }
        at
    }
}

/// Masks without vectors.
#[derive(Clone, Copy)]
pub(crate) struct ByWords;

/// Masks with vectors of 16 or 32 bytes.
#[derive(Clone, Copy)]
pub(crate) struct ByVectors<S>(pub(crate) S);

impl Masking for ByWords {
    #[inline(always)]
    fn masks(self, block: &[u8; TALLIED]) -> Masks {
        let mut halves = [[0; 3]; 2];
        for (half, masks) in block.as_chunks::<MASKED>().0.iter().zip(&mut halves) {
            for (at, word) in half.as_chunks::<8>().0.iter().enumerate() {
                let word = u64::from_le_bytes(*word);
                for (mask, bytes) in masks.iter_mut().zip([leads(word), fours(word), feeds(word)]) {
                    *mask |= bits_of(bytes) << (8 * at);
                }
            }
        }
        Masks::of_halves(halves)
    }

    #[inline(always)]
    fn count_up_to(self, list: &[u16; TALLIES], number: u16) -> u32 {
        list.iter().map(|&before| u16::from(before <= number)).sum::<u16>().into()
    }

    #[inline(always)]
    fn count_up_to_wide(self, list: &[u32; TALLIES], number: u32) -> u32 {
        list.iter().map(|&before| u32::from(before <= number)).sum()
    }
}

impl<S: Simd> Masking for ByVectors<S> {
    #[inline(always)]
    fn masks(self, block: &[u8; TALLIED]) -> Masks {
        Masks::of_halves([masks_of::<S>(self.0, block, 0), masks_of::<S>(self.0, block, MASKED)])
    }

    #[inline(always)]
    fn count_up_to(self, list: &[u16; TALLIES], number: u16) -> u32 {
        let (simd, list, number) = (self.0, bytes_of(list), self.0.splat_word(number));
        let mut count = 0;
        let mut at = 0;
        while at < 2 * TALLIES {
            let (a, b) = (simd.load(list, at), simd.load(list, at + S::LANES));
            let a = simd.equal_words(simd.min_words(a, number), a);
            let b = simd.equal_words(simd.min_words(b, number), b);
            count += simd.word_bits(a, b).count_ones();
            at += 2 * S::LANES;
        }
        count
    }

    #[inline(always)]
    fn count_up_to_wide(self, list: &[u32; TALLIES], number: u32) -> u32 {
        let (simd, list, number) = (self.0, bytes_of(list), self.0.splat_doubleword(number));
        let mut greater = 0;
        let mut at = 0;
        while at < 4 * TALLIES {
            let a = simd.doublewords_less_signed(number, simd.load(list, at));
            let b = simd.doublewords_less_signed(number, simd.load(list, at + S::LANES));
            let c = simd.doublewords_less_signed(number, simd.load(list, at + 2 * S::LANES));
            let d = simd.doublewords_less_signed(number, simd.load(list, at + 3 * S::LANES));
            greater += simd.word_bits(simd.narrow_masks(a, b), simd.narrow_masks(c, d)).count_ones();
            at += 4 * S::LANES;
        }
        TALLIES as u32 - greater
    }
}

#[cfg(target_arch = "x86_64")]
impl Masking for Avx512 {
    #[inline(always)]
    fn masks(self, block: &[u8; TALLIED]) -> Masks {
        let [low, high] = block.as_chunks::<MASKED>().0 else { unreachable!() };
        Masks::of_halves([masks_of_half(self, low), masks_of_half(self, high)])
    }

    #[inline(always)]
    fn count_up_to(self, list: &[u16; TALLIES], number: u16) -> u32 {
        let Some(list) = bytes_of(list).first_chunk() else { return 0 };
        self.words_at_least(self.splat_word(number), self.load(list)).count_ones()
    }

    #[inline(always)]
    fn count_up_to_wide(self, list: &[u32; TALLIES], number: u32) -> u32 {
        let ([low, high], number) = (bytes_of(list).as_chunks().0, self.splat_doubleword(number)) else {
            unreachable!()
        };
        let low = self.doublewords_at_least(number, self.load(low));
        low.count_ones() + self.doublewords_at_least(number, self.load(high)).count_ones()
    }

    #[inline(always)]
    fn nth_bit(self, bits: u64, number: u32) -> u32 {
        let number = 1_u64.checked_shl(number).unwrap_or_default();
        self.deposit(number, bits).trailing_zeros()
    }
}

/// Returns the lowest bits of the bytes of a word, which have no others.
#[inline(always)]
const fn bits_of(bytes: u64) -> u64 {
    // Bit 8i becomes bit 8i + 7j for each j from 1 to 8, which is 56 + i if j is 8 - i. No two coincide.
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}
