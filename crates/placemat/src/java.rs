//! Strings of Modified UTF-8 for C and for Java's files: strings that end with 00, and strings with their
//! length before them.
//!
//! Needs the feature `strings`, and [`Frame`] the feature `encoding`.
//!
//! ```
//! use placemat::java::Frame;
//! // The constant of a class file: two bytes of length, then the text.
//! let (text, rest) = Frame::WriteUtf.read(b"\0\x05caf\xC3\xA9, and more")?;
//! assert_eq!((text.to_str(), rest), (Ok("café"), &b", and more"[..]));
//!
//! let mut out = vec![];
//! Frame::WriteUtf.write(text, &mut out).unwrap();
//! assert_eq!(out, b"\0\x05caf\xC3\xA9");
//! # Ok::<(), placemat::Error>(())
//! ```

#[cfg(feature = "strings")]
#[expect(unsafe_code, reason = "strings of Modified UTF-8, followed by 00")]
mod c_string;
#[cfg(all(feature = "encoding", feature = "strings"))]
mod framed;

#[cfg(feature = "encoding")]
pub use crate::wrapper::Frame;
#[cfg(feature = "strings")]
pub use c_string::MUtf8CStr;
#[cfg(all(feature = "strings", feature = "alloc"))]
pub use c_string::MUtf8CString;
#[cfg(all(feature = "encoding", feature = "alloc", feature = "strings"))]
pub use framed::TooLong;
