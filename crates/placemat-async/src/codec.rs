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
use placemat::{Codec, Conversion, Failure, Options, Status, Transcoder, Undefined};
use tokio_util::codec::{Decoder, Encoder};

use crate::pieces::{BUFFER, Pieces};

/// Text as it comes: a frame is what is whole of the bytes that are there.
///
/// As a decoder it gives each piece as a `String`, and an error behind what comes before it, as an `io::Error` with the
/// [`Failure`], whose offset counts from the start of the text. As an encoder it takes anything that is a `str`; of what cannot be
/// encoded it writes nothing, and goes on with what comes next as if that had not been there.
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
    /// Of an encoding, in both directions.
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
    /// There is no such conversion in pieces.
    pub fn new(encoding: C, options: Options) -> Result<Self, Undefined> {
        Ok(Text {
            pieces: Pieces::new(encoding, options)?,
            encoder: Conversion::new(Utf8, encoding, options)?.transcoder()?,
        })
    }

    fn take(&mut self, bytes: &mut BytesMut, end: bool) -> io::Result<Option<String>> {
        // What is taken is kept by the transcoder where it is open.
        self.pieces.push(&bytes.split(), end)
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
                // It needs input.
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
/// The last line needs no end, nor does the beginning of a line before an error. As an encoder it puts U+000A behind each.
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
    /// Text of which no line has been made.
    pending: String,
    /// Where the next line begins, and how far its end has been looked for.
    from: usize,
    searched: usize,
}

impl<C: Codec<Unit = u8>> Lines<C> {
    /// Of an encoding; a line may be as long as memory is.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// assert!(placemat_async::codec::Lines::new(Encoding::Wtf8, Options::default()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// There is no such conversion in pieces.
    pub fn new(encoding: C, options: Options) -> Result<Self, Undefined> {
        Lines::with_max_len(encoding, options, usize::MAX)
    }

    /// The same with lines of up to so many bytes of UTF-8, their ends not counted; a longer one is an error.
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
    /// There is no such conversion in pieces.
    pub fn with_max_len(encoding: C, options: Options, max_len: usize) -> Result<Self, Undefined> {
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
            // A U+000D at the end may be part of the line's.
            self.checked(without_return(&self.pending))?;
            match self.text.take(bytes, end) {
                Ok(Some(piece)) => self.pending += &piece,
                // What stands before it comes first, and the error again with the next call.
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

    /// A line, or the beginning of one, if it is not too long.
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
