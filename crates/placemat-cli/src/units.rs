//! Whether units of 16 or 32 bits without a byte order mark are text. Tables of numbers are such units, too,
//! and so are lists whose names end in bytes 00.
//!
//! A detector compares readings: it returns the best one, even if none is good. Here is a rule for those who
//! convert a file on its verdict. Text is in few scripts, which do not change from letter to letter, and has
//! spaces, or else line ends or punctuation. It has no U+0000, hardly any control and unassigned code points,
//! and few rare letters and symbols. Its code points neither ascend nor descend. The rule recognizes nearly
//! all text of more than a few words; it leaves single words without a line end in doubt.

use placemat::{Codec, Encoding, Endian};
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory as _};

/// What the units of an input are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Text,
    /// They may be text, and they may be something else.
    Unclear,
    /// They are not text, but the bytes are, with bytes 00 in between.
    Bytes,
    /// They are not text.
    Data,
}

/// How many of the first bytes are examined.
const FRONT: usize = 256 << 10;
/// So many code points are enough to say that they are not text.
const LONG: u64 = 64;

/// Determines what the units of an input are, by its beginning.
pub(crate) fn sort(front: &[u8], encoding: Encoding) -> Sort {
    let is_little = encoding.info().order == Some(Endian::Little);
    let front = &front[..front.len().min(FRONT)];
    let mut seen = Seen::default();
    if encoding.info().width == 2 {
        let of = if is_little { u16::from_le_bytes } else { u16::from_be_bytes };
        let units = || front.as_chunks().0.iter().map(|unit| of(*unit));
        let pairs = Pairs::of(units());
        char::decode_utf16(units()).for_each(|one| seen.add(one.ok()));
        if pairs.are_bytes(seen.all) {
            return Sort::Bytes;
        }
        if 2 * seen.supplementary > seen.all && seen.nuls == 0 && !seen.is_odd() {
            // Surrogates do not form so many pairs by chance.
            return Sort::Text;
        }
    } else {
        let of = if is_little { u32::from_le_bytes } else { u32::from_be_bytes };
        front.as_chunks().0.iter().for_each(|unit| seen.add(char::from_u32(of(*unit))));
    }
    match seen.is_text() {
        _ if seen.all == 0 || 8 * seen.unassigned >= seen.all => Sort::Data,
        true if seen.nuls == 0 => Sort::Text,
        false if seen.all >= LONG => Sort::Data,
        _ => Sort::Unclear,
    }
}

/// Counts of 16-bit units.
#[derive(Default)]
struct Pairs {
    /// Those from U+0100 on, except kana.
    wide: u64,
    /// Those of them that are two characters of ASCII, or one and a byte 00.
    ascii: u64,
    /// Those of which a byte is not ASCII.
    high: u64,
}

impl Pairs {
    fn of(units: impl Iterator<Item = u16>) -> Self {
        let mut pairs = Pairs::default();
        for unit in units {
            let [high, low] = unit.to_be_bytes();
            let is_printable = |byte| matches!(byte, b' '..=b'~');
            // Most hiragana are pairs of ASCII, and one of the most frequent ideographs has a byte 00.
            let is_kana = high == 0x30;
            let is_ascii = is_printable(low) || matches!(low, b'\t' | b'\n' | b'\r');
            let is_pair = is_printable(high) && (is_ascii || low == 0 && unit != 0x4E00);
            pairs.wide += u64::from(high != 0 && !is_kana);
            pairs.ascii += u64::from(is_pair && !is_kana);
            pairs.high += u64::from(!high.is_ascii() || !low.is_ascii());
        }
        pairs
    }

    /// Returns `true` if the units are rather pairs of bytes. Less than half of the ideographs of a text are
    /// pairs of ASCII.
    fn are_bytes(&self, all: u64) -> bool {
        4 * self.wide >= all
            && (4 * self.ascii > 3 * self.wide || self.high == 0 && 2 * self.ascii > self.wide)
    }
}

/// The scripts: the last code point of each range, and whether it is written without spaces. Ranges with the
/// same name are one script.
const SCRIPTS: [(u32, &str); 48] = [
    (0x24F, LATIN),
    (0x2AF, LATIN),
    (0x36F, ""),
    (0x3FF, "Greek"),
    (0x52F, "Cyrillic"),
    (0x58F, "Armenian"),
    (0x5FF, "Hebrew"),
    (0x6FF, "Arabic"),
    (0x74F, "Syriac"),
    (0x77F, "Arabic"),
    (0x8FF, "Thaana and others"),
    (0x97F, "Devanagari"),
    (0x9FF, "Bengali"),
    (0xA7F, "Gurmukhi"),
    (0xAFF, "Gujarati"),
    (0xB7F, "Oriya"),
    (0xBFF, "Tamil"),
    (0xC7F, "Telugu"),
    (0xCFF, "Kannada"),
    (0xD7F, "Malayalam"),
    (0xDFF, "Sinhala"),
    (0xE7F, THAI),
    (0xEFF, LAO),
    (0xFFF, "Tibetan"),
    (0x109F, MYANMAR),
    (0x10FF, "Georgian"),
    (0x11FF, CJK),
    (0x139F, "Ethiopic"),
    (0x13FF, "Cherokee"),
    (0x167F, "Canadian"),
    (0x177F, "Ogham and others"),
    (0x17FF, KHMER),
    (0x18AF, "Mongolian"),
    (0x1CFF, "Limbu and others"),
    (0x1DFF, "phonetic"),
    (0x1EFF, LATIN),
    (0x1FFF, "Greek"),
    (0x2DFF, "Glagolitic and others"),
    (0x9FFF, CJK),
    (0xA4CF, "Yi"),
    (0xABFF, "Lisu and others"),
    (0xFAFF, CJK),
    (0xFB4F, "Hebrew"),
    (0xFDFF, "Arabic"),
    (0xFE6F, CJK),
    (0xFEFF, "Arabic"),
    (0xFFEF, CJK),
    (0x10_FFFF, "supplementary"),
];

pub(crate) const LATIN: &str = "Latin";
const CJK: &str = "Chinese, Japanese and Korean";
const THAI: &str = "Thai";
const LAO: &str = "Lao";
const MYANMAR: &str = "Myanmar";
const KHMER: &str = "Khmer";

pub(crate) fn script(code_point: u32) -> &'static str {
    match code_point {
        0x2_0000..=0x3_FFFF => CJK,
        _ => SCRIPTS[SCRIPTS.partition_point(|(last, _)| *last < code_point)].1,
    }
}

/// Returns `true` for letters, digits and marks of which few texts have many.
pub(crate) fn is_rare(code_point: u32) -> bool {
    match code_point {
        // Vietnamese, Romanian, Azerbaijani.
        0x1A0 | 0x1A1 | 0x1AF | 0x1B0 | 0x218..=0x21B | 0x259 => false,
        // Iteration marks, zero, brackets, wave dashes.
        0x3005..=0x3007 | 0x3008..=0x3011 | 0x301C => false,
        0x180..=0x2AF | 0x3CF..=0x3FF | 0x460..=0x489 | 0x700..=0x74F | 0x780..=0x8FF => true,
        0x1100..=0x11FF | 0x1300..=0x177F | 0x1800..=0x1DFF | 0x2C00..=0x2FFF => true,
        0x3003..=0x303F | 0x3100..=0x4DFF | 0xA000..=0xABFF | 0xD7A4..=0xD7FF | 0xF900..=0xFDFF => true,
        0xFF10..=0xFF5A | 0x1_0000..=0x1_EFFF => true,
        _ => false,
    }
}

/// Counts of code points.
#[derive(Debug, Default)]
struct Seen {
    all: u64,
    nuls: u64,
    spaces: u64,
    line_ends: u64,
    /// Punctuation of ASCII, of East Asia, and of typography.
    stops: u64,
    /// Letters, digits, marks and emoji.
    letters: u64,
    /// Those of scripts without spaces, and those of Chinese, Japanese and Korean.
    spaceless: u64,
    cjk: u64,
    supplementary: u64,
    rare: u64,
    symbols: u64,
    /// Controls, private use, and what is ill-formed; and unassigned code points.
    odd: u64,
    unassigned: u64,
    /// Letters beside one of another script.
    switches: u64,
    /// Steps from a code point to the next one, except at line ends, and those that go up.
    steps: u64,
    ascending: u64,
    last: u32,
    script: &'static str,
}

impl Seen {
    /// Adds a code point, or what is none.
    fn add(&mut self, one: Option<char>) {
        self.all += 1;
        let Some(one) = one else {
            self.odd += 1;
            return;
        };
        let code_point = u32::from(one);
        let is_step = self.all > 1 && !matches!(one, '\n' | '\r') && self.last != 0x0A;
        self.steps += u64::from(is_step);
        self.ascending += u64::from(is_step && code_point >= self.last);
        self.last = code_point;
        let mut script = "";
        match one {
            '\0' => self.nuls += 1,
            // In Tibetan, a mark is between syllables.
            ' ' | '\t' | '\u{3000}' | '\u{F0B}' => self.spaces += 1,
            '\n' | '\r' => self.line_ends += 1,
            '\x0C' | '\x1B' | '\u{85}' => {}
            'a'..='z' | 'A'..='Z' => {
                self.letters += 1;
                script = LATIN;
            }
            _ => script = self.add_by_category(one),
        }
        if script != self.script && !script.is_empty() && !self.script.is_empty() {
            // Words of Latin script stand within Chinese without spaces.
            let is_usual = matches!((self.script, script), (LATIN, CJK) | (CJK, LATIN));
            self.switches += u64::from(!is_usual);
        }
        self.script = script;
    }

    /// Adds a code point by its category, and returns its script if it is a letter.
    fn add_by_category(&mut self, one: char) -> &'static str {
        let code_point = u32::from(one);
        self.rare += u64::from(is_rare(code_point));
        self.supplementary += u64::from(code_point > 0xFFFF);
        match one.general_category() {
            Category::Control | Category::PrivateUse | Category::Surrogate => self.odd += 1,
            Category::Unassigned => self.unassigned += 1,
            Category::UppercaseLetter
            | Category::LowercaseLetter
            | Category::TitlecaseLetter
            | Category::ModifierLetter
            | Category::OtherLetter
            | Category::NonspacingMark
            | Category::SpacingMark
            | Category::EnclosingMark => {
                let script = script(code_point);
                self.letters += 1;
                self.cjk += u64::from(script == CJK);
                // Korean has spaces.
                let is_hangul = matches!(code_point, 0xAC00..=0xD7A3);
                let is_spaceless = matches!(script, CJK | THAI | LAO | MYANMAR | KHMER) && !is_hangul;
                self.spaceless += u64::from(is_spaceless);
                // A combining mark belongs to the letter before it.
                return if script.is_empty() { self.script } else { script };
            }
            Category::DecimalNumber | Category::LetterNumber | Category::OtherNumber => self.letters += 1,
            Category::MathSymbol
            | Category::CurrencySymbol
            | Category::ModifierSymbol
            | Category::OtherSymbol => match code_point {
                0x1_0000.. => {
                    self.letters += 1;
                    self.spaceless += 1;
                }
                0x80.. => self.symbols += 1,
                _ => {}
            },
            _ => self.stops += u64::from(is_stop(one)),
        }
        ""
    }

    fn is_odd(&self) -> bool {
        100 * (self.odd + self.unassigned) > self.all
    }

    /// Returns `true` if these are the code points of text, apart from U+0000.
    fn is_text(&self) -> bool {
        let Seen { all, spaces, stops, letters, rare, symbols, switches, steps, ascending, .. } = *self;
        let all = all - self.nuls;
        let ends = self.line_ends;
        let is_ordered = steps >= 4 && (8 * ascending >= 7 * steps || 8 * ascending <= steps);
        let is_usual =
            4 * letters >= all && 6 * rare <= letters && 4 * symbols <= all && 12 * switches <= all;
        if self.is_odd() || is_ordered || !is_usual {
            return false;
        }
        match () {
            () if ends > 0 => 128 * (ends + spaces + stops) >= all,
            () if 2 * letters < all || spaces + stops == 0 => false,
            () if 2 * self.spaceless > letters => {
                (if self.cjk > 0 { 32 } else { 64 }) * (spaces + stops) >= all
            }
            () => 40 * spaces >= all && 16 * (spaces + stops) >= all,
        }
    }
}

/// Returns `true` for the usual punctuation.
fn is_stop(one: char) -> bool {
    one.is_ascii_punctuation()
        || matches!(one, '\u{2010}'..='\u{2027}' | '\u{F0D}' | '។'..='៖')
        || matches!(one, '、' | '。' | '〈'..='】' | '！' | '，' | '：' | '；' | '？' | '（' | '）' | '・')
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENCODINGS: [Encoding; 4] =
        [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];

    /// Returns text in an encoding.
    fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
        placemat::convert(Encoding::Utf8, encoding, text.as_bytes()).unwrap()
    }

    /// Returns numbers in the units of an encoding.
    fn units(numbers: &[u32], encoding: Encoding) -> Vec<u8> {
        let of = |number: &u32| {
            let mut bytes = number.to_le_bytes()[..encoding.info().width].to_vec();
            if encoding.info().order == Some(Endian::Big) {
                bytes.reverse();
            }
            bytes
        };
        numbers.iter().flat_map(of).collect()
    }

    #[test]
    fn text_of_every_script_is_text() {
        for text in [
            "plain text, and more of it\r\n",
            "id;name\n1;a\n2;b\n",
            "ok\r\n",
            "Она тихо читает письмо у окна, пока на улице снег.",
            "да\n",
            "Ένα γράμμα δίπλα στο παράθυρο\n",
            "在花园里读书，没有人问。\n",
            "中文\n",
            "私は本を読みます。ひらがなとカタカナ\n",
            "우리는 정원에서 책을 읽는다.",
            "في الحديقة نقرأ كتابا\n",
            "אנחנו קוראים ספר בגן\n",
            "बगीचे में हम किताब पढ़ते हैं।\n",
            "เราอ่านหนังสือในสวน\n",
            "Chúng tôi đọc sách trong vườn.\n",
            "hello 👍 and 💩\n",
            "- 中文 within a line of Latin script\n",
        ] {
            for encoding in ENCODINGS {
                assert_eq!(sort(&encoded(text, encoding), encoding), Sort::Text, "{encoding} {text}");
            }
        }
    }

    #[test]
    fn single_words_and_text_with_nul_are_unclear() {
        for text in ["plain", "Привет", "中文", "one\0two words\0three\n"] {
            for encoding in ENCODINGS {
                assert_eq!(sort(&encoded(text, encoding), encoding), Sort::Unclear, "{encoding} {text}");
            }
        }
    }

    #[test]
    fn bytes_with_zeros_in_between_are_no_units() {
        for bytes in [
            &b"file1\0file2\0file3\0"[..],
            b"sleep\x00100\0",
            b"id\0name\0city\0\n1\0Ann\0Rome\0\n",
            b"src/main.c\0src/util.c\0",
        ] {
            for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
                assert_eq!(sort(bytes, encoding), Sort::Bytes, "{encoding} {bytes:X?}");
            }
        }
        assert_eq!(sort(b"a\0b\n", Encoding::Utf16Le), Sort::Data);
    }

    /// Numbers of every size, in some range, in any order.
    #[test]
    fn numbers_are_no_text() {
        let mut random = placemat_random::Random(16);
        let (mut tables, mut wrong) = (0, 0);
        for start in (0..0x700).step_by(48).chain((0x700..0xF000).step_by(0x1D0)) {
            for range in [10, 40, 80, 256, 1000, 5000] {
                for len in [64, 100, 500] {
                    let mut walk = start;
                    let mut numbers = [vec![], vec![], vec![]];
                    for k in 0..len {
                        walk = (walk + random.below(range / 2 + 1) as u32).saturating_sub(range as u32 / 4);
                        let next = [random.below(range) as u32, (k * range / len) as u32, 0];
                        numbers.iter_mut().zip(next).for_each(|(all, next)| all.push(start + next));
                        numbers[2][k] = walk;
                    }
                    for (numbers, encoding) in numbers.iter().flat_map(|one| ENCODINGS.map(|e| (one, e))) {
                        tables += 1;
                        wrong += u32::from(sort(&units(numbers, encoding), encoding) == Sort::Text);
                    }
                }
            }
        }
        assert!(tables > 20_000 && wrong == 0, "{wrong} of {tables}");
    }
}
