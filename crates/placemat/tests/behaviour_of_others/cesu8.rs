//! `cesu8` 1.1.0.

use std::borrow::Cow;

use placemat::Str;
use placemat::convert;
use placemat::form;
use placemat::form::Mutf8Lenient;
use placemat::form::{Cesu8, Mutf8, Utf8};

#[test]
fn a_pair_is_one_code_point() {
    // From ICU's tests.
    let bytes = b"M\xE6\x97\xA5\xED\xA0\x81\xED\xB0\x81\x7F";
    let text = "M日\u{10401}\u{7F}";
    assert_eq!(Str::<Cesu8>::new(bytes).unwrap().to_str_lossy(), text);
    assert_eq!(convert(Cesu8, Utf8, bytes).unwrap(), text.as_bytes());
    assert_eq!(Str::<Mutf8>::new(bytes).unwrap().to::<Utf8>().unwrap().as_str(), text);
}

#[test]
fn what_is_the_same_is_borrowed() {
    let bytes = "aé日".as_bytes();
    assert!(matches!(Str::<Cesu8>::new(bytes).unwrap().to_str_lossy(), Cow::Borrowed("aé日")));
    assert!(matches!(Str::<Mutf8>::new(bytes).unwrap().to_str_lossy(), Cow::Borrowed("aé日")));
    assert_eq!(Str::<Cesu8>::new(bytes).unwrap().to_str(), Ok("aé日"));
}

#[test]
fn supplementary_code_points_take_six_bytes() {
    const PAIR: &[u8] = b"\xED\xA0\x81\xED\xB0\x81";
    assert_eq!(convert(Utf8, Cesu8, "\u{10401}".as_bytes()).unwrap(), PAIR);
    assert_eq!(convert(Utf8, Mutf8, "\u{10401}".as_bytes()).unwrap(), PAIR);
    assert_eq!(Str::<Utf8>::from_str("\u{10401}").to_form::<Cesu8>().as_bytes(), PAIR);
    assert_eq!(Str::<Utf8>::from_str("\u{10401}").to_form::<Mutf8>().as_bytes(), PAIR);
    assert_eq!(Str::<Cesu8>::new(PAIR).unwrap().to_str_lossy(), "\u{10401}");
    assert_eq!(Str::<Mutf8>::new(PAIR).unwrap().to_str_lossy(), "\u{10401}");
    assert_eq!(convert(Utf8, Cesu8, "aé日".as_bytes()).unwrap(), "aé日".as_bytes());
}

#[test]
fn nul_takes_two_bytes_in_java() {
    assert_eq!(convert(Utf8, Mutf8, "\0\0".as_bytes()).unwrap(), b"\xC0\x80\xC0\x80");
    assert_eq!(Str::<Mutf8>::new(b"\xC0\x80\xC0\x80").unwrap().to_str_lossy(), "\0\0");
    assert_eq!(convert(Utf8, Cesu8, "\0\0".as_bytes()).unwrap(), b"\0\0");
}

#[test]
fn text_that_needs_no_change() {
    let is_cesu_8 = |text: &str| Str::<Cesu8>::new(text.as_bytes()).is_ok();
    let is_mutf_8 = |text: &str| Str::<Mutf8>::new(text.as_bytes()).is_ok();
    assert!(is_cesu_8("aé日") && is_mutf_8("aé日"));
    assert!(!is_cesu_8("\u{10401}") && !is_mutf_8("\u{10401}"));
    assert!(is_cesu_8("\0\0") && !is_mutf_8("\0\0"));
}

/// `cesu8` accepts an input that is UTF-8 as a whole, and rejects the same bytes next to a pair or next to C0
/// 80.
#[test]
fn what_is_refused_is_refused_everywhere() {
    let four = "\u{10401}".as_bytes();
    let error = Str::<Cesu8>::new(four).unwrap_err();
    assert_eq!((error.offset(), error.len()), (0, 1));
    assert_eq!(
        Str::<Cesu8>::new(&[&b"\xED\xA0\x81\xED\xB0\x81"[..], four].concat()).unwrap_err().offset(),
        6
    );
    assert_eq!(Str::<Mutf8>::new(b"a\0").unwrap_err().offset(), 1);
    assert_eq!(Str::<Mutf8>::new(b"\xC0\x80a\0").unwrap_err().offset(), 3);
    assert!(Str::<Mutf8Lenient>::new(b"a\0").is_ok() && Str::<Mutf8Lenient>::new(b"\xC0\x80a\0").is_ok());
    assert!(Str::<Cesu8>::new(b"\xC0\x80").is_err());
}

/// `cesu8` cannot represent a lone surrogate; Java can.
#[test]
fn lone_surrogates_of_java_are_kept() {
    for bytes in [&b"\xED\xA0\x81"[..], b"a\xED\xB0\x81", b"\xED\xB0\x81\xED\xA0\x81"] {
        assert!(Str::<Cesu8>::new(bytes).is_err());
        let text = Str::<Mutf8>::new(bytes).unwrap();
        assert!(text.to::<Utf8>().is_err());
        assert_eq!(text.to_form::<form::Wtf16>().to_form::<Mutf8>().as_bytes(), bytes);
    }
}
