//! Findings, as they go to standard output.

use std::fmt::{self, Write as _};
use std::io::{Read, Seek, Write as _};

use data_encoding::HEXUPPER;
use placemat::Encoding;
use serde::Serialize;
use tempfile::SpooledTempFile;

use super::scan::{Found, Outcome};
use crate::input::{JsonName, Place};
use crate::json;
use crate::output::Output;
use crate::show::{Count, Excerpt, say};
use crate::status::{Status, Trouble};

/// How many errors a line of JSON lists, unless it is told.
const LISTED: u64 = 100;
/// How much is written at a time.
const BUFFER: usize = 64 * 1024;

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// A line for each error, at most so many for an input, and a summary.
    Text(u64),
    /// A line of JSON for each input, with at most so many errors inside.
    Json(u64),
    /// A line of JSON for each error, and one for each input.
    JsonLines,
}

impl Style {
    pub(super) fn new(json: bool, max_errors: Option<u64>) -> Self {
        match (json, max_errors) {
            (false, None | Some(0)) => Style::Text(u64::MAX),
            (false, Some(most)) => Style::Text(most),
            (true, None) => Style::Json(LISTED),
            (true, Some(0)) => Style::JsonLines,
            (true, Some(most)) => Style::Json(most),
        }
    }

    fn most(self) -> u64 {
        match self {
            Style::Text(most) | Style::Json(most) => most,
            Style::JsonLines => u64::MAX,
        }
    }
}

/// Writes the report.
#[derive(Debug)]
pub(super) struct Reporter<'s> {
    style: Style,
    encoding: Encoding,
    status: &'s mut Status,
    output: Output,
    buffer: Vec<u8>,
    /// The errors of the input at hand, as JSON: the line has its size and verdict before them.
    listed: SpooledTempFile,
    errors: u64,
    inputs: u64,
    ill_formed_inputs: u64,
    all_errors: u64,
}

impl<'s> Reporter<'s> {
    pub(super) fn open(style: Style, encoding: Encoding, status: &'s mut Status) -> Result<Self, Trouble> {
        Ok(Reporter {
            style,
            encoding,
            status,
            output: Output::open(None, &[])?,
            buffer: Vec::with_capacity(BUFFER),
            listed: tempfile::spooled_tempfile(1 << 20),
            errors: 0,
            inputs: 0,
            ill_formed_inputs: 0,
            all_errors: 0,
        })
    }

    /// Begins an input.
    pub(super) fn begin(&mut self) {
        self.errors = 0;
    }

    /// Is the next error to be listed, with its line and column?
    pub(super) fn wants_more(&self) -> bool {
        self.errors < self.style.most()
    }

    /// An error that is not listed.
    pub(super) fn count(&mut self) {
        self.errors += 1;
        self.status.raise(Status::Lossy);
    }

    /// An error that is listed.
    pub(super) fn found(&mut self, place: &Place, found: &Found) -> Result<(), Trouble> {
        self.count();
        match self.style {
            Style::Text(_) => {
                let line = format!("{place}:{found}\n");
                self.write(line.as_bytes())
            }
            Style::JsonLines => {
                let error = JsonError::from(found);
                self.write(&json::line(&ErrorLine { version: json::VERSION, path: place.to_json(), error }))
            }
            Style::Json(_) => {
                let mut line = json::line(&JsonError::from(found));
                line.pop();
                let comma: &[u8] = if self.errors > 1 { b"," } else { b"" };
                self.listed
                    .write_all(comma)
                    .and_then(|()| self.listed.write_all(&line))
                    .map_err(|error| Trouble::io("temporary file", &error))
            }
        }
    }

    /// Ends an input.
    pub(super) fn end(&mut self, place: &Place, outcome: Outcome) -> Result<(), Trouble> {
        self.inputs += 1;
        self.ill_formed_inputs += u64::from(self.errors > 0);
        self.all_errors += self.errors;
        match self.style {
            Style::Text(most) if self.errors > most => {
                let more = format!("{place}: {} not listed\n", Count(self.errors - most, "more error"));
                self.write(more.as_bytes())?;
            }
            Style::Text(_) => {}
            Style::Json(_) | Style::JsonLines => self.write_input(place, outcome)?,
        }
        self.flush()?;
        if outcome.trailing > 0 {
            say(format_args!("{place}: {} behind the frame not read", Count(outcome.trailing, "byte")));
        }
        Ok(())
    }

    /// Ends the report.
    pub(super) fn finish(mut self) -> Result<(), Trouble> {
        if matches!(self.style, Style::Text(_)) {
            let mut summary = format!("{} checked as {}", Count(self.inputs, "input"), self.encoding);
            if self.all_errors > 0 {
                let errors = Count(self.all_errors, "error");
                let _ = write!(summary, ": {} ill-formed, {errors}", self.ill_formed_inputs);
            } else if self.inputs > 0 {
                summary.push_str(": well-formed");
            }
            summary.push('\n');
            self.write(summary.as_bytes())?;
        }
        self.flush()
    }

    fn write_input(&mut self, place: &Place, outcome: Outcome) -> Result<(), Trouble> {
        let mut line = json::line(&InputLine {
            version: json::VERSION,
            path: place.to_json(),
            encoding: self.encoding.identifier(),
            well_formed: self.errors == 0,
            size: outcome.size,
        });
        line.truncate(line.len() - "}\n".len());
        line.extend_from_slice(br#","errors":["#);
        self.write(&line)?;
        self.write_listed()?;
        self.write(format!("],\"error_count\":{}}}\n", self.errors).as_bytes())
    }

    fn write_listed(&mut self) -> Result<(), Trouble> {
        let spooling = |error| Trouble::io("temporary file", &error);
        self.listed.rewind().map_err(spooling)?;
        let mut buffer = vec![0; BUFFER];
        loop {
            match self.listed.read(&mut buffer).map_err(spooling)? {
                0 => break,
                n => self.write(&buffer[..n])?,
            }
        }
        self.listed.rewind().and_then(|()| self.listed.set_len(0)).map_err(spooling)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    /// Writes what is ready.
    pub(super) fn flush(&mut self) -> Result<(), Trouble> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let result = self.output.write(&self.buffer);
        self.buffer.clear();
        result
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found { offset, length, kind, line, column, .. } = self;
        let excerpt = Excerpt::new(&self.bytes, *length);
        let sentence = kind.describe();
        write!(f, "{line}:{column}: offset {offset}, length {length}: {kind}: {excerpt} — {sentence}")
    }
}

/// The line of an input, up to its errors.
#[derive(Serialize)]
struct InputLine<'a> {
    version: u32,
    path: Option<JsonName<'a>>,
    encoding: &'static str,
    well_formed: bool,
    size: u64,
}

/// The line of an error.
#[derive(Serialize)]
struct ErrorLine<'a> {
    version: u32,
    path: Option<JsonName<'a>>,
    #[serde(flatten)]
    error: JsonError,
}

#[derive(Serialize)]
struct JsonError {
    offset: u64,
    length: u64,
    kind: &'static str,
    hex: String,
    line: u64,
    column: u64,
    column_utf16: u64,
}

impl From<&Found> for JsonError {
    fn from(found: &Found) -> Self {
        JsonError {
            offset: found.offset,
            length: found.length,
            kind: found.kind.name(),
            hex: HEXUPPER.encode(&found.bytes),
            line: found.line,
            column: found.column,
            column_utf16: found.column_utf16,
        }
    }
}
