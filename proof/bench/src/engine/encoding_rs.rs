//! encoding_rs: its `mem` functions, and the decoder for lossy UTF-8.

use bytemuck::{cast_slice, cast_slice_mut};
use encoding_rs::{CoderResult, Encoding, UTF_8, mem};

use super::{Outcome, Work, well_formed, work};

pub(super) fn find(operation: &str) -> Option<Work> {
    match operation {
        "validate-utf-8" => {
            work(|input, _| Outcome::Verdict(Encoding::utf8_valid_up_to(input) == input.len()))
        }
        "validate-utf-16le" => work(|input, _| {
            let units = cast_slice(input);
            Outcome::Verdict(mem::utf16_valid_up_to(units) == units.len())
        }),
        "utf-8-to-utf-16le" => work(|input, output| {
            match mem::convert_utf8_to_utf16_without_replacement(input, cast_slice_mut(output)) {
                Some(units) => Outcome::Written(2 * units),
                None => Outcome::Failed,
            }
        }),
        "valid-utf-8-to-utf-16le" => work(|input, output| {
            Outcome::Written(2 * mem::convert_str_to_utf16(well_formed(input), cast_slice_mut(output)))
        }),
        // It has no strict decoder: on well-formed text its lossy one does the same work.
        "utf-16le-to-utf-8" | "utf-16le-to-utf-8-lossy" => {
            work(|input, output| Outcome::Written(mem::convert_utf16_to_utf8(cast_slice(input), output)))
        }
        "utf-8-to-latin-1" => work(|input, output| {
            // Its conversion requires input that was checked.
            if !mem::is_utf8_latin1(input) {
                return Outcome::Failed;
            }
            Outcome::Written(mem::convert_utf8_to_latin1_lossy(input, output))
        }),
        "latin-1-to-utf-8" => {
            work(|input, output| Outcome::Written(mem::convert_latin1_to_utf8(input, output)))
        }
        "latin-1-to-utf-16le" => work(|input, output| {
            mem::convert_latin1_to_utf16(input, cast_slice_mut(output));
            Outcome::Written(2 * input.len())
        }),
        "utf-16le-to-latin-1" => work(|input, output| {
            let units = cast_slice(input);
            if !mem::is_utf16_latin1(units) {
                return Outcome::Failed;
            }
            mem::convert_utf16_to_latin1_lossy(units, output);
            Outcome::Written(units.len())
        }),
        "utf-8-lossy" => work(|input, output| {
            let mut decoder = UTF_8.new_decoder_without_bom_handling();
            match decoder.decode_to_utf8(input, output, true) {
                (CoderResult::InputEmpty, _, written, _) => Outcome::Written(written),
                _ => Outcome::Failed,
            }
        }),
        "utf-8-to-utf-16le-lossy" => work(|input, output| {
            Outcome::Written(2 * mem::convert_utf8_to_utf16(input, cast_slice_mut(output)))
        }),
        // It works in place, so a copy is part of it.
        "utf-16le-lossy" => work(|input, output| {
            let output = &mut output[..input.len()];
            output.copy_from_slice(input);
            mem::ensure_utf16_validity(cast_slice_mut(output));
            Outcome::Written(input.len())
        }),
        _ => None,
    }
}
