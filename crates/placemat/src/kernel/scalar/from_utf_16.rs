//! UTF-16 to UTF-8 and its relatives, four units at a time by their common class.
//!
//! ```text
//! while four units and room for sixteen bytes are left:
//!     all ASCII:                    pack; then whole strips as long as they are ASCII
//!     all below 800:                one or two bytes each, shifted together without a branch
//!     all from 800, no surrogate:   three bytes each, two of them to a store
//!     no surrogate:                 one to three bytes each, without a branch, two of them to a store
//!     else:                         one by one
//! the rest one by one
//! ```

use super::Order;
use super::write::{four_up_to_three, one_or_two, three, write, write_of_few};
use crate::code_point::{is_lead_surrogate, is_surrogate, is_trail_surrogate, join_surrogates};
use crate::form::{Form, Utf8};
use crate::kernel::grammar::{FormGrammar, Grammar};
use crate::kernel::kind::Kind;

const ONES: u64 = 0x0001_0001_0001_0001;
/// Units of a strip of ASCII.
const STRIP: usize = 16;

/// Returns `true` if a lane is zero.
#[inline(always)]
const fn any_zero(lanes: u64) -> bool {
    lanes.wrapping_sub(ONES) & !lanes & (ONES << 15) != 0
}

/// Converts UTF-16 in a byte order to a form of bytes. Returns the bytes read and the bytes written. (The
/// relatives of UTF-8 share one copy of the code, to which the grammar is a value; UTF-8 has its own copy.)
#[inline]
pub(crate) fn utf_16_to_utf_8<F: Form, const BIG: bool>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let grammar = const { &FormGrammar::<F>::EXPECTED };
    if const { matches!(Kind::of::<F>(), Kind::Utf8) } {
        convert::<BIG>(grammar, bytes, out)
    } else {
        convert_shared::<BIG>(grammar, bytes, out)
    }
}

/// Converts UTF-16 of a few units to UTF-8, one by one. Returns the bytes read and the bytes written.
#[inline]
pub(crate) fn few_utf_16_to_utf_8<const BIG: bool>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let grammar = const { &FormGrammar::<Utf8>::EXPECTED };
    if bytes.len() < 4 {
        return one::<BIG, true>(grammar, bytes, out).unwrap_or((0, 0));
    }
    let (all, room) = (bytes.len(), out.len());
    let (mut bytes, mut out) = (bytes, out);
    while let Some((advance, len)) = one::<BIG, true>(grammar, bytes, out) {
        bytes = &bytes[advance..];
        out = &mut core::mem::take(&mut out)[len..];
    }
    (all - bytes.len(), room - out.len())
}

#[inline(never)]
fn convert_shared<const BIG: bool>(grammar: &Grammar, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert::<BIG>(grammar, bytes, out)
}

#[inline(always)]
fn convert<const BIG: bool>(grammar: &Grammar, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let refuses_nul = grammar.refuses_nul;
    let (mut read, mut written) = (0, 0);
    'words: while let (Some(front), Some(room)) =
        (bytes[read..].first_chunk::<8>(), out[written..].first_chunk_mut::<16>())
    {
        let lanes = Order::<BIG>::from_words(*front);
        let unit = |k: u32| lanes >> (16 * k) & 0xFFFF;
        let tops = lanes & (0xF800 * ONES);
        let plain = !(refuses_nul && any_zero(lanes));
        if plain && lanes & (0xFF80 * ONES) == 0 {
            for (place, k) in room.iter_mut().zip(0..4) {
                *place = unit(k) as u8;
            }
            (read, written) = (read + 8, written + 4);
            // (What a run needs first is not worth it for a few units.)
            if bytes.len() - read >= 2 * STRIP {
                let run = ascii_strips::<BIG>(grammar, &bytes[read..], &mut out[written..]);
                (read, written) = (read + 2 * run, written + run);
            }
        } else if plain && tops == 0 {
            let (packed, len) = one_or_two([unit(0), unit(1), unit(2), unit(3)]);
            room[..8].copy_from_slice(&packed.to_le_bytes());
            read += 8;
            written += len;
        } else if !any_zero(tops) && !any_zero(tops ^ (0xD800 * ONES)) {
            // The second store overwrites the two zero bytes after the first.
            room[..8].copy_from_slice(&(three(unit(0)) | three(unit(1)) << 24).to_le_bytes());
            room[6..14].copy_from_slice(&(three(unit(2)) | three(unit(3)) << 24).to_le_bytes());
            read += 8;
            written += 12;
        } else if plain && !any_zero(tops ^ (0xD800 * ONES)) {
            read += 8;
            written += four_up_to_three([unit(0), unit(1), unit(2), unit(3)].map(|unit| unit as u32), room);
        } else {
            let end = read + 8;
            while read < end {
                let Some((advance, len)) = one::<BIG, false>(grammar, &bytes[read..], &mut out[written..])
                else {
                    break 'words;
                };
                read += advance;
                written += len;
            }
        }
    }
    while let Some((advance, len)) = one::<BIG, false>(grammar, &bytes[read..], &mut out[written..]) {
        read += advance;
        written += len;
    }
    (read, written)
}

/// Converts strips of sixteen ASCII units. Returns the number of units.
#[inline]
fn ascii_strips<const BIG: bool>(grammar: &Grammar, bytes: &[u8], out: &mut [u8]) -> usize {
    let least = u16::from(grammar.refuses_nul);
    let mut len = 0;
    for (strip, room) in bytes.chunks_exact(2 * STRIP).zip(out.chunks_exact_mut(STRIP)) {
        let units = strip.as_chunks::<2>().0;
        let is_ascii = |unit| Order::<BIG>::from_word(unit).wrapping_sub(least) < 0x80 - least;
        if !units.iter().fold(true, |all, &unit| all & is_ascii(unit)) {
            break;
        }
        for (place, &unit) in room.iter_mut().zip(units) {
            *place = Order::<BIG>::from_word(unit) as u8;
        }
        len += STRIP;
    }
    len
}

/// Converts one code point. Returns the bytes read and written, or `None` at the end of either slice, and if
/// the code point is ill-formed or the target cannot hold it. `FEW`: the text has a few bytes.
#[inline(always)]
fn one<const BIG: bool, const FEW: bool>(
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
) -> Option<(usize, usize)> {
    let write = if FEW { write_of_few } else { write };
    let unit = u32::from(Order::<BIG>::from_word(*bytes.first_chunk()?));
    if is_surrogate(unit) {
        // What comes after a lead surrogate decides, and at the end nothing does.
        let after = if is_lead_surrogate(unit) {
            u32::from(Order::<BIG>::from_word(*bytes[2..].first_chunk()?))
        } else {
            0
        };
        if is_trail_surrogate(after) {
            return match (grammar.has_four, grammar.joins) {
                (true, _) => Some((4, write(join_surrogates(unit, after), out)?)),
                (false, true) => {
                    let (lead, trail) = (three(unit.into()), three(after.into()));
                    out.get_mut(..6)?.copy_from_slice(&(lead | trail << 24).to_le_bytes()[..6]);
                    Some((4, 6))
                }
                (false, false) => None,
            };
        }
        if !grammar.has_surrogates() {
            return None;
        }
    }
    if grammar.refuses_nul && unit == 0 {
        out.get_mut(..2)?.copy_from_slice(&[0xC0, 0x80]);
        return Some((2, 2));
    }
    Some((2, write(unit, out)?))
}

/// Returns the length in bytes of a prefix of whole sequences: strips without surrogates, and single units
/// elsewhere.
pub(crate) fn validate_utf_16<const BIG: bool>(bytes: &[u8]) -> usize {
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
