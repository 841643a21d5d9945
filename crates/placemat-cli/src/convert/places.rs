//! Lines and columns of the entries of a report, and hints.
//!
//! If an input can be read again, it is counted when there is something to report. An input that can be read
//! only once is counted as it passes, if that is quick. Counting stops at the first entry, and after about a
//! millisecond.

use placemat::{Codec, Encoding, Options};

use super::input_report::{Failed, InputReport, Spot};
use crate::check::whole;
use crate::context::{ContextSource, ErrorContext, Foreign, Kind, Part, Position, WINDOW};
use crate::input::Input;
use crate::recent::View;

/// How much of an input is counted as it passes.
const COUNTED: u64 = 8 << 20;
/// Enough bytes to recognize any BOM.
const HEAD: usize = 16;
/// The BOM of the encodings that are counted as they pass.
const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Determines lines and columns in a text.
pub(super) struct Places {
    /// The offset of the text in the input, after a BOM that was removed.
    start: u64,
    is_after_mark: bool,
    encoding: Encoding,
    options: Options,
    known_start: Option<KnownStart>,
}

/// Returns `true` if everything that a hint examines is available, even if more may come. A run of bytes that
/// are not ASCII must be seen to its end.
fn is_whole(around: &ErrorContext) -> bool {
    const LONGEST: usize = 8;
    let ahead = &around.bytes[around.at..];
    ahead.len() >= LONGEST || around.encoding.info().width == 1 && ahead.iter().any(u8::is_ascii)
}

/// A text whose first bytes are known.
struct KnownStart {
    /// The encoding, with the byte order.
    encoding: Encoding,
    /// Where counting begins: after the text that has passed. `None` if that was not counted.
    position: Option<Position>,
}

impl Places {
    pub(super) fn new(start: u64, is_after_mark: bool, encoding: Encoding, options: Options) -> Self {
        let Options { on_error, on_unencodable, pairs, .. } = Options::default();
        let options = Options { on_error, on_unencodable, pairs, ..options };
        Places { start, is_after_mark, encoding, options, known_start: None }
    }

    /// Notes that the text has passed up to an offset.
    pub(super) fn pass(&mut self, report: &mut InputReport, view: View<'_>, to: u64, input: &mut Input) {
        if input.is_rereadable() {
            return;
        }
        let has_unseen = report.unseen().next().is_some();
        if has_unseen {
            self.tell(report, view, input);
        }
        let Some(KnownStart { position, .. }) = self.begin(view, input) else { return };
        match position {
            Some(position) if !has_unseen && to <= COUNTED => position.advance(view, to),
            _ => *position = None,
        }
    }

    /// Enters the lines and columns of the current input, and a hint if it failed. Entries that were not
    /// counted remain without them.
    pub(super) fn tell(&mut self, report: &mut InputReport, view: View<'_>, input: &mut Input) {
        if report.unseen().next().is_none() {
            return;
        }
        let (start, options) = (self.start, self.options);
        let Some(KnownStart { encoding, position }) = self.begin(view, input) else { return };
        let is_rereadable = input.is_rereadable();
        let head = if is_rereadable { input.peek(start, 11).unwrap_or_default() } else { vec![] };
        let foreign = Foreign::of(*encoding, &head);
        let mut context = ContextSource { start, encoding: *encoding, foreign, view, input };
        let first_error = report.errors.listed.first().map(|first| first.offset);
        for (offset, spot) in report.unseen() {
            let position = match position.clone() {
                Some(position) if first_error.is_some_and(|first| first < offset) => {
                    if is_rereadable {
                        position.over_errors(options).ok()
                    } else {
                        None
                    }
                }
                position => position,
            };
            *spot = position.and_then(|mut position| {
                context.count_to(&mut position, offset.saturating_sub(start)).ok()?;
                let Position { line, column, column_utf16, column_bytes, .. } = position;
                Some(Spot { line, column, column_utf16, column_bytes })
            });
        }
        if let Some((Failed::IllFormed(finding), _)) = &report.failed {
            let (offset, length) = (finding.offset.saturating_sub(start), finding.length);
            let part = Part { offset, length, kind: Kind::IllFormed(finding.kind) };
            let is_at_end = is_rereadable || view.is_at_end();
            let is_whole_known = is_rereadable && start == 0 && encoding.info().is_utf_8;
            report.hint = context.around(part).ok().and_then(|mut around| {
                while !is_at_end && !is_whole(&around) {
                    let mut more = [0; WINDOW];
                    match context.input.read(&mut more).ok()? {
                        0 => break,
                        n => around.bytes.extend_from_slice(&more[..n]),
                    }
                }
                if is_whole_known {
                    around.whole = whole::of(context.input, finding.offset);
                }
                around.only_hint()
            });
        }
    }

    /// Examines the first bytes, if that has not been done yet.
    fn begin(&mut self, view: View<'_>, input: &mut Input) -> Option<&mut KnownStart> {
        if self.known_start.is_none() {
            let head = match input.is_rereadable() {
                true => input.peek(self.start, HEAD).ok()?,
                false => view.first(0, HEAD as u64, HEAD),
            };
            let (is_all, options) = (head.len() < HEAD, self.options);
            let preamble = self.encoding.begin(&head, is_all, options.default_endian);
            let order = preamble.and_then(|preamble| preamble.order);
            let position = match self.is_after_mark {
                true => Position::new(self.encoding, options, &[], true),
                false => Position::new(self.encoding, options, &head, is_all),
            };
            self.known_start = Some(KnownStart {
                encoding: order.map_or(self.encoding, |order| self.encoding.with_order(order)),
                position: position.ok().filter(|_| input.is_rereadable() || self.goes_by_counted(&head)),
            });
        }
        self.known_start.as_mut()
    }

    /// Returns `true` if a text with this beginning is counted as it passes.
    fn goes_by_counted(&self, head: &[u8]) -> bool {
        // It is not known yet whether the beginning of a BOM is one.
        let is_cut = !self.is_after_mark && head.len() < MARK.len() && MARK.starts_with(head);
        !is_cut && Position::is_quick(self.encoding, self.options)
    }
}
