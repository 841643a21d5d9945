//! Positions in a text: converts between units, code points, UTF-16 units, and lines and columns.
//!
//! Needs the feature `alloc`.
//!
//! ```
//! use placemat::{offsets::Offsets, form::Utf8};
//! let offsets = Offsets::new(Utf8, "é\n💩b".as_bytes());
//! let b = offsets.at_unit(7);
//! assert_eq!((b.unit, b.code_point, b.utf_16_unit), (7, 3, 4));
//! assert_eq!((b.line, b.column, b.utf_16_column), (1, 1, 2));
//! assert_eq!(offsets.at_utf_16_unit(4), b);
//! assert_eq!(offsets.at_line_column(1, 1), Some(b));
//! ```

mod blocks;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use blocks::Blocks;

use crate::cast::bytes_of;
use crate::code_point::is_trail_surrogate;
use crate::codec::{Codec, CodecInfo, begun};
use crate::kernel::{CodePoints, NATIVE, NATIVE_IS_BIG, Utf16CodePoints, Utf16Units, sum};
use crate::options::Options;
use crate::simd::Isa;
use crate::table::NotDecoded;
use crate::unit::Unit;

/// The distance in units between stored positions, rounded up to the next boundary.
const STEP: usize = 256;
/// After this many well-formed sequences in a row, the kernels are used again.
const ENOUGH_WELL_FORMED: usize = 4;
/// The number of units that are validated at once: they stay in the nearest cache until they are counted.
const PIECE: usize = 1 << 13;

/// A position in a text, in every unit of measure. All numbers are counted from 0.
///
/// Each maximal subpart that is ill-formed counts as one code point and one UTF-16 unit, which is what a
/// lossy conversion writes for it. Only U+000A ends a line.
///
/// ```
/// use placemat::{offsets::Offsets, form::Utf8};
/// let place = Offsets::new(Utf8, "a\n💩b".as_bytes()).at_unit(6);
/// assert_eq!((place.code_point, place.utf_16_unit), (3, 4));
/// assert_eq!((place.line, place.column, place.utf_16_column), (1, 1, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Position {
    /// The number of units before it.
    pub unit: usize,
    /// The number of code points before it.
    pub code_point: usize,
    /// The number of UTF-16 units before it.
    pub utf_16_unit: usize,
    /// The number of lines before its own.
    pub line: usize,
    /// The number of code points before it in its line.
    pub column: usize,
    /// The number of UTF-16 units before it in its line.
    pub utf_16_column: usize,
}

/// A stored position.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    unit: usize,
    code_points: usize,
    utf_16_units: usize,
}

/// How the kernels find sequences in well-formed text, and what they count.
#[derive(Clone, Copy)]
enum Shape {
    /// Lead bytes and trail bytes.
    Utf8,
    /// Units of 16 bits in native byte order.
    Utf16,
}

impl Shape {
    #[inline]
    fn of(info: &CodecInfo) -> Option<Self> {
        // The byte order of `utf-16` is not known yet, and it has another kind.
        let is_native = || info.is_utf_16() && info.kind.order() == Some(NATIVE);
        if info.counts_by_leads() { Some(Shape::Utf8) } else { is_native().then_some(Shape::Utf16) }
    }

    /// Splits the text at the first boundary at or after `least` bytes.
    #[inline]
    fn split(self, text: &[u8], least: usize) -> (&[u8], &[u8]) {
        let Some((_, rest)) = text.split_at_checked(least) else { return (text, &[]) };
        let inside = match self {
            Shape::Utf8 => rest.iter().take_while(|&byte| byte & 0xC0 == 0x80).count(),
            Shape::Utf16 => match rest.first_chunk() {
                Some(&unit) if is_trail_surrogate(u16::from_ne_bytes(unit).into()) => 2,
                _ => 0,
            },
        };
        text.split_at(least + inside)
    }

    /// Returns the number of code points and of UTF-16 units.
    #[inline]
    fn counts(self, isa: Isa, text: &[u8]) -> (usize, usize) {
        match self {
            Shape::Utf8 => (sum::<CodePoints>(isa, text) as usize, sum::<Utf16Units>(isa, text) as usize),
            Shape::Utf16 => (sum::<Utf16CodePoints<NATIVE_IS_BIG>>(isa, text) as usize, text.len() / 2),
        }
    }
}

/// The positions of a text. The kernels make one pass over it; each look-up then takes logarithmic time.
///
/// ```
/// use placemat::{offsets::Offsets, form::Utf16};
/// let units: Vec<u16> = "é💩\nb".encode_utf16().collect();
/// let offsets = Offsets::new(Utf16, &units);
/// assert_eq!((offsets.at_code_point(2).unit, offsets.at_unit(4).line), (3, 1));
/// ```
#[derive(Clone)]
pub struct Offsets<'u, C: Codec> {
    codec: C,
    /// The units up to the end of the text.
    units: &'u [C::Unit],
    /// The stored positions, from the start of the text on.
    marks: Vec<Mark>,
    /// The starts of lines.
    lines: Vec<usize>,
    /// The start of the text, and its positions instead of these, if it is well-formed UTF-8.
    blocks: Option<(usize, Blocks)>,
}

/// Prints sizes, not contents.
impl<C: Codec> fmt::Debug for Offsets<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offsets")
            .field("codec", &self.codec)
            .field("units", &self.units.len())
            .field("lines", &self.lines())
            .finish_non_exhaustive()
    }
}

impl<'u, C: Codec> Offsets<'u, C> {
    /// Builds the positions of a text, which need not be well-formed. Units of a scheme are bytes.
    ///
    /// A byte order mark determines the byte order, and is a code point like others. In a wrapper, the text
    /// is its content; positions outside it do not exist. An input that the wrapper rejects is read as a
    /// whole with the strict codec of the wrapper's content.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, Encoding};
    /// let offsets = Offsets::new(Encoding::Utf16Le, b"a\0\x3D\xD8\xA9\xDCb\0");
    /// assert_eq!(offsets.at_code_point(2).unit, 6);
    /// let offsets = Offsets::new(Encoding::Utf16, b"\xFF\xFE\x3D\xD8\xA9\xDCb\0");
    /// assert_eq!(offsets.at_code_point(2).unit, 6);
    /// let offsets = Offsets::new(Encoding::Mutf8WriteUtf, b"\0\x03\xC0\x80b and more");
    /// assert_eq!(offsets.at_code_point(1).unit, 4);
    /// ```
    pub fn new(codec: C, units: &'u [C::Unit]) -> Self {
        let (codec, text) = match codec.resolve(units) {
            Ok(resolved) => (resolved.codec, resolved.text),
            Err(_) => (codec.unframed(), 0..units.len()),
        };
        let (codec, _) = begun(codec, &units[text.clone()], Options::default().default_endian);
        let units = &units[..text.end];
        let mut now = Mark { unit: text.start, ..Mark::default() };
        if let Some(blocks) = utf_8_of(codec, &units[text.start..]).and_then(Blocks::new) {
            return Offsets {
                codec,
                units,
                marks: vec![],
                lines: vec![],
                blocks: Some((text.start, blocks)),
            };
        }
        let mut offsets = Offsets { codec, units, marks: vec![now], lines: vec![text.start], blocks: None };
        let mut well_formed = ENOUGH_WELL_FORMED;
        while now.unit < units.len() {
            if well_formed == ENOUGH_WELL_FORMED {
                now = offsets.run(now);
                well_formed = 0;
                continue;
            }
            // What the run has left: ill-formed subsequences, and sequences that it did not take.
            let (after, is_well_formed) = offsets.item(now);
            well_formed = if is_well_formed { well_formed + 1 } else { 0 };
            now = after;
            offsets.keep(now);
        }
        offsets.find_lines();
        offsets
    }

    /// Returns the positions of well-formed UTF-8, and the text.
    #[inline]
    fn blocks(&self) -> Option<(&Blocks, &'u [u8], usize)> {
        let (start, blocks) = self.blocks.as_ref()?;
        Some((blocks, bytes_of(&self.units[*start..]), *start))
    }

    /// Stores a position if it is far enough after the last stored one.
    fn keep(&mut self, now: Mark) {
        if now.unit >= self.next_kept() {
            self.marks.push(now);
        }
    }

    /// Returns the unit from which on a position is stored.
    fn next_kept(&self) -> usize {
        self.marks.last().map_or(0, |mark| mark.unit + STEP)
    }

    /// Passes whole sequences from a position on, as far as they are well-formed, and stores positions on the
    /// way. Each call of the validating kernel has a cost, so it gets more units at once than there are
    /// between two stored positions.
    fn run(&mut self, mut now: Mark) -> Mark {
        // Borrow for the lifetime of the text.
        let units = self.units;
        let piece = &units[now.unit..];
        let piece = &piece[..piece.len().min(PIECE)];
        let Some(shape) = Shape::of(self.codec.info()) else { return self.decode(now, piece) };
        let mut bytes = bytes_of(&piece[..self.codec.well_formed_run(piece)]);
        let isa = Isa::current();
        while !bytes.is_empty() {
            let window;
            (window, bytes) = shape.split(bytes, (self.next_kept() - now.unit) * size_of::<C::Unit>());
            let (code_points, utf_16_units) = shape.counts(isa, window);
            now.unit += window.len() / size_of::<C::Unit>();
            now.code_points += code_points;
            now.utf_16_units += utf_16_units;
            self.keep(now);
        }
        now
    }

    /// Passes whole sequences by decoding them into code points.
    fn decode(&mut self, mut now: Mark, mut piece: &[C::Unit]) -> Mark {
        let mut scratch = [0; STEP];
        loop {
            let window = &piece[..piece.len().min(STEP)];
            let (read, written) = self.codec.decode_run(window, &mut scratch);
            if read == 0 {
                return now;
            }
            let supplementary = scratch[..written].iter().filter(|&&code_point| code_point > 0xFFFF).count();
            now.unit += read;
            now.code_points += written;
            now.utf_16_units += written + supplementary;
            self.keep(now);
            piece = &piece[read..];
        }
    }

    /// Passes one sequence or one ill-formed subsequence.
    fn step(&self, now: Mark) -> Mark {
        self.item(now).0
    }

    /// Passes one sequence or one ill-formed subsequence. Also returns `true` if it was well-formed.
    fn item(&self, now: Mark) -> (Mark, bool) {
        let next = self.codec.decode_next(&self.units[now.unit..], true);
        let (len, utf_16_units) = match next {
            Ok(decoded) => (decoded.len, if decoded.code_point > 0xFFFF { 2 } else { 1 }),
            Err(NotDecoded::IllFormed(part)) => (part.len, 1),
            Err(NotDecoded::Incomplete) => (self.units.len() - now.unit, 1),
        };
        let after = Mark {
            unit: now.unit + len.max(1),
            code_points: now.code_points + 1,
            utf_16_units: now.utf_16_units + utf_16_units,
        };
        (after, next.is_ok())
    }

    fn find_lines(&mut self) {
        let info = self.codec.info();
        let is_bytes_of_wide = info.width > 1 && C::Unit::BITS == 8;
        if is_bytes_of_wide || has_other_line_feeds(info) {
            let mut now = self.marks[0];
            while now.unit < self.units.len() {
                let next = self.step(now);
                let code_point = self.codec.decode_next(&self.units[now.unit..], true);
                if code_point.is_ok_and(|decoded| decoded.code_point == 0x0A) {
                    self.lines.push(next.unit);
                }
                now = next;
            }
            return;
        }
        let start = self.marks[0].unit;
        let is_feed = |unit: &C::Unit| unit.to_u32() == 0x0A;
        // Most blocks contain none, and in the others most rows do not, which takes a few vector instructions
        // to see.
        let has_feed = |units: &[C::Unit]| units.iter().fold(false, |any, unit| any | is_feed(unit));
        for (k, block) in self.units[start..].chunks(64).enumerate().filter(|(_, block)| has_feed(block)) {
            for (j, row) in block.chunks(8).enumerate().filter(|(_, row)| has_feed(row)) {
                let feeds = row.iter().enumerate().filter(|(_, unit)| is_feed(unit));
                self.lines.extend(feeds.map(|(at, _)| start + 64 * k + 8 * j + at + 1));
            }
        }
    }

    /// Returns the last sequence or ill-formed subsequence that begins at or before the value; the end, if
    /// the value is after it.
    fn floor(&self, measure: impl Fn(&Mark) -> usize, value: usize) -> Mark {
        let above = self.marks.partition_point(|mark| measure(mark) <= value);
        let mut now = self.marks[above.saturating_sub(1)];
        while now.unit < self.units.len() {
            let next = self.step(now);
            if measure(&next) > value {
                break;
            }
            now = next;
        }
        now
    }

    fn place(&self, mark: Mark) -> Position {
        let line = self.lines.partition_point(|&start| start <= mark.unit) - 1;
        let start = self.floor(|mark| mark.unit, self.lines[line]);
        Position {
            unit: mark.unit,
            code_point: mark.code_points,
            utf_16_unit: mark.utf_16_units,
            line,
            column: mark.code_points - start.code_points,
            utf_16_column: mark.utf_16_units - start.utf_16_units,
        }
    }

    /// Returns the position of a unit: the start of its sequence, or the end of the text.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Utf8};
    /// let offsets = Offsets::new(Utf8, b"a\xFF\xE2\x82b");
    /// // Two ill-formed subsequences, of one byte and of two.
    /// assert_eq!((offsets.at_unit(3).unit, offsets.at_unit(4).code_point), (2, 3));
    /// ```
    pub fn at_unit(&self, unit: usize) -> Position {
        if let Some((blocks, text, start)) = self.blocks() {
            return after(start, blocks.at_unit(text, unit.saturating_sub(start)));
        }
        self.place(self.floor(|mark| mark.unit, unit))
    }

    /// Returns the position of a code point by its number, or the end of the text.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Cesu8};
    /// let offsets = Offsets::new(Cesu8, b"\xED\xA0\xBD\xED\xB2\xA9b");
    /// assert_eq!(offsets.at_code_point(1).unit, 6);
    /// ```
    pub fn at_code_point(&self, code_point: usize) -> Position {
        if let Some((blocks, text, start)) = self.blocks() {
            return after(start, blocks.at_code_point(text, code_point));
        }
        self.place(self.floor(|mark| mark.code_points, code_point))
    }

    /// Returns the position of a UTF-16 unit by its number: the start of its code point, or the end of the
    /// text.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Utf8};
    /// let offsets = Offsets::new(Utf8, "a💩b".as_bytes());
    /// assert_eq!([1, 2, 3].map(|unit| offsets.at_utf_16_unit(unit).unit), [1, 1, 5]);
    /// ```
    pub fn at_utf_16_unit(&self, utf_16_unit: usize) -> Position {
        if let Some((blocks, text, start)) = self.blocks() {
            return after(start, blocks.at_utf_16_unit(text, utf_16_unit));
        }
        self.place(self.floor(|mark| mark.utf_16_units, utf_16_unit))
    }

    /// Returns the position of a line and a column in code points, both counted from 0; `None` after the end
    /// of the line.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Utf8};
    /// let offsets = Offsets::new(Utf8, "ab\ncd".as_bytes());
    /// assert_eq!(offsets.at_line_column(1, 1).unwrap().unit, 4);
    /// // After its last code point, a line ends.
    /// assert_eq!((offsets.at_line_column(0, 2).unwrap().unit, offsets.at_line_column(0, 3)), (2, None));
    /// ```
    pub fn at_line_column(&self, line: usize, column: usize) -> Option<Position> {
        if let Some((blocks, text, start)) = self.blocks() {
            return blocks.at_line_column(text, line, column).map(|place| after(start, place));
        }
        let start = self.at_unit(*self.lines.get(line)?);
        let place = self.at_code_point(start.code_point.checked_add(column)?);
        (place.line == line && place.column == column).then_some(place)
    }

    /// Returns the position of a line and a column in UTF-16 units, as editors count them, both from 0.
    /// Inside a surrogate pair it is the position of the code point.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Utf8};
    /// let offsets = Offsets::new(Utf8, "a\n💩b".as_bytes());
    /// assert_eq!(offsets.at_line_utf_16_column(1, 2).unwrap().unit, 6);
    /// ```
    pub fn at_line_utf_16_column(&self, line: usize, column: usize) -> Option<Position> {
        if let Some((blocks, text, start)) = self.blocks() {
            return blocks.at_line_utf_16_column(text, line, column).map(|place| after(start, place));
        }
        let start = self.at_unit(*self.lines.get(line)?);
        let place = self.at_utf_16_unit(start.utf_16_unit.checked_add(column)?);
        let is_there = place.line == line && column - place.utf_16_column <= 1;
        (is_there && (place.utf_16_column == column || place.unit < self.units.len())).then_some(place)
    }

    /// Returns the number of lines: one more than the number of U+000A.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Utf8};
    /// assert_eq!(Offsets::new(Utf8, b"a\nb\n").lines(), 3);
    /// ```
    pub fn lines(&self) -> usize {
        self.blocks.as_ref().map_or(self.lines.len(), |(_, blocks)| blocks.lines())
    }
}

/// Returns units as bytes if they are well-formed, in a form whose sequences are those of UTF-8, and if only the
/// byte 0A ends a line.
fn utf_8_of<C: Codec>(codec: C, units: &[C::Unit]) -> Option<&[u8]> {
    let info = codec.info();
    let is_utf_8 = info.counts_by_leads() && C::Unit::BITS == 8 && !has_other_line_feeds(info);
    (is_utf_8 && codec.well_formed_run(units) == units.len()).then(|| bytes_of(units))
}

/// Returns `true` if U+000A is another unit than 0A, or may be other units, too.
#[inline]
fn has_other_line_feeds(info: &CodecInfo) -> bool {
    !matches!(info.table.encode(0x0A), Some(([0x0A, ..], 1))) || info.table.has_second_spellings()
}

/// Returns a position in a text that begins after so many units.
#[inline]
fn after(start: usize, place: Position) -> Position {
    Position { unit: start + place.unit, ..place }
}

#[cfg(test)]
mod tests {
    use placemat_random::Random;

    use super::*;
    use crate::Encoding;
    use crate::form::{Cesu8, Mutf8, Utf8, Utf16, Wtf8};

    /// Every position of a text, counted one by one.
    fn places<C: Codec>(codec: C, units: &[C::Unit]) -> Vec<Position> {
        let offsets = Offsets { codec, units, marks: vec![], lines: vec![], blocks: None };
        let (mut places, mut now, mut place) = (vec![], Mark::default(), Position::default());
        loop {
            places.push(place);
            if now.unit == units.len() {
                return places;
            }
            let next = offsets.step(now);
            let is_feed =
                codec.decode_next(&units[now.unit..], true).is_ok_and(|decoded| decoded.code_point == 0x0A);
            place = Position {
                unit: next.unit,
                code_point: next.code_points,
                utf_16_unit: next.utf_16_units,
                line: place.line + usize::from(is_feed),
                column: if is_feed { 0 } else { place.column + 1 },
                utf_16_column: if is_feed {
                    0
                } else {
                    place.utf_16_column + next.utf_16_units - now.utf_16_units
                },
            };
            now = next;
        }
    }

    fn check<C: Codec>(codec: C, units: &[C::Unit]) {
        let offsets = Offsets::new(codec, units);
        let places = places(codec, units);
        for (k, place) in places.iter().enumerate() {
            assert_eq!(offsets.at_unit(place.unit), *place, "{codec:?}");
            assert_eq!(offsets.at_code_point(k), *place);
            assert_eq!(offsets.at_utf_16_unit(place.utf_16_unit), *place);
            assert_eq!(offsets.at_line_column(place.line, place.column), Some(*place));
            assert_eq!(offsets.at_line_utf_16_column(place.line, place.utf_16_column), Some(*place));
            let end = places.get(k + 1).map_or(place.unit, |next| next.unit - 1);
            assert_eq!(offsets.at_unit(end), *place);
        }
        if offsets.blocks.is_some() {
            let last = places[places.len() - 1];
            assert_eq!((offsets.at_unit(usize::MAX), offsets.lines()), (last, last.line + 1));
            return;
        }
        let steps = offsets.marks.windows(2).map(|pair| pair[1].unit - pair[0].unit);
        assert!(steps.clone().all(|step| (STEP..2 * STEP).contains(&step)), "{codec:?}");
        assert_eq!(steps.count() == 0, units.len() < STEP);
        let last = places[places.len() - 1];
        assert_eq!((offsets.at_unit(usize::MAX), offsets.lines()), (last, last.line + 1));
    }

    /// Longer texts than are validated at once, with sequences of all lengths at the cuts.
    #[test]
    fn places_of_long_texts_are_found() {
        for shift in 0..3 {
            let text = "b".repeat(shift) + &"€é💩\n".repeat(PIECE / 5);
            check(Utf8, text.as_bytes());
            check(Utf16, &text.encode_utf16().collect::<Vec<_>>());
            check(Encoding::Utf16Le, &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
            check(Cesu8, &crate::convert(Utf8, Cesu8, text.as_bytes()).unwrap());
            let mut ill_formed = text.into_bytes();
            ill_formed[PIECE - 1] = 0xFF;
            check(Utf8, &ill_formed);
        }
    }

    #[test]
    fn every_place_is_found_in_every_way() {
        let mut random = Random(1);
        for round in 0..12 {
            let pieces: [&[u8]; 8] = [
                b"a",
                b"\n",
                "é".as_bytes(),
                "€".as_bytes(),
                "💩".as_bytes(),
                b"\xFF",
                b"\xE2\x82",
                b"\xED\xA0\xBD\xED\xB2\xA9",
            ];
            let bytes: Vec<u8> = (0..100 * (round % 6))
                .flat_map(|_| random.of(&pieces[..if round < 6 { 5 } else { 8 }]).to_vec())
                .collect();
            check(Utf8, &bytes);
            check(Wtf8, &bytes);
            check(Cesu8, &bytes);
            check(Mutf8, &bytes);
            check(Encoding::Utf8b, &bytes);
            check(Encoding::Iso8859_1, &bytes);
            let words: Vec<u16> = (0..200 * (round % 3))
                .map(|_| random.of(&[0x61, 0x0A, 0xE9, 0xD83D, 0xDCA9, 0x0A0A]))
                .collect();
            check(Utf16, &words);
            check(Encoding::Utf16Be, &words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<_>>());
        }
    }
}
