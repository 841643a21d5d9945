//! UTF-16 made well-formed, in place or on the way into another slice: U+FFFD replaces lone surrogates.
//!
//! Runs of blocks without surrogates are copied or left unchanged. Other runs are examined with the units on
//! either side, and if they are copied, so is what follows them, because a branch for each run is mispredicted.
//! This also works in place: a surrogate that was replaced was lone, so it does not affect the unit next to it.

use super::super::from_utf_16::{UNIT, Window};
use super::super::validate_utf_16::are;
use super::from_utf_16::SortedSurrogates;
use crate::kernel::lossy::{Replaced, decided_utf_16};
use crate::simd::{BLOCK, Simd};

/// Bytes of a run.
const RUN: usize = 4 * BLOCK;
/// Bytes of a stretch, which is converted without a branch. Each byte of a vector can count its units.
const STRETCH: usize = 4 * RUN;

/// Returns `true` if a run has surrogates.
#[inline(always)]
fn has_surrogates<S: Simd>(simd: S, run: &[u8; RUN]) -> bool {
    let mut any = simd.splat(0);
    for k in 0..RUN / S::LANES {
        any = simd.or(any, are::<S, false>(simd, simd.load(run, k * S::LANES), 0xF800, 0xD800));
    }
    !simd.is_zero(any)
}

/// The units of a block, well-formed, in vectors; of those of 32 bytes the first two count.
#[derive(Clone, Copy)]
struct Block<S: Simd> {
    units: [S::Vector; 4],
    /// How many surrogates were lone.
    lone: u32,
}

impl<S: Simd> Block<S> {
    /// Makes a block well-formed, given the units on either side.
    #[inline(always)]
    fn load(simd: S, window: &Window) -> Self {
        let (mut units, mut lone) = ([simd.splat(0); 4], [simd.splat(0); 4]);
        unrolled!(k of S::VECTORS => {
            let at = UNIT + k * S::LANES;
            let before = simd.load(window, at - UNIT);
            let after = simd.load(window, at + UNIT);
            let sorted = SortedSurrogates::sort(simd, simd.load(window, at), before, after);
            units[k] = sorted.units;
            lone[k] = sorted.lone;
        });
        // Two bits for each.
        Block { units, lone: simd.block_mask(lone).count_ones() / 2 }
    }

    #[inline(always)]
    fn store(self, simd: S, room: &mut [u8; BLOCK]) {
        unrolled!(k of S::VECTORS => {
            simd.store(room, k * S::LANES, self.units[k]);
        });
    }
}

/// Converts the block at a place, at an end of the text, into a buffer of its own.
#[inline(always)]
fn apart<S: Simd>(simd: S, bytes: &[u8], at: usize) -> ([u8; BLOCK], u32) {
    let block = Block::load(simd, &window_around(bytes, at));
    let mut room = [0; BLOCK];
    block.store(simd, &mut room);
    (room, block.lone)
}

/// Returns the block at a place with the units on either side, and zeros outside the text.
#[inline(always)]
fn window_around(bytes: &[u8], at: usize) -> Window {
    let mut window = [0; UNIT + BLOCK + UNIT];
    let from = at.saturating_sub(UNIT);
    let to = bytes.len().min(at + BLOCK + UNIT);
    window[UNIT + from - at..][..to - from].copy_from_slice(&bytes[from..to]);
    window
}

/// Makes UTF-16 well-formed. Returns the number of lone surrogates.
#[inline(always)]
pub(crate) fn make_well_formed<S: Simd>(simd: S, bytes: &mut [u8]) -> u64 {
    let (mut lone, mut at) = (0, 0);
    while at + 1 < bytes.len() {
        let window = at.checked_sub(UNIT).and_then(|from| bytes[from..].first_chunk());
        let Some(window) = window else {
            let (room, count) = apart(simd, bytes, at);
            let len = BLOCK.min(bytes.len() - at) & !(UNIT - 1);
            bytes[at..at + len].copy_from_slice(&room[..len]);
            lone += u64::from(count);
            at += len;
            continue;
        };
        if let Some(run) = bytes[at..].first_chunk()
            && !has_surrogates(simd, run)
        {
            at += RUN;
            continue;
        }
        let mut block = Block::load(simd, window);
        // A load waits for a store into any of its bytes, so the next block is loaded before this one is
        // stored.
        for _ in 1..RUN / BLOCK {
            let Some(window) = bytes[at + BLOCK - UNIT..].first_chunk() else { break };
            let next = Block::load(simd, window);
            if let Some(room) = bytes[at..].first_chunk_mut() {
                block.store(simd, room);
            }
            lone += u64::from(block.lone);
            at += BLOCK;
            block = next;
        }
        if let Some(room) = bytes[at..].first_chunk_mut() {
            block.store(simd, room);
        }
        lone += u64::from(block.lone);
        at += BLOCK;
    }
    lone
}

/// Converts a stretch with the unit before it and the one after it. Returns how many surrogates were lone.
#[inline(always)]
fn convert_stretch<S: Simd>(simd: S, window: &[u8; UNIT + STRETCH + UNIT], room: &mut [u8; STRETCH]) -> u64 {
    let mut lone = simd.splat(0);
    for k in 0..STRETCH / S::LANES {
        let at = UNIT + k * S::LANES;
        let (before, after) = (simd.load(window, at - UNIT), simd.load(window, at + UNIT));
        let sorted = SortedSurrogates::sort(simd, simd.load(window, at), before, after);
        simd.store(room, k * S::LANES, sorted.units);
        // All bits are -1.
        lone = simd.sub(lone, sorted.lone);
    }
    let mut counts = [0; BLOCK];
    simd.store(&mut counts, 0, lone);
    counts.iter().map(|&count| u64::from(count)).sum::<u64>() / 2
}

/// UTF-16 to UTF-16.
#[inline(always)]
pub(crate) fn lossy_utf_16_to_utf_16<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced {
    // A lead surrogate is not separated from what follows.
    let fits = if out.len() < bytes.len() { decided_utf_16(&bytes[..out.len()], false) } else { bytes.len() };
    let (bytes, out) = (&bytes[..fits], &mut out[..fits]);
    let (mut errors, mut at) = (0, 0);
    while at < fits {
        if let (Some(run), Some(room)) = (bytes[at..].first_chunk(), out[at..].first_chunk_mut())
            && !has_surrogates(simd, run)
        {
            copy_run(simd, run, room);
            at += RUN;
            continue;
        }
        if let Some(from) = at.checked_sub(UNIT)
            && let (Some(window), Some(room)) = (bytes[from..].first_chunk(), out[at..].first_chunk_mut())
        {
            errors += convert_stretch(simd, window, room);
            at += STRETCH;
            continue;
        }
        let stop = fits.min(at + RUN);
        while at < stop {
            let window = at.checked_sub(UNIT).and_then(|from| bytes[from..].first_chunk());
            let count = if let (Some(window), Some(room)) = (window, out[at..].first_chunk_mut()) {
                let block = Block::load(simd, window);
                block.store(simd, room);
                block.lone
            } else {
                let (room, count) = apart(simd, bytes, at);
                let len = BLOCK.min(fits - at);
                out[at..at + len].copy_from_slice(&room[..len]);
                count
            };
            errors += u64::from(count);
            at += BLOCK.min(stop - at);
        }
    }
    Replaced { read: fits, written: fits, errors }
}

/// Copies a run without surrogates.
#[inline(always)]
fn copy_run<S: Simd>(simd: S, run: &[u8; RUN], room: &mut [u8; RUN]) {
    for k in 0..RUN / S::LANES {
        simd.store(room, k * S::LANES, simd.load(run, k * S::LANES));
    }
}
