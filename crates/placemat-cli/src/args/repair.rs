//! The command line of `placemat repair`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueHint};
use placemat::repair::Fixes;

use super::{MannerArgs, NamingArgs, WalkArgs, one_of};
use crate::color::When;

/// Repair UTF-8 that was damaged in known ways, or preview the repair
#[derive(Debug, Args)]
#[command(
    override_usage = "\
placemat repair [OPTIONS] [PATH]...
       placemat repair --undo <FILE> [--json]",
    after_help = "Example: placemat repair --in-place --undo-log undo.log notes.txt",
    after_long_help = "\
Without --in-place and -o no file is written: each file that would change is named, with its changed \
lines before (-) and afterwards (+). Standard input alone is a filter: the repaired text goes to standard \
output, and the report to standard error, unless --dry-run is given. --diff writes a patch instead of the \
report. The result is always well-formed UTF-8: where a part is ill-formed \
that no fix in use applies to, the file stays as it is, and that part is named. To repair twice changes \
nothing more. A file that begins with the signature of another encoding is left alone, and the encoding \
is named; only the fix utf-16 applies to UTF-16.

Double encoding is undone only where every character that is no ASCII takes part, of the text or of the \
line, and the result is the likelier text: a text that only quotes `Ã©` stays. A mark, U+FEFF, is left \
out of that. A part of several bytes, or a byte at the end, may be what is left of a sequence that was \
cut: it is no legacy byte; nor is one of the five that Windows-1252 has no character for, nor any in a \
text that has bytes 00, or that looks like UTF-16 without them, or where most stand side by side, as in \
words of another script. Of files in \
folders that look binary only text in UTF-16 is repaired. Inputs are read in pieces. A large file is read as a \
whole, and takes several times its size in memory, only if it may be UTF-16 or doubly encoded, or if there is \
an undo log or a patch to write.

The fix legacy converts whole files from a legacy encoding, such as GBK or KOI8-R, if that is sure in the \
sense of `placemat detect --help`. Other files are left as they are, and the report says what to run. It is \
never part of `all`, and it applies before the others.

With --undo-log FILE the old bytes of each file are written there, and are on the disk, before the file \
is replaced; `--undo FILE` puts them back, in files that nobody has changed since. After a power cut the \
last lines may be of files that were not replaced, or be cut: to undo those does nothing. The log holds their \
absolute paths: it may be kept anywhere and undone from any folder, but the files have to be where they \
were. With --json an input that cannot be read, or not be written, has a line with `failed`, and \
--undo has a line for each line of the log, the last one first: `line` is its number, `outcome` is undone, \
undone-already, other (the file is neither what the repair made of it nor what it was) or failed. How \
files are replaced, `placemat convert --help` tells; what is read in folders and without a \
path, `placemat check --help`.

Exit status: 0 done, or nothing to do; 1 something would change, or was left; 2 wrong usage or an I/O \
error.

Examples:
  placemat repair export.txt
  placemat repair --in-place --undo-log undo.log src/
  placemat repair --undo undo.log
  placemat repair --fix default,legacy-bytes --in-place notes.txt
  placemat repair --fix default,legacy --in-place --undo-log undo.log old-site/
  placemat repair --fix all --color always dump.sql | less -R
  placemat repair < dirty.txt > clean.txt
  placemat repair --diff src/ | patch -p1"
)]
pub(crate) struct RepairArgs {
    /// What to repair, separated by commas
    #[arg(long = "fix", value_name = "NAME", value_delimiter = ',', value_parser = requested())]
    pub(crate) fixes: Vec<Requested>,
    /// Repair the files, in their places
    #[arg(long)]
    pub(crate) in_place: bool,
    /// Write the repaired text of a single input to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,
    /// Write nothing: only report what would be repaired, of standard input as well
    #[arg(long, conflicts_with_all = ["in_place", "output"], hide_short_help = true)]
    pub(crate) dry_run: bool,
    /// Write the repair as a patch, for `patch -p1`
    #[arg(long, conflicts_with_all = ["in_place", "output", "json", "excerpt", "brief", "max_edits", "width", "color", "quiet"])]
    pub(crate) diff: bool,
    /// Append to this file what --undo needs
    #[arg(long, value_name = "FILE", requires = "in_place")]
    pub(crate) undo_log: Option<PathBuf>,
    /// Undo what is in this log, the last first
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "fixes",
            "in_place",
            "output",
            "undo_log",
            "dry_run",
            "diff",
            "excerpt",
            "brief",
            "max_edits",
            "width",
            "break_hard_links",
            "preserve_times",
            "text",
            "skipped",
            "globs",
            "types",
            "hidden",
            "no_ignore",
            "follow",
            "threads",
            "files0_from",
            "stdin_filename",
            "paths"
        ]
    )]
    pub(crate) undo: Option<PathBuf>,
    /// Report as a line of JSON for each input
    #[arg(long, conflicts_with_all = ["excerpt", "brief", "width", "color"], hide_short_help = true)]
    pub(crate) json: bool,
    /// Show changed lines also of files that are written
    #[arg(long, hide_short_help = true)]
    pub(crate) excerpt: bool,
    /// Only a line for each file
    #[arg(long, conflicts_with = "excerpt", hide_short_help = true)]
    pub(crate) brief: bool,
    /// Tell only of what is left as it is, and of errors
    #[arg(short, long, conflicts_with_all = ["excerpt", "brief", "json", "undo"], hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Show at most so many changed lines of each file, 0 for all [default: 5; with --json 100 edits]
    #[arg(long, value_name = "N", conflicts_with = "brief", hide_short_help = true)]
    pub(crate) max_edits: Option<u64>,
    /// End with status 0 also if something would change, or was left as it is
    #[arg(long, hide_short_help = true, conflicts_with = "undo")]
    pub(crate) exit_zero: bool,
    /// Columns of a line [default: those of the terminal, or 80]
    #[arg(long, value_name = "COLUMNS", hide_short_help = true)]
    pub(crate) width: Option<usize>,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) color: When,
    #[command(flatten)]
    pub(crate) manner: MannerArgs,
    /// Repair files that look binary as well
    #[arg(short = 'a', long)]
    pub(crate) text: bool,
    /// Name the files that are skipped, on standard error
    #[arg(long, hide_short_help = true)]
    pub(crate) skipped: bool,
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

/// A fix of the library, or the one that converts legacy text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Requested {
    Fixes(Fixes),
    Legacy,
}

/// The name of the fix that converts legacy text.
pub(crate) const LEGACY: &str = "legacy";

fn requested() -> impl TypedValueParser<Value = Requested> {
    let named = Fixes::EACH.into_iter().chain([Fixes::DEFAULT, Fixes::ALL]).map(Requested::Fixes);
    let legacy = if cfg!(feature = "legacy") { Some(Requested::Legacy) } else { None };
    one_of(
        named.chain(legacy),
        |one| match one {
            Requested::Fixes(fix) => fix.name().unwrap_or_default(),
            Requested::Legacy => LEGACY,
        },
        |one| match one {
            Requested::Fixes(Fixes::ALL) if cfg!(feature = "legacy") => "All of these but `bom` and `legacy`",
            Requested::Fixes(fix) => help(fix),
            Requested::Legacy => {
                "A file whose legacy encoding is sure, such as GBK or KOI8-R, becomes UTF-8; never part of `all`"
            }
        },
    )
}

pub(super) fn fix() -> impl TypedValueParser<Value = Fixes> {
    let named = Fixes::EACH.into_iter().chain([Fixes::DEFAULT, Fixes::ALL]);
    one_of(named, |fix| fix.name().unwrap_or_default(), help)
}

/// Returns the help text of a fix.
fn help(fix: Fixes) -> &'static str {
    match fix {
        Fixes::CESU_8 => "A surrogate pair of CESU-8 or Modified UTF-8 becomes the character [default]",
        Fixes::C0_80 => "C0 80 of Modified UTF-8 becomes U+0000 [default]",
        Fixes::DOUBLE_ENCODING => "A text that was encoded twice, or more often, is decoded [default]",
        Fixes::DOUBLE_ENCODING_LINES => "The same, for each line by itself",
        Fixes::DOUBLE_BOM => "Several BOMs at the start, or one that was encoded twice, become one [default]",
        Fixes::BOM => "A BOM at the start is removed",
        Fixes::LONE_SURROGATES => "A surrogate without its other half becomes U+FFFD, which loses it",
        Fixes::LEGACY_BYTES => {
            "A byte that is no part of UTF-8 is read as Windows-1252; texts with bytes 00 are left alone"
        }
        Fixes::UTF_16 => "A text that is UTF-16 becomes UTF-8, without its mark",
        Fixes::DEFAULT => "What is repaired without --fix, to have more beside it",
        _ => "All of these but `bom`",
    }
}
