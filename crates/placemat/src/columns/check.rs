//! Are the values well-formed?

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::doubt::{Doubtful, Ground};
use super::layout::Column;
use crate::detect::{Marks, detect_value};
use crate::encoding::Encoding;
use crate::engine::{errors, validate};
use crate::error::Error;
use crate::form::Utf8;

/// What was found in a column.
///
/// ```
/// use placemat::{columns::Column, Encoding};
/// let column = Column::new(b"ok\xFF\xFF", &[0, 2, 4], None)?;
/// let found = column.check(Encoding::Utf8);
/// assert_eq!((found.rows, found.nulls, found.ill_formed.len()), (2, 0, 1));
/// assert!(!found.is_well_formed());
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// The number of values, nulls among them.
    pub rows: usize,
    /// How many are null.
    pub nulls: usize,
    /// Those that are ill-formed, in order.
    pub ill_formed: Vec<IllFormed>,
}

/// An ill-formed value.
///
/// ```
/// use placemat::{columns::Column, Encoding, ErrorKind};
/// let column = Column::new(b"ok\xC0\x80\xFF", &[0, 2, 5], None)?;
/// let found = column.check(Encoding::Utf8).ill_formed[0];
/// assert_eq!((found.row, found.first.offset(), found.first.kind(), found.errors), (1, 0, ErrorKind::Overlong, 3));
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllFormed {
    /// Which value it is, from 0.
    pub row: usize,
    /// Its first ill-formed part; the offset is from the start of the value.
    pub first: Error,
    /// How many ill-formed parts it has.
    pub errors: u64,
}

impl Check {
    /// Is every value well-formed, or null?
    ///
    /// ```
    /// # use placemat::{columns::Column, Encoding};
    /// assert!(Column::new("é".as_bytes(), &[0, 2], None)?.check(Encoding::Utf8).is_well_formed());
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn is_well_formed(&self) -> bool {
        self.ill_formed.is_empty()
    }
}

impl Column<'_> {
    /// Finds the values that are ill-formed in an encoding.
    ///
    /// ```
    /// use placemat::{columns::Column, Encoding};
    /// // Together they are a pair, and by themselves halves.
    /// let halves = Column::new(b"\xED\xA0\xBD\xED\xB2\xA9", &[0, 3, 6], None)?;
    /// assert_eq!(halves.check(Encoding::Cesu8).ill_formed.len(), 2);
    /// assert!(halves.check(Encoding::Wtf8).is_well_formed());
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn check(&self, encoding: Encoding) -> Check {
        let mut ill_formed = Vec::new();
        let _ = Ground::of(encoding).doubtful::<Infallible>(self, |doubtful| {
            let mut found = errors_of(encoding, &doubtful);
            if let Some(first) = found.next() {
                let errors = 1 + found.count() as u64;
                ill_formed.push(IllFormed { row: doubtful.row, first, errors });
            }
            ControlFlow::Continue(())
        });
        Check { rows: self.len(), nulls: self.nulls(), ill_formed }
    }
}

/// The ill-formed parts of a value.
#[inline]
pub(super) fn errors_of(encoding: Encoding, doubtful: &Doubtful<'_>) -> impl Iterator<Item = Error> {
    let Doubtful { value, sound, .. } = *doubtful;
    errors(encoding, &value[sound..]).map(move |error| Error { offset: error.offset + sound as u64, ..error })
}

/// The encoding that a single value is in, as far as its bytes can tell: UTF-8, CESU-8, WTF-8 or Modified UTF-8, the first in
/// which it is well-formed, and else what the [detector](mod@crate::detect) takes it for, of these, their more lenient kin,
/// UTF-16 and Windows-1252.
///
/// ```
/// use placemat::{columns::dialect, Encoding};
/// assert_eq!(dialect("é".as_bytes()), Some(Encoding::Utf8));
/// assert_eq!(dialect(b"\xED\xA0\xBD\xED\xB2\xA9"), Some(Encoding::Cesu8));
/// assert_eq!(dialect(b"a\xC0\x80b"), Some(Encoding::Mutf8));
/// assert_eq!(dialect(b"x\xED\xA0\xBDy"), Some(Encoding::Wtf8));
/// assert_eq!(dialect(b"caf\xE9"), Some(Encoding::Windows1252));
/// ```
#[inline]
pub fn dialect(value: &[u8]) -> Option<Encoding> {
    if validate(Utf8, value).is_ok() {
        return Some(Encoding::Utf8);
    }
    other_dialect(value)
}

/// The same of a value that is no UTF-8.
#[inline]
pub(super) fn other_dialect(value: &[u8]) -> Option<Encoding> {
    let marks = Marks::of(value);
    // What is not UTF-8 and one of these has what distinguishes it.
    let may_be = [
        (Encoding::Cesu8, marks.has_surrogate && !marks.has_four),
        (Encoding::Wtf8, marks.has_surrogate),
        (Encoding::Mutf8, marks.has_overlong && !marks.has_four),
    ];
    let sure = may_be.into_iter().find(|&(one, may_be)| may_be && validate(one, value).is_ok());
    sure.map(|(one, _)| one).or_else(|| detect_value(value, marks))
}
