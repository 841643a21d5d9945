//! The BOM at the start of a text, U+FEFF.

use placemat::{Codec, Encoding};

/// Returns the bytes of U+FEFF at the start of an input, to be removed or recognized.
pub(crate) fn to_read(encoding: Encoding) -> Option<Vec<u8>> {
    // A form without an encoder reads U+FEFF as UTF-8 writes it.
    let has_no_encoder = !encoding.info().encodes && !encoding.is_wrapper();
    of(if has_no_encoder { Encoding::Utf8 } else { encoding })
}

/// Returns `true` for documents in Corrected UTF-8, which begin with a magic number instead of a BOM.
pub(crate) fn is_document(encoding: Encoding) -> bool {
    encoding.info().is_corrected && !encoding.mark().is_empty()
}

/// Returns the units of U+FEFF in an encoding that can represent it; no units if the encoding itself writes
/// it.
pub(crate) fn of<C: Codec>(codec: C) -> Option<Vec<C::Unit>> {
    if codec.mark().is_empty() { placemat::encode(codec, &[0xFEFF]).ok() } else { Some(vec![]) }
}
