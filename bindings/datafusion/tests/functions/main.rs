//! The functions, through SQL on the full engine.

mod layouts;
mod parquet;
mod plans;

use datafusion::arrow::array::{ArrayRef, RecordBatch};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::Result;
use datafusion::prelude::SessionContext;

/// Returns an engine that has the functions.
fn context() -> SessionContext {
    let mut context = SessionContext::new();
    placemat_datafusion::register_all(&mut context).expect("the functions are registered");
    context
}

/// Returns the result of a query, row by row, with `null` for a null.
async fn rows(context: &SessionContext, sql: &str) -> Result<Vec<Vec<String>>> {
    let batches = context.sql(sql).await?.collect().await?;
    Ok(batches.iter().flat_map(shown).collect())
}

fn shown(batch: &RecordBatch) -> Vec<Vec<String>> {
    let options = FormatOptions::new().with_null("null");
    let columns: Vec<_> =
        batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options).unwrap()).collect();
    (0..batch.num_rows()).map(|row| columns.iter().map(|one| one.value(row).to_string()).collect()).collect()
}

/// Returns an engine with a table `t` that has one column, `x`.
fn with_table(values: ArrayRef) -> SessionContext {
    let context = context();
    let batch = RecordBatch::try_from_iter_with_nullable([("x", values, true)]).unwrap();
    context.register_batch("t", batch).unwrap();
    context
}
