//! UTF-8 to UTF-32: as to UTF-16, with a third plane for supplementary code points.
//!
//! A unit is written at the last byte of every sequence. At the end of a sequence of four, bits 12–15 come
//! from the second byte, and bits 16–20 from the second byte and the lead.

use super::ascii::Widen;
use super::units::{Thirds, Units, lead_of_three, planes};
use super::{Before, put};
use crate::simd::{Avx512, Vector};

/// Bytes of 64 units.
const ROOM: usize = 256;
/// Lanes of the low and high planes in units of four bytes, and those of the third plane.
const LOW_PLANES: u64 = 0x3333_3333_3333_3333;
const THIRD_PLANE: u64 = 0x4444_4444_4444_4444;

/// Returns the places of the low, high and third bytes of the 16 units of a quarter.
#[inline]
const fn spread(quarter: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 16 {
        let place = (16 * quarter + k) as u8;
        let bytes = [place, 64 + place, place, 0];
        let mut j = 0;
        while j < 4 {
            index[4 * k + j] = bytes[j];
            j += 1;
        }
        k += 1;
    }
    index
}

/// UTF-32.
pub(super) struct Doublewords;

/// The three planes.
#[derive(Clone, Copy)]
pub(super) struct Planes {
    pub(super) low: Vector,
    pub(super) high: Vector,
    pub(super) third: Vector,
}

/// Returns bits 16–20 of sequences of four, at their ends, which are given as a mask.
#[inline(always)]
pub(super) fn third_plane(simd: Avx512, before: Before, fourth: u64) -> Vector {
    // 03 ? before 2 >> 4 : before 3 << 2
    let upper = simd.ternary::<0xCA>(
        simd.splat(0x03),
        simd.shift_right::<4>(before[1]),
        simd.shift_left::<2>(before[2]),
    );
    simd.keep(fourth, simd.and(upper, simd.splat(0x1F)))
}

impl Doublewords {
    /// Stores the units of planes that are kept. Without `THIRD`, the third plane is zero.
    #[inline(always)]
    pub(super) fn store<const THIRD: bool, const WHOLE: bool>(
        simd: Avx512,
        planes: Planes,
        emit: u64,
        room: &mut [u8],
    ) -> Option<usize> {
        let third = if THIRD { simd.compress(emit, planes.third) } else { planes.third };
        let planes =
            Planes { low: simd.compress(emit, planes.low), high: simd.compress(emit, planes.high), third };
        Self::quarter::<0, THIRD, WHOLE>(simd, &planes, room)?;
        Self::quarter::<1, THIRD, WHOLE>(simd, &planes, room)?;
        let units = emit.count_ones() as usize;
        if units > 32 {
            Self::quarter::<2, THIRD, WHOLE>(simd, &planes, room)?;
            Self::quarter::<3, THIRD, WHOLE>(simd, &planes, room)?;
        }
        Some(units)
    }

    /// Sixteen units.
    #[inline(always)]
    fn quarter<const QUARTER: usize, const FOUR: bool, const WHOLE: bool>(
        simd: Avx512,
        planes: &Planes,
        room: &mut [u8],
    ) -> Option<()> {
        let index = simd.load(const { &spread(QUARTER) });
        let mut units = simd.keep(LOW_PLANES, simd.permute(planes.low, index, planes.high));
        if FOUR {
            let third = simd.permute(planes.third, index, planes.third);
            units = simd.blend(THIRD_PLANE, units, third);
        }
        put::<WHOLE>(simd, room, 64 * QUARTER, units)
    }
}

impl Widen for Doublewords {
    const WIDTH: usize = 4;

    #[inline(always)]
    fn widen<const WHOLE: bool>(simd: Avx512, ascii: Vector, room: &mut [u8]) -> Option<()> {
        put::<WHOLE>(simd, room, 0, simd.widen_quarter::<0>(ascii))?;
        put::<WHOLE>(simd, room, 64, simd.widen_quarter::<1>(ascii))?;
        put::<WHOLE>(simd, room, 128, simd.widen_quarter::<2>(ascii))?;
        put::<WHOLE>(simd, room, 192, simd.widen_quarter::<3>(ascii))
    }
}

impl Units for Doublewords {
    const EARLY: usize = 0;
    const OF_LEAD_SURROGATE: usize = 0;

    #[inline(always)]
    fn write<const FOUR: bool, const WHOLE: bool>(
        simd: Avx512,
        byte: Vector,
        before: Before,
        lanes: u64,
        room: &mut [u8],
    ) -> Option<usize> {
        let (mut top, mut third) = (lead_of_three(simd, before), simd.zero());
        if FOUR {
            let fourth = simd.at_least(before[2], simd.splat(0xF0));
            top = simd.blend(fourth, top, before[1]);
            third = third_plane(simd, before, fourth);
        }
        let (low, high, mut inside) = planes(simd, byte, before, top);
        if FOUR {
            // Nothing is written at the third byte of four.
            inside = simd.or(inside, simd.sub_saturating(before[1], simd.splat(0x70)));
        }
        let emit = simd.has_none(inside, simd.splat(0x80)) & lanes;
        let planes = Planes { low, high, third };
        if WHOLE {
            Self::store::<FOUR, true>(simd, planes, emit, room.get_mut(..ROOM)?)
        } else if room.len() < 4 * emit.count_ones() as usize {
            None
        } else {
            Self::store::<FOUR, false>(simd, planes, emit, room)
        }
    }

    /// At the end of a trail surrogate, bits 10-15 come from the last byte of the lead surrogate. Bits 16-20
    /// are the low four bits of its second byte, plus one.
    #[inline(always)]
    fn write_joining(
        simd: Avx512,
        byte: Vector,
        before: Before,
        thirds: Thirds,
        room: &mut [u8],
    ) -> Option<usize> {
        let (low, high, inside) = planes(simd, byte, before, lead_of_three(simd, before));
        // 03 ? before 1 >> 2 : before 3 << 2
        let joined = simd.ternary::<0xCA>(
            simd.splat(0x03),
            simd.shift_right::<2>(before[0]),
            simd.shift_left::<2>(before[2]),
        );
        let high = simd.blend(thirds.trail, high, joined);
        let third = simd.add(simd.and(thirds.before, simd.splat(0x0F)), simd.splat(1));
        let third = simd.keep(thirds.trail, third);
        let emit = simd.has_none(inside, simd.splat(0x80)) & !thirds.lead;
        Self::store::<true, true>(simd, Planes { low, high, third }, emit, room.get_mut(..ROOM)?)
    }
}
