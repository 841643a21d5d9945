//! Conversion from form to form.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
#[cfg(feature = "alloc")]
use core::any::TypeId;

#[cfg(feature = "alloc")]
use super::StrBuf;
#[cfg(feature = "alloc")]
use super::sequence::Of;
#[cfg(feature = "alloc")]
use super::show::carries_bytes;
use super::{Str, Within};
#[cfg(feature = "alloc")]
use crate::engine::{Conversion, convert_strictly};
use crate::error::Error;
#[cfg(feature = "alloc")]
use crate::error::{Failure, Unencodable};
#[cfg(feature = "alloc")]
use crate::form::Utf8Compatible;
use crate::form::{Form, Utf8};
#[cfg(feature = "alloc")]
use crate::options::Options;
#[cfg(feature = "alloc")]
use crate::policy::{OnError, OnUnencodable};
#[cfg(feature = "alloc")]
use crate::{cast, unit::Unit};

impl<'s, F: Form<Unit = u8>> From<&'s str> for &'s Str<F>
where
    Utf8: Within<F>,
{
    fn from(text: &'s str) -> Self {
        Str::from_str(text)
    }
}

/// Validates as [`new`](Str::new) does.
impl<'u, F: Form> TryFrom<&'u [F::Unit]> for &'u Str<F> {
    type Error = Error;

    fn try_from(units: &'u [F::Unit]) -> Result<Self, Error> {
        Str::new(units)
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> Str<F> {
    /// Converts the string into another form.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Wtf8}, form, Str};
    /// let utf_16 = Str::<Utf8>::from_str("a💩").to::<form::Utf16>().unwrap();
    /// assert_eq!(utf_16.as_units(), [0x61, 0xD83D, 0xDCA9]);
    ///
    /// let lone = Str::<Wtf8>::new(b"a\xED\xA0\xBD").unwrap().to::<form::Utf16>().unwrap_err();
    /// assert_eq!((lone.code_point(), lone.offset()), (0xD83D, 1));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first code point that the other form does not contain. (Tcl 8.6's form has no encoder, and
    /// so contains none.)
    pub fn to<T: Form>(&self) -> Result<StrBuf<T>, Unencodable> {
        match convert_strictly::<F, T, true>(F::default(), T::default(), &self.units) {
            // SAFETY: the input is well-formed, as trusted kernels require, and the output for the target is
            // well-formed, which kernels guarantee (`string::make`).
            Ok(units) => Ok(unsafe { StrBuf::from_units_unchecked(units) }),
            Err(Failure::Unencodable(lost)) => Err(lost),
            Err(Failure::IllFormed(_)) => unreachable!("a string is well-formed"),
        }
    }

    /// Converts the string into another form. U+FFFD replaces code points that it does not contain, or `?` if
    /// it does not contain U+FFFD either.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Wtf8}, form, Str};
    /// let text = Str::<Wtf8>::new(b"a\xED\xA0\xBD").unwrap().to_lossy::<form::Utf16>();
    /// assert_eq!(text.as_units(), [0x61, 0xFFFD]);
    /// assert_eq!(Str::<Utf8>::from_str("5 €").to_lossy::<form::Iso8859_1>().as_bytes(), b"5 ?");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the other form has no encoder (Tcl 8.6's) and the string is not empty.
    pub fn to_lossy<T: Form>(&self) -> StrBuf<T> {
        let by = |on_unencodable| self.convert(Options { on_unencodable, ..Options::default() });
        let replaced = by(OnUnencodable::Replace).or_else(|_| by(OnUnencodable::ReplaceQmark));
        replaced.unwrap_or_else(|_| panic!("{} has no encoder", T::NAME))
    }

    fn convert<T: Form>(&self, options: Options) -> Result<StrBuf<T>, Failure> {
        let conversion = Conversion { source: F::default(), target: T::default(), options };
        let converted = conversion.convert_observed::<true, _>(&self.units, &mut ())?;
        // SAFETY: the input is well-formed, as trusted kernels require, and the output for the target is
        // well-formed, which kernels guarantee (`string::make`). A code point that the target does not
        // contain has ended the conversion, or another one was written for it.
        Ok(unsafe { StrBuf::from_units_unchecked(converted.output) })
    }

    /// Converts units into a string, with U+FFFD for each maximal subpart that is ill-formed. If there is
    /// none, the units are borrowed.
    ///
    /// ```
    /// use placemat::{form::{Cesu8, Wtf8}, Str};
    /// // A byte that never begins a sequence, and a lone surrogate.
    /// assert_eq!(Str::<Cesu8>::new_lossy(b"a\xFF\xED\xA0\xBD").to_string(), "a\u{FFFD}\u{FFFD}");
    /// assert!(matches!(Str::<Wtf8>::new_lossy(b"\xED\xA0\xBD"), std::borrow::Cow::Borrowed(_)));
    /// ```
    pub fn new_lossy(units: &[F::Unit]) -> Cow<'_, Self> {
        if let Ok(string) = Self::new(units) {
            return Cow::Borrowed(string);
        }
        let options = Options {
            on_error: OnError::Replace,
            on_unencodable: OnUnencodable::Replace,
            ..Options::default()
        };
        let conversion = Conversion { source: F::default(), target: F::default(), options };
        match conversion.convert_observed::<false, _>(units, &mut ()) {
            // SAFETY: the output for the target is well-formed for every input, which kernels guarantee
            // (`string::make`). `TRUSTS` is false, so no kernel trusts its input.
            Ok(converted) => Cow::Owned(unsafe { StrBuf::from_units_unchecked(converted.output) }),
            Err(failure) => panic!("{}: {failure}", F::NAME),
        }
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> Str<F> {
    /// Converts the string into another form that contains all of its code points. If no unit differs, the
    /// string is borrowed.
    ///
    /// ```
    /// use placemat::{form::{self, Cesu8, Iso8859_1, Utf8}, literal, Str};
    /// use std::borrow::Cow;
    /// let name = Str::<Utf8>::from_str("né").to_form_cow::<form::Cesu8>();
    /// assert!(matches!(name, Cow::Borrowed(_)));
    /// let pile = Str::<Utf8>::from_str("💩").to_form_cow::<form::Cesu8>();
    /// assert_eq!(pile.as_bytes(), b"\xED\xA0\xBD\xED\xB2\xA9");
    /// assert!(matches!(Str::<Cesu8>::new(b"a").unwrap().to_form_cow::<form::Utf8>(), Cow::Borrowed(_)));
    /// assert!(matches!(Str::<Iso8859_1>::from_any_units(b"a").to_form_cow::<form::Utf8>(), Cow::Borrowed(_)));
    /// assert!(matches!(literal!(Utf16, "💩").to_form_cow::<form::Wtf16>(), Cow::Borrowed(_)));
    /// ```
    pub fn to_form_cow<T: Form>(&self) -> Cow<'_, Str<T>>
    where
        F: super::ConvertsTo<T>,
    {
        match self.as_same() {
            Some(same) => Cow::Borrowed(same),
            None => Cow::Owned(self.to_form()),
        }
    }

    /// Returns the units as a string of another form, if they are the same text there.
    fn as_same<T: Form>(&self) -> Option<&Str<T>> {
        let units = cast::same_units::<F::Unit, T::Unit>(self.as_units())?;
        if TypeId::of::<F>() == TypeId::of::<T>() {
            // SAFETY: the two forms are the same form, in which these units are a string.
            return Some(unsafe { Str::from_units_unchecked(units) });
        }
        let same = Str::<T>::new(units).ok()?;
        let reads_alike = const { Of::<F>::IS_FOUND_WHOLE && Of::<T>::IS_FOUND_WHOLE };
        let is_same = || {
            let is_compatible = const { Of::<F>::HAS_BITS_OF_UTF_8 && Of::<T>::HAS_BITS_OF_UTF_8 };
            let bytes = F::Unit::as_bytes(self.as_units()).filter(|_| is_compatible);
            bytes.is_some_and(|bytes| Str::<Utf8>::new(bytes).is_ok()) || self.values().eq(same.values())
        };
        (reads_alike || is_same()).then_some(same)
    }
}

#[cfg(feature = "alloc")]
impl<F: Utf8Compatible> Str<F> {
    /// Converts the string into a `str`, with U+FFFD for surrogates and other code points that UTF-8 does not
    /// contain. If it is UTF-8, the string is borrowed. In UTF-8b, one U+FFFD replaces each maximal subpart
    /// that is not UTF-8, as the standard library does for file names.
    ///
    /// ```
    /// use placemat::{form::{Mutf8, Utf8b, Wtf8}, Str};
    /// assert_eq!(Str::<Utf8b>::from_any_units(b"a\xE2\x82\xFF").to_str_lossy(), "a\u{FFFD}\u{FFFD}");
    /// assert_eq!(Str::<Wtf8>::new(b"a\xED\xA0\xBD").unwrap().to_str_lossy(), "a\u{FFFD}");
    /// assert_eq!(Str::<Mutf8>::new(b"\xC0\x80\xED\xA0\xBD\xED\xB2\xA9").unwrap().to_str_lossy(), "\0💩");
    /// ```
    pub fn to_str_lossy(&self) -> Cow<'_, str> {
        if const { carries_bytes::<F>() } {
            return crate::engine::from_utf8_lossy(self.as_bytes());
        }
        match self.to_str() {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.to_lossy::<Utf8>().into()),
        }
    }
}
