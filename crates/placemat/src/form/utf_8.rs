//! UTF-8, as Unicode and RFC 3629 define it (Unicode 3.9, D92, Tables 3-6 and 3-7).

use super::{Form, Resynchronizing, TRAIL, Utf8Compatible, seal};
use crate::error::ErrorKind::{OutOfRange, Overlong, Surrogate};
use crate::table::{Row, Table};

/// UTF-8 (Unicode 3.9, D92; RFC 3629): the scalar values, in one to four bytes.
///
/// Table 3-7 has nine lines because it gives ranges of independent bytes; ranges of whole sequences need
/// five. The excluded rows are the sequences that its bold numbers exclude. U+FEFF at the start is an
/// ordinary character here; see `utf-8-sig` for the signature.
///
/// ```
/// use placemat::{decode, encode, form::Utf8};
/// // Table 3-4
/// assert_eq!(encode(Utf8, &[0x4D, 0x430, 0x4E8C, 0x10302]).unwrap(), b"M\xD0\xB0\xE4\xBA\x8C\xF0\x90\x8C\x82");
/// assert_eq!(decode(Utf8, b"\xF4\x80\x83\x92").unwrap(), [0x1000D2]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf8;
seal!(Utf8);

impl Form for Utf8 {
    type Unit = u8;
    type CodePoint = char;
    const NAME: &'static str = "utf-8";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xED, 0x9F, 0xBF], TRAIL, 0x800, 0xD7FF),
            Row::new(&[0xEE, 0x80, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0xE000, 0xFFFF),
            Row::new(&[0xF0, 0x90, 0x80, 0x80], &[0xF4, 0x8F, 0xBF, 0xBF], TRAIL, 0x1_0000, 0x10_FFFF),
        ],
        &[
            OVERLONG_2,
            OVERLONG_3,
            Row::new(&[0xED, 0xA0, 0x80], &[0xED, 0xBF, 0xBF], TRAIL, 0xD800, 0xDFFF).excluded(Surrogate),
            OVERLONG_4,
            BEYOND_4,
            BEYOND_5,
            BEYOND_6,
        ],
    );
    const IS_TEXT: bool = true;
}

impl Resynchronizing for Utf8 {}
impl Utf8Compatible for Utf8 {}

/// The two-byte sequences of U+0000..U+007F.
pub(super) const OVERLONG_2: Row =
    Row::new(&[0xC0, 0x80], &[0xC1, 0xBF], TRAIL, 0x00, 0x7F).excluded(Overlong);
/// The three-byte sequences of U+0000..U+07FF.
pub(super) const OVERLONG_3: Row =
    Row::new(&[0xE0, 0x80, 0x80], &[0xE0, 0x9F, 0xBF], TRAIL, 0x00, 0x7FF).excluded(Overlong);
/// The four-byte sequences of U+0000..U+FFFF.
pub(super) const OVERLONG_4: Row =
    Row::new(&[0xF0, 0x80, 0x80, 0x80], &[0xF0, 0x8F, 0xBF, 0xBF], TRAIL, 0x00, 0xFFFF).excluded(Overlong);
/// The four-byte sequences of values beyond U+10FFFF.
pub(super) const BEYOND_4: Row =
    Row::new(&[0xF4, 0x90, 0x80, 0x80], &[0xF7, 0xBF, 0xBF, 0xBF], TRAIL, 0x11_0000, 0x1F_FFFF)
        .excluded(OutOfRange);
/// The five-byte sequences, abolished in 2003.
pub(super) const BEYOND_5: Row =
    Row::new(&[0xF8, 0x80, 0x80, 0x80, 0x80], &[0xFB, 0xBF, 0xBF, 0xBF, 0xBF], TRAIL, 0x00, 0x3FF_FFFF)
        .excluded(OutOfRange);
/// The six-byte sequences, abolished in 2003.
pub(super) const BEYOND_6: Row = Row::new(
    &[0xFC, 0x80, 0x80, 0x80, 0x80, 0x80],
    &[0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF],
    TRAIL,
    0x00,
    0x7FFF_FFFF,
)
.excluded(OutOfRange);
