//! What forms have in common, as far as types can say it: strings that are another form's as they stand, and conversions
//! that cannot fail.

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use crate::buffer;
use crate::form::{
    Cesu8, Cesu8Lenient, Form, GeneralizedUtf8, Iso8859_1, Mutf8, Mutf8Lenient, Ucs2, Ucs4Units, Utf8,
    Utf8Rfc2279, Utf8b, Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16,
};

/// Forms whose strings are those of another form too, unit by unit, and mean the same there.
///
/// ```
/// use placemat::{form, Utf8};
/// assert_eq!(Utf8::from_str("é").as_form::<form::Wtf8>().len(), 2);
/// ```
///
/// ```compile_fail
/// // A pair of CESU-8 is something else in UTF-8.
/// placemat::Cesu8::empty().as_form::<placemat::form::Utf8>();
/// ```
pub trait Within<T: Form>: Form<Unit = T::Unit> {}

/// Forms all of whose strings can be converted into another form.
///
/// ```
/// use placemat::{form, Wtf16};
/// let wide = Wtf16::new(&[0x61, 0xD83D]).unwrap();
/// assert_eq!(wide.to_form::<form::Wtf8>().as_bytes(), b"a\xED\xA0\xBD");
/// ```
///
/// ```compile_fail
/// // UTF-8 has no surrogates.
/// placemat::Wtf16::empty().to_form::<placemat::form::Utf8>();
/// ```
pub trait ConvertsTo<T: Form>: Form {}

macro_rules! within {
    ($($form:ident: $($other:ident)*;)*) => {
        $($( impl Within<$other> for $form {} )*)*

        #[test]
        #[cfg(feature = "alloc")]
        fn what_is_within_is_the_same_text() {
            $($( tests::same_units::<$form, $other>(); )*)*
        }
    };
}

within! {
    Utf8: GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279;
    Utf8mb3: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient;
    Wtf8: GeneralizedUtf8 Utf8Rfc2279;
    GeneralizedUtf8: Utf8Rfc2279;
    Cesu8: Cesu8Lenient;
    Mutf8: Mutf8Lenient;
    Utf16: Wtf16;
    Utf32: Ucs4Units;
}

/// The products of sources and targets.
macro_rules! converts {
    ($([$($form:ident)*] to $others:tt;)*) => {
        $($( converts!(@each $form $others); )*)*

        #[test]
        #[cfg(feature = "alloc")]
        fn conversions_that_cannot_fail_do_not() {
            $($( converts!(@test $form $others); )*)*
        }
    };
    (@each $form:ident [$($other:ident)*]) => { $( impl ConvertsTo<$other> for $form {} )* };
    (@test $form:ident [$($other:ident)*]) => { $( tests::same_text::<$form, $other>(); )* };
}

converts! {
    // Scalar values.
    [Utf8 Utf8mb3 Cesu8 Utf16 Utf32 Iso8859_1 Windows1252] to
        [Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16 Utf32 Ucs4Units];
    // Surrogates too, but no lead before a trail.
    [Wtf8 Wtf16 Cesu8Lenient Mutf8 Mutf8Lenient Utf8b] to
        [GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Ucs4Units];
    // Surrogates side by side stay so.
    [GeneralizedUtf8 Ucs2] to [GeneralizedUtf8 Utf8Rfc2279 Ucs4Units];
}

impl<F: Form> Str<F> {
    /// The same units as a string of another form, which they are as they stand.
    ///
    /// ```
    /// use placemat::{form, Utf16};
    /// let text = Utf16::new(&[0x61]).unwrap();
    /// assert_eq!(text.as_form::<form::Wtf16>().as_units(), [0x61]);
    /// ```
    pub const fn as_form<T: Form>(&self) -> &Str<T>
    where
        F: Within<T>,
    {
        buffer::string(self.as_units())
    }

    /// The same text in another form, which holds all of it.
    ///
    /// ```
    /// use placemat::{form, Utf8};
    /// assert_eq!(Utf8::from_str("💩").to_form::<form::Utf16>().as_units(), [0xD83D, 0xDCA9]);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_form<T: Form>(&self) -> StrBuf<T>
    where
        F: ConvertsTo<T>,
    {
        match self.to() {
            Ok(string) => string,
            Err(lost) => unreachable!("{} holds all of {}: {lost}", T::NAME, F::NAME),
        }
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> StrBuf<F> {
    /// The same units as a string of another form, which they are as they stand, in the same buffer.
    ///
    /// ```
    /// use placemat::{form, Utf8Buf};
    /// let mut name = Utf8Buf::from("n").into_form::<form::Wtf8>();
    /// name.push(0xD83D.into());
    /// assert_eq!(name.as_bytes(), b"n\xED\xA0\xBD");
    /// ```
    pub fn into_form<T: Form>(self) -> StrBuf<T>
    where
        F: Within<T>,
    {
        StrBuf::trusted(self.into_units())
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::code_point::CodeSpace;
    use crate::codec::Codec;
    use crate::table::MAX_SEQUENCE;

    /// Whatever two code points stand side by side.
    fn each<F: Form>(check: impl Fn(&Str<F>)) {
        const VALUES: [u32; 15] = [
            0x00, 0x61, 0x7F, 0x80, 0x9F, 0xFF, 0x100, 0x7FF, 0x800, 0x20AC, 0xD800, 0xDC80, 0xDFFF, 0xFFFF,
            0x1_F4A9,
        ];
        let held = |&value: &u32| {
            F::CodePoint::from_u32(value).is_some()
                && F::default().encode_next(value, &mut [F::Unit::default(); MAX_SEQUENCE]).is_ok()
        };
        for first in VALUES.iter().filter(|value| held(value)) {
            for second in VALUES.iter().filter(|value| held(value)) {
                let mut string = StrBuf::<F>::new();
                [*first, *second]
                    .into_iter()
                    .filter_map(F::CodePoint::from_u32)
                    .for_each(|one| string.push(one));
                check(&string);
            }
        }
    }

    pub(super) fn same_units<F: Within<T>, T: Form>() {
        each::<F>(|string| {
            let other =
                Str::<T>::new(string.as_units()).unwrap_or_else(|error| panic!("{} {error}", T::NAME));
            assert!(string.cmp_code_points(other).is_eq(), "{} {} {string:?}", F::NAME, T::NAME);
        });
    }

    pub(super) fn same_text<F: ConvertsTo<T>, T: Form>() {
        each::<F>(|string| {
            let other = string.to_form::<T>();
            assert!(string.cmp_code_points(&other).is_eq(), "{} {} {string:?}", F::NAME, T::NAME);
            assert!(Str::<T>::new(other.as_units()).is_ok());
        });
    }
}
