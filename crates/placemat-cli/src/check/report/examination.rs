//! What an input with errors is, if its errors do not say enough: what detection takes its beginning for,
//! whether it is well-formed in that encoding, and the fixes with which `repair` makes it well-formed.

use std::sync::atomic::Ordering;

use placemat::detect::Basis;
use placemat::repair::Fixes;
use placemat::stream::Validator;
use placemat::{Codec, Encoding};

use super::super::diagnosis::Diagnosis;
use super::super::meaning::Cause;
use super::super::reading::Reading;
use super::super::records::Records;
use super::super::style::ReportFormat;
use super::super::whole::{self, SAMPLED, WHOLE};
use super::Reporter;
use crate::context::{Denied, Whole};
use crate::declared::{self, Declared};
use crate::detect;
use crate::input::Input;
use crate::legacy::{self, Confidence, Guess, Legacy, Shape};
use crate::mixed::{self, Parts, Spliced};
use crate::names::{Named, Side};
use crate::repair;
use crate::replacement;
use crate::show::is_hostile;
use crate::walk;

/// How many lines show whether an input is in the encoding that it looks like.
const SAMPLES: usize = 3;

/// Returns the first lines beyond ASCII, with their numbers, in a legacy encoding. The text begins with line
/// `first`.
fn samples(text: &[u8], first: usize, legacy: Legacy) -> Vec<(usize, String)> {
    let lines = (first..).zip(text.split(|&byte| byte == b'\n')).filter(|(_, line)| !line.is_ascii());
    let read = |(number, line): (usize, &[u8])| {
        let text = legacy.read(line);
        let is_shown = |one: char| if is_hostile(one) { '·' } else { one };
        (number, text.trim_end().chars().map(is_shown).collect())
    };
    lines.take(SAMPLES).map(read).collect()
}

/// What the beginning of an input says about the whole, if its errors do not say enough.
#[derive(Debug, Default)]
pub(super) struct Examination {
    /// What detection takes the whole input for.
    pub(super) detected: Option<Reading>,
    /// The input from the line of its first error on, and the number of that line, if there is only ASCII before
    /// it, and more than detection reads.
    late: Option<(usize, Vec<u8>)>,
    /// What detection takes the input for at its first error, for formats in which each error has a hint.
    early: Option<Reading>,
    /// What else is known at the first error then.
    at_first: Option<Whole>,
    /// Nothing in the input is UTF-8 beyond ASCII.
    pub(super) lacks_utf_8: bool,
    /// All that is not ASCII may be signs of Windows-1252.
    pub(super) may_be_signs: bool,
    /// The legacy encoding of an input that looks binary because bytes 00 are before, within or after it.
    pub(super) between_zeros: Option<Guess>,
    /// What converts the bytes that all characters of the input are in ISO-8859-1, as which they may have been read.
    pub(super) read_as_latin_1: Option<String>,
    /// How many trail bytes the input begins with.
    pub(super) trails: usize,
    /// The input is partly UTF-16 and partly in another encoding.
    pub(super) is_mixed: bool,
    /// Its parts, if they are clear.
    pub(super) parts: Option<Parts>,
    /// The input looks binary, and is text in these units of 16 or 32 bits.
    pub(super) wide: Option<Encoding>,
    /// What the input is, if it is not text.
    pub(super) format: Option<&'static str>,
    /// The input is CESU-8 that ends within a pair.
    pub(super) is_cut_cesu_8: bool,
    /// The input is not well-formed in the encoding that it looks like, either.
    pub(super) is_damaged: bool,
    /// The fixes with which `repair` makes the input well-formed.
    pub(super) fixes: Option<Fixes>,
    /// The bytes that are not UTF-8 are clearly Windows-1252, even if they are few.
    pub(super) are_bytes_clear: bool,
    /// The two parts of the input, if one is UTF-8 and the other in a legacy encoding.
    pub(super) spliced: Option<Spliced>,
    /// The input consists of strings with a length before each.
    pub(super) records: Option<Records>,
    /// The encoding that the input declares itself, if that is wrong once it is converted.
    pub(super) declares: Option<Declared>,
    /// What is to be said of an input that `--in-place` leaves alone because it has several names.
    pub(super) names: Option<String>,
    /// Lines of the input in the legacy encoding that it looks like, with their numbers.
    pub(super) samples: Vec<(usize, String)>,
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

/// Returns the command that converts bytes that were read as ISO-8859-1, if a text has no other characters than these.
fn read_as_latin_1(text: &[u8]) -> Option<String> {
    // U+0085 ends lines in some systems.
    let byte = |one: char| u8::try_from(one).ok().filter(|byte| *byte != 0x85);
    let bytes: Vec<u8> = Encoding::Utf8.decode_lossy(text).0.chars().map(byte).collect::<Option<_>>()?;
    let guess = legacy::guess(&bytes, true);
    if let Some(unknown) = guess.and_then(|guess| guess.unknown) {
        return Some(unknown.command().unwrap_or("placemat detect --verbose").to_owned());
    }
    let is_likely = |guess: &Guess| guess.confidence > Confidence::Perhaps || guess.legacy.is_of_dos();
    let legacy = guess.filter(is_likely).map(|guess| guess.legacy).or_else(Legacy::windows_1252)?;
    Some(format!("placemat convert -f {}", legacy.identifier()))
}

impl Reporter<'_> {
    /// Returns what detection takes the input of an error for, if the error has a hint in the report. It is
    /// determined at the first error.
    pub(in crate::check) fn whole(&mut self, input: &mut Input, offset: u64) -> Whole {
        let has_hints = matches!(
            self.style.format,
            ReportFormat::Json
                | ReportFormat::JsonLines
                | ReportFormat::Github
                | ReportFormat::Sarif
                | ReportFormat::Text { excerpts: true }
        );
        // What cannot be read again may be a long stream, and the tables of all encodings take memory.
        if !has_hints || !self.detection_helps() || !input.is_rereadable() {
            return Whole::default();
        }
        if self.examination.early.is_none() {
            self.examination.early = detected(input, &[]);
        }
        let whole = *self.examination.at_first.get_or_insert_with(|| {
            let (parts, spliced) = whole::parts_of(input, offset);
            Whole { is_left: whole::leaves_bytes(input), parts, spliced, ..Whole::default() }
        });
        let diagnosis = Diagnosis { detected: self.examination.early, ..self.diagnosis() };
        // A person looks at the bytes of an excerpt.
        let has_excerpts = matches!(self.style.format, ReportFormat::Text { .. });
        let is_unknown = !has_excerpts && diagnosis.unknown().is_some();
        let guess = diagnosis.read_as();
        Whole { guess, is_unknown, spliced: whole.spliced.filter(|_| guess.is_none()), ..whole }
    }

    /// Examines the beginning of an input with errors, if its places do not say what it is.
    pub(in crate::check) fn examine(&mut self, input: &mut Input) {
        self.places.close();
        if self.verdict.errors > 0 && self.shows_next() && self.detection_helps() {
            self.examination.records = self.records(input);
        }
        self.detect_encoding(input);
        if self.verdict.errors > 0 && self.shows_next() && self.detection_helps() {
            self.find_utf_8(input);
            let is_trail = |byte: &&u8| matches!(byte, 0x80..=0xBF);
            let front = self.front(input);
            self.examination.trails = front.iter().take_while(is_trail).count();
            if self.examination.trails > 0
                && !self.examination.lacks_utf_8
                && legacy::begins_within_character(&front)
            {
                self.places.begin_within();
            }
        }
        if self.style.format == ReportFormat::Diagnoses && self.detection_helps() {
            self.examination.format = walk::format_of(&self.front(input));
        }
        if self.style.format != ReportFormat::Diagnoses {
            let at_first = self.examination.at_first.and_then(|whole| whole.spliced);
            self.examination.spliced = at_first.filter(|_| self.diagnosis().read_as().is_none());
        }
        if self.verdict.errors > 0 && self.shows_next() {
            self.find_parts(input);
            if input.is_rereadable() {
                self.validate_as_detected(input);
            }
        }
        if self.style.format == ReportFormat::Diagnoses && input.identity().is_some() {
            self.examination.names = replacement::note_on_names(input.file()).unwrap_or_default();
        }
        let has_c1 = self.places.causes.contains_key(&Cause::Denied(Denied::C1));
        if self.style.format == ReportFormat::Diagnoses && has_c1 && input.is_rereadable() {
            self.examination.read_as_latin_1 = self.short(input).and_then(|text| read_as_latin_1(&text));
        }
        if self.style.format == ReportFormat::Diagnoses && self.diagnosis().may_be_repaired() {
            self.examination.fixes = self.fixes(input);
            self.examination.are_bytes_clear = self.are_bytes_clear(input);
            if self.examination.fixes.is_none() && !self.diagnosis().says_all() {
                self.examination.spliced = self.spliced(input);
            }
        }
        // Pairs of bytes may look like an attack.
        if self.style.format == ReportFormat::Diagnoses
            && self.reading.encoding == Encoding::Utf8
            && self.places.causes.contains_key(&Cause::Disguises)
            && !self.diagnosis().says_all()
        {
            self.examination.spliced = self.spliced(input);
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

    fn find_utf_8(&mut self, input: &mut Input) {
        let Some(text) = self.short(input) else { return };
        self.examination.lacks_utf_8 = !legacy::has_utf_8(&text);
        self.examination.may_be_signs = legacy::may_be_signs(&text);
    }

    /// Determines whether an input that was detected to be in an encoding that placemat does not know has UTF-8, too.
    pub(in crate::check) fn look_for_utf_8(&mut self, input: &mut Input) {
        if self.reading.unknown.is_some() {
            self.find_utf_8(input);
        }
    }

    /// Determines whether an input is in more than one encoding. Read as UTF-16, the rest would be ideographs.
    pub(in crate::check) fn find_mixture(&mut self, input: &mut Input) {
        if self.reading.parts.is_some() {
            self.examination.parts = self.reading.parts;
            self.examination.is_mixed = true;
        } else if self.reading.encoding.info().is_utf_16() && !self.is_left_out() {
            self.examination.is_mixed = input.is_rereadable() && mixed::is_mixed(input).unwrap_or(false);
            self.find_parts(input);
        } else if self.reading.basis == Some(Basis::Ascii)
            && input.is_rereadable()
            && input.size().is_some_and(|size| size > detect::KEPT as u64)
        {
            // After the ASCII that detection has read, there may be UTF-16, of which each byte may be ASCII, too.
            self.find_parts(input);
        } else {
            return;
        }
        self.verdict.is_mixed = self.examination.is_mixed;
        self.verdict.is_misaligned = self.examination.parts.is_some_and(|one| one.misaligned().is_some());
        self.is_any_found.fetch_or(self.verdict.is_mixed, Ordering::Relaxed);
    }

    /// Determines the encoding of an input that looks binary, if it is well-formed UTF-16 or UTF-32 as a whole, or
    /// legacy text with runs of bytes 00.
    pub(super) fn find_wide(&mut self, input: &mut Input) {
        if !input.is_rereadable() || !self.detection_helps() {
            return;
        }
        let Ok(front) = detect::at_front(input) else { return };
        let has_zeros = input.peek(0, detect::KEPT).is_ok_and(|text| text.contains(&0));
        let is_likely =
            |guess: &Guess| has_zeros && (guess.confidence > Confidence::Perhaps || guess.legacy.is_of_dos());
        self.examination.between_zeros = front.legacy.filter(is_likely);
        let wide = front.detection.encoding.filter(|found| found.info().width > 1);
        let Some(wide) = wide.filter(|_| !front.is_unclear && front.parts.is_none()) else { return };
        let Ok(mut validator) = Validator::new(wide) else { return };
        let mut is_valid = true;
        let read = input.scout(|piece| {
            is_valid &= validator.push(piece).is_ok();
            is_valid
        });
        let is_valid = read.is_ok() && is_valid && validator.finish().is_ok();
        let is_mixed = wide.info().is_utf_16() && mixed::is_mixed(input).unwrap_or(true);
        self.examination.wide = Some(wide).filter(|_| is_valid && !is_mixed);
    }

    /// Determines the parts of an input in more than one encoding.
    fn find_parts(&mut self, input: &mut Input) {
        let encoding = self.reading.encoding;
        if (encoding == Encoding::Utf8 || encoding.info().is_utf_16()) && self.reading.legacy.is_none() {
            self.examination.parts = match input.is_rereadable() {
                true => mixed::parts(input),
                false => {
                    let kept = self.examination.kept.as_deref().unwrap_or_default();
                    let is_all = kept.len() < detect::KEPT;
                    let parts = Parts::of(kept, is_all);
                    if is_all { parts } else { parts.map(Parts::without_command) }
                }
            };
            self.examination.is_mixed |= self.examination.parts.is_some();
        }
    }

    /// Determines whether an input with errors is CESU-8 that ends within a pair.
    pub(in crate::check) fn find_cut_pair(&mut self, input: &mut Input) {
        let reads_pairs = matches!(
            self.reading.encoding,
            Encoding::Utf8 | Encoding::Cesu8 | Encoding::Mutf8 | Encoding::Wtf8
        );
        if self.verdict.errors > 0 && self.shows_next() && reads_pairs && input.is_rereadable() {
            let whole = self.short(input);
            self.examination.is_cut_cesu_8 = whole.is_some_and(|whole| detect::is_cut_cesu_8(&whole));
        }
    }

    /// Examines the whole input in the encoding that it looks like.
    fn validate_as_detected(&mut self, input: &mut Input) {
        let Some(other) = self.diagnosis().other() else { return };
        if other.info().is_utf_16() {
            self.examination.is_mixed |= mixed::is_mixed(input).unwrap_or(false);
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

    /// Returns whether the input consists of strings with a length before each.
    fn records(&self, input: &mut Input) -> Option<Records> {
        match self.short(input) {
            Some(whole) => Records::of(&whole, true),
            None => Records::of(&self.front(input), false),
        }
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
        let is_doubtful = whole::are_doubtful(&self.sample(input).1);
        self.diagnosis().fixes_of_places().filter(|fixes| !is_doubtful || !fixes.has_any(Fixes::LEGACY_BYTES))
    }

    /// Returns `true` if few bytes are enough to say that they are Windows-1252. Of a long input, its beginning
    /// says it.
    fn are_bytes_clear(&self, input: &mut Input) -> bool {
        let text = self.short(input).unwrap_or_else(|| self.sample(input).1);
        legacy::are_clearly_windows_1252(&text)
    }

    /// Returns the two parts of the input.
    pub(super) fn spliced(&self, input: &mut Input) -> Option<Spliced> {
        let first = self.places.first.map_or(0, |(offset, _)| offset);
        match input.is_rereadable() {
            true => Spliced::in_input(input, first),
            false => self.short(input).and_then(|whole| Spliced::of(&whole)),
        }
    }

    /// Returns the whole input, unless it is long.
    fn short(&self, input: &mut Input) -> Option<Vec<u8>> {
        match self.examination.kept.clone().filter(|kept| !kept.is_empty()) {
            Some(kept) => Some(kept).filter(|kept| kept.len() < detect::KEPT),
            None => input.peek(0, WHOLE).ok().filter(|front| front.len() < WHOLE),
        }
    }

    /// Determines what detection takes the input for, once, if its errors do not say enough.
    pub(super) fn detect_encoding(&mut self, input: &mut Input) {
        if !self.wants_examination() || self.is_left_out() || self.examination.detected.is_some() {
            return;
        }
        self.examination.late = self.after_ascii(input);
        self.examination.detected = match (self.examination.early, &self.examination.late) {
            (_, Some((_, text))) => {
                let is_all = text.len() < detect::MOST as usize;
                Some(Reading::of_front(&detect::of_kept(text, is_all)))
            }
            (Some(early), None) if input.is_rereadable() => Some(early),
            _ => detected(input, self.examination.kept.as_deref().unwrap_or_default()),
        };
        self.find_later_utf_8(input);
        let guess = self.diagnosis().legacy().filter(|guess| {
            self.style.format == ReportFormat::Diagnoses
                && guess.confidence < Confidence::Sure
                && guess.legacy.shape() != Shape::Single
        });
        if let Some(guess) = guess {
            let (line, text) = self.sample(input);
            self.examination.samples = samples(&text, line, guess.legacy);
        }
    }

    /// Determines whether an input that looks like a legacy encoding goes on in UTF-8 after what detection reads.
    fn find_later_utf_8(&mut self, input: &mut Input) {
        if let Some(detected) = &mut self.examination.detected
            && let Some(guess) = detected.guess
        {
            detected.is_partly_utf_8 |=
                legacy::input_goes_on_in_utf_8(input, detect::MOST, Some(guess.legacy)).unwrap_or(false);
        }
    }

    /// Returns an input from the line of its first error on, if there is only ASCII before it, and more than
    /// detection reads.
    fn after_ascii(&self, input: &mut Input) -> Option<(usize, Vec<u8>)> {
        const LONGEST: u64 = 4 << 10;
        let (first, line) = self.places.first.filter(|(first, _)| *first > detect::MOST)?;
        if !input.is_rereadable() {
            return None;
        }
        let (mut at, mut is_ascii) = (0, true);
        input
            .scout(|piece| {
                let before = piece.len().min((first - at) as usize);
                is_ascii = piece[..before].is_ascii();
                at += before as u64;
                is_ascii && at < first
            })
            .ok()?;
        let start = first.saturating_sub(LONGEST);
        let before = input.peek(start, (first - start) as usize).ok()?;
        let start = start + before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end as u64 + 1);
        let text = input.peek(start, detect::MOST as usize).ok()?;
        is_ascii.then_some((line as usize, text))
    }

    /// Returns the part of an input that shows what its bytes beyond ASCII are, and the number of its first line.
    fn sample(&self, input: &mut Input) -> (usize, Vec<u8>) {
        match &self.examination.late {
            Some((line, text)) => (*line, text[..text.len().min(SAMPLED)].to_vec()),
            None => (1, self.front(input)),
        }
    }

    /// Returns the beginning of an input.
    fn front(&self, input: &mut Input) -> Vec<u8> {
        let kept = self.examination.kept.clone().filter(|kept| !kept.is_empty());
        kept.unwrap_or_else(|| input.peek(0, SAMPLED).unwrap_or_default())
    }

    /// Returns `true` if detection may know more than the errors of an input.
    fn detection_helps(&self) -> bool {
        self.reading.is_presumed_utf_8()
    }

    /// Returns `true` if the beginning of the input may have to be examined.
    pub(super) fn may_examine(&self) -> bool {
        let has_verdict = !matches!(
            self.style.format,
            ReportFormat::Text { excerpts: false } | ReportFormat::Names { .. } | ReportFormat::Nothing
        );
        has_verdict && self.detection_helps()
    }

    /// Returns `true` if the beginning of the input has to be examined, now that its errors are known.
    fn wants_examination(&self) -> bool {
        match self.style.format {
            ReportFormat::Diagnoses => Diagnosis::is_unclear(&self.places.causes),
            ReportFormat::Json
            | ReportFormat::JsonLines
            | ReportFormat::Github
            | ReportFormat::Sarif
            | ReportFormat::Text { excerpts: true } => {
                self.verdict.ill_formed() > 0 && self.detection_helps()
            }
            ReportFormat::Text { excerpts: false } | ReportFormat::Names { .. } | ReportFormat::Nothing => {
                false
            }
        }
    }
}
