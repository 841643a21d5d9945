//! The mark at the front of a text, U+FEFF.

use placemat::{Codec, Encoding};

/// What U+FEFF is at the front of an input, to be left out or looked for.
pub(crate) fn to_read(encoding: Encoding) -> Option<Vec<u8>> {
    // A form without an encoder reads what UTF-8 writes.
    let has_no_encoder = !encoding.facts().encodes && !encoding.is_layer();
    of(if has_no_encoder { Encoding::Utf8 } else { encoding })
}

/// Returns `true` for documents in Corrected UTF-8, which begin with a magic number instead.
pub(crate) fn is_document(encoding: Encoding) -> bool {
    encoding.facts().is_corrected && !encoding.mark().is_empty()
}

/// What U+FEFF is in an encoding that has a place for it; nothing where it writes one itself.
pub(crate) fn of<C: Codec>(codec: C) -> Option<Vec<C::Unit>> {
    if codec.mark().is_empty() { placemat::encode(codec, &[0xFEFF]).ok() } else { Some(vec![]) }
}
