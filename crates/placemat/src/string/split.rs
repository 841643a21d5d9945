//! The parts of a string between the matches of a pattern, and the matches themselves.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::pattern::DoubleEndedPattern;
use super::pattern::sealed::Boundary;
use super::sequence::Of;
use super::set::WhiteSpace;
use super::{Pattern, Str};
use crate::form::Resynchronizing;
use crate::unit::Unit;

impl<F: Resynchronizing> Str<F> {
    /// Returns an iterator over the matches of a pattern that do not overlap, from the front: each with its
    /// position in units.
    ///
    /// ```
    /// use placemat::{string::Wtf8, CodePoint};
    /// let text = Wtf8::new(b"a\xED\xA0\xBDb\xED\xB2\xA9").unwrap();
    /// let lone = |code_point: CodePoint| code_point.to_char().is_none();
    /// assert_eq!(text.match_indices(lone).map(|(at, _)| at).collect::<Vec<_>>(), [1, 5]);
    /// ```
    pub fn match_indices<P: Pattern<F>>(&self, pattern: P) -> MatchIndices<'_, F, P> {
        MatchIndices { string: self, from: Some(0), to: self.len(), pattern, search: Search::default() }
    }

    /// Returns an iterator over the matches of a pattern that do not overlap, from the back: each with its
    /// position in units.
    ///
    /// ```
    /// use placemat::string::Utf8;
    /// let places: Vec<_> = Utf8::from_str("aaa").rmatch_indices("aa").map(|(at, _)| at).collect();
    /// assert_eq!(places, [1]);
    /// ```
    pub fn rmatch_indices<P: Pattern<F>>(&self, pattern: P) -> RMatchIndices<'_, F, P> {
        RMatchIndices { string: self, from: 0, to: Some(self.len()), pattern, search: Search::default() }
    }

    /// Returns an iterator over the matches of a pattern, from the front.
    ///
    /// ```
    /// use placemat::string::Utf8;
    /// assert!(Utf8::from_str("a1b22").matches(char::is_numeric).eq(["1", "2", "2"].map(Utf8::from_str)));
    /// ```
    pub fn matches<P: Pattern<F>>(&self, pattern: P) -> Matches<'_, F, P> {
        Matches(self.match_indices(pattern))
    }

    /// Returns an iterator over the matches of a pattern, from the back.
    ///
    /// ```
    /// use placemat::string::Utf8;
    /// assert!(Utf8::from_str("a1b2").rmatches(char::is_numeric).eq(["2", "1"].map(Utf8::from_str)));
    /// ```
    pub fn rmatches<P: Pattern<F>>(&self, pattern: P) -> RMatches<'_, F, P> {
        RMatches(self.rmatch_indices(pattern))
    }

    fn parts<P: Pattern<F>>(&self, pattern: P, ends: Ends) -> Split<'_, F, P> {
        let skips_empty = ends != Ends::Between;
        Split { rest: Rest::of(self, skips_empty), ends, matches: self.match_indices(pattern) }
    }

    /// Splits the string at the matches of a pattern, from the front.
    ///
    /// ```
    /// use placemat::string::Wtf8;
    /// let parts: Vec<_> = Wtf8::from_str("a,,b").split(",").map(Wtf8::to_string).collect();
    /// assert_eq!(parts, ["a", "", "b"]);
    /// ```
    pub fn split<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        self.parts(pattern, Ends::Between)
    }

    /// Splits the string at the matches of a pattern, from the front, into at most `limit` parts. The last
    /// part is the rest.
    ///
    /// ```
    /// use placemat::string::Wtf8;
    /// assert!(Wtf8::from_str("a=b=c").splitn(2, '=').eq(["a", "b=c"].map(Wtf8::from_str)));
    /// ```
    pub fn splitn<P: Pattern<F>>(&self, limit: usize, pattern: P) -> SplitN<'_, F, P> {
        SplitN { limit, parts: self.split(pattern) }
    }

    /// Splits the string after the matches of a pattern: each part includes the match that ends it.
    ///
    /// ```
    /// use placemat::string::Wtf8;
    /// assert!(Wtf8::from_str("a\nb\n").split_inclusive('\n').eq(["a\n", "b\n"].map(Wtf8::from_str)));
    /// ```
    pub fn split_inclusive<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        self.parts(pattern, Ends::Inclusive)
    }

    /// Splits the string at the matches of a pattern. An empty part after the last match is left out.
    ///
    /// ```
    /// use placemat::string::Wtf8;
    /// assert!(Wtf8::from_str("a;b;").split_terminator(';').eq(["a", "b"].map(Wtf8::from_str)));
    /// ```
    pub fn split_terminator<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        self.parts(pattern, Ends::Terminator)
    }

    fn rparts<P: Pattern<F>>(&self, pattern: P, skips_empty: bool) -> RSplit<'_, F, P> {
        RSplit { rest: Rest::of(self, skips_empty), matches: self.rmatch_indices(pattern) }
    }

    /// Splits the string at the matches of a pattern, from the back.
    ///
    /// ```
    /// use placemat::string::Wtf8;
    /// assert!(Wtf8::from_str("a/b/c").rsplit('/').eq(["c", "b", "a"].map(Wtf8::from_str)));
    /// ```
    pub fn rsplit<P: Pattern<F>>(&self, pattern: P) -> RSplit<'_, F, P> {
        self.rparts(pattern, false)
    }

    /// Splits the string at the matches of a pattern, from the back, into at most `limit` parts. The last
    /// part is the rest.
    ///
    /// ```
    /// use placemat::string::Wtf8;
    /// assert!(Wtf8::from_str("a.tar.gz").rsplitn(2, '.').eq(["gz", "a.tar"].map(Wtf8::from_str)));
    /// ```
    pub fn rsplitn<P: Pattern<F>>(&self, limit: usize, pattern: P) -> RSplitN<'_, F, P> {
        RSplitN { limit, parts: self.rsplit(pattern) }
    }

    /// Splits the string at the matches of a pattern, from the back. An empty part after the last match is
    /// left out.
    ///
    /// ```
    /// use placemat::string::Wtf8;
    /// assert!(Wtf8::from_str("a;b;").rsplit_terminator(';').eq(["b", "a"].map(Wtf8::from_str)));
    /// ```
    pub fn rsplit_terminator<P: Pattern<F>>(&self, pattern: P) -> RSplit<'_, F, P> {
        self.rparts(pattern, true)
    }

    /// Splits the string at white space (Unicode's property `White_Space`) into parts that are not empty.
    ///
    /// ```
    /// use placemat::string::Wtf8;
    /// assert!(Wtf8::from_str(" a\u{3000}\tb ").split_whitespace().eq(["a", "b"].map(Wtf8::from_str)));
    /// ```
    pub fn split_whitespace(&self) -> SplitWhitespace<'_, F> {
        SplitWhitespace(self.split(WhiteSpace))
    }

    /// Returns an iterator over the lines, without their ends: U+000A, or U+000D U+000A.
    ///
    /// ```
    /// use placemat::string::Utf16;
    /// let text: Vec<u16> = "a\r\nb\n".encode_utf16().collect();
    /// let lines: Vec<_> = Utf16::new(&text).unwrap().lines().map(Utf16::to_string).collect();
    /// assert_eq!(lines, ["a", "b"]);
    /// ```
    pub fn lines(&self) -> Lines<'_, F> {
        Lines(self.split_inclusive('\n'))
    }
}

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

/// An iterator over the matches of a pattern and their positions: [`Str::match_indices`]. It is double-ended
/// if the pattern consists of code points.
///
/// ```
/// use placemat::string::Wtf8;
/// let mut places = Wtf8::from_str("a-b-c").match_indices('-');
/// assert_eq!((places.next_back().unwrap().0, places.next().unwrap().0, places.next()), (3, 1, None));
/// ```
pub struct MatchIndices<'s, F: Resynchronizing, P: Pattern<F>> {
    string: &'s Str<F>,
    /// A boundary, until the end is reached.
    from: Option<usize>,
    /// The boundary after which matches have been returned.
    to: usize,
    pattern: P,
    search: Search<P::Search, P::SearchBack>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> MatchIndices<'s, F, P> {
    #[inline(always)]
    fn next_range(&mut self) -> Option<Range<usize>> {
        // SAFETY: the field is a boundary.
        let from = unsafe { Boundary::at(self.from?) };
        let found = self.pattern.next_match(self.string, from, self.search.front());
        let Some(range) = found.filter(|range| range.end <= self.to) else {
            self.from = None;
            return None;
        };
        self.from = Some(range.end);
        if range.is_empty() {
            // Skip a code point after an empty match.
            self.from = (range.end < self.string.len()).then(|| self.string.ceil_boundary(range.end + 1));
        }
        Some(range)
    }

    /// # Safety
    ///
    /// The pattern must have returned this range for the string.
    unsafe fn found(&self, range: Range<usize>) -> (usize, &'s Str<F>) {
        // SAFETY: a pattern returns boundaries.
        (range.start, unsafe { self.string.part(range) })
    }
}

impl<F: Resynchronizing, P: DoubleEndedPattern<F>> MatchIndices<'_, F, P> {
    fn next_range_back(&mut self) -> Option<Range<usize>> {
        let from = self.from?;
        // SAFETY: the field is a boundary.
        let to = unsafe { Boundary::at(self.to) };
        let found = self.pattern.next_match_back(self.string, to, self.search.back());
        let Some(range) = found.filter(|range| range.start >= from) else {
            self.from = None;
            return None;
        };
        self.to = range.start;
        Some(range)
    }
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for MatchIndices<'s, F, P> {
    type Item = (usize, &'s Str<F>);

    fn next(&mut self) -> Option<(usize, &'s Str<F>)> {
        // SAFETY: the pattern has returned this range.
        self.next_range().map(|range| unsafe { self.found(range) })
    }
}

impl<F: Resynchronizing, P: DoubleEndedPattern<F>> DoubleEndedIterator for MatchIndices<'_, F, P> {
    fn next_back(&mut self) -> Option<Self::Item> {
        // SAFETY: the pattern has returned this range.
        self.next_range_back().map(|range| unsafe { self.found(range) })
    }
}

/// An iterator over the matches of a pattern and their positions, from the back: [`Str::rmatch_indices`]. It
/// is double-ended if the pattern consists of code points.
///
/// ```
/// use placemat::string::Wtf8;
/// let places = Wtf8::from_str("-a-b").rmatch_indices("-");
/// assert!(places.map(|(at, _)| at).eq([2, 0]));
/// ```
pub struct RMatchIndices<'s, F: Resynchronizing, P: Pattern<F>> {
    string: &'s Str<F>,
    /// The boundary before which matches have been returned.
    from: usize,
    /// A boundary, until the start is reached.
    to: Option<usize>,
    pattern: P,
    search: Search<P::Search, P::SearchBack>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for RMatchIndices<'s, F, P> {
    type Item = (usize, &'s Str<F>);

    fn next(&mut self) -> Option<(usize, &'s Str<F>)> {
        // SAFETY: the field is a boundary.
        let to = unsafe { Boundary::at(self.to?) };
        let found = self.pattern.next_match_back(self.string, to, self.search.back());
        let found = found.filter(|range| range.start >= self.from);
        self.to = found.as_ref().and_then(|range| match range.is_empty() {
            false => Some(range.start),
            true => range.start.checked_sub(1).map(|at| self.string.floor_boundary(at)),
        });
        // SAFETY: a pattern returns boundaries.
        found.map(|range| (range.start, unsafe { self.string.part(range) }))
    }
}

impl<F: Resynchronizing, P: DoubleEndedPattern<F>> DoubleEndedIterator for RMatchIndices<'_, F, P> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let to = self.to?;
        // SAFETY: the field is a boundary.
        let from = unsafe { Boundary::at(self.from) };
        let found = self.pattern.next_match(self.string, from, self.search.front());
        let Some(range) = found.filter(|range| range.end <= to) else {
            self.to = None;
            return None;
        };
        self.from = range.end;
        // SAFETY: a pattern returns boundaries.
        Some((range.start, unsafe { self.string.part(range) }))
    }
}

/// What happens to the matches between parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// They are left out.
    Between,
    /// They are left out, and so is an empty part after the last one.
    Terminator,
    /// They belong to the part before them.
    Inclusive,
}

/// The rest of a string that has not been returned as a part.
#[derive(Clone)]
struct Rest<'s, F: Resynchronizing> {
    string: &'s Str<F>,
    /// The rest, until the last part has been returned.
    range: Option<(usize, usize)>,
    /// `true` if the part at the end of the string is left out if it is empty. `false` once it has been
    /// returned.
    skips_empty: bool,
}

impl<'s, F: Resynchronizing> Rest<'s, F> {
    fn of(string: &'s Str<F>, skips_empty: bool) -> Self {
        Rest { string, range: Some((0, string.len())), skips_empty }
    }

    /// Returns all of the rest, as the last part.
    fn take(&mut self) -> Option<&'s Str<F>> {
        let (from, to) = self.range.take()?;
        // SAFETY: both are boundaries.
        (!self.skips_empty || from < to).then(|| unsafe { self.string.part(from..to) })
    }
}

/// An iterator over the parts between the matches of a pattern: [`Str::split`], [`Str::split_inclusive`],
/// [`Str::split_terminator`]. It is double-ended if the pattern consists of code points.
///
/// ```
/// use placemat::string::Wtf8;
/// let mut parts = Wtf8::from_str("usr/share/doc").split('/');
/// assert_eq!((parts.next_back().unwrap(), parts.next().unwrap()), (Wtf8::from_str("doc"), Wtf8::from_str("usr")));
/// ```
pub struct Split<'s, F: Resynchronizing, P: Pattern<F>> {
    rest: Rest<'s, F>,
    ends: Ends,
    matches: MatchIndices<'s, F, P>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for Split<'s, F, P> {
    type Item = &'s Str<F>;

    #[inline]
    fn next(&mut self) -> Option<&'s Str<F>> {
        let (from, to) = self.rest.range?;
        let Some(Range { start, end }) = self.matches.next_range() else { return self.rest.take() };
        self.rest.range = Some((end, to));
        let to = if self.ends == Ends::Inclusive { end } else { start };
        // SAFETY: `from` is an end of the rest, `to` an end of a match: boundaries of one string.
        Some(unsafe { self.rest.string.part(from..to) })
    }
}

impl<F: Resynchronizing, P: DoubleEndedPattern<F>> DoubleEndedIterator for Split<'_, F, P> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (from, to) = self.rest.range?;
        let Some(Range { start, end }) = self.matches.next_range_back() else { return self.rest.take() };
        self.rest.range = Some((from, if self.ends == Ends::Inclusive { end } else { start }));
        if core::mem::take(&mut self.rest.skips_empty) && end == to {
            return self.next_back();
        }
        // SAFETY: `to` is an end of the rest, `end` an end of a match: boundaries of one string.
        Some(unsafe { self.rest.string.part(end..to) })
    }
}

/// An iterator over the first parts, followed by the rest: [`Str::splitn`].
///
/// ```
/// use placemat::string::Wtf8;
/// let mut parts = Wtf8::from_str("key=a=b").splitn(2, "=");
/// assert_eq!((parts.next().unwrap(), parts.next().unwrap()), (Wtf8::from_str("key"), Wtf8::from_str("a=b")));
/// ```
pub struct SplitN<'s, F: Resynchronizing, P: Pattern<F>> {
    /// The number of parts that may still be returned.
    limit: usize,
    parts: Split<'s, F, P>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for SplitN<'s, F, P> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        self.limit = self.limit.checked_sub(1)?;
        if self.limit > 0 { self.parts.next() } else { self.parts.rest.take() }
    }
}

/// An iterator over the parts between the matches of a pattern, from the back: [`Str::rsplit`],
/// [`Str::rsplit_terminator`]. It is double-ended if the pattern consists of code points.
///
/// ```
/// use placemat::string::Wtf8;
/// let parts = Wtf8::from_str("a/b/c").rsplit("/");
/// assert!(parts.map(Wtf8::to_string).eq(["c", "b", "a"]));
/// ```
pub struct RSplit<'s, F: Resynchronizing, P: Pattern<F>> {
    rest: Rest<'s, F>,
    matches: RMatchIndices<'s, F, P>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for RSplit<'s, F, P> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        let (from, to) = self.rest.range?;
        let Some((at, found)) = self.matches.next() else { return self.rest.take() };
        self.rest.range = Some((from, at));
        let end = at + found.len();
        if core::mem::take(&mut self.rest.skips_empty) && end == to {
            return self.next();
        }
        // SAFETY: `to` is an end of the rest, `end` an end of a match: boundaries of one string.
        Some(unsafe { self.rest.string.part(end..to) })
    }
}

impl<F: Resynchronizing, P: DoubleEndedPattern<F>> DoubleEndedIterator for RSplit<'_, F, P> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (from, to) = self.rest.range?;
        let Some((at, found)) = self.matches.next_back() else { return self.rest.take() };
        self.rest.range = Some((at + found.len(), to));
        // SAFETY: `from` is an end of the rest, and a match begins at `at`: boundaries of one string.
        Some(unsafe { self.rest.string.part(from..at) })
    }
}

/// An iterator over the last parts, followed by the rest before them: [`Str::rsplitn`].
///
/// ```
/// use placemat::string::Wtf8;
/// let parts = Wtf8::from_str("a.tar.gz").rsplitn(2, ".");
/// assert!(parts.map(Wtf8::to_string).eq(["gz", "a.tar"]));
/// ```
pub struct RSplitN<'s, F: Resynchronizing, P: Pattern<F>> {
    /// The number of parts that may still be returned.
    limit: usize,
    parts: RSplit<'s, F, P>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for RSplitN<'s, F, P> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        self.limit = self.limit.checked_sub(1)?;
        if self.limit > 0 { self.parts.next() } else { self.parts.rest.take() }
    }
}

/// An iterator over the matches of a pattern: [`Str::matches`].
///
/// ```
/// use placemat::string::Wtf8;
/// assert_eq!(Wtf8::from_str("banana").matches("an").count(), 2);
/// ```
pub struct Matches<'s, F: Resynchronizing, P: Pattern<F>>(MatchIndices<'s, F, P>);

/// An iterator over the matches of a pattern, from the back: [`Str::rmatches`].
///
/// ```
/// use placemat::string::Wtf8;
/// let digits = Wtf8::from_str("a1b2").rmatches(['1', '2']);
/// assert!(digits.map(Wtf8::to_string).eq(["2", "1"]));
/// ```
pub struct RMatches<'s, F: Resynchronizing, P: Pattern<F>>(RMatchIndices<'s, F, P>);

/// An iterator over the parts between white space: [`Str::split_whitespace`].
///
/// ```
/// use placemat::string::Wtf8;
/// let words = Wtf8::from_str(" to\tbe ").split_whitespace();
/// assert!(words.rev().map(Wtf8::to_string).eq(["be", "to"]));
/// ```
pub struct SplitWhitespace<'s, F: Resynchronizing>(Split<'s, F, WhiteSpace>);

/// An iterator over the lines of a string: [`Str::lines`].
///
/// ```
/// use placemat::string::Wtf8;
/// let mut lines = Wtf8::from_str("a\r\nb\n").lines();
/// assert_eq!((lines.next_back().unwrap(), lines.next().unwrap()), (Wtf8::from_str("b"), Wtf8::from_str("a")));
/// ```
pub struct Lines<'s, F: Resynchronizing>(Split<'s, F, char>);

/// Returns a line without its end.
fn without_end<F: Resynchronizing>(line: &Str<F>) -> &Str<F> {
    if const { !Of::<F>::IS_SPELLED_ONCE } {
        let Some(line) = line.strip_suffix('\n') else { return line };
        return line.strip_suffix('\r').unwrap_or(line);
    }
    // An ASCII unit is always that character.
    let ends_in = |len: usize, ascii: u32| len > 0 && line.as_units()[len - 1].to_u32() == ascii;
    let mut len = line.len();
    if ends_in(len, 0x0A) {
        len -= 1;
        len -= usize::from(ends_in(len, 0x0D));
    }
    // SAFETY: only ASCII bytes were removed, which are code points by themselves at every position: see
    // `trim_ascii`.
    unsafe { line.part(0..len) }
}

/// Iterators that wrap another.
macro_rules! by_another {
    ($($name:ident<$($parameter:ident)?>, |$inner:ident| $next:expr, $next_back:expr;)*) => { $(
        impl<'s, F: Resynchronizing $(, $parameter: Pattern<F>)?> Iterator for $name<'s, F $(, $parameter)?> {
            type Item = &'s Str<F>;

            fn next(&mut self) -> Option<&'s Str<F>> {
                let $inner = &mut self.0;
                $next
            }
        }

        impl<F: Resynchronizing $(, $parameter: DoubleEndedPattern<F>)?> DoubleEndedIterator for $name<'_, F $(, $parameter)?> {
            fn next_back(&mut self) -> Option<Self::Item> {
                let $inner = &mut self.0;
                $next_back
            }
        }
    )* };
}
by_another! {
    Matches<P>, |inner| inner.next().map(|(_, found)| found), inner.next_back().map(|(_, found)| found);
    RMatches<P>, |inner| inner.next().map(|(_, found)| found), inner.next_back().map(|(_, found)| found);
    SplitWhitespace<>, |inner| inner.find(|part| !part.is_empty()), inner.rfind(|part| !part.is_empty());
    Lines<>, |inner| inner.next().map(without_end), inner.next_back().map(without_end);
}

/// The traits that all of these iterators implement.
macro_rules! iterators {
    ($($name:ident<$($parameter:ident),*>: $show:ident;)*) => { $(
        impl<F: Resynchronizing $(, $parameter: Pattern<F>)*> FusedIterator for $name<'_, F $(, $parameter)*> {}

        impl<F: Resynchronizing $(, $parameter: Pattern<F> + Clone)*> Clone for $name<'_, F $(, $parameter)*> {
            fn clone(&self) -> Self {
                iterators!(@clone $show self)
            }
        }

        impl<F: Resynchronizing $(, $parameter: Pattern<F>)*> fmt::Debug for $name<'_, F $(, $parameter)*> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("rest", &self.left()).finish_non_exhaustive()
            }
        }
    )* };
    (@clone matches $this:ident) => { Self { pattern: $this.pattern.clone(), search: $this.search.clone(), ..*$this } };
    (@clone split $this:ident) => { Self { rest: $this.rest.clone(), matches: $this.matches.clone(), ..*$this } };
    (@clone rsplit $this:ident) => { Self { rest: $this.rest.clone(), matches: $this.matches.clone() } };
    (@clone parts $this:ident) => { Self { parts: $this.parts.clone(), ..*$this } };
    (@clone inner $this:ident) => { Self($this.0.clone()) };
}

iterators! {
    MatchIndices<P>: matches;
    RMatchIndices<P>: matches;
    Matches<P>: inner;
    RMatches<P>: inner;
    Split<P>: split;
    SplitN<P>: parts;
    RSplit<P>: rsplit;
    RSplitN<P>: parts;
    SplitWhitespace<>: inner;
    Lines<>: inner;
}

/// `Debug` prints the rest of the string.
macro_rules! left {
    ($($name:ident<$($parameter:ident)?>, |$this:ident| $left:expr;)*) => { $(
        impl<'s, F: Resynchronizing $(, $parameter: Pattern<F>)?> $name<'s, F $(, $parameter)?> {
            fn left(&self) -> &'s Str<F> {
                let $this = self;
                $left
            }
        }
    )* };
}
left! {
    // SAFETY: both fields are boundaries.
    MatchIndices<P>, |this| unsafe { this.string.part(this.from.unwrap_or(this.to)..this.to) };
    // SAFETY: both fields are boundaries.
    RMatchIndices<P>, |this| unsafe { this.string.part(this.from..this.to.unwrap_or(this.from)) };
    Split<P>, |this| this.rest.clone().take().unwrap_or(Str::empty());
    RSplit<P>, |this| this.rest.clone().take().unwrap_or(Str::empty());
    SplitN<P>, |this| this.parts.left();
    RSplitN<P>, |this| this.parts.left();
    Matches<P>, |this| this.0.left();
    RMatches<P>, |this| this.0.left();
    SplitWhitespace<>, |this| this.0.left();
    Lines<>, |this| this.0.left();
}
