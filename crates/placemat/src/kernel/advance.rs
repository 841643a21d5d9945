//! How far a kernel came, and the function that it is.

use crate::simd::Isa;

/// Bytes read and bytes written.
pub(super) type Advance = (usize, usize);

/// A conversion with a given instruction set.
pub(super) type Run = fn(Isa, &[u8], &mut [u8]) -> Advance;
