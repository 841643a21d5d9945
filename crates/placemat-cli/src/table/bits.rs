//! The bit distribution of an encoding, as Tables 3-5 and 3-6 of the Unicode Standard show it: which bits of
//! a code point are in which bits of its sequence.
//!
//! It is derived from the table. At each place, the units of a row fill an aligned block of a power of two,
//! or the encoding has no bit distribution: the upper bits are fixed, and the lower ones hold bits of a
//! number. This is the code point, or the code point minus a base.

use std::collections::BTreeMap;
use std::fmt::Write;

use placemat::table::{Alphabet, Row};
use placemat::{Codec, Encoding};
use unicode_width::UnicodeWidthStr;

use crate::show::{wrapped, wrapping_columns};
use crate::status::CommandError;

/// The space between columns.
const GAP: &str = "  ";

/// A line of the distribution: rows whose sequences have the same form, and the same base.
#[derive(Debug)]
struct Line {
    blocks: Vec<Block>,
    /// What is subtracted from a code point to get the number whose bits are in the sequence.
    base: u32,
    /// The intervals of code points that the sequences stand for.
    code_points: Vec<(u32, u32)>,
}

/// The units at a place: a fixed value in the upper bits, and free lower bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    fixed: u32,
    free: u32,
}

impl Block {
    /// Returns the smallest aligned block around units.
    fn around(first: u32, last: u32) -> Self {
        let free = u32::BITS - (first ^ last).leading_zeros();
        Block { fixed: first & !low_bits(free), free }
    }

    /// Returns the block of an alphabet, if it fills one.
    fn of(alphabet: &Alphabet) -> Option<Self> {
        let mut intervals = alphabet.intervals();
        let (first, last) = intervals.next().filter(|_| intervals.next().is_none())?;
        let block = Block::around(first, last);
        (block.fixed == first && first | low_bits(block.free) == last).then_some(block)
    }
}

fn low_bits(count: u32) -> u32 {
    u32::try_from((1_u64 << count) - 1).unwrap_or(u32::MAX)
}

/// Returns the distribution as a table, or an error if bits do not describe the encoding.
pub(super) fn distribution(encoding: Encoding) -> Result<String, CommandError> {
    let lines = lines(encoding)
        .map_err(|reason| CommandError::Failed(format!("{encoding} has no bit distribution: {reason}")))?;
    let unit_bits = encoding.info().table.unit_bits();
    let places = lines.iter().map(|line| line.blocks.len()).max().unwrap_or(1);
    let unit = if unit_bits == 8 { "byte" } else { "unit" };
    let heads = ["1st", "2nd", "3rd", "4th", "5th", "6th"];
    let mut heads: Vec<String> = heads.iter().take(places).map(|nth| format!("{nth} {unit}")).collect();
    heads.insert(0, "code point in bits".to_owned());
    let cells: Vec<Vec<String>> = lines.iter().map(|line| line.cells(unit_bits)).collect();
    let width_of = |column: usize| {
        let cells = cells.iter().filter_map(|line| line.get(column));
        cells.chain(heads.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..=places).map(width_of).collect();
    let about: Vec<String> = lines.iter().map(Line::about).collect();
    let left: usize = widths.iter().map(|width| width + GAP.len()).sum();
    let needed = left + about.iter().map(|about| about.width()).max().unwrap_or(0);
    let columns = wrapping_columns(None).unwrap_or(usize::MAX);
    let mut text = String::new();
    let mut draw = |cells: &[String], about: &str| {
        let mut line = String::new();
        for (cell, width) in cells.iter().map(String::as_str).chain(std::iter::repeat("")).zip(&widths) {
            let _ = write!(line, "{cell:width$}{GAP}");
        }
        if needed <= columns {
            let _ = writeln!(text, "{}", format!("{line}{about}").trim_end());
        } else {
            let about = wrapped(about, columns, 4, 0);
            let _ = write!(text, "{}\n    {about}\n", line.trim_end());
        }
    };
    draw(&heads, "code points");
    cells.iter().zip(&about).for_each(|(cells, about)| draw(cells, about));
    Ok(text)
}

/// Returns the lines, or why there are none.
fn lines(encoding: Encoding) -> Result<Vec<Line>, &'static str> {
    let info = encoding.info();
    let table = info.table;
    let is_written = table.rows().iter().any(Row::is_written);
    let is_own = |row: &Row| if is_written { row.is_written() } else { row.is_read() };
    let is_page = |row: &Row| row.len() == 1 && row.sequences().0[0] != row.code_points().0;
    if table.rows().iter().any(|row| is_own(row) && is_page(row)) {
        return Err("its bytes are a code page (see placemat table)");
    }
    // By length and base.
    let mut found: BTreeMap<(usize, u32), Line> = BTreeMap::new();
    for row in table.rows().iter().filter(|row| is_own(row)) {
        // Excluded sequences show how many bits of a lead unit are free, but not of a unit that stands alone.
        let is_similar = |other: &&Row| other.len() == row.len() && (is_own(other) || row.len() > 1);
        let leads = table.rows().iter().chain(table.excluded()).filter(is_similar);
        let leads = leads.map(|row| (row.sequences().0[0], row.sequences().1[0]));
        let (first, last) = leads.fold((u32::MAX, 0), |(a, b), (first, last)| (a.min(first), b.max(last)));
        let trails = row.alphabets()[1..].iter().map(Block::of);
        let blocks = std::iter::once(Some(Block::around(first, last))).chain(trails);
        let Some(blocks) = blocks.collect::<Option<Vec<_>>>() else {
            return Err("its bytes hold digits of a base that is not a power of two (see placemat table)");
        };
        let Some(base) = row.code_points().0.checked_sub(number(row.sequences().0, &blocks)) else {
            return Err("its sequences do not hold the bits of code points (see placemat table)");
        };
        let line = Line { blocks, base, code_points: vec![] };
        found.entry((row.len(), base)).or_insert(line).code_points.push(row.code_points());
    }
    let mut lines: Vec<Line> = found.into_values().collect();
    if table.unit_bits() == 8 {
        let begins = |unit: u32| {
            let own = table.rows().iter().filter(|row| is_own(row));
            let mut leads = own.map(|row| (row.sequences().0[0], row.sequences().1[0]));
            leads.any(|(first, last)| (first..=last).contains(&unit))
        };
        lines = lines.into_iter().flat_map(|line| line.into_aligned(&begins)).collect();
    }
    lines.sort_by_key(|line| (line.code_points[0].0, line.blocks.len()));
    if let Some(carry) = info.carry {
        let (block, first) = (Block::around(carry.first, 0xFF), carry.code_point(carry.first));
        let base = first - (carry.first & low_bits(block.free));
        let code_points = vec![(first, carry.code_point(0xFF))];
        lines.push(Line { blocks: vec![block], base, code_points });
    }
    Ok(lines)
}

/// Returns the number in the free bits of a sequence.
fn number(units: &[u32], blocks: &[Block]) -> u32 {
    units.iter().zip(blocks).fold(0, |number, (unit, block)| {
        number.checked_shl(block.free).unwrap_or(0) | unit & low_bits(block.free)
    })
}

impl Line {
    /// Splits a line of single bytes into aligned blocks, which have a form each. No other sequence begins
    /// with a byte of these blocks.
    fn into_aligned(self, begins: &dyn Fn(u32) -> bool) -> Vec<Line> {
        if self.blocks.len() > 1 {
            return vec![self];
        }
        let mut lines = vec![];
        for &(first, last) in &self.code_points {
            let mut at = first;
            let around = Block::around(first, last);
            let mut others = (around.fixed..first).chain(last + 1..=around.fixed | low_bits(around.free));
            if !others.any(begins) {
                let (base, code_points) = (around.fixed, vec![(first, last)]);
                lines.push(Line { blocks: vec![around], base, code_points });
                continue;
            }
            while at <= last {
                let free =
                    (0..=8).rev().find(|&free| at & low_bits(free) == 0 && at | low_bits(free) <= last);
                let block = Block { fixed: at, free: free.unwrap_or(0) };
                let end = at | low_bits(block.free);
                lines.push(Line { blocks: vec![block], base: at, code_points: vec![(at, end)] });
                at = end + 1;
            }
        }
        lines
    }

    /// Returns how many bits of the number the sequence holds.
    fn free(&self) -> u32 {
        self.blocks.iter().map(|block| block.free).sum()
    }

    /// Returns `true` if the base changes only the bits of the planes, as in surrogate pairs.
    fn is_of_planes(&self) -> bool {
        self.base != 0 && self.base.trailing_zeros() >= 16
    }

    /// Returns `true` if the code point itself is shown in bits. Otherwise it is the code point minus the
    /// base.
    fn is_whole(&self) -> bool {
        self.base == 0
            || self.is_of_planes()
            // The fixed bits of a single unit are bits of the code point.
            || matches!(self.blocks[..], [Block { fixed, .. }] if fixed == self.base)
    }

    /// Returns the letter for a bit of the number, counted from the least significant one.
    fn letter(&self, bit: u32, unit_bits: u32) -> char {
        let last = self.blocks[self.blocks.len() - 1].free;
        let borders: Vec<u32> = match (unit_bits, &self.blocks[..]) {
            (8, [_]) => vec![last],
            // Those of Table 3-6, which show the planes.
            (8, _) if last == 6 => vec![6, 12, 16, 21, 26],
            (8, blocks) => {
                let ends = blocks.iter().rev().scan(0, |end, block| {
                    *end += block.free;
                    Some(*end)
                });
                ends.collect()
            }
            _ => vec![16, 16, 16, 21, 26],
        };
        let place = borders.iter().position(|&border| bit < border).unwrap_or(borders.len());
        ['x', 'y', 'z', 'u', 'v', 't', 's'][place.min(6)]
    }

    /// Returns the bits of the code point and of each unit, for the columns.
    fn cells(&self, unit_bits: u32) -> Vec<String> {
        let letter = |bit: u32| self.letter(bit, unit_bits);
        let highest = self.code_points.iter().map(|&(_, last)| last).max().unwrap_or(0);
        let shown = if self.is_of_planes() { u32::BITS - highest.leading_zeros() } else { self.free() };
        let fixed = if self.blocks.len() == 1 && self.is_whole() { self.base } else { 0 };
        let width = 16.max(shown.next_multiple_of(8));
        let mut code_point = String::new();
        for bit in (0..width).rev() {
            code_point.push(match bit {
                bit if bit < shown => letter(bit),
                bit if fixed >> bit & 1 == 1 => '1',
                _ => '0',
            });
            if unit_bits == 8 && bit % 8 == 0 && bit > 0 {
                code_point.push(' ');
            }
        }
        let mut bits = self.free();
        let units = self.blocks.iter().map(|block| {
            let unit = (0..unit_bits).rev().map(|at| {
                if at >= block.free {
                    return if block.fixed >> at & 1 == 1 { '1' } else { '0' };
                }
                bits -= 1;
                if self.is_of_planes() && bits >= 16 { 'w' } else { letter(bits) }
            });
            unit.collect()
        });
        let units: Vec<String> = units.collect();
        std::iter::once(code_point).chain(units).collect()
    }

    /// Returns the code points, and how the bits are computed if they are not those of the code point.
    fn about(&self) -> String {
        let interval = |&(first, last): &(u32, u32)| match first == last {
            true => format!("U+{first:04X}"),
            false => format!("U+{first:04X}..U+{last:04X}"),
        };
        let mut about = self.code_points.iter().map(interval).collect::<Vec<_>>().join(" ");
        if self.is_of_planes() {
            let _ = write!(about, ", wwww = uuuuu − {}", self.base >> 16);
        } else if !self.is_whole() {
            let _ = write!(about, ", bits of the code point − {:X}", self.base);
        }
        about
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the units of a code point by a line.
    fn encoded(line: &Line, code_point: u32) -> Vec<u32> {
        let (mut number, mut bits) = (code_point - line.base, line.free());
        if line.blocks.len() == 1 && line.is_whole() {
            number = code_point & low_bits(bits);
        }
        let units = line.blocks.iter().map(|block| {
            bits -= block.free;
            block.fixed | number >> bits & low_bits(block.free)
        });
        units.collect()
    }

    /// Each code point has the sequence that the table gives it, except where a byte is escaped.
    #[test]
    fn the_bits_are_those_of_each_sequence() {
        let mut count = 0;
        for encoding in Encoding::ALL {
            let Ok(lines) = lines(encoding) else { continue };
            count += 1;
            let info = encoding.info();
            let mut covered = 0_u64;
            for line in &lines {
                for &(first, last) in &line.code_points {
                    let is_carried = |one| info.carry.is_some_and(|carry| carry.unit(one).is_some());
                    if is_carried(first) && line.blocks.len() == 1 {
                        assert_eq!(encoded(line, last), [0xFF], "{encoding}");
                        continue;
                    }
                    covered += u64::from(last - first) + 1;
                    let step = ((last - first) / 5000).max(1) as usize;
                    for code_point in (first..=last).step_by(step).chain([last]) {
                        let Some((units, len)) = info.table.encode(code_point) else { continue };
                        assert_eq!(encoded(line, code_point), units[..len], "{encoding} U+{code_point:04X}");
                    }
                }
            }
            let own = info.table.rows().iter();
            let is_written = info.table.rows().iter().any(Row::is_written);
            let own = own.filter(|row| if is_written { row.is_written() } else { row.is_read() });
            assert_eq!(covered, own.map(Row::count).sum::<u64>(), "{encoding}");
        }
        assert!(count > 25, "{count}");
    }
}
