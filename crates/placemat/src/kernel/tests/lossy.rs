//! The lossy kernels of every instruction set against the reference implementation, taken one unit at a time,
//! and against std.

use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

use super::{BACKGROUNDS, REPRESENTATIVES, Random, draws, encoded, text};
use crate::cast::bytes_of_mut;
use crate::code_point::{REPLACEMENT, is_surrogate};
use crate::codec::Codec;
use crate::kernel::lossy::Replaced;
use crate::kernel::{Lossy, lossy, make_well_formed};
use crate::simd::Isa;
use crate::table::NotDecoded;
use crate::{Encoding, Encoding::*};

/// All conversions that have a lossy kernel, one for each two kinds of side.
fn pairs() -> Vec<(Encoding, Encoding)> {
    let mut pairs: Vec<(Encoding, Encoding)> = vec![];
    let kinds = |(from, to): (Encoding, Encoding)| (from.info().kind, to.info().kind);
    for pair in Encoding::ALL.into_iter().flat_map(|from| Encoding::ALL.map(|to| (from, to))) {
        let is_new = || pairs.iter().all(|&known| kinds(known) != kinds(pair));
        // Kernels never see a signature.
        let is_bare = [pair.0, pair.1].iter().all(|side| !side.name().ends_with("-sig"));
        if is_bare && lossy(pair.0.info().kind, pair.1.info().kind, true).is_some() && is_new() {
            pairs.push(pair);
        }
    }
    assert!(pairs.len() > 60, "{pairs:?}");
    pairs
}

/// A place between units: bytes read and written, errors, and surrogates that the target lacks.
type Place = (usize, usize, u64, u64);

/// The reference implementation: one unit after the other. It also returns the places between units.
fn by_definition(from: Encoding, to: Encoding, input: &[u8], end: bool) -> (Vec<u8>, Vec<Place>) {
    let mut out = vec![];
    let mut places = vec![(0, 0, 0, 0)];
    let (mut read, mut errors, mut surrogates) = (0, 0, 0);
    while read < input.len() {
        let (len, code_point) = match from.decode_next(&input[read..], end) {
            Ok(decoded) => (decoded.len, decoded.code_point),
            Err(NotDecoded::IllFormed(error)) => {
                errors += 1;
                (error.len, REPLACEMENT)
            }
            Err(NotDecoded::Incomplete) => break,
        };
        let mut sequence = [0; 6];
        let written = to.encode_next(code_point, &mut sequence).unwrap_or_else(|_| {
            assert!(is_surrogate(code_point), "{from} to {to} {code_point:X}");
            surrogates += 1;
            to.encode_next(REPLACEMENT, &mut sequence).expect("a scalar value")
        });
        out.extend_from_slice(&sequence[..written]);
        read += len;
        places.push((read, out.len(), errors, surrogates));
    }
    (out, places)
}

fn kernel(from: Encoding, to: Encoding) -> Lossy {
    lossy(from.info().kind, to.info().kind, true).expect("there is a kernel")
}

/// Checks that a kernel stops between two units, has written what the reference implementation writes up to
/// there, has written nothing after the room, and does not stop too early.
fn check(from: Encoding, to: Encoding, input: &[u8], end: bool, room: impl Fn(usize) -> usize) {
    const GUARD: usize = 70;
    let (expected, places) = by_definition(from, to, input, end);
    let room = room(expected.len());
    let kernel = kernel(from, to);
    for isa in Isa::available() {
        let mut out = vec![0xA5; room + GUARD];
        let (Replaced { read, written, errors }, surrogates) = kernel.run(isa, input, &mut out[..room], end);
        let at = || format!("{from} to {to}, {isa:?}, {end}, room {room}: {read} {written} {input:02X?}");
        assert!(out[room..].iter().all(|&byte| byte == 0xA5), "outside: {}", at());
        assert!(out[..written] == expected[..written], "{}\n{out:02X?}\n{expected:02X?}", at());
        let place = places.iter().position(|&place| place == (read, written, errors, surrogates));
        let place = place.unwrap_or_else(|| panic!("no place: {errors} {surrogates} {}", at()));
        // Stopped at the end, at an incomplete unit of the source, or where the next unit does not fit; in
        // two steps, also where the next few do not fit.
        let odd = !input.len().is_multiple_of(from.info().width);
        let waits = from == Wtf8 && matches!(input[read..], [0xED, 0xA0..=0xAF, 0x80..=0xBF]);
        let words_to_doublewords = matches!(from, Wtf16Le | Wtf16Be) && to.info().width == 4;
        let in_two = kernel.is_in_two() || words_to_doublewords;
        let few = if in_two { 32 } else { 0 };
        let next = places[place..].iter().find(|next| next.0 > read + few || next.1 > room);
        match next.or(places.get(place + 1)) {
            Some(&(_, next, ..)) => {
                assert!(next > room || odd && read + 5 > input.len() || waits, "{}", at());
            }
            None => assert!(read == input.len() || !end, "{}", at()),
        }
    }
}

/// Ends open and closed, room in plenty, exactly enough, and too little.
fn check_rooms(random: &mut Random, from: Encoding, to: Encoding, input: &[u8]) {
    check(from, to, input, true, |needed| needed);
    match random.below(4) {
        0 => check(from, to, input, false, |needed| needed + 300),
        1 => check(from, to, input, false, |needed| needed),
        2 => {
            let less = random.below(200);
            check(from, to, input, true, |needed| needed.saturating_sub(less));
        }
        _ => check(from, to, input, true, |needed| needed + needed % 150),
    }
}

/// Strings that are ill-formed in UTF-8, or look as if they were.
const PIECES: [&[u8]; 36] = [
    b"\x80",
    b"\xBF",
    b"\xC0",
    b"\xC2",
    b"\xDF",
    b"\xE0",
    b"\xE1",
    b"\xED",
    b"\xF0",
    b"\xF1",
    b"\xF4",
    b"\xF5",
    b"\xFF",
    b"\xC0\x80",
    b"\xE0\x80\x80",
    b"\xE0\x9F\xBF",
    b"\xE0\xA0",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xED\x9F",
    b"\xED\xA0\x80\xED\xB0\x80",
    b"\xF0\x80\x80\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x90",
    b"\xF0\x90\x80",
    b"\xF0\x9F\x98",
    b"\xF4\x8F\xBF",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xE2\x82",
    b"\xE2\x82\xAC",
    b"\xF0\x9F\x98\x80",
    b"\xEF\xBF\xBD",
    b"\xF1\x80\x80\xE1\x80",
    b"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF",
    b"\x00",
];

/// Text with errors, of some length: of one script or all, with rare or frequent errors, or only random
/// bytes.
pub(super) fn error_dense(random: &mut Random, from: Encoding, len: usize) -> Vec<u8> {
    let background = BACKGROUNDS[random.below(BACKGROUNDS.len())];
    let density = [0, 1, 4, 16, 64, 256][random.below(6)];
    let uniform = random.below(12) == 0;
    let width = from.info().width;
    let mut bytes = vec![];
    while bytes.len() < len {
        if uniform {
            bytes.push(random.bits() as u8);
        } else if random.below(256) >= density {
            let count = 1 + random.below(9);
            let code_points = text(random, background, count);
            bytes.extend(encoded(from, &code_points));
        } else if width == 1 {
            match random.below(8) {
                0 => bytes.push(random.bits() as u8),
                1 => bytes.push(0x80 | random.bits() as u8),
                2 => {
                    let character = encoded(from, &text(random, background, 1));
                    bytes.extend_from_slice(&character[..1 + random.below(character.len())]);
                }
                _ => bytes.extend_from_slice(PIECES[random.below(PIECES.len())]),
            }
        } else {
            let surrogate = 0xD800 | random.bits() as u32 & 0x7FF;
            let unit =
                if width == 4 && random.below(2) == 0 { 0x11_0000 << random.below(12) } else { surrogate };
            let big = matches!(from, Utf16Be | Wtf16Be | Utf32Be);
            let (high_first, low_first) = (unit.to_be_bytes(), unit.to_le_bytes());
            bytes.extend_from_slice(if big { &high_first[4 - width..] } else { &low_first[..width] });
        }
    }
    bytes.truncate(len);
    bytes
}

#[test]
fn error_dense_text_of_every_length() {
    let mut random = Random(11);
    for (from, to) in pairs() {
        for draw in 0..3 {
            for len in 0..=300 {
                let bytes = error_dense(&mut random, from, len + 70);
                let start = [0, random.below(64), random.below(16)][draw];
                check_rooms(&mut random, from, to, &bytes[start..start + len]);
            }
        }
    }
}

#[test]
fn error_dense_text_of_many_lengths() {
    let mut random = Random(12);
    let pairs = pairs();
    for draw in 0..draws(20_000) {
        let (from, to) = pairs[draw % pairs.len()];
        let len = random.below(1600);
        let bytes = error_dense(&mut random, from, len);
        check_rooms(&mut random, from, to, &bytes);
    }
}

#[test]
fn error_dense_text_that_is_long() {
    let mut random = Random(15);
    for (from, to) in pairs() {
        for _ in 0..4 {
            let len = 40_000 + random.below(3);
            let bytes = error_dense(&mut random, from, len);
            check_rooms(&mut random, from, to, &bytes);
        }
    }
}

/// One to three defects, near each other or far, in text that is long enough for every way between the loops.
#[test]
fn few_defects_in_clean_text() {
    let mut random = Random(16);
    for (from, to) in pairs() {
        for background in BACKGROUNDS {
            let clean = encoded(from, &text(&mut random, background, 900));
            for draw in 0..120 {
                let len = 200 + random.below(clean.len().min(1800) - 200);
                let mut bytes = clean[..len].to_vec();
                let first = random.below(len);
                for _ in 0..1 + draw % 3 {
                    let near = (first + random.below(if draw % 2 == 0 { 8 } else { 400 })) % len;
                    bytes[near] = if from.info().width == 1 {
                        0x80 | random.bits() as u8
                    } else {
                        0xD8 | near as u8 & 7
                    };
                }
                check_rooms(&mut random, from, to, &bytes);
            }
        }
    }
}

#[test]
fn lone_surrogates_are_replaced_in_place_in_long_text() {
    let mut random = Random(17);
    for draw in 0..draws(600) {
        let len = random.below(1400);
        let bytes = error_dense(&mut random, Utf16Le, 2 * len);
        let units: Vec<u16> = bytes.as_chunks().0.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
        let (before, text) = units.split_at((draw % 40).min(len));
        let expected = String::from_utf16_lossy(text);
        let lone = char::decode_utf16(text.iter().copied()).filter(Result::is_err).count();
        for isa in Isa::available() {
            let mut in_place = units.clone();
            assert_eq!(
                make_well_formed(isa, bytes_of_mut(&mut in_place[before.len()..])),
                lone as u64,
                "{isa:?}"
            );
            assert!(
                expected.encode_utf16().eq(in_place[before.len()..].iter().copied()),
                "{isa:?} {text:04X?}"
            );
            assert!(in_place.starts_with(before));
        }
    }
}

/// After a long error-free stretch the strict kernels take over: they stop at the borders of their runs.
#[test]
fn one_error_after_long_clean_text() {
    const CLEAN: usize = 8192;
    let mut random = Random(15);
    for background in BACKGROUNDS {
        let clean = encoded(Utf8, &text(&mut random, background, 2 * CLEAN));
        for at in CLEAN..CLEAN + 520 {
            let mut bytes = clean[..CLEAN + 1200].to_vec();
            bytes[at] = [0x80, 0xBF, 0xC0, 0xED, 0xF4, 0xFF][at % 6];
            let expected: Vec<u8> =
                String::from_utf8_lossy(&bytes).encode_utf16().flat_map(u16::to_le_bytes).collect();
            for isa in Isa::available() {
                let mut out = vec![0; expected.len()];
                let (replaced, _) = kernel(Utf8, Utf16Le).run(isa, &bytes, &mut out, true);
                assert_eq!((replaced.read, replaced.written), (bytes.len(), out.len()), "{isa:?} {at}");
                assert!(out == expected, "{background:?} {isa:?} {at}");
            }
        }
    }
}

#[test]
fn windows_of_every_class_in_every_text() {
    let mut random = Random(13);
    let n = REPRESENTATIVES.len();
    for background in BACKGROUNDS {
        let clean = encoded(Utf8, &text(&mut random, background, 300));
        for k in 0..n * n * n * n {
            let window = [k / (n * n * n), k / (n * n) % n, k / n % n, k % n].map(|k| REPRESENTATIVES[k]);
            // Between characters or inside one, and with little or much in front.
            let at = k * 7 % 197;
            let mut bytes = clean[..(at + 70).min(clean.len())].to_vec();
            bytes[at..at + 4].copy_from_slice(&window);
            let expected = String::from_utf8_lossy(&bytes);
            let mut out = vec![0; 3 * bytes.len()];
            for isa in Isa::available() {
                let (replaced, _) = kernel(Utf8, Utf8).run(isa, &bytes, &mut out, true);
                assert!(out[..replaced.written] == *expected.as_bytes(), "{isa:?} {window:02X?} at {at}");
            }
            if k % 5 == at % 5 {
                let units: Vec<u8> = expected.encode_utf16().flat_map(u16::to_le_bytes).collect();
                let code_points: Vec<u8> =
                    expected.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
                let mut out = vec![0; 4 * bytes.len()];
                for isa in Isa::available() {
                    let (replaced, _) = kernel(Utf8, Utf16Le).run(isa, &bytes, &mut out, true);
                    assert!(out[..replaced.written] == units, "{isa:?} {window:02X?} at {at}");
                    let (replaced, _) = kernel(Utf8, Utf32Be).run(isa, &bytes, &mut out, true);
                    assert!(out[..replaced.written] == code_points, "{isa:?} {window:02X?} at {at}");
                }
            }
        }
    }
}

#[test]
fn surrogates_in_every_order() {
    let mut random = Random(14);
    const UNITS: [u16; 5] = [0x61, 0xFFFD, 0xD800, 0xDBFF, 0xDC00];
    for background in BACKGROUNDS {
        let clean = encoded(Utf16Be, &text(&mut random, background, 300));
        for k in 0..UNITS.len().pow(6) {
            let at = 2 * (k * 7 % 230);
            let mut bytes = clean[..(at + 90).min(clean.len())].to_vec();
            for (j, place) in bytes[at..at + 12].as_chunks_mut().0.iter_mut().enumerate() {
                *place = UNITS[k / UNITS.len().pow(j as u32) % UNITS.len()].to_be_bytes();
            }
            let units: Vec<u16> = bytes.as_chunks().0.iter().map(|&unit| u16::from_be_bytes(unit)).collect();
            let expected = String::from_utf16_lossy(&units);
            let mut out = vec![0; 2 * bytes.len()];
            for isa in Isa::available() {
                let (replaced, _) = kernel(Utf16Be, Utf8).run(isa, &bytes, &mut out, true);
                assert!(out[..replaced.written] == *expected.as_bytes(), "{isa:?} {units:04X?}");
                let (replaced, _) = kernel(Utf16Be, Utf16Le).run(isa, &bytes, &mut out, true);
                let written = out[..replaced.written].as_chunks().0.iter();
                let written: Vec<u16> = written.map(|&unit| u16::from_le_bytes(unit)).collect();
                assert!(expected.encode_utf16().eq(written), "{isa:?} {units:04X?}");
                let mut in_place = units.clone();
                let lone = make_well_formed(isa, bytes_of_mut(&mut in_place));
                assert!(expected.encode_utf16().eq(in_place), "{isa:?} {units:04X?}");
                assert_eq!(lone, replaced.errors, "{isa:?} {units:04X?}");
            }
        }
    }
}
