//! All pairs of 16-bit units inside a well-formed text, through everything that reads UTF-16.

use std::io;

use placemat_random::Random;

use super::{Extent, Plan};
use crate::definition::Form;
use crate::frame::{Frame, Framed, FramedConverter, FramedValidator, long};
use crate::report::Tally;
use crate::subject::{Converter, Validator, WIDE_VALIDATORS, converters};
use crate::text::{BACKGROUNDS, WORDS};

pub(super) fn run(plan: &Plan, part: &str) -> io::Result<u64> {
    let validators = WIDE_VALIDATORS.into_iter().filter(|validator| validator.form.width() == 2);
    let wrong = plan.each(part, validators, Validator::name, |&validator, tally| {
        let form = validator.form;
        walk(plan, (form, form), tally, |frame| FramedValidator::new(validator, frame));
    })?;
    let converters = converters().filter(|converter| converter.from.width() == 2);
    let converters = plan.each(part, converters, Converter::name, |&converter, tally| {
        walk(plan, (converter.from, converter.to), tally, |frame| FramedConverter::new(converter, frame));
    })?;
    Ok(wrong + converters)
}

fn walk<K: Framed>(plan: &Plan, sides: (Form, Form), tally: &mut Tally, kernel: impl Fn(Frame) -> K) {
    let form = sides.0;
    let (_, mixed) = BACKGROUNDS[4];
    let text = long(&mut Random::new(2), form, sides.1, mixed).cut(plan.text_len());
    for offset in plan.offsets(1, 2) {
        let (frame, mut middle, at) = Frame::around(&text, offset, 4, None);
        let mut framed = kernel(frame);
        let mut turn = 0;
        let mut check = |pair: [u16; 2]| {
            for (bytes, unit) in middle[at..at + 4].chunks_exact_mut(2).zip(pair) {
                bytes.copy_from_slice(&if form.is_big() { unit.to_be_bytes() } else { unit.to_le_bytes() });
            }
            // Each way is used with both orders of the two.
            framed.check_in(plan.ways(turn + turn / 2), &middle, tally);
            turn += 1;
        };
        if plan.extent == Extent::Full {
            (0..=u32::MAX).for_each(|pair| check([(pair >> 16) as u16, pair as u16]));
            continue;
        }
        // One of the two is of every class, the other takes all values.
        let step = plan.by_extent(127, 7, 1);
        for class in WORDS.map(|unit| unit as u16) {
            for unit in (0..=u16::MAX).step_by(step) {
                check([class, unit]);
                check([unit, class]);
            }
        }
    }
}
