//! Finds every error in an input.
//!
//! The text goes through validation and, on request, through the lint and the search for what is denied.
//! Text that was encoded twice, which can be denied too, is searched for beforehand. Lines and columns are
//! counted up to a finding when it occurs: the bytes before it are read again or, if that is impossible, they
//! are counted as they pass.

use std::iter::Peekable;
use std::ops::Range;
use std::vec;

use placemat::repair::{self, Fixes};
use placemat::stream::{Demand, End, Event, EventKind, Null, Observer};
use placemat::table::NotDecoded;
use placemat::views::{Finding, Lint, Rule};
use placemat::{Codec, Conversion, Counts, Encoding, Error, ErrorKind, Options, Transcoder};

use super::report::Reporter;
use crate::context::{
    self, ContextSource, Denied, ErrorContext, Foreign, Kind, Part, Position, Search, Whole,
};
use crate::input::{CHUNK, Input};
use crate::mark;
use crate::pieces::Pieces;
use crate::progress::Progress;
use crate::recent::{Recent, unsettled};
use crate::status::CommandError;
use crate::wrapper::{self, Text};

/// Enough bytes to recognize any byte order mark.
const HEAD: usize = 16;
/// The most bytes of an ill-formed subsequence that are reported.
pub(super) const REPORTED: usize = 1024;
/// After this many bytes, the findings of the lint are reported.
const LINTED: usize = 16 << 10;

/// No error is found later than this many bytes after it begins, unless it is reserved for future use.
const BEYOND: u64 = 64;

/// A hole of at least this many bytes is worth asking for.
const HOLE: u64 = 1 << 20;

/// Why a scan ends early.
#[derive(Debug)]
pub(super) enum Stop {
    Input(CommandError),
    Output(CommandError),
}

/// How an input is scanned.
#[derive(Clone, Debug)]
pub(super) struct Request<'p> {
    pub(super) encoding: Encoding,
    pub(super) options: Options,
    /// `true` if the house rules of Corrected UTF-8 documents are checked, if they apply.
    pub(super) lint: bool,
    /// What is reported although it is well-formed.
    pub(super) denied: &'p [Denied],
    /// Only findings in this range are reported.
    pub(super) range: Option<Range<u64>>,
}

/// A range of an input that is an error.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) kind: Kind,
    /// The first bytes.
    pub(super) bytes: Vec<u8>,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) column_utf16: u64,
    pub(super) column_bytes: u64,
}

/// What is known of an input besides its errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The number of bytes of the input.
    pub(super) size: u64,
    /// The number of bytes after a frame.
    pub(super) trailing: u64,
}

/// Scans an input and reports on it.
pub(super) fn scan(
    input: &mut Input,
    request: Request<'_>,
    reporter: &mut Reporter<'_>,
    progress: &Progress,
) -> Result<Outcome, Stop> {
    let mojibake = match request.denied.contains(&Denied::Mojibake) {
        true => mojibake(input).map_err(Stop::Input)?,
        false => vec![],
    };
    let text = match wrapper::resolve(request.encoding, input).map_err(Stop::Input)? {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), ErrorKind::NotDoubleEncoded | ErrorKind::Frame) => {
            let bytes = input.peek(0, REPORTED).map_err(Stop::Input)?;
            let (offset, length, kind) = (error.offset(), error.len(), Kind::IllFormed(error.kind()));
            let found =
                Found { offset, length, kind, bytes, line: 1, column: 1, column_utf16: 1, column_bytes: 1 };
            let around = ErrorContext {
                encoding: Encoding::Utf8,
                kind,
                bytes: found.bytes[..found.bytes.len().min(context::WINDOW)].to_vec(),
                at: 0,
                offset,
                length,
                foreign: None,
                legacy: None,
                whole: Whole::default(),
            };
            reporter.found(input.source(), &found, &around).map_err(Stop::Output)?;
            return Ok(Outcome { size: error.len(), trailing: 0 });
        }
        // The outer encoding is UTF-8, and its errors are ordinary ones.
        Err(_) => Text { encoding: Encoding::Utf8, start: 0, tail: 0, trailing: 0, trailing_at: 0 },
    };
    let size = scan_text(input, &text, request, mojibake, reporter, progress)?;
    let size = text.start + size + text.tail + text.trailing;
    Ok(Outcome { size, trailing: text.trailing })
}

/// Reports an input that is not in the encoding that its project names, and is not scanned for that reason.
pub(super) fn of_other_than_named(
    input: &mut Input,
    encoding: Encoding,
    reporter: &mut Reporter<'_>,
) -> Result<Outcome, Stop> {
    let kind = Kind::Denied(Denied::OtherThanNamed);
    let found = Found {
        offset: 0,
        length: 0,
        kind,
        bytes: vec![],
        line: 1,
        column: 1,
        column_utf16: 1,
        column_bytes: 1,
    };
    let around = ErrorContext {
        encoding,
        kind,
        bytes: vec![],
        at: 0,
        offset: 0,
        length: 0,
        foreign: None,
        legacy: None,
        whole: Whole::default(),
    };
    reporter.found(input.source(), &found, &around).map_err(Stop::Output)?;
    let mut size = 0;
    input
        .scout(|piece| {
            size += piece.len() as u64;
            true
        })
        .map_err(Stop::Input)?;
    Ok(Outcome { size, trailing: 0 })
}

/// Scans the text of an input and returns its length.
fn scan_text(
    input: &mut Input,
    text: &Text,
    request: Request<'_>,
    mojibake: Vec<Part>,
    reporter: &mut Reporter<'_>,
    progress: &Progress,
) -> Result<u64, Stop> {
    let mut head = [0; HEAD];
    let n = input.read_full(&mut head).map_err(Stop::Input)?;
    reporter.examine_piece(&head[..n]);
    let range = request.range.clone();
    let mut scan = Scan::new(text, request, mojibake, &head[..n]).map_err(Stop::Input)?;
    // If the input cannot be read again, bytes are held back until there are enough to look ahead.
    let mut held = head[..n].to_vec();
    let is_all_at_hand = input.is_rereadable() || !reporter.wants_more();
    let reserve = if is_all_at_hand { 0 } else { context::WINDOW };
    let is_sparse = input.is_sparse();
    let mut pieces = Pieces::of(input);
    loop {
        if !held.is_empty() {
            let settled = held.len().saturating_sub(reserve);
            scan.push_all(input, &held, settled, reporter)?;
            held.drain(..settled);
            // What follows may show that the input is binary.
            if reserve > 0 {
                reporter.flush().map_err(Stop::Output)?;
            }
        }
        if is_sparse && scan.pass_hole(input, reporter).map_err(Stop::Input)? {
            continue;
        }
        let piece = pieces.next(input).map_err(Stop::Input)?;
        progress.advance(piece.len());
        reporter.examine_piece(piece);
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
        let is_beyond =
            range.as_ref().is_some_and(|range| scan.start + scan.at > range.end.saturating_add(BEYOND));
        if reporter.is_enough() || is_beyond {
            return Ok(scan.start + scan.at - text.start);
        }
        reporter.go_ahead(input).map_err(Stop::Output)?;
        reporter.flush().map_err(Stop::Output)?;
    }
}

struct Scan {
    /// The offset of the text in the input, less the holes that were skipped: offsets in the text do not
    /// count them.
    start: u64,
    /// The encoding, with the byte order of the text.
    encoding: Encoding,
    foreign: Option<Foreign>,
    transcoder: Transcoder<Encoding, Null>,
    lint: Option<Lint>,
    search: Option<Search>,
    /// The end of the byte order mark that became part of the text.
    mark_end: u64,
    /// Text that was encoded twice, and comes later.
    mojibake: Peekable<vec::IntoIter<Part>>,
    range: Option<Range<u64>>,
    /// How much of the text has been pushed.
    at: u64,
    recent: Recent,
    position: Position,
}

impl Scan {
    fn new(
        text: &Text,
        request: Request<'_>,
        mojibake: Vec<Part>,
        head: &[u8],
    ) -> Result<Self, CommandError> {
        let undefined = |undefined: placemat::Unsupported| CommandError::Failed(undefined.to_string());
        let Request { options, lint, denied, range, .. } = request;
        let conversion = Conversion::new(text.encoding, Null, options).map_err(undefined)?;
        let is_all = head.len() < HEAD;
        let preamble = text.encoding.begin(head, is_all, options.default_endian);
        let order = preamble.and_then(|preamble| preamble.order);
        Ok(Scan {
            start: text.start,
            encoding: order.map_or(text.encoding, |order| text.encoding.with_order(order)),
            foreign: Foreign::of(text.encoding, head),
            transcoder: conversion.transcoder().map_err(undefined)?,
            lint: if lint { rules(text.encoding) } else { None },
            mark_end: 0,
            search: (!denied.is_empty()).then(|| Search::new(denied)),
            mojibake: mojibake.into_iter().peekable(),
            range,
            at: 0,
            recent: Recent::default(),
            position: Position::new(text.encoding, options, head, is_all).map_err(undefined)?,
        })
    }

    /// Returns how much may be pushed at once. It is limited for the lint, because its findings are kept
    /// until they are reported.
    fn most(&self) -> usize {
        if self.lint.is_some() || self.search.is_some() { LINTED } else { usize::MAX }
    }

    /// Scans that many of the bytes that come next.
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

    /// Scans a piece of the text, namely that many of the bytes that come next. The empty piece is the end.
    fn push(
        &mut self,
        input: &mut Input,
        ahead: &[u8],
        len: usize,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Stop> {
        let piece = &ahead[..len];
        let mut against_rules: Vec<_> = self.lint(piece).iter().map(Part::from).collect();
        self.search(piece, &mut against_rules);
        let against_rules = against_rules.into_iter().peekable();
        let Scan { start, encoding, foreign, transcoder, at, recent, position, range, .. } = self;
        let view = recent.view(*at, ahead);
        let context = ContextSource { start: *start, encoding: *encoding, foreign: *foreign, view, input };
        let end = if piece.is_empty() { End::All } else { End::No };
        // What is unsettled at the end of a piece extends to that end, so every violation of a rule comes
        // before it.
        let range = range.as_ref();
        let mut checker = Checker { context, position, reporter, against_rules, range, result: Ok(()) };
        transcoder.push_observed(piece, &mut [], end, &mut checker);
        let Checker { mut context, position, reporter, mut against_rules, result, .. } = checker;
        result?;
        against_rules.try_for_each(|part| context.report_in(range, position, part, reporter))?;
        let settled = unsettled(transcoder);
        if reporter.wants_more() && !context.input.is_rereadable() {
            position.advance(view, settled);
        }
        let end = *at + piece.len() as u64;
        recent.keep_from(settled.saturating_sub(context::MARGIN), *at, piece);
        *at = end;
        Ok(())
    }

    /// Skips a hole of the file without reading it, if it is large and reads only as U+0000, or as errors
    /// that only have to be counted.
    fn pass_hole(&mut self, input: &mut Input, reporter: &mut Reporter<'_>) -> Result<bool, CommandError> {
        let Some(zeros) = Zeros::of(self.encoding) else { return Ok(false) };
        let is_listed = zeros.kind.is_some() && reporter.wants_more();
        if is_listed
            || self.lint.is_some()
            || self.search.is_some()
            || self.range.is_some()
            || unsettled(&self.transcoder) < self.at
        {
            return Ok(false);
        }
        let hole = input.hole()?;
        let hole = hole - hole % zeros.len;
        if hole < HOLE {
            return Ok(false);
        }
        if let Some(kind) = zeros.kind {
            reporter.count(kind, hole / zeros.len);
        } else if reporter.wants_more() {
            let view = self.recent.view(self.at, &[]);
            let (encoding, foreign) = (self.encoding, self.foreign);
            let mut context =
                ContextSource { start: self.start, encoding, foreign, view, input: &mut *input };
            context.count_to(&mut self.position, self.at)?;
            self.position.pass_nuls(hole / zeros.len, hole);
        }
        self.start += hole;
        input.skip(hole)?;
        Ok(true)
    }

    /// Adds what is denied and ends in a piece.
    fn search(&mut self, piece: &[u8], parts: &mut Vec<Part>) {
        let Some(search) = &mut self.search else { return };
        let part = |(denied, offset, length)| Part { offset, length, kind: Kind::Denied(denied) };
        let found = search.push(piece);
        for (_, offset, length) in found.iter().filter(|(denied, ..)| *denied == Denied::DoubleBom) {
            self.mark_end = offset + length;
        }
        parts.extend(found.into_iter().map(part));
        let end = self.at + piece.len() as u64;
        while let Some(part) = self.mojibake.next_if(|part| part.offset + part.length <= end) {
            // What is reported as a byte order mark is not reported again.
            let offset = part.offset.max(self.mark_end);
            let length = (part.offset + part.length).saturating_sub(offset);
            if length > 0 {
                parts.push(Part { offset, length, ..part });
            }
        }
        parts.sort_by_key(|part| part.offset);
    }

    /// Returns the violations of rules in a piece.
    fn lint(&mut self, piece: &[u8]) -> Vec<Finding> {
        let mut findings = vec![];
        // In a document, U+0000 is ill-formed as well.
        let is_nul_ill_formed = mark::is_document(self.encoding);
        let mut report = |finding: Finding| {
            if !(is_nul_ill_formed && finding.rule == Rule::Nul) {
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

/// Reports the ill-formed subsequences of a piece, with violations of rules between them, until enough is
/// listed. The rest is counted by kind.
struct Checker<'c, 'i, 'o> {
    context: ContextSource<'i>,
    position: &'c mut Position,
    reporter: &'c mut Reporter<'o>,
    against_rules: Peekable<vec::IntoIter<Part>>,
    range: Option<&'c Range<u64>>,
    result: Result<(), Stop>,
}

impl Checker<'_, '_, '_> {
    fn report(&mut self, part: Part) {
        if self.result.is_ok() {
            self.result = self.context.report_in(self.range, self.position, part, self.reporter);
        }
    }
}

impl Observer for Checker<'_, '_, '_> {
    fn event(&mut self, event: Event) {
        if let EventKind::IllFormed(error) = event.kind {
            let error = Part::from(error);
            while let Some(earlier) = self.against_rules.next_if(|part| part.offset <= error.offset) {
                self.report(earlier);
            }
            self.report(error);
        }
    }

    fn counted(&mut self, _counts: Counts, _input: u64) {
        unreachable!("without an output, the kinds of what is counted are known");
    }

    fn counted_of_kind(&mut self, kind: ErrorKind, count: u64, _input: u64) {
        if self.result.is_ok() {
            self.reporter.count(Kind::IllFormed(kind), count);
        }
    }

    fn demand(&self) -> Demand {
        Demand { ill_formed: self.reporter.wants_events() || self.range.is_some(), unencodable: false }
    }
}

/// How zeros are read if no sequence is open.
struct Zeros {
    /// How many zeros are one item.
    len: u64,
    /// If each item is an error, its kind; `None` if each is U+0000.
    kind: Option<Kind>,
}

impl Zeros {
    /// Returns `None` unless every item is read as the first one is.
    fn of(encoding: Encoding) -> Option<Self> {
        let len = encoding.info().width;
        let kind = match encoding.decode_next(&[0; 8][..2 * len], true) {
            Ok(nul) if nul.code_point == 0 && nul.len == len => None,
            Err(NotDecoded::IllFormed(error)) if error.len == len && !error.more => {
                Some(Kind::IllFormed(error.kind))
            }
            _ => return None,
        };
        Some(Zeros { len: len as u64, kind })
    }
}

/// Returns the places of text that was encoded twice. If there may be any, the input is read as a whole.
fn mojibake(input: &mut Input) -> Result<Vec<Part>, CommandError> {
    const FIXES: Fixes = Fixes::DOUBLE_ENCODING_LINES;
    let mut scan = repair::Scan::new(FIXES);
    let mut size = 0;
    input.read_ahead(|piece| {
        size += piece.len() as u64;
        scan.push(piece);
    })?;
    input.restrict(0, size)?;
    if !scan.finish() {
        return Ok(vec![]);
    }
    let mut text = vec![];
    let mut buffer = vec![0; CHUNK];
    input.reread(0, size, &mut buffer, |piece| text.extend_from_slice(piece))?;
    let part = |edit: &repair::Edit| {
        let (offset, length) = (edit.offset as u64, edit.len as u64);
        Part { offset, length, kind: Kind::Denied(Denied::Mojibake) }
    };
    Ok(FIXES.diagnose(&text).edits.iter().map(part).collect())
}

/// Returns the house rules that apply to text in an encoding.
pub(super) fn rules(encoding: Encoding) -> Option<Lint> {
    let lint = if mark::is_document(encoding) { Lint::file } else { Lint::string };
    encoding.info().is_corrected.then(lint)
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

impl ContextSource<'_> {
    /// Reports an error unless it begins outside of a range.
    fn report_in(
        &mut self,
        range: Option<&Range<u64>>,
        position: &mut Position,
        part: Part,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Stop> {
        match range {
            Some(range) if !range.contains(&(self.start + part.offset)) => {
                // Lines and columns are counted over it.
                if let Kind::IllFormed(_) = part.kind {
                    self.locate(position, part).map_err(Stop::Input)?;
                }
                Ok(())
            }
            _ => self.report(position, part, reporter),
        }
    }

    /// Reports an error, or counts it if enough are reported.
    fn report(
        &mut self,
        position: &mut Position,
        part: Part,
        reporter: &mut Reporter<'_>,
    ) -> Result<(), Stop> {
        if !reporter.wants_more() {
            reporter.pass(part, self.start);
            return Ok(());
        }
        let mut around = self.around(part).map_err(Stop::Input)?;
        around.whole = reporter.whole(self.input, around.offset);
        let found = self.locate(position, part).map_err(Stop::Input)?;
        reporter.found(self.input.source(), &found, &around).map_err(Stop::Output)
    }

    /// Counts lines and columns up to an error, and moves past it if it is ill-formed.
    fn locate(&mut self, position: &mut Position, part: Part) -> Result<Found, CommandError> {
        let Part { offset, length, kind } = part;
        self.count_to(position, offset)?;
        // Text that was encoded twice may be longer than what is kept of it.
        let bytes = if offset < self.view.start() && self.input.is_rereadable() {
            self.input.peek(self.start + offset, usize::try_from(length).unwrap_or(REPORTED).min(REPORTED))?
        } else {
            self.view.first(offset, length, REPORTED)
        };
        let found = Found {
            offset: self.start + offset,
            length,
            kind,
            bytes,
            line: position.line,
            column: position.column,
            column_utf16: position.column_utf16,
            column_bytes: position.column_bytes,
        };
        if let Kind::IllFormed(_) = kind {
            position.pass(length);
        }
        Ok(found)
    }
}
