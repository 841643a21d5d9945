//! Lossy decoding of UTF-8 that comes in pieces.

use crate::codec::Codec;
use crate::form::Utf8;
use crate::string::{Chunks, DENSE, Str};
use crate::table::NotDecoded;

/// Decodes UTF-8 in pieces into pieces of `&str`, with U+FFFD for each ill-formed maximal subpart.
/// Well-formed text is not copied.
///
/// Needs the feature `strings`.
///
/// ```
/// use placemat::stream::LossyUtf8;
/// let (mut decoder, mut text) = (LossyUtf8::new(), String::new());
/// for piece in [&b"a\xE2"[..], b"\x82\xACb\xFF", b"\xE2"] {
///     decoder.push(piece, |text_piece| text += text_piece);
/// }
/// decoder.finish(|text_piece| text += text_piece);
/// assert_eq!(text, "a€b\u{FFFD}\u{FFFD}");
/// ```
#[derive(Clone, Debug, Default)]
pub struct LossyUtf8 {
    pending: [u8; 4],
    pending_len: usize,
    /// The number of further bytes that count as near the last ill-formed subsequence.
    near: usize,
}

impl LossyUtf8 {
    /// Creates a decoder for the start of a text.
    ///
    /// ```
    /// placemat::stream::LossyUtf8::new().finish(|_| unreachable!());
    /// ```
    #[inline]
    pub fn new() -> Self {
        LossyUtf8::default()
    }

    /// Decodes the next bytes of the text and passes each piece of text to `take`.
    ///
    /// ```
    /// let mut pieces = vec![];
    /// placemat::stream::LossyUtf8::new().push(b"ab\xFFc", |piece| pieces.push(piece.to_owned()));
    /// assert_eq!(pieces, ["ab", "\u{FFFD}", "c"]);
    /// ```
    pub fn push(&mut self, mut bytes: &[u8], mut take: impl FnMut(&str)) {
        while self.pending_len > 0 {
            let Some((&byte, rest)) = bytes.split_first() else { return };
            self.pending[self.pending_len] = byte;
            let started = &self.pending[..=self.pending_len];
            match Utf8.decode_next(started, false) {
                Ok(_) => {
                    if let Ok(text) = Str::<Utf8>::new(started) {
                        take(text.as_str());
                    }
                    (bytes, self.pending_len) = (rest, 0);
                }
                Err(NotDecoded::Incomplete) => {
                    bytes = rest;
                    self.pending_len += 1;
                }
                // The byte does not belong to the pending sequence.
                Err(NotDecoded::IllFormed(_)) => {
                    take("\u{FFFD}");
                    self.pending_len = 0;
                }
            }
        }
        for chunk in Chunks::<Utf8>::of(bytes).with_ill_formed_near(self.near > 0) {
            let is_clean = chunk.ill_formed().is_empty();
            self.near = if is_clean { self.near.saturating_sub(chunk.well_formed().len()) } else { DENSE };
            if !chunk.well_formed().is_empty() {
                take(chunk.well_formed().as_str());
            }
            if chunk.is_incomplete() {
                self.pending_len = chunk.ill_formed().len();
                self.pending[..self.pending_len].copy_from_slice(chunk.ill_formed());
            } else if !chunk.ill_formed().is_empty() {
                take("\u{FFFD}");
            }
        }
    }

    /// Ends the text. An incomplete sequence becomes U+FFFD.
    ///
    /// ```
    /// let mut decoder = placemat::stream::LossyUtf8::new();
    /// decoder.push(b"\xF0\x9F", |_| unreachable!());
    /// decoder.finish(|piece| assert_eq!(piece, "\u{FFFD}"));
    /// ```
    pub fn finish(self, mut take: impl FnMut(&str)) {
        if self.pending_len > 0 {
            take("\u{FFFD}");
        }
    }
}
