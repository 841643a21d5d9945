//! Code points, UTF-16 units and line ends of blocks of UTF-8, counted together.
//!
//! Each count of a row of bytes is in lanes of bytes, which the compiler makes vectors of. What is not a whole
//! block goes by words: a byte of each is 1 where something counts, and the sum of all bytes is one product.

use crate::simd::{Isa, Vectorized};

/// Bytes of a block. Its rows are so few that no lane overflows.
pub(crate) const TALLIED: usize = 128;
/// Bytes of a row.
const ROW: usize = 32;
/// A byte that is neither a lead byte nor U+000A.
const TRAIL: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;

/// What is in a piece of well-formed text. What counts is where a sequence begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) code_points: u32,
    pub(crate) utf_16_units: u32,
    pub(crate) line_feeds: u32,
}

/// Counts whole blocks, as many as there are results.
#[inline]
pub(crate) fn tally_blocks(isa: Isa, blocks: &[[u8; TALLIED]], out: &mut [Tally]) {
    isa.run(Blocks(blocks, out));
}

struct Blocks<'a>(&'a [[u8; TALLIED]], &'a mut [Tally]);

impl Vectorized for Blocks<'_> {
    type Output = ();

    #[inline(always)]
    fn scalar(self) {
        for (block, out) in self.0.iter().zip(self.1) {
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
            *out = Tally { code_points, utf_16_units: code_points + fours, line_feeds: feeds };
        }
    }
}

/// Signed, trail bytes are the least.
#[inline(always)]
const fn is_trail(byte: u8) -> bool {
    (byte as i8) < -0x40
}

/// Returns eight bytes as a word, and fewer with trail bytes after them.
#[inline]
fn words(text: &[u8]) -> impl Iterator<Item = u64> {
    let (words, rest) = text.as_chunks::<8>();
    let mut last = TRAIL.to_le_bytes();
    last[..rest.len()].copy_from_slice(rest);
    words.iter().map(|word| u64::from_le_bytes(*word)).chain([u64::from_le_bytes(last)])
}

/// Returns a word with 1 in each byte that begins a sequence.
#[inline]
const fn leads(word: u64) -> u64 {
    (!word >> 7 | word >> 6) & ONES
}

/// Returns a word with 1 in each byte that begins a sequence of four bytes.
#[inline]
const fn fours(word: u64) -> u64 {
    (word >> 7 & word >> 6 & word >> 5 & word >> 4) & ONES
}

/// Returns a word with 1 in each byte that is U+000A.
#[inline]
const fn feeds(word: u64) -> u64 {
    let others = word ^ (0x0A * ONES);
    let low = 0x7F * ONES;
    !(((others & low) + low) | others) >> 7 & ONES
}

/// Returns the sum of the bytes of a word.
#[inline]
const fn sum_of_bytes(word: u64) -> u32 {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    (((word & EVEN) + (word >> 8 & EVEN)).wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

impl Tally {
    /// Counts at most a block.
    #[inline]
    pub(crate) fn of(text: &[u8]) -> Self {
        debug_assert!(text.len() <= TALLIED, "lanes of bytes would overflow");
        let (mut all, mut long, mut lines) = (0, 0, 0);
        for word in words(text) {
            all += leads(word);
            long += fours(word);
            lines += feeds(word);
        }
        let code_points = sum_of_bytes(all);
        Tally { code_points, utf_16_units: code_points + sum_of_bytes(long), line_feeds: sum_of_bytes(lines) }
    }
}

/// Returns the place in a block of the byte in which a number is exceeded, if each byte counts as much as `counted`
/// says of its word.
#[inline]
fn exceeding(text: &[u8], mut number: u32, counted: impl Fn(u64) -> u64) -> Option<usize> {
    for (at, word) in words(text).enumerate() {
        let counts = counted(word);
        let all = sum_of_bytes(counts);
        if all <= number {
            number -= all;
            continue;
        }
        for (byte, count) in counts.to_le_bytes().into_iter().enumerate() {
            match number.checked_sub(count.into()) {
                Some(less) => number = less,
                None => return Some(8 * at + byte),
            }
        }
    }
    None
}

/// Returns where a code point begins, by its number from the first one that begins in a block.
#[inline]
pub(crate) fn nth_code_point(text: &[u8], number: u32) -> Option<usize> {
    exceeding(text, number, leads)
}

/// Returns where the code point begins that has a UTF-16 unit, by its number.
#[inline]
pub(crate) fn nth_utf_16_unit(text: &[u8], number: u32) -> Option<usize> {
    exceeding(text, number, |word| leads(word) + fours(word))
}

/// Returns where U+000A is, by its number.
#[inline]
pub(crate) fn nth_line_feed(text: &[u8], number: u32) -> Option<usize> {
    exceeding(text, number, feeds)
}

/// Returns where the last U+000A is.
#[inline]
pub(crate) fn last_line_feed(text: &[u8]) -> Option<usize> {
    let (rest, words) = text.as_rchunks::<8>();
    for (at, word) in words.iter().enumerate().rev() {
        let found = feeds(u64::from_le_bytes(*word));
        if found != 0 {
            return Some(rest.len() + 8 * at + 7 - found.leading_zeros() as usize / 8);
        }
    }
    rest.iter().rposition(|&byte| byte == 0x0A)
}

#[cfg(test)]
mod tests {
    use placemat_random::Random;

    use super::*;

    fn block(random: &mut Random) -> [u8; TALLIED] {
        let mut text = alloc::string::String::new();
        while text.len() < TALLIED {
            text.push(random.of(&['a', '\n', 'é', '€', '💩']));
        }
        text.as_bytes()[..TALLIED].try_into().unwrap()
    }

    #[test]
    fn whole_blocks_and_pieces_are_counted_alike() {
        let mut random = Random::new(1);
        for _ in 0..50 {
            let blocks: alloc::vec::Vec<_> = (0..3).map(|_| block(&mut random)).collect();
            for isa in Isa::available() {
                let mut found = [Tally::default(); 3];
                tally_blocks(isa, &blocks, &mut found);
                for (block, found) in blocks.iter().zip(found) {
                    assert_eq!(found, Tally::of(block), "{isa:?}");
                }
            }
            for block in &blocks {
                for end in 0..TALLIED {
                    let text = &block[..end];
                    let begin = text.iter().filter(|byte| !is_trail(**byte)).count() as u32;
                    let long = text.iter().filter(|byte| **byte >= 0xF0).count() as u32;
                    let lines = text.iter().filter(|byte| **byte == b'\n').count() as u32;
                    let found = Tally { code_points: begin, utf_16_units: begin + long, line_feeds: lines };
                    assert_eq!(Tally::of(text), found);
                    assert_eq!(last_line_feed(text), text.iter().rposition(|byte| *byte == b'\n'));
                }
            }
        }
    }

    #[test]
    fn places_are_found_by_number() {
        let mut random = Random::new(2);
        for _ in 0..20 {
            let block = block(&mut random);
            let (mut code_points, mut utf_16_units, mut lines) = (0, 0, 0);
            for (at, byte) in block.into_iter().enumerate().filter(|(_, byte)| !is_trail(*byte)) {
                assert_eq!(nth_code_point(&block, code_points), Some(at));
                for unit in 0..if byte >= 0xF0 { 2 } else { 1 } {
                    assert_eq!(nth_utf_16_unit(&block, utf_16_units + unit), Some(at));
                }
                if byte == b'\n' {
                    assert_eq!(nth_line_feed(&block, lines), Some(at));
                    lines += 1;
                }
                code_points += 1;
                utf_16_units += if byte >= 0xF0 { 2 } else { 1 };
            }
            assert_eq!(nth_code_point(&block, code_points), None);
            assert_eq!(nth_utf_16_unit(&block, utf_16_units), None);
            assert_eq!(nth_line_feed(&block, lines), None);
        }
    }
}
