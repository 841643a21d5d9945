//! Where the text of each file goes, and which destinations are refused.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::Plan;
use crate::in_place::{self, Seen};
use crate::input::{Input, InputSource};
use crate::output::{Output, refuse_standard_error};
use crate::platform::Identity;
use crate::replacement::{Like, Replacement, TargetPath, create_directory};
use crate::show::Name;
use crate::status::{CommandError, without_number};
use crate::undo::Record;
use crate::walk::{Entry, WalkError};

/// Begins the output of a file when it is certain that the file is converted.
pub(super) type Begin<'a> = Box<dyn FnOnce() -> Result<Output, CommandError> + 'a>;

/// The locations of files that were found, and the destinations that are taken.
#[derive(Debug, Default)]
pub(super) struct Claims {
    entry: Seen,
    taken: HashMap<PathBuf, InputSource>,
}

impl Claims {
    /// Returns `true` unless the file, or its destination, is another name of one that was found before.
    /// Refuses a destination that another file has.
    pub(super) fn claim(
        &mut self,
        entry: &Entry,
        destinations: Option<&Destinations>,
    ) -> Result<bool, WalkError> {
        let is_new = self.entry.is_new(entry);
        let Some(destination) = destinations.and_then(|destinations| destinations.of(entry)) else {
            return Ok(is_new);
        };
        if let Some(other) = self.taken.get(&destination) {
            // This is the same file under the same name.
            if !is_new {
                return Ok(false);
            }
            let shown = Name(destination.as_os_str());
            let message = format!("{}: {shown} is for {other} already; not converted", entry.source);
            return Err(WalkError { source: entry.source.clone(), message });
        }
        self.taken.insert(destination, entry.source.clone());
        Ok(true)
    }
}

/// Opens a file that is converted in place. Returns `None` if it was found in a directory and is no longer a
/// regular file.
pub(super) fn open_in_place<'a>(
    plan: &'a Plan,
    entry: &Entry,
) -> Result<Option<(Input, Begin<'a>)>, CommandError> {
    let Some((input, rewrite)) = in_place::open(entry, plan.replace_options)? else { return Ok(None) };
    if plan.log.as_ref().is_some_and(|log| log.is(input.identity().as_ref())) {
        return match entry.root {
            Some(_) => Ok(None),
            None => {
                Err(CommandError::Failed(format!("{}: is the undo log, too; not converted", entry.source)))
            }
        };
    }
    let source = entry.source.clone();
    let begin = move || {
        let rewrite = if plan.is_dry { rewrite.dry() } else { rewrite };
        let record = match (&plan.log, &source) {
            (Some(log), InputSource::Path(path)) => {
                let path = path.canonicalize().map_err(|error| CommandError::io(&source, &error))?;
                Some(Record { log: Arc::clone(log), path })
            }
            _ => None,
        };
        Ok(Output::rewrite(&source, rewrite, record))
    };
    Ok(Some((input, Box::new(begin))))
}

/// Opens a file that is converted into the directory. Returns `None` if it was found in a directory and is no
/// longer a regular file.
pub(super) fn open_copy<'a>(
    plan: &'a Plan,
    entry: &Entry,
    destinations: &'a Destinations,
) -> Result<Option<(Input, Begin<'a>)>, CommandError> {
    let (Some(input), Some(path)) = (entry.open()?, destinations.of(entry)) else { return Ok(None) };
    let metadata = input.file().metadata().map_err(|error| CommandError::io(&entry.source, &error))?;
    let name = Name(path.as_os_str()).to_string();
    destinations.refuse_input(&path, &name, &input)?;
    let begin = move || {
        let trouble = |error: io::Error| CommandError::io(&name, &error);
        if plan.is_dry {
            ask_to_copy(plan, &path).map_err(trouble)?;
            return Ok(Output::nowhere(name));
        }
        if let Some(directory) = path.parent() {
            destinations.created.directory(directory).map_err(trouble)?;
        }
        let replacement = begin_copy(plan, &path, &metadata).map_err(trouble)?;
        Ok(Output::replacement(name, replacement))
    };
    Ok(Some((input, Box::new(begin))))
}

/// Returns `true` if there is a regular file at the destination. Anything else there, which cannot be
/// replaced, is an error.
fn is_there(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Ok(there) if there.is_file() => Ok(true),
        Ok(there) if there.is_symlink() => Err(io::Error::other("is a link, and not followed")),
        Ok(_) => Err(io::Error::other("is not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Checks that a copy may be written there.
fn ask_to_copy(plan: &Plan, path: &Path) -> io::Result<()> {
    if !is_there(path)? {
        return Ok(());
    }
    let target_path = TargetPath::of(path)?;
    Replacement::ask(&target_path, &target_path.open()?, plan.replace_options)
}

fn begin_copy(plan: &Plan, path: &Path, original: &fs::Metadata) -> io::Result<Replacement> {
    let target_path = TargetPath::of(path)?;
    let mut replacement = if is_there(path)? {
        let old = target_path.open()?;
        Replacement::begin(target_path, old, plan.replace_options)?
    } else {
        Replacement::new_file(target_path, Like::Copy(original.clone()))?
    };
    if plan.replace_options.preserve_times {
        replacement.keep_times_of(original.clone());
    }
    Ok(replacement)
}

/// A directory into which files are converted.
#[derive(Debug)]
pub(super) struct Destinations {
    directory: PathBuf,
    /// `None` if a dry run has not created it.
    identity: Option<Identity>,
    /// The directories that are read and do not contain it, and the files that are named.
    directories: Vec<PathBuf>,
    files: Vec<Identity>,
    created: Created,
}

/// The directories that were created and that a power cut may undo, with the reasons.
#[derive(Debug, Default)]
struct Created(Mutex<Vec<(PathBuf, String)>>);

impl Created {
    fn unsure(&self) -> MutexGuard<'_, Vec<(PathBuf, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a directory if it does not exist.
    fn directory(&self, path: &Path) -> io::Result<()> {
        create_directory(path, |directory, error| {
            self.unsure().push((directory.to_owned(), without_number(error)));
        })
    }
}

/// Resolves links in the path of a directory that may be missing.
fn resolve(directory: &Path) -> io::Result<PathBuf> {
    match (directory.canonicalize(), directory.parent(), directory.file_name()) {
        (Err(error), Some(parent), Some(name)) if error.kind() == io::ErrorKind::NotFound => {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            Ok(resolve(parent)?.join(name))
        }
        (result, ..) => result,
    }
}

impl Destinations {
    /// Creates the directory if it is missing, except in a dry run. It must not be an input itself.
    pub(super) fn new(directory: &Path, sources: &[InputSource], is_dry: bool) -> Result<Self, CommandError> {
        let trouble = |error: io::Error| CommandError::io(Name(directory.as_os_str()), &error);
        let created = Created::default();
        let is_missing = is_dry && directory.symlink_metadata().is_err();
        if !is_missing {
            created.directory(directory).map_err(trouble)?;
        }
        let identity =
            if is_missing { None } else { Some(Identity::of_directory(directory).map_err(trouble)?) };
        let resolved = resolve(directory).map_err(trouble)?;
        let (mut directories, mut files) = (vec![], vec![]);
        for source in sources {
            let InputSource::Path(path) = source else { continue };
            match source.identity() {
                Some(file) => files.push(file),
                None if !source.is_directory() => {}
                None if identity.is_some() && Identity::of_directory(path).ok() == identity => {
                    return Err(CommandError::Failed(format!(
                        "{source}: is also the directory of the output; nothing was done"
                    )));
                }
                None => {
                    directories.extend(path.canonicalize().ok().filter(|root| !resolved.starts_with(root)));
                }
            }
        }
        Ok(Destinations { directory: directory.to_owned(), identity, directories, files, created })
    }

    pub(super) fn identity(&self) -> Option<Identity> {
        self.identity.clone()
    }

    /// Returns the directories that were created and that a power cut may undo, with the reasons.
    pub(super) fn unsure(&self) -> Vec<(PathBuf, String)> {
        std::mem::take(&mut self.created.unsure())
    }

    /// Returns the destination of a file: for a file that was named, its name; for a file that was found, its
    /// path in the directory that was named.
    pub(super) fn of(&self, entry: &Entry) -> Option<PathBuf> {
        let InputSource::Path(path) = &entry.source else { return None };
        let relative = match &entry.root {
            Some(root) => path.strip_prefix(root).ok()?,
            None => Path::new(path.file_name()?),
        };
        Some(self.directory.join(relative))
    }

    /// Refuses a destination that is an input, that is in a directory from which inputs are read, or to which
    /// messages are written.
    fn refuse_input(&self, path: &Path, name: &str, input: &Input) -> Result<(), CommandError> {
        let there = Identity::of_path(path);
        refuse_standard_error(&[InputSource::Path(path.to_owned())])?;
        let is_input = there.is_some()
            && (there == input.identity() || self.files.iter().any(|file| there.as_ref() == Some(file)));
        let directory = path.ancestors().skip(1).find_map(|directory| directory.canonicalize().ok());
        let is_among = directory
            .is_some_and(|directory| self.directories.iter().any(|root| directory.starts_with(root)));
        if is_input || is_among {
            let input_name = input.source().to_string();
            let what = if input_name == name { "is".to_owned() } else { format!("{name} is") };
            return Err(CommandError::Failed(format!(
                "{input_name}: {what} among the inputs; not converted"
            )));
        }
        Ok(())
    }
}
