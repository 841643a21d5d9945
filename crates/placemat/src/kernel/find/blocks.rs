//! Blocks of 64 places: at which of them do the probes stand?

use super::probes::PROBES;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx512, Vector};
use crate::simd::{BLOCK, Isa, Simd, Vectorized};

/// Blocks with candidates that are looked for at once, at the most.
pub(super) const MOST: usize = 8;

/// A block with places that may be it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hit {
    /// The place of the lowest bit.
    pub(super) block: usize,
    /// A bit for each place.
    pub(super) mask: u64,
}

/// What comes of a look at a haystack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) hits: [Hit; MOST],
    /// How many of them there are.
    pub(super) count: usize,
    /// Places that have not been looked at: those from here on, or before.
    pub(super) left: usize,
}

impl Look {
    pub(super) fn nothing(left: usize) -> Self {
        Look { hits: [Hit::default(); MOST], count: 0, left }
    }

    #[inline(always)]
    fn add(&mut self, block: usize, mask: u64) {
        self.hits[self.count] = Hit { block, mask };
        self.count += 1;
    }
}

/// The next hits from a place on, or before it: so many, if there are, at most [`MOST`],
/// and one of less places than a block has. At place *k* the probes are the bytes
/// *k* of these parts of a haystack, which are of the same length.
pub(super) fn next<const LAST: bool>(
    isa: Isa,
    parts: [&[u8]; PROBES],
    probes: [u8; PROBES],
    left: usize,
    limit: usize,
) -> Look {
    let ([first, second, third], [x, y, z]) = (parts, probes);
    if first.len() < BLOCK {
        return one_by_one::<LAST>(first.len(), left, |k| first[k] == x && second[k] == y && third[k] == z);
    }
    isa.run(Blocks::<LAST> { parts, probes, left, limit: limit.clamp(1, MOST) })
}

/// The next candidate, of fewer places than a block has.
pub(super) fn one_by_one<const LAST: bool>(
    places: usize,
    left: usize,
    stands: impl Fn(usize) -> bool,
) -> Look {
    let stands = |place: &usize| stands(*place);
    let found = if LAST { (0..left).rfind(stands) } else { (left..places).find(stands) };
    let Some(place) = found else { return Look::nothing(if LAST { 0 } else { places }) };
    let mut look = Look::nothing(if LAST { place } else { place + 1 });
    look.add(place, 1);
    look
}

struct Blocks<'a, const LAST: bool> {
    parts: [&'a [u8]; PROBES],
    probes: [u8; PROBES],
    left: usize,
    limit: usize,
}

/// The bytes at which the probes are to be, at the places of a block.
pub(super) type Block<'a> = [&'a [u8; BLOCK]; PROBES];

/// Tells the candidates of a block. Where two of the probes tell that there are none, the third is not asked.
pub(super) trait Compare: Copy {
    fn compare(self, block: Block<'_>) -> u64;
}

#[inline(always)]
fn block<'a>([first, second, third]: [&'a [u8]; PROBES], at: usize) -> Option<Block<'a>> {
    Some([first.get(at..)?.first_chunk()?, second.get(at..)?.first_chunk()?, third.get(at..)?.first_chunk()?])
}

impl<const LAST: bool> Blocks<'_, LAST> {
    #[inline(always)]
    fn by(self, compare: impl Compare) -> Look {
        let Blocks { parts: [first, second, third], left, limit, .. } = self;
        let places = first.len();
        // That all are as long is told once, and not in each round.
        let parts = [first, &second[..places], &third[..places]];
        if LAST { backwards(parts, left, limit, compare) } else { forwards(parts, left, limit, compare) }
    }
}

#[inline(always)]
pub(super) fn forwards(parts: [&[u8]; PROBES], mut left: usize, limit: usize, compare: impl Compare) -> Look {
    let (places, mut look) = (parts[0].len(), Look::nothing(0));
    while let Some(block) = block(parts, left) {
        let mask = compare.compare(block);
        left += BLOCK;
        if mask != 0 {
            look.add(left - BLOCK, mask);
            if look.count == limit {
                look.left = left;
                return look;
            }
        }
    }
    // The last block overlaps what has been looked at.
    let last = places.saturating_sub(BLOCK);
    if let Some(block) = block(parts, last)
        && left < places
    {
        look.add(last, compare.compare(block) & u64::MAX << (left - last));
    }
    look.left = places;
    look
}

#[inline(always)]
pub(super) fn backwards(
    parts: [&[u8]; PROBES],
    mut left: usize,
    limit: usize,
    compare: impl Compare,
) -> Look {
    let mut look = Look::nothing(0);
    while let Some(at) = left.checked_sub(BLOCK)
        && let Some(block) = block(parts, at)
    {
        let mask = compare.compare(block);
        left = at;
        if mask != 0 {
            look.add(at, mask);
            if look.count == limit {
                look.left = left;
                return look;
            }
        }
    }
    if let Some(block) = block(parts, 0) {
        look.add(0, compare.compare(block) & ((1 << left) - 1));
    }
    look
}

impl<const LAST: bool> Vectorized for Blocks<'_, LAST> {
    type Output = Look;

    #[inline(always)]
    fn scalar(self) -> Look {
        let probes = self.probes;
        self.by(Plain(probes))
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Look {
        let [x, y, z] = self.probes;
        self.by(ByVectors(simd, [simd.splat(x), simd.splat(y), simd.splat(z)]))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Look {
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
