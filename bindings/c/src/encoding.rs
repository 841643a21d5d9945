//! Encodings as numbers, and their names.

#[cfg(feature = "encodings")]
use core::ffi::{CStr, c_char};

#[cfg(feature = "encodings")]
use engine::Encoding;

#[cfg(feature = "encodings")]
use crate::memory;

/// The number of an encoding: one of the constants `PLACEMAT_UTF_8` and so on. Numbers do not change between
/// versions. 0 is never an encoding.
pub type placemat_encoding = u32;

/// UTF-8.
pub const PLACEMAT_UTF_8: placemat_encoding = 1;
/// UTF-8 after the signature EF BB BF.
pub const PLACEMAT_UTF_8_SIG: placemat_encoding = 2;
/// Generalized UTF-8: UTF-8 that also has surrogates, each in three bytes.
pub const PLACEMAT_GENERALIZED_UTF_8: placemat_encoding = 3;
/// WTF-8: generalized UTF-8 in which a surrogate pair is always one code point.
pub const PLACEMAT_WTF_8: placemat_encoding = 4;
/// UTF-8b: UTF-8 in which a byte that is ill-formed stands for a code point of U+DC80 to U+DCFF.
pub const PLACEMAT_UTF_8B: placemat_encoding = 5;
/// UTF-16 with a byte order mark, which is optional in input.
pub const PLACEMAT_UTF_16: placemat_encoding = 6;
/// UTF-16, least significant byte first.
pub const PLACEMAT_UTF_16LE: placemat_encoding = 7;
/// UTF-16, most significant byte first.
pub const PLACEMAT_UTF_16BE: placemat_encoding = 8;
/// WTF-16 (any 16-bit units), least significant byte first.
pub const PLACEMAT_WTF_16LE: placemat_encoding = 9;
/// WTF-16 (any 16-bit units), most significant byte first.
pub const PLACEMAT_WTF_16BE: placemat_encoding = 10;
/// UTF-32 with a byte order mark, which is optional in input.
pub const PLACEMAT_UTF_32: placemat_encoding = 11;
/// UTF-32, least significant byte first.
pub const PLACEMAT_UTF_32LE: placemat_encoding = 12;
/// UTF-32, most significant byte first.
pub const PLACEMAT_UTF_32BE: placemat_encoding = 13;
/// UCS-2, least significant byte first.
pub const PLACEMAT_UCS_2LE: placemat_encoding = 14;
/// UCS-2, most significant byte first.
pub const PLACEMAT_UCS_2BE: placemat_encoding = 15;
/// UCS-4, least significant byte first.
pub const PLACEMAT_UCS_4LE: placemat_encoding = 16;
/// UCS-4, most significant byte first.
pub const PLACEMAT_UCS_4BE: placemat_encoding = 17;
/// CESU-8.
pub const PLACEMAT_CESU_8: placemat_encoding = 18;
/// CESU-8 that may have lone surrogates.
pub const PLACEMAT_CESU_8_LENIENT: placemat_encoding = 19;
/// Modified UTF-8, as in Java's class files.
pub const PLACEMAT_MUTF_8: placemat_encoding = 20;
/// Modified UTF-8 that is read leniently.
pub const PLACEMAT_MUTF_8_LENIENT: placemat_encoding = 21;
/// MySQL's utf8mb3.
pub const PLACEMAT_UTF8MB3: placemat_encoding = 22;
/// OPTU-8.
pub const PLACEMAT_OPTU_8: placemat_encoding = 23;
/// OPTU-8 without the characters that it reads back as bytes.
pub const PLACEMAT_OPTU_8_REVERSIBLE: placemat_encoding = 24;
/// UTF-1.
pub const PLACEMAT_UTF_1: placemat_encoding = 25;
/// FSS-UTF of July 1992.
pub const PLACEMAT_FSS_UTF_1992_07: placemat_encoding = 26;
/// UTF-8 before 2003, with up to six bytes.
pub const PLACEMAT_UTF_8_RFC2279: placemat_encoding = 27;
/// Corrected UTF-8.
pub const PLACEMAT_CORRECTED_UTF_8: placemat_encoding = 28;
/// A document in Corrected UTF-8, after its magic number.
pub const PLACEMAT_CORRECTED_UTF_8_DOCUMENT: placemat_encoding = 29;
/// UTF-8-Mod, or I8.
pub const PLACEMAT_UTF_8_MOD: placemat_encoding = 30;
/// UTF-EBCDIC.
pub const PLACEMAT_UTF_EBCDIC: placemat_encoding = 31;
/// US-ASCII, strictly.
pub const PLACEMAT_US_ASCII: placemat_encoding = 32;
/// ISO-8859-1.
pub const PLACEMAT_ISO_8859_1: placemat_encoding = 33;
/// Windows-1252.
pub const PLACEMAT_WINDOWS_1252: placemat_encoding = 34;
/// What Tcl 8.6 reads as UTF-8. It only decodes.
pub const PLACEMAT_TCL_8_6_UTF_8: placemat_encoding = 35;
/// Modified UTF-8 after a 16-bit count of bytes.
pub const PLACEMAT_MUTF_8_WRITEUTF: placemat_encoding = 36;
/// Modified UTF-8 after a 64-bit count of bytes.
pub const PLACEMAT_MUTF_8_LONG: placemat_encoding = 37;
/// Modified UTF-8 before a byte 00.
pub const PLACEMAT_MUTF_8_NUL: placemat_encoding = 38;
/// Modified UTF-8 as in dex files.
pub const PLACEMAT_MUTF_8_DEX: placemat_encoding = 39;
/// UTF-8, or else ISO-8859-1. It only decodes.
pub const PLACEMAT_UTF_8_OR_ISO_8859_1: placemat_encoding = 40;
/// UTF-8, or else Windows-1252. It only decodes.
pub const PLACEMAT_UTF_8_OR_WINDOWS_1252: placemat_encoding = 41;
/// UTF-8 that was read as ISO-8859-1 and encoded again.
pub const PLACEMAT_DOUBLE_UTF_8_LATIN1: placemat_encoding = 42;
/// UTF-8 that was read as Windows-1252 and encoded again.
pub const PLACEMAT_DOUBLE_UTF_8_CP1252: placemat_encoding = 43;

/// The target of a stream that only validates.
pub const PLACEMAT_NOTHING: placemat_encoding = 0xFFFF;

/// Returns the encoding of a number.
#[cfg(feature = "encodings")]
pub(crate) fn encoding(number: placemat_encoding) -> Option<Encoding> {
    Encoding::ALL.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

#[cfg(feature = "encodings")]
fn number(encoding: Encoding) -> placemat_encoding {
    let place = Encoding::ALL.iter().position(|&other| other == encoding);
    place.and_then(|place| u32::try_from(place + 1).ok()).unwrap_or(0)
}

/// Returns the encoding that a name of `length` bytes means, or 0: first an identifier such as "cesu-8", then a
/// label such as "AL32UTF8". Upper and lower case are equal.
///
/// Needs the feature `encodings`.
///
/// # Safety
///
/// `length` bytes must be readable at `name`, which may be null if `length` is 0.
#[cfg(feature = "encodings")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_encoding_for_name(name: *const c_char, length: usize) -> placemat_encoding {
    // SAFETY: the caller has promised what `input` requires.
    let name = unsafe { memory::input(name, length) };
    let name = name.and_then(|name| engine::from_utf8(name).ok());
    name.and_then(Encoding::for_name).map_or(0, |(encoding, _)| number(encoding))
}

/// Returns the encoding that a label in data means, such as the charset of a document, or 0. The registries of
/// IANA, WHATWG, Java and Python decide, so encodings for use inside one system, such as WTF-8, have no label.
/// Use `placemat_encoding_for_name` for names that people type.
///
/// Needs the feature `encodings`.
///
/// # Safety
///
/// `length` bytes must be readable at `label`, which may be null if `length` is 0.
#[cfg(feature = "encodings")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_encoding_for_label(
    label: *const c_char,
    length: usize,
) -> placemat_encoding {
    // SAFETY: the caller has promised what `input` requires.
    let label = unsafe { memory::input(label, length) };
    let label = label.and_then(|label| engine::from_utf8(label).ok());
    label.and_then(Encoding::for_label).map_or(0, |(name, _)| number(name.encoding))
}

/// Returns the encoding whose signature the input begins with, such as a byte order mark, or 0. Writes the
/// length of the signature to `signature_length`, unless that is null.
///
/// Needs the feature `encodings`.
///
/// # Safety
///
/// `length` bytes must be readable at `input`, which may be null if `length` is 0. `signature_length` must be
/// null or writable.
#[cfg(feature = "encodings")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_encoding_for_signature(
    input: *const c_char,
    length: usize,
    signature_length: *mut usize,
) -> placemat_encoding {
    // SAFETY: the caller has promised what `input` requires.
    let bytes = unsafe { memory::input(input, length) }.unwrap_or_default();
    let found = Encoding::for_signature(bytes);
    // SAFETY: the caller has promised that the pointer is null or writable.
    if let Some(place) = unsafe { signature_length.as_mut() } {
        *place = found.map_or(0, |(_, length)| length);
    }
    found.map_or(0, |(encoding, _)| number(encoding))
}

/// Returns the identifier of an encoding, such as "cesu-8", or null if there is no such encoding. The text is
/// static and ends in a NUL.
///
/// Needs the feature `encodings`.
#[cfg(feature = "encodings")]
#[unsafe(no_mangle)]
pub extern "C" fn placemat_encoding_name(encoding: placemat_encoding) -> *const c_char {
    let place = usize::try_from(encoding).ok().and_then(|number| number.checked_sub(1));
    place.and_then(|place| NAMES.get(place)).map_or(core::ptr::null(), |name| name.as_ptr())
}

/// The identifiers, in the order of the numbers.
#[cfg(feature = "encodings")]
const NAMES: [&CStr; Encoding::ALL.len()] = [
    c"utf-8",
    c"utf-8-sig",
    c"generalized-utf-8",
    c"wtf-8",
    c"utf-8b",
    c"utf-16",
    c"utf-16le",
    c"utf-16be",
    c"wtf-16le",
    c"wtf-16be",
    c"utf-32",
    c"utf-32le",
    c"utf-32be",
    c"ucs-2le",
    c"ucs-2be",
    c"ucs-4le",
    c"ucs-4be",
    c"cesu-8",
    c"cesu-8-lenient",
    c"mutf-8",
    c"mutf-8-lenient",
    c"utf8mb3",
    c"optu-8",
    c"optu-8-reversible",
    c"utf-1",
    c"fss-utf-1992-07",
    c"utf-8-rfc2279",
    c"corrected-utf-8",
    c"corrected-utf-8-document",
    c"utf-8-mod",
    c"utf-ebcdic",
    c"us-ascii",
    c"iso-8859-1",
    c"windows-1252",
    c"tcl-8.6-utf-8",
    c"mutf-8-writeutf",
    c"mutf-8-long",
    c"mutf-8-nul",
    c"mutf-8-dex",
    c"utf-8-or-iso-8859-1",
    c"utf-8-or-windows-1252",
    c"double-utf-8-latin1",
    c"double-utf-8-cp1252",
];

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_those_of_the_library() {
        let numbers = [
            PLACEMAT_UTF_8,
            PLACEMAT_UTF_8_SIG,
            PLACEMAT_GENERALIZED_UTF_8,
            PLACEMAT_WTF_8,
            PLACEMAT_UTF_8B,
            PLACEMAT_UTF_16,
            PLACEMAT_UTF_16LE,
            PLACEMAT_UTF_16BE,
            PLACEMAT_WTF_16LE,
            PLACEMAT_WTF_16BE,
            PLACEMAT_UTF_32,
            PLACEMAT_UTF_32LE,
            PLACEMAT_UTF_32BE,
            PLACEMAT_UCS_2LE,
            PLACEMAT_UCS_2BE,
            PLACEMAT_UCS_4LE,
            PLACEMAT_UCS_4BE,
            PLACEMAT_CESU_8,
            PLACEMAT_CESU_8_LENIENT,
            PLACEMAT_MUTF_8,
            PLACEMAT_MUTF_8_LENIENT,
            PLACEMAT_UTF8MB3,
            PLACEMAT_OPTU_8,
            PLACEMAT_OPTU_8_REVERSIBLE,
            PLACEMAT_UTF_1,
            PLACEMAT_FSS_UTF_1992_07,
            PLACEMAT_UTF_8_RFC2279,
            PLACEMAT_CORRECTED_UTF_8,
            PLACEMAT_CORRECTED_UTF_8_DOCUMENT,
            PLACEMAT_UTF_8_MOD,
            PLACEMAT_UTF_EBCDIC,
            PLACEMAT_US_ASCII,
            PLACEMAT_ISO_8859_1,
            PLACEMAT_WINDOWS_1252,
            PLACEMAT_TCL_8_6_UTF_8,
            PLACEMAT_MUTF_8_WRITEUTF,
            PLACEMAT_MUTF_8_LONG,
            PLACEMAT_MUTF_8_NUL,
            PLACEMAT_MUTF_8_DEX,
            PLACEMAT_UTF_8_OR_ISO_8859_1,
            PLACEMAT_UTF_8_OR_WINDOWS_1252,
            PLACEMAT_DOUBLE_UTF_8_LATIN1,
            PLACEMAT_DOUBLE_UTF_8_CP1252,
        ];
        for (k, (encoding, name)) in Encoding::ALL.into_iter().zip(NAMES).enumerate() {
            assert_eq!(name.to_str(), Ok(encoding.name()));
            assert_eq!(numbers[k], number(encoding));
            assert_eq!(super::encoding(numbers[k]), Some(encoding));
        }
        assert_eq!((encoding(0), encoding(44)), (None, None));
    }
}
