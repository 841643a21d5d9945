//! FSS-UTF of July 1992, Prosser's proposal to X/Open.

use super::{Form, PairingRule, seal};
use crate::code_point::Ucs4;
use crate::error::ErrorKind::OutOfRange;
use crate::table::{Alphabet, Row, Table};

/// FSS-UTF of July 1992 (Prosser's proposal to X/Open): 31 bits in one to five bytes. The number of leading
/// one bits is the number of *following* bytes. Values are biased, so overlong sequences do not exist.
/// Following bytes look like first bytes: ASCII is safe, but the form is not self-synchronizing.
///
/// ```
/// use placemat::{decode, encode, form::FssUtf1992July};
/// assert_eq!(encode(FssUtf1992July, &[0x80, 0x10FFFF]).unwrap(), b"\x80\x80\xE0\xA3\xBE\xFF");
/// assert_eq!(decode(FssUtf1992July, b"\xF7\xEF\xDF\xBE\xFF").unwrap(), [0x7FFF_FFFF]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FssUtf1992July;

seal!(FssUtf1992July);

/// A following byte has only its top bit fixed.
const FOLLOWING: Alphabet = Alphabet::new(0x80, 0xFF);

/// Its rows without surrogates.
const PARTS: ([Row; 6], [Row; 2]) = FssUtf1992July::TABLE.without_surrogates();

impl Form for FssUtf1992July {
    type Unit = u8;
    type CodePoint = Ucs4;
    const NAME: &'static str = "fss-utf-1992-07";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0x80, 0x80], &[0xBF, 0xFF], FOLLOWING, 0x80, 0x207F),
            Row::new(&[0xC0, 0x80, 0x80], &[0xDF, 0xFF, 0xFF], FOLLOWING, 0x2080, 0x8_207F),
            Row::new(&[0xE0, 0x80, 0x80, 0x80], &[0xEF, 0xFF, 0xFF, 0xFF], FOLLOWING, 0x8_2080, 0x208_207F),
            Row::new(
                &[0xF0, 0x80, 0x80, 0x80, 0x80],
                &[0xF7, 0xEF, 0xDF, 0xBE, 0xFF],
                FOLLOWING,
                0x208_2080,
                0x7FFF_FFFF,
            ),
        ],
        &[
            // Payloads above 7DF7DF7F.
            Row::new(
                &[0xF7, 0xEF, 0xDF, 0xBF, 0x80],
                &[0xF7, 0xFF, 0xFF, 0xFF, 0xFF],
                FOLLOWING,
                0x8000_0000,
                0x8208_207F,
            )
            .excluded(OutOfRange),
        ],
    );
    const PAIRING: PairingRule = PairingRule::Apart;
    const REFUSING: Option<&'static Table> = Some(&Table::new(8, &PARTS.0, &PARTS.1));
}
