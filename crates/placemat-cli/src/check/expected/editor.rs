//! `charset` in .editorconfig.

use std::path::Path;

use super::{Value, glob};

/// The sections of a file that name a charset.
#[derive(Debug, Default)]
pub(super) struct Config {
    /// No files in the directories above count.
    pub(super) is_root: bool,
    sections: Vec<(String, Value)>,
}

impl Config {
    pub(super) fn new(text: &str) -> Self {
        let mut config = Config::default();
        let mut section: Option<String> = None;
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
            if let Some(pattern) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = Some(pattern.to_owned());
                continue;
            }
            let Some((key, value)) = line.split_once(['=', ':']) else { continue };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            match (&section, key.as_str()) {
                (None, "root") => config.is_root = value.eq_ignore_ascii_case("true"),
                (Some(pattern), "charset") => config.sections.push((pattern.clone(), super::named(value))),
                _ => {}
            }
        }
        config
    }

    /// Returns what the last section says that matches: the charset, or that there is none (`unset`). The
    /// path is relative to the directory of the file.
    pub(super) fn charset_of(&self, path: &Path) -> Option<Value> {
        let path = path.to_str()?.replace('\\', "/");
        self.sections.iter().rev().find(|(pattern, _)| glob::matches(pattern, &path)).map(|one| one.1.clone())
    }
}
