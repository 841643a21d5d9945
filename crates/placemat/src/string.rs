//! Strings of a form, borrowed and owned: units that are known to be well-formed.
//!
//! Needs the feature `strings`.
//!
//! [`Str<F>`] is to a form what `str` is to UTF-8, and [`StrBuf<F>`](StrBuf) is what `String` is. The
//! invariant is that of the form's table: safe code cannot build a string that [`validate`] would reject.
//! Positions are in code units.

#[expect(unsafe_code, reason = "parts cut beside ASCII, and copies with other letters of ASCII")]
mod ascii;
mod borrow;
#[expect(unsafe_code, reason = "parts cut at boundaries")]
mod boundary;
#[expect(unsafe_code, reason = "parts that were found to be well-formed")]
mod chunks;
#[expect(unsafe_code, reason = "what is left of a string, and values that were read from one")]
mod code_points;
mod compare;
#[cfg_attr(
    feature = "alloc",
    expect(unsafe_code, reason = "text as a string of a form that holds UTF-8 as it is")
)]
mod comparison;
#[cfg_attr(feature = "alloc", expect(unsafe_code, reason = "what kernels write is not validated again"))]
mod convert;
mod escape;
mod literal;
#[expect(unsafe_code, reason = "makers of strings")]
pub(crate) mod make;
#[cfg(feature = "alloc")]
#[expect(unsafe_code, reason = "units of strings, moved and copied")]
mod owned;
#[expect(unsafe_code, reason = "parts cut at boundaries")]
mod pattern;
#[expect(unsafe_code, reason = "strings of one form that are strings of another")]
mod relation;
#[expect(unsafe_code, reason = "parts cut at what patterns answer")]
mod search;
mod sequence;
#[cfg(feature = "serde")]
mod serial;
#[expect(unsafe_code, reason = "parts cut where a sequence begins")]
mod set;
mod show;
#[expect(unsafe_code, reason = "parts cut at what patterns answer")]
mod split;
#[cfg(test)]
mod tests;
mod text;
#[cfg(feature = "alloc")]
mod whole;
#[expect(unsafe_code, reason = "parts cut at boundaries")]
mod wide;

use core::marker::PhantomData;

pub use crate::form::relation::{ConvertsTo, Within};
pub use boundary::NoBoundary;
pub use chunks::Chunk;
pub(crate) use chunks::{Chunks, DENSE};
pub use code_points::{CodePointIndices, CodePoints};
#[cfg(feature = "alloc")]
pub use comparison::AsString;
pub use comparison::Text;
#[cfg(feature = "alloc")]
pub use owned::{Drain, FromUnitsError, IntoStringError, NotChanged, StrBuf};
pub use pattern::{DoubleEndedPattern, Pattern};
pub use split::{MatchIndices, Matches, Split};

use crate::codec::validate_by_definition;
use crate::engine::validate;
use crate::error::Error;
use crate::form::{AnyUnits, Form, Utf8, Utf8Compatible, prove_any_units};

/// A borrowed string of a form: a slice of well-formed code units.
///
/// ```
/// use placemat::{form::{Cesu8, Wtf8}, Str};
/// let name = Str::<Wtf8>::new(b"caf\xC3\xA9 \xED\xA0\xBD")?;
/// assert_eq!(name.to_string(), "café \u{FFFD}");
/// assert_eq!(format!("{name:?}"), r#""café \u{d83d}""#);
///
/// let error = Str::<Cesu8>::new("💩".as_bytes()).unwrap_err();
/// assert_eq!((error.offset(), error.len()), (0, 1));
/// # Ok::<(), placemat::Error>(())
/// ```
///
/// A type of your own around it, with rules of its own, needs one cast of a pointer:
///
/// ```
/// use placemat::{form::Wtf8, Str};
/// #[repr(transparent)]
/// struct FileName(Str<Wtf8>);
///
/// impl FileName {
///     fn new(name: &Str<Wtf8>) -> Option<&Self> {
///         if name.is_empty() || name.contains('/') {
///             return None;
///         }
///         // SAFETY: `FileName` has the layout of its only field, and the reference keeps its lifetime.
///         Some(unsafe { &*(core::ptr::from_ref(name) as *const FileName) })
///     }
/// }
///
/// assert_eq!(FileName::new(Str::from_str("a.txt")).unwrap().0.len(), 5);
/// assert!(FileName::new(Str::from_str("a/b")).is_none());
/// ```
#[repr(transparent)]
pub struct Str<F: Form> {
    form: PhantomData<F>,
    units: [F::Unit],
}

impl<F: Form> Str<F> {
    /// Checks that units are well-formed and returns them as a string.
    ///
    /// ```
    /// use placemat::{form::Utf16, ErrorKind, Str};
    /// assert_eq!(Str::<Utf16>::new(&[0x61, 0xD83D, 0xDCA9]).unwrap().to_string(), "a💩");
    /// let error = Str::<Utf16>::new(&[0x61, 0xD83D]).unwrap_err();
    /// assert_eq!((error.offset(), error.kind()), (1, ErrorKind::Truncated));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence.
    #[expect(unsafe_code, reason = "units that were validated")]
    pub fn new(units: &[F::Unit]) -> Result<&Self, Error> {
        validate(F::default(), units)?;
        // SAFETY: `validate` has found no error.
        Ok(unsafe { Self::from_units_unchecked(units) })
    }

    /// Checks units like [`new`](Str::new), but is usable in `const` contexts.
    ///
    /// It checks one sequence after the other against the table. At run time, [`new`](Str::new) is many times
    /// as fast.
    ///
    /// ```
    /// use placemat::{form::Mutf8, Str};
    /// const NAME: &Str<Mutf8> = match Str::<Mutf8>::const_new(b"a\xC0\x80") {
    ///     Ok(name) => name,
    ///     Err(_) => panic!(),
    /// };
    /// assert_eq!(NAME, "a\0");
    /// assert_eq!(Str::<Mutf8>::const_new(b"a\0"), Str::<Mutf8>::new(b"a\0"));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence.
    #[expect(unsafe_code, reason = "units that were validated")]
    pub const fn const_new(units: &[F::Unit]) -> Result<&Self, Error> {
        match validate_by_definition::<F>(units) {
            // SAFETY: the reference implementation has found no error.
            Ok(()) => Ok(unsafe { Self::from_units_unchecked(units) }),
            Err(error) => Err(error),
        }
    }

    /// Returns the empty string.
    ///
    /// ```
    /// assert!(placemat::Str::<placemat::form::Mutf8>::empty().is_empty());
    /// ```
    #[expect(unsafe_code, reason = "no units")]
    pub const fn empty<'a>() -> &'a Self {
        // SAFETY: an empty slice is well-formed in every form.
        unsafe { Self::from_units_unchecked(&[]) }
    }

    /// Returns the string's code units.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::new(b"\xED\xA0\x80").unwrap().as_units(), b"\xED\xA0\x80");
    /// ```
    pub const fn as_units(&self) -> &[F::Unit] {
        &self.units
    }

    /// Returns the length in code units.
    ///
    /// ```
    /// use placemat::{form::Utf16, Str};
    /// assert_eq!(Str::<Utf16>::new(&[0xD83D, 0xDCA9]).unwrap().len(), 2);
    /// ```
    pub const fn len(&self) -> usize {
        self.units.len()
    }

    /// Returns `true` if the string has no units.
    ///
    /// ```
    /// assert!(!placemat::Str::<placemat::form::Wtf8>::from_str("a").is_empty());
    /// ```
    pub const fn is_empty(&self) -> bool {
        self.units.is_empty()
    }
}

impl<F: AnyUnits> Str<F> {
    /// Wraps any units as a string. Cannot fail: every sequence of units is well-formed in this form.
    ///
    /// ```
    /// use placemat::{form::Wtf16, Str};
    /// const LONE: &Str<Wtf16> = Str::<Wtf16>::from_any_units(&[0xDC00, 0x61]);
    /// assert_eq!(LONE.to_string(), "\u{FFFD}a");
    /// ```
    ///
    /// ```compile_fail
    /// placemat::Str::<placemat::form::Utf16>::from_any_units(&[0xDC00]);
    /// ```
    #[expect(unsafe_code, reason = "all units are well-formed")]
    pub const fn from_any_units(units: &[F::Unit]) -> &Self {
        const { prove_any_units::<F>() };
        // SAFETY: `prove_any_units` does not compile for a form in which some units are ill-formed.
        unsafe { Self::from_units_unchecked(units) }
    }
}

impl<F: Form<Unit = u8>> Str<F> {
    /// Returns the bytes of the string.
    ///
    /// ```
    /// use placemat::{form::Mutf8, Str};
    /// assert_eq!(Str::<Mutf8>::new(b"\xC0\x80").unwrap().as_bytes(), b"\xC0\x80");
    /// ```
    pub const fn as_bytes(&self) -> &[u8] {
        &self.units
    }
}

impl<F: Utf8Compatible> Str<F> {
    /// Returns the string as a `str` if it is well-formed UTF-8. Nothing is copied.
    ///
    /// ```
    /// use placemat::{form::{Mutf8, Wtf8}, ErrorKind, Str};
    /// assert_eq!(Str::<Wtf8>::new("é💩".as_bytes()).unwrap().to_str(), Ok("é💩"));
    /// let error = Str::<Mutf8>::new(b"a\xC0\x80").unwrap().to_str().unwrap_err();
    /// assert_eq!((error.offset(), error.kind()), (1, ErrorKind::Overlong));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first subsequence that is not well-formed UTF-8. [`to`](Str::to) may be able to convert
    /// it.
    pub fn to_str(&self) -> Result<&str, Error> {
        Str::<Utf8>::new(&self.units).map(Str::as_str)
    }
}

impl<F: Form<Unit = u8>> Str<F>
where
    Utf8: Within<F>,
{
    /// Wraps a `str` as a string of this form. Cannot fail: UTF-8 text is well-formed in this form. Nothing
    /// is copied.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::from_str("¡olé!").as_bytes(), "¡olé!".as_bytes());
    /// ```
    #[expect(unsafe_code, reason = "text in a form that holds UTF-8 as it is")]
    pub const fn from_str(text: &str) -> &Self {
        // SAFETY: text is UTF-8, and the rows of a form that UTF-8 is within include all rows of UTF-8's
        // table. Other crates cannot add to these forms; `text_is_a_string_of_all_supersets` checks each of
        // them.
        unsafe { Self::from_units_unchecked(text.as_bytes()) }
    }
}

impl<F: Within<Utf8>> Str<F> {
    /// Returns the string as a `str`. Cannot fail: strings of this form are UTF-8 text. Nothing is copied.
    ///
    /// ```
    /// use placemat::{form::Utf8mb3, Str};
    /// assert_eq!(Str::<Utf8mb3>::new("a€".as_bytes()).unwrap().as_str(), "a€");
    /// ```
    pub const fn as_str(&self) -> &str {
        make::text(self)
    }
}
