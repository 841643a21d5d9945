//! SARIF 2.1.0 (OASIS, 2020): one document for all inputs, written piece by piece.

use std::path::{Component, Path, PathBuf};

use data_encoding::HEXUPPER;
use placemat::ErrorKind;
use serde_json::json;

use super::scan::Found;
use crate::context::{Denied, ErrorContext, Kind, hint_after};
use crate::input::InputSource;

/// The rule for files in a legacy encoding.
const LEGACY: &str = "legacy-encoding";
/// The rule for files in another encoding of Unicode.
const OTHER: &str = "other-encoding";

/// Returns the document up to the results.
pub(super) fn head(with_rules: bool, denied: &[Denied]) -> String {
    let is_used = |kind: &Kind| match kind {
        Kind::IllFormed(_) => true,
        Kind::Rule(_) => with_rules,
        Kind::Denied(one) => denied.contains(one),
    };
    let rules: Vec<_> = Kind::all()
        .filter(is_used)
        .map(|kind| {
            json!({
                "id": kind.to_string(),
                "shortDescription": { "text": kind.describe() },
                "help": { "text": kind.help() },
            })
        })
        .chain([(LEGACY, "a legacy encoding"), (OTHER, "another encoding of Unicode")].map(|(id, what)| {
            json!({
                "id": id,
                "shortDescription": { "text": format!("the whole file is in {what}") },
                "help": { "text": "`placemat convert -f ENCODING --in-place FILE` converts it to UTF-8." },
            })
        }))
        .collect();
    let driver = json!({ "name": "placemat", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    format!(
        "{{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":[{{\
         \"tool\":{{\"driver\":{driver}}},\"columnKind\":\"utf16CodeUnits\",\"results\":[\n"
    )
}

/// Returns the document after the results: the messages about inputs that could not be read.
pub(super) fn tail(unread: &[String]) -> String {
    let notifications: Vec<_> =
        unread.iter().map(|message| json!({ "level": "error", "message": { "text": message } })).collect();
    let invocation =
        json!({ "executionSuccessful": unread.is_empty(), "toolExecutionNotifications": notifications });
    format!("],\"invocations\":[{invocation}]}}]}}\n")
}

/// Returns a result, after a comma if it is not the first of its input.
pub(super) fn result(
    source: &InputSource,
    found: &Found,
    around: &ErrorContext,
    encoding: &str,
    is_after_another: bool,
) -> Vec<u8> {
    let Found { offset, length, kind, .. } = found;
    let location = source.path().map_or_else(|| "stdin:".to_owned(), uri);
    let mut text = format!("{kind}: {}", around.message());
    if let Some(hint) = around.hint() {
        text = format!("{text}; {}", hint_after(&text, &hint));
    }
    let mut region = json!({
        "startLine": found.line,
        "startColumn": found.column_utf16,
        "byteOffset": offset,
        "byteLength": length,
    });
    // Without this, a region extends to the end of the line.
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
            "encoding": encoding,
        },
    });
    let mut line = if is_after_another { b",".to_vec() } else { vec![] };
    line.extend(crate::json::line(&result));
    line
}

/// Returns the only result for a file that is in another encoding as a whole, by the name of the encoding: a
/// legacy one, or one of the family.
pub(super) fn whole(
    source: &InputSource,
    first: &Found,
    text: &str,
    legacy: Option<&str>,
    other: Option<&str>,
) -> Vec<u8> {
    let location = source.path().map_or_else(|| "stdin:".to_owned(), uri);
    let region = json!({ "startLine": first.line, "startColumn": first.column_utf16 });
    let rule = match first.kind {
        Kind::Denied(denied) => denied.name(),
        _ if legacy.is_some() => LEGACY,
        _ => OTHER,
    };
    crate::json::line(&json!({
        "ruleId": rule,
        "level": "error",
        "message": { "text": text },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": location }, "region": region }}],
        "properties": { "encoding": legacy.or(other) },
    }))
}

/// Returns how many columns a finding takes, which is none between two of them; `None` for an error of the
/// whole text.
fn columns(kind: Kind, length: u64) -> Option<u64> {
    match kind {
        Kind::IllFormed(ErrorKind::Frame | ErrorKind::NotDoubleEncoded) => None,
        // An ill-formed subsequence is one column, regardless of its length, and so is a violation of a rule.
        _ => Some(length.min(1)),
    }
}

/// Returns a path without `.` components: viewers of annotations do not find a file `./notes.txt`.
pub(super) fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// Returns a path as a relative reference, or an absolute path as a `file` URI (RFC 3986, RFC 8089). Every
/// byte except the unreserved ones is escaped.
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
