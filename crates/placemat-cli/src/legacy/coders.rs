//! The decoder, the encoder and the detector: the types that call `encoding_rs` and `chardetng`.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, EncoderResult};

use super::encodings::{Kind, Legacy};
use super::{Step, dos};

/// A decoder to UTF-8, with its state between pieces.
pub(super) enum Decoder {
    Whatwg(encoding_rs::Decoder),
    Dos(dos::Decoder),
}

impl Decoder {
    pub(super) fn new(legacy: Legacy) -> Self {
        match legacy.0 {
            Kind::Whatwg(encoding) => Decoder::Whatwg(encoding.new_decoder_without_bom_handling()),
            Kind::Dos(page) => Decoder::Dos(dos::Decoder::new(page)),
        }
    }

    /// Returns the room that is enough for the output of a piece.
    pub(super) fn room(&self, len: usize) -> usize {
        let room = match self {
            Decoder::Whatwg(decoder) => decoder.max_utf8_buffer_length_without_replacement(len),
            Decoder::Dos(_) => len.checked_mul(3),
        };
        room.unwrap_or(usize::MAX)
    }

    /// Decodes until the end of the piece or a malformed sequence. Returns how much was read and written.
    pub(super) fn decode(&mut self, bytes: &[u8], text: &mut [u8], last: bool) -> (Step, usize, usize) {
        let decoder = match self {
            Decoder::Whatwg(decoder) => decoder,
            Decoder::Dos(decoder) => return decoder.decode(bytes, text),
        };
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(bytes, text, last);
        let step = match result {
            DecoderResult::InputEmpty => Step::Done,
            DecoderResult::OutputFull => Step::Full,
            DecoderResult::Malformed(len, after) => Step::Malformed(len.into(), after.into()),
        };
        (step, read, written)
    }
}

/// An encoder from UTF-8, with its state between pieces.
pub(super) enum Encoder {
    Whatwg(encoding_rs::Encoder),
    Dos(dos::Encoder),
}

impl Encoder {
    pub(super) fn new(legacy: Legacy) -> Self {
        match legacy.0 {
            Kind::Whatwg(encoding) => Encoder::Whatwg(encoding.new_encoder()),
            Kind::Dos(page) => Encoder::Dos(dos::Encoder::new(page)),
        }
    }

    /// Encodes until the end of the piece or a character that the encoding does not have, which counts as
    /// read.
    pub(super) fn encode(&mut self, text: &str, bytes: &mut [u8], last: bool) -> (Step, usize, usize) {
        let encoder = match self {
            Encoder::Whatwg(encoder) => encoder,
            Encoder::Dos(encoder) => return encoder.encode(text, bytes),
        };
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(text, bytes, last);
        let step = match result {
            EncoderResult::InputEmpty => Step::Done,
            EncoderResult::OutputFull => Step::Full,
            EncoderResult::Unmappable(_) => Step::Unmappable,
        };
        (step, read, written)
    }
}

/// Proposes an encoding for text without a label.
pub(super) struct Proposer {
    detector: EncodingDetector,
}

impl Proposer {
    pub(super) fn new() -> Self {
        Proposer { detector: EncodingDetector::new(Iso2022JpDetection::Allow) }
    }

    pub(super) fn push(&mut self, piece: &[u8], last: bool) {
        self.detector.feed(piece, last);
    }

    /// Returns the proposal. It is one of single bytes if no other encoding fits.
    pub(super) fn propose(&self) -> Option<Legacy> {
        Some(Legacy::of_whatwg(self.detector.guess(None, Utf8Detection::Deny)))
    }

    /// Returns the proposal for text from a country, given by its top-level domain.
    pub(super) fn propose_for(&self, domain: &str) -> Option<Legacy> {
        Some(Legacy::of_whatwg(self.detector.guess(Some(domain.as_bytes()), Utf8Detection::Deny)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::legacy::Shape;

    #[test]
    fn the_lengths_are_those_of_the_encoder() {
        for legacy in Legacy::all().filter(|one| one.shape() != Shape::Iso2022Jp) {
            let mut lengths = BTreeSet::new();
            for character in ('\0'..='\u{FFFF}').chain(['\u{20089}', '\u{1F4A9}']) {
                let mut encoder = Encoder::new(legacy);
                let (mut text, mut bytes) = ([0; 4], [0; 16]);
                let (step, _, written) = encoder.encode(character.encode_utf8(&mut text), &mut bytes, true);
                if step == Step::Done {
                    lengths.insert(written as u64);
                }
            }
            // GBK reads the four bytes of GB18030 and does not write them.
            if legacy.identifier() == "gbk" {
                lengths.insert(4);
            }
            // The three bytes of EUC-JP are only read.
            if legacy.identifier() == "euc-jp" {
                lengths.insert(3);
            }
            assert_eq!(lengths.into_iter().collect::<Vec<_>>(), legacy.shape().lengths(), "{legacy:?}");
        }
    }
}
