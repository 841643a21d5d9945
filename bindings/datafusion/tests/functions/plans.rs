//! Errors of a query are reported before it runs.

use std::sync::Arc;

use datafusion::arrow::array::{Int32Array, RecordBatch, StringArray};

use crate::{context, rows, with_table};

#[tokio::test]
async fn wrong_arguments_fail_in_the_plan() {
    let context = with_table(Arc::new(StringArray::from(vec!["a"])));
    for (sql, message) in [
        (
            "SELECT decode_text(x, 'cesu-9') FROM t",
            "decode_text: unknown encoding 'cesu-9'; the nearest is cesu-8",
        ),
        ("SELECT is_valid_utf8(x, 'klingon') FROM t", "is_valid_utf8: unknown encoding 'klingon'"),
        ("SELECT utf8_error_offset(x, 'w\u{1B}tf-9') FROM t", "unknown encoding 'w\\u{1b}tf-9'"),
        (
            "SELECT make_valid_utf8(x, 'utf-8', 'loudly') FROM t",
            "unknown policy 'loudly'; there are error, null, strict, replace, ",
        ),
        ("SELECT decode_text(x, 'cesu-8', 'latin1') FROM t", "decode_text: "),
        ("SELECT decode_text(x) FROM t", "decode_text takes 2 to 3 arguments, and not 1"),
        ("SELECT text_encoding(x, 'utf-8') FROM t", "text_encoding takes 1 arguments, and not 2"),
        (
            "SELECT decode_text(x, 8) FROM t",
            "decode_text takes names of encodings and policies, and not Int64",
        ),
        ("SELECT is_valid_utf8(1.5) FROM t", "is_valid_utf8 takes strings or bytes, and not Float64"),
        ("SELECT decode_text(x, CAST(NULL AS VARCHAR)) FROM t", "decode_text: the encoding is no text: NULL"),
    ] {
        // No row is read, because the plan cannot be made.
        let planned = match context.sql(sql).await {
            Ok(frame) => frame.create_physical_plan().await.map(drop),
            Err(error) => Err(error),
        };
        let error = planned.err().unwrap_or_else(|| panic!("{sql} has a plan")).to_string();
        assert!(error.contains(message), "{sql}: {error}");
    }
}

#[tokio::test]
async fn us_ascii_is_an_encoding() {
    let context = with_table(Arc::new(StringArray::from(vec!["e", "é"])));
    let found = rows(&context, "SELECT is_valid_utf8(x, 'US_ASCII') FROM t").await.unwrap();
    assert_eq!(found, [["true"], ["false"]]);
}

#[tokio::test]
async fn constants_are_evaluated_and_columns_are_refused() {
    let context = context();
    let names = RecordBatch::try_from_iter([
        ("x", Arc::new(StringArray::from(vec!["é"])) as _),
        ("name", Arc::new(StringArray::from(vec!["utf-8"])) as _),
        ("n", Arc::new(Int32Array::from(vec![1])) as _),
    ]);
    context.register_batch("t", names.unwrap()).unwrap();
    let found = rows(&context, "SELECT is_valid_utf8(x, 'utf' || '-8') FROM t").await.unwrap();
    assert_eq!(found, [["true"]]);
    let error =
        rows(&context, "SELECT is_valid_utf8(x, 'utf' || '-9') FROM t").await.unwrap_err().to_string();
    assert!(error.contains("unknown encoding 'utf-9'"), "{error}");
    let error = rows(&context, "SELECT is_valid_utf8(x, name) FROM t").await.unwrap_err().to_string();
    assert!(error.contains("encoding and policy are the same for all rows"), "{error}");
}

/// Names are accepted as by the command and the package for Python.
#[tokio::test]
async fn names_are_taken_as_people_write_them() {
    let context = context();
    for (name, expected) in [
        ("UTF-8", "null"),
        ("utf_8", "null"),
        ("UTF8", "null"),
        ("CESU8", "null"),
        ("cesu_8", "null"),
        ("latin1", "caf\u{E9}"),
        ("ISO_8859-1", "caf\u{E9}"),
        ("CP1252", "caf\u{E9}"),
        ("Windows 1252", "caf\u{E9}"),
    ] {
        let sql = format!("SELECT decode_text(X'636166E9', '{name}', 'NULL')");
        assert_eq!(rows(&context, &sql).await.unwrap(), [[expected]], "{name}");
    }
    let found = rows(&context, "SELECT make_valid_utf8(X'61FF', 'utf8', 'Replace')").await.unwrap();
    assert_eq!(found, [["a\u{FFFD}"]]);
}

#[tokio::test]
async fn policies_say_what_becomes_of_a_value() {
    let context = context();
    let sql = "SELECT make_valid_utf8(x), make_valid_utf8(x, 'utf-8', 'replace-run'), make_valid_utf8(x, 'utf-8', 'skip'),
        make_valid_utf8(x, 'utf-8', 'null'), decode_text(x, 'utf-8', 'cp1252')
        FROM (VALUES (X'61FFFE62'), (X'C3A9'), (NULL)) AS t(x)";
    let found = rows(&context, sql).await.unwrap();
    assert_eq!(found[0], ["a\u{FFFD}\u{FFFD}b", "a\u{FFFD}b", "ab", "null", "aÿþb"]);
    assert_eq!(found[1], ["é"; 5]);
    assert_eq!(found[2], ["null"; 5]);
    // Text that the target cannot hold.
    let sql =
        "SELECT encode_text('n💩', 'iso-8859-1', 'replace-qmark'), encode_text('n💩', 'iso-8859-1', 'null'),
        make_valid_utf8(X'78EDA0BD', 'wtf-8'), make_valid_utf8(X'78EDA0BD', 'wtf-8', 'escape-xml'),
        make_valid_utf8(NULL), is_valid_utf8(NULL), text_encoding(NULL), encode_text(NULL, 'utf-16')";
    let found = rows(&context, sql).await.unwrap();
    assert_eq!(found[0][..4], ["6e3f", "null", "x\u{FFFD}", "x&#xD83D;"]);
    assert_eq!(found[0][4..], ["null"; 4]);
    let error = rows(&context, "SELECT encode_text('💩', 'iso-8859-1')").await.unwrap_err().to_string();
    assert!(error.contains("encode_text: row 0: "), "{error}");
}

/// Rows that filters exclude are not converted, and constant calls are folded.
#[tokio::test]
async fn functions_work_anywhere_in_a_query() {
    let context = context();
    let sql = "SELECT count(*) FROM (VALUES (X'61'), (X'FF'), (X'EDA0BDEDB2A9')) AS t(x) WHERE NOT is_valid_utf8(x)";
    assert_eq!(rows(&context, sql).await.unwrap(), [["2"]]);
    let sql = "SELECT text_encoding(x) AS e, count(*) AS n, min(utf8_error_offset(x))
        FROM (VALUES (X'61'), (X'62'), (X'EDA0BDEDB2A9')) AS t(x) GROUP BY e ORDER BY n";
    assert_eq!(rows(&context, sql).await.unwrap(), [["cesu-8", "1", "0"], ["utf-8", "2", "null"]]);
    let plan = rows(&context, "EXPLAIN SELECT decode_text(X'EDA0BDEDB2A9', 'cesu-8') AS y")
        .await
        .unwrap()
        .concat()
        .concat();
    assert!(plan.contains("💩") && !plan.contains("decode_text"), "{plan}");
}

#[test]
fn every_function_is_documented() {
    for function in placemat_datafusion::all() {
        let documentation = function.documentation().expect("documentation");
        let call = format!("{}(", function.name());
        assert!(documentation.syntax_example.starts_with(&call), "{call}");
        assert!(documentation.sql_example.as_ref().is_some_and(|example| example.contains(&call)), "{call}");
    }
}
