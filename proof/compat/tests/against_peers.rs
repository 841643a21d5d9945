//! Each call of the sources, and of the crate that they stand for, on the same random bytes.
//!
//! What differs on purpose is asserted as a difference, so that it cannot grow.

use std::borrow::Cow;
use std::fmt::Debug;
use std::io::{BufReader, Read};

use placemat_compat as ours;
use placemat_random::Random;

/// Bytes that begin, continue and interrupt sequences of UTF-8, CESU-8 and Modified UTF-8.
const BYTES: [u8; 24] = [
    0x00, b'a', b'z', 0x7F, 0x80, 0x90, 0xA0, 0xAF, 0xB0, 0xBD, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE2,
    0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
];

/// Whole sequences, well-formed somewhere.
const SEQUENCES: [&[u8]; 12] = [
    b"plain text of some length, as most of it is",
    b"\0",
    b"\xC0\x80",
    "é".as_bytes(),
    "日本".as_bytes(),
    "💩".as_bytes(),
    b"\xED\xA0\xBD\xED\xB2\xA9",
    b"\xED\xA0\xBD",
    b"\xED\xB2\xA9",
    b"\xED\x9F\xBF",
    b"\xEE\x80\x80",
    b"\xE2\x82",
];

fn cases() -> u32 {
    200_000 / u32::try_from(placemat_random::stride(4)).unwrap()
}

/// Returns bytes: sequences, and in half of the cases single bytes between them.
fn bytes(random: &mut Random) -> Vec<u8> {
    let (mut bytes, pieces, is_torn) = (Vec::new(), random.below(9), random.one_in(2));
    for _ in 0..pieces {
        if is_torn && random.one_in(2) {
            bytes.push(random.of(&BYTES));
        } else {
            bytes.extend_from_slice(random.of(&SEQUENCES));
        }
    }
    bytes
}

/// Calls a function with random bytes.
fn each(name: &str, mut call: impl FnMut(&[u8])) {
    let mut random = Random::new(name.len() as u64);
    for _ in 0..cases() {
        call(&bytes(&mut random));
    }
}

/// Compares results, without the errors, and whether what they return is borrowed.
#[track_caller]
fn same<E, F>(input: &[u8], ours: Result<Cow<'_, str>, E>, theirs: Result<Cow<'_, str>, F>) {
    let is_borrowed = |cow: &Option<Cow<'_, str>>| matches!(cow, Some(Cow::Borrowed(_)));
    let (ours, theirs) = (ours.ok(), theirs.ok());
    assert_eq!(ours.as_deref(), theirs.as_deref(), "{input:02X?}");
    assert_eq!(is_borrowed(&ours), is_borrowed(&theirs), "{input:02X?}");
}

#[test]
fn cesu8() {
    each("cesu8", |bytes| {
        same(bytes, ours::cesu8::from_cesu8(bytes), peer_cesu8::from_cesu8(bytes));
        same(bytes, ours::cesu8::from_java_cesu8(bytes), peer_cesu8::from_java_cesu8(bytes));
        let text = String::from_utf8_lossy(bytes);
        assert_eq!(ours::cesu8::to_cesu8(&text), peer_cesu8::to_cesu8(&text));
        assert_eq!(ours::cesu8::to_java_cesu8(&text), peer_cesu8::to_java_cesu8(&text));
        assert_eq!(ours::cesu8::is_valid_cesu8(&text), peer_cesu8::is_valid_cesu8(&text));
        assert_eq!(ours::cesu8::is_valid_java_cesu8(&text), peer_cesu8::is_valid_java_cesu8(&text));
    });
    let (ours, theirs) = (ours::cesu8::Cesu8DecodingError, peer_cesu8::Cesu8DecodingError);
    assert_eq!((ours.to_string(), format!("{ours:?}")), (theirs.to_string(), format!("{theirs:?}")));
}

#[test]
fn residua_mutf8() {
    each("residua-mutf8", |bytes| {
        same(bytes, ours::residua_mutf8::decode(bytes), peer_mutf8::decode(bytes));
        let text = String::from_utf8_lossy(bytes);
        assert_eq!(ours::residua_mutf8::encode(&text), peer_mutf8::encode(&text));
        assert_eq!(ours::residua_mutf8::len(&text), peer_mutf8::len(&text));
        assert_eq!(ours::residua_mutf8::is_valid(&text), peer_mutf8::is_valid(&text));
    });
    assert_eq!(ours::residua_mutf8::Error.to_string(), peer_mutf8::Error.to_string());
}

#[test]
fn simd_cesu8() {
    use ours::simd_cesu8 as ours;
    use peer_simd_cesu8 as theirs;
    each("simd_cesu8", |bytes| {
        same(bytes, ours::decode(bytes), theirs::decode(bytes));
        same(bytes, ours::decode_strict(bytes), theirs::decode_strict(bytes));
        same(bytes, ours::mutf8::decode(bytes), theirs::mutf8::decode(bytes));
        same(bytes, ours::mutf8::decode_strict(bytes), theirs::mutf8::decode_strict(bytes));
        assert_eq!(ours::decode_lossy(bytes), theirs::decode_lossy(bytes), "{bytes:02X?}");
        assert_eq!(ours::decode_lossy_strict(bytes), theirs::decode_lossy_strict(bytes), "{bytes:02X?}");
        assert_eq!(ours::mutf8::decode_lossy(bytes), theirs::mutf8::decode_lossy(bytes), "{bytes:02X?}");
        let lossy = (ours::mutf8::decode_lossy_strict(bytes), theirs::mutf8::decode_lossy_strict(bytes));
        assert_eq!(lossy.0, lossy.1, "{bytes:02X?}");
        let text = String::from_utf8_lossy(bytes);
        assert_eq!(ours::encode(&text), theirs::encode(&text));
        assert_eq!(ours::mutf8::encode(&text), theirs::mutf8::encode(&text));
        assert_eq!(ours::needs_encoded(&text), theirs::needs_encoded(&text));
        assert_eq!(ours::mutf8::needs_encoded(&text), theirs::mutf8::needs_encoded(&text));
        let (mut mine, mut other) = (b"before".to_vec(), b"before".to_vec());
        ours::encode_into(&text, &mut mine);
        theirs::encode_into(&text, &mut other);
        assert_eq!(mine, other);
    });
    let (mine, other) = (ours::decode(b"\xFF").unwrap_err(), theirs::decode(b"\xFF").unwrap_err());
    assert_eq!((mine.to_string(), format!("{mine:?}")), (other.to_string(), format!("{other:?}")));
}

#[test]
fn simdutf8() {
    use ours::simdutf8 as ours;
    use peer_simdutf8 as theirs;
    each("simdutf8", |bytes| {
        assert_eq!(ours::basic::from_utf8(bytes).ok(), theirs::basic::from_utf8(bytes).ok());
        let (mine, other) = (ours::compat::from_utf8(bytes), theirs::compat::from_utf8(bytes));
        assert_eq!(mine.ok(), other.ok());
        if let (Err(mine), Err(other)) = (mine, other) {
            assert_eq!((mine.valid_up_to(), mine.error_len()), (other.valid_up_to(), other.error_len()));
            assert_eq!((mine.to_string(), format!("{mine:?}")), (other.to_string(), format!("{other:?}")));
        }
        let (mut first, mut second) = (bytes.to_vec(), bytes.to_vec());
        assert_eq!(
            ours::basic::from_utf8_mut(&mut first).is_ok(),
            theirs::compat::from_utf8_mut(&mut second).is_ok()
        );
        assert_eq!(ours::compat::from_utf8_mut(&mut first).is_ok(), std::str::from_utf8(bytes).is_ok());
    });
}

#[test]
#[cfg(target_arch = "x86_64")]
fn simdutf8_in_pieces() {
    use ours::simdutf8::basic::imp::{ChunkedUtf8Validator, Utf8Validator, x86};
    let mut random = Random::new("simdutf8 in pieces".len() as u64);
    for _ in 0..cases() / 10 {
        let text: Vec<u8> = (0..random.below(30)).flat_map(|_| bytes(&mut random)).collect();
        let expected = std::str::from_utf8(&text).is_ok();
        let size = 1 + random.below(100);
        // SAFETY: nothing in it depends on the CPU, as in all calls below.
        let mut pieces = unsafe { x86::avx2::Utf8ValidatorImp::new() };
        for piece in text.chunks(size) {
            // SAFETY: as above.
            unsafe { pieces.update(piece) };
        }
        // SAFETY: as above.
        let mut blocks = unsafe { x86::sse42::ChunkedUtf8ValidatorImp::new() };
        let (whole, rest) = text.split_at(text.len() / 64 * 64);
        // SAFETY: as above.
        unsafe { blocks.update_from_chunks(whole) };
        // SAFETY: as above.
        let in_pieces = unsafe { pieces.finalize() };
        // SAFETY: as above.
        let results = [in_pieces, unsafe { blocks.finalize(Some(rest)) }];
        assert!(results.iter().all(|result| result.is_ok() == expected), "{text:02X?}");
    }
}

/// Shows a result of both crates, whose types differ.
fn shown(result: Result<&str, &dyn Debug>) -> String {
    match result {
        Ok(text) => format!("text {text:?}"),
        Err(error) => format!("{error:?}"),
    }
}

#[test]
fn utf8_zero() {
    use ours::utf8_zero as ours;
    use peer_utf8_zero as theirs;
    each("utf8-zero", |bytes| {
        let (mine, other) = (ours::decode(bytes), theirs::decode(bytes));
        let messages = [mine.err().map(|e| e.to_string()), other.err().map(|e| e.to_string())];
        assert_eq!(messages[0], messages[1], "{bytes:02X?}");
        assert_eq!(
            shown(mine.as_ref().map(|text| *text).map_err(|error| error as &dyn Debug)),
            shown(other.as_ref().map(|text| *text).map_err(|error| error as &dyn Debug))
        );
        if let (
            Err(ours::DecodeError::Incomplete { incomplete_suffix: mut mine, .. }),
            Err(theirs::DecodeError::Incomplete { incomplete_suffix: mut other, .. }),
        ) = (mine, other)
        {
            // Other bytes than those that follow, and one by one.
            for next in [&bytes[..1], &b"\x80"[..], b"\x82\xACabc", b"", b"\xA9"] {
                let results =
                    [format!("{:?}", mine.try_complete(next)), format!("{:?}", other.try_complete(next))];
                assert_eq!(results[0], results[1], "{bytes:02X?} {next:02X?}");
                assert_eq!((mine.buffer, mine.buffer_len), (other.buffer, other.buffer_len));
                if mine.is_empty() {
                    break;
                }
            }
        }
    });
}

#[test]
fn utf8_zero_in_pieces() {
    use ours::utf8_zero as ours;
    use peer_utf8_zero as theirs;
    let mut random = Random::new("utf8-zero in pieces".len() as u64);
    for _ in 0..cases() / 4 {
        let text = bytes(&mut random);
        let size = 1 + random.below(7);
        let expected = String::from_utf8_lossy(&text);
        let mut pushed = String::new();
        {
            let mut decoder = ours::LossyDecoder::new(|piece| pushed += piece);
            text.chunks(size).for_each(|piece| decoder.feed(piece));
        }
        assert_eq!(pushed, expected);
        let reader = || BufReader::with_capacity(size, &*text);
        assert_eq!(ours::BufReadDecoder::read_to_string_lossy(reader()).unwrap(), expected);
        let (mut mine, mut other) =
            (ours::BufReadDecoder::new(reader()), theirs::BufReadDecoder::new(reader()));
        loop {
            let (mine, other) = (mine.next_strict(), other.next_strict());
            assert_eq!(format!("{mine:?}"), format!("{other:?}"), "{text:02X?}");
            if mine.is_none() {
                break;
            }
        }
    }
}

#[test]
fn readers_that_fail_are_reported() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("no"))
        }
    }
    let mut decoder = ours::utf8_zero::BufReadDecoder::new(BufReader::new(Failing));
    let error = decoder.next_strict().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "underlying bytestream error: no");
    assert!(ours::utf8_zero::BufReadDecoder::read_to_string_lossy(BufReader::new(Failing)).is_err());
}

#[test]
fn wtf8() {
    use std::hash::{DefaultHasher, Hash, Hasher};

    use ours::wtf8 as ours;
    use peer_wtf8 as theirs;
    fn hash(value: &(impl Hash + ?Sized)) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }
    let units = [0x61, 0xE9, 0x20AC, 0xD7FF, 0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDCA9, 0xDFFF, 0xE000, 0xFFFD];
    let mut random = Random::new("wtf8".len() as u64);
    for _ in 0..cases() / 4 {
        let text: Vec<u16> = (0..random.below(8)).map(|_| random.of(&units)).collect();
        let (mut mine, mut other) =
            (ours::Wtf8Buf::from_ill_formed_utf16(&text), theirs::Wtf8Buf::from_ill_formed_utf16(&text));
        for _ in 0..random.below(4) {
            let unit = u32::from(random.of(&units));
            match random.below(3) {
                0 => {
                    mine.push(ours::CodePoint::from_u32(unit).unwrap());
                    other.push(theirs::CodePoint::from_u32(unit).unwrap());
                }
                1 => {
                    let after = [random.of(&units), random.of(&units)];
                    mine.push_wtf8(&ours::Wtf8Buf::from_ill_formed_utf16(&after));
                    other.push_wtf8(&theirs::Wtf8Buf::from_ill_formed_utf16(&after));
                }
                _ => {
                    mine.push_str("é");
                    other.push_str("é");
                }
            }
        }
        assert_eq!(format!("{mine:?}"), format!("{other:?}"));
        assert_eq!((mine.len(), mine.as_str()), (other.len(), other.as_str()));
        assert_eq!(mine.to_string_lossy(), other.to_string_lossy());
        assert_eq!(hash(&mine), hash(&other));
        let values = (
            mine.code_points().map(|c| c.to_u32()).collect::<Vec<_>>(),
            other.code_points().map(|c| c.to_u32()).collect::<Vec<_>>(),
        );
        assert_eq!(values.0, values.1);
        assert!(mine.to_ill_formed_utf16().eq(other.to_ill_formed_utf16()));
        let ends = mine.code_points().scan(0, |at, c| {
            *at += c.to_char_lossy().len_utf8();
            Some(*at)
        });
        for end in ends.collect::<Vec<_>>() {
            assert_eq!(format!("{:?}", mine.slice_to(end)), format!("{:?}", other.slice_to(end)));
            assert_eq!(format!("{:?}", mine.slice_from(end)), format!("{:?}", other.slice_from(end)));
            assert_eq!(mine.slice(0, end).cmp(&mine), other.slice(0, end).cmp(&other));
        }
        assert_eq!(mine.clone().into_string().ok(), other.clone().into_string().ok());
        assert_eq!(mine.into_string_lossy(), other.into_string_lossy());
    }
}
