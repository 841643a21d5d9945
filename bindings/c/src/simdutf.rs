//! The names of simdutf's C interface, for programs that are linked again with this library. Each function has
//! the semantics of simdutf 7: the same results, error codes and offsets. Compile with simdutf's own header.
//!
//! Conversions have no capacity: the output must have room for the length that the function for lengths of the
//! same pair returns, and no more is written.

use core::ffi::c_char;

use crate::convert::LITTLE;
use crate::result::{placemat_result, placemat_status};
use crate::validate::{placemat_char16, placemat_char32};
use crate::{convert, count, family, memory, validate};

/// The result of simdutf's functions with errors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct simdutf_result {
    /// The error code of simdutf.
    pub error: i32,
    /// The offset of the error, or the number of units that were validated or written.
    pub count: usize,
}

const SUCCESS: i32 = 0;
const HEADER_BITS: i32 = 1;
const TOO_SHORT: i32 = 2;
const TOO_LONG: i32 = 3;
const OVERLONG: i32 = 4;
const TOO_LARGE: i32 = 5;
const SURROGATE: i32 = 6;
const OTHER: i32 = 11;

/// Returns simdutf's code for the UTF-8 that begins with an error.
fn code_in_utf_8(text: &[u8]) -> i32 {
    let Some((&first, rest)) = text.split_first() else { return OTHER };
    let trails = match first {
        ..0x80 => return OTHER,
        0x80..0xC0 => return TOO_LONG,
        0xC0..0xE0 => 1,
        0xE0..0xF0 => 2,
        0xF0..0xF8 => 3,
        _ => return HEADER_BITS,
    };
    if rest.iter().take(trails).take_while(|&&byte| byte & 0xC0 == 0x80).count() < trails {
        return TOO_SHORT;
    }
    let bits = u32::from(first) & (0x3F >> trails);
    let value = rest[..trails].iter().fold(bits, |value, &byte| value << 6 | u32::from(byte) & 0x3F);
    match (trails, value) {
        (1, ..0x80) | (2, ..0x800) | (3, ..0x1_0000) => OVERLONG,
        (_, 0xD800..=0xDFFF) => SURROGATE,
        (_, 0x11_0000..) => TOO_LARGE,
        _ => OTHER,
    }
}

/// What the units of a source are, for its errors.
trait Unit: Sized {
    fn code(text: &[Self]) -> i32;

    /// The code in a conversion to ISO-8859-1, which calls everything too large that is not a character of it.
    fn code_for_latin_1(_: &[Self]) -> i32 {
        TOO_LARGE
    }
}

impl Unit for c_char {
    fn code(text: &[Self]) -> i32 {
        let mut start = [0; 4];
        for (to, from) in start.iter_mut().zip(text) {
            *to = from.cast_unsigned_byte();
        }
        code_in_utf_8(&start[..text.len().min(4)])
    }

    fn code_for_latin_1(text: &[Self]) -> i32 {
        match text.first().map(|first| first.cast_unsigned_byte()) {
            Some(0xE0..0xF8) => TOO_LARGE,
            _ => Self::code(text),
        }
    }
}

/// A `char` of C, which is signed on some machines, as a byte.
trait Byte {
    fn cast_unsigned_byte(self) -> u8;
}

impl Byte for c_char {
    #[allow(clippy::unnecessary_cast, reason = "it is a byte on some machines")]
    fn cast_unsigned_byte(self) -> u8 {
        self as u8
    }
}

impl Unit for u16 {
    fn code(_: &[Self]) -> i32 {
        SURROGATE
    }
}

impl Unit for u32 {
    fn code(text: &[Self]) -> i32 {
        if text.first().is_some_and(|&value| value > 0x10_FFFF) { TOO_LARGE } else { SURROGATE }
    }
}

/// Returns the result of simdutf for one of ours.
fn result<U: Unit>(
    result: placemat_result,
    success: usize,
    input: &[U],
    code: fn(&[U]) -> i32,
) -> simdutf_result {
    let at = usize::try_from(result.error_offset).unwrap_or(usize::MAX);
    let error = match result.status {
        placemat_status::PLACEMAT_OK => return simdutf_result { error: SUCCESS, count: success },
        placemat_status::PLACEMAT_ILL_FORMED => code(input.get(at..).unwrap_or_default()),
        placemat_status::PLACEMAT_UNENCODABLE => TOO_LARGE,
        _ => OTHER,
    };
    simdutf_result { error, count: at }
}

/// Functions that have the arguments and the result of one of ours.
macro_rules! same {
    ($($name:ident = $ours:path: ($unit:ty) $output:ty;)*) => { $(
        #[doc = concat!(" simdutf's name of `", stringify!($ours), "`.")]
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`.
        #[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(input: *const $unit, length: usize) -> $output {
            // SAFETY: the caller has promised what this requires.
            unsafe { $ours(input, length) }
        }
    )* };
}

/// Validation with error codes.
macro_rules! with_errors {
    ($($name:ident = $ours:path: ($unit:ty);)*) => { $(
        #[doc = concat!(" `", stringify!($ours), "` with simdutf's result.")]
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`.
        #[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(input: *const $unit, length: usize) -> simdutf_result {
            // SAFETY: the caller has promised what this requires.
            let validated = unsafe { $ours(input, length) };
            // SAFETY: the caller has promised what this requires.
            let units = unsafe { memory::units(input, length) };
            result(validated, length, units.unwrap_or_default(), Unit::code)
        }
    )* };
}

/// Conversions that return the number of units written, or 0 after an error.
macro_rules! conversions {
    ($($name:ident = $ours:path, $most:path: ($in:ty) => ($out:ty);)*) => { $(
        #[doc = concat!(" `", stringify!($ours), "` into room that is large enough. Returns 0 after an error.")]
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`. `output` must have room for as many units as the function
        /// for lengths of this pair returns.
        #[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(input: *const $in, length: usize, output: *mut $out) -> usize {
            // SAFETY: the caller has promised what this requires.
            let capacity = unsafe { $most(input, length) };
            // SAFETY: the caller has promised what this requires.
            let converted = unsafe { $ours(input, length, output, capacity) };
            if converted.status == placemat_status::PLACEMAT_OK { converted.written } else { 0 }
        }
    )* };
}

/// Conversions with error codes.
macro_rules! conversions_with_errors {
    ($($name:ident = $ours:path, $most:path: ($in:ty) => ($out:ty);)*) => { $(
        #[doc = concat!(" `", stringify!($ours), "` into room that is large enough, with simdutf's result.")]
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`. `output` must have room for as many units as the function
        /// for lengths of this pair returns.
        #[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(
            input: *const $in,
            length: usize,
            output: *mut $out,
        ) -> simdutf_result {
            // SAFETY: the caller has promised what this requires.
            let capacity = unsafe { $most(input, length) };
            // SAFETY: the caller has promised what this requires.
            let converted = unsafe { $ours(input, length, output, capacity) };
            // SAFETY: the caller has promised what this requires.
            let input = unsafe { memory::units(input, length) };
            let code = if stringify!($name).contains("_to_latin1") { Unit::code_for_latin_1 } else { Unit::code };
            result(converted, converted.written, input.unwrap_or_default(), code)
        }
    )* };
}

/// The length of a text in an encoding of one unit for each of its units.
unsafe fn same_length<U>(_: *const U, length: usize) -> usize {
    length
}

same! {
    simdutf_validate_ascii = validate::placemat_validate_ascii: (c_char) bool;
    simdutf_validate_utf8 = validate::placemat_validate_utf8: (c_char) bool;
    simdutf_validate_utf16 = validate::placemat_validate_utf16: (placemat_char16) bool;
    simdutf_validate_utf16le = validate::placemat_validate_utf16le: (placemat_char16) bool;
    simdutf_validate_utf16be = validate::placemat_validate_utf16be: (placemat_char16) bool;
    simdutf_validate_utf32 = validate::placemat_validate_utf32: (placemat_char32) bool;
    simdutf_count_utf8 = count::placemat_count_utf8: (c_char) usize;
    simdutf_count_utf16 = count::placemat_count_utf16: (placemat_char16) usize;
    simdutf_count_utf16le = count::placemat_count_utf16le: (placemat_char16) usize;
    simdutf_count_utf16be = count::placemat_count_utf16be: (placemat_char16) usize;
    simdutf_utf8_length_from_latin1 = count::placemat_utf8_length_from_latin1: (c_char) usize;
    simdutf_latin1_length_from_utf8 = count::placemat_latin1_length_from_utf8: (c_char) usize;
    simdutf_utf16_length_from_utf8 = count::placemat_utf16_length_from_utf8: (c_char) usize;
    simdutf_utf32_length_from_utf8 = count::placemat_utf32_length_from_utf8: (c_char) usize;
    simdutf_utf8_length_from_utf16 = count::placemat_utf8_length_from_utf16: (placemat_char16) usize;
    simdutf_utf8_length_from_utf16le = count::placemat_utf8_length_from_utf16le: (placemat_char16) usize;
    simdutf_utf8_length_from_utf16be = count::placemat_utf8_length_from_utf16be: (placemat_char16) usize;
    simdutf_utf8_length_from_utf32 = count::placemat_utf8_length_from_utf32: (placemat_char32) usize;
}

with_errors! {
    simdutf_validate_utf8_with_errors = validate::placemat_validate_utf8_with_error: (c_char);
    simdutf_validate_utf16_with_errors = validate::placemat_validate_utf16_with_error: (placemat_char16);
    simdutf_validate_utf16le_with_errors = validate::placemat_validate_utf16le_with_error: (placemat_char16);
    simdutf_validate_utf16be_with_errors = validate::placemat_validate_utf16be_with_error: (placemat_char16);
    simdutf_validate_utf32_with_errors = validate::placemat_validate_utf32_with_error: (placemat_char32);
}

conversions! {
    simdutf_convert_latin1_to_utf8 = convert::placemat_convert_latin1_to_utf8, count::placemat_utf8_length_from_latin1:
        (c_char) => (c_char);
    simdutf_convert_latin1_to_utf16le = family::placemat_convert_latin1_to_utf16le, same_length:
        (c_char) => (placemat_char16);
    simdutf_convert_latin1_to_utf16be = family::placemat_convert_latin1_to_utf16be, same_length:
        (c_char) => (placemat_char16);
    simdutf_convert_latin1_to_utf16 = family::placemat_convert_latin1_to_utf16, same_length:
        (c_char) => (placemat_char16);
    simdutf_convert_latin1_to_utf32 = family::placemat_convert_latin1_to_utf32, same_length:
        (c_char) => (placemat_char32);
    simdutf_convert_utf8_to_latin1 = convert::placemat_convert_utf8_to_latin1, count::placemat_latin1_length_from_utf8:
        (c_char) => (c_char);
    simdutf_convert_utf8_to_utf16le = convert::placemat_convert_utf8_to_utf16le, count::placemat_utf16_length_from_utf8:
        (c_char) => (placemat_char16);
    simdutf_convert_utf8_to_utf16be = convert::placemat_convert_utf8_to_utf16be, count::placemat_utf16_length_from_utf8:
        (c_char) => (placemat_char16);
    simdutf_convert_utf8_to_utf16 = convert::placemat_convert_utf8_to_utf16, count::placemat_utf16_length_from_utf8:
        (c_char) => (placemat_char16);
    simdutf_convert_utf8_to_utf32 = family::placemat_convert_utf8_to_utf32, count::placemat_utf32_length_from_utf8:
        (c_char) => (placemat_char32);
    simdutf_convert_valid_utf8_to_latin1 = convert::placemat_convert_utf8_to_latin1, count::placemat_latin1_length_from_utf8:
        (c_char) => (c_char);
    simdutf_convert_valid_utf8_to_utf16le = convert::placemat_convert_utf8_to_utf16le, count::placemat_utf16_length_from_utf8:
        (c_char) => (placemat_char16);
    simdutf_convert_valid_utf8_to_utf16be = convert::placemat_convert_utf8_to_utf16be, count::placemat_utf16_length_from_utf8:
        (c_char) => (placemat_char16);
    simdutf_convert_valid_utf8_to_utf32 = family::placemat_convert_utf8_to_utf32, count::placemat_utf32_length_from_utf8:
        (c_char) => (placemat_char32);
    simdutf_convert_utf16_to_utf8 = convert::placemat_convert_utf16_to_utf8, count::placemat_utf8_length_from_utf16:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16le_to_utf8 = convert::placemat_convert_utf16le_to_utf8, count::placemat_utf8_length_from_utf16le:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16be_to_utf8 = convert::placemat_convert_utf16be_to_utf8, count::placemat_utf8_length_from_utf16be:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16_to_latin1 = family::placemat_convert_utf16_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16le_to_latin1 = family::placemat_convert_utf16le_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16be_to_latin1 = family::placemat_convert_utf16be_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_valid_utf16_to_utf8 = convert::placemat_convert_utf16_to_utf8, count::placemat_utf8_length_from_utf16:
        (placemat_char16) => (c_char);
    simdutf_convert_valid_utf16_to_latin1 = family::placemat_convert_utf16_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_valid_utf16le_to_latin1 = family::placemat_convert_utf16le_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_valid_utf16be_to_latin1 = family::placemat_convert_utf16be_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_valid_utf16le_to_utf8 = convert::placemat_convert_utf16le_to_utf8, count::placemat_utf8_length_from_utf16le:
        (placemat_char16) => (c_char);
    simdutf_convert_valid_utf16be_to_utf8 = convert::placemat_convert_utf16be_to_utf8, count::placemat_utf8_length_from_utf16be:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16_to_utf32 = family::placemat_convert_utf16_to_utf32, count::placemat_utf32_length_from_utf16:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_utf16le_to_utf32 = family::placemat_convert_utf16le_to_utf32, count::placemat_utf32_length_from_utf16le:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_utf16be_to_utf32 = family::placemat_convert_utf16be_to_utf32, count::placemat_utf32_length_from_utf16be:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_valid_utf16_to_utf32 = family::placemat_convert_utf16_to_utf32, count::placemat_utf32_length_from_utf16:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_valid_utf16le_to_utf32 = family::placemat_convert_utf16le_to_utf32, count::placemat_utf32_length_from_utf16le:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_valid_utf16be_to_utf32 = family::placemat_convert_utf16be_to_utf32, count::placemat_utf32_length_from_utf16be:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_utf32_to_utf8 = family::placemat_convert_utf32_to_utf8, count::placemat_utf8_length_from_utf32:
        (placemat_char32) => (c_char);
    simdutf_convert_valid_utf32_to_utf8 = family::placemat_convert_utf32_to_utf8, count::placemat_utf8_length_from_utf32:
        (placemat_char32) => (c_char);
    simdutf_convert_utf32_to_utf16 = family::placemat_convert_utf32_to_utf16, count::placemat_utf16_length_from_utf32:
        (placemat_char32) => (placemat_char16);
    simdutf_convert_utf32_to_utf16le = family::placemat_convert_utf32_to_utf16le, count::placemat_utf16_length_from_utf32:
        (placemat_char32) => (placemat_char16);
    simdutf_convert_utf32_to_utf16be = family::placemat_convert_utf32_to_utf16be, count::placemat_utf16_length_from_utf32:
        (placemat_char32) => (placemat_char16);
}

conversions_with_errors! {
    simdutf_convert_utf8_to_latin1_with_errors = convert::placemat_convert_utf8_to_latin1, count::placemat_latin1_length_from_utf8:
        (c_char) => (c_char);
    simdutf_convert_utf8_to_utf16_with_errors = convert::placemat_convert_utf8_to_utf16, count::placemat_utf16_length_from_utf8:
        (c_char) => (placemat_char16);
    simdutf_convert_utf8_to_utf16le_with_errors = convert::placemat_convert_utf8_to_utf16le, count::placemat_utf16_length_from_utf8:
        (c_char) => (placemat_char16);
    simdutf_convert_utf8_to_utf16be_with_errors = convert::placemat_convert_utf8_to_utf16be, count::placemat_utf16_length_from_utf8:
        (c_char) => (placemat_char16);
    simdutf_convert_utf8_to_utf32_with_errors = family::placemat_convert_utf8_to_utf32, count::placemat_utf32_length_from_utf8:
        (c_char) => (placemat_char32);
    simdutf_convert_utf16_to_latin1_with_errors = family::placemat_convert_utf16_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16le_to_latin1_with_errors = family::placemat_convert_utf16le_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16be_to_latin1_with_errors = family::placemat_convert_utf16be_to_latin1, same_length:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16_to_utf8_with_errors = convert::placemat_convert_utf16_to_utf8, count::placemat_utf8_length_from_utf16:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16le_to_utf8_with_errors = convert::placemat_convert_utf16le_to_utf8, count::placemat_utf8_length_from_utf16le:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16be_to_utf8_with_errors = convert::placemat_convert_utf16be_to_utf8, count::placemat_utf8_length_from_utf16be:
        (placemat_char16) => (c_char);
    simdutf_convert_utf16_to_utf32_with_errors = family::placemat_convert_utf16_to_utf32, count::placemat_utf32_length_from_utf16:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_utf16le_to_utf32_with_errors = family::placemat_convert_utf16le_to_utf32, count::placemat_utf32_length_from_utf16le:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_utf16be_to_utf32_with_errors = family::placemat_convert_utf16be_to_utf32, count::placemat_utf32_length_from_utf16be:
        (placemat_char16) => (placemat_char32);
    simdutf_convert_utf32_to_utf8_with_errors = family::placemat_convert_utf32_to_utf8, count::placemat_utf8_length_from_utf32:
        (placemat_char32) => (c_char);
    simdutf_convert_utf32_to_latin1_with_errors = family::placemat_convert_utf32_to_latin1, same_length:
        (placemat_char32) => (c_char);
}

/// Validates ASCII with simdutf's result.
///
/// # Safety
///
/// `length` bytes must be readable at `input`.
#[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
pub unsafe extern "C" fn simdutf_validate_ascii_with_errors(
    input: *const c_char,
    length: usize,
) -> simdutf_result {
    // SAFETY: the caller has promised what this requires.
    let validated = unsafe { validate::placemat_validate_ascii_with_error(input, length) };
    match validated.status {
        placemat_status::PLACEMAT_OK => simdutf_result { error: SUCCESS, count: length },
        _ => simdutf_result { error: TOO_LARGE, count: validated.read },
    }
}

macro_rules! as_ascii {
    ($($name:ident: $mask:expr;)*) => { $(
        /// Returns true if all units are ASCII.
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`.
        #[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(input: *const placemat_char16, length: usize) -> bool {
            // SAFETY: the caller has promised what this requires.
            let units = unsafe { memory::units(input, length) };
            units.is_some_and(|units| units.iter().fold(0, |all, unit| all | unit) & $mask == 0)
        }
    )* };
}

as_ascii! {
    simdutf_validate_utf16_as_ascii: 0xFF80;
    simdutf_validate_utf16le_as_ascii: if LITTLE { 0xFF80 } else { 0x80FF };
    simdutf_validate_utf16be_as_ascii: if LITTLE { 0x80FF } else { 0xFF80 };
}

macro_rules! to_well_formed {
    ($($name:ident = $ours:path;)*) => { $(
        /// Copies UTF-16, and replaces each lone surrogate with U+FFFD. Both may be the same array.
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input` and writable at `output`.
        #[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
        pub unsafe extern "C" fn $name(
            input: *const placemat_char16,
            length: usize,
            output: *mut placemat_char16,
        ) {
            if length == 0 {
                return;
            }
            // SAFETY: the caller has promised that so many units are readable and writable.
            unsafe { core::ptr::copy(input, output, length) };
            // SAFETY: the caller has promised that the units are writable, and they have just been written.
            unsafe { $ours(output, length) };
        }
    )* };
}

to_well_formed! {
    simdutf_to_well_formed_utf16 = convert::placemat_make_well_formed_utf16;
    simdutf_to_well_formed_utf16le = convert::placemat_make_well_formed_utf16le;
    simdutf_to_well_formed_utf16be = convert::placemat_make_well_formed_utf16be;
}

/// Returns the length in ISO-8859-1 of UTF-16 of this length.
#[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
pub extern "C" fn simdutf_latin1_length_from_utf16(length: usize) -> usize {
    length
}

/// Returns the length in ISO-8859-1 of UTF-32 of this length.
#[cfg_attr(not(feature = "against-simdutf"), unsafe(no_mangle))]
pub extern "C" fn simdutf_latin1_length_from_utf32(length: usize) -> usize {
    length
}
