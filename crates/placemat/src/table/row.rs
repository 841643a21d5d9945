//! Rows: a range of sequences and the range of code points that they stand for.

use super::{Alphabet, MAX_SEQUENCE};
use crate::cast::value_at;
use crate::error::ErrorKind;
use crate::unit::Unit;

/// The role of a row in its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Read and written.
    Both,
    /// Read by a lenient decoder and never written: a second spelling.
    DecodeOnly,
    /// Ill-formed, for this reason.
    Excluded(ErrorKind),
}

/// A range of sequences and the range of code points that they stand for.
///
/// ```
/// use placemat::form::{Form, Utf8};
/// let row = Utf8::TABLE.rows()[1];
/// assert_eq!(row.sequences(), (&[0xC2, 0x80][..], &[0xDF, 0xBF][..]));
/// assert_eq!((row.code_points(), row.count()), ((0x80, 0x7FF), 1_920));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub(super) len: u8,
    pub(super) trail_start: u8,
    pub(super) standing: Standing,
    pub(super) first: [u32; MAX_SEQUENCE],
    pub(super) last: [u32; MAX_SEQUENCE],
    pub(super) alphabets: [Alphabet; MAX_SEQUENCE],
    pub(super) weights: [u64; MAX_SEQUENCE],
    pub(super) rank_first: u64,
    pub(super) rank_last: u64,
    pub(super) code_points: (u32, u32),
}

/// How much of the units a row shares.
pub(super) struct Shared {
    /// The length of the longest prefix of the units that begins a sequence of the row.
    pub(super) len: usize,
    /// The rank of that prefix, if it is a whole sequence.
    pub(super) complete: Option<u64>,
}

impl Row {
    /// Creates a row of the sequences `first ..= last`, whose trailing units are from one alphabet, for a
    /// range of code points.
    ///
    /// ```
    /// use placemat::table::{Alphabet, Row};
    /// const TWO: Row = Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], Alphabet::new(0x80, 0xBF), 0x80, 0x7FF);
    /// assert_eq!(TWO.len(), 2);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the number of sequences is not that of code points, or if a unit is not in its alphabet; in
    /// a table, at compile time.
    #[inline]
    pub const fn new(first: &[u32], last: &[u32], trail: Alphabet, first_cp: u32, last_cp: u32) -> Self {
        Row::with_alphabets(first, last, &[trail; MAX_SEQUENCE - 1], first_cp, last_cp)
    }

    /// Creates a row of single units: `first ..= last` for the code points from `first_cp` on.
    ///
    /// ```
    /// use placemat::table::Row;
    /// assert_eq!(Row::single(0x00, 0x7F, 0x00).code_points(), (0x00, 0x7F));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`new`](Row::new).
    #[inline]
    pub const fn single(first: u32, last: u32, first_cp: u32) -> Self {
        let alphabet = Alphabet::new(first, last);
        Row::new(&[first], &[last], alphabet, first_cp, first_cp + (last - first))
    }

    /// Creates a row of the supplementary code points, each as a lead and a trail surrogate. `first` and
    /// `last` are whole pairs, whose trail surrogate begins at unit `trail_start`.
    ///
    /// A maximal subpart never extends over a second lead (CONFORMANCE.md, decision 10).
    ///
    /// ```
    /// use placemat::table::{Alphabet, Row};
    /// // Table 3-5, second line.
    /// let trail = Alphabet::new(0xDC00, 0xDFFF);
    /// let pairs = Row::pairs(&[0xD800, 0xDC00], &[0xDBFF, 0xDFFF], &[trail], 1);
    /// assert_eq!((pairs.code_points(), pairs.count()), ((0x1_0000, 0x10_FFFF), 1024 * 1024));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`new`](Row::new).
    #[inline]
    pub const fn pairs(first: &[u32], last: &[u32], trail: &[Alphabet], trail_start: u8) -> Self {
        let mut row = Row::with_alphabets(first, last, trail, 0x1_0000, 0x10_FFFF);
        row.trail_start = trail_start;
        row
    }

    #[inline]
    const fn with_alphabets(
        first: &[u32],
        last: &[u32],
        trail: &[Alphabet],
        first_cp: u32,
        last_cp: u32,
    ) -> Self {
        let len = first.len();
        assert!(len >= 1 && len <= MAX_SEQUENCE && last.len() == len, "a row's sequences are of one length");
        let mut row = Row {
            len: len as u8,
            trail_start: 0,
            standing: Standing::Both,
            first: [0; MAX_SEQUENCE],
            last: [0; MAX_SEQUENCE],
            alphabets: [Alphabet::new(first[0], last[0]); MAX_SEQUENCE],
            weights: [1; MAX_SEQUENCE],
            rank_first: 0,
            rank_last: 0,
            code_points: (first_cp, last_cp),
        };
        let mut k = 0;
        while k < len {
            row.first[k] = first[k];
            row.last[k] = last[k];
            if k > 0 {
                row.alphabets[k] = trail[k - 1];
            }
            k += 1;
        }
        k = len - 1;
        while k > 0 {
            row.weights[k - 1] = row.weights[k] * row.alphabets[k].size();
            k -= 1;
        }
        row.rank_first = row.const_rank(&row.first);
        row.rank_last = row.const_rank(&row.last);
        assert!(row.rank_first <= row.rank_last && first_cp <= last_cp, "a row ascends");
        assert!(
            row.rank_last - row.rank_first == (last_cp - first_cp) as u64,
            "a row holds as many sequences as code points"
        );
        row
    }

    /// Returns the row with the same sequences, which are only read.
    ///
    /// ```
    /// use placemat::table::Row;
    /// // The byte 00, to a lenient decoder of Modified UTF-8.
    /// let nul = Row::single(0x00, 0x00, 0x00).decode_only();
    /// assert!(nul.is_read() && !nul.is_written());
    /// ```
    #[inline]
    pub const fn decode_only(mut self) -> Self {
        self.standing = Standing::DecodeOnly;
        self
    }

    /// Returns the row with the same sequences, which are ill-formed: what a decoder that only masks bits
    /// would read.
    ///
    /// ```
    /// use placemat::{table::{Alphabet, Row}, ErrorKind};
    /// let overlong = Row::new(&[0xC0, 0x80], &[0xC1, 0xBF], Alphabet::new(0x80, 0xBF), 0x00, 0x7F);
    /// let overlong = overlong.excluded(ErrorKind::Overlong);
    /// assert_eq!(overlong.reason(), Some(ErrorKind::Overlong));
    /// ```
    #[inline]
    pub const fn excluded(mut self, kind: ErrorKind) -> Self {
        self.standing = Standing::Excluded(kind);
        self
    }

    #[inline]
    const fn const_rank(&self, units: &[u32; MAX_SEQUENCE]) -> u64 {
        let (mut rank, mut k) = (0, 0);
        while k < self.len as usize {
            match self.alphabets[k].digit(units[k]) {
                Some(digit) => rank += digit as u64 * self.weights[k],
                None => panic!("a unit of a row is not of its alphabet"),
            }
            k += 1;
        }
        rank
    }

    /// Returns the length of its sequences in units.
    ///
    /// ```
    /// use placemat::form::{Cesu8, Form, Utf16};
    /// let longest = |rows: &[placemat::table::Row]| rows.iter().map(|row| row.len()).max();
    /// assert_eq!((longest(Cesu8::TABLE.rows()), longest(Utf16::TABLE.rows())), (Some(6), Some(2)));
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "a sequence is never empty")]
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the position in units at which the trail surrogate begins in a row of pairs; `None` for other
    /// rows.
    ///
    /// ```
    /// use placemat::form::{Cesu8, Form, Utf16};
    /// assert_eq!((Cesu8::TABLE.rows()[3].trail_start(), Utf16::TABLE.rows()[1].trail_start()), (Some(3), Some(1)));
    /// ```
    #[inline]
    pub const fn trail_start(&self) -> Option<usize> {
        if self.trail_start == 0 { None } else { Some(self.trail_start as usize) }
    }

    /// Returns the role of the row in its encoding.
    #[inline]
    pub(crate) const fn standing(&self) -> Standing {
        self.standing
    }

    /// Returns why the sequences are ill-formed, if they are.
    ///
    /// ```
    /// use placemat::{form::{Form, Wtf8}, ErrorKind};
    /// // The surrogate pair byte sequences (the WTF-8 specification, 6).
    /// assert_eq!(Wtf8::TABLE.rows()[3].reason(), Some(ErrorKind::SurrogatePair));
    /// assert_eq!(Wtf8::TABLE.rows()[2].reason(), None);
    /// ```
    #[inline]
    pub const fn reason(&self) -> Option<ErrorKind> {
        match self.standing {
            Standing::Excluded(kind) => Some(kind),
            Standing::Both | Standing::DecodeOnly => None,
        }
    }

    /// Returns the first and the last sequence.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8};
    /// let (first, last) = Utf8::TABLE.rows()[4].sequences();
    /// assert_eq!((first, last), (&[0xF0, 0x90, 0x80, 0x80][..], &[0xF4, 0x8F, 0xBF, 0xBF][..]));
    /// ```
    #[inline]
    pub fn sequences(&self) -> (&[u32], &[u32]) {
        (&self.first[..self.len()], &self.last[..self.len()])
    }

    /// Returns the first and the last code point.
    ///
    /// ```
    /// use placemat::form::{CorrectedUtf8, Form};
    /// // Each length begins where the shorter one ends.
    /// assert_eq!(CorrectedUtf8::TABLE.rows()[1].code_points(), (0xA0, 0x89F));
    /// ```
    #[inline]
    pub const fn code_points(&self) -> (u32, u32) {
        self.code_points
    }

    /// Returns the units that are allowed at each place. Those at the first place are the leads of the row.
    ///
    /// ```
    /// use placemat::{form::{Form, Utf8}, table::Alphabet};
    /// let continuation = Alphabet::new(0x80, 0xBF);
    /// assert_eq!(Utf8::TABLE.rows()[1].alphabets(), [Alphabet::new(0xC2, 0xDF), continuation]);
    /// ```
    #[inline]
    pub fn alphabets(&self) -> &[Alphabet] {
        &self.alphabets[..self.len()]
    }

    #[inline]
    pub(crate) const fn const_sequences(&self) -> ([u32; MAX_SEQUENCE], [u32; MAX_SEQUENCE]) {
        (self.first, self.last)
    }

    #[inline]
    pub(crate) const fn alphabet(&self, place: usize) -> Alphabet {
        self.alphabets[place]
    }

    #[inline]
    pub(crate) const fn weight(&self, place: usize) -> u64 {
        self.weights[place]
    }

    #[inline]
    pub(crate) const fn ranks(&self) -> (u64, u64) {
        (self.rank_first, self.rank_last)
    }

    /// Returns the number of its code points, which is that of its sequences.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8};
    /// let scalar_values: u64 = Utf8::TABLE.rows().iter().map(|row| row.count()).sum();
    /// assert_eq!(scalar_values, 0x11_0000 - 0x800);
    /// ```
    #[inline]
    pub const fn count(&self) -> u64 {
        self.rank_last - self.rank_first + 1
    }

    /// Returns `true` if the row is part of the encoding for decoding.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8};
    /// assert!(Utf8::TABLE.rows().iter().all(|row| row.is_read()));
    /// assert!(!Utf8::TABLE.excluded().iter().any(|row| row.is_read()));
    /// ```
    #[inline]
    pub const fn is_read(&self) -> bool {
        !matches!(self.standing, Standing::Excluded(_))
    }

    /// Returns `true` if the row is part of the encoding for encoding.
    ///
    /// ```
    /// use placemat::form::{Form, Optu8};
    /// // EE BE 80 is read as U+EF80, which is written as the byte 80 that it is the escape of.
    /// let spelled_twice = Optu8::TABLE.rows()[3];
    /// assert!(spelled_twice.is_read() && !spelled_twice.is_written());
    /// ```
    #[inline]
    pub const fn is_written(&self) -> bool {
        matches!(self.standing, Standing::Both)
    }

    pub(super) const fn shared<U: Unit>(&self, units: &[U]) -> Shared {
        let (mut low, mut k) = (0, 0);
        while k < units.len() && k < self.len() {
            let Some(digit) = self.alphabets[k].digit(value_at(units, k)) else {
                return Shared { len: k, complete: None };
            };
            low += digit as u64 * self.weights[k];
            let high = low + (self.weights[k] - 1);
            if high < self.rank_first || low > self.rank_last {
                return Shared { len: k, complete: None };
            }
            k += 1;
        }
        Shared { len: k, complete: if k == self.len() { Some(low) } else { None } }
    }

    #[inline]
    pub(super) const fn code_point(&self, rank: u64) -> u32 {
        self.code_points.0 + (rank - self.rank_first) as u32
    }

    #[inline]
    pub(super) const fn holds(&self, code_point: u32) -> bool {
        self.code_points.0 <= code_point && code_point <= self.code_points.1
    }

    /// Returns the sequence of a code point of the row, in the first [`len`](Row::len) places.
    #[inline]
    pub(crate) const fn sequence(&self, code_point: u32) -> [u32; MAX_SEQUENCE] {
        let mut rest = self.rank_first + (code_point - self.code_points.0) as u64;
        let mut units = [0; MAX_SEQUENCE];
        let mut k = 0;
        while k < self.len as usize {
            units[k] = self.alphabets[k].unit((rest / self.weights[k]) as u32);
            rest %= self.weights[k];
            k += 1;
        }
        units
    }

    /// Returns the part of the row between two code points.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8};
    /// let two = Utf8::TABLE.rows()[1].between(0xA0, 0xFF);
    /// assert_eq!(two.sequences(), (&[0xC2, 0xA0][..], &[0xC3, 0xBF][..]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if they are not both code points of the row, in this order.
    #[inline]
    pub const fn between(&self, first: u32, last: u32) -> Row {
        assert!(first <= last && self.holds(first) && self.holds(last), "a part of the row");
        let mut row = *self;
        row.first = self.sequence(first);
        row.last = self.sequence(last);
        row.code_points = (first, last);
        row.alphabets[0] = Alphabet::new(row.first[0], row.last[0]);
        row.rank_first = row.const_rank(&row.first);
        row.rank_last = row.const_rank(&row.last);
        row
    }

    /// Returns -1, 0 or 1 if sequence `a` is less than, a prefix or extension of, or greater than `b`.
    #[inline]
    pub(super) const fn order(a: &[u32; MAX_SEQUENCE], a_len: u8, b: &[u32; MAX_SEQUENCE], b_len: u8) -> i8 {
        let mut k = 0;
        while k < a_len as usize && k < b_len as usize {
            if a[k] != b[k] {
                return if a[k] < b[k] { -1 } else { 1 };
            }
            k += 1;
        }
        0
    }
}
