//! Strings of Modified UTF-8 in frames: in files of Java and Dalvik.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::fmt;

use crate::error::{Error, ErrorKind};
use crate::form::{Form, Mutf8, Mutf8Lenient};
use crate::string::Str;
use crate::wrapper::{Frame, units_in};

/// Strings of Modified UTF-8 in frames.
impl Frame {
    /// Reads a string at the start of `bytes`, as it is written. Returns the string and the bytes after the
    /// frame.
    ///
    /// Needs the features `strings` and `encoding`.
    ///
    /// ```
    /// use placemat::{java::Frame, ErrorKind};
    /// // Dalvik's: a ULEB128 count of UTF-16 units, the text, and 00.
    /// let (text, rest) = Frame::Dex.read(b"\x02\xED\xA0\xBD\xED\xB2\xA9\0\x01a\0").unwrap();
    /// assert_eq!(text.to_str_lossy(), "💩");
    /// assert_eq!(Frame::Dex.read(rest).unwrap().0.as_bytes(), b"a");
    ///
    /// let error = Frame::WriteUtf.read(b"\0\x02a").unwrap_err();
    /// assert_eq!((error.kind(), error.error_len()), (ErrorKind::Frame, None)); // there may be more to come
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Frame`] if the bytes end inside the frame, which more bytes could repair, or if
    /// the frame has a different length than its text. Otherwise returns the first ill-formed subsequence of
    /// the text. Offsets count from the start of the bytes.
    #[inline]
    pub fn read(self, bytes: &[u8]) -> Result<(&Str<Mutf8>, &[u8]), Error> {
        read(self, bytes)
    }

    /// Reads a string at the start of `bytes`, as `DataInput.readUTF` reads it. Returns the string and the
    /// bytes after the frame.
    ///
    /// Needs the features `strings` and `encoding`.
    ///
    /// ```
    /// use placemat::java::Frame;
    /// let overlong = b"\0\x02\xC1\xA1";
    /// assert!(Frame::WriteUtf.read(overlong).is_err());
    /// assert_eq!(Frame::WriteUtf.read_lenient(overlong).unwrap().0, "a");
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`read`](Frame::read).
    #[inline]
    pub fn read_lenient(self, bytes: &[u8]) -> Result<(&Str<Mutf8Lenient>, &[u8]), Error> {
        read(self, bytes)
    }

    /// Appends a string to `out`.
    ///
    /// Needs the features `strings`, `encoding` and `alloc`.
    ///
    /// ```
    /// use placemat::{java::Frame, literal};
    /// let mut out = vec![];
    /// Frame::Long.write(literal!(Mutf8, "a"), &mut out).unwrap();
    /// assert_eq!(out, b"\0\0\0\0\0\0\0\x01a");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the frame cannot hold so many bytes. Nothing is written then.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn write(self, text: &Str<Mutf8>, out: &mut Vec<u8>) -> Result<(), TooLong> {
        let bytes = text.as_bytes();
        let (len, units) = (bytes.len() as u64, units_in(bytes));
        let Some(head) = self.head(len, units) else {
            // The limit is that of `writeUTF`, which counts bytes. Other frames have none.
            let fits = text.floor_boundary(usize::from(u16::MAX));
            return Err(TooLong { len: bytes.len(), limit: usize::from(u16::MAX), fits });
        };
        out.extend_from_slice(&head);
        out.extend_from_slice(bytes);
        out.extend_from_slice(self.tail());
        Ok(())
    }
}

/// Reads a string in a frame.
fn read<F: Form<Unit = u8>>(frame: Frame, bytes: &[u8]) -> Result<(&Str<F>, &[u8]), Error> {
    let truncated = Error { more: true, ..Error::new(0, (bytes.len() as u64).max(1), ErrorKind::Frame) };
    let (head, count) = match frame {
        Frame::WriteUtf => (2, big_endian(bytes.get(..2).ok_or(truncated)?)),
        Frame::Long => (8, big_endian(bytes.get(..8).ok_or(truncated)?)),
        Frame::Nul => (0, 0),
        Frame::Dex => uleb128(bytes).ok_or(truncated)??,
    };
    let after = &bytes[head..];
    let len = match frame {
        Frame::WriteUtf | Frame::Long => usize::try_from(count).ok().filter(|&len| len <= after.len()),
        Frame::Nul | Frame::Dex => after.iter().position(|&byte| byte == 0),
    };
    let len = len.ok_or(truncated)?;
    let moved = |error: Error| Error { more: false, ..error.moved(head as u64) };
    let text = Str::<F>::new(&after[..len]).map_err(moved)?;
    let end = len + frame.tail().len();
    if frame == Frame::Dex && units_in(text.as_bytes()) != count {
        return Err(Error::new(0, (head + end) as u64, ErrorKind::Frame));
    }
    Ok((text, &after[end..]))
}

#[inline]
fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |count, &byte| count << 8 | u64::from(byte))
}

/// Returns the length of the count at the start, of at most 32 bits, and the count; `None` if the bytes end
/// inside it.
#[inline]
fn uleb128(bytes: &[u8]) -> Option<Result<(usize, u64), Error>> {
    let mut count = 0;
    for (k, &byte) in bytes.iter().enumerate() {
        if k > 4 || k == 4 && byte > 0x0F {
            return Some(Err(Error::new(0, k as u64 + 1, ErrorKind::Frame)));
        }
        count |= u64::from(byte & 0x7F) << (7 * k);
        if byte < 0x80 {
            return Some(Ok((k + 1, count)));
        }
    }
    None
}

/// Why a string was not written: its frame cannot hold so many bytes.
///
/// ```
/// use placemat::{java::Frame, literal};
/// let error = Frame::WriteUtf.write(&literal!(Mutf8, "é").repeat(40_000), &mut vec![]).unwrap_err();
/// assert_eq!(error.to_string(), "the string has 80000 bytes, its frame holds 65535, of which whole code points fill 65534");
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TooLong {
    len: usize,
    limit: usize,
    fits: usize,
}

#[cfg(feature = "alloc")]
impl TooLong {
    /// Returns the length of the string in bytes.
    ///
    /// ```
    /// # use placemat::{java::Frame, literal};
    /// let error = Frame::WriteUtf.write(&literal!(Mutf8, "a").repeat(70_000), &mut vec![]).unwrap_err();
    /// assert_eq!(error.len(), 70_000);
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "nothing is never too long")]
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns the maximum length of the frame's content in bytes.
    ///
    /// ```
    /// # use placemat::{java::Frame, literal};
    /// let error = Frame::WriteUtf.write(&literal!(Mutf8, "a").repeat(70_000), &mut vec![]).unwrap_err();
    /// assert_eq!(error.limit(), 65_535);
    /// ```
    #[inline]
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the last boundary of the string up to which it would fit, in bytes.
    ///
    /// ```
    /// # use placemat::{java::Frame, literal};
    /// let (text, mut out) = (literal!(Mutf8, "💩").repeat(20_000), vec![]);
    /// let error = Frame::WriteUtf.write(&text, &mut out).unwrap_err();
    /// assert_eq!(error.fits(), 65_532);
    /// assert!(Frame::WriteUtf.write(&text[..error.fits()], &mut out).is_ok());
    /// ```
    #[inline]
    pub const fn fits(&self) -> usize {
        self.fits
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for TooLong {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLong { len, limit, fits } = self;
        write!(f, "the string has {len} bytes, its frame holds {limit}")?;
        if fits < limit { write!(f, ", of which whole code points fill {fits}") } else { Ok(()) }
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for TooLong {}
