//! Lines of UTF-8 of which bytes were lost, among lines that are in a legacy encoding instead.

use std::collections::BTreeSet;

/// The most bytes of a character that is cut.
const MOST: usize = 3;

/// The lines of a text that are not UTF-8, told into those that are rather UTF-8 with damage and the others.
#[derive(Debug)]
pub(crate) struct Damage {
    /// The lead bytes of the characters in lines of UTF-8.
    leads: BTreeSet<u8>,
    /// The last line ended within a character, or there was none.
    may_go_on: bool,
}

impl Damage {
    pub(crate) fn of(text: &[u8]) -> Self {
        let lines = text.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
        let leads = lines.flat_map(str::bytes).filter(|byte| *byte >= 0xC2).collect();
        Damage { leads, may_go_on: true }
    }

    /// Returns `true` if the next line is UTF-8 with damage: everything else in it is what may remain of a character at
    /// its ends or within it, or it has several characters for each byte of which that can't be said.
    pub(crate) fn is_in(&mut self, line: &[u8]) -> bool {
        let line = line.trim_ascii_end();
        let (mut remains, mut stray, mut long, mut short, mut at) = (0, 0, 0, 0, 0);
        let may_go_on = std::mem::take(&mut self.may_go_on);
        for chunk in line.utf8_chunks() {
            for one in chunk.valid().chars().filter(|one| !one.is_ascii()) {
                long += usize::from(one >= '\u{800}');
                short += usize::from(one < '\u{800}');
            }
            let start = at + chunk.valid().len();
            at = start + chunk.invalid().len();
            match *chunk.invalid() {
                [] => {}
                [lead, ..] if self.leads.contains(&lead) && (at == line.len() || at > start + 1) => {
                    self.may_go_on = at == line.len();
                    remains += 1;
                }
                [0x80..=0xBF] if start == remains && start < MOST => remains += 1,
                _ => stray += 1,
            }
        }
        // A sign, as at the start of an item of a list, has a space after it.
        let counts = 2 * long + short;
        let is_sign = remains == 1 && counts == 0 && !may_go_on && matches!(line, [0x80..=0xBF, b' ', ..]);
        let is_rather_damage = counts > 4 * stray && counts > 3;
        if stray > 0 { is_rather_damage } else { remains > 0 && !is_sign }
    }
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
                let mut damage = Damage::of(&text);
                assert!(!damage.is_in(line.as_bytes()), "{line}");
                assert!(damage.is_in(&[head, b"\n"].concat()), "{line}: {end}");
                assert!(damage.is_in(tail), "{line}: {end}");
            }
        }
    }

    #[test]
    fn signs_in_front_of_lines_are_no_damage() {
        for (line, expected) in [
            (b"\x95 item".as_slice(), false),
            (b"\xA9 2020", false),
            (b"\xA9e", true),
            (b"\x82\x93 ok", true),
        ] {
            let mut damage = Damage::of("é\n".as_bytes());
            damage.is_in("é\n".as_bytes());
            assert_eq!(damage.is_in(line), expected, "{}", line.escape_ascii());
            assert!(damage.is_in(b"\xC3\n") && damage.is_in(line), "{}", line.escape_ascii());
        }
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
            let mut damage = Damage::of(&text);
            damage.is_in(line.as_bytes());
            assert!(!damage.is_in(&bytes), "{name}: {line}");
        }
    }
}
