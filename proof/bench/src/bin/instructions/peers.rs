//! The other engines.

use std::borrow::Cow;

use bytemuck::{cast_slice, cast_slice_mut};
use encoding_rs::{CoderResult, Encoding, UTF_8, mem};

use crate::call::{Call, Outcome, call};

/// Makes the call of a conversion of simdutf's C interface, with the most units of output for one of input.
macro_rules! simdutf_conversion {
    ($operation:literal, $source:ty => $target:ty, $function:ident, $growth:literal) => {
        call($operation, |input, output| {
            let (input, output): (&[$source], &mut [$target]) = (cast_slice(input), cast_slice_mut(output));
            assert!(output.len() >= $growth * input.len());
            #[expect(unsafe_code, reason = "simdutf's interface is C++")]
            // SAFETY: the pointers are those of slices, aligned for their units; the input has the given
            // length, and the output has space for the most that the conversion can write.
            let written = unsafe { simdutf::$function(input.as_ptr(), input.len(), output.as_mut_ptr()) };
            if written == 0 && !input.is_empty() {
                return Outcome::Failed;
            }
            Outcome::Written(written * size_of::<$target>())
        })
    };
}

pub fn simdutf() -> Vec<Call> {
    vec![
        call("validate-utf-8", |input, _| Outcome::Verdict(simdutf::validate_utf8(input))),
        call("validate-utf-16", |input, _| Outcome::Verdict(simdutf::validate_utf16(cast_slice(input)))),
        call("validate-utf-32", |input, _| Outcome::Verdict(simdutf::validate_utf32(cast_slice(input)))),
        call("count-utf-8", |input, _| Outcome::Count(simdutf::count_utf8(input))),
        simdutf_conversion!("utf-8-to-utf-16", u8 => u16, convert_utf8_to_utf16, 1),
        simdutf_conversion!("utf-16-to-utf-8", u16 => u8, convert_utf16_to_utf8, 3),
        simdutf_conversion!("utf-8-to-utf-32", u8 => u32, convert_utf8_to_utf32, 1),
        simdutf_conversion!("utf-32-to-utf-8", u32 => u8, convert_utf32_to_utf8, 4),
        simdutf_conversion!("utf-8-to-latin-1", u8 => u8, convert_utf8_to_latin1, 1),
        simdutf_conversion!("latin-1-to-utf-8", u8 => u8, convert_latin1_to_utf8, 2),
    ]
}

pub fn encoding_rs() -> Vec<Call> {
    vec![
        call("validate-utf-8", |input, _| Outcome::Verdict(Encoding::utf8_valid_up_to(input) == input.len())),
        call("validate-utf-16", |input, _| {
            let units = cast_slice(input);
            Outcome::Verdict(mem::utf16_valid_up_to(units) == units.len())
        }),
        call("utf-8-to-utf-16", |input, output| {
            match mem::convert_utf8_to_utf16_without_replacement(input, cast_slice_mut(output)) {
                Some(units) => Outcome::Written(2 * units),
                None => Outcome::Failed,
            }
        }),
        // It has no strict decoder: on well-formed text its lossy one does the same work.
        call("utf-16-to-utf-8", |input, output| {
            Outcome::Written(mem::convert_utf16_to_utf8(cast_slice(input), output))
        }),
        call("utf-8-to-latin-1", |input, output| {
            // Its conversion requires input that was checked.
            if !mem::is_utf8_latin1(input) {
                return Outcome::Failed;
            }
            Outcome::Written(mem::convert_utf8_to_latin1_lossy(input, output))
        }),
        call("latin-1-to-utf-8", |input, output| {
            Outcome::Written(mem::convert_latin1_to_utf8(input, output))
        }),
        call("utf-8-lossy", |input, output| {
            let mut decoder = UTF_8.new_decoder_without_bom_handling();
            match decoder.decode_to_utf8(input, output, true) {
                (CoderResult::InputEmpty, _, written, _) => Outcome::Written(written),
                _ => Outcome::Failed,
            }
        }),
        call("utf-8-to-utf-16-lossy", |input, output| {
            Outcome::Written(2 * mem::convert_utf8_to_utf16(input, cast_slice_mut(output)))
        }),
    ]
}

pub fn simdutf8() -> Vec<Call> {
    vec![call("validate-utf-8", |input, _| Outcome::Verdict(simdutf8::basic::from_utf8(input).is_ok()))]
}

pub fn smoothutf8() -> Vec<Call> {
    vec![call("validate-utf-8", |input, _| Outcome::Verdict(smoothutf8::verify(input)))]
}

/// It counts without validating the text.
pub fn bytecount() -> Vec<Call> {
    vec![call("count-utf-8", |input, _| Outcome::Count(bytecount::num_chars(input)))]
}

pub fn simd_cesu8() -> Vec<Call> {
    vec![
        call("cesu-8-to-utf-8", |input, _| decoded(simd_cesu8::decode_strict(input))),
        call("mutf-8-to-utf-8", |input, _| decoded(simd_cesu8::mutf8::decode_strict(input))),
    ]
}

pub fn cesu8() -> Vec<Call> {
    vec![
        call("cesu-8-to-utf-8", |input, _| decoded(cesu8::from_cesu8(input))),
        call("mutf-8-to-utf-8", |input, _| decoded(cesu8::from_java_cesu8(input))),
    ]
}

/// Its positions are lines and columns.
pub fn line_index() -> Vec<Call> {
    vec![call("offsets-of-utf-8", |input, _| {
        let index = line_index::LineIndex::new(well_formed(input));
        Outcome::Count(index.line_col(index.len()).line as usize + 1)
    })]
}

/// It keeps a copy of the text, which can be edited.
pub fn ropey() -> Vec<Call> {
    vec![call("offsets-of-utf-8", |input, _| {
        Outcome::Count(ropey::Rope::from_str(well_formed(input)).len_lines())
    })]
}

/// The input of an operation that takes a `str`.
#[expect(unsafe_code, reason = "the validation of the text is not a part of the call")]
fn well_formed(input: &[u8]) -> &str {
    // SAFETY: the inputs of the operation are the bytes of a `str`.
    unsafe { std::str::from_utf8_unchecked(input) }
}

fn decoded<E>(text: Result<Cow<'_, str>, E>) -> Outcome<'_> {
    text.map_or(Outcome::Failed, Outcome::Text)
}
