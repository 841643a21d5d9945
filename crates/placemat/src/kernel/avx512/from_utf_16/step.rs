//! The step: a block of UTF-16 becomes UTF-8 or a relative. Every unit gets three slots of one byte, and the
//! slots in use are compressed.
//!
//! ```text
//! unit             lead           middle                           last
//! below 80         –              –                                u
//! below 800        –              C0 | u >> 6                      80 | u & 3F
//! others           E0 | u >> 12   80 | u >> 6 & 3F                 80 | u & 3F
//! lead surrogate   –              F0 | w >> 8                      80 | w >> 2 & 3F    w = (u & 3FF) + 40
//! trail surrogate  –              80 | (w & 3) << 4 | u >> 6 & F   80 | u & 3F         w of the unit before
//! ```
//!
//! `w` is the upper eleven bits of the code point, (10000 + ((u & 3FF) << 10)) >> 10. Both surrogates of a
//! pair take two slots. The slots in use therefore follow from two comparisons: "80 or more" for the middle,
//! and "800 or more and not a surrogate" for the lead. One multishift makes the middle and last bytes of 32
//! units; units below 800 need only these two slots and no permute. A block looks at the unit before it and
//! at the one after it. Only the place in the output is carried.
//!
//! Surrogates that are not joined are units of three bytes like any other, if the target has them. If the
//! target refuses the byte 00, U+0000 takes two bytes.

use super::super::put;
use crate::form::Form;
use crate::kernel::grammar::{FormGrammar, Grammar};
use crate::simd::{Avx512, Vector};

/// Units of a block.
pub(crate) const UNITS: usize = 32;
/// A block with the unit before it and the one after it, in bytes.
pub(crate) const WINDOW: usize = 2 * (1 + UNITS + 1);
/// The most bytes that a block becomes.
pub(crate) const MOST: usize = 3 * UNITS;

/// For four units each, the bit offsets of the two bytes that are taken from each unit.
#[inline]
const fn offsets(first: u8, second: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 64 {
        index[k] = (k as u8 % 8 / 2) * 16 + if k.is_multiple_of(2) { first } else { second };
        k += 1;
    }
    index
}

/// The slots from place `from` on: lead, middle and last of each unit. Leads are in the second register.
#[inline]
const fn slots(from: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 64 && from + k < MOST {
        let unit = (from + k) / 3;
        index[k] = match (from + k) % 3 {
            0 => 64 + 2 * unit,
            1 => 2 * unit,
            _ => 2 * unit + 1,
        } as u8;
        k += 1;
    }
    index
}

/// Of the places from `from` on, those of one of the three slots.
#[inline]
const fn every_third(from: usize, slot: usize) -> u64 {
    let (mut places, mut k) = (0, 0);
    while k < 64 && from + k < MOST {
        if (from + k) % 3 == slot {
            places |= 1 << k;
        }
        k += 1;
    }
    places
}

/// Returns the middle and last byte of every unit: of one byte, of two, or of three.
#[inline(always)]
pub(crate) fn middle_and_last(simd: Avx512, units: Vector, classes: Classes) -> Vector {
    let fields = simd.multishift(simd.load(const { &offsets(6, 0) }), units);
    // fields & 3F3F | 80C0
    let two = simd.ternary::<0xEA>(fields, simd.splat_word(0x3F3F), simd.splat_word(0x80C0));
    let three = simd.sub_words(two, simd.splat_word(0x0040));
    simd.blend_words(classes.from_80, fields, simd.blend_words(classes.from_800, two, three))
}

/// Returns the middle and last byte of every unit, with the surrogates of pairs, given as masks, and the
/// units before.
#[inline(always)]
pub(crate) fn with_pairs(
    simd: Avx512,
    units: Vector,
    before: Vector,
    bytes: Vector,
    lead: u32,
    trail: u32,
) -> Vector {
    let upper = simd.add_words(simd.and(units, simd.splat_word(0x03FF)), simd.splat_word(0x0040));
    let fields = simd.multishift(simd.load(const { &offsets(8, 2) }), upper);
    // fields & 3F07 | 80F0
    let halves = simd.ternary::<0xEA>(fields, simd.splat_word(0x3F07), simd.splat_word(0x80F0));
    let bytes = simd.blend_words(lead, bytes, halves);
    // 0030 ? before << 4 : bytes
    let halves = simd.ternary::<0xCA>(simd.splat_word(0x0030), simd.shift_left::<4>(before), bytes);
    simd.blend_words(trail, bytes, halves)
}

/// The input, UTF-16 in a byte order.
pub(crate) struct Words<const BIG: bool>;

pub(crate) const fn unit<const BIG: bool>(bytes: [u8; 2]) -> u16 {
    if BIG { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
}

impl<const BIG: bool> Words<BIG> {
    /// Loads thirty-two units from a place in a window.
    #[inline(always)]
    pub(crate) fn load<const FROM: usize>(simd: Avx512, window: &[u8; WINDOW]) -> Vector {
        let units = match window[FROM..FROM + 64].first_chunk() {
            Some(bytes) => simd.load(bytes),
            None => simd.zero(), // cannot be: the place is a constant
        };
        if BIG { simd.swap_words(units) } else { units }
    }
}

/// Returns the middle and last bytes of a block that may have surrogates, or `None` if the target cannot hold
/// one. `after` says whether the unit after the block is a trail surrogate.
#[inline(always)]
pub(crate) fn with_pairs_of(
    simd: Avx512,
    grammar: &Grammar,
    [before, units]: [Vector; 2],
    after: bool,
    mut classes: Classes,
) -> Option<(Vector, Classes)> {
    let mut bytes = middle_and_last(simd, units, classes);
    let surrogates =
        simd.words_below(simd.sub_words(units, simd.splat_word(0xD800)), simd.splat_word(0x0800));
    if surrogates != 0 {
        let mut lead = surrogates & simd.words_have_none(units, simd.splat_word(0x0400));
        let mut trail = surrogates ^ lead;
        let due = lead << 1 | is_after_lead(simd, before);
        if trail != due || lead >> 31 > u32::from(after) {
            if !grammar.has_surrogates() {
                return None;
            }
            (lead, trail) = (lead & (trail >> 1 | u32::from(after) << 31), trail & due);
        }
        if grammar.has_four {
            bytes = with_pairs(simd, units, before, bytes, lead, trail);
            classes.from_800 &= !(lead | trail);
        } else if !grammar.joins {
            return None;
        }
    }
    Some((bytes, classes))
}

/// Returns one bit, which is set if the first of the units before a block is a lead surrogate.
#[inline(always)]
fn is_after_lead(simd: Avx512, before: Vector) -> u32 {
    let first = simd.words_below(simd.sub_words(before, simd.splat_word(0xD800)), simd.splat_word(0x0400));
    first & 1
}

/// The units that take two or more bytes, and those that take three, one bit each.
#[derive(Clone, Copy)]
pub(crate) struct Classes {
    pub(crate) from_80: u32,
    pub(crate) from_800: u32,
}

impl Classes {
    #[inline(always)]
    pub(crate) fn of<const NUL: bool>(simd: Avx512, units: Vector) -> Self {
        Classes {
            from_80: if NUL {
                simd.words_have_some(units, simd.splat_word(0xFF80))
            } else {
                simd.words_at_least(simd.sub_words(units, simd.splat_word(1)), simd.splat_word(0x7F))
            },
            from_800: simd.words_have_some(units, simd.splat_word(0xF800)),
        }
    }
}

/// Converts thirty-two units below 800. Returns the number of bytes. Without `WHOLE`, it does not write what
/// has no room.
#[inline(always)]
pub(crate) fn up_to_two<const WHOLE: bool>(
    simd: Avx512,
    units: Vector,
    classes: Classes,
    room: &mut [u8],
) -> usize {
    if WHOLE && classes.from_80 == 0 {
        if let Some(room) = room.first_chunk_mut() {
            simd.store_narrow(room, units);
        }
        return UNITS;
    }
    two_slots::<WHOLE>(simd, units, classes, room)
}

/// Converts thirty-two units below 800, as [`up_to_two`] does, without a branch for ASCII.
#[inline(always)]
pub(crate) fn two_slots<const WHOLE: bool>(
    simd: Avx512,
    units: Vector,
    classes: Classes,
    room: &mut [u8],
) -> usize {
    let keep = simd.deposit(classes.from_80.into(), 0x5555_5555_5555_5555) | 0xAAAA_AAAA_AAAA_AAAA;
    let _ = put::<WHOLE>(simd, room, 0, simd.compress(keep, middle_and_last(simd, units, classes)));
    UNITS + classes.from_80.count_ones() as usize
}

/// Converts thirty-two units whose middle and last bytes are made. Returns the number of bytes.
#[inline(always)]
pub(crate) fn up_to_three<const WHOLE: bool>(
    simd: Avx512,
    units: Vector,
    bytes: Vector,
    classes: Classes,
    room: &mut [u8],
) -> usize {
    let Classes { from_80, from_800 } = classes;
    let leads = simd.or(simd.shift_right::<12>(units), simd.splat_word(0xE0));
    let (low, high) = const { (&slots(0), &slots(64)) };
    let low_slots = simd.permute(bytes, simd.load(low), leads);
    let high_slots = simd.permute(bytes, simd.load(high), leads);
    if from_800 == u32::MAX {
        // Nothing to remove: usual in Chinese and Japanese, and well predicted there.
        store_two::<WHOLE>(simd, low_slots, high_slots, 64, room);
        return MOST;
    }
    let places = const { [every_third(0, 0), every_third(0, 1), every_third(0, 2)] };
    let keep_low = in_use(simd, places, from_80, from_800);
    let places = const { [every_third(64, 0), every_third(64, 1), every_third(64, 2)] };
    let keep_high = in_use(simd, places, from_80 >> 21, from_800 >> 22);
    let first = keep_low.count_ones() as usize;
    store_two::<WHOLE>(
        simd,
        simd.compress(keep_low, low_slots),
        simd.compress(keep_high, high_slots),
        first,
        room,
    );
    UNITS + (from_80.count_ones() + from_800.count_ones()) as usize
}

/// Returns the slots in use: leads of three, the byte before the last one, and the last byte.
#[inline(always)]
fn in_use(simd: Avx512, places: [u64; 3], from_80: u32, from_800: u32) -> u64 {
    simd.deposit(from_800.into(), places[0]) | simd.deposit(from_80.into(), places[1]) | places[2]
}

/// Stores a register, and half of another from place `first` on.
#[inline(always)]
fn store_two<const WHOLE: bool>(simd: Avx512, low: Vector, high: Vector, first: usize, room: &mut [u8]) {
    let _ = put::<WHOLE>(simd, room, 0, low);
    if !WHOLE {
        let _ = put::<WHOLE>(simd, room, first, high);
    } else if let Some(room) = room.get_mut(first..).and_then(<[u8]>::first_chunk_mut) {
        simd.store_half(room, high);
    }
}

/// The room that [`bmp_to_utf_8`] needs.
pub(crate) struct BmpRoom;

impl BmpRoom {
    pub(crate) const LEN: usize = MOST;
}

/// Converts thirty-two units that a form of three bytes holds, with surrogates if the form has them. Returns
/// the number of bytes.
#[inline(always)]
pub(crate) fn bmp_to_utf_8<F: Form>(simd: Avx512, units: Vector, room: &mut [u8; BmpRoom::LEN]) -> usize {
    let classes = if const { FormGrammar::<F>::EXPECTED.refuses_nul } {
        Classes::of::<false>(simd, units)
    } else {
        Classes::of::<true>(simd, units)
    };
    if classes.from_800 == 0 {
        return up_to_two::<true>(simd, units, classes, room);
    }
    up_to_three::<true>(simd, units, middle_and_last(simd, units, classes), classes, room)
}

/// Returns `true` if the unit is a surrogate of the given kind.
#[inline(always)]
pub(crate) fn is_surrogate_of<const BIG: bool>(unit: Option<&[u8; 2]>, kind: u16) -> bool {
    matches!(unit, Some(&bytes) if self::unit::<BIG>(bytes) & 0xFC00 == kind)
}

/// Converts units from a byte order to that of the registers.
#[inline(always)]
pub(crate) fn in_order<const BIG: bool>(simd: Avx512, units: Vector) -> Vector {
    if BIG { simd.swap_words(units) } else { units }
}
