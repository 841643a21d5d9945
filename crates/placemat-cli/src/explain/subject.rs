//! What is explained: an input, a text, code points, or bytes in hexadecimal.

use std::ffi::{OsStr, OsString};

use placemat::form::Utf8;
use placemat::{Codec, Conversion, Encoding, Options};

use crate::input::InputSource;
use crate::show::{Name, is_hostile};
use crate::status::CommandError;

/// Where the bytes come from.
#[derive(Debug)]
pub(super) enum Subject {
    Input(InputSource),
    Text(OsString),
    CodePoints(Vec<u32>),
    Bytes(Vec<u8>),
}

impl Subject {
    /// Returns the subject of an argument without an option: a file, or else code points or a text.
    pub(super) fn of_argument(argument: OsString) -> Result<Self, CommandError> {
        let is_there = argument == "-" || std::path::Path::new(&argument).symlink_metadata().is_ok();
        if is_there {
            return Ok(Subject::Input(InputSource::from_argument(&argument)));
        }
        if let Some(code_points) = argument.to_str().and_then(parse_code_points) {
            return Ok(Subject::CodePoints(code_points));
        }
        if argument.as_encoded_bytes().is_ascii() {
            if let Some(text) = argument.to_str().filter(|text| has_escape(text)) {
                return Err(CommandError::Failed(format!(
                    "{text}: No such file or directory (--text explains it as a text; in bash, $'{text}' has \
                     the bytes that its escapes mean)"
                )));
            }
            let name = Name(&argument);
            let message = format!("{name}: No such file or directory (--text explains it as a text)");
            return Err(CommandError::Failed(message));
        }
        Ok(Subject::Text(argument))
    }
}

/// Returns `true` if a text of ASCII has what means a byte or a character in strings of programs, and if it can be
/// displayed as it is.
fn has_escape(text: &str) -> bool {
    let is_escape = |(at, _)| text[at + 1..].starts_with(['x', 'u', 'U', '0', '1', '2', '3']);
    text.match_indices('\\').any(is_escape) && !text.chars().any(|one| is_hostile(one) || one == '\'')
}

/// Parses code points, `U+1F4A9` or `0x1F4A9`, with white space between them.
fn parse_code_points(text: &str) -> Option<Vec<u32>> {
    let one = |word: &str| {
        let digits = ["U+", "u+", "0x", "0X"].iter().find_map(|prefix| word.strip_prefix(prefix))?;
        u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
    };
    let code_points: Vec<_> = text.split_whitespace().map(one).collect::<Option<_>>()?;
    (!code_points.is_empty()).then_some(code_points)
}

/// Encodes a text of the command line, or returns the reason why it cannot be encoded. In UTF-8 its bytes are
/// unchanged, even if they are ill-formed.
pub(super) fn encoded(text: &OsStr, encoding: Encoding) -> Result<Result<Vec<u8>, String>, CommandError> {
    let bytes = text.as_encoded_bytes();
    if encoding.info().is_utf_8 && encoding.mark().is_empty() {
        return Ok(Ok(bytes.to_vec()));
    }
    let conversion = Conversion::new(Utf8, encoding, Options::default());
    let conversion = conversion.map_err(|error| CommandError::Failed(error.to_string()))?;
    let converted = conversion.convert(bytes).map(|converted| converted.output);
    Ok(converted.map_err(|failure| format!("--text '{}': {failure}", Name(text))))
}

/// Encodes code points of the command line, or returns the reason why they cannot be encoded.
pub(super) fn code_points_in(code_points: &[u32], encoding: Encoding) -> Result<Vec<u8>, String> {
    let in_family = |code_points: &[u32], encoding| placemat::encode(encoding, code_points);
    in_family(code_points, encoding).map_err(|failure| {
        let bad = code_points.get(failure.offset() as usize).copied().unwrap_or_default();
        format!(
            "U+{bad:04X} has no place in {encoding} (wtf-8 holds surrogates, utf-8-rfc2279 larger numbers)"
        )
    })
}

/// Parses bytes in hexadecimal, with white space, commas, `0x` and `\x` between them.
pub(super) fn parse_hex(hex: &OsStr) -> Result<Vec<u8>, CommandError> {
    let wrong = || CommandError::Failed(format!("--hex '{}': not bytes in hexadecimal", Name(hex)));
    let text = hex.to_str().ok_or_else(wrong)?;
    let mut bytes = vec![];
    for word in text.split(|character: char| character.is_ascii_whitespace() || character == ',') {
        for part in word.split("\\x") {
            let digits = part.strip_prefix("0x").unwrap_or(part);
            let decoded = data_encoding::HEXLOWER_PERMISSIVE.decode(digits.as_bytes());
            bytes.extend(decoded.map_err(|_| wrong())?);
        }
    }
    Ok(bytes)
}
