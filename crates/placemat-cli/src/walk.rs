//! The inputs of a place: one, or the regular files of a folder.

use std::path::Path;

use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use ignore::{DirEntry, WalkBuilder};

use crate::args::WalkArgs;
use crate::input::{Input, Place};
use crate::platform::{self, Identity};
use crate::show::Name;
use crate::status::Trouble;

/// Which files of a folder are inputs.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    globs: Vec<String>,
    types: Types,
    hidden: bool,
    no_ignore: bool,
    follow: bool,
}

impl Selection {
    pub(crate) fn new(args: &WalkArgs) -> Result<Self, Trouble> {
        let trouble = |error: ignore::Error| Trouble::Failed(error.to_string());
        let mut types = TypesBuilder::new();
        types.add_defaults();
        for name in &args.types {
            types.select(name);
        }
        let selection = Selection {
            globs: args.globs.clone(),
            types: types.build().map_err(trouble)?,
            hidden: args.hidden,
            no_ignore: args.no_ignore,
            follow: args.follow,
        };
        // What is wrong with a glob is told before anything is read.
        selection.overrides(Path::new(".")).map_err(trouble)?;
        Ok(selection)
    }

    fn overrides(&self, folder: &Path) -> Result<Override, ignore::Error> {
        let mut overrides = OverrideBuilder::new(folder);
        for glob in &self.globs {
            overrides.add(glob)?;
        }
        overrides.build()
    }
}

/// A file that is to be read.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    pub(crate) place: Place,
    /// It was not named, but met in a folder.
    pub(crate) is_walked: bool,
    /// A link that was met is followed.
    follow: bool,
}

impl Met {
    /// Opens it; `None` if it is no regular file any more.
    pub(crate) fn open(&self) -> Result<Option<Input>, Trouble> {
        let Place::Path(path) = &self.place else { return Input::open(&self.place).map(Some) };
        if !self.is_walked || self.follow {
            return Input::open(&self.place).map(Some);
        }
        let trouble = |error| Trouble::io(&self.place, &error);
        let file = platform::open_met(path).map_err(trouble)?;
        if !file.metadata().map_err(trouble)?.is_file() {
            return Ok(None);
        }
        Input::of_file(self.place.clone(), file).map(Some)
    }
}

/// The files of a place. Those of a folder come in the order of their names, without what is no regular file; links are
/// followed where they are named, and where they are met only if that is asked for.
pub(crate) fn files(
    place: &Place,
    selection: &Selection,
) -> Box<dyn Iterator<Item = Result<Met, Trouble>> + Send> {
    match place {
        Place::Path(path) if path.is_dir() => match walk(path, selection) {
            Ok(files) => Box::new(files),
            Err(error) => Box::new(std::iter::once(Err(Trouble::Failed(error.to_string())))),
        },
        _ => {
            let met = Met { place: place.clone(), is_walked: false, follow: false };
            Box::new(std::iter::once(Ok(met)))
        }
    }
}

fn walk(
    folder: &Path,
    selection: &Selection,
) -> Result<impl Iterator<Item = Result<Met, Trouble>> + Send + use<>, ignore::Error> {
    let follow = selection.follow;
    let walk = WalkBuilder::new(folder)
        .hidden(!selection.hidden)
        .parents(!selection.no_ignore)
        .ignore(!selection.no_ignore)
        .git_ignore(!selection.no_ignore)
        .git_global(!selection.no_ignore)
        .git_exclude(!selection.no_ignore)
        .follow_links(follow)
        .overrides(selection.overrides(folder)?)
        .types(selection.types.clone())
        .sort_by_file_name(Ord::cmp)
        .build();
    Ok(walk.filter_map(move |entry| match entry {
        Ok(entry) if is_file(&entry) => {
            Some(Ok(Met { place: Place::Path(entry.into_path()), is_walked: true, follow }))
        }
        Ok(_) => None,
        Err(error) => Some(Err(unreadable(&error))),
    }))
}

/// The report itself, when it is written among the files to be read, would never end.
pub(crate) fn refuse_output(input: &Input) -> Result<(), Trouble> {
    let output = platform::standard_output().ok().as_ref().and_then(Identity::of_file);
    if output.is_some() && output == input.identity() {
        return Err(Trouble::Failed(format!("{}: is the output, too; not read", input.place())));
    }
    Ok(())
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

fn unreadable(error: &ignore::Error) -> Trouble {
    let mut error = error;
    let mut path = None;
    // The path and the reason stand in layers.
    loop {
        error = match error {
            ignore::Error::WithPath { path: at, err } => {
                path = Some(at.clone());
                err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
            ignore::Error::Loop { child, .. } => {
                return Trouble::Failed(format!("{}: a link to a folder above it", Name(child.as_os_str())));
            }
            _ => break,
        };
    }
    match path {
        Some(path) => Trouble::Failed(format!("{}: {error}", Name(path.as_os_str()))),
        None => Trouble::Failed(error.to_string()),
    }
}
