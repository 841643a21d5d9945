//! Text after bytes 00, as in a log that was truncated while a program went on writing to it.

use std::str::from_utf8;

use super::cut_at_end;
use crate::legacy;

/// Fewer bytes after the zeros may be anything.
const LEAST: usize = 32;

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
}
