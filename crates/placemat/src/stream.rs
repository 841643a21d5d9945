//! Text that comes in pieces of any size, and what happens in it.
//!
//! A [`Transcoder`](crate::Transcoder) converts pieces, a [`Validator`] checks them, and `LossyUtf8` decodes
//! them to text. An [`Observer`] receives each [`Event`]: an ill-formed subsequence or a code point that a
//! policy took care of. [`floor_boundary`] and [`ceil_boundary`] find where text can be cut.

pub use crate::codec::{NotEncoded, Null};
#[cfg(feature = "encoding")]
pub use crate::encoding::WithCodec;
#[cfg(feature = "encoding")]
pub use crate::encoding::boundaries;
pub use crate::engine::{
    Demand, End, Errors, Event, EventKind, Every, First, Observer, Synchronized, Unobserved, ceil_boundary,
    errors, floor_boundary, validate_with,
};
#[cfg(feature = "strings")]
pub use crate::incremental::LossyUtf8;
pub use crate::incremental::Validator;
#[cfg(feature = "std")]
pub use crate::io::{Reader, Writer};
#[cfg(feature = "encoding")]
pub use crate::layer::{DoubleUtf8, Frame, Probe, Resolution};
#[cfg(feature = "encoding")]
pub use crate::signature::{Signature, detect_signature};
