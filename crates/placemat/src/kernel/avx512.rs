//! Kernels for AVX-512, which differ from the others because compressing and two-register permutes change the
//! algorithm.
//!
//! All of them advance in fixed strides and look back with loads at −1, −2 and −3, so no block waits for the
//! preceding one. Only the place in the output is carried. Heads and tails use masked loads and stores.
//! Ill-formed text is left to the scalar kernels, which begin where these stop.

mod ascii;
mod copy;
mod copy_utf_16;
mod follows;
mod from_utf_16;
mod from_utf_32;
mod from_utf_8;
mod latin_1;
mod length;
mod lossy;
mod surrogates;
mod to_utf_16;
mod to_utf_32;
mod units;
mod utf_16_and_32;
mod validate;
mod validate_utf_16;
mod validate_utf_32;

pub(super) use copy::copy;
pub(super) use copy_utf_16::copy_utf_16;
pub(super) use from_utf_8::{
    like_utf_8_to_utf_16, like_utf_8_to_utf_32, medium_utf_8_to_utf_16, medium_utf_8_to_utf_32,
    short_utf_8_to_utf_16, short_utf_8_to_utf_32, trusted_utf_8_to_utf_16, trusted_utf_8_to_utf_32,
    utf_8_to_utf_16, utf_8_to_utf_32,
};
pub(super) use from_utf_16::{
    medium_utf_16_to_utf_8, short_utf_16_to_utf_8, utf_16_to_like_utf_8, utf_16_to_utf_8,
};
pub(super) use from_utf_32::{
    medium_utf_32_to_utf_8, short_utf_32_to_utf_8, utf_32_to_like_utf_8, utf_32_to_utf_8,
};
pub(super) use latin_1::{
    short_single_bytes_to_utf_8, short_utf_8_to_latin_1, single_bytes_to_utf_8, utf_8_to_latin_1,
};
pub(super) use length::{replaced_bytes, replaced_units};
pub(super) use lossy::{
    ends_of_broken, ends_of_ill_formed, lossy_utf_8_to_utf_8, lossy_utf_8_to_utf_16, lossy_utf_8_to_utf_32,
    lossy_utf_16_to_utf_8, lossy_utf_16_to_utf_16, make_well_formed,
};
pub(super) use utf_16_and_32::{
    doublewords_to_latin_1, utf_16_to_utf_32, utf_32_to_utf_16, words_to_latin_1,
};
pub(super) use validate::{LEAST_SHORT, LONG, validate, validate_medium, validate_short};
pub(super) use validate_utf_16::{validate_short_utf_16, validate_utf_16};
pub(super) use validate_utf_32::validate_utf_32;

use crate::simd::{Avx512, Vector, first_lanes};

/// Bytes in a vector.
const BLOCK: usize = 64;
/// Bytes that are processed between two tests of the error vector.
const RUN: usize = 256;
/// Bytes that kernels look back at.
const BACK: usize = 4;

/// A run with the bytes before it, so that all places in it are constants.
type Window = [u8; BACK + RUN];

/// Returns one bit for every surrogate.
#[inline(always)]
fn surrogates(simd: Avx512, units: Vector) -> u32 {
    simd.words_below(simd.sub_words(units, simd.splat_word(0xD800)), simd.splat_word(0x0800))
}

/// Returns the blocks of a run.
#[inline(always)]
fn load_run(simd: Avx512, run: &[u8; RUN]) -> [Vector; RUN / BLOCK] {
    match run.as_chunks().0 {
        [a, b, c, d] => [simd.load(a), simd.load(b), simd.load(c), simd.load(d)],
        _ => [simd.zero(); RUN / BLOCK], // cannot be: four make a run
    }
}

/// Returns block `k` of a run, shifted to begin `before` bytes earlier.
#[inline(always)]
fn block(simd: Avx512, window: &Window, k: usize, before: usize) -> Vector {
    let from = BACK - before + 64 * k;
    match window[from..from + 64].first_chunk() {
        Some(bytes) => simd.load(bytes),
        None => simd.zero(), // cannot be: there are four blocks
    }
}

/// Returns `true` if there are sequences of four that begin in the run or before it.
#[inline(always)]
fn has_four(simd: Avx512, window: &Window) -> bool {
    let greatest = simd.max(
        simd.max(block(simd, window, 0, 0), block(simd, window, 1, 0)),
        simd.max(block(simd, window, 2, 0), block(simd, window, 3, 0)),
    );
    simd.at_least(simd.max(greatest, block(simd, window, 0, 3)), simd.splat(0xF0)) != 0
}

/// The bytes one, two and three places before those of a block.
type Before = [Vector; 3];

#[inline(always)]
fn before(simd: Avx512, window: &Window, k: usize) -> Before {
    [block(simd, window, k, 1), block(simd, window, k, 2), block(simd, window, k, 3)]
}

/// A block and the bytes before it.
type Around = [u8; BACK + BLOCK];

/// Returns a block that is not part of a run, and the bytes one to three places before those of the block.
#[inline(always)]
fn single_block(simd: Avx512, around: &Around) -> (Vector, Before) {
    #[inline(always)]
    fn from<const PLACE: usize>(simd: Avx512, around: &Around) -> Vector {
        match around[PLACE..].first_chunk() {
            Some(bytes) => simd.load(bytes),
            None => simd.zero(), // cannot be: the places are constants
        }
    }
    (from::<4>(simd, around), [from::<3>(simd, around), from::<2>(simd, around), from::<1>(simd, around)])
}

/// Returns the block at any place of a text, and the bytes one to three places before. Bytes outside the text
/// are 00.
#[inline(always)]
fn around(simd: Avx512, bytes: &[u8], at: usize) -> (Vector, Before) {
    match bytes[at.saturating_sub(BACK)..].first_chunk() {
        Some(around) if at >= BACK => single_block(simd, around),
        _ => {
            let before = [
                simd.load_around(bytes, at, 1),
                simd.load_around(bytes, at, 2),
                simd.load_around(bytes, at, 3),
            ];
            (simd.load_around(bytes, at, 0), before)
        }
    }
}

/// Returns the bytes before those of the first block of a text.
#[inline(always)]
fn after_zeros(simd: Avx512, first: Vector) -> Before {
    let zero = simd.zero();
    [moved_on::<1>(simd, zero, first), moved_on::<2>(simd, zero, first), moved_on::<3>(simd, zero, first)]
}

/// Returns the permutation that interleaves the first or last 32 bytes of two registers, from place `from`
/// on. If `swapped`, the second register's byte comes first.
#[inline]
const fn interleave(from: u8, swapped: bool) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 32 {
        index[2 * k] = from + k as u8 + 64 * swapped as u8;
        index[2 * k + 1] = from + k as u8 + 64 * !swapped as u8;
        k += 1;
    }
    index
}

/// Returns the places of the low 16 bits of 32 units of 32 bits in two registers.
#[inline]
const fn narrow() -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 32 {
        index[2 * k] = 4 * k as u8;
        index[2 * k + 1] = 4 * k as u8 + 1;
        k += 1;
    }
    index
}

/// Returns a block shifted by some places, with the end of the preceding block before it.
#[inline(always)]
fn moved_on<const PLACES: usize>(simd: Avx512, last: Vector, block: Vector) -> Vector {
    #[inline]
    const fn index(places: usize) -> [u8; 64] {
        let (mut index, mut k) = ([0; 64], 0);
        while k < 64 {
            index[k] = (64 - places + k) as u8;
            k += 1;
        }
        index
    }
    simd.permute(last, simd.load(const { &index(PLACES) }), block)
}

/// Stores a register at a place in the output. If `WHOLE`, there must be enough room; otherwise as much of
/// the register is stored as fits.
#[inline(always)]
fn put<const WHOLE: bool>(simd: Avx512, room: &mut [u8], from: usize, v: Vector) -> Option<()> {
    if WHOLE {
        simd.store(room.get_mut(from..)?.first_chunk_mut()?, v);
    } else if let Some(room) = room.get_mut(from..) {
        simd.store_front(room, v);
    }
    Some(())
}

/// Returns how many units of a run go beyond the beginning of a cache line, given where the run is written. If
/// the next run begins that many units earlier, none of its stores crosses lines, which takes twice as long.
#[inline(always)]
fn units_after_line(room: &[u8], width: usize) -> usize {
    let bytes = room.as_ptr().addr() % BLOCK;
    if bytes.is_multiple_of(width) { bytes / width } else { 0 }
}

/// Returns where the sequence begins that byte `at` would continue, or `at` if none is open. The preceding
/// bytes must be free of errors.
#[inline(always)]
fn boundary(bytes: &[u8], at: usize) -> usize {
    match &bytes[..at] {
        [.., 0xC0..=0xFF] => at - 1,
        [.., 0xE0..=0xFF, _] => at - 2,
        [.., 0xF0..=0xFF, _, _] => at - 3,
        _ => at,
    }
}
