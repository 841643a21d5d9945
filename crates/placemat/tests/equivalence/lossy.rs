//! Texts full of errors, under `replace`, in slices of 4 to 11 units: what a caller with a small buffer does.

use placemat::{Codec, OnError, OnUnencodable, Options, form};

use crate::equivalence::case::Case;
use crate::equivalence::pairs::{Pieces, in_parallel, texts_for_every_pair};
use crate::support::Random;

/// How many texts each conversion gets.
const TEXTS: usize = 300;

fn replace() -> Options {
    Options { on_error: OnError::Replace, on_unencodable: OnUnencodable::Replace, ..Options::default() }
}

/// Texts of all lengths up to some blocks of a vector kernel, with well-formed text between the errors or
/// without it.
fn check<S: Codec, T: Codec>(source: S, target: T) {
    let texts = TEXTS * texts_for_every_pair().unwrap_or(1);
    let pieces = Pieces::of_form(source);
    let letter = letter(source);
    in_parallel(texts, |number| {
        let mut random = Random::new(number as u64 + 900);
        let mut text = pieces.text(&mut random, 1 + number % 40);
        if number % 3 == 0 {
            let at = random.below(text.len() + 1);
            let run = letter.repeat(random.below(80));
            text.splice(at..at, run);
        }
        let case = Case::new(source, target, replace(), &text);
        let whole = case.whole();
        for room in 4..=11 {
            case.check_loop_of_slices(room, &whole);
        }
    });
}

fn letter<S: Codec>(source: S) -> Vec<S::Unit> {
    let mut units = [S::Unit::default(); 4];
    let len = source.encode_next(0x61, &mut units).unwrap();
    units[..len].to_vec()
}

#[test]
fn lossy_conversions_in_slices_of_4_to_11_units() {
    use form::{Cesu8, Mutf8, Utf8, Utf16, Utf32, Wtf8, Wtf16};
    check(Utf8, Utf8);
    check(Utf8, Utf16);
    check(Utf8, Utf32);
    check(Utf8, Cesu8);
    check(Utf16, Utf8);
    check(Utf16, Utf16);
    check(Utf16, Mutf8);
    check(Wtf8, Utf8);
    check(Wtf8, Utf16);
    check(Wtf8, Wtf8);
    check(Wtf16, Utf8);
    check(Wtf16, Wtf8);
    check(Cesu8, Utf8);
    check(Mutf8, Utf16);
    check(Utf32, Utf8);
}
