//! Arguments from Python: bytes, and names.

use placemat::{Encoding, OnError, OnUnencodable};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyLookupError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice};

use crate::view::View;

/// How many similar names a message lists.
const NEAREST: usize = 3;

/// From this number of bytes on, other threads may run in the meantime.
const LARGE: usize = 64 << 10;

/// Bytes that do not change while they are read: those of a `bytes`, a copy of another buffer's, or that
/// buffer itself while the thread holds the interpreter.
pub(crate) enum Input<'py> {
    Bytes(Bound<'py, PyBytes>),
    Copy(Vec<u8>),
    View(View),
}

impl<'py> Input<'py> {
    pub(crate) fn of(data: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Input::Bytes(bytes.clone()));
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(data) {
            return buffer.to_vec(data.py()).map(Input::Copy);
        }
        // Other items of one byte, such as those of an array of `char`, are the same bytes in memory. The
        // byte order of wider items would be unknown.
        let wanted = || {
            let kind = data.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("a bytes-like object of bytes is required, not '{kind}'"))
        };
        let is_none =
            |error: PyErr| if error.is_instance_of::<PyTypeError>(data.py()) { wanted() } else { error };
        let view = PyMemoryView::from(data).map_err(is_none)?;
        if view.getattr("itemsize")?.extract::<usize>()? != 1 {
            return Err(wanted());
        }
        Ok(Input::Bytes(view.call_method0("tobytes")?.cast_into()?))
    }

    /// Takes only the first bytes, without copying the others.
    pub(crate) fn front(data: &Bound<'py, PyAny>, most: usize) -> PyResult<Self> {
        if !data.is_instance_of::<PyBytes>()
            && let Ok(view) = PyMemoryView::from(data)
            && (view.getattr("ndim")?.extract::<usize>()?, view.getattr("itemsize")?.extract::<usize>()?)
                == (1, 1)
            && view.len()? > most
        {
            return Self::of(&view.get_item(PySlice::new(data.py(), 0, most.cast_signed(), 1))?);
        }
        Self::of(data)
    }

    /// Takes an input without a copy if possible, for functions that run no Python code while they read the
    /// bytes.
    pub(crate) fn in_place(data: &Bound<'py, PyAny>) -> PyResult<Self> {
        if !data.is_instance_of::<PyBytes>()
            && let Some(view) = View::of(data)
        {
            return Ok(Input::View(view));
        }
        Self::of(data)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Input::Bytes(bytes) => bytes.as_bytes(),
            Input::Copy(bytes) => bytes,
            Input::View(view) => view.bytes(),
        }
    }

    /// Calls `work` with the bytes, and releases the interpreter if they are many.
    pub(crate) fn with<'a, R: Send>(&'a self, py: Python<'_>, work: impl FnOnce(&'a [u8]) -> R + Send) -> R {
        self.with_part(py, self.bytes(), work)
    }

    /// Calls `work` with a part of the bytes. Getting the interpreter back may take as long as another thread
    /// holds it.
    pub(crate) fn with_part<'a, R: Send>(
        &self,
        py: Python<'_>,
        part: &'a [u8],
        work: impl FnOnce(&'a [u8]) -> R + Send,
    ) -> R {
        if part.len() < LARGE || matches!(self, Input::View(_)) {
            work(part)
        } else {
            py.detach(|| work(part))
        }
    }
}

/// Returns the encoding of a name: an identifier, or else a label.
pub(crate) fn encoding(name: &str) -> PyResult<Encoding> {
    match Encoding::for_name(name) {
        Some((encoding, _)) => Ok(encoding),
        None => {
            let near: Vec<_> = Encoding::nearest_names(name, NEAREST).collect();
            let near = match near[..] {
                [] => String::new(),
                [nearest] => format!("; the nearest is {nearest}"),
                _ => format!("; the nearest are {}", near.join(", ")),
            };
            Err(PyLookupError::new_err(format!("unknown encoding: {name}{near}")))
        }
    }
}

/// Returns how many errors the caller wants to be listed.
pub(crate) fn most(count: &Bound<'_, PyAny>) -> PyResult<usize> {
    match count.extract::<i64>() {
        Ok(most) => usize::try_from(most).map_err(|_| too_few(count)),
        Err(error) if error.is_instance_of::<PyOverflowError>(count.py()) => {
            if count.lt(0)? {
                Err(too_few(count))
            } else {
                Ok(usize::MAX)
            }
        }
        Err(error) => Err(error),
    }
}

fn too_few(count: &Bound<'_, PyAny>) -> PyErr {
    PyValueError::new_err(format!("the number of errors to list must be 0 or more, not {count}"))
}

/// Returns the policy for ill-formed subsequences.
pub(crate) fn on_error(name: &str) -> PyResult<OnError> {
    // Python's name for this policy.
    let name = if name == "ignore" { "skip" } else { name };
    OnError::from_name(name).ok_or_else(|| unknown(name, &OnError::ALL.map(OnError::name)))
}

/// Returns the policy for code points that the target cannot hold.
pub(crate) fn on_unencodable(name: &str) -> PyResult<OnUnencodable> {
    OnUnencodable::from_name(name).ok_or_else(|| unknown(name, &OnUnencodable::ALL.map(OnUnencodable::name)))
}

fn unknown(policy: &str, known: &[&str]) -> PyErr {
    PyLookupError::new_err(format!("unknown policy: {policy}; there are {}", known.join(", ")))
}
