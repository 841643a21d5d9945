//! The functions on arrays.

use std::fmt::Display;
use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, BooleanBufferBuilder, Int64Array, StringArray, make_array,
};
use arrow::buffer::NullBuffer;
use arrow::compute::take;
use arrow::datatypes::DataType;
use datafusion_common::{Result, exec_datafusion_err};
use placemat::Encoding;
use placemat::columns::{Column, OnFailure, Stopped};

use crate::arguments::Request;
use crate::array::{rewritten, with_column};
use crate::function::Kind;

/// Runs a function on values.
pub(crate) fn run(kind: Kind, request: Request, values: &ArrayRef) -> Result<ArrayRef> {
    if let DataType::Dictionary(..) = values.data_type() {
        return in_dictionary(kind, request, values);
    }
    if kind.converts() {
        return convert(kind, request, values, request.on_failure());
    }
    let nulls = values.nulls().cloned();
    with_column(values, |column| inspect(kind, request, column, nulls))
}

/// Runs a function that does not rewrite values.
fn inspect(kind: Kind, request: Request, column: &Column<'_>, nulls: Option<NullBuffer>) -> Result<ArrayRef> {
    match kind {
        Kind::Dialect => {
            let told = |value| Encoding::of_value(value).map(Encoding::name);
            Ok(Arc::new(column.iter().map(|value| value.and_then(told)).collect::<StringArray>()))
        }
        Kind::ErrorOffset => {
            let mut offsets = vec![0; column.len()];
            let mut is_found = BooleanBufferBuilder::new(column.len());
            is_found.append_n(column.len(), false);
            for found in column.check(request.encoding).ill_formed {
                offsets[found.row] = i64::try_from(found.first.offset()).unwrap_or(i64::MAX);
                is_found.set_bit(found.row, true);
            }
            Ok(Arc::new(Int64Array::new(offsets.into(), Some(NullBuffer::new(is_found.finish())))))
        }
        _ => {
            let mut is_valid = BooleanBufferBuilder::new(column.len());
            is_valid.append_n(column.len(), true);
            for found in column.check(request.encoding).ill_formed {
                is_valid.set_bit(found.row, false);
            }
            Ok(Arc::new(BooleanArray::new(is_valid.finish(), nulls)))
        }
    }
}

fn convert(kind: Kind, request: Request, values: &ArrayRef, on_failure: OnFailure) -> Result<ArrayRef> {
    let conversion = request.conversion(kind)?;
    let made = with_column(values, |column| {
        column.convert(&conversion, on_failure).map_err(|stopped| failed(kind, stopped))
    })?;
    rewritten(values, made, kind != Kind::Encode)
}

fn failed<E: Display>(kind: Kind, stopped: Stopped<E>) -> datafusion_common::DataFusionError {
    exec_datafusion_err!("{}: {stopped}", kind.name())
}

/// Runs a function once for each value of a dictionary.
fn in_dictionary(kind: Kind, request: Request, array: &ArrayRef) -> Result<ArrayRef> {
    let dictionary = array.as_any_dictionary();
    let values = dictionary.values();
    if !kind.converts() {
        let told = run(kind, request, values)?;
        return Ok(take(&told, dictionary.keys(), None)?);
    }
    // An error in a value that no row uses is not reported.
    let made = convert(kind, request, values, OnFailure::Null)?;
    let made = dictionary.with_values(made);
    if request.on_failure() == OnFailure::Stop {
        let (before, after) = (array.logical_nulls(), made.logical_nulls());
        let is_null =
            |nulls: &Option<NullBuffer>, row| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
        if after.as_ref().map_or(0, NullBuffer::null_count)
            > before.as_ref().map_or(0, NullBuffer::null_count)
        {
            let row = (0..array.len()).find(|&row| is_null(&after, row) && !is_null(&before, row));
            let row = row.unwrap_or_default();
            let value = values.slice(dictionary.normalized_keys()[row], 1);
            let error = convert(kind, request, &value, OnFailure::Stop).err();
            let error = error.map(|error| error.message().replace("row 0", &format!("row {row}")));
            return Err(exec_datafusion_err!("{}", error.unwrap_or_default()));
        }
    }
    // Nulls are recorded among the keys, where readers look for them.
    match made.logical_nulls() {
        Some(nulls) if nulls.null_count() > made.nulls().map_or(0, NullBuffer::null_count) => {
            Ok(make_array(made.to_data().into_builder().nulls(Some(nulls)).build()?))
        }
        _ => Ok(made),
    }
}
