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
The report says of each file what it looks like, where its invalid bytes are, and what to run next. \
Adjacent invalid bytes are one place. With --verbose, --brief and --json each invalid sequence (in the \
standard's words, each maximal subpart) is reported by itself, with its kind. Sequences of more than 1024 \
bytes are reported with their first 1024. JSON has hints as `hint`, SARIF and GitHub have them in the \
message.

Lines and columns count from 1, and U+000A ends a line. Columns in text count UTF-16 code units, as \
Visual Studio Code, JetBrains IDEs and the annotations of GitHub do: characters beyond U+FFFF are two \
columns. An invalid sequence is one column, and a byte order mark at the start is none. JSON also has \
columns in bytes and in code points.

In folders only regular files are read, without those that are hidden or that .ignore and, in a git \
repository, .gitignore leave out; links are not followed; a file with a NUL in its first 8 KiB is binary \
and skipped where the encoding is one of bytes. What is named on the command line is always read. If it is \
binary and has more than ten errors, the text report has one line for all of them, unless --text or \
--max-errors is given. Of what \
is skipped the summary tells how much looks like UTF-16, which -e auto reads.

Without a path the current directory is checked, unless standard input is a pipe, a socket or a regular \
file, \
which is then read instead; if nothing comes from it, that is wrong usage: `-` names it and may be empty.

Without -e a file is checked as the encoding that its project names, unless --no-config is given: in a \
working tree of git, by `working-tree-encoding` in .gitattributes, or else by `charset` in .editorconfig. The \
report says so if it is not UTF-8. All other files are checked as UTF-8.

With -e auto each input is checked as what `placemat detect` takes its first 1 MiB for, which is waited \
for on a pipe. Of encodings that read the same text the most usual comes first, and of these the \
narrowest: ASCII is checked as utf-8, C0 80 makes mutf-8. No input is checked as an encoding that would \
read an overlong sequence other than C0 80, such as mutf-8-lenient: the hint names the character that it \
stands for. A text in a legacy encoding, such as GBK or KOI8-R, is never well-formed: the report says what it looks like, \
and how confident that is, and the status is 1. \
Where one stands beside single bytes of a legacy encoding, they are checked as these, the hint names it, \
and the status is 1; JSON has `overlong_count`. What is no text in any encoding is checked as utf-8. The report names the encoding, and says \
if it is not for interchange; in JSON `basis` is what the verdict rests on. \
For Corrected UTF-8 `reserved_count` in JSON is how many of the errors are sequences reserved for future use. \
An input that has no other errors is not well-formed by the Corrected UTF-8 of today, and may be by that of \
tomorrow: there `reserved_count` equals `error_count`.

With --summary inputs without errors have no line, unless -e auto has an encoding to name. With --json \
each input has one, `kinds` counts its errors, and the last line has the sums over all inputs. Without \
--summary, too, a line of JSON has `failed` where an input cannot be read, or not to its end.

With --lint what departs from a rule is reported like an error, as of the kind lint-RULE: a \
corrected-utf-8-document should begin with its magic number, end in U+000A, and hold no U+0000, U+000D, \
U+2028, U+2029 nor any other C0 control; for corrected-utf-8 the same holds but for the magic number. \
With -e auto other encodings have no rules.

Exit status: 0 well-formed; 1 something was found; 2 wrong usage or an I/O error.

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
    /// The default is utf-8 only for files of which .gitattributes and .editorconfig name no encoding.
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
    /// Report as a line of JSON for each input: --format json
    #[arg(long, conflicts_with = "color")]
    pub(crate) json: bool,
    /// Report as one document in SARIF 2.1.0: --format sarif
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
    /// Only name the inputs with errors, one a line
    ///
    /// Of each no more is read than it takes to find one. To a terminal names are written so that they cannot steer it, elsewhere as they are.
    #[arg(short, long, conflicts_with_all = ["verbose", "brief", "summary", "max_errors", "json", "sarif", "format"])]
    pub(crate) list: bool,
    /// Report nothing: the status tells. What comes behind the first error is not read
    ///
    /// It is 1 where something is ill-formed, whatever else could not be read; else 2, if something could not be.
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
    /// Width of the report in columns [default: that of the terminal]
    #[arg(long, value_name = "COLUMNS", conflicts_with_all = ["json", "sarif", "format", "list", "quiet"], hide_short_help = true)]
    pub(crate) width: Option<usize>,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) color: When,
    /// Also the house rules of Corrected UTF-8 documents
    #[arg(long, hide_short_help = true, help_heading = ADVANCED)]
    pub(crate) lint: bool,
    /// Report also valid text that is unwanted
    ///
    /// Several names are separated by commas. This is for UTF-8 and its relatives. If there is such text, the
    /// status is 1.
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub(crate) deny: Vec<Denied>,
    /// Report only what begins at these offsets: `A..B`, `A..` or `..B`
    #[arg(long, value_name = "RANGE", value_parser = range, hide_short_help = true)]
    pub(crate) range: Option<Range<u64>>,
    /// End with status 0 also where something is ill-formed
    #[arg(long, hide_short_help = true)]
    pub(crate) exit_zero: bool,
    /// Check files that look binary as well
    ///
    /// All their errors are listed.
    #[arg(short = 'a', long)]
    pub(crate) text: bool,
    /// Name the files that are skipped, on standard error
    #[arg(long, hide_short_help = true)]
    pub(crate) skipped: bool,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    /// List at most N places of each file, 0 for all
    ///
    /// By default 10 are listed on a terminal, and all elsewhere. With --verbose, --brief and --json, N counts invalid sequences. By default --json lists 100 of them, inside
    /// the line of their file. With --json and 0 each has a line before that of its file.
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
