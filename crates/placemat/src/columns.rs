//! Columns: many values side by side in memory, as Arrow and Parquet lay them out.
//!
//! Needs the feature `columns`.
//!
//! A column is bytes with the offsets at which its values begin and end, or views of 16 bytes each that
//! contain a value or point to it. A bitmap may say which values are null. String columns are validated too.
//!
//! ```text
//! one pass over all values together ──► well-formed, but for a few places
//!                                             │
//! for each value: does it begin and end at a boundary, and is no such place in it? Or it is looked at by itself
//! ```
//!
//! ```
//! use placemat::{columns::{Column, OnFailure}, Conversion, Encoding, OnError, Options};
//!
//! let values = b"plaincaf\xE9na\xC3\xAFve";
//! let column = Column::new(values, &[0, 5, 9, 15], None)?;
//!
//! // Which values are ill-formed, where, and why?
//! let found = column.check(Encoding::Utf8);
//! assert_eq!((found.ill_formed[0].row, found.ill_formed[0].first.offset()), (1, 3));
//!
//! // The others are copied, and nothing is where there are none.
//! let options = Options { on_error: OnError::Replace, ..Options::default() };
//! let lossy = Conversion::new(Encoding::Utf8, Encoding::Utf8, options).unwrap();
//! let converted = column.convert(&lossy, OnFailure::Stop).unwrap();
//! assert_eq!(converted.get(&column, 1), Some("caf\u{FFFD}".as_bytes()));
//! # Ok::<(), placemat::columns::Malformed>(())
//! ```

mod broken;
mod check;
mod convert;
mod layout;
mod malformed;
mod prefilter;
mod profile;
mod rewrite;
mod validity;

pub use check::{Check, IllFormedValue};
pub use convert::{OnFailure, Stopped};
pub use layout::{Column, Offset, View};
pub use malformed::{Fault, Malformed};
pub use profile::Profile;
pub use rewrite::{Data, Rewritten};
pub use validity::Validity;
