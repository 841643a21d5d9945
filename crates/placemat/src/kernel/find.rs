//! Bytes in bytes: where a needle stands first, or last.
//!
//! Two bytes of the needle, the rarest by a guess, are compared with a block of places at a time; where both are equal, the
//! whole needle is. The loops are plain, and the compiler makes vectors of them for every instruction set.

use crate::simd::{Isa, Vectorized};

/// Places that are looked at together.
const BLOCK: usize = 128;

/// Where a needle stands first.
pub(crate) fn find(isa: Isa, haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let probes = Probes::of(needle)?;
    isa.run(Search::<false> { haystack, needle, probes })
}

/// Where a needle stands last.
pub(crate) fn rfind(isa: Isa, haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let probes = Probes::of(needle)?;
    isa.run(Search::<true> { haystack, needle, probes })
}

/// Two places in a needle, and their bytes.
#[derive(Clone, Copy)]
struct Probes {
    places: [usize; 2],
    bytes: [u8; 2],
}

impl Probes {
    /// `None` of an empty needle.
    fn of(needle: &[u8]) -> Option<Self> {
        let first = (0..needle.len()).min_by_key(|&place| commonness(needle[place]))?;
        // Another byte, if there is one; as rare as can be, and far from the first.
        let key = |&place: &usize| {
            (needle[place] == needle[first], commonness(needle[place]), usize::MAX - place.abs_diff(first))
        };
        let second = (0..needle.len()).min_by_key(key)?;
        Some(Probes { places: [first, second], bytes: [needle[first], needle[second]] })
    }
}

/// How common a byte is in text, by a guess: leads stand for a whole script, trail bytes for a letter of one.
const fn commonness(byte: u8) -> u8 {
    match byte {
        0x00 => 5,
        0xC0.. | b' ' | b'e' | b't' | b'a' => 4,
        b'a'..=b'z' | b'\n' | b'.' | b',' => 3,
        b'0'..=b'9' | b'A'..=b'Z' => 2,
        0x80..=0x8F => 2,
        _ => 1,
    }
}

struct Search<'a, const LAST: bool> {
    haystack: &'a [u8],
    needle: &'a [u8],
    probes: Probes,
}

impl<const LAST: bool> Search<'_, LAST> {
    /// The first, or last, of some places from one on where the needle stands; the probes are found together with these bytes.
    #[inline(always)]
    fn among(&self, from: usize, first: &[u8], second: &[u8]) -> Option<usize> {
        let [x, y] = self.probes.bytes;
        let stands = |&k: &usize| {
            first[k] == x && second[k] == y && self.haystack[from + k..].starts_with(self.needle)
        };
        let mut places = 0..first.len().min(second.len());
        (if LAST { places.rfind(stands) } else { places.find(stands) }).map(|k| from + k)
    }
}

/// Is there a place at which both bytes are what they have to be?
#[inline(always)]
fn some(first: &[u8; BLOCK], second: &[u8; BLOCK], [x, y]: [u8; 2]) -> bool {
    let mut any = 0;
    for k in 0..BLOCK {
        any |= u8::from(first[k] == x) & u8::from(second[k] == y);
    }
    any != 0
}

impl<const LAST: bool> Vectorized for Search<'_, LAST> {
    type Output = Option<usize>;

    #[inline(always)]
    fn scalar(self) -> Option<usize> {
        let places = (self.haystack.len() + 1).checked_sub(self.needle.len())?;
        // At every place the two bytes that decide.
        let [first, second] = self.probes.places.map(|place| &self.haystack[place..place + places]);
        let (blocks, rest) = first.as_chunks::<BLOCK>();
        let (others, other_rest) = second.as_chunks::<BLOCK>();
        let behind = BLOCK * blocks.len();
        let in_rest = || self.among(behind, rest, other_rest);
        let in_block = |k: usize| {
            some(&blocks[k], &others[k], self.probes.bytes)
                .then(|| self.among(BLOCK * k, &blocks[k], &others[k]))
                .flatten()
        };
        if LAST {
            in_rest().or_else(|| (0..blocks.len()).rev().find_map(in_block))
        } else {
            (0..blocks.len()).find_map(in_block).or_else(in_rest)
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    /// Against windows, one after the other.
    #[test]
    fn what_windows_find() {
        let mut state = 7_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        for round in 0..20_000 {
            let kinds = 2 + below(3);
            let haystack: Vec<u8> = (0..below(400)).map(|_| [b'a', 0xD0, 0x80, b'b'][below(kinds)]).collect();
            let from = below(haystack.len() + 1);
            let len = 1 + below(6);
            let needle: Vec<u8> = match haystack.get(from..from + len) {
                Some(part) if below(2) == 0 => part.to_vec(),
                _ => (0..len).map(|_| [b'a', 0xD0, 0x80, b'b'][below(kinds)]).collect(),
            };
            let mut windows = haystack.windows(needle.len());
            let (first, last) =
                (windows.clone().position(|part| part == needle), windows.rposition(|part| part == needle));
            for isa in Isa::available() {
                assert_eq!(find(isa, &haystack, &needle), first, "{isa:?} {round}");
                assert_eq!(rfind(isa, &haystack, &needle), last, "{isa:?} {round}");
            }
        }
        assert_eq!(find(Isa::Scalar, b"a", b""), None);
    }
}
