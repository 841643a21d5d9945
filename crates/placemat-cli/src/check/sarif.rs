//! SARIF 2.1.0 (OASIS, 2020): one document for all inputs, written as it comes.

use std::path::{Component, Path, PathBuf};

use data_encoding::HEXUPPER;
use placemat::{Encoding, ErrorKind};
use serde_json::json;

use super::scan::Found;
use crate::input::Place;
use crate::scene::Kind;

/// Up to the results.
pub(super) fn head(with_rules: bool) -> String {
    let rules: Vec<_> = Kind::all()
        .filter(|kind| with_rules || matches!(kind, Kind::IllFormed(_)))
        .map(|kind| json!({ "id": kind.to_string(), "shortDescription": { "text": kind.describe() } }))
        .collect();
    let driver = json!({ "name": "placemat", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    format!(
        "{{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":[{{\
         \"tool\":{{\"driver\":{driver}}},\"columnKind\":\"utf16CodeUnits\",\"results\":[\n"
    )
}

/// Behind the results: the messages about what could not be read.
pub(super) fn tail(unread: &[String]) -> String {
    let notifications: Vec<_> =
        unread.iter().map(|message| json!({ "level": "error", "message": { "text": message } })).collect();
    let invocation =
        json!({ "executionSuccessful": unread.is_empty(), "toolExecutionNotifications": notifications });
    format!("],\"invocations\":[{invocation}]}}]}}\n")
}

/// A result, behind others of its input or not.
pub(super) fn result(
    place: &Place,
    found: &Found,
    hint: Option<String>,
    encoding: Encoding,
    is_behind: bool,
) -> Vec<u8> {
    let Found { offset, length, kind, .. } = found;
    let location = match place {
        Place::StandardInput => "stdin:".to_owned(),
        Place::Path(path) => uri(path),
    };
    let mut text = format!("{kind}: {}", kind.describe());
    if let Some(hint) = hint {
        text.push_str(&format!("; {hint}"));
    }
    let mut region = json!({
        "startLine": found.line,
        "startColumn": found.column_utf16,
        "byteOffset": offset,
        "byteLength": length,
    });
    // Without it a region goes on to the end of the line.
    if let Some(columns) = columns(*kind, *length) {
        region["endColumn"] = (found.column_utf16 + columns).into();
    }
    let result = json!({
        "ruleId": kind.to_string(),
        "level": if kind.is_error() { "error" } else { "warning" },
        "message": { "text": text },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": location }, "region": region }}],
        "properties": {
            "hex": HEXUPPER.encode(&found.bytes),
            "column": found.column,
            "encoding": encoding.identifier(),
        },
    });
    let mut line = if is_behind { b",".to_vec() } else { vec![] };
    line.extend(crate::json::line(&result));
    line
}

/// How many columns a finding takes, which is none between two of them; `None` for what is wrong with the whole text.
fn columns(kind: Kind, length: u64) -> Option<u64> {
    match kind {
        Kind::IllFormed(ErrorKind::Frame | ErrorKind::NotDoubleEncoded) => None,
        // However many bytes it has, an ill-formed part is one column, and so is what a rule forbids.
        _ => Some(length.min(1)),
    }
}

/// A path without the parts that stand for the folder itself: who shows annotations finds no file `./notes.txt`.
pub(super) fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// A path as a relative reference, or one from the root as a `file` URI (RFC 3986, RFC 8089): every byte but the unreserved ones
/// is escaped.
fn uri(path: &Path) -> String {
    let root = if cfg!(windows) { "file:///" } else { "file://" };
    let mut uri = if path.is_absolute() { root.to_owned() } else { String::new() };
    for &byte in plain(path).as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into());
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
