//! Functions on bytes: checks, conversions, detection, repair, and the names that they use.

use placemat::detect::{Detection, Detector, detect as detect_encoding};
use placemat::form::{Form, GeneralizedUtf8, Iso8859_1, Windows1252};
use placemat::offsets::Offsets;
use placemat::repair::Fixes;
use placemat::stream::DoubleUtf8;
use placemat::{
    Codec, Conversion, Converted, Encoding, Endian, Error, Failure, OnError, OnUnencodable, Options, Status,
    Unencodable, encode,
};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::decode::{ill_formed, string};
use crate::encode::{encode_error, preamble, reason};
use crate::input::{Input, encoding, most, on_error, on_unencodable};

/// Offset, length, kind, reason, line, column, column in UTF-16.
type Found = (u64, u64, &'static str, &'static str, u64, u64, u64);

/// Finds the ill-formed subsequences: the encoding, the number of errors, and the first ones.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    name: &str,
    #[pyo3(from_py_with = most)] max_errors: usize,
) -> PyResult<(&'static str, u64, Vec<Found>)> {
    let encoding = encoding(name)?;
    let input = Input::of(data)?;
    let (count, errors) = input.with(py, |bytes| {
        if placemat::validate(encoding, bytes).is_ok() {
            return (0, vec![]);
        }
        let (mut count, mut errors) = (0, vec![]);
        for error in placemat::stream::errors(encoding, bytes) {
            count += 1;
            if errors.len() < max_errors {
                errors.push(error);
            }
        }
        (count, located(encoding, bytes, &errors))
    });
    Ok((encoding.name(), count, errors))
}

/// Returns errors with lines and columns, which count from 1. An ill-formed subsequence is one column, a BOM
/// at the start is none, and only U+000A ends a line.
fn located(encoding: Encoding, bytes: &[u8], errors: &[Error]) -> Vec<Found> {
    let offsets = Offsets::new(encoding, bytes);
    let mark = encode(encoding.unframed(), &[0xFEFF]).unwrap_or_default();
    let preamble = encoding.begin(bytes, true, Endian::Big);
    let has_mark =
        preamble.is_some_and(|preamble| preamble.skip > 0) || !mark.is_empty() && bytes.starts_with(&mark);
    let of_error = |error: &Error| {
        let place = offsets.at_unit(usize::try_from(error.offset()).unwrap_or(bytes.len()));
        let before = if has_mark && place.line == 0 { 0 } else { 1 };
        let (line, column, column_utf16) =
            (place.line + 1, place.column + before, place.utf_16_column + before);
        let kind = error.kind();
        let at = (error.offset(), error.len());
        (at.0, at.1, kind.name(), kind.describe(), line as u64, column as u64, column_utf16 as u64)
    };
    errors.iter().map(of_error).collect()
}

/// Converts bytes to bytes.
#[pyfunction]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    source: &str,
    target: &str,
    errors: &str,
    unencodable: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let conversion = conversion(source, target, errors, unencodable)?;
    let (source, target) = (encoding(source)?, encoding(target)?);
    let options = conversion.options();
    let input = Input::of(data)?;
    if let Some(converted) = converted_in_place(py, (source, target), &conversion, input.bytes())? {
        return Ok(converted);
    }
    // Doubly encoded text is converted completely or not at all, except under a policy that continues after
    // an error.
    let convert = |bytes: &[u8]| match source.info().doubled {
        _ if options.on_error == OnError::Strict => conversion.convert(bytes),
        // Windows-1252 has no byte for the first C1 control.
        Some(single) if single.encode(0x80).is_some() => {
            apart(DoubleUtf8::<Iso8859_1>::default(), target, options, bytes)
        }
        Some(_) => apart(DoubleUtf8::<Windows1252>::default(), target, options, bytes),
        None => conversion.convert(bytes),
    };
    match input.with(py, convert) {
        Ok(converted) => Ok(PyBytes::new(py, &converted.output)),
        Err(Failure::IllFormed(error)) => Err(ill_formed(py, source, input.bytes(), error)?),
        Err(Failure::Unencodable(lost)) => Err(unencodable_error(py, source, target, input.bytes(), lost)?),
    }
}

/// Converts doubly encoded text character by character, as it is decoded for handlers.
fn apart<B: Form<Unit = u8>>(
    source: DoubleUtf8<B>,
    target: Encoding,
    options: Options,
    bytes: &[u8],
) -> Result<Converted<u8>, Failure> {
    match Conversion::new(source, target, options) {
        Ok(conversion) => conversion.convert(bytes),
        // The conversion was checked before.
        Err(_) => Ok(Converted::default()),
    }
}

/// From this number of bytes on, counting pays off, because the result is then written only once.
const IN_PLACE: usize = 256 << 10;

/// Converts into memory of Python's, for many bytes, and for encodings between which lengths are counted much
/// faster than text is converted. Returns `None` for other conversions, and if there is an error.
fn converted_in_place<'py>(
    py: Python<'py>,
    (source, target): (Encoding, Encoding),
    conversion: &Conversion<Encoding, Encoding>,
    bytes: &[u8],
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    use Encoding::{Cesu8, GeneralizedUtf8, Mutf8, Utf8, Utf16Be, Utf16Le, Wtf8};
    let is_counted =
        |encoding| matches!(encoding, Utf8 | GeneralizedUtf8 | Wtf8 | Cesu8 | Mutf8 | Utf16Be | Utf16Le);
    if bytes.len() < IN_PLACE || !is_counted(source) || !is_counted(target) {
        return Ok(None);
    }
    let Ok(Ok(len)) = py.detach(|| conversion.length(bytes)).map(usize::try_from) else { return Ok(None) };
    let mut is_done = false;
    let converted = PyBytes::new_with(py, len, |room| {
        let made = py.detach(|| conversion.convert_into(bytes, room));
        is_done = matches!(made, Ok((progress, Status::Done)) if progress.written == len);
        Ok(())
    })?;
    Ok(is_done.then_some(converted))
}

/// Returns the conversion with these names.
pub(crate) fn conversion(
    source: &str,
    target: &str,
    errors: &str,
    unencodable: &str,
) -> PyResult<Conversion<Encoding, Encoding>> {
    let options = Options {
        on_error: on_error(errors)?,
        on_unencodable: on_unencodable(unencodable)?,
        ..Options::default()
    };
    Conversion::new(encoding(source)?, encoding(target)?, options)
        .map_err(|undefined| PyLookupError::new_err(undefined.to_string()))
}

/// Returns the exception for a character that the target lacks. It contains the text up to that character.
pub(crate) fn unencodable_error(
    py: Python<'_>,
    source: Encoding,
    target: Encoding,
    bytes: &[u8],
    lost: Unencodable,
) -> PyResult<PyErr> {
    let before = &bytes[..usize::try_from(lost.offset()).unwrap_or(0)];
    let mut text = placemat::convert(source, GeneralizedUtf8, before).unwrap_or_default();
    let start = text.iter().filter(|&byte| byte & 0xC0 != 0x80).count();
    let mut units = [0; 4];
    match GeneralizedUtf8.encode_next(lost.code_point(), &mut units) {
        Ok(len) => text.extend_from_slice(&units[..len]),
        Err(_) => return Ok(PyValueError::new_err(lost.to_string())),
    }
    let text: Bound<'_, PyString> = string(py, &text)?;
    encode_error(py, target, &text, start, &reason(Failure::Unencodable(lost)))
}

type Detected = (
    Option<&'static str>,
    &'static str,
    Vec<&'static str>,
    Vec<&'static str>,
    Vec<&'static str>,
    Vec<(&'static str, u64, u64)>,
    Option<u64>,
    u64,
    bool,
);

/// How many bytes are read unless the caller requests all of them. The command reads as many.
const FRONT: usize = 1 << 20;

/// How many bytes are read before checking whether the rest can make a difference.
const PART: usize = 4 << 10;

/// Detects the encoding of bytes: encoding, basis, ties, alternatives, all encodings in which the bytes are
/// well-formed, evidence, margin, how many bytes were read, and whether these are all.
#[pyfunction]
pub(crate) fn detect(py: Python<'_>, data: &Bound<'_, PyAny>, is_whole: bool) -> PyResult<Detected> {
    // One more byte shows that there are more.
    let input = if is_whole { Input::of(data) } else { Input::front(data, FRONT + 1) }?;
    let found = input.with(py, |bytes| if is_whole { detect_encoding(bytes) } else { at_front(bytes) });
    let names = |encodings: &[Encoding]| encodings.iter().map(|one| one.name()).collect();
    Ok((
        found.encoding.map(Encoding::name),
        found.basis.name(),
        names(&found.also),
        names(&found.alternatives),
        names(&found.well_formed),
        found.evidence.iter().map(|one| (one.kind.name(), one.count, one.first)).collect(),
        found.margin,
        found.read,
        found.is_complete,
    ))
}

/// Detects as the command does: from the first bytes, and only as long as more bytes can make a difference.
fn at_front(bytes: &[u8]) -> Detection {
    let mut detector = Detector::new();
    for part in bytes[..bytes.len().min(FRONT)].chunks(PART) {
        if detector.is_settled() {
            return detector.finish_early();
        }
        detector.push(part);
    }
    if bytes.len() > FRONT { detector.finish_early() } else { detector.finish() }
}

/// Offset, length, new bytes, names of fixes.
type Edit<'py> = (usize, usize, Bound<'py, PyBytes>, Vec<&'static str>);

/// The edits of a repair. Their Python objects are created on demand, because creating them takes far longer
/// than the repair if damage is dense.
#[pyclass(frozen, module = "placemat._native")]
pub(crate) struct Edits(Vec<placemat::repair::Edit>);

#[pymethods]
impl Edits {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Returns all edits, in order.
    fn to_list<'py>(&self, py: Python<'py>) -> Vec<Edit<'py>> {
        let made = self.0.iter().map(|edit| {
            let names = edit.fixes.iter().filter_map(Fixes::name).collect();
            (edit.offset, edit.len, PyBytes::new(py, &edit.with), names)
        });
        made.collect()
    }
}

/// The number of errors that are left, the first one's offset, length and kind, the fix that would help, and
/// the encoding of a foreign signature.
type Left = (u64, u64, u64, &'static str, Option<String>, Option<&'static str>);

/// Repairs bytes: returns the result, the edits, and what is left.
#[pyfunction]
pub(crate) fn repair<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    names: &str,
) -> PyResult<(Bound<'py, PyBytes>, Edits, Option<Left>)> {
    let fixes: Fixes = names
        .parse()
        .map_err(|error: placemat::repair::NotAFix| PyLookupError::new_err(error.to_string()))?;
    let input = Input::of(data)?;
    let (found, text) = input.with(py, |bytes| {
        let found = fixes.diagnose(bytes);
        let text = (!found.edits.is_empty()).then(|| placemat::repair::Edit::apply_all(&found.edits, bytes));
        (found, text)
    });
    let text = match (text, &input) {
        (Some(text), _) => PyBytes::new(py, &text),
        (None, Input::Bytes(bytes)) => bytes.clone(),
        (None, _) => PyBytes::new(py, input.bytes()),
    };
    let left = found.left.map(|left| {
        let first = left.first;
        (
            left.count,
            first.offset(),
            first.len(),
            first.kind().name(),
            left.would_help.map(|fixes| fixes.to_string()),
            left.signature.map(Encoding::name).or(left.foreign),
        )
    });
    Ok((text, Edits(found.edits), left))
}

/// Returns the identifiers of all encodings.
#[pyfunction]
pub(crate) fn encodings() -> Vec<&'static str> {
    Encoding::ALL.into_iter().map(Encoding::name).collect()
}

/// Returns all names by which encodings are found, including identifiers.
#[pyfunction]
pub(crate) fn names() -> Vec<&'static str> {
    let identifiers = Encoding::ALL.into_iter().map(Encoding::name);
    let others = Encoding::ALL.into_iter().flat_map(|one| one.names().map(|name| name.text));
    identifiers.chain(others).filter(|name| Encoding::for_name(name).is_some()).collect()
}

/// Returns the identifier that a name means, and what else it may mean.
#[pyfunction]
pub(crate) fn lookup(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    Encoding::for_name(name).map(|(encoding, note)| (encoding.name(), note))
}

/// Returns the identifier that a name means. For any other name, `LookupError` says what is wrong.
#[pyfunction]
pub(crate) fn identifier(name: &str) -> PyResult<&'static str> {
    encoding(name).map(Encoding::name)
}

/// Returns whether an encoding decides on its whole input, whether it is a frame, and how many bytes a unit
/// has.
#[pyfunction]
pub(crate) fn facts(name: &str) -> PyResult<(bool, bool, usize)> {
    let (encoding, _) = preamble(name)?;
    Ok((encoding.is_wrapper(), encoding.as_frame().is_some(), encoding.info().width))
}

/// Returns the policies for ill-formed subsequences, and those for characters that cannot be encoded.
#[pyfunction]
pub(crate) fn policies() -> (Vec<&'static str>, Vec<&'static str>) {
    let on_error = OnError::ALL.into_iter().map(OnError::name).collect();
    (on_error, OnUnencodable::ALL.into_iter().map(OnUnencodable::name).collect())
}

/// Returns the names of all fixes.
#[pyfunction]
pub(crate) fn fixes() -> Vec<&'static str> {
    Fixes::EACH.into_iter().filter_map(Fixes::name).collect()
}
