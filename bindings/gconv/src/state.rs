//! What a descriptor remembers between calls, in the eight bytes of an `mbstate_t`.

use crate::glibc::Mbstate;

/// The most bytes that can be kept. The longest sequence has six bytes, so that at most five are incomplete;
/// a signature has eight.
pub const MOST_KEPT: usize = 7;

/// What a step remembers. The default is the initial state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// `true` after the place where a signature may be.
    pub has_begun: bool,
    /// Towards an encoding that joins surrogates: a lead surrogate that waits for what follows.
    pub lead: Option<u32>,
    /// The bytes of an incomplete sequence, for callers that want them kept.
    pub kept: Kept,
}

/// At most [`MOST_KEPT`] bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    bytes: [u8; MOST_KEPT],
    len: usize,
}

impl Kept {
    /// Keeps these bytes. Returns `None` if they are too many.
    pub fn new(bytes: &[u8]) -> Option<Kept> {
        let mut kept = Kept { len: bytes.len(), ..Kept::default() };
        kept.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(kept)
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// The bits of `count`: the number of bytes; two flags; bytes for which `value` has no room.
const LEN: u32 = 7;
const HAS_BEGUN: u32 = 1 << 3;
const HAS_LEAD: u32 = 1 << 4;
const BYTES: u32 = 8;

impl State {
    /// Reads a state.
    pub fn of(from: &Mbstate) -> State {
        let (count, value) = (from.count.get().cast_unsigned(), from.value.get());
        if count & HAS_LEAD != 0 {
            return State { lead: Some(value), has_begun: count & HAS_BEGUN != 0, ..State::default() };
        }
        let mut bytes = [0; MOST_KEPT];
        bytes[..4].copy_from_slice(&value.to_le_bytes());
        bytes[4..].copy_from_slice(&(count >> BYTES).to_le_bytes()[..3]);
        let kept = Kept::new(&bytes[..(count & LEN) as usize]).unwrap_or_default();
        State { has_begun: count & HAS_BEGUN != 0, lead: None, kept }
    }

    /// Writes the state.
    pub fn put(self, to: &Mbstate) {
        let [a, b, c, d, e, f, g] = self.kept.bytes;
        let mut count = self.kept.len as u32 | u32::from_le_bytes([e, f, g, 0]) << BYTES;
        let mut value = u32::from_le_bytes([a, b, c, d]);
        if self.has_begun {
            count |= HAS_BEGUN;
        }
        if let Some(lead) = self.lead {
            count |= HAS_LEAD;
            value = lead;
        }
        to.count.set(count.cast_signed());
        to.value.set(value);
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, MOST_KEPT, State};
    use crate::glibc::Mbstate;

    #[test]
    fn states_are_read_as_they_were_written() {
        let kept = (0..=MOST_KEPT).map(|len| Kept::new(&[0xFF, 1, 0x80, 2, 0xFE, 3, 0xFD][..len]).unwrap());
        let states = kept.map(|kept| State { kept, ..State::default() });
        let lead = State { lead: Some(0xDBFF), ..State::default() };
        for state in states.chain([lead]) {
            for has_begun in [false, true] {
                let (state, place) = (State { has_begun, ..state }, Mbstate::default());
                state.put(&place);
                assert_eq!(State::of(&place), state);
                let is_initial = place.count.get() == 0;
                assert_eq!(is_initial, state == State::default(), "as mbsinit(3) sees it");
            }
        }
        assert_eq!(Kept::new(&[0; MOST_KEPT + 1]), None);
    }
}
