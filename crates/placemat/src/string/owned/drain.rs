//! The code points that were removed from a string.

use core::iter::FusedIterator;
use core::{fmt, ops};

use super::StrBuf;
use crate::form::{Form, Resynchronizing};
use crate::string::Str;

/// The code points of a range that was removed from a string, by [`StrBuf::drain`].
///
/// ```
/// use placemat::{form::Utf8, StrBuf};
/// let mut text = StrBuf::<Utf8>::from("a, b");
/// let mut drained = text.drain(1..3);
/// assert_eq!(drained.next(), Some(','));
/// assert_eq!(drained.as_string().as_str(), " ");
/// assert_eq!(text.as_str(), "ab");
/// ```
pub struct Drain<F: Form> {
    removed: StrBuf<F>,
    /// What the iterator has not returned yet. Both ends are boundaries.
    rest: ops::Range<usize>,
}

impl<F: Resynchronizing> Drain<F> {
    pub(super) fn new(removed: StrBuf<F>) -> Self {
        Drain { rest: 0..removed.len(), removed }
    }

    /// Returns the code points that the iterator has not returned yet, as a string.
    ///
    /// ```
    /// use placemat::{form::Wtf8, StrBuf};
    /// let mut text = StrBuf::<Wtf8>::from("a€b");
    /// let mut drained = text.drain(..4);
    /// drained.next();
    /// assert_eq!(drained.as_string().to_str(), Ok("€"));
    /// ```
    pub fn as_string(&self) -> &Str<F> {
        &self.removed.as_string()[self.rest.start..self.rest.end]
    }
}

impl<F: Resynchronizing> Iterator for Drain<F> {
    type Item = F::CodePoint;

    fn next(&mut self) -> Option<F::CodePoint> {
        let mut rest = self.as_string().code_points();
        let code_point = rest.next()?;
        let left = rest.as_string().len();
        self.rest.start = self.rest.end - left;
        Some(code_point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.as_string().code_points().size_hint()
    }
}

impl<F: Resynchronizing> DoubleEndedIterator for Drain<F> {
    fn next_back(&mut self) -> Option<F::CodePoint> {
        let mut rest = self.as_string().code_points();
        let code_point = rest.next_back()?;
        let left = rest.as_string().len();
        self.rest.end = self.rest.start + left;
        Some(code_point)
    }
}

impl<F: Resynchronizing> FusedIterator for Drain<F> {}

impl<F: Form> Clone for Drain<F> {
    fn clone(&self) -> Self {
        Drain { removed: self.removed.clone(), rest: self.rest.clone() }
    }
}

impl<F: Resynchronizing> fmt::Debug for Drain<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Drain").field(&self.as_string()).finish()
    }
}
