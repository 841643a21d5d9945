//! UTF-16 to UTF-8, lossily. Lone surrogates are replaced in the register, so what follows sees well-formed
//! text.
//!
//! A surrogate is lone exactly if its counterpart is not next to it: a lead without a trail after it, or a
//! trail without a lead before it. Pairs do not overlap, because no unit is both. One unit on either side is
//! therefore enough to decide.

use super::super::from_utf_16::{
    AsciiBlocks, BEFORE_ASCII, Classes, MOST, UNITS, WINDOW, Words, middle_and_last, up_to_three, up_to_two,
    with_pairs,
};
use super::super::{put, surrogates};
use crate::kernel::lossy::Replaced;
use crate::simd::{Avx512, Vector};

/// The surrogates of a block, one bit each: those in pairs, and the lone ones.
#[derive(Clone, Copy)]
struct SortedSurrogates {
    leads: u32,
    trails: u32,
    lone: u32,
}

/// Sorts the surrogates of a mask, given whether a lead stands before the block and a trail after it.
#[inline(always)]
fn sort(simd: Avx512, units: Vector, surrogates: u32, before: bool, after: bool) -> SortedSurrogates {
    let leads = surrogates & simd.words_have_none(units, simd.splat_word(0x0400));
    let trails = surrogates ^ leads;
    let (due, due_before) = (leads << 1 | u32::from(before), trails >> 1 | u32::from(after) << (UNITS - 1));
    if trails == due && leads >> (UNITS - 1) == u32::from(after) {
        return SortedSurrogates { leads, trails, lone: 0 };
    }
    let (leads, trails) = (leads & due_before, trails & due);
    SortedSurrogates { leads, trails, lone: surrogates ^ leads ^ trails }
}

#[inline]
const fn is_lead(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

#[inline]
const fn is_trail(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

/// Converts a block with a unit on either side. Returns the number of bytes, and the number of lone
/// surrogates.
#[inline(always)]
fn block(simd: Avx512, window: &[u8; WINDOW], room: &mut [u8; MOST]) -> (usize, u32) {
    let mut units = Words::<false>::load::<2>(simd, window);
    let mut classes = Classes::of::<true>(simd, units);
    if classes.from_800 == 0 {
        return (up_to_two::<true>(simd, units, classes, room), 0);
    }
    let surrogates = surrogates(simd, units);
    if surrogates == 0 {
        return (up_to_three::<true>(simd, units, middle_and_last(simd, units, classes), classes, room), 0);
    }
    let before = is_lead(u16::from_le_bytes([window[0], window[1]]));
    let after = is_trail(u16::from_le_bytes([window[WINDOW - 2], window[WINDOW - 1]]));
    let sorted = sort(simd, units, surrogates, before, after);
    if sorted.lone != 0 {
        units = simd.blend_words(sorted.lone, units, simd.splat_word(0xFFFD));
    }
    let bytes = middle_and_last(simd, units, classes);
    let leads_before = Words::<false>::load::<0>(simd, window);
    let bytes = with_pairs(simd, units, leads_before, bytes, sorted.leads, sorted.trails);
    classes.from_800 &= !(sorted.leads | sorted.trails);
    (up_to_three::<true>(simd, units, bytes, classes, room), sorted.lone.count_ones())
}

/// Converts a block at an end of the text or of the room. Returns `None` if its bytes do not fit.
#[inline(always)]
fn edge(simd: Avx512, bytes: &[u8], out: &mut [u8], done: Replaced) -> Option<Replaced> {
    let mut window = [0; WINDOW];
    let from = done.read.saturating_sub(2);
    let to = bytes.len().min(done.read + WINDOW - 2);
    window[from + 2 - done.read..][..to - from].copy_from_slice(&bytes[from..to]);
    let mut room = [0; MOST];
    let (len, lone) = block(simd, &window, &mut room);
    let units = UNITS.min((bytes.len() - done.read) / 2);
    // After the end there are zeros, one byte each.
    let len = len - (UNITS - units);
    let out = out[done.written..].get_mut(..len)?;
    put::<false>(simd, out, 0, simd.load_around(&room, 0, 0))?;
    put::<false>(simd, out, 64, simd.load_around(&room, 64, 0))?;
    Some(done.and(Replaced { read: 2 * units, written: len, errors: lone.into() }))
}

/// Converts blocks until the text or the room ends, or some in a row were ASCII, and says whether they were.
#[inline(always)]
fn blocks(simd: Avx512, bytes: &[u8], out: &mut [u8], mut done: Replaced) -> (Replaced, bool) {
    let mut ascii_blocks = 0;
    while let (Some(window), Some(room)) =
        (bytes[done.read - 2..].first_chunk(), out[done.written..].first_chunk_mut())
    {
        let (written, lone) = block(simd, window, room);
        done = done.and(Replaced { read: 2 * UNITS, written, errors: lone.into() });
        ascii_blocks = if written == UNITS { ascii_blocks + 1 } else { 0 };
        if ascii_blocks == BEFORE_ASCII {
            return (done, true);
        }
    }
    (done, false)
}

/// Converts UTF-16 to UTF-8.
#[inline(always)]
pub(crate) fn lossy_utf_16_to_utf_8(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
    let mut done = Replaced::default();
    while done.read < bytes.len() {
        match edge(simd, bytes, out, done) {
            Some(next) => done = next,
            None => return up_to_boundary(bytes, done),
        }
        loop {
            let is_ascii;
            (done, is_ascii) = blocks(simd, bytes, out, done);
            if !is_ascii {
                break;
            }
            let ascii = AsciiBlocks::<false, true>(&bytes[done.read..], &mut out[done.written..]);
            let len = simd.run_outlined(ascii);
            done = done.and(Replaced { read: 2 * len, written: len, errors: 0 });
        }
    }
    done
}

/// Goes back to the start of an open pair, whose lead surrogate has written two bytes.
#[inline]
fn up_to_boundary(bytes: &[u8], done: Replaced) -> Replaced {
    let unit_at = |at: usize| bytes[at..].first_chunk().map_or(0, |&bytes| u16::from_le_bytes(bytes));
    let is_open = done.read >= 2 && is_lead(unit_at(done.read - 2)) && is_trail(unit_at(done.read));
    let open = if is_open { 2 } else { 0 };
    Replaced { read: done.read - open, written: done.written - open, ..done }
}
