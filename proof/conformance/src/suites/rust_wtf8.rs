//! The tests of the Rust standard library's internal WTF-8.

use std::path::Path;

use placemat::form::{Utf8, Wtf8, Wtf16};
use placemat::{Conversion, OnUnencodable, Options, concat, convert, encode, validate};
use serde_json::Value;

use super::{Verdict, ensure, field, hex_field, hex_numbers, read_lines, same};

pub(super) fn run(directory: &Path) -> Result<Vec<Verdict>, String> {
    let mut verdicts = Vec::new();
    for (place, value) in read_lines(directory, "vectors.jsonl")? {
        let at = |why| format!("{place}: {why}");
        let id = field(&value, "id", Value::as_str).map_err(at)?;
        let op = field(&value, "op", Value::as_str).map_err(at)?;
        let check = match op {
            "utf16_to_wtf8" => utf16_to_wtf8,
            "push_code_points" => push_code_points,
            "concat" => concatenate,
            "to_utf8_lossy" => to_utf8_lossy,
            "validate_wtf8" => validate_wtf8,
            // How std displays such a string, which is not a requirement here.
            "debug" => continue,
            _ => return Err(at(format!("unknown op {op:?}"))),
        };
        verdicts.push((id.to_owned(), check(&value).map_err(at)?));
    }
    Ok(verdicts)
}

/// The outer error is for something that was not understood; the inner result is that of the case.
type Checked = Result<Result<(), String>, String>;

fn utf16_to_wtf8(value: &Value) -> Checked {
    let units = field(value, "input_units", hex_numbers)?;
    let units: Result<Vec<u16>, _> = units.into_iter().map(u16::try_from).collect();
    let units = units.map_err(|error| error.to_string())?;
    let expected = field(value, "wtf8_hex", hex_field)?;
    let there = convert(Wtf16, Wtf8, &units);
    Ok(there.map_err(|failure| failure.to_string()).and_then(|came| {
        same("to wtf-8", &came, &expected)?;
        let back = convert(Wtf8, Wtf16, &came).map_err(|failure| failure.to_string())?;
        ensure(back == units, || format!("back to wtf-16: {back:X?}"))
    }))
}

/// Pushes all at once, and one by one with the rule of concatenation.
fn push_code_points(value: &Value) -> Checked {
    let code_points = field(value, "code_points", hex_numbers)?;
    let expected = field(value, "wtf8_hex", hex_field)?;
    let pushed = code_points.iter().try_fold(Vec::new(), |left, &code_point| {
        encode(Wtf8, &[code_point]).map(|right| concat(Wtf8, &left, &right))
    });
    let at_once = encode(Wtf8, &code_points);
    Ok(match (at_once, pushed) {
        (Ok(at_once), Ok(pushed)) => {
            same("at once", &at_once, &expected).and_then(|()| same("one by one", &pushed, &expected))
        }
        (at_once, pushed) => Err(format!("{at_once:?}, {pushed:?}")),
    })
}

fn concatenate(value: &Value) -> Checked {
    let parts = |parts: &Value| parts.as_array()?.iter().map(hex_field).collect::<Option<Vec<_>>>();
    let parts = field(value, "parts_hex", parts)?;
    let expected = field(value, "wtf8_hex", hex_field)?;
    let whole = parts.iter().fold(Vec::new(), |left, right| concat(Wtf8, &left, right));
    Ok(same("concat()", &whole, &expected))
}

fn to_utf8_lossy(value: &Value) -> Checked {
    let input = field(value, "wtf8_hex", hex_field)?;
    let expected = field(value, "utf8_hex", hex_field)?;
    let options = Options { on_unencodable: OnUnencodable::Replace, ..Options::default() };
    let conversion = Conversion::new(Wtf8, Utf8, options).map_err(|undefined| undefined.to_string())?;
    let converted = conversion.convert(&input).map_err(|failure| failure.to_string());
    Ok(converted.and_then(|converted| same("replace", &converted.output, &expected)))
}

fn validate_wtf8(value: &Value) -> Checked {
    let input = field(value, "input_hex", hex_field)?;
    let valid = field(value, "valid", Value::as_bool)?;
    let verdict = validate(Wtf8, &input);
    Ok(ensure(verdict.is_ok() == valid, || format!("validate() told {verdict:?}")))
}
