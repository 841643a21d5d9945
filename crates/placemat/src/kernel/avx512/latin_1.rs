//! ISO-8859-1 and Windows-1252 to UTF-8 and back.
//!
//! ```text
//! to UTF-8      every byte gets two slots, of which ASCII leaves the first free; compress
//!                   lead   C2 | b >> 6 & 1
//!                   last   b, without bit 6 from 80 on
//!               blocks with a byte of 80..9F in Windows-1252 go by way of UTF-16
//! from UTF-8    leads leave their places free; compress
//!                   b | before << 6 & 40, at trail bytes
//! ```

use super::from_utf_16::{BmpRoom, bmp_to_utf_8};
use crate::form::Form;
use crate::kernel::latin_1::upper_half;
use crate::kernel::scalar;
use crate::simd::{Avx512, Vector};

/// Bytes of a block, and of a run of ASCII.
const BLOCK: usize = 64;
const RUN: usize = 256;

/// Takes pairs from place `from` on out of two registers.
const fn interleave(from: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 32 {
        index[2 * k] = from + k as u8;
        index[2 * k + 1] = 64 + from + k as u8;
        k += 1;
    }
    index
}

/// The low or the high bytes of the code points from 80 on.
const fn plane<F: Form>(high: bool) -> [u8; 128] {
    let code_points = upper_half::<F>();
    let mut plane = [0; 128];
    let mut k = 0;
    while k < 128 {
        plane[k] = code_points[k].to_le_bytes()[high as usize];
        k += 1;
    }
    plane
}

/// Are 80..9F other than their own code points?
fn differs<F: Form>() -> bool {
    const { upper_half::<F>()[0] != 0x80 }
}

/// A run of ASCII, copied; `false` if it is none.
#[inline(always)]
fn ascii_run(simd: Avx512, run: &[u8; RUN], room: &mut [u8]) -> bool {
    let (&[a, b, c, d], [to_a, to_b, to_c, to_d, ..]) =
        (run.as_chunks::<BLOCK>().0, room.as_chunks_mut::<BLOCK>().0)
    else {
        return false;
    };
    let (a, b, c, d) = (simd.load(&a), simd.load(&b), simd.load(&c), simd.load(&d));
    if simd.sign_bits(simd.or(simd.ternary::<0xFE>(a, b, c), d)) != 0 {
        return false;
    }
    simd.store(to_a, a);
    simd.store(to_b, b);
    simd.store(to_c, c);
    simd.store(to_d, d);
    true
}

/// A block of ISO-8859-1: how many bytes.
#[inline(always)]
fn two_slots(simd: Avx512, bytes: Vector, room: &mut [u8; 2 * BLOCK]) -> Option<usize> {
    let wide = simd.sign_bits(bytes);
    if wide == 0 {
        simd.store(room.first_chunk_mut()?, bytes);
        return Some(BLOCK);
    }
    // bytes >> 6 & 1 | C2
    let lead = simd.ternary::<0xEA>(simd.shift_right::<6>(bytes), simd.splat(0x01), simd.splat(0xC2));
    // bytes & !(bytes >> 1 & 40)
    let last = simd.ternary::<0x70>(bytes, simd.shift_right::<1>(bytes), simd.splat(0x40));
    let (first, second) = const { (&interleave(0), &interleave(32)) };
    let keep = |wide: u32| simd.deposit(wide.into(), 0x5555_5555_5555_5555) | 0xAAAA_AAAA_AAAA_AAAA;
    let (low, high) = (keep(wide as u32), keep((wide >> 32) as u32));
    let len = low.count_ones() as usize;
    let low = simd.compress(low, simd.permute(lead, simd.load(first), last));
    let high = simd.compress(high, simd.permute(lead, simd.load(second), last));
    simd.store(room.first_chunk_mut()?, low);
    simd.store(room.get_mut(len..)?.first_chunk_mut()?, high);
    Some(BLOCK + wide.count_ones() as usize)
}

/// A block by way of UTF-16: how many bytes.
#[inline(always)]
fn by_table<F: Form>(simd: Avx512, bytes: Vector, room: &mut [u8; 3 * BLOCK]) -> Option<usize> {
    let upper = |plane: &[u8; 128]| {
        let [low, high] = plane.as_chunks::<BLOCK>().0 else { return simd.zero() };
        simd.permute(simd.load(low), bytes, simd.load(high))
    };
    let wide = simd.sign_bits(bytes);
    let low = simd.blend(wide, bytes, upper(const { &plane::<F>(false) }));
    let high = simd.keep(wide, upper(const { &plane::<F>(true) }));
    let (first, second) = const { (&interleave(0), &interleave(32)) };
    let len = bmp_to_utf_8(simd, simd.permute(low, simd.load(first), high), room.first_chunk_mut()?);
    let room: &mut [u8; BmpRoom::LEN] = room.get_mut(len..)?.first_chunk_mut()?;
    Some(len + bmp_to_utf_8(simd, simd.permute(low, simd.load(second), high), room))
}

/// A single-byte form with ASCII in its place, to UTF-8.
#[inline(always)]
pub(in crate::kernel) fn single_bytes_to_utf_8<F: Form>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(block) = bytes[read..].first_chunk::<BLOCK>() {
        if let (Some(run), Some(room)) =
            (bytes[read..].first_chunk::<RUN>(), out.get_mut(written..written + RUN))
            && ascii_run(simd, run, room)
        {
            read += RUN;
            written += RUN;
            continue;
        }
        let block = simd.load(block);
        // As signed bytes, 80..9F are the least.
        let len = if differs::<F>() && simd.signed_below(block, simd.splat(0xA0)) != 0 {
            let Some(room) = out.get_mut(written..).and_then(<[u8]>::first_chunk_mut) else { break };
            by_table::<F>(simd, block, room)
        } else {
            let Some(room) = out.get_mut(written..).and_then(<[u8]>::first_chunk_mut) else { break };
            two_slots(simd, block, room)
        };
        let Some(len) = len else { break };
        read += BLOCK;
        written += len;
    }
    (read, written)
}

/// UTF-8 to ISO-8859-1; without `C1` the code points U+0080..U+009F have no place.
#[inline(always)]
pub(in crate::kernel) fn utf_8_to_latin_1<const C1: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    // The first byte has none before it.
    let (mut read, mut written) = scalar::utf_8_to_latin_1::<C1>(&bytes[..bytes.len().min(8)], out);
    if read == 0 {
        return (0, 0);
    }
    let mut carry = 0;
    while let Some(window) = bytes[read - 1..].first_chunk::<{ 1 + BLOCK }>() {
        if carry == 0
            && let (Some(run), Some(room)) =
                (bytes[read..].first_chunk::<RUN>(), out.get_mut(written..written + RUN))
            && ascii_run(simd, run, room)
        {
            read += RUN;
            written += RUN;
            continue;
        }
        let (Some(room), Some(before), Some(byte)) = (
            out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<BLOCK>),
            window.first_chunk(),
            window.last_chunk(),
        ) else {
            break;
        };
        let (before, byte) = (simd.load(before), simd.load(byte));
        let lead = simd.has_none(simd.sub(byte, simd.splat(0xC2)), simd.splat(0xFE));
        let trail = simd.sign_bits(byte) ^ lead;
        let leads = simd.at_least(byte, simd.splat(0xC0));
        if leads != lead || trail != (lead << 1 | carry) {
            break;
        }
        if !C1 {
            let controls =
                simd.signed_below(byte, simd.splat(0xA0)) & simd.has_none(before, simd.splat(0x01));
            if controls & trail != 0 {
                break;
            }
        }
        // byte | before << 6 & 40
        let joined = simd.ternary::<0xF8>(byte, simd.shift_left::<6>(before), simd.splat(0x40));
        simd.store(room, simd.compress(!lead, simd.blend(trail, byte, joined)));
        carry = lead >> (BLOCK - 1);
        read += BLOCK;
        written += BLOCK - lead.count_ones() as usize;
    }
    // A lead has written nothing.
    (read - carry as usize, written)
}
