//! What a string can be searched for.

use core::ops::Range;

use sealed::Sealed;

use super::Str;
use crate::code_point::{CodePoint, CodeSpace, Ucs4};
use crate::codec::Codec;
use crate::form::{Resynchronizing, Utf8Superset};
use crate::kernel::{find, rfind};
use crate::simd::Isa;
use crate::table::MAX_SEQUENCE;
use crate::unit::Unit;

/// What a string can be searched for: a string of its form, a `&str` where that is one, a code point, some code points, or a
/// question to a code point.
///
/// Matches begin and end between code points: half of a pair of CESU-8 or of UTF-16 is not found inside the pair. A pattern
/// without units stands at every boundary.
///
/// ```
/// use placemat::{CodePoint, CodeSpace, Wtf8};
/// let text = Wtf8::from_str("a💩b");
/// assert_eq!(text.find("💩"), Some(1));
/// assert_eq!(text.find(CodePoint::from('b')), Some(5));
/// assert_eq!(text.find(|code_point: CodePoint| code_point.to_u32() > 0xFFFF), Some(1));
/// ```
///
/// Sealed.
pub trait Pattern<F: Resynchronizing>: Sealed<F> {}

pub(super) mod sealed {
    use core::ops::Range;

    use crate::form::Resynchronizing;
    use crate::string::Str;

    pub trait Sealed<F: Resynchronizing> {
        /// The first match that begins at or behind a boundary.
        fn next_match(&mut self, string: &Str<F>, from: usize) -> Option<Range<usize>>;
        /// The last match that ends at or before a boundary.
        fn next_match_back(&mut self, string: &Str<F>, to: usize) -> Option<Range<usize>>;
        /// Where a match at the start ends.
        fn prefix(&mut self, string: &Str<F>) -> Option<usize>;
        /// Where a match at the end begins.
        fn suffix(&mut self, string: &Str<F>) -> Option<usize>;
    }
}
/// Where a unit of 8, 16 or 32 bits begins among the bytes in memory.
fn units_find<U: Unit>(units: &[U], needle: &[U], mut from: usize) -> Option<usize> {
    let (bytes, needle) = (crate::buffer::bytes_of(units), crate::buffer::bytes_of(needle));
    let width = size_of::<U>();
    from *= width;
    loop {
        let at = from + find(Isa::current(), &bytes[from..], needle)?;
        if at.is_multiple_of(width) {
            return Some(at / width);
        }
        from = at + 1;
    }
}

fn units_rfind<U: Unit>(units: &[U], needle: &[U]) -> Option<usize> {
    let (bytes, needle) = (crate::buffer::bytes_of(units), crate::buffer::bytes_of(needle));
    let width = size_of::<U>();
    let mut to = bytes.len();
    loop {
        let at = rfind(Isa::current(), &bytes[..to], needle)?;
        if at.is_multiple_of(width) {
            return Some(at / width);
        }
        to = at + needle.len() - 1;
    }
}

fn next_string<F: Resynchronizing>(
    string: &Str<F>,
    needle: &[F::Unit],
    mut from: usize,
) -> Option<Range<usize>> {
    if needle.is_empty() {
        return (from <= string.len()).then(|| string.ceil_boundary(from)).map(|at| at..at);
    }
    loop {
        let at = units_find(string.as_units(), needle, from)?;
        let range = at..at + needle.len();
        if string.is_boundary(range.start) && string.is_boundary(range.end) {
            return Some(range);
        }
        from = at + 1;
    }
}

fn next_string_back<F: Resynchronizing>(
    string: &Str<F>,
    needle: &[F::Unit],
    mut to: usize,
) -> Option<Range<usize>> {
    if needle.is_empty() {
        let at = string.floor_boundary(to);
        return Some(at..at);
    }
    loop {
        let at = units_rfind(&string.as_units()[..to], needle)?;
        let range = at..at + needle.len();
        if string.is_boundary(range.start) && string.is_boundary(range.end) {
            return Some(range);
        }
        to = range.end - 1;
    }
}

impl<F: Resynchronizing> Sealed<F> for &Str<F> {
    fn next_match(&mut self, string: &Str<F>, from: usize) -> Option<Range<usize>> {
        next_string(string, self.as_units(), from)
    }

    fn next_match_back(&mut self, string: &Str<F>, to: usize) -> Option<Range<usize>> {
        next_string_back(string, self.as_units(), to)
    }

    fn prefix(&mut self, string: &Str<F>) -> Option<usize> {
        let needle = self.as_units();
        (string.as_units().starts_with(needle) && string.is_boundary(needle.len())).then_some(needle.len())
    }

    fn suffix(&mut self, string: &Str<F>) -> Option<usize> {
        let needle = self.as_units();
        let start = string.len().checked_sub(needle.len())?;
        (string.as_units().ends_with(needle) && string.is_boundary(start)).then_some(start)
    }
}

impl<F: Resynchronizing> Pattern<F> for &Str<F> {}

impl<F: Resynchronizing + Utf8Superset> Sealed<F> for &str {
    fn next_match(&mut self, string: &Str<F>, from: usize) -> Option<Range<usize>> {
        next_string(string, self.as_bytes(), from)
    }

    fn next_match_back(&mut self, string: &Str<F>, to: usize) -> Option<Range<usize>> {
        next_string_back(string, self.as_bytes(), to)
    }

    fn prefix(&mut self, string: &Str<F>) -> Option<usize> {
        let needle = self.as_bytes();
        (string.as_units().starts_with(needle) && string.is_boundary(needle.len())).then_some(needle.len())
    }

    fn suffix(&mut self, string: &Str<F>) -> Option<usize> {
        let needle = self.as_bytes();
        let start = string.len().checked_sub(needle.len())?;
        (string.as_units().ends_with(needle) && string.is_boundary(start)).then_some(start)
    }
}

impl<F: Resynchronizing + Utf8Superset> Pattern<F> for &str {}

/// A code point, as the units that it has.
macro_rules! code_point {
    ($($code_point:ty),*) => { $(
        impl<F: Resynchronizing<CodePoint = $code_point>> Sealed<F> for $code_point {
            fn next_match(&mut self, string: &Str<F>, from: usize) -> Option<Range<usize>> {
                let mut units = [F::Unit::default(); MAX_SEQUENCE];
                let len = F::default().encode_next(self.to_u32(), &mut units).ok()?;
                next_string(string, &units[..len], from)
            }

            fn next_match_back(&mut self, string: &Str<F>, to: usize) -> Option<Range<usize>> {
                let mut units = [F::Unit::default(); MAX_SEQUENCE];
                let len = F::default().encode_next(self.to_u32(), &mut units).ok()?;
                next_string_back(string, &units[..len], to)
            }

            fn prefix(&mut self, string: &Str<F>) -> Option<usize> {
                first_of(string, |code_point| code_point == *self)
            }

            fn suffix(&mut self, string: &Str<F>) -> Option<usize> {
                last_of(string, |code_point| code_point == *self)
            }
        }

        impl<F: Resynchronizing<CodePoint = $code_point>> Pattern<F> for $code_point {}
    )* };
}
code_point!(char, CodePoint, Ucs4);

fn next_of<F: Resynchronizing>(
    string: &Str<F>,
    from: usize,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<Range<usize>> {
    let from = string.ceil_boundary(from);
    let mut indices = string[from..].code_point_indices();
    let at = indices.by_ref().find(|&(_, code_point)| is_meant(code_point))?.0;
    Some(from + at..from + indices.offset())
}

fn next_of_back<F: Resynchronizing>(
    string: &Str<F>,
    to: usize,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<Range<usize>> {
    let mut rest = string[..string.floor_boundary(to)].code_points();
    loop {
        let end = rest.as_string().len();
        let code_point = rest.next_back()?;
        if is_meant(code_point) {
            return Some(rest.as_string().len()..end);
        }
    }
}

/// The length of the first code point, if it is meant.
fn first_of<F: Resynchronizing>(
    string: &Str<F>,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<usize> {
    let mut rest = string.code_points();
    rest.next().filter(|&code_point| is_meant(code_point))?;
    Some(string.len() - rest.as_string().len())
}

/// Where the last code point begins, if it is meant.
fn last_of<F: Resynchronizing>(
    string: &Str<F>,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<usize> {
    let mut rest = string.code_points();
    rest.next_back().filter(|&code_point| is_meant(code_point))?;
    Some(rest.as_string().len())
}

impl<F: Resynchronizing, Q: FnMut(F::CodePoint) -> bool> Sealed<F> for Q {
    fn next_match(&mut self, string: &Str<F>, from: usize) -> Option<Range<usize>> {
        next_of(string, from, self)
    }

    fn next_match_back(&mut self, string: &Str<F>, to: usize) -> Option<Range<usize>> {
        next_of_back(string, to, self)
    }

    fn prefix(&mut self, string: &Str<F>) -> Option<usize> {
        first_of(string, self)
    }

    fn suffix(&mut self, string: &Str<F>) -> Option<usize> {
        last_of(string, self)
    }
}

impl<F: Resynchronizing, Q: FnMut(F::CodePoint) -> bool> Pattern<F> for Q {}

impl<F: Resynchronizing> Sealed<F> for &[F::CodePoint] {
    fn next_match(&mut self, string: &Str<F>, from: usize) -> Option<Range<usize>> {
        next_of(string, from, |code_point| self.contains(&code_point))
    }

    fn next_match_back(&mut self, string: &Str<F>, to: usize) -> Option<Range<usize>> {
        next_of_back(string, to, |code_point| self.contains(&code_point))
    }

    fn prefix(&mut self, string: &Str<F>) -> Option<usize> {
        first_of(string, |code_point| self.contains(&code_point))
    }

    fn suffix(&mut self, string: &Str<F>) -> Option<usize> {
        last_of(string, |code_point| self.contains(&code_point))
    }
}

impl<F: Resynchronizing> Pattern<F> for &[F::CodePoint] {}
