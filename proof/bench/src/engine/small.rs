//! Crates with one or two functions: simdutf8, smoothutf8, widestring, bytecount, memchr, utf8-zero.

use bytemuck::cast_slice;
use widestring::{Utf16Str, Utf16String, Utf32Str, Utf32String};

use super::{Gathered, Outcome, PIECE, Work, frequent, rare, strings, well_formed, work};

pub(super) fn simdutf8(operation: &str) -> Option<Work> {
    match operation {
        "validate-utf-8" => work(|input, _| Outcome::Verdict(simdutf8::basic::from_utf8(input).is_ok())),
        _ => None,
    }
}

pub(super) fn smoothutf8(operation: &str) -> Option<Work> {
    match operation {
        "validate-utf-8" => work(|input, _| Outcome::Verdict(smoothutf8::verify(input))),
        _ => None,
    }
}

/// It counts without validating the text.
pub(super) fn bytecount(operation: &str) -> Option<Work> {
    match operation {
        "count-utf-8" => work(|input, _| Outcome::Count(bytecount::num_chars(input))),
        _ => None,
    }
}

pub(super) fn memchr(operation: &str) -> Option<Work> {
    let needle = match operation {
        "valid-utf-8-find-rare" => rare,
        "valid-utf-8-find-often" => frequent,
        _ => return None,
    };
    work(move |input, _| {
        let needle = needle(well_formed(input)).as_bytes();
        Outcome::Count(memchr::memmem::find_iter(input, needle).count())
    })
}

pub(super) fn utf8_zero(operation: &str) -> Option<Work> {
    match operation {
        "utf-8-in-pieces-lossy" => work(|input, output| {
            let mut text = Gathered { output, written: 0 };
            let mut decoder = utf8_zero::LossyDecoder::new(|piece| text.push(piece.as_bytes()));
            input.chunks(PIECE).for_each(|bytes| decoder.feed(bytes));
            // Dropping the decoder ends the text.
            drop(decoder);
            Outcome::Written(text.written)
        }),
        _ => None,
    }
}

pub(super) fn widestring(operation: &str) -> Option<Work> {
    match operation {
        "validate-utf-16le" => {
            work(|input, _| Outcome::Verdict(Utf16Str::from_slice(cast_slice(input)).is_ok()))
        }
        "utf-8-to-utf-16le" => work(|input, _| match str::from_utf8(input) {
            Ok(text) => Outcome::Units16(Utf16String::from_str(text).into_vec()),
            Err(_) => Outcome::Failed,
        }),
        "utf-16le-to-utf-8" => work(|input, _| match Utf16Str::from_slice(cast_slice(input)) {
            Ok(text) => Outcome::Bytes(text.to_string().into_bytes().into()),
            Err(_) => Outcome::Failed,
        }),
        "utf-8-to-utf-32le" => work(|input, _| match str::from_utf8(input) {
            Ok(text) => Outcome::Units32(Utf32String::from_str(text).into_vec()),
            Err(_) => Outcome::Failed,
        }),
        "utf-32le-to-utf-8" => work(|input, _| match Utf32Str::from_slice(cast_slice(input)) {
            Ok(text) => Outcome::Bytes(text.to_string().into_bytes().into()),
            Err(_) => Outcome::Failed,
        }),
        _ => strings::widestring(operation),
    }
}
