//! ASCII in strings whose bytes below 80 are ASCII, and nothing else.

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use crate::buffer;
use crate::form::Utf8Compatible;

impl<F: Utf8Compatible> Str<F> {
    /// Is all of it ASCII, as it stands?
    ///
    /// ```
    /// use placemat::{Mutf8, Wtf8};
    /// assert!(Wtf8::from_str("a").is_ascii() && !Wtf8::from_str("é").is_ascii());
    /// // U+0000, which is not written as the byte 00.
    /// assert!(!Mutf8::new(b"\xC0\x80").unwrap().is_ascii());
    /// ```
    pub const fn is_ascii(&self) -> bool {
        self.as_bytes().is_ascii()
    }

    /// Is it the same string but for the case of ASCII letters?
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert!(Wtf8::from_str("FILE.TXT").eq_ignore_ascii_case("file.txt"));
    /// ```
    pub fn eq_ignore_ascii_case(&self, other: impl AsRef<Str<F>>) -> bool {
        self.as_bytes().eq_ignore_ascii_case(other.as_ref().as_bytes())
    }

    /// The string without ASCII white space at its ends.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert_eq!(Wtf8::from_str(" a\u{A0}\n").trim_ascii(), "a\u{A0}");
    /// ```
    pub const fn trim_ascii(&self) -> &Self {
        buffer::string(self.as_bytes().trim_ascii())
    }

    /// The string without ASCII white space at its start.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str(" a ").trim_ascii_start(), "a ");
    /// ```
    pub const fn trim_ascii_start(&self) -> &Self {
        buffer::string(self.as_bytes().trim_ascii_start())
    }

    /// The string without ASCII white space at its end.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str(" a ").trim_ascii_end(), " a");
    /// ```
    pub const fn trim_ascii_end(&self) -> &Self {
        buffer::string(self.as_bytes().trim_ascii_end())
    }

    /// A copy with ASCII letters in lower case.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str("FÉE").to_ascii_lowercase(), "fÉe");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_ascii_lowercase(&self) -> StrBuf<F> {
        StrBuf::trusted(self.as_bytes().to_ascii_lowercase())
    }

    /// A copy with ASCII letters in upper case.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str("fée").to_ascii_uppercase(), "FéE");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_ascii_uppercase(&self) -> StrBuf<F> {
        StrBuf::trusted(self.as_bytes().to_ascii_uppercase())
    }
}
