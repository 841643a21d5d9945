//! Potentially ill-formed UTF-16, or WTF-16 (the WTF-8 specification, section 4).

use super::{AnyUnits, Form, PairingRule, Resynchronizing, seal, utf_16};
use crate::code_point::CodePoint;
use crate::table::{Row, Table};

/// WTF-16, potentially ill-formed UTF-16 (the WTF-8 specification, 4): any sequence of 16-bit units. A lead
/// surrogate that is directly followed by a trail surrogate is one supplementary code point. Every other unit
/// is the code point of its value. Decoding never fails.
///
/// ```
/// use placemat::{decode, form::Wtf16};
/// assert_eq!(decode(Wtf16, &[0xD83D, 0xD83D, 0xDCA9]).unwrap(), [0xD83D, 0x1F4A9]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wtf16;
seal!(Wtf16);

impl Form for Wtf16 {
    type Unit = u16;
    type CodePoint = CodePoint;
    const NAME: &'static str = "wtf-16";
    const TABLE: &'static Table = &Table::new(16, &[Row::single(0x0000, 0xFFFF, 0x0000), utf_16::PAIRS], &[]);
    const PAIRING: PairingRule = PairingRule::Fuses;
}

impl AnyUnits for Wtf16 {}

impl Resynchronizing for Wtf16 {}
