//! Units that are known to be well-formed as strings, and strings as the text that they are.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, rc::Rc, string::String, sync::Arc, vec::Vec};

use crate::codec::validate_by_definition;
use crate::form::{Form, Utf8Subset};
use crate::java::MUtf8CStr;
use crate::string::Str;
#[cfg(feature = "alloc")]
use crate::string::StrBuf;

/// Units that are known to be a string as that.
pub(crate) const fn units_of_string<F: Form>(units: &[F::Unit]) -> &Str<F> {
    // SAFETY: `Str<F>` is `repr(transparent)` over a slice of units, beside a marker that has neither size nor alignment, so
    // that the pointers have the same layout and metadata; the lifetime is the slice's.
    unsafe { &*(core::ptr::from_ref(units) as *const Str<F>) }
}

/// Units as a string. That they are well-formed is for the caller to see to: nothing here depends on it, but
/// [`text`] and [`code_point`] do. Where debug assertions are on, short ones are looked at.
pub(crate) const fn string<F: Form>(units: &[F::Unit]) -> &Str<F> {
    assert_well_formed::<F>(units);
    units_of_string(units)
}

/// The same, owned.
#[cfg(feature = "alloc")]
pub(crate) fn boxed<F: Form>(units: Box<[F::Unit]>) -> Box<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: as above; the box is given up and taken back with the same layout.
    unsafe { Box::from_raw(Box::into_raw(units) as *mut Str<F>) }
}

/// The units of an owned string.
#[cfg(feature = "alloc")]
pub(crate) fn unboxed<F: Form>(string: Box<Str<F>>) -> Box<[F::Unit]> {
    // SAFETY: as above, the other way.
    unsafe { Box::from_raw(Box::into_raw(string) as *mut [F::Unit]) }
}

/// The same, shared.
#[cfg(feature = "alloc")]
pub(crate) fn counted<F: Form>(units: Rc<[F::Unit]>) -> Rc<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: as above, so that the two have one size and one alignment; the count is given up and taken back.
    unsafe { Rc::from_raw(Rc::into_raw(units) as *const Str<F>) }
}

/// The same, shared by threads.
#[cfg(feature = "alloc")]
pub(crate) fn counted_by_threads<F: Form>(units: Arc<[F::Unit]>) -> Arc<Str<F>> {
    assert_well_formed::<F>(&units);
    // SAFETY: as above.
    unsafe { Arc::from_raw(Arc::into_raw(units) as *const Str<F>) }
}

/// Units that are looked at: few, because parts of parts are strings too.
const LOOKED_AT: usize = 32;

/// Are short units well-formed? Asked where units become a string, if debug assertions are on.
#[inline(always)]
pub(crate) const fn assert_well_formed<F: Form>(units: &[F::Unit]) {
    if cfg!(debug_assertions) && units.len() <= LOOKED_AT {
        assert!(validate_by_definition::<F>(units).is_ok(), "units of a string are well-formed");
    }
}

/// Bytes as a string that ends in 00. That they are one is for the caller to see to: nothing here depends on it.
#[inline]
pub(crate) const fn c_string(bytes: &[u8]) -> &MUtf8CStr {
    // SAFETY: `MUtf8CStr` is `repr(transparent)` over a slice of bytes, so that the pointers have the same layout and metadata;
    // the lifetime is the slice's.
    unsafe { &*(core::ptr::from_ref(bytes) as *const MUtf8CStr) }
}

/// A string that is UTF-8 by its form.
pub(crate) const fn text<F: Utf8Subset>(string: &Str<F>) -> &str {
    // SAFETY: nothing safe makes a `Str<F>` that is not well-formed, and what is well-formed in one of these forms is UTF-8: they
    // are sealed, and their rows are rows of UTF-8's table.
    unsafe { core::str::from_utf8_unchecked(string.as_units()) }
}

/// The same, owned.
#[cfg(feature = "alloc")]
pub(crate) fn owned_text<F: Utf8Subset>(string: StrBuf<F>) -> String {
    // SAFETY: as above.
    unsafe { String::from_utf8_unchecked(string.into_units()) }
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
    /// [`validate`](crate::validate()) finds no error in them. (Short ones are looked at, where debug assertions are on.)
    pub const unsafe fn from_units_unchecked(units: &[F::Unit]) -> &Self {
        string(units)
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> StrBuf<F> {
    /// Units as a string, unchecked, in the vector that they are in.
    ///
    /// ```
    /// use placemat::Utf16Buf;
    /// // SAFETY: a pair is well-formed UTF-16.
    /// let pile = unsafe { Utf16Buf::from_units_unchecked(vec![0xD83D, 0xDCA9]) };
    /// assert_eq!(pile, "💩");
    /// ```
    ///
    /// # Safety
    ///
    /// [`validate`](crate::validate()) finds no error in them. (Short ones are looked at, where debug assertions are on.)
    pub const unsafe fn from_units_unchecked(units: Vec<F::Unit>) -> Self {
        StrBuf::trusted(units)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(debug_assertions)]
    #[should_panic = "units of a string are well-formed"]
    fn short_units_are_looked_at() {
        super::string::<crate::form::Wtf8>(b"a\xED\xA0\xBD\xED\xB2\xA9");
    }
}
