//! From form to form.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
#[cfg(feature = "alloc")]
use crate::engine::Conversion;
use crate::error::Error;
#[cfg(feature = "alloc")]
use crate::error::{Failure, Unencodable};
use crate::form::{Form, Utf8Superset};
#[cfg(feature = "alloc")]
use crate::form::{Utf8, Utf8Compatible};
#[cfg(feature = "alloc")]
use crate::options::Options;
#[cfg(feature = "alloc")]
use crate::policy::{OnError, OnUnencodable};

impl<'s, F: Utf8Superset> From<&'s str> for &'s Str<F> {
    fn from(text: &'s str) -> Self {
        Str::from_str(text)
    }
}

/// As [`new`](Str::new).
impl<'u, F: Form> TryFrom<&'u [F::Unit]> for &'u Str<F> {
    type Error = Error;

    fn try_from(units: &'u [F::Unit]) -> Result<Self, Error> {
        Str::new(units)
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> Str<F> {
    /// The same text in another form.
    ///
    /// ```
    /// use placemat::{form, Utf8, Wtf8};
    /// let utf_16 = Utf8::from_str("a💩").to::<form::Utf16>().unwrap();
    /// assert_eq!(utf_16.as_units(), [0x61, 0xD83D, 0xDCA9]);
    ///
    /// let lone = Wtf8::new(b"a\xED\xA0\xBD").unwrap().to::<form::Utf16>().unwrap_err();
    /// assert_eq!((lone.code_point(), lone.offset()), (0xD83D, 1));
    /// ```
    ///
    /// # Errors
    ///
    /// The first code point that the other form does not hold. (Tcl 8.6's has no encoder, and holds none.)
    pub fn to<T: Form>(&self) -> Result<StrBuf<T>, Unencodable> {
        match self.convert(Options::default()) {
            Ok(string) => Ok(string),
            Err(Failure::Unencodable(lost)) => Err(lost),
            Err(Failure::IllFormed(_)) => unreachable!("a string is well-formed"),
        }
    }

    /// The same text in another form, U+FFFD for what that does not hold, or `?` where it does not hold U+FFFD either.
    ///
    /// ```
    /// use placemat::{form, Utf8, Wtf8};
    /// let text = Wtf8::new(b"a\xED\xA0\xBD").unwrap().to_lossy::<form::Utf16>();
    /// assert_eq!(text.as_units(), [0x61, 0xFFFD]);
    /// assert_eq!(Utf8::from_str("5 €").to_lossy::<form::Iso8859_1>().as_bytes(), b"5 ?");
    /// ```
    ///
    /// # Panics
    ///
    /// If the other form has no encoder (Tcl 8.6's) and the string is not empty.
    pub fn to_lossy<T: Form>(&self) -> StrBuf<T> {
        let by = |on_unencodable| self.convert(Options { on_unencodable, ..Options::default() });
        let replaced = by(OnUnencodable::Replace).or_else(|_| by(OnUnencodable::ReplaceQmark));
        replaced.unwrap_or_else(|_| panic!("{} has no encoder", T::NAME))
    }

    fn convert<T: Form>(&self, options: Options) -> Result<StrBuf<T>, Failure> {
        let conversion = Conversion { source: F::default(), target: T::default(), options };
        let converted = conversion.convert_listening(&self.units, true, None)?;
        Ok(StrBuf::trusted(converted.output))
    }

    /// Units as a string, with U+FFFD for each maximal subpart that is ill-formed; without a copy, if there is none.
    ///
    /// ```
    /// use placemat::{Cesu8, Wtf8};
    /// // A byte that begins nothing, and half of a pair.
    /// assert_eq!(Cesu8::new_lossy(b"a\xFF\xED\xA0\xBD").to_string(), "a\u{FFFD}\u{FFFD}");
    /// assert!(matches!(Wtf8::new_lossy(b"\xED\xA0\xBD"), std::borrow::Cow::Borrowed(_)));
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
        match conversion.convert_listening(units, false, None) {
            Ok(converted) => Cow::Owned(StrBuf::trusted(converted.output)),
            Err(failure) => panic!("{}: {failure}", F::NAME),
        }
    }
}

#[cfg(feature = "alloc")]
impl<F: Utf8Compatible> Str<F> {
    /// The same text in another form, which holds all of it; without a copy, if nothing differs.
    ///
    /// ```
    /// use placemat::{form, Cesu8, Utf8};
    /// use std::borrow::Cow;
    /// let name = Utf8::from_str("né").to_form_cow::<form::Cesu8>();
    /// assert!(matches!(name, Cow::Borrowed(_)));
    /// let pile = Utf8::from_str("💩").to_form_cow::<form::Cesu8>();
    /// assert_eq!(pile.as_bytes(), b"\xED\xA0\xBD\xED\xB2\xA9");
    /// // A text that is UTF-8 in both forms is the same in both; of others it is a copy, also where no unit is changed.
    /// assert!(matches!(Cesu8::new(b"a").unwrap().to_form_cow::<form::Utf8>(), Cow::Borrowed(_)));
    /// ```
    pub fn to_form_cow<T: Utf8Compatible>(&self) -> Cow<'_, Str<T>>
    where
        F: super::ConvertsTo<T>,
    {
        match (self.to_str(), Str::<T>::new(self.as_units())) {
            (Ok(_), Ok(same)) => Cow::Borrowed(same),
            _ => Cow::Owned(self.to_form()),
        }
    }

    /// The same text as a `str`, U+FFFD for surrogates and what else UTF-8 does not hold; without a copy, if it is UTF-8.
    ///
    /// ```
    /// use placemat::{Mutf8, Wtf8};
    /// assert_eq!(Wtf8::new(b"a\xED\xA0\xBD").unwrap().to_str_lossy(), "a\u{FFFD}");
    /// assert_eq!(Mutf8::new(b"\xC0\x80\xED\xA0\xBD\xED\xB2\xA9").unwrap().to_str_lossy(), "\0💩");
    /// ```
    pub fn to_str_lossy(&self) -> Cow<'_, str> {
        match self.to_str() {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.to_lossy::<Utf8>().into()),
        }
    }
}
