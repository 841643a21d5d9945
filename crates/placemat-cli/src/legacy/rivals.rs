//! Other encodings in which a few words are text as well, so that a proposal is not likely: the words of one language
//! may be words of small letters in an encoding of another script.

use std::collections::BTreeSet;

use super::doubtful::{has_signs_in_words, is_of_capitals};
use super::guess::{Evidence, decoded};
use super::refine::FREQUENT;
use super::unknown::Misplaced;
use super::{Legacy, Shape};

/// Of more characters beyond ASCII, the detector knows enough.
const FEW: u64 = 48;
/// The number of characters below which capitals of KOI8 may be small letters of another script.
const VERY_FEW: u64 = 24;
/// The number of pairs of bytes below which they may be letters.
const FEW_PAIRS: u64 = 12;

const WESTERN: [&str; 16] = [
    "äöüßé",
    "àâæçéèêëîïôœùûüÿ",
    "áéíñóúüçªº",
    "áâãàçéêíóôõúüªº",
    "àèéìîòóù",
    "åäöéüàè",
    "æøåéêóòôâäöü",
    "äöåšžé",
    "áéíóúýðþæö",
    "áéíóúýðæø",
    "ëïéèêóöüáíûàç",
    "àéèíïóòúüç",
    "äõöüšžé",
    "âêîôûäëïöü",
    // West Frisian and Breton.
    "âêôûúäëïöüé",
    "âêîôûùüéñ",
];
const CENTRAL: [&str; 8] =
    ["áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "ąćęłńóśźż", "áéíóöőúüű", "ăâîşţ", "čćđšž", "äöüßé", "ëç"];
const TURKISH: [&str; 3] = ["çğıöşüâîû", "çêîşû", "äöüßé"];
const BALTIC: [&str; 4] = ["ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž", "ąćęłńóśźż"];
const VIETNAMESE: [&str; 1] = ["àáâãèéêìíòóôõùúýăđơư"];

/// The encodings of Latin script, with the alphabets of their languages.
const LATIN: [(&str, &[&str]); 10] = [
    ("windows-1250", &CENTRAL),
    ("iso-8859-2", &CENTRAL),
    ("windows-1257", &BALTIC),
    ("iso-8859-4", &BALTIC),
    ("windows-1254", &TURKISH),
    ("windows-1258", &VIETNAMESE),
    ("macintosh", &WESTERN),
    ("iso-8859-13", &BALTIC),
    ("iso-8859-15", &WESTERN),
    ("windows-1252", &WESTERN),
];
/// How many of them a text may be in, if its letters are of no language in the proposed one.
const RIVALS: usize = 7;
/// How many of those may be proposed instead.
const BETTER: usize = 4;

/// Returns the different letters of a text beyond ASCII, as small ones.
fn letters(text: &str) -> BTreeSet<char> {
    let letters = text.chars().filter(|one| one.is_alphabetic()).flat_map(char::to_lowercase);
    // İ becomes i and a dot above.
    letters.filter(|one| !one.is_ascii() && *one != '\u{307}').collect()
}

/// Returns `true` if all letters are in one of the alphabets.
fn are_of_one(letters: &BTreeSet<char>, alphabets: &[&str]) -> bool {
    alphabets.iter().any(|alphabet| letters.iter().all(|one| alphabet.contains(*one)))
}

/// Returns `true` if the letters of a text are of one language of an encoding: no word of Icelandic begins with ð,
/// which is š in Windows-1257.
fn is_of_one_language(text: &str, alphabets: &[&str]) -> bool {
    are_of_one(&letters(text), alphabets) && !words(text).any(|word| matches!(word[0], 'ð' | 'Ð'))
}

/// Returns `true` if ì or ù, which Italian has at the end of words, are ě and ů of Czech rather.
fn has_vowels_of_italian_in_words(text: &str) -> bool {
    words(text).any(|word| word.iter().rev().skip(1).any(|one| matches!(one, 'ì' | 'ù')))
}

/// Returns the words of a text: letters, and marks on them.
fn words(text: &str) -> impl Iterator<Item = Vec<char>> {
    let is_in_word = |one: char| {
        one.is_alphabetic()
            || matches!(one, '\u{591}'..='\u{5F4}' | '\u{E47}'..='\u{E4E}' | '\u{300}'..='\u{36F}')
    };
    text.split(move |one| !is_in_word(one)).filter(|word| !word.is_empty()).map(|word| word.chars().collect())
}

/// Returns the encodings in which the letters are of one language.
fn rivals_of_latin(bytes: &[u8], legacy: Legacy, is_all: bool) -> Vec<(Legacy, String)> {
    let rivals = LATIN[..RIVALS].iter().filter(|one| one.0 != legacy.identifier());
    let readings = rivals.filter_map(|(name, alphabets)| {
        let other = Legacy::named(name)?;
        let (text, evidence) = decoded(bytes, other, is_all);
        let is_text = evidence.odd + evidence.malformed == 0
            && evidence.script().0 == "Latin"
            && Misplaced::of_text(text.chars()).misplaced == 0
            && !has_signs_in_words(&text)
            && letters(&text).len() > 1;
        (is_text && is_of_one_language(&text, alphabets)).then_some((other, text))
    });
    readings.collect()
}

/// Returns the alphabets of the languages of an encoding of Latin script.
fn alphabets(legacy: Legacy) -> Option<&'static [&'static str]> {
    LATIN.iter().find(|one| one.0 == legacy.identifier()).map(|one| one.1)
}

/// Returns `true` if the letters are of no language of the encoding, or stand where it does not have them, and are
/// of one in another encoding.
fn is_rather_of_another(bytes: &[u8], text: &str, legacy: Legacy, is_all: bool) -> bool {
    let Some(alphabets) = alphabets(legacy) else { return false };
    let is_western = legacy.identifier() == "windows-1252";
    let is_strange = is_western && has_vowels_of_italian_in_words(text);
    if is_of_one_language(text, alphabets) && !is_strange {
        return false;
    }
    let rivals = rivals_of_latin(bytes, legacy, is_all);
    // All letters that the Mac and Central Europe share are seldom of several languages.
    legacy.identifier() == "macintosh" || !rivals.is_empty() && rivals.iter().all(|one| one.1 != text)
}

/// Returns as much of a text as shows its letters.
fn examined(bytes: &[u8], is_all: bool) -> (&[u8], bool) {
    const EXAMINED: usize = 64 << 10;
    match bytes.split_at_checked(EXAMINED) {
        Some((front, [_, ..])) => (front, false),
        _ => (bytes, is_all),
    }
}

/// Returns the encoding in which a text is of one language, if it is of none in the proposed one, nor of one in any
/// other.
pub(super) fn better(bytes: &[u8], legacy: Legacy, is_all: bool) -> Option<Legacy> {
    let (bytes, is_all) = examined(bytes, is_all);
    let text = decoded(bytes, legacy, is_all).0;
    if is_of_one_language(&text, alphabets(legacy)?) {
        return None;
    }
    let rivals = rivals_of_latin(bytes, legacy, is_all);
    let (first, reading) = rivals.first()?;
    let is_named = LATIN[..BETTER].iter().any(|one| one.0 == first.identifier());
    (is_named && *reading != text && rivals.iter().all(|one| one.1 == *reading)).then_some(*first)
}

/// Returns `true` if each word of a text is of one language in Windows-1252, and some word is of none in the proposed
/// encoding: in a list of names, the words are of several languages.
pub(super) fn is_of_western_words(bytes: &[u8], legacy: Legacy, is_all: bool) -> bool {
    let (bytes, is_all) = examined(bytes, is_all);
    let are_words_of_one = |text: &str, alphabets: &[&str]| {
        words(text).all(|word| is_of_one_language(&String::from_iter(word), alphabets))
    };
    let (Some(western), Some(alphabets)) = (Legacy::windows_1252(), alphabets(legacy)) else { return false };
    if are_words_of_one(&decoded(bytes, legacy, is_all).0, alphabets) {
        return false;
    }
    let text = decoded(bytes, western, is_all).0;
    // Icelandic and Faroese have letters in the places of many of Czech.
    let usual: Vec<&str> = WESTERN.into_iter().filter(|alphabet| !alphabet.contains('ý')).collect();
    are_words_of_one(&text, &usual)
        && !words(&text).any(|word| matches!(word[0], 'è' | 'ì' | 'ò' | 'ù'))
        && Misplaced::of_text(text.chars()).misplaced == 0
        && !has_signs_in_words(&text)
        && !has_vowels_of_italian_in_words(&text)
}

/// Returns `true` if a text may as well be in another encoding, as few as its letters are.
pub(super) fn has_rival(bytes: &[u8], text: &str, legacy: Legacy, is_all: bool, evidence: &Evidence) -> bool {
    if evidence.characters >= FEW {
        return false;
    }
    match evidence.script().0 {
        "Latin" => {
            is_of_words_apart(text)
                || Misplaced::of_text(text.chars()).are_many()
                || has_signs_in_words(text)
                || is_rather_of_another(bytes, text, legacy, is_all)
        }
        "Cyrillic" => {
            let has = |letters: &str| text.contains(|one| letters.contains(one));
            let is_koi8 = matches!(legacy.identifier(), "koi8-r" | "koi8-u");
            is_koi8 && evidence.characters < VERY_FEW && is_of_capitals(text)
                || has("ґҐ") && !has("іІ")
                || words(text).any(|word| matches!(word[..], ['Ь', 'а'..='я', ..]))
        }
        "Hebrew" => likeness_of_hebrew(text) < LEAST_LIKENESS,
        "Arabic" => is_ambiguous_in_arabic(bytes, legacy),
        "Korean" => evidence.characters < FEW_PAIRS && !has_frequent_syllables(text),
        "Chinese" | "Japanese" if legacy.identifier() == "euc-jp" => {
            // It has the ideographs of Chinese in EUC, and kana.
            evidence.characters < FEW_PAIRS && !text.contains(|one| matches!(one, '\u{3040}'..='\u{30FF}'))
        }
        "Chinese" if legacy.shape() == Shape::Gb => evidence.characters < FEW_PAIRS && are_letters(bytes),
        _ => false,
    }
}

/// Returns `true` if half of the letters beyond ASCII are in words without any letter of ASCII, of which words of Latin
/// script mostly consist.
fn is_of_words_apart(text: &str) -> bool {
    let (mut apart, mut all) = (0, 0);
    for word in words(text) {
        let count = word.iter().filter(|one| !one.is_ascii()).count();
        all += count;
        apart += if count == word.len() && count > 1 { count } else { 0 };
    }
    apart > 0 && 2 * apart >= all
}

/// The least likeness of words of Hebrew.
const LEAST_LIKENESS: i32 = 3;

/// The frequency of each letter from א to ת in Hebrew, divided by that of the letter in its place in Russian, as a
/// power of two.
const LIKENESS: [i32; 27] =
    [0, 1, -2, 1, 2, 0, 0, 1, -3, 3, -2, -1, 1, -1, -1, -1, -1, -2, -1, -4, 3, -3, 1, 1, 3, 4, 4];

/// Returns how much a text of Hebrew letters is rather Hebrew than Cyrillic, whose letters are in their places.
fn likeness_of_hebrew(text: &str) -> i32 {
    const OUT_OF_PLACE: i32 = -12;
    let mut sum = 0;
    for word in words(text) {
        let is_letter = |one: &char| matches!(one, 'א'..='ת');
        if !word.iter().any(|one| matches!(one, '\u{591}'..='ת')) {
            continue;
        }
        // Points are on letters, and words are not of one letter.
        if !word.first().is_some_and(is_letter)
            || word.iter().any(|one| matches!(one, '׀' | '׃'))
            || word.len() < 2
        {
            sum += OUT_OF_PLACE;
        }
        for (at, one) in word.iter().enumerate().filter(|one| is_letter(one.1)) {
            let is_last = !word[at + 1..].iter().any(is_letter);
            sum += match one {
                'ך' | 'ם' | 'ן' | 'ף' | 'ץ' if is_last => 1,
                'ך' | 'ם' | 'ן' | 'ף' | 'ץ' => OUT_OF_PLACE,
                'כ' | 'מ' | 'נ' | 'צ' if is_last => OUT_OF_PLACE,
                _ => LIKENESS[*one as usize - 'א' as usize],
            };
        }
    }
    sum
}

/// Returns `true` if text that was taken for Hebrew is Cyrillic in Windows-1251.
pub(super) fn is_cyrillic_in_hebrew(bytes: &[u8], legacy: Legacy, is_all: bool) -> bool {
    let is_hebrew = matches!(legacy.identifier(), "windows-1255" | "iso-8859-8");
    let Some(windows) = Legacy::named("windows-1251").filter(|_| is_hebrew) else { return false };
    let (text, _) = decoded(bytes, windows, is_all);
    let others = || text.chars().filter(|one| !one.is_ascii());
    let frequent = others().filter(|one| FREQUENT.contains(*one)).count();
    likeness_of_hebrew(&decoded(bytes, legacy, is_all).0) < 0
        && is_of_plain_words(&text)
        && 2 * frequent >= others().count()
}

/// Returns `true` if a text beyond ASCII is of words of small letters, which may begin with a capital.
fn is_of_plain_words(text: &str) -> bool {
    text.chars().filter(|one| !one.is_ascii()).all(char::is_alphabetic)
        && words(text).all(|word| !word.iter().skip(1).any(|one| !one.is_ascii() && one.is_uppercase()))
}

/// Returns `true` if text has letters that Windows-1256 and ISO-8859-6 have in different places, and none that only the
/// proposed one has there.
fn is_ambiguous_in_arabic(bytes: &[u8], legacy: Legacy) -> bool {
    let is_windows = legacy.identifier() == "windows-1256";
    // ظ, and what is ف to ي in ISO-8859-6, and ل to ي in Windows-1256.
    let differs = |byte: &u8| matches!(byte, 0xD8 | 0xE1..=0xEA | 0xEC | 0xED);
    // Letters of Persian, غ to ك, ى and ي; ط, ق, و, ى and ي.
    let is_clear = |byte: &u8| match is_windows {
        true => matches!(byte, 0x80..=0x9F | 0xC0 | 0xDB | 0xDD..=0xDF | 0xEC | 0xED),
        false => matches!(byte, 0xD7 | 0xE2 | 0xE7..=0xEA),
    };
    let article = if is_windows { b"\xC7\xE1" } else { b"\xC7\xE4" };
    let has_article = || bytes.split(u8::is_ascii).any(|word| word.len() > 3 && word.starts_with(article));
    bytes.iter().any(differs) && !bytes.iter().any(is_clear) && !has_article()
}

/// The most frequent syllables of Korean.
pub(super) const SYLLABLES: &str = "이다는을의에가한로하고를은인지사자기도시대정그아서나일리어보수부라전장해상제만주과들원적있동공조구스신여경비방오안등\
                         성물우국문용관무화생년중유세모니습입요간름날파연";

/// Returns `true` if a quarter of the syllables are frequent in Korean.
fn has_frequent_syllables(text: &str) -> bool {
    let count = |is: fn(char) -> bool| text.chars().filter(|one| !one.is_ascii() && is(*one)).count();
    4 * count(|one| SYLLABLES.contains(one)) >= count(char::is_alphabetic)
}

/// Returns `true` if bytes that were taken for pairs are words in an alphabet.
fn are_letters(bytes: &[u8]) -> bool {
    let read =
        |name: &str| Legacy::named(name).map(|legacy| decoded(bytes, legacy, true).0).unwrap_or_default();
    let arabic = read("windows-1256");
    let letters = || arabic.chars().filter(|one| !one.is_ascii());
    let is_arabic = letters().all(|one| matches!(one, 'ء'..='ي' | '،' | '؛' | '؟'))
        && 2 * letters().filter(|one| "الينمرتوبة".contains(*one)).count() >= letters().count();
    let is_plain = |name: &str, frequent: &str| {
        let text = read(name);
        let letters = || text.chars().filter(|one| !one.is_ascii());
        is_of_plain_words(&text)
            && 2 * letters().filter(|one| frequent.contains(*one)).count() >= letters().count()
    };
    is_arabic
        || is_thai(&read("windows-874"))
        || is_plain("windows-1251", FREQUENT)
        || is_plain("koi8-r", FREQUENT)
        || is_plain("windows-1253", "αοιετνσηςυάόίέήύώ")
}

/// Returns `true` if the characters beyond ASCII are Thai, and the vowels and marks stand on consonants.
fn is_thai(text: &str) -> bool {
    let is_consonant = |one: char| matches!(one, 'ก'..='ฮ');
    let is_mark = |one: char| matches!(one, 'ั' | 'ิ'..='ฺ' | '็'..='๎');
    let (mut before, mut is_right) = (' ', true);
    for one in text.chars() {
        is_right &= match one {
            _ if matches!(before, 'เ'..='ไ') => is_consonant(one),
            _ if one.is_ascii() || is_consonant(one) || matches!(one, 'เ'..='ไ') => true,
            _ if is_mark(one) => is_consonant(before) || is_mark(before),
            'ะ' | 'า' | 'ำ' => is_consonant(before) || is_mark(before) || before == 'า',
            _ => false,
        };
        before = one;
    }
    is_right
}

/// Returns `true` if text that was taken for Latin is Japanese in Shift_JIS, whose lead bytes are mostly signs in
/// encodings of Windows.
pub(super) fn is_japanese(bytes: &[u8], legacy: Legacy, is_all: bool) -> bool {
    let Some(japanese) =
        Legacy::named("shift_jis").filter(|_| legacy.identifier().starts_with("windows-125"))
    else {
        return false;
    };
    let (text, evidence) = decoded(bytes, japanese, is_all);
    let is_usual = |one: char| {
        matches!(one, '\u{3001}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{FF01}'..='\u{FF5E}')
            || one.is_ascii()
    };
    let signs = bytes.iter().filter(|byte| matches!(byte, 0x80..=0x9F)).count();
    let high = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    evidence.characters > 1
        && evidence.malformed + evidence.odd == 0
        && text.chars().all(is_usual)
        && 2 * signs >= high
        && !words(&text)
            .any(|word| word.windows(2).any(|two| two[0].is_ascii_lowercase() != two[1].is_ascii_lowercase()))
        && usual_leads(bytes)
}

/// Returns `true` if three of four lead bytes of Shift_JIS are of kana, punctuation and the more frequent ideographs.
fn usual_leads(bytes: &[u8]) -> bool {
    let (mut usual, mut all, mut at) = (0, 0, 0);
    while at < bytes.len() {
        if bytes[at].is_ascii() {
            at += 1;
            continue;
        }
        all += 1;
        usual += usize::from(matches!(bytes[at], 0x81..=0x83 | 0x88..=0x97));
        at += 2;
    }
    4 * usual >= 3 * all
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    fn encoded(name: &str, text: &str) -> Vec<u8> {
        encoding_rs::Encoding::for_label(name.as_bytes()).unwrap().encode(text).0.into_owned()
    }

    #[test]
    fn letters_of_no_language_are_of_one_in_another_encoding() {
        for (name, text, other) in [
            ("windows-1250", "Dvořák, kůň, město", "windows-1252"),
            ("windows-1257", "par dēļ. ķieģelis, sapratni. Cienījamie", "windows-1252"),
            ("windows-1257", "Žanr šokolaad jõgi öö", "windows-1254"),
        ] {
            let (bytes, other) = (encoded(name, text), Legacy::named(other).unwrap());
            let wrong = decoded(&bytes, other, true).0;
            assert!(is_rather_of_another(&bytes, &wrong, other, true), "{text}");
            assert_eq!(better(&bytes, other, true).map(Legacy::identifier), Some(name), "{text}");
        }
        for (name, text) in [
            ("windows-1252", "Søren, Björn, Jürgen"),
            ("windows-1252", "così, più, perché"),
            ("windows-1252", "Þórður, Ísafjörður"),
            ("windows-1250", "Příliš žluťoučký kůň"),
            ("windows-1254", "Ayşe Yıldız, İstanbul"),
        ] {
            let (bytes, legacy) = (encoded(name, text), Legacy::named(name).unwrap());
            assert!(!is_rather_of_another(&bytes, text, legacy, true), "{text}");
            assert_eq!(better(&bytes, legacy, true), None, "{text}");
        }
    }

    #[test]
    fn names_of_several_countries_are_western() {
        let central = Legacy::named("windows-1250").unwrap();
        let western = encoded("windows-1252", "Åse Hansen, José Núñez, Žižek, François Müller");
        assert!(is_of_western_words(&western, central, true));
        for text in [
            "Łódź, Győr, Dvořák, Müller",
            "Đorđe Račić, Ştefan",
            "José, Müller, Žižek",
            "Göteborský čas",
            "Dvořák, Göteborský",
        ] {
            assert!(!is_of_western_words(&encoded("windows-1250", text), central, true), "{text}");
        }
    }

    #[test]
    fn words_of_latin_script_have_letters_of_ascii() {
        assert!(is_of_words_apart("<li>íà íà</li>") && is_of_words_apart("ùóêà äà"));
        assert!(!is_of_words_apart("là, où, à") && !is_of_words_apart("jõgi öö täna käsi"));
    }

    #[test]
    fn small_letters_of_russian_are_told_from_hebrew() {
        let windows = Legacy::named("windows-1255").unwrap();
        for text in ["работу с базой", "щастие", "видалити", "каза, че ще дойде", "обриши Београд"]
        {
            let bytes = encoded("windows-1251", text);
            let hebrew = decoded(&bytes, windows, true).0;
            assert!(likeness_of_hebrew(&hebrew) < LEAST_LIKENESS, "{hebrew}");
        }
        assert!(is_cyrillic_in_hebrew(&encoded("windows-1251", "работу с базой"), windows, true));
        for text in ["שלום עולם", "הקובץ לא נמצא", "משתמש חדש", "תודה", "נסה שוב מאוחר יותר"]
        {
            assert!(likeness_of_hebrew(text) >= LEAST_LIKENESS, "{text}");
            assert!(!is_cyrillic_in_hebrew(&encoded("windows-1255", text), windows, true), "{text}");
        }
    }

    #[test]
    fn pairs_of_bytes_may_be_letters() {
        assert!(are_letters(&encoded("windows-1256", "يرجى بسبب")));
        assert!(are_letters(&encoded("windows-874", "สวัสดี")));
        assert!(!are_letters(&encoded("gbk", "文件未找到")) && !are_letters(&encoded("gbk", "谢谢您的理解")));
        assert!(has_frequent_syllables("파일을 찾을 수 없습니다") && !has_frequent_syllables("송목 콱봤"));
    }

    #[test]
    fn arabic_needs_letters_in_places_of_their_own() {
        let (windows, iso) = (Legacy::named("windows-1256").unwrap(), Legacy::named("iso-8859-6").unwrap());
        for text in ["الملف", "يرجى", "نعم في"] {
            let bytes = encoded("windows-1256", text);
            assert!(!is_ambiguous_in_arabic(&bytes, windows), "{text}");
        }
        assert!(!is_ambiguous_in_arabic(&encoded("iso-8859-6", "يوم هنا"), iso));
        assert!(is_ambiguous_in_arabic(&encoded("windows-1256", "خروج"), iso));
    }

    #[test]
    fn signs_may_be_lead_bytes_of_shift_jis() {
        let western = Legacy::named("windows-1250").unwrap();
        assert!(is_japanese(&encoded("shift_jis", "msg.0=十分\nmsg.1=機能の予定\n"), western, true));
        let quoted = encoded("windows-1252", "“No,” he said – “so” it’s… €");
        assert!(!is_japanese(&quoted, western, true));
        // reçu Noël créé of the Mac.
        assert!(!is_japanese(b"re\x8Du No\x91l cr\x8E\x8E param\x8Ftres", western, true));
    }
}
