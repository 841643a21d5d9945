//! Relations between forms, as far as types can express them: strings that are also strings of another form,
//! and conversions that cannot fail.

#[cfg(all(test, feature = "alloc", feature = "strings"))]
pub(crate) mod tests;

use super::{
    Cesu8, Cesu8Lenient, CorrectedUtf8, CorrectedUtf8Text, Form, FssUtf1992July, GeneralizedUtf8, Mutf8,
    Mutf8Lenient, Optu8, Optu8Reversible, Optu16, Tcl86Utf8, Ucs2, Ucs4Units, Utf1, Utf8, Utf8Rfc2279, Utf8b,
    Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16,
};

/// Forms whose strings are also strings of the form `T`, unit by unit, and mean the same there.
///
/// ```
/// use placemat::{form::Utf8, form, Str};
/// assert_eq!(Str::<Utf8>::from_str("é").as_form::<form::Wtf8>().len(), 2);
/// ```
///
/// ```compile_fail
/// // A pair of CESU-8 is something else in UTF-8.
/// placemat::Str::<placemat::form::Cesu8>::empty().as_form::<placemat::form::Utf8>();
/// ```
#[diagnostic::on_unimplemented(
    message = "not every string of `{Self}` is a string of `{T}`, unit by unit",
    note = "`to_form` converts strings that always can be converted, and `to` those that can"
)]
pub trait Within<T: Form>: Form<Unit = T::Unit> {}

impl<F: Form> Within<F> for F {}

/// Forms whose strings can all be converted into the form `T`.
///
/// ```
/// use placemat::{form::Wtf16, form, Str};
/// let wide = Str::<Wtf16>::new(&[0x61, 0xD83D]).unwrap();
/// assert_eq!(wide.to_form::<form::Wtf8>().as_bytes(), b"a\xED\xA0\xBD");
/// ```
///
/// ```compile_fail
/// // UTF-8 has no surrogates.
/// placemat::Str::<placemat::form::Wtf16>::empty().to_form::<placemat::form::Utf8>();
/// ```
#[diagnostic::on_unimplemented(
    message = "not every string of `{Self}` can be converted to `{T}`",
    note = "`to` returns an error if it cannot, and `to_lossy` replaces what `{T}` cannot hold"
)]
pub trait ConvertsTo<T: Form>: Form {}

impl<F: Form> ConvertsTo<F> for F {}

/// What the strings of each form also are, or can be converted into. A form may also say so in its own file.
macro_rules! relation {
    ($relation:ident, $test:ident, $check:ident, $($form:ident: $($other:ident)*;)*) => {
        $($( impl $crate::form::relation::$relation<$other> for $form {} )*)*

        #[test]
        #[cfg(all(feature = "alloc", feature = "strings"))]
        fn $test() {
            $($( $crate::form::relation::tests::$check::<$form, $other>(); )*)*
        }
    };
}
pub(crate) use relation;

relation! {
    Within, what_is_within_is_the_same_text, same_units,
    Utf8: GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Tcl86Utf8;
    Utf8mb3: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8Lenient Tcl86Utf8;
    GeneralizedUtf8: Utf8Rfc2279;
    Wtf8: GeneralizedUtf8 Utf8Rfc2279 Tcl86Utf8;
    Cesu8: Cesu8Lenient Mutf8Lenient Tcl86Utf8;
    Cesu8Lenient: Mutf8Lenient Tcl86Utf8;
    Mutf8: Mutf8Lenient Tcl86Utf8;
    Utf16: Wtf16;
    Optu16: Ucs2;
    Utf32: Ucs4Units;
    CorrectedUtf8Text: CorrectedUtf8;
}

relation! {
    ConvertsTo, conversions_that_cannot_fail_do_not, same_text,
    Utf8: GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16 Utf32
        Ucs4Units Utf1 FssUtf1992July;
    Utf8mb3: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16
        Ucs2 Utf32 Ucs4Units Utf1 FssUtf1992July;
    GeneralizedUtf8: Utf8Rfc2279 Ucs4Units Utf1 FssUtf1992July;
    Wtf8: GeneralizedUtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Ucs4Units Utf1 FssUtf1992July;
    Utf8b: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Ucs4Units Utf1
        FssUtf1992July;
    Utf8Rfc2279: Ucs4Units Utf1 FssUtf1992July;
    Cesu8: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16 Utf32
        Ucs4Units Utf1 FssUtf1992July;
    Cesu8Lenient: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Mutf8 Mutf8Lenient Wtf16 Ucs4Units Utf1 FssUtf1992July;
    Mutf8: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8Lenient Wtf16 Ucs4Units Utf1 FssUtf1992July;
    Mutf8Lenient: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Wtf16 Ucs4Units Utf1 FssUtf1992July;
    Tcl86Utf8: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Ucs4Units Utf1
        FssUtf1992July;
    Utf16: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Wtf16 Utf32
        Ucs4Units Utf1 FssUtf1992July;
    Wtf16: GeneralizedUtf8 Wtf8 Utf8Rfc2279 Cesu8Lenient Mutf8 Mutf8Lenient Ucs4Units Utf1 FssUtf1992July;
    Ucs2: GeneralizedUtf8 Utf8Rfc2279 Ucs4Units Utf1 FssUtf1992July;
    Optu16: GeneralizedUtf8 Utf8Rfc2279 Ucs2 Ucs4Units Utf1 FssUtf1992July;
    Utf32: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16
        Ucs4Units Utf1 FssUtf1992July;
    Utf1: Utf8Rfc2279 Ucs4Units FssUtf1992July;
    FssUtf1992July: Utf8Rfc2279 Ucs4Units Utf1;
    CorrectedUtf8: Ucs4Units;
    CorrectedUtf8Text: Ucs4Units CorrectedUtf8;
    Optu8: GeneralizedUtf8 Utf8Rfc2279 Ucs2 Optu16 Ucs4Units Utf1 FssUtf1992July;
    Optu8Reversible: GeneralizedUtf8 Utf8Rfc2279 Ucs2 Optu16 Ucs4Units Utf1 FssUtf1992July;
    Windows1252: Utf8 Utf8mb3 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient
        Utf16 Wtf16 Ucs2 Optu16 Utf32 Ucs4Units Utf1 FssUtf1992July Optu8 Optu8Reversible;
}
