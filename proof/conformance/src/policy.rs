//! The vectors' policies as options of the library.

use placemat::{Encoding, OnError, OnUnencodable, Options};

/// Returns the policies for decoding `encoding`; `None` for one that the schema does not allow there.
pub(crate) fn decoding(policy: &str, encoding: Encoding) -> Option<Options> {
    let options = Options::default();
    match policy {
        "private-use" => Some(Options { on_unencodable: OnUnencodable::PrivateUse, ..options }),
        // The only behaviour of these two.
        "optu" => matches!(encoding, Encoding::Optu8 | Encoding::Optu8Reversible).then_some(options),
        _ => OnError::from_name(policy).map(|on_error| Options { on_error, ..options }),
    }
}

/// Returns the policies for encoding.
pub(crate) fn encoding(policy: &str) -> Option<Options> {
    let on_unencodable = OnUnencodable::from_name(policy)?;
    Some(Options { on_unencodable, ..Options::default() })
}

/// Returns the policies of a conversion: for decoding, then for encoding. A policy that is defined for only
/// one side is `strict` on the other.
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
