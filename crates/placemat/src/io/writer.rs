//! A writer that converts the text that passes through it.

use core::fmt;
use std::boxed::Box;
use std::io::{self, Write};
use std::vec;

use super::BUFFER;
use crate::codec::Codec;
use crate::engine::{Conversion, Counts, Status, Transcoder, Unsupported};
use crate::error::Failure;
use crate::options::Options;

/// A writer that converts what is written to it.
///
/// Call [`finish`](Writer::finish) at the end of the text: a sequence may be incomplete, and a writer that is
/// dropped loses what is in its buffer.
///
/// Errors of the inner writer are passed on and lose nothing: output that could not be written is kept and is
/// written first the next time. An ill-formed subsequence counts as written by the call that finds it; the
/// next call returns the error.
///
/// ```
/// use placemat::{stream::Writer, Encoding, Options};
/// use std::io::Write;
/// let mut writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf16Le, Options::default()).unwrap();
/// write!(writer, "a€")?;
/// assert_eq!(writer.finish()?, b"a\0\xAC\x20");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Writer<W, S: Codec<Unit = u8>, T: Codec<Unit = u8>> {
    inner: W,
    transcoder: Transcoder<S, T>,
    output: Box<[u8]>,
    /// The output that is not written yet.
    given: usize,
    made: usize,
    end: Option<Result<(), Failure>>,
}

/// Prints buffer sizes, not contents.
impl<W: fmt::Debug, S: Codec<Unit = u8>, T: Codec<Unit = u8>> fmt::Debug for Writer<W, S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("inner", &self.inner)
            .field("transcoder", &self.transcoder)
            .field("not_written", &(self.made - self.given))
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

impl<W: Write, S: Codec<Unit = u8>, T: Codec<Unit = u8>> Writer<W, S, T> {
    /// Wraps a writer.
    ///
    /// ```
    /// use placemat::{stream::Writer, Encoding, Options};
    /// // A frame begins with the length of the whole text.
    /// assert!(Writer::new(vec![], Encoding::Utf8, Encoding::Mutf8WriteUtf, Options::default()).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the conversion is not defined in pieces.
    pub fn new(inner: W, source: S, target: T, options: Options) -> Result<Self, Unsupported> {
        Ok(Writer {
            inner,
            transcoder: Conversion::new(source, target, options)?.transcoder()?,
            output: vec![0; BUFFER].into_boxed_slice(),
            given: 0,
            made: 0,
            end: None,
        })
    }

    /// Returns the counts of what the policies have absorbed so far.
    ///
    /// ```
    /// use placemat::{stream::Writer, Encoding, OnUnencodable, Options};
    /// use std::io::Write;
    /// let options = Options { on_unencodable: OnUnencodable::Replace, ..Options::default() };
    /// let mut writer = Writer::new(vec![], Encoding::Wtf8, Encoding::Utf8, options).unwrap();
    /// writer.write_all(b"\xED\xA0\xBDa")?;
    /// assert_eq!(writer.counts().unencodable, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn counts(&self) -> Counts {
        self.transcoder.counts()
    }

    /// Returns the inner writer.
    ///
    /// ```
    /// use placemat::{stream::Writer, Encoding, Options};
    /// let writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// assert!(writer.get_ref().is_empty());
    /// ```
    pub fn get_ref(&self) -> &W {
        &self.inner
    }

    /// Returns the inner writer, mutably. Bytes that are written to it directly come before those in the
    /// buffer.
    ///
    /// ```
    /// use placemat::{stream::Writer, Encoding, Options};
    /// let mut writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// writer.get_mut().push(0x61);
    /// assert_eq!(writer.finish()?, b"a");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.inner
    }

    /// Unwraps the inner writer. The buffer and an incomplete sequence are lost; [`finish`](Writer::finish)
    /// loses nothing.
    ///
    /// ```
    /// use placemat::{stream::Writer, Encoding, Options};
    /// let writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// assert!(writer.into_inner().is_empty());
    /// ```
    pub fn into_inner(self) -> W {
        self.inner
    }

    /// Writes the buffered output.
    fn write_out(&mut self) -> io::Result<()> {
        while self.given < self.made {
            match self.inner.write(&self.output[self.given..self.made]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) if count > self.made - self.given => {
                    return Err(io::Error::other("a writer says that it has written more than there was"));
                }
                Ok(count) => self.given += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        (self.given, self.made) = (0, 0);
        Ok(())
    }

    /// Converts some bytes and returns how many were taken.
    fn push(&mut self, bytes: &[u8], end: bool) -> io::Result<usize> {
        self.write_out()?;
        match self.end {
            Some(Err(failure)) => return Err(failure.into()),
            Some(Ok(())) if bytes.is_empty() => return Ok(0),
            Some(Ok(())) => return Err(io::Error::other("the text has ended")),
            None => {}
        }
        let (progress, status) = self.transcoder.push(bytes, &mut self.output, end);
        self.made = progress.written;
        match status {
            Status::NeedInput | Status::OutputFull { .. } => {}
            Status::Done => self.end = Some(Ok(())),
            Status::IllFormed(error) => self.end = Some(Err(Failure::IllFormed(error))),
            Status::Unencodable(lost) => self.end = Some(Err(Failure::Unencodable(lost))),
        }
        Ok(progress.read)
    }

    /// Ends the text and writes the rest of the output. If the inner writer fails, this may be called again.
    /// After success, nothing more can be written.
    ///
    /// ```
    /// use placemat::{stream::Writer, Encoding, Options};
    /// use std::io::Write;
    /// let mut writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf16Be, Options::default()).unwrap();
    /// writer.write_all(b"a")?;
    /// writer.try_finish()?;
    /// assert_eq!(writer.get_ref(), b"\0a");
    /// assert!(writer.write_all(b"b").is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns what stopped the conversion, or an error of the inner writer.
    pub fn try_finish(&mut self) -> io::Result<()> {
        while self.end != Some(Ok(())) {
            self.push(&[], true)?;
        }
        self.write_out()
    }

    /// Ends the text, writes the rest of the output, and returns the inner writer, which is not flushed.
    ///
    /// ```
    /// use placemat::{stream::Writer, Encoding, Options};
    /// use std::io::Write;
    /// let mut writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// writer.write_all(b"a\xE2\x82")?;
    /// assert!(writer.finish().unwrap_err().to_string().contains("offset 1"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`try_finish`](Writer::try_finish).
    pub fn finish(mut self) -> io::Result<W> {
        self.try_finish()?;
        Ok(self.inner)
    }
}

impl<W: Write, S: Codec<Unit = u8>, T: Codec<Unit = u8>> Write for Writer<W, S, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut taken = 0;
        while taken < bytes.len() {
            match self.push(&bytes[taken..], false) {
                Ok(count) => taken += count,
                // Report the bytes that were taken first; the next call returns the error.
                Err(_) if taken > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_out()?;
        if let Some(Err(failure)) = self.end {
            return Err(failure.into());
        }
        self.inner.flush()
    }
}
