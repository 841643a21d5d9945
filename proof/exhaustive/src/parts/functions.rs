//! Functions that do not convert between two encodings: counts, `from_utf8_lossy`, chunks,
//! `make_well_formed`, and functions that take a `&str`. Units of every length are directly before, or
//! directly after, guard pages.

use std::borrow::Cow;
use std::io;

use placemat::form::Unit;
use placemat::form::{Iso8859_1, Utf8, Utf16, Utf32};
use placemat::{Codec, Conversion, Encoding, Options, Status};
use placemat_random::Random;

use super::Plan;
use crate::definition::Form;
use crate::pages::{Guarded, Side};
use crate::report::Tally;
use crate::text::{BACKGROUNDS, background};

/// The length of the longest input in units.
const LONGEST: usize = 1024;

/// A count, with what one unit adds to it according to the documentation.
type Count<U> = (&'static str, fn(&[U]) -> usize, fn(U) -> usize);

const OF_BYTES: [Count<u8>; 3] = [
    ("code-points-of-utf-8", Utf8::count_code_points, |byte| usize::from(!(0x80..=0xBF).contains(&byte))),
    ("utf-16-units-of-utf-8", Utf8::utf16_len, |byte| match byte {
        0x80..=0xBF => 0,
        0xF0.. => 2,
        _ => 1,
    }),
    ("utf-8-bytes-of-iso-8859-1", Iso8859_1::utf8_len, |byte| if byte < 0x80 { 1 } else { 2 }),
];

const OF_WORDS: [Count<u16>; 2] = [
    ("code-points-of-utf-16", Utf16::count_code_points, |unit| {
        usize::from(!(0xDC00..=0xDFFF).contains(&unit))
    }),
    ("utf-8-bytes-of-utf-16", Utf16::utf8_len, |unit| match unit {
        ..0x80 => 1,
        0x80..0x800 | 0xD800..=0xDFFF => 2,
        _ => 3,
    }),
];

const OF_DOUBLEWORDS: [Count<u32>; 2] = [
    ("utf-16-units-of-utf-32", Utf32::utf16_len, |unit| if unit < 0x1_0000 { 1 } else { 2 }),
    ("utf-8-bytes-of-utf-32", Utf32::utf8_len, |unit| match unit {
        ..0x80 => 1,
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        _ => 4,
    }),
];

pub(super) fn run(plan: &Plan, part: &str) -> io::Result<u64> {
    let mut wrong = counts(plan, part, &OF_BYTES, Encoding::Utf8)?;
    wrong += counts(plan, part, &OF_WORDS, Utf16)?;
    wrong += counts(plan, part, &OF_DOUBLEWORDS, Utf32)?;
    wrong += plan.each(part, [()], |()| "from-utf8-lossy".to_owned(), |(), tally| lossy(plan, tally))?;
    wrong += plan.each(part, [()], |()| "utf-8-chunks".to_owned(), |(), tally| chunks(plan, tally))?;
    wrong += plan.each(part, [()], |()| "make-well-formed".to_owned(), |(), tally| mend(plan, tally))?;
    for (name, target) in [
        ("str-to-utf-16le", Encoding::Utf16Le),
        ("str-to-utf-16be", Encoding::Utf16Be),
        ("str-to-utf-32le", Encoding::Utf32Le),
        ("str-to-utf-32be", Encoding::Utf32Be),
        ("str-to-wtf-8", Encoding::Wtf8),
        ("str-to-cesu-8", Encoding::Cesu8),
        ("str-to-mutf-8", Encoding::Mutf8),
        ("str-to-iso-8859-1", Encoding::Iso8859_1),
    ] {
        wrong +=
            plan.each(part, [target], |_| name.to_owned(), |target, tally| of_str(plan, *target, tally))?;
    }
    Ok(wrong)
}

/// Returns all lengths, several times; for smaller extents some of them.
fn lengths(plan: &Plan) -> impl Iterator<Item = usize> + use<> {
    let (step, times) = (plan.by_extent(5, 1, 1), plan.by_extent(2, 16, 1000));
    (0..times).flat_map(move |time| (time % step..=LONGEST).step_by(step))
}

/// Returns text of a background in UTF-8, of at least `len` bytes.
fn utf_8(random: &mut Random, len: usize) -> Vec<u8> {
    let (_, ranges) = BACKGROUNDS[random.below(BACKGROUNDS.len())];
    background(random, Form::Utf8, Form::Utf8, ranges, len).bytes
}

/// Returns `len` units of text; every third text has some arbitrary units.
fn units<C: Codec>(random: &mut Random, codec: C, len: usize, draw: usize) -> Vec<C::Unit> {
    let bytes = utf_8(random, 4 * len);
    let mut units = placemat::convert(Utf8, codec, &bytes).unwrap_or_default();
    units.resize(len, C::Unit::default());
    let strange = if len > 0 && draw.is_multiple_of(3) { len / 4 + 1 } else { 0 };
    for _ in 0..strange {
        let any = random.bits() as u32 >> random.below(32);
        units[random.below(len)] = C::Unit::from_u32(any & (u32::MAX >> (32 - C::Unit::BITS)));
    }
    units
}

fn counts<C: Codec>(plan: &Plan, part: &str, counts: &[Count<C::Unit>], codec: C) -> io::Result<u64> {
    let name = |count: &Count<C::Unit>| format!("count-{}", count.0);
    plan.each(part, counts.iter().copied(), name, |&(_, count, one), tally| {
        let mut random = Random::new(8);
        let mut pages = Guarded::new(LONGEST * size_of::<C::Unit>());
        for (draw, len) in lengths(plan).enumerate() {
            let text = units(&mut random, codec, len, draw);
            let side = [Side::Before, Side::Behind][draw % 2];
            let input = pages.slice(len, side);
            input.copy_from_slice(&text);
            let expected = text.iter().map(|&unit| one(unit)).sum::<usize>();
            let found = count(input);
            tally.case(found == expected, || format!("{found}, not {expected}: {text:02X?}"));
        }
    })
}

/// Compares with std.
fn lossy(plan: &Plan, tally: &mut Tally) {
    let mut random = Random::new(9);
    let mut pages = Guarded::new(LONGEST);
    for (draw, len) in lengths(plan).enumerate() {
        let text: Vec<u8> = units(&mut random, Utf8, len, draw);
        let input: &mut [u8] = pages.slice(len, [Side::Before, Side::Behind][draw % 2]);
        input.copy_from_slice(&text);
        let (found, expected) = (placemat::from_utf8_lossy(input), String::from_utf8_lossy(&text));
        let is_same =
            found == expected && matches!(found, Cow::Borrowed(_)) == matches!(expected, Cow::Borrowed(_));
        tally.case(is_same, || format!("{text:02X?}"));
    }
}

/// Compares with std.
fn chunks(plan: &Plan, tally: &mut Tally) {
    let mut random = Random::new(11);
    let mut pages = Guarded::new(LONGEST);
    for (draw, len) in lengths(plan).enumerate() {
        let text: Vec<u8> = units(&mut random, Utf8, len, draw);
        let input: &mut [u8] = pages.slice(len, [Side::Before, Side::Behind][draw % 2]);
        input.copy_from_slice(&text);
        let found =
            placemat::Str::<Utf8>::chunks(input).map(|part| (part.well_formed().as_str(), part.ill_formed()));
        let is_same = found.eq(text.utf8_chunks().map(|part| (part.valid(), part.invalid())));
        tally.case(is_same, || format!("{text:02X?}"));
    }
}

/// Compares with std's decoder, in place.
fn mend(plan: &Plan, tally: &mut Tally) {
    let mut random = Random::new(10);
    let mut pages = Guarded::new(2 * LONGEST);
    for (draw, len) in lengths(plan).enumerate() {
        let mut text: Vec<u16> = units(&mut random, Utf16, len, draw);
        for unit in &mut text {
            if draw % 5 == 0 && random.below(9) == 0 {
                *unit = [0xD800, 0xDBFF, 0xDC00, 0xDFFF][random.below(4)];
            }
        }
        let side = [Side::Before, Side::Behind][draw % 2];
        let units: &mut [u16] = pages.slice(len, side);
        units.copy_from_slice(&text);
        let count = Utf16::make_well_formed(units);
        let expected: Vec<u16> = char::decode_utf16(text.iter().copied())
            .flat_map(|decoded| {
                decoded.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf16(&mut [0; 2]).to_vec()
            })
            .collect();
        let lone = char::decode_utf16(text.iter().copied()).filter(Result::is_err).count();
        let is_same = *units == expected && count == lone && pages.is_intact::<u16>(len, side);
        tally.case(is_same, || format!("{text:04X?}"));
    }
}

/// Compares with the conversion of the bytes, which are validated there; the output has exact size.
fn of_str(plan: &Plan, target: Encoding, tally: &mut Tally) {
    let mut random = Random::new(11);
    let conversion = Conversion::new(Utf8, target, Options::default()).expect("a target that encodes");
    let (mut input, mut output) = (Guarded::new(4 * LONGEST), Guarded::new(16 * LONGEST));
    let mut roomy = vec![0; 16 * LONGEST];
    for (draw, len) in lengths(plan).enumerate() {
        let text = utf_8(&mut random, len);
        let sides = [draw & 1, draw >> 1 & 1].map(|bit| [Side::Before, Side::Behind][bit]);
        let place: &mut [u8] = input.slice(text.len(), sides[0]);
        place.copy_from_slice(&text);
        let place = std::str::from_utf8(place).expect("text");
        let expected = conversion.convert_into(&text, &mut roomy).expect("no frame");
        for room in [Some(expected.0.written), expected.0.written.checked_sub(1)].into_iter().flatten() {
            let out = output.slice(room, sides[1]);
            let found = conversion.convert_str_into(place, out).expect("no frame");
            let mut is_same = out[..found.0.written] == roomy[..found.0.written];
            is_same &= if room == expected.0.written {
                found == expected
            } else {
                found.0.written <= room && !matches!(found.1, Status::Done)
            };
            is_same &= output.is_intact::<u8>(room, sides[1]);
            tally.case(is_same, || format!("{room} {text:02X?}"));
        }
    }
}
