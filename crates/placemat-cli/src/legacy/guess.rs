//! Which legacy encoding a text is in, how confident that is, and why.
//!
//! `chardetng` proposes the encoding. It does not say how near the next candidate was. So the confidence
//! comes from the text in that encoding, and from what can be asked of the detector: what it proposes for
//! each part of the text, and for a text from another country.

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use super::frames::Framed;
use super::languages::is_hardly_icelandic;
use super::refine::{has_jamo, refine};
use super::strangers::begins_within;
use super::sure;
use super::unknown::{Instead, Misplaced, code_page, may_be_turkish_of_dos};
use super::words::{characters_in_words_of_utf_8, has_clear_utf_8};
use super::{Legacy, Part, Proposer, Shape, Translator, Unknown};
use crate::show::Count;

/// A proposal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    pub(crate) legacy: Legacy,
    pub(crate) confidence: Confidence,
    pub(crate) evidence: Evidence,
    /// Set if the text is rather in an encoding that placemat does not know.
    pub(crate) unknown: Option<Unknown>,
}

impl Guess {
    /// Returns `true` if the text is of pairs of bytes, with an error or two at most, as if it were cut.
    pub(crate) fn is_nearly_pairs(&self) -> bool {
        const LEAST: u64 = 4;
        let Evidence { characters, malformed, odd, .. } = self.evidence;
        let is_of_pairs = matches!(self.evidence.script().0, "Japanese" | "Chinese" | "Korean");
        self.legacy.shape() != Shape::Single
            && is_of_pairs
            && characters >= LEAST
            && 4 * (malformed + odd) <= characters
    }

    /// Returns `true` if the text is of pairs of bytes, without errors.
    pub(crate) fn is_clean_pairs(&self) -> bool {
        let Evidence { characters, malformed, odd, .. } = self.evidence;
        const LEAST: u64 = 8;
        self.legacy.shape() != Shape::Single && characters >= LEAST && malformed + odd == 0
    }

    /// Returns the proposal with no less confidence than this.
    pub(crate) fn at_least(self, confidence: Confidence) -> Self {
        Guess { confidence: self.confidence.max(confidence), ..self }
    }

    /// Returns the proposal with no more confidence than this.
    pub(super) fn at_most(self, confidence: Confidence) -> Self {
        Guess { confidence: self.confidence.min(confidence), ..self }
    }

    /// Returns `true` if the bytes are not what they would be in Windows-1252, as far as is known.
    pub(crate) fn is_of_dos_or_unknown(&self) -> bool {
        self.unknown.is_some() || self.legacy.is_of_dos()
    }

    /// Returns `true` if the text is of Latin letters in pairs of bytes, without errors.
    pub(crate) fn is_latin_pairs(&self) -> bool {
        let Evidence { malformed, odd, .. } = self.evidence;
        self.legacy.shape() != Shape::Single && self.evidence.script().0 == "Latin" && malformed + odd == 0
    }
}

/// How confident a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Confidence {
    /// There is little to go on.
    Perhaps,
    Likely,
    /// A conversion may rely on it: see `sure`.
    Sure,
}

impl Confidence {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Confidence::Perhaps => "perhaps",
            Confidence::Likely => "likely",
            Confidence::Sure => "sure",
        }
    }
}

/// What is known of the text in the proposed encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// The number of characters beyond ASCII.
    pub(crate) characters: u64,
    /// The offset of the first of them.
    pub(crate) first: u64,
    /// How many are letters of each script.
    letters: [u64; SCRIPTS.len()],
    /// The number of characters that text does not have: controls, and private use.
    pub(crate) odd: u64,
    /// The number of malformed sequences.
    pub(crate) malformed: u64,
    /// Nothing is malformed without the first byte, and the first line is rather text then.
    pub(crate) is_cut_in_front: bool,
    /// Bytes 00 are before, within or after the text, and do not count.
    pub(crate) has_holes: bool,
    /// The number of parts of the text for which the proposal is the same.
    pub(crate) agreeing: usize,
    /// The number of parts of the text.
    pub(crate) parts: usize,
    /// The letters are those that texts in their script mostly consist of.
    pub(crate) is_usual: bool,
    /// The letters are different ones.
    pub(crate) is_varied: bool,
    /// All letters are the same one, which is another one in other encodings.
    pub(super) is_of_one_letter: bool,
    /// The text is the same in the encodings of Windows for other languages of Latin script, and has no signs
    /// within words, where encodings of DOS and of the Mac have letters.
    pub(crate) is_latin_for_all: bool,
    /// Characters stand where another encoding of the script has others.
    pub(super) is_doubtful: bool,
    /// The text may as well be in another encoding, as few as its letters are.
    pub(super) has_rival: bool,
    /// Most bytes beyond ASCII are in long runs.
    pub(super) is_of_runs: bool,
    /// The number of punctuation marks, which say nothing.
    pub(crate) punctuation: u64,
    /// The number of characters that are UTF-8 as well, in words that are UTF-8 as a whole.
    pub(crate) utf_8: u64,
}

/// The scripts of legacy encodings, with the first and last code points of their letters.
const SCRIPTS: [(&str, &[(u32, u32)]); 9] = [
    (
        "Latin",
        &[
            (0xC0, 0xD6),
            (0xD8, 0xF6),
            (0xF8, 0x24F),
            (0x1E00, 0x1EFF),
            (0x300, 0x36F),
            (0xAA, 0xAA),
            (0xBA, 0xBA),
        ],
    ),
    ("Greek", &[(0x370, 0x3FF)]),
    ("Cyrillic", &[(0x400, 0x52F)]),
    ("Hebrew", &[(0x590, 0x5FF)]),
    ("Arabic", &[(0x600, 0x6FF)]),
    ("Thai", &[(0xE00, 0xE7F)]),
    ("Japanese", &[(0x3040, 0x30FF), (0xFF66, 0xFF9F)]),
    ("Chinese", &[(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFF)]),
    ("Korean", &[(0xAC00, 0xD7A3), (0x3130, 0x318F)]),
];

const JAPANESE: usize = 6;
const CHINESE: usize = 7;
const KOREAN: usize = 8;

impl Evidence {
    /// Returns the script of most letters, and how many letters it has. Ideographs are written with those of
    /// Japanese and Korean.
    pub(crate) fn script(&self) -> (&'static str, u64) {
        let mut letters = self.letters;
        for script in [JAPANESE, KOREAN] {
            if 20 * letters[script] > letters[CHINESE] {
                letters[script] += letters[CHINESE];
                letters[CHINESE] = 0;
            }
        }
        let (script, count) = letters.into_iter().enumerate().max_by_key(|one| one.1).unwrap_or_default();
        (SCRIPTS[script].0, count)
    }

    fn add(&mut self, text: &str) {
        for character in text.chars().filter(|one| !one.is_ascii()) {
            self.characters += 1;
            let code_point = u32::from(character);
            let is_in = |ranges: &[(u32, u32)]| {
                ranges.iter().any(|(first, last)| (*first..=*last).contains(&code_point))
            };
            if let Some(script) = SCRIPTS.iter().position(|(_, ranges)| is_in(ranges)) {
                self.letters[script] += 1;
            }
            self.punctuation += u64::from(matches!(
                code_point,
                0xA0 | 0xAB | 0xB7 | 0xBB | 0x2010..=0x203A | 0x20AC | 0x2116 | 0x3000..=0x303F
                    | 0xFF01..=0xFF5E
            ));
            self.odd += u64::from(matches!(code_point, 0x80..=0x84 | 0x86..=0x9F | 0xE000..=0xF8FF | 0xFFFD));
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Evidence { characters, odd, malformed, agreeing, parts, is_usual, .. } = *self;
        let (script, letters) = self.script();
        let noun = if characters == 1 { "character" } else { "characters" };
        write!(f, "{characters} {noun} beyond ASCII")?;
        if let Some(share) = (100 * letters).checked_div(characters).filter(|_| letters > 0) {
            write!(f, ", {share} % {script} letters")?;
        }
        for (count, what) in [(odd, "controls or private-use characters"), (malformed, "malformed sequences")]
        {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        if self.utf_8 > 0 {
            write!(f, "; {} in words that are UTF-8", Count(self.utf_8, "character"))?;
        }
        if parts > 1 {
            write!(f, "; {agreeing} of {parts} parts of the text agree")?;
        }
        match (is_usual, script) {
            (true, _) => {}
            (false, "Latin") => f.write_str("; other encodings for Latin script are nearly as likely")?,
            (false, _) => f.write_str("; the letters are not those that are usual")?,
        }
        Ok(())
    }
}

/// One byte in this many may be a control that text does not have.
const ONE_IN: usize = 250;

/// Returns `true` for a control that hardly any text has. Old manual pages have backspaces and shifts.
pub(crate) const fn is_noise(byte: u8) -> bool {
    matches!(byte, 0x01..=0x07 | 0x0B | 0x10..=0x1A | 0x1C..=0x1F | 0x7F)
}

/// Returns `true` if the bytes may be text in an encoding that keeps ASCII. Programs of DOS end it with bytes 1A.
pub(crate) fn may_be_text(bytes: &[u8]) -> bool {
    let len = bytes.iter().rposition(|byte| *byte != 0x1A).map_or(0, |last| last + 1);
    let bytes = &bytes[..len];
    let is_control = |byte: &&u8| matches!(byte, 0x01..=0x08 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    !bytes.contains(&0) && bytes.iter().filter(is_control).count() <= bytes.len() / ONE_IN
}

/// Returns the text of an input in an encoding, and what it consists of.
pub(super) fn decoded(bytes: &[u8], legacy: Legacy, is_all: bool) -> (String, Evidence) {
    let (mut all, mut evidence) = (String::new(), Evidence::default());
    let first = bytes.iter().position(|byte| !byte.is_ascii() || *byte == 0x1B);
    evidence.first = first.unwrap_or_default() as u64;
    let _ = Translator::new(legacy).push(bytes, is_all, |part| {
        match part {
            Part::Text(stretch) => {
                evidence.add(stretch.text);
                all.push_str(stretch.text);
            }
            Part::Malformed(_) => {
                evidence.malformed += 1;
                all.push('\u{FFFD}');
            }
        }
        Ok::<_, Infallible>(ControlFlow::Continue(()))
    });
    (all, evidence)
}

/// Returns the proposal that a text is in the encoding that it declares itself, if it is text in it.
pub(crate) fn declared(bytes: &[u8], legacy: Legacy, is_all: bool) -> Option<Guess> {
    let (_, evidence) = decoded(bytes, legacy, is_all);
    let is_text = may_be_text(bytes) && evidence.characters > 0 && evidence.malformed + evidence.odd == 0;
    is_text.then_some(Guess { legacy, confidence: Confidence::Likely, evidence, unknown: None })
}

/// Returns the proposal for a text that is in no encoding of the family, or only in those that any bytes are.
/// `is_all` says that the text ends there.
pub(crate) fn guess(bytes: &[u8], is_all: bool) -> Option<Guess> {
    let mut guess = guess_if_cut(bytes, is_all)?;
    guess.evidence.is_cut_in_front = guess.evidence.malformed > 0
        && guess.legacy.shape() != Shape::Single
        && decoded(&bytes[1..], guess.legacy, is_all).1.malformed == 0
        && begins_within(bytes, guess.legacy);
    Some(guess)
}

/// Returns the proposal for a text of which the first and the last character may be cut.
fn guess_if_cut(bytes: &[u8], is_all: bool) -> Option<Guess> {
    if bytes.is_empty() {
        return None;
    }
    let found = guess_whole(bytes, is_all);
    let is_settled = |found: Guess| found.legacy.shape() != Shape::Single || is_likely(&found);
    if found.is_some_and(is_settled) {
        return found;
    }
    // Of a log that is rotated, the last and the first character may be cut.
    let is_end = is_all && bytes.last().is_none_or(u8::is_ascii);
    let of_cut = |text: &[u8], most| {
        let found = guess_whole(text, is_end)?;
        let is_of_pairs = found.legacy.shape() != Shape::Single && is_likely(&found);
        let (_, whole) = decoded(bytes, found.legacy, is_all);
        let evidence = Evidence { malformed: whole.malformed, first: whole.first, ..found.evidence };
        let confidence = found.confidence.min(most);
        is_of_pairs.then_some(Guess { confidence, evidence, ..found })
    };
    let end = if is_end || !is_all { None } else { of_cut(bytes, Confidence::Sure) };
    // What is left of the first character would be read with the next.
    let start = || {
        let second = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
        if bytes[0].is_ascii() { None } else { of_cut(&bytes[second..], Confidence::Likely) }
    };
    end.or_else(start).or(found)
}

/// Returns `true` if a proposal is more than a guess.
fn is_likely(guess: &Guess) -> bool {
    guess.confidence > Confidence::Perhaps && guess.unknown.is_none()
}

/// Returns `true` if an opening quotation mark that nothing closes is among few characters: in Cyrillic of the Mac, it is
/// a letter.
fn has_many_open_quotes(text: &str, characters: u64) -> bool {
    let count = text.matches('‘').count() as u64;
    count > 0 && !text.contains('’') && 16 * count >= characters
}

/// Returns the proposal for a text whose first character is whole. `is_all` says that the last one is, too.
fn guess_whole(bytes: &[u8], is_all: bool) -> Option<Guess> {
    let found = guess_plain(bytes, is_all);
    let Some(framed) = Framed::of(bytes) else { return found };
    // No other text has corners at both ends of a line.
    if framed.has_corners {
        let unlike = found.map(|found| Guess { confidence: Confidence::Perhaps, ..found });
        return guess_framed(bytes, &framed, is_all).or(unlike);
    }
    let is_perhaps = found.is_none_or(|found| found.confidence == Confidence::Perhaps);
    Some(framed).filter(|_| is_perhaps).and_then(|framed| guess_framed(bytes, &framed, is_all)).or(found)
}

/// Returns the proposal for a text with frames of DOS.
fn guess_framed(bytes: &[u8], framed: &Framed, is_all: bool) -> Option<Guess> {
    let Framed { rest, has_corners, has_mixed } = framed;
    let legacy = match guess_plain(rest, is_all) {
        None if rest.is_ascii() => Legacy::named("cp437").filter(|_| *has_corners && may_be_text(bytes)),
        None => None,
        Some(found) if found.legacy.is_of_dos() || found.legacy.identifier() == "ibm866" => {
            Some(found.legacy)
        }
        Some(_) => code_page(rest),
    }?;
    let american = Legacy::named("cp437").filter(|_| *has_mixed && legacy.identifier() == "cp850");
    let legacy = american.unwrap_or(legacy);
    let evidence = decoded(bytes, legacy, is_all).1;
    Some(Guess { legacy, confidence: Confidence::Perhaps, evidence, unknown: None })
}

/// Returns the proposal for such a text without frames.
fn guess_plain(bytes: &[u8], is_all: bool) -> Option<Guess> {
    if bytes.is_ascii() && !bytes.contains(&0x1B) || !may_be_text(bytes) {
        return None;
    }
    let mut proposer = Proposer::new();
    proposer.push(bytes, is_all);
    let legacy = refine(bytes, proposer.propose()?, is_all);
    let (text, mut evidence) = decoded(bytes, legacy, is_all);
    if evidence.characters == 0 {
        return None;
    }
    let is_latin = evidence.script().0 == "Latin";
    let instead = match legacy.shape() {
        Shape::Single => super::unknown::encoding_instead(bytes, &text, is_latin),
        _ => super::unknown::encoding_instead_of_pairs(bytes),
    };
    let unknown = match instead {
        // One code page of DOS differs from another in signs and in few letters.
        Some(Instead::Dos(legacy)) => {
            let utf_8 = characters_in_words_of_utf_8(bytes);
            let evidence = Evidence { utf_8, ..decoded(bytes, legacy, is_all).1 };
            return Some(Guess { legacy, confidence: Confidence::Perhaps, evidence, unknown: None });
        }
        Some(Instead::Unknown(unknown)) => Some(unknown),
        None => None,
    };
    if evidence.odd > evidence.characters / 8 && unknown.is_none() {
        return None;
    }
    sure::examine(bytes, &text, legacy, &proposer, is_all, &mut evidence);
    // Bytes that fill something, and no word.
    let is_single = legacy.shape() == Shape::Single;
    if is_single && evidence.is_of_one_letter && evidence.is_of_runs && unknown.is_none() {
        return None;
    }
    evidence.utf_8 = characters_in_words_of_utf_8(bytes);
    let confidence = match () {
        () if unknown.is_some() => Confidence::Perhaps,
        () if legacy.identifier() == "macintosh" && may_be_turkish_of_dos(&text, bytes) => {
            Confidence::Perhaps
        }
        () if is_latin && is_single && Misplaced::of_text(text.chars()).are_many() => Confidence::Perhaps,
        () if evidence.script().0 == "Greek" && has_many_open_quotes(&text, evidence.characters) => {
            Confidence::Perhaps
        }
        // A long list of names has letters of all of them.
        () if evidence.parts == 0 && legacy.identifier() == "windows-1252" && is_hardly_icelandic(&text) => {
            Confidence::Perhaps
        }
        // A conversion would take them apart.
        () if legacy.identifier() == "euc-kr" && has_jamo(bytes) => Confidence::Likely,
        () if sure::is_sure(&evidence) && !has_clear_utf_8(bytes) => Confidence::Sure,
        () if sure::is_likely(&evidence) => Confidence::Likely,
        () => Confidence::Perhaps,
    };
    Some(Guess { legacy, confidence, evidence, unknown })
}
