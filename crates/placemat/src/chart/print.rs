//! Printing the chart: sixteen columns of four characters, in up to four lines for each row, and a legend.

use core::fmt;

use super::{Cell, Chart, Class, Lead, Reason, begun_by};
use crate::error::ErrorKind;

/// The text of a cell in a line of its row.
enum Text {
    Nothing,
    Byte(u8),
    Marked(u8, char),
    Lead(u8, char, usize),
    /// The digits of a code point before its last four.
    High(u32),
    /// Its last four.
    Low(u32),
    Reason(Reason),
    Digit(u32),
}

/// A line of a row of cells.
type Line = fn(u8, &Cell) -> Text;

/// Lines other than the first are left out if no cell has text in them.
const LINES: [Line; 4] = [what, high_digits, low_digits, digit];

impl fmt::Display for Chart {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, byte by byte", self.name)?;
        for row in 0..16 {
            writeln!(f)?;
            let cells = || self.cells().skip(16 * row).take(16);
            for line in LINES {
                if cells().any(|(byte, cell)| !matches!(line(byte, cell), Text::Nothing)) {
                    print_line(f, cells().map(|(byte, cell)| line(byte, cell)))?;
                }
            }
        }
        self.print_legend(f)
    }
}

/// Prints cells five columns apart, with nothing after the last.
fn print_line(f: &mut fmt::Formatter<'_>, texts: impl Iterator<Item = Text>) -> fmt::Result {
    let mut gap = 0;
    for text in texts {
        if let Text::Nothing = text {
            gap += 5;
        } else {
            write!(f, "{:gap$}{text}", "")?;
            gap = 5 - text.width();
        }
    }
    writeln!(f)
}

impl Text {
    /// Returns the width in columns.
    #[inline]
    fn width(&self) -> usize {
        match self {
            Text::Nothing => 0,
            Text::Byte(_) => 2,
            Text::Reason(reason) => short(*reason).len(),
            _ => 4,
        }
    }
}

impl fmt::Display for Text {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Text::Nothing => Ok(()),
            Text::Byte(byte) => write!(f, "{byte:02X}"),
            Text::Marked(byte, mark) => write!(f, "{byte:02X} {mark}"),
            Text::Lead(byte, mark, len) => write!(f, "{byte:02X}{mark}{len}"),
            Text::High(digits) => write!(f, "{digits:4X}"),
            Text::Low(digits) => write!(f, "{digits:04X}"),
            Text::Reason(reason) => f.write_str(short(reason)),
            Text::Digit(digit) => write!(f, " +{digit:02X}"),
        }
    }
}

/// Returns the byte and its class.
#[inline]
fn what(byte: u8, cell: &Cell) -> Text {
    match (cell.class(), cell.lead) {
        (Class::Lead, Some(lead)) => Text::Lead(byte, ' ', lead.len),
        (Class::RestrictedLead, Some(lead)) => Text::Lead(byte, '!', lead.len),
        (Class::Carried, _) => Text::Marked(byte, '~'),
        (Class::Never, _) => Text::Marked(byte, '-'),
        _ => Text::Byte(byte),
    }
}

#[inline]
fn high_digits(_: u8, cell: &Cell) -> Text {
    code_point(cell)
        .filter(|&code_point| code_point > 0xFFFF)
        .map_or(Text::Nothing, |it| Text::High(it >> 16))
}

/// Returns the last four digits of the code point, or why there is none.
#[inline]
fn low_digits(_: u8, cell: &Cell) -> Text {
    match (code_point(cell), cell.never) {
        (Some(code_point), _) => Text::Low(code_point & 0xFFFF),
        (None, Some(reason)) => Text::Reason(reason),
        (None, None) => Text::Nothing,
    }
}

#[inline]
fn digit(_: u8, cell: &Cell) -> Text {
    cell.trail.map_or(Text::Nothing, Text::Digit)
}

/// Returns the code point that a cell shows.
#[inline]
fn code_point(cell: &Cell) -> Option<u32> {
    let carried = cell.carried.filter(|_| cell.class() == Class::Carried);
    cell.lead.map(|lead| lead.lowest).or(cell.single).or(carried)
}

/// Returns a reason in four characters.
#[inline]
fn short(reason: Reason) -> &'static str {
    match reason {
        Reason::Kind(ErrorKind::Overlong) => "long",
        Reason::Kind(ErrorKind::OutOfRange) => "high",
        Reason::Kind(ErrorKind::Surrogate | ErrorKind::SurrogatePair) => "surr",
        Reason::Kind(ErrorKind::Nul) => "nul",
        Reason::Kind(ErrorKind::Reserved) => "resv",
        Reason::Kind(_) => "bad",
        Reason::Undefined => "none",
    }
}

impl Chart {
    #[inline]
    fn print_legend(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for class in Class::ALL {
            let (count, text) = (self.count(class), legend(class));
            if count > 0 {
                write!(f, "\n{count:3} {text}")?;
            }
        }
        let both = self.cells.iter().filter(|cell| cell.is_both()).count();
        if both > 0 {
            write!(f, "\n{both:3} begin sequences and stand inside them: +XX is what they add there")?;
        }
        for (byte, lead) in self.cells().filter_map(|(byte, cell)| Some((byte, cell.lead?))) {
            if let Some(reason) = lead.restricted {
                write!(f, "\n{byte:02X}! from U+{:04X}, otherwise {reason}", lead.lowest)?;
            }
            if let Some(pair_len) = lead.pair_len.filter(|&len| len > lead.len) {
                write!(f, "\n{byte:02X}  also begins pairs of {pair_len} bytes")?;
            }
        }
        self.print_reasons(f)
    }

    /// Prints the meaning of the four letters in cells of bytes that never occur.
    #[inline]
    fn print_reasons(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut nevers = self.cells().filter_map(|(byte, cell)| Some((byte, cell.never?))).peekable();
        while let Some((first, reason)) = nevers.next() {
            let mut last = first;
            while let Some((next, _)) = nevers.next_if(|&(byte, other)| byte == last + 1 && other == reason) {
                last = next;
            }
            write!(f, "\n{first:02X}")?;
            if first < last {
                write!(f, "..{last:02X}")?;
            }
            write!(f, " never: {reason}")?;
        }
        Ok(())
    }
}

#[inline]
fn legend(class: Class) -> &'static str {
    match class {
        Class::Single => "single: the code point that the byte stands for",
        Class::Trail => "trail: +XX, what the byte adds",
        Class::Lead => "lead: length of the sequence, and the lowest code point that it can start",
        Class::RestrictedLead => "restricted lead (!): not every trail byte may follow",
        Class::Carried => "carried (~): as this code point",
        Class::Never => "never (-)",
    }
}

/// The list of lead bytes with names.
pub(super) struct Leads<'a> {
    pub(super) chart: &'a Chart,
    pub(super) block: &'a dyn Fn(u32) -> Option<&'a str>,
}

/// The number of columns in a line.
const WIDTH: usize = 80;
/// The number of columns before the names in further lines of a lead byte.
const INDENT: usize = 4;
/// Code points in each part of the code space in which no block begins or ends (The Unicode Standard, D10b).
const STEP: usize = 16;
/// The last code point that can be in a block.
const LAST: u32 = 0x10_FFFF;

impl fmt::Display for Leads<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (byte, lead) in self.chart.cells().filter_map(|(byte, cell)| Some((byte, cell.lead?))) {
            let Lead { len, lowest, highest, restricted, .. } = lead;
            // The legend of the chart explains the reason.
            let mark = if restricted.is_some() { '!' } else { ' ' };
            write!(f, "{byte:02X}{mark} ")?;
            self.print_blocks(f, len, "XX! ".len(), (lowest, highest))?;
            for (second, len, code_points) in self.pairs(byte) {
                write!(f, "{byte:02X} {second:02X} ")?;
                self.print_blocks(f, len, "XX XX ".len(), code_points)?;
            }
        }
        Ok(())
    }
}

impl Leads<'_> {
    /// Returns the second bytes of the pairs that a byte begins, with the length of the pairs and their code
    /// points.
    #[inline]
    fn pairs(&self, byte: u8) -> impl Iterator<Item = (u8, usize, (u32, u32))> {
        let rows = self
            .chart
            .rows
            .iter()
            .filter(|row| row.is_read() && row.trail_start().is_some_and(|half| half > 1));
        rows.flat_map(move |row| {
            let begun = move |second: u8| begun_by(row, &[u32::from(byte), u32::from(second)]);
            (0..=u8::MAX).filter_map(move |second| Some((second, row.len(), begun(second)?)))
        })
    }

    /// Prints the rest of an entry after the bytes, which take `columns` columns: the code points, and the
    /// names of their blocks.
    #[inline]
    fn print_blocks(
        &self,
        f: &mut fmt::Formatter<'_>,
        len: usize,
        columns: usize,
        (lowest, highest): (u32, u32),
    ) -> fmt::Result {
        write!(f, "{len} bytes  U+{lowest:04X}..U+{highest:04X}")?;
        let digits = [lowest, highest].map(hex_digits);
        let mut columns = columns + "N bytes  U+..U+".len() + digits[0] + digits[1];
        let mut is_any = false;
        self.each_block((lowest, highest), &mut |name| {
            let gap = if is_any { ", " } else { "  " };
            is_any = true;
            // The comma after the name needs a column as well.
            if columns + gap.len() + name.chars().count() < WIDTH {
                columns += gap.len() + name.chars().count();
                write!(f, "{gap}{name}")
            } else {
                columns = INDENT + name.chars().count();
                write!(f, "{}\n{:INDENT$}{name}", gap.trim_end(), "")
            }
        })?;
        f.write_str(if is_any { "\n" } else { "  no block\n" })
    }

    /// Passes on the names of the blocks that a range of code points covers, each once, in order.
    #[inline]
    fn each_block(
        &self,
        (lowest, highest): (u32, u32),
        give: &mut dyn FnMut(&str) -> fmt::Result,
    ) -> fmt::Result {
        let first = lowest - lowest % STEP as u32;
        let mut last = None;
        for part in (first..=highest.min(LAST)).step_by(STEP) {
            let name = (self.block)(part.max(lowest));
            if name != last
                && let Some(name) = name
            {
                give(name)?;
            }
            last = name.or(last);
        }
        Ok(())
    }
}

/// Returns the number of hexadecimal digits of a number, at least four.
#[inline]
fn hex_digits(number: u32) -> usize {
    ((32 - (number | 1).leading_zeros()).div_ceil(4) as usize).max(4)
}
