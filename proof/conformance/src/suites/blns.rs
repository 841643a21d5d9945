//! The big list of naughty strings: they are well-formed, survive a round trip through every encoding that
//! can hold them, and are safe to print.

use std::path::Path;

use serde_json::Value;

use super::{Verdict, ensure, read, round_trip};
use crate::report::printable;

pub(super) fn run(directory: &Path) -> Result<Vec<Verdict>, String> {
    let text = read(directory, "blns.txt")?;
    let mut verdicts = round_trip::verdicts("blns.txt", &text);
    verdicts
        .push(("blns.txt in a diagnostic".to_owned(), is_safe(&String::from_utf8_lossy(&text), printable)));
    let list: Value = serde_json::from_slice(&read(directory, "blns.json")?)
        .map_err(|error| format!("blns.json: {error}"))?;
    let strings: Option<Vec<&str>> =
        list.as_array().and_then(|list| list.iter().map(Value::as_str).collect());
    for (k, string) in strings.ok_or("blns.json is no list of strings")?.into_iter().enumerate() {
        // Each string is one case. The first of its round trips that fails is reported.
        let mut all = round_trip::verdicts("round trip", string.as_bytes()).into_iter();
        let failed = all.find_map(|(way, result)| result.err().map(|why| format!("{way}: {why}")));
        let result = failed.map_or_else(|| is_safe(string, printable), Err);
        verdicts.push((format!("blns.json, string {k}"), result));
    }
    Ok(verdicts)
}

/// Returns an error if a function that escapes text for diagnostics lets a control character or a
/// bidirectional control through.
fn is_safe(text: &str, escape: impl Fn(&str) -> String) -> Result<(), String> {
    let shown = escape(text);
    let raw = shown.chars().find(|c| {
        matches!(
            c,
            '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{61C}' | '\u{200E}' | '\u{200F}'
                | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        )
    });
    ensure(raw.is_none(), || format!("{raw:?} is shown raw"))
}
