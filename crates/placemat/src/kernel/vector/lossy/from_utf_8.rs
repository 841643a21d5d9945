//! UTF-8 to UTF-16 and UTF-32, lossily: one unit for every place where a unit ends, U+FFFD if it is
//! ill-formed.
//!
//! ```text
//! exact step at both ends of the text, through a buffer of its own
//! while there is room and text for whole frames:
//!     error-free:   chunks by the strict kernel, until one fails; ASCII in runs
//!     error-dense:  exact steps of 60 places, as long as errors are frequent
//! ```
//!
//! Both loops write a unit at its last byte; the byte after it shows that the unit ends. They may therefore
//! change between any two bytes. An exact step makes the planes of the strict kernel, but its look-back
//! counts only over trail bytes. Elsewhere a lead would get into what comes after an error. Then broken units
//! are overwritten in the planes. Each of the two loops is outlined, so that neither has to keep the
//! registers of the other.

use core::marker::PhantomData;

use super::super::from_utf_8::{self as strict, ascii_run, convert_chunk};
use super::super::pack::Eight;
use super::super::rules::Rules;
use super::super::to_utf_16::Words;
use super::super::to_utf_32::Doublewords;
use super::super::units::Units;
use super::super::{BACK, CHUNK, Window, load};
use super::{AHEAD, Pace, Reached, SequenceMasks, frame_around, open};
use crate::form::Utf8;
use crate::kernel::grammar::{FormGrammar, KnownUtf8, Nibbles};
use crate::kernel::lossy::Replaced;
use crate::simd::{BLOCK, Simd, Vectorized};

/// How much an error adds to the pace. If a chunk fails, much work is repeated, so only few are tried.
const RISE: usize = 5;

/// Places that an exact step settles, and their bits.
const STEP: usize = 60;
const SETTLED: u64 = ((1 << STEP) - 1) << AHEAD;

/// The most bytes that a step may write.
const MOST_ROOM: usize = 4 * 64;

/// Returns the bytes before, as far as they count: those two and three places before count only over trail
/// bytes.
#[inline(always)]
fn over_trails<S: Simd, const FOUR: bool>(
    simd: S,
    byte: S::Vector,
    before: [S::Vector; 3],
) -> [S::Vector; 3] {
    let mut two_trails = simd.and(trails(simd, byte), trails(simd, before[0]));
    if !FOUR {
        // The payload of a lead of four would leak into the next place. (The sequence that it begins is
        // broken.)
        two_trails = simd.and(two_trails, simd.splat(0xEF));
    }
    let third =
        if FOUR { simd.and(before[2], simd.and(two_trails, trails(simd, before[1]))) } else { simd.splat(0) };
    [before[0], simd.and(before[1], two_trails), third]
}

#[inline(always)]
fn trails<S: Simd>(simd: S, bytes: S::Vector) -> S::Vector {
    simd.less_signed(bytes, simd.splat(0xC0))
}

/// Writes the units of a frame that end where the mask is set. Returns their number.
#[inline(always)]
fn write_units<S: Simd, U: Units, const FOUR: bool>(
    simd: S,
    window: &Window,
    ends: u64,
    broken: u64,
    room: &mut [u8],
) -> usize {
    let mut units = 0;
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        let before = [load(simd, window, k, 1), load(simd, window, k, 2), load(simd, window, k, 3)];
        let before = over_trails::<S, FOUR>(simd, byte, before);
        let [low, high, third] = U::planes::<S, FOUR>(simd, byte, before);
        let broken = simd.lanes_of((broken >> (k * S::LANES)) as u32);
        let low = simd.select(broken, simd.splat(0xFD), low);
        let planes = [low, simd.or(high, broken), simd.without(third, broken)];
        let [first, second] = U::zip::<S, FOUR>(simd, planes);
        unrolled!(j of S::LANES / 8 => {
            let chosen = Eight::of(ends, k * S::LANES + 8 * j);
            U::put::<S, FOUR>(simd, [first[j], second[j]], chosen, room, units);
            units += chosen.count();
        });
    });
    units
}

/// Takes an exact step. Returns what is written, and whether the last settled places are error-free.
#[inline(always)]
fn exact<S: Simd, U: Units>(
    simd: S,
    rules: &Rules<S>,
    window: &Window,
    settled: u64,
    room: &mut [u8],
) -> Reached {
    let info = SequenceMasks::of(simd, rules, window);
    // These are about the unit that ends at a place.
    let broken = info.broken >> 1;
    let early = if U::EARLY > 0 { info.fourth } else { 0 };
    let ends = !((info.continues ^ early) >> 1) & settled;
    let units = if info.fourth != 0 {
        if S::LANES == 32 {
            crate::hint::cold_path();
        }
        write_units::<S, U, true>(simd, window, ends, broken, room)
    } else {
        write_units::<S, U, false>(simd, window, ends, broken, room)
    };
    let errors = (broken & settled).count_ones().into();
    // Three bytes before the end can be looked back at.
    let is_error_free = (broken | info.stray) & settled >> (STEP - 4) << (STEP - 4) == 0;
    Reached { done: Replaced { read: STEP, written: U::WIDTH * units, errors }, is_error_free }
}

/// Takes an exact step at an end of the text or of the room. Returns `None` if its units do not fit.
#[inline(always)]
fn edge<S: Simd, U: Units>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
    done: Replaced,
) -> Option<Reached> {
    let len = STEP.min(bytes.len() - done.read);
    let window = frame_around(bytes, done.read);
    let mut room = [0; MOST_ROOM];
    let step = simd.run_outlined(ErrorDense {
        nibbles,
        bytes: &window,
        out: &mut room[..U::ROOM],
        settled: SETTLED & SETTLED >> (STEP - len),
        done: Replaced { read: AHEAD + BACK, ..Replaced::default() },
        pace: &mut Pace::default(),
        units: PhantomData::<U>,
    });
    let written = step.done.written;
    out.get_mut(done.written..done.written + written)?.copy_from_slice(&room[..written]);
    Some(Reached { done: done.and(Replaced { read: len, ..step.done }), ..step })
}

/// The outlined strict kernel.
struct Clean<'a, U> {
    nibbles: &'a Nibbles,
    bytes: &'a [u8],
    out: &'a mut [u8],
    done: Replaced,
    units: PhantomData<U>,
}

impl<U: Units> Vectorized for Clean<'_, U> {
    type Output = Reached;

    fn scalar(self) -> Reached {
        Reached { done: self.done, is_error_free: false }
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Reached {
        clean::<S, U>(simd, self.nibbles, self.bytes, self.out, self.done)
    }
}

/// Runs the strict kernel until it finds an error, or the text or the room ends.
#[inline(always)]
fn clean<S: Simd, U: Units>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
    mut done: Replaced,
) -> Reached {
    let mut rules = Rules::load(simd, nibbles);
    // Constants for the loop.
    (rules.four, rules.refuses_nul) = (true, false);
    let rules = &rules;
    // After an error the next may be near, and the work of a failed chunk is repeated.
    let mut most = FIRST_CHUNK;
    while bytes.len() - done.read > BLOCK && out.len() - done.written >= U::ROOM {
        if bytes[done.read] < 0x80 {
            let len = ascii_run::<S, U>(simd, rules, &bytes[done.read..], &mut out[done.written..]);
            done = done.and(Replaced { read: len, written: len * U::WIDTH, errors: 0 });
            if len > 0 {
                continue;
            }
        }
        let (text, room) = (&bytes[done.read - BACK..], &mut out[done.written..]);
        let step = convert_chunk::<S, U, KnownUtf8, false>(simd, nibbles, rules, text, room, most);
        let Some((read, written, _)) = step else {
            return Reached { done: back::<U>(bytes, nibbles, done), is_error_free: false };
        };
        done = done.and(Replaced { read, written, errors: 0 });
        most = CHUNK.min(2 * most);
    }
    Reached { done: back::<U>(bytes, nibbles, done), is_error_free: true }
}

/// Goes back to the start of an open sequence. Of the byte after it, the strict kernel has seen only that it
/// is a trail byte.
#[inline(always)]
fn back<U: Units>(bytes: &[u8], nibbles: &Nibbles, done: Replaced) -> Replaced {
    let (read, written) = strict::up_to_boundary::<U>(bytes, nibbles, done.read, done.written);
    Replaced { read, written, ..done }
}

/// Bytes that the strict kernel is given first.
const FIRST_CHUNK: usize = BLOCK;

/// Outlined exact steps, in which the places of a mask are settled.
struct ErrorDense<'a, U> {
    nibbles: &'a Nibbles,
    bytes: &'a [u8],
    out: &'a mut [u8],
    settled: u64,
    done: Replaced,
    pace: &'a mut Pace,
    units: PhantomData<U>,
}

impl<U: Units> Vectorized for ErrorDense<'_, U> {
    type Output = Reached;

    fn scalar(self) -> Reached {
        Reached { done: self.done, is_error_free: false }
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Reached {
        error_dense::<S, U>(simd, self)
    }
}

/// Takes exact steps while errors are frequent, or until the text or the room ends.
#[inline(always)]
fn error_dense<S: Simd, U: Units>(simd: S, steps: ErrorDense<'_, U>) -> Reached {
    let ErrorDense { nibbles, bytes, out, settled, mut done, pace, .. } = steps;
    let rules = &Rules::load(simd, nibbles);
    let mut is_error_free = false;
    while let (Some(window), Some(room)) =
        (bytes[done.read - AHEAD - BACK..].first_chunk(), out.get_mut(done.written..done.written + U::ROOM))
    {
        let step = exact::<S, U>(simd, rules, window, settled, room);
        done = done.and(step.done);
        pace.exact(step.done.errors == 0, RISE);
        // Over ASCII the strict kernel gains more.
        let is_ascii = step.done.written == STEP * U::WIDTH;
        is_error_free = step.is_error_free;
        if is_error_free && pace.0 <= (if is_ascii { RISE } else { 0 }) {
            break;
        }
    }
    Reached { done, is_error_free }
}

#[inline(always)]
fn lossy<S: Simd, U: Units>(simd: S, nibbles: &Nibbles, bytes: &[u8], out: &mut [u8]) -> Replaced {
    let mut place = Reached::default();
    let mut pace = Pace::default();
    while place.done.read < bytes.len() {
        match edge::<S, U>(simd, nibbles, bytes, out, place.done) {
            Some(next) => place = next,
            None => return up_to_boundary::<U>(bytes, place.done),
        }
        while bytes.len() - place.done.read > BLOCK && out.len() - place.done.written >= U::ROOM {
            let (done, out, units) = (place.done, &mut *out, PhantomData::<U>);
            if place.is_error_free {
                place = simd.run_outlined(Clean { nibbles, bytes, out, done, units });
                pace.clean(place.done.read.saturating_sub(done.read));
            } else {
                let (settled, pace) = (SETTLED, &mut pace);
                place = simd.run_outlined(ErrorDense { nibbles, bytes, out, settled, done, pace, units });
            }
        }
    }
    place.done
}

/// Goes back to the start of an open unit.
fn up_to_boundary<U: Units>(bytes: &[u8], done: Replaced) -> Replaced {
    let open = open(bytes, done.read);
    let early = if open == 3 { U::EARLY * U::WIDTH } else { 0 };
    Replaced { read: done.read - open, written: done.written - early, ..done }
}

#[inline(always)]
fn of_utf_8<S: Simd, U: Units>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced {
    match const { &FormGrammar::<Utf8>::NIBBLES } {
        Some(nibbles) => lossy::<S, U>(simd, nibbles, bytes, out),
        None => Replaced::default(),
    }
}

/// UTF-8 to UTF-16.
#[inline(always)]
pub(crate) fn lossy_utf_8_to_utf_16<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced {
    of_utf_8::<S, Words<false>>(simd, bytes, out)
}

/// UTF-8 to UTF-32.
#[inline(always)]
pub(crate) fn lossy_utf_8_to_utf_32<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced {
    of_utf_8::<S, Doublewords>(simd, bytes, out)
}
