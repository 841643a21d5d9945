//! The parts of a string between the matches of a pattern, and the matches themselves.

mod matches;
mod parts;

use core::fmt;
use core::iter::FusedIterator;

pub use matches::{MatchIndices, Matches};
pub use parts::Split;
use parts::{Ends, Limited};

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
    /// use placemat::{form::Wtf8, CodePoint, Str};
    /// let text = Str::<Wtf8>::new(b"a\xED\xA0\xBDb\xED\xB2\xA9").unwrap();
    /// let lone = |code_point: CodePoint| code_point.to_char().is_none();
    /// assert_eq!(text.match_indices(lone).map(|(at, _)| at).collect::<Vec<_>>(), [1, 5]);
    /// ```
    pub fn match_indices<P: Pattern<F>>(&self, pattern: P) -> MatchIndices<'_, F, P> {
        MatchIndices::new(self, pattern)
    }

    /// Returns an iterator over the matches of a pattern that do not overlap, from the back: each with its
    /// position in units.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str};
    /// let places: Vec<_> = Str::<Utf8>::from_str("aaa").rmatch_indices("aa").map(|(at, _)| at).collect();
    /// assert_eq!(places, [1]);
    /// ```
    pub fn rmatch_indices<P: Pattern<F>>(&self, pattern: P) -> MatchIndices<'_, F, P, true> {
        MatchIndices::new(self, pattern)
    }

    /// Returns an iterator over the matches of a pattern, from the front.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str};
    /// let digits = Str::<Utf8>::from_str("a1b22").matches(char::is_numeric);
    /// assert!(digits.map(Str::to_string).eq(["1", "2", "2"]));
    /// ```
    pub fn matches<P: Pattern<F>>(&self, pattern: P) -> Matches<'_, F, P> {
        Matches(self.match_indices(pattern))
    }

    /// Returns an iterator over the matches of a pattern, from the back.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str};
    /// assert!(Str::<Utf8>::from_str("a1b2").rmatches(char::is_numeric).map(Str::to_string).eq(["2", "1"]));
    /// ```
    pub fn rmatches<P: Pattern<F>>(&self, pattern: P) -> Matches<'_, F, P, true> {
        Matches(self.rmatch_indices(pattern))
    }

    /// Splits the string at the matches of a pattern, from the front.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let parts: Vec<_> = Str::<Wtf8>::from_str("a,,b").split(",").map(Str::<Wtf8>::to_string).collect();
    /// assert_eq!(parts, ["a", "", "b"]);
    /// ```
    pub fn split<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        Split::new(self, pattern, Ends::Between)
    }

    /// Splits the string at the matches of a pattern, from the front, into at most `limit` parts. The last
    /// part is the rest.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert!(Str::<Wtf8>::from_str("a=b=c").splitn(2, '=').map(Str::to_string).eq(["a", "b=c"]));
    /// ```
    pub fn splitn<P: Pattern<F>>(
        &self,
        limit: usize,
        pattern: P,
    ) -> impl FusedIterator<Item = &Self> + use<'_, F, P> {
        Limited::new(limit, self.split(pattern))
    }

    /// Splits the string after the matches of a pattern: each part includes the match that ends it.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert!(Str::<Wtf8>::from_str("a\nb\n").split_inclusive('\n').map(Str::to_string).eq(["a\n", "b\n"]));
    /// ```
    pub fn split_inclusive<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        Split::new(self, pattern, Ends::Inclusive)
    }

    /// Splits the string at the matches of a pattern. An empty part after the last match is left out.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert!(Str::<Wtf8>::from_str("a;b;").split_terminator(';').map(Str::to_string).eq(["a", "b"]));
    /// ```
    pub fn split_terminator<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P> {
        Split::new(self, pattern, Ends::Terminator)
    }

    /// Splits the string at the matches of a pattern, from the back.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert!(Str::<Wtf8>::from_str("a/b/c").rsplit('/').map(Str::to_string).eq(["c", "b", "a"]));
    /// ```
    pub fn rsplit<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P, true> {
        Split::new(self, pattern, Ends::Between)
    }

    /// Splits the string at the matches of a pattern, from the back, into at most `limit` parts. The last
    /// part is the rest.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert!(Str::<Wtf8>::from_str("a.tar.gz").rsplitn(2, '.').map(Str::to_string).eq(["gz", "a.tar"]));
    /// ```
    pub fn rsplitn<P: Pattern<F>>(
        &self,
        limit: usize,
        pattern: P,
    ) -> impl FusedIterator<Item = &Self> + use<'_, F, P> {
        Limited::new(limit, self.rsplit(pattern))
    }

    /// Splits the string at the matches of a pattern, from the back. An empty part after the last match is
    /// left out.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert!(Str::<Wtf8>::from_str("a;b;").rsplit_terminator(';').map(Str::to_string).eq(["b", "a"]));
    /// ```
    pub fn rsplit_terminator<P: Pattern<F>>(&self, pattern: P) -> Split<'_, F, P, true> {
        Split::new(self, pattern, Ends::Terminator)
    }

    /// Splits the string at white space (Unicode's property `White_Space`) into parts that are not empty.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let parts = Str::<Wtf8>::from_str(" a\u{3000}\tb ").split_whitespace();
    /// assert!(parts.map(Str::to_string).eq(["a", "b"]));
    /// ```
    pub fn split_whitespace(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Self> + FusedIterator + Clone + fmt::Debug + use<'_, F> {
        self.split(WhiteSpace).filter(|part| !part.is_empty())
    }

    /// Returns an iterator over the lines, without their ends: U+000A, or U+000D U+000A.
    ///
    /// ```
    /// use placemat::{form::Utf16, Str};
    /// let text: Vec<u16> = "a\r\nb\n".encode_utf16().collect();
    /// let lines: Vec<_> = Str::<Utf16>::new(&text).unwrap().lines().map(Str::<Utf16>::to_string).collect();
    /// assert_eq!(lines, ["a", "b"]);
    /// ```
    pub fn lines(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Self> + FusedIterator + Clone + fmt::Debug + use<'_, F> {
        self.split_inclusive('\n').map(without_end)
    }
}

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
