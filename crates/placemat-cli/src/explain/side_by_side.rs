//! The same text in every encoding.

use placemat::{Codec, Conversion, Encoding, Endian, ErrorKind, Failure, Options};

use super::screen::Screen;
use crate::color::Role;
use crate::show::say;
use crate::status::{CommandError, Status};

/// The least width, in columns, at which bytes stand next to names.
const LEAST: usize = 60;

/// Returns a row for each encoding: as many of its bytes as fit, or what it cannot hold. There are no rows if
/// the text is ill-formed.
pub(super) fn table(
    (from, default_endian): (Encoding, Endian),
    text: &[u8],
    screen: &Screen,
    status: &mut Status,
) -> Result<String, CommandError> {
    let encoders = || Encoding::ALL.into_iter().filter(|encoding| encoding.info().encodes);
    let names = encoders().map(|encoding| encoding.name().len()).max().unwrap_or(0);
    // On a narrow screen, the bytes are on a line of their own.
    let is_narrow = screen.width() < LEAST;
    let (gap, indent) = if is_narrow { ("\n    ", 6) } else { ("  ", names + 12) };
    let painter = screen.painter();
    let mut table = String::new();
    for encoding in encoders() {
        let conversion = Conversion::new(from, encoding, Options { default_endian, ..Options::default() });
        let conversion = conversion.map_err(|error| CommandError::Failed(error.to_string()))?;
        let what = match conversion.convert(text) {
            Ok(converted) => {
                let room = screen.width().saturating_sub(indent);
                // Each byte takes at least two columns and a space.
                let bytes = converted.output.iter().take(room / 3 + 2);
                let bytes: Vec<_> = bytes.map(|&byte| screen.byte(byte)).collect();
                format!("{:>8}{gap}{}", converted.output.len(), fitting(&bytes, room))
            }
            // The error is the target's, whose frame counts its contents: other rows have already read the
            // text.
            Err(Failure::IllFormed(error)) if error.kind() == ErrorKind::Frame && !table.is_empty() => {
                status.raise(Status::Findings);
                format!("{:>8}{gap}{}", "–", painter.paint(Role::Faint, "longer than its frame can count"))
            }
            Err(Failure::Unencodable(lost)) => {
                status.raise(Status::Findings);
                let lost = format!("cannot hold U+{:04X} at {}", lost.code_point(), lost.offset());
                format!("{:>8}{gap}{}", "–", painter.paint(Role::Faint, lost))
            }
            Err(Failure::IllFormed(error)) => {
                status.raise(Status::Findings);
                say(format_args!("{from}: {error}; there is nothing to put side by side"));
                return Ok(String::new());
            }
        };
        table.push_str(&format!("{:names$}{what}\n", encoding.name()));
    }
    Ok(table)
}

/// Returns as many bytes as fit into the columns.
fn fitting(bytes: &[String], room: usize) -> String {
    let mut line = String::new();
    for (k, byte) in bytes.iter().enumerate() {
        let rest = if k + 1 < bytes.len() { 2 } else { 0 };
        if line.len() + byte.len() + 1 + rest > room {
            return line + " …";
        }
        line.push_str(if k > 0 { " " } else { "" });
        line.push_str(byte);
    }
    line
}
