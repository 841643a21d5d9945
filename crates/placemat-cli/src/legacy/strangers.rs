//! Lines in another legacy encoding than the rest of a text, as in a log that several programs write.
//!
//! The letters that a language mostly consists of are rarer in such a line than if it is read in its own encoding. Of
//! excerpts of 8 to 24 characters from articles in five languages, none is strange in its own encoding except 2 in 1000
//! in Russian capitals. Of those in another one, 20 to 99 in 100 are, by the encodings.

use super::Legacy;
use super::doubtful::is_of_capitals;
use super::guess::decoded;
use super::refine::FREQUENT;
use super::rivals::SYLLABLES;

/// Frequent characters of Chinese, as they are written in China and in Taiwan.
const CHINESE: &str = "的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着下自\
                       之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小\
                       部其些主样樣理心本前开開但因只从從想实實日文件系统統用户戶数數据據错錯误誤登录錄者已找";

/// Encodings that are mixed, and what tells a line in one from a line in another.
struct Group {
    scripts: &'static [&'static str],
    encodings: &'static [&'static str],
    /// A line of the text may have this many in a hundred frequent letters.
    rare: usize,
    /// The line must have this many in the other encoding.
    frequent: usize,
}

const GROUPS: [Group; 2] = [
    Group {
        scripts: &["Chinese", "Japanese", "Korean"],
        encodings: &["gbk", "big5", "euc-kr", "euc-jp", "shift_jis"],
        rare: 10,
        frequent: 30,
    },
    Group {
        scripts: &["Cyrillic"],
        encodings: &["windows-1251", "koi8-u", "ibm866", "iso-8859-5", "x-mac-cyrillic"],
        rare: 80,
        frequent: 50,
    },
];

/// The least number of letters of a line.
const LEAST: usize = 8;
/// How many more in a hundred letters are frequent in the other encoding.
const MORE: usize = 20;

/// Returns `true` if a line of a text is rather in another encoding.
pub(super) fn has_strange_lines(text: &str, bytes: &[u8], legacy: Legacy, script: &str) -> bool {
    let Some(group) = GROUPS.iter().find(|group| group.scripts.contains(&script)) else { return false };
    let lines = || bytes.split(|&byte| byte == b'\n');
    let rivals =
        || group.encodings.iter().filter_map(|name| Legacy::named(name)).filter(|one| *one != legacy);
    let is_strange = |(line, text): (&[u8], &str)| {
        let (own, _) = frequent_letters(text, legacy);
        own <= group.rare
            && rivals().any(|rival| {
                let (text, evidence) = decoded(line, rival, true);
                let (frequent, letters) = frequent_letters(&text, rival);
                evidence.malformed + evidence.odd == 0
                    && letters >= LEAST
                    && frequent >= group.frequent.max(own + MORE)
                    && (script != "Cyrillic" || is_plain(&text))
            })
    };
    let has_kana = || legacy.identifier() == "shift_jis" && lines().any(has_half_width_kana);
    lines().zip(text.split('\n')).filter(|one| !one.1.is_ascii()).any(is_strange) || has_kana()
}

/// Returns how many of a hundred letters beyond ASCII are frequent in the language of an encoding, and their number.
fn frequent_letters(text: &str, legacy: Legacy) -> (usize, usize) {
    let is_frequent: fn(char) -> bool = match legacy.identifier() {
        "gbk" | "gb18030" | "big5" => |one| CHINESE.contains(one),
        "euc-kr" => |one| SYLLABLES.contains(one),
        "euc-jp" | "shift_jis" | "iso-2022-jp" => |one| matches!(one, '\u{3041}'..='\u{30FE}'),
        _ => |one| one.to_lowercase().any(|one| FREQUENT.contains(one)),
    };
    let letters = || text.chars().filter(|one| !one.is_ascii() && one.is_alphabetic());
    let all = letters().count();
    (100 * letters().filter(|one| is_frequent(*one)).count() / all.max(1), all)
}

/// Returns `true` if a text is of the letters of Russian and Ukrainian, mostly small ones, with capitals only before
/// them.
fn is_plain(text: &str) -> bool {
    let is_usual = |one| matches!(one, 'А'..='я' | 'ё' | 'Ё' | 'Є' | 'І' | 'Ї' | 'є' | 'і' | 'ї');
    let mut pairs = text.chars().zip(text.chars().skip(1));
    text.chars().all(|one| one.is_ascii() || is_usual(one))
        && !pairs.any(|(one, next)| one.is_lowercase() && next.is_uppercase() && !next.is_ascii())
        && !is_of_capitals(text)
}

/// Returns `true` if a line has half-width katakana of EUC-JP in a row, which are ideographs of Shift_JIS.
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

    fn has_strange(name: &str, script: &str, bytes: &[u8]) -> bool {
        let legacy = Legacy::named(name).unwrap();
        has_strange_lines(&decoded(bytes, legacy, true).0, bytes, legacy, script)
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

    #[test]
    fn lines_in_their_own_encoding_are_not_strange() {
        let cyrillic = |name| (name, "Cyrillic", RUSSIAN);
        for (name, script, lines) in [
            ("gbk", "Chinese", CHINESE),
            ("big5", "Chinese", TRADITIONAL),
            ("euc-kr", "Korean", KOREAN),
            ("euc-jp", "Japanese", JAPANESE),
            ("shift_jis", "Japanese", JAPANESE),
            cyrillic("windows-1251"),
            cyrillic("koi8-r"),
            cyrillic("ibm866"),
            cyrillic("iso-8859-5"),
        ] {
            assert!(!has_strange(name, script, &encoded(name, &lines.join("\n"))), "{name}");
        }
    }

    #[test]
    fn lines_in_another_encoding_are_strange() {
        for (name, script, lines, other, line) in [
            ("big5", "Chinese", TRADITIONAL, "euc-kr", KOREAN[1]),
            ("gbk", "Chinese", CHINESE, "euc-kr", KOREAN[1]),
            ("big5", "Chinese", TRADITIONAL, "gbk", CHINESE[0]),
            ("euc-kr", "Korean", KOREAN, "shift_jis", JAPANESE[0]),
            ("shift_jis", "Japanese", JAPANESE, "euc-kr", KOREAN[1]),
            ("windows-1251", "Cyrillic", RUSSIAN, "koi8-r", RUSSIAN[0]),
            ("koi8-r", "Cyrillic", RUSSIAN, "windows-1251", RUSSIAN[2]),
            ("ibm866", "Cyrillic", RUSSIAN, "windows-1251", RUSSIAN[0]),
        ] {
            let own = encoded(name, &lines.join("\n"));
            let text = [&own[..], b"\n10:00 ", &encoded(other, line), b"\n", &own].concat();
            assert!(has_strange(name, script, &text), "{name} with {other}");
        }
    }

    #[test]
    fn half_width_katakana_may_be_of_euc_jp() {
        assert!(has_half_width_kana(b"10:00 \x8E\xC3\x8E\xBD\x8E\xC4 \x8E\xC6\x8E\xAD\x8E\xB3\x8E\xD8\n"));
        assert!(!has_half_width_kana(&encoded("shift_jis", JAPANESE[2])));
    }
}
