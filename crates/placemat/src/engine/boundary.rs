//! Boundaries between sequences, found from any position (CONFORMANCE.md, Starting in the middle).

use crate::codec::Codec;
use crate::error::ErrorKind;
#[cfg(feature = "strings")]
use crate::form::Resynchronizing;
use crate::table::NotDecoded;

/// Returns how far back a sequence may begin that extends over a position: the length of the longest one,
/// minus one unit.
fn look_back<C: Codec>(codec: C) -> usize {
    let info = codec.info();
    let longest = info.table.rows().iter().map(crate::table::Row::len).max().unwrap_or(1);
    (longest - 1) * info.width
}

/// Returns the start and the end of the well-formed sequence that has `at` inside, if there is one.
fn covering<C: Codec>(codec: C, units: &[C::Unit], at: usize) -> Option<(usize, usize)> {
    let width = codec.info().width;
    let look_back = look_back(codec);
    // Inside a unit, the look-back counts from the start of the unit.
    let from = (at - at % width).saturating_sub(look_back);
    // A sequence that extends over `at` ends before this position. A reserved sequence may continue without
    // limit.
    let units = &units[..units.len().min(at.saturating_add(look_back + width))];
    let inside = |start: usize| match codec.decode_next(&units[start..], true) {
        Ok(decoded) if start + decoded.len > at => Some(Some((start, start + decoded.len))),
        // WTF-8: a trail surrogate that follows a lead surrogate is not well-formed at this position.
        Err(NotDecoded::IllFormed(error))
            if error.kind == ErrorKind::SurrogatePair && start + error.len > at =>
        {
            Some(None)
        }
        _ => None,
    };
    // Well-formed sequences do not overlap, so the first one that extends over `at` is the right one. A pair
    // is found before its trail surrogate.
    (from..at).step_by(width).find_map(inside).flatten()
}

/// Returns the nearest boundaries on both sides of `at`: positions that are not inside a well-formed
/// sequence. Both are `at` if it is one. Returns `None` for codecs that cannot be read from any position:
/// UTF-1, FSS-UTF of July 1992, and the wrappers (CONFORMANCE.md, Starting in the middle).
///
/// Reads at most the units before `at` in which the longest sequence may begin, and one sequence after it. In
/// a scheme of 16- or 32-bit units, units are counted from the start of `units`.
///
/// ```
/// use placemat::{form::{Cesu8, Utf1, Utf8}, stream::boundaries, Encoding};
/// assert_eq!(boundaries(Utf8, "é".as_bytes(), 1), Some((0, 2)));
/// assert_eq!(boundaries(Utf8, b"\x80\x80", 1), Some((1, 1))); // no sequence there
/// assert_eq!(boundaries(Cesu8, b"\xED\xA0\xBD\xED\xB2\xA9!", 3), Some((0, 6)));
/// assert_eq!(boundaries(Encoding::Utf16Le, b"a\0b\0", 1), Some((0, 2)));
/// assert_eq!(boundaries(Utf1, b"abc", 1), None);
/// ```
///
/// # Panics
///
/// Panics if `at` is greater than the length of `units`.
pub fn boundaries<C: Codec>(codec: C, units: &[C::Unit], at: usize) -> Option<(usize, usize)> {
    assert!(at <= units.len(), "a position in the units");
    codec.info().resynchronizes.then(|| around(codec, units, at))
}

fn around<C: Codec>(codec: C, units: &[C::Unit], at: usize) -> (usize, usize) {
    let width = codec.info().width;
    let units_around = || (at - at % width, at.next_multiple_of(width).min(units.len()));
    covering(codec, units, at).unwrap_or_else(units_around)
}

/// Returns the nearest boundary at or before `at`.
#[cfg(feature = "strings")]
pub(crate) fn floor_boundary<F: Resynchronizing>(form: F, units: &[F::Unit], at: usize) -> usize {
    around(form, units, at).0
}

/// Returns the nearest boundary at or after `at`.
#[cfg(feature = "strings")]
pub(crate) fn ceil_boundary<F: Resynchronizing>(form: F, units: &[F::Unit], at: usize) -> usize {
    around(form, units, at).1
}
