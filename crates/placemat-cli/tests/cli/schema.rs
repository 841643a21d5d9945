//! The JSON Schema of the lines that the command prints.

use std::path::Path;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

/// Returns docs/json.schema.json.
pub(crate) fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.schema.json");
        let text = std::fs::read_to_string(path).expect("the schema can be read");
        let schema = serde_json::from_str(&text).expect("the schema is JSON");
        jsonschema::draft202012::meta::validate(&schema).expect("the schema is a schema");
        schema
    })
}

/// Returns `true` if one of the definitions describes the line.
pub(crate) fn is_described(line: &Value) -> bool {
    static VALIDATOR: OnceLock<Validator> = OnceLock::new();
    VALIDATOR
        .get_or_init(|| jsonschema::draft202012::new(schema()).expect("the schema compiles"))
        .is_valid(line)
}

/// Asserts that the schema describes every line of JSON among those of an output.
pub(crate) fn assert_described(output: &[u8]) {
    for line in output.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"{\"version\":1,")) {
        let text = String::from_utf8_lossy(line);
        let value: Value = serde_json::from_slice(line).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(is_described(&value), "docs/json.schema.json does not describe {text}");
    }
}
