//! `placemat strings`.

mod container;

use std::fmt::Write;

use data_encoding::HEXUPPER;
use placemat::stream::errors;
use placemat::table::NotDecoded;
use placemat::{Codec, Encoding};
use serde::Serialize;

use crate::args::{Inputs, StringsArgs};
use crate::color::{Painter, Role};
use crate::context::{ErrorContext, Kind};
use crate::input::{Input, InputSource, JsonName};
use crate::json;
use crate::names::Side;
use crate::output::Output;
use crate::show::{Argument, Count, is_hostile, say};
use crate::status::{CommandError, Status};
use container::{Container, Located};

/// Lists the strings of every file. A file that cannot be read is reported, and the others are read
/// nevertheless.
pub(crate) fn run(args: &StringsArgs, inputs: &Inputs, status: &mut Status) -> Result<(), CommandError> {
    let mut output = Output::standard(&inputs.sources)?;
    let painter = Painter::for_standard_output(args.color);
    for source in &inputs.sources {
        match of_file(source, args.json, painter, &mut output, status) {
            Err(CommandError::Failed(message)) => {
                if args.json {
                    output.write(&json::unread(source, &message))?;
                }
                say(message);
                status.raise(Status::Failed);
            }
            result => result?,
        }
    }
    output.finish().map(|_| ())
}

fn of_file(
    source: &InputSource,
    is_json: bool,
    painter: Painter,
    output: &mut Output,
    status: &mut Status,
) -> Result<(), CommandError> {
    if source.is_directory() {
        return Err(CommandError::Failed(format!("{source}: is a directory; name the files in it")));
    }
    let bytes = Input::open(source)?.read_all()?;
    let Some(container) = Container::of(&bytes) else {
        let advice = match bytes.starts_with(b"PK\x03\x04") {
            true => format!(
                " but a ZIP archive, such as a JAR or APK file: \
                 unzip -p {} NAME | placemat strings reads a file in it",
                Argument(source)
            ),
            false => String::new(),
        };
        return Err(CommandError::Failed(
            format!("{source}: neither a class file nor a dex file, nor strings of writeUTF,{advice}")
                .trim_end_matches(',')
                .to_owned(),
        ));
    };
    let (mut count, mut invalid) = (0, 0);
    let ended = container.each(&bytes, &mut |string| {
        let text = Text::of(string);
        count += 1;
        invalid += u64::from(!text.is_valid());
        output.write(&if is_json { text.line(source, container) } else { text.rows(painter).into_bytes() })
    })?;
    if let Err(problem) = &ended {
        say(format_args!("{source}: {problem}"));
    }
    if invalid > 0 || ended.is_err() {
        status.raise(Status::Findings);
    }
    if invalid > 0 {
        say(format_args!("{source}: {invalid} of {} not valid", Count(count, "string")));
    }
    Ok(())
}

/// A string, decoded.
struct Text<'b> {
    string: Located<'b>,
    /// The text with everything in it that is not a character escaped.
    escaped: String,
    /// The text with U+FFFD for that.
    lossy: String,
    /// `true` if these are not the same characters.
    is_lossy: bool,
    /// The number of UTF-16 units.
    units: u64,
    errors: Vec<JsonError>,
    sentences: Vec<String>,
}

impl<'b> Text<'b> {
    fn of(string: Located<'b>) -> Self {
        let mut text = Text {
            string,
            escaped: String::new(),
            lossy: String::new(),
            is_lossy: false,
            units: 0,
            errors: vec![],
            sentences: vec![],
        };
        let (bytes, mut at) = (string.bytes, 0);
        while at < bytes.len() {
            let len = match Encoding::Mutf8.decode_next(&bytes[at..], true) {
                Ok(decoded) => {
                    text.push(decoded.code_point);
                    decoded.len
                }
                Err(not) => {
                    let len = match not {
                        NotDecoded::IllFormed(error) => error.len,
                        NotDecoded::Incomplete => bytes.len() - at,
                    };
                    for byte in &bytes[at..at + len] {
                        let _ = write!(text.escaped, "\\x{byte:02X}");
                    }
                    text.lossy.push(char::REPLACEMENT_CHARACTER);
                    text.is_lossy = true;
                    len
                }
            };
            at += len;
        }
        for error in errors(Encoding::Mutf8, bytes) {
            text.add(error);
        }
        text
    }

    fn push(&mut self, code_point: u32) {
        self.units += if code_point > 0xFFFF { 2 } else { 1 };
        let Some(character) = char::from_u32(code_point) else {
            let _ = write!(self.escaped, "\\u{{{code_point:04X}}}");
            self.lossy.push(char::REPLACEMENT_CHARACTER);
            self.is_lossy = true;
            return;
        };
        self.lossy.push(character);
        match character {
            '"' | '\\' => self.escaped.extend(['\\', character]),
            '\n' => self.escaped.push_str("\\n"),
            '\r' => self.escaped.push_str("\\r"),
            '\t' => self.escaped.push_str("\\t"),
            _ if is_hostile(character) => {
                let _ = write!(self.escaped, "\\u{{{code_point:04X}}}");
            }
            _ => self.escaped.push(character),
        }
    }

    fn add(&mut self, error: placemat::Error) {
        let Located { offset, bytes, .. } = self.string;
        let at = usize::try_from(error.offset()).unwrap_or(bytes.len()).min(bytes.len());
        let len = usize::try_from(error.len()).unwrap_or(usize::MAX).min(bytes.len() - at);
        let span = ((offset + at) as u64, error.len());
        let side = Side::Encoding(Encoding::Mutf8);
        let message = ErrorContext::of_error(side, error.kind(), span, &bytes[at..]).message();
        let message = message.replace("but the input ends", "but the string ends");
        let kind = Kind::IllFormed(error.kind());
        self.sentences.push(format!("offset {}, length {}: {kind}: {message}", span.0, span.1));
        self.errors.push(JsonError {
            offset: span.0,
            length: span.1,
            kind: error.kind().name(),
            hex: HEXUPPER.encode(&bytes[at..at + len]),
        });
    }

    /// Returns the number of UTF-16 units that the file says, if the string is well-formed and has another.
    fn wrong_units(&self) -> Option<u32> {
        self.string.units.filter(|&units| self.errors.is_empty() && u64::from(units) != self.units)
    }

    fn is_valid(&self) -> bool {
        self.errors.is_empty() && self.wrong_units().is_none()
    }

    fn rows(&self, painter: Painter) -> String {
        let Located { index, offset, .. } = self.string;
        let position = painter.paint(Role::Faint, format_args!("{offset:>8} {index:>6}"));
        let mut rows = format!("{position}  \"{}\"\n", self.escaped);
        let wrong = self.wrong_units().map(|units| {
            let (units, has) = (Count(units.into(), "UTF-16 code unit"), self.units);
            format!("the length before the string says {units}, but it has {has}")
        });
        for sentence in self.sentences.iter().chain(&wrong) {
            let _ = writeln!(rows, "{:17}{}", "", painter.paint(Role::Error, sentence));
        }
        rows
    }

    fn line(&self, source: &InputSource, container: Container) -> Vec<u8> {
        let Located { index, offset, bytes, .. } = self.string;
        json::line(&Line {
            version: json::VERSION,
            path: source.to_json(),
            container: container.name(),
            index,
            offset: offset as u64,
            length: bytes.len() as u64,
            text: &self.lossy,
            hex: self.is_lossy.then(|| HEXUPPER.encode(bytes)),
            valid: self.is_valid(),
            units: self.units,
            units_said: self.string.units,
            errors: &self.errors,
        })
    }
}

#[derive(Serialize)]
struct Line<'a> {
    version: u32,
    path: Option<JsonName<'a>>,
    container: &'static str,
    index: u32,
    offset: u64,
    length: u64,
    text: &'a str,
    /// Absent if the text has everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    valid: bool,
    /// The number of UTF-16 units in the text, and in a dex file, the one that it says.
    units: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    units_said: Option<u32>,
    errors: &'a [JsonError],
}

#[derive(Serialize)]
struct JsonError {
    offset: u64,
    length: u64,
    kind: &'static str,
    hex: String,
}
