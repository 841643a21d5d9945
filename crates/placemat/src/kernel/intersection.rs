//! What two forms with UTF-8's patterns of bits write alike: between them that is copied.

use crate::code_point::CodePoint;
use crate::form::{Cesu8, Form, Mutf8, Mutf8Lenient, Utf8, sealed};
use crate::table::{Row, Table};

/// The scalar values that two such forms write alike: with or without the byte 00, and what lies beyond the BMP in four
/// bytes, in pairs of halves, or not at all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Intersection<const NUL: bool, const FOUR: bool, const PAIRS: bool>;

impl<const NUL: bool, const FOUR: bool, const PAIRS: bool> sealed::Sealed for Intersection<NUL, FOUR, PAIRS> {}

impl<const NUL: bool, const FOUR: bool, const PAIRS: bool> Form for Intersection<NUL, FOUR, PAIRS> {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "intersection";
    const TABLE: &'static Table = &intersection(NUL, FOUR, PAIRS);
}

/// ASCII, each byte for itself: what forms without UTF-8's patterns have in common with others, between sequences.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ascii;

impl sealed::Sealed for Ascii {}

impl Form for Ascii {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "intersection";
    const TABLE: &'static Table = &Table::new(8, &[Row::single(0x00, 0x7F, 0x00)], &[]);
}

#[inline]
const fn intersection(nul: bool, four: bool, pairs: bool) -> Table {
    let rows = Utf8::TABLE.const_rows();
    let ascii = if nul { rows[0] } else { Row::single(0x01, 0x7F, 0x01) };
    if pairs {
        return Table::new(8, &[ascii, rows[1], rows[2], PAIRS, rows[3]], &[]);
    }
    let all = [ascii, rows[1], rows[2], rows[3], rows[4]];
    Table::new(8, all.split_at(if four { 5 } else { 4 }).0, &[])
}

/// The row of pairs, which stands where lead halves do.
const PAIRS: Row = Cesu8::TABLE.const_rows()[3];

/// Modified UTF-8 without halves that are in no pair: what UTF-16 can hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairedMutf8<const LENIENT: bool>;

impl<const LENIENT: bool> sealed::Sealed for PairedMutf8<LENIENT> {}

impl<const LENIENT: bool> Form for PairedMutf8<LENIENT> {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "intersection";
    const TABLE: &'static Table =
        &if LENIENT { Mutf8Lenient::TABLE.without_surrogates() } else { Mutf8::TABLE.without_surrogates() };
}
