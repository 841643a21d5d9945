//! Places between code points: where a string may be cut.

use core::fmt;
use core::ops::{
    Bound, Index, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use super::Str;
use super::sequence::Of;
use crate::engine::{ceil_boundary, floor_boundary};
use crate::form::Resynchronizing;

/// Why a string cannot be cut at a place.
///
/// ```
/// use placemat::Wtf8;
/// let error = Wtf8::from_str("a💩").try_get(..2).unwrap_err();
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
    pub(super) fn behind(at: usize, len: usize) -> Self {
        NoBoundary { at, inside: None, len }
    }

    /// The place, in units.
    ///
    /// ```
    /// use placemat::Utf8;
    /// assert_eq!(Utf8::from_str("é").try_get(1..).unwrap_err().at(), 1);
    /// ```
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The units of the code point that the place is inside of; `None` if it is behind the end of the string, or of a range that
    /// ends before it begins.
    ///
    /// ```
    /// use placemat::Utf8;
    /// assert_eq!(Utf8::from_str("a").try_get(..2).unwrap_err().code_point(), None);
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
            None if at > len => write!(f, "{at} is behind the end of the string, which is at {len}"),
            None => write!(f, "the range begins behind its end, which is {at}"),
        }
    }
}

impl core::error::Error for NoBoundary {}

/// Where a range begins and where it ends, of something that is so long.
pub(super) fn places(range: impl RangeBounds<usize>, len: impl FnOnce() -> usize) -> (usize, usize) {
    let behind = |at: &usize| at.checked_add(1).unwrap_or(usize::MAX);
    let start = match range.start_bound() {
        Bound::Included(at) => *at,
        Bound::Excluded(at) => behind(at),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(at) => behind(at),
        Bound::Excluded(at) => *at,
        Bound::Unbounded => len(),
    };
    (start, end)
}

impl<F: Resynchronizing> Str<F> {
    /// Is a place between code points, or at an end?
    ///
    /// ```
    /// use placemat::Cesu8;
    /// let pair = Cesu8::new(b"\xED\xA0\xBD\xED\xB2\xA9").unwrap();
    /// assert_eq!([0, 3, 6, 7].map(|at| pair.is_boundary(at)), [true, false, true, false]);
    /// ```
    pub fn is_boundary(&self, at: usize) -> bool {
        if at >= self.len() {
            return at == self.len();
        }
        Of::<F>::begins(&self.units, at)
            .unwrap_or_else(|| floor_boundary(F::default(), &self.units, at) == at)
    }

    /// The nearest boundary at or before a place; the end, if it is behind it.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert_eq!(Wtf8::from_str("é").floor_boundary(1), 0);
    /// ```
    pub fn floor_boundary(&self, at: usize) -> usize {
        let at = at.min(self.len());
        let begins = |place: usize| Of::<F>::begins(&self.units, place);
        match begins(at) {
            Some(_) => (0..=at).rev().find(|&place| begins(place) == Some(true)).unwrap_or(0),
            None => floor_boundary(F::default(), &self.units, at),
        }
    }

    /// The nearest boundary at or after a place; the end, if it is behind it.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert_eq!(Wtf8::from_str("é").ceil_boundary(1), 2);
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

    /// A part of the string, in units.
    ///
    /// ```
    /// use placemat::Mutf8;
    /// let text = Mutf8::new(b"a\xC0\x80b").unwrap();
    /// assert_eq!(text.try_get(1..3).unwrap().as_bytes(), b"\xC0\x80");
    /// assert_eq!(text.try_get(2..).unwrap_err().to_string(), "2 is inside the code point at 1..3");
    /// ```
    ///
    /// # Errors
    ///
    /// The first place of the two that is inside a code point or behind the end; the end of a range that ends before it begins.
    pub fn try_get(&self, range: impl RangeBounds<usize>) -> Result<&Self, NoBoundary> {
        let range = self.try_range(range)?;
        // SAFETY: both ends are boundaries, for they come from `try_range`.
        Ok(unsafe { self.part(range) })
    }

    /// The places of a range, both boundaries and in order. The range is asked once: what it says the next time may be something
    /// else.
    pub(super) fn try_range(&self, range: impl RangeBounds<usize>) -> Result<Range<usize>, NoBoundary> {
        let (start, end) = places(range, || self.len());
        let (start, end) = (self.checked(start)?, self.checked(end)?);
        if start > end {
            return Err(NoBoundary { at: end, inside: None, len: self.len() });
        }
        Ok(start..end)
    }

    /// The same, of a range that has to be one.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub(super) fn range(&self, range: impl RangeBounds<usize>) -> Range<usize> {
        match self.try_range(range) {
            Ok(range) => range,
            Err(error) => panic!("{error}"),
        }
    }

    /// A part of the string, in units; `None` where one of its ends is no boundary.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert_eq!(Wtf8::from_str("aé").get(..2), None);
    /// ```
    pub fn get(&self, range: impl RangeBounds<usize>) -> Option<&Self> {
        self.try_get(range).ok()
    }

    /// The string in two parts; `None` if the place is no boundary.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let (head, tail) = Wtf8::from_str("aé").split_at_checked(1).unwrap();
    /// assert_eq!((head.len(), tail.len()), (1, 2));
    /// ```
    pub fn split_at_checked(&self, at: usize) -> Option<(&Self, &Self)> {
        Some((self.get(..at)?, self.get(at..)?))
    }

    /// The string in two parts.
    ///
    /// ```
    /// use placemat::Utf16;
    /// let text = Utf16::new(&[0x61, 0x62]).unwrap();
    /// assert_eq!(text.split_at(1).1.as_units(), [0x62]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the place is no boundary.
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
        /// If an end of the range is no boundary, or behind the end of the string.
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
