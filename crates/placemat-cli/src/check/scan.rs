//! Finds everything that is ill-formed in an input.
//!
//! The text goes through validation alone. Lines and columns are counted up to an error when there is one: what lies
//! before it is read again, or counted at once where that cannot be.

use placemat::{Conversion, Encoding, End, Error, ErrorKind, EventKind, Null, Options, Transcoder};

use super::excerpt::{self, Around};
use super::position::Position;
use super::report::Reporter;
use crate::input::{CHUNK, Input};
use crate::layer::{self, Text};
use crate::pieces::Pieces;
use crate::recent::{Recent, View, unsettled};
use crate::status::Trouble;

/// Enough to recognize any mark.
const HEAD: usize = 16;
/// How many bytes of an ill-formed part are reported.
const REPORTED: usize = 1024;

/// Why a scan ends early.
#[derive(Debug)]
pub(super) enum Stop {
    Input(Trouble),
    Output(Trouble),
}

/// An ill-formed part of an input.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) kind: ErrorKind,
    /// The first bytes.
    pub(super) bytes: Vec<u8>,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) column_utf16: u64,
}

/// What is known of an input besides its errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// Bytes.
    pub(super) size: u64,
    /// Bytes behind a frame.
    pub(super) trailing: u64,
}

/// Scans an input and reports on it.
pub(super) fn scan(
    input: &mut Input,
    encoding: Encoding,
    options: Options,
    reporter: &mut Reporter<'_>,
) -> Result<Outcome, Stop> {
    let text = match layer::resolve(encoding, input).map_err(Stop::Input)? {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), ErrorKind::NotDoubleEncoded | ErrorKind::Frame) => {
            let bytes = input.peek(0, REPORTED).map_err(Stop::Input)?;
            let (offset, length, kind) = (error.offset(), error.len(), error.kind());
            let found = Found { offset, length, kind, bytes, line: 1, column: 1, column_utf16: 1 };
            reporter.found(input.place(), &found, None).map_err(Stop::Output)?;
            return Ok(Outcome { size: error.len(), trailing: 0 });
        }
        // The outer encoding is UTF-8, and its errors are ordinary ones.
        Err(_) => Text { encoding: Encoding::Utf8, start: 0, tail: 0, trailing: 0 },
    };
    let size = text.start + scan_text(input, &text, options, reporter)? + text.tail + text.trailing;
    Ok(Outcome { size, trailing: text.trailing })
}

/// Scans the text of an input and returns its length.
fn scan_text(
    input: &mut Input,
    text: &Text,
    options: Options,
    reporter: &mut Reporter<'_>,
) -> Result<u64, Stop> {
    let mut head = [0; HEAD];
    let n = input.read_full(&mut head).map_err(Stop::Input)?;
    let mut scan = Scan::new(text, options, &head[..n]).map_err(Stop::Input)?;
    if n > 0 {
        scan.push(input, &head[..n], reporter)?;
    }
    let mut pieces = Pieces::of(input);
    loop {
        let piece = pieces.next(input).map_err(Stop::Input)?;
        let is_end = piece.is_empty();
        scan.push(input, piece, reporter)?;
        if is_end {
            return Ok(scan.at);
        }
        reporter.flush().map_err(Stop::Output)?;
    }
}

struct Scan {
    /// Where the text begins in the input.
    start: u64,
    transcoder: Transcoder<Encoding, Null>,
    /// How much of the text has been pushed.
    at: u64,
    recent: Recent,
    position: Position,
}

impl Scan {
    fn new(text: &Text, options: Options, head: &[u8]) -> Result<Self, Trouble> {
        let undefined = |undefined: placemat::Undefined| Trouble::Failed(undefined.to_string());
        let conversion = Conversion::new(text.encoding, Null, options).map_err(undefined)?;
        Ok(Scan {
            start: text.start,
            transcoder: conversion.transcoder().map_err(undefined)?,
            at: 0,
            recent: Recent::default(),
            position: Position::new(text.encoding, options, head, head.len() < HEAD).map_err(undefined)?,
        })
    }

    /// Validates a piece of the text; the empty piece is its end.
    fn push(&mut self, input: &mut Input, piece: &[u8], reporter: &mut Reporter<'_>) -> Result<(), Stop> {
        let Scan { start, transcoder, at, recent, position } = self;
        let view = recent.view(*at, piece);
        let end = if piece.is_empty() { End::All } else { End::No };
        let mut result = Ok(());
        transcoder.push_with(piece, &mut [], end, &mut |event| {
            if let (EventKind::IllFormed(error), Ok(())) = (event.kind, &result) {
                result = if reporter.wants_more() {
                    report(error, *start, view, recent, position, input, reporter)
                } else {
                    reporter.count(error.kind());
                    Ok(())
                };
            }
        });
        result?;
        let settled = unsettled(transcoder);
        if reporter.wants_more() && !input.is_rereadable() {
            advance(settled, view, position);
        }
        let end = *at + piece.len() as u64;
        recent.keep_from(settled, *at, piece);
        *at = end;
        Ok(())
    }
}

/// Reports an ill-formed part.
fn report(
    error: Error,
    start: u64,
    view: View<'_>,
    recent: &Recent,
    position: &mut Position,
    input: &mut Input,
    reporter: &mut Reporter<'_>,
) -> Result<(), Stop> {
    let around = match reporter.wants_excerpts() {
        true => Some(around(error, start, view, input).map_err(Stop::Input)?),
        false => None,
    };
    let found = locate(error, start, view, recent, position, input).map_err(Stop::Input)?;
    reporter.found(input.place(), &found, around.as_ref()).map_err(Stop::Output)
}

/// The bytes around an ill-formed part, from the input again or, where that cannot be, from what is at hand.
fn around(error: Error, start: u64, view: View<'_>, input: &mut Input) -> Result<Around, Trouble> {
    let from = error.offset().saturating_sub(excerpt::MARGIN);
    let (bytes, from) = if input.is_rereadable() {
        (input.peek(start + from, excerpt::WINDOW)?, from)
    } else {
        let from = from.max(view.start());
        (view.first(from, excerpt::WINDOW as u64, excerpt::WINDOW), from)
    };
    let at = (error.offset() - from) as usize;
    let is_first = start + error.offset() == 0;
    Ok(Around { at: at.min(bytes.len()), bytes, length: error.len(), is_first })
}

/// Counts up to an ill-formed part, and leaves it behind.
fn locate(
    error: Error,
    start: u64,
    view: View<'_>,
    recent: &Recent,
    position: &mut Position,
    input: &mut Input,
) -> Result<Found, Trouble> {
    if position.at < recent.start() {
        let mut buffer = vec![0; CHUNK];
        let (from, to) = (start + position.at, start + recent.start());
        input.reread(from, to, &mut buffer, |piece| position.count(piece))?;
    }
    advance(error.offset(), view, position);
    position.settle();
    let found = Found {
        offset: start + error.offset(),
        length: error.len(),
        kind: error.kind(),
        bytes: view.first(error.offset(), error.len(), REPORTED),
        line: position.line,
        column: position.column,
        column_utf16: position.column_utf16,
    };
    position.pass(error.len());
    Ok(found)
}

/// Counts what is at hand up to an offset.
fn advance(to: u64, view: View<'_>, position: &mut Position) {
    for piece in view.pieces(position.at, to) {
        position.count(piece);
    }
}
