//! Whether an input may need repair, found out in pieces and in constant memory. What may is read whole.

use placemat::{Conversion, End, EventKind, Null, OnError, Options, Transcoder, form::Utf8};

use super::double::{LONGEST, is_candidate};
use super::find::{FRONT, is_front_of_interest};
use super::fix::Fixes;

/// As many bytes on each side of a seam hold every character that lies across it.
const SEAM: usize = LONGEST - 1;

/// Reads an input in pieces.
#[derive(Debug)]
pub(super) struct Scan {
    fixes: Fixes,
    transcoder: Transcoder<Utf8, Null>,
    /// The first bytes.
    head: Vec<u8>,
    /// The last bytes.
    tail: Vec<u8>,
    is_suspect: bool,
}

impl Scan {
    pub(super) fn new(fixes: Fixes) -> Self {
        let options = Options { on_error: OnError::Skip, ..Options::default() };
        let conversion = Conversion::new(Utf8, Null, options).and_then(|conversion| conversion.transcoder());
        let transcoder = conversion.expect("UTF-8 can be validated");
        Scan { fixes, transcoder, head: vec![], tail: vec![], is_suspect: false }
    }

    pub(super) fn push(&mut self, piece: &[u8]) {
        if self.head.len() < FRONT {
            let most = piece.len().min(FRONT - self.head.len());
            self.head.extend_from_slice(&piece[..most]);
        }
        if self.is_suspect {
            return;
        }
        self.validate(piece, End::No);
        if self.fixes.has(Fixes::DOUBLE_ENCODING.and(Fixes::DOUBLE_ENCODING_LINES)) {
            let seam = [&self.tail, &piece[..piece.len().min(SEAM)]].concat();
            self.is_suspect |= is_candidate(&seam) || is_candidate(piece);
            let last = if piece.len() < SEAM { &seam } else { piece };
            self.tail = last[last.len().saturating_sub(SEAM)..].to_vec();
        }
        if self.fixes.has(Fixes::UTF_16) {
            self.is_suspect |= memchr::memchr(0, piece).is_some();
        }
    }

    /// May there be something to repair?
    pub(super) fn finish(mut self) -> bool {
        self.validate(&[], End::All);
        self.is_suspect || is_front_of_interest(&self.head, self.fixes)
    }

    fn validate(&mut self, piece: &[u8], end: End) {
        let is_suspect = &mut self.is_suspect;
        self.transcoder.push_with(piece, &mut [], end, &mut |event| {
            *is_suspect |= matches!(event.kind, EventKind::IllFormed(_));
        });
    }
}
