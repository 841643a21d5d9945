//! Iterators over the code points of a string, from both ends.

use core::fmt;
use core::iter::FusedIterator;
use core::slice::Iter;

use super::Str;
use super::make::code_point;
use super::sequence::{Of, Shape, fold, fold_back, next, next_back};
use crate::cast::bytes_of;
use crate::form::{Form, Resynchronizing};
use crate::kernel::Kind;
use crate::kernel::{self, NATIVE_IS_BIG, Utf16CodePoints, sum};
use crate::simd::Isa;

/// An iterator over the code points of a string: [`Str::code_points`].
///
/// ```
/// use placemat::{form::Cesu8, Str};
/// let text = Str::<Cesu8>::new(b"a\xED\xA0\xBD\xED\xB2\xA9").unwrap();
/// let backwards: Vec<char> = text.code_points().rev().map(char::from).collect();
/// assert_eq!(backwards, ['💩', 'a']);
/// ```
pub struct CodePoints<'s, F: Form> {
    units: Iter<'s, F::Unit>,
}

impl<'s, F: Form> CodePoints<'s, F> {
    /// Returns the rest of the string.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let mut code_points = Str::<Wtf8>::from_str("aé").code_points();
    /// code_points.next();
    /// assert_eq!(code_points.as_string().to_str(), Ok("é"));
    /// ```
    pub fn as_string(&self) -> &'s Str<F> {
        // SAFETY: the units are those of a string, from which `next` and `next_back` have taken whole code
        // points.
        unsafe { Str::from_units_unchecked(self.units.as_slice()) }
    }
}

impl<F: Form> Iterator for CodePoints<'_, F> {
    type Item = F::CodePoint;

    #[inline]
    fn next(&mut self) -> Option<F::CodePoint> {
        // SAFETY: the units are a string, as `as_string` says.
        unsafe { next::<F>(&mut self.units).map(|value| code_point::<F>(value)) }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.units.len();
        (len.div_ceil(const { Of::<F>::LONGEST }), Some(len))
    }

    /// Counts with the kernels, if one counts the code points of the form.
    fn count(self) -> usize {
        let (isa, bytes) = (Isa::current(), bytes_of(self.units.as_slice()));
        match const { Of::<F>::SHAPE } {
            Shape::Units => self.units.len(),
            // Trail surrogates are not counted. In WTF-16 one may be alone.
            Shape::Words if const { matches!(Kind::of::<F>(), Kind::Utf16(_)) } => {
                sum::<Utf16CodePoints<NATIVE_IS_BIG>>(isa, bytes) as usize
            }
            Shape::Bytes { pairs: false } => sum::<kernel::CodePoints>(isa, bytes) as usize,
            _ => self.fold(0, |count, _| count + 1),
        }
    }

    /// Folds over runs of units that are code points by themselves.
    #[inline]
    fn fold<A, T: FnMut(A, F::CodePoint) -> A>(self, start: A, mut take: T) -> A {
        // SAFETY: the units are a string, as `as_string` says.
        fold::<F, A>(self.units, start, |folded, value| take(folded, unsafe { code_point::<F>(value) }))
    }
}

impl<F: Resynchronizing> DoubleEndedIterator for CodePoints<'_, F> {
    #[inline]
    fn next_back(&mut self) -> Option<F::CodePoint> {
        // SAFETY: the units are a string, as `as_string` says.
        unsafe { next_back::<F>(&mut self.units).map(|value| code_point::<F>(value)) }
    }

    #[inline]
    fn rfold<A, T: FnMut(A, F::CodePoint) -> A>(self, start: A, mut take: T) -> A {
        // SAFETY: the units are a string, as `as_string` says.
        fold_back::<F, A>(self.units, start, |folded, value| take(folded, unsafe { code_point::<F>(value) }))
    }
}

impl<F: Form> FusedIterator for CodePoints<'_, F> {}

impl<F: Form> Clone for CodePoints<'_, F> {
    fn clone(&self) -> Self {
        CodePoints { units: self.units.clone() }
    }
}

impl<F: Form> fmt::Debug for CodePoints<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CodePoints").field(&self.as_string()).finish()
    }
}

/// An iterator over the code points of a string and their positions: [`Str::code_point_indices`].
///
/// ```
/// use placemat::{form::Utf16, Str};
/// let units: Vec<u16> = "💩a".encode_utf16().collect();
/// let string = Str::<Utf16>::new(&units).unwrap();
/// let places: Vec<usize> = string.code_point_indices().map(|(at, _)| at).collect();
/// assert_eq!(places, [0, 2]);
/// ```
pub struct CodePointIndices<'s, F: Form> {
    /// The number of units before the rest.
    before: usize,
    rest: CodePoints<'s, F>,
}

impl<'s, F: Form> CodePointIndices<'s, F> {
    /// Returns the position of the rest, in units.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let mut indices = Str::<Wtf8>::from_str("éa").code_point_indices();
    /// indices.next();
    /// assert_eq!(indices.offset(), 2);
    /// ```
    pub fn offset(&self) -> usize {
        self.before
    }

    /// Returns the rest of the string.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str};
    /// assert_eq!(Str::<Utf8>::from_str("ab").code_point_indices().as_string().len(), 2);
    /// ```
    pub fn as_string(&self) -> &'s Str<F> {
        self.rest.as_string()
    }
}

impl<F: Form> Iterator for CodePointIndices<'_, F> {
    type Item = (usize, F::CodePoint);

    #[inline]
    fn next(&mut self) -> Option<(usize, F::CodePoint)> {
        let len = self.rest.units.len();
        let code_point = self.rest.next()?;
        let at = self.before;
        self.before += len - self.rest.units.len();
        Some((at, code_point))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }

    fn count(self) -> usize {
        self.rest.count()
    }
}

impl<F: Resynchronizing> DoubleEndedIterator for CodePointIndices<'_, F> {
    #[inline]
    fn next_back(&mut self) -> Option<(usize, F::CodePoint)> {
        let code_point = self.rest.next_back()?;
        Some((self.before + self.rest.units.len(), code_point))
    }
}

impl<F: Form> FusedIterator for CodePointIndices<'_, F> {}

impl<F: Form> Clone for CodePointIndices<'_, F> {
    fn clone(&self) -> Self {
        CodePointIndices { before: self.before, rest: self.rest.clone() }
    }
}

impl<F: Form> fmt::Debug for CodePointIndices<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodePointIndices").field("offset", &self.before).field("rest", &self.rest).finish()
    }
}

impl<F: Form> Str<F> {
    /// Returns an iterator over the code points. It is double-ended in forms that can be read from any
    /// position.
    ///
    /// ```
    /// use placemat::{form::{Cesu8, CodeSpace, Wtf8}, CodePoint, Str};
    /// let text = Str::<Cesu8>::new(b"a\xED\xA0\xBD\xED\xB2\xA9").unwrap();
    /// assert_eq!(text.code_points().rev().collect::<String>(), "💩a");
    /// let lead = Str::<Wtf8>::new(b"\xED\xA0\xBD").unwrap().code_points().next();
    /// assert_eq!(lead.map(CodePoint::to_u32), Some(0xD83D));
    /// ```
    pub fn code_points(&self) -> CodePoints<'_, F> {
        CodePoints { units: self.units.iter() }
    }

    /// Returns an iterator over the code points, each with the position of its first unit.
    ///
    /// ```
    /// use placemat::{form::Utf16, Str};
    /// let text = Str::<Utf16>::new(&[0x61, 0xD83D, 0xDCA9, 0x62]).unwrap();
    /// assert_eq!(text.code_point_indices().collect::<Vec<_>>(), [(0, 'a'), (1, '💩'), (3, 'b')]);
    /// ```
    pub fn code_point_indices(&self) -> CodePointIndices<'_, F> {
        CodePointIndices { before: 0, rest: self.code_points() }
    }
}
