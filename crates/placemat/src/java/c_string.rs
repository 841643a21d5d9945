//! Strings of Modified UTF-8 that end with 00, which JNI takes and returns.

#[cfg(feature = "alloc")]
use alloc::{borrow::ToOwned, ffi::CString, vec::Vec};
#[cfg(feature = "alloc")]
use core::borrow::Borrow;
use core::ffi::{CStr, c_char};
use core::fmt;
#[cfg(feature = "alloc")]
use core::ops::Deref;

use crate::error::{Error, ErrorKind};
use crate::form::Mutf8;
use crate::string::Str;
#[cfg(feature = "alloc")]
use crate::string::StrBuf;

/// A string of Modified UTF-8 followed by a byte 00, its only one.
///
/// ```
/// use placemat::java::MUtf8CStr;
/// let name = MUtf8CStr::from_c_str(c"caf\xC3\xA9")?;
/// assert_eq!(name.as_string().to_str(), Ok("café"));
/// # Ok::<(), placemat::Error>(())
/// ```
///
/// There is no `from_ptr`. That a pointer leads to a byte 00 is a promise of the caller, which
/// [`CStr::from_ptr`] takes; continue with [`from_c_str`](MUtf8CStr::from_c_str). If the length of the memory
/// is known, [`from_bytes_until_nul`](MUtf8CStr::from_bytes_until_nul) needs no promise.
#[repr(transparent)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MUtf8CStr {
    /// Well-formed except for the byte 00 at the end.
    bytes: [u8],
}

impl MUtf8CStr {
    /// Checks bytes that end with 00 and returns them as a string.
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
    /// Returns the first ill-formed subsequence, which may be a byte 00 before the end. If the last byte is
    /// not 00, returns [`ErrorKind::Frame`] at the end.
    #[inline]
    pub fn from_bytes_with_nul(bytes: &[u8]) -> Result<&Self, Error> {
        let Some((0, text)) = bytes.split_last() else {
            Str::<Mutf8>::new(bytes)?;
            return Err(Error { more: true, ..Error::new(bytes.len() as u64, 1, ErrorKind::Frame) });
        };
        Str::<Mutf8>::new(text)?;
        // SAFETY: the last byte is 00, and the bytes before it were validated: Modified UTF-8 has no byte 00.
        Ok(unsafe { c_string(bytes) })
    }

    /// Checks bytes up to the first 00 and returns them as a string.
    ///
    /// ```
    /// use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_bytes_until_nul(b"ab\0cd").unwrap().to_bytes_with_nul(), b"ab\0");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence before the byte 00. If the bytes contain no byte 00, returns
    /// [`ErrorKind::Frame`] at the end.
    #[inline]
    pub fn from_bytes_until_nul(bytes: &[u8]) -> Result<&Self, Error> {
        let end = bytes.iter().position(|&byte| byte == 0).map_or(bytes.len(), |at| at + 1);
        Self::from_bytes_with_nul(&bytes[..end])
    }

    /// Checks that a C string is Modified UTF-8. [`CStr::from_ptr`] makes a C string of a pointer that JNI
    /// returns.
    ///
    /// ```
    /// use placemat::java::MUtf8CStr;
    /// assert!(MUtf8CStr::from_c_str(c"caf\xE9").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence.
    #[inline]
    pub fn from_c_str(string: &CStr) -> Result<&Self, Error> {
        Self::from_bytes_with_nul(string.to_bytes_with_nul())
    }

    /// Returns the string, without the byte 00.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_c_str(c"a").unwrap().as_string().len(), 1);
    /// ```
    #[inline]
    pub fn as_string(&self) -> &Str<Mutf8> {
        // SAFETY: the bytes before the last one are Modified UTF-8, which `c_string` requires.
        unsafe { Str::<Mutf8>::from_units_unchecked(&self.bytes[..self.bytes.len() - 1]) }
    }

    /// Returns the length in bytes, without the byte 00.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_c_str(c"ab").unwrap().count_bytes(), 2);
    /// ```
    #[inline]
    pub const fn count_bytes(&self) -> usize {
        self.bytes.len() - 1
    }

    /// Returns `true` if there is nothing before the byte 00.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert!(MUtf8CStr::from_c_str(c"").unwrap().is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.count_bytes() == 0
    }

    /// Returns a pointer to the string, which ends with the byte 00, for C and JNI. It is valid as long as
    /// the string is.
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

    /// Returns all bytes. The last one is 00.
    ///
    /// ```
    /// # use placemat::java::MUtf8CStr;
    /// assert_eq!(MUtf8CStr::from_c_str(c"a").unwrap().to_bytes_with_nul(), b"a\0");
    /// ```
    #[inline]
    pub fn to_bytes_with_nul(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the string as a C string, whose `as_ptr` is what JNI takes.
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

impl AsRef<Str<Mutf8>> for MUtf8CStr {
    #[inline]
    fn as_ref(&self) -> &Str<Mutf8> {
        self.as_string()
    }
}

impl AsRef<CStr> for MUtf8CStr {
    #[inline]
    fn as_ref(&self) -> &CStr {
        self.as_c_str()
    }
}

/// An owned string of Modified UTF-8 followed by a byte 00. It can be made of every string of Modified UTF-8,
/// which has no byte 00.
///
/// ```
/// use placemat::{form::Mutf8, java::MUtf8CString, literal, StrBuf};
/// assert_eq!(MUtf8CString::from(literal!(Mutf8, "a\0")).as_c_str(), c"a\xC0\x80");
/// assert_eq!(MUtf8CString::from(StrBuf::<Mutf8>::from("é")).into_string(), "é");
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MUtf8CString {
    bytes: Vec<u8>,
}

#[cfg(feature = "alloc")]
impl MUtf8CString {
    /// Returns the string, without the byte 00.
    ///
    /// ```
    /// # use placemat::{java::MUtf8CString, literal};
    /// assert_eq!(MUtf8CString::from(literal!(Mutf8, "a")).into_string().as_bytes(), b"a");
    /// ```
    #[inline]
    pub fn into_string(self) -> StrBuf<Mutf8> {
        let mut bytes = self.bytes;
        bytes.pop();
        // SAFETY: the bytes before the last one are Modified UTF-8: the field is private, and it is only made
        // of such strings.
        unsafe { StrBuf::<Mutf8>::from_units_unchecked(bytes) }
    }

    /// Returns the string as a C string. The buffer is reused; its `into_raw` is for C.
    ///
    /// ```
    /// # use placemat::{java::MUtf8CString, literal};
    /// assert_eq!(MUtf8CString::from(literal!(Mutf8, "a")).into_c_string().as_c_str(), c"a");
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
        // SAFETY: the bytes are those of a string of Modified UTF-8, followed by 00, or a copy of those of a
        // `MUtf8CStr`.
        unsafe { c_string(&self.bytes) }
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
impl From<StrBuf<Mutf8>> for MUtf8CString {
    #[inline]
    fn from(string: StrBuf<Mutf8>) -> Self {
        let mut bytes = string.into_units();
        bytes.push(0);
        MUtf8CString { bytes }
    }
}

#[cfg(feature = "alloc")]
impl From<&Str<Mutf8>> for MUtf8CString {
    #[inline]
    fn from(string: &Str<Mutf8>) -> Self {
        string.to_owned().into()
    }
}

#[cfg(feature = "alloc")]
impl From<&str> for MUtf8CString {
    #[inline]
    fn from(text: &str) -> Self {
        StrBuf::<Mutf8>::from(text).into()
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

/// Wraps bytes as a string that ends with 00.
///
/// # Safety
///
/// The bytes must end with 00, contain no other byte 00, and be Modified UTF-8 before it.
#[inline]
const unsafe fn c_string(bytes: &[u8]) -> &MUtf8CStr {
    // SAFETY: `MUtf8CStr` is `repr(transparent)` over a slice of bytes, so the pointers have the same layout
    // and metadata. The lifetime is the slice's. The caller guarantees what its methods rely on.
    unsafe { &*(core::ptr::from_ref(bytes) as *const MUtf8CStr) }
}
