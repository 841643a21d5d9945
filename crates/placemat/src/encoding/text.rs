//! Whole texts in an encoding that is chosen at run time, from and to `str`.

use alloc::borrow::Cow;

use super::Encoding;
use crate::engine::{Counts, decode_text, encode_text};
use crate::error::Failure;
use crate::options::Options;

impl Encoding {
    /// Decodes a whole input strictly. If the text is in the input as it is, it is borrowed: in UTF-8, in
    /// ASCII in most encodings, after a signature or inside a frame.
    ///
    /// A byte order mark or signature is looked for and skipped if the encoding has one, as
    /// [`convert`](crate::convert()) does. Bytes after a frame are not read.
    ///
    /// ```
    /// use placemat::Encoding;
    /// use std::borrow::Cow;
    /// assert_eq!(Encoding::Cesu8.decode(b"\xED\xA0\xBD\xED\xB2\xA9")?, "💩");
    /// assert_eq!(Encoding::Utf16.decode(b"\xFF\xFEa\0")?, "a");
    /// assert!(matches!(Encoding::Utf8Sig.decode(b"\xEF\xBB\xBFa")?, Cow::Borrowed("a")));
    /// assert_eq!(Encoding::Mutf8.decode(b"a\0").unwrap_err().offset(), 1);
    /// # Ok::<(), placemat::Failure>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence, or the first code point that is not a scalar value, such as
    /// a lone surrogate in WTF-8: whichever comes first.
    #[inline]
    pub fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>, Failure> {
        decode_text::<true, _>(self, bytes, Options::default()).map(|(text, _)| text)
    }

    /// Decodes a whole input. U+FFFD replaces each ill-formed subsequence and each code point that is not a
    /// scalar value; the counts say how many there were. If the text is in the input as it is, it is
    /// borrowed, as by [`decode`](Encoding::decode).
    ///
    /// If a wrapper refuses the whole input, because a frame does not fit its content or because the text is
    /// not doubly encoded, the text is one U+FFFD.
    ///
    /// ```
    /// use placemat::Encoding;
    /// let (text, counts) = Encoding::Wtf8.decode_lossy(b"a\xFF\xED\xA0\xBD");
    /// assert_eq!((&*text, counts.errors, counts.unencodable), ("a\u{FFFD}\u{FFFD}", 1, 1));
    /// ```
    #[inline]
    pub fn decode_lossy(self, bytes: &[u8]) -> (Cow<'_, str>, Counts) {
        decode_text::<false, _>(self, bytes, Options::LOSSY)
            .unwrap_or_else(|_| (Cow::Borrowed("\u{FFFD}"), Counts { errors: 1, ..Counts::default() }))
    }

    /// Encodes text strictly. If its bytes in UTF-8 are its bytes in this encoding, they are borrowed.
    ///
    /// An encoding that begins with a byte order mark or a signature, or that is in a frame, gets it.
    ///
    /// ```
    /// use placemat::Encoding;
    /// use std::borrow::Cow;
    /// assert!(matches!(Encoding::Iso8859_1.encode("a")?, Cow::Borrowed(b"a")));
    /// assert_eq!(*Encoding::Iso8859_1.encode("né")?, *b"n\xE9");
    /// assert_eq!(*Encoding::Utf16.encode("a")?, *b"\xFE\xFF\0a");
    /// assert_eq!(Encoding::Iso8859_1.encode("5 €").unwrap_err().offset(), 2);
    /// # Ok::<(), placemat::Failure>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first code point that the encoding does not contain, or that the text is too long for a
    /// frame. An encoding without an encoder, such as a fallback, contains none.
    #[inline]
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Failure> {
        encode_text(self, text)
    }
}
