//! Inputs in an encoding.

use std::ops::ControlFlow;

use placemat::{Encoding, End};

use super::account::{Failed, Finding, Locate};
use super::session::{Session, Source};
use super::sink::Target;
use crate::input::Input;
use crate::layer;
use crate::names::Side;
use crate::pieces::Pieces;
use crate::recent::{Recent, View, unsettled};
use crate::show::Excerpt;
use crate::status::Trouble;

/// How many bytes before the chunk at hand are kept in any case: a code point that waits for the next one is not of
/// the input any more.
const KEPT: u64 = 64;

impl Source for Encoding {
    fn feed<T: Target>(
        session: &mut Session<'_, Self, T>,
        input: &mut Input,
    ) -> Result<ControlFlow<()>, Trouble> {
        let Side::Encoding(from) = session.plan.from else { unreachable!("code points are read as text") };
        let text = match layer::resolve(from, input)? {
            Ok(text) => text,
            Err(error) => {
                let finding = Finding { offset: error.offset(), length: error.len(), kind: error.kind() };
                let excerpt = Excerpt::new(&input.peek(error.offset(), Excerpt::LIMIT)?, error.len());
                session.stopped_by(Failed::IllFormed(finding), excerpt)?;
                return Ok(ControlFlow::Break(()));
            }
        };
        session.begin(text.encoding)?;
        let (mut recent, mut at, mut pieces) = (Recent::default(), 0, Pieces::of(input));
        loop {
            let piece = pieces.next(input)?;
            let n = piece.len();
            let end = if n == 0 { End::Input } else { End::No };
            let locate = InBytes { start: text.start, view: recent.view(at, piece) };
            if let ControlFlow::Break(failure) = session.push(piece, end, &locate)? {
                let read = failure.offset().min(session.transcoder().offset());
                session.ledger.current().read = text.start + read;
                session.stopped(failure, &locate)?;
                return Ok(ControlFlow::Break(()));
            }
            if n == 0 {
                break;
            }
            let end = at + n as u64;
            let from = unsettled(session.transcoder()).min(end.saturating_sub(KEPT));
            recent.keep_from(from, at, piece);
            at = end;
        }
        let account = session.ledger.current();
        account.read = text.start + at + text.tail;
        account.trailing = text.trailing;
        session.end(text.start, text.start + at);
        Ok(ControlFlow::Continue(()))
    }
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
        Excerpt::new(&self.view.first(offset, length, Excerpt::LIMIT), length)
    }
}
