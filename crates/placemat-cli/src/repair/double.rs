//! Text that was encoded twice: its bytes were taken for ISO-8859-1 or Windows-1252, and encoded to UTF-8 again.
//!
//! ```text
//! each run of characters that are no ASCII ► bytes of ISO-8859-1, or of Windows-1252 ► well-formed UTF-8?
//! ```
//!
//! Why all runs have to: `Ã©` can stand in a text that talks about such text, or that was put together from two, and there
//! some other run does not decode. Where all do it can still be chance: `MANHÃ®` is a word in capitals and a sign, and
//! evidence of that shape alone is too thin (that of `CAFÃ‰` is not); `Spaß…` could be a digit of NKo. So the detector,
//! to which digits of NKo are rare, has to agree.
//!
//! That there are two ways is no ambiguity: where both encodings have the characters, they have the same bytes for them.

use placemat::detect::detect;
use placemat::form::Utf8;
use placemat::{Codec, Encoding, validate};

use super::edit::Edit;
use super::fix::Fixes;

/// What makes well-formed UTF-8 that was encoded twice into UTF-8 that was encoded once; `None` if it was not.
pub(super) fn decode(text: &[u8], fix: Fixes) -> Option<Vec<Edit>> {
    let text = std::str::from_utf8(text).ok()?;
    let edits = [Encoding::Iso8859_1, Encoding::Windows1252]
        .into_iter()
        .find_map(|single| decode_by(text, single, fix))?;
    (is_likely(text, &edits) && !is_thin(text, &edits)).then_some(edits)
}

/// Does the detector take the text for doubly encoded? Of a text with few such characters it is not sure; then they have to be
/// the usual ones, of Latin-1, or of three bytes and more.
fn is_likely(text: &str, edits: &[Edit]) -> bool {
    let is_double = |one: &Encoding| matches!(one, Encoding::DoubleUtf8Latin1 | Encoding::DoubleUtf8Cp1252);
    let found = detect(text.as_bytes());
    let is_usual = |character: char| matches!(character, '\u{A0}'..='\u{FF}' | '\u{800}'..);
    let are_usual = || {
        let mut decoded = edits.iter().filter_map(|edit| std::str::from_utf8(&edit.with).ok());
        decoded.all(|with| with.chars().all(is_usual))
    };
    found.encoding.is_some_and(|one| is_double(&one))
        || found.alternatives.iter().any(is_double) && are_usual()
}

/// All runs through one encoding of single bytes.
fn decode_by(text: &str, single: Encoding, fix: Fixes) -> Option<Vec<Edit>> {
    let (mut edits, mut at) = (vec![], 0);
    while let Some(start) = text.as_bytes()[at..].iter().position(|byte| !byte.is_ascii()) {
        at += start;
        let rest = &text[at..];
        let len = rest.bytes().position(|byte| byte.is_ascii()).unwrap_or(rest.len());
        let mut with = Vec::with_capacity(len / 2);
        for character in rest[..len].chars() {
            let mut byte = [0];
            single.encode_next(character.into(), &mut byte).ok()?;
            with.push(byte[0]);
        }
        validate(Utf8, &with).ok()?;
        edits.push(Edit { at, len, with, fixes: fix });
        at += len;
    }
    (!edits.is_empty()).then_some(edits)
}

/// Is each run one character, which does not go with the capitals before it?
fn is_thin(text: &str, edits: &[Edit]) -> bool {
    edits.iter().all(|edit| {
        let is_in_capitals = edit.at > 0 && text.as_bytes()[edit.at - 1].is_ascii_uppercase();
        let fits = || std::str::from_utf8(&edit.with).is_ok_and(|with| with.chars().all(char::is_uppercase));
        edit.with.len() == 2 && is_in_capitals && !fits()
    })
}

/// Is there a character that was encoded twice, whatever stands around it?
pub(super) fn is_candidate(bytes: &[u8]) -> bool {
    memchr::memchr_iter(0xC3, bytes).any(|at| {
        // The lead byte of U+00C2..U+00F4, and that of a character which stands for a trail byte.
        matches!(bytes[at + 1..], [0x82..=0xB4, 0xC2 | 0xC5 | 0xC6 | 0xCB | 0xE2, ..])
            && [Encoding::DoubleUtf8Cp1252, Encoding::DoubleUtf8Latin1]
                .into_iter()
                .any(|double| double.decode_next(&bytes[at..], true).is_ok())
    })
}

/// The longest character that was encoded twice, in bytes.
pub(super) const LONGEST: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::edit::apply;

    fn decoded(text: &str) -> Option<String> {
        let edits = decode(text.as_bytes(), Fixes::DOUBLE_ENCODING)?;
        Some(String::from_utf8(apply(text.as_bytes(), &edits)).unwrap())
    }

    fn encoded(text: &str, single: Encoding) -> String {
        let encoded = placemat::convert(single, Encoding::Utf8, text.as_bytes()).unwrap();
        String::from_utf8(encoded).unwrap()
    }

    #[test]
    fn what_was_encoded_twice_or_thrice_is_decoded() {
        for single in [Encoding::Iso8859_1, Encoding::Windows1252] {
            for text in [
                "café",
                "naïve café, 5 €",
                "Überraschung – „Gänsefüßchen“ …",
                "Привет, мир",
                "日本語のテキスト",
                "ça va 💩 très bien",
                "Καλημέρα κόσμε",
                "שלום עולם",
                "CAFÉ",
            ] {
                let twice = encoded(text, single);
                assert_eq!(decoded(&twice).as_deref(), Some(text), "{twice}");
                assert!(is_candidate(twice.as_bytes()), "{twice}");
                let thrice = encoded(&twice, single);
                assert_eq!(decoded(&thrice), Some(twice), "{thrice}");
                assert!(is_candidate(thrice.as_bytes()), "{thrice}");
                assert_eq!(decoded(text), None, "{text}");
            }
        }
    }

    #[test]
    fn what_could_be_meant_stays() {
        for text in [
            "plain",
            "é",
            "`Ã©` is what becomes of é",
            "AMANHÃ®",
            "A MANHÃ© TEXT",
            "“AMANHÃ”",
            "CHÂTEAU ÂGÉ",
            "São Paulo, 5 €",
            "Ã",
            "So ein Spaß… sagte er",
            "É” x",
            "Ä“ quote",
            "Â£ and £",
            "à côté",
        ] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
