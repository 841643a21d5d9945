//! Several inputs with one output. Text that is cut between its UTF-16 code units and converted as several
//! inputs gives the output of the whole text, with the same events at the same positions.

use placemat::stream::{End, Event, EventKind};
use placemat::{
    Codec, Conversion, Encoding, ErrorKind, Failure, OnError, OnUnencodable, Options, Pairs, Status,
};
use placemat_random::Random;

/// The outcome of a conversion, with offsets that count from the start of the first input.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    output: Vec<u8>,
    /// Kind, offset, and the number of units written before it.
    events: Vec<(String, u64, u64)>,
    failure: Option<(String, u64)>,
}

/// A lone lead surrogate at the end of an input is truncated. In the whole text it may not be at the end.
fn name(kind: ErrorKind) -> String {
    if kind == ErrorKind::Truncated { ErrorKind::Surrogate } else { kind }.to_string()
}

fn what(kind: EventKind) -> (String, u64) {
    match kind {
        EventKind::IllFormed(error) => (name(error.kind()), error.offset()),
        EventKind::Unencodable(lost) => (format!("lost {:X}", lost.code_point()), lost.offset()),
        EventKind::Joined(lost) => (format!("joined {:X}", lost.code_point()), lost.offset()),
        _ => unreachable!(),
    }
}

/// Converts inputs in pieces of `size` bytes, with room for `room` bytes at a time, or for as many as a call
/// asks for.
fn convert(
    conversion: &Conversion<Encoding, Encoding>,
    inputs: &[&[u8]],
    size: usize,
    room: usize,
) -> Outcome {
    let starts: Vec<u64> = (0..inputs.len()).map(|k| inputs[..k].concat().len() as u64).collect();
    let mut transcoder = conversion.transcoder().unwrap();
    let mut outcome = Outcome::default();
    for (k, input) in inputs.iter().enumerate() {
        if k > 0 {
            transcoder.next_input();
        }
        let last = if k + 1 == inputs.len() { End::All } else { End::Input };
        let mut pieces: Vec<(&[u8], End)> = input.chunks(size).map(|piece| (piece, End::No)).collect();
        // The end comes with the last piece or separately.
        match pieces.last_mut() {
            Some(piece) if size.is_multiple_of(2) => piece.1 = last,
            _ => pieces.push((&[], last)),
        }
        for (piece, end) in pieces {
            let (mut read, mut buffer) = (0, vec![0; room]);
            loop {
                let events = &mut outcome.events;
                let (progress, status) =
                    transcoder.push_observed(&piece[read..], &mut buffer, end, &mut |event: Event| {
                        let (kind, offset) = what(event.kind);
                        events.push((kind, starts[event.input as usize] + offset, event.written));
                    });
                read += progress.read;
                outcome.output.extend(&buffer[..progress.written]);
                let failure: Failure = match status {
                    Status::OutputFull { needed } => {
                        buffer = vec![0; needed.max(room)];
                        continue;
                    }
                    Status::IllFormed(error) => error.into(),
                    Status::Unencodable(lost) => lost.into(),
                    status => {
                        assert_eq!(status == Status::NeedInput, end == End::No, "{status:?}");
                        assert_eq!(read, piece.len());
                        break;
                    }
                };
                let kind = match failure {
                    Failure::IllFormed(error) => name(error.kind()),
                    Failure::Unencodable(lost) => format!("lost {:X}", lost.code_point()),
                };
                outcome.failure = Some((kind, starts[transcoder.failed_input() as usize] + failure.offset()));
                return outcome;
            }
        }
    }
    assert_eq!(transcoder.waiting_input(), None);
    outcome
}

/// Returns the units in an encoding that can represent them, even if they are not text.
fn bytes(encoding: Encoding, units: &[u16]) -> Vec<u8> {
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let written = match encoding {
        Encoding::Utf16 | Encoding::Utf16Be => Encoding::Wtf16Be,
        Encoding::Utf16Le => Encoding::Wtf16Le,
        Encoding::Cesu8 => Encoding::Cesu8Lenient,
        Encoding::Tcl86Utf8 => Encoding::Mutf8,
        other => other,
    };
    placemat::convert(Encoding::Wtf16Be, written, &big).unwrap()
}

const SOURCES: [Encoding; 10] = [
    Encoding::Utf16,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Wtf16Le,
    Encoding::Wtf16Be,
    Encoding::Wtf8,
    Encoding::Cesu8Lenient,
    Encoding::Mutf8,
    Encoding::Mutf8Lenient,
    Encoding::Tcl86Utf8,
];
const TARGETS: [Encoding; 9] = [
    Encoding::Utf8,
    Encoding::Utf16Le,
    Encoding::Wtf8,
    Encoding::Wtf16Be,
    Encoding::Cesu8Lenient,
    Encoding::Mutf8,
    Encoding::GeneralizedUtf8,
    Encoding::Ucs4Be,
    Encoding::Iso8859_1,
];
const UNITS: [u16; 7] = [0x61, 0xE9, 0x20AC, 0xD800, 0xDBFF, 0xDC00, 0xDFFF];

fn options(random: &mut Random) -> Options {
    let general: Vec<OnError> = OnError::ALL.into_iter().filter(|policy| policy.is_general()).collect();
    Options {
        on_error: *random.pick(&general),
        on_unencodable: *random.pick(&OnUnencodable::ALL[..5]),
        pairs: *random.pick(&[Pairs::Join, Pairs::Error, Pairs::Replace]),
        heal_pairs: random.below(2) == 1,
        ..Options::default()
    }
}

/// Returns `true` if the unit at `k` is a lone surrogate.
fn is_lone(units: &[u16], k: usize) -> bool {
    let is = |k: usize, kind: u16| units.get(k).is_some_and(|unit| unit & 0xFC00 == kind);
    is(k, 0xD800) && !is(k + 1, 0xDC00) || is(k, 0xDC00) && !(k > 0 && is(k - 1, 0xD800))
}

#[test]
fn text_cut_between_code_units_is_one_text() {
    let mut random = Random::new(89);
    let mut joined = 0;
    for round in 0..6000 {
        let (from, to) = (*random.pick(&SOURCES), *random.pick(&TARGETS));
        let options = options(&mut random);
        let conversion = Conversion::new(from, to, options).unwrap();
        let units: Vec<u16> = (0..1 + random.below(7)).map(|_| *random.pick(&UNITS)).collect();
        let whole = bytes(from, &units);
        let expected = convert(&conversion, &[&whole], whole.len().max(1), 64);
        let (mut a, mut b) = (random.below(units.len() + 1), random.below(units.len() + 1));
        (a, b) = (a.min(b), a.max(b));
        // Adjacent errors are taken together within an input.
        let parts_run = |cut: usize| cut > 0 && is_lone(&units, cut - 1) && is_lone(&units, cut);
        if options.on_error == OnError::ReplaceRun && (parts_run(a) || parts_run(b)) {
            continue;
        }
        let parts = [&units[..a], &units[a..b], &[], &units[b..]].map(|units| bytes(from, units));
        let inputs = [&parts[0][..], &parts[1], &parts[2], &parts[3]];
        let (size, room) = (1 + random.below(5), random.below(6));
        let found = convert(&conversion, &inputs, size, room);
        let context = || format!("{round}: {from} to {to}, {options:?}, {units:X?}, cut at {a} and {b}");
        assert_eq!(found.output, expected.output, "{}", context());
        assert_eq!(found.failure.is_some(), expected.failure.is_some(), "{}", context());
        // In other encodings, the parts are longer than the whole if a pair is cut.
        if matches!(from.info().width, 2) {
            assert_eq!(found, expected, "{}", context());
        } else {
            let kinds = |outcome: &Outcome| {
                outcome.events.iter().map(|event| (event.0.clone(), event.2)).collect::<Vec<_>>()
            };
            assert_eq!(kinds(&found), kinds(&expected), "{}", context());
        }
        joined += usize::from(a > 0 && a < units.len() && units[a - 1] & 0xFC00 == 0xD800);
    }
    assert!(joined > 500, "{joined}");
}

#[test]
fn well_formed_cesu_8_is_cut_between_surrogates() {
    let units: Vec<u16> = "a💩€\u{10FFFF}".encode_utf16().collect();
    for to in TARGETS {
        let options = Options { on_unencodable: OnUnencodable::EscapeXml, ..Options::default() };
        let conversion = Conversion::new(Encoding::Cesu8, to, options).unwrap();
        let expected = convert(&conversion, &[&bytes(Encoding::Cesu8, &units)], 99, 99);
        for cut in 0..=units.len() {
            let parts = [&units[..cut], &units[cut..]].map(|units| bytes(Encoding::Cesu8, units));
            for room in [0, 3, 99] {
                let found = convert(&conversion, &[&parts[0], &parts[1]], 2, room);
                assert_eq!((found.output, found.failure), (expected.output.clone(), None), "{to}, {cut}");
            }
        }
    }
}

#[test]
fn byte_order_marks_do_not_part_a_pair() {
    let conversion = Conversion::new(Encoding::Utf16, Encoding::Utf8, Options::default()).unwrap();
    let inputs: [&[u8]; 3] = [b"\xFF\xFEM\0\0\xD8", b"\xFE\xFF", b"\xFE\xFF\xDF\x02\0M"];
    for size in 1..7 {
        for room in 0..6 {
            let found = convert(&conversion, &inputs, size, room);
            assert_eq!(found.output, "M\u{10302}M".as_bytes());
            assert_eq!((found.events, found.failure), (vec![], None));
        }
    }
}

/// A sequence of UTF-8 that is cut is two errors, and a lone surrogate stays one.
#[test]
fn no_other_sequence_crosses() {
    for (from, left, right) in [
        (Encoding::Utf8, &b"\xC3"[..], &b"\xA9"[..]),
        (Encoding::Utf8, b"\xED\xA0\xBD", b"\xED\xB2\xA9"),
        (Encoding::Utf16Be, b"\xD8", b"\x3D\xDC\xA9"),
        (Encoding::Wtf8, b"\xED\xA0", b"\xBD"),
        (Encoding::Utf32Be, b"\0\0\xD8\x3D", b"\0\0\xDC\xA9"),
        (Encoding::Ucs4Be, b"\0\0\xD8\x3D", b"\0\0\xDC\xA9"),
        (Encoding::GeneralizedUtf8, b"\xED\xA0\xBD", b"\xED\xB2\xA9"),
        (Encoding::Ucs2Be, b"\xD8\x3D", b"\xDC\xA9"),
    ] {
        let options = Options { on_error: OnError::Replace, ..Options::default() };
        let conversion = Conversion::new(from, Encoding::Ucs4Be, options).unwrap();
        let apart = [left, right].map(|input| convert(&conversion, &[input], 1, 64));
        let found = convert(&conversion, &[left, right], 1, 64);
        assert_eq!(found.output, [&apart[0].output[..], &apart[1].output].concat(), "{from}");
        assert_eq!(found.events.len(), apart[0].events.len() + apart[1].events.len(), "{from}");
    }
}

/// What becomes one code point may be in two inputs, and in either form of OPTU-8.
#[test]
fn escapes_that_fuse_are_refused_over_the_border() {
    let options = Options { on_unencodable: OnUnencodable::StrictRoundtrip, ..Options::default() };
    for (encoding, fuses) in
        [(Encoding::Utf8b, true), (Encoding::Optu8, true), (Encoding::Optu8Reversible, true)]
    {
        let conversion = Conversion::new(encoding, encoding, options).unwrap();
        let found = convert(&conversion, &[b"a\xC3", b"\xA9"], 1, 9);
        assert_eq!(found.failure.is_some(), fuses, "{encoding}");
        assert_eq!((found.output, found.failure.unwrap().1), (b"a".to_vec(), 1), "{encoding}");
        let found = convert(&conversion, &[b"a\xC3", b"\xC3\xA9"], 1, 9);
        assert_eq!((found.output, found.failure), (b"a\xC3\xC3\xA9".to_vec(), None), "{encoding}");
    }
}

/// What `strict-roundtrip` writes is read back unchanged, and what it rejects is not.
#[test]
fn what_is_written_under_strict_roundtrip_comes_back() {
    const VALUES: [u32; 12] =
        [0x41, 0xE9, 0x80, 0xEF80, 0xEFA9, 0xEFBF, 0xEFC3, 0xEFE2, 0xEFEE, 0xEFEF, 0xDC82, 0xDCE2];
    let (mut written, mut refused) = (0, 0);
    for encoding in [Encoding::Utf8b, Encoding::Optu8, Encoding::Optu8Reversible] {
        let options = |on_unencodable| Options { on_unencodable, ..Options::default() };
        let strict = Conversion::new(placemat::form::Ucs4Units, encoding, options(OnUnencodable::Strict));
        let round = options(OnUnencodable::StrictRoundtrip);
        let round = Conversion::new(placemat::form::Ucs4Units, encoding, round);
        let (strict, round) = (strict.unwrap(), round.unwrap());
        for k in 0..VALUES.len().pow(4) {
            let values: Vec<u32> =
                (0..4).map(|place| VALUES[k / VALUES.len().pow(place) % VALUES.len()]).collect();
            let Ok(plain) = strict.convert(&values) else { continue };
            let comes_back = placemat::decode(encoding, &plain.output).unwrap() == values;
            let found = round.convert(&values);
            assert_eq!(found.is_ok(), comes_back, "{encoding}: {values:X?}");
            match found {
                Ok(converted) => {
                    assert_eq!(converted.output, plain.output);
                    written += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(written > 10_000 && refused > 1000, "{written}, {refused}");
}
