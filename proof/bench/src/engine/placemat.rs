//! placemat: `validate`, or a fresh transcoder and one push of the whole input.

use bytemuck::cast_slice;
use placemat::form::{Cesu8, Iso8859_1, Mutf8, Utf8, Utf16, Utf32, Wtf8, Wtf16};
use placemat::scheme::{Be, Le};
use placemat::stream::LossyUtf8;
use placemat::{Codec, Conversion, Encoding, OnError, OnUnencodable, Options, Status};

use super::{Gathered, Outcome, PIECE, Work, frequent, rare, strings, well_formed, work};

pub(super) fn find(operation: &str) -> Option<Work> {
    match operation {
        "validate-utf-8" => validate(Utf8),
        "validate-utf-16le" => validate(Le(Utf16)),
        "validate-cesu-8" => validate(Cesu8),
        "validate-mutf-8" => validate(Mutf8),
        "validate-wtf-8" => validate(Wtf8),
        "count-utf-8" => work(|input, _| Outcome::Count(Utf8::count_code_points(input))),
        "count-utf-16le" => work(|input, _| Outcome::Count(Utf16::count_code_points(cast_slice(input)))),
        "utf-16le-length-of-utf-8" => work(|input, _| Outcome::Count(Utf8::utf16_len(input))),
        "utf-16le-length-of-utf-32le" => work(|input, _| Outcome::Count(Utf32::utf16_len(cast_slice(input)))),
        "utf-8-length-of-utf-16le" => work(|input, _| Outcome::Count(Utf16::utf8_len(cast_slice(input)))),
        "utf-8-length-of-utf-32le" => work(|input, _| Outcome::Count(Utf32::utf8_len(cast_slice(input)))),
        "utf-8-length-of-latin-1" => work(|input, _| Outcome::Count(Iso8859_1::utf8_len(input))),
        "count-utf-8-checked" => length(Utf8, Utf32, OnError::Strict),
        "utf-16le-length-of-utf-8-checked" => length(Utf8, Utf16, OnError::Strict),
        "utf-8-length-of-utf-16le-checked" => length(Le(Utf16), Utf8, OnError::Strict),
        "utf-8-length-lossy" => length(Utf8, Utf8, OnError::Replace),
        "utf-16le-length-of-utf-8-lossy" => length(Utf8, Utf16, OnError::Replace),
        "latin-1-to-utf-16le" => convert(Iso8859_1, Le(Utf16), OnError::Strict),
        "latin-1-to-utf-32le" => convert(Iso8859_1, Le(Utf32), OnError::Strict),
        "utf-16le-to-latin-1" => convert(Le(Utf16), Iso8859_1, OnError::Strict),
        "utf-32le-to-latin-1" => convert(Le(Utf32), Iso8859_1, OnError::Strict),
        "utf-16le-to-utf-32le" => convert(Le(Utf16), Le(Utf32), OnError::Strict),
        "utf-32le-to-utf-16le" => convert(Le(Utf32), Le(Utf16), OnError::Strict),
        "utf-16le-to-utf-16be" => convert(Le(Utf16), Be(Utf16), OnError::Strict),
        "utf-32le-to-utf-32be" => convert(Le(Utf32), Be(Utf32), OnError::Strict),
        "utf-8-by-chunks-lossy" => work(|input, output| {
            let mut text = Gathered { output, written: 0 };
            for chunk in placemat::Str::<placemat::form::Utf8>::chunks(input) {
                text.push(chunk.well_formed().as_bytes());
                if !chunk.ill_formed().is_empty() {
                    text.push("\u{FFFD}".as_bytes());
                }
            }
            Outcome::Written(text.written)
        }),
        "utf-8-in-pieces-lossy" => work(|input, output| {
            let mut text = Gathered { output, written: 0 };
            let mut decoder = LossyUtf8::new();
            input.chunks(PIECE).for_each(|bytes| decoder.push(bytes, |piece| text.push(piece.as_bytes())));
            decoder.finish(|piece| text.push(piece.as_bytes()));
            Outcome::Written(text.written)
        }),
        "valid-utf-8-find-rare" => matches(rare),
        "valid-utf-8-find-often" => matches(frequent),
        "utf-8-to-utf-16le" => convert(Utf8, Le(Utf16), OnError::Strict),
        "valid-utf-8-to-utf-16le" => trusted(Le(Utf16)),
        "valid-utf-8-to-utf-32le" => trusted(Le(Utf32)),
        "utf-8-to-utf-16be" => convert(Utf8, Be(Utf16), OnError::Strict),
        "utf-16le-to-utf-8" => convert(Le(Utf16), Utf8, OnError::Strict),
        "utf-8-to-utf-32le" => convert(Utf8, Le(Utf32), OnError::Strict),
        "utf-32le-to-utf-8" => convert(Le(Utf32), Utf8, OnError::Strict),
        "utf-8-to-latin-1" => convert(Utf8, Iso8859_1, OnError::Strict),
        "latin-1-to-utf-8" => convert(Iso8859_1, Utf8, OnError::Strict),
        "wtf-8-to-wtf-16le" => convert(Wtf8, Le(Wtf16), OnError::Strict),
        "utf-8-to-cesu-8" => convert(Utf8, Cesu8, OnError::Strict),
        "cesu-8-to-utf-8" => convert(Cesu8, Utf8, OnError::Strict),
        "utf-8-to-mutf-8" => convert(Utf8, Mutf8, OnError::Strict),
        "mutf-8-to-utf-8" => convert(Mutf8, Utf8, OnError::Strict),
        "utf-8-lossy" => convert(Utf8, Utf8, OnError::Replace),
        "utf-8-to-utf-16le-lossy" => convert(Utf8, Le(Utf16), OnError::Replace),
        "utf-8-to-utf-32le-lossy" => convert(Utf8, Le(Utf32), OnError::Replace),
        "utf-16le-to-utf-8-lossy" => convert(Le(Utf16), Utf8, OnError::Replace),
        "utf-16le-lossy" => convert(Le(Utf16), Le(Utf16), OnError::Replace),
        "wtf-8-to-utf-16le-lossy" => convert(Wtf8, Le(Utf16), OnError::Replace),
        _ => strings::placemat(operation).or_else(|| any(operation)),
    }
}

/// Encodings without an operation of their own above.
fn any(operation: &str) -> Option<Work> {
    let named = Encoding::from_name;
    if let Some(encoding) = operation.strip_prefix("validate-").and_then(named) {
        validate(encoding)
    } else {
        let (from, to) = operation.split_once("-to-")?;
        convert(named(from)?, named(to)?, OnError::Strict)
    }
}

fn validate<S: Codec<Unit = u8>>(source: S) -> Option<Work> {
    work(move |input, _| Outcome::Verdict(placemat::validate(source, input).is_ok()))
}

fn convert<S: Codec<Unit = u8>, T: Codec<Unit = u8>>(
    source: S,
    target: T,
    on_error: OnError,
) -> Option<Work> {
    // This includes the surrogates of WTF-8.
    let on_unencodable =
        if on_error == OnError::Replace { OnUnencodable::Replace } else { OnUnencodable::Strict };
    let options = Options { on_error, on_unencodable, ..Options::default() };
    let conversion = Conversion::new(source, target, options).ok()?;
    if conversion.transcoder().is_err() {
        // Wrappers that decide on their whole input have no transcoder: the buffer is allocated, and that is
        // timed too.
        return work(move |input, _| match conversion.convert(input) {
            Ok(converted) => Outcome::Bytes(converted.output.into()),
            Err(_) => Outcome::Failed,
        });
    }
    work(move |input, output| match conversion.convert_into(input, output) {
        Ok((progress, Status::Done)) => Outcome::Written(progress.written),
        _ => Outcome::Failed,
    })
}

fn matches(needle: fn(&str) -> &str) -> Option<Work> {
    work(move |input, _| {
        let text = well_formed(input);
        Outcome::Count(placemat::Str::<placemat::form::Utf8>::from_str(text).matches(needle(text)).count())
    })
}

fn trusted<T: Codec<Unit = u8>>(target: T) -> Option<Work> {
    let conversion = Conversion::new(Utf8, target, Options::default()).ok()?;
    work(move |input, output| match conversion.convert_str_into(well_formed(input), output) {
        Ok((progress, Status::Done)) => Outcome::Written(progress.written),
        _ => Outcome::Failed,
    })
}

/// Counts units of the target, which is a form, so the units need not be bytes.
fn length<S: Codec<Unit = u8>, T: Codec>(source: S, target: T, on_error: OnError) -> Option<Work> {
    let options = Options { on_error, ..Options::default() };
    let conversion = Conversion::new(source, target, options).ok()?;
    work(move |input, _| match conversion.length(input) {
        Ok(length) => Outcome::Count(length as usize),
        Err(_) => Outcome::Failed,
    })
}
