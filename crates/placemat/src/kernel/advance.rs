//! The type of a conversion with a given instruction set, and of the progress that it returns.

use crate::simd::Isa;

/// Bytes read and bytes written.
pub(super) type Advance = (usize, usize);

/// A conversion with a given instruction set.
pub(super) type Run = fn(Isa, &[u8], &mut [u8]) -> Advance;
