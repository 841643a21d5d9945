//! The grammar of a form with UTF-8's bit patterns: the ways in which such forms differ. These are the second
//! bytes that may follow a lead, what encoded surrogates may do, and how U+0000 and supplementary code points
//! are written. All of it is derived from the form's table at compile time.

mod known;
mod nibbles;
mod of_form;

pub(super) use known::{ByGrammar, Known, KnownUtf8, Trusted};
pub(super) use nibbles::Nibbles;
pub(super) use of_form::{FormGrammar, UTF_8};

use crate::table::{Row, Table};

/// A form with UTF-8's bit patterns, as the kernels see it.
///
/// What a grammar accepts is well-formed in the form. What it refuses need not be ill-formed, but is left to
/// other code: sequences of five and six bytes that are not pairs, and the last few sequences of a range that
/// ends in the middle of a third byte.
///
/// The two tables come first, at multiples of a cache line, because a load across lines takes twice as long.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Grammar {
    /// For every byte from 80 on, a constant `k` such that for every trail byte `c` the sign bit of `c + k`
    /// means "may not follow". The sign bit is set for exactly half of the 256 sums, which form a circle. A
    /// constant can therefore express every range that touches an end of 80..BF.
    ///
    /// If surrogates have a rule, surrogates of three bytes are refused here; a kernel that meets one looks
    /// again.
    pub(super) follows: [u8; 128],
    /// For every byte from 80 on, the constant for that second look, used if surrogates have a rule. The sum
    /// is below 80 for what may follow, 80..9F for the second byte of a surrogate, and A0 or more for what
    /// may not follow. A range that ends below BF cannot be distinguished from a surrogate, so its bytes are
    /// refused here, except after ED.
    pub(super) follows_or_surrogate: [u8; 128],
    /// What surrogates of three bytes may do.
    pub(super) surrogates: Surrogates,
    /// A lead surrogate with a trail surrogate after it means something other than the two alone. At the end
    /// of the input a lead surrogate is therefore undecided.
    pub(super) has_pairs: bool,
    /// Such a pair is a supplementary code point.
    pub(super) joins: bool,
    /// Supplementary code points have four bytes.
    pub(super) has_four: bool,
    /// The byte 00 is refused.
    pub(super) refuses_nul: bool,
}

/// What surrogates of three bytes may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surrogates {
    /// Nothing: the form has none.
    Refused,
    /// They may stand anywhere.
    Free,
    /// They may stand anywhere, except that a lead surrogate may not stand directly before a trail surrogate.
    Apart,
    /// They stand only in pairs: a lead surrogate directly before a trail surrogate.
    Paired,
}

impl Surrogates {
    /// Returns `true` if more than the preceding byte decides whether a surrogate may stand.
    #[inline]
    pub(super) const fn have_a_rule(self) -> bool {
        matches!(self, Surrogates::Apart | Surrogates::Paired)
    }
}

/// How a grammar is made of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairs {
    /// Surrogates are what the form says.
    AsTheyAre,
    /// For kernels that join pairs: surrogates that are not in a pair are left to other code.
    Joined,
}

impl Grammar {
    /// Returns `true` if surrogates may stand alone.
    #[inline]
    pub(super) const fn has_surrogates(&self) -> bool {
        matches!(self.surrogates, Surrogates::Free | Surrogates::Apart)
    }
}

/// Returns the grammar of a table, if it has UTF-8's bit patterns.
#[inline]
pub(super) const fn grammar(table: &Table, pairs: Pairs) -> Option<Grammar> {
    let rows = table.rows();
    if table.unit_bits() != 8 || !has_the_patterns(rows) {
        return None;
    }
    let (read, excluded) = (has_pairs(rows, true), has_pairs(rows, false));
    let surrogates = if excluded {
        Surrogates::Apart
    } else if has_surrogates(rows) && !(matches!(pairs, Pairs::Joined) && read) {
        Surrogates::Free
    } else if read {
        Surrogates::Paired
    } else {
        Surrogates::Refused
    };
    // After a byte that is not a lead, anything may follow.
    let (mut follows, mut follows_or_surrogate) = ([ANYTHING; 128], [ANYTHING; 128]);
    let ranges = second_bytes(rows);
    let mut lead = 0xC0;
    while lead < 0x100 {
        let k = lead as usize - 0x80;
        let mut range = ranges[lead as usize - 0xC0];
        if lead == 0xED
            && surrogates.have_a_rule()
            && let Some((first, last)) = range
            && last > 0x9F
        {
            range = Some((first, 0x9F));
        }
        if lead > 0xC0 && lead != 0xED && lead != 0xEE && are_equal(range, ranges[lead as usize - 0xC1]) {
            // The constant has already been proved for the preceding lead.
            (follows[k], follows_or_surrogate[k]) = (follows[k - 1], follows_or_surrogate[k - 1]);
        } else {
            (follows[k], follows_or_surrogate[k]) = (constant(range), constant_or_surrogate(lead, range));
        }
        lead += 1;
    }
    Some(Grammar {
        follows,
        follows_or_surrogate,
        surrogates,
        has_pairs: read || excluded,
        joins: read,
        has_four: has_four(rows),
        refuses_nul: !stands_for_itself(rows, 0),
    })
}

/// The constant of a byte that does not restrict what follows: no sum with a trail byte has the sign bit.
const ANYTHING: u8 = 0xC0;
const _: () = assert!(0x80_u8.wrapping_add(ANYTHING) < 0x80 && 0xBF_u8.wrapping_add(ANYTHING) < 0x80);

/// The constant for the range of second bytes of a lead, proved for all trail bytes.
#[inline]
const fn constant(range: Option<(u32, u32)>) -> u8 {
    let constant = match range {
        Some((0x80, last)) => 0x7F_u8.wrapping_sub(last as u8),
        Some((first, 0xBF)) => 0_u8.wrapping_sub(first as u8),
        _ => 0,
    };
    let mut byte = 0x80_u8;
    while byte < 0xC0 {
        let refused = byte.wrapping_add(constant) >= 0x80;
        assert!(refused || allows(range, byte), "a constant allows nothing that the table refuses");
        byte += 1;
    }
    constant
}

#[inline]
const fn are_equal(a: Option<(u32, u32)>, b: Option<(u32, u32)>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.0 == b.0 && a.1 == b.1,
        _ => false,
    }
}

/// Returns `true` if a trail byte is in the range.
#[inline]
const fn allows(range: Option<(u32, u32)>, byte: u8) -> bool {
    matches!(range, Some((first, last)) if first <= byte as u32 && byte as u32 <= last)
}

/// The constant that distinguishes surrogates.
#[inline]
const fn constant_or_surrogate(lead: u32, range: Option<(u32, u32)>) -> u8 {
    let range = match range {
        Some((_, last)) if lead != 0xED && last < 0xBF => None,
        range => range,
    };
    // Sums of C0..FF.
    let constant = if range.is_none() { 0x40 } else { constant(range) };
    let mut byte = 0x80_u8;
    while byte < 0xC0 {
        let sum = byte.wrapping_add(constant);
        assert!(sum >= 0x80 || allows(range, byte), "a constant allows nothing that the table refuses");
        assert!(
            sum < 0x80 || sum >= 0xA0 || lead == 0xED && byte >= 0xA0,
            "only surrogates look like surrogates"
        );
        byte += 1;
    }
    constant
}

/// Returns `true` if ASCII (perhaps except U+0000) stands for itself, leads of two, three and four bytes are
/// where UTF-8 has them, and trail bytes are 80..BF.
#[inline]
const fn has_the_patterns(rows: &[Row]) -> bool {
    let mut ascii = 1;
    while ascii < 0x80 {
        if !stands_for_itself(rows, ascii) {
            return false;
        }
        ascii += 1;
    }
    let mut k = 0;
    while k < rows.len() {
        let row = &rows[k];
        let lead = row.alphabet(0);
        let (first, last) = (lead.unit(0), lead.unit((lead.size() - 1) as u32));
        let fits = match row.len() {
            1 => last < 0x80,
            2 => first >= 0xC0 && last <= 0xDF,
            3 => first >= 0xE0 && last <= 0xEF,
            4 => first >= 0xF0 && last <= 0xF7,
            _ => true, // pairs, and what is longer: refused
        };
        let trails_fit = row.len() == 1 || row.trail_start().is_some() || {
            let trail = row.alphabet(1);
            trail.unit(0) == 0x80 && trail.size() == 0x40
        };
        if !fits || !trails_fit {
            return false;
        }
        k += 1;
    }
    true
}

#[inline]
const fn stands_for_itself(rows: &[Row], byte: u32) -> bool {
    let mut k = 0;
    while k < rows.len() {
        if rows[k].len() == 1 && rows[k].is_read() && rows[k].alphabet(0).digit(byte).is_some() {
            return true;
        }
        k += 1;
    }
    false
}

/// Returns `true` if there are rows of pairs that are read (`read`), or that are excluded.
#[inline]
const fn has_pairs(rows: &[Row], read: bool) -> bool {
    let mut k = 0;
    while k < rows.len() {
        if rows[k].trail_start().is_some() && rows[k].is_read() == read {
            return true;
        }
        k += 1;
    }
    false
}

#[inline]
const fn has_four(rows: &[Row]) -> bool {
    let mut k = 0;
    while k < rows.len() {
        if rows[k].len() == 4 && rows[k].is_read() {
            return true;
        }
        k += 1;
    }
    false
}

/// Returns `true` if U+D800 is a sequence of three bytes.
#[inline]
const fn has_surrogates(rows: &[Row]) -> bool {
    let mut k = 0;
    while k < rows.len() {
        let (first, last) = rows[k].code_points();
        if rows[k].len() == 3 && rows[k].is_read() && first <= 0xD800 && 0xDFFF <= last {
            return true;
        }
        k += 1;
    }
    false
}

/// For each lead from C0 on, the second bytes that may follow it whatever comes then, by the rows of up to
/// four bytes. These are the ones from a row's first sequence to its last, except a second byte for which
/// only some of the sequences are in the row.
#[inline]
const fn second_bytes(rows: &[Row]) -> [Option<(u32, u32)>; 0x40] {
    let mut ranges: [Option<(u32, u32)>; 0x40] = [None; 0x40];
    let mut k = 0;
    while k < rows.len() {
        let (first, last) = rows[k].const_sequences();
        let mut lead = first[0];
        while has_two_and_more(&rows[k]) && lead <= last[0] {
            let mut from = if first[0] == lead { first[1] } else { 0x80 };
            let mut to = if last[0] == lead { last[1] } else { 0xBF };
            if first[0] == lead && !is_full(rows, lead, from) {
                from += 1;
            }
            if last[0] == lead && !is_full(rows, lead, to) {
                to -= 1;
            }
            let range = &mut ranges[lead as usize - 0xC0];
            *range = match *range {
                None if from <= to => Some((from, to)),
                Some((low, high)) if from <= high + 1 && from >= low => {
                    Some((low, if to > high { to } else { high }))
                }
                other => other,
            };
            lead += 1;
        }
        k += 1;
    }
    ranges
}

/// Returns `true` if the row has sequences of two to four bytes that are read and are not pairs.
#[inline]
const fn has_two_and_more(row: &Row) -> bool {
    row.len() > 1 && row.len() <= 4 && row.trail_start().is_none() && row.is_read()
}

/// Returns `true` if all sequences that begin with a lead and a second byte are read.
#[inline]
const fn is_full(rows: &[Row], lead: u32, second: u32) -> bool {
    let mut k = 0;
    let (mut count, mut all) = (0, 1);
    while k < rows.len() {
        let row = &rows[k];
        let (first, last) = row.const_sequences();
        let prefix = lead << 8 | second;
        if has_two_and_more(row) && first[0] << 8 | first[1] <= prefix && prefix <= last[0] << 8 | last[1] {
            let from = if prefix == first[0] << 8 | first[1] { rest(&first, row.len()) } else { 0 };
            all = 1 << (6 * (row.len() - 2));
            let to = if prefix == last[0] << 8 | last[1] { rest(&last, row.len()) } else { all - 1 };
            count += to + 1 - from;
        }
        k += 1;
    }
    count == all
}

/// Returns a sequence's bytes from the third on, as a number.
#[inline]
const fn rest(sequence: &[u32], len: usize) -> u32 {
    let (mut number, mut k) = (0, 2);
    while k < len {
        number = number << 6 | sequence[k] & 0x3F;
        k += 1;
    }
    number
}
