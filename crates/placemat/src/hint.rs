//! Hints for the optimizer.

/// Marks the branch that calls it as unlikely. `core::hint::cold_path` needs Rust 1.95.
#[cold]
#[inline]
pub(crate) const fn cold_path() {}
