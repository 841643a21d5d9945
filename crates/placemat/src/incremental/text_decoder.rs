//! The decoder that web pages have.

use alloc::vec::Vec;

use crate::codec::Codec;
use crate::engine::{Conversion, Status, Transcoder, Unsupported};
use crate::error::Failure;
use crate::options::Options;
use crate::policy::{OnError, OnUnencodable};
use crate::table::MAX_SEQUENCE;

/// The room that is made for output at first, in units, if there is more input than that.
const ROOM: usize = 4096;

/// Decodes as `TextDecoder` of the WHATWG's Encoding Standard does (section 7.2): in pieces, with U+FFFD for
/// each maximal subpart or with an error, without the byte order mark or with it.
///
/// The standard has UTF-8, UTF-16LE and UTF-16BE ([`Utf8`](crate::form::Utf8), [`Le`](crate::scheme::Le) and
/// [`Be`](crate::scheme::Be) of [`Utf16`](crate::form::Utf16)), besides legacy encodings. Here, the source is
/// any codec that has no byte order mark of its own, and the target any that writes none: whatever the
/// program holds text in.
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

/// A text that is being decoded.
#[derive(Clone, Debug)]
struct Text<S: Codec, T: Codec> {
    transcoder: Transcoder<S, T>,
    /// The number of units that have been decoded, or held back.
    offset: u64,
    /// The last of them.
    tail: Vec<S::Unit>,
    bom: Bom,
    /// The units after an error, which were given already, and how many of them have been read.
    queue: Vec<S::Unit>,
    read: usize,
}

/// What is known of the byte order mark of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bom {
    /// The text has begun with this many of its units, which are held back.
    Expected(usize),
    /// It has been removed, or there is none.
    Done,
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
    /// Returns the errors of [`Conversion::new`], and [`Unsupported::Marked`] if the source or the target has
    /// a byte order mark or a signature of its own.
    pub fn new(source: S, target: T) -> Result<Self, Unsupported> {
        Conversion::new(source, target, options(false))?.transcoder()?;
        let (of_source, of_target) = (source.info(), target.info());
        let marked = [(!source.mark().is_empty(), of_source), (!target.mark().is_empty(), of_target)];
        if let Some((_, info)) = marked.into_iter().find(|(is_marked, _)| *is_marked) {
            return Err(Unsupported::Marked(info.name));
        }
        Ok(TextDecoder { source, target, is_fatal: false, keeps_bom: false, text: None })
    }

    /// Sets the option `fatal`: an ill-formed subsequence is an error. A text that was begun is dropped.
    ///
    /// ```
    /// use placemat::{form::Utf8, stream::TextDecoder};
    /// let mut decoder = TextDecoder::new(Utf8, Utf8)?.fatal(true);
    /// assert!(decoder.decode(b"a\xFF", false, &mut vec![]).is_err());
    /// # Ok::<(), placemat::Unsupported>(())
    /// ```
    #[must_use]
    pub fn fatal(self, fatal: bool) -> Self {
        TextDecoder { is_fatal: fatal, text: None, ..self }
    }

    /// Sets the option `ignoreBOM`, which in spite of its name keeps U+FEFF at the start of a text. A text
    /// that was begun is dropped.
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
        TextDecoder { keeps_bom: ignore_bom, text: None, ..self }
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
    /// If the decoder is fatal, returns an ill-formed subsequence, or a code point that the target cannot
    /// encode. Its offset counts from the start of the text, over all pieces. Nothing is appended then, not
    /// even a surrogate that earlier pieces ended with. If `stream` is `true`, the next call goes on after
    /// the error, as the standard says.
    pub fn decode(
        &mut self,
        input: &[S::Unit],
        stream: bool,
        output: &mut Vec<T::Unit>,
    ) -> Result<(), Failure> {
        let mut text = match self.text.take() {
            Some(text) => text,
            None => self.begin(0),
        };
        let (begun, bom) = (output.len(), text.bom);
        let mut queue = core::mem::take(&mut text.queue);
        let of_queue = text.decode(self, &queue[text.read..], false, output);
        let done = match of_queue {
            Ok(()) => {
                (queue, text.read) = (Vec::new(), 0);
                text.decode(self, input, !stream, output)
            }
            Err(failure) => Err(failure),
        };
        let Err(failure) = done else {
            if stream {
                self.text = Some(text);
            }
            return Ok(());
        };
        output.truncate(begun);
        if stream {
            // A byte order mark belongs to what a call returns, and this one returns nothing.
            let bom = if bom == Bom::Done { Bom::Done } else { Bom::Expected(0) };
            let end = failure.offset() + failure.len();
            let after = end.saturating_sub(text.offset) as usize;
            let of_earlier = text.offset.saturating_sub(end) as usize;
            if of_queue.is_err() {
                queue.extend_from_slice(input);
                text.read += after;
            } else {
                queue.extend_from_slice(&input[after..]);
            }
            // The error may have ended in front of this piece.
            let earlier = &text.tail[text.tail.len().saturating_sub(of_earlier)..];
            queue.splice(text.read..text.read, earlier.iter().copied());
            // Units that were read are dropped before they are more than the others.
            if text.read > queue.len() / 2 {
                queue.drain(..text.read);
                text.read = 0;
            }
            self.text = Some(Text { bom, queue, read: text.read, ..self.begin(end) });
        }
        Err(failure)
    }

    /// Begins a text, or goes on with it this many units after its start.
    fn begin(&self, offset: u64) -> Text<S, T> {
        let conversion =
            Conversion { source: self.source, target: self.target, options: options(self.is_fatal) };
        let transcoder = conversion.resolved_transcoder().at(offset);
        Text { transcoder, offset, tail: Vec::new(), bom: Bom::Expected(0), queue: Vec::new(), read: 0 }
    }
}

impl<S: Codec, T: Codec> Text<S, T> {
    /// Appends the text of a piece, without the byte order mark.
    fn decode(
        &mut self,
        decoder: &TextDecoder<S, T>,
        input: &[S::Unit],
        is_end: bool,
        output: &mut Vec<T::Unit>,
    ) -> Result<(), Failure> {
        let mut skipped = 0;
        if let Bom::Expected(seen) = self.bom
            && !decoder.keeps_bom
        {
            let mut bom = [S::Unit::default(); MAX_SEQUENCE];
            let len = decoder.source.encode_next(0xFEFF, &mut bom).unwrap_or(0);
            let rest = &bom[seen.min(len)..len];
            let alike = rest.iter().zip(input).take_while(|(one, other)| one == other).count();
            if alike == input.len() && alike < rest.len() && !is_end {
                self.bom = Bom::Expected(seen + alike);
                self.pass(input);
                return Ok(());
            }
            if alike == rest.len() && len > 0 {
                self.transcoder = decoder.begin(self.offset + alike as u64).transcoder;
                skipped = alike;
            } else {
                // The units that were held back only begin a code point, so this call cannot fail.
                self.transcode(&bom[..seen], false, output)?;
            }
            self.bom = Bom::Done;
        }
        self.transcode(&input[skipped..], is_end, output)?;
        self.pass(input);
        Ok(())
    }

    /// Remembers the end of a piece without an error. An error that ends there is known only after it.
    fn pass(&mut self, input: &[S::Unit]) {
        self.offset += input.len() as u64;
        self.tail.extend_from_slice(&input[input.len().saturating_sub(MAX_SEQUENCE)..]);
        self.tail.drain(..self.tail.len().saturating_sub(MAX_SEQUENCE));
    }

    fn transcode(
        &mut self,
        input: &[S::Unit],
        is_end: bool,
        output: &mut Vec<T::Unit>,
    ) -> Result<(), Failure> {
        if input.is_empty() && !is_end {
            return Ok(());
        }
        let mut read = 0;
        let mut room = input.len().min(ROOM) + MAX_SEQUENCE;
        loop {
            let written = output.len();
            output.resize(written + room, T::Unit::default());
            let (progress, status) = self.transcoder.push(&input[read..], &mut output[written..], is_end);
            output.truncate(written + progress.written);
            read += progress.read;
            match status {
                Status::NeedInput | Status::Done => return Ok(()),
                Status::OutputFull { needed } => {
                    room = (2 * room).min(input.len() - read + MAX_SEQUENCE).max(needed);
                }
                Status::IllFormed(error) => return Err(Failure::IllFormed(error)),
                Status::Unencodable(lost) => return Err(Failure::Unencodable(lost)),
            }
        }
    }
}

fn options(is_fatal: bool) -> Options {
    let (on_error, on_unencodable) = match is_fatal {
        true => (OnError::Strict, OnUnencodable::Strict),
        false => (OnError::Replace, OnUnencodable::Replace),
    };
    Options { on_error, on_unencodable, ..Options::default() }
}
