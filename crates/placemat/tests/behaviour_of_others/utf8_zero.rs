//! `utf8-zero` 0.8.1.

use std::collections::VecDeque;
use std::io::{self, Read};

use placemat::Str;
use placemat::form::Utf8;
use placemat::stream::LossyUtf8;
use placemat::stream::Reader;
use placemat::{Failure, OnError, Options, from_utf8_lossy};

#[test]
fn text_comes_out_of_bytes() {
    for text in ["hello", "ศไทย中华Việt Nam"] {
        assert_eq!(Str::<Utf8>::new(text.as_bytes()).unwrap().as_str(), text);
    }
    assert_eq!(Str::<Utf8>::new(b"hello\xFF").unwrap_err().valid_up_to(), 5);
}

#[test]
fn what_is_utf_8() {
    const IS: [&[u8]; 9] = [
        "eé€\u{10000}".as_bytes(),
        b"\xC2\x80",
        b"\xDF\xBF",
        b"\xE0\xA0\x80",
        b"\xED\x9F\xBF",
        b"\xEE\x80\x80",
        b"\xEF\xBF\xBF",
        b"\xF0\x90\x80\x80",
        b"\xF4\x8F\xBF\xBF",
    ];
    const IS_NOT: [&[u8]; 19] = [
        // Trail bytes, and leads without their trail bytes.
        b"\x80",
        b"\xC0",
        b"\xC0\x10",
        b"\xE0",
        b"\xE0\x10",
        b"\xE0\xFF\x10",
        b"\xF0",
        b"\xF0\x10",
        b"\xF0\xFF\x10",
        b"\xF0\xFF\xFF\x10",
        // Overlong sequences, and values beyond U+10FFFF.
        b"\xC0\x80",
        b"\xC0\xAE",
        b"\xE0\x80\x80",
        b"\xE0\x80\xAF",
        b"\xE0\x81\x81",
        b"\xF0\x82\x82\xAC",
        b"\xF4\x90\x80\x80",
        // Surrogates.
        b"\xED\xA0\x80",
        b"\xED\xBF\xBF",
    ];
    for bytes in IS {
        assert!(Str::<Utf8>::new(bytes).is_ok(), "{bytes:X?}");
    }
    for bytes in IS_NOT {
        assert_eq!(Str::<Utf8>::new(bytes).unwrap_err().offset(), 0, "{bytes:X?}");
    }
}

/// Bytes, and their text with a U+FFFD for each maximal subpart.
const LOSSY: [(&[u8], &str); 13] = [
    (b"hello", "hello"),
    ("ศไทย中华".as_bytes(), "ศไทย中华"),
    ("Việt Nam".as_bytes(), "Việt Nam"),
    (b"Hello\xC2 There\xFF ", "Hello\u{FFFD} There\u{FFFD} "),
    (b"Hello\xC0\x80 There", "Hello\u{FFFD}\u{FFFD} There"),
    (b"\xE6\x83 Goodbye", "\u{FFFD} Goodbye"),
    (b"\xF5foo\xF5\x80bar", "\u{FFFD}foo\u{FFFD}\u{FFFD}bar"),
    (b"\xF5foo\xF5\xC2", "\u{FFFD}foo\u{FFFD}\u{FFFD}"),
    (b"\xF1foo\xF1\x80bar\xF1\x80\x80baz", "\u{FFFD}foo\u{FFFD}bar\u{FFFD}baz"),
    (b"\xF4foo\xF4\x80bar\xF4\xBFbaz", "\u{FFFD}foo\u{FFFD}bar\u{FFFD}\u{FFFD}baz"),
    (b"\xF0\x80\x80\x80foo\xF0\x90\x80\x80bar", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}foo\u{10000}bar"),
    (b"\xF0\x90\x80foo", "\u{FFFD}foo"),
    (b"\xED\xA0\x80foo\xED\xBF\xBFbar", "\u{FFFD}\u{FFFD}\u{FFFD}foo\u{FFFD}\u{FFFD}\u{FFFD}bar"),
];

#[test]
fn lossy_text_of_a_whole() {
    for (bytes, text) in LOSSY {
        assert_eq!(from_utf8_lossy(bytes), text);
        let mut pieces = String::new();
        for chunk in Str::<Utf8>::chunks(bytes) {
            pieces += chunk.well_formed().as_str();
            if !chunk.ill_formed().is_empty() {
                pieces += "\u{FFFD}";
            }
        }
        assert_eq!(pieces, text);
    }
}

/// Cuts bytes at the positions where `cuts` has a bit. The last piece is the rest.
fn cut(bytes: &[u8], cuts: u32) -> Vec<&[u8]> {
    let (mut pieces, mut start) = (vec![], 0);
    for at in (1..bytes.len()).filter(|&at| at <= 32 && cuts >> (at - 1) & 1 == 1) {
        pieces.push(&bytes[start..at]);
        start = at;
    }
    pieces.push(&bytes[start..]);
    pieces
}

#[test]
fn lossy_text_does_not_depend_on_how_it_is_cut() {
    for (bytes, text) in LOSSY {
        // All ways to cut the first bytes, and byte by byte.
        let all = 1_u32 << (bytes.len() - 1).min(13);
        for cuts in (0..all).chain([u32::MAX]) {
            let (mut decoder, mut pieces) = (LossyUtf8::new(), String::new());
            let mut take = |piece: &str| {
                assert!(!piece.is_empty());
                pieces += piece;
            };
            for piece in cut(bytes, cuts) {
                decoder.push(piece, &mut take);
            }
            // `utf8-zero` does this when it is dropped.
            decoder.finish(&mut take);
            assert_eq!(pieces, text, "{bytes:X?} {cuts:b}");
        }
    }
}

/// A reader that returns one piece after the other.
struct Pieces<'a>(VecDeque<&'a [u8]>);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(piece) = self.0.pop_front() else { return Ok(0) };
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn lossy_text_of_a_reader() {
    let lossy = Options { on_error: OnError::Replace, ..Options::default() };
    for (bytes, text) in LOSSY {
        // Byte by byte, and all ways to cut into at most three pieces.
        let ends = (0..bytes.len()).flat_map(|first| (first..bytes.len()).map(move |last| (first, last)));
        let threes = ends.map(|(first, last)| 1_u64 << first | 1_u64 << last);
        for cuts in threes.chain([u64::MAX]) {
            // The bit of a place is the one before it.
            let pieces = Pieces(cut(bytes, (cuts >> 1) as u32).into());
            let reader = Reader::new(pieces, Utf8, Utf8, lossy).unwrap();
            assert_eq!(io::read_to_string(reader).unwrap(), text, "{bytes:X?} {cuts:b}");
        }
    }
}

#[test]
fn an_unfinished_end_is_told_from_an_error() {
    let mut chunks = Str::<Utf8>::chunks(b"hello\xC0world");
    let first = chunks.next().unwrap();
    assert_eq!((first.well_formed().as_str(), first.ill_formed()), ("hello", &b"\xC0"[..]));
    assert!(!first.is_incomplete());
    assert_eq!(chunks.next().unwrap().well_formed().as_str(), "world");
    assert!(chunks.next().is_none());

    let only = Str::<Utf8>::chunks(b"\xC3").next().unwrap();
    assert_eq!((only.well_formed().as_str(), only.ill_formed()), ("", &b"\xC3"[..]));
    assert!(only.is_incomplete());
}

#[test]
fn a_sequence_in_two_pieces() {
    let (mut decoder, mut text) = (LossyUtf8::new(), String::new());
    decoder.push(b"Hello \xC3", |piece| text += piece);
    decoder.push(b"\xA9!", |piece| text += piece);
    decoder.finish(|piece| text += piece);
    assert_eq!(text, "Hello é!");
}

/// `utf8-zero` continues after an error of a reader. Here, the strict reader ends there, and chunks continue.
#[test]
fn a_strict_reader_ends_at_the_first_error() {
    let mut reader = Reader::new(&b"ok\xFFend"[..], Utf8, Utf8, Options::default()).unwrap();
    let mut bytes = vec![];
    let error = reader.read_to_end(&mut bytes).unwrap_err();
    assert_eq!(bytes, b"ok");
    let failure = error.get_ref().unwrap().downcast_ref::<Failure>().unwrap();
    assert_eq!((failure.offset(), failure.len()), (2, 1));
    assert!(reader.read(&mut [0]).is_err());

    let parts: Vec<_> = Str::<Utf8>::chunks(b"ok\xFFend").map(|chunk| chunk.well_formed().as_str()).collect();
    assert_eq!(parts, ["ok", "end"]);
}
