//! Reads the sequences of a string from its ends.
//!
//! The units are known to be well-formed. So the lead alone determines the length of a sequence, and its bits
//! are those of the code point.

use core::marker::PhantomData;
use core::slice::Iter;

use crate::code_point::{is_lead_surrogate, is_surrogate, is_trail_surrogate, join_surrogates};
use crate::codec::Codec;
use crate::engine::floor_boundary;
use crate::form::{Form, Resynchronizing};
use crate::hint::cold_path;
use crate::kernel::Kind;
use crate::unit::Unit;

/// How sequences are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The bit patterns of UTF-8. With `pairs`, two surrogates of three bytes each are one code point.
    Bytes { pairs: bool },
    /// UTF-8, and bytes that are not UTF-8, each of which is escaped as a code point.
    Carried,
    /// Units of 16 bits; two surrogates are one code point.
    Words,
    /// Every unit is the code point of its value.
    Units,
    /// Read by the table.
    Table,
}

impl Shape {
    const fn of<F: Form>() -> Self {
        match Kind::of::<F>() {
            Kind::Like(_) if F::CARRY.is_some() => Shape::Carried,
            Kind::Utf8 | Kind::Rfc2279 | Kind::Like(_) => Shape::Bytes { pairs: F::TABLE.reads_pairs() },
            Kind::Utf16(_) | Kind::Wtf16(_) => Shape::Words,
            Kind::Utf32(_) | Kind::Ucs4(_) | Kind::Ucs2(_) | Kind::Latin1 => Shape::Units,
            _ => Shape::Table,
        }
    }
}

/// Constants of a form.
pub(super) struct Of<F>(PhantomData<F>);

impl<F: Form> Of<F> {
    pub(super) const SHAPE: Shape = Shape::of::<F>();

    /// `true` if sequences have the bit patterns of UTF-8, and sequences that are UTF-8 mean what they mean
    /// there.
    pub(super) const HAS_BITS_OF_UTF_8: bool = matches!(Self::SHAPE, Shape::Bytes { .. } | Shape::Carried);

    /// Returns `true` if a code point begins at a position inside a string, or `None` if only the table can
    /// decide.
    #[inline(always)]
    pub(super) fn begins(units: &[F::Unit], place: usize) -> Option<bool> {
        let unit = |back: usize| place.checked_sub(back).map_or(0, |place| at(units, place));
        match const { Self::SHAPE } {
            Shape::Units => Some(true),
            Shape::Words => Some(!(is_trail_surrogate(unit(0)) && is_lead_surrogate(unit(1)))),
            Shape::Bytes { pairs } => {
                let is_trail_of_pair = || {
                    let [lead, trail] = [unit(2), at(units, place + 1)];
                    unit(3) == 0xED && (0xA0..0xB0).contains(&lead) && unit(0) == 0xED && trail >= 0xB0
                };
                Some(!(is_trail(unit(0)) || pairs && is_trail_of_pair()))
            }
            Shape::Carried => {
                let reaches = |back| utf_8_at(&units[place - back..]).is_some_and(|(_, len)| len > back);
                Some(!is_trail(unit(0)) || !back_to_lead(&units[..place]).is_some_and(reaches))
            }
            Shape::Table => None,
        }
    }

    /// `true` if a well-formed needle is found only between code points: a lead is not a trail byte, and
    /// determines where its sequence ends.
    pub(super) const IS_FOUND_WHOLE: bool = matches!(Self::SHAPE, Shape::Bytes { pairs: false });

    /// `true` if every code point has only one sequence. Lenient forms read more than they write, and some
    /// forms escape bytes as code points that also have a sequence.
    pub(super) const IS_SPELLED_ONCE: bool = !F::TABLE.has_second_spellings()
        && match F::CARRY {
            Some(carry) => F::TABLE.encode(carry.code_point(carry.first)).is_none(),
            None => true,
        };

    /// The length in units of the longest sequence.
    pub(super) const LONGEST: usize = F::TABLE.longest(false);

    /// `true` if every scalar value is the unit of that value.
    #[cfg(feature = "alloc")]
    pub(super) const ARE_SCALARS_UNITS: bool =
        F::ENCODES && matches!(Self::SHAPE, Shape::Units) && F::Unit::BITS == 32;

    /// `true` for UTF-8 itself.
    pub(super) const IS_UTF_8: bool = matches!(Kind::of::<F>(), Kind::Utf8);

    /// `true` if all UTF-8 is a string of the form. (`Utf8: Within<F>` says this in
    /// types.)
    pub(super) const HOLDS_UTF_8: bool = matches!(Kind::of::<F>().without_surrogates(), Kind::Utf8);
}

/// Returns the unit at a position, or 0 after the end.
#[inline(always)]
fn at<U: Unit>(units: &[U], place: usize) -> u32 {
    units.get(place).map_or(0, |unit| unit.to_u32())
}

/// Returns `true` for a trail byte of UTF-8's bit patterns.
#[inline(always)]
fn is_trail(unit: u32) -> bool {
    unit & 0xC0 == 0x80
}

/// Returns the bits of the next trail byte.
#[inline(always)]
fn next_bits<U: Unit>(units: &mut Iter<'_, U>) -> u32 {
    units.next().map_or(0, |unit| unit.to_u32() & 0x3F)
}

/// Returns the code point of a UTF-8 lead and the trail bytes that follow.
#[inline(always)]
fn after_lead<F: Form>(lead: u32, units: &mut Iter<'_, F::Unit>, pairs: bool) -> u32 {
    let second = next_bits(units);
    if lead < 0xE0 {
        return (lead & 0x1F) << 6 | second;
    }
    let third = second << 6 | next_bits(units);
    if lead < 0xF0 {
        let code_point = (lead & 0xF) << 12 | third;
        if pairs
            && is_lead_surrogate(code_point)
            && let Some(trail) = trail_in_front(units.as_slice())
        {
            *units = units.as_slice()[3..].iter();
            return join_surrogates(code_point, trail);
        }
        return code_point;
    }
    let fourth = third << 6 | next_bits(units);
    match lead {
        _ if const { Of::<F>::LONGEST <= 4 } => (lead & 0x7) << 18 | fourth,
        ..0xF8 => (lead & 0x7) << 18 | fourth,
        0xF8..0xFC => (lead & 0x3) << 24 | fourth << 6 | next_bits(units),
        _ => (lead & 0x1) << 30 | (fourth << 6 | next_bits(units)) << 6 | next_bits(units),
    }
}

/// Returns the trail surrogate that the units begin with, as three bytes.
#[inline(always)]
fn trail_in_front<U: Unit>(units: &[U]) -> Option<u32> {
    let [first, second, third] = units.first_chunk()?.map(|unit| unit.to_u32());
    (first == 0xED && second >= 0xB0).then_some(0xD000 | (second & 0x3F) << 6 | third & 0x3F)
}

/// Returns the lead surrogate that the units end with, as three bytes.
#[inline(always)]
fn lead_at_end<U: Unit>(units: &[U]) -> Option<u32> {
    let [first, second, third] = units.last_chunk()?.map(|unit| unit.to_u32());
    (first == 0xED && (0xA0..0xB0).contains(&second)).then_some(0xD000 | (second & 0x3F) << 6 | third & 0x3F)
}

/// Returns the non-ASCII code point that the units begin with in UTF-8, and its length; `None` if they are
/// ill-formed.
#[inline(always)]
fn utf_8_at<U: Unit>(units: &[U]) -> Option<(u32, usize)> {
    let trail = |place: usize| units.get(place).map(|unit| unit.to_u32()).filter(|&unit| is_trail(unit));
    let lead = units.first()?.to_u32();
    let second = trail(1)? & 0x3F;
    match lead {
        0xC2..0xE0 => Some(((lead & 0x1F) << 6 | second, 2)),
        0xE0..0xF0 => {
            let code_point = (lead & 0xF) << 12 | second << 6 | trail(2)? & 0x3F;
            (code_point >= 0x800 && !is_surrogate(code_point)).then_some((code_point, 3))
        }
        0xF0..0xF5 => {
            let code_point = (lead & 0x7) << 18 | second << 12 | (trail(2)? & 0x3F) << 6 | trail(3)? & 0x3F;
            (0x1_0000..0x11_0000).contains(&code_point).then_some((code_point, 4))
        }
        _ => None,
    }
}

/// Returns how far before the end the last UTF-8 lead is, if only trail bytes follow it.
#[inline(always)]
fn back_to_lead<U: Unit>(units: &[U]) -> Option<usize> {
    let trails = units.iter().rev().take_while(|unit| is_trail(unit.to_u32())).take(3).count();
    (at(units, units.len().checked_sub(trails + 1)?) >= 0xC2).then_some(trails + 1)
}

/// Takes the first code point.
#[inline(always)]
pub(super) fn next<F: Form>(units: &mut Iter<'_, F::Unit>) -> Option<u32> {
    let all = units.as_slice();
    let first = units.next()?.to_u32();
    Some(match const { Of::<F>::SHAPE } {
        Shape::Units => first,
        Shape::Words if !is_lead_surrogate(first) => first,
        Shape::Words => {
            // Testing both at once would cost every unit what one test costs a surrogate.
            cold_path();
            match units.as_slice().first().map(|unit| unit.to_u32()) {
                Some(trail) if is_trail_surrogate(trail) => {
                    units.next();
                    join_surrogates(first, trail)
                }
                _ => first,
            }
        }
        // In all byte forms, ASCII is itself.
        _ if first < 0x80 => first,
        Shape::Bytes { pairs } => after_lead::<F>(first, units, pairs),
        Shape::Carried => match utf_8_at(all) {
            Some((code_point, len)) => {
                *units = all[len..].iter();
                code_point
            }
            None => F::CARRY.map_or(first, |carry| carry.code_point(first)),
        },
        Shape::Table => match F::default().decode_next(all, true) {
            Ok(decoded) => {
                *units = all[decoded.len..].iter();
                decoded.code_point
            }
            Err(_) => unreachable!("a string is well-formed"),
        },
    })
}

/// Takes the last code point.
#[inline(always)]
pub(super) fn next_back<F: Resynchronizing>(units: &mut Iter<'_, F::Unit>) -> Option<u32> {
    let all = units.as_slice();
    let last = units.next_back()?.to_u32();
    Some(match const { Of::<F>::SHAPE } {
        Shape::Units => last,
        Shape::Words if !is_trail_surrogate(last) => last,
        Shape::Words => {
            cold_path();
            match units.as_slice().last().map(|unit| unit.to_u32()) {
                Some(lead) if is_lead_surrogate(lead) => {
                    units.next_back();
                    join_surrogates(lead, last)
                }
                _ => last,
            }
        }
        Shape::Bytes { .. } | Shape::Carried if last < 0x80 => last,
        Shape::Bytes { pairs } => {
            let (mut code_point, mut len, mut unit) = (0, 1, last);
            while is_trail(unit) {
                code_point |= (unit & 0x3F) << (6 * (len - 1));
                len += 1;
                unit = units.next_back().map_or(0, |unit| unit.to_u32());
            }
            // The length prefix of a lead has one bit for each byte and one more.
            code_point |= (unit & (0x7F >> len)) << (6 * (len - 1));
            if pairs
                && is_trail_surrogate(code_point)
                && let Some(lead) = lead_at_end(units.as_slice())
            {
                let before = units.len() - 3;
                *units = units.as_slice()[..before].iter();
                return Some(join_surrogates(lead, code_point));
            }
            code_point
        }
        Shape::Carried => {
            let whole = back_to_lead(all).and_then(|back| {
                let before = all.len() - back;
                utf_8_at(&all[before..])
                    .filter(|&(_, len)| len == back)
                    .map(|(code_point, _)| (code_point, before))
            });
            match whole {
                Some((code_point, before)) => {
                    *units = all[..before].iter();
                    code_point
                }
                None => F::CARRY.map_or(last, |carry| carry.code_point(last)),
            }
        }
        Shape::Table => {
            let start = floor_boundary(F::default(), all, all.len() - 1);
            *units = all[..start].iter();
            return next::<F>(&mut all[start..].iter());
        }
    })
}

/// The number of units that are tested together: each must be a code point by itself.
const RUN: usize = 8;
/// A stretch of bytes is read in one of two ways. Its first bytes are sampled to choose one: runs of ASCII
/// are looked for only if at most this many of the sample are not ASCII. (In other scripts, that costs more
/// than it saves.)
const STRETCH: usize = 8192;
const SAMPLE: usize = 256;
const OTHER: usize = 5;

/// Returns `true` if a code point of this value is one unit of the same value. Surrogates may be part of a
/// pair and are excluded.
#[inline(always)]
fn is_itself<F: Form>(value: u32) -> bool {
    match const { Of::<F>::SHAPE } {
        Shape::Units => true,
        Shape::Words => value < 0x1_0000 && !is_surrogate(value),
        Shape::Bytes { .. } | Shape::Carried => value < 0x80,
        Shape::Table => false,
    }
}

/// Returns `true` if each unit is the code point of its value.
#[inline(always)]
fn are_themselves<F: Form>(run: &[F::Unit; RUN]) -> bool {
    run.iter().fold(true, |are, unit| are & is_itself::<F>(unit.to_u32()))
}

/// Returns `true` if most units of a stretch are ASCII, judged by a sample of its first units.
#[inline]
fn is_mostly_ascii<U: Unit>(stretch: &[U]) -> bool {
    stretch.iter().take(SAMPLE).filter(|unit| unit.to_u32() >= 0x80).count() <= OTHER
}

/// Returns the last position at or before `place` at which a code point begins, or the end.
#[inline]
fn last_start<F: Form>(units: &[F::Unit], place: usize) -> usize {
    let begins = |place: &usize| *place == units.len() || Of::<F>::begins(units, *place) == Some(true);
    (0..=place).rfind(begins).unwrap_or(0)
}

/// Passes all code points to a function, stretch by stretch: one by one, or in runs after a code point that
/// is one unit.
macro_rules! fold {
    ($name:ident, $runs:ident, $bound:ident, $next:ident,
        |$units:ident| $stretch:expr, $split:ident($run:ident, $rest:ident) as $parts:pat, $in_order:expr) => {
        #[inline(always)]
        pub(super) fn $name<F: $bound, A>(
            units: Iter<'_, F::Unit>,
            start: A,
            mut take: impl FnMut(A, u32) -> A,
        ) -> A {
            if const { !Of::<F>::HAS_BITS_OF_UTF_8 } {
                return $runs::<F, A>(units.as_slice(), start, take);
            }
            let (mut $units, mut folded) = (units.as_slice(), start);
            while !$units.is_empty() {
                let (stretch, rest) = $stretch;
                $units = rest;
                if is_mostly_ascii(stretch) {
                    folded = $runs::<F, A>(stretch, folded, &mut take);
                    continue;
                }
                let mut left = stretch.iter();
                while let Some(value) = $next::<F>(&mut left) {
                    folded = take(folded, value);
                }
            }
            folded
        }

        #[inline(always)]
        fn $runs<F: $bound, A>(units: &[F::Unit], start: A, mut take: impl FnMut(A, u32) -> A) -> A {
            let (mut units, mut folded) = (units.iter(), start);
            while let Some(value) = $next::<F>(&mut units) {
                folded = take(folded, value);
                if !is_itself::<F>(value) {
                    continue;
                }
                while let Some($parts) = units.as_slice().$split::<RUN>()
                    && are_themselves::<F>($run)
                {
                    folded = $in_order($run.iter()).fold(folded, |folded, unit| take(folded, unit.to_u32()));
                    units = $rest.iter();
                }
            }
            folded
        }
    };
}

fold!(
    fold,
    fold_runs,
    Form,
    next,
    |units| units.split_at(last_start::<F>(units, STRETCH.min(units.len()))),
    split_first_chunk(run, rest) as (run, rest),
    |run| run
);
fold!(
    fold_back,
    fold_runs_back,
    Resynchronizing,
    next_back,
    |units| {
        let (rest, stretch) = units.split_at(last_start::<F>(units, units.len().saturating_sub(STRETCH)));
        (stretch, rest)
    },
    split_last_chunk(run, rest) as (rest, run),
    Iter::rev
);

/// Returns the units of a code point and their number if the shape determines them; `None` if the table must.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) fn units_of<F: Form>(value: u32) -> Option<([F::Unit; 4], usize)> {
    if const { !F::ENCODES } {
        return None;
    }
    let trail = |shift: u32| 0x80 | value >> shift & 0x3F;
    let is_one = match const { Of::<F>::SHAPE } {
        Shape::Units => char::from_u32(value).is_some() && u64::from(value) >> F::Unit::BITS == 0,
        Shape::Words => is_itself::<F>(value),
        // ASCII except U+0000 is itself in every byte form that has an encoder.
        _ => matches!(value, 1..0x80),
    };
    if is_one {
        return Some(([value, 0, 0, 0].map(F::Unit::from_u32), 1));
    }
    // Surrogates may be joined with the text before them, or may not be in the form.
    let (units, len) = match value {
        _ if const { !Of::<F>::HAS_BITS_OF_UTF_8 } => return None,
        0 | 0x11_0000.. => return None,
        1..0x800 => ([0xC0 | value >> 6, trail(0), 0, 0], 2),
        0x800..0x1_0000 if is_surrogate(value) => return None,
        0x800..0x1_0000 => ([0xE0 | value >> 12, trail(6), trail(0), 0], 3),
        _ if const { Of::<F>::HOLDS_UTF_8 } => ([0xF0 | value >> 18, trail(12), trail(6), trail(0)], 4),
        _ => return None,
    };
    Some((units.map(F::Unit::from_u32), len))
}
