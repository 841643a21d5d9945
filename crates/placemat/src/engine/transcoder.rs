//! Conversion in pieces, without input or output of its own.
//!
//! One step reads one item from the front of the input — a code point, or an ill-formed part — and carries it through
//! to the output, or changes nothing. Between steps, runs of well-formed text go through the codecs' accelerators.
//! So errors, policies, seams and the ends of buffers live here, and only here.
//!
//! What does not depend on how the input is cut: the text, the events and their offsets. A viable prefix at the end of
//! a piece is kept (at most [`PENDING`] units); an error whose end is not seen yet is kept as a count.

use core::fmt;

use crate::buffer::{bytes_of, bytes_of_mut};
use crate::code_point::{REPLACEMENT, is_lead_surrogate, is_surrogate, is_trail_surrogate, join_surrogates};
use crate::codec::{Codec, Facts, NotEncoded};
use crate::error::{Error, ErrorKind, Failure, Unencodable};
use crate::form::{GeneralizedUtf8, Seam, Utf8, from_private_use, to_private_use, windows_1252_code_point};
use crate::kernel::{self, Kernel, Kind};
use crate::options::Options;
use crate::policy::{Endian, OnError, OnUnencodable, Pairs};
use crate::table::{Decoded, IllFormed, NotDecoded, Table};
use crate::unit::Unit;

/// Input units that may wait for more: the magic number less one, a pair less one, twelve bytes of doubly encoded text.
const PENDING: usize = 16;
/// Code points that may wait for what follows: a lead surrogate, or three escapes under `strict-roundtrip`.
const HELD: usize = 3;
/// Code points that go from the source's accelerator to the target's at a time: 4 KiB.
const STRIP: usize = 1024;
/// The same behind a code point that the target did not take, where more of them may follow.
const SHORT_STRIP: usize = 8;
/// The longest escape, `&#x8421109F;` in UTF-32.
const ESCAPE: usize = 48;

/// Units read and written by one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Units of the input that were consumed.
    pub read: usize,
    /// Units of the output that were written.
    pub written: usize,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// All input is consumed; call again with more, or with its end.
    NeedInput,
    /// The next sequence does not fit; call again with room for at least so many units.
    OutputFull {
        /// Units needed.
        needed: usize,
    },
    /// The end was reached and everything is written.
    Done,
    /// Stopped at an ill-formed part.
    IllFormed(Error),
    /// Stopped at a code point that the target cannot hold.
    Unencodable(Unencodable),
}

/// What comes behind the input of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// More of the same input.
    No,
    /// Nothing more of this input, but another input for the same output may begin (see [`Transcoder::next_input`]).
    Input,
    /// Nothing.
    All,
}

impl From<bool> for End {
    fn from(end: bool) -> Self {
        if end { End::All } else { End::No }
    }
}

/// Something that a policy absorbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it was.
    pub kind: EventKind,
    /// How many units of output had been written before its replacement, from the start of the stream.
    pub written: u64,
}

#[cfg(feature = "alloc")]
impl Event {
    /// The same event in an input that begins `base` units earlier.
    pub(crate) fn moved(mut self, base: u64) -> Self {
        match &mut self.kind {
            EventKind::IllFormed(error) => error.offset += base,
            EventKind::Unencodable(lost) | EventKind::Joined(lost) => lost.offset += base,
        }
        self
    }
}

/// The kinds of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// An application of the error policy, delimited as that policy delimits it.
    IllFormed(Error),
    /// A code point that was substituted.
    Unencodable(Unencodable),
    /// Two surrogates that became one supplementary code point, or of which the second was replaced: a loss.
    Joined(Unencodable),
}

/// A policy that does not exist for an encoding, with those that do.
///
/// ```
/// use placemat::{Conversion, Encoding, OnError, Options};
/// let options = Options { on_error: OnError::Latin1, ..Options::default() };
/// let undefined = Conversion::new(Encoding::Cesu8, Encoding::Utf8, options).unwrap_err();
/// assert!(undefined.to_string().contains("replace-run"));
///
/// // Decoders that never fail accept every policy; WTF-16 in bytes is none, for there may be an odd one.
/// assert!(Conversion::new(Encoding::Iso8859_1, Encoding::Utf8, options).is_ok());
/// assert!(Conversion::new(Encoding::Wtf16Le, Encoding::Utf8, options).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undefined {
    /// This error policy is not defined for this source.
    OnError(OnError, &'static str),
    /// This policy is not defined for this source and target.
    OnUnencodable(OnUnencodable, &'static str),
    /// The target has no encoder.
    NoEncoder(&'static str),
    /// The encoding decides on its whole input, and has no meaning in pieces.
    WholeInput(&'static str),
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undefined::OnError(policy, name) => {
                write!(f, "policy {} is not defined for {name}; there are", policy.name())?;
                for (k, policy) in OnError::ALL.iter().filter(|policy| policy.is_general()).enumerate() {
                    write!(f, "{} {}", if k == 0 { "" } else { "," }, policy.name())?;
                }
                Ok(())
            }
            Undefined::OnUnencodable(policy, name) => {
                write!(f, "policy {} is not defined for {name}; there are", policy.name())?;
                let special = [OnUnencodable::StrictRoundtrip, OnUnencodable::PrivateUse];
                for (k, policy) in OnUnencodable::ALL.iter().filter(|p| !special.contains(p)).enumerate() {
                    write!(f, "{} {}", if k == 0 { "" } else { "," }, policy.name())?;
                }
                write!(f, ", for utf-8b strict-roundtrip, for corrected-utf-8 private-use")
            }
            Undefined::NoEncoder(name) => write!(f, "{name} is a decoder, there is no encoding into it"),
            Undefined::WholeInput(name) => write!(f, "{name} decides on the whole input"),
        }
    }
}

impl core::error::Error for Undefined {}

/// A conversion from one codec to another with its options, checked once.
///
/// ```
/// use placemat::{form::{Utf8, Utf16}, Conversion, Options};
/// let conversion = Conversion::new(Utf8, Utf16, Options::default()).unwrap();
/// assert_eq!(conversion.convert("a€".as_bytes()).unwrap().output, [0x61, 0x20AC]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Conversion<S, T> {
    pub(crate) source: S,
    pub(crate) target: T,
    pub(crate) options: Options,
}

impl<S: Codec, T: Codec> Conversion<S, T> {
    /// A conversion with these options.
    ///
    /// # Errors
    ///
    /// [`Undefined`] where a policy is not defined for these codecs.
    pub fn new(source: S, target: T, options: Options) -> Result<Self, Undefined> {
        let (from, to) = (source.facts(), target.facts());
        if !to.encodes {
            return Err(Undefined::NoEncoder(to.name));
        }
        if !(options.on_error.is_general() || from.is_utf_8 || from.never_fails) {
            return Err(Undefined::OnError(options.on_error, from.name));
        }
        let defined = match options.on_unencodable {
            OnUnencodable::StrictRoundtrip => to.carry.is_some_and(|carry| carry.base == 0xDC00),
            OnUnencodable::PrivateUse => from.is_corrected || to.is_corrected,
            _ => true,
        };
        if !defined {
            let name = if to.is_null { from.name } else { to.name };
            return Err(Undefined::OnUnencodable(options.on_unencodable, name));
        }
        Ok(Conversion { source, target, options })
    }

    /// The options.
    pub fn options(&self) -> Options {
        self.options
    }

    /// A fresh transcoder for this conversion.
    ///
    /// # Errors
    ///
    /// [`Undefined::WholeInput`] for the layers that decide on their whole input, and for targets in a frame.
    pub fn transcoder(&self) -> Result<Transcoder<S, T>, Undefined> {
        match [self.source.facts(), self.target.facts()].iter().find(|facts| facts.whole_input) {
            Some(facts) => Err(Undefined::WholeInput(facts.name)),
            None => Ok(self.resolved_transcoder()),
        }
    }

    /// The same for codecs that are known to work in pieces.
    pub(crate) fn resolved_transcoder(&self) -> Transcoder<S, T> {
        let from = self.source.facts();
        // A target with a mark writes it, and then big-endian.
        let target = self.target.with_order(Endian::Big);
        Transcoder {
            start: self.source,
            source: self.source,
            target,
            mark: self.target.mark(),
            from,
            refusing: from.refusing.filter(|_| self.options.refuse_surrogates),
            kernel: kernel_for(self.source, target),
            to: self.target.facts(),
            options: self.options,
            strip: STRIP,
            stage: Stage::Begin,
            mark_due: true,
            pending: [S::Unit::default(); PENDING],
            pending_len: 0,
            offset: 0,
            total_written: 0,
            held: [Held::default(); HELD],
            held_len: 0,
            open: None,
            bytewise: 0,
        }
    }
}

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
#[derive(Clone, Debug)]
pub struct Transcoder<S: Codec, T: Codec> {
    /// The source as it was before a mark told its byte order.
    start: S,
    source: S,
    target: T,
    mark: &'static [T::Unit],
    from: Facts,
    to: Facts,
    refusing: Option<&'static Table>,
    kernel: Option<Kernel>,
    options: Options,
    /// How many code points go at a time at the moment.
    strip: usize,
    stage: Stage,
    mark_due: bool,
    pending: [S::Unit; PENDING],
    pending_len: usize,
    /// Of the first unit that is not carried through yet.
    offset: u64,
    total_written: u64,
    held: [Held; HELD],
    held_len: usize,
    open: Option<Open>,
    /// Units of an ill-formed part that are still to be carried one by one.
    bytewise: u64,
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
    Failed(Failure),
}

/// One call's buffers.
struct Io<'a, S, T> {
    input: &'a [S],
    output: &'a mut [T],
    read: usize,
    written: usize,
    end: End,
}

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// Converts as much of `input` as fits `output`; `end` says that no more input will come.
    ///
    /// A sequence is never split: if the next one does not fit, nothing more is consumed and the answer is
    /// [`Status::OutputFull`] with the units needed. After [`Status::Done`] and after a failure every further call
    /// answers the same and does nothing.
    pub fn push(&mut self, input: &[S::Unit], output: &mut [T::Unit], end: bool) -> (Progress, Status) {
        self.push_with(input, output, end.into(), &mut |_| {})
    }

    /// The same, reporting what the policies absorb.
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
        let mut io = Io { input, output, read: 0, written: 0, end };
        let status = match self.drive(&mut io, report) {
            Ok(()) => Status::Done,
            Err(Stop::Input) => Status::NeedInput,
            Err(Stop::Full(needed)) => Status::OutputFull { needed },
            Err(Stop::Failed(failure)) => {
                self.stage = Stage::Failed(failure);
                match failure {
                    Failure::IllFormed(error) => Status::IllFormed(error),
                    Failure::Unencodable(lost) => Status::Unencodable(lost),
                }
            }
        };
        (Progress { read: io.read, written: io.written }, status)
    }

    /// Begins another input for the same output: marks are looked for again, offsets count from its start, and a lead
    /// surrogate at the end of the last input still joins a trail surrogate at the start of this one where the target
    /// joins.
    ///
    /// To be called after [`Status::Done`] of a push with [`End::Input`]; a failure is left behind, with what had not
    /// been read of its input.
    pub fn next_input(&mut self) {
        self.source = self.start;
        self.stage = Stage::Begin;
        self.pending_len = 0;
        self.offset = 0;
        self.open = None;
        self.bytewise = 0;
    }

    /// How many units of the current input have been carried through.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many units have been written in all.
    pub fn written(&self) -> u64 {
        self.total_written
    }

    fn drive(
        &mut self,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        match self.stage {
            Stage::Failed(failure) => return Err(Stop::Failed(failure)),
            Stage::Finished => return Ok(()),
            Stage::Begin => self.begin(io)?,
            Stage::Body => {}
        }
        self.write_mark(io)?;
        let mut strip = [0; STRIP];
        loop {
            if self.open.is_some() {
                self.grow_or_close(io, report)?;
                continue;
            }
            if self.bytewise > 0 {
                self.carry_one_unit(io, report)?;
                continue;
            }
            self.run(&mut strip, io);
            let mut window = [S::Unit::default(); PENDING];
            let (units, end) = self.window(io, &mut window);
            if units.is_empty() {
                break;
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
                    self.emit(code_point, self.offset, decoded.len as u64, io, report)?;
                    self.consume(decoded.len, io);
                }
                Err(NotDecoded::Incomplete) => return Err(self.keep(io)),
                Err(NotDecoded::IllFormed(error)) => self.ill_formed(error, io, report)?,
            }
        }
        match io.end {
            End::No => Err(Stop::Input),
            End::Input => Ok(()),
            End::All => {
                self.flush(io, report)?;
                self.stage = Stage::Finished;
                Ok(())
            }
        }
    }

    // ---- input ----

    /// The units at hand — those kept from before, then the input — and whether the input ends with them.
    fn window<'w>(
        &self,
        io: &Io<'w, S::Unit, T::Unit>,
        window: &'w mut [S::Unit; PENDING],
    ) -> (&'w [S::Unit], bool) {
        let fresh = &io.input[io.read..];
        let ends = io.end != End::No;
        if self.pending_len == 0 {
            return (fresh, ends);
        }
        let taken = fresh.len().min(PENDING - self.pending_len);
        window[..self.pending_len].copy_from_slice(&self.pending[..self.pending_len]);
        window[self.pending_len..][..taken].copy_from_slice(&fresh[..taken]);
        (&window[..self.pending_len + taken], ends && taken == fresh.len())
    }

    fn consume(&mut self, n: usize, io: &mut Io<'_, S::Unit, T::Unit>) {
        self.offset += n as u64;
        let kept = n.min(self.pending_len);
        self.pending.copy_within(kept..self.pending_len, 0);
        self.pending_len -= kept;
        io.read += n - kept;
    }

    /// Keeps the rest of the input, a viable prefix, for the next call.
    fn keep(&mut self, io: &mut Io<'_, S::Unit, T::Unit>) -> Stop {
        let fresh = &io.input[io.read..];
        self.pending[self.pending_len..][..fresh.len()].copy_from_slice(fresh);
        self.pending_len += fresh.len();
        io.read = io.input.len();
        Stop::Input
    }

    fn begin(&mut self, io: &mut Io<'_, S::Unit, T::Unit>) -> Result<(), Stop> {
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        let Some(begun) = self.source.begin(units, end, self.options.default_endian) else {
            return Err(self.keep(io));
        };
        if let Some(order) = begun.order {
            self.source = self.source.with_order(order);
            self.kernel = kernel_for(self.source, self.target);
        }
        self.consume(begun.skip, io);
        self.stage = Stage::Body;
        Ok(())
    }

    fn decode_next(&self, units: &[S::Unit], end: bool) -> Result<Decoded, NotDecoded> {
        match self.refusing {
            Some(table) => table.decode(units, end),
            None => self.source.decode_next(units, end),
        }
    }

    // ---- runs ----

    /// Carries well-formed text through the accelerators, as far as they go.
    fn run(&mut self, strip: &mut [u32], io: &mut Io<'_, S::Unit, T::Unit>) {
        let stepwise = self.refusing.is_some() || self.options.on_unencodable == OnUnencodable::PrivateUse;
        if self.pending_len > 0 || self.held_len > 0 || stepwise {
            return;
        }
        if self.to.is_null {
            let read = self.source.well_formed_run(&io.input[io.read..]);
            self.consume(read, io);
            return;
        }
        if let Some(kernel) = self.kernel {
            let input = bytes_of(&io.input[io.read..]);
            let (read, written) = kernel(input, bytes_of_mut(&mut io.output[io.written..]));
            self.consume(read / size_of::<S::Unit>(), io);
            io.written += written / size_of::<T::Unit>();
            self.total_written += (written / size_of::<T::Unit>()) as u64;
            return;
        }
        loop {
            let room = (io.output.len() - io.written) / self.to.longest;
            let strip = &mut strip[..room.min(self.strip)];
            let (read, count) = self.source.decode_run(&io.input[io.read..], strip);
            if count == 0 {
                return;
            }
            let (taken, written) = self.target.encode_run(&strip[..count], &mut io.output[io.written..]);
            io.written += written;
            self.total_written += written as u64;
            if taken == count {
                self.consume(read, io);
                self.strip = STRIP.min(2 * self.strip);
            } else {
                self.strip = SHORT_STRIP;
                // What the target did not take is read again, step by step.
                let (read, _) = self.source.decode_run(&io.input[io.read..], &mut strip[..taken]);
                self.consume(read, io);
                return;
            }
        }
    }

    // ---- ill-formed parts ----

    fn ill_formed(
        &mut self,
        error: IllFormed,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        if error.kind == ErrorKind::SurrogatePair && self.options.heal_pairs {
            return self.heal(units, io, report);
        }
        let mut found =
            Error { offset: self.offset, len: error.len as u64, kind: error.kind, more: error.more };
        let mut absorbs = 0;
        if error.kind == ErrorKind::Reserved && self.options.on_error != OnError::ReplaceByte {
            absorbs = u64::MAX;
        }
        match self.options.on_error {
            OnError::ReplaceByte => found.len = self.from.width.min(units.len()) as u64,
            OnError::ReplaceGeneralized => match generalized(units, end) {
                Ok(Decoded { len, .. }) => found.len = len as u64,
                Err(NotDecoded::IllFormed(error)) => found.len = error.len as u64,
                Err(NotDecoded::Incomplete) => return Err(self.keep(io)),
            },
            OnError::ReplaceSequence => {
                found.len = 1;
                absorbs = announced(units[0].to_u32());
            }
            OnError::SurrogatePass => match generalized(units, end) {
                Ok(Decoded { code_point, len }) if is_surrogate(code_point) => {
                    let written = self.total_written;
                    self.emit(code_point, self.offset, len as u64, io, report)?;
                    found.len = len as u64;
                    report(Event { kind: EventKind::IllFormed(found), written });
                    self.consume(len, io);
                    return Ok(());
                }
                Err(NotDecoded::Incomplete) => return Err(self.keep(io)),
                _ => {
                    self.flush(io, report)?;
                    return Err(Stop::Failed(found.into()));
                }
            },
            OnError::SurrogateEscape | OnError::Latin1 | OnError::Cp1252 => {
                if self.options.on_error != OnError::SurrogateEscape {
                    found.len = 1;
                }
                report(Event { kind: EventKind::IllFormed(found), written: self.total_written });
                self.bytewise = found.len;
                return Ok(());
            }
            OnError::Strict | OnError::Replace | OnError::ReplaceRun | OnError::Skip => {}
        }
        self.consume(found.len as usize, io);
        self.open = Some(Open { error: found, absorbs });
        Ok(())
    }

    /// Option `heal_pairs`: a lead half and a trail half, which is all there is to this kind of error, joined.
    fn heal(
        &mut self,
        units: &[S::Unit],
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let half = |units| generalized(units, true).map_or(REPLACEMENT, |decoded| decoded.code_point);
        let joined = join_surrogates(half(units), half(&units[3..]));
        self.emit(joined, self.offset, 6, io, report)?;
        self.consume(6, io);
        Ok(())
    }

    /// Lets an open error absorb what belongs to it, or applies the policy to it.
    fn grow_or_close(
        &mut self,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let Some(Open { mut error, mut absorbs }) = self.open else { return Ok(()) };
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        let joins = self.options.on_error == OnError::ReplaceRun;
        if absorbs > 0 {
            let grown = units
                .iter()
                .take_while(|unit| unit.to_u32() & 0xC0 == 0x80)
                .take(usize::try_from(absorbs).unwrap_or(usize::MAX))
                .count();
            error.len += grown as u64;
            absorbs -= grown as u64;
            let all = grown == units.len();
            self.open = Some(Open { error, absorbs });
            self.consume(grown, io);
            if all && absorbs > 0 && !end {
                return Err(Stop::Input);
            }
            if grown > 0 {
                return Ok(()); // look again, at what is left
            }
        }
        if joins {
            match self.decode_next(units, end) {
                Err(NotDecoded::IllFormed(next)) => {
                    error.len += next.len as u64;
                    error.more = next.more;
                    let absorbs = if next.kind == ErrorKind::Reserved { u64::MAX } else { 0 };
                    self.open = Some(Open { error, absorbs });
                    self.consume(next.len, io);
                    return Ok(());
                }
                Err(NotDecoded::Incomplete) if !end => return Err(self.keep(io)),
                _ => {}
            }
        }
        self.close(error, io, report)
    }

    fn close(
        &mut self,
        error: Error,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let error = Error { more: error.more && error.kind == ErrorKind::Truncated, ..error };
        if self.options.on_error == OnError::Strict {
            // A stop leaves what came before it, also what was waiting for a partner.
            self.flush(io, report)?;
            return Err(Stop::Failed(error.into()));
        }
        if self.options.on_error != OnError::Skip {
            self.flush(io, report)?; // so that what the event says does not depend on the room for output
        }
        let written = self.total_written;
        if self.options.on_error != OnError::Skip {
            self.emit(REPLACEMENT, error.offset, error.len, io, report)?;
        }
        report(Event { kind: EventKind::IllFormed(error), written });
        self.open = None;
        Ok(())
    }

    fn carry_one_unit(
        &mut self,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let mut window = [S::Unit::default(); PENDING];
        let (units, _) = self.window(io, &mut window);
        let unit = units[0].to_u32();
        let code_point = match self.options.on_error {
            OnError::SurrogateEscape => 0xDC00 + unit,
            OnError::Cp1252 => windows_1252_code_point(unit as u8),
            _ => unit,
        };
        self.emit(code_point, self.offset, 1, io, report)?;
        self.bytewise -= 1;
        self.consume(1, io);
        Ok(())
    }

    // ---- output ----

    fn write_mark(&mut self, io: &mut Io<'_, S::Unit, T::Unit>) -> Result<(), Stop> {
        if !self.mark_due {
            return Ok(());
        }
        self.put(self.mark, io)?;
        self.mark_due = false;
        Ok(())
    }

    fn put(&mut self, units: &[T::Unit], io: &mut Io<'_, S::Unit, T::Unit>) -> Result<(), Stop> {
        let room = &mut io.output[io.written..];
        let room = room.get_mut(..units.len()).ok_or(Stop::Full(units.len()))?;
        room.copy_from_slice(units);
        io.written += units.len();
        self.total_written += units.len() as u64;
        Ok(())
    }

    /// Carries a code point to the output, by the seam rule of the target; or changes nothing but what was held.
    fn emit(
        &mut self,
        code_point: u32,
        offset: u64,
        len: u64,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let this = Held { code_point, offset, len };
        if self.options.on_unencodable == OnUnencodable::StrictRoundtrip {
            return self.emit_escape(this, io, report);
        }
        if self.held_len > 0 {
            let lead = self.held[0];
            if is_trail_surrogate(code_point) {
                return self.emit_pair(lead, this, io, report);
            }
            self.write(lead, io, report)?;
            self.held_len = 0;
        }
        if is_lead_surrogate(code_point) && matches!(self.to.seam, Seam::Joins | Seam::Fuses) {
            self.held[0] = this;
            self.held_len = 1;
            return Ok(());
        }
        self.write(this, io, report)
    }

    fn emit_pair(
        &mut self,
        lead: Held,
        trail: Held,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let len = if trail.offset >= lead.offset { trail.offset + trail.len - lead.offset } else { lead.len };
        let both = Unencodable { code_point: lead.code_point, offset: lead.offset, len };
        let joined = join_surrogates(lead.code_point, trail.code_point);
        let written = self.total_written;
        if self.to.seam == Seam::Joins {
            self.write(Held { code_point: joined, ..lead }, io, report)?;
            self.held_len = 0;
            return Ok(());
        }
        match self.options.pairs {
            Pairs::Error => return Err(Stop::Failed(both.into())),
            Pairs::Join => {
                self.write(Held { code_point: joined, ..lead }, io, report)?;
                self.held_len = 0;
            }
            Pairs::Replace => {
                let mut units = [T::Unit::default(); 8];
                let mut len = 0;
                for code_point in [lead.code_point, REPLACEMENT] {
                    match self.target.encode_next(code_point, &mut units[len..]) {
                        Ok(written) => len += written,
                        Err(_) => return Err(Stop::Failed(both.into())),
                    }
                }
                self.put(&units[..len], io)?;
                self.held_len = 0;
            }
        }
        report(Event { kind: EventKind::Joined(both), written });
        Ok(())
    }

    /// Under `strict-roundtrip`: escapes wait until it is certain that they do not fuse.
    fn emit_escape(
        &mut self,
        this: Held,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let Some(carry) = self.to.carry else { return self.write(this, io, report) };
        if carry.unit(this.code_point).is_none() {
            self.flush(io, report)?;
            return self.write(this, io, report);
        }
        loop {
            let mut bytes = [0; HELD + 1];
            let waiting = self.held[..self.held_len].iter().chain([&this]);
            for (byte, held) in bytes.iter_mut().zip(waiting) {
                *byte = (held.code_point - carry.base) as u8;
            }
            match Utf8.decode_next(&bytes[..=self.held_len], false) {
                Ok(_) => {
                    let Held { code_point, offset, len } = self.held[0];
                    return Err(Stop::Failed(Unencodable { code_point, offset, len }.into()));
                }
                Err(NotDecoded::Incomplete) => {
                    self.held[self.held_len] = this;
                    self.held_len += 1;
                    return Ok(());
                }
                Err(NotDecoded::IllFormed(_)) if self.held_len == 0 => return self.write(this, io, report),
                Err(NotDecoded::IllFormed(_)) => self.write_first_held(io, report)?,
            }
        }
    }

    fn write_first_held(
        &mut self,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        self.write(self.held[0], io, report)?;
        self.held.copy_within(1..self.held_len, 0);
        self.held_len -= 1;
        Ok(())
    }

    fn flush(
        &mut self,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        while self.held_len > 0 {
            self.write_first_held(io, report)?;
        }
        Ok(())
    }

    /// Writes a code point, or what the policy puts in its place.
    fn write(
        &mut self,
        this: Held,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let placed = if self.options.on_unencodable == OnUnencodable::PrivateUse && self.to.is_corrected {
            to_private_use(this.code_point)
        } else {
            Some(this.code_point)
        };
        let result = match placed {
            Some(code_point) => self.target.encode_next(code_point, &mut io.output[io.written..]),
            None => Err(NotEncoded::Unencodable),
        };
        match result {
            Ok(written) => {
                io.written += written;
                self.total_written += written as u64;
                Ok(())
            }
            Err(NotEncoded::OutputFull { needed }) => Err(Stop::Full(needed)),
            Err(NotEncoded::Unencodable) => self.substitute(this, io, report),
        }
    }

    fn substitute(
        &mut self,
        this: Held,
        io: &mut Io<'_, S::Unit, T::Unit>,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Stop> {
        let lost = Unencodable { code_point: this.code_point, offset: this.offset, len: this.len };
        let mut units = [T::Unit::default(); ESCAPE];
        let mut text = [0; 12];
        let text: &[u32] = match self.options.on_unencodable {
            OnUnencodable::Strict | OnUnencodable::StrictRoundtrip | OnUnencodable::PrivateUse => {
                return Err(Stop::Failed(lost.into()));
            }
            OnUnencodable::Replace if self.target.encode_next(REPLACEMENT, &mut units).is_ok() => {
                &[REPLACEMENT]
            }
            OnUnencodable::Replace | OnUnencodable::ReplaceQmark => &[0x3F],
            OnUnencodable::EscapeRust => escape("\\u{", this.code_point, "}", &mut text),
            OnUnencodable::EscapeXml => escape("&#x", this.code_point, ";", &mut text),
        };
        let mut len = 0;
        for &code_point in text {
            match self.target.encode_next(code_point, &mut units[len..]) {
                Ok(written) => len += written,
                Err(_) => return Err(Stop::Failed(lost.into())),
            }
        }
        let written = self.total_written;
        self.put(&units[..len], io)?;
        report(Event { kind: EventKind::Unencodable(lost), written });
        Ok(())
    }
}

fn kernel_for<S: Codec, T: Codec>(source: S, target: T) -> Option<Kernel> {
    let from = Kind::of(source.facts().name, S::Unit::BITS);
    kernel::conversion(from, Kind::of(target.facts().name, T::Unit::BITS))
}

/// The front of UTF-8 input as generalized UTF-8 reads it.
fn generalized<U: Unit>(units: &[U], end: bool) -> Result<Decoded, NotDecoded> {
    let mut bytes = [0; 4];
    let count = units.len().min(4);
    for (byte, unit) in bytes.iter_mut().zip(units) {
        *byte = unit.to_u32() as u8;
    }
    GeneralizedUtf8.decode_next(&bytes[..count], end && count == units.len())
}

/// How many continuation bytes a lead byte announces (policy `replace-sequence`).
const fn announced(lead: u32) -> u64 {
    match lead {
        0xC0..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF7 => 3,
        0xF8..=0xFB => 4,
        0xFC..=0xFD => 5,
        0xFE => 6,
        0xFF => 12,
        _ => 0,
    }
}

/// An escape as code points: upper-case digits, no leading zeros.
fn escape<'t>(before: &str, code_point: u32, after: &str, text: &'t mut [u32; 12]) -> &'t [u32] {
    let digits = (32 - (code_point | 1).leading_zeros()).div_ceil(4);
    let digit = |k: u32| b"0123456789ABCDEF"[(code_point >> (4 * k) & 0xF) as usize];
    let all = before.bytes().chain((0..digits).rev().map(digit)).chain(after.bytes());
    let mut len = 0;
    for (place, byte) in text.iter_mut().zip(all) {
        *place = byte.into();
        len += 1;
    }
    &text[..len]
}
