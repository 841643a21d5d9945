//! Kernels for vectors of 16 and 32 bytes: one version for AVX2, SSE4.1 and NEON.
//!
//! They process blocks of 64 bytes, from UTF-32 of 128. They look back, and one place ahead, with loads, so
//! no block waits for the preceding one. Most carry only the place in the output. These sets have no
//! instruction that compresses. Instead, a shuffle from a table of 256 puts eight units or four sequences at
//! a time side by side.
//!
//! Each kernel has a walk of its own. Walks differ in the window that a block needs, in what else is carried,
//! and in what they skip or examine twice, and their loops must be free of what they do not need. What they
//! have in common is where the last block lands ([`landing`]) and the way back to a [`boundary`].

mod copy;
mod from_utf_16;
mod from_utf_32;
mod from_utf_8;
mod landing;
mod latin_1;
mod length;
mod lossy;
mod pack;
mod rules;
mod short;
mod surrogates;
mod to_utf_16;
mod to_utf_32;
mod units;
mod validate;
mod validate_utf_16;
mod validate_utf_32;

pub(super) use copy::{copy_joining, copy_parting};
pub(super) use from_utf_8::{
    like_utf_8_to_utf_16, like_utf_8_to_utf_32, short_utf_8_to_utf_16, short_utf_8_to_utf_32,
    trusted_utf_8_to_utf_16, trusted_utf_8_to_utf_32, utf_8_to_utf_16, utf_8_to_utf_32,
};
pub(super) use from_utf_16::{short_utf_16_to_utf_8, utf_16_to_like_utf_8, utf_16_to_utf_8};
pub(super) use from_utf_32::{short_utf_32_to_utf_8, utf_32_to_like_utf_8, utf_32_to_utf_8};
pub(super) use latin_1::{
    short_single_bytes_to_utf_8, short_utf_8_to_latin_1, single_bytes_to_utf_8, utf_8_to_latin_1,
};
pub(super) use length::{replaced_bytes, replaced_units};
pub(super) use lossy::{
    ends_of_broken, ends_of_ill_formed, lossy_utf_8_to_utf_8, lossy_utf_8_to_utf_16, lossy_utf_8_to_utf_32,
    lossy_utf_16_to_utf_8, lossy_utf_16_to_utf_16, make_well_formed,
};
pub(super) use short::{LEAST as LEAST_SHORT, is_medium_well_formed, is_short_well_formed};
pub(super) use validate::validate;
pub(super) use validate_utf_16::validate_utf_16;
pub(super) use validate_utf_32::validate_utf_32;

use crate::simd::{BLOCK, Simd};

/// Bytes that can be looked back at: a vector of them.
const BACK: usize = 32;
/// The most bytes between two tests of the error vector.
const CHUNK: usize = 8 * BLOCK;

/// A block and the bytes before it.
type Window = [u8; BACK + BLOCK];

/// Returns vector `k` of a block, shifted to begin `before` bytes earlier.
#[inline(always)]
fn load<S: Simd>(simd: S, window: &Window, k: usize, before: usize) -> S::Vector {
    simd.load(window, BACK + k * S::LANES - before)
}

/// Returns where the sequence begins that byte `at` would continue, or `at` if none is open. The preceding
/// bytes must be free of errors.
#[inline(always)]
pub(super) fn boundary(bytes: &[u8], at: usize) -> usize {
    match &bytes[..at] {
        [.., 0xC0..=0xFF] => at - 1,
        [.., 0xE0..=0xFF, _] => at - 2,
        [.., 0xF0..=0xFF, _, _] => at - 3,
        _ => at,
    }
}

/// Returns `true` if the byte is a trail byte.
#[inline(always)]
const fn is_trail(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
