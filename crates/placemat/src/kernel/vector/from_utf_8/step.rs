//! The step: a block of UTF-8 becomes units.

use super::super::pack::Eight;
use super::super::rules::Rules;
use super::super::surrogates::Look;
use super::super::units::Units;
use super::super::{Window, load};
use crate::kernel::grammar::Known;
use crate::simd::{BLOCK, Simd};

/// A block with its neighbours.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub(crate) window: &'a Window,
    /// A trail byte is next.
    pub(crate) continues: bool,
    /// The positions whose units are to be written.
    pub(crate) keep: u64,
}

/// Converts a block. Returns the number of units. If it `looks`, it looks at surrogates; otherwise the rules
/// refuse them.
#[inline(always)]
pub(crate) fn convert_block<S: Simd, U: Units, K: Known>(
    simd: S,
    rules: &Rules<S>,
    block: Block<'_>,
    looks: bool,
    (errors, look): (&mut S::Vector, &mut Look),
    room: &mut [u8],
) -> usize {
    let window = block.window;
    let third_of_lead = if K::HAS_SURROGATE_RULE && looks { look.at_block(simd, window) } else { 0 };
    let mut greatest = load(simd, window, 0, 0);
    let (mut least, mut trails) = (greatest, [greatest; 4]);
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        greatest = simd.max(greatest, byte);
        least = rules.least(simd, least, byte);
        trails[k] = simd.less_signed(byte, simd.splat(0xC0));
    });
    let nul = rules.nul(simd, least);
    *errors = simd.or(*errors, nul);
    if !simd.has_sign(greatest) && block.keep == u64::MAX {
        *errors = simd.or(*errors, rules.owed(simd, load(simd, window, 0, S::LANES)));
        unrolled!(k of S::VECTORS => {
            U::widen(simd, load(simd, window, k, 0), room, k * S::LANES);
        });
        return BLOCK;
    }
    let ends = !(simd.block_mask(trails) >> 1 | u64::from(block.continues) << 63);
    if K::HAS_SURROGATE_RULE && U::JOINS && looks && look.is_paired {
        let ends = ends & !third_of_lead & block.keep;
        return write_units::<S, U, true, true>(simd, rules, window, ends, errors, room);
    }
    let greatest = simd.max(greatest, load(simd, window, 0, 3));
    let four = rules.four && !simd.is_zero(simd.sub_saturating(greatest, simd.splat(0xEF)));
    if four {
        if S::LANES == 32 {
            // Otherwise, what this branch keeps in registers would take registers from the other one. (With
            // 16 bytes it does not pay.)
            crate::hint::cold_path();
        }
        let third = if U::EARLY > 0 { third_of_four(simd, window) } else { 0 };
        write_units::<S, U, true, false>(simd, rules, window, (ends | third) & block.keep, errors, room)
    } else {
        write_units::<S, U, false, false>(simd, rules, window, ends & block.keep, errors, room)
    }
}

/// Returns the positions two after a lead of four.
#[inline(always)]
fn third_of_four<S: Simd>(simd: S, window: &Window) -> u64 {
    let mut third = [simd.splat(0); 4];
    unrolled!(k of S::VECTORS => {
        let lead = load(simd, window, k, 2);
        third[k] = simd.equal(simd.max(lead, simd.splat(0xF0)), lead);
    });
    simd.block_mask(third)
}

/// Writes the units of a block, which end where the mask is set. Returns their number.
#[inline(always)]
fn write_units<S: Simd, U: Units, const FOUR: bool, const JOIN: bool>(
    simd: S,
    rules: &Rules<S>,
    window: &Window,
    ends: u64,
    errors: &mut S::Vector,
    room: &mut [u8],
) -> usize {
    let mut block = Written { units: 0, errors: *errors };
    if S::LANES == 16 && U::WIDTH == 2 {
        // Measured: only here, the registers that a loop leaves free are worth more than constant places.
        for k in 0..S::VECTORS {
            block = write_vector::<S, U, FOUR, JOIN>(simd, rules, window, k, ends, block, room);
        }
    } else {
        unrolled!(k of S::VECTORS => {
            block = write_vector::<S, U, FOUR, JOIN>(simd, rules, window, k, ends, block, room);
        });
    }
    *errors = block.errors;
    block.units
}

/// What a block has written so far, and the errors that were seen.
#[derive(Clone, Copy)]
struct Written<S: Simd> {
    units: usize,
    errors: S::Vector,
}

#[inline(always)]
fn write_vector<S: Simd, U: Units, const FOUR: bool, const JOIN: bool>(
    simd: S,
    rules: &Rules<S>,
    window: &Window,
    k: usize,
    ends: u64,
    mut block: Written<S>,
    room: &mut [u8],
) -> Written<S> {
    let byte = load(simd, window, k, 0);
    let before = [load(simd, window, k, 1), load(simd, window, k, 2), load(simd, window, k, 3)];
    block.errors = simd.or(block.errors, rules.errors::<FOUR>(simd, byte, before));
    let mut planes = U::planes::<S, FOUR>(simd, byte, before);
    if JOIN {
        planes = U::join(simd, planes, before, load(simd, window, k, 4));
    }
    let [first, second] = U::zip::<S, FOUR>(simd, planes);
    unrolled!(j of S::LANES / 8 => {
        let chosen = Eight::of(ends, k * S::LANES + 8 * j);
        U::put::<S, FOUR>(simd, [first[j], second[j]], chosen, room, block.units);
        block.units += chosen.count();
    });
    block
}
