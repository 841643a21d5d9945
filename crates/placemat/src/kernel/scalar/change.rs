//! Copies text of a few blocks that is known to be well-formed, and changes supplementary code points and
//! U+0000 on the way, word by word:
//!
//! ```text
//! a word of eight bytes is copied
//! what has to be changed in it is found by its bits
//! the copy ends there, what stands for it is written, and the next word begins after it
//! ```

use super::write::{sequence, three};
use crate::code_point::{join_surrogates, split_surrogates};
use crate::kernel::advance::Advance;
use crate::kernel::short::padded;
use crate::kernel::vector::boundary;

const ONES: u64 = u64::MAX / 0xFF;
const TOPS: u64 = 0x80 * ONES;

/// Copies UTF-8, with supplementary code points as surrogate pairs, and with U+0000 as C0 80 if `nul` is false.
/// It stops where there is no room for a word.
#[inline]
pub(crate) fn part_few(input: &[u8], out: &mut [u8], nul: bool) -> Advance {
    let found = |word: u64| {
        // F0 and more have the upper four bits.
        let fours = word & word << 1 & word << 2 & word << 3 & TOPS;
        if nul { fours } else { fours | zeros(word) }
    };
    walk(input, out, found, |rest| match *rest {
        [0, ..] if !nul => Some((0x80C0, 1, 2)),
        [a @ 0xF0..=0xFF, b, c, d, ..] => {
            let [a, b, c, d] = [a & 7, b & 0x3F, c & 0x3F, d & 0x3F].map(u32::from);
            let [lead, trail] = split_surrogates(a << 18 | b << 12 | c << 6 | d).map(u64::from);
            Some((three(lead) | three(trail) << 24, 4, 6))
        }
        _ => None,
    })
}

/// Copies CESU-8 or Modified UTF-8, with pairs as sequences of four, and with C0 80 as the byte 00. It stops at
/// lone surrogates, and where there is no room for a word.
#[inline]
pub(crate) fn join_few(input: &[u8], out: &mut [u8]) -> Advance {
    let found = |word: u64| zeros(word ^ (0xED * ONES)) | zeros(word ^ (0xC0 * ONES));
    walk(input, out, found, |rest| match *rest {
        [0xC0, _, ..] => Some((0, 2, 1)),
        [0xED, second @ 0xA0..=0xAF, third, 0xED, fifth @ 0xB0..=0xBF, sixth, ..] => {
            let unit = |upper: u8, lower: u8| 0xD000 | u32::from(upper & 0x3F) << 6 | u32::from(lower & 0x3F);
            let (word, len) = sequence(join_surrogates(unit(second, third), unit(fifth, sixth)));
            Some((word.into(), 6, len))
        }
        // Not a surrogate.
        [0xED, second @ 0..0xA0, third, ..] => {
            Some((u64::from_le_bytes([0xED, second, third, 0, 0, 0, 0, 0]), 3, 3))
        }
        _ => None,
    })
}

/// Makes surrogate pairs of the supplementary code points at the start of a text, as long as others follow and
/// there is room.
#[inline]
pub(crate) fn part_first(input: &[u8], out: &mut [u8]) -> Advance {
    each_first(input, out, |four: &[u8; 4]| {
        let word = u32::from_le_bytes(*four);
        let code_point =
            (word & 7) << 18 | (word >> 8 & 0x3F) << 12 | (word >> 16 & 0x3F) << 6 | word >> 24 & 0x3F;
        let is_four = word & 0xC0C0_C0F8 == 0x8080_80F0 && (0x1_0000..=0x10_FFFF).contains(&code_point);
        is_four.then(|| {
            let [lead, trail] = split_surrogates(code_point).map(u64::from);
            let [a, b, c, d, e, f, ..] = (three(lead) | three(trail) << 24).to_le_bytes();
            [a, b, c, d, e, f]
        })
    })
}

/// Makes sequences of four bytes of the surrogate pairs at the start of a text, as long as others follow and
/// there is room.
#[inline]
pub(crate) fn join_first(input: &[u8], out: &mut [u8]) -> Advance {
    each_first(input, out, |&[a, b, c, d, e, f]: &[u8; 6]| {
        let word = u64::from_le_bytes([a, b, c, d, e, f, 0, 0]);
        // ED A0..AF 80..BF, and ED B0..BF 80..BF.
        let is_pair = word & 0xC0F0_FFC0_F0FF == 0x80B0_ED80_A0ED;
        is_pair.then(|| {
            let lead = (u32::from(b & 0xF) << 6 | u32::from(c & 0x3F)) + 0x40;
            let second = 0x80 | lead >> 2 & 0x3F;
            [0xF0 | (lead >> 8) as u8, second as u8, 0x80 | (lead << 4) as u8 & 0x30 | e & 0xF, f]
        })
    })
}

/// Rewrites pieces at the start of a text, until one is not what is changed or there is no room.
#[inline(always)]
fn each_first<const FROM: usize, const TO: usize>(
    input: &[u8],
    out: &mut [u8],
    change: impl Fn(&[u8; FROM]) -> Option<[u8; TO]>,
) -> Advance {
    let pieces = input.as_chunks().0.iter().zip(out.as_chunks_mut().0);
    let mut count = 0;
    for (piece, room) in pieces {
        let Some(changed) = change(piece) else { break };
        *room = changed;
        count += 1;
    }
    (count * FROM, count * TO)
}

/// Returns the top bit of the first byte that is 00, and perhaps those of bytes after it.
#[inline(always)]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & TOPS
}

/// Copies up to each byte at which `found` has a top bit, and writes what `change` returns if something begins
/// there that is changed: bytes, how many are read, and how many count.
#[inline(always)]
fn walk(
    input: &[u8],
    out: &mut [u8],
    found: impl Fn(u64) -> u64,
    change: impl Fn(&[u8]) -> Option<(u64, usize, usize)>,
) -> Advance {
    let (mut read, mut written) = (0, 0);
    loop {
        // Where one change follows another, no search delays it.
        while let Some((bytes, from, to)) = change(&input[read..]) {
            let Some(room) = out[written..].first_chunk_mut() else { return (read, written) };
            *room = bytes.to_le_bytes();
            (read, written) = (read + from, written + to);
        }
        let rest = &input[read..];
        let Some(room) = out[written..].first_chunk_mut() else {
            // The last word may have ended inside a sequence.
            let open = read - boundary(input, read);
            return (read - open, written - open);
        };
        let word = match rest.first_chunk() {
            Some(&word) => word,
            None => padded(rest).first_chunk().copied().unwrap_or_default(),
        };
        *room = word;
        let len = (found(u64::from_le_bytes(word)).trailing_zeros() as usize / 8).min(rest.len());
        (read, written) = (read + len, written + len);
        if len == 0 {
            return (read, written);
        }
    }
}
