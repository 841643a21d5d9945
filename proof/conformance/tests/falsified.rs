//! A runner that cannot fail proves nothing: every vector must fail if any part of its expectation is
//! falsified.

use std::collections::BTreeMap;
use std::fs;

use placemat::ErrorKind;
use placemat_conformance::{Case, VECTORS};
use serde_json::{Value, json};

/// The falsified vector, and what was falsified.
type Falsified = (&'static str, Value);

fn with(vector: &Value, name: &str, value: Value) -> Value {
    let mut vector = vector.clone();
    vector[name] = value;
    vector
}

/// Returns other texts of the same form.
fn another_text(text: &str, is_code_points: bool) -> Vec<String> {
    let Some(last) = text.chars().last() else {
        return vec![if is_code_points { "U+0041" } else { "41" }.to_owned()];
    };
    let digit = if last == '0' { '1' } else { '0' };
    let changed = format!("{}{digit}", &text[..text.len() - 1]);
    let longer = format!("{text}{}", if is_code_points { " U+0041" } else { "41" });
    let shorter =
        if is_code_points { text.rsplit_once(' ').map_or("", |(head, _)| head) } else { &text[2..] };
    vec![changed, longer, shorter.to_owned()]
}

fn falsified_answers(vector: &Value) -> Vec<Falsified> {
    let answers: Vec<Falsified> = match &vector["expected"] {
        Value::String(text) => another_text(text, vector["op"] == "decode")
            .into_iter()
            .map(|text| ("text", with(vector, "expected", text.into())))
            .chain([("null", with(vector, "expected", Value::Null))])
            .collect(),
        Value::Bool(verdict) => {
            vec![("verdict", with(vector, "expected", (!verdict).into()))]
        }
        Value::Null => vec![("no null", with(vector, "expected", "".into()))],
        Value::Object(signature) => {
            let len = signature["length"].as_u64().unwrap();
            let name = &signature["signature"];
            let other = if name.is_null() { json!("utf-8") } else { Value::Null };
            vec![
                ("length", with(vector, "expected", json!({"signature": name, "length": len + 1}))),
                ("signature", with(vector, "expected", json!({"signature": other, "length": len}))),
                ("null", with(vector, "expected", Value::Null)),
            ]
        }
        other => panic!("{other}"),
    };
    answers
}

fn falsified_errors(vector: &Value) -> Vec<Falsified> {
    let error = &vector["error"];
    if error.is_null() {
        return vec![("error", with(vector, "error", json!({"offset": 0, "len": 1})))];
    }
    let (offset, len) = (error["offset"].as_u64().unwrap(), error["len"].as_u64().unwrap());
    let mut all = vec![
        ("no error", with(vector, "error", Value::Null)),
        ("offset", with(vector, "error", with(error, "offset", (offset + 1).into()))),
        ("len", with(vector, "error", with(error, "len", (len + 1).into()))),
        ("len", with(vector, "error", with(error, "len", (len - 1).into()))),
    ];
    if offset > 0 {
        all.push(("offset", with(vector, "error", with(error, "offset", (offset - 1).into()))));
    }
    // A kind is compared if it is given; code points that the target cannot hold have none.
    for kind in ErrorKind::ALL.map(ErrorKind::name) {
        if !error["kind"].is_null() && error["kind"] != kind {
            all.push(("kind", with(vector, "error", with(error, "kind", kind.into()))));
        }
    }
    all
}

fn parse(vector: &Value) -> Case {
    let line = vector.to_string();
    Case::parse(line.as_bytes()).unwrap_or_else(|why| panic!("{why}: {line}")).unwrap()
}

#[test]
fn every_falsified_vector_fails() {
    let mut counts = BTreeMap::<(String, &str), u32>::new();
    for entry in fs::read_dir(VECTORS).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(path).unwrap().lines() {
            let vector: Value = serde_json::from_str(line).unwrap();
            let op = vector["op"].as_str().unwrap();
            if op == "observe" {
                continue;
            }
            for (what, falsified) in falsified_answers(&vector).into_iter().chain(falsified_errors(&vector)) {
                assert!(parse(&falsified).check().is_err(), "{what} is not noticed: {falsified}");
                *counts.entry((op.to_owned(), what)).or_default() += 1;
            }
        }
    }
    // At least one vector of each operation had each part to falsify.
    for (op, parts) in [
        ("decode", &["text", "null", "no null", "error", "no error", "offset", "len", "kind"][..]),
        ("encode", &["text", "null", "no null", "error", "no error", "offset", "len"]),
        ("convert", &["text", "null", "no null", "error", "no error", "offset", "len", "kind"]),
        ("validate", &["verdict", "error", "no error", "offset", "len", "kind"]),
        ("concat", &["text", "null", "error"]),
        ("detect", &["signature", "length", "null", "error"]),
    ] {
        for part in parts {
            assert!(counts.contains_key(&(op.to_owned(), *part)), "{op}: {part}");
        }
    }
}

#[test]
fn a_kind_is_compared_where_it_is_given() {
    let vector = |error: Value| {
        json!({"id": "k", "encoding": "utf-8", "op": "decode", "input_hex": "41C0AF", "policy": "strict",
            "expected": null, "error": error, "source": "reference"})
    };
    assert!(parse(&vector(json!({"offset": 1, "len": 1}))).check().is_ok());
    assert!(parse(&vector(json!({"offset": 1, "len": 1, "kind": "overlong"}))).check().is_ok());
    let difference = parse(&vector(json!({"offset": 1, "len": 1, "kind": "truncated"}))).check().unwrap_err();
    assert_eq!(
        difference.to_string(),
        "expected null with an error at 1, length 1, truncated, came null with an error at 1, length 1, overlong"
    );
}
