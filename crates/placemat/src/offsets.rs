//! Places in a text: in units, code points, UTF-16 units, lines and columns, and from each to the others.
//!
//! Needs the feature `alloc`.
//!
//! ```
//! use placemat::{form::Utf8, offsets::Offsets};
//! let offsets = Offsets::new(Utf8, "é\n💩b".as_bytes());
//! let b = offsets.at_unit(7);
//! assert_eq!((b.unit, b.code_point, b.utf_16_unit), (7, 3, 4));
//! assert_eq!((b.line, b.column, b.utf_16_column), (1, 1, 2));
//! assert_eq!(offsets.at_utf_16_unit(4), b);
//! assert_eq!(offsets.at_line_column(1, 1), Some(b));
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::buffer::bytes_of;
use crate::code_point::is_trail_surrogate;
use crate::codec::{Codec, Facts};
use crate::kernel::{CodePoints, NATIVE, NATIVE_IS_BIG, Utf16CodePoints, Utf16Units, sum};
use crate::options::Options;
use crate::simd::Isa;
use crate::table::NotDecoded;
use crate::unit::Unit;

/// After so many units, at the next boundary, a place is kept.
const STEP: usize = 256;
/// After so many sequences side by side the kernels are asked again.
const CALM: usize = 4;
/// Units that are validated at once: they stay in the nearest cache until they are counted.
const PIECE: usize = 1 << 13;

/// A place in a text, counted from 0 in every way.
///
/// What is ill-formed counts as one code point and one UTF-16 unit for each maximal subpart, which is what a lossy conversion makes
/// of it; U+000A alone ends a line.
///
/// ```
/// use placemat::{form::Utf8, offsets::Offsets};
/// let place = Offsets::new(Utf8, "a\n💩b".as_bytes()).at_unit(6);
/// assert_eq!((place.code_point, place.utf_16_unit), (3, 4));
/// assert_eq!((place.line, place.column, place.utf_16_column), (1, 1, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Place {
    /// Units of the text before it.
    pub unit: usize,
    /// Code points before it.
    pub code_point: usize,
    /// UTF-16 units before it.
    pub utf_16_unit: usize,
    /// Lines before the one that it is in.
    pub line: usize,
    /// Code points before it in its line.
    pub column: usize,
    /// UTF-16 units before it in its line.
    pub utf_16_column: usize,
}

/// A place that is kept.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    unit: usize,
    code_points: usize,
    utf_16_units: usize,
}

/// What tells the kernels where the sequences of well-formed text begin, and what they count.
#[derive(Clone, Copy)]
enum Shape {
    /// Lead bytes and trail bytes.
    Utf8,
    /// Units of 16 bits in the machine's order.
    Utf16,
}

impl Shape {
    #[inline]
    fn of(facts: &Facts) -> Option<Self> {
        // Of `utf-16` the byte order is not known yet, and its kind is another.
        let is_native = || facts.is_utf_16() && facts.kind.order() == Some(NATIVE);
        if facts.counts_by_leads() { Some(Shape::Utf8) } else { is_native().then_some(Shape::Utf16) }
    }

    /// The text up to the first boundary at or behind so many bytes, and the rest.
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

    /// Code points and UTF-16 units.
    #[inline]
    fn counts(self, isa: Isa, text: &[u8]) -> (usize, usize) {
        match self {
            Shape::Utf8 => (sum::<CodePoints>(isa, text) as usize, sum::<Utf16Units>(isa, text) as usize),
            Shape::Utf16 => (sum::<Utf16CodePoints<NATIVE_IS_BIG>>(isa, text) as usize, text.len() / 2),
        }
    }
}

/// The places of a text: one pass over it by the kernels, then look-ups in the logarithm of its length.
///
/// ```
/// use placemat::{form::Utf16, offsets::Offsets};
/// let units: Vec<u16> = "é💩\nb".encode_utf16().collect();
/// let offsets = Offsets::new(Utf16, &units);
/// assert_eq!((offsets.at_code_point(2).unit, offsets.at_unit(4).line), (3, 1));
/// ```
#[derive(Clone)]
pub struct Offsets<'u, C: Codec> {
    codec: C,
    /// Up to where the text ends.
    units: &'u [C::Unit],
    /// From where it begins on.
    marks: Vec<Mark>,
    /// Where lines begin.
    lines: Vec<usize>,
}

/// How much there is, and not what.
impl<C: Codec> fmt::Debug for Offsets<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offsets")
            .field("codec", &self.codec)
            .field("units", &self.units.len())
            .field("lines", &self.lines.len())
            .finish_non_exhaustive()
    }
}

impl<'u, C: Codec> Offsets<'u, C> {
    /// Of a text, well-formed or not. A byte order mark tells the byte order, and is a code point like others; units of a scheme
    /// are bytes. The text of a layer is what the layer says, and what is around it has no places of its own; an input that the layer
    /// refuses is read as its encoder would write.
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
        let begun = codec.begin(&units[text.clone()], true, Options::default().default_endian);
        let codec = begun.and_then(|begun| begun.order).map_or(codec, |order| codec.with_order(order));
        let units = &units[..text.end];
        let mut now = Mark { unit: text.start, ..Mark::default() };
        let mut offsets = Offsets { codec, units, marks: vec![now], lines: vec![text.start] };
        let mut calm = CALM;
        while now.unit < units.len() {
            if calm == CALM {
                now = offsets.run(now);
                calm = 0;
                continue;
            }
            // What the run has left over, and what is ill-formed.
            let (behind, is_well_formed) = offsets.item(now);
            calm = if is_well_formed { calm + 1 } else { 0 };
            now = behind;
            offsets.keep(now);
        }
        offsets.find_lines();
        offsets
    }

    /// Keeps a place, if it is far enough behind the last one that is kept.
    fn keep(&mut self, now: Mark) {
        if now.unit >= self.next_kept() {
            self.marks.push(now);
        }
    }

    /// From here on a place is kept.
    fn next_kept(&self) -> usize {
        self.marks.last().map_or(0, |mark| mark.unit + STEP)
    }

    /// Whole sequences from a place on, as far as they are well-formed; places among them are kept. The kernel that validates has its
    /// price for each call, so it is given more at once than what lies between two of these places.
    fn run(&mut self, mut now: Mark) -> Mark {
        // By the text's own lifetime.
        let units = self.units;
        let piece = &units[now.unit..];
        let piece = &piece[..piece.len().min(PIECE)];
        let Some(shape) = Shape::of(self.codec.facts()) else { return self.decode(now, piece) };
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

    /// The same, by code points.
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

    /// One sequence, or one ill-formed part.
    fn step(&self, now: Mark) -> Mark {
        self.item(now).0
    }

    /// The same, and which of the two.
    fn item(&self, now: Mark) -> (Mark, bool) {
        let next = self.codec.decode_next(&self.units[now.unit..], true);
        let (len, utf_16_units) = match next {
            Ok(decoded) => (decoded.len, if decoded.code_point > 0xFFFF { 2 } else { 1 }),
            Err(NotDecoded::IllFormed(part)) => (part.len, 1),
            Err(NotDecoded::Incomplete) => (self.units.len() - now.unit, 1),
        };
        let behind = Mark {
            unit: now.unit + len.max(1),
            code_points: now.code_points + 1,
            utf_16_units: now.utf_16_units + utf_16_units,
        };
        (behind, next.is_ok())
    }

    fn find_lines(&mut self) {
        let facts = self.codec.facts();
        let is_bytes_of_wide = facts.width > 1 && C::Unit::BITS == 8;
        let is_elsewhere = !matches!(facts.table.encode(0x0A), Some(([0x0A, ..], 1)));
        // A lenient form may spell U+000A in other units as well.
        if is_bytes_of_wide || is_elsewhere || facts.table.has_second_spellings() {
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
        // Most blocks have none, and most rows of the others, which takes a few steps of vectors to see.
        let has_feed = |units: &[C::Unit]| units.iter().fold(false, |any, unit| any | is_feed(unit));
        for (k, block) in self.units[start..].chunks(64).enumerate().filter(|(_, block)| has_feed(block)) {
            for (j, row) in block.chunks(8).enumerate().filter(|(_, row)| has_feed(row)) {
                let feeds = row.iter().enumerate().filter(|(_, unit)| is_feed(unit));
                self.lines.extend(feeds.map(|(at, _)| start + 64 * k + 8 * j + at + 1));
            }
        }
    }

    /// The last sequence or ill-formed part that begins at or before what is asked for; the end, where that is behind it.
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

    fn place(&self, mark: Mark) -> Place {
        let line = self.lines.partition_point(|&start| start <= mark.unit) - 1;
        let start = self.floor(|mark| mark.unit, self.lines[line]);
        Place {
            unit: mark.unit,
            code_point: mark.code_points,
            utf_16_unit: mark.utf_16_units,
            line,
            column: mark.code_points - start.code_points,
            utf_16_column: mark.utf_16_units - start.utf_16_units,
        }
    }

    /// The place of a unit: where its sequence begins, or the end.
    ///
    /// ```
    /// use placemat::{form::Utf8, offsets::Offsets};
    /// let offsets = Offsets::new(Utf8, b"a\xFF\xE2\x82b");
    /// // Two ill-formed parts, of one byte and of two.
    /// assert_eq!((offsets.at_unit(3).unit, offsets.at_unit(4).code_point), (2, 3));
    /// ```
    pub fn at_unit(&self, unit: usize) -> Place {
        self.place(self.floor(|mark| mark.unit, unit))
    }

    /// The place of a code point, by its number; or the end.
    ///
    /// ```
    /// use placemat::{form::Cesu8, offsets::Offsets};
    /// let offsets = Offsets::new(Cesu8, b"\xED\xA0\xBD\xED\xB2\xA9b");
    /// assert_eq!(offsets.at_code_point(1).unit, 6);
    /// ```
    pub fn at_code_point(&self, code_point: usize) -> Place {
        self.place(self.floor(|mark| mark.code_points, code_point))
    }

    /// The place of a UTF-16 unit, by its number: where its code point begins; or the end.
    ///
    /// ```
    /// use placemat::{form::Utf8, offsets::Offsets};
    /// let offsets = Offsets::new(Utf8, "a💩b".as_bytes());
    /// assert_eq!([1, 2, 3].map(|unit| offsets.at_utf_16_unit(unit).unit), [1, 1, 5]);
    /// ```
    pub fn at_utf_16_unit(&self, utf_16_unit: usize) -> Place {
        self.place(self.floor(|mark| mark.utf_16_units, utf_16_unit))
    }

    /// The place of a line and a column of it, in code points, both from 0; `None` behind the end of the line.
    ///
    /// ```
    /// use placemat::{form::Utf8, offsets::Offsets};
    /// let offsets = Offsets::new(Utf8, "ab\ncd".as_bytes());
    /// assert_eq!(offsets.at_line_column(1, 1).unwrap().unit, 4);
    /// // Behind the last code point of a line is where it ends.
    /// assert_eq!((offsets.at_line_column(0, 2).unwrap().unit, offsets.at_line_column(0, 3)), (2, None));
    /// ```
    pub fn at_line_column(&self, line: usize, column: usize) -> Option<Place> {
        let start = self.at_unit(*self.lines.get(line)?);
        let place = self.at_code_point(start.code_point.checked_add(column)?);
        (place.line == line && place.column == column).then_some(place)
    }

    /// The same with a column in UTF-16 units, as editors count; in the middle of a pair, its code point.
    ///
    /// ```
    /// use placemat::{form::Utf8, offsets::Offsets};
    /// let offsets = Offsets::new(Utf8, "a\n💩b".as_bytes());
    /// assert_eq!(offsets.at_line_utf_16_column(1, 2).unwrap().unit, 6);
    /// ```
    pub fn at_line_utf_16_column(&self, line: usize, column: usize) -> Option<Place> {
        let start = self.at_unit(*self.lines.get(line)?);
        let place = self.at_utf_16_unit(start.utf_16_unit.checked_add(column)?);
        let is_there = place.line == line && column - place.utf_16_column <= 1;
        (is_there && (place.utf_16_column == column || place.unit < self.units.len())).then_some(place)
    }

    /// How many lines: one more than there are U+000A.
    ///
    /// ```
    /// use placemat::{form::Utf8, offsets::Offsets};
    /// assert_eq!(Offsets::new(Utf8, b"a\nb\n").lines(), 3);
    /// ```
    pub fn lines(&self) -> usize {
        self.lines.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoding;
    use crate::form::{Cesu8, Mutf8, Utf8, Utf16, Wtf8};
    use crate::random::Random;

    /// Every place of a text, counted one by one.
    fn places<C: Codec>(codec: C, units: &[C::Unit]) -> Vec<Place> {
        let offsets = Offsets { codec, units, marks: vec![], lines: vec![] };
        let (mut places, mut now, mut place) = (vec![], Mark::default(), Place::default());
        loop {
            places.push(place);
            if now.unit == units.len() {
                return places;
            }
            let next = offsets.step(now);
            let is_feed =
                codec.decode_next(&units[now.unit..], true).is_ok_and(|decoded| decoded.code_point == 0x0A);
            place = Place {
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
        let steps = offsets.marks.windows(2).map(|pair| pair[1].unit - pair[0].unit);
        assert!(steps.clone().all(|step| (STEP..2 * STEP).contains(&step)), "{codec:?}");
        assert_eq!(steps.count() == 0, units.len() < STEP);
        let last = places[places.len() - 1];
        assert_eq!((offsets.at_unit(usize::MAX), offsets.lines()), (last, last.line + 1));
    }

    /// More than is validated at once, with sequences of all lengths at the cuts.
    #[test]
    fn places_of_long_texts_are_found() {
        for shift in 0..3 {
            let text = "b".repeat(shift) + &"€é💩\n".repeat(PIECE / 5);
            check(Utf8, text.as_bytes());
            check(Utf16, &text.encode_utf16().collect::<Vec<_>>());
            check(Encoding::Utf16Le, &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
            check(Cesu8, &crate::encode_str(Cesu8, &text).unwrap());
            let mut dirty = text.into_bytes();
            dirty[PIECE - 1] = 0xFF;
            check(Utf8, &dirty);
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
