//! Lossy decoding in memory, with U+FFFD for ill-formed subsequences, as std and ECMAScript do it. Kernels do
//! the work.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec, vec::Vec};

use super::checked::str_of;
#[cfg(feature = "alloc")]
use super::checked::string_of;
use crate::cast::bytes_of_mut;
use crate::form::Utf16;
use crate::kernel;
#[cfg(feature = "alloc")]
use crate::kernel::{Kind, Lossy};
use crate::simd::Isa;

/// Converts bytes to UTF-8 with one U+FFFD for every ill-formed maximal subpart. Without any, the bytes are
/// borrowed.
///
/// It does what std's `String::from_utf8_lossy` and the policy [`Replace`](crate::OnError::Replace) do
/// (Unicode 3.9, U+FFFD Substitution of Maximal Subparts; the WHATWG's decoder).
///
/// ```
/// use placemat::from_utf8_lossy;
/// use std::borrow::Cow;
/// assert_eq!(from_utf8_lossy("¡olé!".as_bytes()), Cow::Borrowed("¡olé!"));
/// assert_eq!(from_utf8_lossy(b"a\xF0\x9F\x98b\xC0\xAFc"), "a\u{FFFD}b\u{FFFD}\u{FFFD}c");
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
    match str_of(Isa::current, bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(valid) => Cow::Owned(replaced(bytes, valid)),
    }
}

/// Returns the lossy text. The first `valid` bytes are well-formed.
#[cfg(feature = "alloc")]
#[cold]
#[inline]
fn replaced(bytes: &[u8], valid: usize) -> String {
    let mut text = vec![];
    let len = replace_into(bytes, valid, &mut text);
    text.truncate(len);
    string_of(Isa::current(), text)
}

/// Writes the lossy text to the start of `text`, which grows as needed, and returns its length. The first
/// `valid` bytes are well-formed.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn replace_into(bytes: &[u8], valid: usize, text: &mut Vec<u8>) -> usize {
    let isa = Isa::current();
    const LOSSY: Lossy = match kernel::lossy(Kind::Utf8, Kind::Utf8, false) {
        Some(kernel) => kernel,
        None => panic!("there is a kernel"),
    };
    // An error of one byte needs two more. If there are many, the text needs more room than this, and at most
    // three times the rest.
    let room = bytes.len() + bytes.len() / 16 + 64;
    if text.is_empty() {
        // Fresh memory, which is already zero.
        *text = vec![0; room];
    } else if text.len() < room {
        text.resize(room, 0);
    }
    text[..valid].copy_from_slice(&bytes[..valid]);
    let (mut read, mut written) = (valid, valid);
    loop {
        let (done, _) = LOSSY.run(isa, &bytes[read..], &mut text[written..], true);
        read += done.read;
        written += done.written;
        if read == bytes.len() {
            return written;
        }
        let rest = bytes.len() - read;
        text.resize(text.len().max(written + (rest + rest / 2).max(64)), 0);
    }
}

impl Utf16 {
    /// Replaces every lone surrogate with U+FFFD in place, as ECMAScript's `toWellFormed` does. Returns the
    /// number of them.
    ///
    /// ```
    /// use placemat::form::Utf16;
    /// let mut units = [0xD83D, 0xDCA9, 0xDCA9, 0x61, 0xD83D];
    /// assert_eq!(Utf16::make_well_formed(&mut units), 2);
    /// assert_eq!(String::from_utf16(&units).unwrap(), "💩\u{FFFD}a\u{FFFD}");
    /// ```
    #[inline]
    pub fn make_well_formed(units: &mut [u16]) -> usize {
        kernel::make_well_formed(Isa::current(), bytes_of_mut(units)) as usize
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    extern crate std;

    use std::string::String;
    use std::vec;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn as_std_does() {
        let pieces: [&[u8]; 6] =
            [b"abc", "é€💩".as_bytes(), b"\xFF", b"\xE2\x82", b"\xED\xA0\x80", b"\xF0\x9F\x98"];
        for k in 0..3000_usize {
            let count = k % 90;
            let bytes: Vec<u8> =
                (0..count).flat_map(|j| pieces[(k * 7 + j * j * 5 + j / 3) % (1 + k % 6)]).copied().collect();
            assert_eq!(from_utf8_lossy(&bytes), String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn what_is_well_formed_is_borrowed() {
        assert!(matches!(from_utf8_lossy("a€".repeat(1000).as_bytes()), Cow::Borrowed(_)));
        assert!(matches!(from_utf8_lossy(b""), Cow::Borrowed("")));
    }

    #[test]
    fn all_errors_take_three_times_the_room() {
        let bytes = vec![0x80; 100_000];
        assert_eq!(from_utf8_lossy(&bytes), "\u{FFFD}".repeat(100_000));
    }

    #[test]
    fn lone_surrogates_are_counted() {
        let mut units: Vec<u16> = (0..1000).map(|k| if k % 3 == 0 { 0xD83D } else { 0xDCA9 }).collect();
        let expected: Vec<u16> = String::from_utf16_lossy(&units).encode_utf16().collect();
        // Every second trail surrogate, and the lead surrogate at the end.
        assert_eq!(Utf16::make_well_formed(&mut units), 334);
        assert_eq!(units, expected);
    }
}
