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
/// let from = Encoding::from_name("cesu-8").unwrap();
/// assert_eq!(convert(from, Encoding::Utf8, b"\xED\xA0\xBD\xED\xB2\xA9").unwrap(), "💩".as_bytes());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// `utf-8` (Unicode 3.9, D92; RFC 3629): one to four bytes for each scalar value. Nearly all text that is
    /// exchanged today is in it.
    Utf8,
    /// `utf-8-sig` (WHATWG Encoding Standard, "UTF-8 decode"): UTF-8 after the signature EF BB BF, as Windows
    /// programs and spreadsheets save it.
    Utf8Sig,
    /// `generalized-utf-8` (WTF-8 specification, 5): UTF-8 that also has surrogates, each in three bytes.
    /// Python's `surrogatepass` writes it.
    GeneralizedUtf8,
    /// `wtf-8` (WTF-8 specification, 6): generalized UTF-8 in which a pair of surrogates is always one code
    /// point. Rust keeps file names of Windows in it; it is for use inside one system.
    Wtf8,
    /// `utf-8b` (PEP 383): UTF-8 in which a byte that is ill-formed stands for a code point of
    /// U+DC80..U+DCFF. Python reads file names and arguments of Unix as it.
    Utf8b,
    /// `utf-16` (Unicode 3.10, D98; RFC 2781): the byte order follows from the byte order mark, or is
    /// big-endian. "Unicode" files of Windows are in it.
    Utf16,
    /// `utf-16le` (Unicode 3.10, D97; RFC 2781): 16-bit units, least significant byte first. Memory,
    /// registries and protocols of Windows have it.
    Utf16Le,
    /// `utf-16be` (Unicode 3.10, D96; RFC 2781): 16-bit units, most significant byte first. Network protocols
    /// and Java's streams have it.
    Utf16Be,
    /// `wtf-16le` (WTF-8 specification, 4): any 16-bit units, least significant byte first, so that
    /// surrogates may be alone: names of Windows, strings of JavaScript.
    Wtf16Le,
    /// `wtf-16be` (WTF-8 specification, 4): any 16-bit units, most significant byte first: strings of Java.
    Wtf16Be,
    /// `utf-32` (Unicode 3.10, D101): the byte order follows from the byte order mark, or is big-endian. It
    /// is rare in files.
    Utf32,
    /// `utf-32le` (Unicode 3.10, D100): 32-bit units, least significant byte first, as `wchar_t` of Unix has
    /// them in memory.
    Utf32Le,
    /// `utf-32be` (Unicode 3.10, D99): 32-bit units, most significant byte first.
    Utf32Be,
    /// `ucs-2le` (ISO/IEC 10646-1:1993): each 16-bit unit is a code point, least significant byte first.
    /// Software from before 1996 has it.
    Ucs2Le,
    /// `ucs-2be` (ISO/IEC 10646-1:1993): each 16-bit unit is a code point, most significant byte first.
    Ucs2Be,
    /// `ucs-4le` (ISO/IEC 10646-1:1993): any 32-bit value is a code point, least significant byte first. It
    /// holds what UTF-32 refuses.
    Ucs4Le,
    /// `ucs-4be` (ISO/IEC 10646-1:1993): any 32-bit value is a code point, most significant byte first.
    Ucs4Be,
    /// `cesu-8` (Unicode Technical Report 26): supplementary code points are pairs of surrogates, each in
    /// three bytes. Columns of Oracle's character set `UTF8` are in it.
    Cesu8,
    /// `cesu-8-lenient`: CESU-8 with lone surrogates, as Java's charset and ICU read it.
    Cesu8Lenient,
    /// `mutf-8` (Java Virtual Machine Specification, 4.4.7; `java.io.DataInput`): CESU-8 with lone
    /// surrogates, and U+0000 as C0 80. Class files, JNI, serialized objects and dex files have it.
    Mutf8,
    /// `mutf-8-lenient`, which also reads ill-formed text: overlong sequences, as `DataInput.readUTF` reads
    /// them.
    Mutf8Lenient,
    /// `utf8mb3` (the MySQL manual): UTF-8 without supplementary code points, which MySQL and MariaDB long
    /// called `utf8`.
    Utf8mb3,
    /// `optu-8` (MirBSD's libc): UTF-8 without supplementary code points, in which a byte that is ill-formed
    /// stands for a private-use character.
    Optu8,
    /// `optu-8-reversible`: OPTU-8 without the characters that it reads back as bytes.
    Optu8Reversible,
    /// `utf-1` (ISO/IEC 10646-1:1993, Annex G; ISO-IR 178): the ancestor of UTF-8 in the standard of 1993.
    /// Its trail bytes include those of ASCII.
    Utf1,
    /// `fss-utf-1992-07`: the proposal to X/Open of July 1992, which UTF-8 replaced in September.
    FssUtf1992July,
    /// `utf-8-rfc2279` (RFC 2044, RFC 2279): UTF-8 before 2003, with up to six bytes and surrogates. Old
    /// software, and Perl's `utf8`, are near to it.
    Utf8Rfc2279,
    /// `corrected-utf-8` (the text of 14 November 2022): UTF-8 with offsets, so that each sequence has a code
    /// point of its own. All UTF-8 is well-formed in it, with other characters.
    CorrectedUtf8,
    /// `corrected-utf-8-document`: Corrected UTF-8 in a file, after its magic number and without U+0000.
    CorrectedUtf8Document,
    /// `utf-8-mod` (Unicode Technical Report 16): UTF-8 with trail bytes of five bits, so that C1 controls
    /// are single bytes. It is a step on the way to UTF-EBCDIC, and is also called I8.
    Utf8Mod,
    /// `utf-ebcdic` (Unicode Technical Report 16): UTF-8-Mod under a permutation of bytes, in which text of
    /// code page 1047 is what it was. It is for use inside z/OS and Perl.
    UtfEbcdic,
    /// `us-ascii` (ANSI X3.4; RFC 20): the bytes 00..7F, strictly. Protocols and source code that must be
    /// portable have it.
    UsAscii,
    /// `iso-8859-1` (ISO/IEC 8859-1, with C0 and C1 controls): each byte is the code point of its value.
    /// Headers of HTTP, and old files of Western Europe, have it.
    Iso8859_1,
    /// `windows-1252` (code page 1252 of Windows, as in the WHATWG Encoding Standard): ISO-8859-1 with
    /// characters such as € at 80..9F. Old files of Windows, and pages of the Web that say `iso-8859-1`, are
    /// in it.
    Windows1252,
    /// `tcl-8.6-utf-8`, which only decodes: what Tcl 8.6 reads as UTF-8. It reads everything.
    Tcl86Utf8,
    /// `mutf-8-writeutf` (`java.io.DataOutput.writeUTF`): a 16-bit count of bytes, followed by Modified
    /// UTF-8. Class files and serialized objects have it.
    Mutf8WriteUtf,
    /// `mutf-8-long` (Java's serialization, `TC_LONGSTRING`): a 64-bit count of bytes, followed by Modified
    /// UTF-8.
    Mutf8Long,
    /// `mutf-8-nul`: Modified UTF-8, followed by a byte 00, as JNI passes it.
    Mutf8Nul,
    /// `mutf-8-dex` (the Dalvik executable format, `string_data_item`): a ULEB128 count of UTF-16 units,
    /// followed by Modified UTF-8 and a byte 00.
    Mutf8Dex,
    /// `utf-8-or-iso-8859-1`, which only decodes: the whole input is UTF-8, or else ISO-8859-1. It suits
    /// files of which only some were converted.
    Utf8OrIso8859_1,
    /// `utf-8-or-windows-1252`, which only decodes: the whole input is UTF-8, or else Windows-1252.
    Utf8OrWindows1252,
    /// `double-utf-8-latin1`: UTF-8 that was read as ISO-8859-1 and encoded again, as programs leave it that
    /// convert twice.
    DoubleUtf8Latin1,
    /// `double-utf-8-cp1252`: UTF-8 that was read as Windows-1252 and encoded again: `Ã©` for `é`, in
    /// databases and exports.
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
    /// assert_eq!(Encoding::FssUtf1992July.name(), "fss-utf-1992-07");
    /// ```
    #[inline]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the encoding with exactly this identifier.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert!(Encoding::ALL.iter().all(|e| Encoding::from_name(e.name()) == Some(*e)));
    /// ```
    #[inline]
    pub fn from_name(identifier: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == identifier)
    }

    /// Returns `true` for a wrapper around an encoding: a frame, a fallback, or double encoding.
    ///
    /// ```
    /// # use placemat::Encoding;
    /// assert!(Encoding::Mutf8Dex.is_wrapper() && !Encoding::Mutf8.is_wrapper());
    /// ```
    #[inline]
    pub fn is_wrapper(self) -> bool {
        self.info().is_wrapper()
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
        self.info().resynchronizes
    }
}

impl core::fmt::Display for Encoding {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
