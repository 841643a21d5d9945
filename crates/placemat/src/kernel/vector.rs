//! Kernels for vectors of 16 and 32 bytes: one version for AVX2, SSE4.1 and NEON.
//!
//! All of them go in blocks of 64 bytes and look back, and one place ahead, with loads, so that no block waits for the one
//! before; only the place in the output is carried. Without an instruction that compresses, eight units or four sequences
//! at a time are put side by side by a shuffle from a table of 256.

mod copy;
mod from_utf_16;
mod from_utf_32;
mod from_utf_8;
mod halves;
mod latin_1;
mod length;
mod lossy;
mod nibbles;
mod pack;
mod to_utf_16;
mod to_utf_32;
mod validate;
mod validate_utf_16;

pub(super) use copy::{copy_joining, copy_parting};
pub(super) use from_utf_8::{
    like_utf_8_to_utf_16, like_utf_8_to_utf_32, trusted_utf_8_to_utf_16, trusted_utf_8_to_utf_32,
    utf_8_to_utf_16, utf_8_to_utf_32,
};
pub(super) use from_utf_16::{utf_16_to_like_utf_8, utf_16_to_utf_8};
pub(super) use from_utf_32::{utf_32_to_like_utf_8, utf_32_to_utf_8};
pub(super) use latin_1::{single_bytes_to_utf_8, utf_8_to_latin_1};
pub(super) use length::{replaced_bytes, replaced_units};
pub(super) use lossy::{
    ends_of_ill_formed, lossy_utf_8_to_utf_8, lossy_utf_8_to_utf_16, lossy_utf_8_to_utf_32,
    lossy_utf_16_to_utf_8, lossy_utf_16_to_utf_16, make_well_formed,
};
pub(super) use nibbles::Nibbles;
pub(super) use validate::validate;
pub(super) use validate_utf_16::validate_utf_16;

use crate::simd::{BLOCK, Simd};

/// Bytes that can be looked back at: a vector of them.
const BACK: usize = 32;
/// Bytes between two tests of the error vector, at the most.
const CHUNK: usize = 8 * BLOCK;

/// A block and the bytes before it.
type Window = [u8; BACK + BLOCK];

/// Vector `k` of a block, from so many bytes before it on.
#[inline(always)]
fn load<S: Simd>(simd: S, window: &Window, k: usize, before: usize) -> S::Vector {
    simd.load(window, BACK + k * S::LANES - before)
}

/// Where the sequence that byte `at` would continue begins; `at` itself if none is open. The bytes before are free of
/// errors.
#[inline(always)]
fn boundary(bytes: &[u8], at: usize) -> usize {
    match &bytes[..at] {
        [.., 0xC0..=0xFF] => at - 1,
        [.., 0xE0..=0xFF, _] => at - 2,
        [.., 0xF0..=0xFF, _, _] => at - 3,
        _ => at,
    }
}

/// The bytes without a sequence at their end that is not finished there.
#[inline(always)]
fn finished(bytes: &[u8]) -> &[u8] {
    &bytes[..boundary(bytes, bytes.len())]
}

/// Is it a trail byte?
#[inline(always)]
const fn is_trail(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
