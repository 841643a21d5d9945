//! Error-dense texts, under `replace`, in slices of 4 to 11 units, as from a caller with a small buffer.

use std::collections::BTreeMap;

use placemat::form;
use placemat::stream::{Demand, End, Event, EventKind, Null, Observer, errors};
use placemat::{Codec, Conversion, Counts, ErrorKind, OnError, OnUnencodable, Options};
use placemat_random::Random;

use crate::equivalence::case::Case;
use crate::equivalence::pairs::{in_parallel, texts_for_every_pair};
use crate::support::pieces::Pieces;
use crate::support::{edges, random_text, streaming};

/// The number of texts for each conversion.
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
        let (size, room) = (1 + random.below(70), random.below(200));
        for most in [0, 1, 2, 7] {
            case.check_first_events(text.chunks(size), room, most, &whole);
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

/// Lists the first errors of a text, and counts all of them by kind.
struct Kinds {
    most: usize,
    listed: Vec<(u64, u64, ErrorKind)>,
    counts: BTreeMap<ErrorKind, u64>,
}

impl Observer for Kinds {
    fn event(&mut self, event: Event) {
        let EventKind::IllFormed(error) = event.kind else { panic!("nothing else is absorbed") };
        if self.listed.len() < self.most {
            self.listed.push((error.offset(), error.len(), error.kind()));
        }
        *self.counts.entry(error.kind()).or_default() += 1;
    }

    fn counted(&mut self, counts: Counts, _input: u64) {
        panic!("{counts:?} without their kinds");
    }

    fn counted_of_kind(&mut self, kind: ErrorKind, count: u64, _input: u64) {
        *self.counts.entry(kind).or_default() += count;
    }

    fn demand(&self) -> Demand {
        Demand { ill_formed: self.listed.len() < self.most, unencodable: false }
    }
}

#[test]
fn kinds_are_counted_as_the_errors_have_them() {
    for encoding in streaming().filter(|encoding| !encoding.is_wrapper()) {
        let edges = edges(encoding);
        in_parallel(TEXTS, |number| {
            let mut random = Random::new(number as u64 + 77);
            let mut text = vec![];
            for _ in 0..1 + number % 9 {
                text.extend(random_text(&mut random, &edges, 1 + number % 30));
                text.extend(vec![b'x'; random.below(150)]);
            }
            let errors: Vec<_> = errors(encoding, &text).collect();
            let mut counts = BTreeMap::new();
            for error in &errors {
                *counts.entry(error.kind()).or_insert(0) += 1;
            }
            for most in [0, 1, 5, usize::MAX] {
                let options = Options { on_error: OnError::Skip, ..Options::default() };
                let mut transcoder = Conversion::new(encoding, Null, options).unwrap().transcoder().unwrap();
                let mut kinds = Kinds { most, listed: vec![], counts: BTreeMap::new() };
                let size = [1 + random.below(300), text.len().max(1)][random.below(2)];
                for piece in text.chunks(size) {
                    transcoder.push_observed(piece, &mut [], End::No, &mut kinds);
                }
                transcoder.push_observed(&[], &mut [], End::All, &mut kinds);
                let how = || format!("{encoding}, pieces of {size}, {most} listed: {text:02X?}");
                assert_eq!(kinds.counts, counts, "{}", how());
                assert_eq!(transcoder.counts().errors, errors.len() as u64, "{}", how());
                let first = errors.iter().take(most).map(|error| (error.offset(), error.len(), error.kind()));
                assert!(kinds.listed.iter().copied().eq(first), "{:?} {}", kinds.listed, how());
            }
        });
    }
}
