//! What has another shape in the library as it was.

use beside_common::Observed;
use placemat::columns::Malformed;
use placemat::repair::Left;
use placemat::{Codec, Encoding, End, Progress, Status, Transcoder};

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
    encodings.to_vec()
}

/// What is wrong with a column. The message had other words.
pub(crate) fn observe_malformed(observed: &mut Observed, malformed: &Malformed) {
    observed.debug("malformed", malformed);
    observed
        .str("message", &malformed.to_string().replace("ends behind its buffer", "ends after its buffer"));
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

    /// There was no observer that demands less than every event.
    pub(crate) fn push<S: Codec, T: Codec>(
        &mut self,
        transcoder: &mut Transcoder<S, T>,
        (input, output): (&[S::Unit], &mut [T::Unit]),
        end: End,
        observed: &mut Observed,
    ) -> (Progress, Status) {
        transcoder.push_with(input, output, end, &mut |event| {
            if self.seen < self.most {
                observe_event(observed, event);
            }
            self.seen += 1;
        })
    }

    pub(crate) fn seen(&self) -> u64 {
        self.seen
    }
}
