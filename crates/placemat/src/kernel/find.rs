//! Bytes in bytes: where a needle stands first, or last.
//!
//! ```text
//! for each block of places:
//!     if the two rarest bytes of the needle are at any place of the block:
//!         for each place of the block where both are: does the needle stand there?
//! ```
//!
//! The loops are plain, and the compiler makes vectors of them for every instruction set.
//!
//! Time is linear in haystack and needle together. What is compared in vain is charged to an account that grows with the places
//! passed; when that is overdrawn, which takes a haystack that is nearly periodic, the rest is left to an algorithm that compares
//! no byte more than twice ([`two_way`]).

mod two_way;

use two_way::two_way;

use crate::simd::{Isa, Vectorized};

/// Places that are looked at together.
const BLOCK: usize = 128;
/// Bytes at which most places that are no match differ.
const HEAD: usize = 16;
/// Bytes that may be compared in vain for each place passed, and before there is any.
const ALLOWANCE: usize = 8;
const CREDIT: usize = 1024;

/// Where a needle stands first, of the places that are accepted.
///
/// `None` of an empty needle.
pub(crate) fn find(
    isa: Isa,
    haystack: &[u8],
    needle: &[u8],
    accepts: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    match isa.run(Search::<false> { haystack, needle, probes: Probes::of(needle)?, accepts }) {
        Outcome::Found(at) => Some(at),
        Outcome::Nowhere => None,
        Outcome::Overdrawn(passed) => {
            two_way::<false>(&haystack[passed..], needle, &|at| accepts(passed + at)).map(|at| passed + at)
        }
    }
}

/// Where a needle stands last, of the places that are accepted.
///
/// `None` of an empty needle.
pub(crate) fn rfind(
    isa: Isa,
    haystack: &[u8],
    needle: &[u8],
    accepts: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    match isa.run(Search::<true> { haystack, needle, probes: Probes::of(needle)?, accepts }) {
        Outcome::Found(at) => Some(at),
        Outcome::Nowhere => None,
        Outcome::Overdrawn(passed) => two_way::<true>(&haystack[..haystack.len() - passed], needle, accepts),
    }
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
    accepts: &'a dyn Fn(usize) -> bool,
}

/// What came of a search, or of a part of it.
enum Outcome {
    Found(usize),
    Nowhere,
    /// So many places have been passed, and too much has been compared in vain.
    Overdrawn(usize),
}

impl<const LAST: bool> Search<'_, LAST> {
    /// How many places there are.
    fn places(&self) -> usize {
        (self.haystack.len() + 1).saturating_sub(self.needle.len())
    }

    /// Does the needle stand at a place that is accepted? If not, the comparison is charged.
    fn stands(&self, at: usize, spent: &mut usize) -> bool {
        let there = &self.haystack[at..at + self.needle.len()];
        let head = there.len().min(HEAD);
        if there[..head] != self.needle[..head] {
            *spent += head;
            return false;
        }
        let stands = there == self.needle && (self.accepts)(at);
        *spent += there.len();
        stands
    }

    /// The first, or last, of some places from one on; the probes are found together with these bytes.
    #[inline(always)]
    fn among(&self, from: usize, first: &[u8], second: &[u8], spent: &mut usize) -> Outcome {
        let [x, y] = self.probes.bytes;
        let count = first.len().min(second.len());
        for k in 0..count {
            let k = if LAST { count - 1 - k } else { k };
            if first[k] != x || second[k] != y {
                continue;
            }
            let at = from + k;
            if self.stands(at, spent) {
                return Outcome::Found(at);
            }
            let passed = if LAST { self.places() - at } else { at + 1 };
            if *spent > CREDIT.saturating_add(ALLOWANCE.saturating_mul(passed)) {
                return Outcome::Overdrawn(passed);
            }
        }
        Outcome::Nowhere
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
    type Output = Outcome;

    #[inline(always)]
    fn scalar(self) -> Outcome {
        let places = self.places();
        if places == 0 {
            return Outcome::Nowhere;
        }
        // At every place the two bytes that decide.
        let [first, second] = self.probes.places.map(|place| &self.haystack[place..place + places]);
        let (blocks, rest) = first.as_chunks::<BLOCK>();
        let (others, other_rest) = second.as_chunks::<BLOCK>();
        let mut spent = 0;
        // The blocks, and what is left of the places behind them, which comes first where the search is for the last.
        for step in 0..=blocks.len() {
            let k = if LAST { blocks.len() - step } else { step };
            let outcome = match (blocks.get(k), others.get(k)) {
                (Some(block), Some(other)) if some(block, other, self.probes.bytes) => {
                    self.among(BLOCK * k, block, other, &mut spent)
                }
                (Some(_), _) => continue,
                (None, _) => self.among(BLOCK * k, rest, other_rest, &mut spent),
            };
            if !matches!(outcome, Outcome::Nowhere) {
                return outcome;
            }
        }
        Outcome::Nowhere
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    fn anywhere(_: usize) -> bool {
        true
    }

    /// Places where windows are equal, one after the other.
    fn expected(haystack: &[u8], needle: &[u8], accepts: &dyn Fn(usize) -> bool) -> [Option<usize>; 2] {
        let stands = |&at: &usize| haystack[at..].starts_with(needle) && accepts(at);
        let mut places = 0..(haystack.len() + 1).saturating_sub(needle.len());
        [places.clone().find(stands), places.rfind(stands)]
    }

    /// By the search, and by the algorithm that it falls back to.
    fn check(haystack: &[u8], needle: &[u8], accepts: &dyn Fn(usize) -> bool) {
        let [first, last] = expected(haystack, needle, accepts);
        for isa in Isa::available() {
            assert_eq!(find(isa, haystack, needle, accepts), first, "{isa:?} {needle:X?} in {haystack:X?}");
            assert_eq!(rfind(isa, haystack, needle, accepts), last, "{isa:?} {needle:X?} in {haystack:X?}");
        }
        assert_eq!(two_way::<false>(haystack, needle, accepts), first, "{needle:X?} in {haystack:X?}");
        assert_eq!(two_way::<true>(haystack, needle, accepts), last, "{needle:X?} in {haystack:X?}");
    }

    #[test]
    fn what_windows_find() {
        let mut state = 7_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        for _ in 0..20_000 {
            let kinds = 1 + below(4);
            let haystack: Vec<u8> = (0..below(400)).map(|_| [b'a', 0xD0, 0x80, b'b'][below(kinds)]).collect();
            let from = below(haystack.len() + 1);
            let len = 1 + below(12);
            let needle: Vec<u8> = match haystack.get(from..from + len) {
                Some(part) if below(2) == 0 => part.to_vec(),
                _ => (0..len).map(|_| [b'a', 0xD0, 0x80, b'b'][below(kinds)]).collect(),
            };
            let (step, rest) = (1 + below(3), below(3));
            check(&haystack, &needle, &|at| at % step == rest % step);
        }
        assert_eq!(find(Isa::Scalar, b"a", b"", &anywhere), None);
    }

    #[test]
    fn every_short_needle_in_every_short_haystack() {
        // Words of two letters, by the bits of a number.
        let word =
            |bits: usize, len: usize| -> Vec<u8> { (0..len).map(|k| b'a' + (bits >> k & 1) as u8).collect() };
        for len in 1..=6 {
            for bits in 0..1 << len {
                let needle = word(bits, len);
                for bits in 0..1 << 9 {
                    let haystack = word(bits, 9);
                    assert_eq!(
                        two_way::<false>(&haystack, &needle, &anywhere),
                        expected(&haystack, &needle, &anywhere)[0]
                    );
                    assert_eq!(
                        two_way::<true>(&haystack, &needle, &anywhere),
                        expected(&haystack, &needle, &anywhere)[1]
                    );
                    let even = |at: usize| at.is_multiple_of(2);
                    assert_eq!(
                        two_way::<false>(&haystack, &needle, &even),
                        expected(&haystack, &needle, &even)[0]
                    );
                    assert_eq!(
                        two_way::<true>(&haystack, &needle, &even),
                        expected(&haystack, &needle, &even)[1]
                    );
                }
            }
        }
    }

    /// A needle that nearly stands everywhere: by comparing at each place this would take hours.
    #[test]
    fn time_is_linear_where_the_needle_nearly_stands_everywhere() {
        let part = [b"x".repeat(7), b"y".to_vec()].concat();
        let haystack = part.repeat(1 << 18);
        let needle = [part.repeat(1 << 16), b"xy".to_vec()].concat();
        for isa in Isa::available() {
            assert_eq!(find(isa, &haystack, &needle, &anywhere), None);
            assert_eq!(rfind(isa, &haystack, &needle, &anywhere), None);
            // Or stands everywhere, and is accepted nowhere.
            let needle = &haystack[..haystack.len() / 2];
            assert_eq!(find(isa, &haystack, needle, &|_| false), None);
            assert_eq!(rfind(isa, &haystack, needle, &|_| false), None);
        }
    }
}
