//! Frames and rulers of DOS, drawn with characters that only code pages of DOS have: `┌────┐`, `═══════════`.
//!
//! To a detector they are letters or pairs of bytes, and there are many of them. Without them, the rest of the text
//! says which code page it is in.

/// A shorter ruler without corners may be anything.
const LEAST: usize = 8;

/// A text with frames.
pub(super) struct Framed {
    /// The text with spaces in place of the frames.
    pub(super) rest: Vec<u8>,
    /// There are corners, and not only rulers.
    pub(super) has_corners: bool,
    /// There are corners of single and double lines, which are letters in CP850 and CP852.
    pub(super) has_mixed: bool,
}

impl Framed {
    /// Returns the text without its frames, if it has any.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let has_run = [[0xC4; 3], [0xCD; 3]].iter().any(|run| memchr::memmem::find(bytes, run).is_some());
        if !has_run || !bytes.split(|&byte| byte == b'\n').any(is_ruler) {
            return None;
        }
        let mut found = Framed { rest: vec![], has_corners: false, has_mixed: false };
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let is_ruler = is_ruler(line);
            for &byte in line {
                let is_mixed = is_ruler && is_mixed(byte);
                found.has_mixed |= is_mixed;
                found.has_corners |=
                    is_mixed || is_ruler && is_of_frame(byte) && !matches!(byte, 0xC4 | 0xCD);
                found.rest.push(if is_mixed || is_of_frame(byte) { b' ' } else { byte });
            }
        }
        Some(found)
    }
}

/// Returns `true` if a line is a ruler, or the top or bottom of a frame.
fn is_ruler(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let [first, .., last] = *line else { return false };
    let is_line = |byte: u8| matches!(byte, 0xC4 | 0xCD);
    // ┌ ╔ ╒ ╓ └ ╚ ╘ ╙ ├ ╠ ╞ ╟, and those on the right.
    let begins =
        matches!(first, 0xDA | 0xC9 | 0xD5 | 0xD6 | 0xC0 | 0xC8 | 0xD4 | 0xD3 | 0xC3 | 0xCC | 0xC6 | 0xC7);
    let ends =
        matches!(last, 0xBF | 0xBB | 0xB8 | 0xB7 | 0xD9 | 0xBC | 0xBE | 0xBD | 0xB4 | 0xB9 | 0xB5 | 0xB6);
    // A title may stand in the ruler.
    let lines = line.iter().filter(|byte| is_line(**byte)).count();
    let others = line.iter().filter(|byte| !byte.is_ascii() && !is_of_frame(**byte)).count();
    let is_at_end = is_line(first) && is_line(last);
    (begins && ends && lines > 2 && 2 * others <= lines) || is_at_end && lines >= LEAST && others <= lines
}

/// Returns `true` for parts of frames that are the same in all code pages that texts are in.
const fn is_of_frame(byte: u8) -> bool {
    matches!(
        byte,
        0xB0..=0xB4 | 0xB9..=0xBC | 0xBF..=0xC5 | 0xC8..=0xCE | 0xD9..=0xDC | 0xDF | 0xFE
    )
}

/// Returns `true` for parts of frames in CP437 and IBM866 that are letters in others.
const fn is_mixed(byte: u8) -> bool {
    matches!(byte, 0xB5..=0xB8 | 0xBD | 0xBE | 0xC6 | 0xC7 | 0xCF..=0xD8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_told_from_letters() {
        for text in [
            &b"\xDA\xC4\xC4\xC4\xC4\xBF\r\n\xB3Men\x81\xB3\r\n\xC0\xC4\xC4\xC4\xC4\xD9\r\n"[..],
            b"M\x81ller\r\n\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\r\n",
            b"\xD5\xCD\xCD\xCD\xCD\xB8\n\xB3Men\x81\xB3\n\xD4\xCD\xCD\xCD\xCD\xBE\n",
            b"\xC4\xC4\xC4\xC4\xC4 Men\x81 \xC4\xC4\xC4\xC4\xC4\n",
        ] {
            let Framed { rest, has_mixed, .. } = Framed::of(text).unwrap();
            let is_blank = rest.iter().all(|byte| byte.is_ascii() || *byte == 0x81);
            assert!(rest.contains(&0x81) && is_blank, "{}", text.escape_ascii());
            assert_eq!(has_mixed, text.starts_with(b"\xD5"));
        }
        for text in [
            // 屯屯屯 in GBK, ННН and Дддд in Windows-1251.
            &b"\xCD\xCD\xCD\xCD\xCD\xCD\n"[..],
            b"\xCD\xCD\xCD \xC4\xC4\xC4\xC4\n",
            b"M\x81ller\n",
            b"\xC4\xE3\xBA\xC3 \xC4\xC4\xC4\xC4\xC4\xC4\xC4\xC4 \xC4\xE3\xBA\xC3\xD6\xD0\xB9\xFA\xC8\xCB\n",
        ] {
            assert!(Framed::of(text).is_none(), "{}", text.escape_ascii());
        }
    }
}
