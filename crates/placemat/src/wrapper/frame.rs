//! Frames around Modified UTF-8 (CONFORMANCE.md, Layers).

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::encoding::Encoding;

/// The encoding of a frame's content, for reading and for writing.
pub(crate) const READ: Encoding = Encoding::Mutf8Lenient;
pub(crate) const WRITTEN: Encoding = Encoding::Mutf8;

/// How a string of Modified UTF-8 is delimited.
///
/// ```
/// use placemat::java::Frame;
/// let mut text = b"\xC0\x80".to_vec();
/// Frame::WriteUtf.wrap(&mut text).unwrap();
/// assert_eq!(text, b"\0\x02\xC0\x80");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// use placemat::java::Frame;
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
    /// # use placemat::java::Frame;
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
    /// # use placemat::java::Frame;
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
