//! Look-ups. The way through the tree and the masks of a block are one kernel, which returns the position
//! itself, because a copy of it would have to wait until all of it is stored.

use crate::kernel::{ByVectors, ByWords, Masking, TALLIED, padded};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Simd, Vectorized};

use super::Position;
use super::sum::{Measure, Sum};
use super::tree::{Kind, Part};

/// A text that is counted.
#[derive(Clone, Copy)]
pub(super) struct Counted<'a> {
    pub(super) tree: &'a Part,
    pub(super) text: &'a [u8],
    /// The number of units before the text.
    pub(super) start: usize,
    /// Returns the place of a number by a measure, after what comes before its piece.
    pub(super) walk: &'a dyn Fn(Sum, Measure, usize) -> Sum,
}

impl Counted<'_> {
    /// Returns the position of a place.
    #[inline(always)]
    pub(super) fn position(self, place: Sum) -> Position {
        let [column, utf_16_column] = place.columns();
        Position {
            unit: self.start + place.units(),
            code_point: place.get(Measure::CodePoints),
            utf_16_unit: place.get(Measure::Utf16Units),
            line: place.lines(),
            column,
            utf_16_column,
        }
    }

    /// Returns the place of the sequence that a unit is in, or the end.
    #[inline(always)]
    fn at_unit(self, unit: usize, masking: impl Masking) -> Sum {
        if unit >= self.tree.sum.units() {
            return self.tree.sum;
        }
        // The masks are of the bytes before the unit: where its block begins need not be known yet.
        let mut first = unit;
        while first > 0 && unit - first < 3 && self.text[first] & 0xC0 == 0x80 {
            first -= 1;
        }
        let text = &self.text[..first];
        let (masks, masked) = match text.last_chunk() {
            Some(bytes) => (masking.masks(bytes), TALLIED),
            None => (masking.masks(&padded(text)), first),
        };
        let (before, piece) = self.tree.piece(Measure::Units, unit, masking);
        match &piece.kind {
            Kind::Counted(blocks) => before.then(blocks.at_unit(first - before.units(), masks, masked)),
            _ => (self.walk)(before, Measure::Units, unit),
        }
    }

    /// Returns the place of a code point or a UTF-16 unit by its number, or the end.
    #[inline(always)]
    fn at(self, measure: Measure, number: usize, masking: impl Masking) -> Sum {
        if number >= self.tree.sum.get(measure) {
            return self.tree.sum;
        }
        let (before, piece) = self.tree.piece(measure, number, masking);
        let Kind::Counted(blocks) = &piece.kind else { return (self.walk)(before, measure, number) };
        let (text, within) = (&self.text[before.units()..], number - before.get(measure));
        before.then(blocks.find(text, measure == Measure::Utf16Units, within, masking))
    }
}

/// Finds the place of a number in a text, by a measure that is not lines: the start of its sequence, or the
/// end.
pub(super) struct Find<'a> {
    pub(super) counted: Counted<'a>,
    pub(super) measure: Measure,
    pub(super) number: usize,
}

impl Find<'_> {
    #[inline(always)]
    fn by(self, masking: impl Masking) -> Position {
        let Find { counted, measure, number } = self;
        counted.position(match measure {
            Measure::Units => counted.at_unit(number, masking),
            _ => counted.at(measure, number, masking),
        })
    }
}

impl Vectorized for Find<'_> {
    type Output = Position;

    #[inline(always)]
    fn scalar(self) -> Position {
        self.by(ByWords)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Position {
        self.by(ByVectors(simd))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Position {
        self.by(simd)
    }
}

/// Finds the place of a line and a column in it, in code points or UTF-16 units.
pub(super) struct FindInLine<'a, const IN_UTF_16: bool> {
    pub(super) counted: Counted<'a>,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl<const IN_UTF_16: bool> FindInLine<'_, IN_UTF_16> {
    #[inline(always)]
    fn by(self, masking: impl Masking) -> Option<Position> {
        let FindInLine { counted, line, column } = self;
        if line > counted.tree.sum.lines() {
            return None;
        }
        let (measure, by) = if IN_UTF_16 { (Measure::Utf16Units, 1) } else { (Measure::CodePoints, 0) };
        // The code points and the UTF-16 units before the line.
        let mut before_line = [0; 2];
        if let Some(feed) = line.checked_sub(1) {
            let (before, piece) = counted.tree.piece(Measure::Lines, feed, masking);
            let numbers = |sum: Sum| [sum.get(Measure::CodePoints), sum.get(Measure::Utf16Units)];
            let all = numbers(before);
            if let Kind::Counted(blocks) = &piece.kind {
                let text = &counted.text[before.units()..][..piece.sum.units()];
                let (start, [code_points, utf_16_units]) = blocks.line(text, feed - before.lines(), masking);
                before_line = [all[0] + code_points, all[1] + utf_16_units];
                let mut found = start.column::<IN_UTF_16>(column, masking);
                if found.is_none() {
                    // Most lines are shorter than a block.
                    found = start.moved(text, masking).column::<IN_UTF_16>(column, masking);
                }
                if let Some((unit, columns)) = found {
                    return columns.map(|[column, utf_16_column]| Position {
                        unit: counted.start + before.units() + unit,
                        code_point: before_line[0] + column,
                        utf_16_unit: before_line[1] + utf_16_column,
                        line,
                        column,
                        utf_16_column,
                    });
                }
            } else {
                before_line = numbers((counted.walk)(before, Measure::Lines, feed));
            }
        }
        let place = counted.at(measure, before_line[by].saturating_add(column), masking);
        let [code_point, utf_16_unit] = [place.get(Measure::CodePoints), place.get(Measure::Utf16Units)];
        if place.lines() != line {
            return None;
        }
        let columns = [code_point - before_line[0], utf_16_unit - before_line[1]];
        let is_end = place.units() == counted.tree.sum.units();
        // Inside a surrogate pair it is one more.
        let is_there = columns[by] == column || (IN_UTF_16 && !is_end && columns[by] + 1 == column);
        is_there.then_some(Position {
            unit: counted.start + place.units(),
            code_point,
            utf_16_unit,
            line,
            column: columns[0],
            utf_16_column: columns[1],
        })
    }
}

impl<const IN_UTF_16: bool> Vectorized for FindInLine<'_, IN_UTF_16> {
    type Output = Option<Position>;

    #[inline(always)]
    fn scalar(self) -> Option<Position> {
        self.by(ByWords)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<Position> {
        self.by(ByVectors(simd))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Option<Position> {
        self.by(simd)
    }
}
