//! The policy `replace-generalized`: one U+FFFD for a surrogate in three bytes. The kernel that replaces maximal
//! subparts converts what is between such surrogates, which are rare: everything else is replaced alike.

use super::replaced::{LossyRun, Replaced};
use crate::simd::{Isa, Vectorized};

/// Bytes that are searched before they are converted; they stay in the L1 cache.
const REACH: usize = 8192;

/// Converts UTF-8 with a kernel that replaces maximal subparts.
#[inline]
pub(super) fn run(isa: Isa, replace: LossyRun, input: &[u8], out: &mut [u8], end: bool) -> Replaced {
    let mut done = Replaced::default();
    loop {
        let (rest, room) = (&input[done.read..], &mut out[done.written..]);
        let piece = &rest[..rest.len().min(REACH)];
        let at = isa.run(FirstSurrogate(piece));
        // A surrogate ends what is before it. The last byte of a piece may begin one.
        let is_end = at < piece.len() || end && piece.len() == rest.len();
        let step = replace(isa, &piece[..at], room, is_end);
        done = done.and(step);
        if at == piece.len() {
            if step.read == 0 || done.read == input.len() || step.read + 3 < at {
                return done;
            }
            continue;
        }
        let rest = &input[done.read..];
        if step.read < at || rest.len() == 2 && !end {
            return done;
        }
        // The first two of three bytes are one subpart too.
        let read = 2 + usize::from(rest.get(2).is_some_and(|byte| byte & 0xC0 == 0x80));
        let surrogate = replace(isa, b"\xFF", &mut out[done.written..], true);
        if surrogate.read == 0 {
            return done;
        }
        done = done.and(Replaced { read, ..surrogate });
    }
}

/// Finds the first two bytes of a surrogate. Without any, it is the end.
struct FirstSurrogate<'a>(&'a [u8]);

impl Vectorized for FirstSurrogate<'_> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        let begins = |pair: &[u8]| pair[0] == 0xED && pair[1] & 0xE0 == 0xA0;
        let (bytes, mut at) = (self.0, 0);
        // (A plain loop, which the compiler vectorizes for every instruction set.)
        while let Some(block) = bytes[at..].first_chunk::<65>() {
            let mut found = 0;
            for k in 0..64 {
                found |= u8::from(block[k] == 0xED) & u8::from(block[k + 1] & 0xE0 == 0xA0);
            }
            if found != 0 {
                break;
            }
            at += 64;
        }
        bytes[at..].windows(2).position(begins).map_or(bytes.len(), |place| at + place)
    }
}
