//! A reader that converts the text that passes through it.

use core::fmt;
use std::boxed::Box;
use std::io::{self, BufRead, Read};
use std::vec;

use super::BUFFER;
use crate::codec::Codec;
use crate::engine::{Conversion, Counts, Status, Transcoder, Unsupported};
use crate::error::Failure;
use crate::form::Utf8;
use crate::options::Options;

/// A reader that converts what it reads.
///
/// [`BufRead`] reads lines of text that is not quite well-formed, under a policy. (To keep every byte, read
/// bytes without a `Reader` and use them as [UTF-8b](crate::form::Utf8b).)
///
/// ```
/// use placemat::{stream::Reader, Encoding, OnError, Options};
/// use std::io::BufRead;
/// let file = &b"caf\xE9\nth\xC3\xA9\n"[..];
/// let lossily = Options { on_error: OnError::Replace, ..Options::default() };
/// let lines = Reader::new(file, Encoding::Utf8, Encoding::Utf8, lossily).unwrap().lines();
/// assert_eq!(lines.collect::<Result<Vec<_>, _>>()?, ["caf\u{FFFD}", "thé"]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// Errors of the inner reader are passed on and lose nothing: reading can continue afterwards, also after
/// `Interrupted`. Offsets in failures are in bytes from the start of what the inner reader returned.
///
/// ```
/// use placemat::{stream::Reader, Encoding, Failure, Options};
/// use std::io::Read;
/// let mut reader = Reader::new(&b"abc\xFF"[..], Encoding::Utf8, Encoding::Utf16Be, Options::default()).unwrap();
/// let mut bytes = vec![];
/// let error = reader.read_to_end(&mut bytes).unwrap_err();
/// // The text before the error is read.
/// assert_eq!(bytes, b"\0a\0b\0c");
/// let failure = error.get_ref().unwrap().downcast_ref::<Failure>().unwrap();
/// assert_eq!(failure.offset(), 3);
/// ```
pub struct Reader<R, S: Codec<Unit = u8>, T: Codec<Unit = u8>> {
    inner: R,
    transcoder: Transcoder<S, T>,
    input: Box<[u8]>,
    /// The input that is not converted yet.
    from: usize,
    to: usize,
    is_at_end: bool,
    output: Box<[u8]>,
    /// The output that is not read yet.
    given: usize,
    made: usize,
    end: Option<Result<(), Failure>>,
}

/// Prints buffer sizes, not contents.
impl<R: fmt::Debug, S: Codec<Unit = u8>, T: Codec<Unit = u8>> fmt::Debug for Reader<R, S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("inner", &self.inner)
            .field("transcoder", &self.transcoder)
            .field("not_converted", &(self.to - self.from))
            .field("not_read", &(self.made - self.given))
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl<R, S: Codec<Unit = u8>, T: Codec<Unit = u8>> Reader<R, S, T> {
    /// Wraps a reader.
    ///
    /// ```
    /// use placemat::{form::{Mutf8, Utf8}, stream::Reader, Options};
    /// assert!(Reader::new(&b"a"[..], Mutf8, Utf8, Options::default()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the conversion is not defined in pieces.
    pub fn new(inner: R, source: S, target: T, options: Options) -> Result<Self, Unsupported> {
        Ok(Reader {
            inner,
            transcoder: Conversion::new(source, target, options)?.transcoder()?,
            input: vec![0; BUFFER].into_boxed_slice(),
            from: 0,
            to: 0,
            is_at_end: false,
            output: vec![0; BUFFER].into_boxed_slice(),
            given: 0,
            made: 0,
            end: None,
        })
    }

    /// Returns the counts of what the policies have absorbed so far.
    ///
    /// ```
    /// use placemat::{stream::Reader, Encoding, OnError, Options};
    /// let options = Options { on_error: OnError::Replace, ..Options::default() };
    /// let mut reader = Reader::new(&b"a\xFF"[..], Encoding::Utf8, Encoding::Utf8, options).unwrap();
    /// assert_eq!(std::io::read_to_string(&mut reader)?, "a\u{FFFD}");
    /// assert_eq!(reader.counts().errors, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn counts(&self) -> Counts {
        self.transcoder.counts()
    }

    /// Clears a failure, so that reading continues after the ill-formed subsequence, or after the code point
    /// that the target cannot encode. Nothing is returned in its place. Does nothing unless the last read
    /// returned a failure.
    ///
    /// ```
    /// use placemat::{stream::Reader, Encoding, Options};
    /// use std::io::Read;
    /// let mut reader = Reader::new(&b"a\xFFb"[..], Encoding::Utf8, Encoding::Utf8, Options::default())?;
    /// let mut text = vec![];
    /// while reader.read_to_end(&mut text).is_err() {
    ///     text.push(b'?');
    ///     reader.resume();
    /// }
    /// assert_eq!(text, b"a?b");
    /// # Ok::<(), placemat::Unsupported>(())
    /// ```
    pub fn resume(&mut self) {
        if let Some(Err(_)) = self.end {
            self.end = None;
            self.transcoder.resume();
        }
    }

    /// Returns the inner reader. It has been read further than the output that was returned.
    ///
    /// ```
    /// use placemat::{stream::Reader, Encoding, Options};
    /// let reader = Reader::new(&b"a"[..], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// assert_eq!(reader.get_ref(), b"a");
    /// ```
    pub fn get_ref(&self) -> &R {
        &self.inner
    }

    /// Returns the inner reader, mutably. Bytes that are read from it directly are not converted.
    ///
    /// ```
    /// use placemat::{stream::Reader, Encoding, Options};
    /// let mut reader = Reader::new(&b"abc"[..], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// *reader.get_mut() = b"b";
    /// assert_eq!(std::io::read_to_string(reader)?, "b");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// Unwraps the inner reader. Input that was read and not yet returned is lost.
    ///
    /// ```
    /// use placemat::{stream::Reader, Encoding, Options};
    /// let reader = Reader::new(&b"a"[..], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// assert_eq!(reader.into_inner(), b"a");
    /// ```
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R, S: Codec<Unit = u8>> Reader<R, S, Utf8> {
    /// Wraps a reader of text in an encoding, and reads it as UTF-8. U+FFFD replaces each ill-formed
    /// subsequence and each surrogate ([`Options::LOSSY`]). [`counts`](Reader::counts) returns their number.
    ///
    /// ```
    /// use placemat::{stream::Reader, Encoding};
    /// fn text(file: impl std::io::Read, encoding: Encoding) -> std::io::Result<String> {
    ///     std::io::read_to_string(Reader::lossy(file, encoding)?)
    /// }
    /// assert_eq!(text(&b"\xFF\xFEa\0\x3D\xD8"[..], Encoding::Utf16)?, "a\u{FFFD}");
    /// assert_eq!(text(&b"a\xFF"[..], Encoding::Utf8)?, "a\u{FFFD}");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported::WholeInput`] for wrappers, which must see their whole input.
    pub fn lossy(inner: R, source: S) -> Result<Self, Unsupported> {
        Reader::new(inner, source, Utf8, Options::LOSSY)
    }
}

impl<R: Read, S: Codec<Unit = u8>, T: Codec<Unit = u8>> BufRead for Reader<R, S, T> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.given == self.made {
            match self.end {
                Some(Ok(())) => return Ok(&[]),
                Some(Err(failure)) => return Err(failure.into()),
                None => {}
            }
            if self.from == self.to && !self.is_at_end {
                let count = self.inner.read(&mut self.input)?;
                if count > self.input.len() {
                    return Err(io::Error::other(
                        "a reader says that it has read more than there is room for",
                    ));
                }
                (self.from, self.to, self.is_at_end) = (0, count, count == 0);
            }
            let (progress, status) =
                self.transcoder.push(&self.input[self.from..self.to], &mut self.output, self.is_at_end);
            self.from += progress.read;
            (self.given, self.made) = (0, progress.written);
            match status {
                Status::NeedInput | Status::OutputFull { .. } => {}
                Status::Done => self.end = Some(Ok(())),
                Status::IllFormed(error) => self.end = Some(Err(Failure::IllFormed(error))),
                Status::Unencodable(lost) => self.end = Some(Err(Failure::Unencodable(lost))),
            }
        }
        Ok(&self.output[self.given..self.made])
    }

    fn consume(&mut self, count: usize) {
        self.given = self.made.min(self.given.saturating_add(count));
    }
}

impl<R: Read, S: Codec<Unit = u8>, T: Codec<Unit = u8>> Read for Reader<R, S, T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
