//! US-ASCII (ANSI X3.4; RFC 20; IANA's character set of that name), strictly.

use super::relation::relation;
use super::{
    Cesu8, Cesu8Lenient, CorrectedUtf8, Form, FssUtf1992July, GeneralizedUtf8, Iso8859_1, Mutf8,
    Mutf8Lenient, Optu8, Optu8Reversible, Optu16, Resynchronizing, Tcl86Utf8, Ucs2, Ucs4Units, Utf1, Utf8,
    Utf8Compatible, Utf8Rfc2279, Utf8b, Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16, seal,
};
use crate::table::{Row, Table};

/// US-ASCII (ANSI X3.4, RFC 20): the bytes 00..7F are U+0000..U+007F, and each byte from 80 on is ill-formed
/// by itself.
///
/// ```
/// use placemat::{decode, encode, form::UsAscii, validate};
/// assert_eq!(decode(UsAscii, b"caf").unwrap(), [0x63, 0x61, 0x66]);
/// let error = validate(UsAscii, "café".as_bytes()).unwrap_err();
/// assert_eq!((error.offset(), error.len()), (3, 1));
/// assert!(encode(UsAscii, &[0xE9]).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UsAscii;
seal!(UsAscii);

impl Form for UsAscii {
    type Unit = u8;
    type CodePoint = char;
    const NAME: &'static str = "us-ascii";
    const TABLE: &'static Table = &Table::new(8, &[Row::single(0x00, 0x7F, 0x00)], &[]);
    const IS_TEXT: bool = true;
}

impl Resynchronizing for UsAscii {}
impl Utf8Compatible for UsAscii {}

relation! {
    Within, strings_of_us_ascii_are_those_of_others, same_units,
    UsAscii: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8mb3 Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8Lenient Tcl86Utf8 Utf1
        FssUtf1992July CorrectedUtf8 Optu8 Optu8Reversible Iso8859_1 Windows1252;
}

relation! {
    ConvertsTo, conversions_of_us_ascii_do_not_fail, same_text,
    UsAscii: Utf8 GeneralizedUtf8 Wtf8 Utf8b Utf8mb3 Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf16
        Wtf16 Ucs2 Optu16 Utf32 Ucs4Units Utf1 FssUtf1992July CorrectedUtf8 Optu8 Optu8Reversible Iso8859_1
        Windows1252;
}
