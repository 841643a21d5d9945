//! What lossy kernels return, and what the steps of all instruction sets know about the places of a text.

use crate::simd::Isa;

/// What a lossy kernel did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replaced {
    /// Bytes read.
    pub(crate) read: usize,
    /// Bytes written.
    pub(crate) written: usize,
    /// Maximal subparts of ill-formed subsequences, each of which is now a U+FFFD.
    pub(crate) errors: u64,
}

impl Replaced {
    /// Returns the sum of two results, one after the other.
    #[inline(always)]
    pub(crate) fn and(self, then: Replaced) -> Replaced {
        Replaced {
            read: self.read + then.read,
            written: self.written + then.written,
            errors: self.errors + then.errors,
        }
    }
}

/// How far a text has been processed, and whether a kernel for well-formed text may follow.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reached {
    pub(crate) done: Replaced,
    pub(crate) is_error_free: bool,
}

/// The facts about 64 places, one bit each. They show where an item ends, and how.
#[derive(Clone, Copy)]
pub(crate) struct SequenceMasks {
    pub(crate) continues: u64,
    pub(crate) fourth: u64,
    pub(crate) stray: u64,
    pub(crate) broken: u64,
}

impl SequenceMasks {
    #[inline(always)]
    pub(crate) fn from_masks(trail: u64, continues: u64, fourth: u64, waits: u64) -> Self {
        let stray = trail ^ continues;
        // A byte that continues was waited for, and nothing is waited for after a stray byte. No bit is set
        // twice, so the sum is one instruction.
        SequenceMasks { continues, fourth, stray, broken: (waits ^ continues).wrapping_add(stray << 1) }
    }
}

/// A lossy kernel as a function. The last argument says whether the input ends with the slice.
pub(crate) type LossyRun = fn(Isa, &[u8], &mut [u8], bool) -> Replaced;

/// A lossy kernel as a function that also returns the number of surrogates that the target cannot hold, each
/// of which is now a U+FFFD.
pub(crate) type SurrogateRun = fn(Isa, &[u8], &mut [u8], bool) -> (Replaced, u64);
