//! Strings of Modified UTF-8 for C and for Java's files: strings that end with 00, and strings with their
//! length before them.
//!
//! Needs the feature `strings`.
//!
//! ```
//! use placemat::{java, stream::Frame, string::Mutf8};
//! // The constant of a class file: two bytes of length, then the text.
//! let (text, rest) = java::read::<placemat::form::Mutf8>(Frame::WriteUtf, b"\0\x05caf\xC3\xA9, and more")?;
//! assert_eq!((text.to_str(), rest), (Ok("café"), &b", and more"[..]));
//!
//! let mut out = vec![];
//! java::write(Frame::WriteUtf, text, &mut out).unwrap();
//! assert_eq!(out, b"\0\x05caf\xC3\xA9");
//! # Ok::<(), placemat::Error>(())
//! ```

#[expect(unsafe_code, reason = "strings of Modified UTF-8, followed by 00")]
mod c_string;
#[cfg(feature = "encoding")]
mod framed;

pub use c_string::MUtf8CStr;
#[cfg(feature = "alloc")]
pub use c_string::MUtf8CString;
#[cfg(feature = "encoding")]
pub use framed::{ModifiedUtf8, read};
#[cfg(all(feature = "encoding", feature = "alloc"))]
pub use framed::{TooLong, write};
