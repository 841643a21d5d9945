//! Bounds on the length of the output of a conversion.

use crate::code_point::REPLACEMENT;
use crate::codec::{Codec, CodecInfo};
use crate::engine::Conversion;
use crate::form::{Form, PairingRule, Utf8, to_private_use};
use crate::options::Options;
use crate::policy::{OnError, OnUnencodable};
use crate::table::Row;

/// A bound on the output of a conversion: at most `output` units for each `per_input` units of input, and
/// `constant` more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OutputBound {
    /// The number of output units …
    output: usize,
    /// … for this many units of input.
    per_input: usize,
    /// Additional units: for a byte order mark, for a frame, or for an incomplete sequence at the end of the
    /// input.
    constant: usize,
}

impl OutputBound {
    const NONE: OutputBound = OutputBound { output: 0, per_input: 1, constant: 0 };

    #[inline]
    fn is_less_than(self, output: usize, per_input: usize) -> bool {
        self.output * per_input < output * self.per_input
    }

    #[inline]
    fn allow(&mut self, output: usize, per_input: usize) {
        if self.is_less_than(output, per_input) {
            (self.output, self.per_input) = (output, per_input);
        }
    }

    /// Returns the maximum number of output units for `input` units, or `None` if it exceeds `usize`.
    #[inline]
    fn worst_case(self, input: usize) -> Option<usize> {
        let whole = input.checked_div(self.per_input)?.checked_mul(self.output)?;
        let rest = (input % self.per_input).checked_mul(self.output)?.div_ceil(self.per_input);
        whole.checked_add(rest)?.checked_add(self.constant)
    }
}

/// Returns a bound on the output of a conversion. It is computed from the tables of both sides and the
/// policies.
///
/// Every row of the source is compared with every row of the target. If they share a code point, the quotient
/// of their lengths is possible. If a row of the source has a code point that the target lacks, the
/// substitute's quotient is.
fn output_bound<S: Codec, T: Codec>(source: S, target: T, options: Options) -> OutputBound {
    let (from, to) = (source.info(), target.info());
    let mut output_bound = OutputBound::NONE;
    if to.is_null {
        return output_bound;
    }
    let lifts = options.on_unencodable == OnUnencodable::PrivateUse && to.is_corrected;
    let written = |code_point| {
        let placed = if lifts { to_private_use(code_point) } else { Some(code_point) };
        placed.and_then(|code_point| length_of(target, code_point))
    };
    let substitute = match options.on_unencodable {
        OnUnencodable::Strict | OnUnencodable::StrictRoundtrip | OnUnencodable::PrivateUse => 0,
        OnUnencodable::Replace => written(REPLACEMENT).or(written(0x3F)).unwrap_or(0),
        OnUnencodable::ReplaceQmark => written(0x3F).unwrap_or(0),
        OnUnencodable::EscapeRust | OnUnencodable::EscapeXml => 12 * written(0x78).unwrap_or(0),
    };
    let fallback = from.fallback.map_or(&[][..], |table| table.rows());
    for row in from.table.rows().iter().chain(fallback).filter(|row| row.is_read()) {
        let len = units_of_source(from, row);
        for other in to.table.rows().iter().filter(|row| row.is_written()) {
            if overlap(row.code_points(), other.code_points()) {
                output_bound.allow(units_of_target(to, other), len);
            }
        }
        if has_hole(row.code_points(), to) {
            output_bound.allow(substitute, len);
        }
    }
    if let Some(carry) = from.carry {
        for unit in [carry.first, 0xFF] {
            output_bound.allow(written(carry.code_point(unit)).unwrap_or(substitute), 1);
        }
    }
    if lifts {
        for lifted in [(0x80, 0x9F), SURROGATES] {
            output_bound.allow(written(lifted.0).unwrap_or(0), shortest(from, lifted));
        }
    }
    // A pair that is not joined needs as much as its surrogates. Writing U+FFFD for the trail surrogate never
    // needs more than three units each.
    if matches!(to.pairing, PairingRule::Joins | PairingRule::Fuses) {
        output_bound.allow(
            written(0xD800).unwrap_or(0).max(written(REPLACEMENT).unwrap_or(0)),
            shortest(from, SURROGATES),
        );
    }
    let cost = |code_point| written(code_point).unwrap_or(substitute);
    let (per_error, units) = if from.never_fails { (0, 1) } else { error_cost(options.on_error, cost) };
    // An error has at least one unit of the form. Only the last error may be part of a unit.
    output_bound.allow(per_error, units * from.width);
    output_bound.constant = target.mark().len() + if from.width > 1 { per_error } else { 0 };
    if to.whole_input {
        output_bound.constant += 11; // the longest frame: a count of ten bytes and a terminator
    }
    output_bound
}

/// Returns the maximum number of output units for one application of the error policy, and for how many units
/// of the form. `cost` returns the number of output units for a code point.
fn error_cost(on_error: OnError, cost: impl Fn(u32) -> usize) -> (usize, usize) {
    let most =
        |code_points: &[u32]| code_points.iter().map(|&code_point| cost(code_point)).max().unwrap_or(0);
    match on_error {
        OnError::Strict | OnError::Skip => (0, 1),
        OnError::SurrogateEscape => (most(&[0xDC80, 0xDCFF]), 1),
        // UTF-8b contains some surrogates and not others.
        OnError::SurrogatePass => (most(&[0xD800, 0xDC80]), 3),
        OnError::Latin1 => (most(&[0x80, 0xFF]), 1),
        // U+0081 is one of the C1 controls that Windows-1252 does not replace.
        OnError::Cp1252 => (most(&[0x20AC, 0x81, 0xFF]), 1),
        _ => (cost(REPLACEMENT), 1),
    }
}

fn length_of<T: Codec>(target: T, code_point: u32) -> Option<usize> {
    target.encode_next(code_point, &mut [T::Unit::default(); 16]).ok()
}

#[inline]
fn overlap(a: (u32, u32), b: (u32, u32)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

/// Returns `true` if the target lacks a code point of the range.
#[inline]
fn has_hole(code_points: (u32, u32), to: &CodecInfo) -> bool {
    let held: u64 = to
        .table
        .rows()
        .iter()
        .filter(|row| row.is_written() && overlap(row.code_points(), code_points))
        .map(|row| {
            let (first, last) = row.code_points();
            u64::from(last.min(code_points.1) - first.max(code_points.0)) + 1
        })
        .sum();
    held < u64::from(code_points.1 - code_points.0) + 1
}

const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// Returns the least number of units that the source has for one of these code points.
#[inline]
fn shortest(from: &CodecInfo, code_points: (u32, u32)) -> usize {
    let fallback = from.fallback.map_or(&[][..], |table| table.rows());
    from.table
        .rows()
        .iter()
        .chain(fallback)
        .filter(|row| row.is_read() && overlap(row.code_points(), code_points))
        .map(|row| units_of_source(from, row))
        .min()
        .unwrap_or(usize::MAX / 64)
}

/// Returns the number of units of a row in a source. Doubly encoded text has two or three bytes for each byte
/// from 80 on: in a source, at least two.
#[inline]
fn units_of_source(from: &CodecInfo, row: &Row) -> usize {
    if from.doubled.is_some() && row.len() > 1 { 2 * row.len() } else { row.len() * from.width }
}

/// Returns the number of units of a row in a target. In doubly encoded text, each byte has at most as many as
/// UTF-8 needs for a character of the single-byte encoding.
#[inline]
fn units_of_target(to: &CodecInfo, row: &Row) -> usize {
    match to.doubled {
        Some(bytes) if row.len() > 1 => {
            let highest = bytes.rows().iter().map(|row| row.code_points().1).max();
            let longest = highest.and_then(|highest| Utf8::TABLE.encode(highest)).map_or(1, |(_, len)| len);
            longest * row.len()
        }
        _ => row.len() * to.width,
    }
}

impl<S: Codec, T: Codec> Conversion<S, T> {
    /// Returns the maximum number of output units for `input` units, or `None` if it exceeds `usize`.
    ///
    /// ```
    /// use placemat::{form::{Utf16, Utf8, Wtf8}, scheme::Marked, Conversion, Options};
    /// let conversion = Conversion::new(Utf8, Utf16, Options::default()).unwrap();
    /// assert_eq!(conversion.worst_case(100), Some(100));
    /// // A byte order mark is written first.
    /// let conversion = Conversion::new(Utf8, Marked::<Utf16>::default(), Options::default()).unwrap();
    /// assert_eq!(conversion.worst_case(5), Some(2 + 10));
    /// // Three bytes for each unit; a supplementary code point has four bytes and two units.
    /// let conversion = Conversion::new(Utf16, Wtf8, Options::default()).unwrap();
    /// assert_eq!(conversion.worst_case(100), Some(300));
    /// assert_eq!(conversion.worst_case(usize::MAX), None);
    /// ```
    pub fn worst_case(&self, input: usize) -> Option<usize> {
        output_bound(self.source, self.target, self.options).worst_case(input)
    }
}
