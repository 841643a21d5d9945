//! Changes that report an allocation failure as an error. The methods without `try_` abort the program.

use alloc::collections::TryReserveError;
use core::fmt;
use core::ops::RangeBounds;

use super::StrBuf;
use super::edit::units_by_table;
use crate::code_point::CodeSpace;
use crate::engine::{Conversion, append};
use crate::error::Unencodable;
use crate::form::{Form, Resynchronizing, Utf8};
use crate::options::Options;
use crate::string::sequence::Of;
use crate::string::{AsString, ConvertsTo, NoBoundary, Str};
use crate::unit::of_text;

/// Why a string was not changed. The string is as it was.
///
/// ```
/// use placemat::{form::Iso8859_1, string::NotChanged, StrBuf};
/// let error = StrBuf::<Iso8859_1>::new().try_push('€').unwrap_err();
/// assert!(matches!(error, NotChanged::Unencodable(lost) if lost.code_point() == 0x20AC));
/// assert_eq!(error.to_string(), "unencodable U+20AC at offset 0, length 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotChanged {
    /// The form does not contain the code point. The offset is the position in units.
    Unencodable(Unencodable),
    /// The position is inside a code point or after the end.
    NoBoundary(NoBoundary),
    /// Memory could not be allocated.
    CannotReserve(TryReserveError),
}

impl fmt::Display for NotChanged {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotChanged::Unencodable(lost) => lost.fmt(f),
            NotChanged::NoBoundary(error) => error.fmt(f),
            NotChanged::CannotReserve(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for NotChanged {}

impl From<Unencodable> for NotChanged {
    #[inline]
    fn from(lost: Unencodable) -> Self {
        NotChanged::Unencodable(lost)
    }
}

impl From<NoBoundary> for NotChanged {
    #[inline]
    fn from(error: NoBoundary) -> Self {
        NotChanged::NoBoundary(error)
    }
}

impl From<TryReserveError> for NotChanged {
    #[inline]
    fn from(error: TryReserveError) -> Self {
        NotChanged::CannotReserve(error)
    }
}

impl<F: Form> Str<F> {
    /// Copies the string into an owned one, if memory can be allocated.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str("a").try_to_owned()?, "a");
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated.
    pub fn try_to_owned(&self) -> Result<StrBuf<F>, TryReserveError> {
        let mut owned = StrBuf::try_with_capacity(self.len())?;
        // A whole string is appended to an empty one.
        owned.units.extend_from_slice(self.as_units());
        Ok(owned)
    }
}

impl<F: Form> StrBuf<F> {
    /// Creates an empty string with a capacity in units, if memory can be allocated.
    ///
    /// ```
    /// use placemat::{form::Utf16, StrBuf};
    /// assert!(StrBuf::<Utf16>::try_with_capacity(10).unwrap().capacity() >= 10);
    /// assert!(StrBuf::<Utf16>::try_with_capacity(usize::MAX).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated.
    pub fn try_with_capacity(units: usize) -> Result<Self, TryReserveError> {
        let mut string = Self::new();
        string.try_reserve_exact(units)?;
        Ok(string)
    }

    /// Reserves capacity for at least `additional` more units, if memory can be allocated.
    ///
    /// ```
    /// assert!(placemat::StrBuf::<placemat::form::Wtf8>::new().try_reserve(usize::MAX).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated. The string is unchanged then.
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.units.try_reserve(additional)
    }

    /// Reserves capacity for `additional` more units, and no more than that if the allocator allows it, if
    /// memory can be allocated.
    ///
    /// ```
    /// assert!(placemat::StrBuf::<placemat::form::Wtf8>::new().try_reserve_exact(usize::MAX).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated. The string is unchanged then.
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.units.try_reserve_exact(additional)
    }

    /// Appends a code point, if the form contains it and memory can be allocated.
    ///
    /// ```
    /// use placemat::{form::Iso8859_1, string::NotChanged, StrBuf};
    /// let mut text = StrBuf::<Iso8859_1>::new();
    /// assert!(matches!(text.try_push('€'), Err(NotChanged::Unencodable(_))));
    /// assert_eq!((text.try_push('é').is_ok(), text.as_bytes()), (true, &b"\xE9"[..]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the form does not contain the code point, or if memory cannot be allocated. The
    /// string is unchanged then.
    pub fn try_push(&mut self, code_point: F::CodePoint) -> Result<(), NotChanged> {
        let (units, len) = units_by_table::<F>(code_point.to_u32(), self.len())?;
        self.units.try_reserve(len)?;
        // One whole sequence, appended by the form's surrogate-pairing rule.
        append(F::default(), &mut self.units, &units[..len]);
        Ok(())
    }

    /// Appends a string, if memory can be allocated.
    ///
    /// ```
    /// use placemat::{form::Wtf8, literal, StrBuf};
    /// let mut text = StrBuf::<Wtf8>::from(literal!(Wtf8, r"a\u{D83D}"));
    /// text.try_push_string(literal!(Wtf8, r"\u{DCA9}"))?;
    /// assert_eq!(text, "a💩");
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated. The string is unchanged then.
    pub fn try_push_string(&mut self, string: &Str<F>) -> Result<(), TryReserveError> {
        self.units.try_reserve(string.len())?;
        // Appends by the form's surrogate-pairing rule.
        append(F::default(), &mut self.units, string.as_units());
        Ok(())
    }

    /// Appends text, if memory can be allocated.
    ///
    /// ```
    /// let mut name = placemat::StrBuf::<placemat::form::Utf16>::new();
    /// name.try_push_str("a💩")?;
    /// assert_eq!(name.as_units(), [0x61, 0xD83D, 0xDCA9]);
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated. The string is unchanged then.
    pub fn try_push_str(&mut self, text: &str) -> Result<(), TryReserveError>
    where
        Utf8: ConvertsTo<F>,
    {
        if const { Of::<F>::HOLDS_UTF_8 } {
            self.units.try_reserve(text.len())?;
            // Text is well-formed in this form, and has no surrogates that would join what is before it.
            self.units.extend_from_slice(of_text(text));
            return Ok(());
        }
        let conversion = Conversion { source: Utf8, target: F::default(), options: Options::default() };
        // A length that exceeds memory is refused by `try_reserve`.
        let len = conversion.length(text.as_bytes()).map_or(usize::MAX, |len| len as usize);
        self.units.try_reserve(len)?;
        let before = self.units.len();
        // There is capacity, and the output consists of whole sequences: kernels guarantee that
        // (`string::make`). No code of the caller runs before the units that were not written are removed
        // again.
        self.units.resize(before + len, F::Unit::default());
        let written = conversion.convert_str_into(text, &mut self.units[before..]);
        let written = written.map_or(0, |(progress, _)| progress.written);
        self.units.truncate(before + written);
        Ok(())
    }

    /// Appends a `char` in any form that can represent all of them, if memory can be allocated.
    ///
    /// ```
    /// let mut name = placemat::StrBuf::<placemat::form::Wtf8>::from("a");
    /// name.try_push_char('€')?;
    /// assert_eq!(name, "a€");
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated. The string is unchanged then.
    pub fn try_push_char(&mut self, scalar: char) -> Result<(), TryReserveError>
    where
        Utf8: ConvertsTo<F>,
    {
        self.try_push_str(scalar.encode_utf8(&mut [0; 4]))
    }
}

impl<F: Resynchronizing> StrBuf<F> {
    /// Inserts a code point at a position in units, if that is a boundary, the form contains the code point,
    /// and memory can be allocated.
    ///
    /// ```
    /// use placemat::{form::Utf8, string::NotChanged, StrBuf};
    /// let mut text = StrBuf::<Utf8>::from("aé");
    /// assert!(matches!(text.try_insert(2, 'b'), Err(NotChanged::NoBoundary(error)) if error.at() == 2));
    /// assert_eq!((text.try_insert(1, 'b'), text.as_str()), (Ok(()), "abé"));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first of these conditions that does not hold, in this order. The string is unchanged then.
    pub fn try_insert(&mut self, at: usize, code_point: F::CodePoint) -> Result<(), NotChanged> {
        let place = self.try_range(at..at)?;
        let (units, len) = units_by_table::<F>(code_point.to_u32(), at)?;
        self.units.try_reserve(len)?;
        self.put(place, &units[..len]);
        Ok(())
    }

    /// Inserts a string at a position in units, if that is a boundary and memory can be allocated.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str, StrBuf};
    /// let mut text = StrBuf::<Utf8>::from("ac");
    /// text.try_insert_string(1, Str::<Utf8>::from_str("b"))?;
    /// assert_eq!(text.as_str(), "abc");
    /// # Ok::<(), placemat::string::NotChanged>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first of these conditions that does not hold, in this order. The string is unchanged then.
    pub fn try_insert_string(&mut self, at: usize, string: &Str<F>) -> Result<(), NotChanged> {
        self.try_replace_range(at..at, string)
    }

    /// Inserts text at a position in units, if that is a boundary and memory can be allocated.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf16>::from("ac");
    /// text.try_insert_str(1, "b")?;
    /// assert_eq!(text, "abc");
    /// # Ok::<(), placemat::string::NotChanged>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first of these conditions that does not hold, in this order. The string is unchanged then.
    pub fn try_insert_str(&mut self, at: usize, text: &str) -> Result<(), NotChanged>
    where
        Utf8: ConvertsTo<F>,
    {
        self.try_replace_range(at..at, text)
    }

    /// Replaces a range of units with a string or text, if both ends are boundaries and memory can be
    /// allocated.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str, StrBuf};
    /// let mut text = StrBuf::<Wtf8>::from("a–b");
    /// assert!(text.try_replace_range(2.., Str::<Wtf8>::empty()).is_err());
    /// text.try_replace_range(1..4, "-")?;
    /// assert_eq!(text, "a-b");
    /// # Ok::<(), placemat::string::NotChanged>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first of these conditions that does not hold, in this order. The string is unchanged then.
    pub fn try_replace_range(
        &mut self,
        range: impl RangeBounds<usize>,
        with: impl AsString<F>,
    ) -> Result<(), NotChanged> {
        let range = self.try_range(range)?;
        let with = with.try_as_string()?;
        self.units.try_reserve(with.len().saturating_sub(range.len()))?;
        self.put(range, with.as_units());
        Ok(())
    }
}
