//! The decisions in which the documents are silent, damaged or contradicted, by their numbers in
//! `CONFORMANCE.md`.

use placemat::ErrorKind::{
    Interrupted, Nul, OutOfRange, Overlong, Reserved, StrayTrail, Surrogate, Truncated,
};
use placemat::form::{
    Cesu8, Cesu8Lenient, CorrectedUtf8, Form, FssUtf1992July, Mutf8, Optu8, Optu8Reversible, Ucs4Units, Utf1,
    Utf8, Utf8Rfc2279, Utf8b, Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16,
};
use placemat::scheme::{Be, Le, Marked, Signed};
use placemat::views::Properties;
use placemat::{
    Conversion, Encoding, Endian, ErrorKind, Failure, OnError, OnUnencodable, Options, Pairs, convert,
    decode, encode, validate,
};

use crate::documents::reading::{
    bytes, code_points, converted, distribute, dotted, errors, hex, hex16, on_error, on_unencodable,
    read_with,
};

/// A slip in the text of Unicode 3.9: three bytes become three U+FFFD, not four.
#[test]
fn decision_01_f0_80_80_41() {
    assert_eq!(dotted(OnError::Replace, &hex("F0 80 80 41")), "···A");
}

/// Tables 3-8 to 3-11 with the cells that an extraction lost.
#[test]
fn decision_02_cells_of_tables_3_8_to_3_11() {
    let counts = [
        "C0 AF E0 80 BF F0 81 82 41",
        "ED A0 80 ED BF BF ED AF 41",
        "F4 91 92 93 FF 41 80 BF 42",
        "E1 80 E2 F0 91 92 F1 BF 41",
    ]
    .map(|input| dotted(OnError::Replace, &hex(input)).matches('·').count());
    assert_eq!(counts, [8, 8, 7, 4]);
}

/// Table 3-5 has sixteen x and five u; wwww = uuuuu - 1 has four bits.
#[test]
fn decision_03_bits_of_table_3_5() {
    let greatest = distribute("110110wwwwxxxxxx 110111xxxxxxxxxx", (0b1_0000 - 1) << 16 | 0xFFFF).unwrap();
    assert_eq!(greatest, [0xDBFF, 0xDFFF]);
    assert_eq!(encode(Utf16, &[0x10_FFFF]).unwrap(), hex16("DBFF DFFF"));
    assert_eq!(Properties::new(Utf16).payload_bits(2), Some(20));
}

/// WTF-8, 6.3: decode, then encode.
#[test]
fn decision_04_conversion_is_decoding_then_encoding() {
    for units in ["D83D 0061 DCA9", "D83D DCA9", "DCA9 D83D", "D83D D83D DCA9"].map(hex16) {
        let code_points = decode(Wtf16, &units).unwrap();
        assert_eq!(convert(Wtf16, Wtf8, &units).unwrap(), encode(Wtf8, &code_points).unwrap());
    }
}

/// Ill-formed WTF-8 has the errors of generalized UTF-8; a pair is one error of six bytes, and healed only on
/// request.
#[test]
fn decision_05_ill_formed_wtf_8() {
    let text = hex("61 ED A0 BD ED B2 A9 62");
    assert_eq!(errors(Wtf8, &text), [(1, 6, ErrorKind::SurrogatePair)]);
    assert_eq!(errors(Wtf8, &hex("ED A0 41")), [(0, 2, Interrupted)]);
    let heal = Options { heal_pairs: true, ..Options::default() };
    assert_eq!(converted(Wtf8, Utf8, &text, heal), "a💩b".as_bytes());
    assert!(heal.validate(Wtf8, &text).is_ok() && validate(Wtf8, &text).is_err());
}

/// A pair of surrogate code points, in targets that would read it back as one code point: joined and counted,
/// an error, or replaced.
#[test]
fn decision_06_pairs_in_targets_that_fuse() {
    let pair = [0xD83D, 0xDCA9];
    for target in [Encoding::Wtf16Be, Encoding::Cesu8Lenient, Encoding::Mutf8] {
        let with = |pairs| {
            let options = Options { pairs, ..Options::default() };
            Conversion::new(Ucs4Units, target, options).unwrap().convert(&pair)
        };
        let joined = with(Pairs::Join).unwrap();
        assert_eq!((joined.output, joined.joined), (bytes(target, &[0x1_F4A9]), 1), "{target}");
        let Err(Failure::Unencodable(lost)) = with(Pairs::Error) else { panic!("{target}") };
        assert_eq!((lost.code_point(), lost.offset(), lost.len()), (0xD83D, 0, 2), "{target}");
        assert_eq!(with(Pairs::Replace).unwrap().output, bytes(target, &[0xD83D, 0xFFFD]), "{target}");
    }
    // For WTF-8 joining is prescribed, and no loss.
    let wtf_8 = Conversion::new(Ucs4Units, Wtf8, Options::default()).unwrap().convert(&pair).unwrap();
    assert_eq!((wtf_8.output, wtf_8.joined), (bytes(Encoding::Utf8, &[0x1_F4A9]), 0));
}

/// The article's F0–F4 / 90–8F and E0–ED / A0–9F are not ranges of independent bytes.
#[test]
fn decision_07_ranges_of_the_article() {
    for (input, good) in [
        ("E0 9F BF", false),
        ("E0 A0 80", true),
        ("E5 80 80", true),
        ("ED 9F BF", true),
        ("ED A0 80", false),
        ("F0 8F BF BF", false),
        ("F0 90 80 80", true),
        ("F2 80 80 80", true),
        ("F4 8F BF BF", true),
        ("F4 90 80 80", false),
    ] {
        assert_eq!(validate(Utf8, &hex(input)).is_ok(), good, "{input}");
    }
}

/// UTF-16 is not fixed at two bytes.
#[test]
fn decision_08_utf_16_is_variable() {
    assert_eq!([0x41, 0x1_F4A9].map(|code_point| bytes(Encoding::Utf16Be, &[code_point]).len()), [2, 4]);
}

/// `cesu-8` rejects lone surrogates, `cesu-8-lenient` accepts them.
#[test]
fn decision_09_lone_halves_in_cesu_8() {
    for half in ["ED A0 80", "ED AF BF", "ED B0 80", "ED BF BF"].map(hex) {
        assert!(validate(Cesu8, &half).is_err() && validate(Cesu8Lenient, &half).is_ok());
    }
    assert!(encode(Cesu8, &[0xD800]).is_err());
    assert_eq!(encode(Cesu8Lenient, &[0xDC00, 0xD800]).unwrap(), hex("ED B0 80 ED A0 80"));
    assert_eq!(decode(Cesu8Lenient, &hex("ED A0 81 ED B0 80")).unwrap(), [0x1_0400]);
}

/// A maximal subpart of CESU-8 never reaches over a second lead byte.
#[test]
fn decision_10_extent_of_a_broken_pair() {
    assert_eq!(
        errors(Cesu8, &hex("ED A0 80 ED B0 41")),
        [(0, 3, Surrogate), (3, 1, Surrogate), (4, 1, StrayTrail)]
    );
    assert_eq!(errors(Cesu8, &hex("ED A0 80 ED A0 80 ED B0 80")), [(0, 3, Surrogate)]);
    // The length is the extent of the error, and `error_len` says that more input could still complete the
    // pair.
    let error = validate(Cesu8, &hex("ED A0 B8 ED")).unwrap_err();
    assert_eq!((error.offset(), error.len(), error.error_len()), (0, 3, None));
}

/// Oracle's `UTF8` is CESU-8; MySQL's `utf8` has no supplementary characters at all. Their labels identify
/// them.
#[test]
fn decision_11_oracle_and_mysql() {
    let note = Encoding::for_label("UTF8").unwrap().0.note().unwrap();
    assert!(note.contains("Oracle") && note.contains("MySQL"), "{note}");
    assert!(encode(Utf8mb3, &[0x1_F4A9]).is_err());
    assert_eq!(errors(Utf8mb3, "💩".as_bytes()).len(), 4);
    assert!(validate(Utf8mb3, &bytes(Encoding::Cesu8, &[0x1_F4A9])).is_err());
}

/// Tcl's external `utf-8` is not strict CESU-8: it reads four-byte sequences, C0 80, surrogates and stray
/// bytes.
#[test]
fn decision_12_tcl_outside() {
    let input = hex("F0 9F 92 A9 C0 80 ED A0 BD 80");
    assert_eq!(decode(Encoding::Tcl86Utf8, &input).unwrap(), [0x1_F4A9, 0x00, 0xD83D, 0x80]);
    assert!(validate(Cesu8, &input).is_err());
}

/// Modified UTF-8 writes pairs as CESU-8 does, and rejects the four-byte sequences that Tcl 9 uses
/// internally.
#[test]
fn decision_13_pairs_of_modified_utf_8() {
    assert_eq!(bytes(Encoding::Mutf8, &[0x1_F4A9]), hex("ED A0 BD ED B2 A9"));
    assert_eq!(errors(Mutf8, &hex("F0 9F 92 A9")).len(), 4);
}

/// `optu-8` behaves as MirBSD does; `optu-8-reversible` disallows the encoded form of the escaped bytes.
#[test]
fn decision_14_reversibility_of_optu() {
    let text = hex("EE BE 80");
    let [plain, reversible] = [decode(Optu8, &text).unwrap(), decode(Optu8Reversible, &text).unwrap()];
    assert_eq!(encode(Optu8, &plain).unwrap(), [0x80]);
    assert_eq!(encode(Optu8Reversible, &reversible).unwrap(), text);
}

/// UTF-1: FE and FF begin nothing, and FD no more than 7FFFFFFF.
#[test]
fn decision_15_first_bytes_of_utf_1() {
    assert_eq!(errors(Utf1, &hex("FD BD 2B B9 41"))[0], (0, 4, OutOfRange));
    for lead in [0xFE, 0xFF] {
        let error = errors(Utf1, &[lead, 0x21, 0x21, 0x21, 0x21])[0];
        assert_eq!((error.0, error.1), (0, 1), "{lead:02X}");
    }
}

/// The code spaces of UTF-1, FSS-UTF 1992 and RFC 2279 have no hole: surrogates are accepted, unless refused.
#[test]
fn decision_16_surrogates_before_unicode_2() {
    let refuse = Options { refuse_surrogates: true, ..Options::default() };
    for encoding in [Encoding::Utf1, Encoding::FssUtf1992July, Encoding::Utf8Rfc2279] {
        let text = bytes(encoding, &[0xD800, 0xDFFF]);
        assert_eq!(decode(encoding, &text).unwrap(), [0xD800, 0xDFFF], "{encoding}");
        let error = refuse.validate(encoding, &text).unwrap_err();
        assert_eq!((error.offset(), error.kind()), (0, Surrogate), "{encoding}");
    }
    assert_eq!(Properties::new(FssUtf1992July).code_space().count(), 1);
    assert_eq!(Properties::new(Utf8Rfc2279).code_space().count(), 1);
}

/// FF before 110xxxxx: that a reserved sequence ends at a lead byte takes precedence over the future form.
#[test]
fn decision_17_ff_before_a_lead_byte() {
    assert_eq!(errors(CorrectedUtf8, &hex("FF C3 80")), [(0, 1, Reserved)]);
    assert_eq!(read_with(CorrectedUtf8, OnError::Replace, &hex("FF C3 80")), [0xFFFD, 0x160]);
}

/// FE and FF are lead bytes themselves.
#[test]
fn decision_18_fe_and_ff_are_lead_bytes() {
    assert_eq!(
        errors(CorrectedUtf8, &hex("FE FE 80 FF")),
        [(0, 1, Reserved), (1, 2, Reserved), (3, 1, Reserved)]
    );
}

/// Of two magic numbers only the first is removed; the U+0000 of the second is an error.
#[test]
fn decision_19_second_magic_number() {
    let error = validate(
        Encoding::CorrectedUtf8Document,
        &[CorrectedUtf8::MAGIC_NUMBER, CorrectedUtf8::MAGIC_NUMBER].concat(),
    )
    .unwrap_err();
    assert_eq!((error.offset(), error.kind()), (14, Nul));
}

/// A reserved sequence costs one U+FFFD.
#[test]
fn decision_20_replacement_of_reserved_sequences() {
    let text = hex("41 FF 80 80 80 80 80 42");
    assert_eq!(read_with(CorrectedUtf8, OnError::Replace, &text), [0x41, 0xFFFD, 0x42]);
}

/// Without a byte order mark, `utf-16` and `utf-32` are big-endian by default.
#[test]
fn decision_21_no_byte_order_mark() {
    let little = Options { default_endian: Endian::Little, ..Options::default() };
    assert_eq!(decode(Encoding::Utf16, &hex("00 41")).unwrap(), [0x41]);
    assert_eq!(decode(Encoding::Utf32, &hex("00 00 00 41")).unwrap(), [0x41]);
    assert_eq!(converted(Encoding::Utf16, Utf8, &hex("41 00"), little), b"A");
    assert_eq!(converted(Encoding::Utf32, Utf8, &hex("41 00 00 00"), little), b"A");
    // A byte order mark determines the order and is removed. A second one is a character.
    let marked = decode(Marked::<Utf16>::default(), &hex("FF FE FF FE 41 00")).unwrap();
    assert_eq!(marked, [0xFEFF, 0x41]);
    assert_eq!(encode(Marked::<Utf16>::default(), &[0x41]).unwrap(), hex("FE FF 00 41"));
}

/// A lead surrogate and one byte more at the end of UTF-16: one error of three bytes.
#[test]
fn decision_22_lead_surrogate_and_a_stray_byte() {
    for last in [0x00, 0x41, 0xDC] {
        let [little, big] = [[0x00, 0xD8, last], [0xD8, 0x00, last]];
        assert_eq!(errors(Le(Utf16), &little), [(0, 3, Truncated)], "{last:02X}");
        assert_eq!(errors(Be(Utf16), &big), [(0, 3, Truncated)], "{last:02X}");
    }
    assert_eq!(errors(Be(Utf16), &hex("00 41 D8")), [(2, 1, Truncated)]);
    assert_eq!(errors(Be(Utf16), &hex("D8 00")), [(0, 2, Truncated)]);
}

/// `utf-8` keeps a signature, `utf-8-sig` removes it.
#[test]
fn decision_23_mark_of_utf_8() {
    let text = hex("EF BB BF EF BB BF");
    assert_eq!(decode(Utf8, &text).unwrap(), [0xFEFF, 0xFEFF]);
    assert_eq!(decode(Signed(Utf8), &text).unwrap(), [0xFEFF]);
}

/// 80 to 9F of the index of Windows-1252. Its five gaps are the C1 controls of the same value.
const WINDOWS_1252: [u32; 32] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
    0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
];

/// The index of Windows-1252, byte by byte, in both directions. Nothing else can be encoded.
#[test]
fn decision_24_index_of_windows_1252() {
    for byte in 0..=0xFF_u8 {
        let expected = match byte {
            0x80..=0x9F => WINDOWS_1252[usize::from(byte) - 0x80],
            _ => u32::from(byte),
        };
        assert_eq!(decode(Windows1252, &[byte]).unwrap(), [expected], "{byte:02X}");
        assert_eq!(encode(Windows1252, &[expected]).unwrap(), [byte], "U+{expected:04X}");
    }
    let held = |code_point: &u32| match code_point {
        0x80..=0x9F | 0x100.. => WINDOWS_1252.contains(code_point),
        _ => true,
    };
    for code_point in code_points() {
        assert_eq!(encode(Windows1252, &[code_point]).is_ok(), held(&code_point), "U+{code_point:04X}");
    }
    // The policy of the same name reads single bytes like this.
    for byte in 0x80..=0x9F_u8 {
        let read = read_with(Utf8, OnError::Cp1252, &[byte]);
        assert_eq!(read, [WINDOWS_1252[usize::from(byte) - 0x80]], "{byte:02X}");
    }
}

/// The five holes of Windows-1252 are C1 controls.
#[test]
fn decision_24_holes_of_windows_1252() {
    for hole in [0x81, 0x8D, 0x8F, 0x90, 0x9D] {
        assert_eq!(decode(Windows1252, &[hole]).unwrap(), [u32::from(hole)]);
        assert_eq!(encode(Windows1252, &[hole.into()]).unwrap(), [hole]);
    }
    let all: Vec<u8> = (0..=0xFF).collect();
    assert_eq!(encode(Windows1252, &decode(Windows1252, &all).unwrap()).unwrap(), all);
}

/// UTF-8b strings that fuse: strictly as CPython, or refused.
#[test]
fn decision_25_escapes_that_fuse() {
    let text = [0x61, 0xDCC3, 0xDCA9];
    assert_eq!(encode(Utf8b, &text).unwrap(), "aé".as_bytes());
    let careful = Conversion::new(Ucs4Units, Utf8b, on_unencodable(OnUnencodable::StrictRoundtrip)).unwrap();
    assert_eq!(careful.convert(&text).unwrap_err().offset(), 1);
    assert!(encode(Utf8b, &[0xDC7F]).is_err() && encode(Utf8b, &[0xDD00]).is_err());
}

/// The 66 noncharacters are encoded and decoded like any scalar value.
#[test]
fn decision_26_noncharacters() {
    let last_two = (0..=0x10).flat_map(|plane| [plane << 16 | 0xFFFE, plane << 16 | 0xFFFF]);
    let all: Vec<u32> = (0xFDD0..=0xFDEF).chain(last_two).collect();
    assert_eq!(all.len(), 66);
    for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf32Be, Encoding::Cesu8, Encoding::Wtf8] {
        assert_eq!(decode(encoding, &bytes(encoding, &all)).unwrap(), all, "{encoding}");
    }
    assert_eq!(decode(Utf32, &all).unwrap(), all);
}

/// Node's change: a lone surrogate is now encoded to UTF-8 as U+FFFD. Before, it was its three-byte sequence,
/// which is WTF-8.
#[test]
fn decision_27_node_buffers() {
    let string = hex16("0061 0062 D800 0063 0064");
    let after = converted(Wtf16, Utf8, &string, on_unencodable(OnUnencodable::Replace));
    assert_eq!(after, hex("61 62 EF BF BD 63 64"));
    assert_eq!(convert(Wtf16, Wtf8, &string).unwrap(), hex("61 62 ED A0 80 63 64"));
    // Pairs had been joined long before.
    assert_eq!(convert(Wtf16, Wtf8, &hex16("D83D DCA9")).unwrap(), "💩".as_bytes());
}

/// `utf-8-rfc2279` rejects C0 AF, and the error record shows what it would mean.
#[test]
fn decision_28_overlong_forms_in_the_first_definition() {
    assert_eq!(errors(Utf8Rfc2279, &hex("C0 AF"))[0], (0, 1, Overlong));
    let (masked, _) = Utf8Rfc2279::TABLE.masked(&hex("C0 AF")).unwrap();
    assert_eq!((masked.code_point, masked.len), (0x2F, 2));
}

/// No Unicode form represents surrogates. WTF-8, Modified UTF-8 and others do, by their own specifications.
#[test]
fn decision_29_encodings_of_surrogates() {
    let holds = |encoding| encode(encoding, &[0xD800]).is_ok();
    assert!(![Encoding::Utf8, Encoding::Utf16, Encoding::Utf32, Encoding::Cesu8].into_iter().any(holds));
    assert!(
        [Encoding::Wtf8, Encoding::Wtf16Le, Encoding::Mutf8, Encoding::Cesu8Lenient].into_iter().all(holds)
    );
}

/// The magic number is ill-formed UTF-8 for its surrogate alone, and well-formed WTF-8.
#[test]
fn decision_30_magic_number_as_utf_8() {
    assert!(validate(Utf8, &CorrectedUtf8::MAGIC_NUMBER[..3]).is_ok());
    assert_eq!(validate(Utf8, &CorrectedUtf8::MAGIC_NUMBER).unwrap_err().valid_up_to(), 3);
    assert_eq!(decode(Wtf8, &CorrectedUtf8::MAGIC_NUMBER).unwrap(), [0xFDDD, 0xDCAE, 0x0000, 0x000A]);
}

/// ASCII ends a reserved sequence.
#[test]
fn decision_31_ascii_ends_a_reserved_sequence() {
    for ascii in 0x00..0x80 {
        assert_eq!(errors(CorrectedUtf8, &[0xFF, 0x80, ascii]), [(0, 2, Reserved)], "{ascii:02X}");
    }
    let kept = Conversion::new(CorrectedUtf8, Utf8, on_error(OnError::Replace)).unwrap();
    assert_eq!(kept.convert(b"\xFE\x80a").unwrap().output, "\u{FFFD}a".as_bytes());
}
