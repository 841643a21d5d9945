//! The BOM at the start of a text, U+FEFF.

use placemat::form::CorrectedUtf8;
use placemat::{Codec, Encoding};

use crate::input::Input;
use crate::status::CommandError;

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

/// The length of a BOM and the magic number.
const MARKED: usize = 3 + CorrectedUtf8::MAGIC_NUMBER.len();

/// Returns `true` if an input begins like a Corrected UTF-8 document, even after a BOM or with another line
/// end. The magic number has a byte 00, which binary files have, too.
pub(crate) fn begins_as_document(input: &mut Input) -> Result<bool, CommandError> {
    Ok(is_of_document(&input.peek(0, MARKED)?))
}

/// Returns `true` if these are the first bytes of such a document.
pub(crate) fn is_of_document(front: &[u8]) -> bool {
    front.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(front).starts_with(&CorrectedUtf8::MAGIC_NUMBER[..7])
}
