//! Text of which one part is UTF-8, and the other, before or after it, is in a legacy encoding, as of a log that
//! another program continued; or of which some lines are UTF-8 and others are not, as of a log of two programs.

use std::collections::BTreeSet;

use placemat::Encoding;
use placemat::stream::Validator;

use super::{FRONT, letters};
use crate::detect::{self, UTF_8_SIGNATURE};
use crate::input::{Input, InputSource};
use crate::legacy::{self, Confidence, Guess, Legacy, Line, Shape, Telling};
use crate::show::{Argument, Count};

/// The two parts of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spliced {
    order: Order,
    /// The legacy encoding.
    guess: Guess,
    /// Some of the part that is in it may be in Windows-1252 instead.
    is_doubtful: bool,
}

/// Where the part in the legacy encoding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// The second part begins at this offset, with the line of this number.
    First {
        end: usize,
        next_line: usize,
    },
    Second {
        start: usize,
        line: usize,
    },
    /// It is as many lines, among those of UTF-8; nothing is known of their number if the text goes on.
    Lines(Option<usize>),
    /// It is all of the text but a byte order mark of UTF-8.
    Marked,
}

impl Spliced {
    /// Returns the parts of a text, if there are just these.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        Spliced::of_marked(text).or_else(|| Spliced::of_two(text)).or_else(|| Spliced::of_lines(text))
    }

    /// Returns a text without any UTF-8 but a byte order mark, which a program put before it without looking.
    fn of_marked(text: &[u8]) -> Option<Self> {
        let body = text.strip_prefix(UTF_8_SIGNATURE).filter(|body| !legacy::has_utf_8(body))?;
        Spliced::of_part(body, "", Order::Marked)
    }

    /// Returns the parts of a text if one follows the other.
    fn of_two(text: &[u8]) -> Option<Self> {
        let valid = std::str::from_utf8(text).err()?.valid_up_to();
        let start = memchr::memrchr(b'\n', &text[..valid]).map_or(0, |end| end + 1);
        let (at, is_legacy_first) = match text[..start].is_ascii() {
            false => (start, false),
            true => (after_errors(text)?, true),
        };
        let (first, second) = text.split_at(at);
        let (legacy, utf_8) = if is_legacy_first { (first, second) } else { (second, first) };
        if utf_8.is_ascii() || has_damage(text) {
            return None;
        }
        let line = 1 + memchr::memchr_iter(b'\n', first).count();
        let order = match is_legacy_first {
            true => Order::First { end: at, next_line: line },
            false => Order::Second { start: at, line },
        };
        Spliced::of_part(legacy, &String::from_utf8_lossy(utf_8), order)
    }

    /// Returns the parts of a text if they are lines of it, by turns.
    fn of_lines(text: &[u8]) -> Option<Self> {
        /// So many characters are hardly UTF-8 by chance, except for a letter in Latin script.
        const LEAST: usize = 4;
        let (mut legacy, mut utf_8, mut count, mut is_any_clear) = (vec![], String::new(), 0, false);
        let (mut is_utf_8_clear, mut has_both) = (false, false);
        let telling = Telling::of(text);
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let kind = telling.examine(line);
            if let Line::Unclear | Line::Other = kind {
                let rest = legacy::without_utf_8(line, None, &telling);
                if rest.is_some() {
                    (has_both, is_utf_8_clear) = (true, true);
                    utf_8.extend(
                        line.utf8_chunks()
                            .flat_map(|chunk| chunk.valid().chars())
                            .filter(|one| !one.is_ascii()),
                    );
                }
                legacy.extend_from_slice(rest.as_deref().unwrap_or(line));
                count += 1;
                is_any_clear |= kind == Line::Other;
            } else if let Ok(line) = std::str::from_utf8(line) {
                is_utf_8_clear |= legacy::has_clear_utf_8(line.as_bytes());
                utf_8.extend(line.chars().filter(|one| !one.is_ascii()));
            }
        }
        if !is_any_clear {
            return None;
        }
        let is_latin = |one: char| matches!(one, 'À'..='\u{24F}') && one.is_alphabetic();
        let are_enough = utf_8.chars().count() >= LEAST || utf_8.chars().all(is_latin) || is_utf_8_clear;
        if utf_8.is_empty() || !are_enough {
            return None;
        }
        let found = Spliced::of_part(&legacy, &utf_8, Order::Lines(Some(count)))?;
        let Guess { legacy: of_lines, confidence, .. } = found.guess;
        // In pairs of bytes, words of UTF-8 are not taken out. A few letters beside them may be damage.
        let is_clear = confidence > Confidence::Perhaps || of_lines.of_family().is_some();
        let is_text = of_lines.shape() == Shape::Single && !legacy::has_misplaced(&legacy, of_lines);
        (!has_both || is_clear && is_text).then_some(found)
    }

    /// Returns the parts of a text if the one that is not UTF-8 is clearly in one encoding.
    fn of_part(part: &[u8], utf_8: &str, order: Order) -> Option<Self> {
        const LEAST_OF_PAIRS: u64 = 2;
        // A few letters may be what is left of characters.
        const LEAST: u64 = 3;
        let (part, rest) = part.split_at_checked(FRONT).unwrap_or((part, &[]));
        let guess = legacy::guess(part, rest.is_empty()).filter(|guess| is_clear(guess, part))?;
        if !matches!(order, Order::Lines(_)) && legacy::has_parts_of_utf_8(rest, guess.legacy) {
            return None;
        }
        // An attack is not a part of a text.
        if !guess.is_clean_pairs() && detect::has_disguise(part) {
            return None;
        }
        let agreed = letters::agreeing(guess, part, utf_8)?;
        let (is_changed, guess) = (agreed.legacy != guess.legacy, agreed);
        let lines: Vec<_> = lines(&guess, part).collect();
        let is_guess = guess.confidence == Confidence::Perhaps;
        // Its lines are looked at before they are converted. Letters in Latin script must not be damage to UTF-8.
        let is_latin = guess.evidence.script().0 == "Latin";
        let is_order_of_lines = matches!(order, Order::Lines(_));
        if guess.legacy.is_of_dos() && is_order_of_lines && have_lost_leads(part, guess.legacy, utf_8) {
            return None;
        }
        // A pair of bytes may be a letter in an encoding of single bytes, and a sign after it.
        if is_guess && guess.legacy.shape() != Shape::Single && guess.evidence.characters < LEAST_OF_PAIRS {
            return None;
        }
        // A byte beside text in another script is rather left of a character.
        let is_alone = part.iter().filter(|byte| !byte.is_ascii()).count() == 1;
        let is_alone = is_alone && !has_letter_of_name(part, utf_8);
        if is_alone && is_latin && utf_8.chars().any(|one| one > '\u{24F}' && one.is_alphabetic()) {
            return None;
        }
        // After a byte order mark, there is nothing that could be damaged.
        let is_rather_legacy = order == Order::Marked
            && guess.evidence.characters >= LEAST
            && !legacy::has_remains(part)
            && !legacy::has_misplaced(part, guess.legacy);
        let is_of_lines = is_order_of_lines && (!is_latin || letters::are_single(part, guess.legacy));
        if is_guess && !is_of_lines && !is_rather_legacy {
            return None;
        }
        let is_doubtful = is_guess || is_doubtful(&guess, &lines);
        (is_changed || !is_in_several(&guess, &lines)).then_some(Spliced { order, guess, is_doubtful })
    }

    /// Returns the parts of an input that can be read again, whose first error is at `near`.
    pub(crate) fn in_input(input: &mut Input, near: u64) -> Option<Self> {
        if let Some(found) = Spliced::around(input, near, None) {
            return Some(found);
        }
        if input.size()? <= FRONT as u64 {
            return None;
        }
        // The first part may be longer than what was read.
        let (start, text) = Spliced::lines_around(input, near)?;
        let guess = legacy::guess(&text, false).filter(|guess| is_clear(guess, &text))?;
        let later = legacy::later_utf_8(input, start, Some(guess.legacy)).ok()??;
        Spliced::around(input, later, Some((start, guess.legacy)))
    }

    /// Returns whole lines of an input around an offset, and where they begin: all of it, if it is not long.
    fn lines_around(input: &mut Input, near: u64) -> Option<(u64, Vec<u8>)> {
        let start = if input.size()? <= FRONT as u64 { 0 } else { near.saturating_sub(FRONT as u64 / 2) };
        let mut text = input.peek(start, FRONT).ok()?;
        if text.len() == FRONT {
            text.truncate(memchr::memrchr(b'\n', &text)? + 1);
        }
        let skipped = if start == 0 { 0 } else { memchr::memchr(b'\n', &text)? + 1 };
        text.drain(..skipped);
        Some((start + skipped as u64, text))
    }

    /// Returns the parts of an input, which the text around an offset shows. The rest must agree: what is before that text
    /// is ASCII, or from another offset on in a legacy encoding.
    fn around(input: &mut Input, near: u64, before: Option<(u64, Legacy)>) -> Option<Self> {
        let (start, text) = Spliced::lines_around(input, near)?;
        let end = start + text.len() as u64;
        let found = Spliced::of(&text)?;
        if start == 0 && end == input.size()? {
            return Some(found);
        }
        let is_legacy_first = matches!(found.order, Order::First { .. });
        let is_other = |(_, legacy)| legacy != found.guess.legacy;
        if before.is_some_and(is_other) || before.is_some() && matches!(found.order, Order::Second { .. }) {
            return None;
        }
        let ascii = before.map_or(start, |(at, _)| at);
        let (mut at, mut lines, mut rest) = (0, 0, Validator::new(Encoding::Utf8).ok()?);
        let (mut is_ascii_before, mut is_utf_8) = (true, true);
        input
            .scout(|piece| {
                let within = |offset: u64| {
                    usize::try_from(offset.saturating_sub(at)).unwrap_or(usize::MAX).min(piece.len())
                };
                lines += memchr::memchr_iter(b'\n', &piece[..within(start)]).count();
                is_ascii_before &= piece[..within(ascii)].is_ascii();
                is_utf_8 = is_utf_8 && rest.push(&piece[within(end)..]).is_ok();
                at += piece.len() as u64;
                at < start || is_legacy_first && is_ascii_before && is_utf_8
            })
            .ok()?;
        let start = usize::try_from(start).ok()?;
        let order = match found.order {
            Order::First { end, next_line } => {
                Order::First { end: end + start, next_line: next_line + lines }
            }
            Order::Second { start: at, line } => Order::Second { start: at + start, line: line + lines },
            Order::Lines(_) => Order::Lines(None),
            Order::Marked => Order::Marked,
        };
        let is_by_turns = match before {
            Some((from, legacy)) => has_utf_8_between(input, from, start as u64, legacy)?,
            None => false,
        };
        let order = if is_by_turns && found.guess.legacy.shape() == Shape::Single {
            Order::Lines(None)
        } else {
            order
        };
        let agrees = match order {
            Order::First { .. } => is_ascii_before && is_utf_8 && rest.finish().is_ok() && !is_by_turns,
            Order::Second { .. } | Order::Marked => {
                !legacy::input_goes_on_in_utf_8(input, end, Some(found.guess.legacy)).ok()?
            }
            Order::Lines(_) => true,
        };
        agrees.then_some(Spliced { order, ..found })
    }

    /// Returns the parts as they are known by the beginning of a text.
    pub(crate) fn without_count(self) -> Self {
        let order = if let Order::Lines(_) = self.order { Order::Lines(None) } else { self.order };
        Spliced { order, ..self }
    }

    /// Returns the legacy encoding of the part that is not UTF-8.
    pub(crate) fn guess(&self) -> Guess {
        self.guess
    }

    /// Returns `true` if all of the text is in the legacy encoding.
    pub(crate) fn is_marked(&self) -> bool {
        self.order == Order::Marked
    }

    /// Returns `true` if one part follows the other.
    pub(crate) const fn is_in_two(&self) -> bool {
        matches!(self.order, Order::First { .. } | Order::Second { .. })
    }

    /// Returns what such a text is.
    pub(crate) fn looks(&self) -> String {
        let title = self.guess.legacy.title();
        let name = match self.guess.confidence {
            _ if self.is_doubtful => format!("perhaps {title}"),
            Confidence::Sure => title,
            other => format!("{title} ({})", other.name()),
        };
        match self.order {
            Order::First { next_line, .. } => format!("{name} up to line {}, then UTF-8", next_line - 1),
            Order::Second { line, .. } => format!("UTF-8, and {name} from line {line} on"),
            Order::Lines(Some(count)) => format!("UTF-8, and {name} in {}", Count(count as u64, "line")),
            Order::Lines(None) => format!("UTF-8, and {name} in some lines"),
            Order::Marked => format!("{name} after a byte order mark of UTF-8"),
        }
    }

    /// Returns the command that makes UTF-8 of both parts, unless they are read from standard input. If the encoding
    /// is doubtful, or its lines are among others, the command only shows what is in it. `options` are those that
    /// `repair` needs besides.
    pub(crate) fn command(&self, source: &InputSource, options: &str) -> Option<String> {
        let name = self.guess.legacy.identifier();
        let in_file = InputSource::Path("FILE".into());
        let file = match (self.order, source) {
            (Order::Lines(_), InputSource::StandardInput(None)) => {
                return Some(format!("placemat repair --dry-run {options}--legacy-lines {name} < FILE"));
            }
            (_, InputSource::StandardInput(None)) => Argument(&in_file),
            (Order::First { .. } | Order::Second { .. } | Order::Marked, InputSource::StandardInput(_)) => {
                return None;
            }
            _ => Argument(source),
        };
        let (parts, shown) = match self.order {
            Order::Marked => {
                let output = if self.is_doubtful { "" } else { " > FIXED" };
                return Some(format!(
                    "tail -c +{} {file} | placemat convert -f {name}{output}",
                    UTF_8_SIGNATURE.len() + 1
                ));
            }
            Order::First { end, .. } => ([(0, Some(name)), (end, None)], format!("head -c {end}")),
            Order::Second { start, .. } => {
                ([(0, None), (start, Some(name))], format!("tail -c +{}", start + 1))
            }
            Order::Lines(_) => {
                return Some(format!("placemat repair --dry-run {options}--legacy-lines {name} {file}"));
            }
        };
        Some(match self.is_doubtful {
            true => format!("{shown} {file} | placemat convert -f {name}"),
            false => super::command(&file, &parts),
        })
    }
}

/// Returns `true` if there is UTF-8 in a part of an input that is in a legacy encoding, between two offsets at which lines
/// begin.
fn has_utf_8_between(input: &mut Input, from: u64, to: u64, legacy: Legacy) -> Option<bool> {
    let mut at = from;
    while at < to {
        let len = usize::try_from(to - at).unwrap_or(FRONT).min(FRONT);
        let text = input.peek(at, len).ok()?;
        let end = memchr::memrchr(b'\n', &text)? + 1;
        if legacy::has_parts_of_utf_8(&text[..end], legacy) {
            return Some(true);
        }
        at += end as u64;
    }
    Some(false)
}

/// Returns `true` if the first byte beyond ASCII is rather a letter of a name than left of a character of the other text.
fn has_letter_of_name(part: &[u8], utf_8: &str) -> bool {
    let first = part.utf8_chunks().next();
    first.is_some_and(|first| match *first.invalid() {
        [byte] => Telling::of(utf_8.as_bytes()).is_letter_of_name(byte, first.valid().as_bytes()),
        _ => false,
    })
}

/// Returns `true` if each byte of a part beyond ASCII is the last one of a letter that the other text has, which has not
/// the letter that the byte is in the encoding: their lead bytes were lost.
fn have_lost_leads(part: &[u8], legacy: Legacy, utf_8: &str) -> bool {
    let mut last_bytes = BTreeSet::new();
    for one in utf_8.chars().filter(|one| !one.is_ascii()) {
        last_bytes.insert(one.encode_utf8(&mut [0; 4]).bytes().last());
    }
    let others: BTreeSet<u8> = part.iter().copied().filter(|byte| !byte.is_ascii()).collect();
    others.into_iter().all(|byte| last_bytes.contains(&Some(byte)) && !utf_8.contains(&legacy.read(&[byte])))
}

/// Returns `true` if a line is rather UTF-8 with damage.
fn has_damage(text: &[u8]) -> bool {
    let telling = Telling::of(text);
    text.split_inclusive(|&byte| byte == b'\n').any(|line| telling.examine(line) == Line::Damaged)
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

/// Returns `true` if a part is in a legacy encoding, and none of it is UTF-8.
fn is_clear(guess: &Guess, part: &[u8]) -> bool {
    guess.unknown.is_none()
        && guess.evidence.malformed == 0
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
        assert_eq!(found.order, Order::Second { start: utf_8.len(), line: 3 });
        assert!(found.looks().ends_with(" from line 3 on"), "{}", found.looks());
        let found = Spliced::of(&[&legacy, utf_8].concat()).unwrap();
        assert_eq!(found.order, Order::First { end: legacy.len(), next_line: 10 });
        assert!(found.looks().ends_with(" up to line 9, then UTF-8"), "{}", found.looks());
    }

    #[test]
    fn a_part_in_two_encodings_is_not_converted_as_one() {
        let utf_8 = "Jürgen Groß\n".as_bytes();
        // José Peña in Windows-1252 and Łukasz Żak in ISO-8859-2: ñ is ń in Windows-1250.
        let names = b"Jos\xE9 Pe\xF1a\n\xA3ukasz \xAFak\n";
        let found = Spliced::of(&[utf_8, names].concat()).unwrap();
        assert_eq!(found.looks(), "UTF-8, and perhaps Windows-1250 from line 2 on");
        let command = found.command(&InputSource::Path("a".into()), "").unwrap();
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
    fn lines_by_turns_are_found() {
        // Строка журнала, привет in Windows-1251 and in UTF-8.
        let legacy = b"\xD1\xF2\xF0\xEE\xEA\xE0 \xE6\xF3\xF0\xED\xE0\xEB\xE0, \xEF\xF0\xE8\xE2\xE5\xF2\n";
        let utf_8 = "Строка журнала, привет\n".as_bytes();
        let found = Spliced::of(&[utf_8, legacy].concat().repeat(9)).unwrap();
        assert_eq!(found.looks(), "UTF-8, and Windows-1251 in 9 lines");
        let command = found.command(&InputSource::Path("a b".into()), "").unwrap();
        assert_eq!(command, "placemat repair --dry-run --legacy-lines windows-1251 'a b'");
        assert_eq!(Spliced::of(&[GERMAN, utf_8, legacy].concat().repeat(9)).map(|found| found.looks()), None);
        // A line in both, with a space between them and without.
        let both = [&utf_8[..utf_8.len() - 1], b" ", legacy].concat();
        let found = Spliced::of(&[&both[..], utf_8].concat().repeat(9)).unwrap();
        assert_eq!(found.looks(), "UTF-8, and Windows-1251 in 9 lines");
        let both = [&utf_8[..utf_8.len() - 1], legacy].concat();
        assert!(Spliced::of(&[&both[..], utf_8].concat().repeat(9)).is_none());
    }

    #[test]
    fn other_texts_have_no_two_parts() {
        let utf_8 = "Größe\n".as_bytes();
        let legacy = GERMAN.repeat(9);
        for text in [
            legacy.clone(),
            [b"plain\n", &legacy[..]].concat(),
            utf_8.to_vec(),
            // What is left of a character of UTF-8.
            b"caf\xC3\nd\xC3\xA9j\xC3\xA0\n".to_vec(),
            b"5 \xE2\x82\n\xC3\xA9\n".to_vec(),
        ] {
            assert!(Spliced::of(&text).is_none(), "{}", text.escape_ascii());
        }
    }
}
