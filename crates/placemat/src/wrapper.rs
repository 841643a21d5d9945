//! Wrappers around encodings: fallback, double encoding, frames (CONFORMANCE.md, Layers).
//!
//! Needs the feature `encoding`.
//!
//! A wrapper must see its whole input before it can be decoded. A [`Probe`] reads the input once, in pieces
//! of any size and without keeping them. It determines the encoding to read the text with, and the range of
//! the text. A second pass converts the text.

mod checker;
mod double;
mod frame;
mod frame_probe;
mod info;

pub use double::DoubleUtf8;
#[cfg(feature = "detect")]
pub(crate) use double::decode_twice;
pub use frame::Frame;
pub(crate) use frame::{READ, WRITTEN, units_in};
pub(crate) use info::{fallback, framed};

use core::ops::Range;

use crate::codec::Codec;
use crate::encoding::Encoding;
use crate::engine::{Conversion, Status, Transcoder};
use crate::error::{Error, ErrorKind};
use crate::form::{Form, Iso8859_1, Utf8, Windows1252};
use crate::options::Options;
use checker::Checker;
use frame_probe::FrameProbe;

/// The first pass over the input of a wrapper.
///
/// ```
/// use placemat::{stream::Probe, Encoding};
/// let mut probe = Probe::new(Encoding::Utf8OrWindows1252).unwrap();
/// probe.push(b"caf");
/// probe.push(b"\xE9");
/// assert_eq!(probe.finish(), Ok((Encoding::Windows1252, 0..4)));
/// ```
#[derive(Clone, Debug)]
pub struct Probe {
    encoding: Encoding,
    len: u64,
    /// The outer encoding: UTF-8.
    outer: Checker<Utf8>,
    inner: Inner,
}

#[derive(Clone, Debug)]
enum Inner {
    /// The encoding of input that is not UTF-8.
    Fallback(Encoding),
    Latin1(Undoubling<Iso8859_1>),
    Cp1252(Undoubling<Windows1252>),
    Frame(FrameProbe),
}

impl Probe {
    /// Creates a probe for a wrapper that must see its whole input. Returns `None` for every other encoding.
    ///
    /// ```
    /// use placemat::{stream::Probe, Encoding};
    /// assert!(Probe::new(Encoding::Mutf8Dex).is_some());
    /// assert!(Probe::new(Encoding::Mutf8).is_none()); // can be read in pieces at once
    /// ```
    #[inline]
    pub fn new(encoding: Encoding) -> Option<Self> {
        let inner = match (encoding.fallback(), encoding.info().doubled) {
            (Some(fallback), _) => Inner::Fallback(fallback),
            // Windows-1252 has no byte for the first C1 control.
            (None, Some(single)) if single.encode(0x80).is_some() => {
                Inner::Latin1(Undoubling::new(Iso8859_1))
            }
            (None, Some(_)) => Inner::Cp1252(Undoubling::new(Windows1252)),
            (None, None) => Inner::Frame(FrameProbe::new(encoding.as_frame()?)),
        };
        Some(Probe { encoding, len: 0, outer: Checker::new(Utf8), inner })
    }

    /// Reads a piece of the input, which may end anywhere.
    ///
    /// ```
    /// use placemat::{stream::Probe, Encoding};
    /// let mut probe = Probe::new(Encoding::Utf8OrIso8859_1).unwrap();
    /// probe.push(b"5 \xE2\x82"); // ends inside a sequence
    /// probe.push(b"\xAC");
    /// assert_eq!(probe.finish().unwrap().0, Encoding::Utf8);
    /// ```
    #[inline]
    pub fn push(&mut self, piece: &[u8]) {
        self.len += piece.len() as u64;
        match &mut self.inner {
            Inner::Fallback(_) => self.outer.push(piece),
            Inner::Latin1(inner) => {
                self.outer.push(piece);
                inner.push(piece);
            }
            Inner::Cp1252(inner) => {
                self.outer.push(piece);
                inner.push(piece);
            }
            Inner::Frame(frame) => frame.push(piece),
        }
    }

    /// Ends the input. Returns the encoding to read the text with, which can be read in pieces, and the range
    /// of the text in bytes.
    ///
    /// ```
    /// use placemat::{stream::Probe, Encoding, ErrorKind};
    /// let mut probe = Probe::new(Encoding::Mutf8WriteUtf).unwrap();
    /// probe.push(b"\0\x02ab and more");
    /// assert_eq!(probe.finish(), Ok((Encoding::Mutf8Lenient, 2..4)));
    ///
    /// let mut probe = Probe::new(Encoding::DoubleUtf8Latin1).unwrap();
    /// probe.push("€".as_bytes());
    /// assert_eq!(probe.finish().unwrap_err().kind(), ErrorKind::NotDoubleEncoded);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence of the outer UTF-8, or an error of kind `not-double-encoded`
    /// or `frame` over the whole input.
    #[inline]
    pub fn finish(self) -> Result<(Encoding, Range<u64>), Error> {
        let whole = |encoding| Ok((encoding, 0..self.len));
        let undoubled = |good| {
            if good {
                whole(self.encoding)
            } else {
                Err(Error::new(0, self.len, ErrorKind::NotDoubleEncoded))
            }
        };
        match self.inner {
            Inner::Fallback(fallback) => {
                whole(if self.outer.finish().is_ok() { Encoding::Utf8 } else { fallback })
            }
            Inner::Latin1(inner) => {
                self.outer.finish()?;
                undoubled(inner.finish())
            }
            Inner::Cp1252(inner) => {
                self.outer.finish()?;
                undoubled(inner.finish())
            }
            Inner::Frame(frame) => {
                let text = frame.finish(self.len)?;
                Ok((READ, text))
            }
        }
    }
}

/// UTF-8 to single bytes to UTF-8, until something does not fit.
#[derive(Clone, Debug)]
struct Undoubling<B: Form<Unit = u8>> {
    outer: Transcoder<Utf8, B>,
    inner: Checker<Utf8>,
    good: bool,
}

impl<B: Form<Unit = u8>> Undoubling<B> {
    fn new(bytes: B) -> Self {
        let conversion = Conversion { source: Utf8, target: bytes, options: Options::default() };
        Undoubling { outer: conversion.resolved_transcoder(), inner: Checker::new(Utf8), good: true }
    }

    fn feed(&mut self, mut piece: &[u8], end: bool) {
        let mut bytes = [0; 4096];
        while self.good {
            let (progress, status) = self.outer.push(piece, &mut bytes, end);
            piece = &piece[progress.read..];
            self.inner.push(&bytes[..progress.written]);
            match status {
                Status::OutputFull { .. } => {}
                Status::NeedInput | Status::Done => return,
                _ => self.good = false,
            }
        }
    }

    fn push(&mut self, piece: &[u8]) {
        self.feed(piece, false);
    }

    fn finish(mut self) -> bool {
        self.feed(&[], true);
        self.good && self.inner.finish().is_ok()
    }
}

/// Resolves a whole input in memory.
#[inline]
pub(crate) fn resolve(encoding: Encoding, input: &[u8]) -> Result<(Encoding, Range<u64>), Error> {
    match Probe::new(encoding) {
        Some(mut probe) => {
            probe.push(input);
            probe.finish()
        }
        None => Ok((encoding, 0..input.len() as u64)),
    }
}
