//! Validation: the entry points of the kernels for bytes and for UTF-16, selected by length and instruction
//! set.

use core::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::grammar::{FormGrammar, Known};
use super::sizes::{FEW_BLOCKS, SHORT};
use super::{scalar, vector};
use crate::automaton::{self, Automaton};
use crate::form::Form;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized, is_ascii, is_short_ascii};
use crate::unit::Endian;

/// Calls [`validate`], unless the input is short ASCII, which is tested without a call and without knowing
/// the instruction set.
#[inline]
pub(crate) fn validate_form<F: Form>(isa: impl FnOnce() -> Isa, bytes: &[u8]) -> usize {
    if const { F::TABLE.is_ascii_transparent() } && is_short_ascii(bytes, true) {
        return bytes.len();
    }
    validate::<F>(isa(), bytes)
}

/// Returns the length of a prefix of whole sequences of a form of bytes. For UTF-8, utf8mb3 and US-ASCII it
/// is the longest such prefix, and `from_utf8` relies on that: where the vectors stop, the automaton goes on
/// to the first error.
pub(crate) fn validate<F: Form>(isa: Isa, bytes: &[u8]) -> usize {
    // Without nibbles, the instruction sets other than AVX-512 would have no kernel for the form.
    const { assert!(FormGrammar::<F>::GRAMMAR.is_some() == FormGrammar::<F>::NIBBLES.is_some()) };
    if const { FormGrammar::<F>::GRAMMAR.is_none() } {
        return isa.run(WalkFar(automaton::FormAutomaton::<F>::AUTOMATON, bytes));
    }
    let len = bytes.len();
    // Without a choice among instruction sets, as the automaton.
    if len > SHORT && len <= FEW_BLOCKS && is_ascii(bytes, const { FormGrammar::<F>::TAKES_NUL }) {
        return len;
    }
    #[cfg(target_arch = "x86_64")]
    if let Isa::Avx512(_) = isa
        && (avx512::LEAST_SHORT..=SHORT).contains(&len)
    {
        return isa.run(ValidateShort::<F>(bytes, PhantomData));
    }
    if len < vector::LEAST_SHORT || isa == Isa::Scalar && len <= FEW_BLOCKS {
        return walk_few::<F>(isa, bytes);
    }
    by_instruction_set::<F>(isa, bytes)
}

/// Validates a few bytes by the automaton. It is a function of its own, because it needs more registers than what
/// calls it.
#[inline(never)]
fn walk_few<F: Form>(isa: Isa, bytes: &[u8]) -> usize {
    match automaton::FormAutomaton::<F>::AUTOMATON.accepts(bytes) {
        true => bytes.len(),
        false => by_instruction_set::<F>(isa, bytes),
    }
}

#[inline(always)]
fn by_instruction_set<F: Form>(isa: Isa, bytes: &[u8]) -> usize {
    if bytes.len() <= SHORT {
        isa.run(ValidateShort::<F>(bytes, PhantomData))
    } else {
        isa.run(Validate::<F>(bytes, PhantomData))
    }
}

/// Validates as [`validate`] does without vectors.
#[inline]
pub(super) fn walk<F: Form>(bytes: &[u8]) -> usize {
    let automaton = automaton::FormAutomaton::<F>::AUTOMATON;
    if bytes.len() <= FEW_BLOCKS && automaton.accepts(bytes) {
        return bytes.len();
    }
    Isa::Scalar.run(WalkFar(automaton, bytes))
}

/// Validation by the automaton, byte by byte, for any form.
struct Walk<'a>(&'static Automaton, &'a [u8]);

impl Vectorized for Walk<'_> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        self.0.validate(self.1)
    }
}

/// Validation by the automaton alone: without vectors, or for forms without a grammar.
struct WalkFar<'a>(&'static Automaton, &'a [u8]);

impl Vectorized for WalkFar<'_> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        if self.1.len() < SCALAR_LONG { self.0.validate_medium(self.1) } else { self.0.validate_long(self.1) }
    }
}

/// Validation of no more than a block.
struct ValidateShort<'a, F>(&'a [u8], PhantomData<F>);

impl<F: Form> Vectorized for ValidateShort<'_, F> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        // All forms share these.
        Isa::Scalar.run(Walk(automaton::FormAutomaton::<F>::AUTOMATON, self.0))
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> usize {
        let Some(nibbles) = (const { &FormGrammar::<F>::NIBBLES }) else { return 0 };
        if self.0.len() >= vector::LEAST_SHORT && vector::is_short_well_formed(simd, nibbles, self.0) {
            self.0.len()
        } else {
            simd.run_outlined(Walk(automaton::FormAutomaton::<F>::AUTOMATON, self.0))
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        let Some(grammar) = (const { &FormGrammar::<F>::GRAMMAR }) else { return 0 };
        match avx512::validate_short::<FormGrammar<F>>(simd, grammar, self.0) {
            Some(len) => len,
            None => simd.run_outlined(Walk(automaton::FormAutomaton::<F>::AUTOMATON, self.0)),
        }
    }
}

/// Validation of any text.
#[derive(Clone, Copy)]
struct Validate<'a, F>(&'a [u8], PhantomData<F>);

/// From this length on, the walk over chunks is worth what it costs to enter.
const VECTOR_LONG: usize = 1024;
/// From this length on, the automaton's interleaved walks are worth what they cost.
const SCALAR_LONG: usize = 512;
/// After a vector kernel stopped, the automaton continues for this many bytes.
const BRIDGE: usize = 512;

impl<'a, F: Form> Validate<'a, F> {
    /// The automaton's walk from a place on, for as long as it is worthwhile: the kernel's grammar refuses
    /// more than the form does.
    #[inline(always)]
    fn bridge(&self, at: usize) -> Walk<'a> {
        let bytes = &self.0[at..];
        Walk(automaton::FormAutomaton::<F>::AUTOMATON, &bytes[..bytes.len().min(BRIDGE)])
    }
}

/// Returns `true` if the automaton got far enough for the kernel to try again.
#[inline(always)]
fn goes_on(len: usize) -> bool {
    len + 8 >= BRIDGE
}

impl<F: Form> Vectorized for Validate<'_, F> {
    type Output = usize;

    fn scalar(self) -> usize {
        Isa::Scalar.run(WalkFar(automaton::FormAutomaton::<F>::AUTOMATON, self.0))
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> usize {
        let Some(nibbles) = (const { &FormGrammar::<F>::NIBBLES }) else { return 0 };
        // Forms with a rule for surrogates are left to the walk, which costs them less than a second kernel.
        if const { !FormGrammar::<F>::HAS_SURROGATE_RULE }
            && self.0.len() < VECTOR_LONG
            && vector::is_medium_well_formed(simd, nibbles, self.0)
        {
            return self.0.len();
        }
        simd.run_outlined(ValidateLong(self))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        let Some(grammar) = (const { &FormGrammar::<F>::GRAMMAR }) else { return 0 };
        if self.0.len() < avx512::LONG {
            let len = avx512::validate_medium(simd, grammar, self.0);
            if len > 0 {
                return len;
            }
        }
        simd.run_outlined(ValidateLong(self))
    }
}

/// Validation of any text, in a large function that costs more to enter than a few blocks do.
struct ValidateLong<'a, F>(Validate<'a, F>);

impl<F: Form> Vectorized for ValidateLong<'_, F> {
    type Output = usize;

    fn scalar(self) -> usize {
        self.0.scalar()
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> usize {
        let Some(nibbles) = (const { &FormGrammar::<F>::NIBBLES }) else { return 0 };
        let (validate, mut at) = (self.0, 0);
        loop {
            at += vector::validate::<S, FormGrammar<F>>(simd, nibbles, &validate.0[at..]);
            if at == validate.0.len() {
                return at;
            }
            let len = simd.run_outlined(validate.bridge(at));
            at += len;
            if !goes_on(len) {
                return at;
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        let Some(grammar) = (const { &FormGrammar::<F>::GRAMMAR }) else { return 0 };
        let (validate, mut at) = (self.0, 0);
        loop {
            at += avx512::validate::<FormGrammar<F>>(simd, grammar, &validate.0[at..]);
            if at == validate.0.len() {
                return at;
            }
            let len = simd.run_outlined(validate.bridge(at));
            at += len;
            if !goes_on(len) {
                return at;
            }
        }
    }
}

/// Returns the length in bytes of a prefix of whole sequences of UTF-16 in the given byte order.
#[inline]
pub(crate) fn validate_utf_16(isa: Isa, bytes: &[u8], order: Endian) -> usize {
    match order {
        Endian::Little => isa.run(ValidateUtf16::<false>(bytes)),
        Endian::Big => isa.run(ValidateUtf16::<true>(bytes)),
    }
}

struct ValidateUtf16<'a, const BIG: bool>(&'a [u8]);

impl<const BIG: bool> Vectorized for ValidateUtf16<'_, BIG> {
    type Output = usize;

    fn scalar(self) -> usize {
        scalar::validate_utf_16::<BIG>(self.0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> usize {
        let at = vector::validate_utf_16::<S, BIG>(simd, self.0);
        at + scalar::validate_utf_16::<BIG>(&self.0[at..])
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        if self.0.len() < avx512::LONG
            && let Some(len) = avx512::validate_short_utf_16::<BIG>(simd, self.0)
        {
            return len;
        }
        simd.run_outlined(ValidateLongUtf16::<BIG>(self.0))
    }
}

/// Validation of any UTF-16 text, in a function of its own.
#[cfg(target_arch = "x86_64")]
struct ValidateLongUtf16<'a, const BIG: bool>(&'a [u8]);

#[cfg(target_arch = "x86_64")]
impl<const BIG: bool> Vectorized for ValidateLongUtf16<'_, BIG> {
    type Output = usize;

    fn scalar(self) -> usize {
        scalar::validate_utf_16::<BIG>(self.0)
    }

    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        avx512::validate_utf_16::<BIG>(simd, self.0)
    }
}
