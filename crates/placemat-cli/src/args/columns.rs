//! The command line of `placemat columns`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use placemat::repair::Fixes;

use super::name::Offered;
use super::repair::fix;
use super::{PolicyArgs, ReadingArgs, ReplaceArgs};
use crate::color::When;

/// Check, profile, convert and repair a column of text in Parquet files
#[derive(Debug, Args)]
#[command(
    subcommand_required = true,
    after_help = "Example: placemat columns check --column name customers.parquet",
    after_long_help = "\
Each maximal subpart of an invalid sequence is reported by itself. With --json, each file has a \
line that contains the errors.

Exit status: 0 the column is valid; 1 something was found; 2 wrong usage, an I/O error, or built \
without Parquet.

Examples:
  placemat columns check -c name customers.parquet
  placemat columns check -c tags --json --max-errors 0 part-*.parquet | jq -c 'select(.kind)'"
)]
pub(crate) struct ColumnsArgs {
    #[command(subcommand)]
    pub(crate) command: ColumnsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ColumnsCommand {
    Check(CheckColumnArgs),
    Profile(ProfileColumnArgs),
    Convert(ConvertColumnArgs),
    Repair(RepairColumnArgs),
}

impl ColumnsCommand {
    /// Returns the files that are read.
    pub(crate) fn files(&self) -> &[OsString] {
        match self {
            ColumnsCommand::Check(args) => &args.values.files,
            ColumnsCommand::Profile(args) => &args.values.files,
            ColumnsCommand::Convert(args) => std::slice::from_ref(&args.file),
            ColumnsCommand::Repair(args) => std::slice::from_ref(&args.file),
        }
    }

    /// Returns the file that is written.
    pub(crate) fn output(&self) -> Option<&PathBuf> {
        match self {
            ColumnsCommand::Check(_) | ColumnsCommand::Profile(_) => None,
            ColumnsCommand::Convert(args) => args.result.output.as_ref(),
            ColumnsCommand::Repair(args) => args.result.output.as_ref(),
        }
    }
}

/// Which values are read, and how they are reported.
#[derive(Debug, Args)]
pub(crate) struct ValuesArgs {
    /// Encoding of the values
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "utf-8",
        value_parser = Offered::encodings(),
        hide_possible_values = true,
    )]
    pub(crate) encoding: OsString,
    /// The column
    #[arg(short, long, value_name = "NAME")]
    pub(crate) column: String,
    /// Report a line of JSON for each file
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 0 even if something is invalid
    #[arg(long, hide_short_help = true)]
    pub(crate) exit_zero: bool,
    /// Parquet files
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub(crate) files: Vec<OsString>,
}

/// Find every invalid sequence in a column
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat columns check --column name customers.parquet",
    after_long_help = "\
Every error is a maximal subpart. With --json each file has a line, with the errors inside.

Exit status: 0 the column is valid; 1 something was found; 2 wrong usage, an I/O error, or no Parquet.

Examples:
  placemat columns check -c name customers.parquet
  placemat columns check -c tags --json --max-errors 0 part-*.parquet | jq -c 'select(.kind)'"
)]
pub(crate) struct CheckColumnArgs {
    #[command(flatten)]
    pub(crate) values: ValuesArgs,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) color: When,
    /// List at most N errors of each file, 0 for all
    ///
    /// By default all are listed, or 100 with --json. With --json, the errors are inside the line of their
    /// file, except with 0: then each is a line of its own before it.
    #[arg(long, value_name = "N")]
    pub(crate) max_errors: Option<u64>,
}

/// Count the values of a column: valid and invalid ones, kinds of errors, encodings of invalid values
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat columns profile --column name customers.parquet",
    after_long_help = "\
With --json, each file has a line.

Exit status: 0 the column is valid; 1 something is invalid; 2 wrong usage, an I/O error, or built \
without Parquet.

Examples:
  placemat columns profile -c name part-*.parquet
  placemat columns profile -c name --json customers.parquet | jq .encodings"
)]
pub(crate) struct ProfileColumnArgs {
    #[command(flatten)]
    pub(crate) values: ValuesArgs,
}

/// Convert a column to UTF-8, and write a new file
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat columns convert -f cesu-8 -c name old.parquet -o new.parquet",
    after_long_help = "\
The column becomes a STRING, compressed as before. The pages of all other columns are copied \
unchanged, and so is the metadata. If the metadata has an Arrow schema in which the column is not \
a string, readers that use that schema, such as polars, still see bytes. The output file is \
replaced only when it is complete: a crash leaves the old file or the new one.

Each value is converted by itself. A value that cannot be converted under --on-error and \
--on-unencodable stops the command, and nothing is written; with --on-failure null, it becomes \
null.

Exit status: 0 everything was converted, and nothing was lost; 1 invalid or unencodable text was \
found, even if a policy replaced it; 2 wrong usage, an I/O error, or built without Parquet.

Examples:
  placemat columns convert -f cesu-8 -c name export.parquet -o utf8.parquet
  placemat columns convert -f windows-1252 -c address.street --in-place export.parquet
  placemat columns convert -c name --on-error replace damaged.parquet -o valid.parquet"
)]
pub(crate) struct ConvertColumnArgs {
    /// Encoding of the values
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "utf-8",
        value_parser = Offered::encodings(),
        hide_possible_values = true,
    )]
    pub(crate) from: OsString,
    /// The column
    #[arg(short, long, value_name = "NAME")]
    pub(crate) column: String,
    #[command(flatten)]
    pub(crate) policies: PolicyArgs,
    /// What to do with a value that cannot be converted
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub(crate) on_failure: OnConversionFailure,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    /// A Parquet file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: OsString,
}

/// Repair damaged UTF-8 in a column, and write a new file; or report what would change
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat columns repair -c name old.parquet -o new.parquet",
    after_long_help = "\
Each value is repaired by itself, as `placemat repair` repairs a file. A value that no chosen fix \
makes valid stops the command, and nothing is written. With --on-failure null, it becomes null; \
with keep, it stays, and the column is not valid. `placemat columns convert --help` describes how \
the file is written.

Exit status: 0 done, or nothing to do; 1 something would change, could not be repaired, or became \
null; 2 wrong usage, an I/O error, or built without Parquet.

Examples:
  placemat columns repair -c name customers.parquet
  placemat columns repair -c name --on-failure null customers.parquet -o repaired.parquet
  placemat columns repair -c name --fix all --in-place customers.parquet"
)]
pub(crate) struct RepairColumnArgs {
    /// What to repair, separated by commas
    #[arg(long = "fix", value_name = "NAME", value_delimiter = ',', value_parser = fix())]
    pub(crate) fixes: Vec<Fixes>,
    /// The column
    #[arg(short, long, value_name = "NAME")]
    pub(crate) column: String,
    /// What to do with a value that cannot be repaired
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub(crate) on_failure: OnRepairFailure,
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    /// A Parquet file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: OsString,
}

/// Where the result goes, and how it is reported.
#[derive(Debug, Args)]
pub(crate) struct ResultArgs {
    /// Report as a line of JSON
    #[arg(long, hide_short_help = true)]
    pub(crate) json: bool,
    /// Print nothing; set only the exit status
    #[arg(short, long, conflicts_with = "json", hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Write to this file
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the output if it exists
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
    /// Replace the file itself
    #[arg(long)]
    pub(crate) in_place: bool,
    #[command(flatten)]
    pub(crate) replace_options: ReplaceArgs,
}

/// What to do with a value that cannot be converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnConversionFailure {
    /// Stop, and write nothing
    #[default]
    Stop,
    /// Write null
    Null,
}

/// What to do with a value that cannot be repaired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnRepairFailure {
    /// Stop, and write nothing
    #[default]
    Stop,
    /// Write null
    Null,
    /// Keep the value as it is
    Keep,
}
