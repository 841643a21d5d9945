//! `widestring` 1.2.1.

use core::cmp::Ordering;
use std::fmt::Write;

use placemat::form::CodeSpace;
use placemat::form::{Ucs4Units, Utf32};
use placemat::form::{Utf8, Utf16, Wtf16};
use placemat::{CodePoint, literal};
use placemat::{Str, StrBuf};

/// `⚧️🏳️‍⚧️➡️s`: ten code points, one of them supplementary.
const FLAG: &str = "\u{26A7}\u{FE0F}\u{1F3F3}\u{FE0F}\u{200D}\u{26A7}\u{FE0F}\u{27A1}\u{FE0F}s";
/// U+1D11E `mus`, a trail surrogate, `ic`, a lead surrogate.
const MUSIC: [u16; 9] = [0xD834, 0xDD1E, 0x6D, 0x75, 0x73, 0xDD1E, 0x69, 0x63, 0xD834];

fn wide(text: &str) -> StrBuf<Utf16> {
    text.chars().collect()
}

fn any_wide(text: &str) -> StrBuf<Wtf16> {
    text.chars().collect()
}

#[test]
fn literals_are_what_conversion_makes() {
    assert_eq!(wide(FLAG), literal!(Utf16, FLAG));
    assert_eq!(any_wide(FLAG), literal!(Wtf16, FLAG));
    assert_eq!(FLAG.chars().collect::<StrBuf<Utf32>>(), literal!(Utf32, FLAG));
    assert_eq!(literal!(Utf16, FLAG).as_units(), FLAG.encode_utf16().collect::<Vec<_>>());
    assert_eq!(literal!(Utf32, FLAG).as_units(), FLAG.chars().map(u32::from).collect::<Vec<_>>());
    assert_eq!(Str::<Utf8>::from_str(FLAG).to_form::<Utf16>(), literal!(Utf16, FLAG));
    assert_eq!(literal!(Utf16, FLAG).to_string(), FLAG);
}

#[test]
fn lengths_are_units() {
    assert_eq!((literal!(Utf16, "foo").len(), literal!(Utf32, "foo").len()), (3, 3));
    assert_eq!((literal!(Utf16, FLAG).len(), literal!(Utf16, FLAG).code_points().count()), (11, 10));
    assert_eq!((literal!(Utf32, FLAG).len(), literal!(Utf32, FLAG).code_points().count()), (10, 10));
}

/// Different on purpose: in `widestring`, `Utf16Error::index` is 4, because it counts a surrogate pair as
/// one.
#[test]
fn errors_after_a_pair_are_counted_in_units() {
    let error = Str::<Utf16>::new(&MUSIC).unwrap_err();
    assert_eq!((error.offset(), error.valid_up_to()), (5, 5));
    assert_eq!(MUSIC[error.valid_up_to()], 0xDD1E);
}

#[test]
fn parts_of_16_bit_strings() {
    let flag = literal!(Utf16, FLAG);
    assert_eq!(flag.get(..2), Some(literal!(Utf16, "\u{26A7}\u{FE0F}")));
    assert_eq!(flag.get(2..8), Some(literal!(Utf16, "\u{1F3F3}\u{FE0F}\u{200D}\u{26A7}\u{FE0F}")));
    assert_eq!(flag.get(8..10), Some(literal!(Utf16, "\u{27A1}\u{FE0F}")));
    assert_eq!(flag.get(10..), Some(literal!(Utf16, "s")));
    assert_eq!(flag.get(3..4), None);
    let heart = literal!(Utf16, "Sparkle 💖 Heart");
    assert_eq!([0, 8, 9, heart.len()].map(|at| heart.is_boundary(at)), [true, true, false, true]);
    assert_eq!(
        literal!(Utf16, "Per Martin-Löf").split_at(3),
        (literal!(Utf16, "Per"), literal!(Utf16, " Martin-Löf"))
    );
}

#[test]
fn parts_of_32_bit_strings() {
    let flag = literal!(Utf32, FLAG);
    assert_eq!(flag.get(..2), Some(literal!(Utf32, "\u{26A7}\u{FE0F}")));
    assert_eq!(flag.get(2..7), Some(literal!(Utf32, "\u{1F3F3}\u{FE0F}\u{200D}\u{26A7}\u{FE0F}")));
    assert_eq!(flag.get(7..9), Some(literal!(Utf32, "\u{27A1}\u{FE0F}")));
    assert_eq!(flag.get(9..), Some(literal!(Utf32, "s")));
    assert_eq!(
        literal!(Utf32, "Per Martin-Löf").split_at(3),
        (literal!(Utf32, "Per"), literal!(Utf32, " Martin-Löf"))
    );
}

/// A `U16Str` may be cut inside a pair. Here, the units may be.
#[test]
fn a_pair_is_not_cut() {
    let text = literal!(Wtf16, "a💩");
    assert_eq!(text.try_get(..2).unwrap_err().code_point(), Some(1..3));
    assert_eq!(Str::<Wtf16>::new(&text.as_units()[..2]), Ok(literal!(Wtf16, r"a\u{D83D}")));
}

#[test]
fn units_are_checked() {
    assert_eq!(Str::<Utf16>::new(&[0xD83D, 0xDC96]), Ok(literal!(Utf16, "💖")));
    assert_eq!(Str::<Utf16>::new(&[0xD83D, 0]).unwrap_err().offset(), 0);
    assert_eq!(Str::<Utf16>::new(&[0x61, 0xD83D]).unwrap_err().offset(), 1);
    assert_eq!(StrBuf::<Utf16>::from_units(vec![0xD83D, 0xDC96]).unwrap(), literal!(Utf16, "💖"));
    let error = StrBuf::<Utf16>::from_units(vec![0xD83D, 0]).unwrap_err();
    assert_eq!((error.error().offset(), error.into_units()), (0, vec![0xD83D, 0]));

    assert_eq!(Str::<Utf32>::new(&[0x1F496]), Ok(literal!(Utf32, "💖")));
    assert_eq!(Str::<Utf32>::new(&[0xD83D, 0xDC96]).unwrap_err().offset(), 0);
    assert_eq!(StrBuf::<Utf32>::from_units(vec![0x1F496]).unwrap(), literal!(Utf32, "💖"));
    assert!(StrBuf::<Utf32>::from_units(vec![0xD83D, 0xDC96]).is_err());
    assert_eq!(['💖'; 3].into_iter().collect::<StrBuf<Utf32>>(), literal!(Utf32, "💖💖💖"));
}

#[test]
fn any_units_are_a_string_of_some_form() {
    assert_eq!(Str::<Wtf16>::new(&[0, 0xD83D]).unwrap().len(), 2);
    assert_eq!(Str::<Wtf16>::new(&[0xD83D, 0xDC96]), Ok(literal!(Wtf16, "💖")));
    assert_eq!(Str::<Ucs4Units>::from_any_units(&[0, 0xD83D, u32::MAX]).len(), 3);
    assert!(Str::<Utf16>::new(&[0, 0xD83D]).is_err() && Str::<Utf32>::new(&[0, 0xD83D]).is_err());
}

#[test]
fn lossy_strings_have_one_replacement_for_a_surrogate() {
    assert_eq!(*Str::<Utf16>::new_lossy(&[0xD83D, 0xDC96]), *literal!(Utf16, "💖"));
    assert_eq!(*Str::<Utf16>::new_lossy(&[0xD83D, 0]), *literal!(Utf16, "\u{FFFD}\0"));
    assert_eq!(*Str::<Utf32>::new_lossy(&[0x1F496]), *literal!(Utf32, "💖"));
    assert_eq!(*Str::<Utf32>::new_lossy(&[0xD83D, 0xDC96]), *literal!(Utf32, "\u{FFFD}\u{FFFD}"));
}

#[test]
fn ill_formed_16_bit_text_is_read() {
    let text = Str::<Wtf16>::new(&MUSIC).unwrap();
    let read: Vec<_> =
        text.code_points().map(CodeSpace::to_u32).map(|value| char::from_u32(value).ok_or(value)).collect();
    assert_eq!(read[..4], [Ok('𝄞'), Ok('m'), Ok('u'), Ok('s')]);
    assert_eq!(read[4..], [Err(0xDD1E), Ok('i'), Ok('c'), Err(0xD834)]);
    assert_eq!(Str::<Utf16>::new_lossy(&MUSIC).to_string(), "𝄞mus\u{FFFD}ic\u{FFFD}");
    assert_eq!(text.to_string(), "𝄞mus\u{FFFD}ic\u{FFFD}");
    // `widestring` omits ill-formed subsequences.
    assert_eq!(format!("{text:#}"), "𝄞mus\u{FFFD}ic\u{FFFD}");
    // `widestring` writes the first as \<DD1E>.
    assert_eq!(format!("{text:?}"), r#""𝄞mus\u{dd1e}ic\u{d834}""#);
}

#[test]
fn ill_formed_32_bit_text_is_read() {
    let units = [0x1D11E, 0x6D, 0x75, 0x73, 0xDD1E, 0x69, 0x63, 0x23_FD5A];
    let read: Vec<_> = Str::<Ucs4Units>::from_any_units(&units)
        .code_points()
        .map(CodeSpace::to_u32)
        .map(|value| char::from_u32(value).ok_or(value))
        .collect();
    assert_eq!(read[..4], [Ok('𝄞'), Ok('m'), Ok('u'), Ok('s')]);
    assert_eq!(read[4..], [Err(0xDD1E), Ok('i'), Ok('c'), Err(0x23_FD5A)]);
    assert_eq!(Str::<Utf32>::new_lossy(&units).to_string(), "𝄞mus\u{FFFD}ic\u{FFFD}");
}

#[test]
fn characters_are_encoded() {
    let music = "𝄞music";
    assert_eq!(music.chars().collect::<StrBuf<Utf8>>().as_bytes(), music.as_bytes());
    assert_eq!(wide(music).as_units(), [0xD834, 0xDD1E, 0x6D, 0x75, 0x73, 0x69, 0x63]);
    assert_eq!(music.chars().collect::<StrBuf<Utf32>>().as_units(), [0x1D11E, 0x6D, 0x75, 0x73, 0x69, 0x63]);
}

#[test]
fn white_space_is_trimmed() {
    assert_eq!(literal!(Utf16, " Hello\tworld\t").trim_start(), literal!(Utf16, "Hello\tworld\t"));
    assert_eq!(literal!(Utf16, "  English  ").trim_start().code_points().next(), Some('E'));
    assert_eq!(literal!(Utf16, "  עברית  ").trim_start().code_points().next(), Some('ע'));
    assert_eq!(literal!(Utf16, "      💕Heart ").trim_start(), literal!(Utf16, "💕Heart "));
    assert_eq!(literal!(Utf16, " Heart💕      ").trim_end(), literal!(Utf16, " Heart💕"));
    assert_eq!(literal!(Utf16, " Heart💕      ").trim(), literal!(Utf16, "Heart💕"));
    assert_eq!(literal!(Utf32, " Hello\tworld\t").trim_start(), literal!(Utf32, "Hello\tworld\t"));
    assert_eq!(literal!(Utf32, "  עברית  ").trim_start().code_points().next(), Some('ע'));
    assert_eq!(literal!(Utf32, "      💕Heart ").trim_start(), literal!(Utf32, "💕Heart "));
    assert_eq!(literal!(Utf32, " Heart💕      ").trim_end(), literal!(Utf32, " Heart💕"));
}

#[test]
fn lines_end_in_line_feeds() {
    fn check(text: &str, lines: [&str; 4]) {
        let wide = wide(text);
        assert_eq!(wide.lines().map(Str::<Utf16>::to_string).collect::<Vec<_>>(), lines);
        let any = any_wide(text);
        assert_eq!(any.lines().map(Str::<Wtf16>::to_string).collect::<Vec<_>>(), lines);
        let long: StrBuf<Utf32> = text.chars().collect();
        assert_eq!(long.lines().map(Str::<Utf32>::to_string).collect::<Vec<_>>(), lines);
    }
    // A carriage return alone does not end a line.
    check("foo\r\nbar\n\nbaz\r", ["foo", "bar", "", "baz\r"]);
    check("foo\nbar\n\r\nbaz", ["foo", "bar", "", "baz"]);
}

#[test]
fn strings_grow() {
    let mut text = wide("abc");
    "123".chars().for_each(|digit| text.push(digit));
    assert_eq!(text, literal!(Utf16, "abc123"));
    let mut text = wide("foo");
    text.push_string(literal!(Utf16, "bar"));
    assert_eq!(text, literal!(Utf16, "foobar"));
    let mut text = any_wide("MyString");
    let copy = text.clone();
    text.push_string(&copy);
    assert_eq!(text.to::<Utf8>().unwrap().as_str(), "MyStringMyString");
    let mut text = wide("no ");
    let number = 1234;
    write!(text, "{number}").unwrap();
    assert_eq!(text, "no 1234");
    let repeated: StrBuf<Utf16> = core::iter::repeat_n(literal!(Utf16, "ab"), 3).collect();
    assert_eq!(repeated, literal!(Utf16, "ababab"));
}

#[test]
fn strings_shrink() {
    let mut text = wide("trunc");
    for (to, len) in [(6, 5), (5, 5), (2, 2)] {
        text.truncate(to);
        assert_eq!(text.len(), len);
    }
    assert_eq!(text, literal!(Utf16, "tr"));

    let mut text = wide("foo𝄞");
    let popped: Vec<_> = core::iter::from_fn(|| text.pop()).collect();
    assert_eq!(popped, ['𝄞', 'o', 'o', 'f']);

    let mut text = wide("𝄞foo");
    assert_eq!([0, 1, 0, 0].map(|at| text.remove(at)), ['𝄞', 'o', 'f', 'o']);

    let mut text = wide("f_o_ob_ar");
    text.retain(|character| character != '_');
    assert_eq!(text, literal!(Utf16, "foobar"));
    let mut keeps = [false, true, true, false, true].into_iter();
    let mut text = wide("abcde");
    text.retain(|_| keeps.next().unwrap());
    assert_eq!(text, literal!(Utf16, "bce"));
}

#[test]
#[should_panic(expected = "1 is inside the code point at 0..2")]
fn truncation_inside_a_pair() {
    wide("💖").truncate(1);
}

#[test]
fn surrogates_are_popped_as_the_code_point_that_they_are() {
    let mut text = any_wide("𤭢");
    assert_eq!((text.len(), text.pop()), (2, Some(CodePoint::from('𤭢'))));
    let mut text = StrBuf::<Wtf16>::from_units(MUSIC.to_vec()).unwrap();
    assert_eq!(text.pop().map(CodeSpace::to_u32), Some(0xD834));
}

#[test]
fn characters_and_strings_are_put_in() {
    let mut text = StrBuf::<Utf16>::with_capacity(5);
    [(0, '𝄞'), (0, 'f'), (1, 'o'), (4, 'o')].into_iter().for_each(|(at, one)| text.insert(at, one));
    assert_eq!(text, literal!(Utf16, "fo𝄞o"));
    let mut text = any_wide("Hllo, world!");
    text.insert(1, CodePoint::from('e'));
    assert_eq!(text.to_string(), "Hello, world!");
    let mut text = wide("bar");
    text.insert_string(0, literal!(Utf16, "foo"));
    assert_eq!(text, literal!(Utf16, "foobar"));
}

#[test]
fn parts_are_taken_out_and_replaced() {
    let mut hello = wide("Hello, World!");
    let world = hello.split_off(7);
    assert_eq!((hello, world), (wide("Hello, "), wide("World!")));

    // `widestring` returns an iterator.
    let mut text = wide("α is alpha, β is beta");
    assert_eq!(text.drain(..12).as_string(), literal!(Utf16, "α is alpha, "));
    assert_eq!(text, literal!(Utf16, "β is beta"));
    text.drain(..);
    assert!(text.is_empty());

    let mut text = wide("α is alpha, β is beta");
    text.replace_range(..12, literal!(Utf16, "Α is capital alpha; "));
    assert_eq!(text, literal!(Utf16, "Α is capital alpha; β is beta"));
}

#[test]
fn strings_of_two_widths_are_compared() {
    let (short, long) = (literal!(Utf16, "a💩"), literal!(Utf32, "a💩"));
    assert_eq!(short.cmp_code_points(long), Ordering::Equal);
    assert!(*short == *"a💩" && *long == *"a💩" && *short != *"a");
    assert_eq!(short.cmp_code_points(Str::<Utf8>::from_str("a💩")), Ordering::Equal);
    // By units, as in `widestring`.
    assert_eq!(literal!(Utf16, "\u{FF5E}").cmp(literal!(Utf16, "💩")), Ordering::Greater);
}

#[test]
fn boxes_and_back() {
    let boxed: Box<Str<Utf16>> = wide("hello").into_boxed();
    assert_eq!(StrBuf::<Utf16>::from(boxed), literal!(Utf16, "hello"));
}

#[test]
fn cases_by_characters() {
    let upper: StrBuf<Utf16> = literal!(Utf16, "tschüß").code_points().flat_map(char::to_uppercase).collect();
    assert_eq!(upper, literal!(Utf16, "TSCHÜSS"));
    let escaped: String = literal!(Utf16, "❤\n!").code_points().flat_map(char::escape_unicode).collect();
    assert_eq!(escaped, r"\u{2764}\u{a}\u{21}");
}
