//! The reports on an input that other programs read: annotations of GitHub, and SARIF.

use super::super::github::{self, Annotation};
use super::super::meaning::Joined;
use super::super::scan::Found;
use super::super::sink::each_piece;
use super::super::style::ReportFormat;
use super::super::{legacy, sarif};
use super::Reporter;
use crate::context::ErrorContext;
use crate::input::InputSource;
use crate::status::CommandError;

/// What a report of these formats remembers.
#[derive(Debug, Default)]
pub(super) struct Machine {
    /// The first error, for a report that may say something of the whole input instead.
    first: Option<Found>,
    /// The annotation that the next error may continue.
    annotation: Annotation,
}

impl Reporter<'_> {
    /// Keeps the result for an error.
    pub(super) fn keep_result(
        &mut self,
        source: &InputSource,
        found: &Found,
        around: &ErrorContext,
    ) -> Result<(), CommandError> {
        self.machine.first.get_or_insert_with(|| found.clone());
        if self.style.format == ReportFormat::Github {
            let ended = self.machine.annotation.add(found, around);
            return self.annotate(source, ended);
        }
        let is_next = self.verdict.errors > 1;
        self.keep(&sarif::result(source, found, around, self.reading.name(), is_next))
    }

    /// Keeps an annotation that has ended.
    fn annotate(&mut self, source: &InputSource, ended: Option<(Found, Joined)>) -> Result<(), CommandError> {
        let Some((found, joined)) = ended else { return Ok(()) };
        self.keep(github::command(source, &found, &joined, self.reading.name()).as_bytes())
    }

    /// Writes the errors of an input in a report for machines. If the whole input is in a legacy encoding,
    /// one result says so instead: each of its letters would be an error.
    pub(super) fn write_kept(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let annotation = self.machine.annotation.end();
        self.annotate(source, annotation)?;
        let listed = self.listed.take();
        let is_whole = self.diagnosis().says_all() && self.verdict.kinds.well_formed() == 0;
        let whole = self.machine.first.take().filter(|_| is_whole);
        match (whole, self.diagnosis().legacy()) {
            (Some(first), Some(guess)) if self.style.format == ReportFormat::Github => {
                self.write(github::legacy(source, &first, &guess).as_bytes())
            }
            (Some(first), Some(guess)) => self.write(&sarif::legacy(source, &first, &guess)),
            _ => listed.map_or(Ok(()), |listed| each_piece(listed, |piece| self.write(piece))),
        }
    }

    /// Sets the note for standard error, because these formats and lists of names cannot hold the hint.
    pub(super) fn note_hint(&mut self, source: &InputSource) {
        let looks = self.reading.guess.as_ref().map(legacy::describe);
        let notes: Vec<String> = looks.into_iter().chain(self.reading.hint()).collect();
        if !notes.is_empty() {
            self.verdict.note = Some(format!("{source}: {}", notes.join("; ")));
        }
    }
}
