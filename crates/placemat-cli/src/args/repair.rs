//! The command line of `placemat repair`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueHint};
use placemat::repair::Fixes;

use super::name::Offered;
use super::{NamingArgs, ReplaceArgs, WalkArgs, one_of};
use crate::color::When;

/// Repair UTF-8 that was damaged in known ways, or preview the repair
#[derive(Debug, Args)]
#[command(
    override_usage = "\
placemat repair [OPTIONS] [PATH]...
       placemat repair --undo <FILE> [--json]",
    after_help = "Example: placemat repair --in-place --undo-log undo.log notes.txt",
    after_long_help = "\
Without --in-place and -o, no file is written: the report names each file that would change, with \
its changed lines before (-) and after (+). If standard input is the only input, the command is a \
filter: the repaired text goes to standard output, and the report to standard error. Text that \
cannot be repaired is passed on as it is, with exit status 1. Nothing is written before the input \
ends: until then, all of it is kept in a temporary file. --diff writes a patch instead of the report.

The result of a repair is always valid UTF-8, and to repair it again changes nothing. If no chosen \
fix applies to an invalid sequence, the file stays as it is, and the report names the sequence. A \
file that begins with the signature of another encoding is left alone, and the report names the \
encoding; only the fix utf-16 applies to UTF-16.

Double encoding is undone only if every character beyond ASCII, of the text or of the line, takes \
part in it, and the result is the likelier text. A text about single letters such as `Ã©` stays as \
it is, but not one that shows a damaged word, such as \"schÃ¶n\": leave such files out by \
--glob '!NAME'. A BOM does not count.

A byte is read as Windows-1252 only if it cannot be the rest of a sequence that was cut: several \
bytes that begin a sequence, and a byte at the end, or at the end of a line if other characters \
begin with it, are left alone. So are the five bytes for which Windows-1252 has no character, and \
texts with letters of UTF-8 that Windows-1252 lacks, as in Polish, that have bytes 00, that look \
like UTF-16 without them, that look like another legacy encoding, that have many controls, in \
which most such bytes are adjacent, as in words of another script, or in which many would be \
signs within words, as letters of DOS would. Text that is only partly UTF-16 is left alone, \
too.

A file for which .editorconfig or .gitattributes declares another encoding than UTF-8 counts as \
unchanged, unless --no-config is given.

In directories, binary files are skipped, and text in UTF-16 if the fix `utf-16` is not in use. \
Files are read in pieces. A large file is read as a whole, and takes several times its size in \
memory, only if it may be UTF-16 or doubly encoded, if bytes of it may be in a legacy encoding and \
the fixes for these are in use, or if there is an undo log or a patch to write.

The fix legacy converts whole files from a legacy encoding, such as GBK or KOI8-R, if that \
encoding is sure, as `placemat detect --help` defines it. Other files stay as they are, and the \
report says what to run. The fix applies before the others, and is not part of `all`.

--legacy-lines ENC is for a text of which some lines are UTF-8 and others are in one legacy encoding, \
such as a log of two programs. It converts the lines that are not UTF-8 from ENC; --fix applies to \
the others. Words that are clearly UTF-8 stay as they are within such lines, if ENC has single \
bytes. If a line is less clear, or the lines are surely in another encoding, the file stays as it \
is. All of the file is held in memory.

With --undo-log FILE, the old bytes of each file are on the disk before the file is replaced. \
`--undo FILE` restores them in files that have not changed since, from any directory: the log has \
absolute paths. After a power cut, the last lines of the log may be incomplete, or belong to files \
that were not replaced; to undo those does nothing.

With --json, an input that cannot be read or written has a line with `failed`. --undo writes a \
line for each line of the log, the last one first: `line` is its number, and `outcome` is \
`undone`, `undone-already`, `other` (the file is neither what the repair made of it nor what it \
was) or `failed`. docs/json.md describes every field. `placemat convert --help` describes how \
files are replaced, and `placemat check --help` which files are read.

Exit status: 0 done, or nothing to do; 1 something would change, or a file is left as it is, also \
because it has several names (hard links), or was changed after the repair that --undo restores; 2 \
wrong usage or an I/O error.

Examples:
  placemat repair export.txt
  placemat repair --in-place --undo-log undo.log src/
  placemat repair --undo undo.log
  placemat repair --fix default,legacy-bytes --in-place notes.txt
  placemat repair --fix default,legacy --in-place --undo-log undo.log old-site/
  placemat repair --legacy-lines windows-1251 --in-place server.log
  placemat repair --fix all --color always dump.sql | less -R
  placemat repair < damaged.txt > repaired.txt
  placemat repair --diff src/ | patch -p1"
)]
pub(crate) struct RepairArgs {
    /// What to repair, separated by commas
    #[arg(long = "fix", value_name = "NAME", value_delimiter = ',', value_parser = requested())]
    pub(crate) fixes: Vec<Requested>,
    /// Also convert each line that is not UTF-8 from this legacy encoding, such as windows-1251
    #[arg(long, value_name = "ENC", value_parser = Offered::legacy(), hide_possible_values = true, hide_short_help = true)]
    pub(crate) legacy_lines: Option<OsString>,
    /// Replace the files by the repaired ones
    #[arg(long)]
    pub(crate) in_place: bool,
    /// Write the repaired text of a single input to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,
    /// Write nothing; report what would be repaired, also by --in-place, and in standard input
    #[arg(long, conflicts_with = "output", hide_short_help = true)]
    pub(crate) dry_run: bool,
    /// Also repair files for which .editorconfig or .gitattributes declares an encoding other than UTF-8
    #[arg(long, hide_short_help = true)]
    pub(crate) no_config: bool,
    /// Write the repair as a patch, for `patch -p1`
    #[arg(long, conflicts_with_all = ["in_place", "output", "json", "excerpt", "brief", "max_edits", "width", "color", "quiet"])]
    pub(crate) diff: bool,
    /// Append to this file what --undo needs
    #[arg(long, value_name = "FILE", requires = "in_place")]
    pub(crate) undo_log: Option<PathBuf>,
    /// Restore the files that this log has, the last one first
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "fixes",
            "legacy_lines",
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
    /// Report a line of JSON for each input
    #[arg(long, conflicts_with_all = ["excerpt", "brief", "width", "color"], hide_short_help = true)]
    pub(crate) json: bool,
    /// Show changed lines even of files that are written
    #[arg(long, hide_short_help = true)]
    pub(crate) excerpt: bool,
    /// Print only one line for each file
    #[arg(long, conflicts_with = "excerpt", hide_short_help = true)]
    pub(crate) brief: bool,
    /// Report only what could not be repaired, and errors
    #[arg(short, long, conflicts_with_all = ["excerpt", "brief", "json", "undo"], hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Show at most N changed lines of each file, 0 for all [default: 5; with --json 100 edits]
    #[arg(long, value_name = "N", conflicts_with = "brief", hide_short_help = true)]
    pub(crate) max_edits: Option<u64>,
    /// Exit with 0 even if something would change, or could not be repaired
    #[arg(long, hide_short_help = true, conflicts_with = "undo")]
    pub(crate) exit_zero: bool,
    /// Width of the report in columns [env: COLUMNS] [default: that of the terminal, or 80]
    ///
    /// If standard output is not a terminal, only changed lines have the width of COLUMNS, or 80 columns, and
    /// other lines are not wrapped.
    #[arg(long, value_name = "COLUMNS", hide_short_help = true)]
    pub(crate) width: Option<usize>,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) color: When,
    #[command(flatten)]
    pub(crate) replace_options: ReplaceArgs,
    /// Repair files even if they look binary
    #[arg(short = 'a', long)]
    pub(crate) text: bool,
    /// List the files that are skipped, on standard error
    #[arg(long, hide_short_help = true)]
    pub(crate) skipped: bool,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) naming: NamingArgs,
    /// Files and directories, `-` for standard input [default: `.`]
    ///
    /// If standard input is a pipe, a socket or a regular file, it is the default instead. --in-place
    /// needs a path.
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
            Requested::Fixes(Fixes::ALL) if cfg!(feature = "legacy") => {
                "All of these except `bom` and `legacy`"
            }
            Requested::Fixes(fix) => help(fix),
            Requested::Legacy => {
                "Convert files whose legacy encoding is sure, such as GBK or KOI8-R; not part of `all`"
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
        Fixes::CESU_8 => "Replace a surrogate pair of CESU-8 or Modified UTF-8 by its character [default]",
        Fixes::C0_80 => "Replace C0 80 of Modified UTF-8 by U+0000 [default]",
        Fixes::DOUBLE_ENCODING => "Decode a text that was encoded twice or more often [default]",
        Fixes::DOUBLE_ENCODING_LINES => "Decode each line that was encoded twice or more often",
        Fixes::DOUBLE_BOM => {
            "Replace several BOMs at the start, or one that was encoded twice, by one [default]"
        }
        Fixes::BOM => "Remove a BOM at the start",
        Fixes::LONE_SURROGATES => "Replace a lone surrogate by U+FFFD, which loses it",
        Fixes::LEGACY_BYTES => {
            "Read a byte that is not valid UTF-8 as Windows-1252, except in texts with bytes 00"
        }
        Fixes::UTF_16 => "Convert a text in UTF-16 to UTF-8, without its BOM",
        Fixes::DEFAULT => "What is repaired without --fix; name it to add others",
        _ => "All of these except `bom`",
    }
}
