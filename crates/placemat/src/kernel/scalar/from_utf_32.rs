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

use super::write::{four_up_to_three, one_or_two, sequence, three, write};
use crate::code_point::is_surrogate;
use crate::form::Form;
use crate::kernel::grammar::FormGrammar;

/// Converts UTF-32 to UTF-8, or to generalized UTF-8. Returns the bytes read and the bytes written.
pub(crate) fn utf_32_to_utf_8<F: Form>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let has_surrogates = const { FormGrammar::<F>::EXPECTED.has_surrogates() };
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
