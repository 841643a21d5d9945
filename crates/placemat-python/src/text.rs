//! Text on its way into a `str`, in the form from which CPython makes one fastest.
//!
//! ```text
//! ASCII:               the bytes themselves
//! up to U+00FF:        ISO-8859-1, which CPython copies
//! scalar values:       UTF-16, whose decoder reads four units at a time; that of UTF-8 reads byte by byte
//! halves of pairs:     generalized UTF-8
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
    /// In little-endian order, without halves of pairs, at the front of a buffer.
    Utf16(Vec<u8>, usize),
    GeneralizedUtf8(Vec<u8>),
}

impl<'b> Text<'b> {
    /// Well-formed bytes of an encoding.
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

    /// Any bytes, by a policy.
    pub(crate) fn by(encoding: Encoding, options: Options, bytes: &'b [u8]) -> Result<Self, Failure> {
        // Halves of pairs are not replaced: a `str` holds them.
        let strict = Options { on_unencodable: OnUnencodable::Strict, ..options };
        if let Some(text) = utf_16(encoding, strict, bytes) {
            return Ok(text);
        }
        match Conversion::new(encoding, GeneralizedUtf8, options) {
            Ok(conversion) => conversion.convert(bytes).map(|made| Text::GeneralizedUtf8(made.output)),
            Err(_) => Ok(Text::Ascii(b"")),
        }
    }

    /// All bytes of an input, where that is ASCII: nobody has to look whether they are well-formed.
    pub(crate) fn of_ascii(encoding: Encoding, bytes: &'b [u8]) -> Option<Self> {
        let is_it = has_bytes_of_ascii(encoding) && bytes.is_ascii();
        (is_it && (encoding.facts().has_nul_alone() || !has_zero(bytes))).then_some(Text::Ascii(bytes))
    }

    /// The same without what it was made of.
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
            // SAFETY: the interpreter is held, as `py` proves; so many bytes are there, and are only read.
            Text::Ascii(bytes) => unsafe {
                let made = ffi::PyUnicode_DecodeASCII(bytes.as_ptr().cast(), bytes.len() as isize, strict);
                Bound::from_owned_ptr_or_err(py, made)?
            },
            // SAFETY: as above.
            Text::Latin1(bytes) => unsafe {
                let made = ffi::PyUnicode_DecodeLatin1(bytes.as_ptr().cast(), bytes.len() as isize, strict);
                Bound::from_owned_ptr_or_err(py, made)?
            },
            Text::Utf16(buffer, len) => {
                let mut little: c_int = -1;
                let bytes = &buffer[..len];
                // SAFETY: as above; the byte order is read and written in a variable of ours.
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
    /// A buffer for the next text: the system takes longer to make a new one than the conversion into it.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The longest buffer that is kept.
const KEPT: usize = 4 << 20;

fn give_back(buffer: Vec<u8>) {
    if buffer.len() <= KEPT {
        BUFFER.set(buffer);
    }
}

/// As UTF-16, where it has no halves of pairs.
fn utf_16(encoding: Encoding, options: Options, bytes: &[u8]) -> Option<Text<'static>> {
    // In text from a decoder that carries bytes, as Tcl's, two lone surrogates may become a pair.
    let facts = encoding.facts();
    if facts.carry.is_some() && !facts.encodes {
        return None;
    }
    let conversion = Conversion::new(encoding, Encoding::Utf16Le, options).ok()?;
    let mut buffer = BUFFER.take();
    // A unit of UTF-16 for each byte is most there can be, but for a byte that stands for more, and those are looked at below.
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

/// Are the characters of ASCII these bytes, but perhaps U+0000, and nothing else?
pub(crate) fn has_bytes_of_ascii(encoding: Encoding) -> bool {
    let facts = encoding.facts();
    has_bytes_of_utf_8(encoding) || facts.is_utf_8 || facts.is_single_byte() && facts.never_fails
}

/// Are characters up to U+00FF written as in UTF-8, but perhaps U+0000, and others with leads that are greater?
pub(crate) fn has_bytes_of_utf_8(encoding: Encoding) -> bool {
    let facts = encoding.facts();
    facts.reads_utf_8_to >= 0xFFFF && facts.carry.is_none() && encoding.mark().is_empty()
}

/// Has it no lead of a character beyond U+00FF? Strides are looked at as a whole.
fn is_up_to_ff(bytes: &[u8]) -> bool {
    bytes.chunks(256).all(|stride| stride.iter().fold(true, |all, &byte| all & (byte < 0xC4)))
}

fn has_zero(bytes: &[u8]) -> bool {
    !bytes.chunks(256).all(|stride| stride.iter().fold(true, |all, &byte| all & (byte != 0)))
}
