//! The step: a block of UTF-16 becomes UTF-8. Every unit gets a slot of two or four bytes, and the bytes in
//! use are put side by side.
//!
//! ```text
//! for each block of 32 units:
//!     all ASCII:       narrow
//!     all below 800:   slots of two:   last, lead of two
//!     else:            slots of four:  last, middle, lead of three, lead of two
//!     eight slots, or four, to a part: shuffle by the lengths, store where the lengths before add up to
//! ```
//!
//! Surrogates fit the same slots, because both surrogates of a pair make two bytes each,
//!
//! ```text
//! lead surrogate    80 | v >> 2 & 3F,  –, –,  F0 | v >> 8                      v = u − D7C0
//! trail surrogate   80 | u & 3F,       –, –,  80 | (before & 3) << 4 | u >> 6 & F
//! ```
//!
//! and a block looks at the unit before it and at the one after it. Only the place in the output is carried.
//!
//! If the target writes each surrogate of a pair separately, or accepts lone surrogates, these are units of
//! three bytes like others.

use super::super::pack::{self, Eight};
use crate::kernel::grammar::Grammar;
use crate::simd::{BLOCK, Simd};

/// Units of a block.
pub(crate) const UNITS: usize = 32;
/// Bytes of a unit, and of the unit before a block.
pub(crate) const UNIT: usize = 2;
/// A block with the unit before it and the one after it, in bytes.
pub(crate) type Window = [u8; UNIT + BLOCK + UNIT];
/// Bytes that a block may write: what it becomes, and what the last store writes after it.
pub(crate) const ROOM: usize = 3 * 28 + 16;
/// The low byte of every word.
const LOW_BYTES: u16 = 0x00FF;

/// The units of a block in vectors; of those of 32 bytes the first two count.
pub(crate) type Units<S> = [<S as Simd>::Vector; 4];

/// Loads units from a place in bytes on.
#[inline(always)]
fn load<S: Simd, const BIG: bool>(simd: S, window: &Window, at: usize) -> S::Vector {
    let units = simd.load(window, at);
    if BIG { simd.swap_words(units) } else { units }
}

/// Returns all bits where words have none of the given bits.
#[inline(always)]
fn has_none<S: Simd>(simd: S, words: S::Vector, bits: u16) -> S::Vector {
    simd.equal_words(simd.and(words, simd.splat_word(bits)), simd.splat(0))
}

/// Returns all bits where words are surrogates of the given kind.
#[inline(always)]
pub(crate) fn is_surrogate_of<S: Simd>(simd: S, units: S::Vector, kind: u16) -> S::Vector {
    simd.equal_words(simd.and(units, simd.splat_word(0xFC00)), simd.splat_word(kind))
}

/// Returns all bits where units take one byte. The target refuses the byte 00 unless `NUL`.
#[inline(always)]
pub(super) fn is_one<S: Simd, const NUL: bool>(simd: S, units: S::Vector) -> S::Vector {
    let ascii = has_none(simd, units, 0xFF80);
    if NUL { ascii } else { simd.without(ascii, simd.equal_words(units, simd.splat(0))) }
}

/// ASCII.
#[inline(always)]
fn narrow<S: Simd>(simd: S, units: Units<S>, room: &mut [u8]) {
    for k in 0..S::VECTORS / 2 {
        simd.store(room, k * S::LANES, simd.narrow_words(units[2 * k], units[2 * k + 1]));
    }
}

/// Writes units below 800. Returns the number of bytes.
#[inline(always)]
fn up_to_two<S: Simd, const NUL: bool>(simd: S, units: Units<S>, room: &mut [u8; ROOM]) -> usize {
    let parts = S::LANES / 16;
    let (mut slots, mut ascii) = (units, units);
    unrolled!(k of S::VECTORS => {
        ascii[k] = is_one::<S, NUL>(simd, units[k]);
        slots[k] = slots_of_two(simd, units[k], ascii[k]);
    });
    let mut one = 0;
    for k in 0..S::VECTORS / 2 {
        one |= simd.word_bits(ascii[2 * k], ascii[2 * k + 1]) << (S::LANES * k);
    }
    let (two, mut longer) = (u64::from(!one), 0);
    unrolled!(k of S::VECTORS => {
        let [first, second] = simd.parts(slots[k]);
        longer += put_eight(simd, first, two, 8 * parts * k, longer, room);
        if parts == 2 {
            longer += put_eight(simd, second, two, 8 * parts * k + 8, longer, room);
        }
    });
    UNITS + longer
}

/// Makes slots of two bytes for units below 800. The mask has those that take one byte.
#[inline(always)]
pub(super) fn slots_of_two<S: Simd>(simd: S, units: S::Vector, one: S::Vector) -> S::Vector {
    // In u << 2, bits 6 and on of the unit are in the high byte.
    let bits_6 = simd.shift_words_left::<2>(units);
    let fields = simd.select(simd.splat_word(LOW_BYTES), units, bits_6);
    let two = simd.or(simd.and(fields, simd.splat_word(0x1F3F)), simd.splat_word(0xC080));
    simd.select(one, units, two)
}

/// Writes the eight slots of two bytes of the units from `at` on. Returns how many are in use by a lead.
#[inline(always)]
fn put_eight<S: Simd>(
    simd: S,
    slots: S::Part,
    two: u64,
    at: usize,
    longer: usize,
    room: &mut [u8; ROOM],
) -> usize {
    let two = Eight::of(two, at);
    simd.store_part(room, at + longer, simd.shuffle(slots, pack::UP_TO_TWO.get(two)));
    two.count()
}

/// The two words of a slot of four bytes, and the masks of one byte and of up to two.
#[derive(Clone, Copy)]
pub(crate) struct Slots<S: Simd> {
    low: S::Vector,
    high: S::Vector,
    one: S::Vector,
    up_to_two: S::Vector,
}

impl<S: Simd> Slots<S> {
    /// Masks of two bits for each unit, which are clear for more than one byte and for more than two.
    #[inline(always)]
    pub(super) fn lengths(self, simd: S) -> S::Vector {
        simd.select(simd.splat_word(LOW_BYTES), self.one, self.up_to_two)
    }
}

/// Makes slots for units that are not surrogates.
#[inline(always)]
pub(crate) fn slots<S: Simd, const NUL: bool>(simd: S, units: S::Vector) -> Slots<S> {
    let one = is_one::<S, NUL>(simd, units);
    let up_to_two = has_none(simd, units, 0xF800);
    let low_bytes = simd.splat_word(LOW_BYTES);
    let bits_6 = simd.shift_words_left::<2>(units);
    let low = simd.or(
        simd.and(simd.select(low_bytes, units, bits_6), simd.splat_word(0x3F3F)),
        simd.splat_word(0x8080),
    );
    let low = simd.select(one, units, low);
    // The lead of two is right, and used, only below 800.
    let leads = simd.select(low_bytes, simd.shift_words_right::<12>(units), bits_6);
    Slots { low, high: simd.or(leads, simd.splat_word(0xC0E0)), one, up_to_two }
}

/// Makes the slots, with those of surrogates, whose masks are given, and the units before.
#[inline(always)]
pub(crate) fn with_pairs<S: Simd>(
    simd: S,
    slots: Slots<S>,
    units: S::Vector,
    before: S::Vector,
    lead: S::Vector,
    trail: S::Vector,
) -> Slots<S> {
    let v = simd.add_words(units, simd.splat_word(0_u16.wrapping_sub(0xD7C0)));
    let lead_low =
        simd.or(simd.and(simd.shift_words_right::<2>(v), simd.splat_word(0x3F)), simd.splat_word(0x80));
    let lead_high = simd.or(simd.and(v, simd.splat_word(0x0700)), simd.splat_word(0xF000));
    let trail_high = simd.or(
        simd.and(simd.shift_words_left::<12>(before), simd.splat_word(0x3000)),
        simd.and(simd.shift_words_left::<2>(units), simd.splat_word(0x0F00)),
    );
    let trail_high = simd.or(trail_high, simd.splat_word(0x8000));
    Slots {
        low: simd.select(lead, lead_low, slots.low),
        high: simd.select(lead, lead_high, simd.select(trail, trail_high, slots.high)),
        one: slots.one,
        up_to_two: simd.or(slots.up_to_two, simd.or(lead, trail)),
    }
}

/// Writes the slots of a block. Returns the number of bytes.
#[inline(always)]
pub(crate) fn write_slots<S: Simd>(simd: S, slots: [Slots<S>; 4], room: &mut [u8; ROOM]) -> usize {
    let mut lengths = [simd.splat(0); 4];
    unrolled!(k of S::VECTORS => {
        lengths[k] = slots[k].lengths(simd);
    });
    let lengths = !simd.block_mask(lengths);
    let mut longer = 0;
    unrolled!(k of S::VECTORS => {
        longer = put_slots(simd, slots[k], lengths, k * S::LANES, longer, room);
    });
    UNITS + longer
}

/// Writes the slots of a vector, which begins at a byte of its block. `lengths` are those of the block, and
/// `longer` is how many bytes the block has written beyond one for each unit; returns that number afterwards.
#[inline(always)]
pub(super) fn put_slots<S: Simd>(
    simd: S,
    slots: Slots<S>,
    lengths: u64,
    begin: usize,
    mut longer: usize,
    room: &mut [u8],
) -> usize {
    let groups = simd.zip_words(slots.low, slots.high);
    unrolled!(j of S::LANES / 8 => {
        let at = begin + 8 * j;
        let four = Eight::of(lengths, at);
        simd.store_part(room, at / 2 + longer, simd.shuffle(groups[j], pack::UP_TO_FOUR.get(four)));
        longer += four.count();
    });
    longer
}

/// Converts thirty-two units that are all below 800. Returns the number of bytes, or `None` if they are not
/// below 800. Without `NUL` there is a 00, which takes two bytes.
#[inline(always)]
pub(crate) fn below_800<S: Simd, const NUL: bool>(
    simd: S,
    units: Units<S>,
    room: &mut [u8; ROOM],
) -> Option<usize> {
    let any = any(simd, units);
    if NUL && simd.is_zero(simd.and(any, simd.splat_word(0xFF80))) {
        narrow(simd, units, room);
        return Some(UNITS);
    }
    // (Not a closure, because a closure would not have the target features.)
    if !simd.is_zero(simd.and(any, simd.splat_word(0xF800))) {
        return None;
    }
    Some(up_to_two::<S, NUL>(simd, units, room))
}

/// Returns a value other than zero if there are surrogates.
#[inline(always)]
pub(crate) fn surrogates<S: Simd>(simd: S, units: Units<S>) -> S::Vector {
    let mut any = simd.splat(0);
    unrolled!(k of S::VECTORS => {
        let upper = simd.and(units[k], simd.splat_word(0xF800));
        any = simd.or(any, simd.equal_words(upper, simd.splat_word(0xD800)));
    });
    any
}

/// Converts thirty-two units that are not surrogates, by slots of four bytes. Returns the number of bytes.
#[inline(always)]
pub(crate) fn up_to_three<S: Simd, const NUL: bool>(
    simd: S,
    units: Units<S>,
    room: &mut [u8; ROOM],
) -> usize {
    let mut all = [slots::<S, NUL>(simd, units[0]); 4];
    unrolled!(k of S::VECTORS => {
        all[k] = slots::<S, NUL>(simd, units[k]);
    });
    write_slots(simd, all, room)
}

#[inline(always)]
fn any<S: Simd>(simd: S, units: Units<S>) -> S::Vector {
    let mut any = units[0];
    unrolled!(k of S::VECTORS => {
        any = simd.or(any, units[k]);
    });
    any
}

/// Converts a block. Returns the number of bytes, or `None` if the target cannot hold a surrogate.
#[inline(always)]
pub(crate) fn convert_block<S: Simd, const BIG: bool, const NUL: bool>(
    simd: S,
    grammar: &Grammar,
    window: &Window,
    room: &mut [u8; ROOM],
) -> Option<usize> {
    let mut units = [simd.splat(0); 4];
    unrolled!(k of S::VECTORS => {
        units[k] = load::<S, BIG>(simd, window, UNIT + k * S::LANES);
    });
    if !NUL {
        let mut least = units[0];
        unrolled!(k of S::VECTORS => {
            least = simd.min_words(least, units[k]);
        });
        if !simd.is_zero(simd.equal_words(least, simd.splat(0))) {
            return convert_units::<S, BIG, false>(simd, grammar, window, units, room);
        }
    }
    convert_units::<S, BIG, true>(simd, grammar, window, units, room)
}

/// Converts a block. Without `NUL` there is a 00, which takes two bytes.
#[inline(always)]
fn convert_units<S: Simd, const BIG: bool, const NUL: bool>(
    simd: S,
    grammar: &Grammar,
    window: &Window,
    units: Units<S>,
    room: &mut [u8; ROOM],
) -> Option<usize> {
    if let Some(len) = below_800::<S, NUL>(simd, units, room) {
        return Some(len);
    }
    let alone = grammar.has_surrogates();
    if !grammar.has_four && alone || simd.is_zero(surrogates(simd, units)) {
        return Some(up_to_three::<S, NUL>(simd, units, room));
    }
    if !grammar.has_four && !grammar.joins {
        return None;
    }
    let mut all = [slots::<S, NUL>(simd, units[0]); 4];
    let mut wrong = simd.splat(0);
    unrolled!(k of S::VECTORS => {
        let before = load::<S, BIG>(simd, window, k * S::LANES);
        let after = load::<S, BIG>(simd, window, 2 * UNIT + k * S::LANES);
        let (lead, trail) = (is_surrogate_of(simd, units[k], 0xD800), is_surrogate_of(simd, units[k], 0xDC00));
        let (paired, paired_trail) = (is_surrogate_of(simd, after, 0xDC00), is_surrogate_of(simd, before, 0xD800));
        let (lead, trail) = if alone {
            (simd.and(lead, paired), simd.and(trail, paired_trail))
        } else {
            wrong = simd.or(wrong, simd.or(simd.xor(lead, paired), simd.xor(trail, paired_trail)));
            (lead, trail)
        };
        let slots = slots::<S, NUL>(simd, units[k]);
        all[k] = if grammar.has_four {
            with_pairs(simd, slots, units[k], before, lead, trail)
        } else {
            slots
        };
    });
    if !simd.is_zero(wrong) {
        return None;
    }
    Some(write_slots(simd, all, room))
}
