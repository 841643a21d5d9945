//! Text with long runs of bytes 00 before, within or after it, as in a log that was truncated while a program
//! went on writing to it, and after a power failure.

use std::str::from_utf8;

use super::cut_at_end;
use crate::legacy;

/// Fewer bytes after the zeros may be anything.
const LEAST: usize = 32;
/// Fewer bytes around a hole may be anything.
const LEAST_AROUND: usize = 16;
/// Fewer adjacent zeros may end a name.
const HOLE: usize = 8;
/// The most holes in a text. Tables of names have more.
const MOST: usize = 16;

/// The holes in a text: runs of bytes 00.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Holes {
    /// Where the first one begins.
    pub(super) first: usize,
    /// The number of bytes 00.
    pub(super) len: usize,
    pub(super) count: usize,
}

/// Returns the holes in a text, if it does not begin with one, and every byte 00 is in a hole. Also returns the
/// number of other bytes. `is_all` says that the text ends there; if not, a character or a hole may be cut.
fn holes(text: &[u8], is_all: bool, is_text: impl Fn(&[u8]) -> bool) -> Option<(Holes, usize)> {
    let (mut holes, mut rest, mut around) = (Holes::default(), text, 0);
    while let Some(first) = memchr::memchr(0, rest) {
        let zeros = rest[first..].iter().take_while(|byte| **byte == 0).count();
        let is_cut = !is_all && first + zeros == rest.len();
        if holes.count == 0 {
            holes.first = first;
        }
        holes.count += 1;
        holes.len += zeros;
        if first == 0 || zeros < HOLE && !is_cut || holes.count > MOST || !is_text(&rest[..first]) {
            return None;
        }
        around += first;
        rest = &rest[first + zeros..];
    }
    let whole = &rest[..rest.len() - if is_all { 0 } else { cut_at_end(rest) }];
    let is_text = whole.is_empty() || is_text(whole) || !is_all && from_utf8(whole).is_ok();
    (holes.count > 0 && is_text).then_some((holes, around + whole.len()))
}

/// Returns the holes in lines of text.
pub(super) fn between_lines(text: &[u8], is_all: bool) -> Option<Holes> {
    let is_lines =
        |part: &[u8]| part.contains(&b'\n') && legacy::may_be_text(part) && from_utf8(part).is_ok();
    holes(text, is_all, is_lines).filter(|(_, around)| *around >= LEAST_AROUND).map(|(holes, _)| holes)
}

/// Returns lines of text in a legacy encoding without the holes before and between them, if there are any.
pub(super) fn without_holes(text: &[u8], is_all: bool) -> Option<Vec<u8>> {
    let is_lines = |part: &[u8]| part.contains(&b'\n') && legacy::may_be_text(part);
    let rest = after(text);
    let is_after_hole = text.len() - rest.len() >= HOLE;
    let is_text = match holes(rest, is_all, is_lines) {
        Some((_, around)) => around >= LEAST && (is_after_hole || rest.len() == text.len()),
        None => is_after_hole && rest.len() >= LEAST && is_lines(rest),
    };
    is_text.then(|| rest.iter().copied().filter(|byte| *byte != 0).collect())
}

/// Returns `true` if the beginning of an input may be text with holes.
pub(super) fn may_have_holes(front: &[u8]) -> bool {
    holes(front, false, legacy::may_be_text).is_some()
}

/// Returns what follows the bytes 00 at the beginning of a text.
pub(super) fn after(text: &[u8]) -> &[u8] {
    let zeros = text.iter().take_while(|byte| **byte == 0).count();
    &text[zeros..]
}

/// Returns what follows the bytes 00, if there are any and it is lines of UTF-8. `is_all` says that the text
/// ends there; if not, a character may be cut.
pub(super) fn text_after(text: &[u8], is_all: bool) -> Option<&str> {
    let rest = after(text);
    let cut = if is_all { 0 } else { cut_at_end(rest) };
    let rest = &rest[..rest.len() - cut];
    let is_text = rest.len() >= LEAST && rest.contains(&b'\n') && legacy::may_be_text(rest);
    from_utf8(rest).ok().filter(|_| is_text && rest.len() + cut < text.len())
}

#[cfg(test)]
mod tests {
    #[test]
    fn holes_are_taken_out_of_legacy_text() {
        let line = b"2024-03-02 11:38:26 WARN Datei \x84\xDCbersicht.xlsx\x93 nicht gefunden\n";
        let text = [&line[..], &[0; 512], line].concat();
        assert_eq!(without_holes(&text, true), Some([&line[..], line].concat()));
        assert_eq!(without_holes(&[&[0; 512][..], line].concat(), true).as_deref(), Some(&line[..]));
        assert_eq!(without_holes(&[&[0; 512][..], &text].concat(), true), Some([&line[..], line].concat()));
        assert_eq!(without_holes(&[b"\0\0", &line[..]].concat(), true), None);
        assert_eq!(without_holes(line, true), None);
        assert_eq!(without_holes(b"a\0b\n\0\0c\n", true), None);
    }

    use super::*;

    #[test]
    fn lines_after_zeros_are_text() {
        let line = "2026-11-28 12:00 Größe Köln Müller\n";
        let text = [&[0; 4096][..], line.as_bytes()].concat();
        assert_eq!(text_after(&text, true), Some(line));
        assert_eq!(text_after(&text[..text.len() - 8], false), None);
        for other in [line.as_bytes(), &[0; 99], &[&text[..], b"\0"].concat(), &[&text[..], b"\xFF"].concat()]
        {
            assert_eq!(text_after(other, true), None);
        }
        let cut = [&text[..], b"K\xC3"].concat();
        assert!(text_after(&cut, false).is_some() && text_after(&cut, true).is_none());
    }

    #[test]
    fn holes_are_within_and_after_lines() {
        let (line, zeros) = ("10:00 Köln Müller\n".as_bytes(), [0; 512]);
        let found = |first, len, count| Some(Holes { first, len, count });
        for (text, is_all, holes) in [
            ([line, &zeros[..8], line].concat(), true, found(line.len(), 8, 1)),
            ([line, &zeros, line, &zeros].concat(), true, found(line.len(), 1024, 2)),
            ([line, &zeros[..3]].concat(), false, found(line.len(), 3, 1)),
            ([line, &zeros, b"K\xC3"].concat(), false, found(line.len(), 512, 1)),
        ] {
            assert_eq!(between_lines(&text, is_all), holes, "{}", text.escape_ascii());
            assert!(may_have_holes(&text));
        }
        for text in [
            [line, &zeros[..7], line].concat(),
            [line, &zeros, b"\xFF\n"].concat(),
            [line, &zeros, b"\x01\x02\x03\n"].concat(),
            [b"ustar", &zeros[..], line].concat(),
            [line, b"0000644\0", b"0001750\0", &zeros, line].concat(),
            [b"a\n", &zeros[..], b"b\n"].concat(),
            [&zeros[..], line].concat(),
            line.to_vec(),
        ] {
            assert_eq!(between_lines(&text, true), None, "{}", text.escape_ascii());
        }
    }
}
