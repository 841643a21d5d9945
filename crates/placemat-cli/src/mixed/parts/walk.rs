//! A walk over the lines of a text, each of which is in UTF-8, a legacy encoding, or UTF-16.

use placemat::{Encoding, Endian};

use super::super::{CERTAIN, LEAST, LEAST_ENDED};
use super::{MOST, Part, Parts, encoding, order, swapped};
use crate::legacy::{self, Confidence, Legacy};
use crate::units::{self, Sort};

/// The least text in UTF-16, in bytes, and the least if it is in ASCII and Latin-1.
const LEAST_WIDE: usize = 16;
const LEAST_LATIN: usize = 8;
/// How much text beside a line is examined, in bytes.
const SEEN: usize = 512;
/// The least line of UTF-8 beside text in UTF-16, in bytes.
const LEAST_LINE: usize = 4;

/// Returns the parts of a text, each of which consists of lines. `is_all` says that the text ends there; if not, its
/// last line is not examined.
pub(super) fn parts(text: &[u8], is_all: bool) -> Option<Parts> {
    // A byte order mark may be before ASCII.
    let is_signed = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
    let begins_in_ascii = is_signed && !ascii_lines(&text[2..]).is_empty();
    let without_mark = if begins_in_ascii { parts_from(text, 2, is_all) } else { None };
    without_mark.or_else(|| parts_from(text, 0, is_all))
}

/// Returns the parts of a text from an offset on.
fn parts_from(text: &[u8], at: usize, is_all: bool) -> Option<Parts> {
    let mut walk = Walk { at, ..Walk::new(text) };
    while walk.at < text.len() && (is_all || memchr::memchr(b'\n', &text[walk.at..]).is_some()) {
        walk.add_line(is_all)?;
    }
    walk.finish()
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
    /// From the place on, all is lines of something else, and no unit.
    ends_narrow: bool,
    /// Lines of something else end as no line of the text in UTF-16 would.
    is_clear: bool,
    /// The text of the parts of each kind, that in UTF-16 in the order `wide_order`.
    narrow: Vec<u8>,
    wide: Vec<u8>,
    wide_order: Endian,
    /// After a line of ASCII there is a byte order mark.
    is_split: bool,
    /// The high bytes of the units.
    highs: [bool; 256],
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
            ends_narrow: false,
            is_clear: false,
            narrow: vec![],
            wide: vec![],
            wide_order: Endian::Little,
            is_split: false,
            highs: [false; 256],
        }
    }

    /// Adds a line. Returns `None` if it is in none of these encodings.
    fn add_line(&mut self, is_all: bool) -> Option<()> {
        let rest = &self.text[self.at..];
        let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        self.ends_narrow |= is_all && self.is_last_narrow(rest);
        let is_clear = self.ends_narrow || self.ends_as_no_line(rest, len);
        if is_clear || self.is_narrow(rest, len) {
            self.is_clear |= is_clear;
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
            return is_legacy_line(line) || self.order.is_some() && self.have_other_units(line);
        }
        self.is_wide != Some(true)
            || is_words(line)
            || is_words(lines(rest))
            || self.is_line_in_latin(line)
            || self.have_other_units(line)
            || ascii_lines(rest).len() >= LEAST_ENDED
    }

    /// Returns `true` if text in UTF-16 ends in lines of something else, and perhaps a line without an end.
    fn is_last_narrow(&self, rest: &[u8]) -> bool {
        // In text in UTF-16 that is mostly ASCII, the next byte 00 is near: all of it is not read at each line.
        if self.is_wide != Some(true) || memchr::memchr(0, rest).is_some() {
            return false;
        }
        let lines = &rest[..memchr::memrchr(b'\n', rest).map_or(0, |end| end + 1)];
        let is_all = lines.len() == rest.len();
        self.end_in_no_letter(lines)
            || is_all && (self.have_other_units(lines) || self.end_in_half_an_ideograph(lines))
    }

    /// Returns `true` if the first bytes, after UTF-16, are a line that would end in no character that the text has.
    fn ends_as_no_line(&self, rest: &[u8], len: usize) -> bool {
        let line = &rest[..len];
        let is_unit = self.order == Some(Endian::Little) && rest.get(len) == Some(&0);
        !is_unit && line.ends_with(b"\r\n") && self.end_in_no_letter(line)
    }

    /// Returns `true` for lines that would be units of other scripts than the text, which has no ideographs: most pairs of
    /// bytes in ASCII are ideographs, and many in legacy encodings are private or unassigned.
    fn have_other_units(&self, lines: &[u8]) -> bool {
        const IDEOGRAPHS: std::ops::Range<usize> = 0x34..0xA0;
        let high = if self.order == Some(Endian::Big) { 0 } else { 1 };
        let (units, odd) = lines.as_chunks::<2>();
        let is_other = |unit: &&[u8; 2]| !self.highs[usize::from(unit[high])];
        let others = units.iter().filter(is_other).count();
        let ends_in_other = !odd.is_empty() || units.last().as_ref().is_some_and(is_other);
        lines.len() >= LEAST_LINE
            && lines.ends_with(b"\n")
            && !self.highs[IDEOGRAPHS].contains(&true)
            && 3 * others >= 2 * units.len()
            && ends_in_other
            && legacy::may_be_text(lines)
    }

    /// Returns `true` for lines of which the last line end would be half of a letter in a script that the text does not have:
    /// U+0A0D, which is unassigned, another letter of Gurmukhi, or U+0D0A of Malayalam.
    fn end_in_no_letter(&self, lines: &[u8]) -> bool {
        let (Some(order), [.., before, b'\n']) = (self.order, lines) else { return false };
        let is_even = lines.len().is_multiple_of(2);
        let high = if is_even == (order == Endian::Big) { *before } else { b'\n' };
        matches!(high, b'\r' | b'\n')
            && !self.highs[usize::from(high)]
            && (is_even || lines.len() >= LEAST_LINE)
            && legacy::may_be_text(lines)
    }

    /// Returns `true` for lines after UTF-16BE whose line end would be half of an ideograph, which few texts that consist of
    /// lines have at their end: lines of ASCII, or some that would have characters for private use.
    fn end_in_half_an_ideograph(&self, lines: &[u8]) -> bool {
        const PRIVATE: std::ops::RangeInclusive<u8> = 0xE0..=0xF8;
        let is_other = |[high, _]: &[u8; 2]| PRIVATE.contains(high) && !self.highs[usize::from(*high)];
        self.order == Some(Endian::Big)
            && lines.len() >= LEAST_LINE
            && lines.len().is_multiple_of(2)
            && !matches!(lines, [.., b'\r' | b'\n', _])
            && (lines.is_ascii() || lines.as_chunks().0.iter().any(is_other))
            && legacy::may_be_text(lines)
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
        self.is_split |= signed.is_some()
            && self.is_wide == Some(false)
            && self.narrow.ends_with(b"\n")
            && self.narrow.is_ascii();
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
        // After a byte order mark, it is known what ends within a character; and after lines of ASCII that would be
        // ideographs in text that has no others.
        if len % 2 > 0 && !self.is_split && !self.begins_in_ascii()
            || units.contains(&[0, 0])
            || placemat::validate(encoding(self.order), &rest[..len & !1]).is_err()
        {
            return None;
        }
        if turns {
            self.is_wide = None;
        }
        self.add(true, len)
    }

    /// Returns `true` if all so far is lines of ASCII, and then UTF-16, without any byte order mark, that ends within a unit.
    /// If the other order has a line end there, these lines may be ideographs in it.
    fn begins_in_ascii(&self) -> bool {
        const LEAST: usize = 8;
        let is_after_one = self.count == if self.is_wide == Some(true) { 2 } else { 1 };
        let is_ascii = self.narrow.is_ascii() && self.narrow.ends_with(b"\n");
        let other_end = if self.order == Some(Endian::Big) { b"\n\0" } else { b"\0\n" };
        let is_long = self.narrow.len() >= LEAST && self.firsts[0].start == 0;
        is_after_one && is_ascii && is_long && !self.text.ends_with(other_end)
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
        if is_wide {
            let high = if self.order == Some(Endian::Big) { 0 } else { 1 };
            bytes.as_chunks::<2>().0.iter().for_each(|unit| self.highs[usize::from(unit[high])] = true);
        }
        self.at += len;
        Some(())
    }

    fn finish(self) -> Option<Parts> {
        let wide = encoding(Some(self.wide_order));
        // A byte order mark is evidence, too.
        let first = &self.firsts[0];
        let has_mark = self.is_split || first.start == 2 || first.encoding == Encoding::Utf16;
        let least = if has_mark { LEAST_LATIN } else { LEAST_WIDE };
        let is_text = match is_mostly_latin(&self.wide) {
            true => self.wide.len() >= LEAST_LATIN && units::sort(&self.wide, wide) != Sort::Data,
            false => self.wide.len() >= least && units::sort(&self.wide, wide) == Sort::Text,
        };
        let legacy = if self.has_legacy { legacy_of(&self.narrow) } else { None };
        let is_unknown = self.has_legacy && legacy.is_none();
        if is_unknown && !self.is_clear && !self.have_other_units(&self.narrow) {
            return None;
        }
        let is_narrow = self.is_clear
            || legacy.is_some()
            || is_words(&self.narrow)
            || self.is_line_in_latin(&self.narrow)
            || self.is_split
            || self.have_other_units(&self.narrow)
            || ascii_lines(&self.narrow).len() >= LEAST_ENDED;
        let is_mixed = self.count > 1 && is_text && (is_narrow || self.narrow.is_empty() && self.has_both);
        let has = |order| self.has_both || self.wide_order == order;
        let encodings = [
            (!self.narrow.is_empty() && !self.has_legacy).then_some(Encoding::Utf8),
            has(Endian::Little).then_some(Encoding::Utf16Le),
            has(Endian::Big).then_some(Encoding::Utf16Be),
        ];
        let Walk { count, firsts, narrow, .. } = self;
        is_mixed.then(|| Parts {
            encodings,
            is_ascii: narrow.is_ascii(),
            legacy,
            is_unknown,
            count,
            firsts,
            misaligned: None,
        })
    }
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

/// Returns the first lines of a text as far as all of them are ASCII. That several ideographs have just these bytes is
/// rare, and few have that of a line end.
fn ascii_lines(text: &[u8]) -> &[u8] {
    let front = &text[..text.len().min(SEEN)];
    let end = front.iter().position(|byte| !matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n'));
    let front = &front[..end.unwrap_or(front.len())];
    &front[..memchr::memrchr(b'\n', front).map_or(0, |end| end + 1)]
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
