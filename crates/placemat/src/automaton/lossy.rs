//! Lossy copies by the automaton, for CPUs without vectors.

use super::{Automaton, START, STOP};

/// Bytes that are copied at once, and bytes in which an error is searched for.
const STRIP: usize = 32;
const WORD: usize = 8;

impl Automaton {
    /// Copies text, with a replacement for every byte that begins no sequence and for every sequence that is
    /// not continued. Returns the bytes read, the bytes written, and the number of replacements. It may stop
    /// anywhere between sequences. The form must be one in which leads are the only bytes that are not trail
    /// bytes.
    ///
    /// Strips are copied before they are examined. If the automaton stops in a strip, the strip is processed
    /// again in words, each of which is searched for its first stop, until a strip's length of bytes had
    /// none.
    #[inline]
    pub(crate) fn copy_lossily(
        &self,
        bytes: &[u8],
        out: &mut [u8],
        replacement: &[u8; 3],
    ) -> (usize, usize, u64) {
        let (mut read, mut written, mut errors) = (0, 0, 0);
        let mut state = START;
        while let (Some(strip), Some(room)) =
            (bytes[read..].first_chunk::<STRIP>(), out[written..].first_chunk_mut::<STRIP>())
        {
            if self.ascii && state & 63 == START && self.stand(strip) {
                let fits = (bytes.len() - read).min(out.len() - written);
                let len = self.ascii_strips::<STRIP>(&bytes[read..read + fits]);
                out[written..written + len].copy_from_slice(&bytes[read..read + len]);
                read += len;
                written += len;
                continue;
            }
            room.copy_from_slice(strip);
            let before = state;
            for &byte in strip {
                state = self.step(state, byte);
            }
            if state & 63 != STOP {
                read += STRIP;
                written += STRIP;
                continue;
            }
            state = before;
            let mut end = read + STRIP;
            while let (true, Some(word), Some(room)) = (
                read < end,
                bytes[read..].first_chunk::<WORD>(),
                out[written..].first_chunk_mut::<{ WORD + 3 }>(),
            ) {
                room[..WORD].copy_from_slice(word);
                let before = state;
                if self.ascii && state & 63 == START && self.stand(word) {
                    read += WORD;
                    written += WORD;
                    continue;
                }
                for &byte in word {
                    state = self.step(state, byte);
                }
                if state & 63 != STOP {
                    read += WORD;
                    written += WORD;
                    continue;
                }
                let (at, after) = self.before_stop(word, before);
                // The byte alone, or the sequence before it.
                let is_open = after & 63 != START;
                let open = if is_open { open(bytes, read + at) } else { 0 };
                // There is room: a word and its replacement were reserved.
                let Some(room) = out[written + at - open..].first_chunk_mut() else { break };
                *room = *replacement;
                written = written + at + 3 - open;
                read += at + usize::from(!is_open);
                state = START;
                errors += 1;
                // The next error may be near.
                end = read + STRIP;
            }
            if read < end {
                break;
            }
        }
        let open = if state & 63 == START { 0 } else { open(bytes, read) };
        (read - open, written - open, errors)
    }

    /// Returns how many bytes of a word are before the first stop, and the state there. It has no branch: in
    /// error-dense text, errors are at unpredictable places.
    #[inline(always)]
    fn before_stop(&self, word: &[u8; WORD], mut state: u64) -> (usize, u64) {
        let (mut count, mut before) = (0, state);
        for &byte in word {
            state = self.step(state, byte);
            let stops = state & 63 == STOP;
            count += usize::from(!stops);
            before = if stops { before } else { state };
        }
        (count, before)
    }
}

/// Returns the length of the sequence that is open before a place. Its lead is the last byte that is not a
/// UTF-8 trail byte.
#[inline(always)]
fn open(bytes: &[u8], at: usize) -> usize {
    let is_lead = |back: usize| bytes.get(at.wrapping_sub(back)).is_some_and(|&byte| byte >= 0xC0);
    let two_or_three = if is_lead(2) { 2 } else { 3 };
    if is_lead(1) { 1 } else { two_or_three }
}
