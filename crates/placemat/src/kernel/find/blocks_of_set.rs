//! Blocks of 64 places: at which of them are bytes of a set?

use super::blocks::{Block, Compare, Look, MOST, backwards, forwards, one_by_one};
use super::probes::PROBES;
use super::set::{ByteSet, FEW};
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx512, Vector};
use crate::simd::{BLOCK, Isa, Simd, Vectorized};

/// The next hits from a place on, or before it, as [`blocks::next`](super::blocks::next) has them.
pub(super) fn next<const LAST: bool>(
    isa: Isa,
    haystack: &[u8],
    set: &ByteSet,
    left: usize,
    limit: usize,
) -> Look {
    if set.count == 0 {
        return Look::nothing(if LAST { 0 } else { haystack.len() });
    }
    if haystack.len() >= BLOCK {
        return isa.run(BlocksOfSet::<LAST> { haystack, set, left, limit: limit.clamp(1, MOST) });
    }
    one_by_one::<LAST>(haystack.len(), left, |k| set.has(haystack[k]))
}

struct BlocksOfSet<'a, const LAST: bool> {
    haystack: &'a [u8],
    set: &'a ByteSet,
    left: usize,
    limit: usize,
}

impl<const LAST: bool> BlocksOfSet<'_, LAST> {
    #[inline(always)]
    fn by(self, compare: impl Compare) -> Look {
        let parts = [self.haystack; PROBES];
        if LAST {
            backwards(parts, self.left, self.limit, compare)
        } else {
            forwards(parts, self.left, self.limit, compare)
        }
    }
}

/// The bits of high nibbles in tables of low nibbles, for those below 8 and for those from 8 on.
const BITS_OF_HIGH: [[u8; 16]; 2] = {
    let (mut bits, mut high) = ([[0; 16]; 2], 0);
    while high < 16 {
        bits[high / 8][high] = 1 << (high % 8);
        high += 1;
    }
    bits
};

impl<const LAST: bool> Vectorized for BlocksOfSet<'_, LAST> {
    type Output = Look;

    #[inline(always)]
    fn scalar(self) -> Look {
        let set = *self.set;
        match set.count {
            ..=FEW => self.by(FewPlain(set.first)),
            _ => self.by(ManyPlain(set)),
        }
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Look {
        let set = *self.set;
        if set.count <= FEW {
            let [x, y, z] = set.first;
            return self.by(FewByVectors(simd, [simd.splat(x), simd.splat(y), simd.splat(z)]));
        }
        let ([a, b], [bits_a, bits_b]) = (&set.nibbles, &BITS_OF_HIGH);
        let tables =
            [simd.splat_part(a), simd.splat_part(bits_a), simd.splat_part(b), simd.splat_part(bits_b)];
        self.by(ManyByVectors(simd, tables))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Look {
        let set = *self.set;
        if set.count <= FEW {
            let [x, y, z] = set.first;
            return self.by(FewByAvx512(simd, [simd.splat(x), simd.splat(y), simd.splat(z)]));
        }
        let ([a, b], [bits_a, bits_b]) = (&set.nibbles, &BITS_OF_HIGH);
        let tables =
            [simd.load_front(a), simd.load_front(bits_a), simd.load_front(b), simd.load_front(bits_b)];
        self.by(ManyByAvx512(simd, tables))
    }
}

#[derive(Clone, Copy)]
struct FewPlain([u8; FEW]);

impl Compare for FewPlain {
    #[inline(always)]
    fn compare(self, [block, ..]: Block<'_>) -> u64 {
        let FewPlain([x, y, z]) = self;
        let stands = |byte: u8| (byte == x) | (byte == y) | (byte == z);
        let some = block.iter().fold(false, |some, &byte| some | stands(byte));
        if some { mask(block, stands) } else { 0 }
    }
}

/// The bits of the bytes for which the answer is yes.
#[inline(always)]
fn mask(block: &[u8; BLOCK], stands: impl Fn(u8) -> bool) -> u64 {
    block.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(stands(byte)))
}

#[derive(Clone, Copy)]
struct ManyPlain(ByteSet);

impl Compare for ManyPlain {
    #[inline(always)]
    fn compare(self, [block, ..]: Block<'_>) -> u64 {
        mask(block, |byte| self.0.has(byte))
    }
}

#[derive(Clone, Copy)]
struct FewByVectors<S: Simd>(S, [S::Vector; FEW]);

impl<S: Simd> Compare for FewByVectors<S> {
    #[inline(always)]
    fn compare(self, [block, ..]: Block<'_>) -> u64 {
        let FewByVectors(simd, [x, y, z]) = self;
        let (mut masks, mut some) = ([x; 4], simd.splat(0));
        let mut k = 0;
        while k < S::VECTORS {
            let v = simd.load(block, S::LANES * k);
            masks[k] = simd.or(simd.or(simd.equal(v, x), simd.equal(v, y)), simd.equal(v, z));
            some = simd.or(some, masks[k]);
            k += 1;
        }
        if simd.is_zero(some) { 0 } else { simd.block_mask(masks) }
    }
}

/// Tables of low nibbles and of high nibbles: for high nibbles below 8, and from 8 on.
#[derive(Clone, Copy)]
struct ManyByVectors<S: Simd>(S, [S::Vector; 4]);

impl<S: Simd> Compare for ManyByVectors<S> {
    #[inline(always)]
    fn compare(self, [block, ..]: Block<'_>) -> u64 {
        let ManyByVectors(simd, [a, bits_a, b, bits_b]) = self;
        let zero = simd.splat(0);
        let (mut masks, mut some) = ([zero; 4], zero);
        let mut k = 0;
        while k < S::VECTORS {
            let v = simd.load(block, S::LANES * k);
            let (low, high) = (simd.low_nibbles(v), simd.high_nibbles(v));
            let below_8 = simd.and(simd.look_up(a, low), simd.look_up(bits_a, high));
            let from_8 = simd.and(simd.look_up(b, low), simd.look_up(bits_b, high));
            let bits = simd.or(below_8, from_8);
            masks[k] = simd.equal(bits, zero);
            some = simd.or(some, bits);
            k += 1;
        }
        if simd.is_zero(some) { 0 } else { !simd.block_mask(masks) }
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct FewByAvx512(Avx512, [Vector; FEW]);

#[cfg(target_arch = "x86_64")]
impl Compare for FewByAvx512 {
    #[inline(always)]
    fn compare(self, [block, ..]: Block<'_>) -> u64 {
        let FewByAvx512(simd, [x, y, z]) = self;
        let v = simd.load(block);
        simd.equal(v, x) | simd.equal(v, y) | simd.equal(v, z)
    }
}

/// The same tables, in the first lanes.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct ManyByAvx512(Avx512, [Vector; 4]);

#[cfg(target_arch = "x86_64")]
impl Compare for ManyByAvx512 {
    #[inline(always)]
    fn compare(self, [block, ..]: Block<'_>) -> u64 {
        let ManyByAvx512(simd, [a, bits_a, b, bits_b]) = self;
        let (v, nibble) = (simd.load(block), simd.splat(0xF));
        let (low, high) = (simd.and(v, nibble), simd.and(simd.shift_right::<4>(v), nibble));
        let below_8 = simd.and(simd.lookup(a, low), simd.lookup(bits_a, high));
        let from_8 = simd.and(simd.lookup(b, low), simd.lookup(bits_b, high));
        !simd.has_none(simd.or(below_8, from_8), simd.splat(0xFF))
    }
}
