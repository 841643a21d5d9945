//! Validation of the values of a column.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::layout::Column;
use super::prefilter::{Prefilter, Suspect};
use crate::codec::Codec;
use crate::detect::{Marks, detect_value};
use crate::encoding::Encoding;
use crate::engine::{errors, utf_8_error_in_front, validate};
use crate::error::Error;
use crate::form::Utf8;
use crate::label::{ARE_DIALECTS, RANKS};

/// The result of checking a column.
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
    /// The number of values, including nulls.
    pub rows: usize,
    /// The number of nulls.
    pub nulls: usize,
    /// The ill-formed values, in order.
    pub ill_formed: Vec<IllFormedValue>,
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
pub struct IllFormedValue {
    /// The row of the value, counted from 0.
    pub row: usize,
    /// Its first ill-formed subsequence. The offset is from the start of the value.
    pub first: Error,
    /// The number of its ill-formed subsequences.
    pub errors: u64,
}

impl Check {
    /// Returns `true` if every value is well-formed or null.
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
    /// // Together they are a pair; each by itself is a lone surrogate.
    /// let halves = Column::new(b"\xED\xA0\xBD\xED\xB2\xA9", &[0, 3, 6], None)?;
    /// assert_eq!(halves.check(Encoding::Cesu8).ill_formed.len(), 2);
    /// assert!(halves.check(Encoding::Wtf8).is_well_formed());
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn check(&self, encoding: Encoding) -> Check {
        let mut ill_formed = Vec::new();
        let _ = Prefilter::of(encoding).suspect::<Infallible>(self, |suspect| {
            if suspect.errors > 0
                && let Some(first) = utf_8_error_in_front(&suspect.value[suspect.sound..])
            {
                let first = first.moved(suspect.sound as u64);
                ill_formed.push(IllFormedValue { row: suspect.row, first, errors: suspect.errors });
                return ControlFlow::Continue(());
            }
            let mut found = errors_of(encoding, &suspect);
            if let Some(first) = found.next() {
                let errors = 1 + found.count() as u64;
                ill_formed.push(IllFormedValue { row: suspect.row, first, errors });
            }
            ControlFlow::Continue(())
        });
        Check { rows: self.len(), nulls: self.nulls(), ill_formed }
    }
}

/// Returns the ill-formed subsequences of a value.
#[inline]
pub(super) fn errors_of(encoding: Encoding, suspect: &Suspect<'_>) -> impl Iterator<Item = Error> {
    let Suspect { value, sound, .. } = *suspect;
    errors(encoding, &value[sound..]).map(move |error| error.moved(sound as u64))
}

impl Encoding {
    /// Returns the encoding of a single value, as far as its bytes show it: the first of UTF-8, CESU-8, WTF-8
    /// and Modified UTF-8 in which it is well-formed. If there is none, returns what the
    /// [detector](mod@crate::detect) takes it for, of these, their more lenient variants, UTF-16 and
    /// Windows-1252. Needs the feature `columns`.
    ///
    /// ```
    /// use placemat::Encoding;
    /// assert_eq!(Encoding::of_value("é".as_bytes()), Some(Encoding::Utf8));
    /// assert_eq!(Encoding::of_value(b"\xED\xA0\xBD\xED\xB2\xA9"), Some(Encoding::Cesu8));
    /// assert_eq!(Encoding::of_value(b"a\xC0\x80b"), Some(Encoding::Mutf8));
    /// assert_eq!(Encoding::of_value(b"x\xED\xA0\xBDy"), Some(Encoding::Wtf8));
    /// assert_eq!(Encoding::of_value(b"caf\xE9"), Some(Encoding::Windows1252));
    /// ```
    #[inline]
    pub fn of_value(value: &[u8]) -> Option<Encoding> {
        if validate(Utf8, value).is_ok() {
            return Some(Encoding::Utf8);
        }
        other_dialect(value)
    }
}

/// Returns the dialects of UTF-8, the most common first.
fn dialects() -> impl Iterator<Item = Encoding> {
    const COUNT: usize = {
        let (mut count, mut k) = (0, 0);
        while k < ARE_DIALECTS.len() {
            count += ARE_DIALECTS[k] as usize;
            k += 1;
        }
        count
    };
    const DIALECTS: [Encoding; COUNT] = {
        let (mut sorted, mut at, mut rank) = ([Encoding::Utf8; COUNT], 0, 0);
        while rank <= u8::MAX as usize {
            let mut k = 0;
            while k < ARE_DIALECTS.len() {
                if ARE_DIALECTS[k] && RANKS[k] as usize == rank {
                    sorted[at] = Encoding::ALL[k];
                    at += 1;
                }
                k += 1;
            }
            rank += 1;
        }
        sorted
    };
    DIALECTS.into_iter()
}

/// Returns the dialect of a value that is not UTF-8.
#[inline]
pub(super) fn other_dialect(value: &[u8]) -> Option<Encoding> {
    let marks = Marks::of(value);
    // A value that is in a dialect and not UTF-8 has surrogates or a second spelling, and sequences of four
    // bytes only if the dialect has them.
    let is_marked = marks.has_surrogate || marks.has_overlong;
    let may_be = |one: Encoding| is_marked && (!marks.has_four || one.info().reads_utf_8_to == 0x10_FFFF);
    let sure = dialects().find(|&one| may_be(one) && validate(one, value).is_ok());
    sure.or_else(|| detect_value(value, marks))
}

#[cfg(test)]
mod tests {
    use placemat_random::Random;

    use super::*;

    #[test]
    fn dialects_are_those_of_the_list() {
        assert!(dialects().eq([Encoding::Cesu8, Encoding::Wtf8, Encoding::Mutf8]));
    }

    /// A value is validated only in the dialects that it may be in, and is in no other.
    #[test]
    fn dialects_are_found_as_by_validation() {
        const PARTS: [&[u8]; 8] = [
            b"a",
            "é€".as_bytes(),
            "💩".as_bytes(),
            b"\xED\xA0\xBD\xED\xB2\xA9",
            b"\xED\xA0\xBD",
            b"\xC0\x80",
            b"\xE0\x80\x80",
            b"\xFF",
        ];
        let mut random = Random(7);
        for _ in 0..4000 {
            let value: Vec<u8> = (0..1 + random.below(4)).flat_map(|_| random.of(&PARTS)).copied().collect();
            let listed = [Encoding::Utf8, Encoding::Cesu8, Encoding::Wtf8, Encoding::Mutf8];
            let sure = listed.into_iter().find(|&one| validate(one, &value).is_ok());
            if sure.is_some() {
                assert_eq!(Encoding::of_value(&value), sure, "{value:X?}");
            }
        }
    }
}
