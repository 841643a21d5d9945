//! The one `match` on encodings, which finds the type of the codec.

use super::{Encoding, WithCodec};
use crate::form::{
    Cesu8, Cesu8Lenient, CorrectedUtf8, CorrectedUtf8Text, FssUtf1992July, GeneralizedUtf8, Iso8859_1, Mutf8,
    Mutf8Lenient, Optu8, Optu8Reversible, Tcl86Utf8, Ucs2, Ucs4Units, UsAscii, Utf1, Utf8, Utf8Mod,
    Utf8Rfc2279, Utf8b, Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16,
};
use crate::scheme::{Be, Le, Marked, Signed, UtfEbcdic};
use crate::wrapper::DoubleUtf8;

impl Encoding {
    /// Calls `visitor` with the type of the codec. For a wrapper, it is the codec of its text; for a
    /// fallback, that is UTF-8. This is the only `match` on encodings.
    pub(crate) fn with<V: WithCodec>(self, visitor: V) -> V::Output {
        match self {
            Encoding::Utf8 | Encoding::Utf8OrIso8859_1 | Encoding::Utf8OrWindows1252 => visitor.with(Utf8),
            Encoding::Utf8Sig => visitor.with(Signed(Utf8)),
            Encoding::GeneralizedUtf8 => visitor.with(GeneralizedUtf8),
            Encoding::Wtf8 => visitor.with(Wtf8),
            Encoding::Utf8b => visitor.with(Utf8b),
            Encoding::Utf16 => visitor.with(Marked::<Utf16>::default()),
            Encoding::Utf16Le => visitor.with(Le(Utf16)),
            Encoding::Utf16Be => visitor.with(Be(Utf16)),
            Encoding::Wtf16Le => visitor.with(Le(Wtf16)),
            Encoding::Wtf16Be => visitor.with(Be(Wtf16)),
            Encoding::Utf32 => visitor.with(Marked::<Utf32>::default()),
            Encoding::Utf32Le => visitor.with(Le(Utf32)),
            Encoding::Utf32Be => visitor.with(Be(Utf32)),
            Encoding::Ucs2Le => visitor.with(Le(Ucs2)),
            Encoding::Ucs2Be => visitor.with(Be(Ucs2)),
            Encoding::Ucs4Le => visitor.with(Le(Ucs4Units)),
            Encoding::Ucs4Be => visitor.with(Be(Ucs4Units)),
            Encoding::Cesu8 => visitor.with(Cesu8),
            Encoding::Cesu8Lenient => visitor.with(Cesu8Lenient),
            Encoding::Mutf8 => visitor.with(Mutf8),
            Encoding::Mutf8Lenient
            | Encoding::Mutf8WriteUtf
            | Encoding::Mutf8Long
            | Encoding::Mutf8Nul
            | Encoding::Mutf8Dex => visitor.with(Mutf8Lenient),
            Encoding::Utf8mb3 => visitor.with(Utf8mb3),
            Encoding::Optu8 => visitor.with(Optu8),
            Encoding::Optu8Reversible => visitor.with(Optu8Reversible),
            Encoding::Utf1 => visitor.with(Utf1),
            Encoding::FssUtf1992July => visitor.with(FssUtf1992July),
            Encoding::Utf8Rfc2279 => visitor.with(Utf8Rfc2279),
            Encoding::CorrectedUtf8 => visitor.with(CorrectedUtf8),
            Encoding::CorrectedUtf8Document => visitor.with(Signed(CorrectedUtf8Text)),
            Encoding::Utf8Mod => visitor.with(Utf8Mod),
            Encoding::UtfEbcdic => visitor.with(UtfEbcdic::default()),
            Encoding::UsAscii => visitor.with(UsAscii),
            Encoding::Iso8859_1 => visitor.with(Iso8859_1),
            Encoding::Windows1252 => visitor.with(Windows1252),
            Encoding::Tcl86Utf8 => visitor.with(Tcl86Utf8),
            Encoding::DoubleUtf8Latin1 => visitor.with(DoubleUtf8::<Iso8859_1>::default()),
            Encoding::DoubleUtf8Cp1252 => visitor.with(DoubleUtf8::<Windows1252>::default()),
        }
    }
}
