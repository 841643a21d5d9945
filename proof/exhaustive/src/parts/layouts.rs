//! All orders in which sequences of one to four bytes of UTF-8 fill a number of bytes, through every
//! conversion from and to UTF-8. A kernel that depends on the lengths of sequences sees all combinations of
//! them.

use std::io;

use placemat_random::Random;

use super::{Extent, Plan};
use crate::definition::Form;
use crate::frame::{Frame, Framed, FramedConverter, long};
use crate::report::Tally;
use crate::subject::{Converter, converters};
use crate::text::BACKGROUNDS;

/// The number of bytes of UTF-8 for the layouts that only the main conversions walk.
const MORE_BYTES: u32 = 32;

pub(super) fn run(plan: &Plan, part: &str) -> io::Result<u64> {
    let strict = || converters().filter(|converter| !converter.lossy && !converter.from.is_single_byte());
    let wrong = plan.each(part, strict(), Converter::name, |converter, tally| {
        for offset in plan.offsets(plan.by_extent(1, 8, 64), converter.from.width()) {
            walk(plan, *converter, plan.by_extent(12, 16, 16), offset, tally);
        }
    })?;
    if plan.extent < Extent::Full {
        return Ok(wrong);
    }
    let is_main = |form: Form| matches!(form, Form::Utf8 | Form::Utf16(_) | Form::Utf32(_));
    let main = strict().filter(|it| is_main(it.from) && is_main(it.to) && it.from != it.to);
    let name = |converter: &Converter| format!("{} of {MORE_BYTES} bytes", converter.name());
    Ok(wrong
        + plan.each(part, main, name, |converter, tally| walk(plan, *converter, MORE_BYTES, 0, tally))?)
}

/// Walks the lengths of all sequences, as the digits of a number that is counted up.
fn walk(plan: &Plan, converter: Converter, bytes: u32, offset: usize, tally: &mut Tally) {
    let Converter { from, to, .. } = converter;
    let (_, mixed) = BACKGROUNDS[4];
    let text = long(&mut Random::new(3), from, to, mixed).cut(plan.text_len());
    let (frame, ..) = Frame::around(&text, offset, 0, None);
    let mut framed = FramedConverter::new(converter, frame);
    let mut middle = vec![];
    // Each bit says whether a boundary follows a byte; the last byte has one.
    let orders = (0..1_u64 << (bytes - 1)).filter(|&borders| !has_long_gap(borders, bytes));
    for (turn, borders) in orders.enumerate() {
        middle.clear();
        let mut rest = borders | 1 << (bytes - 1);
        let mut at = 0;
        while rest != 0 {
            let len = rest.trailing_zeros() + 1;
            from.write(code_point(len, at, from, to), &mut middle);
            rest >>= len;
            at += len;
        }
        framed.check_in(plan.ways(turn + offset / 8), &middle, tally);
    }
}

/// Returns `true` if four bytes in a row have no boundary after them, so that a sequence is longer than four
/// bytes.
fn has_long_gap(borders: u64, bytes: u32) -> bool {
    let none = !borders & ((1 << (bytes - 1)) - 1);
    none & none >> 1 & none >> 2 & none >> 3 != 0
}

/// Returns a code point with `len` bytes in UTF-8, a different one at each position, which both sides can
/// hold.
fn code_point(len: u32, at: u32, from: Form, to: Form) -> u32 {
    let code_point = match len {
        1 => 0x41 + at,
        2 => 0xC0 + 37 * at,
        3 => 0x1234 + 1021 * at,
        _ => 0x1_0398 + 30_011 * at,
    };
    if from.holds(code_point) && to.holds(code_point) { code_point } else { 0x61 + at % 20 }
}
