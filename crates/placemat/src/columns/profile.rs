//! Statistics of a column.

use alloc::collections::BTreeMap;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::check::{errors_of, other_dialect};
use super::layout::Column;
use super::prefilter::Prefilter;
use crate::encoding::Encoding;
use crate::error::{Error, ErrorKind};

/// Counts over a column, or over several.
///
/// ```
/// use placemat::{columns::{Column, Profile}, Encoding, ErrorKind};
/// let column = Column::new(b"plain\xED\xA0\xBD\xED\xB2\xA9caf\xE9", &[0, 5, 11, 15, 15], None)?;
/// let profile = column.profile(Encoding::Utf8);
/// assert_eq!((profile.rows, profile.empty, profile.ill_formed, profile.bytes), (4, 1, 2, 15));
/// assert_eq!(profile.kinds[&ErrorKind::Surrogate], 2);
/// assert_eq!(profile.dialects[&Some(Encoding::Cesu8)], 1);
/// assert_eq!(profile.dialects[&Some(Encoding::Windows1252)], 1);
/// assert_eq!(profile.first.map(|(row, error)| (row, error.offset())), Some((1, 0)));
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// The number of values, including nulls.
    pub rows: u64,
    /// The number of nulls.
    pub nulls: u64,
    /// The number of values that have no bytes.
    pub empty: u64,
    /// The number of bytes in all values.
    pub bytes: u64,
    /// The number of bytes in the longest value.
    pub longest: u64,
    /// The number of values that are ill-formed.
    pub ill_formed: u64,
    /// The number of their ill-formed subsequences, by kind.
    pub kinds: BTreeMap<ErrorKind, u64>,
    /// The number of ill-formed values in each encoding, as far as their bytes show it
    /// ([`Encoding::of_value`]).
    pub dialects: BTreeMap<Option<Encoding>, u64>,
    /// The row of the first ill-formed value, counted from 0 over all columns, and its first ill-formed
    /// subsequence.
    pub first: Option<(u64, Error)>,
}

impl Profile {
    /// Adds the counts of the next column.
    ///
    /// ```
    /// use placemat::{columns::{Column, Profile}, Encoding};
    /// let profile = |bytes| Column::new(bytes, &[0, 1], None).unwrap().profile(Encoding::Utf8);
    /// let mut both = profile(b"a");
    /// both.add(&profile(b"\xFF"));
    /// assert_eq!((both.rows, both.first.map(|(row, _)| row)), (2, Some(1)));
    /// ```
    #[inline]
    pub fn add(&mut self, next: &Profile) {
        let after = self.rows;
        self.first = self.first.or(next.first.map(|(row, error)| (after + row, error)));
        self.rows += next.rows;
        self.nulls += next.nulls;
        self.empty += next.empty;
        self.bytes += next.bytes;
        self.longest = self.longest.max(next.longest);
        self.ill_formed += next.ill_formed;
        for (&kind, &count) in &next.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        for (&dialect, &count) in &next.dialects {
            *self.dialects.entry(dialect).or_default() += count;
        }
    }

    /// Returns the number of well-formed values. Nulls are not counted.
    ///
    /// ```
    /// # use placemat::{columns::Column, Encoding};
    /// assert_eq!(Column::new(b"a\xFF", &[0, 1, 2], None)?.profile(Encoding::Utf8).well_formed(), 1);
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn well_formed(&self) -> u64 {
        self.rows - self.nulls - self.ill_formed
    }
}

impl Column<'_> {
    /// Counts what is in the column, read in an encoding.
    ///
    /// ```
    /// use placemat::{columns::{Column, Validity}, Encoding};
    /// let column = Column::new(b"text", &[0, 4, 4], Some(Validity::new(&[0b01], 0, 2)?))?;
    /// let profile = column.profile(Encoding::Utf8);
    /// assert_eq!((profile.rows, profile.nulls, profile.longest), (2, 1, 4));
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn profile(&self, encoding: Encoding) -> Profile {
        let mut profile =
            Profile { rows: self.len() as u64, nulls: self.nulls() as u64, ..Profile::default() };
        for value in self.iter().flatten() {
            profile.bytes += value.len() as u64;
            profile.longest = profile.longest.max(value.len() as u64);
            profile.empty += u64::from(value.is_empty());
        }
        let _ = Prefilter::of(encoding).suspect::<Infallible>(self, |suspect| {
            let mut found = errors_of(encoding, &suspect).peekable();
            if let Some(&first) = found.peek() {
                profile.ill_formed += 1;
                profile.first = profile.first.or(Some((suspect.row as u64, first)));
                found.for_each(|error| *profile.kinds.entry(error.kind()).or_default() += 1);
                let value = suspect.value;
                let dialect =
                    if encoding == Encoding::Utf8 { other_dialect(value) } else { Encoding::of_value(value) };
                *profile.dialects.entry(dialect).or_default() += 1;
            }
            ControlFlow::Continue(())
        });
        profile
    }
}
