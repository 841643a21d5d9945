//! The bytes to explain.

use placemat::table::NotDecoded;
use placemat::{Codec, Encoding, Endian};

use super::place::Place;
use super::subject::{Subject, code_points_in, encoded};
use crate::detect;
use crate::input::{CHUNK, Input};
use crate::show::Count;
use crate::status::CommandError;
use crate::wrapper;

/// More than the length of any sequence and BOM.
const LOOK_AHEAD: usize = 64;

/// How many bytes before and after an offset are explained with it.
const BEFORE: u64 = 8;
const AFTER: u64 = 8;

/// The part of a text around an offset.
pub(super) struct Region {
    /// The encoding, with the byte order of the text.
    pub(super) encoding: Encoding,
    pub(super) is_at_start: bool,
    /// The offset that was asked for.
    pub(super) at: u64,
    /// No sequence is explained that starts here or later.
    pub(super) end: u64,
}

/// The bytes to explain, one window at a time.
pub(super) struct Opened {
    input: Option<Input>,
    buffer: Vec<u8>,
    at: usize,
    pub(super) offset: u64,
    pub(super) frame: FrameParts,
}

/// The bytes around the text.
#[derive(Default)]
pub(super) struct FrameParts {
    pub(super) head: Vec<u8>,
    pub(super) tail: &'static [u8],
    /// The number of bytes after the tail.
    pub(super) trailing: u64,
}

impl Opened {
    /// Opens the subject, and returns the encoding of its text. The inner error says why the input is not
    /// such a text.
    pub(super) fn open(
        subject: &Subject,
        named: Option<Encoding>,
    ) -> Result<Result<(Self, Encoding), String>, CommandError> {
        // The command line has its text in UTF-8.
        let encoding = named.unwrap_or(match subject {
            Subject::Bytes(bytes) => placemat::detect::detect(bytes).encoding.unwrap_or(Encoding::Utf8),
            _ => Encoding::Utf8,
        });
        let tail = encoding.as_frame().map_or(&[][..], |frame| frame.tail());
        match subject {
            Subject::Text(text) => {
                Ok(encoded(text, encoding)?.and_then(|bytes| Opened::of_bytes(&bytes, encoding, tail)))
            }
            Subject::CodePoints(code_points) => {
                let encoded = code_points_in(code_points, encoding);
                Ok(encoded.and_then(|bytes| Opened::of_bytes(&bytes, encoding, tail)))
            }
            Subject::Bytes(bytes) => Ok(Opened::of_bytes(bytes, encoding, tail)),
            Subject::Input(source) => {
                let mut input = Input::open(source)?;
                let encoding = match named {
                    Some(encoding) => encoding,
                    None => match detected(&mut input)? {
                        Ok(encoding) => encoding,
                        Err(reason) => return Ok(Err(format!("{source}: {reason}"))),
                    },
                };
                let tail = encoding.as_frame().map_or(&[][..], |frame| frame.tail());
                let text = match wrapper::resolve(encoding, &mut input)? {
                    Ok(text) => text,
                    Err(error) => return Ok(Err(format!("{source}: {error}"))),
                };
                let head = if text.start > 0 { input.peek(0, text.start as usize)? } else { vec![] };
                let frame = FrameParts { head, tail, trailing: text.trailing };
                let opened = Opened { input: Some(input), buffer: vec![], at: 0, offset: text.start, frame };
                Ok(Ok((opened, text.encoding)))
            }
        }
    }

    fn of_bytes(bytes: &[u8], encoding: Encoding, tail: &'static [u8]) -> Result<(Self, Encoding), String> {
        let (mut range, mut inner) = (0..bytes.len(), encoding);
        if let Some(mut probe) = placemat::stream::Probe::new(encoding) {
            probe.push(bytes);
            let (encoding, text) = probe.finish().map_err(|error| error.to_string())?;
            (range, inner) = (text.start as usize..text.end as usize, encoding);
        }
        let trailing = (bytes.len() - range.end - tail.len()) as u64;
        let frame = FrameParts { head: bytes[..range.start].to_vec(), tail, trailing };
        let offset = range.start as u64;
        Ok((Opened { input: None, buffer: bytes[range].to_vec(), at: 0, offset, frame }, inner))
    }

    /// Moves to a sequence before a place, and returns the part to explain.
    pub(super) fn go_to(
        &mut self,
        place: Place,
        encoding: Encoding,
        default: Endian,
    ) -> Result<Region, CommandError> {
        let Some(input) = &mut self.input else { return self.go_to_in_memory(place, encoding, default) };
        let Some(size) = input.size() else {
            return Err(CommandError::Failed(format!("{}: --at needs a regular file", input.source())));
        };
        let Some(at) = place.offset_in(input, size, encoding, default)? else {
            let has = match place {
                Place::Offset(_) => format!("has {}, and none", Count(size, "byte")),
                Place::Column { .. } => "has no character".to_owned(),
            };
            return Err(CommandError::Failed(format!("{}: {has} at {place}", input.source())));
        };
        let width = encoding.info().width as u64;
        let head = input.peek(0, LOOK_AHEAD)?;
        let order =
            encoding.begin(&head, head.len() < LOOK_AHEAD, default).and_then(|preamble| preamble.order);
        let mut start = at.saturating_sub(BEFORE) / width * width;
        if width == 1 && start > 0 {
            // The first byte is not in the middle of a character.
            let ahead = input.peek(start, (at - start) as usize)?;
            start += ahead.iter().take_while(|byte| matches!(byte, 0x80..=0xBF)).take(3).count() as u64;
        }
        start -= before_trail(input, start, order.map_or(encoding, |order| encoding.with_order(order)))?;
        input.restrict(start, size)?;
        self.offset = start;
        let encoding = order.map_or(encoding, |order| encoding.with_order(order));
        Ok(Region { encoding, is_at_start: start == 0, at, end: at + AFTER })
    }

    /// Moves to a sequence before a place in a text of the command line, and returns the part to explain.
    fn go_to_in_memory(
        &mut self,
        place: Place,
        encoding: Encoding,
        default: Endian,
    ) -> Result<Region, CommandError> {
        let preamble = encoding.begin(&self.buffer, true, default);
        let order = preamble.and_then(|preamble| preamble.order);
        let encoding = order.map_or(encoding, |order| encoding.with_order(order));
        let (mut starts, skip) = (vec![0], preamble.map_or(0, |preamble| preamble.skip));
        let (mut next, mut line, mut column, mut found) = (skip, 1, 1, None);
        while next < self.buffer.len() && found.is_none() {
            starts.push(next as u64);
            let (code_point, len) = match encoding.decode_next(&self.buffer[next..], true) {
                Ok(decoded) => (Some(decoded.code_point), decoded.len),
                Err(NotDecoded::IllFormed(error)) => (None, error.len.max(1)),
                Err(NotDecoded::Incomplete) => (None, self.buffer.len() - next),
            };
            let after = column + if code_point.is_some_and(|one| one > 0xFFFF) { 2 } else { 1 };
            found = match place {
                Place::Offset(offset) if offset < (next + len) as u64 => Some(offset),
                Place::Column { line: wanted, column: of_line }
                    if wanted == line && (column..after).contains(&of_line) =>
                {
                    Some(next as u64)
                }
                _ => None,
            };
            (line, column) = if code_point == Some(0x0A) { (line + 1, 1) } else { (line, after) };
            next += len;
        }
        let Some(at) = found else {
            let has = match place {
                Place::Offset(_) => format!("has {}, and none", Count(self.buffer.len() as u64, "byte")),
                Place::Column { .. } => "has no character".to_owned(),
            };
            return Err(CommandError::Failed(format!("the text {has} at {place}")));
        };
        let start = starts.into_iter().find(|start| start + BEFORE >= at).unwrap_or(at);
        self.at = start as usize;
        self.offset = start;
        Ok(Region { encoding, is_at_start: start == 0, at, end: at + AFTER })
    }

    /// Returns `true` if more of the input must be read first.
    pub(super) fn is_due(&self) -> bool {
        self.input.is_some() && self.buffer.len() - self.at < LOOK_AHEAD
    }

    /// Returns the next bytes, and whether the input ends with them.
    pub(super) fn window(&mut self) -> Result<(&[u8], bool), CommandError> {
        while self.buffer.len() - self.at < LOOK_AHEAD
            && let Some(input) = &mut self.input
        {
            self.buffer.drain(..self.at);
            self.at = 0;
            let mut piece = vec![0; CHUNK];
            match input.read(&mut piece)? {
                0 => self.input = None,
                n => self.buffer.extend_from_slice(&piece[..n]),
            }
        }
        Ok((&self.buffer[self.at..], self.input.is_none()))
    }

    pub(super) fn consume(&mut self, len: usize) {
        self.at += len;
        self.offset += len as u64;
    }

    /// Skips the trail bytes that come next, and returns their number.
    pub(super) fn pass_trails(&mut self, encoding: Encoding) -> Result<u64, CommandError> {
        let (table, mut passed) = (encoding.info().table, 0);
        loop {
            let (units, end) = self.window()?;
            let trails = units.iter().take_while(|&&unit| table.is_trail(unit.into())).count();
            let is_all = trails == units.len() && !end;
            self.consume(trails);
            passed += trails as u64;
            if !is_all {
                return Ok(passed);
            }
        }
    }

    /// Returns all remaining bytes.
    pub(super) fn rest(&mut self) -> Result<Vec<u8>, CommandError> {
        while self.input.is_some() {
            let len = self.buffer.len();
            self.at = len;
            let mut piece = vec![0; CHUNK];
            if let Some(input) = &mut self.input {
                match input.read(&mut piece)? {
                    0 => self.input = None,
                    n => self.buffer.extend_from_slice(&piece[..n]),
                }
            }
        }
        Ok(std::mem::take(&mut self.buffer))
    }
}

/// Returns the length of the lead surrogate before an offset, if the trail surrogate of a pair is there.
fn before_trail(input: &mut Input, at: u64, encoding: Encoding) -> Result<u64, CommandError> {
    let len = match encoding.info().width {
        2 => 2,
        1 if encoding.info().reads_pairs() => 3,
        _ => return Ok(0),
    };
    let Some(start) = at.checked_sub(len) else { return Ok(0) };
    let pair = input.peek(start, 2 * len as usize)?;
    let joined = encoding.decode_next(&pair, true);
    Ok(if joined.is_ok_and(|joined| joined.len as u64 == 2 * len) { len } else { 0 })
}

/// Returns the encoding of an input by its beginning, or the reason why it cannot be explained.
fn detected(input: &mut Input) -> Result<Result<Encoding, String>, CommandError> {
    let front = detect::at_front(input)?;
    let legacy = front.legacy.map(|guess| (guess.legacy.of_family(), guess));
    Ok(match (legacy, front.detection.encoding) {
        (Some((Some(encoding), _)), _) | (None, Some(encoding)) => Ok(encoding),
        (Some((None, guess)), _) => Err(format!(
            "looks like {} ({}), which explain does not read; placemat convert -f {} converts it",
            guess.legacy.name(),
            guess.confidence.name(),
            guess.legacy.identifier(),
        )),
        (None, None) if front.detection.read == 0 => Ok(Encoding::Utf8),
        (None, None) => Err("not text in any known encoding".to_owned()),
    })
}
