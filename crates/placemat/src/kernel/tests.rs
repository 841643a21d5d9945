//! Every kernel of every instruction set against the scalar one, and the scalar ones against the definition.

extern crate std;

use std::vec;
use std::vec::Vec;

use super::{Kernel, Kind, conversion, validate_utf_8};
use crate::codec::Codec;
use crate::policy::Endian;
use crate::scheme::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use crate::simd::Isa;
use crate::table::NotDecoded;
use crate::{Encoding, form};

/// A small generator: xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
}

fn vector_isas() -> impl Iterator<Item = Isa> {
    Isa::available().filter(|isa| *isa != Isa::Scalar)
}

/// The kernels with the encodings of their sides.
fn kernels() -> Vec<(Encoding, Encoding, Kernel)> {
    let (utf_8, little, big) = (Kind::Utf8, Endian::Little, Endian::Big);
    [
        (Encoding::Utf8, Encoding::Utf8, conversion(utf_8, utf_8)),
        (Encoding::Utf8, Encoding::Utf16Le, conversion(utf_8, Kind::Utf16(little))),
        (Encoding::Utf8, Encoding::Utf16Be, conversion(utf_8, Kind::Utf16(big))),
        (Encoding::Utf8, Encoding::Utf32Le, conversion(utf_8, Kind::Utf32(little))),
        (Encoding::Utf8, Encoding::Utf32Be, conversion(utf_8, Kind::Utf32(big))),
        (Encoding::Utf16Le, Encoding::Utf8, conversion(Kind::Utf16(little), utf_8)),
        (Encoding::Utf16Be, Encoding::Utf8, conversion(Kind::Utf16(big), utf_8)),
        (Encoding::Utf32Le, Encoding::Utf8, conversion(Kind::Utf32(little), utf_8)),
        (Encoding::Utf32Be, Encoding::Utf8, conversion(Kind::Utf32(big), utf_8)),
    ]
    .into_iter()
    .map(|(from, to, kernel)| (from, to, kernel.expect("there is a kernel")))
    .collect()
}

/// Texts of one length class and of all, in code points.
const BACKGROUNDS: [&[(u32, u32)]; 5] = [
    &[(0x20, 0x7E)],
    &[(0x80, 0x7FF)],
    &[(0x800, 0xD7FF), (0xE000, 0xFFFF)],
    &[(0x1_0000, 0x10_FFFF)],
    &[(0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x1_0000, 0x10_FFFF)],
];

fn text(random: &mut Random, background: &[(u32, u32)], code_points: usize) -> Vec<u32> {
    (0..code_points)
        .map(|_| {
            let (first, last) = background[random.below(background.len())];
            first + random.below((last - first + 1) as usize) as u32
        })
        .collect()
}

fn encoded(encoding: Encoding, code_points: &[u32]) -> Vec<u8> {
    let mut bytes = vec![];
    for &code_point in code_points {
        let mut sequence = [0; 4];
        let len = encoding.encode_next(code_point, &mut sequence).expect("a scalar value");
        bytes.extend_from_slice(&sequence[..len]);
    }
    bytes
}

/// The definition: as many whole sequences as are well-formed and fit.
fn by_definition(from: Encoding, to: Encoding, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let decoded = match from.decode_next(&input[read..], true) {
            Ok(decoded) => decoded,
            Err(NotDecoded::Incomplete | NotDecoded::IllFormed(_)) => return (read, written),
        };
        match to.encode_next(decoded.code_point, &mut out[written..]) {
            Ok(len) => written += len,
            Err(_) => return (read, written),
        }
        read += decoded.len;
    }
}

/// A kernel's result is a prefix of the definition's, and the vector kernels end where the scalar one does.
fn check(from: Encoding, to: Encoding, kernel: Kernel, input: &[u8], room: usize) {
    let mut expected = vec![0xAA; room];
    let (read, written) = by_definition(from, to, input, &mut expected);
    let mut by_scalar = vec![0x55; room];
    let scalar = kernel(Isa::Scalar, input, &mut by_scalar);
    assert!(scalar.0 <= read && scalar.1 <= written, "{from} to {to} {input:02X?}");
    assert!(by_scalar[..scalar.1] == expected[..scalar.1], "{from} to {to}, scalar, {input:02X?}");
    let full = room < 4 * input.len() + 64;
    if !full {
        assert_eq!(scalar, (read, written), "{from} to {to}, scalar, {input:02X?}");
    }
    for isa in vector_isas() {
        let mut out = vec![0x33; room];
        let (isa_read, isa_written) = kernel(isa, input, &mut out);
        assert!(isa_read <= read && isa_written <= written, "{from} to {to} {isa:?} {input:02X?}");
        assert!(out[..isa_written] == expected[..isa_written], "{from} to {to}, {isa:?}, {input:02X?}");
        if !full {
            assert_eq!((isa_read, isa_written), (read, written), "{from} to {to}, {isa:?}, {input:02X?}");
        }
    }
}

#[test]
fn every_alignment_and_length() {
    let mut random = Random(1);
    for (from, to, kernel) in kernels() {
        for background in BACKGROUNDS {
            let bytes = encoded(from, &text(&mut random, background, 800));
            for align in 0..64 {
                for len in (align % 5..=420).step_by(5) {
                    check(
                        from,
                        to,
                        kernel,
                        &bytes[align..align + len.min(bytes.len() - align)],
                        4 * len + 64,
                    );
                }
            }
        }
    }
}

#[test]
fn every_place_of_a_defect() {
    let mut random = Random(2);
    for (from, to, kernel) in kernels() {
        for background in BACKGROUNDS {
            let bytes = encoded(from, &text(&mut random, background, 700));
            let bytes = &bytes[..bytes.len().min(700)];
            for at in 0..bytes.len() {
                let mut broken = bytes.to_vec();
                broken[at] = [0x00, 0x80, 0xBF, 0xC0, 0xC2, 0xD8, 0xDC, 0xE0, 0xED, 0xF0, 0xF4, 0xF8, 0xFF]
                    [random.below(13)];
                check(from, to, kernel, &broken, 4 * broken.len() + 64);
            }
        }
    }
}

#[test]
fn two_and_three_defects() {
    let mut random = Random(3);
    for (from, to, kernel) in kernels() {
        for draw in 0..40_000 {
            let background = BACKGROUNDS[random.below(BACKGROUNDS.len())];
            let code_points = 1 + random.below(300);
            let mut bytes = encoded(from, &text(&mut random, background, code_points));
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

/// Both ends of every class of bytes.
const REPRESENTATIVES: [u8; 20] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1,
    0xF4, 0xF5, 0xFF,
];

#[test]
fn windows_of_every_class_validate_alike() {
    let mut random = Random(4);
    for background in BACKGROUNDS {
        let mut bytes = encoded(Encoding::Utf8, &text(&mut random, background, 700));
        bytes.truncate(700);
        // A place between sequences, in the middle of the runs and at their borders.
        let places: Vec<usize> = [130, 255, 318, 383, 511]
            .iter()
            .map(|&at| (at..).find(|&at| bytes[at] & 0xC0 != 0x80).expect("a sequence begins"))
            .collect();
        let n = REPRESENTATIVES.len();
        for k in 0..n * n * n * n {
            let window = [k / (n * n * n), k / (n * n) % n, k / n % n, k % n].map(|k| REPRESENTATIVES[k]);
            let at = places[k % places.len()];
            let old: [u8; 4] = bytes[at..at + 4].try_into().expect("four bytes");
            bytes[at..at + 4].copy_from_slice(&window);
            let expected = core::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
            for isa in Isa::available() {
                assert_eq!(validate_utf_8(isa, &bytes), expected, "{isa:?} {window:02X?} at {at}");
            }
            bytes[at..at + 4].copy_from_slice(&old);
        }
    }
}

#[test]
fn forms_in_memory_have_the_kernels_of_their_order() {
    use crate::unit::Unit;
    let kind = |codec: &str, bits| Kind::of(codec, bits);
    assert_eq!(kind(Utf16Le::default().facts().name, 8), Kind::Utf16(Endian::Little));
    assert_eq!(kind(Utf16Be::default().facts().name, 8), Kind::Utf16(Endian::Big));
    assert_eq!(kind(Utf32Le::default().facts().name, 8), Kind::Utf32(Endian::Little));
    assert_eq!(kind(Utf32Be::default().facts().name, 8), Kind::Utf32(Endian::Big));
    assert_eq!(kind(form::Utf16.facts().name, <u16 as Unit>::BITS), Kind::Utf16(super::NATIVE));
    assert_eq!(kind(form::Wtf16.facts().name, <u16 as Unit>::BITS), Kind::Other);
}
