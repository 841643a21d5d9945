//! Conversion in pieces. The transcoder does no input or output itself.
//!
//! One step reads one item from the start of the input, a code point or an ill-formed subsequence, and writes
//! it to the output, or changes nothing. Between steps, runs of well-formed text go through the codecs'
//! accelerators. So errors, policies, the surrogate-pairing rule and the ends of buffers are handled here.
//! Elsewhere only lossy kernels apply policies, for sources that have them and observers that need no events
//! (`lossy_for`, `by_policy_for`, [`crate::kernel::lossy`]).
//!
//! The text, the events and their offsets do not depend on how the input is cut. An incomplete sequence at
//! the end of a piece is kept (at most [`PENDING`] units). An error whose end is not known yet is kept as a
//! count.

mod ill_formed;
mod inputs;
mod measured;
mod null;
mod output;
mod resume;
mod run;

use core::fmt;

use run::Pace;

use super::event::{Counts, End, Event, Progress, Status};
use super::observer::Observer;
use crate::codec::{Codec, CodecInfo};
use crate::error::{Error, Failure};
use crate::form::from_private_use;
use crate::options::Options;
use crate::policy::OnUnencodable;
use crate::table::{Decoded, NotDecoded, Table};
use crate::unit::{Endian, Unit};

/// Room for the input units that may wait for more: seven bytes of a magic number, five of a surrogate pair,
/// or eleven of doubly encoded text, and one more unit.
pub(crate) const PENDING: usize = 16;
/// The most code points that may wait for what follows: a lead surrogate, or three escaped bytes under
/// `strict-roundtrip`.
const HELD: usize = 3;
/// The longest escape, `&#x8421109F;` in UTF-32.
const ESCAPE: usize = 48;

/// A conversion in progress. It takes input and room for output in pieces of any size.
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
    /// The source before a byte order mark determined its byte order.
    start: S,
    target: T,
    mark: &'static [T::Unit],
    from: &'static CodecInfo,
    to: &'static CodecInfo,
    refusing: Option<&'static Table>,
    options: Options,
    pace: Pace,
    stage: Stage,
    reading: Reading<S>,
    writing: Writing,
    counts: Counts,
    /// An earlier input that ended in a lead surrogate, until the next one shows whether a trail surrogate
    /// follows.
    cut: Option<Reading<S>>,
    /// The number of the input that the failure is in.
    failed_input: u64,
}

/// The state of reading an input.
#[derive(Clone, Copy)]
struct Reading<S: Codec> {
    /// The source in the byte order that a byte order mark determined.
    source: S,
    pending: [S::Unit; PENDING],
    pending_len: usize,
    /// The number of inputs before this one.
    input: u64,
    /// The offset of the first unit that has not been converted yet.
    offset: u64,
    open: Option<Open>,
    /// The number of units of an ill-formed subsequence that are still to be converted one by one.
    bytewise: u64,
    /// A reserved sequence that is being copied, as far as it is known, and the number of output units before
    /// it.
    passing: Option<(Error, u64)>,
    /// The number of units that are skipped when the conversion goes on after a failure.
    skip: usize,
}

impl<S: Codec> Reading<S> {
    /// Starts reading an input at an offset.
    #[inline]
    fn start(source: S, input: u64, offset: u64) -> Self {
        let pending = [S::Unit::default(); PENDING];
        Reading {
            source,
            pending,
            pending_len: 0,
            input,
            offset,
            open: None,
            bytewise: 0,
            passing: None,
            skip: 0,
        }
    }

    /// Returns `true` if units of the input have been read that are not converted yet.
    #[inline]
    fn waits(&self) -> bool {
        self.pending_len > 0 || self.open.is_some() || self.bytewise > 0 || self.passing.is_some()
    }
}

/// The state of writing the output.
#[derive(Clone, Copy)]
struct Writing {
    mark_due: bool,
    total_written: u64,
    /// The number of units written when the current step was tried first.
    tried: Option<u64>,
    held: [Held; HELD],
    held_len: usize,
}

impl Writing {
    /// Starts writing to an output that already has `written` units, including a byte order mark.
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
    /// The number of the input that it came from.
    input: u64,
    offset: u64,
    len: u64,
}

/// An ill-formed subsequence whose end may not be known yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    error: Error,
    /// The number of further trail units that belong to it.
    absorbs: u64,
}

/// Why a step ended early.
enum Stop {
    Input,
    Full(usize),
    /// A failure, with the number of the input that it is in.
    Failed(Failure, u64),
}

/// The buffers and the observer of one call.
struct Io<'a, S: Codec, T: Codec, O: ?Sized> {
    input: &'a [S::Unit],
    output: &'a mut [T::Unit],
    read: usize,
    written: usize,
    end: End,
    observer: &'a mut O,
}

/// Prints the state, without tables.
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
    /// Creates a transcoder at the start of a stream, for codecs that are known to work in pieces.
    pub(super) fn start(source: S, target: T, options: Options) -> Self {
        let from = source.info();
        // A target with a byte order mark writes it, and then writes big-endian.
        let mark = target.mark();
        let target = target.with_order(Endian::Big);
        Transcoder {
            start: source,
            target,
            mark,
            from,
            refusing: from.refusing.filter(|_| options.refuse_surrogates),
            to: target.info(),
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

    /// Creates a transcoder for the rest of a text whose head has been converted without one. The text begins
    /// `base` units after the start of its input.
    pub(super) fn after(source: S, target: T, options: Options, base: u64, done: Progress) -> Self {
        Transcoder {
            stage: Stage::Body,
            reading: Reading::start(source, 0, base + done.read as u64),
            writing: Writing::after(done.written as u64),
            ..Self::start(source, target, options)
        }
    }

    /// Returns the length of the longest sequence of the target.
    pub(super) fn longest(&self) -> usize {
        self.to.longest
    }

    /// Moves the transcoder to a text that begins `offset` units after the start of its input.
    pub(crate) fn at(self, offset: u64) -> Self {
        Transcoder { reading: Reading { offset, ..self.reading }, ..self }
    }

    /// Converts as much of `input` as fits into `output`. `end`, a `bool` or an [`End`], says that no more
    /// input will come.
    ///
    /// A sequence is never split. If the next one does not fit, nothing more is consumed, and the call
    /// returns [`Status::OutputFull`] with the number of units required. After [`Status::Done`] and after a
    /// failure, every further call returns the same status and does nothing. After a failure,
    /// [`resume`](Transcoder::resume) lets the conversion continue.
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
        self.advance::<false, _>(input, output, end.into(), &mut ())
    }

    /// Converts as [`push`](Transcoder::push) does, and reports the events of the policies to an observer:
    /// every event to a closure, or only the first ones to [`First`](crate::stream::First).
    ///
    /// The less an observer demands, the faster text with many errors is. [`counts`](Transcoder::counts) has
    /// the number of all events in any case.
    ///
    /// ```
    /// use placemat::{form::{Utf16, Utf8}, stream::{End, Event, EventKind}, Conversion, OnError, Options};
    /// let options = Options { on_error: OnError::Replace, ..Options::default() };
    /// let mut transcoder = Conversion::new(Utf8, Utf16, options).unwrap().transcoder().unwrap();
    /// let mut offsets = vec![];
    /// transcoder.push_observed(b"a\xFFb\xE2\x82", &mut [0; 8], End::All, &mut |event: Event| {
    ///     if let EventKind::IllFormed(error) = event.kind {
    ///         offsets.push((error.offset(), error.len()));
    ///     }
    /// });
    /// assert_eq!(offsets, [(1, 1), (3, 2)]);
    /// ```
    ///
    /// ```
    /// use placemat::{form::Utf8, stream::{End, First}, Conversion, OnError, Options};
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

    /// Converts a whole input, or the rest of an input whose head has been converted without the transcoder.
    /// The caller drops the transcoder after this call. Units that the transcoder holds are given back: if
    /// the output is full, exactly those units count as read whose output is written, so that another
    /// transcoder can begin after them.
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

    /// Returns the room that the reserved sequence at the start of an input needs under the option
    /// `pass_reserved`. It is written whole or not at all: nothing would show what its second half belongs
    /// to.
    fn room_for_reserved(&self, input: &[S::Unit]) -> Option<Status> {
        let passes = self.options.pass_reserved && self.to.is_corrected && !self.writing.mark_due;
        let first = input.first()?.to_u32();
        if !passes || first < self.from.reserved? {
            return None;
        }
        let continues = |unit: &&S::Unit| unit.to_u32() & 0xC0 == 0x80;
        Some(Status::OutputFull { needed: 1 + input[1..].iter().take_while(continues).count() })
    }

    /// Returns the offset of the first unit whose output is not written yet, in the only input. Output is
    /// written in order. So it is the offset of the first code point that waits, or else of the ill-formed
    /// subsequence that waits for its end or for room. Units that are escaped one by one can be read again
    /// from any of them.
    fn unwritten(&self) -> u64 {
        match (&self.writing.held[..self.writing.held_len], self.reading.open) {
            ([first, ..], _) => first.offset,
            ([], Some(open)) => open.error.offset,
            ([], None) => self.reading.offset,
        }
    }

    /// Returns the number of units of the current input that have been taken as whole sequences. Units of an
    /// incomplete sequence have been read, but do not count. A lead surrogate that may still become part of a
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

    /// Returns the number of times that each policy has been applied so far, in all inputs.
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
    fn report(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>, event: Event) {
        self.counts.count(event.kind);
        io.observer.event(event);
    }

    /// Returns the number of units that have been written so far, for all inputs.
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
            Stage::Body if self.reading.skip > 0 => self.skip(io),
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

    /// Converts the input as far as possible.
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
                self.convert_one_unit(io)?;
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

    /// Returns the available units: those kept from previous calls, then the input. Also returns `true` if
    /// the input ends with them.
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

    /// Keeps the rest of the input, an incomplete sequence, for the next call.
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
        let Some(preamble) = self.reading.source.begin(units, end, self.options.default_endian) else {
            return Err(self.keep(io));
        };
        if let Some(order) = preamble.order {
            self.reading.source = self.reading.source.with_order(order);
        }
        self.consume(preamble.skip, io);
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
