//! The lint of Corrected UTF-8: every rule, with the same findings for every way of cutting.

use placemat::form::CorrectedUtf8;
use placemat::views::{Finding, Lint, Rule};

fn findings(lint: Lint, pieces: &[&[u8]]) -> Vec<Finding> {
    let (mut lint, mut findings) = (lint, Vec::new());
    for piece in pieces {
        lint.push(piece, &mut |finding| findings.push(finding));
    }
    lint.finish(&mut |finding| findings.push(finding));
    findings
}

fn rules(document: &[u8]) -> Vec<(u64, u64, Rule)> {
    findings(Lint::file(), &[document]).iter().map(|f| (f.offset, f.len, f.rule)).collect()
}

fn with_magic_number(text: &[u8]) -> Vec<u8> {
    [&CorrectedUtf8::MAGIC_NUMBER[..], text].concat()
}

#[test]
fn what_there_is_nothing_to_say_of() {
    assert_eq!(rules(b""), []);
    assert_eq!(rules(&CorrectedUtf8::MAGIC_NUMBER), []);
    assert_eq!(rules(&with_magic_number(b"one\ntwo\n")), []);
    assert_eq!(rules(&with_magic_number(b"\n")), []);
    assert_eq!(rules(&with_magic_number(b"\x7F\xC0\x80\n")), []);
    // U+2028 and U+2029 of plain UTF-8 are other characters here.
    assert_eq!(rules(&with_magic_number("\u{2028}\u{2029}\n".as_bytes())), []);
    // Ill-formed subsequences are reported by the decoder.
    assert_eq!(rules(&with_magic_number(b"\xFF\x80\xE1\x9E\n")), []);
}

#[test]
fn the_magic_number_and_the_final_terminator() {
    assert_eq!(rules(b"a\n"), [(0, 0, Rule::MagicNumber)]);
    assert_eq!(rules(b"a"), [(0, 0, Rule::MagicNumber), (1, 0, Rule::FinalTerminator)]);
    assert_eq!(rules(&with_magic_number(b"a")), [(9, 0, Rule::FinalTerminator)]);
    assert_eq!(
        rules(&CorrectedUtf8::MAGIC_NUMBER[..6]),
        [(0, 0, Rule::MagicNumber), (6, 0, Rule::FinalTerminator)]
    );
    // Its end is not that of the magic number, so U+0000 is text.
    let broken = rules(&CorrectedUtf8::MAGIC_NUMBER[..7]);
    assert_eq!(broken, [(0, 0, Rule::MagicNumber), (6, 1, Rule::Nul), (7, 0, Rule::FinalTerminator)]);
    let second = with_magic_number(&CorrectedUtf8::MAGIC_NUMBER);
    assert_eq!(rules(&second), [(14, 1, Rule::Nul)]);
    let string = findings(Lint::string(), &[b"a\0\n"]);
    assert_eq!(string, [Finding { offset: 1, len: 1, rule: Rule::Nul, code_point: Some(0) }]);
}

#[test]
fn controls_and_separators() {
    let separators = placemat::encode(CorrectedUtf8, &[0x2027, 0x2028, 0x2029, 0x202A, 0x0A]).unwrap();
    assert_eq!(
        rules(&with_magic_number(&separators)),
        [(11, 3, Rule::LineSeparator), (14, 3, Rule::ParagraphSeparator)]
    );
    for control in 0..0x20 {
        let rule = match control {
            0x00 => Rule::Nul,
            0x0A => continue,
            0x0D => Rule::CarriageReturn,
            _ => Rule::Control,
        };
        let found = findings(Lint::file(), &[&with_magic_number(&[b'a', control, b'\n'])]);
        assert_eq!(found, [Finding { offset: 9, len: 1, rule, code_point: Some(control.into()) }]);
    }
    assert_eq!(rules(&with_magic_number(b"\r\n")), [(8, 1, Rule::CarriageReturn)]);
    // A separator begun twice, and one cut off.
    assert_eq!(rules(&with_magic_number(b"\xE1\xE1\x9E\x88\xE1\x9E\xE1\x9E\x89\n")).len(), 2);
}

#[test]
fn strengths_and_words() {
    let strengths = Rule::ALL.map(Rule::strength);
    let count = |strength| strengths.iter().filter(|other| **other == strength).count();
    assert_eq!((count("SHOULD"), count("MUST NOT"), count("SHOULD NOT")), (2, 1, 4));
    let finding = Finding { offset: 9, len: 1, rule: Rule::Control, code_point: Some(9) };
    assert_eq!(finding.to_string(), "offset 9: SHOULD NOT hold other C0 controls than U+000A (U+0009)");
}

#[test]
fn every_way_of_cutting() {
    let mut documents = vec![
        with_magic_number(b"a\tb\r\n\xE1\x9E\x88\xE1\x9E\x89\x00"),
        b"\xEF\xB7\x9D\xED\xB2\xAE\x00\x0B\n".to_vec(),
        b"\xEF\xB7\x9D\xED\xB2".to_vec(),
        b"\xE1\x9E\xE1\x9E\x88".to_vec(),
    ];
    documents.push(with_magic_number(&CorrectedUtf8::MAGIC_NUMBER));
    for document in documents {
        let whole = findings(Lint::file(), &[&document]);
        assert!(!whole.is_empty());
        let bytes: Vec<&[u8]> = document.chunks(1).collect();
        assert_eq!(findings(Lint::file(), &bytes), whole);
        for first in 0..=document.len() {
            for second in first..=document.len() {
                let pieces = [&document[..first], &document[first..second], &[], &document[second..]];
                assert_eq!(findings(Lint::file(), &pieces), whole);
            }
        }
    }
}
