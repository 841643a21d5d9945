//! The arguments of `placemat identify`.

use std::ffi::OsString;

use clap::Args;

use super::name::Offered;

/// Find out which encoding a program decodes, and what it does with invalid bytes
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat identify -- iconv -f utf-8 -t utf-8 -c",
    after_long_help = "\
The program is run several times, at most 200, and for ten seconds in all. Each time it receives test \
inputs on standard input, and its standard output is compared with the result of every encoding of the \
family under every policy for invalid bytes. No shell is involved. After the first run, one that takes \
more than three seconds, and four times as long as the slowest one before it, is ended. What the program \
writes to standard error is discarded.

The report names the encoding and the policy that agree with the most inputs, and up to five inputs for \
which the program gives something else. Encodings and policies that none of the inputs distinguishes are \
named together.

Exit status: 0 the program is identified; 1 it is not, or departs in some inputs; 2 wrong usage, or the \
program could not be run.

Examples:
  placemat identify -- iconv -f utf-8 -t utf-8 -c
  placemat identify --to utf-16le -- iconv -f utf-8 -t utf-16le
  placemat identify -- python3 -c 'import sys; \
sys.stdout.buffer.write(sys.stdin.buffer.read().decode(\"utf-8\", \"replace\").encode())'
  placemat identify --json -- placemat convert -f cesu-8 --on-error replace"
)]
pub(crate) struct IdentifyArgs {
    /// The encoding that the program writes
    #[arg(
        long,
        value_name = "ENC",
        default_value = "utf-8",
        value_parser = Offered::encodings(),
        hide_possible_values = true,
    )]
    pub(crate) to: OsString,
    /// Report a line of JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Width of the output in columns, at least 40 [env: COLUMNS, on a terminal] [default: that of the terminal]
    #[arg(long, value_name = "COLUMNS", conflicts_with = "json", hide_short_help = true)]
    pub(crate) width: Option<usize>,
    /// Exit with 0 even if the program is not identified, or differs for some inputs
    #[arg(long, hide_short_help = true)]
    pub(crate) exit_zero: bool,
    /// The program and its arguments; options of placemat come before it
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true)]
    pub(crate) command: Vec<OsString>,
}
