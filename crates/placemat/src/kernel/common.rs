//! What forms with UTF-8's patterns of bits have in common: between two of them that is copied.

use crate::code_point::CodePoint;
use crate::form::{Form, Mutf8, Mutf8Lenient, Utf8, sealed};
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

/// Modified UTF-8 without halves that are in no pair: what UTF-16 can hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairedMutf8<const LENIENT: bool>;

impl<const LENIENT: bool> sealed::Sealed for PairedMutf8<LENIENT> {}

impl<const LENIENT: bool> Form for PairedMutf8<LENIENT> {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "common";
    const TABLE: &'static Table =
        &if LENIENT { Mutf8Lenient::TABLE.without_surrogates() } else { Mutf8::TABLE.without_surrogates() };
}
