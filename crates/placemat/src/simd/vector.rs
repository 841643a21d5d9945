//! The vector operations that kernels for 16 and 32 bytes use: one trait, one token per instruction set that has them.

use core::fmt::Debug;

/// The token of an instruction set with vectors of 16 or 32 bytes, and its operations.
///
/// Lanes are numbered from the first byte in memory; bit *k* of a mask is lane *k*.
pub(crate) trait Simd: Copy + Debug {
    /// A vector.
    type Vector: Copy;
}
