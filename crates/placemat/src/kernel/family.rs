//! Conversions between the forms with UTF-8's bit patterns, and between them and units of 16 and 32 bits.
//!
//! A conversion carries what both sides can hold. That common part, as bytes, is a form itself. Each
//! conversion is thus "this form's text to all the units that it stands for", or the reverse. WTF-8 to UTF-16
//! is UTF-8 to UTF-16, because UTF-16 holds no lone surrogates. Generalized UTF-8 to WTF-16 is WTF-8 to
//! WTF-16, because a surrogate pair of three bytes each would not round-trip.

mod change;
mod copy;
mod turns;

#[cfg(target_arch = "x86_64")]
pub(super) use change::Change;
pub(super) use copy::leaves_for_strips;

use core::marker::PhantomData;

use turns::by_turns;

use super::advance::{Advance, Run};
#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::entry::{Utf32ToUtf8, convert_by_length};
use super::grammar::{FormGrammar, Grammar, Nibbles};
use super::intersection::PairedMutf8;
use super::kind::{Kind, Like, NATIVE_IS_BIG};
use super::strict::Kernel;
use super::{plain, scalar, vector};
use crate::code_point::is_trail_surrogate;
use crate::form::{Cesu8, Cesu8Lenient, Form, GeneralizedUtf8, Mutf8, Mutf8Lenient, Utf8, Utf8mb3, Wtf8};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Returns the kernel for a conversion, if there is one.
#[inline]
pub(super) const fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    let (like, run) = match (from.like(), to.like()) {
        (Some(like), None) => (like, to_units(like, to)),
        (None, Some(like)) => (like, from_units(from, like)),
        (Some(from), Some(to)) => return Some(copy::between(from, to)),
        _ => return None,
    };
    let Some(run) = run else { return None };
    // Escapes, and second spellings.
    let is_partial = match like {
        Like::Utf8b => {
            matches!(from, Kind::Wtf16(_) | Kind::Ucs4(_)) || matches!(to, Kind::Wtf16(_) | Kind::Ucs4(_))
        }
        _ => matches!(from, Kind::Ucs4(_)) && !matches!(like, Like::Generalized),
    };
    Some(Kernel::total(run).partial_if(is_partial))
}

#[inline]
const fn to_units(like: Like, to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Utf16(_) => scalar_values::<Words>(like),
        Kind::Wtf16(_) => with_surrogates::<Words>(like),
        Kind::Utf32(_) => scalar_values::<Doublewords>(like),
        Kind::Ucs4(_) => code_points::<Doublewords>(like),
        _ => return None,
    })
}

/// The conversion to units that have no surrogates.
const fn scalar_values<U: BytesTarget>(like: Like) -> Run {
    match like {
        Like::Utf8 | Like::Utf8b | Like::Generalized | Like::Wtf8 => bytes_to::<U, Utf8>,
        Like::Cesu8 | Like::Cesu8Lenient => bytes_to::<U, Cesu8>,
        Like::Mutf8 => bytes_to::<U, PairedMutf8<false>>,
        Like::Mutf8Lenient => bytes_to::<U, PairedMutf8<true>>,
        Like::Utf8mb3 => bytes_to::<U, Utf8mb3>,
    }
}

/// The conversion to units in which a pair of surrogates is a supplementary code point.
const fn with_surrogates<U: BytesTarget>(like: Like) -> Run {
    match like {
        Like::Generalized | Like::Wtf8 => bytes_to::<U, Wtf8>,
        Like::Cesu8Lenient => bytes_to::<U, Cesu8Lenient>,
        Like::Mutf8 => bytes_to::<U, Mutf8>,
        Like::Mutf8Lenient => bytes_to::<U, Mutf8Lenient>,
        Like::Utf8 | Like::Utf8b | Like::Cesu8 | Like::Utf8mb3 => scalar_values::<U>(like),
    }
}

/// The conversion to units in which surrogates are code points like any other.
const fn code_points<U: BytesTarget>(like: Like) -> Run {
    if matches!(like, Like::Generalized) {
        bytes_to::<U, GeneralizedUtf8>
    } else {
        with_surrogates::<U>(like)
    }
}

#[inline]
const fn from_units(from: Kind, like: Like) -> Option<Run> {
    Some(match from {
        Kind::Utf16(_) => from_words(like),
        Kind::Wtf16(_) => from_words_with_surrogates(like),
        Kind::Utf32(_) | Kind::Ucs4(_) => from_doublewords(from, like),
        _ => return None,
    })
}

#[inline]
const fn from_words(like: Like) -> Run {
    match like {
        Like::Utf8 | Like::Utf8b | Like::Generalized | Like::Wtf8 => words_to::<Utf8>,
        Like::Cesu8 | Like::Cesu8Lenient => words_to::<Cesu8>,
        Like::Mutf8 | Like::Mutf8Lenient => words_to::<PairedMutf8<false>>,
        Like::Utf8mb3 => words_to::<Utf8mb3>,
    }
}

#[inline]
const fn from_words_with_surrogates(like: Like) -> Run {
    match like {
        Like::Generalized | Like::Wtf8 => words_to::<Wtf8>,
        Like::Cesu8Lenient => words_to::<Cesu8Lenient>,
        Like::Mutf8 | Like::Mutf8Lenient => words_to::<Mutf8>,
        Like::Utf8 | Like::Utf8b | Like::Cesu8 | Like::Utf8mb3 => from_words(like),
    }
}

#[inline]
const fn from_doublewords(from: Kind, like: Like) -> Run {
    match (like, from) {
        (Like::Generalized, Kind::Ucs4(_)) => code_points_to_generalized_utf_8,
        (Like::Utf8 | Like::Utf8b | Like::Generalized | Like::Wtf8, _) => convert_by_length::<Utf32ToUtf8>,
        (Like::Cesu8 | Like::Cesu8Lenient, _) => doublewords_by_words_to::<Cesu8>,
        (Like::Mutf8 | Like::Mutf8Lenient, _) => doublewords_by_words_to::<PairedMutf8<false>>,
        (Like::Utf8mb3, _) => doublewords_by_words_to::<Utf8mb3>,
    }
}

/// The units that bytes are converted to.
trait BytesTarget {
    /// Converts by machine words.
    fn scalar<F: Form>(input: &[u8], out: &mut [u8]) -> Advance;
    /// Returns the grammar of a form for the vector kernels, and its form by nibbles.
    fn grammar<F: Form>() -> (&'static Grammar, &'static Nibbles);
    /// Converts the bulk of a text by vectors of 16 and 32 bytes.
    fn vector<S: Simd, const NUL: bool>(simd: S, nibbles: &Nibbles, input: &[u8], out: &mut [u8]) -> Advance;
    /// Converts the bulk of a text by AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn avx512<const NUL: bool>(
        simd: Avx512,
        grammar: &Grammar,
        input: &[u8],
        out: &mut [u8],
        place: Advance,
    ) -> Advance;
}

/// UTF-16.
struct Words;
/// UTF-32.
struct Doublewords;

impl BytesTarget for Words {
    fn scalar<F: Form>(input: &[u8], out: &mut [u8]) -> Advance {
        scalar::utf_8_to_utf_16::<F, NATIVE_IS_BIG>(input, out)
    }

    fn grammar<F: Form>() -> (&'static Grammar, &'static Nibbles) {
        const { (&FormGrammar::<F>::EXPECTED, &FormGrammar::<F>::EXPECTED_NIBBLES) }
    }

    #[inline(always)]
    fn vector<S: Simd, const NUL: bool>(simd: S, nibbles: &Nibbles, input: &[u8], out: &mut [u8]) -> Advance {
        vector::like_utf_8_to_utf_16::<S, NUL>(simd, nibbles, input, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512<const NUL: bool>(
        simd: Avx512,
        grammar: &Grammar,
        input: &[u8],
        out: &mut [u8],
        place: Advance,
    ) -> Advance {
        avx512::like_utf_8_to_utf_16::<NUL>(simd, grammar, input, out, place)
    }
}

impl BytesTarget for Doublewords {
    fn scalar<F: Form>(input: &[u8], out: &mut [u8]) -> Advance {
        scalar::utf_8_to_utf_32::<F>(input, out)
    }

    fn grammar<F: Form>() -> (&'static Grammar, &'static Nibbles) {
        const { (&FormGrammar::<F>::JOINING, &FormGrammar::<F>::JOINING_NIBBLES) }
    }

    #[inline(always)]
    fn vector<S: Simd, const NUL: bool>(simd: S, nibbles: &Nibbles, input: &[u8], out: &mut [u8]) -> Advance {
        vector::like_utf_8_to_utf_32::<S, NUL>(simd, nibbles, input, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512<const NUL: bool>(
        simd: Avx512,
        grammar: &Grammar,
        input: &[u8],
        out: &mut [u8],
        place: Advance,
    ) -> Advance {
        avx512::like_utf_8_to_utf_32::<NUL>(simd, grammar, input, out, place)
    }
}

/// What converts the bulk of a text. (A grammar is a value here, so that the forms share one copy of the
/// kernel.)
trait Bulk {
    /// Converts with vectors of 16 or 32 bytes.
    fn vector<S: Simd>(self, simd: S, input: &[u8], out: &mut [u8]) -> Advance;
    /// Converts with AVX-512, from a place on.
    #[cfg(target_arch = "x86_64")]
    fn avx512(self, simd: Avx512, input: &[u8], out: &mut [u8], place: Advance) -> Advance;
}

/// The bulk of a text from a place on; without vectors nothing of it is converted.
struct FromPlace<'a, B> {
    bulk: B,
    input: &'a [u8],
    out: &'a mut [u8],
    place: Advance,
}

impl<B: Bulk> Vectorized for FromPlace<'_, B> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        self.place
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Advance {
        let (read, written) = self.place;
        let (more_read, more_written) = self.bulk.vector(simd, &self.input[read..], &mut self.out[written..]);
        (read + more_read, written + more_written)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        self.bulk.avx512(simd, self.input, self.out, self.place)
    }
}

/// Bytes to units.
struct BytesTo<U, const NUL: bool>((&'static Grammar, &'static Nibbles), PhantomData<U>);

impl<U: BytesTarget, const NUL: bool> Bulk for BytesTo<U, NUL> {
    #[inline(always)]
    fn vector<S: Simd>(self, simd: S, input: &[u8], out: &mut [u8]) -> Advance {
        U::vector::<S, NUL>(simd, self.0.1, input, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512, input: &[u8], out: &mut [u8], place: Advance) -> Advance {
        U::avx512::<NUL>(simd, self.0.0, input, out, place)
    }
}

/// Converts a form of bytes to the units that it stands for.
fn bytes_to<U: BytesTarget, F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    let grammar = U::grammar::<F>();
    by_turns(isa, input, out, U::scalar::<F>, |input, out, place| {
        if grammar.0.refuses_nul {
            isa.run(FromPlace { bulk: BytesTo::<U, false>(grammar, PhantomData), input, out, place })
        } else {
            isa.run(FromPlace { bulk: BytesTo::<U, true>(grammar, PhantomData), input, out, place })
        }
    })
}

/// UTF-16 to bytes.
struct WordsTo<const NUL: bool>(&'static Grammar);

impl<const NUL: bool> Bulk for WordsTo<NUL> {
    #[inline(always)]
    fn vector<S: Simd>(self, simd: S, input: &[u8], out: &mut [u8]) -> Advance {
        vector::utf_16_to_like_utf_8::<S, NUL>(simd, self.0, input, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512, input: &[u8], out: &mut [u8], place: Advance) -> Advance {
        avx512::utf_16_to_like_utf_8::<NUL>(simd, self.0, input, out, place)
    }
}

/// Converts units of 16 bits to a form of bytes that can hold them.
fn words_to<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    let grammar = const { &FormGrammar::<F>::EXPECTED };
    by_turns(isa, input, out, scalar::utf_16_to_utf_8::<F, NATIVE_IS_BIG>, |input, out, place| {
        if grammar.refuses_nul {
            isa.run(FromPlace { bulk: WordsTo::<false>(grammar), input, out, place })
        } else {
            isa.run(FromPlace { bulk: WordsTo::<true>(grammar), input, out, place })
        }
    })
}

/// Code points to generalized UTF-8, which has surrogates.
struct ToGeneralized;

impl Bulk for ToGeneralized {
    #[inline(always)]
    fn vector<S: Simd>(self, simd: S, input: &[u8], out: &mut [u8]) -> Advance {
        vector::utf_32_to_like_utf_8::<S, GeneralizedUtf8>(simd, input, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512, input: &[u8], out: &mut [u8], (read, written): Advance) -> Advance {
        let (input, out) = (&input[read..], &mut out[written..]);
        let (more_read, more_written) = avx512::utf_32_to_like_utf_8::<GeneralizedUtf8>(simd, input, out);
        (read + more_read, written + more_written)
    }
}

#[inline]
fn code_points_to_generalized_utf_8(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    by_turns(isa, input, out, scalar::utf_32_to_utf_8::<GeneralizedUtf8>, |input, out, place| {
        isa.run(FromPlace { bulk: ToGeneralized, input, out, place })
    })
}

/// Converts scalar values in units of 32 bits to a form without sequences of four bytes: a piece at a time,
/// by way of UTF-16.
fn doublewords_by_words_to<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    const PIECE: usize = 2048;
    let mut words = [0; PIECE];
    let (mut read, mut written) = (0, 0);
    loop {
        // A code point has at least one byte.
        let fits = PIECE.min((out.len() - written).saturating_mul(4)).min(input.len() - read);
        let piece = &input[read..read + fits];
        let (taken, made) = plain::utf_32_to_utf_16(isa, piece, &mut words);
        let words = &words[..made];
        let (used, more) = words_to::<F>(isa, words, &mut out[written..]);
        written += more;
        if used < made {
            return (read + 4 * code_points_of(&words[..used]), written);
        }
        read += taken;
        if taken < PIECE {
            return (read, written);
        }
    }
}

/// Returns the number of code points of well-formed UTF-16 in the machine's order.
#[inline]
fn code_points_of(words: &[u8]) -> usize {
    let words = words.as_chunks().0.iter().map(|&word| u16::from_ne_bytes(word));
    words.filter(|&word| !is_trail_surrogate(word.into())).count()
}
