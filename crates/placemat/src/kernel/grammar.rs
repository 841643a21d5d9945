//! What differs between forms that have UTF-8's patterns of bits: which second bytes may follow a lead, and whether the
//! byte 00 stands for U+0000. Both are read off the table at compile time.

use crate::form::{Form, Utf8};
use crate::table::{Row, Table};

/// A form with UTF-8's patterns of bits, as the kernels see it.
///
/// What a grammar allows is well-formed in the form; what it refuses need not be ill-formed, but is left to others:
/// sequences of five and six bytes, surrogates where pairs of them have a rule of their own, and the last few sequences
/// where a range ends in the middle of a third byte.
pub(super) struct Grammar {
    /// For every byte from 80 on a constant `k`, such that for every trail byte `c` the sign bit of `c + k` says "may not
    /// follow". Of the 256 sums just one half of the circle has the sign bit, so a constant can express every range that
    /// touches an end of 80..BF.
    pub(super) follows: [u8; 128],
    /// The byte 00 is refused.
    pub(super) refuses_nul: bool,
}

/// The grammar of a form, where it has one.
pub(super) struct OfForm<F>(F);

impl<F: Form> OfForm<F> {
    pub(super) const GRAMMAR: Option<Grammar> = grammar(F::TABLE);
}

/// UTF-8's grammar.
pub(super) const UTF_8: Grammar = match grammar(Utf8::TABLE) {
    Some(grammar) => grammar,
    None => panic!("UTF-8 has UTF-8's patterns"),
};

const fn grammar(table: &Table) -> Option<Grammar> {
    let rows = table.const_rows();
    if table.unit_bits() != 8 || !has_the_patterns(rows) {
        return None;
    }
    let pairs_have_a_rule = has_pairs(rows) && !has_halves(rows) || has_excluded_pairs(rows);
    let mut follows = [0; 128];
    let mut lead = 0x80;
    while lead < 0x100 {
        let mut range = second_bytes(rows, lead);
        if lead == 0xED
            && pairs_have_a_rule
            && let Some((first, last)) = range
            && last > 0x9F
        {
            range = Some((first, 0x9F));
        }
        follows[lead as usize - 0x80] = constant(lead, range);
        lead += 1;
    }
    Some(Grammar { follows, refuses_nul: !stands_for_itself(rows, 0) })
}

/// The constant for the range of second bytes of a lead, proved for all trail bytes.
const fn constant(lead: u32, range: Option<(u32, u32)>) -> u8 {
    let constant = match range {
        None if lead < 0xC0 => 0xC0, // no lead: it says nothing about what follows
        Some((0x80, last)) => 0x7F_u8.wrapping_sub(last as u8),
        Some((first, 0xBF)) => 0_u8.wrapping_sub(first as u8),
        _ => 0,
    };
    let mut byte = 0x80_u8;
    while byte < 0xC0 {
        let refused = byte.wrapping_add(constant) >= 0x80;
        let allowed = match range {
            None => lead < 0xC0,
            Some((first, last)) => first <= byte as u32 && byte as u32 <= last,
        };
        assert!(refused || allowed, "a constant allows nothing that the table refuses");
        byte += 1;
    }
    constant
}

/// ASCII (but perhaps U+0000) for itself, leads of two, three and four bytes where UTF-8 has them, trail bytes 80..BF.
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
        let trails_fit = row.len() == 1 || row.half().is_some() || {
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

const fn has_pairs(rows: &[Row]) -> bool {
    let mut k = 0;
    while k < rows.len() {
        if rows[k].half().is_some() {
            return true;
        }
        k += 1;
    }
    false
}

const fn has_excluded_pairs(rows: &[Row]) -> bool {
    let mut k = 0;
    while k < rows.len() {
        if rows[k].half().is_some() && !rows[k].is_read() {
            return true;
        }
        k += 1;
    }
    false
}

/// Is U+D800 a sequence of three bytes?
const fn has_halves(rows: &[Row]) -> bool {
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

/// The second bytes that may follow a lead whatever comes then, by the rows of up to four bytes.
const fn second_bytes(rows: &[Row], lead: u32) -> Option<(u32, u32)> {
    let mut range: Option<(u32, u32)> = None;
    // Where the last row of this lead ended in the middle of a second byte, the next must go on from there.
    let mut k = 0;
    while k < rows.len() {
        let row = &rows[k];
        if row.len() > 1 && row.len() <= 4 && row.half().is_none() && row.alphabet(0).digit(lead).is_some() {
            let (first, last) = row.const_sequences();
            let mut low = if lead == first[0] { first[1] } else { 0x80 };
            let mut high = if lead == last[0] { last[1] } else { 0xBF };
            let starts_whole = lead != first[0] || ends_with(&first, row.len(), 0x80);
            let ends_whole = lead != last[0] || ends_with(&last, row.len(), 0xBF);
            range = match range {
                // Rows ascend, so that this one follows the other in the same lead, without a gap in these tables if
                // one ends and the other begins in the middle of the same second byte.
                Some((before, end)) if !starts_whole && end + 1 == low || end == low => {
                    if !ends_whole {
                        high -= 1;
                    }
                    Some((before, high))
                }
                Some(other) => Some(other),
                None => {
                    if !starts_whole {
                        low += 1;
                    }
                    if !ends_whole {
                        high -= 1;
                    }
                    if low <= high { Some((low, high)) } else { None }
                }
            };
        }
        k += 1;
    }
    range
}

const fn ends_with(sequence: &[u32], len: usize, byte: u32) -> bool {
    let mut k = 2;
    while k < len {
        if sequence[k] != byte {
            return false;
        }
        k += 1;
    }
    true
}
