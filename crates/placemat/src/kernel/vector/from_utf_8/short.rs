//! UTF-8 of up to `MEDIUM` bytes: by vectors, the last of which overlaps the one before it. All loads
//! are from the text, because a load of what was just copied into a window has to wait for the copy.

use super::super::landing::Landing;
use super::super::pack::Eight;
use super::super::rules::Rules;
use super::super::units::Units;
use super::super::{BACK, boundary, is_trail};
use crate::form::Utf8;
use crate::kernel::grammar::FormGrammar;
use crate::kernel::short::padded;
use crate::kernel::sizes::MEDIUM;
use crate::simd::{BLOCK, Simd};

/// Shorter texts are a vector that ends with zeros.
const LEAST: usize = 16;
/// Up to this length, there are vectors of 16 bytes.
const NARROW: usize = 32;
/// Units that the last store may write after those that count.
const SURPLUS: usize = 8;
/// If the output has no room for the surplus, texts of up to this many bytes are converted in a room of their
/// own. Longer ones are a window of the walk over chunks.
const MOST_APART: usize = BACK + BLOCK - 1;

/// Converts a text of a length that is suitable. Returns the bytes read, all or none, and the bytes written.
#[inline(always)]
pub(super) fn convert_short<S: Simd, U: Units>(simd: S, text: &[u8], out: &mut [u8]) -> (usize, usize) {
    if text.is_empty() || text.len() > MEDIUM {
        return (0, 0);
    }
    let written = if text.len() < LEAST {
        convert_few::<_, U>(simd.narrow(), text, out)
    } else if S::LANES > 16 && text.len() > NARROW {
        convert::<_, U>(simd, text, out)
    } else {
        convert::<_, U>(simd.narrow(), text, out)
    };
    written.map_or((0, 0), |written| (text.len(), written))
}

/// Returns the bytes written of a text that is less than a vector, if it is well-formed and there is room.
#[inline(always)]
fn convert_few<S: Simd, U: Units>(simd: S, text: &[u8], out: &mut [u8]) -> Option<usize> {
    let padded = padded(text);
    let byte = simd.load(&padded, 0);
    let mut landing = Landing::<{ 4 * LEAST }>::new(out);
    let room = landing.room(LEAST * U::WIDTH);
    let units = if !simd.has_sign(byte) {
        U::widen(simd, byte, room, 0);
        LEAST
    } else if simd.is_zero(simd.sub_saturating(byte, simd.splat(0xEF))) {
        write_units::<S, U, false>(simd, &padded, room)?
    } else {
        write_units::<S, U, true>(simd, &padded, room)?
    };
    // A zero after the end is a unit.
    landing.keep((units - (LEAST - text.len())) * U::WIDTH)
}

/// Returns the bytes written, if the text is well-formed and there is room.
#[inline(always)]
fn convert<S: Simd, U: Units>(simd: S, text: &[u8], out: &mut [u8]) -> Option<usize> {
    let last = text.len() - S::LANES;
    let mut greatest = simd.max(simd.load(text, 0), simd.load(text, last));
    let mut at = S::LANES;
    while at < last {
        greatest = simd.max(greatest, simd.load(text, at));
        at += S::LANES;
    }
    if !simd.has_sign(greatest) {
        let room = out.get_mut(..text.len() * U::WIDTH)?;
        let mut at = 0;
        while at < last {
            U::widen(simd, simd.load(text, at), room, at);
            at += S::LANES;
        }
        U::widen(simd, simd.load(text, last), room, last);
        return Some(room.len());
    }
    if boundary(text, text.len()) < text.len() {
        return None;
    }
    let room = (text.len() + SURPLUS) * U::WIDTH;
    if text.len() > MOST_APART && out.len() < room {
        return None;
    }
    let mut landing = Landing::<{ 4 * (MOST_APART + SURPLUS) }>::new(out);
    let room = landing.room(room);
    let units = if simd.is_zero(simd.sub_saturating(greatest, simd.splat(0xEF))) {
        write_units::<S, U, false>(simd, text, room)
    } else {
        write_units::<S, U, true>(simd, text, room)
    };
    landing.keep(units? * U::WIDTH)
}

/// Writes the units of a text. Returns their number, if the text has no error.
#[inline(always)]
fn write_units<S: Simd, U: Units, const FOUR: bool>(simd: S, text: &[u8], room: &mut [u8]) -> Option<usize> {
    let rules = &Rules::load(simd, const { &FormGrammar::<Utf8>::EXPECTED_NIBBLES });
    let (filler, last) = (simd.splat(rules.filler()), text.len() - S::LANES);
    let before = simd.before(filler, simd.load(text, 0));
    let mut errors = rules.errors::<FOUR>(simd, simd.load(text, 0), before);
    let mut units = write_vector::<S, U, FOUR>(simd, text, (0, 0), before, room, 0);
    let mut from = S::LANES;
    while from < text.len() {
        let at = from.min(last);
        let (byte, mut counts) = (simd.load(text, at), simd.splat(0xFF));
        let before = if at >= 3 {
            [simd.load(text, at - 1), simd.load(text, at - 2), simd.load(text, at - 3)]
        } else {
            // The errors in the first lanes, whose neighbours are missing, are those of the vector before.
            counts = simd.load(&BUT_THREE, 0);
            simd.before(filler, byte)
        };
        errors = simd.or(errors, simd.and(rules.errors::<FOUR>(simd, byte, before), counts));
        units = write_vector::<S, U, FOUR>(simd, text, (at, from), before, room, units);
        from = at + S::LANES;
    }
    simd.is_zero(errors).then_some(units)
}

/// Writes the units of the vector at a place that end from place `from` on, after some units. Returns the
/// number of all.
#[inline(always)]
fn write_vector<S: Simd, U: Units, const FOUR: bool>(
    simd: S,
    text: &[u8],
    (at, from): (usize, usize),
    before: [S::Vector; 3],
    room: &mut [u8],
    mut units: usize,
) -> usize {
    let byte = simd.load(text, at);
    let continues = text.get(at + S::LANES).is_some_and(|&next| is_trail(next));
    let trails = simd.sign_bits(simd.less_signed(byte, simd.splat(0xC0)));
    let mut ends = !(u64::from(trails) >> 1 | u64::from(continues) << (S::LANES - 1));
    if FOUR && U::EARLY > 0 {
        let is_lead = simd.equal(simd.max(before[1], simd.splat(0xF0)), before[1]);
        ends |= u64::from(simd.sign_bits(is_lead));
    }
    ends &= u64::MAX << (from - at);
    let [first, second] = U::zip::<S, FOUR>(simd, U::planes::<S, FOUR>(simd, byte, before));
    unrolled!(j of S::LANES / 8 => {
        let chosen = Eight::of(ends, 8 * j);
        U::put::<S, FOUR>(simd, [first[j], second[j]], chosen, room, units);
        units += chosen.count();
    });
    units
}

/// All lanes but the first three.
const BUT_THREE: [u8; BACK] = {
    let mut lanes = [0xFF; BACK];
    (lanes[0], lanes[1], lanes[2]) = (0, 0, 0);
    lanes
};
