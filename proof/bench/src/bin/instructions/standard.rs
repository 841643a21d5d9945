//! Rust's standard library.

use bytemuck::{cast_slice, cast_slice_mut};

use crate::call::{Call, Outcome, call};

pub fn calls() -> Vec<Call> {
    vec![
        call("validate-utf-8", |input, _| Outcome::Verdict(str::from_utf8(input).is_ok())),
        call("validate-utf-16", |input, _| {
            let units = cast_slice::<_, u16>(input).iter().copied();
            Outcome::Verdict(char::decode_utf16(units).all(|it| it.is_ok()))
        }),
        call("validate-utf-32", |input, _| {
            Outcome::Verdict(cast_slice(input).iter().all(|&value| char::from_u32(value).is_some()))
        }),
        call("utf-8-to-utf-16", |input, output| {
            let Ok(text) = str::from_utf8(input) else { return Outcome::Failed };
            let mut written = 0;
            for (slot, unit) in cast_slice_mut::<_, u16>(output).iter_mut().zip(text.encode_utf16()) {
                *slot = unit;
                written += 2;
            }
            Outcome::Written(written)
        }),
        call("utf-8-to-utf-32", |input, output| {
            let Ok(text) = str::from_utf8(input) else { return Outcome::Failed };
            let mut written = 0;
            for (slot, character) in cast_slice_mut::<_, u32>(output).iter_mut().zip(text.chars()) {
                *slot = character.into();
                written += 4;
            }
            Outcome::Written(written)
        }),
        call("utf-16-to-utf-8", |input, output| {
            let units = cast_slice::<_, u16>(input).iter().copied();
            encoded(char::decode_utf16(units).map(Result::ok), output)
        }),
        call("utf-32-to-utf-8", |input, output| {
            encoded(cast_slice(input).iter().map(|&value| char::from_u32(value)), output)
        }),
        call("latin-1-to-utf-8", |input, output| {
            encoded(input.iter().map(|&byte| Some(char::from(byte))), output)
        }),
        call("utf-8-lossy", |input, _| Outcome::Text(String::from_utf8_lossy(input))),
    ]
}

/// Writes characters as UTF-8, unless one is missing.
fn encoded(characters: impl Iterator<Item = Option<char>>, output: &mut [u8]) -> Outcome<'static> {
    let mut written = 0;
    for character in characters {
        let (Some(character), Some(room)) = (character, output.get_mut(written..)) else {
            return Outcome::Failed;
        };
        if room.len() < character.len_utf8() {
            return Outcome::Failed;
        }
        written += character.encode_utf8(room).len();
    }
    Outcome::Written(written)
}
