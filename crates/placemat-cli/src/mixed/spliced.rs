//! Text of which one part is UTF-8, and the other, before or after it, is in a legacy encoding, as of a log that
//! another program continued.

use placemat::Encoding;

use crate::input::InputSource;
use crate::legacy::{self, Confidence, Guess, Shape};
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
    /// Some of that part may be in Windows-1252 instead.
    is_doubtful: bool,
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
        let lines: Vec<_> = lines(&guess, legacy).collect();
        let is_doubtful = is_doubtful(&guess, &lines);
        (!utf_8.is_ascii() && !is_in_several(&guess, &lines)).then_some(Spliced {
            at,
            line,
            guess,
            is_legacy_first,
            is_doubtful,
        })
    }

    /// Returns the legacy encoding of the part that is not UTF-8.
    pub(crate) fn guess(&self) -> Guess {
        self.guess
    }

    /// Returns the legacy encoding of that part, unless it is doubtful.
    pub(crate) fn clear_guess(&self) -> Option<Guess> {
        Some(self.guess).filter(|_| !self.is_doubtful)
    }

    /// Returns what such a text is.
    pub(crate) fn looks(&self) -> String {
        let title = self.guess.legacy.title();
        let name = match self.guess.confidence {
            _ if self.is_doubtful => format!("perhaps {title}"),
            Confidence::Sure => title,
            other => format!("{title} ({})", other.name()),
        };
        match self.is_legacy_first {
            true => format!("{name} up to line {}, then UTF-8", self.line - 1),
            false => format!("UTF-8, and {name} from line {} on", self.line),
        }
    }

    /// Returns the command that makes UTF-8 of both parts, unless they are read from standard input. If the encoding
    /// is doubtful, the command shows the part in it.
    pub(crate) fn command(&self, source: &InputSource) -> Option<String> {
        if matches!(source, InputSource::StandardInput(_)) {
            return None;
        }
        let name = self.guess.legacy.identifier();
        if self.is_doubtful {
            let (program, count) =
                if self.is_legacy_first { ("head -c ", self.at) } else { ("tail -c +", self.at + 1) };
            return Some(format!("{program}{count} {} | placemat convert -f {name}", Argument(source)));
        }
        let from = Some(name);
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

/// The most lines of a part that are examined by themselves.
const LINES: usize = 64;

/// Returns what lines of a part are by themselves, with `None` for the part's own encoding and for lines that are the
/// same text in it.
fn lines<'t>(guess: &'t Guess, part: &'t [u8]) -> impl Iterator<Item = Option<Guess>> + 't {
    let lines: Vec<&[u8]> = part.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()).collect();
    let step = lines.len().div_ceil(LINES).max(1);
    lines.into_iter().step_by(step).map(|line| {
        let is_other =
            |own: &Guess| own.legacy != guess.legacy && own.legacy.read(line) != guess.legacy.read(line);
        legacy::guess(line, true).filter(|own| own.unknown.is_none() && is_other(own))
    })
}

/// Returns `true` if a line of a part in Latin script is rather Windows-1252. Few letters do not show whether the part
/// is in one language or in several.
fn is_doubtful(guess: &Guess, lines: &[Option<Guess>]) -> bool {
    let is_western = |own: &Guess| own.legacy.of_family() == Some(Encoding::Windows1252);
    guess.confidence < Confidence::Sure
        && guess.legacy.shape() == Shape::Single
        && guess.evidence.script().0 == "Latin"
        && lines.iter().flatten().any(is_western)
}

/// Returns `true` if so many lines of a part are likely in another encoding that the part is in several.
fn is_in_several(guess: &Guess, lines: &[Option<Guess>]) -> bool {
    let others = lines.iter().flatten().filter(|own| own.confidence > Confidence::Perhaps).count();
    guess.confidence < Confidence::Sure && 4 * others >= lines.len()
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
    fn a_part_in_two_encodings_is_not_converted_as_one() {
        let utf_8 = "Jürgen Groß\n".as_bytes();
        // José Peña in Windows-1252 and Łukasz Żak in ISO-8859-2: ñ is ń in Windows-1250.
        let names = b"Jos\xE9 Pe\xF1a\n\xA3ukasz \xAFak\n";
        let found = Spliced::of(&[utf_8, names].concat()).unwrap();
        assert_eq!(found.looks(), "UTF-8, and perhaps Windows-1250 from line 2 on");
        let command = found.command(&InputSource::Path("a".into())).unwrap();
        assert_eq!(command, "tail -c +15 a | placemat convert -f windows-1250");
        let turkish = b"T\xFCrk\xE7e metin: bug\xFCn hava \xE7ok g\xFCzel, \xE7ocuklar bah\xE7ede oynuyor.\n\
                        Ya\xFEl\xFD kad\xFDn kap\xFDy\xFD a\xE7t\xFD ve d\xFD\xFEar\xFDya bakt\xFD, ya\xF0mur ya\xF0\xFDyordu.\n";
        let found = Spliced::of(&[utf_8, turkish].concat()).unwrap();
        assert!(!found.is_doubtful && found.guess.legacy.identifier() == "windows-1254", "{found:?}");
        // Russian in KOI8-R, and Japanese in EUC-JP.
        let russian = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?\n\
                        \xF7\xD3\xA3 \xC8\xCF\xD2\xCF\xDB\xCF, \xD3\xD0\xC1\xD3\xC9\xC2\xCF\n";
        let japanese = b"\xA5\xE6\xA1\xBC\xA5\xB6\xA1\xBC\xA4\xAC\xA5\xED\xA5\xB0\xA5\xA4\xA5\xF3\xA4\xB7\n\
                         \xA5\xA8\xA5\xE9\xA1\xBC\xA4\xAC\xC8\xAF\xC0\xB8\xA4\xB7\xA4\xDE\xA4\xB7\xA4\xBF\n";
        assert!(Spliced::of(&[utf_8, russian, japanese].concat()).is_none());
        for one in [&russian[..], japanese] {
            assert!(Spliced::of(&[utf_8, one].concat()).is_some(), "{}", one.escape_ascii());
        }
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
