//! What is wrong with a column that cannot be read.

use core::fmt;

/// A column that is not valid. Its values were not read.
///
/// ```
/// use placemat::columns::{Column, Fault};
/// let malformed = Column::new(b"text", &[0, 3, 2], None).unwrap_err();
/// assert_eq!((malformed.row, malformed.fault), (1, Fault::Descending));
/// assert_eq!(malformed.to_string(), "malformed column: the value of row 1 ends before it begins");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The first row that is affected, counted from 0.
    pub row: usize,
    /// What is wrong in that row.
    pub fault: Fault,
}

/// What is wrong with a column.
///
/// ```
/// use placemat::columns::{Column, Fault};
/// assert_eq!(Column::new(b"text", &[0, 5], None).unwrap_err().fault, Fault::BeyondEnd);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// An offset, or a length, is negative.
    Negative,
    /// An offset is less than the one before it.
    Descending,
    /// A value ends after the end of its buffer.
    BeyondEnd,
    /// A view refers to a buffer that does not exist.
    NoSuchBuffer,
    /// The first four bytes that a view repeats are not those of its value.
    Prefix,
    /// A view contains other bytes than 00 after its value.
    Padding,
    /// The bitmap does not have as many bits as there are values.
    Validity,
}

impl fmt::Display for Malformed {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Malformed { row, fault } = self;
        match fault {
            Fault::Negative => write!(f, "malformed column: an offset or a length of row {row} is negative"),
            Fault::Descending => write!(f, "malformed column: the value of row {row} ends before it begins"),
            Fault::BeyondEnd => write!(f, "malformed column: the value of row {row} ends after its buffer"),
            Fault::NoSuchBuffer => write!(f, "malformed column: the value of row {row} is in no buffer"),
            Fault::Prefix => {
                write!(f, "malformed column: the prefix in the view of row {row} differs from its value")
            }
            Fault::Padding => {
                write!(f, "malformed column: the view of row {row} has bytes after its value that are not 00")
            }
            Fault::Validity => write!(f, "malformed column: the bitmap of validity has no bit for row {row}"),
        }
    }
}

impl core::error::Error for Malformed {}
