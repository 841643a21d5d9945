//! UTF-8 with so few characters that a detector takes it for single bytes: some were cut, or there are words
//! of another encoding next to them.

use crate::legacy;

/// The most adjacent bytes of another encoding in a word of Latin script.
const MOST_ADJACENT: usize = 2;

/// Returns `true` if a text is UTF-8 with damage, however few characters it has.
pub(super) fn is_utf_8(text: &[u8]) -> bool {
    let seen = Seen::of(text);
    seen.has_only_cut_characters() || seen.has_words()
}

/// Returns `true` if there are characters of UTF-8 within words, which single bytes do not look like.
pub(crate) fn has_words_of_utf_8(text: &[u8]) -> bool {
    Seen::of(text).in_words > 0
}

/// Counts of what is beyond ASCII.
#[derive(Debug, Default)]
struct Seen {
    /// The well-formed characters, and those of them that belong to a word of small ASCII letters.
    characters: usize,
    in_words: usize,
    /// What remains of characters that were cut, and how many of these are after a small letter.
    cut: usize,
    cut_in_words: usize,
    /// The other bytes, and those of them that do not stand next to ASCII letters.
    stray: usize,
    apart: usize,
}

impl Seen {
    fn of(text: &[u8]) -> Self {
        let (mut seen, mut at) = (Seen::default(), 0);
        let leads = legacy::lead_bytes(text);
        for chunk in text.utf8_chunks() {
            // A byte order mark says nothing about what follows.
            let counts = |(_, one): &(usize, char)| !one.is_ascii() && *one != '\u{FEFF}';
            for (start, one) in chunk.valid().char_indices().filter(counts) {
                let (start, len) = (at + start, one.len_utf8());
                seen.characters += 1;
                seen.in_words += usize::from(is_in_word(text, start, start + len));
            }
            let start = at + chunk.valid().len();
            at = start + chunk.invalid().len();
            match chunk.invalid() {
                [] => {}
                [_] if is_cut_in_word(text, start) => {
                    seen.cut += 1;
                    seen.cut_in_words += 1;
                }
                [_] if !legacy::may_be_cut(text, start, &leads) => {
                    seen.stray += 1;
                    seen.apart += usize::from(!is_next_to_letters(text, start));
                }
                _ => seen.cut += 1,
            }
        }
        seen
    }

    /// In single bytes, few letters are followed by just the signs that continue them in UTF-8, and hardly in
    /// every place. Nor are there capitals at the ends of words of small letters.
    fn has_only_cut_characters(&self) -> bool {
        let are_in_words = self.cut_in_words == self.cut;
        self.cut > 0 && self.stray == 0 && (self.characters > 0 || are_in_words)
    }

    /// All characters are in words, and the other bytes are not many more.
    fn has_words(&self) -> bool {
        self.characters > 0
            && self.in_words == self.characters
            && self.apart == 0
            && self.stray <= 4 * self.characters
    }
}

/// Returns `true` if the byte at a place is what is left of an accented letter in UTF-8: it follows a small
/// letter, and a line ends after it, or the text. In single bytes it would be a capital or a sign there.
fn is_cut_in_word(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| text.get(at));
    match text.get(at + 1) {
        None => matches!(text[at], 0xC3..=0xC5) && (is_small(before) || before == Some(&b' ')),
        Some(b'\n' | b'\r') => matches!(text[at], 0xC3..=0xC5) && is_small(before),
        Some(_) => false,
    }
}

fn is_small(byte: Option<&u8>) -> bool {
    byte.is_some_and(u8::is_ascii_lowercase)
}

/// Returns `true` if a character belongs to a word: in single bytes it would be a capital after a small
/// letter, or signs before one.
fn is_in_word(text: &[u8], start: usize, end: usize) -> bool {
    let before = start.checked_sub(1).and_then(|at| text.get(at));
    // These are letters in Windows-1252.
    let has_letter = matches!(text[end - 1], 0x83 | 0x8A | 0x8C | 0x8E | 0x9A | 0x9C | 0x9E | 0x9F | 0xB5);
    is_small(before) || is_small(text.get(end)) && !has_letter
}

/// Returns `true` if a byte, or it and its neighbours, stand next to an ASCII letter.
fn is_next_to_letters(text: &[u8], at: usize) -> bool {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let is_high = |byte: &&u8| !byte.is_ascii();
    let before = text[..at].iter().rev().take(MOST_ADJACENT).take_while(is_high).count();
    let behind = text[at..].iter().take(MOST_ADJACENT + 1).take_while(is_high).count();
    let next_to = is_letter(text[..at - before].last()) || is_letter(text.get(at + behind));
    before + behind <= MOST_ADJACENT && next_to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_characters_are_enough() {
        for text in [
            b"5 \xE2\x82\n\xC3\xBCber\n".as_slice(),
            b"caf\xC3\xA9 5 \xE2\x82 \xF0\x9F\x8D!",
            b"F\xC3\nf\xC3\xBCr\n",
            b"Stra\xC3\x9Fe: gr\xF6\xDFer\n",
            b"caf\xC3\xA9, caf\xE9, na\xEFve",
            b"\xC3\xBCber \xFCber",
            b"caf\xC3",
            b"is it \xC3",
            b"a caf\xC3\nand a th\xC3\r\n",
        ] {
            assert!(is_utf_8(text), "{text:X?}");
        }
    }

    #[test]
    fn single_bytes_are_not_utf_8() {
        let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0";
        let ukrainian = b"\xC3\xB3\xF0\xED\xE8\xEA, web \xC3\xB3\xF0\xE0";
        let chinese = b"web\xD2\xBB\xD6\xD0\xB9\xFA";
        for text in [
            russian.as_slice(),
            ukrainian,
            chinese,
            b"caf\xE9",
            b"\xAB caf\xE9\xBB CAF\xC9\xBB",
            b"the CAF\xC9\x94",
            b"C\xC9\x8CUR",
            b"5 \xE2\x82\n",
            b"caf\xC3 cr\xE8me\nth\xC3\n",
            b"IRM\xC3",
            b"gro\xDF",
            b"plain",
            b"",
        ] {
            assert!(!is_utf_8(text), "{text:X?}");
        }
        assert!(has_words_of_utf_8(b"Stra\xC3\x9Fe \xFC \xFC \xFC \xFC \xFC"));
        assert!(!has_words_of_utf_8(b"the CAF\xC9\x94 \xFC"));
    }
}
