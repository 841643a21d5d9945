//! The encyclopedia's article on UTF-8: CESU-8, Modified UTF-8, WTF-8, UTF-8b and OPTU.

use placemat::form::{
    Cesu8, GeneralizedUtf8, Mutf8, Optu8, Optu8Reversible, Optu16, Utf8, Utf8b, Utf16, Wtf8, Wtf16,
};
use placemat::label::find;
use placemat::properties::{Order, Properties};
use placemat::scheme::{Ucs2Be, Utf16Be};
use placemat::{Encoding, ErrorKind, Failure, OnUnencodable, convert, decode, encode, validate};

use crate::reading::{
    EDGE_BYTES, bytes, code_points, errors, hex, hex16, on_unencodable, scalar_values, strings,
};

/// "Each half of a UTF-16 surrogate pair is encoded as its own three-byte UTF-8 encoding, resulting in six-byte
/// sequences", in programs that "added UTF-8 conversions for UCS-2 data": that conversion gives CESU-8.
#[test]
fn cesu_8_is_utf_16_taken_for_ucs_2() {
    for scalar in scalar_values() {
        let utf_16 = encode(Utf16Be::default(), &[scalar]).unwrap();
        let converted = convert(Ucs2Be::default(), GeneralizedUtf8, &utf_16).unwrap();
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
    }
}

/// "Tcl also uses the same modified UTF-8 as Java for internal representation"; for external data the name that Tcl
/// gives its decoder is `utf-8`, and CESU-8 it is not.
#[test]
fn tcl_inside_and_outside() {
    assert_eq!(find("Tcl internal UTF-8").unwrap().encoding, Encoding::Mutf8);
    let read = |input| decode(Encoding::Tcl86Utf8, &hex(input)).unwrap();
    assert_eq!(read("F0 9F 92 A9"), [0x1_F4A9]);
    assert_eq!(read("ED A0 BD ED B2 A9"), [0x1_F4A9]);
    assert_eq!(read("ED A0 BD"), [0xD83D]);
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

/// "Used humorously to refer to erroneously doubly-encoded UTF-8 sometimes with the implication that CP1252 bytes are
/// the only ones encoded."
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
}

/// Python's `surrogateescape` "converts them to U+DC80...U+DCFF": each byte of what is not UTF-8, and all text comes
/// back as the bytes that it was.
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

/// "For the encoding to be reversible, the UTF-8 encoding of the error code points must be disallowed": ED B2 80 is
/// three escapes, never U+DC80.
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

/// "Re-encoding must also be careful of a malicious actor arranging the errors to convert back to valid UTF-8."
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
}

/// The rule of reversibility, for OPTU: MirBSD's reading breaks it for U+EF80..U+EFFF alone, the reversible one keeps
/// it.
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

/// "Using byte strings is best if you must work with both": bytes and WTF-8 both ways, beside UTF-8b through WTF-16.
#[test]
fn bytes_survive_by_way_of_wtf_16() {
    for text in strings(&EDGE_BYTES, 3) {
        let units = convert(Utf8b, Wtf16, &text).unwrap();
        assert_eq!(convert(Wtf16, Utf8b, &units).unwrap(), text);
        let wtf_8 = convert(Utf8b, Wtf8, &text).unwrap();
        assert_eq!(convert(Wtf8, Utf8b, &wtf_8).unwrap(), text);
    }
}
