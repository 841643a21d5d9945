//! File names of operating systems, with the operations of strings: `OsStr` and `Path` without loss.
//!
//! Needs the features `std` and `strings`.
//!
//! On Unix, a name is bytes; on Windows, it is 16-bit units. Neither need be text. Each has a form in which
//! every name is a string: [`form::Utf8b`](crate::form::Utf8b), whose code points are those of CPython's
//! `os.fsdecode`, and [`form::Wtf8`](crate::form::Wtf8). [`Unix`] and [`Windows`] exist on every target, so
//! that code for one can be tested on the other. [`Name`] is a name of the target, and [`AsName`] makes one
//! of an `OsStr` or a `Path`.
//!
//! ```
//! use placemat::os::{AsName, Name};
//! use std::path::Path;
//! let name = Path::new("report.tar.gz").as_name();
//! let (stem, extensions) = name.split_once(".").unwrap();
//! assert_eq!((stem, extensions), (Name::from_str("report"), Name::from_str("tar.gz")));
//! assert_eq!(placemat::os::to_os_string(stem), "report");
//! ```

use alloc::borrow::Cow;
use alloc::vec::Vec;
use std::{ffi::OsStr, path::Path};
#[cfg(any(unix, windows))]
use std::{ffi::OsString, path::PathBuf};

use crate::form::{Resynchronizing, Utf8, Utf8Superset, Utf8b, Wtf8};
use crate::string::{Str, StrBuf};

/// A kind of operating system: the units that its calls take and return, and the form in which all of them
/// are strings.
///
/// ```
/// use placemat::os::{System, Unix, Windows};
/// // Any bytes, and any 16-bit units, are converted back unchanged.
/// assert_eq!(Unix::encode(&Unix::decode(b"caf\xE9")), b"caf\xE9");
/// assert_eq!(Windows::encode(&Windows::decode(&[0x61, 0xD83D])), [0x61, 0xD83D]);
/// ```
///
/// Sealed.
pub trait System: sealed::Sealed {
    /// The form of its names.
    ///
    /// ```
    /// use placemat::{form::Wtf8, os::{System, Windows}, Str};
    /// let name: &Str<<Windows as System>::Form> = Str::<Wtf8>::from_str("a");
    /// assert_eq!(Windows::encode(name), [0x61]);
    /// ```
    type Form: Resynchronizing + Utf8Superset;
    /// The unit that the system's calls take and return: a byte, or a 16-bit unit.
    ///
    /// ```
    /// use placemat::os::{System, Windows};
    /// let units: Vec<<Windows as System>::Native> = "né".encode_utf16().collect();
    /// assert_eq!(*Windows::decode(&units), *"né");
    /// ```
    type Native: Copy + PartialEq + core::fmt::Debug;

    /// Converts a name from the system. It is borrowed if the form has the same units.
    ///
    /// ```
    /// use placemat::{os::{System, Unix, Windows}, CodePoint};
    /// // The result of `os.fsdecode`.
    /// assert_eq!(Unix::decode(b"\xE9").code_points().next(), CodePoint::from_u32(0xDCE9));
    /// assert_eq!(*Windows::decode(&[0xD83D, 0xDCA9]), *"💩");
    /// ```
    fn decode(native: &[Self::Native]) -> Cow<'_, Str<Self::Form>>;

    /// Converts a name to the units of the system.
    ///
    /// ```
    /// use placemat::os::{System, Windows};
    /// assert_eq!(Windows::encode("a💩".as_ref()), [0x61, 0xD83D, 0xDCA9]);
    /// ```
    fn encode(name: &Str<Self::Form>) -> Vec<Self::Native>;

    /// Returns `true` if the code point separates the components of a path.
    ///
    /// ```
    /// use placemat::os::{System, Unix, Windows};
    /// assert_eq!((Unix::separates('\\'), Windows::separates('\\')), (false, true));
    /// let path = Windows::decode(&[0x61, 0x5C, 0xD800]);
    /// assert_eq!(path.split(|code_point: placemat::CodePoint| Windows::separates(code_point)).count(), 2);
    /// ```
    fn separates(code_point: impl Into<u32>) -> bool;
}

mod sealed {
    pub trait Sealed {}
}

/// Unix: names are any bytes, as UTF-8b.
///
/// ```
/// use placemat::os::{System, Unix};
/// assert_eq!(Unix::decode(b"caf\xC3\xA9").to_str(), Ok("café"));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Unix {}

/// Windows: names are any 16-bit units, as WTF-8.
///
/// ```
/// use placemat::os::{System, Windows};
/// assert_eq!(Windows::decode(&[0x61, 0xDC00]).as_bytes(), b"a\xED\xB0\x80");
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Windows {}

impl sealed::Sealed for Unix {}
impl sealed::Sealed for Windows {}

impl System for Unix {
    type Form = Utf8b;
    type Native = u8;

    #[inline]
    fn decode(native: &[u8]) -> Cow<'_, Str<Utf8b>> {
        Cow::Borrowed(Str::from_any_units(native))
    }

    #[inline]
    fn encode(name: &Str<Utf8b>) -> Vec<u8> {
        name.as_bytes().to_vec()
    }

    fn separates(code_point: impl Into<u32>) -> bool {
        code_point.into() == u32::from('/')
    }
}

impl System for Windows {
    type Form = Wtf8;
    type Native = u16;

    #[inline]
    fn decode(native: &[u16]) -> Cow<'_, Str<Wtf8>> {
        Cow::Owned(StrBuf::from_wide(native))
    }

    #[inline]
    fn encode(name: &Str<Wtf8>) -> Vec<u16> {
        name.to_form::<crate::form::Wtf16>().into_units()
    }

    fn separates(code_point: impl Into<u32>) -> bool {
        matches!(char::from_u32(code_point.into()), Some('/' | '\\'))
    }
}

/// The system of the target.
///
/// ```
/// use placemat::os::{Native, System};
/// assert_eq!(Native::separates('\\'), cfg!(windows));
/// ```
#[cfg(unix)]
pub type Native = Unix;
/// The system of the target.
///
/// ```
/// use placemat::os::{Native, System};
/// assert!(Native::separates('\\'));
/// ```
#[cfg(windows)]
pub type Native = Windows;

/// A name on the target: UTF-8b on Unix, WTF-8 on Windows.
///
/// ```
/// use placemat::os::Name;
/// assert!(Name::from_str("notes.txt").ends_with(".txt"));
/// ```
#[cfg(any(unix, windows))]
pub type Name = Str<<Native as System>::Form>;
/// An owned name on the target: UTF-8b on Unix, WTF-8 on Windows.
///
/// ```
/// use placemat::os::NameBuf;
/// assert_eq!(NameBuf::from("notes") + ".txt", NameBuf::from("notes.txt"));
/// ```
#[cfg(any(unix, windows))]
pub type NameBuf = StrBuf<<Native as System>::Form>;

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
        Unix::decode(std::os::unix::ffi::OsStrExt::as_bytes(self))
    }
}

#[cfg(windows)]
impl AsName for OsStr {
    #[inline]
    fn as_name(&self) -> Cow<'_, Name> {
        let units: Vec<u16> = std::os::windows::ffi::OsStrExt::encode_wide(self).collect();
        Cow::Owned(Windows::decode(&units).into_owned())
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

/// Returns the name as an `OsStr`.
///
/// ```
/// use placemat::os::{to_os_string, AsName};
/// use std::ffi::OsStr;
/// assert_eq!(to_os_string(&OsStr::new("né").as_name()), "né");
/// ```
#[cfg(any(unix, windows))]
#[inline]
pub fn to_os_string(name: &Name) -> OsString {
    os_string(Native::encode(name))
}

#[cfg(unix)]
#[inline]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(windows)]
#[expect(clippy::needless_pass_by_value, reason = "as on Unix")]
#[inline]
fn os_string(units: Vec<u16>) -> OsString {
    std::os::windows::ffi::OsStringExt::from_wide(&units)
}

/// Returns the name as an `OsStr`. It is borrowed on Unix.
///
/// ```
/// use placemat::os::{as_os_str, Name};
/// assert_eq!(as_os_str(Name::from_str("né")), std::ffi::OsStr::new("né"));
/// ```
#[cfg(any(unix, windows))]
#[inline]
pub fn as_os_str(name: &Name) -> Cow<'_, OsStr> {
    #[cfg(unix)]
    {
        Cow::Borrowed(std::os::unix::ffi::OsStrExt::from_bytes(name.as_bytes()))
    }
    #[cfg(windows)]
    {
        Cow::Owned(to_os_string(name))
    }
}

/// Converts the name into an `OsString`. On Unix, the buffer is reused.
///
/// ```
/// use placemat::os::{into_os_string, NameBuf};
/// assert_eq!(into_os_string(NameBuf::from("a.tar") + ".gz"), "a.tar.gz");
/// ```
#[cfg(any(unix, windows))]
#[inline]
pub fn into_os_string(name: NameBuf) -> OsString {
    #[cfg(unix)]
    {
        os_string(name.into_units())
    }
    #[cfg(windows)]
    {
        to_os_string(&name)
    }
}

/// Converts an `OsString` into a name. On Unix, the buffer is reused. For a path, call
/// [`PathBuf::into_os_string`] first.
///
/// ```
/// use placemat::os::{from_os_string, into_os_string};
/// let mut name = from_os_string("a.tar".into());
/// name.push_str(".gz");
/// assert_eq!(into_os_string(name), "a.tar.gz");
/// ```
#[cfg(any(unix, windows))]
#[inline]
pub fn from_os_string(name: OsString) -> NameBuf {
    #[cfg(unix)]
    {
        NameBuf::from_any_units(std::os::unix::ffi::OsStringExt::into_vec(name))
    }
    #[cfg(windows)]
    {
        name.as_name().into_owned()
    }
}

/// Returns the name as a `Path`.
///
/// ```
/// use placemat::os::{to_path_buf, Name};
/// assert!(to_path_buf(Name::from_str("a/b")).ends_with("b"));
/// ```
#[cfg(any(unix, windows))]
#[inline]
pub fn to_path_buf(name: &Name) -> PathBuf {
    to_os_string(name).into()
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
        into_os_string(name)
    }
}

/// Reuses the buffer.
#[cfg(unix)]
impl From<StrBuf<Utf8b>> for PathBuf {
    #[inline]
    fn from(name: StrBuf<Utf8b>) -> Self {
        into_os_string(name).into()
    }
}

/// Reuses the buffer.
#[cfg(unix)]
impl From<OsString> for StrBuf<Utf8b> {
    #[inline]
    fn from(name: OsString) -> Self {
        from_os_string(name)
    }
}

/// Reuses the buffer.
#[cfg(unix)]
impl From<PathBuf> for StrBuf<Utf8b> {
    #[inline]
    fn from(path: PathBuf) -> Self {
        from_os_string(path.into_os_string())
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
