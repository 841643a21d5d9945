//! Conversions between UTF-8 and UTF-16 and ISO-8859-1.

use core::ffi::c_char;

use engine::form::Iso8859_1;
use engine::{Codec, Options};

use crate::memory;
use crate::result::{placemat_result, placemat_status};
use crate::run::{self, UTF_8, UTF_16};
use crate::validate::placemat_char16;

pub(crate) const LITTLE: bool = cfg!(target_endian = "little");

/// Converts from UTF-16 in one of the byte orders.
pub(crate) fn from_utf_16<const SWAPPED: bool, T: Codec<Unit = u8>>(
    target: T,
    options: Options,
    input: &[u8],
    output: &mut [u8],
) -> placemat_result {
    if SWAPPED {
        run::convert_swapped(target, options, input, output)
    } else {
        run::convert(UTF_16, target, options, input, output)
    }
}

/// Converts to UTF-16 in one of the byte orders.
pub(crate) fn to_utf_16<const SWAPPED: bool, S: Codec<Unit = u8>>(
    source: S,
    options: Options,
    input: &[u8],
    output: &mut [u8],
) -> placemat_result {
    let result = run::convert(source, UTF_16, options, input, output);
    if SWAPPED {
        run::swap(&mut output[..result.written]);
    }
    result
}

/// Gives a conversion of bytes the arguments of C.
///
/// # Safety
///
/// `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not overlap.
/// A pointer may be null if its length is 0.
pub(crate) unsafe fn with_memory<I, O>(
    input: *const I,
    length: usize,
    output: *mut O,
    capacity: usize,
    convert: impl FnOnce(&[u8], &mut [u8]) -> placemat_result,
) -> placemat_result {
    // SAFETY: the caller has promised what this requires.
    let input = unsafe { memory::input(input, length) };
    // SAFETY: the caller has promised what this requires.
    let output = unsafe { memory::output(output, capacity) };
    let (Some(input), Some(output)) = (input, output) else {
        return placemat_result::of(placemat_status::PLACEMAT_INVALID_ARGUMENT);
    };
    convert(input, output).in_units(size_of::<I>(), size_of::<O>())
}

/// Defines two functions for each conversion.
macro_rules! conversions {
    ($($strict:ident, $lossy:ident: $from:literal ($in:ty) => $to:literal ($out:ty) $most:literal, $by:expr;)*) => { $(
        #[doc = concat!(" Converts ", $from, " to ", $to, ", and stops at the first error.")]
        ///
        #[doc = concat!(" The output never needs more than ", $most, " units.")]
        /// With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on.
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
        /// overlap. A pointer may be null if its length is 0.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $strict(
            input: *const $in,
            length: usize,
            output: *mut $out,
            capacity: usize,
        ) -> placemat_result {
            let convert = |input: &[u8], output: &mut [u8]| $by(Options::default(), input, output);
            // SAFETY: the caller has promised what this requires.
            unsafe { $crate::convert::with_memory(input, length, output, capacity, convert) }
        }

        #[doc = concat!(" Converts ", $from, " to ", $to, ", and replaces what it cannot convert.")]
        ///
        /// U+FFFD replaces each ill-formed subsequence and each code point that the target does not contain, or
        /// `?` if it does not contain U+FFFD. With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read`
        #[doc = concat!(" on. The output never needs more than ", $most, " units.")]
        ///
        /// # Safety
        ///
        /// `length` units must be readable at `input`, and `capacity` units writable at `output`; they must not
        /// overlap. A pointer may be null if its length is 0.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $lossy(
            input: *const $in,
            length: usize,
            output: *mut $out,
            capacity: usize,
        ) -> placemat_result {
            let convert = |input: &[u8], output: &mut [u8]| $by(Options::LOSSY, input, output);
            // SAFETY: the caller has promised what this requires.
            unsafe { $crate::convert::with_memory(input, length, output, capacity, convert) }
        }
    )* };
}
#[cfg(feature = "family")]
pub(crate) use conversions;

conversions! {
    placemat_convert_utf8_to_utf16, placemat_convert_utf8_to_utf16_lossy:
        "UTF-8" (c_char) => "UTF-16 in this machine's byte order" (placemat_char16) "`length`",
        |options, input, output| to_utf_16::<false, _>(UTF_8, options, input, output);
    placemat_convert_utf8_to_utf16le, placemat_convert_utf8_to_utf16le_lossy:
        "UTF-8" (c_char) => "UTF-16LE" (placemat_char16) "`length`",
        |options, input, output| to_utf_16::<{ !LITTLE }, _>(UTF_8, options, input, output);
    placemat_convert_utf8_to_utf16be, placemat_convert_utf8_to_utf16be_lossy:
        "UTF-8" (c_char) => "UTF-16BE" (placemat_char16) "`length`",
        |options, input, output| to_utf_16::<LITTLE, _>(UTF_8, options, input, output);
    placemat_convert_utf8_to_latin1, placemat_convert_utf8_to_latin1_lossy:
        "UTF-8" (c_char) => "ISO-8859-1" (c_char) "`length`",
        |options, input, output| run::convert(UTF_8, Iso8859_1, options, input, output);
    placemat_convert_utf16_to_utf8, placemat_convert_utf16_to_utf8_lossy:
        "UTF-16 in this machine's byte order" (placemat_char16) => "UTF-8" (c_char) "3 × `length`",
        |options, input, output| from_utf_16::<false, _>(UTF_8, options, input, output);
    placemat_convert_utf16le_to_utf8, placemat_convert_utf16le_to_utf8_lossy:
        "UTF-16LE" (placemat_char16) => "UTF-8" (c_char) "3 × `length`",
        |options, input, output| from_utf_16::<{ !LITTLE }, _>(UTF_8, options, input, output);
    placemat_convert_utf16be_to_utf8, placemat_convert_utf16be_to_utf8_lossy:
        "UTF-16BE" (placemat_char16) => "UTF-8" (c_char) "3 × `length`",
        |options, input, output| from_utf_16::<LITTLE, _>(UTF_8, options, input, output);
    placemat_convert_latin1_to_utf8, placemat_convert_latin1_to_utf8_lossy:
        "ISO-8859-1" (c_char) => "UTF-8" (c_char) "2 × `length`",
        |options, input, output| run::convert(Iso8859_1, UTF_8, options, input, output);
}

/// Copies UTF-8, and replaces each ill-formed subsequence with U+FFFD, as decoders of the Web do.
///
/// With `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on. The output never needs more than
/// 3 × `length` bytes.
///
/// # Safety
///
/// `length` bytes must be readable at `input`, and `capacity` bytes writable at `output`; they must not overlap. A
/// pointer may be null if its length is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_to_well_formed_utf8(
    input: *const c_char,
    length: usize,
    output: *mut c_char,
    capacity: usize,
) -> placemat_result {
    // SAFETY: the caller has promised what this requires.
    unsafe { with_memory(input, length, output, capacity, run::replace) }
}

macro_rules! well_formed {
    ($($name:ident: $what:literal $swapped:expr;)*) => { $(
        #[doc = concat!(" Replaces each lone surrogate in ", $what, " with U+FFFD, in place.")]
        ///
        /// Returns the number of surrogates that were replaced. Does nothing if the pointer is null or not
        /// aligned.
        ///
        /// # Safety
        ///
        /// `length` units must be readable and writable at `units`, which may be null if `length` is 0.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(units: *mut placemat_char16, length: usize) -> usize {
            // SAFETY: the caller has promised what this requires.
            let units = unsafe { memory::units_mut(units, length) };
            units.map_or(0, |units| run::make_well_formed::<{ $swapped }>(units))
        }
    )* };
}

well_formed! {
    placemat_make_well_formed_utf16: "UTF-16 in this machine's byte order" false;
    placemat_make_well_formed_utf16le: "UTF-16LE" !LITTLE;
    placemat_make_well_formed_utf16be: "UTF-16BE" LITTLE;
}
