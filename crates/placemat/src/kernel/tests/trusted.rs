//! Conversions of text that is known to be well-formed match the reference implementation, to the end or as
//! far as there is room.

use std::vec;
use std::vec::Vec;

use super::{BACKGROUNDS, Random, draws, text};
use crate::Encoding::{self, *};
use crate::codec::Codec;
use crate::kernel::{Kernel, trusted};
use crate::simd::Isa;

const BYTES: [Encoding; 9] =
    [Utf8, Utf8b, GeneralizedUtf8, Wtf8, Cesu8, Cesu8Lenient, Mutf8, Mutf8Lenient, Utf8mb3];
const UNITS: [Encoding; 8] = [Utf16Le, Utf16Be, Wtf16Le, Wtf16Be, Utf32Le, Utf32Be, Ucs4Le, Ucs4Be];

fn kernels() -> Vec<(Encoding, Encoding, Kernel)> {
    let kind = |encoding: Encoding| encoding.info().kind;
    let pairs = BYTES.into_iter().flat_map(|from| UNITS.into_iter().chain(BYTES).map(move |to| (from, to)));
    pairs.filter_map(|(from, to)| Some((from, to, trusted(kind(from), kind(to))?))).collect()
}

/// Some code points in an encoding, and what it does not hold left out.
fn encoded(encoding: Encoding, code_points: &[u32]) -> Vec<u8> {
    let held: Vec<u32> = code_points
        .iter()
        .copied()
        .filter(|&code_point| encoding.encode_next(code_point, &mut [0; 6]).is_ok())
        .collect();
    crate::encode(encoding, &held).expect("what the encoding holds")
}

fn check((from, to, kernel): (Encoding, Encoding, Kernel), input: &[u8], room: usize) {
    for isa in Isa::available() {
        let mut out = vec![0x33; room];
        let (read, written) = kernel.run(isa, input, &mut out);
        let expected = crate::convert(from, to, &input[..read]).expect("whole sequences");
        assert!(out[..written] == expected, "{from} to {to} {isa:?} {room} {read} of {input:02X?}");
        // The end of the input may decide what a lead surrogate is, for a kernel that does not know that it
        // is the end.
        let is_done = matches!(input[read..], [] | [0xED, 0xA0..=0xAF, _]);
        assert!(is_done || room < 4 * input.len(), "{from} to {to} {isa:?} {read} of {input:02X?}");
        assert!(is_done || room - written < 8, "{from} to {to} {isa:?} {room} {written} {input:02X?}");
    }
}

#[test]
fn there_are_such_kernels() {
    let pairs: Vec<_> = kernels().iter().map(|(from, to, _)| (*from, *to)).collect();
    for pair in [
        (Utf8, Utf16Le),
        (Utf8, Utf32Be),
        (Utf8, Wtf8),
        (Wtf8, Wtf16Be),
        (Wtf8, Ucs4Le),
        (Cesu8, Utf16Le),
        (Mutf8, Wtf16Le),
        (Utf8mb3, Utf16Be),
    ] {
        assert!(pairs.contains(&pair), "{pair:?}");
    }
    // Text that would need checks: surrogates that UTF-16 cannot hold, that fuse, or that are escapes.
    for pair in [(Wtf8, Utf16Le), (GeneralizedUtf8, Wtf16Le), (Utf8b, Wtf16Le), (Cesu8, Utf32Le)] {
        assert!(!pairs.contains(&pair), "{pair:?}");
    }
}

#[test]
fn every_alignment_and_length() {
    let mut random = Random(41);
    for kernel in kernels() {
        for background in BACKGROUNDS {
            let bytes = encoded(kernel.0, &text(&mut random, background, 700));
            let starts: Vec<usize> =
                (0..bytes.len()).filter(|&at| bytes[at] & 0xC0 != 0x80 && bytes[at] != 0xED).collect();
            for align in 0..starts.len().min(64) {
                for len in (align % 7..=400).step_by(7) {
                    let end = starts.iter().copied().find(|&end| end >= starts[align] + len);
                    let text = &bytes[starts[align]..end.unwrap_or(bytes.len())];
                    check(kernel, text, 4 * text.len());
                }
            }
        }
    }
}

#[test]
fn halves_nul_and_every_room() {
    let mut random = Random(42);
    for kernel in kernels() {
        for turn in 0..draws(300) {
            let background = BACKGROUNDS[turn % BACKGROUNDS.len()];
            let code_points = random.below(400);
            let mut text = text(&mut random, background, code_points);
            for code_point in &mut text {
                if random.below(20) == 0 {
                    *code_point = [0xD800, 0xD83D, 0xDCA9, 0xDFFF, 0, 0xFFFF, 0x10_FFFF][random.below(7)];
                }
            }
            let bytes = encoded(kernel.0, &text);
            check(kernel, &bytes, 4 * bytes.len());
            check(kernel, &bytes, random.below(2 * bytes.len() + 8));
        }
    }
}
