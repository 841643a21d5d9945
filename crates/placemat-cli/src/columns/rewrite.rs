//! A file is rewritten, with one column of it changed.
//!
//! ```text
//! for each row group:
//!     other columns: their pages are copied unchanged, with their statistics, indexes and filters
//!     the column:    its pages are decoded ► values change ► pages are encoded, in batches
//! ```

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{ConvertedType, LogicalType};
use parquet::bloom_filter::Sbbf;
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use placemat::columns::Data;

use super::batch::Batch;
use super::guard::{guarded, unread};
use super::table::Table;
use crate::status::CommandError;

/// The new values of a batch; `None` is a null.
pub(super) type New = Vec<Option<ByteArray>>;

/// Returns the new values of a batch, with those that are now null.
pub(super) fn new_values(batch: &Batch, data: Data, validity: Option<&[u8]>) -> New {
    let values: Vec<ByteArray> = match data {
        Data::Offsets64 { values, offsets } => {
            let values = Bytes::from(values);
            let value = |pair: &[i64]| values.slice(pair[0] as usize..pair[1] as usize).into();
            offsets.windows(2).map(value).collect()
        }
        // Batches have offsets of 64 bits.
        _ => batch.values.clone(),
    };
    let is_valid = |row: usize| validity.is_none_or(|bits| bits[row / 8] >> (row % 8) & 1 == 1);
    values.into_iter().enumerate().map(|(row, value)| is_valid(row).then_some(value)).collect()
}

impl Table {
    /// Returns `true` if the column has another type in a rewritten file.
    pub(super) fn changes_type(&self) -> bool {
        let leaf = self.descriptor();
        leaf.logical_type_ref().is_none() && leaf.converted_type() == ConvertedType::NONE
    }

    /// Returns `true` if a value of the column can become null.
    pub(super) fn has_nulls(&self) -> bool {
        self.descriptor().self_type().is_optional()
    }

    /// Writes the file with the new values of the column. `make` returns `None` for a batch that does not
    /// change.
    pub(super) fn rewrite<W: Write + Send>(
        &self,
        sink: W,
        mut make: impl FnMut(&Batch) -> std::result::Result<Option<New>, CommandError>,
    ) -> std::result::Result<(), CommandError> {
        let failed = |error: ParquetError| unread(&self.source, &error);
        let begin = || SerializedFileWriter::new(sink, self.schema()?, Arc::new(self.properties()));
        let mut writer = guarded(begin).map_err(failed)?;
        for group in 0..self.metadata.num_row_groups() {
            let mut target = guarded(|| writer.next_row_group()).map_err(failed)?;
            for leaf in 0..self.metadata.row_group(group).num_columns() {
                if leaf != self.leaf {
                    guarded(|| self.copy(group, leaf, &mut target)).map_err(failed)?;
                    continue;
                }
                let column = guarded(|| target.next_column()).map_err(failed)?;
                let mut column = column.ok_or_else(|| {
                    failed(ParquetError::General("a row group has too many columns".to_owned()))
                })?;
                self.each_batch(group, |batch| {
                    let new = make(batch)?;
                    let typed = column.typed::<ByteArrayType>();
                    guarded(|| {
                        let (values, definitions) = levelled(batch, new);
                        let values = values.as_ref().unwrap_or(&batch.values);
                        let definitions = definitions.as_ref().unwrap_or(&batch.definitions);
                        let repetitions = &batch.repetitions;
                        let some = |levels: &[i16]| !levels.is_empty();
                        typed.write_batch(
                            values,
                            some(definitions).then_some(definitions),
                            some(repetitions).then_some(repetitions),
                        )
                    })
                    .map_err(failed)
                    .map(drop)
                })?;
                guarded(|| column.close()).map_err(failed)?;
            }
            guarded(|| target.close()).map_err(failed)?;
        }
        guarded(|| writer.close()).map_err(failed).map(drop)
    }

    /// Copies the pages of another column.
    fn copy<W: Write + Send>(
        &self,
        group: usize,
        leaf: usize,
        target: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        let (metadata, rows) = (&self.metadata, self.metadata.row_group(group).num_rows());
        let chunk = metadata.row_group(group).column(leaf);
        let column_index = metadata.column_index().and_then(|all| all.get(group)?.get(leaf)).cloned();
        let offset_index = metadata.offset_index().and_then(|all| all.get(group)?.get(leaf)).cloned();
        let close = ColumnCloseResult {
            bytes_written: chunk.compressed_size() as u64,
            rows_written: rows as u64,
            metadata: chunk.clone(),
            bloom_filter: Sbbf::read_from_column_chunk(chunk, &*self.file)?,
            column_index,
            offset_index,
        };
        target.append_column(&*self.file, close)
    }

    /// Returns the schema, in which the column is text.
    fn schema(&self) -> Result<TypePtr> {
        let schema = self.metadata.file_metadata().schema_descr().root_schema_ptr();
        if self.changes_type() { with_text(&schema, &mut self.leaf.clone()) } else { Ok(schema) }
    }

    /// Returns the properties with which the column was written, as far as the file records them.
    fn properties(&self) -> WriterProperties {
        let file = self.metadata.file_metadata();
        let chunks: Vec<_> = (0..self.metadata.num_row_groups()).map(|group| self.chunk(group)).collect();
        let path = self.path();
        // Readers work around the faults of some writers, and pages by these writers are still in the file.
        let mut properties = WriterProperties::builder()
            .set_key_value_metadata(file.key_value_metadata().cloned())
            .set_sorting_columns(self.sorting());
        if let Some(writer) = file.created_by() {
            properties = properties.set_created_by(writer.to_owned());
        }
        if let Some(first) = chunks.first() {
            let has_dictionary = chunks.iter().any(|chunk| chunk.dictionary_page_offset().is_some());
            let has_filter = chunks.iter().any(|chunk| chunk.bloom_filter_offset().is_some());
            let has_index = self.metadata.offset_index().is_some();
            let statistics = match chunks.iter().any(|chunk| chunk.statistics().is_some()) {
                false => EnabledStatistics::None,
                true if has_index => EnabledStatistics::Page,
                true => EnabledStatistics::Chunk,
            };
            properties = properties
                .set_column_compression(path.clone(), first.compression())
                .set_column_dictionary_enabled(path.clone(), has_dictionary)
                .set_column_bloom_filter_enabled(path.clone(), has_filter)
                .set_column_statistics_enabled(path, statistics)
                .set_offset_index_disabled(!has_index);
        }
        properties.build()
    }

    /// Returns the columns by which all row groups are sorted, up to this one, whose values change.
    fn sorting(&self) -> Option<Vec<SortingColumn>> {
        let groups = self.metadata.row_groups();
        let sorting = groups.first()?.sorting_columns()?;
        if groups.iter().any(|group| group.sorting_columns() != Some(sorting)) {
            return None;
        }
        let is_other = |column: &&SortingColumn| usize::try_from(column.column_idx) != Ok(self.leaf);
        let sorting: Vec<_> = sorting.iter().take_while(is_other).cloned().collect();
        (!sorting.is_empty()).then_some(sorting)
    }
}

/// Returns the values without nulls, and the new levels of definition, which mark the nulls, if they changed.
fn levelled(batch: &Batch, new: Option<New>) -> (Option<Vec<ByteArray>>, Option<Vec<i16>>) {
    let Some(new) = new else { return (None, None) };
    let mut definitions = None;
    for (value, _) in new.iter().enumerate().filter(|(_, value)| value.is_none()) {
        let levels: &mut Vec<i16> = definitions.get_or_insert_with(|| batch.definitions.clone());
        levels[batch.level_of(value)] -= 1;
    }
    (Some(new.into_iter().flatten().collect()), definitions)
}

/// Returns a schema in which the leaf with index `left` is text.
fn with_text(node: &TypePtr, left: &mut usize) -> Result<TypePtr> {
    let info = node.get_basic_info();
    let id = info.has_id().then(|| info.id());
    match &**node {
        Type::PrimitiveType { physical_type, .. } => {
            let is_meant = *left == 0;
            *left = left.wrapping_sub(1);
            if !is_meant {
                return Ok(Arc::clone(node));
            }
            let text = Type::primitive_type_builder(info.name(), *physical_type)
                .with_repetition(info.repetition())
                .with_logical_type(Some(LogicalType::String))
                .with_id(id);
            Ok(Arc::new(text.build()?))
        }
        Type::GroupType { fields, .. } => {
            let fields = fields.iter().map(|field| with_text(field, left)).collect::<Result<_>>()?;
            let mut group = Type::group_type_builder(info.name())
                .with_converted_type(info.converted_type())
                .with_logical_type(info.logical_type_ref().cloned())
                .with_id(id)
                .with_fields(fields);
            if info.has_repetition() {
                group = group.with_repetition(info.repetition());
            }
            Ok(Arc::new(group.build()?))
        }
    }
}
