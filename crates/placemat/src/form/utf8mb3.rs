//! utf8mb3, which MySQL and MariaDB long called `utf8`.

use super::utf_8::{OVERLONG_2, OVERLONG_3};
use super::{Form, Resynchronizing, TRAIL, Utf8Compatible, seal};
use crate::error::ErrorKind::Surrogate;
use crate::table::{Row, Table};

/// utf8mb3, which MySQL and MariaDB long called `utf8`: UTF-8 with at most three bytes. It contains only the
/// BMP's scalar values; supplementary characters cannot be encoded.
///
/// ```
/// use placemat::{encode, form::Utf8mb3};
/// assert!(encode(Utf8mb3, &[0x1F600]).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf8mb3;
seal!(Utf8mb3);

impl Form for Utf8mb3 {
    type Unit = u8;
    type CodePoint = char;
    const NAME: &'static str = "utf8mb3";
    const TABLE: &'static Table = &Table::new(
        8,
        &[
            Row::single(0x00, 0x7F, 0x00),
            Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF),
            Row::new(&[0xE0, 0xA0, 0x80], &[0xED, 0x9F, 0xBF], TRAIL, 0x800, 0xD7FF),
            Row::new(&[0xEE, 0x80, 0x80], &[0xEF, 0xBF, 0xBF], TRAIL, 0xE000, 0xFFFF),
        ],
        &[
            OVERLONG_2,
            OVERLONG_3,
            Row::new(&[0xED, 0xA0, 0x80], &[0xED, 0xBF, 0xBF], TRAIL, 0xD800, 0xDFFF).excluded(Surrogate),
        ],
    );
    const IS_TEXT: bool = true;
}

impl Resynchronizing for Utf8mb3 {}
impl Utf8Compatible for Utf8mb3 {}
