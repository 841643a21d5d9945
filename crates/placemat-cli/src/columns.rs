//! `placemat columns`: text in Parquet files.
//!
//! Nothing is trusted to be text: values are read as bytes from the pages, regardless of the declared type of
//! the column. When a file is rewritten, the pages of the other columns are copied unchanged.

#[cfg(feature = "columns")]
mod batch;
#[cfg(feature = "columns")]
mod check;
#[cfg(feature = "columns")]
mod convert;
#[cfg(feature = "columns")]
mod guard;
#[cfg(feature = "columns")]
mod profile;
#[cfg(feature = "columns")]
mod report;
#[cfg(feature = "columns")]
mod rewrite;
#[cfg(feature = "columns")]
mod table;

use crate::args::ColumnsArgs;
#[cfg(feature = "columns")]
use crate::args::ColumnsCommand;
use crate::status::{CommandError, Status};

/// Runs one of the commands on columns.
#[cfg(feature = "columns")]
pub(crate) fn run(args: ColumnsArgs, status: &mut Status) -> Result<(), CommandError> {
    match args.command {
        ColumnsCommand::Check(args) => check::run(args, status),
        ColumnsCommand::Profile(args) => profile::run(args, status),
        ColumnsCommand::Convert(args) => convert::convert(&args, status),
        ColumnsCommand::Repair(args) => convert::repair(&args, status),
    }
}

/// Explains how to get the commands on columns.
#[cfg(not(feature = "columns"))]
pub(crate) fn run(_: ColumnsArgs, _: &mut Status) -> Result<(), CommandError> {
    let message = "this placemat was built without Parquet; cargo install with --features columns builds one that reads it";
    Err(CommandError::Failed(message.to_owned()))
}
