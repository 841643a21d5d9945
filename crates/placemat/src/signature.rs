//! Signatures at the start of a text that identify its encoding (CONFORMANCE.md, Marks).

use crate::encoding::Encoding;
use crate::label::SIGNATURES;

/// A signature found at the start of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Signature {
    /// The encoding that it identifies.
    pub(crate) encoding: Encoding,
    /// Its length in bytes.
    pub(crate) len: usize,
}

/// The longest signature.
const LONGEST: usize = {
    let (mut longest, mut k) = (0, 0);
    while k < SIGNATURES.len() {
        if SIGNATURES[k].len() > longest {
            longest = SIGNATURES[k].len();
        }
        k += 1;
    }
    longest
};

/// The number of signatures.
const COUNT: usize = {
    let (mut count, mut k) = (0, 0);
    while k < SIGNATURES.len() {
        count += !SIGNATURES[k].is_empty() as usize;
        k += 1;
    }
    count
};

/// All signatures, longest first. `FF FE 00 00` could also be UTF-16LE with a U+0000; the longer match wins.
const LONGEST_FIRST: [(&[u8], Encoding); COUNT] = {
    let mut sorted: [(&[u8], Encoding); COUNT] = [(&[], Encoding::Utf8); COUNT];
    let (mut len, mut at) = (LONGEST, 0);
    while len > 0 {
        let mut k = 0;
        while k < SIGNATURES.len() {
            if SIGNATURES[k].len() == len {
                sorted[at] = (SIGNATURES[k], Encoding::ALL[k]);
                at += 1;
            }
            k += 1;
        }
        len -= 1;
    }
    sorted
};

impl Encoding {
    /// Returns the encoding whose signature is at the start of the bytes, and the length of the signature. If
    /// there are several, it is the longest.
    ///
    /// ```
    /// use placemat::Encoding;
    /// assert_eq!(Encoding::for_signature(b"\xFF\xFEa\0"), Some((Encoding::Utf16Le, 2)));
    /// assert_eq!(Encoding::for_signature(b"\xF7\x64\x4Cabc"), Some((Encoding::Utf1, 3))); // U+FEFF in UTF-1
    /// assert_eq!(Encoding::for_signature(b"plain"), None);
    /// ```
    #[inline]
    pub fn for_signature(bytes: &[u8]) -> Option<(Encoding, usize)> {
        detect_signature(bytes).map(|found| (found.encoding, found.len))
    }
}

/// Returns the longest signature that `bytes` begin with.
#[inline]
pub(crate) fn detect_signature(bytes: &[u8]) -> Option<Signature> {
    LONGEST_FIRST
        .iter()
        .find(|(mark, _)| bytes.starts_with(mark))
        .map(|&(mark, encoding)| Signature { encoding, len: mark.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::MAGIC_NUMBER;

    #[test]
    fn signatures_of_the_registry_are_those_of_the_list() {
        const LISTED: [(&[u8], Encoding); 8] = [
            (&MAGIC_NUMBER, Encoding::CorrectedUtf8),
            (&[0x00, 0x00, 0xFE, 0xFF], Encoding::Utf32Be),
            (&[0xFF, 0xFE, 0x00, 0x00], Encoding::Utf32Le),
            (&[0xEF, 0xBB, 0xBF], Encoding::Utf8),
            (&[0xF7, 0x64, 0x4C], Encoding::Utf1),
            (&[0xFE, 0xFF], Encoding::Utf16Be),
            (&[0xFF, 0xFE], Encoding::Utf16Le),
            (&[0xDD, 0x73, 0x66, 0x73], Encoding::UtfEbcdic),
        ];
        assert!(LISTED.iter().all(|listed| LONGEST_FIRST.contains(listed)) && LISTED.len() == COUNT);
        assert!(LONGEST_FIRST.is_sorted_by_key(|(mark, _)| core::cmp::Reverse(mark.len())));
    }

    /// The magic number of Corrected UTF-8 is the only signature that is not U+FEFF.
    #[test]
    fn signatures_are_the_mark_in_their_encodings() {
        for (mark, encoding) in LONGEST_FIRST.into_iter().filter(|(mark, _)| *mark != MAGIC_NUMBER) {
            assert_eq!(crate::encode(encoding, &[0xFEFF]).as_deref(), Ok(mark), "{encoding}");
        }
    }
}
