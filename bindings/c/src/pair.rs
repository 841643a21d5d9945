//! The pairs of encodings that this build converts with kernels of their own.

use engine::form::Iso8859_1;
#[cfg(feature = "family")]
use engine::form::{Cesu8, Mutf8, Ucs4Units, Utf8b, Wtf8, Wtf16};
use engine::{Codec, Conversion, Options, Unsupported};

use crate::encoding::{self, placemat_encoding};
#[cfg(feature = "family")]
use crate::run::Native;
#[cfg(feature = "family")]
use crate::run::UTF_32;
use crate::run::{UTF_8, UTF_16};

/// An operation on two codecs, whose types are known only inside.
pub(crate) trait WithPair {
    /// The result of the operation.
    type Output;
    /// Performs the operation.
    fn with<S: Codec<Unit = u8>, T: Codec<Unit = u8>>(self, conversion: Conversion<S, T>) -> Self::Output;
}

/// Why there is no conversion.
pub(crate) enum NoPair {
    /// A number is not one of an encoding.
    Unknown,
    /// This build does not have the pair, or a policy is not defined for it.
    Unsupported,
}

impl From<Unsupported> for NoPair {
    fn from(_: Unsupported) -> Self {
        NoPair::Unsupported
    }
}

/// The numbers of the encodings in this machine's byte order.
pub(crate) mod native {
    #[cfg(all(target_endian = "big", feature = "family"))]
    pub(crate) use crate::encoding::{PLACEMAT_UCS_4BE as UCS_4, PLACEMAT_WTF_16BE as WTF_16};
    #[cfg(all(target_endian = "little", feature = "family"))]
    pub(crate) use crate::encoding::{PLACEMAT_UCS_4LE as UCS_4, PLACEMAT_WTF_16LE as WTF_16};
    #[cfg(target_endian = "big")]
    pub(crate) use crate::encoding::{PLACEMAT_UTF_16BE as UTF_16, PLACEMAT_UTF_32BE as UTF_32};
    #[cfg(target_endian = "little")]
    pub(crate) use crate::encoding::{PLACEMAT_UTF_16LE as UTF_16, PLACEMAT_UTF_32LE as UTF_32};
}

/// Performs an operation on the pair with these numbers.
pub(crate) fn with<W: WithPair>(
    from: placemat_encoding,
    to: placemat_encoding,
    options: Options,
    operation: W,
) -> Result<W::Output, NoPair> {
    use encoding::*;
    macro_rules! pairs {
        ($($(#[$meta:meta])* $from:path, $source:expr => $to:path, $target:expr;)*) => {
            match (from, to) {
                $($(#[$meta])* ($from, $to) => {
                    return Ok(operation.with(Conversion::new($source, $target, options)?));
                })*
                _ => {}
            }
        };
    }
    pairs! {
        PLACEMAT_UTF_8, UTF_8 => native::UTF_16, UTF_16;
        #[cfg(feature = "family")]
        PLACEMAT_UTF_8, UTF_8 => native::UTF_32, UTF_32;
        PLACEMAT_UTF_8, UTF_8 => PLACEMAT_ISO_8859_1, Iso8859_1;
        native::UTF_16, UTF_16 => PLACEMAT_UTF_8, UTF_8;
        #[cfg(feature = "family")]
        native::UTF_32, UTF_32 => PLACEMAT_UTF_8, UTF_8;
        PLACEMAT_ISO_8859_1, Iso8859_1 => PLACEMAT_UTF_8, UTF_8;
        #[cfg(feature = "family")]
        native::WTF_16, Native(Wtf16) => PLACEMAT_WTF_8, Wtf8;
        #[cfg(feature = "family")]
        PLACEMAT_WTF_8, Wtf8 => native::WTF_16, Native(Wtf16);
        #[cfg(feature = "family")]
        PLACEMAT_WTF_8, Wtf8 => PLACEMAT_UTF_8, UTF_8;
        #[cfg(feature = "family")]
        PLACEMAT_CESU_8, Cesu8 => PLACEMAT_UTF_8, UTF_8;
        #[cfg(feature = "family")]
        PLACEMAT_UTF_8, UTF_8 => PLACEMAT_CESU_8, Cesu8;
        #[cfg(feature = "family")]
        PLACEMAT_MUTF_8, Mutf8 => PLACEMAT_UTF_8, UTF_8;
        #[cfg(feature = "family")]
        PLACEMAT_UTF_8, UTF_8 => PLACEMAT_MUTF_8, Mutf8;
        #[cfg(feature = "family")]
        PLACEMAT_MUTF_8, Mutf8 => native::WTF_16, Native(Wtf16);
        #[cfg(feature = "family")]
        native::WTF_16, Native(Wtf16) => PLACEMAT_MUTF_8, Mutf8;
        #[cfg(feature = "family")]
        PLACEMAT_UTF_8B, Utf8b => native::WTF_16, Native(Wtf16);
        #[cfg(feature = "family")]
        native::WTF_16, Native(Wtf16) => PLACEMAT_UTF_8B, Utf8b;
        #[cfg(feature = "family")]
        PLACEMAT_UTF_8B, Utf8b => native::UCS_4, Native(Ucs4Units);
        #[cfg(feature = "family")]
        native::UCS_4, Native(Ucs4Units) => PLACEMAT_UTF_8B, Utf8b;
    }
    #[cfg(feature = "encodings")]
    {
        let [Some(from), Some(to)] = [from, to].map(encoding) else { return Err(NoPair::Unknown) };
        Ok(operation.with(Conversion::new(from, to, options)?))
    }
    #[cfg(not(feature = "encodings"))]
    if [from, to].iter().any(|number| !(PLACEMAT_UTF_8..=PLACEMAT_DOUBLE_UTF_8_CP1252).contains(number)) {
        Err(NoPair::Unknown)
    } else {
        Err(NoPair::Unsupported)
    }
}
