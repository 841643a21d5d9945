//! Lengths and counts of valid text.

use core::ffi::c_char;

use engine::form::{Iso8859_1, Utf8, Utf16, Utf32};

use crate::convert::LITTLE;
use crate::memory;
use crate::validate::{placemat_char16, placemat_char32};

/// Counts UTF-16 in one of the byte orders.
fn utf_16<const SWAPPED: bool>(units: &[u16], count: fn(&[u16]) -> usize) -> usize {
    if !SWAPPED {
        return count(units);
    }
    // Each unit has a length of its own, so text can be counted in any pieces.
    let mut piece = [0; 1024];
    let count = |units: &[u16]| {
        for (to, from) in piece.iter_mut().zip(units) {
            *to = from.swap_bytes();
        }
        count(&piece[..units.len()])
    };
    units.chunks(1024).map(count).sum()
}

macro_rules! counts {
    ($($name:ident: $what:literal ($unit:ty) $by:expr;)*) => { $(
        #[doc = concat!(" Returns ", $what, ".")]
        ///
        /// The text must be valid: nothing is checked. For other text, the result is some number. It is 0 if the
        /// pointer is null.
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(input: *const $unit, length: usize) -> usize {
            // SAFETY: the caller has promised what this requires.
            unsafe { memory::units(input.cast(), length) }.map_or(0, $by)
        }
    )* };
}

counts! {
    placemat_count_utf8: "the number of code points in UTF-8" (c_char) Utf8::count_code_points;
    placemat_count_utf16: "the number of code points in UTF-16 in this machine's byte order" (placemat_char16)
        |units| utf_16::<false>(units, Utf16::count_code_points);
    placemat_count_utf16le: "the number of code points in UTF-16LE" (placemat_char16)
        |units| utf_16::<{ !LITTLE }>(units, Utf16::count_code_points);
    placemat_count_utf16be: "the number of code points in UTF-16BE" (placemat_char16)
        |units| utf_16::<LITTLE>(units, Utf16::count_code_points);
    placemat_utf16_length_from_utf8: "the length of UTF-8 in UTF-16" (c_char) Utf8::utf16_len;
    placemat_utf32_length_from_utf8: "the length of UTF-8 in UTF-32" (c_char) Utf8::count_code_points;
    placemat_latin1_length_from_utf8: "the length of UTF-8 in ISO-8859-1, if it has no other characters" (c_char)
        Utf8::count_code_points;
    placemat_utf8_length_from_utf16: "the length of UTF-16 in this machine's byte order in UTF-8"
        (placemat_char16) |units| utf_16::<false>(units, Utf16::utf8_len);
    placemat_utf8_length_from_utf16le: "the length of UTF-16LE in UTF-8" (placemat_char16)
        |units| utf_16::<{ !LITTLE }>(units, Utf16::utf8_len);
    placemat_utf8_length_from_utf16be: "the length of UTF-16BE in UTF-8" (placemat_char16)
        |units| utf_16::<LITTLE>(units, Utf16::utf8_len);
    placemat_utf32_length_from_utf16: "the length of UTF-16 in this machine's byte order in UTF-32"
        (placemat_char16) |units| utf_16::<false>(units, Utf16::count_code_points);
    placemat_utf32_length_from_utf16le: "the length of UTF-16LE in UTF-32" (placemat_char16)
        |units| utf_16::<{ !LITTLE }>(units, Utf16::count_code_points);
    placemat_utf32_length_from_utf16be: "the length of UTF-16BE in UTF-32" (placemat_char16)
        |units| utf_16::<LITTLE>(units, Utf16::count_code_points);
    placemat_utf8_length_from_utf32: "the length of UTF-32 in UTF-8" (placemat_char32) Utf32::utf8_len;
    placemat_utf16_length_from_utf32: "the length of UTF-32 in UTF-16" (placemat_char32) Utf32::utf16_len;
    placemat_utf8_length_from_latin1: "the length of ISO-8859-1 in UTF-8" (c_char) Iso8859_1::utf8_len;
}
