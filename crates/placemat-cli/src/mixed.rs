//! Text in more than one encoding: files were joined, or a program appended to the text of another. Read in one
//! encoding, the rest becomes other text: ASCII in UTF-16 becomes Chinese.

mod letters;
mod misaligned;
mod parts;
mod spliced;

use std::fmt::Write;

use crate::input::Input;
use crate::show::Argument;
use crate::status::CommandError;
pub(crate) use misaligned::{Misaligned, are_likely_text};
pub(crate) use parts::Parts;
pub(crate) use spliced::Spliced;

/// The least ASCII without bytes 00, in bytes. Four ideographs of which all bytes are ASCII are rare, and
/// those of which most are small letters and spaces, with a space or line end and no rare signs, even more so.
const LEAST: usize = 8;
/// The least line of ASCII that is known by its line end, in bytes.
const LEAST_ENDED: usize = 16;
/// So much of it is ASCII also if the rest of the text has few bytes 00, as Arabic in UTF-16 has.
const LONG: usize = 24;
/// So much of it is ASCII even if most of it is digits or capitals, as in a log: no text has 24 ideographs in
/// sequence all of whose bytes are ASCII.
const CERTAIN: usize = 48;

/// Returns `true` if an input has such text, and the rest of it is UTF-16 whose characters are mostly ASCII.
pub(crate) fn is_mixed(input: &mut Input) -> Result<bool, CommandError> {
    Ok(Seen::of(input)?.is_mixed())
}

/// How much of an input is searched for parts.
const FRONT: usize = 1 << 20;
/// All of an input up to this size is searched, if there may be other text somewhere in it.
const WHOLE: u64 = 16 << 20;
/// How much of the end of a longer input than `FRONT` is searched by itself.
const BACK: u64 = 8 << 10;

/// Returns the parts of an input, as far as it can be read again. What was read of another one, they begin with.
pub(crate) fn parts(input: &mut Input) -> Option<Parts> {
    if !input.is_rereadable() {
        return Parts::of(input.examined()?, false).map(Parts::without_command);
    }
    let size = input.size().filter(|size| *size > 0);
    let most = size.map_or(FRONT, |size| FRONT.min(size as usize + 1));
    let front = input.peek(0, most).ok()?;
    if front.len() < FRONT {
        return Parts::of(&front, true);
    }
    let parts = Parts::of(&front, false);
    if let Some(found) = parts.and_then(Parts::misaligned) {
        let is_all = found.goes_on(input).unwrap_or(false);
        return parts.map(|parts| if is_all { parts } else { parts.without_command() });
    }
    let whole = match size.filter(|size| *size <= WHOLE) {
        Some(size) if parts.is_some() || may_have_parts(input, &front, size) => {
            input.peek(0, size as usize).ok()
        }
        _ => None,
    };
    let parts = whole.and_then(|text| Parts::of(&text, true)).or(parts.map(Parts::without_command));
    parts.or_else(|| {
        let back = back(input, size.filter(|size| *size > WHOLE)?)?;
        let at_end = Parts::of(&back, true).filter(|parts| parts.misaligned().is_none());
        at_end.map(Parts::without_command)
    })
}

/// Returns the end of a long input, from a whole unit on.
fn back(input: &mut Input, size: u64) -> Option<Vec<u8>> {
    input.peek(size.saturating_sub(BACK) & !1, BACK as usize + 1).ok()
}

/// Returns `true` if a long input has text in UTF-16 at its beginning or end, and perhaps other text somewhere.
fn may_have_parts(input: &mut Input, front: &[u8], size: u64) -> bool {
    let Some(back) = back(input, size) else { return false };
    let has_zero = |text| memchr::memchr(0, text).is_some();
    (has_zero(front) || has_zero(&back))
        && (Parts::of(&back, true).is_some() || Seen::of(input).is_ok_and(Seen::may_be_mixed))
}

/// Returns `true` if a text is such.
pub(crate) fn is_mixed_text(text: &[u8]) -> bool {
    let mut seen = Seen::default();
    seen.push(text);
    seen.is_mixed()
}

/// Returns the command that makes UTF-8 of a file whose parts begin at these offsets. With each is the encoding
/// that it is converted from, unless that is UTF-8.
fn command(file: &Argument<'_>, parts: &[(usize, Option<&str>)]) -> String {
    let mut command = "{ ".to_owned();
    for (k, &(start, from)) in parts.iter().enumerate() {
        let read = match (start, parts.get(k + 1)) {
            (0, Some((next, _))) => format!("head -c {next} {file}"),
            (_, Some((next, _))) => format!("tail -c +{} {file} | head -c {}", start + 1, next - start),
            (_, None) => format!("tail -c +{} {file}", start + 1),
        };
        let _ = match from {
            Some(from) => write!(command, "{read} | placemat convert -f {from}; "),
            None => write!(command, "{read}; "),
        };
    }
    command + "} > FIXED"
}

/// Returns what is said of such an input.
pub(crate) fn describe(parts: Option<Parts>) -> String {
    parts.map_or_else(|| "partly UTF-16 and partly another encoding".to_owned(), Parts::describe)
}

/// Returns what to do about such an input.
pub(crate) fn remedy(parts: Option<Parts>) -> &'static str {
    parts.map_or(REMEDY, Parts::remedy)
}

/// What to do about an input in more than one encoding.
const REMEDY: &str = "convert each part by itself";

/// What has been seen of an input.
#[derive(Debug, Default)]
struct Seen {
    /// The bytes, those that are 00, and those in stretches of ASCII.
    len: u64,
    zeros: u64,
    ascii: u64,
    /// There is a stretch that is long, and one that may be a line, even if most of it is digits.
    has_long: bool,
    has_line: bool,
    /// The length of the stretch so far, and how much of it is small letters and spaces.
    run: usize,
    plain: usize,
    /// How many spaces and line ends it has, except for units of UTF-16, and whether it has signs that lines hardly have.
    spaces: usize,
    has_rare: bool,
    /// The last byte is the lead byte of a letter in UTF-8.
    has_lead: bool,
    /// The last eight bytes.
    last: u64,
    /// After a line end there is a byte order mark in the other order.
    turns: bool,
}

/// A line end of UTF-16, a byte order mark in the other order, and two Latin letters in that order; and which
/// bits are compared. As one text, it would have the noncharacter U+FFFE.
const TURNS: [(u64, u64); 2] =
    [(0x0A00_FEFF_0000_0000, 0xFFFF_FFFF_FF00_FF00), (0x000A_FFFE_0000_0000, 0xFFFF_FFFF_00FF_00FF)];

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n')
}

impl Seen {
    fn of(input: &mut Input) -> Result<Self, CommandError> {
        let mut seen = Seen::default();
        input.scout(|piece| {
            seen.push(piece);
            true
        })?;
        Ok(seen)
    }

    fn push(&mut self, piece: &[u8]) {
        for &byte in piece {
            self.len += 1;
            let before = self.last as u8;
            self.last = self.last << 8 | u64::from(byte);
            if self.len.is_multiple_of(2) {
                self.turns |= TURNS.iter().any(|(turn, mask)| self.last & mask == *turn);
            }
            let has_lead = std::mem::replace(&mut self.has_lead, matches!(byte, 0xC3..=0xC5 | 0xCE..=0xD1));
            if matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r') {
                self.run += 1;
                self.plain += usize::from(matches!(byte, b'a'..=b'z' | b' '));
                self.spaces += usize::from(is_space(byte) && before != 0);
                self.has_rare |= matches!(byte, b'~' | b'^' | b'`' | b'{' | b'}' | b'|');
            } else if self.has_lead {
                // Only together with the next byte it is a letter.
            } else if has_lead && matches!(byte, 0x80..=0xBF) {
                self.run += 2;
                self.plain += 2;
            } else {
                self.zeros += u64::from(byte == 0);
                self.spaces = self.spaces.saturating_sub(usize::from(byte == 0 && is_space(before)));
                self.end_run();
            }
        }
    }

    fn end_run(&mut self) {
        self.has_line |= self.run >= LEAST_ENDED && self.spaces > 0;
        let is_certain = self.run >= CERTAIN;
        let is_line = self.run >= LONG || self.spaces > 0 && !self.has_rare;
        if is_certain || self.run >= LEAST && is_line && 8 * self.plain >= 5 * self.run {
            self.ascii += self.run as u64;
            self.has_long |= is_certain || self.run >= LONG && self.plain >= LONG - LONG / 4;
        }
        (self.run, self.plain, self.spaces, self.has_rare) = (0, 0, 0, false);
    }

    fn may_be_mixed(mut self) -> bool {
        self.is_mixed() || self.has_line
    }

    fn is_mixed(&mut self) -> bool {
        self.end_run();
        let is_mostly_ascii = 3 * self.zeros >= self.len - self.ascii;
        self.turns || self.ascii > 0 && self.zeros > 0 && (self.has_long || is_mostly_ascii)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_mixed(text: &[u8], piece: usize) -> bool {
        let mut seen = Seen::default();
        text.chunks(piece).for_each(|piece| seen.push(piece));
        seen.is_mixed()
    }

    #[test]
    fn ascii_within_utf_16_is_seen() {
        let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let both = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        let line = wide("\u{FEFF}Get-Process\r\nand its output\r\n");
        let log = "2026-11-28 09:41:07 OK\r\n12/1 STEP 17.5\r\n".repeat(10);
        for piece in [1, 7, 4096] {
            assert!(is_mixed(&[&wide("\u{FEFF}")[..], &wide(&log), log.as_bytes()].concat(), piece));
            assert!(is_mixed(&[log.as_bytes(), &wide("\u{FEFF}"), &wide(&log)].concat(), piece));
            for mixed in [
                [&line[..], b"appended by echo\r\n"].concat(),
                [b"plain line\r\n", &line[..]].concat(),
                [&line[..], b"first line\n", &line[..]].concat(),
                [b"plain line\n", &both("wide text\n")[..]].concat(),
                [&line[..], "spät: Größe\r\n".as_bytes()].concat(),
                [&line[..], "конец файла\n".as_bytes()].concat(),
                [&wide("\u{FEFF}мир, дом и сад\r\n")[..], b"appended by another program\r\n"].concat(),
                [&line[..], &both("\u{FEFF}one дом\r\n")[..]].concat(),
                [&both("\u{FEFF}one house\r\n")[..], &line[..]].concat(),
            ] {
                assert!(is_mixed(&mixed, piece), "{mixed:X?}");
            }
            let ideographs =
                "慢慢来 in between 一步一步地走 text of two scripts 漢字かな交じり文\n".repeat(20);
            // All of their bytes are small letters and signs of ASCII.
            let urls = "//upload.wikimedia.org 显示兩極 顯示兩極 正在慢慢慢慢 找有機物慢 きな景究 督整年創\n";
            for sound in [
                &wide(urls),
                &both(urls),
                &line,
                &wide(&ideographs),
                &both(&ideographs),
                &wide("知之为知之,不知为不知"),
                &vec![],
            ] {
                assert!(!is_mixed(sound, piece), "{sound:X?}");
            }
            assert!(!is_mixed(b"only ASCII, which other rules refuse", piece));
        }
    }
}
