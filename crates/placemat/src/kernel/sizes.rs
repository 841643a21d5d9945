//! The lengths of texts from which kernels work differently.

/// Texts of up to this many bytes are short.
pub(super) const SHORT: usize = 64;
/// Texts of up to this many bytes are too short to repay the setup for long texts.
pub(super) const MEDIUM: usize = 320;
/// From this length on, a text is longer than what the cache next to a core holds, and the memory limits how
/// fast it is read. Loads that cross cache lines are then in the way.
pub(super) const UNCACHED: usize = 1 << 21;
/// How many bytes before they are read a long text is fetched.
pub(super) const AHEAD: usize = 4096;
