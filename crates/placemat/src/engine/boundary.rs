//! Boundaries between sequences, found from any position (CONFORMANCE.md, Starting in the middle).

use crate::codec::Codec;
use crate::error::ErrorKind;
use crate::form::{Form, Resynchronizing};
use crate::scheme::{Marked, Order, Ordered, Permutation, Permuted, Signature, Signed};
use crate::table::NotDecoded;

/// Returns how far back a sequence may begin that extends over a position: the length of the longest one,
/// minus one unit.
fn look_back<C: Codec>(codec: C) -> usize {
    let facts = codec.facts();
    let longest = facts.table.rows().iter().map(crate::table::Row::len).max().unwrap_or(1);
    (longest - 1) * facts.width
}

/// Returns the start and the end of the well-formed sequence that has `at` inside, if there is one.
pub(crate) fn covering<C: Codec>(codec: C, units: &[C::Unit], at: usize) -> Option<(usize, usize)> {
    let width = codec.facts().width;
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

/// Returns the nearest boundary at or before `at`: a position that is not inside a well-formed sequence.
///
/// Reads at most the units before `at` in which the longest sequence may begin, and one sequence after it. In
/// a scheme of 16- or 32-bit units, units are counted from the start of `units`.
///
/// ```
/// use placemat::{form::Utf8, stream::floor_boundary};
/// assert_eq!(floor_boundary(Utf8, "é".as_bytes(), 1), 0);
/// assert_eq!(floor_boundary(Utf8, b"\x80\x80", 1), 1); // no sequence there
/// ```
///
/// # Panics
///
/// Panics if `at` is greater than the length of `units`.
pub fn floor_boundary<C: Codec + Synchronized>(codec: C, units: &[C::Unit], at: usize) -> usize {
    assert!(at <= units.len(), "a position in the units");
    covering(codec, units, at).map_or(at - at % codec.facts().width, |(start, _)| start)
}

/// Returns the nearest boundary at or after `at`: if `at` is inside a well-formed sequence, the end of it.
///
/// Reads as many units as [`floor_boundary`] does.
///
/// ```
/// use placemat::{form::Cesu8, stream::ceil_boundary};
/// assert_eq!(ceil_boundary(Cesu8, b"\xED\xA0\xBD\xED\xB2\xA9!", 3), 6);
/// ```
///
/// # Panics
///
/// Panics if `at` is greater than the length of `units`.
pub fn ceil_boundary<C: Codec + Synchronized>(codec: C, units: &[C::Unit], at: usize) -> usize {
    assert!(at <= units.len(), "a position in the units");
    let width = codec.facts().width;
    covering(codec, units, at).map_or(at.next_multiple_of(width).min(units.len()), |(_, end)| end)
}

/// Codecs that can be read from any position: [`Resynchronizing`] forms and the schemes over them.
///
/// It follows from the form. There is nothing to implement.
///
/// ```
/// use placemat::{form::Utf8, scheme::Utf16Le, stream::{ceil_boundary, Synchronized}, Codec};
/// // The position at which a second thread may begin to read.
/// fn second_half<C: Codec + Synchronized>(codec: C, units: &[C::Unit]) -> usize {
///     ceil_boundary(codec, units, units.len() / 2)
/// }
/// assert_eq!(second_half(Utf8, "a€".as_bytes()), 4);
/// assert_eq!(second_half(Utf16Le::default(), b"\x3D\xD8\xA9\xDCa\0b\0"), 4);
/// ```
pub trait Synchronized {}

impl<F: Resynchronizing> Synchronized for F {}
impl<F: Form + Resynchronizing, O: Order> Synchronized for Ordered<F, O> {}
impl<F: Form + Resynchronizing> Synchronized for Marked<F> {}
impl<F: Signature + Resynchronizing> Synchronized for Signed<F> {}
impl<F: Form<Unit = u8> + Resynchronizing, P: Permutation> Synchronized for Permuted<F, P> {}
