//! Bytes as text, after validation.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use crate::form::Utf8;
#[cfg(feature = "alloc")]
use crate::form::{UsAscii, Utf8mb3};
use crate::kernel::validate_form;
#[cfg(feature = "alloc")]
use crate::kernel::{Utf8mb3WithoutNul, validate};
use crate::simd::Isa;
#[cfg(feature = "alloc")]
use crate::simd::is_short_ascii;

/// Returns bytes as text if they are UTF-8; otherwise the number of well-formed bytes at the start.
#[inline]
pub(super) fn str_of(isa: impl FnOnce() -> Isa, bytes: &[u8]) -> Result<&str, usize> {
    let valid = validate_form::<Utf8>(isa, bytes);
    if valid < bytes.len() {
        return Err(valid);
    }
    // SAFETY: the kernel has just found all of it to be well-formed by the table of UTF-8, which is Table 3-7
    // of the standard; tests compare every kernel with core's validation.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Returns the text at the start whose code points do not exceed `reach`, the last code point up to which a
/// codec reads UTF-8 as UTF-8 does. If the codec does not have U+0000 as the byte 00, it is the text before
/// the first one.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn common(reach: u32, nul: bool, bytes: &[u8]) -> &str {
    let len = match (reach, nul) {
        (0, _) => 0,
        _ if is_short_ascii(bytes, nul) => bytes.len(),
        // A kernel would take longer to find out that the first sequence differs.
        (0xFFFF.., _) if bytes.first() >= Some(&0xED) && differs(reach, bytes) => 0,
        (0x10_FFFF, true) => validate::<Utf8>(Isa::current(), bytes),
        (0xFFFF.., true) => validate::<Utf8mb3>(Isa::current(), bytes),
        (0xFFFF.., false) => validate::<Utf8mb3WithoutNul>(Isa::current(), bytes),
        (_, true) => validate::<UsAscii>(Isa::current(), bytes),
        (_, false) => validate::<UsAscii>(Isa::current(), before_nul(bytes)),
    };
    // SAFETY: a kernel has just found these bytes to be UTF-8, or to be in a form whose table consists of
    // rows of UTF-8's; tests compare every kernel with the reference implementation.
    unsafe { core::str::from_utf8_unchecked(&bytes[..len]) }
}

/// Returns `true` if a text begins with a surrogate, or with a code point that exceeds `reach`, from U+FFFF on.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
fn differs(reach: u32, bytes: &[u8]) -> bool {
    match *bytes {
        [0xED, second, ..] => second >= 0xA0,
        [0xF0..=0xFF, ..] => reach == 0xFFFF,
        _ => false,
    }
}

/// Returns the bytes before the first 00.
#[cfg(feature = "alloc")]
#[inline]
fn before_nul(bytes: &[u8]) -> &[u8] {
    // `contains` is many times as fast as a search for the position.
    match bytes.contains(&0) {
        true => bytes.split(|&byte| byte == 0).next().unwrap_or(bytes),
        false => bytes,
    }
}

/// Returns text that a lossy kernel has written.
///
/// # Panics
///
/// Panics if it is not UTF-8.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn string_of(isa: Isa, bytes: Vec<u8>) -> String {
    assert!(str_of(|| isa, &bytes).is_ok(), "what a lossy kernel writes is UTF-8");
    // SAFETY: the bytes have just been validated, as in `str_of`.
    unsafe { String::from_utf8_unchecked(bytes) }
}

/// Copies text that a kernel has just written. The allocation begins before the validation, which may have to wait
/// until what was written piece by piece is in the cache.
///
/// # Panics
///
/// Panics if it is not UTF-8.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn copied(isa: Isa, bytes: &[u8]) -> String {
    let mut copy = String::with_capacity(bytes.len());
    match str_of(|| isa, bytes) {
        Ok(text) => copy.push_str(text),
        Err(_) => unreachable!("what a kernel writes is UTF-8"),
    }
    copy
}

/// Appends text to a string, as bytes. If `append` fails, the string is unchanged.
///
/// # Panics
///
/// Panics if what was appended is not UTF-8, or if `append` shortened the bytes.
#[cfg(feature = "alloc")]
pub(super) fn append_bytes<R, E>(
    text: &mut String,
    append: impl FnOnce(&mut Vec<u8>) -> Result<R, E>,
) -> Result<R, E> {
    let mut bytes = core::mem::take(text).into_bytes();
    let before = bytes.len();
    let result = append(&mut bytes);
    if result.is_err() {
        bytes.truncate(before);
    }
    assert!(str_of(Isa::current, &bytes[before..]).is_ok(), "what is appended is UTF-8");
    // SAFETY: the first `before` bytes are those of the string, because callers only append; the rest has
    // just been validated.
    *text = unsafe { String::from_utf8_unchecked(bytes) };
    result
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_text_if_they_are_utf_8() {
        for isa in Isa::available() {
            assert_eq!(str_of(|| isa, "a€".as_bytes()), Ok("a€"));
            assert_eq!(str_of(|| isa, b"a\xE2\x82"), Err(1));
            assert_eq!(string_of(isa, b"\xEF\xBF\xBD".to_vec()), "\u{FFFD}");
        }
    }
}
