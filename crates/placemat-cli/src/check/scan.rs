//! Finds everything that is wrong in an input.
//!
//! The text goes through validation alone, and through the lint where that is asked for. Lines and columns are counted
//! up to a finding when there is one: what lies before it is read again, or counted at once where that cannot be.

use placemat::lint::{Finding, Lint, Rule};
use placemat::{Codec, Conversion, Encoding, End, Error, ErrorKind, EventKind, Null, Options, Transcoder};

use super::excerpt::{self, Around};
use super::kind::Kind;
use super::position::Position;
use super::report::Reporter;
use crate::input::{CHUNK, Input};
use crate::layer::{self, Text};
use crate::pieces::Pieces;
use crate::progress::Progress;
use crate::recent::{Recent, View, unsettled};
use crate::status::Trouble;

/// Enough to recognize any mark.
const HEAD: usize = 16;
/// How many bytes of an ill-formed part are reported.
const REPORTED: usize = 1024;
/// How many bytes go through the lint before what it found is reported.
const LINTED: usize = 16 << 10;

/// A hole of so many bytes is worth asking for.
const HOLE: u64 = 1 << 20;

/// Why a scan ends early.
#[derive(Debug)]
pub(super) enum Stop {
    Input(Trouble),
    Output(Trouble),
}

/// How an input is scanned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) encoding: Encoding,
    pub(super) options: Options,
    /// Are the house rules of Corrected UTF-8 documents looked after, where they apply?
    pub(super) lint: bool,
}

/// A part of an input with which something is wrong.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) kind: Kind,
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
    request: Request,
    reporter: &mut Reporter<'_>,
    progress: &Progress,
) -> Result<Outcome, Stop> {
    let text = match layer::resolve(request.encoding, input).map_err(Stop::Input)? {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), ErrorKind::NotDoubleEncoded | ErrorKind::Frame) => {
            let bytes = input.peek(0, REPORTED).map_err(Stop::Input)?;
            let (offset, length, kind) = (error.offset(), error.len(), Kind::IllFormed(error.kind()));
            let found = Found { offset, length, kind, bytes, line: 1, column: 1, column_utf16: 1 };
            let around = reporter.wants_surroundings().then(|| Around {
                encoding: Encoding::Utf8,
                kind,
                bytes: found.bytes[..found.bytes.len().min(excerpt::WINDOW)].to_vec(),
                at: 0,
                offset,
                length,
            });
            reporter.found(input.place(), &found, around.as_ref()).map_err(Stop::Output)?;
            return Ok(Outcome { size: error.len(), trailing: 0 });
        }
        // The outer encoding is UTF-8, and its errors are ordinary ones.
        Err(_) => Text { encoding: Encoding::Utf8, start: 0, tail: 0, trailing: 0, trailing_at: 0 },
    };
    let size = scan_text(input, &text, request, reporter, progress)?;
    let size = text.start + size + text.tail + text.trailing;
    Ok(Outcome { size, trailing: text.trailing })
}

/// Scans the text of an input and returns its length.
fn scan_text(
    input: &mut Input,
    text: &Text,
    request: Request,
    reporter: &mut Reporter<'_>,
    progress: &Progress,
) -> Result<u64, Stop> {
    let mut head = [0; HEAD];
    let n = input.read_full(&mut head).map_err(Stop::Input)?;
    let mut scan = Scan::new(text, request, &head[..n]).map_err(Stop::Input)?;
    // What cannot be read again is held back until so much is there that one can look ahead.
    let mut held = head[..n].to_vec();
    let reserve = if reporter.wants_surroundings() && !input.is_rereadable() { excerpt::WINDOW } else { 0 };
    let is_sparse = input.is_sparse();
    let mut pieces = Pieces::of(input);
    loop {
        if !held.is_empty() {
            let settled = held.len().saturating_sub(reserve);
            scan.push_all(input, &held, settled, reporter)?;
            held.drain(..settled);
        }
        if is_sparse && scan.pass_hole(input, reporter).map_err(Stop::Input)? {
            continue;
        }
        let piece = pieces.next(input).map_err(Stop::Input)?;
        progress.advance(piece.len());
        if piece.is_empty() {
            scan.push_all(input, &held, held.len(), reporter)?;
            scan.push(input, &[], 0, reporter)?;
            return Ok(scan.start + scan.at - text.start);
        }
        if reserve > 0 {
            held.extend_from_slice(piece);
        } else {
            scan.push_all(input, piece, piece.len(), reporter)?;
        }
        reporter.flush().map_err(Stop::Output)?;
    }
}

struct Scan {
    /// Where the text begins in the input, further back by the holes in it that were passed: offsets in the text are
    /// counted without them.
    start: u64,
    /// With the byte order of the text.
    encoding: Encoding,
    transcoder: Transcoder<Encoding, Null>,
    lint: Option<Lint>,
    /// How much of the text has been pushed.
    at: u64,
    recent: Recent,
    position: Position,
}

impl Scan {
    fn new(text: &Text, request: Request, head: &[u8]) -> Result<Self, Trouble> {
        let undefined = |undefined: placemat::Undefined| Trouble::Failed(undefined.to_string());
        let Request { options, lint, .. } = request;
        let conversion = Conversion::new(text.encoding, Null, options).map_err(undefined)?;
        let is_all = head.len() < HEAD;
        let begun = text.encoding.begin(head, is_all, options.default_endian);
        let order = begun.and_then(|begun| begun.order);
        Ok(Scan {
            start: text.start,
            encoding: order.map_or(text.encoding, |order| text.encoding.with_order(order)),
            transcoder: conversion.transcoder().map_err(undefined)?,
            lint: if lint { rules(text.encoding) } else { None },
            at: 0,
            recent: Recent::default(),
            position: Position::new(text.encoding, options, head, is_all).map_err(undefined)?,
        })
    }

    /// How much may be pushed at once: what the lint finds in it is kept until it is reported.
    fn most(&self) -> usize {
        if self.lint.is_some() { LINTED } else { usize::MAX }
    }

    /// Scans so many bytes of those that come next.
    fn push_all(
        &mut self,
        input: &mut Input,
        ahead: &[u8],
        len: usize,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Stop> {
        let most = self.most();
        (0..len).step_by(most).try_for_each(|at| self.push(input, &ahead[at..], most.min(len - at), reporter))
    }

    /// Scans a piece of the text, so many bytes of those that come next; the empty piece is its end.
    fn push(
        &mut self,
        input: &mut Input,
        ahead: &[u8],
        len: usize,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Stop> {
        let piece = &ahead[..len];
        let against_rules = self.lint(piece);
        let mut against_rules = against_rules.iter().map(Part::from).peekable();
        let Scan { start, encoding, transcoder, at, recent, position, .. } = self;
        let view = recent.view(*at, ahead);
        let mut scene = Scene { start: *start, encoding: *encoding, view, position, input };
        let end = if piece.is_empty() { End::All } else { End::No };
        let mut result = Ok(());
        // What is not settled at the end of a piece goes on to that end: whatever departs from a rule lies before it.
        transcoder.push_with(piece, &mut [], end, &mut |event| {
            if let EventKind::IllFormed(error) = event.kind {
                let error = Part::from(error);
                while let Some(earlier) = against_rules.next_if(|part| part.offset <= error.offset)
                    && result.is_ok()
                {
                    result = scene.report(earlier, reporter);
                }
                if result.is_ok() {
                    result = scene.report(error, reporter);
                }
            }
        });
        result?;
        against_rules.try_for_each(|part| scene.report(part, reporter))?;
        let settled = unsettled(transcoder);
        if reporter.wants_more() && !scene.input.is_rereadable() {
            scene.advance(settled);
        }
        let end = *at + piece.len() as u64;
        recent.keep_from(settled.saturating_sub(excerpt::MARGIN), *at, piece);
        *at = end;
        Ok(())
    }

    /// Leaves a hole of the file behind without reading it, if it is large and what it reads as is nothing but U+0000.
    fn pass_hole(&mut self, input: &mut Input, reporter: &Reporter<'_>) -> Result<bool, Trouble> {
        let width = self.encoding.facts().width as u64;
        let zeros = &[0; 4][..self.encoding.facts().width];
        let nul = self.encoding.decode_next(zeros, true);
        let is_nul = nul.is_ok_and(|nul| nul.code_point == 0 && nul.len == zeros.len());
        if !is_nul || self.lint.is_some() || unsettled(&self.transcoder) < self.at {
            return Ok(false);
        }
        let hole = input.hole()?;
        let hole = hole - hole % width;
        if hole < HOLE {
            return Ok(false);
        }
        if reporter.wants_more() {
            let view = self.recent.view(self.at, &[]);
            let mut scene = Scene {
                start: self.start,
                encoding: self.encoding,
                view,
                position: &mut self.position,
                input: &mut *input,
            };
            scene.count_to(self.at)?;
            self.position.pass_nuls(hole / width);
        }
        self.start += hole;
        input.skip(hole)?;
        Ok(true)
    }

    /// What departs from a rule in a piece.
    fn lint(&mut self, piece: &[u8]) -> Vec<Finding> {
        let mut findings = vec![];
        // In a document U+0000 is ill-formed as well.
        let is_told = self.encoding == Encoding::CorrectedUtf8Document;
        let mut report = |finding: Finding| {
            if !(is_told && finding.rule == Rule::Nul) {
                findings.push(finding);
            }
        };
        match &mut self.lint {
            Some(lint) if !piece.is_empty() => lint.push(piece, &mut report),
            lint => {
                if let Some(lint) = lint.take() {
                    lint.finish(&mut report);
                }
            }
        }
        findings
    }
}

/// The house rules that text in an encoding is held to.
pub(super) fn rules(encoding: Encoding) -> Option<Lint> {
    match encoding {
        Encoding::CorrectedUtf8Document => Some(Lint::file()),
        Encoding::CorrectedUtf8 => Some(Lint::string()),
        _ => None,
    }
}

/// A part of the text with which something is wrong.
#[derive(Clone, Copy, Debug)]
struct Part {
    offset: u64,
    length: u64,
    kind: Kind,
}

impl From<Error> for Part {
    fn from(error: Error) -> Self {
        Part { offset: error.offset(), length: error.len(), kind: Kind::IllFormed(error.kind()) }
    }
}

impl From<&Finding> for Part {
    fn from(finding: &Finding) -> Self {
        Part { offset: finding.offset, length: finding.len, kind: Kind::Rule(finding.rule) }
    }
}

/// What there is to tell of a part from.
struct Scene<'s> {
    /// Where the text begins in the input.
    start: u64,
    encoding: Encoding,
    view: View<'s>,
    position: &'s mut Position,
    input: &'s mut Input,
}

impl Scene<'_> {
    /// Reports a part, or counts it where enough are reported.
    fn report(&mut self, part: Part, reporter: &mut Reporter<'_>) -> Result<(), Stop> {
        if !reporter.wants_more() {
            reporter.count(part.kind);
            return Ok(());
        }
        let around = match reporter.wants_surroundings() {
            true => Some(self.around(part).map_err(Stop::Input)?),
            false => None,
        };
        let found = self.locate(part).map_err(Stop::Input)?;
        reporter.found(self.input.place(), &found, around.as_ref()).map_err(Stop::Output)
    }

    /// The bytes around a part: what is at hand, or from the input again where that is not all and it can be.
    fn around(&mut self, part: Part) -> Result<Around, Trouble> {
        let from = part.offset.saturating_sub(excerpt::MARGIN);
        let from_hand = from.max(self.view.start());
        let at_hand = self.view.first(from_hand, excerpt::WINDOW as u64, excerpt::WINDOW);
        let is_all = from_hand == from && at_hand.len() == excerpt::WINDOW;
        let (bytes, from) = if !is_all && self.input.is_rereadable() {
            (self.input.peek(self.start + from, excerpt::WINDOW)?, from)
        } else {
            (at_hand, from_hand)
        };
        let at = ((part.offset - from) as usize).min(bytes.len());
        let Part { offset, length, kind } = part;
        Ok(Around { encoding: self.encoding, kind, bytes, at, offset: self.start + offset, length })
    }

    /// Counts up to a part, and leaves it behind where it is ill-formed.
    fn locate(&mut self, part: Part) -> Result<Found, Trouble> {
        let Part { offset, length, kind } = part;
        self.count_to(offset)?;
        let found = Found {
            offset: self.start + offset,
            length,
            kind,
            bytes: self.view.first(offset, length, REPORTED),
            line: self.position.line,
            column: self.position.column,
            column_utf16: self.position.column_utf16,
        };
        if let Kind::IllFormed(_) = kind {
            self.position.pass(length);
        }
        Ok(found)
    }

    /// Counts up to an offset: what is not at hand any more is read again.
    fn count_to(&mut self, offset: u64) -> Result<(), Trouble> {
        let (position, at_hand) = (&mut *self.position, self.view.start());
        if position.at < at_hand {
            let mut buffer = vec![0; CHUNK];
            let (from, to) = (self.start + position.at, self.start + at_hand);
            self.input.reread(from, to, &mut buffer, |piece| position.count(piece))?;
        }
        self.advance(offset);
        self.position.settle();
        Ok(())
    }

    /// Counts what is at hand up to an offset.
    fn advance(&mut self, to: u64) {
        for piece in self.view.pieces(self.position.at, to) {
            self.position.count(piece);
        }
    }
}
