//! A description of each encoding, for people who have a file in it.

use placemat::Encoding;

/// Returns what an encoding is, in a few words.
pub(super) fn about(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "nearly all text of today",
        Encoding::Utf8Sig => "UTF-8 after a byte order mark, as Windows programs save it",
        Encoding::GeneralizedUtf8 => "UTF-8 with surrogates, as Python's surrogatepass writes it",
        Encoding::Wtf8 => "UTF-8 with lone surrogates: Rust's file names on Windows",
        Encoding::Utf8b => "UTF-8 in which invalid bytes are kept: Python's file names on Unix",
        Encoding::Utf16 => "\"Unicode\" files of Windows, with a byte order mark",
        Encoding::Utf16Le => "UTF-16 without a byte order mark: memory and protocols of Windows",
        Encoding::Utf16Be => "UTF-16, most significant byte first: network protocols, Java's streams",
        Encoding::Wtf16Le => "UTF-16 with lone surrogates: JavaScript strings, Windows names",
        Encoding::Wtf16Be => "UTF-16 with lone surrogates: Java strings",
        Encoding::Utf32 => "four bytes for each character, with a byte order mark",
        Encoding::Utf32Le => "four bytes for each character: wchar_t on Unix",
        Encoding::Utf32Be => "four bytes for each character, most significant byte first",
        Encoding::Ucs2Le => "two bytes for each character: software from before 1996",
        Encoding::Ucs2Be => "two bytes for each character, most significant byte first",
        Encoding::Ucs4Le => "UTF-32 with numbers beyond Unicode",
        Encoding::Ucs4Be => "UTF-32 with numbers beyond Unicode, most significant byte first",
        Encoding::Cesu8 => "Oracle's character set UTF8: emoji take six bytes",
        Encoding::Cesu8Lenient => "CESU-8 with lone surrogates, as Java and ICU read it",
        Encoding::Mutf8 => "Java class files, JNI, serialized objects, dex files",
        Encoding::Mutf8Lenient => "Modified UTF-8 as DataInput.readUTF reads it, with overlong forms",
        Encoding::Utf8mb3 => "MySQL's utf8: UTF-8 without emoji",
        Encoding::Optu8 => "MirBSD: UTF-8 in which invalid bytes are kept",
        Encoding::Optu8Reversible => "MirBSD's OPTU-8 without the characters that stand for bytes",
        Encoding::Utf1 => "the ancestor of UTF-8, from 1993",
        Encoding::FssUtf1992July => "the proposal of July 1992 that UTF-8 replaced",
        Encoding::Utf8Rfc2279 => "UTF-8 before 2003, with up to six bytes",
        Encoding::CorrectedUtf8 => "Corrected UTF-8, of 2022: other code points than in UTF-8",
        Encoding::CorrectedUtf8Document => "a file in Corrected UTF-8, after its magic number",
        Encoding::Utf8Mod => "the step before UTF-EBCDIC, also called I8",
        Encoding::UtfEbcdic => "UTF-8 for EBCDIC machines: z/OS, Perl",
        Encoding::UsAscii => "bytes 00 to 7F only: protocols, portable source code",
        Encoding::Iso8859_1 => "Latin-1: HTTP headers, old files of Western Europe",
        Encoding::Windows1252 => "Latin-1 with € and quotation marks: old files of Windows",
        Encoding::Tcl86Utf8 => "what Tcl 8.6 reads as UTF-8 (cannot be written)",
        Encoding::Mutf8WriteUtf => "Java's DataOutput.writeUTF: a length, and Modified UTF-8",
        Encoding::Mutf8Long => "Java's serialized long strings: a length, and Modified UTF-8",
        Encoding::Mutf8Nul => "JNI: Modified UTF-8, and a byte 00",
        Encoding::Mutf8Dex => "strings in Android's dex files",
        Encoding::Utf8OrIso8859_1 => "files of which some are UTF-8, and others Latin-1 (cannot be written)",
        Encoding::Utf8OrWindows1252 => {
            "files of which some are UTF-8, and others Windows-1252 (cannot be written)"
        }
        Encoding::DoubleUtf8Latin1 => "mojibake: UTF-8 that was read as Latin-1 and encoded again",
        Encoding::DoubleUtf8Cp1252 => "mojibake such as Ã© for é: UTF-8 that was read as Windows-1252",
        // The library may get more encodings; the test below finds one without a description.
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_described() {
        for encoding in Encoding::ALL {
            assert!(!about(encoding).is_empty(), "{encoding}");
        }
    }
}
