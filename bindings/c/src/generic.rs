//! Conversions whose encodings are arguments.

use core::ffi::c_char;

use engine::{Codec, Conversion};

use crate::encoding::placemat_encoding;
use crate::memory;
use crate::options::{self, placemat_options};
use crate::pair::{self, NoPair, WithPair};
use crate::result::{placemat_result, placemat_status};

/// Converts `length` bytes from one encoding to another into `capacity` bytes, with `options`, or strictly if
/// they are null.
///
/// Without the feature `encodings`, there are the pairs of UTF-8 with UTF-16 in this machine's byte order and
/// with ISO-8859-1, both ways, and those of the feature `family`. Others have the status `PLACEMAT_UNSUPPORTED`.
///
/// After `PLACEMAT_OUTPUT_FULL`, continue with the input from `read` on, but use a stream if the source may
/// begin with a byte order mark or if the target writes one.
///
/// # Safety
///
/// `length` bytes must be readable at `input`, and `capacity` bytes writable at `output`; they must not
/// overlap. A pointer may be null if its length is 0. `options` must be null or point to options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_convert(
    from: placemat_encoding,
    to: placemat_encoding,
    options: *const placemat_options,
    input: *const c_char,
    length: usize,
    output: *mut c_char,
    capacity: usize,
) -> placemat_result {
    // SAFETY: the caller has promised what this requires.
    let options = unsafe { options::at(options) };
    // SAFETY: the caller has promised what this requires.
    let input = unsafe { memory::input(input, length) };
    // SAFETY: the caller has promised what this requires.
    let output = unsafe { memory::output(output, capacity) };
    let (Some(options), Some(input), Some(output)) = (options, input, output) else {
        return placemat_result::of(placemat_status::PLACEMAT_INVALID_ARGUMENT);
    };
    struct Convert<'a>(&'a [u8], &'a mut [u8]);
    impl WithPair for Convert<'_> {
        type Output = placemat_result;
        fn with<S: Codec<Unit = u8>, T: Codec<Unit = u8>>(
            self,
            conversion: Conversion<S, T>,
        ) -> placemat_result {
            match conversion.convert_into(self.0, self.1) {
                Ok((progress, status)) => placemat_result::new(progress.read, progress.written, status),
                Err(_) => placemat_result::of(placemat_status::PLACEMAT_UNSUPPORTED),
            }
        }
    }
    or_status(pair::with(from, to, options, Convert(input, output)))
}

/// Returns the result of an operation, or why there is none.
pub(crate) fn or_status(result: Result<placemat_result, NoPair>) -> placemat_result {
    result.unwrap_or_else(|none| placemat_result::of(status_of(none)))
}

pub(crate) fn status_of(none: NoPair) -> placemat_status {
    match none {
        NoPair::Unknown => placemat_status::PLACEMAT_INVALID_ARGUMENT,
        NoPair::Unsupported => placemat_status::PLACEMAT_UNSUPPORTED,
    }
}

/// Returns the number of bytes that are enough for every input of `length` bytes, or `SIZE_MAX` if this build
/// has no such conversion or if no buffer is large enough.
///
/// Needs the feature `encodings`. Each function for one pair says how much it needs.
///
/// # Safety
///
/// `options` must be null or point to options.
#[cfg(feature = "encodings")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_max_length(
    from: placemat_encoding,
    to: placemat_encoding,
    options: *const placemat_options,
    length: usize,
) -> usize {
    struct WorstCase(usize);
    impl WithPair for WorstCase {
        type Output = Option<usize>;
        fn with<S: Codec<Unit = u8>, T: Codec<Unit = u8>>(
            self,
            conversion: Conversion<S, T>,
        ) -> Option<usize> {
            conversion.worst_case(self.0)
        }
    }
    // SAFETY: the caller has promised what this requires.
    let options = unsafe { options::at(options) };
    let most = options.and_then(|options| pair::with(from, to, options, WorstCase(length)).ok().flatten());
    most.unwrap_or(usize::MAX)
}

/// Returns the exact number of bytes that `placemat_convert` would write, in `written`, and the status that it
/// would have with enough room. Nothing is written.
///
/// Needs the feature `encodings`.
///
/// # Safety
///
/// `length` bytes must be readable at `input`, which may be null if `length` is 0. `options` must be null or
/// point to options.
#[cfg(feature = "encodings")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_converted_length(
    from: placemat_encoding,
    to: placemat_encoding,
    options: *const placemat_options,
    input: *const c_char,
    length: usize,
) -> placemat_result {
    struct Measure<'a>(&'a [u8]);
    impl WithPair for Measure<'_> {
        type Output = placemat_result;
        fn with<S: Codec<Unit = u8>, T: Codec<Unit = u8>>(
            self,
            conversion: Conversion<S, T>,
        ) -> placemat_result {
            match conversion.length(self.0) {
                Ok(length) => match usize::try_from(length) {
                    Ok(written) => {
                        placemat_result { read: self.0.len(), written, ..placemat_result::default() }
                    }
                    Err(_) => placemat_result::of(placemat_status::PLACEMAT_NO_MEMORY),
                },
                Err(failure) => placemat_result::failed(failure),
            }
        }
    }
    // SAFETY: the caller has promised what this requires.
    let options = unsafe { options::at(options) };
    // SAFETY: the caller has promised what this requires.
    let input = unsafe { memory::input(input, length) };
    let (Some(options), Some(input)) = (options, input) else {
        return placemat_result::of(placemat_status::PLACEMAT_INVALID_ARGUMENT);
    };
    or_status(pair::with(from, to, options, Measure(input)))
}
