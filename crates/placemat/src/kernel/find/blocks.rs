//! Blocks of 64 places: at which of them do the probes stand?

use super::probes::PROBES;
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

/// The next candidates from a place on, or before it. At place *k* the probes are the bytes *k* of these parts of a haystack,
/// which are of the same length.
pub(super) fn next<const LAST: bool>(
    isa: Isa,
    parts: [&[u8]; PROBES],
    probes: [u8; PROBES],
    left: usize,
) -> Option<Candidates> {
    if parts[0].len() < BLOCK {
        return one_by_one::<LAST>(parts, probes, left);
    }
    isa.run(Blocks::<LAST> { parts, probes, left })
}

/// The same, of fewer places than a block has.
fn one_by_one<const LAST: bool>(
    [first, second, third]: [&[u8]; PROBES],
    [x, y, z]: [u8; PROBES],
    left: usize,
) -> Option<Candidates> {
    let stands = |&k: &usize| first[k] == x && second[k] == y && third[k] == z;
    let block = if LAST { (0..left).rfind(stands)? } else { (left..first.len()).find(stands)? };
    Some(Candidates { block, mask: 1, left: if LAST { block } else { block + 1 } })
}

struct Blocks<'a, const LAST: bool> {
    parts: [&'a [u8]; PROBES],
    probes: [u8; PROBES],
    left: usize,
}

/// The bytes at which the probes are to be, at the places of a block.
type Block<'a> = [&'a [u8; BLOCK]; PROBES];

/// Tells the candidates of a block. Where two of the probes tell that there are none, the third is not asked.
trait Compare: Copy {
    fn compare(self, block: Block<'_>) -> u64;
}

impl<'a, const LAST: bool> Blocks<'a, LAST> {
    #[inline(always)]
    fn block(&self, at: usize) -> Option<Block<'a>> {
        let [first, second, third] = self.parts;
        let block = [
            first.get(at..)?.first_chunk()?,
            second.get(at..)?.first_chunk()?,
            third.get(at..)?.first_chunk()?,
        ];
        Some(block)
    }

    #[inline(always)]
    fn by(self, compare: impl Compare) -> Option<Candidates> {
        if LAST { self.backwards(compare) } else { self.forwards(compare) }
    }

    #[inline(always)]
    fn forwards(self, compare: impl Compare) -> Option<Candidates> {
        let (places, mut at) = (self.parts[0].len(), self.left);
        while let Some(block) = self.block(at) {
            let mask = compare.compare(block);
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
        let mask = compare.compare(self.block(block)?) & u64::MAX << (at - block);
        (mask != 0).then_some(Candidates { block, mask, left: places })
    }

    #[inline(always)]
    fn backwards(self, compare: impl Compare) -> Option<Candidates> {
        let mut left = self.left;
        while let Some(block) = left.checked_sub(BLOCK) {
            let mask = compare.compare(self.block(block)?);
            if mask != 0 {
                return Some(Candidates { block, mask, left: block });
            }
            left = block;
        }
        let mask = compare.compare(self.block(0)?) & ((1 << left) - 1);
        (mask != 0).then_some(Candidates { block: 0, mask, left: 0 })
    }
}

impl<const LAST: bool> Vectorized for Blocks<'_, LAST> {
    type Output = Option<Candidates>;

    #[inline(always)]
    fn scalar(self) -> Option<Candidates> {
        let probes = self.probes;
        self.by(Plain(probes))
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<Candidates> {
        let [x, y, z] = self.probes;
        self.by(ByVectors(simd, [simd.splat(x), simd.splat(y), simd.splat(z)]))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Option<Candidates> {
        let [x, y, z] = self.probes;
        self.by(ByAvx512(simd, [simd.splat(x), simd.splat(y), simd.splat(z)]))
    }
}

#[derive(Clone, Copy)]
struct Plain([u8; PROBES]);

impl Compare for Plain {
    /// Most blocks have none, which is found out in what the compiler makes vectors of.
    #[inline(always)]
    fn compare(self, [first, second, third]: Block<'_>) -> u64 {
        let Plain([x, y, z]) = self;
        let mut some = false;
        for k in 0..BLOCK {
            some |= (first[k] == x) & (second[k] == y);
        }
        let mut mask = 0;
        if some {
            for k in 0..BLOCK {
                mask |= u64::from((first[k] == x) & (second[k] == y) & (third[k] == z)) << k;
            }
        }
        mask
    }
}

#[derive(Clone, Copy)]
struct ByVectors<S: Simd>(S, [S::Vector; PROBES]);

impl<S: Simd> Compare for ByVectors<S> {
    #[inline(always)]
    fn compare(self, [first, second, third]: Block<'_>) -> u64 {
        let ByVectors(simd, [x, y, z]) = self;
        let (mut masks, mut some) = ([x; 4], simd.splat(0));
        let mut k = 0;
        while k < S::VECTORS {
            let (a, b) = (simd.load(first, S::LANES * k), simd.load(second, S::LANES * k));
            masks[k] = simd.and(simd.equal(a, x), simd.equal(b, y));
            some = simd.or(some, masks[k]);
            k += 1;
        }
        if simd.is_zero(some) {
            return 0;
        }
        k = 0;
        while k < S::VECTORS {
            masks[k] = simd.and(masks[k], simd.equal(simd.load(third, S::LANES * k), z));
            k += 1;
        }
        simd.block_mask(masks)
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct ByAvx512(Avx512, [Vector; PROBES]);

#[cfg(target_arch = "x86_64")]
impl Compare for ByAvx512 {
    #[inline(always)]
    fn compare(self, [first, second, third]: Block<'_>) -> u64 {
        let ByAvx512(simd, [x, y, z]) = self;
        let mask = simd.equal(simd.load(first), x) & simd.equal(simd.load(second), y);
        if mask == 0 { 0 } else { mask & simd.equal(simd.load(third), z) }
    }
}
