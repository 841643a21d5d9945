//! Methods of strings, compared with the crates that have such strings: bstr, widestring, wtf8.
//!
//! Their inputs are made from a `str`, and are not validated again before the measurement.

use bytemuck::cast_slice;
use placemat::form::CodeSpace;
use placemat::form::{Utf8b, Utf32};
use placemat::form::{Utf16, Wtf8};
use placemat::{Str, StrBuf};

use super::{Outcome, Work, well_formed, work};

/// Returns the units as a string, without validation.
#[expect(unsafe_code, reason = "text is not validated once more before it is timed")]
fn utf_16(input: &[u8]) -> &Str<Utf16> {
    // SAFETY: the names of these operations begin with `valid-`, and their input is made from a `str`.
    unsafe { Str::<Utf16>::from_units_unchecked(cast_slice(input)) }
}

fn sum(values: impl Iterator<Item = u32>) -> Outcome<'static> {
    Outcome::Count(values.map(|value| value as usize).sum())
}

pub(super) fn placemat(operation: &str) -> Option<Work> {
    match operation {
        "valid-utf-16le-code-points" => work(|input, _| sum(utf_16(input).code_points().map(u32::from))),
        "valid-utf-16le-code-points-back" => {
            work(|input, _| sum(utf_16(input).code_points().rev().map(u32::from)))
        }
        "valid-utf-16le-show" => {
            work(|input, _| Outcome::Bytes(utf_16(input).to_string().into_bytes().into()))
        }
        "valid-utf-16le-lines" => work(|input, _| Outcome::Count(utf_16(input).lines().count())),
        "valid-wtf-8-code-points" => work(|input, _| {
            sum(Str::<Wtf8>::from_str(well_formed(input)).code_points().map(CodeSpace::to_u32))
        }),
        "valid-wtf-8-collect" => work(|input, _| {
            let collected: StrBuf<Wtf8> = Str::<Wtf8>::from_str(well_formed(input)).code_points().collect();
            Outcome::Bytes(collected.into_units().into())
        }),
        "valid-wtf-8-push" => work(|input, _| {
            let mut pushed = StrBuf::<Wtf8>::new();
            well_formed(input).chars().for_each(|scalar| pushed.push_char(scalar));
            Outcome::Bytes(pushed.into_units().into())
        }),
        "valid-utf-8-collect-utf-32" => {
            work(|input, _| Outcome::Count(well_formed(input).chars().collect::<StrBuf<Utf32>>().len()))
        }
        "valid-utf-8b-code-points" => {
            work(|input, _| sum(Str::<Utf8b>::from_any_units(input).code_points().map(CodeSpace::to_u32)))
        }
        "valid-utf-8b-words" => {
            work(|input, _| Outcome::Count(Str::<Utf8b>::from_any_units(input).split_whitespace().count()))
        }
        "valid-utf-8b-lines" => {
            work(|input, _| Outcome::Count(Str::<Utf8b>::from_any_units(input).lines().count()))
        }
        "valid-utf-8b-split" => {
            work(|input, _| Outcome::Count(Str::<Utf8b>::from_any_units(input).split(" ").count()))
        }
        "valid-utf-8b-find-one-of" => work(|input, _| {
            let found = Str::<Utf8b>::from_any_units(input).find(['\u{1}', '\u{2}']);
            Outcome::Count(found.map_or(0, |at| at + 1))
        }),
        "valid-utf-8b-replace" => work(|input, _| {
            let replaced = Str::<Utf8b>::from_any_units(input).replace(" ", "_");
            Outcome::Bytes(replaced.into_units().into())
        }),
        "valid-utf-8b-show" => work(|input, _| {
            Outcome::Bytes(Str::<Utf8b>::from_any_units(input).to_string().into_bytes().into())
        }),
        _ => None,
    }
}

#[cfg(feature = "peers")]
pub(super) fn bstr(operation: &str) -> Option<Work> {
    use bstr::ByteSlice;
    match operation {
        "valid-utf-8b-code-points" => work(|input, _| sum(input.chars().map(u32::from))),
        "valid-utf-8b-words" => work(|input, _| Outcome::Count(input.fields().count())),
        "valid-utf-8b-lines" => work(|input, _| Outcome::Count(input.lines().count())),
        "valid-utf-8b-split" => work(|input, _| Outcome::Count(input.split_str(" ").count())),
        "valid-utf-8b-find-one-of" => {
            work(|input, _| Outcome::Count(input.find_byteset(b"\x01\x02").map_or(0, |at| at + 1)))
        }
        "valid-utf-8b-replace" => work(|input, _| Outcome::Bytes(input.replace(" ", "_").into())),
        "valid-utf-8b-show" => {
            work(|input, _| Outcome::Bytes(input.as_bstr().to_string().into_bytes().into()))
        }
        _ => None,
    }
}

#[cfg(feature = "peers")]
pub(super) fn wtf8(operation: &str) -> Option<Work> {
    use wtf8::{Wtf8, Wtf8Buf};
    match operation {
        "valid-wtf-8-code-points" => {
            work(|input, _| sum(Wtf8::from_str(well_formed(input)).code_points().map(|it| it.to_u32())))
        }
        // It does not return bytes, except as a `String`.
        "valid-wtf-8-collect" => {
            work(|input, _| text(Wtf8::from_str(well_formed(input)).code_points().collect::<Wtf8Buf>()))
        }
        "valid-wtf-8-push" => work(|input, _| {
            let mut pushed = Wtf8Buf::new();
            well_formed(input).chars().for_each(|scalar| pushed.push_char(scalar));
            text(pushed)
        }),
        _ => None,
    }
}

#[cfg(feature = "peers")]
fn text(string: wtf8::Wtf8Buf) -> Outcome<'static> {
    match string.into_string() {
        Ok(text) => Outcome::Bytes(text.into_bytes().into()),
        Err(_) => Outcome::Failed,
    }
}

#[cfg(feature = "peers")]
pub(super) fn widestring(operation: &str) -> Option<Work> {
    use widestring::Utf32String;
    match operation {
        "valid-utf-16le-code-points" => work(|input, _| sum(wide(input).chars().map(u32::from))),
        "valid-utf-16le-code-points-back" => work(|input, _| sum(wide(input).chars().rev().map(u32::from))),
        "valid-utf-16le-show" => work(|input, _| Outcome::Bytes(wide(input).to_string().into_bytes().into())),
        "valid-utf-16le-lines" => work(|input, _| Outcome::Count(wide(input).lines().count())),
        "valid-utf-8-collect-utf-32" => {
            work(|input, _| Outcome::Count(well_formed(input).chars().collect::<Utf32String>().len()))
        }
        _ => None,
    }
}

#[cfg(feature = "peers")]
#[expect(unsafe_code, reason = "text is not validated once more before it is timed")]
fn wide(input: &[u8]) -> &widestring::Utf16Str {
    // SAFETY: the names of these operations begin with `valid-`, and their input is made from a `str`.
    unsafe { widestring::Utf16Str::from_slice_unchecked(cast_slice(input)) }
}
