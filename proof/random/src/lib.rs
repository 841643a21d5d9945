//! Random numbers for tests and tools: the same numbers on every machine. Also determines how many
//! cases a long test tries.

#![no_std]

extern crate std;

/// Returns the step between the cases that a long test tries: 1 if `PLACEMAT_ALL_CASES` is set, to
/// anything, as in `cargo xtask verify`, and otherwise `otherwise`.
#[must_use]
pub fn stride(otherwise: usize) -> usize {
    if std::env::var_os("PLACEMAT_ALL_CASES").is_some() { 1 } else { otherwise }
}

/// A small generator: xorshift64*. Its state, which begins as the seed, must not be 0.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Creates a generator from any seed. Neighbouring seeds begin far from each other.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns the next 64 bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below `n`, or 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 33) as usize % n.max(1)
    }

    /// Returns `true` once in `n` times.
    #[inline]
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns a reference to one of several items.
    #[inline]
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Returns a copy of one of several items.
    #[inline]
    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        *self.pick(all)
    }

    /// Returns a part of a slice, perhaps all or nothing of it.
    pub fn part<'a, T>(&mut self, of: &'a [T]) -> &'a [T] {
        let from = self.below(of.len() + 1);
        let to = from + self.below(of.len() - from + 1);
        &of[from..to]
    }
}

/// SplitMix64, for tests whose recorded results depend on its numbers.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// Creates a separate generator for each case, so that no case depends on those before it.
    #[must_use]
    pub fn new(seed: u64, case: &str) -> Self {
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        SplitMix(case.bytes().fold(seed ^ 0xCBF2_9CE4_8422_2325, hash))
    }

    /// Returns the next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`, which must not be 0.
    pub const fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// Returns `true` once in `n` times.
    pub const fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns a copy of one of several items.
    pub const fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}
