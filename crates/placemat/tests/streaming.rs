//! Conversion in pieces gives what conversion in one piece gives: the same output, events and offsets for every way of
//! cutting the input and every size of output buffer.

mod support;

use placemat::{
    Codec, Conversion, Encoding, End, Event, Failure, OnError, OnUnencodable, Options, Pairs, Status,
};
use support::{Random, edges, random_text, streaming};

/// What a conversion came to: the output, what was reported, and what stopped it.
#[derive(Debug, PartialEq)]
struct Outcome {
    output: Vec<u8>,
    events: Vec<Event>,
    failure: Option<Failure>,
}

/// Converts pieces, with room for so many bytes at a time; a call that needs more room gets as much as it asks for.
fn convert<'p>(
    conversion: &Conversion<Encoding, Encoding>,
    pieces: impl IntoIterator<Item = &'p [u8]>,
    room: usize,
) -> Outcome {
    let mut transcoder = conversion.transcoder().unwrap();
    let mut outcome = Outcome { output: vec![], events: vec![], failure: None };
    let mut calls = 0;
    let mut push = |piece: &[u8], end: bool, outcome: &mut Outcome| {
        let mut read = 0;
        let mut buffer = vec![0; room];
        loop {
            calls += 1;
            assert!(calls < 20_000, "no progress");
            let events = &mut outcome.events;
            let (progress, status) =
                transcoder
                    .push_with(&piece[read..], &mut buffer, End::from(end), &mut |event| events.push(event));
            read += progress.read;
            outcome.output.extend(&buffer[..progress.written]);
            let moved = progress.read + progress.written > 0;
            match status {
                Status::NeedInput => {
                    assert!(!end, "input is needed at the end");
                    assert_eq!(read, piece.len());
                    return true;
                }
                Status::Done => {
                    assert_eq!(read, piece.len());
                    return false;
                }
                Status::OutputFull { needed } => {
                    assert!(needed <= 48 && (moved || needed > buffer.len()), "{needed} of {}", buffer.len());
                    buffer = vec![0; if needed > room { needed } else { room }];
                }
                Status::IllFormed(error) => {
                    outcome.failure = Some(error.into());
                    return false;
                }
                Status::Unencodable(lost) => {
                    outcome.failure = Some(lost.into());
                    return false;
                }
                _ => unreachable!(),
            }
        }
    };
    for piece in pieces {
        if !push(piece, false, &mut outcome) {
            break;
        }
    }
    if outcome.failure.is_none() {
        push(&[], true, &mut outcome);
    }
    // Whatever is asked after the end, the answer stays.
    let (progress, status) = transcoder.push(b"a", &mut [0; 64], true);
    assert_eq!((progress.read, progress.written), (0, 0));
    assert_eq!(matches!(status, Status::Done), outcome.failure.is_none());
    outcome
}

/// Options of every kind that the two encodings allow, one after the other.
fn all_options(from: Encoding, to: Encoding) -> Vec<Options> {
    let mut all = vec![];
    for on_error in OnError::ALL {
        for on_unencodable in OnUnencodable::ALL {
            let options = Options { on_error, on_unencodable, ..Options::default() };
            if Conversion::new(from, to, options).is_ok() {
                all.push(options);
            }
        }
    }
    for pairs in [Pairs::Error, Pairs::Replace] {
        let on_error = OnError::Replace;
        all.push(Options { pairs, on_error, ..Options::default() });
    }
    all.push(Options {
        heal_pairs: true,
        refuse_surrogates: true,
        on_error: OnError::Replace,
        ..Options::default()
    });
    all
}

/// Fails with the first difference rather than with all that was written.
fn assert_same(outcome: &Outcome, expected: &Outcome, context: impl Fn() -> String) {
    if outcome == expected {
        return;
    }
    let at = outcome.output.iter().zip(&expected.output).take_while(|(a, b)| a == b).count();
    let event = outcome.events.iter().zip(&expected.events).take_while(|(a, b)| a == b).count();
    panic!(
        "{}: output differs from {at} of {}; event {event}: {:?}, expected {:?}; {:?}, expected {:?}",
        context(),
        expected.output.len(),
        outcome.events.get(event),
        expected.events.get(event),
        outcome.failure,
        expected.failure
    );
}

fn check(from: Encoding, to: Encoding, options: Options, text: &[u8], random: &mut Random) {
    let conversion = Conversion::new(from, to, options).unwrap();
    let whole = convert(&conversion, [text], 4096);
    let context = |how: &str| format!("{from} to {to}, {options:?}, {text:02X?}: {how}");
    // One-shot is the same engine with the end known at once.
    match conversion.convert(text) {
        // What a layer thinks of its input as a whole, its codec cannot know.
        _ if from.is_layer() => {}
        Ok(converted) => {
            assert_eq!(whole.failure, None, "{}", context("one-shot"));
            assert_eq!(converted.output, whole.output, "{}", context("one-shot"));
            assert_eq!(conversion.length(text), Ok(converted.output.len() as u64), "{}", context("length"));
            let bound = conversion.worst_case(text.len()).unwrap();
            assert!(converted.output.len() <= bound, "{}: {bound}", context("worst case"));
        }
        Err(failure) => assert_eq!(whole.failure, Some(failure), "{}", context("one-shot")),
    }
    for cut in 0..=text.len() {
        let room = [0, 1, 2, 3, 4, 5, 8, 64][random.below(8)];
        let (left, right) = text.split_at(cut);
        assert_same(&convert(&conversion, [left, &[], right], room), &whole, || {
            context(&format!("cut {cut}"))
        });
    }
    for room in [0, 1, 3, 7] {
        let outcome = convert(&conversion, text.chunks(1), room);
        assert_same(&outcome, &whole, || context(&format!("byte by byte, room {room}")));
    }
}

#[test]
fn every_cut_of_the_edges_of_every_encoding() {
    let mut random = Random::new(1);
    for from in streaming() {
        let edges = edges(from);
        let targets: Vec<Encoding> = streaming().filter(|to| to.facts().encodes).collect();
        for edge in &edges {
            for behind in [&b""[..], b"a", b"\x80", b"\0"] {
                let text = [&edge[..], behind].concat();
                let to = *random.pick(&targets);
                let options = *random.pick(&all_options(from, to));
                check(from, to, options, &text, &mut random);
                check(from, Encoding::Ucs4Be, Options::default(), &text, &mut random);
            }
        }
    }
}

#[test]
fn every_policy_on_random_mixtures() {
    let mut random = Random::new(2);
    for from in streaming() {
        let edges = edges(from);
        for to in streaming().filter(|to| to.facts().encodes) {
            for options in all_options(from, to) {
                let pieces = 1 + random.below(6);
                let text = random_text(&mut random, &edges, pieces);
                check(from, to, options, &text, &mut random);
            }
        }
    }
}

#[test]
fn long_texts_through_runs_and_steps() {
    let mut random = Random::new(3);
    for from in streaming() {
        let edges = edges(from);
        for _ in 0..4 {
            let mut text = random_text(&mut random, &edges, 400);
            text.extend([b'x'; 300]);
            text.extend(random_text(&mut random, &edges, 4));
            let to = *random.pick(&[Encoding::Utf8, Encoding::Utf16Le, Encoding::Wtf8, Encoding::Ucs4Be]);
            let options = Options {
                on_error: OnError::Replace,
                on_unencodable: OnUnencodable::EscapeRust,
                ..Options::default()
            };
            let conversion = Conversion::new(from, to, options).unwrap();
            let whole = convert(&conversion, [&text[..]], 1 << 16);
            for _ in 0..10 {
                let size = 1 + random.below(200);
                let room = random.below(300);
                assert_same(&convert(&conversion, text.chunks(size), room), &whole, || {
                    format!("{from} to {to}, {size}, {room}")
                });
            }
        }
    }
}

#[test]
fn inputs_one_after_the_other_are_one_text() {
    // A lead surrogate at the end of one input, a trail surrogate at the start of the next.
    let conversion = Conversion::new(Encoding::Wtf16Be, Encoding::Wtf8, Options::default()).unwrap();
    let mut transcoder = conversion.transcoder().unwrap();
    let mut out = [0; 16];
    let (first, status) = transcoder.push_with(b"\0a\xD8\x3D", &mut out, End::Input, &mut |_| {});
    assert_eq!((first.written, status), (1, Status::Done));
    transcoder.next_input();
    let (second, status) = transcoder.push_with(b"\xDC\xA9", &mut out[1..], End::All, &mut |_| {});
    assert_eq!(status, Status::Done);
    assert_eq!(&out[..1 + second.written], "a💩".as_bytes());
    // Marks are looked for in each, and written once.
    let conversion = Conversion::new(Encoding::Utf16, Encoding::Utf8Sig, Options::default()).unwrap();
    let mut transcoder = conversion.transcoder().unwrap();
    let (first, _) = transcoder.push_with(b"\xFF\xFEa\0", &mut out, End::Input, &mut |_| {});
    transcoder.next_input();
    let (second, _) = transcoder.push_with(b"\xFE\xFF\0b", &mut out[first.written..], End::All, &mut |_| {});
    assert_eq!(&out[..first.written + second.written], b"\xEF\xBB\xBFab");
}

/// A caller that loses what was not read gets another text, and no panic.
#[test]
fn input_that_is_taken_away_is_no_panic() {
    for on_error in OnError::ALL {
        let options = Options { on_error, ..Options::default() };
        let conversion = Conversion::new(Encoding::Utf8, Encoding::Utf32Le, options).unwrap();
        for end in [false, true] {
            let mut transcoder = conversion.transcoder().unwrap();
            let mut out = [0; 64];
            let (progress, status) = transcoder.push(b"\xE2\x82a", &mut out[..5], false);
            assert!(progress.written < 12, "{status:?}");
            let (progress, _) = transcoder.push(&[], &mut out, end);
            assert_eq!(progress.read, 0);
            let (_, status) = transcoder.push(&[], &mut out, true);
            assert!(
                !matches!(status, Status::NeedInput | Status::OutputFull { .. }),
                "{on_error:?}: {status:?}"
            );
        }
    }
}

#[test]
fn the_bound_is_reached() {
    // What stands for a code point in a source, which need not have an encoder.
    let sequence = |from: Encoding, code_point| {
        if from.facts().encodes {
            return Some(placemat::encode(from, &[code_point]).ok()?.split_off(from.mark().len()));
        }
        let (units, len) = from.facts().table.encode(code_point)?;
        Some(units[..len].iter().map(|&unit| unit as u8).collect())
    };
    // For each pair of strict conversions some code point costs as much as the bound says.
    for from in streaming() {
        for to in streaming().filter(|to| to.facts().encodes) {
            let conversion = Conversion::new(from, to, Options::default()).unwrap();
            let rows: Vec<_> = to.facts().table.rows().iter().filter(|row| row.is_written()).collect();
            let own = from.facts().table.rows().iter().filter(|row| row.is_read()).collect::<Vec<_>>();
            let ends = rows.iter().chain(&own).flat_map(|row| {
                let (first, last) = row.code_points();
                [first, last, first.midpoint(last)]
            });
            let best = ends
                .filter_map(|code_point| {
                    let source: Vec<u8> = sequence(from, code_point)?;
                    let target = placemat::convert(from, to, &source).ok()?;
                    Some((target.len() - to.mark().len()) as f64 / source.len() as f64)
                })
                .fold(0.0, f64::max);
            let bound = conversion.worst_case(12_000).unwrap() as f64 / 12_000.0;
            assert!(bound <= 3.01 * best, "{from} to {to}: {bound}, reached {best}");
        }
    }
}

/// A run that is decoded into less room is the same run, as far as there is room: what a transcoder relies on when the target takes
/// but a part of it.
#[test]
fn runs_are_as_long_again_with_less_room() {
    let mut random = Random::new(53);
    for source in streaming() {
        let edges = edges(source);
        for _ in 0..40 {
            let text = random_text(&mut random, &edges, 12);
            let mut all = [0; 48];
            let (_, count) = source.decode_run(&text, &mut all);
            for room in 0..=count {
                let mut some = [0; 48];
                let (read, again) = source.decode_run(&text, &mut some[..room]);
                assert_eq!((again, &some[..room]), (room, &all[..room]), "{source} {text:02X?}");
                assert!(read <= text.len());
            }
        }
    }
}
