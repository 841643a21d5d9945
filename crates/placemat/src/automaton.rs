//! An automaton made from a table at compile time. It validates and decodes any form of bytes, one step per
//! byte.
//!
//! A *state* is what may still come. For every row that the bytes so far begin, it holds how many places are
//! left and between which ranks the rest must lie. Equal rests are equal states, so UTF-8 has eight. In a
//! state, a byte *adds* an amount to the code point. The lead gives the base of its row, and each later byte
//! gives its digit times its weight. If two rows share a lead, the byte that decides between them gives the
//! jump from one to the other. The sum over a sequence is its code point, without a branch on lengths.
//!
//! The transitions of a byte are packed into one word. A state is a shift count, with six bits for each of at
//! most ten states. A step is therefore `state = WORD[byte] >> (state & 63)`, which takes one cycle.
//!
//! The automaton is an accelerator. It stops before a sequence that it cannot decide, and leaves it to the
//! reference implementation: ill-formed bytes, a state after the tenth, a lead surrogate whose meaning
//! depends on what follows.

mod lossy;
mod validate;

use crate::form::Form;
use crate::table::{Row, Table};

/// States that fit a word.
const STATES: usize = 10;
/// States that are computed before those after the tenth are dropped.
const ALL_STATES: usize = 24;
/// Rows that may share a prefix.
const RESTS: usize = 3;

/// The state between sequences, as a shift count.
const START: u64 = 0;
/// The state for "stop here".
const STOP: u64 = 6;

/// The word of a byte that continues nothing: it leads from each state to "stop".
const STOPS: u64 = {
    let (mut stops, mut state) = (0, 0);
    while state < STATES {
        stops |= STOP << (STOP * state as u64);
        state += 1;
    }
    stops
};

/// Room for what bytes add in each state.
const ROWS: usize = 16;

/// Returns the index of a state's row, by its shift count. The upper four bits differ between the multiples
/// of six up to 54, and taking them needs no division. Only the first `N` rows exist.
#[inline(always)]
const fn row_of<const N: usize>(shift: u64) -> usize {
    (shift >> 2) as usize % N
}

/// The packed automaton of a form of bytes.
#[derive(Debug)]
pub(crate) struct Automaton {
    words: [u64; 256],
    /// Bytes from 01 to 7F stand for themselves between sequences.
    ascii: bool,
    /// The byte 00 stands for itself between sequences.
    nul: bool,
    /// A byte that may begin a sequence never continues one, and no sequence is longer than
    /// [`validate::LONGEST`]. What continues at a place is therefore determined by the bytes just before it.
    forgets: bool,
}

/// What bytes add, by [`row_of`] a state's shift count.
type Adds = [[u32; 256]; ROWS];

/// An automaton with the numbers that decoding adds up, which take up to eight times the space.
#[derive(Debug)]
struct Decoder<const N: usize> {
    automaton: &'static Automaton,
    adds: [[u32; 256]; N],
}

/// What is made of a form's table, once for all users.
pub(crate) struct FormAutomaton<F>(F);

impl<F: Form> FormAutomaton<F> {
    const MADE: (Automaton, Adds) = Automaton::new(F::TABLE);
    /// A separate value, because a reference into the pair would keep the whole pair in the program.
    const ALONE: Automaton = Self::MADE.0;
    /// The automaton of a form of bytes.
    pub(crate) const AUTOMATON: &'static Automaton = &Self::ALONE;
    /// The number of rows of numbers, up to the last row that is not empty.
    const ROWS: usize = used(&Self::MADE.1);
    /// The decoders, with as many rows as are needed: two for single bytes.
    const OF_TWO: &'static Decoder<2> = &Decoder::new(Self::AUTOMATON, &Self::MADE.1);
    const OF_EIGHT: &'static Decoder<8> = &Decoder::new(Self::AUTOMATON, &Self::MADE.1);
    const OF_ALL: &'static Decoder<ROWS> = &Decoder::new(Self::AUTOMATON, &Self::MADE.1);

    /// Decodes bytes into code points, and may stop anywhere between sequences. Returns the bytes read and
    /// the code points written.
    #[inline]
    pub(crate) fn decode(bytes: &[u8], out: &mut [u32]) -> (usize, usize) {
        if const { Self::ROWS <= 2 } {
            Self::OF_TWO.decode(bytes, out)
        } else if const { Self::ROWS <= 8 } {
            Self::OF_EIGHT.decode(bytes, out)
        } else {
            Self::OF_ALL.decode(bytes, out)
        }
    }
}

/// Returns the number of rows, up to the last that is not empty.
#[inline]
const fn used(adds: &Adds) -> usize {
    let mut row = ROWS;
    while row > 0 {
        let mut byte = 0;
        while byte < 256 {
            if adds[row - 1][byte] != 0 {
                return row;
            }
            byte += 1;
        }
        row -= 1;
    }
    0
}

/// What is left of one row.
#[derive(Clone, Copy)]
struct Rest {
    row: usize,
    /// Places already passed.
    at: usize,
    /// The bounds of the rest's rank.
    low: u64,
    high: u64,
    /// What to add once this row is the only one left.
    jump: u32,
}

#[derive(Clone, Copy)]
struct State {
    rests: [Rest; RESTS],
    len: usize,
}

const NO_REST: Rest = Rest { row: 0, at: 0, low: 0, high: 0, jump: 0 };
const NO_STATE: State = State { rests: [NO_REST; RESTS], len: 0 };

impl State {
    /// Adds a rest. Its jump is relative to that of the first one, whose own jump goes into what the byte
    /// adds.
    #[inline]
    const fn add(&mut self, rest: Rest) {
        assert!(self.len < RESTS, "so many rows share a prefix");
        self.rests[self.len] = rest;
        self.len += 1;
    }
}

/// Returns `true` if two rests allow the same continuations.
#[inline]
const fn same_rest(rows: &[Row], a: &Rest, b: &Rest) -> bool {
    let (left, right) = (&rows[a.row], &rows[b.row]);
    if left.len() - a.at != right.len() - b.at
        || a.low != b.low
        || a.high != b.high
        || a.jump != b.jump
        || left.is_read() != right.is_read()
    {
        return false;
    }
    let mut k = 0;
    while a.at + k < left.len() {
        if !left.alphabet(a.at + k).is(&right.alphabet(b.at + k)) {
            return false;
        }
        k += 1;
    }
    true
}

#[inline]
const fn same_state(rows: &[Row], a: &State, b: &State) -> bool {
    if a.len != b.len {
        return false;
    }
    let mut k = 0;
    while k < a.len {
        if !same_rest(rows, &a.rests[k], &b.rests[k]) {
            return false;
        }
        k += 1;
    }
    true
}

/// Returns the rest after a byte and what the byte adds, or `None` if the byte does not fit the rest.
#[inline]
const fn step(row: &Row, rest: &Rest, byte: u32) -> Option<(Rest, u32)> {
    let Some(digit) = row.alphabet(rest.at).digit(byte) else { return None };
    let weight = row.weight(rest.at);
    let (first, last) = (digit as u64 * weight, digit as u64 * weight + (weight - 1));
    if last < rest.low || first > rest.high {
        return None;
    }
    let low = rest.low.saturating_sub(first);
    let high = if rest.high < last { rest.high - first } else { weight - 1 };
    Some((Rest { row: rest.row, at: rest.at + 1, low, high, jump: rest.jump }, first as u32))
}

/// Returns the state after a byte (`None`: stop) and what the byte adds.
#[inline]
const fn advance(rows: &[Row], state: &State, byte: u32) -> (Option<State>, u32) {
    let mut next = NO_STATE;
    let (mut add, mut ambiguous) = (0, false);
    let mut k = 0;
    while k < state.len {
        let rest = &state.rests[k];
        let row = &rows[rest.row];
        if let Some((mut after, amount)) = step(row, rest, byte) {
            if next.len == 0 {
                add = amount.wrapping_add(rest.jump);
                after.jump = 0;
            } else {
                // Relative to the first rest, whose own jump and amount have been added.
                after.jump = amount.wrapping_add(rest.jump).wrapping_sub(add);
            }
            // A lone surrogate, or the beginning of a pair? What follows decides.
            ambiguous |= after.at > 1 && next.len > 0 && rows[next.rests[0].row].len() != row.len();
            next.add(after);
        }
        k += 1;
    }
    if next.len == 0 || ambiguous {
        return (None, 0);
    }
    (Some(next), add)
}

/// Returns the bytes that may continue a state: from the first value up to, but not including, the second.
#[inline]
const fn reach(rows: &[Row], state: &State) -> (u32, u32) {
    let (mut first, mut end) = (256, 0);
    let mut k = 0;
    while k < state.len {
        let alphabet = rows[state.rests[k].row].alphabet(state.rests[k].at);
        let (least, greatest) = alphabet.ends();
        first = if least < first { least } else { first };
        end = if greatest >= end { greatest + 1 } else { end };
        k += 1;
    }
    (first, end)
}

impl Automaton {
    /// Makes the automaton of a table of bytes, and what bytes add.
    #[inline]
    const fn new(table: &Table) -> (Self, Adds) {
        let rows = table.rows();
        let mut states = [NO_STATE; ALL_STATES];
        let mut count = 2; // 0: between sequences, 1: stop
        let mut automaton = Automaton { words: [STOPS; 256], ascii: true, nul: true, forgets: true };
        let mut adds = [[0; 256]; ROWS];
        let mut s = 0;
        while s < count {
            // All bytes that continue some rest are in this range. In the state for "stop" there are none.
            let (mut byte, end) = if s == 0 { (0, 256) } else { reach(rows, &states[s]) };
            // The state that the preceding byte led to; often this byte leads to it as well.
            let mut last = 2;
            while byte < end {
                let (next, add) = if s == 0 {
                    advance(rows, &lead_state(rows, byte), byte)
                } else {
                    advance(rows, &states[s], byte)
                };
                let to = match next {
                    None => 1,
                    Some(state) if state.rests[0].at == rows[state.rests[0].row].len() => 0,
                    Some(state) if last < count && same_state(rows, &states[last], &state) => last,
                    Some(state) => {
                        let mut at = 2;
                        while at < count && !same_state(rows, &states[at], &state) {
                            at += 1;
                        }
                        if at == count {
                            states[at] = state;
                            count += 1;
                        }
                        last = at;
                        at
                    }
                };
                automaton.forgets &= s == 0 || to == 1 || automaton.words[byte as usize] & 63 == STOP;
                if s < STATES && to < STATES {
                    automaton.words[byte as usize] ^= (STOP ^ (to as u64 * STOP)) << (STOP * s as u64);
                    adds[row_of::<ROWS>(STOP * s as u64)][byte as usize] = add;
                }
                byte += 1;
            }
            s += 1;
        }
        let mut row = 0;
        while row < rows.len() {
            automaton.forgets &= rows[row].len() <= validate::LONGEST;
            row += 1;
        }
        let mut byte = 0;
        while byte < 0x80 {
            let stands = automaton.words[byte] & 63 == START && adds[0][byte] == byte as u32;
            if byte == 0 {
                automaton.nul = stands;
            } else {
                automaton.ascii &= stands;
            }
            byte += 1;
        }
        (automaton, adds)
    }

    /// Returns `true` if all of these bytes stand for themselves between sequences.
    #[inline(always)]
    fn stand(&self, bytes: &[u8]) -> bool {
        bytes.iter().fold(0, |all, &byte| all | byte) < 0x80 && (self.nul || !bytes.contains(&0))
    }

    /// Counts the bytes in strips of ASCII at the front, of which there is at least one. Long ones are taken
    /// in larger pieces, which the compiler vectorizes.
    fn ascii_strips<const STRIP: usize>(&self, bytes: &[u8]) -> usize {
        const PIECE: usize = 256;
        let pieces = PIECE * bytes.chunks_exact(PIECE).take_while(|piece| self.stand(piece)).count();
        pieces + STRIP * bytes[pieces..].chunks_exact(STRIP).take_while(|strip| self.stand(strip)).count()
    }

    /// Widens ASCII from the front. Its length is determined first, then it is widened, so that both loops
    /// are vectorized.
    #[inline]
    fn widen_ascii(&self, bytes: &[u8], out: &mut [u32]) -> usize {
        const STRIP: usize = 16;
        let fits = &bytes[..bytes.len().min(out.len())];
        let len = STRIP * fits.chunks_exact(STRIP).take_while(|strip| self.stand(strip)).count();
        for (place, &byte) in out[..len].iter_mut().zip(&bytes[..len]) {
            *place = byte.into();
        }
        len
    }
}

impl<const N: usize> Decoder<N> {
    const fn new(automaton: &'static Automaton, all: &Adds) -> Self {
        let mut adds = [[0; 256]; N];
        let mut row = 0;
        while row < N {
            adds[row] = all[row];
            row += 1;
        }
        Decoder { automaton, adds }
    }

    /// Decodes bytes into code points, and may stop anywhere between sequences. Returns the bytes read and
    /// the code points written.
    #[inline]
    fn decode(&self, bytes: &[u8], out: &mut [u32]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        loop {
            let ascii = if self.automaton.ascii {
                self.automaton.widen_ascii(&bytes[read..], &mut out[written..])
            } else {
                0
            };
            read += ascii;
            written += ascii;
            let (bytes_read, code_points) = self.decode_dense(&bytes[read..], &mut out[written..]);
            read += bytes_read;
            written += code_points;
            if bytes_read == 0 {
                return (read, written);
            }
        }
    }

    /// Decodes bytes into code points until a strip of ASCII or a stop.
    ///
    /// The value is written after every byte, and the output place advances after the last byte of a
    /// sequence. If a strip stops, or the last one ends inside a sequence, it is walked again to find the end
    /// of its last whole sequence.
    #[inline]
    fn decode_dense(&self, bytes: &[u8], out: &mut [u32]) -> (usize, usize) {
        const STRIP: usize = 16;
        let (mut state, mut value) = (START, 0_u32);
        let (mut read, mut written) = (0, 0);
        // The place after the last strip that ended between sequences, and the place before the last strip
        // that was entered.
        let mut whole = (0, 0);
        let mut entered = (0, 0, START);
        for strip in bytes.chunks_exact(STRIP) {
            if self.automaton.ascii && state & 63 == START && self.automaton.stand(strip) {
                return whole;
            }
            let Some(room) = out.get_mut(written..).and_then(<[u32]>::first_chunk_mut::<STRIP>) else {
                break;
            };
            entered = (read, written, state);
            let mut count = 0;
            for &byte in strip {
                let at = state & 63;
                let keep = u32::from(at != START).wrapping_neg();
                let row = &self.adds[row_of::<N>(at)];
                value = (value & keep).wrapping_add(row[usize::from(byte)]);
                state = self.automaton.words[usize::from(byte)] >> at;
                room[count % STRIP] = value;
                count += usize::from(state & 63 == START);
            }
            if state & 63 == STOP {
                return self.last_whole(&bytes[..read + STRIP], entered, whole);
            }
            read += STRIP;
            written += count;
            if state & 63 == START {
                whole = (read, written);
            }
        }
        if state & 63 != START {
            whole = self.last_whole(&bytes[..read], entered, whole);
        }
        let (more_read, more_written) = self.decode_plainly(&bytes[whole.0..], &mut out[whole.1..]);
        (whole.0 + more_read, whole.1 + more_written)
    }

    /// Returns where the last whole sequence of a strip ends. The strip was entered at a place, in a state.
    #[inline]
    fn last_whole(
        &self,
        bytes: &[u8],
        (from, mut written, mut state): (usize, usize, u64),
        mut whole: (usize, usize),
    ) -> (usize, usize) {
        for (k, &byte) in bytes[from..].iter().enumerate() {
            state = self.automaton.step(state, byte);
            match state & 63 {
                STOP => break,
                START => {
                    written += 1;
                    whole = (from + k + 1, written);
                }
                _ => {}
            }
        }
        whole
    }

    #[inline]
    fn decode_plainly(&self, bytes: &[u8], out: &mut [u32]) -> (usize, usize) {
        let (mut state, mut value, mut whole) = (START, 0_u32, (0, 0));
        for (k, &byte) in bytes.iter().enumerate() {
            let at = state & 63;
            let add = self.adds[row_of::<N>(at)][usize::from(byte)];
            value = if at == START { add } else { value.wrapping_add(add) };
            state = self.automaton.words[usize::from(byte)] >> at;
            match state & 63 {
                STOP => break,
                START => {
                    let Some(place) = out.get_mut(whole.1) else { break };
                    *place = value;
                    whole = (k + 1, whole.1 + 1);
                }
                _ => {}
            }
        }
        whole
    }
}

/// Returns the state of the rows that a lead byte begins.
#[inline]
const fn lead_state(rows: &[Row], byte: u32) -> State {
    let mut state = NO_STATE;
    let mut k = 0;
    while k < rows.len() {
        let row = &rows[k];
        if row.alphabet(0).digit(byte).is_some() {
            let (low, high) = row.ranks();
            // The base: what makes the first rank the first code point.
            let jump = row.code_points().0.wrapping_sub(low as u32);
            state.add(Rest { row: k, at: 0, low, high, jump });
        }
        k += 1;
    }
    state
}
