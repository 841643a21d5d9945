//! `placemat columns`: text in Parquet files.
//!
//! Nothing is read as text before it was looked at: values come as bytes out of the pages, whatever the column calls itself. Of a
//! file that is written anew, the pages of the other columns are copied as they are.

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
use crate::status::{Status, Trouble};

/// Runs one of the commands on columns.
#[cfg(feature = "columns")]
pub(crate) fn run(args: ColumnsArgs, status: &mut Status) -> Result<(), Trouble> {
    match args.command {
        ColumnsCommand::Check(args) => check::run(args, status),
        ColumnsCommand::Profile(args) => profile::run(args, status),
        ColumnsCommand::Convert(args) => convert::convert(&args, status),
        ColumnsCommand::Repair(args) => convert::repair(&args, status),
    }
}

/// Tells how to get them.
#[cfg(not(feature = "columns"))]
pub(crate) fn run(_: ColumnsArgs, _: &mut Status) -> Result<(), Trouble> {
    let message = "this placemat was built without Parquet; cargo install with --features columns builds one that reads it";
    Err(Trouble::Failed(message.to_owned()))
}
