//! Workflow commands of GitHub, which annotate lines.

use super::sarif;
use super::scan::Found;
use crate::input::Place;
use crate::scene::{Around, Kind};
use crate::show::{Name, is_hostile};

/// A workflow command that annotates a line.
pub(super) fn command(place: &Place, found: &Found, around: &Around, encoding: &str) -> String {
    let escaped = |text: &str, property: bool| {
        let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
        if property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
    };
    let Found { offset, length, kind, line, column_utf16, .. } = found;
    let hint = around.hint().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
    let message = format!("{kind} at offset {offset}, length {length}: {}{hint}", around.message());
    let title = match kind {
        Kind::IllFormed(_) => format!("ill-formed {encoding}"),
        Kind::Rule(_) => format!("house rules of {encoding}"),
        Kind::Denied(_) => "unwanted text".to_owned(),
    };
    let file = match place.path() {
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
        "::{} {file}line={line},col={column_utf16},title={}::{}\n",
        if kind.is_error() { "error" } else { "warning" },
        escaped(&title, true),
        escaped(&message, false)
    )
}
