//! Words of UTF-8 in text that looks like a legacy encoding: two programs wrote it, or a person put it
//! together.

use std::collections::BTreeSet;

use super::damage::{Telling, weight_of};
use super::{Legacy, Shape};

/// Fewer characters may be UTF-8 by chance.
const LEAST: usize = 2;

/// Returns how many characters beyond ASCII are in words that are UTF-8 as a whole. Words with one of them do
/// not count.
pub(crate) fn characters_in_words_of_utf_8(bytes: &[u8]) -> u64 {
    let of_word = |word: &str| word.chars().filter(|one| !one.is_ascii()).count();
    words_of_utf_8(bytes).map(of_word).filter(|count| *count >= LEAST).sum::<usize>() as u64
}

/// Returns the words that are not ASCII. Spaces and signs of ASCII are between words.
fn words_beyond_ascii(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = bytes.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
    words.filter(|word| !word.is_ascii())
}

/// Returns the words beyond ASCII that are UTF-8 as a whole.
fn words_of_utf_8(bytes: &[u8]) -> impl Iterator<Item = &str> {
    let words = words_beyond_ascii(bytes).filter(|word| word.len() >= 2 * LEAST);
    words.filter_map(|word| std::str::from_utf8(word).ok())
}

/// Returns `true` if an input that looks like a legacy encoding has lines or words of UTF-8 too. A conversion of
/// the whole would encode these twice.
pub(crate) fn has_parts_of_utf_8(bytes: &[u8], legacy: Legacy) -> bool {
    if has_clear_utf_8(bytes) {
        return true;
    }
    match legacy.shape() {
        // In other scripts than Latin, a single sequence may be there by chance. In code pages of DOS, the lead bytes of
        // Latin letters are parts of frames.
        Shape::Single => {
            let least = if legacy.of_family().is_some() || legacy.is_of_dos() { 1 } else { LEAST };
            characters_in_lines_of_utf_8(bytes) >= least
        }
        _ => words_of_utf_8(bytes).any(is_no_chance) || has_latin_word_of_utf_8(bytes),
    }
}

/// Returns `true` if some of a text is UTF-8 beyond ASCII, and hardly by chance: a few characters beside no other
/// bytes, or several of them.
pub(crate) fn has_utf_8(text: &[u8]) -> bool {
    const LEAST_BESIDE: usize = 4;
    let mut is_after = false;
    text.utf8_chunks().any(|chunk| {
        let (valid, mut at) = (chunk.valid(), 0);
        let (begins_beside, ends_beside) = (is_after, !chunk.invalid().is_empty());
        is_after = ends_beside;
        while let Some(before) = valid.as_bytes()[at..].iter().position(|byte| !byte.is_ascii()) {
            let start = at + before;
            at = valid.as_bytes()[start..]
                .iter()
                .position(u8::is_ascii)
                .map_or(valid.len(), |len| start + len);
            let is_beside = start == 0 && begins_beside || at == valid.len() && ends_beside;
            if weight_of(&valid[start..at]) >= if is_beside { LEAST_BESIDE } else { 1 } {
                return true;
            }
        }
        false
    })
}

/// Returns `true` if a word is UTF-8 as no legacy text has it by chance: an emoji, a sign such as € or →, £ or ° at a
/// number, or accented letters in a word of ASCII.
pub(crate) fn has_clear_utf_8(bytes: &[u8]) -> bool {
    if has_sign_at_number(bytes) {
        return true;
    }
    words_beyond_ascii(bytes).filter_map(|word| std::str::from_utf8(word).ok()).any(|word| {
        let are_all = |is_one: fn(char) -> bool| word.chars().filter(|one| !one.is_ascii()).all(is_one);
        // In Thai, the other characters of three bytes are words.
        let are_signs =
            are_all(|one| matches!(one, '\u{2010}'..='\u{27FF}' | '\u{FE0F}' | '\u{1F000}'..='\u{1FAFF}'));
        let are_accents = are_all(|one| matches!(one, 'À'..='ÿ' if !"×÷".contains(one)));
        let small = word.bytes().filter(u8::is_ascii_lowercase).count();
        let begins_in_ascii = word.starts_with(|one: char| one.is_ascii_alphabetic());
        are_signs || are_accents && begins_in_ascii && small >= LEAST && 2 * small >= word.chars().count()
    })
}

/// Returns `true` if there is £ or ° in UTF-8 at a number, perhaps with a space between them, and at no other byte beyond
/// ASCII.
fn has_sign_at_number(bytes: &[u8]) -> bool {
    memchr::memchr_iter(0xC2, bytes).any(|at| {
        let (before, after) = (&bytes[..at], bytes.get(at + 2..).unwrap_or_default());
        let is_after_number = matches!(before, [.., b'0'..=b'9'] | [.., b'0'..=b'9', b' ']);
        let is_alone = before.last().is_none_or(u8::is_ascii) && after.first().is_none_or(u8::is_ascii);
        let is_sign = match bytes.get(at + 1) {
            Some(0xA3) => is_after_number || after.first().is_some_and(u8::is_ascii_digit),
            Some(0xB0) => is_after_number,
            _ => false,
        };
        is_sign && is_alone
    })
}

/// Returns a line with spaces for its words of UTF-8, if these are clear, and its other words beyond ASCII are neither UTF-8
/// in part nor what is left of it: in a line of one program, there may be a message of another. In code pages of DOS, letters
/// are where UTF-8 has the last bytes of characters.
pub(crate) fn without_utf_8(line: &[u8], legacy: Option<Legacy>, telling: &Telling) -> Option<Vec<u8>> {
    let is_of_dos = legacy.is_some_and(Legacy::is_of_dos);
    let (mut rest, mut leads, mut others) = (line.to_vec(), BTreeSet::<u8>::new(), vec![]);
    for word in words_beyond_ascii(line) {
        let start = line.element_offset(word.first()?)?;
        let end = start + word.len();
        match std::str::from_utf8(word) {
            Ok(text) => {
                let is_one = text.chars().filter(|one| !one.is_ascii()).count() < LEAST;
                // With what is beside it, it may be a sign at a number. A few words of a legacy encoding are UTF-8 by chance.
                let around = &line[start.saturating_sub(2)..line.len().min(end + 1)];
                if !has_clear_utf_8(around) && (is_one || !telling.has_all_leads(text)) {
                    return None;
                }
                leads.extend(word.iter().copied().filter(|byte| matches!(byte, 0xC2..)));
                rest[start..end].fill(b' ');
            }
            Err(_) if word.utf8_chunks().any(|chunk| !chunk.valid().is_ascii()) => return None,
            Err(_) => others.push(word),
        }
    }
    let is_lead = |byte: &u8| leads.contains(byte) || telling.has_lead(*byte);
    let is_left = |byte: &u8| !is_of_dos && matches!(byte, 0x80..=0xBF) || is_lead(byte);
    let are_remains = |word: &&[u8]| {
        word.iter().filter(|byte| !byte.is_ascii()).all(is_left)
            || telling.has_tail(word)
            || word.utf8_chunks().any(|chunk| match chunk.invalid() {
                [] => false,
                [lead] => {
                    is_lead(lead)
                        && word
                            .element_offset(lead)
                            .is_some_and(|at| word.get(at + 1).is_none_or(u8::is_ascii))
                }
                [lead, ..] => is_lead(lead),
            })
            || word.windows(2).any(|pair| matches!(pair, [0xC0 | 0xC1, 0x80..=0xBF]))
    };
    let are_clear = !leads.is_empty() && !others.is_empty() && !others.iter().any(are_remains);
    are_clear.then_some(rest)
}

/// Returns `true` if more than one byte of an invalid sequence is there: it is rather what is left of a character of
/// UTF-8.
pub(crate) fn has_remains(text: &[u8]) -> bool {
    text.utf8_chunks().any(|chunk| chunk.invalid().len() > 1)
}

/// Returns `true` if a word of UTF-8 is hardly pairs of bytes that look like one by chance: two characters of three
/// bytes, or several letters of one alphabet. Pairs of bytes seldom are the former, and look like letters of two bytes
/// from any alphabet.
fn is_no_chance(word: &str) -> bool {
    const LEAST_OF_ALPHABET: usize = 4;
    let others: Vec<char> = word.chars().filter(|one| !one.is_ascii()).collect();
    // Cyrillic, Hebrew and Arabic, as far as texts have them.
    let is_of_one = |first: char, last: char| others.iter().all(|one| (first..=last).contains(one));
    let is_of_alphabet =
        is_of_one('Ά', 'ώ') || is_of_one('Ё', 'ґ') || is_of_one('א', 'ת') || is_of_one('ء', 'ي');
    let letters = others.iter().filter(|one| one.is_alphabetic()).count();
    // Between ideographs there is punctuation.
    let are_long = others.iter().all(|one| *one >= '\u{800}');
    are_long && letters >= LEAST || is_of_alphabet && letters >= LEAST_OF_ALPHABET
}

/// Returns how many characters beyond ASCII are in lines that are UTF-8 as a whole.
pub(crate) fn characters_in_lines_of_utf_8(bytes: &[u8]) -> usize {
    // A byte order mark says nothing about what follows.
    let counts = |one: &char| !one.is_ascii() && *one != '\u{FEFF}';
    let lines = bytes.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    lines.map(|line| line.chars().filter(counts).count()).sum()
}

/// Returns `true` if there is a word of Latin letters, mostly small ASCII letters, that is UTF-8 as a whole.
/// Next to these, pairs of bytes seldom are accented letters and nothing else.
pub(crate) fn has_latin_word_of_utf_8(bytes: &[u8]) -> bool {
    words_beyond_ascii(bytes).any(|word| {
        let Ok(word) = std::str::from_utf8(word) else { return false };
        let small = word.bytes().filter(u8::is_ascii_lowercase).count();
        let is_letter =
            |one: char| one.is_ascii_alphabetic() || matches!(one, 'À'..='ɏ' if !"×÷".contains(one));
        word.chars().all(is_letter) && small > LEAST && small > word.chars().count() / 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_count() {
        for (bytes, expected) in [
            (b"\xCF\xF0\xE8\xE2\xE5\xF2 \xD0\xBC\xD0\xB8\xD1\x80\n".as_slice(), 3),
            (b"\xD6\xD0\xB9\xFA from \xE6\x96\x87\xE4\xBB\xB6 error", 2),
            (b"\xD2\xBB \xD6\xD0\xB9\xFA", 0),
            (b"\xC3\xB3\xF0\xED\xE8\xEA", 0),
            (b"caf\xC3\xA9 caf\xE9", 0),
            (b"plain text", 0),
        ] {
            assert_eq!(characters_in_words_of_utf_8(bytes), expected, "{bytes:X?}");
        }
    }

    #[test]
    fn utf_8_is_told_from_what_looks_like_it() {
        for text in [
            "Größe".as_bytes(),
            b"\xC3\xA9 caf\xE9",
            "天气很好".as_bytes().split_last().unwrap().1,
            "\u{FEFF}é".as_bytes(),
            b"\xE6\x97\xA5\xE6\x9C\xAC\xE8 abc",
            b"hi \xF0\x9F\x98\x80\xFF ok",
        ] {
            assert!(has_utf_8(text), "{}", text.escape_ascii());
        }
        for text in
            [b"caf\xE9".as_slice(), b"plain", b"\xCF\xB8\xF2\xF0", b"\x8E\xAB\xEC\xA3\xA0", b"fin \xC3"]
        {
            assert!(!has_utf_8(text), "{}", text.escape_ascii());
        }
        assert!(!has_utf_8("\u{FEFF}".as_bytes()));
    }

    #[test]
    fn words_are_told_from_pairs_of_bytes() {
        for word in ["文件", "你好，世界。", "Привет", "error文件", "안녕", "Αθήνα", "العربية"]
        {
            assert!(is_no_chance(word), "{word}");
        }
        // Words of EUC-KR and GBK, and an ideograph.
        for word in ["ľľ", "ȸȭ", "ʲôרҵ", "jdkĿ¼", "÷ž", "ù°", "文", "é文件", "да"] {
            assert!(!is_no_chance(word), "{word}");
        }
    }

    #[test]
    fn clear_words_are_in_no_legacy_text() {
        for word in [
            "5 €",
            "Jörg",
            "deploy 🚀",
            "✅ ok",
            "it’s",
            "10:02 → a",
            "Café",
            "–",
            "5 £",
            "£5",
            "25 °C",
            "25°",
        ] {
            assert!(has_clear_utf_8(word.as_bytes()), "{word}");
        }
        for bytes in [
            // The same in Windows-1252; red and lift in Windows-874; Urdu; js没有 in GBK; quoted В.
            b"J\xF6rg 5 \x80 it\x92s".as_slice(),
            b"\xE1\xB4\xA7 \xC2\xA1",
            b"\xC8\x90\xE1\x81 \xD1\x81",
            b"js\xC3\xBB\xD3\xD0",
            b"\xAB\xC2\xBB",
            // Ideographs in GBK.
            b"3 \xC2\xB7, \xC2\xB0 a",
            b"5 \xC2\xB0\xC5\xC2",
            b"plain",
        ] {
            assert!(!has_clear_utf_8(bytes), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn words_beside_clear_utf_8_are_found() {
        for (line, rest) in [
            // Ошибка in Windows-1251, and Größe in Windows-1252.
            (
                b"10:02 \xE2\x86\x92 \xCE\xF8\xE8\xE1\xEA\xE0\n".as_slice(),
                b"10:02     \xCE\xF8\xE8\xE1\xEA\xE0\n".as_slice(),
            ),
            (b"J\xC3\xB6rg: Gr\xF6\xDFe", b"     : Gr\xF6\xDFe"),
            (b"5 \xC2\xA3 caf\xE9", b"5    caf\xE9"),
            ("имя \u{0}".as_bytes(), b""),
            (b"caf\xE9", b""),
            // A sign that Windows-1251 has letters for, words with some UTF-8, and what is left of it.
            (b"\xC2\xA9 caf\xE9", b""),
            (b"caf\xC3\xA9\xE9 na\xC3\xAFve", b""),
            (b"Jos\xC3\xA9 Gra\xC3", b""),
            (b"Jos\xC3\xA9 Gra\xA7a", b""),
        ] {
            let found = without_utf_8(line, None, &Telling::of("привет\n".as_bytes()));
            assert_eq!(found.unwrap_or_default(), rest, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn latin_words_are_told_from_pairs_of_bytes() {
        for (bytes, expected) in [
            (b"// \xC4\xE3\xBA\xC3 caf\xC3\xA9\n".as_slice(), true),
            (b"connect\xC3\xA9", true),
            // js没有, bug修复 and app么 in GBK.
            (b"js\xC3\xBB\xD3\xD0", false),
            (b"bug\xD0\xDE\xB8\xB4", false),
            (b"U\xC5\xCC T\xD0\xF4 id\xD6\xB5", false),
            (b"caf\xE9", false),
            (b"5\xC3\x97", false),
        ] {
            assert_eq!(has_latin_word_of_utf_8(bytes), expected, "{bytes:X?}");
        }
        assert_eq!(characters_in_lines_of_utf_8(b"caf\xC3\xA9\ncaf\xE9\n\xEF\xBB\xBF\n"), 1);
    }
}
