//! What there is to tell of a place in an input: its line and column, the bytes around it, and a hint.

mod hint;
mod kind;
mod position;

use placemat::form::MAGIC_NUMBER;
use placemat::{Codec, Encoding};

use crate::input::{CHUNK, Input};
use crate::recent::View;
use crate::show::Excerpt;
use crate::status::Trouble;
pub(crate) use kind::{Counts, Kind};
pub(crate) use position::Position;

/// Bytes before a part that a hint may look at, and that are shown.
pub(crate) const MARGIN: u64 = 8;
/// The bytes that are fetched.
pub(crate) const WINDOW: usize = 40;

/// Bytes around a part with which something is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    /// That of the text, with its byte order.
    pub(crate) encoding: Encoding,
    pub(crate) kind: Kind,
    /// From some bytes before the part on.
    pub(crate) bytes: Vec<u8>,
    /// Where the part is in them.
    pub(crate) at: usize,
    /// Where it is in the input.
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// What the text begins with.
    pub(crate) foreign: Option<Foreign>,
}

/// The signature of an encoding that no hint may take for damage to UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// A Corrected UTF-8 document.
    Document,
    /// The same, behind a mark or with another line end.
    NearlyDocument,
    Gb18030,
}

impl Foreign {
    /// That of an encoding of bytes which reads such a text as another.
    pub(crate) fn of(encoding: Encoding, head: &[u8]) -> Option<Self> {
        let facts = encoding.facts();
        let behind = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        match () {
            () if facts.width > 1 || facts.is_corrected => None,
            () if head.starts_with(&MAGIC_NUMBER) => Some(Foreign::Document),
            () if behind.starts_with(&MAGIC_NUMBER[..7]) => Some(Foreign::NearlyDocument),
            () if head.starts_with(b"\x84\x31\x95\x33") => Some(Foreign::Gb18030),
            () => None,
        }
    }
}

impl Around {
    /// What somebody who has seen many errors would say of it.
    pub(crate) fn hint(&self) -> Option<String> {
        hint::of(self)
    }

    /// The overlong sequence that it begins, if it does.
    pub(crate) fn disguised(&self) -> Option<Disguised> {
        hint::disguised(self)
    }

    /// Can what is said of an error in front of it be about this one as well?
    pub(crate) fn is_behind(&self) -> bool {
        hint::is_behind(self)
    }
}

/// An overlong sequence.
#[derive(Clone, Debug)]
pub(crate) struct Disguised {
    /// What it stands for.
    pub(crate) code_point: u32,
    pub(crate) bytes: Excerpt,
}

/// A part of a text with which something is wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) kind: Kind,
}

/// What there is to tell of a part from.
pub(crate) struct Scene<'s> {
    /// Where the text begins in the input.
    pub(crate) start: u64,
    pub(crate) encoding: Encoding,
    pub(crate) foreign: Option<Foreign>,
    pub(crate) view: View<'s>,
    pub(crate) input: &'s mut Input,
}

impl Scene<'_> {
    /// The bytes around a part: what is at hand, or from the input again where that is not all and it can be.
    pub(crate) fn around(&mut self, part: Part) -> Result<Around, Trouble> {
        let from = part.offset.saturating_sub(MARGIN);
        let from_hand = from.max(self.view.start());
        let at_hand = self.view.first(from_hand, WINDOW as u64, WINDOW);
        let is_all = from_hand == from && at_hand.len() == WINDOW;
        let (bytes, from) = if !is_all && self.input.is_rereadable() {
            (self.input.peek(self.start + from, WINDOW)?, from)
        } else {
            (at_hand, from_hand)
        };
        let at = ((part.offset - from) as usize).min(bytes.len());
        let Part { offset, length, kind } = part;
        let (encoding, foreign) = (self.encoding, self.foreign);
        Ok(Around { encoding, kind, bytes, at, offset: self.start + offset, length, foreign })
    }

    /// Counts up to an offset: what is not at hand any more is read again.
    pub(crate) fn count_to(&mut self, position: &mut Position, offset: u64) -> Result<(), Trouble> {
        let at_hand = self.view.start().min(offset);
        if position.at < at_hand {
            let mut buffer = vec![0; CHUNK];
            let (from, to) = (self.start + position.at, self.start + at_hand);
            self.input.reread(from, to, &mut buffer, |piece| position.count(piece))?;
        }
        position.advance(self.view, offset);
        position.settle();
        Ok(())
    }
}
