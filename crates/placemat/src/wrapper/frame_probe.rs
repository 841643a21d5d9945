//! The search for the text in a frame, in pieces.

use core::ops::Range;

use super::checker::Checker;
use super::frame::{Frame, units_in};
use crate::error::{Error, ErrorKind};
use crate::form::Mutf8Lenient;

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
    pub(super) fn finish(self, len: u64) -> Result<Range<u64>, Error> {
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
        Ok(start..end)
    }
}
