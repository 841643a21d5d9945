//! Between single bytes, UTF-8, UTF-16, UTF-32 and UCS-2: the same comparisons as for the other kernels.

use std::vec;
use std::vec::Vec;

use super::{Random, check, text};
use crate::Encoding;
use crate::codec::Codec;
use crate::kernel::{Kernel, latin_1, units};

const ENCODINGS: [Encoding; 9] = [
    Encoding::Iso8859_1,
    Encoding::Windows1252,
    Encoding::Utf8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
    Encoding::Ucs2Le,
    Encoding::Ucs2Be,
];

/// All kernels between these encodings that are tried here.
fn kernels() -> Vec<(Encoding, Encoding, Kernel)> {
    let pairs = ENCODINGS.into_iter().flat_map(|from| ENCODINGS.into_iter().map(move |to| (from, to)));
    pairs
        .filter_map(|(from, to)| {
            let (source, target) = (from.facts().kind, to.facts().kind);
            let kernel = units::conversion(source, target).or_else(|| latin_1::conversion(source, target))?;
            Some((from, to, kernel))
        })
        .collect()
}

/// What single bytes hold, rarely and often; what 16 bits hold, and surrogates; everything.
const BACKGROUNDS: [&[(u32, u32)]; 6] = [
    &[(0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0x20, 0xFF)],
    &[(0x20, 0x7E), (0x80, 0xFF), (0x2018, 0x201E), (0x20AC, 0x20AC)],
    &[(0x20, 0xD7FF), (0xE000, 0xFFFF)],
    &[(0x1_0000, 0x10_FFFF)],
    &[(0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x1_0000, 0x10_FFFF)],
    &[(0x20, 0x7E), (0xD800, 0xDFFF)],
];

/// A text in an encoding, without what that does not hold.
fn encoded(encoding: Encoding, code_points: &[u32]) -> Vec<u8> {
    let mut bytes = vec![];
    for &code_point in code_points {
        let mut sequence = [0; 6];
        if let Ok(len) = encoding.encode_next(code_point, &mut sequence) {
            bytes.extend_from_slice(&sequence[..len]);
        }
    }
    bytes
}

#[test]
fn all_pairs_have_kernels() {
    let names: Vec<_> = kernels().iter().map(|(from, to, _)| (*from, *to)).collect();
    for from in ENCODINGS {
        for to in ENCODINGS {
            let single = [from, to].contains(&Encoding::Windows1252);
            let utf_8 = [from, to].contains(&Encoding::Utf8);
            let latin_1 = [from, to].contains(&Encoding::Iso8859_1);
            let expected = if single || utf_8 { utf_8 && (single || latin_1) } else { true };
            assert_eq!(names.contains(&(from, to)), expected, "{from} to {to}");
        }
    }
}

#[test]
fn every_alignment_and_length() {
    let mut random = Random(21);
    for (from, to, kernel) in kernels() {
        for background in BACKGROUNDS {
            let bytes = encoded(from, &text(&mut random, background, 900));
            for align in 0..bytes.len().min(64) {
                for len in (align % 7..=420).step_by(7) {
                    let len = len.min(bytes.len() - align);
                    check(from, to, kernel, &bytes[align..align + len], 4 * len + 64);
                }
            }
        }
    }
}

#[test]
fn every_room() {
    let mut random = Random(22);
    for (from, to, kernel) in kernels() {
        for background in BACKGROUNDS {
            let bytes = encoded(from, &text(&mut random, background, 300));
            for room in 0..700 {
                check(from, to, kernel, &bytes, room);
            }
        }
    }
}

#[test]
fn every_place_of_a_defect() {
    let mut random = Random(23);
    for (from, to, kernel) in kernels() {
        for background in BACKGROUNDS {
            let bytes = encoded(from, &text(&mut random, background, 700));
            for at in 0..bytes.len().min(700) {
                let mut broken = bytes[..bytes.len().min(700)].to_vec();
                broken[at] =
                    [0x00, 0x80, 0x9F, 0xA0, 0xC0, 0xC1, 0xC2, 0xC4, 0xD8, 0xDB, 0xDC, 0xDF, 0x11, 0xFF]
                        [random.below(14)];
                check(from, to, kernel, &broken, 4 * broken.len() + 64);
            }
        }
    }
}

#[test]
fn two_and_three_defects() {
    let mut random = Random(24);
    for (from, to, kernel) in kernels() {
        for draw in 0..4000 {
            let background = BACKGROUNDS[random.below(BACKGROUNDS.len())];
            let code_points = 1 + random.below(300);
            let mut bytes = encoded(from, &text(&mut random, background, code_points));
            if bytes.is_empty() {
                continue;
            }
            for _ in 0..draw % 4 {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
            let start = random.below(bytes.len().min(70));
            let room = if draw % 5 == 0 { random.below(2 * bytes.len() + 1) } else { 4 * bytes.len() + 64 };
            check(from, to, kernel, &bytes[start..], room);
        }
    }
}

#[test]
fn two_bytes_of_every_value() {
    for (from, to, kernel) in kernels() {
        let mut bytes = [0x41; 100];
        for k in 0..0x1_0000_u32 {
            bytes[62 + k as usize % 3..][..2].copy_from_slice(&(k as u16).to_be_bytes());
            check(from, to, kernel, &bytes, 464);
            bytes[62..66].fill(0x41);
        }
    }
}
