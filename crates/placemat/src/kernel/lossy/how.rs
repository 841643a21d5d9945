//! A lossy kernel as a value: what selection returns.

use super::in_two;
use super::replaced::{LossyRun, Replaced, SurrogateRun};
use crate::kernel::order::{self, Swaps};
use crate::kernel::strict::Kernel;
use crate::simd::Isa;

/// A kernel for the policy `replace`. It consumes characters and ill-formed subsequences. An incomplete
/// sequence that could continue after the input is consumed only if the input ends there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lossy {
    pub(super) how: How,
    pub(super) swaps: Swaps,
}

/// What the kernel does, in the machine's byte order.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// Repairs and converts in one step.
    InOne(LossyRun),
    /// Repairs and converts in one step, from a source that has surrogates.
    Surrogates(SurrogateRun),
    /// Repairs into a copy, which the kernel for well-formed text converts.
    InTwo(LossyRun, Kernel),
}

impl How {
    #[inline]
    pub(super) fn run(self, isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> (Replaced, u64) {
        match self {
            How::InOne(run) => (run(isa, input, out, end), 0),
            How::Surrogates(run) => run(isa, input, out, end),
            How::InTwo(repair, convert) => (in_two::lossy(isa, (repair, convert), input, out, end), 0),
        }
    }
}

impl Lossy {
    /// Runs the kernel with an instruction set. Returns what it did, and how many surrogates it replaced
    /// because the target cannot hold them.
    #[inline]
    pub(crate) fn run(self, isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> (Replaced, u64) {
        if self.swaps.is_none() {
            self.how.run(isa, input, out, end)
        } else {
            let run = |piece: &[u8], room: &mut [u8], end| self.how.run(isa, piece, room, end);
            order::by_pieces(isa, run, self.swaps, input, out, end)
        }
    }

    /// Returns `true` if the kernel repairs a copy first.
    #[cfg(test)]
    pub(crate) fn is_in_two(self) -> bool {
        matches!(self.how, How::InTwo(..))
    }
}
