//! A description of each encoding, for people who have a file in it.

use placemat::Encoding;

/// Returns what an encoding is, in a few words.
pub(super) fn about(encoding: Encoding) -> &'static str {
    match encoding.name() {
        "utf-8" => "nearly all text of today",
        "utf-8-sig" => "UTF-8 after a byte order mark, as Windows programs save it",
        "generalized-utf-8" => "UTF-8 with surrogates, as Python's surrogatepass writes it",
        "wtf-8" => "UTF-8 with lone surrogates: Rust's file names on Windows",
        "utf-8b" => "UTF-8 in which invalid bytes are kept: Python's file names on Unix",
        "utf-16" => "\"Unicode\" files of Windows, with a byte order mark",
        "utf-16le" => "UTF-16 without a byte order mark: memory and protocols of Windows",
        "utf-16be" => "UTF-16, most significant byte first: network protocols, Java's streams",
        "wtf-16le" => "UTF-16 with lone surrogates: JavaScript strings, Windows names",
        "wtf-16be" => "UTF-16 with lone surrogates: Java strings",
        "utf-32" => "four bytes for each character, with a byte order mark",
        "utf-32le" => "four bytes for each character: wchar_t on Unix",
        "utf-32be" => "four bytes for each character, most significant byte first",
        "ucs-2le" => "two bytes for each character: software from before 1996",
        "ucs-2be" => "two bytes for each character, most significant byte first",
        "ucs-4le" => "UTF-32 with numbers beyond Unicode",
        "ucs-4be" => "UTF-32 with numbers beyond Unicode, most significant byte first",
        "cesu-8" => "Oracle's character set UTF8: emoji take six bytes",
        "cesu-8-lenient" => "CESU-8 with lone surrogates, as Java and ICU read it",
        "mutf-8" => "Java class files, JNI, serialized objects, dex files",
        "mutf-8-lenient" => "Modified UTF-8 as DataInput.readUTF reads it, with overlong forms",
        "utf8mb3" => "MySQL's utf8: UTF-8 without emoji",
        "optu-8" => "MirBSD: UTF-8 in which invalid bytes are kept",
        "optu-8-reversible" => "MirBSD's OPTU-8 without the characters that stand for bytes",
        "utf-1" => "the ancestor of UTF-8, from 1993",
        "fss-utf-1992-07" => "the proposal of July 1992 that UTF-8 replaced",
        "utf-8-rfc2279" => "UTF-8 before 2003, with up to six bytes",
        "corrected-utf-8" => "Corrected UTF-8, of 2022: other code points than in UTF-8",
        "corrected-utf-8-document" => "a file in Corrected UTF-8, after its magic number",
        "utf-8-mod" => "the step before UTF-EBCDIC, also called I8",
        "utf-ebcdic" => "UTF-8 for EBCDIC machines: z/OS, Perl",
        "us-ascii" => "bytes 00 to 7F only: protocols, portable source code",
        "iso-8859-1" => "Latin-1: HTTP headers, old files of Western Europe",
        "windows-1252" => "Latin-1 with € and quotation marks: old files of Windows",
        "tcl-8.6-utf-8" => "what Tcl 8.6 reads as UTF-8 (cannot be written)",
        "mutf-8-writeutf" => "Java's DataOutput.writeUTF: a length, and Modified UTF-8",
        "mutf-8-long" => "Java's serialized long strings: a length, and Modified UTF-8",
        "mutf-8-nul" => "JNI: Modified UTF-8, and a byte 00",
        "mutf-8-dex" => "strings in Android's dex files",
        "utf-8-or-iso-8859-1" => "files of which some are UTF-8, and others Latin-1 (cannot be written)",
        "utf-8-or-windows-1252" => {
            "files of which some are UTF-8, and others Windows-1252 (cannot be written)"
        }
        "double-utf-8-latin1" => "mojibake: UTF-8 that was read as Latin-1 and encoded again",
        "double-utf-8-cp1252" => "mojibake such as Ã© for é: UTF-8 that was read as Windows-1252",
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
