//! Substring search in bytes: the positions of a needle, one after the other, from the front or from the
//! back.
//!
//! ```text
//! for each block of 64 places:
//!     a mask: at which of them are the four rarest bytes of the needle?
//!     for each place of the mask: does the needle stand there?
//! ```
//!
//! The rarest bytes are guessed at first. They are counted in the haystack if the guess was wrong or has let
//! few blocks be skipped. Masks, of up to eight blocks, are kept from one match to the next.
//!
//! The time is linear in the haystack and the needle together. Unsuccessful comparisons are paid from a
//! budget that grows with the positions passed. The budget is overdrawn only in a nearly periodic haystack.
//! The search for the next position is then left to an algorithm that compares no byte more than twice
//! ([`two_way`]).

mod blocks;
mod blocks_of_set;
mod byte_set;
mod candidates;
mod probes;
mod set;
mod two_way;

#[cfg(feature = "alloc")]
use core::iter;

use crate::simd::Isa;
use blocks_of_set::next_of_few;
pub(crate) use byte_set::ByteSet;
use candidates::Candidates;
pub(crate) use probes::PROBES;
use probes::{Probes, SAMPLED};
pub(crate) use set::SetFinder;
use two_way::two_way;

/// Bytes that may be compared without success for each position passed, and before any is passed.
const BUDGET_PER_POSITION: usize = 8;
const INITIAL_BUDGET: usize = 1024;
/// How often the probes may fail to skip anything, or be wrong, before bytes of the haystack are counted.
const PATIENCE: usize = 16;

/// A search for a needle in a haystack, from the front or from the back. Both must be identical in every
/// call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finder<const LAST: bool>(Option<SearchState<LAST>>);

impl<const LAST: bool> Finder<LAST> {
    /// Returns the next accepted position of the needle: in the haystack from `edge` on, or before it.
    /// The positions up to a match are passed: no later call returns them.
    ///
    /// Returns `None` for an empty needle.
    #[inline]
    pub(crate) fn next(
        &mut self,
        isa: impl Fn() -> Isa,
        haystack: &[u8],
        needle: &[u8],
        edge: usize,
        accepts: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let search = match &mut self.0 {
            Some(search) => search,
            none => none.insert(SearchState::of(haystack, needle)?),
        };
        // The first position, or the one after the last.
        let edge = if LAST { (edge + 1).saturating_sub(needle.len()) } else { edge };
        loop {
            while let Some(at) = search.candidates.next() {
                let is_passed = if LAST { at >= edge } else { at < edge };
                if is_passed {
                    continue;
                }
                let in_vain = match compare(&haystack[at..at + needle.len()], needle) {
                    Ok(()) if accepts(at) => return Some(at),
                    Ok(()) => needle.len(),
                    Err(compared) => compared,
                };
                if !search.spend(in_vain) {
                    return continue_by_two_way::<LAST>(haystack, needle, at, &accepts);
                }
            }
            search.refill(isa(), haystack, needle, edge)?;
        }
    }
}

impl<const LAST: bool> Finder<LAST> {
    /// Returns the next position of a needle of no more than [`PROBES`] bytes, if every position is accepted.
    /// Such a needle is at all of its candidates.
    #[inline(always)]
    pub(crate) fn next_short(
        &mut self,
        isa: impl Fn() -> Isa,
        haystack: &[u8],
        needle: &[u8],
        edge: usize,
    ) -> Option<usize> {
        if let Some(search) = &mut self.0
            && let Some(at) = search.candidates.next()
            && (if LAST { at + needle.len() <= edge } else { at >= edge })
        {
            return Some(at);
        }
        self.look_for_short(isa, haystack, needle, edge)
    }

    #[inline(never)]
    fn look_for_short(
        &mut self,
        isa: impl Fn() -> Isa,
        haystack: &[u8],
        needle: &[u8],
        edge: usize,
    ) -> Option<usize> {
        debug_assert!(needle.len() <= PROBES);
        self.next(isa, haystack, needle, edge, |_| true)
    }
}

/// What is known of a needle, and how far the haystack has been searched.
#[derive(Clone, Copy, Debug)]
struct SearchState<const LAST: bool> {
    probes: Probes,
    candidates: Candidates<LAST>,
    /// Bytes that may still be compared without success.
    budget: usize,
}

impl<const LAST: bool> SearchState<LAST> {
    /// Returns `None` for an empty needle.
    fn of(haystack: &[u8], needle: &[u8]) -> Option<Self> {
        let left = if LAST { place_count(haystack, needle) } else { 0 };
        // The order of two probes does not matter.
        let patience = if needle.len() > 2 { PATIENCE } else { usize::MAX };
        Some(SearchState {
            probes: Probes::of(needle)?,
            candidates: Candidates::of(left, patience),
            budget: INITIAL_BUDGET,
        })
    }

    /// Searches the positions from one on, or before it, until there are candidates or no patience is left.
    /// Returns `None` at the end.
    #[inline(never)]
    fn refill(&mut self, isa: Isa, haystack: &[u8], needle: &[u8], edge: usize) -> Option<()> {
        let places = place_count(haystack, needle);
        let left = self.candidates.left(places, edge)?;
        if self.candidates.restore_patience() {
            let from = if LAST { left.saturating_sub(SAMPLED) } else { left };
            self.probes = Probes::near(needle, haystack, from).unwrap_or(self.probes);
        }
        let Probes { places: at, bytes } = self.probes;
        self.candidates.refill(left, |limit, found| match *needle {
            [byte] => next_of_few::<LAST, 1>(isa, haystack, [byte], limit, found),
            _ => {
                let parts = at.map(|place| &haystack[place..place + places]);
                blocks::next::<LAST>(isa, parts, bytes, limit, found);
            }
        });
        let passed = left.abs_diff(self.candidates.looked_at());
        self.budget = self.budget.saturating_add(BUDGET_PER_POSITION.saturating_mul(passed));
        Some(())
    }

    /// Pays for bytes that were compared without success. Returns `true` unless the budget is overdrawn.
    fn spend(&mut self, bytes: usize) -> bool {
        self.candidates.was_wrong();
        let budget = self.budget.checked_sub(bytes);
        self.budget = budget.unwrap_or(0);
        budget.is_some()
    }
}

/// Returns the next position after one, however often the needle nearly matches there.
#[cold]
fn continue_by_two_way<const LAST: bool>(
    haystack: &[u8],
    needle: &[u8],
    at: usize,
    accepts: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    if LAST {
        return two_way::<true>(&haystack[..at + needle.len() - 1], needle, accepts);
    }
    let start = at + 1;
    two_way::<false>(&haystack[start..], needle, &|k| accepts(start + k)).map(|k| start + k)
}

/// Returns all positions of a byte.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn each_place(haystack: &[u8], byte: u8) -> impl Iterator<Item = usize> {
    let (mut finder, mut from) = (Finder::<false>::default(), 0);
    iter::from_fn(move || {
        let at = finder.next_short(Isa::current, haystack, &[byte], from)?;
        from = at + 1;
        Some(at)
    })
}

/// Returns the number of positions at which the needle has room.
#[inline]
fn place_count(haystack: &[u8], needle: &[u8]) -> usize {
    (haystack.len() + 1).saturating_sub(needle.len())
}

/// Compares two slices of equal length, at positions where the probes match. If the slices differ, returns
/// how many bytes were compared.
#[inline]
fn compare(a: &[u8], b: &[u8]) -> Result<(), usize> {
    if a.len() <= PROBES {
        return Ok(());
    }
    let is_equal = match (ends::<8>(a), ends::<8>(b)) {
        (Some(of_a), Some(of_b)) if a.len() <= 16 || of_a != of_b => of_a == of_b,
        (Some(_), Some(_)) => return if a == b { Ok(()) } else { Err(a.len()) },
        _ => ends::<4>(a) == ends::<4>(b),
    };
    if is_equal { Ok(()) } else { Err(a.len().min(16)) }
}

/// The first and the last bytes, which may overlap.
#[inline]
fn ends<const N: usize>(bytes: &[u8]) -> Option<([u8; N], [u8; N])> {
    Some((*bytes.first_chunk()?, *bytes.last_chunk()?))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use placemat_random::Random;

    use super::*;

    fn anywhere(_: usize) -> bool {
        true
    }

    fn find(isa: Isa, haystack: &[u8], needle: &[u8], accepts: &dyn Fn(usize) -> bool) -> Option<usize> {
        Finder::<false>::default().next(|| isa, haystack, needle, 0, accepts)
    }

    fn rfind(isa: Isa, haystack: &[u8], needle: &[u8], accepts: &dyn Fn(usize) -> bool) -> Option<usize> {
        Finder::<true>::default().next(|| isa, haystack, needle, haystack.len(), accepts)
    }

    /// Short needles that are accepted everywhere, from edges that leave some out.
    fn check_short(haystack: &[u8], needle: &[u8], step: usize) {
        let stands = |at: &usize| haystack[*at..].starts_with(needle);
        let places = (haystack.len() + 1).saturating_sub(needle.len());
        for isa in Isa::available() {
            let (mut finder, mut edge) = (Finder::<false>::default(), 0);
            loop {
                let expected = (edge..places).find(stands);
                assert_eq!(
                    finder.next_short(|| isa, haystack, needle, edge),
                    expected,
                    "{isa:?} {needle:X?}"
                );
                let Some(at) = expected else { break };
                edge = (at + step).min(haystack.len());
            }
            let (mut finder, mut edge) = (Finder::<true>::default(), haystack.len());
            loop {
                let expected = (0..(edge + 1).saturating_sub(needle.len())).rfind(stands);
                assert_eq!(
                    finder.next_short(|| isa, haystack, needle, edge),
                    expected,
                    "{isa:?} {needle:X?}"
                );
                let Some(at) = expected else { break };
                edge = (at + needle.len()).saturating_sub(step);
            }
        }
    }

    /// All places by one finder, from edges that leave some out.
    fn check_all(haystack: &[u8], needle: &[u8], step: usize, accepts: &dyn Fn(usize) -> bool) {
        let width = needle.len();
        for isa in Isa::available() {
            let (mut finder, mut edge) = (Finder::<false>::default(), 0);
            loop {
                let stands = |at: &usize| haystack[*at..].starts_with(needle) && accepts(*at);
                let expected = (edge..(haystack.len() + 1).saturating_sub(width)).find(stands);
                assert_eq!(
                    finder.next(|| isa, haystack, needle, edge, accepts),
                    expected,
                    "{isa:?} {needle:X?} in {haystack:X?}"
                );
                let Some(at) = expected else { break };
                edge = (at + step).min(haystack.len());
            }
            let (mut finder, mut edge) = (Finder::<true>::default(), haystack.len());
            loop {
                let stands = |at: &usize| haystack[*at..].starts_with(needle) && accepts(*at);
                let expected = (0..(edge + 1).saturating_sub(width)).rfind(stands);
                assert_eq!(
                    finder.next(|| isa, haystack, needle, edge, accepts),
                    expected,
                    "{isa:?} {needle:X?} in {haystack:X?}"
                );
                let Some(at) = expected else { break };
                edge = (at + width).saturating_sub(step);
            }
        }
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
        let mut random = Random(7);
        let mut below = |n: usize| random.below(n);
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
            check_all(&haystack, &needle, 1 + below(2 * len), &|at| at % step == rest % step);
            if len <= PROBES {
                check_short(&haystack, &needle, 1 + below(2 * len));
            }
        }
        assert_eq!(find(Isa::Scalar, b"a", b"", &anywhere), None);
    }

    /// Two probes stand in every block, so that bytes of the haystack are counted on the way.
    #[test]
    fn probes_that_let_nothing_be_passed() {
        let mut random = Random(3);
        let mut below = |n: usize| random.below(n);
        for _ in 0..200 {
            let haystack: Vec<u8> = (0..6000 + below(6000)).map(|_| b"zjqk"[below(4)]).collect();
            let at = below(haystack.len() - 16);
            let needle = &haystack[at..at + 3 + below(10)];
            check_all(&haystack, needle, needle.len(), &anywhere);
        }
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
        let needle = [part.repeat(1 << 15), b"x".repeat(8), part.repeat(1 << 15)].concat();
        for isa in Isa::available() {
            assert_eq!(find(isa, &haystack, &needle, &anywhere), None);
            assert_eq!(rfind(isa, &haystack, &needle, &anywhere), None);
            // Or stands everywhere, and is accepted nowhere.
            let needle = &haystack[..haystack.len() / 2];
            assert_eq!(find(isa, &haystack, needle, &|_| false), None);
            assert_eq!(rfind(isa, &haystack, needle, &|_| false), None);
        }
    }

    /// The budget is overdrawn on the way to each place.
    #[test]
    fn places_after_those_that_nearly_are_one_are_found() {
        let part = [b"x".repeat(7), b"y".to_vec()].concat();
        let haystack = [[part.repeat(1024), b"x".repeat(8)].concat().repeat(8), part.repeat(64)].concat();
        let needle = [part.repeat(64), b"x".repeat(8), part.repeat(64)].concat();
        check_all(&haystack, &needle, needle.len(), &anywhere);
        let mut finder = Finder::<false>::default();
        let (mut edge, mut found) = (0, 0);
        while let Some(at) = finder.next(Isa::current, &haystack, &needle, edge, anywhere) {
            (edge, found) = (at + needle.len(), found + 1);
        }
        assert_eq!(found, 8);
        assert_eq!(finder.0.map(|search| search.budget < INITIAL_BUDGET), Some(true));
    }
}
