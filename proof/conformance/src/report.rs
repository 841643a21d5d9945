//! Counting and reporting.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

/// Returns text that is safe to print: control characters and bidirectional controls are escaped.
///
/// ```
/// assert_eq!(placemat_conformance::printable("a\u{1B}[2J\u{202E}é"), "a\\u{1b}[2J\\u{202e}é");
/// ```
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        let bidirectional = matches!(
            character,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        );
        // A line ends at the line separators for some terminals and readers.
        let separator = matches!(character, '\u{2028}' | '\u{2029}');
        if character.is_control() || bidirectional || separator {
            // Writing to a string cannot fail.
            let _ = write!(shown, "{}", character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Counts cases that passed and failed, and reports each failure immediately.
#[derive(Debug)]
pub struct Score<W, E> {
    out: W,
    err: E,
    passed: u64,
    failed: u64,
    troubles: u64,
}

impl<W: Write, E: Write> Score<W, E> {
    /// Reports failed cases and the totals to `out`, and lines that are not cases to `err`.
    pub fn new(out: W, err: E) -> Self {
        Score { out, err, passed: 0, failed: 0, troubles: 0 }
    }

    /// Counts a case, and reports it in a line if it failed.
    ///
    /// # Errors
    ///
    /// If the line cannot be written.
    pub fn count(&mut self, place: &str, id: &str, result: Result<(), String>) -> io::Result<()> {
        match result {
            Ok(()) => self.passed += 1,
            Err(why) => {
                self.failed += 1;
                writeln!(self.out, "{}: {}: {}", printable(place), printable(id), printable(&why))?;
            }
        }
        Ok(())
    }

    /// Reports something that could not be read or understood, and is therefore not a case.
    ///
    /// # Errors
    ///
    /// If the line cannot be written.
    pub fn trouble(&mut self, place: &str, why: &str) -> io::Result<()> {
        self.troubles += 1;
        writeln!(self.err, "{}: {}", printable(place), printable(why))
    }

    /// Reports the totals, in the last line.
    ///
    /// # Errors
    ///
    /// If the line cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        writeln!(self.out, "{} passed, {} failed", self.passed, self.failed)?;
        self.out.flush()
    }

    /// Returns the number of cases that passed and that failed.
    pub fn cases(&self) -> (u64, u64) {
        (self.passed, self.failed)
    }

    /// Returns 2 if something was not understood, else 1 if a case failed, else 0.
    pub fn status(&self) -> u8 {
        match (self.troubles, self.failed) {
            (0, 0) => 0,
            (0, _) => 1,
            _ => 2,
        }
    }

    /// Returns the status as an exit code of a process.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.status())
    }
}
