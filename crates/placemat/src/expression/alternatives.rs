//! The alternatives of an expression: ranges of byte sequences, from the rows of a table in a byte order.

use crate::ranges::{Ranges, split};
use crate::table::{Alphabet, Row, Table};
use crate::unit::Endian;

/// The maximum number of alternatives of an expression: `windows-1252` has as many rows before they are
/// merged, and UTF-1 without surrogates has the most afterwards.
const MAX_ALTERNATIVES: usize = 48;

const ANY_BYTE: Alphabet = Alphabet::new(0x00, 0xFF);

/// A selection of the sequences of a table.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// All that are read.
    All,
    /// All except a single unit of this value.
    Without(u32),
    /// All except surrogates.
    Scalars,
    /// The lead surrogates of a row of pairs.
    Leads(&'a Row),
    /// The trail surrogates of a row of pairs.
    Trails(&'a Row),
}

/// Ranges of byte sequences of which a text consists. Adjacent ones are merged.
pub(super) struct Alternatives {
    list: [Ranges; MAX_ALTERNATIVES],
    len: usize,
}

impl Alternatives {
    #[inline]
    pub(super) fn new(table: &Table, part: Part<'_>, width: usize, order: Endian) -> Self {
        let mut alternatives = Alternatives { list: [Ranges::EMPTY; MAX_ALTERNATIVES], len: 0 };
        let mut push = |units: Ranges| {
            each_of_bytes(&units, width, Ranges::EMPTY, &mut |bytes| {
                alternatives.push(match order {
                    Endian::Big => bytes,
                    Endian::Little => bytes.reversed_by(width),
                });
            });
        };
        match part {
            Part::Leads(pair) => push(half(pair, 0)),
            Part::Trails(pair) => push(half(pair, 1)),
            _ => {
                for row in table.rows().iter().filter(|row| row.is_read() && !is_redundant(row, table)) {
                    each_row(row, part, &mut |row| row.pieces().for_each(&mut push));
                }
            }
        }
        alternatives
    }

    #[inline]
    pub(super) fn anything() -> Self {
        let mut alternatives = Alternatives { list: [Ranges::EMPTY; MAX_ALTERNATIVES], len: 0 };
        alternatives.push(Ranges::EMPTY.and(ANY_BYTE));
        alternatives
    }

    #[inline]
    pub(super) fn list(&self) -> &[Ranges] {
        &self.list[..self.len]
    }

    #[inline]
    fn push(&mut self, mut ranges: Ranges) {
        while let Some(union) = self.list().last().and_then(|last| last.union(&ranges)) {
            self.len -= 1;
            ranges = union;
        }
        self.list[self.len] = ranges;
        self.len += 1;
    }
}

/// Returns the lead or the trail surrogates of the pairs of a row, which contains every combination of its
/// units.
#[inline]
fn half(pair: &Row, which: usize) -> Ranges {
    let middle = pair.trail_start().unwrap_or(pair.len());
    let whole = pair.alphabets().iter().fold(Ranges::EMPTY, |ranges, place| ranges.and(*place));
    whole.part(if which == 0 { 0..middle } else { middle..pair.len() })
}

/// Passes on the row, or the rest of it without what the selection leaves out.
#[inline]
fn each_row(row: &Row, part: Part<'_>, emit: &mut dyn FnMut(&Row)) {
    let hole = match part {
        Part::Scalars => (0xD800, 0xDFFF),
        Part::Without(unit) if row.len() == 1 => (unit, unit),
        _ => return emit(row),
    };
    let (first, last) = row.code_points();
    if hole.1 < first || last < hole.0 {
        return emit(row);
    }
    if first < hole.0 {
        emit(&row.between(first, hole.0 - 1));
    }
    if hole.1 < last {
        emit(&row.between(hole.1 + 1, last));
    }
}

/// Returns `true` if the surrogates of a row of pairs are well-formed by themselves. They are in one row
/// each, so testing the ends is enough.
#[inline]
fn is_redundant(row: &Row, table: &Table) -> bool {
    let Some(middle) = row.trail_start() else { return false };
    let is_whole = |units: &[u32]| table.decode(units, true).is_ok_and(|decoded| decoded.len == units.len());
    let (first, last) = row.sequences();
    [first, last].into_iter().all(|pair| {
        let (lead, trail) = pair.split_at(middle);
        is_whole(lead) && is_whole(trail)
    })
}

/// Passes on ranges of units as ranges of bytes, most significant first.
#[inline]
fn each_of_bytes(units: &Ranges, width: usize, before: Ranges, emit: &mut dyn FnMut(Ranges)) {
    if width == 1 {
        return emit(*units);
    }
    let Some(place) = units.places().first() else { return emit(before) };
    let rest = units.part(1..units.places().len());
    for (first, last) in place.intervals() {
        let bytes = |unit: u32| unit.to_be_bytes().map(u32::from);
        let (first, last) = (bytes(first), bytes(last));
        let skip = first.len() - width;
        split(&first[skip..], &last[skip..], &[ANY_BYTE; 4][skip..], &mut |unit| {
            each_of_bytes(&rest, width, before.then(&unit), emit);
        });
    }
}
