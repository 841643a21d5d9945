//! The lengths that are computed for a conversion equal the lengths that are written, and none exceeds the
//! bound.

use std::io;

use placemat::Failure;
use placemat_random::Random;

use super::Plan;
use crate::definition::{self, Outcome};
use crate::report::{Bytes, Tally};
use crate::subject::{Converter, converters};
use crate::text::{BACKGROUNDS, Windows, background};

pub(super) fn run(plan: &Plan, part: &str) -> io::Result<u64> {
    plan.each(part, converters(), Converter::name, |converter, tally| walk(plan, *converter, tally))
}

fn walk(plan: &Plan, converter: Converter, tally: &mut Tally) {
    let Converter { from, to, lossy } = converter;
    let conversion = converter.conversion();
    let windows = Windows::of(from);
    let mut random = Random::new(6);
    let mut written = vec![];
    for draw in 0..plan.by_extent(600, 10_000, 2_000_000) {
        let text = random_text(&mut random, converter, &windows, draw);
        written.clear();
        let outcome = definition::convert(from, to, lossy, &text, &mut written);
        let expected = match outcome {
            Outcome::Done => Ok(written.len() as u64),
            Outcome::IllFormed(at) | Outcome::Unencodable(at) => Err(at as u64),
        };
        let found = conversion.length(&text).map_err(|failure| match failure {
            Failure::IllFormed(error) => error.offset(),
            Failure::Unencodable(lost) => lost.offset(),
        });
        let bound = conversion.worst_case(text.len());
        tally.case(found == expected && bound.is_some_and(|bound| written.len() <= bound), || {
            format!("{}: {found:?}, not {expected:?}, bound {bound:?}", Bytes(&text))
        });
    }
}

/// Returns a text of up to 700 bytes: random bytes, only windows, or a background with up to three windows in
/// it.
fn random_text(random: &mut Random, converter: Converter, windows: &Windows, draw: usize) -> Vec<u8> {
    let Converter { from, to, .. } = converter;
    let len = random.below(if draw.is_multiple_of(3) { 40 } else { 700 }) / from.width() * from.width();
    if draw.is_multiple_of(8) {
        return (0..len).map(|_| random.bits() as u8).collect();
    }
    let (_, ranges) = BACKGROUNDS[random.below(BACKGROUNDS.len())];
    let mut text = background(random, from, to, ranges, len).bytes;
    let all = text.len().saturating_sub(windows.bytes()) / from.width();
    let count = if draw % 8 == 1 { all / 2 } else { draw % 4 };
    for _ in 0..count.min(all) {
        let place = random.below(all) * from.width();
        let number = random.below(windows.count());
        windows.write(number, from.is_big(), &mut text[place..place + windows.bytes()]);
    }
    text
}
