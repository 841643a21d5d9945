//! UTF-16 made well-formed, in place or on the way into another slice: U+FFFD replaces lone surrogates.
//!
//! Four blocks are processed at a time, by the high bytes of their units in two registers. Without surrogates
//! there is nothing to do. Otherwise a surrogate is lone if its counterpart is not next to it. Whether there are
//! lone ones is not tested, because at one error in a hundred bytes such a branch would often be mispredicted.

use core::mem::take;

use super::super::validate_utf_16::{LEAST, high_bytes_of, is_not, other_byte};
use super::super::{RUN, load_run, moved_on, put};
use crate::kernel::lossy::{Replaced, decided_utf_16};
use crate::simd::{Avx512, Vector};

/// Blocks of a run.
const BLOCKS: usize = RUN / 64;

/// Returns `true` if the unit at the front is a trail surrogate.
#[inline(always)]
fn begins_with_trail(bytes: &[u8]) -> bool {
    bytes.get(1).is_some_and(|&upper| upper & 0xFC == 0xDC)
}

/// Loads a block, or what there is of it.
#[inline(always)]
fn block_or_zeros<const BLOCK: usize>(simd: Avx512, bytes: &[u8]) -> Vector {
    simd.load_around(bytes, (64 * BLOCK).min(bytes.len()), 0)
}

/// Loads a run at the end of the text; after the end there are zeros.
#[inline(always)]
fn load_front(simd: Avx512, bytes: &[u8]) -> [Vector; BLOCKS] {
    [
        block_or_zeros::<0>(simd, bytes),
        block_or_zeros::<1>(simd, bytes),
        block_or_zeros::<2>(simd, bytes),
        block_or_zeros::<3>(simd, bytes),
    ]
}

/// Writes a run, or as much of it as there is room for.
#[inline(always)]
fn store<const WHOLE: bool>(simd: Avx512, units: [Vector; BLOCKS], room: &mut [u8]) {
    let [a, b, c, d] = units;
    put::<WHOLE>(simd, room, 0, a);
    put::<WHOLE>(simd, room, 64, b);
    put::<WHOLE>(simd, room, 128, c);
    put::<WHOLE>(simd, room, 192, d);
}

/// Returns `true` if there are surrogates among 128 units, given their high bytes.
#[inline(always)]
fn has_surrogates(simd: Avx512, low: Vector, high: Vector) -> bool {
    simd.has_none(simd.min(other_byte(simd, low), other_byte(simd, high)), simd.splat(0xFF)) != 0
}

/// Bits that are clear at leads, and bits that are clear at trails.
#[derive(Clone, Copy)]
struct Kinds {
    not_lead: Vector,
    not_trail: Vector,
}

impl Kinds {
    #[inline(always)]
    fn of(simd: Avx512, high_bytes: Vector) -> Self {
        Kinds { not_lead: is_not(simd, high_bytes, 0xD8), not_trail: is_not(simd, high_bytes, 0xDC) }
    }

    /// Returns the lone surrogates, given the bits of the units before and of those after.
    #[inline(always)]
    fn lone(self, simd: Avx512, not_lead_before: Vector, not_trail_after: Vector) -> u64 {
        let not_after_lead = moved_on::<1>(simd, not_lead_before, self.not_lead);
        let not_before_trail = moved_on::<63>(simd, self.not_trail, not_trail_after);
        // not_after_lead & !not_trail | not_before_trail & !not_lead
        let lone_trails = simd.ternary::<0x0A>(self.not_trail, self.not_trail, not_after_lead);
        let lone = simd.ternary::<0xF4>(lone_trails, not_before_trail, self.not_lead);
        simd.have_some(lone, lone)
    }
}

/// Replaces the lone surrogates of a run and returns their number. `after` says whether a trail follows the
/// run. The last lane of `before` is the high byte of the unit before the run; afterwards, of its last unit.
#[inline(always)]
fn replace(simd: Avx512, units: &mut [Vector; BLOCKS], before: &mut Vector, after: bool) -> u32 {
    let [a, b, c, d] = *units;
    let (low, high) = (high_bytes_of(simd, a, b), high_bytes_of(simd, c, d));
    let was = *before;
    *before = high;
    if !has_surrogates(simd, low, high) {
        return 0;
    }
    let (low, high) = (Kinds::of(simd, low), Kinds::of(simd, high));
    let not_trail_after = simd.splat(if after { 0 } else { LEAST });
    let lone = [
        low.lone(simd, is_not(simd, was, 0xD8), high.not_trail),
        high.lone(simd, low.not_lead, not_trail_after),
    ];
    let replacement = simd.splat_word(0xFFFD);
    *units = [
        simd.blend_words(lone[0] as u32, a, replacement),
        simd.blend_words((lone[0] >> 32) as u32, b, replacement),
        simd.blend_words(lone[1] as u32, c, replacement),
        simd.blend_words((lone[1] >> 32) as u32, d, replacement),
    ];
    lone[0].count_ones() + lone[1].count_ones()
}

/// Makes UTF-16 well-formed. Returns the number of lone surrogates.
#[inline(always)]
pub(crate) fn make_well_formed(simd: Avx512, bytes: &mut [u8]) -> u64 {
    let (mut lone, mut before, mut at) = (0, simd.zero(), 0);
    while let Some((run, after)) = bytes[at..].split_first_chunk_mut() {
        let mut units = load_run(simd, run);
        let count = replace(simd, &mut units, &mut before, begins_with_trail(after));
        if count > 0 {
            store::<true>(simd, units, run);
            lone += u64::from(count);
        }
        at += RUN;
    }
    let rest = &mut bytes[at..];
    let mut units = load_front(simd, rest);
    lone += u64::from(replace(simd, &mut units, &mut before, false));
    store::<false>(simd, units, rest);
    lone
}

/// From this length on, blocks are written where cache lines begin.
const LONG: usize = 4 * RUN;

/// UTF-16 to UTF-16.
#[inline(always)]
pub(crate) fn lossy_utf_16_to_utf_16(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
    // A lead surrogate is not separated from what follows.
    let fits = if out.len() < bytes.len() { decided_utf_16(&bytes[..out.len()], false) } else { bytes.len() };
    let (mut bytes, mut room) = (&bytes[..fits], &mut out[..fits]);
    let mut errors = 0;
    let mut before = simd.zero();
    if let (LONG.., Some(run)) = (fits, bytes.first_chunk()) {
        let head = room.as_ptr().addr().wrapping_neg() % 64;
        if head.is_multiple_of(2) {
            let [a, b, ..] = load_run(simd, run);
            let kinds = Kinds::of(simd, high_bytes_of(simd, a, b));
            // The first block's surrogates can be judged by the second. Its start is written again.
            let lone = kinds.lone(simd, simd.splat(LEAST), simd.splat(LEAST));
            put::<true>(simd, room, 0, simd.blend_words(lone as u32, a, simd.splat_word(0xFFFD)));
            errors += u64::from((lone & ((1 << (head / 2)) - 1)).count_ones());
            if head > 0 {
                before = simd.splat(bytes[head - 1]);
            }
            (bytes, room) = (&bytes[head..], &mut room[head..]);
        }
    }
    while let Some((run, rest)) = bytes.split_first_chunk() {
        let (written, after) = take(&mut room).split_at_mut(RUN);
        let mut units = load_run(simd, run);
        errors += u64::from(replace(simd, &mut units, &mut before, begins_with_trail(rest)));
        store::<true>(simd, units, written);
        (bytes, room) = (rest, after);
    }
    let mut units = load_front(simd, bytes);
    errors += u64::from(replace(simd, &mut units, &mut before, false));
    store::<false>(simd, units, room);
    Replaced { read: fits, written: fits, errors }
}
