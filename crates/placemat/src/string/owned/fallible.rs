//! Changes for which memory may be refused: an error here, where the methods without `try_` give up the program.

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

/// Why a string was not changed; it is what it was.
///
/// ```
/// use placemat::{Iso8859_1Buf, NotChanged};
/// let error = Iso8859_1Buf::new().try_push('€').unwrap_err();
/// assert!(matches!(error, NotChanged::Unencodable(lost) if lost.code_point() == 0x20AC));
/// assert_eq!(error.to_string(), "unencodable U+20AC at offset 0, length 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotChanged {
    /// The form does not hold the code point. The offset is the place, in units.
    Unencodable(Unencodable),
    /// The place is inside a code point, or behind the end.
    NoBoundary(NoBoundary),
    /// There is no memory for more.
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
    /// A copy that owns its units, if there is memory.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str("a").try_to_owned()?, "a");
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no memory for it.
    pub fn try_to_owned(&self) -> Result<StrBuf<F>, TryReserveError> {
        let mut owned = StrBuf::try_with_capacity(self.len())?;
        // A whole string, put into an empty one.
        owned.units.extend_from_slice(self.as_units());
        Ok(owned)
    }
}

impl<F: Form> StrBuf<F> {
    /// A string without units, with room for some, if there is memory.
    ///
    /// ```
    /// use placemat::Utf16Buf;
    /// assert!(Utf16Buf::try_with_capacity(10).unwrap().capacity() >= 10);
    /// assert!(Utf16Buf::try_with_capacity(usize::MAX).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// There is no such room.
    pub fn try_with_capacity(units: usize) -> Result<Self, TryReserveError> {
        let mut string = Self::new();
        string.try_reserve_exact(units)?;
        Ok(string)
    }

    /// Makes room for so many units more, if there is memory.
    ///
    /// ```
    /// assert!(placemat::Wtf8Buf::new().try_reserve(usize::MAX).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// There is no such room, and nothing has changed.
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.units.try_reserve(additional)
    }

    /// The same, and for no more than that, where the allocator allows it.
    ///
    /// ```
    /// assert!(placemat::Wtf8Buf::new().try_reserve_exact(usize::MAX).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// There is no such room, and nothing has changed.
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.units.try_reserve_exact(additional)
    }

    /// Puts a code point behind the string, if the form holds it and there is memory.
    ///
    /// ```
    /// use placemat::{Iso8859_1Buf, NotChanged};
    /// let mut text = Iso8859_1Buf::new();
    /// assert!(matches!(text.try_push('€'), Err(NotChanged::Unencodable(_))));
    /// assert_eq!((text.try_push('é').is_ok(), text.as_bytes()), (true, &b"\xE9"[..]));
    /// ```
    ///
    /// # Errors
    ///
    /// The code point, if it is none of the form's; there is no memory. Nothing has changed then.
    pub fn try_push(&mut self, code_point: F::CodePoint) -> Result<(), NotChanged> {
        let (units, len) = units_by_table::<F>(code_point.to_u32(), self.len())?;
        self.units.try_reserve(len)?;
        // One whole sequence, by the form's seam rule.
        append(F::default(), &mut self.units, &units[..len]);
        Ok(())
    }

    /// Puts a string behind this one, if there is memory.
    ///
    /// ```
    /// use placemat::{wtf8, Wtf8Buf};
    /// let mut text = Wtf8Buf::from(wtf8!(r"a\u{D83D}"));
    /// text.try_push_string(wtf8!(r"\u{DCA9}"))?;
    /// assert_eq!(text, "a💩");
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no memory, and nothing has changed.
    pub fn try_push_string(&mut self, string: &Str<F>) -> Result<(), TryReserveError> {
        self.units.try_reserve(string.len())?;
        // A string after a string, by the form's seam rule.
        append(F::default(), &mut self.units, string.as_units());
        Ok(())
    }

    /// Puts text behind the string, if there is memory.
    ///
    /// ```
    /// let mut name = placemat::Utf16Buf::new();
    /// name.try_push_str("a💩")?;
    /// assert_eq!(name.as_units(), [0x61, 0xD83D, 0xDCA9]);
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no memory, and nothing has changed.
    pub fn try_push_str(&mut self, text: &str) -> Result<(), TryReserveError>
    where
        Utf8: ConvertsTo<F>,
    {
        if const { Of::<F>::HOLDS_UTF_8 } {
            self.units.try_reserve(text.len())?;
            // Text is well-formed in the form as it stands, and has no surrogates that join what is before
            // it.
            self.units.extend_from_slice(of_text(text));
            return Ok(());
        }
        let conversion = Conversion { source: Utf8, target: F::default(), options: Options::default() };
        // What is longer than memory is refused there.
        let len = conversion.length(text.as_bytes()).map_or(usize::MAX, |len| len as usize);
        self.units.try_reserve(len)?;
        let before = self.units.len();
        // There is room, and what is written is whole: that is what a kernel owes (`string::make`). No code
        // of others runs before the rest is taken away again.
        self.units.resize(before + len, F::Unit::default());
        let written = conversion.convert_str_into(text, &mut self.units[before..]);
        let written = written.map_or(0, |(progress, _)| progress.written);
        self.units.truncate(before + written);
        Ok(())
    }

    /// Puts a `char` behind the string, whatever code points the form has, if there is memory.
    ///
    /// ```
    /// let mut name = placemat::Wtf8Buf::from("a");
    /// name.try_push_char('€')?;
    /// assert_eq!(name, "a€");
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no memory, and nothing has changed.
    pub fn try_push_char(&mut self, scalar: char) -> Result<(), TryReserveError>
    where
        Utf8: ConvertsTo<F>,
    {
        self.try_push_str(scalar.encode_utf8(&mut [0; 4]))
    }
}

impl<F: Resynchronizing> StrBuf<F> {
    /// Puts a code point in at a place, if it is a boundary, the form holds the code point, and there is memory.
    ///
    /// ```
    /// use placemat::{NotChanged, Utf8Buf};
    /// let mut text = Utf8Buf::from("aé");
    /// assert!(matches!(text.try_insert(2, 'b'), Err(NotChanged::NoBoundary(error)) if error.at() == 2));
    /// assert_eq!((text.try_insert(1, 'b'), text.as_str()), (Ok(()), "abé"));
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong of these, in this order. Nothing has changed then.
    pub fn try_insert(&mut self, at: usize, code_point: F::CodePoint) -> Result<(), NotChanged> {
        let place = self.try_range(at..at)?;
        let (units, len) = units_by_table::<F>(code_point.to_u32(), at)?;
        self.units.try_reserve(len)?;
        self.put(place, &units[..len]);
        Ok(())
    }

    /// Puts a string in at a place, if it is a boundary and there is memory.
    ///
    /// ```
    /// use placemat::{Utf8, Utf8Buf};
    /// let mut text = Utf8Buf::from("ac");
    /// text.try_insert_string(1, Utf8::from_str("b"))?;
    /// assert_eq!(text.as_str(), "abc");
    /// # Ok::<(), placemat::NotChanged>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong of these, in this order. Nothing has changed then.
    pub fn try_insert_string(&mut self, at: usize, string: &Str<F>) -> Result<(), NotChanged> {
        self.try_replace_range(at..at, string)
    }

    /// Puts text in at a place, if it is a boundary and there is memory.
    ///
    /// ```
    /// let mut text = placemat::Utf16Buf::from("ac");
    /// text.try_insert_str(1, "b")?;
    /// assert_eq!(text, "abc");
    /// # Ok::<(), placemat::NotChanged>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong of these, in this order. Nothing has changed then.
    pub fn try_insert_str(&mut self, at: usize, text: &str) -> Result<(), NotChanged>
    where
        Utf8: ConvertsTo<F>,
    {
        self.try_replace_range(at..at, text)
    }

    /// Puts a string, or text, in the place of a part, in units, if both ends are boundaries and there is memory.
    ///
    /// ```
    /// use placemat::{Wtf8, Wtf8Buf};
    /// let mut text = Wtf8Buf::from("a–b");
    /// assert!(text.try_replace_range(2.., Wtf8::empty()).is_err());
    /// text.try_replace_range(1..4, "-")?;
    /// assert_eq!(text, "a-b");
    /// # Ok::<(), placemat::NotChanged>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong of these, in this order. Nothing has changed then.
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
