//! How far kernels must go, and where the texts lie that they go through.

use std::vec;
use std::vec::Vec;

use crate::Encoding;
use crate::code_point::is_surrogate;
use crate::codec::Codec;
use crate::form::PairingRule;
use crate::kernel::Kind;

/// Returns `true` if a partial kernel may stop before these bytes. It may only if they begin with what it
/// leaves to the engine on purpose: a surrogate, a second spelling, what its grammar has no row for.
pub(super) fn may_stop(from: Encoding, to: Encoding, rest: &[u8]) -> bool {
    let Ok(decoded) = from.decode_next(rest, true) else { return true };
    let code_point = decoded.code_point;
    let mut sequence = [0; 6];
    let is_first_spelling =
        from.encode_next(code_point, &mut sequence).is_ok_and(|len| sequence[..len] == rest[..decoded.len]);
    let is_unknown = match (from.info().kind, to.info().kind) {
        (Kind::Ascii, _) | (_, Kind::Ascii) => code_point >= 0x80,
        // What is at another place than in ISO-8859-1.
        (_, Kind::Windows1252) => !matches!(code_point, 0..=0x7F | 0xA0..=0xFF),
        _ => code_point > 0x10_FFFF,
    };
    // The reference implementation decides whether a lead surrogate is in a pair, if a lone one is equally
    // good.
    let has_surrogates = |encoding: Encoding| encoding.info().pairing == PairingRule::Fuses;
    let is_pair = code_point > 0xFFFF && has_surrogates(from) && has_surrogates(to);
    is_surrogate(code_point) || is_pair || !is_first_spelling || is_unknown
}

/// Room for a text at any place of a block of 64 bytes.
pub(super) struct Block {
    room: Vec<u8>,
    start: usize,
}

impl Block {
    pub(super) fn new() -> Self {
        let room = vec![0; 1 << 13];
        let start = room.as_ptr().align_offset(64);
        Block { room, start }
    }

    /// Returns the text at this place.
    pub(super) fn put(&mut self, place: usize, bytes: &[u8]) -> &[u8] {
        let text = &mut self.room[self.start + place..][..bytes.len()];
        text.copy_from_slice(bytes);
        text
    }
}
