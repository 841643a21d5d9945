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
mod find;
mod sum;
mod text;
mod tree;

use alloc::vec;
use core::fmt;
use core::ops::Range;

use find::{Counted, Find, FindInLine};
use sum::{Measure, Sum};
use text::{REACH, Text};
use tree::Part;

use crate::cast::bytes_of;
use crate::codec::{Codec, begun};
use crate::kernel::ByWords;
use crate::options::Options;
use crate::simd::Isa;

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

/// The positions of a text. The kernels read it once or twice; each look-up then takes logarithmic time. So does
/// an [edit](Offsets::edited) of nearly every text.
///
/// ```
/// use placemat::{offsets::Offsets, form::Utf16};
/// let units: Vec<u16> = "é💩\nb".encode_utf16().collect();
/// let offsets = Offsets::new(Utf16, &units);
/// assert_eq!((offsets.at_code_point(2).unit, offsets.at_unit(4).line), (3, 1));
/// ```
#[derive(Clone)]
pub struct Offsets<'u, C: Codec> {
    /// What the caller reads with.
    given: C,
    /// The number of units of the caller.
    all: usize,
    /// The number of units before the text.
    start: usize,
    text: Text<'u, C>,
    tree: Part,
}

/// Prints sizes, not contents.
impl<C: Codec> fmt::Debug for Offsets<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offsets")
            .field("codec", &self.text.codec)
            .field("units", &(self.start + self.tree.sum.units()))
            .field("lines", &self.lines())
            .finish_non_exhaustive()
    }
}

/// Returns the codec to read with, and the range that is text.
fn text_of<C: Codec>(codec: C, units: &[C::Unit]) -> (C, Range<usize>) {
    let (codec, text) = match codec.resolve(units) {
        Ok(resolved) => (resolved.codec, resolved.text),
        Err(_) => (codec.unframed(), 0..units.len()),
    };
    let (codec, _) = begun(codec, &units[text.clone()], Options::default().default_endian);
    (codec, text)
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
        let (reader, range) = text_of(codec, units);
        let (all, start) = (units.len(), range.start);
        let text = Text { codec: reader, units: &units[range] };
        let mut pieces = vec![];
        text.pieces(0, |_| text.units.len(), &mut pieces);
        Offsets { given: codec, all, start, text, tree: Part::of_pieces(pieces) }
    }

    /// Returns the positions of the text after an edit: what [`new`](Offsets::new) would build from it, at
    /// the cost of the edit. `units` is the whole new text. It equals the old one, except that `inserted`
    /// units have taken the place of the range `replaced`.
    ///
    /// [`without_text`](Offsets::without_text) ends the borrow of the old text, so that it can be edited.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Utf8};
    /// let mut text = String::from("a\nb");
    /// let offsets = Offsets::new(Utf8, text.as_bytes()).without_text();
    /// text.replace_range(1..2, "é\n\n");
    /// let offsets = offsets.edited(text.as_bytes(), 1..2, 4);
    /// assert_eq!((offsets.at_unit(5).line, offsets.lines()), (2, 3));
    /// ```
    ///
    /// The cost is proportional to the edit, plus the logarithm of the length of the text: besides the
    /// inserted units, about ten thousand are read at most. It is higher in these cases:
    ///
    /// - A wrapper must see its whole input, so the positions are built again. They are also built again if
    ///   the edit changes the byte order.
    /// - Some encodings do not show from any position where sequences begin (`resynchronizes` of
    ///   [`Codec::info`]). Their text is read up to where old and new boundaries coincide, which may be its
    ///   end. So is the text of a scheme if the edit does not consist of whole units of its form. A
    ///   reserved sequence of Corrected UTF-8 that the edit touches is read as a whole.
    /// - While a clone of the positions exists, the nodes of the tree that they share are copied before they
    ///   change. That is again proportional to the edit and the logarithm.
    ///
    /// # Panics
    ///
    /// Panics if the range is not in the old text, or if the length of the new text does not follow from
    /// the length of the old text and the edit. If the new text differs from the old one elsewhere,
    /// look-ups return wrong positions, or panic.
    #[must_use]
    pub fn edited<'v>(self, units: &'v [C::Unit], replaced: Range<usize>, inserted: usize) -> Offsets<'v, C> {
        let Range { start, end } = replaced;
        assert!(start <= end && end <= self.all, "the range {start}..{end} is not in the old text");
        let all = (self.all - (end - start)).checked_add(inserted);
        assert!(all == Some(units.len()), "the new text has another length than the edit says");
        if start == end && inserted == 0 {
            let text = &units[self.start..self.start + self.tree.sum.units()];
            return Offsets {
                given: self.given,
                all: self.all,
                start: self.start,
                text: Text { codec: self.text.codec, units: text },
                tree: self.tree,
            };
        }
        if self.given.info().is_wrapper() {
            return Offsets::new(self.given, units);
        }
        let (codec, range) = text_of(self.given, units);
        let order = |codec: C| (codec.info().name, codec.info().order);
        if order(codec) != order(self.text.codec) {
            return Offsets::new(self.given, units);
        }
        let text = Text { codec, units: &units[range] };
        let tree = edit(&text, self.tree, start..end, inserted);
        Offsets { given: self.given, all: units.len(), start: 0, text, tree }
    }

    /// Ends the borrow of the text, so that it can be edited, or moved. [`edited`](Offsets::edited) takes a
    /// text again: the edited one, or the same one after an edit that replaces nothing by nothing, which
    /// takes constant time.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Utf8};
    /// struct Document {
    ///     text: String,
    ///     offsets: Offsets<'static, Utf8>,
    /// }
    /// let text = String::from("a\nb");
    /// let offsets = Offsets::new(Utf8, text.as_bytes()).without_text();
    /// let document = Document { text, offsets };
    /// let offsets = document.offsets.clone().edited(document.text.as_bytes(), 0..0, 0);
    /// assert_eq!(offsets.at_unit(2).line, 1);
    /// ```
    ///
    /// A clone shares what it has with the original, and takes constant time.
    ///
    /// Until there is a text again, look-ups return wrong positions, or panic. Only [`lines`](Offsets::lines)
    /// does not need it.
    #[must_use]
    pub fn without_text(self) -> Offsets<'static, C> {
        let text = Text { codec: self.text.codec, units: &[] };
        Offsets { given: self.given, all: self.all, start: self.start, text, tree: self.tree }
    }

    /// Returns the position of the last sequence or ill-formed subsequence that begins at or before a number;
    /// of the end, if the number is after it.
    #[inline]
    fn find(&self, measure: Measure, number: usize) -> Position {
        let walk = |before, measure, number| self.text.walk(before, measure, number);
        Isa::current().run(Find { counted: self.counted(&walk), measure, number })
    }

    /// Returns the position of a line and a column in it. Returns `None` if there is none.
    #[inline]
    fn find_in_line<const IN_UTF_16: bool>(&self, line: usize, column: usize) -> Option<Position> {
        let walk = |before, measure, number| self.text.walk(before, measure, number);
        Isa::current().run(FindInLine::<IN_UTF_16> { counted: self.counted(&walk), line, column })
    }

    /// Returns what look-ups read.
    #[inline]
    fn counted<'a>(&'a self, walk: &'a dyn Fn(Sum, Measure, usize) -> Sum) -> Counted<'a> {
        Counted { tree: &self.tree, text: bytes_of(self.text.units), start: self.start, walk }
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
        self.find(Measure::Units, unit.saturating_sub(self.start))
    }

    /// Returns the position of a code point by its number, or the end of the text.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Cesu8};
    /// let offsets = Offsets::new(Cesu8, b"\xED\xA0\xBD\xED\xB2\xA9b");
    /// assert_eq!(offsets.at_code_point(1).unit, 6);
    /// ```
    pub fn at_code_point(&self, code_point: usize) -> Position {
        self.find(Measure::CodePoints, code_point)
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
        self.find(Measure::Utf16Units, utf_16_unit)
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
        self.find_in_line::<false>(line, column)
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
        self.find_in_line::<true>(line, column)
    }

    /// Returns the number of lines: one more than the number of U+000A.
    ///
    /// ```
    /// use placemat::{offsets::Offsets, form::Utf8};
    /// assert_eq!(Offsets::new(Utf8, b"a\nb\n").lines(), 3);
    /// ```
    pub fn lines(&self) -> usize {
        1 + self.tree.sum.lines()
    }
}

/// Changes the pieces that an edit is in. `text` is the new text.
fn edit<C: Codec>(text: &Text<'_, C>, mut tree: Part, replaced: Range<usize>, inserted: usize) -> Part {
    let old_end = tree.sum.units();
    let to_old = |place: usize| place.max(replaced.start + inserted) - inserted + replaced.len();
    // What begins before this place does not depend on the edit.
    let unchanged = replaced.start.saturating_sub(REACH);
    let from = if unchanged < old_end { tree.piece(Measure::Units, unchanged, ByWords).0.units() } else { 0 };
    // After the edit, what begins where something began is the same.
    let end_from = |place: usize| {
        let place = to_old(place);
        let end = if place < old_end {
            let (before, piece) = tree.piece(Measure::Units, place, ByWords);
            // What is inserted at the start joins the first piece.
            let is_start = before.units() == place && place > from;
            if is_start { place } else { before.units() + piece.sum.units() }
        } else {
            old_end
        };
        end - replaced.len() + inserted
    };
    let mut pieces = vec![];
    let end = to_old(text.pieces(from, end_from, &mut pieces));
    if tree.splice(from..end, &mut pieces) {
        return tree;
    }
    let (first, rest) = tree.cut(from);
    let (_, last) = rest.cut(end - from);
    first.then(Part::of_pieces(pieces)).then(last)
}

#[cfg(test)]
mod tests;
