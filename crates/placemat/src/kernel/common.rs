//! What forms with UTF-8's patterns of bits have in common: between two of them that is copied.

use crate::code_point::CodePoint;
use crate::form::{Form, Utf8, sealed};
use crate::table::{Row, Table};

/// The scalar values that two such forms write alike: UTF-8 with or without the sequences of four, with or without the
/// byte 00.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Common<const FOUR: bool, const NUL: bool>;

impl<const FOUR: bool, const NUL: bool> sealed::Sealed for Common<FOUR, NUL> {}

impl<const FOUR: bool, const NUL: bool> Form for Common<FOUR, NUL> {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "common";
    const TABLE: &'static Table = &common(FOUR, NUL);
}

const fn common(four: bool, nul: bool) -> Table {
    let rows = Utf8::TABLE.const_rows();
    let ascii = if nul { rows[0] } else { Row::single(0x01, 0x7F, 0x01) };
    let all = [ascii, rows[1], rows[2], rows[3], rows[4]];
    Table::new(8, all.split_at(if four { 5 } else { 4 }).0, &[])
}

/// What a form adds to the question of what it has in common with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Likeness {
    /// Supplementary code points have four bytes.
    four: bool,
    /// U+0000 is the byte 00, and nothing else is.
    nul: bool,
}

impl Likeness {
    /// Of the form of that name.
    pub(super) const fn of(name: &str) -> Option<Self> {
        let (four, nul) = match name.as_bytes() {
            b"utf-8" | b"utf-8-sig" | b"utf-8b" | b"generalized-utf-8" | b"wtf-8" => (true, true),
            b"cesu-8" | b"cesu-8-lenient" | b"utf8mb3" => (false, true),
            b"mutf-8" | b"mutf-8-lenient" => (false, false),
            _ => return None,
        };
        Some(Likeness { four, nul })
    }

    /// What two forms have in common: sequences of four, the byte 00.
    pub(super) fn with(self, other: Self) -> (bool, bool) {
        (self.four && other.four, self.nul && other.nul)
    }
}
