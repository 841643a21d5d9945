//! Unicode Technical Report 16: UTF-8-Mod, whose sequences it calls I8.

use placemat::ErrorKind::{InvalidUnit, OutOfRange, Overlong, StrayTrail, Surrogate};
use placemat::detect::detect;
use placemat::form::{Form, Utf8Mod};
use placemat::{Encoding, convert, decode};

use crate::documents::reading::{bytes, errors, hex, scalar_values};

/// The sequence of a code point, by the patterns of bits: from the right five bits each, and the rest in the
/// lead.
fn i8_of(code_point: u32) -> Vec<u8> {
    let (lead, trails) = match code_point {
        0..=0x9F => return vec![code_point as u8],
        0xA0..=0x3FF => (0b1100_0000, 1),
        0x400..=0x3FFF => (0b1110_0000, 2),
        0x4000..=0x3_FFFF => (0b1111_0000, 3),
        _ => (0b1111_1000, 4),
    };
    let part = |k: u32| code_point >> (5 * k);
    let trail = |k: u32| 0b1010_0000 | (part(k) & 0b1_1111) as u8;
    [lead | part(trails) as u8].into_iter().chain((0..trails).rev().map(trail)).collect()
}

/// Every scalar value, in the bytes that the patterns have for it, and read back.
#[test]
fn i8_bit_distribution() {
    for code_point in scalar_values() {
        let expected = i8_of(code_point);
        assert_eq!(bytes(Encoding::Utf8Mod, &[code_point]), expected, "U+{code_point:04X}");
        assert_eq!(decode(Utf8Mod, &expected).ok(), Some(vec![code_point]), "U+{code_point:04X}");
    }
    // Where lengths change.
    for (code_point, expected) in [
        (0x9F, "9F"),
        (0xA0, "C5 A0"),
        (0x3FF, "DF BF"),
        (0x400, "E1 A0 A0"),
        (0x3FFF, "EF BF BF"),
        (0x4000, "F0 B0 A0 A0"),
        (0xD7FF, "F1 B5 BF BF"),
        (0xE000, "F1 B8 A0 A0"),
        (0x3_FFFF, "F7 BF BF BF"),
        (0x4_0000, "F8 A8 A0 A0 A0"),
        (0x10_FFFF, "F9 A1 BF BF BF"),
    ] {
        assert_eq!(bytes(Encoding::Utf8Mod, &[code_point]), hex(expected), "U+{code_point:04X}");
    }
}

/// Longer sequences than the shortest, surrogates, and what lies beyond U+10FFFF are errors, each by its
/// first byte that shows it.
#[test]
fn i8_has_the_shortest_form_alone() {
    for (text, len, kind) in [
        ("C2 A1", 1, Overlong),
        ("C4 BF", 1, Overlong),
        ("E0 BF BF", 1, Overlong),
        ("F0 AF BF BF", 1, Overlong),
        ("F8 A7 BF BF BF", 1, Overlong),
        ("F1 B6 A0 A0", 1, Surrogate),
        ("F1 B7 BF BF", 1, Surrogate),
        ("F9 A2 A0 A0 A0", 1, OutOfRange),
        ("FB BF BF BF BF", 1, OutOfRange),
        // Six and seven bytes, which the report has for 31 bits.
        ("FC A4 A0 A0 A0 A0", 1, OutOfRange),
        ("FE A2 A0 A0 A0 A0 A0", 1, InvalidUnit),
        ("FF A1 A0 A0 A0 A0 A0", 1, InvalidUnit),
    ] {
        let found = errors(Utf8Mod, &hex(text));
        assert_eq!(found[0], (0, len, kind), "{text}");
        assert!(found[1..].iter().all(|&(_, len, kind)| (len, kind) == (1, StrayTrail)), "{text}");
    }
    assert!((0xD800..0xE000).chain([0x11_0000]).all(|value| Utf8Mod::TABLE.encode(value).is_none()));
}

/// The report does not intend it for open interchange. ASCII is found to be UTF-8, and nothing says that it
/// could be UTF-8-Mod.
#[test]
fn i8_is_not_detected() {
    let texts = ["plain", "naïve", "Grüße aus Köln\n", "\u{FEFF}абв", "価値", "\u{85}\u{9F}"];
    for text in texts {
        for bytes in [text.as_bytes(), &convert(Encoding::Utf8, Encoding::Utf8Mod, text.as_bytes()).unwrap()]
        {
            let found = detect(bytes);
            let all = [&found.also[..], &found.alternatives, &found.well_formed].concat();
            assert!(found.encoding != Some(Encoding::Utf8Mod) && !all.contains(&Encoding::Utf8Mod), "{text}");
        }
    }
}
