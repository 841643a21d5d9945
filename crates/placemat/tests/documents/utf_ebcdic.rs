//! Unicode Technical Report 16: UTF-8-Mod, whose sequences it calls I8, and UTF-EBCDIC.

use placemat::ErrorKind::{InvalidUnit, OutOfRange, Overlong, StrayTrail, Surrogate};
use placemat::detect::{Basis, detect};
use placemat::form::{Form, Utf8Mod};
use placemat::offsets::Offsets;
use placemat::repair::{Fixes, repair};
use placemat::scheme::UtfEbcdic;
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
    // Code points at which the length changes.
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

/// Sequences that are longer than the shortest, surrogates, and values beyond U+10FFFF are errors, of one
/// byte each.
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

/// Code page 1047 by its bytes: the code points that are single bytes of UTF-EBCDIC, and `--` for the
/// characters of Latin-1 above them.
const CODE_PAGE_1047: &str = "
    00 01 02 03 9C 09 86 7F 97 8D 8E 0B 0C 0D 0E 0F
    10 11 12 13 9D 0A 08 87 18 19 92 8F 1C 1D 1E 1F
    80 81 82 83 84 85 17 1B 88 89 8A 8B 8C 05 06 07
    90 91 16 93 94 95 96 04 98 99 9A 9B 14 15 9E 1A
    20 -- -- -- -- -- -- -- -- -- -- 2E 3C 28 2B 7C
    26 -- -- -- -- -- -- -- -- -- 21 24 2A 29 3B 5E
    2D 2F -- -- -- -- -- -- -- -- -- 2C 25 5F 3E 3F
    -- -- -- -- -- -- -- -- -- 60 3A 23 40 27 3D 22
    -- 61 62 63 64 65 66 67 68 69 -- -- -- -- -- --
    -- 6A 6B 6C 6D 6E 6F 70 71 72 -- -- -- -- -- --
    -- 7E 73 74 75 76 77 78 79 7A -- -- -- 5B -- --
    -- -- -- -- -- -- -- -- -- -- -- -- -- 5D -- --
    7B 41 42 43 44 45 46 47 48 49 -- -- -- -- -- --
    7D 4A 4B 4C 4D 4E 4F 50 51 52 -- -- -- -- -- --
    5C -- 53 54 55 56 57 58 59 5A -- -- -- -- -- --
    30 31 32 33 34 35 36 37 38 39 -- -- -- -- -- 9F";

/// The single bytes are those of the code page; the other bytes are the rest in its order. Under the
/// permutation, the bytes of each code point are those of UTF-8-Mod.
#[test]
fn permutation_is_code_page_1047_and_what_it_leaves() {
    let (mut next, mut permutation) = (0xA0, [0; 256]);
    for (byte, single) in (0..=0xFF).zip(CODE_PAGE_1047.split_whitespace()) {
        let expected = u8::from_str_radix(single, 16).unwrap_or_else(|_| {
            next += 1;
            (next - 1) as u8
        });
        permutation[usize::from(expected)] = byte;
    }
    assert_eq!(next, 0x100);
    for code_point in scalar_values() {
        let expected: Vec<u8> =
            i8_of(code_point).into_iter().map(|byte| permutation[usize::from(byte)]).collect();
        assert_eq!(bytes(Encoding::UtfEbcdic, &[code_point]), expected, "U+{code_point:04X}");
        assert_eq!(
            decode(UtfEbcdic::default(), &expected).ok(),
            Some(vec![code_point]),
            "U+{code_point:04X}"
        );
    }
}

/// Characters, and a word that Perl's tests have in UTF-EBCDIC.
#[test]
fn examples() {
    for (text, expected) in [
        ("A", "C1"),
        ("az09", "81 A9 F0 F9"),
        ("[]{}^~|", "AD BD C0 D0 5F A1 4F"),
        ("\u{A0}", "80 41"),
        ("\u{FF}", "8B 73"),
        ("é€💩", "8B 4A CA 46 53 DF 71 46 4A"),
        ("тест", "B8 43 43 B8 42 64 B8 43 42 B8 43 43"),
        ("\u{FEFF}", "DD 73 66 73"),
        ("\u{10FFFF}", "EE 42 73 73 73"),
    ] {
        assert_eq!(
            convert(Encoding::Utf8, Encoding::UtfEbcdic, text.as_bytes()).unwrap(),
            hex(expected),
            "{text}"
        );
        assert_eq!(convert(UtfEbcdic::default(), Encoding::Utf8, &hex(expected)).unwrap(), text.as_bytes());
    }
    // The errors of UTF-8-Mod, in other bytes: U+0041 in two, U+D800, and a trail alone.
    for (text, kind) in
        [("76 42", Overlong), ("DD 65 41 41", Surrogate), ("41", StrayTrail), ("FE", InvalidUnit)]
    {
        assert_eq!(errors(UtfEbcdic::default(), &hex(text))[0], (0, 1, kind), "{text}");
    }
}

/// 15 is U+000A and ends a line; 25 is U+0085, which is kept and does not end a line.
#[test]
fn line_ends() {
    let text = hex("C1 15 C2 25 C3 0D 15 C4");
    assert_eq!(convert(Encoding::UtfEbcdic, Encoding::Utf8, &text).unwrap(), "A\nB\u{85}C\r\nD".as_bytes());
    let offsets = Offsets::new(Encoding::UtfEbcdic, &text);
    assert_eq!((offsets.lines(), offsets.at_line_column(1, 2).map(|place| place.unit)), (3, Some(4)));
}

/// U+FEFF at the start identifies it, stays a character, and is the only way for detection to find
/// UTF-EBCDIC.
#[test]
fn signature() {
    assert_eq!(Encoding::for_signature(&hex("DD 73 66 73 C1")), Some((Encoding::UtfEbcdic, 4)));
    for text in ["Grüße aus Köln\n", "plain", "価値", ""] {
        let unsigned = convert(Encoding::Utf8, Encoding::UtfEbcdic, text.as_bytes()).unwrap();
        let found = detect(&unsigned);
        let all = [&found.also[..], &found.alternatives, &found.well_formed].concat();
        assert!(found.encoding != Some(Encoding::UtfEbcdic) && !all.contains(&Encoding::UtfEbcdic), "{text}");
        for times in [1, 2000] {
            let signed = [&hex("DD 73 66 73")[..], &unsigned.repeat(times)].concat();
            let found = detect(&signed);
            assert_eq!(
                (found.encoding, found.basis),
                (Some(Encoding::UtfEbcdic), Basis::Signature),
                "{text}"
            );
            assert_eq!(
                repair(&signed, Fixes::ALL).unwrap_err().signature,
                Some(Encoding::UtfEbcdic),
                "{text}"
            );
            assert_eq!(decode(UtfEbcdic::default(), &signed).unwrap()[0], 0xFEFF);
        }
    }
}
