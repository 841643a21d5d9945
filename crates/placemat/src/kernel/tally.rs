//! Code points, UTF-16 units and line ends of blocks of UTF-8, counted together, and found by their numbers.
//!
//! A block becomes three masks, with a bit for each byte: where sequences begin, where sequences of four
//! bytes begin, and where lines end. Counts and places are then a few operations on bits, without a loop
//! whose length depends on the text. Without vectors, whole blocks are counted in lanes of bytes instead.

mod masks;

pub(crate) use masks::{ByVectors, ByWords, Masking, Masks, Sought};

#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Bytes of a block. Its rows are so few that no lane overflows.
pub(crate) const TALLIED: usize = 128;
/// Blocks that are counted at once.
pub(crate) const TALLIES: usize = 32;
/// Bytes of a row.
const ROW: usize = 32;
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
            _ => (self.code_points + next.line_code_points, self.utf_16_units + next.line_utf_16_units),
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
