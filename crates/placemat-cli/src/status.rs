//! How a run ends.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::show::Name;

/// The exit status so far; the greater one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Complete; nothing was lost but what the user asked for.
    #[default]
    Complete,
    /// Something was found, or lost, or could not be converted.
    Findings,
    /// Wrong usage or an I/O error.
    Failed,
}

impl Status {
    pub(crate) fn raise(&mut self, to: Status) {
        *self = (*self).max(to);
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// An error that ends a run early.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// Status 2, and a message that is safe to print.
    Failed(String),
    /// Status 1, and a message that is safe to print: a file is left as it is, because replacing it would do
    /// more than what was asked for.
    Left(String),
    /// The reader of the output has closed it: the run ends quietly with the status so far.
    ClosedPipe,
}

impl CommandError {
    /// Creates the error for an I/O error of an unnamed temporary file, with the consequence for what `name`
    /// names.
    pub(crate) fn spooling(name: impl fmt::Display, consequence: &'static str, error: &io::Error) -> Self {
        let source = error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
        let directory = std::env::temp_dir();
        CommandError::io(name, &Refusal::wrap(&directory, "cannot use a temporary file", consequence, source))
    }

    /// Creates the error for an I/O error of what messages call `name`.
    pub(crate) fn io(name: impl fmt::Display, error: &io::Error) -> Self {
        if let Some(LeftAlone(reason)) = error.get_ref().and_then(|error| error.downcast_ref()) {
            return CommandError::Left(format!("{name}: left as it is: {reason}"));
        }
        match error.get_ref().and_then(|error| error.downcast_ref::<Refusal>()) {
            Some(refusal) => CommandError::Failed(format!("{refusal} ({name} {})", refusal.consequence)),
            None => CommandError::Failed(format!("{name}: {}", without_number(error))),
        }
    }
}

/// The reason why a file is not replaced although that is possible.
#[derive(Debug)]
pub(crate) struct LeftAlone(pub(crate) String);

impl fmt::Display for LeftAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for LeftAlone {}

/// An I/O error in a directory in which something is created for a file. The error is not the file's.
#[derive(Debug)]
pub(crate) struct Refusal {
    directory: String,
    /// What the directory refuses.
    what: &'static str,
    /// The consequence for the file.
    consequence: &'static str,
    source: io::Error,
}

impl Refusal {
    /// Wraps an error of the operating system.
    pub(crate) fn wrap(
        directory: &Path,
        what: &'static str,
        consequence: &'static str,
        source: io::Error,
    ) -> io::Error {
        let path = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        let mut directory = Name(path.as_os_str()).to_string();
        if !directory.ends_with(std::path::is_separator) {
            directory.push('/');
        }
        io::Error::new(source.kind(), Refusal { directory, what, consequence, source })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.directory, self.what, reason(&self.source))
    }
}

impl Error for Refusal {}

/// Returns the text of an error without the number of the operating system.
pub(crate) fn without_number(error: &impl fmt::Display) -> String {
    let message = error.to_string();
    let cut = message.strip_suffix(')').and_then(|message| message.rsplit_once(" (os error "));
    match cut {
        Some((reason, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => reason.to_owned(),
        _ => message,
    }
}

/// Returns the text of an error of the operating system for use in a sentence, without its number.
fn reason(error: &io::Error) -> String {
    let reason = &without_number(error)[..];
    let mut characters = reason.chars();
    // The first letter of an abbreviation stays in upper case.
    match characters.next() {
        Some(first) if !characters.clone().next().is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(characters).collect()
        }
        _ => reason.to_owned(),
    }
}
