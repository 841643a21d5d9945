//! Windows of units of every class: at every position of a block, in texts of every length class, near the
//! end, and in short texts, at changing alignments.

use std::io;

use placemat_random::Random;

use super::{Extent, Plan};
use crate::definition::Form;
use crate::frame::{Frame, Framed, FramedConverter, FramedValidator, LENGTHS, long};
use crate::report::Tally;
use crate::subject::{Converter, VALIDATORS, Validator, WIDE_VALIDATORS, converters};
use crate::text::{BACKGROUNDS, Background, Windows};

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

/// A position for the windows.
#[derive(Clone, Copy)]
enum Place {
    /// At an offset in a block, in a text of that many bytes.
    Inside(usize, usize),
    /// At an offset in a block, with that many bytes after the window.
    NearTheEnd(usize, usize),
    /// With that many bytes before and after the window.
    Short(usize, usize),
}

/// Returns the positions, all multiples of `width`.
fn places(plan: &Plan, width: usize) -> Vec<Place> {
    let whole = |bytes: usize| bytes / width * width;
    let offsets = plan.offsets(plan.by_extent(1, 64, 64), width);
    // No scalar kernel has an entry for texts of some blocks. With AVX-512, runs have four blocks, and the
    // preparation before long runs extends to the second run. So there are also windows after byte 511, in
    // the third run.
    let texts: &[(usize, usize)] = match plan.tier {
        "scalar" => &[(0, LENGTHS[0])],
        "avx512" => &[(0, LENGTHS[0]), (0, LENGTHS[1]), (240, LENGTHS[1])],
        _ => &[(0, LENGTHS[0]), (0, LENGTHS[1])],
    };
    let inside =
        offsets.flat_map(|offset| texts.iter().map(move |(from, len)| Place::Inside(from + offset, *len)));
    // All tails with the lengths of two blocks.
    let tails = plan.by_extent(1, 129, 129);
    let near_the_end = (0..tails).map(|k| Place::NearTheEnd(whole((7 * k + 5) % 64), whole(k * 129 / tails)));
    let short = (0..plan.by_extent(2, 128, 256)).map(|k| Place::Short(whole(29 * k % 79), whole(5 * k % 73)));
    inside.chain(near_the_end).chain(short).collect()
}

/// Walks windows at positions in backgrounds, in a kernel with these sides: every window at every position in
/// every background.
///
/// Unless everything is walked, each position has a background of its own and one in some number of windows,
/// and the next position has the next ones. The number of units, the number of backgrounds and the step
/// between windows have no common divisor. So there are units of every class at each position, and each
/// window is at positions of every kind throughout a block.
fn walk<K: Framed>(plan: &Plan, sides: (Form, Form), tally: &mut Tally, kernel: impl Fn(Frame) -> K) {
    let form = sides.0;
    let windows = Windows::of(form);
    let step = plan.by_extent(13, 131, 1);
    let is_full = plan.extent == Extent::Full;
    for (k, &place) in places(plan, form.width()).iter().enumerate() {
        for (seed, (_, ranges)) in
            BACKGROUNDS.iter().enumerate().filter(|(n, _)| is_full || *n == 4 * (k + 1) % 5)
        {
            let text = long(&mut Random::new(seed as u64), form, sides.1, ranges);
            let (frame, mut middle, at) = framed(&text, place, windows.bytes());
            let mut framed = kernel(frame.shifted(12 * k * form.width()));
            for (turn, number) in (k % step..windows.count()).step_by(step).enumerate() {
                windows.write(number, form.is_big(), &mut middle[at..at + windows.bytes()]);
                framed.check_in(plan.ways(turn + k / step), &middle, tally);
            }
        }
    }
}

/// Returns a frame, its middle, and the position in the middle of a window of `len` bytes.
fn framed(text: &Background, place: Place, len: usize) -> (Frame, Vec<u8>, usize) {
    match place {
        Place::Inside(offset, whole) => Frame::around(&text.cut(whole), offset, len, None),
        Place::NearTheEnd(offset, tail) => Frame::around(text, offset, len, Some(tail)),
        Place::Short(before, after) => {
            let at = text.boundaries[text.boundaries.partition_point(|&at| at < before)];
            (Frame::new(&[], &[]), text.bytes[..at + len + after].to_vec(), at)
        }
    }
}
