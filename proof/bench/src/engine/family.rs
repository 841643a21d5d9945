//! The crates for CESU-8, Modified UTF-8 and WTF-8. They return strings of their own, borrowed if nothing
//! changes.

use bytemuck::cast_slice_mut;
use std::borrow::Cow;

use super::{Outcome, Work, strings, work};

pub(super) fn simd_cesu8(operation: &str) -> Option<Work> {
    match operation {
        "utf-8-to-cesu-8" => work(|input, _| match simdutf8::basic::from_utf8(input) {
            Ok(text) => Outcome::Bytes(simd_cesu8::encode(text)),
            Err(_) => Outcome::Failed,
        }),
        "utf-8-to-mutf-8" => work(|input, _| match simdutf8::basic::from_utf8(input) {
            Ok(text) => Outcome::Bytes(simd_cesu8::mutf8::encode(text)),
            Err(_) => Outcome::Failed,
        }),
        "cesu-8-to-utf-8" => work(|input, _| decoded(simd_cesu8::decode_strict(input))),
        "mutf-8-to-utf-8" => work(|input, _| decoded(simd_cesu8::mutf8::decode_strict(input))),
        _ => None,
    }
}

pub(super) fn cesu8(operation: &str) -> Option<Work> {
    match operation {
        "utf-8-to-cesu-8" => work(|input, _| match str::from_utf8(input) {
            Ok(text) => Outcome::Bytes(cesu8::to_cesu8(text)),
            Err(_) => Outcome::Failed,
        }),
        "utf-8-to-mutf-8" => work(|input, _| match str::from_utf8(input) {
            Ok(text) => Outcome::Bytes(cesu8::to_java_cesu8(text)),
            Err(_) => Outcome::Failed,
        }),
        "cesu-8-to-utf-8" => work(|input, _| decoded(cesu8::from_cesu8(input))),
        "mutf-8-to-utf-8" => work(|input, _| decoded(cesu8::from_java_cesu8(input))),
        _ => None,
    }
}

fn decoded<E>(text: Result<Cow<'_, str>, E>) -> Outcome<'_> {
    match text {
        Ok(Cow::Borrowed(text)) => Outcome::Bytes(Cow::Borrowed(text.as_bytes())),
        Ok(Cow::Owned(text)) => Outcome::Bytes(Cow::Owned(text.into_bytes())),
        Err(_) => Outcome::Failed,
    }
}

/// It takes only strings; the texts are well-formed UTF-8, which is WTF-8.
pub(super) fn wtf8(operation: &str) -> Option<Work> {
    match operation {
        "wtf-8-to-wtf-16le" => work(|input, output| {
            let Ok(text) = str::from_utf8(input) else { return Outcome::Failed };
            let mut written = 0;
            let units = wtf8::Wtf8::from_str(text).to_ill_formed_utf16();
            for (slot, unit) in cast_slice_mut::<_, u16>(output).iter_mut().zip(units) {
                *slot = unit.to_le();
                written += 2;
            }
            Outcome::Written(written)
        }),
        _ => strings::wtf8(operation),
    }
}
