//! Signatures: marks at the start of a text that tell its encoding (CONFORMANCE.md, Marks).

use crate::encoding::Encoding;
use crate::form::MAGIC_NUMBER;

/// A mark found at the start of an input.
///
/// Needs the feature `encoding`.
///
/// ```
/// use placemat::{detect_signature, Encoding, Signature};
/// let mark = Signature { encoding: Encoding::Utf1, len: 3 };
/// assert_eq!(detect_signature(b"\xF7\x64\x4Cabc"), Some(mark)); // U+FEFF in UTF-1
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The encoding that it tells.
    pub encoding: Encoding,
    /// Its length in bytes.
    pub len: usize,
}

/// All signatures, longest first. `FF FE 00 00` could also be UTF-16LE with a U+0000; the longer match wins.
const SIGNATURES: [(&[u8], Encoding); 7] = [
    (&MAGIC_NUMBER, Encoding::CorrectedUtf8),
    (&[0x00, 0x00, 0xFE, 0xFF], Encoding::Utf32Be),
    (&[0xFF, 0xFE, 0x00, 0x00], Encoding::Utf32Le),
    (&[0xEF, 0xBB, 0xBF], Encoding::Utf8),
    (&[0xF7, 0x64, 0x4C], Encoding::Utf1),
    (&[0xFE, 0xFF], Encoding::Utf16Be),
    (&[0xFF, 0xFE], Encoding::Utf16Le),
];

/// The longest signature at the start of `bytes`.
///
/// Needs the feature `encoding`.
///
/// ```
/// use placemat::{detect_signature, Encoding};
/// let found = detect_signature(b"\xFF\xFEa\0").unwrap();
/// assert_eq!((found.encoding, found.len), (Encoding::Utf16Le, 2));
/// assert!(detect_signature(b"plain").is_none());
/// ```
#[inline]
pub fn detect_signature(bytes: &[u8]) -> Option<Signature> {
    SIGNATURES
        .iter()
        .find(|(mark, _)| bytes.starts_with(mark))
        .map(|&(mark, encoding)| Signature { encoding, len: mark.len() })
}
