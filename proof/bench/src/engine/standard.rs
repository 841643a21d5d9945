//! Rust's standard library: iterators into the buffer, or its strings if these are faster.
//!
//! The measurements assume a little-endian machine: units in the machine's order are little-endian.

use std::str::Utf8Chunk;

use bytemuck::{cast_slice, cast_slice_mut};

use super::{Gathered, Outcome, Work, frequent, rare, well_formed, work};

pub(super) fn find(operation: &str) -> Option<Work> {
    match operation {
        "validate-utf-8" => work(|input, _| Outcome::Verdict(str::from_utf8(input).is_ok())),
        "count-utf-8" => of_str(|text, _| Outcome::Count(text.chars().count())),
        "count-utf-8-checked" => of_str(|text, _| Outcome::Count(text.chars().count())),
        "utf-16le-length-of-utf-8" | "utf-16le-length-of-utf-8-checked" => {
            of_str(|text, _| Outcome::Count(text.encode_utf16().count()))
        }
        "valid-utf-8-find-rare" => matches(rare),
        "valid-utf-8-find-often" => matches(frequent),
        "utf-8-length-lossy" => work(|input, _| {
            let length = |chunk: Utf8Chunk<'_>| {
                chunk.valid().len() + if chunk.invalid().is_empty() { 0 } else { "\u{FFFD}".len() }
            };
            Outcome::Count(input.utf8_chunks().map(length).sum())
        }),
        "utf-16le-length-of-utf-8-lossy" => work(|input, _| {
            let length = |chunk: Utf8Chunk<'_>| {
                chunk.valid().encode_utf16().count() + usize::from(!chunk.invalid().is_empty())
            };
            Outcome::Count(input.utf8_chunks().map(length).sum())
        }),
        "utf-16le-to-utf-32le" => work(|input, output| {
            let mut written = 0;
            for (slot, decoded) in
                cast_slice_mut::<_, u32>(output).iter_mut().zip(char::decode_utf16(units(input)))
            {
                let Ok(character) = decoded else { return Outcome::Failed };
                *slot = u32::from(character).to_le();
                written += 4;
            }
            Outcome::Written(written)
        }),
        "utf-32le-to-utf-16le" => work(|input, output| {
            let output: &mut [u16] = cast_slice_mut(output);
            let mut written = 0;
            for &unit in cast_slice::<_, u32>(input) {
                let Some(character) = char::from_u32(u32::from_le(unit)) else { return Outcome::Failed };
                for unit in character.encode_utf16(&mut [0; 2]) {
                    output[written] = unit.to_le();
                    written += 1;
                }
            }
            Outcome::Written(2 * written)
        }),
        "validate-utf-16le" => {
            work(|input, _| Outcome::Verdict(char::decode_utf16(units(input)).all(|decoded| decoded.is_ok())))
        }
        "validate-utf-32le" => work(|input, _| {
            let is_scalar = |unit: &u32| char::from_u32(u32::from_le(*unit)).is_some();
            Outcome::Verdict(cast_slice(input).iter().all(is_scalar))
        }),
        "utf-8-to-utf-16le" => {
            of_str(|text, output| fill(text.encode_utf16().map(u16::to_le), cast_slice_mut(output)))
        }
        "valid-utf-8-to-utf-16le" => work(|input, output| {
            let units = well_formed(input).encode_utf16().map(u16::to_le);
            fill(units, cast_slice_mut(output))
        }),
        "valid-utf-8-to-utf-32le" => work(|input, output| {
            let units = well_formed(input).chars().map(|character| u32::from(character).to_le());
            fill(units, cast_slice_mut(output))
        }),
        "utf-8-to-utf-16be" => {
            of_str(|text, output| fill(text.encode_utf16().map(u16::to_be), cast_slice_mut(output)))
        }
        "utf-16le-to-utf-8" => work(|input, _| match String::from_utf16(cast_slice(input)) {
            Ok(text) => Outcome::Bytes(text.into_bytes().into()),
            Err(_) => Outcome::Failed,
        }),
        "utf-8-to-utf-32le" => of_str(|text, output| {
            let mut written = 0;
            for (slot, character) in cast_slice_mut::<_, u32>(output).iter_mut().zip(text.chars()) {
                *slot = u32::from(character).to_le();
                written += 4;
            }
            Outcome::Written(written)
        }),
        "utf-32le-to-utf-8" => work(|input, output| {
            let units = cast_slice::<_, u32>(input).iter().map(|unit| char::from_u32(u32::from_le(*unit)));
            fill_utf_8(units, output)
        }),
        "utf-8-to-latin-1" => of_str(|text, output| {
            let mut written = 0;
            for (slot, character) in output.iter_mut().zip(text.chars()) {
                let Ok(byte) = u8::try_from(character) else { return Outcome::Failed };
                *slot = byte;
                written += 1;
            }
            Outcome::Written(written)
        }),
        "latin-1-to-utf-8" => {
            work(|input, output| fill_utf_8(input.iter().map(|&byte| Some(char::from(byte))), output))
        }
        "utf-8-lossy" | "utf-8-by-chunks-lossy" => work(|input, output| {
            let mut text = Gathered { output, written: 0 };
            for chunk in input.utf8_chunks() {
                text.push(chunk.valid().as_bytes());
                if !chunk.invalid().is_empty() {
                    text.push("\u{FFFD}".as_bytes());
                }
            }
            Outcome::Written(text.written)
        }),
        "utf-8-to-utf-16le-lossy" => work(|input, output| {
            let output: &mut [u16] = cast_slice_mut(output);
            let mut written = 0;
            for chunk in input.utf8_chunks() {
                for (slot, unit) in output[written..].iter_mut().zip(chunk.valid().encode_utf16()) {
                    *slot = unit.to_le();
                    written += 1;
                }
                if !chunk.invalid().is_empty() {
                    output[written] = 0xFFFD_u16.to_le();
                    written += 1;
                }
            }
            Outcome::Written(2 * written)
        }),
        "utf-8-to-utf-32le-lossy" => work(|input, output| {
            let characters = input.utf8_chunks().flat_map(|chunk| {
                chunk.valid().chars().chain((!chunk.invalid().is_empty()).then_some('\u{FFFD}'))
            });
            fill(characters.map(|character| u32::from(character).to_le()), cast_slice_mut(output))
        }),
        "utf-16le-to-utf-8-lossy" => {
            work(|input, _| Outcome::Bytes(String::from_utf16_lossy(cast_slice(input)).into_bytes().into()))
        }
        "utf-16le-lossy" => work(|input, output| {
            let output: &mut [u16] = cast_slice_mut(output);
            let mut written = 0;
            for decoded in char::decode_utf16(units(input)) {
                for unit in decoded.unwrap_or('\u{FFFD}').encode_utf16(&mut [0; 2]) {
                    output[written] = unit.to_le();
                    written += 1;
                }
            }
            Outcome::Written(2 * written)
        }),
        _ => None,
    }
}

/// Times a function of a `&str`, with the validation that makes one.
fn of_str(call: impl Fn(&str, &mut [u8]) -> Outcome<'static> + 'static) -> Option<Work> {
    work(move |input, output| match str::from_utf8(input) {
        Ok(text) => call(text, output),
        Err(_) => Outcome::Failed,
    })
}

fn matches(needle: fn(&str) -> &str) -> Option<Work> {
    work(move |input, _| {
        let text = well_formed(input);
        Outcome::Count(text.matches(needle(text)).count())
    })
}

fn units(input: &[u8]) -> impl Iterator<Item = u16> {
    cast_slice::<_, u16>(input).iter().map(|unit| u16::from_le(*unit))
}

fn fill<U>(units: impl Iterator<Item = U>, output: &mut [U]) -> Outcome<'static> {
    let mut written = 0;
    for (slot, unit) in output.iter_mut().zip(units) {
        *slot = unit;
        written += size_of::<U>();
    }
    Outcome::Written(written)
}

fn fill_utf_8(characters: impl Iterator<Item = Option<char>>, output: &mut [u8]) -> Outcome<'static> {
    let mut written = 0;
    for character in characters {
        let Some(character) = character else { return Outcome::Failed };
        written += character.encode_utf8(&mut output[written..]).len();
    }
    Outcome::Written(written)
}
