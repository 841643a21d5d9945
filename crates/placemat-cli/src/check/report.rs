//! The report on the findings of one input, on standard output.
//!
//! Each format has a module with what it writes. Here is what they have in common. What detection and
//! repair say of an input with errors is in `examination`.

mod diagnoses;
mod examination;
mod json;
mod machine;
mod text;
mod verdict;

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use placemat::detect::Basis;
use placemat::repair::{Fixes, Scan};
use placemat::{Codec, Encoding};
use tempfile::SpooledTempFile;

use super::binary::Binary;
use super::excerpt::Group;
use super::places::Places;
use super::reading::Reading;
use super::scan::{Found, Outcome};
use super::sink::{BUFFER, KEPT, Sink, spooling};
use super::style::{ReportFormat, Style};
use crate::context::{ErrorContext, Kind, Part};
use crate::detect;
use crate::input::{Input, InputSource};
use crate::show;
use crate::status::CommandError;
use crate::walk;
use examination::Examination;
use machine::Machine;
pub(super) use verdict::Verdict;

/// The indentation of the lines below an error, in columns.
pub(super) const INDENT: usize = 4;

/// Writes the report on an input.
#[derive(Debug)]
pub(super) struct Reporter<'o> {
    style: Style,
    reading: Reading,
    sink: Sink<'o>,
    buffer: Vec<u8>,
    /// What is listed of the input. It is kept if something that is known only at the end comes before it.
    listed: Option<SpooledTempFile>,
    verdict: Verdict,
    /// Errors that are listed, whose bytes are not drawn yet.
    group: Option<Group>,
    places: Places,
    /// The diagnosis is written, and places are written as they are found.
    is_ahead: bool,
    /// The diagnosis names the encoding of the input or of its parts, which says more than its places.
    drops_list: bool,
    examination: Examination,
    machine: Machine,
    /// Set at the first error, even if writing the report fails.
    is_any_found: &'o AtomicBool,
    binary: Binary,
    /// The search for text that was encoded twice, in the first bytes of a file in a directory, and how many are left.
    doubled: Option<(Scan, usize)>,
}

impl<'o> Reporter<'o> {
    pub(super) fn new(style: Style, sink: Sink<'o>, is_any_found: &'o AtomicBool) -> Self {
        Reporter {
            style,
            reading: Reading::named(Encoding::Utf8, None),
            sink,
            buffer: vec![],
            listed: None,
            verdict: Verdict::default(),
            group: None,
            places: Places::default(),
            is_ahead: false,
            drops_list: false,
            examination: Examination::default(),
            machine: Machine::default(),
            is_any_found,
            binary: Binary::default(),
            doubled: None,
        }
    }

    /// Searches for text that was encoded twice.
    pub(super) fn look_for_doubled(&mut self) {
        self.doubled = Some((Scan::new(Fixes::DOUBLE_ENCODING_LINES), detect::KEPT));
    }

    /// Returns `true` if there may be text that was encoded twice.
    pub(super) fn may_be_doubled(&mut self) -> bool {
        self.doubled.take().is_some_and(|(scan, _)| scan.finish())
    }

    /// Sets the encoding in which the input is read.
    pub(super) fn set_reading(&mut self, reading: Reading, input: &Input) {
        self.reading = reading;
        if (self.may_examine() || reading.encoding.info().is_utf_16()) && !input.is_rereadable() {
            self.examination.kept = Some(vec![]);
        }
        self.verdict.encoding = Some(reading.encoding);
        self.verdict.name = Some(reading.name());
        self.verdict.is_legacy = reading.guess.is_some() || reading.is_any_single_bytes();
        self.verdict.origin = reading.origin;
        self.verdict.hides_overlong = reading.hides_overlong();
        self.verdict.is_no_text =
            reading.basis == Some(Basis::Nothing) && reading.guess.is_none() && reading.parts.is_none();
        self.verdict.is_unclear = reading.is_unclear;
        let Verdict { hides_overlong, is_legacy, is_no_text, is_unclear, .. } = self.verdict;
        if hides_overlong || is_legacy || is_no_text || is_unclear {
            self.is_any_found.store(true, Ordering::Relaxed);
        }
    }

    /// Examines the next piece of the input, to see whether the input is binary, and keeps what detection
    /// needs.
    pub(super) fn examine_piece(&mut self, piece: &[u8]) {
        let is_for_text = self.style.is_text() && !self.style.is_summary;
        if is_for_text && !self.style.lists_binary && walk::is_of_bytes(self.reading.encoding) {
            self.binary.examine_piece(piece);
        }
        if let Some((scan, left)) = &mut self.doubled {
            let read = piece.len().min(*left);
            scan.push(&piece[..read]);
            *left -= read;
        }
        if let Some(kept) = &mut self.examination.kept {
            let room = detect::KEPT - kept.len();
            kept.extend_from_slice(&piece[..piece.len().min(room)]);
        }
    }

    /// Returns `true` if the input is binary and has so many errors that they are not listed.
    pub(super) fn is_left_out(&self) -> bool {
        self.binary.is_left_out(self.verdict.errors)
    }

    /// Determines whether an input whose errors are not listed looks like UTF-16 or UTF-32.
    pub(super) fn look_for_wide_units(&mut self, input: &mut Input) {
        self.binary.look_for_wide_units(input, self.examination.kept.as_deref().unwrap_or_default());
        self.find_wide(input);
    }

    /// Returns `true` if the next error is listed, with its line and column.
    pub(super) fn wants_more(&self) -> bool {
        let is_enough = match self.style.format {
            ReportFormat::Diagnoses => self.places.has_examined_enough(),
            _ => self.verdict.errors >= self.style.most,
        };
        !is_enough && !self.is_left_out()
    }

    /// Returns `true` if errors are reported one by one, and not only counted.
    pub(super) fn wants_events(&self) -> bool {
        match self.style.format {
            ReportFormat::Diagnoses => !self.places.is_uncounted() && !self.is_left_out(),
            _ => self.wants_more(),
        }
    }

    /// Counts an error that is not listed.
    pub(super) fn pass(&mut self, part: Part, start: u64) {
        self.count(part.kind, 1);
        if self.style.format == ReportFormat::Diagnoses {
            self.places.pass(part, start);
        }
    }

    /// Returns `true` if the rest of the input cannot change what is reported.
    pub(super) fn is_enough(&self) -> bool {
        match self.style.format {
            ReportFormat::Names { .. } => self.is_named(),
            ReportFormat::Nothing => self.is_any_found.load(Ordering::Relaxed),
            ReportFormat::Diagnoses => self.places.is_uncounted(),
            _ => false,
        }
    }

    /// Returns `true` if the input has an error, hides an overlong sequence, or is otherwise not what it was
    /// read as, so that its name is listed.
    fn is_named(&self) -> bool {
        let Verdict { errors, hides_overlong, is_legacy, is_mixed, is_no_text, is_unclear, .. } =
            self.verdict;
        errors > 0 || hides_overlong || is_legacy || is_mixed || is_no_text || is_unclear
    }

    /// Counts errors of a kind that are not listed.
    pub(super) fn count(&mut self, kind: Kind, count: u64) {
        self.is_any_found.store(true, Ordering::Relaxed);
        self.verdict.errors += count;
        self.verdict.kinds.add(kind, count);
    }

    /// Lists an error.
    pub(super) fn found(
        &mut self,
        source: &InputSource,
        found: &Found,
        around: &ErrorContext,
    ) -> Result<(), CommandError> {
        self.count(found.kind, 1);
        if self.is_left_out() {
            if self.binary.is_held {
                self.buffer.clear();
            }
            self.group = None;
            return Ok(());
        }
        match self.style.format {
            ReportFormat::Diagnoses => self.add_place(found, around),
            ReportFormat::Text { excerpts } => self.write_line(source, found, around, excerpts),
            ReportFormat::JsonLines => self.write_json(source, found, around),
            ReportFormat::Json => self.keep_json(found, around),
            ReportFormat::Sarif | ReportFormat::Github => self.keep_result(source, found, around),
            ReportFormat::Names { .. } | ReportFormat::Nothing => Ok(()), // none is listed
        }
    }

    /// Keeps a part of the report that follows the line of the input.
    fn keep(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        let listed = self.listed.get_or_insert_with(|| tempfile::spooled_tempfile(KEPT));
        listed.write_all(bytes).map_err(|error| spooling(&error))
    }

    /// Ends the report.
    pub(super) fn end(
        mut self,
        source: &InputSource,
        outcome: Outcome,
    ) -> Result<(Sink<'o>, Verdict), CommandError> {
        self.close_verdict(source)?;
        let is_valid = self.verdict.errors == 0;
        if let (true, true, Some(guess)) = (self.style.is_text(), is_valid, self.reading.guess) {
            self.name_legacy(source, &guess)?;
        } else if self.style.is_text() && is_valid && self.reading.is_any_single_bytes() {
            self.name_single_bytes(source)?;
        }
        match self.style.format {
            _ if self.verdict.is_left_out => self.name_binary(source)?,
            ReportFormat::Diagnoses if is_valid => {}
            ReportFormat::Diagnoses => self.diagnose(source)?,
            ReportFormat::Text { excerpts } => {
                self.end_lines(source)?;
                let guess = self.diagnosis().legacy().filter(|_| excerpts && self.reading.guess.is_none());
                if let Some(guess) = guess {
                    self.name_legacy(source, &guess)?;
                }
            }
            ReportFormat::Json | ReportFormat::JsonLines => self.write_checked(source, outcome.size)?,
            ReportFormat::Names { end, raw } => self.name_input(source, end, raw)?,
            ReportFormat::Sarif | ReportFormat::Github | ReportFormat::Nothing => {}
        }
        match self.style.format {
            ReportFormat::Diagnoses | ReportFormat::Text { .. } => self.write_hint(source)?,
            ReportFormat::Names { .. } | ReportFormat::Github | ReportFormat::Sarif => self.note_hint(source),
            ReportFormat::Json | ReportFormat::JsonLines | ReportFormat::Nothing => {}
        }
        self.flush()?;
        if outcome.trailing > 0 && self.style.format != ReportFormat::Nothing {
            self.verdict.note = Some(format!("{source}: {}", show::after_frame(outcome.trailing)));
        }
        Ok((self.sink, self.verdict))
    }

    /// Ends a report early, with the findings so far and the reason.
    pub(super) fn abandon(
        mut self,
        source: &InputSource,
        reason: &str,
    ) -> Result<(Sink<'o>, Verdict), CommandError> {
        self.close_verdict(source)?;
        match self.style.format {
            _ if self.verdict.is_left_out => self.name_binary(source)?,
            ReportFormat::Diagnoses if self.verdict.errors > 0 => self.diagnose(source)?,
            ReportFormat::Json | ReportFormat::JsonLines => self.write_unread(source, reason)?,
            _ => {}
        }
        self.flush()?;
        Ok((self.sink, self.verdict))
    }

    /// Completes what is listed, and the verdict.
    fn close_verdict(&mut self, source: &InputSource) -> Result<(), CommandError> {
        self.draw_group()?;
        if matches!(self.style.format, ReportFormat::Github | ReportFormat::Sarif) {
            self.write_kept(source)?;
        }
        self.binary.is_held = false;
        self.verdict.is_left_out = self.is_left_out();
        self.verdict.places = self.places.ill_formed;
        self.verdict.has_more_places = self.places.is_uncounted();
        Ok(())
    }

    /// Writes the name of an input with errors, followed by the byte `end`.
    fn name_input(&mut self, source: &InputSource, end: u8, raw: bool) -> Result<(), CommandError> {
        if !self.is_named() {
            return Ok(());
        }
        let mut name = if raw { source.as_argument().to_vec() } else { source.to_string().into_bytes() };
        name.push(end);
        self.write(&name)
    }

    /// Returns the width to which lines are wrapped.
    fn width(&self) -> usize {
        self.style.width.unwrap_or(usize::MAX)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    /// Writes what is ready.
    pub(super) fn flush(&mut self) -> Result<(), CommandError> {
        if self.buffer.is_empty() || self.binary.is_held {
            return Ok(());
        }
        let result = self.sink.write(&self.buffer);
        self.buffer.clear();
        result
    }
}
