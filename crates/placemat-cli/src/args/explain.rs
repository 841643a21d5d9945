//! The command line of `placemat explain`.

use std::ffi::OsString;

use clap::{Args, ValueEnum, ValueHint};
use placemat::{Codec, Encoding, Endian};

use super::endian;
use super::name::Offered;
use crate::color::When;
use crate::explain::place::Place;
use crate::show::is_hostile;

/// Show the bytes and bits of each character, its number (code point) and its name
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat explain 'é💩'",
    after_long_help = "\
Each sequence has a row with its offset, bytes, code point, character and name, and a row with the \
bits of each byte: the bits that mark a byte stand before `·`, and those that belong to the code \
point after it. If an encoding adds a number to the bits, the row shows it. With --base octal, \
digits have three bits; with --base binary, the bytes themselves are written in bits.

An invalid sequence has the reason, the value that a decoder would read that only masks bits, and \
what each policy makes of it. A code unit of UTF-16 or UTF-32 has its value.

With --json, each line has `version`, `role` (sequence, mark, frame or ill-formed), `offset`, \
`length` and `hex`. A sequence also has `code_point`, `name`, `category` and `block`. An invalid \
sequence has its `kind`, `masked` (the value that a decoder would read that only masks bits), and \
`unit` (the value of a unit of several bytes). The first of several adjacent invalid sequences has \
in `run` the number of their bytes, and in `policies` the code points that each policy makes of \
them all, null for an error. Of a sequence of more than 1024 bytes, `hex` and `policies` have the \
first 1024.

Exit status: 0 everything is valid; 1 something is invalid, or an encoding cannot hold the text; 2 \
wrong usage or an I/O error.

Examples:
  placemat explain 'é💩'
  placemat explain U+1F4A9
  placemat explain --at 12:7 export.txt
  placemat explain --hex 'C0 AF ED A0 BD'
  placemat explain -e cesu-8 export.txt | less
  placemat explain --text '€' --all
  placemat explain --json names.txt | jq -r .name
  placemat explain --text 'é' --base octal --seen-as windows-1252"
)]
pub(crate) struct ExplainArgs {
    /// Encoding of the input, and of --text; `auto` detects the encoding of a file
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "utf-8",
        value_parser = Offered::explained(),
        hide_possible_values = true,
    )]
    pub(crate) encoding: OsString,
    /// Explain this text
    #[arg(long, value_name = "TEXT", value_hint = ValueHint::Other, conflicts_with_all = ["hex", "file"])]
    pub(crate) text: Option<OsString>,
    /// Explain these bytes, in hexadecimal
    #[arg(long, value_name = "HEX", value_hint = ValueHint::Other, conflicts_with = "file")]
    pub(crate) hex: Option<OsString>,
    /// Show the text in every encoding of the UTF-8 family, side by side
    #[arg(long)]
    pub(crate) all: bool,
    /// Print a line of JSON for each sequence
    #[arg(long, conflicts_with_all = ["all", "base", "seen_as", "width", "color"])]
    pub(crate) json: bool,
    /// How to write the bytes
    #[arg(long, value_name = "BASE", value_enum, default_value_t)]
    pub(crate) base: Base,
    /// Show what software would display that reads the bytes in this encoding
    #[arg(long, value_name = "ENC", value_enum, conflicts_with = "all", hide_short_help = true)]
    pub(crate) seen_as: Option<SeenAs>,
    /// Width of the output in columns [env: COLUMNS] [default: that of the terminal, or 80]
    ///
    /// It is at least 40.
    #[arg(long, value_name = "COLUMNS", hide_short_help = true)]
    pub(crate) width: Option<usize>,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    pub(crate) color: When,
    /// Exit with 0 even if something is invalid
    #[arg(long, hide_short_help = true)]
    pub(crate) exit_zero: bool,
    /// Byte order of `utf-16` and `utf-32` without a BOM [default: big]
    #[arg(long, value_name = "ORDER", value_parser = endian(), hide_short_help = true)]
    pub(crate) default_endian: Option<Endian>,
    /// Explain only what is around this byte offset, or LINE:COLUMN as `check` shows it
    ///
    /// The sequence at that place has `>` after its offset.
    #[arg(long, value_name = "PLACE", conflicts_with = "all")]
    pub(crate) at: Option<Place>,
    /// File, text or code points, such as U+1F4A9 [default: stdin]
    ///
    /// If a file of that name exists, it is read; `-` is standard input. Anything else is explained as text
    /// unless it is ASCII: use --text for that.
    #[arg(value_name = "FILE|TEXT", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<OsString>,
}

/// How to write bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Base {
    /// Two digits
    #[default]
    Hex,
    /// Three digits; a trail byte of UTF-8 is 2 and its six bits
    Octal,
    /// Eight digits
    Binary,
    /// Up to three digits
    Decimal,
}

impl Base {
    pub(crate) const fn digits(self) -> usize {
        match self {
            Base::Hex => 2,
            Base::Octal | Base::Decimal => 3,
            Base::Binary => 8,
        }
    }
}

/// What other software takes bytes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SeenAs {
    /// Latin-1
    #[value(name = "iso-8859-1")]
    Iso8859_1,
    /// Of Windows in the West
    #[value(name = "windows-1252")]
    Windows1252,
    /// Of DOS
    #[value(name = "cp437")]
    Cp437,
}

impl SeenAs {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            SeenAs::Iso8859_1 => "iso-8859-1",
            SeenAs::Windows1252 => "windows-1252",
            SeenAs::Cp437 => "cp437",
        }
    }

    /// Returns a byte as it is displayed; a control is a middle dot.
    pub(crate) fn shown(self, byte: u8) -> char {
        let encoding = match self {
            SeenAs::Iso8859_1 => Encoding::Iso8859_1,
            SeenAs::Windows1252 => Encoding::Windows1252,
            SeenAs::Cp437 => {
                let high = byte
                    .checked_sub(0x80)
                    .map(|high| oem_cp::code_table::DECODING_TABLE_CP437[usize::from(high)]);
                // DOS displays other characters for controls.
                return high.unwrap_or(if byte.is_ascii_control() { '·' } else { char::from(byte) });
            }
        };
        let decoded = encoding.decode_next(&[byte], true).ok();
        let character = decoded.and_then(|decoded| char::from_u32(decoded.code_point));
        character.filter(|&character| !is_hostile(character)).unwrap_or('·')
    }
}
