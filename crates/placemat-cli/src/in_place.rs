//! Files that are rewritten in place: how they are opened, and which are refused.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;

use crate::input::{Input, InputSource};
use crate::platform::Identity;
use crate::replacement::{self, ReplaceOptions, Rewrite, TargetPath};
use crate::status::CommandError;
use crate::undo;
use crate::walk::Entry;

/// Opens a file that is rewritten in place. Returns `None` if it was found in a directory and is no longer a
/// regular file.
pub(crate) fn open(
    entry: &Entry,
    replace_options: ReplaceOptions,
) -> Result<Option<(Input, Rewrite)>, CommandError> {
    let InputSource::Path(path) = &entry.source else { return Ok(None) };
    let trouble = |error: io::Error| CommandError::io(&entry.source, &error);
    // A link is resolved once: its target is replaced, and the link is kept.
    let resolved = if entry.is_followed() { path.canonicalize().map_err(trouble)? } else { path.clone() };
    let target_path = TargetPath::of_named(&resolved, path).map_err(trouble)?;
    let file = target_path.open().map_err(trouble)?;
    if !file.metadata().map_err(trouble)?.is_file() {
        return match entry.root {
            Some(_) => Ok(None),
            None => {
                Err(CommandError::Failed(format!("{}: is not a regular file; left as it is", entry.source)))
            }
        };
    }
    let mut input = Input::of_file(entry.source.clone(), file)?;
    // A later run must not make it useless.
    if entry.root.is_some() && undo::is_a_log(&mut input)? {
        return Ok(None);
    }
    let rewrite = Rewrite::new(target_path, input.file(), replace_options).map_err(trouble)?;
    Ok(Some((input, rewrite)))
}

/// The locations of files that were found.
#[derive(Debug, Default)]
pub(crate) struct Seen(HashSet<(Identity, OsString)>);

impl Seen {
    /// Returns `true` unless the file is another name of a file that was found before.
    pub(crate) fn is_new(&mut self, entry: &Entry) -> bool {
        let InputSource::Path(path) = &entry.source else { return true };
        // If the location cannot be determined, opening the file reports the error.
        !replacement::location_of(path).is_ok_and(|location| !self.0.insert(location))
    }
}
