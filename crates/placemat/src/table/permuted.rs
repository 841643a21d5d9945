//! The rows of a table under a permutation of bytes.

use super::Row;

/// Rows in the order of their sequences. `len` is their number.
pub(crate) struct PermutedRows<const N: usize> {
    rows: [Row; N],
    len: usize,
}

impl<const N: usize> PermutedRows<N> {
    /// Returns the rows in which `bytes[b]` replaces each byte `b`, cut where bytes that lead sequences are
    /// not adjacent any more. Code points and standings do not change.
    pub(crate) const fn new(rows: &[Row], bytes: &[u8; 256]) -> Self {
        let back = inverse(bytes);
        // For each row, the piece that begins with the last byte, if there is one.
        let mut open = [None; 32];
        assert!(rows.len() <= open.len());
        let mut permuted = PermutedRows { rows: [Row::single(0, 0, 0); N], len: 0 };
        let mut byte = 0;
        while byte < 256 {
            let lead = back[byte];
            let mut k = 0;
            while k < rows.len() {
                open[k] = match (led_by(&rows[k], lead), open[k]) {
                    (None, _) => None,
                    (Some((first, last)), Some((place, start, end))) if end + 1 == first => {
                        permuted.rows[place] = piece(&rows[k], start, last, bytes);
                        Some((place, start, last))
                    }
                    (Some((first, last)), _) => {
                        permuted.rows[permuted.len] = piece(&rows[k], first, last, bytes);
                        permuted.len += 1;
                        Some((permuted.len - 1, first, last))
                    }
                };
                k += 1;
            }
            byte += 1;
        }
        permuted
    }

    #[inline]
    pub(crate) const fn rows(&self) -> &[Row] {
        self.rows.split_at(self.len).0
    }
}

/// Returns the permutation that undoes another.
pub(crate) const fn inverse(bytes: &[u8; 256]) -> [u8; 256] {
    let (mut back, mut seen, mut k) = ([0; 256], [false; 256], 0);
    while k < 256 {
        assert!(!seen[bytes[k] as usize], "a permutation has each byte once");
        seen[bytes[k] as usize] = true;
        back[bytes[k] as usize] = k as u8;
        k += 1;
    }
    back
}

/// Returns the first and the last code point of a row whose sequences begin with a byte, if there are any.
const fn led_by(row: &Row, lead: u8) -> Option<(u32, u32)> {
    assert!(row.trail_start == 0, "pairs are not permuted");
    let Some(digit) = row.alphabets[0].digit(lead as u32) else { return None };
    let low = digit as u64 * row.weights[0];
    let high = low + (row.weights[0] - 1);
    let low = if low < row.rank_first { row.rank_first } else { low };
    let high = if high > row.rank_last { row.rank_last } else { high };
    if low > high { None } else { Some((row.code_point(low), row.code_point(high))) }
}

/// Returns the part of a row between two code points, in other bytes.
const fn piece(row: &Row, first: u32, last: u32, bytes: &[u8; 256]) -> Row {
    let mut piece = row.between(first, last);
    let mut k = 0;
    while k < piece.len() {
        piece.first[k] = bytes[piece.first[k] as usize] as u32;
        piece.last[k] = bytes[piece.last[k] as usize] as u32;
        piece.alphabets[k] = piece.alphabets[k].permuted(bytes);
        k += 1;
    }
    assert!(piece.alphabets[0].is_interval(), "a piece is led by adjacent bytes");
    piece
}
