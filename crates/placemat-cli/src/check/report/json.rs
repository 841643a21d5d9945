//! The report on an input in JSON.

use placemat::{Codec, ErrorKind};

use super::super::lines::{ErrorLine, InputLine, JsonError};
use super::super::reading::Overlong;
use super::super::scan::Found;
use super::super::sink::each_piece;
use super::Reporter;
use crate::context::{ErrorContext, Kind};
use crate::input::InputSource;
use crate::json;
use crate::status::CommandError;

impl Reporter<'_> {
    /// Writes the line of an error.
    pub(super) fn write_json(
        &mut self,
        source: &InputSource,
        found: &Found,
        around: &ErrorContext,
    ) -> Result<(), CommandError> {
        let (path, error) = (source.to_json(), JsonError::of(found, around));
        self.write(&json::line(&ErrorLine { version: json::VERSION, path, error }))
    }

    /// Keeps an error for the line of the input.
    pub(super) fn keep_json(&mut self, found: &Found, around: &ErrorContext) -> Result<(), CommandError> {
        let mut line = json::line(&JsonError::of(found, around));
        line.pop();
        let comma: &[u8] = if self.verdict.errors > 1 { b"," } else { b"" };
        self.keep(comma)?;
        self.keep(&line)
    }

    /// Writes the line of an input that was read to its end.
    pub(super) fn write_checked(&mut self, source: &InputSource, size: u64) -> Result<(), CommandError> {
        self.write_input(&InputLine {
            version: json::VERSION,
            path: source.to_json(),
            encoding: Some(self.reading.name()),
            basis: self.reading.basis_name(),
            confidence: self.reading.guess.map(|guess| guess.confidence.name()),
            well_formed: Some(self.verdict.ill_formed() == 0 && self.reading.not_wide().is_none()),
            size: Some(size),
            looks_like: self.looks_like(),
            overlong_count: self.reading.overlong.map(Overlong::count),
            hint: self.hint(),
            failed: None,
        })
    }

    /// Writes the line of an input that could not be read to its end.
    pub(super) fn write_unread(&mut self, source: &InputSource, reason: &str) -> Result<(), CommandError> {
        self.write_input(&InputLine {
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
        })
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
}
