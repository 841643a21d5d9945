//! Boundaries between the sequences of an encoding.

use super::Encoding;
use crate::codec::Codec;
use crate::engine::covering;

/// Returns the nearest boundaries on both sides of `at`, in bytes of an encoding chosen at run time, as
/// [`floor_boundary`](crate::stream::floor_boundary) and [`ceil_boundary`](crate::stream::ceil_boundary)
/// define them. Returns `None` for encodings that cannot be read from any position: UTF-1, FSS-UTF of July
/// 1992, and the wrappers.
///
/// Needs the feature `encoding`.
///
/// ```
/// use placemat::{stream::boundaries, Encoding};
/// assert_eq!(boundaries(Encoding::Utf8, "é".as_bytes(), 1), Some((0, 2)));
/// assert_eq!(boundaries(Encoding::Utf1, b"abc", 1), None);
/// ```
///
/// # Panics
///
/// Panics if `at` is greater than the length of `units`.
#[inline]
pub fn boundaries(encoding: Encoding, units: &[u8], at: usize) -> Option<(usize, usize)> {
    assert!(at <= units.len(), "a position in the units");
    if !encoding.resynchronizes() {
        return None;
    }
    let width = encoding.facts().width;
    let around = covering(encoding, units, at);
    Some(around.unwrap_or((at - at % width, at.next_multiple_of(width).min(units.len()))))
}
