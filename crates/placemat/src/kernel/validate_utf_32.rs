//! Validation of UTF-32, in any byte order.

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::plain::{SHORT_STRIP, STRIP, SURROGATE, Width};
use super::vector;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};
use crate::unit::Endian;
use crate::unit::Endian::{Big, Little};

/// Returns the length in bytes of a prefix of UTF-32 in the given order whose units are whole scalar values.
#[inline]
pub(crate) fn validate_utf_32(isa: Isa, bytes: &[u8], order: Endian) -> usize {
    match order {
        Little => isa.run(ValidateUtf32::<false>(bytes)),
        Big => isa.run(ValidateUtf32::<true>(bytes)),
    }
}

struct ValidateUtf32<'a, const BIG: bool>(&'a [u8]);

impl<const BIG: bool> ValidateUtf32<'_, BIG> {
    /// Whether there are kernels for this byte order, the machine's.
    const IS_NATIVE: bool = BIG == cfg!(target_endian = "big");
}

impl<const BIG: bool> Vectorized for ValidateUtf32<'_, BIG> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        let units = self.0.as_chunks::<4>().0;
        let stands = |&unit: &[u8; 4]| {
            let unit = if BIG { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) };
            unit.stands(char::MAX as u32, SURROGATE)
        };
        let mut at = strips_that_stand::<STRIP>(units, stands);
        at += strips_that_stand::<SHORT_STRIP>(&units[at..], stands);
        at += units[at..].iter().take_while(|unit| stands(unit)).count();
        size_of::<u32>() * at
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> usize {
        let at = if Self::IS_NATIVE { vector::validate_utf_32(simd, self.0) } else { 0 };
        at + Self(&self.0[at..]).scalar()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        let at = if Self::IS_NATIVE { avx512::validate_utf_32(simd, self.0) } else { 0 };
        at + Self(&self.0[at..]).scalar()
    }
}

/// Counts the units in whole strips at the front whose units all stand for themselves.
#[inline(always)]
fn strips_that_stand<const N: usize>(units: &[[u8; 4]], stands: impl Fn(&[u8; 4]) -> bool) -> usize {
    let mut at = 0;
    while let Some(strip) = units[at..].first_chunk::<N>() {
        if !strip.iter().fold(true, |all, unit| all & stands(unit)) {
            break;
        }
        at += N;
    }
    at
}
