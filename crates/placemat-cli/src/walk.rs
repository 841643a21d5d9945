//! The inputs of a place: one, or the regular files of a folder.

use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::input::{Input, Place};
use crate::platform::{self, Identity};
use crate::show::Name;
use crate::status::Trouble;

/// Opens the inputs one after the other. Those of a folder come in the order of their names, without what is no
/// regular file; links are followed where they are named, and not where they are met.
pub(crate) fn inputs(place: &Place) -> Box<dyn Iterator<Item = Result<Input, Trouble>> + '_> {
    match place {
        Place::Path(path) if path.is_dir() => Box::new(files(path)),
        _ => Box::new(std::iter::once_with(|| Input::open(place))),
    }
}

fn files(folder: &Path) -> impl Iterator<Item = Result<Input, Trouble>> {
    WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(|entry| match entry {
        Ok(entry) if entry.file_type().is_file() => open(entry).transpose(),
        Ok(_) => None,
        Err(error) => Some(Err(unreadable(&error))),
    })
}

/// Opens a regular file; `None` if it is none any more.
fn open(entry: DirEntry) -> Result<Option<Input>, Trouble> {
    let place = Place::Path(entry.into_path());
    let Place::Path(path) = &place else { return Ok(None) };
    let trouble = |error| Trouble::io(&place, &error);
    let file = platform::open_met(path).map_err(trouble)?;
    if file.metadata().map_err(trouble)?.is_file() { Input::of_file(place, file).map(Some) } else { Ok(None) }
}

/// The report itself, when it is written among the files to be read, would never end.
pub(crate) fn refuse_output(input: Input) -> Result<Input, Trouble> {
    let output = platform::standard_output().ok().as_ref().and_then(Identity::of_file);
    if output.is_some() && output == input.identity() {
        return Err(Trouble::Failed(format!("{}: is the output, too; not read", input.place())));
    }
    Ok(input)
}

fn unreadable(error: &walkdir::Error) -> Trouble {
    let path = error.path().unwrap_or(Path::new("?"));
    let reason = error.io_error().map_or_else(|| "cannot be read".to_owned(), ToString::to_string);
    Trouble::Failed(format!("{}: {reason}", Name(path.as_os_str())))
}
