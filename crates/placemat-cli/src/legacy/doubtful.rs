//! What keeps a proposal from being sure: characters that are elsewhere in another encoding of the same script,
//! where text hardly has them. Encodings of one script often differ in little more than a few signs.

use super::Legacy;
use super::strangers::has_strange_lines;

/// Returns `true` if something in a text shows that it may be in another encoding of the script.
pub(super) fn is_doubtful(text: &str, bytes: &[u8], legacy: Legacy, script: &str) -> bool {
    if has_shifts(bytes, legacy) || has_strange_lines(text, bytes, legacy) {
        return true;
    }
    let has_oddity = || Neighbours::of(text).any(|one| one.is_odd(script));
    match script {
        "Cyrillic" => {
            let is_koi8 = matches!(legacy.identifier(), "koi8-r" | "koi8-u");
            has_oddity()
                || is_of_two_languages(text)
                || is_of_capitals(text)
                // Capitals of Greek are such letters.
                || is_koi8 && !text.chars().any(|one| !one.is_ascii() && one.is_uppercase())
                // Other encodings of DOS have the letters of Ukrainian and Belarusian elsewhere.
                || legacy.identifier() == "ibm866" && bytes.iter().any(|byte| matches!(byte, 0xF2..=0xF7))
        }
        "Greek" => {
            has_oddity() || is_of_capitals(text) || !has_letters_of_greek_in_place(text, bytes, legacy)
        }
        "Hebrew" => has_oddity() || has_final_forms_in_words(text),
        "Latin" | "Arabic" => has_oddity(),
        _ => false,
    }
}

/// Returns `true` if a text in another encoding has lines in ISO-2022-JP, ISO-2022-KR or HZ, whose bytes are ASCII.
fn has_shifts(bytes: &[u8], legacy: Legacy) -> bool {
    let has = |sign: &[u8]| memchr::memmem::find(bytes, sign).is_some();
    legacy.identifier() != "iso-2022-jp" && (has(b"\x1B$") || has(b"~{") && has(b"~}"))
}

/// A character, and those around it.
struct Neighbours {
    before: [char; 2],
    one: char,
    after: [char; 2],
    /// A letter of ASCII before it is rather part of an escape sequence or a format: `\n`, `%s`, `%5d`.
    is_after_escape: bool,
}

impl Neighbours {
    /// Returns each character beyond ASCII.
    fn of(text: &str) -> impl Iterator<Item = Neighbours> {
        text.char_indices().filter(|(_, one)| !one.is_ascii()).map(move |(at, one)| {
            let (head, tail) = (&text[..at], &text[at + one.len_utf8()..]);
            let (mut before, mut after) = (head.chars().rev(), tail.chars());
            let next = |all: &mut dyn Iterator<Item = char>| all.next().unwrap_or(' ');
            Neighbours {
                before: [next(&mut before), next(&mut before)],
                one,
                after: [next(&mut after), next(&mut after)],
                is_after_escape: is_escape(head),
            }
        })
    }

    /// Returns `true` if text in a script hardly has this.
    fn is_odd(&self, script: &str) -> bool {
        let [before, after] = [self.before[0], self.after[0]];
        let is_letter = self.one.is_alphabetic();
        let is_other_letter = |one: char| one.is_alphabetic() && !one.is_ascii();
        if script == "Latin" {
            // ISO-8859-15 has letters in their places.
            let is_in_word = before.is_alphabetic() || after.is_alphabetic();
            return matches!(self.one, '¤' | '¦' | '¨' | '´' | '¸' | '¼'..='¾') && is_in_word;
        }
        if !is_letter {
            return is_sign(self.one) && is_other_letter(before) && is_other_letter(after);
        }
        let is_beside_latin =
            before.is_ascii_alphabetic() && !self.is_after_escape || after.is_ascii_alphabetic();
        // A dash of the Mac is such a letter.
        let is_dash = self.one.is_uppercase()
            && [before, after] == [' ', ' ']
            && self.before[1].is_lowercase()
            && self.after[1].is_lowercase();
        is_beside_latin || is_dash
    }
}

/// Returns `true` if a text ends in a letter of an escape sequence or format.
fn is_escape(head: &str) -> bool {
    let Some(head) = head.strip_suffix(|one: char| one.is_ascii_alphabetic()) else { return false };
    let head =
        head.trim_end_matches(|one: char| matches!(one, '0'..='9' | 'l' | 'h' | 'z' | '.' | '-' | '$'));
    head.ends_with(['\\', '%', '&', '$', '@'])
}

/// Returns `true` for signs that do not stand within words.
fn is_sign(one: char) -> bool {
    !one.is_alphanumeric()
        && !matches!(one, '\u{A0}' | '\u{AD}' | '’' | '‘' | 'ʼ' | '´' | '·' | '–' | '—' | '…')
        && !matches!(u32::from(one), 0x300..=0x36F | 0x591..=0x5F4 | 0x610..=0x65F | 0x200C..=0x200F)
}

/// Returns `true` if a dash, apostrophe or other sign of Windows-1252 stands within a word, where few languages
/// have one: it may be a letter. English has it’s and we’ll, and French l’an and qu’on.
pub(super) fn has_signs_in_words(text: &str) -> bool {
    text.match_indices(['—', '’', '€', '…', '‘', '‹']).any(|(at, sign)| {
        let (head, tail) = (&text[..at], &text[at + sign.len()..]);
        if !matches!(sign, "—" | "’") {
            let is_inside = head.ends_with(char::is_alphabetic) && tail.starts_with(char::is_alphabetic);
            // A capital at the beginning of a word, or a letter at its end.
            let is_first = sign == "…" && tail.chars().take(2).filter(|one| one.is_uppercase()).count() == 2;
            let is_last = head.ends_with(char::is_alphabetic) && matches!(sign, "€" | "‹");
            return is_inside || is_first || is_last;
        }
        if !head.ends_with(char::is_alphabetic) || !tail.starts_with(char::is_lowercase) {
            return false;
        }
        let word = head.rsplit(|one: char| !one.is_alphabetic()).next().unwrap_or("");
        let rest = tail.split(|one: char| !one.is_alphabetic()).next().unwrap_or("");
        let is_elision = word.chars().count() == 1 || word.to_lowercase().ends_with("qu");
        sign == "—" || !is_elision && !matches!(rest, "s" | "t" | "d" | "m" | "ll" | "re" | "ve")
    })
}

/// Returns `true` if a text has letters of Ukrainian, and others that only Russian or Belarusian has: it is
/// rather in another language, which has letters of its own there.
fn is_of_two_languages(text: &str) -> bool {
    let has = |letters: &str| text.chars().any(|one| letters.contains(one));
    let has_strange_ge = has("ґҐ") && !has("іІ");
    has("єїґЄЇҐ") && has("ыэёъЫЭЁЪўЎ") || has("іІ") && has("ъЪ") || has_strange_ge
}

/// Returns `true` if more letters are capitals than not. Where one encoding has capitals, another has small
/// letters, or the letters of another script.
pub(super) fn is_of_capitals(text: &str) -> bool {
    let count = |is: fn(char) -> bool| text.chars().filter(|one| !one.is_ascii() && is(*one)).count();
    count(char::is_uppercase) > count(char::is_lowercase)
}

/// Returns `true` if a letter stands within a word in the form that it has at the end of words.
fn has_final_forms_in_words(text: &str) -> bool {
    let is_final = |one: char| matches!(one, 'ך' | 'ם' | 'ן' | 'ף' | 'ץ');
    Neighbours::of(text).any(|one| is_final(one.one) && matches!(one.after[0], 'א'..='ת'))
}

/// Returns `true` if Windows-1253 and ISO-8859-7 do not differ in a text, or only in a letter that stands
/// where this letter does: Ά at the beginning of a word.
fn has_letters_of_greek_in_place(text: &str, bytes: &[u8], legacy: Legacy) -> bool {
    let is_windows = legacy.identifier() == "windows-1253";
    let differs = |byte: &u8| matches!(byte, 0xA1 | 0xA2 | 0xA4 | 0xA5 | 0xAA | 0xB5 | 0xB6);
    let is_of_windows = bytes.iter().any(|byte| matches!(byte, 0x80..=0x9F));
    if is_of_windows && is_windows || !bytes.iter().any(differs) {
        return true;
    }
    let others = [0xA1, 0xA4, 0xA5, 0xAA, 0xB5, if is_windows { 0xB6 } else { 0xA2 }];
    !bytes.iter().any(|byte| others.contains(byte))
        && Neighbours::of(text).filter(|one| one.one == 'Ά').all(|one| {
            !one.before[0].is_alphanumeric() && one.after[0].is_lowercase() && !one.after[0].is_ascii()
        })
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    fn is_doubtful_in(name: &str, script: &str, text: &str) -> bool {
        let legacy = Legacy::named(name).unwrap();
        let (bytes, _, _) = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap().encode(text);
        is_doubtful(text, &bytes, legacy, script)
    }

    #[test]
    fn dashes_and_apostrophes_within_words_may_be_letters() {
        for text in
            ["ubicaci—n", "Hungr’a", "Chel’n tanzano", "…FFNUNGSZEITEN", "T€GLICH", "P‘r, ‘sht‘", "id‹, erd‹"]
        {
            assert!(has_signs_in_words(text), "{text}");
        }
        for text in ["it’s, we’ll, don’t", "l’an, qu’on, L’été, jusqu’ici", "the boys’ toys — “so” —", "5—6"]
        {
            assert!(!has_signs_in_words(text), "{text}");
        }
    }

    #[test]
    fn text_in_another_encoding_of_the_script_is_doubtful() {
        for (name, script, text) in [
            // КZ-1048 and PTCP154: ғ, ү.
            ("windows-1251", "Cyrillic", "Синт-Мартен (Голландия аймаєы)"),
            ("windows-1251", "Cyrillic", "Солт‰стік"),
            // Quotation marks and dashes of the Mac.
            ("windows-1251", "Cyrillic", "полезно с опцией З--verifyИ"),
            ("windows-1251", "Cyrillic", "слово С другое"),
            // CP1125 and Hebrew of DOS.
            ("ibm866", "Cyrillic", "не вдалося зареїструвати"),
            ("ibm866", "Cyrillic", "ЩВЙАЪ PAM МА ОЕЛШЪ"),
            // Russian and Greek capitals.
            ("windows-1255", "Hebrew", "ןפכעשפר םש"),
            ("koi8-r", "Cyrillic", "диеухумсг тилокоцио"),
            // GNOME’s in ISO-8859-7, and ‘word’.
            ("windows-1253", "Greek", "Το πρόγραμμα GNOMEΆs"),
            ("windows-1253", "Greek", "είναι ΅λέξηΆ εδώ"),
            // š and ž in ISO-8859-15.
            ("windows-1252", "Latin", "T¨ekkiläinen"),
            ("windows-1252", "Latin", "Kambod¸a"),
        ] {
            assert!(is_doubtful_in(name, script, text), "{text}");
        }
        for (name, script, text) in [
            (
                "windows-1251",
                "Cyrillic",
                "Объект «Ёж», т’яви: \\nОшибка %sфайл %5dшт, IP-адрес. С уважением — я",
            ),
            ("windows-1251", "Cyrillic", "Прывітанне, ён тут быў і ўжо пайшоў"),
            ("windows-1251", "Cyrillic", "Їхній об’єкт ґрунту"),
            ("ibm866", "Cyrillic", "Файл не найден: Ёлка"),
            ("windows-1253", "Greek", "Άρθρο 5: Η Άνοιξη «είναι» εδώ"),
            ("iso-8859-7", "Greek", "Άρθρο 5: Η Άνοιξη είναι εδώ"),
            ("koi8-r", "Cyrillic", "Файл не найден"),
            ("windows-1255", "Hebrew", "שלום עולם, אין"),
            ("windows-1252", "Latin", "5 ½ Größe, ¼ l, 3 ¾ … ¨ ´"),
        ] {
            assert!(!is_doubtful_in(name, script, text), "{text}");
        }
    }
}
