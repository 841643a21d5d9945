//! Columns of other libraries, through Arrow's C data interface.

mod build;
mod c;
mod change;
mod check;
mod layout;
mod take;

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

pub(crate) use change::{Changed, arrow_convert, arrow_repair};
pub(crate) use check::{Checked, arrow_check, arrow_profile};

use c::{Array, Field, stream};
use layout::{Chunk, layout_of};
use take::Taken;

pyo3::create_exception!(
    placemat,
    MalformedColumn,
    PyValueError,
    "A column that is not put together as Arrow says. Nothing of it was read."
);

/// A column that was imported.
struct Source {
    field: Field,
    chunks: Vec<Chunk>,
    is_chunked: bool,
}

impl Source {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let taken = Taken::from(object)?.map_err(MalformedColumn::new_err)?;
        let layout = layout_of(&taken.field).map_err(PyTypeError::new_err)?;
        let chunks = taken.arrays(&layout).and_then(|arrays| {
            arrays.into_iter().map(|array| Chunk::new(array, &layout)).collect::<Result<Vec<_>, _>>()
        });
        let chunks = chunks.map_err(MalformedColumn::new_err)?;
        Ok(Source { field: taken.field, chunks, is_chunked: taken.is_chunked })
    }
}

/// An array for other libraries to import.
#[pyclass(frozen, name = "Array", module = "placemat._native")]
pub(crate) struct OneArray {
    field: Field,
    array: Arc<Array>,
}

#[pymethods]
impl OneArray {
    fn __len__(&self) -> usize {
        self.array.len
    }

    fn __repr__(&self) -> String {
        format!("<placemat.arrow.Array of {} rows, format '{}'>", self.array.len, self.field.format)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_pickled())
    }

    /// An immutable object is its own copy.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.field.capsule(py)
    }

    /// The array is not converted to another type.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        Ok((self.field.capsule(py)?, self.array.capsule(py)?))
    }
}

/// Arrays for other libraries to import, one after the other.
#[pyclass(frozen, name = "ChunkedArray", module = "placemat._native")]
pub(crate) struct Arrays {
    field: Field,
    arrays: Vec<Arc<Array>>,
}

#[pymethods]
impl Arrays {
    fn __len__(&self) -> usize {
        self.arrays.iter().map(|array| array.len).sum()
    }

    fn __repr__(&self) -> String {
        let (rows, chunks) = (self.__len__(), self.arrays.len());
        format!(
            "<placemat.arrow.ChunkedArray of {rows} rows in {chunks} arrays, format '{}'>",
            self.field.format
        )
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_pickled())
    }

    /// An immutable object is its own copy.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.field.capsule(py)
    }

    /// The arrays are not converted to another type.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        stream(py, &self.field, &self.arrays)
    }
}

/// Returns the error for pickling: other libraries can serialize arrays.
fn not_pickled() -> PyErr {
    let why = "cannot pickle an array of placemat.arrow: give it to a library whose arrays are pickled, as pyarrow.array(…)";
    PyTypeError::new_err(why)
}

/// Creates a column in the shape of the one from which it was made.
fn column(
    py: Python<'_>,
    field: Field,
    mut arrays: Vec<Arc<Array>>,
    is_chunked: bool,
) -> PyResult<Bound<'_, PyAny>> {
    match arrays.pop() {
        Some(array) if !is_chunked => Ok(Bound::new(py, OneArray { field, array })?.into_any()),
        last => {
            arrays.extend(last);
            Ok(Bound::new(py, Arrays { field, arrays })?.into_any())
        }
    }
}
