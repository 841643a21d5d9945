//! Letters of Latin script in a text that is partly UTF-8: those of one part say something of the other.

use std::collections::BTreeSet;

use crate::legacy::{Confidence, Guess, Legacy};

/// The encodings that are tried, by how many texts are in them.
const USUAL: [&str; 4] = ["windows-1250", "windows-1254", "windows-1257", "iso-8859-2"];
/// Signs that stand beside words.
const SIGNS: &str = "¡¿«»“”„‘’–—…°ºª€£";
/// Letters that are words.
const WORDS: &str = "àéèòóöåæ";

/// Returns the encoding of a part in Latin script: if Windows-1252 was proposed, which any text may be, and the rest of
/// the text, which is UTF-8, has letters that it lacks, rather an encoding that has them.
pub(super) fn agreeing(guess: Guess, part: &[u8], utf_8: &str) -> Option<Guess> {
    if guess.legacy.of_family().is_none() || guess.evidence.script().0 != "Latin" {
        return Some(guess);
    }
    let is_latin = |one: &char| matches!(one, 'À'..='\u{24F}') && one.is_alphabetic();
    let letters: BTreeSet<char> = utf_8.chars().filter(is_latin).collect();
    let has_all = |legacy: &Legacy| {
        let own: BTreeSet<char> = (0x80..=0xFF).flat_map(|byte| first(*legacy, byte)).collect();
        letters.is_subset(&own)
    };
    if has_all(&guess.legacy) {
        return Some(guess);
    }
    let is_clean =
        |legacy: &Legacy| !legacy.read(part).chars().any(|one| one == '\u{FFFD}' || is_control(one));
    let other =
        USUAL.into_iter().filter_map(Legacy::named).find(|legacy| has_all(legacy) && is_clean(legacy));
    let guess = Guess { confidence: Confidence::Perhaps, ..guess };
    other.map(|legacy| Guess { legacy, ..guess }).or(Some(guess))
}

const fn is_control(one: char) -> bool {
    matches!(one, '\u{80}'..='\u{9F}')
}

/// Returns the character of a byte.
fn first(legacy: Legacy, byte: u8) -> Option<char> {
    legacy.read(&[byte]).chars().next()
}

/// Returns `true` if every byte beyond ASCII is a letter beside letters of ASCII, or a sign beside words; some may be
/// words of one letter. What is left of characters of UTF-8 stands alone, or within longer sequences.
pub(super) fn are_single(part: &[u8], legacy: Legacy) -> bool {
    let is_letter = |byte: u8| !byte.is_ascii() || byte.is_ascii_alphabetic();
    let (mut at, mut count, mut words) = (0, 0, 0);
    let are_single = part.utf8_chunks().all(|chunk| {
        let start = at + chunk.valid().len();
        at = start + chunk.invalid().len();
        let before = start.checked_sub(1).map(|at| part[at]).unwrap_or(b' ');
        let after = part.get(at).copied().unwrap_or(b' ');
        chunk.valid().is_ascii()
            && match *chunk.invalid() {
                [] => true,
                // They have rather lost their second byte, or never were text.
                [0xC2 | 0xC3 | 0xFF] => false,
                [byte] => first(legacy, byte).is_some_and(|one| {
                    let is_alone = !is_letter(before) && !is_letter(after);
                    count += 1;
                    words += usize::from(is_alone && WORDS.contains(one));
                    match one {
                        one if SIGNS.contains(one) => true,
                        one if one.is_uppercase() => !before.is_ascii_lowercase() && is_letter(after),
                        one => one.is_alphabetic() && (!is_alone || WORDS.contains(one)),
                    }
                }),
                _ => false,
            }
    });
    are_single && (words < count || count == 0)
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    fn named(name: &str) -> Legacy {
        Legacy::named(name).unwrap()
    }

    #[test]
    fn letters_are_told_from_what_is_left_of_characters() {
        let western = Legacy::windows_1252().unwrap();
        for text in [b"caf\xE9 cr\xE8me, M\xFCller".as_slice(), b"\xA1Hola, se\xF1or!", b"5 \x80, \xC9mile"] {
            assert!(are_single(text, western), "{}", text.escape_ascii());
        }
        for text in [b"caf\xC3 5".as_slice(), b"\xE2\x82 5", b"a \xA9 b", b"caf\xC3\xA9 th\xE9", b"the\xC9"] {
            assert!(!are_single(text, western), "{}", text.escape_ascii());
        }
        assert!(are_single(b"ko\x9Aile, \xC8esk\xE1", named("windows-1250")));
        assert!(are_single(b"d\x82j\x85 \x85 Gen\x8Ave", named("cp850")));
        assert!(are_single(b"r\x82seau \x85 Paris", named("cp850")));
        assert!(!are_single(b"\x85 Paris", named("cp850")));
    }

    #[test]
    fn letters_of_one_part_say_the_encoding_of_the_other() {
        let part = b"\xD8idi\xE8 p\xF8ivezl \xF8epy\n";
        let guess = crate::legacy::guess(part, true).unwrap();
        let western = Guess { legacy: Legacy::windows_1252().unwrap(), ..guess };
        let found = agreeing(western, part, "Příští týden otevřeno").unwrap();
        assert_eq!((found.legacy, found.confidence), (named("windows-1250"), Confidence::Perhaps));
        let found = agreeing(western, part, "größer").unwrap();
        assert_eq!((found.legacy, found.confidence), (western.legacy, western.confidence));
    }
}
