//! ISO-8859-1 (ISO/IEC 8859-1:1998, with the control characters).

use super::relation::relation;
use super::{
    AnyUnits, Cesu8, Cesu8Lenient, Form, FssUtf1992July, GeneralizedUtf8, Mutf8, Mutf8Lenient, Optu8,
    Optu8Reversible, Optu16, Resynchronizing, Ucs2, Ucs4Units, Utf1, Utf8, Utf8Rfc2279, Utf8b, Utf8mb3,
    Utf16, Utf32, Wtf8, Wtf16, seal,
};
use crate::table::{Row, Table};

/// ISO-8859-1 (ISO/IEC 8859-1 with the control characters): byte *b* is U+00*b* for all 256 bytes, and 80..9F
/// are the C1 controls. Decoding never fails.
///
/// ```
/// use placemat::{decode, form::Iso8859_1};
/// assert_eq!(decode(Iso8859_1, b"\xEF\xBB\xBF").unwrap(), [0xEF, 0xBB, 0xBF]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Iso8859_1;
seal!(Iso8859_1);

impl Form for Iso8859_1 {
    type Unit = u8;
    type CodePoint = char;
    const NAME: &'static str = "iso-8859-1";
    const TABLE: &'static Table = &Table::new(8, &[Row::single(0x00, 0xFF, 0x00)], &[]);
}

impl AnyUnits for Iso8859_1 {}

impl Resynchronizing for Iso8859_1 {}

relation! {
    ConvertsTo, conversions_of_iso_8859_1_do_not_fail, same_text,
    Iso8859_1: Utf8 Utf8mb3 GeneralizedUtf8 Wtf8 Utf8b Utf8Rfc2279 Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient
        Utf16 Wtf16 Ucs2 Optu16 Utf32 Ucs4Units Utf1 FssUtf1992July Optu8 Optu8Reversible;
}
