//! Blocks of 64 places: at which of them do both probes stand?

#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx512, Vector};
use crate::simd::{BLOCK, Isa, Simd, Vectorized};

/// Places that may be it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    /// The place of the lowest bit.
    pub(super) block: usize,
    /// A bit for each place, at least one of them set.
    pub(super) mask: u64,
    /// Places that have not been looked at: those from here on, or before.
    pub(super) left: usize,
}

/// The next candidates from a place on, or before it. At place *k* the probes are `first[k]` and `second[k]`, which are of
/// the same length.
pub(super) fn next<const LAST: bool>(
    isa: Isa,
    first: &[u8],
    second: &[u8],
    bytes: [u8; 2],
    left: usize,
) -> Option<Candidates> {
    if first.len() < BLOCK {
        return one_by_one::<LAST>(first, second, bytes, left);
    }
    isa.run(Blocks::<LAST> { first, second, bytes, left })
}

/// The same, of fewer places than a block has.
fn one_by_one<const LAST: bool>(
    first: &[u8],
    second: &[u8],
    [x, y]: [u8; 2],
    left: usize,
) -> Option<Candidates> {
    let stands = |&k: &usize| first[k] == x && second[k] == y;
    let block = if LAST { (0..left).rfind(stands)? } else { (left..first.len()).find(stands)? };
    Some(Candidates { block, mask: 1, left: if LAST { block } else { block + 1 } })
}

struct Blocks<'a, const LAST: bool> {
    first: &'a [u8],
    second: &'a [u8],
    bytes: [u8; 2],
    left: usize,
}

/// Tells the candidates of a block, of which these are the bytes at the places of both probes.
trait Compare: Copy {
    fn compare(self, first: &[u8; BLOCK], second: &[u8; BLOCK]) -> u64;
}

impl<'a, const LAST: bool> Blocks<'a, LAST> {
    #[inline(always)]
    fn block(&self, at: usize) -> Option<(&'a [u8; BLOCK], &'a [u8; BLOCK])> {
        Some((self.first.get(at..)?.first_chunk()?, self.second.get(at..)?.first_chunk()?))
    }

    #[inline(always)]
    fn by(self, compare: impl Compare) -> Option<Candidates> {
        if LAST { self.backwards(compare) } else { self.forwards(compare) }
    }

    #[inline(always)]
    fn forwards(self, compare: impl Compare) -> Option<Candidates> {
        let (places, mut at) = (self.first.len(), self.left);
        while let Some((first, second)) = self.block(at) {
            let mask = compare.compare(first, second);
            if mask != 0 {
                return Some(Candidates { block: at, mask, left: at + BLOCK });
            }
            at += BLOCK;
        }
        if at >= places {
            return None;
        }
        // The last block overlaps what has been looked at.
        let block = places.checked_sub(BLOCK)?;
        let (first, second) = self.block(block)?;
        let mask = compare.compare(first, second) & u64::MAX << (at - block);
        (mask != 0).then_some(Candidates { block, mask, left: places })
    }

    #[inline(always)]
    fn backwards(self, compare: impl Compare) -> Option<Candidates> {
        let mut left = self.left;
        while let Some(block) = left.checked_sub(BLOCK) {
            let (first, second) = self.block(block)?;
            let mask = compare.compare(first, second);
            if mask != 0 {
                return Some(Candidates { block, mask, left: block });
            }
            left = block;
        }
        let (first, second) = self.block(0)?;
        let mask = compare.compare(first, second) & ((1 << left) - 1);
        (mask != 0).then_some(Candidates { block: 0, mask, left: 0 })
    }
}

impl<const LAST: bool> Vectorized for Blocks<'_, LAST> {
    type Output = Option<Candidates>;

    #[inline(always)]
    fn scalar(self) -> Option<Candidates> {
        let bytes = self.bytes;
        self.by(Plain(bytes))
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<Candidates> {
        let [x, y] = self.bytes;
        self.by(ByVectors(simd, [simd.splat(x), simd.splat(y)]))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Option<Candidates> {
        let [x, y] = self.bytes;
        self.by(ByAvx512(simd, [simd.splat(x), simd.splat(y)]))
    }
}

#[derive(Clone, Copy)]
struct Plain([u8; 2]);

impl Compare for Plain {
    /// Most blocks have none, which is found out in what the compiler makes vectors of.
    #[inline(always)]
    fn compare(self, first: &[u8; BLOCK], second: &[u8; BLOCK]) -> u64 {
        let Plain([x, y]) = self;
        let mut some = false;
        for k in 0..BLOCK {
            some |= (first[k] == x) & (second[k] == y);
        }
        let mut mask = 0;
        if some {
            for k in 0..BLOCK {
                mask |= u64::from((first[k] == x) & (second[k] == y)) << k;
            }
        }
        mask
    }
}

#[derive(Clone, Copy)]
struct ByVectors<S: Simd>(S, [S::Vector; 2]);

impl<S: Simd> Compare for ByVectors<S> {
    #[inline(always)]
    fn compare(self, first: &[u8; BLOCK], second: &[u8; BLOCK]) -> u64 {
        let ByVectors(simd, [x, y]) = self;
        let (mut masks, mut some) = ([x; 4], simd.splat(0));
        let mut k = 0;
        while k < S::VECTORS {
            let (a, b) = (simd.load(first, S::LANES * k), simd.load(second, S::LANES * k));
            masks[k] = simd.and(simd.equal(a, x), simd.equal(b, y));
            some = simd.or(some, masks[k]);
            k += 1;
        }
        if simd.is_zero(some) { 0 } else { simd.block_mask(masks) }
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct ByAvx512(Avx512, [Vector; 2]);

#[cfg(target_arch = "x86_64")]
impl Compare for ByAvx512 {
    #[inline(always)]
    fn compare(self, first: &[u8; BLOCK], second: &[u8; BLOCK]) -> u64 {
        let ByAvx512(simd, [x, y]) = self;
        simd.equal(simd.load(first), x) & simd.equal(simd.load(second), y)
    }
}
