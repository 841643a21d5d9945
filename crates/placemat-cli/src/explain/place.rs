//! The place in a file that is explained: an offset, or the line and column that `placemat check` and editors
//! show.

use std::fmt;
use std::str::FromStr;

use memchr::memchr_iter;
use placemat::table::NotDecoded;
use placemat::{Codec, Encoding, Endian};

use crate::input::{CHUNK, Input};
use crate::mark;
use crate::status::CommandError;

/// The length of the longest sequence, and more.
const LOOK_AHEAD: usize = 256;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In bytes from the start.
    Offset(u64),
    /// Both count from 1. Columns are in UTF-16 code units, and an invalid sequence is one column.
    Column { line: u64, column: u64 },
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse::<u64>();
        match text.split_once(':') {
            None => number(text).map(Place::Offset).map_err(|_| "expected an offset or LINE:COLUMN"),
            Some((line, column)) => match (number(line), number(column)) {
                (Ok(0), _) | (_, Ok(0)) => Err("lines and columns count from 1"),
                (Ok(line), Ok(column)) => Ok(Place::Column { line, column }),
                _ => Err("expected LINE:COLUMN, such as 12:7"),
            },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Offset(offset) => write!(f, "offset {offset}"),
            Place::Column { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

impl Place {
    /// Returns the offset of the place in an input that can be read again, or `None` if the input ends before
    /// it.
    pub(super) fn offset_in(
        self,
        input: &mut Input,
        size: u64,
        encoding: Encoding,
        default: Endian,
    ) -> Result<Option<u64>, CommandError> {
        let (line, column) = match self {
            Place::Offset(offset) => return Ok((offset < size).then_some(offset)),
            Place::Column { line, column } => (line, column),
        };
        let mut walk = Walk::new(input, size, encoding, default)?;
        Ok(if walk.go_to_line(line)? { walk.go_to_column(column)? } else { None })
    }
}

/// A walk through the sequences of an input.
struct Walk<'i> {
    input: &'i mut Input,
    size: u64,
    encoding: Encoding,
    /// The offset of the next sequence.
    at: u64,
    line: u64,
    buffer: Vec<u8>,
    /// How much of the buffer has been passed.
    passed: usize,
}

impl<'i> Walk<'i> {
    /// Begins after the BOM, which is not a column. The magic number of a document is a line.
    fn new(
        input: &'i mut Input,
        size: u64,
        encoding: Encoding,
        default: Endian,
    ) -> Result<Self, CommandError> {
        let head = input.peek(0, LOOK_AHEAD)?;
        let preamble = encoding.begin(&head, head.len() < LOOK_AHEAD, default);
        let encoding = match preamble.and_then(|preamble| preamble.order) {
            Some(order) => encoding.with_order(order),
            None => encoding,
        };
        let skip = preamble.map_or(0, |preamble| preamble.skip);
        let mark = if encoding.info().is_corrected { None } else { mark::to_read(encoding) };
        let mark = mark.filter(|mark| skip == 0 && head.starts_with(mark)).map_or(0, |mark| mark.len());
        let line = 1 + memchr_iter(b'\n', &head[..skip.min(head.len())]).count() as u64;
        let at = (skip + mark) as u64;
        Ok(Walk { input, size, encoding, at, line, buffer: vec![], passed: 0 })
    }

    /// Returns the next sequence: its code point, or `None` if it is invalid, and its length. There is none
    /// at the end.
    fn next(&mut self) -> Result<Option<(Option<u32>, usize)>, CommandError> {
        if self.buffer.len() - self.passed < LOOK_AHEAD {
            self.buffer = self.input.peek(self.at, CHUNK)?;
            self.passed = 0;
        }
        let ahead = &self.buffer[self.passed..];
        if ahead.is_empty() {
            return Ok(None);
        }
        let is_end = self.at + ahead.len() as u64 >= self.size;
        Ok(Some(match self.encoding.decode_next(ahead, is_end) {
            Ok(decoded) => (Some(decoded.code_point), decoded.len),
            Err(NotDecoded::Incomplete) => (None, ahead.len()),
            Err(NotDecoded::IllFormed(error)) => (None, error.len.clamp(1, ahead.len())),
        }))
    }

    fn pass(&mut self, len: usize) {
        self.passed += len;
        self.at += len as u64;
    }

    /// Goes to the start of a line. Returns `false` if there are fewer lines.
    fn go_to_line(&mut self, line: u64) -> Result<bool, CommandError> {
        // Where a line end is one byte that is in no other sequence, only line ends are looked for.
        let is_plain = self.encoding.info().keeps_ascii && self.encoding.info().width == 1;
        while self.line < line && is_plain {
            let piece = self.input.peek(self.at, CHUNK)?;
            let missing = usize::try_from(line - self.line - 1).unwrap_or(usize::MAX);
            match memchr_iter(b'\n', &piece).nth(missing) {
                Some(end) => (self.line, self.at) = (line, self.at + end as u64 + 1),
                None if piece.is_empty() => return Ok(false),
                None => {
                    self.line += memchr_iter(b'\n', &piece).count() as u64;
                    self.at += piece.len() as u64;
                }
            }
        }
        while self.line < line {
            let Some((code_point, len)) = self.next()? else { return Ok(false) };
            self.line += u64::from(code_point == Some(0x0A));
            self.pass(len);
        }
        Ok(self.line == line)
    }

    /// Goes to a column of the line. Returns its offset, if the line has so many columns; its line end is the
    /// last one.
    fn go_to_column(&mut self, column: u64) -> Result<Option<u64>, CommandError> {
        let mut next = 1;
        while let Some((code_point, len)) = self.next()? {
            next += if code_point.is_some_and(|code_point| code_point > 0xFFFF) { 2 } else { 1 };
            if column < next {
                return Ok(Some(self.at));
            }
            if code_point == Some(0x0A) {
                break;
            }
            self.pass(len);
        }
        Ok(None)
    }
}
