//! All code points through every conversion, in strips of sixteen and in a text.

use std::io;

use placemat_random::Random;

use super::Plan;
use crate::frame::{Frame, Framed, FramedConverter, long};
use crate::report::Tally;
use crate::subject::{Converter, converters};
use crate::text::BACKGROUNDS;

/// The number of code points at a time.
const STRIP: u32 = 16;

pub(super) fn run(plan: &Plan, part: &str) -> io::Result<u64> {
    plan.each(part, converters(), Converter::name, |converter, tally| walk(plan, *converter, tally))
}

fn walk(plan: &Plan, converter: Converter, tally: &mut Tally) {
    let (_, mixed) = BACKGROUNDS[4];
    let text = long(&mut Random::new(4), converter.from, converter.to, mixed).cut(plan.text_len());
    let (frame, ..) = Frame::around(&text, 0, 0, None);
    let mut framed = FramedConverter::new(converter, frame);
    let mut middle = vec![];
    // In the full walk, every code point is at each position of a strip; in the smallest one, only one in
    // five occurs.
    let step = plan.by_extent(5 * STRIP as usize, STRIP as usize, 1);
    for (turn, first) in (0..0x11_0000_u32).step_by(step).enumerate() {
        middle.clear();
        for code_point in (first..first + STRIP).filter(|it| converter.from.holds(*it) && *it < 0x11_0000) {
            converter.from.write(code_point, &mut middle);
        }
        framed.check_in(plan.ways(turn), &middle, tally);
    }
}
