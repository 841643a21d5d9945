//! UTF-16 (Unicode 3.9, D91, Table 3-5).

use super::{Form, Resynchronizing, seal};
use crate::error::ErrorKind::Surrogate;
use crate::table::{Alphabet, Row, Table};

/// UTF-16 (Unicode 3.9, D91): scalar values up to U+FFFF as one unit, others as a surrogate pair.
///
/// ```
/// use placemat::{decode, form::Utf16, validate};
/// // D89: two ill-formed strings whose concatenation is well-formed.
/// assert_eq!(validate(Utf16, &[0x004D, 0xD800]).unwrap_err().len(), 1);
/// assert_eq!(validate(Utf16, &[0xDF02, 0x004D]).unwrap_err().len(), 1);
/// assert_eq!(decode(Utf16, &[0x004D, 0xD800, 0xDF02, 0x004D]).unwrap(), [0x4D, 0x10302, 0x4D]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf16;
seal!(Utf16);

/// Lead surrogate, trail surrogate (Table 3-5).
pub(super) const PAIRS: Row =
    Row::pairs(&[0xD800, 0xDC00], &[0xDBFF, 0xDFFF], &[Alphabet::new(0xDC00, 0xDFFF)], 1);

impl Form for Utf16 {
    type Unit = u16;
    type CodePoint = char;
    const NAME: &'static str = "utf-16";
    const TABLE: &'static Table = &Table::new(
        16,
        &[Row::single(0x0000, 0xD7FF, 0x0000), PAIRS, Row::single(0xE000, 0xFFFF, 0xE000)],
        &[Row::single(0xDC00, 0xDFFF, 0xDC00).excluded(Surrogate)],
    );
}

impl Resynchronizing for Utf16 {}
