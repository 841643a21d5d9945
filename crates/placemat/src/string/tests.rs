//! What strings take for granted of every form.

use crate::codec::Codec;
use crate::form::{
    Cesu8, Cesu8Lenient, CorrectedUtf8, Form, FssUtf1992July, GeneralizedUtf8, Iso8859_1, Mutf8,
    Mutf8Lenient, Optu8, Ucs2, Ucs4Units, UsAscii, Utf1, Utf8, Utf8Mod, Utf8Rfc2279, Utf8b, Utf8mb3, Utf16,
    Utf32, Windows1252, Wtf8, Wtf16,
};
use crate::table::MAX_SEQUENCE;
use crate::unit::Unit;

/// Checks what `push` and the iterators rely on: each ASCII character is the unit of the same value.
fn has_ascii_as_it_is<F: Form>() {
    for value in 1..0x80 {
        let decoded = F::default().decode_next(&[F::Unit::from_u32(value)], true);
        assert_eq!(decoded.map(|found| (found.code_point, found.len)), Ok((value, 1)), "{}", F::NAME);
        let mut units = [F::Unit::default(); MAX_SEQUENCE];
        assert_eq!(F::default().encode_next(value, &mut units), Ok(1), "{}", F::NAME);
        assert_eq!(units[0].to_u32(), value, "{}", F::NAME);
    }
    // If a unit 0 decodes to anything, it is U+0000.
    let nul = F::default().decode_next(&[F::Unit::default()], true);
    assert!(nul.is_err() || nul.is_ok_and(|found| (found.code_point, found.len) == (0, 1)), "{}", F::NAME);
}

/// Checks that a form has [`Form::IS_TEXT`] if and only if all its sequences are those of UTF-8.
fn says_whether_it_is_text<F: Form>() {
    let is_utf_8 =
        |value| F::TABLE.encode(value).is_none_or(|sequence| Utf8::TABLE.encode(value) == Some(sequence));
    let is_text = F::Unit::BITS == 8
        && F::CARRY.is_none()
        && !F::TABLE.has_second_spellings()
        && (0..=0x11_0000).all(is_utf_8);
    assert_eq!(F::IS_TEXT, is_text, "{}", F::NAME);
}

macro_rules! in_each_form {
    ($check:ident) => {
        in_each_form!($check: Utf8 Wtf8 Cesu8 Mutf8 Utf16 Wtf16 GeneralizedUtf8 Utf8b Cesu8Lenient Mutf8Lenient Utf8mb3
            Utf8Rfc2279 Ucs2 Utf32 Ucs4Units Utf1 FssUtf1992July CorrectedUtf8 Optu8 Utf8Mod UsAscii Iso8859_1
            Windows1252)
    };
    ($check:ident: $($form:ident)*) => {{ $( $check::<$form>(); )* }};
}

#[test]
fn forms_whose_strings_are_text_say_so() {
    in_each_form!(says_whether_it_is_text);
}

#[test]
fn ascii_is_itself_in_every_form() {
    in_each_form!(has_ascii_as_it_is);
}
