//! The text that two forms with UTF-8's bit patterns write alike. Kernels copy such text from one form to the
//! other.

use crate::code_point::CodePoint;
use crate::form::{Cesu8, Form, Mutf8, Mutf8Lenient, Utf8, sealed};
use crate::table::{Row, Table};

/// The scalar values that two such forms write alike: with or without the byte 00, and with supplementary
/// code points in four bytes, in surrogate pairs, or not at all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Intersection<const NUL: bool, const FOUR: bool, const PAIRS: bool>;

impl<const NUL: bool, const FOUR: bool, const PAIRS: bool> sealed::Sealed for Intersection<NUL, FOUR, PAIRS> {}

impl<const NUL: bool, const FOUR: bool, const PAIRS: bool> Form for Intersection<NUL, FOUR, PAIRS> {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "intersection";
    const TABLE: &'static Table = &Table::new(8, Self::ROWS, &[]);
}

/// The code points of the BMP except U+0000 and surrogates.
pub(crate) type Utf8mb3WithoutNul = Intersection<false, false, false>;

/// ASCII, with each byte for itself: what forms without UTF-8's patterns have in common with others, between
/// sequences.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ascii;

impl sealed::Sealed for Ascii {}

impl Form for Ascii {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "intersection";
    const TABLE: &'static Table = &Table::new(8, &[Row::single(0x00, 0x7F, 0x00)], &[]);
}

impl<const NUL: bool, const FOUR: bool, const PAIRS: bool> Intersection<NUL, FOUR, PAIRS> {
    const ASCII: Row = if NUL { UTF_8[0] } else { Row::single(0x01, 0x7F, 0x01) };
    const WITH_PAIRS: [Row; 5] = [Self::ASCII, UTF_8[1], UTF_8[2], LEADS_AND_TRAILS, UTF_8[3]];
    const WITH_FOUR: [Row; 5] = [Self::ASCII, UTF_8[1], UTF_8[2], UTF_8[3], UTF_8[4]];
    const WITH_NEITHER: [Row; 4] = [Self::ASCII, UTF_8[1], UTF_8[2], UTF_8[3]];
    const ROWS: &'static [Row] = match (PAIRS, FOUR) {
        (true, _) => &Self::WITH_PAIRS,
        (false, true) => &Self::WITH_FOUR,
        (false, false) => &Self::WITH_NEITHER,
    };
}

const UTF_8: &[Row] = Utf8::TABLE.rows();
/// The row of pairs, at the position of lead surrogates.
const LEADS_AND_TRAILS: Row = Cesu8::TABLE.rows()[3];

/// Modified UTF-8 without lone surrogates: what UTF-16 can hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairedMutf8<const LENIENT: bool>;

impl<const LENIENT: bool> sealed::Sealed for PairedMutf8<LENIENT> {}

impl<const LENIENT: bool> Form for PairedMutf8<LENIENT> {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "intersection";
    const TABLE: &'static Table = if LENIENT {
        &Table::new(8, &MUTF_8_LENIENT.0, &MUTF_8_LENIENT.1)
    } else {
        &Table::new(8, &MUTF_8.0, &MUTF_8.1)
    };
}

const MUTF_8: ([Row; 6], [Row; 4]) = Mutf8::TABLE.without_surrogates();
const MUTF_8_LENIENT: ([Row; 9], [Row; 1]) = Mutf8Lenient::TABLE.without_surrogates();
