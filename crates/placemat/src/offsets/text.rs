//! A text that is read in a codec, and divided into pieces.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::blocks::{Blocks, PIECE};
use super::sum::{Measure, Sum};
use super::tree::{Kind, Part};
use crate::cast::bytes_of;
use crate::codec::{Codec, CodecInfo};
use crate::kernel::{NATIVE, NATIVE_IS_BIG, Utf16CodePoints, sum};
use crate::simd::Isa;
use crate::table::{MAX_SEQUENCE, NotDecoded};
use crate::unit::Unit;

/// About the number of units of a piece that look-ups read from its start on.
pub(super) const STEP: usize = 256;
/// Well-formed UTF-8 of fewer bytes is not counted by blocks, if something ill-formed follows.
const WORTH: usize = 256;
/// A piece with fewer units is only at the end of a text.
pub(super) const FEW: usize = 128;
/// After this many well-formed sequences in a row, the kernels are used again.
const ENOUGH_WELL_FORMED: usize = 4;
/// What is read at a place depends on no more than this many units from that place on. If it is longer, as a
/// reserved sequence of Corrected UTF-8 may be, it depends on itself and on no more than this many units after it.
pub(super) const REACH: usize = 32;

/// The longest is a sequence of units of four bytes, and a broken unit after it.
const _: () = assert!(REACH >= 4 * MAX_SEQUENCE + 3);

/// A text in a codec whose byte order is known, without its wrapper.
#[derive(Clone, Copy)]
pub(super) struct Text<'u, C: Codec> {
    pub(super) codec: C,
    pub(super) units: &'u [C::Unit],
}

impl<'u, C: Codec> Text<'u, C> {
    /// Returns `true` if the sequences of the codec are those of UTF-8, and if only the byte 0A ends a line.
    #[inline]
    fn is_utf_8(&self) -> bool {
        let info = self.codec.info();
        info.counts_by_leads() && C::Unit::BITS == 8 && !has_other_line_feeds(info)
    }

    /// Returns `true` for UTF-16 in units of 16 bits.
    #[inline]
    fn is_native_utf_16(&self) -> bool {
        let info = self.codec.info();
        C::Unit::BITS == 16 && info.is_utf_16() && info.kind.order() == Some(NATIVE)
    }

    /// Divides the text from a boundary on into pieces, up to one of some ends. `end_from` returns the first
    /// end at or after a place; the last one is the end of the text. Returns the end.
    pub(super) fn pieces(
        &self,
        mut at: usize,
        end_from: impl Fn(usize) -> usize,
        pieces: &mut Vec<Part>,
    ) -> usize {
        let mut end = end_from(at);
        while at < end {
            if end - at < FEW && end < self.units.len() {
                end = end_from(end + 1);
            }
            let run = if self.is_utf_8() { self.well_formed(at, end) } else { at };
            if run - at >= WORTH || run >= end {
                count(bytes_of(&self.units[at..run]), pieces);
                at = run;
            } else {
                let least = if end - at <= 2 * STEP { end } else { at + STEP };
                let sum = self.read(at, least);
                pieces.push(Part { sum, kind: Kind::Read });
                at += sum.units();
            }
            if at > end {
                end = end_from(at);
            }
        }
        at
    }

    /// Returns the end of the well-formed sequences from a boundary on, as far as it is known. It is after
    /// `end` only if a sequence is.
    fn well_formed(&self, mut at: usize, end: usize) -> usize {
        loop {
            let before = at;
            at += self.codec.well_formed_run(&self.units[at..end]);
            if at == self.units.len() {
                return at;
            }
            if at == end && at > before {
                // What follows may belong to the last sequence, or forbid it.
                let run = bytes_of(&self.units[before..at]);
                at -= 1 + run.iter().rev().take_while(|&byte| byte & 0xC0 == 0x80).count();
            }
            for _ in 0..ENOUGH_WELL_FORMED {
                match self.codec.decode_next(&self.units[at..], true) {
                    Ok(decoded) => at += decoded.len,
                    Err(_) => return at,
                }
                if at >= end {
                    return at;
                }
            }
        }
    }

    /// Counts a piece that ends with the first sequence that ends at or after a place.
    fn read(&self, at: usize, least: usize) -> Sum {
        let mut sum = Sum::NONE;
        let mut well_formed = ENOUGH_WELL_FORMED;
        while at + sum.units() < least {
            if well_formed == ENOUGH_WELL_FORMED {
                sum = sum.then(self.run(&self.units[at + sum.units()..least]));
                well_formed = 0;
                continue;
            }
            // What the run has left: ill-formed subsequences, and sequences that it did not take.
            let (units, code_point) = self.item(at + sum.units());
            well_formed = if code_point.is_some() { well_formed + 1 } else { 0 };
            sum = sum.then_one(units, code_point.unwrap_or_default());
        }
        sum
    }

    /// Counts whole sequences from the start of some units on, as many as kernels find.
    fn run(&self, units: &[C::Unit]) -> Sum {
        if self.is_native_utf_16() {
            return count_utf_16(&units[..self.codec.well_formed_run(units)]);
        }
        let (mut sum, mut scratch) = (Sum::NONE, [0; STEP]);
        loop {
            let (read, written) = self.codec.decode_run(&units[sum.units()..], &mut scratch);
            if read == 0 {
                return sum;
            }
            sum = sum.then(count_code_points(read, &scratch[..written]));
        }
    }

    /// Returns the number of units of a sequence or of an ill-formed subsequence, and the code point if it is
    /// well-formed.
    fn item(&self, at: usize) -> (usize, Option<u32>) {
        match self.codec.decode_next(&self.units[at..], true) {
            Ok(decoded) => (decoded.len.max(1), Some(decoded.code_point)),
            Err(NotDecoded::IllFormed(part)) => (part.len.max(1), None),
            Err(NotDecoded::Incomplete) => ((self.units.len() - at).max(1), None),
        }
    }

    /// Returns the place after a sequence or an ill-formed subsequence.
    pub(super) fn step(&self, now: Sum) -> Sum {
        let (units, code_point) = self.item(now.units());
        now.then_one(units, code_point.unwrap_or_default())
    }

    /// Returns the last place from `now` on that is not after a number, by a measure; of lines, the place
    /// after a U+000A of that number.
    pub(super) fn walk(&self, mut now: Sum, measure: Measure, number: usize) -> Sum {
        let allowed = if measure == Measure::Lines { number + 1 } else { number };
        while now.units() < self.units.len() {
            if measure == Measure::Lines && now.lines() == allowed {
                break;
            }
            let next = self.step(now);
            if next.get(measure) > allowed {
                break;
            }
            now = next;
        }
        now
    }
}

/// Divides well-formed UTF-8 into pieces.
#[inline]
fn count(mut text: &[u8], pieces: &mut Vec<Part>) {
    // A piece is cut up to three bytes before the end of its last block.
    const MOST: usize = PIECE - 3;
    let isa = Isa::current();
    pieces.reserve(text.len().div_ceil(MOST));
    while !text.is_empty() {
        let mut len = text.len().div_ceil(text.len().div_ceil(MOST));
        while text.get(len).is_some_and(|byte| byte & 0xC0 == 0x80) {
            len += 1;
        }
        let piece;
        (piece, text) = text.split_at(len);
        let (blocks, sum) = Blocks::new(isa, piece);
        pieces.push(Part { sum, kind: Kind::Counted(Arc::new(blocks)) });
    }
}

/// Counts code points that are so many units.
#[inline]
fn count_code_points(units: usize, code_points: &[u32]) -> Sum {
    let count = |code_points: &[u32]| {
        let long = code_points.iter().filter(|&&code_point| code_point > 0xFFFF).count();
        [code_points.len(), code_points.len() + long]
    };
    let is_feed = |&&code_point: &&u32| code_point == 0x0A;
    let lines = code_points.iter().filter(is_feed).count();
    let last = if lines == 0 { None } else { code_points.iter().rposition(|unit| is_feed(&unit)) };
    let line = &code_points[..last.map_or(0, |last| last + 1)];
    Sum::new(units, count(code_points), lines, count(line))
}

/// Counts well-formed UTF-16.
#[inline]
fn count_utf_16<U: Unit>(units: &[U]) -> Sum {
    let count = |units: &[U]| {
        let code_points = sum::<Utf16CodePoints<NATIVE_IS_BIG>>(Isa::current(), bytes_of(units));
        [code_points as usize, units.len()]
    };
    let is_feed = |unit: &&U| unit.to_u32() == 0x0A;
    let lines = units.iter().filter(is_feed).count();
    let last = if lines == 0 { None } else { units.iter().rposition(|unit| is_feed(&unit)) };
    let line = &units[..last.map_or(0, |last| last + 1)];
    Sum::new(units.len(), count(units), lines, count(line))
}

/// Returns `true` if U+000A is another unit than 0A, or may be other units, too.
#[inline]
fn has_other_line_feeds(info: &CodecInfo) -> bool {
    !matches!(info.table.encode(0x0A), Some(([0x0A, ..], 1))) || info.table.has_second_spellings()
}
