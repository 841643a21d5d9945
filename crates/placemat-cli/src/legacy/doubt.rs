//! Doubts whether single bytes within UTF-8 are Windows-1252.

use std::collections::BTreeSet;

use placemat::{Codec, Encoding};

use super::{Legacy, Misplaced, Telling};

/// The letters of Windows-1252 that are not in ISO-8859-1.
const WESTERN: &str = "ŒœŠšŽžŸƒˆ";

/// Returns `true` if the UTF-8 of a text is in a language that Windows-1252 is not for: at least a third of
/// its letters outside ASCII are not in Windows-1252, and more than one, or a Latin one. Its other bytes are
/// not either, then.
fn is_of_another_language(text: &[u8]) -> bool {
    let characters = text.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    let letters = characters.filter(|one| !one.is_ascii() && one.is_alphabetic());
    let (mut all, mut foreign, mut has_latin) = (0, 0, false);
    for letter in letters {
        all += 1;
        let is_foreign = letter > '\u{FF}' && !WESTERN.contains(letter);
        foreign += usize::from(is_foreign);
        has_latin |= is_foreign && letter <= '\u{24F}';
    }
    (foreign > 1 || has_latin) && 3 * foreign >= all
}

/// The encodings of Latin script for other languages.
const OTHERS: [&str; 4] = ["windows-1250", "iso-8859-2", "windows-1254", "windows-1257"];

/// Returns `true` if a byte that is not UTF-8 is a letter in an encoding of another language, which the UTF-8
/// of the text has and Windows-1252 lacks, such as the Hungarian ő.
fn is_letter_of_the_text(text: &[u8]) -> bool {
    let letters: BTreeSet<char> = text
        .utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars())
        .filter(|one| matches!(one, '\u{100}'..='\u{24F}') && !WESTERN.contains(*one))
        .collect();
    if letters.is_empty() {
        return false;
    }
    let stray: BTreeSet<u8> = text.utf8_chunks().flat_map(|chunk| chunk.invalid()).copied().collect();
    let stray: Vec<u8> = stray.into_iter().collect();
    let mut others = OTHERS.into_iter().filter_map(Legacy::named);
    others.any(|other| other.read(&stray).chars().any(|one| letters.contains(&one)))
}

/// Returns `true` if a text begins with bytes that may be the rest of a character, of which the start was cut
/// off: one to three continuation bytes before UTF-8, which may end within a character, too. If other bytes
/// are not UTF-8 either, there must be as many characters of UTF-8, and no opening quotation mark in front.
pub(crate) fn begins_with_trails(text: &[u8]) -> bool {
    let trails = text.iter().take(4).take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
    let rest = &text[trails..];
    let (mut characters, mut stray) = (0, 0);
    for chunk in rest.utf8_chunks() {
        characters += chunk.valid().chars().filter(|one| !one.is_ascii()).count();
        stray += usize::from(!chunk.invalid().is_empty());
    }
    let is_cut = std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
    stray -= usize::from(is_cut);
    let is_quoted = matches!(text.first(), Some(0x84 | 0x8B | 0x91 | 0x93 | 0xAB));
    (1..=3).contains(&trails) && (stray == 0 || characters >= stray && !is_quoted)
}

/// Returns `true` if a text of UTF-8 beyond ASCII begins within a character.
pub(crate) fn begins_within_character(text: &[u8]) -> bool {
    begins_with_trails(text) && text.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

/// Returns the lead bytes of the well-formed sequences of a text.
pub(crate) fn lead_bytes(text: &[u8]) -> BTreeSet<u8> {
    let valid = text.utf8_chunks().flat_map(|chunk| chunk.valid().bytes());
    valid.filter(|byte| *byte >= 0xC2).collect()
}

/// Returns `true` if the byte at a place may be all that is left of a character that was cut: a line ends
/// after it, or the text, and other characters of the text begin with it.
pub(crate) fn may_be_cut(text: &[u8], at: usize, leads: &BTreeSet<u8>) -> bool {
    matches!(text.get(at + 1), None | Some(b'\n' | b'\r'))
        && text.get(at).is_some_and(|byte| leads.contains(byte))
}

/// Returns `true` if the bytes of a text that are not UTF-8 are hardly Windows-1252: the text is in a
/// language of other letters, or a character was cut at the end of a line.
pub(crate) fn is_hardly_windows_1252(text: &[u8]) -> bool {
    let leads = lead_bytes(text);
    let mut at = 0;
    let has_cut = text.utf8_chunks().any(|chunk| {
        let place = at + chunk.valid().len();
        at = place + chunk.invalid().len();
        chunk.invalid().len() == 1 && may_be_cut(text, place, &leads)
    });
    let is_of_another = is_of_another_language(text) || is_letter_of_the_text(text);
    has_cut
        || is_of_another
        || has_strange(text)
        || has_lost_leads(text)
        || is_beside_other_script(text)
        || Telling::of(text).has_tail(text)
        || has_cut_pair(text)
}

/// Returns `true` if a surrogate pair with three bytes for each half is cut within the second half.
fn has_cut_pair(text: &[u8]) -> bool {
    memchr::memchr_iter(0xED, text).any(|at| match text[at..] {
        [_, 0xA0..=0xAF, 0x80..=0xBF, 0xED] => true,
        [_, 0xA0..=0xAF, 0x80..=0xBF, 0xED, next, ..] => !matches!(next, 0xB0..=0xBF),
        _ => false,
    })
}

/// Returns `true` if a byte that would be a letter in Windows-1252 is next to a letter of UTF-8 in a script other than
/// Latin. Both are probably part of a word in another encoding, some of which is UTF-8 by chance.
fn is_beside_other_script(text: &[u8]) -> bool {
    if std::str::from_utf8(text).is_ok() {
        return false;
    }
    let all = characters(text);
    let is_latin = |one: char| matches!(one, '\0'..='\u{2FF}' | '\u{1E00}'..='\u{1EFF}');
    let is_other = |at: usize| {
        all.get(at).is_some_and(|&(one, is_read)| !is_read && one.is_alphabetic() && !is_latin(one))
    };
    let is_letter = |at: usize| all[at].1 && all[at].0.is_alphabetic();
    (0..all.len()).any(|at| is_letter(at) && (is_other(at + 1) || at.checked_sub(1).is_some_and(is_other)))
}

/// Returns the character that a byte is in Windows-1252.
pub(crate) fn in_windows_1252(byte: u8) -> char {
    let decoded = Encoding::Windows1252.decode_next(&[byte], true).ok();
    decoded.and_then(|decoded| char::from_u32(decoded.code_point)).unwrap_or('\u{FFFD}')
}

/// Returns `true` if nothing beyond ASCII in a text is UTF-8, and all of it would be signs in Windows-1252, outside of
/// words.
pub(crate) fn may_be_signs(text: &[u8]) -> bool {
    let all = characters(text);
    let is_sign = |(at, &(one, is_read)): (usize, &(char, bool))| {
        let (before, after) = beside(&all, at);
        let is_within = before.is_alphabetic() && after.is_alphabetic();
        one.is_ascii() || is_read && !one.is_alphabetic() && (!is_within || one == '’')
    };
    all.iter().enumerate().all(is_sign) && !Misplaced::of(all.iter().copied()).are_many()
}

/// Returns `true` if many characters of a text in an encoding are where text does not have them.
pub(crate) fn has_misplaced(text: &[u8], legacy: Legacy) -> bool {
    Misplaced::of_text(legacy.read(text).chars()).are_many()
}

/// Returns the characters of a text, with its bytes that are not UTF-8 read as Windows-1252. `true` marks
/// these.
pub(super) fn characters(text: &[u8]) -> Vec<(char, bool)> {
    let mut all = vec![];
    for chunk in text.utf8_chunks() {
        all.extend(chunk.valid().chars().map(|one| (one, false)));
        all.extend(chunk.invalid().iter().map(|byte| (in_windows_1252(*byte), true)));
    }
    all
}

/// Returns the characters before and after one of them.
fn beside(all: &[(char, bool)], at: usize) -> (char, char) {
    let character = |at: Option<usize>| at.and_then(|at| all.get(at)).map_or(' ', |one| one.0);
    (character(at.checked_sub(1)), character(Some(at + 1)))
}

/// Returns `true` if an eighth of the bytes that are not UTF-8 would be characters that stand in no such
/// place: a small letter among capitals, a letter at a number, a sign at the end of a word, a closing
/// quotation mark that nothing opens; or one of them a sign within a word.
fn has_strange(text: &[u8]) -> bool {
    if text.utf8_chunks().all(|chunk| chunk.invalid().is_empty()) {
        return false;
    }
    let all = characters(text);
    let closing = all.iter().rposition(|one| matches!(one.0, '“' | '”'));
    let (mut count, mut strange, mut is_open) = (0, 0, false);
    for (at, &(one, counts)) in all.iter().enumerate() {
        let (before, after) = beside(&all, at);
        // ISO-8859-15 has letters in their places.
        if counts
            && matches!(one, '¦' | '¨' | '¸' | '¼'..='¾')
            && before.is_alphabetic()
            && after.is_alphabetic()
        {
            return true;
        }
        // What is left of a dash, an apostrophe or a sign of currency: 80 93 of –.
        let is_first = at.checked_sub(1).is_none_or(|before| !all[before].1);
        if counts && is_first && one == '€' && all.get(at + 1).is_some_and(|next| next.1) {
            return true;
        }
        if counts {
            count += 1;
            strange += usize::from(match one {
                '„' => closing.is_none_or(|closing| closing < at),
                '”' => {
                    !is_open
                        && !before.is_ascii_digit()
                        && (before.is_alphabetic() || at > 0 && closing == Some(at))
                }
                _ => is_strange(before, one, after),
            });
        }
        is_open |= matches!(one, '“' | '„' | '”' | '"');
    }
    8 * strange >= count && strange > 0
}

fn is_strange(before: char, one: char, after: char) -> bool {
    match one {
        '¡'..='§' | '¨' | '¬' | '¯' | '±' | '¶' | '¸' | '¼'..='¿' | '÷' => before.is_alphabetic(),
        '•' => before.is_alphabetic(),
        '‘' => before.is_alphabetic() && after.is_alphabetic(),
        '€' => before.is_alphabetic() && after.is_alphabetic(),
        '‹' => before.is_alphabetic(),
        '†' | '‡' => before.is_alphabetic() || after.is_alphabetic(),
        '–' => before.is_lowercase() && after.is_lowercase(),
        // What is left of a character that was cut; and a space within a word.
        'Â' | 'Ã' | 'â' | 'ã' if !before.is_alphabetic() && matches!(after, '\n' | '\r') => true,
        'Ã' if before.is_lowercase() => true,
        '\u{A0}' => before.is_alphabetic() && after.is_lowercase(),
        // 25 °C and ±2 in encodings of DOS. French has 2ème.
        'À'..='ÿ' if one.is_alphabetic() && before.is_ascii_digit() => !after.is_lowercase(),
        'À'..='ÿ' if one.is_alphabetic() && after.is_ascii_digit() => !before.is_alphabetic(),
        _ if one.is_uppercase() => before.is_alphabetic() && after.is_lowercase(),
        _ if one.is_lowercase() => before.is_ascii_uppercase() && after.is_ascii_uppercase(),
        _ => false,
    }
}

/// Returns `true` if a line has characters of UTF-8 and, next to a letter, a byte that continues such
/// characters and which would be neither a letter nor punctuation there in Windows-1252: the byte before it
/// was lost.
fn has_lost_leads(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii());
    lines.filter(|line| std::str::from_utf8(line).is_err()).any(|line| {
        let all = characters(line);
        let has = |is: &dyn Fn(char) -> bool| all.iter().any(|(one, is_read)| !is_read && is(*one));
        // The letter that it was with the lead byte C3, as é for ©.
        let was = |one: char| char::from_u32(u32::from(one) + 0x40).unwrap_or(one);
        has(&|one| !one.is_ascii() && one.is_alphabetic())
            && all.iter().enumerate().any(|(at, &(one, counts))| {
                let (before, after) = beside(&all, at);
                let is_letter = after.is_alphabetic() && !after.is_uppercase();
                let may_be_final = is_final(one) && !has(&|other| other == was(one));
                counts && is_trail(one) && (is_letter || before.is_lowercase() && !may_be_final)
            })
    })
}

/// Returns `true` for a character of Windows-1252 that a trail byte is, other than punctuation.
fn is_trail(one: char) -> bool {
    match one {
        'Œ' | 'œ' | 'Š' | 'š' | 'Ž' | 'ž' | 'Ÿ' | 'ƒ' | 'ˆ' | '˜' | '‰' | '†' | '‡' | '\u{FFFD}' => {
            true
        }
        '«' | '»' | '·' | '´' | '\u{A0}' => false,
        _ => matches!(one, '¡'..='¿'),
    }
}

/// Returns `true` for signs that stand after words.
fn is_final(one: char) -> bool {
    matches!(one, '©' | '®' | 'ª' | 'º' | '²' | '³' | '¹')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_windows_1252_have_its_letters() {
        for text in ["naïve café", "Žižek, cœur, Größe", "π r² and Größe", "x → y", "", "½ µm"]
        {
            assert!(!is_of_another_language(text.as_bytes()), "{text}");
        }
        for text in ["szép űr", "Kraków, proszę, środkowej", "시험", "文字コード", "Привет", "Ελλάδα"]
        {
            assert!(is_of_another_language(text.as_bytes()), "{text}");
        }
    }

    #[test]
    #[cfg(feature = "legacy")]
    fn bytes_are_letters_that_the_text_has() {
        // késő, and a form of it in Windows-1250; Łódź in UTF-8 beside Größe in Windows-1252.
        assert!(is_letter_of_the_text(b"k\xC3\xA9s\xC5\x91; k\xE9s\xF5bb"));
        assert!(!is_letter_of_the_text("Łódź, ".as_bytes()));
        assert!(!is_letter_of_the_text(b"\xC5\x81\xC3\xB3d\xC5\xBA, Gr\xF6\xDFe"));
        assert!(!is_letter_of_the_text(b"k\xE9s\xF5bb, caf\xC3\xA9"));
    }

    #[test]
    fn characters_stand_where_text_has_them() {
        for text in [
            b"M\x9Fller;K\x9Aln Gro\xA7;".as_slice(),
            b"AN W\x9ARDE",
            b"Malm\x94 ocks\x86 \x84r",
            b"ni\x96o a\x96o",
            b"Egale \x94n demnitate",
            b"ludzie rodz\xA5",
            b"wei\xA7 from\nK\xC3\xB6ln",
            b"25\xF8C",
            b"kr\x91ver",
            b"\x85FFNUNGSZEITEN T\x80GLICH",
            b"id\x8B, erd\x8B",
            b"non pu\x95 essere",
            b"Preis: 5 \xE2\nEnde",
            b"caf\xC3|x",
            b"Ant\xA0rtida",
            b"about \xF12",
        ] {
            assert!(has_strange(text), "{text:X?}");
        }
        for text in [
            b"\x93No,\x94 he said \x96 5 \x80, it\x92s \x84so\x94; 24\x94".as_slice(),
            b"\xC9cole, \xC9T\xC9, caf\xE9, na\xEFve, \xBFqu\xE9? \xA1s\xED! 5 \xA3, 3 \xBD, \xA7 5, \xB17",
            b"20 \xB0C, m\xB2, n\xBA 5, \xABmot\xBB, Acme\xA9, word\x97word, wait\x85, Foo\x99",
            b"\x94ord\x94 och \x94fler\x94",
            b"le 2\xE8me, caf\xE92, 5\xD74",
            "“café”, Größe".as_bytes(),
            b"plain",
        ] {
            assert!(!has_strange(text), "{text:X?}");
        }
    }

    #[test]
    fn bytes_that_are_left_of_characters_are_no_letters() {
        for text in [
            // What is left of 🚀 and 👍 in texts that have them, and of a surrogate pair.
            b"\xF0\x9F\x9A\x80 done\n\x9A\x80 done\n".as_slice(),
            b"all \xF0\x9F\x91\x8D\nall \x9F\x91\x8D\n",
            b"('cut \xED\xA0\xBD\xED')",
            b"cut \xED\xA0\xBD\xED",
        ] {
            assert!(is_hardly_windows_1252(text), "{}", text.escape_ascii());
        }
        for text in
            [b"\xF0\x9F\x9A\x80 caf\xE9 \x93so\x94\n".as_slice(), b"\xED\xA0\xBD\xED\xB2\xA9 as\xED\n"]
        {
            assert!(!is_hardly_windows_1252(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_byte_that_continues_a_character_may_have_lost_it() {
        for text in [
            b"K\xC3\xA4se \x9Cbung \xC3\x9Cbung".as_slice(),
            b"caf\xC3\xA9 from \xA9l\xC3\xA9ve",
            b"\x95\x88\xEB\x85\x95",
        ] {
            assert!(has_lost_leads(text), "{text:X?}");
        }
        for text in [
            b"caf\xC3\xA9\nc\x9Cur\n".as_slice(),
            b"\xC3\xA9t\xC3\xA9: \x93quoted\x94, it\x92s 5 \x80 \xABmot\xBB 20 \xB0C m\xB2",
            b"gr\xFC\xDFe \xC3\xBCber",
        ] {
            assert!(!has_lost_leads(text), "{text:X?}");
        }
    }

    #[test]
    fn a_lead_byte_at_the_end_of_a_line_may_be_cut() {
        let text = b"t\xC3\xA4glich. F\xC3\nf\xC3\xBCr \xE9\n\xC3 x";
        let leads = lead_bytes(text);
        assert!(may_be_cut(text, 11, &leads));
        assert!(!may_be_cut(text, 18, &leads) && !may_be_cut(text, 20, &leads));
    }
}
