//! Compares a scheme under a permutation with the form and with the table of the scheme.

use alloc::string::String;
use alloc::vec::Vec;

use placemat_random::Random;

use super::*;
use crate::form::Utf8;
use crate::{convert, validate};

/// Trailing bytes in four intervals, and all others rotated by some places.
#[derive(Clone, Copy, Debug, Default)]
struct Scattered;

impl Permutation for Scattered {
    const NAME: &'static str = "utf-8-scattered";
    const BYTES: [u8; 256] = {
        let mut free = [0; 192];
        let (mut n, mut byte) = (0, 0);
        while byte < 256 {
            if !is_trail(byte) {
                free[n] = byte as u8;
                n += 1;
            }
            byte += 1;
        }
        let (mut bytes, mut n, mut trail, mut byte) = ([0; 256], 0, 0, 0);
        while byte < 256 {
            if byte & 0xC0 == 0x80 {
                while !is_trail(trail) {
                    trail += 1;
                }
                bytes[byte] = trail as u8;
                trail += 1;
            } else {
                bytes[byte] = free[(n + 50) % 192];
                n += 1;
            }
            byte += 1;
        }
        bytes
    };
}

/// 40..4F, 60..6F, 80..8F and A0..AF.
const fn is_trail(byte: usize) -> bool {
    byte & 0x10 == 0 && (0x40 <= byte && byte < 0x50 || 0x60 <= byte && byte < 0xB0) && byte & 0xE0 != 0
}

type Scheme = Permuted<Utf8, Scattered>;

fn permuted(text: &[u8]) -> Vec<u8> {
    text.iter().map(|&byte| Scattered::BYTES[usize::from(byte)]).collect()
}

fn check(text: &[u8]) {
    let bytes = permuted(text);
    for end in [false, true] {
        let expected = Utf8.decode_next(text, end);
        assert_eq!(Scheme::default().decode_next(&bytes, end), expected, "{text:02X?} {end}");
        assert_eq!(Scheme::TABLE.decode(&bytes, end), expected, "{text:02X?} {end}, by the table");
    }
    assert_eq!(Scheme::TABLE.lookup(&bytes), Utf8.info().table.lookup(text), "{text:02X?}, by the index");
    let masked =
        |table: &Table, bytes: &[u8]| table.masked(bytes).map(|(found, _)| (found.code_point, found.len));
    assert_eq!(masked(Scheme::TABLE, &bytes), masked(Utf8.info().table, text), "{text:02X?}");
}

#[test]
fn sequences_and_errors_are_those_of_the_form() {
    for first in 0..=0xFF {
        check(&[first]);
        for second in 0..=0xFF {
            check(&[first, second]);
        }
    }
    let edges =
        [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0];
    let edges = [&edges[..], &[0xF4, 0xF5, 0xF8, 0xFC, 0xFE, 0xFF]].concat();
    let mut random = Random(1);
    for _ in 0..200_000 {
        let text: Vec<u8> = (0..3 + random.below(5)).map(|_| random.of(&edges)).collect();
        check(&text);
    }
    let intervals: Vec<_> =
        Scheme::TABLE.rows().iter().find(|row| row.len() > 1).unwrap().alphabets()[1].intervals().collect();
    assert_eq!(intervals, [(0x40, 0x4F), (0x60, 0x6F), (0x80, 0x8F), (0xA0, 0xAF)]);
}

#[test]
fn code_points_are_written_as_the_form_writes_them() {
    for code_point in 0..=0x11_0000 {
        let mut expected = [0; 4];
        let len = Utf8.encode_next(code_point, &mut expected).ok();
        let expected = len.map(|len| permuted(&expected[..len]));
        let mut found = [0; 4];
        let len = Scheme::default().encode_next(code_point, &mut found).ok();
        assert_eq!(len.map(|len| found[..len].to_vec()), expected, "U+{code_point:04X}");
        let by_table = Scheme::TABLE.encode(code_point);
        let by_table = by_table.map(|(units, len)| units[..len].iter().map(|&unit| unit as u8).collect());
        assert_eq!(by_table, expected, "U+{code_point:04X}");
    }
    assert_eq!(Scheme::default().encode_next(0x20AC, &mut [0; 2]), Err(NotEncoded::OutputFull { needed: 3 }));
}

#[test]
fn long_text_is_converted_both_ways() {
    let mut random = Random(2);
    for _ in 0..500 {
        let mut text = String::new();
        for _ in 0..random.below(400) {
            text.push(random.of(&['a', '\n', '\0', 'é', '€', '\u{FFFF}', '💩', '\u{10FFFF}']));
        }
        let bytes = permuted(text.as_bytes());
        assert_eq!(convert(Utf8, Scheme::default(), text.as_bytes()).as_deref(), Ok(&bytes[..]));
        assert_eq!(convert(Scheme::default(), Utf8, &bytes).as_deref(), Ok(text.as_bytes()));
        assert_eq!(validate(Scheme::default(), &bytes), Ok(()));
        let mut broken = text.into_bytes();
        if !broken.is_empty() {
            let at = random.below(broken.len());
            broken[at] = random.of(&[0x80, 0xC0, 0xE2, 0xFF]);
        }
        let expected = validate(Utf8, &broken);
        assert_eq!(validate(Scheme::default(), &permuted(&broken)), expected);
    }
}

#[test]
fn facts_are_read_off_the_table() {
    let info = Scheme::default().info();
    assert_eq!((info.name, info.longest, info.width), ("utf-8-scattered", 4, 1));
    assert!(!info.is_utf_8 && info.encodes && info.resynchronizes && !info.never_fails);
    assert_eq!(info.reads_utf_8_to, 0);
}

/// The bytes that are not characters by themselves keep their order. (A test of the report compares the
/// others with code page 1047.)
#[test]
fn sequences_of_ebcdic_are_in_the_order_of_code_points() {
    assert!(crate::scheme::utf_ebcdic::Ebcdic::BYTES[0xA0..].is_sorted());
}
