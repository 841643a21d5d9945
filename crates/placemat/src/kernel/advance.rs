//! What a conversion is to selection, and what it returns.

use crate::simd::Isa;

/// Bytes read and bytes written.
pub(super) type Advance = (usize, usize);

/// A conversion with a given instruction set.
pub(super) type Run = fn(Isa, &[u8], &mut [u8]) -> Advance;
