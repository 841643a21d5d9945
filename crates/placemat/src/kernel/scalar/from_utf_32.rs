//! UTF-32 to UTF-8, or with surrogates to generalized UTF-8, four units at a time by their common class.
//!
//! ```text
//! while units are left:
//!     four below 800:               one or two bytes each, shifted together without a branch; if all are ASCII, then
//!                                   whole strips as long as they are
//!     four of three bytes:          two to a store
//!     four of the BMP:              one to three bytes each, without a branch, two to a store
//!     four of four bytes:           each a store
//!     else:                         one
//! ```

use super::from_utf_16::{one_or_two, three};
use crate::code_point::{is_surrogate, split_surrogates};
use crate::form::Form;
use crate::kernel::grammar::OfForm;

pub(in crate::kernel) fn utf_32_to_utf_8<F: Form>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let has_surrogates = const { OfForm::<F>::SURE.has_surrogates() };
    let units = bytes.as_chunks::<4>().0;
    let (mut read, mut written) = (0, 0);
    while let Some(&unit) = units.get(read) {
        if let (Some(four), Some(room)) = (units[read..].first_chunk(), out[written..].first_chunk_mut())
            && let Some((len, ascii)) = four_alike(four.map(u32::from_ne_bytes), room)
        {
            read += 4;
            written += len;
            if ascii {
                let run = ascii_strips(&units[read..], &mut out[written..]);
                read += run;
                written += run;
            }
            continue;
        }
        let code_point = u32::from_ne_bytes(unit);
        if code_point > 0x10_FFFF || !has_surrogates && is_surrogate(code_point) {
            break;
        }
        let Some(len) = write(code_point, &mut out[written..]) else { break };
        read += 1;
        written += len;
    }
    (4 * read, written)
}

/// Converts four code points of one class. Returns the number of bytes, and whether they are ASCII.
#[inline(always)]
fn four_alike(units: [u32; 4], room: &mut [u8; 16]) -> Option<(usize, bool)> {
    let any = units[0] | units[1] | units[2] | units[3];
    if any < 0x800 {
        let (packed, len) = one_or_two(units.map(u64::from));
        room[..8].copy_from_slice(&packed.to_le_bytes());
        return Some((len, any < 0x80));
    }
    if any < 0x1_0000 && !units.map(is_surrogate).contains(&true) {
        if units.iter().all(|&unit| unit >= 0x800) {
            let [a, b, c, d] = units.map(|unit| three(unit.into()));
            room[..8].copy_from_slice(&(a | b << 24).to_le_bytes());
            room[6..14].copy_from_slice(&(c | d << 24).to_le_bytes());
            return Some((12, false));
        }
        return Some((four_up_to_three(units, room), false));
    }
    if units.iter().all(|unit| unit.wrapping_sub(0x1_0000) < 0x10_0000) {
        for (place, unit) in room.as_chunks_mut::<4>().0.iter_mut().zip(units) {
            *place = sequence(unit).0.to_le_bytes();
        }
        return Some((16, false));
    }
    None
}

/// Converts strips of sixteen ASCII units. Returns the number of units.
#[inline]
fn ascii_strips(units: &[[u8; 4]], out: &mut [u8]) -> usize {
    const STRIP: usize = 16;
    let mut len = 0;
    for (strip, room) in units.chunks_exact(STRIP).zip(out.chunks_exact_mut(STRIP)) {
        if strip.iter().fold(0, |all, &unit| all | u32::from_ne_bytes(unit)) >= 0x80 {
            break;
        }
        for (place, &unit) in room.iter_mut().zip(strip) {
            *place = u32::from_ne_bytes(unit) as u8;
        }
        len += STRIP;
    }
    len
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

/// Writes a code point as a form does. Returns `None` if the form cannot hold it or it does not fit.
#[inline(always)]
pub(super) fn write_like<F: Form>(code_point: u32, out: &mut [u8]) -> Option<usize> {
    let grammar = const { &OfForm::<F>::SURE };
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
fn sequence(code_point: u32) -> (u32, usize) {
    let tail = |shift: u32| 0x80 | code_point >> shift & 0x3F;
    match code_point {
        0..0x80 => (code_point, 1),
        0x80..0x800 => (0xC0 | code_point >> 6 | tail(0) << 8, 2),
        0x800..0x1_0000 => (0xE0 | code_point >> 12 | tail(6) << 8 | tail(0) << 16, 3),
        _ => (0xF0 | code_point >> 18 | tail(12) << 8 | tail(6) << 16 | tail(0) << 24, 4),
    }
}
