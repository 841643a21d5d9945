//! The report on an input by its places: the diagnosis, the lines of the places, and what to run next.
//! `super::super::places` explains when the lines are drawn.

use std::io::Seek as _;

use placemat::Encoding;
use unicode_width::UnicodeWidthStr;

use super::super::diagnosis::Diagnosis;
use super::super::lines::LooksLike;
use super::super::places::LikelyEncoding;
use super::super::scan::Found;
use super::super::sink::{KEPT, each_piece};
use super::super::style::ReportFormat;
use super::examination::Examination;
use super::{INDENT, Reporter};
use crate::context::ErrorContext;
use crate::detect;
use crate::input::{Input, InputSource};
use crate::legacy::{Confidence, Guess};
use crate::mixed::Spliced;
use crate::names::Side;
use crate::show::{Count, wrapped};
use crate::status::CommandError;

/// The most columns that a line takes that shows what an input is in another encoding.
const COLUMNS: usize = 64;

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

impl Reporter<'_> {
    /// Adds an error to the places.
    pub(super) fn add_place(&mut self, found: &Found, around: &ErrorContext) -> Result<(), CommandError> {
        // Of places that are not listed, the causes say enough.
        let most = if self.drops_list { 0 } else { self.style.most };
        self.places.add(found, around, most);
        let is_examined = self.examination.detected.is_some();
        let is_due = self.places.are_many() && is_examined || self.places.are_too_many();
        if is_due { self.keep_places() } else { Ok(()) }
    }

    /// Draws the places that are waiting.
    fn keep_places(&mut self) -> Result<(), CommandError> {
        let width = self.width();
        // All places are in the part that is not UTF-8, and the command that is proposed reads them so.
        let part = || self.examination.spliced.map(|spliced| spliced.guess().at_least(Confidence::Likely));
        let guess = self.diagnosis().read_as().or_else(part);
        let whole = match guess {
            Some(guess) if self.reading.guess.is_none() => {
                let Guess { legacy, confidence, .. } = guess;
                Some(LikelyEncoding { legacy, confidence })
            }
            None if self.diagnosis().unknown().is_none() => self.diagnosis().proposed_as(),
            _ => None,
        };
        if self.diagnosis().is_no_utf_8() {
            self.places.forget_cuts();
        }
        let drawn = self.places.draw(self.style.painter, width, whole);
        if self.is_ahead && self.has_no_list() {
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
        self.drops_list = self.diagnosis().says_all();
        // If one part of the input is in a legacy encoding, all of its letters are places.
        if !self.drops_list {
            self.examination.spliced = self.spliced(input).filter(Spliced::is_in_two);
            self.drops_list = self.examination.spliced.is_some();
        }
        self.is_ahead = true;
        self.write_head(input.source(), "at least ")
    }

    /// Returns `true` if the places of the input say nothing more than what it looks like.
    fn has_no_list(&self) -> bool {
        self.drops_list || self.diagnosis().says_all()
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
            (self.reading, self.examination.detected, self.places.first.map_or(0, |(offset, _)| offset));
        let Examination {
            lacks_utf_8,
            may_be_signs,
            trails,
            ref read_as_latin_1,
            is_mixed,
            parts,
            is_cut_cesu_8,
            is_damaged,
            fixes,
            are_bytes_clear,
            spliced,
            records,
            format,
            ref kept,
            ..
        } = self.examination;
        Diagnosis {
            reading,
            causes: &self.places.causes,
            detected,
            first,
            lacks_utf_8,
            may_be_signs,
            trails,
            read_as_latin_1: read_as_latin_1.as_deref(),
            is_mixed,
            parts,
            is_cut_cesu_8,
            is_damaged,
            fixes,
            are_bytes_clear,
            spliced,
            records,
            format,
            is_of_front: kept.as_ref().is_some_and(|kept| kept.len() == detect::KEPT),
        }
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
        } else if self.has_no_list() {
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
        let rest = if self.has_no_list() {
            None
        } else if self.is_ahead {
            let looks =
                self.diagnosis().spliced.map_or(String::new(), |spliced| format!(": {}", spliced.looks()));
            Some(format!("{} in all{looks}", Count(count, "place")))
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
        let is_in_place = title == "fix:" && matches!(source, InputSource::Path(_));
        let declares = self.examination.declares.as_ref();
        let notes = [
            self.diagnosis().note_on_shown(source, &command),
            self.diagnosis().note_on_named(source),
            Diagnosis::note_on_properties(source, &command),
            declares.map(|declares| declares.remedy(Side::Encoding(Encoding::Utf8))),
            self.examination.names.clone().filter(|_| is_in_place),
        ];
        for note in notes.into_iter().flatten() {
            tail.push_str(&format!("  note: {}\n", wrapped(&note, width, INDENT, "  note: ".len() - INDENT)));
        }
        self.write(tail.as_bytes())
    }
}
