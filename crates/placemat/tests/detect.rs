//! Detection: verdicts on texts of every encoding, ties, evidence, and that pieces make no difference.

use placemat::detect::{Basis, Detection, Detector, Evidence, EvidenceKind, detect};
use placemat::{Codec, Encoding, Error, encode, validate};

const SENTENCES: [&str; 6] = [
    "Sie läuft früh über die Brücke, und niemand weiß, warum.",
    "Она тихо читает письмо у окна, пока на улице снег.",
    "我们在花园里读书，没有人问这个问题。",
    "나는 정원에서 책을 읽는다. 아침 햇빛이 좋다.",
    "दोस्त पुराना पत्र पढ़ता है और चाय पीता है।",
    "Cô ấy đọc sách bên cửa sổ nhỏ 😀 vào buổi sáng mùa đông.",
];

fn text(sentence: &str) -> Vec<u32> {
    sentence.chars().map(u32::from).collect()
}

/// Pseudo-random bytes, the same on every run.
fn bytes(len: usize, mut state: u64) -> Vec<u8> {
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    std::iter::repeat_with(next).take(len).collect()
}

fn count(found: &Detection, kind: EvidenceKind) -> Option<(u64, u64)> {
    found.evidence.iter().find(|one| one.kind == kind).map(|&Evidence { count, first, .. }| (count, first))
}

#[test]
fn every_encoding_is_the_verdict_or_a_tie() {
    for sentence in SENTENCES {
        let is_considered = |encoding: &Encoding| encoding.info().encodes && !encoding.info().needs_signature;
        for encoding in Encoding::ALL.into_iter().filter(is_considered) {
            let Ok(input) = encode(encoding, &text(sentence)) else { continue };
            let found = detect(&input);
            let is_named = found.encoding == Some(encoding) || found.also.contains(&encoding);
            assert_eq!(is_named, encoding != Encoding::CorrectedUtf8, "{encoding}: {found:?}");
            assert!(found.well_formed.contains(&encoding), "{encoding}: {found:?}");
            assert_eq!((found.read, found.is_complete), (input.len() as u64, true));
        }
    }
}

#[test]
fn ties_are_named_and_are_ties() {
    let found = detect(b"only ASCII\n");
    assert_eq!((found.encoding, found.basis), (Some(Encoding::Utf8), Basis::Ascii));
    for encoding in Encoding::ALL {
        let reads_ascii = placemat::decode(encoding, b"only ASCII\n") == Ok(text("only ASCII\n"));
        let is_rule = matches!(encoding, Encoding::Utf8OrIso8859_1 | Encoding::Utf8OrWindows1252);
        let is_named = found.also.contains(&encoding) || encoding == Encoding::Utf8;
        let needs_signature = encoding.info().needs_signature;
        assert_eq!(is_named, reads_ascii && !is_rule && !needs_signature, "{encoding}");
    }
    for sentence in SENTENCES {
        let found = detect(sentence.as_bytes());
        assert_eq!(found.encoding, Some(Encoding::Utf8));
        assert_eq!(found.basis, Basis::WellFormed);
        assert!(!found.also.contains(&Encoding::Windows1252));
        for tie in found.also {
            assert_eq!(placemat::decode(tie, sentence.as_bytes()), Ok(text(sentence)), "{tie}");
        }
    }
}

#[test]
fn corrected_utf_8_is_never_guessed() {
    for sentence in SENTENCES {
        let string = encode(Encoding::CorrectedUtf8, &text(sentence)).unwrap();
        let found = detect(&string);
        assert_ne!(found.encoding, Some(Encoding::CorrectedUtf8));
        assert!(!found.also.contains(&Encoding::CorrectedUtf8));
        let document = encode(Encoding::CorrectedUtf8Document, &text(sentence)).unwrap();
        let found = detect(&document);
        assert_eq!(found.encoding, Some(Encoding::CorrectedUtf8Document));
        assert_eq!(found.basis, Basis::Signature);
    }
}

#[test]
fn single_bytes_are_called_that() {
    let found = detect(b"Sch\xF6ne Gr\xFC\xDFe aus K\xF6ln");
    assert_eq!((found.encoding, found.basis), (Some(Encoding::Windows1252), Basis::SingleBytes));
    assert_eq!(found.also, [Encoding::Iso8859_1]);
    assert_eq!(count(&found, EvidenceKind::LegacyBytes), Some((4, 3)));
    // A single unusual byte: ASCII that was damaged, or single bytes.
    let found = detect(b"All of this is ASCII but for one byte, which is wr\xF6ng.");
    let named: Vec<_> = found.encoding.into_iter().chain(found.alternatives).collect();
    assert!(named.contains(&Encoding::Utf8) && named.contains(&Encoding::Windows1252), "{named:?}");
}

#[test]
fn what_is_no_text_has_no_encoding() {
    for input in [bytes(20_000, 1), bytes(3000, 2), vec![0; 5000], vec![0xFF; 5000], vec![1; 100]] {
        let found = detect(&input);
        assert_eq!((found.encoding, found.basis), (None, Basis::Nothing), "{found:?}");
        assert!(found.well_formed.contains(&Encoding::Iso8859_1));
    }
}

#[test]
fn evidence_has_counts_and_first_places() {
    let input = b"ab\xC3\xA9\xC0\x80\xED\xA0\xBD\xED\xB2\xA9\xED\xA0\xBD \xF0\x9F\x92\xA9\xF8\x88\x80\x80\x80\xE9\xC0\x80\0";
    let found = detect(input);
    for (kind, expected) in [
        (EvidenceKind::TwoBytes, (1, 2)),
        (EvidenceKind::CodedNul, (2, 4)),
        (EvidenceKind::SixBytePair, (1, 6)),
        (EvidenceKind::LoneSurrogate, (1, 12)),
        (EvidenceKind::FourBytes, (1, 16)),
        (EvidenceKind::FiveOrSixBytes, (1, 20)),
        (EvidenceKind::LegacyBytes, (1, 25)),
        (EvidenceKind::ZeroBytes, (1, 28)),
    ] {
        assert_eq!(count(&found, kind), Some(expected), "{kind}");
    }
    assert_eq!(count(&found, EvidenceKind::Signature), None);
    let found = detect("\u{FEFF}Ã©".as_bytes());
    assert_eq!(count(&found, EvidenceKind::Signature), Some((1, 0)));
    assert_eq!(count(&found, EvidenceKind::DoubleEncoding), Some((1, 3)));
    assert_eq!(count(&detect(b"a\0b\0\x3D\xD8c\0"), EvidenceKind::LoneSurrogates), Some((1, 4)));
    assert_eq!(count(&detect(b"a\0b\0c\0"), EvidenceKind::ZeroUtf16Le), Some((3, 0)));
    assert!(detect(b"").evidence.is_empty());
}

#[test]
fn damage_is_told_and_does_not_mislead() {
    for sentence in SENTENCES {
        let long = sentence.repeat(8);
        for encoding in
            [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf32Be, Encoding::Cesu8, Encoding::Utf1]
        {
            let mut input = encode(encoding, &text(&long)).unwrap();
            let at = input.len() / 2 / 4 * 4 + if encoding == Encoding::Utf16Le { 1 } else { 0 };
            input[at] = 0xDB;
            let found = detect(&input);
            let named: Vec<_> = found
                .encoding
                .into_iter()
                .chain(found.also.clone())
                .chain(found.alternatives.clone())
                .collect();
            assert!(named.contains(&encoding), "{encoding}: {found:?}");
            if validate(encoding, &input).is_err() && found.encoding == Some(encoding) {
                assert_eq!(found.basis, Basis::Damaged);
                let first = validate(encoding, &input).map_err(|error: Error| error.offset()).unwrap_err();
                assert_eq!(count(&found, EvidenceKind::IllFormed).unwrap().1, first);
            }
        }
    }
}

#[test]
fn well_formedness_is_that_of_the_validators() {
    let mut inputs: Vec<Vec<u8>> = (0..40).map(|k| bytes(1 + 7 * k, k as u64)).collect();
    inputs.extend(SENTENCES.map(|sentence| sentence.repeat(200).into_bytes()));
    inputs.push([SENTENCES[1].repeat(100).as_bytes(), b"\xED\xA0\xBD\xED\xB2\xA9\xFF"].concat());
    inputs.push(b"\0\x03abc".to_vec());
    for input in inputs {
        let found = detect(&input);
        for encoding in Encoding::ALL {
            let is_rule = matches!(encoding, Encoding::Utf8OrIso8859_1 | Encoding::Utf8OrWindows1252);
            // Bytes after a frame do not belong to it, and the conversion handles wrappers.
            let is_well_formed = match encoding.as_frame() {
                Some(_) => continue,
                None if encoding.is_wrapper() => placemat::convert(encoding, Encoding::Utf8, &input).is_ok(),
                None => validate(encoding, &input).is_ok(),
            };
            let is_named = found.well_formed.contains(&encoding);
            assert_eq!(
                is_named,
                is_well_formed && !is_rule && !encoding.info().needs_signature,
                "{encoding} {:02X?}",
                &input[..input.len().min(300)]
            );
        }
    }
}

#[test]
fn pieces_make_no_difference() {
    for sentence in SENTENCES {
        for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.info().encodes) {
            let Ok(mut input) = encode(encoding, &text(&sentence.repeat(150))) else { continue };
            input.truncate(9001);
            let whole = detect(&input);
            for len in [1, 7, 4095, 4096, 4097] {
                let mut detector = Detector::new();
                input.chunks(len).for_each(|piece| detector.push(piece));
                assert_eq!(detector.finish(), whole, "{encoding} in pieces of {len}");
            }
        }
    }
}

/// The input is doubly encoded for so long that UTF-8 is only validated, and after that it is not even
/// well-formed.
#[test]
fn an_encoding_that_is_given_up_stays_given_up() {
    let text = "Ã©tÃ© Ã\u{A0} la plage ".repeat(1500);
    for at in [100, 4095, 4096, 9000, 20_000] {
        let mut input = text.clone().into_bytes();
        input.insert(at, 0xFF);
        input.extend(SENTENCES[5].repeat(200).bytes());
        let found = detect(&input);
        assert!(!found.well_formed.contains(&Encoding::Utf8), "{at}: {found:?}");
        assert!(found.well_formed.contains(&Encoding::Iso8859_1), "{at}: {found:?}");
    }
}

/// A few bytes 00 cost little in much text, so that there are verdicts.
#[test]
fn holes_are_read_as_if_they_were_pushed() {
    let texts =
        [vec![], SENTENCES[0].repeat(200).into_bytes(), encode_16(&SENTENCES[2].repeat(200)), bytes(300, 3)];
    for text in texts {
        for zeros in [0, 1, 4095, 8192, 12_287, 12_288, 16_384, 16_390, 20_480, 24_576, 50_001] {
            for then in [&b""[..], b"\0", b" and more text", b"\xC0"] {
                let (mut hole, mut pushed) = (Detector::new(), Detector::new());
                for detector in [&mut hole, &mut pushed] {
                    detector.push(&text);
                }
                hole.push_zeros(zeros);
                pushed.push(&vec![0; zeros as usize]);
                for detector in [&mut hole, &mut pushed] {
                    detector.push(then);
                }
                assert_eq!(hole.finish(), pushed.finish(), "{} bytes, {zeros} zeros, {then:?}", text.len());
            }
        }
    }
    let mut detector = Detector::new();
    (0..3).for_each(|_| detector.push_zeros(u64::MAX));
    assert_eq!(detector.finish().encoding, None);
}

fn encode_16(text: &str) -> Vec<u8> {
    encode(Encoding::Utf16Le, &self::text(text)).unwrap()
}

/// Names in a class file, one after the other, are not ideographs.
#[test]
fn text_in_the_middle_of_data_is_no_utf_16() {
    let names = [
        "java/lang/Object",
        "Code",
        "LineNumberTable",
        "javax/enterprise/context",
        "()V",
        "Ljava/lang/Class;",
    ];
    let mut class = b"\xCA\xFE\xBA\xBE\0\0\0\x34\0\x19".to_vec();
    for (number, name) in names.iter().cycle().take(60).enumerate() {
        class.extend([1, 0, name.len() as u8]);
        class.extend(name.as_bytes());
        class.extend([7, 0, number as u8, 12, 0, 1, 0, number as u8]);
    }
    assert_eq!(detect(&class).encoding, None);
    // Terminal colours do not make it data.
    let log = b"\x1B[31mred\x1B[0m and \x1B[32mgreen\x1B[0m \xFF!";
    assert_eq!((detect(log).encoding, detect(log).basis), (Some(Encoding::Windows1252), Basis::SingleBytes));
}

#[test]
fn nuls_of_java_are_no_doubtful_place_in_a_frame_either() {
    for count in [1, 5, 20, 100, 5000] {
        let text = b"x\xC0\x80".repeat(count);
        let frame = [&(text.len() as u16).to_be_bytes()[..], &text].concat();
        assert_eq!(detect(&frame).encoding, Some(Encoding::Mutf8WriteUtf), "{count}");
        assert_eq!(detect(&text).encoding, Some(Encoding::Mutf8), "{count}");
        assert_eq!(detect(&[&text[..], b"\0"].concat()).encoding, Some(Encoding::Mutf8Nul), "{count}");
    }
}

#[test]
fn an_input_that_goes_on_is_not_held_against_an_encoding() {
    let input = SENTENCES[2].repeat(300);
    for len in [1, 2, 100, 4096, 4097, 10_000] {
        let mut detector = Detector::new();
        detector.push(&input.as_bytes()[..len]);
        let found = detector.finish_early();
        assert!(found.well_formed.contains(&Encoding::Utf8) && !found.is_complete);
        assert!(len < 3 || found.encoding == Some(Encoding::Utf8), "{found:?}");
    }
}

/// Two bytes of legacy text make an ideograph or a syllable, but not a space, punctuation or a letter of an
/// alphabet.
#[test]
fn units_of_16_bits_are_told_from_text_of_bytes() {
    let texts: [(&str, &[u8]); 8] = [
        ("Shift_JIS", b"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD"),
        ("Shift_JIS", b"\x83\x65\x83\x58\x83\x67\x82\xF0\x8F\x91\x82\xAD\x81\x42\x0A"),
        ("KOI8-R", b"\xD0\xD2\xC9\xD7\xC5\xD4"),
        (
            "KOI8-R",
            b"\xDC\xD4\xCF\xD4 \xD4\xC5\xCB\xD3\xD4 \xD7\xC5\xD3\xD8 \xCD\xC1\xCC\xC5\xCE\xD8\xCB\xC9\xCA",
        ),
        ("Windows-1251", b"\xEF\xF0\xE8\xE2\xE5\xF2"),
        ("Windows-1252", b"\x93\xE9\xE8\x94"),
        ("a byte FF", b"x\xFFy\n"),
        ("no text", b"\xB0\xC5\xC1\xD0ab\xB7\xC3cd\xBA\xC8\xCE\xB1ef\xC4\xB9\xC2\xCD"),
    ];
    let width = |encoding: Encoding| encoding.info().width;
    for (name, text) in texts {
        let found = detect(text);
        assert!(found.encoding.is_none_or(|encoding| width(encoding) == 1), "{name}: {found:?}");
    }
    // They may be UTF-16, on too little evidence.
    let found = detect(texts[0].1);
    assert_eq!((found.encoding, found.basis), (None, Basis::Nothing));
    assert!(found.alternatives.contains(&Encoding::Utf16Be), "{found:?}");
    let sentences = [
        "我们在花园里读书，没有人问这个问题。",
        "ひらがなとカタカナでかくぶんしょう",
        "나는 정원에서 책을 읽는다.",
        "في الحديقة نقرأ كتابا",
        "אנחנו קוראים ספר בגן",
        "😀😃😄😁😆😅🤣😂",
        "पत्र पढ़ता है और",
    ];
    for sentence in sentences {
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            let found = detect(&encode(encoding, &text(sentence)).unwrap());
            assert_eq!((found.encoding, found.basis), (Some(encoding), Basis::WellFormed), "{sentence}");
        }
    }
}

/// As in time zone files.
#[test]
fn tables_of_small_numbers_are_no_utf_32() {
    for big_endian in [false, true] {
        let bytes = |number: u32| if big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        let mut table = b"TZif2\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        for number in [1, 1, 0, 0, 1, 4, 0, 0x43_5455, 0, 0, 0, 1, 2, 3, 0, 0, 12, 7, 0xFFFF_FFF0, 9] {
            table.extend(bytes(number));
        }
        assert_eq!(detect(&table).encoding, None, "{:?}", detect(&table));
    }
}

#[test]
fn noise_settles_an_input_for_those_who_hurry_and_text_never_does() {
    for (input, is_text) in [(bytes(8192, 4), false), (SENTENCES.concat().repeat(30).into_bytes(), true)] {
        let mut detector = Detector::new();
        detector.push(&input);
        assert_eq!(detector.is_settled(), !is_text);
        // Enough text after the noise makes the input text. It is in single bytes if the noise was more like
        // those.
        detector.push(SENTENCES[0].repeat(1000).as_bytes());
        let found = detector.finish();
        assert!(found.encoding == Some(Encoding::Utf8) || !is_text && found.basis == Basis::SingleBytes);
    }
}

/// Files that were allocated before they were written, or written after a crash.
#[test]
fn zeros_in_front_of_a_text_weigh_as_much_as_after_it() {
    let text = b"a line of a log, as there are many\n".repeat(30_000);
    for zeros in [400, 8192, 20_000] {
        let hole = vec![0; zeros];
        let found = [[&hole[..], &text].concat(), [&text, &hole[..]].concat()].map(|input| {
            let mut detector = Detector::new();
            detector.push(&input);
            assert!(!detector.is_settled(), "{zeros}");
            detector.finish()
        });
        assert_eq!([found[0].encoding, found[1].encoding], [Some(Encoding::Utf8); 2], "{zeros}: {found:?}");
    }
}

#[test]
fn ties_do_not_depend_on_how_long_the_input_is() {
    let colours = "\x1B[31m".repeat(800);
    for text in ["31,41,5926,53\n", colours.as_str()] {
        let [short, long] = [4000, 100_000].map(|len| detect(&text.as_bytes().repeat(len / text.len() + 1)));
        assert_eq!((short.encoding, short.also), (long.encoding, long.also));
    }
}

/// A reading with too little evidence is not the verdict, and does not prevent another one from being it.
#[test]
fn thin_readings_close_no_others() {
    for times in [1000, 1500, 20_000] {
        let found = detect(&b"\xD0\xD2\xC9\xD7\xC5\xD4".repeat(times));
        assert_eq!(found.basis, Basis::SingleBytes, "{times}: {found:?}");
    }
}

/// A text with a signature and an error is damaged, and not in another encoding that reads more.
#[test]
fn a_mark_is_that_of_its_own_encoding() {
    let sentence = text(SENTENCES[0]);
    for (mark, encoding, wide, is_two_bytes) in [
        (b"\xFF\xFE".as_slice(), Encoding::Utf16Le, Encoding::Wtf16Le, true),
        (b"\xFE\xFF", Encoding::Utf16Be, Encoding::Wtf16Be, true),
        (b"\xEF\xBB\xBF", Encoding::Utf8, Encoding::Wtf8, false),
    ] {
        let damaged = [&sentence[..9], &[0xDC41], &sentence[9..]].concat();
        let found = detect(&[mark, &encode(wide, &damaged).unwrap()].concat());
        let is_told = match found.encoding {
            Some(Encoding::Utf16) => is_two_bytes,
            Some(Encoding::Utf8Sig) => !is_two_bytes,
            other => other == Some(encoding),
        };
        assert!(is_told && found.basis == Basis::Signature, "{found:?}");
        assert_eq!(count(&found, EvidenceKind::IllFormed).map(|(count, _)| count), Some(1), "{found:?}");
    }
}

#[test]
fn rare_characters_after_a_mark_are_text() {
    for encoding in [Encoding::Utf32, Encoding::Utf8Sig] {
        let found = detect(&encode(encoding, &[0xE000; 100]).unwrap());
        assert_eq!((found.encoding, found.basis), (Some(encoding), Basis::Signature), "{found:?}");
    }
}

/// The text in a frame is read as Modified UTF-8 without a frame is, and is a text of its own.
#[test]
fn long_frames_are_found() {
    for sentence in SENTENCES {
        let text = text(&sentence.repeat(300));
        for frame in [Encoding::Mutf8WriteUtf, Encoding::Mutf8Long, Encoding::Mutf8Dex] {
            let Ok(input) = encode(frame, &text) else { continue };
            let found = detect(&input);
            assert_eq!((found.encoding, found.basis), (Some(frame), Basis::WellFormed), "{found:?}");
            assert!(found.also.is_empty(), "{found:?}");
        }
    }
}

/// Text in legacy encodings of East Asia is not in the family: neither in an ancestor nor ideographs of 16
/// bits.
#[test]
fn legacy_encodings_of_several_bytes_are_no_member() {
    let texts: [(&str, &[u8]); 6] = [
        ("Shift_JIS", b"\x82\xBB\x82\xCC\x93\xFA\x82\xCC\x8C\xDF\x8C\xE3\x81\x41\x94\xDE\x82\xCD\x89\x77\x91\x4F\x82\xCC\x8B\
          \x69\x92\x83\x93\x58\x82\xC5\x92\xB7\x82\xA2\x8E\xE8\x8E\x86\x82\xF0\x8F\x91\x82\xA2\x82\xC4\x82\xA2\
          \x82\xBD\x82\xAA\x81\x41\x92\x4E\x82\xC9\x82\xE0\x8C\xA9\x82\xB9\x82\xC8\x82\xA9\x82\xC1\x82\xBD\x81\
          \x42"),
        ("EUC-JP", b"\xA4\xBD\xA4\xCE\xC6\xFC\xA4\xCE\xB8\xE1\xB8\xE5\xA1\xA2\xC8\xE0\xA4\xCF\xB1\xD8\xC1\xB0\xA4\xCE\
          \xB5\xCA\xC3\xE3\xC5\xB9\xA4\xC7\xC4\xB9\xA4\xA4\xBC\xEA\xBB\xE6\xA4\xF2\xBD\xF1\xA4\xA4\xA4\xC6\
          \xA4\xA4\xA4\xBF\xA4\xAC\xA1\xA2\xC3\xAF\xA4\xCB\xA4\xE2\xB8\xAB\xA4\xBB\xA4\xCA\xA4\xAB\xA4\xC3\
          \xA4\xBF\xA1\xA3"),
        ("EUC-JP, kana", b"\xA5\xAB\xA1\xBC\xA5\xBD\xA5\xEB\xA4\xF2 --> \xA4\xCE\xB9\xD4\xA4\xCB\xA4\xA6\xA4\xB4\xA4\xAB\
          \xA4\xB7\xA4\xDE\xA4\xB9\xA1\xA3\n\xA4\xDE\xA4\xC1\xA4\xAC\xA4\xA4\xA4\xF2\xA4\xB5\xA4\xAC\xA4\
          \xB7\xA4\xC6 x \xA4\xF2\xA4\xAA\xA4\xB9\xA4\xC8\xA1\xA2\xA4\xB1\xA4\xB9\xA4\xB3\xA4\xC8\xA4\xAC\
          \xA4\xC7\xA4\xAD\xA4\xDE\xA4\xB9\xA1\xA3\n"),
        ("EUC-KR", b"\xB3\xAA\xB4\xC2\x20\xC1\xA4\xBF\xF8\xBF\xA1\xBC\xAD\x20\xC3\xA5\xC0\xBB\x20\xC0\xD0\xB4\xC2\xB4\
          \xD9\x2E\x20\xBE\xC6\xC4\xA7\x20\xC7\xDE\xBA\xFB\xC0\xCC\x20\xC1\xC1\xB4\xD9\x2E\x20\xBE\xC6\xB9\
          \xAB\xB5\xB5\x20\xB3\xAA\xBF\xA1\xB0\xD4\x20\xB9\xAF\xC1\xF6\x20\xBE\xCA\xBE\xD2\xB4\xD9\x2E"),
        ("Big5", b"\xA7\xDA\xAD\xCC\xA6\x62\xAA\xE1\xB6\xE9\xB8\xCC\xC5\xAA\xAE\xD1\xA1\x41\xA8\x53\xA6\xB3\xA4\x48\
          \xB0\xDD\xB3\x6F\xAD\xD3\xB0\xDD\xC3\x44\xA1\x41\xA6\x5D\xAC\xB0\xA4\x6A\xAE\x61\xB3\xA3\xAA\xBE\
          \xB9\x44\xB5\xAA\xAE\xD7\xA1\x43"),
        ("GB 18030", b"\xCE\xD2\x82\x83\xD4\xDA\xBB\xA8\x88\x40\xD1\x65\xD7\x78\x95\xF8\xA3\xAC\x9B\x5D\xD3\xD0\xC8\xCB\
          \x86\x96\xDF\x40\x82\x80\x86\x96\xEE\x7D\xA3\xAC\xD2\xF2\x9E\xE9\xB4\xF3\xBC\xD2\xB6\xBC\xD6\xAA\
          \xB5\xC0\xB4\xF0\xB0\xB8\xA1\xA3"),
    ];
    for (name, text) in texts {
        for times in [1, 20] {
            let found = detect(&text.repeat(times));
            assert!(matches!(found.basis, Basis::Nothing | Basis::SingleBytes), "{name}: {found:?}");
        }
    }
}
