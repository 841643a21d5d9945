//! Converts and repairs columns.

use std::fmt;
use std::sync::Arc;

use placemat::columns::{Column, OnFailure, Rewritten, Stopped};
use placemat::repair::{Fixes, Left};
use placemat::{Codec, Conversion, Encoding, Failure, OnError, Options};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;

use super::build::{names, of_dictionary, rewritten, strings};
use super::c::{Array, Field};
use super::layout::{Chunk, called, is_text};
use super::{Source, column};
use crate::decode::ill_formed;
use crate::input::{encoding, most};
use crate::inspect::{conversion, unencodable_error};

/// The result of changing a column.
#[pyclass(frozen, module = "placemat._native")]
pub(crate) struct Changed {
    source: Source,
    field: Field,
    chunks: Vec<Made>,
    /// `true` if U+FFFD is written into values that could not be repaired.
    replaces: bool,
}

/// The result of changing a chunk.
struct Made {
    chunk: Chunk,
    /// The number of rows.
    changed: u64,
    /// The entries that could not be converted or repaired, in order, with the reasons.
    failed: Vec<(usize, Reason)>,
    /// `true` if there is such an entry, even if no row uses it.
    has_failed: bool,
}

#[derive(Clone, Copy)]
enum Reason {
    Failure(Failure),
    Left(Left),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Failure(failure) => failure.fmt(f),
            Reason::Left(left) => left.fmt(f),
        }
    }
}

impl From<Failure> for Reason {
    fn from(failure: Failure) -> Self {
        Reason::Failure(failure)
    }
}

impl From<Left> for Reason {
    fn from(left: Left) -> Self {
        Reason::Left(left)
    }
}

/// Why there is no result: the row, its bytes and the reason, or a message.
enum Ended {
    Failed(usize, Vec<u8>, Reason),
    Other(String),
}

/// Returns what happens to values that fail, by its name. `None` means that they are converted lossily.
fn on_failure(name: &str, may_replace: bool) -> PyResult<Option<OnFailure>> {
    match name {
        "error" => Ok(Some(OnFailure::Stop)),
        "null" => Ok(Some(OnFailure::Null)),
        "keep" => Ok(Some(OnFailure::Keep)),
        "replace" if may_replace => Ok(None),
        _ => Err(PyLookupError::new_err(format!("unknown policy for values that fail: {name}"))),
    }
}

/// Returns `true` if the type of the result is text.
fn result_is_text(source: &Field, name: Option<&str>, target: Encoding, keeps: bool) -> PyResult<bool> {
    let info = target.info();
    let may = info.counts_by_leads() && info.table.encode(0xD800).is_none();
    match name {
        None => Ok(is_text(source) && may),
        Some("binary") => Ok(false),
        Some("string") if !may => {
            Err(PyValueError::new_err(format!("a string column is UTF-8, and not {target}")))
        }
        Some("string") if keeps && !is_text(source) => {
            Err(PyValueError::new_err("a string column does not keep values that are not UTF-8"))
        }
        Some("string") => Ok(true),
        Some(name) => Err(PyLookupError::new_err(format!("unknown type: {name}"))),
    }
}

/// Converts a column.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn arrow_convert(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    source: &str,
    target: &str,
    errors: &str,
    unencodable: &str,
    failing: &str,
    r#type: Option<&str>,
) -> PyResult<Changed> {
    let conversion = conversion(source, target, errors, unencodable)?;
    let (source, target) = (encoding(source)?, encoding(target)?);
    let policy = conversion.options().on_error;
    if policy != OnError::Strict && source.info().doubled.is_some() {
        let policy = policy.name();
        return Err(PyLookupError::new_err(format!(
            "policy {policy} is not defined for columns in {source}; there is strict"
        )));
    }
    let on_failure = on_failure(failing, false)?.unwrap_or_default();
    let work = |chunk: &Chunk| {
        change(chunk, on_failure, |column, on_failure| column.convert(&conversion, on_failure))
    };
    let keeps = on_failure == OnFailure::Keep;
    changed(py, object, source, target, r#type, keeps, work)
}

/// Repairs a column.
#[pyfunction]
pub(crate) fn arrow_repair(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    fixes: &str,
    failing: &str,
    r#type: Option<&str>,
) -> PyResult<Changed> {
    let fixes: Fixes = fixes
        .parse()
        .map_err(|error: placemat::repair::NotAFix| PyLookupError::new_err(error.to_string()))?;
    let on_failure = on_failure(failing, true)?;
    let lossy = Options { on_error: OnError::Replace, ..Options::default() };
    let lossy = Conversion::new(Encoding::Utf8, Encoding::Utf8, lossy)
        .map_err(|undefined| PyLookupError::new_err(undefined.to_string()))?;
    let work = |chunk: &Chunk| {
        let kept = on_failure.unwrap_or(OnFailure::Keep);
        let mut made = change(chunk, kept, |column, on_failure| column.repair(fixes, on_failure))?;
        if on_failure.is_none() && made.has_failed {
            let replaced = change(&made.chunk, OnFailure::Keep, |column, on_failure| {
                column.convert(&lossy, on_failure)
            })?;
            made = Made { changed: made.changed + replaced.changed, chunk: replaced.chunk, ..made };
        }
        Ok(made)
    };
    let keeps = on_failure == Some(OnFailure::Keep);
    let made = changed(py, object, Encoding::Utf8, Encoding::Utf8, r#type, keeps, work)?;
    Ok(Changed { replaces: on_failure.is_none(), ..made })
}

fn changed(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    encoding: Encoding,
    target: Encoding,
    name: Option<&str>,
    keeps: bool,
    work: impl Fn(&Chunk) -> Result<Made, Ended> + Send + Sync,
) -> PyResult<Changed> {
    let source = Source::of(object)?;
    let field = called(&source.field, result_is_text(&source.field, name, target, keeps)?);
    let made = py.detach(|| {
        let mut before = 0;
        let mut chunks = vec![];
        for chunk in &source.chunks {
            chunks.push(work(chunk).map_err(|ended| (before, ended))?);
            before += chunk.len();
        }
        Ok(chunks)
    });
    match made {
        Ok(chunks) => Ok(Changed { source, field, chunks, replaces: false }),
        Err((before, Ended::Failed(row, value, reason))) => {
            Err(failure(py, (encoding, target), before + row, &value, reason)?)
        }
        Err((before, Ended::Other(message))) => {
            Err(PyValueError::new_err(format!("rows from {before} on: {message}")))
        }
    }
}

/// Returns the Python exception for a value that fails. Its row is an attribute, and a note.
fn failure(
    py: Python<'_>,
    (source, target): (Encoding, Encoding),
    row: usize,
    value: &[u8],
    reason: Reason,
) -> PyResult<PyErr> {
    let error = match reason {
        Reason::Failure(Failure::IllFormed(error)) => ill_formed(py, source, value, error)?,
        Reason::Failure(Failure::Unencodable(lost)) => unencodable_error(py, source, target, value, lost)?,
        Reason::Left(left) => ill_formed(py, source, value, left.first)?,
    };
    let instance = error.value(py);
    instance.setattr("row", row)?;
    let note = match reason {
        Reason::Left(left) => format!("row {row}: {left}"),
        Reason::Failure(_) => format!("row {row}"),
    };
    instance.call_method1("add_note", (note,))?;
    Ok(error)
}

/// Changes the entries of a chunk.
fn change<E: Into<Reason> + Copy + fmt::Display>(
    chunk: &Chunk,
    on_failure: OnFailure,
    work: impl FnOnce(&Column<'_>, OnFailure) -> Result<Rewritten<E>, Stopped<E>>,
) -> Result<Made, Ended> {
    let uses = chunk.uses();
    // In a dictionary, an entry that fails may be the value of no row.
    let kind = if uses.is_some() && on_failure == OnFailure::Stop { OnFailure::Null } else { on_failure };
    let made = chunk.with_entries(|column| {
        work(column, kind).map_err(|stopped| match stopped {
            Stopped::Failed { row, failure } => {
                Ended::Failed(row, column.get(row).unwrap_or_default().to_vec(), failure.into())
            }
            too_long => Ended::Other(too_long.to_string()),
        })
    });
    let made = made.map_err(|malformed| Ended::Other(malformed.to_string()))??;
    let failed: Vec<(usize, Reason)> = made.failed.iter().map(|&(entry, why)| (entry, why.into())).collect();
    let entries = made.changed as u64;
    let values = rewritten(chunk.entries(), made);
    let has_failed = !failed.is_empty();
    let Some(uses) = uses else {
        return Ok(Made { chunk: chunk.with_array(values), changed: entries, failed, has_failed });
    };
    if on_failure == OnFailure::Stop {
        let why = |row| {
            let at = failed.binary_search_by_key(&chunk.entry(row)?, |one| one.0).ok()?;
            Some((row, failed[at]))
        };
        if let Some((row, (entry, reason))) = (0..chunk.len()).find_map(why) {
            let value = chunk.with_entries(|column| column.get(entry).unwrap_or_default().to_vec());
            return Err(Ended::Failed(row, value.unwrap_or_default(), reason));
        }
    }
    let nulled: Vec<usize> = match kind {
        OnFailure::Null => failed.iter().map(|one| one.0).filter(|&entry| uses[entry] > 0).collect(),
        _ => vec![],
    };
    let is_same = Arc::ptr_eq(&values, chunk.entries());
    let array = if is_same { Arc::clone(&chunk.array) } else { of_dictionary(chunk, values, &nulled) };
    let failed = failed.into_iter().filter(|one| uses[one.0] > 0).collect();
    let mut made = Made { chunk: chunk.with_array(array), changed: 0, failed, has_failed };
    if !is_same {
        let changed = comparison(chunk, &made.chunk).into_iter().zip(&uses);
        made.changed = changed.map(|(status, uses)| if status == UNCHANGED { 0 } else { *uses }).sum();
    }
    Ok(made)
}

const UNCHANGED: &str = "unchanged";

/// Returns the status of each entry, as far as its values determine it.
fn comparison(source: &Chunk, made: &Chunk) -> Vec<&'static str> {
    let compared = source.with_entries(|old| {
        made.with_entries(|new| {
            let is_same = |entry| match (old.get(entry), new.get(entry)) {
                (Some(old), Some(new)) => std::ptr::eq(old, new) || old == new,
                (old, new) => old == new,
            };
            let all = (0..old.len()).map(|entry| if is_same(entry) { UNCHANGED } else { "changed" });
            all.collect::<Vec<_>>()
        })
    });
    compared.and_then(|inner| inner).unwrap_or_default()
}

impl Changed {
    /// Returns the status of each entry.
    fn statuses(&self, source: &Chunk, made: &Made) -> Vec<&'static str> {
        let mut statuses = comparison(source, &made.chunk);
        for (entry, _) in &made.failed {
            statuses[*entry] = if self.replaces { "replaced" } else { "failed" };
        }
        statuses
    }

    /// Returns how many rows could not be converted or repaired, including those that were replaced.
    fn not_done(&self) -> u64 {
        let chunks = self.source.chunks.iter().zip(&self.chunks);
        let of_chunk = |(source, made): (&Chunk, &Made)| match source.uses() {
            Some(uses) => made.failed.iter().map(|one| uses[one.0]).sum(),
            None => made.failed.len() as u64,
        };
        chunks.map(of_chunk).sum()
    }
}

#[pymethods]
impl Changed {
    /// The resulting column.
    #[getter]
    fn column<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let arrays: Vec<Arc<Array>> = self.chunks.iter().map(|made| Arc::clone(&made.chunk.array)).collect();
        column(py, self.field.clone(), arrays, self.source.is_chunked)
    }

    /// The number of rows that have another value, or none.
    #[getter]
    fn changed(&self) -> u64 {
        self.chunks.iter().map(|made| made.changed).sum()
    }

    /// The number of rows that could not be repaired, and contain U+FFFD instead.
    #[getter]
    fn replaced(&self) -> u64 {
        if self.replaces { self.not_done() } else { 0 }
    }

    /// The number of rows that could not be converted or repaired, and are unchanged, or null.
    #[getter]
    fn failed(&self) -> u64 {
        if self.replaces { 0 } else { self.not_done() }
    }

    /// Returns the first rows that were replaced or failed, and the reasons.
    fn failures(&self, #[pyo3(from_py_with = most)] most: usize) -> Vec<(usize, String)> {
        let mut before = 0;
        let mut told = vec![];
        for (source, made) in self.source.chunks.iter().zip(&self.chunks) {
            let of_entry = |entry: usize| made.failed.binary_search_by_key(&entry, |one| one.0).ok();
            let rows = (0..if made.failed.is_empty() { 0 } else { source.len() })
                .filter_map(|row| Some((row, of_entry(source.entry(row)?)?)));
            let left = most - told.len();
            told.extend(rows.take(left).map(|(row, at)| (before + row, made.failed[at].1.to_string())));
            before += source.len();
        }
        told
    }

    /// The status of each row.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let of_chunk = |(source, made): (&Chunk, &Made)| {
            let statuses = self.statuses(source, made);
            names((0..source.len()).map(|row| source.entry(row).map(|entry| statuses[entry])))
        };
        let arrays: Result<Vec<_>, _> =
            py.detach(|| self.source.chunks.iter().zip(&self.chunks).map(of_chunk).collect());
        column(py, strings(), arrays.map_err(PyValueError::new_err)?, self.source.is_chunked)
    }
}
