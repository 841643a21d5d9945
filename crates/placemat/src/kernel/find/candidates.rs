//! Candidate positions, block by block, from the front or from the back.

use super::blocks::{Found, Hit, MOST};

/// Candidates of blocks that have been examined, and where the next step begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<const LAST: bool> {
    found: Found,
    /// The block whose candidates come next, and how many blocks have come.
    hit: Hit,
    taken: usize,
    /// Blocks with candidates to request in the next step: one at first, which is often enough.
    limit: usize,
}

impl<const LAST: bool> Candidates<LAST> {
    /// Starts without candidates, in a haystack whose positions from this one on, or before it, have not been
    /// examined, with the given patience.
    pub(super) fn of(left: usize, patience: usize) -> Self {
        let found = Found { hits: [Hit::default(); MOST], count: 0, left, patience };
        Candidates { found, hit: Hit::default(), taken: 0, limit: 1 }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<usize> {
        while self.hit.mask == 0 {
            if self.taken == self.found.count {
                return None;
            }
            self.hit = self.found.hits[self.taken];
            self.taken += 1;
        }
        let Hit { block, mask } = &mut self.hit;
        let bit = if LAST { mask.ilog2() } else { mask.trailing_zeros() };
        *mask ^= 1 << bit;
        Some(*block + bit as usize)
    }

    /// Returns where the next step begins: at an edge, or beyond it in the direction of the search. Returns
    /// `None` at the end of the positions.
    pub(super) fn left(&self, places: usize, edge: usize) -> Option<usize> {
        let left = if LAST { self.found.left.min(edge) } else { self.found.left.max(edge) };
        let is_at_end = if LAST { left == 0 } else { left >= places };
        (!is_at_end).then_some(left)
    }

    /// Continues from there, after all earlier candidates have been taken, for the requested number of
    /// blocks.
    #[inline(always)]
    pub(super) fn refill(&mut self, left: usize, find: impl FnOnce(usize, &mut Found)) {
        self.found.left = left;
        find(self.limit, &mut self.found);
        (self.taken, self.limit) = (0, MOST.min(2 * self.limit));
    }

    /// Returns how far the last step has gone.
    pub(super) fn looked_at(&self) -> usize {
        self.found.left
    }

    /// Records that a candidate was not a match.
    pub(super) fn was_wrong(&mut self) {
        self.found.lose_patience();
    }

    /// Returns `true` if no patience was left with the way in which candidates are found. From now on
    /// patience has no end.
    pub(super) fn restore_patience(&mut self) -> bool {
        let was_lost = self.found.patience == 0;
        if was_lost {
            self.found.patience = usize::MAX;
        }
        was_lost
    }
}
