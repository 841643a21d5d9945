//! Bytes as text, after validation.

use alloc::string::String;
use alloc::vec::Vec;

use crate::form::Utf8;
use crate::kernel::validate;
use crate::simd::Isa;

/// Returns bytes as text if they are UTF-8; otherwise the number of well-formed bytes at the start.
#[inline]
pub(super) fn str_of(isa: Isa, bytes: &[u8]) -> Result<&str, usize> {
    let valid = validate::<Utf8>(isa, bytes);
    if valid < bytes.len() {
        return Err(valid);
    }
    // SAFETY: the kernel has just found all of it to be well-formed by the table of UTF-8, which is Table 3-7
    // of the standard; tests compare every kernel with core's validation.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Returns text that a lossy kernel has written.
///
/// # Panics
///
/// Panics if it is not UTF-8.
#[inline]
pub(super) fn string_of(isa: Isa, bytes: Vec<u8>) -> String {
    assert!(str_of(isa, &bytes).is_ok(), "what a lossy kernel writes is UTF-8");
    // SAFETY: the bytes have just been validated, as in `str_of`.
    unsafe { String::from_utf8_unchecked(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_text_if_they_are_utf_8() {
        for isa in Isa::available() {
            assert_eq!(str_of(isa, "a€".as_bytes()), Ok("a€"));
            assert_eq!(str_of(isa, b"a\xE2\x82"), Err(1));
            assert_eq!(string_of(isa, b"\xEF\xBF\xBD".to_vec()), "\u{FFFD}");
        }
    }
}
