//! What is left when nothing may be repaired.

use core::fmt;

use super::fix::Fixes;
use crate::encoding::Encoding;
use crate::error::Error;

/// The ill-formed subsequences that no enabled fix applies to.
///
/// ```
/// use placemat::repair::{Fixes, repair};
/// let left = repair(b"caf\xE9!", Fixes::DEFAULT).unwrap_err();
/// assert_eq!(left.to_string(), "1 ill-formed part is left, the first: ill-formed at offset 3, length 1: \
///     a sequence is interrupted; these fixes apply: cesu-8,c0-80,double-encoding,double-bom,legacy-bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Left {
    /// The number of ill-formed subsequences.
    pub count: u64,
    /// The first of them.
    pub first: Error,
    /// Fixes with which nothing would be left, if there are any. Not all fixes that might help are proposed:
    /// those that need the detector are proposed only if bytes 00 or a signature indicate UTF-16, and never
    /// for values of a column.
    pub would_help: Option<Fixes>,
    /// The encoding that a signature at the start identifies. It is not UTF-8, so no fix applies except
    /// [`Fixes::UTF_16`], and the text is unchanged.
    pub signature: Option<Encoding>,
    /// The name of an encoding outside the family that a signature at the start identifies: `GB18030`. The
    /// text is unchanged as well.
    pub foreign: Option<&'static str>,
}

impl fmt::Display for Left {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.signature, self.foreign) {
            (Some(encoding), _) => {
                write!(f, "the signature is that of {encoding}, and the text is left as it is")?;
            }
            (None, Some(name)) => {
                write!(f, "the signature is that of {name}, and the text is left as it is")?;
            }
            (None, None) => {
                let parts = if self.count == 1 { "part is" } else { "parts are" };
                write!(f, "{} ill-formed {parts} left, the first: {}", self.count, self.first)?;
            }
        }
        match self.would_help {
            Some(fixes) => write!(f, "; these fixes apply: {fixes}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Left {}
