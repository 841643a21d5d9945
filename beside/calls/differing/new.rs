//! What has another shape in the library as it is.

use beside_common::{ENCODINGS, Observed};
use placemat::columns::Malformed;
use placemat::repair::Left;
use placemat::{Codec, Encoding, End, First, Progress, Status, Transcoder};

use crate::conversion::observe_event;
use crate::observe_error;

/// What is left, but for the signatures of encodings outside the family, which [`Left`] did not have.
pub(crate) fn observe_left(observed: &mut Observed, left: &Left) {
    observed.number("left", left.count);
    observe_error(observed, left.first);
    observed.debug("would help", &left.would_help);
    observed.debug("signature", &left.signature);
}

/// The encodings that both libraries have. CHANGELOG lists `us-ascii`, `utf-8-mod` and `utf-ebcdic` as new.
pub(crate) fn of_both(encodings: &[Encoding]) -> Vec<Encoding> {
    let is_old = |encoding: &Encoding| ENCODINGS.contains(&encoding.identifier());
    encodings.iter().copied().filter(is_old).collect()
}

/// What is wrong with a column.
pub(crate) fn observe_malformed(observed: &mut Observed, malformed: &Malformed) {
    observed.debug("malformed", malformed);
    observed.str("message", &malformed.to_string());
}

/// What an observer is told of the first events; those behind them are counted.
#[derive(Debug)]
pub(crate) struct FirstEvents {
    most: u64,
    seen: u64,
}

impl FirstEvents {
    pub(crate) fn new(most: u64) -> Self {
        FirstEvents { most, seen: 0 }
    }

    /// With the observer that demands no more than that.
    pub(crate) fn push<S: Codec, T: Codec>(
        &mut self,
        transcoder: &mut Transcoder<S, T>,
        (input, output): (&[S::Unit], &mut [T::Unit]),
        end: End,
        observed: &mut Observed,
    ) -> (Progress, Status) {
        let left = self.most.saturating_sub(self.seen);
        let mut first = First::new(left, |event| observe_event(observed, event));
        let pushed = transcoder.push_observed(input, output, end, &mut first);
        let counts = first.counts();
        self.seen += counts.errors + counts.unencodable + counts.joined;
        pushed
    }

    pub(crate) fn seen(&self) -> u64 {
        self.seen
    }
}
