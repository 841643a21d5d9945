//! What a repair knows about the items of its source.

use super::ends::Ends;
use super::item::{decided_utf_8, item, open};
use super::parts;
use crate::simd::Isa;

/// A form whose text is copied, except for some of its items.
///
/// An item is a character, or it is *broken*: a maximal subpart of an ill-formed subsequence, or a surrogate
/// that the target lacks.
pub(crate) trait Items: Copy {
    /// Returns how many bytes at the front are decided without what follows.
    fn decided(self, bytes: &[u8], end: bool) -> usize;
    /// Returns the first frame in which a broken item ends, as [`parts::ends`] does.
    fn ends(self, isa: Isa, bytes: &[u8], from: usize, to: usize) -> Ends;
    /// Returns where the broken item begins that ends before a place.
    fn start(self, bytes: &[u8], end: usize) -> usize;
    /// Returns the length of the item at the front of non-empty text, and whether it is a character.
    fn item(self, bytes: &[u8]) -> (usize, bool);
    /// Returns how many bytes before `at` belong to the item of byte `at`.
    fn open(self, bytes: &[u8], at: usize) -> usize;
    /// Returns `true` if eight bytes are ASCII characters.
    fn are_ascii(self, bytes: [u8; 8]) -> bool;
    /// Returns `true` if a broken item is a surrogate that the target lacks.
    fn is_lacked(self, item: &[u8]) -> bool;
}

/// UTF-8.
#[derive(Clone, Copy)]
pub(super) struct Utf8Items;

impl Items for Utf8Items {
    #[inline(always)]
    fn decided(self, bytes: &[u8], end: bool) -> usize {
        decided_utf_8(bytes, end)
    }

    #[inline(always)]
    fn ends(self, isa: Isa, bytes: &[u8], from: usize, to: usize) -> Ends {
        parts::ends(isa, bytes, from, to)
    }

    #[inline(always)]
    fn start(self, bytes: &[u8], end: usize) -> usize {
        parts::start(bytes, end)
    }

    #[inline(always)]
    fn item(self, bytes: &[u8]) -> (usize, bool) {
        let (len, code_point) = item(bytes);
        (len, code_point.is_some())
    }

    #[inline(always)]
    fn open(self, bytes: &[u8], at: usize) -> usize {
        open(bytes, at)
    }

    #[inline(always)]
    fn are_ascii(self, bytes: [u8; 8]) -> bool {
        u64::from_ne_bytes(bytes) & 0x8080_8080_8080_8080 == 0
    }

    #[inline(always)]
    fn is_lacked(self, _: &[u8]) -> bool {
        false
    }
}
