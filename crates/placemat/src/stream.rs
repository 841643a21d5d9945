//! Text that comes in pieces of any size, and what happens in it.
//!
//! A [`Transcoder`](crate::Transcoder) converts pieces, a [`Validator`] checks them, and `LossyUtf8` decodes
//! them to text. An [`Observer`] receives each [`Event`]: an ill-formed subsequence or a code point that a
//! policy took care of. [`boundaries`] finds where text can be cut.

pub use crate::codec::Null;
pub use crate::engine::{Demand, End, Event, EventKind, First, Observer, boundaries, errors};
#[cfg(feature = "strings")]
pub use crate::incremental::LossyUtf8;
#[cfg(feature = "alloc")]
pub use crate::incremental::TextDecoder;
pub use crate::incremental::Validator;
#[cfg(feature = "std")]
pub use crate::io::{Reader, Writer};
#[cfg(feature = "encoding")]
pub use crate::wrapper::{DoubleUtf8, Probe};
