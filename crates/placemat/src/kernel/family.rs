//! Conversions between the forms with UTF-8's bit patterns, and between them and units of 16 and 32 bits.
//!
//! A conversion carries what both sides can hold. That common part, as bytes, is a form itself. Each
//! conversion is thus "this form's text to all the units that it stands for", or the reverse. WTF-8 to UTF-16
//! is UTF-8 to UTF-16, because UTF-16 holds no lone surrogates. Generalized UTF-8 to WTF-16 is WTF-8 to
//! WTF-16, because a surrogate pair of three bytes each would not round-trip.

mod copy;

#[cfg(target_arch = "x86_64")]
pub(super) use copy::Change;
pub(super) use copy::leaves_for_strips;

use core::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::entry::convert;
use super::grammar::{Grammar, OfForm};
use super::intersection::PairedMutf8;
use super::utf::Utf32ToUtf8;
use super::vector::Nibbles;
use super::{Kernel, Kind, Like, NATIVE_IS_BIG, Run, scalar, units, vector};
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
    // Escapes, and what is written differently from one of the ways in which it may be read.
    let is_partial = match like {
        Like::Utf8b => {
            matches!(from, Kind::Wtf16(_) | Kind::Ucs4(_)) || matches!(to, Kind::Wtf16(_) | Kind::Ucs4(_))
        }
        _ => matches!(from, Kind::Ucs4(_)) && !matches!(like, Like::Generalized),
    };
    Some(Kernel { is_partial, ..Kernel::whole(run) })
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
const fn scalar_values<U: Units>(like: Like) -> Run {
    match like {
        Like::Utf8 | Like::Utf8b | Like::Generalized | Like::Wtf8 => bytes_to::<U, Utf8>,
        Like::Cesu8 | Like::Cesu8Lenient => bytes_to::<U, Cesu8>,
        Like::Mutf8 => bytes_to::<U, PairedMutf8<false>>,
        Like::Mutf8Lenient => bytes_to::<U, PairedMutf8<true>>,
        Like::Utf8mb3 => bytes_to::<U, Utf8mb3>,
    }
}

/// The conversion to units in which a pair of surrogates is a supplementary code point.
const fn with_surrogates<U: Units>(like: Like) -> Run {
    match like {
        Like::Generalized | Like::Wtf8 => bytes_to::<U, Wtf8>,
        Like::Cesu8Lenient => bytes_to::<U, Cesu8Lenient>,
        Like::Mutf8 => bytes_to::<U, Mutf8>,
        Like::Mutf8Lenient => bytes_to::<U, Mutf8Lenient>,
        Like::Utf8 | Like::Utf8b | Like::Cesu8 | Like::Utf8mb3 => scalar_values::<U>(like),
    }
}

/// The conversion to units in which surrogates are code points like any other.
const fn code_points<U: Units>(like: Like) -> Run {
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
        (Like::Utf8 | Like::Utf8b | Like::Generalized | Like::Wtf8, _) => convert::<Utf32ToUtf8>,
        (Like::Cesu8 | Like::Cesu8Lenient, _) => doublewords_by_words_to::<Cesu8>,
        (Like::Mutf8 | Like::Mutf8Lenient, _) => doublewords_by_words_to::<PairedMutf8<false>>,
        (Like::Utf8mb3, _) => doublewords_by_words_to::<Utf8mb3>,
    }
}

/// The units that bytes are converted to.
trait Units {
    /// Converts by machine words.
    fn scalar<F: Form>(input: &[u8], out: &mut [u8]) -> Place;
    /// Returns the grammar of a form for the vector kernels, and its form by nibbles.
    fn grammar<F: Form>() -> (&'static Grammar, &'static Nibbles);
    /// Converts the bulk of a text by vectors of 16 and 32 bytes.
    fn vector<S: Simd, const NUL: bool>(simd: S, nibbles: &Nibbles, input: &[u8], out: &mut [u8]) -> Place;
    /// Converts the bulk of a text by AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn avx512<const NUL: bool>(
        simd: Avx512,
        grammar: &Grammar,
        input: &[u8],
        out: &mut [u8],
        place: Place,
    ) -> Place;
}

/// UTF-16.
struct Words;
/// UTF-32.
struct Doublewords;

impl Units for Words {
    fn scalar<F: Form>(input: &[u8], out: &mut [u8]) -> Place {
        scalar::utf_8_to_utf_16::<F, NATIVE_IS_BIG>(input, out)
    }

    fn grammar<F: Form>() -> (&'static Grammar, &'static Nibbles) {
        const { (&OfForm::<F>::SURE, &OfForm::<F>::SURE_NIBBLES) }
    }

    #[inline(always)]
    fn vector<S: Simd, const NUL: bool>(simd: S, nibbles: &Nibbles, input: &[u8], out: &mut [u8]) -> Place {
        vector::like_utf_8_to_utf_16::<S, NUL>(simd, nibbles, input, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512<const NUL: bool>(
        simd: Avx512,
        grammar: &Grammar,
        input: &[u8],
        out: &mut [u8],
        place: Place,
    ) -> Place {
        avx512::like_utf_8_to_utf_16::<NUL>(simd, grammar, input, out, place)
    }
}

impl Units for Doublewords {
    fn scalar<F: Form>(input: &[u8], out: &mut [u8]) -> Place {
        scalar::utf_8_to_utf_32::<F>(input, out)
    }

    fn grammar<F: Form>() -> (&'static Grammar, &'static Nibbles) {
        const { (&OfForm::<F>::JOINING, &OfForm::<F>::JOINING_NIBBLES) }
    }

    #[inline(always)]
    fn vector<S: Simd, const NUL: bool>(simd: S, nibbles: &Nibbles, input: &[u8], out: &mut [u8]) -> Place {
        vector::like_utf_8_to_utf_32::<S, NUL>(simd, nibbles, input, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512<const NUL: bool>(
        simd: Avx512,
        grammar: &Grammar,
        input: &[u8],
        out: &mut [u8],
        place: Place,
    ) -> Place {
        avx512::like_utf_8_to_utf_32::<NUL>(simd, grammar, input, out, place)
    }
}

/// Bytes read and bytes written.
type Place = (usize, usize);

/// Converts the bulk of a text by vectors, from a place on; without vectors it does nothing. (The grammar is
/// a value here so that the forms share one copy of the kernel.)
struct BytesTo<'a, U, const NUL: bool> {
    grammar: (&'static Grammar, &'static Nibbles),
    input: &'a [u8],
    out: &'a mut [u8],
    place: Place,
    units: PhantomData<U>,
}

impl<U: Units, const NUL: bool> Vectorized for BytesTo<'_, U, NUL> {
    type Output = Place;

    #[inline(always)]
    fn scalar(self) -> Place {
        self.place
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Place {
        let (read, written) = self.place;
        let (input, out) = (&self.input[read..], &mut self.out[written..]);
        let (more_read, more_written) = U::vector::<S, NUL>(simd, self.grammar.1, input, out);
        (read + more_read, written + more_written)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Place {
        U::avx512::<NUL>(simd, self.grammar.0, self.input, self.out, self.place)
    }
}

/// Converts a form of bytes to the units that it stands for.
fn bytes_to<U: Units, F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Place {
    let grammar = U::grammar::<F>();
    by_turns(isa, input, out, U::scalar::<F>, |input, out, place| {
        if grammar.0.refuses_nul {
            isa.run(BytesTo::<U, false> { grammar, input, out, place, units: PhantomData })
        } else {
            isa.run(BytesTo::<U, true> { grammar, input, out, place, units: PhantomData })
        }
    })
}

/// The bulk of UTF-16 from a place on.
struct WordsTo<'a, const NUL: bool>(&'static Grammar, &'a [u8], &'a mut [u8], Place);

impl<const NUL: bool> Vectorized for WordsTo<'_, NUL> {
    type Output = Place;

    #[inline(always)]
    fn scalar(self) -> Place {
        self.3
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Place {
        let (read, written) = self.3;
        let (input, out) = (&self.1[read..], &mut self.2[written..]);
        let (more_read, more_written) = vector::utf_16_to_like_utf_8::<S, NUL>(simd, self.0, input, out);
        (read + more_read, written + more_written)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Place {
        avx512::utf_16_to_like_utf_8::<NUL>(simd, self.0, self.1, self.2, self.3)
    }
}

/// Converts units of 16 bits to a form of bytes that can hold them.
fn words_to<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Place {
    let grammar = const { &OfForm::<F>::SURE };
    by_turns(isa, input, out, scalar::utf_16_to_utf_8::<F, NATIVE_IS_BIG>, |input, out, place| {
        if grammar.refuses_nul {
            isa.run(WordsTo::<false>(grammar, input, out, place))
        } else {
            isa.run(WordsTo::<true>(grammar, input, out, place))
        }
    })
}

/// The bulk of code points to generalized UTF-8, which has surrogates, from a place on.
struct CodePointsTo<'a>(&'a [u8], &'a mut [u8], Place);

impl Vectorized for CodePointsTo<'_> {
    type Output = Place;

    #[inline(always)]
    fn scalar(self) -> Place {
        self.2
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Place {
        let (read, written) = self.2;
        let (input, out) = (&self.0[read..], &mut self.1[written..]);
        let (more_read, more_written) = vector::utf_32_to_like_utf_8::<S, GeneralizedUtf8>(simd, input, out);
        (read + more_read, written + more_written)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Place {
        let (read, written) = self.2;
        let (input, out) = (&self.0[read..], &mut self.1[written..]);
        let (more_read, more_written) = avx512::utf_32_to_like_utf_8::<GeneralizedUtf8>(simd, input, out);
        (read + more_read, written + more_written)
    }
}

#[inline]
fn code_points_to_generalized_utf_8(isa: Isa, input: &[u8], out: &mut [u8]) -> Place {
    by_turns(isa, input, out, scalar::utf_32_to_utf_8::<GeneralizedUtf8>, |input, out, place| {
        isa.run(CodePointsTo(input, out, place))
    })
}

/// Converts scalar values in units of 32 bits to a form without sequences of four bytes: a piece at a time,
/// by way of UTF-16.
fn doublewords_by_words_to<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Place {
    const PIECE: usize = 2048;
    let mut words = [0; PIECE];
    let (mut read, mut written) = (0, 0);
    loop {
        // A code point has at least one byte.
        let fits = PIECE.min((out.len() - written).saturating_mul(4)).min(input.len() - read);
        let piece = &input[read..read + fits];
        let (taken, made) = units::utf_32_to_utf_16(isa, piece, &mut words);
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

/// Alternates between vectors and machine words. Vectors of some instruction sets have nothing to look back
/// at in the beginning, and need more room than there may be at the end. Those of every set stop at some
/// well-formed text.
#[inline]
fn by_turns(
    isa: Isa,
    input: &[u8],
    out: &mut [u8],
    scalar: impl Fn(&[u8], &mut [u8]) -> Place,
    bulk: impl Fn(&[u8], &mut [u8], Place) -> Place,
) -> Place {
    const BRIDGE: usize = 384;
    if isa == Isa::Scalar {
        return scalar(input, out);
    }
    let (mut turn, mut place) = (BRIDGE, bulk(input, out, (0, 0)));
    while place.0 < input.len() {
        let rest = &input[place.0..];
        let (read, written) = scalar(&rest[..rest.len().min(turn)], &mut out[place.1..]);
        place = (place.0 + read, place.1 + written);
        // The end of the turn may have cut a sequence.
        if rest.len() <= turn || read + 8 < turn {
            return place;
        }
        let before = place;
        place = bulk(input, out, place);
        turn = if place == before { 2 * turn } else { BRIDGE };
    }
    place
}
