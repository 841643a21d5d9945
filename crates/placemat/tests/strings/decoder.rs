//! A form without an encoder reports that in every operation that needs one.

use placemat::Codec;
use placemat::form;
use placemat::form::{Tcl86Utf8, Utf8};
use placemat::string::NotChanged;
use placemat::{Conversion, Encoding, Failure, Options, Str, StrBuf, convert, encode};

#[test]
fn a_decoder_writes_nothing() {
    let lost = |result: Result<Vec<u8>, Failure>| match result {
        Err(Failure::Unencodable(lost)) => (lost.code_point(), lost.offset()),
        other => panic!("{other:?}"),
    };
    for text in ["a", "abcdefghijklmnopqrstuvwxyz".repeat(40).as_str(), "é", "\0", "\u{80}", "€", "💩"] {
        let first = (u32::from(text.chars().next().unwrap()), 0);
        assert_eq!(lost(convert(Utf8, Tcl86Utf8, text.as_bytes())), first);
        for encoding in Encoding::ALL.iter().filter(|encoding| !encoding.info().encodes) {
            assert_eq!(lost(convert(Encoding::Utf8, *encoding, text.as_bytes())), first, "{encoding}");
            assert_eq!(lost(encode(*encoding, &[first.0])), first, "{encoding}");
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(lost(convert(form::Utf16, Tcl86Utf8, &units)), first);
        assert_eq!(lost(convert(Utf8, Tcl86Utf8, text.as_bytes())), first);
        assert_eq!(lost(encode(Tcl86Utf8, &[first.0])), first);
        assert_eq!(Str::<Utf8>::from_str(text).to::<Tcl86Utf8>().unwrap_err().code_point(), first.0);
        let mut string = StrBuf::<Tcl86Utf8>::new();
        for code_point in text.chars().map(placemat::CodePoint::from) {
            assert!(matches!(string.try_push(code_point), Err(NotChanged::Unencodable(_))));
            assert!(matches!(string.try_insert(0, code_point), Err(NotChanged::Unencodable(_))));
        }
        assert!(string.is_empty());
        let pushed = std::panic::catch_unwind(|| text.chars().collect::<StrBuf<Tcl86Utf8>>());
        assert!(pushed.is_err());
    }
    assert_eq!(convert(Utf8, Tcl86Utf8, b""), Ok(vec![]));
    assert!(Conversion::new(Utf8, Tcl86Utf8, Options::default()).is_err());
}

/// Its strings can be cut, concatenated and read.
#[test]
fn strings_of_a_decoder_are_strings() {
    let string = Str::<Tcl86Utf8>::from_any_units(b"caf\xE9 \xC0\x80\xED\xA0\xBD\xED\xB2\xA9");
    assert_eq!(*string, *"café \0💩");
    let mut again: StrBuf<Tcl86Utf8> = string.split_inclusive(' ').collect();
    assert_eq!(*again, *string);
    again.retain(|code_point| code_point != ' ');
    assert_eq!(*again, *"café\0💩");
    assert_eq!(*string.to_form::<Tcl86Utf8>(), *string);
    assert_eq!(string.to_form::<form::Wtf8>().to_str(), Ok("café \0💩"));
    assert_eq!(string.find("é"), None); // is not written
    assert_eq!(string.find('é'), Some(3));
    assert_eq!(*form_of(Str::<form::Wtf8>::from_str("né")), *"né");
}

fn form_of(text: &Str<form::Wtf8>) -> &Str<Tcl86Utf8> {
    text.as_form()
}
