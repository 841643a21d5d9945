//! Boundaries: the positions between code points, at which a string can be cut.

use core::fmt;
use core::ops::{
    Bound, Index, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use super::Str;
use super::sequence::Of;
use crate::engine::{ceil_boundary, floor_boundary};
use crate::form::Resynchronizing;

/// Why a string cannot be cut at a position.
///
/// ```
/// use placemat::{form::Wtf8, Str};
/// let error = Str::<Wtf8>::from_str("a💩").try_get(..2).unwrap_err();
/// assert_eq!(error.to_string(), "2 is inside the code point at 1..5");
/// assert_eq!(error.code_point(), Some(1..5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoBoundary {
    at: usize,
    inside: Option<Range<usize>>,
    len: usize,
}

impl NoBoundary {
    #[inline]
    pub(super) fn inside(at: usize, code_point: Range<usize>, len: usize) -> Self {
        NoBoundary { at, inside: Some(code_point), len }
    }

    #[inline]
    pub(super) fn after(at: usize, len: usize) -> Self {
        NoBoundary { at, inside: None, len }
    }

    /// Returns the position in units.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str};
    /// assert_eq!(Str::<Utf8>::from_str("é").try_get(1..).unwrap_err().at(), 1);
    /// ```
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the range of the code point that the position is inside, in units. Returns `None` if the
    /// position is after the end of the string, or if it is the end of a range that begins after it.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str};
    /// assert_eq!(Str::<Utf8>::from_str("a").try_get(..2).unwrap_err().code_point(), None);
    /// ```
    #[inline]
    pub fn code_point(&self) -> Option<Range<usize>> {
        self.inside.clone()
    }
}

impl fmt::Display for NoBoundary {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoBoundary { at, inside, len } = self;
        match inside {
            Some(Range { start, end }) => write!(f, "{at} is inside the code point at {start}..{end}"),
            None if at > len => write!(f, "{at} is after the end of the string, which is at {len}"),
            None => write!(f, "the range begins after its end, which is {at}"),
        }
    }
}

impl core::error::Error for NoBoundary {}

/// Returns the start and the end of a range in something of length `len`.
pub(super) fn ends_of(range: impl RangeBounds<usize>, len: impl FnOnce() -> usize) -> (usize, usize) {
    let after = |at: &usize| at.checked_add(1).unwrap_or(usize::MAX);
    let start = match range.start_bound() {
        Bound::Included(at) => *at,
        Bound::Excluded(at) => after(at),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(at) => after(at),
        Bound::Excluded(at) => *at,
        Bound::Unbounded => len(),
    };
    (start, end)
}

impl<F: Resynchronizing> Str<F> {
    /// Returns `true` if a position is between code points, or at the start or the end.
    ///
    /// ```
    /// use placemat::{form::Cesu8, Str};
    /// let pair = Str::<Cesu8>::new(b"\xED\xA0\xBD\xED\xB2\xA9").unwrap();
    /// assert_eq!([0, 3, 6, 7].map(|at| pair.is_boundary(at)), [true, false, true, false]);
    /// ```
    pub fn is_boundary(&self, at: usize) -> bool {
        if at >= self.len() {
            return at == self.len();
        }
        Of::<F>::begins(&self.units, at)
            .unwrap_or_else(|| floor_boundary(F::default(), &self.units, at) == at)
    }

    /// Returns the nearest boundary at or before a position, or the end if the position is after it.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::from_str("é").floor_boundary(1), 0);
    /// ```
    pub fn floor_boundary(&self, at: usize) -> usize {
        let at = at.min(self.len());
        let begins = |place: usize| Of::<F>::begins(&self.units, place);
        match begins(at) {
            Some(_) => (0..=at).rev().find(|&place| begins(place) == Some(true)).unwrap_or(0),
            None => floor_boundary(F::default(), &self.units, at),
        }
    }

    /// Returns the nearest boundary at or after a position, or the end if the position is after it.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::from_str("é").ceil_boundary(1), 2);
    /// ```
    pub fn ceil_boundary(&self, at: usize) -> usize {
        let at = at.min(self.len());
        let begins = |place: usize| Of::<F>::begins(&self.units, place);
        match begins(at) {
            Some(_) => (at..=self.len()).find(|&place| begins(place) == Some(true)).unwrap_or(self.len()),
            None => ceil_boundary(F::default(), &self.units, at),
        }
    }

    fn checked(&self, at: usize) -> Result<usize, NoBoundary> {
        if self.is_boundary(at) {
            return Ok(at);
        }
        let inside = (at <= self.len()).then(|| self.floor_boundary(at)..self.ceil_boundary(at));
        Err(NoBoundary { at, inside, len: self.len() })
    }

    /// Returns a range of the string, in units.
    ///
    /// ```
    /// use placemat::{form::Mutf8, Str};
    /// let text = Str::<Mutf8>::new(b"a\xC0\x80b").unwrap();
    /// assert_eq!(text.try_get(1..3).unwrap().as_bytes(), b"\xC0\x80");
    /// assert_eq!(text.try_get(2..).unwrap_err().to_string(), "2 is inside the code point at 1..3");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first of the two positions that is inside a code point or after the end. For a range that
    /// begins after its end, returns the end.
    pub fn try_get(&self, range: impl RangeBounds<usize>) -> Result<&Self, NoBoundary> {
        let range = self.try_range(range)?;
        // SAFETY: both ends are boundaries, for they come from `try_range`.
        Ok(unsafe { self.part(range) })
    }

    /// Returns both ends of a range if they are boundaries and in order. The range's methods are called only
    /// once: they might return something else the next time.
    pub(super) fn try_range(&self, range: impl RangeBounds<usize>) -> Result<Range<usize>, NoBoundary> {
        let (start, end) = ends_of(range, || self.len());
        let (start, end) = (self.checked(start)?, self.checked(end)?);
        if start > end {
            return Err(NoBoundary { at: end, inside: None, len: self.len() });
        }
        Ok(start..end)
    }

    /// Returns both ends of a range. Panics if they are not boundaries or not in order.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub(super) fn range(&self, range: impl RangeBounds<usize>) -> Range<usize> {
        match self.try_range(range) {
            Ok(range) => range,
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns a range of the string, in units, or `None` if one of its ends is not a boundary.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::from_str("aé").get(..2), None);
    /// ```
    pub fn get(&self, range: impl RangeBounds<usize>) -> Option<&Self> {
        self.try_get(range).ok()
    }

    /// Splits the string at a position in units. Returns `None` if the position is not a boundary.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let (head, tail) = Str::<Wtf8>::from_str("aé").split_at_checked(1).unwrap();
    /// assert_eq!((head.len(), tail.len()), (1, 2));
    /// ```
    pub fn split_at_checked(&self, at: usize) -> Option<(&Self, &Self)> {
        Some((self.get(..at)?, self.get(at..)?))
    }

    /// Splits the string at a position in units.
    ///
    /// ```
    /// use placemat::{form::Utf16, Str};
    /// let text = Str::<Utf16>::new(&[0x61, 0x62]).unwrap();
    /// assert_eq!(text.split_at(1).1.as_units(), [0x62]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the position is not a boundary.
    #[track_caller]
    pub fn split_at(&self, at: usize) -> (&Self, &Self) {
        (&self[..at], &self[at..])
    }
}

/// Indexing by ranges of units.
macro_rules! index {
    ($($range:ty),*) => { $(
        /// # Panics
        ///
        /// Panics if an end of the range is not a boundary, or is after the end of the string.
        impl<F: Resynchronizing> Index<$range> for Str<F> {
            type Output = Str<F>;

            #[track_caller]
            fn index(&self, range: $range) -> &Str<F> {
                match self.try_get(range) {
                    Ok(part) => part,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    )* };
}
index!(
    Range<usize>,
    RangeFrom<usize>,
    RangeTo<usize>,
    RangeFull,
    RangeInclusive<usize>,
    RangeToInclusive<usize>
);
