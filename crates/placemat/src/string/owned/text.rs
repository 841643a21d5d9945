//! Owned strings and text: `str`, `String` and `char`, in forms that contain all of it.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::convert::Infallible;
use core::str::FromStr;

use super::StrBuf;
use crate::form::{Form, PairingRule, Resynchronizing, Utf8};
use crate::string::sequence::Of;
use crate::string::{ConvertsTo, Str};
use crate::unit::{Unit, of_text};

/// Text up to this many bytes is appended code point by code point, without another buffer.
const SHORT: usize = 32;

impl<F: Form> StrBuf<F>
where
    Utf8: ConvertsTo<F>,
{
    /// Converts text into a string. If the form contains UTF-8 unchanged, the buffer is reused.
    fn of_text(text: Cow<'_, str>) -> Self {
        if const { !Of::<F>::HOLDS_UTF_8 } {
            return Str::<Utf8>::from_str(&text).to_form();
        }
        match F::Unit::from_bytes(text.into_owned().into_bytes()) {
            // SAFETY: the units are text, and all of UTF-8 is a string, unchanged, of a form for which
            // `HOLDS_UTF_8` is true.
            Ok(units) => unsafe { Self::from_units_unchecked(units) },
            Err(_) => unreachable!("UTF-8 is bytes"),
        }
    }

    /// Appends text.
    ///
    /// ```
    /// use placemat::{form::{Mutf8, Utf16}, StrBuf};
    /// let mut name = StrBuf::<Utf16>::new();
    /// name.push_str("a💩");
    /// assert_eq!(name.as_units(), [0x61, 0xD83D, 0xDCA9]);
    /// let mut name = StrBuf::<Mutf8>::new();
    /// name.push_str("a\0");
    /// assert_eq!(name.as_bytes(), b"a\xC0\x80");
    /// ```
    pub fn push_str(&mut self, text: &str) {
        if const { Of::<F>::HOLDS_UTF_8 } {
            // Text is well-formed in this form, and has no surrogates that would join what is before it.
            self.units.extend_from_slice(of_text(text));
        } else if text.len() <= SHORT {
            text.chars().for_each(|scalar| self.push_char(scalar));
        } else {
            self.push_string(&Str::<Utf8>::from_str(text).to_form());
        }
    }

    /// Appends a `char`, in every form that contains all scalar values.
    ///
    /// ```
    /// let mut name = placemat::StrBuf::<placemat::form::Wtf8>::from("a");
    /// name.push_char('€');
    /// assert_eq!(name, "a€");
    /// ```
    #[inline]
    pub fn push_char(&mut self, scalar: char) {
        self.push_value(scalar.into());
    }
}

impl<F: Resynchronizing> StrBuf<F>
where
    Utf8: ConvertsTo<F>,
{
    /// Inserts text at a position in units.
    ///
    /// ```
    /// let mut name = placemat::StrBuf::<placemat::form::Wtf8>::from("ac");
    /// name.insert_str(1, "b");
    /// assert_eq!(name, "abc");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the position is not a boundary.
    #[track_caller]
    pub fn insert_str(&mut self, at: usize, text: &str) {
        self.insert_string(at, &Self::from(text));
    }
}

/// Conversions from types that are text.
macro_rules! from_text {
    ($($text:ty: |$it:ident| $as_cow:expr;)*) => { $(
        impl<F: Form> From<$text> for StrBuf<F>
        where
            Utf8: ConvertsTo<F>,
        {
            fn from($it: $text) -> Self {
                Self::of_text($as_cow)
            }
        }
    )* };
}
from_text! {
    &str: |text| Cow::Borrowed(text);
    &String: |text| Cow::Borrowed(text);
    String: |text| Cow::Owned(text);
    Box<str>: |text| Cow::Owned(text.into());
    Cow<'_, str>: |text| text;
}

impl<F: Form> From<char> for StrBuf<F>
where
    Utf8: ConvertsTo<F>,
{
    fn from(scalar: char) -> Self {
        let mut string = Self::new();
        string.push_char(scalar);
        string
    }
}

/// Never fails. For code that is generic over the type that it parses.
impl<F: Form> FromStr for StrBuf<F>
where
    Utf8: ConvertsTo<F>,
{
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

impl<F: Form> Str<F> {
    /// Repeats the string `count` times.
    ///
    /// ```
    /// use placemat::{form::Utf8, literal, Str};
    /// assert_eq!(Str::<Utf8>::from_str("ab").repeat(3), "ababab");
    /// // A trail surrogate before a lead surrogate is not joined; a lead before a trail is.
    /// assert_eq!(literal!(Wtf8, r"\u{DCA9}\u{D83D}").repeat(2).len(), 3 + 4 + 3);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the result would exceed `isize::MAX` bytes.
    pub fn repeat(&self, count: usize) -> StrBuf<F> {
        let Some(len) = self.len().checked_mul(count) else { panic!("the string would be too long") };
        if F::PAIRING != PairingRule::Joins {
            // SAFETY: the units are whole strings one after the other, and the form does not join surrogates
            // between them.
            return unsafe { StrBuf::from_units_unchecked(self.as_units().repeat(count)) };
        }
        let mut repeated = StrBuf::with_capacity(len);
        (0..count).for_each(|_| repeated.push_string(self));
        repeated
    }
}
