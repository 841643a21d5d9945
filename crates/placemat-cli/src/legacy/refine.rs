//! Proposals that `chardetng` does not make: it has no candidate for these encodings, or not under their
//! usual name.

use std::collections::BTreeSet;

use super::guess::decoded;
use super::languages::{
    is_baltic, is_hardly_central, is_hungarian, is_icelandic, is_polish, is_serbian, is_spanish, is_turkish,
};
use super::rivals::{better, is_cyrillic_in_hebrew, is_japanese, is_of_western_words};
use super::symbols::is_of_symbols;
use super::unknown::is_rather;
use super::{Legacy, Shape};

/// Returns a better proposal for a text, or the same.
pub(super) fn refine(bytes: &[u8], proposal: Legacy, is_all: bool) -> Legacy {
    if let (true, Some(western)) = (is_of_symbols(bytes), Legacy::windows_1252()) {
        return western;
    }
    if let (true, Some(korean)) =
        (proposal.identifier() == "euc-jp" && is_korean_of_jamo(bytes), Legacy::named("euc-kr"))
    {
        return korean;
    }
    let is_cyrillic = matches!(proposal.identifier(), "koi8-u" | "windows-1251" | "windows-1252");
    if let (true, Some(mac)) = (is_cyrillic, Legacy::named("x-mac-cyrillic"))
        && is_rather_russian(bytes, mac, proposal, is_all)
        && !is_serbian(&decoded(bytes, proposal, is_all).0)
    {
        return mac;
    }
    if let (true, Some(windows)) =
        (is_cyrillic_in_hebrew(bytes, proposal, is_all), Legacy::named("windows-1251"))
    {
        return windows;
    }
    if let (true, Some(japanese)) = (is_japanese(bytes, proposal, is_all), Legacy::named("shift_jis")) {
        return japanese;
    }
    let reads =
        |legacy: Legacy, is_language: fn(&str) -> bool| is_language(&decoded(bytes, legacy, is_all).0);
    let other = match proposal.identifier() {
        // The two differ in box drawings and in the Ukrainian letters.
        "koi8-u" => Legacy::named("koi8-r").filter(|other| is_same(bytes, proposal, *other, is_all)),
        "windows-1250" | "windows-1252" | "windows-1257"
            if let Some(turkish) = Legacy::named("windows-1254")
                && reads(turkish, is_turkish) =>
        {
            Some(turkish)
        }
        "windows-1252" if reads(proposal, is_hungarian) || reads(proposal, is_polish) => {
            Legacy::named("windows-1250")
        }
        "windows-1252"
            if let Some(baltic) = Legacy::named("windows-1257")
                && reads(baltic, is_baltic) =>
        {
            Some(baltic)
        }
        "windows-1250"
            if let Some(baltic) = Legacy::named("windows-1257")
                && reads(baltic, is_baltic)
                && reads(proposal, is_hardly_central) =>
        {
            Some(baltic)
        }
        "windows-1250"
            if let Some(western) = Legacy::windows_1252()
                && (reads(western, is_icelandic)
                    || reads(western, is_spanish)
                    || is_of_western_words(bytes, proposal, is_all)) =>
        {
            Some(western)
        }
        "windows-1250" | "windows-1254" | "windows-1257" | "iso-8859-2" => {
            let without_signs = without_signs(bytes);
            Legacy::windows_1252().filter(|western| {
                without_signs.len() < bytes.len() && is_same(&without_signs, proposal, *western, is_all)
            })
        }
        "windows-1252" if has_ligatures(bytes) || has_sibilants(bytes) => Legacy::named("iso-8859-15"),
        "shift_jis" if is_of_narrow_katakana(bytes) => Legacy::named("euc-jp"),
        "iso-8859-5" if is_of_katakana(bytes) => Legacy::named("shift_jis"),
        // Few texts are in it, and ī is rather the ï of naïve.
        "iso-8859-4" if bytes.iter().filter(|byte| !byte.is_ascii()).all(|byte| *byte == 0xEF) => {
            Legacy::windows_1252()
        }
        _ => None,
    };
    let found = other.or_else(|| better(bytes, proposal, is_all)).unwrap_or(proposal);
    match Legacy::named("macintosh").filter(|_| found.shape() == Shape::Single) {
        Some(mac) if is_rather(&decoded(bytes, found, is_all).0, mac, bytes) => mac,
        _ => found,
    }
}

/// Returns `true` if the text is Russian in the first encoding, and less so in the second.
fn is_rather_russian(bytes: &[u8], one: Legacy, other: Legacy, is_all: bool) -> bool {
    let text = decoded(bytes, one, is_all).0;
    let russian = Russian::of(&text);
    russian.is_text()
        && !is_mixed(&text)
        && russian.plain > Russian::of(&decoded(bytes, other, is_all).0).plain + russian.all / 100
}

/// Returns `true` if letters of another script are inside Latin words, as they are if accented letters are
/// read in the wrong encoding.
pub(super) fn is_mixed(text: &str) -> bool {
    let is_other = |one: char| !one.is_ascii() && one.is_alphabetic();
    let (mut all, mut mixed, mut before) = (0_u64, 0_u64, ' ');
    for character in text.chars() {
        all += u64::from(is_other(character));
        mixed += u64::from(
            is_other(character) && before.is_ascii_alphabetic()
                || is_other(before) && character.is_ascii_alphabetic(),
        );
        before = character;
    }
    20 * mixed > all
}

/// Returns a text without signs of the pound, fractions and ±, which are letters in other encodings: they stand next to no
/// letter, and a pound to a number, perhaps after a space.
fn without_signs(bytes: &[u8]) -> Vec<u8> {
    let is_letter =
        |byte: Option<&u8>| byte.is_some_and(|byte| !byte.is_ascii() || byte.is_ascii_alphabetic());
    let is_number = |near: Option<&u8>, next: Option<&u8>| match near {
        Some(b' ') => next.is_some_and(u8::is_ascii_digit),
        near => near.is_some_and(u8::is_ascii_digit),
    };
    let is_sign = |at: usize| {
        let (mut before, mut after) = (bytes[..at].iter().rev(), bytes[at + 1..].iter());
        let (left, right) = ([before.next(), before.next()], [after.next(), after.next()]);
        let is_alone = !is_letter(left[0]) && !is_letter(right[0]);
        match bytes[at] {
            0xA3 => is_alone && (is_number(left[0], left[1]) || is_number(right[0], right[1])),
            // ½ is an accent elsewhere, and ± a letter that does not stand alone.
            0xB1 | 0xBD => is_alone,
            // ¼ ¾
            0xBC | 0xBE => is_alone && (is_number(left[0], left[1]) || is_number(right[0], right[1])),
            _ => false,
        }
    };
    (0..bytes.len()).filter(|&at| !is_sign(at)).map(|at| bytes[at]).collect()
}

fn is_same(bytes: &[u8], one: Legacy, other: Legacy, is_all: bool) -> bool {
    decoded(bytes, one, is_all).0 == decoded(bytes, other, is_all).0
}

/// The ten most frequent letters of Russian.
pub(super) const FREQUENT: &str = "оеаинтсрвл";
/// Fewer different letters say nothing.
const LEAST: usize = 8;

/// How Russian a text is.
struct Russian {
    /// The number of characters beyond ASCII.
    all: usize,
    /// The number of Russian letters, without capitals after small letters.
    plain: usize,
    /// The number of the ten most frequent ones.
    frequent: usize,
    /// The number of different letters.
    distinct: usize,
}

impl Russian {
    fn of(text: &str) -> Self {
        let is_small = |one: char| matches!(one, 'а'..='я' | 'ё');
        let is_letter = |one: char| is_small(one) || matches!(one, 'А'..='Я' | 'Ё');
        let (mut all, mut plain, mut frequent, mut is_after_small) = (0, 0, 0, false);
        for character in text.chars() {
            let is_inside = is_after_small && !is_small(character);
            all += usize::from(!character.is_ascii());
            plain += usize::from(is_letter(character) && !is_inside);
            frequent += usize::from(FREQUENT.contains(character));
            is_after_small = is_small(character);
        }
        let distinct = text.chars().filter(|one| is_letter(*one)).collect::<BTreeSet<char>>().len();
        Russian { all, plain, frequent, distinct }
    }

    fn is_text(&self) -> bool {
        10 * self.plain >= 9 * self.all && 2 * self.frequent >= self.plain && self.distinct >= LEAST
    }
}

/// Returns `true` if single bytes have š or ž of Estonian and Finnish where ISO-8859-15 has them. Windows-1252 has accents
/// there, which stand alone.
fn has_sibilants(bytes: &[u8]) -> bool {
    let are_of_estonian = bytes.iter().all(|byte| {
        matches!(byte, 0..=0x7F | 0xA8 | 0xB4 | 0xB8 | 0xC4 | 0xD5 | 0xD6 | 0xDC)
            || matches!(byte, 0xE4 | 0xE9 | 0xF5 | 0xF6 | 0xFC)
    });
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0xC0;
    let mut places = (0..bytes.len()).filter(|&at| matches!(bytes[at], 0xA8 | 0xB4 | 0xB8)).peekable();
    let is_in_place = |at: usize| {
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        let is_capital = bytes[at] == 0xB4;
        let is_small = bytes.get(at + 1).is_some_and(|after| after.is_ascii_lowercase() || *after >= 0xE0);
        is_small && !(is_capital && is_letter(before))
    };
    let has_vowels = bytes.iter().any(|byte| matches!(byte, 0xE4 | 0xF5));
    places.peek().is_some() && are_of_estonian && has_vowels && places.all(is_in_place)
}

/// Returns `true` if single bytes have œ or the euro sign where ISO-8859-15 has them. Windows-1252 has
/// fractions and the currency sign there, which are not in words, nor beside numbers.
fn has_ligatures(bytes: &[u8]) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0xC0;
    let found = bytes.windows(3).any(|three| match *three {
        [before, 0xBD, after] => is_letter(before) && is_letter(after) || before == b' ' && is_letter(after),
        [before, 0xA4, after] => before.is_ascii_digit() || before == b' ' && after.is_ascii_digit(),
        [before, b' ', 0xA4] => before.is_ascii_digit(),
        _ => false,
    });
    found && !bytes.iter().any(|byte| matches!(byte, 0x80..=0x9F))
}

/// The filler with which a syllable begins that the code table of KS X 1001 lacks. Three letters follow.
const JAMO: [u8; 2] = [0xA4, 0xD4];

/// Returns the pairs of bytes of a text in EUC, without syllables that are made of letters, and how many of
/// these there are.
fn without_jamo(bytes: &[u8]) -> (Vec<[u8; 2]>, usize) {
    let (mut pairs, mut syllables, mut at) = (vec![], 0, 0);
    while at < bytes.len() {
        match bytes[at..] {
            [0xA4, 0xD4, 0xA4, _, 0xA4, _, 0xA4, _, ..] => {
                syllables += 1;
                at += 8;
            }
            [0xA1..=0xFE, second, ..] => {
                pairs.push([bytes[at], second]);
                at += 2;
            }
            _ => at += 1,
        }
    }
    (pairs, syllables)
}

/// Returns `true` if a text in EUC has syllables that the code table of KS X 1001 lacks, as Python and others
/// write them, and otherwise hardly anything but syllables of the table. In EUC-JP they would be hiragana, the
/// only kana of the text.
fn is_korean_of_jamo(bytes: &[u8]) -> bool {
    let (pairs, syllables) = without_jamo(bytes);
    let count =
        |leads: std::ops::RangeInclusive<u8>| pairs.iter().filter(|pair| leads.contains(&pair[0])).count();
    syllables > 0 && count(0xA4..=0xA5) == 0 && 10 * count(0xB0..=0xC8) >= 9 * pairs.len()
}

/// Returns `true` if a text in EUC-KR may have such syllables, which decoders take for letters.
pub(super) fn has_jamo(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, &JAMO).is_some()
}

/// Returns `true` if all characters are half-width katakana of EUC-JP. In Shift_JIS each would be one of the
/// few ideographs with the lead byte 8E.
fn is_of_narrow_katakana(bytes: &[u8]) -> bool {
    let high: Vec<u8> = bytes.iter().copied().filter(|byte| !byte.is_ascii()).collect();
    high.len() > 2 && high.chunks(2).all(|pair| matches!(pair, [0x8E, 0xA1..=0xDF]))
}

/// Returns `true` if a text in what would be Cyrillic is half-width katakana of Shift_JIS: capitals follow small letters
/// within words, and there are none of the last small letters.
fn is_of_katakana(bytes: &[u8]) -> bool {
    const LEAST: usize = 6;
    let high = || bytes.iter().filter(|byte| !byte.is_ascii());
    let all = high().count();
    let turned = bytes.windows(2).filter(|two| matches!(two, [0xD0..=0xDF, 0xB0..=0xCF])).count();
    let touches_latin =
        |two: &[u8]| two.iter().any(u8::is_ascii_alphabetic) && two.iter().any(|byte| !byte.is_ascii());
    all >= LEAST
        && high().all(|byte| matches!(byte, 0xA1..=0xDF))
        && 10 * turned >= all
        && !bytes.windows(2).any(touches_latin)
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    fn refined(bytes: &[u8], proposal: &str) -> &'static str {
        let proposal = Legacy::named(proposal).unwrap();
        refine(bytes, proposal, true).identifier()
    }

    #[test]
    fn half_width_katakana_is_no_cyrillic() {
        assert_eq!(
            refined(b"\xB6\xC0\xB6\xC5 \xC3\xBD\xC4 \xC3\xDE\xBD \xCA\xDD\xB6\xB8", "iso-8859-5"),
            "shift_jis"
        );
        for text in ["ОШИБКА: ФАЙЛ НЕ НАЙДЕН", "ИНН Код Имя Дата", "Код: лимон, банан"]
        {
            let (bytes, ..) = encoding_rs::ISO_8859_5.encode(text);
            assert_eq!(refined(&bytes, "iso-8859-5"), "iso-8859-5", "{text}");
        }
    }

    #[test]
    fn signs_are_told_from_letters() {
        for text in
            [&b"\xA35"[..], b"50 \xA3\n", b"\xA3 5", b"5\xA3", b"1\xBD", b"\xBD price", b"(\xB1) 1998"]
        {
            assert!(without_signs(text).len() < text.len(), "{}", text.escape_ascii());
        }
        for text in [
            &b"\xA3. W\xF3jcik"[..],
            b"\xA3\nKr\xF3l",
            b"ta\xA3 5",
            b"\xA3\xF3d\x9F 5",
            b"j\xB1 w\xBDa",
            b"\xBC. Hud\xE1k",
            b"m/\xBE",
        ] {
            assert_eq!(without_signs(text), text, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn the_usual_name_is_preferred_and_missing_candidates_are_found() {
        assert_eq!(refined(b"\xF0\xD2\xC9\xD7\xC5\xD4", "koi8-u"), "koi8-r");
        assert_eq!(refined(b"\xF0\xD2\xC9\xD7\xA6\xD4", "koi8-u"), "koi8-u");
        // "Привет, яблоко", and the same in windows-1251.
        let mac = b"\x8F\xF0\xE8\xE2\xE5\xF2, \xDF\xE1\xEB\xEE\xEA\xEE";
        assert_eq!(refined(mac, "windows-1251"), "x-mac-cyrillic");
        let windows = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xFF\xE1\xEB\xEE\xEA\xEE";
        assert_eq!(refined(windows, "windows-1251"), "windows-1251");
        assert_eq!(refined(b"\x8E\xD5\x8E\xB0\x8E\xBB\x8E\xDE", "shift_jis"), "euc-jp");
        assert_eq!(refined(b"\x8E\xD5\x93\xFA\x8E\xBB", "shift_jis"), "shift_jis");
        // jõgi, Kambodža, Žanr; an accent alone; German.
        assert!(has_sibilants(b"j\xF5gi, Kambod\xB8a, \xB4anr, \xA8okolaad"));
        assert!(!has_sibilants(b"j\xF5gi \xA8 ") && !has_sibilants(b"Gr\xF6\xDFe \xB4f\xFCr\xB4"));
        assert!(has_ligatures(b"un c\xBDur") && has_ligatures(b"3 \xA4 ") && has_ligatures(b" \xA43"));
        assert!(
            !has_ligatures(b"1 \xBD cup") && !has_ligatures(b"2\xBD l") && !has_ligatures(b"c\xBDur \x92")
        );
    }
}
