//! Streams of bytes as streams of text.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::{error, fmt, io};

use futures_core::stream::{FusedStream, Stream};
use placemat::{Codec, Failure, Options, Unsupported};

use crate::pieces::Pieces;

/// The text of a stream of bytes, in pieces of whole code points: no character is cut.
///
/// The inner stream may have errors of any type. Such an error is passed on as [`Error::Stream`], and causes
/// no loss. A failure of the text follows the text before it, and ends the stream.
///
/// ```
/// use futures::{executor::block_on, stream, StreamExt};
/// use placemat::{Encoding, Options};
/// use placemat_async::stream::Text;
///
/// let pieces = stream::iter([&b"a\xE2"[..], b"\x82", b"\xAC"].map(std::io::Result::Ok));
/// let text = Text::new(pieces, Encoding::Utf8, Options::default()).unwrap();
/// let text: Vec<_> = block_on(text.map(Result::unwrap).collect());
/// assert_eq!(text, ["a", "€"]);
/// ```
#[derive(Debug)]
pub struct Text<S, C: Codec<Unit = u8>> {
    inner: S,
    pieces: Pieces<C>,
    /// `is_at_end`: the inner stream has ended. `has_ended`: this stream has ended.
    is_at_end: bool,
    has_ended: bool,
}

impl<S, C: Codec<Unit = u8>> Text<S, C> {
    /// Creates a stream of text from a stream of bytes in an encoding.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// use placemat_async::stream::Text;
    /// let nothing = futures::stream::empty::<std::io::Result<Vec<u8>>>();
    /// assert!(Text::new(nothing, Encoding::Utf16Le, Options::default()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the encoding cannot be converted in pieces with these options.
    pub fn new(inner: S, encoding: C, options: Options) -> Result<Self, Unsupported> {
        Ok(Text { inner, pieces: Pieces::new(encoding, options)?, is_at_end: false, has_ended: false })
    }

    /// Creates a stream of text that replaces what is ill-formed with U+FFFD, so that only the inner stream
    /// can fail. This is what server-sent events and the output of language models need: a chunk may end
    /// inside a character, and the text must not.
    ///
    /// ```
    /// use futures::{executor::block_on, stream, StreamExt};
    /// use placemat::Encoding;
    /// use placemat_async::stream::{Error, Text};
    ///
    /// let chunks = stream::iter([Ok(&b"data: \xF0\x9F\x98"[..]), Ok(b"\x80\xFF\n"), Err("connection reset")]);
    /// let items: Vec<_> = block_on(Text::lossy(chunks, Encoding::Utf8).unwrap().collect());
    /// assert_eq!((items[0].as_deref(), items[1].as_deref()), (Ok("data: "), Ok("😀\u{FFFD}\n")));
    /// assert_eq!(items[2], Err(Error::Stream("connection reset")));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the encoding cannot be converted in pieces.
    pub fn lossy(inner: S, encoding: C) -> Result<Self, Unsupported> {
        Text::new(inner, encoding, Options::LOSSY)
    }
}

/// Why [`Text`] has no next piece.
///
/// ```
/// use placemat::{Encoding, Failure};
/// use placemat_async::stream::Error;
/// let failure = placemat::convert(Encoding::Utf8, Encoding::Utf16Le, b"\xFF").unwrap_err();
/// assert_eq!(Error::<std::fmt::Error>::Text(failure).to_string(), failure.to_string());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// An error of the inner stream, after which it may go on.
    Stream(E),
    /// The bytes are not text in the encoding. This is the last item of the stream.
    Text(Failure),
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Stream(error) => error.fmt(f),
            Error::Text(failure) => failure.fmt(f),
        }
    }
}

impl<E: error::Error> error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::Stream(error) => error.source(),
            Error::Text(_) => None,
        }
    }
}

impl From<Error<io::Error>> for io::Error {
    fn from(error: Error<io::Error>) -> Self {
        match error {
            Error::Stream(error) => error,
            Error::Text(failure) => failure.into(),
        }
    }
}

impl<B, E, S, C> Stream for Text<S, C>
where
    B: AsRef<[u8]>,
    S: Stream<Item = Result<B, E>> + Unpin,
    C: Codec<Unit = u8>,
    Self: Unpin,
{
    type Item = Result<String, Error<E>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        while !this.has_ended {
            // An error after text is returned before more is read.
            match this.pieces.push(&[], this.is_at_end) {
                Ok(None) => {}
                Ok(Some(text)) => return Poll::Ready(Some(Ok(text))),
                Err(failure) => {
                    this.has_ended = true;
                    return Poll::Ready(Some(Err(Error::Text(failure))));
                }
            }
            if this.is_at_end {
                this.has_ended = true;
                break;
            }
            match ready!(Pin::new(&mut this.inner).poll_next(context)) {
                // The error is returned again.
                Some(Ok(bytes)) => {
                    if let Ok(Some(text)) = this.pieces.push(bytes.as_ref(), false) {
                        return Poll::Ready(Some(Ok(text)));
                    }
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(Error::Stream(error)))),
                None => this.is_at_end = true,
            }
        }
        Poll::Ready(None)
    }
}

impl<S, C: Codec<Unit = u8>> FusedStream for Text<S, C>
where
    Self: Stream,
{
    fn is_terminated(&self) -> bool {
        self.has_ended
    }
}
