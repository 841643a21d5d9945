//! JSON strings from and to WTF-8.

use placemat::form::Wtf8;
use placemat::json::{EscapeErrorKind, escape, unescape};
use placemat::literal;
use placemat::{Str, StrBuf};
use placemat_random::Random;

/// The examples of RFC 8259, 7, and those of RFC 7493 for interoperability problems.
#[test]
fn escapes_of_the_standard() {
    assert_eq!(*unescape(r"\u005C\u005c\\").unwrap(), *r"\\\");
    assert_eq!(*unescape(r"\uD834\uDD1E").unwrap(), *"\u{1D11E}");
    assert_eq!(*unescape(r#"\"\\\/\b\f\n\r\t"#).unwrap(), *"\"\\/\u{8}\u{C}\n\r\t");
    assert_eq!(*unescape(r"\uDEAD").unwrap(), *literal!(Wtf8, r"\u{DEAD}"));
    assert_eq!(*unescape(r"\uD800\uD834\uDD1E\uDD1E").unwrap(), *literal!(Wtf8, r"\u{D800}𝄞\u{DD1E}"));
}

#[test]
fn errors_say_where_and_what() {
    let error =
        |text| unescape(text).map(|_| ()).map_err(|error| (error.offset(), error.len(), error.kind()));
    assert_eq!(error(r"a\"), Err((1, 1, EscapeErrorKind::Truncated)));
    assert_eq!(error(r"a\u"), Err((1, 2, EscapeErrorKind::Truncated)));
    assert_eq!(error(r"a\u00e"), Err((1, 5, EscapeErrorKind::Truncated)));
    assert_eq!(error(r"a\u+123"), Err((1, 2, EscapeErrorKind::NotHexadecimal)));
    assert_eq!(error(r"a\€"), Err((1, 4, EscapeErrorKind::Unknown)));
    assert_eq!(error(r"\U0041"), Err((0, 2, EscapeErrorKind::Unknown)));
    assert_eq!(error("€\n"), Err((3, 1, EscapeErrorKind::Control)));
    assert_eq!(error("\\n\""), Err((2, 1, EscapeErrorKind::Quote)));
    assert_eq!(error("\u{7F}"), Ok(()));
}

#[test]
fn escaped_text_comes_back() {
    let mut random = Random(21);
    for _ in 0..5000 {
        let units = [0x00, 0x1F, 0x22, 0x5C, 0x61, 0x7F, 0x20AC, 0xD83D, 0xDCA9];
        let wide: Vec<u16> = (0..random.below(9)).map(|_| units[random.below(units.len())]).collect();
        let text = StrBuf::<Wtf8>::from_wide(&wide);
        let escaped = escape(&text).to_string();
        assert!(escaped.bytes().all(|byte| byte >= 0x20), "{escaped}");
        assert_eq!(*unescape(&escaped).unwrap(), *text, "{escaped}");
        // The text with every unit as an escape is the same.
        let numbers: String = wide.iter().map(|unit| format!("\\u{unit:04X}")).collect();
        assert_eq!(*unescape(&numbers).unwrap(), *text, "{numbers}");
    }
    assert_eq!(escape(Str::<Wtf8>::empty()).to_string(), "");
}
