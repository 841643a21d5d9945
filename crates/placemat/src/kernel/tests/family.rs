//! Conversions between the family's forms and units of 16 and 32 bits, and copies between the forms, with
//! surrogates and U+0000 in the text.

use std::vec;
use std::vec::Vec;

use super::extent::may_stop;
use super::{BACKGROUNDS, Random, draws, encoded, short_stride, stride, text, vector_isas};
use crate::Encoding::{self, *};
use crate::code_point::{is_lead_surrogate, is_trail_surrogate};
use crate::codec::Codec;
use crate::form::{Cesu8 as Cesu8Form, Form, Mutf8 as Mutf8Form, PairingRule, Wtf8 as Wtf8Form};
use crate::kernel::{Kernel, conversion, validate};
use crate::simd::Isa;

const BYTES: [Encoding; 9] =
    [Utf8, Utf8b, GeneralizedUtf8, Wtf8, Cesu8, Cesu8Lenient, Mutf8, Mutf8Lenient, Utf8mb3];
const UNITS: [Encoding; 8] = [Utf16Le, Utf16Be, Wtf16Le, Wtf16Be, Utf32Le, Utf32Be, Ucs4Le, Ucs4Be];

fn kernels() -> Vec<(Encoding, Encoding, Kernel)> {
    let to_units = BYTES.into_iter().flat_map(|bytes| UNITS.into_iter().map(move |units| (bytes, units)));
    let copies = BYTES.into_iter().flat_map(|from| BYTES.into_iter().map(move |to| (from, to)));
    let kernel = |(from, to)| {
        let kind = |encoding: Encoding| encoding.info().kind;
        conversion(kind(from), kind(to)).map(|kernel| (from, to, kernel))
    };
    to_units
        .clone()
        .chain(to_units.map(|(bytes, units)| (units, bytes)))
        .chain(copies)
        .filter_map(kernel)
        .collect()
}

/// The reference implementation: as many whole sequences as are well-formed and fit, and no lead surrogate
/// that a target would join or fuse with what follows, or what may follow.
fn by_definition(from: Encoding, to: Encoding, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Ok(decoded) = from.decode_next(&input[read..], false) {
        if is_lead_surrogate(decoded.code_point)
            && matches!(to.info().pairing, PairingRule::Joins | PairingRule::Fuses)
        {
            let after = &input[read + decoded.len..];
            let may_be_trail = if from.info().width == 1 {
                matches!(after, [] | [0xED] | [0xED, 0xB0..=0xBF] | [0xED, 0xB0..=0xBF, 0x80..=0xBF, ..])
            } else {
                let next = from.decode_next(after, true).map(|decoded| decoded.code_point);
                after.len() < from.info().width || next.is_ok_and(is_trail_surrogate)
            };
            if may_be_trail {
                break;
            }
        }
        match to.encode_next(decoded.code_point, &mut out[written..]) {
            Ok(len) => written += len,
            Err(_) => break,
        }
        read += decoded.len;
    }
    (read, written)
}

/// Checks that every kernel gives a prefix of the reference result, and all of it if the kernel is whole and
/// there is room.
fn check(from: Encoding, to: Encoding, kernel: Kernel, input: &[u8], room: usize) {
    let mut expected = vec![0xAA; room];
    let (read, written) = by_definition(from, to, input, &mut expected);
    for isa in vector_isas().chain([Isa::Scalar]) {
        let mut out = vec![0x33; room];
        let result = kernel.run(isa, input, &mut out);
        assert!(
            result.0 <= read && result.1 <= written,
            "{result:?} for {read}, {written} of {room}: {from} to {to} {isa:?} {:02X?}",
            &input[read.saturating_sub(9)..]
        );
        assert!(out[..result.1] == expected[..result.1], "{from} to {to} {isa:?} {input:02X?}");
        if room >= 4 * input.len() + 64 {
            // What only the end of the input decides may wait for it.
            let waits = read - result.0;
            let is_whole = waits == 0
                || waits <= 4 && read == input.len()
                || kernel.is_partial && may_stop(from, to, &input[result.0..]);
            assert!(is_whole, "{result:?} for {read}: {from} to {to} {isa:?} {input:02X?}");
        }
        let mut again = vec![0; room];
        let prefix = by_definition(from, to, &input[..result.0], &mut again);
        assert!(result.0 - prefix.0 <= 4, "whole sequences, {from} to {to} {isa:?} {input:02X?}");
    }
}

/// Texts with surrogates and U+0000: none, few, many.
fn draw(random: &mut Random) -> Vec<u32> {
    let background = BACKGROUNDS[random.below(BACKGROUNDS.len())];
    let most = [400, 400, 1500][random.below(3)];
    let code_points = random.below(most);
    let mut text = text(random, background, code_points);
    let one_in = [0, 0, 150, 12, 2][random.below(5)];
    for code_point in &mut text {
        if one_in > 0 && random.below(one_in) == 0 {
            *code_point =
                [0xD800, 0xDBFF, 0xD83D, 0xDC00, 0xDFFF, 0xDCA9, 0, 0x10_FFFF, 0xD7FF][random.below(9)];
        }
    }
    text
}

#[test]
fn texts_with_halves() {
    let mut random = Random(31);
    for (from, to, kernel) in kernels() {
        for turn in 0..draws(160) {
            let text = draw(&mut random);
            let mut bytes = encoded(from, &text);
            if turn % 3 == 0 && !bytes.is_empty() {
                let at = random.below(bytes.len());
                bytes[at] = if turn % 2 == 0 { random.bits() as u8 } else { 0xED };
            }
            let start = random.below(bytes.len().min(70) + 1);
            let bytes = &bytes[start..];
            let room = if turn % 4 == 1 { random.below(2 * bytes.len() + 1) } else { 4 * bytes.len() + 64 };
            check(from, to, kernel, bytes, room);
            // Copies look at no more than has room, and short pieces are asked in another way.
            if turn % 4 == 2 && !kernel.is_partial {
                check_exact(from, to, kernel, bytes);
            }
        }
    }
}

/// As much room as is written is enough.
fn check_exact(from: Encoding, to: Encoding, kernel: Kernel, input: &[u8]) {
    for isa in vector_isas() {
        let mut out = vec![0; 4 * input.len() + 64];
        let all = kernel.run(isa, input, &mut out);
        let exact = kernel.run(isa, input, &mut vec![0; all.1]);
        // What only the end of the input decides may wait for it.
        assert!(exact.0 + 8 > all.0, "{exact:?} for {all:?}: {from} to {to} {isa:?} {input:02X?}");
    }
}

#[test]
fn every_place_of_halves_and_cuts() {
    let mut random = Random(32);
    for (from, to, kernel) in kernels() {
        for (background, code_points) in BACKGROUNDS.into_iter().zip([900, 500, 500, 500, 500]) {
            let before = text(&mut random, background, code_points);
            for wonder in [&[0xD83D][..], &[0xDCA9], &[0xD83D, 0xDCA9], &[0x1_F4A9], &[0], &[0xDCA9, 0xD83D]]
            {
                for at in (0..code_points).step_by(31 * short_stride()) {
                    let mut text = before.clone();
                    text.splice(at..at, wonder.iter().copied());
                    let bytes = encoded(from, &text);
                    let end = encoded(from, &text[..at + wonder.len()]).len();
                    let cut = (end + 1 + at % 5).saturating_sub(3).min(bytes.len());
                    check(from, to, kernel, &bytes[..cut], 4 * cut + 64);
                    if at % 3 == 0 {
                        check(from, to, kernel, &bytes, 4 * bytes.len() + 64);
                    }
                }
            }
        }
    }
}

/// Tries errors where runs end, with other text after the error than before it, so that a different path
/// reads it.
#[test]
fn broken_sequences_at_the_ends_of_runs() {
    const BROKEN: [&[u8]; 9] = [
        b"\xC3",
        b"\xE2\x82",
        b"\xF0",
        b"\xF0\x90",
        b"\xF0\x90\x80",
        b"\xED\xA0",
        b"\xED\xA0\x80",
        b"\xED\xA0\x80\xED",
        b"\xED\xA0\x80\xED\xB0",
    ];
    const SAMPLES: [u32; 4] = [0x61, 0xE9, 0x20AC, 0x1_F4A9];
    let places = || (313..319).chain(569..575).chain(825..831);
    for (number, (from, to, kernel)) in kernels().into_iter().enumerate() {
        if from.info().width > 1 || !number.is_multiple_of(stride()) {
            continue;
        }
        let samples = SAMPLES.map(|sample| encoded(from, &[sample]));
        for (before, after) in [(0, 0), (0, 2), (1, 0), (2, 1), (3, 0), (3, 2), (0, 3)] {
            let (before, after) = (&samples[before], &samples[after]);
            if before.is_empty() || after.is_empty() {
                continue;
            }
            for (place, broken) in places().flat_map(|place| BROKEN.map(|broken| (place, broken))) {
                let mut input = vec![b'a'; place % before.len()];
                input.extend(before.repeat(place / before.len()));
                input.extend_from_slice(broken);
                input.extend(after.repeat(700 / after.len()));
                check(from, to, kernel, &input, 2 * input.len());
            }
        }
    }
}

/// Changes a byte near the end of a run in place, so that what was read before stays where it is. The text
/// after it is of another kind than that before.
#[test]
fn bytes_that_change_where_runs_end() {
    const SAMPLES: [u32; 4] = [0x61, 0xE9, 0x20AC, 0x1_F4A9];
    const BYTES: [u8; 9] = [0x00, 0x41, 0x80, 0xA0, 0xBF, 0xC3, 0xED, 0xF0, 0xF4];
    let mut turn = 0;
    for (from, to, kernel) in kernels().into_iter().filter(|(from, _, _)| from.info().width == 1) {
        let samples = SAMPLES.map(|sample| encoded(from, &[sample]));
        let samples: Vec<_> = samples.iter().filter(|sample| !sample.is_empty()).collect();
        for (before, after) in
            samples.iter().flat_map(|before| samples.iter().map(move |after| (before, after)))
        {
            for edge in [64, 256, 320, 576].into_iter().step_by(short_stride()) {
                for near in 0..9 {
                    turn += 1;
                    // The first text ends at the edge, or up to five bytes before it.
                    let len = edge - turn % 6;
                    let mut input = vec![b'a'; len % before.len()];
                    input.extend(before.repeat(len / before.len()));
                    input.extend(after.repeat(700 / after.len()));
                    let at = edge + near - 4;
                    for byte in BYTES {
                        let old = std::mem::replace(&mut input[at], byte);
                        check(from, to, kernel, &input, 2 * input.len());
                        input[at] = old;
                    }
                }
            }
        }
    }
}

/// Surrogates as bytes, for forms that have no sequence for a lone one: at every place, with ASCII or nothing
/// instead of the counterpart, in text of pairs or of ASCII.
#[test]
fn halves_without_the_other() {
    const PAIR: [u8; 6] = [0xED, 0xA0, 0xBD, 0xED, 0xB2, 0xA9];
    let wonders = [
        &PAIR[..3],
        &PAIR[3..],
        b"\xED\xA0\xBDa",
        b"\xED\xA0\xBD\0",
        b"a\xED\xB2\xA9",
        b"\xED\xA0\xBD\xC3\xA9",
    ];
    for (from, to, kernel) in kernels().into_iter().filter(|(from, _, _)| from.info().width == 1) {
        for wonder in wonders {
            for before in [&b"a"[..], &PAIR] {
                for places in (20..130).chain(250..270).chain(505..530).step_by(short_stride()) {
                    let mut bytes = before.repeat(places / before.len());
                    bytes.resize(places, b'a');
                    bytes.extend_from_slice(wonder);
                    check(from, to, kernel, &bytes, 4 * bytes.len() + 64);
                    bytes.resize(bytes.len() + [1, 300][places % 2], b'a');
                    check(from, to, kernel, &bytes, 4 * bytes.len() + 64);
                }
            }
        }
    }
    check_verdicts::<Cesu8Form>(&wonders);
    check_verdicts::<Mutf8Form>(&wonders);
    check_verdicts::<Wtf8Form>(&wonders);
}

/// Checks that validation goes no further than the reference implementation.
fn check_verdicts<F: Form>(wonders: &[&[u8]]) {
    for wonder in wonders {
        for before in [&b"a"[..], b"\xED\xA0\xBD\xED\xB2\xA9"] {
            for places in (0..140).chain(250..270).chain(505..1100).step_by(short_stride()) {
                let mut bytes = before.repeat(places / before.len());
                bytes.extend_from_slice(wonder);
                for more in [0, 1, 3, 300] {
                    bytes.resize(bytes.len() + more, b'a');
                    let mut end = 0;
                    while let Some(decoded) =
                        F::TABLE.decode(&bytes[end..], true).ok().filter(|_| end < bytes.len())
                    {
                        end += decoded.len;
                    }
                    for isa in Isa::available() {
                        let len = validate::<F>(isa, &bytes);
                        assert!(len <= end, "{} {isa:?} {len} of {end}: {bytes:02X?}", F::NAME);
                    }
                }
            }
        }
    }
}

/// The vectors of AVX-512 read a surrogate pair in one run of blocks and cannot read the next one, which has
/// U+0000.
#[test]
fn pairs_that_end_in_a_run_with_u_0000() {
    for (from, to, kernel) in kernels() {
        if from != Mutf8 {
            continue;
        }
        for at in (0..600).step_by(if stride() > 3 { 5 } else { 1 }) {
            let code_points = [vec![0x61; at], vec![0x1_0000, 0xE9, 0xE9, 0], vec![0x61; 600]].concat();
            let input = encoded(from, &code_points);
            let mut expected = vec![0; 4 * input.len()];
            let (read, written) = by_definition(from, to, &input, &mut expected);
            for isa in Isa::available() {
                let mut out = vec![0; 4 * input.len()];
                let (isa_read, isa_written) = kernel.run(isa, &input, &mut out);
                assert!(isa_read <= read && isa_written <= written, "{from} to {to} {isa:?} {at}");
                assert!(out[..isa_written] == expected[..isa_written], "{from} to {to} {isa:?} {at}");
            }
        }
    }
}
