//! The report on an input by its places: the diagnosis, the lines of the places, and what to run next.
//! `super::super::places` explains when the lines are drawn.

use std::io::Seek as _;
use std::sync::atomic::Ordering;

use placemat::repair::Fixes;
use placemat::stream::Validator;
use placemat::{Codec, Encoding};
use unicode_width::UnicodeWidthStr;

use super::super::diagnosis::Diagnosis;
use super::super::lines::LooksLike;
use super::super::places::LikelyEncoding;
use super::super::reading::Reading;
use super::super::scan::Found;
use super::super::sink::{KEPT, each_piece};
use super::super::style::ReportFormat;
use super::{INDENT, Reporter};
use crate::context::{ErrorContext, Whole};
use crate::declared::{self, Declared};
use crate::detect;
use crate::input::{Input, InputSource};
use crate::legacy::{self, Confidence, Legacy, Shape};
use crate::mixed;
use crate::names::{Named, Side};
use crate::repair;
use crate::show::{Count, is_hostile, wrapped};
use crate::status::CommandError;

/// How many lines show whether an input is in the encoding that it looks like.
const SAMPLES: usize = 3;
/// How much of the input is searched for these lines.
const SAMPLED: usize = 16 << 10;
/// An input of up to so many bytes is read again to find what repairs it.
const WHOLE: usize = 1 << 20;
/// The most columns that such a line takes.
const COLUMNS: usize = 64;

/// Returns the first lines beyond ASCII, with their numbers, in a legacy encoding.
fn samples(front: &[u8], legacy: Legacy) -> Vec<(usize, String)> {
    let lines = (1..).zip(front.split(|&byte| byte == b'\n')).filter(|(_, line)| !line.is_ascii());
    let read = |(number, line): (usize, &[u8])| {
        let text = legacy.read(line);
        let is_shown = |one: char| if is_hostile(one) { '·' } else { one };
        (number, text.trim_end().chars().map(is_shown).collect())
    };
    lines.take(SAMPLES).map(read).collect()
}

/// Cuts a line after as many columns as there is room.
fn cut(text: &str, room: usize) -> String {
    let room = room.min(COLUMNS);
    if text.width() <= room {
        return text.to_owned();
    }
    let mut cut = String::new();
    for character in text.chars() {
        cut.push(character);
        if cut.width() >= room {
            cut.pop();
            break;
        }
    }
    cut + "…"
}

/// What the beginning of an input says about the whole, if its errors do not say enough.
#[derive(Debug, Default)]
pub(super) struct Examination {
    /// What detection takes the whole input for.
    detected: Option<Reading>,
    /// What detection takes the input for at its first error, for formats in which each error has a hint.
    early: Option<Reading>,
    /// `repair` does not propose to read bytes as Windows-1252.
    leaves_bytes: Option<bool>,
    /// The input is partly UTF-16 and partly ASCII.
    is_mixed: bool,
    /// The input is not well-formed in the encoding that it looks like, either.
    is_damaged: bool,
    /// The fixes with which `repair` makes the input well-formed.
    fixes: Option<Fixes>,
    /// The encoding that the input declares itself, if that is wrong once it is converted.
    declares: Option<Declared>,
    /// Lines of the input in the legacy encoding that it looks like, with their numbers.
    samples: Vec<(usize, String)>,
    /// The beginning of an input that cannot be read again, if it may be needed.
    pub(super) kept: Option<Vec<u8>>,
}

/// Returns what detection takes an input for. Of an input that cannot be read again, the beginning was kept.
fn detected(input: &mut Input, kept: &[u8]) -> Option<Reading> {
    if input.is_rereadable() {
        return Reading::of(Named::Auto, input).ok();
    }
    let is_all = kept.len() < detect::KEPT;
    (!kept.is_empty()).then(|| Reading::of_front(&detect::of_kept(kept, is_all)))
}

impl Reporter<'_> {
    /// Returns what detection takes the input of an error for, if the error has a hint in the report. It is
    /// determined at the first error.
    pub(in crate::check) fn whole(&mut self, input: &mut Input) -> Whole {
        let has_hints = matches!(
            self.style.format,
            ReportFormat::Json | ReportFormat::JsonLines | ReportFormat::Github | ReportFormat::Sarif
        );
        // A person reads this report, and looks at the bytes.
        let has_excerpts = matches!(self.style.format, ReportFormat::Text { excerpts: true });
        // What cannot be read again may be a long stream, and the tables of all encodings take memory.
        if !has_hints && !has_excerpts || !self.detection_helps() || !input.is_rereadable() {
            return Whole::default();
        }
        let is_left = match self.examination.leaves_bytes {
            Some(is_left) => is_left,
            None => *self.examination.leaves_bytes.insert(self.leaves_bytes(input)),
        };
        if has_excerpts {
            return Whole { is_left, ..Whole::default() };
        }
        if self.examination.early.is_none() {
            self.examination.early = detected(input, &[]);
        }
        let diagnosis = Diagnosis { detected: self.examination.early, ..self.diagnosis() };
        Whole { guess: diagnosis.legacy(), is_unknown: diagnosis.unknown().is_some(), is_left }
    }

    /// Examines the beginning of an input with errors, if its places do not say what it is.
    pub(in crate::check) fn examine(&mut self, input: &mut Input) {
        self.places.close();
        self.detect_encoding(input);
        if self.verdict.errors > 0 && self.shows_next() && input.is_rereadable() {
            self.validate_as_detected(input);
        }
        if self.style.format == ReportFormat::Diagnoses && self.diagnosis().may_be_repaired() {
            self.examination.fixes = self.fixes(input);
        }
        let from = match self.diagnosis().legacy() {
            Some(guess) => Some(Side::Legacy(guess.legacy)),
            None => self
                .examination
                .fixes
                .filter(|fixes| fixes.has_any(Fixes::LEGACY_BYTES))
                .map(|_| Side::Encoding(Encoding::Windows1252)),
        };
        if let Some(from) = from.filter(|_| self.style.format == ReportFormat::Diagnoses) {
            let front = self.front(input);
            let head = &front[..front.len().min(declared::HEAD)];
            self.examination.declares = Declared::wrong(head, from, Side::Encoding(Encoding::Utf8));
        }
    }

    /// Determines whether an input that was read as UTF-16 is partly ASCII, which UTF-16 reads as ideographs.
    pub(in crate::check) fn find_mixture(&mut self, input: &mut Input) {
        if self.reading.encoding.info().is_utf_16() && input.is_rereadable() && !self.is_left_out() {
            self.examination.is_mixed = mixed::is_mixed(input).unwrap_or(false);
            self.verdict.is_mixed = self.examination.is_mixed;
            self.is_any_found.fetch_or(self.verdict.is_mixed, Ordering::Relaxed);
        }
    }

    /// Examines the whole input in the encoding that it looks like.
    fn validate_as_detected(&mut self, input: &mut Input) {
        let Some(other) = self.diagnosis().other() else { return };
        if other.info().is_utf_16() {
            self.examination.is_mixed = mixed::is_mixed(input).unwrap_or(false);
        }
        // A conversion would stop at the first error.
        let Ok(mut validator) = Validator::new(other) else { return };
        let mut is_valid = true;
        let read = input.scout(|piece| {
            is_valid &= validator.push(piece).is_ok();
            is_valid
        });
        self.examination.is_damaged = read.is_ok() && !(is_valid && validator.finish().is_ok());
    }

    /// Returns `true` if the report says what to run next.
    fn shows_next(&self) -> bool {
        matches!(self.style.format, ReportFormat::Diagnoses | ReportFormat::Github | ReportFormat::Sarif)
    }

    /// Returns the fixes with which `repair` makes the input well-formed. They depend on all of it; if it is
    /// long, on its places and its beginning.
    fn fixes(&self, input: &mut Input) -> Option<Fixes> {
        if let Some(whole) = self.short(input) {
            return repair::fixes_for(whole);
        }
        let is_doubtful = self.is_doubtful(input);
        self.diagnosis().fixes_of_places().filter(|fixes| !is_doubtful || !fixes.has_any(Fixes::LEGACY_BYTES))
    }

    /// Returns `true` if `repair` does not propose to read the bytes that are not UTF-8 as Windows-1252.
    fn leaves_bytes(&self, input: &mut Input) -> bool {
        match self.short(input) {
            Some(whole) => !repair::fixes_for(whole).is_some_and(|fixes| fixes.has_any(Fixes::LEGACY_BYTES)),
            None => self.is_doubtful(input),
        }
    }

    /// Returns the whole input, unless it is long.
    fn short(&self, input: &mut Input) -> Option<Vec<u8>> {
        match self.examination.kept.clone().filter(|kept| !kept.is_empty()) {
            Some(kept) => Some(kept).filter(|kept| kept.len() < detect::KEPT),
            None => input.peek(0, WHOLE).ok().filter(|front| front.len() < WHOLE),
        }
    }

    /// Returns `true` if the beginning of the input makes it doubtful that its bytes are Windows-1252.
    fn is_doubtful(&self, input: &mut Input) -> bool {
        let front = self.front(input);
        let lines = front.iter().rposition(|&byte| byte == b'\n').map_or(front.len(), |at| at + 1);
        legacy::is_hardly_windows_1252(&front[..lines])
    }

    /// Determines what detection takes the input for, once, if its errors do not say enough.
    fn detect_encoding(&mut self, input: &mut Input) {
        if !self.wants_examination() || self.is_left_out() || self.examination.detected.is_some() {
            return;
        }
        self.examination.detected = match self.examination.early {
            Some(early) if input.is_rereadable() => Some(early),
            _ => detected(input, self.examination.kept.as_deref().unwrap_or_default()),
        };
        let guess = self.diagnosis().legacy().filter(|guess| {
            self.style.format == ReportFormat::Diagnoses
                && guess.confidence < Confidence::Sure
                && guess.legacy.shape() != Shape::Single
        });
        if let Some(guess) = guess {
            let front = self.front(input);
            self.examination.samples = samples(&front, guess.legacy);
        }
    }

    /// Returns the beginning of an input.
    fn front(&self, input: &mut Input) -> Vec<u8> {
        let kept = self.examination.kept.clone().filter(|kept| !kept.is_empty());
        kept.unwrap_or_else(|| input.peek(0, SAMPLED).unwrap_or_default())
    }

    /// Returns `true` if detection may know more than the errors of an input.
    fn detection_helps(&self) -> bool {
        self.reading.encoding == Encoding::Utf8 && self.reading.basis.is_none()
    }

    /// Returns `true` if the beginning of the input may have to be examined.
    pub(super) fn may_examine(&self) -> bool {
        let has_verdict = !matches!(
            self.style.format,
            ReportFormat::Text { .. } | ReportFormat::Names { .. } | ReportFormat::Nothing
        );
        has_verdict && self.detection_helps()
    }

    /// Returns `true` if the beginning of the input has to be examined, now that its errors are known.
    fn wants_examination(&self) -> bool {
        match self.style.format {
            ReportFormat::Diagnoses => Diagnosis::is_unclear(&self.places.causes),
            ReportFormat::Json | ReportFormat::JsonLines | ReportFormat::Github | ReportFormat::Sarif => {
                self.verdict.ill_formed() > 0 && self.detection_helps()
            }
            ReportFormat::Text { .. } | ReportFormat::Names { .. } | ReportFormat::Nothing => false,
        }
    }

    /// Adds an error to the places.
    pub(super) fn add_place(&mut self, found: &Found, around: &ErrorContext) -> Result<(), CommandError> {
        self.places.add(found, around, self.style.most);
        let is_examined = self.examination.detected.is_some();
        let is_due = self.places.are_many() && is_examined || self.places.are_too_many();
        if is_due { self.keep_places() } else { Ok(()) }
    }

    /// Draws the places that are waiting.
    fn keep_places(&mut self) -> Result<(), CommandError> {
        let width = self.width();
        let legacy = self.diagnosis().legacy().map(|guess| guess.legacy);
        let legacy = legacy.filter(|legacy| legacy.shape() == Shape::Single && self.reading.guess.is_none());
        let whole = legacy
            .map(LikelyEncoding::Legacy)
            .or_else(|| self.diagnosis().unknown().map(LikelyEncoding::Unknown));
        let drawn = self.places.draw(self.style.painter, width, whole);
        if self.is_ahead && self.diagnosis().says_all() {
            return Ok(());
        }
        if self.is_ahead {
            return self.write(drawn.as_bytes());
        }
        self.keep(drawn.as_bytes())
    }

    /// Draws places that have waited long enough, and writes the diagnosis before the input ends if the list
    /// is too long to be kept. From then on, places are written when they are drawn.
    pub(in crate::check) fn go_ahead(&mut self, input: &mut Input) -> Result<(), CommandError> {
        if self.style.format == ReportFormat::Diagnoses && self.places.are_many() && !self.is_left_out() {
            self.detect_encoding(input);
            self.keep_places()?;
        }
        let is_long = self.listed.as_mut().is_some_and(|listed| {
            listed.stream_position().is_ok_and(|len| len > KEPT as u64) && !self.is_ahead
        });
        if !is_long || self.style.format != ReportFormat::Diagnoses || self.is_left_out() {
            return Ok(());
        }
        self.detect_encoding(input);
        self.write_head(input.source(), "at least ")?;
        self.is_ahead = true;
        Ok(())
    }

    /// Writes the diagnosis of an input with errors, its places, and what to run next.
    pub(super) fn diagnose(&mut self, source: &InputSource) -> Result<(), CommandError> {
        self.places.close();
        self.keep_places()?;
        if !self.is_ahead {
            self.write_head(source, self.places.at_least())?;
        }
        self.write_tail(source)
    }

    /// Returns the legacy encoding that the input looks like.
    pub(super) fn looks_like(&self) -> Option<LooksLike> {
        let guess = self.diagnosis().legacy().filter(|_| self.reading.guess.is_none())?;
        Some(LooksLike { encoding: guess.legacy.identifier(), confidence: guess.confidence.name() })
    }

    pub(super) fn diagnosis(&self) -> Diagnosis<'_> {
        let (reading, detected, first) =
            (self.reading, self.examination.detected, self.places.first.unwrap_or(0));
        let Examination { is_mixed, is_damaged, fixes, .. } = self.examination;
        Diagnosis { reading, causes: &self.places.causes, detected, first, is_mixed, is_damaged, fixes }
    }

    /// Writes what the input looks like, and the places that were found.
    fn write_head(&mut self, source: &InputSource, at_least: &str) -> Result<(), CommandError> {
        let width = self.width();
        let mut looks = self.diagnosis().looks();
        if self.reading.origin.is_some() {
            looks = format!("{looks} (checked as {})", self.reading.describe());
        }
        if !self.examination.samples.is_empty() {
            self.listed = None;
            let name = self.diagnosis().legacy().map(|guess| guess.legacy.title()).unwrap_or_default();
            looks = format!("{looks}; these are lines of it as {name}:");
        } else if self.diagnosis().says_all() {
            self.listed = None;
        } else {
            looks = format!("{looks}, {at_least}{}", Count(self.places.count, "place"));
        }
        self.write(self.headline(source, &looks, width).as_bytes())?;
        for (line, text) in std::mem::take(&mut self.examination.samples) {
            let room = width.saturating_sub(line.to_string().len() + 5);
            self.write(format!("  {line}   {}\n", cut(&text, room)).as_bytes())?;
        }
        match self.listed.take() {
            Some(listed) => each_piece(listed, |piece| self.write(piece)),
            None => Ok(()),
        }
    }

    /// Writes how many places are not listed, and what to run next.
    fn write_tail(&mut self, source: &InputSource) -> Result<(), CommandError> {
        let (count, width) = (self.places.count, self.width());
        let mut tail = String::new();
        let rest = if self.diagnosis().says_all() {
            None
        } else if self.is_ahead {
            Some(format!("{} in all", Count(count, "place")))
        } else if count > self.style.most {
            let more = Count(count - self.style.most, "more place");
            Some(format!("… and {}{more} (--max-errors 0 lists all)", self.places.at_least()))
        } else {
            None
        };
        if let Some(rest) = rest {
            tail.push_str(&format!("  {}\n", wrapped(&rest, width, INDENT, 0)));
        }
        let (title, command) = self.diagnosis().next(source);
        tail.push_str(&self.command_line(title, &command));
        if let Some(declares) = &self.examination.declares {
            let remedy = declares.remedy(Side::Encoding(Encoding::Utf8));
            tail.push_str(&format!(
                "  note: {}\n",
                wrapped(&remedy, width, INDENT, "  note: ".len() - INDENT)
            ));
        }
        self.write(tail.as_bytes())
    }
}
