//! Conversion in pieces, without input or output of its own.
//!
//! One step reads one item from the front of the input — a code point, or an ill-formed part — and carries it through
//! to the output, or changes nothing. Between steps, runs of well-formed text go through the codecs' accelerators.
//! So errors, policies, seams and the ends of buffers live here, and only here.
//!
//! What does not depend on how the input is cut: the text, the events and their offsets. A viable prefix at the end of
//! a piece is kept (at most [`PENDING`] units); an error whose end is not seen yet is kept as a count.

mod ill_formed;
mod inputs;
mod measured;
mod null;
mod output;
mod run;

use core::fmt;

use run::Pace;

use super::event::{Counts, End, Event, Progress, Status};
use super::observer::{Every, Observer, Unobserved};
use crate::codec::{Codec, Facts};
use crate::error::{Error, Failure};
use crate::form::from_private_use;
use crate::options::Options;
use crate::policy::{Endian, OnUnencodable};
use crate::table::{Decoded, NotDecoded, Table};
use crate::unit::Unit;

/// Input units that may wait for more: the magic number less one, a pair less one, twelve bytes of doubly encoded text.
pub(crate) const PENDING: usize = 16;
/// Code points that may wait for what follows: a lead surrogate, or three escapes under `strict-roundtrip`.
const HELD: usize = 3;
/// The longest escape, `&#x8421109F;` in UTF-32.
const ESCAPE: usize = 48;

/// A conversion under way: give it input and room for output, in pieces of any size.
///
/// ```
/// use placemat::{form::{Utf8, Utf16}, Conversion, Options, Status};
/// let mut transcoder = Conversion::new(Utf8, Utf16, Options::default()).unwrap().transcoder().unwrap();
/// let mut out = [0; 4];
/// let (progress, status) = transcoder.push(b"a\xE2\x82", &mut out, false);
/// assert_eq!((progress.read, progress.written, status), (3, 1, Status::NeedInput));
/// let (progress, status) = transcoder.push(b"\xAC", &mut out[1..], true);
/// assert_eq!((progress.read, progress.written, status), (1, 1, Status::Done));
/// assert_eq!(out[..2], [0x61, 0x20AC]);
/// ```
#[derive(Clone)]
pub struct Transcoder<S: Codec, T: Codec> {
    /// The source as it was before a mark told its byte order.
    start: S,
    target: T,
    mark: &'static [T::Unit],
    from: &'static Facts,
    to: &'static Facts,
    refusing: Option<&'static Table>,
    options: Options,
    pace: Pace,
    stage: Stage,
    reading: Reading<S>,
    writing: Writing,
    counts: Counts,
    /// An earlier input that ended in a lead surrogate, until the next one shows whether a trail surrogate follows.
    cut: Option<Reading<S>>,
    /// The input that the failure is in.
    failed_input: u64,
}

/// How far an input has been read.
#[derive(Clone, Copy)]
struct Reading<S: Codec> {
    /// In the byte order that a mark determined.
    source: S,
    pending: [S::Unit; PENDING],
    pending_len: usize,
    /// How many inputs came before this one.
    input: u64,
    /// The offset of the first unit that is not carried through yet.
    offset: u64,
    open: Option<Open>,
    /// Units of an ill-formed part that are still to be carried one by one.
    bytewise: u64,
    /// A reserved sequence that is being copied, as far as it has been seen, and how much had been written before it.
    passing: Option<(Error, u64)>,
}

impl<S: Codec> Reading<S> {
    /// An input, from an offset on.
    #[inline]
    fn start(source: S, input: u64, offset: u64) -> Self {
        let pending = [S::Unit::default(); PENDING];
        Reading { source, pending, pending_len: 0, input, offset, open: None, bytewise: 0, passing: None }
    }

    /// Returns `true` if something of the input has been read that is not carried through.
    #[inline]
    fn waits(&self) -> bool {
        self.pending_len > 0 || self.open.is_some() || self.bytewise > 0 || self.passing.is_some()
    }
}

/// How far the output has been written.
#[derive(Clone, Copy)]
struct Writing {
    mark_due: bool,
    total_written: u64,
    /// How much had been written when the present step was tried for the first time.
    tried: Option<u64>,
    held: [Held; HELD],
    held_len: usize,
}

impl Writing {
    /// An output that already has so many units, the mark among them.
    #[inline]
    fn after(written: u64) -> Self {
        let held = [Held::default(); HELD];
        Writing { mark_due: false, total_written: written, tried: None, held, held_len: 0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Begin,
    Body,
    Finished,
    Failed(Failure),
}

/// A code point that waits for the next one.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    code_point: u32,
    /// Which of the inputs it came from.
    input: u64,
    offset: u64,
    len: u64,
}

/// An ill-formed part whose end has perhaps not been seen.
#[derive(Clone, Copy, Debug)]
struct Open {
    error: Error,
    /// More trail units that belong to it.
    absorbs: u64,
}

/// Why a step ended early.
enum Stop {
    Input,
    Full(usize),
    /// With the input that it is in.
    Failed(Failure, u64),
}

/// One call's buffers, and what observes it.
struct Io<'a, S: Codec, T: Codec, O: ?Sized> {
    input: &'a [S::Unit],
    output: &'a mut [T::Unit],
    read: usize,
    written: usize,
    end: End,
    observer: &'a mut O,
}

/// Where it is, without what it is made of.
impl<S: Codec, T: Codec> fmt::Debug for Transcoder<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transcoder")
            .field("source", &self.reading.source)
            .field("target", &self.target)
            .field("options", &self.options)
            .field("stage", &self.stage)
            .field("pending", &&self.reading.pending[..self.reading.pending_len])
            .field("offset", &self.reading.offset)
            .field("written", &self.writing.total_written)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// At the start of a stream, for codecs that are known to work in pieces.
    pub(super) fn start(source: S, target: T, options: Options) -> Self {
        let from = source.facts();
        // A target with a mark writes it, and then big-endian.
        let mark = target.mark();
        let target = target.with_order(Endian::Big);
        Transcoder {
            start: source,
            target,
            mark,
            from,
            refusing: from.refusing.filter(|_| options.refuse_surrogates),
            to: target.facts(),
            options,
            pace: Pace::default(),
            stage: Stage::Begin,
            reading: Reading::start(source, 0, 0),
            writing: Writing { mark_due: true, ..Writing::after(0) },
            counts: Counts::default(),
            cut: None,
            failed_input: 0,
        }
    }

    /// A transcoder after the head of a text, which something else has carried through. The text begins `base` units after
    /// the start of its input.
    pub(super) fn behind(source: S, target: T, options: Options, base: u64, done: Progress) -> Self {
        Transcoder {
            stage: Stage::Body,
            reading: Reading::start(source, 0, base + done.read as u64),
            writing: Writing::after(done.written as u64),
            ..Self::start(source, target, options)
        }
    }

    /// A transcoder for a text that begins so many units after the start of its input.
    pub(super) fn at(self, offset: u64) -> Self {
        Transcoder { reading: Reading { offset, ..self.reading }, ..self }
    }

    /// Converts as much of `input` as fits `output`; `end` says that no more input will come, as a `bool` or an [`End`].
    ///
    /// A sequence is never split: if the next one does not fit, nothing more is consumed and the answer is
    /// [`Status::OutputFull`] with the units needed. After [`Status::Done`] and after a failure every further call
    /// answers the same and does nothing.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf32}, Conversion, Options, Status};
    /// let mut transcoder = Conversion::new(Utf8, Utf32, Options::default()).unwrap().transcoder().unwrap();
    /// let mut out = [0; 1];
    /// let (progress, status) = transcoder.push("é!".as_bytes(), &mut out, true);
    /// assert_eq!((progress.read, out, status), (2, [0xE9], Status::OutputFull { needed: 1 }));
    /// ```
    pub fn push(
        &mut self,
        input: &[S::Unit],
        output: &mut [T::Unit],
        end: impl Into<End>,
    ) -> (Progress, Status) {
        self.advance::<false, _>(input, output, end.into(), &mut Unobserved)
    }

    /// Converts as [`push`](Transcoder::push) does, and reports every event of the policies.
    ///
    /// Text with many errors is converted faster by `push`, after which [`counts`](Transcoder::counts) has their
    /// number, and by [`push_observed`](Transcoder::push_observed) if only the first events are needed.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf16}, Conversion, End, EventKind, OnError, Options};
    /// let options = Options { on_error: OnError::Replace, ..Options::default() };
    /// let mut transcoder = Conversion::new(Utf8, Utf16, options).unwrap().transcoder().unwrap();
    /// let mut offsets = vec![];
    /// transcoder.push_with(b"a\xFFb\xE2\x82", &mut [0; 8], End::All, &mut |event| {
    ///     if let EventKind::IllFormed(error) = event.kind {
    ///         offsets.push((error.offset(), error.len()));
    ///     }
    /// });
    /// assert_eq!(offsets, [(1, 1), (3, 2)]);
    /// ```
    pub fn push_with(
        &mut self,
        input: &[S::Unit],
        output: &mut [T::Unit],
        end: End,
        report: &mut dyn FnMut(Event),
    ) -> (Progress, Status) {
        self.advance::<false, dyn Observer + '_>(input, output, end, &mut Every(report))
    }

    /// Converts as [`push`](Transcoder::push) does, with an observer. Its demand decides what kernels may replace without
    /// single events.
    ///
    /// ```
    /// use placemat::{form::Utf8, Conversion, End, First, OnError, Options};
    /// let options = Options { on_error: OnError::Replace, ..Options::default() };
    /// let mut transcoder = Conversion::new(Utf8, Utf8, options).unwrap().transcoder().unwrap();
    /// let mut events = 0;
    /// let mut first = First::new(1, |_| events += 1);
    /// transcoder.push_observed(b"a\xFFb\xFFc\xFF", &mut [0; 16], End::All, &mut first);
    /// assert_eq!(first.counts(), transcoder.counts());
    /// assert_eq!(events, 1);
    /// ```
    pub fn push_observed(
        &mut self,
        input: &[S::Unit],
        output: &mut [T::Unit],
        end: End,
        observer: &mut dyn Observer,
    ) -> (Progress, Status) {
        self.advance::<false, dyn Observer + '_>(input, output, end, observer)
    }

    pub(super) fn advance<const TRUSTS: bool, O: Observer + ?Sized>(
        &mut self,
        input: &[S::Unit],
        output: &mut [T::Unit],
        end: End,
        observer: &mut O,
    ) -> (Progress, Status) {
        let mut io = Io { input, output, read: 0, written: 0, end, observer };
        let status = match self.drive::<TRUSTS>(&mut io) {
            Ok(()) => Status::Done,
            Err(Stop::Input) => Status::NeedInput,
            Err(Stop::Full(needed)) => Status::OutputFull { needed },
            Err(Stop::Failed(failure, input)) => {
                self.stage = Stage::Failed(failure);
                self.failed_input = input;
                match failure {
                    Failure::IllFormed(error) => Status::IllFormed(error),
                    Failure::Unencodable(lost) => Status::Unencodable(lost),
                }
            }
        };
        (Progress { read: io.read, written: io.written }, status)
    }

    /// Converts a whole input, or what follows the part that something else has carried through, for a caller
    /// that drops the transcoder after this call. What the transcoder holds is given back: if the output is
    /// full, exactly those units count as read whose output is written, so that another transcoder can begin
    /// after them.
    pub(super) fn push_last(&mut self, input: &[S::Unit], output: &mut [T::Unit]) -> (Progress, Status) {
        let before = self.reading.offset;
        let (mut progress, status) = self.push(input, output, End::All);
        if !matches!(status, Status::OutputFull { .. }) {
            return (progress, status);
        }
        match self.reading.passing {
            Some((error, written)) => {
                progress.read = (error.offset - before) as usize;
                progress.written -= (self.writing.total_written - written) as usize;
            }
            None if self.writing.mark_due => progress.read = 0,
            None => progress.read = (self.unwritten() - before) as usize,
        }
        (progress, self.room_for_reserved(&input[progress.read..]).unwrap_or(status))
    }

    /// Under the option `pass_reserved`, the room for the reserved sequence that an input begins with. It is written
    /// whole or not at all: nothing would show what its second half belongs to.
    fn room_for_reserved(&self, input: &[S::Unit]) -> Option<Status> {
        let passes = self.options.pass_reserved && self.to.is_corrected && !self.writing.mark_due;
        let first = input.first()?.to_u32();
        if !passes || first < self.from.reserved? {
            return None;
        }
        let continues = |unit: &&S::Unit| unit.to_u32() & 0xC0 == 0x80;
        Some(Status::OutputFull { needed: 1 + input[1..].iter().take_while(continues).count() })
    }

    /// The offset of the first unit whose output is not written yet, in the only input. Output is written in
    /// order, so this is that of the first code point that waits, or else that of the ill-formed subsequence
    /// that waits for its end or for room. What is escaped unit by unit can be read again from any of its
    /// units.
    fn unwritten(&self) -> u64 {
        match (&self.writing.held[..self.writing.held_len], self.reading.open) {
            ([first, ..], _) => first.offset,
            ([], Some(open)) => open.error.offset,
            ([], None) => self.reading.offset,
        }
    }

    /// How many units of the current input have been taken as whole sequences. Those of a sequence that is
    /// not complete yet have been read, and do not count. A lead surrogate that may still become part of a
    /// pair counts, and so does an ill-formed subsequence whose replacement did not fit: the transcoder holds
    /// them, and the next call writes them.
    ///
    /// ```
    /// use placemat::{form::{Utf16, Utf8}, Conversion, Options};
    /// let mut transcoder = Conversion::new(Utf8, Utf16, Options::default()).unwrap().transcoder().unwrap();
    /// let (progress, _) = transcoder.push(b"a\xE2\x82", &mut [0; 4], false);
    /// assert_eq!((progress.read, transcoder.offset()), (3, 1));
    /// ```
    pub fn offset(&self) -> u64 {
        self.reading.offset
    }

    /// How often the policies were applied so far, in all inputs.
    ///
    /// ```
    /// use placemat::{Conversion, Encoding, OnUnencodable, Options};
    /// let options = Options { on_unencodable: OnUnencodable::Replace, ..Options::default() };
    /// let conversion = Conversion::new(Encoding::Utf8, Encoding::Iso8859_1, options).unwrap();
    /// let mut transcoder = conversion.transcoder().unwrap();
    /// transcoder.push("5 €".as_bytes(), &mut [0; 8], true);
    /// assert_eq!(transcoder.counts().unencodable, 1);
    /// ```
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Counts an event and reports it.
    fn tell(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>, event: Event) {
        self.counts.count(event.kind);
        io.observer.event(event);
    }

    /// How many units have been written in all, for all inputs.
    ///
    /// ```
    /// use placemat::{form::{Cesu8, Utf16}, Conversion, Options};
    /// let mut transcoder = Conversion::new(Utf16, Cesu8, Options::default()).unwrap().transcoder().unwrap();
    /// transcoder.push(&[0x61, 0xD83D], &mut [0; 8], false);
    /// transcoder.push(&[0xDCA9], &mut [0; 8], true);
    /// assert_eq!(transcoder.written(), 1 + 6);
    /// ```
    pub fn written(&self) -> u64 {
        self.writing.total_written
    }

    fn drive<const TRUSTS: bool>(
        &mut self,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        match self.stage {
            Stage::Failed(failure) => return Err(Stop::Failed(failure, self.failed_input)),
            Stage::Finished => return Ok(()),
            Stage::Begin => self.begin(io)?,
            Stage::Body => {}
        }
        self.write_mark(io)?;
        if self.cut.is_some() && !self.settle_cut(io)? {
            return Ok(()); // still at the end of an input
        }
        self.steps::<TRUSTS>(io)?;
        match io.end {
            End::No => Err(Stop::Input),
            End::Input => Ok(()),
            End::All => {
                self.flush(io)?;
                self.stage = Stage::Finished;
                Ok(())
            }
        }
    }

    /// Carries the input through as far as it goes.
    fn steps<const TRUSTS: bool>(
        &mut self,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        loop {
            if io.end == End::Input && self.ends_in_lead(io) {
                self.keep(io);
                return Ok(());
            }
            if self.reading.open.is_some() {
                self.grow_or_close(io)?;
                continue;
            }
            if self.reading.bytewise > 0 {
                self.carry_one_unit(io)?;
                continue;
            }
            if self.reading.passing.is_some() {
                self.pass_reserved(io)?;
                continue;
            }
            self.run::<TRUSTS>(io);
            if io.end == End::Input && self.ends_in_lead(io) {
                continue;
            }
            let mut window = [S::Unit::default(); PENDING];
            let (units, end) = self.window(io, &mut window);
            if units.is_empty() {
                return Ok(());
            }
            match self.decode_next(units, end) {
                Ok(decoded) => {
                    let code_point = if self.options.on_unencodable == OnUnencodable::PrivateUse
                        && self.from.is_corrected
                    {
                        from_private_use(decoded.code_point)
                    } else {
                        decoded.code_point
                    };
                    self.emit(code_point, self.reading.offset, decoded.len as u64, io)?;
                    self.consume(decoded.len, io);
                }
                Err(NotDecoded::Incomplete) => return Err(self.keep(io)),
                Err(NotDecoded::IllFormed(error)) => self.ill_formed(error, io)?,
            }
        }
    }

    // ---- input ----

    /// The units at hand — those kept from before, then the input — and whether the input ends with them.
    fn window<'w>(
        &self,
        io: &Io<'w, S, T, impl Observer + ?Sized>,
        window: &'w mut [S::Unit; PENDING],
    ) -> (&'w [S::Unit], bool) {
        let fresh = &io.input[io.read..];
        let ends = io.end != End::No;
        if self.reading.pending_len == 0 {
            return (fresh, ends);
        }
        let taken = fresh.len().min(PENDING - self.reading.pending_len);
        window[..self.reading.pending_len].copy_from_slice(&self.reading.pending[..self.reading.pending_len]);
        window[self.reading.pending_len..][..taken].copy_from_slice(&fresh[..taken]);
        (&window[..self.reading.pending_len + taken], ends && taken == fresh.len())
    }

    fn consume(&mut self, n: usize, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        self.reading.offset += n as u64;
        let kept = n.min(self.reading.pending_len);
        self.reading.pending.copy_within(kept..self.reading.pending_len, 0);
        self.reading.pending_len -= kept;
        io.read += n - kept;
    }

    /// Keeps the rest of the input, a viable prefix, for the next call.
    fn keep(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Stop {
        let fresh = &io.input[io.read..];
        self.reading.pending[self.reading.pending_len..][..fresh.len()].copy_from_slice(fresh);
        self.reading.pending_len += fresh.len();
        io.read = io.input.len();
        Stop::Input
    }

    fn begin(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        let Some(begun) = self.reading.source.begin(units, end, self.options.default_endian) else {
            return Err(self.keep(io));
        };
        if let Some(order) = begun.order {
            self.reading.source = self.reading.source.with_order(order);
        }
        self.consume(begun.skip, io);
        self.stage = Stage::Body;
        Ok(())
    }

    fn decode_next(&self, units: &[S::Unit], end: bool) -> Result<Decoded, NotDecoded> {
        match self.refusing {
            Some(table) => table.decode(units, end),
            None => self.reading.source.decode_next(units, end),
        }
    }
}
