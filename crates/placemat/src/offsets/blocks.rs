//! A piece of well-formed UTF-8, by blocks of a fixed length: what comes before a block within the piece is
//! stored, and what is in it is counted by every look-up. So the block of a unit needs no search.
//!
//! A block may begin within a sequence. A sequence counts where it begins, so that the sum of what is stored
//! and what is counted is right at every boundary.

use super::sum::Sum;
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

    /// Returns what comes, within the piece, before a unit at a boundary. The masks are of the last `masked` bytes
    /// before it.
    #[inline(always)]
    pub(super) fn at_unit(&self, unit: usize, masks: Masks, masked: usize) -> Sum {
        let before = self.before(unit / BLOCK % TALLIES);
        Sum::of(unit, before.then(masks.from((masked - unit % BLOCK) as u32)))
    }

    /// Returns what comes, within the piece, before a code point or a UTF-16 unit by its number. `text` begins
    /// with the piece, which must have it.
    #[inline(always)]
    pub(super) fn find(&self, text: &[u8], in_utf_16: bool, number: usize, masking: impl Masking) -> Sum {
        let block = block_of(&self.0[usize::from(in_utf_16)], number, masking);
        let (before, number) = (self.before(block), number as u32);
        let sought = match in_utf_16 {
            true => Sought::Utf16Unit(number - before.utf_16_units),
            false => Sought::CodePoint(number - before.code_points),
        };
        let masks = masks(&text[block * BLOCK..], masking);
        let place = masks.find(masking, sought);
        Sum::of(block * BLOCK + place as usize, before.then(masks.before(place)))
    }

    /// Returns where a line begins, and the code points and UTF-16 units before it in the piece. The line of
    /// number 0 begins after the first U+000A, which the piece must have.
    #[inline(always)]
    pub(super) fn line(&self, piece: &[u8], number: usize, masking: impl Masking) -> (Line, [usize; 2]) {
        let block = block_of(&self.0[2], number, masking);
        let before = self.before(block);
        let unit = block * BLOCK;
        let masks = masks(&piece[unit..], masking);
        let start = masks.find(masking, Sought::Line(number as u32 - before.line_feeds));
        let within = masks.first(start).all();
        let numbers = [before.code_points + within[0], before.utf_16_units + within[1]];
        (Line { unit, masks, start, within }, numbers.map(|number| number as usize))
    }
}

/// Returns the last block before which there is not more than a number.
#[inline(always)]
fn block_of(list: &[u16; TALLIES], number: usize, masking: impl Masking) -> usize {
    // There is nothing before the first one.
    (masking.count_up_to(list, number as u16) as usize).wrapping_sub(1) % TALLIES
}

/// Where a line begins.
pub(super) struct Line {
    /// The start of a block that it begins in.
    unit: usize,
    masks: Masks,
    /// Where it begins in the block.
    start: u32,
    /// The code points, the UTF-16 units and the U+000A before that.
    within: [u32; 3],
}

impl Line {
    /// Returns it with the block that begins where the line does.
    #[inline(always)]
    pub(super) fn moved(&self, piece: &[u8], masking: impl Masking) -> Line {
        let unit = self.unit + self.start as usize;
        Line { unit, masks: masks(&piece[unit..], masking), start: 0, within: [0; 3] }
    }

    /// Returns the unit of a column, and the columns in code points and UTF-16 units; no columns if the line
    /// is shorter. Returns `None` if the column is not in the block.
    #[inline(always)]
    pub(super) fn column<const IN_UTF_16: bool>(
        &self,
        column: usize,
        masking: impl Masking,
    ) -> Option<(usize, Option<[usize; 2]>)> {
        let by = usize::from(IN_UTF_16);
        let number = (self.within[by] as usize).saturating_add(column);
        if number >= self.masks.all()[by] as usize {
            return None;
        }
        let number = number as u32;
        let sought = if IN_UTF_16 { Sought::Utf16Unit(number) } else { Sought::CodePoint(number) };
        let place = self.masks.find(masking, sought);
        let up_to = self.masks.first(place).all();
        let columns = [0, 1].map(|by| (up_to[by] - self.within[by]) as usize);
        Some((self.unit + place as usize, (up_to[2] == self.within[2]).then_some(columns)))
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
