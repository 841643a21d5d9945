//! Conversions from legacy encodings.
//!
//! A legacy source is decoded to UTF-8, which the transcoder reads. A malformed sequence becomes one byte
//! that UTF-8 never has, so that the policies of the library apply to it.

use std::ops::ControlFlow;

use placemat::stream::End;
use placemat::{Codec, Encoding, ErrorKind, OnError};

use super::input_report::{Locate, Spot};
use super::session::{Session, Stop};
use super::sink::Target;
use crate::args::Bom;
use crate::input::Input;
use crate::legacy::{Legacy, Lines, Malformed, Part, Stretch, Translator};
use crate::names::Side;
use crate::pieces::Pieces;
use crate::show::Excerpt;
use crate::status::CommandError;

/// A byte that is never part of UTF-8.
const NEVER: u8 = 0xFF;
/// A byte that begins a sequence of UTF-8, for bytes that begin a sequence. Text does not go on with it.
const BEGUN: u8 = 0xC3;

/// Converts an input in a legacy encoding.
pub(super) fn feed<T: Target>(
    session: &mut Session<'_, Encoding, T>,
    input: &mut Input,
    from: Legacy,
) -> Result<ControlFlow<()>, CommandError> {
    session.begin(Encoding::Utf8)?;
    let is_written_anyway = matches!(session.plan.to, Side::Encoding(to) if !to.mark().is_empty());
    let drops_mark = session.plan.bom != Bom::Keep || is_written_anyway;
    let mut feeder = Feeder {
        drops_mark: drops_mark && from.is_universal(),
        drops_all_marks: session.plan.bom != Bom::Keep,
        at: 0,
        run: None,
        lines: Lines::START,
    };
    let (mut translator, mut pieces) = (Translator::new(from), Pieces::of(input));
    loop {
        let piece = pieces.next(input)?;
        let last = piece.is_empty();
        session.plan.progress.advance(piece.len());
        let flow = translator.push(piece, last, |part| feeder.take(session, &part))?;
        if flow.is_break() {
            return Ok(flow);
        }
        if last {
            break;
        }
    }
    let read = translator.read();
    session.pending_reports.current().read = read;
    let locate = feeder.in_run();
    if let ControlFlow::Break(stop) = session.push(&[], End::Input, &locate)? {
        feeder.stop(session, stop, &locate)?;
        return Ok(ControlFlow::Break(()));
    }
    feeder.enter_spots(session, None);
    session.end(0, read);
    Ok(ControlFlow::Continue(()))
}

/// The text of one input on its way to the transcoder.
struct Feeder {
    /// A BOM at the start of the text is removed.
    drops_mark: bool,
    /// So are the BOMs that follow it.
    drops_all_marks: bool,
    /// How many units the transcoder has been given.
    at: u64,
    /// The last malformed sequences that are adjacent.
    run: Option<Run>,
    /// The line and column of what comes next.
    lines: Lines,
}

/// Malformed sequences that are adjacent, for the transcoder and in the input.
#[derive(Clone, Debug)]
struct Run {
    first: Span,
    last: Span,
    /// The first bytes.
    bytes: Vec<u8>,
    last_bytes: Vec<u8>,
    /// The byte after them, if it is why the last ones are malformed.
    next: Option<u8>,
    spot: Spot,
    last_spot: Spot,
}

/// A malformed sequence.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// Offset and length for the transcoder.
    at: u64,
    len: u64,
    /// Offset and length in the input.
    offset: u64,
    length: u64,
}

impl Feeder {
    fn take<T: Target>(
        &mut self,
        session: &mut Session<'_, Encoding, T>,
        part: &Part<'_>,
    ) -> Result<ControlFlow<()>, CommandError> {
        let at = self.at;
        match part {
            Part::Text(stretch) => {
                let whole = stretch.text;
                let text = match (self.drops_mark, self.drops_all_marks) {
                    (false, _) => whole,
                    (true, false) => whole.strip_prefix('\u{FEFF}').unwrap_or(whole),
                    (true, true) => whole.trim_start_matches('\u{FEFF}'),
                };
                let (mark, text) = (whole.len() - text.len(), text.as_bytes());
                self.drops_mark &= self.drops_all_marks && text.is_empty();
                self.at += text.len() as u64;
                let locate = InStretch { at, skipped: mark, stretch, run: self.run.as_ref() };
                if let ControlFlow::Break(stop) = session.push(text, End::No, &locate)? {
                    self.stop(
                        session,
                        stop,
                        &InStretch { at, skipped: mark, stretch, run: self.run.as_ref() },
                    )?;
                    self.enter_spots(session, Some(stretch));
                    return Ok(ControlFlow::Break(()));
                }
                self.enter_spots(session, Some(stretch));
                self.lines = self.lines.after(stretch.text, stretch.bytes);
                self.run = self.run.take().filter(|_| text.is_empty());
            }
            Part::Malformed(malformed) => {
                self.drops_mark = false;
                let length = malformed.bytes.len();
                let by_bytes = session.plan.options.on_error == OnError::ReplaceByte;
                let mut units = vec![NEVER; if by_bytes { length } else { 1 }];
                if malformed.kind != ErrorKind::InvalidUnit && !by_bytes {
                    units[0] = BEGUN;
                }
                let span =
                    Span { at, len: units.len() as u64, offset: malformed.offset, length: length as u64 };
                self.at += span.len;
                self.enter(span, malformed);
                let locate = self.in_run();
                if let ControlFlow::Break(stop) = session.push(&units, End::No, &locate)? {
                    self.stop(session, stop, &locate)?;
                    self.enter_spots(session, None);
                    return Ok(ControlFlow::Break(()));
                }
                self.enter_spots(session, None);
                self.lines = self.lines.after_malformed(length);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Enters a malformed sequence.
    fn enter(&mut self, span: Span, malformed: &Malformed<'_>) {
        let bytes = malformed.bytes;
        let first = |span| Run {
            next: malformed.next,
            first: span,
            last: span,
            bytes: bytes.to_vec(),
            last_bytes: bytes.to_vec(),
            spot: spot(self.lines),
            last_spot: spot(self.lines),
        };
        self.run = Some(match self.run.take() {
            Some(run) if run.last.offset + run.last.length == span.offset => {
                let mut joined = run.bytes;
                if joined.len() < Excerpt::LIMIT {
                    joined.extend_from_slice(bytes);
                }
                Run { first: run.first, bytes: joined, spot: run.spot, ..first(span) }
            }
            _ => first(span),
        });
    }

    fn in_run(&self) -> InRun {
        InRun(self.run.clone())
    }

    /// Notes that the conversion has stopped.
    fn stop<T: Target>(
        &self,
        session: &mut Session<'_, Encoding, T>,
        stop: Stop,
        locate: &dyn Locate,
    ) -> Result<(), CommandError> {
        session.pending_reports.current().read = match &stop {
            Stop::Lost(_, lost, _) => lost.offset,
            Stop::Failed(failure) => locate.part(failure.offset(), 1).0,
        };
        session.stopped(stop, locate)
    }

    /// Enters lines and columns of entries of the current part.
    fn enter_spots<T: Target>(&self, session: &mut Session<'_, Encoding, T>, stretch: Option<&Stretch<'_>>) {
        for (offset, spot) in session.pending_reports.current().unseen() {
            *spot = match (stretch, &self.run) {
                (Some(stretch), _) if offset >= stretch.offset => {
                    let (text, bytes) = stretch.before(offset);
                    Some(self::spot(self.lines.after(text, bytes)))
                }
                (_, Some(run)) if offset == run.first.offset => Some(run.spot),
                (_, Some(run)) if offset == run.last.offset => Some(run.last_spot),
                _ => None,
            };
        }
    }
}

/// Returns the line and column as a report has them.
fn spot(lines: Lines) -> Spot {
    let Lines { line, column, column_utf16, column_bytes } = lines;
    Spot { line, column, column_utf16, column_bytes }
}

/// Offsets in malformed sequences.
struct InRun(Option<Run>);

impl Run {
    /// Returns the offset in the input of the malformed sequences at an offset for the transcoder, and their
    /// length.
    fn part(&self, offset: u64, length: u64) -> (u64, u64) {
        let Run { first, last, .. } = self;
        // Under `replace-byte`, each byte is an ill-formed subsequence.
        let start = match offset {
            offset if offset <= first.at => first.offset,
            offset if offset >= last.at => last.offset + (offset - last.at).min(last.length),
            offset => first.offset + (offset - first.at),
        };
        let end = offset + length;
        if end >= last.at + last.len {
            return (start, last.offset + last.length - start);
        }
        (start, length)
    }

    fn excerpt(&self, offset: u64, length: u64) -> Excerpt {
        let (start, len) = self.part(offset, length);
        let (at, bytes) = match start {
            start if start >= self.last.offset => (self.last.offset, &self.last_bytes),
            _ => (self.first.offset, &self.bytes),
        };
        let from = usize::try_from(start - at).unwrap_or(usize::MAX).min(bytes.len());
        let shown = usize::try_from(len).unwrap_or(usize::MAX).min(bytes.len() - from).min(Excerpt::LIMIT);
        let is_end = start + len == self.last.offset + self.last.length && from + shown == bytes.len();
        let next = self.next.filter(|_| is_end);
        Excerpt::with_after(&bytes[from..from + shown].iter().copied().chain(next).collect::<Vec<_>>(), len)
    }
}

impl Locate for InRun {
    fn part(&self, offset: u64, length: u64) -> (u64, u64) {
        self.0.as_ref().map_or((offset, length), |run| run.part(offset, length))
    }

    fn excerpt(&self, offset: u64, length: u64) -> Excerpt {
        self.0.as_ref().map_or_else(Excerpt::default, |run| run.excerpt(offset, length))
    }
}

/// Offsets in well-formed text, or in the malformed sequences before it.
struct InStretch<'a> {
    /// The offset of the text for the transcoder.
    at: u64,
    /// How much of the text was removed from its start.
    skipped: usize,
    stretch: &'a Stretch<'a>,
    run: Option<&'a Run>,
}

impl Locate for InStretch<'_> {
    fn part(&self, offset: u64, length: u64) -> (u64, u64) {
        match self.run {
            Some(run) if offset < self.at => run.part(offset, length),
            _ => self.stretch.source_of(self.skipped + offset.saturating_sub(self.at) as usize),
        }
    }

    fn excerpt(&self, offset: u64, length: u64) -> Excerpt {
        match self.run {
            Some(run) if offset < self.at => run.excerpt(offset, length),
            _ => {
                let (start, len) = self.part(offset, length);
                let from = (start - self.stretch.offset) as usize;
                Excerpt::new(&self.stretch.bytes[from..from + len as usize], len)
            }
        }
    }
}
