//! The context of a position in an input: its line and column, the bytes around it, and a hint.

mod denied;
mod hint;
mod kind;
mod message;
mod position;

use placemat::form::CorrectedUtf8;
use placemat::{Codec, Encoding, ErrorKind};

use crate::input::{CHUNK, Input};
use crate::legacy::{Guess, Legacy};
use crate::mixed::{Parts, Spliced};
use crate::names::Side;
use crate::recent::View;
use crate::show::Excerpt;
use crate::status::CommandError;
pub(crate) use denied::{Denied, Search};
pub(crate) use kind::{Counts, Kind};
pub(crate) use message::{START_WAS_CUT, WAS_CUT};
pub(crate) use position::Position;

/// How many bytes before an error a hint may examine and an excerpt shows.
pub(crate) const MARGIN: u64 = 8;
/// How many bytes are fetched.
pub(crate) const WINDOW: usize = 40;
/// What a legacy encoding has in common with this one: its units are bytes, and nothing is reserved.
pub(crate) const STANDS_FOR_LEGACY: Encoding = Encoding::Windows1252;

/// The bytes around an error.
#[derive(Clone, Debug)]
pub(crate) struct ErrorContext {
    /// The encoding of the text, with its byte order.
    pub(crate) encoding: Encoding,
    pub(crate) kind: Kind,
    /// The bytes, from some bytes before the error on.
    pub(crate) bytes: Vec<u8>,
    /// The position of the error in these bytes.
    pub(crate) at: usize,
    /// The offset of the error in the input.
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// The signature at the start of the text.
    pub(crate) foreign: Option<Foreign>,
    /// The legacy encoding that is read instead.
    pub(crate) legacy: Option<Legacy>,
    /// What detection takes the whole text for, if that is known.
    pub(crate) whole: Whole,
}

/// What is known of a whole text: the legacy encoding that detection takes it for, or that this is one that
/// placemat does not know, whether `repair` leaves bytes of Windows-1252 in it alone, and its parts if it is in
/// more than one encoding.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Whole {
    pub(crate) guess: Option<Guess>,
    pub(crate) is_unknown: bool,
    pub(crate) is_left: bool,
    pub(crate) parts: Option<Parts>,
    pub(crate) spliced: Option<Spliced>,
}

/// The signature of an encoding that no hint may take for damage to UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Foreign {
    /// A Corrected UTF-8 document.
    Document,
    /// A Corrected UTF-8 document whose magic number follows a BOM or has another line end.
    NearlyDocument,
    Gb18030,
}

impl Foreign {
    /// Returns the signature at the start of a text, if the text is read in an encoding of bytes that would
    /// read it as something else.
    pub(crate) fn of(encoding: Encoding, head: &[u8]) -> Option<Self> {
        let info = encoding.info();
        let after = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        match () {
            () if info.width > 1 || info.is_corrected => None,
            () if head.starts_with(&CorrectedUtf8::MAGIC_NUMBER) => Some(Foreign::Document),
            () if after.starts_with(&CorrectedUtf8::MAGIC_NUMBER[..7]) => Some(Foreign::NearlyDocument),
            () if head.starts_with(b"\x84\x31\x95\x33") => Some(Foreign::Gb18030),
            () => None,
        }
    }
}

impl ErrorContext {
    /// Returns a hint about the likely cause of the error.
    pub(crate) fn hint(&self) -> Option<String> {
        hint::of(self)
    }

    /// Returns a hint if the error is the only one that is reported.
    pub(crate) fn only_hint(&self) -> Option<String> {
        hint::of_only(self)
    }

    /// Returns what is wrong, in a sentence.
    pub(crate) fn message(&self) -> String {
        message::of(self)
    }

    /// Returns what is wrong with the first part of a range that a policy delimits.
    pub(crate) fn message_on_first(&self) -> String {
        message::of_first(self)
    }

    /// Returns what is wrong, in a sentence that has the bytes of the error as its subject, without them.
    pub(crate) fn predicate(&self) -> String {
        message::predicate(self)
    }

    /// Returns an ill-formed subsequence with its bytes, and with those after them that are known.
    pub(crate) fn of_error(side: Side, kind: ErrorKind, (offset, length): (u64, u64), ahead: &[u8]) -> Self {
        let legacy = if let Side::Legacy(legacy) = side { Some(legacy) } else { None };
        ErrorContext {
            // The text in a wrapper is in another encoding.
            encoding: match side.read_as() {
                _ if legacy.is_some() => STANDS_FOR_LEGACY,
                wrapper if wrapper.info().doubled.is_some() => Encoding::Utf8,
                frame if frame.as_frame().is_some() => Encoding::Mutf8,
                encoding => encoding,
            },
            kind: Kind::IllFormed(kind),
            bytes: ahead[..ahead.len().min(WINDOW)].to_vec(),
            at: 0,
            offset,
            length,
            foreign: None,
            legacy,
            whole: Whole::default(),
        }
    }

    /// Returns the encoding in whose units the whole input seems to be, if it is another one.
    pub(crate) fn wide(&self) -> Option<Encoding> {
        hint::wide(self)
    }

    /// Returns the bytes of the error as text in windows-1252, if that is likely what they are, or in the
    /// encoding that the whole text is likely in.
    pub(crate) fn western(&self) -> Option<String> {
        hint::western(self)
    }

    /// Returns the bytes of the error that are known.
    fn own(&self) -> &[u8] {
        let len = usize::try_from(self.length).unwrap_or(usize::MAX);
        &self.bytes[self.at..][..len.min(self.bytes.len() - self.at)]
    }

    /// Returns the byte after the error.
    fn next(&self) -> Option<u8> {
        self.bytes.get(self.at.checked_add(usize::try_from(self.length).ok()?)?).copied()
    }

    /// Returns `true` if a hint on the preceding error may also apply to this one.
    pub(crate) fn continues(&self) -> bool {
        hint::continues(self)
    }
}

/// Returns a hint that follows a message, without what the message says already.
pub(crate) fn hint_after<'h>(message: &str, hint: &'h str) -> &'h str {
    match hint.split_once(": ") {
        Some((said, rest)) if message.ends_with(said) => rest,
        _ => hint,
    }
}

/// An overlong sequence.
#[derive(Clone, Debug)]
pub(crate) struct Disguised {
    /// The code point that it encodes.
    pub(crate) code_point: u32,
    pub(crate) bytes: Excerpt,
}

/// A range of a text that is an error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) kind: Kind,
}

/// The data from which the context of an error is made.
pub(crate) struct ContextSource<'s> {
    /// The offset of the text in the input.
    pub(crate) start: u64,
    pub(crate) encoding: Encoding,
    pub(crate) foreign: Option<Foreign>,
    pub(crate) view: View<'s>,
    pub(crate) input: &'s mut Input,
}

impl ContextSource<'_> {
    /// Returns the bytes around an error: from memory, or from the input again if they are not in memory and
    /// the input can be read again.
    pub(crate) fn around(&mut self, part: Part) -> Result<ErrorContext, CommandError> {
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
        Ok(ErrorContext {
            encoding,
            kind,
            bytes,
            at,
            offset: self.start + offset,
            length,
            foreign,
            legacy: None,
            whole: Whole::default(),
        })
    }

    /// Counts lines and columns up to an offset. Bytes that are no longer in memory are read again.
    pub(crate) fn count_to(&mut self, position: &mut Position, offset: u64) -> Result<(), CommandError> {
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
