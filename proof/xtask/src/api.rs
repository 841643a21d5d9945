//! The public interface of the library, an item a line, in `docs/api.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;

use lexopt::prelude::*;

use crate::cargo::{cargo, root, target};
use crate::{Stopped, complain};

const LIST: &str = "docs/api.txt";

/// `cargo xtask api [--check]`: writes the list, or compares it with the sources.
///
/// It is read off the list of all items that rustdoc writes. An item that two modules show is listed twice,
/// and methods are not listed.
pub(crate) fn api(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut is_check = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("check") => is_check = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let mut command = cargo(&["doc", "--package", "placemat", "--no-deps", "--quiet"]);
    command.args(["--features", "columns,views,serde"]);
    // In the directory of the workspace's documentation, cargo would not write it again with these features.
    let directory = target().join("api");
    if !command.env("CARGO_TARGET_DIR", &directory).status()?.success() {
        return Ok(ExitCode::FAILURE);
    }
    let now = written(&items(&fs::read_to_string(directory.join("doc/placemat/all.html"))?));
    let list = root().join(LIST);
    if !is_check {
        fs::write(list, now)?;
        return Ok(ExitCode::SUCCESS);
    }
    let before = fs::read_to_string(list)?;
    if before == now {
        return Ok(ExitCode::SUCCESS);
    }
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (before.lines().collect(), now.lines().collect());
    let mut text = format!("{LIST} is not what the library has; `cargo xtask api` writes it anew\n");
    for (sign, lines) in [('-', old.difference(&new)), ('+', new.difference(&old))] {
        lines.for_each(|line| writeln!(text, "{sign} {line}").unwrap_or_default());
    }
    complain(&text);
    Ok(ExitCode::FAILURE)
}

/// Returns the items on rustdoc's page of all items: the path of each and its kind.
fn items(page: &str) -> BTreeMap<&str, &str> {
    let links = page.split("<a href=\"").skip(1);
    links
        .filter_map(|link| {
            let (address, rest) = link.split_once("\">")?;
            let (path, _) = rest.split_once("</a>")?;
            // `string/struct.Str.html`: links to other pages have no kind.
            let kind = address.rsplit('/').next()?.strip_suffix(".html")?.split_once('.')?.0;
            Some((path, kind))
        })
        .collect()
}

fn written(items: &BTreeMap<&str, &str>) -> String {
    let of_module = |path: &str| path.rsplit_once("::").map_or("", |(module, _)| module).to_owned();
    let modules: BTreeSet<_> = items.keys().map(|path| of_module(path)).filter(|m| !m.is_empty()).collect();
    let at_root = items.keys().filter(|path| of_module(path).is_empty()).count();
    let mut text = format!(
        "# {} items, {at_root} of them at the root, the others in {} modules; written by `cargo xtask api`\n",
        items.len(),
        modules.len()
    );
    for (path, kind) in items {
        writeln!(text, "{path} {kind}").unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_have_a_path_and_a_kind() {
        let page = "<a href=\"../placemat/index.html\">placemat</a><a href=\"#structs\">Structs</a>\
                    <a href=\"struct.Error.html\">Error</a><a href=\"string/struct.Str.html\">string::Str</a>\
                    <a href=\"macro.wtf8.html\">wtf8</a>";
        let items = items(page);
        assert_eq!(items, [("Error", "struct"), ("string::Str", "struct"), ("wtf8", "macro")].into());
        let list = "# 3 items, 2 of them at the root, the others in 1 modules; written by `cargo xtask api`\n\
                    Error struct\nstring::Str struct\nwtf8 macro\n";
        assert_eq!(written(&items), list);
    }
}
