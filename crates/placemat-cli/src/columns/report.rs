//! Common parts of the reports on columns.

use std::ffi::OsString;

use placemat::{Encoding, Error};
use serde::Serialize;

use super::batch::Spot;
use super::table::Table;
use crate::context::{Counts, ErrorContext};
use crate::input::{InputSource, JsonName};
use crate::json;
use crate::names::Side;
use crate::output::Output;
use crate::show::say;
use crate::status::{CommandError, Status};

/// The files of a command line, in which `-` does not mean standard input.
#[derive(Debug)]
pub(super) struct Files(Vec<InputSource>);

/// A type that writes reports.
pub(super) trait Reports {
    fn output(&mut self) -> &mut Output;
}

impl Files {
    pub(super) fn of(arguments: Vec<OsString>) -> Self {
        Files(arguments.into_iter().map(|argument| InputSource::from_argument(&argument)).collect())
    }

    pub(super) fn sources(&self) -> &[InputSource] {
        &self.0
    }

    /// Visits every file. An error of one file is reported, and the others are visited nevertheless.
    pub(super) fn each<R: Reports>(
        &self,
        is_json: bool,
        status: &mut Status,
        report: &mut R,
        mut visit: impl FnMut(&InputSource, &mut R, &mut Status) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        for source in &self.0 {
            match visit(source, report, status) {
                Ok(()) => {}
                Err(CommandError::Failed(message)) => {
                    if is_json {
                        report.output().write(&json::unread(source, &message))?;
                    }
                    say(message);
                    status.raise(Status::Failed);
                }
                Err(CommandError::Left(message)) => {
                    if is_json {
                        report.output().write(&json::unread(source, &message))?;
                    }
                    say(message);
                    status.raise(Status::Findings);
                }
                Err(CommandError::ClosedPipe) => return Err(CommandError::ClosedPipe),
            }
        }
        Ok(())
    }
}

/// The beginning of every line of JSON.
#[derive(Debug, Serialize)]
pub(super) struct Head<'a> {
    version: u32,
    path: Option<JsonName<'a>>,
    column: String,
}

impl<'a> Head<'a> {
    pub(super) fn of(table: &'a Table) -> Self {
        Head { version: json::VERSION, path: table.source.to_json(), column: table.path().string() }
    }
}

/// Returns the position of a value, for people.
pub(super) fn describe_spot(spot: Spot) -> String {
    match spot.element {
        None => format!("row {}", spot.row),
        Some(element) => format!("row {}, element {element}", spot.row),
    }
}

/// Returns what is wrong with a value in an encoding, for people.
pub(super) fn describe_error(encoding: Encoding, error: Error, value: &[u8]) -> String {
    let (offset, length) = (error.offset(), error.len());
    let at = usize::try_from(offset).unwrap_or(value.len()).min(value.len());
    let side = Side::Encoding(encoding);
    let around = ErrorContext::of_error(side, error.kind(), (offset, length), &value[at..]);
    format!("offset {offset}, length {length}: {}", around.message())
}

/// Returns the counts by kind, one on each line.
pub(super) fn list_kinds(kinds: &Counts) -> String {
    let width = kinds.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
    kinds.iter().map(|(kind, count)| format!("  {count:>width$} {kind}\n")).collect()
}
