//! The entry points of a conversion, and the conversions between UTF-8 and UTF-16 or UTF-32. Short texts, and
//! those of a few blocks, skip the setup that long texts need (`sizes`).

use core::marker::PhantomData;

use super::advance::Advance;
#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::sizes::{FEW, MEDIUM, SHORT};
use super::{scalar, vector};
use crate::form::Utf8;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, OfSlices, Simd, Vectorized};

/// The kernels of a conversion, one for each kind of instruction set. Those with vectors may stop anywhere;
/// the scalar kernel then goes on. (A type has them, because functions that are passed as values are not
/// inlined into the one that has the features.)
pub(super) trait Conversion {
    /// Fewer bytes are not worth the choice of an instruction set.
    const LEAST: usize = FEW;
    /// More bytes are converted as a long text with AVX-512. If this is more than [`MEDIUM`], what the kernel
    /// leaves is too, if that is more than `MEDIUM`.
    #[cfg(target_arch = "x86_64")]
    const MEDIUM: usize = MEDIUM;
    /// Converts by machine words.
    fn scalar(input: &[u8], out: &mut [u8]) -> Advance;
    /// Converts fewer than [`LEAST`](Self::LEAST) bytes; by default as any text is converted.
    #[inline(always)]
    fn few(input: &[u8], out: &mut [u8]) -> Advance {
        Self::scalar(input, out)
    }
    /// Converts with vectors of 16 or 32 bytes.
    fn vector<S: Simd>(simd: S, input: &[u8], out: &mut [u8]) -> Advance;
    /// Converts a text that does not repay the setup of [`vector`](Self::vector), to where it cannot go on; by
    /// default nothing. If it converts nothing of more than [`SHORT`] bytes, these are left to `vector`.
    #[inline(always)]
    fn vector_short<S: Simd>(_simd: S, _input: &[u8], _out: &mut [u8]) -> Advance {
        (0, 0)
    }
    /// Converts with AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn avx512(simd: Avx512, input: &[u8], out: &mut [u8]) -> Advance;
    /// Converts a short text with AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn avx512_short(simd: Avx512, input: &[u8], out: &mut [u8]) -> Advance;
    /// Converts up to [`MEDIUM`](Self::MEDIUM) bytes with AVX-512; by default as a short text is converted.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512_medium(simd: Avx512, input: &[u8], out: &mut [u8]) -> Advance {
        Self::avx512_short(simd, input, out)
    }
}

/// Converts by the entry point for the length of the input. It is a function of its own, so that what calls
/// it is small enough to be inlined.
#[inline(never)]
pub(super) fn convert_by_length<C: Conversion>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    if input.len() < C::LEAST {
        C::few(input, out)
    } else if input.len() <= SHORT {
        isa.run_of::<Short<C>>(input, out)
    } else {
        isa.run_of::<Medium<C>>(input, out)
    }
}

/// The entry point for texts of any length.
pub(super) struct Long<'a, C>(pub(super) &'a [u8], pub(super) &'a mut [u8], pub(super) PhantomData<C>);

/// The entry point for short texts.
pub(super) struct Short<'a, C>(pub(super) &'a [u8], pub(super) &'a mut [u8], pub(super) PhantomData<C>);

/// The entry point for texts that are not short: those of a few blocks are converted here, if the instruction
/// set can. Everything else is converted in a function of its own.
struct Medium<'a, C>(&'a [u8], &'a mut [u8], PhantomData<C>);

impl<'a, C: Conversion> OfSlices<'a> for Long<'a, C> {
    #[inline(always)]
    fn of(input: &'a [u8], out: &'a mut [u8]) -> Self {
        Long(input, out, PhantomData)
    }
}

impl<'a, C: Conversion> OfSlices<'a> for Short<'a, C> {
    #[inline(always)]
    fn of(input: &'a [u8], out: &'a mut [u8]) -> Self {
        Short(input, out, PhantomData)
    }
}

impl<'a, C: Conversion> OfSlices<'a> for Medium<'a, C> {
    #[inline(always)]
    fn of(input: &'a [u8], out: &'a mut [u8]) -> Self {
        Medium(input, out, PhantomData)
    }
}

impl<C: Conversion> Vectorized for Long<'_, C> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        outlined_scalar::<C>(self.0, self.1)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Advance {
        let done = C::vector(simd, self.0, self.1);
        go_on(self.0, self.1, done, outlined_scalar::<C>)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        let done = C::avx512(simd, self.0, self.1);
        go_on(self.0, self.1, done, outlined_scalar::<C>)
    }
}

impl<C: Conversion> Vectorized for Short<'_, C> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        outlined_scalar::<C>(self.0, self.1)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Advance {
        let done = C::vector_short(simd, self.0, self.1);
        go_on(self.0, self.1, done, outlined_scalar::<C>)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        let done = C::avx512_short(simd, self.0, self.1);
        go_on(self.0, self.1, done, outlined_scalar::<C>)
    }
}

impl<C: Conversion> Vectorized for Medium<'_, C> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        outlined_scalar::<C>(self.0, self.1)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Advance {
        match C::vector_short(simd, self.0, self.1) {
            (0, _) => simd.run_outlined(Long::<C>(self.0, self.1, PhantomData)),
            done => go_on(self.0, self.1, done, outlined_scalar::<C>),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        if self.0.len() > C::MEDIUM {
            return simd.run_outlined(Long::<C>(self.0, self.1, PhantomData));
        }
        let done = C::avx512_medium(simd, self.0, self.1);
        if C::MEDIUM > MEDIUM && self.0.len() - done.0 > MEDIUM {
            let long = Long::<C>(&self.0[done.0..], &mut self.1[done.1..], PhantomData);
            let (read, written) = simd.run_outlined(long);
            return (done.0 + read, done.1 + written);
        }
        go_on(self.0, self.1, done, outlined_scalar::<C>)
    }
}

/// Runs the scalar kernel in a function of its own: it is rarely needed after vectors, and what it needs of
/// the stack would be set up for them too.
#[inline(never)]
fn outlined_scalar<C: Conversion>(input: &[u8], out: &mut [u8]) -> Advance {
    C::scalar(input, out)
}

/// Continues with the scalar kernel where a vector kernel stopped. The counts of bytes read and written go in
/// and come out updated.
#[inline(always)]
pub(super) fn go_on(
    input: &[u8],
    out: &mut [u8],
    (read, written): Advance,
    scalar: fn(&[u8], &mut [u8]) -> Advance,
) -> Advance {
    if read == input.len() {
        return (read, written);
    }
    let (more_read, more_written) = scalar(&input[read..], &mut out[written..]);
    (read + more_read, written + more_written)
}

/// Defines conversions by the name of their kernels, for both byte orders or for the machine's order.
macro_rules! conversions {
    ($(
        $(#[$meta:meta])*
        $conversion:ident $(<$big:ident>)?: $name:ident, $short:ident, $medium:ident $(, least: $least:expr)? $(, most: $most:expr)? $(, few: $few:path)?;
    )*) => { $(
        $(#[$meta])*
        pub(super) struct $conversion $(<const $big: bool>)?;

        impl $(<const $big: bool>)? Conversion for $conversion $(<$big>)? {
            $(const LEAST: usize = $least;)?
            $(#[cfg(target_arch = "x86_64")]
            const MEDIUM: usize = $most;)?

            #[inline(always)]
            fn scalar(input: &[u8], out: &mut [u8]) -> Advance {
                scalar::$name::<Utf8 $(, $big)?>(input, out)
            }
            $(
            #[inline(always)]
            fn few(input: &[u8], out: &mut [u8]) -> Advance {
                $few(input, out)
            }
            )?

            #[inline(always)]
            fn vector<S: Simd>(simd: S, input: &[u8], out: &mut [u8]) -> Advance {
                vector::$name::<S $(, $big)?>(simd, input, out)
            }

            #[inline(always)]
            fn vector_short<S: Simd>(simd: S, input: &[u8], out: &mut [u8]) -> Advance {
                vector::$short::<S $(, $big)?>(simd, input, out)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(simd: Avx512, input: &[u8], out: &mut [u8]) -> Advance {
                avx512::$name$(::<$big>)?(simd, input, out)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512_short(simd: Avx512, input: &[u8], out: &mut [u8]) -> Advance {
                avx512::$short$(::<$big>)?(simd, input, out)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512_medium(simd: Avx512, input: &[u8], out: &mut [u8]) -> Advance {
                avx512::$medium$(::<$big>)?(simd, input, out)
            }
        }
    )* };
}

conversions! {
    /// UTF-8 to UTF-16 in an order.
    Utf8ToUtf16<BIG>: utf_8_to_utf_16, short_utf_8_to_utf_16, medium_utf_8_to_utf_16,
        least: 5, few: scalar::few_utf_8_to_utf_16::<BIG>;
    /// UTF-8 to UTF-32.
    Utf8ToUtf32: utf_8_to_utf_32, short_utf_8_to_utf_32, medium_utf_8_to_utf_32,
        least: 5, few: scalar::few_utf_8_to_utf_32;
    /// UTF-16 in an order to UTF-8.
    Utf16ToUtf8<BIG>: utf_16_to_utf_8, short_utf_16_to_utf_8, medium_utf_16_to_utf_8,
        most: 2 * MEDIUM, few: scalar::few_utf_16_to_utf_8::<BIG>;
    /// UTF-32 to UTF-8.
    Utf32ToUtf8: utf_32_to_utf_8, short_utf_32_to_utf_8, medium_utf_32_to_utf_8;
}
