//! Text as frames of `tokio_util::codec`.
//!
//! ```
//! use futures::StreamExt;
//! use placemat::{Encoding, Options};
//! use placemat_async::codec::Lines;
//! use tokio_util::codec::FramedRead;
//!
//! let file = &b"\xFF\xFEa\0\n\0\x3D\xD8\xA9\xDC"[..];
//! let lines = FramedRead::new(file, Lines::new(Encoding::Utf16, Options::default()).unwrap());
//! let lines: Vec<_> = futures::executor::block_on(lines.map(Result::unwrap).collect());
//! assert_eq!(lines, ["a", "💩"]);
//! ```

use std::io;
use std::mem;

use bytes::BytesMut;
use placemat::form::Utf8;
use placemat::{Codec, Conversion, Failure, Options, Status, Transcoder, Unsupported};
use tokio_util::codec::{Decoder, Encoder};

use crate::pieces::{BUFFER, Pieces};

/// Text in pieces: a frame is the complete part of the bytes that have arrived.
///
/// As a decoder it returns each piece as a `String`. An error follows the text before it, as an `io::Error`
/// with the [`Failure`], whose offset counts from the start of the text. As an encoder it accepts anything
/// that is a `str`. It writes nothing for an item that cannot be encoded, and continues with the next item as
/// if that item did not exist.
///
/// ```
/// use bytes::BytesMut;
/// use placemat::{Encoding, Options};
/// use placemat_async::codec::Text;
/// use tokio_util::codec::{Decoder, Encoder};
///
/// let mut codec = Text::new(Encoding::Cesu8, Options::default()).unwrap();
/// // Half of a pair.
/// let mut bytes = BytesMut::from(&b"a\xED\xA0\xBD\xED"[..]);
/// assert_eq!(codec.decode(&mut bytes)?.as_deref(), Some("a"));
/// assert_eq!(codec.decode(&mut bytes)?, None);
/// bytes.extend(b"\xB2\xA9");
/// assert_eq!(codec.decode(&mut bytes)?.as_deref(), Some("💩"));
///
/// codec.encode("💩", &mut bytes)?;
/// assert_eq!(bytes, b"\xED\xA0\xBD\xED\xB2\xA9"[..]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Text<C: Codec<Unit = u8>> {
    pieces: Pieces<C>,
    encoder: Transcoder<Utf8, C>,
}

impl<C: Codec<Unit = u8>> Text<C> {
    /// Creates a codec of an encoding, for both directions.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// use placemat_async::codec::Text;
    /// assert!(Text::new(Encoding::Utf8, Options::default()).is_ok());
    /// // A frame of its own, which begins with its length.
    /// assert!(Text::new(Encoding::Mutf8WriteUtf, Options::default()).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the encoding cannot be converted in pieces with these options.
    pub fn new(encoding: C, options: Options) -> Result<Self, Unsupported> {
        Ok(Text {
            pieces: Pieces::new(encoding, options)?,
            encoder: Conversion::new(Utf8, encoding, options)?.transcoder()?,
        })
    }

    fn take(&mut self, bytes: &mut BytesMut, end: bool) -> io::Result<Option<String>> {
        // An open sequence of the bytes that are taken is kept by the transcoder.
        Ok(self.pieces.push(&bytes.split(), end)?)
    }
}

impl<C: Codec<Unit = u8>> Decoder for Text<C> {
    type Item = String;
    type Error = io::Error;

    fn decode(&mut self, bytes: &mut BytesMut) -> io::Result<Option<String>> {
        self.take(bytes, false)
    }

    fn decode_eof(&mut self, bytes: &mut BytesMut) -> io::Result<Option<String>> {
        self.take(bytes, true)
    }
}

impl<C: Codec<Unit = u8>, I: AsRef<str>> Encoder<I> for Text<C> {
    type Error = io::Error;

    fn encode(&mut self, text: I, bytes: &mut BytesMut) -> io::Result<()> {
        let (start, mut encoder) = (bytes.len(), self.encoder.clone());
        let (mut rest, mut made) = (text.as_ref().as_bytes(), [0; BUFFER]);
        loop {
            let (progress, status) = encoder.push(rest, &mut made, false);
            bytes.extend_from_slice(&made[..progress.written]);
            rest = &rest[progress.read..];
            let failure = match status {
                Status::OutputFull { .. } => continue,
                Status::Unencodable(lost) => Failure::Unencodable(lost),
                Status::IllFormed(error) => Failure::IllFormed(error),
                // The decoder needs input.
                _ => break,
            };
            bytes.truncate(start);
            return Err(io::Error::new(io::ErrorKind::InvalidData, failure));
        }
        self.encoder = encoder;
        Ok(())
    }
}

/// Lines of text: a frame is a line, without the U+000A at its end and a U+000D before that.
///
/// The last line needs no line end, and neither does the beginning of a line before an error. As an encoder
/// it writes U+000A after each line.
///
/// ```
/// use bytes::BytesMut;
/// use placemat::{Encoding, OnError, Options};
/// use placemat_async::codec::Lines;
/// use tokio_util::codec::{Decoder, Encoder};
///
/// let lossily = Options { on_error: OnError::Replace, ..Options::default() };
/// let mut lines = Lines::new(Encoding::Utf8, lossily).unwrap();
/// let mut bytes = BytesMut::from(&b"caf\xE9\r\nthe"[..]);
/// assert_eq!(lines.decode(&mut bytes)?.as_deref(), Some("caf\u{FFFD}"));
/// assert_eq!(lines.decode(&mut bytes)?, None);
/// assert_eq!(lines.decode_eof(&mut bytes)?.as_deref(), Some("the"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<C: Codec<Unit = u8>> {
    text: Text<C>,
    max_len: usize,
    /// Text that has not been returned in a line.
    pending: String,
    /// Where the next line begins, and how far its end has been searched for.
    from: usize,
    searched: usize,
}

impl<C: Codec<Unit = u8>> Lines<C> {
    /// Creates a codec for the lines of an encoding, without a maximum length.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// assert!(placemat_async::codec::Lines::new(Encoding::Wtf8, Options::default()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the encoding cannot be converted in pieces with these options.
    pub fn new(encoding: C, options: Options) -> Result<Self, Unsupported> {
        Lines::with_max_len(encoding, options, usize::MAX)
    }

    /// Creates a codec for lines of up to `max_len` bytes of UTF-8, not counting their line ends; a longer
    /// line is an error.
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use placemat::{Encoding, Options};
    /// use tokio_util::codec::Decoder;
    /// let mut lines = placemat_async::codec::Lines::with_max_len(Encoding::Utf8, Options::default(), 3).unwrap();
    /// assert_eq!(lines.decode(&mut BytesMut::from("abc\n"))?.as_deref(), Some("abc"));
    /// assert!(lines.decode(&mut BytesMut::from("abcd")).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the encoding cannot be converted in pieces with these options.
    pub fn with_max_len(encoding: C, options: Options, max_len: usize) -> Result<Self, Unsupported> {
        let text = Text::new(encoding, options)?;
        Ok(Lines { text, max_len, pending: String::new(), from: 0, searched: 0 })
    }

    fn take(&mut self, bytes: &mut BytesMut, end: bool) -> io::Result<Option<String>> {
        loop {
            if let Some(len) = self.pending[self.searched..].find('\n') {
                let to = self.searched + len;
                let line = self.checked(without_return(&self.pending[self.from..to])).map(str::to_owned);
                (self.from, self.searched) = (to + 1, to + 1);
                return line.map(Some);
            }
            self.pending.drain(..self.from);
            (self.from, self.searched) = (0, self.pending.len());
            // A U+000D at the end may belong to the line end.
            self.checked(without_return(&self.pending))?;
            match self.text.take(bytes, end) {
                Ok(Some(piece)) => self.pending += &piece,
                // The text before the error is returned first; the next call returns the error again.
                Err(_) if !self.pending.is_empty() => {
                    self.searched = 0;
                    return Ok(Some(mem::take(&mut self.pending)));
                }
                Err(error) => return Err(error),
                Ok(None) if end && !self.pending.is_empty() => {
                    self.searched = 0;
                    let last = mem::take(&mut self.pending);
                    self.checked(&last)?;
                    return Ok(Some(last));
                }
                Ok(None) => return Ok(None),
            }
        }
    }

    /// Returns a line, or the beginning of one, if it is not too long.
    fn checked<'a>(&self, line: &'a str) -> io::Result<&'a str> {
        if line.len() > self.max_len {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than it may be"));
        }
        Ok(line)
    }
}

fn without_return(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

impl<C: Codec<Unit = u8>> Decoder for Lines<C> {
    type Item = String;
    type Error = io::Error;

    fn decode(&mut self, bytes: &mut BytesMut) -> io::Result<Option<String>> {
        self.take(bytes, false)
    }

    fn decode_eof(&mut self, bytes: &mut BytesMut) -> io::Result<Option<String>> {
        self.take(bytes, true)
    }
}

impl<C: Codec<Unit = u8>, I: AsRef<str>> Encoder<I> for Lines<C> {
    type Error = io::Error;

    fn encode(&mut self, line: I, bytes: &mut BytesMut) -> io::Result<()> {
        self.text.encode(line, bytes)?;
        self.text.encode("\n", bytes)
    }
}
