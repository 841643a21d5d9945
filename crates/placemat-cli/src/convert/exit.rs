//! Conversions to legacy encodings: the encoder after the transcoder.

use std::ops::ControlFlow;

use placemat::form::Unit;
use placemat::stream::End;
use placemat::{Codec, Error, ErrorKind, OnError, OnUnencodable, Status, Transcoder};

use super::Plan;
use super::input_report::{Finding, Locate, Lost, PendingReports};
use super::session::Stop;
use super::sink::Sink;
use crate::legacy::Outlet;
use crate::names::Side;
use crate::show::Excerpt;
use crate::status::CommandError;

/// What replaces an ill-formed subsequence.
const REPLACEMENT: u32 = 0xFFFD;

/// The encoder after the transcoder, which is strict. Ill-formed subsequences are replaced here, because only
/// the encoder knows whether it has the substitute.
pub(super) struct Exit<S: Codec, T: Codec> {
    outlet: Outlet,
    /// The transcoder before the last step, from which offsets are found out.
    before: Option<Transcoder<S, T>>,
    /// Under `replace-run`: adjacent ill-formed subsequences that are not replaced yet.
    run: Option<Replaced>,
    /// How many units of the transcoder are a unit of the source.
    unit: u64,
}

/// Adjacent ill-formed subsequences.
struct Replaced {
    /// Where they begin and end for the transcoder.
    at: u64,
    end: u64,
    finding: Finding,
    excerpt: Excerpt,
}

/// One step of the transcoder.
pub(super) struct Step<'a, S: Codec, T: Codec> {
    /// What it was given.
    pub(super) units: &'a [S::Unit],
    pub(super) end: End,
    /// What it wrote.
    pub(super) written: &'a [T::Unit],
    /// What it wrote, with the line ends that are requested.
    pub(super) output: &'a [T::Unit],
}

impl<S: Codec, T: Codec<Unit: Default>> Exit<S, T> {
    /// Returns the encoder of a side, if that is a legacy encoding.
    pub(super) fn of(to: Side) -> Option<Self> {
        let Side::Legacy(legacy) = to else { return None };
        Some(Exit { outlet: Outlet::new(legacy), before: None, run: None, unit: 1 })
    }

    /// Keeps the transcoder before a step.
    pub(super) fn begin(&mut self, source: S, transcoder: &Transcoder<S, T>) {
        self.before = Some(transcoder.clone());
        self.unit = if size_of::<S::Unit>() == 1 { source.info().width as u64 } else { 1 };
    }

    /// Encodes units that the encoding has.
    pub(super) fn put_units(&mut self, units: &[T::Unit], sink: &mut Sink) -> Result<(), CommandError> {
        let code_points: Vec<u32> = units.iter().map(|unit| unit.to_u32()).collect();
        self.outlet.put(&code_points, |bytes| sink.write(bytes)).map(drop)
    }

    /// Writes the bytes that end the text.
    pub(super) fn finish(&mut self, sink: &mut Sink) -> Result<(), CommandError> {
        sink.write(self.outlet.finish())
    }

    /// Encodes the output of a step, and applies the policy to what the encoding does not have.
    pub(super) fn put(
        &mut self,
        plan: &Plan,
        step: &Step<'_, S, T>,
        locate: &dyn Locate,
        pending_reports: &mut PendingReports,
        sink: &mut Sink,
    ) -> Result<ControlFlow<Stop>, CommandError> {
        if !step.written.is_empty()
            && let Some(stop) = self.replace_run(plan, pending_reports, sink)?
        {
            return Ok(ControlFlow::Break(stop));
        }
        let code_points: Vec<u32> = step.output.iter().map(|unit| unit.to_u32()).collect();
        pending_reports.current().altered += self.outlet.count_altered(&code_points);
        let (mut from, mut replay) = (0, None);
        while let Some(place) = self.outlet.put(&code_points[from..], |bytes| sink.write(bytes))? {
            let at = from + place;
            from = at + 1;
            let code_point = code_points[at];
            let is_listed = is_strict(plan) || pending_reports.demand().unencodable;
            let lost = is_listed.then(|| {
                let replay = replay.get_or_insert_with(|| Replay::new(self.before.clone(), step));
                let (at, len) = replay.source_of(raw_index(step, at));
                (at, locate.part(at, len), locate.excerpt(at, len))
            });
            if let Some(stop) = self.lose(plan, code_point, lost, pending_reports, sink)? {
                return Ok(ControlFlow::Break(stop));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Applies the policy to a code point that the encoding does not have. `source` is its offset for the
    /// transcoder, its part of the input and the bytes there, if it is listed. Returns the reason to stop.
    fn lose(
        &mut self,
        plan: &Plan,
        code_point: u32,
        source: Option<(u64, (u64, u64), Excerpt)>,
        pending_reports: &mut PendingReports,
        sink: &mut Sink,
    ) -> Result<Option<Stop>, CommandError> {
        if let Some((at, (offset, length), excerpt)) = source {
            let lost = Lost { offset, length, code_point, is_joined: false, spot: None };
            if is_strict(plan) {
                return Ok(Some(Stop::Lost(at, lost, excerpt)));
            }
            pending_reports.lost_one(lost, excerpt);
        } else {
            pending_reports.current().unencodable.count += 1;
        }
        let substitute = match plan.options.on_unencodable {
            OnUnencodable::EscapeRust => format!("\\u{{{code_point:X}}}"),
            OnUnencodable::EscapeXml => format!("&#x{code_point:X};"),
            _ => "?".to_owned(),
        };
        let substitute: Vec<u32> = substitute.chars().map(u32::from).collect();
        self.outlet.put(&substitute, |bytes| sink.write(bytes))?;
        Ok(None)
    }

    /// Replaces an ill-formed subsequence by the policy. Returns `false` if the policy is to stop.
    pub(super) fn replace(
        &mut self,
        plan: &Plan,
        error: Error,
        input: u64,
        locate: &dyn Locate,
        pending_reports: &mut PendingReports,
        sink: &mut Sink,
    ) -> Result<ControlFlow<Stop, bool>, CommandError> {
        let (start, end) = (error.offset(), error.offset() + error.len());
        let is_written = match plan.options.on_error {
            OnError::ReplaceRun => {
                let (offset, length) = locate.part(start, error.len());
                let excerpt = locate.excerpt(start, error.len());
                if let Some(run) = self.run.as_mut().filter(|run| run.end == start) {
                    run.end = end;
                    run.finding.length += length;
                    run.excerpt.join(&excerpt);
                    return Ok(ControlFlow::Continue(true));
                }
                if let Some(stop) = self.replace_run(plan, pending_reports, sink)? {
                    return Ok(ControlFlow::Break(stop));
                }
                let finding = Finding { offset, length, kind: error.kind(), spot: None };
                self.run = Some(Replaced { at: start, end, finding, excerpt });
                return Ok(ControlFlow::Continue(true));
            }
            OnError::Replace | OnError::ReplaceByte => true,
            OnError::Skip => false,
            _ => return Ok(ControlFlow::Continue(false)),
        };
        let each = if plan.options.on_error == OnError::ReplaceByte { self.unit } else { error.len() };
        for offset in (start..end).step_by(usize::try_from(each).unwrap_or(usize::MAX)) {
            // What follows the first unit of an incomplete sequence does not begin one.
            let kind = if offset == start { error.kind() } else { ErrorKind::StrayTrail };
            let each = each.min(end - offset);
            if is_written && self.outlet.put(&[REPLACEMENT], |bytes| sink.write(bytes))?.is_some() {
                let is_listed = is_strict(plan) || pending_reports.demand().unencodable;
                let place = || (offset, locate.part(offset, each), locate.excerpt(offset, each));
                if let Some(stop) =
                    self.lose(plan, REPLACEMENT, is_listed.then(place), pending_reports, sink)?
                {
                    return Ok(ControlFlow::Break(stop));
                }
            }
            pending_reports.found_in(kind, offset, each, input, locate);
        }
        Ok(ControlFlow::Continue(true))
    }

    /// Replaces adjacent ill-formed subsequences, if there are any. Returns the reason to stop.
    pub(super) fn replace_run(
        &mut self,
        plan: &Plan,
        pending_reports: &mut PendingReports,
        sink: &mut Sink,
    ) -> Result<Option<Stop>, CommandError> {
        let Some(Replaced { at, finding, excerpt, .. }) = self.run.take() else { return Ok(None) };
        if self.outlet.put(&[REPLACEMENT], |bytes| sink.write(bytes))?.is_some() {
            let place = (at, (finding.offset, finding.length), excerpt.clone());
            let stop = self.lose(plan, REPLACEMENT, Some(place), pending_reports, sink)?;
            if stop.is_some() {
                return Ok(stop);
            }
        }
        pending_reports.found(finding, &excerpt);
        Ok(None)
    }
}

/// Returns `true` if the run stops at a code point that the encoding does not have.
fn is_strict(plan: &Plan) -> bool {
    !matches!(
        plan.options.on_unencodable,
        OnUnencodable::Replace
            | OnUnencodable::ReplaceQmark
            | OnUnencodable::EscapeRust
            | OnUnencodable::EscapeXml
    )
}

/// Returns the index of a code point that the encoding does not have in what the transcoder wrote.
fn raw_index<S: Codec, T: Codec>(step: &Step<'_, S, T>, at: usize) -> usize {
    let ends_line = |unit: &&T::Unit| matches!(unit.to_u32(), 0xA | 0xD);
    let before = step.output[..at].iter().filter(|unit| !ends_line(unit)).count();
    let others = step.written.iter().enumerate().filter(|(_, unit)| !ends_line(unit));
    others.map(|(place, _)| place).nth(before).unwrap_or(at)
}

/// A step that is repeated in parts, to find out from which units of the source its output came.
struct Replay<'a, S: Codec, T: Codec> {
    transcoder: Option<Transcoder<S, T>>,
    units: &'a [S::Unit],
    end: End,
    /// How many units were written.
    at: usize,
    room: Vec<T::Unit>,
}

impl<'a, S: Codec, T: Codec<Unit: Default>> Replay<'a, S, T> {
    fn new(transcoder: Option<Transcoder<S, T>>, step: &Step<'a, S, T>) -> Self {
        let room = vec![T::Unit::default(); step.written.len()];
        Replay { transcoder, units: step.units, end: step.end, at: 0, room }
    }

    /// Returns the offset and length, for the transcoder, of what became a code point of the output. Indices
    /// must ascend.
    fn source_of(&mut self, index: usize) -> (u64, u64) {
        let start = self.advance_to(index);
        (start, self.advance_to(index + 1).saturating_sub(start).max(1))
    }

    fn advance_to(&mut self, index: usize) -> u64 {
        let Some(transcoder) = &mut self.transcoder else { return 0 };
        if let Some(count) = index.checked_sub(self.at).filter(|count| *count > 0) {
            let (progress, status) = transcoder.push(self.units, &mut self.room[..count], self.end);
            self.units = &self.units[progress.read..];
            self.at = index;
            if let Status::IllFormed(error) = status {
                return error.offset();
            }
        }
        transcoder.offset()
    }
}
