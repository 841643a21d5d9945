//! The vectors as others receive them: each line has the form that the schema and the page beside it
//! describe.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use placemat_conformance::VECTORS;
use serde_json::{Value, json};

/// The fields, in the order in which the page promises them.
const FIELDS: [&str; 11] = [
    "id",
    "encoding",
    "op",
    "input_hex",
    "input2_hex",
    "input_cp",
    "to",
    "policy",
    "expected",
    "error",
    "source",
];

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(VECTORS).join(name)).unwrap()
}

fn schema() -> Value {
    let schema = serde_json::from_str(&read("vector.schema.json")).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    schema
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).unwrap()
}

/// Returns all lines of all files.
fn lines() -> Vec<String> {
    let mut lines = vec![];
    for entry in fs::read_dir(VECTORS).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            lines.extend(fs::read_to_string(path).unwrap().lines().map(str::to_owned));
        }
    }
    assert!(lines.len() > 14_000, "the vectors are found: {}", lines.len());
    lines
}

#[test]
fn the_schema_describes_every_line() {
    let validator = validator();
    for line in lines() {
        let vector = serde_json::from_str(&line).unwrap();
        assert!(validator.is_valid(&vector), "{line}");
    }
}

/// A schema that describes everything describes nothing: it refuses each of these changes, in a case of every
/// operation that the change applies to.
#[test]
fn the_schema_refuses_other_lines() {
    let validator = validator();
    let mut operations = BTreeSet::new();
    let vectors: Vec<Value> = lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let with = |vector: &Value, name: &str, value: Value| {
        let mut changed = vector.clone();
        changed[name] = value;
        changed
    };
    for vector in &vectors {
        let failed = !vector["error"].is_null();
        if !operations.insert((vector["op"].to_string(), failed)) {
            continue;
        }
        let mut changes = vec![
            with(vector, "more", json!(1)),
            with(vector, "id", json!("")),
            with(vector, "op", json!("guess")),
            with(vector, "expected", json!(7)),
            with(vector, "error", json!({"offset": 0})),
            with(vector, "error", json!({"offset": 0, "len": 0})),
            with(vector, "error", json!({"offset": -1, "len": 1})),
            with(vector, "error", json!({"offset": 0, "len": 1, "kind": "unknown"})),
            with(vector, "error", if failed { Value::Null } else { json!({"offset": 0, "len": 1}) }),
        ];
        for name in vector.as_object().unwrap().keys() {
            let mut without = vector.clone();
            without.as_object_mut().unwrap().remove(name);
            changes.push(without);
        }
        for (name, value) in [
            ("input_hex", "F"),
            ("input_hex", "ff"),
            ("input2_hex", "F"),
            ("input_cp", "0041"),
            ("input_cp", "U+00041"),
            ("to", "utf-9"),
        ] {
            if vector.get(name).is_some() {
                changes.push(with(vector, name, json!(value)));
            }
        }
        if vector["op"] != "observe" {
            changes.push(with(vector, "encoding", json!("utf-9")));
            changes.push(with(vector, "policy", json!("guess")));
        }
        for changed in changes {
            assert!(!validator.is_valid(&changed), "{changed}");
        }
    }
    // Decoding, encoding, validation and conversion, passed and failed, and what never fails.
    assert_eq!(operations.len(), 4 * 2 + 3);
}

/// A program without a parser finds the fields as text.
#[test]
fn lines_are_compact_and_ordered() {
    for line in lines() {
        let vector: Value = serde_json::from_str(&line).unwrap();
        let fields = FIELDS.iter().filter_map(|name| Some((*name, vector.get(name)?)));
        let rest = fields.fold(line.strip_prefix('{').unwrap(), |rest, (name, value)| {
            let rest = rest.strip_prefix(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name}: {line}"));
            let mut value = value.to_string();
            if name == "error" && !vector[name].is_null() {
                let error = &vector[name];
                value = format!("{{\"offset\":{},\"len\":{}", error["offset"], error["len"]);
                value += &error.get("kind").map_or("}".to_owned(), |kind| format!(",\"kind\":{kind}}}"));
            } else if vector["op"] == "detect" && name == "expected" {
                let expected = &vector[name];
                value =
                    format!("{{\"signature\":{},\"length\":{}}}", expected["signature"], expected["length"]);
            }
            let rest = rest.strip_prefix(&value).unwrap_or_else(|| panic!("{name}: {line}"));
            rest.strip_prefix(',').unwrap_or(rest)
        });
        assert_eq!(rest, "}", "{line}");
        assert!(!line.contains('\\'), "{line}");
    }
}

/// Returns the code spans in the first column of the page's tables.
fn explained() -> BTreeSet<String> {
    let page = read("README.md");
    let first_columns = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    first_columns.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Somebody who has never seen the project finds each name.
#[test]
fn the_page_explains_every_name() {
    let explained = explained();
    let mut names = BTreeSet::new();
    for line in lines() {
        let vector: Value = serde_json::from_str(&line).unwrap();
        names.extend(vector.as_object().unwrap().keys().cloned());
        names.insert(vector["op"].as_str().unwrap().to_owned());
        names.extend(vector["source"].as_str().unwrap().split('+').map(str::to_owned));
        names.extend(vector["error"]["kind"].as_str().map(str::to_owned));
        if vector["op"] != "observe" {
            names.extend(
                ["encoding", "to", "policy"]
                    .iter()
                    .filter_map(|name| Some(vector[*name].as_str()?.to_owned())),
            );
        }
    }
    // Explained with the field `encoding`.
    names.remove("any");
    let missing: Vec<_> = names.difference(&explained).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // And the schema lists no other names.
    let schema = schema();
    for list in ["encoding", "policy_of_decoding", "policy_of_encoding"] {
        for name in schema["$defs"][list]["enum"].as_array().unwrap() {
            assert!(names.contains(name.as_str().unwrap()), "{name}");
        }
    }
}
