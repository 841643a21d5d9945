//! Copies between the forms with UTF-8's bit patterns.
//!
//! Two such forms write most of what they both hold alike. The rest is rewritten on the way: supplementary
//! code points in four bytes or in surrogate pairs, and U+0000 as 00 or C0 80.

use super::change::Change;
use super::turns::by_turns;
use crate::form::{Cesu8, Cesu8Lenient, Form, GeneralizedUtf8, Mutf8, Utf8, Utf8mb3, Wtf8};
use crate::kernel::advance::{Advance, Run};
use crate::kernel::alike::copy_alike;
#[cfg(target_arch = "x86_64")]
use crate::kernel::avx512;
use crate::kernel::grammar::{FormGrammar, Grammar, Nibbles};
use crate::kernel::intersection::{Intersection, PairedMutf8};
use crate::kernel::kind::Like;
use crate::kernel::short;
use crate::kernel::sizes::{MEDIUM, SHORT};
use crate::kernel::strict::Kernel;
use crate::kernel::validate::{validate, walk};
use crate::kernel::{scalar, vector};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Returns the kernel between two forms.
#[inline]
pub(super) const fn between(from: Like, to: Like) -> Kernel {
    use Like::{
        Cesu8 as C, Cesu8Lenient as Cl, Generalized as G, Mutf8 as M, Mutf8Lenient as Ml, Utf8b,
        Utf8mb3 as Three,
    };
    let run: Run = match (from, to) {
        (Three, M | Ml) => rewrite::<Utf8mb3, Mutf8, Intersection<false, false, false>, false>,
        (M | Ml, Three) => rewrite::<Mutf8, Utf8mb3, Intersection<false, false, false>, false>,
        (Three, _) | (_, Three) => alike::<Utf8mb3>,
        (C | Cl, C) | (C, Cl) => alike::<Cesu8>,
        (Cl, Cl) => alike::<Cesu8Lenient>,
        (M | Ml, M | Ml) => alike::<Mutf8>,
        (C | Cl, M | Ml) => rewrite::<Cesu8, Mutf8, Intersection<false, false, true>, false>,
        (M | Ml, C | Cl) => rewrite::<PairedMutf8<false>, Cesu8, Intersection<false, false, true>, false>,
        (C | Cl, _) => rewrite::<Cesu8, Utf8, Intersection<true, false, true>, true>,
        (M | Ml, _) => rewrite::<PairedMutf8<false>, Utf8, Intersection<false, false, true>, true>,
        (_, C | Cl) => rewrite::<Utf8, Cesu8, Utf8, true>,
        (_, M | Ml) => rewrite::<Utf8, Mutf8, Utf8, true>,
        (G, G) => alike::<GeneralizedUtf8>,
        (Like::Utf8 | Utf8b, _) | (_, Like::Utf8 | Utf8b) => alike::<Utf8>,
        (Like::Wtf8 | G, Like::Wtf8 | G) => alike::<Wtf8>,
    };
    // The others may leave lone surrogates that both sides have, escapes, or second spellings.
    let is_total = matches!((from, to), (Like::Utf8, Like::Utf8 | C | M) | (C | M, Like::Utf8));
    Kernel::total(run).partial_if(!is_total)
}

/// Returns `true` if the kernel leaves escapes and second spellings, which strips of code points carry. Lone
/// surrogates go through no strip either.
#[inline]
pub(crate) const fn leaves_for_strips(from: Like, to: Like) -> bool {
    use Like::{Cesu8Lenient, Generalized, Mutf8Lenient, Utf8b};
    matches!(from, Cesu8Lenient | Mutf8Lenient | Generalized | Utf8b)
        || matches!(to, Cesu8Lenient | Mutf8Lenient | Generalized | Utf8b)
}

/// Copies the bulk of a text by vectors, from a place on; without vectors it does nothing.
struct CopyBulk<'a> {
    grammar: (&'static Grammar, &'static Nibbles),
    change: Change,
    /// The target accepts the byte 00.
    nul: bool,
    input: &'a [u8],
    out: &'a mut [u8],
    place: Advance,
}

impl Vectorized for CopyBulk<'_> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        self.place
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Advance {
        let nibbles = self.grammar.1;
        match self.change {
            Change::Parts => vector::copy_parting(simd, nibbles, self.nul, self.input, self.out, self.place),
            Change::Joins => vector::copy_joining(simd, nibbles, self.input, self.out, self.place),
            // The text is validated and copied in pieces that stay in the L1 cache, which is as fast.
            Change::Nothing => self.place,
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        avx512::copy(simd, self.grammar.0, (self.change, self.nul), self.input, self.out, self.place)
    }
}

/// Copies a text of a few blocks if all of it is in a form that both sides have in common.
#[inline]
fn short<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> bool {
    if input.len() > MEDIUM || out.len() < input.len() || validate::<F>(isa, input) < input.len() {
        return false;
    }
    if input.len() <= SHORT {
        short::widen(input, out, 1, |bytes, out| out.copy_from_slice(bytes));
    } else {
        out[..input.len()].copy_from_slice(input);
    }
    true
}

/// Copies one form's text that is also the other's text.
fn alike<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    let grammar = const { (&FormGrammar::<F>::EXPECTED, &FormGrammar::<F>::EXPECTED_NIBBLES) };
    let change = Change::Nothing;
    if short::<F>(isa, input, out) {
        return (input.len(), input.len());
    }
    by_turns(
        isa,
        input,
        out,
        |input, out| copy_alike::<F>(isa, input, out),
        |input, out, place| {
            isa.run(CopyBulk { grammar, change, nul: !grammar.0.refuses_nul, input, out, place })
        },
    )
}

/// Rewrites a form as another one, by way of what the two write alike. `S` holds that common part and, if
/// `CHANGE` is set, also the supplementary code points of the source.
fn rewrite<F: Form, T: Form, S: Form, const CHANGE: bool>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    let grammar = const { (&FormGrammar::<S>::EXPECTED, &FormGrammar::<S>::EXPECTED_NIBBLES) };
    let to = const { &FormGrammar::<T>::EXPECTED };
    let change = match (CHANGE, grammar.0.has_four) {
        (false, _) => Change::Nothing,
        (true, true) => Change::Parts,
        (true, false) => Change::Joins,
    };
    let nul = !to.refuses_nul;
    if CHANGE && input.len() <= few(isa) && out.len() >= input.len() {
        return rewrite_few::<F, T>(isa, input, out, change, nul);
    }
    if short::<Intersection<false, false, false>>(isa, input, out) {
        return (input.len(), input.len());
    }
    if input.len() <= SHORT {
        return one_by_one::<F, T>(input, out);
    }
    by_turns(
        isa,
        input,
        out,
        |input, out| some::<F, T, S, CHANGE>(isa, input, out),
        |input, out, place| isa.run(CopyBulk { grammar, change, nul, input, out, place }),
    )
}

/// Returns the length up to which texts are rewritten by words.
#[inline]
fn few(isa: Isa) -> usize {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512(_) => 2 * SHORT,
        _ => MEDIUM,
    }
}

/// Rewrites a text of a few blocks: what is written alike at its beginning is copied as it is, supplementary code
/// points after it are rewritten one by one, and the rest is validated and then changed by words.
#[inline]
fn rewrite_few<F: Form, T: Form>(
    isa: Isa,
    input: &[u8],
    out: &mut [u8],
    change: Change,
    nul: bool,
) -> Advance {
    // A kernel would take longer to find out that the first sequence has to be changed.
    let begins_alike = input.first().is_some_and(|&first| first < 0xED);
    let alike = if begins_alike { validate::<Intersection<false, false, false>>(isa, input) } else { 0 };
    let (front, rest) = input.split_at(alike);
    if alike > SHORT {
        out[..alike].copy_from_slice(front);
    } else if alike > 0 {
        short::widen(front, out, 1, |bytes, out| out.copy_from_slice(bytes));
    }
    if rest.is_empty() {
        return (alike, alike);
    }
    let out = &mut out[alike..];
    let (mut read, mut written) = match change {
        Change::Parts => scalar::part_first(rest, out),
        Change::Joins => scalar::join_first(rest, out),
        Change::Nothing => (0, 0),
    };
    if read < rest.len() {
        let (input, out) = (&rest[read..], &mut out[written..]);
        let input = &input[..validate_source::<F>(isa, input)];
        let more = match change {
            Change::Parts => scalar::part_few(input, out, nul),
            Change::Joins => scalar::join_few(input, out),
            Change::Nothing => (0, 0),
        };
        // Where there was no room for a word, sequences may fit.
        let last = one_by_one::<F, T>(&rest[read + more.0..], &mut out[more.1..]);
        (read, written) = (read + more.0 + last.0, written + more.1 + last.1);
    }
    (alike + read, alike + written)
}

/// Validates the source of a change. The words leave the lone surrogates of Modified UTF-8, so one validation of it
/// serves here too. But its automaton stops at pairs, unlike that of the form without lone surrogates.
#[inline]
fn validate_source<F: Form>(isa: Isa, bytes: &[u8]) -> usize {
    match const { FormGrammar::<F>::EXPECTED.refuses_nul } {
        true if isa == Isa::Scalar => walk::<F>(bytes),
        true => validate::<Mutf8>(isa, bytes),
        false => validate::<F>(isa, bytes),
    }
}

/// Rewrites a short text, sequence by sequence.
#[inline]
fn one_by_one<F: Form, T: Form>(input: &[u8], out: &mut [u8]) -> Advance {
    let (mut read, mut written) = (0, 0);
    loop {
        let done = scalar::copy_some::<F, T>(&input[read..], &mut out[written..]);
        read += done.0;
        written += done.1;
        if done.0 == 0 {
            return (read, written);
        }
    }
}

/// Copies what is written alike in pieces, and between them a few sequences one by one.
fn some<F: Form, T: Form, S: Form, const CHANGE: bool>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    let (mut read, mut written) = (0, 0);
    loop {
        let len = if CHANGE {
            copy_alike::<Intersection<false, false, false>>(isa, &input[read..], &mut out[written..]).0
        } else {
            copy_alike::<S>(isa, &input[read..], &mut out[written..]).0
        };
        read += len;
        written += len;
        let (more_read, more_written) = scalar::copy_some::<F, T>(&input[read..], &mut out[written..]);
        if more_read == 0 {
            return (read, written);
        }
        read += more_read;
        written += more_written;
    }
}
