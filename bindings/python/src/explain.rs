//! The sequences of an input, one by one.

use placemat::table::NotDecoded;
use placemat::{Codec, Encoding, Endian, Error, ErrorKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::decode::ill_formed;
use crate::input::{Input, encoding};

/// A sequence: its offset, its bytes, and the code point, or why it is ill-formed.
// It is not a dataclass: there is one for every few bytes, and the interpreter takes longer to create those
// than to read the text.
#[pyclass(frozen, eq, hash, module = "placemat")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Sequence {
    offset: usize,
    data: Box<[u8]>,
    code_point: Option<u32>,
    error: Option<ErrorKind>,
}

#[pymethods]
impl Sequence {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str, &'static str) {
        ("offset", "data", "code_point", "kind", "reason")
    }

    #[new]
    #[pyo3(signature = (offset, data, code_point=None, kind=None))]
    fn new(offset: usize, data: Vec<u8>, code_point: Option<u32>, kind: Option<&str>) -> PyResult<Self> {
        let of_name = |name| {
            let found = ErrorKind::ALL.into_iter().find(|kind| kind.name() == name);
            found.ok_or_else(|| PyValueError::new_err(format!("unknown kind of error: {name}")))
        };
        Ok(Sequence { offset, data: data.into(), code_point, error: kind.map(of_name).transpose()? })
    }

    #[getter]
    fn offset(&self) -> usize {
        self.offset
    }

    #[getter]
    fn data(&self) -> &[u8] {
        &self.data
    }

    #[getter]
    fn code_point(&self) -> Option<u32> {
        self.code_point
    }

    #[getter]
    fn kind(&self) -> Option<&'static str> {
        self.error.map(ErrorKind::name)
    }

    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.error.map(ErrorKind::describe)
    }

    /// Returns the arguments from which a copy is made.
    fn __getnewargs__(&self) -> (usize, &[u8], Option<u32>, Option<&'static str>) {
        (self.offset, &self.data, self.code_point, self.kind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let fields =
            (self.offset, self.data(), self.code_point, self.kind(), self.reason()).into_pyobject(py)?;
        let form = "Sequence(offset={!r}, data={!r}, code_point={!r}, kind={!r}, reason={!r})";
        form.into_pyobject(py)?.call_method1("format", fields)?.extract()
    }
}

/// Returns the sequences of an input, one by one.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, data: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Sequence>> {
    let encoding = encoding(name)?;
    let input = Input::of(data)?;
    match input.with(py, |bytes| sequences(encoding, bytes)) {
        Ok(found) => Ok(found),
        Err(error) => Err(ill_formed(py, encoding, input.bytes(), error)?),
    }
}

fn sequences(encoding: Encoding, bytes: &[u8]) -> Result<Vec<Sequence>, Error> {
    let resolved = encoding.resolve(bytes)?;
    let text = &bytes[..resolved.text.end];
    let mut at = resolved.text.start;
    let mut codec = resolved.codec;
    if let Some(preamble) = codec.begin(&text[at..], true, Endian::Big) {
        codec = preamble.order.map_or(codec, |order| codec.with_order(order));
    }
    codec = codec.unmarked();
    let mut found = vec![];
    while at < text.len() {
        let (len, code_point, error) = match codec.decode_next(&text[at..], true) {
            Ok(decoded) => (decoded.len, Some(decoded.code_point), None),
            Err(NotDecoded::IllFormed(error)) => (error.len, None, Some(error.kind)),
            Err(NotDecoded::Incomplete) => break,
        };
        found.push(Sequence { offset: at, data: text[at..at + len].into(), code_point, error });
        at += len;
    }
    Ok(found)
}
