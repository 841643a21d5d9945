//! Errors that are not decided anew.

use crate::table::MAX_SEQUENCE;

/// The lengths of the last errors of a block, by the bytes from which they begin.
///
/// In an encoding that the input is not in, errors come in their thousands, and the same bytes are the same
/// error. The reference implementation, which decides each, compares every row.
#[derive(Default)]
pub(super) struct RecentErrors {
    bytes: [u64; RecentErrors::KEPT],
    /// 0 if there is none.
    lens: [u8; RecentErrors::KEPT],
}

impl RecentErrors {
    const KEPT: usize = 16;

    /// Returns the next bytes, if they determine an error: no sequence is as long. Returns the place for it
    /// too.
    #[inline]
    fn key(bytes: &[u8]) -> Option<(u64, usize)> {
        const { assert!(MAX_SEQUENCE < size_of::<u64>()) };
        let key = u64::from_le_bytes(*bytes.first_chunk()?);
        // The upper bits of a product depend on all bytes (Knuth's multiplicative hashing).
        Some((key, (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as usize % Self::KEPT))
    }

    /// Returns the length of the error that the bytes begin with, if it is known.
    #[inline]
    pub(super) fn len_of(&self, bytes: &[u8]) -> Option<usize> {
        let (key, place) = Self::key(bytes)?;
        (self.bytes[place] == key && self.lens[place] > 0).then_some(usize::from(self.lens[place]))
    }

    #[inline]
    pub(super) fn add(&mut self, bytes: &[u8], len: usize) {
        if let (Some((key, place)), Ok(len)) = (Self::key(bytes), u8::try_from(len)) {
            (self.bytes[place], self.lens[place]) = (key, len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_known_by_all_bytes_that_decide_it() {
        let mut errors = RecentErrors::default();
        assert_eq!(errors.len_of(&[0; 8]), None);
        errors.add(&[0xFF; 8], 1);
        assert_eq!(errors.len_of(&[0xFF; 9]), Some(1));
        assert_eq!(errors.len_of(&[0xFF; 7]), None);
        // Another error may take the place of the first.
        errors.add(b"\xF4\x90\x80\x80\xF4\x90\x80\x80", 2);
        assert_eq!(errors.len_of(b"\xF4\x90\x80\x80\xF4\x90\x80\x80a"), Some(2));
        assert_eq!(errors.len_of(b"\xF4\x90\x80\x80\xF4\x90\x80a"), None);
    }
}
