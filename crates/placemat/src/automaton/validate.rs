//! Validation by the automaton, strip by strip. In long texts, the method for each strip depends on how many
//! of its bytes are ASCII.
//!
//! ```text
//! all of them    strips of ASCII, as long as there are some
//! most of them   from one byte that is not ASCII to the next, by a mask, if no sequence is open
//! few of them    a block by interleaved walks: a step waits for the one before it, but not for other walks
//! else           byte by byte
//! ```
//!
//! A walk that begins inside a block begins in the state that the preceding bytes determine. If the walk
//! through those bytes ends in another state, there is an error, and the block is walked byte by byte.

use super::{Automaton, START, STOP};

/// Bytes that are examined before the method for them is chosen.
const STRIP: usize = 32;
/// Bytes that are walked by a mask.
const SPARSE: usize = 64;
/// Interleaved walks through a block, each through one piece of it.
const WALKS: usize = 4;
const PIECE: usize = 128;
/// The longest sequence that interleaved walks may meet.
pub(super) const LONGEST: usize = 4;

impl Automaton {
    /// Returns the length of a prefix of whole sequences of a long text. It may stop anywhere between
    /// sequences.
    #[inline]
    pub(crate) fn validate_long(&self, bytes: &[u8]) -> usize {
        self.validate_by::<true>(bytes)
    }

    /// Returns the length of a prefix of whole sequences of a text that is short, or soon ends in an error.
    /// It uses neither masks nor interleaved walks, which would not be worthwhile.
    #[inline]
    pub(crate) fn validate(&self, bytes: &[u8]) -> usize {
        self.validate_by::<false>(bytes)
    }

    /// Returns the length of a prefix of whole sequences of a text of a few hundred bytes. It is walked again
    /// if it has an error.
    #[inline]
    pub(crate) fn validate_medium(&self, bytes: &[u8]) -> usize {
        let ascii = if self.ascii && self.nul { ascii_prefix(bytes) } else { 0 };
        ascii + self.validate_short(&bytes[ascii..])
    }

    /// Returns the length of a prefix of whole sequences of a short text, as [`validate`](Self::validate).
    #[inline]
    pub(crate) fn validate_short(&self, bytes: &[u8]) -> usize {
        if self.accepts(bytes) { bytes.len() } else { self.validate(bytes) }
    }

    /// Returns `true` if the bytes are whole sequences: one load and one shift for each byte.
    #[inline(always)]
    pub(crate) fn accepts(&self, bytes: &[u8]) -> bool {
        self.through(bytes, START) & 63 == START
    }

    #[inline(always)]
    fn validate_by<const LONG: bool>(&self, bytes: &[u8]) -> usize {
        /// Bytes of a strip that are not ASCII: limits for the choice of a method.
        const FEW: usize = STRIP / 2;
        const MANY: usize = STRIP * 5 / 8;
        // The last strip that was passed: where it began, and in which state. It is walked again to find the
        // end of its last whole sequence. There is one in it, because no sequence is as long as a strip. (In
        // a form that does not resynchronize, looking back from a place does not show which sequence the
        // bytes before it belong to.)
        let (mut at, mut entry) = (0, START);
        let (mut state, mut next) = (START, 0);
        // The end of the block that was last given to interleaved walks. If they met an error, they are not
        // used again before that place.
        let mut tried = 0;
        while let Some(strip) = bytes[next..].first_chunk::<STRIP>() {
            let before = state;
            let others = strip.iter().map(|&byte| usize::from(byte >= 0x80)).sum::<usize>();
            if others == 0 && self.ascii && state & 63 == START && self.stand(strip) {
                next += self.ascii_strips::<STRIP>(&bytes[next..]);
                (at, entry) = (next - STRIP, before);
                continue;
            }
            if LONG
                && others >= MANY
                && self.forgets
                && next >= tried
                && let Some(block) = bytes[next..].first_chunk()
            {
                tried = next + WALKS * PIECE;
                if let Some((before, after)) = self.side_by_side(block, state) {
                    next = tried;
                    (at, entry) = (next - PIECE, before);
                    state = after;
                    continue;
                }
            }
            let len = match bytes[next..].first_chunk() {
                Some(strip) if LONG && others <= FEW && self.ascii && self.nul => {
                    state = self.by_mask(strip, state);
                    SPARSE
                }
                _ => {
                    state = self.through(strip, state);
                    STRIP
                }
            };
            if state & 63 == STOP {
                break;
            }
            (at, entry) = (next, before);
            next += len;
        }
        let mut whole = at;
        state = entry;
        for (k, &byte) in bytes[at..].iter().enumerate() {
            state = self.step(state, byte);
            match state & 63 {
                START => whole = at + k + 1,
                STOP => break,
                _ => {}
            }
        }
        whole
    }

    /// Returns the state after a byte, in the lowest six bits. They are not masked here, because that would
    /// delay the next step.
    #[inline(always)]
    pub(super) fn step(&self, state: u64, byte: u8) -> u64 {
        self.words[usize::from(byte)] >> (state & 63)
    }

    /// Returns the state after some bytes.
    #[inline(always)]
    fn through(&self, bytes: &[u8], state: u64) -> u64 {
        // Whether the compiler unrolls a loop over single bytes depends on what is around it.
        let (fours, rest) = bytes.as_chunks::<4>();
        let state = fours.iter().fold(state, |state, &[a, b, c, d]| {
            self.step(self.step(self.step(self.step(state, a), b), c), d)
        });
        rest.iter().fold(state, |state, &byte| self.step(state, byte))
    }

    /// Returns the state after some bytes of which most are ASCII, which stands for itself between sequences.
    #[inline]
    fn by_mask(&self, strip: &[u8; SPARSE], mut state: u64) -> u64 {
        let (mut mask, words) = (0, strip.as_chunks::<8>().0);
        for (k, &word) in words.iter().enumerate() {
            let tops = u64::from_le_bytes(word) & 0x8080_8080_8080_8080;
            // The eight bits side by side.
            mask |= (tops.wrapping_mul(0x0002_0408_1020_4081) >> 56) << (8 * k);
        }
        let mut k = 0;
        while k < SPARSE {
            if state & 63 == START {
                match mask >> k {
                    0 => break,
                    rest => k += rest.trailing_zeros() as usize,
                }
            }
            state = self.step(state, strip[k]);
            if state & 63 == STOP {
                break;
            }
            k += 1;
        }
        state
    }

    /// Returns the state after some bytes, as far as they determine it: they and the text before them must be
    /// well-formed.
    #[inline(always)]
    fn state_after(&self, bytes: &[u8; LONGEST - 1]) -> u64 {
        bytes.iter().fold(START, |state, &byte| {
            let first = self.step(START, byte);
            match (first & 63, state & 63) {
                // The end of a sequence that begins earlier, or one trail byte too many.
                (STOP, START) => START,
                (STOP, _) => self.step(state, byte),
                _ => first,
            }
        })
    }

    /// Walks a block from a state on. Returns the states before and after its last piece, or `None` if there
    /// is an error.
    #[inline]
    fn side_by_side(&self, block: &[u8; WALKS * PIECE], state: u64) -> Option<(u64, u64)> {
        let [first, second, third, fourth] = block.as_chunks::<PIECE>().0 else { return None };
        let after = |piece: &[u8; PIECE]| piece.last_chunk().map(|last| self.state_after(last) & 63);
        let [b_from, c_from, d_from] = [after(first)?, after(second)?, after(third)?];
        let [mut a, mut b, mut c, mut d] = [state, b_from, c_from, d_from];
        for k in 0..PIECE {
            a = self.step(a, first[k]);
            b = self.step(b, second[k]);
            c = self.step(c, third[k]);
            d = self.step(d, fourth[k]);
        }
        let is_right = a & 63 == b_from && b & 63 == c_from && c & 63 == d_from && d & 63 != STOP;
        is_right.then_some((d_from, d))
    }
}

/// Returns the length of the ASCII at the start, or a little less.
#[inline]
fn ascii_prefix(bytes: &[u8]) -> usize {
    let is_ascii = |strip: &[u8; STRIP]| strip.iter().fold(0, |all, &byte| all | byte) < 0x80;
    let (strips, rest) = bytes.as_chunks();
    let len = STRIP * strips.iter().take_while(|strip| is_ascii(strip)).count();
    // The last strip begins in the one before it.
    if len + rest.len() == bytes.len() && bytes.last_chunk().is_some_and(is_ascii) {
        bytes.len()
    } else {
        len
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::{Automaton, PIECE, STRIP, WALKS};
    use crate::form::{Cesu8, Form, GeneralizedUtf8, Mutf8, Utf1, Utf8, Utf8Rfc2279, Utf8mb3};

    /// Returns text that cycles through the code points, of at least two blocks.
    fn text<F: Form>(code_points: &[u32]) -> Vec<u8> {
        let sequences = code_points.iter().filter_map(|&code_point| F::TABLE.encode(code_point));
        let once: Vec<u8> =
            sequences.flat_map(|(units, len)| units.into_iter().take(len)).map(|unit| unit as u8).collect();
        let times = if once.is_empty() { 0 } else { (2 * WALKS * PIECE + 3 * STRIP) / once.len() };
        once.repeat(times)
    }

    /// Returns how far the table can walk through whole sequences.
    fn by_table<F: Form>(bytes: &[u8]) -> usize {
        let mut at = 0;
        while let Ok(decoded) = F::TABLE.decode(&bytes[at..], true) {
            at += decoded.len;
        }
        at
    }

    /// Replaces one byte after the other. `exact`: the automaton covers all of the form.
    fn defects<F: Form<Unit = u8>>(exact: bool) {
        let automaton = Automaton::new(F::TABLE).0;
        let dense: [&[u32]; 5] = [
            &[0x416, 0x43F],
            &[0x3042, 0x4E00, 0xFFFD],
            &[0x1F4A9],
            &[0x416, 0x4E00, 0x1F4A9, 0x41],
            &[0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0xE9],
        ];
        for code_points in dense {
            let mut bytes = text::<F>(code_points);
            // All places near the ends of pieces, and some others.
            let near = |place: &usize| (place + 5) % PIECE < 10 || place.is_multiple_of(19);
            for place in (0..bytes.len()).filter(near) {
                let old = bytes[place];
                for byte in
                    [0x00, 0x41, 0x80, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0, 0xE3, 0xED, 0xF0, 0xF4, 0xFF, old]
                {
                    bytes[place] = byte;
                    let expected = by_table::<F>(&bytes);
                    let walks =
                        [Automaton::validate_long, Automaton::validate_medium, Automaton::validate_short];
                    for found in walks.map(|validate| validate(&automaton, &bytes)) {
                        if exact {
                            assert_eq!(found, expected, "{} {place} {byte:02X}", F::NAME);
                        } else {
                            assert_eq!(
                                by_table::<F>(&bytes[..found]),
                                found,
                                "{} {place} {byte:02X}",
                                F::NAME
                            );
                        }
                    }
                }
                bytes[place] = old;
            }
        }
    }

    #[test]
    fn defects_anywhere_in_blocks() {
        defects::<Utf8>(true);
        defects::<GeneralizedUtf8>(true);
        defects::<Utf8mb3>(true);
        defects::<Utf1>(true);
        for form in [defects::<Cesu8>, defects::<Mutf8>, defects::<Utf8Rfc2279>] {
            form(false);
        }
    }

    #[test]
    fn only_forms_that_forget_are_walked_through_side_by_side() {
        assert!(Automaton::new(Utf8::TABLE).0.forgets && Automaton::new(GeneralizedUtf8::TABLE).0.forgets);
        assert!(!Automaton::new(Utf1::TABLE).0.forgets && !Automaton::new(Cesu8::TABLE).0.forgets);
        assert!(!Automaton::new(Utf8Rfc2279::TABLE).0.forgets);
    }
}
