//! Inputs in an encoding.

use std::ops::ControlFlow;

use placemat::stream::End;
use placemat::{Codec, Encoding, ErrorKind};

use super::Plan;
use super::controls::Controls;
use super::inner_marks::InnerMarks;
use super::input_report::{Failed, Finding, Locate};
use super::places::Places;
use super::session::{Session, SourceCodec};
use super::sink::Target;
use super::{auto, legacy};
use crate::args::Bom;
use crate::input::Input;
use crate::mark;
use crate::names::Side;
use crate::pieces::Pieces;
use crate::recent::{Recent, View, unsettled};
use crate::show::Excerpt;
use crate::status::CommandError;
use crate::wrapper::{self, Text};

/// How many bytes before the current chunk are always kept: a pending code point no longer belongs to the
/// input.
const KEPT: u64 = 64;
/// How many bytes after an ill-formed subsequence its explanation may depend on.
const AFTER: u64 = 8;

impl SourceCodec for Encoding {
    fn feed<T: Target>(
        session: &mut Session<'_, Self, T>,
        input: &mut Input,
    ) -> Result<ControlFlow<()>, CommandError> {
        let Some(side) = auto::side(session, input)? else { return Ok(ControlFlow::Break(())) };
        let from = match side {
            Side::Legacy(from) => return legacy::feed(session, input, from),
            side => side.read_as(),
        };
        let text = match wrapper::resolve(from, input)? {
            Ok(text) => text,
            Err(error) => {
                let finding =
                    Finding { offset: error.offset(), length: error.len(), kind: error.kind(), spot: None };
                let excerpt = Excerpt::with_after(&input.peek(error.offset(), Excerpt::LIMIT)?, error.len());
                session.stopped_by(Failed::IllFormed(finding), excerpt)?;
                // The outer encoding of a wrapper is UTF-8.
                let mut places = Places::new(0, false, Encoding::Utf8, session.plan.options);
                places.tell(
                    session.pending_reports.current(),
                    Recent::default().view(error.offset(), &[]),
                    input,
                );
                return Ok(ControlFlow::Break(()));
            }
        };
        // If the file is replaced, these bytes would be lost.
        if text.trailing > 0 && session.plan.is_in_place() {
            let at = text.trailing_at;
            let finding = Finding { offset: at, length: text.trailing, kind: ErrorKind::Frame, spot: None };
            let excerpt = Excerpt::new(&input.peek(at, Excerpt::LIMIT)?, text.trailing);
            session.stopped_by(Failed::IllFormed(finding), excerpt)?;
            return Ok(ControlFlow::Break(()));
        }
        let is_fallback = from.info().fallback.is_some() && text.encoding.info().is_single_byte();
        if is_fallback && session.contradicts_fallback(input)? {
            return Ok(ControlFlow::Break(()));
        }
        feed_text(session, input, &text)
    }
}

/// Converts the text of an input, to which the input is restricted.
fn feed_text<T: Target>(
    session: &mut Session<'_, Encoding, T>,
    input: &mut Input,
    text: &Text,
) -> Result<ControlFlow<()>, CommandError> {
    session.begin(text.encoding)?;
    let Head { bytes: mut head, skipped, begins_with_mark } =
        head_without_mark(session.plan, text.encoding, input)?;
    let start = text.start + skipped;
    let is_after_mark = skipped > 0 && !begins_with_mark;
    let mut places = Places::new(start, is_after_mark, text.encoding, session.plan.options);
    let mut marks = InnerMarks::new(text.encoding, session.plan.options.default_endian);
    let mut controls = Controls::default();
    let (mut recent, mut at, mut pieces) = (Recent::default(), 0, Pieces::of(input));
    loop {
        let piece = if head.is_empty() { pieces.next(input)? } else { &head[..] };
        let n = piece.len();
        session.plan.progress.advance(n);
        if let Some(marks) = &mut marks {
            marks.push(piece);
        }
        controls.push(text.encoding, piece);
        let end = if n == 0 { End::Input } else { End::No };
        let locate = InBytes { start, view: recent.view(at, piece) };
        if let ControlFlow::Break(stop) = session.push(piece, end, &locate)? {
            let read = stop.offset().min(session.transcoder().offset());
            session.pending_reports.current().read = start + read;
            session.stopped(stop, &locate)?;
            places.tell(session.pending_reports.current(), locate.view, input);
            return Ok(ControlFlow::Break(()));
        }
        if n == 0 {
            places.tell(session.pending_reports.current(), locate.view, input);
            // The following input may complete the sequence; otherwise it is reported with what is known now.
            if session.transcoder().offset() < at {
                session.foresee(&locate, |report| places.tell(report, locate.view, input));
            }
            break;
        }
        let end = at + n as u64;
        let from = unsettled(session.transcoder()).min(end.saturating_sub(KEPT));
        places.pass(session.pending_reports.current(), locate.view, from, input);
        recent.keep_from(from, at, piece);
        at = end;
        head.clear();
    }
    let report = session.pending_reports.current();
    report.read = start + at + text.tail;
    report.trailing = text.trailing;
    report.inner_marks =
        marks.filter(|marks| marks.count > 0).map(|marks| (marks.count, start + marks.first));
    report.controls = Some(controls).filter(|controls| controls.count > 0);
    session.end(start, start + at);
    Ok(ControlFlow::Continue(()))
}

/// The bytes that were read to look for a BOM.
struct Head {
    bytes: Vec<u8>,
    /// The length of the BOMs that were removed before them.
    skipped: u64,
    /// They begin with a BOM that the encoding itself handles.
    begins_with_mark: bool,
}

/// Looks for a BOM, and removes it. If the encoding itself handles a BOM, only those before the last one are
/// removed here. Several BOMs at the start are left by programs that add one without looking: the options
/// that determine whether there is a BOM apply to all of them.
fn head_without_mark(plan: &Plan, encoding: Encoding, input: &mut Input) -> Result<Head, CommandError> {
    // A target that writes a BOM or magic number of its own would have two signatures.
    let is_written_anyway = matches!(plan.to, Side::Encoding(to) if !to.mark().is_empty());
    let mark = match plan.bom {
        Bom::Keep if !is_written_anyway || encoding.info().is_corrected => vec![],
        Bom::Keep | Bom::Strip | Bom::Add => mark::to_read(encoding).unwrap_or_default(),
    };
    let is_determined = plan.bom != Bom::Keep && !mark::is_document(encoding);
    let is_own = is_determined && mark.is_empty();
    let mut head = vec![0; if is_own { encoding.mark().len() } else { mark.len() }];
    let n = input.read_full(&mut head)?;
    head.truncate(n);
    let is_there = n > 0
        && match is_own {
            true => encoding.begin(&head, true, plan.options.default_endian).is_some_and(|it| it.skip == n),
            false => head == mark,
        };
    if !is_there {
        return Ok(Head { bytes: head, skipped: 0, begins_with_mark: false });
    }
    let (mark, mut count, mut bytes) = (head, 1, vec![]);
    while is_determined && bytes.is_empty() {
        bytes = vec![0; mark.len()];
        let n = input.read_full(&mut bytes)?;
        bytes.truncate(n);
        if bytes == mark {
            (count, bytes) = (count + 1, vec![]);
        } else if n == 0 {
            break;
        }
    }
    if is_own {
        (count, bytes) = (count - 1, [&mark[..], &bytes].concat());
    }
    Ok(Head { bytes, skipped: count * mark.len() as u64, begins_with_mark: is_own })
}

/// Offsets in the text, which begins at `start`.
struct InBytes<'a> {
    start: u64,
    view: View<'a>,
}

impl Locate for InBytes<'_> {
    fn part(&self, offset: u64, length: u64) -> (u64, u64) {
        (self.start + offset, length)
    }

    fn excerpt(&self, offset: u64, length: u64) -> Excerpt {
        Excerpt::with_after(&self.view.first(offset, length + AFTER, Excerpt::LIMIT + AFTER as usize), length)
    }
}
