//! Windows-1252, as Windows itself and the WHATWG Encoding Standard implement it (CONFORMANCE.md, decision
//! 24).

use super::{AnyUnits, Form, Resynchronizing, seal};
use crate::table::{Row, Table};

/// Windows-1252 (WHATWG Encoding Standard): ISO-8859-1 except for 80..9F. The five unassigned bytes of these
/// are the C1 controls of the same value. Decoding never fails.
///
/// ```
/// use placemat::{decode, encode, form::Windows1252};
/// assert_eq!(decode(Windows1252, b"\x80\x81").unwrap(), [0x20AC, 0x81]);
/// assert!(encode(Windows1252, &[0x80]).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Windows1252;
seal!(Windows1252);

impl Form for Windows1252 {
    type Unit = u8;
    type CodePoint = char;
    const NAME: &'static str = "windows-1252";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::single(0x80, 0x80, 0x20AC),
            Row::single(0x81, 0x81, 0x0081),
            Row::single(0x82, 0x82, 0x201A),
            Row::single(0x83, 0x83, 0x0192),
            Row::single(0x84, 0x84, 0x201E),
            Row::single(0x85, 0x85, 0x2026),
            Row::single(0x86, 0x87, 0x2020),
            Row::single(0x88, 0x88, 0x02C6),
            Row::single(0x89, 0x89, 0x2030),
            Row::single(0x8A, 0x8A, 0x0160),
            Row::single(0x8B, 0x8B, 0x2039),
            Row::single(0x8C, 0x8C, 0x0152),
            Row::single(0x8D, 0x8D, 0x008D),
            Row::single(0x8E, 0x8E, 0x017D),
            Row::single(0x8F, 0x90, 0x008F),
            Row::single(0x91, 0x92, 0x2018),
            Row::single(0x93, 0x94, 0x201C),
            Row::single(0x95, 0x95, 0x2022),
            Row::single(0x96, 0x97, 0x2013),
            Row::single(0x98, 0x98, 0x02DC),
            Row::single(0x99, 0x99, 0x2122),
            Row::single(0x9A, 0x9A, 0x0161),
            Row::single(0x9B, 0x9B, 0x203A),
            Row::single(0x9C, 0x9C, 0x0153),
            Row::single(0x9D, 0x9D, 0x009D),
            Row::single(0x9E, 0x9E, 0x017E),
            Row::single(0x9F, 0x9F, 0x0178),
            Row::single(0xA0, 0xFF, 0x00A0),
        ],
        &[],
    );
}

impl AnyUnits for Windows1252 {}

impl Resynchronizing for Windows1252 {}

/// Returns the code point of a byte, for the policy `cp1252`.
#[inline]
pub(crate) fn byte_to_code_point(byte: u8) -> u32 {
    Windows1252::TABLE.lookup(&[byte]).map_or(u32::from(byte), |decoded| decoded.code_point)
}
