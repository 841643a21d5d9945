//! What has another shape in the library as it is.

use beside_common::{ENCODINGS, Observed};
use placemat::Encoding;
use placemat::detect::Detection;
use placemat::repair::Left;

use crate::observe_error;

/// What is left, but for the signatures of encodings outside the family, which [`Left`] did not have.
pub(crate) fn observe_left(observed: &mut Observed, left: &Left) {
    observed.number("left", left.count);
    observe_error(observed, left.first);
    observed.debug("would help", &left.would_help);
    observed.debug("signature", &left.signature);
}

/// The encodings in which a text is well-formed, without those that are new.
pub(crate) fn well_formed_in_both(detection: &Detection) -> Vec<Encoding> {
    let is_old = |encoding: &Encoding| ENCODINGS.contains(&encoding.identifier());
    detection.well_formed.iter().copied().filter(is_old).collect()
}
