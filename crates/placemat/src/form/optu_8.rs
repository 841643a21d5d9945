//! OPTU-8 and OPTU-16, of MirBSD's libc (`optu8to16`, `optu16to8`).

use super::utf_8::{OVERLONG_2, OVERLONG_3};
use super::{AnyUnits, Carry, Form, PairingRule, Resynchronizing, TRAIL, seal};
use crate::code_point::CodePoint;
use crate::error::ErrorKind::OutOfRange;
use crate::table::{Row, Table};

/// OPTU-8 (`optu8to16` and `optu16to8` of MirBSD's libc): 16-bit values up to FFFD in one to three bytes, and
/// every byte that is not part of a well-formed sequence as U+EF00 + byte. Decoding never fails.
///
/// Its values are not code points yet: adjacent surrogate values are not joined. Private-use characters
/// U+EF80..U+EFFF that are written as real UTF-8 are read back as single bytes; [`Optu8Reversible`] avoids
/// that.
///
/// ```
/// use placemat::{decode, encode, form::Optu8};
/// assert_eq!(decode(Optu8, "😀".as_bytes()).unwrap(), [0xEFF0, 0xEF9F, 0xEF98, 0xEF80]);
/// assert_eq!(encode(Optu8, &[0xEF80]).unwrap(), b"\x80");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Optu8;

/// OPTU-8 without sequences for the escape range (CONFORMANCE.md, decision 14): `EE BE xx` and `EE BF xx` are
/// three raw octets each, so that bytes → values → bytes is the identity.
///
/// ```
/// use placemat::{decode, form::Optu8Reversible};
/// assert_eq!(decode(Optu8Reversible, b"\xEE\xBE\x80").unwrap(), [0xEFEE, 0xEFBE, 0xEF80]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Optu8Reversible;

/// OPTU-16, the 16-bit side in memory: values 0000..FFFD. It has no byte scheme.
///
/// ```
/// use placemat::{convert, form::{Optu8, Optu16}};
/// assert_eq!(convert(Optu8, Optu16, b"a\xFF").unwrap(), [0x61, 0xEFFF]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Optu16;
seal!(Optu8, Optu8Reversible, Optu16);

/// Raw octets 80..FF are EF80..EFFF.
const OCTETS: Carry = Carry { first: 0x80, base: 0xEF00 };

impl Form for Optu8 {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "optu-8";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xEE, 0xBD, 0xBF], TRAIL, 0x800, 0xEF7F),
            // The private-use characters that real UTF-8 has here: they are read, but written as the octets
            // that they look like.
            Row::new(&[0xEE, 0xBE, 0x80], &[0xEE, 0xBF, 0xBF], TRAIL, 0xEF80, 0xEFFF).decode_only(),
            Row::new(&[0xEF, 0x80, 0x80], &[0xEF, 0xBF, 0xBD], TRAIL, 0xF000, 0xFFFD),
        ],
        &[OVERLONG_2, OVERLONG_3, BEYOND_FFFD],
    );
    const PAIRING: PairingRule = PairingRule::Apart;
    const CARRY: Option<Carry> = Some(OCTETS);
}

impl AnyUnits for Optu8 {}

impl Form for Optu8Reversible {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "optu-8-reversible";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xEE, 0xBD, 0xBF], TRAIL, 0x800, 0xEF7F),
            Row::new(&[0xEF, 0x80, 0x80], &[0xEF, 0xBF, 0xBD], TRAIL, 0xF000, 0xFFFD),
        ],
        &[OVERLONG_2, OVERLONG_3, BEYOND_FFFD],
    );
    const PAIRING: PairingRule = PairingRule::Apart;
    const CARRY: Option<Carry> = Some(OCTETS);
}

impl AnyUnits for Optu8Reversible {}

/// The wide character type ends at FFFD.
const BEYOND_FFFD: Row =
    Row::new(&[0xEF, 0xBF, 0xBE], &[0xEF, 0xBF, 0xBF], TRAIL, 0xFFFE, 0xFFFF).excluded(OutOfRange);

impl Form for Optu16 {
    type Unit = u16;
    type CodePoint = CodePoint;
    const NAME: &'static str = "optu-16";
    const TABLE: &'static Table = &Table::new(
        16,
        &[Row::single(0x0000, 0xFFFD, 0x0000)],
        &[Row::single(0xFFFE, 0xFFFF, 0xFFFE).excluded(OutOfRange)],
    );
    const PAIRING: PairingRule = PairingRule::Apart;
}

impl Resynchronizing for Optu8 {}
impl Resynchronizing for Optu8Reversible {}
impl Resynchronizing for Optu16 {}
