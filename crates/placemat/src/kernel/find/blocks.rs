//! Blocks of 64 positions: finds those of them at which all probes match.

use super::probes::PROBES;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx512, Vector};
use crate::simd::{BLOCK, Isa, Simd, Vectorized};

/// The most blocks with candidates that are searched for at once.
pub(super) const MOST: usize = 8;

/// A block with candidate positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hit {
    /// The position of the lowest bit.
    pub(super) block: usize,
    /// A bit for each position.
    pub(super) mask: u64,
}

/// The result of a search step in a haystack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) hits: [Hit; MOST],
    /// How many of them there are.
    pub(super) count: usize,
    /// Positions that have not been examined: those from here on, or before.
    pub(super) left: usize,
    /// How often blocks without candidates may fail to be skipped together before a search step ends early.
    /// With well-chosen probes they are skipped together.
    pub(super) patience: usize,
}

impl Found {
    #[inline(always)]
    pub(super) fn add(&mut self, block: usize, mask: u64) {
        self.hits[self.count] = Hit { block, mask };
        self.count += 1;
    }

    /// Reduces the patience. Returns `true` if none is left.
    #[inline]
    pub(super) fn lose_patience(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.patience == 0
    }
}

/// Returns the next hits from where the last step ended. There are as many as requested, if they exist and
/// patience lasts, and at most [`MOST`], plus one of fewer positions than a block has. At position *k*, the
/// probes are the bytes *k* of these parts of a haystack, which have one length.
pub(super) fn next<const LAST: bool>(
    isa: Isa,
    parts: [&[u8]; PROBES],
    probes: [u8; PROBES],
    limit: usize,
    found: &mut Found,
) {
    let places = parts[0].len();
    if places < BLOCK {
        let stands = |k: usize| parts.iter().zip(probes).all(|(part, probe)| part[k] == probe);
        return one_by_one::<LAST>(places, found, stands);
    }
    isa.run(Step::<_, LAST, PROBES> { parts, question: Probe(probes), limit: limit.clamp(1, MOST), found });
}

/// Returns the next candidate among fewer positions than a block has.
pub(super) fn one_by_one<const LAST: bool>(places: usize, found: &mut Found, stands: impl Fn(usize) -> bool) {
    let stands = |place: &usize| stands(*place);
    let place = if LAST { (0..found.left).rfind(stands) } else { (found.left..places).find(stands) };
    found.count = 0;
    found.left = match (place, LAST) {
        (Some(place), true) => place,
        (Some(place), false) => place + 1,
        (None, true) => 0,
        (None, false) => places,
    };
    if let Some(place) = place {
        found.add(place, 1);
    }
}

/// A search step. The question is asked of the bytes at the same position of all parts of a haystack, which
/// have one length.
pub(super) struct Step<'a, Q, const LAST: bool, const N: usize> {
    pub(super) parts: [&'a [u8]; N],
    pub(super) question: Q,
    pub(super) limit: usize,
    pub(super) found: &'a mut Found,
}

/// A question about positions, before it is prepared for an instruction set.
pub(super) trait Question<const N: usize> {
    /// Prepares it for plain Rust.
    fn plain(self) -> impl Compare<N>;
    /// Prepares it for vectors of 16 or 32 bytes.
    fn vector<S: Simd>(self, simd: S) -> impl Compare<N>;
    /// Prepares it for AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn avx512(self, simd: Avx512) -> impl Compare<N>;
}

impl<Q: Question<N>, const LAST: bool, const N: usize> Vectorized for Step<'_, Q, LAST, N> {
    type Output = ();

    #[inline(always)]
    fn scalar(self) {
        look_on::<LAST, N>(self.parts, self.limit, self.question.plain(), self.found);
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) {
        look_on::<LAST, N>(self.parts, self.limit, self.question.vector(simd), self.found);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) {
        look_on::<LAST, N>(self.parts, self.limit, self.question.avx512(simd), self.found);
    }
}

/// The bytes that the probes must match, at the positions of a block.
pub(super) type Block<'a, const N: usize> = [&'a [u8; BLOCK]; N];

/// Blocks that are skipped at once, after some without candidates.
pub(super) const STRIDE: usize = 4;

/// Returns the candidates of a block.
pub(super) trait Compare<const N: usize>: Copy {
    fn compare(self, block: Block<'_, N>) -> u64;

    /// Returns `true` if none of these blocks has a candidate. (It may return `false` for some that have
    /// none.)
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, N>; BLOCKS]) -> bool;
}

#[inline(always)]
fn block<'a, const N: usize>(parts: [&'a [u8]; N], at: usize) -> Option<Block<'a, N>> {
    let mut block = [&[0; BLOCK]; N];
    for (bytes, part) in block.iter_mut().zip(parts) {
        *bytes = part.get(at..)?.first_chunk()?;
    }
    Some(block)
}

/// Consecutive blocks.
#[inline(always)]
fn blocks<'a, const N: usize>(parts: [&'a [u8]; N], at: usize) -> Option<[Block<'a, N>; STRIDE]> {
    let mut blocks = [[&[0; BLOCK]; N]; STRIDE];
    for (k, part) in parts.into_iter().enumerate() {
        let all: &[u8; BLOCK * STRIDE] = part.get(at..)?.first_chunk()?;
        let (all, _) = all.as_chunks();
        for (block, bytes) in blocks.iter_mut().zip(all) {
            block[k] = bytes;
        }
    }
    Some(blocks)
}

/// Examines blocks from where the last step ended, until enough have candidates or patience is lost.
#[inline(always)]
fn look_on<const LAST: bool, const N: usize>(
    parts: [&[u8]; N],
    limit: usize,
    compare: impl Compare<N>,
    found: &mut Found,
) {
    // All slices have one length, which is checked once and not in each round.
    let places = parts[0].len();
    let parts = parts.map(|part| &part[..places]);
    found.count = 0;
    if LAST { backwards(parts, limit, compare, found) } else { forwards(parts, limit, compare, found) }
}

#[inline(always)]
fn forwards<const N: usize>(parts: [&[u8]; N], limit: usize, compare: impl Compare<N>, found: &mut Found) {
    let (places, mut left) = (parts[0].len(), found.left);
    let mut passed = 0;
    while let Some(block) = block(parts, left) {
        let mask = compare.compare(block);
        left += BLOCK;
        passed += 1;
        if mask == 0 && passed == STRIDE {
            passed = 0;
            // Positions that are examined again have no candidates.
            left -= parts[0].as_ptr().addr().wrapping_add(left) % BLOCK;
            let start = left;
            while let Some(blocks) = blocks(parts, left)
                && compare.none(blocks)
            {
                left += STRIDE * BLOCK;
            }
            if left == start && found.lose_patience() {
                found.left = left;
                return;
            }
        }
        if mask != 0 {
            passed = 0;
            found.add(left - BLOCK, mask);
            if found.count == limit {
                found.left = left;
                return;
            }
        }
    }
    // The last block overlaps what has been examined.
    let last = places.saturating_sub(BLOCK);
    if let Some(block) = block(parts, last)
        && left < places
    {
        found.add(last, compare.compare(block) & u64::MAX << (left - last));
    }
    found.left = places;
}

#[inline(always)]
fn backwards<const N: usize>(parts: [&[u8]; N], limit: usize, compare: impl Compare<N>, found: &mut Found) {
    let (mut left, mut passed) = (found.left, 0);
    while let Some(at) = left.checked_sub(BLOCK)
        && let Some(block) = block(parts, at)
    {
        let mask = compare.compare(block);
        left = at;
        passed += 1;
        if mask == 0 && passed == STRIDE {
            passed = 0;
            left += parts[0].as_ptr().addr().wrapping_add(left).wrapping_neg() % BLOCK;
            let start = left;
            while let Some(at) = left.checked_sub(STRIDE * BLOCK)
                && let Some(blocks) = blocks(parts, at)
                && compare.none(blocks)
            {
                left = at;
            }
            if left == start && found.lose_patience() {
                found.left = left;
                return;
            }
        }
        if mask != 0 {
            passed = 0;
            found.add(at, mask);
            if found.count == limit {
                found.left = left;
                return;
            }
        }
    }
    if let Some(block) = block(parts, 0) {
        found.add(0, compare.compare(block) & ((1 << left) - 1));
    }
    found.left = 0;
}

/// The question whether all probes match.
struct Probe([u8; PROBES]);

impl Question<PROBES> for Probe {
    #[inline(always)]
    fn plain(self) -> impl Compare<PROBES> {
        Plain(self.0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> impl Compare<PROBES> {
        ByVectors(simd, self.0.map(|byte| simd.splat(byte)))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> impl Compare<PROBES> {
        ByAvx512(simd, self.0.map(|byte| simd.splat(byte)))
    }
}

#[derive(Clone, Copy)]
struct Plain([u8; PROBES]);

impl Compare<PROBES> for Plain {
    /// If two of the probes rule out all candidates, the others are not tested, here and below.
    /// Most blocks have none, which is found in code that the compiler vectorizes.
    #[inline(always)]
    fn compare(self, block: Block<'_, PROBES>) -> u64 {
        let Plain(probes) = self;
        if self.none([block]) {
            return 0;
        }
        let stands =
            |k: usize| block.iter().zip(probes).fold(true, |all, (bytes, probe)| all & (bytes[k] == probe));
        (0..BLOCK).fold(0, |mask, k| mask | u64::from(stands(k)) << k)
    }

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, PROBES>; BLOCKS]) -> bool {
        let Plain([x, y, ..]) = self;
        blocks.iter().all(|[first, second, ..]| {
            !first.iter().zip(*second).fold(false, |some, (&a, &b)| some | ((a == x) & (b == y)))
        })
    }
}

#[derive(Clone, Copy)]
struct ByVectors<S: Simd>(S, [S::Vector; PROBES]);

impl<S: Simd> Compare<PROBES> for ByVectors<S> {
    #[inline(always)]
    fn compare(self, [first, second, others @ ..]: Block<'_, PROBES>) -> u64 {
        let ByVectors(simd, [x, y, probes @ ..]) = self;
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
        for (bytes, probe) in others.into_iter().zip(probes) {
            k = 0;
            while k < S::VECTORS {
                masks[k] = simd.and(masks[k], simd.equal(simd.load(bytes, S::LANES * k), probe));
                k += 1;
            }
        }
        simd.block_mask(masks)
    }

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, PROBES>; BLOCKS]) -> bool {
        let ByVectors(simd, [x, y, ..]) = self;
        let mut some = simd.splat(0);
        for [first, second, ..] in blocks {
            let mut k = 0;
            while k < S::VECTORS {
                let (a, b) = (simd.load(first, S::LANES * k), simd.load(second, S::LANES * k));
                some = simd.or(some, simd.and(simd.equal(a, x), simd.equal(b, y)));
                k += 1;
            }
        }
        simd.is_zero(some)
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct ByAvx512(Avx512, [Vector; PROBES]);

#[cfg(target_arch = "x86_64")]
impl Compare<PROBES> for ByAvx512 {
    #[inline(always)]
    fn compare(self, [first, second, others @ ..]: Block<'_, PROBES>) -> u64 {
        let ByAvx512(simd, [x, y, probes @ ..]) = self;
        let mask = simd.equal(simd.load(first), x) & simd.equal(simd.load(second), y);
        if mask == 0 {
            return 0;
        }
        others
            .into_iter()
            .zip(probes)
            .fold(mask, |mask, (bytes, probe)| mask & simd.equal(simd.load(bytes), probe))
    }

    #[inline(always)]
    fn none<const BLOCKS: usize>(self, blocks: [Block<'_, PROBES>; BLOCKS]) -> bool {
        let ByAvx512(simd, [x, y, ..]) = self;
        let mask = |[first, second, ..]: Block<'_, PROBES>| {
            simd.equal(simd.load(first), x) & simd.equal(simd.load(second), y)
        };
        blocks.into_iter().fold(0, |all, block| all | mask(block)) == 0
    }
}
