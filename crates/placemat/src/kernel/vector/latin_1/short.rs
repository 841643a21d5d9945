//! Short text, by vectors of which the last overlaps the one before it.

use super::super::landing::Landing;
use super::super::pack::{self, Eight};
use super::{Block, needs_table};
use crate::form::Form;
use crate::kernel::short::padded;
use crate::kernel::sizes::{MEDIUM, SHORT};
use crate::simd::Simd;

/// Shorter texts are a vector that ends with zeros, or are left to the scalar kernel.
const LEAST: usize = 16;
/// Up to this length, there are vectors of 16 bytes.
const NARROW: usize = 32;
/// Bytes that the last store may write after those that count.
const SURPLUS: usize = 8;

/// Converts a single-byte form that contains ASCII to UTF-8, if the text has a suitable length. Returns the
/// bytes read, all or none, and the bytes written.
#[inline(always)]
pub(crate) fn short_single_bytes_to_utf_8<S: Simd, F: Form>(
    simd: S,
    text: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    if text.is_empty() || text.len() > SHORT {
        return (0, 0);
    }
    let written = if text.len() < LEAST {
        few_to_utf_8::<_, F>(simd.narrow(), text, out)
    } else if S::LANES > 16 && text.len() > NARROW {
        to_utf_8::<_, F>(simd, text, out)
    } else {
        to_utf_8::<_, F>(simd.narrow(), text, out)
    };
    written.map_or((0, 0), |written| (text.len(), written))
}

/// Converts UTF-8 to ISO-8859-1, or to ISO-8859-1 without the controls U+0080..U+009F, likewise.
#[inline(always)]
pub(crate) fn short_utf_8_to_latin_1<S: Simd, const C1: bool>(
    simd: S,
    text: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    if text.is_empty() || text.len() > MEDIUM {
        return (0, 0);
    }
    let written = if text.len() < LEAST {
        few_to_latin_1::<_, C1>(simd.narrow(), text, out)
    } else if S::LANES > 16 && text.len() > NARROW {
        to_latin_1::<_, C1>(simd, text, out)
    } else {
        to_latin_1::<_, C1>(simd.narrow(), text, out)
    };
    written.map_or((0, 0), |written| (text.len(), written))
}

/// Copies the text if it is ASCII. Returns the number of bytes.
#[inline(always)]
fn copy_ascii<S: Simd>(simd: S, text: &[u8], out: &mut [u8]) -> Option<usize> {
    let last = text.len() - S::LANES;
    let mut any = simd.load(text, last);
    let mut at = 0;
    while at < last {
        any = simd.or(any, simd.load(text, at));
        at += S::LANES;
    }
    if simd.has_sign(any) {
        return None;
    }
    let room = out.get_mut(..text.len())?;
    let mut at = 0;
    while at < last {
        simd.store(room, at, simd.load(text, at));
        at += S::LANES;
    }
    simd.store(room, last, simd.load(text, last));
    Some(text.len())
}

/// Converts a text that is less than a vector.
#[inline(always)]
fn few_to_utf_8<S: Simd, F: Form>(simd: S, text: &[u8], out: &mut [u8]) -> Option<usize> {
    let byte = simd.load(&padded(text), 0);
    let mut landing = Landing::<{ 2 * LEAST }>::new(out);
    let room = landing.room(2 * LEAST);
    let written = if !simd.has_sign(byte) {
        simd.store(room, 0, byte);
        LEAST
    } else {
        put_vector::<S, F>(simd, byte, room, 0)?
    };
    // A zero after the end is one byte.
    landing.keep(written - (LEAST - text.len()))
}

/// Writes what a vector becomes after some bytes. Returns the number of all, or `None` if the table is needed.
#[inline(always)]
fn put_vector<S: Simd, F: Form>(
    simd: S,
    byte: S::Vector,
    room: &mut [u8],
    mut written: usize,
) -> Option<usize> {
    let block: Block<S> = [byte; 4];
    if needs_table::<S, F>(simd, block) {
        return None;
    }
    let wide = u64::from(simd.sign_bits(byte));
    let bit_7 = simd.and(simd.shift_words_right::<1>(byte), simd.splat(0x40));
    let bits_6 = simd.and(simd.shift_words_right::<6>(byte), simd.splat(0x03));
    let slots = simd.zip(simd.without(byte, bit_7), simd.or(bits_6, simd.splat(0xC0)));
    unrolled!(j of S::LANES / 8 => {
        let two = Eight::of(wide, 8 * j);
        simd.store_part(room, written, simd.shuffle(slots[j], pack::UP_TO_TWO.get(two)));
        written += 8 + two.count();
    });
    Some(written)
}

#[inline(always)]
fn to_utf_8<S: Simd, F: Form>(simd: S, text: &[u8], out: &mut [u8]) -> Option<usize> {
    if let Some(len) = copy_ascii(simd, text, out) {
        return Some(len);
    }
    let last = text.len() - S::LANES;
    let mut landing = Landing::<{ 2 * SHORT + SURPLUS }>::new(out);
    let room = landing.room(2 * text.len() + SURPLUS);
    let (mut at, mut written) = (0, 0);
    loop {
        written = put_vector::<S, F>(simd, simd.load(text, at), room, written)?;
        if at == last {
            return landing.keep(written);
        }
        let next = at + S::LANES;
        at = next.min(last);
        // What the last vector has in common with this one is written again.
        let again = (next - at) as u32;
        let in_both = u64::from(simd.sign_bits(simd.load(text, at))) & ((1 << again) - 1);
        written -= (again + in_both.count_ones()) as usize;
    }
}

#[inline(always)]
fn to_latin_1<S: Simd, const C1: bool>(simd: S, text: &[u8], out: &mut [u8]) -> Option<usize> {
    if let Some(len) = copy_ascii(simd, text, out) {
        return Some(len);
    }
    if text.last().is_some_and(|&byte| byte >= 0xC0) {
        return None;
    }
    let room = text.len() + SURPLUS;
    if text.len() > SHORT && out.len() < room {
        return None;
    }
    let mut landing = Landing::<{ SHORT + SURPLUS }>::new(out);
    let written = put_latin_1::<S, C1>(simd, text, landing.room(room))?;
    landing.keep(written)
}

/// Converts a text that is less than a vector.
#[inline(always)]
fn few_to_latin_1<S: Simd, const C1: bool>(simd: S, text: &[u8], out: &mut [u8]) -> Option<usize> {
    let padded = padded(text);
    let byte = simd.load(&padded, 0);
    let mut landing = Landing::<LEAST>::new(out);
    let room = landing.room(LEAST);
    let written = if !simd.has_sign(byte) {
        simd.store(room, 0, byte);
        LEAST
    } else {
        put_latin_1::<S, C1>(simd, &padded, room)?
    };
    // A zero after the end is one byte.
    landing.keep(written - (LEAST - text.len()))
}

/// Writes a text of at least a vector, the last sequence of which is complete. Returns the bytes written, if
/// the target has all of the text.
#[inline(always)]
fn put_latin_1<S: Simd, const C1: bool>(simd: S, text: &[u8], room: &mut [u8]) -> Option<usize> {
    let last = text.len() - S::LANES;
    let (mut at, mut from, mut written) = (0, 0, 0);
    loop {
        let byte = simd.load(text, at);
        let (before, carry) = match at {
            0 => (simd.before(simd.splat(0), byte)[0], 0),
            _ => (simd.load(text, at - 1), u64::from(text[at - 1] >= 0xC0)),
        };
        let wide = u64::from(simd.sign_bits(byte));
        let leads = u64::from(simd.sign_bits(simd.equal(simd.and(byte, simd.splat(0xFE)), simd.splat(0xC2))));
        let trails = u64::from(simd.sign_bits(simd.less_signed(byte, simd.splat(0xC0))));
        let after = (leads << 1 | carry) & (u64::MAX >> (64 - S::LANES));
        let is_control =
            simd.and(simd.less_signed(byte, simd.splat(0xA0)), simd.equal(before, simd.splat(0xC2)));
        if trails != after || wide != leads | trails || !C1 && !simd.is_zero(is_control) {
            return None;
        }
        let after_c3 = simd.equal(before, simd.splat(0xC3));
        let joined = simd.or(byte, simd.and(after_c3, simd.splat(0x40)));
        let keeps = !leads & u64::MAX << (from - at);
        let words = simd.zip(joined, joined);
        unrolled!(j of S::LANES / 8 => {
            let keep = Eight::of(keeps, 8 * j);
            simd.store_half(room, written, simd.shuffle(words[j], pack::BYTES.get(keep)));
            written += keep.count();
        });
        if at == last {
            return Some(written);
        }
        from = at + S::LANES;
        at = from.min(last);
    }
}
