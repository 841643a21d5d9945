//! Conversions with UTF-32, conversions without UTF-8, and those of WTF-8, CESU-8, Modified UTF-8 and UTF-8b.

use core::ffi::c_char;

use engine::Options;
use engine::form::{Cesu8, Iso8859_1, Mutf8, Ucs4Units, Utf8b, Wtf8, Wtf16};

use crate::convert::{LITTLE, conversions, from_utf_16, to_utf_16};
use crate::result::placemat_result;
use crate::run::{self, Native, UTF_8, UTF_16, UTF_32};
use crate::validate::{placemat_char16, placemat_char32};

const WTF_16: Native<Wtf16> = Native(Wtf16);
const UCS_4: Native<Ucs4Units> = Native(Ucs4Units);

conversions! {
    placemat_convert_utf8_to_utf32, placemat_convert_utf8_to_utf32_lossy:
        "UTF-8" (c_char) => "UTF-32" (placemat_char32) "`length`",
        |options, input, output| run::convert(UTF_8, UTF_32, options, input, output);
    placemat_convert_utf32_to_utf8, placemat_convert_utf32_to_utf8_lossy:
        "UTF-32" (placemat_char32) => "UTF-8" (c_char) "4 × `length`",
        |options, input, output| run::convert(UTF_32, UTF_8, options, input, output);
    placemat_convert_latin1_to_utf16, placemat_convert_latin1_to_utf16_lossy:
        "ISO-8859-1" (c_char) => "UTF-16 in this machine's byte order" (placemat_char16) "`length`",
        |options, input, output| to_utf_16::<false, _>(Iso8859_1, options, input, output);
    placemat_convert_latin1_to_utf16le, placemat_convert_latin1_to_utf16le_lossy:
        "ISO-8859-1" (c_char) => "UTF-16LE" (placemat_char16) "`length`",
        |options, input, output| to_utf_16::<{ !LITTLE }, _>(Iso8859_1, options, input, output);
    placemat_convert_latin1_to_utf16be, placemat_convert_latin1_to_utf16be_lossy:
        "ISO-8859-1" (c_char) => "UTF-16BE" (placemat_char16) "`length`",
        |options, input, output| to_utf_16::<LITTLE, _>(Iso8859_1, options, input, output);
    placemat_convert_latin1_to_utf32, placemat_convert_latin1_to_utf32_lossy:
        "ISO-8859-1" (c_char) => "UTF-32" (placemat_char32) "`length`",
        |options, input, output| run::convert(Iso8859_1, UTF_32, options, input, output);
    placemat_convert_utf16_to_latin1, placemat_convert_utf16_to_latin1_lossy:
        "UTF-16 in this machine's byte order" (placemat_char16) => "ISO-8859-1" (c_char) "`length`",
        |options, input, output| from_utf_16::<false, _>(Iso8859_1, options, input, output);
    placemat_convert_utf16le_to_latin1, placemat_convert_utf16le_to_latin1_lossy:
        "UTF-16LE" (placemat_char16) => "ISO-8859-1" (c_char) "`length`",
        |options, input, output| from_utf_16::<{ !LITTLE }, _>(Iso8859_1, options, input, output);
    placemat_convert_utf16be_to_latin1, placemat_convert_utf16be_to_latin1_lossy:
        "UTF-16BE" (placemat_char16) => "ISO-8859-1" (c_char) "`length`",
        |options, input, output| from_utf_16::<LITTLE, _>(Iso8859_1, options, input, output);
    placemat_convert_utf32_to_latin1, placemat_convert_utf32_to_latin1_lossy:
        "UTF-32" (placemat_char32) => "ISO-8859-1" (c_char) "`length`",
        |options, input, output| run::convert(UTF_32, Iso8859_1, options, input, output);
    placemat_convert_utf16_to_utf32, placemat_convert_utf16_to_utf32_lossy:
        "UTF-16 in this machine's byte order" (placemat_char16) => "UTF-32" (placemat_char32) "`length`",
        |options, input, output| from_utf_16::<false, _>(UTF_32, options, input, output);
    placemat_convert_utf16le_to_utf32, placemat_convert_utf16le_to_utf32_lossy:
        "UTF-16LE" (placemat_char16) => "UTF-32" (placemat_char32) "`length`",
        |options, input, output| from_utf_16::<{ !LITTLE }, _>(UTF_32, options, input, output);
    placemat_convert_utf16be_to_utf32, placemat_convert_utf16be_to_utf32_lossy:
        "UTF-16BE" (placemat_char16) => "UTF-32" (placemat_char32) "`length`",
        |options, input, output| from_utf_16::<LITTLE, _>(UTF_32, options, input, output);
    placemat_convert_utf32_to_utf16, placemat_convert_utf32_to_utf16_lossy:
        "UTF-32" (placemat_char32) => "UTF-16 in this machine's byte order" (placemat_char16) "2 × `length`",
        |options, input, output| to_utf_16::<false, _>(UTF_32, options, input, output);
    placemat_convert_utf32_to_utf16le, placemat_convert_utf32_to_utf16le_lossy:
        "UTF-32" (placemat_char32) => "UTF-16LE" (placemat_char16) "2 × `length`",
        |options, input, output| to_utf_16::<{ !LITTLE }, _>(UTF_32, options, input, output);
    placemat_convert_utf32_to_utf16be, placemat_convert_utf32_to_utf16be_lossy:
        "UTF-32" (placemat_char32) => "UTF-16BE" (placemat_char16) "2 × `length`",
        |options, input, output| to_utf_16::<LITTLE, _>(UTF_32, options, input, output);
    placemat_convert_wtf8_to_wtf16, placemat_convert_wtf8_to_wtf16_lossy:
        "WTF-8" (c_char) => "16-bit units that may have lone surrogates" (placemat_char16) "`length`",
        |options, input, output| run::convert(Wtf8, WTF_16, options, input, output);
    placemat_convert_wtf16_to_wtf8, placemat_convert_wtf16_to_wtf8_lossy:
        "16-bit units that may have lone surrogates" (placemat_char16) => "WTF-8" (c_char) "3 × `length`",
        |options, input, output| run::convert(WTF_16, Wtf8, options, input, output);
    placemat_convert_wtf8_to_utf8, placemat_convert_wtf8_to_utf8_lossy:
        "WTF-8" (c_char) => "UTF-8" (c_char) "3 × `length`",
        |options, input, output| run::convert(Wtf8, UTF_8, options, input, output);
    placemat_convert_cesu8_to_utf8, placemat_convert_cesu8_to_utf8_lossy:
        "CESU-8" (c_char) => "UTF-8" (c_char) "3 × `length`",
        |options, input, output| run::convert(Cesu8, UTF_8, options, input, output);
    placemat_convert_utf8_to_cesu8, placemat_convert_utf8_to_cesu8_lossy:
        "UTF-8" (c_char) => "CESU-8" (c_char) "3 × `length`",
        |options, input, output| run::convert(UTF_8, Cesu8, options, input, output);
    placemat_convert_cesu8_to_utf16, placemat_convert_cesu8_to_utf16_lossy:
        "CESU-8" (c_char) => "UTF-16 in this machine's byte order" (placemat_char16) "`length`",
        |options, input, output| run::convert(Cesu8, UTF_16, options, input, output);
    placemat_convert_utf16_to_cesu8, placemat_convert_utf16_to_cesu8_lossy:
        "UTF-16 in this machine's byte order" (placemat_char16) => "CESU-8" (c_char) "3 × `length`",
        |options, input, output| run::convert(UTF_16, Cesu8, options, input, output);
    placemat_convert_mutf8_to_utf8, placemat_convert_mutf8_to_utf8_lossy:
        "Modified UTF-8" (c_char) => "UTF-8" (c_char) "3 × `length`",
        |options, input, output| run::convert(Mutf8, UTF_8, options, input, output);
    placemat_convert_utf8_to_mutf8, placemat_convert_utf8_to_mutf8_lossy:
        "UTF-8" (c_char) => "Modified UTF-8" (c_char) "3 × `length`",
        |options, input, output| run::convert(UTF_8, Mutf8, options, input, output);
    placemat_convert_mutf8_to_wtf16, placemat_convert_mutf8_to_wtf16_lossy:
        "Modified UTF-8" (c_char) => "16-bit units that may have lone surrogates" (placemat_char16) "`length`",
        |options, input, output| run::convert(Mutf8, WTF_16, options, input, output);
    placemat_convert_wtf16_to_mutf8, placemat_convert_wtf16_to_mutf8_lossy:
        "16-bit units that may have lone surrogates" (placemat_char16) => "Modified UTF-8" (c_char) "3 × `length`",
        |options, input, output| run::convert(WTF_16, Mutf8, options, input, output);
    placemat_convert_utf8b_to_wtf16, placemat_convert_utf8b_to_wtf16_lossy:
        "UTF-8b, which is any bytes," (c_char) => "16-bit units that may have lone surrogates" (placemat_char16)
        "`length`",
        |options, input, output| run::convert(Utf8b, WTF_16, options, input, output);
    placemat_convert_wtf16_to_utf8b, placemat_convert_wtf16_to_utf8b_lossy:
        "16-bit units that may have lone surrogates" (placemat_char16) => "UTF-8b" (c_char) "3 × `length`",
        |options, input, output| run::convert(WTF_16, Utf8b, options, input, output);
    placemat_convert_utf8b_to_ucs4, placemat_convert_utf8b_to_ucs4_lossy:
        "UTF-8b, which is any bytes," (c_char) => "code points that may be surrogates" (placemat_char32)
        "`length`",
        |options, input, output| run::convert(Utf8b, UCS_4, options, input, output);
    placemat_convert_ucs4_to_utf8b, placemat_convert_ucs4_to_utf8b_lossy:
        "code points that may be surrogates" (placemat_char32) => "UTF-8b" (c_char) "4 × `length`",
        |options, input, output| run::convert(UCS_4, Utf8b, options, input, output);
}
