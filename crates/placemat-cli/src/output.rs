//! The output: standard output, or a file that is replaced when everything is written.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use crate::input::{Input, InputSource};
use crate::platform::{self, Identity};
use crate::replacement::{Change, Like, ReplaceOptions, Replacement, Rewrite, TargetPath};
use crate::show::{Name, hush, note_written};
use crate::status::CommandError;
use crate::undo::Record;

/// The output of a run.
#[derive(Debug)]
pub(crate) struct Output {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Standard output, or a device or pipe that was named.
    Stream {
        file: File,
        is_terminal: bool,
    },
    Replacement(Box<Replacement>),
    /// A file that is rewritten, with the log in which its old text is kept, if there is one.
    Rewrite(Box<Rewrite>, Option<Record>),
    /// In a dry run, instead of a new file.
    Nowhere,
}

impl Output {
    /// Opens the output; `None` and `-` are standard output.
    ///
    /// An output that is also an input is refused before anything is changed.
    pub(crate) fn open(
        path: Option<&Path>,
        sources: &[InputSource],
        replace_options: ReplaceOptions,
    ) -> Result<Self, CommandError> {
        let output = match path {
            Some(path) if path.as_os_str() != "-" => Self::open_path(path, sources, replace_options)?,
            _ => Self::standard(sources)?,
        };
        if replace_options.preserve_times && output.is_stream() {
            return Err(CommandError::Failed(format!(
                "{}: is not a regular file, and keeps no times",
                output.name
            )));
        }
        Ok(output)
    }

    /// Opens standard output, which is refused if it is one of the inputs.
    pub(crate) fn standard(sources: &[InputSource]) -> Result<Self, CommandError> {
        let name = "standard output".to_owned();
        let file = platform::standard_output().map_err(|error| CommandError::io(&name, &error))?;
        refuse_inputs(&name, Identity::of_file(&file), sources, emptied(&file))?;
        Ok(Output::stream(name, file))
    }

    fn stream(name: String, file: File) -> Self {
        let is_terminal = file.is_terminal();
        Output { name, kind: Kind::Stream { file, is_terminal } }
    }

    fn open_path(
        path: &Path,
        sources: &[InputSource],
        replace_options: ReplaceOptions,
    ) -> Result<Self, CommandError> {
        let name = Name(path.as_os_str()).to_string();
        let trouble = |error: &io::Error| CommandError::io(&name, error);
        // A link that was named is resolved once; its target is replaced, and the link is kept.
        let named = path;
        let (path, is_there) = match path.canonicalize() {
            Ok(target) => (target, true),
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => {
                (path.to_owned(), false)
            }
            Err(error) => return Err(trouble(&error)),
        };
        let identity = Identity::of_path(&path);
        refuse_inputs(&name, identity.clone(), sources, "")?;
        let standard = platform::standard_output().ok();
        if identity.is_some() && standard.as_ref().and_then(Identity::of_file) == identity {
            return Self::standard(sources);
        }
        if is_there && !path.metadata().map_err(|error| trouble(&error))?.is_file() {
            let file = OpenOptions::new().write(true).open(&path).map_err(|error| trouble(&error))?;
            return Ok(Output::stream(name, file));
        }
        let begin = || {
            let target_path = TargetPath::of_named(&path, named)?;
            if is_there {
                let old = target_path.open()?;
                Replacement::begin(target_path, old, replace_options)
            } else {
                Replacement::new_file(target_path, Like::New)
            }
        };
        let replacement = begin().map_err(|error| trouble(&error))?;
        Ok(Output { name, kind: Kind::Replacement(Box::new(replacement)) })
    }

    /// Creates an output that rewrites a file in place.
    pub(crate) fn rewrite(source: &InputSource, rewrite: Rewrite, record: Option<Record>) -> Self {
        Output { name: source.to_string(), kind: Kind::Rewrite(Box::new(rewrite), record) }
    }

    /// Creates an output that discards everything.
    pub(crate) fn nowhere(name: String) -> Self {
        Output { name, kind: Kind::Nowhere }
    }

    /// Creates an output for a file that takes its name when it is complete, with the name that messages use.
    pub(crate) fn replacement(name: String, replacement: Replacement) -> Self {
        Output { name, kind: Kind::Replacement(Box::new(replacement)) }
    }

    /// Gives the file the times that its only input has now.
    pub(crate) fn keep_times_of(&mut self, input: &Input) -> Result<(), CommandError> {
        let metadata = input.file().metadata().map_err(|error| CommandError::io(input.source(), &error))?;
        if !metadata.is_file() {
            let message = format!("{}: is not a regular file, and has no times to keep", input.source());
            return Err(CommandError::Failed(message));
        }
        if let Kind::Replacement(replacement) = &mut self.kind {
            replacement.keep_times_of(metadata);
        }
        Ok(())
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        let result = match &mut self.kind {
            Kind::Stream { file, is_terminal } => {
                if *is_terminal {
                    note_written(bytes);
                }
                file.write_all(bytes)
            }
            Kind::Replacement(replacement) => replacement.write(bytes),
            Kind::Rewrite(rewrite, _) => rewrite.write(bytes),
            Kind::Nowhere => Ok(()),
        };
        result.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => CommandError::ClosedPipe,
            _ => CommandError::io(&self.name, &error),
        })
    }

    /// Returns the name that messages use.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if output that was written cannot be withdrawn.
    pub(crate) fn is_stream(&self) -> bool {
        matches!(self.kind, Kind::Stream { .. })
    }

    /// Completes the output: a file takes its name.
    pub(crate) fn finish(self) -> Result<Change, CommandError> {
        let trouble = |error: io::Error| CommandError::io(&self.name, &error);
        let result = match self.kind {
            Kind::Stream { .. } | Kind::Nowhere => Ok(Change::Written),
            Kind::Replacement(replacement) => replacement.commit(),
            Kind::Rewrite(mut rewrite, record) => {
                if let Some(record) = record
                    && let Some((old, new)) = rewrite.texts().map_err(trouble)?
                {
                    record.append(old, new)?;
                }
                rewrite.commit()
            }
        };
        result.map_err(trouble)
    }
}

/// Returns `true` if there is one input and one output, and neither is a standard stream.
pub(crate) fn is_from_file_to_file(sources: &[InputSource], output: Option<&Path>) -> bool {
    matches!(sources, [InputSource::Path(_)]) && output.is_some_and(|output| output.as_os_str() != "-")
}

/// Returns an addition to the message about a standard output that is also an input: the input may already be
/// lost.
fn emptied(file: &File) -> &'static str {
    match file.metadata() {
        Ok(metadata) if metadata.len() == 0 => {
            ", and is empty: with > the shell empties a file before a command begins"
        }
        _ => "",
    }
}

/// Refuses inputs to which messages would be written. Not even the reason is printed there.
pub(crate) fn refuse_standard_error(sources: &[InputSource]) -> Result<(), CommandError> {
    let identity = platform::standard_error().ok().as_ref().and_then(Identity::of_file);
    refuse_inputs("standard error", identity, sources, "").inspect_err(|_| hush())
}

/// Refuses files that a run keeps or restores if messages or reports would be written to them.
pub(crate) fn refuse_streams(files: &[InputSource]) -> Result<(), CommandError> {
    refuse_standard_error(files)?;
    let identity = platform::standard_output().ok().as_ref().and_then(Identity::of_file);
    refuse_inputs("standard output", identity, files, "")
}

fn refuse_inputs(
    output: &str,
    identity: Option<Identity>,
    sources: &[InputSource],
    emptied: &str,
) -> Result<(), CommandError> {
    let Some(identity) = identity else { return Ok(()) };
    match sources.iter().find(|source| source.identity().as_ref() == Some(&identity)) {
        Some(source) => {
            let message = format!("{source}: is the output, too ({output}){emptied}; nothing was done");
            Err(CommandError::Failed(message))
        }
        None => Ok(()),
    }
}
