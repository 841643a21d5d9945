//! UTF-8-Mod (Unicode Technical Report 16): UTF-8 with single bytes up to 9F, the intermediate form of
//! UTF-EBCDIC.

use super::relation::relation;
use super::{
    Cesu8, Cesu8Lenient, Form, FssUtf1992July, GeneralizedUtf8, Iso8859_1, Mutf8, Mutf8Lenient,
    Resynchronizing, Ucs4Units, UsAscii, Utf1, Utf8, Utf8Rfc2279, Utf8b, Utf8mb3, Utf16, Utf32, Windows1252,
    Wtf8, Wtf16, seal,
};
use crate::error::ErrorKind::{OutOfRange, Overlong, Surrogate};
use crate::table::{Alphabet, Row, Table};

/// UTF-8-Mod (Unicode Technical Report 16), whose sequences the report calls I8: the scalar values, in one to
/// five bytes.
///
/// The leads are those of UTF-8, but trail bytes are A0..BF and hold five bits, so that the bytes 80..9F are
/// free for the C1 controls. The report needs that for UTF-EBCDIC, which is this form under a permutation of
/// bytes, and intends neither for open interchange. Only the shortest sequence of a code point is
/// well-formed.
///
/// The report defines sequences of up to seven bytes, for 31 bits. Those of five and six bytes beyond Unicode
/// are excluded rows; FE and FF are invalid, as in UTF-8.
///
/// The line end U+0085 (NEL), which is used in text of mainframes, is one byte here, `85`, as U+000A is.
///
/// ```
/// use placemat::{decode, encode, form::Utf8Mod, validate, ErrorKind};
/// assert_eq!(encode(Utf8Mod, &[0x41, 0x85, 0xA0, 0x20AC]).unwrap(), b"A\x85\xC5\xA0\xE8\xA5\xAC");
/// assert_eq!(decode(Utf8Mod, b"\xF9\xA1\xBF\xBF\xBF").unwrap(), [0x10_FFFF]);
/// // U+0041 in two bytes
/// assert_eq!(validate(Utf8Mod, b"\xC2\xA1").unwrap_err().kind(), ErrorKind::Overlong);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf8Mod;
seal!(Utf8Mod);

/// `101xxxxx`
const TRAIL: Alphabet = Alphabet::new(0xA0, 0xBF);

impl Form for Utf8Mod {
    type Unit = u8;
    type CodePoint = char;
    const NAME: &'static str = "utf-8-mod";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            // 0xxxxxxx, and 100xxxxx for the C1 controls
            Row::single(0x00, 0x9F, 0x00),
            // 110yyyyy 101xxxxx
            Row::new(&[0xC5, 0xA0], &[0xDF, 0xBF], TRAIL, 0xA0, 0x3FF),
            // 1110zzzz 101yyyyy 101xxxxx
            Row::new(&[0xE1, 0xA0, 0xA0], &[0xEF, 0xBF, 0xBF], TRAIL, 0x400, 0x3FFF),
            // 11110www 101zzzzz 101yyyyy 101xxxxx, without the surrogates
            Row::new(&[0xF0, 0xB0, 0xA0, 0xA0], &[0xF1, 0xB5, 0xBF, 0xBF], TRAIL, 0x4000, 0xD7FF),
            Row::new(&[0xF1, 0xB8, 0xA0, 0xA0], &[0xF7, 0xBF, 0xBF, 0xBF], TRAIL, 0xE000, 0x3_FFFF),
            // 111110vv 101wwwww 101zzzzz 101yyyyy 101xxxxx, as far as Unicode goes
            Row::new(
                &[0xF8, 0xA8, 0xA0, 0xA0, 0xA0],
                &[0xF9, 0xA1, 0xBF, 0xBF, 0xBF],
                TRAIL,
                0x4_0000,
                0x10_FFFF,
            ),
        ],
        &[
            Row::new(&[0xC0, 0xA0], &[0xC4, 0xBF], TRAIL, 0x00, 0x9F).excluded(Overlong),
            Row::new(&[0xE0, 0xA0, 0xA0], &[0xE0, 0xBF, 0xBF], TRAIL, 0x00, 0x3FF).excluded(Overlong),
            Row::new(&[0xF0, 0xA0, 0xA0, 0xA0], &[0xF0, 0xAF, 0xBF, 0xBF], TRAIL, 0x00, 0x3FFF)
                .excluded(Overlong),
            Row::new(&[0xF1, 0xB6, 0xA0, 0xA0], &[0xF1, 0xB7, 0xBF, 0xBF], TRAIL, 0xD800, 0xDFFF)
                .excluded(Surrogate),
            Row::new(&[0xF8, 0xA0, 0xA0, 0xA0, 0xA0], &[0xF8, 0xA7, 0xBF, 0xBF, 0xBF], TRAIL, 0x00, 0x3_FFFF)
                .excluded(Overlong),
            Row::new(
                &[0xF9, 0xA2, 0xA0, 0xA0, 0xA0],
                &[0xFB, 0xBF, 0xBF, 0xBF, 0xBF],
                TRAIL,
                0x11_0000,
                0x3F_FFFF,
            )
            .excluded(OutOfRange),
            // 1111110u 101vvvvv 101wwwww 101zzzzz 101yyyyy 101xxxxx
            Row::new(
                &[0xFC, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0],
                &[0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF],
                TRAIL,
                0x00,
                0x3FF_FFFF,
            )
            .excluded(OutOfRange),
        ],
    );
    const NEEDS_SIGNATURE: bool = true;
}

impl Resynchronizing for Utf8Mod {}

relation! {
    Within, strings_of_utf_8_mod_have_us_ascii_within, same_units,
    UsAscii: Utf8Mod;
}

relation! {
    ConvertsTo, conversions_of_utf_8_mod_do_not_fail, same_text,
    Utf8Mod: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16 Wtf16
        Utf32 Ucs4Units Utf1 FssUtf1992July;
    Utf8: Utf8Mod;
    Utf8mb3: Utf8Mod;
    Cesu8: Utf8Mod;
    Utf16: Utf8Mod;
    Utf32: Utf8Mod;
    UsAscii: Utf8Mod;
    Iso8859_1: Utf8Mod;
    Windows1252: Utf8Mod;
}
