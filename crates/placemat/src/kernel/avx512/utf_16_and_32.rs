//! Conversions between UTF-16 and UTF-32, and of both to ISO-8859-1.
//!
//! ```text
//! UTF-16 to UTF-32    a lead becomes (lead << 10) + trail − 35FDC00, with the unit after it; trails are removed
//! UTF-32 to UTF-16    two 16-bit slots in every unit, of which the BMP takes one: lead D7C0 + (u >> 10), trail
//!                     DC00 | u & 3FF
//! ```
//!
//! (35FDC00 is (D800 << 10) + DC00 − 10000; D7C0 is D800 − (10000 >> 10).) Blocks without surrogates are
//! widened or narrowed. All surrogates are in pairs if the leads, shifted by one, equal the trails; one bit
//! is carried.

use super::{narrow, surrogates};
use crate::simd::{Avx512, Vector};

/// Units of 16 bits in a block.
const UNITS: usize = 32;

/// Returns the leads of thirty-two units of 16 bits that include surrogates, if all are in pairs; the trail
/// of a lead at the end may come after the block. `carry` is 1 after a lead.
#[inline(always)]
fn leads(simd: Avx512, units: Vector, surrogates: u32, carry: u32) -> Option<u32> {
    let lead = surrogates & simd.words_have_none(units, simd.splat_word(0x0400));
    if surrogates ^ lead == lead << 1 | carry { Some(lead) } else { None }
}

/// UTF-16 to UTF-32: bytes read and bytes written.
#[inline(always)]
pub(crate) fn utf_16_to_utf_32(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    /// A block with the unit after it.
    const WINDOW: usize = 2 * (UNITS + 1);
    let (mut read, mut written, mut carry) = (0, 0, 0);
    while let (Some(window), Some(room)) = (
        bytes[read..].first_chunk::<WINDOW>(),
        out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<{ 4 * UNITS }>),
    ) {
        let (Some(block), Some(after)) = (window.first_chunk(), window.last_chunk()) else { break };
        let units = simd.load(block);
        let (low, high) = (simd.widen_words_low(units), simd.widen_words_high(units));
        let surrogates = surrogates(simd, units);
        let [to_low, to_high] = room.as_chunks_mut::<64>().0 else { break };
        if surrogates | carry == 0 {
            simd.store(to_low, low);
            simd.store(to_high, high);
            read += 2 * UNITS;
            written += 4 * UNITS;
            continue;
        }
        let Some(lead) = leads(simd, units, surrogates, carry) else { break };
        let trail = surrogates ^ lead;
        let after = simd.load(after);
        let low = with_trails(simd, low, simd.widen_words_low(after), lead as u16);
        let high = with_trails(simd, high, simd.widen_words_high(after), (lead >> 16) as u16);
        let low = simd.compress_doublewords(!trail as u16, low);
        let high = simd.compress_doublewords((!trail >> 16) as u16, high);
        let first = 4 * (!trail as u16).count_ones() as usize;
        simd.store(to_low, low);
        if let Some(room) = room.get_mut(first..).and_then(<[u8]>::first_chunk_mut) {
            simd.store(room, high);
        }
        carry = lead >> (UNITS - 1);
        read += 2 * UNITS;
        written += 4 * (!trail).count_ones() as usize;
    }
    // What the last lead has written is taken back, because its trail has not been seen.
    (read - 2 * carry as usize, written - 4 * carry as usize)
}

/// Returns units of 16 bits in 32-bit lanes, with the leads among them joined with the units after them.
#[inline(always)]
fn with_trails(simd: Avx512, units: Vector, after: Vector, lead: u16) -> Vector {
    let trail = simd.sub_doublewords(after, simd.splat_doubleword((0xD800 << 10) + 0xDC00 - 0x1_0000));
    let joined = simd.add_doublewords(simd.shift_doublewords_left::<10>(units), trail);
    simd.blend_doublewords(lead, units, joined)
}

/// UTF-32 to UTF-16: bytes read and bytes written.
#[inline(always)]
pub(crate) fn utf_32_to_utf_16(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let (Some(block), Some(room)) = (
        bytes[read..].first_chunk::<{ 4 * UNITS }>(),
        out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<{ 4 * UNITS }>),
    ) {
        let [low, high] = block.as_chunks::<64>().0 else { break };
        let low = simd.load(low);
        let high = simd.load(high);
        if is_surrogate(simd, low) | is_surrogate(simd, high) != 0 {
            break;
        }
        if simd.doublewords_at_least(simd.or(low, high), simd.splat_doubleword(0x1_0000)) == 0 {
            if let Some(room) = room.first_chunk_mut() {
                simd.store(room, simd.permute(low, simd.load(const { &narrow() }), high));
            }
            read += 4 * UNITS;
            written += 2 * UNITS;
            continue;
        }
        if simd.doublewords_at_least(simd.max_doublewords(low, high), simd.splat_doubleword(0x11_0000)) != 0 {
            break;
        }
        let (low, first) = two_slots(simd, low);
        let (high, second) = two_slots(simd, high);
        if let Some(room) = room.first_chunk_mut() {
            simd.store(room, low);
        }
        if let Some(room) = room.get_mut(first..).and_then(<[u8]>::first_chunk_mut) {
            simd.store(room, high);
        }
        read += 4 * UNITS;
        written += first + second;
    }
    (read, written)
}

#[inline(always)]
fn is_surrogate(simd: Avx512, units: Vector) -> u16 {
    let from = simd.sub_doublewords(units, simd.splat_doubleword(0xD800));
    simd.doublewords_at_least(simd.splat_doubleword(0x7FF), from)
}

/// Returns sixteen scalar values in UTF-16, and their number of bytes.
#[inline(always)]
fn two_slots(simd: Avx512, units: Vector) -> (Vector, usize) {
    let astral = simd.doublewords_at_least(units, simd.splat_doubleword(0x1_0000));
    let lead = simd.add_doublewords(simd.shift_doublewords_right::<10>(units), simd.splat_doubleword(0xD7C0));
    let trail = simd.shift_doublewords_left::<16>(units);
    // trail & 03FF0000 | lead, where lead has no more than 16 bits
    let both = simd.ternary::<0xEA>(trail, simd.splat_doubleword(0x03FF_0000), lead);
    let both = simd.or(both, simd.splat_doubleword(0xDC00_0000));
    let slots = simd.blend_doublewords(astral, units, both);
    let keep = simd.deposit(astral.into(), 0xAAAA_AAAA) as u32 | 0x5555_5555;
    (simd.compress_words(keep, slots), 2 * keep.count_ones() as usize)
}

/// The places of the low bytes of units of `WIDTH` bytes in two registers.
const fn low_bytes<const WIDTH: usize>() -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 128 / WIDTH {
        index[k] = (WIDTH * k) as u8;
        k += 1;
    }
    index
}

/// The first halves of two registers.
const FIRST_HALVES: [u8; 64] = {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 64 {
        index[k] = if k < 32 { k as u8 } else { 32 + k as u8 };
        k += 1;
    }
    index
};

/// Units of 16 bits to ISO-8859-1: bytes read and bytes written.
#[inline(always)]
pub(crate) fn words_to_latin_1(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let mut at = 0;
    let upper = simd.splat_word(0xFF00);
    let index = simd.load(const { &low_bytes::<2>() });
    while let (Some(run), Some(room)) =
        (bytes[2 * at..].first_chunk::<256>(), out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<128>))
    {
        let (&[a, b, c, d], [low, high]) = (&run.as_chunks().0, room.as_chunks_mut().0) else { break };
        let (a, b, c, d) = (simd.load(a), simd.load(b), simd.load(c), simd.load(d));
        if simd.words_have_some(simd.or(simd.ternary::<0xFE>(a, b, c), d), upper) != 0 {
            break;
        }
        simd.store(low, simd.permute(a, index, b));
        simd.store(high, simd.permute(c, index, d));
        at += 128;
    }
    (2 * at, at)
}

/// Units of 32 bits to ISO-8859-1: bytes read and bytes written.
#[inline(always)]
pub(crate) fn doublewords_to_latin_1(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let mut at = 0;
    let upper = simd.splat_doubleword(0xFFFF_FF00);
    let index = simd.load(const { &low_bytes::<4>() });
    while let (Some(run), Some(room)) =
        (bytes[4 * at..].first_chunk::<256>(), out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<64>))
    {
        let &[a, b, c, d] = &run.as_chunks().0 else { break };
        let (a, b, c, d) = (simd.load(a), simd.load(b), simd.load(c), simd.load(d));
        if simd.doublewords_have_some(simd.or(simd.ternary::<0xFE>(a, b, c), d), upper) != 0 {
            break;
        }
        let halves = (simd.permute(a, index, b), simd.permute(c, index, d));
        simd.store(room, simd.permute(halves.0, simd.load(&FIRST_HALVES), halves.1));
        at += 64;
    }
    (4 * at, at)
}
