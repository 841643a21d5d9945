//! Determines in pieces and in constant memory whether an input may need repair. If it may, it has to be read
//! as a whole.

use alloc::vec;
use alloc::vec::Vec;

use crate::codec::Null;
use crate::engine::{Conversion, End, Event, EventKind, Transcoder};
use crate::form::Utf8;
use crate::kernel::each_place;
use crate::options::Options;
use crate::policy::OnError;

use super::double::{LONGEST, first_candidate, is_candidate};
use super::find::{FRONT, is_front_of_interest};
use super::fix::Fixes;

/// Returns the first position at which there may be something to repair in well-formed values that are stored
/// side by side.
#[inline]
pub(crate) fn first_suspect(values: &[u8], fixes: Fixes) -> Option<usize> {
    let is_for = |some: Fixes| fixes.has_any(some);
    if !is_for(Fixes::UTF_16) && values.is_ascii() {
        return None;
    }
    let double = is_for(Fixes::DOUBLE_ENCODING | Fixes::DOUBLE_ENCODING_LINES | Fixes::DOUBLE_BOM)
        .then(|| first_candidate(values))
        .flatten();
    let values = &values[..double.unwrap_or(values.len())];
    let mark = is_for(Fixes::DOUBLE_BOM | Fixes::BOM)
        .then(|| each_place(values, 0xEF).find(|&at| values[at..].starts_with(b"\xEF\xBB\xBF")))
        .flatten();
    let values = &values[..mark.unwrap_or(values.len())];
    let nul = is_for(Fixes::UTF_16).then(|| each_place(values, 0).next()).flatten();
    nul.or(mark).or(double)
}

/// This many bytes on each side of a cut contain every character that lies across it.
const PAIRING: usize = LONGEST - 1;

/// Scans a text in pieces, in constant memory, for anything that may need repair.
///
/// ```
/// use placemat::repair::{Fixes, Scan};
/// let needs_repair = |pieces: &[&[u8]]| {
///     let mut scan = Scan::new(Fixes::DEFAULT);
///     pieces.iter().for_each(|piece| scan.push(piece));
///     scan.finish()
/// };
/// assert!(!needs_repair(&[b"caf\xC3", b"\xA9"]));
/// assert!(needs_repair(&[b"caf\xC3", b"\x83\xC2\xA9"]));
/// ```
#[derive(Debug)]
pub struct Scan {
    fixes: Fixes,
    transcoder: Transcoder<Utf8, Null>,
    /// The first bytes.
    head: Vec<u8>,
    /// The last bytes.
    tail: Vec<u8>,
    is_suspect: bool,
}

impl Scan {
    /// Starts the scan of a text for these fixes.
    ///
    /// ```
    /// use placemat::repair::{Fixes, Scan};
    /// assert!(!Scan::new(Fixes::ALL).finish());
    /// ```
    #[inline]
    pub fn new(fixes: Fixes) -> Self {
        let options = Options { on_error: OnError::Skip, ..Options::default() };
        let conversion = Conversion::new(Utf8, Null, options).and_then(|conversion| conversion.transcoder());
        let transcoder = conversion.expect("UTF-8 can be validated");
        Scan { fixes, transcoder, head: vec![], tail: vec![], is_suspect: false }
    }

    /// Scans the next piece.
    ///
    /// ```
    /// # use placemat::repair::{Fixes, Scan};
    /// let mut scan = Scan::new(Fixes::C0_80);
    /// scan.push(b"a\xC0\x80b");
    /// assert!(scan.finish());
    /// ```
    #[inline]
    pub fn push(&mut self, piece: &[u8]) {
        if self.head.len() < FRONT {
            let most = piece.len().min(FRONT - self.head.len());
            self.head.extend_from_slice(&piece[..most]);
        }
        if self.is_suspect {
            return;
        }
        self.validate(piece, End::No);
        if self.fixes.has_any(Fixes::DOUBLE_ENCODING | Fixes::DOUBLE_ENCODING_LINES) {
            let pairing = [&self.tail, &piece[..piece.len().min(PAIRING)]].concat();
            self.is_suspect |= is_candidate(&pairing) || is_candidate(piece);
            let last = if piece.len() < PAIRING { &pairing } else { piece };
            self.tail = last[last.len().saturating_sub(PAIRING)..].to_vec();
        }
        if self.fixes.has_any(Fixes::UTF_16) {
            self.is_suspect |= piece.contains(&0);
        }
    }

    /// Ends the text. Returns `false` if it is well-formed and there is nothing to repair, and `true` if
    /// there may be.
    ///
    /// ```
    /// # use placemat::repair::{Fixes, Scan};
    /// let mut scan = Scan::new(Fixes::DOUBLE_BOM);
    /// scan.push(b"\xEF\xBB\xBFone mark is no damage");
    /// assert!(!scan.finish());
    /// ```
    #[inline]
    pub fn finish(mut self) -> bool {
        self.validate(&[], End::All);
        self.is_suspect || is_front_of_interest(&self.head, self.fixes)
    }

    #[inline]
    fn validate(&mut self, piece: &[u8], end: End) {
        let is_suspect = &mut self.is_suspect;
        self.transcoder.push_observed(piece, &mut [], end, &mut |event: Event| {
            *is_suspect |= matches!(event.kind, EventKind::IllFormed(_));
        });
    }
}
