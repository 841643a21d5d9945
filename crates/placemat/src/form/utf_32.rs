//! UTF-32 (Unicode 3.9, D90).

use super::{Form, Resynchronizing, seal};
use crate::error::ErrorKind::{OutOfRange, Surrogate};
use crate::table::{Row, Table};

/// UTF-32 (Unicode 3.9, D90): each scalar value as one 32-bit unit of the same value.
///
/// ```
/// use placemat::{form::Utf32, validate, ErrorKind};
/// assert!(validate(Utf32, &[0x4D, 0x430, 0x4E8C, 0x10302]).is_ok());
/// assert_eq!(validate(Utf32, &[0x110000]).unwrap_err().kind(), ErrorKind::OutOfRange);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf32;
seal!(Utf32);

impl Form for Utf32 {
    type Unit = u32;
    type CodePoint = char;
    const NAME: &'static str = "utf-32";
    const TABLE: &'static Table = &Table::new(
        32,
        &[Row::single(0, 0xD7FF, 0), Row::single(0xE000, 0x10_FFFF, 0xE000)],
        &[
            Row::single(0xD800, 0xDFFF, 0xD800).excluded(Surrogate),
            Row::single(0x11_0000, 0xFFFF_FFFF, 0x11_0000).excluded(OutOfRange),
        ],
    );
}

impl Resynchronizing for Utf32 {}
