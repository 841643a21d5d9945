//! The parts of a text of which each line is UTF-8, or in a legacy encoding, or UTF-16 in one of its two orders.

use placemat::{Encoding, Endian};

use super::misaligned::Misaligned;
use super::{CERTAIN, LEAST};
use crate::input::InputSource;
use crate::legacy::{self, Confidence, Legacy};
use crate::show::Argument;
use crate::units::{self, Sort};

/// A text of more parts has no command that converts it.
const MOST: usize = 4;
/// The least text in UTF-16, in bytes, and the least if it is in ASCII and Latin-1.
const LEAST_WIDE: usize = 16;
const LEAST_LATIN: usize = 8;
/// How much text beside a line is examined, in bytes.
const SEEN: usize = 512;
/// The least line of UTF-8 beside text in UTF-16, in bytes.
const LEAST_LINE: usize = 4;

/// The parts of a text, each of them in another encoding than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The encodings there are: UTF-8, if there is any, and UTF-16 in one order or both.
    encodings: [Option<Encoding>; 3],
    /// All of the UTF-8 is ASCII.
    is_ascii: bool,
    /// What the other parts are in instead of UTF-8.
    legacy: Option<Legacy>,
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
            Some(found) if found.is_shifted() => Parts::of_lines(text, is_all)
                .filter(|parts| !parts.are_wide() || found.may_be_joined(parts.firsts[1].start))
                .or_else(|| (!super::is_mixed_text(text)).then(|| Parts::of_misaligned(found))),
            Some(found) => Some(Parts::of_misaligned(found)),
            None => Parts::of_lines(text, is_all),
        }
    }

    /// Returns the parts of a text, each of which consists of lines.
    fn of_lines(text: &[u8], is_all: bool) -> Option<Self> {
        let mut walk = Walk::new(text);
        while walk.at < text.len() && (is_all || memchr::memchr(b'\n', &text[walk.at..]).is_some()) {
            walk.add_line(is_all)?;
        }
        walk.finish()
    }

    /// Returns the whole of a text that is not aligned.
    fn of_misaligned(found: Misaligned) -> Self {
        let firsts = [Part { start: 0, encoding: found.encoding() }; MOST];
        Parts {
            encodings: [None, Some(found.encoding()), None],
            is_ascii: false,
            legacy: None,
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
            _ if self.legacy.is_some() => "partly UTF-16 and partly a legacy encoding",
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
        self.encodings[0].is_none() && self.legacy.is_none()
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

    /// Returns a command that converts the parts in UTF-16, and copies the others, or one that shows damage.
    fn command(self, file: &Argument<'_>) -> Option<String> {
        if let Some(found) = self.misaligned {
            return found.command(file, self.count < usize::MAX);
        }
        let from = |part: &Part| match (part.encoding, self.legacy) {
            (Encoding::Utf8, legacy) => (part.start, legacy.map(Legacy::identifier)),
            (from, _) => (part.start, Some(from.name())),
        };
        let parts: Vec<_> = self.firsts.get(..self.count)?.iter().map(from).collect();
        Some(super::command(file, &parts))
    }
}

/// The lines of a text up to a place, as far as each is in one of these encodings.
struct Walk<'t> {
    text: &'t [u8],
    at: usize,
    /// The order of the last UTF-16, and whether there is UTF-16 in both.
    order: Option<Endian>,
    has_both: bool,
    /// Whether the last part is UTF-16; nothing at the start.
    is_wide: Option<bool>,
    count: usize,
    firsts: [Part; MOST],
    /// There are lines in a legacy encoding.
    has_legacy: bool,
    /// From the place on, all is ASCII, and no unit.
    ends_in_ascii: bool,
    /// The text of the parts of each kind, that in UTF-16 in the order `wide_order`.
    narrow: Vec<u8>,
    wide: Vec<u8>,
    wide_order: Endian,
}

impl<'t> Walk<'t> {
    fn new(text: &'t [u8]) -> Self {
        Walk {
            text,
            at: 0,
            order: None,
            has_both: false,
            is_wide: None,
            count: 0,
            firsts: [Part { start: 0, encoding: Encoding::Utf8 }; MOST],
            has_legacy: false,
            ends_in_ascii: false,
            narrow: vec![],
            wide: vec![],
            wide_order: Endian::Little,
        }
    }

    /// Adds a line. Returns `None` if it is in none of these encodings.
    fn add_line(&mut self, is_all: bool) -> Option<()> {
        let rest = &self.text[self.at..];
        let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        self.ends_in_ascii |= is_all && self.is_last_in_ascii(rest);
        if self.ends_in_ascii || self.is_narrow(rest, len) {
            return self.add(false, len);
        }
        // The last line before UTF-16 may have no end.
        let end = memchr::memchr(0, &rest[..len]).unwrap_or(0).saturating_sub(1);
        let may_be_narrow = self.is_wide != Some(true) && self.order != Some(Endian::Big);
        if may_be_narrow && (is_words(&rest[..end]) || is_legacy_line(&rest[..end])) {
            self.add(false, end)?;
        }
        self.add_wide(is_all)
    }

    /// Returns `true` if the first bytes are a line of UTF-8, or in a legacy encoding. After UTF-16, a short line
    /// may be ideographs.
    fn is_narrow(&self, rest: &[u8], len: usize) -> bool {
        let line = &rest[..len];
        // The line end may be a unit of UTF-16.
        let is_unit = self.order == Some(Endian::Little) && rest.get(len) == Some(&0);
        if is_unit || !legacy::may_be_text(line) {
            return false;
        }
        if std::str::from_utf8(line).is_err() {
            return is_legacy_line(line);
        }
        self.is_wide != Some(true) || is_words(line) || is_words(lines(rest)) || self.is_line_in_latin(line)
    }

    /// Returns `true` if text in UTF-16 ends in lines of ASCII, of which the last line end would be a letter in a script
    /// that the text does not have: U+0A0D or U+0A0A of Gurmukhi, or U+0D0A of Malayalam.
    fn is_last_in_ascii(&self, rest: &[u8]) -> bool {
        let (Some(true), Some(order), [.., before, b'\n']) = (self.is_wide, self.order, rest) else {
            return false;
        };
        let is_script = |high: u8| match order {
            Endian::Little => high == b'\n',
            Endian::Big => high == *before && matches!(high, b'\r' | b'\n'),
        };
        let high = |unit: &[u8; 2]| if order == Endian::Big { unit[0] } else { unit[1] };
        // In text in UTF-16 that is mostly ASCII, the next byte 00 is near: all of it is not read at each line.
        is_script(if order == Endian::Big { *before } else { b'\n' })
            && rest.len().is_multiple_of(2)
            && memchr::memchr(0, rest).is_none()
            && rest.is_ascii()
            && legacy::may_be_text(rest)
            && !self.wide.as_chunks().0.iter().any(|unit| is_script(high(unit)))
    }

    /// Returns `true` for a line within text in UTF-16 of Latin letters that would be ideographs, the last
    /// one with a line end in its high byte, which none has; or in its low byte, which few others have.
    fn is_line_in_latin(&self, line: &[u8]) -> bool {
        // The last text is enough: all of it, at each line, would cost its square.
        let last = self.wide.len().saturating_sub(SEEN) & !1;
        is_line(line, self.order.unwrap_or(Endian::Little)) && is_mostly_latin(&self.wide[last..])
    }

    /// Adds a line of UTF-16.
    fn add_wide(&mut self, is_all: bool) -> Option<()> {
        let rest = &self.text[self.at..];
        let signed = match rest {
            [0xFF, 0xFE, ..] => Some(Endian::Little),
            [0xFE, 0xFF, ..] => Some(Endian::Big),
            _ => None,
        };
        let own = self.order.unwrap_or_else(|| order(rest));
        let is_turned = signed.is_none() && self.order.is_some() && is_in_other_order(rest, own, is_all);
        let order = signed.unwrap_or(if is_turned { swapped(own) } else { own });
        let turns = self.order.is_some_and(|last| last != order);
        self.has_both |= turns;
        if self.order.is_none() {
            self.wide_order = order;
        }
        self.order = Some(order);
        // A byte order mark in the other order begins another text: as a unit it is U+FFFE, a noncharacter.
        let (line_end, other_mark) = match order {
            Endian::Little => (*b"\n\0", *b"\xFE\xFF"),
            Endian::Big => (*b"\0\n", *b"\xFF\xFE"),
        };
        let units = rest.as_chunks().0;
        let end = units.iter().enumerate().find_map(|(k, unit)| match *unit {
            unit if unit == line_end => Some(k + 1),
            unit if unit == other_mark => Some(k),
            _ => None,
        });
        if end.is_none() && !is_all {
            self.at = self.text.len();
            return Some(());
        }
        let len = end.map_or(rest.len(), |end| 2 * end);
        let units = &rest.as_chunks::<2>().0[..len / 2];
        if len % 2 > 0
            || units.contains(&[0, 0])
            || placemat::validate(encoding(self.order), &rest[..len]).is_err()
        {
            return None;
        }
        if turns {
            self.is_wide = None;
        }
        self.add(true, len)
    }

    /// Adds bytes to the last part, or begins a new one with them.
    fn add(&mut self, is_wide: bool, len: usize) -> Option<()> {
        let bytes = &self.text[self.at..self.at + len];
        let is_signed = is_wide && matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
        if self.is_wide != Some(is_wide) {
            let encoding = match is_wide {
                false => Encoding::Utf8,
                // UTF-16 with a byte order mark loses it.
                true if is_signed => Encoding::Utf16,
                true => encoding(self.order),
            };
            if let Some(first) = self.firsts.get_mut(self.count) {
                *first = Part { start: self.at, encoding };
            }
            self.is_wide = Some(is_wide);
            self.count += 1;
        }
        let bytes = &bytes[if is_signed { 2 } else { 0 }..];
        match is_wide {
            false => {
                self.has_legacy |= std::str::from_utf8(bytes).is_err();
                self.narrow.extend_from_slice(bytes);
            }
            true if self.order == Some(self.wide_order) => self.wide.extend_from_slice(bytes),
            true => self.wide.extend(bytes.as_chunks().0.iter().flat_map(|&[one, other]| [other, one])),
        }
        self.at += len;
        Some(())
    }

    fn finish(self) -> Option<Parts> {
        let wide = encoding(Some(self.wide_order));
        let is_text = match is_mostly_latin(&self.wide) {
            true => self.wide.len() >= LEAST_LATIN && units::sort(&self.wide, wide) != Sort::Data,
            false => self.wide.len() >= LEAST_WIDE && units::sort(&self.wide, wide) == Sort::Text,
        };
        let legacy = if self.has_legacy { Some(legacy_of(&self.narrow)?) } else { None };
        let is_narrow = self.ends_in_ascii
            || legacy.is_some()
            || is_words(&self.narrow)
            || self.is_line_in_latin(&self.narrow);
        let is_mixed = self.count > 1 && is_text && (is_narrow || self.narrow.is_empty() && self.has_both);
        let has = |order| self.has_both || self.wide_order == order;
        let encodings = [
            (!self.narrow.is_empty() && legacy.is_none()).then_some(Encoding::Utf8),
            has(Endian::Little).then_some(Encoding::Utf16Le),
            has(Endian::Big).then_some(Encoding::Utf16Be),
        ];
        let Walk { count, firsts, narrow, .. } = self;
        is_mixed.then(|| Parts {
            encodings,
            is_ascii: narrow.is_ascii(),
            legacy,
            count,
            firsts,
            misaligned: None,
        })
    }
}

/// Returns UTF-16 in an order.
pub(super) fn encoding(order: Option<Endian>) -> Encoding {
    if order == Some(Endian::Big) { Encoding::Utf16Be } else { Encoding::Utf16Le }
}

/// Returns `true` for words in UTF-8. That ideographs have just these bytes is rare.
fn is_words(line: &[u8]) -> bool {
    let plain = line.iter().filter(|byte| matches!(byte, b'a'..=b'z' | b' ' | 0x80..)).count();
    let is_long = line.len() >= CERTAIN || line.len() >= LEAST && 8 * plain >= 5 * line.len();
    is_long && legacy::may_be_text(line) && std::str::from_utf8(line).is_ok()
}

/// Returns `true` for words in a legacy encoding, most of whose letters are ASCII. That ideographs have just these
/// bytes is rare.
fn is_legacy_line(line: &[u8]) -> bool {
    let plain = line.iter().filter(|byte| matches!(byte, b'a'..=b'z' | b' ')).count();
    let high = line.iter().filter(|byte| !byte.is_ascii()).count();
    let is_long = line.len() >= CERTAIN || line.len() >= LEAST && 8 * (plain + high) >= 5 * line.len();
    is_long && high > 0 && 4 * high <= line.len() && legacy::may_be_text(line)
}

/// Returns the legacy encoding of the lines that are not UTF-16, unless it is a guess, or some are UTF-8.
fn legacy_of(lines: &[u8]) -> Option<Legacy> {
    let guess = legacy::guess(lines, true)?;
    let is_likely = guess.confidence > Confidence::Perhaps && guess.unknown.is_none();
    let is_clear = is_likely && guess.evidence.malformed == 0;
    (is_clear && !legacy::has_parts_of_utf_8(lines, guess.legacy)).then_some(guess.legacy)
}

/// Returns `true` for a line of UTF-8 that would be units of UTF-16 that no text has. A line end is the high
/// byte of letters of Gurmukhi and Gujarati, which are beside others of them.
fn is_line(line: &[u8], order: Endian) -> bool {
    let ends = match (line, order) {
        ([.., before, _, b'\n'], Endian::Little) => *before != b'\n',
        ([.., before, b'\n'], Endian::Big) => matches!(before, b'\r' | b' '..=b'/'),
        _ => false,
    };
    line.len() >= LEAST_LINE && line.len().is_multiple_of(2) && ends
}

/// Returns `true` if most units of a text in UTF-16 are ASCII or Latin-1.
fn is_mostly_latin(wide: &[u8]) -> bool {
    let units = wide.as_chunks::<2>().0;
    let latin = units.iter().filter(|unit| unit.contains(&0)).count();
    !units.is_empty() && 4 * latin >= 3 * units.len()
}

/// Returns the first lines of a text up to a byte 00.
fn lines(text: &[u8]) -> &[u8] {
    let front = &text[..text.len().min(SEEN)];
    let front = &front[..memchr::memchr(0, front).unwrap_or(front.len())];
    &front[..memchr::memrchr(b'\n', front).map_or(0, |end| end + 1)]
}

/// Returns `true` if text in UTF-16 goes on in the other order, which is seen at the line end: in the order so far it
/// is U+0A00, which is unassigned. The last line need not have one.
fn is_in_other_order(rest: &[u8], own: Endian, is_all: bool) -> bool {
    let (own_end, other_end) = match own {
        Endian::Little => (*b"\n\0", *b"\0\n"),
        Endian::Big => (*b"\0\n", *b"\n\0"),
    };
    let is_end = |unit: &&[u8; 2]| **unit == own_end || **unit == other_end;
    let is_candidate = match rest.as_chunks().0.iter().find(is_end) {
        Some(unit) => *unit == other_end,
        None => is_all,
    };
    let front = &rest[..rest.len().min(SEEN)];
    let sort = |order| units::sort(front, encoding(Some(order)));
    is_candidate && sort(own) != Sort::Text && sort(swapped(own)) == Sort::Text
}

/// Returns the other byte order.
pub(super) const fn swapped(order: Endian) -> Endian {
    if matches!(order, Endian::Big) { Endian::Little } else { Endian::Big }
}

/// Returns the byte order of UTF-16: most of its bytes 00 are the high ones.
pub(super) fn order(text: &[u8]) -> Endian {
    const SEEN: usize = 128;
    let (mut even, mut odd) = (0, 0);
    for unit in text.as_chunks::<2>().0.iter().take(SEEN) {
        even += u32::from(unit[0] == 0);
        odd += u32::from(unit[1] == 0);
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
        // Text in these scripts.
        for text in ["ਪੰਜਾਬੀ ਊ\n慢慢上ਊ", "മലയാളം ഊ\n慢慢ഊ"] {
            for order in [Endian::Little, Endian::Big] {
                assert_eq!(Parts::of(&wide(text, order), true), None, "{text}");
            }
        }
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
