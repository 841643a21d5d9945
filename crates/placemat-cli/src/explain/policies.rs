//! What policies make of ill-formed parts.

use placemat::form::Ucs4Units;
use placemat::{Conversion, Encoding, OnError, Options};

/// What each policy but `strict` makes of ill-formed parts side by side: code points, or `None` for an error. Those that
/// the encoding does not know are left out.
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
