//! Owned strings.

mod as_string;
mod collect;
mod drain;
mod edit;
#[deny(unsafe_code)]
mod fallible;
mod std_traits;
mod text;

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

pub use drain::Drain;
pub use fallible::NotChanged;

use super::{Str, Within, make};
use crate::engine::validate;
use crate::error::Error;
use crate::form::{AnyUnits, Form, Utf8, Utf8Compatible};

/// An owned string of a form.
///
/// Adjacent strings are joined by the form's surrogate-pairing rule: WTF-8 joins a lead and a trail
/// surrogate.
///
/// ```
/// use placemat::{form::{CodeSpace, Wtf8}, CodePoint, StrBuf};
/// let mut name = StrBuf::<Wtf8>::from("a");
/// name.push(CodePoint::from_u32(0xD83D).unwrap());
/// name.push(CodePoint::from_u32(0xDCA9).unwrap());
/// assert_eq!(name.to_str(), Ok("a💩"));
/// ```
pub struct StrBuf<F: Form> {
    // Well-formed in `F` whenever code of the caller may run. (Modules below this one change the units, and
    // say why they stay well-formed.)
    units: Vec<F::Unit>,
    form: PhantomData<F>,
}

impl<F: Form> StrBuf<F> {
    /// Creates an empty string. Nothing is allocated.
    ///
    /// ```
    /// assert!(placemat::StrBuf::<placemat::form::Cesu8>::new().is_empty());
    /// ```
    pub const fn new() -> Self {
        StrBuf { units: Vec::new(), form: PhantomData }
    }

    /// Creates an empty string with a capacity in units.
    ///
    /// ```
    /// assert!(placemat::StrBuf::<placemat::form::Utf16>::with_capacity(10).capacity() >= 10);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the capacity exceeds `isize::MAX` bytes.
    pub fn with_capacity(units: usize) -> Self {
        StrBuf { units: Vec::with_capacity(units), form: PhantomData }
    }

    /// Wraps a vector of units as a string without checking them. Nothing is copied.
    ///
    /// ```
    /// use placemat::{form::Utf16, StrBuf};
    /// // SAFETY: a pair is well-formed UTF-16.
    /// let pile = unsafe { StrBuf::<Utf16>::from_units_unchecked(vec![0xD83D, 0xDCA9]) };
    /// assert_eq!(pile, "💩");
    /// ```
    ///
    /// # Safety
    ///
    /// The units must be well-formed: [`validate`](crate::validate()) finds no error in them. (With debug
    /// assertions, short ones are checked.)
    pub const unsafe fn from_units_unchecked(units: Vec<F::Unit>) -> Self {
        make::assert_well_formed::<F>(units.as_slice());
        StrBuf { units, form: PhantomData }
    }

    /// Checks that units are well-formed and wraps their vector as a string.
    ///
    /// ```
    /// use placemat::{form::Mutf8, StrBuf};
    /// assert_eq!(StrBuf::<Mutf8>::from_units(b"a\xC0\x80".to_vec()).unwrap().len(), 3);
    /// let error = StrBuf::<Mutf8>::from_units(b"a\0".to_vec()).unwrap_err();
    /// assert_eq!((error.error().offset(), error.into_units()), (1, b"a\0".to_vec()));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence together with the units.
    pub fn from_units(units: Vec<F::Unit>) -> Result<Self, FromUnitsError<F>> {
        match validate(F::default(), &units) {
            // SAFETY: `validate` has found no error.
            Ok(()) => Ok(unsafe { Self::from_units_unchecked(units) }),
            Err(error) => Err(FromUnitsError { units, error }),
        }
    }

    /// Converts units into a string, with U+FFFD for each maximal subpart that is ill-formed. If there is
    /// none, the vector is reused.
    ///
    /// ```
    /// use placemat::{form::Utf16, StrBuf};
    /// assert_eq!(StrBuf::<Utf16>::from_units_lossy(vec![0x61, 0xD83D]).as_units(), [0x61, 0xFFFD]);
    /// ```
    pub fn from_units_lossy(units: Vec<F::Unit>) -> Self {
        match Str::<F>::new_lossy(&units) {
            Cow::Owned(string) => string,
            // SAFETY: `new_lossy` borrows the units only if `validate` has found no error in them.
            Cow::Borrowed(_) => unsafe { Self::from_units_unchecked(units) },
        }
    }

    /// Borrows the string.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str, StrBuf};
    /// let owned = StrBuf::<Wtf8>::from("a");
    /// let borrowed: &Str<Wtf8> = owned.as_string();
    /// assert_eq!(borrowed.len(), 1);
    /// ```
    pub fn as_string(&self) -> &Str<F> {
        // SAFETY: they are those of a string.
        unsafe { make::units_of_string(&self.units) }
    }

    /// Returns the units.
    ///
    /// ```
    /// assert_eq!(placemat::StrBuf::<placemat::form::Wtf8>::from("a").into_units(), b"a");
    /// ```
    pub fn into_units(self) -> Vec<F::Unit> {
        self.units
    }

    /// Converts the string into a box, without spare capacity.
    ///
    /// ```
    /// use placemat::{form::Wtf8, StrBuf};
    /// assert_eq!(StrBuf::<Wtf8>::from(StrBuf::<Wtf8>::from("a").into_boxed()).to_str(), Ok("a"));
    /// ```
    pub fn into_boxed(self) -> Box<Str<F>> {
        // SAFETY: they are those of a string.
        unsafe { make::boxed(self.units.into_boxed_slice()) }
    }

    /// Returns the capacity in units.
    ///
    /// ```
    /// assert_eq!(placemat::StrBuf::<placemat::form::Wtf8>::new().capacity(), 0);
    /// ```
    pub fn capacity(&self) -> usize {
        self.units.capacity()
    }
}

impl<F: AnyUnits> StrBuf<F> {
    /// Wraps a vector of any units as a string. Cannot fail: every sequence of units is well-formed in this
    /// form.
    ///
    /// ```
    /// use placemat::{form::Wtf16, StrBuf};
    /// assert_eq!(StrBuf::<Wtf16>::from_any_units(vec![0xDC00, 0x61]).len(), 2);
    /// ```
    pub const fn from_any_units(units: Vec<F::Unit>) -> Self {
        const { crate::form::prove_any_units::<F>() };
        // SAFETY: `prove_any_units` does not compile for a form in which some units are ill-formed.
        unsafe { Self::from_units_unchecked(units) }
    }
}

impl<F: Utf8Compatible> StrBuf<F> {
    /// Converts the string into a `String` if it is UTF-8. The buffer is reused.
    ///
    /// ```
    /// use placemat::{form::Wtf8, literal, StrBuf};
    /// assert_eq!(StrBuf::<Wtf8>::from("a€").into_string().unwrap(), "a€");
    /// let error = StrBuf::<Wtf8>::from(literal!(Wtf8, r"a\u{D83D}")).into_string().unwrap_err();
    /// assert_eq!((error.error().offset(), error.into_buf()), (1, literal!(Wtf8, r"a\u{D83D}").to_owned()));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first subsequence that is not well-formed UTF-8, together with the string.
    pub fn into_string(self) -> Result<String, IntoStringError<F>> {
        match StrBuf::<Utf8>::from_units(self.units) {
            Ok(text) => Ok(text.into()),
            Err(FromUnitsError { units, error }) => {
                // SAFETY: the units are those of this string; `from_units` returns them unchanged.
                let string = unsafe { Self::from_units_unchecked(units) };
                Err(IntoStringError { string, error })
            }
        }
    }
}

/// The error of [`StrBuf::into_string`]: the string is not UTF-8.
///
/// ```
/// use placemat::{form::Wtf8, literal, StrBuf};
/// let error = StrBuf::<Wtf8>::from(literal!(Wtf8, r"a\u{D83D}")).into_string().unwrap_err();
/// assert_eq!(error.to_string(), "ill-formed at offset 1, length 1: a surrogate where none is allowed");
/// ```
pub struct IntoStringError<F: Form> {
    string: StrBuf<F>,
    error: Error,
}

impl<F: Form> Clone for IntoStringError<F> {
    fn clone(&self) -> Self {
        IntoStringError { string: self.string.clone(), error: self.error }
    }
}

impl<F: Form> PartialEq for IntoStringError<F> {
    fn eq(&self, other: &Self) -> bool {
        (&self.string, self.error) == (&other.string, other.error)
    }
}

impl<F: Form> Eq for IntoStringError<F> {}

impl<F: Form> IntoStringError<F> {
    /// Returns the first subsequence that is not well-formed UTF-8.
    ///
    /// ```
    /// # use placemat::{form::Mutf8, literal, ErrorKind, StrBuf};
    /// let error = StrBuf::<Mutf8>::from(literal!(Mutf8, "a\0")).into_string().unwrap_err().error();
    /// assert_eq!((error.offset(), error.kind()), (1, ErrorKind::Overlong));
    /// ```
    pub fn error(&self) -> Error {
        self.error
    }

    /// Returns the string.
    ///
    /// ```
    /// # use placemat::{form::Mutf8, literal, StrBuf};
    /// assert_eq!(StrBuf::<Mutf8>::from("\0").into_string().unwrap_err().as_string(), literal!(Mutf8, "\0"));
    /// ```
    pub fn as_string(&self) -> &Str<F> {
        &self.string
    }

    /// Returns the string in its original buffer.
    ///
    /// ```
    /// # use placemat::{form::Mutf8, StrBuf};
    /// assert_eq!(StrBuf::<Mutf8>::from("\0").into_string().unwrap_err().into_buf(), "\0");
    /// ```
    pub fn into_buf(self) -> StrBuf<F> {
        self.string
    }
}

impl<F: Form> fmt::Debug for IntoStringError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoStringError").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<F: Form> fmt::Display for IntoStringError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<F: Form> core::error::Error for IntoStringError<F> {}

/// The error of [`StrBuf::from_units`]: the units are not well-formed.
///
/// ```
/// use placemat::{form::Wtf8, StrBuf};
/// let error = StrBuf::<Wtf8>::from_units(b"a\xFF".to_vec()).unwrap_err();
/// assert_eq!(error.to_string(), "ill-formed at offset 1, length 1: a unit without meaning in this encoding");
/// ```
pub struct FromUnitsError<F: Form> {
    units: Vec<F::Unit>,
    error: Error,
}

// A derive would require traits of the form, which are not needed.
impl<F: Form> Clone for FromUnitsError<F> {
    fn clone(&self) -> Self {
        FromUnitsError { units: self.units.clone(), error: self.error }
    }
}

impl<F: Form> PartialEq for FromUnitsError<F> {
    fn eq(&self, other: &Self) -> bool {
        (&self.units, self.error) == (&other.units, other.error)
    }
}

impl<F: Form> Eq for FromUnitsError<F> {}

impl<F: Form> FromUnitsError<F> {
    /// Returns the first ill-formed subsequence.
    ///
    /// ```
    /// # use placemat::{form::Wtf8, StrBuf};
    /// assert_eq!(StrBuf::<Wtf8>::from_units(vec![0xFF]).unwrap_err().error().len(), 1);
    /// ```
    pub fn error(&self) -> Error {
        self.error
    }

    /// Returns the units.
    ///
    /// ```
    /// # use placemat::{form::Wtf8, StrBuf};
    /// assert_eq!(StrBuf::<Wtf8>::from_units(vec![0xFF]).unwrap_err().as_units(), [0xFF]);
    /// ```
    pub fn as_units(&self) -> &[F::Unit] {
        &self.units
    }

    /// Returns the units in their original vector.
    ///
    /// ```
    /// # use placemat::{form::Wtf8, StrBuf};
    /// assert_eq!(StrBuf::<Wtf8>::from_units(vec![0xFF]).unwrap_err().into_units(), vec![0xFF]);
    /// ```
    pub fn into_units(self) -> Vec<F::Unit> {
        self.units
    }
}

impl<F: Form> fmt::Debug for FromUnitsError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromUnitsError").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<F: Form> fmt::Display for FromUnitsError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<F: Form> core::error::Error for FromUnitsError<F> {}

impl<F: Form> Deref for StrBuf<F> {
    type Target = Str<F>;

    fn deref(&self) -> &Str<F> {
        self.as_string()
    }
}

impl<F: Form> Borrow<Str<F>> for StrBuf<F> {
    fn borrow(&self) -> &Str<F> {
        self
    }
}

impl<F: Form> ToOwned for Str<F> {
    type Owned = StrBuf<F>;

    fn to_owned(&self) -> StrBuf<F> {
        // SAFETY: they are those of a string.
        unsafe { StrBuf::from_units_unchecked(self.as_units().to_vec()) }
    }
}

impl<F: Form> Default for StrBuf<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Form> Clone for StrBuf<F> {
    fn clone(&self) -> Self {
        // SAFETY: they are those of a string.
        unsafe { Self::from_units_unchecked(self.units.clone()) }
    }
}

impl<F: Form> fmt::Display for StrBuf<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_string().fmt(f)
    }
}

impl<F: Form> fmt::Debug for StrBuf<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_string(), f)
    }
}

impl<F: Form> From<&Str<F>> for StrBuf<F> {
    fn from(string: &Str<F>) -> Self {
        string.to_owned()
    }
}

impl<F: Form> From<Box<Str<F>>> for StrBuf<F> {
    fn from(string: Box<Str<F>>) -> Self {
        // SAFETY: they are those of a string.
        unsafe { Self::from_units_unchecked(make::unboxed(string).into_vec()) }
    }
}

impl<F: Form> From<Cow<'_, Str<F>>> for StrBuf<F> {
    fn from(string: Cow<'_, Str<F>>) -> Self {
        string.into_owned()
    }
}

impl<F: Form> From<&StrBuf<F>> for StrBuf<F> {
    fn from(string: &StrBuf<F>) -> Self {
        string.clone()
    }
}

/// Checks the units as [`from_units`](StrBuf::from_units) does.
impl<F: Form> TryFrom<Vec<F::Unit>> for StrBuf<F> {
    type Error = FromUnitsError<F>;

    fn try_from(units: Vec<F::Unit>) -> Result<Self, FromUnitsError<F>> {
        Self::from_units(units)
    }
}

impl<F: Form> From<StrBuf<F>> for Vec<F::Unit> {
    fn from(string: StrBuf<F>) -> Self {
        string.into_units()
    }
}

impl<F: Within<Utf8>> From<StrBuf<F>> for String {
    #[inline]
    fn from(string: StrBuf<F>) -> Self {
        const { make::prove_text::<F>() };
        // SAFETY: a `StrBuf<F>` is well-formed, and well-formed units of these forms are UTF-8, as in
        // `make::text`.
        unsafe { String::from_utf8_unchecked(string.into_units()) }
    }
}
