//! The encyclopedia's article on UTF-8: CESU-8, Modified UTF-8, WTF-8, UTF-8b and OPTU.

use placemat::form::Ucs2;
use placemat::form::{
    Cesu8, GeneralizedUtf8, Mutf8, Mutf8Lenient, Optu8, Optu8Reversible, Optu16, UsAscii, Utf8, Utf8b,
    Utf8mb3, Utf16, Wtf8, Wtf16,
};
use placemat::scheme::Be;
use placemat::views::{Order, Properties};
use placemat::{Encoding, ErrorKind, Failure, OnUnencodable, convert, decode, encode, validate};

use crate::documents::reading::{
    EDGE_BYTES, bytes, code_points, errors, hex, hex16, on_unencodable, scalar_values, strings,
};
use crate::support::{Item, items};

/// "Each half of a UTF-16 surrogate pair is encoded as its own three-byte UTF-8 encoding, resulting in
/// six-byte sequences", in programs that "added UTF-8 conversions for UCS-2 data": that conversion gives
/// CESU-8.
#[test]
fn cesu_8_is_utf_16_taken_for_ucs_2() {
    for scalar in scalar_values() {
        let utf_16 = encode(Be(Utf16), &[scalar]).unwrap();
        let converted = convert(Be(Ucs2), GeneralizedUtf8, &utf_16).unwrap();
        assert_eq!(converted, bytes(Encoding::Cesu8, &[scalar]), "U+{scalar:04X}");
        assert_eq!(converted.len() == 6, scalar > 0xFFFF);
    }
    assert_eq!(bytes(Encoding::Cesu8, &[0x1_0400]), hex("ED A0 81 ED B0 80"));
}

/// "A supposed benefit is that it preserves UTF-16 binary sorting order."
#[test]
fn cesu_8_sorts_as_utf_16() {
    assert_eq!(Properties::new(Cesu8).order(), Order::Utf16);
    let sample = [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x1_03FF, 0x1_0400, 0x10_FFFF];
    for left in sample {
        for right in sample {
            let units = encode(Utf16, &[left]).unwrap().cmp(&encode(Utf16, &[right]).unwrap());
            assert_eq!(bytes(Encoding::Cesu8, &[left]).cmp(&bytes(Encoding::Cesu8, &[right])), units);
            assert_eq!(
                bytes(Encoding::Utf8, &[left]).cmp(&bytes(Encoding::Utf8, &[right])),
                left.cmp(&right)
            );
        }
    }
    assert!(bytes(Encoding::Cesu8, &[0x1_0000]) < bytes(Encoding::Cesu8, &[0xE000]));
}

/// "Never contain any actual null bytes but can contain all Unicode code points including U+0000."
#[test]
fn modified_utf_8_has_no_null_bytes() {
    for code_point in code_points() {
        let written = bytes(Encoding::Mutf8, &[code_point]);
        assert!(!written.contains(&0), "U+{code_point:04X}");
        assert_eq!(decode(Mutf8, &written).unwrap(), [code_point]);
    }
    assert_eq!(validate(Mutf8, &[0]).unwrap_err().kind(), ErrorKind::Nul);
}

/// "All known Modified UTF-8 implementations also treat the surrogate pairs as in CESU-8."
#[test]
fn modified_utf_8_has_the_pairs_of_cesu_8() {
    for scalar in scalar_values().filter(|&scalar| scalar > 0) {
        assert_eq!(bytes(Encoding::Mutf8, &[scalar]), bytes(Encoding::Cesu8, &[scalar]), "U+{scalar:04X}");
    }
}

/// `java.io.DataInput.readUTF` as documented: the first byte decides on one, two or three bytes, whose last
/// bits are a unit. It does not check whether a shorter sequence exists. `None` if it throws.
fn read_utf(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = vec![];
    let mut rest = bytes.iter().map(|&byte| u16::from(byte));
    while let Some(a) = rest.next() {
        let mut six = || rest.next().filter(|b| b & 0xC0 == 0x80).map(|b| b & 0x3F);
        units.push(match a >> 4 {
            0x0..=0x7 => a,
            0xC | 0xD => (a & 0x1F) << 6 | six()?,
            0xE => (a & 0x0F) << 12 | six()? << 6 | six()?,
            _ => return None,
        });
    }
    Some(units)
}

/// `mutf-8-lenient` reads what `readUTF` reads and nothing else: every sequence of two and three bytes,
/// overlong or not, the byte 00, and surrogates. It writes Modified UTF-8.
#[test]
fn modified_utf_8_read_leniently() {
    let check = |text: &[u8]| {
        let expected = read_utf(text).map(|units| decode(Wtf16, &units).unwrap());
        assert_eq!(decode(Mutf8Lenient, text).ok(), expected, "{text:02X?}");
    };
    let all: Vec<u8> = (0..=0xFF).collect();
    strings(&all, 2).for_each(|text| check(&text));
    for lead in 0xE0..=0xEF {
        (0x80..=0xBF).for_each(|second| (0x80..=0xBF).for_each(|third| check(&[lead, second, third])));
    }
    strings(&EDGE_BYTES, 4).for_each(|text| check(&text));
    let halves = ["ED A0 80", "ED AF BF", "ED B0 80", "ED BF BF"].map(hex);
    halves.iter().for_each(|left| halves.iter().for_each(|right| check(&[&left[..], right].concat())));
    for code_point in code_points() {
        let written = bytes(Encoding::Mutf8Lenient, &[code_point]);
        assert_eq!(written, bytes(Encoding::Mutf8, &[code_point]), "U+{code_point:04X}");
        check(&written);
    }
}

/// The manual: "supports BMP characters only (no support for supplementary characters)", in at most three
/// bytes each. So it is UTF-8 with at most three bytes: it rejects what UTF-8 rejects. Of the text that UTF-8
/// reads, it reads only the scalar values of the BMP.
#[test]
fn utf8mb3_is_the_bmp_of_utf_8() {
    for code_point in code_points() {
        let expected = encode(Utf8, &[code_point]).ok().filter(|written| written.len() <= 3);
        assert_eq!(encode(Utf8mb3, &[code_point]).ok(), expected, "U+{code_point:04X}");
        let generalized = bytes(Encoding::GeneralizedUtf8, &[code_point]);
        let is_held = code_point <= 0xFFFF && char::from_u32(code_point).is_some();
        assert_eq!(
            decode(Utf8mb3, &generalized).ok(),
            is_held.then(|| vec![code_point]),
            "U+{code_point:04X}"
        );
        if code_point > 0xFFFF {
            assert!(
                errors(Utf8mb3, &generalized)
                    .into_iter()
                    .map(|(at, len, _)| (at, len))
                    .eq((0..4).map(|at| (at, 1)))
            );
        }
    }
    for text in strings(&EDGE_BYTES, 4) {
        let expected = decode(Utf8, &text).ok().filter(|read| read.iter().all(|&scalar| scalar <= 0xFFFF));
        assert_eq!(decode(Utf8mb3, &text).ok(), expected, "{text:02X?}");
    }
}

/// RFC 20 has 128 characters. So only U+0000..U+007F are written as in UTF-8, and in any text each byte from
/// 80 on is an error of its own.
#[test]
fn us_ascii_ends_at_7f() {
    for code_point in code_points() {
        let expected = encode(Utf8, &[code_point]).ok().filter(|written| written.is_ascii());
        assert_eq!(encode(UsAscii, &[code_point]).ok(), expected, "U+{code_point:04X}");
    }
    for text in strings(&EDGE_BYTES, 3) {
        let ascii: Vec<u32> = text.iter().map(|&byte| u32::from(byte)).collect();
        assert_eq!(decode(UsAscii, &text).ok(), text.is_ascii().then_some(ascii), "{text:02X?}");
        let beyond = text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii());
        let expected: Vec<_> = beyond.map(|(at, _)| (at, 1, ErrorKind::InvalidUnit)).collect();
        assert_eq!(errors(UsAscii, &text), expected, "{text:02X?}");
    }
}

/// UCS-2: "each unit is the code point of its value, no pairs". Values greater than FFFF have no unit, and
/// the only error is an odd byte at the end.
#[test]
fn ucs_2_is_each_unit_alone() {
    for unit in 0..=0xFFFF_u16 {
        for (encoding, written) in
            [(Encoding::Ucs2Be, unit.to_be_bytes()), (Encoding::Ucs2Le, unit.to_le_bytes())]
        {
            assert_eq!(bytes(encoding, &[unit.into()]), written, "{encoding}");
            assert_eq!(decode(encoding, &written).unwrap(), [u32::from(unit)], "{encoding}");
            // Kernels copy units without the table, so the table is tested as well.
            assert_eq!(items(encoding, &written), [Item::CodePoint(unit.into(), 2)], "{encoding}");
        }
    }
    for encoding in [Encoding::Ucs2Be, Encoding::Ucs2Le] {
        assert!(Properties::new(encoding).code_space().eq([(0, 0xFFFF)]), "{encoding}");
        let pair = bytes(encoding, &[0xD83D, 0xDCA9]);
        assert_eq!(decode(encoding, &pair).unwrap(), [0xD83D, 0xDCA9], "{encoding}");
        assert_eq!(
            errors(encoding, &[&pair[..], &[0xD8]].concat()),
            [(4, 1, ErrorKind::Truncated)],
            "{encoding}"
        );
        for beyond in [0x1_0000, 0x1_F4A9, 0x10_FFFF, 0x11_0000, u32::MAX] {
            assert!(encode(encoding, &[beyond]).is_err(), "{encoding} U+{beyond:04X}");
        }
    }
}

/// UCS-4 without a limit: "any 32-bit value is the code point of that value", surrogates, pairs of them and
/// values beyond 31 bits included, in both byte orders. The only errors are one to three bytes at the end.
#[test]
fn ucs_4_is_any_32_bit_value() {
    let values: Vec<u32> =
        code_points().chain((0..=u32::MAX).step_by(0x0001_0001)).chain([u32::MAX]).collect();
    for (encoding, order) in
        [(Encoding::Ucs4Be, u32::to_be_bytes as fn(u32) -> [u8; 4]), (Encoding::Ucs4Le, u32::to_le_bytes)]
    {
        let written: Vec<u8> = values.iter().flat_map(|&value| order(value)).collect();
        assert!(bytes(encoding, &values) == written, "{encoding}");
        assert!(decode(encoding, &written).unwrap() == values, "{encoding}");
        // Kernels copy units without the table, so the table is tested as well.
        let read = items(encoding, &written).into_iter();
        assert!(read.eq(values.iter().map(|&value| Item::CodePoint(value, 4))), "{encoding}");
        assert!(Properties::new(encoding).code_space().eq([(0, u32::MAX)]), "{encoding}");
        for len in 1..4 {
            let tail = [&order(0xD83D)[..], &order(0xDCA9), &order(u32::MAX)[..len]].concat();
            assert_eq!(errors(encoding, &tail), [(8, len, ErrorKind::Truncated)], "{encoding}");
            assert_eq!(decode(encoding, &tail[..8]).unwrap(), [0xD83D, 0xDCA9], "{encoding}");
        }
    }
    assert_eq!(bytes(Encoding::Ucs4Be, &[0x7FFF_FFFF]), hex("7F FF FF FF"));
    assert_eq!(bytes(Encoding::Ucs4Le, &[0x8421_109F]), hex("9F 10 21 84"));
}

/// Object serialization, class files, the Java Native Interface, the dex format: each in its frame.
#[test]
fn modified_utf_8_in_its_frames() {
    let text = [0x61, 0x00, 0x1_F4A9];
    let payload = "61 C0 80 ED A0 BD ED B2 A9";
    for (encoding, before, after) in [
        (Encoding::Mutf8WriteUtf, "00 09", ""),
        (Encoding::Mutf8Long, "00 00 00 00 00 00 00 09", ""),
        (Encoding::Mutf8Nul, "", "00"),
        (Encoding::Mutf8Dex, "04", "00"),
    ] {
        let framed = hex(&format!("{before} {payload} {after}"));
        assert_eq!(bytes(encoding, &text), framed, "{encoding}");
        assert_eq!(decode(encoding, &framed).unwrap(), text, "{encoding}");
        // Bytes after the frame are not read.
        let longer = [&framed[..], &hex("FF 80")].concat();
        assert_eq!(decode(encoding, &longer).unwrap(), text, "{encoding}");
        let shorter = &framed[..framed.len() - 1];
        let error = decode(encoding, shorter).unwrap_err();
        assert_eq!((error.offset(), error.len(), error.kind()), (0, shorter.len() as u64, ErrorKind::Frame));
    }
    // A count of 16 bits ends at 65 535 bytes; the others go on. The count of dex is of UTF-16 units, 7 bits
    // a byte.
    let [fits, exceeds] = [65_535, 65_536].map(|len| vec![0x61; len]);
    assert_eq!(bytes(Encoding::Mutf8WriteUtf, &fits)[..3], hex("FF FF 61"));
    assert_eq!(decode(Encoding::Mutf8WriteUtf, &bytes(Encoding::Mutf8WriteUtf, &fits)).unwrap(), fits);
    assert!(encode(Encoding::Mutf8WriteUtf, &exceeds).is_err());
    for encoding in [Encoding::Mutf8Long, Encoding::Mutf8Nul, Encoding::Mutf8Dex] {
        assert_eq!(decode(encoding, &bytes(encoding, &exceeds)).unwrap(), exceeds, "{encoding}");
    }
    assert_eq!(bytes(Encoding::Mutf8Long, &exceeds)[..8], hex("00 00 00 00 00 01 00 00"));
    assert_eq!(bytes(Encoding::Mutf8Dex, &[0x1_F4A9; 150])[..2], hex("AC 02"));
}

/// "Tcl also uses the same modified UTF-8 as Java for internal representation"; for external data the name
/// that Tcl gives its decoder is `utf-8`, and CESU-8 it is not.
#[test]
fn tcl_inside_and_outside() {
    assert_eq!(Encoding::for_name("Tcl internal UTF-8").unwrap().0, Encoding::Mutf8);
    let read = |input| decode(Encoding::Tcl86Utf8, &hex(input)).unwrap();
    assert_eq!(read("F0 9F 92 A9"), [0x1_F4A9]);
    assert_eq!(read("ED A0 BD ED B2 A9"), [0x1_F4A9]);
    assert_eq!(read("ED A0 BD"), [0xD83D]);
    assert_eq!(read("C0 80 00"), [0x00, 0x00]);
    // Every other ill-formed byte is the code point of its value.
    for byte in 0x80..=0xFF {
        assert_eq!(decode(Encoding::Tcl86Utf8, &[byte, 0x41]).unwrap(), [byte.into(), 0x41], "{byte:02X}");
    }
    assert_eq!(
        read("C0 AF E0 80 AF F8 88 80 80 80"),
        [0xC0, 0xAF, 0xE0, 0x80, 0xAF, 0xF8, 0x88, 0x80, 0x80, 0x80]
    );
    assert!(validate(Cesu8, &hex("F0 9F 92 A9")).is_err() && validate(Cesu8, &hex("ED A0 BD")).is_err());
}

/// "Necessary to store possibly-invalid UTF-16, such as Windows filenames."
#[test]
fn wtf_8_stores_possibly_invalid_utf_16() {
    let name = hex16("0061 D83D 002E DCA9 0074 0078 0074");
    let stored = convert(Wtf16, Wtf8, &name).unwrap();
    assert_eq!(stored, hex("61 ED A0 BD 2E ED B2 A9 74 78 74"));
    assert_eq!(convert(Wtf8, Wtf16, &stored).unwrap(), name);
    assert!(convert(Utf16, Utf8, &name).is_err());
}

/// "Used humorously to refer to erroneously doubly-encoded UTF-8 sometimes with the implication that CP1252
/// bytes are the only ones encoded."
#[test]
fn wtf_8_in_jest() {
    for (encoding, code_point, doubled) in [
        (Encoding::DoubleUtf8Latin1, 0xE9, "C3 83 C2 A9"),
        (Encoding::DoubleUtf8Cp1252, 0xE9, "C3 83 C2 A9"),
        (Encoding::DoubleUtf8Latin1, 0x20AC, "C3 A2 C2 82 C2 AC"),
        (Encoding::DoubleUtf8Cp1252, 0x20AC, "C3 A2 E2 80 9A C2 AC"),
    ] {
        assert_eq!(bytes(encoding, &[code_point]), hex(doubled), "{encoding}");
        assert_eq!(decode(encoding, &hex(doubled)).unwrap(), [code_point], "{encoding}");
    }
    let not = decode(Encoding::DoubleUtf8Latin1, "€".as_bytes()).unwrap_err();
    assert_eq!((not.offset(), not.len(), not.kind()), (0, 3, ErrorKind::NotDoubleEncoded));
    // The code points have bytes, and these are not UTF-8: over the whole input, too.
    let not = decode(Encoding::DoubleUtf8Latin1, "aé".as_bytes()).unwrap_err();
    assert_eq!((not.offset(), not.len(), not.kind()), (0, 3, ErrorKind::NotDoubleEncoded));
    // The outer decoding fails: an ordinary error.
    let ill_formed = decode(Encoding::DoubleUtf8Cp1252, &hex("61 C3 83 C2 A9 FF")).unwrap_err();
    assert_eq!((ill_formed.offset(), ill_formed.len(), ill_formed.kind()), (5, 1, ErrorKind::InvalidUnit));
    for scalar in scalar_values().step_by(0x1F) {
        for (encoding, single) in [
            (Encoding::DoubleUtf8Latin1, Encoding::Iso8859_1),
            (Encoding::DoubleUtf8Cp1252, Encoding::Windows1252),
        ] {
            let doubled = convert(single, Utf8, &bytes(Encoding::Utf8, &[scalar])).unwrap();
            assert_eq!(bytes(encoding, &[scalar]), doubled, "{encoding} U+{scalar:04X}");
            assert_eq!(decode(encoding, &doubled).unwrap(), [scalar], "{encoding}");
        }
    }
}

/// Python's `surrogateescape` "converts them to U+DC80...U+DCFF": each byte that is not UTF-8. All text is
/// written back as the original bytes.
#[test]
fn utf_8b_escapes_bytes() {
    for byte in 0x80..=0xFF {
        assert_eq!(decode(Utf8b, &[byte]).unwrap(), [0xDC00 + u32::from(byte)]);
    }
    for text in strings(&EDGE_BYTES, 3) {
        let read = decode(Utf8b, &text).unwrap();
        assert_eq!(encode(Utf8b, &read).unwrap(), text);
        let escapes = read.iter().filter(|code_point| (0xDC80..=0xDCFF).contains(*code_point)).count();
        let ill_formed: usize = errors(Utf8, &text).iter().map(|(_, len, _)| len).sum();
        assert_eq!(escapes, ill_formed, "{text:02X?}");
    }
}

/// "For the encoding to be reversible, the UTF-8 encoding of the error code points must be disallowed": ED B2
/// 80 is three escapes, never U+DC80.
#[test]
fn utf_8b_disallows_the_encoding_of_its_escapes() {
    assert_eq!(decode(Utf8b, &hex("ED B2 80")).unwrap(), [0xDCED, 0xDCB2, 0xDC80]);
    for escape in 0xDC80..=0xDCFF {
        let written = bytes(Encoding::GeneralizedUtf8, &[escape]);
        let bytewise = written.iter().map(|&byte| 0xDC00 + u32::from(byte));
        assert!(decode(Utf8b, &written).unwrap().into_iter().eq(bytewise), "U+{escape:04X}");
    }
}

/// "For the Python version this makes the encoding incompatible with WTF-8 or CESU-8."
#[test]
fn utf_8b_contradicts_wtf_8_and_cesu_8() {
    let text = hex("ED B2 80");
    assert_eq!(decode(Wtf8, &text).unwrap(), [0xDC80]);
    assert_eq!(decode(Encoding::Cesu8Lenient, &text).unwrap(), [0xDC80]);
    assert_ne!(decode(Utf8b, &text).unwrap(), [0xDC80]);
    let pair = hex("ED A0 BD ED B2 A9");
    assert_eq!(decode(Cesu8, &pair).unwrap(), [0x1_F4A9]);
    assert_eq!(decode(Utf8b, &pair).unwrap().len(), 6);
}

/// "Re-encoding must also be careful of a malicious actor arranging the errors to convert back to valid
/// UTF-8."
#[test]
fn utf_8b_malicious_actor() {
    let arranged = [0xDCC3, 0xDCA9];
    let fused = encode(Utf8b, &arranged).unwrap();
    assert_eq!(fused, "é".as_bytes());
    assert_ne!(decode(Utf8b, &fused).unwrap(), arranged);
    // The careful way: every string either comes back, or is refused at the first code point that would not.
    let careful = placemat::Conversion::new(
        placemat::form::Ucs4Units,
        Utf8b,
        on_unencodable(OnUnencodable::StrictRoundtrip),
    )
    .unwrap();
    let code_points = [0x41, 0xE9, 0xDC80, 0xDCA9, 0xDCBF, 0xDCC3, 0xDCE2, 0xDCED, 0xDCF0, 0xDCFF];
    for text in strings(&code_points, 4) {
        let written = encode(Utf8b, &text).unwrap();
        let comes_back = decode(Utf8b, &written).unwrap() == text;
        match careful.convert(&text) {
            Ok(converted) => assert!(comes_back && converted.output == written, "{text:04X?}"),
            Err(Failure::Unencodable(lost)) => {
                let at = lost.offset() as usize;
                assert!(!comes_back && text[at] == lost.code_point(), "{text:04X?}");
                assert!(careful.convert(&text[..at]).is_ok(), "{text:04X?}");
            }
            Err(failure) => panic!("{failure}"),
        }
    }
}

/// "MirBSD OPTU-8/16 which converts them to U+EF80...U+EFFF in a Private Use Area."
#[test]
fn optu_carries_bytes_in_private_use() {
    for byte in 0x80..=0xFF {
        assert_eq!(convert(Optu8, Optu16, &[byte]).unwrap(), [0xEF00 + u16::from(byte)]);
        assert_eq!(convert(Optu16, Optu8, &[0xEF00 + u16::from(byte)]).unwrap(), [byte]);
    }
    assert_eq!(decode(Optu8, "😀".as_bytes()).unwrap(), [0xEFF0, 0xEF9F, 0xEF98, 0xEF80]);
    // 16-bit values up to FFFD, including surrogates; everything else is single bytes.
    for value in code_points().filter(|value| !(0xEF80..=0xEFFF).contains(value)) {
        let written = bytes(Encoding::GeneralizedUtf8, &[value]);
        let is_held = value <= 0xFFFD;
        assert_eq!(encode(Optu8, &[value]).ok(), is_held.then(|| written.clone()), "U+{value:04X}");
        let carried = written.iter().map(|&byte| 0xEF00 + u32::from(byte)).collect();
        let expected = if is_held { vec![value] } else { carried };
        assert_eq!(decode(Optu8, &written).unwrap(), expected, "U+{value:04X}");
    }
    assert_eq!(decode(Optu8, &hex("C0 AF E0 80 AF")).unwrap(), [0xEFC0, 0xEFAF, 0xEFE0, 0xEF80, 0xEFAF]);
}

/// The rule of reversibility, for OPTU: MirBSD's reading breaks it for U+EF80..U+EFFF alone, the reversible
/// one keeps it.
#[test]
fn optu_reversible_or_not() {
    for value in 0xEF80..=0xEFFF {
        let written = bytes(Encoding::Utf8, &[value]);
        let read = decode(Optu8, &written).unwrap();
        assert_eq!((&read[..], encode(Optu8, &read).unwrap()), (&[value][..], vec![value as u8]));
        assert_eq!(decode(Optu8Reversible, &written).unwrap().len(), 3);
    }
    for text in strings(&[EDGE_BYTES.as_slice(), &[0xEE, 0xBE]].concat(), 3) {
        let read = decode(Optu8Reversible, &text).unwrap();
        assert_eq!(encode(Optu8Reversible, &read).unwrap(), text);
    }
}

/// "Using byte strings is best if you must work with both": bytes and WTF-8 both ways, beside UTF-8b through
/// WTF-16.
#[test]
fn bytes_survive_by_way_of_wtf_16() {
    for text in strings(&EDGE_BYTES, 3) {
        let units = convert(Utf8b, Wtf16, &text).unwrap();
        assert_eq!(convert(Wtf16, Utf8b, &units).unwrap(), text);
        let wtf_8 = convert(Utf8b, Wtf8, &text).unwrap();
        assert_eq!(convert(Wtf8, Utf8b, &wtf_8).unwrap(), text);
    }
}
