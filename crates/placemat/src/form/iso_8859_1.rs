//! ISO-8859-1 (ISO/IEC 8859-1:1998, with the control characters).

use super::{Form, Resynchronizing, seal};
use crate::table::{Row, Table};

/// ISO-8859-1 (ISO/IEC 8859-1 with the control characters): byte *b* is U+00*b*, all 256, 80..9F the C1 controls.
/// Decoding never fails.
///
/// ```
/// use placemat::{decode, form::Iso8859_1};
/// assert_eq!(decode(Iso8859_1, b"\xEF\xBB\xBF").unwrap(), [0xEF, 0xBB, 0xBF]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Iso8859_1;
seal!(Iso8859_1);

impl Form for Iso8859_1 {
    type Unit = u8;
    type CodePoint = char;
    const NAME: &'static str = "iso-8859-1";
    const TABLE: &'static Table = &Table::new(8, &[Row::single(0x00, 0xFF, 0x00)], &[]);
}

impl Resynchronizing for Iso8859_1 {}
