//! Inputs and outputs of exact size that are directly before, or directly after, guard pages.
//!
//! The expected result is that of the same call with more space; the other parts test that this is right.

use std::io;

use placemat::form::{self, Unit};
use placemat::{Codec, Conversion, Encoding, OnError, OnUnencodable, Options, validate};
use placemat_random::Random;

use super::{Extent, Plan};
use crate::pages::{Guarded, Side};
use crate::report::Tally;
use crate::text::{BACKGROUNDS, Ranges, background};

/// The length of the longest input in units.
const LONGEST: usize = 1024;
/// Space for its output, including escapes.
const ROOM: usize = 64 * LONGEST;

/// The encodings with kernels of their own.
const KERNELS: [Encoding; 16] = [
    Encoding::Utf8,
    Encoding::GeneralizedUtf8,
    Encoding::Wtf8,
    Encoding::Utf8b,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Wtf16Le,
    Encoding::Wtf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
    Encoding::Cesu8,
    Encoding::Cesu8Lenient,
    Encoding::Mutf8,
    Encoding::Mutf8Lenient,
    Encoding::Utf8mb3,
    Encoding::Iso8859_1,
];

pub(super) fn run(plan: &Plan, part: &str) -> io::Result<u64> {
    let mut wrong = plan.each(part, pairs(plan), name, |&(from, to), tally| walk(plan, from, to, tally))?;
    wrong += in_memory(plan, part, form::Utf8, form::Utf16)?;
    wrong += in_memory(plan, part, form::Utf8, form::Utf32)?;
    wrong += in_memory(plan, part, form::Utf16, form::Utf8)?;
    wrong += in_memory(plan, part, form::Utf16, form::Utf16)?;
    wrong += in_memory(plan, part, form::Utf32, form::Utf8)?;
    wrong += in_memory(plan, part, form::Wtf8, form::Wtf16)?;
    wrong += in_memory(plan, part, form::Wtf16, form::Wtf8)?;
    Ok(wrong)
}

/// Returns the pairs with kernels; except in the smallest extent, all pairs that work in pieces. Wrappers are
/// omitted: a call on the whole input decides on it, which a transcoder cannot do.
fn pairs(plan: &Plan) -> impl Iterator<Item = (Encoding, Encoding)> + use<> {
    let all = plan.extent > Extent::Smallest;
    let wanted = move |encoding: &Encoding| !encoding.is_wrapper() && (all || KERNELS.contains(encoding));
    let targets = move || Encoding::ALL.into_iter().filter(wanted).filter(|to| to.info().encodes);
    Encoding::ALL.into_iter().filter(wanted).flat_map(move |from| targets().map(move |to| (from, to)))
}

fn name((from, to): &(Encoding, Encoding)) -> String {
    format!("{from}-to-{to}")
}

fn in_memory<S: Codec, T: Codec>(plan: &Plan, part: &str, from: S, to: T) -> io::Result<u64> {
    let name = |_: &()| format!("{}-to-{} in memory", from.info().name, to.info().name);
    plan.each(part, [()], name, |(), tally| walk(plan, from, to, tally))
}

fn walk<S: Codec, T: Codec>(plan: &Plan, from: S, to: T, tally: &mut Tally) {
    let mut random = Random::new(7);
    let mut bench = Pages::new(from, to);
    let step = plan.by_extent(61, 17, 1);
    let texts: Vec<Vec<S::Unit>> =
        BACKGROUNDS.iter().map(|(_, ranges)| text(&mut random, from, ranges, LONGEST)).collect();
    // All short lengths, and some of the long ones.
    let lengths = (0..=LONGEST).filter(|len| *len < 4 || (len % step) < 2);
    for (k, len) in lengths.enumerate() {
        let few = plan.extent < Extent::Full;
        for (number, text) in texts.iter().enumerate() {
            if few && number != k % texts.len() {
                continue;
            }
            let mut input = text[..len.min(text.len())].to_vec();
            for damaged in [false, true] {
                if damaged && !input.is_empty() {
                    let at = random.below(input.len());
                    input[at] = S::Unit::from_u32([0xFF, 0x80, 0xC0, 0xED, 0xD800, 0xDC00][random.below(6)]);
                }
                for corner in if few { k % 4..k % 4 + 1 } else { 0..4 } {
                    bench.check(&input, corner, tally);
                }
            }
        }
    }
}

/// Returns a text of an encoding, of at least `len` units.
fn text<S: Codec>(random: &mut Random, codec: S, ranges: Ranges, len: usize) -> Vec<S::Unit> {
    use crate::definition::Form;
    let utf_8 = background(random, Form::Utf8, Form::Utf8, ranges, 4 * len).bytes;
    let options = Options { on_unencodable: OnUnencodable::ReplaceQmark, ..Options::default() };
    // A decoder without an encoder gets UTF-8.
    match Conversion::new(Encoding::Utf8, codec, options) {
        Ok(conversion) => conversion.convert(&utf_8).map_or_else(|_| vec![], |converted| converted.output),
        Err(_) => utf_8.iter().map(|&byte| S::Unit::from_u32(byte.into())).collect(),
    }
}

/// A conversion: strict, lossy, and lossy even if the target lacks a code point; with the memory for its
/// sides.
struct Pages<S: Codec, T: Codec> {
    codec: S,
    conversions: [Conversion<S, T>; 3],
    input: Guarded,
    output: Guarded,
    roomy: Vec<T::Unit>,
}

impl<S: Codec, T: Codec> Pages<S, T> {
    fn new(from: S, to: T) -> Self {
        let conversion = |on_error, on_unencodable| {
            let options = Options { on_error, on_unencodable, ..Options::default() };
            Conversion::new(from, to, options).expect("a general policy, and a target that encodes")
        };
        Pages {
            codec: from,
            conversions: [
                conversion(OnError::Strict, OnUnencodable::Strict),
                conversion(OnError::Replace, OnUnencodable::Strict),
                conversion(OnError::Replace, OnUnencodable::Replace),
            ],
            input: Guarded::new(LONGEST * size_of::<S::Unit>()),
            output: Guarded::new(6 * LONGEST * size_of::<T::Unit>()),
            roomy: vec![T::Unit::default(); ROOM],
        }
    }

    /// Tests both sides directly before or after their guard pages, by the two bits of `corner`.
    fn check(&mut self, units: &[S::Unit], corner: usize, tally: &mut Tally) {
        let sides = [corner & 1, corner >> 1].map(|bit| [Side::Before, Side::Behind][bit]);
        let expected_verdict = validate(self.codec, units);
        let input = self.input.slice(units.len(), sides[0]);
        input.copy_from_slice(units);
        let mut is_same = validate(self.codec, input) == expected_verdict;
        for conversion in &self.conversions {
            let transcoder = || conversion.transcoder().expect("one that works in pieces");
            let (progress, status) = transcoder().push(units, &mut self.roomy, true);
            let written = progress.written;
            is_same &= conversion.length(input) == conversion.length(units);
            // The output has space for everything, or for one unit less.
            for room in [Some(written), written.checked_sub(1)].into_iter().flatten() {
                for in_one_call in [true, false] {
                    let output = self.output.slice(room, sides[1]);
                    let (found, ended) = if in_one_call {
                        conversion.convert_into(input, output).expect("a target without a frame")
                    } else {
                        transcoder().push(input, output, true)
                    };
                    is_same &= output[..found.written] == self.roomy[..found.written];
                    is_same &= if room == written {
                        (found.written, ended) == (written, status)
                    } else {
                        found.written <= room && ended != status
                    };
                    is_same &= self.output.is_intact::<T::Unit>(room, sides[1]);
                }
            }
        }
        is_same &= self.input.is_intact::<S::Unit>(units.len(), sides[0]);
        tally.case(is_same, || format!("{units:02X?} {sides:?}"));
    }
}
