//! Frames around Modified UTF-8 (CONFORMANCE.md, Layers).

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::{Checker, Resolution};
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind};
use crate::form::Mutf8Lenient;

/// The encoding of a frame's content, for reading and for writing.
pub(crate) const READ: Encoding = Encoding::Mutf8Lenient;
pub(crate) const WRITTEN: Encoding = Encoding::Mutf8;

/// How a string of Modified UTF-8 is delimited.
///
/// ```
/// use placemat::stream::Frame;
/// let mut text = b"\xC0\x80".to_vec();
/// Frame::WriteUtf.wrap(&mut text).unwrap();
/// assert_eq!(text, b"\0\x02\xC0\x80");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// `DataOutput.writeUTF`, class files, serialization's `TC_STRING`: a 16-bit big-endian count of bytes
    /// before the text.
    WriteUtf,
    /// Serialization's `TC_LONGSTRING`: a 64-bit big-endian count of bytes before the text.
    Long,
    /// JNI: a byte 00 after the text.
    Nul,
    /// Dalvik's `string_data_item`: a ULEB128 count of UTF-16 units before the text, and a byte 00 after it.
    Dex,
}

/// Returns a count as ULEB128 in an array, and its length.
#[inline]
fn uleb128(mut count: u64) -> ([u8; 10], usize) {
    let (mut bytes, mut len) = ([0; 10], 0);
    loop {
        bytes[len] = (count & 0x7F) as u8;
        count >>= 7;
        len += 1;
        if count == 0 {
            return (bytes, len);
        }
        bytes[len - 1] |= 0x80;
    }
}

/// Returns the number of UTF-16 units of well-formed text. Each is a sequence or a surrogate of a pair, with
/// one byte that is not a trail byte.
#[inline]
pub(crate) fn units_in(text: &[u8]) -> u64 {
    text.iter().filter(|&byte| byte & 0xC0 != 0x80).count() as u64
}

impl Frame {
    /// Returns the bytes before `len` bytes of text that are `units` UTF-16 units; `None` if the frame cannot
    /// hold so many.
    ///
    /// ```
    /// use placemat::stream::Frame;
    /// assert_eq!(&*Frame::Dex.head(300, 300).unwrap(), b"\xAC\x02");
    /// assert!(Frame::WriteUtf.head(65_536, 65_536).is_none());
    /// ```
    #[inline]
    pub fn head(self, len: u64, units: u64) -> Option<impl core::ops::Deref<Target = [u8]> + use<>> {
        let (bytes, count) = match self {
            Frame::WriteUtf => {
                let mut bytes = [0; 10];
                bytes[..2].copy_from_slice(&u16::try_from(len).ok()?.to_be_bytes());
                (bytes, 2)
            }
            Frame::Long => {
                let mut bytes = [0; 10];
                bytes[..8].copy_from_slice(&len.to_be_bytes());
                (bytes, 8)
            }
            Frame::Nul => ([0; 10], 0),
            Frame::Dex => uleb128(units),
        };
        Some(Head { bytes, count })
    }

    /// Returns the bytes after the text.
    ///
    /// ```
    /// # use placemat::stream::Frame;
    /// assert_eq!((Frame::Dex.tail(), Frame::Long.tail()), (&[0][..], &[][..]));
    /// ```
    #[inline]
    pub const fn tail(self) -> &'static [u8] {
        match self {
            Frame::WriteUtf | Frame::Long => &[],
            Frame::Nul | Frame::Dex => &[0],
        }
    }

    /// Puts the frame around well-formed `text`.
    ///
    /// ```
    /// # use placemat::stream::Frame;
    /// let mut text = b"abc".to_vec();
    /// Frame::Dex.wrap(&mut text).unwrap();
    /// assert_eq!(text, b"\x03abc\0");
    /// assert_eq!(Frame::WriteUtf.wrap(&mut vec![b'a'; 65_536]), Err(65_536));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the length of the text in bytes, if the frame cannot hold it.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn wrap(self, text: &mut Vec<u8>) -> Result<(), usize> {
        let head = self.head(text.len() as u64, units_in(text)).ok_or(text.len())?;
        text.splice(..0, head.iter().copied());
        text.extend_from_slice(self.tail());
        Ok(())
    }
}

#[derive(Debug)]
struct Head {
    bytes: [u8; 10],
    count: usize,
}

impl core::ops::Deref for Head {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.count]
    }
}

/// Finds the text in a frame, in pieces.
#[derive(Clone, Debug)]
pub(super) struct FrameProbe {
    frame: Frame,
    /// The number of bytes of the head so far, and the count in them.
    head: u64,
    head_done: bool,
    count: u64,
    overflow: bool,
    at: u64,
    /// The position of the byte 00.
    terminator: Option<u64>,
    /// The text of a `string_data_item`, and the number of its UTF-16 units.
    text: Checker<Mutf8Lenient>,
    units: u64,
}

impl FrameProbe {
    #[inline]
    pub(super) fn new(frame: Frame) -> Self {
        FrameProbe {
            frame,
            head: 0,
            head_done: frame == Frame::Nul,
            count: 0,
            overflow: false,
            at: 0,
            terminator: None,
            text: Checker::new(Mutf8Lenient),
            units: 0,
        }
    }

    #[inline]
    pub(super) fn push(&mut self, mut piece: &[u8]) {
        while !self.head_done {
            let Some((&byte, rest)) = piece.split_first() else { return };
            piece = rest;
            self.at += 1;
            self.read_head(byte);
        }
        if matches!(self.frame, Frame::Nul | Frame::Dex) && self.terminator.is_none() {
            let end = piece.iter().position(|&byte| byte == 0);
            self.terminator = end.map(|end| self.at + end as u64);
            if self.frame == Frame::Dex {
                let text = &piece[..end.unwrap_or(piece.len())];
                self.text.push(text);
                self.units += units_in(text);
            }
        }
        self.at += piece.len() as u64;
    }

    #[inline]
    fn read_head(&mut self, byte: u8) {
        let byte_value = u64::from(byte);
        match self.frame {
            Frame::WriteUtf | Frame::Long => {
                self.count = self.count << 8 | byte_value;
                self.head += 1;
                self.head_done = self.head == if self.frame == Frame::WriteUtf { 2 } else { 8 };
            }
            Frame::Nul => {}
            Frame::Dex => {
                // The count of a `string_data_item` has at most 32 bits, in five bytes.
                self.overflow |= self.head >= 5 || self.head == 4 && byte > 0x0F;
                if !self.overflow {
                    self.count |= (byte_value & 0x7F) << (7 * self.head);
                }
                self.head += 1;
                self.head_done = byte & 0x80 == 0;
            }
        }
    }

    #[inline]
    pub(super) fn finish(self, len: u64) -> Result<Resolution, Error> {
        let start = self.head;
        let fits = match self.frame {
            Frame::WriteUtf | Frame::Long => self.count <= len.saturating_sub(start),
            Frame::Nul => self.terminator.is_some(),
            // Ill-formed content is reported by the decoder.
            Frame::Dex => {
                !self.overflow
                    && self.terminator.is_some()
                    && (self.units == self.count || self.text.finish().is_err())
            }
        };
        if !self.head_done || !fits {
            return Err(Error::new(0, len, ErrorKind::Frame));
        }
        let end = self.terminator.unwrap_or(start + self.count);
        Ok(Resolution { encoding: READ, start, end })
    }
}
