//! Readers and writers of `futures` that convert text.
//!
//! ```
//! use futures::{executor::block_on, AsyncReadExt};
//! use placemat::{Encoding, Options};
//! use placemat_async::io::Reader;
//!
//! let file = &b"\xFF\xFEa\0\x3D\xD8\xA9\xDC"[..];
//! let mut reader = Reader::new(file, Encoding::Utf16, Encoding::Utf8, Options::default()).unwrap();
//! let mut text = String::new();
//! block_on(reader.read_to_string(&mut text))?;
//! assert_eq!(text, "a💩");
//! # Ok::<(), std::io::Error>(())
//! ```

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use futures_io::{AsyncBufRead, AsyncRead, AsyncWrite};
use placemat::stream as blocking;
use placemat::{Codec, Options, Unsupported};

/// A polled reader or writer as a blocking one, with an error of the kind `WouldBlock` if it is not ready.
/// (Readers and writers of `futures` do not return that kind of error themselves.) The reader and the writer
/// of `placemat::stream` wrap it; an error causes them no loss.
#[derive(Debug)]
struct Polled<I> {
    inner: I,
    waker: Waker,
}

impl<I: Unpin> Polled<I> {
    fn new(inner: I) -> Self {
        Polled { inner, waker: Waker::noop().clone() }
    }

    fn poll<V>(
        &mut self,
        poll: impl FnOnce(Pin<&mut I>, &mut Context<'_>) -> Poll<io::Result<V>>,
    ) -> io::Result<V> {
        match poll(Pin::new(&mut self.inner), &mut Context::from_waker(&self.waker)) {
            Poll::Ready(result) => result,
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl<I: AsyncRead + Unpin> Read for Polled<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.poll(|inner, context| inner.poll_read(context, buffer))
    }
}

impl<I: AsyncWrite + Unpin> Write for Polled<I> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.poll(|inner, context| inner.poll_write(context, bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.poll(|inner, context| inner.poll_flush(context))
    }
}

/// Converts the result of a blocking call back.
fn polled<V>(result: io::Result<V>) -> Poll<io::Result<V>> {
    match result {
        Err(error) if error.kind() == ErrorKind::WouldBlock => Poll::Pending,
        result => Poll::Ready(result),
    }
}

/// A reader that converts what it reads.
///
/// The text before an error is read first. Offsets in failures count the bytes of the inner reader, from its
/// start.
///
/// ```
/// use futures::{executor::block_on, AsyncReadExt};
/// use placemat::{Encoding, Failure, Options};
/// use placemat_async::io::Reader;
/// let mut reader = Reader::new(&b"abc\xFF"[..], Encoding::Utf8, Encoding::Utf16Be, Options::default()).unwrap();
/// let mut bytes = vec![];
/// let error = block_on(reader.read_to_end(&mut bytes)).unwrap_err();
/// assert_eq!(bytes, b"\0a\0b\0c");
/// assert_eq!(error.get_ref().unwrap().downcast_ref::<Failure>().unwrap().offset(), 3);
/// ```
#[derive(Debug)]
pub struct Reader<R, S: Codec<Unit = u8>, T: Codec<Unit = u8>>(blocking::Reader<Polled<R>, S, T>);

impl<R: Unpin, S: Codec<Unit = u8>, T: Codec<Unit = u8>> Reader<R, S, T> {
    /// Creates a reader around another one.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// use placemat_async::io::Reader;
    /// assert!(Reader::new(&b"a"[..], Encoding::Mutf8, Encoding::Utf8, Options::default()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the encodings cannot be converted in pieces with these options.
    pub fn new(inner: R, source: S, target: T, options: Options) -> Result<Self, Unsupported> {
        Ok(Reader(blocking::Reader::new(Polled::new(inner), source, target, options)?))
    }

    /// Returns the inner reader. Bytes that have been read but not returned are lost.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// use placemat_async::io::Reader;
    /// let reader = Reader::new(&b"a"[..], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// assert_eq!(reader.into_inner(), b"a");
    /// ```
    pub fn into_inner(self) -> R {
        self.0.into_inner().inner
    }
}

impl<R, S, T> AsyncBufRead for Reader<R, S, T>
where
    R: AsyncRead + Unpin,
    S: Codec<Unit = u8>,
    T: Codec<Unit = u8>,
    Self: Unpin,
{
    fn poll_fill_buf(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<&[u8]>> {
        let this = self.get_mut();
        this.0.get_mut().waker.clone_from(context.waker());
        match this.0.fill_buf() {
            // This returns the same buffer again, because it is already filled.
            Ok(_) => Poll::Ready(this.0.fill_buf()),
            Err(error) => polled(Err(error)),
        }
    }

    fn consume(self: Pin<&mut Self>, count: usize) {
        self.get_mut().0.consume(count);
    }
}

impl<R, S, T> AsyncRead for Reader<R, S, T>
where
    R: AsyncRead + Unpin,
    S: Codec<Unit = u8>,
    T: Codec<Unit = u8>,
    Self: Unpin,
{
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.0.get_mut().waker.clone_from(context.waker());
        polled(this.0.read(buffer))
    }
}

/// A writer that converts what is written to it.
///
/// The text ends when the writer is closed, which also closes the inner one. Output that could not be written
/// is kept, and is written first the next time.
///
/// ```
/// use futures::{executor::block_on, AsyncWriteExt};
/// use placemat::{Encoding, Options};
/// use placemat_async::io::Writer;
/// let mut writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf16Le, Options::default()).unwrap();
/// block_on(async {
///     writer.write_all("a€".as_bytes()).await?;
///     writer.close().await
/// })?;
/// assert_eq!(writer.into_inner(), b"a\0\xAC\x20");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W, S: Codec<Unit = u8>, T: Codec<Unit = u8>>(blocking::Writer<Polled<W>, S, T>);

impl<W: AsyncWrite + Unpin, S: Codec<Unit = u8>, T: Codec<Unit = u8>> Writer<W, S, T> {
    /// Creates a writer around another one.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// use placemat_async::io::Writer;
    /// assert!(Writer::new(vec![], Encoding::Utf8, Encoding::Cesu8, Options::default()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the encodings cannot be converted in pieces with these options.
    pub fn new(inner: W, source: S, target: T, options: Options) -> Result<Self, Unsupported> {
        Ok(Writer(blocking::Writer::new(Polled::new(inner), source, target, options)?))
    }

    /// Returns the inner writer. Output that was kept is lost, and so is an open sequence.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// use placemat_async::io::Writer;
    /// let writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    /// assert!(writer.into_inner().is_empty());
    /// ```
    pub fn into_inner(self) -> W {
        self.0.into_inner().inner
    }
}

impl<W, S, T> AsyncWrite for Writer<W, S, T>
where
    W: AsyncWrite + Unpin,
    S: Codec<Unit = u8>,
    T: Codec<Unit = u8>,
    Self: Unpin,
{
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.0.get_mut().waker.clone_from(context.waker());
        polled(this.0.write(bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.0.get_mut().waker.clone_from(context.waker());
        polled(this.0.flush())
    }

    fn poll_close(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.0.get_mut().waker.clone_from(context.waker());
        match polled(this.0.try_finish()) {
            Poll::Ready(Ok(())) => Pin::new(&mut this.0.get_mut().inner).poll_close(context),
            unfinished => unfinished,
        }
    }
}
