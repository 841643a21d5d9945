//! The parts of a string between the matches of a pattern.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::MatchIndices;
use crate::form::Resynchronizing;
use crate::string::{DoubleEndedPattern, Pattern, Str};

/// What becomes of the matches at which a string is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Matches are between parts.
    Between,
    /// Matches end parts: none follows the last one.
    Terminator,
    /// Matches end parts, and belong to them.
    Inclusive,
}

/// What has not been split yet.
#[derive(Clone)]
struct Rest<'s, F: Resynchronizing> {
    string: &'s Str<F>,
    /// Two boundaries, until the rest has been returned.
    range: Option<(usize, usize)>,
    /// `true` if an empty part at the end of the string is left out.
    skips_empty: bool,
}

impl<'s, F: Resynchronizing> Rest<'s, F> {
    fn take(&mut self) -> Option<&'s Str<F>> {
        let (from, to) = self.range.take()?;
        // SAFETY: both are boundaries.
        (!self.skips_empty || from < to).then(|| unsafe { self.string.part(from..to) })
    }
}

/// An iterator over the parts between the matches of a pattern: [`Str::split`], [`Str::split_inclusive`],
/// [`Str::split_terminator`], and from the back [`Str::rsplit`] and [`Str::rsplit_terminator`]. It is
/// double-ended if the pattern consists of code points.
///
/// ```
/// use placemat::{form::Wtf8, Str};
/// let mut parts = Str::<Wtf8>::from_str("a,b,c").split(',');
/// assert_eq!([parts.next_back(), parts.next()].map(|part| part.unwrap().to_string()), ["c", "a"]);
/// assert_eq!(format!("{parts:?}"), r#"Split { rest: "b", .. }"#);
/// ```
pub struct Split<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool = false> {
    rest: Rest<'s, F>,
    ends: Ends,
    matches: MatchIndices<'s, F, P, BACK>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool> Split<'s, F, P, BACK> {
    pub(super) fn new(string: &'s Str<F>, pattern: P, ends: Ends) -> Self {
        let rest = Rest { string, range: Some((0, string.len())), skips_empty: ends != Ends::Between };
        Split { rest, ends, matches: MatchIndices::new(string, pattern) }
    }

    /// Returns the next part from the front.
    #[inline(always)]
    fn front(&mut self) -> Option<&'s Str<F>> {
        let (from, to) = self.rest.range?;
        let Some(Range { start, end }) = self.matches.front() else { return self.rest.take() };
        self.rest.range = Some((end, to));
        let to = if self.ends == Ends::Inclusive { end } else { start };
        // SAFETY: `from` is an end of the rest, `to` an end of a match: boundaries of one string.
        Some(unsafe { self.rest.string.part(from..to) })
    }

    /// Returns the next part from the back.
    #[inline(always)]
    fn back(&mut self) -> Option<&'s Str<F>> {
        loop {
            let (from, to) = self.rest.range?;
            let Some(Range { start, end }) = self.matches.back() else { return self.rest.take() };
            self.rest.range = Some((from, if self.ends == Ends::Inclusive { end } else { start }));
            if core::mem::take(&mut self.rest.skips_empty) && end == to {
                continue;
            }
            // SAFETY: `to` is an end of the rest, `end` an end of a match: boundaries of one string.
            return Some(unsafe { self.rest.string.part(end..to) });
        }
    }
}

impl<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool> Iterator for Split<'s, F, P, BACK> {
    type Item = &'s Str<F>;

    #[inline]
    fn next(&mut self) -> Option<&'s Str<F>> {
        if BACK { self.back() } else { self.front() }
    }
}

impl<F: Resynchronizing, P: DoubleEndedPattern<F>, const BACK: bool> DoubleEndedIterator
    for Split<'_, F, P, BACK>
{
    fn next_back(&mut self) -> Option<Self::Item> {
        if BACK { self.front() } else { self.back() }
    }
}

impl<F: Resynchronizing, P: Pattern<F>, const BACK: bool> FusedIterator for Split<'_, F, P, BACK> {}

impl<F: Resynchronizing, P: Pattern<F> + Clone, const BACK: bool> Clone for Split<'_, F, P, BACK> {
    fn clone(&self) -> Self {
        Split { rest: self.rest.clone(), matches: self.matches.clone(), ..*self }
    }
}

/// Shows the rest of the string.
impl<F: Resynchronizing, P: Pattern<F>, const BACK: bool> fmt::Debug for Split<'_, F, P, BACK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.rest.clone().take().unwrap_or(Str::empty());
        f.debug_struct("Split").field("rest", &rest).finish_non_exhaustive()
    }
}

/// At most `limit` parts. The last one is the rest.
pub(super) struct Limited<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool> {
    limit: usize,
    parts: Split<'s, F, P, BACK>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool> Limited<'s, F, P, BACK> {
    pub(super) fn new(limit: usize, parts: Split<'s, F, P, BACK>) -> Self {
        Limited { limit, parts }
    }
}

impl<'s, F: Resynchronizing, P: Pattern<F>, const BACK: bool> Iterator for Limited<'s, F, P, BACK> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        self.limit = self.limit.checked_sub(1)?;
        if self.limit > 0 { self.parts.next() } else { self.parts.rest.take() }
    }
}

impl<F: Resynchronizing, P: Pattern<F>, const BACK: bool> FusedIterator for Limited<'_, F, P, BACK> {}
