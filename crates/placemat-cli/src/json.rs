//! JSON Lines that are safe to display.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};

use crate::input::{InputSource, JsonName};
use crate::show::is_hostile;

/// The version in every line.
pub(crate) const VERSION: u32 = 1;

/// Returns a value as a line. Characters that could control a terminal are escaped, which makes no difference
/// to a reader of JSON.
pub(crate) fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut line, Escaping));
    written.expect("what is reported can be written as JSON, and memory takes it");
    line.push(b'\n');
    line
}

/// Why an input could not be read, or not to its end.
#[derive(Debug, Serialize)]
pub(crate) struct Unread<'a> {
    kind: &'static str,
    message: &'a str,
}

impl<'a> Unread<'a> {
    pub(crate) fn new(message: &'a str) -> Self {
        Unread { kind: "io", message }
    }
}

/// The line of an input that could not be read or written.
#[derive(Serialize)]
struct UnreadLine<'a> {
    version: u32,
    path: Option<JsonName<'a>>,
    failed: Unread<'a>,
}

/// Returns the line of an input of which nothing else is known.
pub(crate) fn unread(source: &InputSource, message: &str) -> Vec<u8> {
    line(&UnreadLine { version: VERSION, path: source.to_json(), failed: Unread::new(message) })
}

struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, hostile)) = rest.char_indices().find(|&(_, character)| is_hostile(character)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in hostile.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + hostile.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        serde_json::ser::CompactFormatter.write_char_escape(writer, escape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_comes_back_and_none_steers_a_terminal() {
        let text: String = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
        let line = String::from_utf8(line(&text)).unwrap();
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
        assert!(!line.trim_end_matches('\n').chars().any(is_hostile));
    }
}
