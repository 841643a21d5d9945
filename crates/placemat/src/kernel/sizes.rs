//! The lengths of texts from which kernels work differently.
//!
//! The kernels for texts of any length need some setup. What does without it, by the length of the text:
//!
//! | Kernels | Instruction set | up to `SHORT` | up to `MEDIUM` | up to 1023 bytes |
//! |---|---|---|---|---|
//! | validation of bytes | AVX-512 | ASCII, the automaton, one block | ASCII, whole blocks | whole blocks |
//! | | other vectors | ASCII, the automaton, vectors | ASCII, whole blocks | whole blocks |
//! | | none | ASCII, the automaton | ASCII, the automaton | – |
//! | validation of UTF-16 | AVX-512 | whole blocks | whole blocks | whole blocks |
//! | UTF-8 to UTF-16, UTF-32 | AVX-512 | one block | whole blocks | – |
//! | | other vectors | vectors | vectors | – |
//! | UTF-16 to UTF-8 | AVX-512 | one block | whole blocks | up to 640, whole blocks of units below 800 |
//! | | other vectors | ASCII, groups of 8 units | ASCII, groups up to 96 bytes | AVX2: up to 640, ASCII |
//! | UTF-32 to UTF-8 | AVX-512 | one block | whole blocks | – |
//! | | other vectors | from 8 units on one block | – | – |
//! | text of a `str` to UTF-16, UTF-32 | all | as text that is checked | as text that is checked | – |
//! | single bytes to UTF-8 | AVX-512 | one block | – | – |
//! | | other vectors | vectors | – | – |
//! | single bytes from UTF-8 | AVX-512 | whole blocks | whole blocks | – |
//! | | other vectors | vectors | vectors | – |
//! | copies in the family | all | as validation, then a copy | as validation, then a copy | – |
//! | changes in the family | AVX-512 | as validation, then words (up to 128 bytes) | – | – |
//! | | others | as validation, then words | as validation, then words | – |
//!
//! ASCII is tested without a choice among instruction sets, up to `FEW_BLOCKS`.
//! Conversions between Unicode's encoding forms, and between UTF-8 and single bytes, leave a few bytes to the
//! scalar kernel: fewer than `FEW`, or than a number of their own. Where there is a dash, the text is converted
//! in a function that is not inlined, as a long text is. Validation with other vectors leaves texts of more
//! than `SHORT` bytes to that function too if the form has a rule for surrogates.

/// Fewer bytes are in general not worth the choice of an instruction set.
pub(super) const FEW: usize = 8;
/// Texts of up to this many bytes are short.
pub(super) const SHORT: usize = 64;
/// Texts of up to this many bytes are tested for ASCII without a choice among instruction sets.
pub(super) const FEW_BLOCKS: usize = 256;
/// Texts of up to this many bytes are too short to repay the setup for long texts.
pub(super) const MEDIUM: usize = 320;
/// From this length on, a text is longer than what the cache next to a core holds, and the memory limits how
/// fast it is read. Loads that cross cache lines are then in the way.
pub(super) const UNCACHED: usize = 1 << 21;
/// How many bytes before they are read a long text is fetched.
pub(super) const AHEAD: usize = 4096;

/// Returns whether a text of this length is fetched ahead. What is in no cache is, if the CPU gains by it.
#[inline]
pub(super) fn is_fetched(len: usize) -> bool {
    #[cfg(target_arch = "x86_64")]
    return len < UNCACHED || crate::simd::gains_by_fetching();
    #[cfg(not(target_arch = "x86_64"))]
    return len > 0;
}
