//! An encoding is a table: the reference from which everything else is derived.
//!
//! A [`Row`] maps the sequences of code units from a first to a last one, in lexicographic order over the
//! alphabets of the trailing units, to a contiguous range of code points. The sequences of a row are numbered
//! in that order: the *rank* of a sequence is a number in mixed radix whose digits are the positions of the
//! units in their alphabets. Decoding computes the rank, and encoding inverts it. A prefix is *viable* if and
//! only if one of the ranks that it can be completed to is a rank of the row.
//!
//! Besides the rows of the encoding, there are *excluded* rows: the sequences that a decoder which only masks
//! bits would read, each with the reason why the encoding does not contain them. They give errors their kind
//! and the chart its reasons, and never make anything well-formed.
//!
//! [`Table::new`] proves what it can at compile time: a wrong digit in a table does not compile.

mod alphabet;
mod decode;
mod permuted;
mod row;

use core::fmt;

pub use alphabet::Alphabet;
pub(crate) use decode::could_be_well_formed;
pub use decode::{Decoded, IllFormed, NotDecoded};
pub(crate) use permuted::{PermutedRows, inverse};
pub use row::Row;
pub(crate) use row::Standing;

use crate::error::ErrorKind;

/// The length of the longest sequence of any table, in units.
pub(crate) const MAX_SEQUENCE: usize = 6;

/// Returns `true` if a row of a table satisfies a condition. (Constants have neither iterators nor closures.)
macro_rules! any_row {
    ($table:expr, $row:ident => $holds:expr) => {{
        let (rows, mut k, mut is_found) = ($table.rows, 0, false);
        while k < rows.len() && !is_found {
            let $row = &rows[k];
            is_found = $holds;
            k += 1;
        }
        is_found
    }};
}

/// The maximum number of rows in a bucket of the index, one for each lead unit.
const BUCKET: usize = 4;
const NO_ROW: u8 = u8::MAX;

/// The table of an encoding form: its rows, its excluded rows, and an index by lead unit.
///
/// ```
/// use placemat::table::{Alphabet, Row, Table};
/// // UTF-8 of up to two bytes. With one digit wrong this would not compile.
/// const TRAIL: Alphabet = Alphabet::new(0x80, 0xBF);
/// const TABLE: Table = Table::new(
///     8,
///     &[Row::single(0x00, 0x7F, 0x00), Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], TRAIL, 0x80, 0x7FF)],
///     &[],
/// );
/// assert_eq!(TABLE.encode(0xE9).unwrap().0[..2], [0xC3, 0xA9]);
/// ```
pub struct Table {
    rows: &'static [Row],
    excluded: &'static [Row],
    unit_bits: u32,
    /// Rows by lead unit, longest first; 16-bit leads by their high byte, 32-bit ones all together.
    index: [[u8; BUCKET]; 256],
}

/// Prints everything except the index.
impl fmt::Debug for Table {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("unit_bits", &self.unit_bits)
            .field("rows", &self.rows())
            .field("excluded", &self.excluded())
            .finish_non_exhaustive()
    }
}

impl Table {
    /// The length of the longest sequence of any table, in units.
    ///
    /// ```
    /// use placemat::{form::{CorrectedUtf8, Form}, table::{Row, Table}};
    /// assert_eq!(CorrectedUtf8::TABLE.rows().iter().map(Row::len).max(), Some(Table::MAX_SEQUENCE));
    /// ```
    pub const MAX_SEQUENCE: usize = MAX_SEQUENCE;

    /// Creates a table of units of `unit_bits` bits.
    ///
    /// ```
    /// use placemat::table::{Row, Table};
    /// static UCS_2: Table = Table::new(16, &[Row::single(0x0000, 0xFFFF, 0x0000)], &[]);
    /// assert_eq!(UCS_2.encode(0xD800), Some(([0xD800, 0, 0, 0, 0, 0], 1)));
    /// ```
    ///
    /// Two spellings of one code point do not compile:
    ///
    /// ```compile_fail
    /// # use placemat::table::{Alphabet, Row, Table};
    /// const TRAIL: Alphabet = Alphabet::new(0x80, 0xBF);
    /// static TABLE: Table = Table::new(
    ///     8,
    ///     &[Row::single(0x00, 0x7F, 0x00), Row::new(&[0xC0, 0x80], &[0xC1, 0xBF], TRAIL, 0x00, 0x7F)],
    ///     &[],
    /// );
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the rows are not in ascending order of their sequences, or if two rows that are written
    /// share a code point. Panics if a sequence is in two rows or begins with another one (except in rows of
    /// pairs). In a `const` or `static`, these are compile-time errors.
    #[inline]
    pub const fn new(unit_bits: u32, rows: &'static [Row], excluded: &'static [Row]) -> Self {
        assert!(!rows.is_empty() && rows.len() < NO_ROW as usize);
        let mut table = Table { rows, excluded, unit_bits, index: [[NO_ROW; BUCKET]; 256] };
        let mut k = 0;
        while k < excluded.len() {
            assert!(!excluded[k].is_read(), "an excluded row has its reason");
            k += 1;
        }
        table.prove();
        table.fill_index();
        table
    }

    /// Returns the rows of the encoding in ascending order of their sequences. Rows of pairs are ordered by
    /// their lead surrogates.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8};
    /// assert!(Utf8::TABLE.rows().iter().map(|row| row.len()).eq([1, 2, 3, 3, 4]));
    /// ```
    #[inline]
    pub const fn rows(&self) -> &'static [Row] {
        self.rows
    }

    /// Returns `true` if the units below 80 stand for ASCII and nothing else.
    #[inline]
    pub(crate) const fn is_ascii_transparent(&self) -> bool {
        let (mut ascii, mut k) = (0, 0);
        while k < self.rows.len() {
            let row = &self.rows[k];
            let (first, last) = row.code_points;
            if row.len == 1 && row.is_read() && row.first[0] == first && first < 0x80 {
                ascii += (if last < 0x7F { last } else { 0x7F }) - first + 1;
            }
            let mut place = 1;
            while place < row.len as usize {
                if row.alphabets[place].first < 0x80 {
                    return false;
                }
                place += 1;
            }
            k += 1;
        }
        ascii == 0x80
    }

    /// Returns `true` if sequence boundaries can be found from any position: a unit that begins one is not in
    /// the middle of another. The second unit of a pair may begin one, because the pair is looked for first.
    #[inline]
    pub(crate) const fn resynchronizes(&self) -> bool {
        let mut k = 0;
        while k < self.rows.len() {
            let row = &self.rows[k];
            let mut place = 1;
            while place < row.len as usize {
                if row.is_read()
                    && place != row.trail_start as usize
                    && self.begins_with_one_of(&row.alphabets[place])
                {
                    return false;
                }
                place += 1;
            }
            k += 1;
        }
        true
    }

    /// Returns `true` if a sequence, or the trail surrogate of a pair, begins with one of these units.
    const fn begins_with_one_of(&self, units: &Alphabet) -> bool {
        any_row!(self, row => {
            let trail = row.trail_start as usize;
            let begins = row.alphabets[0].meets(units)
                || trail > 0 && trail + 1 < row.len as usize && row.alphabets[trail].meets(units);
            row.is_read() && begins
        })
    }

    /// Returns `true` if ASCII is written as itself.
    #[inline]
    pub(crate) const fn writes_ascii(&self) -> bool {
        let (mut ascii, mut k) = (0, 0);
        while k < self.rows.len() {
            let row = &self.rows[k];
            let (first, last) = row.code_points;
            if row.len == 1 && row.is_written() && row.first[0] == first && first < 0x80 {
                ascii += (if last < 0x7F { last } else { 0x7F }) - first + 1;
            }
            k += 1;
        }
        ascii == 0x80
    }

    /// Returns `true` if the rows of single units cover every unit.
    #[inline]
    pub(crate) const fn never_fails(&self) -> bool {
        let (mut singles, mut k) = (0, 0);
        while k < self.rows.len() {
            if self.rows[k].len == 1 && self.rows[k].is_read() {
                singles += self.rows[k].count();
            }
            k += 1;
        }
        singles == 1 << self.unit_bits
    }

    /// Returns the length in units of the longest sequence that is written, or of the longest one that is
    /// read.
    #[inline]
    pub(crate) const fn longest(&self, is_written: bool) -> usize {
        let (mut longest, mut k) = (1, 0);
        while k < self.rows.len() {
            let row = &self.rows[k];
            if row.len() > longest && if is_written { row.is_written() } else { row.is_read() } {
                longest = row.len();
            }
            k += 1;
        }
        longest
    }

    /// Returns `true` if a second spelling is read, which is never written.
    #[inline]
    pub(crate) const fn has_second_spellings(&self) -> bool {
        any_row!(self, row => row.is_read() && !row.is_written())
    }

    /// Returns `true` if ASCII characters are read from more units than the one that is written.
    #[inline]
    pub(crate) const fn reads_overlong(&self) -> bool {
        any_row!(self, row => row.is_read() && !row.is_written() && row.len > 1 && row.code_points.0 < 0x80)
    }

    /// Returns `true` if a row of surrogate pairs is read.
    #[inline]
    pub(crate) const fn reads_pairs(&self) -> bool {
        any_row!(self, row => row.trail_start != 0 && row.is_read())
    }

    /// Returns `true` if U+0000 is read from a single unit only.
    #[inline]
    pub(crate) const fn has_nul_alone(&self) -> bool {
        !any_row!(self, row => row.is_read() && row.code_points.0 == 0 && row.len > 1)
    }

    /// Returns `true` if a row of surrogate pairs is excluded.
    #[inline]
    pub(crate) const fn excludes_pairs(&self) -> bool {
        any_row!(self, row => row.trail_start != 0 && !row.is_read())
    }

    /// Returns `true` if all units except surrogates stand for themselves, up to U+10FFFF.
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        let end = if self.unit_bits == 16 { 0xFFFF } else { 0x10_FFFF };
        let (mut below, mut above, mut k) = (false, false, 0);
        while k < self.rows.len() {
            let row = &self.rows[k];
            if row.len == 1 && row.is_read() && row.first[0] == row.code_points.0 {
                below |= row.first[0] == 0 && row.last[0] >= 0xD7FF;
                above |= row.first[0] <= 0xE000 && row.last[0] >= end;
            }
            k += 1;
        }
        self.unit_bits > 8 && below && above
    }

    /// Returns the excluded rows, each with its reason.
    ///
    /// ```
    /// use placemat::{form::{Form, Utf8}, ErrorKind};
    /// let mut reasons = Utf8::TABLE.excluded().iter().map(|row| row.reason());
    /// assert!(reasons.any(|reason| reason == Some(ErrorKind::Surrogate)));
    /// ```
    #[inline]
    pub const fn excluded(&self) -> &'static [Row] {
        self.excluded
    }

    /// Returns the width of the units: 8, 16 or 32 bits.
    ///
    /// ```
    /// use placemat::form::{Cesu8, Form, Utf16};
    /// assert_eq!((Utf16::TABLE.unit_bits(), Cesu8::TABLE.unit_bits()), (16, 8));
    /// ```
    #[inline]
    pub const fn unit_bits(&self) -> u32 {
        self.unit_bits
    }

    #[inline]
    const fn prove(&self) {
        let mut k = 0;
        while k < self.rows.len() {
            let row = &self.rows[k];
            let mut j = 0;
            while j < k {
                let other = &self.rows[j];
                if row.trail_start == 0 && other.trail_start == 0 {
                    let order = Row::order(&other.last, other.len, &row.first, row.len);
                    assert!(order < 0, "rows ascend by sequence, and no sequence begins with another");
                }
                if row.is_written() && other.is_written() {
                    let apart =
                        row.code_points.1 < other.code_points.0 || other.code_points.1 < row.code_points.0;
                    assert!(apart, "a code point has one spelling");
                }
                j += 1;
            }
            k += 1;
        }
        // An excluded row must not contain a sequence of the encoding.
        k = 0;
        while k < self.excluded.len() {
            let row = &self.excluded[k];
            let mut j = 0;
            while j < self.rows.len() {
                let other = &self.rows[j];
                if other.trail_start == 0 {
                    let apart = Row::order(&row.last, row.len, &other.first, other.len) < 0
                        || Row::order(&other.last, other.len, &row.first, row.len) < 0;
                    assert!(apart, "an excluded row lies beside the encoding");
                }
                j += 1;
            }
            k += 1;
        }
    }

    #[inline]
    const fn bucket_of(unit_bits: u32, unit: u32) -> usize {
        (match unit_bits {
            8 => unit,
            16 => unit >> 8,
            _ => 0,
        }) as usize
            & 0xFF
    }

    #[inline]
    const fn fill_index(&mut self) {
        // Longest first, so that a pair is found before its lead surrogate.
        let mut len = MAX_SEQUENCE;
        while len > 0 {
            let mut k = 0;
            while k < self.rows.len() {
                let row = &self.rows[k];
                if row.len as usize == len {
                    let mut bucket = Table::bucket_of(self.unit_bits, row.first[0]);
                    while bucket <= Table::bucket_of(self.unit_bits, row.last[0]) {
                        let mut slot = 0;
                        while self.index[bucket][slot] != NO_ROW {
                            slot += 1;
                        }
                        self.index[bucket][slot] = k as u8;
                        bucket += 1;
                    }
                }
                k += 1;
            }
            len -= 1;
        }
    }

    /// Returns the sequence of a code point in an array, and its length in units; `None` if it has none.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8};
    /// let (units, len) = Utf8::TABLE.encode(0x20AC).unwrap();
    /// assert_eq!(units[..len], [0xE2, 0x82, 0xAC]);
    /// assert!(Utf8::TABLE.encode(0xD800).is_none());
    /// ```
    #[inline(always)]
    pub const fn encode(&self, code_point: u32) -> Option<([u32; MAX_SEQUENCE], usize)> {
        let mut k = 0;
        while k < self.rows.len() {
            let row = &self.rows[k];
            if row.holds(code_point) && row.is_written() {
                return Some((row.sequence(code_point), row.len as usize));
            }
            k += 1;
        }
        None
    }

    /// Returns the rows and the excluded rows of this table without U+D800..U+DFFF (the option
    /// `refuse_surrogates`). A row with surrogates is cut into three, and the middle part is excluded.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8Rfc2279};
    /// use placemat::table::{Row, Table};
    /// const PARTS: ([Row; 7], [Row; 6]) = Utf8Rfc2279::TABLE.without_surrogates();
    /// static TABLE: Table = Table::new(8, &PARTS.0, &PARTS.1);
    /// assert!(TABLE.encode(0xD800).is_none() && TABLE.encode(0xE000).is_some());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the numbers of rows are not `ROWS` and `EXCLUDED`; in a `const` or `static`, this is a
    /// compile-time error.
    #[inline]
    pub const fn without_surrogates<const ROWS: usize, const EXCLUDED: usize>(
        &self,
    ) -> ([Row; ROWS], [Row; EXCLUDED]) {
        let (mut rows, mut excluded) = ([self.rows[0]; ROWS], [self.rows[0]; EXCLUDED]);
        let (mut n, mut m, mut k) = (0, 0, 0);
        while m < self.excluded.len() {
            excluded[m] = self.excluded[m];
            m += 1;
        }
        while k < self.rows.len() {
            let row = &self.rows[k];
            let (first, last) = row.code_points;
            if first < 0xD800 && last > 0xDFFF {
                rows[n] = row.between(first, 0xD7FF);
                rows[n + 1] = row.between(0xE000, last);
                excluded[m] = row.between(0xD800, 0xDFFF).excluded(ErrorKind::Surrogate);
                n += 2;
                m += 1;
            } else {
                rows[n] = *row;
                n += 1;
            }
            k += 1;
        }
        assert!(n == ROWS && m == EXCLUDED, "every row is there, and no other");
        (rows, excluded)
    }
}
