//! ISO-8859-1 and Windows-1252 to UTF-8 and back.
//!
//! ```text
//! for each block of 64 bytes:
//!     ASCII?  store
//!     to UTF-8      every byte gets two slots; ASCII leaves the second one free
//!                       last   b, without bit 6 from 80 on
//!                       lead   C0 | b >> 6 & 3
//!                   a block with a byte of 80..9F in Windows-1252 goes by way of UTF-16
//!     from UTF-8    leads leave their places free
//!                       b | 40 after C3, else b
//!     eight places to a part:  shuffle by their bits, store where the counts before add up to
//! ```
//!
//! The last block overlaps those before. If there is just enough room, the block is converted apart.

mod short;

pub(crate) use short::{short_single_bytes_to_utf_8, short_utf_8_to_latin_1};

use core::marker::PhantomData;

use super::from_utf_16::{self, up_to_three};
use super::landing::Landing;
use super::pack::{self, Eight};
use crate::form::Form;
use crate::kernel::code_page::{Byte, differs, plane};
use crate::kernel::scalar::upper;
use crate::simd::{BLOCK, Simd, Vectorized};

/// Bytes that a block may write with up to two for each, and by way of UTF-16.
const TWO_SLOTS: usize = 2 * BLOCK;
const BY_TABLE: usize = 3 * BLOCK / 2 + from_utf_16::ROOM;

/// The vectors of a block; of those of 32 bytes the first two count.
type Block<S> = [<S as Simd>::Vector; 4];

/// Vectors from a place on.
#[inline(always)]
fn load<S: Simd>(simd: S, bytes: &[u8], at: usize) -> Block<S> {
    let mut block = [simd.splat(0); 4];
    unrolled!(k of S::VECTORS => {
        block[k] = simd.load(bytes, at + k * S::LANES);
    });
    block
}

#[inline(always)]
fn store<S: Simd>(simd: S, block: Block<S>, room: &mut [u8; BLOCK]) {
    unrolled!(k of S::VECTORS => {
        simd.store(room, k * S::LANES, block[k]);
    });
}

#[inline(always)]
fn is_ascii<S: Simd>(simd: S, block: Block<S>) -> bool {
    let mut any = block[0];
    unrolled!(k of S::VECTORS => {
        any = simd.or(any, block[k]);
    });
    !simd.has_sign(any)
}

/// Converts a block of ISO-8859-1, whose bytes from 80 on are given as a mask. Returns the number of bytes.
#[inline(always)]
fn two_slots<S: Simd>(simd: S, block: Block<S>, wide: u64, room: &mut [u8; TWO_SLOTS]) -> usize {
    let mut longer = 0;
    unrolled!(k of S::VECTORS => {
        let byte = block[k];
        let bit_7 = simd.and(simd.shift_words_right::<1>(byte), simd.splat(0x40));
        let bits_6 = simd.and(simd.shift_words_right::<6>(byte), simd.splat(0x03));
        let slots = simd.zip(simd.without(byte, bit_7), simd.or(bits_6, simd.splat(0xC0)));
        unrolled!(j of S::LANES / 8 => {
            let at = k * S::LANES + 8 * j;
            let two = Eight::of(wide, at);
            simd.store_part(room, at + longer, simd.shuffle(slots[j], pack::UP_TO_TWO.get(two)));
            longer += two.count();
        });
    });
    BLOCK + longer
}

/// Returns the planes' entries for bytes of 80..9F, and the given values for the others.
#[inline(always)]
fn look_up<S: Simd>(simd: S, plane: &[u8; 128], byte: S::Vector, other: S::Vector) -> S::Vector {
    let ([from_80, from_90, ..], _) = plane.as_chunks() else { return other };
    let place = simd.low_nibbles(byte);
    let first = simd.look_up(simd.splat_part(from_80), place);
    let second = simd.look_up(simd.splat_part(from_90), place);
    let controls = simd.select(simd.less_signed(byte, simd.splat(0x90)), first, second);
    simd.select(simd.less_signed(byte, simd.splat(0xA0)), controls, other)
}

/// Converts a block by way of UTF-16. Returns the number of bytes.
#[inline(always)]
fn by_table<S: Simd, F: Form>(simd: S, block: Block<S>, room: &mut [u8; BY_TABLE]) -> Option<usize> {
    let (mut low, mut high) = ([0; 2 * BLOCK], [0; 2 * BLOCK]);
    unrolled!(k of S::VECTORS => {
        let (byte, zero) = (block[k], simd.splat(0));
        let (low_bytes, high_bytes) = const { (&plane::<F>(Byte::Low), &plane::<F>(Byte::High)) };
        simd.store_words::<false>(&mut low, 2 * k * S::LANES, look_up(simd, low_bytes, byte, byte));
        simd.store_words::<true>(&mut high, 2 * k * S::LANES, look_up(simd, high_bytes, byte, zero));
    });
    let mut len = 0;
    unrolled!(half of 2 => {
        let mut units = load(simd, &low, half * BLOCK);
        let high = load(simd, &high, half * BLOCK);
        unrolled!(k of S::VECTORS => {
            units[k] = simd.or(units[k], high[k]);
        });
        len += up_to_three::<S, true>(simd, units, room.get_mut(len..)?.first_chunk_mut()?);
    });
    Some(len)
}

/// Returns `true` if one of the bytes is in 80..9F and the form has code points of its own for these.
#[inline(always)]
fn needs_table<S: Simd, F: Form>(simd: S, block: Block<S>) -> bool {
    if !differs::<F>() {
        return false;
    }
    let mut found = simd.splat(0);
    unrolled!(k of S::VECTORS => {
        // As signed bytes, 80..9F are the smallest.
        found = simd.or(found, simd.less_signed(block[k], simd.splat(0xA0)));
    });
    !simd.is_zero(found)
}

/// Converts a block to UTF-8. Returns the number of bytes, or `None` if there is too little room.
#[inline(always)]
fn block_to_utf_8<S: Simd, F: Form>(simd: S, bytes: &[u8; BLOCK], out: &mut [u8]) -> Option<usize> {
    let block = load(simd, bytes, 0);
    if is_ascii(simd, block) {
        store(simd, block, out.first_chunk_mut()?);
        return Some(BLOCK);
    }
    if needs_table::<S, F>(simd, block) {
        return by_table::<S, F>(simd, block, out.first_chunk_mut()?);
    }
    let wide = simd.block_sign_bits(block);
    Some(two_slots(simd, block, wide, out.first_chunk_mut()?))
}

/// Converts the last block again, writing only the bytes that have not been written. Returns how many these
/// are, or `None` if there is too little room.
#[inline(always)]
fn last_to_utf_8<S: Simd, F: Form>(
    simd: S,
    bytes: &[u8],
    rest: usize,
    out: &mut [u8],
    written: usize,
) -> Option<usize> {
    let block = load(simd, bytes.last_chunk::<BLOCK>()?, 0);
    let wide = simd.block_sign_bits(block);
    let again = BLOCK - rest + (wide << rest).count_ones() as usize;
    let room = out.get_mut(written.checked_sub(again)?..)?;
    if wide == 0 {
        store(simd, block, room.first_chunk_mut()?);
        return Some(rest);
    }
    if needs_table::<S, F>(simd, block) {
        return None;
    }
    Some(two_slots(simd, block, wide, room.first_chunk_mut()?) - again)
}

/// An outlined block, or what is left of the text. Returns the bytes written.
struct ToUtf8Apart<'a, F>(&'a [u8], &'a mut [u8], PhantomData<F>);

impl<F: Form> Vectorized for ToUtf8Apart<'_, F> {
    type Output = Option<usize>;

    fn scalar(self) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<usize> {
        let ToUtf8Apart(bytes, out, _) = self;
        let mut padded = [0; BLOCK];
        let mut padding = 0;
        let block = match bytes.first_chunk() {
            Some(block) => block,
            None => {
                padded[..bytes.len()].copy_from_slice(bytes);
                padding = BLOCK - bytes.len();
                &padded
            }
        };
        let mut landing = Landing::<BY_TABLE>::new(out);
        let len = block_to_utf_8::<S, F>(simd, block, landing.room(BY_TABLE))?;
        // A zero after the end is one byte.
        landing.keep(len - padding)
    }
}

/// Converts a single-byte form that contains ASCII to UTF-8. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn single_bytes_to_utf_8<S: Simd, F: Form>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let room = out.len();
    let (mut input, mut output) = (bytes, &mut *out);
    while let Some((block, rest)) = input.split_first_chunk() {
        let Some(len) = block_to_utf_8::<S, F>(simd, block, output) else { break };
        input = rest;
        output = &mut core::mem::take(&mut output)[len..];
    }
    let mut written = room - output.len();
    if (1..BLOCK).contains(&input.len())
        && let Some(len) = last_to_utf_8::<S, F>(simd, bytes, input.len(), out, written)
    {
        return (bytes.len(), written + len);
    }
    while !input.is_empty() {
        let apart = ToUtf8Apart::<F>(input, &mut out[written..], PhantomData);
        let Some(len) = simd.run_outlined(apart) else { break };
        input = &input[input.len().min(BLOCK)..];
        written += len;
    }
    (bytes.len() - input.len(), written)
}

/// A block of UTF-8 with the byte before it.
type Window = [u8; 1 + BLOCK];

/// Returns what each byte of a block becomes if it is not a lead, and the leads. Returns `None` if the block
/// is not well-formed or the target cannot hold all of it. `carry` is 1 after a lead.
#[inline(always)]
fn joined<S: Simd, const C1: bool>(
    simd: S,
    window: &Window,
    mut block: Block<S>,
    carry: u64,
) -> Option<(Block<S>, u64)> {
    let wide = simd.block_sign_bits(block);
    let (mut leads, mut trails, mut wrong) = (block, block, simd.splat(0));
    unrolled!(k of S::VECTORS => {
        let (byte, before) = (block[k], simd.load(window, k * S::LANES));
        leads[k] = simd.equal(simd.and(byte, simd.splat(0xFE)), simd.splat(0xC2));
        trails[k] = simd.less_signed(byte, simd.splat(0xC0));
        if !C1 {
            let control = simd.less_signed(byte, simd.splat(0xA0));
            wrong = simd.or(wrong, simd.and(control, simd.equal(before, simd.splat(0xC2))));
        }
        let after_c3 = simd.equal(before, simd.splat(0xC3));
        block[k] = simd.or(byte, simd.and(after_c3, simd.splat(0x40)));
    });
    let (leads, trails) = (simd.block_mask(leads), simd.block_mask(trails));
    let is_right = trails == (leads << 1 | carry) && wide == leads | trails && (C1 || simd.is_zero(wrong));
    is_right.then_some((block, leads))
}

/// Writes the bytes of a mask side by side. Returns their number.
#[inline(always)]
fn put<S: Simd>(simd: S, block: Block<S>, keeps: u64, room: &mut [u8; BLOCK]) -> usize {
    let mut kept = 0;
    unrolled!(k of S::VECTORS => {
        let words = simd.zip(block[k], block[k]);
        unrolled!(j of S::LANES / 8 => {
            let keep = Eight::of(keeps, k * S::LANES + 8 * j);
            simd.store_half(room, kept, simd.shuffle(words[j], pack::BYTES.get(keep)));
            kept += keep.count();
        });
    });
    kept
}

/// Converts a block to ISO-8859-1. Returns the number of bytes, and 1 if the block ends in a lead.
#[inline(always)]
fn block_to_latin_1<S: Simd, const C1: bool>(
    simd: S,
    window: &Window,
    carry: u64,
    room: &mut [u8; BLOCK],
) -> Option<(usize, u64)> {
    let block = load(simd, window, 1);
    if carry == 0 && is_ascii(simd, block) {
        store(simd, block, room);
        return Some((BLOCK, 0));
    }
    let (block, leads) = joined::<S, C1>(simd, window, block, carry)?;
    Some((put(simd, block, !leads, room), leads >> (BLOCK - 1)))
}

/// Converts the last block again, writing only the bytes that have not been written. Returns how many these
/// are. Returns `None` if the block is not well-formed or ends in a lead, or if there is too little room.
#[inline(always)]
fn last_to_latin_1<S: Simd, const C1: bool>(
    simd: S,
    text: &[u8],
    rest: usize,
    out: &mut [u8],
    written: usize,
) -> Option<usize> {
    let window: &Window = text.last_chunk()?;
    let block = load(simd, window, 1);
    let again = BLOCK - rest;
    if is_ascii(simd, block) && window[0] < 0x80 {
        store(simd, block, out.get_mut(written.checked_sub(again)?..)?.first_chunk_mut()?);
        return Some(rest);
    }
    let carry = u64::from(window[0] >= 0xC0);
    let (block, leads) = joined::<S, C1>(simd, window, block, carry)?;
    if leads >> (BLOCK - 1) != 0 {
        return None;
    }
    Some(put(simd, block, !leads & u64::MAX << again, out.get_mut(written..)?.first_chunk_mut()?))
}

/// An outlined block with the byte before it, or what is left of the text.
struct FromUtf8Apart<'a, const C1: bool> {
    before: u8,
    bytes: &'a [u8],
    carry: u64,
    out: &'a mut [u8],
}

impl<const C1: bool> Vectorized for FromUtf8Apart<'_, C1> {
    type Output = Option<(usize, u64)>;

    fn scalar(self) -> Option<(usize, u64)> {
        None
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<(usize, u64)> {
        let len = self.bytes.len().min(BLOCK);
        let mut window = [0; 1 + BLOCK];
        window[0] = self.before;
        window[1..=len].copy_from_slice(&self.bytes[..len]);
        let mut landing = Landing::<BLOCK>::new(self.out);
        let room = landing.room(BLOCK).first_chunk_mut()?;
        let (written, carry) = block_to_latin_1::<S, C1>(simd, &window, self.carry, room)?;
        // A zero after the end is one byte.
        Some((landing.keep(written - (BLOCK - len))?, carry))
    }
}

/// Bytes of a run of ASCII.
const RUN: usize = 2 * BLOCK;
/// Consecutive blocks of ASCII before a run of it is tried.
const ENOUGH_ASCII: usize = 4;

/// Copies ASCII after some blocks of it, in runs. Returns the number of bytes.
#[inline(always)]
fn ascii_runs<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> usize {
    let fits = bytes.len().min(out.len());
    let (mut runs, mut rooms) = (bytes[..fits].as_chunks::<RUN>().0, out[..fits].as_chunks_mut::<RUN>().0);
    let mut len = 0;
    while let ([run, more @ ..], [room, after @ ..]) = (runs, rooms) {
        (runs, rooms) = (more, after);
        let (first, second) = (load(simd, run, 0), load(simd, run, BLOCK));
        let mut any = simd.or(first[0], second[0]);
        unrolled!(k of S::VECTORS => {
            any = simd.or(any, simd.or(first[k], second[k]));
        });
        if simd.has_sign(any) {
            break;
        }
        unrolled!(k of S::VECTORS => {
            simd.store(room, k * S::LANES, first[k]);
            simd.store(room, BLOCK + k * S::LANES, second[k]);
        });
        len += RUN;
    }
    len
}

/// Converts UTF-8 to ISO-8859-1. Returns the bytes read and written. Without `C1`, the target does not have
/// the code points U+0080..U+009F.
#[inline(always)]
pub(crate) fn utf_8_to_latin_1<S: Simd, const C1: bool>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    // A lead at the end without its trail byte is left to the scalar kernel.
    let text = match bytes {
        [rest @ .., 0xC0..=0xFF] => rest,
        all => all,
    };
    let Some(start) = first_to_latin_1::<S, C1>(simd, text, out) else { return (0, 0) };
    let (mut input, mut output, mut carry, mut ascii_blocks) =
        (&text[start.0 - 1..], &mut out[start.1..], 0, 0);
    let (room, mut well_formed) = (output.len(), true);
    while let (Some(window), Some(room)) = (input.first_chunk(), output.first_chunk_mut()) {
        let Some((len, lead)) = block_to_latin_1::<S, C1>(simd, window, carry, room) else {
            well_formed = false;
            break;
        };
        input = &input[BLOCK..];
        output = &mut core::mem::take(&mut output)[len..];
        carry = lead;
        ascii_blocks = if len == BLOCK { ascii_blocks + 1 } else { 0 };
        if ascii_blocks >= ENOUGH_ASCII {
            let len = ascii_runs(simd, &input[1..], output);
            input = &input[len..];
            output = &mut core::mem::take(&mut output)[len..];
        }
    }
    let mut written = start.1 + room - output.len();
    let rest = input.len() - 1;
    if well_formed
        && (1..BLOCK).contains(&rest)
        && let Some(len) = last_to_latin_1::<S, C1>(simd, text, rest, out, written)
    {
        return (text.len(), written + len);
    }
    while let &[before, ref bytes @ ..] = input
        && !bytes.is_empty()
        && well_formed
    {
        let apart = FromUtf8Apart::<C1> { before, bytes, carry, out: &mut out[written..] };
        let Some((len, lead)) = simd.run_outlined(apart) else { break };
        input = &input[bytes.len().min(BLOCK)..];
        written += len;
        carry = lead;
    }
    // A lead has written nothing.
    (text.len() + 1 - input.len() - carry as usize, written)
}

/// Converts a first block of ASCII, or the first sequence, so that later blocks have a byte before them.
/// Returns the bytes read and the bytes written.
#[inline(always)]
fn first_to_latin_1<S: Simd, const C1: bool>(simd: S, text: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
    if let (Some(block), Some(room)) = (text.first_chunk::<BLOCK>(), out.first_chunk_mut()) {
        let block = load(simd, block, 0);
        if is_ascii(simd, block) {
            store(simd, block, room);
            return Some((BLOCK, BLOCK));
        }
    }
    let (byte, len) = match *text {
        [byte @ 0..=0x7F, ..] => (byte, 1),
        [lead, trail, ..] => (upper::<C1>([lead, trail])?, 2),
        _ => return None,
    };
    *out.first_mut()? = byte;
    Some((len, 1))
}
