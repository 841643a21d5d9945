//! Lengths against conversions by the reference implementation, and sums against single units.

use std::vec::Vec;

use super::{
    BACKGROUNDS, REPRESENTATIVES, Random, by_definition, draws, encoded, short_stride, stride, text,
    vector_isas,
};
use crate::Encoding;
use crate::code_point::REPLACEMENT;
use crate::codec::Codec;
use crate::kernel::count::{
    Bytes, Cesu8InMutf8, CodePoints, Latin1InUtf8, LeadSurrogates, NulLeads, Pairs, SingleUtf16InMutf8,
    SingleUtf16InUtf8, Utf8InCesu8, Utf8InMutf8, Utf16CodePoints, Utf16InUtf8, Utf16Units, Utf32InUtf8,
    Utf32InUtf16, Weight, neighbours, sum,
};
use crate::kernel::{length, replaced_length};
use crate::simd::Isa;
use crate::table::NotDecoded;

const ENCODINGS: [Encoding; 8] = [
    Encoding::Utf8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
    Encoding::Iso8859_1,
    Encoding::Cesu8,
    Encoding::Mutf8,
];

fn pairs() -> impl Iterator<Item = (Encoding, Encoding)> {
    let pairs = ENCODINGS.into_iter().flat_map(|from| ENCODINGS.into_iter().map(move |to| (from, to)));
    pairs.filter(|(from, to)| length(from.info().kind, to.info().kind).is_some())
}

/// A text in an encoding; ISO-8859-1 has the low bytes.
fn source(from: Encoding, code_points: &[u32]) -> Vec<u8> {
    match from {
        Encoding::Iso8859_1 => code_points.iter().map(|&code_point| code_point as u8).collect(),
        _ => encoded(from, code_points),
    }
}

/// Checks that a kernel's length of a text is what the reference implementation writes for as much of it, and
/// that both go equally far, except at the end of a piece.
fn check(from: Encoding, to: Encoding, input: &[u8]) {
    let kernel = length(from.info().kind, to.info().kind).expect("a kernel");
    let mut out = std::vec![0; 4 * input.len() + 8];
    let (well_formed, _) = by_definition(from, to, input, &mut out);
    for isa in Isa::available() {
        let (read, units) = kernel(isa, input);
        assert!(
            read <= well_formed && well_formed - read < 8,
            "{from} to {to} {isa:?} {read} of {well_formed} {input:02X?}"
        );
        let (same, written) = by_definition(from, to, &input[..read], &mut out);
        assert_eq!(same, read, "{from} to {to} {isa:?} {input:02X?}");
        assert_eq!(units * to.info().width as u64, written as u64, "{from} to {to} {isa:?} {input:02X?}");
    }
}

#[test]
fn all_pairs_have_lengths() {
    for (from, to) in ENCODINGS.into_iter().flat_map(|from| ENCODINGS.into_iter().map(move |to| (from, to))) {
        let likes = |encoding| matches!(encoding, Encoding::Cesu8 | Encoding::Mutf8);
        let single = to == Encoding::Iso8859_1 && !matches!(from, Encoding::Utf8 | Encoding::Iso8859_1);
        let others = likes(to) && matches!(from, Encoding::Utf32Le | Encoding::Utf32Be | Encoding::Iso8859_1)
            || (from, to) == (Encoding::Mutf8, Encoding::Mutf8);
        assert_eq!(pairs().any(|pair| pair == (from, to)), !single && !others, "{from} to {to}");
    }
}

#[test]
fn every_alignment_and_length() {
    let mut random = Random(31);
    for (from, to) in pairs() {
        for background in BACKGROUNDS {
            let bytes = source(from, &text(&mut random, background, 800));
            for align in 0..64 {
                let (first, step) = (align % 11 + 11 * (align % stride()), 11 * stride());
                for len in (first..=700).step_by(step) {
                    check(from, to, &bytes[align..align + len.min(bytes.len() - align)]);
                }
            }
        }
    }
}

#[test]
fn defects() {
    let mut random = Random(32);
    for (from, to) in pairs() {
        for draw in 0..draws(3000) {
            let background = BACKGROUNDS[random.below(BACKGROUNDS.len())];
            let code_points = 1 + random.below(300);
            let mut bytes = source(from, &text(&mut random, background, code_points));
            for _ in 0..draw % 4 {
                let at = random.below(bytes.len());
                bytes[at] = random.bits() as u8;
            }
            check(from, to, &bytes);
        }
    }
}

#[test]
fn texts_of_several_pieces() {
    let mut random = Random(33);
    for (from, to) in pairs() {
        for background in BACKGROUNDS {
            let code_points = 20_000 + random.below(3000);
            check(from, to, &source(from, &text(&mut random, background, code_points)));
        }
    }
}

/// Short texts are summed in several ways.
#[test]
fn sums_over_every_short_length() {
    fn check<W: Weight>(name: &str, random: &mut Random) {
        for len in 0..600 {
            let bytes: Vec<u8> = (0..len)
                .map(|_| {
                    [0x00, 0x41, 0x80, 0xBF, 0xC0, 0xEF, 0xF0, 0xFF, random.bits() as u8][random.below(9)]
                })
                .collect();
            let weights: u64 =
                W::cut(&bytes).iter().map(|&unit| W::BASE + u64::from(W::of(unit).into())).sum();
            for isa in Isa::available() {
                assert_eq!(sum::<W>(isa, &bytes), weights, "{name} {isa:?} {bytes:02X?}");
            }
        }
    }
    let mut random = Random(35);
    for _ in 0..draws(12) {
        check::<CodePoints>("code points", &mut random);
        check::<Utf16Units>("UTF-16 units", &mut random);
        check::<Latin1InUtf8>("ISO-8859-1", &mut random);
        check::<NulLeads>("leads of U+0000", &mut random);
    }
}

/// The sum over any units is that over each.
fn check_sum<W: Weight>(name: &str, random: &mut Random) {
    let bytes: Vec<u8> = (0..3000)
        .map(|_| [0x00, 0x41, 0x80, 0xD8, 0xDC, 0xF0, random.bits() as u8][random.below(7)])
        .collect();
    for align in 0..64 {
        for len in
            (0..400).chain(0..3000 - 64).step_by(37).skip(align % short_stride()).step_by(short_stride())
        {
            let bytes = &bytes[align..align + len];
            let units = W::cut(bytes);
            let weights: u64 = units.iter().map(|&unit| W::BASE + u64::from(W::of(unit).into())).sum();
            for isa in Isa::available() {
                assert_eq!(sum::<W>(isa, bytes), weights, "{name} {isa:?} {bytes:02X?}");
            }
        }
    }
}

#[test]
fn sums_of_any_units() {
    let mut random = Random(34);
    check_sum::<Bytes>("bytes", &mut random);
    check_sum::<CodePoints>("code points", &mut random);
    check_sum::<Utf16Units>("UTF-16 units", &mut random);
    check_sum::<Utf8InCesu8>("UTF-8 in CESU-8", &mut random);
    check_sum::<Utf8InMutf8>("UTF-8 in Modified UTF-8", &mut random);
    check_sum::<Cesu8InMutf8>("CESU-8 in Modified UTF-8", &mut random);
    check_sum::<NulLeads>("leads of U+0000", &mut random);
    check_sum::<SingleUtf16InUtf8<true>>("single units, big", &mut random);
    check_sum::<SingleUtf16InMutf8<false>>("single units in Modified UTF-8", &mut random);
    check_sum::<Latin1InUtf8>("ISO-8859-1", &mut random);
    check_sum::<Utf16InUtf8<false>>("UTF-16", &mut random);
    check_sum::<Utf16InUtf8<true>>("UTF-16, big", &mut random);
    check_sum::<Utf16CodePoints<false>>("UTF-16 code points", &mut random);
    check_sum::<Utf16CodePoints<true>>("UTF-16 code points, big", &mut random);
    check_sum::<Utf32InUtf8<false>>("UTF-32", &mut random);
    check_sum::<Utf32InUtf8<true>>("UTF-32, big", &mut random);
    check_sum::<Utf32InUtf16<false>>("UTF-32 in UTF-16", &mut random);
    check_sum::<Utf32InUtf16<true>>("UTF-32 in UTF-16, big", &mut random);
}

#[test]
fn neighbours_of_any_units() {
    let mut random = Random(36);
    let bytes: Vec<u8> = (0..40_000).map(|_| [0xED, 0xA0, 0xAF, 0xD8, 0xDC, 0xB0][random.below(6)]).collect();
    for len in (0..300).chain([16_000, 16_400, 39_900]) {
        for align in [0, 1, 63] {
            let bytes = &bytes[align..align + len];
            let halves =
                bytes.windows(2).filter(|pair| pair[0] == 0xED && matches!(pair[1], 0xA0..=0xAF)).count();
            let units: Vec<u16> = bytes.as_chunks().0.iter().map(|&unit| u16::from_be_bytes(unit)).collect();
            let pair = |pair: &&[u16]| pair[0] & 0xFC00 == 0xD800 && pair[1] & 0xFC00 == 0xDC00;
            let pairs = units.windows(2).filter(pair).count();
            for isa in Isa::available() {
                assert_eq!(neighbours::<LeadSurrogates>(isa, bytes), halves as u64, "{isa:?} {len}");
                assert_eq!(neighbours::<Pairs<true>>(isa, bytes), pairs as u64, "{isa:?} {len}");
            }
        }
    }
}

#[test]
fn no_lane_overflows() {
    // Long enough for sixteen bits, with the greatest weights there are.
    for isa in Isa::available() {
        assert_eq!(sum::<Utf16Units>(isa, &std::vec![0xF0; 300_000]), 600_000);
        assert_eq!(sum::<Utf16InUtf8<true>>(isa, &std::vec![0xFF; 20_000_000]), 30_000_000);
        assert_eq!(neighbours::<LeadSurrogates>(isa, &[0xED, 0xA0].repeat(100_000)), 100_000);
        assert_eq!(sum::<Utf32InUtf8<false>>(isa, &std::vec![0x0F; 20_000_000]), 20_000_000);
    }
}

/// Checks that a kernel's length of any text is what the reference implementation writes under replacement
/// for as much of it, and that the kernel stops between units.
fn check_replaced(from: Encoding, to: Encoding, input: &[u8]) {
    let kernel = replaced_length(from.info().kind, to.info().kind).expect("a kernel");
    // The length up to every boundary.
    let mut lengths = std::vec![None; input.len() + 1];
    let (mut at, mut written) = (0, 0);
    lengths[0] = Some(0);
    while at < input.len() {
        let (code_point, len) = match from.decode_next(&input[at..], true) {
            Ok(decoded) => (decoded.code_point, decoded.len),
            Err(NotDecoded::IllFormed(error)) => (REPLACEMENT, error.len),
            Err(NotDecoded::Incomplete) => break,
        };
        at += len;
        written += to.encode_next(code_point, &mut [0; 8]).expect("a scalar value");
        lengths[at] = Some(written);
    }
    for isa in Isa::available() {
        let (read, units) = kernel(isa, input);
        let bytes = units as usize * to.info().width;
        assert_eq!(Some(bytes), lengths[read], "{from} to {to} {isa:?} {read} {input:02X?}");
    }
}

#[test]
fn any_text_has_its_length() {
    let mut random = Random(35);
    let pairs = ENCODINGS.into_iter().flat_map(|from| ENCODINGS.into_iter().map(move |to| (from, to)));
    for (from, to) in pairs {
        if replaced_length(from.info().kind, to.info().kind).is_none() {
            continue;
        }
        for draw in 0..draws(4000) {
            let background = BACKGROUNDS[random.below(BACKGROUNDS.len())];
            let code_points = 1 + random.below(700);
            let mut bytes = source(from, &text(&mut random, background, code_points));
            let defects = [0, 1, 3, bytes.len() / 50, bytes.len() / 8, bytes.len()][draw % 6];
            for _ in 0..defects {
                let at = random.below(bytes.len());
                bytes[at] =
                    REPRESENTATIVES[random.below(REPRESENTATIVES.len())] ^ [0, 0, 0, 1][random.below(4)];
            }
            check_replaced(from, to, &bytes[random.below(bytes.len().min(64))..]);
        }
    }
}

#[test]
fn a_run_may_end_in_any_unit() {
    // Every window of four classes over the end of the second run; the text ends in it or soon after.
    let n = REPRESENTATIVES.len();
    for to in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf32Le] {
        for k in (0..n * n * n * n).step_by(stride()) {
            let window = [k / (n * n * n), k / (n * n) % n, k / n % n, k % n].map(|k| REPRESENTATIVES[k]);
            for at in 509..=512 {
                let mut bytes = [0x41; 516];
                bytes[at..at + 4].copy_from_slice(&window);
                check_end(to, &bytes[..at + 1 + k % (516 - at)]);
            }
        }
    }
}

/// Tests the lengths of UTF-8 that is ASCII before 500.
fn check_end(to: Encoding, input: &[u8]) {
    let kernel = replaced_length(Encoding::Utf8.info().kind, to.info().kind).expect("a kernel");
    let (mut at, mut written) = (500, 500 * to.info().width);
    while at < input.len() {
        let (code_point, len) = match Encoding::Utf8.decode_next(&input[at..], true) {
            Ok(decoded) => (decoded.code_point, decoded.len),
            Err(NotDecoded::IllFormed(error)) => (REPLACEMENT, error.len),
            Err(NotDecoded::Incomplete) => break,
        };
        at += len;
        written += to.encode_next(code_point, &mut [0; 8]).expect("a scalar value");
    }
    for isa in vector_isas() {
        let (read, units) = kernel(isa, input);
        let bytes = units as usize * to.info().width;
        assert_eq!((at, written), (read, bytes), "{to} {isa:?} {:02X?}", &input[500..]);
    }
}
