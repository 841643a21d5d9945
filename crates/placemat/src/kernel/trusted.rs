//! Conversions of text that is known to be well-formed because its type guarantees it: nothing is checked
//! again.
//!
//! Without checks, the forms with UTF-8's bit patterns need only one kernel. A sequence of one, two or three
//! bytes is a unit of 16 bits, one of four bytes is two units, a surrogate is itself, and C0 80 is U+0000.
//! One kernel therefore converts all of them to UTF-16. If the text were ill-formed after all, the units
//! would differ from the reference implementation's. The kernels would still not access anything outside
//! their slices, because they are safe code.

use super::advance::{Advance, Run};
#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::entry::{Utf8ToUtf16, Utf8ToUtf32, convert_by_length, go_on};
use super::grammar::FormGrammar;
use super::kind::{Kind, Like, NATIVE_IS_BIG};
use super::sizes::MEDIUM;
use super::strict::Kernel;
use super::{scalar, vector};
use crate::form::{Cesu8, Form, Mutf8, Utf8, Utf8mb3, Wtf8};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Returns the kernel for a conversion of well-formed text, if there is one besides the checked one.
#[inline]
pub(crate) const fn trusted(from: Kind, to: Kind) -> Option<Kernel> {
    let Some(like) = from.like() else { return None };
    let run = match (like, to) {
        (like, Kind::Utf16(_)) => scalar_values_to_utf_16(like),
        (like, Kind::Wtf16(_)) => to_wtf_16(like),
        (Like::Utf8, Kind::Utf32(_) | Kind::Ucs4(_)) => Some(to_utf_32::<Utf8> as Run),
        (Like::Wtf8, Kind::Ucs4(_)) => Some(to_utf_32::<Wtf8> as Run),
        (Like::Utf8, to)
            if matches!(to.like(), Some(Like::Utf8 | Like::Utf8b | Like::Generalized | Like::Wtf8)) =>
        {
            Some(copy as Run)
        }
        _ => None,
    };
    match run {
        Some(run) => Some(Kernel::total(run).between(from, to)),
        None => None,
    }
}

/// Returns the kernel for a form that holds no surrogates.
#[inline]
const fn scalar_values_to_utf_16(like: Like) -> Option<Run> {
    Some(match like {
        Like::Utf8 => to_utf_16::<Utf8>,
        Like::Cesu8 => to_utf_16::<Cesu8>,
        Like::Utf8mb3 => to_utf_16::<Utf8mb3>,
        _ => return None,
    })
}

/// Returns the kernel for a form in which a pair is one code point, or surrogates never stand side by side.
#[inline]
const fn to_wtf_16(like: Like) -> Option<Run> {
    Some(match like {
        Like::Wtf8 => to_utf_16::<Wtf8>,
        Like::Mutf8 => to_utf_16::<Mutf8>,
        like => return scalar_values_to_utf_16(like),
    })
}

fn to_utf_16<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    // For a few blocks, checking costs less than entering another function.
    if const { matches!(Kind::of::<F>(), Kind::Utf8) } && input.len() <= MEDIUM {
        return convert_by_length::<Utf8ToUtf16<NATIVE_IS_BIG>>(isa, input, out);
    }
    let done = before_pair::<F>(input, isa.run(ToUnits::<false>(input, out)));
    go_on(input, out, done, scalar::utf_8_to_utf_16::<F, NATIVE_IS_BIG>)
}

/// Returns a place that does not separate the surrogates of a pair, if a pair is one sequence.
#[inline(always)]
fn before_pair<F: Form>(input: &[u8], (read, written): Advance) -> Advance {
    if const { FormGrammar::<F>::EXPECTED.has_pairs }
        && read < input.len()
        && matches!(input[..read], [.., 0xED, 0xA0..=0xAF, _])
    {
        (read - 3, written - 2)
    } else {
        (read, written)
    }
}

fn to_utf_32<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    if const { matches!(Kind::of::<F>(), Kind::Utf8) } && input.len() <= MEDIUM {
        return convert_by_length::<Utf8ToUtf32>(isa, input, out);
    }
    let done = isa.run(ToUnits::<true>(input, out));
    go_on(input, out, done, scalar::utf_8_to_utf_32::<F>)
}

/// Converts the bulk of a text to UTF-32 if `WIDE`, else to UTF-16, with one kernel for all forms; without
/// vectors it does nothing.
struct ToUnits<'a, const WIDE: bool>(&'a [u8], &'a mut [u8]);

impl<const WIDE: bool> Vectorized for ToUnits<'_, WIDE> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        (0, 0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Advance {
        if WIDE {
            vector::trusted_utf_8_to_utf_32(simd, self.0, self.1)
        } else {
            vector::trusted_utf_8_to_utf_16(simd, self.0, self.1)
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        if WIDE {
            avx512::trusted_utf_8_to_utf_32(simd, self.0, self.1)
        } else {
            avx512::trusted_utf_8_to_utf_16(simd, self.0, self.1)
        }
    }
}

/// Copies what both sides write alike, as far as there is room for whole sequences.
#[inline]
fn copy(_: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    let mut len = input.len().min(out.len());
    while input.get(len).is_some_and(|&byte| byte & 0xC0 == 0x80) && len > 0 {
        len -= 1;
    }
    out[..len].copy_from_slice(&input[..len]);
    (len, len)
}
