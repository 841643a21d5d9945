//! A Parquet file, and the selected column.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{Read, Seek};
use std::sync::Arc;

use parquet::basic::{ConvertedType, LogicalType, Type as Physical};
use parquet::file::metadata::{
    ColumnChunkMetaData, PageIndexPolicy, ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader,
};
use parquet::schema::types::{ColumnDescriptor, ColumnPath};

use super::guard::{guarded, unread};
use crate::input::InputSource;
use crate::show::Line;
use crate::status::CommandError;

/// The first bytes of an Arrow file, which other tools read like a Parquet file.
const ARROW: &[u8; 6] = b"ARROW1";
/// How many similar names a message lists.
const NEAREST: usize = 3;
/// How similar names must be to be listed.
const ALIKE: f64 = 0.7;

/// An open file, and one of its columns.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) source: InputSource,
    pub(super) file: Arc<File>,
    pub(super) metadata: ParquetMetaData,
    /// The index of the column among the leaves of the schema.
    pub(super) leaf: usize,
    /// Its path, as messages show it.
    pub(super) name: String,
}

impl Table {
    /// Opens a file, and reads its metadata.
    pub(super) fn open(source: &InputSource, column: &str) -> Result<Self, CommandError> {
        let InputSource::Path(path) = source else {
            return Err(CommandError::Failed(
                "a Parquet file is read from its end, and not from a stream".to_owned(),
            ));
        };
        let io = |error| CommandError::io(source, &error);
        // This is checked before opening, because opening a pipe would wait.
        if !path.metadata().map_err(io)?.is_file() {
            return Err(CommandError::Failed(format!("{source}: is not a regular file")));
        }
        Self::of_file(source.clone(), File::open(path).map_err(io)?, column)
    }

    /// Reads the metadata of an open file.
    pub(super) fn of_file(source: InputSource, file: File, column: &str) -> Result<Self, CommandError> {
        let mut head = [0; ARROW.len()];
        if (&file).read_exact(&mut head).is_ok() && &head == ARROW {
            let message = "is an Arrow file; placemat columns reads Parquet";
            return Err(CommandError::Failed(format!("{source}: {message}")));
        }
        (&file).rewind().map_err(|error| CommandError::io(&source, &error))?;
        let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
        let reader = ParquetMetaDataReader::new()
            .with_page_index_policy(PageIndexPolicy::Optional)
            .with_metadata_options(Some(options));
        let metadata = guarded(|| reader.parse_and_finish(&file)).map_err(|error| unread(&source, &error))?;
        let leaf = find(&metadata, column)
            .map_err(|message| CommandError::Failed(format!("{source}: {message}")))?;
        let path = metadata.file_metadata().schema_descr().column(leaf).path().string();
        let name = Line(path.as_bytes()).to_string();
        Ok(Table { source, file: Arc::new(file), metadata, leaf, name })
    }

    pub(super) fn descriptor(&self) -> Arc<ColumnDescriptor> {
        self.metadata.file_metadata().schema_descr().column(self.leaf)
    }

    pub(super) fn path(&self) -> ColumnPath {
        self.descriptor().path().clone()
    }

    /// Returns the column in a row group.
    pub(super) fn chunk(&self, row_group: usize) -> &ColumnChunkMetaData {
        self.metadata.row_group(row_group).column(self.leaf)
    }
}

/// Finds the column, and checks that it holds bytes that may be text.
fn find(metadata: &ParquetMetaData, wanted: &str) -> Result<usize, String> {
    let leaves = metadata.file_metadata().schema_descr().columns();
    let names: Vec<_> = leaves.iter().map(|leaf| leaf.path().string()).collect();
    let of_name = |is_meant: &dyn Fn(&str) -> bool| -> Vec<usize> {
        names.iter().enumerate().filter(|(_, name)| is_meant(name)).map(|(leaf, _)| leaf).collect()
    };
    let shown = |leaves: &[usize]| {
        let names: Vec<_> = leaves.iter().map(|&leaf| Line(names[leaf].as_bytes()).to_string()).collect();
        names.join(", ")
    };
    let mut meant = of_name(&|name| name == wanted);
    if meant.is_empty() {
        meant = of_name(&|name| name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.')));
    }
    let wanted_shown = Line(wanted.as_bytes());
    match meant[..] {
        [] => {
            // Compares the whole path, and its last part.
            let likeness = |name: &str| {
                let whole = strsim::jaro_winkler(&name.to_lowercase(), &wanted.to_lowercase());
                let last = name.rsplit('.').next().unwrap_or_default();
                whole.max(strsim::jaro_winkler(&last.to_lowercase(), &wanted.to_lowercase()))
            };
            let mut near: Vec<_> = (0..names.len())
                .map(|leaf| (leaf, likeness(&names[leaf])))
                .filter(|&(_, likeness)| likeness >= ALIKE)
                .collect();
            near.sort_by_key(|&(_, likeness)| Reverse((likeness * 1e6) as u64));
            near.truncate(NEAREST);
            let near: Vec<_> = near.into_iter().map(|(leaf, _)| leaf).collect();
            let hint = match near[..] {
                [] if names.len() <= 10 => format!("; there are {}", shown(&of_name(&|_| true))),
                [] => String::new(),
                [one] => format!("; the nearest is {}", shown(&[one])),
                _ => format!("; the nearest are {}", shown(&near)),
            };
            Err(format!("no column '{wanted_shown}'{hint}"))
        }
        [leaf] => match refused(&leaves[leaf]) {
            Some(reason) => Err(format!("column {}: {reason}", shown(&[leaf]))),
            None => Ok(leaf),
        },
        _ => Err(format!("'{wanted_shown}' is several columns: {}", shown(&meant))),
    }
}

/// Returns the reason why a column cannot hold text, if there is one.
fn refused(leaf: &ColumnDescriptor) -> Option<String> {
    if leaf.physical_type() != Physical::BYTE_ARRAY {
        return Some(format!("is of type {}, and text is BYTE_ARRAY", leaf.physical_type()));
    }
    match (leaf.logical_type_ref(), leaf.converted_type()) {
        (Some(LogicalType::String | LogicalType::Enum | LogicalType::Json), _) => None,
        (None, ConvertedType::NONE | ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON) => None,
        (None, other) => Some(format!("is {other}, and no text")),
        (Some(other), _) => Some(format!("is {other:?}, and no text")),
    }
}
