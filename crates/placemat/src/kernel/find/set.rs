//! The positions of the bytes of a set: up to three bytes by comparison, more by two tables of nibbles.

use super::blocks_of_set;
use super::byte_set::ByteSet;
use super::candidates::Candidates;
use crate::simd::Isa;

/// A search for the bytes of a set in a haystack, from the front or from the back. Both must be identical in
/// every call.
#[derive(Clone, Copy, Debug, Default)]
pub struct SetFinder<const LAST: bool>(Option<(ByteSet, Candidates<LAST>)>);

impl<const LAST: bool> SetFinder<LAST> {
    /// Returns the next accepted position of the set: in the haystack from `edge` on, or before it.
    #[inline]
    pub(crate) fn next<R>(
        &mut self,
        isa: impl Fn() -> Isa,
        haystack: &[u8],
        set: impl FnOnce() -> ByteSet,
        edge: usize,
        mut accept: impl FnMut(usize) -> Option<R>,
    ) -> Option<R> {
        let start = || (set(), Candidates::of(if LAST { haystack.len() } else { 0 }, usize::MAX));
        let (set, candidates) = self.0.get_or_insert_with(start);
        loop {
            while let Some(at) = candidates.next() {
                let is_after_edge = if LAST { at >= edge } else { at < edge };
                if !is_after_edge && let Some(found) = accept(at) {
                    return Some(found);
                }
            }
            let left = candidates.left(haystack.len(), edge)?;
            candidates
                .refill(left, |limit, found| blocks_of_set::next::<LAST>(isa(), haystack, set, limit, found));
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use placemat_random::Random;

    use super::*;

    /// Every place of sets of all sizes, in haystacks of all lengths up to some blocks, from both ends.
    #[test]
    fn what_one_by_one_finds() {
        let mut random = Random(11);
        let mut below = |n: usize| random.below(n);
        for round in 0..3000 {
            let haystack: Vec<u8> = (0..below(400)).map(|_| below(256) as u8).collect();
            let mut set = ByteSet::EMPTY;
            let bytes: Vec<u8> =
                (0..below(if round % 3 == 0 { 40 } else { 5 })).map(|_| below(256) as u8).collect();
            bytes.iter().for_each(|&byte| set.insert(byte));
            assert!((0..=255).all(|byte| set.has(byte) == bytes.contains(&byte)), "{bytes:X?}");
            let (step, edge) = (1 + below(3), below(haystack.len() + 1));
            let accept = |at: usize| at.is_multiple_of(step).then_some(at);
            let stands = |at: &usize| bytes.contains(&haystack[*at]) && at.is_multiple_of(step);
            for isa in Isa::available() {
                let (mut finder, mut from) = (SetFinder::<false>::default(), edge);
                loop {
                    let found = finder.next(|| isa, &haystack, || set, from, accept);
                    assert_eq!(
                        found,
                        (from..haystack.len()).find(stands),
                        "{isa:?} {bytes:X?} in {haystack:X?}"
                    );
                    let Some(at) = found else { break };
                    from = at + 1;
                }
                let (mut finder, mut to) = (SetFinder::<true>::default(), edge);
                loop {
                    let found = finder.next(|| isa, &haystack, || set, to, accept);
                    assert_eq!(found, (0..to).rfind(stands), "{isa:?} {bytes:X?} in {haystack:X?}");
                    let Some(at) = found else { break };
                    to = at;
                }
            }
        }
    }
}
