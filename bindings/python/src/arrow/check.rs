//! Checks and profiles columns.

use placemat::columns::{Column, IllFormedValue, Profile};
use placemat::{Encoding, ErrorKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::build::{booleans, integers, names, none_of, numbers, strings};
use super::layout::Chunk;
use super::{Source, column};
use crate::input::{encoding, most};

/// The findings in a column.
#[pyclass(frozen, module = "placemat._native")]
pub(crate) struct Checked {
    source: Source,
    /// The findings in each chunk; rows count from its first.
    found: Vec<Vec<IllFormedValue>>,
}

/// Row, offset, length, kind, reason, number of errors.
type Found = (usize, u64, u64, &'static str, &'static str, u64);

/// Finds ill-formed values.
#[pyfunction]
pub(crate) fn arrow_check(py: Python<'_>, object: &Bound<'_, PyAny>, name: &str) -> PyResult<Checked> {
    let encoding = encoding(name)?;
    let source = Source::of(object)?;
    let found = py.detach(|| source.chunks.iter().map(|chunk| ill_formed(chunk, encoding)).collect());
    Ok(Checked { source, found })
}

/// Returns the ill-formed rows of a chunk.
fn ill_formed(chunk: &Chunk, encoding: Encoding) -> Vec<IllFormedValue> {
    // The chunk was checked when it was imported.
    let found = chunk.with_entries(|column| column.check(encoding).ill_formed).unwrap_or_default();
    if chunk.uses().is_none() || found.is_empty() {
        return found;
    }
    let of_row = |row| {
        let entry = chunk.entry(row)?;
        let at = found.binary_search_by_key(&entry, |one| one.row).ok()?;
        let mut one = found[at];
        one.row = row;
        Some(one)
    };
    (0..chunk.len()).filter_map(of_row).collect()
}

/// Returns an item for each row of a chunk, with the finding on it, if there is one.
fn each_row<'c, T: 'c>(
    chunk: &'c Chunk,
    found: &'c [IllFormedValue],
    of: impl Fn(Option<&IllFormedValue>) -> Option<T> + 'c,
) -> impl ExactSizeIterator<Item = Option<T>> + 'c {
    let mut next = 0;
    (0..chunk.len()).map(move |row| {
        let one = found.get(next).filter(|one| one.row == row);
        next += usize::from(one.is_some());
        chunk.entry(row).and_then(|_| of(one))
    })
}

#[pymethods]
impl Checked {
    #[getter]
    fn rows(&self) -> usize {
        self.source.chunks.iter().map(Chunk::len).sum()
    }

    #[getter]
    fn nulls(&self) -> usize {
        self.source.chunks.iter().map(Chunk::nulls).sum()
    }

    #[getter]
    fn ill_formed(&self) -> usize {
        self.found.iter().map(Vec::len).sum()
    }

    /// Returns the first ill-formed rows.
    fn errors(&self, #[pyo3(from_py_with = most)] most: usize) -> Vec<Found> {
        let mut before = 0;
        let mut told = vec![];
        for (chunk, found) in self.source.chunks.iter().zip(&self.found) {
            told.extend(found.iter().take(most - told.len()).map(|one| {
                let kind = one.first.kind();
                let place = (one.first.offset(), one.first.len());
                (before + one.row, place.0, place.1, kind.name(), kind.describe(), one.errors)
            }));
            before += chunk.len();
        }
        told
    }

    /// Returns an array with an item for each row.
    fn array<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let field = match name {
            "is_valid" => booleans(),
            "error_offset" | "error_length" | "error_count" => integers(),
            _ => strings(),
        };
        let make = |(chunk, found): (&Chunk, &Vec<IllFormedValue>)| match name {
            "is_valid" => Ok(none_of(chunk, found.iter().map(|one| one.row))),
            "status" => names(each_row(chunk, found, |one| {
                Some(if one.is_some() { "ill-formed" } else { "well-formed" })
            })),
            "error_offset" => Ok(numbers(each_row(chunk, found, |one| Some(one?.first.offset() as i64)))),
            "error_length" => Ok(numbers(each_row(chunk, found, |one| Some(one?.first.len() as i64)))),
            "error_count" => Ok(numbers(each_row(chunk, found, |one| {
                Some(one.map_or(0, |one| i64::try_from(one.errors).unwrap_or(i64::MAX)))
            }))),
            "error_kind" => names(each_row(chunk, found, |one| Some(one?.first.kind().name()))),
            "encoding" => dialects(chunk),
            _ => Err(format!("no such array: {name}")),
        };
        let arrays: Result<Vec<_>, _> =
            py.detach(|| self.source.chunks.iter().zip(&self.found).map(make).collect());
        column(py, field, arrays.map_err(PyValueError::new_err)?, self.source.is_chunked)
    }
}

/// Returns the encoding of each row by itself.
fn dialects(chunk: &Chunk) -> Result<std::sync::Arc<super::c::Array>, String> {
    let found = ill_formed(chunk, Encoding::Utf8);
    let others: Result<Vec<_>, _> = chunk.with_entries(|column| {
        let of = |one: &IllFormedValue| {
            chunk.entry(one.row).and_then(|entry| column.get(entry)).and_then(Encoding::of_value)
        };
        found.iter().map(of).collect()
    });
    let others: Vec<Option<Encoding>> = others.map_err(|malformed| malformed.to_string())?;
    let mut next = 0;
    names((0..chunk.len()).map(|row| {
        let is_other = found.get(next).is_some_and(|one| one.row == row);
        next += usize::from(is_other);
        let encoding = if is_other { others[next - 1] } else { Some(Encoding::Utf8) };
        chunk.entry(row).and(encoding).map(Encoding::name)
    }))
}

/// Rows, nulls, empty values, bytes, the longest value, ill-formed values, errors by kind, rows by encoding,
/// and the first ill-formed value.
type Counts = (
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    Vec<(&'static str, u64)>,
    Vec<(Option<&'static str>, u64)>,
    Option<(u64, u64, &'static str)>,
);

/// Profiles a column.
#[pyfunction]
pub(crate) fn arrow_profile(py: Python<'_>, object: &Bound<'_, PyAny>, name: &str) -> PyResult<Counts> {
    let encoding = encoding(name)?;
    let source = Source::of(object)?;
    let profile = py.detach(|| {
        let mut all = Profile::default();
        source.chunks.iter().for_each(|chunk| all.add(&profile(chunk, encoding)));
        all
    });
    Ok((
        profile.rows,
        profile.nulls,
        profile.empty,
        profile.bytes,
        profile.longest,
        profile.ill_formed,
        profile.kinds.iter().map(|(kind, count)| (ErrorKind::name(*kind), *count)).collect(),
        profile.dialects.iter().map(|(one, count)| (one.map(Encoding::name), *count)).collect(),
        profile.first.map(|(row, error)| (row, error.offset(), error.kind().name())),
    ))
}

fn profile(chunk: &Chunk, encoding: Encoding) -> Profile {
    let whole = || chunk.with_entries(|column| column.profile(encoding)).unwrap_or_default();
    let Some(uses) = chunk.uses() else { return whole() };
    // Each entry counts for the rows that use it.
    let mut all = Profile::default();
    all.rows = chunk.len() as u64;
    all.nulls = chunk.nulls() as u64;
    let _ = chunk.with_entries(|column| {
        for (entry, &uses) in uses.iter().enumerate().filter(|&(_, &uses)| uses > 0) {
            let value = column.get(entry).unwrap_or_default();
            all.bytes += uses * value.len() as u64;
            all.longest = all.longest.max(value.len() as u64);
            all.empty += if value.is_empty() { uses } else { 0 };
        }
        for found in column.check(encoding).ill_formed.iter().filter(|found| uses[found.row] > 0) {
            let (value, uses) = (column.get(found.row).unwrap_or_default(), uses[found.row]);
            let offsets = [0, value.len() as i64];
            let one = Column::new(value, &offsets, None);
            let Ok(one) = one.map(|one| one.profile(encoding)) else { continue };
            all.ill_formed += uses;
            one.kinds.iter().for_each(|(kind, count)| *all.kinds.entry(*kind).or_default() += uses * count);
            one.dialects.keys().for_each(|dialect| *all.dialects.entry(*dialect).or_default() += uses);
        }
    });
    all.first = ill_formed(chunk, encoding).first().map(|one| (one.row as u64, one.first));
    all
}
