//! Public test suites, each in the form that its project published, in a directory with its name.

mod all_codepoints;
mod blns;
mod kuhn;
mod reference;
mod round_trip;
mod rust_wtf8;
mod simdutf;
mod utf8tests;

use std::io::{self, Write};
use std::path::Path;

use placemat::{Encoding, OnError, Options};

use crate::notation::show_hex;
use crate::report::Score;
use crate::ways::every_way;

/// The name of a case, and its result.
type Verdict = (String, Result<(), String>);
/// Runs a suite. The error is what could not be read or understood.
type Run = fn(&Path) -> Result<Vec<Verdict>, String>;

/// The suites by the names of their directories.
const SUITES: [(&str, Run); 6] = [
    ("utf8tests", utf8tests::run),
    ("kuhn", kuhn::run),
    ("all-codepoints", all_codepoints::run),
    ("blns", blns::run),
    ("simdutf-regressions", simdutf::run),
    ("rust-wtf8", rust_wtf8::run),
];

/// Runs all suites in a directory. A suite that is missing or not understood is reported, and the others are
/// run nevertheless.
///
/// # Errors
///
/// If the score cannot be written.
pub fn run<W: Write, E: Write>(directory: &Path, score: &mut Score<W, E>) -> io::Result<()> {
    for (name, run) in SUITES {
        match run(&directory.join(name)) {
            Ok(verdicts) if verdicts.is_empty() => score.trouble(name, "no cases")?,
            Ok(verdicts) => {
                for (id, result) in verdicts {
                    score.count(name, &id, result)?;
                }
            }
            Err(why) => score.trouble(name, &why)?,
        }
    }
    Ok(())
}

fn read(directory: &Path, file: &str) -> Result<Vec<u8>, String> {
    let path = directory.join(file);
    std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_text(directory: &Path, file: &str) -> Result<String, String> {
    String::from_utf8(read(directory, file)?).map_err(|error| format!("{file}: {error}"))
}

/// Returns the lines of a file of JSON objects, each with its position for messages.
fn read_lines(directory: &Path, file: &str) -> Result<Vec<(String, serde_json::Value)>, String> {
    let text = read_text(directory, file)?;
    let parse = |(k, line)| {
        let place = format!("{file}:{}", k + 1);
        match serde_json::from_str(line) {
            Ok(value) => Ok((place, value)),
            Err(error) => Err(format!("{place}: {error}")),
        }
    };
    text.lines().enumerate().map(parse).collect()
}

/// Returns a field of a JSON object, by a reader of its type.
fn field<'v, T>(
    value: &'v serde_json::Value,
    name: &str,
    read: impl Fn(&'v serde_json::Value) -> Option<T>,
) -> Result<T, String> {
    value.get(name).and_then(read).ok_or_else(|| format!("field {name} is missing or of another type"))
}

/// Returns bytes from a hexadecimal string.
fn hex_field(value: &serde_json::Value) -> Option<Vec<u8>> {
    crate::notation::hex(value.as_str()?)
}

/// Returns numbers from an array of hexadecimal strings.
fn hex_numbers(value: &serde_json::Value) -> Option<Vec<u32>> {
    value.as_array()?.iter().map(|number| u32::from_str_radix(number.as_str()?, 16).ok()).collect()
}

/// Returns an error unless a condition of a case is met.
fn ensure(condition: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(why()) }
}

/// Returns UTF-8 whose ill-formed subsequences were treated by a policy, in every way.
fn mended(input: &[u8], on_error: OnError) -> Result<Vec<u8>, String> {
    let options = Options { on_error, ..Options::default() };
    match every_way(Encoding::Utf8, Encoding::Utf8, options, input) {
        Ok(ran) => match ran.fault {
            None => Ok(ran.output),
            Some(fault) => Err(format!("{} failed: {fault:?}", on_error.name())),
        },
        Err(disagreement) => Err(format!("{disagreement:?}")),
    }
}

/// Returns an error unless the actual bytes are the expected ones.
fn same(what: &str, came: &[u8], expected: &[u8]) -> Result<(), String> {
    ensure(came == expected, || format!("{what}: expected {}, came {}", show_hex(expected), show_hex(came)))
}
