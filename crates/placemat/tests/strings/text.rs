//! Strings from text and to text.

use std::borrow::Cow;
use std::fmt::Write;

use placemat::form::Utf32;
use placemat::form::{self, Utf8};
use placemat::form::{Cesu8, Mutf8, Utf16, Wtf8, Wtf16};
use placemat::string::ConvertsTo;
use placemat::{CodePoint, Str, StrBuf, literal};
use placemat_random::Random;

use crate::strings::Draw;

/// Everything that accepts text has the same result for it.
fn takes_text<F: form::Form>(expected: &str)
where
    Utf8: ConvertsTo<F>,
{
    let all: [StrBuf<F>; 8] = [
        expected.into(),
        String::from(expected).into(),
        (&String::from(expected)).into(),
        Cow::<str>::from(expected).into(),
        Box::<str>::from(expected).into(),
        expected.parse().unwrap(),
        expected.chars().collect(),
        expected.split_inclusive('a').collect(),
    ];
    for string in &all {
        assert_eq!(string, expected, "{}", F::NAME);
        assert_eq!(**string, *expected);
        assert_eq!(expected, *string);
        assert_eq!(*string, String::from(expected));
        assert_eq!(string, &all[0]);
        assert_ne!(**string, *format!("{expected}!"));
    }
    let mut string = StrBuf::<F>::new();
    write!(string, "{expected}{}", 12).unwrap();
    string.push_char('💩');
    string.push_str(&expected.repeat(20));
    assert_eq!(string, format!("{expected}12💩{}", expected.repeat(20)));
}

#[test]
fn text_is_taken_by_every_form_that_holds_it() {
    for expected in ["", "a\0é€💩", "naïve"] {
        takes_text::<Utf8>(expected);
        takes_text::<Wtf8>(expected);
        takes_text::<form::GeneralizedUtf8>(expected);
        takes_text::<form::Utf8b>(expected);
        takes_text::<form::Utf8Rfc2279>(expected);
        takes_text::<Cesu8>(expected);
        takes_text::<Mutf8>(expected);
        takes_text::<form::Mutf8Lenient>(expected);
        takes_text::<Utf16>(expected);
        takes_text::<Wtf16>(expected);
        takes_text::<Utf32>(expected);
        takes_text::<form::Ucs4Units>(expected);
    }
}

#[test]
fn the_buffer_of_a_string_is_kept_where_it_can_be() {
    let text = String::from("né");
    let place = text.as_ptr();
    let string = StrBuf::<Wtf8>::from(text);
    assert_eq!(string.as_bytes().as_ptr(), place);
    let text = string.into_string().unwrap();
    assert_eq!(text.as_ptr(), place);
    let lone = StrBuf::<Wtf8>::from(literal!(Wtf8, r"né\u{D83D}"));
    let place = lone.as_ptr();
    let error = lone.into_string().unwrap_err();
    assert_eq!((error.error().offset(), error.as_string()), (3, literal!(Wtf8, r"né\u{D83D}")));
    assert_eq!(error.into_buf().as_ptr(), place);
}

#[test]
fn what_does_not_differ_is_borrowed() {
    let is_borrowed = |text: &str| {
        let text = Str::<Utf8>::from_str(text);
        [
            matches!(text.to_form_cow::<Cesu8>(), Cow::Borrowed(_)),
            matches!(text.to_form_cow::<Mutf8>(), Cow::Borrowed(_)),
            matches!(text.to_form_cow::<Wtf8>(), Cow::Borrowed(_)),
        ]
    };
    assert_eq!(is_borrowed("né"), [true, true, true]);
    assert_eq!(is_borrowed("\0"), [true, false, true]);
    assert_eq!(is_borrowed("💩"), [false, false, true]);
    let lone = Str::<Wtf8>::new(b"\xED\xA0\xBD").unwrap();
    assert_eq!(*lone.to_form_cow::<Mutf8>(), *StrBuf::<Mutf8>::from_units(b"\xED\xA0\xBD".to_vec()).unwrap());
    let pair = Str::<Cesu8>::new(b"\xED\xA0\xBD\xED\xB2\xA9").unwrap();
    assert_eq!(*pair.to_form_cow::<Utf8>(), *"💩");
}

#[test]
fn strings_are_borrowed_as_what_they_are() {
    fn bytes(it: &(impl AsRef<[u8]> + ?Sized)) -> usize {
        it.as_ref().len()
    }
    fn wtf_8(it: &(impl AsRef<Str<Wtf8>> + ?Sized)) -> usize {
        it.as_ref().len()
    }
    fn text(it: &(impl AsRef<str> + ?Sized)) -> usize {
        it.as_ref().len()
    }
    assert_eq!(
        (bytes(Str::<Wtf8>::from_str("é")), bytes(&StrBuf::<Wtf8>::from("é")), bytes(Str::<Cesu8>::empty())),
        (2, 2, 0)
    );
    assert_eq!((wtf_8("é"), wtf_8(&String::from("é")), wtf_8(&StrBuf::<Wtf8>::from("é"))), (2, 2, 2));
    assert_eq!((text(Str::<Utf8>::from_str("é")), text(&StrBuf::<Utf8>::from("é"))), (2, 2));
    assert_eq!(AsRef::<[u16]>::as_ref(Str::<Utf16>::empty()).len(), 0);
    let (borrowed, boxed): (&Str<Wtf8>, Box<Str<Wtf8>>) = Default::default();
    assert!(borrowed.is_empty() && boxed.is_empty());
}

#[test]
fn borrowed_and_owned_are_compared() {
    let (borrowed, owned) = (Str::<Wtf8>::from_str("é"), StrBuf::<Wtf8>::from("é"));
    assert_eq!(borrowed, owned);
    assert_eq!(owned, borrowed);
    assert_eq!(*borrowed, owned);
    assert_eq!(borrowed, "é");
    assert_eq!("é", owned);
    assert_eq!(String::from("é"), owned);
    assert_eq!(StrBuf::<Utf16>::from("é"), "é");
    assert_ne!(StrBuf::<Wtf16>::from_any_units(vec![0xFFFD, 0xD83D]), "\u{FFFD}\u{FFFD}");
    assert_eq!(StrBuf::<Utf32>::from("💩").as_units(), [0x1_F4A9]);
}

#[test]
fn code_points_are_made_and_read() {
    const PILE: CodePoint = CodePoint::from_u32(0x1_F4A9).unwrap();
    let lead = CodePoint::from_u32(0xD83D).unwrap();
    assert_eq!((PILE.to_char(), lead.to_char()), (Some('💩'), None));
    assert_eq!((PILE.to_char_lossy(), lead.to_char_lossy()), ('💩', '\u{FFFD}'));
    assert_eq!((PILE.to_u32(), CodePoint::from_u32(0x11_0000)), (0x1_F4A9, None));
}

#[test]
fn strings_are_repeated() {
    assert_eq!(StrBuf::<Cesu8>::from("a💩").repeat(2), "a💩a💩");
    assert!(Str::<Utf8>::from_str("a").repeat(0).is_empty());
    let panics = std::panic::catch_unwind(|| Str::<Utf8>::from_str("ab").repeat(usize::MAX));
    assert!(panics.is_err());
}

/// The order by UTF-16 is the order of the units, in any form.
#[test]
fn order_by_utf_16_is_that_of_its_units() {
    let mut random = Random(21);
    for _ in 0..20_000 {
        let [one, other] = [(); 2].map(|()| random.string::<Wtf8>());
        let units = one.encode_wide().cmp(other.encode_wide());
        assert_eq!(one.cmp_utf_16(&other), units, "{one:?} {other:?}");
        let [wide_one, wide_other] = [&one, &other].map(|string| string.to_form::<Wtf16>());
        assert_eq!(wide_one.cmp(&wide_other), units, "{one:?} {other:?}");
        assert_eq!(one.cmp(&other), one.cmp_code_points(&other), "{one:?} {other:?}");
    }
}

/// Lossy printing: in runs, and code point by code point with a width or a precision.
#[test]
fn strings_are_written_in_runs() {
    fn check<F: form::Resynchronizing>(random: &mut Random) {
        for _ in 0..500 {
            let string: StrBuf<F> =
                (0..40).map(|_| random.string::<F>()).fold(StrBuf::new(), |mut all, part| {
                    all.push_string(&part);
                    all
                });
            let values = match F::NAME {
                // Its bytes are printed.
                "utf-8b" => String::from_utf8_lossy(
                    &string.as_units().iter().map(|unit| form::Unit::to_u32(*unit) as u8).collect::<Vec<_>>(),
                )
                .chars()
                .map(u32::from)
                .collect(),
                _ => crate::strings::values(&string),
            };
            let expected: String = values
                .into_iter()
                .map(|value| char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect();
            assert_eq!(string.to_string(), expected, "{} {string:?}", F::NAME);
            assert_eq!(format!("{string:.1000}"), expected, "{} {string:?}", F::NAME);
        }
    }
    let mut random = Random(22);
    check::<Utf8>(&mut random);
    check::<Wtf8>(&mut random);
    check::<form::GeneralizedUtf8>(&mut random);
    check::<form::Cesu8Lenient>(&mut random);
    check::<Mutf8>(&mut random);
    check::<form::Mutf8Lenient>(&mut random);
    check::<Wtf16>(&mut random);
    check::<Utf32>(&mut random);
    check::<form::Utf8b>(&mut random);
    check::<form::CorrectedUtf8>(&mut random);
}

/// A few units determine boundaries as the table does.
#[test]
fn boundaries_are_those_of_the_table() {
    fn check<F: form::Resynchronizing>(random: &mut Random) {
        for _ in 0..3000 {
            let string = random.string::<F>();
            let starts = string.code_point_indices().map(|(at, _)| at);
            let places: Vec<_> = starts.chain([string.len()]).collect();
            for at in 0..string.len() + 2 {
                assert_eq!(string.is_boundary(at), places.contains(&at), "{} {string:?} {at}", F::NAME);
            }
        }
    }
    let mut random = Random(23);
    check::<Utf8>(&mut random);
    check::<Wtf8>(&mut random);
    check::<form::GeneralizedUtf8>(&mut random);
    check::<Cesu8>(&mut random);
    check::<form::Cesu8Lenient>(&mut random);
    check::<Mutf8>(&mut random);
    check::<form::Mutf8Lenient>(&mut random);
    check::<form::Utf8Rfc2279>(&mut random);
    check::<Utf16>(&mut random);
    check::<Wtf16>(&mut random);
    check::<Utf32>(&mut random);
    check::<form::CorrectedUtf8>(&mut random);
}

#[test]
fn text_is_an_argument_where_a_string_is() {
    let mut name = StrBuf::<Wtf8>::from("a-b");
    name += "-c";
    assert_eq!(name.replace("-", "+") + "!", "a+b+c!");
    name.replace_range(1..2, "–");
    assert_eq!(name, "a–b-c");
    let map = std::collections::HashMap::from([(StrBuf::<Utf8>::from("key"), 1)]);
    assert_eq!((map.get("key"), map.get(Str::<Utf8>::from_str("key"))), (Some(&1), Some(&1)));
}
