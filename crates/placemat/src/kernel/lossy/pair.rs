//! Lossy conversions in one step, by the kernels of all instruction sets.

use core::marker::PhantomData;

use super::item::{decided_utf_8, decided_utf_16};
use super::replaced::Replaced;
#[cfg(target_arch = "x86_64")]
use crate::kernel::avx512;
pub(super) use crate::kernel::scalar::{
    Parts, Utf8ToUtf8, Utf8ToUtf16, Utf8ToUtf32, Utf16ToUtf8, Utf16ToUtf16,
};
use crate::kernel::{scalar, vector};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// A conversion.
pub(crate) trait LossyConversion: Parts {
    /// Returns how many bytes at the front are decided without what follows.
    fn decided(bytes: &[u8], end: bool) -> usize;
    /// Converts decided input with vectors of 16 or 32 bytes.
    fn vector<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced;
    /// Converts decided input with AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn avx512(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced;
}

pub(crate) fn run<P: LossyConversion>(isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> Replaced {
    isa.run(OfConversion::<P>(&input[..P::decided(input, end)], out, PhantomData))
}

struct OfConversion<'a, P>(&'a [u8], &'a mut [u8], PhantomData<P>);

impl<P: LossyConversion> Vectorized for OfConversion<'_, P> {
    type Output = Replaced;

    fn scalar(self) -> Replaced {
        scalar::lossy::<P>(self.0, self.1)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Replaced {
        let done = P::vector(simd, self.0, self.1);
        go_on::<P>(self.0, self.1, done)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Replaced {
        let done = P::avx512(simd, self.0, self.1);
        go_on::<P>(self.0, self.1, done)
    }
}

/// Continues with the scalar kernel where a vector kernel stopped for want of room.
fn go_on<P: LossyConversion>(input: &[u8], out: &mut [u8], done: Replaced) -> Replaced {
    if done.read == input.len() {
        return done;
    }
    done.and(scalar::lossy::<P>(&input[done.read..], &mut out[done.written..]))
}

/// Implements [`LossyConversion`] by kernels of one name.
macro_rules! pairs {
    ($($pair:ident: $decided:ident, $kernel:ident;)*) => { $(
        impl LossyConversion for $pair {
            #[inline]
            fn decided(bytes: &[u8], end: bool) -> usize {
                $decided(bytes, end)
            }

            #[inline(always)]
            fn vector<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced {
                vector::$kernel(simd, bytes, out)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
                avx512::$kernel(simd, bytes, out)
            }
        }
    )* };
}

pairs! {
    Utf8ToUtf8: decided_utf_8, lossy_utf_8_to_utf_8;
    Utf8ToUtf16: decided_utf_8, lossy_utf_8_to_utf_16;
    Utf8ToUtf32: decided_utf_8, lossy_utf_8_to_utf_32;
    Utf16ToUtf8: decided_utf_16, lossy_utf_16_to_utf_8;
    Utf16ToUtf16: decided_utf_16, lossy_utf_16_to_utf_16;
}
