//! Kernels: accelerators for whole conversions, found by what the two sides are.
//!
//! A kernel consumes whole sequences from the front of its input and may stop anywhere, for any reason, even at once.
//! What it consumed is well-formed, what it wrote is what the definition writes, and it touches nothing outside the
//! two slices (inside the output, past what it wrote, is unspecified). Everything is bytes here: units of 16 and 32
//! bits come as their bytes in an order.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;

use crate::automaton::Automaton;
use crate::form::{Form, Utf8};
use crate::policy::Endian;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Vectorized};

/// A kernel: bytes read and bytes written, with the instruction set given.
pub(crate) type Kernel = fn(Isa, &[u8], &mut [u8]) -> (usize, usize);

/// What a side of a conversion is to a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Utf8,
    Utf16(Endian),
    Utf32(Endian),
    Other,
}

#[cfg(target_endian = "little")]
const NATIVE: Endian = Endian::Little;
#[cfg(target_endian = "big")]
const NATIVE: Endian = Endian::Big;

impl Kind {
    /// Of a codec with this identifier and units of so many bits.
    #[inline]
    pub(crate) fn of(name: &str, unit_bits: u32) -> Self {
        match (name, unit_bits) {
            ("utf-8" | "utf-8-sig", 8) => Kind::Utf8,
            ("utf-16", 16) => Kind::Utf16(NATIVE),
            ("utf-16le", 8) => Kind::Utf16(Endian::Little),
            ("utf-16be", 8) => Kind::Utf16(Endian::Big),
            ("utf-32", 32) => Kind::Utf32(NATIVE),
            ("utf-32le", 8) => Kind::Utf32(Endian::Little),
            ("utf-32be", 8) => Kind::Utf32(Endian::Big),
            _ => Kind::Other,
        }
    }
}

/// The kernel for a conversion, if there is one.
pub(crate) fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    Some(match (from, to) {
        (Kind::Utf8, Kind::Utf8) => utf_8_to_utf_8,
        (Kind::Utf8, Kind::Utf16(Endian::Little)) => utf_8_to_utf_16::<false>,
        (Kind::Utf8, Kind::Utf16(Endian::Big)) => utf_8_to_utf_16::<true>,
        (Kind::Utf8, Kind::Utf32(Endian::Little)) => utf_8_to_utf_32::<false>,
        (Kind::Utf8, Kind::Utf32(Endian::Big)) => utf_8_to_utf_32::<true>,
        (Kind::Utf16(Endian::Little), Kind::Utf8) => utf_16_to_utf_8::<false>,
        (Kind::Utf16(Endian::Big), Kind::Utf8) => utf_16_to_utf_8::<true>,
        (Kind::Utf32(Endian::Little), Kind::Utf8) => utf_32_to_utf_8::<false>,
        (Kind::Utf32(Endian::Big), Kind::Utf8) => utf_32_to_utf_8::<true>,
        _ => return None,
    })
}

/// Kernels by name: a function over all instruction sets, which ends with the scalar kernel where a vector kernel
/// stopped. (A macro, because a function that is given as a value is not inlined into the one that has the features.)
macro_rules! kernels {
    ($($(#[$meta:meta])* $name:ident as $kernel:ident;)*) => { $(
        $(#[$meta])*
        fn $name<const BIG: bool>(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
            isa.run($kernel::<BIG>(input, out))
        }

        struct $kernel<'a, const BIG: bool>(&'a [u8], &'a mut [u8]);

        impl<const BIG: bool> Vectorized for $kernel<'_, BIG> {
            type Output = (usize, usize);

            fn scalar(self) -> (usize, usize) {
                scalar::$name::<BIG>(self.0, self.1)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, simd: Avx512) -> (usize, usize) {
                let (read, written) = avx512::$name::<BIG>(simd, self.0, self.1);
                let (rest_read, rest_written) = scalar::$name::<BIG>(&self.0[read..], &mut self.1[written..]);
                (read + rest_read, written + rest_written)
            }
        }
    )* };
}

kernels! {
    /// UTF-8 to UTF-16.
    utf_8_to_utf_16 as Utf8ToUtf16;
    /// UTF-8 to UTF-32.
    utf_8_to_utf_32 as Utf8ToUtf32;
    /// UTF-16 to UTF-8.
    utf_16_to_utf_8 as Utf16ToUtf8;
    /// UTF-32 to UTF-8.
    utf_32_to_utf_8 as Utf32ToUtf8;
}

/// A copy of what is well-formed.
fn utf_8_to_utf_8(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let fits = input.len().min(out.len());
    let len = validate_utf_8(isa, &input[..fits]);
    out[..len].copy_from_slice(&input[..len]);
    (len, len)
}

/// The length of a prefix of whole sequences of UTF-8.
pub(crate) fn validate_utf_8(isa: Isa, bytes: &[u8]) -> usize {
    isa.run(ValidateUtf8(bytes))
}

struct ValidateUtf8<'a>(&'a [u8]);

impl Vectorized for ValidateUtf8<'_> {
    type Output = usize;

    fn scalar(self) -> usize {
        const AUTOMATON: &Automaton = &Automaton::new(Utf8::TABLE);
        AUTOMATON.validate(self.0)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        let at = avx512::validate(simd, self.0);
        at + ValidateUtf8(&self.0[at..]).scalar()
    }
}

#[cfg(test)]
mod tests;
