//! placemat, by its public functions.

use bytemuck::{AnyBitPattern, NoUninit, cast_slice, cast_slice_mut};
use placemat::form::{Cesu8, Iso8859_1, Mutf8, Utf8, Utf16, Utf32, Wtf8};
use placemat::offsets::Offsets;
use placemat::{Codec, Conversion, OnError, Options, Status, is_utf8, validate};

use crate::call::{Call, Outcome, call};

pub fn calls() -> Vec<Call> {
    let mut calls = vec![
        call("validate-utf-8", |input, _| Outcome::Verdict(is_utf8(input))),
        call("validate-utf-16", |input, _| Outcome::Verdict(validate(Utf16, cast_slice(input)).is_ok())),
        call("validate-utf-32", |input, _| Outcome::Verdict(validate(Utf32, cast_slice(input)).is_ok())),
        call("count-utf-8", |input, _| Outcome::Count(Utf8::count_code_points(input))),
        call("offsets-of-utf-8", |input, _| Outcome::Count(Offsets::new(Utf8, input).lines())),
    ];
    calls.extend(conversion("utf-8-to-utf-16", Utf8, Utf16, OnError::Strict));
    calls.extend(conversion("utf-16-to-utf-8", Utf16, Utf8, OnError::Strict));
    calls.extend(conversion("utf-8-to-utf-32", Utf8, Utf32, OnError::Strict));
    calls.extend(conversion("utf-32-to-utf-8", Utf32, Utf8, OnError::Strict));
    calls.extend(conversion("utf-8-to-latin-1", Utf8, Iso8859_1, OnError::Strict));
    calls.extend(conversion("latin-1-to-utf-8", Iso8859_1, Utf8, OnError::Strict));
    calls.extend(conversion("mutf-8-to-utf-8", Mutf8, Utf8, OnError::Strict));
    calls.extend(conversion("cesu-8-to-utf-8", Cesu8, Utf8, OnError::Strict));
    calls.extend(conversion("wtf-8-to-utf-8", Wtf8, Utf8, OnError::Strict));
    calls.extend(conversion("utf-8-lossy", Utf8, Utf8, OnError::Replace));
    calls.extend(conversion("utf-8-to-utf-16-lossy", Utf8, Utf16, OnError::Replace));
    calls
}

/// Returns the call of a conversion, which its user has made before.
fn conversion<S, T>(operation: &'static str, source: S, target: T, on_error: OnError) -> Option<Call>
where
    S: Codec<Unit: AnyBitPattern> + Clone + 'static,
    T: Codec<Unit: AnyBitPattern + NoUninit> + Clone + 'static,
{
    let options = Options { on_error, ..Options::default() };
    let conversion = Conversion::new(source, target, options).ok()?;
    Some(call(operation, move |input, output| {
        match conversion.convert_into(cast_slice(input), cast_slice_mut(output)) {
            Ok((progress, Status::Done)) => Outcome::Written(progress.written * size_of::<T::Unit>()),
            _ => Outcome::Failed,
        }
    }))
}
