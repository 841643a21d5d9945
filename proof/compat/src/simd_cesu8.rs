//! `simd_cesu8` 1.2, on placemat.
//!
//! The functions without `strict` accept whatever is UTF-8 first. All refuse lone surrogates, which Modified
//! UTF-8 of placemat contains, and write U+FFFD for each byte that they cannot read.

use std::borrow::Cow;
use std::fmt;

use placemat::form::{Cesu8, Form, Utf8};
use placemat::{Conversion, OnError, Options, Str};

/// The bytes are not the encoding that was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DecodingError(());

impl fmt::Debug for DecodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DecodingError")
    }
}

impl fmt::Display for DecodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid input")
    }
}

impl std::error::Error for DecodingError {}

fn strictly<F: Form<Unit = u8>>(bytes: &[u8]) -> Result<Cow<'_, str>, DecodingError> {
    Str::<F>::decode(bytes).map_err(|_| DecodingError(()))
}

/// Decodes with U+FFFD for each byte of an ill-formed subsequence. The form must not contain surrogates.
fn lossily<F: Form<Unit = u8>>(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = Str::<F>::decode(bytes) {
        return text;
    }
    let options = Options { on_error: OnError::ReplaceByte, ..Options::LOSSY };
    let mut text = String::new();
    let converted = Conversion::new(F::default(), Utf8, options)
        .map(|conversion| conversion.append_to_string(bytes, &mut text));
    assert!(matches!(converted, Ok(Ok(_))), "U+FFFD replaces everything else");
    Cow::Owned(text)
}

/// Decodes CESU-8, with U+FFFD for what is not.
#[must_use]
pub fn decode_lossy_strict(bytes: &[u8]) -> Cow<'_, str> {
    lossily::<Cesu8>(bytes)
}

/// Decodes UTF-8 or CESU-8, with U+FFFD for what is neither.
#[must_use]
pub fn decode_lossy(bytes: &[u8]) -> Cow<'_, str> {
    match placemat::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => lossily::<Cesu8>(bytes),
    }
}

/// Decodes CESU-8.
///
/// # Errors
///
/// Returns an error if the bytes are not CESU-8.
pub fn decode_strict(bytes: &[u8]) -> Result<Cow<'_, str>, DecodingError> {
    strictly::<Cesu8>(bytes)
}

/// Decodes UTF-8 or CESU-8.
///
/// # Errors
///
/// Returns an error if the bytes are neither.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, DecodingError> {
    match placemat::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => strictly::<Cesu8>(bytes),
    }
}

/// Encodes text as CESU-8.
#[must_use]
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    Str::<Cesu8>::encode(text)
}

/// Encodes text as CESU-8, after what is in the buffer.
pub fn encode_into(text: &str, buffer: &mut Vec<u8>) {
    let converted = Conversion::new(Utf8, Cesu8, Options::default())
        .map(|conversion| conversion.append_to(text.as_bytes(), buffer));
    assert!(matches!(converted, Ok(Ok(_))), "CESU-8 contains all text");
}

/// Returns `true` if the text is not its own CESU-8.
#[must_use]
pub fn needs_encoded(text: &str) -> bool {
    Str::<Cesu8>::new(text.as_bytes()).is_err()
}

pub mod mutf8 {
    //! Modified UTF-8.

    use std::borrow::Cow;

    use placemat::Str;
    use placemat::form::Mutf8;

    use super::{DecodingError, REPLACEMENT, strictly};

    /// Decodes Modified UTF-8, with U+FFFD for what is not.
    #[must_use]
    pub fn decode_lossy_strict(bytes: &[u8]) -> Cow<'_, str> {
        if let Ok(text) = strictly::<Mutf8>(bytes) {
            return text;
        }
        // A lone surrogate is one code point for placemat, and three bytes that cannot be read here.
        let mut text = String::with_capacity(bytes.len());
        for chunk in Str::<Mutf8>::chunks(bytes) {
            for code_point in chunk.well_formed().code_points() {
                match code_point.to_char() {
                    Some(scalar) => text.push(scalar),
                    None => (0..3).for_each(|_| text.push(REPLACEMENT)),
                }
            }
            text.extend(chunk.ill_formed().iter().map(|_| REPLACEMENT));
        }
        Cow::Owned(text)
    }

    /// Decodes UTF-8 or Modified UTF-8, with U+FFFD for what is neither.
    #[must_use]
    pub fn decode_lossy(bytes: &[u8]) -> Cow<'_, str> {
        match placemat::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => decode_lossy_strict(bytes),
        }
    }

    /// Decodes Modified UTF-8.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not Modified UTF-8, or contain a lone surrogate.
    pub fn decode_strict(bytes: &[u8]) -> Result<Cow<'_, str>, DecodingError> {
        strictly::<Mutf8>(bytes)
    }

    /// Decodes UTF-8 or Modified UTF-8.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are neither, or contain a lone surrogate.
    pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, DecodingError> {
        match placemat::from_utf8(bytes) {
            Ok(text) => Ok(Cow::Borrowed(text)),
            Err(_) => strictly::<Mutf8>(bytes),
        }
    }

    /// Encodes text as Modified UTF-8.
    #[must_use]
    pub fn encode(text: &str) -> Cow<'_, [u8]> {
        Str::<Mutf8>::encode(text)
    }

    /// Returns `true` if the text is not its own Modified UTF-8.
    #[must_use]
    pub fn needs_encoded(text: &str) -> bool {
        Str::<Mutf8>::new(text.as_bytes()).is_err()
    }
}

const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;
