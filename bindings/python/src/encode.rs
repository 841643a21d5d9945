//! Encoding of `str` to bytes.

use std::borrow::Cow;

use placemat::form::{CorrectedUtf8, GeneralizedUtf8};
use placemat::{Codec, Conversion, Encoding, Failure, Options};
use pyo3::exceptions::{PyLookupError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::decode::BEGUN;
use crate::input::{encoding, on_unencodable};

/// The bytes, the encoding of what follows, and the first character that cannot be encoded: start, end,
/// reason.
type Prefix<'py> = (Bound<'py, PyBytes>, &'static str, Option<(usize, usize, String)>);

/// Encodes as far as the encoding has the characters. Returns the bytes, the encoding of what follows, and
/// the position of the first character that it lacks, in characters: start, end, reason.
#[pyfunction]
pub(crate) fn encode_prefix<'py>(
    py: Python<'py>,
    name: &str,
    text: &Bound<'py, PyString>,
) -> PyResult<Prefix<'py>> {
    let (encoding, is_begun) = preamble(name)?;
    if !encoding.info().encodes && !text.is_empty()? {
        return Err(encode_error(py, encoding, text, 0, &no_encoder(encoding))?);
    }
    let text = units(text)?;
    let encode = |text: &[u8]| {
        let bytes = placemat::convert(GeneralizedUtf8, encoding, text);
        bytes.map(|bytes| if is_begun { without_magic_number(bytes) } else { bytes })
    };
    let next = after_start(encoding);
    match py.detach(|| encode(&text)) {
        Ok(bytes) => Ok((PyBytes::new(py, &bytes), next, None)),
        Err(failure) => {
            let good = usize::try_from(failure.offset()).unwrap_or(0);
            let bytes = encode(&text[..good]).unwrap_or_default();
            let start = characters(&text[..good]);
            Ok((PyBytes::new(py, &bytes), next, Some((start, start + 1, reason(failure)))))
        }
    }
}

/// Encodes a whole text by a policy of the library.
#[pyfunction]
pub(crate) fn encode_by<'py>(
    py: Python<'py>,
    name: &str,
    text: &Bound<'py, PyString>,
    policy: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let (encoding, is_begun) = preamble(name)?;
    let options = Options { on_unencodable: on_unencodable(policy)?, ..Options::default() };
    let conversion = Conversion::new(GeneralizedUtf8, encoding, options)
        .map_err(|undefined| PyLookupError::new_err(undefined.to_string()))?;
    let bytes = units(text)?;
    match py.detach(|| conversion.convert(&bytes)) {
        Ok(converted) if is_begun => Ok(PyBytes::new(py, &without_magic_number(converted.output))),
        Ok(converted) => Ok(PyBytes::new(py, &converted.output)),
        Err(failure) => {
            let start = characters(&bytes[..usize::try_from(failure.offset()).unwrap_or(0)]);
            Err(encode_error(py, encoding, text, start, &reason(failure))?)
        }
    }
}

/// Returns the message about an encoding that can only be decoded.
fn no_encoder(encoding: Encoding) -> String {
    match encoding.fallback() {
        Some(fallback) => format!("{encoding} can only be decoded; encode to utf-8 or {fallback}"),
        None => format!("{encoding} can only be decoded"),
    }
}

/// Returns the Python exception for a character that an encoding lacks.
pub(crate) fn encode_error(
    py: Python<'_>,
    encoding: Encoding,
    text: &Bound<'_, PyString>,
    start: usize,
    reason: &str,
) -> PyResult<PyErr> {
    let arguments = (encoding.name(), text, start, start + 1, reason);
    let error = py.get_type::<PyUnicodeEncodeError>().call1(arguments)?;
    Ok(PyErr::from_value(error))
}

/// Returns the text in generalized UTF-8.
fn units<'t>(text: &'t Bound<'_, PyString>) -> PyResult<Cow<'t, [u8]>> {
    match text.to_str() {
        Ok(text) => Ok(Cow::Borrowed(text.as_bytes())),
        Err(_) => {
            let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
            Ok(Cow::Owned(bytes.cast_into::<PyBytes>()?.as_bytes().to_vec()))
        }
    }
}

fn characters(units: &[u8]) -> usize {
    units.iter().filter(|&byte| byte & 0xC0 != 0x80).count()
}

pub(crate) fn reason(failure: Failure) -> String {
    match failure {
        Failure::IllFormed(error) => error.kind().describe().to_owned(),
        Failure::Unencodable(lost) => match lost.code_point() {
            0xD800..=0xDFFF => "surrogates have no place in it".to_owned(),
            _ => "the character has no place in it".to_owned(),
        },
    }
}

/// Returns the encoding of what follows the first characters: one without a BOM.
fn after_start(encoding: Encoding) -> &'static str {
    if encoding == Encoding::CorrectedUtf8Document { BEGUN } else { encoding.unmarked().name() }
}

/// Returns the encoding of a name, and whether it is a document whose magic number has been written.
pub(crate) fn preamble(name: &str) -> PyResult<(Encoding, bool)> {
    if name == BEGUN {
        return Ok((Encoding::CorrectedUtf8Document, true));
    }
    encoding(name).map(|encoding| (encoding, false))
}

fn without_magic_number(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.drain(..CorrectedUtf8::MAGIC_NUMBER.len().min(bytes.len()));
    bytes
}
