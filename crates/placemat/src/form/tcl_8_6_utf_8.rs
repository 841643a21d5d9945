//! The decoder of Tcl 8.6 for `utf-8` (observed with 8.6.13).

use super::cesu_8::PAIRS;
use super::{AnyUnits, Carry, Form, PairingRule, Resynchronizing, TRAIL, seal};
use crate::code_point::CodePoint;
use crate::table::{Row, Table};

/// Tcl 8.6's decoder of external `utf-8` (CONFORMANCE.md, decision 12): `C0 80` is U+0000, surrogates are
/// accepted and pairs joined, and every other ill-formed byte is the code point of the same value. It never
/// fails. It does not have an encoder.
///
/// It reads ill-formed subsequences as characters. Use it only to read what Tcl has written, never as a
/// default.
///
/// ```
/// use placemat::{decode, form::Tcl86Utf8};
/// assert_eq!(decode(Tcl86Utf8, b"\x80\xC0\x80\xED\xA0\xBD\xED\xB2\xA9").unwrap(), [0x80, 0, 0x1F4A9]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tcl86Utf8;
seal!(Tcl86Utf8);

impl Form for Tcl86Utf8 {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "tcl-8.6-utf-8";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0xC0, 0x80], &[0xC0, 0x80], TRAIL, 0x00, 0x00).decode_only(),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0x800, 0xFFFF),
            PAIRS.decode_only(),
            Row::new(&[0xF0, 0x90, 0x80, 0x80], &[0xF4, 0x8F, 0xBF, 0xBF], TRAIL, 0x1_0000, 0x10_FFFF),
        ],
        &[],
    );
    const PAIRING: PairingRule = PairingRule::Fuses;
    const CARRY: Option<Carry> = Some(Carry { first: 0x80, base: 0 });
    const ENCODES: bool = false;
}

impl AnyUnits for Tcl86Utf8 {}

impl Resynchronizing for Tcl86Utf8 {}
