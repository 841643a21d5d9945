//! The command line of `placemat convert`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use placemat::Pairs;

use super::name::Offered;
use super::{ADVANCED, NamingArgs, PolicyArgs, ReadingArgs, ReplaceArgs, WalkArgs, pairs};

/// Convert text from one encoding to another
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat convert -f cesu-8 export.txt -o export.utf8.txt",
    after_long_help = "\
Several files become one output, as if they were one text, unless --in-place or --out-dir converts \
each file by itself. A surrogate pair, and CR LF under --line-ends, may begin in one file and end \
in the next. The bytes of a character may not: `cat FILE... | placemat convert` joins files that \
were split between them.

Besides the encodings of `placemat list` there is `code-points`, a list such as U+0041 U+10FFFF. \
An option that has no effect on the two encodings is wrong usage.

Legacy encodings, such as gbk, shift_jis and koi8-r, are read and written as browsers do, by the \
tables and labels of the WHATWG Encoding Standard. So shift_jis and euc-jp write ¥ as 5C, which is \
a backslash when it is read, and the signs ‾ and − as others; iso-2022-jp writes half-width katakana \
as full-width. A note counts such characters, and --fail-on-loss fails. The names that Oracle, MySQL \
and Java use are known too, and the numbers of code pages of Windows, such as 1251. The code pages of \
DOS, such as cp850 and cp437, are read and written by the tables of Windows. With -f utf-16le-bom, the \
BOM says which byte order it is; -t utf-16le-bom writes one. A label that is also a name of the UTF-8 \
family means the family's encoding: latin1 is iso-8859-1, and ascii is us-ascii. Policies that are \
defined only for UTF-8 cannot be used with legacy encodings.

With -f auto, the encoding of each input is detected as by `placemat detect`, and a note names an \
encoding that may be wrong, and how sure it is. Damaged UTF-8 is read as UTF-8. Text in an \
encoding that placemat does not know, such as EBCDIC, is not converted, nor is text in several \
encodings. With --in-place and --out-dir, a file is converted only if its encoding is sure, and with \
-o, if it is at least likely, unless --force is given. With --in-place, neither is one for which \
.editorconfig or .gitattributes declares another encoding.

A file is replaced only when its new content is complete: it is written to .placemat-*.tmp in the \
same directory, which then takes the name of the old file. A crash leaves the old file or the new \
one, never a mixture. The new file keeps the owner, the mode (without the set-user-ID, \
set-group-ID and sticky bits), the access control list and the extended attributes. A file that \
cannot be converted stays as it is, and the other files are still converted. A file whose text \
would not change is not touched. `placemat check --help` describes which files of a directory are \
read. If --from is UTF-16 or UTF-32, a file in a directory is skipped as binary if its first 8 KiB \
would contain U+0000, or many control and private-use characters.

Each new file is synced to the disk before it gets its name, and its directory afterwards, where \
the system can do that. If a power cut leaves a .placemat-*.tmp, your next run in that directory \
removes it. If a directory cannot be synced, a message says so, and the status is 2.

With --in-place and --out-dir, a file whose bytes contradict --from is not converted, even if it \
is named, and the status is 1. A file contradicts --from if it begins with the signature of \
another encoding; if it is valid UTF-8 that --from would read as other text; if it is surely in \
another legacy encoding, or likely in one, and hardly text in --from; or if it is already in the \
encoding of --to, for example after an earlier run. If --from is UTF-16 or UTF-32 without a BOM, so \
do UTF-8, nearly valid UTF-8, ASCII with a few bytes 00, numbers and other data, and the other byte \
order. If --from is a single-byte encoding, so does nearly valid UTF-8; if it is \
utf-8-or-windows-1252 or utf-8-or-iso-8859-1, so does text that is UTF-8 in part. A second run therefore changes nothing, also with --on-error replace. \
--force converts such files.

With -o FILE, nothing is written if the first 1 MiB of an input, or what arrives first on a pipe, \
contradicts --from, unless --force is given. To standard output, everything is converted, and a \
warning names the encoding that the input looks like; the status does not change. With \
--fail-on-loss, such an input is not converted, and the status is 1.

A note says so if XML, HTML, CSS or a comment for Emacs, Vim or Python declares an encoding at the \
start of a text that is wrong after the conversion. The declaration is not changed.

Some contradictions cannot be detected: texts of a few characters, utf-8-mod in Latin script, \
corrected-utf-8 without its magic number, and single-byte encodings for the same script. A small \
file of random bytes may look like UTF-16. Use --dry-run to see what would be converted, and \
--undo-log to be able to restore the old files with `placemat repair --undo`.

With --in-place and --out-dir, a binary file is not converted unless --text is given. In a \
directory it is skipped. If it is named, the status is 1. It looks binary if it has a byte 00 in its \
first 8 KiB and is read as single bytes, or begins as a PNG, a PDF or a program does, for example. A \
named file that is read as UTF-8 is refused only if --on-error would replace bytes of it.

With --json, each input has one line on standard error. `failed` is what stopped the conversion: \
an invalid sequence, a code point that the output cannot hold, an I/O error (kind `io`, with a \
`message`), or a contradiction (kind `other-encoding`, where `encoding` is what the file looks \
like). `converted` is true if a file was written, or would be; `written` is the number of bytes. \
`skipped` is `binary` for a binary file in a directory, and `trailing` is the number of bytes \
after a frame. From Corrected UTF-8, `reserved_count` is the number of sequences reserved for \
future use. Lines and columns are counted as by `placemat check`. On a pipe they are known only \
within the first 8 MiB, and only for UTF-8 and similar encodings. docs/json.md describes every \
field.

Exit status: 0 everything was converted, and nothing was lost except by a policy that you chose \
(with --fail-on-loss, nothing at all); 1 something was not converted, surrogates were joined to a \
pair without --pairs, or bytes that follow a frame were not read; 2 wrong usage or an I/O error.

Examples:
  placemat convert -f utf-16 -t utf-8 notes.txt -o notes.utf8.txt
  placemat convert -f utf-8-or-windows-1252 --in-place --dry-run src/ --glob '*.java'
  placemat convert -f gbk notes.txt -o notes.utf8.txt
  placemat convert -f auto --in-place --undo-log undo.log src/
  placemat convert -f cesu-8 --out-dir converted/ exports/
  placemat convert --bom strip --line-ends lf --in-place docs/
  placemat convert -f mutf-8-writeutf -t code-points < name.bin
  placemat convert -f utf-8 --on-error replace -t utf-8 < damaged.txt > valid.txt
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
    /// What to do with two surrogates that a reader would take for one character [default: join]
    #[arg(long, value_name = "HOW", value_parser = pairs(), hide_short_help = true, help_heading = ADVANCED)]
    pub(crate) pairs: Option<Pairs>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Copy sequences that Corrected UTF-8 reserves for future use, FE and FF with their trail bytes
    ///
    /// They are copied only between encodings of Corrected UTF-8. Policies do not apply to them, and they do
    /// not count as a loss.
    #[arg(long, hide_short_help = true, help_heading = ADVANCED)]
    pub(crate) pass_reserved: bool,
    /// Exit with 1 if anything was lost, even by a policy that you chose
    ///
    /// Nothing is then written from an input that contradicts --from, to standard output either.
    #[arg(long, hide_short_help = true)]
    pub(crate) fail_on_loss: bool,
    /// Report a line of JSON for each input, on standard error
    #[arg(long, hide_short_help = true)]
    pub(crate) json: bool,
    /// Print no notes, warnings, counts and hints
    #[arg(short, long, hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Write to this file; `-` is standard output
    ///
    /// The file is replaced when the output is complete.
    #[arg(short, long, value_name = "FILE", conflicts_with = "separate", group = "to_file")]
    pub(crate) output: Option<PathBuf>,
    /// Convert each file by itself, and replace it
    #[arg(long, groups = ["separate", "to_file"])]
    pub(crate) in_place: bool,
    /// Convert each file by itself, into this directory
    ///
    /// Files keep their names, and files of a directory keep their relative paths.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, groups = ["separate", "to_file"])]
    pub(crate) out_dir: Option<PathBuf>,
    /// Write nothing; report what would be done
    #[arg(long, requires = "separate")]
    pub(crate) dry_run: bool,
    /// Convert files even if their bytes contradict --from
    #[arg(long, requires = "to_file", hide_short_help = true)]
    pub(crate) force: bool,
    /// With `-f auto`, also convert files for which .editorconfig or .gitattributes declares another encoding
    #[arg(long, requires = "in_place", hide_short_help = true)]
    pub(crate) no_config: bool,
    /// Append to this file what `placemat repair --undo` needs to restore the old files
    #[arg(long, value_name = "FILE", requires = "in_place", hide_short_help = true)]
    pub(crate) undo_log: Option<PathBuf>,
    /// What to do with a byte order mark (BOM) at the start
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub(crate) bom: Bom,
    /// What to do with line ends
    #[arg(long, value_name = "HOW", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) line_ends: LineEnds,
    #[command(flatten)]
    pub(crate) replace_options: ReplaceArgs,
    /// Convert files even if they look binary
    #[arg(short = 'a', long, requires = "separate", hide_short_help = true)]
    pub(crate) text: bool,
    /// List the files that are skipped
    #[arg(long, requires = "separate", hide_short_help = true)]
    pub(crate) skipped: bool,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) naming: NamingArgs,
    /// Input files; standard input if there are none, or for `-`
    ///
    /// With --in-place and --out-dir, they may be directories.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<OsString>,
}

/// What happens to a byte order mark at the start of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bom {
    /// Let the encodings decide: utf-16, utf-32 and utf-8-sig read and write one; in others it is a
    /// character. With `-f auto`, UTF-8 that stays UTF-8 keeps it
    #[default]
    Keep,
    /// Write none, however many the input has; utf-16 and utf-32 are big-endian then. A magic number stays
    Strip,
    /// Write one, however many the input has
    Add,
}

/// What happens to line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineEnds {
    /// Leave them as they are
    #[default]
    Keep,
    /// Replace CR LF by LF; also CR CR LF, which is a line end that was converted twice
    Lf,
    /// Replace LF by CR LF, unless it follows a CR; CR CR LF becomes CR LF
    Crlf,
}
