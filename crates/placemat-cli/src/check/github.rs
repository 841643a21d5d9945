//! Workflow commands of GitHub, which annotate lines.

use super::meaning::Joined;
use super::sarif;
use super::scan::Found;
use crate::context::{ErrorContext, Kind, hint_after};
use crate::input::InputSource;
use crate::show::{Excerpt, Name, is_hostile};

/// Adjacent errors, which have one annotation as they have one place in the report for people.
#[derive(Debug, Default)]
pub(super) struct Annotation(Option<(Found, Joined)>);

impl Annotation {
    /// Adds an error. Returns the annotation before it, if that has ended.
    pub(super) fn add(&mut self, found: &Found, around: &ErrorContext) -> Option<(Found, Joined)> {
        if let Some((first, joined)) = &mut self.0
            && found.offset == first.offset + joined.length
            && found.length > 0
            && joined.takes(around)
        {
            joined.add(found, around);
            return None;
        }
        self.0.replace((found.clone(), Joined::new(found, around)))
    }

    /// Returns the last annotation.
    pub(super) fn end(&mut self) -> Option<(Found, Joined)> {
        self.0.take()
    }
}

/// A workflow command that annotates a line.
pub(super) fn command(source: &InputSource, found: &Found, joined: &Joined, encoding: &str) -> String {
    let (Found { offset, kind, line, column_utf16, .. }, Joined { first, length, .. }) = (found, joined);
    let what = match joined.count {
        1 => first.message(),
        _ => {
            let (bytes, (_, meaning)) = (Excerpt::new(&joined.bytes, *length), joined.meaning());
            let colon = if meaning.starts_with("are ") { "" } else { ":" };
            format!("{bytes}{colon} {meaning}")
        }
    };
    let hint = first.hint().map(|hint| format!("\nhint: {}", hint_after(&what, &hint))).unwrap_or_default();
    let message = format!("{kind} at offset {offset}, length {length}: {what}{hint}");
    let title = match kind {
        Kind::IllFormed(_) => format!("invalid {encoding}"),
        Kind::Rule(_) => format!("house rules of {encoding}"),
        Kind::Denied(_) => "unwanted text".to_owned(),
    };
    let severity = if kind.is_error() { "error" } else { "warning" };
    annotation(source, severity, (*line, *column_utf16), &title, &message)
}

/// A workflow command for a file that is in another encoding as a whole: what it looks like, and what to run.
pub(super) fn whole(source: &InputSource, first: &Found, looks: &str, command: &str) -> String {
    let message = format!("{looks}\nhint: {command}");
    let title = match first.kind {
        Kind::Denied(denied) => denied.noun(),
        _ => "invalid utf-8",
    };
    annotation(source, "error", (first.line, first.column_utf16), title, &message)
}

fn annotation(
    source: &InputSource,
    severity: &str,
    (line, column): (u64, u64),
    title: &str,
    message: &str,
) -> String {
    let escaped = |text: &str, property: bool| {
        let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
        if property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
    };
    let file = match source.path() {
        Some(path) => {
            let path = sarif::plain(path);
            let name = path.to_string_lossy();
            // The unescaped name, unless it could control a terminal.
            let is_tame = !name.chars().any(|one| is_hostile(one) && !matches!(one, '\r' | '\n'));
            let name = if is_tame { name.into_owned() } else { Name(path.as_os_str()).to_string() };
            format!("file={},", escaped(&name, true))
        }
        None => String::new(),
    };
    format!(
        "::{severity} {file}line={line},col={column},title={}::{}\n",
        escaped(title, true),
        escaped(message, false)
    )
}
