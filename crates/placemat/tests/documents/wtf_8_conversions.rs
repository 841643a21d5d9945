//! The WTF-8 specification, sections 6.3 to 6.5: conversion to and from UTF-16 and UTF-8, concatenation.

use placemat::form::{Form, GeneralizedUtf8, Utf8, Utf16, Wtf8, Wtf16};
use placemat::{
    Conversion, Error, Failure, OnError, OnUnencodable, Options, Status, concat, convert, decode, encode,
    validate,
};
use placemat_random::Random;

use crate::documents::reading::{
    EDGE_BYTES, EDGE_UNITS, converted, hex, on_unencodable, scalar_values, strings, texts,
};
use crate::documents::wtf_8::{EDGES, to_wtf_8};

/// Bytes of every class, surrogates of both kinds among them: strings of these are well-formed or ill-formed
/// in every way.
fn pieces() -> Vec<Vec<u8>> {
    [
        "61",
        "C3 A9",
        "E2 82 AC",
        "ED 9F BF",
        "ED A0 BD",
        "ED AF BF",
        "ED B2 A9",
        "EE 80 80",
        "F0 9F 92 A9",
        "FF",
        "ED",
    ]
    .map(hex)
    .to_vec()
}

/// Well-formed WTF-8 strings.
fn well_formed_texts() -> Vec<Vec<u8>> {
    texts(&pieces(), 3).filter(|text| validate(Wtf8, text).is_ok()).collect()
}

/// 6.3: "This conversion never fails and is lossless": every sequence of units, there and back.
#[test]
fn section_6_3_from_utf_16() {
    for units in strings(&EDGE_UNITS, 5) {
        let bytes = convert(Wtf16, Wtf8, &units).unwrap();
        assert_eq!(bytes, to_wtf_8(&decode(Wtf16, &units).unwrap()), "{units:04X?}");
        assert!(validate(Wtf8, &bytes).is_ok());
        assert_eq!(convert(Wtf8, Wtf16, &bytes).unwrap(), units);
    }
    let mut random = Random::new(63);
    for _ in 0..300 {
        let units: Vec<u16> = (0..random.below(200)).map(|_| random.bits() as u16 | 0xC000).collect();
        let bytes = convert(Wtf16, Wtf8, &units).unwrap();
        assert_eq!(convert(Wtf8, Wtf16, &bytes).unwrap(), units);
    }
}

/// 6.3: "This conversion never fails and, if the input is well-formed in WTF-8, is lossless."
#[test]
fn section_6_3_to_utf_16() {
    for text in well_formed_texts() {
        let units = convert(Wtf8, Wtf16, &text).unwrap();
        assert_eq!(units, encode(Wtf16, &decode(Wtf8, &text).unwrap()).unwrap());
        assert_eq!(convert(Wtf16, Wtf8, &units).unwrap(), text, "{text:02X?}");
    }
}

/// 6.4: "To convert from UTF-8 to WTF-8, return the input unchanged."
#[test]
fn section_6_4_from_utf_8() {
    let all = encode(Utf8, &scalar_values().collect::<Vec<_>>()).unwrap();
    assert!(convert(Utf8, Wtf8, &all).unwrap() == all);
    for text in strings(&EDGE_BYTES, 4).filter(|text| validate(Utf8, text).is_ok()) {
        assert_eq!(convert(Utf8, Wtf8, &text).unwrap(), text);
        assert_eq!(decode(Wtf8, &text).unwrap(), decode(Utf8, &text).unwrap());
    }
}

/// 6.4, lossily: "replace any surrogate byte sequence with the sequence of three bytes EF BF BD". Never
/// fails.
#[test]
fn section_6_4_lossily() {
    for text in well_formed_texts() {
        let mut expected = text.clone();
        for at in 0..text.len().saturating_sub(2) {
            if text[at] == 0xED && text[at + 1] >= 0xA0 {
                expected[at..at + 3].copy_from_slice(&[0xEF, 0xBF, 0xBD]);
            }
        }
        let lossy = converted(Wtf8, Utf8, &text, on_unencodable(OnUnencodable::Replace));
        assert_eq!(lossy, expected, "{text:02X?}");
        assert!(std::str::from_utf8(&lossy).is_ok());
    }
}

/// The transcoder's output for a text, with a byte of input and a few bytes of room at a time.
fn transcoded<F: Form<Unit = u8>>(form: F, text: &[u8]) -> Result<Vec<u8>, Failure> {
    let options = on_unencodable(OnUnencodable::Replace);
    let mut transcoder = Conversion::new(form, Utf8, options).unwrap().transcoder().unwrap();
    let mut output = vec![];
    for (at, mut piece) in text.chunks(1).chain([&[][..]]).enumerate() {
        loop {
            let mut room = [0; 4];
            let (progress, status) = transcoder.push(piece, &mut room, at == text.len());
            output.extend_from_slice(&room[..progress.written]);
            piece = &piece[progress.read..];
            match status {
                Status::OutputFull { .. } => {}
                Status::NeedInput => break,
                Status::Done => return Ok(output),
                Status::IllFormed(error) => return Err(error.into()),
                Status::Unencodable(lost) => return Err(lost.into()),
                status => panic!("{status:?}"),
            }
        }
    }
    panic!("no end")
}

/// 6.4, note: "Since surrogate byte sequences are also three bytes long, this conversion can be done in
/// place." The result is the transcoder's. For ill-formed text, it is the same error, and nothing is changed.
#[test]
fn section_6_4_in_place() {
    type InPlace = fn(&mut [u8]) -> Result<&mut str, Error>;
    fn check<F: Form<Unit = u8>>(form: F, to_str: InPlace, text: &[u8]) {
        let mut bytes = text.to_vec();
        let result = to_str(&mut bytes);
        match (transcoded(form, text), result) {
            (Ok(expected), Ok(text)) => assert_eq!(text.as_bytes(), expected),
            (Err(Failure::IllFormed(expected)), Err(error)) => {
                assert_eq!(error, expected, "{text:02X?}");
                assert_eq!(bytes, text, "nothing is changed");
            }
            (expected, result) => panic!("{text:02X?}: {result:?} and not {expected:?}"),
        }
    }
    for text in texts(&pieces(), 4).chain(strings(&EDGE_BYTES, 3)) {
        check(Wtf8, Wtf8::to_str_lossy_in_place, &text);
        check(GeneralizedUtf8, GeneralizedUtf8::to_str_lossy_in_place, &text);
    }
    let pair = hex("61 ED A0 BD ED B2 A9");
    assert_eq!(GeneralizedUtf8::to_str_lossy_in_place(&mut pair.clone()).unwrap(), "a\u{FFFD}\u{FFFD}");
    assert_eq!(Wtf8::to_str_lossy_in_place(&mut pair.clone()).unwrap_err().len(), 6);
}

/// 6.4, strictly: "If the input contains a surrogate byte sequence, return failure. Otherwise, return the
/// input unchanged." The failure is that of a conversion, and names the first surrogate.
#[test]
fn section_6_4_strictly() {
    fn check<F: Form<Unit = u8>>(form: F, to_str: fn(&[u8]) -> Result<&str, Failure>, text: &[u8]) {
        match (convert(form, Utf8, text), to_str(text)) {
            (Ok(expected), Ok(same)) => {
                assert_eq!((same.as_bytes(), &expected[..]), (text, text));
                assert!(std::ptr::eq(same.as_bytes(), text));
            }
            (expected, result) => assert_eq!(result.err(), expected.err(), "{text:02X?}"),
        }
    }
    for text in texts(&pieces(), 4).chain(strings(&EDGE_BYTES, 3)) {
        check(Wtf8, Wtf8::to_str, &text);
        check(GeneralizedUtf8, GeneralizedUtf8::to_str, &text);
    }
    let Err(Failure::Unencodable(lost)) = Wtf8::to_str(&hex("61 ED B2 A9 ED A0 BD")) else { panic!("UTF-8") };
    assert_eq!((lost.code_point(), lost.offset(), lost.len()), (0xDCA9, 1, 3));
}

/// On ill-formed WTF-8 the decoder's errors apply, a pair being one; each surrogate costs one U+FFFD.
#[test]
fn lossy_conversion_of_ill_formed_input() {
    let options = Options { on_error: OnError::Replace, ..on_unencodable(OnUnencodable::Replace) };
    let lossy = |text| String::from_utf8(converted(Wtf8, Utf8, &hex(text), options)).unwrap();
    assert_eq!(lossy("61 ED A0 BD ED B2 A9 62"), "a\u{FFFD}b");
    assert_eq!(lossy("ED A0 BD 61 ED B2 A9"), "\u{FFFD}a\u{FFFD}");
    assert_eq!(lossy("ED A0 BD ED A0 BD ED B2 A9"), "\u{FFFD}\u{FFFD}");
}

/// 6.5, step 1: a lead surrogate and a trail surrogate are dropped, and the supplementary code point is put
/// between.
#[test]
fn section_6_5_joining() {
    for (lead, trail) in [(0xD800, 0xDC00), (0xD83D, 0xDCA9), (0xDBFF, 0xDFFF)] {
        let left = [b"a", &to_wtf_8(&[lead])[..]].concat();
        let right = [&to_wtf_8(&[trail])[..], b"b"].concat();
        let supplementary = 0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00);
        let expected = [b"a", &to_wtf_8(&[supplementary])[..], b"b"].concat();
        assert_eq!(concat(Wtf8, &left, &right), expected);
    }
}

/// 6.5, step 2: otherwise the two byte sequences side by side.
#[test]
fn section_6_5_side_by_side() {
    let [lead, trail] = [0xD83D, 0xDCA9].map(|surrogate| to_wtf_8(&[surrogate]));
    for (left, right) in [
        (&lead[..], &lead[..]),
        (&trail[..], &trail[..]),
        (&trail[..], &lead[..]),
        (&lead[..], b"a"),
        (b"a", &trail[..]),
        (b"", &trail[..]),
        (&lead[..], b""),
        (b"", b""),
    ] {
        assert_eq!(concat(Wtf8, left, right), [left, right].concat());
    }
}

/// 6.5, note: "This is equivalent to converting both strings to potentially ill-formed UTF-16, concatenating
/// the resulting 16-bit code unit sequences, then converting the concatenation back to WTF-8."
#[test]
fn section_6_5_equivalent_to_the_way_by_utf_16() {
    let texts = well_formed_texts();
    for left in &texts {
        for right in texts.iter().step_by(3) {
            let [first, second] = [left, right].map(|text| convert(Wtf8, Wtf16, text).unwrap());
            let expected = convert(Wtf16, Wtf8, &concat(Wtf16, &first, &second)).unwrap();
            let both = concat(Wtf8, left, right);
            assert_eq!(both, expected, "{left:02X?} {right:02X?}");
            assert!(validate(Wtf8, &both).is_ok());
        }
    }
}

/// 6.1, note: encoding at once is "consistent with encoding each code point to WTF-8 individually, and
/// concatenating".
#[test]
fn section_6_1_one_by_one_and_concatenated() {
    for text in strings(&EDGES, 4) {
        let one_by_one =
            text.iter().fold(vec![], |left, &code_point| concat(Wtf8, &left, &to_wtf_8(&[code_point])));
        assert_eq!(one_by_one, encode(Wtf8, &text).unwrap(), "{text:04X?}");
    }
}

/// The other forms of the family do not join surrogates: the units are put side by side, and UTF-16 joins by
/// itself.
#[test]
fn concatenation_in_other_forms() {
    let (left, right) = (hex("ED A0 BD"), hex("ED B2 A9"));
    assert_eq!(concat(GeneralizedUtf8, &left, &right), hex("ED A0 BD ED B2 A9"));
    assert_eq!(concat(Utf16, &[0xD83D], &[0xDCA9]), [0xD83D, 0xDCA9]);
    assert_eq!(concat(Utf8, b"a", b"b"), b"ab");
}
