//! The code points of a string, from both ends.
//!
//! The units are known to be well-formed, so that the lead alone tells the length of a sequence, and its bits the code point.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::Str;
use crate::buffer::bytes_of;
use crate::code_point::{CodeSpace, is_lead_surrogate, is_surrogate, is_trail_surrogate, join_surrogates};
use crate::codec::Codec;
use crate::engine::floor_boundary;
use crate::form::{Form, Resynchronizing};
use crate::kernel::{self, Kind, NATIVE_IS_BIG, Utf16CodePoints, sum};
use crate::run::is_utf_16;
use crate::simd::Isa;
use crate::unit::Unit;

/// How sequences are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// UTF-8's patterns of bits; two halves of three bytes may be one code point.
    Bytes { pairs: bool },
    /// Units of 16 bits, two halves of which are one code point.
    Words,
    /// Every unit is the code point of its value.
    Units,
    /// By the table.
    Table,
}

impl Shape {
    const fn of<F: Form>() -> Self {
        use crate::kernel::Like;
        match Kind::of(F::NAME, F::Unit::BITS) {
            Kind::Utf8 | Kind::Rfc2279 => Shape::Bytes { pairs: false },
            // Any byte may be carried.
            Kind::Like(Like::Utf8b) => Shape::Table,
            Kind::Like(like) => Shape::Bytes {
                pairs: matches!(like, Like::Cesu8 | Like::Cesu8Lenient | Like::Mutf8 | Like::Mutf8Lenient),
            },
            Kind::Utf16(_) | Kind::Wtf16(_) => Shape::Words,
            Kind::Utf32(_) | Kind::Ucs4(_) | Kind::Ucs2(_) | Kind::Latin1 => Shape::Units,
            _ => Shape::Table,
        }
    }
}

/// Constants of a form.
pub(super) struct Of<F>(PhantomData<F>);

impl<F: Form> Of<F> {
    const SHAPE: Shape = Shape::of::<F>();

    /// Are sequences UTF-8's patterns of bits, and do they mean what they mean in UTF-8, where they are UTF-8?
    pub(super) const HAS_BITS_OF_UTF_8: bool = matches!(Self::SHAPE, Shape::Bytes { .. });

    /// Does a code point begin at a place inside a string? `None` where only the table can tell.
    #[inline(always)]
    pub(super) fn begins(units: &[F::Unit], place: usize) -> Option<bool> {
        let unit = |back: usize| place.checked_sub(back).map_or(0, |place| at(units, place));
        match const { Self::SHAPE } {
            Shape::Units => Some(true),
            Shape::Words => Some(!(is_trail_surrogate(unit(0)) && is_lead_surrogate(unit(1)))),
            Shape::Bytes { pairs } => {
                let is_second_half = || {
                    let [lead, trail] = [unit(2), at(units, place + 1)];
                    unit(3) == 0xED && (0xA0..0xB0).contains(&lead) && unit(0) == 0xED && trail >= 0xB0
                };
                Some(unit(0) & 0xC0 != 0x80 && !(pairs && is_second_half()))
            }
            Shape::Table => None,
        }
    }

    /// Is what is well-formed found between code points alone? A lead is no trail byte, and tells where its sequence ends.
    pub(super) const IS_FOUND_WHOLE: bool = matches!(Self::SHAPE, Shape::Bytes { pairs: false });

    /// Has every code point one sequence alone? Lenient forms read more than they write, and some carry units as code points that
    /// have a sequence as well.
    pub(super) const IS_SPELLED_ONCE: bool = !F::TABLE.has_second_spellings()
        && match F::CARRY {
            Some(carry) => F::TABLE.encode(carry.code_point(carry.first)).is_none(),
            None => true,
        };

    /// The most units of a code point.
    const LONGEST: usize = F::TABLE.longest(false);

    /// Is it UTF-8 itself?
    pub(super) const IS_UTF_8: bool = matches!(F::NAME.as_bytes(), b"utf-8");

    /// Is all UTF-8 a string of the form, as it stands? (What [`Utf8Superset`](crate::form::Utf8Superset) says to the types.)
    pub(super) const HOLDS_UTF_8: bool = matches!(
        F::NAME.as_bytes(),
        b"utf-8" | b"generalized-utf-8" | b"wtf-8" | b"utf-8b" | b"utf-8-rfc2279"
    );
}

/// The unit at a place, 0 behind the end.
#[inline(always)]
fn at<U: Unit>(units: &[U], place: usize) -> u32 {
    units.get(place).map_or(0, |unit| unit.to_u32())
}

/// The bits of a sequence of so many bytes.
#[inline(always)]
fn bits<U: Unit>(units: &[U], len: usize) -> u32 {
    // The lead's mark takes a bit for each byte and one more.
    let lead = at(units, 0) & (0x7F >> len);
    (1..len).fold(lead, |bits, place| bits << 6 | at(units, place) & 0x3F)
}

/// Of UTF-8's patterns.
#[inline(always)]
fn first_of_bytes<U: Unit>(units: &[U], pairs: bool) -> (u32, usize) {
    let code_point = match at(units, 0) {
        lead @ ..0x80 => return (lead, 1),
        0x80..0xE0 => return (bits(units, 2), 2),
        0xE0..0xF0 => bits(units, 3),
        0xF0..0xF8 => return (bits(units, 4), 4),
        0xF8..0xFC => return (bits(units, 5), 5),
        _ => return (bits(units, 6), 6),
    };
    if pairs && is_lead_surrogate(code_point) && units.len() >= 6 && at(units, 3) == 0xED {
        let trail = bits(&units[3..], 3);
        if is_trail_surrogate(trail) {
            return (join_surrogates(code_point, trail), 6);
        }
    }
    (code_point, 3)
}

/// The code point at the front of some units, which are well-formed and not empty, and its length.
#[inline(always)]
pub(super) fn first<F: Form>(units: &[F::Unit]) -> (u32, usize) {
    match const { Of::<F>::SHAPE } {
        Shape::Bytes { pairs } => first_of_bytes(units, pairs),
        Shape::Units => (at(units, 0), 1),
        Shape::Words => match (at(units, 0), at(units, 1)) {
            (lead, trail) if is_lead_surrogate(lead) && is_trail_surrogate(trail) => {
                (join_surrogates(lead, trail), 2)
            }
            (unit, _) => (unit, 1),
        },
        // ASCII is itself in all of them.
        Shape::Table if at(units, 0) < 0x80 => (at(units, 0), 1),
        Shape::Table => match F::default().decode_next(units, true) {
            Ok(decoded) => (decoded.code_point, decoded.len),
            Err(_) => unreachable!("a string is well-formed"),
        },
    }
}

/// Where the last code point of some units begins, which are well-formed and not empty.
#[inline(always)]
pub(super) fn last_start<F: Resynchronizing>(units: &[F::Unit]) -> usize {
    let last = units.len() - 1;
    match const { Of::<F>::SHAPE } {
        Shape::Bytes { pairs } => {
            let start = units.iter().rposition(|unit| unit.to_u32() & 0xC0 != 0x80).unwrap_or(0);
            let before = start.wrapping_sub(3);
            let is_pair = pairs
                && before < start
                && at(units, start) == 0xED
                && first_of_bytes(&units[before..], true).1 == 6;
            if is_pair && is_surrogate(bits(&units[before..], 3)) { before } else { start }
        }
        Shape::Units => last,
        Shape::Words => match last.checked_sub(1) {
            Some(lead) if first::<F>(&units[lead..]).1 == 2 => lead,
            _ => last,
        },
        Shape::Table => floor_boundary(F::default(), units, last),
    }
}

#[inline(always)]
fn code_point_of<F: Form>(value: u32) -> F::CodePoint {
    match F::CodePoint::from_u32(value) {
        Some(code_point) => code_point,
        None => unreachable!("a form's table stays in its code space"),
    }
}

/// The code points of a string: [`Str::code_points`].
///
/// ```
/// use placemat::Cesu8;
/// let text = Cesu8::new(b"a\xED\xA0\xBD\xED\xB2\xA9").unwrap();
/// let backwards: Vec<char> = text.code_points().rev().map(char::from).collect();
/// assert_eq!(backwards, ['💩', 'a']);
/// ```
pub struct CodePoints<'s, F: Form> {
    units: &'s [F::Unit],
}

impl<'s, F: Form> CodePoints<'s, F> {
    /// What is left of the string.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let mut code_points = Wtf8::from_str("aé").code_points();
    /// code_points.next();
    /// assert_eq!(code_points.as_string().to_str(), Ok("é"));
    /// ```
    pub fn as_string(&self) -> &'s Str<F> {
        crate::buffer::string(self.units)
    }
}

impl<F: Form> Iterator for CodePoints<'_, F> {
    type Item = F::CodePoint;

    #[inline]
    fn next(&mut self) -> Option<F::CodePoint> {
        if self.units.is_empty() {
            return None;
        }
        let (code_point, len) = first::<F>(self.units);
        self.units = &self.units[len..];
        Some(code_point_of::<F>(code_point))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.units.len();
        (len.div_ceil(const { Of::<F>::LONGEST }), Some(len))
    }

    /// By the kernels, where one counts them.
    fn count(self) -> usize {
        let (isa, bytes) = (Isa::current(), bytes_of(self.units));
        match const { Of::<F>::SHAPE } {
            Shape::Units => self.units.len(),
            // Trail surrogates are not counted: in WTF-16 one may be alone.
            Shape::Words if const { is_utf_16::<F>() } => {
                sum::<Utf16CodePoints<NATIVE_IS_BIG>>(isa, bytes) as usize
            }
            Shape::Bytes { pairs: false } => sum::<kernel::CodePoints>(isa, bytes) as usize,
            _ => self.fold(0, |count, _| count + 1),
        }
    }

    fn last(mut self) -> Option<F::CodePoint> {
        let mut last = None;
        for code_point in self.by_ref() {
            last = Some(code_point);
        }
        last
    }
}

impl<F: Resynchronizing> DoubleEndedIterator for CodePoints<'_, F> {
    #[inline]
    fn next_back(&mut self) -> Option<F::CodePoint> {
        if self.units.is_empty() {
            return None;
        }
        let (front, back) = self.units.split_at(last_start::<F>(self.units));
        self.units = front;
        Some(code_point_of::<F>(first::<F>(back).0))
    }
}

impl<F: Form> FusedIterator for CodePoints<'_, F> {}

impl<F: Form> Clone for CodePoints<'_, F> {
    fn clone(&self) -> Self {
        CodePoints { units: self.units }
    }
}

impl<F: Form> fmt::Debug for CodePoints<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CodePoints").field(&self.as_string()).finish()
    }
}

/// The code points of a string, each with the place where it begins: [`Str::code_point_indices`].
///
/// ```
/// use placemat::Utf16;
/// let units: Vec<u16> = "💩a".encode_utf16().collect();
/// let places: Vec<usize> = Utf16::new(&units).unwrap().code_point_indices().map(|(at, _)| at).collect();
/// assert_eq!(places, [0, 2]);
/// ```
pub struct CodePointIndices<'s, F: Form> {
    /// Units in front of what is left.
    before: usize,
    rest: CodePoints<'s, F>,
}

impl<'s, F: Form> CodePointIndices<'s, F> {
    /// The place of what is left, in units.
    ///
    /// ```
    /// use placemat::Wtf8;
    /// let mut indices = Wtf8::from_str("éa").code_point_indices();
    /// indices.next();
    /// assert_eq!(indices.offset(), 2);
    /// ```
    pub fn offset(&self) -> usize {
        self.before
    }

    /// What is left of the string.
    ///
    /// ```
    /// use placemat::Utf8;
    /// assert_eq!(Utf8::from_str("ab").code_point_indices().as_string().len(), 2);
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
    /// The code points, from the front; in forms that can be read from the middle, also from the back.
    ///
    /// ```
    /// use placemat::{CodePoint, Cesu8, CodeSpace, Wtf8};
    /// let text = Cesu8::new(b"a\xED\xA0\xBD\xED\xB2\xA9").unwrap();
    /// assert_eq!(text.code_points().rev().collect::<String>(), "💩a");
    /// let lead = Wtf8::new(b"\xED\xA0\xBD").unwrap().code_points().next();
    /// assert_eq!(lead.map(CodePoint::to_u32), Some(0xD83D));
    /// ```
    pub fn code_points(&self) -> CodePoints<'_, F> {
        CodePoints { units: &self.units }
    }

    /// The code points, each with the place where it begins, in units.
    ///
    /// ```
    /// use placemat::Utf16;
    /// let text = Utf16::new(&[0x61, 0xD83D, 0xDCA9, 0x62]).unwrap();
    /// assert_eq!(text.code_point_indices().collect::<Vec<_>>(), [(0, 'a'), (1, '💩'), (3, 'b')]);
    /// ```
    pub fn code_point_indices(&self) -> CodePointIndices<'_, F> {
        CodePointIndices { before: 0, rest: self.code_points() }
    }
}
