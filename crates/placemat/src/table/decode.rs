//! Decoding by a table: the reference implementation, the kind of an error, and the look-up by index.

use super::{MAX_SEQUENCE, NO_ROW, Row, Standing, Table};
use crate::cast::value_at;
use crate::error::{Error, ErrorKind};
use crate::unit::Unit;

/// A code point that was read from the start of some units.
///
/// ```
/// use placemat::{form::{Utf16, Utf8}, table::Decoded, Codec};
/// let pile_of_poo = |len| Ok(Decoded { code_point: 0x1F4A9, len });
/// assert_eq!(Utf8.decode_next("💩".as_bytes(), true), pile_of_poo(4));
/// assert_eq!(Utf16.decode_next(&[0xD83D, 0xDCA9], true), pile_of_poo(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The code point.
    pub code_point: u32,
    /// The length of its sequence in units.
    pub len: usize,
}

/// The extent and the kind of an ill-formed subsequence at the start of some units.
///
/// ```
/// use placemat::{form::Utf8, table::{IllFormed, NotDecoded}, Codec, ErrorKind};
/// let interrupted = IllFormed { len: 2, kind: ErrorKind::Interrupted, more: false };
/// assert_eq!(Utf8.decode_next(b"\xE2\x82A", true), Err(NotDecoded::IllFormed(interrupted)));
/// let truncated = IllFormed { len: 2, kind: ErrorKind::Truncated, more: true };
/// assert_eq!(Utf8.decode_next(b"\xE2\x82", true), Err(NotDecoded::IllFormed(truncated)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// The length of the maximal subpart in units. It is never 0.
    pub len: usize,
    /// The kind of the error.
    pub kind: ErrorKind,
    /// `true` if the input ended inside the sequence, and more input could make it well-formed or, if it is
    /// reserved for future use, lengthen it.
    pub more: bool,
}

impl IllFormed {
    /// Converts to an error at an offset. The input ends with the available units.
    #[inline]
    pub(crate) const fn at(self, offset: u64) -> Error {
        let IllFormed { len, kind, more } = self;
        Error { offset, len: len as u64, kind, more: could_be_well_formed(kind, more) }
    }
}

/// Returns [`Error::more`] for an error whose sequence more input could continue: that a reserved sequence
/// could become longer does not count.
#[inline]
pub(crate) const fn could_be_well_formed(kind: ErrorKind, more: bool) -> bool {
    more && matches!(kind, ErrorKind::Truncated)
}

/// Why nothing could be read from the start of some units.
///
/// ```
/// use placemat::{form::Utf8, table::NotDecoded, Codec};
/// assert_eq!(Utf8.decode_next(b"\xE2\x82", false), Err(NotDecoded::Incomplete));
/// assert!(matches!(Utf8.decode_next(b"\xE2\x82", true), Err(NotDecoded::IllFormed(_))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDecoded {
    /// The units begin a sequence, and more units may follow. Also returned for no units at all.
    Incomplete,
    /// The units begin with an ill-formed subsequence.
    IllFormed(IllFormed),
}

/// Returns the length of the sequences of a row, or 0 for `None`.
#[inline]
const fn length_of(complete: Option<(u64, &Row)>) -> usize {
    match complete {
        Some((_, row)) => row.len(),
        None => 0,
    }
}

#[inline]
const fn greater(one: usize, other: usize) -> usize {
    if one > other { one } else { other }
}

impl Table {
    /// Reads one code point from the start of `units`. If `end` is `false`, more units may follow.
    ///
    /// This is the reference implementation. It compares every row and does not use the index: it finds the
    /// longest whole sequence, or otherwise the longest prefix that a row has.
    ///
    /// ```
    /// use placemat::{form::{Form, Utf8}, table::{Decoded, NotDecoded}};
    /// let table = Utf8::TABLE;
    /// assert_eq!(table.decode(b"\xC3\xA9!", true), Ok(Decoded { code_point: 0xE9, len: 2 }));
    /// assert_eq!(table.decode(b"\xC3", false), Err(NotDecoded::Incomplete));
    /// let Err(NotDecoded::IllFormed(error)) = table.decode(b"\xE2\x82!", true) else { panic!() };
    /// assert_eq!(error.len, 2);
    /// ```
    pub const fn decode<U: Unit>(&self, units: &[U], end: bool) -> Result<Decoded, NotDecoded> {
        if units.is_empty() {
            return Err(NotDecoded::Incomplete);
        }
        let mut complete: Option<(u64, &Row)> = None;
        let (mut viable, mut open, mut k) = (0, 0, 0);
        let rows = self.rows();
        while k < rows.len() {
            let row = &rows[k];
            let shared = row.shared(units);
            if let Some(rank) = shared.complete {
                if row.len() > length_of(complete) {
                    complete = Some((rank, row));
                }
            } else {
                if shared.len == units.len() {
                    open = greater(open, row.len());
                }
                // If a pair is ill-formed, the lead surrogate is the error.
                let most = if let Some(half) = row.trail_start() { half } else { MAX_SEQUENCE };
                viable = greater(viable, if shared.len < most { shared.len } else { most });
            }
            k += 1;
        }
        if !end && open > length_of(complete) {
            return Err(NotDecoded::Incomplete);
        }
        match complete {
            Some((rank, row)) => match row.standing {
                Standing::Excluded(kind) => {
                    Err(NotDecoded::IllFormed(IllFormed { len: row.len(), kind, more: false }))
                }
                _ => Ok(Decoded { code_point: row.code_point(rank), len: row.len() }),
            },
            None => {
                let (len, more) = (greater(viable, 1), open > 0);
                Err(NotDecoded::IllFormed(IllFormed { len, kind: self.kind(units, viable, more), more }))
            }
        }
    }

    /// Returns the kind of an error whose longest viable prefix is `units[..viable]`, by the precedence of
    /// [`ErrorKind::ALL`].
    const fn kind<U: Unit>(&self, units: &[U], viable: usize, more: bool) -> ErrorKind {
        if more {
            return ErrorKind::Truncated;
        }
        // The viable prefix and the unit after it, which cannot belong to the encoding any more.
        let stopped = if viable < units.len() { units.split_at(viable + 1).0 } else { units };
        let (mut excluded, mut k): (Option<ErrorKind>, _) = (None, 0);
        while k < self.excluded.len() {
            let row = &self.excluded[k];
            if let Standing::Excluded(kind) = row.standing
                && row.shared(stopped).len == stopped.len()
                && (excluded.is_none() || matches!(excluded, Some(least) if (kind as u8) < least as u8))
            {
                excluded = Some(kind);
            }
            k += 1;
        }
        if let Some(kind) = excluded {
            return kind;
        }
        let (rows, mut k) = (self.rows(), 0);
        while k < rows.len() && viable > 0 {
            if matches!(rows[k].trail_start(), Some(half) if half == viable)
                && rows[k].shared(units).len >= viable
            {
                return ErrorKind::Surrogate; // a lead surrogate without a trail surrogate
            }
            k += 1;
        }
        if viable > 0 {
            return ErrorKind::Interrupted;
        }
        if self.is_trail(value_at(units, 0)) { ErrorKind::StrayTrail } else { ErrorKind::InvalidUnit }
    }

    /// Returns `true` if the unit can be at a later place of a sequence.
    ///
    /// ```
    /// use placemat::form::{Form, Utf1, Utf8};
    /// assert!(Utf8::TABLE.is_trail(0x80) && !Utf8::TABLE.is_trail(0x2F) && Utf1::TABLE.is_trail(0x2F));
    /// ```
    #[inline]
    pub const fn is_trail(&self, unit: u32) -> bool {
        let (rows, mut k) = (self.rows(), 0);
        while k < rows.len() {
            let mut place = 1;
            while place < rows[k].len() {
                if rows[k].alphabet(place).digit(unit).is_some() {
                    return true;
                }
                place += 1;
            }
            k += 1;
        }
        false
    }

    /// Decodes a whole sequence at the start by the index, with the result of [`decode`](Table::decode).
    /// Returns `None` if only the reference implementation can decide.
    ///
    /// ```
    /// use placemat::{form::{Form, Utf8}, table::Decoded};
    /// assert_eq!(Utf8::TABLE.lookup("é".as_bytes()), Some(Decoded { code_point: 0xE9, len: 2 }));
    /// assert_eq!(Utf8::TABLE.lookup(b"\xC3"), None);
    /// ```
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
            // A longer row might still match: only the reference implementation considers the end.
            let sequence = units.get(..len)?;
            let mut rank = u64::from(lead.wrapping_sub(row.first[0])) * row.weights[0];
            let mut complete = lead >= row.first[0];
            for (k, unit) in sequence.iter().enumerate().skip(1) {
                match row.alphabets[k].digit(unit.to_u32()) {
                    Some(digit) => rank += u64::from(digit) * row.weights[k],
                    None => {
                        complete = false;
                        break;
                    }
                }
            }
            if complete && rank >= row.rank_first && rank <= row.rank_last {
                return row.is_read().then(|| Decoded { code_point: row.code_point(rank), len });
            }
        }
        None
    }

    /// Returns what a decoder that only masks bits would read from the start of `units`, if that is a
    /// complete sequence of an excluded row, and why that is not a character of the encoding (CONFORMANCE.md,
    /// Errors).
    ///
    /// ```
    /// use placemat::{form::{Form, Utf8}, table::Decoded, ErrorKind};
    /// let masked = Utf8::TABLE.masked(b"\xC0\xAF").unwrap();
    /// assert_eq!(masked, (Decoded { code_point: 0x2F, len: 2 }, ErrorKind::Overlong));
    /// let (decoded, kind) = Utf8::TABLE.masked(b"\xED\xA0\xBD\xED\xB2\xA9").unwrap();
    /// assert_eq!((decoded.code_point, decoded.len, kind), (0xD83D, 3, ErrorKind::Surrogate));
    /// ```
    pub fn masked<U: Unit>(&self, units: &[U]) -> Option<(Decoded, ErrorKind)> {
        self.excluded().iter().find_map(|row| match (row.shared(units).complete, row.standing) {
            (Some(rank), Standing::Excluded(kind)) => {
                Some((Decoded { code_point: row.code_point(rank), len: row.len() }, kind))
            }
            _ => None,
        })
    }
}
