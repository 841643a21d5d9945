//! Inputs of code points as text.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use placemat::CodePoint;
use placemat::form::Ucs4Units;
use placemat::stream::End;
use placemat::{ErrorKind, OnError};

use super::input_report::{Failed, Finding, Locate};
use super::session::{Session, SourceCodec, Stop};
use super::sink::Target;
use crate::code_points::{Reader, Token};
use crate::input::{CHUNK, Input};
use crate::show::Excerpt;
use crate::status::CommandError;

/// How many code points go to the transcoder at a time.
const BATCH: usize = 16 * 1024;

impl SourceCodec for Ucs4Units {
    fn feed<T: Target>(
        session: &mut Session<'_, Self, T>,
        input: &mut Input,
    ) -> Result<ControlFlow<()>, CommandError> {
        session.begin(Ucs4Units)?;
        let (mut feeder, mut chunk) = (Feeder::new(session), vec![0; CHUNK]);
        loop {
            let n = input.read(&mut chunk)?;
            feeder.session.plan.progress.advance(n);
            let mut piece = &chunk[..n];
            while let Some(token) = feeder.reader.next(&mut piece) {
                if feeder.take(token)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            // What has arrived is converted before waiting for more.
            let end = if n == 0 { End::Input } else { End::No };
            if feeder.flush(end)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if n == 0 {
                break;
            }
        }
        feeder.finish();
        Ok(ControlFlow::Continue(()))
    }
}

/// The tokens of one input on their way to the transcoder.
struct Feeder<'s, 'p, T: Target> {
    session: &'s mut Session<'p, Ucs4Units, T>,
    reader: Reader,
    batch: Vec<u32>,
    /// The offsets of the tokens of the batch, in bytes.
    starts: Vec<u64>,
    /// The index of the current token.
    index: u64,
    indices: Indices,
    /// Under `replace-run`: the first of the invalid tokens before this one, and their number.
    run: Option<(Finding, Excerpt)>,
}

impl<'s, 'p, T: Target> Feeder<'s, 'p, T> {
    fn new(session: &'s mut Session<'p, Ucs4Units, T>) -> Self {
        Feeder {
            session,
            reader: Reader::default(),
            batch: Vec::with_capacity(BATCH),
            starts: Vec::with_capacity(BATCH),
            index: 0,
            indices: Indices::default(),
            run: None,
        }
    }

    fn take(&mut self, token: Token) -> Result<ControlFlow<()>, CommandError> {
        let flow = match token {
            Token::CodePoint(code_point) => self.take_code_point(code_point)?,
            Token::Other => self.take_other()?,
        };
        self.reader.skip_token();
        self.index += 1;
        Ok(flow)
    }

    fn take_code_point(&mut self, code_point: u32) -> Result<ControlFlow<()>, CommandError> {
        if self.close_run()?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        self.batch.push(code_point);
        self.starts.push(self.reader.start());
        if self.batch.len() == BATCH { self.convert(End::No) } else { Ok(ControlFlow::Continue(())) }
    }

    fn take_other(&mut self) -> Result<ControlFlow<()>, CommandError> {
        if self.convert(End::No)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let (bytes, len) = self.reader.shown();
        let excerpt = Excerpt::new(bytes, len);
        let finding = Finding { offset: self.index, length: 1, kind: ErrorKind::NotACodePoint, spot: None };
        match self.session.plan.options.on_error {
            OnError::Skip => {
                self.indices.shift(self.session.transcoder().offset(), 1);
                self.session.pending_reports.found(finding, &excerpt);
                Ok(ControlFlow::Continue(()))
            }
            OnError::ReplaceRun => {
                match &mut self.run {
                    Some((run, _)) => run.length += 1,
                    None => self.run = Some((finding, excerpt)),
                }
                Ok(ControlFlow::Continue(()))
            }
            OnError::Replace | OnError::ReplaceByte => self.replace(finding, &excerpt),
            _ => {
                self.session.pending_reports.current().read = self.reader.start();
                self.session.stopped_by(Failed::IllFormed(finding), excerpt)?;
                Ok(ControlFlow::Break(()))
            }
        }
    }

    fn close_run(&mut self) -> Result<ControlFlow<()>, CommandError> {
        match self.run.take() {
            Some((finding, excerpt)) => self.replace(finding, &excerpt),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    /// Writes one U+FFFD for invalid tokens.
    fn replace(&mut self, finding: Finding, excerpt: &Excerpt) -> Result<ControlFlow<()>, CommandError> {
        self.batch.push(CodePoint::REPLACEMENT.to_u32());
        self.starts.push(self.reader.start());
        let flow = self.convert(End::No)?;
        self.indices.shift(self.session.transcoder().offset(), finding.length - 1);
        if flow.is_continue() {
            self.session.pending_reports.found(finding, excerpt);
        }
        Ok(flow)
    }

    /// Converts the batch. At the end of the input, this includes its last token.
    fn flush(&mut self, end: End) -> Result<ControlFlow<()>, CommandError> {
        if end != End::No {
            if let Some(token) = self.reader.finish()
                && self.take(token)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
            if self.close_run()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.convert(end)
    }

    fn convert(&mut self, end: End) -> Result<ControlFlow<()>, CommandError> {
        let first = self.session.transcoder().offset();
        let flow = self.session.push(&self.batch, end, &self.indices)?;
        if let ControlFlow::Break(stop) = flow {
            self.session.pending_reports.current().read = self.start_of(&stop, first);
            self.session.stopped(stop, &self.indices)?;
            return Ok(ControlFlow::Break(()));
        }
        self.batch.clear();
        self.starts.clear();
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the offset of the text of a code point of the batch, in bytes.
    fn start_of(&self, stop: &Stop, first: u64) -> u64 {
        let at = stop.offset().min(self.session.transcoder().offset());
        let index = usize::try_from(at.saturating_sub(first)).unwrap_or(usize::MAX);
        self.starts.get(index).copied().unwrap_or_else(|| self.reader.start())
    }

    fn finish(self) {
        self.session.pending_reports.current().read = self.reader.start();
        let last = self.session.transcoder().offset().saturating_sub(1);
        self.session.end(self.indices.shift_at(last), self.index);
    }
}

/// Translates indices of the transcoder's code points to indices of tokens.
#[derive(Debug, Default)]
struct Indices {
    /// From which index on, and how much is to be added.
    shifts: VecDeque<(u64, u64)>,
}

impl Indices {
    /// More code points than are ever pending in the transcoder.
    const KEPT: usize = 8;

    fn shift(&mut self, from: u64, by: u64) {
        if by == 0 {
            return;
        }
        let before = self.shift_at(from);
        match self.shifts.back_mut() {
            Some(last) if last.0 == from => last.1 += by,
            _ => self.shifts.push_back((from, before + by)),
        }
        if self.shifts.len() > Self::KEPT {
            self.shifts.pop_front();
        }
    }

    fn shift_at(&self, index: u64) -> u64 {
        self.shifts.iter().rev().find(|(from, _)| *from <= index).map_or(0, |(_, by)| *by)
    }

    fn index(&self, index: u64) -> u64 {
        index + self.shift_at(index)
    }
}

impl Locate for Indices {
    fn part(&self, offset: u64, length: u64) -> (u64, u64) {
        let first = self.index(offset);
        (first, self.index(offset + length - 1) + 1 - first)
    }

    fn excerpt(&self, _offset: u64, _length: u64) -> Excerpt {
        Excerpt::default()
    }
}
