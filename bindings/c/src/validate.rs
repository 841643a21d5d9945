//! Validation.

use core::ffi::c_char;

#[cfg(feature = "family")]
use engine::form::{Cesu8, Mutf8, Wtf8};

use crate::memory;
use crate::result::{placemat_error_kind, placemat_result, placemat_status};
use crate::run::{UTF_8, UTF_16, UTF_32, validate, validate_swapped};

/// 16-bit units: `char16_t` in C++ and `uint_least16_t`, of which `char16_t` is another name, in C.
pub type placemat_char16 = u16;
/// 32-bit units: `char32_t` in C++ and `uint_least32_t`, of which `char32_t` is another name, in C.
pub type placemat_char32 = u32;

use crate::convert::LITTLE;

/// Validates UTF-16 in one of the byte orders.
fn utf_16<const SWAPPED: bool>(input: &[u8]) -> placemat_result {
    if SWAPPED { validate_swapped(input) } else { validate(UTF_16, input) }
}

fn ascii(input: &[u8]) -> placemat_result {
    let valid = if input.is_ascii() {
        input.len()
    } else {
        input.iter().position(|byte| !byte.is_ascii()).unwrap_or(input.len())
    };
    let result = placemat_result { read: valid, ..placemat_result::default() };
    if valid == input.len() {
        return result;
    }
    placemat_result {
        status: placemat_status::PLACEMAT_ILL_FORMED,
        kind: placemat_error_kind::PLACEMAT_KIND_INVALID_UNIT,
        error_offset: valid as u64,
        error_length: 1,
        ..result
    }
}

macro_rules! validators {
    ($($(#[$meta:meta])* $is:ident, $validate:ident: $what:literal ($unit:ty) $by:expr;)*) => { $(
        #[doc = concat!(" Returns true if the input is valid ", $what, ".")]
        ///
        /// The input may be null if its length is 0, and is valid then.
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`.
        $(#[$meta])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $is(input: *const $unit, length: usize) -> bool {
            // SAFETY: the caller has promised what `input` requires.
            let input = unsafe { memory::input(input, length) };
            input.is_some_and(|input| $by(input).status == placemat_status::PLACEMAT_OK)
        }

        #[doc = concat!(" Validates ", $what, " and reports the first error.")]
        ///
        /// `read` is the number of units before the error, or all of them.
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`, which may be null if `length` is 0.
        $(#[$meta])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $validate(input: *const $unit, length: usize) -> placemat_result {
            // SAFETY: the caller has promised what `input` requires.
            match unsafe { memory::input(input, length) } {
                Some(input) => $by(input).in_units(size_of::<$unit>(), 1),
                None => placemat_result::of(placemat_status::PLACEMAT_INVALID_ARGUMENT),
            }
        }
    )* };
}

validators! {
    placemat_validate_ascii, placemat_validate_ascii_with_error: "ASCII" (c_char) ascii;
    placemat_validate_utf8, placemat_validate_utf8_with_error: "UTF-8" (c_char) |input| validate(UTF_8, input);
    placemat_validate_utf16, placemat_validate_utf16_with_error:
        "UTF-16 in this machine's byte order" (placemat_char16) utf_16::<false>;
    placemat_validate_utf16le, placemat_validate_utf16le_with_error:
        "UTF-16LE" (placemat_char16) utf_16::<{ !LITTLE }>;
    placemat_validate_utf16be, placemat_validate_utf16be_with_error:
        "UTF-16BE" (placemat_char16) utf_16::<LITTLE>;
    placemat_validate_utf32, placemat_validate_utf32_with_error:
        "UTF-32 in this machine's byte order" (placemat_char32) |input| validate(UTF_32, input);
    #[cfg(feature = "family")]
    placemat_validate_wtf8, placemat_validate_wtf8_with_error:
        "WTF-8" (c_char) |input| validate(Wtf8, input);
    #[cfg(feature = "family")]
    placemat_validate_cesu8, placemat_validate_cesu8_with_error:
        "CESU-8" (c_char) |input| validate(Cesu8, input);
    #[cfg(feature = "family")]
    placemat_validate_mutf8, placemat_validate_mutf8_with_error:
        "Modified UTF-8, which may have lone surrogates" (c_char) |input| validate(Mutf8, input);
}
