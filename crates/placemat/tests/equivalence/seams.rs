//! Lead and trail surrogates that become adjacent, after text that is long enough for the vectors.

use placemat::{Codec, OnError, form};
use placemat_random::Random;

use crate::equivalence::case::Case;
use crate::equivalence::pairs::{all_options, in_parallel, texts_for_every_pair};
use crate::support::pieces::Pieces;

/// The number of texts that are tried with each pair.
const TEXTS: usize = 40;

/// If the text between a lead and a trail surrogate is skipped, they are one code point. A conversion that
/// gets one unit at a time makes single steps and joins them. Kernels and strips of code points must do the
/// same.
fn check<S: Codec, T: Codec>(source: S, target: T) {
    let pieces = Pieces::of_form(source);
    let options = all_options(source, target);
    let letter = {
        let mut units = [S::Unit::default(); 4];
        let len = source.encode_next(0x61, &mut units).unwrap();
        units[..len].to_vec()
    };
    in_parallel(TEXTS * texts_for_every_pair().unwrap_or(1), |number| {
        let mut random = Random::new(number as u64 + 3000);
        for &options in options.iter().filter(|one| one.on_error != OnError::Strict || number % 8 == 0) {
            let mut text = vec![];
            for _ in 0..3 {
                text.extend(letter.repeat(random.below(200)));
                text.extend(pieces.text(&mut random, 5));
            }
            let case = Case::new(source, target, options, &text);
            let whole = case.streamed();
            let by_units = case.in_pieces(text.chunks(1), 64);
            case.assert_same(&by_units, &whole, || "unit by unit".to_owned());
            case.check_at_once(&whole);
            case.check_loop_of_slices(1 + random.below(100), &whole);
            let (size, room) = (1 + random.below(300), random.below(300));
            case.assert_same(&case.in_pieces(text.chunks(size), room), &whole, || {
                format!("pieces of {size}")
            });
        }
    });
}

#[test]
fn halves_that_meet_after_long_text_are_joined() {
    use form::{
        Cesu8, Cesu8Lenient, GeneralizedUtf8, Mutf8, Mutf8Lenient, Ucs4Units, Utf8, Utf8b, Utf16, Wtf8, Wtf16,
    };
    check(Utf8, Wtf8);
    check(Utf8, Utf8b);
    check(Wtf8, Wtf8);
    check(Wtf8, Wtf16);
    check(Wtf8, Utf8);
    check(Wtf8, Mutf8);
    check(Wtf16, Wtf8);
    check(Wtf16, Wtf16);
    check(Wtf16, Mutf8);
    check(Mutf8, Mutf8);
    check(Mutf8, Utf8);
    check(Mutf8, Utf16);
    check(Mutf8, Wtf8);
    check(Mutf8, Wtf16);
    check(Mutf8, Cesu8);
    check(Mutf8Lenient, Mutf8);
    check(Cesu8, Utf8);
    check(Cesu8, Mutf8);
    check(Cesu8Lenient, Cesu8Lenient);
    check(Cesu8Lenient, Wtf8);
    check(GeneralizedUtf8, Wtf8);
    check(GeneralizedUtf8, Mutf8);
    check(Ucs4Units, Wtf8);
    check(Utf16, Mutf8);
}
