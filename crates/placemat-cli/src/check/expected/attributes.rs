//! `working-tree-encoding` in .gitattributes. The patterns are those of .gitignore.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::names::Named;

/// The lines of a file that set the attribute or reset it.
#[derive(Debug)]
pub(super) struct Attributes(Vec<(Gitignore, Option<Named>)>);

impl Attributes {
    pub(super) fn new(directory: &Path, text: &str) -> Self {
        Attributes(text.lines().filter_map(|line| of_line(directory, line)).collect())
    }

    /// Returns what the last line says that matches: the encoding, or that there is none.
    pub(super) fn encoding_of(&self, path: &Path) -> Option<Option<Named>> {
        self.0.iter().rev().find(|(pattern, _)| pattern.matched(path, false).is_ignore()).map(|line| line.1)
    }
}

fn of_line(directory: &Path, line: &str) -> Option<(Gitignore, Option<Named>)> {
    const NAME: &str = "working-tree-encoding";
    let line = line.trim_start();
    // A pattern with spaces is in quotation marks. Negative patterns are not allowed.
    let (pattern, attributes) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => line.split_once([' ', '\t'])?,
    };
    if pattern.is_empty() || pattern.starts_with(['#', '!']) || pattern.starts_with("[attr]") {
        return None;
    }
    let value = attributes.split_whitespace().rev().find_map(|attribute| match attribute {
        _ if attribute.strip_prefix(['-', '!']) == Some(NAME) => Some(None),
        _ => Some(super::named(attribute.strip_prefix(NAME)?.strip_prefix('=')?)),
    })?;
    let mut builder = GitignoreBuilder::new(directory);
    builder.add_line(None, pattern).ok()?;
    Some((builder.build().ok()?, value))
}
