//! All strings of four bytes inside well-formed texts of two lengths, through every validator.
//!
//! Whether a byte is well-formed depends on it and the three before it. So a validator that is right about
//! all of these strings at a position is right about that position, as long as its result does not depend on
//! anything outside the window.

use std::io;

use placemat_random::Random;

use super::Plan;
use crate::definition::Form;
use crate::frame::{Frame, FramedValidator, long};
use crate::report::Tally;
use crate::subject::{VALIDATORS, Validator, WIDE_VALIDATORS};
use crate::text::{BACKGROUNDS, Windows};

/// Returns lengths of texts, with the positions of windows in them: one for which some kernels have an entry
/// of their own, and one for which no kernel has. They are not longer, because every string walks through
/// every byte of the shorter one. If no kernel has such an entry, one text is as good as longer ones: a block
/// of 64 before the window, and the rest of one after it.
fn texts(tier: &str) -> &'static [(usize, usize)] {
    match tier {
        "avx512" => &[(512, 320), (1088, 320)],
        "avx2" => &[(512, 320)],
        _ => &[(128, 64)],
    }
}

pub(super) fn run(plan: &Plan, part: &str) -> io::Result<u64> {
    // In UTF-32 the strings are all units; `units` walks the pairs of UTF-16.
    let wide = WIDE_VALIDATORS.into_iter().filter(|validator| validator.form.width() == 4);
    let validators = VALIDATORS.into_iter().chain(wide);
    plan.each(part, validators, Validator::name, |validator, tally| sweep(plan, *validator, tally))
}

/// Returns both ends of every class of bytes; those of UTF-8 also for the bytes of wider units.
fn classes(form: Form) -> Vec<u8> {
    let form = if form.width() == 1 { form } else { Form::Utf8 };
    Windows::of(form).units().iter().map(|&byte| byte as u8).collect()
}

fn sweep(plan: &Plan, validator: Validator, tally: &mut Tally) {
    let all: Vec<u8> = (0..=0xFF).collect();
    let classes = classes(validator.form);
    // In a reduced walk, the last bytes take all values, except that only one in `step` values of the last
    // byte is used, and others after the next three bytes. This covers all values of any two adjacent bytes,
    // and all triples of classes.
    let (reduced, step) = plan.by_extent((3, 5), (2, 7), (0, 1));
    let bytes = |k: usize| if k < reduced { &classes[..] } else { &all[..] };
    let (_, mixed) = BACKGROUNDS[4];
    // Without lone surrogates, which would make verdicts slow. Those are in the windows, and in `classes`.
    let text = long(&mut Random::new(1), validator.form, Form::Utf8, mixed);
    for offset in plan.offsets(1, validator.form.width()) {
        let mut framed = vec![];
        let (mut middle, mut at) = (vec![], 0);
        for &(len, from) in texts(plan.tier) {
            let (frame, around, place) = Frame::at(&text.cut(len), from + offset, 4, None);
            framed.push(FramedValidator::new(validator, frame));
            (middle, at) = (around, place);
        }
        let mut check = |middle: &[u8]| {
            let first_error = validator.form.first_error(middle);
            // The entry for short texts passes ill-formed text on to the entry for long texts.
            let entries = if first_error.is_some() { 1 } else { framed.len() };
            for framed in &mut framed[..entries] {
                framed.expect(first_error, middle, tally);
            }
        };
        let mut skipped = 0;
        for &first in bytes(0) {
            middle[at] = first;
            for &second in bytes(1) {
                middle[at + 1] = second;
                for &third in bytes(2) {
                    middle[at + 2] = third;
                    for &fourth in bytes(3).iter().skip(skipped % step).step_by(step) {
                        middle[at + 3] = fourth;
                        check(&middle);
                    }
                    skipped += 1;
                }
            }
        }
    }
}
