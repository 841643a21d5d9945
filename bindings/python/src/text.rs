//! Text to be made into a `str`, in the form from which CPython makes one fastest.
//!
//! ```text
//! ASCII:               the bytes themselves
//! up to U+00FF:        ISO-8859-1, which CPython copies
//! scalar values:       UTF-16, whose decoder reads four units at a time; that of UTF-8 reads byte by byte
//! lone surrogates:     generalized UTF-8
//! ```

#![expect(unsafe_code, reason = "functions of CPython for which PyO3 has none that are safe")]

use std::cell::Cell;
use std::ffi::{c_char, c_int};

use placemat::form::GeneralizedUtf8;
use placemat::{Codec, Conversion, Encoding, Failure, OnUnencodable, Options, Status};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Text that a `str` can hold.
pub(crate) enum Text<'b> {
    Ascii(&'b [u8]),
    Latin1(Vec<u8>),
    /// In little-endian order, without lone surrogates, at the start of a buffer.
    Utf16(Vec<u8>, usize),
    GeneralizedUtf8(Vec<u8>),
}

impl<'b> Text<'b> {
    /// Decodes well-formed bytes of an encoding.
    pub(crate) fn of(encoding: Encoding, bytes: &'b [u8]) -> Result<Self, Failure> {
        if has_bytes_of_ascii(encoding) && bytes.is_ascii() {
            return Ok(Text::Ascii(bytes));
        }
        if has_bytes_of_utf_8(encoding)
            && is_up_to_ff(bytes)
            && let Ok(text) = placemat::convert(encoding, Encoding::Iso8859_1, bytes)
        {
            return Ok(Text::Latin1(text));
        }
        if let Some(text) = utf_16(encoding, Options::default(), bytes) {
            return Ok(text);
        }
        placemat::convert(encoding, GeneralizedUtf8, bytes).map(Text::GeneralizedUtf8)
    }

    /// Decodes any bytes, by a policy.
    pub(crate) fn by(encoding: Encoding, options: Options, bytes: &'b [u8]) -> Result<Self, Failure> {
        // Lone surrogates are not replaced: a `str` can hold them.
        let strict = Options { on_unencodable: OnUnencodable::Strict, ..options };
        if let Some(text) = utf_16(encoding, strict, bytes) {
            return Ok(text);
        }
        match Conversion::new(encoding, GeneralizedUtf8, options) {
            Ok(conversion) => conversion.convert(bytes).map(|made| Text::GeneralizedUtf8(made.output)),
            Err(_) => Ok(Text::Ascii(b"")),
        }
    }

    /// Returns all bytes of an input, if they are ASCII, so that they need not be validated.
    pub(crate) fn of_ascii(encoding: Encoding, bytes: &'b [u8]) -> Option<Self> {
        let is_it = has_bytes_of_ascii(encoding) && bytes.is_ascii();
        (is_it && (encoding.info().has_nul_alone() || !has_zero(bytes))).then_some(Text::Ascii(bytes))
    }

    /// Returns the text without borrowing its source.
    pub(crate) fn into_owned(self) -> Text<'static> {
        match self {
            // ASCII is ISO-8859-1 as well.
            Text::Ascii(bytes) => Text::Latin1(bytes.to_vec()),
            Text::Latin1(text) => Text::Latin1(text),
            Text::Utf16(text, len) => Text::Utf16(text, len),
            Text::GeneralizedUtf8(text) => Text::GeneralizedUtf8(text),
        }
    }

    pub(crate) fn into_str<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let strict: *const c_char = std::ptr::null();
        let text = match self {
            // SAFETY: the thread is attached to the interpreter, as `py` proves; the pointer and length are
            // those of a slice, which is only read.
            Text::Ascii(bytes) => unsafe {
                let made = ffi::PyUnicode_DecodeASCII(bytes.as_ptr().cast(), bytes.len() as isize, strict);
                Bound::from_owned_ptr_or_err(py, made)?
            },
            // SAFETY: the thread is attached to the interpreter, as `py` proves; the pointer and length are
            // those of a slice, which is only read.
            Text::Latin1(bytes) => unsafe {
                let made = ffi::PyUnicode_DecodeLatin1(bytes.as_ptr().cast(), bytes.len() as isize, strict);
                Bound::from_owned_ptr_or_err(py, made)?
            },
            Text::Utf16(buffer, len) => {
                let mut little: c_int = -1;
                let bytes = &buffer[..len];
                // SAFETY: the thread is attached to the interpreter, as `py` proves; the pointer and length
                // are those of a slice, which is only read; the byte order is read and written in a local
                // variable.
                unsafe {
                    let (start, len) = (bytes.as_ptr().cast(), bytes.len() as isize);
                    let made = ffi::PyUnicode_DecodeUTF16(start, len, strict, &raw mut little);
                    let text = Bound::from_owned_ptr_or_err(py, made)?;
                    give_back(buffer);
                    text
                }
            }
            Text::GeneralizedUtf8(text) => {
                PyBytes::new(py, &text).call_method1("decode", ("utf-8", "surrogatepass"))?
            }
        };
        Ok(text.cast_into::<PyString>()?)
    }
}

thread_local! {
    /// A buffer for the next text: allocating a new one takes the system longer than the conversion into it.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The longest buffer that is kept.
const KEPT: usize = 4 << 20;

fn give_back(buffer: Vec<u8>) {
    if buffer.len() <= KEPT {
        BUFFER.set(buffer);
    }
}

/// Returns the text as UTF-16, if it has no lone surrogates.
fn utf_16(encoding: Encoding, options: Options, bytes: &[u8]) -> Option<Text<'static>> {
    // In text from a decoder that carries bytes, such as Tcl's, two lone surrogates may become a pair.
    let info = encoding.info();
    if info.carry.is_some() && !info.encodes {
        return None;
    }
    let conversion = Conversion::new(encoding, Encoding::Utf16Le, options).ok()?;
    let mut buffer = BUFFER.take();
    // The most is one unit of UTF-16 for each byte, except for a byte that represents more; such bytes are
    // handled below.
    let most = 2 * bytes.len() + 64;
    if buffer.len() < most {
        buffer = vec![0; most];
    }
    match conversion.convert_into(bytes, &mut buffer) {
        Ok((progress, Status::Done)) => Some(Text::Utf16(buffer, progress.written)),
        Ok((_, Status::Unencodable(_))) => {
            give_back(buffer);
            None
        }
        _ => {
            give_back(buffer);
            let text = conversion.convert(bytes).ok()?.output;
            let len = text.len();
            Some(Text::Utf16(text, len))
        }
    }
}

/// Returns `true` if the characters of ASCII are these bytes, except perhaps U+0000, and nothing else is.
pub(crate) fn has_bytes_of_ascii(encoding: Encoding) -> bool {
    let info = encoding.info();
    has_bytes_of_utf_8(encoding) || info.is_utf_8 || info.is_single_byte() && info.never_fails
}

/// Returns `true` if characters up to U+00FF are written as in UTF-8, except perhaps U+0000, and others with
/// greater lead bytes.
pub(crate) fn has_bytes_of_utf_8(encoding: Encoding) -> bool {
    let info = encoding.info();
    info.reads_utf_8_to >= 0xFFFF && info.carry.is_none() && encoding.mark().is_empty()
}

/// Returns `true` if there is no lead byte of a character beyond U+00FF. Bytes are examined in whole strides.
fn is_up_to_ff(bytes: &[u8]) -> bool {
    bytes.chunks(256).all(|stride| stride.iter().fold(true, |all, &byte| all & (byte < 0xC4)))
}

fn has_zero(bytes: &[u8]) -> bool {
    !bytes.chunks(256).all(|stride| stride.iter().fold(true, |all, &byte| all & (byte != 0)))
}
