//! Signatures of encodings that are not UTF-8: such a text is left alone.

use crate::codec::Codec;
use crate::encoding::Encoding;
use crate::form::MAGIC_NUMBER;
use crate::label::SIGNATURES;
use crate::signature::{Signature, detect_signature};
use crate::unit::Endian;

/// U+FEFF.
pub(super) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// U+FEFF in GB18030.
const GB18030: &[u8] = b"\x84\x31\x95\x33";

/// Returns the name of the encoding outside the family that a signature at the start identifies.
#[inline]
pub(super) fn foreign_name(text: &[u8]) -> Option<&'static str> {
    text.starts_with(GB18030).then_some("GB18030")
}

/// Returns `true` if a text begins with the signature of an encoding that is not UTF-8.
#[inline]
pub(super) fn is_foreign(text: &[u8]) -> bool {
    /// The first bytes of all signatures.
    static FIRST: [bool; 256] = {
        let mut first = [false; 256];
        let mut k = 0;
        while k < SIGNATURES.len() {
            if let [byte, ..] = SIGNATURES[k] {
                first[*byte as usize] = true;
            }
            k += 1;
        }
        first[MAGIC_NUMBER[0] as usize] = true;
        first[GB18030[0] as usize] = true;
        first
    };
    let may_be = text.first().is_some_and(|&byte| FIRST[usize::from(byte)]);
    may_be && is_foreign_by_signature(text)
}

#[inline]
fn is_foreign_by_signature(text: &[u8]) -> bool {
    foreign_signature(text).is_some() || foreign_name(text).is_some()
}

/// Returns the encoding that a signature at the start identifies, by the encoding that reads the whole of
/// such an input, if it is not UTF-8.
#[inline]
pub(super) fn foreign_signature(text: &[u8]) -> Option<Encoding> {
    let text = match text.strip_prefix(MARK) {
        Some(after) if after.starts_with(&MAGIC_NUMBER[..7]) => after,
        _ => text,
    };
    // A different line end after the seven bytes, or none, is a slip: no text in UTF-8 contains them.
    if text.starts_with(&MAGIC_NUMBER[..7]) {
        return Some(Encoding::CorrectedUtf8Document);
    }
    let Signature { encoding, len } = detect_signature(text)?;
    if encoding.info().is_utf_8 {
        return None;
    }
    let removes =
        |one: &Encoding| one.begin(text, true, Endian::Big).is_some_and(|preamble| preamble.skip == len);
    Some(Encoding::ALL.into_iter().find(removes).unwrap_or(encoding))
}
