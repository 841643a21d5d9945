//! UTF-16 that is one text and cannot be read as it stands: a program wrote it in text mode, it begins with the byte
//! order mark of the other order, or a byte was inserted or lost. All of these can be well-formed UTF-16, in which
//! ASCII becomes Chinese.

mod shift;

use std::fmt::Write as _;

use placemat::stream::Validator;
use placemat::{Encoding, Endian};

use super::parts::{encoding, order, swapped};
use crate::input::Input;
use crate::show::Argument;
use crate::status::CommandError;
use crate::units::{self, Sort};
pub(crate) use shift::are_likely_text;
use shift::{CLEAR, LEAST_AFTER, SKIP, Shift, cost, is_lead, read};

/// What is wrong with a text in UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Misaligned {
    /// The order of its units.
    order: Endian,
    /// It begins with a byte order mark.
    is_signed: bool,
    /// Nothing but text has such units.
    is_clear: bool,
    damage: Damage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// A byte 0D was inserted before every byte 0A.
    TextMode,
    /// The byte order mark is that of the other order.
    OtherMark,
    /// After the byte order mark there is ASCII, and no unit.
    Narrow,
    /// A byte was inserted or lost.
    Shifted {
        /// The offset of the byte that belongs to no character, and its line.
        at: usize,
        line: usize,
        /// The end of the characters before it, and the start of those after it.
        end: usize,
        start: usize,
        extent: Extent,
    },
}

/// How much of a text is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// All of it: this is the only such byte.
    One,
    /// All of it: the only such bytes are the first one, and the one at the end of the characters.
    Ends(usize),
    Several,
    /// The rest of the text is not known.
    Open,
}

/// How much text shows the byte order of a text without a byte order mark, in bytes.
const HEAD: usize = 512;
/// How much of a text shows that it begins within a character, in bytes.
const BEGIN: usize = 4 << 10;

impl Misaligned {
    /// Returns what is wrong with a text, if it is UTF-16. `is_all` says that the text ends there.
    pub(super) fn of(text: &[u8], is_all: bool) -> Option<Self> {
        let is_signed = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
        // This may be UTF-32.
        if text.len() < 2 || text.starts_with(b"\xFF\xFE\0\0") && text.len().is_multiple_of(4) {
            return None;
        }
        let of = |order, damage| Misaligned { order, is_signed, is_clear: true, damage };
        if let Some((order, is_clear)) = of_text_mode(text, is_signed, is_all) {
            return Some(Misaligned { is_clear: is_signed || is_clear, ..of(order, Damage::TextMode) });
        }
        if is_signed && is_narrow(&text[2..], signed(text)) && memchr::memchr(0, text).is_none() {
            return Some(of(signed(text), Damage::Narrow));
        }
        let start = if is_signed { 2 } else { 0 };
        let begin = &text[..text.len().min(BEGIN)];
        let within =
            if is_signed { None } else { after_half_mark(text, is_all).or_else(|| within(begin, is_all)) };
        let mut order = match (is_signed, within) {
            (true, _) => signed(text),
            (false, Some(order)) => order,
            (false, None) => unsigned(&text[..text.len().min(HEAD)])?,
        };
        let body = &text[start..];
        let (mut found, other) = (Shift::of(body, order, is_all), swapped(order));
        let is_less = |found: &Shift| found.price < cost(body, other);
        if is_signed && is_in_other_order(body, order, is_all) && !found.as_ref().is_some_and(is_less) {
            let order = swapped(order);
            let is_clear = units::sort(body, encoding(Some(order))) == Sort::Text;
            return Some(Misaligned { is_clear, ..of(order, Damage::OtherMark) });
        }
        // At a place near the start, the order of the rest may look like that of all.
        // Both readings may cost the same, but one has line ends.
        let begins_within = within.is_some() && found.as_ref().is_some_and(|found| found.at == 0);
        if !is_signed
            && !begins_within
            && let Some(own) = &found
        {
            match Shift::of(body, other, is_all) {
                _ if cost(body, other) <= own.price + CLEAR => return None,
                Some(shift) if shift.price < own.price => (found, order) = (Some(shift), other),
                _ => {}
            }
        }
        let Shift { at, is_only, ends_within, .. } = found?;
        let unit = |at: usize| body.get(at..at + 2).map_or(0, |unit| read([unit[0], unit[1]], order));
        // It may be within a surrogate pair.
        let whole = |at: usize| at - if at >= 2 && is_lead(unit(at - 2)) { 2 } else { 0 };
        let extent = match is_only {
            _ if !is_all => Extent::Open,
            true => Extent::One,
            false if start + at == 0 && ends_within => Extent::Ends(whole(body.len() - 1)),
            false => Extent::Several,
        };
        let end = start + whole(at);
        let is_rest_cut = matches!(unit(at + 1), 0xDC00..=0xDFFF);
        let rest = start + at + 1 + if is_rest_cut { 2 } else { 0 };
        let line = 1 + body[..at].as_chunks().0.iter().filter(|unit| read(**unit, order) == 0x0A).count();
        Some(of(order, Damage::Shifted { at: start + at, line, end, start: rest, extent }))
    }

    /// Returns the encoding of the text.
    pub(crate) fn encoding(self) -> Encoding {
        if self.damage == Damage::Narrow { Encoding::Utf8 } else { encoding(Some(self.order)) }
    }

    /// Returns `true` if a byte was inserted or lost.
    pub(super) fn is_shifted(self) -> bool {
        matches!(self.damage, Damage::Shifted { .. })
    }

    /// Returns `true` if the text may as well be two texts in both orders, the second of which begins at an offset.
    pub(super) fn may_be_joined(self, second: usize) -> bool {
        match self.damage {
            Damage::Shifted { at, extent: Extent::Several | Extent::Open, .. } => at == second,
            _ => false,
        }
    }

    /// Returns what is said of such a text.
    pub(crate) fn describe(self) -> String {
        let name = |order| encoding(Some(order)).name().to_uppercase();
        let own = name(self.order);
        match self.damage {
            Damage::TextMode => format!("{own} written in text mode, with a byte 0D before every byte 0A"),
            Damage::OtherMark => format!("{own} with the byte order mark of {}", name(swapped(self.order))),
            Damage::Narrow => format!("ASCII with the byte order mark of {own}"),
            Damage::Shifted { at, line, extent: Extent::Several, .. } => {
                format!("{own} in which bytes were inserted or lost, first near offset {at} (line {line})")
            }
            Damage::Shifted { at: 0, extent: Extent::One, .. } => {
                format!("{own} that begins within a character")
            }
            Damage::Shifted { extent: Extent::Ends(_), .. } => {
                format!("{own} that begins and ends within a character")
            }
            Damage::Shifted { at, line, .. } => {
                format!("{own} in which a byte was inserted or lost near offset {at} (line {line})")
            }
        }
    }

    /// Returns what to do about it.
    pub(super) fn remedy(self) -> &'static str {
        match self.damage {
            Damage::TextMode => "remove these bytes 0D before you convert it",
            Damage::OtherMark => "convert it without its byte order mark",
            Damage::Narrow => "remove its byte order mark",
            Damage::Shifted { at: 0, extent: Extent::One, .. } => "convert it without its first byte",
            Damage::Shifted { extent: Extent::Ends(_), .. } => "convert it without its first and last bytes",
            Damage::Shifted { extent: Extent::One, .. } => {
                "convert the parts before and after it by themselves"
            }
            Damage::Shifted { .. } => "look at this place, and get a sound copy if there is one",
        }
    }

    /// Returns `true` if the whole input is as its beginning says, and a command is right for all of it.
    pub(super) fn goes_on(self, input: &mut Input) -> Result<bool, CommandError> {
        let Ok(mut validator) = Validator::new(self.encoding()) else { return Ok(false) };
        let (mut is_right, mut at, mut is_after_return) = (true, 0, false);
        match self.damage {
            Damage::Shifted { .. } => return Ok(false),
            Damage::OtherMark | Damage::Narrow => input.scout(|piece| {
                let body = &piece[2_usize.saturating_sub(at).min(piece.len())..];
                at += piece.len();
                is_right = validator.push(body).is_ok();
                is_right
            })?,
            // The byte 0D at the end of a piece is kept until the next one.
            Damage::TextMode => input.scout(|piece| {
                let mut original = Vec::with_capacity(piece.len() + 1);
                for &byte in piece {
                    let was_return = std::mem::replace(&mut is_after_return, byte == b'\r');
                    if was_return && byte != b'\n' {
                        original.push(b'\r');
                    }
                    is_right &= was_return || byte != b'\n';
                    if byte != b'\r' {
                        original.push(byte);
                    }
                }
                is_right = is_right && validator.push(&original).is_ok();
                is_right
            })?,
        }
        Ok(is_right && !is_after_return && validator.finish().is_ok())
    }

    /// Returns a command that makes UTF-8 of the text, or shows the first damaged place. If not all of the text is
    /// known, there is only a command that is right whatever follows.
    pub(super) fn command(self, file: &Argument<'_>, is_all: bool) -> Option<String> {
        let name = self.encoding().name();
        let first = if self.is_signed { Encoding::Utf16.name() } else { name };
        let force = if self.is_clear { "" } else { "--force " };
        Some(match self.damage {
            Damage::TextMode | Damage::OtherMark | Damage::Narrow if !is_all => return None,
            Damage::Narrow => format!("tail -c +3 {file} > FIXED"),
            Damage::TextMode => {
                format!(r"perl -pe 's/\r\n/\n/' {file} | placemat convert -f {first} {force}-o FIXED -")
            }
            Damage::OtherMark => format!("tail -c +3 {file} | placemat convert -f {name} {force}-o FIXED -"),
            Damage::Shifted { end, start, extent: Extent::One, .. } => {
                let rest = start + 1;
                if end == if self.is_signed { 2 } else { 0 } {
                    return Some(format!("tail -c +{rest} {file} | placemat convert -f {name} -o FIXED -"));
                }
                let mut command = format!("{{ head -c {end} {file} | placemat convert -f {first}; ");
                let _ = write!(command, "tail -c +{rest} {file} | placemat convert -f {name}; }} > FIXED");
                command
            }
            Damage::Shifted { start, extent: Extent::Ends(end), .. } => {
                let (rest, len) = (start + 1, end - start);
                format!("tail -c +{rest} {file} | head -c {len} | placemat convert -f {name} -o FIXED -")
            }
            Damage::Shifted { at, .. } => format!("placemat explain -e {name} --at {at} {file}"),
        })
    }
}

/// Returns `true` if what follows a byte order mark is lines of ASCII. So many ideographs whose bytes all are ASCII are
/// rare, and few texts have the last line end as a letter of Gurmukhi, U+0A0D, U+0A0A or U+0A64.
fn is_narrow(body: &[u8], order: Endian) -> bool {
    const LEAST: usize = 8;
    const LONG: usize = 32;
    let is_line = body.ends_with(b"\n") && (order == Endian::Little || body.ends_with(b"\r\n"));
    let is_long = body.len() >= LONG && body.iter().any(|byte| matches!(byte, b' ' | b'\n'));
    let front = &body[..body.len().min(HEAD)];
    (is_long || body.len() >= LEAST && is_line) && front.is_ascii() && crate::legacy::may_be_text(front)
}

/// Returns the order of a byte order mark.
fn signed(text: &[u8]) -> Endian {
    if text.starts_with(b"\xFE\xFF") { Endian::Big } else { Endian::Little }
}

/// Returns the order of a text without a byte order mark, by its beginning.
fn unsigned(head: &[u8]) -> Option<Endian> {
    const SHORTEST: [usize; 3] = [HEAD, HEAD / 4, HEAD / 10];
    // A part of it may be damaged.
    SHORTEST.into_iter().find_map(|len| {
        let head = whole_units(&head[..head.len().min(len)]);
        let own = order(head);
        [own, swapped(own)].into_iter().find(|order| is_text(head, *order))
    })
}

/// Returns `true` if a text is surely text in an order.
fn is_text(text: &[u8], order: Endian) -> bool {
    // Letters of mathematics and emoji may be everywhere.
    let is_even = || cost(text, order) as usize <= text.len() && text.len() >= LEAST_AFTER;
    units::sort(text, encoding(Some(order))) == Sort::Text || is_even() && has_spaces(text, order)
}

/// Returns `true` if a text has spaces or line ends.
fn has_spaces(text: &[u8], order: Endian) -> bool {
    text.as_chunks().0.iter().any(|unit| matches!(read(*unit, order), 0x20 | 0x0A))
}

/// Returns the order of a text that lost its first byte. What is left is often text in the other order, except for its
/// spaces and line ends.
fn within(text: &[u8], is_all: bool) -> Option<Endian> {
    /// If either the first or the last byte of a text is too much, the least by which the price without the first one must
    /// be lower.
    const LESS: u32 = 4;
    let priced = |text| {
        let [little, big] = [Endian::Little, Endian::Big].map(|order| (cost(text, order), order));
        if big.0 < little.0 { big } else { little }
    };
    let (whole, rest) = (whole_units(text), whole_units(text.get(1..)?));
    let ((as_is, own), (price, order)) = (priced(whole), priced(rest));
    let is_odd = is_all && !text.len().is_multiple_of(2) && text.len() < BEGIN;
    let is_better = price + SKIP + CLEAR <= as_is
        || is_odd && price + LESS <= as_is
        || price <= as_is + CLEAR && line_ends(whole, own) == 0 && line_ends(rest, order) > 1;
    (is_better && is_text(rest, order)).then_some(order)
}

/// Returns the order of a text that lost the first byte of its byte order mark. The other byte would be half of ÿ or of
/// another character with which hardly any text begins.
fn after_half_mark(text: &[u8], is_all: bool) -> Option<Endian> {
    let (order, rest) = match text {
        [0xFF, rest @ ..] => (Endian::Big, rest),
        [0xFE, rest @ ..] => (Endian::Little, rest),
        _ => return None,
    };
    let is_odd = !is_all || !text.len().is_multiple_of(2);
    (is_odd && is_text(whole_units(&rest[..rest.len().min(HEAD)]), order)).then_some(order)
}

/// Returns how many pairs of U+000D and U+000A a text has.
fn line_ends(text: &[u8], order: Endian) -> usize {
    let pairs = text.as_chunks().0.windows(2);
    pairs.filter(|pair| [read(pair[0], order), read(pair[1], order)] == [0x0D, 0x0A]).count()
}

fn whole_units(text: &[u8]) -> &[u8] {
    &text[..text.len() & !1]
}

/// Returns the order of a text that was written in text mode, and whether it is clearly text.
fn of_text_mode(text: &[u8], is_signed: bool, is_all: bool) -> Option<(Endian, bool)> {
    memchr::memchr(b'\n', text)?;
    let is_after_return = |at: usize| at > 0 && text[at - 1] == b'\r';
    if !memchr::memchr_iter(b'\n', text).all(is_after_return) {
        return None;
    }
    let mut original = Vec::with_capacity(text.len());
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text) {
        original.extend_from_slice(&text[start..end - 1]);
        start = end;
    }
    original.extend_from_slice(&text[start..]);
    if !is_all {
        original.truncate(original.len() & !1);
    }
    let body = &original[if is_signed { 2 } else { 0 }..];
    let order = if is_signed { signed(text) } else { unsigned(&body[..body.len().min(HEAD)])? };
    let is_well_formed = |text: &[u8]| {
        let text = if is_all { text } else { without_cut_pair(text, order) };
        placemat::validate(encoding(Some(order)), text).is_ok()
    };
    let own = &text[if is_signed { 2 } else { 0 }..];
    let own = if is_all { own } else { whole_units(own) };
    let is_sound = || is_well_formed(own) && cost(own, order) <= cost(body, order) + CLEAR;
    (is_well_formed(body) && is_text(body, order) && !is_sound())
        .then(|| (order, units::sort(body, encoding(Some(order))) == Sort::Text))
}

/// Returns a text without a lead surrogate at its end.
fn without_cut_pair(text: &[u8], order: Endian) -> &[u8] {
    match text.split_last_chunk() {
        Some((rest, last)) if matches!(read(*last, order), 0xD800..=0xDBFF) => rest,
        _ => text,
    }
}

/// Returns `true` if a text without its byte order mark is in the other order.
fn is_in_other_order(body: &[u8], order: Endian, is_all: bool) -> bool {
    if is_all && !body.len().is_multiple_of(2) {
        return false;
    }
    let body = whole_units(body);
    let other = swapped(order);
    let whole = if is_all { body } else { without_cut_pair(body, other) };
    is_text(body, other)
        && units::sort(body, encoding(Some(order))) != Sort::Text
        && placemat::validate(encoding(Some(other)), whole).is_ok()
        && cost(body, other) + CLEAR < cost(body, order)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 5] = [
        "id;name\n1;Smith\n2;Groß\n3;London\n4;and more words\n",
        "Она тихо читает письмо у окна, пока на улице снег.\nПривет, мир\n",
        "用户登录系统。\n在花园里读书，没有人问。\n慢慢来，一步一步地走\n",
        "우리는 정원에서 책을 읽는다. 서울은 대한민국의 수도이다.\n",
        "hello 👍 and 💩, more 👍 of it\n",
    ];

    fn wide(text: &str, order: Endian) -> Vec<u8> {
        let bytes = if order == Endian::Big { u16::to_be_bytes } else { u16::to_le_bytes };
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn shift(text: &[u8]) -> Option<(Endian, usize, Extent)> {
        let found = Misaligned::of(text, true)?;
        let Damage::Shifted { at, extent, .. } = found.damage else { return None };
        Some((found.order, at, extent))
    }

    #[test]
    fn inserted_and_lost_bytes_are_found() {
        for order in [Endian::Little, Endian::Big] {
            for text in TEXTS {
                let text = wide(&format!("\u{FEFF}{}", text.repeat(8)), order);
                let middle = text.len() / 4 * 2;
                let inserted = [&text[..middle], b"\xE9", &text[middle..]].concat();
                let (found, at, extent) = shift(&inserted).expect("a place");
                assert_eq!((found, extent), (order, Extent::One), "{}", text.escape_ascii());
                assert!(at.abs_diff(middle) <= 4, "{at} {middle} {}", text.escape_ascii());
                let lost = [&text[..middle], &text[middle + 1..]].concat();
                let (found, at, extent) = shift(&lost).expect("a place");
                assert_eq!((found, extent), (order, Extent::One), "{}", text.escape_ascii());
                assert!(at.abs_diff(middle) <= 4, "{at} {middle} {}", text.escape_ascii());
                let both = [&inserted[..middle + 1], &lost[middle..]].concat();
                assert!(shift(&[&both[..], &text[2..], b"\n", &text[2..]].concat()).is_some());
                assert_eq!(Misaligned::of(&text, true), None);
                // It is cut off at its end.
                assert_eq!(Misaligned::of(&text[..text.len() - 1], true), None);
            }
        }
    }

    #[test]
    fn places_near_the_start_are_found_without_a_mark() {
        let table = TEXTS[0].repeat(20);
        for order in [Endian::Little, Endian::Big] {
            let text = wide(&table, order);
            for at in [36, 90, 400, 1000] {
                let text = [&text[..at], b"\n", &text[at..]].concat();
                let near =
                    shift(&text).filter(|(found, place, _)| *found == order && place.abs_diff(at) <= 1);
                assert!(near.is_some(), "{order:?} {at}: {:?}", shift(&text));
            }
        }
    }

    #[test]
    fn text_that_begins_within_a_character_is_in_its_own_order() {
        for order in [Endian::Little, Endian::Big] {
            // Of mostly ASCII, and of Russian without its line ends, little shows the order.
            for text in &TEXTS[2..4] {
                for end in [0, 1, 2] {
                    let text = wide(&text.replace('\n', "\r\n").repeat(8), order);
                    let text = &text[1..text.len() - end];
                    let found = shift(text).unwrap_or_else(|| panic!("{order:?} {}", text.escape_ascii()));
                    let ends_within = found.2 == Extent::Ends(text.len() - 1);
                    assert_eq!(ends_within, found.1 == 0 && end == 1, "{found:?}");
                    // What is left of the first character may be a letter, too.
                    assert!(found.0 == order && matches!(found.1, 0 | 2), "{}", text.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn other_data_is_left_alone() {
        let numbers: Vec<u8> = (0..4000_u32).flat_map(|one| (one * one % 7919).to_le_bytes()).collect();
        for data in
            [&numbers[..], &[&b"\xFF\xFE"[..], &numbers].concat(), b"\xFF\xFE", b"a", b"\xFF\xFE\0\0a\0\0\0"]
        {
            assert_eq!(Misaligned::of(data, true), None, "{}", data.escape_ascii());
        }
        // Without spaces and line ends, and with letters whose low byte is that of one.
        for text in [
            "Номер;Регион;Район;Работа;Россия;Рубль",
            r#"{"城市":"上海","名称":"测试","类型":"数据库"}"#,
            "Име;Регион;Работа",
            "1.Россия,2.Румыния,3.Руанда,4.Реюньон",
            r#""ชื่อ","ชนิด","ภาษา","ช่วง""#,
            r#""नाम","ऊर्जा","ठाणे""#,
            "Номер;Њива;\rЊива;Регион",
        ] {
            for order in [Endian::Little, Endian::Big] {
                assert_eq!(Misaligned::of(&wide(text, order), true), None, "{text}");
            }
        }
    }
}
