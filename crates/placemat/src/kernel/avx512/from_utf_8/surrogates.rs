//! Runs with encoded surrogates, which stand alone, are refused, or are joined into the code point of their
//! pair.

use core::marker::PhantomData;

use super::super::follows::Follows;
use super::super::surrogates::Look;
use super::super::units::{Thirds, Units};
use super::super::{BACK, RUN, Window, before, block};
use crate::kernel::advance::Advance;
use crate::kernel::grammar::{Grammar, Known, Surrogates};
use crate::simd::{Avx512, Vector, Vectorized};

/// How a text with surrogates is converted.
#[derive(Clone, Copy)]
struct Rule {
    follows: Follows,
    surrogates: Surrogates,
    joins: bool,
}

/// Returns the places after the sign bits of a block; the preceding block is given first.
#[inline(always)]
fn one_after(simd: Avx512, old: Vector, new: Vector) -> u64 {
    simd.sign_bits(new) << 1 | simd.sign_bits(old) >> 63
}

#[inline(always)]
fn convert_block_with_surrogates<U: Units, const FOUR: bool>(
    simd: Avx512,
    window: &Window,
    k: usize,
    rule: Rule,
    out: &mut [u8],
    (written, look): (usize, Look),
) -> Option<(usize, Look)> {
    let (byte, before) = (block(simd, window, k, 0), before(simd, window, k));
    let now = look.at_block::<FOUR>(simd, byte, before, rule.follows, rule.surrogates);
    let room = out.get_mut(written..written + 64 * U::WIDTH)?;
    let units = if rule.joins && U::OF_LEAD_SURROGATE == 0 {
        let thirds = Thirds {
            lead: one_after(simd, look.masks.lead, now.masks.lead),
            trail: one_after(simd, look.masks.trail, now.masks.trail),
            before: block(simd, window, k, 4),
        };
        U::write_joining(simd, byte, before, thirds, room)?
    } else {
        U::write::<FOUR, true>(simd, byte, before, u64::MAX, room)?
    };
    Some((written + U::WIDTH * units, now))
}

#[inline(always)]
fn convert_run_with_surrogates<U: Units, const FOUR: bool>(
    simd: Avx512,
    window: &Window,
    rule: Rule,
    out: &mut [u8],
    mut run: (usize, Look),
) -> Option<(usize, Look)> {
    unrolled!(k of 4 => {
        run = convert_block_with_surrogates::<U, FOUR>(simd, window, k, rule, out, run)?;
    });
    Some(run)
}

/// Converts runs while looking at surrogates, until one has none or is not well-formed.
#[inline(always)]
fn with_surrogates<U: Units, const FOUR: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    rule: Rule,
    (mut read, mut written): Advance,
) -> Advance {
    let mut look = Look::before(simd, bytes, read);
    while let Some(window) = bytes[read - BACK..].first_chunk()
        && written + RUN * U::WIDTH <= out.len()
    {
        match convert_run_with_surrogates::<U, FOUR>(simd, window, rule, out, (written, look)) {
            Some(run) if simd.sign_bits(run.1.errors) == 0 => (written, look) = run,
            _ => break,
        }
        read += RUN;
        if !look.saw_some(simd) {
            break;
        }
    }
    (read, written)
}

/// Outlined runs with surrogates: their constants would push those of the other runs out of the registers.
pub(super) struct WithSurrogates<'a, U, K> {
    grammar: &'a Grammar,
    bytes: &'a [u8],
    out: &'a mut [u8],
    place: Advance,
    types: PhantomData<(U, K)>,
}

impl<'a, U: Units, K: Known> WithSurrogates<'a, U, K> {
    /// Prepares runs of a grammar in which surrogates have a rule, from a place on.
    #[inline(always)]
    pub(super) fn new(grammar: &'a Grammar, bytes: &'a [u8], out: &'a mut [u8], place: Advance) -> Self {
        WithSurrogates { grammar, bytes, out, place, types: PhantomData }
    }
}

impl<U: Units, K: Known> Vectorized for WithSurrogates<'_, U, K> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        self.place
    }

    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        let WithSurrogates { grammar, bytes, out, place, .. } = self;
        let rule = Rule {
            follows: Follows::load(simd, &grammar.follows_or_surrogate, !K::TAKES_NUL),
            surrogates: grammar.surrogates,
            joins: grammar.joins,
        };
        if grammar.has_four {
            with_surrogates::<U, true>(simd, bytes, out, rule, place)
        } else {
            with_surrogates::<U, false>(simd, bytes, out, rule, place)
        }
    }
}
