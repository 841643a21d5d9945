//! The makers of strings: they take units that are known to be well-formed, and do not check them.
//!
//! All of the makers are `unsafe`, for a `Str<F>` that is not well-formed leads to undefined behaviour in
//! safe code: [`text`] makes a `str` of it, and [`code_point`] a `char`. So each call says why its units are
//! well-formed. There are five kinds of reasons:
//!
//! * The units were validated, or all units of the form are well-formed.
//! * They are the units of another string, whole, copied or moved.
//! * They are a part of another string, cut at boundaries. What is well-formed is a concatenation of
//!   sequences, so it stays well-formed when it is cut between them.
//! * They are a string's, with one ASCII letter in the place of another: see [`Str::trim_ascii`] for why
//!   those are code points by themselves wherever they stand.
//! * An encoder or a kernel has written them, which [owes](#what-a-kernel-owes) that they are well-formed.
//!
//! # What a kernel owes
//!
//! The output of a conversion is not validated again: that would be a second pass over everything that is
//! written. So it is part of what is trusted, and an obligation of each kernel and of the transcoder around
//! them, that **whatever is written for a target is what the target's definition writes, and so well-formed
//! units and nothing else**. In particular:
//!
//! * It holds for every input, well-formed or not, and wherever one kernel ends and another goes on: that is
//!   always after a whole sequence.
//! * It holds for the policies by which strings are converted: strict, U+FFFD, and `?`. (Others, such as
//!   [`SurrogateEscape`](crate::OnError::SurrogateEscape), write bytes that no table has; their output never
//!   becomes a string unchecked.)
//! * Where two outputs meet, the form's seam rule holds (`engine::append`).
//! * A kernel that trusts its input may demand that this is well-formed, and is called for strings and `str`
//!   alone.
//!
//! The kernels are safe code and cannot write outside their slices. But one that writes what is ill-formed is
//! a fault like a wrong proof here: what is read from its output later may be no `char`. Tests compare every
//! kernel with the definition, that is with the table read row by row, and a build with debug assertions
//! looks at all short outputs.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, rc::Rc, string::String, sync::Arc};

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use crate::code_point::CodeSpace;
use crate::code_point::sealed::Trusted;
use crate::codec::validate_by_definition;
use crate::form::{Form, Utf8Subset};
use crate::java::MUtf8CStr;

/// Units that are looked at: few, because parts of parts are strings too.
const LOOKED_AT: usize = 32;

/// Are short units well-formed? Asked where units become a string, if debug assertions are on.
#[inline(always)]
pub(super) const fn assert_well_formed<F: Form>(units: &[F::Unit]) {
    if cfg!(debug_assertions) && units.len() <= LOOKED_AT {
        assert!(validate_by_definition::<F>(units).is_ok(), "units of a string are well-formed");
    }
}

impl<F: Form> Str<F> {
    /// Units as a string, unchecked.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// // SAFETY: a surrogate is well-formed WTF-8.
    /// assert_eq!(unsafe { Wtf8::from_units_unchecked(b"\xED\xA0\x80") }.len(), 3);
    /// ```
    ///
    /// # Safety
    ///
    /// [`validate`](crate::validate()) finds no error in them. (Short ones are looked at, where debug
    /// assertions are on.)
    pub const unsafe fn from_units_unchecked(units: &[F::Unit]) -> &Self {
        assert_well_formed::<F>(units);
        // SAFETY: the same is asked of the caller.
        unsafe { units_of_string(units) }
    }
}

/// Units as a string, where they need no assertion because they are those of a string.
///
/// # Safety
///
/// The units are well-formed in `F`.
pub(super) const unsafe fn units_of_string<F: Form>(units: &[F::Unit]) -> &Str<F> {
    // SAFETY: `Str<F>` is `repr(transparent)` over a slice of units, beside a marker that has neither size
    // nor alignment, so that the pointers have the same layout and metadata; the lifetime is the slice's. The
    // units are well-formed, which is asked of the caller.
    unsafe { &*(core::ptr::from_ref(units) as *const Str<F>) }
}

/// Units as a string, owned.
///
/// # Safety
///
/// The units are well-formed in `F`.
#[cfg(feature = "alloc")]
pub(super) unsafe fn boxed<F: Form>(units: Box<[F::Unit]>) -> Box<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: as above; the box is given up and taken back with the same layout.
    unsafe { Box::from_raw(Box::into_raw(units) as *mut Str<F>) }
}

/// The units of an owned string.
#[cfg(feature = "alloc")]
pub(super) fn unboxed<F: Form>(string: Box<Str<F>>) -> Box<[F::Unit]> {
    // SAFETY: the layouts are the same, as above; any units may be in a slice.
    unsafe { Box::from_raw(Box::into_raw(string) as *mut [F::Unit]) }
}

/// Units as a string, shared.
///
/// # Safety
///
/// The units are well-formed in `F`.
#[cfg(feature = "alloc")]
pub(super) unsafe fn counted<F: Form>(units: Rc<[F::Unit]>) -> Rc<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: as above, so that the two have one size and one alignment; the count is given up and taken
    // back.
    unsafe { Rc::from_raw(Rc::into_raw(units) as *const Str<F>) }
}

/// Units as a string, shared by threads.
///
/// # Safety
///
/// The units are well-formed in `F`.
#[cfg(feature = "alloc")]
pub(super) unsafe fn counted_by_threads<F: Form>(units: Arc<[F::Unit]>) -> Arc<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: as above.
    unsafe { Arc::from_raw(Arc::into_raw(units) as *const Str<F>) }
}

/// Bytes as a string that ends in 00.
///
/// # Safety
///
/// They end in their only byte 00, and are Modified UTF-8 before it.
#[inline]
pub(crate) const unsafe fn c_string(bytes: &[u8]) -> &MUtf8CStr {
    // SAFETY: `MUtf8CStr` is `repr(transparent)` over a slice of bytes, so that the pointers have the same
    // layout and metadata; the lifetime is the slice's. What its methods take for granted is asked of the
    // caller.
    unsafe { &*(core::ptr::from_ref(bytes) as *const MUtf8CStr) }
}

/// A code point of a string.
///
/// # Safety
///
/// The value was read from a `Str<F>`.
#[inline(always)]
pub(super) unsafe fn code_point<F: Form>(value: u32) -> F::CodePoint {
    debug_assert!(F::CodePoint::from_u32(value).is_some(), "{value:X} is no code point of {}", F::NAME);
    // SAFETY: a `Str<F>` is well-formed, and what is well-formed is code points of the form's code space: its
    // table has no others, as `tables_stay_in_their_code_spaces` tries of all forms.
    unsafe { F::CodePoint::trusted(value) }
}

/// A string that is UTF-8 by its form.
pub(super) const fn text<F: Utf8Subset>(string: &Str<F>) -> &str {
    const { crate::form::prove_text::<F>() };
    // SAFETY: a `Str<F>` is well-formed, and what is well-formed in one of these forms is UTF-8: they are
    // sealed, and their rows are rows of UTF-8's table (`forms_whose_strings_are_text_say_so` holds them
    // against it).
    unsafe { core::str::from_utf8_unchecked(string.as_units()) }
}

/// An owned string that is UTF-8 by its form.
#[cfg(feature = "alloc")]
pub(super) fn owned_text<F: Utf8Subset>(string: StrBuf<F>) -> String {
    const { crate::form::prove_text::<F>() };
    // SAFETY: as above.
    unsafe { String::from_utf8_unchecked(string.into_units()) }
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(debug_assertions)]
    #[should_panic = "units of a string are well-formed"]
    fn short_units_are_looked_at() {
        let units = b"a\xED\xA0\xBD\xED\xB2\xA9";
        // SAFETY: they are not well-formed, and the call panics before it makes a string of them.
        let _ = unsafe { super::Str::<crate::form::Wtf8>::from_units_unchecked(units) };
    }
}
