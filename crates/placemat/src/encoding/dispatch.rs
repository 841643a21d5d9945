//! The one `match` on encodings, which finds the type of the codec.

use super::{Encoding, WithCodec};
use crate::form::{
    Cesu8, Cesu8Lenient, CorrectedUtf8, FssUtf1992July, GeneralizedUtf8, Iso8859_1, Mutf8, Mutf8Lenient,
    Optu8, Optu8Reversible, Tcl86Utf8, UsAscii, Utf1, Utf8, Utf8Mod, Utf8Rfc2279, Utf8b, Utf8mb3,
    Windows1252, Wtf8,
};
use crate::layer::DoubleUtf8;
use crate::scheme::{
    CorrectedUtf8Document, Ucs2Be, Ucs2Le, Ucs4Be, Ucs4Le, Utf8Sig, Utf16Be, Utf16Le, Utf16Marked, Utf32Be,
    Utf32Le, Utf32Marked, UtfEbcdic, Wtf16Be, Wtf16Le,
};

impl Encoding {
    /// Calls `visitor` with the type of the codec. For a wrapper, it is the codec of its text; for a
    /// fallback, that is UTF-8. This is the only `match` on encodings.
    ///
    /// ```
    /// use placemat::{stream::WithCodec, Codec, Encoding};
    /// struct Name;
    /// impl WithCodec for Name {
    ///     type Output = &'static str;
    ///     fn with<C: Codec<Unit = u8>>(self, codec: C) -> &'static str {
    ///         codec.facts().name
    ///     }
    /// }
    /// assert_eq!(Encoding::Mutf8Dex.with(Name), "mutf-8-lenient");
    /// assert_eq!(Encoding::Utf8OrWindows1252.with(Name), "utf-8");
    /// ```
    pub fn with<V: WithCodec>(self, visitor: V) -> V::Output {
        match self {
            Encoding::Utf8 | Encoding::Utf8OrIso8859_1 | Encoding::Utf8OrWindows1252 => visitor.with(Utf8),
            Encoding::Utf8Sig => visitor.with(Utf8Sig::default()),
            Encoding::GeneralizedUtf8 => visitor.with(GeneralizedUtf8),
            Encoding::Wtf8 => visitor.with(Wtf8),
            Encoding::Utf8b => visitor.with(Utf8b),
            Encoding::Utf16 => visitor.with(Utf16Marked::default()),
            Encoding::Utf16Le => visitor.with(Utf16Le::default()),
            Encoding::Utf16Be => visitor.with(Utf16Be::default()),
            Encoding::Wtf16Le => visitor.with(Wtf16Le::default()),
            Encoding::Wtf16Be => visitor.with(Wtf16Be::default()),
            Encoding::Utf32 => visitor.with(Utf32Marked::default()),
            Encoding::Utf32Le => visitor.with(Utf32Le::default()),
            Encoding::Utf32Be => visitor.with(Utf32Be::default()),
            Encoding::Ucs2Le => visitor.with(Ucs2Le::default()),
            Encoding::Ucs2Be => visitor.with(Ucs2Be::default()),
            Encoding::Ucs4Le => visitor.with(Ucs4Le::default()),
            Encoding::Ucs4Be => visitor.with(Ucs4Be::default()),
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
            Encoding::CorrectedUtf8Document => visitor.with(CorrectedUtf8Document::default()),
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
