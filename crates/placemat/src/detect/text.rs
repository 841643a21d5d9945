//! The text that was read, so that two readings can be compared; blocks that are read at once; and the
//! evidence that distinguishes 16-bit units from bytes.

use super::cost::{ASCII, is_printable};
use crate::codec::Codec;
use crate::encoding::Encoding;

/// Stands for an ill-formed subsequence in the hash. It is not a code point.
pub(super) const MARK: u64 = u64::MAX;

/// A summary of the text that a reading has read. Two readings with equal summaries have read the same text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    /// The number of code points, without a byte order mark at the start. Adjacent ill-formed subsequences
    /// are one.
    pub(super) len: u64,
    /// The hash of everything that is not ASCII, and of its positions.
    pub(super) hash: u64,
    /// The cost of the ASCII.
    pub(super) ascii: u64,
}

impl Text {
    /// Returns `true` if the text is only ASCII.
    #[inline]
    pub(super) fn is_ascii(&self) -> bool {
        self.hash == 0
    }

    /// Adds what was added to another text since `before`.
    #[inline]
    pub(super) fn append(&mut self, before: Text, after: Text) {
        if after.hash != before.hash {
            self.add(after.hash);
            self.len -= 1;
        }
        self.len += after.len - before.len;
        self.ascii += after.ascii - before.ascii;
    }

    #[inline]
    pub(super) fn add(&mut self, event: u64) {
        // The finalizer of SplitMix64, over the event and its position.
        let mut z = self.hash ^ event ^ self.len.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.hash = z ^ (z >> 31);
        self.len += 1;
    }
}

/// A block of printable ASCII and lines: its length in bytes, its cost, and whether it has letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlainAscii {
    pub(super) len: u64,
    pub(super) cost: u64,
    pub(super) has_letters: bool,
}

impl PlainAscii {
    /// Returns `None` if the block has any other bytes.
    #[inline]
    pub(super) fn of(block: &[u8]) -> Option<Self> {
        let is_plain = block.iter().all(|&byte| is_printable(byte));
        if !is_plain {
            return None;
        }
        Some(PlainAscii {
            len: block.len() as u64,
            cost: block.iter().map(|&byte| u64::from(ASCII[usize::from(byte)])).sum(),
            has_letters: block.iter().any(u8::is_ascii_alphabetic),
        })
    }
}

/// Ordinary text: its highest code point, and whether any are in U+0080 to U+00FF.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordinary {
    pub(super) highest: u32,
    pub(super) has_latin_1: bool,
}

/// The least [evidence](telling) in text of 16-bit units: one unit, and a quarter for every eight units.
/// Without that, many short texts in legacy encodings would be UTF-16.
pub(super) const LEAST_TELLING: u64 = 4;
pub(super) const UNITS_FOR_TELLING: u64 = 8;

/// Returns how much a code point shows that it is one of 16-bit units, in quarters.
///
/// A unit with a control character in one byte shows most, because text in bytes has none. Spaces,
/// punctuation and letters of all alphabets below U+2000 are such units. The high byte of kana is `0`, and
/// several surrogate pairs are not there by chance.
#[inline]
pub(super) fn telling(code_point: u32) -> u64 {
    let is_control = |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x1A | 0x1B);
    match code_point.to_be_bytes() {
        [0, 0, 0, 0] => 0,
        [0, 0, high, low] if is_control(high) || is_control(low) => 4,
        [0, 0, 0x30, 0x41..=0xFF] | [0, 1..=0x10, _, _] => 1,
        _ => 0,
    }
}

/// Returns `true` if the sequence of a code point, in an ancestor, cannot occur in EUC and similar encodings,
/// all of whose bytes are from A1 to FE. Ancestors read such text as well-formed.
#[inline]
pub(super) fn is_telling_ancestor(encoding: Encoding, code_point: u32) -> bool {
    let Some((sequence, len)) = encoding.info().table.encode(code_point) else { return true };
    // In long sequences, the last bytes differ from letter to letter.
    let last = &sequence[len.saturating_sub(2)..len];
    last.iter().chain(&sequence[..1]).any(|byte| !matches!(byte, 0xA1..=0xFE))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the digits of a sequence, which are computed from the code point.
    fn is_listed(encoding: Encoding, code_point: u32) -> bool {
        // A trail unit of UTF-1 is one of 190: the first 94 are ASCII, the next one is A0 and the last one
        // FF.
        let is_odd = |digit: u32| matches!(digit, 0..=94 | 189);
        // A trail unit of FSS-UTF is one of 128, from 80 on.
        let is_low = |digit: u32| matches!(digit & 0x7F, 0..=0x20 | 0x7F);
        match (encoding, code_point) {
            (Encoding::Utf1, 0x100..0x4016) => is_odd((code_point - 0x100) % 190),
            (Encoding::Utf1, 0x4016..) => {
                let rank = code_point - 0x4016;
                is_odd(rank % 190) || is_odd(rank / 190 % 190)
            }
            (Encoding::FssUtf1992July, 0x1100..0x2080) => is_low(code_point - 0x80),
            (Encoding::FssUtf1992July, 0x2080..) => {
                let rank = code_point - 0x2080;
                is_low(rank) || is_low(rank >> 7)
            }
            _ => true,
        }
    }

    #[test]
    fn ancestors_are_distinguished_from_euc_as_by_arithmetic() {
        for encoding in [Encoding::Utf1, Encoding::FssUtf1992July] {
            for code_point in (0x80..=0x12_0000).chain((0x12_0000..=0x7FFF_FFFF).step_by(9973)) {
                let is_telling = is_telling_ancestor(encoding, code_point);
                assert_eq!(is_telling, is_listed(encoding, code_point), "{encoding} {code_point:X}");
            }
        }
    }
}
