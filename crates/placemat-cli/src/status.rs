//! How a run ends.

use std::io;
use std::process::ExitCode;

/// The exit status so far; the greater one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Complete, nothing lost.
    #[default]
    Complete,
    /// Ill-formed or unencodable text was met, also when a policy replaced it.
    Lossy,
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

/// What ends a run before its time.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// Status 2, and a message that is safe to print.
    Failed(String),
    /// Nobody reads the output any more: a quiet end with the status so far.
    ClosedPipe,
}

impl Trouble {
    /// An I/O error at a place that is named as messages name it.
    pub(crate) fn io(place: impl std::fmt::Display, error: &io::Error) -> Self {
        Trouble::Failed(format!("{place}: {error}"))
    }
}
