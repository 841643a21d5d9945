//! Searching, cutting and trimming by patterns, as `str` has them.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::{Pattern, Str};
use crate::buffer;
use crate::code_point::CodeSpace;
use crate::form::Resynchronizing;
#[cfg(feature = "alloc")]
use crate::string::StrBuf;

/// Is it white space (Unicode's property `White_Space`)?
fn is_white_space<C: CodeSpace>(code_point: C) -> bool {
    char::from_u32(code_point.to_u32()).is_some_and(char::is_whitespace)
}

impl<F: Resynchronizing> Str<F> {
    /// A part whose ends are known to be boundaries.
    fn part(&self, range: Range<usize>) -> &Self {
        buffer::string(&self.as_units()[range])
    }

    /// Where a pattern stands first, in units.
    ///
    /// ```
    /// use placemat::{Cesu8, CodeSpace};
    /// let text = Cesu8::new(b"a\xED\xA0\xBD\xED\xB2\xA9").unwrap();
    /// assert_eq!((text.find('💩'), text.find('b')), (Some(1), None));
    /// ```
    pub fn find(&self, mut pattern: impl Pattern<F>) -> Option<usize> {
        pattern.next_match(self, 0).map(|range| range.start)
    }

    /// Where a pattern stands last, in units.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str("a-b-c").rfind("-"), Some(3));
    /// ```
    pub fn rfind(&self, mut pattern: impl Pattern<F>) -> Option<usize> {
        pattern.next_match_back(self, self.len()).map(|range| range.start)
    }

    /// Is the pattern somewhere?
    ///
    /// ```
    /// assert!(placemat::Wtf8::from_str("naïve").contains("ïv"));
    /// ```
    pub fn contains(&self, pattern: impl Pattern<F>) -> bool {
        self.find(pattern).is_some()
    }

    /// Does the string begin with the pattern?
    ///
    /// ```
    /// assert!(placemat::Wtf8::from_str("--all").starts_with("--"));
    /// ```
    pub fn starts_with(&self, pattern: impl Pattern<F>) -> bool {
        self.strip_prefix(pattern).is_some()
    }

    /// Does the string end with the pattern?
    ///
    /// ```
    /// assert!(placemat::Wtf8::from_str("a.rs").ends_with(".rs"));
    /// ```
    pub fn ends_with(&self, pattern: impl Pattern<F>) -> bool {
        self.strip_suffix(pattern).is_some()
    }

    /// What is behind the pattern, if the string begins with it.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let option = Wtf8::new(b"--name=\xED\xA0\xBD").unwrap();
    /// assert_eq!(option.strip_prefix("--name=").unwrap().as_bytes(), b"\xED\xA0\xBD");
    /// ```
    pub fn strip_prefix(&self, mut pattern: impl Pattern<F>) -> Option<&Self> {
        let end = pattern.prefix(self)?;
        Some(self.part(end..self.len()))
    }

    /// What is before the pattern, if the string ends with it.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert_eq!(Wtf8::from_str("a.rs").strip_suffix(".rs").unwrap(), "a");
    /// ```
    pub fn strip_suffix(&self, mut pattern: impl Pattern<F>) -> Option<&Self> {
        let start = pattern.suffix(self)?;
        Some(self.part(0..start))
    }

    /// The parts before and behind the first place of a pattern.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let (key, value) = Wtf8::from_str("a=b=c").split_once("=").unwrap();
    /// assert_eq!((key, value), (Wtf8::from_str("a"), Wtf8::from_str("b=c")));
    /// ```
    pub fn split_once(&self, mut pattern: impl Pattern<F>) -> Option<(&Self, &Self)> {
        let Range { start, end } = pattern.next_match(self, 0)?;
        Some((self.part(0..start), self.part(end..self.len())))
    }

    /// The parts before and behind the last place of a pattern.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let (stem, extension) = Wtf8::from_str("a.tar.gz").rsplit_once(".").unwrap();
    /// assert_eq!((stem, extension), (Wtf8::from_str("a.tar"), Wtf8::from_str("gz")));
    /// ```
    pub fn rsplit_once(&self, mut pattern: impl Pattern<F>) -> Option<(&Self, &Self)> {
        let Range { start, end } = pattern.next_match_back(self, self.len())?;
        Some((self.part(0..start), self.part(end..self.len())))
    }

    /// The parts between the places of a pattern, from the front.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let parts: Vec<_> = Wtf8::from_str("a,,b").split(",").map(Wtf8::to_string).collect();
    /// assert_eq!(parts, ["a", "", "b"]);
    /// ```
    pub fn split<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        Split { rest: Some(0), matches: self.match_indices(pattern) }
    }

    /// The places of a pattern that do not overlap, from the front, each with what stands there.
    ///
    /// ```
    /// use placemat::{CodeSpace, CodePoint, Wtf8};
    /// let text = Wtf8::new(b"a\xED\xA0\xBDb\xED\xB2\xA9").unwrap();
    /// let lone = |code_point: CodePoint| char::from_u32(code_point.to_u32()).is_none();
    /// assert_eq!(text.match_indices(lone).map(|(at, _)| at).collect::<Vec<_>>(), [1, 5]);
    /// ```
    pub fn match_indices<P: Pattern<F>>(&self, pattern: P) -> MatchIndices<'_, F, P> {
        MatchIndices { string: self, from: Some(0), pattern }
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
        Lines { rest: self }
    }

    /// The string without white space at its ends.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str(" a\u{3000}").trim(), "a");
    /// ```
    pub fn trim(&self) -> &Self {
        self.trim_start().trim_end()
    }

    /// The string without white space at its start.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str(" a ").trim_start(), "a ");
    /// ```
    pub fn trim_start(&self) -> &Self {
        self.trim_start_matches(is_white_space)
    }

    /// The string without white space at its end.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str(" a ").trim_end(), " a");
    /// ```
    pub fn trim_end(&self) -> &Self {
        self.trim_end_matches(is_white_space)
    }

    /// The string without what matches at its start, again and again.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str("///a").trim_start_matches("/"), "a");
    /// ```
    pub fn trim_start_matches(&self, mut pattern: impl Pattern<F>) -> &Self {
        let mut rest = self;
        while let Some(end @ 1..) = pattern.prefix(rest) {
            rest = rest.part(end..rest.len());
        }
        rest
    }

    /// The string without what matches at its end, again and again.
    ///
    /// ```
    /// assert_eq!(placemat::Wtf8::from_str("a///").trim_end_matches("/"), "a");
    /// ```
    pub fn trim_end_matches(&self, mut pattern: impl Pattern<F>) -> &Self {
        let mut rest = self;
        while let Some(start) = pattern.suffix(rest).filter(|&start| start < rest.len()) {
            rest = rest.part(0..start);
        }
        rest
    }

    /// The string with another in all places of a pattern.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert_eq!(Wtf8::from_str("a-b-c").replace("-", Wtf8::from_str("–")), "a–b–c");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn replace(&self, pattern: impl Pattern<F>, with: &Str<F>) -> StrBuf<F> {
        self.replacen(pattern, with, usize::MAX)
    }

    /// The string with another in the first places of a pattern, so many at the most.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// assert_eq!(Wtf8::from_str("a-b-c").replacen("-", Wtf8::from_str("+"), 1), "a+b-c");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn replacen(&self, pattern: impl Pattern<F>, with: &Str<F>, count: usize) -> StrBuf<F> {
        let mut replaced = StrBuf::with_capacity(self.len());
        let mut done = 0;
        for (at, found) in self.match_indices(pattern).take(count) {
            replaced.push_string(self.part(done..at));
            replaced.push_string(with);
            done = at + found.len();
        }
        replaced.push_string(self.part(done..self.len()));
        replaced
    }
}

/// The places of a pattern: [`Str::match_indices`].
pub struct MatchIndices<'s, F: Resynchronizing, P> {
    string: &'s Str<F>,
    /// A boundary, until the end is reached.
    from: Option<usize>,
    pattern: P,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for MatchIndices<'s, F, P> {
    type Item = (usize, &'s Str<F>);

    fn next(&mut self) -> Option<(usize, &'s Str<F>)> {
        let found = self.pattern.next_match(self.string, self.from?);
        self.from = found.as_ref().and_then(|range| match range.is_empty() {
            false => Some(range.end),
            // Past a code point, for a pattern without units.
            true => (range.end < self.string.len()).then(|| self.string.ceil_boundary(range.end + 1)),
        });
        found.map(|range| (range.start, self.string.part(range)))
    }
}

impl<F: Resynchronizing, P: Pattern<F>> FusedIterator for MatchIndices<'_, F, P> {}

impl<F: Resynchronizing, P> fmt::Debug for MatchIndices<'_, F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchIndices")
            .field("string", &self.string)
            .field("from", &self.from)
            .finish_non_exhaustive()
    }
}

/// The parts between the places of a pattern: [`Str::split`].
pub struct Split<'s, F: Resynchronizing, P> {
    /// Where the next part begins, until the last one has been given.
    rest: Option<usize>,
    matches: MatchIndices<'s, F, P>,
}

impl<'s, F: Resynchronizing, P: Pattern<F>> Iterator for Split<'s, F, P> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        let from = self.rest?;
        let string = self.matches.string;
        let (to, rest) = match self.matches.next() {
            Some((at, found)) => (at, Some(at + found.len())),
            None => (string.len(), None),
        };
        self.rest = rest;
        Some(string.part(from..to))
    }
}

impl<F: Resynchronizing, P: Pattern<F>> FusedIterator for Split<'_, F, P> {}

impl<F: Resynchronizing, P> fmt::Debug for Split<'_, F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Split").field("rest", &self.rest).field("matches", &self.matches).finish()
    }
}

/// The lines of a string: [`Str::lines`].
pub struct Lines<'s, F: Resynchronizing> {
    rest: &'s Str<F>,
}

impl<'s, F: Resynchronizing> Iterator for Lines<'s, F> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        if self.rest.is_empty() {
            return None;
        }
        let is = |value: u32| move |code_point: F::CodePoint| code_point.to_u32() == value;
        let (line, rest) = match self.rest.split_once(is(0x0A)) {
            Some((line, rest)) => (line.strip_suffix(is(0x0D)).unwrap_or(line), rest),
            None => (self.rest, Str::empty()),
        };
        self.rest = rest;
        Some(line)
    }
}

impl<F: Resynchronizing> FusedIterator for Lines<'_, F> {}

impl<F: Resynchronizing> fmt::Debug for Lines<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("rest", &self.rest).finish()
    }
}
