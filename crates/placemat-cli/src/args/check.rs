//! The command line of `placemat check`.

use std::ffi::OsString;
use std::ops::Range;

use clap::{Args, ValueEnum, ValueHint};

use super::name::Offered;
use super::{ADVANCED, NamingArgs, ReadingArgs, WalkArgs};
use crate::color::When;
use crate::context::Denied;

/// Find invalid text: what a file looks like, where it is wrong, what to run next
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat check src/",
    after_long_help = "\
The report says what each file looks like, where its invalid bytes are, and what to run next. \
Adjacent invalid bytes are one place. With --verbose, --brief and --json, each invalid sequence \
(in the standard's words, each maximal subpart) is reported by itself, with its kind. Of a \
sequence of more than 1024 bytes, the first 1024 are shown. Hints are `hint` in JSON, and part of \
the message in SARIF and in annotations of GitHub. A file that is surely in a legacy encoding has \
only one result there, and `looks_like` in JSON. Names in commands are quoted for bash, zsh and ksh; \
some other shells do not know $'\\xFF', which stands for bytes that are not printable text.

Lines and columns count from 1, and U+000A ends a line. Columns in text count UTF-16 code units, \
as Visual Studio Code, JetBrains IDEs and GitHub do: a character beyond U+FFFF counts as two. An \
invalid sequence counts as one column, and a BOM at the start as none. JSON also has columns in \
bytes and in code points.

In directories, only regular files are read. Links are skipped, and so are hidden files, files \
that .ignore and, in a git repository, .gitignore exclude, and binary files. These have a byte 00 in \
their first 8 KiB (unless the encoding is UTF-16 or UTF-32), or begin as a PNG, a PDF or a program \
does, for example. The summary counts the skipped files that look like UTF-16, which -e auto reads. \
A file that is named is always read. If it is binary and has more than ten errors, the text report \
has one line for it, unless --text or --max-errors is given.

Without a path, the current directory is checked. If standard input is a pipe, a socket or a \
regular file, it is read instead; if nothing arrives there, that is wrong usage, unless it is \
named as `-`.

Without -e, a file is checked in the encoding that its project names, unless --no-config is given: \
`working-tree-encoding` in .gitattributes or .git/info/attributes, in a working tree of git, or \
else `charset` in .editorconfig. The report says so if it is not UTF-8. All other files are \
checked as UTF-8. Names that placemat does not know are reported and ignored. With `utf-8-bom`, a \
file that is not empty must begin with a BOM, unless --deny bom is given.

With -e auto, each input is checked in the encoding that `placemat detect` finds in its first 1 \
MiB. If several encodings read the same text, the most common one is chosen, and of these the one with \
the fewest characters: ASCII is checked as utf-8, and text with C0 80 as mutf-8. An encoding that would read \
an overlong sequence other than C0 80 is never chosen: such a sequence is an error, and the hint \
names the character that it disguises. Text in a legacy encoding, such as GBK or KOI8-R, is never \
reported as valid: the report says what it looks like and how sure that is, and the status is 1. \
It is read to its end, because it may go on in UTF-8. \
If overlong sequences are among the bytes of such a text, it is checked in its legacy encoding, \
the hint names them, the status is 1, and JSON has `overlong_count`. Input that is not text in any \
encoding is checked as utf-8, and is never valid, nor is what is perhaps UTF-16 or UTF-32. The \
report names the encoding, and says if it is not for interchange; in JSON, `basis` is what the \
verdict rests on.

For Corrected UTF-8, `reserved_count` in JSON is the number of errors that are sequences reserved \
for future use. If it equals `error_count`, the input may be valid by a later version of Corrected \
UTF-8.

With --summary, inputs without errors have no line, unless -e auto has an encoding to name. With \
--json, each input has a line in which `kinds` counts its errors, and the last line has the sums \
over all inputs. An input that cannot be read to its end has a line with `failed`. docs/json.md \
describes every field.

With --lint, departures from the rules of an encoding are reported like errors, with the kind \
lint-RULE. A corrected-utf-8-document should begin with its magic number, end in U+000A, and \
contain none of U+0000, U+000D, U+2028, U+2029 and the other C0 controls. For corrected-utf-8 the \
same holds, except for the magic number. With -e auto, other encodings have no rules.

Exit status: 0 everything is valid, or there was nothing to check; 1 something was found; 2 wrong \
usage or an I/O error. If --glob and --type match no file, a note says so.

Examples:
  placemat check
  placemat check src/ --glob '*.txt'
  placemat check --verbose export.txt
  placemat check -e auto --summary exports/
  placemat check --list --null . | xargs -0 ls -l
  placemat check -e mutf-8 strings.bin
  placemat check -e corrected-utf-8-document --lint notes.txt
  placemat check --format github .
  placemat check --sarif . > placemat.sarif
  placemat check --json --max-errors 0 src/ | jq -c 'select(.kind)'"
)]
pub(crate) struct CheckArgs {
    /// Encoding of the inputs, or `auto` [default: utf-8]
    ///
    /// The default is utf-8 unless .gitattributes or .editorconfig names an encoding for the file.
    #[arg(
        short,
        long,
        value_name = "ENC",
        value_parser = Offered::encodings_or_auto(),
        hide_possible_values = true,
    )]
    pub(crate) encoding: Option<OsString>,
    /// Ignore `charset` in .editorconfig and `working-tree-encoding` in .gitattributes
    #[arg(long, hide_short_help = true)]
    pub(crate) no_config: bool,
    /// Report a line of JSON for each input
    #[arg(long, conflicts_with = "color")]
    pub(crate) json: bool,
    /// Report one document in SARIF 2.1.0, as --format sarif does
    #[arg(long, conflicts_with = "json", hide_short_help = true)]
    pub(crate) sarif: bool,
    /// The form of the report
    #[arg(long, value_name = "FORM", value_enum, default_value_t, conflicts_with_all = ["json", "sarif"])]
    pub(crate) format: Format,
    /// List every invalid sequence, with the bytes around it
    #[arg(short, long, alias = "excerpt")]
    pub(crate) verbose: bool,
    /// List each invalid sequence by itself, in a line that starts with FILE:LINE:COLUMN, for editors
    #[arg(long, conflicts_with = "verbose", hide_short_help = true)]
    pub(crate) brief: bool,
    /// Count the errors of each input by kind, and list none
    #[arg(long, conflicts_with_all = ["verbose", "brief", "max_errors"], hide_short_help = true)]
    pub(crate) summary: bool,
    /// Print only the names of inputs with errors
    ///
    /// Stops at the first error of each input. On a terminal, control characters in names are escaped.
    #[arg(short, long, conflicts_with_all = ["verbose", "brief", "summary", "max_errors", "json", "sarif", "format"])]
    pub(crate) list: bool,
    /// Print nothing; set only the exit status, and stop at the first error
    ///
    /// The status is 1 if something is invalid, even if an input cannot be read; otherwise 2 if one cannot be
    /// read.
    #[arg(
        short,
        long,
        conflicts_with_all = [
            "verbose",
            "brief",
            "summary",
            "list",
            "max_errors",
            "json",
            "sarif",
            "format"
        ],
        hide_short_help = true,
    )]
    pub(crate) quiet: bool,
    /// End each name with a byte 00 instead of a line end
    #[arg(short = '0', long, requires = "list", hide_short_help = true)]
    pub(crate) null: bool,
    /// Width of the report in columns [env: COLUMNS, on a terminal] [default: that of the terminal]
    #[arg(long, value_name = "COLUMNS", conflicts_with_all = ["json", "sarif", "format", "list", "quiet"], hide_short_help = true)]
    pub(crate) width: Option<usize>,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) color: When,
    /// Check the house rules of Corrected UTF-8 documents too
    #[arg(long, hide_short_help = true, help_heading = ADVANCED)]
    pub(crate) lint: bool,
    /// Report valid but unwanted text too
    ///
    /// Several names are separated by commas. This is for UTF-8 and its relatives. If there is such text, the
    /// status is 1.
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub(crate) deny: Vec<Denied>,
    /// Report only errors that begin at these offsets: `A..B`, `A..` or `..B`
    #[arg(long, value_name = "RANGE", value_parser = range, hide_short_help = true)]
    pub(crate) range: Option<Range<u64>>,
    /// Exit with 0 even if something is invalid
    #[arg(long, hide_short_help = true)]
    pub(crate) exit_zero: bool,
    /// Check files even if they look binary
    ///
    /// All their errors are listed.
    #[arg(short = 'a', long)]
    pub(crate) text: bool,
    /// List the files that are skipped, on standard error
    #[arg(long, hide_short_help = true)]
    pub(crate) skipped: bool,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    /// List at most N places of each file, 0 for all
    ///
    /// By default, 10 are listed on a terminal, and all elsewhere. With --verbose, --brief and --json, N
    /// counts invalid sequences. --json lists 100 by default, inside the line of their file; with 0, each has
    /// a line of its own before it.
    #[arg(long, value_name = "N")]
    pub(crate) max_errors: Option<u64>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) naming: NamingArgs,
    /// Files and directories, `-` for standard input [default: `.`]
    ///
    /// If standard input is a pipe, a socket or a regular file, it is the default instead.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<OsString>,
}

/// Parses a range of offsets.
fn range(text: &str) -> Result<Range<u64>, String> {
    let (start, end) = text.split_once("..").ok_or("two offsets with `..` between them are expected")?;
    let offset = |text: &str, default| match text {
        "" => Ok(default),
        _ => text.parse().map_err(|_| format!("'{text}' is not an offset")),
    };
    let range = offset(start, 0)?..offset(end, u64::MAX)?;
    if range.is_empty() { Err("the range is empty".to_owned()) } else { Ok(range) }
}

/// The form of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// A line of JSON for each input
    Json,
    /// One document, SARIF 2.1.0
    Sarif,
    /// Workflow commands, which annotate lines
    Github,
}
