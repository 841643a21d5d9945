//! How code points become the bytes of UTF-8 and its relatives, without loops.

use crate::code_point::{is_surrogate, split_surrogates};
use crate::form::Form;
use crate::kernel::grammar::FormGrammar;

/// Returns a unit from 800 on as three bytes, the first in the lowest place.
#[inline(always)]
pub(super) const fn three(unit: u64) -> u64 {
    0x80_80E0 | unit >> 12 | unit << 2 & 0x3F00 | (unit & 0x3F) << 16
}

/// Returns four units below 800, one or two bytes each, side by side from the lowest place, and the number of
/// bytes.
#[inline(always)]
pub(super) fn one_or_two(units: [u64; 4]) -> (u64, usize) {
    let (mut packed, mut len) = (0, 0);
    for unit in units {
        let two = 0x80C0 | unit >> 6 | (unit & 0x3F) << 8;
        packed |= if unit < 0x80 { unit } else { two } << (8 * len);
        len += 1 + usize::from(unit >= 0x80);
    }
    (packed, len)
}

/// Writes a scalar value and returns its length, or `None` if it does not fit.
///
/// If four bytes fit, all four are stored and the length selects how many count, so only the class of the
/// code point branches.
#[inline(always)]
pub(super) fn write(code_point: u32, out: &mut [u8]) -> Option<usize> {
    let (word, len) = sequence(code_point);
    let bytes = word.to_le_bytes();
    match out.first_chunk_mut::<4>() {
        Some(room) => *room = bytes,
        None => out.get_mut(..len)?.copy_from_slice(&bytes[..len]),
    }
    Some(len)
}

/// Writes as [`write`] does, for a text of a few bytes: it often ends where the output ends, and a copy of
/// `len` bytes would be a call.
#[inline(always)]
pub(super) fn write_of_few(code_point: u32, out: &mut [u8]) -> Option<usize> {
    let (word, len) = sequence(code_point);
    let bytes = word.to_le_bytes();
    match (len, out) {
        (_, [first, second, third, fourth, ..]) => [*first, *second, *third, *fourth] = bytes,
        (1, [first, ..]) => *first = bytes[0],
        (2, [first, second, ..]) => [*first, *second] = [bytes[0], bytes[1]],
        (3, [first, second, third, ..]) => [*first, *second, *third] = [bytes[0], bytes[1], bytes[2]],
        _ => return None,
    }
    Some(len)
}

/// Writes a code point as a form does. Returns `None` if the form cannot hold it or it does not fit.
#[inline(always)]
pub(super) fn write_like<F: Form>(code_point: u32, out: &mut [u8]) -> Option<usize> {
    let grammar = const { &FormGrammar::<F>::EXPECTED };
    if code_point >= 0x1_0000 && !grammar.has_four {
        if !grammar.joins || code_point > 0x10_FFFF {
            return None;
        }
        let [lead, trail] = split_surrogates(code_point);
        let pair = three(lead.into()) | three(trail.into()) << 24;
        out.get_mut(..6)?.copy_from_slice(&pair.to_le_bytes()[..6]);
        return Some(6);
    }
    if is_surrogate(code_point) && !grammar.has_surrogates() || code_point > 0x10_FFFF {
        return None;
    }
    if grammar.refuses_nul && code_point == 0 {
        out.get_mut(..2)?.copy_from_slice(&[0xC0, 0x80]);
        return Some(2);
    }
    write(code_point, out)
}

/// Writes a code point of the BMP by selection instead of branches: spaces among three-byte text cannot be
/// predicted.
#[inline(always)]
fn up_to_three(code_point: u32) -> (u32, usize) {
    let last = 0x80 | code_point & 0x3F;
    let two = 0xC0 | code_point >> 6 | last << 8;
    let three = 0xE0 | code_point >> 12 | (0x80 | code_point >> 6 & 0x3F) << 8 | last << 16;
    let word = if code_point < 0x80 { code_point } else { two };
    let word = if code_point < 0x800 { word } else { three };
    (word, 1 + usize::from(code_point >= 0x80) + usize::from(code_point >= 0x800))
}

#[inline(always)]
fn two_up_to_three(left: u32, right: u32) -> (u64, usize) {
    let ((left, len), (right, right_len)) = (up_to_three(left), up_to_three(right));
    (u64::from(left) | u64::from(right) << (8 * len), (len + right_len) & 7)
}

/// Writes four units of the BMP that are not surrogates, one to three bytes each. Returns the number of
/// bytes. Bytes that do not count are written after them.
#[inline(always)]
pub(super) fn four_up_to_three(units: [u32; 4], room: &mut [u8; 16]) -> usize {
    let (first, first_len) = two_up_to_three(units[0], units[1]);
    let (second, second_len) = two_up_to_three(units[2], units[3]);
    room[..8].copy_from_slice(&first.to_le_bytes());
    room[first_len..first_len + 8].copy_from_slice(&second.to_le_bytes());
    first_len + second_len
}

/// Returns the bytes of a scalar value, the first in the lowest place, and their number.
#[inline(always)]
pub(super) fn sequence(code_point: u32) -> (u32, usize) {
    let tail = |shift: u32| 0x80 | code_point >> shift & 0x3F;
    match code_point {
        0..0x80 => (code_point, 1),
        0x80..0x800 => (0xC0 | code_point >> 6 | tail(0) << 8, 2),
        0x800..0x1_0000 => (0xE0 | code_point >> 12 | tail(6) << 8 | tail(0) << 16, 3),
        _ => (0xF0 | code_point >> 18 | tail(12) << 8 | tail(6) << 16 | tail(0) << 24, 4),
    }
}
