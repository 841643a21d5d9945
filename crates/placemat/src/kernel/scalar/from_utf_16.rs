//! UTF-16 to UTF-8, four units at a time by their common class.
//!
//! ```text
//! while four units and room for fourteen bytes are left:
//!     all ASCII:                    pack; then whole strips as long as they are ASCII
//!     all below 800:                one or two bytes each, shifted together without a branch
//!     all from 800, no surrogate:   three bytes each, two of them to a store
//!     else:                         one by one
//! the rest one by one
//! ```

use super::Order;

const ONES: u64 = 0x0001_0001_0001_0001;

/// Is a lane zero?
#[inline(always)]
const fn any_zero(lanes: u64) -> bool {
    lanes.wrapping_sub(ONES) & !lanes & (ONES << 15) != 0
}

/// A unit from 800 on as three bytes, the first in the lowest place.
#[inline(always)]
pub(super) const fn three(unit: u64) -> u64 {
    0x80_80E0 | unit >> 12 | unit << 2 & 0x3F00 | (unit & 0x3F) << 16
}

/// Four units below 800, one or two bytes each, side by side from the lowest place, and how many bytes.
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

pub(in crate::kernel) fn utf_16_to_utf_8<const BIG: bool>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    'words: while let (Some(front), Some(room)) =
        (bytes[read..].first_chunk::<8>(), out[written..].first_chunk_mut::<14>())
    {
        let lanes = Order::<BIG>::from_words(*front);
        let unit = |k: u32| lanes >> (16 * k) & 0xFFFF;
        let tops = lanes & (0xF800 * ONES);
        if lanes & (0xFF80 * ONES) == 0 {
            for (place, k) in room.iter_mut().zip(0..4) {
                *place = unit(k) as u8;
            }
            let run = ascii_strips::<BIG>(&bytes[read + 8..], &mut out[written + 4..]);
            read += 8 + 2 * run;
            written += 4 + run;
        } else if tops == 0 {
            let (packed, len) = one_or_two([unit(0), unit(1), unit(2), unit(3)]);
            room[..8].copy_from_slice(&packed.to_le_bytes());
            read += 8;
            written += len;
        } else if !any_zero(tops) && !any_zero(tops ^ (0xD800 * ONES)) {
            // The second store overwrites the two zero bytes behind the first.
            room[..8].copy_from_slice(&(three(unit(0)) | three(unit(1)) << 24).to_le_bytes());
            room[6..].copy_from_slice(&(three(unit(2)) | three(unit(3)) << 24).to_le_bytes());
            read += 8;
            written += 12;
        } else {
            let end = read + 8;
            while read < end {
                let Some((advance, len)) = one::<BIG>(&bytes[read..], &mut out[written..]) else {
                    break 'words;
                };
                read += advance;
                written += len;
            }
        }
    }
    while let Some((advance, len)) = one::<BIG>(&bytes[read..], &mut out[written..]) {
        read += advance;
        written += len;
    }
    (read, written)
}

/// Strips of sixteen ASCII units: how many units.
#[inline]
fn ascii_strips<const BIG: bool>(bytes: &[u8], out: &mut [u8]) -> usize {
    const STRIP: usize = 16;
    let mut len = 0;
    for (strip, room) in bytes.chunks_exact(2 * STRIP).zip(out.chunks_exact_mut(STRIP)) {
        let units = strip.as_chunks::<2>().0;
        if units.iter().fold(0, |all, &unit| all | Order::<BIG>::from_word(unit)) >= 0x80 {
            break;
        }
        for (place, &unit) in room.iter_mut().zip(units) {
            *place = Order::<BIG>::from_word(unit) as u8;
        }
        len += STRIP;
    }
    len
}

/// One code point: bytes read, bytes written; `None` at the end of either slice and where it is ill-formed.
#[inline(always)]
fn one<const BIG: bool>(bytes: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
    let unit = u32::from(Order::<BIG>::from_word(*bytes.first_chunk()?));
    if unit & 0xF800 == 0xD800 {
        let trail = u32::from(Order::<BIG>::from_word(*bytes[2..].first_chunk()?));
        if unit >= 0xDC00 || trail & 0xFC00 != 0xDC00 {
            return None;
        }
        let len = super::from_utf_32::write(crate::code_point::join_surrogates(unit, trail), out)?;
        return Some((4, len));
    }
    Some((2, super::from_utf_32::write(unit, out)?))
}

/// The length in bytes of a prefix of whole sequences: strips without surrogates, and one by one where there are some.
pub(in crate::kernel) fn validate_utf_16<const BIG: bool>(bytes: &[u8]) -> usize {
    const STRIP: usize = 32;
    let units = bytes.as_chunks::<2>().0;
    let unit = |k: usize| units.get(k).map(|&bytes| Order::<BIG>::from_word(bytes));
    let mut at = 0;
    loop {
        let plain = |strip: &&[[u8; 2]]| {
            !strip.iter().fold(false, |any, &bytes| any | (Order::<BIG>::from_word(bytes) & 0xF800 == 0xD800))
        };
        at += STRIP * units[at..].chunks_exact(STRIP).take_while(plain).count();
        let stop = units.len().min(at + STRIP);
        while at < stop {
            match (unit(at), unit(at + 1)) {
                (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => at += 2,
                (Some(0xD800..=0xDFFF), _) => return 2 * at,
                _ => at += 1,
            }
        }
        if at >= units.len() {
            return 2 * at;
        }
    }
}
