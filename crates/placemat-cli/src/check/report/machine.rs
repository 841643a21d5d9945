//! The reports on an input that other programs read: annotations of GitHub, and SARIF.

use placemat::Encoding;

use super::super::github::{self, Annotation};
use super::super::meaning::{Cause, Joined};
use super::super::scan::Found;
use super::super::sink::each_piece;
use super::super::style::ReportFormat;
use super::super::{legacy, sarif};
use super::Reporter;
use crate::context::ErrorContext;
use crate::input::InputSource;
use crate::mixed;
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
        if self.machine.first.is_none() {
            self.machine.first = Some(found.clone());
            // This says what the whole input is.
            if let Some(wide) = around.wide() {
                self.places.causes.insert(Cause::Wide(wide), 1);
            }
        }
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

    /// Writes the errors of an input in a report for machines. If the whole input is in another encoding, one
    /// result says so instead: each of its letters would be an error.
    pub(super) fn write_kept(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let annotation = self.machine.annotation.end();
        self.annotate(source, annotation)?;
        let listed = self.listed.take();
        let diagnosis = self.diagnosis();
        let is_whole = self.reading.not_wide().is_some()
            || (diagnosis.says_all() || diagnosis.is_mixed || diagnosis.spliced.is_some())
                && self.verdict.kinds.well_formed() == 0;
        let (looks, (_, command)) = (diagnosis.looks(), diagnosis.next(source));
        let legacy = diagnosis.legacy().map(|guess| guess.legacy.identifier());
        let other = diagnosis.other().map(Encoding::name);
        match self.machine.first.take().filter(|_| is_whole) {
            Some(first) if self.style.format == ReportFormat::Github => {
                self.write(github::whole(source, &first, &looks, &command).as_bytes())
            }
            Some(first) => {
                self.write(&sarif::whole(source, &first, &format!("{looks}; {command}"), legacy, other))
            }
            None => listed.map_or(Ok(()), |listed| each_piece(listed, |piece| self.write(piece))),
        }
    }

    /// Returns what else the input may be, or what the user should know about it.
    pub(super) fn hint(&self) -> Option<String> {
        let parts = self.diagnosis().parts;
        let mixture = || format!("{}: {}", mixed::describe(parts), mixed::remedy(parts));
        self.verdict.is_mixed.then(mixture).or_else(|| self.reading.hint())
    }

    /// Sets the note for standard error, because these formats and lists of names cannot hold the hint.
    pub(super) fn note_hint(&mut self, source: &InputSource) {
        let looks = self.reading.guess.as_ref().map(legacy::describe);
        let notes: Vec<String> = looks.into_iter().chain(self.hint()).collect();
        let is_shown =
            self.reading.not_wide().is_some() && !matches!(self.style.format, ReportFormat::Names { .. });
        if !notes.is_empty() && !is_shown {
            self.verdict.note = Some(format!("{source}: {}", notes.join("; ")));
        }
    }
}
