//! Pseudo-random numbers, which are the same for the same seed.

/// SplitMix64.
pub(super) struct Random(u64);

impl Random {
    /// Creates a separate source for each case, so that no case depends on those before it.
    pub(super) fn new(seed: u64, case: &str) -> Self {
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        Random(case.bytes().fold(seed ^ 0xCBF2_9CE4_8422_2325, hash))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
