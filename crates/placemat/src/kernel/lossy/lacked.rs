//! The surrogates of WTF-8, where the target lacks them: each is three bytes, as U+FFFD is, so a copy with that in their
//! places is UTF-8 where there were no other errors, and of the same length.

use crate::simd::Vectorized;

/// Bytes of a copy; it stays in the nearest cache.
pub(super) const SPAN: usize = 4096;
/// What is looked at behind a half: the other half of a pair.
const BEHIND: usize = 8;
/// Bytes of a loop that the compiler makes vectors of.
const BLOCK: usize = 64;

/// The copy, and where in it halves were.
pub(super) struct Copy {
    text: [u8; SPAN + BEHIND],
    /// One, two bytes behind where a half begins.
    halves: [u8; SPAN + BEHIND],
    len: usize,
}

impl Copy {
    pub(super) fn new() -> Self {
        Copy { text: [0; SPAN + BEHIND], halves: [0; SPAN + BEHIND], len: 0 }
    }

    /// The copy.
    pub(super) fn text(&self) -> &[u8] {
        &self.text[..self.len]
    }

    /// How many halves were in so many bytes at the front.
    pub(super) fn count(&self, len: usize) -> u64 {
        self.halves[2..len + 2].iter().map(|&half| u64::from(half)).sum()
    }
}

/// Makes the copy of at most [`SPAN`] bytes, up to where one of the last five may begin a half. Is there nothing but
/// halves that stand alone and are whole?
pub(super) struct Mend<'a>(pub(super) &'a [u8], pub(super) &'a mut Copy);

impl Vectorized for Mend<'_> {
    type Output = bool;

    // Plain loops, which the compiler makes vectors of for every instruction set.
    #[inline(always)]
    fn scalar(self) -> bool {
        let Mend(bytes, Copy { text, halves, len }) = self;
        let last = bytes.len().saturating_sub(5);
        let cut = bytes[last..].iter().position(|&byte| byte == 0xED).map_or(bytes.len(), |at| last + at);
        // What may be the trail half of a pair is not parted from the lead half.
        let cut = if matches!(bytes[..cut], [.., 0xED, 0xA0..=0xAF, 0x80..=0xBF]) { cut - 3 } else { cut };
        text[..cut].copy_from_slice(&bytes[..cut]);
        text[cut..].fill(0);
        *len = cut;
        let blocks = cut.div_ceil(BLOCK);
        let mut others = 0;
        for block in 0..SPAN / BLOCK {
            if block == blocks {
                break;
            }
            for k in block * BLOCK..(block + 1) * BLOCK {
                let begins = (text[k] == 0xED) & (text[k + 1] & 0xE0 == 0xA0);
                let is_whole = text[k + 2] & 0xC0 == 0x80;
                halves[k + 2] = u8::from(begins & is_whole);
                others |= u8::from(begins & !is_whole);
            }
        }
        halves[blocks * BLOCK + 2..].fill(0);
        for block in 0..SPAN / BLOCK {
            if block == blocks {
                break;
            }
            for k in block * BLOCK..(block + 1) * BLOCK {
                let is_lead = u8::from(text[k + 1] < 0xB0);
                let is_trail = u8::from(text[k + 4] >= 0xB0);
                others |= halves[k + 2] & halves[k + 5] & is_lead & is_trail;
            }
        }
        if others != 0 {
            return false;
        }
        for block in 0..SPAN / BLOCK {
            if block == blocks {
                break;
            }
            for k in block * BLOCK..(block + 1) * BLOCK {
                let byte = if halves[k] != 0 { 0xBD } else { text[k] };
                let byte = if halves[k + 1] != 0 { 0xBF } else { byte };
                text[k] = if halves[k + 2] != 0 { 0xEF } else { byte };
            }
        }
        true
    }
}
