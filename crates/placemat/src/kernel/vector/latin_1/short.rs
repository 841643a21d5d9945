//! Short text, by vectors of which the last overlaps the one before it.

use super::super::landing::Landing;
use super::super::pack::{self, Eight};
use super::{Block, needs_table};
use crate::form::Form;
use crate::kernel::sizes::{MEDIUM, SHORT};
use crate::simd::Simd;

/// Shorter texts are better off with the scalar kernel.
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
    if !(LEAST..=SHORT).contains(&text.len()) {
        return (0, 0);
    }
    let written = if S::LANES > 16 && text.len() > NARROW {
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
    if !(LEAST..=MEDIUM).contains(&text.len()) {
        return (0, 0);
    }
    let written = if S::LANES > 16 && text.len() > NARROW {
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
    if simd.sign_bits(any) != 0 {
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
        let byte = simd.load(text, at);
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
    let last = text.len() - S::LANES;
    let room = text.len() + SURPLUS;
    if text.len() > SHORT && out.len() < room {
        return None;
    }
    let mut landing = Landing::<{ SHORT + SURPLUS }>::new(out);
    let room = landing.room(room);
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
            return landing.keep(written);
        }
        from = at + S::LANES;
        at = from.min(last);
    }
}
