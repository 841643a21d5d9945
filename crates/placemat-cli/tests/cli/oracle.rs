//! The command against the library in one call, on inputs that are longer than its buffers.
//!
//! Ill-formed subsequences and long sequences cross every boundary between two pieces that the command reads.

use std::collections::BTreeMap;
use std::fs;

use placemat::form::Ucs4Units;
use placemat::stream::EventKind;
use placemat::{Codec, Conversion, Encoding, OnError, Options, convert};

use crate::command::{directory_with, placemat_in};

/// How much the command reads at a time.
const CHUNK: usize = 128 * 1024;

/// Returns characters of every length, and lines.
fn text(encoding: Encoding) -> Vec<u8> {
    let all = ["a", "é", "\n", "€", "💩", "\u{FFFF}", "zz\r\n", "\u{10FFFF}", "ÿ"];
    let mut text = String::new();
    let mut state = 1_u32;
    while text.len() < 5 * CHUNK / 2 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.push_str(all[(state >> 24) as usize % all.len()]);
    }
    let options = Options { on_unencodable: placemat::OnUnencodable::ReplaceQmark, ..Options::default() };
    Conversion::new(Encoding::Utf8, encoding, options).unwrap().convert(text.as_bytes()).unwrap().output
}

/// Damages some bytes: around the boundaries of pieces, and at other positions.
fn damaged(bytes: Vec<u8>) -> Vec<u8> {
    damaged_every(4099, bytes)
}

/// Damages some bytes around the boundaries of pieces, and one in `distance`.
fn damaged_every(distance: usize, mut bytes: Vec<u8>) -> Vec<u8> {
    let len = bytes.len();
    let junk = [0xFF, 0x80, 0xED, 0xC0, 0xF0, 0xFE, 0xD8, 0xA0, 0xE2, 0x0A];
    let borders = (1..=len / CHUNK).flat_map(|k| (k * CHUNK - 7..k * CHUNK + 7).step_by(3));
    let others = (0..len).step_by(distance);
    for (k, at) in borders.chain(others).enumerate() {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = junk[k % junk.len()];
        }
    }
    bytes
}

fn encoders() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.into_iter().filter(|&encoding| encoding.info().encodes)
}

#[test]
fn conversions_are_those_of_the_library() {
    for from in encoders() {
        if from == Encoding::Mutf8WriteUtf {
            continue; // too short to be cut
        }
        let input = text(from);
        let directory = directory_with(&[("input", &input)]);
        for to in [Encoding::Wtf8, Encoding::Utf16] {
            let expected = convert(from, to, &input).unwrap();
            let arguments = format!("convert --quiet -f {from} -t {to} input");
            let found = placemat_in(directory.path(), &arguments, b"");
            assert!(found.stdout == expected && found.status == 0, "{arguments}: {}", found.stderr);
        }
        let arguments = format!("convert -f {from} -t {from}");
        let found = placemat_in(directory.path(), &arguments, &input);
        let expected = convert(from, from, &input).unwrap();
        assert!(found.stdout == expected, "{arguments} through a pipe: {}", found.stderr);
    }
}

#[test]
fn code_points_as_text_come_back() {
    let input = text(Encoding::Utf8);
    let shown = placemat_in(&std::env::temp_dir(), "convert -t code-points", &input);
    assert!(shown.stdout.len() > 5 * CHUNK);
    let back = placemat_in(&std::env::temp_dir(), "convert -f code-points", &shown.stdout);
    assert!(back.stdout == input && back.status == 0);
}

#[test]
fn replacing_conversions_are_those_of_the_library() {
    for from in encoders().filter(|encoding| !encoding.is_wrapper()) {
        let input = damaged(text(from));
        let directory = directory_with(&[("input", &input)]);
        for on_error in [OnError::Replace, OnError::ReplaceByte, OnError::ReplaceRun] {
            let options =
                Options { on_error, on_unencodable: placemat::OnUnencodable::Replace, ..Options::default() };
            let conversion = Conversion::new(from, Encoding::Utf8, options).unwrap();
            let expected = conversion.convert(&input).unwrap();
            let policy = on_error.name();
            let arguments = format!(
                "convert --quiet --json -f {from} --on-error {policy} --on-unencodable replace input"
            );
            let found = placemat_in(directory.path(), &arguments, b"");
            assert!(found.stdout == expected.output, "{arguments}");
            let line: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
            assert_eq!(line["error_count"], expected.errors, "{arguments}");
            assert_eq!(line["unencodable_count"], expected.unencodable, "{arguments}");
            assert_eq!(line["read"], input.len(), "{arguments}");
            assert_eq!(line["written"], expected.output.len(), "{arguments}");
        }
    }
}

/// If errors are dense, kernels replace the ones that are not listed: the first entries and the counts are
/// still those of the library.
#[test]
fn the_first_entries_of_dense_errors_are_listed() {
    const LISTED: usize = 100;
    for from in encoders().filter(|encoding| !encoding.is_wrapper()) {
        let input = damaged_every(97, text(from));
        let directory = directory_with(&[("input", &input)]);
        for to in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Mutf8] {
            let (on_error, on_unencodable) = (OnError::Replace, placemat::OnUnencodable::Replace);
            let options = Options { on_error, on_unencodable, ..Options::default() };
            let (mut errors, mut lost) = (vec![], vec![]);
            let expected = Conversion::new(from, to, options)
                .unwrap()
                .convert_reporting(&input, &mut |event| match event.kind {
                    EventKind::IllFormed(error) => {
                        errors.push((error.offset(), error.len(), error.kind().name()));
                    }
                    EventKind::Unencodable(one) => lost.push((one.offset(), one.len())),
                    _ => {}
                })
                .unwrap();
            let arguments = format!(
                "convert --quiet --json -f {from} -t {to} --on-error replace --on-unencodable replace input"
            );
            let found = placemat_in(directory.path(), &arguments, b"");
            assert!(found.stdout == expected.output, "{arguments}");
            let line: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
            assert_eq!(line["error_count"], errors.len(), "{arguments}");
            assert_eq!(line["unencodable_count"], lost.len(), "{arguments}");
            let number = |entry: &serde_json::Value, name: &str| entry[name].as_u64().unwrap();
            let listed = line["errors"].as_array().unwrap();
            assert_eq!(listed.len(), errors.len().min(LISTED), "{arguments}");
            for (entry, &(offset, length, kind)) in listed.iter().zip(&errors) {
                assert_eq!(number(entry, "offset"), offset, "{arguments}");
                assert_eq!(number(entry, "length"), length, "{arguments}");
                assert_eq!(entry["kind"], kind, "{arguments}");
            }
            let listed = line["unencodable"].as_array().unwrap();
            assert_eq!(listed.len(), lost.len().min(LISTED), "{arguments}");
            for (entry, &(offset, length)) in listed.iter().zip(&lost) {
                assert_eq!(number(entry, "offset"), offset, "{arguments}");
                assert_eq!(number(entry, "length"), length, "{arguments}");
            }
        }
    }
}

#[test]
fn a_summary_counts_the_kinds_that_the_library_finds() {
    let encodings = encoders().filter(|encoding| !encoding.is_wrapper());
    for encoding in encodings.step_by(placemat_random::stride(3)) {
        for distance in [5, 97, 4099] {
            let input = damaged_every(distance, text(encoding));
            let mut kinds = BTreeMap::new();
            for error in placemat::stream::errors(encoding, &input) {
                *kinds.entry(error.kind().name()).or_insert(0_u64) += 1;
            }
            let directory = directory_with(&[("input", &input)]);
            for (name, stdin) in [("input", b"".as_slice()), ("-", &input)] {
                let arguments = format!("check -e {encoding} --text --summary --json {name}");
                let found = placemat_in(directory.path(), &arguments, stdin);
                let line: serde_json::Value =
                    serde_json::from_str(found.text().lines().next().unwrap()).unwrap();
                assert_eq!(line["kinds"], serde_json::json!(kinds), "{arguments}, one in {distance}");
            }
        }
    }
}

/// Returns the errors of an input as lines of JSON, found in one call and counted code point by code point.
fn errors(encoding: Encoding, input: &[u8]) -> Vec<String> {
    let options = Options { on_error: OnError::Replace, ..Options::default() };
    let conversion = Conversion::new(encoding, Ucs4Units, options).unwrap();
    let mut events = Vec::new();
    let code_points = conversion
        .convert_reporting(input, &mut |event| {
            if let EventKind::IllFormed(error) = event.kind {
                events.push((event.written as usize, error));
            }
        })
        .unwrap()
        .output;
    let (mut line, mut column, mut column_utf16, mut counted) = (1, 1, 1, 0);
    let mut lines = Vec::new();
    let line_end = placemat::encode(encoding, &[0x0A]).unwrap();
    // The encoder of a scheme begins with a byte order mark.
    let line_end = &line_end[line_end.len() - encoding.info().width..];
    let (mut line_start, mut passed) = (0, 0);
    for (index, error) in events {
        // Line ends between the last error and this one.
        let between = &input[passed..error.offset() as usize];
        let units = between.chunks(line_end.len());
        if let Some(last) = units.clone().rposition(|unit| unit == line_end) {
            line_start = passed + (last + 1) * line_end.len();
        }
        passed = (error.offset() + error.len()) as usize;
        let column_bytes = 1 + error.offset() as usize - line_start;
        for &code_point in &code_points[counted..index] {
            (line, column, column_utf16) = match code_point {
                0x0A => (line + 1, 1, 1),
                0x1_0000..=0x10_FFFF => (line, column + 1, column_utf16 + 2),
                _ => (line, column + 1, column_utf16 + 1),
            };
        }
        counted = index;
        let (offset, length, kind) = (error.offset(), error.len(), error.kind());
        let hex = data_encoding::HEXUPPER.encode(&input[offset as usize..][..length as usize]);
        lines.push(format!(
            r#"{{"version":1,"path":PATH,"offset":{offset},"length":{length},"kind":"{kind}","hex":"{hex}","line":{line},"column":{column},"column_utf16":{column_utf16},"column_bytes":{column_bytes}}}"#
        ));
    }
    lines
}

/// Returns the line of an error without its hint.
fn without_hint(line: &str) -> String {
    line.split_once(r#","hint":"#).map_or(line.to_owned(), |(before, _)| format!("{before}}}"))
}

#[test]
fn checks_find_what_the_library_finds_in_files_and_in_pipes() {
    for encoding in encoders().filter(|encoding| !encoding.is_wrapper()) {
        let input = damaged(text(encoding));
        let directory = directory_with(&[("input", &input)]);
        let expected = errors(encoding, &input);
        for (name, path, stdin) in [("input", r#"{"text":"input"}"#, b"".as_slice()), ("-", "null", &input)] {
            let arguments = format!("check -e {encoding} --json --max-errors 0 {name}");
            let found = placemat_in(directory.path(), &arguments, stdin);
            let mut lines = found.text().lines();
            for expected in &expected {
                let found = lines.next().map(without_hint);
                assert_eq!(found, Some(expected.replace("PATH", path)), "{arguments}");
            }
            let (well_formed, size, count) = (expected.is_empty(), input.len(), expected.len());
            // Sequences that are reserved for future use are also counted separately.
            let reserved = match encoding.info().reserved {
                Some(_) => {
                    let is_reserved = |line: &&String| line.contains(r#""kind":"reserved""#);
                    format!(r#","reserved_count":{}"#, expected.iter().filter(is_reserved).count())
                }
                None => String::new(),
            };
            let last = format!(
                r#"{{"version":1,"path":{path},"encoding":"{encoding}","well_formed":{well_formed},"size":{size},"errors":[],"error_count":{count}{reserved}}}"#
            );
            assert_eq!(lines.next(), Some(last.as_str()), "{arguments}");
            assert_eq!((lines.next(), found.status), (None, i32::from(!well_formed)), "{arguments}");
        }
    }
}

#[test]
fn sparse_errors_are_located_by_reading_again() {
    let mut input = text(Encoding::Utf8);
    input.resize(20 * CHUNK, b'x');
    for at in [3 * CHUNK, 9 * CHUNK - 1, 19 * CHUNK + 5] {
        input[at] = 0xFF;
        input[at - 10] = b'\n';
    }
    let directory = directory_with(&[]);
    fs::write(directory.path().join("input"), &input).unwrap();
    let found = placemat_in(directory.path(), "check --json --max-errors 0 input", b"");
    let expected = errors(Encoding::Utf8, &input);
    assert!(expected.len() >= 3);
    let found: Vec<_> = found.text().lines().take(expected.len()).map(without_hint).collect();
    assert_eq!(
        found,
        expected.iter().map(|line| line.replace("PATH", r#"{"text":"input"}"#)).collect::<Vec<_>>()
    );
}
