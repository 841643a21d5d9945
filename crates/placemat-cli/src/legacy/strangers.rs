//! Lines in another legacy encoding than the rest of a text, as in a log that several programs write.
//!
//! A line is strange if few of its letters are frequent in the language of the text, and many more are if the line is read
//! in another encoding. `proof/bench/DETECTION.md` has the figures.

use super::doubtful::is_of_capitals;
use super::guess::decoded;
use super::refine::FREQUENT;
use super::rivals::SYLLABLES;
use super::{Legacy, Shape};

/// Frequent characters of Chinese, as they are written in China and in Taiwan.
const CHINESE: &str = "的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着下自\
                       之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小\
                       部其些主样樣理心本前开開但因只从從想实實日文件系统統用户戶数數据據错錯误誤登录錄者已找";

/// Frequent kana.
const KANA: &str = "あいうえおかがきぎくぐけげこごさしじすずせそただちっつてでとどなにねのはばひびふへほまみむめもやゃゆゅよょらりるれろわをん\
                    ァアィイウェエオカガキギクグコゴサザシジスズセタダチッツテデトドナニネノハバパビピフブプベペボポマミムメモャュョラリルレロワンー";

/// A language, and how a line in it is recognized.
struct Language {
    encodings: &'static [&'static str],
    /// The letters that text mostly consists of, small ones.
    frequent: &'static str,
    /// A strange line has at least this many in a hundred of them. `None` if no line is taken for the language.
    least: Option<usize>,
    /// The first and last code points that letters of the script have, or `None` for ideographs, syllables and kana.
    letters: Option<(char, char)>,
}

impl Language {
    const fn of_pairs(encodings: &'static [&'static str], frequent: &'static str) -> Self {
        Language { encodings, frequent, least: Some(40), letters: None }
    }

    const fn of_letters(
        encodings: &'static [&'static str],
        frequent: &'static str,
        least: Option<usize>,
        letters: (char, char),
    ) -> Self {
        Language { encodings, frequent, least, letters: Some(letters) }
    }
}

static LANGUAGES: [Language; 8] = [
    Language::of_pairs(&["gbk", "gb18030", "big5"], CHINESE),
    Language::of_pairs(&["euc-kr"], SYLLABLES),
    Language::of_pairs(&["euc-jp", "shift_jis"], KANA),
    Language::of_letters(
        &["windows-1251", "koi8-u", "koi8-r", "ibm866", "iso-8859-5", "x-mac-cyrillic"],
        FREQUENT,
        Some(50),
        ('Ѐ', 'ґ'),
    ),
    Language::of_letters(&["windows-1256", "iso-8859-6"], "الينمرتوبة", Some(60), ('\u{600}', '\u{6FF}')),
    Language::of_letters(
        &["windows-1253", "iso-8859-7"],
        "αοιετνσηςυάόίέήύώ",
        Some(70),
        ('\u{370}', '\u{3FF}'),
    ),
    Language::of_letters(&["windows-1255", "iso-8859-8"], "יוהלארתמבשנ", Some(60), ('\u{590}', '\u{5FF}')),
    Language::of_letters(&["windows-874"], "านรอกเงมยลวดสตีัะิแ", None, ('\u{E00}', '\u{E7F}')),
];

/// The least number of letters of a line.
const LEAST: usize = 8;
/// A line may be strange if at most this many in a hundred of its letters are frequent in its language.
const RARE: usize = 50;
/// In languages that are written in pairs of bytes, at most this many in a hundred are frequent in a strange line.
const RARE_IN_PAIRS: usize = 10;
/// At least this many more in a hundred must be frequent in the other encoding.
const MORE: usize = 25;
/// Between languages that are written in pairs of bytes, at least this many more must be frequent.
const MORE_IN_PAIRS: usize = 20;
/// Between these, at least this many in a hundred must be frequent in the other encoding.
const LEAST_IN_PAIRS: usize = 30;
/// How many bytes of lines with rare letters are read in all encodings. In a list of names, most lines are such.
const EXAMINED: usize = 64 << 10;

/// A language that a line may be in.
struct Candidate {
    language: &'static Language,
    encodings: Vec<Legacy>,
    /// Its frequent letters, in order.
    frequent: Vec<char>,
}

impl Candidate {
    fn of(language: &'static Language) -> Self {
        let mut frequent: Vec<char> = language.frequent.chars().collect();
        frequent.sort_unstable();
        let encodings = language.encodings.iter().filter_map(|name| Legacy::named(name)).collect();
        Candidate { language, encodings, frequent }
    }

    /// Returns the language that is written in an encoding.
    fn in_encoding(legacy: Legacy) -> Option<Self> {
        let is_of = |language: &&Language| language.encodings.contains(&legacy.identifier());
        LANGUAGES.iter().find(is_of).map(Candidate::of)
    }

    const fn is_of_pairs(&self) -> bool {
        self.language.letters.is_none()
    }

    /// Returns how many of a hundred letters beyond ASCII are frequent, and the number of letters.
    fn share(&self, text: &str) -> (usize, usize) {
        let is_frequent = |one: char| one.to_lowercase().any(|one| self.frequent.binary_search(&one).is_ok());
        let letters = || text.chars().filter(|one| !one.is_ascii() && one.is_alphabetic());
        let all = letters().count();
        (100 * letters().filter(|one| is_frequent(*one)).count() / all.max(1), all)
    }

    /// Returns `true` if a line is in the language in one of its encodings: so many in a hundred letters are frequent.
    fn has(&self, line: &[u8], besides: Legacy, least: usize) -> bool {
        self.encodings.iter().filter(|one| **one != besides).any(|one| {
            let (text, evidence) = decoded(line, *one, true);
            let (frequent, letters) = self.share(&text);
            evidence.malformed + evidence.odd == 0
                && letters >= LEAST
                && frequent >= least
                && self.is_plain(&text)
        })
    }

    /// Returns `true` if a text beyond ASCII is of letters of the script, mostly small ones, with capitals only before
    /// them.
    fn is_plain(&self, text: &str) -> bool {
        let Some((first, last)) = self.language.letters else { return true };
        let mut pairs = text.chars().zip(text.chars().skip(1));
        text.chars().all(|one| one.is_ascii() || one.is_alphabetic() && (first..=last).contains(&one))
            && !pairs.any(|(one, next)| one.is_lowercase() && next.is_uppercase() && !next.is_ascii())
            && !is_of_capitals(text)
    }
}

/// Returns `true` if a line of a text is probably in another encoding.
pub(super) fn has_strange_lines(text: &str, bytes: &[u8], legacy: Legacy) -> bool {
    let Some(own) = Candidate::in_encoding(legacy) else { return false };
    let others: Vec<Candidate> = LANGUAGES.iter().map(Candidate::of).collect();
    let lines = || bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let most = if own.is_of_pairs() { RARE_IN_PAIRS } else { RARE };
    let mut left = EXAMINED;
    // A line end is never part of a sequence.
    let rare = lines().zip(text.split(['\n', '\r'])).filter_map(|(line, text)| {
        let (usual, letters) = own.share(text);
        // Two letters in single bytes are one in a pair.
        (2 * letters >= LEAST && usual <= most && line.len() <= EXAMINED).then_some((line, usual))
    });
    let mut rare = rare.take_while(|(line, _)| {
        let is_left = left > 0;
        left = left.saturating_sub(line.len());
        is_left
    });
    let is_strange = |(line, usual): (&[u8], usize)| {
        others.iter().any(|other| {
            let are_pairs = own.is_of_pairs() && other.is_of_pairs();
            let least = other.language.least.map(|least| match are_pairs {
                true => LEAST_IN_PAIRS.max(usual + MORE_IN_PAIRS),
                false => least.max(usual + MORE),
            });
            least.is_some_and(|least| other.has(line, legacy, least))
        })
    };
    let may_have_kana = legacy.shape() != Shape::Single && legacy.identifier() != "euc-jp";
    rare.any(is_strange)
        || begins_within_pair(bytes, text, legacy, &own)
        || may_have_kana && lines().any(has_half_width_kana)
}

/// Returns `true` if a text in pairs of bytes may begin with the second byte of one.
pub(super) fn begins_within(bytes: &[u8], legacy: Legacy) -> bool {
    let line = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
    let own = Candidate::in_encoding(legacy);
    own.is_some_and(|own| begins_within_pair(line, &decoded(line, legacy, true).0, legacy, &own))
}

/// Returns `true` if a text may begin with the second byte of a pair: without its first byte, the first line has many
/// more frequent letters, or, in Shift_JIS, half-width katakana is directly before another wide character.
fn begins_within_pair(bytes: &[u8], text: &str, legacy: Legacy, own: &Candidate) -> bool {
    let line = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    if legacy.shape() == Shape::Single || line.first().is_none_or(u8::is_ascii) {
        return false;
    }
    let text = text.split(['\n', '\r']).next().unwrap_or_default();
    let is_narrow = |one: char| matches!(one, '\u{FF61}'..='\u{FF9F}');
    let mut characters = text.chars();
    if characters.next().is_some_and(is_narrow)
        && characters.next().is_some_and(|one| !one.is_ascii() && !is_narrow(one))
    {
        return true;
    }
    let (usual, _) = own.share(text);
    let (rest, evidence) = decoded(&line[1..], legacy, true);
    evidence.malformed + evidence.odd == 0 && own.share(&rest).0 >= usual + MORE_IN_PAIRS
}

/// Returns `true` if a line has half-width katakana of EUC-JP in a row, which are ideographs of other encodings.
fn has_half_width_kana(line: &[u8]) -> bool {
    const IN_A_ROW: usize = 4;
    let (mut row, mut rest) = (0, line);
    while let [lead, tail @ ..] = rest {
        let is_kana = *lead == 0x8E && matches!(tail.first(), Some(0xA6..=0xDF));
        row = if is_kana { row + 1 } else { 0 };
        if row >= IN_A_ROW {
            return true;
        }
        rest = if is_kana { &tail[1..] } else { tail };
    }
    false
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    fn encoded(name: &str, text: &str) -> Vec<u8> {
        encoding_rs::Encoding::for_label(name.as_bytes()).unwrap().encode(text).0.into_owned()
    }

    fn has_strange(name: &str, bytes: &[u8]) -> bool {
        let legacy = Legacy::named(name).unwrap();
        has_strange_lines(&decoded(bytes, legacy, true).0, bytes, legacy)
    }

    const CHINESE: [&str; 3] =
        ["用户已经登录系统,找不到文件", "北京和上海的天气很好", "张三,北京市海淀区中关村大街甲号院"];
    const TRADITIONAL: [&str; 3] = ["使用者已經登入系統", "臺北與高雄的天氣很好", "臺北市信義區松仁路捷運站"];
    const KOREAN: [&str; 3] =
        ["사용자가 로그인했습니다", "오류: 파일을 찾을 수 없습니다", "서울특별시 강남구 테헤란로"];
    const JAPANESE: [&str; 3] =
        ["これは日本語のテストです", "東京都千代田区永田町国会議事堂前", "株式会社の社員、実質的な社長"];
    const RUSSIAN: [&str; 3] =
        ["Пользователь вошёл в систему", "ОШИБКА: ФАЙЛ НЕ НАЙДЕН", "все заказы уже отправлены"];

    const ARABIC: [&str; 3] = ["دخل المستخدم إلى النظام", "خطأ: الملف غير موجود", "مرحبا بالعالم"];
    const GREEK: [&str; 3] = ["Ο χρήστης συνδέθηκε", "ΤΟ ΑΡΧΕΙΟ ΔΕΝ ΒΡΕΘΗΚΕ", "Αθήνα και Θεσσαλονίκη"];
    const HEBREW: [&str; 3] = ["המשתמש התחבר למערכת", "שגיאה: הקובץ לא נמצא", "ירושלים ותל אביב"];
    const THAI: [&str; 3] = ["ผู้ใช้เข้าสู่ระบบแล้ว", "ข้อผิดพลาด ไม่พบไฟล์", "กรุงเทพมหานคร"];

    const TEXTS: [(&str, [&str; 3]); 15] = [
        ("gbk", CHINESE),
        ("big5", TRADITIONAL),
        ("euc-kr", KOREAN),
        ("euc-jp", JAPANESE),
        ("shift_jis", JAPANESE),
        ("windows-1251", RUSSIAN),
        ("koi8-r", RUSSIAN),
        ("ibm866", RUSSIAN),
        ("iso-8859-5", RUSSIAN),
        ("windows-1256", ARABIC),
        ("iso-8859-6", ARABIC),
        ("windows-1253", GREEK),
        ("iso-8859-7", GREEK),
        ("windows-1255", HEBREW),
        ("windows-874", THAI),
    ];

    fn text_in(name: &str) -> Vec<u8> {
        let (_, lines) = TEXTS.iter().find(|one| one.0 == name).unwrap();
        encoded(name, &lines.join("\n"))
    }

    #[test]
    fn lines_in_their_own_encoding_are_not_strange() {
        for (name, _) in TEXTS {
            assert!(!has_strange(name, &text_in(name)), "{name}");
        }
    }

    #[test]
    fn lines_in_another_encoding_are_strange() {
        for (name, other, line) in [
            ("big5", "euc-kr", KOREAN[1]),
            ("gbk", "euc-kr", KOREAN[1]),
            ("big5", "gbk", CHINESE[0]),
            ("euc-kr", "shift_jis", JAPANESE[0]),
            ("shift_jis", "euc-kr", KOREAN[1]),
            ("gbk", "windows-1251", RUSSIAN[0]),
            ("windows-1251", "koi8-r", RUSSIAN[0]),
            ("koi8-r", "windows-1251", RUSSIAN[2]),
            ("ibm866", "windows-1251", RUSSIAN[0]),
            ("windows-1251", "windows-1256", ARABIC[0]),
            ("windows-1256", "koi8-r", RUSSIAN[0]),
            ("windows-1255", "windows-1251", RUSSIAN[0]),
            ("windows-874", "koi8-r", RUSSIAN[0]),
            ("windows-1253", "windows-1255", HEBREW[0]),
            ("iso-8859-7", "shift_jis", JAPANESE[0]),
        ] {
            let own = text_in(name);
            let text = [&own[..], b"\n10:00 ", &encoded(other, line), b"\n", &own].concat();
            assert!(has_strange(name, &text), "{name} with {other}");
        }
    }

    #[test]
    fn a_strange_line_is_found_after_long_ones() {
        let own = encoded("windows-1251", RUSSIAN[0]);
        let line = encoded("koi8-r", RUSSIAN[0]);
        let strange = encoded("windows-1251", "ЫЩЭЮ ЪФЦХ ЖЩЭЮ ").repeat(EXAMINED);
        assert!(has_strange("windows-1251", &[&strange[..], b"\r", &line, b"\r", &own].concat()));
    }

    #[test]
    fn a_text_may_begin_within_a_pair_of_bytes() {
        for (name, text) in [
            ("big5", "今天天氣很好,資料庫連線失敗。\n"),
            ("shift_jis", "こんにちは。設定ファイルが見つかりません。\n"),
            ("gbk", "今天天气很好，孩子们在院子里玩。\n"),
        ] {
            let bytes = encoded(name, &text.repeat(9));
            assert!(has_strange(name, &bytes[1..]) && !has_strange(name, &bytes), "{name}");
        }
    }

    #[test]
    fn half_width_katakana_may_be_of_euc_jp() {
        assert!(has_half_width_kana(b"10:00 \x8E\xC3\x8E\xBD\x8E\xC4 \x8E\xC6\x8E\xAD\x8E\xB3\x8E\xD8\n"));
        assert!(!has_half_width_kana(&encoded("shift_jis", JAPANESE[2])));
    }
}
