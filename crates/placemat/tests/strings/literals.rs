//! Literals: escapes and other text.

use placemat::literal;

#[test]
fn backslashes_in_front_of_an_escape_are_escaped() {
    assert_eq!(literal!(Wtf8, r"\u{61}"), "a");
    assert_eq!(literal!(Wtf8, "\\u{61}"), "a");
    assert_eq!(literal!(Wtf8, r"\\u{61}"), r"\u{61}");
    assert_eq!(literal!(Wtf8, r"\\\u{61}"), r"\a");
    assert_eq!(literal!(Wtf8, r"\\\\u{61}"), r"\\u{61}");
    assert_eq!(literal!(Utf16, r"\\u{D83D}"), r"\u{D83D}");
    // All other backslashes are themselves.
    assert_eq!(literal!(Wtf8, r"\\server\users\u\x"), r"\\server\users\u\x");
    assert_eq!(literal!(Wtf8, r"\\"), r"\\");
    assert_eq!(literal!(Wtf8, "\\"), "\\");
    assert_eq!(literal!(Utf32, r"a\u"), r"a\u");
    assert_eq!(literal!(Wtf8, "\u{61}\n"), "a\n");
}

#[test]
fn digits_have_underscores_between_them() {
    assert_eq!(literal!(Wtf8, r"\u{1_F4A9}"), "\u{1_F4A9}");
    assert_eq!(literal!(Wtf16, r"\u{D8_3D}\u{0_0_6_1_}").as_units(), [0xD83D, 0x61]);
    assert_eq!(literal!(GeneralizedUtf8, r"\u{D8__3D}").len(), 3);
}

#[test]
fn bytes_that_are_carried_are_escapes() {
    assert_eq!(literal!(Utf8b, r"caf\u{DCE9}\u{DC80}é").as_bytes(), b"caf\xE9\x80\xC3\xA9");
    assert_eq!(literal!(Utf8b, "").len(), 0);
}
