//! The arguments of `placemat strings`.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use crate::color::When;

/// List the strings of Java class files, of Android dex files, and of Java's writeUTF
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat strings Main.class",
    after_long_help = "\
Each string has a line with the offset of its first byte, its index in the constant pool, among the string \
identifiers or among the strings, and its text. The files have their strings in Modified UTF-8. In the text, controls and lone \
surrogates are written as \\u{…}, invalid bytes as \\x…, and a quotation mark and a backslash with a backslash \
before them. Below a string that is not valid are its errors.

With --json each string has a line. Its `text` has U+FFFD instead of lone surrogates and invalid bytes; `hex` \
then has the bytes.

Exit status: 0 all strings are valid; 1 some are not, or the file ends too soon; 2 wrong usage, an I/O error, or \
a file of another kind.

Examples:
  placemat strings Main.class
  placemat strings --json classes.dex | jq -r .text
  unzip -p app.jar com/example/Main.class | placemat strings"
)]
pub(crate) struct StringsArgs {
    /// Print a line of JSON for each string
    #[arg(long, conflicts_with = "color")]
    pub(crate) json: bool,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) color: When,
    /// Exit with 0 even if some strings are not valid
    #[arg(long, hide_short_help = true)]
    pub(crate) exit_zero: bool,
    /// Class files, dex files, and files of strings with their lengths; standard input if there are none, or for `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<OsString>,
}
