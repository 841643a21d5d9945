//! Repair of UTF-8 that was damaged in known ways.
//!
//! Needs the feature `repair`.
//!
//! Each [fix](Fixes) undoes one kind of damage:
//!
//! - surrogate pairs with three bytes for each surrogate;
//! - `C0 80`;
//! - text that was encoded twice;
//! - repeated byte order marks;
//! - lone surrogates;
//! - stray bytes of Windows-1252;
//! - UTF-16 that is labelled as UTF-8.
//!
//! [`Fixes::diagnose`] finds fixes as [edits](Edit) of the text; [`Edit::apply_all`] makes them.
//!
//! ```
//! use placemat::repair::{Fixes, repair};
//!
//! // From Java, through a database and back.
//! assert_eq!(repair(b"caf\xC3\xA9 \xED\xA0\xBD\xED\xB2\xA9", Fixes::DEFAULT)?, "café 💩".as_bytes());
//! assert_eq!(repair("cafÃ© crÃ¨me".as_bytes(), Fixes::DEFAULT)?, "café crème".as_bytes());
//!
//! // If no enabled fix applies to something, the whole text is unchanged.
//! let left = repair(b"caf\xE9 \xED\xA0\xBD\xED\xB2\xA9", Fixes::DEFAULT).unwrap_err();
//! assert_eq!((left.count, left.first.offset()), (1, 3));
//! assert_eq!(left.would_help, Some(Fixes::DEFAULT | Fixes::LEGACY_BYTES));
//! # Ok::<(), placemat::repair::Left>(())
//! ```
//!
//! A text is repaired completely or not at all: the result is well-formed UTF-8, and repairing it again
//! changes nothing. Double encoding is undone only if every non-ASCII character of the text (or of the line)
//! takes part. In addition, the [detector](mod@crate::detect) must find the result more likely: a text that
//! only quotes `Ã©` is unchanged.
//!
//! A text that begins with the [signature](crate::Encoding::for_signature) of another encoding is in that
//! encoding, and is unchanged. Only [`Fixes::UTF_16`] applies to UTF-16.
//!
//! ```
//! use placemat::{Encoding, repair::{Fixes, repair}};
//! let left = repair(b"\xF7\x64\x4Ccaf\xA0\xE9\n", Fixes::ALL).unwrap_err();
//! assert_eq!(left.signature, Some(Encoding::Utf1));
//! ```
//!
//! A text that is longer than memory is first read in pieces by a [`Scan`], which reports whether there may
//! be something to repair.

mod damage;
mod double;
mod edit;
mod find;
mod fix;
mod foreign;
mod left;
mod one_pass;
mod pair;
mod rewrite;
mod scan;
mod sequence;
mod utf_16;
mod verdict;

use alloc::borrow::Cow;

pub use edit::Edit;
pub use find::Diagnosis;
pub(crate) use find::repair_value;
pub use fix::{Fixes, NotAFix};
pub use left::Left;
pub(crate) use one_pass::repair_in_one_pass;
pub use scan::Scan;
pub(crate) use scan::first_suspect;

/// Repairs a text.
///
/// ```
/// use std::borrow::Cow;
/// use placemat::repair::{Fixes, repair};
/// assert_eq!(repair(b"a\xC0\x80b", Fixes::C0_80)?, b"a\0b".as_slice());
/// assert!(matches!(repair("naïve".as_bytes(), Fixes::ALL)?, Cow::Borrowed(_)));
/// # Ok::<(), placemat::repair::Left>(())
/// ```
///
/// # Errors
///
/// Returns [`Left`] if there is an ill-formed subsequence that no fix applies to, or if the text begins with
/// the signature of another encoding.
#[inline]
pub fn repair(text: &[u8], fixes: Fixes) -> Result<Cow<'_, [u8]>, Left> {
    find::repair_by(text, None, fixes, find::Proposals::All)
}
