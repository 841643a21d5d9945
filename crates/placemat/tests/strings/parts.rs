//! Parts of strings: boundaries, and chunks of units that need not be well-formed.

use placemat::form::Utf8b;
use placemat::form::{self, Resynchronizing};
use placemat::form::{Cesu8, Mutf8, Utf8, Utf16};
use placemat::{CodePoint, ErrorKind, validate};
use placemat::{Str, StrBuf};
use placemat_random::Random;

use crate::strings::Draw;

/// A position in a string is a boundary if and only if a code point begins there.
#[test]
fn boundaries_are_where_code_points_begin() {
    fn check<F: Resynchronizing>() {
        let mut random = Random(F::NAME.len() as u64);
        for _ in 0..200 {
            let string = random.string::<F>();
            let starts: Vec<usize> = string.code_point_indices().map(|(at, _)| at).collect();
            for at in 0..string.len() + 3 {
                let expected = starts.contains(&at) || at == string.len();
                assert_eq!(string.is_boundary(at), expected, "{} {string:?} {at}", F::NAME);
                assert_eq!(string.get(at..).is_some(), expected);
                assert_eq!(string.get(..at).is_some(), expected);
            }
        }
    }
    check::<form::Wtf8>();
    check::<Cesu8>();
    check::<Mutf8>();
    check::<Utf16>();
    check::<form::Wtf16>();
    check::<form::Utf32>();
}

#[test]
fn utf_8b_holds_any_bytes() {
    let mut random = Random(5);
    for _ in 0..2000 {
        let bytes: Vec<u8> =
            (0..random.below(12)).map(|_| [0x61, 0xE2, 0x82, 0xAC, 0xF0, 0xFF][random.below(6)]).collect();
        let string = Str::<Utf8b>::from_any_units(&bytes);
        let again: StrBuf<Utf8b> = string.code_points().collect();
        assert_eq!(again.as_bytes(), bytes);
        let mut backwards: Vec<CodePoint> = string.code_points().rev().collect();
        backwards.reverse();
        assert_eq!(backwards, string.code_points().collect::<Vec<_>>(), "{bytes:X?}");
    }
}

/// The lengths of the well-formed and ill-formed subsequences of units, and whether they are incomplete.
fn chunks<F: form::Form>(units: &[F::Unit]) -> Vec<(usize, usize, bool)> {
    let parts = Str::<F>::chunks(units);
    parts.map(|part| (part.well_formed().len(), part.ill_formed().len(), part.is_incomplete())).collect()
}

/// A tail that more units may complete is one chunk, even if it would be several errors at the end of a text.
#[test]
fn an_incomplete_tail_is_one_part() {
    assert_eq!(chunks::<Cesu8>(b"a\xED\xA0\xBD\xED"), [(1, 4, true)]);
    assert_eq!(chunks::<Cesu8>(b"a\xED\xA0\xBD\xED\xB2"), [(1, 5, true)]);
    assert_eq!(chunks::<Cesu8>(b"a\xED\xA0\xBD\xED\x80"), [(1, 3, false), (0, 2, true)]);
    assert_eq!(chunks::<Cesu8>(b"\xED\xA0\xBDa\xED\xA0"), [(0, 3, false), (1, 2, true)]);
    assert_eq!(chunks::<Utf8>(b"\xF0\x9F\xF0\x9F"), [(0, 2, false), (0, 2, true)]);
    assert_eq!(chunks::<Utf16>(&[0xDC00, 0x61, 0xD83D]), [(0, 1, false), (1, 1, true)]);
    assert_eq!(chunks::<Utf8b>(b"\xF0\x9F"), [(2, 0, false)]);
    // The error of a whole tail is that of the text that ends there.
    let tail = Str::<Cesu8>::chunks(b"\xED\xA0\xBD\xED\xB2").next().unwrap();
    assert_eq!(tail.error(), validate(Cesu8, b"\xED\xA0\xBD\xED\xB2").err());
}

/// A chunk is incomplete if and only if it is cut off at the end of a string.
#[test]
fn a_string_that_is_cut_is_incomplete() {
    fn check<F: Resynchronizing>() {
        let mut random = Random(3 + F::NAME.len() as u64);
        for _ in 0..500 {
            let string = random.string::<F>();
            for at in 0..=string.len() {
                let last = Str::<F>::chunks(&string.as_units()[..at]).last();
                let is_incomplete = last.is_some_and(|part| part.is_incomplete());
                assert_eq!(is_incomplete, !string.is_boundary(at), "{} {string:?} {at}", F::NAME);
            }
        }
    }
    // In forms with surrogates, the lead surrogate of a pair is a string as well.
    check::<Utf8>();
    check::<Cesu8>();
    check::<form::Utf8Rfc2279>();
    check::<Utf16>();
    check::<form::Utf32>();
}

#[test]
fn code_points_are_counted_as_they_are_read() {
    fn check<F: Resynchronizing>() {
        let mut random = Random(31 + F::NAME.len() as u64);
        for _ in 0..300 {
            let string: StrBuf<F> = (0..random.below(30)).map(|_| random.string::<F>()).collect();
            let expected = string.code_points().fold(0, |count, _| count + 1);
            assert_eq!(string.code_points().count(), expected, "{} {string:?}", F::NAME);
            assert_eq!(string.code_point_indices().count(), expected);
        }
    }
    check::<Utf8>();
    check::<form::Wtf8>();
    check::<form::GeneralizedUtf8>();
    check::<form::Utf8Rfc2279>();
    check::<form::Cesu8Lenient>();
    check::<Mutf8>();
    check::<Utf16>();
    check::<form::Wtf16>();
    check::<form::Utf32>();
}

#[test]
fn any_units_of_some_forms_are_strings() {
    assert_eq!(Str::<Utf8b>::from_any_units(b"\xFFa").code_points().next(), CodePoint::from_u32(0xDCFF));
    assert_eq!(StrBuf::<form::Wtf16>::from_any_units(vec![0xDC00]).as_units(), [0xDC00]);
    assert_eq!(Str::<form::Ucs4Units>::from_any_units(&[u32::MAX]).len(), 1);
    assert!(Str::<Mutf8>::new(b"\0").is_err() && Str::<Utf16>::new(&[0xDC00]).is_err());
}

#[test]
fn chunks_of_utf_8_are_those_of_std() {
    let mut random = Random(77);
    for round in 0..3000 {
        // From an ill-formed subsequence at every other position to one in a thousand.
        let rare = 2 + random.below(1 << (round % 11));
        let mut bytes = Vec::new();
        for _ in 0..random.below(1500) {
            match random.below(rare) {
                0 => bytes.push(random.below(256) as u8),
                1 if round % 3 == 0 => bytes.extend([0xE2, 0x82]),
                _ if round % 2 == 0 => bytes.push(b'a'),
                _ => bytes.extend(["a", "é", "€", "💩"][random.below(4)].bytes()),
            }
        }
        let mut expected = bytes.utf8_chunks();
        let mut offset = 0;
        for chunk in Str::<Utf8>::chunks(&bytes) {
            let std = expected.next().unwrap();
            assert_eq!((chunk.well_formed().as_str(), chunk.ill_formed()), (std.valid(), std.invalid()));
            offset += std.valid().len() as u64;
            let error = chunk.error().map(|error| (error.offset(), error.len()));
            let part = (offset, std.invalid().len() as u64);
            assert_eq!(error, (part.1 > 0).then_some(part), "{bytes:02X?}");
            assert_eq!(chunk.error().map(|error| error.kind()), validate_at(&bytes, offset));
            offset += part.1;
        }
        assert!(expected.next().is_none());
    }
}

fn validate_at(bytes: &[u8], offset: u64) -> Option<ErrorKind> {
    let rest = &bytes[offset as usize..];
    validate(Utf8, rest).err().filter(|error| error.offset() == 0).map(|error| error.kind())
}

/// By the table, in `const` contexts: the result is that of the kernels.
#[test]
fn strings_of_constants_are_those_that_are_checked_when_it_runs() {
    fn check<F: form::Form>(some: &[u32]) {
        let mut random = Random(71);
        for _ in 0..20_000 {
            let units: Vec<F::Unit> =
                (0..random.below(8)).map(|_| form::Unit::from_u32(some[random.below(some.len())])).collect();
            assert_eq!(Str::<F>::const_new(&units), Str::<F>::new(&units), "{} {units:X?}", F::NAME);
        }
    }
    const BYTES: [u32; 22] = [
        0x00, 0x21, 0x61, 0x80, 0x92, 0xA0, 0xA9, 0xB2, 0xBD, 0xC0, 0xC1, 0xC3, 0xE0, 0xE2, 0xED, 0xED, 0xEE,
        0xF0, 0xF4, 0xF8, 0xFC, 0xFE,
    ];
    const WORDS: [u32; 6] = [0x00, 0x61, 0xD83D, 0xDCA9, 0xFFFE, 0xFFFF];
    check::<Utf8>(&BYTES);
    check::<form::GeneralizedUtf8>(&BYTES);
    check::<form::Wtf8>(&BYTES);
    check::<Utf8b>(&BYTES);
    check::<Cesu8>(&BYTES);
    check::<form::Cesu8Lenient>(&BYTES);
    check::<Mutf8>(&BYTES);
    check::<form::Mutf8Lenient>(&BYTES);
    check::<form::Utf8mb3>(&BYTES);
    check::<form::Utf8Rfc2279>(&BYTES);
    check::<form::Utf1>(&BYTES);
    check::<form::FssUtf1992July>(&BYTES);
    check::<form::CorrectedUtf8>(&BYTES);
    check::<form::CorrectedUtf8Text>(&BYTES);
    check::<form::Optu8>(&BYTES);
    check::<form::Tcl86Utf8>(&BYTES);
    check::<form::Utf8Mod>(&BYTES);
    check::<form::UsAscii>(&BYTES);
    check::<form::Windows1252>(&BYTES);
    check::<Utf16>(&WORDS);
    check::<form::Wtf16>(&WORDS);
    check::<form::Optu16>(&WORDS);
    check::<form::Utf32>(&[0x61, 0xD800, 0x10_FFFF, 0x11_0000]);
}
