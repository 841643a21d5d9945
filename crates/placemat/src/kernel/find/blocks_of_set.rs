//! Blocks of 64 positions: finds those of them that have a byte of a set.

use super::blocks::{Block, Compare, Found, MOST, Question, Step, one_by_one};
use super::byte_set::{ByteSet, FEW};
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx512, Vector};
use crate::simd::{BLOCK, Isa, Simd};

/// Returns the next hits from where the last step ended, like [`blocks::next`](super::blocks::next).
pub(super) fn next<const LAST: bool>(
    isa: Isa,
    haystack: &[u8],
    set: &ByteSet,
    limit: usize,
    found: &mut Found,
) {
    let [x, y, z] = set.first;
    match set.count {
        0 => (found.count, found.left) = (0, if LAST { 0 } else { haystack.len() }),
        1 => next_of_few::<LAST, 1>(isa, haystack, [x], limit, found),
        2 => next_of_few::<LAST, 2>(isa, haystack, [x, y], limit, found),
        FEW => next_of_few::<LAST, FEW>(isa, haystack, [x, y, z], limit, found),
        _ if haystack.len() < BLOCK => one_by_one::<LAST>(haystack.len(), found, |k| set.has(haystack[k])),
        _ => isa.run(step::<_, LAST>(haystack, Many(set), limit, found)),
    }
}

/// Returns the next hits of a few bytes.
pub(super) fn next_of_few<const LAST: bool, const N: usize>(
    isa: Isa,
    haystack: &[u8],
    bytes: [u8; N],
    limit: usize,
    found: &mut Found,
) {
    if haystack.len() < BLOCK {
        return one_by_one::<LAST>(haystack.len(), found, |k| bytes.contains(&haystack[k]));
    }
    isa.run(step::<_, LAST>(haystack, Few(bytes), limit, found));
}

/// Returns a search step in a haystack.
#[inline]
fn step<'a, Q, const LAST: bool>(
    haystack: &'a [u8],
    question: Q,
    limit: usize,
    found: &'a mut Found,
) -> Step<'a, Q, LAST, 1> {
    Step { parts: [haystack], question, limit: limit.clamp(1, MOST), found }
}

/// The question whether a byte is one of a few, which are compared one by one.
struct Few<const N: usize>([u8; N]);

impl<const N: usize> Question<1> for Few<N> {
    #[inline(always)]
    fn plain(self) -> impl Compare<1> {
        FewPlain(self.0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> impl Compare<1> {
        FewByVectors(simd, self.0.map(|byte| simd.splat(byte)))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> impl Compare<1> {
        FewByAvx512(simd, self.0.map(|byte| simd.splat(byte)))
    }
}

/// The question whether a byte is one of a set, by two tables of nibbles.
struct Many<'a>(&'a ByteSet);

/// The bits of high nibbles in tables of low nibbles, for those below 8 and for those from 8 on.
const BITS_OF_HIGH: [[u8; 16]; 2] = {
    let (mut bits, mut high) = ([[0; 16]; 2], 0);
    while high < 16 {
        bits[high / 8][high] = 1 << (high % 8);
        high += 1;
    }
    bits
};

impl Question<1> for Many<'_> {
    #[inline(always)]
    fn plain(self) -> impl Compare<1> {
        ManyPlain(*self.0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> impl Compare<1> {
        let ([a, b], [bits_a, bits_b]) = (&self.0.nibbles, &BITS_OF_HIGH);
        let tables =
            [simd.splat_part(a), simd.splat_part(bits_a), simd.splat_part(b), simd.splat_part(bits_b)];
        ManyByVectors(simd, tables)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> impl Compare<1> {
        let ([a, b], [bits_a, bits_b]) = (&self.0.nibbles, &BITS_OF_HIGH);
        let tables =
            [simd.load_front(a), simd.load_front(bits_a), simd.load_front(b), simd.load_front(bits_b)];
        ManyByAvx512(simd, tables)
    }
}

#[derive(Clone, Copy)]
struct FewPlain<const N: usize>([u8; N]);

impl<const N: usize> Compare<1> for FewPlain<N> {
    #[inline(always)]
    fn compare(self, [block]: Block<'_, 1>) -> u64 {
        let stands = |byte: u8| self.0.iter().fold(false, |is, &one| is | (byte == one));
        let some = block.iter().fold(false, |some, &byte| some | stands(byte));
        if some { mask(block, stands) } else { 0 }
    }

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, 1>; BLOCKS]) -> bool {
        let stands = |byte: u8| self.0.iter().fold(false, |is, &one| is | (byte == one));
        blocks.iter().all(|[block]| !block.iter().fold(false, |some, &byte| some | stands(byte)))
    }
}

/// The bits of the bytes for which the answer is yes.
#[inline(always)]
fn mask(block: &[u8; BLOCK], stands: impl Fn(u8) -> bool) -> u64 {
    block.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(stands(byte)))
}

#[derive(Clone, Copy)]
struct ManyPlain(ByteSet);

impl Compare<1> for ManyPlain {
    #[inline(always)]
    fn compare(self, [block]: Block<'_, 1>) -> u64 {
        mask(block, |byte| self.0.has(byte))
    }

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, 1>; BLOCKS]) -> bool {
        blocks.iter().all(|[block]| !block.iter().any(|&byte| self.0.has(byte)))
    }
}

#[derive(Clone, Copy)]
struct FewByVectors<S: Simd, const N: usize>(S, [S::Vector; N]);

impl<S: Simd, const N: usize> Compare<1> for FewByVectors<S, N> {
    #[inline(always)]
    fn compare(self, [block]: Block<'_, 1>) -> u64 {
        let FewByVectors(simd, bytes) = self;
        let zero = simd.splat(0);
        let (mut masks, mut some) = ([zero; 4], zero);
        let mut k = 0;
        while k < S::VECTORS {
            let v = simd.load(block, S::LANES * k);
            masks[k] = bytes.iter().fold(zero, |stands, &byte| simd.or(stands, simd.equal(v, byte)));
            some = simd.or(some, masks[k]);
            k += 1;
        }
        if simd.is_zero(some) { 0 } else { simd.block_mask(masks) }
    }

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, 1>; BLOCKS]) -> bool {
        let FewByVectors(simd, bytes) = self;
        let mut some = simd.splat(0);
        for [block] in blocks {
            let mut k = 0;
            while k < S::VECTORS {
                let v = simd.load(block, S::LANES * k);
                some = bytes.iter().fold(some, |some, &byte| simd.or(some, simd.equal(v, byte)));
                k += 1;
            }
        }
        simd.is_zero(some)
    }
}

/// Tables of low nibbles and of high nibbles: for high nibbles below 8, and from 8 on.
#[derive(Clone, Copy)]
struct ManyByVectors<S: Simd>(S, [S::Vector; 4]);

impl<S: Simd> Compare<1> for ManyByVectors<S> {
    #[inline(always)]
    fn compare(self, [block]: Block<'_, 1>) -> u64 {
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

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, 1>; BLOCKS]) -> bool {
        blocks.into_iter().all(|block| self.compare(block) == 0)
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct FewByAvx512<const N: usize>(Avx512, [Vector; N]);

#[cfg(target_arch = "x86_64")]
impl<const N: usize> Compare<1> for FewByAvx512<N> {
    #[inline(always)]
    fn compare(self, [block]: Block<'_, 1>) -> u64 {
        let FewByAvx512(simd, bytes) = self;
        let v = simd.load(block);
        bytes.iter().fold(0, |mask, &byte| mask | simd.equal(v, byte))
    }

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, 1>; BLOCKS]) -> bool {
        blocks.into_iter().fold(0, |all, block| all | self.compare(block)) == 0
    }
}

/// The two tables, in the first lanes.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct ManyByAvx512(Avx512, [Vector; 4]);

#[cfg(target_arch = "x86_64")]
impl Compare<1> for ManyByAvx512 {
    #[inline(always)]
    fn compare(self, [block]: Block<'_, 1>) -> u64 {
        let ManyByAvx512(simd, [a, bits_a, b, bits_b]) = self;
        let (v, nibble) = (simd.load(block), simd.splat(0xF));
        let (low, high) = (simd.and(v, nibble), simd.and(simd.shift_right::<4>(v), nibble));
        let below_8 = simd.and(simd.lookup(a, low), simd.lookup(bits_a, high));
        let from_8 = simd.and(simd.lookup(b, low), simd.lookup(bits_b, high));
        !simd.has_none(simd.or(below_8, from_8), simd.splat(0xFF))
    }

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, 1>; BLOCKS]) -> bool {
        blocks.into_iter().fold(0, |all, block| all | self.compare(block)) == 0
    }
}
