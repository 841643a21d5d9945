//! Lengths of UTF-8 under the policy `replace`, from facts about byte positions.
//!
//! A unit is a character or a maximal subpart. The second byte of a unit may follow the lead before it; the third stands
//! behind a good second byte of a lead from E0 on, the fourth behind a good third byte of a lead from F0 on. Whatever is
//! none of these begins a unit, so that the leads alone tell where units are, however many errors there are:
//!
//! ```text
//! UTF-32    all bytes − second − third − fourth bytes
//! UTF-16    all bytes − second − third bytes: a good fourth byte stands for the lead surrogate
//! UTF-8     all bytes + 2 × errors of one byte + errors of two bytes: an error of three has the length of U+FFFD
//! ```

use super::validate::{Follows, run_errors};
use super::{BACK, RUN, Window, block};
use crate::kernel::grammar::UTF_8;
use crate::kernel::lossy::unit;
use crate::simd::{Avx512, Vector};

/// Sign bits at the bytes that go on a unit, without fourth bytes unless `FOUR`; and where a third byte is missing.
#[derive(Clone, Copy)]
struct Inside {
    good: Vector,
    broken_off: Vector,
}

/// Sign bits at trail bytes: as signed bytes they are the least, and adding 40 with saturation leaves just them negative.
#[inline(always)]
fn trail(simd: Avx512, bytes: Vector) -> Vector {
    simd.add_signed_saturating(bytes, simd.splat(0x40))
}

/// Sign bits at the bytes from `LEAST` on.
#[inline(always)]
fn from<const LEAST: u8>(simd: Avx512, bytes: Vector) -> Vector {
    simd.sub_saturating(bytes, simd.splat(LEAST - 0x80))
}

#[inline(always)]
fn inside<const BLOCK: usize, const FOUR: bool>(simd: Avx512, window: &Window, follows: Follows) -> Inside {
    let byte = block::<BLOCK, 0>(simd, window);
    let before =
        [block::<BLOCK, 1>(simd, window), block::<BLOCK, 2>(simd, window), block::<BLOCK, 3>(simd, window)];
    let (seen, seen_before) = (trail(simd, byte), trail(simd, before[0]));
    // lead & !refused
    let refused = follows.sum(simd, byte, before[0]);
    let lead = from::<0xC0>(simd, before[0]);
    let second = simd.ternary::<0x0C>(refused, lead, lead);
    // !refused & trail & lead
    let refused = follows.sum(simd, before[0], before[1]);
    let third = simd.ternary::<0x08>(refused, seen_before, from::<0xE0>(simd, before[1]));
    // third & !seen
    let broken_off = simd.ternary::<0x0C>(seen, third, third);
    // (second | third) & seen
    let good = simd.ternary::<0xA8>(second, third, seen);
    if !FOUR {
        return Inside { good, broken_off };
    }
    let refused = follows.sum(simd, before[1], before[2]);
    let third_before = simd.ternary::<0x08>(refused, trail(simd, before[1]), from::<0xF0>(simd, before[2]));
    let fourth = simd.ternary::<0x80>(third_before, seen_before, seen);
    Inside { good: simd.or(good, fourth), broken_off }
}

/// Bytes of a run that go on a unit, without fourth bytes unless `FOUR`.
#[inline(always)]
fn inside_run<const FOUR: bool>(simd: Avx512, window: &Window, follows: Follows) -> u64 {
    let first = simd.sign_bits(inside::<0, FOUR>(simd, window, follows).good).count_ones()
        + simd.sign_bits(inside::<1, FOUR>(simd, window, follows).good).count_ones();
    let second = simd.sign_bits(inside::<2, FOUR>(simd, window, follows).good).count_ones()
        + simd.sign_bits(inside::<3, FOUR>(simd, window, follows).good).count_ones();
    u64::from(first + second)
}

/// The first run behind zeros, if there is a byte behind it.
#[inline(always)]
fn first_run(bytes: &[u8]) -> Option<Window> {
    let mut window = [0; BACK + RUN];
    window[BACK..].copy_from_slice(bytes.first_chunk::<RUN>().filter(|_| bytes.len() > RUN)?);
    Some(window)
}

/// The run at a place, with the bytes before it, if there is a byte behind it.
#[inline(always)]
fn run_at(bytes: &[u8], at: usize) -> Option<&Window> {
    bytes[at - BACK..].first_chunk().filter(|_| bytes.len() > at + RUN)
}

/// The start of the unit that byte `at` goes on; `at` itself if it begins one.
#[inline(always)]
fn unit_start(bytes: &[u8], at: usize) -> usize {
    for start in (at.saturating_sub(3)..at).rev() {
        if bytes[start] >= 0xC0 {
            return if unit(&bytes[start..]).0 > at - start { start } else { at };
        }
    }
    at
}

/// Bytes of a prefix of whole units, and what they are in UTF-16, or in UTF-32 if `FOUR`.
#[inline(always)]
pub(in crate::kernel) fn replaced_units<const FOUR: bool>(simd: Avx512, bytes: &[u8]) -> (usize, u64) {
    let Some(window) = first_run(bytes) else { return (0, 0) };
    let follows = Follows::load(simd, const { &UTF_8.follows }, false);
    let mut inside = inside_run::<FOUR>(simd, &window, follows);
    let mut at = RUN;
    while let Some(window) = run_at(bytes, at) {
        inside += inside_run::<FOUR>(simd, window, follows);
        at += RUN;
    }
    // A unit that is open has been counted where it begins.
    let whole = unit_start(bytes, at);
    (whole, at as u64 - inside - u64::from(whole < at))
}

/// Bytes that a run gains, and whether its last byte begins a unit and is not ASCII; `alone` is the same of the run
/// before.
#[inline(always)]
fn gain(simd: Avx512, window: &Window, follows: Follows, alone: u64) -> (u64, u64) {
    let (mut gain, mut alone) = (0, alone);
    let insides = [
        (block::<0, 0>(simd, window), inside::<0, true>(simd, window, follows)),
        (block::<1, 0>(simd, window), inside::<1, true>(simd, window, follows)),
        (block::<2, 0>(simd, window), inside::<2, true>(simd, window, follows)),
        (block::<3, 0>(simd, window), inside::<3, true>(simd, window, follows)),
    ];
    for (byte, inside) in insides {
        let good = simd.sign_bits(inside.good);
        let begins = simd.sign_bits(byte) & !good;
        // Not ASCII, and the next byte begins a unit, too.
        let one = (begins << 1 | alone) & !good;
        let two = simd.sign_bits(inside.broken_off);
        gain += u64::from(2 * one.count_ones() + two.count_ones());
        alone = begins >> 63;
    }
    (gain, alone)
}

/// Bytes of a prefix of whole units, and how many bytes they are when they are repaired.
///
/// Behind a run that gained nothing and left nothing open, a run without errors gains nothing either.
#[inline(always)]
pub(in crate::kernel) fn replaced_bytes(simd: Avx512, bytes: &[u8]) -> (usize, u64) {
    let Some(window) = first_run(bytes) else { return (0, 0) };
    let follows = Follows::load(simd, const { &UTF_8.follows }, false);
    let (mut gained, mut alone) = gain(simd, &window, follows, 0);
    let mut at = RUN;
    let mut is_quiet = false;
    while let Some(window) = run_at(bytes, at) {
        at += RUN;
        if is_quiet && simd.sign_bits(run_errors(simd, window, follows)) == 0 {
            alone = u64::from(bytes[at - 1] >= 0xC0);
            continue;
        }
        let (more, last) = gain(simd, window, follows, alone);
        is_quiet = more == 0 && (last == 0 || bytes[at - 1] >= 0xC0);
        gained += more;
        alone = last;
    }
    let whole = unit_start(bytes, at);
    if whole == at {
        // What ended here would be seen at the next byte.
        gained += 2 * alone + u64::from(bytes[at - 2] >= 0xC0 && unit(&bytes[at - 2..]) == (2, None));
    }
    (whole, whole as u64 + gained)
}
