//! Generalized UTF-8 (the WTF-8 specification, section 5, Tables 2 and 3).

use super::utf_8::{BEYOND_4, BEYOND_5, BEYOND_6, OVERLONG_2, OVERLONG_3, OVERLONG_4};
use super::{Form, PairingRule, Resynchronizing, TRAIL, Utf8Compatible, seal};
use crate::code_point::CodePoint;
use crate::table::{Row, Table};

/// Generalized UTF-8 (the WTF-8 specification, 5): UTF-8 without the gap for surrogates. It represents any
/// sequence of code points, including surrogate pairs, which it keeps as two code points of three bytes each.
///
/// It serves to define WTF-8, and is what CPython's `surrogatepass` reads. It is not for interchange.
///
/// ```
/// use placemat::{decode, form::GeneralizedUtf8};
/// assert_eq!(decode(GeneralizedUtf8, b"\xED\xA0\x80\xED\xB0\x80").unwrap(), [0xD800, 0xDC00]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GeneralizedUtf8;
seal!(GeneralizedUtf8);

/// Table 3 of the WTF-8 specification, as ranges of whole sequences.
pub(super) const ROWS: [Row; 4] = [
    Row::single(0x00, 0x7F, 0x00),
    Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
    Row::new(&[0xE0, 0xA0, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0x800, 0xFFFF),
    Row::new(&[0xF0, 0x90, 0x80, 0x80], &[0xF4, 0x8F, 0xBF, 0xBF], TRAIL, 0x1_0000, 0x10_FFFF),
];
pub(super) const EXCLUDED: [Row; 6] = [OVERLONG_2, OVERLONG_3, OVERLONG_4, BEYOND_4, BEYOND_5, BEYOND_6];

impl Form for GeneralizedUtf8 {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "generalized-utf-8";
    const TABLE: &'static Table = &Table::new(8, &ROWS, &EXCLUDED);
    const PAIRING: PairingRule = PairingRule::Apart;
}

impl Resynchronizing for GeneralizedUtf8 {}
impl Utf8Compatible for GeneralizedUtf8 {}
