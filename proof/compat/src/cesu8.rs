//! `cesu8` 1.1, on placemat.
//!
//! The crate accepts whatever is UTF-8 first, so raw U+0000 and sequences of four bytes too, and reads the
//! rest as its encoding.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use placemat::Str;
use placemat::form::{Cesu8, Form, Mutf8};

/// The bytes are neither UTF-8 nor the encoding that was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Cesu8DecodingError;

impl fmt::Display for Cesu8DecodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("could not convert CESU-8 data to UTF-8")
    }
}

impl Error for Cesu8DecodingError {
    // Deprecated, but part of the interface: `to_string` returns something else.
    fn description(&self) -> &str {
        "decoding error"
    }
}

fn decoded<F: Form<Unit = u8>>(bytes: &[u8]) -> Result<Cow<'_, str>, Cesu8DecodingError> {
    match placemat::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => Str::<F>::decode(bytes).map_err(|_| Cesu8DecodingError),
    }
}

/// Decodes UTF-8 or CESU-8.
///
/// # Errors
///
/// Returns an error if the bytes are neither.
pub fn from_cesu8(bytes: &[u8]) -> Result<Cow<'_, str>, Cesu8DecodingError> {
    decoded::<Cesu8>(bytes)
}

/// Decodes UTF-8 or Modified UTF-8.
///
/// # Errors
///
/// Returns an error if the bytes are neither, or contain a lone surrogate.
pub fn from_java_cesu8(bytes: &[u8]) -> Result<Cow<'_, str>, Cesu8DecodingError> {
    decoded::<Mutf8>(bytes)
}

/// Encodes text as CESU-8.
pub fn to_cesu8(text: &str) -> Cow<'_, [u8]> {
    Str::<Cesu8>::encode(text)
}

/// Encodes text as Modified UTF-8.
pub fn to_java_cesu8(text: &str) -> Cow<'_, [u8]> {
    Str::<Mutf8>::encode(text)
}

/// Returns `true` if the text is its own CESU-8.
pub fn is_valid_cesu8(text: &str) -> bool {
    Str::<Cesu8>::new(text.as_bytes()).is_ok()
}

/// Returns `true` if the text is its own Modified UTF-8.
pub fn is_valid_java_cesu8(text: &str) -> bool {
    Str::<Mutf8>::new(text.as_bytes()).is_ok()
}
