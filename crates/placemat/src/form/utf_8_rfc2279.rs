//! UTF-8 as RFC 2044 and RFC 2279 defined it, the FSS-UTF of September 1992.

use super::utf_8::{OVERLONG_2, OVERLONG_3, OVERLONG_4};
use super::{Form, PairingRule, Resynchronizing, TRAIL, Utf8Compatible, seal};
use crate::code_point::Ucs4;
use crate::error::ErrorKind::Overlong;
use crate::table::{Row, Table};

/// UTF-8 as it was drawn on the placemat, and as RFC 2044 and RFC 2279 defined it: 31 bits in one to six
/// bytes. The number of leading one bits is the total length, and the shortest sequence is required. The
/// table includes surrogates.
///
/// ```
/// use placemat::{decode, form::Utf8Rfc2279};
/// assert_eq!(decode(Utf8Rfc2279, b"\xFD\xBF\xBF\xBF\xBF\xBF").unwrap(), [0x7FFF_FFFF]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf8Rfc2279;

seal!(Utf8Rfc2279);

/// Its rows without surrogates.
const PARTS: ([Row; 7], [Row; 6]) = Utf8Rfc2279::TABLE.without_surrogates();

impl Form for Utf8Rfc2279 {
    type Unit = u8;
    type CodePoint = Ucs4;
    const NAME: &'static str = "utf-8-rfc2279";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0x800, 0xFFFF),
            Row::new(&[0xF0, 0x90, 0x80, 0x80], &[0xF7, 0xBF, 0xBF, 0xBF], TRAIL, 0x1_0000, 0x1F_FFFF),
            Row::new(
                &[0xF8, 0x88, 0x80, 0x80, 0x80],
                &[0xFB, 0xBF, 0xBF, 0xBF, 0xBF],
                TRAIL,
                0x20_0000,
                0x3FF_FFFF,
            ),
            Row::new(
                &[0xFC, 0x84, 0x80, 0x80, 0x80, 0x80],
                &[0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF],
                TRAIL,
                0x400_0000,
                0x7FFF_FFFF,
            ),
        ],
        &[
            OVERLONG_2,
            OVERLONG_3,
            OVERLONG_4,
            Row::new(&[0xF8, 0x80, 0x80, 0x80, 0x80], &[0xF8, 0x87, 0xBF, 0xBF, 0xBF], TRAIL, 0, 0x1F_FFFF)
                .excluded(Overlong),
            Row::new(
                &[0xFC, 0x80, 0x80, 0x80, 0x80, 0x80],
                &[0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF],
                TRAIL,
                0,
                0x3FF_FFFF,
            )
            .excluded(Overlong),
        ],
    );
    const PAIRING: PairingRule = PairingRule::Apart;
    const REFUSING: Option<&'static Table> = Some(&Table::new(8, &PARTS.0, &PARTS.1));
}

impl Resynchronizing for Utf8Rfc2279 {}
impl Utf8Compatible for Utf8Rfc2279 {}
