//! Patterns that are sets of code points: those of a slice or an array, and white space.
//!
//! In byte forms, a kernel looks for the first units of the set's members, and only code points that begin
//! with one of them are decoded. In other forms, all code points are decoded one by one.

use core::ops::Range;

use super::Str;
use super::pattern::sealed::{Boundary, Sealed};
use super::pattern::{DoubleEndedPattern, Pattern, first_of, last_of, next_of, next_of_back};
use super::sequence::Of;
use crate::cast::bytes_of;
use crate::code_point::{CodePoint, CodeSpace, Ucs4};
use crate::codec::Codec;
use crate::form::Resynchronizing;
use crate::kernel::{ByteSet, SetFinder};
use crate::simd::Isa;
use crate::table::MAX_SEQUENCE;
use crate::unit::Unit;

/// A set of code points.
trait Members<F: Resynchronizing> {
    /// Returns the first units of its members, in byte forms.
    fn leads(&self) -> ByteSet;
    fn has(&self, value: u32) -> bool;
}

/// Returns a predicate for the code points of a set.
#[inline]
fn is_in<F: Resynchronizing>(set: &(impl Members<F> + ?Sized)) -> impl Fn(F::CodePoint) -> bool + Copy {
    |code_point| set.has(code_point.to_u32())
}

/// Returns the next code point that is in a set: the first one from a boundary on, or with `LAST` the last
/// one before it.
#[inline]
fn next_member<F: Resynchronizing, const LAST: bool>(
    string: &Str<F>,
    edge: Boundary,
    search: &mut SetFinder<LAST>,
    set: &(impl Members<F> + ?Sized),
) -> Option<Range<usize>> {
    let is_meant = is_in(set);
    if const { size_of::<F::Unit>() > 1 || !Of::<F>::IS_SPELLED_ONCE } {
        return if LAST { next_of_back(string, edge, is_meant) } else { next_of(string, edge, is_meant) };
    }
    let accept = |at: usize| {
        let is_whole = const { Of::<F>::IS_FOUND_WHOLE } || string.is_boundary(at);
        if !is_whole {
            return None;
        }
        // SAFETY: the unit at `at` is the first of a sequence. With `IS_FOUND_WHOLE`, it is a lead, which is
        // nothing else; otherwise `is_boundary` has just been called.
        let len = first_of(unsafe { string.part(at..string.len()) }, is_meant)?;
        Some(at..at + len)
    };
    search.next(Isa::current, bytes_of(string.as_units()), || set.leads(), edge.place(), accept)
}

/// White space: the code points that have Unicode's property `White_Space`.
#[derive(Clone, Copy, Debug)]
pub(super) struct WhiteSpace;

const WHITE_SPACE: [u32; 25] = [
    0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
    0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
];

impl<F: Resynchronizing> Members<F> for WhiteSpace {
    #[inline]
    fn leads(&self) -> ByteSet {
        const {
            let (mut set, mut k) = (ByteSet::EMPTY, 0);
            while k < WHITE_SPACE.len() {
                if let Some((units, _)) = F::TABLE.encode(WHITE_SPACE[k]) {
                    set.insert(units[0] as u8);
                }
                k += 1;
            }
            set
        }
    }

    #[inline]
    fn has(&self, value: u32) -> bool {
        match value {
            ..0x80 => matches!(value, 0x09..=0x0D | 0x20),
            _ => char::from_u32(value).is_some_and(char::is_whitespace),
        }
    }
}

/// The members, in any code space.
impl<F: Resynchronizing, C: CodeSpace> Members<F> for [C] {
    fn leads(&self) -> ByteSet {
        let (mut set, mut units) = (ByteSet::EMPTY, [F::Unit::default(); MAX_SEQUENCE]);
        for member in self {
            match member.to_u32() {
                // ASCII except U+0000 is itself in every form.
                ascii @ 1..0x80 => set.insert(ascii as u8),
                value if F::default().encode_next(value, &mut units).is_ok() => {
                    set.insert(units[0].to_u32() as u8);
                }
                // Neither the form nor the string contains it.
                _ => {}
            }
        }
        set
    }

    #[inline]
    fn has(&self, value: u32) -> bool {
        self.iter().any(|member| member.to_u32() == value)
    }
}

/// Patterns that are sets.
macro_rules! by_members {
    ($([$($parameter:tt)*] $pattern:ty, |$this:ident| $set:expr;)*) => { $(
        // SAFETY: the positions are those of an iterator over the code points. If it does not begin at an end
        // of the string, it begins at a boundary, as `next_member` says.
        unsafe impl<F: Resynchronizing, $($parameter)*> Sealed<F> for $pattern {
            type Search = SetFinder<false>;
            type SearchBack = SetFinder<true>;

            #[inline]
            fn next_match(&mut self, string: &Str<F>, from: Boundary, search: &mut SetFinder<false>) -> Option<Range<usize>> {
                let $this = self;
                next_member(string, from, search, $set)
            }

            #[inline]
            fn next_match_back(&mut self, string: &Str<F>, to: Boundary, search: &mut SetFinder<true>) -> Option<Range<usize>> {
                let $this = self;
                next_member(string, to, search, $set)
            }

            fn prefix(&mut self, string: &Str<F>) -> Option<usize> {
                let $this = self;
                first_of(string, is_in::<F>($set))
            }

            fn suffix(&mut self, string: &Str<F>) -> Option<usize> {
                let $this = self;
                last_of(string, is_in::<F>($set))
            }
        }

        impl<F: Resynchronizing, $($parameter)*> Pattern<F> for $pattern {}
        impl<F: Resynchronizing, $($parameter)*> DoubleEndedPattern<F> for $pattern {}
    )* };
}

by_members! {
    [] WhiteSpace, |set| set;
    [] &[char], |set| *set;
    [] &[CodePoint], |set| *set;
    [] &[Ucs4], |set| *set;
    [const N: usize] &[char; N], |set| &set[..];
    [const N: usize] &[CodePoint; N], |set| &set[..];
    [const N: usize] &[Ucs4; N], |set| &set[..];
    [const N: usize] [char; N], |set| &set[..];
    [const N: usize] [CodePoint; N], |set| &set[..];
    [const N: usize] [Ucs4; N], |set| &set[..];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Utf8;

    #[test]
    fn white_space_is_what_std_says() {
        for scalar in '\0'..=char::MAX {
            let value = u32::from(scalar);
            assert_eq!(scalar.is_whitespace(), WHITE_SPACE.contains(&value), "{value:X}");
            assert_eq!(scalar.is_whitespace(), Members::<Utf8>::has(&WhiteSpace, value), "{value:X}");
        }
    }
}
