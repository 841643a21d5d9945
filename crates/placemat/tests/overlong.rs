//! Sequences that are not UTF-8 are not taken for another encoding that reads them.

use placemat::detect::{Detection, Detector, EvidenceKind, detect};
use placemat::{Encoding, encode};

fn count(found: &Detection, kind: EvidenceKind) -> Option<(u64, u64)> {
    found.evidence.iter().find(|one| one.kind == kind).map(|one| (one.count, one.first))
}

fn text(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// Texts with hidden characters, each with a placeholder for an overlong sequence.
const TEXTS: [&str; 8] = [
    "GET /scripts/..{}winnt/\n",
    "{}",
    "a{}b",
    "Une voix légère répète : « .. {} » près de la fenêtre où l’été s’achève.",
    "Она тихо читает письмо {} у окна, пока на улице снег.",
    "我们在花园里读书{}没有人问这个问题。ひらがなとカタカナ、나는 정원에서",
    "\u{FEFF}naïve {} text after a byte order mark",
    "emoji 😀 and {} more 💩 of them",
];

/// Returns a text with a sequence in each of its placeholders, once or many times.
fn with(text: &str, sequence: &[u8], times: usize) -> Vec<u8> {
    let (before, after) = text.split_once("{}").unwrap();
    [before.as_bytes(), &sequence.repeat(times), after.as_bytes()].concat()
}

/// Returns the code point in a longer sequence of the UTF-8 pattern than it needs.
fn overlong(code_point: u32, len: usize) -> Vec<u8> {
    let trail = |k: usize| 0x80 | (code_point >> (6 * k) & 0x3F) as u8;
    let lead = (0xFF00_u32 >> len) as u8 | (u64::from(code_point) >> (6 * (len - 1))) as u8;
    std::iter::once(lead).chain((0..len - 1).rev().map(trail)).collect()
}

/// No reading is chosen in which an overlong sequence is something else: an input that is called well-formed
/// does not contain one.
#[test]
fn an_overlong_sequence_is_never_well_formed() {
    let overlongs = "/\\\"'<.\x7F\0".chars().flat_map(|c| (2..=6).map(move |len| (u32::from(c), len)));
    let longer = [(0xE9, 3), (0x20AC, 4), (0x1_F4A9, 5), (0x80, 6)];
    for (code_point, len) in overlongs.chain(longer).filter(|one| *one != (0, 2)) {
        let sequence = overlong(code_point, len);
        for text in TEXTS {
            for times in [1, 2, 300] {
                let input = with(text, &sequence, times);
                let found = detect(&input);
                let is_believed = found.encoding.is_some_and(|one| found.well_formed.contains(&one));
                assert!(!is_believed, "{sequence:X?} in {text}: {found:?}");
                assert_eq!(found.overlong, Some(code_point), "{sequence:X?} in {text}");
                let first = text.find("{}").unwrap() as u64;
                assert_eq!(count(&found, EvidenceKind::Overlong), Some((times as u64, first)), "{text}");
                if times == 2 {
                    let mut detector = Detector::new();
                    input.chunks(1).for_each(|piece| detector.push(piece));
                    assert_eq!(detector.finish(), found, "{sequence:X?} in {text}");
                }
            }
        }
    }
}

/// A byte of Latin-1 makes the input single bytes, in which nothing is ill-formed. The sequence is still
/// reported.
#[test]
fn an_overlong_sequence_is_told_of_beside_single_bytes() {
    let texts: [(&[u8], &[u8]); 4] = [
        (b"GET /scripts/..", b"winnt/caf\xE9\n"),
        (b"a", b" \xE9"),
        (b"\xA0", b""),
        (b"Une voix l\xE9g\xE8re r\xE9p\xE8te : ", b" o\xF9 l'\xE9t\xE9 s'ach\xE8ve"),
    ];
    for (code_point, len) in [(0x2F, 2), (0x22, 2), (0x7F, 2), (0x2F, 3), (0x2F, 4), (0x2F, 6), (0xE9, 3)] {
        let sequence = overlong(code_point, len);
        for (before, after) in texts {
            for times in [1, 2] {
                let found = detect(&[before, &sequence.repeat(times), after].concat());
                let tally = Some((times as u64, before.len() as u64));
                assert_eq!(
                    (found.overlong, count(&found, EvidenceKind::Overlong)),
                    (Some(code_point), tally)
                );
            }
        }
    }
}

/// A byte 00 next to it does not turn its two bytes into a 16-bit unit. A text that has such units is still
/// UTF-16.
#[test]
fn an_overlong_sequence_beside_a_byte_00_is_no_unit_of_16_bits() {
    let attacks: [&[u8]; 5] = [
        b"\xC0\xAF\x00\n",
        b"\x00/\xC0\xAF",
        b"/\x00\xC0\xAF\xC0\xAE",
        b"..\xC0\xAF..\xC0\xAF\x00a",
        b"\x00\x00\x00/\xC0\xAF\xC0\xAF",
    ];
    for attack in attacks {
        let found = detect(attack);
        let is_believed = found.encoding.is_some_and(|one| found.well_formed.contains(&one));
        assert!(!is_believed, "{attack:X?}: {found:?}");
        assert!(matches!(found.overlong, Some(0x2E | 0x2F)), "{attack:X?}: {found:?}");
    }
    // U+AFC0 and U+C0AF are syllables of Hangul.
    let text = "Hangul: \u{AFC0} in a line of English";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(detect(&little).encoding, Some(Encoding::Utf16Le));
    let text = "나는 \u{C0AF}정원에서 책을 읽는다";
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(detect(&big).encoding, Some(Encoding::Utf16Be));
}

/// The encodings that read a sequence that is not UTF-8, and what detection may make of it. A sequence that
/// no standard for interchange forbids is a verdict of its own, and everything else is damage.
#[test]
fn an_encoding_that_reads_ill_formed_utf_8_is_chosen_only_for_what_it_is_for() {
    let surrogates = [
        Encoding::Wtf8,
        Encoding::GeneralizedUtf8,
        Encoding::Cesu8,
        Encoding::Cesu8Lenient,
        Encoding::Mutf8,
        Encoding::Utf8Rfc2279,
    ];
    let beyond = [Encoding::Utf8Rfc2279];
    let cases: [(&[u8], &[Encoding]); 12] = [
        (b"\xC0\x80", &[Encoding::Mutf8]),
        (b"\xC0\xAF", &[]),
        (b"\xC1\xBF", &[]),
        (b"\xE0\x80\x80", &[]),
        (b"\xE0\x80\xAF", &[]),
        (b"\xF0\x80\x80\xAF", &[]),
        (b"\xFC\x80\x80\x80\x80\xAF", &[]),
        (b"\xED\xA0\xBD", &surrogates),
        (b"\xED\xB2\xA9", &surrogates),
        (b"\xED\xA0\xBD\xED\xB2\xA9", &surrogates),
        (b"\xF4\x90\x80\x80", &beyond),
        (b"\xF8\x88\x80\x80\x80", &beyond),
    ];
    for (sequence, chosen) in cases {
        let readers: Vec<_> =
            Encoding::ALL.into_iter().filter(|&one| placemat::decode(one, sequence).is_ok()).collect();
        assert!(chosen.is_empty() || chosen.iter().any(|one| readers.contains(one)), "{sequence:X?}");
        for text in &TEXTS[3..6] {
            let found = detect(&with(text, sequence, 1));
            let verdict = found.encoding.filter(|one| found.well_formed.contains(one));
            let is_allowed = verdict.is_none_or(|one| chosen.contains(&one));
            assert!(is_allowed, "{sequence:X?} in {text}: {found:?}");
        }
    }
    // A Java string in which both the byte 00 and C0 80 are U+0000: only a lenient decoder reads both.
    for times in [1, 10, 1000] {
        let found = detect(&b"one\xC0\x80 two\0 line\n".repeat(times));
        assert!(found.encoding.is_none_or(|one| !found.well_formed.contains(&one)), "{found:?}");
    }
}

/// In Corrected UTF-8, each sequence length continues the code points of the previous one, so its sequences
/// include overlong ones of UTF-8.
#[test]
fn corrected_utf_8_without_its_magic_number_is_not_well_formed() {
    for text in ["café crème", "à la carte", "naïve", "Müller, Größe, Fuß"] {
        let string = encode(Encoding::CorrectedUtf8, &self::text(text)).unwrap();
        let found = detect(&string);
        assert!(found.encoding.is_none_or(|one| !found.well_formed.contains(&one)), "{text}: {found:?}");
        assert!(found.overlong.is_some(), "{text}");
    }
}

/// Legacy text in which such bytes are adjacent by chance is still legacy text.
#[test]
fn legacy_text_is_no_attack() {
    // Windows-1251, GBK, and Windows-1252 with letters in capitals before quotation marks.
    let texts: [&[u8]; 3] = [
        b"\xD1\xD8\xC0\xBB \xE8 \xC0\xAB\xEF\xF0\xE8\xE2\xE5\xF2\xBB, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?",
        b"D\xC9J\xC0\xBB, r\xE9p\xE8te-t-il, \xAB VOIL\xC0\x85 \xBB, et l'\xE9t\xE9 s'ach\xE8ve",
        b"\xC0\xB4\xD7\xD4\xB8\xF7\xB5\xD8\xB5\xC4\xC8\xCB\xC3\xC7 text",
    ];
    for text in texts {
        let found = detect(text);
        assert_ne!(found.encoding, Some(Encoding::Utf8), "{found:?}");
    }
}
