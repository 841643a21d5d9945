//! The inputs of a command: its arguments, or a list of names; and the name of standard input.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::input::{Input, InputSource};
use crate::platform;
use crate::show::Count;
use crate::status::CommandError;

/// How inputs are named, besides arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct NamingArgs {
    /// Read the names of the inputs from this file, each ended by a byte 00; `-` is standard input
    ///
    /// `find -type f -print0` and `git ls-files -z` write such lists. Each name is a file or directory (also
    /// `-`). Files in the list that look binary are skipped, as in directories.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub(crate) files0_from: Option<PathBuf>,
    /// The name that reports show for standard input
    ///
    /// For editors that send a file before it is saved. Standard input is read if no path is given.
    #[arg(
        long,
        value_name = "NAME",
        value_hint = ValueHint::FilePath,
        conflicts_with = "files0_from",
        hide_short_help = true,
    )]
    pub(crate) stdin_filename: Option<PathBuf>,
}

/// What is read if nothing is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unnamed {
    StandardInput,
    /// Standard input if it is a regular file, a pipe or a socket, and the current directory otherwise.
    StandardInputOrDirectory,
}

/// The inputs of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inputs {
    pub(crate) sources: Vec<InputSource>,
    /// `true` if nothing is named.
    pub(crate) are_unnamed: bool,
    /// `true` if the names are those of a list.
    pub(crate) are_listed: bool,
}

impl Inputs {
    /// Determines the inputs. A list of names is read completely, so that a wrong name is reported before
    /// anything is done.
    pub(super) fn new(
        arguments: &[OsString],
        naming: Option<&NamingArgs>,
        unnamed: Unnamed,
    ) -> Result<Self, CommandError> {
        let (list, name) = match naming {
            Some(NamingArgs { files0_from, stdin_filename }) => (files0_from, stdin_filename),
            None => (&None, &None),
        };
        let fail = |message: &str| Err(CommandError::Failed(message.to_owned()));
        if let Some(list) = list {
            if !arguments.is_empty() {
                return fail("--files0-from: no paths can be named beside the list");
            }
            return Ok(Inputs { sources: listed(list)?, are_unnamed: false, are_listed: true });
        }
        let mut inputs = Inputs {
            sources: arguments.iter().map(|argument| InputSource::from_argument(argument)).collect(),
            are_unnamed: arguments.is_empty() && name.is_none(),
            are_listed: false,
        };
        if inputs.are_unnamed
            && unnamed == Unnamed::StandardInputOrDirectory
            && !platform::is_standard_input_sent()
        {
            inputs.sources.push(InputSource::Path(PathBuf::from(".")));
        } else if arguments.is_empty() {
            inputs.sources.push(InputSource::StandardInput(None));
        }
        let Some(name) = name else { return Ok(inputs) };
        if !inputs.sources.iter().any(InputSource::is_standard_input) {
            return fail("--stdin-filename is for standard input: `-` has to be among the paths");
        }
        for source in &mut inputs.sources {
            if let InputSource::StandardInput(known) = source {
                *known = Some(name.clone());
            }
        }
        Ok(inputs)
    }

    /// Returns `true` if standard input is read without being named, by a command that could read a directory
    /// instead.
    pub(crate) fn is_sent(&self) -> bool {
        self.are_unnamed && matches!(self.sources[..], [InputSource::StandardInput(_)])
    }
}

/// Returns the names of a list, which are ended by bytes 00.
fn listed(list: &Path) -> Result<Vec<InputSource>, CommandError> {
    let source = InputSource::from_argument(list.as_os_str());
    let bytes = Input::open(&source)?.read_all()?;
    let fail = |message: String| Err(CommandError::Failed(format!("--files0-from: {source}: {message}")));
    if bytes.is_empty() {
        return Ok(vec![]);
    }
    let is_ended = bytes.ends_with(&[0]);
    let names = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
    let mut sources = vec![];
    for (number, name) in (1_u64..).zip(names.split(|byte| *byte == 0)) {
        let Some(path) = platform::name_of(name).filter(|name| !name.is_empty()) else {
            let problem = if name.is_empty() { "empty" } else { "no name on this system" };
            return fail(format!("name {number} is {problem}"));
        };
        sources.push(InputSource::Path(PathBuf::from(path)));
    }
    // Someone forgot the option of the program that wrote the list.
    if let [InputSource::Path(path)] = &sources[..]
        && !is_ended
        && path.as_os_str().as_encoded_bytes().contains(&b'\n')
        && path.symlink_metadata().is_err()
    {
        let lines = names.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count() as u64;
        let lines = Count(lines, "line");
        return fail(format!("{lines}, but each name is to be ended by a byte 00, as by `git ls-files -z`"));
    }
    Ok(sources)
}
