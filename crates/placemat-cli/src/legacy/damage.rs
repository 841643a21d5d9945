//! Lines of UTF-8 of which bytes were lost, among lines that are in a legacy encoding instead.

use std::collections::BTreeSet;

/// The most bytes of a character that is cut.
const MOST: usize = 3;

/// The most letters of a name that are examined before one.
const LONGEST_NAME: usize = 32;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Utf8,
    /// UTF-8 of which bytes were lost.
    Damaged,
    /// What is left of a character, or a letter in another encoding.
    Unclear,
    /// Text in another encoding.
    Other,
}

/// Tells the lines of a text apart.
#[derive(Debug)]
pub(crate) struct Telling {
    /// The lead bytes of the characters in lines of UTF-8, and their other bytes.
    leads: BTreeSet<u8>,
    trails: BTreeSet<u8>,
    /// The last two or three bytes of the characters.
    tails: BTreeSet<Vec<u8>>,
}

impl Telling {
    pub(crate) fn of(text: &[u8]) -> Self {
        let lines = text.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
        let characters: BTreeSet<char> = lines.flat_map(str::chars).filter(|one| !one.is_ascii()).collect();
        let (mut leads, mut trails, mut tails) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for character in characters {
            let mut buffer = [0; 4];
            let [lead, rest @ ..] = character.encode_utf8(&mut buffer).as_bytes() else { continue };
            leads.insert(*lead);
            trails.extend(rest);
            tails.extend((2..=rest.len()).map(|len| rest[rest.len() - len..].to_vec()));
        }
        Telling { leads, trails, tails }
    }

    /// Returns `true` if several adjacent bytes of a text are what is left of a character that the text has.
    pub(super) fn has_tail(&self, text: &[u8]) -> bool {
        let mut at = 0;
        !self.tails.is_empty()
            && text.utf8_chunks().any(|chunk| {
                let start = at + chunk.valid().len();
                at = start + chunk.invalid().len();
                self.tail(text, start, chunk.valid()).is_some()
            })
    }

    /// Returns the length of the bytes from a place on that continue characters, if they are what the text has at the end
    /// of one. `before` is what is valid directly before them.
    fn tail(&self, text: &[u8], start: usize, before: &str) -> Option<usize> {
        let is_first = start == 0 || !before.is_empty();
        let tail = text[start..].iter().take(MOST + 1).take_while(|byte| matches!(byte, 0x80..=0xBF));
        let len = Some(tail.count()).filter(|len| is_first && *len <= MOST)?;
        self.tails.contains(&text[start..start + len]).then_some(len)
    }

    /// Returns `true` if some character of the text begins with a byte.
    pub(super) fn has_lead(&self, byte: u8) -> bool {
        self.leads.contains(&byte)
    }

    /// Returns `true` if characters of the text begin like those of a word.
    pub(super) fn has_all_leads(&self, word: &str) -> bool {
        word.chars().filter(|one| !one.is_ascii()).all(|one| {
            let mut buffer = [0; 4];
            self.has_lead(one.encode_utf8(&mut buffer).as_bytes()[0])
        })
    }

    /// Returns `true` if a byte is a small letter in most encodings of Latin script, follows a capital of ASCII and perhaps
    /// small letters, and begins no character of the text.
    pub(crate) fn is_letter_of_name(&self, byte: u8, before: &[u8]) -> bool {
        let is_small = |one: u8| one.is_ascii_lowercase() || one >= 0xDF && !self.has_lead(one);
        let small = before.iter().rev().take(LONGEST_NAME).take_while(|one| is_small(**one)).count();
        let initial = before.len().checked_sub(small + 1).and_then(|at| before.get(at));
        byte >= 0xDF && byte != 0xF7 && initial.is_some_and(u8::is_ascii_uppercase) && !self.has_lead(byte)
    }

    /// Returns what a line is. In a damaged one, all that is not UTF-8 may be left of characters at its ends, or has lost
    /// a byte within, or its lead byte if the line has other UTF-8; or there are several characters of UTF-8 for each other
    /// byte, and these are not all letters of names in ASCII that another program wrote in a line of another script.
    pub(crate) fn examine(&self, line: &[u8]) -> Line {
        self.examine_with(line, true)
    }

    /// Returns what a line is that may have names in Latin script, or not.
    pub(crate) fn examine_with(&self, line: &[u8], has_names: bool) -> Line {
        let line = line.trim_ascii_end();
        let (mut remains, mut trails, mut stray, mut weight, mut at, mut known) = (0, 0, 0, 0, 0, 0);
        let (mut letters, mut is_latin) = (0, false);
        for chunk in line.utf8_chunks() {
            weight += weight_of(chunk.valid());
            is_latin |= chunk.valid().chars().any(|one| matches!(one, '\u{80}'..'\u{370}'));
            let start = at + chunk.valid().len();
            at = start + chunk.invalid().len();
            if let Some(len) = self.tail(line, start, chunk.valid()) {
                remains += 1;
                known = start + len;
            }
            match *chunk.invalid() {
                [] => {}
                _ if start < known => {}
                [lead, ..] if self.leads.contains(&lead) && (at == line.len() || at > start + 1) => {
                    remains += 1;
                }
                [0x80..=0xBF] if start == remains && start < MOST => remains += 1,
                [trail] if self.trails.contains(&trail) => trails += 1,
                [byte, ..] => {
                    stray += 1;
                    letters += usize::from(self.is_letter_of_name(byte, &line[..start]));
                }
            }
        }
        let (remains, stray) = if weight > 0 { (remains + trails, stray) } else { (remains, stray + trails) };
        match (stray, remains) {
            (0, 0) => Line::Utf8,
            (0, _) if weight > 0 => Line::Damaged,
            (0, _) => Line::Unclear,
            _ if weight > 4 * stray && weight > 3 && (!has_names || is_latin || letters < stray) => {
                Line::Damaged
            }
            _ => Line::Other,
        }
    }
}

/// Returns how much a text says that it is UTF-8: its characters beyond ASCII, of which long ones are rarer by chance.
pub(super) fn weight_of(text: &str) -> usize {
    let weight = |one: char| match one {
        // A byte order mark says nothing about what follows.
        ..'\u{80}' | '\u{FEFF}' => 0,
        ..'\u{800}' => 1,
        ..'\u{10000}' => 2,
        _ => 4,
    };
    text.chars().map(weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_lines_are_told_from_lines_in_a_legacy_encoding() {
        let lines = [
            "今天天气很好，孩子们在院子里玩",
            "今日はとても良い天気です。",
            "วันนี้อากาศดีมาก",
            "Сегодня хорошая погода",
            "오늘은 날씨가 좋다",
            "आज मौसम अच्छा है",
            "Ο καιρός είναι καλός",
            "Aujourd’hui il a coûté 5 €",
        ];
        for line in lines {
            for end in (0..line.len()).filter(|end| !line.is_char_boundary(*end)) {
                let before = format!("{line}\n{line}\n");
                let (head, tail) = line.as_bytes().split_at(end);
                let text = [before.as_bytes(), head, b"\n", tail].concat();
                let lines = Telling::of(&text);
                assert_eq!(lines.examine(line.as_bytes()), Line::Utf8, "{line}");
                for part in [&[head, b"\n"].concat()[..], tail] {
                    let has_more = part.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
                    let expected = if has_more { Line::Damaged } else { Line::Unclear };
                    assert_eq!(lines.examine(part), expected, "{line}: {end}");
                }
            }
        }
    }

    #[test]
    fn few_bytes_are_told_by_the_rest_of_the_text() {
        let lines = Telling::of("é ß\n".as_bytes());
        for (line, expected) in [
            (b"\x95\titem".as_slice(), Line::Unclear),
            (b"\xA35.00 total", Line::Unclear),
            (b"2 \xC3\n", Line::Unclear),
            (b"\xA9 caf\xC3\xA9", Line::Damaged),
            (b"Gr\xC3\xB6\x9Fe", Line::Damaged),
            (b"Gr\xC3\xB6\x8Ee", Line::Other),
            (b"Stra\x9Fe", Line::Other),
            (b"caf\xE9", Line::Other),
            ("имя Jos\u{e9}, текст".as_bytes(), Line::Utf8),
            (b"\xD0\xB8\xD0\xBC\xD1\x8F \xD0\xB8\xD0\xBC\xD1\x8F Jos\xE9", Line::Other),
            (b"\xD0\xB8\xD0\xBC\xD1\x8F \xD0\xB8\xD0\xBC\xD1\x8F\xE9", Line::Damaged),
            ("日本".as_bytes(), Line::Utf8),
        ] {
            assert_eq!(lines.examine(line), expected, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn what_is_left_of_a_character_of_the_text_is_no_letter() {
        let text = "all 👍\ndeploy 🚀\n";
        let lines = Telling::of(text.as_bytes());
        for (line, expected) in [
            (b"all \x9F\x91\x8D done".as_slice(), Line::Unclear),
            (b"\x9A\x80 done", Line::Unclear),
            (b"all \x9F\x91\x8D caf\xE9", Line::Other),
            (b"all \x9F\x91\x8E", Line::Other),
            (b"all \x9F\x91\x8D \xF0\x9F\x91\x8D", Line::Damaged),
        ] {
            assert_eq!(lines.examine(line), expected, "{}", line.escape_ascii());
        }
        assert!(lines.has_tail(b"done \x91\x8D\n") && !lines.has_tail(text.as_bytes()));
        // A long run is none, and costs no more for each of its bytes.
        assert!(!lines.has_tail(&[&[0x80; 1 << 20][..], b"\x91\x8D"].concat()));
    }

    #[cfg(feature = "legacy")]
    #[test]
    fn lines_in_a_legacy_encoding_are_no_damage() {
        for (name, line) in [
            ("windows-1251", "Привет, Ёлка"),
            ("koi8-r", "Привет, как дела"),
            ("ibm866", "работа стала, Паша"),
            ("gbk", "你好，世界"),
            ("shift_jis", "エラーが発生しました"),
            ("euc-kr", "오늘은 날씨가 좋다"),
            ("windows-874", "วันนี้อากาศดีมาก"),
            ("windows-1252", "Größe für Müller, café"),
        ] {
            let (bytes, _, _) = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap().encode(line);
            let text = [line.as_bytes(), b"\n", &bytes, b"\n"].concat();
            assert_eq!(Telling::of(&text).examine(&bytes), Line::Other, "{name}: {line}");
        }
    }
}
