//! Rows prepared for encoding: if every radix is a power of two, digits are shifts and masks.

use crate::form::Form;
use crate::table::{Alphabet, MAX_SEQUENCE, Row};
use crate::unit::Unit;

/// No form has more written rows.
const PATTERNS: usize = 32;

/// One written row.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    /// First code point, and how many more.
    first: u32,
    span: u32,
    /// The rank of the first sequence.
    rank: u32,
    len: u8,
    /// Every radix is a power of two, and every alphabet is one interval.
    simple: bool,
    shifts: [u8; MAX_SEQUENCE],
    masks: [u32; MAX_SEQUENCE],
    bases: [u32; MAX_SEQUENCE],
}

const NONE: Pattern = Pattern {
    first: 0,
    span: 0,
    rank: 0,
    len: 0,
    simple: false,
    shifts: [0; MAX_SEQUENCE],
    masks: [0; MAX_SEQUENCE],
    bases: [0; MAX_SEQUENCE],
};

/// The written rows of a form.
#[derive(Debug)]
pub(super) struct Patterns {
    patterns: [Pattern; PATTERNS],
    len: usize,
}

impl Pattern {
    #[inline]
    const fn new(row: &Row) -> Self {
        let (first, last) = row.code_points();
        let mut pattern = Pattern {
            first,
            span: last - first,
            rank: row.ranks().0 as u32,
            len: row.len() as u8,
            simple: true,
            ..NONE
        };
        let mut k = 0;
        while k < row.len() {
            let (alphabet, weight) = (row.alphabet(k), row.weight(k));
            pattern.simple &= weight.is_power_of_two() && alphabet.is_interval();
            pattern.simple &= k == 0 || alphabet.size().is_power_of_two();
            pattern.shifts[k] = weight.trailing_zeros() as u8;
            pattern.masks[k] = if k == 0 { u32::MAX } else { (alphabet.size() - 1) as u32 };
            pattern.bases[k] = alphabet.unit(0);
            k += 1;
        }
        pattern
    }

    #[inline(always)]
    const fn holds(&self, code_point: u32) -> bool {
        code_point.wrapping_sub(self.first) <= self.span
    }

    /// Writes the sequence of a code point of this row.
    #[inline(always)]
    fn write<U: Unit>(&self, code_point: u32, room: &mut [U]) {
        let rank = self.rank + (code_point - self.first);
        for (k, place) in room.iter_mut().enumerate().take(MAX_SEQUENCE) {
            *place = U::from_u32(self.bases[k] + (rank >> self.shifts[k] & self.masks[k]));
        }
    }
}

/// The radix that all trailing places of a form share, if its digits are not bits: UTF-1's 190.
struct Radix<F>(F);

impl<F: Form> Radix<F> {
    const ALPHABET: Alphabet = {
        let rows = F::TABLE.rows();
        let mut alphabet = rows[rows.len() - 1].alphabet(0);
        let mut k = 0;
        while k < rows.len() {
            if rows[k].len() > 1 {
                alphabet = rows[k].alphabet(1);
            }
            k += 1;
        }
        alphabet
    };
    const RADIX: u32 = if Self::ALPHABET.size() > 1 { Self::ALPHABET.size() as u32 } else { 2 };
}

impl Pattern {
    /// Writes the sequence of a code point of this row by division, which is a multiplication if the radix is
    /// a constant. The result is that of [`write`](Pattern::write).
    #[inline(always)]
    fn write_by_radix<F: Form>(&self, code_point: u32, room: &mut [F::Unit]) {
        let mut rank = self.rank + (code_point - self.first);
        let Some((lead, trail)) = room.split_first_mut() else { return };
        for place in trail.iter_mut().rev() {
            *place = F::Unit::from_u32(Radix::<F>::ALPHABET.unit(rank % Radix::<F>::RADIX));
            rank /= Radix::<F>::RADIX;
        }
        *lead = F::Unit::from_u32(self.bases[0] + rank);
    }
}

impl Patterns {
    /// The written rows of a table.
    #[inline]
    pub(super) const fn new(rows: &[Row]) -> Self {
        let mut patterns = Patterns { patterns: [NONE; PATTERNS], len: 0 };
        let mut k = 0;
        while k < rows.len() {
            if rows[k].is_written() {
                patterns.patterns[patterns.len] = Pattern::new(&rows[k]);
                patterns.len += 1;
            }
            k += 1;
        }
        patterns
    }

    #[inline(always)]
    fn find(&self, code_point: u32) -> Option<&Pattern> {
        self.patterns[..self.len].iter().find(|pattern| pattern.holds(code_point))
    }

    /// Encodes code points as long as the form has them, they fit, and `stops` does not apply. Returns the
    /// code points read and the units written.
    #[inline(always)]
    pub(super) fn encode<F: Form>(
        &self,
        code_points: &[u32],
        out: &mut [F::Unit],
        stops: impl Fn(u32) -> bool,
    ) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        // Text usually stays in one row for a while.
        let mut pattern = &self.patterns[0];
        while let Some(&code_point) = code_points.get(read) {
            if code_point < 0x80 && const { F::TABLE.writes_ascii() } {
                let run = narrow_ascii::<F::Unit>(&code_points[read..], &mut out[written..]);
                read += run;
                written += run;
                if run > 0 {
                    continue;
                }
            }
            if !pattern.holds(code_point) {
                let Some(other) = self.find(code_point) else { break };
                pattern = other;
            }
            if stops(code_point) {
                break;
            }
            let Some(room) = out.get_mut(written..written + usize::from(pattern.len)) else { break };
            if pattern.simple {
                match pattern.len {
                    1 => pattern.write(code_point, &mut room[..1]),
                    2 => pattern.write(code_point, &mut room[..2]),
                    3 => pattern.write(code_point, &mut room[..3]),
                    4 => pattern.write(code_point, &mut room[..4]),
                    _ => pattern.write(code_point, room),
                }
            } else {
                pattern.write_by_radix::<F>(code_point, room);
            }
            written += usize::from(pattern.len);
            read += 1;
        }
        (read, written)
    }
}

/// Encodes ASCII from the front, if the form writes it unchanged: in strips of sixteen.
fn narrow_ascii<U: Unit>(code_points: &[u32], out: &mut [U]) -> usize {
    const STRIP: usize = 16;
    let mut len = 0;
    for (strip, room) in code_points.chunks_exact(STRIP).zip(out.chunks_exact_mut(STRIP)) {
        if strip.iter().fold(0, |all, code_point| all | code_point) >= 0x80 {
            break;
        }
        for (place, &code_point) in room.iter_mut().zip(strip) {
            *place = U::from_u32(code_point);
        }
        len += STRIP;
    }
    len
}
