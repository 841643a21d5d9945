//! Which values need a look of their own.
//!
//! ```text
//! from the first value on:
//!     as far as all bytes together are sure:  each value that neither begins nor ends inside a sequence is sure as well
//!     the value that holds the next place:    is looked at by itself
//!     go on behind it
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::layout::{Column, Layout, Offset, Run, Views};
use crate::encoding::Encoding;
use crate::engine::validate;

/// The first place of some bytes that somebody watches for.
type Watch<'w> = &'w dyn Fn(&[u8]) -> Option<usize>;

/// What bytes are sure that nobody has to look at value by value.
pub(super) struct Ground<'w> {
    /// Well-formed in this encoding. `None`: nothing is.
    encoding: Option<Encoding>,
    /// And before the first place that this finds.
    watch: Option<Watch<'w>>,
}

impl<'w> Ground<'w> {
    /// Well-formed values of an encoding are sure.
    pub(super) fn of(encoding: Encoding) -> Self {
        Ground { encoding: is_told_by_bytes(encoding).then_some(encoding), watch: None }
    }

    /// Every value has to be looked at.
    pub(super) fn none() -> Self {
        Ground { encoding: None, watch: None }
    }

    /// Values are not sure in which this finds something.
    pub(super) fn but(self, watch: Watch<'w>) -> Self {
        Ground { watch: Some(watch), ..self }
    }

    /// Visits the values that are not sure, in order, without nulls.
    pub(super) fn doubtful<B>(
        &self,
        column: &Column<'_>,
        mut visit: impl FnMut(usize, &[u8]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut visit = |row| match column.get(row) {
            Some(value) => visit(row, value),
            None => ControlFlow::Continue(()),
        };
        match (self.encoding, column.layout) {
            (None, _) => (0..column.len()).try_for_each(visit),
            (Some(encoding), Layout::Offsets32(run)) => self.in_run(encoding, run, visit),
            (Some(encoding), Layout::Offsets64(run)) => self.in_run(encoding, run, visit),
            (Some(encoding), Layout::Views(views)) => self.in_views(encoding, views, column, &mut visit),
        }
    }

    fn in_run<O: Offset, B>(
        &self,
        encoding: Encoding,
        run: Run<'_, O>,
        mut visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let rows = run.offsets.len().saturating_sub(1);
        let values = &run.values[..if rows == 0 { 0 } else { run.at(rows) }];
        let mut row = 0;
        let mut watched = None;
        while row < rows {
            let start = run.at(row);
            let sure = start + well_formed_len(encoding, &values[start..]);
            let sure = sure.min(self.watched(values, start, &mut watched));
            let mut begins_inside = false;
            while row < rows && run.at(row + 1) <= sure {
                let end = run.at(row + 1);
                let ends_inside = end < sure && is_inside(encoding, values, end);
                if begins_inside || ends_inside {
                    visit(row)?;
                }
                begins_inside = ends_inside;
                row += 1;
            }
            if row < rows {
                visit(row)?;
                row += 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The first watched place from `start` on, or the end; what was found last is in `known`.
    fn watched(&self, values: &[u8], start: usize, known: &mut Option<usize>) -> usize {
        let Some(watch) = self.watch else { return values.len() };
        match *known {
            Some(place) if place >= start => place,
            _ => *known.insert(watch(&values[start..]).map_or(values.len(), |place| start + place)),
        }
    }

    fn in_views<B>(
        &self,
        encoding: Encoding,
        views: Views<'_>,
        column: &Column<'_>,
        visit: &mut impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let is_sure = |bytes: &[u8]| {
            well_formed_len(encoding, bytes) == bytes.len()
                && self.watch.is_none_or(|watch| watch(bytes).is_none())
        };
        // Of a buffer, values may take a part, and the same part several times.
        let mut taken = vec![0_u64; views.buffers.len()];
        for (row, view) in views.views.iter().enumerate() {
            if let (true, Err((buffer, range))) = (column.is_valid(row), view.value()) {
                taken[buffer] += range.len() as u64;
            }
        }
        let is_worth = |(buffer, &taken): (&[u8], &u64)| 2 * taken >= buffer.len() as u64 && is_sure(buffer);
        let are_sure: Vec<_> = views.buffers.iter().copied().zip(&taken).map(is_worth).collect();
        for (row, view) in views.views.iter().enumerate().filter(|&(row, _)| column.is_valid(row)) {
            let is_sure = match view.value() {
                Err((buffer, range)) if are_sure[buffer] => {
                    let bytes = views.buffers[buffer];
                    !is_inside(encoding, bytes, range.start) && !is_inside(encoding, bytes, range.end)
                }
                Err((buffer, range)) => is_sure(&views.buffers[buffer][range]),
                Ok(value) => is_sure(value),
            };
            if !is_sure {
                visit(row)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Is a part of a well-formed text well-formed, if it begins and ends with no trail byte, nor with the second half of a pair?
const fn is_told_by_bytes(encoding: Encoding) -> bool {
    matches!(
        encoding,
        Encoding::Utf8
            | Encoding::GeneralizedUtf8
            | Encoding::Wtf8
            | Encoding::Utf8b
            | Encoding::Cesu8
            | Encoding::Cesu8Lenient
            | Encoding::Mutf8
            | Encoding::Mutf8Lenient
            | Encoding::Utf8mb3
            | Encoding::Utf8Rfc2279
            | Encoding::Iso8859_1
    )
}

/// Could a sequence begin before this place and end behind it, in well-formed text?
#[inline]
fn is_inside(encoding: Encoding, bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        Some(0x80..=0xBF) => encoding != Encoding::Iso8859_1,
        Some(0xED) => matches!(bytes.get(at + 1), Some(0xB0..=0xBF)),
        _ => false,
    }
}

fn well_formed_len(encoding: Encoding, bytes: &[u8]) -> usize {
    validate(encoding, bytes).map_or_else(|error| error.valid_up_to(), |()| bytes.len())
}

#[cfg(test)]
mod tests {
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

    fn next(state: &mut u64) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize
    }

    fn visited(ground: &Ground<'_>, column: &Column<'_>) -> Vec<usize> {
        let mut rows = vec![];
        let _ = ground.doubtful::<()>(column, |row, _| {
            rows.push(row);
            ControlFlow::Continue(())
        });
        rows
    }

    /// Every ill-formed value is visited, and every watched one; each of them once, in order.
    #[test]
    fn what_is_not_visited_is_sure() {
        let nul = |bytes: &[u8]| bytes.iter().position(|&byte| byte == 0);
        let mut state = 3;
        for round in 0..20_000 {
            let mut values = vec![];
            let mut offsets = vec![0_i32];
            for _ in 0..next(&mut state) % 9 {
                for _ in 0..next(&mut state) % 3 {
                    values.extend_from_slice(PARTS[next(&mut state) % PARTS.len()]);
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
                let mut ground = Ground::of(encoding);
                if round % 2 == 0 {
                    ground = ground.but(&nul);
                }
                for column in [column, of_views] {
                    let rows = visited(&ground, &column);
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
            assert_eq!(visited(&Ground::none(), &column).len(), column.len());
        }
    }

    #[test]
    fn clean_columns_are_sure_as_a_whole() {
        let text = "é€💩 plain".repeat(100);
        let offsets: Vec<i64> =
            (0..=text.len()).filter(|&at| text.is_char_boundary(at)).map(|at| at as i64).collect();
        let column = Column::new(text.as_bytes(), &offsets, None).unwrap();
        assert!(visited(&Ground::of(Encoding::Utf8), &column).is_empty());
        assert!(visited(&Ground::of(Encoding::Wtf8), &column).is_empty());
    }
}
