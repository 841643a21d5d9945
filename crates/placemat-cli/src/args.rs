//! The command line.

mod check;
mod columns;
mod common;
mod convert;
mod explain;
mod identify;
mod inputs;
mod name;
mod near;
mod own;
mod repair;
mod strings;

use std::ffi::OsString;
use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueHint};
use placemat::views::Dialect;
use placemat::{Endian, OnError, OnUnencodable, Pairs};

use crate::color::When;
use crate::input::InputSource;
use crate::output::Output;
use crate::replacement::ReplaceOptions;
use crate::show::{escape_lines, say};
use crate::status::{CommandError, Status};

pub(crate) use check::{CheckArgs, Format};
pub(crate) use columns::ColumnsArgs;
#[cfg(feature = "columns")]
pub(crate) use columns::{
    CheckColumnArgs, ColumnsCommand, ConvertColumnArgs, OnConversionFailure, OnRepairFailure,
    ProfileColumnArgs, RepairColumnArgs, ResultArgs,
};
pub(crate) use convert::{Bom, ConvertArgs, LineEnds};
pub(crate) use explain::{Base, ExplainArgs, SeenAs};
pub(crate) use identify::IdentifyArgs;
pub(crate) use inputs::{Inputs, NamingArgs, Unnamed};
use name::Offered;
pub(crate) use own::{CompletionsArgs, ManArgs};
pub(crate) use repair::{LEGACY, RepairArgs, Requested};
pub(crate) use strings::StringsArgs;

/// Find, explain and repair broken text, and convert text between encodings.
#[derive(Debug, Parser)]
#[command(
    name = "placemat",
    version,
    max_term_width = 104,
    after_help = "Example: placemat check src/",
    after_long_help = "\
Exit status: 0 success; 1 something was found, or could not be converted; 2 wrong usage or an I/O error. \
The help of each command says more. Standard streams that are closed at startup behave like /dev/null.

Examples:
  placemat convert -f cesu-8 export.txt -o export.utf8.txt
  placemat check src/
  placemat repair notes.txt
  placemat explain --text 'é💩'
  placemat detect unknown.bin
  placemat table utf-1"
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Limit SIMD to this level [env: PLACEMAT_ISA] [default: best available]
    #[arg(
        long,
        global = true,
        value_name = "NAME",
        value_parser = Offered::instruction_sets(),
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = ADVANCED,
        // Right before those that every command has.
        display_order = 900,
    )]
    pub(crate) isa: Option<OsString>,
}

/// The heading in the help of options that few people need.
const ADVANCED: &str = "Advanced options";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Convert(ConvertArgs),
    #[command(visible_alias = "validate")]
    Check(CheckArgs),
    #[command(visible_alias = "fix")]
    Repair(RepairArgs),
    Detect(DetectArgs),
    Explain(ExplainArgs),
    Strings(StringsArgs),
    Identify(IdentifyArgs),
    Columns(ColumnsArgs),
    Table(TableArgs),
    List(ListArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    /// Determines the inputs: those that are named, or the default input if none is.
    pub(crate) fn inputs(&self) -> Result<Inputs, CommandError> {
        let or_directory = Unnamed::StandardInputOrDirectory;
        match self {
            Command::Check(args) => Inputs::new(&args.paths, Some(&args.naming), or_directory),
            Command::Detect(args) => Inputs::new(&args.paths, Some(&args.naming), or_directory),
            Command::Repair(args) if args.undo.is_none() => {
                Inputs::new(&args.paths, Some(&args.naming), or_directory)
            }
            Command::Convert(args) => Inputs::new(&args.files, Some(&args.naming), Unnamed::StandardInput),
            Command::Explain(args) if args.text.is_none() && args.hex.is_none() => {
                Inputs::new(args.file.as_slice(), None, Unnamed::StandardInput)
            }
            Command::Strings(args) => Inputs::new(&args.files, None, Unnamed::StandardInput),
            Command::Columns(args) => Inputs::new(args.command.files(), None, Unnamed::StandardInput),
            _ => Ok(Inputs::default()),
        }
    }

    /// Returns the output, if it is named: a file that is replaced when everything is written. No message may
    /// be written to it.
    pub(crate) fn output(&self) -> Option<InputSource> {
        let output = match self {
            Command::Convert(args) => args.output.as_ref()?,
            Command::Repair(args) => args.output.as_ref()?,
            Command::Columns(args) => args.command.output()?,
            _ => return None,
        };
        (output.as_os_str() != "-").then(|| InputSource::Path(output.clone()))
    }

    /// Returns the undo log. No message may be written to it.
    pub(crate) fn log(&self) -> Option<InputSource> {
        let log = match self {
            Command::Repair(args) => args.undo.as_ref().or(args.undo_log.as_ref()),
            Command::Convert(args) => args.undo_log.as_ref(),
            _ => None,
        };
        log.map(|log| InputSource::Path(log.clone()))
    }

    /// Returns `true` if notes are not printed.
    pub(crate) fn is_quiet(&self) -> bool {
        match self {
            Command::Convert(args) => args.quiet,
            Command::Check(args) => args.quiet,
            Command::Repair(args) => args.quiet,
            Command::Detect(args) => args.quiet,
            _ => false,
        }
    }

    /// Returns `true` if only the types of files are listed.
    pub(crate) fn lists_types(&self) -> bool {
        match self {
            Command::Convert(args) => args.walk.type_list,
            Command::Check(args) => args.walk.type_list,
            Command::Repair(args) => args.walk.type_list,
            Command::Detect(args) => args.walk.type_list,
            _ => false,
        }
    }
}

/// Which files of directories are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct WalkArgs {
    /// Only matching files in directories; `!` excludes
    ///
    /// Can be given more than once.
    #[arg(short, long = "glob", value_name = "GLOB")]
    pub(crate) globs: Vec<OsString>,
    /// In directories, read only files of this type, by the names of ripgrep: `txt`, `json`, `java` …
    #[arg(long = "type", value_name = "TYPE", hide_short_help = true)]
    pub(crate) types: Vec<String>,
    /// List the types and their globs, and do nothing else
    #[arg(long, hide_short_help = true)]
    pub(crate) type_list: bool,
    /// Read hidden files and directories too
    #[arg(long, hide_short_help = true)]
    pub(crate) hidden: bool,
    /// Read files too that .gitignore, .ignore and similar files exclude
    #[arg(long, hide_short_help = true)]
    pub(crate) no_ignore: bool,
    /// Follow symbolic links in directories
    #[arg(long, hide_short_help = true)]
    pub(crate) follow: bool,
    /// Number of files that are read at once [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", hide_short_help = true)]
    pub(crate) threads: Option<usize>,
}

/// Name the encoding of each file
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat detect export.txt",
    after_long_help = "\
Each file has one line with its encoding. With --verbose, lines below it list other encodings that read \
the same text, alternatives, and the evidence. The encoding is the one in which the file is most like \
text. A Corrected UTF-8 document is recognized only by its magic number. Only the first 1 MiB of each file \
is read, and only a few KiB of what is not text. In directories only regular files are read, without \
binary files (a byte 00 in the first 8 KiB, except in UTF-16), hidden files, and files that .ignore and, in \
a git repository, .gitignore exclude; links are not followed. With --json, an input that cannot be read \
has a line with `failed`.

If no encoding of the family fits, or only those that any bytes are, the report names a legacy encoding that \
`chardetng`, the detector of Firefox, proposes. It is `sure`, `likely` or `perhaps`, and --verbose says why. \
`sure` means that a conversion may rely on it: every byte is part of a well-formed sequence; there are at \
least 24 characters beyond ASCII; nearly all of these are usual letters of one script, and not always the \
same ones; and each quarter of the text gives the same verdict. A text in Latin script must also be the \
same in the other encodings for that script, or the verdict must not depend on the country that is assumed. \
A text that is UTF-8 or UTF-16 only in part has no verdict; the report names the parts.

UTF-16 and UTF-32 without a byte order mark are `perhaps` if the units may as well be numbers: text has \
spaces, line ends or punctuation, letters of few scripts, and no U+0000. Units that are hardly text, such as \
tables of numbers and lists whose names end in bytes 00, have no verdict.

Without a path, `placemat check --help` says what is read.

Exit status: 0 every input has a verdict; 1 some have none; 2 wrong usage or an I/O error.

Examples:
  placemat detect exports/
  placemat detect --verbose export.txt
  placemat detect --json src/ | jq -r 'select(.encoding != \"utf-8\") | .path.text'
  placemat detect --whole < dump.sql"
)]
pub(crate) struct DetectArgs {
    /// Report a line of JSON for each input
    #[arg(long, conflicts_with = "color")]
    pub(crate) json: bool,
    /// Show the evidence, and other possible encodings
    #[arg(short, long, conflicts_with_all = ["json", "type_list"])]
    pub(crate) verbose: bool,
    /// Print no verdicts; set only the exit status
    #[arg(short, long, conflicts_with_all = ["json", "verbose", "width", "color", "type_list"], hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Exit with 0 even if some inputs have no verdict
    #[arg(long, hide_short_help = true, conflicts_with = "type_list")]
    pub(crate) exit_zero: bool,
    /// Read the whole of each input, not only its first 1 MiB
    #[arg(long, conflicts_with = "type_list")]
    pub(crate) whole: bool,
    /// Read files even if they look binary
    #[arg(short = 'a', long)]
    pub(crate) text: bool,
    /// List the files that are skipped, on standard error
    #[arg(long, hide_short_help = true)]
    pub(crate) skipped: bool,
    /// Width of the report in columns [env: COLUMNS, on a terminal] [default: that of the terminal]
    #[arg(long, value_name = "COLUMNS", conflicts_with = "json", hide_short_help = true)]
    pub(crate) width: Option<usize>,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) color: When,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) naming: NamingArgs,
    /// Files and directories, `-` for standard input [default: `.`]
    ///
    /// If standard input is a pipe, a socket or a regular file, it is the default instead.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<OsString>,
}

/// How inputs are read, besides policies.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ReadingArgs {
    /// Byte order of `utf-16` and `utf-32` without a BOM [default: big]
    #[arg(long, value_name = "ORDER", value_parser = endian(), hide_short_help = true)]
    pub(crate) default_endian: Option<Endian>,
    /// Read a surrogate pair in `wtf-8` as the code point that it stands for
    #[arg(long, hide_short_help = true, help_heading = ADVANCED)]
    pub(crate) heal_pairs: bool,
    /// Refuse surrogates in `utf-1`, `fss-utf-1992-07` and `utf-8-rfc2279`
    #[arg(long, hide_short_help = true, help_heading = ADVANCED)]
    pub(crate) refuse_surrogates: bool,
}

/// Show the table of an encoding, its properties, its chart, or the expression that validates it
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat table utf-8 --chart",
    after_long_help = "\
Examples:
  placemat table corrected-utf-8
  placemat table utf-1 --chart
  placemat table utf-16be --bits
  placemat table utf-8 --json | jq -c 'select(.role == \"encoded\") | [.first, .last]'
  grep -axvP \"$(placemat table utf-8 --regex=latin1)\" lines.txt    # under LC_ALL=C"
)]
pub(crate) struct TableArgs {
    /// The encoding
    #[arg(value_name = "ENC", value_parser = Offered::encodings(), hide_possible_values = true)]
    pub(crate) encoding: OsString,
    /// Print the expression that matches exactly the well-formed text
    #[arg(
        long,
        value_name = "DIALECT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "article",
        value_parser = dialect(),
    )]
    pub(crate) regex: Option<Dialect>,
    /// Print the chart of its bytes, 16 by 16
    #[arg(long)]
    pub(crate) chart: bool,
    /// With the chart, list what each lead byte can begin, with the names of the Unicode blocks
    #[arg(long, requires = "chart")]
    pub(crate) blocks: bool,
    /// Print which bits of a code point are in which bits of its sequence
    ///
    /// The form is that of Tables 3-5 and 3-6 of the Unicode Standard. An encoding whose bytes do not hold
    /// bits of code points, such as utf-1 and windows-1252, has no such table.
    #[arg(long)]
    pub(crate) bits: bool,
    /// Print a line of JSON for each row of the table
    #[arg(long, conflicts_with_all = ["regex", "chart", "bits"])]
    pub(crate) json: bool,
    /// Width of the output in columns, at least 40 [env: COLUMNS, on a terminal] [default: that of the terminal]
    ///
    /// A chart always has 79.
    #[arg(long, value_name = "COLUMNS", conflicts_with = "json", hide_short_help = true)]
    pub(crate) width: Option<usize>,
}

/// List the encodings, and what each is for
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat list gbk",
    after_long_help = "\
Examples:
  placemat list
  placemat list --long
  placemat list gbk mutf-8
  placemat list --json | jq -r .name
  placemat list --instruction-sets"
)]
pub(crate) struct ListArgs {
    /// Show labels, code spaces and properties too
    #[arg(long, conflicts_with = "instruction_sets")]
    pub(crate) long: bool,
    /// Print a line of JSON for each encoding
    #[arg(long, conflicts_with_all = ["long", "instruction_sets"])]
    pub(crate) json: bool,
    /// Width of the output in columns, at least 40 [env: COLUMNS, on a terminal] [default: that of the terminal]
    #[arg(long, value_name = "COLUMNS", conflicts_with = "json", hide_short_help = true)]
    pub(crate) width: Option<usize>,
    /// List the instruction sets instead: which this CPU has, and which one is in use
    #[arg(long)]
    pub(crate) instruction_sets: bool,
    /// Encodings to describe [default: all]
    #[arg(value_name = "NAME", conflicts_with = "instruction_sets")]
    pub(crate) names: Vec<OsString>,
}

/// What becomes of what cannot be converted.
#[derive(Debug, Args)]
pub(crate) struct PolicyArgs {
    /// What to do with an invalid sequence
    #[arg(long, value_name = "POLICY", default_value = "strict", value_parser = on_error())]
    pub(crate) on_error: OnError,
    /// What to do with a code point that the output cannot hold
    #[arg(
        long,
        value_name = "POLICY",
        default_value = "strict",
        value_parser = on_unencodable(),
        hide_short_help = true,
    )]
    pub(crate) on_unencodable: OnUnencodable,
}

/// How files are replaced.
#[derive(Debug, Args)]
pub(crate) struct ReplaceArgs {
    /// Replace files that have other names (hard links) too; the other names keep the old text
    #[arg(long, hide_short_help = true)]
    pub(crate) break_hard_links: bool,
    /// Keep the access and modification times of each file; with -o, those of the one file that is read
    #[arg(long, hide_short_help = true)]
    pub(crate) preserve_times: bool,
}

impl ReplaceArgs {
    pub(crate) fn replace_options(&self) -> ReplaceOptions {
        let ReplaceArgs { break_hard_links, preserve_times } = *self;
        ReplaceOptions { break_hard_links, preserve_times }
    }
}

fn on_error() -> impl TypedValueParser<Value = OnError> {
    one_of(OnError::ALL, OnError::name, |policy| match policy {
        OnError::Strict => "Stop at the first one",
        OnError::Replace => "Write one U+FFFD for each maximal subpart, as browsers do",
        OnError::ReplaceByte => "Write one U+FFFD for each byte or code unit",
        OnError::ReplaceGeneralized => {
            "From utf-8: write one U+FFFD for each maximal subpart of generalized UTF-8, as Java does"
        }
        OnError::ReplaceSequence => {
            "From utf-8: write one U+FFFD for a lead byte and the bytes that it announces"
        }
        OnError::ReplaceRun => "Write one U+FFFD for a run of adjacent invalid sequences",
        OnError::Skip => "Write nothing; unsafe, because the text on both sides is joined",
        OnError::SurrogateEscape => "From utf-8: write U+DC00 + byte for each byte; the result is utf-8b",
        OnError::SurrogatePass => {
            "From utf-8: read an encoded surrogate as that surrogate; stop at any other invalid sequence"
        }
        OnError::Latin1 => "From utf-8: read each byte as ISO-8859-1",
        OnError::Cp1252 => "From utf-8: read each byte as Windows-1252",
        _ => "",
    })
}

fn on_unencodable() -> impl TypedValueParser<Value = OnUnencodable> {
    one_of(OnUnencodable::ALL, OnUnencodable::name, |policy| match policy {
        OnUnencodable::Strict => "Stop at the first",
        OnUnencodable::Replace => "Write U+FFFD, or `?` if the output cannot hold that either",
        OnUnencodable::ReplaceQmark => "Write `?`",
        OnUnencodable::EscapeRust => "Write an escape such as \\u{D800}",
        OnUnencodable::EscapeXml => "Write an escape such as &#xD800;",
        OnUnencodable::StrictRoundtrip => {
            "To utf-8b and optu-8: stop at escapes, too, that would be read back as characters"
        }
        OnUnencodable::PrivateUse => {
            "From and to corrected-utf-8: map C1 controls and surrogates to private-use characters"
        }
        _ => "",
    })
}

fn pairs() -> impl TypedValueParser<Value = Pairs> {
    one_of(Pairs::ALL, Pairs::name, |pairs| match pairs {
        Pairs::Join => "Write them as they are; counts as a loss unless you request it",
        Pairs::Error => "Stop at the first",
        Pairs::Replace => "Write U+FFFD for the trail surrogate",
        _ => "",
    })
}

fn endian() -> impl TypedValueParser<Value = Endian> {
    one_of(
        [Endian::Big, Endian::Little],
        |order| match order {
            Endian::Big => "big",
            Endian::Little => "little",
        },
        |order| match order {
            Endian::Big => "Most significant byte first",
            Endian::Little => "Least significant byte first",
        },
    )
}

fn dialect() -> impl TypedValueParser<Value = Dialect> {
    one_of(Dialect::ALL, Dialect::name, |dialect| match dialect {
        Dialect::Article => "For people, a line for each range of sequences",
        Dialect::Bytes => "For Rust's regex::bytes",
        Dialect::Latin1 => "For engines that match characters, over the bytes read as ISO-8859-1",
        _ => "",
    })
}

fn one_of<T>(
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
    help: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let all: Vec<T> = all.into_iter().collect();
    PossibleValuesParser::new(all.iter().map(|&one| PossibleValue::new(name(one)).help(help(one))))
        .try_map(move |wanted| all.iter().copied().find(|&one| name(one) == wanted).ok_or("unknown value"))
}

/// Parses the command line. If it asks for help or the version, or is wrong, prints that and returns the exit
/// status.
pub(crate) fn parse() -> Result<CommandLine, Status> {
    let error = match CommandLine::try_parse() {
        Ok(command_line) => return Ok(command_line),
        Err(error) => near::with_command(error),
    };
    // Messages quote arguments, so they are escaped like other messages.
    let text = escape_lines(&error.render().to_string());
    if error.use_stderr() {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        return Err(Status::Failed);
    }
    match print(&text) {
        Err(CommandError::Failed(message) | CommandError::Left(message)) => {
            say(message);
            Err(Status::Failed)
        }
        Err(CommandError::ClosedPipe) | Ok(()) => Err(Status::Complete),
    }
}

/// Prints a text to standard output.
pub(crate) fn print(text: &str) -> Result<(), CommandError> {
    Output::standard(&[])?.write(text.as_bytes())
}
