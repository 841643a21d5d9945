//! The Unicode Standard, section 3.9: constraints on conversion processes, U+FFFD substitution of maximal
//! subparts, Tables 3-8 to 3-11.

use placemat::CodePoint;
use placemat::form::{Form, Utf8, Utf16, Utf32};
use placemat::{Codec, OnError};

use crate::documents::reading::{EDGE_BYTES, EDGE_UNITS, dotted, errors, hex, hex16, read_with, strings};
use crate::documents::unicode::TABLE_3_7;
use crate::support::{Item, items};

/// The policies that replace, in the order of the columns below.
const REPLACING: [OnError; 5] = [
    OnError::Replace,
    OnError::ReplaceByte,
    OnError::ReplaceGeneralized,
    OnError::ReplaceSequence,
    OnError::ReplaceRun,
];

fn all_policies(input: &str, expected: [&str; 5]) {
    assert_eq!(REPLACING.map(|policy| dotted(policy, &hex(input))), expected, "{input}");
}

/// "Such a UTF-8 conversion process must not return U+FFFD or U+FFFD U+0042": C2 41 42 under every policy.
#[test]
fn c2_41_42() {
    all_policies("C2 41 42", ["·AB"; 5]);
    assert_eq!(dotted(OnError::Skip, &hex("C2 41 42")), "AB");
}

/// The formal requirement: the 41 is U+0041. One error or one for each byte are both allowed, and both are
/// here.
#[test]
fn f0_80_80_41() {
    all_policies("F0 80 80 41", ["···A", "···A", "···A", "·A", "·A"]);
}

/// "Must not consume the successor bytes … whenever those successor bytes themselves constitute part of a
/// well-formed UTF-8 code unit subsequence": each well-formed sequence after each broken one, under every
/// policy.
#[test]
fn successor_bytes_of_well_formed_sequences_are_not_consumed() {
    let broken =
        ["C2", "E1", "E1 80", "F1", "F1 80", "F1 80 80", "C0", "F5", "FF", "E0 80", "ED A0", "F4 90"];
    let whole = ["41", "C3 B1", "E2 82 AC", "F0 9F 98 80"];
    for first in broken {
        for second in whole {
            let (text, rest) = (hex(&format!("{first} {second}")), hex(second));
            let expected = String::from_utf8(rest).unwrap();
            for policy in REPLACING.into_iter().chain([OnError::Skip]) {
                let read = dotted(policy, &text);
                assert_eq!(read.trim_start_matches('·'), expected, "{first} {second} {}", policy.name());
                assert_eq!(read.starts_with('·'), policy != OnError::Skip);
            }
        }
    }
}

/// Returns `true` for an initial part of a sequence of Table 3-7, including the whole sequence.
fn is_initial(bytes: &[u8]) -> bool {
    TABLE_3_7.iter().any(|(_, _, places)| {
        bytes.len() <= places.len()
            && places.iter().zip(bytes).all(|((first, last), byte)| (first..=last).contains(&byte))
    })
}

/// D93a and D93b, word by word: at an unconvertible offset, the longest initial part of a well-formed
/// sequence, or one unit. All strings of up to four edge bytes are tried.
#[test]
fn d93a_d93b_maximal_subpart() {
    for text in strings(&EDGE_BYTES, 4) {
        let mut at = 0;
        for item in items(Utf8, &text) {
            let longest = (1..=text.len() - at).filter(|len| is_initial(&text[at..at + len])).max();
            at += match item {
                Item::CodePoint(_, len) => len,
                Item::Error(_, len) => {
                    assert_eq!(len, longest.unwrap_or(1), "{text:02X?} at {at}");
                    len
                }
            };
        }
        assert_eq!(at, text.len());
    }
}

/// The formal statement: "1. The maximal subpart at that offset is replaced by a single U+FFFD. 2. The
/// conversion proceeds at the offset immediately after the maximal subpart." Also against std.
#[test]
fn formal_statement_of_the_substitution() {
    fn replaced<C: Codec>(codec: C, text: &[C::Unit]) -> Vec<u32> {
        let one = |item| match item {
            Item::CodePoint(code_point, _) => code_point,
            Item::Error(..) => CodePoint::REPLACEMENT.to_u32(),
        };
        items(codec, text).into_iter().map(one).collect()
    }
    for text in strings(&EDGE_BYTES, 4) {
        let read = read_with(Utf8, OnError::Replace, &text);
        assert_eq!(read, replaced(Utf8, &text), "{text:02X?}");
        assert!(String::from_utf8_lossy(&text).chars().map(u32::from).eq(read), "{text:02X?}");
    }
    for text in strings(&EDGE_UNITS, 4) {
        let read = read_with(Utf16, OnError::Replace, &text);
        assert_eq!(read, replaced(Utf16, &text), "{text:04X?}");
    }
}

/// "This practice … can be trivially applied to the UTF-32 or UTF-16 encoding forms": one U+FFFD for each
/// unit.
#[test]
fn substitution_in_utf_16_and_utf_32() {
    fn lengths<F: Form>(form: F, text: &[F::Unit]) -> Vec<usize> {
        errors(form, text).into_iter().map(|(_, len, _)| len).collect()
    }
    let text = hex16("D800 0041 D800 D800 DC00 DC00");
    assert_eq!(read_with(Utf16, OnError::Replace, &text), [0xFFFD, 0x41, 0xFFFD, 0x1_0000, 0xFFFD]);
    assert_eq!(lengths(Utf16, &text), [1, 1, 1]);
    let text = [0xD800, 0xDC00, 0x41, 0x11_0000];
    assert_eq!(read_with(Utf32, OnError::Replace, &text), [0xFFFD, 0xFFFD, 0x41, 0xFFFD]);
    assert_eq!(lengths(Utf32, &text), [1, 1, 1]);
}

#[test]
fn table_3_8_non_shortest_forms() {
    let all = "········A";
    all_policies("C0 AF E0 80 BF F0 81 82 41", [all, all, all, "···A", "·A"]);
}

#[test]
fn table_3_9_surrogates() {
    let all = "········A";
    all_policies("ED A0 80 ED BF BF ED AF 41", [all, all, "···A", "···A", "·A"]);
}

#[test]
fn table_3_10_other_ill_formed_sequences() {
    let all = "·····A··B";
    all_policies("F4 91 92 93 FF 41 80 BF 42", [all, all, all, "··A··B", "·A·B"]);
}

/// Table 3-11, and what each of its four U+FFFD replaces.
#[test]
fn table_3_11_truncated_sequences() {
    let input = "E1 80 E2 F0 91 92 F1 BF 41";
    all_policies(input, ["····A", "········A", "····A", "····A", "·A"]);
    let places: Vec<_> = errors(Utf8, &hex(input)).into_iter().map(|(at, len, _)| (at, len)).collect();
    assert_eq!(places, [(0, 2), (2, 1), (3, 3), (6, 2)]);
}

/// Tables 3-8 to 3-11 under the policies that do not replace.
#[test]
fn tables_3_8_to_3_11_skipped_and_escaped() {
    for (input, skipped) in [
        ("C0 AF E0 80 BF F0 81 82 41", "A"),
        ("ED A0 80 ED BF BF ED AF 41", "A"),
        ("F4 91 92 93 FF 41 80 BF 42", "AB"),
        ("E1 80 E2 F0 91 92 F1 BF 41", "A"),
    ] {
        assert_eq!(dotted(OnError::Skip, &hex(input)), skipped);
        let escaped = read_with(Utf8, OnError::SurrogateEscape, &hex(input));
        let one = |byte: u8| if byte < 0x80 { byte.into() } else { 0xDC00 + u32::from(byte) };
        assert!(hex(input).into_iter().map(one).eq(escaped), "{input}");
    }
}
