//! Searching, splitting and trimming by patterns, as with `str`.

use core::ops::Range;

use super::pattern::sealed::Boundary;
use super::set::WhiteSpace;
use super::{Pattern, Str};
use crate::form::Resynchronizing;
#[cfg(feature = "alloc")]
use crate::string::{AsString, StrBuf};
#[cfg(feature = "alloc")]
use crate::unit::Unit;

impl<F: Resynchronizing> Str<F> {
    /// Returns a range of units whose ends are known to be boundaries.
    ///
    /// # Safety
    ///
    /// Both ends must be boundaries of this string, in order.
    #[inline]
    pub(super) unsafe fn part(&self, range: Range<usize>) -> &Self {
        // SAFETY: a string is a concatenation of sequences, and boundaries are the positions between them. So
        // the range is such a concatenation too.
        unsafe { Self::from_units_unchecked(&self.as_units()[range]) }
    }

    /// Returns its end as a position to search from.
    #[inline]
    pub(super) fn end(&self) -> Boundary {
        // SAFETY: the end is a boundary.
        unsafe { Boundary::at(self.len()) }
    }

    /// Returns the position of the first match of a pattern, in units.
    ///
    /// ```
    /// use placemat::{form::{Cesu8, CodeSpace}, Str};
    /// let text = Str::<Cesu8>::new(b"a\xED\xA0\xBD\xED\xB2\xA9").unwrap();
    /// assert_eq!((text.find('💩'), text.find('b')), (Some(1), None));
    /// ```
    pub fn find(&self, mut pattern: impl Pattern<F>) -> Option<usize> {
        pattern.next_match(self, Boundary::START, &mut Default::default()).map(|range| range.start)
    }

    /// Returns the position of the last match of a pattern, in units.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str("a-b-c").rfind("-"), Some(3));
    /// ```
    pub fn rfind(&self, mut pattern: impl Pattern<F>) -> Option<usize> {
        pattern.next_match_back(self, self.end(), &mut Default::default()).map(|range| range.start)
    }

    /// Returns `true` if the string contains a match of the pattern.
    ///
    /// ```
    /// assert!(placemat::Str::<placemat::form::Wtf8>::from_str("naïve").contains("ïv"));
    /// ```
    pub fn contains(&self, pattern: impl Pattern<F>) -> bool {
        self.find(pattern).is_some()
    }

    /// Returns `true` if the string begins with a match of the pattern.
    ///
    /// ```
    /// assert!(placemat::Str::<placemat::form::Wtf8>::from_str("--all").starts_with("--"));
    /// ```
    pub fn starts_with(&self, pattern: impl Pattern<F>) -> bool {
        self.strip_prefix(pattern).is_some()
    }

    /// Returns `true` if the string ends with a match of the pattern.
    ///
    /// ```
    /// assert!(placemat::Str::<placemat::form::Wtf8>::from_str("a.rs").ends_with(".rs"));
    /// ```
    pub fn ends_with(&self, pattern: impl Pattern<F>) -> bool {
        self.strip_suffix(pattern).is_some()
    }

    /// Returns the string after the pattern, if it begins with the pattern.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let option = Str::<Wtf8>::new(b"--name=\xED\xA0\xBD").unwrap();
    /// assert_eq!(option.strip_prefix("--name=").unwrap().as_bytes(), b"\xED\xA0\xBD");
    /// ```
    pub fn strip_prefix(&self, mut pattern: impl Pattern<F>) -> Option<&Self> {
        let end = pattern.prefix(self)?;
        // SAFETY: a pattern returns boundaries, which `Sealed` requires, and the end is a boundary.
        Some(unsafe { self.part(end..self.len()) })
    }

    /// Returns the string before the pattern, if it ends with the pattern.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::from_str("a.rs").strip_suffix(".rs").unwrap(), "a");
    /// ```
    pub fn strip_suffix(&self, mut pattern: impl Pattern<F>) -> Option<&Self> {
        let start = pattern.suffix(self)?;
        // SAFETY: a pattern returns boundaries, which `Sealed` requires, and the start is a boundary.
        Some(unsafe { self.part(0..start) })
    }

    /// Splits the string at the first match of a pattern and returns the parts before and after it.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let (key, value) = Str::<Wtf8>::from_str("a=b=c").split_once("=").unwrap();
    /// assert_eq!((key, value), (Str::<Wtf8>::from_str("a"), Str::<Wtf8>::from_str("b=c")));
    /// ```
    pub fn split_once(&self, mut pattern: impl Pattern<F>) -> Option<(&Self, &Self)> {
        let Range { start, end } = pattern.next_match(self, Boundary::START, &mut Default::default())?;
        // SAFETY: a pattern returns boundaries, and the start is a boundary.
        let before = unsafe { self.part(0..start) };
        // SAFETY: a pattern returns boundaries, and the end is a boundary.
        Some((before, unsafe { self.part(end..self.len()) }))
    }

    /// Splits the string at the last match of a pattern and returns the parts before and after it.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let (stem, extension) = Str::<Wtf8>::from_str("a.tar.gz").rsplit_once(".").unwrap();
    /// assert_eq!((stem, extension), (Str::<Wtf8>::from_str("a.tar"), Str::<Wtf8>::from_str("gz")));
    /// ```
    pub fn rsplit_once(&self, mut pattern: impl Pattern<F>) -> Option<(&Self, &Self)> {
        let Range { start, end } = pattern.next_match_back(self, self.end(), &mut Default::default())?;
        // SAFETY: a pattern returns boundaries, and the start is a boundary.
        let before = unsafe { self.part(0..start) };
        // SAFETY: a pattern returns boundaries, and the end is a boundary.
        Some((before, unsafe { self.part(end..self.len()) }))
    }

    /// Returns the string without white space at its start and end.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str(" a\u{3000}").trim(), "a");
    /// ```
    pub fn trim(&self) -> &Self {
        self.trim_start().trim_end()
    }

    /// Returns the string without white space at its start.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str(" a ").trim_start(), "a ");
    /// ```
    pub fn trim_start(&self) -> &Self {
        self.trim_start_matches(WhiteSpace)
    }

    /// Returns the string without white space at its end.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str(" a ").trim_end(), " a");
    /// ```
    pub fn trim_end(&self) -> &Self {
        self.trim_end_matches(WhiteSpace)
    }

    /// Returns the string without all matches of a pattern at its start.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str("///a").trim_start_matches("/"), "a");
    /// ```
    pub fn trim_start_matches(&self, mut pattern: impl Pattern<F>) -> &Self {
        self.without_prefixes(&mut pattern)
    }

    /// Returns the string without all matches of a pattern at its end.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str("a///").trim_end_matches("/"), "a");
    /// ```
    pub fn trim_end_matches(&self, mut pattern: impl Pattern<F>) -> &Self {
        self.without_suffixes(&mut pattern)
    }

    /// Returns the string without all matches of a pattern at its start and end.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str("--a--").trim_matches('-'), "a");
    /// ```
    pub fn trim_matches(&self, mut pattern: impl Pattern<F>) -> &Self {
        self.without_prefixes(&mut pattern).without_suffixes(&mut pattern)
    }

    fn without_prefixes(&self, pattern: &mut impl Pattern<F>) -> &Self {
        let mut rest = self;
        while let Some(end @ 1..) = pattern.prefix(rest) {
            // SAFETY: a pattern returns boundaries, and the end is a boundary.
            rest = unsafe { rest.part(end..rest.len()) };
        }
        rest
    }

    fn without_suffixes(&self, pattern: &mut impl Pattern<F>) -> &Self {
        let mut rest = self;
        while let Some(start) = pattern.suffix(rest).filter(|&start| start < rest.len()) {
            // SAFETY: a pattern returns boundaries, and the start is a boundary.
            rest = unsafe { rest.part(0..start) };
        }
        rest
    }

    /// Returns a copy in which another string replaces all matches of a pattern.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::from_str("a-b-c").replace("-", Str::<Wtf8>::from_str("–")), "a–b–c");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn replace(&self, pattern: impl Pattern<F>, with: impl AsString<F>) -> StrBuf<F> {
        let with = with.as_string();
        if let (Some(old), [new]) = (pattern.ascii(), with.as_units())
            && new.to_u32() < 0x80
        {
            // One ASCII byte replaces another, at every position.
            let old = F::Unit::from_u32(old.into());
            let put = |&unit: &F::Unit| if unit == old { *new } else { unit };
            let units = self.as_units().iter().map(put).collect();
            // SAFETY: bytes below 80 are code points by themselves in all of these forms, in any context (see
            // `trim_ascii`), and `new` is one, because it is a string. So whole code points replace whole
            // code points, and none of them is a surrogate that would join another.
            return unsafe { StrBuf::from_units_unchecked(units) };
        }
        self.replacen(pattern, &*with, usize::MAX)
    }

    /// Returns a copy in which another string replaces the first `count` matches of a pattern.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::from_str("a-b-c").replacen("-", "+", 1), "a+b-c");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn replacen(&self, pattern: impl Pattern<F>, with: impl AsString<F>, count: usize) -> StrBuf<F> {
        let with = &*with.as_string();
        let mut replaced = StrBuf::with_capacity(self.len());
        let mut done = 0;
        for (at, found) in self.match_indices(pattern).take(count) {
            // SAFETY: these are ends of matches, or the start of the string.
            replaced.push_string(unsafe { self.part(done..at) });
            replaced.push_string(with);
            done = at + found.len();
        }
        // SAFETY: `done` is the end of a match or the start of the string, and the end is a boundary.
        replaced.push_string(unsafe { self.part(done..self.len()) });
        replaced
    }
}
