//! Markus Kuhn's UTF-8 decoder capability and stress test, interpreted by the rules of its time and by RFC
//! 3629.
//!
//! The lax columns are the code space of 31 bits, that of RFC 2279. `diagnostics` is `y` for text that is
//! well-formed there; `n` is one malformed sequence, which is how the policy `replace-sequence` counts. Other
//! counts are those of one program.
//! program.

use std::path::Path;

use placemat::CodePoint;
use placemat::{Encoding, OnError, decode, validate};
use serde_json::Value;

use super::{Verdict, ensure, field, hex_field, hex_numbers, mended, read, read_lines, same};
use crate::notation::show_code_points;

pub(super) fn run(directory: &Path) -> Result<Vec<Verdict>, String> {
    let mut verdicts = Vec::new();
    for (place, value) in read_lines(directory, "cases.jsonl")? {
        let case = Case::parse(&value).map_err(|why| format!("{place}: {why}"))?;
        verdicts.push((format!("{place}: {}", case.id), case.check()));
    }
    let file = "UTF-8-test.txt";
    verdicts.push((file.to_owned(), check_file(&read(directory, file)?)));
    Ok(verdicts)
}

struct Case<'v> {
    id: &'v str,
    input: Vec<u8>,
    /// In the interpretation with 31 bits.
    code_points: Option<Vec<u32>>,
    one_malformed_sequence: bool,
    /// In RFC 3629.
    well_formed: bool,
}

impl<'v> Case<'v> {
    fn parse(value: &'v Value) -> Result<Self, String> {
        let code_points = match field(value, "perl_code_points", Some)? {
            Value::Null => None,
            _ => Some(field(value, "perl_code_points", hex_numbers)?),
        };
        let diagnostics = field(value, "diagnostics", Value::as_str)?;
        let lax = field(value, "perl_lax_ok", Value::as_bool)?;
        if lax != code_points.is_some() || lax != (diagnostics == "y") {
            return Err("the lax columns contradict each other".to_owned());
        }
        Ok(Case {
            id: field(value, "id", Value::as_str)?,
            input: field(value, "input_hex", hex_field)?,
            code_points,
            one_malformed_sequence: diagnostics == "n",
            well_formed: field(value, "rfc3629_valid", Value::as_bool)?,
        })
    }

    fn check(&self) -> Result<(), String> {
        let lax = decode(Encoding::Utf8Rfc2279, &self.input).ok();
        ensure(lax == self.code_points, || {
            format!("utf-8-rfc2279: {:?}", lax.as_deref().map(show_code_points))
        })?;
        let verdict = validate(Encoding::Utf8, &self.input);
        ensure(verdict.is_ok() == self.well_formed, || format!("utf-8: {verdict:?}"))?;
        if self.one_malformed_sequence {
            let replacement = char::from_u32(CodePoint::REPLACEMENT.to_u32()).unwrap_or_default().to_string();
            same(
                "replace-sequence",
                &mended(&self.input, OnError::ReplaceSequence)?,
                replacement.as_bytes(),
            )?;
        }
        Ok(())
    }
}

/// Compares the file with std's reading.
fn check_file(file: &[u8]) -> Result<(), String> {
    let (verdict, std) = (validate(Encoding::Utf8, file), std::str::from_utf8(file));
    match (verdict, std) {
        (Ok(()), Ok(_)) => {}
        (Err(ours), Err(theirs)) if ours.valid_up_to() == theirs.valid_up_to() => {}
        (ours, theirs) => return Err(format!("utf-8: {ours:?}, std: {theirs:?}")),
    }
    let lossy = String::from_utf8_lossy(file);
    let conversion = placemat::Conversion::new(
        Encoding::Utf8,
        Encoding::Utf8,
        placemat::Options { on_error: OnError::Replace, ..placemat::Options::default() },
    );
    let conversion = conversion.map_err(|undefined| undefined.to_string())?;
    let ours = conversion.convert(file).map_err(|failure| failure.to_string())?;
    ensure(ours.output == lossy.as_bytes(), || "replace differs from std".to_owned())
}
