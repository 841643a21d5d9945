//! File names of operating systems, with the operations of strings: `OsStr` and `Path` without loss.
//!
//! Needs the features `std` and `strings`.
//!
//! On Unix, a name is bytes; on Windows, it is 16-bit units. Neither need be text. Each has a form in which
//! every name is a string: [`form::Utf8b`](crate::form::Utf8b), whose code points are those of CPython's
//! `os.fsdecode`, and [`form::Wtf8`](crate::form::Wtf8). [`Name`] is a name of the target, and [`AsName`]
//! makes one of an `OsStr` or a `Path`.
//!
//! ```
//! use placemat::os::{AsName, Name};
//! use std::path::Path;
//! let name = Path::new("report.tar.gz").as_name();
//! let (stem, extensions) = name.split_once(".").unwrap();
//! assert_eq!((stem, extensions), (Name::from_str("report"), Name::from_str("tar.gz")));
//! assert_eq!(stem.to_os_string(), "report");
//! ```
//!
//! Both forms exist on every target, so that code for one system can be tested on the other: names of Unix
//! are made by [`Str::from_any_units`], and names of Windows by [`StrBuf::from_wide`]. All of them are
//! converted back unchanged.
//!
//! ```
//! use placemat::{form::{Utf8b, Wtf8}, CodePoint, Str, StrBuf};
//! let unix = Str::<Utf8b>::from_any_units(b"caf\xE9");
//! assert_eq!((unix.as_bytes(), unix.code_points().last()), (&b"caf\xE9"[..], CodePoint::from_u32(0xDCE9)));
//! let windows = StrBuf::<Wtf8>::from_wide(&[0x61, 0xD83D]);
//! assert!(windows.encode_wide().eq([0x61, 0xD83D]));
//! ```

#[cfg(any(unix, windows))]
use alloc::borrow::Cow;
use std::{ffi::OsStr, path::Path};
#[cfg(any(unix, windows))]
use std::{ffi::OsString, path::PathBuf};

use crate::form::Utf8;
#[cfg(unix)]
use crate::form::Utf8b;
#[cfg(windows)]
use crate::form::Wtf8;
use crate::string::{Str, StrBuf};

#[cfg(unix)]
type Native = Utf8b;
#[cfg(windows)]
type Native = Wtf8;

/// A name on the target: UTF-8b on Unix, WTF-8 on Windows.
///
/// ```
/// use placemat::os::Name;
/// assert!(Name::from_str("notes.txt").ends_with(".txt"));
/// ```
#[cfg(any(unix, windows))]
pub type Name = Str<Native>;
/// An owned name on the target: UTF-8b on Unix, WTF-8 on Windows.
///
/// ```
/// use placemat::os::NameBuf;
/// assert_eq!(NameBuf::from("notes") + ".txt", NameBuf::from("notes.txt"));
/// ```
#[cfg(any(unix, windows))]
pub type NameBuf = StrBuf<Native>;

/// Types that are names: `OsStr`, `Path`, and their owners.
///
/// ```
/// use placemat::os::AsName;
/// use std::ffi::OsStr;
/// assert!(OsStr::new("--name=x").as_name().strip_prefix("--name=").is_some());
/// ```
#[cfg(any(unix, windows))]
pub trait AsName {
    /// Returns the name. It is borrowed on Unix.
    ///
    /// ```
    /// use placemat::os::AsName;
    /// assert!(std::path::Path::new("a.rs").as_name().ends_with(".rs"));
    /// ```
    fn as_name(&self) -> Cow<'_, Name>;
}

#[cfg(unix)]
impl AsName for OsStr {
    #[inline]
    fn as_name(&self) -> Cow<'_, Name> {
        Cow::Borrowed(Str::from_any_units(std::os::unix::ffi::OsStrExt::as_bytes(self)))
    }
}

#[cfg(windows)]
impl AsName for OsStr {
    #[inline]
    fn as_name(&self) -> Cow<'_, Name> {
        Cow::Owned(std::os::windows::ffi::OsStrExt::encode_wide(self).collect())
    }
}

#[cfg(any(unix, windows))]
impl AsName for Path {
    #[inline]
    fn as_name(&self) -> Cow<'_, Name> {
        self.as_os_str().as_name()
    }
}

#[cfg(any(unix, windows))]
impl AsName for OsString {
    #[inline]
    fn as_name(&self) -> Cow<'_, Name> {
        self.as_os_str().as_name()
    }
}

#[cfg(any(unix, windows))]
impl AsName for PathBuf {
    #[inline]
    fn as_name(&self) -> Cow<'_, Name> {
        self.as_os_str().as_name()
    }
}

#[cfg(any(unix, windows))]
impl<N: AsName + ?Sized> AsName for &N {
    fn as_name(&self) -> Cow<'_, Name> {
        (**self).as_name()
    }
}

/// Names of the target.
#[cfg(any(unix, windows))]
impl Name {
    /// Returns the name as an `OsStr`. It is borrowed on Unix.
    ///
    /// ```
    /// use placemat::os::Name;
    /// assert_eq!(Name::from_str("né").as_os_str(), std::ffi::OsStr::new("né"));
    /// ```
    #[inline]
    pub fn as_os_str(&self) -> Cow<'_, OsStr> {
        #[cfg(unix)]
        {
            Cow::Borrowed(std::os::unix::ffi::OsStrExt::from_bytes(self.as_bytes()))
        }
        #[cfg(windows)]
        {
            let units: alloc::vec::Vec<u16> = self.to_form::<crate::form::Wtf16>().into_units();
            Cow::Owned(std::os::windows::ffi::OsStringExt::from_wide(&units))
        }
    }

    /// Returns the name as an `OsString`.
    ///
    /// ```
    /// use placemat::os::AsName;
    /// use std::ffi::OsStr;
    /// assert_eq!(OsStr::new("né").as_name().to_os_string(), "né");
    /// ```
    #[inline]
    pub fn to_os_string(&self) -> OsString {
        self.as_os_str().into_owned()
    }

    /// Returns the name as a path.
    ///
    /// ```
    /// use placemat::os::Name;
    /// assert!(Name::from_str("a/b").to_path_buf().ends_with("b"));
    /// ```
    #[inline]
    pub fn to_path_buf(&self) -> PathBuf {
        self.to_os_string().into()
    }
}

/// Names of the target.
#[cfg(any(unix, windows))]
impl NameBuf {
    /// Converts an `OsString` into a name. On Unix, the buffer is reused. For a path, call
    /// [`PathBuf::into_os_string`] first.
    ///
    /// ```
    /// use placemat::os::NameBuf;
    /// let mut name = NameBuf::from_os_string("a.tar".into());
    /// name.push_str(".gz");
    /// assert_eq!(name.into_os_string(), "a.tar.gz");
    /// ```
    #[inline]
    pub fn from_os_string(name: OsString) -> Self {
        #[cfg(unix)]
        {
            NameBuf::from_any_units(std::os::unix::ffi::OsStringExt::into_vec(name))
        }
        #[cfg(windows)]
        {
            name.as_name().into_owned()
        }
    }

    /// Converts the name into an `OsString`. On Unix, the buffer is reused.
    ///
    /// ```
    /// use placemat::os::NameBuf;
    /// assert_eq!((NameBuf::from("a.tar") + ".gz").into_os_string(), "a.tar.gz");
    /// ```
    #[inline]
    pub fn into_os_string(self) -> OsString {
        #[cfg(unix)]
        {
            std::os::unix::ffi::OsStringExt::from_vec(self.into_units())
        }
        #[cfg(windows)]
        {
            self.to_os_string()
        }
    }
}

/// Text is a name on every system.
impl AsRef<OsStr> for Str<Utf8> {
    #[inline]
    fn as_ref(&self) -> &OsStr {
        self.as_str().as_ref()
    }
}

/// Text is a path on every system.
impl AsRef<Path> for Str<Utf8> {
    #[inline]
    fn as_ref(&self) -> &Path {
        self.as_str().as_ref()
    }
}

/// Every such string is a name.
#[cfg(unix)]
impl AsRef<OsStr> for Str<Utf8b> {
    #[inline]
    fn as_ref(&self) -> &OsStr {
        std::os::unix::ffi::OsStrExt::from_bytes(self.as_bytes())
    }
}

/// Every such string is a path.
#[cfg(unix)]
impl AsRef<Path> for Str<Utf8b> {
    #[inline]
    fn as_ref(&self) -> &Path {
        Path::new::<OsStr>(self.as_ref())
    }
}

/// Owned names and text, which are borrowed as the standard library's types.
macro_rules! owned_names {
    ($($(#[$meta:meta])* $form:ident: $borrowed:ty;)*) => { $(
        $(#[$meta])*
        impl AsRef<$borrowed> for StrBuf<$form> {
            fn as_ref(&self) -> &$borrowed {
                self.as_string().as_ref()
            }
        }
    )* };
}
owned_names! {
    Utf8: OsStr;
    Utf8: Path;
    #[cfg(unix)]
    Utf8b: OsStr;
    #[cfg(unix)]
    Utf8b: Path;
}

/// Reuses the buffer.
#[cfg(unix)]
impl From<StrBuf<Utf8b>> for OsString {
    #[inline]
    fn from(name: StrBuf<Utf8b>) -> Self {
        name.into_os_string()
    }
}

/// Reuses the buffer.
#[cfg(unix)]
impl From<StrBuf<Utf8b>> for PathBuf {
    #[inline]
    fn from(name: StrBuf<Utf8b>) -> Self {
        name.into_os_string().into()
    }
}

/// Reuses the buffer.
#[cfg(unix)]
impl From<OsString> for StrBuf<Utf8b> {
    #[inline]
    fn from(name: OsString) -> Self {
        Self::from_os_string(name)
    }
}

/// Reuses the buffer.
#[cfg(unix)]
impl From<PathBuf> for StrBuf<Utf8b> {
    #[inline]
    fn from(path: PathBuf) -> Self {
        Self::from_os_string(path.into_os_string())
    }
}

/// Borrows the name.
#[cfg(unix)]
impl<'s> From<&'s OsStr> for &'s Str<Utf8b> {
    #[inline]
    fn from(name: &'s OsStr) -> Self {
        Str::from_any_units(std::os::unix::ffi::OsStrExt::as_bytes(name))
    }
}
