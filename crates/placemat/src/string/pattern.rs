//! What a string can be searched for.

use core::ops::Range;

use sealed::{Boundary, Sealed};

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use super::sequence::Of;
use crate::buffer::bytes_of;
use crate::code_point::{CodePoint, CodeSpace, Ucs4};
use crate::codec::Codec;
#[cfg(feature = "alloc")]
use crate::codec::NotEncoded;
use crate::form::Resynchronizing;
#[cfg(not(feature = "alloc"))]
use crate::form::Utf8Superset;
#[cfg(feature = "alloc")]
use crate::form::{Form, Utf8};
use crate::kernel::{Finder, PROBES};
use crate::simd::Isa;
use crate::table::MAX_SEQUENCE;

/// What a string can be searched for: a string of its form, a `&str`, which is nowhere if the form does not hold it, a code point or a
/// `char`, a slice or an array of them, or a question to a code point. (Without `alloc` a `&str` in forms that hold UTF-8 as it
/// stands.)
///
/// Matches begin and end between code points: half of a pair of CESU-8 or of UTF-16 is not found inside the pair. A pattern
/// without units stands at every boundary. A string is found by its units, and a code point in each of its spellings, where a form
/// has more than one. Searching for a string or a code point takes linear time.
///
/// A question takes the form's own code points, and a closure names their type: `|code_point: CodePoint|` in WTF-8, `|scalar: char|` in
/// UTF-16. Of the questions of `char`, [`CodePoint`] has those that are asked most, as [`CodePoint::is_whitespace`].
///
/// ```
/// use placemat::{CodePoint, Mutf8Lenient, Wtf8};
/// let text = Wtf8::from_str("a💩b");
/// assert_eq!(text.find("💩"), Some(1));
/// assert_eq!((text.find('b'), text.find(CodePoint::from('b'))), (Some(5), Some(5)));
/// assert_eq!((text.find(['b', '💩']), text.find(&['c'][..])), (Some(1), None));
/// assert_eq!(text.find(|code_point: CodePoint| code_point.to_u32() > 0xFFFF), Some(1));
///
/// let overlong = Mutf8Lenient::new(b"-\xC1\xA1").unwrap();
/// assert_eq!((overlong.find('a'), overlong.find(Mutf8Lenient::new(b"a").unwrap())), (Some(1), None));
/// ```
///
/// Sealed.
pub trait Pattern<F: Resynchronizing>: Sealed<F> {}

/// A pattern of code points: a code point or a `char`, a slice or an array of them, or a question to a code point. Its matches from
/// the back are those from the front, so that [iterators](crate::string::Split) over them go from both ends.
///
/// A question is asked about a code point perhaps more than once: where an iterator is read from both ends, each end asks about what
/// lies between the matches. A closure whose answers depend on what it was asked before may find other matches there.
///
/// ```
/// use placemat::Wtf8;
/// let mut parts = Wtf8::from_str("usr/share/doc").split('/');
/// assert_eq!((parts.next_back().unwrap(), parts.next().unwrap()), (Wtf8::from_str("doc"), Wtf8::from_str("usr")));
/// assert!(parts.eq([Wtf8::from_str("share")]));
/// ```
///
/// Sealed.
pub trait DoubleEndedPattern<F: Resynchronizing>: Pattern<F> {}

pub(super) mod sealed {
    use core::ops::Range;
    use core::panic::{RefUnwindSafe, UnwindSafe};

    use crate::form::Resynchronizing;
    use crate::string::Str;

    // A boundary of the string that it is handed over with. A generic function outside may call the methods
    // below, and must not name a place. Who makes one says why it is a boundary.
    #[derive(Clone, Copy, Debug)]
    pub struct Boundary(usize);

    impl Boundary {
        // The start of every string.
        pub(in crate::string) const START: Boundary = Boundary(0);

        /// # Safety
        ///
        /// The place is a boundary of the string that this is handed over with.
        #[inline(always)]
        pub(in crate::string) const unsafe fn at(place: usize) -> Self {
            Boundary(place)
        }

        #[inline(always)]
        pub(in crate::string) const fn place(self) -> usize {
            self.0
        }
    }

    /// A generic function outside sees these methods:
    ///
    /// ```
    /// use placemat::{form::Resynchronizing, Pattern, Str, Utf8};
    /// fn next<F: Resynchronizing, P: Pattern<F>>(string: &Str<F>, mut pattern: P) -> Option<usize> {
    ///     let (_next, _back) = (P::next_match, P::next_match_back);
    ///     pattern.prefix(string)
    /// }
    /// assert_eq!(next(Utf8::from_str("é"), 'é'), Some(2));
    /// ```
    ///
    /// A place in the string, perhaps one inside a code point, it can neither give as a number
    ///
    /// ```compile_fail,E0308
    /// use placemat::{form::Resynchronizing, Pattern, Str, Utf8};
    /// fn next<F: Resynchronizing, P: Pattern<F>>(string: &Str<F>, mut pattern: P) -> Option<usize> {
    ///     pattern.next_match(string, 1, &mut Default::default());
    ///     pattern.prefix(string)
    /// }
    /// assert_eq!(next(Utf8::from_str("é"), 'é'), Some(2));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use placemat::{form::Resynchronizing, Pattern, Str, Utf8};
    /// fn next<F: Resynchronizing, P: Pattern<F>>(string: &Str<F>, mut pattern: P) -> Option<usize> {
    ///     pattern.next_match_back(string, 1, &mut Default::default());
    ///     pattern.prefix(string)
    /// }
    /// assert_eq!(next(Utf8::from_str("é"), 'é'), Some(2));
    /// ```
    ///
    /// nor as a `Boundary`.
    ///
    /// ```compile_fail,E0603
    /// use placemat::{form::Resynchronizing, Pattern, Str, Utf8};
    /// fn next<F: Resynchronizing, P: Pattern<F>>(string: &Str<F>, mut pattern: P) -> Option<usize> {
    ///     pattern.next_match(string, placemat::string::pattern::sealed::Boundary(1), &mut Default::default());
    ///     pattern.prefix(string)
    /// }
    /// assert_eq!(next(Utf8::from_str("é"), 'é'), Some(2));
    /// ```
    ///
    /// # Safety
    ///
    /// What the methods answer with are boundaries of the string that they were given, in order.
    pub unsafe trait Sealed<F: Resynchronizing> {
        /// What a search from the front keeps from one match to the next: of the same string, and from the end of the match on.
        type Search: Clone + Default + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe;
        /// The same of one from the back.
        type SearchBack: Clone + Default + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe;

        /// The first match that begins at or behind a boundary.
        fn next_match(
            &mut self,
            string: &Str<F>,
            from: Boundary,
            search: &mut Self::Search,
        ) -> Option<Range<usize>>;
        /// The last match that ends at or before a boundary.
        fn next_match_back(
            &mut self,
            string: &Str<F>,
            to: Boundary,
            search: &mut Self::SearchBack,
        ) -> Option<Range<usize>>;
        /// The byte that all matches are, where that is one of ASCII, alone and wherever it stands.
        fn ascii(&self) -> Option<u8> {
            None
        }
        /// Where a match at the start ends.
        fn prefix(&mut self, string: &Str<F>) -> Option<usize>;
        /// Where a match at the end begins.
        fn suffix(&mut self, string: &Str<F>) -> Option<usize>;
    }
}

/// Has a part that is so many bytes in memory boundaries at both ends? `at` is where it begins, in bytes.
#[inline]
fn is_between_boundaries<F: Resynchronizing>(string: &Str<F>, at: usize, bytes: usize) -> bool {
    if const { Of::<F>::IS_FOUND_WHOLE } {
        return true;
    }
    let width = size_of::<F::Unit>();
    at.is_multiple_of(width) && string.is_boundary(at / width) && string.is_boundary((at + bytes) / width)
}

/// Are the first and the last byte ASCII, which is no part of a longer sequence where units are bytes?
#[inline]
fn is_whole<F: Resynchronizing>(needle: &[u8]) -> bool {
    size_of::<F::Unit>() == 1 && [needle.first(), needle.last()].iter().flatten().all(|byte| byte.is_ascii())
}

/// The units of a part that is so many bytes in memory.
fn range_of<U>(at: usize, bytes: usize) -> Range<usize> {
    at / size_of::<U>()..(at + bytes) / size_of::<U>()
}

/// The next place of some units, as bytes, with boundaries at both ends: the first from a boundary on, or the `LAST` before it.
#[inline(always)]
fn next_string<F: Resynchronizing, const LAST: bool>(
    string: &Str<F>,
    needle: &[u8],
    edge: usize,
    search: &mut Finder<LAST>,
) -> Option<Range<usize>> {
    // Its probes are all of it, and wherever it stands is a boundary. Units are bytes here.
    if (1..=PROBES).contains(&needle.len()) && (const { Of::<F>::IS_FOUND_WHOLE } || is_whole::<F>(needle)) {
        let at = search.next_short(Isa::current, bytes_of(string.as_units()), needle, edge)?;
        return Some(at..at + needle.len());
    }
    next_units(string, needle, edge, search)
}

#[inline(never)]
fn next_units<F: Resynchronizing, const LAST: bool>(
    string: &Str<F>,
    needle: &[u8],
    edge: usize,
    search: &mut Finder<LAST>,
) -> Option<Range<usize>> {
    if needle.is_empty() {
        let at = match LAST {
            true => string.floor_boundary(edge),
            false => (edge <= string.len()).then(|| string.ceil_boundary(edge))?,
        };
        return Some(at..at);
    }
    let (haystack, edge) = (bytes_of(string.as_units()), edge * size_of::<F::Unit>());
    let begins_and_ends_whole = is_whole::<F>(needle);
    let accepts = |at: usize| begins_and_ends_whole || is_between_boundaries(string, at, needle.len());
    let at = search.next(Isa::current, haystack, needle, edge, accepts)?;
    Some(range_of::<F::Unit>(at, needle.len()))
}

fn string_prefix<F: Resynchronizing>(string: &Str<F>, needle: &[u8]) -> Option<usize> {
    let stands =
        bytes_of(string.as_units()).starts_with(needle) && is_between_boundaries(string, 0, needle.len());
    stands.then(|| range_of::<F::Unit>(0, needle.len()).end)
}

fn string_suffix<F: Resynchronizing>(string: &Str<F>, needle: &[u8]) -> Option<usize> {
    let haystack = bytes_of(string.as_units());
    let at = haystack.len().checked_sub(needle.len())?;
    let stands = haystack.ends_with(needle) && is_between_boundaries(string, at, needle.len());
    stands.then(|| range_of::<F::Unit>(at, needle.len()).start)
}

/// Text as the bytes of its units in a form; `None`, if the form does not hold it.
#[cfg(feature = "alloc")]
#[inline(always)]
fn with_units<F: Form, R>(text: &str, act: impl FnOnce(&[u8]) -> Option<R>) -> Option<R> {
    if const { Of::<F>::HOLDS_UTF_8 } { act(text.as_bytes()) } else { with_encoded::<F, R>(text, act) }
}

#[cfg(feature = "alloc")]
#[inline(never)]
fn with_encoded<F: Form, R>(text: &str, act: impl FnOnce(&[u8]) -> Option<R>) -> Option<R> {
    // Most needles are short.
    let (mut units, mut len) = ([F::Unit::default(); 64], 0);
    for scalar in text.chars() {
        match F::default().encode_next(scalar.into(), &mut units[len..]) {
            Ok(more) => len += more,
            Err(NotEncoded::Unencodable) => return None,
            Err(NotEncoded::OutputFull { .. }) => {
                return act(bytes_of(Str::<Utf8>::from_str(text).to::<F>().ok()?.as_units()));
            }
        }
    }
    act(bytes_of(&units[..len]))
}

/// Units, as bytes.
#[inline]
fn with<R>(units: &[u8], act: impl FnOnce(&[u8]) -> R) -> R {
    act(units)
}

/// Patterns that are found by their units.
macro_rules! by_units {
    ($($(#[$meta:meta])* impl [$($bound:tt)*] for $pattern:ty, |$self:ident, $act:ident| $call:expr;)*) => { $(
        $(#[$meta])*
        // SAFETY: where the units stand, the ends are boundaries: `is_between_boundaries` looks, unless the form
        // has none of its sequences inside or across others (`IS_FOUND_WHOLE`), or the needle begins and ends
        // in ASCII, which is in no longer sequence.
        unsafe impl<F: Resynchronizing> Sealed<F> for $pattern $($bound)* {
            type Search = Finder<false>;
            type SearchBack = Finder<true>;

            #[inline]
            fn next_match(&mut self, string: &Str<F>, from: Boundary, search: &mut Finder<false>) -> Option<Range<usize>> {
                let ($self, $act) = (self, |needle: &[u8]| next_string(string, needle, from.place(), search));
                $call
            }

            #[inline]
            fn next_match_back(&mut self, string: &Str<F>, to: Boundary, search: &mut Finder<true>) -> Option<Range<usize>> {
                let ($self, $act) = (self, |needle: &[u8]| next_string(string, needle, to.place(), search));
                $call
            }

            fn ascii(&self) -> Option<u8> {
                let ($self, $act) = (self, |needle: &[u8]| match *needle {
                    [byte @ ..0x80] => Some(byte),
                    _ => None,
                });
                $call
            }

            fn prefix(&mut self, string: &Str<F>) -> Option<usize> {
                let ($self, $act) = (self, |needle: &[u8]| string_prefix(string, needle));
                $call
            }

            fn suffix(&mut self, string: &Str<F>) -> Option<usize> {
                let ($self, $act) = (self, |needle: &[u8]| string_suffix(string, needle));
                $call
            }
        }

        $(#[$meta])*
        impl<F: Resynchronizing> Pattern<F> for $pattern $($bound)* {}
    )* };
}

by_units! {
    impl [] for &Str<F>, |string, act| with(bytes_of(string.as_units()), act);
    impl [] for &&Str<F>, |string, act| with(bytes_of(string.as_units()), act);
    #[cfg(feature = "alloc")]
    impl [] for &StrBuf<F>, |string, act| with(bytes_of(string.as_units()), act);
    #[cfg(feature = "alloc")]
    impl [] for &str, |text, act| with_units::<F, _>(text, act);
    #[cfg(feature = "alloc")]
    impl [] for &&str, |text, act| with_units::<F, _>(text, act);
    #[cfg(feature = "alloc")]
    impl [] for &alloc::string::String, |text, act| with_units::<F, _>(text, act);
    // Without memory for long ones, in forms that hold the text as it stands.
    #[cfg(not(feature = "alloc"))]
    impl [where F: Utf8Superset] for &str, |text, act| with(text.as_bytes(), act);
    #[cfg(not(feature = "alloc"))]
    impl [where F: Utf8Superset] for &&str, |text, act| with(text.as_bytes(), act);
}

/// A code point, as the units that it has.
macro_rules! code_point {
    ($($code_point:ty),*) => { $(
        // SAFETY: it is found by its units, as a string is, or by an iterator over the code points.
        unsafe impl<F: Resynchronizing> Sealed<F> for $code_point {
            type Search = Finder<false>;
            type SearchBack = Finder<true>;

            #[inline]
            fn next_match(&mut self, string: &Str<F>, from: Boundary, search: &mut Finder<false>) -> Option<Range<usize>> {
                let value = CodeSpace::to_u32(*self);
                next_value(string, value, from, search)
            }

            #[inline]
            fn next_match_back(&mut self, string: &Str<F>, to: Boundary, search: &mut Finder<true>) -> Option<Range<usize>> {
                let value = CodeSpace::to_u32(*self);
                next_value(string, value, to, search)
            }

            fn ascii(&self) -> Option<u8> {
                let is_whole = const { size_of::<F::Unit>() == 1 && Of::<F>::IS_SPELLED_ONCE };
                let value = CodeSpace::to_u32(*self);
                (is_whole && matches!(value, 1..0x80)).then_some(value as u8)
            }

            fn prefix(&mut self, string: &Str<F>) -> Option<usize> {
                let value = CodeSpace::to_u32(*self);
                first_of(string, |code_point| code_point.to_u32() == value)
            }

            fn suffix(&mut self, string: &Str<F>) -> Option<usize> {
                let value = CodeSpace::to_u32(*self);
                last_of(string, |code_point| code_point.to_u32() == value)
            }
        }

        impl<F: Resynchronizing> Pattern<F> for $code_point {}
        impl<F: Resynchronizing> DoubleEndedPattern<F> for $code_point {}
    )* };
}
code_point!(char, CodePoint, Ucs4);

/// The next place of a code point of this value.
#[inline(always)]
pub(super) fn next_value<F: Resynchronizing, const LAST: bool>(
    string: &Str<F>,
    value: u32,
    edge: Boundary,
    search: &mut Finder<LAST>,
) -> Option<Range<usize>> {
    if const { size_of::<F::Unit>() == 1 && Of::<F>::IS_SPELLED_ONCE } && matches!(value, 1..0x80) {
        return next_string(string, &[value as u8], edge.place(), search);
    }
    next_sequence(string, value, edge, search)
}

#[inline(never)]
fn next_sequence<F: Resynchronizing, const LAST: bool>(
    string: &Str<F>,
    value: u32,
    edge: Boundary,
    search: &mut Finder<LAST>,
) -> Option<Range<usize>> {
    if const { !Of::<F>::IS_SPELLED_ONCE } {
        let is_meant = |code_point: F::CodePoint| code_point.to_u32() == value;
        return if LAST { next_of_back(string, edge, is_meant) } else { next_of(string, edge, is_meant) };
    }
    let mut units = [F::Unit::default(); MAX_SEQUENCE];
    let len = F::default().encode_next(value, &mut units).ok()?;
    next_units(string, bytes_of(&units[..len]), edge.place(), search)
}

/// The first code point from a boundary on that is meant.
pub(super) fn next_of<F: Resynchronizing>(
    string: &Str<F>,
    from: Boundary,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<Range<usize>> {
    let from = from.place();
    // SAFETY: it is a `Boundary` of the string, and an end is one.
    let mut indices = unsafe { string.part(from..string.len()) }.code_point_indices();
    let at = indices.by_ref().find(|&(_, code_point)| is_meant(code_point))?.0;
    Some(from + at..from + indices.offset())
}

/// The last code point before a boundary that is meant.
pub(super) fn next_of_back<F: Resynchronizing>(
    string: &Str<F>,
    to: Boundary,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<Range<usize>> {
    // SAFETY: as above.
    let mut rest = unsafe { string.part(0..to.place()) }.code_points();
    loop {
        let end = rest.as_string().len();
        let code_point = rest.next_back()?;
        if is_meant(code_point) {
            return Some(rest.as_string().len()..end);
        }
    }
}

/// The length of the first code point, if it is meant.
pub(super) fn first_of<F: Resynchronizing>(
    string: &Str<F>,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<usize> {
    let mut rest = string.code_points();
    rest.next().filter(|&code_point| is_meant(code_point))?;
    Some(string.len() - rest.as_string().len())
}

/// Where the last code point begins, if it is meant.
pub(super) fn last_of<F: Resynchronizing>(
    string: &Str<F>,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<usize> {
    let mut rest = string.code_points();
    rest.next_back().filter(|&code_point| is_meant(code_point))?;
    Some(rest.as_string().len())
}

/// A question that is put to one code point after the other.
// SAFETY: the places are those of an iterator over the code points.
unsafe impl<F: Resynchronizing, Q: FnMut(F::CodePoint) -> bool> Sealed<F> for Q {
    type Search = ();
    type SearchBack = ();

    fn next_match(&mut self, string: &Str<F>, from: Boundary, (): &mut ()) -> Option<Range<usize>> {
        next_of(string, from, self)
    }

    fn next_match_back(&mut self, string: &Str<F>, to: Boundary, (): &mut ()) -> Option<Range<usize>> {
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
impl<F: Resynchronizing, Q: FnMut(F::CodePoint) -> bool> DoubleEndedPattern<F> for Q {}
