//! Strings of one form as strings of another, if the types say that they are.

#[cfg(feature = "alloc")]
use core::any::TypeId;

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
#[cfg(feature = "alloc")]
use crate::cast;
use crate::form::Form;
#[cfg(feature = "alloc")]
use crate::form::relation::ConvertsTo;
use crate::form::relation::Within;

impl<F: Form> Str<F> {
    /// Returns the units as a string of another form. Cannot fail: every string of this form is one.
    ///
    /// ```
    /// use placemat::{form::Utf16, form, Str};
    /// let text = Str::<Utf16>::new(&[0x61]).unwrap();
    /// assert_eq!(text.as_form::<form::Wtf16>().as_units(), [0x61]);
    /// ```
    pub const fn as_form<T: Form>(&self) -> &Str<T>
    where
        F: Within<T>,
    {
        // SAFETY: `Within` says that all strings of the one form are strings of the other, unchanged. All
        // forms are in this crate, so other crates cannot implement it, and the tests of `form::relation`
        // compare each pair of its list with the tables of the two.
        unsafe { Str::from_units_unchecked(self.as_units()) }
    }

    /// Converts the string into another form. Cannot fail: that form contains all of its code points.
    ///
    /// ```
    /// use placemat::{form::Utf8, form, Str};
    /// assert_eq!(Str::<Utf8>::from_str("💩").to_form::<form::Utf16>().as_units(), [0xD83D, 0xDCA9]);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_form<T: Form>(&self) -> StrBuf<T>
    where
        F: ConvertsTo<T>,
    {
        // The form of a decoder has no encoder, so a conversion into the same form copies the units.
        if let Some(units) =
            cast::same_units(self.as_units()).filter(|_| TypeId::of::<F>() == TypeId::of::<T>())
        {
            // SAFETY: the two forms are the same form, in which these units are a string.
            return unsafe { StrBuf::from_units_unchecked(units.to_vec()) };
        }
        match self.to() {
            Ok(string) => string,
            Err(lost) => unreachable!("{} holds all of {}: {lost}", T::NAME, F::NAME),
        }
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> StrBuf<F> {
    /// Converts the string into one of another form with the same units. Cannot fail, and the buffer is
    /// reused.
    ///
    /// ```
    /// use placemat::{form::Utf8, form, StrBuf};
    /// let mut name = StrBuf::<Utf8>::from("n").into_form::<form::Wtf8>();
    /// name.push(0xD83D.into());
    /// assert_eq!(name.as_bytes(), b"n\xED\xA0\xBD");
    /// ```
    pub fn into_form<T: Form>(self) -> StrBuf<T>
    where
        F: Within<T>,
    {
        // SAFETY: as for `as_form`, `Within` says that all strings of the one form are strings of the other,
        // unchanged.
        unsafe { StrBuf::from_units_unchecked(self.into_units()) }
    }
}
