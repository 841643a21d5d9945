//! UCS-2: Unicode as first published (ISO/IEC 10646-1:1993).

use super::{AnyUnits, Form, PairingRule, Resynchronizing, seal};
use crate::code_point::CodePoint;
use crate::table::{Row, Table};

/// UCS-2 (ISO/IEC 10646-1:1993): each 16-bit unit is the code point of the same value, including surrogates.
/// Pairs are not joined.
///
/// It explains CESU-8, which is what a UTF-8 converter for UCS-2 makes of UTF-16.
///
/// ```
/// use placemat::{decode, form::Ucs2};
/// assert_eq!(decode(Ucs2, &[0xD800, 0xDC00]).unwrap(), [0xD800, 0xDC00]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ucs2;
seal!(Ucs2);

impl Form for Ucs2 {
    type Unit = u16;
    type CodePoint = CodePoint;
    const NAME: &'static str = "ucs-2";
    const TABLE: &'static Table = &Table::new(16, &[Row::single(0, 0xFFFF, 0)], &[]);
    const PAIRING: PairingRule = PairingRule::Apart;
}

impl AnyUnits for Ucs2 {}

impl Resynchronizing for Ucs2 {}
