//! The conversions that are tried: shapes of pairs or all pairs, every combination of options, and texts in
//! which everything becomes adjacent.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use placemat::form;
use placemat::{Codec, Conversion, Encoding, Endian, OnError, OnUnencodable, Options, Pairs};
use placemat_random::Random;

use crate::equivalence::case::Case;
use crate::support::pieces::Pieces;

/// Returns the number of texts that are tried with each pair and each combination of options, if every
/// ordered pair is requested.
pub(crate) fn texts_for_every_pair() -> Option<usize> {
    Some(
        std::env::var("PLACEMAT_EQUIVALENCE")
            .ok()?
            .parse()
            .expect("PLACEMAT_EQUIVALENCE is a number of texts"),
    )
}

/// Encodings that the engine can distinguish only by their names and their byte orders.
fn shapes() -> Vec<Vec<Encoding>> {
    let mut shapes: BTreeMap<String, Vec<Encoding>> = BTreeMap::new();
    for encoding in Encoding::ALL {
        let info = encoding.info();
        let rows = info.table.rows().iter().chain(info.table.excluded());
        let rows: Vec<_> =
            rows.map(|row| (row.code_points(), row.len(), row.is_read(), row.is_written())).collect();
        let traits = (info.table.unit_bits(), info.width, info.pairing, info.carry, info.reserved);
        let flags = [
            info.is_utf_8,
            info.never_fails,
            info.is_corrected,
            info.encodes,
            info.whole_input,
            info.refusing.is_some(),
            info.fallback.is_some(),
            encoding.mark().is_empty(),
        ];
        shapes.entry(format!("{traits:?} {flags:?} {} {rows:?}", info.longest)).or_default().push(encoding);
    }
    shapes.into_values().collect()
}

/// All options that two codecs have, in all combinations that can make a difference.
pub(crate) fn all_options<S: Codec, T: Codec>(source: S, target: T) -> Vec<Options> {
    let (from, to) = (source.info(), target.info());
    let pairs: &[Pairs] = match to.pairing {
        form::PairingRule::Fuses => &[Pairs::Join, Pairs::Error, Pairs::Replace],
        _ => &[Pairs::Join],
    };
    let orders: &[Endian] = match from.name {
        "utf-16" | "utf-32" => &[Endian::Big, Endian::Little],
        _ => &[Endian::Big],
    };
    let maybe = |is_possible| if is_possible { &[false, true][..] } else { &[false] };
    let mut all = vec![];
    for on_error in OnError::ALL {
        for on_unencodable in OnUnencodable::ALL {
            for &pairs in pairs {
                for &default_endian in orders {
                    for &heal_pairs in maybe(from.pairing == form::PairingRule::Joins) {
                        for &refuse_surrogates in maybe(from.refusing.is_some()) {
                            all.push(Options {
                                on_error,
                                on_unencodable,
                                pairs,
                                default_endian,
                                heal_pairs,
                                refuse_surrogates,
                                pass_reserved: false,
                            });
                        }
                    }
                }
            }
        }
    }
    if from.is_corrected && to.is_corrected {
        let passing: Vec<_> = all.iter().map(|&options| Options { pass_reserved: true, ..options }).collect();
        all.extend(passing);
    }
    all.retain(|&options| Conversion::new(source, target, options).is_ok());
    all
}

/// Calls a function for every number below `count`, on all processors.
pub(crate) fn in_parallel(count: usize, each: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    each(number);
                }
            });
        }
    });
}

/// The maximum number of parts in a text.
const PIECES: usize = 6;

/// Tries a source with every target and every combination of options. Of each shape, encodings take turns.
fn check_source(sources: &[Encoding], targets: &[Vec<Encoding>], texts: usize, random: &mut Random) {
    let pieces: Vec<_> = sources.iter().map(|&source| Pieces::of_encoding(source)).collect();
    for targets in targets {
        for options in all_options(sources[0], targets[0]) {
            for _ in 0..texts {
                let number = random.below(sources.len());
                let (source, target) = (sources[number], *random.pick(targets));
                let text = pieces[number].text(random, PIECES);
                Case::new(source, target, options, &text).check(random);
                if source == Encoding::Utf8 {
                    let case = Case::new(form::Utf8, target, options, &text);
                    case.check_str(&case.whole());
                }
            }
        }
    }
}

#[test]
fn every_pair_of_encodings_with_every_policy() {
    let every_pair = texts_for_every_pair();
    let sources = match every_pair {
        Some(_) => Encoding::ALL.map(|encoding| vec![encoding]).to_vec(),
        None => shapes(),
    };
    let targets: Vec<_> = sources.iter().filter(|encodings| encodings[0].info().encodes).cloned().collect();
    in_parallel(sources.len(), |number| {
        let mut random = Random::new(number as u64 + 1);
        check_source(&sources[number], &targets, every_pair.unwrap_or(2), &mut random);
    });
}

/// Forms over their own units. Those of 16 and 32 bits are not encodings.
#[test]
fn forms_over_their_own_units_with_every_policy() {
    fn check<S: Codec, T: Codec>(source: S, target: T) {
        let mut random = Random::new(77);
        let pieces = Pieces::of_form(source);
        let texts = texts_for_every_pair().unwrap_or(2);
        for options in all_options(source, target) {
            for _ in 0..texts {
                let text = pieces.text(&mut random, PIECES);
                Case::new(source, target, options, &text).check(&mut random);
            }
        }
    }
    use form::{Mutf8Lenient, Optu16, Ucs2, Ucs4Units, Utf8, Utf16, Utf32, Wtf8, Wtf16};
    check(Utf8, Utf16);
    check(Utf8, Wtf16);
    check(Utf8, Utf32);
    check(Utf16, Utf8);
    check(Utf16, Wtf8);
    check(Utf16, Utf32);
    check(Wtf16, Utf8);
    check(Wtf16, Wtf8);
    check(Wtf16, Wtf16);
    check(Wtf16, Mutf8Lenient);
    check(Wtf8, Wtf16);
    check(Utf32, Utf8);
    check(Ucs4Units, Wtf8);
    check(Ucs4Units, Wtf16);
    check(Ucs2, Utf8);
    check(Optu16, Wtf8);
    check(Mutf8Lenient, Utf16);
}

/// Encodings of one shape are both byte orders of the same encoding, the frames, the fallbacks, and the
/// double encodings.
#[test]
fn shapes_are_few_and_hold_every_encoding() {
    let shapes = shapes();
    assert_eq!(shapes.iter().map(Vec::len).sum::<usize>(), Encoding::ALL.len());
    assert!((25..=35).contains(&shapes.len()), "{}", shapes.len());
    let shape_of = |encoding| shapes.iter().find(|shape| shape.contains(&encoding)).unwrap();
    assert_eq!(shape_of(Encoding::Utf16Le)[..], [Encoding::Utf16Le, Encoding::Utf16Be]);
    assert_eq!(shape_of(Encoding::Wtf8).len(), 1);
}
