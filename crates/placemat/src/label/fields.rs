//! Single fields of the registry, by encoding.

use super::registry::ENTRIES;
#[cfg(feature = "detect")]
use super::registry::Trial;
use crate::codec::CodecInfo;
use crate::encoding::Encoding;
use crate::wrapper::Frame;

/// Makes a table of one field of the registry, so that code that only needs this field does not link the
/// names.
macro_rules! column {
    ($(#[$attribute:meta])* $name:ident, $field:ident: $type:ty) => {
        $(#[$attribute])*
        pub(crate) const $name: [$type; Encoding::ALL.len()] = {
            let mut column = [ENTRIES[0].$field; Encoding::ALL.len()];
            let mut k = 0;
            while k < column.len() {
                assert!(ENTRIES[k].encoding as usize == k, "the registry has the order of the encodings");
                column[k] = ENTRIES[k].$field;
                k += 1;
            }
            column
        };
    };
}

column! { WITHOUT_MARK, without_mark: &[Encoding] }
column! { FRAMES, frame: Option<Frame> }
column! { FALLBACKS, fallback: Option<Encoding> }
column! { WRAPPERS, wrapper: Option<&CodecInfo> }
column! { SIGNATURES, signature: &[u8] }
column! {
    #[cfg(feature = "detect")]
    RANKS, rank: u8
}
column! {
    #[cfg(feature = "detect")]
    TRIALS, trial: Trial
}
column! {
    #[cfg(feature = "columns")]
    ARE_DIALECTS, is_dialect: bool
}
