//! Text of which one part is UTF-8, and the other, before or after it, is in a legacy encoding, as of a log that
//! another program continued.

use crate::input::InputSource;
use crate::legacy::{self, Confidence, Guess};
use crate::show::Argument;

/// The two parts of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spliced {
    /// Where the second part begins: its offset, and the number of its first line.
    at: usize,
    line: usize,
    /// The legacy encoding, and whether the first part is in it.
    guess: Guess,
    is_legacy_first: bool,
}

impl Spliced {
    /// Returns the parts of a text, if there are just these.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        let valid = std::str::from_utf8(text).err()?.valid_up_to();
        let start = memchr::memrchr(b'\n', &text[..valid]).map_or(0, |end| end + 1);
        let (at, is_legacy_first) = match text[..start].is_ascii() {
            false => (start, false),
            true => (after_errors(text)?, true),
        };
        let (first, second) = text.split_at(at);
        let (legacy, utf_8) = if is_legacy_first { (first, second) } else { (second, first) };
        let guess = legacy::guess(legacy, true).filter(|guess| is_clear(guess, legacy))?;
        let line = 1 + memchr::memchr_iter(b'\n', first).count();
        (!utf_8.is_ascii()).then_some(Spliced { at, line, guess, is_legacy_first })
    }

    /// Returns the legacy encoding of the part that is not UTF-8.
    pub(crate) fn guess(&self) -> Guess {
        self.guess
    }

    /// Returns what such a text is.
    pub(crate) fn looks(&self) -> String {
        let confidence = match self.guess.confidence {
            Confidence::Sure => String::new(),
            other => format!(" ({})", other.name()),
        };
        let title = self.guess.legacy.title();
        match self.is_legacy_first {
            true => format!("{title}{confidence} up to line {}, then UTF-8", self.line - 1),
            false => format!("UTF-8, and {title}{confidence} from line {} on", self.line),
        }
    }

    /// Returns the command that makes UTF-8 of both parts, unless they are read from standard input.
    pub(crate) fn command(&self, source: &InputSource) -> Option<String> {
        if matches!(source, InputSource::StandardInput(_)) {
            return None;
        }
        let from = Some(self.guess.legacy.identifier());
        let (first, second) = if self.is_legacy_first { (from, None) } else { (None, from) };
        Some(super::command(&Argument(source), &[(0, first), (self.at, second)]))
    }
}

/// Returns the offset of the first line after all errors.
fn after_errors(text: &[u8]) -> Option<usize> {
    let (mut at, mut last) = (0, 0);
    for chunk in text.utf8_chunks() {
        at += chunk.valid().len() + chunk.invalid().len();
        if !chunk.invalid().is_empty() {
            last = at;
        }
    }
    memchr::memchr(b'\n', &text[last..]).map(|end| last + end + 1)
}

/// Returns `true` if a part is probably in a legacy encoding, and none of it is UTF-8.
fn is_clear(guess: &Guess, part: &[u8]) -> bool {
    guess.unknown.is_none()
        && guess.evidence.malformed == 0
        && guess.confidence > Confidence::Perhaps
        && !legacy::has_parts_of_utf_8(part, guess.legacy)
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;

    const GERMAN: &[u8] =
        b"Die Gr\xF6\xDFe der Datei f\xFCr M\xFCller ist ung\xFCltig, schlie\xDFen und \xF6ffnen\n";

    #[test]
    fn the_parts_of_a_log_are_found() {
        let utf_8 = "用户登录系统。\nжурнал\n".as_bytes();
        let legacy = GERMAN.repeat(9);
        let found = Spliced::of(&[utf_8, &legacy].concat()).unwrap();
        assert_eq!((found.at, found.line, found.is_legacy_first), (utf_8.len(), 3, false));
        assert!(found.looks().ends_with(" from line 3 on"), "{}", found.looks());
        let found = Spliced::of(&[&legacy, utf_8].concat()).unwrap();
        assert_eq!((found.at, found.line, found.is_legacy_first), (legacy.len(), 10, true));
        assert!(found.looks().ends_with(" up to line 9, then UTF-8"), "{}", found.looks());
    }

    #[test]
    fn other_texts_have_no_two_parts() {
        let utf_8 = "Größe\n".as_bytes();
        let legacy = GERMAN.repeat(9);
        for text in [
            [utf_8, &legacy, utf_8, &legacy].concat(),
            [&legacy, utf_8, &legacy, utf_8].concat(),
            legacy.clone(),
            [b"plain\n", &legacy[..]].concat(),
            utf_8.to_vec(),
            b"caf\xE9\n\xC3\xA9\n".to_vec(),
        ] {
            assert!(Spliced::of(&text).is_none(), "{}", text.escape_ascii());
        }
    }
}
