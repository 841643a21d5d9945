//! The parts of the older library whose interface has changed.

use std::fmt::{Debug, Display};

use crate::library::columns::{Fault, Malformed};
use crate::library::label::Label;
use crate::library::properties::{Properties, Units, Zero};
use crate::library::repair::{Edit, Left};
use crate::library::table::{Row, Standing};
use crate::library::{Codec, Counts, Encoding, End, Event, EventKind, Progress, Status, Transcoder};
use beside_common::Observed;

use crate::conversion::observe_event;
use crate::observe_error;

/// Observes what is left, without the signatures of encodings outside the family, which [`Left`] did not
/// have.
pub(crate) fn observe_left(observed: &mut Observed, left: &Left) {
    observed.number("left", left.count);
    observe_error(observed, left.first);
    let would_help = left.would_help.map(|fixes| renamed(&fixes));
    observed.str("would help", &would_help.unwrap_or_default());
    observed.debug("signature", &left.signature);
}

/// Observes edits.
pub(crate) fn observe_edits(observed: &mut Observed, edits: &[Edit]) {
    observed.str("edits", &renamed(&edits));
}

/// Formats fixes. `bom` and `double-bom` were called `mark` and `marks`.
fn renamed(fixes: &dyn Debug) -> String {
    format!("{fixes:?}").replace("marks", "double-bom").replace("mark", "bom")
}

/// Observes a message. One kind of error had another wording.
pub(crate) fn observe_message(observed: &mut Observed, name: &'static str, message: &impl Display) {
    observed.str(name, &message.to_string().replace("three-byte halves", "three-byte sequences"));
}

/// Observes the evidence of a detection, in which one kind had another name.
pub(crate) fn observe_evidence(observed: &mut Observed, evidence: &impl Debug) {
    observed.str("evidence", &format!("{evidence:?}").replace("LoneHalf", "LoneSurrogate"));
}

/// Returns where the trail surrogate of a row of pairs begins.
pub(crate) fn trail_start(row: &Row) -> Option<usize> {
    row.half()
}

/// Returns the name of an encoding.
pub(crate) fn name_of(encoding: Encoding) -> &'static str {
    encoding.identifier()
}

/// Returns the encoding with this name.
pub(crate) fn named(name: &str) -> Option<Encoding> {
    Encoding::from_identifier(name)
}

/// Pushes, and reports every event.
pub(crate) fn push_with<S: Codec, T: Codec>(
    transcoder: &mut Transcoder<S, T>,
    (input, output): (&[S::Unit], &mut [T::Unit]),
    end: End,
    mut report: impl FnMut(Event),
) -> (Progress, Status) {
    transcoder.push_with(input, output, end, &mut report)
}

/// Returns the encodings that both libraries have. CHANGELOG lists `us-ascii`, `utf-8-mod` and `utf-ebcdic`
/// as new.
pub(crate) fn of_both(encodings: &[Encoding]) -> Vec<Encoding> {
    encodings.to_vec()
}

/// Observes the error of a column. Two messages had another wording.
pub(crate) fn observe_malformed(observed: &mut Observed, malformed: &Malformed) {
    observed.debug("malformed", malformed);
    let Malformed { row, fault, .. } = *malformed;
    match fault {
        Fault::BeyondEnd => {
            observed.str("message", &malformed.to_string().replace(" ends behind ", " ends after "));
        }
        Fault::Prefix => observed.display(
            "message",
            &format_args!("malformed column: the prefix in the view of row {row} differs from its value"),
        ),
        _ => observed.display("message", malformed),
    }
}

/// The first events of each kind are observed; the following ones are counted.
#[derive(Debug)]
pub(crate) struct FirstEvents {
    most: u64,
    counts: Counts,
}

impl FirstEvents {
    pub(crate) fn new(most: u64) -> Self {
        FirstEvents { most, counts: Counts::default() }
    }

    /// Before there were observers, every event was reported.
    pub(crate) fn push<S: Codec, T: Codec>(
        &mut self,
        transcoder: &mut Transcoder<S, T>,
        (input, output): (&[S::Unit], &mut [T::Unit]),
        end: End,
        observed: &mut Observed,
    ) -> (Progress, Status) {
        transcoder.push_with(input, output, end, &mut |event| {
            let count = match event.kind {
                EventKind::IllFormed(_) => &mut self.counts.errors,
                EventKind::Unencodable(_) => &mut self.counts.unencodable,
                _ => &mut self.counts.joined,
            };
            *count += 1;
            if *count <= self.most {
                observe_event(observed, event);
            }
        })
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }
}

pub(crate) fn standing(row: &Row) -> Standing {
    row.standing()
}

pub(crate) fn units(properties: &Properties) -> Vec<Units> {
    properties.units().collect()
}

/// Returns what a codec is.
macro_rules! facts {
    ($codec:expr) => {
        $codec.facts()
    };
}
pub(crate) use facts;

/// Returns the surrogate-pairing rule of a form, or of what a codec is.
macro_rules! pairing {
    ($form:ty) => {
        <$form>::SEAM
    };
    (of $facts:expr) => {
        $facts.seam
    };
}
pub(crate) use pairing;

/// Returns `true` for a wrapper around an encoding.
pub(crate) fn is_wrapper(encoding: Encoding) -> bool {
    encoding.is_layer()
}

/// The number of units that a code point needs, if it can be encoded.
macro_rules! needed {
    ($error:expr) => {
        match $error {
            crate::library::NotEncoded::Unencodable => None,
            crate::library::NotEncoded::OutputFull { needed } => Some(needed),
        }
    };
}
pub(crate) use needed;

pub(crate) fn for_label(label: &str) -> Option<Label> {
    Encoding::for_label(label)
}

pub(crate) fn zero(properties: &Properties) -> Option<Zero> {
    properties.zero()
}

pub(crate) fn ranges(row: &Row) -> Vec<(u64, usize)> {
    row.ranges().map(|ranges| (ranges.count(), ranges.places().len())).collect()
}

/// The older library under the names that it has.
pub(crate) mod library {
    pub(crate) use placemat::*;

    /// Calls the visitor with the type of the codec of an encoding.
    pub(crate) fn with_codec<V: WithCodec>(encoding: Encoding, visitor: V) -> V::Output {
        encoding.with(visitor)
    }
}
