//! Text in a legacy encoding: its errors, and what is said of it.

use std::ops::ControlFlow;

use placemat::Encoding;

use super::report::Reporter;
use super::scan::{Found, Outcome, REPORTED, Stop};
use crate::context::{ErrorContext, Kind, Part, STANDS_FOR_LEGACY, Whole};
use crate::input::{Input, InputSource};
use crate::legacy::{self, Confidence, Guess, Legacy, Lines, Malformed, Translator};
use crate::pieces::Pieces;
use crate::progress::Progress;
use crate::show::{Argument, as_input};

/// Scans an input in a legacy encoding, and reports on it.
pub(super) fn scan(
    input: &mut Input,
    legacy: Legacy,
    reporter: &mut Reporter<'_>,
    progress: &Progress,
) -> Result<Outcome, Stop> {
    let source = input.source().clone();
    let (mut translator, mut pieces, mut lines) = (Translator::new(legacy), Pieces::of(input), Lines::START);
    loop {
        let piece = pieces.next(input).map_err(Stop::Input)?;
        let last = piece.is_empty();
        progress.advance(piece.len());
        reporter.examine_piece(piece);
        let _ = translator.push(piece, last, |part| {
            let malformed = match part {
                legacy::Part::Text(stretch) => {
                    if reporter.wants_more() {
                        lines = lines.after(stretch.text, stretch.bytes);
                    }
                    return Ok(ControlFlow::Continue(()));
                }
                legacy::Part::Malformed(malformed) => malformed,
            };
            let kind = Kind::IllFormed(malformed.kind);
            if !reporter.wants_more() {
                let length = malformed.bytes.len() as u64;
                reporter.pass(Part { offset: malformed.offset, length, kind }, 0);
                return Ok(ControlFlow::Continue(()));
            }
            let found = found(&malformed, kind, lines);
            lines = lines.after_malformed(malformed.bytes.len());
            let around = around(&malformed, kind, legacy);
            reporter.found(&source, &found, &around).map_err(Stop::Output)?;
            Ok(ControlFlow::Continue(()))
        })?;
        if last || reporter.is_enough() {
            return Ok(Outcome { size: translator.read(), trailing: 0 });
        }
        reporter.flush().map_err(Stop::Output)?;
    }
}

/// Returns a malformed sequence as it is listed.
fn found(malformed: &Malformed<'_>, kind: Kind, at: Lines) -> Found {
    let Lines { line, column, column_utf16, column_bytes } = at;
    let bytes = malformed.bytes;
    Found {
        offset: malformed.offset,
        length: bytes.len() as u64,
        kind,
        bytes: bytes[..bytes.len().min(REPORTED)].to_vec(),
        line,
        column,
        column_utf16,
        column_bytes,
    }
}

/// Returns the context of a malformed sequence, which has no bytes around it but the next one.
fn around(malformed: &Malformed<'_>, kind: Kind, legacy: Legacy) -> ErrorContext {
    ErrorContext {
        encoding: STANDS_FOR_LEGACY,
        kind,
        bytes: malformed.bytes.iter().copied().chain(malformed.next).collect(),
        at: 0,
        offset: malformed.offset,
        length: malformed.bytes.len() as u64,
        foreign: None,
        legacy: Some(legacy),
        whole: Whole::default(),
    }
}

/// Returns what is said of an input that detection takes for legacy text.
pub(super) fn describe(guess: &Guess) -> String {
    format!("looks like {} ({})", guess.legacy.title(), guess.confidence.name())
}

/// Returns the command that lists what is not UTF-8. To convert the whole would encode its UTF-8 twice.
pub(super) fn next_of_parts(source: &InputSource) -> (&'static str, String) {
    match source {
        InputSource::StandardInput(None) => ("next:", "placemat check -e utf-8 < FILE".to_owned()),
        _ => ("next:", format!("placemat check -e utf-8 {}", Argument(source))),
    }
}

/// Returns the command that shows an input as text in an encoding of single bytes.
pub(super) fn next_of_single_bytes(encoding: Encoding, source: &InputSource) -> (&'static str, String) {
    match source {
        InputSource::StandardInput(None) => ("next:", format!("placemat convert -f {encoding} < FILE")),
        _ => ("next:", format!("placemat convert -f {encoding} {}", Argument(source))),
    }
}

/// Returns the command to run next, after `fix` if it converts the input.
pub(super) fn next(guess: &Guess, source: &InputSource) -> (&'static str, String) {
    let name = guess.legacy.identifier();
    if guess.evidence.malformed > 0 {
        let file = as_input(source);
        let command = match guess.evidence.is_cut_in_front {
            true => format!("tail -c +2 {file} | placemat convert -f {name}"),
            false => format!("placemat convert -f {name} --on-error replace {file}"),
        };
        return ("next:", command);
    }
    match (guess.confidence, source) {
        (Confidence::Sure, InputSource::StandardInput(None)) => {
            ("fix:", format!("placemat convert -f {name} < FILE > FIXED"))
        }
        // To look at first: it may be another encoding.
        (Confidence::Perhaps | Confidence::Likely, InputSource::StandardInput(None)) => {
            ("next:", format!("placemat convert -f {name} < FILE"))
        }
        (Confidence::Perhaps | Confidence::Likely, _) => {
            ("next:", format!("placemat convert -f {name} {}", Argument(source)))
        }
        (Confidence::Sure, _) => {
            ("fix:", format!("placemat convert --in-place -f {name} {}", Argument(source)))
        }
    }
}
