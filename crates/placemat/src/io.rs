//! Readers and writers that convert the text that passes through them.
//!
//! Needs the feature `std`.
//!
//! ```
//! use placemat::{stream::Reader, Encoding, Options};
//! use std::io::Read;
//!
//! let file = &b"\xFF\xFEa\0\x3D\xD8\xA9\xDC"[..];
//! let mut text = String::new();
//! Reader::new(file, Encoding::Utf16, Encoding::Utf8, Options::default()).unwrap().read_to_string(&mut text)?;
//! assert_eq!(text, "a💩");
//! # Ok::<(), std::io::Error>(())
//! ```

mod reader;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

/// The size of each buffer in bytes.
const BUFFER: usize = 1 << 14;
