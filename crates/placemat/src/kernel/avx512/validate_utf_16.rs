//! Validation of UTF-16: a trail surrogate after every lead surrogate, and nowhere else.
//!
//! Six bits of a unit's high byte distinguish the kinds of unit. With the high bytes of 64 units in one
//! register, and those of the units before them in another,
//!
//! ```text
//! runs without surrogates are skipped
//! runs with some     error  =  the unit is a trail  ≠  the one before is a lead
//! ends of the text   both kinds are masks: the leads, shifted by one, must equal the trails
//! ```
//!
//! A kind is one bit, which is clear if a byte is of that kind: the minimum of that bit and of the bits that
//! differ. Nothing is moved to mask registers, so surrogates cost little.

use super::{moved_on, surrogates};
use crate::simd::{Avx512, Vector};

/// Units of a block, and blocks of a run.
const UNITS: usize = 32;
const BLOCKS: usize = 4;
/// Runs with surrogates after which runs without are tried.
const RUNS: usize = 4;
/// Bytes of a block and of a run.
const BLOCK: usize = 2 * UNITS;
const RUN: usize = BLOCK * BLOCKS;
/// The bits of a high byte that identify a kind of surrogate, and the lowest of them.
const KIND: u8 = 0xFC;
pub(super) const LEAST: u8 = 0x04;

/// Returns the lead and the trail surrogates of a block, whose units are in the load's byte order.
#[inline(always)]
fn surrogate_masks(simd: Avx512, units: Vector) -> (u32, u32) {
    let some = surrogates(simd, units);
    let lead = some & simd.words_have_none(units, simd.splat_word(0x0400));
    (lead, some ^ lead)
}

/// Returns a mask of the first units of a block.
#[inline(always)]
fn lanes(count: usize) -> u32 {
    if count < UNITS { (1 << count) - 1 } else { u32::MAX }
}

#[inline(always)]
fn in_order<const BIG: bool>(simd: Avx512, loaded: Vector) -> Vector {
    if BIG { simd.swap_words(loaded) } else { loaded }
}

/// Returns the length in bytes of a prefix of whole sequences of UTF-16 in a byte order.
///
/// ```text
/// units up to an aligned load, as masks
/// runs without surrogates and with some by turns
/// what is less than a run, and the run that has an error as far as it is well-formed, as masks
/// ```
#[inline(always)]
pub(crate) fn validate_utf_16<const BIG: bool>(simd: Avx512, bytes: &[u8]) -> usize {
    let is_long = bytes.len() >= 2 * RUN;
    let head = if is_long { BLOCK - bytes.as_ptr().addr() % BLOCK } else { bytes.len() } & !1;
    let mut at = by_masks::<BIG>(simd, &bytes[..head], 0);
    if is_long && at == head {
        at = runs::<BIG>(simd, bytes, at);
        at = by_masks::<BIG>(simd, bytes, at);
    }
    // A lead surrogate whose trail is not there yet is not counted.
    if is_after_lead::<BIG>(bytes, at) { at - 2 } else { at }
}

/// Returns the length of a prefix of a text that is not long, or `None` if the text has surrogates and more
/// than a block. It is small, so that it costs little to enter.
#[inline(always)]
pub(crate) fn validate_short_utf_16<const BIG: bool>(simd: Avx512, bytes: &[u8]) -> Option<usize> {
    let units = &bytes[..bytes.len() & !1];
    let Some(last) = units.last_chunk() else {
        let at = by_masks::<BIG>(simd, units, 0);
        return Some(if is_after_lead::<BIG>(units, at) { at - 2 } else { at });
    };
    let mut least = other::<BIG>(simd, simd.load(last));
    let mut rest = units;
    while let Some((block, after)) = rest.split_first_chunk() {
        least = simd.min_words(least, other::<BIG>(simd, simd.load(block)));
        rest = after;
    }
    if simd.words_have_none(least, simd.splat_word(u16::MAX)) == 0 { Some(units.len()) } else { None }
}

/// Returns zero at surrogates only, in either byte order. One comparison is therefore enough for the minimum
/// of some blocks.
#[inline(always)]
fn other<const BIG: bool>(simd: Avx512, units: Vector) -> Vector {
    let (bits, tag) = if BIG { (0x00F8, 0x00D8) } else { (0xF800, 0xD800) };
    // units & bits ^ tag
    simd.ternary::<0x6A>(units, simd.splat_word(bits), simd.splat_word(tag))
}

/// Returns the high byte of the unit before a place, or zero at the start.
#[inline(always)]
fn high_byte_before<const BIG: bool>(bytes: &[u8], at: usize) -> u8 {
    match bytes[..at] {
        [.., high, _] if BIG => high,
        [.., high] if !BIG => high,
        _ => 0,
    }
}

#[inline(always)]
fn is_after_lead<const BIG: bool>(bytes: &[u8], at: usize) -> bool {
    high_byte_before::<BIG>(bytes, at) & KIND == 0xD8
}

/// Returns where the units from a place on end, or the first that is not well-formed, by masks. The place may
/// come after a lead surrogate.
#[inline(always)]
fn by_masks<const BIG: bool>(simd: Avx512, bytes: &[u8], mut at: usize) -> usize {
    let mut carry = u32::from(is_after_lead::<BIG>(bytes, at));
    while at + 1 < bytes.len() {
        let (lead, trail) = surrogate_masks(simd, in_order::<BIG>(simd, simd.load_front(&bytes[at..])));
        let count = ((bytes.len() - at) / 2).min(UNITS);
        let wrong = (trail ^ (lead << 1 | carry)) & lanes(count);
        if wrong != 0 {
            // A lone trail surrogate, or what stands after a lone lead surrogate.
            return at + 2 * wrong.trailing_zeros() as usize;
        }
        carry = lead >> (count - 1) & 1;
        at += 2 * count;
    }
    at
}

/// Returns where whole runs from a place on end, or the run that has an error begins.
#[inline(always)]
fn runs<const BIG: bool>(simd: Avx512, bytes: &[u8], mut at: usize) -> usize {
    loop {
        if !is_after_lead::<BIG>(bytes, at) {
            at = without_surrogates::<BIG>(simd, bytes, at);
        }
        let before = at;
        at = with_surrogates::<BIG>(simd, bytes, at);
        if at == before {
            return at;
        }
    }
}

/// Returns the blocks of the run at a place.
#[inline(always)]
fn run_at(simd: Avx512, bytes: &[u8], at: usize) -> Option<[Vector; BLOCKS]> {
    let run = bytes[at..].first_chunk::<RUN>()?;
    let [a, b, c, d] = run.as_chunks().0 else { return None };
    Some([simd.load(a), simd.load(b), simd.load(c), simd.load(d)])
}

/// Skips runs without surrogates.
#[inline(always)]
fn without_surrogates<const BIG: bool>(simd: Avx512, bytes: &[u8], mut at: usize) -> usize {
    while let Some([a, b, c, d]) = run_at(simd, bytes, at) {
        let low = simd.min_words(other::<BIG>(simd, a), other::<BIG>(simd, b));
        let high = simd.min_words(other::<BIG>(simd, c), other::<BIG>(simd, d));
        if simd.words_have_none(simd.min_words(low, high), simd.splat_word(u16::MAX)) != 0 {
            break;
        }
        at += RUN;
    }
    at
}

/// Returns the places of the high bytes of units in two registers.
#[inline]
const fn high_bytes(big: bool) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 64 {
        index[k] = 2 * k as u8 + !big as u8;
        k += 1;
    }
    index
}

/// Returns the high bytes of 64 units in the machine's order.
#[inline(always)]
pub(super) fn high_bytes_of(simd: Avx512, low: Vector, high: Vector) -> Vector {
    simd.permute(low, simd.load(const { &high_bytes(false) }), high)
}

/// Returns zero where a high byte is that of a surrogate.
#[inline(always)]
pub(super) fn other_byte(simd: Avx512, high_bytes: Vector) -> Vector {
    // high_bytes & F8 ^ D8
    simd.ternary::<0x6A>(high_bytes, simd.splat(0xF8), simd.splat(0xD8))
}

/// Returns a bit that is clear where a high byte is that of a kind.
#[inline(always)]
pub(super) fn is_not(simd: Avx512, high: Vector, kind: u8) -> Vector {
    // (high ^ kind) & KIND
    let other = simd.ternary::<0x28>(high, simd.splat(kind), simd.splat(KIND));
    simd.min(other, simd.splat(LEAST))
}

/// Validates runs until some have no pair or one is not well-formed. Whether there was a pair is tested for
/// several runs together.
#[inline(always)]
fn with_surrogates<const BIG: bool>(simd: Avx512, bytes: &[u8], mut at: usize) -> usize {
    let gather = simd.load(const { &high_bytes(BIG) });
    let mut last = simd.splat(high_byte_before::<BIG>(bytes, at));
    loop {
        let mut no_trail = simd.splat(LEAST);
        for _ in 0..RUNS {
            let Some([a, b, c, d]) = run_at(simd, bytes, at) else { return at };
            let (low, high) = (simd.permute(a, gather, b), simd.permute(c, gather, d));
            let not_trail = [is_not(simd, low, 0xDC), is_not(simd, high, 0xDC)];
            let (low_before, high_before) = (moved_on::<1>(simd, last, low), moved_on::<1>(simd, low, high));
            let not_after_lead = [is_not(simd, low_before, 0xD8), is_not(simd, high_before, 0xD8)];
            let errors = simd.xor(not_trail[0], not_after_lead[0]);
            // errors | a ^ b
            let errors = simd.ternary::<0xF6>(errors, not_trail[1], not_after_lead[1]);
            if simd.words_have_some(errors, errors) != 0 {
                return at;
            }
            // The three vectors together.
            no_trail = simd.ternary::<0x80>(no_trail, not_trail[0], not_trail[1]);
            last = high;
            at += RUN;
        }
        if simd.has_none(no_trail, simd.splat(LEAST)) == 0 {
            return at;
        }
    }
}
