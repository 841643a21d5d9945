//! Rewriting columns of which some values change.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::layout::{Column, Layout, Offset, Run, View};

/// The result of rewriting a column: its values, of which some have changed.
///
/// ```
/// use placemat::{columns::{Column, Data, OnFailure}, repair::Fixes};
/// let column = Column::new("MÃ¼llerMüller".as_bytes(), &[0, 9, 16], None)?;
/// let repaired = column.repair(Fixes::DEFAULT, OnFailure::Stop).unwrap();
/// assert_eq!((repaired.changed, repaired.get(&column, 0)), (1, Some("Müller".as_bytes())));
/// assert!(matches!(repaired.data, Data::Offsets32 { .. }));
///
/// let again = Column::new("Müller".as_bytes(), &[0, 7], None)?;
/// assert_eq!(again.repair(Fixes::DEFAULT, OnFailure::Stop).unwrap().data, Data::Unchanged);
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewritten<E> {
    /// The values, in the same layout as before.
    pub data: Data,
    /// The bitmap of valid values, if it has changed.
    pub validity: Option<Vec<u8>>,
    /// The number of values that have changed, to others or to null.
    pub changed: usize,
    /// The values that could not be converted or repaired, with the reason. They are null now, or unchanged.
    pub failed: Vec<(usize, E)>,
}

/// The values of a column that was rewritten. There will be no other layouts, so a program that builds an
/// array of each is complete.
///
/// ```
/// use placemat::{columns::{Column, Data, OnFailure}, Conversion, Encoding, Options};
/// let column = Column::new(b"a\xE9", &[0_i64, 2], None)?;
/// let from_latin_1 = Conversion::new(Encoding::Iso8859_1, Encoding::Utf8, Options::default()).unwrap();
/// let converted = column.convert(&from_latin_1, OnFailure::Null).unwrap();
/// assert_eq!(converted.data, Data::Offsets64 { values: "aé".into(), offsets: vec![0, 3] });
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// The values are those of the source. Nothing was copied.
    Unchanged,
    /// Values that are stored one after the other, with offsets of 32 bits.
    Offsets32 {
        /// All bytes.
        values: Vec<u8>,
        /// The offsets at which values begin and end.
        offsets: Vec<i32>,
    },
    /// Values that are stored one after the other, with offsets of 64 bits.
    Offsets64 {
        /// All bytes.
        values: Vec<u8>,
        /// The offsets at which values begin and end.
        offsets: Vec<i64>,
    },
    /// A view of each value, into the buffers of the source and into added ones, whose numbers follow those
    /// of the source.
    Views {
        /// The views.
        views: Vec<View>,
        /// The buffers that follow those of the source.
        added: Vec<Vec<u8>>,
    },
}

impl<E> Rewritten<E> {
    /// Returns the bytes of a row, or `None` if it is null. `source` is the column that was rewritten.
    ///
    /// ```
    /// use placemat::{columns::{Column, OnFailure}, repair::Fixes};
    /// let column = Column::new(b"a\xC0\x80\xFF", &[0, 3, 4], None)?;
    /// let repaired = column.repair(Fixes::C0_80, OnFailure::Null).unwrap();
    /// assert_eq!((repaired.get(&column, 0), repaired.get(&column, 1)), (Some(b"a\0".as_slice()), None));
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the row does not exist, or if `source` is another column.
    pub fn get<'v>(&'v self, source: &Column<'v>, row: usize) -> Option<&'v [u8]> {
        let is_valid = match &self.validity {
            Some(bits) => bits[row / 8] >> (row % 8) & 1 == 1,
            None => source.is_valid(row),
        };
        let value = || match &self.data {
            Data::Unchanged => source.get(row).unwrap_or_default(),
            Data::Offsets32 { values, offsets } => Run { values, offsets }.get(row),
            Data::Offsets64 { values, offsets } => Run { values, offsets }.get(row),
            Data::Views { views, added } => match views[row].value() {
                Ok(value) => value,
                Err((buffer, range)) => {
                    let Layout::Views(source) = &source.layout else { panic!("the source has views, too") };
                    match buffer.checked_sub(source.buffers.len()) {
                        Some(added_one) => &added[added_one][range],
                        None => &source.buffers[buffer][range],
                    }
                }
            },
        };
        is_valid.then(value)
    }
}

/// What happens to a value.
pub(super) enum Change<'v> {
    None,
    To(Cow<'v, [u8]>),
    Null,
}

/// A value, or all values together, would be too long for their offsets.
#[derive(Debug)]
pub(super) struct TooLong {
    pub(super) row: usize,
}

/// Rewrites a column, from the first change on.
pub(super) struct Rewriter<'c, 'a> {
    column: &'c Column<'a>,
    writer: Writer,
    validity: Option<Vec<u8>>,
    changed: usize,
}

impl<'c, 'a> Rewriter<'c, 'a> {
    #[inline]
    pub(super) fn new(column: &'c Column<'a>) -> Self {
        Rewriter { column, writer: Writer::None, validity: None, changed: 0 }
    }

    /// Changes a value after the last one that was changed.
    #[inline]
    pub(super) fn change(&mut self, row: usize, change: Change<'_>) -> Result<(), TooLong> {
        let value = match change {
            Change::None => return Ok(()),
            Change::To(value) => value,
            Change::Null => {
                let len = self.column.len();
                let bits = self.validity.get_or_insert_with(|| match self.column.validity {
                    Some(validity) => validity.to_bits(),
                    None => {
                        let mut bits = vec![0xFF; len.div_ceil(8)];
                        if let Some(last) = bits.last_mut() {
                            *last >>= (8 - len % 8) % 8;
                        }
                        bits
                    }
                });
                bits[row / 8] &= !(1 << (row % 8));
                Cow::Borrowed(&[][..])
            }
        };
        self.changed += 1;
        match (self.column.layout, &mut self.writer) {
            (Layout::Offsets32(run), writer) => writer.small(run).put(run, row, &value),
            (Layout::Offsets64(run), writer) => writer.large(run).put(run, row, &value),
            (Layout::Views(source), writer) => {
                writer.views(source.views).put(source.buffers.len(), row, &value)
            }
        }
    }

    pub(super) fn finish<E>(self, failed: Vec<(usize, E)>) -> Result<Rewritten<E>, TooLong> {
        let data = match (self.writer, self.column.layout) {
            (Writer::Small(writer), Layout::Offsets32(run)) => writer.finish(run)?,
            (Writer::Large(writer), Layout::Offsets64(run)) => writer.finish(run)?,
            (Writer::Views(writer), _) => Data::Views { views: writer.views, added: writer.added },
            _ => Data::Unchanged,
        };
        Ok(Rewritten { data, validity: self.validity, changed: self.changed, failed })
    }
}

enum Writer {
    None,
    Small(RunWriter<i32>),
    Large(RunWriter<i64>),
    Views(ViewWriter),
}

impl Writer {
    #[inline]
    fn small(&mut self, run: Run<'_, i32>) -> &mut RunWriter<i32> {
        if let Writer::None = self {
            *self = Writer::Small(RunWriter::new(run));
        }
        let Writer::Small(writer) = self else { unreachable!("the layout stays") };
        writer
    }

    #[inline]
    fn large(&mut self, run: Run<'_, i64>) -> &mut RunWriter<i64> {
        if let Writer::None = self {
            *self = Writer::Large(RunWriter::new(run));
        }
        let Writer::Large(writer) = self else { unreachable!("the layout stays") };
        writer
    }

    #[inline]
    fn views(&mut self, views: &[View]) -> &mut ViewWriter {
        if let Writer::None = self {
            *self = Writer::Views(ViewWriter { views: views.to_vec(), added: vec![] });
        }
        let Writer::Views(writer) = self else { unreachable!("the layout stays") };
        writer
    }
}

struct RunWriter<O> {
    values: Vec<u8>,
    offsets: Vec<O>,
}

impl<O: Offset> RunWriter<O> {
    fn new(run: Run<'_, O>) -> Self {
        let len = run.at(run.offsets.len() - 1) - run.at(0);
        let mut offsets = Vec::with_capacity(run.offsets.len());
        offsets.extend(O::of(0));
        RunWriter { values: Vec::with_capacity(len + len / 16), offsets }
    }

    /// Copies the values before a row.
    fn copy_to(&mut self, run: Run<'_, O>, row: usize) -> Result<(), TooLong> {
        let from = self.offsets.len() - 1;
        let (start, end) = (run.at(from), run.at(row));
        let base = self.values.len();
        // If the last one fits, so do those before it.
        let too_long = TooLong { row: row.saturating_sub(1) };
        O::of(base + end - start).ok_or(too_long)?;
        self.values.extend_from_slice(&run.values[start..end]);
        let moved = |k: usize| O::of(base + (run.at(k) - start));
        self.offsets.extend((from + 1..=row).filter_map(moved));
        Ok(())
    }

    fn put(&mut self, run: Run<'_, O>, row: usize, value: &[u8]) -> Result<(), TooLong> {
        self.copy_to(run, row)?;
        let end = O::of(self.values.len() + value.len()).ok_or(TooLong { row })?;
        self.values.extend_from_slice(value);
        self.offsets.push(end);
        Ok(())
    }

    fn finish(mut self, run: Run<'_, O>) -> Result<Data, TooLong> {
        self.copy_to(run, run.offsets.len() - 1)?;
        Ok(O::data(self.values, self.offsets))
    }
}

struct ViewWriter {
    views: Vec<View>,
    added: Vec<Vec<u8>>,
}

impl ViewWriter {
    /// The size of a new buffer in bytes, unless a value is longer.
    const BUFFER: usize = 1 << 20;

    #[inline]
    fn put(&mut self, buffers: usize, row: usize, value: &[u8]) -> Result<(), TooLong> {
        let view = match View::inline(value) {
            Some(view) => view,
            None if value.len() >= 1 << 31 => return Err(TooLong { row }),
            None => {
                let is_full = |last: &Vec<u8>| !last.is_empty() && last.len() + value.len() > Self::BUFFER;
                if self.added.last().is_none_or(is_full) {
                    self.added.push(Vec::with_capacity(value.len()));
                }
                let number = u32::try_from(buffers + self.added.len() - 1).map_err(|_| TooLong { row })?;
                let last = self.added.last_mut().ok_or(TooLong { row })?;
                let view = View::into_buffer(value, number, last.len() as u32);
                last.extend_from_slice(value);
                view
            }
        };
        self.views[row] = view;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::sealed::Sealed;
    use super::*;

    /// Offsets that overflow early.
    impl Offset for i8 {}
    impl Sealed for i8 {
        fn of(place: usize) -> Option<Self> {
            i8::try_from(place).ok()
        }

        fn place(self) -> Option<usize> {
            usize::try_from(self).ok()
        }

        fn index(self) -> usize {
            self as usize
        }

        fn told(_: &[Self]) -> Result<&[i32], &[i64]> {
            unreachable!("there are no columns of these")
        }

        fn data(values: Vec<u8>, offsets: Vec<Self>) -> Data {
            Data::Offsets32 { values, offsets: offsets.into_iter().map(i32::from).collect() }
        }
    }

    #[test]
    fn what_offsets_have_no_room_for_is_too_long() {
        let run = Run { values: &[b'a'; 100], offsets: &[0_i8, 10, 20, 90, 100] };
        // The value itself is too long.
        let mut writer = RunWriter::new(run);
        assert!(writer.put(run, 0, &[b'b'; 127]).is_ok());
        assert_eq!(writer.put(run, 1, b"c").unwrap_err().row, 1);
        assert_eq!(RunWriter::new(run).put(run, 1, &[b'b'; 118]).unwrap_err().row, 1);
        assert!(RunWriter::new(run).put(run, 1, &[b'b'; 117]).is_ok());
        // The values between two changed ones, and those after the last one.
        let mut writer = RunWriter::new(run);
        writer.put(run, 0, &[b'b'; 60]).unwrap();
        assert_eq!(writer.put(run, 3, b"").unwrap_err().row, 2);
        let mut writer = RunWriter::new(run);
        writer.put(run, 1, &[b'b'; 40]).unwrap();
        assert_eq!(writer.finish(run).unwrap_err().row, 3);
        let mut writer = RunWriter::new(run);
        writer.put(run, 1, &[b'b'; 37]).unwrap();
        let Data::Offsets32 { values, offsets } = writer.finish(run).unwrap() else { panic!("offsets") };
        assert_eq!((values.len(), offsets), (127, vec![0, 10, 47, 117, 127]));
    }

    #[test]
    fn a_value_of_two_gibibytes_has_no_view() {
        // Zeros that are never written take no memory.
        let value = vec![0; 1 << 31];
        let mut writer = ViewWriter { views: vec![View::default(); 2], added: vec![] };
        assert_eq!(writer.put(0, 1, &value).unwrap_err().row, 1);
        assert!(writer.added.is_empty());
    }
}
