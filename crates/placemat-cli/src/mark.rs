//! The mark at the front of a text, U+FEFF.

use placemat::Codec;

/// What U+FEFF is in an encoding that has a place for it; nothing where it writes one itself.
pub(crate) fn of<C: Codec>(codec: C) -> Option<Vec<C::Unit>> {
    if codec.mark().is_empty() { placemat::encode(codec, &[0xFEFF]).ok() } else { Some(vec![]) }
}
