//! `residua-mutf8` 2.0, on placemat.
//!
//! The crate replaces `C0 80` by 00, and reads the result as UTF-8 or else as CESU-8. So it accepts raw 00,
//! and sequences of four bytes if there is no surrogate pair.

use std::borrow::Cow;
use std::fmt;

use placemat::form::{Cesu8, Mutf8, Utf8};
use placemat::{Conversion, Options, Str};

/// The bytes are neither UTF-8 nor Modified UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid MUTF-8 data")
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

impl From<::cesu8::Error> for Error {
    fn from(_: ::cesu8::Error) -> Self {
        Error
    }
}

/// Decodes UTF-8 or Modified UTF-8.
///
/// # Errors
///
/// Returns an error if the bytes are neither.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    if let Ok(text) = placemat::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    if let Ok(text) = Str::<Mutf8>::decode(bytes) {
        return Ok(text);
    }
    // What only this crate accepts.
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|&byte| byte == 0xC0) {
        plain.extend_from_slice(&rest[..at]);
        plain.push(0);
        rest = rest[at..].strip_prefix(b"\xC0\x80").ok_or(Error)?;
    }
    plain.extend_from_slice(rest);
    match placemat::from_utf8(&plain) {
        Ok(text) => Ok(Cow::Owned(text.to_owned())),
        Err(_) => Str::<Cesu8>::decode(&plain).map(|text| Cow::Owned(text.into_owned())).map_err(|_| Error),
    }
}

/// Encodes text as Modified UTF-8.
#[must_use]
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    Str::<Mutf8>::encode(text)
}

/// Returns the number of bytes of text in Modified UTF-8.
#[must_use]
pub fn len(text: &str) -> usize {
    let length = Conversion::new(Utf8, Mutf8, Options::default()).ok().and_then(|conversion| {
        let length = conversion.length(text.as_bytes()).ok()?;
        usize::try_from(length).ok()
    });
    length.expect("Modified UTF-8 contains all text")
}

/// Returns `true` if the text is its own Modified UTF-8.
#[must_use]
pub fn is_valid(text: &str) -> bool {
    Str::<Mutf8>::new(text.as_bytes()).is_ok()
}
