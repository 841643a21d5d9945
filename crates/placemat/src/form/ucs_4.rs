//! UCS-4: code points as 32-bit units (ISO/IEC 10646-1:1993).

use super::{AnyUnits, Form, PairingRule, Resynchronizing, seal};
use crate::code_point::Ucs4;
use crate::table::{Row, Table};

/// UCS-4 (ISO/IEC 10646-1:1993), without its limit of 31 bits: any 32-bit value is the code point of that
/// value, including surrogates and the values of 31-bit encodings and Corrected UTF-8.
///
/// As a source or target in memory, it *is* "code points": `encode` and `decode` are conversions from and to
/// it.
///
/// ```
/// use placemat::{convert, form::{CorrectedUtf8, Ucs4Units}};
/// assert_eq!(convert(Ucs4Units, CorrectedUtf8, &[0x8421_109F]).unwrap(), b"\xFD\xBF\xBF\xBF\xBF\xBF");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ucs4Units;
seal!(Ucs4Units);

impl Form for Ucs4Units {
    type Unit = u32;
    type CodePoint = Ucs4;
    const NAME: &'static str = "ucs-4";
    const TABLE: &'static Table = &Table::new(32, &[Row::single(0, 0xFFFF_FFFF, 0)], &[]);
    const PAIRING: PairingRule = PairingRule::Apart;
}

impl AnyUnits for Ucs4Units {}

impl Resynchronizing for Ucs4Units {}
