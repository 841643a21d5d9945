//! The parts of the current library whose interface has changed.

use std::cell::RefCell;
use std::fmt::{Debug, Display};
use std::rc::Rc;

use crate::library::columns::Malformed;
use crate::library::properties::{Properties, Role};
use crate::library::repair::{Edit, Left};
use crate::library::table::Row;
use crate::library::{Codec, Counts, Encoding, End, ErrorKind, Event, First, Progress, Status, Transcoder};
use beside_common::{ENCODINGS, Observed};

use crate::conversion::observe_event;
use crate::observe_error;

/// Observes what is left, without the signatures of encodings outside the family, which [`Left`] did not
/// have.
pub(crate) fn observe_left(observed: &mut Observed, left: &Left) {
    observed.number("left", left.count);
    observe_error(observed, left.first);
    let would_help = left.would_help.map(|fixes| format!("{fixes:?}"));
    observed.str("would help", &would_help.unwrap_or_default());
    observed.debug("signature", &left.signature);
}

/// Observes edits.
pub(crate) fn observe_edits(observed: &mut Observed, edits: &[Edit]) {
    observed.str("edits", &format!("{edits:?}"));
}

/// Observes a message.
pub(crate) fn observe_message(observed: &mut Observed, name: &'static str, message: &impl Display) {
    observed.display(name, message);
}

/// Observes the evidence of a detection.
pub(crate) fn observe_evidence(observed: &mut Observed, evidence: &impl Debug) {
    observed.debug("evidence", evidence);
}

/// Returns where the trail surrogate of a row of pairs begins.
pub(crate) fn trail_start(row: &Row) -> Option<usize> {
    row.trail_start()
}

/// Returns the name of an encoding.
pub(crate) fn name_of(encoding: Encoding) -> &'static str {
    encoding.name()
}

/// Returns the encoding with this name.
pub(crate) fn named(name: &str) -> Option<Encoding> {
    Encoding::from_name(name)
}

/// Pushes, and reports every event.
pub(crate) fn push_with<S: Codec, T: Codec>(
    transcoder: &mut Transcoder<S, T>,
    (input, output): (&[S::Unit], &mut [T::Unit]),
    end: End,
    mut report: impl FnMut(Event),
) -> (Progress, Status) {
    transcoder.push_observed(input, output, end, &mut report)
}

/// Returns the encodings that both libraries have. CHANGELOG lists `us-ascii`, `utf-8-mod` and `utf-ebcdic`
/// as new.
pub(crate) fn of_both(encodings: &[Encoding]) -> Vec<Encoding> {
    let is_old = |encoding: &Encoding| ENCODINGS.contains(&encoding.name());
    encodings.iter().copied().filter(is_old).collect()
}

/// Observes the error of a column.
pub(crate) fn observe_malformed(observed: &mut Observed, malformed: &Malformed) {
    observed.debug("malformed", malformed);
    observed.display("message", malformed);
}

/// The first events of each kind are observed; the following ones are counted.
pub(crate) struct FirstEvents {
    events: Rc<RefCell<Vec<Event>>>,
    first: First<Box<dyn FnMut(Event)>>,
}

impl FirstEvents {
    pub(crate) fn new(most: u64) -> Self {
        let events = Rc::<RefCell<Vec<Event>>>::default();
        let of_observer = Rc::clone(&events);
        let report = Box::new(move |event| of_observer.borrow_mut().push(event));
        FirstEvents { events, first: First::new(most, report) }
    }

    /// Pushes with the observer that requests only these events.
    pub(crate) fn push<S: Codec, T: Codec>(
        &mut self,
        transcoder: &mut Transcoder<S, T>,
        (input, output): (&[S::Unit], &mut [T::Unit]),
        end: End,
        observed: &mut Observed,
    ) -> (Progress, Status) {
        let pushed = transcoder.push_observed(input, output, end, &mut self.first);
        for event in self.events.borrow_mut().drain(..) {
            observe_event(observed, event);
        }
        pushed
    }

    pub(crate) fn counts(&self) -> Counts {
        self.first.counts()
    }
}

/// The role of a row.
#[derive(Debug)]
#[expect(dead_code, reason = "it is shown")]
pub(crate) enum Standing {
    Both,
    DecodeOnly,
    Excluded(ErrorKind),
}

pub(crate) fn standing(row: &Row) -> Standing {
    match row.reason() {
        Some(kind) => Standing::Excluded(kind),
        None if row.is_written() => Standing::Both,
        None => Standing::DecodeOnly,
    }
}

/// Adjacent units with the same role.
#[derive(Debug)]
#[expect(dead_code, reason = "it is shown")]
pub(crate) struct Units {
    first: u32,
    last: u32,
    role: Role,
}

pub(crate) fn units(properties: &Properties) -> Vec<Units> {
    let units = properties.units();
    units.map(|(units, role)| Units { first: *units.start(), last: *units.end(), role }).collect()
}

/// Returns what a codec is.
macro_rules! facts {
    ($codec:expr) => {
        $codec.info()
    };
}
pub(crate) use facts;

/// Returns the surrogate-pairing rule of a form, or of what a codec is.
macro_rules! pairing {
    ($form:ty) => {
        <$form>::PAIRING
    };
    (of $facts:expr) => {
        $facts.pairing
    };
}
pub(crate) use pairing;

/// Returns `true` for a wrapper around an encoding.
pub(crate) fn is_wrapper(encoding: Encoding) -> bool {
    encoding.is_wrapper()
}

/// The number of units that a code point needs, if it can be encoded.
macro_rules! needed {
    ($error:expr) => {
        $error.needed()
    };
}
pub(crate) use needed;

/// What a label in data means.
#[derive(Debug)]
#[expect(dead_code, reason = "it is shown")]
pub(crate) struct Label {
    encoding: Encoding,
    standing: library::label::Standing,
    note: Option<&'static str>,
    name: library::label::Name,
}

pub(crate) fn for_label(label: &str) -> Option<Label> {
    let (name, standing) = Encoding::for_label(label)?;
    Some(Label { encoding: name.encoding, standing, note: name.note(), name })
}

/// The meaning of the unit 00.
#[derive(Debug)]
pub(crate) enum Zero {
    Nul,
    Never,
    Other,
}

pub(crate) fn zero(properties: &Properties) -> Option<Zero> {
    let is_alone = properties.has_nul_alone()?;
    Some(match properties.role(0).is_never() {
        true => Zero::Never,
        false if is_alone => Zero::Nul,
        false => Zero::Other,
    })
}

/// The number of sequences of each range of a row, and of its places.
pub(crate) fn ranges(row: &Row) -> Vec<(u64, usize)> {
    row.ranges().map(|places| (places.iter().map(|place| place.size()).product(), places.len())).collect()
}

#[path = "names.rs"]
pub(crate) mod library;
