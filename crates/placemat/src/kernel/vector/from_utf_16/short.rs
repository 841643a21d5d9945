//! Short UTF-16 to UTF-8: groups of eight units, each in a vector of sixteen bytes.
//!
//! ```text
//! for each group, the last one filled up with zeros:
//!     all ASCII:       narrow
//!     all below 800:   slots of two
//!     else:            slots of four
//! ```
//!
//! The slots are those of `step`. A lead surrogate at the end of a group begins the next one.

use super::super::landing::Landing;
use super::super::pack::{self, Eight};
use super::step::{UNIT, is_one, is_surrogate_of, put_slots, slots, slots_of_two, with_pairs};
use crate::simd::Simd;

/// Units of a group.
const GROUP: usize = 8;
/// Bytes that slots of four may write: those of four units, and what the other store writes after them.
const ROOM: usize = 3 * 4 + 16;

/// Converts up to the first group that the target cannot hold. Returns the bytes read and the bytes written.
#[inline(always)]
pub(super) fn convert<S: Simd, const BIG: bool>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let bytes = &bytes[..bytes.len() & !(UNIT - 1)];
    let (mut read, mut written) = (0, 0);
    while read < bytes.len() {
        let Some((group, count)) = group(bytes, read) else { break };
        let Some((used, len)) = convert_group::<S, BIG>(simd, &group, count, &mut out[written..]) else {
            break;
        };
        read += used * UNIT;
        written += len;
    }
    (read, written)
}

/// Returns the units from a place on, with zeros after the last one, and how many units these are. There is
/// none if all the bytes are fewer than eight.
#[inline(always)]
fn group(bytes: &[u8], at: usize) -> Option<([u8; GROUP * UNIT], usize)> {
    let rest = &bytes[at..];
    if let Some(whole) = rest.first_chunk() {
        return Some((*whole, GROUP));
    }
    let last = u64::from_le_bytes(*bytes.last_chunk()?);
    let halves = match rest.first_chunk() {
        Some(first) => [u64::from_le_bytes(*first), shifted(last, 16 - rest.len())],
        None => [shifted(last, 8 - rest.len()), 0],
    };
    let mut group = [0; GROUP * UNIT];
    group[..8].copy_from_slice(&halves[0].to_le_bytes());
    group[8..].copy_from_slice(&halves[1].to_le_bytes());
    Some((group, rest.len() / UNIT))
}

/// Moves bytes to the front by a number of places, from one to eight.
#[inline(always)]
fn shifted(bytes: u64, places: usize) -> u64 {
    bytes >> 8 >> (8 * (places - 1))
}

/// Converts a group of which `count` units count. Returns the units read and the bytes written, or `None` if
/// the target cannot hold a surrogate, or the output is full.
#[inline(always)]
fn convert_group<S: Simd, const BIG: bool>(
    simd: S,
    group: &[u8; GROUP * UNIT],
    count: usize,
    out: &mut [u8],
) -> Option<(usize, usize)> {
    let units = simd.load(group, 0);
    let units = if BIG { simd.swap_words(units) } else { units };
    if simd.is_zero(simd.and(units, simd.splat_word(0xFF80))) {
        let [part, _] = simd.parts(simd.narrow_words(units, units));
        let mut landing = Landing::<GROUP>::new(out);
        simd.store_half(landing.room(GROUP), 0, part);
        return Some((count, landing.keep(count)?));
    }
    if simd.is_zero(simd.and(units, simd.splat_word(0xF800))) {
        let one = is_one::<S, true>(simd, units);
        let [part, _] = simd.parts(slots_of_two(simd, units, one));
        let two = Eight::of(u64::from(!simd.word_bits(one, one)), 0);
        let mut landing = Landing::<16>::new(out);
        simd.store_part(landing.room(16), 0, simd.shuffle(part, pack::UP_TO_TWO.get(two)));
        return Some((count, landing.keep(count + two.count())?));
    }
    let mut slots = slots::<S, true>(simd, units);
    // A zero after the end is one byte.
    let (mut used, mut unused) = (count, GROUP - count);
    let surrogates = simd.equal_words(simd.and(units, simd.splat_word(0xF800)), simd.splat_word(0xD800));
    if !simd.is_zero(surrogates) {
        let (lead, trail) = (is_surrogate_of(simd, units, 0xD800), is_surrogate_of(simd, units, 0xDC00));
        // (Not by a closure, because a closure would not have the target features.)
        let leads = simd.word_bits(lead, lead) & 0xFF;
        let trails = simd.word_bits(trail, trail) & 0xFF;
        if leads << 1 == trails | 1 << GROUP {
            // The lead surrogate at the end has made two bytes.
            (used, unused) = (GROUP - 1, 2);
        } else if leads << 1 != trails {
            return None;
        }
        let [_, before, _] = simd.before(simd.splat(0), units);
        slots = with_pairs(simd, slots, units, before, lead, trail);
    }
    let lengths = u64::from(!simd.sign_bits(slots.lengths(simd)));
    let mut landing = Landing::<ROOM>::new(out);
    let longer = put_slots(simd, slots, lengths, 0, 0, landing.room(ROOM));
    Some((used, landing.keep(GROUP - unused + longer)?))
}
