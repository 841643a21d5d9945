//! What is known of each input: how much was read and written, and what was found.

use std::collections::VecDeque;
use std::fmt;

use placemat::stream::{Demand, EventKind};
use placemat::{Counts, Encoding, Error, ErrorKind, Failure, Unencodable};
use serde::Serialize;

use super::auto::Detected;
use super::controls::Controls;
use crate::declared::Declared;
use crate::input::InputSource;
use crate::legacy::{Confidence, Legacy};
use crate::mixed::Parts;
use crate::names::Side;
use crate::show::Excerpt;

/// How many entries of each kind a report lists.
const LISTED: usize = 100;

/// An ill-formed subsequence, as the policy delimits it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) kind: ErrorKind,
    pub(super) spot: Option<Spot>,
}

/// The line and column of an entry, if they are known.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Spot {
    pub(super) line: u64,
    /// In code points.
    pub(super) column: u64,
    pub(super) column_utf16: u64,
    /// In bytes of the input.
    pub(super) column_bytes: u64,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column_utf16)
    }
}

/// A code point that the target cannot hold, with its source sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lost {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) code_point: u32,
    /// The target could hold the code point, but not before the trail surrogate that follows.
    pub(super) is_joined: bool,
    pub(super) spot: Option<Spot>,
}

/// Why the run stopped.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failed {
    IllFormed(Finding),
    Unencodable(Lost),
    /// The frame cannot hold that many code points.
    Frame(u64),
    /// The bytes of the input contradict the encoding that was named. Nothing was done.
    Contradicted(Contradiction),
    /// An I/O error, which a message reports.
    Io,
}

/// Evidence that an input is in another encoding, such as a part of UTF-8 that the named encoding would read
/// as something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    NoNul,
    /// The input is not even UTF-8, but mostly ASCII, and the encoding has wide units.
    MostlyAscii,
    /// The input is nearly UTF-8, and the encoding has wide units or single bytes.
    MostlyUtf8,
    /// Some of the input is UTF-8, and the encoding has single bytes.
    PartlyUtf8,
    /// The input begins with the signature of this encoding.
    Signature(Encoding),
    /// The input looks like this encoding, whose units have another order or width.
    OtherUnits(Encoding),
    /// The input is already in the encoding of the output.
    Already,
    /// The input is text of bytes with some bytes 00, and the encoding has wide units.
    FewNuls,
    Moved,
    BeyondAscii,
    Supplementary,
    Nul,
    Escape,
    /// It is surely in this legacy encoding.
    Legacy(Legacy),
    /// It is rather in this legacy encoding, but not surely.
    Rather(Legacy, Confidence),
    /// Detection takes the input for this legacy encoding, and is not sure.
    Unsure(Side, Confidence),
    /// Detection takes the input for no text.
    NoText,
    /// The input was named, and looks binary.
    Binary,
    /// The input is partly UTF-16, and partly in another encoding; with its parts, if these are clear.
    Mixed(Option<Parts>),
    /// The units of the encoding that was named are not text.
    Data,
    /// There are controls in the Western encoding that was named; and whether all of them are signs in
    /// Windows-1252.
    Controls(bool),
    /// Most of the input is not ASCII, and a Western encoding was named.
    HardlyWestern,
    /// The project of the input declares this encoding, and expects that it stays.
    Declared(&'static str, &'static str),
}

impl Failed {
    pub(super) fn spot(&self) -> Option<Spot> {
        match self {
            Failed::IllFormed(finding) => finding.spot,
            Failed::Unencodable(lost) => lost.spot,
            Failed::Frame(_) | Failed::Contradicted(_) | Failed::Io => None,
        }
    }

    fn offset(&self) -> Option<u64> {
        match self {
            Failed::IllFormed(finding) => Some(finding.offset),
            Failed::Unencodable(lost) => Some(lost.offset),
            Failed::Frame(_) | Failed::Contradicted(_) | Failed::Io => None,
        }
    }
}

/// The first entries of a list, and the number of all entries.
#[derive(Debug)]
pub(super) struct Listed<T> {
    pub(super) listed: Vec<T>,
    pub(super) count: u64,
    /// The bytes of the first entry.
    pub(super) excerpt: Excerpt,
}

impl<T> Listed<T> {
    /// Returns `true` if more entries are only counted.
    fn is_full(&self) -> bool {
        self.listed.len() >= LISTED
    }

    fn add(&mut self, entry: T, excerpt: impl FnOnce() -> Excerpt) {
        if self.count == 0 {
            self.excerpt = excerpt();
        }
        if !self.is_full() {
            self.listed.push(entry);
        }
        self.count += 1;
    }
}

impl<T: Copy> Listed<T> {
    /// Returns the first entry alone, without its bytes.
    fn first(&self) -> Self {
        Listed {
            listed: self.listed.first().copied().into_iter().collect(),
            count: self.count.min(1),
            excerpt: Excerpt::default(),
        }
    }
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Listed { listed: Vec::new(), count: 0, excerpt: Excerpt::default() }
    }
}

/// The report on an input.
#[derive(Debug)]
pub(super) struct InputReport {
    pub(super) source: InputSource,
    /// The encoding of the input, if it was detected.
    pub(super) detected: Option<Detected>,
    /// The number of bytes.
    pub(super) read: u64,
    pub(super) written: u64,
    pub(super) errors: Listed<Finding>,
    /// The number of reserved sequences, including those that were copied or replaced.
    pub(super) reserved: u64,
    /// How many of them were copied.
    pub(super) passed: u64,
    pub(super) unencodable: Listed<Lost>,
    /// One of them is a surrogate pair that was joined, or of which the trail surrogate was replaced.
    pub(super) has_joined: bool,
    pub(super) failed: Option<(Failed, Excerpt)>,
    /// How the input contradicts the encoding that was named, although it was converted.
    pub(super) warning: Option<Contradiction>,
    /// How many byte order marks are within the text, and the offset of the first one.
    pub(super) inner_marks: Option<(u64, u64)>,
    /// The controls from U+0080 on that single bytes were read as.
    pub(super) controls: Option<Controls>,
    /// How many characters the encoding of the output has, but not as they are.
    pub(super) altered: u64,
    /// The encoding that the text declares itself, if that is wrong now.
    pub(super) declared: Option<Declared>,
    /// A hint if the run failed at this input.
    pub(super) hint: Option<String>,
    /// The message of an I/O error.
    pub(super) message: Option<String>,
    /// The number of bytes after a frame.
    pub(super) trailing: u64,
    /// The input looks binary, and was not converted.
    pub(super) is_binary: bool,
    /// Whether a file was written, or would be; `None` if there is one output.
    pub(super) is_converted: Option<bool>,
    /// Set when the input has ended: how much to add to the transcoder's offsets of its last code points, and
    /// the offset of its end.
    end: Option<(u64, u64)>,
    /// The entries to be made if the following input does not complete the last sequence of this one. They
    /// have bytes, lines and columns, which cannot be looked up any more by then.
    foreseen: Option<Box<InputReport>>,
}

impl InputReport {
    fn of(source: &InputSource) -> Self {
        InputReport {
            source: source.clone(),
            detected: None,
            read: 0,
            written: 0,
            errors: Listed::default(),
            reserved: 0,
            passed: 0,
            unencodable: Listed::default(),
            has_joined: false,
            failed: None,
            warning: None,
            inner_marks: None,
            controls: None,
            altered: 0,
            declared: None,
            hint: None,
            message: None,
            trailing: 0,
            is_binary: false,
            is_converted: None,
            end: None,
            foreseen: None,
        }
    }

    /// Returns the report on an input that was not begun because of an I/O error.
    pub(super) fn unbegun(source: &InputSource, message: &str) -> Self {
        let failed = Some((Failed::Io, Excerpt::default()));
        InputReport { failed, message: Some(message.to_owned()), ..InputReport::of(source) }
    }

    /// Returns the report on an input that looks binary and was not converted.
    pub(super) fn binary(source: &InputSource) -> Self {
        InputReport { is_binary: true, ..InputReport::of(source) }
    }

    /// Returns the report on an input that contradicts the encoding that was named.
    pub(super) fn contradicted(
        source: &InputSource,
        detected: Option<Detected>,
        contradiction: Contradiction,
    ) -> Self {
        let failed = Some((Failed::Contradicted(contradiction), Excerpt::default()));
        InputReport { failed, detected, ..InputReport::of(source) }
    }

    /// Returns the contradiction that people are warned of. What has failed needs no warning.
    pub(super) fn warning(&self) -> Option<Contradiction> {
        self.warning.filter(|_| self.failed.is_none())
    }

    /// Returns the encoding that the text declares itself, if that is wrong now. A text of which each byte is
    /// the same afterwards is still what it declares.
    pub(super) fn declared(&self) -> Option<&Declared> {
        let is_changed = self.is_converted.unwrap_or(self.read != self.written);
        self.declared.as_ref().filter(|_| self.failed.is_none() && is_changed)
    }

    /// Returns a report with the first entries of this one, to which the foreseen entries are added.
    fn to_foresee(&self) -> Self {
        let mut report = InputReport::of(&self.source);
        report.errors = self.errors.first();
        report.unencodable = self.unencodable.first();
        report
    }

    /// Completes an entry about the end of the input: its bytes, line and column.
    fn recall(&self, offset: u64) -> Option<(Excerpt, Option<Spot>)> {
        let foreseen = self.foreseen.as_ref()?;
        let failed = foreseen.failed.as_ref().filter(|(failed, _)| failed.offset() == Some(offset));
        let error = foreseen.errors.listed.iter().find(|error| error.offset == offset);
        let lost = foreseen.unencodable.listed.iter().find(|lost| lost.offset == offset);
        (failed.map(|(failed, excerpt)| (excerpt.clone(), failed.spot())))
            .or_else(|| Some((foreseen.errors.excerpt.clone(), error?.spot)))
            .or_else(|| Some((foreseen.unencodable.excerpt.clone(), lost?.spot)))
    }

    /// Returns the offsets of the entries without a line and column, and where to enter these.
    pub(super) fn unseen(&mut self) -> impl Iterator<Item = (u64, &mut Option<Spot>)> {
        let failed = match &mut self.failed {
            Some((Failed::IllFormed(finding), _)) => Some((finding.offset, &mut finding.spot)),
            Some((Failed::Unencodable(lost), _)) => Some((lost.offset, &mut lost.spot)),
            _ => None,
        };
        let error = self.errors.listed.first_mut().map(|first| (first.offset, &mut first.spot));
        let lost = self.unencodable.listed.first_mut().map(|first| (first.offset, &mut first.spot));
        [error, lost, failed].into_iter().flatten().filter(|(_, spot)| spot.is_none())
    }
}

/// Translates the transcoder's offsets into the current input.
pub(super) trait Locate {
    /// Returns the offset and length in the input.
    fn part(&self, offset: u64, length: u64) -> (u64, u64);
    /// Returns the bytes there, if the source is bytes.
    fn excerpt(&self, offset: u64, length: u64) -> Excerpt;
}

/// The reports that are not printed yet. The last one is on the current input.
///
/// A code point may still be pending when its input ends. Its result is entered in the report on the input
/// from which it came, which is kept until then.
#[derive(Debug, Default)]
pub(super) struct PendingReports {
    reports: VecDeque<InputReport>,
    /// How many reports have been taken.
    taken: usize,
    /// The index, among all reports that were begun, of the report on the transcoder's first input.
    first: usize,
}

impl PendingReports {
    /// Begins the report on an input.
    pub(super) fn begin(&mut self, source: &InputSource) {
        self.reports.push_back(InputReport::of(source));
    }

    /// Notes that the current input is the first one of another transcoder.
    pub(super) fn begin_transcoder(&mut self) {
        self.first = self.taken + self.reports.len() - 1;
    }

    /// Notes that an I/O error has stopped the run at the current input.
    pub(super) fn broken(&mut self, message: &str) {
        if let Some(report) = self.reports.back_mut()
            && report.failed.is_none()
        {
            report.failed = Some((Failed::Io, Excerpt::default()));
            report.message = Some(message.to_owned());
        }
    }

    /// Returns the report on the current input.
    ///
    /// # Panics
    ///
    /// If none has begun.
    pub(super) fn current(&mut self) -> &mut InputReport {
        self.reports.back_mut().expect("an input has begun")
    }

    /// Notes that the current input has ended at `end`, and that `shift` must be added to the transcoder's
    /// offsets.
    pub(super) fn end(&mut self, shift: u64, end: u64) {
        self.current().end = Some((shift, end));
    }

    /// Takes the next report, in order, if nothing more can be added to it while the transcoder's input
    /// `waiting` is pending.
    pub(super) fn take_settled(&mut self, waiting: Option<u64>) -> Option<InputReport> {
        if waiting.is_some_and(|input| self.first + input as usize <= self.taken) {
            return None;
        }
        self.take()
    }

    /// Takes the next report, in order.
    pub(super) fn take(&mut self) -> Option<InputReport> {
        let report = self.reports.pop_front()?;
        self.taken += 1;
        Some(report)
    }

    /// Returns the report on an input of the transcoder. Reports that were taken are complete.
    fn of(&mut self, input: u64) -> &mut InputReport {
        let last = self.reports.len().saturating_sub(1);
        let index = (self.first + input as usize).saturating_sub(self.taken).min(last);
        &mut self.reports[index]
    }

    /// Enters an ill-formed subsequence, by the transcoder's offsets in its input.
    pub(super) fn ill_formed(&mut self, error: Error, input: u64, locate: &dyn Locate) {
        let report = self.of(input);
        report.reserved += u64::from(error.kind() == ErrorKind::Reserved);
        if report.errors.is_full() {
            report.errors.count += 1;
            return;
        }
        let (finding, excerpt) = report.ill_formed(error, locate);
        report.errors.add(finding, || excerpt);
    }

    /// Enters a part of an ill-formed subsequence.
    pub(super) fn found_in(
        &mut self,
        kind: ErrorKind,
        offset: u64,
        length: u64,
        input: u64,
        locate: &dyn Locate,
    ) {
        let report = self.of(input);
        report.reserved += u64::from(kind == ErrorKind::Reserved);
        if report.errors.is_full() {
            report.errors.count += 1;
            return;
        }
        let (finding, excerpt) = report.found(kind, offset, length, locate);
        report.errors.add(finding, || excerpt);
    }

    /// Enters a code point of the current input that the target does not have.
    pub(super) fn lost_one(&mut self, lost: Lost, excerpt: Excerpt) {
        self.current().unencodable.add(lost, || excerpt);
    }

    /// Enters a reserved sequence that was copied.
    pub(super) fn passed(&mut self, input: u64) {
        let report = self.of(input);
        report.reserved += 1;
        report.passed += 1;
    }

    /// Adds the number of events that a policy absorbed in an input of the transcoder, and that are not
    /// listed.
    pub(super) fn counted(&mut self, counts: Counts, input: u64) {
        let report = self.of(input);
        report.errors.count += counts.errors;
        report.unencodable.count += counts.unencodable;
    }

    /// Returns which events of the current input are still listed.
    pub(super) fn demand(&self) -> Demand {
        self.reports.back().map_or(Demand::EVENTS, |report| Demand {
            ill_formed: !report.errors.is_full(),
            unencodable: !report.unencodable.is_full(),
        })
    }

    /// Enters an ill-formed subsequence of the current input.
    pub(super) fn found(&mut self, finding: Finding, excerpt: &Excerpt) {
        self.current().errors.add(finding, || excerpt.clone());
    }

    /// Enters a code point that was substituted or joined.
    pub(super) fn lost(&mut self, lost: Unencodable, is_joined: bool, input: u64, locate: &dyn Locate) {
        let report = self.of(input);
        report.has_joined |= is_joined;
        if report.unencodable.is_full() {
            report.unencodable.count += 1;
            return;
        }
        let (entry, excerpt) = report.unencodable(lost, is_joined, locate);
        report.unencodable.add(entry, || excerpt);
    }

    /// Enters the reason why the run stopped.
    pub(super) fn stopped(&mut self, failure: Failure, is_joined: bool, input: u64, locate: &dyn Locate) {
        let report = self.of(input);
        let failed = report.failed_by(failure, is_joined, locate);
        let offset = failed.0.offset().unwrap_or_default();
        if report.end.is_some() && report.recall(offset).is_some() {
            report.read = offset;
            report.hint = report.foreseen.as_mut().and_then(|foreseen| foreseen.hint.take());
        }
        if let Failed::IllFormed(finding) = &failed.0 {
            report.reserved += u64::from(finding.kind == ErrorKind::Reserved);
        }
        report.failed = Some(failed);
    }

    /// Enters the events and the failure that will occur in the current input, which has ended, if the next
    /// one does not complete it. `complete` looks up lines and columns.
    pub(super) fn foresee(
        &mut self,
        events: &[(EventKind, bool)],
        failure: Option<(Failure, bool)>,
        locate: &dyn Locate,
        complete: impl FnOnce(&mut InputReport),
    ) {
        let mut foreseen = self.current().to_foresee();
        for &(kind, is_joined) in events {
            match kind {
                EventKind::IllFormed(error) => {
                    let (finding, excerpt) = foreseen.ill_formed(error, locate);
                    foreseen.errors.add(finding, || excerpt);
                }
                EventKind::Unencodable(lost) | EventKind::Joined(lost) => {
                    foreseen.has_joined |= is_joined;
                    let (entry, excerpt) = foreseen.unencodable(lost, is_joined, locate);
                    foreseen.unencodable.add(entry, || excerpt);
                }
                _ => {}
            }
        }
        if let Some((failure, is_joined)) = failure {
            foreseen.failed = Some(foreseen.failed_by(failure, is_joined, locate));
        }
        complete(&mut foreseen);
        self.current().foreseen = Some(Box::new(foreseen));
    }
}

impl InputReport {
    /// Returns an entry and its bytes. The bytes of an input that has ended are gone, except those that were
    /// foreseen.
    fn ill_formed(&self, error: Error, locate: &dyn Locate) -> (Finding, Excerpt) {
        self.found(error.kind(), error.offset(), error.len(), locate)
    }

    fn found(&self, kind: ErrorKind, at: u64, len: u64, locate: &dyn Locate) -> (Finding, Excerpt) {
        let Some((shift, _)) = self.end else {
            let (offset, length) = locate.part(at, len);
            return (Finding { offset, length, kind, spot: None }, locate.excerpt(at, len));
        };
        let offset = at + shift;
        let (excerpt, spot) = self.recall(offset).unwrap_or_default();
        (Finding { offset, length: len, kind, spot }, excerpt)
    }

    fn unencodable(&self, lost: Unencodable, is_joined: bool, locate: &dyn Locate) -> (Lost, Excerpt) {
        let code_point = lost.code_point();
        let Some((shift, end)) = self.end else {
            let (offset, length) = locate.part(lost.offset(), lost.len());
            let excerpt = locate.excerpt(lost.offset(), lost.len());
            return (Lost { offset, length, code_point, is_joined, spot: None }, excerpt);
        };
        let offset = lost.offset() + shift;
        // The other surrogate is in another input.
        let length = lost.len().min(end.saturating_sub(offset));
        let (excerpt, spot) = self.recall(offset).unwrap_or_default();
        (Lost { offset, length, code_point, is_joined, spot }, excerpt)
    }

    fn failed_by(&self, failure: Failure, is_joined: bool, locate: &dyn Locate) -> (Failed, Excerpt) {
        match failure {
            Failure::IllFormed(error) => {
                let (finding, excerpt) = self.ill_formed(error, locate);
                (Failed::IllFormed(finding), excerpt)
            }
            Failure::Unencodable(lost) => {
                let (entry, excerpt) = self.unencodable(lost, is_joined, locate);
                (Failed::Unencodable(entry), excerpt)
            }
        }
    }
}
