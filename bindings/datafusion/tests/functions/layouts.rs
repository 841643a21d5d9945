//! Values in every layout, and the results for them.

#![expect(unsafe_code, reason = "strings that are none, as other engines hand them over")]

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray,
    Int32Array, LargeBinaryArray, LargeStringArray, StringArray, StringViewArray,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Int32Type};
use datafusion::arrow::datatypes::{Field, FieldRef};
use datafusion::common::ScalarValue;
use datafusion::common::config::ConfigOptions;
use datafusion::logical_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF};

use crate::{rows, with_table};

const VALUES: [Option<&[u8]>; 8] = [
    Some(b"plain"),
    None,
    Some(b""),
    Some("né€💩, and longer than a view holds".as_bytes()),
    Some(b"\xED\xA0\xBD\xED\xB2\xA9"),
    Some(b"a\xC0\x80 in a value that no view holds by itself"),
    Some(b"caf\xE9"),
    Some(b"x\xED\xA0\xBD"),
];

/// The encodings of these values.
pub(crate) const ENCODINGS: [&str; 8] =
    ["utf-8", "null", "utf-8", "utf-8", "cesu-8", "mutf-8", "windows-1252", "wtf-8"];

fn small(values: &[Option<&[u8]>]) -> StringArray {
    let (offsets, bytes, nulls) = BinaryArray::from_iter(values.iter().copied()).into_parts();
    unsafe { StringArray::new_unchecked(offsets, bytes, nulls) }
}

/// Returns the values in every layout. Those of string types are not valid UTF-8.
fn layouts(values: &[Option<&[u8]>]) -> Vec<ArrayRef> {
    let all = || values.iter().copied();
    let (offsets, bytes, nulls) = LargeBinaryArray::from_iter(all()).into_parts();
    let large = unsafe { LargeStringArray::new_unchecked(offsets, bytes, nulls) };
    let (views, buffers, nulls) = BinaryViewArray::from_iter(all()).into_parts();
    let view = unsafe { StringViewArray::new_unchecked(views, buffers, nulls) };
    // Each value twice, and one that no row uses.
    let keys: Int32Array = values
        .iter()
        .enumerate()
        .map(|(row, value)| value.map(|_| values.len() as i32 - row as i32))
        .collect();
    let spare = [Some(&b"\xFF"[..])].into_iter().chain(values.iter().rev().map(|value| value.or(Some(b""))));
    let spare: Vec<_> = spare.collect();
    let of_bytes =
        DictionaryArray::new(keys.clone(), Arc::new(BinaryArray::from_iter(spare.iter().copied())));
    let of_strings = DictionaryArray::new(keys, Arc::new(small(&spare)));
    // A slice of a longer array, with other garbage around it.
    let longer: Vec<_> =
        [Some(&b"\xFF\xFE"[..])].into_iter().chain(all()).chain([Some(&b"\x80"[..])]).collect();
    vec![
        Arc::new(BinaryArray::from_iter(all())),
        Arc::new(LargeBinaryArray::from_iter(all())),
        Arc::new(BinaryViewArray::from_iter(all())),
        Arc::new(small(values)),
        Arc::new(large),
        Arc::new(view),
        Arc::new(of_bytes),
        Arc::new(of_strings),
        Arc::new(small(&longer).slice(1, values.len())),
        Arc::new(BinaryArray::from_iter(longer.iter().copied()).slice(1, values.len())),
        Arc::new(BinaryViewArray::from_iter(longer.iter().copied()).slice(1, values.len())),
    ]
}

/// Returns arrays in which only nulls have ill-formed bytes.
fn with_junk_under_nulls() -> Vec<ArrayRef> {
    let all =
        [Some(&b"a"[..]), Some(b"\xFF and thirteen bytes"), Some("é, and more than a view has".as_bytes())];
    let nulls = Some(NullBuffer::from(vec![true, false, true]));
    let (offsets, bytes, _) = BinaryArray::from_iter(all).into_parts();
    let (views, buffers, _) = BinaryViewArray::from_iter(all).into_parts();
    vec![
        Arc::new(BinaryArray::new(offsets.clone(), bytes.clone(), nulls.clone())),
        Arc::new(unsafe { StringArray::new_unchecked(offsets, bytes, nulls.clone()) }),
        Arc::new(BinaryViewArray::new(views.clone(), buffers.clone(), nulls.clone())),
        Arc::new(unsafe { StringViewArray::new_unchecked(views, buffers, nulls) }),
    ]
}

#[tokio::test]
async fn every_layout_is_looked_at() {
    for values in layouts(&VALUES) {
        let context = with_table(Arc::clone(&values));
        let sql = "SELECT is_valid_utf8(x), is_valid_utf8(x, 'wtf-8'), utf8_error_offset(x), utf8_error_offset(x, 'cesu-8'),
            text_encoding(x) FROM t";
        let found = rows(&context, sql).await.unwrap();
        let expected = [
            ["true", "true", "null", "null"],
            ["null", "null", "null", "null"],
            ["true", "true", "null", "null"],
            ["true", "true", "null", "6"],
            ["false", "false", "0", "null"],
            ["false", "false", "1", "1"],
            ["false", "false", "3", "3"],
            ["false", "true", "1", "1"],
        ];
        for (row, expected) in expected.iter().enumerate() {
            let expected = [&expected[..], &ENCODINGS[row..=row]].concat();
            assert_eq!(found[row], expected, "{row} of {}", values.data_type());
        }
    }
}

#[tokio::test]
async fn every_layout_becomes_text_and_bytes_of_its_kind() {
    for values in layouts(&VALUES) {
        let kind = values.data_type();
        let context = with_table(Arc::clone(&values));
        let sql = "SELECT make_valid_utf8(x), make_valid_utf8(x, 'cesu-8', 'null'), decode_text(x, 'windows-1252'),
            arrow_typeof(make_valid_utf8(x)), arrow_typeof(encode_text(make_valid_utf8(x), 'utf-16le')) FROM t";
        let found = rows(&context, sql).await.unwrap();
        for (row, value) in VALUES.iter().enumerate() {
            let lossy = value.map_or("null".into(), |value| String::from_utf8_lossy(value));
            assert_eq!(found[row][0], lossy, "{row} of {kind}");
            // Neither a four-byte sequence of UTF-8 nor a lone surrogate is CESU-8.
            let converted = ["plain", "null", "", "null", "💩", "null", "null", "null"][row];
            assert_eq!(found[row][1], converted, "{row} of {kind}");
            let decoded = value.map(|value| {
                placemat::convert(placemat::Encoding::Windows1252, placemat::Encoding::Utf8, value).unwrap()
            });
            let decoded = decoded.map_or("null".to_owned(), |decoded| String::from_utf8(decoded).unwrap());
            assert_eq!(found[row][2], decoded, "{row} of {kind}");
        }
        let (text, bytes) = match kind {
            DataType::Utf8 | DataType::Binary => ("Utf8", "Binary"),
            DataType::LargeUtf8 | DataType::LargeBinary => ("LargeUtf8", "LargeBinary"),
            DataType::Utf8View | DataType::BinaryView => ("Utf8View", "BinaryView"),
            _ => ("Dictionary(Int32, Utf8)", "Dictionary(Int32, Binary)"),
        };
        assert_eq!(found[0][3..], [text, bytes], "{kind}");
    }
}

#[tokio::test]
async fn a_round_trip_through_an_encoding_is_the_text() {
    let text =
        [Some(&b"plain"[..]), None, Some("né€💩\0, and longer than a view holds".as_bytes()), Some(b"")];
    for values in layouts(&text) {
        let context = with_table(Arc::clone(&values));
        for encoding in ["cesu-8", "mutf-8", "utf-16le", "utf-1", "utf-32", "corrected-utf-8", "utf-8"] {
            let sql = format!(
                "SELECT count(*) FROM t WHERE decode_text(encode_text(x, '{encoding}'), '{encoding}') = make_valid_utf8(x)"
            );
            assert_eq!(rows(&context, &sql).await.unwrap(), [["3"]], "{encoding} {}", values.data_type());
        }
        let sql = "SELECT encode_text(x, 'mutf-8') IS NULL, count(*) FROM t GROUP BY 1 ORDER BY 2";
        assert_eq!(rows(&context, sql).await.unwrap(), [["true", "1"], ["false", "3"]]);
    }
}

#[tokio::test]
async fn what_stands_under_a_null_is_nothing() {
    for values in with_junk_under_nulls() {
        let context = with_table(Arc::clone(&values));
        let sql = "SELECT make_valid_utf8(x), decode_text(x, 'utf-8'), is_valid_utf8(x), decode_text(x, 'utf-8', 'null') FROM t";
        let found = rows(&context, sql).await.unwrap();
        let last = "é, and more than a view has";
        assert_eq!(found, [["a", "a", "true", "a"], ["null"; 4], [last, last, "true", last]]);
    }
}

#[tokio::test]
async fn bytes_of_a_fixed_length_are_bytes() {
    let values = FixedSizeBinaryArray::try_from_sparse_iter_with_size(
        [Some(b"caf\xE9"), None, Some(b"cafe")].into_iter(),
        4,
    );
    let context = with_table(Arc::new(values.unwrap()));
    let found = rows(&context, "SELECT decode_text(x, 'iso-8859-1'), is_valid_utf8(x) FROM t").await.unwrap();
    assert_eq!(found, [["café", "false"], ["null", "null"], ["cafe", "true"]]);
}

#[tokio::test]
async fn an_error_names_the_row() {
    for values in layouts(&VALUES) {
        let context = with_table(Arc::clone(&values));
        let error = rows(&context, "SELECT decode_text(x, 'utf-8') FROM t").await.unwrap_err().to_string();
        assert!(error.contains("decode_text: row 4: ill-formed at offset 0, length 1"), "{error}");
        let error =
            rows(&context, "SELECT encode_text(x, 'utf-8', 'error') FROM t").await.unwrap_err().to_string();
        assert!(error.contains("encode_text: row 4: ill-formed"), "{error}");
    }
}

/// Calls a function on an array, as the engine does.
fn call(function: &ScalarUDF, values: &ArrayRef, more: &[&str]) -> ArrayRef {
    let mut args = vec![ColumnarValue::Array(Arc::clone(values))];
    let more: Vec<_> = more.iter().map(|&name| ScalarValue::from(name)).collect();
    args.extend(more.iter().cloned().map(ColumnarValue::Scalar));
    let arg_fields: Vec<FieldRef> =
        args.iter().map(|arg| Arc::new(Field::new("x", arg.data_type(), true))).collect();
    let scalar_arguments: Vec<_> = [None].into_iter().chain(more.iter().map(Some)).collect();
    let return_field = function
        .return_field_from_args(ReturnFieldArgs {
            arg_fields: &arg_fields,
            scalar_arguments: &scalar_arguments,
        })
        .unwrap();
    let (number_rows, config_options) = (values.len(), Arc::new(ConfigOptions::default()));
    let args = ScalarFunctionArgs { args, arg_fields, number_rows, return_field, config_options };
    function.invoke_with_args(args).unwrap().into_array(values.len()).unwrap()
}

#[test]
fn what_is_well_formed_is_not_copied() {
    let clean = [Some(&b"plain"[..]), None, Some("né€💩, and longer than a view holds".as_bytes())];
    let make_valid = placemat_datafusion::make_valid_utf8();
    for values in layouts(&clean) {
        let made = call(&make_valid, &values, &[]);
        let at = |array: &dyn Array| match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().values().as_ptr(),
            DataType::Binary => array.as_binary::<i32>().values().as_ptr(),
            DataType::LargeUtf8 => array.as_string::<i64>().values().as_ptr(),
            DataType::LargeBinary => array.as_binary::<i64>().values().as_ptr(),
            DataType::Utf8View => array.as_string_view().data_buffers()[0].as_ptr(),
            DataType::BinaryView => array.as_binary_view().data_buffers()[0].as_ptr(),
            other => panic!("{other}"),
        };
        if let DataType::Dictionary(..) = values.data_type() {
            // The dictionary has a value that no row uses.
            let (keys, same) =
                (values.as_dictionary::<Int32Type>().keys(), made.as_dictionary::<Int32Type>().keys());
            assert_eq!(keys.values().as_ptr(), same.values().as_ptr());
            continue;
        }
        let (before, after) = (at(&values) as usize, at(&made) as usize);
        // The result of a slice may omit the values before it.
        assert!((before..before + 3).contains(&after), "{}", values.data_type());
        if !matches!(values.data_type(), DataType::Utf8View | DataType::BinaryView) {
            let bytes = call(&placemat_datafusion::encode_text(), &made, &["cesu-8"]);
            assert_ne!(at(&bytes) as usize, after, "what is written anew is elsewhere");
        }
        let bytes = call(&placemat_datafusion::encode_text(), &made, &["utf-8"]);
        assert_eq!(at(&bytes) as usize, after);
    }
}
