//! UTF-1 (ISO/IEC 10646-1:1993 Annex G, ISO-IR 178).

use super::{Form, PairingRule, seal};
use crate::code_point::Ucs4;
use crate::error::ErrorKind::OutOfRange;
use crate::table::{Alphabet, Row, Table};

/// UTF-1 (ISO/IEC 10646-1:1993, Annex G; ISO-IR 178): 31 bits in one, two, three or five bytes. No control
/// character occurs inside a sequence, but graphic ASCII does: `/`, quotes and letters are trail bytes. So it
/// is not safe for file names or any byte-wise search, and a damaged byte may change how the following text
/// is read.
///
/// ```
/// use placemat::{decode, encode, form::Utf1};
/// assert_eq!(encode(Utf1, &[0xFEFF]).unwrap(), b"\xF7\x64\x4C");
/// assert_eq!(decode(Utf1, b"\xFD\xBD\x2B\xB9\x40").unwrap(), [0x7FFF_FFFF]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf1;

seal!(Utf1);

/// The 190 digits: T(z) of the registration.
const DIGITS: Alphabet = Alphabet::two(0x21, 0x7E, 0xA0, 0xFF);

/// Its rows without surrogates.
const PARTS: ([Row; 6], [Row; 2]) = Utf1::TABLE.without_surrogates();

impl Form for Utf1 {
    type Unit = u8;
    type CodePoint = Ucs4;
    const NAME: &'static str = "utf-1";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x9F, 0x00),
            Row::new(&[0xA0, 0xA0], &[0xA0, 0xFF], DIGITS, 0xA0, 0xFF),
            Row::new(&[0xA1, 0x21], &[0xF5, 0xFF], DIGITS, 0x100, 0x4015),
            Row::new(&[0xF6, 0x21, 0x21], &[0xFB, 0xFF, 0xFF], DIGITS, 0x4016, 0x3_8E2D),
            Row::new(
                &[0xFC, 0x21, 0x21, 0x21, 0x21],
                &[0xFD, 0xBD, 0x2B, 0xB9, 0x40],
                DIGITS,
                0x3_8E2E,
                0x7FFF_FFFF,
            ),
        ],
        &[
            // The tables of the time extend to FF, but the code space ends before.
            Row::new(
                &[0xFD, 0xBD, 0x2B, 0xB9, 0x41],
                &[0xFE, 0xFF, 0xFF, 0xFF, 0xFF],
                DIGITS,
                0x8000_0000,
                0x8000_0000 + (190_u64.pow(4) * 3 + 0x3_8E2E - 0x8000_0000 - 1) as u32,
            )
            .excluded(OutOfRange),
        ],
    );
    const PAIRING: PairingRule = PairingRule::Apart;
    const REFUSING: Option<&'static Table> = Some(&Table::new(8, &PARTS.0, &PARTS.1));
}
