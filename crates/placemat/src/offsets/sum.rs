//! What is in a piece of text, in every unit of measure.

use crate::kernel::Tally;

/// A unit of measure, by which a piece is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Measure {
    Units,
    CodePoints,
    Utf16Units,
    /// By the number of U+000A.
    Lines,
}

impl Measure {
    pub(super) const ALL: [Self; 4] =
        [Measure::Units, Measure::CodePoints, Measure::Utf16Units, Measure::Lines];
}

/// What is in a piece of text: also what comes before a place, and so a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// By each measure.
    numbers: [usize; 4],
    /// The code points, and the UTF-16 units, up to and including the last U+000A.
    line: [usize; 2],
}

impl Sum {
    /// What is in nothing.
    pub(super) const NONE: Self = Sum { numbers: [0; 4], line: [0; 2] };

    /// Makes a sum of what is in a text, and up to and including its last U+000A: code points, and UTF-16
    /// units.
    #[inline(always)]
    pub(super) fn new(units: usize, all: [usize; 2], lines: usize, line: [usize; 2]) -> Self {
        Sum { numbers: [units, all[0], all[1], lines], line }
    }

    /// Returns what is in some units that were tallied.
    #[inline(always)]
    pub(super) fn of(units: usize, tally: Tally) -> Self {
        Sum::new(
            units,
            [tally.code_points as usize, tally.utf_16_units as usize],
            tally.line_feeds as usize,
            [tally.line_code_points as usize, tally.line_utf_16_units as usize],
        )
    }

    #[inline(always)]
    pub(super) fn get(&self, measure: Measure) -> usize {
        self.numbers[measure as usize]
    }

    #[inline(always)]
    pub(super) fn units(&self) -> usize {
        self.get(Measure::Units)
    }

    #[inline(always)]
    pub(super) fn lines(&self) -> usize {
        self.get(Measure::Lines)
    }

    /// Returns what is in this piece and the next one.
    #[inline(always)]
    pub(super) fn then(self, next: Sum) -> Self {
        let ([units, a, b, lines], [more_units, c, d, more_lines]) = (self.numbers, next.numbers);
        let line = [a + next.line[0], b + next.line[1]];
        Sum {
            numbers: [units + more_units, a + c, b + d, lines + more_lines],
            line: if more_lines > 0 { line } else { self.line },
        }
    }

    /// Returns what is in this piece and a code point after it.
    #[inline]
    pub(super) fn then_one(self, units: usize, code_point: u32) -> Self {
        let all = [1, if code_point > 0xFFFF { 2 } else { 1 }];
        let (lines, line) = if code_point == 0x0A { (1, all) } else { (0, [0; 2]) };
        self.then(Sum::new(units, all, lines, line))
    }

    /// Returns what comes before it in the line that it ends in: code points, and UTF-16 units.
    #[inline(always)]
    pub(super) fn columns(&self) -> [usize; 2] {
        let all = [self.get(Measure::CodePoints), self.get(Measure::Utf16Units)];
        [all[0] - self.line[0], all[1] - self.line[1]]
    }
}
