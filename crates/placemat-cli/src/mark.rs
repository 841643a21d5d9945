//! The mark at the front of a text, U+FEFF.

use placemat::{Codec, Encoding};

/// What U+FEFF is at the front of an input, to be left out or looked for.
pub(crate) fn to_read(encoding: Encoding) -> Option<Vec<u8>> {
    // There is no encoder for this one.
    of(if encoding == Encoding::Tcl86Utf8 { Encoding::Mutf8 } else { encoding })
}

/// What U+FEFF is in an encoding that has a place for it; nothing where it writes one itself.
pub(crate) fn of<C: Codec>(codec: C) -> Option<Vec<C::Unit>> {
    if codec.mark().is_empty() { placemat::encode(codec, &[0xFEFF]).ok() } else { Some(vec![]) }
}
