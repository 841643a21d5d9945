//! The matches of a pattern in a string.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use crate::form::Resynchronizing;
use crate::string::pattern::sealed::Boundary;
use crate::string::{DoubleEndedPattern, Pattern, Str};

/// The state of the search from the end that was read last. The other end starts a new search: most iterators
/// are read from one end only.
#[derive(Clone)]
enum Search<Front, Back> {
    Front(Front),
    Back(Back),
}

impl<Front: Default, Back> Default for Search<Front, Back> {
    fn default() -> Self {
        Search::Front(Front::default())
    }
}

impl<Front: Default, Back: Default> Search<Front, Back> {
    #[inline(always)]
    fn front(&mut self) -> &mut Front {
        loop {
            match self {
                Search::Front(search) => return search,
                Search::Back(_) => *self = Search::Front(Front::default()),
            }
        }
    }

    #[inline(always)]
    fn back(&mut self) -> &mut Back {
        loop {
            match self {
                Search::Back(search) => return search,
                Search::Front(_) => *self = Search::Back(Back::default()),
            }
        }
    }
}

/// An iterator over the matches of a pattern and their positions: [`Str::match_indices`], and from the back
/// [`Str::rmatch_indices`]. It is double-ended if the pattern consists of code points.
///
/// ```
/// use placemat::{form::Wtf8, Str};
/// let mut places = Str::<Wtf8>::from_str("a-b-c").match_indices('-');
/// assert_eq!((places.next_back().unwrap().0, places.next().unwrap().0, places.next()), (3, 1, None));
/// ```
pub struct MatchIndices<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool = false> {
    string: &'s Str<F>,
    /// The boundary up to which matches have been returned from the front.
    from: usize,
    /// The boundary from which on they have been returned from the back.
    to: usize,
    is_done: bool,
    pattern: P,
    search: Search<P::Search, P::SearchBack>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool> MatchIndices<'s, F, P, BACK> {
    pub(super) fn new(string: &'s Str<F>, pattern: P) -> Self {
        MatchIndices { string, from: 0, to: string.len(), is_done: false, pattern, search: Search::default() }
    }

    /// Returns the next match from the front.
    #[inline(always)]
    pub(super) fn front(&mut self) -> Option<Range<usize>> {
        if self.is_done {
            return None;
        }
        // SAFETY: the field is a boundary.
        let from = unsafe { Boundary::at(self.from) };
        let found = self.pattern.next_match(self.string, from, self.search.front());
        let Some(range) = found.filter(|range| range.end <= self.to) else {
            self.is_done = true;
            return None;
        };
        self.from = range.end;
        if range.is_empty() {
            // Skip a code point after an empty match.
            self.is_done = range.end == self.string.len();
            if !self.is_done {
                self.from = self.string.ceil_boundary(range.end + 1);
            }
        }
        Some(range)
    }

    /// Returns the next match from the back.
    #[inline(always)]
    pub(super) fn back(&mut self) -> Option<Range<usize>> {
        if self.is_done {
            return None;
        }
        // SAFETY: the field is a boundary.
        let to = unsafe { Boundary::at(self.to) };
        let found = self.pattern.next_match_back(self.string, to, self.search.back());
        let Some(range) = found.filter(|range| range.start >= self.from) else {
            self.is_done = true;
            return None;
        };
        self.to = range.start;
        if range.is_empty() {
            // Skip a code point before an empty match.
            self.is_done = range.start == 0;
            if !self.is_done {
                self.to = self.string.floor_boundary(range.start - 1);
            }
        }
        Some(range)
    }

    /// Returns the next match from the end at which the iterator begins.
    #[inline(always)]
    pub(super) fn next_range(&mut self) -> Option<Range<usize>> {
        if BACK { self.back() } else { self.front() }
    }

    /// # Safety
    ///
    /// The pattern must have returned this range for the string.
    unsafe fn found(&self, range: Range<usize>) -> (usize, &'s Str<F>) {
        // SAFETY: a pattern returns boundaries.
        (range.start, unsafe { self.string.part(range) })
    }
}

impl<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool> Iterator for MatchIndices<'s, F, P, BACK> {
    type Item = (usize, &'s Str<F>);

    fn next(&mut self) -> Option<(usize, &'s Str<F>)> {
        // SAFETY: the pattern has returned this range.
        self.next_range().map(|range| unsafe { self.found(range) })
    }
}

impl<F: Resynchronizing, P: DoubleEndedPattern<F>, const BACK: bool> DoubleEndedIterator
    for MatchIndices<'_, F, P, BACK>
{
    fn next_back(&mut self) -> Option<Self::Item> {
        let range = if BACK { self.front() } else { self.back() };
        // SAFETY: the pattern has returned this range.
        range.map(|range| unsafe { self.found(range) })
    }
}

impl<F: Resynchronizing, P: Pattern<F>, const BACK: bool> FusedIterator for MatchIndices<'_, F, P, BACK> {}

impl<F: Resynchronizing, P: Pattern<F> + Clone, const BACK: bool> Clone for MatchIndices<'_, F, P, BACK> {
    fn clone(&self) -> Self {
        MatchIndices { pattern: self.pattern.clone(), search: self.search.clone(), ..*self }
    }
}

/// Shows the rest of the string.
impl<F: Resynchronizing, P: Pattern<F>, const BACK: bool> fmt::Debug for MatchIndices<'_, F, P, BACK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = if self.is_done { self.from } else { self.to };
        // SAFETY: both fields are boundaries, in order.
        let rest = unsafe { self.string.part(self.from..to) };
        f.debug_struct("MatchIndices").field("rest", &rest).finish_non_exhaustive()
    }
}

/// An iterator over the matches of a pattern: [`Str::matches`], and from the back [`Str::rmatches`]. It is
/// double-ended if the pattern consists of code points.
///
/// ```
/// use placemat::{form::Utf8, Str};
/// let mut digits = Str::<Utf8>::from_str("a1b2").matches(char::is_numeric);
/// assert_eq!([digits.next_back(), digits.next()].map(|digit| digit.unwrap().to_string()), ["2", "1"]);
/// ```
pub struct Matches<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool = false>(
    pub(super) MatchIndices<'s, F, P, BACK>,
);

impl<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool> Iterator for Matches<'s, F, P, BACK> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        self.0.next().map(|(_, found)| found)
    }
}

impl<F: Resynchronizing, P: DoubleEndedPattern<F>, const BACK: bool> DoubleEndedIterator
    for Matches<'_, F, P, BACK>
{
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(_, found)| found)
    }
}

impl<F: Resynchronizing, P: Pattern<F>, const BACK: bool> FusedIterator for Matches<'_, F, P, BACK> {}

impl<F: Resynchronizing, P: Pattern<F> + Clone, const BACK: bool> Clone for Matches<'_, F, P, BACK> {
    fn clone(&self) -> Self {
        Matches(self.0.clone())
    }
}

impl<F: Resynchronizing, P: Pattern<F>, const BACK: bool> fmt::Debug for Matches<'_, F, P, BACK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Matches").field(&self.0).finish()
    }
}
