//! Wrappers, which decide on their whole input: the input is read twice.

use placemat::stream::Probe;
use placemat::{Encoding, Error};

use crate::input::Input;
use crate::status::CommandError;

/// The text of an input, to be read with an encoding that works in pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub(crate) encoding: Encoding,
    /// The offset of the text in the input, in bytes.
    pub(crate) start: u64,
    /// The number of bytes of the frame after it.
    pub(crate) tail: u64,
    /// The number of bytes after the frame, which are not read, and their offset.
    pub(crate) trailing: u64,
    pub(crate) trailing_at: u64,
}

/// Finds the text of an input and restricts `input` to it. The inner error is an error of the wrapper.
pub(crate) fn resolve(encoding: Encoding, input: &mut Input) -> Result<Result<Text, Error>, CommandError> {
    let Some(mut probe) = Probe::new(encoding) else {
        return Ok(Ok(Text { encoding, start: 0, tail: 0, trailing: 0, trailing_at: 0 }));
    };
    let mut size = 0;
    input.read_ahead(|piece| {
        size += piece.len() as u64;
        probe.push(piece);
    })?;
    let (encoding_of_text, text) = match probe.finish() {
        Ok(found) => found,
        Err(error) => {
            input.restrict(0, size)?;
            return Ok(Err(error));
        }
    };
    input.restrict(text.start, text.end)?;
    let tail = encoding.as_frame().map_or(0, |frame| frame.tail().len() as u64);
    Ok(Ok(Text {
        encoding: encoding_of_text,
        start: text.start,
        tail,
        trailing: size - text.end - tail,
        trailing_at: text.end + tail,
    }))
}
