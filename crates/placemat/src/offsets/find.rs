//! Look-ups in pieces that are counted by blocks. The way through the tree and the masks of a block are one
//! kernel.

use crate::kernel::{ByVectors, ByWords, Masking, TALLIED};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

use super::sum::{Measure, Sum};
use super::tree::{Kind, Part};

/// What a look-up finds.
pub(super) enum Found {
    Place(Sum),
    /// What comes before the piece that the place is in, which is not counted by blocks.
    Piece(Sum),
}

/// Returns the place of a number in a text, which must have it, by a measure: of a unit, the start of its
/// sequence; of a line, what follows a U+000A.
#[inline]
pub(super) fn find(tree: &Part, text: &[u8], measure: Measure, number: usize) -> Found {
    Isa::current().run(Find { tree, text, measure, number })
}

/// Returns the place of a number from the start of a line on, which must exist, or the end of the text.
/// Returns `None` if a piece is not counted by blocks.
#[inline]
pub(super) fn find_in_line(
    tree: &Part,
    text: &[u8],
    line: usize,
    measure: Measure,
    number: usize,
) -> Option<Sum> {
    Isa::current().run(FindInLine { line, find: Find { tree, text, measure, number } })
}

#[derive(Clone, Copy)]
struct Find<'a> {
    tree: &'a Part,
    text: &'a [u8],
    measure: Measure,
    number: usize,
}

impl Find<'_> {
    #[inline(always)]
    fn by(mut self, masking: impl Masking) -> Found {
        if self.measure == Measure::Units {
            // The block is near, whichever it is.
            masking.fetch(self.text, self.number.saturating_sub(TALLIED / 2));
        }
        let (before, piece) = self.tree.piece(self.measure, self.number);
        let Kind::Counted(blocks) = &piece.kind else { return Found::Piece(before) };
        if self.measure == Measure::Units {
            while self.text[self.number] & 0xC0 == 0x80 {
                self.number -= 1;
            }
        }
        let within = self.number - before.get(self.measure);
        Found::Place(before.then(blocks.find(&self.text[before.units()..], self.measure, within, masking)))
    }
}

impl Vectorized for Find<'_> {
    type Output = Found;

    #[inline(always)]
    fn scalar(self) -> Found {
        self.by(ByWords)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Found {
        self.by(ByVectors(simd))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Found {
        self.by(simd)
    }
}

struct FindInLine<'a> {
    line: usize,
    find: Find<'a>,
}

impl FindInLine<'_> {
    #[inline(always)]
    fn by(self, masking: impl Masking) -> Option<Sum> {
        let Find { tree, text, measure, number } = self.find;
        let mut number = number;
        if let Some(feed) = self.line.checked_sub(1) {
            let (before, piece) = tree.piece(Measure::Lines, feed);
            let Kind::Counted(blocks) = &piece.kind else { return None };
            let bytes = &text[before.units()..][..piece.sum.units()];
            match blocks.find_near(bytes, feed - before.lines(), measure, number, masking) {
                Ok(place) => return Some(before.then(place)),
                Err(in_piece) if in_piece < piece.sum.get(measure) => {
                    return Some(before.then(blocks.find(bytes, measure, in_piece, masking)));
                }
                Err(in_piece) => number = before.get(measure).checked_add(in_piece)?,
            }
        }
        if number >= tree.sum.get(measure) {
            return Some(tree.sum);
        }
        let (before, piece) = tree.piece(measure, number);
        let Kind::Counted(blocks) = &piece.kind else { return None };
        let within = number - before.get(measure);
        Some(before.then(blocks.find(&text[before.units()..], measure, within, masking)))
    }
}

impl Vectorized for FindInLine<'_> {
    type Output = Option<Sum>;

    #[inline(always)]
    fn scalar(self) -> Option<Sum> {
        self.by(ByWords)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<Sum> {
        self.by(ByVectors(simd))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Option<Sum> {
        self.by(simd)
    }
}
