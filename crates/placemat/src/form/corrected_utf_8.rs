//! Corrected UTF-8 (the text of 14 November 2022).

use super::{Form, Resynchronizing, TRAIL, seal};
use crate::code_point::Ucs4;
use crate::error::ErrorKind::Nul;
use crate::table::{Row, Table};

/// Strings of Corrected UTF-8 (its text of 14 November 2022): the bit patterns of RFC 2044 with offsets
/// added, so that each sequence has its own code point. There are no overlong sequences, no C1 controls, no
/// surrogates, and no limit at U+10FFFF.
///
/// Sequences that begin with FE or FF are reserved for future use and extend to the next lead byte.
/// Well-formed UTF-8 is well-formed here, with other characters: only the magic number of a document
/// distinguishes the two.
///
/// ```
/// use placemat::{decode, form::CorrectedUtf8};
/// assert_eq!(decode(CorrectedUtf8, b"\xC0\xAF").unwrap(), [0xCF]);
/// assert_eq!(decode(CorrectedUtf8, b"\xFD\xBF\xBF\xBF\xBF\xBF").unwrap(), [0x8421_109F]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CorrectedUtf8;

/// The text of a Corrected UTF-8 document, after its magic number: U+0000 must not appear.
///
/// ```
/// use placemat::{form::CorrectedUtf8Text, validate, ErrorKind};
/// assert_eq!(validate(CorrectedUtf8Text, b"a\0").unwrap_err().kind(), ErrorKind::Nul);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CorrectedUtf8Text;
seal!(CorrectedUtf8, CorrectedUtf8Text);

/// The magic number that a Corrected UTF-8 file should begin with.
pub(crate) const MAGIC_NUMBER: [u8; 8] = [0xEF, 0xB7, 0x9D, 0xED, 0xB2, 0xAE, 0x00, 0x0A];

impl CorrectedUtf8 {
    /// The magic number that a Corrected UTF-8 file should begin with: U+10E7D U+ED4E U+0000 U+000A.
    ///
    /// In UTF-8 it is ill-formed, because `ED B2 AE` would be the surrogate U+DCAE (CONFORMANCE.md, decision
    /// 30).
    ///
    /// ```
    /// use placemat::{decode, form::CorrectedUtf8};
    /// let text = decode(CorrectedUtf8, &CorrectedUtf8::MAGIC_NUMBER).unwrap();
    /// assert_eq!(text, [0x10E7D, 0xED4E, 0x0000, 0x000A]);
    /// ```
    pub const MAGIC_NUMBER: [u8; 8] = MAGIC_NUMBER;
}

/// The last six of the author's seven lines.
const ROWS: [Row; 6] = [
    Row::new(&[0xC0, 0x80], &[0xDF, 0xBF], TRAIL, 0xA0, 0x89F),
    Row::new(&[0xE0, 0x80, 0x80], &[0xEC, 0xBD, 0x9F], TRAIL, 0x8A0, 0xD7FF),
    Row::new(&[0xEC, 0xBD, 0xA0], &[0xEF, 0xBF, 0xBF], TRAIL, 0xE000, 0x1_109F),
    Row::new(&[0xF0, 0x80, 0x80, 0x80], &[0xF7, 0xBF, 0xBF, 0xBF], TRAIL, 0x1_10A0, 0x21_109F),
    Row::new(&[0xF8, 0x80, 0x80, 0x80, 0x80], &[0xFB, 0xBF, 0xBF, 0xBF, 0xBF], TRAIL, 0x21_10A0, 0x421_109F),
    Row::new(
        &[0xFC, 0x80, 0x80, 0x80, 0x80, 0x80],
        &[0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF],
        TRAIL,
        0x421_10A0,
        0x8421_109F,
    ),
];

impl Form for CorrectedUtf8 {
    type Unit = u8;
    type CodePoint = Ucs4;
    const NAME: &'static str = "corrected-utf-8";
    const TABLE: &'static Table = &Table::new(
        8,
        &[Row::single(0x00, 0x7F, 0x00), ROWS[0], ROWS[1], ROWS[2], ROWS[3], ROWS[4], ROWS[5]],
        &[],
    );
    const RESERVED: Option<u32> = Some(0xFE);
}

impl Form for CorrectedUtf8Text {
    type Unit = u8;
    type CodePoint = Ucs4;
    const NAME: &'static str = "corrected-utf-8-document";
    const TABLE: &'static Table = &Table::new(
        8,
        &[Row::single(0x01, 0x7F, 0x01), ROWS[0], ROWS[1], ROWS[2], ROWS[3], ROWS[4], ROWS[5]],
        &[Row::single(0x00, 0x00, 0x00).excluded(Nul)],
    );
    const RESERVED: Option<u32> = Some(0xFE);
}

impl Resynchronizing for CorrectedUtf8 {}
impl Resynchronizing for CorrectedUtf8Text {}

/// The distance by which the policy `private-use` moves the C1 controls and the surrogates.
const PRIVATE_USE: u32 = 0x10_0000;

#[inline]
const fn has_no_place(code_point: u32) -> bool {
    matches!(code_point, 0x80..=0x9F | 0xD800..=0xDFFF)
}

/// Returns the code point that the policy `private-use` maps a code point to. Returns `None` for a code point
/// that is already the result of such a mapping, so that the mapping can always be undone.
#[inline]
pub(crate) const fn to_private_use(code_point: u32) -> Option<u32> {
    if has_no_place(code_point) {
        Some(code_point + PRIVATE_USE)
    } else if has_no_place(code_point.wrapping_sub(PRIVATE_USE)) {
        None
    } else {
        Some(code_point)
    }
}

/// Undoes the mapping of the policy `private-use`.
#[inline]
pub(crate) const fn from_private_use(code_point: u32) -> u32 {
    let lowered = code_point.wrapping_sub(PRIVATE_USE);
    if has_no_place(lowered) { lowered } else { code_point }
}
