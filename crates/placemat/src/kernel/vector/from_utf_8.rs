//! UTF-8 and its relatives to units of 16 and 32 bits: one unit at every byte position at which one ends.
//!
//! ```text
//! for each block of 64 bytes:
//!     ASCII?  widen
//!     ends  =  a bit for every byte that no trail byte follows
//!     for each vector of it:
//!         planes of the bytes of the unit that would end at each position
//!         zipped, eight positions to a part:  shuffle by the ends of the eight, store where the ends before count to
//! ```
//!
//! The block is in `step`, the trait [`Units`] defines the planes, and `chunk` has the walk over whole
//! blocks. This file has both ends of the text. The stores overlap: each writes eight units, and the surplus
//! ones are overwritten by the next store. Blocks near leads of four take a branch of their own. The last
//! block overlaps those before, and its ends are masked.
//!
//! If surrogates have a rule, chunks with surrogates go through a second loop, which looks at them. It joins
//! them if the units are to have no surrogates. That loop is outlined. So is the code that converts one block
//! at either end of the text, or at the end of the output. These functions take the grammar
//! as a value, so all forms share them.

mod apart;
mod chunk;
mod short;
mod step;

pub(super) use chunk::{ascii_run, convert_chunk, up_to_boundary};

use core::marker::PhantomData;

use apart::convert_apart;
use chunk::WithSurrogates;
use short::convert_short;
use step::Block;

use super::rules::Rules;
use super::surrogates::{Look, decided};
use super::to_utf_16::Words;
use super::to_utf_32::Doublewords;
use super::units::Units;
use super::{BACK, CHUNK, boundary, is_trail};
use crate::form::Utf8;
use crate::kernel::grammar::{ByGrammar, FormGrammar, Known, KnownUtf8, Nibbles, Trusted};
use crate::simd::{BLOCK, Simd};

/// Converts the front of a text, ASCII or a block that has nothing before it. Returns the bytes read, the
/// bytes written, and whether there were surrogates.
#[inline(always)]
fn convert_front<S: Simd, U: Units, K: Known>(
    simd: S,
    rules: &Rules<S>,
    nibbles: &Nibbles,
    text: &[u8],
    out: &mut [u8],
) -> Option<(usize, usize, bool)> {
    let ascii = ascii_run::<S, U>(simd, rules, text, out);
    if ascii > 0 {
        return Some((ascii, ascii * U::WIDTH, false));
    }
    let &[ref first @ .., next] = text.first_chunk::<{ BLOCK + 1 }>()?;
    let mut window = [rules.filler(); BACK + BLOCK];
    window[BACK..].copy_from_slice(first);
    let block = Block { window: &window, continues: is_trail(next), keep: u64::MAX };
    let look = Look::after(nibbles, &[]);
    let (written, has_surrogates) =
        convert_apart::<S, U, K::Shared>(simd, rules.checks, nibbles, block, look, out)?;
    (is_trail(next) == (boundary(text, BLOCK) < BLOCK)).then_some((BLOCK, written, has_surrogates))
}

/// Converts the end of a text, from a place in its last block on. Returns the bytes written.
#[inline(always)]
fn convert_end<S: Simd, U: Units, K: Known>(
    simd: S,
    rules: &Rules<S>,
    nibbles: &Nibbles,
    text: &[u8],
    read: usize,
    out: &mut [u8],
) -> Option<usize> {
    // Before ill-formed bytes at the end that only looked incomplete, another sequence may be open.
    if boundary(text, text.len()) < text.len() {
        return None;
    }
    let keep = u64::MAX << (BLOCK - (text.len() - read));
    let block = Block { window: text.last_chunk()?, continues: false, keep };
    let look = Look::after(nibbles, &text[..text.len() - BLOCK]);
    Some(convert_apart::<S, U, K::Shared>(simd, rules.checks, nibbles, block, look, out)?.0)
}

/// Returns the bytes read and written; a text that is shorter than a window is not converted.
#[inline(always)]
fn convert<S: Simd, U: Units, K: Known>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let looks = K::HAS_SURROGATE_RULE && nibbles.surrogates.have_a_rule();
    // Constants for the loops.
    let mut rules = Rules::load(simd, nibbles);
    (rules.refuses_nul, rules.checks) = (!K::TAKES_NUL, K::CHECKS);
    let rules = &rules;
    let text = decided(bytes, nibbles);
    if text.len() < BACK + BLOCK {
        return (0, 0);
    }
    let front = convert_front::<S, U, K>(simd, rules, nibbles, text, out);
    let Some((mut read, mut written, mut has_surrogates)) = front else { return (0, 0) };
    while text.len() - read > BLOCK {
        if text[read] < 0x80 && !(looks && has_surrogates) {
            let len = ascii_run::<S, U>(simd, rules, &text[read..], &mut out[written..]);
            if len > 0 {
                read += len;
                written += len * U::WIDTH;
                continue;
            }
        }
        let (chunk, room) = (&text[read - BACK..], &mut out[written..]);
        let mut step = None;
        if !(looks && has_surrogates) {
            step = convert_chunk::<S, U, K, false>(simd, nibbles, rules, chunk, room, CHUNK);
        }
        if K::HAS_SURROGATE_RULE && looks && step.is_none() {
            let (text, units) = (chunk, PhantomData::<U>);
            step = simd.run_outlined(WithSurrogates { nibbles, text, out: &mut out[written..], units });
        }
        let Some(step) = step else { return up_to_boundary::<U>(text, nibbles, read, written) };
        read += step.0;
        written += step.1;
        has_surrogates = step.2;
    }
    if read < text.len() {
        let end = convert_end::<S, U, K>(simd, rules, nibbles, text, read, &mut out[written..]);
        let Some(len) = end else { return up_to_boundary::<U>(text, nibbles, read, written) };
        written += len;
    }
    if looks {
        // The rule may be broken only after the end.
        return up_to_boundary::<U>(text, nibbles, text.len(), written);
    }
    (text.len(), written)
}

/// Converts UTF-8 to UTF-16 in a byte order. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn utf_8_to_utf_16<S: Simd, const BIG: bool>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let nibbles = const { &FormGrammar::<Utf8>::EXPECTED_NIBBLES };
    convert::<S, Words<BIG>, KnownUtf8>(simd, nibbles, bytes, out)
}

/// Converts UTF-8 that does not repay the setup of [`utf_8_to_utf_16`], all of it or nothing.
#[inline(always)]
pub(crate) fn short_utf_8_to_utf_16<S: Simd, const BIG: bool>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    convert_short::<S, Words<BIG>>(simd, bytes, out)
}

/// Converts UTF-8 that does not repay the setup of [`utf_8_to_utf_32`], all of it or nothing.
#[inline(always)]
pub(crate) fn short_utf_8_to_utf_32<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert_short::<S, Doublewords>(simd, bytes, out)
}

/// Converts well-formed text to UTF-16, unchecked. It may have surrogates, and C0 80 for U+0000.
#[inline(always)]
pub(crate) fn trusted_utf_8_to_utf_16<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let nibbles = const { &FormGrammar::<Utf8>::EXPECTED_NIBBLES };
    convert::<S, Words<false>, Trusted>(simd, nibbles, bytes, out)
}

/// Converts UTF-8 to UTF-32. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn utf_8_to_utf_32<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let nibbles = const { &FormGrammar::<Utf8>::EXPECTED_NIBBLES };
    convert::<S, Doublewords, KnownUtf8>(simd, nibbles, bytes, out)
}

/// Converts well-formed text to UTF-32, unchecked. It may have surrogates, each of which is a code point.
#[inline(always)]
pub(crate) fn trusted_utf_8_to_utf_32<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let nibbles = const { &FormGrammar::<Utf8>::EXPECTED_NIBBLES };
    convert::<S, Doublewords, Trusted>(simd, nibbles, bytes, out)
}

/// Converts what a grammar accepts to UTF-16, with surrogates unchanged. Returns the bytes read and the bytes
/// written. The grammar refuses the byte 00 unless `NUL`.
#[inline(always)]
pub(crate) fn like_utf_8_to_utf_16<S: Simd, const NUL: bool>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    convert::<S, Words<false>, ByGrammar<NUL>>(simd, nibbles, bytes, out)
}

/// Converts what a joining grammar accepts to UTF-32. Returns the bytes read and the bytes written. The
/// grammar refuses the byte 00 unless `NUL`.
#[inline(always)]
pub(crate) fn like_utf_8_to_utf_32<S: Simd, const NUL: bool>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    convert::<S, Doublewords, ByGrammar<NUL>>(simd, nibbles, bytes, out)
}
