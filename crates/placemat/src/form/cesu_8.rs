//! CESU-8 (Unicode Technical Report 26).

use super::utf_8::{OVERLONG_2, OVERLONG_3};
use super::{Form, PAIR, PairingRule, Resynchronizing, TRAIL, Utf8Compatible, seal};
use crate::code_point::CodePoint;
use crate::error::ErrorKind::Surrogate;
use crate::table::{Row, Table};

/// CESU-8 (Unicode Technical Report 26): the UTF-16 units of a text, each in the one- to three-byte pattern
/// of UTF-8. A supplementary code point takes six bytes. A lone surrogate is ill-formed, as in UTF-16.
///
/// ```
/// use placemat::{encode, form::Cesu8, validate};
/// assert_eq!(encode(Cesu8, &[0x10400]).unwrap(), b"\xED\xA0\x81\xED\xB0\x80");
/// assert_eq!(validate(Cesu8, b"\xED\xA0\x80A").unwrap_err().len(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cesu8;

/// CESU-8 as Java's charset and ICU implement it: lone surrogates are accepted in any order, and a lead
/// surrogate that is directly followed by a trail surrogate is the supplementary code point.
///
/// This form reads lone surrogates, which are ill-formed in CESU-8. Overlong sequences are errors here as
/// well.
///
/// ```
/// use placemat::{decode, form::Cesu8Lenient};
/// assert_eq!(decode(Cesu8Lenient, b"\xED\xB0\x80\xED\xA0\x80").unwrap(), [0xDC00, 0xD800]);
/// assert_eq!(decode(Cesu8Lenient, b"\xED\xA0\x81\xED\xB0\x80").unwrap(), [0x10400]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cesu8Lenient;
seal!(Cesu8, Cesu8Lenient);

/// Lead surrogate, trail surrogate.
pub(super) const PAIRS: Row =
    Row::pairs(&[0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], &[0xED, 0xAF, 0xBF, 0xED, 0xBF, 0xBF], &PAIR, 3);

impl Form for Cesu8 {
    type Unit = u8;
    type CodePoint = char;
    const NAME: &'static str = "cesu-8";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xED, 0x9F, 0xBF], TRAIL, 0x800, 0xD7FF),
            PAIRS,
            Row::new(&[0xEE, 0x80, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0xE000, 0xFFFF),
        ],
        &[
            OVERLONG_2,
            OVERLONG_3,
            Row::new(&[0xED, 0xB0, 0x80], &[0xED, 0xBF, 0xBF], TRAIL, 0xDC00, 0xDFFF).excluded(Surrogate),
        ],
    );
}

impl Form for Cesu8Lenient {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "cesu-8-lenient";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0x800, 0xFFFF),
            PAIRS,
        ],
        &[OVERLONG_2, OVERLONG_3],
    );
    const PAIRING: PairingRule = PairingRule::Fuses;
}

impl Resynchronizing for Cesu8 {}
impl Resynchronizing for Cesu8Lenient {}
impl Utf8Compatible for Cesu8 {}
impl Utf8Compatible for Cesu8Lenient {}
