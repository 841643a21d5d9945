//! A run: inputs, one after the other, through a transcoder to the output.

use std::ops::ControlFlow;

use placemat::form::PairingRule;
use placemat::stream::{Demand, End, Event, EventKind, Observer};
use placemat::{
    Codec, Conversion, Counts, Error, ErrorKind, Failure, OnError, Options, Pairs, Status as Step, Transcoder,
};

use super::Plan;
use super::auto::Detected;
use super::exit::{self, Exit};
use super::files::guard;
use super::input_report::{Contradiction, Failed, InputReport, Locate, Lost, PendingReports};
use super::line_ends::Filter;
use super::sink::{Sink, Target};
use crate::args::Bom;
use crate::declared::{self, Declared};
use crate::input::{Input, InputSource};
use crate::mark;
use crate::names::Side;
use crate::output::Output;
use crate::replacement::Change;
use crate::show::Excerpt;
use crate::status::{CommandError, Status};

const BEGUN: &str = "an input has begun";
/// The number of units of output at a time.
const ROOM: usize = 256 * 1024;

/// A source of conversions, and how its units are read.
pub(super) trait SourceCodec: Codec + PartialEq {
    /// Converts an input. A break means that the run stopped, for the reason in the report.
    fn feed<T: Target>(
        session: &mut Session<'_, Self, T>,
        input: &mut Input,
    ) -> Result<ControlFlow<()>, CommandError>;
}

/// A run in progress.
pub(super) struct Session<'p, S: Codec, T: Target> {
    pub(super) plan: &'p Plan,
    pub(super) pending_reports: PendingReports,
    status: &'p mut Status,
    target: T,
    /// Set with the first input. A wrapper determines the encoding anew for each input.
    transcoder: Option<(S, Transcoder<S, T>)>,
    room: Vec<T::Unit>,
    line_ends: Option<Filter<T::Unit>>,
    sink: Sink,
    /// The encoding of the only input, if it was detected before.
    pub(super) detected: Option<Detected>,
    /// If the target is a legacy encoding.
    pub(super) exit: Option<Exit<S, T>>,
    tell: Tell<'p>,
}

/// Why the transcoder stopped, or the encoder after it.
pub(super) enum Stop {
    Failed(Failure),
    /// A code point that the encoder does not have, by its offset for the transcoder.
    Lost(u64, Lost, Excerpt),
}

impl Stop {
    /// Returns the offset for the transcoder.
    pub(super) fn offset(&self) -> u64 {
        match self {
            Stop::Failed(failure) => failure.offset(),
            Stop::Lost(offset, ..) => *offset,
        }
    }
}

/// Takes the report on an input that is complete.
pub(super) type Tell<'p> = &'p mut dyn FnMut(InputReport);

impl<'p, S: SourceCodec, T: Target> Session<'p, S, T> {
    /// Creates a conversion into `target`, or into the frame around it.
    pub(super) fn open(
        plan: &'p Plan,
        target: T,
        output: Output,
        status: &'p mut Status,
        tell: Tell<'p>,
    ) -> Result<Self, CommandError> {
        let target = target.unframed();
        let frame = match plan.to {
            Side::Encoding(to) => to.as_frame(),
            _ => None,
        };
        Ok(Session {
            plan,
            pending_reports: PendingReports::default(),
            status,
            target,
            transcoder: None,
            room: vec![T::Unit::default(); ROOM],
            line_ends: Filter::new(target, plan.line_ends)?,
            sink: Sink::new(output, frame)?,
            detected: None,
            exit: Exit::of(plan.to),
            tell,
        })
    }

    /// Converts inputs, finishes the output and reports.
    pub(super) fn run(mut self, sources: &[InputSource]) -> Result<Change, CommandError> {
        let flow = self.convert_all(sources);
        self.end_run(flow)
    }

    /// Converts an input that is open.
    pub(super) fn run_one(mut self, input: Input) -> Result<Change, CommandError> {
        self.pending_reports.begin(input.source());
        let flow = match self.convert(input) {
            Ok(ControlFlow::Continue(())) => self.complete(),
            other => other,
        };
        self.end_run(flow)
    }

    fn end_run(mut self, flow: Result<ControlFlow<()>, CommandError>) -> Result<Change, CommandError> {
        if let Ok(ControlFlow::Break(())) = flow {
            self.put_end()?;
        }
        let Session { plan, mut pending_reports, status, sink, tell, .. } = self;
        let keeps_what_was_written = sink.keeps_what_was_written();
        let has_stopped = !matches!(flow, Ok(ControlFlow::Continue(())));
        let result = match flow {
            Ok(ControlFlow::Continue(())) => sink.finish(),
            Ok(ControlFlow::Break(())) => sink.abandon().map(|()| Change::None),
            Err(trouble) => Err(trouble),
        };
        // Machines need the input at which an I/O error occurred; for people the message names it.
        let message = match &result {
            Err(CommandError::Failed(message) | CommandError::Left(message)) if plan.json => Some(message),
            _ => None,
        };
        if let Some(message) = message {
            pending_reports.broken(message);
        }
        while let Some(mut report) = pending_reports.take() {
            if (has_stopped || result.is_err()) && !keeps_what_was_written {
                report.written = 0;
            }
            status.raise(report.status(self.plan));
            if result.is_ok() || message.is_some() {
                tell(report);
            }
        }
        result
    }

    fn convert_all(&mut self, sources: &[InputSource]) -> Result<ControlFlow<()>, CommandError> {
        for (k, source) in sources.iter().enumerate() {
            let waiting = self.transcoder.as_ref().and_then(|(_, transcoder)| transcoder.waiting_input());
            // Reports are printed before the end of the run only if their output is kept even if the run
            // stops.
            while self.sink.keeps_what_was_written()
                && let Some(report) = self.pending_reports.take_settled(waiting)
            {
                self.status.raise(report.status(self.plan));
                (self.tell)(report);
            }
            let mut input = match Input::open(source) {
                Ok(input) => input,
                Err(trouble) => {
                    self.pending_reports.begin(source);
                    return Err(trouble);
                }
            };
            if self.plan.replace_options.preserve_times
                && let Err(trouble) = self.sink.keep_times_of(&input)
            {
                self.pending_reports.begin(source);
                return Err(trouble);
            }
            self.pending_reports.begin(input.source());
            let flow = match self.contradicts(&mut input, k == 0)? {
                true => ControlFlow::Break(()),
                false => self.convert(input)?,
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        self.complete()
    }

    /// Notes how the beginning of an input contradicts the encoding that was named. Returns `true` if that
    /// stops the run.
    fn contradicts(&mut self, input: &mut Input, is_first: bool) -> Result<bool, CommandError> {
        if self.plan.is_forced {
            return Ok(false);
        }
        let found = guard::at_front(self.plan, input, is_first, self.sink.is_stream())?;
        Ok(self.stops_at(found))
    }

    /// Notes that an input which a fallback reads as single bytes is partly UTF-8. Returns `true` if that
    /// stops the run.
    pub(super) fn contradicts_fallback(&mut self, input: &mut Input) -> Result<bool, CommandError> {
        if self.plan.is_forced {
            return Ok(false);
        }
        let found = guard::of_fallback(self.plan.from, input)?;
        Ok(found.is_some() && self.stops_at(found))
    }

    /// Returns `true` if the output is a stream.
    pub(super) fn is_stream(&self) -> bool {
        self.sink.is_stream()
    }

    /// Notes a contradiction. Returns `true` if that stops the run: a file is not written then. What goes to a
    /// stream is converted nevertheless, unless all must be right, or no encoding was named.
    pub(super) fn stops_at(&mut self, found: Option<Contradiction>) -> bool {
        let report = self.pending_reports.current();
        match found {
            Some(found)
                if !self.sink.is_stream() || self.plan.fails_on_loss || self.plan.from == Side::Auto =>
            {
                report.failed = Some((Failed::Contradicted(found), Excerpt::default()));
                true
            }
            found => {
                report.warning = found;
                false
            }
        }
    }

    /// Converts an input whose report has begun.
    fn convert(&mut self, mut input: Input) -> Result<ControlFlow<()>, CommandError> {
        let before = self.sink.written();
        let head = match self.plan.from {
            Side::CodePoints => vec![],
            _ => input.front(declared::HEAD)?,
        };
        let flow = S::feed(self, &mut input)?;
        let written = self.sink.written() - before;
        let report = self.pending_reports.current();
        report.written = written;
        let from = report.detected.map_or(self.plan.from, |found| found.side);
        report.declared = Declared::wrong(&head, from, self.plan.to);
        Ok(flow)
    }

    /// Writes the pending code point, and the bytes around the text.
    fn complete(&mut self) -> Result<ControlFlow<()>, CommandError> {
        let before = self.sink.written();
        if let ControlFlow::Break(stop) = self.push(&[], End::All, &Nowhere)? {
            self.stopped(stop, &Nowhere)?;
            return Ok(ControlFlow::Break(()));
        }
        self.put_end()?;
        if let Err(code_points) = self.sink.complete()? {
            self.pending_reports.current().failed = Some((Failed::Frame(code_points), Excerpt::default()));
            return Ok(ControlFlow::Break(()));
        }
        self.pending_reports.current().written += self.sink.written() - before;
        Ok(ControlFlow::Continue(()))
    }

    /// Begins an input that is read with `source`.
    pub(super) fn begin(&mut self, source: S) -> Result<(), CommandError> {
        match &mut self.transcoder {
            Some((before, transcoder)) if *before == source => {
                transcoder.next_input();
                return Ok(());
            }
            _ => {}
        }
        let on_error = if self.exit.is_some() { OnError::Strict } else { self.plan.options.on_error };
        let conversion = Conversion::new(source, self.target, Options { on_error, ..self.plan.options });
        let transcoder = conversion.and_then(|conversion| conversion.transcoder());
        let mut transcoder = transcoder.map_err(|undefined| CommandError::Failed(undefined.to_string()))?;
        if self.transcoder.is_some() {
            // Only a fallback comes here, and in its text nothing is pending between inputs. The output
            // already has its BOM.
            transcoder.push(&[], &mut self.room, false);
        } else if self.plan.bom == Bom::Add {
            self.put_units(&mark::of(self.target).unwrap_or_default())?;
        }
        self.transcoder = Some((source, transcoder));
        self.pending_reports.begin_transcoder();
        Ok(())
    }

    /// Returns the transcoder.
    ///
    /// # Panics
    ///
    /// If no input has begun.
    pub(super) fn transcoder(&self) -> &Transcoder<S, T> {
        &self.transcoder.as_ref().expect(BEGUN).1
    }

    /// Converts a piece of the current input.
    pub(super) fn push(
        &mut self,
        units: &[S::Unit],
        end: End,
        locate: &dyn Locate,
    ) -> Result<ControlFlow<Stop>, CommandError> {
        let mut at = 0;
        loop {
            let (source, transcoder) = self.transcoder.as_mut().expect(BEGUN);
            if let Some(exit) = &mut self.exit {
                exit.begin(*source, transcoder);
            }
            let (pending_reports, sink) = (&mut self.pending_reports, &mut self.sink);
            let mut observer = SessionObserver { pending_reports, sink, plan: self.plan, locate };
            let (progress, step) = transcoder.push_observed(&units[at..], &mut self.room, end, &mut observer);
            let before = at;
            at += progress.read;
            if self.exit.is_some() {
                let flow = self.put_legacy(progress.written, &units[before..], end, locate)?;
                if flow.is_break() {
                    return Ok(flow);
                }
            } else {
                self.put(progress.written)?;
            }
            if end != End::No
                && let Some(exit) = &mut self.exit
                && matches!(step, Step::Done | Step::NeedInput)
                && let Some(stop) = exit.replace_run(self.plan, &mut self.pending_reports, &mut self.sink)?
            {
                return Ok(ControlFlow::Break(stop));
            }
            let failure = match step {
                Step::OutputFull { .. } => continue,
                Step::IllFormed(error) => match self.absorbs(error, locate)? {
                    ControlFlow::Continue(true) => continue,
                    ControlFlow::Continue(false) => Failure::IllFormed(error),
                    ControlFlow::Break(stop) => return Ok(ControlFlow::Break(stop)),
                },
                Step::Unencodable(lost) => Failure::Unencodable(lost),
                _ => return Ok(ControlFlow::Continue(())),
            };
            return Ok(ControlFlow::Break(Stop::Failed(failure)));
        }
    }

    /// Writes the first units of the buffer.
    fn put(&mut self, written: usize) -> Result<(), CommandError> {
        let units = &self.room[..written];
        match &mut self.line_ends {
            Some(filter) => T::put(filter.pass(units), &mut self.sink),
            None => T::put(units, &mut self.sink),
        }
    }

    /// Writes units that every target has.
    fn put_units(&mut self, units: &[T::Unit]) -> Result<(), CommandError> {
        match &mut self.exit {
            Some(exit) => exit.put_units(units, &mut self.sink),
            None => T::put(units, &mut self.sink),
        }
    }

    /// Writes what is held back until the end of the text.
    fn put_end(&mut self) -> Result<(), CommandError> {
        if let Some(filter) = &mut self.line_ends {
            let units = filter.finish().to_vec();
            self.put_units(&units)?;
        }
        self.exit.as_mut().map_or(Ok(()), |exit| exit.finish(&mut self.sink))
    }

    /// Encodes the first units of the buffer. `units` are those that they were converted from.
    fn put_legacy(
        &mut self,
        written: usize,
        units: &[S::Unit],
        end: End,
        locate: &dyn Locate,
    ) -> Result<ControlFlow<Stop>, CommandError> {
        let Some(exit) = &mut self.exit else { return Ok(ControlFlow::Continue(())) };
        let output = &self.room[..written];
        let output = self.line_ends.as_mut().map_or(output, |filter| filter.pass(output));
        let step = exit::Step { units, end, written: &self.room[..written], output };
        exit.put(self.plan, &step, locate, &mut self.pending_reports, &mut self.sink)
    }

    /// Replaces an ill-formed subsequence before a legacy encoder, unless the policy is to stop.
    fn absorbs(
        &mut self,
        error: Error,
        locate: &dyn Locate,
    ) -> Result<ControlFlow<Stop, bool>, CommandError> {
        let (Some(exit), Some((_, transcoder))) = (&mut self.exit, &mut self.transcoder) else {
            return Ok(ControlFlow::Continue(false));
        };
        let input = transcoder.failed_input();
        let flow =
            exit.replace(self.plan, error, input, locate, &mut self.pending_reports, &mut self.sink)?;
        if matches!(flow, ControlFlow::Continue(true)) {
            transcoder.resume();
        }
        Ok(flow)
    }

    /// Notes that the current input has ended at `end`, and that `shift` must be added to its last offsets.
    pub(super) fn end(&mut self, shift: u64, end: u64) {
        self.pending_reports.end(shift, end);
    }

    /// Determines what will become of the end of the current input, which has ended, if the next input does
    /// not complete its last sequence. `complete` looks up lines and columns.
    pub(super) fn foresee(&mut self, locate: &dyn Locate, complete: impl FnOnce(&mut InputReport)) {
        let (plan, mut events) = (self.plan, vec![]);
        let mut ahead = self.transcoder().clone();
        let mut room = [T::Unit::default(); 64];
        let (_, step) = ahead.push_observed(&[], &mut room, End::All, &mut |event: Event| match event.kind {
            EventKind::Joined(_) if !plan.joined_is_loss => {}
            EventKind::IllFormed(error)
                if plan.options.pass_reserved && error.kind() == ErrorKind::Reserved => {}
            kind => events.push((kind, matches!(kind, EventKind::Joined(_)))),
        });
        let failure = match step {
            Step::IllFormed(error) => Some(Failure::IllFormed(error)),
            Step::Unencodable(lost) => Some(Failure::Unencodable(lost)),
            _ => None,
        };
        let failure = failure.map(|failure| (failure, self.is_joined(failure)));
        self.pending_reports.foresee(&events, failure, locate, complete);
    }

    /// Returns `true` if the run was stopped by a pair that the target would join.
    fn is_joined(&self, failure: Failure) -> bool {
        let is_lead =
            matches!(failure, Failure::Unencodable(lost) if matches!(lost.code_point(), 0xD800..=0xDBFF));
        self.plan.options.pairs == Pairs::Error && self.target.info().pairing == PairingRule::Fuses && is_lead
    }

    /// Notes that the transcoder, or the encoder after it, has stopped.
    pub(super) fn stopped(&mut self, stop: Stop, locate: &dyn Locate) -> Result<(), CommandError> {
        let failure = match stop {
            Stop::Failed(failure) => failure,
            Stop::Lost(_, lost, excerpt) => {
                self.pending_reports.current().failed = Some((Failed::Unencodable(lost), excerpt));
                return Ok(());
            }
        };
        let (input, is_joined) = (self.transcoder().failed_input(), self.is_joined(failure));
        self.pending_reports.stopped(failure, is_joined, input, locate);
        if let Failure::IllFormed(_) = failure { self.write_waiting() } else { Ok(()) }
    }

    /// Notes that the current input is ill-formed. Everything before the error is written, including a
    /// pending code point.
    pub(super) fn stopped_by(&mut self, failed: Failed, excerpt: Excerpt) -> Result<(), CommandError> {
        self.pending_reports.current().failed = Some((failed, excerpt));
        self.write_waiting()
    }

    /// Writes the code point that was pending when the run stopped.
    fn write_waiting(&mut self) -> Result<(), CommandError> {
        let Some((_, transcoder)) = &mut self.transcoder else {
            return Ok(()); // nothing came before
        };
        transcoder.next_input();
        let (progress, _) = transcoder.push(&[], &mut self.room, true);
        if self.exit.is_some() {
            return self.put_legacy(progress.written, &[], End::All, &Nowhere).map(drop);
        }
        self.put(progress.written)
    }
}

/// Enters what policies absorb: as events while the lists of a report are not full, and then as numbers.
struct SessionObserver<'s> {
    pending_reports: &'s mut PendingReports,
    sink: &'s mut Sink,
    plan: &'s Plan,
    locate: &'s dyn Locate,
}

impl Observer for SessionObserver<'_> {
    fn event(&mut self, event: Event) {
        let SessionObserver { pending_reports, sink, plan, locate } = self;
        sink.note(event, plan.options);
        match event.kind {
            EventKind::IllFormed(error)
                if plan.options.pass_reserved && error.kind() == ErrorKind::Reserved =>
            {
                pending_reports.passed(event.input);
            }
            EventKind::IllFormed(error) => pending_reports.ill_formed(error, event.input, *locate),
            EventKind::Unencodable(lost) => pending_reports.lost(lost, false, event.input, *locate),
            EventKind::Joined(lost) if plan.joined_is_loss => {
                pending_reports.lost(lost, true, event.input, *locate);
            }
            _ => {}
        }
    }

    fn counted(&mut self, counts: Counts, input: u64) {
        self.pending_reports.counted(counts, input);
    }

    fn demand(&self) -> Demand {
        self.pending_reports.demand()
    }
}

/// Offsets after the end of all inputs.
struct Nowhere;

impl Locate for Nowhere {
    fn part(&self, offset: u64, length: u64) -> (u64, u64) {
        (offset, length)
    }

    fn excerpt(&self, _offset: u64, _length: u64) -> Excerpt {
        Excerpt::default()
    }
}
