//! A piece of well-formed UTF-8, by blocks of a fixed length: what comes before a block within the piece is
//! stored, and what is in it is counted by every look-up. So the block of a unit needs no search.
//!
//! A block may begin within a sequence. A sequence counts where it begins, so that the sum of what is stored
//! and what is counted is right at every boundary.

use super::sum::{Measure, Sum};
use crate::kernel::{Before, Masking, Masks, Sought, TALLIED as BLOCK, TALLIES, Tally, padded, tally};
use crate::simd::Isa;

/// The most bytes of a piece.
pub(super) const PIECE: usize = BLOCK * TALLIES;

/// What comes before each block of a piece.
#[derive(Clone)]
pub(super) struct Blocks(Before);

impl Blocks {
    /// Counts a piece.
    #[inline]
    pub(super) fn new(isa: Isa, piece: &[u8]) -> (Self, Sum) {
        let mut before = [[u16::MAX; TALLIES]; 5];
        let tally = tally(isa, piece, &mut before);
        (Blocks(before), Sum::of(piece.len(), tally))
    }

    /// Returns the last block before which there is not more than a number.
    #[inline(always)]
    fn block_of(&self, measure: Measure, number: u16, masking: impl Masking) -> usize {
        let list = match measure {
            Measure::Units => return usize::from(number) / BLOCK % TALLIES,
            Measure::CodePoints => &self.0[0],
            Measure::Utf16Units => &self.0[1],
            Measure::Lines => &self.0[2],
        };
        (masking.count_up_to(list, number) as usize).saturating_sub(1) % TALLIES
    }

    /// Returns what comes before a block.
    #[inline(always)]
    fn before(&self, block: usize) -> Tally {
        let [code_points, utf_16_units, line_feeds, line_code_points, line_utf_16_units] = &self.0;
        Tally {
            code_points: code_points[block].into(),
            utf_16_units: utf_16_units[block].into(),
            line_feeds: line_feeds[block].into(),
            line_code_points: line_code_points[block].into(),
            line_utf_16_units: line_utf_16_units[block].into(),
        }
    }

    /// Returns what comes, within the piece, before a unit at a boundary, before the code point with a
    /// number, or before a line; here, the line of number 0 begins after the first U+000A. `text` begins
    /// with the piece, which must have what is sought.
    #[inline(always)]
    pub(super) fn find(&self, text: &[u8], measure: Measure, number: usize, masking: impl Masking) -> Sum {
        let number = number as u16;
        let block = self.block_of(measure, number, masking);
        let before = self.before(block);
        let number = u32::from(number);
        let sought = match measure {
            Measure::Units => Sought::Byte(number % BLOCK as u32),
            Measure::CodePoints => Sought::CodePoint(number - before.code_points),
            Measure::Utf16Units => Sought::Utf16Unit(number - before.utf_16_units),
            Measure::Lines => Sought::Line(number - before.line_feeds),
        };
        let masks = masks(&text[block * BLOCK..], masking);
        let place = masks.find(sought);
        Sum::of(block * BLOCK + place as usize, before.then(masks.before(place)))
    }

    /// Returns what comes, within the piece, before a code point or a UTF-16 unit by its number in a line;
    /// the line of number 0 begins after the first U+000A. Returns its number in the piece instead if it is
    /// not in the block in which the line begins, or not in the piece.
    #[inline(always)]
    pub(super) fn find_near(
        &self,
        piece: &[u8],
        line: usize,
        measure: Measure,
        number: usize,
        masking: impl Masking,
    ) -> Result<Sum, usize> {
        let block = self.block_of(Measure::Lines, line as u16, masking);
        let before = self.before(block);
        let rest = &piece[block * BLOCK..];
        let masks = masks(rest, masking);
        let start = masks.find(Sought::Line(line as u32 - before.line_feeds));
        let in_utf_16 = measure == Measure::Utf16Units;
        let number = (masks.all_before(start, in_utf_16) as usize).saturating_add(number);
        if number < masks.all(in_utf_16) as usize {
            let number = number as u32;
            let sought = if in_utf_16 { Sought::Utf16Unit(number) } else { Sought::CodePoint(number) };
            let place = masks.find(sought);
            return Ok(Sum::of(block * BLOCK + place as usize, before.then(masks.before(place))));
        }
        let before = if in_utf_16 { before.utf_16_units } else { before.code_points };
        Err(number.saturating_add(before as usize))
    }
}

/// Returns the masks of the first block of a text. If the text is shorter, nothing is counted after it.
#[inline(always)]
fn masks(text: &[u8], masking: impl Masking) -> Masks {
    match text.first_chunk() {
        Some(bytes) => masking.masks(bytes),
        None => masking.masks(&padded(text)),
    }
}
