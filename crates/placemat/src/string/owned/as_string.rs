//! The names that `String` and its errors have.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{FromUnitsError, StrBuf};
use crate::error::Error;
use crate::form::Resynchronizing;
use crate::form::{Form, Utf8, Utf16};
use crate::string::{AsString, Pattern, Str};

impl StrBuf<Utf8> {
    /// Decodes UTF-16, as `String::from_utf16` does.
    ///
    /// ```
    /// use placemat::{form::Utf8, StrBuf};
    /// assert_eq!(StrBuf::<Utf8>::from_utf16(&[0xD83D, 0xDCA9]).unwrap(), "💩");
    /// assert_eq!(StrBuf::<Utf8>::from_utf16(&[0x61, 0xD83D]).unwrap_err().offset(), 1);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first lone surrogate. (The error of std has no offset.)
    #[inline]
    pub fn from_utf16(units: &[u16]) -> Result<Self, Error> {
        Str::<Utf16>::new(units).map(Str::to_form)
    }

    /// Decodes UTF-16 with U+FFFD for each lone surrogate, as `String::from_utf16_lossy` does.
    ///
    /// ```
    /// use placemat::{form::Utf8, StrBuf};
    /// assert_eq!(StrBuf::<Utf8>::from_utf16_lossy(&[0x61, 0xD83D]), "a\u{FFFD}");
    /// ```
    #[inline]
    pub fn from_utf16_lossy(units: &[u16]) -> Self {
        Str::<Utf16>::decode_lossy(units).0.into()
    }

    /// Converts the string into a boxed `str`, without spare capacity.
    ///
    /// ```
    /// use placemat::{form::Utf8, StrBuf};
    /// let boxed: Box<str> = StrBuf::<Utf8>::from("a").into_boxed_str();
    /// assert_eq!(&*boxed, "a");
    /// ```
    #[inline]
    pub fn into_boxed_str(self) -> Box<str> {
        alloc::string::String::from(self).into_boxed_str()
    }
}

impl<F: Form> StrBuf<F> {
    /// Returns the units for changes. [`String::as_mut_vec`](alloc::string::String::as_mut_vec) is the same
    /// for UTF-8.
    ///
    /// ```
    /// use placemat::{form::Mutf8, StrBuf};
    /// let mut name = StrBuf::<Mutf8>::from("a");
    /// // SAFETY: it stays Modified UTF-8.
    /// unsafe { name.as_mut_vec() }.extend_from_slice(b"\xC0\x80");
    /// assert_eq!(name, "a\0");
    /// ```
    ///
    /// # Safety
    ///
    /// When the borrow ends, the units must be well-formed: [`validate`](crate::validate()) must find no
    /// error in them. This also holds if a panic ends it.
    pub unsafe fn as_mut_vec(&mut self) -> &mut Vec<F::Unit> {
        &mut self.units
    }
}

impl<F: Resynchronizing> StrBuf<F> {
    /// Replaces the first match of a pattern in place. Does nothing if there is none.
    ///
    /// ```
    /// use placemat::{form::Wtf8, StrBuf};
    /// let mut name = StrBuf::<Wtf8>::from("a-b-c");
    /// name.replace_first("-", "–");
    /// assert_eq!(name, "a–b-c");
    /// ```
    pub fn replace_first(&mut self, pattern: impl Pattern<F>, with: impl AsString<F>) {
        let Some((at, len)) = self.match_indices(pattern).next().map(|(at, found)| (at, found.len())) else {
            return;
        };
        self.replace_range(at..at + len, with);
    }
}

impl<F: Form<CodePoint = char>> Str<F> {
    /// Returns an iterator over the `char`s: [`code_points`](Str::code_points) under the name that `str`
    /// uses.
    ///
    /// ```
    /// use placemat::{form::Utf16, Str};
    /// assert!(Str::<Utf16>::new(&[0x61, 0xD83D, 0xDCA9]).unwrap().chars().eq(['a', '💩']));
    /// ```
    pub fn chars(&self) -> crate::string::CodePoints<'_, F> {
        self.code_points()
    }

    /// Returns an iterator over the `char`s and their positions in units:
    /// [`code_point_indices`](Str::code_point_indices) under the name that `str` uses.
    ///
    /// ```
    /// use placemat::{form::Utf16, Str};
    /// let text = Str::<Utf16>::new(&[0xD83D, 0xDCA9, 0x61]).unwrap();
    /// assert!(text.char_indices().eq([(0, '💩'), (2, 'a')]));
    /// ```
    pub fn char_indices(&self) -> crate::string::CodePointIndices<'_, F> {
        self.code_point_indices()
    }
}

impl<F: Form> FromUnitsError<F> {
    /// Returns the first ill-formed subsequence: [`error`](FromUnitsError::error) under the name that std's
    /// `FromUtf8Error` uses.
    ///
    /// ```
    /// # use placemat::{form::Utf8, StrBuf};
    /// let error = StrBuf::<Utf8>::from_units(b"a\xFF".to_vec()).unwrap_err();
    /// assert_eq!((error.utf8_error().valid_up_to(), error.utf8_error().error_len()), (1, Some(1)));
    /// ```
    pub fn utf8_error(&self) -> Error {
        self.error
    }
}

impl<F: Form<Unit = u8>> FromUnitsError<F> {
    /// Returns the bytes in their original vector: [`into_units`](FromUnitsError::into_units) under the name
    /// that std's `FromUtf8Error` uses.
    ///
    /// ```
    /// # use placemat::{form::Utf8, StrBuf};
    /// assert_eq!(StrBuf::<Utf8>::from_units(vec![0xFF]).unwrap_err().into_bytes(), vec![0xFF]);
    /// ```
    pub fn into_bytes(self) -> Vec<u8> {
        self.units
    }
}
