//! Places that may be it, block by block, from the front or from the back.

use super::blocks::{Hit, Look, MOST};

/// Candidates of blocks that have been looked at, and where the next look begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<const LAST: bool> {
    look: Look,
    /// The block whose candidates come next, and how many blocks have come.
    hit: Hit,
    taken: usize,
    /// Blocks with candidates for the next look: one at first, which is often enough.
    limit: usize,
}

impl<const LAST: bool> Candidates<LAST> {
    /// None, of a haystack whose places from this one on, or before it, have not been looked at, and so much patience with it.
    pub(super) fn of(left: usize, patience: usize) -> Self {
        let look = Look { hits: [Hit::default(); MOST], count: 0, left, patience };
        Candidates { look, hit: Hit::default(), taken: 0, limit: 1 }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<usize> {
        while self.hit.mask == 0 {
            if self.taken == self.look.count {
                return None;
            }
            self.hit = self.look.hits[self.taken];
            self.taken += 1;
        }
        let Hit { block, mask } = &mut self.hit;
        let bit = if LAST { mask.ilog2() } else { mask.trailing_zeros() };
        *mask ^= 1 << bit;
        Some(*block + bit as usize)
    }

    /// Where the next look begins, on this side of an edge; `None` at the end of so many places.
    pub(super) fn left(&self, places: usize, edge: usize) -> Option<usize> {
        let left = if LAST { self.look.left.min(edge) } else { self.look.left.max(edge) };
        let is_at_end = if LAST { left == 0 } else { left >= places };
        (!is_at_end).then_some(left)
    }

    /// Looks on from there, when all before has been taken, for as many blocks as are told.
    #[inline(always)]
    pub(super) fn look(&mut self, left: usize, look: impl FnOnce(usize, &mut Look)) {
        self.look.left = left;
        look(self.limit, &mut self.look);
        (self.taken, self.limit) = (0, MOST.min(2 * self.limit));
    }

    /// How far the last look has gone.
    pub(super) fn looked_at(&self) -> usize {
        self.look.left
    }

    /// A candidate was none.
    pub(super) fn was_wrong(&mut self) {
        self.look.lose_patience();
    }

    /// Was no patience left with how candidates are told? From now on it has no end.
    pub(super) fn restore_patience(&mut self) -> bool {
        let was_lost = self.look.patience == 0;
        if was_lost {
            self.look.patience = usize::MAX;
        }
        was_lost
    }
}
