//! Parquet files for the tests, and their contents.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::reader::ColumnReader;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

pub(crate) type Value<'v> = Option<&'v [u8]>;

/// `name` and `code` are text, `raw` has no declared type, `tags` is a list.
const SCHEMA: &str = "
    message schema {
        required int64 id;
        optional binary name (STRING) = 7;
        optional group address {
            optional binary street (UTF8);
            optional int64 number;
        }
        optional group tags (LIST) {
            repeated group list { optional binary element (STRING); }
        }
        optional binary raw;
        required binary code (STRING);
        optional binary price (DECIMAL(10, 2));
    }";

/// How a file is written.
#[derive(Clone, Copy)]
pub(crate) struct ReplaceOptions {
    pub(crate) compression: Compression,
    pub(crate) has_dictionary: bool,
    pub(crate) version: WriterVersion,
}

pub(crate) const PLAIN: ReplaceOptions = ReplaceOptions {
    compression: Compression::UNCOMPRESSED,
    has_dictionary: false,
    version: WriterVersion::PARQUET_1_0,
};

/// Writes row groups of names. The other text columns hold the same values. A row of `tags` holds three of
/// them, each followed by a null. A row without a name has no street either.
pub(crate) fn write(path: &Path, replace_options: ReplaceOptions, groups: &[&[Value<'_>]]) {
    let properties = WriterProperties::builder()
        .set_compression(replace_options.compression)
        .set_dictionary_enabled(replace_options.has_dictionary)
        .set_writer_version(replace_options.version)
        .set_created_by("a test version 1.0".to_owned())
        .set_key_value_metadata(Some(vec![KeyValue::new("owner".to_owned(), "nobody".to_owned())]));
    write_with(path, properties, groups);
}

pub(crate) fn write_with(path: &Path, properties: WriterPropertiesBuilder, groups: &[&[Value<'_>]]) {
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let sorting = |column_idx| SortingColumn { column_idx, descending: false, nulls_first: true };
    let properties = properties
        .set_sorting_columns(Some(vec![sorting(0), sorting(1), sorting(2)]))
        .set_column_bloom_filter_enabled(ColumnPath::from("code"), true)
        .build();
    let mut writer =
        SerializedFileWriter::new(File::create(path).unwrap(), schema, Arc::new(properties)).unwrap();
    let mut id = 0;
    for names in groups {
        let mut group = writer.next_row_group().unwrap();
        let numbers: Vec<i64> = (id..).take(names.len()).collect();
        id += names.len() as i64;
        numeric(&mut group, &numbers, None);
        let levels: Vec<i16> = names.iter().map(|name| name.is_some().into()).collect();
        binary(&mut group, names, Some(&levels), None);
        let doubled: Vec<i16> = levels.iter().map(|level| level * 2).collect();
        binary(&mut group, names, Some(&doubled), None);
        let present: Vec<i64> = numbers.iter().copied().filter(|number| number % 2 == 0).collect();
        let evens: Vec<i16> = numbers.iter().map(|number| if number % 2 == 0 { 2 } else { 1 }).collect();
        numeric(&mut group, &present, Some(&evens));
        let mut elements = vec![];
        let (mut definitions, mut repetitions) = (vec![], vec![]);
        for three in names.chunks(3) {
            for (k, name) in three.iter().enumerate() {
                elements.push(*name);
                definitions.extend([if name.is_some() { 3 } else { 2 }, 2]);
                repetitions.extend([i16::from(k > 0), 1]);
            }
            // The two rows after it are an empty list, and a null.
            definitions.extend(&[1, 0][..three.len() - 1]);
            repetitions.extend(&[0, 0][..three.len() - 1]);
        }
        binary(&mut group, &elements, Some(&definitions), Some(&repetitions));
        binary(&mut group, names, Some(&levels), None);
        let codes: Vec<Value<'_>> = names.iter().map(|name| Some(name.unwrap_or_default())).collect();
        binary(&mut group, &codes, None, None);
        binary(&mut group, &[], Some(&vec![0; names.len()]), None);
        group.close().unwrap();
    }
    writer.close().unwrap();
}

fn numeric(group: &mut SerializedRowGroupWriter<'_, File>, values: &[i64], levels: Option<&[i16]>) {
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int64Type>().write_batch(values, levels, None).unwrap();
    column.close().unwrap();
}

fn binary(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[Value<'_>],
    definitions: Option<&[i16]>,
    repetitions: Option<&[i16]>,
) {
    let values: Vec<ByteArray> = values.iter().flatten().map(|value| value.to_vec().into()).collect();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<ByteArrayType>().write_batch(&values, definitions, repetitions).unwrap();
    column.close().unwrap();
}

/// The values of a column of bytes, with its levels.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) values: Vec<Vec<u8>>,
    pub(crate) definitions: Vec<i16>,
    pub(crate) repetitions: Vec<i16>,
}

pub(crate) fn read(path: &Path, column: &str) -> Read {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let leaf = (0..schema.num_columns()).find(|&leaf| schema.column(leaf).path().string() == column).unwrap();
    let mut read = Read { values: vec![], definitions: vec![], repetitions: vec![] };
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).unwrap();
        let ColumnReader::ByteArrayColumnReader(mut column) = group.get_column_reader(leaf).unwrap() else {
            panic!("a column of bytes")
        };
        let mut values = vec![];
        let (definitions, repetitions) = (&mut read.definitions, &mut read.repetitions);
        column.read_records(usize::MAX, Some(definitions), Some(repetitions), &mut values).unwrap();
        read.values.extend(values.iter().map(|value| value.data().to_vec()));
    }
    read
}

/// Returns the bytes of all pages of a column.
pub(crate) fn pages(path: &Path, leaf: usize) -> Vec<Vec<u8>> {
    let bytes = std::fs::read(path).unwrap();
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let chunk = |group: &parquet::file::metadata::RowGroupMetaData| {
        let (start, len) = group.column(leaf).byte_range();
        bytes[start as usize..(start + len) as usize].to_vec()
    };
    reader.metadata().row_groups().iter().map(chunk).collect()
}
