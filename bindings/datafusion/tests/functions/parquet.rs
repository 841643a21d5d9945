//! Files with string columns whose values are not valid UTF-8.

#[path = "../../examples/strings_as_bytes/table.rs"]
mod table;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use datafusion::parquet::data_type::{ByteArray, ByteArrayType};
use datafusion::parquet::file::metadata::KeyValue;
use datafusion::parquet::file::properties::WriterProperties;
use datafusion::parquet::file::writer::SerializedFileWriter;
use datafusion::parquet::schema::parser::parse_message_type;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};

use crate::{context, rows};

const VALUES: [&[u8]; 6] =
    [b"plain", "né€💩".as_bytes(), b"\xED\xA0\xBD\xED\xB2\xA9", b"a\xC0\x80b", b"caf\xE9", b"x\xED\xA0\xBD"];

/// Writes every value a hundred times, in two row groups, in a column of the type.
fn write(path: &Path, kind: &str) {
    let schema = parse_message_type(&format!("message m {{ optional binary x {kind}; }}")).unwrap();
    let pairs = vec![KeyValue::new("owner".to_owned(), "nobody".to_owned())];
    let properties = WriterProperties::builder().set_key_value_metadata(Some(pairs)).build();
    let file = File::create(path).unwrap();
    let mut writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).unwrap();
    for _ in 0..2 {
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let values: Vec<ByteArray> =
            VALUES.iter().cycle().take(300).map(|value| value.to_vec().into()).collect();
        let mut levels = vec![1; 301];
        levels[17] = 0;
        column.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
    }
    writer.close().unwrap();
}

const PROFILE: &str = "SELECT coalesce(text_encoding(x), 'null') AS e, is_valid_utf8(x) AS v, count(*), min(utf8_error_offset(x))
    FROM dirty GROUP BY e, v ORDER BY e";

const REPAIR: &str = "SELECT CASE text_encoding(x) WHEN 'cesu-8' THEN decode_text(x, 'cesu-8')
    WHEN 'mutf-8' THEN decode_text(x, 'mutf-8') WHEN 'windows-1252' THEN decode_text(x, 'windows-1252')
    ELSE make_valid_utf8(x) END AS x FROM dirty";

/// Checks the profile of the table `dirty`, and that it can be repaired.
async fn profile_and_repair(context: &SessionContext, directory: &Path) {
    let found = rows(context, PROFILE).await.unwrap();
    let expected = [
        ["cesu-8", "false", "100", "0"],
        ["mutf-8", "false", "100", "1"],
        ["null", "null", "2", "null"],
        ["utf-8", "true", "200", "null"],
        ["windows-1252", "false", "100", "3"],
        ["wtf-8", "false", "100", "1"],
    ];
    assert_eq!(found, expected);
    let clean = directory.join("clean.parquet");
    let copy = format!("COPY ({REPAIR}) TO '{}' STORED AS PARQUET", clean.display());
    assert_eq!(rows(context, &copy).await.unwrap(), [["602"]]);
    let options = ParquetReadOptions::default();
    context.register_parquet("clean", clean.to_str().unwrap(), options).await.unwrap();
    let found = rows(context, "SELECT x, count(*) FROM clean GROUP BY x ORDER BY x").await.unwrap();
    let expected = [
        ["a\0b", "100"],
        ["café", "100"],
        ["né€💩", "100"],
        ["plain", "100"],
        ["x\u{FFFD}\u{FFFD}\u{FFFD}", "100"],
        ["💩", "100"],
        ["null", "2"],
    ];
    assert_eq!(found, expected);
}

/// The reader of the engine trusts the type STRING, with any settings: a query over such a column fails.
#[tokio::test]
async fn strings_that_are_none_are_refused_by_the_engine() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("dirty.parquet");
    write(&path, "(STRING)");
    for views in [true, false] {
        let mut config = SessionConfig::new();
        config.options_mut().execution.parquet.binary_as_string = false;
        config.options_mut().execution.parquet.schema_force_view_types = views;
        let context = SessionContext::new_with_config(config);
        context
            .register_parquet("dirty", path.to_str().unwrap(), ParquetReadOptions::default())
            .await
            .unwrap();
        let error = rows(&context, "SELECT x FROM dirty").await.unwrap_err().to_string().to_lowercase();
        assert!(error.contains("utf-8") || error.contains("utf8"), "{error}");
    }
}

/// A reader that is configured accordingly reads them as bytes.
#[tokio::test]
async fn strings_are_read_as_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("dirty.parquet");
    write(&path, "(STRING)");
    let context = context();
    context.register_table("dirty", Arc::new(table::Table::open(&path).await.unwrap())).unwrap();
    profile_and_repair(&context, directory.path()).await;
}

/// Columns without a declared type are bytes, unless a setting changes that.
#[tokio::test]
async fn bytes_are_read_as_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("dirty.parquet");
    write(&path, "");
    for views in [true, false] {
        let context = context();
        for set in ["binary_as_string = false", &format!("schema_force_view_types = {views}")] {
            context.sql(&format!("SET datafusion.execution.parquet.{set}")).await.unwrap();
        }
        context
            .register_parquet("dirty", path.to_str().unwrap(), ParquetReadOptions::default())
            .await
            .unwrap();
        let kind = if views { "BinaryView" } else { "Binary" };
        assert_eq!(rows(&context, "SELECT DISTINCT arrow_typeof(x) FROM dirty").await.unwrap(), [[kind]]);
        profile_and_repair(&context, directory.path()).await;
    }
}
