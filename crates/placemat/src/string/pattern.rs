//! Patterns that a string can be searched for.

use core::ops::Range;

use sealed::{Boundary, Sealed};

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use super::sequence::Of;
use crate::cast::bytes_of;
use crate::code_point::{CodePoint, CodeSpace, Ucs4};
use crate::codec::Codec;
#[cfg(feature = "alloc")]
use crate::codec::NotEncoded;
#[cfg(feature = "alloc")]
use crate::form::Form;
use crate::form::Resynchronizing;
use crate::form::Utf8;
#[cfg(not(feature = "alloc"))]
use crate::form::relation::Within;
use crate::kernel::{Finder, PROBES};
use crate::simd::Isa;
use crate::table::MAX_SEQUENCE;

/// A pattern that a string can be searched for:
///
/// - a string of its form;
/// - a `&str`, which is never found if the form does not contain it (without `alloc`, only in forms that
///   contain UTF-8 unchanged);
/// - a code point or a `char`;
/// - a slice or an array of code points or `char`s;
/// - a closure or function that takes a code point and returns a `bool`.
///
/// Matches begin and end between code points: one surrogate is not found inside a pair of CESU-8 or UTF-16.
/// An empty pattern matches at every boundary. A string is found by its units. A code point is found in each
/// of its spellings, if the form has more than one. Searching for a string or a code point takes linear time.
///
/// A closure takes the code points of the form and has to name their type: `|code_point: CodePoint|` in
/// WTF-8, `|scalar: char|` in UTF-16. [`CodePoint`] has the most common predicates of `char`, such as
/// [`CodePoint::is_whitespace`].
///
/// ```
/// use placemat::{form::{Mutf8Lenient, Wtf8}, CodePoint, Str};
/// let text = Str::<Wtf8>::from_str("a💩b");
/// assert_eq!(text.find("💩"), Some(1));
/// assert_eq!((text.find('b'), text.find(CodePoint::from('b'))), (Some(5), Some(5)));
/// assert_eq!((text.find(['b', '💩']), text.find(&['c'][..])), (Some(1), None));
/// assert_eq!(text.find(|code_point: CodePoint| code_point.to_u32() > 0xFFFF), Some(1));
///
/// let overlong = Str::<Mutf8Lenient>::new(b"-\xC1\xA1").unwrap();
/// assert_eq!((overlong.find('a'), overlong.find(Str::<Mutf8Lenient>::new(b"a").unwrap())), (Some(1), None));
/// ```
///
/// Sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pattern in strings of `{F}`",
    note = "a pattern is a `char`, a `CodePoint`, a slice or an array of them, a closure that takes a \
            `CodePoint`, a `&str`, or a string of the same form"
)]
pub trait Pattern<F: Resynchronizing>: Sealed<F> {}

/// A pattern of code points: a code point or a `char`, a slice or an array of them, or a closure that takes
/// one. The matches from the back are those from the front, so [iterators](crate::string::Split) over them
/// are double-ended.
///
/// A closure may be called more than once for a code point: if an iterator is read from both ends, each end
/// tests the code points between the matches. If the answers of the closure depend on earlier calls, other
/// matches may be found there.
///
/// ```
/// use placemat::{form::Wtf8, Str};
/// let mut parts = Str::<Wtf8>::from_str("usr/share/doc").split('/');
/// assert_eq!([parts.next_back(), parts.next()].map(|part| part.unwrap().to_string()), ["doc", "usr"]);
/// assert!(parts.eq([Str::<Wtf8>::from_str("share")]));
/// ```
///
/// Sealed.
pub trait DoubleEndedPattern<F: Resynchronizing>: Pattern<F> {}

pub(super) mod sealed {
    use core::ops::Range;
    use core::panic::{RefUnwindSafe, UnwindSafe};

    use crate::form::Resynchronizing;
    use crate::string::Str;

    // A boundary of the string that is passed along with it. Generic code of other crates may call the
    // methods below but must not name a position. Code that makes a `Boundary` says why it is one.
    #[derive(Clone, Copy, Debug)]
    pub struct Boundary(usize);

    impl Boundary {
        // The start of every string.
        pub(in crate::string) const START: Boundary = Boundary(0);

        /// # Safety
        ///
        /// The position must be a boundary of the string that is passed along with the `Boundary`.
        #[inline(always)]
        pub(in crate::string) const unsafe fn at(place: usize) -> Self {
            Boundary(place)
        }

        #[inline(always)]
        pub(in crate::string) const fn place(self) -> usize {
            self.0
        }
    }

    /// Generic code of other crates can see these methods:
    ///
    /// ```
    /// use placemat::{form::{Resynchronizing, Utf8}, string::Pattern, Str};
    /// fn next<F: Resynchronizing, P: Pattern<F>>(string: &Str<F>, mut pattern: P) -> Option<usize> {
    ///     let (_next, _back) = (P::next_match, P::next_match_back);
    ///     pattern.prefix(string)
    /// }
    /// assert_eq!(next(Str::<Utf8>::from_str("é"), 'é'), Some(2));
    /// ```
    ///
    /// But it cannot choose a position in the string, which might be inside a code point. The methods do not
    /// take a number,
    ///
    /// ```compile_fail,E0308
    /// use placemat::{form::{Resynchronizing, Utf8}, string::Pattern, Str};
    /// fn next<F: Resynchronizing, P: Pattern<F>>(string: &Str<F>, mut pattern: P) -> Option<usize> {
    ///     pattern.next_match(string, 1, &mut Default::default());
    ///     pattern.prefix(string)
    /// }
    /// assert_eq!(next(Str::<Utf8>::from_str("é"), 'é'), Some(2));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use placemat::{form::{Resynchronizing, Utf8}, string::Pattern, Str};
    /// fn next<F: Resynchronizing, P: Pattern<F>>(string: &Str<F>, mut pattern: P) -> Option<usize> {
    ///     pattern.next_match_back(string, 1, &mut Default::default());
    ///     pattern.prefix(string)
    /// }
    /// assert_eq!(next(Str::<Utf8>::from_str("é"), 'é'), Some(2));
    /// ```
    ///
    /// and a `Boundary` cannot be made.
    ///
    /// ```compile_fail,E0603
    /// use placemat::{form::{Resynchronizing, Utf8}, string::Pattern, Str};
    /// fn next<F: Resynchronizing, P: Pattern<F>>(string: &Str<F>, mut pattern: P) -> Option<usize> {
    ///     pattern.next_match(string, placemat::string::pattern::sealed::Boundary(1), &mut Default::default());
    ///     pattern.prefix(string)
    /// }
    /// assert_eq!(next(Str::<Utf8>::from_str("é"), 'é'), Some(2));
    /// ```
    ///
    /// # Safety
    ///
    /// The methods must return boundaries of the string that they were given, in order.
    pub unsafe trait Sealed<F: Resynchronizing> {
        /// The state of a search from the front between two matches. It belongs to one string, and continues
        /// at the end of the match.
        type Search: Clone + Default + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe;
        /// The state of a search from the back between two matches.
        type SearchBack: Clone + Default + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe;

        /// Returns the first match that begins at or after a boundary.
        fn next_match(
            &mut self,
            string: &Str<F>,
            from: Boundary,
            search: &mut Self::Search,
        ) -> Option<Range<usize>>;
        /// Returns the last match that ends at or before a boundary.
        fn next_match_back(
            &mut self,
            string: &Str<F>,
            to: Boundary,
            search: &mut Self::SearchBack,
        ) -> Option<Range<usize>>;
        /// Returns the ASCII byte that every match consists of, if the pattern is that byte alone, at every
        /// position.
        fn ascii(&self) -> Option<u8> {
            None
        }
        /// Returns the end of a match at the start of the string.
        fn prefix(&mut self, string: &Str<F>) -> Option<usize>;
        /// Returns the start of a match at the end of the string.
        fn suffix(&mut self, string: &Str<F>) -> Option<usize>;
    }
}

/// Returns `true` if a range of `bytes` bytes in memory has boundaries at both ends. `at` is its start in
/// bytes.
#[inline]
fn is_between_boundaries<F: Resynchronizing>(string: &Str<F>, at: usize, bytes: usize) -> bool {
    if const { Of::<F>::IS_FOUND_WHOLE } {
        return true;
    }
    let width = size_of::<F::Unit>();
    at.is_multiple_of(width) && string.is_boundary(at / width) && string.is_boundary((at + bytes) / width)
}

/// Returns `true` if the first and the last byte are ASCII, which are not part of a longer sequence if units
/// are bytes.
#[inline]
fn is_whole<F: Resynchronizing>(needle: &[u8]) -> bool {
    size_of::<F::Unit>() == 1 && [needle.first(), needle.last()].iter().flatten().all(|byte| byte.is_ascii())
}

/// Returns the range in units of a range of `bytes` bytes in memory.
fn range_of<U>(at: usize, bytes: usize) -> Range<usize> {
    at / size_of::<U>()..(at + bytes) / size_of::<U>()
}

/// Returns the next position of a needle, given as bytes, with boundaries at both ends: the first one from a
/// boundary on, or with `LAST` the last one before it.
#[inline(always)]
fn next_string<F: Resynchronizing, const LAST: bool>(
    string: &Str<F>,
    needle: &[u8],
    edge: usize,
    search: &mut Finder<LAST>,
) -> Option<Range<usize>> {
    // The needle consists of its probes only, and every match is between boundaries. Units are bytes here.
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

/// Calls `act` with text as the bytes of its units in a form. Returns `None` if the form does not contain the
/// text.
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

/// Calls `act` with units as bytes, by value, so that the macro's callers need no `mut`.
#[inline]
fn with<R>(units: &[u8], act: impl FnOnce(&[u8]) -> R) -> R {
    act(units)
}

/// Implements patterns that are found by their units. The expression calls `act` with these units as bytes.
macro_rules! found_by_units {
    ($($(#[$meta:meta])* impl [$($bound:tt)*] for $pattern:ty, |$self:ident, $act:ident| $call:expr;)*) => { $(
        $(#[$meta])*
        // SAFETY: the ends of a match are boundaries. `is_between_boundaries` checks it, unless the form has
        // no sequences inside or across others (`IS_FOUND_WHOLE`), or the needle begins and ends with ASCII,
        // which is not part of a longer sequence.
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

found_by_units! {
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
    // Does not allocate for long needles, in forms that contain the text unchanged.
    #[cfg(not(feature = "alloc"))]
    impl [where Utf8: Within<F>] for &str, |text, act| with(text.as_bytes(), act);
    #[cfg(not(feature = "alloc"))]
    impl [where Utf8: Within<F>] for &&str, |text, act| with(text.as_bytes(), act);
}

/// A code point as a pattern, by its units.
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

/// Returns the next position of a code point of this value.
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

/// Returns the first code point from a boundary on for which the predicate returns `true`.
pub(super) fn next_of<F: Resynchronizing>(
    string: &Str<F>,
    from: Boundary,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<Range<usize>> {
    let from = from.place();
    // SAFETY: it is a `Boundary` of the string, and the end is a boundary.
    let mut indices = unsafe { string.part(from..string.len()) }.code_point_indices();
    let at = indices.by_ref().find(|&(_, code_point)| is_meant(code_point))?.0;
    Some(from + at..from + indices.offset())
}

/// Returns the last code point before a boundary for which the predicate returns `true`.
pub(super) fn next_of_back<F: Resynchronizing>(
    string: &Str<F>,
    to: Boundary,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<Range<usize>> {
    // SAFETY: it is a `Boundary` of the string, and the start is a boundary.
    let mut rest = unsafe { string.part(0..to.place()) }.code_points();
    loop {
        let end = rest.as_string().len();
        let code_point = rest.next_back()?;
        if is_meant(code_point) {
            return Some(rest.as_string().len()..end);
        }
    }
}

/// Returns the length of the first code point, if the predicate returns `true` for it.
pub(super) fn first_of<F: Resynchronizing>(
    string: &Str<F>,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<usize> {
    let mut rest = string.code_points();
    rest.next().filter(|&code_point| is_meant(code_point))?;
    Some(string.len() - rest.as_string().len())
}

/// Returns the start of the last code point, if the predicate returns `true` for it.
pub(super) fn last_of<F: Resynchronizing>(
    string: &Str<F>,
    mut is_meant: impl FnMut(F::CodePoint) -> bool,
) -> Option<usize> {
    let mut rest = string.code_points();
    rest.next_back().filter(|&code_point| is_meant(code_point))?;
    Some(rest.as_string().len())
}

/// A predicate that is called for one code point after the other.
// SAFETY: the positions are those of an iterator over the code points.
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
