//! Compares the validating expressions with the validator, on the input of every vector.

use std::collections::HashMap;
use std::fs;

use placemat::views::{Dialect, Expression};
use placemat::{Encoding, validate};
use placemat_conformance::VECTORS;
use regex::bytes::Regex;
use serde_json::Value;

fn bytes(hex: &str) -> Vec<u8> {
    hex.as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("two digits"))
        .collect()
}

#[test]
fn an_expression_matches_what_is_well_formed() {
    let mut expressions: HashMap<Encoding, Option<Regex>> = HashMap::new();
    let mut compared = 0;
    for entry in fs::read_dir(VECTORS).expect("the project's vectors") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(path).expect("a file").lines() {
            let vector: Value = serde_json::from_str(line).expect("JSON");
            let encoding = vector["encoding"].as_str().and_then(Encoding::from_name);
            let (Some(encoding), Some(input)) = (encoding, vector["input_hex"].as_str()) else { continue };
            let expression = expressions.entry(encoding).or_insert_with(|| {
                let expression = Expression::new(encoding, Dialect::Bytes)?;
                Some(Regex::new(&expression.to_string()).expect("an expression that the engine takes"))
            });
            let Some(expression) = expression else { continue };
            let input = bytes(input);
            assert_eq!(expression.is_match(&input), validate(encoding, &input).is_ok(), "{}", vector["id"]);
            compared += 1;
        }
    }
    assert!(compared > 6000, "only {compared} inputs");
}
