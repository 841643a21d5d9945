//! Functions that make strings of units that are known to be well-formed, without checking them.
//!
//! All of these functions are `unsafe`, because a `Str<F>` that is not well-formed leads to undefined
//! behaviour in safe code: [`text`] turns it into a `str`, and [`code_point`] into a `char`. So each call
//! says why its units are well-formed. There are five kinds of reasons:
//!
//! * The units were validated, or all units of the form are well-formed.
//! * They are all the units of another string, copied or moved.
//! * They are a part of another string, cut at boundaries. A well-formed string is a concatenation of
//!   sequences, so it stays well-formed when it is cut between them.
//! * They are those of a string in which an ASCII character replaces another: see [`Str::trim_ascii`] for why
//!   these are code points by themselves at every position.
//! * An encoder or a kernel has written them, which [guarantees](#what-a-kernel-owes) that they are
//!   well-formed.
//!
//! # What a kernel owes
//!
//! The output of a conversion is not validated again: that would be a second pass over everything that is
//! written. So the output is trusted. Each kernel, and the transcoder around them, is obliged to this: **the
//! output for a target is what the target's reference implementation writes, and so consists of well-formed
//! units and nothing else**. In particular:
//!
//! * It holds for every input, well-formed or not, and at every position where one kernel ends and another
//!   continues: that is always after a whole sequence.
//! * It holds for the policies with which strings are converted: strict, U+FFFD, and `?`. (Others, such as
//!   [`SurrogateEscape`](crate::OnError::SurrogateEscape), write bytes that no table has; their output never
//!   becomes a string unchecked.)
//! * Where two outputs meet, the form's surrogate-pairing rule holds (`engine::append`).
//! * A kernel that trusts its input may require it to be well-formed. It is called only for strings and
//!   `str`.
//!
//! The kernels are safe code and cannot write outside their slices. But a kernel that writes ill-formed
//! output is as much a fault as a wrong proof here: what is read from its output later may not be a `char`.
//! Tests compare every kernel with the reference implementation, which reads the table row by row, and a
//! build with debug assertions checks all short outputs.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, rc::Rc, sync::Arc};

use super::Str;
use crate::code_point::CodeSpace;
use crate::code_point::sealed::Trusted;
use crate::codec::validate_by_definition;
use crate::form::relation::Within;
use crate::form::{Form, Utf8};
use crate::unit::Unit;

/// The number of units that are checked: few, because parts of parts are strings too.
const LOOKED_AT: usize = 32;

/// Asserts that short units are well-formed. Called wherever units become a string, if debug assertions are
/// enabled.
#[inline(always)]
pub(super) const fn assert_well_formed<F: Form>(units: &[F::Unit]) {
    if cfg!(debug_assertions) && units.len() <= LOOKED_AT {
        assert!(validate_by_definition::<F>(units).is_ok(), "units of a string are well-formed");
    }
}

impl<F: Form> Str<F> {
    /// Wraps units as a string without checking them.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// // SAFETY: a surrogate is well-formed WTF-8.
    /// assert_eq!(unsafe { Str::<Wtf8>::from_units_unchecked(b"\xED\xA0\x80") }.len(), 3);
    /// ```
    ///
    /// # Safety
    ///
    /// The units must be well-formed: [`validate`](crate::validate()) finds no error in them. (With debug
    /// assertions, short ones are checked.)
    pub const unsafe fn from_units_unchecked(units: &[F::Unit]) -> &Self {
        assert_well_formed::<F>(units);
        // SAFETY: the caller guarantees the same.
        unsafe { units_of_string(units) }
    }
}

/// Wraps units as a string, without an assertion because they are those of a string.
///
/// # Safety
///
/// The units must be well-formed in `F`.
pub(super) const unsafe fn units_of_string<F: Form>(units: &[F::Unit]) -> &Str<F> {
    // SAFETY: `Str<F>` is `repr(transparent)` over a slice of units, beside a marker that has neither size
    // nor alignment, so the pointers have the same layout and metadata. The lifetime is the slice's. The
    // caller guarantees that the units are well-formed.
    unsafe { &*(core::ptr::from_ref(units) as *const Str<F>) }
}

/// Wraps units as an owned string.
///
/// # Safety
///
/// The units must be well-formed in `F`.
#[cfg(feature = "alloc")]
pub(super) unsafe fn boxed<F: Form>(units: Box<[F::Unit]>) -> Box<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: the layouts are the same, as in `units_of_string`; the box is given up and taken back with the
    // same layout.
    unsafe { Box::from_raw(Box::into_raw(units) as *mut Str<F>) }
}

/// Returns the units of an owned string.
#[cfg(feature = "alloc")]
pub(super) fn unboxed<F: Form>(string: Box<Str<F>>) -> Box<[F::Unit]> {
    // SAFETY: the layouts are the same, as in `units_of_string`; a slice may contain any units.
    unsafe { Box::from_raw(Box::into_raw(string) as *mut [F::Unit]) }
}

/// Wraps units as a reference-counted string.
///
/// # Safety
///
/// The units must be well-formed in `F`.
#[cfg(feature = "alloc")]
pub(super) unsafe fn counted<F: Form>(units: Rc<[F::Unit]>) -> Rc<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: the layouts are the same, as in `units_of_string`, so size and alignment are too. The reference
    // count is given up and taken back.
    unsafe { Rc::from_raw(Rc::into_raw(units) as *const Str<F>) }
}

/// Wraps units as an atomically reference-counted string.
///
/// # Safety
///
/// The units must be well-formed in `F`.
#[cfg(feature = "alloc")]
pub(super) unsafe fn counted_by_threads<F: Form>(units: Arc<[F::Unit]>) -> Arc<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: as in `counted`.
    unsafe { Arc::from_raw(Arc::into_raw(units) as *const Str<F>) }
}

/// Returns a code point of a string.
///
/// # Safety
///
/// The value must have been read from a `Str<F>`.
#[inline(always)]
pub(super) unsafe fn code_point<F: Form>(value: u32) -> F::CodePoint {
    debug_assert!(F::CodePoint::from_u32(value).is_some(), "{value:X} is no code point of {}", F::NAME);
    // SAFETY: a `Str<F>` is well-formed, and well-formed units decode to code points of the form's code
    // space: its table has no others, which `tables_stay_in_their_code_spaces` checks for all forms.
    unsafe { F::CodePoint::trusted(value) }
}

/// Does not compile for a form whose strings do not have the hash of the `str` that they are.
pub(super) const fn prove_text<F: Within<Utf8>>() {
    assert!(F::IS_TEXT, "strings that are text have its hash");
}

/// Returns a string as a `str`. The form says that it is UTF-8.
pub(super) const fn text<F: Within<Utf8>>(string: &Str<F>) -> &str {
    const { prove_text::<F>() };
    // SAFETY: a `Str<F>` is well-formed, and well-formed units of these forms are UTF-8: the trait is sealed,
    // and the rows of the forms are rows of UTF-8's table (`forms_whose_strings_are_text_say_so` compares
    // them).
    unsafe { core::str::from_utf8_unchecked(string.as_units()) }
}

/// Returns a string as text, if all strings of its form are text.
#[inline]
pub(super) fn text_of_any<F: Form>(string: &Str<F>) -> Option<&str> {
    let bytes = F::Unit::as_bytes(string.as_units()).filter(|_| F::IS_TEXT)?;
    // SAFETY: a `Str<F>` is well-formed, and `IS_TEXT` is true only for forms whose rows are rows of UTF-8's
    // table (`forms_whose_strings_are_text_say_so` compares them).
    Some(unsafe { core::str::from_utf8_unchecked(bytes) })
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(debug_assertions)]
    #[should_panic = "units of a string are well-formed"]
    fn short_units_are_looked_at() {
        let units = b"a\xED\xA0\xBD\xED\xB2\xA9";
        // SAFETY: they are not well-formed, but the call panics before it makes a string of them.
        let _ = unsafe { super::Str::<crate::form::Wtf8>::from_units_unchecked(units) };
    }
}
