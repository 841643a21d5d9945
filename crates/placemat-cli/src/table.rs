//! `placemat table`.

use std::fmt::Write;

use placemat::table::{Row, Standing};
use placemat::{Codec, Encoding};

use crate::args::{self, TableArgs};
use crate::names;
use crate::status::Trouble;

/// Prints the table of an encoding.
pub(crate) fn run(args: &TableArgs) -> Result<(), Trouble> {
    let encoding = names::encoding(&args.encoding)?;
    args::print(&rows(encoding))
}

/// The rows, and below them what is excluded.
fn rows(encoding: Encoding) -> String {
    let table = encoding.facts().table;
    let digits = (table.unit_bits() / 4) as usize;
    let lines: Vec<[String; 4]> =
        table.rows().iter().chain(table.excluded()).map(|row| cells(row, digits)).collect();
    let width = |column: usize| lines.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
    let (sequences, code_points, count) = (width(0), width(1), width(2));
    let mut text = format!("{encoding}, {}-bit units\n", table.unit_bits());
    for [a, b, c, d] in &lines {
        let _ = writeln!(text, "  {a:<sequences$}   {b:<code_points$}   {c:>count$}   {d}");
    }
    text
}

/// Sequences, code points, how many, and what the row is to the encoding.
fn cells(row: &Row, digits: usize) -> [String; 4] {
    let (first, last) = row.sequences();
    let sequence =
        |units: &[u32]| units.iter().map(|unit| format!("{unit:0digits$X}")).collect::<Vec<_>>().join(" ");
    let (first_cp, last_cp) = row.code_points();
    let standing = match row.standing() {
        Standing::Both => "read and written".to_owned(),
        Standing::DecodeOnly => "only read".to_owned(),
        Standing::Excluded(kind) => format!("ill-formed: {}", kind.describe()),
    };
    [
        format!("{} … {}", sequence(first), sequence(last)),
        format!("U+{first_cp:04X} … U+{last_cp:04X}"),
        row.count().to_string(),
        standing,
    ]
}
