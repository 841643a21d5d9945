//! The command line of `placemat convert`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use placemat::Pairs;

use super::name::Offered;
use super::{ADVANCED, MannerArgs, NamingArgs, PolicyArgs, ReadingArgs, WalkArgs, pairs};

/// Convert text from one encoding to another
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat convert -f cesu-8 export.txt -o export.utf8.txt",
    after_long_help = "\
Several files are inputs of their own with one output that is one text, unless --in-place or --out-dir \
converts each by itself. Only a surrogate pair, and CR LF under --line-ends, may begin in one and end in the next: both are one. \
An option that cannot apply to the two encodings is wrong usage. Besides the encodings of `placemat list` there is `code-points`: U+0041 U+10FFFF …

Legacy encodings, such as gbk, shift_jis and koi8-r, are read and written as browsers do: their labels and tables are those of \
the WHATWG's Encoding Standard. Labels that mean an encoding of the family mean that here: latin1 is iso-8859-1 and ascii is us-ascii. \
Errors have the extent that the standard's decoder gives them. Policies that are only for UTF-8 do not apply. \
With -f auto the encoding of each input is detected, as `placemat detect` does it. A note names a legacy encoding \
that was detected, and how confident that is. With --in-place and --out-dir a file is not converted unless its \
encoding is sure; --force converts it.

A file is replaced by a temporary one beside it, .placemat-*.tmp, when everything is written: whatever \
happens, it is the old one or the new one, with owner, mode (but for set-user-ID, set-group-ID and the \
sticky bit), access control list and extended attributes \
of the old one. One that cannot be converted stays as it is, and the others are converted nevertheless; \
one whose text would not change is not touched. What is read in folders, `placemat check --help` tells; where \
--from is UTF-16 or UTF-32, a file there looks binary if its first 8 KiB would have U+0000, or many controls \
and characters for private use.

A file is synced before it takes its name, and its folder afterwards, where the system syncs folders; so is \
the folder around one that --out-dir creates. After a power cut a file is the old one or the new one, and \
the new one if the run had ended or told of it. Beside it may be a .placemat-*.tmp, which the next run that \
begins a file in the folder removes. Where syncing a folder fails, a message tells so, and the status is 2.

With --in-place and --out-dir a file that contradicts --from is not converted, even if it is named, and the \
status is 1. These contradict it: a file that begins with the signature of another encoding; where --from is UTF-16 or UTF-32 and \
there is no BOM, UTF-8 or nearly that, ASCII, also with some bytes 00 in it, and the other byte order; where --from \
is another encoding, valid UTF-8 with characters that it reads as others; where --from is an encoding of single bytes or \
falls back to one, also what is nearly UTF-8; and a file that is in the encoding of --to already, as after an earlier run: it is \
text in --to, and hardly in --from; and a file that is surely in another legacy encoding. So a second run changes nothing, also with --on-error replace. --force converts such files.

Not everything is told by the bytes. A second run converts again what no byte tells from --from: a text of a few \
characters, Latin script in utf-8-mod, and corrected-utf-8 (with its magic number, as corrected-utf-8-document, it is told). \
Single-byte encodings for the same script are seldom told from each other. A binary file that is named is converted, and a small one of random bytes \
may look like UTF-16 also in a folder. Where --from is a frame or code-points, what looks binary in a folder is \
not skipped: it is mostly ill-formed then. So --dry-run names what would be converted, and --undo-log keeps what the files \
were, in the log that `placemat repair --undo` reads, before they are replaced.

With --json each input has one line on standard error, and nothing else is written there but messages of I/O \
errors and of wrong usage. Behind an input that stops the conversion to one output, the others have none. With \
--in-place and --out-dir `converted` tells whether a file was written, or would be. `failed` is what stopped the conversion: an ill-formed part, a code point that the \
output cannot hold, an I/O error (its kind is `io`, and it has the `message`), or bytes that contradict --from (its kind is \
`other-encoding`, and `encoding` is the one that the file looks like). `skipped` is `binary` for a file in a folder that looks binary, `trailing` is the number of \
bytes after a frame, and from Corrected UTF-8 `reserved_count` is the number of sequences reserved for future \
use. In a dry run `written` is the number of bytes that would be written. What stopped the conversion has its \
line and column, counted as `placemat check` counts them, and so has the first part that a policy met. On a pipe \
they are known within the first 8 MiB, and only for UTF-8 and encodings like it; an error in a frame or in a \
list of code points has none.

Exit status: 0 converted, with no loss but what a policy on the command line asked for (with --fail-on-loss, \
with no loss at all); 1 not converted, or not to its end, or surrogates were joined to a pair without --pairs, or \
bytes follow a frame, which are not read, and not thrown away with --in-place; 2 wrong usage or an I/O error.

Examples:
  placemat convert -f utf-16 -t utf-8 notes.txt -o notes.utf8.txt
  placemat convert -f utf-8-or-windows-1252 --in-place --dry-run src/ --glob '*.java'
  placemat convert -f gbk notes.txt -o notes.utf8.txt
  placemat convert -f auto --in-place --undo-log undo.log src/
  placemat convert -f cesu-8 --out-dir converted/ exports/
  placemat convert --bom strip --line-ends lf --in-place docs/
  placemat convert -f mutf-8-writeutf -t code-points < name.bin
  placemat convert -f utf-8 --on-error replace -t utf-8 < dirty.txt > clean.txt
  placemat convert -t iso-8859-1 --on-unencodable escape-xml page.html
  echo 'U+D83D U+DCA9' | placemat convert -f code-points -t wtf-8"
)]
pub(crate) struct ConvertArgs {
    /// Encoding of the inputs, or `auto`
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "utf-8",
        value_parser = Offered::sources(),
        hide_possible_values = true,
    )]
    pub(crate) from: OsString,
    /// Encoding of the output
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "utf-8",
        value_parser = Offered::targets(),
        hide_possible_values = true,
    )]
    pub(crate) to: OsString,
    #[command(flatten)]
    pub(crate) policies: PolicyArgs,
    /// What to do with surrogates that would be read back as one code point [default: join]
    #[arg(long, value_name = "HOW", value_parser = pairs(), hide_short_help = true, help_heading = ADVANCED)]
    pub(crate) pairs: Option<Pairs>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Copy what Corrected UTF-8 reserves for future use, FE and FF with what belongs to them, from it and to it
    ///
    /// Other policies do not apply to it, and it is no loss.
    #[arg(long, hide_short_help = true, help_heading = ADVANCED)]
    pub(crate) pass_reserved: bool,
    /// Exit with 1 also if all that was lost is what --on-error, --on-unencodable or --pairs asked for
    #[arg(long, hide_short_help = true)]
    pub(crate) fail_on_loss: bool,
    /// Report on standard error, as a line of JSON for each input
    #[arg(long, hide_short_help = true)]
    pub(crate) json: bool,
    /// Leave out notes, warnings, counts and hints
    #[arg(short, long, hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Write to this file; `-` is standard output
    ///
    /// It is replaced when everything is written.
    #[arg(short, long, value_name = "FILE", conflicts_with = "separate")]
    pub(crate) output: Option<PathBuf>,
    /// Convert each file by itself, in its place
    #[arg(long, group = "separate")]
    pub(crate) in_place: bool,
    /// Convert each file by itself, into this folder
    ///
    /// Each keeps its name, and those of a folder go into folders as there.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, group = "separate")]
    pub(crate) out_dir: Option<PathBuf>,
    /// Write nothing, and say what would be done
    #[arg(long, requires = "separate")]
    pub(crate) dry_run: bool,
    /// Convert also files whose bytes contradict --from
    #[arg(long, requires = "separate", hide_short_help = true)]
    pub(crate) force: bool,
    /// Append to this file what `placemat repair --undo` needs to bring the old files back
    #[arg(long, value_name = "FILE", requires = "in_place", hide_short_help = true)]
    pub(crate) undo_log: Option<PathBuf>,
    /// What to do with a mark, U+FEFF, at the front
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub(crate) bom: Bom,
    /// What to do with line ends
    #[arg(long, value_name = "HOW", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) line_ends: LineEnds,
    #[command(flatten)]
    pub(crate) manner: MannerArgs,
    /// In folders, convert also files that look binary
    #[arg(short = 'a', long, requires = "separate", hide_short_help = true)]
    pub(crate) text: bool,
    /// Name the files that are skipped
    #[arg(long, requires = "separate", hide_short_help = true)]
    pub(crate) skipped: bool,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) naming: NamingArgs,
    /// Inputs; `-` and no file are standard input
    ///
    /// With --in-place and --out-dir also folders.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<OsString>,
}

/// What becomes of a mark, U+FEFF, at the front of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bom {
    /// As the encodings say: utf-16, utf-32 and utf-8-sig read and write one, instead of one that the input has as
    /// bytes; to others it is a character
    #[default]
    Keep,
    /// None is written; utf-16 and utf-32 are big-endian then. A magic number is no such mark, and stays
    Strip,
    /// One is written, whether or not there was one
    Add,
}

/// What becomes of line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineEnds {
    /// They stay as they are
    #[default]
    Keep,
    /// U+000D U+000A becomes U+000A
    Lf,
    /// U+000A becomes U+000D U+000A, where it is not that already
    Crlf,
}
