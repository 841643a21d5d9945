//! The parts of a text of which each line is UTF-8, or in a legacy encoding, or UTF-16 in one of its two orders.

mod walk;

use placemat::{Encoding, Endian};

use super::misaligned::Misaligned;
use crate::input::InputSource;
use crate::legacy::Legacy;
use crate::show::Argument;

/// A text of more parts has no command that converts it.
const MOST: usize = 4;

/// The parts of a text, each of them in another encoding than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The encodings there are: UTF-8, if there is any, and UTF-16 in one order or both.
    encodings: [Option<Encoding>; 3],
    /// All of the UTF-8 is ASCII.
    is_ascii: bool,
    /// What the other parts are in instead of UTF-8.
    legacy: Option<Legacy>,
    /// The other parts are in a legacy encoding, and nothing says in which one.
    is_unknown: bool,
    count: usize,
    firsts: [Part; MOST],
    /// What is wrong with the text, if it is one text in UTF-16.
    misaligned: Option<Misaligned>,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    start: usize,
    /// What reads it, unless it is in a legacy encoding: `Utf16` if it begins with a byte order mark.
    encoding: Encoding,
}

impl Parts {
    /// Returns the parts of a text, if there is UTF-16 and something else. `is_all` says that the text ends there; if
    /// not, its last line is not examined.
    pub(crate) fn of(text: &[u8], is_all: bool) -> Option<Self> {
        let is_signed = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
        if !is_signed && memchr::memchr(0, text).is_none() {
            return None;
        }
        match Misaligned::of(text, is_all) {
            // A line of another encoding, and text in the other order, moves the units that follow, too.
            Some(found) if found.is_shifted() => walk::parts(text, is_all)
                .filter(|parts| !parts.are_wide() || found.may_be_joined(parts.firsts[1].start))
                .or_else(|| (!super::is_mixed_text(text)).then(|| Parts::of_misaligned(found))),
            Some(found) => Some(Parts::of_misaligned(found)),
            None => walk::parts(text, is_all),
        }
    }

    /// Returns the whole of a text that is not aligned.
    fn of_misaligned(found: Misaligned) -> Self {
        let firsts = [Part { start: 0, encoding: found.encoding() }; MOST];
        Parts {
            encodings: [None, Some(found.encoding()), None],
            is_ascii: false,
            legacy: None,
            is_unknown: false,
            count: 1,
            firsts,
            misaligned: Some(found),
        }
    }

    /// Returns what is wrong with the text, if it is one text in UTF-16.
    pub(crate) fn misaligned(self) -> Option<Misaligned> {
        self.misaligned
    }

    /// Returns what is said of such a text.
    pub(crate) fn describe(self) -> String {
        if let Some(found) = self.misaligned {
            return found.describe();
        }
        let what = match self.encodings {
            _ if self.legacy.is_some() || self.is_unknown => "partly UTF-16 and partly a legacy encoding",
            [None, ..] => "partly UTF-16LE and partly UTF-16BE",
            _ if self.is_ascii => "partly UTF-16 and partly ASCII",
            [_, Some(_), None] => "partly UTF-8 and partly UTF-16LE",
            [_, None, _] => "partly UTF-8 and partly UTF-16BE",
            _ => "partly UTF-8 and partly UTF-16",
        };
        what.to_owned()
    }

    /// Returns what to do about such a text.
    pub(crate) fn remedy(self) -> &'static str {
        self.misaligned.map_or(super::REMEDY, Misaligned::remedy)
    }

    /// Returns `true` if every part is UTF-16.
    pub(crate) fn are_wide(self) -> bool {
        self.encodings[0].is_none() && self.legacy.is_none() && !self.is_unknown
    }

    /// Returns the parts as they are known by the beginning of a text: there may be more.
    pub(crate) fn without_command(self) -> Self {
        Parts { count: usize::MAX, ..self }
    }

    /// Returns the encodings of the parts.
    pub(crate) fn encodings(self) -> Vec<Encoding> {
        self.encodings.into_iter().flatten().collect()
    }

    /// Returns such a command for an input. The user may have what is read from standard input in a file, too.
    pub(crate) fn command_for(self, source: &InputSource) -> Option<String> {
        match source {
            InputSource::Path(_) => self.command(&Argument(source)),
            InputSource::StandardInput(None) => self.command(&Argument(&InputSource::Path("FILE".into()))),
            InputSource::StandardInput(_) => None,
        }
    }

    /// Returns a command that converts the parts in UTF-16, and copies the others, or one that shows damage, or what the
    /// other parts may be.
    fn command(self, file: &Argument<'_>) -> Option<String> {
        if let Some(found) = self.misaligned {
            return found.command(file, self.count < usize::MAX);
        }
        if self.is_unknown {
            return self.command_for_unknown(file);
        }
        let from = |part: &Part| match (part.encoding, self.legacy) {
            (Encoding::Utf8, legacy) => (part.start, legacy.map(Legacy::identifier)),
            (from, _) => (part.start, Some(from.name())),
        };
        let parts: Vec<_> = self.firsts.get(..self.count)?.iter().map(from).collect();
        Some(super::command(file, &parts))
    }

    /// Returns a command that names the legacy encodings in which the first part that is not UTF-16 may be.
    fn command_for_unknown(self, file: &Argument<'_>) -> Option<String> {
        let parts = self.firsts.get(..self.count)?;
        let at = parts.iter().position(|part| part.encoding == Encoding::Utf8)?;
        let (start, end) = (parts[at].start, parts.get(at + 1).map(|part| part.start));
        let read = match (start, end) {
            (0, Some(end)) => format!("head -c {end} {file}"),
            (_, Some(end)) => format!("tail -c +{} {file} | head -c {}", start + 1, end - start),
            (_, None) => format!("tail -c +{} {file}", start + 1),
        };
        Some(format!("{read} | placemat detect --verbose"))
    }
}

/// Returns UTF-16 in an order.
pub(super) fn encoding(order: Option<Endian>) -> Encoding {
    if order == Some(Endian::Big) { Encoding::Utf16Be } else { Encoding::Utf16Le }
}

/// Returns the other byte order.
pub(super) const fn swapped(order: Endian) -> Endian {
    if matches!(order, Endian::Big) { Endian::Little } else { Endian::Big }
}

/// Returns the byte order of UTF-16: most of its bytes 00 are the high ones. Line ends count more, since ideographs have
/// bytes 00, too.
pub(super) fn order(text: &[u8]) -> Endian {
    const SEEN: usize = 128;
    const LINE_END: u32 = 8;
    let (mut even, mut odd) = (0, 0);
    for unit in text.as_chunks::<2>().0.iter().take(SEEN) {
        match unit {
            [0, b'\n'] => even += LINE_END,
            [b'\n', 0] => odd += LINE_END,
            [0, _] => even += 1,
            [_, 0] => odd += 1,
            _ => {}
        }
    }
    if even > odd { Endian::Big } else { Endian::Little }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "2026-11-28 12:00:00 INFO Müller öffnet die Datei\n2026-11-28 12:00:01 Größe: 5\n";

    fn wide(text: &str, order: Endian) -> Vec<u8> {
        let bytes = if order == Endian::Little { u16::to_le_bytes } else { u16::to_be_bytes };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn parts_begin_with_lines() {
        let chinese = "12:00 用户登录系统。\r\n用户退出\r\n";
        let russian = "10:00 Пользователь вошёл в систему\n";
        for (order, encoding) in [(Endian::Little, Encoding::Utf16Le), (Endian::Big, Encoding::Utf16Be)] {
            for text in [LINES, &chinese.repeat(4), &russian.repeat(4)] {
                let (narrow, signed) = (text.as_bytes(), wide(&format!("\u{FEFF}{text}"), order));
                let wide = wide(text, order);
                for (parts, count, starts) in [
                    (vec![narrow, &wide], 2, [(0, false), (narrow.len(), false)]),
                    (vec![narrow, b"x\n", &wide], 2, [(0, false), (narrow.len() + 2, false)]),
                    (vec![narrow, &signed], 2, [(0, false), (narrow.len(), true)]),
                    (vec![&signed, narrow], 2, [(0, true), (signed.len(), false)]),
                    (vec![narrow, &wide, narrow, &wide, narrow], 5, [(0, false), (narrow.len(), false)]),
                ] {
                    let mixed = parts.concat();
                    let found = Parts::of(&mixed, true).unwrap_or_else(|| panic!("{encoding}: {text}"));
                    assert_eq!((found.encodings(), found.count), (vec![Encoding::Utf8, encoding], count));
                    let firsts = found.firsts.map(|part| (part.start, part.encoding == Encoding::Utf16));
                    assert_eq!(firsts[..2], starts, "{encoding}: {text}");
                    assert!(Parts::of(&mixed[..mixed.len() - 3], false).is_some(), "{encoding}: {text}");
                }
            }
        }
        let short = "12:00 OK: 1\r\n".repeat(9);
        let ends_in_short = [&wide(LINES, Endian::Big)[..], short.as_bytes()].concat();
        assert_eq!(
            Parts::of(&ends_in_short, true).unwrap().firsts[1].start,
            ends_in_short.len() - short.len()
        );
        let unended =
            [b"the last line has no end".as_slice(), &wide("abc def ghi\n", Endian::Little)].concat();
        assert_eq!(Parts::of(&unended, true).unwrap().firsts[1].start, 24);
    }

    #[test]
    fn utf_16_in_both_orders_has_parts() {
        let orders = [Endian::Little, Endian::Big];
        for (first, second) in
            [("Error in file\r\n", "Second file\r\n"), ("Größe: 5", "müde\n"), (LINES, LINES)]
        {
            for (order, other) in [(orders[0], orders[1]), (orders[1], orders[0])] {
                let signed = |text, order| wide(&format!("\u{FEFF}{text}"), order);
                let (start, end) = (signed(first, order), signed(second, other));
                let both = [&start[..], &end].concat();
                let found = Parts::of(&both, true).unwrap();
                assert_eq!(found.describe(), "partly UTF-16LE and partly UTF-16BE");
                assert_eq!((found.count, found.firsts[1].start), (2, start.len()));
                assert_eq!(found.firsts[1].encoding, Encoding::Utf16);
                // Without byte order marks, the line end turns.
                if second == LINES {
                    let both = [wide(first, order), wide(second, other)].concat();
                    let found = Parts::of(&both, true).unwrap();
                    assert_eq!(found.describe(), "partly UTF-16LE and partly UTF-16BE");
                    let starts = found.firsts.map(|part| part.start);
                    assert_eq!((found.count, starts[1]), (2, wide(first, order).len()));
                    assert_eq!(found.firsts[1].encoding, encoding(Some(other)));
                }
                let three = [&both[..], "a line of UTF-8: é\n".as_bytes()].concat();
                let found = Parts::of(&three, true).filter(|_| second.ends_with('\n'));
                assert!(found.is_none_or(|found| found.count == 3), "{second}");
                // Two texts in one order are one text with a byte order mark within.
                assert_eq!(Parts::of(&[start, signed(second, order)].concat(), true), None);
            }
        }
    }

    #[cfg(feature = "legacy")]
    #[test]
    fn a_legacy_log_that_utf_16_continues_has_parts() {
        let line = b"2026-11-28 12:00:00 INFO M\xFCller \xF6ffnet die Datei, Gr\xF6\xDFe: 5\r\n";
        let log = line.repeat(5);
        for signed in [true, false] {
            let mark = if signed { "\u{FEFF}" } else { "" };
            let wide = wide(&format!("{mark}{LINES}"), Endian::Little);
            let found = Parts::of(&[&log[..], &wide].concat(), true).unwrap();
            assert_eq!((found.count, found.firsts[1].start), (2, log.len()));
            assert_eq!(found.legacy.map(Legacy::identifier), Some("windows-1252"));
            assert_eq!(found.describe(), "partly UTF-16 and partly a legacy encoding");
            assert!(Parts::of(&[&wide[..], &log].concat(), true).is_some());
        }
        let chinese = "用户登录。退出系统\r\n这是一个很长的句子，没有空格\r\n".repeat(9);
        for order in [Endian::Little, Endian::Big] {
            assert_eq!(Parts::of(&wide(&chinese, order), true), None);
        }
        assert_eq!(Parts::of(&log, true), None);
    }

    #[test]
    fn a_line_of_ascii_at_the_end_is_a_part_in_any_language() {
        for text in ["id;Иван Петров;5\r\n", "1;Zażółć gęślą jaźń;2\r\n", "用户登录系统。\r\n"]
        {
            for (order, lines) in [
                (Endian::Little, &["ok\n\n", "done\r\n", "rotated at 2024-01-01 12:00:00 by cron\r\n"][..]),
                (Endian::Big, &["ok\n\n", "done\r\n"]),
            ] {
                for line in lines {
                    let wide = wide(&format!("\u{FEFF}{}", text.repeat(12)), order);
                    let found = Parts::of(&[&wide[..], line.as_bytes()].concat(), true);
                    let found = found.unwrap_or_else(|| panic!("{text:?} {order:?} {line:?}"));
                    assert_eq!(
                        (found.count, found.firsts[1].start),
                        (2, wide.len()),
                        "{text:?} {order:?} {line:?}"
                    );
                }
            }
        }
        // In the middle, and in text in both orders.
        for order in [Endian::Little, Endian::Big] {
            let text = wide(&"id;Иван Петров;5\r\n".repeat(12), order);
            for line in ["rotated at 2024-01-01 12:00:00 by cron\r\n", "2024-01-01 12:00\r\n"] {
                let found = Parts::of(&[&text, line.as_bytes(), &text].concat(), true);
                let found = found.unwrap_or_else(|| panic!("{order:?} {line:?}"));
                let starts = found.firsts.map(|part| part.start);
                assert_eq!((found.count, &starts[..3]), (3, &[0, text.len(), text.len() + line.len()][..]));
            }
        }
        // A line end alone is the end of an ideograph in this order.
        for text in ["Der Zug hatte Verspätung.\n", "Отец сказал, что нет.\n", "기차는 늦었다\n"]
        {
            let (plain, signed) = (wide(text, Endian::Big), wide(&format!("\u{FEFF}{text}"), Endian::Big));
            for line in ["items\n", "line\n", "Total: 42\n", "{\"a\": 1}\nkey=value\n{\"a\": 1}\n", "Größe\n"]
            {
                for mixed in [
                    [&signed.repeat(3), line.as_bytes()].concat(),
                    [&plain.repeat(3), line.as_bytes()].concat(),
                    [line.as_bytes(), &plain.repeat(3)].concat(),
                    [line.as_bytes(), &signed, &plain].concat(),
                    [&signed, line.as_bytes(), &plain].concat(),
                ] {
                    let found = Parts::of(&mixed, true).map(|parts| (parts.misaligned, parts.count));
                    assert!(matches!(found, Some((None, 2 | 3))), "{text:?} {line:?}: {found:?}");
                }
            }
        }
        // What follows a byte order mark may be cut.
        for text in ["\u{FEFF}Der Zug hatte\nVerspätung.", "\u{FEFF}Der Zug"] {
            let cut = wide(text, Endian::Big);
            let found = Parts::of(&[b"Total: 42\r\n", &cut[..cut.len() - 1]].concat(), true);
            assert!(found.is_some_and(|parts| parts.misaligned.is_none() && parts.count == 2));
        }
        // A byte order mark before ASCII belongs to nothing.
        for order in [Endian::Little, Endian::Big] {
            let text = wide(&"Der Zug hatte Verspätung.\n".repeat(4), order);
            for line in ["Total: 42\n", "{\"a\": 1}\r\nkey=value\r\n"] {
                let mark = wide("\u{FEFF}", order);
                let found = Parts::of(&[&mark, line.as_bytes(), &text].concat(), true);
                let found = found.unwrap_or_else(|| panic!("{order:?} {line:?}"));
                let starts = found.firsts.map(|part| part.start);
                assert_eq!((found.misaligned, found.count), (None, 2), "{order:?} {line:?}");
                assert_eq!(starts[..2], [2, 2 + line.len()], "{order:?} {line:?}");
            }
        }
        // Ideographs have bytes 00.
        let chinese = wide("衷一又冷只有一只狗在远处叫\n一二三，没有人问一问\n", Endian::Big);
        let found = Parts::of(&[&chinese, "{\"a\": 1}\n{\"a\": 1}\n".as_bytes()].concat(), true);
        assert!(found.is_some_and(|parts| parts.misaligned.is_none() && parts.count == 2));
        // Text in these scripts.
        for text in ["ਪੰਜਾਬੀ ਊ\n慢慢上ਊ", "മലയാളം ഊ\n慢慢ഊ"] {
            for order in [Endian::Little, Endian::Big] {
                assert_eq!(Parts::of(&wide(text, order), true), None, "{text}");
            }
        }
    }

    #[cfg(feature = "legacy")]
    #[test]
    fn lines_in_a_legacy_encoding_are_parts_wherever_they_are() {
        let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2 \xEC\xE8\xF0\r\n";
        let korean = b"\xBF\xC0\xB4\xC3\xC0\xBA \xB3\xAF\xBE\xBE\xB0\xA1\r\n";
        let spanish = b"Espa\x96oles ma\x96ana!\r\n";
        for text in
            ["Zeile eins: größe fünf\r\nDatei geöffnet\r\n", "Сервер запущен\r\n", "電車は遅れました。\r\n"]
        {
            for (mark, order) in [
                ("\u{FEFF}", Endian::Little),
                ("", Endian::Little),
                ("\u{FEFF}", Endian::Big),
                ("", Endian::Big),
            ] {
                let wide = wide(&format!("{mark}{}", text.repeat(3)), order);
                for line in [&russian[..], korean, spanish] {
                    let is_mixed = |parts: &[&[u8]]| {
                        Parts::of(&parts.concat(), true)
                            .is_some_and(|found| !found.are_wide() && found.firsts[1].start == wide.len())
                    };
                    assert!(is_mixed(&[&wide, &line.repeat(2)]), "{text:?} {order:?} {line:X?}");
                    assert!(is_mixed(&[&wide, line, b"!"]), "{text:?} {order:?} {line:X?}");
                    assert!(is_mixed(&[&wide, line, line, &wide]), "{text:?} {order:?} {line:X?}");
                }
            }
        }
    }

    #[test]
    fn a_short_line_of_ascii_is_a_part_where_text_is_cut_or_short() {
        let count = |text: &[u8]| Parts::of(text, true).map(|parts| (parts.misaligned, parts.count));
        // At the end of text that consists of lines, half of an ideograph.
        let japanese = wide("父は三時間かかると言いました。\n電車は遅れました。\n", Endian::Big);
        for line in ["Total: 42\n", "# one\n{\"a\": 1}\n\n"] {
            assert_eq!(count(&[&japanese, line.as_bytes()].concat()), Some((None, 2)), "{line:?}");
        }
        // Before text that is cut.
        for (text, order) in
            [("Où ça ? Prix : 12 € M", Endian::Big), ("Vyšli jsme z domu brzy\r\nráno", Endian::Little)]
        {
            let cut = wide(text, order);
            for line in ["{\"a\": 1}\n", "Total: 42\r\n{\"a\": 1}\r\n"] {
                let text = [line.as_bytes(), &cut[..cut.len() - 1]].concat();
                assert_eq!(count(&text), Some((None, 2)), "{line:?}");
            }
        }
        // Short text, with a byte order mark somewhere.
        let thai = wide("เราออ\n", Endian::Little);
        let lines = b"{\"a\": 1}\r\nkey=value\r\nTotal: 42\r\n";
        assert_eq!(count(&[b"\xFF\xFE", &lines[..], &thai].concat()), Some((None, 2)));
        assert_eq!(count(&[&lines[..], b"\xFF\xFE", &thai].concat()), Some((None, 2)));
        assert_eq!(count(&[b"\xFF\xFE", &thai[..], &lines[..]].concat()), Some((None, 2)));
        // Ideographs whose bytes are ASCII.
        let title = wide("水温水温\nThe temperature is 5 °C.\n", Endian::Little);
        assert_eq!(count(&title), None);
    }

    #[test]
    fn a_short_line_beside_latin_letters_is_a_part() {
        let log = "Build of project started\r\nCompiling main.c\r\n";
        for (order, lines) in [
            (Endian::Little, &["done\r\n", "OK\r\n", "Done.\n", "ok…\n", "Grün\n", "€ 25,00\n"][..]),
            (Endian::Big, &["done\r\n", "OK\r\n", "Done.\n"]),
        ] {
            for line in lines {
                for text in [log, "Größe\r\n"] {
                    let (plain, signed) = (wide(text, order), wide(&format!("\u{FEFF}{text}"), order));
                    for mixed in [
                        [line.as_bytes(), &plain].concat(),
                        [line.as_bytes(), &signed].concat(),
                        [&signed, line.as_bytes()].concat(),
                        [&plain, line.as_bytes(), &plain].concat(),
                    ] {
                        assert!(Parts::of(&mixed, true).is_some(), "{line:?} {text:?} {order:?}");
                    }
                }
            }
        }
        for text in ["Shanghai 上海\r\n慢慢上 day\r\n", "one ਪੰਜਾਬ ਹਰ\nગુજરાત two\n", "“a” – €\n"]
        {
            for order in [Endian::Little, Endian::Big] {
                for text in [text.to_owned(), format!("{log}{text}"), format!("\u{FEFF}{log}{text}{log}")] {
                    assert_eq!(Parts::of(&wide(&text, order), true), None, "{text:?} {order:?}");
                }
            }
        }
    }

    #[test]
    fn other_texts_and_data_have_no_parts() {
        let chinese = "用户登录\n你好,世界。\n一二三\n这是一个很长的句子,没有空格,也没有别的。\n".repeat(9);
        for order in [Endian::Little, Endian::Big] {
            for text in [LINES, &chinese, "id;name\n1;a\n", "plain"] {
                assert_eq!(Parts::of(&wide(text, order), true), None, "{text}");
                assert_eq!(Parts::of(&wide(&format!("\u{FEFF}{text}"), order), true), None, "{text}");
            }
        }
        let utf_32: Vec<u8> = LINES.chars().flat_map(|one| u32::from(one).to_le_bytes()).collect();
        let holes = [LINES.as_bytes(), &[0; 512], LINES.as_bytes()].concat();
        for bytes in [
            LINES.as_bytes(),
            &utf_32,
            &holes,
            b"a log\nfile1\0file2\0file3\0a longer name\0\n",
            b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0",
            b"id\0name\0city\0\n1\0Ann\0Rome\0\n",
        ] {
            assert_eq!(Parts::of(bytes, true), None, "{}", bytes.escape_ascii());
        }
        let numbers: Vec<u8> = (0..4000_u16).flat_map(u16::to_le_bytes).collect();
        assert_eq!(Parts::of(&[LINES.as_bytes(), &numbers].concat(), true), None);
    }
}
