//! Code points, UTF-16 units and line ends of blocks of UTF-8, counted together, and found by their numbers.
//!
//! A block becomes three masks, with a bit for each byte: where sequences begin, where sequences of four
//! bytes begin, and where lines end. Counts and places are then a few operations on bits, without a loop
//! whose length depends on the text. Without vectors, whole blocks are counted in lanes of bytes instead.

use core::hint::select_unpredictable;

use crate::cast::bytes_of;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Bytes of a block. Its rows are so few that no lane overflows.
pub(crate) const TALLIED: usize = 128;
/// Blocks that are counted at once.
pub(crate) const TALLIES: usize = 32;
/// Bytes of a row.
const ROW: usize = 32;
/// Bytes of a mask.
const MASKED: usize = 64;
/// A byte that is neither a lead byte nor U+000A.
const TRAIL: u8 = 0x80;
const ONES: u64 = 0x0101_0101_0101_0101;

/// What is in a piece of well-formed text. What counts is where a sequence begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) code_points: u32,
    pub(crate) utf_16_units: u32,
    pub(crate) line_feeds: u32,
    /// The code points up to and including the last line feed.
    pub(crate) line_code_points: u32,
    /// The UTF-16 units up to and including the last line feed.
    pub(crate) line_utf_16_units: u32,
}

impl Tally {
    /// Returns what is in this piece and the next one.
    #[inline(always)]
    pub(crate) fn then(self, next: Tally) -> Tally {
        let (line_code_points, line_utf_16_units) = match next.line_feeds {
            0 => (self.line_code_points, self.line_utf_16_units),
            _ => (
                self.code_points.wrapping_add(next.line_code_points),
                self.utf_16_units.wrapping_add(next.line_utf_16_units),
            ),
        };
        Tally {
            code_points: self.code_points + next.code_points,
            utf_16_units: self.utf_16_units + next.utf_16_units,
            line_feeds: self.line_feeds + next.line_feeds,
            line_code_points,
            line_utf_16_units,
        }
    }
}

/// What comes before each of some blocks: the numbers of a [`Tally`] in its order. Blocks that do not exist
/// have the greatest number.
pub(crate) type Before = [[u16; TALLIES]; 5];

/// Counts a text of at most [`TALLIES`] blocks. The last one may be shorter.
#[inline]
pub(crate) fn tally(isa: Isa, text: &[u8], before: &mut Before) -> Tally {
    isa.run(Blocks(text, before))
}

struct Blocks<'a>(&'a [u8], &'a mut Before);

/// Counts block by block. (A macro, since closures do not have the features of the function that they are
/// in.)
macro_rules! each_block {
    ($self:ident, |$block:ident| $tally:expr) => {{
        debug_assert!($self.0.len() <= TALLIED * TALLIES, "numbers of 16 bits would overflow");
        let (blocks, rest) = $self.0.as_chunks::<TALLIED>();
        let mut now = Tally::default();
        let mut at = 0;
        for $block in blocks.iter().take(TALLIES) {
            keep($self.1, at, now);
            now = now.then($tally);
            at += 1;
        }
        if !rest.is_empty() && at < TALLIES {
            keep($self.1, at, now);
            let $block = &padded(rest);
            now = now.then($tally);
        }
        now
    }};
}

#[inline(always)]
fn keep(before: &mut Before, at: usize, now: Tally) {
    let Tally { code_points, utf_16_units, line_feeds, line_code_points, line_utf_16_units } = now;
    let numbers = [code_points, utf_16_units, line_feeds, line_code_points, line_utf_16_units];
    for (list, number) in before.iter_mut().zip(numbers) {
        list[at] = number as u16;
    }
}

/// Returns a block with trail bytes after the end of a text.
#[inline]
pub(crate) fn padded(text: &[u8]) -> [u8; TALLIED] {
    let mut block = [TRAIL; TALLIED];
    block[..text.len()].copy_from_slice(text);
    block
}

impl Vectorized for Blocks<'_> {
    type Output = Tally;

    #[inline(always)]
    fn scalar(self) -> Tally {
        each_block!(self, |block| tally_by_rows(block))
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Tally {
        each_block!(self, |block| ByVectors(simd).masks(block).before(TALLIED as u32))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Tally {
        each_block!(self, |block| simd.masks(block).before(TALLIED as u32))
    }
}

/// Counts a block in lanes of bytes, which the compiler makes vectors of.
#[inline(always)]
fn tally_by_rows(block: &[u8; TALLIED]) -> Tally {
    let (mut trails, mut fours, mut feeds) = ([0_u8; ROW], [0_u8; ROW], [0_u8; ROW]);
    for row in block.as_chunks::<ROW>().0 {
        for (lane, &byte) in row.iter().enumerate() {
            trails[lane] += u8::from(is_trail(byte));
            fours[lane] += u8::from(byte >= 0xF0);
            feeds[lane] += u8::from(byte == 0x0A);
        }
    }
    let [trails, fours, feeds] =
        [trails, fours, feeds].map(|lanes| lanes.iter().map(|&lane| u32::from(lane)).sum::<u32>());
    let code_points = TALLIED as u32 - trails;
    let utf_16_units = code_points + fours;
    let [code_points_after, fours_after] =
        if feeds > 0 { after_last_feed(block) } else { [code_points, fours] };
    let line_code_points = code_points - code_points_after;
    Tally {
        code_points,
        utf_16_units,
        line_feeds: feeds,
        line_code_points,
        line_utf_16_units: line_code_points + fours - fours_after,
    }
}

/// Counts the code points after the last line feed of a block, and those of four bytes.
#[inline(always)]
fn after_last_feed(block: &[u8; TALLIED]) -> [u32; 2] {
    let mut counts = [0_u64; 2];
    for word in block.as_chunks::<8>().0.iter().rev() {
        let word = u64::from_le_bytes(*word);
        let found = feeds(word);
        // The bytes after the line feed.
        let after = if found == 0 { u64::MAX } else { !(u64::MAX >> (found.leading_zeros() / 8 * 8)) };
        counts = [counts[0] + (leads(word) & after), counts[1] + (fours(word) & after)];
        if found != 0 {
            break;
        }
    }
    // The sum of the bytes of each, at most the bytes of a block.
    counts.map(|bytes| (bytes.wrapping_mul(ONES) >> 56) as u32)
}

/// Signed, trail bytes are the least.
#[inline(always)]
const fn is_trail(byte: u8) -> bool {
    (byte as i8) < -0x40
}

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

/// Returns a word with 1 in each byte that begins a sequence.
#[inline(always)]
const fn leads(word: u64) -> u64 {
    (!word >> 7 | word >> 6) & ONES
}

/// Returns a word with 1 in each byte that begins a sequence of four bytes.
#[inline(always)]
const fn fours(word: u64) -> u64 {
    (word >> 7 & word >> 6 & word >> 5 & word >> 4) & ONES
}

/// Returns a word with 1 in each byte that is U+000A.
#[inline(always)]
const fn feeds(word: u64) -> u64 {
    let others = word ^ (0x0A * ONES);
    let low = 0x7F * ONES;
    !(((others & low) + low) | others) >> 7 & ONES
}

/// Returns the lowest bits of the bytes of a word, which have no others.
#[inline(always)]
const fn bits_of(bytes: u64) -> u64 {
    // Bit 8i becomes bit 8i + 7j for each j from 1 to 8, which is 56 + i if j is 8 - i. No two coincide.
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use placemat_random::Random;

    use super::*;

    /// Returns the place of what is sought in a block, and counts what is before it.
    fn seek(isa: Isa, block: &[u8; TALLIED], sought: Sought) -> (u32, Tally) {
        let (place, [before, _], _) = isa.run(Seek(block, Ok(sought)));
        (place, before)
    }

    /// What is sought, or a place. Counts what is before it, from it on, and before it by masks of that.
    struct Seek<'a>(&'a [u8; TALLIED], Result<Sought, u32>);

    type Counts = (u32, [Tally; 2], [u32; 3]);

    impl Seek<'_> {
        #[inline(always)]
        fn by(self, masking: impl Masking) -> Counts {
            let masks = masking.masks(self.0);
            let place = match self.1 {
                Ok(sought) => masks.find(masking, sought),
                Err(place) => place,
            };
            (place, [masks.before(place), masks.from(place)], masks.first(place).all())
        }
    }

    impl Vectorized for Seek<'_> {
        type Output = Counts;

        #[inline(always)]
        fn scalar(self) -> Counts {
            self.by(ByWords)
        }

        #[inline(always)]
        fn vector<S: Simd>(self, simd: S) -> Counts {
            self.by(ByVectors(simd))
        }

        #[cfg(target_arch = "x86_64")]
        #[inline(always)]
        fn avx512(self, simd: Avx512) -> Counts {
            self.by(simd)
        }
    }

    fn text(random: &mut Random, len: usize) -> Vec<u8> {
        let mut text = alloc::string::String::new();
        while text.len() < len {
            text.push(random.of(&['a', '\n', 'é', '€', '💩']));
        }
        text.into_bytes()[..len].to_vec()
    }

    fn block(random: &mut Random) -> [u8; TALLIED] {
        padded(&text(random, TALLIED))
    }

    /// Counts byte by byte.
    fn tally_of(text: &[u8]) -> Tally {
        let begin = |text: &[u8]| text.iter().filter(|byte| !is_trail(**byte)).count() as u32;
        let long = |text: &[u8]| text.iter().filter(|byte| **byte >= 0xF0).count() as u32;
        let line = &text[..text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)];
        Tally {
            code_points: begin(text),
            utf_16_units: begin(text) + long(text),
            line_feeds: text.iter().filter(|byte| **byte == b'\n').count() as u32,
            line_code_points: begin(line),
            line_utf_16_units: begin(line) + long(line),
        }
    }

    #[test]
    fn blocks_are_counted_in_every_instruction_set() {
        let mut random = Random::new(1);
        for round in 0..60 {
            let len = match round % 3 {
                0 => TALLIED * TALLIES - round,
                1 => TALLIED * random.below(TALLIES),
                _ => random.below(TALLIED * TALLIES),
            };
            let mut text = text(&mut random, len);
            if round % 4 == 0 {
                text.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b'b');
            }
            for isa in Isa::available() {
                let mut before = [[u16::MAX; TALLIES]; 5];
                assert_eq!(tally(isa, &text, &mut before), tally_of(&text), "{isa:?}");
                for block in 0..TALLIES {
                    let found = before.map(|list| list[block]);
                    if block * TALLIED >= len {
                        assert_eq!(found, [u16::MAX; 5]);
                        continue;
                    }
                    let all = tally_of(&text[..block * TALLIED]);
                    let mut expected = [[0; TALLIES]; 5];
                    keep(&mut expected, block, all);
                    assert_eq!(found, expected.map(|list| list[block]), "{isa:?}");
                }
            }
        }
    }

    #[test]
    fn places_are_found_by_number_in_every_instruction_set() {
        let mut random = Random::new(2);
        for _ in 0..20 {
            let block = block(&mut random);
            for isa in Isa::available() {
                let (mut code_points, mut utf_16_units, mut lines) = (0, 0, 0);
                for place in 0..=TALLIED as u32 {
                    let (_, [before, from], all) = isa.run(Seek(&block, Err(place)));
                    let expected = tally_of(&block[..place as usize]);
                    assert_eq!(before, expected, "{isa:?}");
                    assert_eq!(before.then(from), tally_of(&block), "{isa:?}");
                    let Tally { code_points, utf_16_units, line_feeds, .. } = expected;
                    assert_eq!(all, [code_points, utf_16_units, line_feeds], "{isa:?}");
                }
                for (at, byte) in block.into_iter().enumerate().filter(|(_, byte)| !is_trail(*byte)) {
                    let found = (at as u32, tally_of(&block[..at]));
                    assert_eq!(seek(isa, &block, Sought::CodePoint(code_points)), found, "{isa:?}");
                    for unit in 0..if byte >= 0xF0 { 2 } else { 1 } {
                        assert_eq!(seek(isa, &block, Sought::Utf16Unit(utf_16_units + unit)), found);
                    }
                    if byte == b'\n' {
                        let found = (at as u32 + 1, tally_of(&block[..=at]));
                        assert_eq!(seek(isa, &block, Sought::Line(lines)), found);
                        lines += 1;
                    }
                    code_points += 1;
                    utf_16_units += if byte >= 0xF0 { 2 } else { 1 };
                }
            }
        }
    }
}
