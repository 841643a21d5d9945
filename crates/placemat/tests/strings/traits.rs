//! The standard library's traits for strings and code points.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use placemat::form::Ucs4;
use placemat::form::Utf8mb3;
use placemat::form::{self, Form};
use placemat::form::{Utf8, Wtf8, Wtf16};
use placemat::offsets::Offsets;
use placemat::stream::{Reader, Writer};
use placemat::{CodePoint, Codec, Encoding, Options, Str, StrBuf, literal};
use placemat_random::Random;

use crate::strings::{Draw, values};

/// Distinguishes text from bytes, as a hasher may do with `write_str`, which bytes written directly do not
/// use.
#[derive(Default)]
struct Calls(Vec<Vec<u8>>);

impl Hasher for Calls {
    fn write(&mut self, bytes: &[u8]) {
        self.0.push(bytes.to_vec());
    }
    fn finish(&self) -> u64 {
        0
    }
}

fn calls(value: &(impl Hash + ?Sized)) -> Vec<Vec<u8>> {
    let mut calls = Calls::default();
    value.hash(&mut calls);
    calls.0
}

#[test]
fn strings_have_the_hash_of_the_text_that_they_are() {
    for text in ["", "a", "né", "€", "a\0b"] {
        assert_eq!(calls(Str::<Utf8>::from_str(text)), calls(text));
        assert_eq!(calls(&StrBuf::<Utf8mb3>::from_units(text.into()).unwrap()), calls(text));
        let hashes = RandomState::new();
        assert_eq!(hashes.hash_one(Str::<Wtf8>::from_str(text)), hashes.hash_one(text));
        assert_eq!(hashes.hash_one(StrBuf::<Wtf8>::from(text)), hashes.hash_one(Str::<Wtf8>::from_str(text)));
    }
    // The boundary between two strings is part of the hash.
    let two = |one: &str, other: &str| calls(&[StrBuf::<Utf8>::from(one), StrBuf::<Utf8>::from(other)]);
    assert_ne!(two("a", "b").concat(), two("ab", "").concat());
    let wide = |one: &[u16], other: &[u16]| {
        calls(&[one, other].map(|units| StrBuf::<Wtf16>::from_any_units(units.to_vec()))).concat()
    };
    assert_ne!(wide(&[1], &[2]), wide(&[1, 2], &[]));

    let map = HashMap::from([(StrBuf::<Utf8>::from("a"), 1)]);
    assert_eq!((map.get("a"), map.get(Str::<Utf8>::from_str("a"))), (Some(&1), Some(&1)));
}

#[test]
fn code_points_stand_beside_scalar_values() {
    let lead = CodePoint::from(0xD83D_u16);
    assert!(CodePoint::from('€') == '€' && '€' == CodePoint::from('€') && lead != '€');
    assert!(lead > '€' && '\u{E000}' > lead && Ucs4(0x11_0000) > char::MAX && 'a' == Ucs4::from('a'));
    assert_eq!(char::try_from(CodePoint::from('€')), Ok('€'));
    assert_eq!(char::try_from(lead).map_err(|error| error.value()), Err(0xD83D));
    assert_eq!(char::try_from(Ucs4(0x11_0000)).map_err(|error| error.value()), Err(0x11_0000));
    assert_eq!(CodePoint::try_from(Ucs4(0xD83D)), Ok(lead));
    let kinds = |code_point: CodePoint| {
        (code_point.is_surrogate(), code_point.is_lead_surrogate(), code_point.is_trail_surrogate())
    };
    for value in 0..0x11_0000 {
        let is_in = |range: std::ops::RangeInclusive<u32>| range.contains(&value);
        let code_point = CodePoint::try_from(value).unwrap();
        assert_eq!(
            kinds(code_point),
            (is_in(0xD800..=0xDFFF), is_in(0xD800..=0xDBFF), is_in(0xDC00..=0xDFFF))
        );
        assert_eq!(u32::from(Ucs4::from(code_point)), value);
    }
    assert!(CodePoint::try_from(0x11_0000_u32).is_err() && CodePoint::try_from(u32::MAX).is_err());
}

/// The size hint is correct at every step, and its lower bound is reached by a string that consists of the
/// longest sequences.
fn hints_hold<F: Form>(longest: usize) {
    let mut random = Random(7);
    let mut least = usize::MAX;
    for _ in 0..500 {
        let string: StrBuf<F> = random.string();
        let mut left = string.code_points();
        loop {
            let (count, (low, high)) = (values(left.as_string()).len(), left.size_hint());
            assert!(low <= count && Some(count) <= high, "{}: {string:?}", F::NAME);
            if count > 0 {
                least = least.min(low * longest / left.as_string().len().max(1));
            }
            if left.next().is_none() {
                break;
            }
        }
    }
    assert!(least >= 1, "{}: hints are as near as {longest} units to a code point allow", F::NAME);
}

#[test]
fn hints_of_how_many_code_points_hold() {
    hints_hold::<Utf8>(4);
    hints_hold::<Wtf8>(4);
    hints_hold::<form::Utf8b>(4);
    hints_hold::<form::Cesu8>(6);
    hints_hold::<form::Mutf8Lenient>(6);
    hints_hold::<form::Utf16>(2);
    hints_hold::<Wtf16>(2);
    hints_hold::<form::Utf32>(1);
    hints_hold::<form::Ucs2>(1);
    hints_hold::<form::Utf1>(5);
    hints_hold::<form::Iso8859_1>(1);
    assert_eq!(Str::<Utf8>::from_str("abcde").code_points().size_hint(), (2, Some(5)));
}

/// The size hint for 16-bit units is correct at every step.
macro_rules! wide_hints_hold {
    ($($form:ty: $wide:ident;)*) => { $(
        let mut random = Random(8);
        for _ in 0..500 {
            let string: StrBuf<$form> = random.string();
            let mut left = string.$wide();
            loop {
                let (count, (low, high)) = (left.clone().count(), left.size_hint());
                assert!(low <= count && Some(count) <= high, "{}: {string:?}", <$form>::NAME);
                if left.next().is_none() {
                    break;
                }
            }
        }
    )* };
}

#[test]
fn hints_of_how_many_16_bit_units_hold() {
    wide_hints_hold! {
        Utf8: encode_utf16;
        Wtf8: encode_wide;
        form::Cesu8: encode_utf16;
        form::Utf16: encode_utf16;
        form::Utf32: encode_utf16;
        Utf8mb3: encode_utf16;
        form::Windows1252: encode_utf16;
    }
    let hint = |string: &Str<Utf8>| string.encode_utf16().size_hint();
    // Three bytes are one unit, and four bytes are two.
    assert_eq!(
        [hint(Str::<Utf8>::from_str("€€")), hint(Str::<Utf8>::from_str("💩💩"))],
        [(2, Some(6)), (3, Some(8))]
    );
    assert_eq!(literal!(Utf16, "a💩").encode_utf16().size_hint(), (3, Some(3)));
}

#[test]
fn ranges_of_16_bit_units_are_ranges_of_any_kind() {
    let text = Str::<Wtf8>::from_str("é💩a");
    assert_eq!(text.try_get_wide(..).unwrap(), text);
    assert_eq!(text.try_get_wide(1..=2).unwrap(), "💩");
    assert_eq!(text.try_get_wide(3..).unwrap(), "a");
    assert_eq!(text.try_get_wide(..=0).unwrap(), "é");
    assert_eq!(text.get_wide_lossless(2..).unwrap().encode_wide().collect::<Vec<_>>(), [0xDCA9, 0x61]);
    assert_eq!(text.get_wide_lossless(..2).unwrap().encode_wide().collect::<Vec<_>>(), [0xE9, 0xD83D]);
    assert_eq!(text.try_get_wide(..=usize::MAX).unwrap_err().at(), usize::MAX);
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is asked")]
    let backwards = text.get_wide_lossless(3..1).unwrap_err();
    assert_eq!(backwards.to_string(), "the range begins after its end, which is 1");
}

/// The `Debug` output of a value that contains buffers and tables is a few lines.
fn is_short(value: &impl Debug, name: &str) {
    let written = format!("{value:?}");
    assert!(written.starts_with(name) && written.len() < 1500, "{} bytes: {written:.200}", written.len());
}

#[test]
fn what_is_shown_to_debuggers_is_short() {
    let text = "né\n".repeat(5000);
    let options = Options::default();
    let mut reader = Reader::new(&b"abc"[..], Encoding::Utf8, Encoding::Utf16Le, options).unwrap();
    std::io::copy(&mut std::io::Read::by_ref(&mut reader), &mut std::io::sink()).unwrap();
    is_short(&reader, "Reader { inner: [], transcoder: Transcoder { source: Utf8, target: Utf16Le");
    let mut writer = Writer::new(std::io::sink(), Encoding::Utf8, Encoding::Utf16Le, options).unwrap();
    std::io::Write::write_all(&mut writer, b"abc\xE2").unwrap();
    is_short(&writer, "Writer { inner: Sink");
    let written = format!("{writer:?}");
    assert!(written.contains("pending: [226]") && written.contains("not_written: 6"), "{written}");
    is_short(&Offsets::new(Utf8, text.as_bytes()), "Offsets { codec: Utf8, units: 20000, lines: 5001");
    is_short(Encoding::Cesu8.info(), r#"CodecInfo { name: "cesu-8", longest: 6"#);
}

#[test]
fn strings_come_from_what_std_has_and_go_there() {
    let units = b"n\xC3\xA9\xED\xA0\xBD";
    let borrowed = <&Str<Wtf8>>::try_from(&units[..]).unwrap();
    let owned = StrBuf::<Wtf8>::try_from(units.to_vec()).unwrap();
    assert_eq!((borrowed, Vec::from(owned.clone())), (&*owned, units.to_vec()));
    assert_eq!(<&Str<Utf8>>::try_from(&units[..]).unwrap_err().offset(), 3);
    assert_eq!(StrBuf::<Utf8>::try_from(units.to_vec()).unwrap_err().into_units(), units);

    assert!(matches!(Cow::from(&owned), Cow::Borrowed(string) if string == borrowed));
    assert_eq!(Box::<Str<Wtf8>>::from(Cow::Borrowed(borrowed)), owned.clone().into_boxed());
    assert_eq!(StrBuf::<Wtf8>::from(&owned), owned);
    assert_eq!(['n', 'é'].iter().collect::<StrBuf<Wtf16>>().as_units(), [0x6E, 0xE9]);

    let mut name = StrBuf::<Wtf8>::from("NÉ.Txt");
    name.make_ascii_lowercase();
    assert_eq!(name, "nÉ.txt");
    name.make_ascii_uppercase();
    assert_eq!(name, "NÉ.TXT");
}

#[cfg(unix)]
#[test]
fn names_keep_their_buffer() {
    use std::os::unix::ffi::OsStringExt;

    use placemat::os::NameBuf;

    let bytes = b"caf\xE9".to_vec();
    let place = bytes.as_ptr();
    let name = NameBuf::from_os_string(std::ffi::OsString::from_vec(bytes));
    assert!(matches!(name.as_os_str(), Cow::Borrowed(same) if same.as_encoded_bytes().as_ptr() == place));
    let bytes = name.into_os_string().into_vec();
    assert_eq!(bytes.as_ptr(), place);
}
