//! The methods of `str` and `String`, compared with them, in forms of every kind.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use placemat::form::Ucs4;
use placemat::form::Wtf8;
use placemat::form::{self, Form, Resynchronizing, Utf8, Utf16};
use placemat::form::{Iso8859_1, Ucs4Units, Utf8mb3};
use placemat::string::{AsString, ConvertsTo};
use placemat::{CodePoint, Str, StrBuf, literal};
use placemat_random::Random;

use crate::strings::Draw;

/// Texts with letters, white space, combining marks, and characters that are escaped.
fn texts() -> impl Iterator<Item = String> {
    const CHARACTERS: [char; 24] = [
        'a', 'B', 'z', 'Z', '@', '[', '`', '{', ' ', '\t', '\n', '\u{B}', '\u{C}', '\r', '\0', '\'', '"',
        '\\', 'É', 'Σ', '\u{301}', 'ß', '\u{85}', '💩',
    ];
    let mut random = Random(61);
    (0..300).map(move |_| (0..random.below(9)).map(|_| CHARACTERS[random.below(24)]).collect())
}

fn shown<'s, F: Form>(parts: impl Iterator<Item = &'s Str<F>>) -> Vec<String> {
    parts.map(Str::to_string).collect()
}

fn as_str_does<F: Resynchronizing + ConvertsTo<Utf8> + ConvertsTo<Utf16>>()
where
    Utf8: ConvertsTo<F>,
{
    for text in texts() {
        let string = StrBuf::<F>::from(&text);
        let told = || format!("{} {text:?}", F::NAME);
        assert_eq!(shown(string.split_ascii_whitespace()), text.split_ascii_whitespace().collect::<Vec<_>>());
        let backwards = text.split_ascii_whitespace().rev().collect::<Vec<_>>();
        assert_eq!(shown(string.split_ascii_whitespace().rev()), backwards);
        assert_eq!(string.trim_ascii(), text.trim_ascii(), "{}", told());
        assert_eq!(string.trim_ascii_start(), text.trim_ascii_start(), "{}", told());
        assert_eq!(string.trim_ascii_end(), text.trim_ascii_end(), "{}", told());
        // U+0000 is not ASCII if it is written as C0 80.
        assert_eq!(string.is_ascii(), text.is_ascii() && string.len() == text.len(), "{}", told());
        assert_eq!(string.to_ascii_lowercase(), text.to_ascii_lowercase());
        assert_eq!(string.to_ascii_uppercase(), text.to_ascii_uppercase());
        let (mut lower, mut upper) = (string.clone(), string.clone());
        lower.make_ascii_lowercase();
        upper.make_ascii_uppercase();
        assert_eq!((lower, upper), (string.to_ascii_lowercase(), string.to_ascii_uppercase()));
        assert!(string.eq_ignore_ascii_case(text.to_ascii_uppercase()));
        assert!(string.eq_ignore_ascii_case(StrBuf::<Utf16>::from(text.to_ascii_lowercase())));
        assert!(!string.eq_ignore_ascii_case(format!("{text}é")));
        assert_eq!(string.eq_ignore_ascii_case(text.replace('É', "é")), !text.contains('É'));
        assert_eq!(string.to_lowercase(), text.to_lowercase(), "{}", told());
        assert_eq!(string.to_uppercase(), text.to_uppercase(), "{}", told());
        assert_eq!(string.escape_debug().to_string(), text.escape_debug().to_string(), "{}", told());
        assert!(string.escape_default().eq(text.escape_default()));
        assert!(string.escape_unicode().eq(text.escape_unicode()));
        assert!(string.encode_utf16().eq(text.encode_utf16()));
        assert_eq!(string.parse::<char>().ok(), text.parse().ok());
        assert_eq!(string.replace("a", "–b"), text.replace('a', "–b"), "{}", told());
        assert_eq!(string.replacen("a", String::from("💩"), 1), text.replacen('a', "💩", 1), "{}", told());
        #[expect(clippy::incompatible_msrv, reason = "tests are compiled by the Rust that is current")]
        let [start, end] = [text.floor_char_boundary(1), text.floor_char_boundary(5)];
        let places = [start, end].map(|at| StrBuf::<F>::from(&text[..at]).len());
        let (mut changed, mut expected) = (string.clone(), text.clone());
        changed.replace_range(places[0]..places[1], "né");
        expected.replace_range(start..end, "né");
        assert_eq!(changed, expected, "{}", told());
        changed.extend_from_within(places[0]..);
        expected.extend_from_within(start..);
        assert_eq!(changed, expected, "{}", told());
        changed.extend_from_within(..);
        assert_eq!(changed, expected.repeat(2));
    }
}

#[test]
fn methods_do_what_those_of_str_do() {
    as_str_does::<Utf8>();
    as_str_does::<form::Cesu8>();
    as_str_does::<Utf16>();
    as_str_does::<form::Utf32>();
}

/// Units below 80 are ASCII in all forms that can be read from any position, which lower and upper case rely
/// on.
#[test]
fn letters_change_their_case_and_nothing_else_changes() {
    fn check<F: Resynchronizing>() {
        let mut random = Random(62);
        for _ in 0..300 {
            let mut string = StrBuf::<F>::new();
            for _ in 0..random.below(6) {
                let _ = string.try_push(random.code_point_of::<F>());
                let letter = form::CodeSpace::from_u32([0x41, 0x7A, 0x40][random.below(3)]);
                letter.into_iter().for_each(|letter| string.push(letter));
            }
            let change = |by: fn(&char) -> char| -> Vec<u32> {
                let values = crate::strings::values(&string).into_iter();
                values.map(|value| char::from_u32(value).map_or(value, |one| by(&one).into())).collect()
            };
            let (lower, upper) = (string.to_ascii_lowercase(), string.to_ascii_uppercase());
            assert_eq!(
                crate::strings::values(&lower),
                change(char::to_ascii_lowercase),
                "{} {string:?}",
                F::NAME
            );
            assert_eq!(
                crate::strings::values(&upper),
                change(char::to_ascii_uppercase),
                "{} {string:?}",
                F::NAME
            );
            assert!(lower.eq_ignore_ascii_case(&upper));
        }
    }
    check::<Wtf8>();
    check::<form::GeneralizedUtf8>();
    check::<form::Utf8b>();
    check::<Utf8mb3>();
    check::<form::Utf8Rfc2279>();
    check::<form::Mutf8>();
    check::<form::Mutf8Lenient>();
    check::<form::CorrectedUtf8>();
    check::<form::Optu8>();
    check::<form::Optu8Reversible>();
    check::<form::Optu16>();
    check::<form::Utf8Mod>();
    check::<form::UsAscii>();
    check::<Iso8859_1>();
    check::<form::Windows1252>();
    check::<form::Wtf16>();
    check::<form::Ucs2>();
    check::<Ucs4Units>();
}

#[test]
fn what_is_no_scalar_value_is_escaped_by_its_number() {
    let lone = literal!(Wtf8, r"é\u{301}\u{DCA9}");
    assert_eq!(lone.escape_debug().to_string(), "é\u{301}\\u{dca9}");
    assert_eq!(lone.escape_default().to_string(), r"\u{e9}\u{301}\u{dca9}");
    assert_eq!(lone.escape_unicode().to_string(), r"\u{e9}\u{301}\u{dca9}");
    let far = StrBuf::<Ucs4Units>::from_any_units(vec![0x8421_109F, 0]);
    assert_eq!(far.escape_default().to_string(), r"\u{8421109f}\u{0}");
    assert_eq!(far.escape_unicode().count(), 12 + 5);
    let mut half = lone.escape_unicode();
    half.nth(3);
    assert_eq!(half.to_string(), r"9}\u{301}\u{dca9}");
    let (low, high) = half.size_hint();
    assert!(low <= half.clone().count() && half.count() <= high.unwrap());
    assert_eq!(
        *literal!(Wtf8, r"É\u{DCA9}ΑΣ\u{D83D}Σ").to_lowercase(),
        *literal!(Wtf8, r"é\u{DCA9}ας\u{D83D}σ")
    );
}

/// Text that a form does not contain is not found in its strings.
#[test]
fn text_is_looked_for_in_forms_that_do_not_hold_all_of_it() {
    let latin = Str::<Iso8859_1>::from_any_units(b"caf\xE9, caf\xE9");
    assert_eq!((latin.find("é"), latin.rfind("fé"), latin.find("€")), (Some(3), Some(8), None));
    assert_eq!((latin.find(&"é€".repeat(99)), latin.find(&"é".repeat(99))), (None, None));
    assert_eq!(latin.split(", ").count(), 2);
    assert!(latin.starts_with("café") && latin.ends_with("é") && !latin.contains("ē"));
    assert_eq!(latin.replace("é", Str::<Iso8859_1>::from_any_units(b"e")), "cafe, cafe");
    assert!(latin.eq_ignore_ascii_case("CAFé, Café") && !latin.eq_ignore_ascii_case("café, caf€"));
    let plane = Str::<Utf8mb3>::new("a€b".as_bytes()).unwrap();
    assert_eq!(
        (plane.find("€"), plane.find("💩"), plane.strip_prefix("a€").unwrap().as_str()),
        (Some(1), None, "b")
    );
}

#[test]
fn copies_are_made_where_units_differ_and_nowhere_else() {
    let is_borrowed = |is: [bool; 6]| is;
    let borrowed = is_borrowed([
        matches!(literal!(Wtf16, "a").to_form_cow::<form::Wtf16>(), Cow::Borrowed(_)),
        matches!(placemat::literal!(Utf16, "💩").to_form_cow::<form::Wtf16>(), Cow::Borrowed(_)),
        matches!(placemat::literal!(Utf32, "💩").to_form_cow::<Ucs4Units>(), Cow::Borrowed(_)),
        matches!(Str::<Iso8859_1>::from_any_units(b"abc").to_form_cow::<Utf8>(), Cow::Borrowed(_)),
        matches!(literal!(Wtf8, r"é\u{D83D}").to_form_cow::<form::GeneralizedUtf8>(), Cow::Borrowed(_)),
        matches!(Str::<form::Mutf8>::empty().to_form_cow::<form::Utf8Rfc2279>(), Cow::Borrowed(_)),
    ]);
    assert_eq!(borrowed, [true; 6]);
    assert!(
        matches!(Str::<Iso8859_1>::from_any_units(b"\xE9").to_form_cow::<Utf8>(), Cow::Owned(text) if text == "é")
    );
    assert!(
        matches!(Str::<Iso8859_1>::from_any_units(b"a").to_form_cow::<Utf16>(), Cow::Owned(text) if text == "a")
    );
    // Bytes that mean something different in the two forms.
    let cafe = Str::<Iso8859_1>::from_any_units(b"\xC3\xA9");
    assert!(matches!(cafe.to_form_cow::<Utf8>(), Cow::Owned(text) if text == "Ã©"));
    let pair = placemat::literal!(Cesu8, "💩").to_form_cow::<form::GeneralizedUtf8>();
    assert!(matches!(pair, Cow::Owned(text) if text == "💩"));
}

#[test]
fn strings_are_made_of_all_that_string_is_made_of() {
    let (code_points, values) = (['n', 'é'].map(CodePoint::from), [Ucs4(0x6E), Ucs4(0xE9)]);
    assert_eq!(code_points.iter().collect::<StrBuf<Wtf8>>(), "né");
    assert_eq!(values.iter().collect::<StrBuf<Ucs4Units>>(), "né");
    let boxes = || ["n", "é"].map(Box::<str>::from);
    assert_eq!(boxes().into_iter().collect::<StrBuf<Utf16>>(), "né");
    let mut all = StrBuf::<Wtf8>::new();
    all.extend(boxes());
    all.extend(&code_points);
    all.extend([Box::<Str<Wtf8>>::from("!")]);
    assert_eq!(all, "néné!");
    assert_eq!(*["n", "é"].into_iter().collect::<Box<Str<Utf16>>>(), *"né");
    assert_eq!(*[all.clone(), all.clone()].into_iter().collect::<Cow<Str<Wtf8>>>(), *"néné!néné!");
    assert_eq!(*Box::<Str<form::Mutf8>>::from("\0"), *"\0");
    assert_eq!(*Box::<Str<Wtf8>>::from(String::from("é")), *"é");
    assert_eq!(*Box::<[u16]>::from(Box::<Str<Utf16>>::from("é")), [0xE9]);
    assert_eq!((&*Rc::<Str<Wtf8>>::from(&*all), &*Arc::<Str<Wtf8>>::from(&*all)), (&*all, &*all));
    let (counted, empty) =
        (Rc::<Str<Utf16>>::from(StrBuf::<Utf16>::from("né")), Arc::<Str<Wtf8>>::from(Str::<Wtf8>::empty()));
    assert_eq!(
        (&*counted, Rc::strong_count(&counted.clone()), empty.len()),
        (placemat::literal!(Utf16, "né"), 2, 0)
    );
    assert_eq!(StrBuf::<Wtf8>::from(String::from("é").as_mut_str()), "é");
    assert_eq!(<&str>::try_from(Str::<Wtf8>::from_str("é")), Ok("é"));
    assert_eq!(<&str>::try_from(literal!(Wtf8, r"a\u{D83D}")).unwrap_err().offset(), 1);
    assert_eq!(
        (StrBuf::<Wtf8>::from("é").leak(), StrBuf::<Utf16>::from("é").leak()),
        (Str::<Wtf8>::from_str("é"), placemat::literal!(Utf16, "é"))
    );
    assert_eq!(StrBuf::<Wtf8>::from("é").into_bytes(), "é".as_bytes());
    assert!(Str::<Wtf8>::from_str("é").bytes().rev().eq([0xA9, 0xC3]));
}

#[test]
fn copies_on_write_are_compared_and_added_to() {
    let (borrowed, owned) = (Str::<Wtf8>::from_str("né"), StrBuf::<Wtf8>::from("né"));
    let cow = Cow::Borrowed(borrowed);
    /// In both directions.
    fn same<A: PartialEq<B> + ?Sized, B: PartialEq<A> + ?Sized>(one: &A, other: &B) {
        assert!(one == other);
        assert!(other == one);
    }
    same(&cow, borrowed);
    same(&cow, &borrowed);
    same(&cow, &owned);
    let text = Cow::Borrowed("né");
    same(borrowed, &text);
    same(&borrowed, &text);
    same(&owned, &text);
    let mut sum = Cow::Borrowed(Str::<Wtf8>::empty()) + literal!(Wtf8, r"\u{D83D}");
    assert!(matches!(sum, Cow::Borrowed(_)));
    sum += literal!(Wtf8, r"\u{DCA9}");
    assert_eq!(*sum, *"💩");
}

#[test]
fn strings_and_text_are_put_in_alike() {
    fn same<F: Form>(one: impl AsString<F>, expected: &str) {
        assert_eq!(*one.as_string(), *expected);
    }
    same::<Utf16>("é", "é");
    same::<Utf16>(&String::from("é"), "é");
    same::<Utf16>(Cow::Borrowed("é"), "é");
    same::<Utf16>(Box::<str>::from("é"), "é");
    same::<Utf16>(StrBuf::<Utf16>::from("é"), "é");
    same::<Utf16>(&&*StrBuf::<Utf16>::from("é"), "é");
    same::<Iso8859_1>(StrBuf::<Iso8859_1>::from_any_units(vec![0xE9]), "é");
    same::<Utf8>(Cow::<Str<Utf8>>::Owned(StrBuf::<Utf8>::from("é")), "é");
}
