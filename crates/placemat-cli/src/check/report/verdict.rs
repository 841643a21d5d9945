//! What is known of an input when its report ends.

use placemat::Encoding;

use super::super::expected::Origin;
use crate::context::Counts;

/// The result for an input.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Verdict {
    /// `None` if the input could not be opened.
    pub(in crate::check) encoding: Option<Encoding>,
    /// The name of the encoding, which may be a legacy encoding instead.
    pub(in crate::check) name: Option<&'static str>,
    /// Detection takes the input for legacy text.
    pub(in crate::check) is_legacy: bool,
    /// The number of findings: ill-formed subsequences, and violations of rules.
    pub(in crate::check) errors: u64,
    /// The number of places of ill-formed subsequences, if they are counted: adjacent ones are one place.
    pub(in crate::check) places: u64,
    /// There may be more places: the input was not read to its end.
    pub(in crate::check) has_more_places: bool,
    pub(in crate::check) kinds: Counts,
    /// The input is binary, and its errors are not listed.
    pub(in crate::check) is_left_out: bool,
    /// The encoding of the input reads sequences that are overlong in UTF-8 as something else.
    pub(in crate::check) hides_overlong: bool,
    /// It is read as UTF-16, and partly something else.
    pub(in crate::check) is_mixed: bool,
    /// In that case: it is all UTF-16, and damaged.
    pub(in crate::check) is_misaligned: bool,
    /// No encoding reads it as text.
    pub(in crate::check) is_no_text: bool,
    /// It is perhaps not text in the encoding that was detected.
    pub(in crate::check) is_unclear: bool,
    /// The project of the input names its encoding.
    pub(in crate::check) origin: Option<Origin>,
    /// It is valid, and was encoded twice.
    pub(in crate::check) is_doubled: bool,
    /// A note for standard error.
    pub(in crate::check) note: Option<String>,
}

impl Verdict {
    /// Returns the number of ill-formed subsequences.
    pub(in crate::check) fn ill_formed(&self) -> u64 {
        self.errors - self.kinds.well_formed()
    }

    /// Returns the word for the findings.
    pub(super) fn noun(&self) -> &'static str {
        if self.kinds.well_formed() == 0 { "error" } else { "finding" }
    }
}
