//! Modified UTF-8 (the Java Virtual Machine Specification 4.4.7, `java.io.DataInput`).

use super::cesu_8::PAIRS;
use super::utf_8::OVERLONG_3;
use super::{Form, PairingRule, Resynchronizing, TRAIL, Utf8Compatible, seal};
use crate::code_point::CodePoint;
use crate::error::ErrorKind::{Nul, Overlong};
use crate::table::{Row, Table};

/// Modified UTF-8 (the Java Virtual Machine Specification, 4.4.7; `java.io.DataInput`): any sequence of
/// 16-bit units, each in the one- to three-byte pattern of UTF-8. U+0000 is `C0 80`, so the byte 00 never
/// occurs.
///
/// ```
/// use placemat::{decode, encode, form::Mutf8, validate, ErrorKind};
/// assert_eq!(encode(Mutf8, &[0x00, 0x1F600]).unwrap(), b"\xC0\x80\xED\xA0\xBD\xED\xB8\x80");
/// assert_eq!(decode(Mutf8, b"\xED\xA0\xBD").unwrap(), [0xD83D]);
/// assert_eq!(validate(Mutf8, b"\0").unwrap_err().kind(), ErrorKind::Nul);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mutf8;

/// Modified UTF-8 as `java.io.DataInput.readUTF` accepts it: the byte 00, and every two- and three-byte
/// sequence, overlong or not. Its encoder is strict.
///
/// This form reads ill-formed text. An overlong sequence, such as `C0 AF` for `/`, passes every check that is
/// made before decoding. So use it only for what `readUTF` would read. [Detection](mod@crate::detect) never
/// chooses it.
///
/// ```
/// use placemat::{decode, encode, form::Mutf8Lenient};
/// assert_eq!(decode(Mutf8Lenient, b"\0\xC1\xBF\xE0\x80\x80").unwrap(), [0, 0x7F, 0]);
/// assert_eq!(encode(Mutf8Lenient, &[0]).unwrap(), b"\xC0\x80");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mutf8Lenient;
seal!(Mutf8, Mutf8Lenient);

impl Form for Mutf8 {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "mutf-8";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x01, 0x7F, 0x01),
            Row::new(&[0xC0, 0x80], &[0xC0, 0x80], TRAIL, 0x00, 0x00),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0x800, 0xFFFF),
            PAIRS,
        ],
        &[
            Row::single(0x00, 0x00, 0x00).excluded(Nul),
            Row::new(&[0xC0, 0x81], &[0xC1, 0xBF], TRAIL, 0x01, 0x7F).excluded(Overlong),
            OVERLONG_3,
        ],
    );
    const PAIRING: PairingRule = PairingRule::Fuses;
}

impl Form for Mutf8Lenient {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "mutf-8-lenient";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x00, 0x00).decode_only(),
            Row::single(0x01, 0x7F, 0x01),
            Row::new(&[0xC0, 0x80], &[0xC0, 0x80], TRAIL, 0x00, 0x00),
            Row::new(&[0xC0, 0x81], &[0xC1, 0xBF], TRAIL, 0x01, 0x7F).decode_only(),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0x80, 0x80], &[0xE0, 0x9F, 0xBF], TRAIL, 0x00, 0x7FF).decode_only(),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0x800, 0xFFFF),
            PAIRS,
        ],
        &[],
    );
    const PAIRING: PairingRule = PairingRule::Fuses;
}

impl Resynchronizing for Mutf8 {}
impl Resynchronizing for Mutf8Lenient {}
impl Utf8Compatible for Mutf8 {}
impl Utf8Compatible for Mutf8Lenient {}
