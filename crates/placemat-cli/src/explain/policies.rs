//! The results of policies for ill-formed subsequences.

use placemat::form::Ucs4Units;
use placemat::{Conversion, Encoding, OnError, Options};

/// Returns the result of each policy except `strict` for adjacent ill-formed subsequences: code points, or
/// `None` for an error. Policies that the encoding does not support are omitted.
pub(super) fn made(
    encoding: Encoding,
    bytes: &[u8],
) -> impl Iterator<Item = (&'static str, Option<Vec<u32>>)> {
    let others = OnError::ALL.into_iter().filter(|policy| *policy != OnError::Strict);
    others.filter_map(move |on_error| {
        let options = Options { on_error, ..Options::default() };
        let conversion = Conversion::new(encoding, Ucs4Units, options).ok()?;
        let converted = conversion.convert(bytes).ok();
        Some((on_error.name(), converted.map(|converted| converted.output)))
    })
}
