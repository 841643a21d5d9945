//! UTF-16 made well-formed, in place or on the way into another slice: U+FFFD replaces lone surrogates.
//!
//! Four blocks are processed at a time, in two masks of 64 units. Without surrogates there is nothing to do.
//! If all surrogates are in pairs, the leads, shifted by one, equal the trails. Otherwise both are sorted.

use super::super::{RUN, load_run, put, surrogates};
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

/// The masks of two blocks in one.
#[inline(always)]
const fn both(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

/// Returns the lone surrogates of 64 units, given their surrogates and leads, and whether a lead stands
/// before them and a trail after.
#[inline(always)]
const fn lone(surrogates: u64, leads: u64, before: u64, after: u64) -> u64 {
    let trails = surrogates ^ leads;
    surrogates ^ (leads & (trails >> 1 | after << 63)) ^ (trails & (leads << 1 | before))
}

/// Replaces the lone surrogates of a run and returns their number. `after` says whether a trail follows the
/// run. `before` is 1 if a lead stands before the run; afterwards it says so of the run's last unit.
#[inline(always)]
fn replace(simd: Avx512, units: &mut [Vector; BLOCKS], before: &mut u64, after: bool) -> u32 {
    let [a, b, c, d] = *units;
    let all =
        [both(surrogates(simd, a), surrogates(simd, b)), both(surrogates(simd, c), surrogates(simd, d))];
    if all[0] | all[1] | *before == 0 {
        return 0;
    }
    let kind_bit = simd.splat_word(0x0400);
    let leads = [
        all[0] & both(simd.words_have_none(a, kind_bit), simd.words_have_none(b, kind_bit)),
        all[1] & both(simd.words_have_none(c, kind_bit), simd.words_have_none(d, kind_bit)),
    ];
    let trails = [all[0] ^ leads[0], all[1] ^ leads[1]];
    let due = [leads[0] << 1 | *before, leads[1] << 1 | leads[0] >> 63];
    let (was, last, after) = (*before, leads[1] >> 63, u64::from(after));
    *before = last;
    if trails == due && last == after {
        return 0;
    }
    let lone = [lone(all[0], leads[0], was, trails[1] & 1), lone(all[1], leads[1], leads[0] >> 63, after)];
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
    let (mut lone, mut before, mut at) = (0, 0, 0);
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

/// UTF-16 to UTF-16.
#[inline(always)]
pub(crate) fn lossy_utf_16_to_utf_16(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
    let mut done = Replaced::default();
    let mut before = 0;
    // A lead surrogate is not separated from what follows.
    let fits = if out.len() < bytes.len() { decided_utf_16(&bytes[..out.len()], false) } else { bytes.len() };
    while let (Some(run), Some(room)) =
        (bytes[done.read..fits].first_chunk(), out[done.read..].first_chunk_mut::<RUN>())
    {
        let mut units = load_run(simd, run);
        let after = begins_with_trail(&bytes[done.read + RUN..]);
        let errors = replace(simd, &mut units, &mut before, after).into();
        store::<true>(simd, units, room);
        done = done.and(Replaced { read: RUN, written: RUN, errors });
    }
    let (rest, room) = (&bytes[done.read..fits], &mut out[done.read..fits]);
    let mut units = load_front(simd, rest);
    let errors = replace(simd, &mut units, &mut before, false).into();
    store::<false>(simd, units, room);
    done.and(Replaced { read: rest.len(), written: rest.len(), errors })
}
