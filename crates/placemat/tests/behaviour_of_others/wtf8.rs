//! `wtf8` 0.1.0.

use std::borrow::Cow;
use std::fmt::Write;

use placemat::form::CodeSpace;
use placemat::form::Wtf8;
use placemat::{CodePoint, ErrorKind};
use placemat::{Str, StrBuf};

fn code_point(value: u32) -> CodePoint {
    CodePoint::from_u32(value).unwrap()
}

fn string(values: &[u32]) -> StrBuf<Wtf8> {
    values.iter().map(|&value| code_point(value)).collect()
}

/// `aé 💩`, followed by U+D800.
fn with_a_surrogate() -> StrBuf<Wtf8> {
    string(&[0x61, 0xE9, 0x20, 0x1F4A9, 0xD800])
}

#[test]
fn code_points_reach_to_10ffff_with_surrogates() {
    for value in [0, 0xD800, 0x10_FFFF] {
        assert_eq!(CodePoint::from_u32(value).map(CodeSpace::to_u32), Some(value));
    }
    assert_eq!(CodePoint::from_u32(0x11_0000), None);
    assert_eq!([CodePoint::from('a').to_u32(), CodePoint::from('💩').to_u32()], [0x61, 0x1F4A9]);
}

#[test]
fn code_points_are_written_with_four_digits_at_least() {
    assert_eq!(format!("{:?}", CodePoint::from('a')), "U+0061");
    assert_eq!(format!("{:?}", CodePoint::from('💩')), "U+1F4A9");
}

#[test]
fn code_points_are_scalar_values_or_surrogates() {
    let scalar = |value| code_point(value).to_char();
    assert_eq!([scalar(0x61), scalar(0x1F4A9), scalar(0xD800)], [Some('a'), Some('💩'), None]);
    assert_eq!(code_point(0xD800).to_char_lossy(), '\u{FFFD}');
}

#[test]
fn strings_are_made_of_text() {
    assert_eq!(StrBuf::<Wtf8>::new().as_bytes(), b"");
    for text in ["", "aé 💩"] {
        assert_eq!(Str::<Wtf8>::from_str(text).as_bytes(), text.as_bytes());
        assert_eq!(StrBuf::<Wtf8>::from(text).as_bytes(), text.as_bytes());
        assert_eq!(StrBuf::<Wtf8>::from(String::from(text)).as_bytes(), text.as_bytes());
    }
    assert_eq!((Str::<Wtf8>::from_str("").len(), Str::<Wtf8>::from_str("aé 💩").len()), (0, 8));
}

#[test]
fn sixteen_bit_units_and_back() {
    assert!(StrBuf::<Wtf8>::from_wide(&[]).is_empty());
    let units = [0x61, 0xE9, 0x20, 0xD83D, 0xD83D, 0xDCA9];
    let text = StrBuf::<Wtf8>::from_wide(&units);
    assert_eq!(text.as_bytes(), b"a\xC3\xA9 \xED\xA0\xBD\xF0\x9F\x92\xA9");
    assert_eq!(text.encode_wide().collect::<Vec<_>>(), units);
}

#[test]
fn text_and_characters_are_put_behind() {
    let mut text = StrBuf::<Wtf8>::new();
    text.push_str("aé");
    text.write_str(" ").unwrap();
    text.push_char('💩');
    assert_eq!(text.as_bytes(), b"a\xC3\xA9 \xF0\x9F\x92\xA9");
}

/// A string, what is appended to it, and the bytes of the result.
const SEAMS: [(&[u32], &[u32], &[u8]); 9] = [
    (&[0x61, 0xE9], &[0x20, 0x1F4A9], b"a\xC3\xA9 \xF0\x9F\x92\xA9"),
    (&[0xD83D], &[0xDCA9], b"\xF0\x9F\x92\xA9"),
    (&[0xD83D, 0x20], &[0xDCA9], b"\xED\xA0\xBD \xED\xB2\xA9"),
    (&[0xD800], &[0xDBFF], b"\xED\xA0\x80\xED\xAF\xBF"),
    (&[0xD800], &[0xE000], b"\xED\xA0\x80\xEE\x80\x80"),
    (&[0xD7FF], &[0xDC00], b"\xED\x9F\xBF\xED\xB0\x80"),
    (&[0x61], &[0xDC00], b"a\xED\xB0\x80"),
    (&[], &[0xDC00], b"\xED\xB0\x80"),
    (&[0xDC00], &[0xD800], b"\xED\xB0\x80\xED\xA0\x80"),
];

#[test]
fn only_a_lead_joins_a_trail() {
    for (front, behind, bytes) in SEAMS {
        let mut pushed = string(front);
        behind.iter().for_each(|&value| pushed.push(code_point(value)));
        assert_eq!(pushed.as_bytes(), bytes, "push {front:X?} {behind:X?}");

        let mut appended = string(front);
        appended.push_string(&string(behind));
        assert_eq!(appended.as_bytes(), bytes, "push_string {front:X?} {behind:X?}");

        let mut extended = string(front);
        extended.extend(behind.iter().map(|&value| code_point(value)));
        assert_eq!(extended.as_bytes(), bytes, "extend {front:X?} {behind:X?}");

        let collected: StrBuf<Wtf8> = front.iter().chain(behind).map(|&value| code_point(value)).collect();
        assert_eq!(collected.as_bytes(), bytes, "collect {front:X?} {behind:X?}");
    }
}

#[test]
fn truncation_keeps_code_points_whole() {
    let mut text = StrBuf::<Wtf8>::from("aé");
    // `wtf8` panics after the end. Here, and for `String`, nothing happens.
    text.truncate(4);
    assert_eq!(text, "aé");
    text.truncate(1);
    assert_eq!(text, "a");
}

#[test]
#[should_panic(expected = "2 is inside the code point at 1..3")]
fn truncation_inside_a_code_point() {
    StrBuf::<Wtf8>::from("aé").truncate(2);
}

#[test]
fn text_comes_out_where_there_is_no_surrogate() {
    assert_eq!(StrBuf::<Wtf8>::from("aé 💩").into_string(), Ok("aé 💩".to_owned()));
    let text = with_a_surrogate();
    let error = text.clone().into_string().unwrap_err();
    assert_eq!((error.error().offset(), error.error().kind()), (8, ErrorKind::Surrogate));
    assert_eq!((error.as_string(), error.clone().into_buf()), (&*text, text.clone()));
    assert_eq!(
        (Str::<Wtf8>::from_str("").to_str(), Str::<Wtf8>::from_str("aé 💩").to_str()),
        (Ok(""), Ok("aé 💩"))
    );
    // `wtf8` only reports that there is one.
    assert_eq!(text.to_str().unwrap_err().offset(), 8);
}

#[test]
fn lossy_text_has_one_replacement_for_a_surrogate() {
    assert!(matches!(Str::<Wtf8>::from_str("").to_str_lossy(), Cow::Borrowed("")));
    assert!(matches!(Str::<Wtf8>::from_str("aé 💩").to_str_lossy(), Cow::Borrowed("aé 💩")));
    assert_eq!(with_a_surrogate().to_str_lossy(), "aé 💩\u{FFFD}");
    assert_eq!(with_a_surrogate().to_string(), "aé 💩\u{FFFD}");
}

#[test]
fn debugging_shows_surrogates() {
    // `wtf8` writes \u{D800}, and everything else in the string unchanged.
    assert_eq!(format!("{:?}", with_a_surrogate()), r#""aé 💩\u{d800}""#);
    assert_eq!(format!("{:?}", &*with_a_surrogate()), r#""aé 💩\u{d800}""#);
    assert_eq!(format!("{:?}", Str::<Wtf8>::from_str("\"\n")), r#""\"\n""#);
}

#[test]
fn borrowed_and_owned_are_equal() {
    assert_eq!(StrBuf::<Wtf8>::from("aé"), Str::<Wtf8>::from_str("aé"));
    assert_eq!(Str::<Wtf8>::from_str("aé"), StrBuf::<Wtf8>::from("aé"));
}

#[test]
fn parts_are_cut_between_code_points() {
    let text = Str::<Wtf8>::from_str("aé 💩");
    assert_eq!(text[1..4].as_bytes(), b"\xC3\xA9 ");
    assert_eq!(text[1..].as_bytes(), b"\xC3\xA9 \xF0\x9F\x92\xA9");
    assert_eq!(text[..4].as_bytes(), b"a\xC3\xA9 ");
    assert_eq!((text.get(2..4), text.get(2..), text.get(5..), text.get(..5)), (None, None, None, None));
}

#[test]
#[should_panic(expected = "2 is inside the code point at 1..3")]
fn a_part_from_inside_a_code_point() {
    let _ = &Str::<Wtf8>::from_str("aé 💩")[2..4];
}

#[test]
#[should_panic(expected = "5 is inside the code point at 4..8")]
fn a_part_to_inside_a_code_point() {
    let _ = &Str::<Wtf8>::from_str("aé 💩")[..5];
}

#[test]
fn single_bytes_tell_whether_they_are_ascii() {
    let text = Str::<Wtf8>::from_str("aé 💩");
    // `wtf8` has a method for this, which returns FF for other bytes.
    let ascii = |at: usize| Some(text.as_bytes()[at]).filter(u8::is_ascii);
    assert_eq!([0, 1, 2, 3, 4].map(ascii), [Some(b'a'), None, None, Some(b' '), None]);
}

#[test]
fn code_points_come_one_by_one() {
    let scalars = |text: &Str<Wtf8>| -> Vec<_> {
        text.code_points().map(|code_point| char::from_u32(code_point.to_u32())).collect()
    };
    let mut text = StrBuf::<Wtf8>::from("é ");
    assert_eq!(scalars(&text), [Some('é'), Some(' ')]);
    text.push(code_point(0xD83D));
    assert_eq!(scalars(&text), [Some('é'), Some(' '), None]);
    text.push(code_point(0xDCA9));
    assert_eq!(scalars(&text), [Some('é'), Some(' '), Some('💩')]);
}
