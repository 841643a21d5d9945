//! Text that arrives in pieces, as pieces of text.

use placemat::form::Utf8;
use placemat::{Codec, Conversion, Failure, Options, Status, Transcoder, Unsupported};

/// How many bytes of text are made at once.
pub(crate) const BUFFER: usize = 1 << 12;

/// The bytes of an encoding in pieces, as text.
#[derive(Debug)]
pub(crate) struct Pieces<C: Codec<Unit = u8>> {
    transcoder: Transcoder<C, Utf8>,
    end: Option<Result<(), Failure>>,
}

impl<C: Codec<Unit = u8>> Pieces<C> {
    pub(crate) fn new(source: C, options: Options) -> Result<Self, Unsupported> {
        let transcoder = Conversion::new(source, Utf8, options)?.transcoder()?;
        Ok(Pieces { transcoder, end: None })
    }

    /// Returns the text of the next bytes, as far as it is complete; `end` if they are the last. The text
    /// before an error is returned first; the next call and all further calls return the error. Returns
    /// `None` if there is no text yet, or no more.
    pub(crate) fn push(&mut self, mut bytes: &[u8], end: bool) -> Result<Option<String>, Failure> {
        let mut text = String::new();
        let mut made = [0; BUFFER];
        while self.end.is_none() {
            let (progress, status) = self.transcoder.push(bytes, &mut made, end);
            bytes = &bytes[progress.read..];
            text += str::from_utf8(&made[..progress.written]).expect("whole sequences of UTF-8");
            match status {
                Status::OutputFull { .. } => {}
                Status::Done => self.end = Some(Ok(())),
                Status::IllFormed(error) => self.end = Some(Err(Failure::IllFormed(error))),
                Status::Unencodable(lost) => self.end = Some(Err(Failure::Unencodable(lost))),
                // The transcoder needs input.
                _ => break,
            }
        }
        match self.end {
            Some(Err(failure)) if text.is_empty() => Err(failure),
            _ => Ok((!text.is_empty()).then_some(text)),
        }
    }
}
