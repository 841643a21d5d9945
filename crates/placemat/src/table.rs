//! An encoding is a table: the reference from which everything else falls out.
//!
//! A [`Row`] maps the sequences of code units from a first to a last one, in lexicographic order over the alphabets
//! of the trailing units, onto a contiguous range of code points. Number the sequences of a row in that order: the
//! *rank* of a sequence is a number in mixed radix whose digits are the units' places in their alphabets. Decoding
//! is rank, encoding is unrank, and a prefix is *viable* exactly when the interval of ranks that it leaves open meets
//! the row's.
//!
//! Beside the rows that are the encoding stand *excluded* rows: the sequences that a decoder which only masks bits
//! would read, each with the reason why they are none of the encoding's. They give errors their kind and the chart
//! its reasons, and never make anything well-formed.
//!
//! [`Table::new`] proves at compile time what it can: a wrong digit in a table does not compile.

use crate::error::ErrorKind;
use crate::unit::Unit;

/// The longest sequence of any table, in units.
pub const MAX_SEQUENCE: usize = 6;

/// No table has more rows than this, rows that a [split](Table::without_surrogates) adds included.
const MAX_ROWS: usize = 36;
/// Nor more excluded rows.
const MAX_EXCLUDED: usize = 16;
/// Rows that may share a lead unit's bucket in the index.
const BUCKET: usize = 4;
const NO_ROW: u8 = u8::MAX;

/// The units that may stand at one place of a sequence: one interval or two.
///
/// ```
/// use placemat::table::Alphabet;
/// const UTF_1: Alphabet = Alphabet::two(0x21, 0x7E, 0xA0, 0xFF);
/// assert_eq!(UTF_1.size(), 190);
/// assert_eq!(UTF_1.digit(0xA0), Some(0x5E));
/// assert_eq!(UTF_1.unit(0x5E), 0xA0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabet {
    first: u32,
    span: u32,
    then: u32,
    then_size: u32,
}

impl Alphabet {
    /// The units from `first` to `last`.
    ///
    /// # Panics
    ///
    /// If `last` is less than `first`: at compile time in a table.
    pub const fn new(first: u32, last: u32) -> Self {
        assert!(first <= last, "an alphabet is not empty");
        Alphabet { first, span: last - first, then: 0, then_size: 0 }
    }

    /// The units from `first` to `last` and from `then` to `end`, in that order.
    ///
    /// # Panics
    ///
    /// If an interval is empty or they are not ascending: at compile time in a table.
    pub const fn two(first: u32, last: u32, then: u32, end: u32) -> Self {
        assert!(first <= last && last < then && then <= end, "two ascending intervals");
        Alphabet { first, span: last - first, then, then_size: end - then + 1 }
    }

    /// How many units it has: the radix of its place.
    pub const fn size(&self) -> u64 {
        self.span as u64 + 1 + self.then_size as u64
    }

    /// The place of a unit in the alphabet, from 0.
    #[inline(always)]
    pub const fn digit(&self, unit: u32) -> Option<u32> {
        let digit = unit.wrapping_sub(self.first);
        if digit <= self.span {
            return Some(digit);
        }
        let digit = unit.wrapping_sub(self.then);
        if digit < self.then_size { Some(self.span + 1 + digit) } else { None }
    }

    /// The unit at a place.
    #[inline(always)]
    pub const fn unit(&self, digit: u32) -> u32 {
        if digit <= self.span { self.first + digit } else { self.then + (digit - self.span - 1) }
    }

    /// Is it one interval?
    pub(crate) const fn is_interval(&self) -> bool {
        self.then_size == 0
    }

    /// Is it the same alphabet?
    pub(crate) const fn is(&self, other: &Alphabet) -> bool {
        self.first == other.first
            && self.span == other.span
            && self.then == other.then
            && self.then_size == other.then_size
    }

    /// The intervals of the alphabet, as first and last unit.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// assert!(Alphabet::new(0x80, 0xBF).intervals().eq([(0x80, 0xBF)]));
    /// ```
    pub fn intervals(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let then = (self.then_size > 0).then(|| (self.then, self.then + (self.then_size - 1)));
        core::iter::once((self.first, self.first + self.span)).chain(then)
    }
}

/// What a row is to its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Read and written.
    Both,
    /// Read by a lenient decoder, never written: a second spelling.
    DecodeOnly,
    /// Ill-formed, for this reason.
    Excluded(ErrorKind),
}

/// A run of sequences and the run of code points that they stand for.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    len: u8,
    half: u8,
    standing: Standing,
    first: [u32; MAX_SEQUENCE],
    last: [u32; MAX_SEQUENCE],
    alphabets: [Alphabet; MAX_SEQUENCE],
    weights: [u64; MAX_SEQUENCE],
    rank_first: u64,
    rank_last: u64,
    code_points: (u32, u32),
}

/// How far a row goes along with the units at hand.
struct Shared {
    /// Length of the longest prefix of the units that some sequence of the row begins with.
    len: usize,
    /// That prefix is a whole sequence, of this rank.
    whole: Option<u64>,
}

impl Row {
    /// The sequences `first ..= last`, whose trailing units are of one alphabet, for a range of code points.
    ///
    /// ```
    /// use placemat::table::{Alphabet, Row};
    /// const TWO: Row = Row::new(&[0xC2, 0x80], &[0xDF, 0xBF], Alphabet::new(0x80, 0xBF), 0x80, 0x7FF);
    /// assert_eq!(TWO.len(), 2);
    /// ```
    ///
    /// # Panics
    ///
    /// If the row holds not exactly as many sequences as code points, or a unit is not of its alphabet: at compile
    /// time in a table.
    pub const fn new(first: &[u32], last: &[u32], trail: Alphabet, first_cp: u32, last_cp: u32) -> Self {
        Row::with_alphabets(first, last, &[trail; MAX_SEQUENCE - 1], first_cp, last_cp)
    }

    /// One unit each: `first ..= last` for code points from `first_cp` on.
    ///
    /// # Panics
    ///
    /// As [`new`](Row::new).
    pub const fn single(first: u32, last: u32, first_cp: u32) -> Self {
        let alphabet = Alphabet::new(first, last);
        Row::new(&[first], &[last], alphabet, first_cp, first_cp + (last - first))
    }

    /// The supplementary code points, each as a lead half and a trail half: `first` and `last` are whole pairs, whose
    /// second half begins at unit `half`.
    ///
    /// A maximal subpart never reaches over a second lead (CONFORMANCE.md, decision 10).
    ///
    /// # Panics
    ///
    /// As [`new`](Row::new).
    pub const fn pairs(first: &[u32], last: &[u32], trail: &[Alphabet], half: u8) -> Self {
        let mut row = Row::with_alphabets(first, last, trail, 0x1_0000, 0x10_FFFF);
        row.half = half;
        row
    }

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
            half: 0,
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

    /// The same sequences, only read.
    pub const fn decode_only(mut self) -> Self {
        self.standing = Standing::DecodeOnly;
        self
    }

    /// The same sequences, ill-formed: what a decoder that only masks bits would read.
    pub const fn excluded(mut self, kind: ErrorKind) -> Self {
        self.standing = Standing::Excluded(kind);
        self
    }

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

    /// The length of its sequences in units.
    #[expect(clippy::len_without_is_empty, reason = "a sequence is never empty")]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Where the second half begins in a row of pairs.
    pub const fn half(&self) -> Option<usize> {
        if self.half == 0 { None } else { Some(self.half as usize) }
    }

    /// What the row is to its encoding.
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// The first and the last sequence.
    pub fn sequences(&self) -> (&[u32], &[u32]) {
        (&self.first[..self.len()], &self.last[..self.len()])
    }

    /// The first and the last code point.
    pub const fn code_points(&self) -> (u32, u32) {
        self.code_points
    }

    /// The units that may stand at each place; at the first, the leads of the row.
    pub fn alphabets(&self) -> &[Alphabet] {
        &self.alphabets[..self.len()]
    }

    pub(crate) const fn alphabet(&self, place: usize) -> Alphabet {
        self.alphabets[place]
    }

    pub(crate) const fn weight(&self, place: usize) -> u64 {
        self.weights[place]
    }

    pub(crate) const fn ranks(&self) -> (u64, u64) {
        (self.rank_first, self.rank_last)
    }

    /// How many code points (and sequences) it has.
    pub const fn count(&self) -> u64 {
        self.rank_last - self.rank_first + 1
    }

    /// Is it part of the encoding when decoding?
    pub const fn is_read(&self) -> bool {
        !matches!(self.standing, Standing::Excluded(_))
    }

    /// Is it part of the encoding when encoding?
    pub const fn is_written(&self) -> bool {
        matches!(self.standing, Standing::Both)
    }

    fn shared<U: Unit>(&self, units: &[U]) -> Shared {
        let mut low = 0;
        for (k, unit) in units.iter().take(self.len()).enumerate() {
            let Some(digit) = self.alphabets[k].digit(unit.to_u32()) else {
                return Shared { len: k, whole: None };
            };
            low += u64::from(digit) * self.weights[k];
            let high = low + (self.weights[k] - 1);
            if high < self.rank_first || low > self.rank_last {
                return Shared { len: k, whole: None };
            }
        }
        let len = units.len().min(self.len());
        Shared { len, whole: (len == self.len()).then_some(low) }
    }

    const fn code_point(&self, rank: u64) -> u32 {
        self.code_points.0 + (rank - self.rank_first) as u32
    }

    const fn holds(&self, code_point: u32) -> bool {
        self.code_points.0 <= code_point && code_point <= self.code_points.1
    }

    /// The sequence of a code point of the row, in the first [`len`](Row::len) places.
    const fn sequence(&self, code_point: u32) -> [u32; MAX_SEQUENCE] {
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

    /// The part of the row between two code points.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8};
    /// let two = Utf8::TABLE.rows()[1].between(0xA0, 0xFF);
    /// assert_eq!(two.sequences(), (&[0xC2, 0xA0][..], &[0xC3, 0xBF][..]));
    /// ```
    ///
    /// # Panics
    ///
    /// If they are not both code points of the row, in this order.
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

    /// -1, 0, 1 as sequence `a` is less than, a prefix or extension of, or greater than `b`.
    const fn order(a: &[u32; MAX_SEQUENCE], a_len: u8, b: &[u32; MAX_SEQUENCE], b_len: u8) -> i8 {
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

/// A code point read from the front of some units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The code point.
    pub code_point: u32,
    /// How many units its sequence has.
    pub len: usize,
}

/// The extent and the kind of an ill-formed part at the front of some units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// The length of the maximal subpart in units, never 0.
    pub len: usize,
    /// Why.
    pub kind: ErrorKind,
    /// More input could still make the sequence well-formed: the input ended inside it.
    pub more: bool,
}

/// Why nothing could be read from the front of some units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDecoded {
    /// What is there begins a sequence, and more may come. Also the answer for no units at all.
    Incomplete,
    /// What is there is ill-formed.
    IllFormed(IllFormed),
}

/// What a decoder that only masks bits would read where the units are ill-formed (CONFORMANCE.md, Errors).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Masked {
    /// The value that it would read.
    pub code_point: u32,
    /// Over how many units.
    pub len: usize,
    /// Why that is no character of the encoding.
    pub kind: ErrorKind,
}

/// The table of an encoding form: its rows, the rows that are excluded, and an index by lead unit.
#[derive(Debug)]
pub struct Table {
    rows: [Row; MAX_ROWS],
    row_count: usize,
    excluded: [Row; MAX_EXCLUDED],
    excluded_count: usize,
    unit_bits: u32,
    /// Rows by lead unit, longest first; 16-bit leads by their high byte, 32-bit ones all together.
    index: [[u8; BUCKET]; 256],
}

impl Table {
    /// A table of units of `unit_bits` bits.
    ///
    /// # Panics
    ///
    /// If rows do not ascend by sequence, a sequence lies in two rows or begins with another (but for rows of pairs),
    /// or two rows that are written share a code point. In a `const` or `static`, that is at compile time.
    pub const fn new(unit_bits: u32, rows: &[Row], excluded: &[Row]) -> Self {
        assert!(!rows.is_empty() && rows.len() <= MAX_ROWS && excluded.len() <= MAX_EXCLUDED);
        let mut table = Table {
            rows: [rows[0]; MAX_ROWS],
            row_count: rows.len(),
            excluded: [rows[0].excluded(ErrorKind::InvalidUnit); MAX_EXCLUDED],
            excluded_count: excluded.len(),
            unit_bits,
            index: [[NO_ROW; BUCKET]; 256],
        };
        let mut k = 0;
        while k < rows.len() {
            table.rows[k] = rows[k];
            k += 1;
        }
        k = 0;
        while k < excluded.len() {
            assert!(!excluded[k].is_read(), "an excluded row has its reason");
            table.excluded[k] = excluded[k];
            k += 1;
        }
        table.prove();
        table.fill_index();
        table
    }

    /// The rows of the encoding, ascending by sequence; rows of pairs stand where their lead halves do.
    pub fn rows(&self) -> &[Row] {
        &self.rows[..self.row_count]
    }

    pub(crate) const fn const_rows(&self) -> &[Row] {
        self.rows.split_at(self.row_count).0
    }

    /// Do the units below 80 stand for ASCII, and for nothing else?
    pub(crate) const fn is_ascii_transparent(&self) -> bool {
        let (mut ascii, mut k) = (0, 0);
        while k < self.row_count {
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

    /// Is ASCII written as itself?
    pub(crate) const fn writes_ascii(&self) -> bool {
        let (mut ascii, mut k) = (0, 0);
        while k < self.row_count {
            let row = &self.rows[k];
            let (first, last) = row.code_points;
            if row.len == 1 && row.is_written() && row.first[0] == first && first < 0x80 {
                ascii += (if last < 0x7F { last } else { 0x7F }) - first + 1;
            }
            k += 1;
        }
        ascii == 0x80
    }

    /// Do all units but the surrogates stand for themselves, up to U+10FFFF?
    pub(crate) const fn is_plain(&self) -> bool {
        let end = if self.unit_bits == 16 { 0xFFFF } else { 0x10_FFFF };
        let (mut below, mut above, mut k) = (false, false, 0);
        while k < self.row_count {
            let row = &self.rows[k];
            if row.len == 1 && row.is_read() && row.first[0] == row.code_points.0 {
                below |= row.first[0] == 0 && row.last[0] >= 0xD7FF;
                above |= row.first[0] <= 0xE000 && row.last[0] >= end;
            }
            k += 1;
        }
        self.unit_bits > 8 && below && above
    }

    /// What is excluded, and why.
    pub fn excluded(&self) -> &[Row] {
        &self.excluded[..self.excluded_count]
    }

    /// The width of the units.
    pub const fn unit_bits(&self) -> u32 {
        self.unit_bits
    }

    const fn prove(&self) {
        let mut k = 0;
        while k < self.row_count {
            let row = &self.rows[k];
            let mut j = 0;
            while j < k {
                let other = &self.rows[j];
                if row.half == 0 && other.half == 0 {
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
        // An excluded row holds nothing that the encoding holds.
        k = 0;
        while k < self.excluded_count {
            let row = &self.excluded[k];
            let mut j = 0;
            while j < self.row_count {
                let other = &self.rows[j];
                if other.half == 0 {
                    let apart = Row::order(&row.last, row.len, &other.first, other.len) < 0
                        || Row::order(&other.last, other.len, &row.first, row.len) < 0;
                    assert!(apart, "an excluded row lies beside the encoding");
                }
                j += 1;
            }
            k += 1;
        }
    }

    const fn bucket_of(unit_bits: u32, unit: u32) -> usize {
        (match unit_bits {
            8 => unit,
            16 => unit >> 8,
            _ => 0,
        }) as usize
            & 0xFF
    }

    const fn fill_index(&mut self) {
        // Longest first, so that a pair is found before its halves.
        let mut len = MAX_SEQUENCE;
        while len > 0 {
            let mut k = 0;
            while k < self.row_count {
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

    /// Reads one code point from the front of `units`; at their end more may come unless `end`.
    ///
    /// This is the definition, by every row and without an index: the longest whole sequence, or else the longest
    /// prefix that some row shares.
    ///
    /// ```
    /// use placemat::{form::{Form, Utf8}, table::{Decoded, NotDecoded}};
    /// let table = Utf8::TABLE;
    /// assert_eq!(table.decode(b"\xC3\xA9!", true), Ok(Decoded { code_point: 0xE9, len: 2 }));
    /// assert_eq!(table.decode(b"\xC3", false), Err(NotDecoded::Incomplete));
    /// let Err(NotDecoded::IllFormed(error)) = table.decode(b"\xE2\x82!", true) else { panic!() };
    /// assert_eq!(error.len, 2);
    /// ```
    pub fn decode<U: Unit>(&self, units: &[U], end: bool) -> Result<Decoded, NotDecoded> {
        if units.is_empty() {
            return Err(NotDecoded::Incomplete);
        }
        let mut whole: Option<(usize, u64, &Row)> = None;
        let (mut viable, mut open) = (0, 0);
        for row in self.rows() {
            let shared = row.shared(units);
            if let Some(rank) = shared.whole {
                if whole.is_none_or(|(len, ..)| row.len() > len) {
                    whole = Some((row.len(), rank, row));
                }
            } else {
                if shared.len == units.len() {
                    open = open.max(row.len());
                }
                viable = viable.max(shared.len.min(row.half().unwrap_or(MAX_SEQUENCE)));
            }
        }
        let whole_len = whole.map_or(0, |(len, ..)| len);
        if !end && open > whole_len {
            return Err(NotDecoded::Incomplete);
        }
        match whole {
            Some((len, rank, row)) => match row.standing {
                Standing::Excluded(kind) => Err(NotDecoded::IllFormed(IllFormed { len, kind, more: false })),
                _ => Ok(Decoded { code_point: row.code_point(rank), len }),
            },
            None => {
                let (len, more) = (viable.max(1), open > 0);
                Err(NotDecoded::IllFormed(IllFormed { len, kind: self.kind(units, viable, more), more }))
            }
        }
    }

    /// The kind of an error whose longest viable prefix is `units[..viable]`, by the precedence of [`ErrorKind::ALL`].
    fn kind<U: Unit>(&self, units: &[U], viable: usize, more: bool) -> ErrorKind {
        // What cannot belong to the encoding any more: the viable prefix and the unit that stopped it.
        let stopped = &units[..units.len().min(viable + 1)];
        let excluded = self
            .excluded()
            .iter()
            .filter(|row| !more && row.shared(stopped).len == stopped.len())
            .filter_map(|row| match row.standing {
                Standing::Excluded(kind) => Some(kind),
                _ => None,
            })
            .min();
        if let Some(kind) = excluded {
            return kind;
        }
        if more {
            return ErrorKind::Truncated;
        }
        if viable > 0
            && self.rows().iter().any(|row| row.half() == Some(viable) && row.shared(units).len >= viable)
        {
            return ErrorKind::Surrogate; // a lead half, and no trail half after it
        }
        if viable > 0 {
            return ErrorKind::Interrupted;
        }
        if self.is_trail(units[0].to_u32()) { ErrorKind::StrayTrail } else { ErrorKind::InvalidUnit }
    }

    /// May the unit stand at a later place of a sequence?
    pub fn is_trail(&self, unit: u32) -> bool {
        self.rows().iter().any(|row| row.alphabets()[1..].iter().any(|places| places.digit(unit).is_some()))
    }

    /// The same as [`decode`](Table::decode) for a whole sequence at the front, found by the index; `None` where the
    /// definition has to decide.
    #[inline(always)]
    pub fn lookup<U: Unit>(&self, units: &[U]) -> Option<Decoded> {
        let lead = units.first()?.to_u32();
        let bucket = &self.index[Table::bucket_of(U::BITS, lead)];
        for &candidate in bucket {
            if candidate == NO_ROW {
                return None;
            }
            let row = &self.rows[usize::from(candidate)];
            let len = row.len();
            // A longer row might still match: only the definition knows about the end.
            let sequence = units.get(..len)?;
            let mut rank = u64::from(lead.wrapping_sub(row.first[0])) * row.weights[0];
            let mut whole = lead >= row.first[0];
            for (k, unit) in sequence.iter().enumerate().skip(1) {
                match row.alphabets[k].digit(unit.to_u32()) {
                    Some(digit) => rank += u64::from(digit) * row.weights[k],
                    None => {
                        whole = false;
                        break;
                    }
                }
            }
            if whole && rank >= row.rank_first && rank <= row.rank_last {
                return row.is_read().then(|| Decoded { code_point: row.code_point(rank), len });
            }
        }
        None
    }

    /// The sequence of a code point, as many units as the returned length says; `None` if it has none.
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
        while k < self.row_count {
            let row = &self.rows[k];
            if row.holds(code_point) && row.is_written() {
                return Some((row.sequence(code_point), row.len as usize));
            }
            k += 1;
        }
        None
    }

    /// What a decoder that only masks bits would read from the front of `units`, where that is a whole sequence of an
    /// excluded row.
    ///
    /// ```
    /// use placemat::{form::{Form, Utf8}, ErrorKind};
    /// let masked = Utf8::TABLE.masked(b"\xC0\xAF").unwrap();
    /// assert_eq!((masked.code_point, masked.len, masked.kind), (0x2F, 2, ErrorKind::Overlong));
    /// ```
    pub fn masked<U: Unit>(&self, units: &[U]) -> Option<Masked> {
        self.excluded().iter().find_map(|row| match (row.shared(units).whole, row.standing) {
            (Some(rank), Standing::Excluded(kind)) => {
                Some(Masked { code_point: row.code_point(rank), len: row.len(), kind })
            }
            _ => None,
        })
    }

    /// The same table without U+D800..U+DFFF: rows that hold surrogates are cut in three, and the middle is excluded
    /// (the option `refuse_surrogates`).
    ///
    /// # Panics
    ///
    /// As [`new`](Table::new).
    pub const fn without_surrogates(&self) -> Table {
        let mut rows = [self.rows[0]; MAX_ROWS];
        let mut excluded = self.excluded;
        let (mut n, mut m, mut k) = (0, self.excluded_count, 0);
        while k < self.row_count {
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
        Table::new(self.unit_bits, rows.split_at(n).0, excluded.split_at(m).0)
    }
}
