//! Code points to legacy text, in pieces.

use super::{Encoder, Legacy, Step};

/// Encodes code points, with the state of the encoder between pieces.
pub(crate) struct Outlet {
    encoder: Encoder,
    is_altered: fn(u32) -> bool,
    text: String,
    bytes: Vec<u8>,
}

/// The room for the output of a step.
const ROOM: usize = 64 << 10;

impl Outlet {
    pub(crate) fn new(legacy: Legacy) -> Self {
        let is_altered = match legacy.identifier() {
            // ¥ and ‾ become the \ and ~ that they once replaced, and − the full-width sign.
            "shift_jis" | "euc-jp" => |one| matches!(one, 0xA5 | 0x203E | 0x2212),
            // Half-width katakana become full-width.
            "iso-2022-jp" => |one| matches!(one, 0x2212 | 0xFF61..=0xFF9F),
            _ => |_| false,
        };
        Outlet { encoder: Encoder::new(legacy), is_altered, text: String::new(), bytes: vec![0; ROOM] }
    }

    /// Returns how many code points the encoder writes as others, by the standard of the WHATWG.
    pub(crate) fn count_altered(&self, code_points: &[u32]) -> u64 {
        code_points.iter().filter(|one| (self.is_altered)(**one)).count() as u64
    }

    /// Encodes code points up to the first that the encoding does not have, and returns its index.
    pub(crate) fn put<E>(
        &mut self,
        code_points: &[u32],
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Option<usize>, E> {
        let mut first = 0;
        for piece in code_points.chunks(ROOM / 4) {
            // Surrogates and what is beyond U+10FFFF are not characters.
            let characters = piece.iter().map_while(|&one| char::from_u32(one));
            self.text.clear();
            self.text.extend(characters);
            if let Some(place) = self.put_text(&mut write)? {
                return Ok(Some(first + place));
            }
            let taken = self.text.chars().count();
            if taken < piece.len() {
                return Ok(Some(first + taken));
            }
            first += piece.len();
        }
        Ok(None)
    }

    /// Encodes the text up to the first character that the encoding does not have.
    fn put_text<E>(&mut self, write: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<Option<usize>, E> {
        let Outlet { encoder, text, bytes, .. } = self;
        let mut at = 0;
        loop {
            let (step, read, written) = encoder.encode(&text[at..], bytes, false);
            write(&bytes[..written])?;
            at += read;
            match step {
                Step::Full => {}
                // The character counts as read.
                Step::Unmappable => return Ok(Some(text[..at].chars().count() - 1)),
                _ => return Ok(None),
            }
        }
    }

    /// Returns the bytes at the end of the text, which leave an escaped state.
    pub(crate) fn finish(&mut self) -> &[u8] {
        let (_, _, written) = self.encoder.encode("", &mut self.bytes, true);
        &self.bytes[..written]
    }
}
