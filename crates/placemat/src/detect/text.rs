//! What was read: a text, so that two can be told to be the same; blocks that are read in one go; and what tells units of 16 bits
//! from bytes.

use super::cost::{ASCII, is_printable};
use crate::codec::Codec;
use crate::encoding::Encoding;

/// What stands for an ill-formed part in the hash: no code point.
pub(super) const MARK: u64 = u64::MAX;

/// What a reading has read, so that two readings can be told to be of the same text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    /// Code points, without a mark at the start; adjacent ill-formed parts are one.
    pub(super) len: u64,
    /// Of all that is no ASCII, and where it stands.
    pub(super) hash: u64,
    /// What the ASCII costs.
    pub(super) ascii: u64,
}

impl Text {
    /// Is there nothing else in it?
    #[inline]
    pub(super) fn is_ascii(&self) -> bool {
        self.hash == 0
    }

    /// Adds what another text has had added since it was as it was before.
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
        // The finalizer of SplitMix64, over the event and its place.
        let mut z = self.hash ^ event ^ self.len.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.hash = z ^ (z >> 31);
        self.len += 1;
    }
}

/// A block of printable ASCII and lines of it: bytes, what they cost, and whether there is a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlainAscii {
    pub(super) len: u64,
    pub(super) cost: u64,
    pub(super) has_letters: bool,
}

impl PlainAscii {
    /// `None` if it is anything else.
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

/// What ordinary text is made of: no code point of it is higher, and is any of U+0080 to U+00FF?
#[derive(Clone, Copy, Debug)]
pub(super) struct Ordinary {
    pub(super) highest: u32,
    pub(super) has_latin_1: bool,
}

/// What has to be [`telling`] in text of 16-bit units: a unit, and a quarter for every eight units. Without that, many short texts
/// in legacy encodings would be UTF-16.
pub(super) const LEAST_TELLING: u64 = 4;
pub(super) const UNITS_FOR_TELLING: u64 = 8;

/// How much a code point tells that it is one of 16-bit units, in quarters: most that it is half a control, which text of
/// bytes has none of. Space and punctuation are that, and letters of all alphabets below U+2000. Kana have a high byte `0`, and
/// pairs of surrogates are no chance where there are several.
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

/// Returns `true` if the sequence of a code point, in an ancestor, cannot stand in EUC and what is like it, all
/// of whose bytes are from A1 to FE. What ancestors make of such text is all well-formed.
#[inline]
pub(super) fn is_telling_ancestor(encoding: Encoding, code_point: u32) -> bool {
    let Some((sequence, len)) = encoding.facts().table.encode(code_point) else { return true };
    // Of long sequences the last bytes, which differ from letter to letter.
    let last = &sequence[len.saturating_sub(2)..len];
    last.iter().chain(&sequence[..1]).any(|byte| !matches!(byte, 0xA1..=0xFE))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the digits of a sequence, which are computed from the code point.
    fn is_listed(encoding: Encoding, code_point: u32) -> bool {
        // A trail unit of UTF-1 is one of 190, the first 94 of which are ASCII, the next one A0 and the last one FF.
        let is_odd = |digit: u32| matches!(digit, 0..=94 | 189);
        // One of FSS-UTF is one of 128, from 80 on.
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
