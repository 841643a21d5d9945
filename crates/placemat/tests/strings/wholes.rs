//! Whole texts as strings that are borrowed where nothing changes; chunks compared with each other.

use std::borrow::Cow;

use placemat::form::{Cesu8, Form, GeneralizedUtf8, Iso8859_1, Mutf8, Utf8, Utf16, Wtf8, Wtf16};
use placemat::{Conversion, Counts, Options, Str};

use crate::strings::Random;

/// Texts whose borrowed and owned parts differ between the forms.
const TEXTS: [&str; 6] = ["", "name", "né €", "a\0b", "💩", "é\0💩 and more than sixteen units of it"];

/// Text is borrowed exactly if the form spells it as UTF-8 does, in both directions.
#[test]
fn text_is_borrowed_exactly_where_the_units_are_the_same() {
    fn check<F: Form<Unit = u8>>() {
        for text in TEXTS {
            let Ok(units) = Str::<F>::try_encode(text) else { continue };
            assert_eq!(matches!(units, Cow::Borrowed(_)), *units == *text.as_bytes(), "{} {text:?}", F::NAME);
            let decoded = Str::<F>::decode(&units).unwrap();
            assert_eq!(decoded, text, "{}", F::NAME);
            assert_eq!(matches!(decoded, Cow::Borrowed(_)), *units == *text.as_bytes(), "{}", F::NAME);
            assert_eq!(Str::<F>::decode_lossy(&units), (Cow::Borrowed(text), Counts::default()));
        }
    }
    check::<Utf8>();
    check::<GeneralizedUtf8>();
    check::<Wtf8>();
    check::<Cesu8>();
    check::<Mutf8>();
    check::<Iso8859_1>();
}

/// What `decode_lossy` returns is what a lossy conversion writes and counts, for any units.
#[test]
fn lossy_text_is_a_lossy_conversion() {
    fn check<F: Form>(random: &mut Random, unit: impl Fn(&mut Random) -> F::Unit) {
        let conversion = Conversion::new(F::default(), Utf8, Options::LOSSY).unwrap();
        for _ in 0..500 {
            let units: Vec<_> = (0..random.below(24)).map(|_| unit(random)).collect();
            let converted = conversion.convert(&units).unwrap();
            let (text, counts) = Str::<F>::decode_lossy(&units);
            assert_eq!(text.as_bytes(), converted.output, "{} {units:X?}", F::NAME);
            assert_eq!((counts.errors, counts.unencodable), (converted.errors, converted.unencodable));
            assert_eq!(Str::<F>::decode(&units).is_ok(), counts == Counts::default(), "{units:X?}");
        }
    }
    const BYTES: [u8; 12] = [0x61, 0, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xED, 0xA0, 0xB0, 0xF0, 0xC0];
    const UNITS: [u16; 6] = [0x61, 0xE9, 0x20AC, 0xD83D, 0xDCA9, 0xFFFF];
    let mut random = Random(71);
    check::<Mutf8>(&mut random, |random| BYTES[random.below(BYTES.len())]);
    check::<Cesu8>(&mut random, |random| BYTES[random.below(BYTES.len())]);
    check::<Wtf8>(&mut random, |random| BYTES[random.below(BYTES.len())]);
    check::<Utf16>(&mut random, |random| UNITS[random.below(UNITS.len())]);
    check::<Wtf16>(&mut random, |random| UNITS[random.below(UNITS.len())]);
}

/// A string becomes its units or its text without a copy.
#[test]
fn borrowed_and_owned_strings_keep_their_memory() {
    let borrowed = Str::<Wtf8>::from_str("né");
    let Cow::Borrowed(units) = Str::cow_into_units(Cow::Borrowed(borrowed)) else { panic!("copied") };
    assert_eq!(units.as_ptr(), borrowed.as_units().as_ptr());
    let owned = borrowed.to_owned();
    let place = owned.as_units().as_ptr();
    let Cow::Owned(units) = Str::cow_into_units(Cow::Owned(owned)) else { panic!("not kept") };
    assert_eq!((units.as_ptr(), &*units), (place, "né".as_bytes()));

    let borrowed = Str::<Utf8>::from_str("né");
    let Cow::Borrowed(text) = Str::cow_into_str(Cow::Borrowed(borrowed)) else { panic!("copied") };
    assert_eq!(text.as_ptr(), borrowed.as_units().as_ptr());
    let owned = borrowed.to_owned();
    let place = owned.as_units().as_ptr();
    let Cow::Owned(text) = Str::cow_into_str(Cow::Owned(owned)) else { panic!("not kept") };
    assert_eq!((text.as_ptr(), &*text), (place, "né"));
}

/// Chunks are equal if their parts are equal, and differ if one part does.
#[test]
fn chunks_are_compared_by_their_parts() {
    let chunks = |bytes: &'static [u8]| Str::<Utf8>::chunks(bytes).collect::<Vec<_>>();
    let first = chunks(b"a\xE2\x82b\xFF");
    assert_eq!(first.len(), 2);
    assert_eq!(first[1], chunks(b"xx\xFEb\xFF")[1]);
    assert_ne!(first[0], first[1]);
    assert_ne!(first[1], chunks(b"b\xFE")[0], "another ill-formed part");
    assert_ne!(first[1], chunks(b"c\xFF")[0], "another well-formed part");
    // The same parts, of which one may still be completed.
    let (open, closed) = (chunks(b"a\xE2\x82")[0], chunks(b"a\xE2\x82b")[0]);
    assert_eq!((open.ill_formed(), open.well_formed()), (closed.ill_formed(), closed.well_formed()));
    assert_ne!(open, closed);
}
