//! Tests every kernel of every instruction set against the scalar one, and the scalar ones against the
//! reference implementation.

extern crate std;

mod by_policy;
mod extent;
mod family;
mod left_out;
mod length;
mod lossy;
mod parts;
mod plain;
mod relative;
mod short;
mod short_utf_16;
mod trusted;
mod uncached;
mod whole_sequences;

use std::array;
use std::time::{Duration, Instant};
use std::vec;
use std::vec::Vec;

use extent::{Block, may_stop};
use placemat_random::Random;

use super::{Kernel, Kind, conversion, validate, validate_form, validate_utf_16};
use crate::codec::Codec;
use crate::form::{Form, PairingRule};
use crate::form::{Utf16, Utf32};
use crate::scheme::{Be, Le};
use crate::simd::Isa;
use crate::table::NotDecoded;
use crate::unit::Endian;
use crate::{Encoding, form};

fn vector_isas() -> impl Iterator<Item = Isa> {
    Isa::available().filter(|isa| *isa != Isa::Scalar)
}

/// The step between tried cases. On an emulated CPU, each takes many times as long.
fn stride() -> usize {
    let times = if std::env::var_os("PLACEMAT_EMULATED").is_some() { 17 } else { 1 };
    times * placemat_random::stride(3)
}

/// One in this many, for tests with few cases.
fn short_stride() -> usize {
    stride().min(7)
}

/// So many random draws, as far as they are tried.
fn draws(count: usize) -> usize {
    count.div_ceil(stride())
}

/// A kernel with the encodings of its sides.
type Conversion = (Encoding, Encoding, Kernel);

/// Ranges of code points that are drawn from.
type Ranges = &'static [(u32, u32)];

fn kernels() -> Vec<Conversion> {
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
        (Encoding::Utf8, Encoding::Cesu8, conversion(utf_8, kind_of(Encoding::Cesu8))),
        (Encoding::Cesu8, Encoding::Utf8, conversion(kind_of(Encoding::Cesu8), utf_8)),
        (Encoding::Mutf8, Encoding::Wtf8, conversion(kind_of(Encoding::Mutf8), kind_of(Encoding::Wtf8))),
        (Encoding::Utf8, Encoding::Mutf8, conversion(utf_8, kind_of(Encoding::Mutf8))),
        (Encoding::Utf8Rfc2279, Encoding::Utf16Le, conversion(Kind::Rfc2279, Kind::Utf16(little))),
        (Encoding::Utf16Be, Encoding::Utf8Rfc2279, conversion(Kind::Utf16(big), Kind::Rfc2279)),
        (Encoding::Wtf8, Encoding::Utf8b, conversion(kind_of(Encoding::Wtf8), kind_of(Encoding::Utf8b))),
    ]
    .into_iter()
    .map(|(from, to, kernel)| (from, to, kernel.expect("there is a kernel")))
    .collect()
}

fn kind_of(encoding: Encoding) -> Kind {
    encoding.info().kind
}

/// Texts of one length class and of all, in code points.
const BACKGROUNDS: [Ranges; 5] = [
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

/// Returns a text in an encoding, without what the encoding cannot hold.
fn encoded(encoding: Encoding, code_points: &[u32]) -> Vec<u8> {
    // Decoders without an encoder read UTF-8.
    let has_encoder = encoding.encode_next(0x61, &mut [0; 6]).is_ok();
    let encoding = if has_encoder { encoding } else { Encoding::Utf8 };
    let mut bytes = vec![];
    for &code_point in code_points {
        let mut sequence = [0; 6];
        if let Ok(len) = encoding.encode_next(code_point, &mut sequence) {
            bytes.extend_from_slice(&sequence[..len]);
        }
    }
    bytes
}

/// Asserts that a kernel reads and writes as much as the reference implementation in every instruction set, if the
/// output has room for so many bytes, and writes the same.
fn assert_as_defined((from, to, kernel): &Conversion, bytes: &[u8], room: usize) {
    let mut expected = vec![0; room];
    let done = by_definition(*from, *to, bytes, &mut expected);
    for isa in Isa::available() {
        let mut out = vec![0; room];
        let found = kernel.run(isa, bytes, &mut out);
        let same = found == done && out[..done.1] == expected[..done.1];
        assert!(same, "{found:?} {done:?}: {from} to {to} {isa:?} {room} {bytes:02X?}");
    }
}

/// The reference implementation: as many whole sequences as are well-formed and fit.
fn by_definition(from: Encoding, to: Encoding, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let decoded = match from.decode_next(&input[read..], false) {
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

/// Checks that a kernel's result is a prefix of the reference implementation's, and that the vector kernels
/// end where the scalar one does.
fn check(from: Encoding, to: Encoding, kernel: Kernel, input: &[u8], room: usize) {
    let mut expected = vec![0xAA; room];
    let (read, written) = by_definition(from, to, input, &mut expected);
    let mut by_scalar = vec![0x55; room];
    let scalar = kernel.run(Isa::Scalar, input, &mut by_scalar);
    assert!(scalar.0 <= read && scalar.1 <= written, "{from} to {to} {input:02X?}");
    assert!(by_scalar[..scalar.1] == expected[..scalar.1], "{from} to {to}, scalar, {input:02X?}");
    let is_roomy = room >= 4 * input.len() + 64;
    let goes_far = |found: (usize, usize)| {
        found == (read, written) || !is_roomy || kernel.is_partial && may_stop(from, to, &input[found.0..])
    };
    assert!(goes_far(scalar), "{scalar:?} of {read}: {from} to {to}, scalar, {input:02X?}");
    for isa in vector_isas() {
        let mut out = vec![0x33; room];
        let (isa_read, isa_written) = kernel.run(isa, input, &mut out);
        assert!(isa_read <= read && isa_written <= written, "{from} to {to} {isa:?} {input:02X?}");
        assert!(out[..isa_written] == expected[..isa_written], "{from} to {to}, {isa:?}, {input:02X?}");
        let found = (isa_read, isa_written);
        assert!(goes_far(found), "{found:?} of {read}: {from} to {to}, {isa:?}, {input:02X?}");
        // All end at the same place, or no more than a piece's last sequence apart.
        assert!(isa_read.abs_diff(scalar.0) < 8 || !is_roomy, "{from} to {to}, {isa:?}, {input:02X?}");
    }
}

/// Tries texts of every length to 300 and some longer ones, at every place of a block. Each text uses one of
/// the backgrounds in turn.
fn check_alignments(seed: u64, kernels: &[Conversion], backgrounds: &[Ranges]) {
    let mut random = Random(seed);
    let mut block = Block::new();
    for &(from, to, kernel) in kernels {
        // The first few code points of each are left out in turn, so that sequences lie otherwise.
        let texts: Vec<_> = backgrounds.iter().map(|background| text(&mut random, background, 900)).collect();
        let texts: Vec<[Vec<u8>; 8]> =
            texts.iter().map(|text| array::from_fn(|from_on| encoded(from, &text[from_on..]))).collect();
        for align in 0..64 {
            for len in (0..=300).chain((300 + align % 9..=420).step_by(9)).step_by(stride()) {
                let bytes = &texts[(align + len) % texts.len()][(align + len / 5) % 8];
                let bytes = block.put(align, &bytes[..len.min(bytes.len())]);
                check(from, to, kernel, bytes, 4 * len + 64);
            }
        }
    }
}

const DEFECTS: [u8; 20] = [
    0x00, 0x11, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xC4, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0, 0xED, 0xF0,
    0xF4, 0xF8, 0xFF,
];

/// Tries a byte that is not ASCII at every third place after a run of ASCII for which the kernels have paths
/// of their own.
fn check_ascii_runs(seed: u64, kernels: &[Conversion]) {
    let mut random = Random(seed);
    for &(from, to, kernel) in kernels {
        let bytes = encoded(from, &text(&mut random, BACKGROUNDS[0], 900));
        for at in (0..bytes.len()).step_by(3 * stride()) {
            let mut broken = bytes.clone();
            broken[at] = DEFECTS[random.below(DEFECTS.len())];
            check(from, to, kernel, &broken, 4 * broken.len() + 64);
            check(from, to, kernel, &broken, broken.len() / 2 + random.below(broken.len()));
        }
    }
}

/// A wrong byte at every place, in texts anywhere in a block.
fn check_defects(seed: u64, kernels: &[Conversion], backgrounds: &[Ranges]) {
    let mut random = Random(seed);
    let mut block = Block::new();
    for &(from, to, kernel) in kernels {
        for background in backgrounds {
            let bytes = encoded(from, &text(&mut random, background, 700));
            let bytes = &bytes[..bytes.len().min(700)];
            for at in 0..bytes.len() {
                let mut broken = bytes.to_vec();
                broken[at] = DEFECTS[random.below(DEFECTS.len())];
                let broken = block.put(random.below(64), &broken);
                check(from, to, kernel, broken, 4 * broken.len() + 64);
            }
        }
    }
}

/// Tries none to three random bytes anywhere, in texts anywhere in a block that begin with a sequence or
/// inside one.
fn check_some_defects(seed: u64, kernels: &[Conversion], backgrounds: &[Ranges], count: usize) {
    let mut random = Random(seed);
    let mut block = Block::new();
    for &(from, to, kernel) in kernels {
        for draw in 0..draws(count) {
            let background = backgrounds[random.below(backgrounds.len())];
            let code_points = 1 + random.below(300);
            let mut bytes = encoded(from, &text(&mut random, background, code_points));
            if bytes.is_empty() {
                continue;
            }
            for _ in 0..draw % 4 {
                let at = random.below(bytes.len());
                bytes[at] = random.bits() as u8;
            }
            let start = if draw % 8 == 7 { random.below(bytes.len().min(70)) } else { 0 };
            let room = if draw % 5 == 0 { random.below(2 * bytes.len() + 1) } else { 4 * bytes.len() + 64 };
            check(from, to, kernel, block.put(random.below(64), &bytes[start..]), room);
        }
    }
}

#[test]
fn every_alignment_and_length() {
    check_alignments(1, &kernels(), &BACKGROUNDS);
}

#[test]
fn every_place_of_a_defect() {
    check_defects(2, &kernels(), &BACKGROUNDS);
}

#[test]
fn every_third_place_of_a_long_run_of_ascii() {
    check_ascii_runs(5, &kernels());
}

#[test]
fn two_and_three_defects() {
    check_some_defects(3, &kernels(), &BACKGROUNDS, 100_000);
}

/// Both ends of every class of bytes.
const REPRESENTATIVES: [u8; 20] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1,
    0xF4, 0xF5, 0xFF,
];

#[test]
fn outputs_with_just_enough_room_for_short_texts() {
    let mut random = Random(31);
    for (from, to, kernel) in kernels() {
        for background in BACKGROUNDS {
            let whole = encoded(from, &text(&mut random, background, 500));
            for len in (0..=400).step_by(short_stride()) {
                let mut bytes = whole[..len.min(whole.len())].to_vec();
                if random.one_in(2) && !bytes.is_empty() {
                    let at = random.below(bytes.len());
                    bytes[at] = DEFECTS[random.below(DEFECTS.len())];
                }
                let (read, written) = by_definition(from, to, &bytes, &mut vec![0; 4 * len + 64]);
                for isa in Isa::available().filter(|_| !kernel.is_partial) {
                    let done = kernel.run(isa, &bytes, &mut vec![0; written]);
                    assert_eq!(done, (read, written), "{from} to {to} {isa:?} {bytes:02X?}");
                }
                for more in [0, 1, 2, 15, 16, 31, 32] {
                    check(from, to, kernel, &bytes, written + more);
                    check(from, to, kernel, &bytes, written.saturating_sub(more));
                }
            }
        }
    }
}

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
                assert_eq!(validate::<form::Utf8>(isa, &bytes), expected, "{isa:?} {window:02X?} at {at}");
            }
            bytes[at..at + 4].copy_from_slice(&old);
        }
    }
}

#[test]
fn two_bytes_of_every_class_at_every_place_of_short_text() {
    let mut random = Random(21);
    for background in BACKGROUNDS {
        let all = encoded(Encoding::Utf8, &text(&mut random, background, 200));
        for len in 0..=66 {
            let start = (0..).find(|&at| at >= len % 9 && all[at] & 0xC0 != 0x80).expect("a sequence begins");
            let mut bytes = all[start..start + len].to_vec();
            for at in 0..len.saturating_sub(1) {
                let old = [bytes[at], bytes[at + 1]];
                for first in REPRESENTATIVES {
                    for second in REPRESENTATIVES {
                        bytes[at..at + 2].copy_from_slice(&[first, second]);
                        let expected =
                            core::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
                        for isa in Isa::available() {
                            let valid = validate_form::<form::Utf8>(|| isa, &bytes);
                            assert_eq!(valid, expected, "{isa:?} {bytes:02X?}");
                        }
                    }
                }
                bytes[at..at + 2].copy_from_slice(&old);
            }
        }
    }
}

/// The last block of a text overlaps the blocks before it, by one byte or by many.
#[test]
fn one_byte_at_every_place_of_one_to_four_blocks() {
    for letters in ["a", "ж"] {
        for len in (64..=260).step_by(letters.len()) {
            let mut bytes = letters.repeat(len / letters.len()).into_bytes();
            for at in 0..len {
                let old = bytes[at];
                for byte in [0x80, 0xC3, 0xE2, 0xF0] {
                    bytes[at] = byte;
                    let expected =
                        core::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
                    for isa in Isa::available() {
                        let valid = validate::<form::Utf8>(isa, &bytes);
                        assert_eq!(valid, expected, "{isa:?} {len} {at} {byte:02X}");
                    }
                }
                bytes[at] = old;
            }
        }
    }
}

#[test]
fn every_length_of_a_few_blocks_with_a_defect_or_none() {
    let mut random = Random(12);
    for background in BACKGROUNDS {
        let whole = encoded(Encoding::Utf8, &text(&mut random, background, 1100));
        for len in 60..1090 {
            let mut bytes = whole[len % 7..][..len].to_vec();
            for defect in [None, Some(0xED), Some(0x80), Some(0xFF)] {
                if let Some(defect) = defect {
                    bytes[random.below(len)] = defect;
                }
                let expected =
                    core::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
                for isa in Isa::available() {
                    assert_eq!(validate::<form::Utf8>(isa, &bytes), expected, "{isa:?} {bytes:02X?}");
                }
            }
        }
    }
}

#[test]
fn utf_16_validates_as_it_is_defined() {
    let mut random = Random(6);
    for draw in 0..draws(6000) {
        let background = BACKGROUNDS[random.below(BACKGROUNDS.len())];
        let code_points = random.below(500);
        let (encoding, order) =
            [(Encoding::Utf16Le, Endian::Little), (Encoding::Utf16Be, Endian::Big)][draw % 2];
        let mut bytes = encoded(encoding, &text(&mut random, background, code_points));
        for _ in 0..draw % 3 {
            if let Some(byte) = bytes.len().checked_sub(1).map(|last| random.below(last + 1)) {
                bytes[byte] = [0xD8, 0xDB, 0xDC, 0xDF, 0x00][random.below(5)];
            }
        }
        bytes.truncate(bytes.len() - random.below(4).min(bytes.len()));
        let mut at = 0;
        while let Ok(decoded) = encoding.decode_next(&bytes[at..], false) {
            at += decoded.len;
        }
        for isa in Isa::available() {
            assert_eq!(validate_utf_16(isa, &bytes, order), at, "{isa:?} {encoding} {bytes:02X?}");
        }
    }
}

#[test]
fn utf_16_with_a_defect_at_every_place_and_alignment() {
    const UNITS: usize = 640;
    let pairs: Vec<u16> = (0..UNITS).map(|k| [0xD83D, 0xDE00][k % 2]).collect();
    let singles = vec![0x20AC; UNITS];
    let mut room = vec![0; 2 * UNITS + 128];
    let start = room.as_ptr().align_offset(64);
    for place in 0..UNITS {
        // What stands alone then: the other surrogate of the pair, or the surrogate itself.
        let other = if place % 2 == 0 { place + 1 } else { place - 1 };
        let texts = [(&pairs, 0x61, other), (&singles, 0xD83D, place), (&singles, 0xDE00, place)];
        for (units, defect, wrong) in texts {
            for (order, isa) in [Endian::Little, Endian::Big]
                .into_iter()
                .flat_map(|order| Isa::available().map(move |isa| (order, isa)))
            {
                for from in (start..start + 64).skip(place % 3).step_by(3) {
                    for (k, &unit) in units.iter().enumerate() {
                        let unit: u16 = if k == place { defect } else { unit };
                        let bytes =
                            if order == Endian::Big { unit.to_be_bytes() } else { unit.to_le_bytes() };
                        room[from + 2 * k..][..2].copy_from_slice(&bytes);
                    }
                    let bytes = &room[from..from + 2 * UNITS];
                    assert_eq!(validate_utf_16(isa, bytes, order), 2 * wrong, "{isa:?} {place} {from}");
                }
            }
        }
    }
}

#[test]
fn forms_in_memory_have_the_kernels_of_their_order() {
    assert_eq!(Le(Utf16).info().kind, Kind::Utf16(Endian::Little));
    assert_eq!(Be(Utf16).info().kind, Kind::Utf16(Endian::Big));
    assert_eq!(Le(Utf32).info().kind, Kind::Utf32(Endian::Little));
    assert_eq!(Be(Utf32).info().kind, Kind::Utf32(Endian::Big));
    assert_eq!(Utf16.info().kind, Kind::Utf16(super::NATIVE));
    assert_eq!(form::Wtf16.info().kind, Kind::Wtf16(super::NATIVE));
}

#[test]
fn ascii_stands_for_itself_where_it_is_carried_alone() {
    let encodings = || Encoding::ALL.into_iter().filter(|encoding| encoding.info().kind == Kind::Ascii);
    assert!(encodings().count() >= 6);
    for encoding in encodings() {
        for byte in 0..0x80_u8 {
            let decoded = encoding.decode_next(&[byte], true).expect("ASCII is well-formed");
            assert_eq!((decoded.code_point, decoded.len), (byte.into(), 1), "{encoding}");
            let mut out = [0; 1];
            if encoding.info().encodes {
                assert_eq!(encoding.encode_next(byte.into(), &mut out), Ok(1), "{encoding}");
                assert_eq!(out, [byte], "{encoding}");
            }
        }
    }
}

#[test]
fn what_rfc_2279_shares_with_utf_8_is_carried_whole() {
    let mut random = Random(6);
    for background in BACKGROUNDS {
        let text = text(&mut random, background, 400);
        let (utf_8, code_points) = (encoded(Encoding::Utf8, &text), encoded(Encoding::Utf32Le, &text));
        let from_rfc = conversion(Kind::Rfc2279, Kind::Utf32(Endian::Little)).expect("there is a kernel");
        let to_rfc = conversion(Kind::Utf32(Endian::Little), Kind::Rfc2279).expect("there is a kernel");
        for isa in Isa::available() {
            let mut out = vec![0; code_points.len()];
            assert_eq!(from_rfc.run(isa, &utf_8, &mut out), (utf_8.len(), out.len()), "{isa:?}");
            assert!(out == code_points, "{isa:?}");
            let mut out = vec![0; utf_8.len()];
            assert_eq!(to_rfc.run(isa, &code_points, &mut out), (code_points.len(), out.len()), "{isa:?}");
            assert!(out == utf_8, "{isa:?}");
        }
    }
}

/// Checks that a kernel examines no more of the input than the output has room for, whatever the input's
/// length.
#[test]
fn small_outputs_take_no_longer_than_they_are() {
    for from in Encoding::ALL {
        let mut input = encoded(from, &[0x61; 1 << 20]);
        input.truncate(1 << 20);
        for to in [Encoding::Utf16Le, Encoding::Utf32Be, Encoding::Utf8, Encoding::Wtf8] {
            let kinds = (from.info().kind, to.info().kind);
            if let Some(kernel) = conversion(kinds.0, kinds.1).filter(|_| from.info().width == 1) {
                let run = |input: &[u8], out: &mut [u8]| {
                    _ = kernel.run(Isa::current(), input, out);
                };
                assert!(is_quick(&input, run), "{from} to {to}");
            }
            if let Some(lossy) = super::lossy(kinds.0, kinds.1, true) {
                let run = |input: &[u8], out: &mut [u8]| {
                    _ = lossy.run(Isa::current(), input, out, true);
                };
                assert!(is_quick(&input, run), "{from} to {to}, lossily");
            }
        }
    }
}

/// Returns `true` if all of an input takes about as long as its beginning when the output is small.
fn is_quick(input: &[u8], run: impl Fn(&[u8], &mut [u8])) -> bool {
    let time = |len: usize| {
        let runs = |_| {
            let start = Instant::now();
            for _ in 0..20 {
                run(&input[..len], &mut [0; 1024]);
            }
            start.elapsed()
        };
        (0..9).map(runs).min().expect("there are runs")
    };
    // Other processes take time as well, but not from every attempt.
    let is_slow = |(short, long): (Duration, Duration)| long > 10 * short + Duration::from_micros(50);
    (0..50).map(|_| (time(4096), time(input.len()))).any(|times| !is_slow(times))
}
