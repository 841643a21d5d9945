//! Texts of all code points in order: they are well-formed, and survive a round trip through every encoding
//! that can hold them.

use std::path::Path;

use super::{Verdict, read, round_trip};

pub(super) fn run(directory: &Path) -> Result<Vec<Verdict>, String> {
    let entries = directory.read_dir().map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        if let Some(name) = name.to_str().filter(|name| name.ends_with(".txt")) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    let mut verdicts = Vec::new();
    for name in names {
        verdicts.extend(round_trip::verdicts(&name, &read(directory, &name)?));
    }
    Ok(verdicts)
}
