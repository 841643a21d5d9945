//! Finds where maximal subparts of ill-formed UTF-8 end, many at a time.

pub(crate) use super::ends::Ends;
use super::item::item;
#[cfg(target_arch = "x86_64")]
use crate::kernel::avx512;
use crate::kernel::vector;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Returns the first frame, of 61 or 64 bytes, in which a maximal subpart ends. The search starts at the
/// place `from`, which is not after the end of the bytes, and goes to about the place `to`. It finds none if
/// the instruction set lacks vectors or too little text is left for a frame.
///
/// An item has ended before the first byte; the search looks back at what is before `from`.
#[inline]
pub(crate) fn ends(isa: Isa, bytes: &[u8], from: usize, to: usize) -> Ends {
    isa.run(Look { bytes, from, to })
}

/// Returns where the maximal subpart begins that ends before a place.
#[inline]
pub(crate) fn start(bytes: &[u8], end: usize) -> usize {
    // The least lead that waits for more after two bytes, and after three.
    let is_part = |&(back, least): &(usize, u8)| {
        back <= end && bytes[end - back] >= least && item(&bytes[end - back..]) == (back, None)
    };
    // A lead that waits for more bytes, or a trail byte that belongs to nothing.
    end - [(3, 0xF0), (2, 0xE0)].iter().find(|part| is_part(part)).map_or(1, |part| part.0)
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
