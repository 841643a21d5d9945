//! Ranges of independent units: what Unicode's Table 3-7 is to ranges of whole sequences.
//!
//! A [`Row`] extends from a first to a last sequence, so its second unit may be restricted at both ends: from
//! A0 on after E0, up to 9F after ED. [`Row::ranges`] cuts it into pieces in which the units of each place do
//! not depend on the others. Expressions, charts and properties are derived from these.

use core::ops::Deref;

use crate::table::{Alphabet, MAX_SEQUENCE, Row};

/// A row with sequences of six places is cut into at most this many pieces: one in the middle, and one for
/// each place at either end.
const MAX_PIECES: usize = 2 * (MAX_SEQUENCE - 1) + 1;

/// Sequences of one length with independent places: every combination of the places' units is one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ranges {
    places: [Alphabet; MAX_SEQUENCE],
    len: usize,
}

impl Deref for Ranges {
    type Target = [Alphabet];

    #[inline]
    fn deref(&self) -> &[Alphabet] {
        self.places()
    }
}

impl Ranges {
    pub(crate) const EMPTY: Ranges = Ranges { places: [Alphabet::new(0, 0); MAX_SEQUENCE], len: 0 };

    /// Returns the units of each place.
    #[inline]
    pub(crate) fn places(&self) -> &[Alphabet] {
        &self.places[..self.len]
    }

    /// Returns the number of sequences.
    #[inline]
    pub(crate) fn count(&self) -> u64 {
        self.places().iter().map(Alphabet::size).product()
    }

    /// Appends a place.
    #[inline]
    pub(crate) fn and(mut self, place: Alphabet) -> Ranges {
        self.places[self.len] = place;
        self.len += 1;
        self
    }

    /// Returns the places of this, followed by those of `other`.
    #[inline]
    pub(crate) fn then(self, other: &Ranges) -> Ranges {
        other.places().iter().fold(self, |ranges, place| ranges.and(*place))
    }

    /// Returns a range of the places.
    #[inline]
    pub(crate) fn part(&self, places: core::ops::Range<usize>) -> Ranges {
        self.places()[places].iter().fold(Ranges::EMPTY, |ranges, place| ranges.and(*place))
    }

    /// Returns the places in reverse order, in groups of `width` whose order does not change: bytes of
    /// little-endian units.
    #[inline]
    pub(crate) fn reversed_by(&self, width: usize) -> Ranges {
        let units = self.places().chunks(width);
        units.flat_map(|unit| unit.iter().rev()).fold(Ranges::EMPTY, |ranges, place| ranges.and(*place))
    }

    /// Returns both as one, if they differ at one place only, and one continues there where the other ends.
    #[inline]
    pub(crate) fn union(&self, next: &Ranges) -> Option<Ranges> {
        let mut different = (0..self.len).filter(|&k| self.places[k] != next.places[k]);
        let (Some(k), None, true) = (different.next(), different.next(), self.len == next.len) else {
            return None;
        };
        let mut union = *self;
        union.places[k] = continued(&self.places[k], &next.places[k])?;
        Some(union)
    }
}

/// Returns one interval for two that touch.
#[inline]
fn continued(a: &Alphabet, b: &Alphabet) -> Option<Alphabet> {
    let single = |alphabet: &Alphabet| {
        let mut intervals = alphabet.intervals();
        let first = intervals.next()?;
        intervals.next().is_none().then_some(first)
    };
    let ((first, end), (start, last)) = (single(a)?, single(b)?);
    (end.checked_add(1) == Some(start)).then(|| Alphabet::new(first, last))
}

impl Row {
    /// Cuts the row into ranges in which the units of each place do not depend on the others, in ascending
    /// order: as few as possible. Each has the units of its places.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8};
    /// // Five rows, and the nine lines of Table 3-7.
    /// assert_eq!(Utf8::TABLE.rows().len(), 5);
    /// assert_eq!(Utf8::TABLE.rows().iter().flat_map(|row| row.ranges()).count(), 9);
    ///
    /// // U+0800..U+D7FF: three of the nine lines.
    /// let lines: Vec<_> = Utf8::TABLE.rows()[2].ranges().collect();
    /// assert_eq!(lines.len(), 3);
    /// assert!(lines[0][1].intervals().eq([(0xA0, 0xBF)]));
    /// assert!(lines[2][1].intervals().eq([(0x80, 0x9F)]));
    /// ```
    #[inline]
    pub fn ranges(&self) -> impl Iterator<Item = impl Deref<Target = [Alphabet]> + use<>> + use<> {
        self.pieces()
    }

    /// Cuts the row into ranges of independent units.
    #[inline]
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Ranges> + use<> {
        let (first, last) = self.sequences();
        let mut pieces = [Ranges::EMPTY; MAX_PIECES];
        let mut count = 0;
        split(first, last, self.alphabets(), &mut |ranges| {
            pieces[count] = ranges;
            count += 1;
        });
        pieces.into_iter().take(count)
    }
}

/// Cuts the sequences from `first` to `last` over some alphabets into ranges of independent units.
///
/// The two sequences are equal up to a place `fork`. Between them lie, in this order:
///
/// 1. sequences that begin like `first`, from the last place whose unit is not the least of its alphabet up
///    to the place after the fork;
/// 2. sequences whose unit at the fork is between the two;
/// 3. sequences that begin like `last`, down to its last place whose unit is not the greatest.
///
/// If the rest of `first` is all least units, or the rest of `last` all greatest ones, the middle includes
/// that end.
#[inline]
pub(crate) fn split(first: &[u32], last: &[u32], alphabets: &[Alphabet], emit: &mut dyn FnMut(Ranges)) {
    let len = first.len();
    let digit = |sequence: &[u32], k: usize| alphabets[k].digit(sequence[k]).unwrap_or_default();
    let greatest = |k: usize| (alphabets[k].size() - 1) as u32;
    // The units before a place are fixed, those at the place are in a range, and all after it are free.
    let piece = |stem: &[u32], k: usize, from: u32, to: u32| {
        let stem =
            stem[..k].iter().fold(Ranges::EMPTY, |ranges, &unit| ranges.and(Alphabet::new(unit, unit)));
        let at = alphabets[k].part(from, to);
        alphabets[k + 1..].iter().fold(stem.and(at), |ranges, all| ranges.and(*all))
    };
    let Some(fork) = (0..len).find(|&k| first[k] != last[k]) else {
        let end = len - 1;
        return emit(piece(first, end, digit(first, end), digit(first, end)));
    };
    let low_end = (fork + 1..len).rev().find(|&k| digit(first, k) > 0).unwrap_or(fork);
    let high_end = (fork + 1..len).rev().find(|&k| digit(last, k) < greatest(k)).unwrap_or(fork);
    for k in (fork + 1..=low_end).rev() {
        let from = digit(first, k) + u32::from(k < low_end);
        if from <= greatest(k) {
            emit(piece(first, k, from, greatest(k)));
        }
    }
    let from = digit(first, fork) + u32::from(low_end > fork);
    let to = digit(last, fork) - u32::from(high_end > fork);
    if from <= to {
        emit(piece(first, fork, from, to));
    }
    for k in fork + 1..=high_end {
        let end = digit(last, k) + u32::from(k == high_end);
        if end > 0 {
            emit(piece(last, k, 0, end - 1));
        }
    }
}
