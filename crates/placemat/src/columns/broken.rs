//! Where ill-formed subsequences end in UTF-8 values that are stored one after the other.
//!
//! ```text
//! pieces of the text are validated, as long as they are well-formed
//! from an error on, frames of 60 bytes and more say where ill-formed subsequences end, however many there are
//! after enough frames without any, pieces again
//! ```
//!
//! A byte that is not a trail byte begins a sequence, whatever is before it. So if neither the first byte of a
//! value nor the one after it is a trail byte, its ill-formed subsequences are those of the text that end
//! within it or with it.

use crate::codec::Internal;
use crate::form::Utf8;
use crate::kernel::parts;
use crate::simd::Isa;

/// If no ill-formed subsequence ends within this many bytes, pieces are validated again.
const NEAR: usize = 2048;
/// The size of a piece in bytes.
const PIECE: usize = 16 << 10;
/// The size of the longest frame in bytes.
const FRAME: usize = 64;
/// More than frames look back at.
const BACK: usize = 8;

/// Finds them in order. It needs an instruction set with vectors.
pub(super) struct Broken<'t> {
    text: &'t [u8],
    isa: Isa,
    /// The places after `frame` where they end, which have not been passed: a bit for each.
    frame: usize,
    ends: u64,
    /// No others end at or before this place.
    known: usize,
    /// Frames are examined up to this place.
    near: usize,
}

impl<'t> Broken<'t> {
    /// Finds those that end after a place.
    #[inline]
    pub(super) fn new(isa: Isa, text: &'t [u8], from: usize) -> Self {
        Broken { text, isa, frame: from, ends: 0, known: from, near: 0 }
    }

    /// Looks for the next one that ends, up to a place or further.
    #[inline]
    pub(super) fn reach(&mut self, to: usize) {
        while self.ends == 0 && self.known < to {
            self.look();
        }
    }

    /// Returns the place where the next one ends that was found, or the place before which none ends.
    #[inline]
    pub(super) fn limit(&self) -> usize {
        if self.ends == 0 { self.known + 1 } else { self.frame + self.ends.trailing_zeros() as usize }
    }

    /// Passes all that end at or before a place. Returns their number, or `None` if more may end there than
    /// were found.
    #[inline]
    pub(super) fn pass(&mut self, end: usize) -> Option<u64> {
        if end > self.known {
            (self.ends, self.known) = (0, end);
            self.near = end.saturating_add(NEAR);
            return None;
        }
        let after = u64::MAX.checked_shl((end + 1).saturating_sub(self.frame) as u32).unwrap_or(0);
        let passed = self.ends & !after;
        self.ends &= after;
        Some(passed.count_ones().into())
    }

    /// Examines some frames or a piece.
    #[inline]
    fn look(&mut self) {
        let left = self.text.len() - self.known;
        if left < FRAME {
            return self.look_in_tail();
        }
        if self.known < self.near {
            let found = parts::ends(self.isa, self.text, self.known, self.near);
            (self.frame, self.ends, self.known) = (found.at, found.ends, found.at + found.known);
            if found.ends != 0 {
                self.near = self.known.saturating_add(NEAR);
            }
            return;
        }
        let is_trail = |at: usize| self.text[at] & 0xC0 == 0x80;
        let back = (0..=self.known.min(3)).find(|back| !is_trail(self.known - back)).unwrap_or(0);
        let start = self.known - back;
        let piece = &self.text[start..self.text.len().min(start + PIECE)];
        let well_formed = Utf8.well_formed_run(piece);
        self.known = self.known.max(start + well_formed);
        // At the end of a piece, a sequence may be cut.
        if well_formed + 4 <= piece.len() || start + piece.len() == self.text.len() {
            self.near = self.known + NEAR;
        }
    }

    /// Examines a copy of the last bytes. Zeros after it end every sequence.
    #[inline]
    fn look_in_tail(&mut self) {
        let mut copy = [0; BACK + 3 * FRAME];
        let base = self.known.saturating_sub(BACK);
        let tail = &self.text[base..];
        copy[..tail.len()].copy_from_slice(tail);
        let found = parts::ends(self.isa, &copy, self.known - base, tail.len());
        (self.frame, self.ends) = (base + found.at, found.ends);
        self.known = if found.ends == 0 { self.text.len() } else { self.frame + found.known };
    }
}
