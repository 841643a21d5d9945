//! Whole texts to and from `str` in one call: the results are those of `convert`, and nothing is copied if
//! nothing changes.

use std::borrow::Cow;

use placemat::Str;
use placemat::form::{
    Cesu8, Cesu8Lenient, Form, GeneralizedUtf8, Iso8859_1, Mutf8, Mutf8Lenient, Optu8, UsAscii, Utf1, Utf8,
    Utf8b, Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16,
};
use placemat::string::ConvertsTo;
use placemat::{Codec, Conversion, Encoding, Failure, Options, convert, from_utf8, is_utf8};
use placemat_random::Random;

use crate::support::{edges, random_text};

/// Text in which ASCII, NUL, and characters of each length are mixed.
fn random_str(random: &mut Random) -> String {
    let all = ["a", "bcdefgh", "\0", "\u{7F}", "\u{80}", "é", "€", "\u{EF80}", "\u{EFFF}", "\u{FFFD}", "💩"];
    let some = &all[..2 + random.below(all.len() - 1)];
    (0..random.below(40)).map(|_| *random.pick(some)).collect()
}

/// Bytes that are sequences and parts of sequences of one encoding, and often text at the start.
fn random_bytes(random: &mut Random, edges: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = if random.below(2) == 0 { random_str(random).into_bytes() } else { Vec::new() };
    let pieces = random.below(12);
    bytes.extend(random_text(random, edges, pieces));
    bytes
}

#[test]
fn decoding_is_conversion_to_utf_8() {
    let mut random = Random::new(1);
    for encoding in Encoding::ALL {
        let edges = edges(encoding);
        let (mut decoded, mut refused) = (0, 0);
        for _ in 0..2000 {
            let mut bytes = random_bytes(&mut random, &edges);
            if encoding.is_wrapper() && random.below(2) == 0 {
                // Random bytes are seldom in a frame or doubly encoded.
                bytes = encoding.encode(&random_str(&mut random)).map_or(bytes, Cow::into_owned);
            }
            let expected = convert(encoding, Encoding::Utf8, &bytes);
            let text = encoding.decode(&bytes);
            assert_eq!(
                text.clone().map(|text| text.into_owned().into_bytes()),
                expected,
                "{encoding} {bytes:02X?}"
            );
            decoded += u32::from(text.is_ok());
            refused += u32::from(text.is_err());
            // Text that is the whole input is borrowed.
            if let Ok(text) = &text
                && text.as_bytes() == bytes
                && !encoding.info().is_corrected
                && (encoding.info().reads_utf_8_to == 0x10_FFFF || encoding == Encoding::Mutf8)
            {
                assert!(matches!(text, Cow::Borrowed(_)), "{encoding} {bytes:02X?}");
            }
            let (lossy, counts) = encoding.decode_lossy(&bytes);
            let conversion = Conversion::new(encoding, Encoding::Utf8, Options::LOSSY).unwrap();
            match conversion.convert(&bytes) {
                Ok(converted) => {
                    assert_eq!(lossy.as_bytes(), converted.output, "{encoding} {bytes:02X?}");
                    let expected = (converted.errors, converted.unencodable);
                    assert_eq!((counts.errors, counts.unencodable), expected, "{encoding} {bytes:02X?}");
                }
                Err(_) => assert_eq!((&*lossy, counts.errors), ("\u{FFFD}", 1), "{encoding} {bytes:02X?}"),
            }
        }
        assert!(decoded > 10, "{encoding}: {decoded}, {refused}");
    }
}

#[test]
fn encoding_is_conversion_from_utf_8() {
    let mut random = Random::new(2);
    for encoding in Encoding::ALL {
        let mut borrowed = 0;
        for _ in 0..2000 {
            let text = random_str(&mut random);
            let bytes = encoding.encode(&text);
            let expected = convert(Utf8, encoding, text.as_bytes());
            assert_eq!(bytes.clone().map(Cow::into_owned), expected, "{encoding} {text:?}");
            if let Ok(Cow::Borrowed(bytes)) = bytes {
                assert_eq!(bytes, text.as_bytes());
                borrowed += u32::from(text.len() > 3);
            } else if let (Ok(bytes), true) =
                (&bytes, encoding == Encoding::Wtf8 || encoding == Encoding::Mutf8)
            {
                assert!(**bytes != *text.as_bytes(), "{encoding} {text:?}: copied");
            }
        }
        let expects = encoding.info().keeps_ascii
            && encoding.info().encodes
            && !encoding.is_wrapper()
            && !encoding.info().is_corrected
            && encoding != Encoding::Utf8Sig;
        assert_eq!(borrowed > 0, expects, "{encoding}");
    }
}

fn form_is_conversion<F: Form>(random: &mut Random, make: impl Fn(&mut Random) -> Vec<F::Unit>) {
    for _ in 0..2000 {
        let units = make(random);
        let expected = convert(F::default(), Utf8, &units);
        let text = Str::<F>::decode(&units);
        assert_eq!(text.map(|text| text.into_owned().into_bytes()), expected, "{} {units:X?}", F::NAME);
        let (lossy, counts) = Str::<F>::decode_lossy(&units);
        let converted = Conversion::new(F::default(), Utf8, Options::LOSSY).unwrap().convert(&units).unwrap();
        let expected = (&*converted.output, converted.errors, converted.unencodable);
        assert_eq!((lossy.as_bytes(), counts.errors, counts.unencodable), expected, "{}", F::NAME);

        let text = random_str(random);
        let expected = convert(Utf8, F::default(), text.as_bytes());
        let encoded = Str::<F>::try_encode(&text).map_err(Failure::Unencodable);
        assert_eq!(encoded.map(Cow::into_owned), expected, "{} {text:?}", F::NAME);

        // Appending keeps what is there, also if it fails.
        let strict = Conversion::new(F::default(), Utf8, Options::default()).unwrap();
        let mut appended = String::from("é");
        let result = strict.append_to_string(&units, &mut appended);
        assert_eq!(result.is_ok(), strict.convert(&units).is_ok());
        let rest = strict.convert(&units).map_or(vec![], |converted| converted.output);
        assert_eq!(appended.as_bytes(), ["é".as_bytes(), &rest].concat(), "{} {units:X?}", F::NAME);
    }
}

#[test]
fn forms_decode_and_encode_as_they_convert() {
    let mut random = Random::new(3);
    macro_rules! bytes {
        ($($form:ident)*) => { $(
            let edges = crate::support::edges(Encoding::from_name($form::NAME).unwrap());
            form_is_conversion::<$form>(&mut random, |random| random_bytes(random, &edges));
        )* };
    }
    bytes! {
        Utf8 Wtf8 GeneralizedUtf8 Utf8b Cesu8 Cesu8Lenient Mutf8 Mutf8Lenient Utf8mb3 Utf1 Optu8 UsAscii
        Iso8859_1 Windows1252
    }
    let wide = |random: &mut Random| -> Vec<u16> {
        let units = [0x61, 0xE9, 0x20AC, 0xD83D, 0xDCA9, 0xDBFF, 0];
        (0..random.below(20)).map(|_| *random.pick(&units)).collect()
    };
    form_is_conversion::<Utf16>(&mut random, wide);
    form_is_conversion::<Wtf16>(&mut random, wide);
    form_is_conversion::<Utf32>(&mut random, |random| {
        (0..random.below(20)).map(|_| *random.pick(&[0x61, 0x20AC, 0xD800, 0x1_F4A9, 0x11_0000])).collect()
    });
}

fn encodes_all_text<F: Form>(random: &mut Random)
where
    Utf8: ConvertsTo<F>,
{
    for _ in 0..500 {
        let text = random_str(random);
        let units = Str::<F>::encode(&text);
        assert_eq!(Str::<F>::decode(&units), Ok(Cow::Borrowed(&*text)), "{}", F::NAME);
    }
}

#[test]
fn what_contains_all_text_encodes_it_and_reads_it_back() {
    let mut random = Random::new(4);
    encodes_all_text::<Utf8>(&mut random);
    encodes_all_text::<Wtf8>(&mut random);
    encodes_all_text::<Cesu8>(&mut random);
    encodes_all_text::<Mutf8>(&mut random);
    encodes_all_text::<Mutf8Lenient>(&mut random);
    encodes_all_text::<Utf16>(&mut random);
    encodes_all_text::<Utf32>(&mut random);
    encodes_all_text::<Utf1>(&mut random);
}

#[test]
fn utf_8_is_what_std_says() {
    let mut random = Random::new(5);
    let edges = edges(Encoding::Utf8);
    for _ in 0..5000 {
        let bytes = random_bytes(&mut random, &edges);
        let std = std::str::from_utf8(&bytes);
        let ours = from_utf8(&bytes);
        assert_eq!(is_utf8(&bytes), std.is_ok());
        let of_std = std.map_err(|error| (error.valid_up_to(), error.error_len()));
        assert_eq!(ours.map_err(|error| (error.valid_up_to(), error.error_len())), of_std, "{bytes:02X?}");
    }
}

#[test]
fn appending_keeps_what_is_there() {
    let mut random = Random::new(6);
    for encoding in Encoding::ALL {
        for options in [Options::default(), Options::LOSSY] {
            let Ok(conversion) = Conversion::new(Encoding::Utf8, encoding, options) else { continue };
            for k in 0..40 {
                let mut bytes = random_str(&mut random).into_bytes();
                if k % 4 == 0 {
                    bytes.push(0xFF);
                }
                let mut output = b"before".to_vec();
                let counts = conversion.append_to(&bytes, &mut output);
                let converted = conversion.convert(&bytes);
                let expected = converted.as_ref().map_or(&[][..], |converted| &converted.output);
                assert_eq!(output, [b"before", expected].concat(), "{encoding} {bytes:02X?}");
                let counted = converted.as_ref().map(|converted| (converted.errors, converted.unencodable));
                assert_eq!(counts.as_ref().map(|counts| (counts.errors, counts.unencodable)), counted);
            }
        }
    }
}

#[test]
fn failures_pass_through_io_results() {
    fn read(bytes: &[u8]) -> std::io::Result<String> {
        from_utf8(bytes)?;
        let text = Encoding::Mutf8.decode(bytes)?;
        Str::<Iso8859_1>::try_encode(&text)?;
        Ok(text.into_owned())
    }
    let failure = |bytes| read(bytes).unwrap_err().downcast::<Failure>().unwrap();
    assert!(matches!(failure(b"a\xFF"), Failure::IllFormed(error) if error.offset() == 1));
    assert!(matches!(failure(b"ab\0"), Failure::IllFormed(error) if error.offset() == 2));
    assert!(matches!(failure("€".as_bytes()), Failure::Unencodable(lost) if lost.code_point() == 0x20AC));
    assert_eq!(read("é".as_bytes()).unwrap(), "é");
    let undefined: std::io::Error =
        Conversion::new(Utf8, Encoding::Tcl86Utf8, Options::default()).unwrap_err().into();
    assert_eq!(undefined.kind(), std::io::ErrorKind::InvalidInput);
}
