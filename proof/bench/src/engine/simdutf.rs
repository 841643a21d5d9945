//! simdutf, the main peer, with one process for each of its kernels: the version in its crate, and the one
//! whose sources `cargo xtask bench --simdutf DIR` names.

#![expect(unsafe_code, reason = "its interface is C++")]

#[cfg(feature = "simdutf-sources")]
mod sources;

use bytemuck::{cast_slice, cast_slice_mut};
use simdutf::ErrorCode;

use super::{Outcome, Work, work};

/// Returns the kernels that this CPU can run: simdutf does not check kernels that are requested by name.
pub(super) fn kernels() -> Vec<&'static str> {
    let mut kernels = vec![];
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        let bmi = has!("bmi1") && has!("bmi2") && has!("pclmulqdq");
        let avx512 = has!("avx512f") && has!("avx512dq") && has!("avx512cd") && has!("avx512bw");
        if bmi && avx512 && has!("avx512vl") && has!("avx512vbmi2") && has!("avx512vpopcntdq") {
            kernels.push("icelake");
        }
        if bmi && has!("avx2") {
            kernels.push("haswell");
        }
        if has!("sse4.2") && has!("pclmulqdq") {
            kernels.push("westmere");
        }
    }
    #[cfg(target_arch = "aarch64")]
    kernels.push("arm64");
    kernels.push("fallback");
    kernels
}

/// Returns how one of the versions does an operation.
macro_rules! work_of {
    ($simdutf:ident, $operation:expr, { $($name:literal => $work:expr,)* }) => {
        match $operation {
            "validate-utf-8" => work(|input, _| Outcome::Verdict($simdutf::validate_utf8(input))),
            "validate-utf-16le" => {
                work(|input, _| Outcome::Verdict($simdutf::validate_utf16le(cast_slice(input))))
            }
            "validate-utf-32le" => {
                work(|input, _| Outcome::Verdict($simdutf::validate_utf32(cast_slice(input))))
            }
            "count-utf-8" => work(|input, _| Outcome::Count($simdutf::count_utf8(input))),
            "count-utf-16le" => work(|input, _| Outcome::Count($simdutf::count_utf16le(cast_slice(input)))),
            "utf-16le-length-of-utf-8" => {
                work(|input, _| Outcome::Count($simdutf::utf16_length_from_utf8(input)))
            }
            "utf-16le-length-of-utf-32le" => {
                work(|input, _| Outcome::Count($simdutf::utf16_length_from_utf32(cast_slice(input))))
            }
            "utf-8-length-of-utf-16le" => {
                work(|input, _| Outcome::Count($simdutf::utf8_length_from_utf16le(cast_slice(input))))
            }
            "utf-8-length-of-utf-32le" => {
                work(|input, _| Outcome::Count($simdutf::utf8_length_from_utf32(cast_slice(input))))
            }
            "utf-8-length-of-latin-1" => {
                work(|input, _| Outcome::Count($simdutf::utf8_length_from_latin1(input)))
            }
            // It counts without validating, so it validates first here.
            "count-utf-8-checked" => {
                work(|input, _| checked($simdutf::validate_utf8(input), || $simdutf::count_utf8(input)))
            }
            "utf-16le-length-of-utf-8-checked" => work(|input, _| {
                checked($simdutf::validate_utf8(input), || $simdutf::utf16_length_from_utf8(input))
            }),
            "utf-8-length-of-utf-16le-checked" => work(|input, _| {
                let units = cast_slice(input);
                checked($simdutf::validate_utf16le(units), || $simdutf::utf8_length_from_utf16le(units))
            }),
            "latin-1-to-utf-16le" => convert::<u8, u16>($simdutf::convert_latin1_to_utf16le, 1),
            "latin-1-to-utf-32le" => convert::<u8, u32>($simdutf::convert_latin1_to_utf32, 1),
            "utf-16le-to-latin-1" => convert::<u16, u8>($simdutf::convert_utf16le_to_latin1, 1),
            "utf-32le-to-latin-1" => convert::<u32, u8>($simdutf::convert_utf32_to_latin1, 1),
            "utf-16le-to-utf-32le" => convert::<u16, u32>($simdutf::convert_utf16le_to_utf32, 1),
            "utf-32le-to-utf-16le" => convert::<u32, u16>($simdutf::convert_utf32_to_utf16le, 2),
            "utf-8-to-utf-16le" => convert::<u8, u16>($simdutf::convert_utf8_to_utf16le, 1),
            "valid-utf-8-to-utf-16le" => convert::<u8, u16>($simdutf::convert_valid_utf8_to_utf16le, 1),
            "valid-utf-8-to-utf-32le" => convert::<u8, u32>($simdutf::convert_valid_utf8_to_utf32, 1),
            "utf-8-to-utf-16be" => convert::<u8, u16>($simdutf::convert_utf8_to_utf16be, 1),
            "utf-16le-to-utf-8" => convert::<u16, u8>($simdutf::convert_utf16le_to_utf8, 3),
            "utf-8-to-utf-32le" => convert::<u8, u32>($simdutf::convert_utf8_to_utf32, 1),
            "utf-32le-to-utf-8" => convert::<u32, u8>($simdutf::convert_utf32_to_utf8, 4),
            "utf-8-to-latin-1" => convert::<u8, u8>($simdutf::convert_utf8_to_latin1, 1),
            "latin-1-to-utf-8" => convert::<u8, u8>($simdutf::convert_latin1_to_utf8, 2),
            $($name => $work,)*
            _ => None,
        }
    };
}

/// The version that its crate contains.
pub(super) fn find(operation: &str) -> Option<Work> {
    work_of!(simdutf, operation, {
        "utf-16le-to-utf-16be" => work(swap),
        "utf-8-to-utf-16le-lossy" => work(lossy),
    })
}

/// The version whose sources are in a directory.
#[cfg(feature = "simdutf-sources")]
pub(super) fn find_in_sources(operation: &str) -> Option<Work> {
    work_of!(sources, operation, {
        "utf-16le-to-utf-8-lossy" => convert::<u16, u8>(sources::convert_utf16le_to_utf8_with_replacement, 3),
        "utf-16le-lossy" => convert::<u16, u16>(sources::to_well_formed_utf16le, 1),
    })
}

fn checked(is_well_formed: bool, length: impl FnOnce() -> usize) -> Outcome<'static> {
    if is_well_formed { Outcome::Count(length()) } else { Outcome::Failed }
}

/// It swaps bytes without validating the text.
fn swap<'a>(input: &'a [u8], output: &mut [u8]) -> Outcome<'a> {
    let (input, output): (&[u16], &mut [u16]) = (cast_slice(input), cast_slice_mut(output));
    assert!(output.len() >= input.len());
    // SAFETY: the pointers are those of slices, aligned for their units, and as many units are written as are
    // read.
    unsafe { simdutf::change_endianness_utf16(input.as_ptr(), input.len(), output.as_mut_ptr()) };
    Outcome::Written(size_of_val(input))
}

/// Returns a conversion of its C interface, with the most units of output for one of input.
fn convert<S: bytemuck::Pod, T: bytemuck::Pod>(
    function: unsafe fn(*const S, usize, *mut T) -> usize,
    growth: usize,
) -> Option<Work> {
    work(move |input, output| {
        let (input, output): (&[S], &mut [T]) = (cast_slice(input), cast_slice_mut(output));
        assert!(output.len() >= growth * input.len());
        // SAFETY: the pointers are those of slices, aligned for their units; the input has the given length,
        // and the output has space for the most that the conversion can write.
        let written = unsafe { function(input.as_ptr(), input.len(), output.as_mut_ptr()) };
        if written == 0 && !input.is_empty() {
            return Outcome::Failed;
        }
        Outcome::Written(size_of_val(&output[..written]))
    })
}

/// It has no lossy decoder. This one finds runs up to the next error, and converts them unchecked.
fn lossy<'a>(input: &'a [u8], output: &mut [u8]) -> Outcome<'a> {
    let output: &mut [u16] = cast_slice_mut(output);
    let (mut read, mut written) = (0, 0);
    loop {
        let rest = &input[read..];
        let checked = simdutf::validate_utf8_with_errors(rest);
        let valid = if checked.error == ErrorCode::Success { rest.len() } else { checked.count };
        assert!(output.len() - written > valid);
        // SAFETY: both pointers are those of slices, aligned for their units; the first `valid` bytes are
        // well-formed, and there is space for as many units, the most that they can become.
        written += unsafe {
            simdutf::convert_valid_utf8_to_utf16le(rest.as_ptr(), valid, output[written..].as_mut_ptr())
        };
        if valid == rest.len() {
            return Outcome::Written(2 * written);
        }
        output[written] = 0xFFFD_u16.to_le();
        written += 1;
        // std determines the length of the maximal subpart.
        let near = &rest[valid..rest.len().min(valid + 4)];
        let len = str::from_utf8(near).err().and_then(|error| error.error_len()).unwrap_or(near.len());
        read += valid + len;
    }
}
