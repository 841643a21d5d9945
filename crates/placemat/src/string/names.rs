//! The names of the string types of each form.

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;

/// Names the string types of each form.
macro_rules! names {
    ($($(#[$meta:meta])* $name:ident, $buffer:ident;)*) => {
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
        }

        #[test]
        fn ascii_is_itself_in_every_form() {
            $( tests::has_ascii_as_it_is::<crate::form::$name>(); )*
        }
    };
}

names! {
    /// A string of UTF-8: another name for `str`, for generic code.
    Utf8, Utf8Buf;
    /// A string of generalized UTF-8 (the WTF-8 specification, 5): surrogates are allowed, also in pairs.
    /// CPython's strings.
    GeneralizedUtf8, GeneralizedUtf8Buf;
    /// A string of WTF-8: surrogates are allowed, but not as pairs. File names of Windows, strings of
    /// JavaScript.
    Wtf8, Wtf8Buf;
    /// A string of UTF-8b: any bytes. Bytes that are not UTF-8 are decoded as U+DC80..U+DCFF (PEP 383).
    Utf8b, Utf8bBuf;
    /// A string of CESU-8.
    Cesu8, Cesu8Buf;
    /// A string of CESU-8 in which lone surrogates are allowed.
    Cesu8Lenient, Cesu8LenientBuf;
    /// A string of Modified UTF-8, which Java uses.
    Mutf8, Mutf8Buf;
    /// A string of Modified UTF-8, as lenient as `DataInput.readUTF`.
    Mutf8Lenient, Mutf8LenientBuf;
    /// A string of MySQL's `utf8`, which has the BMP only.
    Utf8mb3, Utf8mb3Buf;
    /// A string of RFC 2279's UTF-8, with sequences of up to six bytes.
    Utf8Rfc2279, Utf8Rfc2279Buf;
    /// A string of UTF-16.
    Utf16, Utf16Buf;
    /// A string of WTF-16: any 16-bit units.
    Wtf16, Wtf16Buf;
    /// A string of UCS-2, which has the BMP only.
    Ucs2, Ucs2Buf;
    /// A string of UTF-32.
    Utf32, Utf32Buf;
    /// A string of any 32-bit units.
    Ucs4Units, Ucs4UnitsBuf;
    /// A string of UTF-1.
    Utf1, Utf1Buf;
    /// A string of FSS-UTF as of July 1992.
    FssUtf1992July, FssUtf1992JulyBuf;
    /// A string of Corrected UTF-8.
    CorrectedUtf8, CorrectedUtf8Buf;
    /// A string of OPTU-8.
    Optu8, Optu8Buf;
    /// A string of UTF-8-Mod, on which UTF-EBCDIC is based.
    Utf8Mod, Utf8ModBuf;
    /// A string of US-ASCII.
    UsAscii, UsAsciiBuf;
    /// A string of ISO-8859-1.
    Iso8859_1, Iso8859_1Buf;
    /// A string of Windows-1252.
    Windows1252, Windows1252Buf;
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
