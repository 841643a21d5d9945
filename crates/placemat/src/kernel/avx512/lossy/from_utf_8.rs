//! UTF-8 to UTF-16 and UTF-32, lossily: each character is written at its last byte, and U+FFFD at the last
//! byte of each maximal subpart.
//!
//! ```text
//! exact step at both ends of the text, with masked loads and stores
//! while there is room and text for whole registers:
//!     error-free:   clean steps of 64 places, until one fails; ASCII in runs
//!     error-dense:  exact steps of 61 places, until some in a row were error-free
//! ```
//!
//! Both kinds of step look one byte ahead: the byte after a sequence shows that it ends, and whether it is a
//! character. The loops may therefore change between any two bytes. Of the
//! 64 places that an exact step sees, three are only looked back at.

use core::marker::PhantomData;

use super::super::follows::Follows;
use super::super::from_utf_8::runs;
use super::super::to_utf_16::{self, Words, with_surrogates};
use super::super::to_utf_32::{Doublewords, Planes, third_plane};
use super::super::units::Units;
use super::{BACK, Bytes, Exact, Step, edge, error_dense, open, patience};
use crate::kernel::grammar::{KnownUtf8, UTF_8};
use crate::kernel::lossy::{Reached, Replaced, SequenceMasks};
use crate::simd::{Avx512, Vector, Vectorized};

/// Units whose planes may hold U+FFFD.
trait Replacing: Units {
    type Planes: Copy;
    /// Returns the planes, by exact facts.
    fn exact_planes(simd: Avx512, bytes: Bytes, info: SequenceMasks) -> Self::Planes;
    /// Returns where a unit is written: where a sequence ends, and for some units also earlier.
    fn emits(info: SequenceMasks) -> u64;
    /// Writes the units of a mask into room for 64 of them or, unless `WHOLE`, into room for exactly these.
    fn store<const WHOLE: bool>(simd: Avx512, planes: Self::Planes, emit: u64, room: &mut [u8])
    -> Option<()>;
}

/// Bits 1..0 as 7..6, bits 5..2 as 3..0, bits 3..0 as 7..4: see [`Avx512::affine`].
const LEFT_6: u64 = u64::from_le_bytes([0x02, 0x01, 0, 0, 0, 0, 0, 0]);
const RIGHT_2: u64 = u64::from_le_bytes([0, 0, 0, 0, 0x20, 0x10, 0x08, 0x04]);
const LEFT_4: u64 = u64::from_le_bytes([0x08, 0x04, 0x02, 0x01, 0, 0, 0, 0]);

/// Returns the low and high planes of what ends well and is not of four. It differs from
/// [`planes`](super::super::units::planes) in that a lead of three counts only if two trail bytes
/// follow. Elsewhere it would get into what comes after an error.
#[inline(always)]
fn short_planes(simd: Avx512, bytes: Bytes) -> [Vector; 2] {
    let Bytes { byte, before, .. } = bytes;
    let not_ascii = simd.sign_bits(byte);
    // 80 + 80 is 0: the tag of the trail byte disappears.
    let low = simd.add(byte, simd.keep(not_ascii, simd.affine::<0x80>(before[0], LEFT_6)));
    let middle = simd.keep(not_ascii, simd.affine::<0>(before[0], RIGHT_2));
    let two_trails = not_ascii & simd.signed_below(before[0], simd.splat(0xC0));
    let top = simd.keep(two_trails, simd.affine::<0>(before[1], LEFT_4));
    [low, simd.or(middle, top)]
}

#[inline(always)]
fn with_replacements(simd: Avx512, [low, high]: [Vector; 2], info: SequenceMasks) -> [Vector; 2] {
    let (low_byte, high_byte) = (simd.splat(0xFD), simd.splat(0xFF));
    [simd.blend(info.broken, low, low_byte), simd.blend(info.broken, high, high_byte)]
}

impl Replacing for Words<false> {
    type Planes = [Vector; 2];

    #[inline(always)]
    fn exact_planes(simd: Avx512, bytes: Bytes, info: SequenceMasks) -> [Vector; 2] {
        let mut units = short_planes(simd, bytes);
        if info.fourth != 0 {
            let halves = [info.fourth, info.fourth << 1];
            units = with_surrogates(simd, bytes.byte, bytes.before, units, halves);
        }
        with_replacements(simd, units, info)
    }

    #[inline(always)]
    fn emits(info: SequenceMasks) -> u64 {
        !(info.continues ^ info.fourth)
    }

    #[inline(always)]
    fn store<const WHOLE: bool>(simd: Avx512, planes: [Vector; 2], emit: u64, room: &mut [u8]) -> Option<()> {
        to_utf_16::store::<false, WHOLE>(simd, planes, emit, room)
    }
}

impl Replacing for Doublewords {
    type Planes = Planes;

    #[inline(always)]
    fn exact_planes(simd: Avx512, bytes: Bytes, info: SequenceMasks) -> Planes {
        let third =
            if info.fourth != 0 { third_plane(simd, bytes.before, info.fourth << 1) } else { simd.zero() };
        // The low bits of the second of four bytes are at the same position as those of a lead of three.
        let [low, high] = with_replacements(simd, short_planes(simd, bytes), info);
        Planes { low, high, third }
    }

    #[inline(always)]
    fn emits(info: SequenceMasks) -> u64 {
        !info.continues
    }

    #[inline(always)]
    fn store<const WHOLE: bool>(simd: Avx512, planes: Planes, emit: u64, room: &mut [u8]) -> Option<()> {
        Doublewords::store::<true, WHOLE>(simd, planes, emit, room).map(|_| ())
    }
}

/// Exact steps that make such units.
struct ToUnits<U>(PhantomData<U>);

impl<U: Replacing> Exact for ToUnits<U> {
    const STEP: usize = 61;
    const INSIDE: u64 = Self::SETTLED;
    const ROOM: usize = 64 * U::WIDTH;
    /// The planes, and the places whose units are written.
    type Made = (U::Planes, u64);

    #[inline(always)]
    fn exact(simd: Avx512, bytes: Bytes, follows: Follows, settled: u64) -> Step<(U::Planes, u64)> {
        let info = SequenceMasks::by_masks(simd, bytes, follows);
        let is_error_free = (info.broken | info.stray) & settled == 0;
        Step {
            made: (U::exact_planes(simd, bytes, info), U::emits(info) & settled),
            broken: info.broken,
            is_error_free,
            ends_error_free: is_error_free,
        }
    }

    #[inline(always)]
    fn len((_, emit): (U::Planes, u64)) -> usize {
        U::WIDTH * emit.count_ones() as usize
    }

    #[inline(always)]
    fn store<const WHOLE: bool>(
        simd: Avx512,
        (planes, emit): (U::Planes, u64),
        room: &mut [u8],
    ) -> Option<()> {
        U::store::<WHOLE>(simd, planes, emit, room)
    }
}

/// Text that is error-free for this many bytes is given to the strict kernel, which looks for errors in
/// longer runs. What that kernel did in the run that has an error is repeated.
const LONG_RUN: usize = 4096;

/// The strict kernel from a place on, outlined.
struct Strict<'a, U>(&'a [u8], &'a mut [u8], (usize, usize), PhantomData<U>);

impl<U: Units> Vectorized for Strict<'_, U> {
    type Output = (usize, usize);

    fn scalar(self) -> (usize, usize) {
        self.2
    }

    #[inline(always)]
    fn avx512(self, simd: Avx512) -> (usize, usize) {
        runs::<U, KnownUtf8>(simd, const { &UTF_8 }, self.0, self.1, self.2)
    }
}

/// Takes clean steps until one fails, or the text or the room ends.
#[inline(always)]
fn clean<U: Units>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    follows: Follows,
    mut done: Replaced,
) -> Reached {
    let (mut rest, mut room) = (&bytes[done.read - BACK..], &mut out[done.written..]);
    let from = done.read;
    while let (Some(block), Some(units)) = (rest.first_chunk(), room.get_mut(..64 * U::WIDTH)) {
        let bytes = Bytes::load(simd, block);
        let written = if simd.sign_bits(simd.or(bytes.next, bytes.byte)) == 0 {
            U::widen::<true>(simd, bytes.byte, units).map(|()| 64)
        } else {
            let errors = bytes.errors(simd, follows);
            // Leads of four in the block, or three places before it.
            let greatest = simd.max(bytes.byte, bytes.before[2]);
            let four = simd.sub_saturating(greatest, simd.splat(0x70));
            if simd.sign_bits(simd.or(errors, four)) == 0 {
                U::write::<false, true>(simd, bytes.byte, bytes.before, u64::MAX, units)
            } else if simd.sign_bits(errors) == 0 {
                U::write::<true, true>(simd, bytes.byte, bytes.before, u64::MAX, units)
            } else {
                return Reached { done, is_error_free: false };
            }
        };
        let Some(written) = written else { break };
        rest = &rest[64..];
        room = &mut room[U::WIDTH * written..];
        done = done.and(Replaced { read: 64, written: U::WIDTH * written, errors: 0 });
        if done.read - from >= LONG_RUN {
            break;
        }
    }
    Reached { done, is_error_free: true }
}

#[inline(always)]
fn lossy<U: Replacing>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
    let follows = Follows::load(simd, const { &UTF_8.follows }, false);
    let mut place = Reached { done: Replaced::default(), is_error_free: true };
    let mut clean_run = 0;
    while place.done.read < bytes.len() {
        match edge::<ToUnits<U>>(simd, bytes, out, follows, place.done) {
            Some(next) => place = next,
            None => return up_to_boundary::<U>(bytes, place.done),
        }
        while place.done.read + 65 <= bytes.len() && place.done.written + 64 * U::WIDTH <= out.len() {
            if place.is_error_free {
                let before = place.done.read;
                place = clean::<U>(simd, bytes, out, follows, place.done);
                clean_run = place.done.read - before;
                if clean_run >= LONG_RUN {
                    let now = (place.done.read, place.done.written);
                    let (read, written) = simd.run_outlined(Strict::<U>(bytes, out, now, PhantomData));
                    place.done = Replaced { read, written, ..place.done };
                    // A clean step looks one byte ahead. A trail byte where the strict kernel stopped belongs
                    // to nothing.
                    let is_trail = bytes.get(read).is_some_and(|byte| byte & 0xC0 == 0x80);
                    place.is_error_free = read == now.0 || !is_trail;
                }
            } else {
                place = error_dense::<ToUnits<U>>(simd, bytes, out, follows, place.done, patience(clean_run));
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

/// UTF-8 to UTF-16.
#[inline(always)]
pub(crate) fn lossy_utf_8_to_utf_16(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
    lossy::<Words<false>>(simd, bytes, out)
}

/// UTF-8 to UTF-32.
#[inline(always)]
pub(crate) fn lossy_utf_8_to_utf_32(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
    lossy::<Doublewords>(simd, bytes, out)
}
