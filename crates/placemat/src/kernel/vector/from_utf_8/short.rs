//! UTF-8 that is shorter than a window: by vectors, the last of which overlaps the one before it. All loads
//! are from the text, because a load of what was just copied into a window has to wait for the copy.

use super::super::landing::Landing;
use super::super::pack::Eight;
use super::super::rules::Rules;
use super::super::units::Units;
use super::super::{BACK, boundary, is_trail};
use crate::form::Utf8;
use crate::kernel::grammar::FormGrammar;
use crate::kernel::sizes::MEDIUM;
use crate::simd::{BLOCK, Simd};

/// Shorter texts are better off with the scalar kernel.
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
    if !(LEAST..MEDIUM).contains(&text.len()) {
        return (0, 0);
    }
    let written = if text.len() <= NARROW {
        convert::<_, U>(simd.narrow(), text, out)
    } else {
        convert::<_, U>(simd, text, out)
    };
    written.map_or((0, 0), |written| (text.len(), written))
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
    if simd.sign_bits(greatest) == 0 {
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
    let rules = Rules::load(simd, const { &FormGrammar::<Utf8>::EXPECTED_NIBBLES });
    let (filler, last) = (simd.splat(rules.filler()), text.len() - S::LANES);
    let mut units = Written { simd, rules, text, number: 0, errors: simd.splat(0) };
    units.write::<U, FOUR>(0, 0, simd.before(filler, simd.load(text, 0)), room);
    let mut at = S::LANES;
    while at < last {
        units.write::<U, FOUR>(at, at, units.before(at), room);
        at += S::LANES;
    }
    if last >= 3 {
        units.write::<U, FOUR>(last, at, units.before(last), room);
    } else if last > 0 {
        // The errors in the first lanes, whose neighbours are missing, are those of the vector before.
        let errors = units.errors;
        units.write::<U, FOUR>(last, at, simd.before(filler, simd.load(text, last)), room);
        units.errors = simd.or(errors, simd.and(units.errors, simd.load(&BUT_THREE, 0)));
    }
    simd.is_zero(units.errors).then_some(units.number)
}

/// All lanes but the first three.
const BUT_THREE: [u8; BACK] = {
    let mut lanes = [0xFF; BACK];
    (lanes[0], lanes[1], lanes[2]) = (0, 0, 0);
    lanes
};

/// The number of units that have been written, and the errors that were seen.
struct Written<'a, S: Simd> {
    simd: S,
    rules: Rules<S>,
    text: &'a [u8],
    number: usize,
    errors: S::Vector,
}

impl<S: Simd> Written<'_, S> {
    /// Returns the bytes one, two and three places before those from a place on.
    #[inline(always)]
    fn before(&self, at: usize) -> [S::Vector; 3] {
        let load = |at| self.simd.load(self.text, at);
        [load(at - 1), load(at - 2), load(at - 3)]
    }

    /// Writes the units of the vector at a place that end from place `from` on.
    #[inline(always)]
    fn write<U: Units, const FOUR: bool>(
        &mut self,
        at: usize,
        from: usize,
        before: [S::Vector; 3],
        room: &mut [u8],
    ) {
        let simd = self.simd;
        let byte = simd.load(self.text, at);
        let continues = self.text.get(at + S::LANES).is_some_and(|&next| is_trail(next));
        let trails = simd.sign_bits(simd.less_signed(byte, simd.splat(0xC0)));
        let mut ends = !(u64::from(trails) >> 1 | u64::from(continues) << (S::LANES - 1));
        if FOUR && U::EARLY > 0 {
            let is_lead = simd.equal(simd.max(before[1], simd.splat(0xF0)), before[1]);
            ends |= u64::from(simd.sign_bits(is_lead));
        }
        ends &= u64::MAX << (from - at);
        self.errors = simd.or(self.errors, self.rules.errors::<FOUR>(simd, byte, before));
        let [first, second] = U::zip::<S, FOUR>(simd, U::planes::<S, FOUR>(simd, byte, before));
        unrolled!(j of S::LANES / 8 => {
            let chosen = Eight::of(ends, 8 * j);
            U::put::<S, FOUR>(simd, [first[j], second[j]], chosen, room, self.number);
            self.number += chosen.count();
        });
    }
}
