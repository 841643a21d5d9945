//! `utf8-zero` 0.8 and `utf-8` 0.7, whose interfaces are the same, on placemat.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead};
use std::mem;

use placemat::Str;
use placemat::form::Utf8;
use placemat::stream::LossyUtf8;

/// What replaces an ill-formed subsequence.
pub const REPLACEMENT_CHARACTER: &str = "\u{FFFD}";

/// Where bytes are not UTF-8.
#[derive(Clone, Copy, Debug)]
pub enum DecodeError<'a> {
    /// There is an ill-formed subsequence.
    Invalid {
        /// The text before it.
        valid_prefix: &'a str,
        /// The ill-formed subsequence.
        invalid_sequence: &'a [u8],
        /// The bytes after it.
        remaining_input: &'a [u8],
    },
    /// The input ends inside a sequence.
    Incomplete {
        /// The text before it.
        valid_prefix: &'a str,
        /// The start of the sequence.
        incomplete_suffix: Incomplete,
    },
}

impl fmt::Display for DecodeError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DecodeError::Invalid { valid_prefix, invalid_sequence, remaining_input } => write!(
                f,
                "found invalid byte sequence {invalid_sequence:02x?} after {} valid bytes, \
                 followed by {} more unprocessed bytes",
                valid_prefix.len(),
                remaining_input.len()
            ),
            DecodeError::Incomplete { valid_prefix, incomplete_suffix } => write!(
                f,
                "found incomplete byte sequence {incomplete_suffix:02x?} after {} bytes",
                valid_prefix.len()
            ),
        }
    }
}

impl Error for DecodeError<'_> {}

/// The first well-formed text of some bytes, and what follows it.
struct First<'a> {
    text: &'a str,
    ill_formed: &'a [u8],
    is_incomplete: bool,
}

impl<'a> First<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        match Str::<Utf8>::chunks(bytes).next() {
            Some(chunk) => First {
                text: chunk.well_formed().as_str(),
                ill_formed: chunk.ill_formed(),
                is_incomplete: chunk.is_incomplete(),
            },
            None => First { text: "", ill_formed: &[], is_incomplete: false },
        }
    }
}

/// Decodes UTF-8.
///
/// # Errors
///
/// Returns the text before the first ill-formed subsequence, and what remains.
pub fn decode(input: &[u8]) -> Result<&str, DecodeError<'_>> {
    let First { text: valid_prefix, ill_formed, is_incomplete } = First::of(input);
    if ill_formed.is_empty() {
        return Ok(valid_prefix);
    }
    if is_incomplete {
        return Err(DecodeError::Incomplete { valid_prefix, incomplete_suffix: Incomplete::new(ill_formed) });
    }
    let remaining_input = &input[valid_prefix.len() + ill_formed.len()..];
    Err(DecodeError::Invalid { valid_prefix, invalid_sequence: ill_formed, remaining_input })
}

/// The start of a sequence at the end of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Incomplete {
    /// Its bytes, and others after them.
    pub buffer: [u8; 4],
    /// The number of its bytes.
    pub buffer_len: u8,
}

/// What the bytes that are kept, with the next ones, have become.
#[derive(Clone, Copy)]
enum Completed {
    Text,
    IllFormed,
}

impl Incomplete {
    /// Creates one without bytes.
    pub fn empty() -> Self {
        Incomplete { buffer: [0; 4], buffer_len: 0 }
    }

    /// Returns `true` if it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.buffer_len == 0
    }

    /// Creates one with at most four bytes.
    ///
    /// # Panics
    ///
    /// Panics if there are more.
    pub fn new(bytes: &[u8]) -> Self {
        let mut incomplete = Incomplete::empty();
        incomplete.buffer[..bytes.len()].copy_from_slice(bytes);
        incomplete.buffer_len = bytes.len() as u8;
        incomplete
    }

    /// Takes the next bytes. Returns the text or the ill-formed subsequence that the kept bytes are the start
    /// of, and the bytes after it, or `None` if more are needed.
    #[allow(clippy::type_complexity, reason = "the interface has this type")]
    pub fn try_complete<'input>(
        &mut self,
        input: &'input [u8],
    ) -> Option<(Result<&str, &[u8]>, &'input [u8])> {
        let (taken, completed) = self.complete(input);
        let completed = completed?;
        let bytes = self.take();
        let result = match completed {
            Completed::Text => Ok(First::of(bytes).text),
            Completed::IllFormed => Err(bytes),
        };
        Some((result, &input[taken..]))
    }

    /// Takes as many of the next bytes as there is room for. Returns how many of them belong to what is in
    /// the buffer afterwards.
    fn complete(&mut self, input: &[u8]) -> (usize, Option<Completed>) {
        let kept = usize::from(self.buffer_len);
        let copied = input.len().min(self.buffer.len() - kept);
        self.buffer[kept..][..copied].copy_from_slice(&input[..copied]);
        let first = First::of(&self.buffer[..kept + copied]);
        let (len, completed) = match (first.text.len(), first.ill_formed.len()) {
            (0, len) if first.is_incomplete => (len, None),
            (0, len) if len > 0 => (len, Some(Completed::IllFormed)),
            (len, _) => (len, Some(Completed::Text)),
        };
        self.buffer_len = len as u8;
        (len.checked_sub(kept).expect("the kept bytes are incomplete"), completed)
    }

    fn take(&mut self) -> &[u8] {
        &self.buffer[..usize::from(mem::take(&mut self.buffer_len))]
    }
}

/// Decodes UTF-8 in pieces, with U+FFFD for each ill-formed subsequence. The text ends when it is dropped.
pub struct LossyDecoder<F: FnMut(&str)> {
    decoder: LossyUtf8,
    push_str: F,
}

impl<F: FnMut(&str)> LossyDecoder<F> {
    /// Creates a decoder that passes text to a function.
    pub fn new(push_str: F) -> Self {
        LossyDecoder { decoder: LossyUtf8::new(), push_str }
    }

    /// Decodes the next piece.
    pub fn feed(&mut self, input: &[u8]) {
        self.decoder.push(input, &mut self.push_str);
    }
}

impl<F: FnMut(&str)> Drop for LossyDecoder<F> {
    fn drop(&mut self) {
        mem::take(&mut self.decoder).finish(&mut self.push_str);
    }
}

/// Decodes what a reader has in its buffer, and lends the text.
pub struct BufReadDecoder<B: BufRead> {
    reader: B,
    /// The number of bytes of the reader's buffer that have been lent.
    lent: usize,
    incomplete: Incomplete,
}

/// Why a piece is not text.
#[derive(Debug)]
pub enum BufReadDecoderError<'a> {
    /// An ill-formed subsequence.
    InvalidByteSequence(&'a [u8]),
    /// The reader failed.
    Io(io::Error),
}

impl BufReadDecoderError<'_> {
    /// Returns U+FFFD for an ill-formed subsequence.
    ///
    /// # Errors
    ///
    /// Returns the error of the reader.
    pub fn lossy(self) -> Result<&'static str, io::Error> {
        match self {
            BufReadDecoderError::InvalidByteSequence(_) => Ok(REPLACEMENT_CHARACTER),
            BufReadDecoderError::Io(error) => Err(error),
        }
    }
}

impl fmt::Display for BufReadDecoderError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BufReadDecoderError::InvalidByteSequence(bytes) => {
                write!(f, "invalid byte sequence: {bytes:02x?}")
            }
            BufReadDecoderError::Io(error) => write!(f, "underlying bytestream error: {error}"),
        }
    }
}

impl Error for BufReadDecoderError<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            BufReadDecoderError::InvalidByteSequence(_) => None,
            BufReadDecoderError::Io(error) => Some(error),
        }
    }
}

/// The next piece, and where it is.
struct Piece {
    /// The number of bytes in the reader's buffer, or `None` if it is in the decoder's own.
    in_reader: Option<usize>,
    is_text: bool,
}

impl<B: BufRead> BufReadDecoder<B> {
    /// Reads everything, with U+FFFD for each ill-formed subsequence.
    ///
    /// # Errors
    ///
    /// Returns the error of the reader.
    pub fn read_to_string_lossy(reader: B) -> io::Result<String> {
        let (mut decoder, mut text) = (BufReadDecoder::new(reader), String::new());
        while let Some(piece) = decoder.next_lossy() {
            text += piece?;
        }
        Ok(text)
    }

    /// Creates a decoder of a reader.
    pub fn new(reader: B) -> Self {
        BufReadDecoder { reader, lent: 0, incomplete: Incomplete::empty() }
    }

    /// Returns the next text, with U+FFFD for each ill-formed subsequence, or `None` at the end.
    pub fn next_lossy(&mut self) -> Option<io::Result<&str>> {
        self.next_strict().map(|piece| piece.or_else(|error| error.lossy()))
    }

    /// Returns the next text or ill-formed subsequence, or `None` at the end.
    pub fn next_strict(&mut self) -> Option<Result<&str, BufReadDecoderError<'_>>> {
        let piece = match self.find_piece() {
            Ok(piece) => piece?,
            Err(error) => return Some(Err(BufReadDecoderError::Io(error))),
        };
        let bytes = match piece.in_reader {
            None => self.incomplete.take(),
            Some(len) => {
                self.lent = len;
                match self.reader.fill_buf() {
                    Ok(buffer) => &buffer[..len],
                    Err(error) => return Some(Err(BufReadDecoderError::Io(error))),
                }
            }
        };
        if piece.is_text {
            // Validated a second time: the first time, the buffer was not borrowed for as long.
            Some(Ok(First::of(bytes).text))
        } else {
            Some(Err(BufReadDecoderError::InvalidByteSequence(bytes)))
        }
    }

    fn find_piece(&mut self) -> io::Result<Option<Piece>> {
        loop {
            self.reader.consume(mem::take(&mut self.lent));
            let buffer = self.reader.fill_buf()?;
            if !self.incomplete.is_empty() {
                if buffer.is_empty() {
                    return Ok(Some(Piece { in_reader: None, is_text: false }));
                }
                let (taken, completed) = self.incomplete.complete(buffer);
                self.lent = taken;
                match completed {
                    None => continue,
                    Some(completed) => {
                        let is_text = matches!(completed, Completed::Text);
                        return Ok(Some(Piece { in_reader: None, is_text }));
                    }
                }
            }
            if buffer.is_empty() {
                return Ok(None);
            }
            let first = First::of(buffer);
            if !first.text.is_empty() {
                return Ok(Some(Piece { in_reader: Some(first.text.len()), is_text: true }));
            }
            if !first.is_incomplete {
                return Ok(Some(Piece { in_reader: Some(first.ill_formed.len()), is_text: false }));
            }
            self.incomplete = Incomplete::new(first.ill_formed);
            self.lent = first.ill_formed.len();
        }
    }
}
