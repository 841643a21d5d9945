//! One conversion of one text, which every way of doing it is compared with.

use std::fmt::Display;

use placemat::form::Unit;
use placemat::stream::Event;
use placemat::{
    Codec, Conversion, Counts, Encoding, Error, ErrorKind, Failure, Options, Progress, Status, Unencodable,
};
use placemat_random::Random;

/// What stopped a conversion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fault {
    offset: u64,
    len: u64,
    /// For an ill-formed subsequence: its kind, and whether more input could have completed it.
    kind: Option<(ErrorKind, bool)>,
    /// The code point that the target cannot encode.
    code_point: Option<u32>,
}

impl Fault {
    /// Returns the fault of a text that begins `units` earlier.
    pub(crate) fn moved(self, units: usize) -> Self {
        Fault { offset: self.offset + units as u64, ..self }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let kind = Some((error.kind(), error.error_len().is_none()));
        Fault { offset: error.offset(), len: error.len(), kind, code_point: None }
    }
}

impl From<Unencodable> for Fault {
    fn from(lost: Unencodable) -> Self {
        let code_point = Some(lost.code_point());
        Fault { offset: lost.offset(), len: lost.len(), kind: None, code_point }
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::IllFormed(error) => error.into(),
            Failure::Unencodable(lost) => lost.into(),
        }
    }
}

/// Puts the frame of a target around its content, if it has one. Each unit of UTF-16 is a sequence of
/// Modified UTF-8.
fn framed<U: Unit>(target: &str, content: Vec<U>) -> Vec<U> {
    let units = |bytes: &[u8]| bytes.iter().map(|&byte| U::from_u32(u32::from(byte))).collect::<Vec<_>>();
    let len = content.len();
    let count = content.iter().filter(|unit| unit.to_u32() & 0xC0 != 0x80).count();
    match target {
        "mutf-8-writeutf" => [units(&u16::try_from(len).unwrap().to_be_bytes()), content].concat(),
        "mutf-8-long" => [units(&(len as u64).to_be_bytes()), content].concat(),
        "mutf-8-nul" => [content, units(&[0])].concat(),
        "mutf-8-dex" if count < 0x80 => [units(&[count as u8]), content, units(&[0])].concat(),
        "mutf-8-dex" => {
            let count = u16::try_from(count).ok().filter(|&count| count < 0x4000).unwrap();
            [units(&[count as u8 | 0x80, (count >> 7) as u8]), content, units(&[0])].concat()
        }
        _ => content,
    }
}

/// How a call ended.
pub(crate) enum Ended {
    NeedInput,
    OutputFull(usize),
    /// It ended with the end of the text, or with a fault.
    For(Option<Fault>),
}

impl From<Status> for Ended {
    fn from(status: Status) -> Self {
        match status {
            Status::NeedInput => Ended::NeedInput,
            Status::OutputFull { needed } => Ended::OutputFull(needed),
            Status::Done => Ended::For(None),
            Status::IllFormed(error) => Ended::For(Some(error.into())),
            Status::Unencodable(lost) => Ended::For(Some(lost.into())),
            _ => unreachable!("no other status"),
        }
    }
}

/// The outcome of a conversion: the output, what was reported and counted, and what stopped it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome<U> {
    pub(crate) output: Vec<U>,
    pub(crate) events: Vec<Event>,
    pub(crate) counts: Counts,
    pub(crate) fault: Option<Fault>,
}

impl<U> Default for Outcome<U> {
    fn default() -> Self {
        Outcome { output: vec![], events: vec![], counts: Counts::default(), fault: None }
    }
}

/// One conversion of one text.
#[derive(Clone, Copy)]
pub(crate) struct Case<'t, S: Codec, T: Codec> {
    pub(crate) source: S,
    pub(crate) target: T,
    pub(crate) conversion: Conversion<S, T>,
    pub(crate) text: &'t [S::Unit],
}

impl<'t, S: Codec, T: Codec> Case<'t, S, T> {
    pub(crate) fn new(source: S, target: T, options: Options, text: &'t [S::Unit]) -> Self {
        let conversion = Conversion::new(source, target, options).unwrap();
        Case { source, target, conversion, text }
    }

    /// Converts in every way that the codecs support.
    pub(crate) fn check(&self, random: &mut Random) {
        let whole = self.whole();
        self.check_at_once(&whole);
        self.check_rooms(&whole);
        if self.is_wrapper() && self.streams() {
            self.check_pieces(&self.streamed(), random);
        } else if self.streams() {
            self.check_pieces(&whole, random);
        }
    }

    /// Returns `true` if both codecs can be used in pieces.
    pub(crate) fn streams(&self) -> bool {
        self.conversion.transcoder().is_ok()
    }

    /// Returns `true` if the source must see its whole text: then a whole conversion may fail after one in
    /// pieces has begun to write.
    pub(crate) fn is_wrapper(&self) -> bool {
        Encoding::from_name(self.source.info().name).is_some_and(Encoding::is_wrapper)
    }

    /// Returns the outcome of the whole conversion, with the output before a fault.
    pub(crate) fn whole(&self) -> Outcome<T::Unit> {
        if self.streams() && !self.is_wrapper() {
            return self.streamed();
        }
        let mut outcome = match self.source.resolve(self.text) {
            Err(error) => Outcome { fault: Some(error.into()), ..Outcome::default() },
            Ok(resolved) => {
                let (options, text) = (self.conversion.options(), &self.text[resolved.text.clone()]);
                let streamed = Case::new(resolved.codec, self.target.unframed(), options, text).streamed();
                let fault = streamed.fault.map(|fault| fault.moved(resolved.text.start));
                Outcome { fault, ..streamed }
            }
        };
        outcome.events.clear();
        let _ = self.conversion.convert_reporting(self.text, &mut |event| outcome.events.push(event));
        if outcome.fault.is_none() {
            outcome.output = framed(self.target.info().name, outcome.output);
        }
        outcome
    }

    /// Converts all at once, with an observer and enough room.
    pub(crate) fn streamed(&self) -> Outcome<T::Unit> {
        let room = self.conversion.worst_case(self.text.len()).unwrap();
        self.in_pieces([self.text], room + 64)
    }

    /// Fails the test and names the case.
    #[track_caller]
    pub(crate) fn fail(&self, why: impl Display) -> ! {
        let (source, target) = (self.source.info().name, self.target.info().name);
        panic!("{source} to {target}, {:?}, {:02X?}: {why}", self.conversion.options(), self.text)
    }

    #[track_caller]
    pub(crate) fn assert(&self, holds: bool, why: impl FnOnce() -> String) {
        if !holds {
            self.fail(why());
        }
    }

    /// Fails with the first difference, not with the whole output.
    #[track_caller]
    pub(crate) fn assert_same(
        &self,
        outcome: &Outcome<T::Unit>,
        whole: &Outcome<T::Unit>,
        how: impl FnOnce() -> String,
    ) {
        if outcome == whole {
            return;
        }
        let at = outcome.output.iter().zip(&whole.output).take_while(|(a, b)| a == b).count();
        let event = outcome.events.iter().zip(&whole.events).take_while(|(a, b)| a == b).count();
        self.fail(format!(
            "{}: {} units, of which {at} are the same, expected {}: {:02X?}, expected {:02X?}; \
             event {event}: {:?}, expected {:?}; {:?}, expected {:?}; {:?}, expected {:?}",
            how(),
            outcome.output.len(),
            whole.output.len(),
            outcome.output[at..].iter().take(8).collect::<Vec<_>>(),
            whole.output[at..].iter().take(8).collect::<Vec<_>>(),
            outcome.events.get(event),
            whole.events.get(event),
            outcome.counts,
            whole.counts,
            outcome.fault,
            whole.fault,
        ));
    }

    /// Checks that the result of one call is consistent.
    #[track_caller]
    pub(crate) fn assert_possible(&self, progress: Progress, given: usize, room: usize) {
        self.assert(progress.read <= given && progress.written <= room, || {
            format!("{progress:?} of {given} units, with room for {room}")
        });
    }
}
