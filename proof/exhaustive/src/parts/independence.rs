//! Two or three windows anywhere in a text of two kinds: the result for one window does not depend on another
//! that is not adjacent, nor on what the text is like elsewhere.
//!
//! Together with the walk of single windows this makes a proof: a kernel can only err on a text at a position
//! whose neighbourhood has been tested. The quick walk draws 100,000 times for each kernel, alternating
//! between two windows and three.

use std::{array, io};

use placemat_random::Random;

use super::Plan;
use crate::definition::Form;
use crate::frame::{Frame, Framed, FramedConverter, FramedValidator, LENGTHS, long};
use crate::report::Tally;
use crate::subject::{Converter, VALIDATORS, Validator, WIDE_VALIDATORS, converters};
use crate::text::{BACKGROUNDS, Windows};

pub(super) fn run(plan: &Plan, part: &str) -> io::Result<u64> {
    let validators = VALIDATORS.into_iter().chain(WIDE_VALIDATORS);
    let wrong = plan.each(part, validators, Validator::name, |&validator, tally| {
        let form = validator.form;
        walk(plan, (form, form), tally, |frame| FramedValidator::new(validator, frame));
    })?;
    let converters = plan.each(part, converters(), Converter::name, |&converter, tally| {
        walk(plan, (converter.from, converter.to), tally, |frame| FramedConverter::new(converter, frame));
    })?;
    Ok(wrong + converters)
}

fn walk<K: Framed>(plan: &Plan, sides: (Form, Form), tally: &mut Tally, kernel: impl Fn(Frame) -> K) {
    let form = sides.0;
    let windows = Windows::of(form);
    let mut random = Random::new(5);
    for (k, (_, ranges)) in BACKGROUNDS.into_iter().enumerate() {
        let (_, others) = BACKGROUNDS[(k + 1) % BACKGROUNDS.len()];
        // The text has two kinds, so that the text before a window differs from the text after it.
        let texts = LENGTHS.map(|len| {
            let [front, back] =
                [ranges, others].map(|ranges| long(&mut random, form, sides.1, ranges).cut(len / 2).bytes);
            [front, back].concat()
        });
        let mut middles = texts.clone();
        // The whole text is the middle, so that the reference judges all of it.
        let mut framed = kernel(Frame::new(&[], &[]));
        for draw in 0..plan.by_extent(300, 20_000, 1_000_000) {
            // One in four draws uses the longer text.
            let which = draw % 4 / 3;
            let (text, middle) = (&texts[which], &mut middles[which]);
            let places: [usize; 3] = array::from_fn(|k| {
                let place = random.below((text.len() - windows.bytes()) / form.width()) * form.width();
                let number = random.below(windows.count());
                if k < 2 + draw % 2 {
                    windows.write(number, form.is_big(), &mut middle[place..place + windows.bytes()]);
                }
                place
            });
            framed.check_in(plan.ways(draw / 4), middle, tally);
            for place in places {
                middle[place..place + windows.bytes()].copy_from_slice(&text[place..place + windows.bytes()]);
            }
        }
    }
}
