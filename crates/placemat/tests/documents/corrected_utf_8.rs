//! The text "Corrected UTF-8" of 14 November 2022: its table, its examples, each MUST and each SHOULD.

use placemat::ErrorKind::{Interrupted, Nul, Overlong, Reserved, StrayTrail, Surrogate, Truncated};
use placemat::form::{CorrectedUtf8, CorrectedUtf8Text, Form, Utf8, Utf8Rfc2279, Wtf8};
use placemat::scheme::Signed;
use placemat::views::Properties;
use placemat::views::{Finding, Lint, Rule};
use placemat::{Encoding, Failure, OnError, OnUnencodable, convert, decode, encode, validate};

use crate::documents::reading::{
    bytes, converted, distribute, error_lengths, errors, hex, on_unencodable, read_with,
};
use crate::support::{Item, items};

/// The complete table: first and last sequence, offset in decimal, first and last code point.
const TABLE: [(&str, &str, u32, u32, u32); 7] = [
    ("00", "7F", 0, 0x0000_0000, 0x0000_007F),
    ("C0 80", "DF BF", 160, 0x0000_00A0, 0x0000_089F),
    ("E0 80 80", "EC BD 9F", 2_208, 0x0000_08A0, 0x0000_D7FF),
    ("EC BD A0", "EF BF BF", 4_256, 0x0000_E000, 0x0001_109F),
    ("F0 80 80 80", "F7 BF BF BF", 69_792, 0x0001_10A0, 0x0021_109F),
    ("F8 80 80 80 80", "FB BF BF BF BF", 2_166_944, 0x0021_10A0, 0x0421_109F),
    ("FC 80 80 80 80 80", "FD BF BF BF BF BF", 69_275_808, 0x0421_10A0, 0x8421_109F),
];

/// The bit patterns of RFC 2044.
const PATTERNS: [&str; 6] = [
    "0xxxxxxx",
    "110xxxxx 10xxxxxx",
    "1110xxxx 10xxxxxx 10xxxxxx",
    "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx",
    "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx",
    "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx",
];

fn pattern(value: u32, len: usize) -> Vec<u8> {
    distribute(PATTERNS[len - 1], value).unwrap().into_iter().map(|byte| byte as u8).collect()
}

/// The table, row by row.
#[test]
fn table_of_sequences() {
    assert_eq!(CorrectedUtf8::TABLE.rows().len(), TABLE.len());
    for (row, (first, last, _, from, to)) in CorrectedUtf8::TABLE.rows().iter().zip(TABLE) {
        let widened = |text| hex(text).into_iter().map(u32::from).collect::<Vec<_>>();
        assert_eq!(row.sequences(), (&widened(first)[..], &widened(last)[..]));
        assert_eq!(row.code_points(), (from, to));
        assert_eq!(decode(CorrectedUtf8, &hex(first)).unwrap(), [from]);
        assert_eq!(decode(CorrectedUtf8, &hex(last)).unwrap(), [to]);
        assert_eq!(bytes(Encoding::CorrectedUtf8, &[from, to]), [hex(first), hex(last)].concat());
    }
}

/// The offsets, in decimal: a code point is the bits of its sequence and the offset of its row.
#[test]
fn table_of_offsets() {
    for (first, _, offset, from, to) in TABLE {
        let len = hex(first).len();
        let step = ((to - from) / 1009).max(1) as usize;
        for code_point in (from..=to).step_by(step).chain([from + 1, to - 1, to]) {
            let written = bytes(Encoding::CorrectedUtf8, &[code_point]);
            assert_eq!(written, pattern(code_point - offset, len), "U+{code_point:04X}");
            assert_eq!(decode(CorrectedUtf8, &written).unwrap(), [code_point]);
        }
    }
}

/// "Overlength encodings become impossible instead of just forbidden": every combination of a lead byte with
/// its number of trailing bytes is a code point, and each another.
#[test]
fn every_possible_sequence_is_unique() {
    let properties = Properties::new(CorrectedUtf8);
    assert!(properties.has_one_spelling());
    assert!((0..=0xFF).all(|byte| !properties.role(byte).restricted));
    assert!(CorrectedUtf8::TABLE.excluded().is_empty());
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(|len| properties.code_points_of(len)),
        [128, 1 << 11, 1 << 16, 1 << 21, 1 << 26, 1 << 31]
    );
    for value in 0..0x800 {
        assert_eq!(decode(CorrectedUtf8, &pattern(value, 2)).unwrap(), [value + 160]);
    }
}

/// U+002F "could be encoded as the one-byte sequence 2F, or the two-byte sequence C0 AF, or the three-byte
/// sequence E0 80 AF, etc.": overlong in UTF-8; here C0 AF "becomes the unique encoding of U+00CF", and the
/// others are unique too.
#[test]
fn c0_af() {
    for (input, here) in [("2F", 0x2F), ("C0 AF", 0xCF), ("E0 80 AF", 0x8CF), ("F0 80 80 AF", 0x1_10CF)] {
        let input = hex(input);
        assert_eq!(decode(CorrectedUtf8, &input).unwrap(), [here]);
        assert_eq!(bytes(Encoding::CorrectedUtf8, &[here]), input);
        if input.len() > 1 {
            assert_eq!(error_lengths(Utf8, &input), vec![1; input.len()]);
            assert_eq!(Utf8::TABLE.masked(&input).unwrap().0.code_point, 0x2F);
            assert_eq!(validate(Utf8Rfc2279, &input).unwrap_err().kind(), Overlong);
        }
    }
    assert_eq!(char::from_u32(0xCF), Some('Ï'));
}

/// "Corrected UTF-8 skips over them entirely; this is why the offset for two-byte sequences is 160 rather
/// than 128."
#[test]
fn c1_controls_are_not_encoded() {
    for code_point in 0x80..=0x9F {
        assert!(encode(CorrectedUtf8, &[code_point]).is_err(), "U+{code_point:04X}");
    }
    assert_eq!(bytes(Encoding::CorrectedUtf8, &[0x7F, 0xA0]), hex("7F C0 80"));
}

/// "We skip this range just like we do for the C1 controls", so that "the three-byte sequences are split into
/// two ranges with two different offsets". The sequences that UTF-8 forbids, ED A0 80 to ED BF BF, are
/// characters.
#[test]
fn surrogates_are_not_encoded() {
    for surrogate in 0xD800..=0xDFFF {
        assert!(encode(CorrectedUtf8, &[surrogate]).is_err(), "U+{surrogate:04X}");
        let forbidden = bytes(Encoding::GeneralizedUtf8, &[surrogate]);
        assert_eq!(validate(Utf8, &forbidden).unwrap_err().kind(), Surrogate);
        assert_eq!(decode(CorrectedUtf8, &forbidden).unwrap(), [surrogate + 4_256]);
    }
    assert_eq!(bytes(Encoding::CorrectedUtf8, &[0xD7FF, 0xE000]), hex("EC BD 9F EC BD A0"));
}

/// "They can be mapped to some convenient private-use codepoints": the C1 controls and the surrogates, on
/// request, and back again.
#[test]
fn private_use_mapping() {
    let options = on_unencodable(OnUnencodable::PrivateUse);
    let ucs_4 = placemat::form::Ucs4Units;
    for code_point in (0x80..=0x9F).chain(0xD800..=0xDFFF) {
        let lifted = converted(ucs_4, CorrectedUtf8, &[code_point], options);
        assert_eq!(decode(CorrectedUtf8, &lifted).unwrap(), [code_point + 0x10_0000]);
        assert_eq!(converted(CorrectedUtf8, ucs_4, &lifted, options), [code_point]);
        // A code point that is already the result of the mapping has no image, so that the mapping can always
        // be undone.
        let taken = placemat::Conversion::new(ucs_4, CorrectedUtf8, options).unwrap();
        assert!(matches!(taken.convert(&[code_point + 0x10_0000]), Err(Failure::Unencodable(_))));
    }
    assert_eq!(converted(ucs_4, CorrectedUtf8, &[0xD800], options), hex("F3 BC 9D A0"));
    assert_eq!(OnUnencodable::default(), OnUnencodable::Strict);
}

/// "Could encode codepoints up to U+7FFF FFFF"; "the highest encodable code point is U+8421 109F".
#[test]
fn no_artificial_upper_limit() {
    assert_eq!(Properties::new(Utf8).code_space().last(), Some((0xE000, 0x10_FFFF)));
    assert_eq!(Properties::new(Utf8Rfc2279).code_space().last(), Some((0, 0x7FFF_FFFF)));
    assert_eq!(Properties::new(CorrectedUtf8).code_space().last(), Some((0xE000, 0x8421_109F)));
    assert_eq!(bytes(Encoding::CorrectedUtf8, &[0x8421_109F]), hex("FD BF BF BF BF BF"));
    assert!(encode(CorrectedUtf8, &[0x8421_10A0]).is_err());
}

/// Decoders "MUST treat sequences beginning with FE or FF as 'reserved for future use' and as extending until
/// the next recognized lead byte, rather than as 'invalid'".
#[test]
fn must_treat_fe_and_ff_as_reserved() {
    for (input, len) in [
        ("FE", 1),
        ("FF", 1),
        ("FE 80 80 80 80 80 80", 7),
        ("FE 80 80 80 80 80 80 80 80 80 80", 11),
        ("FF 80 41", 2),
        ("FE C0 80", 1),
        ("FE FD BF BF BF BF BF", 1),
    ] {
        assert_eq!(errors(CorrectedUtf8, &hex(input))[0], (0, len, Reserved), "{input}");
        assert_eq!(errors(CorrectedUtf8Text, &hex(input))[0], (0, len, Reserved), "{input}");
    }
    assert_eq!(Reserved.describe(), "reserved for future use");
    assert_eq!(validate(CorrectedUtf8, &[0xFE]).unwrap_err().kind().name(), "reserved");
    // One sign for the whole sequence, and the next lead byte is read.
    assert_eq!(read_with(CorrectedUtf8, OnError::Replace, &hex("41 FE 80 80 42")), [0x41, 0xFFFD, 0x42]);
    assert_eq!(read_with(CorrectedUtf8, OnError::Replace, &hex("FE FE 80 FF")), [0xFFFD; 3]);
}

/// `1111 1111 110x xxxx` "would be the first two bytes of an eight-byte sequence", in a future that is left
/// open: a recognized lead byte ends the reserved sequence.
#[test]
fn must_end_reserved_sequences_at_a_lead_byte() {
    let expected = [Item::Error(Reserved, 1), Item::CodePoint(0xA0, 2), Item::Error(StrayTrail, 1)];
    assert_eq!(items(CorrectedUtf8, &hex("FF C0 80 80")), expected);
    for lead in (0x00..=0x7F).chain(0xC0..=0xFF) {
        assert_eq!(errors(CorrectedUtf8, &[0xFE, 0x80, lead])[0], (0, 2, Reserved), "{lead:02X}");
    }
    for trail in 0x80..=0xBF {
        assert_eq!(errors(CorrectedUtf8, &[0xFE, 0x80, trail]), [(0, 3, Reserved)], "{trail:02X}");
    }
}

/// Other ill-formed text: stray and missing trailing bytes.
#[test]
fn other_errors() {
    assert_eq!(errors(CorrectedUtf8, &hex("80")), [(0, 1, StrayTrail)]);
    assert_eq!(errors(CorrectedUtf8, &hex("E0 80 41")), [(0, 2, Interrupted)]);
    assert_eq!(errors(CorrectedUtf8, &hex("FC 80 80 80 80")), [(0, 5, Truncated)]);
}

/// "The Corrected encoding of the four-codepoint sequence U+10E7D U+ED4E U+0000 U+000A. If interpreted as
/// traditional UTF-8, it instead encodes U+FDDD U+DCAE U+0000 U+000A, which is forbidden."
#[test]
fn magic_number() {
    assert_eq!(CorrectedUtf8::MAGIC_NUMBER[..], hex("EF B7 9D ED B2 AE 00 0A"));
    assert_eq!(
        decode(CorrectedUtf8, &CorrectedUtf8::MAGIC_NUMBER).unwrap(),
        [0x1_0E7D, 0xED4E, 0x0000, 0x000A]
    );
    assert_eq!(
        bytes(Encoding::CorrectedUtf8, &[0x1_0E7D, 0xED4E, 0x0000, 0x000A]),
        CorrectedUtf8::MAGIC_NUMBER
    );
    assert_eq!(
        decode(Encoding::GeneralizedUtf8, &CorrectedUtf8::MAGIC_NUMBER).unwrap(),
        [0xFDDD, 0xDCAE, 0x0000, 0x000A]
    );
    // Of the two counts only the surrogate makes it ill-formed; a noncharacter is encoded like any scalar
    // value.
    assert_eq!(errors(Utf8, &CorrectedUtf8::MAGIC_NUMBER)[0], (3, 1, Surrogate));
    assert!(validate(Wtf8, &CorrectedUtf8::MAGIC_NUMBER).is_ok());
    assert_eq!(Encoding::for_signature(&CorrectedUtf8::MAGIC_NUMBER), Some((Encoding::CorrectedUtf8, 8)));
}

/// "When it appears at the beginning of a file, it should not be considered part of the text."
#[test]
fn magic_number_is_not_part_of_the_text() {
    let document = [&CorrectedUtf8::MAGIC_NUMBER[..], b"a\n"].concat();
    assert_eq!(decode(Signed(CorrectedUtf8Text), &document).unwrap(), [0x61, 0x0A]);
    assert_eq!(encode(Signed(CorrectedUtf8Text), &[0x61, 0x0A]).unwrap(), document);
    assert_eq!(decode(Signed(CorrectedUtf8Text), b"a\n").unwrap(), [0x61, 0x0A]);
    assert_eq!(encode(CorrectedUtf8, &[0x61, 0x0A]).unwrap(), b"a\n");
}

fn findings(lint: Lint, document: &[u8]) -> Vec<Finding> {
    let (mut lint, mut findings) = (lint, vec![]);
    lint.push(document, &mut |finding| findings.push(finding));
    lint.finish(&mut |finding| findings.push(finding));
    findings
}

/// Returns the rules that a file with the magic number and these code points violates.
fn rules(code_points: &[u32]) -> Vec<Rule> {
    let text = bytes(Encoding::CorrectedUtf8, code_points);
    let document = [&CorrectedUtf8::MAGIC_NUMBER[..], &text].concat();
    findings(Lint::file(), &document).into_iter().map(|finding| finding.rule).collect()
}

/// "It SHOULD be present at the beginning of any file … but need not be prepended to strings whose encoding
/// is known."
#[test]
fn should_begin_with_the_magic_number() {
    assert_eq!(Rule::MagicNumber.strength(), "SHOULD");
    let found = findings(Lint::file(), b"a\n");
    assert_eq!(found.iter().map(|finding| finding.rule).collect::<Vec<_>>(), [Rule::MagicNumber]);
    assert_eq!(findings(Lint::string(), b"a\n"), []);
    assert_eq!(rules(&[0x61, 0x0A]), []);
}

/// "U+0000 MUST NOT appear in a Corrected UTF-8 document except as part of the 'magic number'": an error of
/// the decoder as well, also in a second magic number, and nothing that can be written.
#[test]
fn must_not_hold_nul() {
    assert_eq!(Rule::Nul.strength(), "MUST NOT");
    assert_eq!(rules(&[0x61, 0x00, 0x0A]), [Rule::Nul]);
    let document = Encoding::CorrectedUtf8Document;
    let twice = [CorrectedUtf8::MAGIC_NUMBER, CorrectedUtf8::MAGIC_NUMBER].concat();
    let error = validate(document, &twice).unwrap_err();
    assert_eq!((error.offset(), error.len(), error.kind()), (14, 1, Nul));
    assert!(validate(document, &CorrectedUtf8::MAGIC_NUMBER).is_ok());
    assert_eq!(encode(document, &[0x61, 0x00]).unwrap_err().offset(), 1);
    // A string may contain it.
    assert_eq!(decode(CorrectedUtf8, &[0x00]).unwrap(), [0x00]);
}

/// "U+000A is used by itself as a line terminator (NOT a line separator; the last character in the file
/// should be U+000A)."
#[test]
fn should_end_in_a_line_terminator() {
    assert_eq!(Rule::FinalTerminator.strength(), "SHOULD");
    assert_eq!(rules(&[0x61]), [Rule::FinalTerminator]);
    assert_eq!(rules(&[0x61, 0x0A, 0x62]), [Rule::FinalTerminator]);
    assert_eq!(rules(&[0x61, 0x0A, 0x62, 0x0A]), []);
}

/// "U+000D and U+2028 SHOULD NOT appear."
#[test]
fn should_not_hold_carriage_return_or_line_separator() {
    assert_eq!([Rule::CarriageReturn, Rule::LineSeparator].map(Rule::strength), ["SHOULD NOT"; 2]);
    assert_eq!(rules(&[0x61, 0x0D, 0x0A]), [Rule::CarriageReturn]);
    assert_eq!(rules(&[0x61, 0x2028, 0x0A]), [Rule::LineSeparator]);
    assert_eq!(rules(&[0x61, 0x2027, 0x202A, 0x0A]), []);
}

/// "The other C0 controls, and additionally U+2029 PARAGRAPH SEPARATOR, also SHOULD NOT appear."
#[test]
fn should_not_hold_other_controls_or_paragraph_separator() {
    assert_eq!([Rule::Control, Rule::ParagraphSeparator].map(Rule::strength), ["SHOULD NOT"; 2]);
    assert_eq!(rules(&[0x61, 0x2029, 0x0A]), [Rule::ParagraphSeparator]);
    for control in (0x01..=0x1F).filter(|control| ![0x0A, 0x0D].contains(control)) {
        assert_eq!(rules(&[0x61, control, 0x0A]), [Rule::Control], "U+{control:04X}");
    }
    assert_eq!(rules(&[0x20, 0x7F, 0xA0, 0x0A]), []);
}

/// The rules of taste are the lint's and never the decoder's.
#[test]
fn should_is_no_matter_of_the_decoder() {
    let text = [0x09, 0x0D, 0x2028, 0x2029, 0x0C];
    let document = Encoding::CorrectedUtf8Document;
    assert_eq!(decode(document, &bytes(document, &text)).unwrap(), text);
}

/// "Corrected UTF-8 is almost the same as UTF-8": ASCII is the same, and everything else that is well-formed
/// UTF-8 is well-formed here and something else.
#[test]
fn utf_8_is_well_formed_with_other_characters() {
    let ascii: Vec<u32> = (0..0x80).collect();
    assert_eq!(bytes(Encoding::CorrectedUtf8, &ascii), bytes(Encoding::Utf8, &ascii));
    for scalar in (0x80..0xD800).chain((0xE000..=0x10_FFFF).step_by(7)) {
        let utf_8 = bytes(Encoding::Utf8, &[scalar]);
        let here = convert(CorrectedUtf8, placemat::form::Ucs4Units, &utf_8).unwrap();
        assert!(here.len() == 1 && here != [scalar], "U+{scalar:04X}");
    }
}
