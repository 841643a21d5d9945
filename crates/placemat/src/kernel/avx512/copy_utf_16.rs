//! UTF-16 copied and validated in one pass, in the machine's byte order.
//!
//! Whole runs are written where cache lines begin: a store that crosses two of them takes twice as long. What is
//! less than a run, and a run that is not well-formed, are left to the caller.

use core::mem::take;

use super::validate_utf_16::{high_bytes_of, is_not, other_byte};
use super::{BLOCK, RUN, load_run, moved_on, put};
use crate::simd::{Avx512, Vector};

/// Returns `true` if surrogates of a run are not in pairs, given its high bytes and those before them.
#[inline(always)]
fn has_lone(simd: Avx512, before: Vector, low: Vector, high: Vector) -> bool {
    let (low_before, high_before) = (moved_on::<1>(simd, before, low), moved_on::<1>(simd, low, high));
    let errors = simd.xor(is_not(simd, low, 0xDC), is_not(simd, low_before, 0xD8));
    // errors | a ^ b
    let errors = simd.ternary::<0xF6>(errors, is_not(simd, high, 0xDC), is_not(simd, high_before, 0xD8));
    simd.words_have_some(errors, errors) != 0
}

/// Copies runs of well-formed UTF-16. Returns their length in bytes.
#[inline(always)]
pub(crate) fn copy_utf_16(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> usize {
    let fits = bytes.len().min(out.len());
    let (bytes, mut room) = (&bytes[..fits], &mut out[..fits]);
    let Some(run) = bytes.first_chunk() else { return 0 };
    let (mut rest, mut before) = (bytes, simd.zero());
    let head = room.as_ptr().addr().wrapping_neg() % BLOCK;
    if head > 0 && head.is_multiple_of(2) {
        let [a, b, c, d] = load_run(simd, run);
        let (low, high) = (high_bytes_of(simd, a, b), high_bytes_of(simd, c, d));
        if has_lone(simd, before, low, high) {
            return 0;
        }
        // The first block is written again from its head on.
        put::<true>(simd, room, 0, a);
        before = simd.splat(bytes[head - 1]);
        (rest, room) = (&bytes[head..], &mut room[head..]);
    }
    let mut others_before = other_byte(simd, before);
    while let Some((run, after)) = rest.split_first_chunk() {
        let [a, b, c, d] = load_run(simd, run);
        let (low, high) = (high_bytes_of(simd, a, b), high_bytes_of(simd, c, d));
        let others = [other_byte(simd, low), other_byte(simd, high)];
        // A lead at the end of the run before must have its trail here.
        let least = simd.min(simd.min(others[0], others[1]), others_before);
        if simd.has_none(least, simd.splat(0xFF)) != 0 && has_lone(simd, before, low, high) {
            break;
        }
        let (written, next) = take(&mut room).split_at_mut(RUN);
        put::<true>(simd, written, 0, a);
        put::<true>(simd, written, BLOCK, b);
        put::<true>(simd, written, 2 * BLOCK, c);
        put::<true>(simd, written, 3 * BLOCK, d);
        (before, others_before) = (high, others[1]);
        (rest, room) = (after, next);
    }
    let at = bytes.len() - rest.len();
    // A lead surrogate whose trail is not there yet is not counted.
    if matches!(bytes[..at], [.., high] if high & 0xFC == 0xD8) { at - 2 } else { at }
}
