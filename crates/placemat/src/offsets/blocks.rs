//! The positions of well-formed UTF-8, by blocks of a fixed length: what comes before a block is stored, and what
//! is in it is counted by every look-up. So the block of a unit needs no search.
//!
//! A block may begin within a sequence. What counts is where sequences begin, so that the sum of what is stored
//! and what is counted is right at every boundary.

use alloc::vec::Vec;

use super::Position;
use crate::kernel::{
    TALLIED as BLOCK, Tally, last_line_feed, nth_code_point, nth_line_feed, nth_utf_16_unit, tally_blocks,
};
use crate::simd::Isa;

/// What comes before a block, and where the line begins that it begins in. Longer texts have no blocks.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    code_points: u32,
    utf_16_units: u32,
    lines: u32,
    line: u32,
}

impl Mark {
    /// Returns what comes before the next block, given this one and where it begins.
    #[inline]
    fn after(self, start: usize, block: &[u8], tally: Tally) -> Self {
        let feed = if tally.line_feeds == 0 { None } else { last_line_feed(block) };
        Mark {
            code_points: self.code_points + tally.code_points,
            utf_16_units: self.utf_16_units + tally.utf_16_units,
            lines: self.lines + tally.line_feeds,
            line: feed.map_or(self.line, |feed| (start + feed + 1) as u32),
        }
    }
}

/// Returns where a number is exceeded in at most a block.
type Nth = fn(&[u8], u32) -> Option<usize>;

/// The blocks of a text.
#[derive(Clone)]
pub(super) struct Blocks {
    /// One more than there are blocks: the last one is the end of the text.
    marks: Vec<Mark>,
}

impl Blocks {
    /// Counts a text, which is well-formed. Returns `None` if it is too long.
    #[inline]
    pub(super) fn new(text: &[u8]) -> Option<Self> {
        /// How many blocks are counted at once.
        const TURN: usize = 32;
        u32::try_from(text.len()).ok()?;
        let isa = Isa::current();
        let (blocks, rest) = text.as_chunks::<BLOCK>();
        let mut marks = Vec::with_capacity(blocks.len() + 2);
        let (mut now, mut at) = (Mark::default(), 0);
        marks.push(now);
        for turn in blocks.chunks(TURN) {
            let mut tallies = [Tally::default(); TURN];
            tally_blocks(isa, turn, &mut tallies[..turn.len()]);
            for (block, tally) in turn.iter().zip(tallies) {
                now = now.after(at, block, tally);
                at += BLOCK;
                marks.push(now);
            }
        }
        if !rest.is_empty() {
            marks.push(now.after(at, rest, Tally::of(rest)));
        }
        Some(Blocks { marks })
    }

    /// Returns the number of lines.
    #[inline]
    pub(super) fn lines(&self) -> usize {
        1 + self.marks.last().map_or(0, |end| end.lines as usize)
    }

    /// Returns the bytes of a block; those of the last mark are none.
    #[inline]
    fn block<'t>(&self, text: &'t [u8], block: usize) -> &'t [u8] {
        let rest = &text[text.len().min(block * BLOCK)..];
        &rest[..rest.len().min(BLOCK)]
    }

    /// Returns how many code points and UTF-16 units come before a boundary, and how many line feeds.
    #[inline]
    fn before(&self, text: &[u8], unit: usize) -> (usize, usize, usize) {
        let block = unit / BLOCK;
        let mark = self.marks[block];
        let tally = Tally::of(&text[block * BLOCK..unit]);
        (
            (mark.code_points + tally.code_points) as usize,
            (mark.utf_16_units + tally.utf_16_units) as usize,
            (mark.lines + tally.line_feeds) as usize,
        )
    }

    /// Returns the position of a boundary.
    #[inline]
    fn place(&self, text: &[u8], unit: usize) -> Position {
        let (code_point, utf_16_unit, line) = self.before(text, unit);
        let block = unit / BLOCK;
        let start = match last_line_feed(&text[block * BLOCK..unit]) {
            Some(feed) => block * BLOCK + feed + 1,
            None => self.marks[block].line as usize,
        };
        let (column, utf_16_column) = match unit - start {
            ..=BLOCK => {
                let tally = Tally::of(&text[start..unit]);
                (tally.code_points as usize, tally.utf_16_units as usize)
            }
            _ => {
                let (code_points, utf_16_units, _) = self.before(text, start);
                (code_point - code_points, utf_16_unit - utf_16_units)
            }
        };
        Position { unit, code_point, utf_16_unit, line, column, utf_16_column }
    }

    /// Returns the position of the end.
    #[inline]
    fn end(&self, text: &[u8]) -> Position {
        self.place(text, text.len())
    }

    #[inline]
    pub(super) fn at_unit(&self, text: &[u8], unit: usize) -> Position {
        if unit >= text.len() {
            return self.end(text);
        }
        let back = text[..=unit].iter().rev().take_while(|&byte| byte & 0xC0 == 0x80).count();
        self.place(text, unit - back)
    }

    /// Returns the last block before which a count does not exceed a number. Where texts are alike everywhere, it is
    /// near the place that is proportional to the number.
    #[inline]
    fn block_of(&self, count: impl Fn(&Mark) -> u32, number: usize) -> usize {
        let last = self.marks.len() - 1;
        let all = count(&self.marks[last]) as usize;
        if number >= all {
            return last;
        }
        let is_before = |block: usize| count(&self.marks[block]) as usize <= number;
        let guess = number.checked_mul(last).map_or(last / 2, |product| product / all);
        let (mut low, mut high, mut step) = (guess, guess, 1);
        if is_before(guess) {
            loop {
                high = last.min(low + step);
                if !is_before(high) {
                    break;
                }
                (low, step) = (high, 2 * step);
            }
        } else {
            loop {
                low = high.saturating_sub(step);
                if is_before(low) {
                    break;
                }
                (high, step) = (low, 2 * step);
            }
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            if is_before(middle) { low = middle } else { high = middle }
        }
        low
    }

    #[inline]
    pub(super) fn at_code_point(&self, text: &[u8], code_point: usize) -> Position {
        let block = self.block_of(|mark| mark.code_points, code_point);
        let within = code_point - self.marks[block].code_points as usize;
        self.found(text, block, within, nth_code_point)
    }

    #[inline]
    pub(super) fn at_utf_16_unit(&self, text: &[u8], utf_16_unit: usize) -> Position {
        let block = self.block_of(|mark| mark.utf_16_units, utf_16_unit);
        let within = utf_16_unit - self.marks[block].utf_16_units as usize;
        self.found(text, block, within, nth_utf_16_unit)
    }

    /// Returns the position of a number in a block, or of the end of the text.
    #[inline]
    fn found(&self, text: &[u8], block: usize, number: usize, nth: Nth) -> Position {
        let found = u32::try_from(number).ok().and_then(|number| nth(self.block(text, block), number));
        found.map_or_else(|| self.end(text), |at| self.place(text, block * BLOCK + at))
    }

    /// Returns the position of the start of a line.
    #[inline]
    fn line(&self, text: &[u8], line: usize) -> Option<Position> {
        let Some(feed) = line.checked_sub(1) else { return Some(Position::default()) };
        if line >= self.lines() {
            return None;
        }
        let block = self.block_of(|mark| mark.lines, feed);
        let mark = self.marks[block];
        let bytes = self.block(text, block);
        let at = nth_line_feed(bytes, u32::try_from(feed).ok()?.checked_sub(mark.lines)?)?;
        let tally = Tally::of(&bytes[..=at]);
        Some(Position {
            unit: block * BLOCK + at + 1,
            code_point: (mark.code_points + tally.code_points) as usize,
            utf_16_unit: (mark.utf_16_units + tally.utf_16_units) as usize,
            line,
            column: 0,
            utf_16_column: 0,
        })
    }

    /// Returns the position of a number from the start of a line on, if it is not far from there; `Some(None)` if it
    /// is in another line.
    #[inline]
    fn near(text: &[u8], start: Position, number: usize, nth: Nth) -> Option<Option<Position>> {
        let line = &text[start.unit..];
        let line = &line[..line.len().min(BLOCK)];
        let at = nth(line, u32::try_from(number).ok()?)?;
        let tally = Tally::of(&line[..at]);
        let (column, utf_16_column) = (tally.code_points as usize, tally.utf_16_units as usize);
        Some((tally.line_feeds == 0).then_some(Position {
            unit: start.unit + at,
            code_point: start.code_point + column,
            utf_16_unit: start.utf_16_unit + utf_16_column,
            column,
            utf_16_column,
            ..start
        }))
    }

    #[inline]
    pub(super) fn at_line_column(&self, text: &[u8], line: usize, column: usize) -> Option<Position> {
        let start = self.line(text, line)?;
        if let Some(near) = Self::near(text, start, column, nth_code_point) {
            return near;
        }
        let place = self.at_code_point(text, start.code_point.checked_add(column)?);
        (place.line == line && place.column == column).then_some(place)
    }

    #[inline]
    pub(super) fn at_line_utf_16_column(&self, text: &[u8], line: usize, column: usize) -> Option<Position> {
        let start = self.line(text, line)?;
        if let Some(near) = Self::near(text, start, column, nth_utf_16_unit) {
            return near;
        }
        let place = self.at_utf_16_unit(text, start.utf_16_unit.checked_add(column)?);
        let is_there = place.line == line && column - place.utf_16_column <= 1;
        (is_there && (place.utf_16_column == column || place.unit < text.len())).then_some(place)
    }
}
