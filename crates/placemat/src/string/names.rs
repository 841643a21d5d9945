//! The names of the string types that are used most.

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;

/// Names string types, and tests those of all forms.
macro_rules! names {
    ($($(#[$meta:meta])* $name:ident, $buffer:ident;)* [$($other:ident)*]) => {
        $(
            $(#[$meta])*
            ///
            #[doc = concat!("```\nassert!(placemat::string::", stringify!($name), "::empty().is_empty());\n```")]
            pub type $name = Str<crate::form::$name>;
            /// The owned string type of this form.
            ///
            #[doc = concat!("```\nassert!(placemat::string::", stringify!($buffer), "::new().is_empty());\n```")]
            #[cfg(feature = "alloc")]
            pub type $buffer = StrBuf<crate::form::$name>;
        )*

        #[test]
        fn forms_whose_strings_are_text_say_so() {
            $( tests::says_whether_it_is_text::<crate::form::$name>(); )*
            $( tests::says_whether_it_is_text::<crate::form::$other>(); )*
        }

        #[test]
        fn ascii_is_itself_in_every_form() {
            $( tests::has_ascii_as_it_is::<crate::form::$name>(); )*
            $( tests::has_ascii_as_it_is::<crate::form::$other>(); )*
        }
    };
}

names! {
    /// A string of UTF-8: another name for `str`, for generic code.
    Utf8, Utf8Buf;
    /// A string of WTF-8: surrogates are allowed, but not as pairs. File names of Windows, strings of
    /// JavaScript.
    Wtf8, Wtf8Buf;
    /// A string of CESU-8.
    Cesu8, Cesu8Buf;
    /// A string of Modified UTF-8, which Java uses.
    Mutf8, Mutf8Buf;
    /// A string of UTF-16.
    Utf16, Utf16Buf;
    /// A string of WTF-16: any 16-bit units.
    Wtf16, Wtf16Buf;
    [GeneralizedUtf8 Utf8b Cesu8Lenient Mutf8Lenient Utf8mb3 Utf8Rfc2279 Ucs2 Utf32 Ucs4Units Utf1
        FssUtf1992July CorrectedUtf8 Optu8 Utf8Mod UsAscii Iso8859_1 Windows1252]
}

#[cfg(test)]
mod tests {
    use crate::codec::Codec;
    use crate::form::{Form, Utf8};
    use crate::table::MAX_SEQUENCE;
    use crate::unit::Unit;

    /// Checks what `push` and the iterators rely on: each ASCII character is the unit of the same value.
    pub(super) fn has_ascii_as_it_is<F: Form>() {
        for value in 1..0x80 {
            let decoded = F::default().decode_next(&[F::Unit::from_u32(value)], true);
            assert_eq!(decoded.map(|found| (found.code_point, found.len)), Ok((value, 1)), "{}", F::NAME);
            let mut units = [F::Unit::default(); MAX_SEQUENCE];
            assert_eq!(F::default().encode_next(value, &mut units), Ok(1), "{}", F::NAME);
            assert_eq!(units[0].to_u32(), value, "{}", F::NAME);
        }
        // If a unit 0 decodes to anything, it is U+0000.
        let nul = F::default().decode_next(&[F::Unit::default()], true);
        assert!(
            nul.is_err() || nul.is_ok_and(|found| (found.code_point, found.len) == (0, 1)),
            "{}",
            F::NAME
        );
    }

    /// Checks that a form has [`Form::IS_TEXT`] if and only if all its sequences are those of UTF-8.
    pub(super) fn says_whether_it_is_text<F: Form>() {
        let is_utf_8 =
            |value| F::TABLE.encode(value).is_none_or(|sequence| Utf8::TABLE.encode(value) == Some(sequence));
        let is_text = F::Unit::BITS == 8
            && F::CARRY.is_none()
            && !F::TABLE.has_second_spellings()
            && (0..=0x11_0000).all(is_utf_8);
        assert_eq!(F::IS_TEXT, is_text, "{}", F::NAME);
    }
}
