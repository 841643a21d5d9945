//! UTF-32 to UTF-8 and its like: by way of sixteen bits where that is enough, else four slots of a byte for every unit, compressed.
//!
//! A block is 64 units. In slots, each class of code points differs from the one below by the tags of its bytes; one
//! multishift makes the fields of six bits, and the slots in use have the sign bit but for ASCII, which is last. Forms without
//! sequences of four end at the sixteen units in which one would be, but for blocks of nothing else in a form that has pairs of
//! halves: two multishifts give the six bytes of every unit, of eight places each.

use super::from_utf_16::{BmpRoom, bmp_to_utf_8};
use super::narrow;
use crate::form::{Form, Utf8};
use crate::kernel::grammar::{OfForm, Surrogates};
use crate::simd::{Avx512, Vector};

/// Bytes of a block.
const BLOCK: usize = 256;
/// Bytes of sixteen pairs of halves, and of the room for a block of them.
const SIXTEEN_PAIRS: usize = 96;
const PAIRS_ROOM: usize = 4 * SIXTEEN_PAIRS;
/// The last byte of every unit.
const LAST: u64 = 0x8888_8888_8888_8888;
/// The tags of sequences of two, three and four, first byte lowest, at the end of four slots.
const TAGS: [u32; 3] = [0x80C0_0000, 0x8080_E000, 0x8080_80F0];

/// The bit offsets of the four fields of six bits in each of two units.
#[inline]
const fn offsets() -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 64 {
        index[k] = (k as u8 % 8 / 4) * 32 + 18 - 6 * (k as u8 % 4);
        k += 1;
    }
    index
}

/// The bit offsets of the fields of a pair of halves, of the first or second of two units; the last two lanes are not used.
#[inline]
const fn offsets_of_pair(unit: u8) -> [u8; 64] {
    // Behind ED the four highest bits and six, behind the other four and six.
    let fields = [0, 16, 10, 0, 6, 0, 0, 0];
    let mut index = [0; 64];
    let mut k = 0;
    while k < 64 {
        index[k] = 32 * unit + fields[k % 8];
        k += 1;
    }
    index
}

/// Eight bytes again and again.
#[inline]
const fn eight_times(bytes: [u8; 8]) -> [u8; 64] {
    let mut all = [0; 64];
    let mut k = 0;
    while k < 64 {
        all[k] = bytes[k % 8];
        k += 1;
    }
    all
}

/// What is kept of the fields of pairs, and what is added.
const PAIR_FIELDS: [u8; 64] = eight_times([0x00, 0x0F, 0x3F, 0x00, 0x0F, 0x3F, 0x00, 0x00]);
const PAIR_TAGS: [u8; 64] = eight_times([0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80, 0x00, 0x00]);

/// Bytes of pairs from place `from` on, out of two registers with six of every eight lanes in use: those of the first and
/// second units by turns.
#[inline]
const fn side_by_side(from: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 64 {
        let (pair, byte) = ((from + k) / 6, (from + k) % 6);
        index[k] = (64 * (pair % 2) + 8 * (pair / 2 % 8) + byte) as u8;
        k += 1;
    }
    index
}

/// Are surrogates code points like others?
const fn has_surrogates<F: Form>() -> bool {
    const { OfForm::<F>::SURE.has_surrogates() }
}

/// Are supplementary code points pairs of halves?
const fn has_pairs<F: Form>() -> bool {
    const { matches!(OfForm::<F>::SURE.surrogates, Surrogates::Paired) }
}

/// One past the greatest code point.
const fn end<F: Form>() -> u32 {
    if const { OfForm::<F>::SURE.has_four } { 0x11_0000 } else { 0x1_0000 }
}

/// Units that are so great.
#[inline(always)]
fn at_least(simd: Avx512, units: Vector, limit: u32) -> u16 {
    simd.doublewords_at_least(units, simd.splat_doubleword(limit))
}

/// Units of two bytes or more.
#[inline(always)]
fn long<F: Form>(simd: Avx512, units: Vector) -> u16 {
    if const { OfForm::<F>::SURE.refuses_nul } {
        at_least(simd, simd.sub_doublewords(units, simd.splat_doubleword(1)), 0x7F)
    } else {
        at_least(simd, units, 0x80)
    }
}

#[inline(always)]
fn surrogates(simd: Avx512, units: Vector) -> u16 {
    let above = simd.sub_doublewords(units, simd.splat_doubleword(0xD800));
    simd.doublewords_at_least(simd.splat_doubleword(0x7FF), above)
}

/// Sixteen units of an order.
#[inline(always)]
fn load<const BIG: bool>(simd: Avx512, bytes: &[u8; 64]) -> Vector {
    let units = simd.load(bytes);
    if BIG { simd.swap_doublewords(units) } else { units }
}

/// Four slots of a byte for sixteen units, and which are in use.
#[inline(always)]
fn four_slots<F: Form>(simd: Avx512, units: Vector) -> (Vector, u64) {
    let long = long::<F>(simd, units);
    let tag = simd.blend_doublewords(long, simd.zero(), simd.splat_doubleword(TAGS[0]));
    let tag = simd.blend_doublewords(at_least(simd, units, 0x800), tag, simd.splat_doubleword(TAGS[1]));
    let tag = simd.blend_doublewords(at_least(simd, units, 0x1_0000), tag, simd.splat_doubleword(TAGS[2]));
    let fields = simd.multishift(simd.load(const { &offsets() }), units);
    // fields & 3F3F3F3F | tag
    let many = simd.ternary::<0xEA>(fields, simd.splat(0x3F), tag);
    let slots = simd.blend_doublewords(long, simd.shift_doublewords_left::<24>(units), many);
    (slots, simd.sign_bits(slots) | LAST)
}

/// A block: how many bytes. `None` where a unit has no place.
#[inline(always)]
fn convert_block<const BIG: bool, F: Form>(
    simd: Avx512,
    block: &[u8; BLOCK],
    room: &mut [u8; BLOCK],
) -> Option<usize> {
    let [a, b, c, d] = block.as_chunks::<64>().0 else { return None };
    let (a, b) = (load::<BIG>(simd, a), load::<BIG>(simd, b));
    let (c, d) = (load::<BIG>(simd, c), load::<BIG>(simd, d));
    if !has_surrogates::<F>()
        && surrogates(simd, a) | surrogates(simd, b) | surrogates(simd, c) | surrogates(simd, d) != 0
    {
        return None;
    }
    let any = simd.or(simd.ternary::<0xFE>(a, b, c), d);
    if at_least(simd, any, 0x1_0000) == 0 {
        let len = bmp_at::<F>(simd, [a, b], 0, room)?;
        return bmp_at::<F>(simd, [c, d], len, room);
    }
    if const { !OfForm::<F>::SURE.has_four } {
        return None;
    }
    let end = end::<F>();
    if at_least(simd, a, end) | at_least(simd, b, end) | at_least(simd, c, end) | at_least(simd, d, end) != 0
    {
        return None;
    }
    let len = any_at::<F>(simd, a, 0, room)?;
    let len = any_at::<F>(simd, b, len, room)?;
    let len = any_at::<F>(simd, c, len, room)?;
    any_at::<F>(simd, d, len, room)
}

/// A block of nothing but supplementary code points as pairs of halves.
#[inline(always)]
fn pairs_of_block<const BIG: bool>(
    simd: Avx512,
    block: &[u8; BLOCK],
    room: &mut [u8; PAIRS_ROOM],
) -> Option<()> {
    let [a, b, c, d] = block.as_chunks::<64>().0 else { return None };
    let base = simd.splat_doubleword(0x1_0000);
    let a = simd.sub_doublewords(load::<BIG>(simd, a), base);
    let b = simd.sub_doublewords(load::<BIG>(simd, b), base);
    let c = simd.sub_doublewords(load::<BIG>(simd, c), base);
    let d = simd.sub_doublewords(load::<BIG>(simd, d), base);
    let greatest = simd.max_doublewords(simd.max_doublewords(a, b), simd.max_doublewords(c, d));
    if at_least(simd, greatest, 0x10_0000) != 0 {
        return None;
    }
    pairs_at::<0>(simd, a, room)?;
    pairs_at::<1>(simd, b, room)?;
    pairs_at::<2>(simd, c, room)?;
    pairs_at::<3>(simd, d, room)
}

/// Sixteen supplementary code points, less 10000, as pairs of halves in a quarter of the room.
#[inline(always)]
fn pairs_at<const QUARTER: usize>(simd: Avx512, units: Vector, room: &mut [u8; PAIRS_ROOM]) -> Option<()> {
    let first = pair_fields(simd, units, const { &offsets_of_pair(0) });
    let second = pair_fields(simd, units, const { &offsets_of_pair(1) });
    let (low, high) = const { (&side_by_side(0), &side_by_side(SIXTEEN_PAIRS - 64)) };
    let room = room.get_mut(QUARTER * SIXTEEN_PAIRS..)?.first_chunk_mut::<SIXTEEN_PAIRS>()?;
    simd.store(room.first_chunk_mut()?, simd.permute(first, simd.load(low), second));
    simd.store(room.last_chunk_mut()?, simd.permute(first, simd.load(high), second));
    Some(())
}

/// The six bytes of the pair of one of every two units, in eight lanes.
#[inline(always)]
fn pair_fields(simd: Avx512, units: Vector, offsets: &[u8; 64]) -> Vector {
    let fields = simd.multishift(simd.load(offsets), units);
    simd.ternary::<0xEA>(fields, simd.load(&PAIR_FIELDS), simd.load(&PAIR_TAGS))
}

/// Thirty-two units of the BMP to a place: the place behind them.
#[inline(always)]
fn bmp_at<F: Form>(
    simd: Avx512,
    [first, second]: [Vector; 2],
    len: usize,
    room: &mut [u8; BLOCK],
) -> Option<usize> {
    let room = room.get_mut(len..)?.first_chunk_mut::<{ BmpRoom::LEN }>()?;
    let narrow = simd.load(const { &narrow(false) });
    Some(len + bmp_to_utf_8::<F>(simd, simd.permute(first, narrow, second), room))
}

/// Sixteen units to a place: the place behind them.
#[inline(always)]
fn any_at<F: Form>(simd: Avx512, units: Vector, len: usize, room: &mut [u8; BLOCK]) -> Option<usize> {
    let (slots, keep) = four_slots::<F>(simd, units);
    simd.store(room.get_mut(len..)?.first_chunk_mut()?, simd.compress(keep, slots));
    Some(len + keep.count_ones() as usize)
}

/// UTF-32 in an order to UTF-8: bytes read and bytes written.
#[inline(always)]
pub(in crate::kernel) fn utf_32_to_utf_8<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    utf_32_to_like_utf_8::<BIG, Utf8>(simd, bytes, out)
}

/// The same of no more than sixteen units.
#[inline(always)]
pub(in crate::kernel) fn short_utf_32_to_utf_8<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    single::<BIG, Utf8>(simd, bytes, out).unwrap_or((0, 0))
}

/// The same of some more.
#[inline(always)]
pub(in crate::kernel) fn medium_utf_32_to_utf_8<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    singles::<BIG, Utf8>(simd, bytes, out, (0, 0))
}

/// The same to a form that has all scalar values of up to three bytes at least, surrogates if it has them.
#[inline(always)]
pub(in crate::kernel) fn utf_32_to_like_utf_8<const BIG: bool, F: Form>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let (Some(block), Some(room)) = (
        bytes[read..].first_chunk::<BLOCK>(),
        out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<BLOCK>),
    ) {
        let len = match convert_block::<BIG, F>(simd, block, room) {
            Some(len) => len,
            None if has_pairs::<F>()
                && let Some(room) = out.get_mut(written..).and_then(<[u8]>::first_chunk_mut)
                && pairs_of_block::<BIG>(simd, block, room).is_some() =>
            {
                PAIRS_ROOM
            }
            None => break,
        };
        written += len;
        read += BLOCK;
    }
    singles::<BIG, F>(simd, bytes, out, (read, written))
}

/// Sixteen units at a time from a place on.
#[inline(always)]
fn singles<const BIG: bool, F: Form>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    (mut read, mut written): (usize, usize),
) -> (usize, usize) {
    while bytes.len() - read > 3
        && let Some((quarter, len)) = single::<BIG, F>(simd, &bytes[read..], &mut out[written..])
    {
        read += quarter;
        written += len;
    }
    (read, written)
}

/// Sixteen units or what is left of the text, whose loads and stores touch nothing else. `None` if one has no place in the form,
/// or there is no room.
#[inline(always)]
fn single<const BIG: bool, F: Form>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
    let count = (bytes.len() / 4).min(16);
    let units = simd.load_front(&bytes[..4 * count]);
    let units = if BIG { simd.swap_doublewords(units) } else { units };
    if !has_surrogates::<F>() && surrogates(simd, units) != 0 || at_least(simd, units, end::<F>()) != 0 {
        return None;
    }
    let (slots, keep) = four_slots::<F>(simd, units);
    let keep = if count < 16 { keep & ((1 << (4 * count)) - 1) } else { keep };
    let len = keep.count_ones() as usize;
    simd.store_front(out.get_mut(..len)?, simd.compress(keep, slots));
    Some((4 * count, len))
}
