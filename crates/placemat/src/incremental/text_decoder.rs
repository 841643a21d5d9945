//! The decoder that web pages have.

use alloc::vec::Vec;

use crate::codec::Codec;
use crate::engine::{Conversion, Status, Transcoder, Unsupported};
use crate::error::Failure;
use crate::options::Options;
use crate::policy::OnError;

/// The most units that a code point takes in a target.
const LONGEST: usize = 16;

/// Decodes as `TextDecoder` of the WHATWG's Encoding Standard does (section 7.2): in pieces, with U+FFFD for each
/// maximal subpart or with an error, without the byte order mark or with it.
///
/// The standard has UTF-8, UTF-16LE and UTF-16BE ([`Utf8`](crate::form::Utf8), [`Le`](crate::scheme::Le) and
/// [`Be`](crate::scheme::Be) of [`Utf16`](crate::form::Utf16)), besides legacy encodings. The source can be
/// any other codec without a byte order mark of its own, and the target whatever the program holds text in.
///
/// Needs the feature `alloc`.
///
/// ```
/// use placemat::{form::{Utf8, Utf16}, stream::TextDecoder};
/// let (mut decoder, mut text) = (TextDecoder::new(Utf8, Utf16)?, Vec::new());
/// for (piece, stream) in [(&b"\xEF\xBB"[..], true), (b"\xBFa\xE2\x82", true), (b"\xAC\xFF", false)] {
///     decoder.decode(piece, stream, &mut text)?;
/// }
/// assert_eq!(String::from_utf16_lossy(&text), "a€\u{FFFD}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextDecoder<S: Codec, T: Codec> {
    source: S,
    target: T,
    is_fatal: bool,
    keeps_bom: bool,
    /// The text that was begun, if the last piece was not its end.
    text: Option<Text<S, T>>,
}

/// A text that is being decoded: the decoder and the input queue of the standard.
#[derive(Clone, Debug)]
struct Text<S: Codec, T: Codec> {
    transcoder: Transcoder<S, T>,
    /// What is left of earlier pieces after an error.
    queue: Vec<S::Unit>,
    /// `true` once the first code point has been looked at ("BOM seen").
    has_begun: bool,
}

impl<S: Codec, T: Codec> TextDecoder<S, T> {
    /// Creates a decoder that replaces ill-formed subsequences and removes the byte order mark, as
    /// `new TextDecoder()` does.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf16}, scheme::Le, stream::TextDecoder};
    /// let (mut decoder, mut text) = (TextDecoder::new(Le(Utf16), Utf8)?, vec![]);
    /// decoder.decode(b"\xFF\xFEa\0\0\xDC", false, &mut text)?;
    /// assert_eq!(text, "a\u{FFFD}".as_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Conversion::new`].
    pub fn new(source: S, target: T) -> Result<Self, Unsupported> {
        Conversion::new(source, target, options(false))?.transcoder()?;
        Ok(TextDecoder { source, target, is_fatal: false, keeps_bom: false, text: None })
    }

    /// Sets the option `fatal`: an ill-formed subsequence is an error.
    ///
    /// ```
    /// use placemat::{form::Utf8, stream::TextDecoder};
    /// let mut decoder = TextDecoder::new(Utf8, Utf8)?.fatal(true);
    /// assert!(decoder.decode(b"a\xFF", false, &mut vec![]).is_err());
    /// # Ok::<(), placemat::Unsupported>(())
    /// ```
    #[must_use]
    pub fn fatal(self, fatal: bool) -> Self {
        TextDecoder { is_fatal: fatal, ..self }
    }

    /// Sets the option `ignoreBOM`, which in spite of its name keeps U+FEFF at the start of a text.
    ///
    /// ```
    /// use placemat::{form::Utf8, stream::TextDecoder};
    /// let (mut decoder, mut text) = (TextDecoder::new(Utf8, Utf8)?.ignore_bom(true), vec![]);
    /// decoder.decode("\u{FEFF}a".as_bytes(), false, &mut text)?;
    /// assert_eq!(text, "\u{FEFF}a".as_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ignore_bom(self, ignore_bom: bool) -> Self {
        TextDecoder { keeps_bom: ignore_bom, ..self }
    }

    /// Decodes a piece of a text and appends it to `output`. `stream` says that more of the text will come;
    /// otherwise it ends here, and the next call begins another one.
    ///
    /// ```
    /// use placemat::{form::Utf8, stream::TextDecoder};
    /// let (mut decoder, mut text) = (TextDecoder::new(Utf8, Utf8)?, vec![]);
    /// decoder.decode(b"\xC3", true, &mut text)?;
    /// decoder.decode(b"\xA9", false, &mut text)?;
    /// decoder.decode(b"\xA9", false, &mut text)?;
    /// assert_eq!(text, "é\u{FFFD}".as_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an ill-formed subsequence if the decoder is fatal, and a code point that the target cannot
    /// encode. Nothing is appended then. If `stream` is `true`, the next call goes on after the error, as the
    /// standard says.
    pub fn decode(
        &mut self,
        input: &[S::Unit],
        stream: bool,
        output: &mut Vec<T::Unit>,
    ) -> Result<(), Failure> {
        let mut text = match self.text.take() {
            Some(text) => text,
            None => self.begin(),
        };
        let begun = output.len();
        let queued = core::mem::take(&mut text.queue);
        let done = text.decode_all(&queued, false, output).map_err(|(failure, read)| (failure, read, 0));
        let done = done.and_then(|()| {
            text.decode_all(input, !stream, output).map_err(|(failure, read)| (failure, queued.len(), read))
        });
        if let Err((failure, of_queued, of_input)) = done {
            output.truncate(begun);
            if stream {
                text.transcoder.resume();
                text.queue.extend_from_slice(&queued[of_queued..]);
                text.queue.extend_from_slice(&input[of_input..]);
                self.text = Some(text);
            }
            return Err(failure);
        }
        if !self.keeps_bom && !text.has_begun && output.len() > begun {
            text.has_begun = true;
            let len = self.bom_at(&output[begun..]);
            output.drain(begun..begun + len);
        }
        if stream {
            self.text = Some(text);
        }
        Ok(())
    }

    fn begin(&self) -> Text<S, T> {
        let conversion =
            Conversion { source: self.source, target: self.target, options: options(self.is_fatal) };
        Text { transcoder: conversion.resolved_transcoder(), queue: Vec::new(), has_begun: false }
    }

    /// Returns the length of U+FEFF at the start of some output, or 0.
    fn bom_at(&self, output: &[T::Unit]) -> usize {
        let mut bom = [T::Unit::default(); LONGEST];
        let len = self.target.encode_next(0xFEFF, &mut bom).unwrap_or(0);
        if len > 0 && output.starts_with(&bom[..len]) { len } else { 0 }
    }
}

impl<S: Codec, T: Codec> Text<S, T> {
    /// Appends the text of a piece. An error comes with the number of units that were read.
    fn decode_all(
        &mut self,
        input: &[S::Unit],
        is_end: bool,
        output: &mut Vec<T::Unit>,
    ) -> Result<(), (Failure, usize)> {
        let mut read = 0;
        let mut room = input.len() + LONGEST;
        loop {
            let written = output.len();
            output.resize(written + room, T::Unit::default());
            let (progress, status) = self.transcoder.push(&input[read..], &mut output[written..], is_end);
            output.truncate(written + progress.written);
            read += progress.read;
            match status {
                Status::NeedInput | Status::Done => return Ok(()),
                Status::OutputFull { needed } => room = needed.max(input.len() - read).max(LONGEST),
                Status::IllFormed(error) => return Err((Failure::IllFormed(error), read)),
                Status::Unencodable(lost) => return Err((Failure::Unencodable(lost), read)),
            }
        }
    }
}

fn options(is_fatal: bool) -> Options {
    let on_error = if is_fatal { OnError::Strict } else { OnError::Replace };
    Options { on_error, ..Options::default() }
}
