//! Where ill-formed parts of UTF-8 end, many at a time.

use super::unit;
#[cfg(target_arch = "x86_64")]
use crate::kernel::avx512;
use crate::kernel::vector;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Where ill-formed parts end behind a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ends {
    /// The place: none ends at it or before it that was not known.
    pub(crate) at: usize,
    /// Bit `k`: one ends before byte `at + k`. Bit 0 is never set.
    pub(crate) ends: u64,
    /// Up to how many places behind `at` that is known.
    pub(crate) known: usize,
}

/// The first frame, of 61 or 64 bytes, in which an ill-formed part ends: from a place on, which is none behind the end, and up to
/// about another. None is found where there is too little text left for a frame, or no vectors.
///
/// Before the first byte a unit has ended; what is before the place is looked back at.
#[inline]
pub(crate) fn ends(isa: Isa, bytes: &[u8], from: usize, to: usize) -> Ends {
    isa.run(Look { bytes, from, to })
}

/// Where the ill-formed part begins that ends before a place.
#[inline]
pub(crate) fn start(bytes: &[u8], end: usize) -> usize {
    let is_part = |&back: &usize| back <= end && unit(&bytes[end - back..]) == (back, None);
    // A lead that waits for more, or a trail byte that belongs to nothing.
    end - (2..=3).rev().find(is_part).unwrap_or(1)
}

struct Look<'a> {
    bytes: &'a [u8],
    from: usize,
    to: usize,
}

impl Vectorized for Look<'_> {
    type Output = Ends;

    #[inline]
    fn scalar(self) -> Ends {
        Ends { at: self.from, ends: 0, known: 0 }
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Ends {
        vector::ends_of_ill_formed(simd, self.bytes, self.from, self.to)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Ends {
        avx512::ends_of_ill_formed(simd, self.bytes, self.from, self.to)
    }
}
