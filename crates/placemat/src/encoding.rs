//! Encodings chosen at run time.

mod codec;
mod dispatch;
#[cfg(feature = "alloc")]
mod text;

use crate::codec::Codec;

/// Every encoding and wrapper of the family (CONFORMANCE.md, Encodings). The units of all of them are bytes.
///
/// Needs the feature `encoding`, as does everything that takes or returns an encoding.
///
/// ```
/// use placemat::{convert, Encoding};
/// let from = Encoding::from_identifier("cesu-8").unwrap();
/// assert_eq!(convert(from, Encoding::Utf8, b"\xED\xA0\xBD\xED\xB2\xA9").unwrap(), "💩".as_bytes());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// `utf-8`
    Utf8,
    /// `utf-8-sig`
    Utf8Sig,
    /// `generalized-utf-8`
    GeneralizedUtf8,
    /// `wtf-8`
    Wtf8,
    /// `utf-8b`
    Utf8b,
    /// `utf-16`
    Utf16,
    /// `utf-16le`
    Utf16Le,
    /// `utf-16be`
    Utf16Be,
    /// `wtf-16le`
    Wtf16Le,
    /// `wtf-16be`
    Wtf16Be,
    /// `utf-32`
    Utf32,
    /// `utf-32le`
    Utf32Le,
    /// `utf-32be`
    Utf32Be,
    /// `ucs-2le`
    Ucs2Le,
    /// `ucs-2be`
    Ucs2Be,
    /// `ucs-4le`
    Ucs4Le,
    /// `ucs-4be`
    Ucs4Be,
    /// `cesu-8`
    Cesu8,
    /// `cesu-8-lenient`
    Cesu8Lenient,
    /// `mutf-8`
    Mutf8,
    /// `mutf-8-lenient`, which also reads ill-formed text: overlong sequences
    Mutf8Lenient,
    /// `utf8mb3`
    Utf8mb3,
    /// `optu-8`
    Optu8,
    /// `optu-8-reversible`
    Optu8Reversible,
    /// `utf-1`
    Utf1,
    /// `fss-utf-1992-07`
    FssUtf1992July,
    /// `utf-8-rfc2279`
    Utf8Rfc2279,
    /// `corrected-utf-8`
    CorrectedUtf8,
    /// `corrected-utf-8-document`
    CorrectedUtf8Document,
    /// `utf-8-mod`
    Utf8Mod,
    /// `utf-ebcdic`
    UtfEbcdic,
    /// `us-ascii`
    UsAscii,
    /// `iso-8859-1`
    Iso8859_1,
    /// `windows-1252`
    Windows1252,
    /// `tcl-8.6-utf-8`, which only decodes
    Tcl86Utf8,
    /// `mutf-8-writeutf`: a 16-bit count of bytes, followed by Modified UTF-8
    Mutf8WriteUtf,
    /// `mutf-8-long`: a 64-bit count of bytes, followed by Modified UTF-8
    Mutf8Long,
    /// `mutf-8-nul`: Modified UTF-8, followed by a byte 00
    Mutf8Nul,
    /// `mutf-8-dex`: a ULEB128 count of UTF-16 units, followed by Modified UTF-8 and a byte 00
    Mutf8Dex,
    /// `utf-8-or-iso-8859-1`, which only decodes
    Utf8OrIso8859_1,
    /// `utf-8-or-windows-1252`, which only decodes
    Utf8OrWindows1252,
    /// `double-utf-8-latin1`
    DoubleUtf8Latin1,
    /// `double-utf-8-cp1252`
    DoubleUtf8Cp1252,
}

/// An operation on the codec of an encoding. The type of the codec is known only inside.
pub(crate) trait WithCodec {
    /// The result of the operation.
    type Output;
    /// Performs the operation.
    fn with<C: Codec<Unit = u8>>(self, codec: C) -> Self::Output;
}

impl Encoding {
    /// All encodings, followed by the wrappers.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert_eq!(Encoding::ALL.len(), 43);
    /// ```
    pub const ALL: [Encoding; 43] = [
        Encoding::Utf8,
        Encoding::Utf8Sig,
        Encoding::GeneralizedUtf8,
        Encoding::Wtf8,
        Encoding::Utf8b,
        Encoding::Utf16,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
        Encoding::Wtf16Le,
        Encoding::Wtf16Be,
        Encoding::Utf32,
        Encoding::Utf32Le,
        Encoding::Utf32Be,
        Encoding::Ucs2Le,
        Encoding::Ucs2Be,
        Encoding::Ucs4Le,
        Encoding::Ucs4Be,
        Encoding::Cesu8,
        Encoding::Cesu8Lenient,
        Encoding::Mutf8,
        Encoding::Mutf8Lenient,
        Encoding::Utf8mb3,
        Encoding::Optu8,
        Encoding::Optu8Reversible,
        Encoding::Utf1,
        Encoding::FssUtf1992July,
        Encoding::Utf8Rfc2279,
        Encoding::CorrectedUtf8,
        Encoding::CorrectedUtf8Document,
        Encoding::Utf8Mod,
        Encoding::UtfEbcdic,
        Encoding::UsAscii,
        Encoding::Iso8859_1,
        Encoding::Windows1252,
        Encoding::Tcl86Utf8,
        Encoding::Mutf8WriteUtf,
        Encoding::Mutf8Long,
        Encoding::Mutf8Nul,
        Encoding::Mutf8Dex,
        Encoding::Utf8OrIso8859_1,
        Encoding::Utf8OrWindows1252,
        Encoding::DoubleUtf8Latin1,
        Encoding::DoubleUtf8Cp1252,
    ];

    /// Returns the identifier, as people type it and as the test vectors have it.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert_eq!(Encoding::FssUtf1992July.identifier(), "fss-utf-1992-07");
    /// ```
    #[inline]
    pub fn identifier(self) -> &'static str {
        self.facts().name
    }

    /// Returns the encoding with exactly this identifier.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert!(Encoding::ALL.iter().all(|e| Encoding::from_identifier(e.identifier()) == Some(*e)));
    /// ```
    #[inline]
    pub fn from_identifier(identifier: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.identifier() == identifier)
    }

    /// Returns `true` for a wrapper around an encoding: a frame, a fallback, or double encoding.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert!(Encoding::Mutf8Dex.is_layer() && !Encoding::Mutf8.is_layer());
    /// ```
    #[inline]
    pub fn is_layer(self) -> bool {
        self.facts().is_layer()
    }

    /// Returns `true` if sequence boundaries can be found from any position (CONFORMANCE.md, Starting in the
    /// middle).
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert!(Encoding::Cesu8.resynchronizes() && !Encoding::Utf1.resynchronizes());
    /// ```
    #[inline]
    pub fn resynchronizes(self) -> bool {
        self.facts().resynchronizes
    }
}

impl core::fmt::Display for Encoding {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.identifier())
    }
}
