//! ISO-8859-1 and Windows-1252 to UTF-8 and back: strips of ASCII, and between them eight bytes at a time. Of
//! those eight, the ASCII at the front is copied, and one sequence after it.

use crate::form::Form;
use crate::kernel::code_page::upper_half;

const TOPS: u64 = 0x8080_8080_8080_8080;
/// Bytes of a strip.
const STRIP: usize = 32;

/// Copies strips of ASCII. Returns the number of bytes. (If strips are counted first and then copied, as in
/// the automaton, text with some letters from 80 on takes 1.1 to 1.4 times as long.)
#[inline(always)]
fn ascii_strips(bytes: &[u8], out: &mut [u8]) -> usize {
    let mut at = 0;
    while let (Some(strip), Some(room)) =
        (bytes[at..].first_chunk::<STRIP>(), out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<STRIP>))
    {
        if strip.iter().fold(0, |all, &byte| all | byte) >= 0x80 {
            break;
        }
        *room = *strip;
        at += STRIP;
    }
    at
}

/// For each byte from 80 on, the bytes of its UTF-8, the first lowest, with their number in the highest byte.
const fn sequences<F: Form>() -> [u32; 128] {
    let code_points = upper_half::<F>();
    let mut sequences = [0; 128];
    let mut k = 0;
    while k < 128 {
        let code_point = code_points[k] as u32;
        let last = 0x80 | code_point & 0x3F;
        sequences[k] = if code_point < 0x800 {
            0x0200_00C0 | code_point >> 6 | last << 8
        } else {
            0x0300_00E0 | code_point >> 12 | (0x80 | code_point >> 6 & 0x3F) << 8 | last << 16
        };
        k += 1;
    }
    sequences
}

/// Converts a single-byte form that contains ASCII to UTF-8.
#[inline(always)]
pub(crate) fn single_bytes_to_utf_8<F: Form>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let sequences = const { &sequences::<F>() };
    let (mut read, mut written) = (0, 0);
    while let (Some(front), Some(room)) =
        (bytes[read..].first_chunk::<8>(), out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<11>))
    {
        let word = u64::from_le_bytes(*front);
        room[..8].copy_from_slice(front);
        let tops = word & TOPS;
        if tops == 0 {
            let run = ascii_strips(&bytes[read + 8..], &mut out[written + 8..]);
            read += 8 + run;
            written += 8 + run;
            continue;
        }
        let ascii = tops.trailing_zeros() as usize / 8;
        let sequence = sequences[(word >> (8 * ascii)) as usize & 0x7F];
        room[ascii..ascii + 4].copy_from_slice(&sequence.to_le_bytes());
        read += ascii + 1;
        written += ascii + (sequence >> 24) as usize;
    }
    while let Some(&byte) = bytes.get(read) {
        let (sequence, len) = match byte.checked_sub(0x80) {
            None => (byte.into(), 1),
            Some(k) => (sequences[k as usize], (sequences[k as usize] >> 24) as usize),
        };
        let Some(room) = out.get_mut(written..written + len) else { break };
        room.copy_from_slice(&sequence.to_le_bytes()[..len]);
        read += 1;
        written += len;
    }
    (read, written)
}

/// Converts a few bytes of a single-byte form that contains ASCII to UTF-8, one by one.
#[inline(always)]
pub(crate) fn few_single_bytes_to_utf_8<F: Form>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let sequences = const { &sequences::<F>() };
    let (mut read, mut written) = (0, 0);
    while let Some(&byte) = bytes.get(read) {
        // (Not a copy of `len` bytes, which would be a call.)
        let sequence =
            byte.checked_sub(0x80).map_or(0x0100_0000 | u32::from(byte), |k| sequences[k as usize]);
        let [a, b, c, len] = sequence.to_le_bytes();
        let len = usize::from(len);
        match (len, &mut out[written..]) {
            (1, [first, ..]) => *first = a,
            (2, [first, second, ..]) => [*first, *second] = [a, b],
            (3, [first, second, third, ..]) => [*first, *second, *third] = [a, b, c],
            _ => break,
        }
        read += 1;
        written += len;
    }
    (read, written)
}

/// Converts UTF-8 to ISO-8859-1. Without `C1`, the target does not have the code points U+0080..U+009F.
#[inline(always)]
pub(crate) fn utf_8_to_latin_1<const C1: bool>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let (Some(front), Some(room)) =
        (bytes[read..].first_chunk::<8>(), out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<8>))
    {
        *room = *front;
        let word = u64::from_le_bytes(*front);
        let tops = word & TOPS;
        if tops == 0 {
            let run = ascii_strips(&bytes[read + 8..], &mut out[written + 8..]);
            read += 8 + run;
            written += 8 + run;
            continue;
        }
        let ascii = tops.trailing_zeros() as usize / 8;
        read += ascii;
        written += ascii;
        if ascii == 7 {
            continue; // the trail byte is not in the word
        }
        let pair = word >> (8 * ascii);
        let Some(byte) = upper::<C1>([pair as u8, (pair >> 8) as u8]) else { return (read, written) };
        room[ascii] = byte;
        read += 2;
        written += 1;
    }
    while let (Some(&byte), Some(place)) = (bytes.get(read), out.get_mut(written)) {
        let (byte, len) = if byte < 0x80 {
            (byte, 1)
        } else if let Some(byte) = bytes.get(read + 1).and_then(|&trail| upper::<C1>([byte, trail])) {
            (byte, 2)
        } else {
            break;
        };
        *place = byte;
        read += len;
        written += 1;
    }
    (read, written)
}

/// Returns the byte from 80 on that a sequence of two stands for.
#[inline(always)]
pub(crate) fn upper<const C1: bool>([lead, trail]: [u8; 2]) -> Option<u8> {
    let fits = lead & 0xFE == 0xC2 && trail & 0xC0 == 0x80 && (C1 || lead == 0xC3 || trail >= 0xA0);
    fits.then_some(trail | (lead & 1) << 6)
}
