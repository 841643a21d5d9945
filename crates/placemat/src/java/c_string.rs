//! Strings of Modified UTF-8 that end in 00: what JNI takes and gives.

#[cfg(feature = "alloc")]
use alloc::{borrow::ToOwned, ffi::CString, vec::Vec};
#[cfg(feature = "alloc")]
use core::borrow::Borrow;
use core::ffi::{CStr, c_char};
use core::fmt;
#[cfg(feature = "alloc")]
use core::ops::Deref;

use crate::error::{Error, ErrorKind};
#[cfg(feature = "alloc")]
use crate::string::Mutf8Buf;
use crate::string::{Mutf8, make};

/// A string of Modified UTF-8 with a byte 00 behind it, which is the only one.
///
/// ```
/// use placemat::java::MUtf8CStr;
/// let name = MUtf8CStr::from_c_str(c"caf\xC3\xA9")?;
/// assert_eq!(name.as_string().to_str(), Ok("café"));
/// # Ok::<(), placemat::Error>(())
/// ```
///
/// There is no `from_ptr`: that a pointer ends in 00 is a promise of the caller's, which [`CStr::from_ptr`] takes, and
/// [`from_c_str`](MUtf8CStr::from_c_str) goes on from there. Where the length of the memory is known,
/// [`from_bytes_until_nul`](MUtf8CStr::from_bytes_until_nul) needs no promise.
#[repr(transparent)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MUtf8CStr {
    /// Well-formed but for the byte 00 at the end.
    bytes: [u8],
}

impl MUtf8CStr {
    /// Bytes that end in 00 as a string.
    ///
    /// ```
    /// use placemat::{java::MUtf8CStr, ErrorKind};
    /// assert_eq!(MUtf8CStr::from_bytes_with_nul(b"a\xC0\x80\0").unwrap().as_string().len(), 3);
    /// let error = |bytes| MUtf8CStr::from_bytes_with_nul(bytes).unwrap_err();
    /// assert_eq!((error(b"a\0b\0").offset(), error(b"a\0b\0").kind()), (1, ErrorKind::Nul));
    /// assert_eq!((error(b"ab").offset(), error(b"ab").kind()), (2, ErrorKind::Frame));
    /// ```
    ///
    /// # Errors
    ///
    /// The first ill-formed part, of which a byte 00 before the end is one; [`ErrorKind::Frame`] at the end, if that is not 00.
    #[inline]
    pub fn from_bytes_with_nul(bytes: &[u8]) -> Result<&Self, Error> {
        let Some((0, text)) = bytes.split_last() else {
            Mutf8::new(bytes)?;
            return Err(Error { more: true, ..Error::new(bytes.len() as u64, 1, ErrorKind::Frame) });
        };
        Mutf8::new(text)?;
        // SAFETY: the last byte is 00, and what is before it was validated: Modified UTF-8 has no byte 00.
        Ok(unsafe { make::c_string(bytes) })
    }

    /// Bytes up to the first 00 as a string.
    ///
    /// ```
    /// use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_bytes_until_nul(b"ab\0cd").unwrap().to_bytes_with_nul(), b"ab\0");
    /// ```
    ///
    /// # Errors
    ///
    /// The first ill-formed part before that; [`ErrorKind::Frame`] at the end, if there is none.
    #[inline]
    pub fn from_bytes_until_nul(bytes: &[u8]) -> Result<&Self, Error> {
        let end = bytes.iter().position(|&byte| byte == 0).map_or(bytes.len(), |at| at + 1);
        Self::from_bytes_with_nul(&bytes[..end])
    }

    /// A C string as one of Modified UTF-8: [`CStr::from_ptr`] makes one of the pointer that JNI gives.
    ///
    /// ```
    /// use placemat::java::MUtf8CStr;
    /// assert!(MUtf8CStr::from_c_str(c"caf\xE9").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first ill-formed part.
    #[inline]
    pub fn from_c_str(string: &CStr) -> Result<&Self, Error> {
        Self::from_bytes_with_nul(string.to_bytes_with_nul())
    }

    /// The string, without the byte 00.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_c_str(c"a").unwrap().as_string().len(), 1);
    /// ```
    #[inline]
    pub fn as_string(&self) -> &Mutf8 {
        // SAFETY: what is before the last byte is Modified UTF-8, which `make::c_string` asks for.
        unsafe { Mutf8::from_units_unchecked(&self.bytes[..self.bytes.len() - 1]) }
    }

    /// How many bytes, without the byte 00.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_c_str(c"ab").unwrap().count_bytes(), 2);
    /// ```
    #[inline]
    pub const fn count_bytes(&self) -> usize {
        self.bytes.len() - 1
    }

    /// Is there nothing before the byte 00?
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert!(MUtf8CStr::from_c_str(c"").unwrap().is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.count_bytes() == 0
    }

    /// Where the string is in memory, the byte 00 behind it: what C and JNI take. It is valid as long as the string is.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// let name = MUtf8CStr::from_c_str(c"a").unwrap();
    /// assert_eq!(name.as_ptr(), name.as_c_str().as_ptr());
    /// ```
    #[inline]
    pub const fn as_ptr(&self) -> *const c_char {
        self.bytes.as_ptr().cast()
    }

    /// All bytes, the last of which is 00.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_c_str(c"a").unwrap().to_bytes_with_nul(), b"a\0");
    /// ```
    #[inline]
    pub fn to_bytes_with_nul(&self) -> &[u8] {
        &self.bytes
    }

    /// The same as a C string, whose `as_ptr` is what JNI takes.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_c_str(c"a").unwrap().as_c_str(), c"a");
    /// ```
    #[inline]
    pub fn as_c_str(&self) -> &CStr {
        match CStr::from_bytes_with_nul(&self.bytes) {
            Ok(string) => string,
            Err(_) => unreachable!("Modified UTF-8 has no byte 00"),
        }
    }
}

impl fmt::Debug for MUtf8CStr {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_string(), f)
    }
}

impl fmt::Display for MUtf8CStr {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_string().fmt(f)
    }
}

impl AsRef<Mutf8> for MUtf8CStr {
    #[inline]
    fn as_ref(&self) -> &Mutf8 {
        self.as_string()
    }
}

impl AsRef<CStr> for MUtf8CStr {
    #[inline]
    fn as_ref(&self) -> &CStr {
        self.as_c_str()
    }
}

/// The same, owned. Every string of Modified UTF-8 is one: it has no byte 00.
///
/// ```
/// use placemat::{java::MUtf8CString, mutf8, Mutf8Buf};
/// assert_eq!(MUtf8CString::from(mutf8!("a\0")).as_c_str(), c"a\xC0\x80");
/// assert_eq!(MUtf8CString::from(Mutf8Buf::from("é")).into_string(), "é");
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MUtf8CString {
    bytes: Vec<u8>,
}

#[cfg(feature = "alloc")]
impl MUtf8CString {
    /// The string, without the byte 00.
    ///
    /// ```
    /// # use placemat::{java::MUtf8CString, mutf8};
    /// assert_eq!(MUtf8CString::from(mutf8!("a")).into_string().as_bytes(), b"a");
    /// ```
    #[inline]
    pub fn into_string(self) -> Mutf8Buf {
        let mut bytes = self.bytes;
        bytes.pop();
        // SAFETY: what is before the last byte is Modified UTF-8: the field is private, and all that is made
        // is made of such strings.
        unsafe { Mutf8Buf::from_units_unchecked(bytes) }
    }

    /// The same as a C string, in the same buffer; its `into_raw` is for C.
    ///
    /// ```
    /// # use placemat::{java::MUtf8CString, mutf8};
    /// assert_eq!(MUtf8CString::from(mutf8!("a")).into_c_string().as_c_str(), c"a");
    /// ```
    #[inline]
    pub fn into_c_string(self) -> CString {
        match CString::from_vec_with_nul(self.bytes) {
            Ok(string) => string,
            Err(_) => unreachable!("Modified UTF-8 has no byte 00"),
        }
    }
}

#[cfg(feature = "alloc")]
impl Deref for MUtf8CString {
    type Target = MUtf8CStr;

    #[inline]
    fn deref(&self) -> &MUtf8CStr {
        // SAFETY: the bytes are those of a string of Modified UTF-8, followed by 00, or a copy of a
        // `MUtf8CStr`'s.
        unsafe { make::c_string(&self.bytes) }
    }
}

#[cfg(feature = "alloc")]
impl Borrow<MUtf8CStr> for MUtf8CString {
    #[inline]
    fn borrow(&self) -> &MUtf8CStr {
        self
    }
}

#[cfg(feature = "alloc")]
impl ToOwned for MUtf8CStr {
    type Owned = MUtf8CString;

    #[inline]
    fn to_owned(&self) -> MUtf8CString {
        MUtf8CString { bytes: self.bytes.to_vec() }
    }
}

#[cfg(feature = "alloc")]
impl From<Mutf8Buf> for MUtf8CString {
    #[inline]
    fn from(string: Mutf8Buf) -> Self {
        let mut bytes = string.into_units();
        bytes.push(0);
        MUtf8CString { bytes }
    }
}

#[cfg(feature = "alloc")]
impl From<&Mutf8> for MUtf8CString {
    #[inline]
    fn from(string: &Mutf8) -> Self {
        string.to_owned().into()
    }
}

#[cfg(feature = "alloc")]
impl From<&str> for MUtf8CString {
    #[inline]
    fn from(text: &str) -> Self {
        Mutf8Buf::from(text).into()
    }
}

#[cfg(feature = "alloc")]
impl fmt::Debug for MUtf8CString {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for MUtf8CString {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_string().fmt(f)
    }
}
