//! Between single bytes, UTF-8, UTF-16, WTF-16, UTF-32, UCS-2 and UCS-4: the comparisons that the other
//! kernels have.

use std::vec;
use std::vec::Vec;

use super::{
    Conversion, DEFECTS, Random, Ranges, by_definition, check, check_alignments, check_ascii_runs,
    check_defects, check_some_defects, draws, encoded, short_stride, stride, text,
};
use crate::Encoding;
use crate::codec::Codec;
use crate::kernel::{NATIVE, conversion, latin_1, plain};
use crate::simd::Isa;

const ENCODINGS: [Encoding; 13] = [
    Encoding::Iso8859_1,
    Encoding::Windows1252,
    Encoding::Utf8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
    Encoding::Ucs2Le,
    Encoding::Ucs2Be,
    Encoding::Wtf16Le,
    Encoding::Wtf16Be,
    Encoding::Ucs4Le,
    Encoding::Ucs4Be,
];

/// What has UTF-8's patterns of bits: from single bytes and to them as UTF-8.
const LIKE_UTF_8: [Encoding; 7] = [
    Encoding::Wtf8,
    Encoding::GeneralizedUtf8,
    Encoding::Utf8b,
    Encoding::Cesu8,
    Encoding::Utf8mb3,
    Encoding::Mutf8,
    Encoding::Mutf8Lenient,
];

/// All kernels between these encodings that are tried here.
fn kernels() -> Vec<Conversion> {
    let pairs = ENCODINGS.into_iter().flat_map(|from| ENCODINGS.into_iter().map(move |to| (from, to)));
    let single = [Encoding::Iso8859_1, Encoding::Windows1252];
    let like = LIKE_UTF_8.into_iter().flat_map(|like| single.map(|single| [(like, single), (single, like)]));
    pairs
        .chain(like.flatten())
        .filter_map(|(from, to)| {
            let (source, target) = (from.info().kind, to.info().kind);
            let (native_source, native_target) = (source.in_order(NATIVE), target.in_order(NATIVE));
            plain::conversion(native_source, native_target)
                .or_else(|| latin_1::conversion(native_source, native_target))?;
            Some((from, to, conversion(source, target)?))
        })
        .collect()
}

/// What single bytes hold, rarely and often; what 16 bits hold, and surrogates; everything.
const BACKGROUNDS: [Ranges; 6] = [
    &[(0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0x20, 0x7E), (0x20, 0xFF)],
    &[(0x00, 0x7E), (0x80, 0xFF), (0x2018, 0x201E), (0x20AC, 0x20AC)],
    &[(0x20, 0xD7FF), (0xE000, 0xFFFF)],
    &[(0x1_0000, 0x10_FFFF)],
    &[(0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x1_0000, 0x10_FFFF)],
    &[(0x20, 0x7E), (0xD800, 0xDFFF)],
];

#[test]
fn all_pairs_have_kernels() {
    let names: Vec<_> = kernels().iter().map(|(from, to, _)| (*from, *to)).collect();
    for from in ENCODINGS {
        for to in ENCODINGS {
            let is_expected = match (from, to) {
                (Encoding::Windows1252, to) => to == Encoding::Utf8 || to.info().width > 1,
                (Encoding::Utf8, Encoding::Windows1252) => true,
                (_, Encoding::Windows1252) => false,
                (Encoding::Utf8, to) => to == Encoding::Iso8859_1,
                (from, Encoding::Utf8) => from == Encoding::Iso8859_1,
                _ => true,
            };
            assert_eq!(names.contains(&(from, to)), is_expected, "{from} to {to}");
        }
    }
}

#[test]
fn every_alignment_and_length() {
    check_alignments(21, &kernels(), &BACKGROUNDS);
}

#[test]
fn every_room() {
    let mut random = Random(22);
    for (from, to, kernel) in kernels() {
        for background in BACKGROUNDS {
            let bytes = encoded(from, &text(&mut random, background, 300));
            for room in (0..700).step_by(short_stride()) {
                check(from, to, kernel, &bytes, room);
            }
        }
    }
}

/// Texts of fewer bytes than a vector, with just enough room and with more or less.
#[test]
fn every_length_of_few_bytes() {
    let mut random = Random(26);
    for (from, to, kernel) in super::kernels().into_iter().chain(kernels()) {
        for (background, len) in
            BACKGROUNDS.into_iter().flat_map(|ranges| (0..=24).map(move |len| (ranges, len)))
        {
            for draw in 0..draws(12) {
                let mut bytes = encoded(from, &text(&mut random, background, len));
                bytes.truncate(len);
                if draw % 2 == 1 && !bytes.is_empty() {
                    let at = random.below(bytes.len());
                    bytes[at] = DEFECTS[random.below(DEFECTS.len())];
                }
                let (read, written) = by_definition(from, to, &bytes, &mut [0; 200]);
                for isa in Isa::available().filter(|_| !kernel.is_partial) {
                    let done = kernel.run(isa, &bytes, &mut vec![0; written]);
                    assert_eq!(done, (read, written), "{from} to {to} {isa:?} {bytes:02X?}");
                }
                for more in [0, 1, 2, 8, 16, 32, random.below(200)] {
                    check(from, to, kernel, &bytes, written + more);
                    check(from, to, kernel, &bytes, written.saturating_sub(more));
                }
            }
        }
    }
}

#[test]
fn every_place_of_a_defect() {
    check_defects(23, &kernels(), &BACKGROUNDS);
}

#[test]
fn every_third_place_of_a_long_run_of_ascii() {
    check_ascii_runs(25, &kernels());
}

#[test]
fn two_and_three_defects() {
    check_some_defects(24, &kernels(), &BACKGROUNDS, 4000);
}

#[test]
fn two_bytes_of_every_value() {
    for (from, to, kernel) in kernels() {
        let mut bytes = [0x41; 100];
        for k in (0..0x1_0000_u32).step_by(stride()) {
            let end = 64 + k as usize % 3;
            bytes[end - 2..end].copy_from_slice(&(k as u16).to_be_bytes());
            check(from, to, kernel, &bytes, 464);
            check(from, to, kernel, &bytes[..end], 464);
            bytes[62..66].fill(0x41);
        }
    }
}
