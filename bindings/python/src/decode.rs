//! Decoding of bytes to `str`.

use placemat::form::{CorrectedUtf8, GeneralizedUtf8};
use placemat::stream::Validator;
use placemat::table::NotDecoded;
use placemat::{
    Codec, Conversion, Encoding, Endian, Error, ErrorKind, Failure, OnError, OnUnencodable, Options, validate,
};
use pyo3::exceptions::{PyLookupError, PyUnicodeDecodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::direct;
use crate::encode::preamble;
use crate::input::{Input, encoding, on_error};
use crate::text::Text;

/// The position of an error and its reason: start, end, reason.
type Place = (usize, usize, String);

/// The text, where it ends, the encoding of what follows, and the error there.
type Prefix<'py> = (Bound<'py, PyString>, usize, Bound<'py, PyString>, Option<Place>);

/// Decodes from a position on, as far as the bytes are well-formed. Returns the text, where it ends, the
/// encoding of what follows, and the error there. Unless `is_final`, a sequence that is cut is left for the
/// next call. Doubly encoded text is one error as a whole, or is read character by character if `is_apart`.
#[pyfunction]
pub(crate) fn decode_prefix<'py>(
    py: Python<'py>,
    name: &str,
    data: &Bound<'py, PyAny>,
    is_final: bool,
    at: usize,
    is_apart: bool,
) -> PyResult<Prefix<'py>> {
    let (encoding, is_begun) = preamble(name)?;
    // The bytes are not read any more once Python code may run.
    let input = Input::in_place(data)?;
    let at = at.min(input.bytes().len());
    if at == 0
        && is_final
        && !is_begun
        && let Some(text) = direct::decode(py, encoding, &input)?
    {
        let bytes = input.bytes();
        return Ok((text, bytes.len(), PyString::new(py, after_start(encoding, bytes).name()), None));
    }
    let few = if at > 0 { FEW } else { usize::MAX };
    let Decoded { text, read, error } = in_windows(&input.bytes()[at..], few, |window, is_all| {
        let is_final = is_final && is_all;
        input.with_part(py, window, |bytes| match is_apart {
            true => decode_apart(encoding, bytes, is_final),
            false if is_begun => decode_begun(bytes, is_final),
            false => decode(encoding, bytes, is_final),
        })
    });
    let next = match (name, encoding) {
        _ if read == 0 && error.is_none() => name,
        (_, Encoding::CorrectedUtf8Document) => BEGUN,
        _ => after_start(encoding, &input.bytes()[at..]).name(),
    };
    let next = PyString::new(py, next);
    let error = error.map(|(start, end, reason)| (at + start, at + end, reason));
    Ok((text.into_str(py)?, at + read, next, error))
}

/// How many bytes are decoded at first after an error.
const FEW: usize = 1 << 6;

/// Decodes a few bytes, and more and more while they are well-formed. After an error there may soon be
/// another one; decoding all the rest each time would take time that is quadratic in the number of errors.
fn in_windows<'b>(
    bytes: &'b [u8],
    few: usize,
    decode: impl Fn(&'b [u8], bool) -> Decoded<'b>,
) -> Decoded<'b> {
    let mut window = few;
    loop {
        let is_all = window >= bytes.len();
        let decoded = decode(&bytes[..window.min(bytes.len())], is_all);
        if is_all || decoded.error.is_some() {
            return decoded;
        }
        window = window.saturating_mul(8);
    }
}

/// The encoding of what follows the first bytes of a Corrected UTF-8 document, in which a magic number is not
/// recognized any more.
pub(crate) const BEGUN: &str = "corrected-utf-8-document+";

/// Decodes bytes of a document after its beginning, by putting a magic number before them.
fn decode_begun(bytes: &[u8], is_final: bool) -> Decoded<'static> {
    const LEN: usize = CorrectedUtf8::MAGIC_NUMBER.len();
    let whole = [&CorrectedUtf8::MAGIC_NUMBER[..], bytes].concat();
    let Decoded { text, read, error } = decode(Encoding::CorrectedUtf8Document, &whole, is_final);
    let text = text.into_owned();
    let error =
        error.map(|(start, end, reason)| (start.saturating_sub(LEN), end.saturating_sub(LEN), reason));
    Decoded { text, read: read.saturating_sub(LEN), error }
}

/// Decodes a whole input by a policy of the library.
#[pyfunction]
pub(crate) fn decode_by<'py>(
    py: Python<'py>,
    name: &str,
    data: &Bound<'py, PyAny>,
    policy: &str,
) -> PyResult<Bound<'py, PyString>> {
    let encoding = encoding(name)?;
    let on_error = on_error(policy)?;
    let on_unencodable = if replaces(on_error) { OnUnencodable::Replace } else { OnUnencodable::Strict };
    let options = Options { on_error, on_unencodable, ..Options::default() };
    Conversion::new(encoding, GeneralizedUtf8, options)
        .map_err(|undefined| PyLookupError::new_err(undefined.to_string()))?;
    let input = Input::of(data)?;
    if let Some(place) = after_frame(encoding, input.bytes()) {
        return Err(decode_error(py, encoding, input.bytes(), &place)?);
    }
    match input.with(py, |bytes| Text::by(encoding, options, bytes)) {
        Ok(text) => text.into_str(py),
        Err(failure) => Err(decode_error(py, encoding, input.bytes(), &place(failure))?),
    }
}

/// Returns `true` if a policy writes U+FFFD. It then also does so for a code point beyond Unicode, which a
/// `str` cannot hold.
fn replaces(policy: OnError) -> bool {
    use OnError::{Replace, ReplaceByte, ReplaceGeneralized, ReplaceRun, ReplaceSequence};
    matches!(policy, Replace | ReplaceByte | ReplaceGeneralized | ReplaceRun | ReplaceSequence)
}

struct Decoded<'b> {
    text: Text<'b>,
    /// The number of bytes that were read.
    read: usize,
    error: Option<Place>,
}

fn decode(encoding: Encoding, bytes: &[u8], is_final: bool) -> Decoded<'_> {
    let nothing = Decoded { text: Text::Ascii(b""), read: 0, error: None };
    if let Some(text) = Text::of_ascii(encoding, bytes) {
        return Decoded { text, read: bytes.len(), error: None };
    }
    if encoding.is_wrapper() {
        // The encoding decides on its whole input.
        if !is_final {
            return nothing;
        }
        return match Text::of(encoding, bytes) {
            Ok(text) => Decoded { text, read: bytes.len(), error: after_frame(encoding, bytes) },
            Err(failure) => Decoded { error: Some(place(failure)), ..nothing },
        };
    }
    let (mut read, error) = match validate(encoding, bytes) {
        _ if !is_final && let Some(read) = sure(encoding, bytes) => (read, None),
        Ok(()) => (bytes.len(), None),
        Err(error) if is_final => (error.valid_up_to(), Some(place(Failure::IllFormed(error)))),
        Err(error) => (error.valid_up_to(), place_so_far(encoding, bytes, error.valid_up_to())),
    };
    match Text::of(encoding, &bytes[..read]) {
        Ok(mut text) => {
            // The trail surrogate may follow.
            if let Text::GeneralizedUtf8(text) = &mut text
                && !is_final
                && error.is_none()
                && matches!(text[..], [.., 0xED, 0xA0..=0xAF, _])
            {
                let len = if encoding.info().width == 1 { 3 } else { encoding.info().width };
                text.truncate(text.len() - 3);
                read -= len;
            }
            Decoded { text, read, error }
        }
        // A code point beyond Unicode, which a `str` cannot hold.
        Err(failure) => {
            let read = usize::try_from(failure.offset()).unwrap_or(0);
            let text = Text::of(encoding, &bytes[..read]).unwrap_or(Text::Ascii(b""));
            Decoded { text, read, error: Some(place(failure)) }
        }
    }
}

/// Decodes a wrapper character by character, although it decides on its whole input: the well-formed text
/// before and after an error is kept for a handler.
fn decode_apart(encoding: Encoding, bytes: &[u8], is_final: bool) -> Decoded<'_> {
    let mut read = 0;
    let error = loop {
        match encoding.decode_next(&bytes[read..], is_final) {
            Ok(decoded) => read += decoded.len,
            Err(NotDecoded::Incomplete) => break None,
            Err(NotDecoded::IllFormed(error)) => {
                break Some((read, read + error.len, error.kind.describe().to_owned()));
            }
        }
    };
    match Text::of(encoding, &bytes[..read]) {
        Ok(text) => Decoded { text, read, error },
        Err(failure) => Decoded { text: Text::Ascii(b""), read: 0, error: Some(place(failure)) },
    }
}

/// Returns the bytes after the end of a frame, which do not belong to the text.
fn after_frame(encoding: Encoding, bytes: &[u8]) -> Option<Place> {
    encoding.as_frame()?;
    let end = encoding.resolve(bytes).ok()?.end;
    (end < bytes.len()).then(|| (end, bytes.len(), "bytes follow the frame".to_owned()))
}

/// Returns the error at a position, even if more may follow; `None` while its extent is not known.
fn place_so_far(encoding: Encoding, bytes: &[u8], start: usize) -> Option<Place> {
    // This is an error after two bytes, but the handler `surrogatepass` reads three. CPython's decoder waits
    // for them, too.
    if encoding.info().is_utf_8 && matches!(bytes[start..], [0xED, 0xA0..=0xBF]) {
        return None;
    }
    let codec = after_start(encoding, bytes);
    let Err(NotDecoded::IllFormed(error)) = codec.decode_next(&bytes[start..], false) else { return None };
    let end = start + error.len;
    // A reserved sequence has no maximum length.
    let is_open = error.kind == ErrorKind::Reserved && end == bytes.len();
    (!is_open).then(|| (start, end, error.kind.describe().to_owned()))
}

/// Returns how many bytes are complete sequences, if all bytes can still be right.
fn sure(encoding: Encoding, bytes: &[u8]) -> Option<usize> {
    let mut validator = Validator::new(encoding).ok()?;
    validator.push(bytes).ok()?;
    let sure = usize::try_from(validator.valid_up_to()).ok()?;
    // If a byte that begins a sequence is also a character by itself, it is not known yet which of them it
    // is.
    let longest = encoding.info().longest;
    let is_open = |&at: &usize| encoding.decode_next(&bytes[at..], false) == Err(NotDecoded::Incomplete);
    let open = (sure.saturating_sub(longest)..sure).filter(|_| encoding.info().carry.is_some()).find(is_open);
    Some(open.unwrap_or(sure))
}

/// Returns the encoding of the bytes after the first ones: without a BOM, and in the byte order that it
/// determined.
fn after_start(encoding: Encoding, bytes: &[u8]) -> Encoding {
    let order = encoding.begin(bytes, true, Endian::Big).and_then(|preamble| preamble.order);
    order.map_or(encoding, |order| encoding.with_order(order)).unmarked()
}

fn place(failure: Failure) -> Place {
    let start = usize::try_from(failure.offset()).unwrap_or(usize::MAX);
    let end = start.saturating_add(usize::try_from(failure.len()).unwrap_or(0));
    let reason = match failure {
        // For an empty input, Python would report the positions 0 to -1.
        Failure::IllFormed(_) if end == 0 => return (0, 1, "an empty input is no frame".to_owned()),
        Failure::IllFormed(error) => error.kind().describe().to_owned(),
        // Handlers in Python recognize the error by the end of this text.
        Failure::Unencodable(lost) => format!("U+{:04X} is beyond Unicode", lost.code_point()),
    };
    (start, end, reason)
}

/// Returns the corresponding Python exception.
pub(crate) fn decode_error(
    py: Python<'_>,
    encoding: Encoding,
    bytes: &[u8],
    (start, end, reason): &Place,
) -> PyResult<PyErr> {
    let object = PyBytes::new(py, bytes);
    let arguments = (encoding.name(), object, *start, *end, reason.as_str());
    let error = py.get_type::<PyUnicodeDecodeError>().call1(arguments)?;
    Ok(PyErr::from_value(error))
}

/// Returns the exception for ill-formed bytes.
pub(crate) fn ill_formed(py: Python<'_>, encoding: Encoding, bytes: &[u8], error: Error) -> PyResult<PyErr> {
    decode_error(py, encoding, bytes, &place(Failure::IllFormed(error)))
}

/// Creates a `str` from generalized UTF-8, which covers everything that a `str` can hold.
pub(crate) fn string<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match std::str::from_utf8(text) {
        Ok(text) => Ok(PyString::new(py, text)),
        Err(_) => {
            let decoded = PyBytes::new(py, text).call_method1("decode", ("utf-8", "surrogatepass"))?;
            Ok(decoded.cast_into::<PyString>()?)
        }
    }
}
