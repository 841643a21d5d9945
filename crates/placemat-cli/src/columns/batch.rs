//! A column in batches, whose values are concatenated.

use std::sync::Arc;

use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::{ParquetError, Result};
use parquet::file::serialized_reader::SerializedPageReader;
use placemat::columns::Column;

use super::guard::{guarded, unread};
use super::table::Table;
use crate::status::CommandError;

/// How many bytes of values are read at a time, if the values are not longer than expected.
const BYTES: usize = 4 << 20;
/// The greatest number of rows in a batch, and the number in the first.
const ROWS: (usize, usize) = (1 << 16, 1 << 8);

/// Some rows of a column.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The values, without nulls.
    pub(super) values: Vec<ByteArray>,
    /// The level of definition at each index, if they vary, and the level of repetition.
    pub(super) definitions: Vec<i16>,
    pub(super) repetitions: Vec<i16>,
    /// The bytes of all values, and where each begins and ends.
    pub(super) bytes: Vec<u8>,
    pub(super) offsets: Vec<i64>,
    /// The number of rows, and the number of the first row in the file.
    pub(super) rows: usize,
    pub(super) first: u64,
    /// The position of each value: its index in `definitions`, row, element. Empty if each row has a value.
    spots: Vec<(usize, Spot)>,
    /// The number of rows, or elements of lists, without a value.
    pub(super) nulls: u64,
}

/// The row of a value, and its element if it is in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) row: u64,
    pub(super) element: Option<u64>,
}

impl Batch {
    /// Returns the values, without nulls.
    pub(super) fn column(&self) -> Column<'_> {
        Column::new(&self.bytes, &self.offsets, None).expect("offsets ascend as values follow one another")
    }

    /// Returns the position of a value in the file.
    pub(super) fn spot(&self, value: usize) -> Spot {
        match self.spots.get(value) {
            Some(&(_, spot)) => spot,
            None => Spot { row: self.first + value as u64, element: None },
        }
    }

    /// Returns the index of its level of definition.
    pub(super) fn level_of(&self, value: usize) -> usize {
        self.spots.get(value).map_or(value, |&(level, _)| level)
    }

    /// Lays out the values that were read.
    fn lay_out(&mut self, levels: usize, defined: i16) -> Result<()> {
        self.bytes.clear();
        self.offsets.clear();
        self.offsets.push(0);
        for value in &self.values {
            self.bytes.extend_from_slice(value.data());
            self.offsets.push(self.bytes.len() as i64);
        }
        self.spots.clear();
        self.nulls = (levels - self.values.len().min(levels)) as u64;
        let is_list = !self.repetitions.is_empty();
        if self.nulls == 0 && !is_list {
            return Ok(());
        }
        let (mut row, mut element) = (self.first, 0);
        for level in 0..levels {
            if is_list && level > 0 {
                match self.repetitions[level] {
                    0 => (row, element) = (row + 1, 0),
                    _ => element += 1,
                }
            } else if level > 0 {
                row += 1;
            }
            if self.definitions.get(level).is_none_or(|&definition| definition == defined) {
                self.spots.push((level, Spot { row, element: is_list.then_some(element) }));
            }
        }
        match self.spots.len() == self.values.len() {
            true => Ok(()),
            false => Err(ParquetError::General("levels of definition that do not fit the values".to_owned())),
        }
    }
}

impl Table {
    /// Visits a row group, batch by batch.
    pub(super) fn each_batch(
        &self,
        row_group: usize,
        mut visit: impl FnMut(&mut Batch) -> std::result::Result<(), CommandError>,
    ) -> std::result::Result<(), CommandError> {
        let groups = &self.metadata.row_groups()[..row_group];
        let before: u64 = groups.iter().map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).sum();
        let failed = |error: ParquetError| unread(&self.source, &error);
        let rows = usize::try_from(self.metadata.row_group(row_group).num_rows());
        let rows = rows.map_err(|_| failed(ParquetError::General("a negative number of rows".to_owned())))?;
        let descriptor = self.descriptor();
        let mut reader = guarded(|| {
            let pages = SerializedPageReader::new(Arc::clone(&self.file), self.chunk(row_group), rows, None)?;
            Ok(ColumnReaderImpl::<ByteArrayType>::new(Arc::clone(&descriptor), Box::new(pages)))
        })
        .map_err(failed)?;
        let mut batch = Batch { first: before, ..Batch::default() };
        let (most, mut wanted) = ROWS;
        let mut left = rows;
        while left > 0 {
            batch.values.clear();
            batch.definitions.clear();
            batch.repetitions.clear();
            let (read, levels) = guarded(|| {
                let (definitions, repetitions) = (&mut batch.definitions, &mut batch.repetitions);
                let (read, _, levels) = reader.read_records(
                    wanted.min(left),
                    Some(definitions),
                    Some(repetitions),
                    &mut batch.values,
                )?;
                batch.lay_out(levels, descriptor.max_def_level())?;
                Ok((read, levels))
            })
            .map_err(failed)?;
            if read == 0 {
                let message = format!("{left} rows of column {} are missing", self.name);
                return Err(failed(ParquetError::General(message)));
            }
            batch.rows = read;
            visit(&mut batch)?;
            batch.first += read as u64;
            left -= read;
            // As many as fit, but not many more than before: the previous values may have been short by
            // chance.
            let each = batch.bytes.len() / levels.max(1) + 1;
            wanted = (BYTES / each).clamp(1, most).min(4 * read.max(1));
        }
        Ok(())
    }

    /// Visits all rows.
    pub(super) fn each(
        &self,
        mut visit: impl FnMut(&mut Batch) -> std::result::Result<(), CommandError>,
    ) -> std::result::Result<(), CommandError> {
        (0..self.metadata.num_row_groups()).try_for_each(|group| self.each_batch(group, &mut visit))
    }
}
