//! The parts of a string between the places of a pattern, and the places themselves.

use core::fmt;
use core::iter::FusedIterator;

use super::search::is_white_space;
use super::{Pattern, Str};
use crate::form::Resynchronizing;

impl<F: Resynchronizing> Str<F> {
    /// The places of a pattern that do not overlap, from the front, each with what stands there.
    ///
    /// ```
    /// use placemat::{CodePoint, Wtf8};
    /// let text = Wtf8::new(b"a\xED\xA0\xBDb\xED\xB2\xA9").unwrap();
    /// let lone = |code_point: CodePoint| code_point.to_char().is_none();
    /// assert_eq!(text.match_indices(lone).map(|(at, _)| at).collect::<Vec<_>>(), [1, 5]);
    /// ```
    pub fn match_indices<P: Pattern<F>>(&self, pattern: P) -> MatchIndices<'_, F, P> {
        MatchIndices { string: self, from: Some(0), pattern, search: P::Search::default() }
    }

    /// The places of a pattern that do not overlap, from the back, each with what stands there.
    ///
    /// ```
    /// use placemat::Utf8;
    /// let places: Vec<_> = Utf8::from_str("aaa").rmatch_indices("aa").map(|(at, _)| at).collect();
    /// assert_eq!(places, [1]);
    /// ```
    pub fn rmatch_indices<P: Pattern<F>>(&self, pattern: P) -> RMatchIndices<'_, F, P> {
        RMatchIndices { string: self, to: Some(self.len()), pattern, search: P::SearchBack::default() }
    }

    /// What stands at the places of a pattern, from the front.
    ///
    /// ```
    /// use placemat::Utf8;
    /// assert!(Utf8::from_str("a1b22").matches(char::is_numeric).eq(["1", "2", "2"].map(Utf8::from_str)));
    /// ```
    pub fn matches<P: Pattern<F>>(&self, pattern: P) -> Matches<'_, F, P> {
        Matches(self.match_indices(pattern))
    }

    /// What stands at the places of a pattern, from the back.
    ///
    /// ```
    /// use placemat::Utf8;
    /// assert!(Utf8::from_str("a1b2").rmatches(char::is_numeric).eq(["2", "1"].map(Utf8::from_str)));
    /// ```
    pub fn rmatches<P: Pattern<F>>(&self, pattern: P) -> RMatches<'_, F, P> {
        RMatches(self.rmatch_indices(pattern))
    }

    fn parts<P: Pattern<F>>(&self, pattern: P, limit: usize, ends: Ends) -> Split<'_, F, P> {
        Split { rest: Some(0), limit, ends, matches: self.match_indices(pattern) }
    }

    /// The parts between the places of a pattern, from the front.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let parts: Vec<_> = Wtf8::from_str("a,,b").split(",").map(Wtf8::to_string).collect();
    /// assert_eq!(parts, ["a", "", "b"]);
    /// ```
    pub fn split<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        self.parts(pattern, usize::MAX, Ends::Between)
    }

    /// The same, so many parts at the most, the last of which is all that is left.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert!(Wtf8::from_str("a=b=c").splitn(2, '=').eq(["a", "b=c"].map(Wtf8::from_str)));
    /// ```
    pub fn splitn<P: Pattern<F>>(&self, limit: usize, pattern: P) -> Split<'_, F, P> {
        self.parts(pattern, limit, Ends::Between)
    }

    /// The same, each part with what ends it.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert!(Wtf8::from_str("a\nb\n").split_inclusive('\n').eq(["a\n", "b\n"].map(Wtf8::from_str)));
    /// ```
    pub fn split_inclusive<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        self.parts(pattern, usize::MAX, Ends::Inclusive)
    }

    /// The same, without a part behind the last place, if that would be empty.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert!(Wtf8::from_str("a;b;").split_terminator(';').eq(["a", "b"].map(Wtf8::from_str)));
    /// ```
    pub fn split_terminator<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        self.parts(pattern, usize::MAX, Ends::Terminator)
    }

    fn rparts<P: Pattern<F>>(&self, pattern: P, limit: usize, skips: bool) -> RSplit<'_, F, P> {
        RSplit { rest: Some(self.len()), limit, skips_empty: skips, matches: self.rmatch_indices(pattern) }
    }

    /// The parts between the places of a pattern, from the back.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert!(Wtf8::from_str("a/b/c").rsplit('/').eq(["c", "b", "a"].map(Wtf8::from_str)));
    /// ```
    pub fn rsplit<P: Pattern<F>>(&self, pattern: P) -> RSplit<'_, F, P> {
        self.rparts(pattern, usize::MAX, false)
    }

    /// The same, so many parts at the most, the last of which is all that is left.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert!(Wtf8::from_str("a.tar.gz").rsplitn(2, '.').eq(["gz", "a.tar"].map(Wtf8::from_str)));
    /// ```
    pub fn rsplitn<P: Pattern<F>>(&self, limit: usize, pattern: P) -> RSplit<'_, F, P> {
        self.rparts(pattern, limit, false)
    }

    /// The same as [`rsplit`](Str::rsplit), without a part behind the last place, if that would be empty.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert!(Wtf8::from_str("a;b;").rsplit_terminator(';').eq(["b", "a"].map(Wtf8::from_str)));
    /// ```
    pub fn rsplit_terminator<P: Pattern<F>>(&self, pattern: P) -> RSplit<'_, F, P> {
        self.rparts(pattern, usize::MAX, true)
    }

    /// The parts between white space (Unicode's property `White_Space`), none of them empty.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert!(Wtf8::from_str(" a\u{3000}\tb ").split_whitespace().eq(["a", "b"].map(Wtf8::from_str)));
    /// ```
    pub fn split_whitespace(&self) -> SplitWhitespace<'_, F> {
        SplitWhitespace(self.split(is_white_space::<F::CodePoint> as fn(F::CodePoint) -> bool))
    }

    /// The lines, without what ends them: U+000A, or U+000D U+000A.
    ///
    /// ```
    /// use placemat::Utf16;
    /// let text: Vec<u16> = "a\r\nb\n".encode_utf16().collect();
    /// let lines: Vec<_> = Utf16::new(&text).unwrap().lines().map(Utf16::to_string).collect();
    /// assert_eq!(lines, ["a", "b"]);
    /// ```
    pub fn lines(&self) -> Lines<'_, F> {
        Lines(self.split_inclusive('\n'))
    }
}

/// The places of a pattern: [`Str::match_indices`].
pub struct MatchIndices<'s, F: Resynchronizing, P: Pattern<F>> {
    string: &'s Str<F>,
    /// A boundary, until the end is reached.
    from: Option<usize>,
    pattern: P,
    search: P::Search,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for MatchIndices<'s, F, P> {
    type Item = (usize, &'s Str<F>);

    fn next(&mut self) -> Option<(usize, &'s Str<F>)> {
        let found = self.pattern.next_match(self.string, self.from?, &mut self.search);
        self.from = found.as_ref().and_then(|range| match range.is_empty() {
            false => Some(range.end),
            // Past a code point, for a pattern without units.
            true => (range.end < self.string.len()).then(|| self.string.ceil_boundary(range.end + 1)),
        });
        found.map(|range| (range.start, self.string.part(range)))
    }
}

/// The places of a pattern from the back: [`Str::rmatch_indices`].
pub struct RMatchIndices<'s, F: Resynchronizing, P: Pattern<F>> {
    string: &'s Str<F>,
    /// A boundary, until the start is reached.
    to: Option<usize>,
    pattern: P,
    search: P::SearchBack,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for RMatchIndices<'s, F, P> {
    type Item = (usize, &'s Str<F>);

    fn next(&mut self) -> Option<(usize, &'s Str<F>)> {
        let found = self.pattern.next_match_back(self.string, self.to?, &mut self.search);
        self.to = found.as_ref().and_then(|range| match range.is_empty() {
            false => Some(range.start),
            true => range.start.checked_sub(1).map(|at| self.string.floor_boundary(at)),
        });
        found.map(|range| (range.start, self.string.part(range)))
    }
}

/// What stands at the places of a pattern: [`Str::matches`].
pub struct Matches<'s, F: Resynchronizing, P: Pattern<F>>(MatchIndices<'s, F, P>);

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for Matches<'s, F, P> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        self.0.next().map(|(_, found)| found)
    }
}

/// What stands at the places of a pattern, from the back: [`Str::rmatches`].
pub struct RMatches<'s, F: Resynchronizing, P: Pattern<F>>(RMatchIndices<'s, F, P>);

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for RMatches<'s, F, P> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        self.0.next().map(|(_, found)| found)
    }
}

/// What becomes of the places between parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// They are left out.
    Between,
    /// They are left out, and so is nothing behind the last one.
    Terminator,
    /// They belong to the part before them.
    Inclusive,
}

/// The parts between the places of a pattern: [`Str::split`], [`Str::splitn`], [`Str::split_inclusive`],
/// [`Str::split_terminator`].
pub struct Split<'s, F: Resynchronizing, P: Pattern<F>> {
    /// Where the next part begins, until the last one has been given.
    rest: Option<usize>,
    /// Parts that may still be given.
    limit: usize,
    ends: Ends,
    matches: MatchIndices<'s, F, P>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for Split<'s, F, P> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        let (from, string) = (self.rest?, self.matches.string);
        self.limit = self.limit.checked_sub(1)?;
        let found = if self.limit > 0 { self.matches.next() } else { None };
        let Some((at, found)) = found else {
            self.rest = None;
            let last = string.part(from..string.len());
            return (self.ends == Ends::Between || !last.is_empty()).then_some(last);
        };
        let end = at + found.len();
        self.rest = Some(end);
        Some(string.part(from..if self.ends == Ends::Inclusive { end } else { at }))
    }
}

/// The parts between the places of a pattern, from the back: [`Str::rsplit`], [`Str::rsplitn`], [`Str::rsplit_terminator`].
pub struct RSplit<'s, F: Resynchronizing, P: Pattern<F>> {
    /// Where the next part ends, until the last one has been given.
    rest: Option<usize>,
    /// Parts that may still be given.
    limit: usize,
    /// Is the next part left out, if it is empty?
    skips_empty: bool,
    matches: RMatchIndices<'s, F, P>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for RSplit<'s, F, P> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        let (to, string) = (self.rest?, self.matches.string);
        self.limit = self.limit.checked_sub(1)?;
        let found = if self.limit > 0 { self.matches.next() } else { None };
        self.rest = found.map(|(at, _)| at);
        let part = string.part(found.map_or(0, |(at, found)| at + found.len())..to);
        if core::mem::take(&mut self.skips_empty) && part.is_empty() { self.next() } else { Some(part) }
    }
}

/// The parts between white space: [`Str::split_whitespace`].
pub struct SplitWhitespace<'s, F: Resynchronizing>(Split<'s, F, fn(F::CodePoint) -> bool>);

impl<'s, F: Resynchronizing> Iterator for SplitWhitespace<'s, F> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        self.0.find(|part| !part.is_empty())
    }
}

/// The lines of a string: [`Str::lines`].
pub struct Lines<'s, F: Resynchronizing>(Split<'s, F, char>);

impl<'s, F: Resynchronizing> Iterator for Lines<'s, F> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        let line = self.0.next()?;
        let Some(line) = line.strip_suffix('\n') else { return Some(line) };
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

/// What all of these iterators are.
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
    (@clone split $this:ident) => { Self { matches: $this.matches.clone(), ..*$this } };
    (@clone inner $this:ident) => { Self($this.0.clone()) };
}

iterators! {
    MatchIndices<P>: matches;
    RMatchIndices<P>: matches;
    Matches<P>: inner;
    RMatches<P>: inner;
    Split<P>: split;
    RSplit<P>: split;
    SplitWhitespace<>: inner;
    Lines<>: inner;
}

/// What is left of the string, for `Debug`.
impl<'s, F: Resynchronizing, P: Pattern<F>> MatchIndices<'s, F, P> {
    fn left(&self) -> &'s Str<F> {
        self.string.part(self.from.unwrap_or(self.string.len())..self.string.len())
    }
}

impl<'s, F: Resynchronizing, P: Pattern<F>> RMatchIndices<'s, F, P> {
    fn left(&self) -> &'s Str<F> {
        self.string.part(0..self.to.unwrap_or(0))
    }
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Split<'s, F, P> {
    fn left(&self) -> &'s Str<F> {
        let string = self.matches.string;
        string.part(self.rest.unwrap_or(string.len())..string.len())
    }
}

impl<'s, F: Resynchronizing, P: Pattern<F>> RSplit<'s, F, P> {
    fn left(&self) -> &'s Str<F> {
        self.matches.string.part(0..self.rest.unwrap_or(0))
    }
}

/// The same of those that are made of another.
macro_rules! left {
    ($($name:ident<$($parameter:ident)?>;)*) => { $(
        impl<'s, F: Resynchronizing $(, $parameter: Pattern<F>)?> $name<'s, F $(, $parameter)?> {
            fn left(&self) -> &'s Str<F> {
                self.0.left()
            }
        }
    )* };
}
left! {
    Matches<P>;
    RMatches<P>;
    SplitWhitespace<>;
    Lines<>;
}
