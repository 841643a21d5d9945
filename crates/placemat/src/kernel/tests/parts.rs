//! Where maximal subparts end: the frames of every instruction set against the reference implementation,
//! taken one unit at a time.

use std::vec::Vec;

use super::Random;
use crate::kernel::lossy::item;
use crate::kernel::lossy::parts::{Ends, ends, start};
use crate::simd::Isa;

/// Returns where maximal subparts begin and end, one unit after the other.
fn by_definition(bytes: &[u8]) -> Vec<(usize, usize)> {
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let (len, code_point) = item(&bytes[at..]);
        if code_point.is_none() {
            parts.push((at, at + len));
        }
        at += len;
    }
    parts
}

fn check(bytes: &[u8]) {
    let parts = by_definition(bytes);
    for &(begin, end) in &parts {
        assert_eq!(start(bytes, end), begin, "{bytes:02X?}");
    }
    for isa in Isa::available() {
        for from in 0..=bytes.len() {
            let found = ends(isa, bytes, from, from + 100);
            let Ends { at, ends, known } = found;
            let seen = parts.iter().map(|part| part.1).filter(|end| (from + 1..=at + known).contains(end));
            let bits = (1..64).filter(|k| ends >> k & 1 == 1).map(|k| at + k);
            assert!(seen.eq(bits), "{isa:?} {from} {found:?} {bytes:02X?}");
            let has_frame = isa != Isa::Scalar && from + 64 <= bytes.len();
            assert!(!has_frame || found.at + known >= from + 60, "{isa:?} {from} {found:?}");
            assert!(at + known < bytes.len() || known == 0 && at == from, "{isa:?} {from} {found:?}");
        }
    }
}

#[test]
fn ends_are_those_of_the_definition() {
    const PIECES: [&[u8]; 14] = [
        b"a",
        b"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
        "é".as_bytes(),
        "€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€".as_bytes(),
        "💩".as_bytes(),
        b"\x80",
        b"\xBF\xBF",
        b"\xC0",
        b"\xE2\x82",
        b"\xE0\x80",
        b"\xED\xA0\x80",
        b"\xF0\x9F\x92",
        b"\xF4\x90",
        b"\xFF",
    ];
    let mut random = Random(5);
    for round in 0..400 {
        let mut bytes = Vec::new();
        while bytes.len() < round {
            match round % 3 {
                0 => bytes.push(random.below(256) as u8),
                1 => bytes.extend(PIECES[random.below(PIECES.len())]),
                _ => bytes.extend(PIECES[random.below(40).min(13).saturating_sub(9)]),
            }
        }
        check(&bytes);
    }
}
