//! Windows of units of every class, at every place of a block, in texts of every length class, and near the end.

use std::io;

use super::Plan;
use crate::definition::Form;
use crate::frame::{Frame, Framed, FramedConverter, FramedValidator, long};
use crate::report::Tally;
use crate::subject::{Converter, VALIDATORS, Validator, WIDE_VALIDATORS, converters};
use crate::text::{BACKGROUNDS, Background, Random, Windows};

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

/// A place for the windows: the offset in a block, and how many bytes come behind.
type Place = (usize, Option<usize>);

/// Every window at every place in every background, in a kernel with these sides.
fn walk<K: Framed>(plan: &Plan, sides: (Form, Form), tally: &mut Tally, kernel: impl Fn(Frame) -> K) {
    let form = sides.0;
    let inside = plan.offsets(plan.by_extent(1, 8, 64), form.width()).map(|offset| (offset, None));
    // Near the end: all tails of the lengths of two blocks.
    let tails = plan.by_extent(2, 6, 129);
    let near_the_end = (0..tails).map(|k| {
        let tail = k * 129 / tails / form.width() * form.width();
        ((7 * k + 5) % 64 / form.width() * form.width(), Some(tail))
    });
    let places: Vec<Place> = inside.chain(near_the_end).collect();
    // At the smallest, each place has a background of its own.
    let all = plan.by_extent(false, true, true);
    for (k, &place) in places.iter().enumerate() {
        let first = if all { 0 } else { 4 * (k + 1) % 5 };
        let backgrounds = &BACKGROUNDS[first..if all { 5 } else { first + 1 }];
        for (seed, (_, ranges)) in backgrounds.iter().enumerate() {
            let text = long(&mut Random::new(seed as u64), form, sides.1, ranges);
            every_window(plan, form, &text, place, tally, &kernel);
        }
    }
}

/// Every window; at the smallest every seventh, which are of every class at every place.
fn every_window<K: Framed>(
    plan: &Plan,
    form: Form,
    text: &Background,
    (offset, tail): Place,
    tally: &mut Tally,
    kernel: impl Fn(Frame) -> K,
) {
    let windows = Windows::of(form);
    let (frame, mut middle, at) = Frame::around(text, offset, windows.bytes(), tail);
    let mut framed = kernel(frame);
    for number in (0..windows.count()).step_by(plan.by_extent(7, 1, 1)) {
        windows.write(number, form.is_big(), &mut middle[at..at + windows.bytes()]);
        framed.check(&middle, tally);
    }
}
