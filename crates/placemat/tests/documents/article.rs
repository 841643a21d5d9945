//! "UTF-8: it's what strings are made of", the article.

use fancy_regex::Regex;
use placemat::ErrorKind::{Interrupted, OutOfRange, Overlong, StrayTrail, Surrogate};
use placemat::form::{Form, GeneralizedUtf8, Iso8859_1, Utf8, Utf16, Wtf8};
use placemat::scheme::Be;
use placemat::table::Row;
use placemat::views::Properties;
use placemat::views::{Dialect, Expression};
use placemat::{Encoding, Failure, OnUnencodable, convert, decode, encode, validate};

use crate::documents::reading::{
    EDGE_BYTES, bytes, converted, distribute, error_lengths, errors, hex, hex16, on_unencodable,
    scalar_values, strings,
};
use crate::support::{Item, items};

/// "1,114,112 possible code points", from 0 to 1,114,111; the characters that the article names.
#[test]
fn code_points() {
    assert_eq!(Properties::new(GeneralizedUtf8).code_points(), 1_114_112);
    assert_eq!(Properties::new(GeneralizedUtf8).code_space().last(), Some((0, 1_114_111)));
    for (number, character, code_point, written) in [
        (65, 'A', 0x41, "41"),
        (90, 'Z', 0x5A, "5A"),
        (32, ' ', 0x20, "20"),
        (676, 'ʤ', 0x02A4, "CA A4"),
        (1132, 'Ѭ', 0x046C, "D1 AC"),
        (3061, '௵', 0x0BF5, "E0 AF B5"),
    ] {
        assert_eq!((number, u32::from(character)), (code_point, code_point));
        assert_eq!(bytes(Encoding::Utf8, &[code_point]), hex(written));
        assert_eq!(decode(Utf8, &hex(written)).unwrap(), [code_point]);
    }
}

/// "U+0000 to U+007F: 00 -- 7F"; "all valid ASCII documents are valid UTF-8 documents"; 80 to FF are left for
/// the rest.
#[test]
fn one_byte_range() {
    let ascii: Vec<u8> = (0x00..=0x7F).collect();
    assert!(decode(Utf8, &ascii).unwrap().into_iter().eq(0x00..=0x7F));
    assert_eq!(Utf8::TABLE.rows()[0].sequences(), (&[0x00][..], &[0x7F][..]));
    let properties = Properties::new(Utf8);
    assert_eq!(properties.is_ascii_transparent(), Some(true));
    assert!((0x80..=0xFF).all(|byte| !properties.role(byte).alone));
}

/// "U+0080 to U+07FF: 110xxxxx 10yyyyyy", 11 bits; C2 80 to DF BF.
#[test]
fn two_byte_range() {
    let row = &Utf8::TABLE.rows()[1];
    assert_eq!(row.code_points(), (0x80, 0x7FF));
    assert_eq!(row.sequences(), (&[0b1100_0010, 0b1000_0000][..], &[0b1101_1111, 0b1011_1111][..]));
    assert_eq!(Properties::new(Utf8).payload_bits(2), Some(11));
    assert_eq!(bytes(Encoding::Utf8, &[0x80]), hex("C2 80"));
    assert_eq!(bytes(Encoding::Utf8, &[0x7FF]), hex("DF BF"));
}

/// "C1 BF or 11000001 10111111 could translate to U+007F but … is not a legal byte sequence."
#[test]
fn overlong_c1_bf() {
    assert_eq!(distribute("110xxxxx 10yyyyyy", 0x7F), Some(vec![0xC1, 0xBF]));
    assert_eq!(errors(Utf8, &hex("C1 BF")), [(0, 1, Overlong), (1, 1, StrayTrail)]);
    let (masked, kind) = Utf8::TABLE.masked(&hex("C1 BF")).unwrap();
    assert_eq!((masked.code_point, masked.len, kind), (0x7F, 2, Overlong));
    assert_eq!(bytes(Encoding::Utf8, &[0x7F]), hex("7F"));
}

/// "Bytes lower than 80 are used for 1-byte code points and it is an error to see them in a multibyte
/// encoding"; the trailing bytes "can therefore range from 80 to BF"; "the value of the first byte tells us
/// how many".
#[test]
fn trailing_bytes() {
    let properties = Properties::new(Utf8);
    assert!((0..=0xFF).all(|byte| properties.role(byte).trail == (0x80..=0xBF).contains(&byte)));
    assert_eq!(properties.settled_after(), 1);
    for lead in ["C3", "E2 82", "F0 9F 98"] {
        let text = [hex(lead), b"a".to_vec()].concat();
        let len = text.len() - 1;
        assert_eq!(items(Utf8, &text), [Item::Error(Interrupted, len), Item::CodePoint(0x61, 1)]);
    }
}

/// "Two 'regular' code points, where the first two bytes are in the range D8 00 to DB FF and the second two
/// are in the range DC 00 to DF FF": four bytes, so that UTF-16 is not fixed at two bytes for each code
/// point.
#[test]
fn utf_16_is_variable() {
    assert!(Properties::new(Utf16).lengths().eq([1, 2]));
    let [first, last] = [0x1_0000, 0x10_FFFF].map(|code_point| encode(Be(Utf16), &[code_point]));
    assert_eq!((first.unwrap(), last.unwrap()), (hex("D8 00 DC 00"), hex("DB FF DF FF")));
    for scalar in scalar_values().filter(|&scalar| scalar > 0xFFFF) {
        let units = encode(Utf16, &[scalar]).unwrap();
        assert!(matches!(units[..], [0xD800..=0xDBFF, 0xDC00..=0xDFFF]));
    }
}

/// "No encoding should attempt to represent them": the surrogates, in the three encodings of the standard.
#[test]
fn surrogates_have_no_encoding() {
    for surrogate in 0xD800..=0xDFFF {
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let failure = encode(encoding, &[surrogate]).unwrap_err();
            assert!(matches!(failure, Failure::Unencodable(lost) if lost.code_point() == surrogate));
        }
    }
}

/// "U+0800 to U+D7FF: E0 A0 80 -- ED 9F BF; U+E000 to U+FFFF: EE 80 80 -- EF BF BF", 16 bits.
#[test]
fn three_byte_ranges() {
    let [first, second] = [2, 3].map(|k: usize| &Utf8::TABLE.rows()[k]);
    assert_eq!(first.code_points(), (0x800, 0xD7FF));
    assert_eq!(first.sequences(), (&[0xE0, 0xA0, 0x80][..], &[0xED, 0x9F, 0xBF][..]));
    assert_eq!(second.code_points(), (0xE000, 0xFFFF));
    assert_eq!(second.sequences(), (&[0xEE, 0x80, 0x80][..], &[0xEF, 0xBF, 0xBF][..]));
    assert_eq!(Properties::new(Utf8).payload_bits(3), Some(16));
    // Ranges of whole sequences, not of independent bytes: E1 9F … lies between, E0 9F … and ED A0 … lie
    // outside.
    assert!(validate(Utf8, &hex("E1 9F BF")).is_ok());
    assert_eq!(validate(Utf8, &hex("E0 9F BF")).unwrap_err().kind(), Overlong);
    assert_eq!(validate(Utf8, &hex("ED A0 80")).unwrap_err().kind(), Surrogate);
}

/// "U+010000 to U+10FFFF: F0 90 80 80 -- F4 8F BF BF", 21 bits.
#[test]
fn four_byte_range() {
    let row = &Utf8::TABLE.rows()[4];
    assert_eq!(row.code_points(), (0x1_0000, 0x10_FFFF));
    assert_eq!(row.sequences(), (&[0xF0, 0x90, 0x80, 0x80][..], &[0xF4, 0x8F, 0xBF, 0xBF][..]));
    assert_eq!(Properties::new(Utf8).payload_bits(4), Some(21));
    // 90 to 8F is not a range of bytes: the first applies after F0, the other after F4.
    assert!(validate(Utf8, &hex("F1 80 80 80")).is_ok() && validate(Utf8, &hex("F1 BF BF BF")).is_ok());
    assert_eq!(validate(Utf8, &hex("F0 8F BF BF")).unwrap_err().kind(), Overlong);
    assert_eq!(validate(Utf8, &hex("F4 90 80 80")).unwrap_err().kind(), OutOfRange);
}

/// The list of "all the valid sequences of bytes that can represent a single character".
const NINE_LINES: [&str; 9] = [
    "[00-7F]",
    "[C2-DF] [80-BF]",
    "E0 [A0-BF] [80-BF]",
    "[E1-EC] [80-BF] [80-BF]",
    "ED [80-9F] [80-BF]",
    "[EE-EF] [80-BF] [80-BF]",
    "F0 [90-BF] [80-BF] [80-BF]",
    "[F1-F3] [80-BF] [80-BF] [80-BF]",
    "F4 [80-8F] [80-BF] [80-BF]",
];

#[test]
fn nine_lines_of_the_expression() {
    let printed = Expression::new(Encoding::Utf8, Dialect::Article).unwrap().to_string();
    let lines = printed.lines().map(|line| {
        let words: Vec<&str> = line.trim_start_matches("| ").split_whitespace().collect();
        words.join(" ")
    });
    assert!(lines.eq(NINE_LINES));
    assert_eq!(Utf8::TABLE.rows().iter().flat_map(Row::ranges).count(), NINE_LINES.len());
}

/// "Regexes work on characters, not bytes": the bytes as a string of the code points 0 to 255, as Node's
/// `binary`.
#[test]
fn expression_over_a_binary_string() {
    let pattern = Expression::new(Encoding::Utf8, Dialect::Latin1).unwrap().to_string();
    let expression = Regex::new(&pattern).unwrap();
    for text in strings(&EDGE_BYTES, 3).chain([hex("F0 9F 98 80"), hex("F4 90 80 80"), hex("F0 8F BF BF")]) {
        let binary = String::from_utf8(convert(Iso8859_1, Utf8, &text).unwrap()).unwrap();
        assert_eq!(expression.is_match(&binary).unwrap(), validate(Utf8, &text).is_ok(), "{text:02X?}");
    }
}

/// `new Buffer('ab\ud800cd', 'utf8')` "prior to these releases": 61 62 ed a0 80 63 64, which is WTF-8.
#[test]
fn node_before_the_change() {
    let string = hex16("0061 0062 D800 0063 0064");
    let before = convert(placemat::form::Wtf16, Wtf8, &string).unwrap();
    assert_eq!(before, hex("61 62 ED A0 80 63 64"));
    assert_eq!(error_lengths(Utf8, &before[2..5]), [1, 1, 1]);
}

/// "After this release": 61 62 ef bf bd 63 64; strictly it is a failure that names the surrogate.
#[test]
fn node_after_the_change() {
    let string = hex16("0061 0062 D800 0063 0064");
    let wtf_16 = placemat::form::Wtf16;
    let after = converted(wtf_16, Utf8, &string, on_unencodable(OnUnencodable::Replace));
    assert_eq!(after, hex("61 62 EF BF BD 63 64"));
    let Err(Failure::Unencodable(lost)) = convert(wtf_16, Utf8, &string) else { panic!("no failure") };
    assert_eq!((lost.code_point(), lost.offset(), lost.len()), (0xD800, 2, 1));
}
