//! What strings can be compared with and what can be put into them: strings of any form, and text of the
//! standard library.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::collections::TryReserveError;
#[cfg(feature = "alloc")]
use alloc::string::String;

use super::Str;
use super::sequence::Of;
#[cfg(feature = "alloc")]
use super::{ConvertsTo, StrBuf};
#[cfg(feature = "alloc")]
use crate::cast;
use crate::code_point::CodeSpace;
use crate::form::Form;
#[cfg(feature = "alloc")]
use crate::form::Utf8;
use crate::unit::Unit;

use sealed::Sealed;

/// Types that contain text: strings of every form, `str`, and the types that own them.
///
/// ```
/// use placemat::{string::Text, literal};
/// fn is_yes(answer: impl Text) -> bool {
///     literal!(Utf16, "yes").eq_ignore_ascii_case(answer)
/// }
/// assert!(is_yes("Yes") && is_yes(placemat::Str::<placemat::form::Wtf8>::from_str("YES")) && !is_yes("yés"));
/// ```
///
/// Sealed.
pub trait Text: Sealed {}

mod sealed {
    pub trait Sealed {
        /// Returns the code points.
        fn values(&self) -> impl Iterator<Item = u32> + '_;
        /// Returns the bytes, if every sequence has the bit pattern of UTF-8, so that the same text has the
        /// same bytes.
        fn as_bits_of_utf_8(&self) -> Option<&[u8]>;
    }
}

impl<F: Form> Str<F> {
    pub(super) fn values(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.code_points().map(CodeSpace::to_u32)
    }

    pub(super) fn as_bits_of_utf_8(&self) -> Option<&[u8]> {
        if const { Of::<F>::IS_FOUND_WHOLE } { F::Unit::as_bytes(self.as_units()) } else { None }
    }
}

impl<F: Form> Text for Str<F> {}
impl<F: Form> Sealed for Str<F> {
    fn values(&self) -> impl Iterator<Item = u32> + '_ {
        self.values()
    }

    fn as_bits_of_utf_8(&self) -> Option<&[u8]> {
        self.as_bits_of_utf_8()
    }
}

impl Text for str {}
impl Sealed for str {
    #[inline]
    fn values(&self) -> impl Iterator<Item = u32> + '_ {
        self.chars().map(u32::from)
    }

    #[inline]
    fn as_bits_of_utf_8(&self) -> Option<&[u8]> {
        Some(self.as_bytes())
    }
}

/// Types that own text or refer to it.
macro_rules! of_another {
    ($($(#[$meta:meta])* impl [$($parameter:tt)*] for $owner:ty;)*) => { $(
        $(#[$meta])*
        impl<$($parameter)*> Text for $owner {}
        $(#[$meta])*
        impl<$($parameter)*> Sealed for $owner {
            fn values(&self) -> impl Iterator<Item = u32> + '_ {
                (**self).values()
            }

            fn as_bits_of_utf_8(&self) -> Option<&[u8]> {
                (**self).as_bits_of_utf_8()
            }
        }
    )* };
}
of_another! {
    impl [T: Text + ?Sized] for &T;
    #[cfg(feature = "alloc")]
    impl [F: Form] for StrBuf<F>;
    #[cfg(feature = "alloc")]
    impl [F: Form] for Cow<'_, Str<F>>;
    #[cfg(feature = "alloc")]
    impl [] for String;
    #[cfg(feature = "alloc")]
    impl [] for Cow<'_, str>;
    #[cfg(feature = "alloc")]
    impl [T: Text + ?Sized] for Box<T>;
}

/// What can be put into a string: a string of its form, or text if the form contains all text.
///
/// ```
/// use placemat::{form::{Utf16, Wtf8}, literal, Str};
/// assert_eq!(literal!(Utf16, "a-b").replace("-", "–"), "a–b");
/// assert_eq!(literal!(Utf16, "a-b").replace("-", literal!(Utf16, "+")), "a+b");
/// ```
///
/// ```compile_fail
/// // ISO-8859-1 does not contain all text.
/// placemat::Str::<placemat::form::Iso8859_1>::empty().replace("-", "–");
/// ```
#[cfg(feature = "alloc")]
pub trait AsString<F: Form> {
    /// Returns the string. It is borrowed if the units are the same.
    ///
    /// ```
    /// use placemat::{form, string::AsString};
    /// use std::borrow::Cow;
    /// let name: Cow<placemat::Str<placemat::form::Wtf8>> = AsString::<form::Wtf8>::as_string("né");
    /// assert!(matches!(name, Cow::Borrowed(_)));
    /// assert_eq!(AsString::<form::Utf16>::as_string("né").as_units(), [0x6E, 0xE9]);
    /// ```
    fn as_string(&self) -> Cow<'_, Str<F>>;

    /// Returns the string, if memory can be allocated for a copy. It is borrowed if the units are the same.
    ///
    /// ```
    /// use placemat::{form, string::AsString};
    /// assert_eq!(AsString::<form::Utf16>::try_as_string("né").unwrap(), AsString::<form::Utf16>::as_string("né"));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated.
    fn try_as_string(&self) -> Result<Cow<'_, Str<F>>, TryReserveError>;
}

#[cfg(feature = "alloc")]
impl<F: Form> AsString<F> for Str<F> {
    fn as_string(&self) -> Cow<'_, Str<F>> {
        Cow::Borrowed(self)
    }

    fn try_as_string(&self) -> Result<Cow<'_, Str<F>>, TryReserveError> {
        Ok(Cow::Borrowed(self))
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> AsString<F> for str
where
    Utf8: ConvertsTo<F>,
{
    fn as_string(&self) -> Cow<'_, Str<F>> {
        match as_it_stands(self) {
            Some(string) => Cow::Borrowed(string),
            None => Cow::Owned(Str::<Utf8>::from_str(self).to_form()),
        }
    }

    fn try_as_string(&self) -> Result<Cow<'_, Str<F>>, TryReserveError> {
        if let Some(string) = as_it_stands(self) {
            return Ok(Cow::Borrowed(string));
        }
        let mut string = StrBuf::new();
        string.try_push_str(self)?;
        Ok(Cow::Owned(string))
    }
}

/// Returns text as a string, if the form contains UTF-8 unchanged.
#[cfg(feature = "alloc")]
fn as_it_stands<F: Form>(text: &str) -> Option<&Str<F>> {
    let units = cast::same_units(text.as_bytes()).filter(|_| const { Of::<F>::HOLDS_UTF_8 })?;
    // SAFETY: the units are text, and all of UTF-8 is a string, unchanged, of a form for which `HOLDS_UTF_8`
    // is true.
    Some(unsafe { Str::from_units_unchecked(units) })
}

/// Types that own strings or text, or refer to them.
#[cfg(feature = "alloc")]
macro_rules! as_another {
    ($(impl [$($parameter:tt)*] for $owner:ty $(where $text:ty: ConvertsTo)?;)*) => { $(
        impl<F: Form, $($parameter)*> AsString<F> for $owner $(where $text: ConvertsTo<F>)? {
            fn as_string(&self) -> Cow<'_, Str<F>> {
                AsString::as_string(&**self)
            }

            fn try_as_string(&self) -> Result<Cow<'_, Str<F>>, TryReserveError> {
                AsString::try_as_string(&**self)
            }
        }
    )* };
}
#[cfg(feature = "alloc")]
as_another! {
    impl [T: AsString<F> + ?Sized] for &T;
    impl [T: AsString<F> + ?Sized] for Box<T>;
    impl [] for StrBuf<F>;
    impl [] for Cow<'_, Str<F>>;
    impl [] for String where Utf8: ConvertsTo;
    impl [] for Cow<'_, str> where Utf8: ConvertsTo;
}
