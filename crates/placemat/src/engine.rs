//! The engine: safe, generic, written once for every pair of codecs.

#[cfg(feature = "alloc")]
mod borrowed;
mod boundary;
#[expect(unsafe_code, reason = "bytes that were found to be UTF-8")]
mod checked;
mod conversion;
#[cfg(feature = "alloc")]
mod convert;
mod errors;
mod event;
mod length;
mod lossy;
mod observer;
mod output_bound;
mod selection;
mod sink;
mod slice;
mod text;
mod to_utf_8;
mod transcoder;
mod uninit;
mod validate;

#[cfg(feature = "alloc")]
pub(crate) use borrowed::{decode_text, encode_text};
pub use boundary::boundaries;
#[cfg(feature = "strings")]
pub(crate) use boundary::{ceil_boundary, floor_boundary};
pub use conversion::{Conversion, Unsupported};
#[cfg(feature = "alloc")]
pub use convert::{Converted, concat, convert, decode, encode};
#[cfg(feature = "alloc")]
pub(crate) use convert::{append, convert_strictly};
pub use errors::errors;
pub use event::{Counts, End, Event, EventKind, Progress, Status};
#[cfg(feature = "alloc")]
pub use lossy::from_utf8_lossy;
#[cfg(feature = "alloc")]
pub(crate) use lossy::replace_into;
pub use observer::{Demand, First, Observer};
pub(crate) use transcoder::PENDING;
pub use transcoder::Transcoder;
pub(crate) use validate::error_in_front;
#[cfg(feature = "repair")]
pub(crate) use validate::utf_8_error_in_front;
pub use validate::{from_utf8, is_utf8, validate};
