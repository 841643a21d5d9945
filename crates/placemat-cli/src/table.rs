//! `placemat table`.

mod bits;
mod rows;

use placemat::Encoding;
use placemat::java::Frame;
use placemat::views::Chart;
use placemat::views::Listing;
use placemat::views::Properties;
use placemat::views::{Dialect, Expression};

use crate::args::{self, TableArgs};
use crate::explain::character;
use crate::list;
use crate::names;
use crate::show::{wrapped, wrapping_columns};
use crate::status::CommandError;

/// Columns of a line, if no terminal determines them.
const WIDTH: usize = 80;
/// The column at which the value of a property begins.
const VALUE: usize = "ASCII transparent ".len();

/// Prints what follows from the table of an encoding: the chart, the bits or the expression if they are
/// requested, otherwise the table itself and its properties.
pub(crate) fn run(args: &TableArgs) -> Result<(), CommandError> {
    let encoding = names::encoding(&args.encoding)?;
    if args.json {
        return args::print(&rows::lines(encoding));
    }
    let mut parts = Vec::new();
    if args.bits {
        parts.push(bits(encoding)?);
    }
    if args.chart {
        parts.push(chart(encoding, args.blocks)?);
    }
    if let Some(dialect) = args.regex {
        parts.push(expression(encoding, dialect)?);
    }
    if parts.is_empty() {
        parts.push(table(encoding));
    }
    let lines: Vec<_> = parts.iter().map(|part| format!("{}\n", part.trim_end_matches('\n'))).collect();
    args::print(&lines.join("\n"))
}

fn table(encoding: Encoding) -> String {
    let of_its_text = if encoding.is_wrapper() { ", a layer; of its text:" } else { "" };
    let properties = Properties::new(encoding).to_string();
    let properties: Vec<_> = properties.lines().map(within_width).collect();
    let of_its_text = if list::reads_ill_formed(encoding) {
        ", which reads invalid sequences, such as overlong forms, that others wrote"
    } else {
        of_its_text
    };
    format!("{encoding}{of_its_text}\n\n{}\n{}\n", Listing::new(encoding), properties.join("\n"))
}

/// Returns a property whose value is wrapped between words if it is long.
fn within_width(line: &str) -> String {
    let width = wrapping_columns(None).unwrap_or(WIDTH);
    match line.split_at_checked(VALUE) {
        Some((name, value)) => format!("{name}{}", wrapped(value, width, VALUE, 0)),
        None => line.to_owned(),
    }
}

fn bits(encoding: Encoding) -> Result<String, CommandError> {
    let of_its_text = if encoding.is_wrapper() { ", a layer; of its text:" } else { "" };
    Ok(format!("{encoding}{of_its_text}\n\n{}", bits::distribution(encoding)?))
}

fn chart(encoding: Encoding, with_blocks: bool) -> Result<String, CommandError> {
    match Chart::new(encoding) {
        Some(chart) if with_blocks => {
            let block = |code_point| match code_point {
                0xD800..=0xDB7F => Some("High Surrogates"),
                0xDB80..=0xDBFF => Some("High Private Use Surrogates"),
                0xDC00..=0xDFFF => Some("Low Surrogates"),
                _ => character::block(code_point),
            };
            Ok(format!("{chart}\n{}", chart.leads(&block)))
        }
        Some(chart) => Ok(chart.to_string()),
        None => Err(CommandError::Failed(format!("{encoding} has no chart: its units are not bytes"))),
    }
}

/// Returns the property of a wrapper that no expression can describe.
fn what(wrapper: Encoding) -> &'static str {
    match wrapper.as_frame() {
        Some(Frame::Nul) => "has a terminator",
        Some(Frame::Dex) => "has a length prefix and a terminator",
        Some(_) => "has a length prefix",
        None => "decides on the whole input",
    }
}

fn expression(encoding: Encoding, dialect: Dialect) -> Result<String, CommandError> {
    match Expression::new(encoding, dialect) {
        Some(expression) => Ok(expression.to_string()),
        None => {
            Err(CommandError::Failed(format!("{encoding} {}: there is no expression for it", what(encoding))))
        }
    }
}
