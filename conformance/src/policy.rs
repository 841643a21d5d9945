//! The vectors' policies as options of the library.

use placemat::{Encoding, OnError, OnUnencodable, Options};

/// The policies when decoding `encoding`; `None` for one that the schema does not know there.
pub(crate) fn decoding(policy: &str, encoding: Encoding) -> Option<Options> {
    let options = Options::default();
    match policy {
        "private-use" => Some(Options { on_unencodable: OnUnencodable::PrivateUse, ..options }),
        // The one behaviour of these two.
        "optu" => matches!(encoding, Encoding::Optu8 | Encoding::Optu8Reversible).then_some(options),
        _ => OnError::from_name(policy).map(|on_error| Options { on_error, ..options }),
    }
}

/// The policies when encoding.
pub(crate) fn encoding(policy: &str) -> Option<Options> {
    let on_unencodable = OnUnencodable::from_name(policy)?;
    Some(Options { on_unencodable, ..Options::default() })
}

/// The policies of a conversion: for decoding, then for encoding. What is defined for one side alone is `strict` on
/// the other.
pub(crate) fn converting(policy: &str, source: Encoding) -> Option<Options> {
    match (decoding(policy, source), encoding(policy)) {
        (None, None) => None,
        (from, to) => Some(Options {
            on_error: from.unwrap_or_default().on_error,
            on_unencodable: to.unwrap_or_default().on_unencodable,
            ..Options::default()
        }),
    }
}
