//! UTF-32 to UTF-8 and generalized UTF-8. If sixteen bits hold every code point, the text goes by way of
//! UTF-16 units. Otherwise every unit gets four slots of one byte, and the slots in use are compressed.
//!
//! A block is 64 units. In slots, each class of code points differs from the one below by the tags of its
//! bytes. One multishift makes the fields of six bits. The slots in use have the sign bit, except for ASCII,
//! which is in the last slot.

use super::from_utf_16::{BmpRoom, bmp_to_utf_8};
use super::narrow;
use crate::form::{Form, Utf8};
use crate::kernel::grammar::FormGrammar;
use crate::simd::{Avx512, Vector};

/// Bytes of a block.
const BLOCK: usize = 256;
/// One more than the largest code point.
const END: u32 = 0x11_0000;
/// The last byte of every unit.
const LAST: u64 = 0x8888_8888_8888_8888;
/// The tags of sequences of two, three and four bytes, with the first byte lowest, at the end of four slots.
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

/// Returns `true` if surrogates are code points like others.
const fn has_surrogates<F: Form>() -> bool {
    const { FormGrammar::<F>::EXPECTED.has_surrogates() }
}

/// Returns the units of at least `limit`.
#[inline(always)]
fn at_least(simd: Avx512, units: Vector, limit: u32) -> u16 {
    simd.doublewords_at_least(units, simd.splat_doubleword(limit))
}

#[inline(always)]
fn surrogates(simd: Avx512, units: Vector) -> u16 {
    let above = simd.sub_doublewords(units, simd.splat_doubleword(0xD800));
    simd.doublewords_at_least(simd.splat_doubleword(0x7FF), above)
}

/// Returns four slots of one byte for sixteen units, and which slots are in use.
#[inline(always)]
fn four_slots(simd: Avx512, units: Vector) -> (Vector, u64) {
    let long = at_least(simd, units, 0x80);
    let tag = simd.blend_doublewords(long, simd.zero(), simd.splat_doubleword(TAGS[0]));
    let tag = simd.blend_doublewords(at_least(simd, units, 0x800), tag, simd.splat_doubleword(TAGS[1]));
    let tag = simd.blend_doublewords(at_least(simd, units, 0x1_0000), tag, simd.splat_doubleword(TAGS[2]));
    let fields = simd.multishift(simd.load(const { &offsets() }), units);
    // fields & 3F3F3F3F | tag
    let many = simd.ternary::<0xEA>(fields, simd.splat(0x3F), tag);
    let slots = simd.blend_doublewords(long, simd.shift_doublewords_left::<24>(units), many);
    (slots, simd.sign_bits(slots) | LAST)
}

/// Converts a block. Returns the number of bytes, or `None` if the target cannot hold a unit.
#[inline(always)]
fn convert_block<F: Form>(simd: Avx512, block: &[u8; BLOCK], room: &mut [u8; BLOCK]) -> Option<usize> {
    let [a, b, c, d] = block.as_chunks::<64>().0 else { return None };
    let (a, b) = (simd.load(a), simd.load(b));
    let (c, d) = (simd.load(c), simd.load(d));
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
    if at_least(simd, a, END) | at_least(simd, b, END) | at_least(simd, c, END) | at_least(simd, d, END) != 0
    {
        return None;
    }
    let len = any_at(simd, a, 0, room)?;
    let len = any_at(simd, b, len, room)?;
    let len = any_at(simd, c, len, room)?;
    any_at(simd, d, len, room)
}

/// Converts thirty-two units of the BMP to a place. Returns the place after them.
#[inline(always)]
fn bmp_at<F: Form>(
    simd: Avx512,
    [first, second]: [Vector; 2],
    len: usize,
    room: &mut [u8; BLOCK],
) -> Option<usize> {
    let room = room.get_mut(len..)?.first_chunk_mut::<{ BmpRoom::LEN }>()?;
    let narrow = simd.load(const { &narrow() });
    Some(len + bmp_to_utf_8::<F>(simd, simd.permute(first, narrow, second), room))
}

/// Converts sixteen units to a place. Returns the place after them.
#[inline(always)]
fn any_at(simd: Avx512, units: Vector, len: usize, room: &mut [u8; BLOCK]) -> Option<usize> {
    let (slots, keep) = four_slots(simd, units);
    simd.store(room.get_mut(len..)?.first_chunk_mut()?, simd.compress(keep, slots));
    Some(len + keep.count_ones() as usize)
}

/// Converts UTF-32 to UTF-8. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn utf_32_to_utf_8(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    utf_32_to_like_utf_8::<Utf8>(simd, bytes, out)
}

/// Converts UTF-32 of no more than sixteen units to UTF-8.
#[inline(always)]
pub(crate) fn short_utf_32_to_utf_8(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    single::<Utf8>(simd, bytes, out).unwrap_or((0, 0))
}

/// Converts UTF-32 of a few more units than sixteen to UTF-8.
#[inline(always)]
pub(crate) fn medium_utf_32_to_utf_8(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    singles::<Utf8>(simd, bytes, out, (0, 0))
}

/// Converts UTF-32 to UTF-8, or to generalized UTF-8, which has surrogates.
#[inline(always)]
pub(crate) fn utf_32_to_like_utf_8<F: Form>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let (Some(block), Some(room)) = (
        bytes[read..].first_chunk::<BLOCK>(),
        out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<BLOCK>),
    ) {
        let Some(len) = convert_block::<F>(simd, block, room) else { break };
        written += len;
        read += BLOCK;
    }
    singles::<F>(simd, bytes, out, (read, written))
}

/// Converts sixteen units at a time from a place on.
#[inline(always)]
fn singles<F: Form>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    (mut read, mut written): (usize, usize),
) -> (usize, usize) {
    while bytes.len() - read > 3
        && let Some((quarter, len)) = single::<F>(simd, &bytes[read..], &mut out[written..])
    {
        read += quarter;
        written += len;
    }
    (read, written)
}

/// Converts sixteen units or what is left of the text, with loads and stores that touch nothing else. Returns
/// `None` if the form cannot hold a unit, or there is too little room.
#[inline(always)]
fn single<F: Form>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
    let count = (bytes.len() / 4).min(16);
    let units = simd.load_front(&bytes[..4 * count]);
    if !has_surrogates::<F>() && surrogates(simd, units) != 0 || at_least(simd, units, END) != 0 {
        return None;
    }
    let (slots, keep) = four_slots(simd, units);
    let keep = if count < 16 { keep & ((1 << (4 * count)) - 1) } else { keep };
    let len = keep.count_ones() as usize;
    simd.store_front(out.get_mut(..len)?, simd.compress(keep, slots));
    Some((4 * count, len))
}
