//! The report on the findings of one input, on standard output.

mod diagnoses;

use std::fmt;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use placemat::detect::Basis;
use placemat::{Codec, Encoding, ErrorKind};
use tempfile::SpooledTempFile;
use unicode_width::UnicodeWidthStr;

use super::binary::Binary;
use super::excerpt::Group;
use super::expected::Origin;
use super::lines::{ErrorLine, InputLine, JsonError};
use super::meaning::Joined;
use super::places::Places;
use super::reading::{Overlong, Reading};
use super::scan::{Found, Outcome};
use super::sink::{BUFFER, KEPT, Sink, each_piece, spooling};
use super::style::{ReportFormat, Style};
use super::{github, legacy, sarif};
use crate::color::{Painter, Role};
use crate::context::{Counts, ErrorContext, Kind, Part};
use crate::detect;
use crate::input::{Input, InputSource};
use crate::json;
use crate::legacy::Guess;
use crate::show::{Count, after_colon, wrapped};
use crate::status::CommandError;
use crate::walk;

/// The indentation of the lines below an error, in columns.
pub(super) const INDENT: usize = 4;

/// The result for an input.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// `None` if the input could not be opened.
    pub(super) encoding: Option<Encoding>,
    /// The name of the encoding, which may be a legacy encoding instead.
    pub(super) name: Option<&'static str>,
    /// Detection takes the input for legacy text.
    pub(super) is_legacy: bool,
    /// The number of findings: ill-formed subsequences, and violations of rules.
    pub(super) errors: u64,
    /// The number of places, if they are counted: adjacent findings are one place.
    pub(super) places: u64,
    /// There may be more places: the input was not read to its end.
    pub(super) has_more_places: bool,
    pub(super) kinds: Counts,
    /// The input is binary, and its errors are not listed.
    pub(super) is_left_out: bool,
    /// The encoding of the input reads sequences that are overlong in UTF-8 as something else.
    pub(super) hides_overlong: bool,
    /// No encoding reads it as text.
    pub(super) is_no_text: bool,
    /// The project of the input names its encoding.
    pub(super) origin: Option<Origin>,
    /// A note for standard error.
    pub(super) note: Option<String>,
}

impl Verdict {
    /// Returns the number of ill-formed subsequences.
    pub(super) fn ill_formed(&self) -> u64 {
        self.errors - self.kinds.well_formed()
    }

    /// Returns the word for the findings.
    fn noun(&self) -> &'static str {
        if self.kinds.well_formed() == 0 { "error" } else { "finding" }
    }
}

/// Writes the report on an input.
#[derive(Debug)]
pub(super) struct Reporter<'o> {
    style: Style,
    reading: Reading,
    sink: Sink<'o>,
    buffer: Vec<u8>,
    /// The errors as JSON. They are kept, because the line of the input has its size and verdict before them.
    listed: Option<SpooledTempFile>,
    verdict: Verdict,
    /// The first error, for a report that may say something of the whole input instead.
    first: Option<Found>,
    /// Errors that are listed, whose bytes are not drawn yet.
    group: Option<Group>,
    places: Places,
    /// The diagnosis is written, and places are written as they are found.
    is_ahead: bool,
    /// The annotation that the next error may continue.
    annotation: github::Annotation,
    /// What detection takes the whole input for.
    detected: Option<Reading>,
    /// Lines of the input in the legacy encoding that it looks like, with their numbers.
    samples: Vec<(usize, String)>,
    /// The beginning of an input that cannot be read again.
    kept: Vec<u8>,
    keeps: bool,
    /// Set at the first error, even if writing the report fails.
    is_any_found: &'o AtomicBool,
    binary: Binary,
}

impl<'o> Reporter<'o> {
    pub(super) fn new(style: Style, sink: Sink<'o>, is_any_found: &'o AtomicBool) -> Self {
        let reading = Reading::named(Encoding::Utf8, None);
        Reporter {
            style,
            reading,
            sink,
            buffer: vec![],
            listed: None,
            first: None,
            group: None,
            places: Places::default(),
            is_ahead: false,
            annotation: github::Annotation::default(),
            detected: None,
            samples: vec![],
            kept: vec![],
            keeps: false,
            verdict: Verdict::default(),
            is_any_found,
            binary: Binary::default(),
        }
    }

    /// Sets the encoding in which the input is read.
    pub(super) fn begin(&mut self, reading: Reading, input: &Input) {
        self.reading = reading;
        let has_verdict = !matches!(
            self.style.format,
            ReportFormat::Text { .. } | ReportFormat::Names { .. } | ReportFormat::Nothing
        );
        self.keeps = has_verdict && self.keeps_front() && !input.is_rereadable();
        self.verdict.encoding = Some(reading.encoding);
        self.verdict.name = Some(reading.name());
        self.verdict.is_legacy = reading.guess.is_some();
        self.verdict.origin = reading.origin;
        self.verdict.hides_overlong = reading.hides_overlong();
        self.verdict.is_no_text = reading.basis == Some(Basis::Nothing) && reading.guess.is_none();
        if self.verdict.hides_overlong || self.verdict.is_legacy {
            self.is_any_found.store(true, Ordering::Relaxed);
        }
    }

    /// Examines the next piece of the input, to see whether the input is binary.
    pub(super) fn look(&mut self, piece: &[u8]) {
        let is_for_text = self.style.is_text() && !self.style.is_summary;
        if is_for_text && !self.style.lists_binary && walk::is_of_bytes(self.reading.encoding) {
            self.binary.look(piece);
        }
        if self.keeps {
            let room = detect::KEPT - self.kept.len();
            self.kept.extend_from_slice(&piece[..piece.len().min(room)]);
        }
    }

    /// Returns `true` if the input is binary and has so many errors that they are not listed.
    pub(super) fn is_left_out(&self) -> bool {
        self.binary.is_left_out(self.verdict.errors)
    }

    /// Determines whether an input whose errors are not listed looks like UTF-16.
    pub(super) fn look_for_utf_16(&mut self, input: &mut Input) {
        self.binary.look_for_utf_16(input);
    }

    /// Returns `true` if the next error is listed, with its line and column.
    pub(super) fn wants_more(&self) -> bool {
        let is_full = match self.style.format {
            ReportFormat::Diagnoses => self.places.is_full(),
            _ => self.verdict.errors >= self.style.most,
        };
        !is_full && !self.is_left_out()
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

    /// Returns `true` if the input has an error or hides an overlong sequence, so that its name is listed.
    fn is_named(&self) -> bool {
        self.verdict.errors > 0 || self.verdict.hides_overlong || self.verdict.is_legacy
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
        let (encoding, basis) = (self.reading.name(), self.reading.basis);
        match self.style.format {
            ReportFormat::Diagnoses => {
                self.places.add(found, around, self.style.most);
                let is_time = self.places.are_many() && self.detected.is_some() || self.places.are_too_many();
                if is_time { self.keep_places() } else { Ok(()) }
            }
            ReportFormat::Text { excerpts } => {
                let painter = self.style.painter;
                let name = painter.paint(Role::Lead, source);
                let mut text = format!("{name}:{}", Colored(found, painter));
                let width = self.style.width.filter(|_| excerpts).unwrap_or(usize::MAX);
                if excerpts && !self.group.as_mut().is_some_and(|group| group.takes(around)) {
                    self.draw_group()?;
                    self.group = Some(Group::of(around, width));
                }
                let used = format!("{source}:{}", Colored(found, Painter::plain())).width();
                text.push_str(&wrapped(&around.message(), width, INDENT, used.saturating_sub(INDENT)));
                text.push('\n');
                if (basis.is_some() || self.reading.origin.is_some()) && self.verdict.errors == 1 {
                    let read_as = format!("checked as {}", self.reading.describe());
                    let used = (source.to_string().width() + 2).saturating_sub(INDENT);
                    text.insert_str(0, &format!("{name}{}\n", after_colon(&read_as, width, INDENT, used)));
                }
                self.write(text.as_bytes())
            }
            ReportFormat::JsonLines => {
                let error = JsonError::of(found, around);
                self.write(&json::line(&ErrorLine { version: json::VERSION, path: source.to_json(), error }))
            }
            ReportFormat::Json => self.list(&JsonError::of(found, around)),
            ReportFormat::Sarif => {
                self.first.get_or_insert_with(|| found.clone());
                self.keep(&sarif::result(source, found, around, encoding, self.verdict.errors > 1))
            }
            ReportFormat::Github => {
                self.first.get_or_insert_with(|| found.clone());
                let ended = self.annotation.add(found, around);
                self.annotate(source, ended)
            }
            ReportFormat::Names { .. } | ReportFormat::Nothing => Ok(()), // none is listed
        }
    }

    /// Writes an annotation.
    fn annotate(&mut self, source: &InputSource, ended: Option<(Found, Joined)>) -> Result<(), CommandError> {
        let Some((found, joined)) = ended else { return Ok(()) };
        self.keep(github::command(source, &found, &joined, self.reading.name()).as_bytes())
    }

    /// Draws the bytes around the last errors.
    fn draw_group(&mut self) -> Result<(), CommandError> {
        let Some(group) = self.group.take() else { return Ok(()) };
        let width = self.style.width.unwrap_or(usize::MAX);
        self.write(group.drawn(self.style.painter, width).as_bytes())
    }

    fn list(&mut self, error: &JsonError) -> Result<(), CommandError> {
        let mut line = json::line(error);
        line.pop();
        let comma: &[u8] = if self.verdict.errors > 1 { b"," } else { b"" };
        self.keep(comma)?;
        self.keep(&line)
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
        let Style { format, most, is_summary, .. } = self.style;
        self.draw_group()?;
        let annotation = self.annotation.end();
        self.annotate(source, annotation)?;
        if matches!(format, ReportFormat::Github | ReportFormat::Sarif) {
            self.write_kept(source)?;
        }
        self.binary.is_held = false;
        self.verdict.is_left_out = self.is_left_out();
        self.verdict.places = self.places.count;
        self.verdict.has_more_places = self.places.is_uncounted();
        let hint = self.reading.hint();
        if let (true, 0, Some(guess)) = (self.style.is_text(), self.verdict.errors, self.reading.guess) {
            self.name_legacy(source, &guess)?;
        }
        match format {
            ReportFormat::Diagnoses if self.verdict.errors > 0 && !self.is_left_out() => {
                self.diagnose(source)?;
            }
            ReportFormat::Diagnoses | ReportFormat::Text { .. } if self.is_left_out() => {
                self.name_binary(source)?;
            }
            ReportFormat::Text { .. } if is_summary && self.verdict.is_legacy && self.verdict.errors == 0 => {
            }
            ReportFormat::Text { .. } if is_summary => self.sum_up(source)?,
            ReportFormat::Text { .. } if self.verdict.errors > most => {
                let more = Count(
                    self.verdict.errors - most,
                    if self.verdict.kinds.well_formed() == 0 { "more error" } else { "more finding" },
                );
                self.write(format!("{source}: {more} not listed\n").as_bytes())?;
            }
            ReportFormat::Names { end, raw } if self.is_named() => {
                let mut name =
                    if raw { source.as_argument().to_vec() } else { source.to_string().into_bytes() };
                name.push(end);
                self.write(&name)?;
            }
            ReportFormat::Diagnoses
            | ReportFormat::Text { .. }
            | ReportFormat::Sarif
            | ReportFormat::Github
            | ReportFormat::Names { .. }
            | ReportFormat::Nothing => {}
            ReportFormat::Json | ReportFormat::JsonLines => {
                let line = InputLine {
                    version: json::VERSION,
                    path: source.to_json(),
                    encoding: Some(self.reading.name()),
                    basis: self.reading.basis_name(),
                    confidence: self.reading.guess.map(|guess| guess.confidence.name()),
                    well_formed: Some(self.verdict.ill_formed() == 0),
                    size: Some(outcome.size),
                    looks_like: self.looks_like(),
                    overlong_count: self.reading.overlong.map(Overlong::count),
                    hint: hint.clone(),
                    failed: None,
                };
                self.write_input(&line)?;
            }
        }
        // Excerpts have already named the character.
        let is_hint_shown = matches!(format, ReportFormat::Diagnoses | ReportFormat::Text { excerpts: true })
            && !is_summary
            && self.verdict.kinds.of(Kind::IllFormed(ErrorKind::Overlong)) > 0
            && self.reading.overlong.is_some();
        if let (ReportFormat::Diagnoses | ReportFormat::Text { .. }, Some(hint), false) =
            (format, hint, is_hint_shown)
        {
            let width = self.style.width.unwrap_or(usize::MAX);
            let used = format!("{source}: hint: ").width().saturating_sub(INDENT);
            let (name, title) =
                (self.style.painter.paint(Role::Lead, source), self.style.painter.paint(Role::Faint, "hint"));
            self.write(format!("{name}: {title}{}\n", after_colon(&hint, width, INDENT, used)).as_bytes())?;
        }
        // In forms of report that cannot hold the hint, it becomes a note.
        if matches!(format, ReportFormat::Names { .. } | ReportFormat::Github | ReportFormat::Sarif) {
            let looks = self.reading.guess.as_ref().map(legacy::describe);
            let notes: Vec<String> = looks.into_iter().chain(self.reading.hint()).collect();
            if !notes.is_empty() {
                self.verdict.note = Some(format!("{source}: {}", notes.join("; ")));
            }
        }
        self.flush()?;
        if outcome.trailing > 0 && format != ReportFormat::Nothing {
            let trailing = Count(outcome.trailing, "byte");
            self.verdict.note = Some(format!("{source}: {trailing} after the frame not read"));
        }
        Ok((self.sink, self.verdict))
    }

    /// Ends a report early, with the findings so far and the reason.
    pub(super) fn abandon(
        mut self,
        source: &InputSource,
        reason: &str,
    ) -> Result<(Sink<'o>, Verdict), CommandError> {
        self.draw_group()?;
        let annotation = self.annotation.end();
        self.annotate(source, annotation)?;
        if matches!(self.style.format, ReportFormat::Github | ReportFormat::Sarif) {
            self.write_kept(source)?;
        }
        self.binary.is_held = false;
        self.verdict.is_left_out = self.is_left_out();
        self.verdict.places = self.places.count;
        self.verdict.has_more_places = self.places.is_uncounted();
        if self.is_left_out() {
            self.name_binary(source)?;
        } else if self.style.format == ReportFormat::Diagnoses && self.verdict.errors > 0 {
            self.diagnose(source)?;
        }
        if matches!(self.style.format, ReportFormat::Json | ReportFormat::JsonLines) {
            let line = InputLine {
                version: json::VERSION,
                path: source.to_json(),
                encoding: self.verdict.name,
                basis: self.reading.basis_name(),
                confidence: None,
                well_formed: None,
                size: None,
                looks_like: None,
                overlong_count: None,
                hint: None,
                failed: Some(json::Unread::new(reason)),
            };
            self.write_input(&line)?;
        }
        self.flush()?;
        Ok((self.sink, self.verdict))
    }

    /// Writes the line of a binary input instead of the lines of its errors.
    fn name_binary(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let read_as = match self.reading.basis_name() {
            Some(_) => format!("checked as {}: ", self.reading.describe()),
            None => String::new(),
        };
        let errors = Count(self.verdict.errors, self.verdict.noun());
        let line = format!("{read_as}{}", self.binary.describe(&errors));
        let width = self.style.width.unwrap_or(usize::MAX);
        let used = (source.to_string().width() + 2).saturating_sub(INDENT);
        let name = self.style.painter.paint(Role::Lead, source);
        self.write(format!("{name}{}\n", after_colon(&line, width, INDENT, used)).as_bytes())
    }

    /// Writes what an input looks like that detection takes for legacy text, and what to run next.
    fn name_legacy(&mut self, source: &InputSource, guess: &Guess) -> Result<(), CommandError> {
        let (painter, width) = (self.style.painter, self.style.width.unwrap_or(usize::MAX));
        let used = (source.to_string().width() + 2).saturating_sub(INDENT);
        let looks = after_colon(&legacy::describe(guess), width, INDENT, used);
        let (title, command) = legacy::next(guess, source);
        let (name, shown) = (painter.paint(Role::Lead, source), painter.paint(Role::Faint, title));
        self.write(format!("{name}{looks}\n  {shown}{:1$}{command}\n", "", 6 - title.len()).as_bytes())
    }

    /// Writes the line of an input instead of the lines of its errors.
    fn sum_up(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let read_as = match self.reading.basis_name() {
            Some(_) => format!(": {}", self.reading.describe()),
            None if self.verdict.errors == 0 => return Ok(()),
            None => String::new(),
        };
        let found = match self.verdict.errors {
            0 => "valid".to_owned(),
            _ => self.kinds_found(format!("{source}{read_as}: ").width()),
        };
        let name = self.style.painter.paint(Role::Lead, source);
        self.write(format!("{name}{read_as}: {found}\n").as_bytes())
    }

    /// Returns the number of errors of each kind, to follow `columns` columns.
    fn kinds_found(&self, columns: usize) -> String {
        let kinds: Vec<_> =
            self.verdict.kinds.iter().map(|(kind, count)| (kind.to_string(), count)).collect();
        let counts: Vec<_> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let found = format!("{}: {}", Count(self.verdict.errors, self.verdict.noun()), counts.join(", "));
        let width = self.style.width.unwrap_or(usize::MAX);
        let mut in_color = String::new();
        for word in
            wrapped(&found, width, INDENT, columns.saturating_sub(INDENT)).split_inclusive([' ', ',', '\n'])
        {
            let bare = word.trim_end_matches([' ', ',', '\n']);
            let is_kind = kinds.iter().any(|(kind, _)| kind == bare);
            let role = if is_kind { Role::Error } else { Role::Plain };
            in_color.push_str(&self.style.painter.paint(role, bare));
            in_color.push_str(&word[bare.len()..]);
        }
        in_color
    }

    /// Writes the line of an input, with its errors.
    fn write_input(&mut self, line: &InputLine<'_>) -> Result<(), CommandError> {
        let mut line = json::line(line);
        line.truncate(line.len() - "}\n".len());
        line.extend_from_slice(br#","errors":["#);
        self.write(&line)?;
        if let Some(listed) = self.listed.take() {
            each_piece(listed, |piece| self.write(piece))?;
        }
        self.write(format!("],\"error_count\":{}", self.verdict.errors).as_bytes())?;
        // Sequences that are reserved for future use are also counted separately.
        if self.verdict.encoding.is_some_and(|encoding| encoding.info().reserved.is_some()) {
            let reserved = self.verdict.kinds.of(Kind::IllFormed(ErrorKind::Reserved));
            self.write(format!(",\"reserved_count\":{reserved}").as_bytes())?;
        }
        if self.style.is_summary {
            self.write(b",\"kinds\":")?;
            let kinds = json::line(&self.verdict.kinds.by_name());
            self.write(kinds.trim_ascii_end())?;
        }
        self.write(b"}\n")
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

/// An error for people, except its bytes and reason.
struct Colored<'a>(&'a Found, Painter);

impl fmt::Display for Colored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colored(Found { offset, length, kind, line, column_utf16, .. }, painter) = self;
        let kind_in_color = painter.paint(Role::Error, kind);
        write!(f, "{line}:{column_utf16}: offset {offset}, length {length}: {kind_in_color}: ")
    }
}
