//! Streams of bytes as streams of text.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::stream::{FusedStream, Stream};
use placemat::{Codec, Options, Unsupported};

use crate::pieces::Pieces;

/// The text of a stream of bytes, in pieces of whole code points.
///
/// An error of the inner stream is passed on, and causes no loss. A failure of the text follows the text
/// before it, and ends the stream.
///
/// ```
/// use futures::{executor::block_on, stream, StreamExt};
/// use placemat::{Encoding, Options};
/// use placemat_async::stream::Text;
///
/// let pieces = stream::iter([&b"a\xE2"[..], b"\x82", b"\xAC"].map(Ok));
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
}

impl<B, S, C> Stream for Text<S, C>
where
    B: AsRef<[u8]>,
    S: Stream<Item = io::Result<B>> + Unpin,
    C: Codec<Unit = u8>,
    Self: Unpin,
{
    type Item = io::Result<String>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<String>>> {
        let this = self.get_mut();
        while !this.has_ended {
            // An error after text is returned before more is read.
            match this.pieces.push(&[], this.is_at_end) {
                Ok(None) => {}
                Ok(Some(text)) => return Poll::Ready(Some(Ok(text))),
                Err(failure) => {
                    this.has_ended = true;
                    return Poll::Ready(Some(Err(failure)));
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
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
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
