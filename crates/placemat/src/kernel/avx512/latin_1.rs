//! ISO-8859-1 and Windows-1252 to UTF-8 and back.
//!
//! ```text
//! to UTF-8      every byte gets two slots, of which ASCII leaves the first free; compress
//!                   lead   C0 | b >> 6 & 3
//!                   last   b, without bit 6 from 80 on
//!               blocks with a byte of 80..9F in Windows-1252 go by way of UTF-16
//! from UTF-8    leads leave their places free; compress
//!                   b | before << 6 & 40, at trail bytes
//! ```

use super::ascii::{Bytes, blocks_in_front};
use super::from_utf_16::{BmpRoom, bmp_to_utf_8};
use super::{BLOCK, RUN, interleave, load_run, moved_on};
use crate::form::Form;
use crate::form::Utf8;
use crate::kernel::code_page::{Byte, differs, plane};
use crate::simd::{Avx512, Vector};

/// The blocks of a run.
type Blocks = [Vector; RUN / BLOCK];

#[inline(always)]
fn is_ascii(simd: Avx512, [a, b, c, d]: Blocks) -> bool {
    simd.sign_bits(simd.or(simd.ternary::<0xFE>(a, b, c), d)) == 0
}

/// Writes a run. Returns `false` if there is too little room.
#[inline(always)]
fn store_run(simd: Avx512, blocks: Blocks, out: &mut [u8]) -> bool {
    let Some(room) = out.first_chunk_mut::<RUN>() else { return false };
    let [a, b, c, d] = room.as_chunks_mut().0 else { return false };
    simd.store(a, blocks[0]);
    simd.store(b, blocks[1]);
    simd.store(c, blocks[2]);
    simd.store(d, blocks[3]);
    true
}

/// A slot is in use if it is at least this, by its place: the last byte always, the lead from C2 on. (Before
/// ASCII it is C0 or C1.)
const LIMITS: u16 = 0x00C2;

/// Groups of eight bytes, ordered so that the halves of all 16-byte lanes are the halves of the block.
const HALVES: [u64; 8] = [0, 4, 1, 5, 2, 6, 3, 7];

/// Converts a block of ISO-8859-1, whose bytes from 80 on are given as a mask. Returns the two halves of the
/// result, and the length of the first. (Compressing, permutes, comparisons and masks from general registers
/// compete for the same execution units. The slots in use are therefore found in one way for one half and in
/// another way for the other.)
#[inline(always)]
fn two_slots(simd: Avx512, bytes: Vector, wide: u64) -> ([Vector; 2], usize) {
    let bytes = simd.permute_groups(bytes, &HALVES);
    // bytes >> 6 & 3 | C0
    let lead = simd.ternary::<0xEA>(simd.shift_right::<6>(bytes), simd.splat(0x03), simd.splat(0xC0));
    // bytes & !(bytes >> 1 & 40)
    let last = simd.ternary::<0x70>(bytes, simd.shift_right::<1>(bytes), simd.splat(0x40));
    let (low, high) = (simd.zip_low(lead, last), simd.zip_high(lead, last));
    let in_use = simd.deposit(wide & 0xFFFF_FFFF, 0x5555_5555_5555_5555) | 0xAAAA_AAAA_AAAA_AAAA;
    let low = simd.compress(in_use, low);
    let high = simd.compress(simd.at_least(high, simd.splat_word(LIMITS)), high);
    ([low, high], BLOCK / 2 + (wide as u32).count_ones() as usize)
}

/// Returns the entries of a plane for the bytes from 80 on.
#[inline(always)]
fn upper(simd: Avx512, plane: &[u8; 128], bytes: Vector) -> Vector {
    let [low, high] = plane.as_chunks::<BLOCK>().0 else { return simd.zero() };
    simd.permute(simd.load(low), bytes, simd.load(high))
}

/// Converts a block by way of UTF-16. Returns the number of bytes.
#[inline(always)]
fn by_table<F: Form>(simd: Avx512, bytes: Vector, wide: u64, room: &mut [u8; 3 * BLOCK]) -> Option<usize> {
    let low = simd.blend(wide, bytes, upper(simd, const { &plane::<F>(Byte::Low) }, bytes));
    let high = simd.keep(wide, upper(simd, const { &plane::<F>(Byte::High) }, bytes));
    let (first, second) = const { (&interleave(0, false), &interleave(32, false)) };
    let len = bmp_to_utf_8::<Utf8>(simd, simd.permute(low, simd.load(first), high), room.first_chunk_mut()?);
    let room: &mut [u8; BmpRoom::LEN] = room.get_mut(len..)?.first_chunk_mut()?;
    Some(len + bmp_to_utf_8::<Utf8>(simd, simd.permute(low, simd.load(second), high), room))
}

/// Converts a block to a place with room for two registers. Returns the place after it. `ASCII`: it is often
/// ASCII, which then gets a branch of its own.
#[inline(always)]
fn block_to_utf_8<F: Form, const ASCII: bool>(
    simd: Avx512,
    block: Vector,
    out: &mut [u8],
    written: usize,
) -> Option<usize> {
    let room = out.get_mut(written..)?;
    let wide = simd.sign_bits(block);
    if ASCII && wide == 0 {
        simd.store(room.first_chunk_mut()?, block);
        return Some(written + BLOCK);
    }
    // As signed bytes, 80..9F are the smallest.
    if differs::<F>() && simd.signed_below(block, simd.splat(0xA0)) != 0 {
        return Some(written + by_table::<F>(simd, block, wide, room.first_chunk_mut()?)?);
    }
    let ([low, high], len) = two_slots(simd, block, wide);
    let room: &mut [u8; 2 * BLOCK] = room.first_chunk_mut()?;
    simd.store(room.first_chunk_mut()?, low);
    simd.store(room.get_mut(len..)?.first_chunk_mut()?, high);
    Some(written + BLOCK + wide.count_ones() as usize)
}

/// Converts less than a run, block by block; the last block may be incomplete. The room may be exactly what
/// the result needs.
#[inline(always)]
fn rest_to_utf_8<F: Form>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    (mut read, mut written): (usize, usize),
) -> (usize, usize) {
    while read < bytes.len() {
        let block = simd.load_front(&bytes[read..]);
        let missing = BLOCK.saturating_sub(bytes.len() - read);
        // Whether a few bytes are all ASCII is hard to predict. A zero after the end is one byte.
        let end = if missing == 0 {
            block_to_utf_8::<F, true>(simd, block, out, written)
        } else {
            block_to_utf_8::<F, false>(simd, block, out, written)
        };
        written = match end {
            Some(end) => end - missing,
            None => match exact_to_utf_8::<F>(simd, block, BLOCK - missing, out, written) {
                Some(end) => end,
                None => break,
            },
        };
        read += BLOCK - missing;
    }
    (read, written)
}

/// Converts `count` bytes of a block, with stores that touch nothing else. Returns the place after them.
#[inline(always)]
fn exact_to_utf_8<F: Form>(
    simd: Avx512,
    block: Vector,
    count: usize,
    out: &mut [u8],
    written: usize,
) -> Option<usize> {
    let wide = simd.sign_bits(block);
    let end = written + count + wide.count_ones() as usize;
    let room = out.get_mut(written..end)?;
    if wide == 0 {
        simd.store_front(room, block);
    } else if differs::<F>() && simd.signed_below(block, simd.splat(0xA0)) != 0 {
        return None;
    } else {
        let ([low, high], low_len) = two_slots(simd, block, wide);
        simd.store_front(room, low);
        if let Some(room) = room.get_mut(low_len..) {
            simd.store_front(room, high);
        }
    }
    Some(end)
}

/// Converts a single-byte form that contains ASCII to UTF-8.
#[inline(always)]
pub(crate) fn single_bytes_to_utf_8<F: Form>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let front = blocks_in_front::<Bytes>(simd, bytes, out);
    let (mut read, mut written) = (front, front);
    while let Some(run) = bytes[read..].first_chunk() {
        let blocks = load_run(simd, run);
        if is_ascii(simd, blocks) {
            if !store_run(simd, blocks, &mut out[written..]) {
                break;
            }
            written += RUN;
        } else {
            let [a, b, c, d] = blocks;
            let Some(end) = block_to_utf_8::<F, true>(simd, a, out, written) else { break };
            let Some(end) = block_to_utf_8::<F, true>(simd, b, out, end) else { break };
            let Some(end) = block_to_utf_8::<F, true>(simd, c, out, end) else { break };
            let Some(end) = block_to_utf_8::<F, true>(simd, d, out, end) else { break };
            written = end;
        }
        read += RUN;
    }
    rest_to_utf_8::<F>(simd, bytes, out, (read, written))
}

/// Converts no more than a block of a single-byte form to UTF-8.
#[inline(always)]
pub(crate) fn short_single_bytes_to_utf_8<F: Form>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let (block, missing) = (simd.load_front(bytes), BLOCK - bytes.len());
    let written = match block_to_utf_8::<F, false>(simd, block, out, 0) {
        Some(end) => Some(end - missing),
        None => exact_to_utf_8::<F>(simd, block, bytes.len(), out, 0),
    };
    written.map_or((0, 0), |written| (bytes.len(), written))
}

/// Returns the bytes of ISO-8859-1 at the ends of sequences, and the leads, for lanes of UTF-8 with the bytes
/// before them. The text must be well-formed, and the target must hold all of it. `carry` is 1 after a lead.
#[inline(always)]
fn latin_1_of<const C1: bool>(
    simd: Avx512,
    [before, byte]: [Vector; 2],
    carry: u64,
    lanes: u64,
) -> Option<(Vector, u64)> {
    let lead = simd.has_none(simd.sub(byte, simd.splat(0xC2)), simd.splat(0xFE)) & lanes;
    let trail = (simd.sign_bits(byte) & lanes) ^ lead;
    if simd.at_least(byte, simd.splat(0xC0)) & lanes != lead || trail != (lead << 1 | carry) & lanes {
        return None;
    }
    if !C1 {
        let controls = simd.signed_below(byte, simd.splat(0xA0)) & simd.has_none(before, simd.splat(0x01));
        if controls & trail != 0 {
            return None;
        }
    }
    // byte | before << 6 & 40
    let joined = simd.ternary::<0xF8>(byte, simd.shift_left::<6>(before), simd.splat(0x40));
    Some((simd.blend(trail, byte, joined), lead))
}

/// Converts UTF-8 from a place between sequences on, block by block; the last block may be incomplete. The
/// room may be exactly what the result needs.
#[inline(always)]
fn singles_to_latin_1<const C1: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    (mut read, mut written): (usize, usize),
) -> (usize, usize) {
    while read < bytes.len() {
        let mut len = (bytes.len() - read).min(BLOCK);
        let byte = simd.load_front(&bytes[read..]);
        if simd.sign_bits(byte) == 0 && store(simd, byte, out, (written, len)).is_some() {
            (read, written) = (read + len, written + len);
            continue;
        }
        // A lead waits for the byte after it.
        len -= usize::from(bytes[read + len - 1] >= 0xC0);
        if len == 0 {
            break;
        }
        let lanes = u64::MAX >> (BLOCK - len);
        let before = before(simd, bytes, read, byte);
        let Some((latin, lead)) = latin_1_of::<C1>(simd, [before, byte], 0, lanes) else { break };
        if lead >> (len - 1) != 0 {
            break; // another lead comes after it
        }
        let kept = len - lead.count_ones() as usize;
        if store(simd, simd.compress(lanes & !lead, latin), out, (written, kept)).is_none() {
            break;
        }
        (read, written) = (read + len, written + kept);
    }
    (read, written)
}

/// Stores the first `len` bytes of a block at a place, and the others too if there is room for a block: a
/// masked store takes longer. Returns `None` if there is too little room.
#[inline(always)]
fn store(simd: Avx512, block: Vector, out: &mut [u8], (at, len): (usize, usize)) -> Option<()> {
    let room = out.get_mut(at..)?;
    match room.first_chunk_mut() {
        Some(room) => simd.store(room, block),
        None => simd.store_front(room.get_mut(..len)?, block),
    }
    Some(())
}

/// Converts UTF-8 to ISO-8859-1. Without `C1`, the target does not have the code points U+0080..U+009F.
#[inline(always)]
pub(crate) fn utf_8_to_latin_1<const C1: bool>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    to_latin_1::<C1, true>(simd, bytes, out)
}

/// Converts UTF-8 to ISO-8859-1: by runs, if there are any, and by blocks.
#[inline(always)]
fn to_latin_1<const C1: bool, const RUNS: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let front = if RUNS { blocks_in_front::<Bytes>(simd, bytes, out) } else { 0 };
    let (mut read, mut written, mut carry) = (front, front, 0);
    'runs: loop {
        let run = if RUNS { bytes[read..].first_chunk() } else { None };
        if carry == 0
            && let Some(run) = run
        {
            let blocks = load_run(simd, run);
            if is_ascii(simd, blocks) && store_run(simd, blocks, &mut out[written..]) {
                read += RUN;
                written += RUN;
                continue;
            }
        }
        for _ in 0..if run.is_some() { RUN / BLOCK } else { 1 } {
            let (Some(block), Some(room)) = (bytes[read..].first_chunk(), out[written..].first_chunk_mut())
            else {
                break 'runs;
            };
            let byte = simd.load(block);
            let mut lead = 0;
            if run.is_none() && carry == 0 && simd.sign_bits(byte) == 0 {
                simd.store(room, byte);
            } else {
                let before = before(simd, bytes, read, byte);
                let Some((latin, leads)) = latin_1_of::<C1>(simd, [before, byte], carry, u64::MAX) else {
                    break 'runs;
                };
                simd.store(room, simd.compress(!leads, latin));
                lead = leads;
            }
            carry = lead >> (BLOCK - 1);
            read += BLOCK;
            written += BLOCK - lead.count_ones() as usize;
        }
    }
    // A lead has written nothing.
    singles_to_latin_1::<C1>(simd, bytes, out, (read - carry as usize, written))
}

/// Returns the bytes before those of a block, with 00 before the text.
#[inline(always)]
fn before(simd: Avx512, bytes: &[u8], at: usize, block: Vector) -> Vector {
    match at.checked_sub(1) {
        Some(before) => simd.load_front(&bytes[before..]),
        None => moved_on::<1>(simd, simd.zero(), block),
    }
}

/// Converts UTF-8 of a few blocks to ISO-8859-1.
#[inline(always)]
pub(crate) fn short_utf_8_to_latin_1<const C1: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    if bytes.len() <= BLOCK {
        singles_to_latin_1::<C1>(simd, bytes, out, (0, 0))
    } else {
        to_latin_1::<C1, false>(simd, bytes, out)
    }
}
