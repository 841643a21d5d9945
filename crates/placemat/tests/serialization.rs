//! Strings through `serde`: text in human-readable formats, units otherwise, and nothing that is ill-formed.

use placemat::Str;
use placemat::StrBuf;
use placemat::form::{Cesu8, Mutf8, Utf8, Utf16, Wtf8, Wtf16};
use placemat::form::{Iso8859_1, Mutf8Lenient, Optu8, Utf8b, Utf32};
use serde::de::value::Error;
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, forward_to_deserialize_any};

/// The bytes of a format that is not human-readable.
struct Compact<'de>(&'de [u8]);

impl<'de> Deserializer<'de> for Compact<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(self.0)
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Serializes to JSON and back.
fn json<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(string: &T) -> String {
    let written = serde_json::to_string(string).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&written).unwrap(), string, "{written}");
    written
}

#[test]
fn text_is_text_in_every_form() {
    assert_eq!(json(&StrBuf::<Utf8>::from("a💩")), r#""a💩""#);
    assert_eq!(json(&StrBuf::<Wtf8>::from("a💩")), r#""a💩""#);
    assert_eq!(json(&StrBuf::<Cesu8>::from("a💩")), r#""a💩""#);
    assert_eq!(json(&StrBuf::<Mutf8>::from("\0")), r#""\u0000""#);
    assert_eq!(json(&StrBuf::<Utf16>::from("a💩")), r#""a💩""#);
    assert_eq!(json(&StrBuf::<Utf32>::from("a💩")), r#""a💩""#);
    assert_eq!(json(&"é".chars().collect::<StrBuf<Iso8859_1>>()), r#""é""#);
    assert_eq!(json(&StrBuf::<Utf8b>::from("é")), r#""é""#);
}

#[test]
fn what_is_no_text_is_units() {
    assert_eq!(json(&StrBuf::<Wtf8>::from_wide(&[0x61, 0xD83D])), "[97,237,160,189]");
    assert_eq!(json(&StrBuf::<Wtf16>::from_any_units(vec![0x61, 0xD83D])), "[97,55357]");
    assert_eq!(json(&StrBuf::<Utf8b>::from_any_units(b"\xFF".to_vec())), "[255]");
}

#[test]
fn what_is_ill_formed_is_refused() {
    let refused = |text| {
        assert!(serde_json::from_str::<StrBuf<Wtf8>>(text).is_err(), "{text}");
        serde_json::from_str::<StrBuf<Utf16>>(text).is_err()
    };
    assert!(!refused("[255]"));
    assert!(["[256,-1]", "[65536]", "{}", "1", "null"].into_iter().all(refused));
    // A pair of surrogates is not WTF-8, and a lone surrogate is not UTF-16.
    assert!(serde_json::from_str::<StrBuf<Wtf8>>("[237,160,189,237,178,169]").is_err());
    assert!(serde_json::from_str::<StrBuf<Utf16>>("[55357]").is_err());
    assert!(serde_json::from_str::<StrBuf<Iso8859_1>>(r#""€""#).is_err());
}

#[test]
fn data_that_is_not_for_people_is_bytes() {
    let bytes = b"a\xED\xA0\xBD";
    let owned = StrBuf::<Wtf8>::deserialize(Compact(bytes)).unwrap();
    assert_eq!(owned.as_bytes(), bytes);
    let borrowed = <&Str<Wtf8>>::deserialize(Compact(bytes)).unwrap();
    assert_eq!(borrowed.as_bytes().as_ptr(), bytes.as_ptr());
    assert!(StrBuf::<Wtf8>::deserialize(Compact(b"\xED")).is_err());
    assert!(StrBuf::<Utf16>::deserialize(Compact(b"ab")).is_err());
    let borrowed: &Str<Wtf8> = serde_json::from_str(r#""né""#).unwrap();
    assert_eq!(borrowed, "né");
}

/// Text is written only if it is read back in the same units.
#[test]
fn other_spellings_come_back() {
    assert_eq!(json(&StrBuf::<Mutf8Lenient>::from_units(b"\xC1\xA1".to_vec()).unwrap()), "[193,161]");
    assert_eq!(json(&StrBuf::<Mutf8Lenient>::from_units(b"\0".to_vec()).unwrap()), "[0]");
    assert_eq!(json(&StrBuf::<Mutf8Lenient>::from("a\0")), r#""a\u0000""#);
    assert_eq!(json(&StrBuf::<Optu8>::from_units(b"\xEE\xBE\x80".to_vec()).unwrap()), "[238,190,128]");
}
