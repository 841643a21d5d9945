//! The prefilter: finds the suspect rows, which must be processed one by one.
//!
//! ```text
//! for each value, in order:
//!     its bytes are validated and searched, with many after them, unless an earlier value had this done for them
//!     well-formed up to its end, nothing found, and neither end inside a sequence: it is not suspect
//!     otherwise it is suspect, and is processed by itself
//! after an ill-formed subsequence, and after a find, it begins again with the next value
//! ```
//!
//! In UTF-8, vectors say where ill-formed subsequences end ([`Broken`]). The values before the next such place
//! are only asked whether they begin or end inside a sequence, several at a time.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::broken::Broken;
use super::layout::{Column, Layout, Offset, Run, Views};
use crate::codec::{Codec, Internal};
use crate::encoding::Encoding;
use crate::engine::validate;
use crate::form::Utf8;
use crate::kernel::parts;
use crate::simd::Isa;

/// Finds the first position of something that is watched for.
type Watch<'w> = &'w dyn Fn(&[u8]) -> Option<usize>;

/// The prefilter. Rows that it does not report need not be processed.
pub(super) struct Prefilter<'w> {
    /// Values must be well-formed in this encoding. `None`: every row is suspect.
    encoding: Option<Encoding>,
    /// Values must also not contain anything that this finds.
    watch: Option<Watch<'w>>,
}

/// A suspect row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspect<'v> {
    pub(super) row: usize,
    pub(super) value: &'v [u8],
    /// The number of bytes at its start that are known to be whole well-formed sequences.
    pub(super) sound: usize,
    /// The number of its ill-formed subsequences in UTF-8, the first of which begins after those bytes; 0 if
    /// it is not known.
    pub(super) errors: u64,
    /// `true` if it may contain something that is watched for.
    pub(super) is_watched: bool,
}

impl<'w> Prefilter<'w> {
    /// Creates a prefilter that passes well-formed values of an encoding.
    #[inline]
    pub(super) fn of(encoding: Encoding) -> Self {
        Prefilter { encoding: is_told_by_bytes(encoding).then_some(encoding), watch: None }
    }

    /// Creates a prefilter for which every row is suspect.
    #[inline]
    pub(super) fn none() -> Self {
        Prefilter { encoding: None, watch: None }
    }

    /// Adds a watch: values in which it finds something are suspect.
    #[inline]
    pub(super) fn but(self, watch: Watch<'w>) -> Self {
        Prefilter { watch: Some(watch), ..self }
    }

    /// Visits the suspect rows in order, except nulls.
    pub(super) fn suspect<B>(
        &self,
        column: &Column<'_>,
        mut visit: impl FnMut(Suspect<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut visit_counted = |row, sound, errors, is_watched| match column.get(row) {
            Some(value) => visit(Suspect { row, value, sound, errors, is_watched }),
            None => ControlFlow::Continue(()),
        };
        let isa = Isa::current();
        if self.encoding == Some(Encoding::Utf8) && isa != Isa::Scalar {
            match column.layout {
                Layout::Offsets32(run) => return self.in_utf_8(isa, run, visit_counted),
                Layout::Offsets64(run) => return self.in_utf_8(isa, run, visit_counted),
                Layout::Views(_) => {}
            }
        }
        let mut visit = |row, sound, is_watched| visit_counted(row, sound, 0, is_watched);
        match (self.encoding, column.layout) {
            (None, _) => (0..column.len()).try_for_each(|row| visit(row, 0, true)),
            (Some(encoding), Layout::Offsets32(run)) => self.in_run(encoding, run, visit),
            (Some(encoding), Layout::Offsets64(run)) => self.in_run(encoding, run, visit),
            (Some(encoding), Layout::Views(views)) => self.in_views(encoding, views, column, &mut visit),
        }
    }

    fn in_run<O: Offset, B>(
        &self,
        encoding: Encoding,
        run: Run<'_, O>,
        mut visit: impl FnMut(usize, usize, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let rows = run.offsets.len().saturating_sub(1);
        if rows == 0 {
            return ControlFlow::Continue(());
        }
        let values = &run.values[..run.at(rows)];
        let mut end = run.at(0);
        // The end of the well-formed bytes, from the start of a value on.
        let mut sound = end + well_formed_len(encoding, &values[end..]);
        let mut watched = Watched { to: end, is_place: false };
        let mut ends_inside = false;
        let is_inside = inside(encoding);
        for row in 0..rows {
            let (start, begins_inside) = (end, ends_inside);
            end = run.at(row + 1);
            if start > sound {
                sound = start + well_formed_len(encoding, &values[start..]);
            }
            if let Some(watch) = self.watch {
                watched.reach(watch, values, start..end);
            }
            ends_inside = end < sound && is_inside(values, end);
            let is_cut = begins_inside || ends_inside;
            let is_watched = watched.is_place && watched.to < end;
            if is_cut || end > sound || is_watched {
                let sound = if is_cut { 0 } else { sound.min(end) - start };
                visit(row, sound, is_watched)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Does the same as [`in_run`](Self::in_run), for UTF-8 and CPUs with vectors.
    fn in_utf_8<O: Offset, B>(
        &self,
        isa: Isa,
        run: Run<'_, O>,
        mut visit: impl FnMut(usize, usize, u64, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let rows = run.offsets.len().saturating_sub(1);
        if rows == 0 {
            return ControlFlow::Continue(());
        }
        let values = &run.values[..run.at(rows)];
        let mut broken = Broken::new(isa, values, run.at(0));
        let mut watched = Watched { to: run.at(0), is_place: false };
        let mut row = 0;
        while row < rows {
            let (start, end) = (run.at(row), run.at(row + 1));
            broken.reach(end);
            let mut limit = broken.limit();
            if let Some(watch) = self.watch {
                watched.reach(watch, values, start..end);
                limit = limit.min(watched.to + 1);
            }
            if end < limit {
                row = skip(values, run, row, limit, |row| visit(row, 0, 0, false))?;
                continue;
            }
            let place = broken.limit();
            let is_watched = watched.is_place && watched.to < end;
            let is_cut = is_trail_at(values, start) || is_trail_at(values, end);
            let errors = if place <= end { broken.pass(end) } else { Some(0) };
            let (sound, errors) = match errors {
                _ if is_cut => (0, 0),
                Some(0) => (end - start, 0),
                errors => (parts::start(values, place) - start, errors.unwrap_or(0)),
            };
            visit(row, sound, errors, is_watched)?;
            row += 1;
        }
        ControlFlow::Continue(())
    }

    fn in_views<B>(
        &self,
        encoding: Encoding,
        views: Views<'_>,
        column: &Column<'_>,
        visit: &mut impl FnMut(usize, usize, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let look = |bytes: &[u8]| {
            let sound = well_formed_len(encoding, bytes);
            (sound, self.watch.is_some_and(|watch| watch(bytes).is_some()))
        };
        // Values may use a part of a buffer, and the same part several times.
        let mut taken = vec![0_u64; views.buffers.len()];
        for (row, view) in views.views.iter().enumerate() {
            if let (true, Err((buffer, range))) = (column.is_valid(row), view.value()) {
                taken[buffer] += range.len() as u64;
            }
        }
        let is_worth = |(buffer, &taken): (&[u8], &u64)| {
            2 * taken >= buffer.len() as u64 && look(buffer) == (buffer.len(), false)
        };
        let are_sure: Vec<_> = views.buffers.iter().copied().zip(&taken).map(is_worth).collect();
        let is_inside = inside(encoding);
        for (row, view) in views.views.iter().enumerate().filter(|&(row, _)| column.is_valid(row)) {
            let value = match view.value() {
                Err((buffer, range)) if are_sure[buffer] => {
                    let bytes = views.buffers[buffer];
                    if is_inside(bytes, range.start) || is_inside(bytes, range.end) {
                        visit(row, 0, false)?;
                    }
                    continue;
                }
                Err((buffer, range)) => &views.buffers[buffer][range],
                Ok(value) => value,
            };
            let (sound, is_watched) = look(value);
            if sound < value.len() || is_watched {
                visit(row, sound, is_watched)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Passes values of UTF-8 that end before a place, before which no ill-formed subsequence ends. Visits those
/// that begin or end inside a sequence. Returns the next row.
#[inline(always)]
fn skip<O: Offset, B>(
    values: &[u8],
    run: Run<'_, O>,
    mut row: usize,
    limit: usize,
    mut visit: impl FnMut(usize) -> ControlFlow<B>,
) -> ControlFlow<B, usize> {
    const ROWS: usize = 8;
    const FIRST_LEAD: i8 = 0xC0_u8 as i8;
    let mut begins_inside = is_trail_at(values, run.at(row));
    loop {
        let ends = &run.offsets[row + 1..];
        let count = match ends.first_chunk::<ROWS>() {
            Some(ends) => {
                // As signed bytes, trail bytes are the least.
                let mut least = 0;
                for end in ends {
                    least = least.min(values.get(end.index()).map_or(0, |&byte| byte as i8));
                }
                let count = if ends[ROWS - 1].index() < limit {
                    ROWS
                } else {
                    ends.iter().fold(0, |count, end| count + usize::from(end.index() < limit))
                };
                if !begins_inside && least >= FIRST_LEAD {
                    row += count;
                    if count < ROWS {
                        return ControlFlow::Continue(row);
                    }
                    continue;
                }
                count
            }
            None => ends.iter().take_while(|end| end.index() < limit).count(),
        };
        for row in row..row + count {
            let ends_inside = is_trail_at(values, run.at(row + 1));
            if begins_inside || ends_inside {
                visit(row)?;
            }
            begins_inside = ends_inside;
        }
        row += count;
        if count < ROWS {
            return ControlFlow::Continue(row);
        }
    }
}

/// Returns `true` if there is a trail byte of UTF-8 at a place.
#[inline(always)]
fn is_trail_at(values: &[u8], at: usize) -> bool {
    values.get(at).is_some_and(|byte| byte & 0xC0 == 0x80)
}

/// How far values were searched for what is watched for.
struct Watched {
    /// Nothing was found before this position, from the start of a value on.
    to: usize,
    /// `true` if something was found at that position.
    is_place: bool,
}

impl Watched {
    /// Searches a value and some bytes after it, but not all of them: the search may have to begin again with
    /// the next value.
    #[inline]
    fn reach(&mut self, watch: Watch<'_>, values: &[u8], value: Range<usize>) {
        const WINDOW: usize = 4096;
        /// The length of what can be found, minus one byte, is at most this.
        const PAIRING: usize = 16;
        if self.to < value.start {
            *self = Watched { to: value.start, is_place: false };
        }
        if self.is_place || self.to >= value.end {
            return;
        }
        let end = value.end.max(self.to + WINDOW).min(values.len());
        let window = &values[self.to..(end + PAIRING).min(values.len())];
        let place = watch(window);
        *self = Watched { to: place.map_or(end, |place| self.to + place), is_place: place.is_some() };
    }
}

/// Returns `true` if a part of a well-formed text is well-formed whenever neither of its ends is before a
/// trail byte or before the trail surrogate of a pair. It holds if every byte is a character by itself, and
/// if sequences are those of UTF-8 and pairs of three bytes each.
#[inline]
fn is_told_by_bytes(encoding: Encoding) -> bool {
    encoding.info().is_single_byte() || encoding.shares_utf_8_to() >= 0xFFFF
}

/// Returns what says whether a sequence might begin before a position and end after it, in well-formed text.
#[inline]
fn inside(encoding: Encoding) -> impl Fn(&[u8], usize) -> bool {
    let is_single = encoding.info().is_single_byte();
    move |bytes, at| match bytes.get(at) {
        _ if is_single => false,
        Some(0x80..=0xBF) => true,
        Some(0xED) => matches!(bytes.get(at + 1), Some(0xB0..=0xBF)),
        _ => false,
    }
}

/// Returns the length of a well-formed prefix. The bytes after it are ill-formed, as far as it is cheap to
/// find out.
#[inline]
fn well_formed_len(encoding: Encoding, bytes: &[u8]) -> usize {
    if encoding == Encoding::Utf8 {
        return Utf8.well_formed_run(bytes);
    }
    validate(encoding, bytes).map_or_else(|error| error.valid_up_to(), |()| bytes.len())
}

#[cfg(test)]
mod tests {
    use placemat_random::Random;

    use super::*;
    use crate::columns::View;

    const PARTS: [&[u8]; 18] = [
        b"",
        b"a",
        b"plain text",
        "é".as_bytes(),
        "€".as_bytes(),
        "💩".as_bytes(),
        b"\xED\xA0\xBD",
        b"\xED\xB2\xA9",
        b"\xED\xA0\xBD\xED\xB2\xA9",
        b"\xC3",
        b"\xA9",
        b"\xE2\x82",
        b"\xAC",
        b"\xC0\x80",
        b"\0",
        b"\xFF",
        b"\xF8\x88\x80\x80\x80",
        "a longer value, which no view holds — by itself".as_bytes(),
    ];

    fn visited(prefilter: &Prefilter<'_>, column: &Column<'_>) -> Vec<usize> {
        let mut rows = vec![];
        let _ = prefilter.suspect::<()>(column, |suspect| {
            rows.push(suspect.row);
            ControlFlow::Continue(())
        });
        rows
    }

    /// Every ill-formed value is visited, and every one with something that is watched for; each of them
    /// once, in order.
    #[test]
    fn what_is_not_visited_is_sure() {
        let nul = |bytes: &[u8]| bytes.iter().position(|&byte| byte == 0);
        let mut random = Random(3);
        for round in 0..20_000 {
            let mut values = vec![];
            let mut offsets = vec![0_i32];
            for _ in 0..random.below(9) {
                for _ in 0..random.below(3) {
                    values.extend_from_slice(random.of(&PARTS));
                }
                offsets.push(values.len() as i32);
            }
            let column = Column::new(&values, &offsets, None).unwrap();
            let views: Vec<_> = offsets
                .windows(2)
                .map(|pair| {
                    let value = &values[pair[0] as usize..pair[1] as usize];
                    View::inline(value).unwrap_or_else(|| View::into_buffer(value, 0, pair[0] as u32))
                })
                .collect();
            let buffers = [&values[..]];
            let of_views = Column::of_views(&views, &buffers, None).unwrap();
            for encoding in Encoding::ALL.into_iter().filter(|&one| is_told_by_bytes(one)) {
                let mut prefilter = Prefilter::of(encoding);
                if round % 2 == 0 {
                    prefilter = prefilter.but(&nul);
                }
                for column in [column, of_views] {
                    let rows = visited(&prefilter, &column);
                    assert!(rows.is_sorted_by(|a, b| a < b));
                    for (row, value) in column.iter().flatten().enumerate() {
                        let is_sure =
                            validate(encoding, value).is_ok() && (round % 2 == 1 || nul(value).is_none());
                        assert!(
                            is_sure || rows.contains(&row),
                            "{encoding} {row} of {offsets:?} {values:X?}"
                        );
                    }
                }
            }
            assert_eq!(visited(&Prefilter::none(), &column).len(), column.len());
        }
    }

    /// In encodings of single bytes that are all characters, no value is suspect; in US-ASCII, no value that
    /// is ASCII.
    #[test]
    fn values_of_single_bytes_are_sure_by_their_bytes() {
        let mut random = Random(4);
        for _ in 0..2000 {
            let values: Vec<u8> = (0..200).map(|_| random.bits() as u8).collect();
            let mut offsets = vec![0];
            while let Some(&last) = offsets.last().filter(|&&last| last < 200) {
                offsets.push((last + random.below(4) as i32).min(200));
            }
            let column = Column::new(&values, &offsets, None).unwrap();
            for encoding in [Encoding::Iso8859_1, Encoding::Windows1252] {
                assert!(visited(&Prefilter::of(encoding), &column).is_empty(), "{encoding} {values:X?}");
                assert!(column.check(encoding).is_well_formed(), "{encoding}");
            }
            let visited = visited(&Prefilter::of(Encoding::UsAscii), &column);
            let other = column.iter().flatten().enumerate().filter(|(_, value)| !value.is_ascii());
            assert!(other.map(|(row, _)| row).eq(visited), "{values:X?}");
        }
    }

    #[test]
    fn clean_columns_are_sure_as_a_whole() {
        let text = "é€💩 plain".repeat(100);
        let offsets: Vec<i64> =
            (0..=text.len()).filter(|&at| text.is_char_boundary(at)).map(|at| at as i64).collect();
        let column = Column::new(text.as_bytes(), &offsets, None).unwrap();
        assert!(visited(&Prefilter::of(Encoding::Utf8), &column).is_empty());
        assert!(visited(&Prefilter::of(Encoding::Wtf8), &column).is_empty());
    }
}
