//! UTF-8 to UTF-16 and UTF-32, and back.

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::entry::{Advance, Conversion};
use super::{scalar, vector};
use crate::form::Utf8;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::Simd;

/// Defines conversions by the name of their kernels, for both byte orders or for the machine's order.
macro_rules! conversions {
    ($($(#[$meta:meta])* $conversion:ident $(<$big:ident>)?: $name:ident, $short:ident, $medium:ident;)*) => { $(
        $(#[$meta])*
        pub(super) struct $conversion $(<const $big: bool>)?;

        impl $(<const $big: bool>)? Conversion for $conversion $(<$big>)? {
            #[inline(always)]
            fn scalar(input: &[u8], out: &mut [u8]) -> Advance {
                scalar::$name::<Utf8 $(, $big)?>(input, out)
            }

            #[inline(always)]
            fn vector<S: Simd>(simd: S, input: &[u8], out: &mut [u8]) -> Advance {
                vector::$name::<S $(, $big)?>(simd, input, out)
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
    Utf8ToUtf16<BIG>: utf_8_to_utf_16, short_utf_8_to_utf_16, medium_utf_8_to_utf_16;
    /// UTF-8 to UTF-32.
    Utf8ToUtf32: utf_8_to_utf_32, short_utf_8_to_utf_32, medium_utf_8_to_utf_32;
    /// UTF-16 in an order to UTF-8.
    Utf16ToUtf8<BIG>: utf_16_to_utf_8, short_utf_16_to_utf_8, medium_utf_16_to_utf_8;
    /// UTF-32 to UTF-8.
    Utf32ToUtf8: utf_32_to_utf_8, short_utf_32_to_utf_8, medium_utf_32_to_utf_8;
}
