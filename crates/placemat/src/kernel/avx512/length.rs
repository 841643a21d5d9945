//! Lengths of UTF-8 under the policy `replace`, from facts about byte positions.
//!
//! A unit is a character or a maximal subpart. The second byte of a unit may follow the lead before it. The
//! third byte comes after a good second byte of a lead from E0 on, the fourth after a good third byte of a
//! lead from F0 on. Every other byte begins a unit. The leads alone therefore determine where units are,
//! however many errors there are:
//!
//! ```text
//! UTF-32    all bytes − second − third − fourth bytes
//! UTF-16    all bytes − second − third bytes: a good fourth byte stands for the lead surrogate
//! UTF-8     all bytes + 2 × errors of one byte + errors of two bytes: an error of three has the length of U+FFFD
//! ```

use super::follows::{Follows, run_errors};
use super::{BACK, RUN, Window, before, block, has_four};
use crate::kernel::grammar::UTF_8;
use crate::simd::{Avx512, Vector};

/// Sign bits at the bytes that continue a unit (fourth bytes only if `FOUR`), and where a third byte is
/// missing.
#[derive(Clone, Copy)]
struct Inside {
    good: Vector,
    broken_off: Vector,
}

/// Returns sign bits at trail bytes. As signed bytes they are the smallest, and only they stay negative when
/// 40 is added with saturation.
#[inline(always)]
fn trail(simd: Avx512, bytes: Vector) -> Vector {
    simd.add_signed_saturating(bytes, simd.splat(0x40))
}

/// Returns sign bits at the bytes from `LEAST` on.
#[inline(always)]
fn from<const LEAST: u8>(simd: Avx512, bytes: Vector) -> Vector {
    simd.sub_saturating(bytes, simd.splat(LEAST - 0x80))
}

#[inline(always)]
fn inside<const FOUR: bool>(simd: Avx512, window: &Window, k: usize, follows: Follows) -> Inside {
    let (byte, before) = (block(simd, window, k, 0), before(simd, window, k));
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

/// Returns the bytes of a run that continue a unit (fourth bytes only if `FOUR`).
#[inline(always)]
fn inside_run<const FOUR: bool>(simd: Avx512, window: &Window, follows: Follows) -> u64 {
    let mut counts = [0; 4];
    unrolled!(k of 4 => {
        counts[k] = simd.sign_bits(inside::<FOUR>(simd, window, k, follows).good).count_ones();
    });
    let [a, b, c, d] = counts;
    u64::from((a + b) + (c + d))
}

/// Returns the run at a place, with the bytes before it.
#[inline(always)]
fn run_at(bytes: &[u8], at: usize) -> Option<&Window> {
    bytes.get(at.checked_sub(BACK)?..)?.first_chunk()
}

/// Returns what is left from a place on, less than a run, between the bytes before it and zeros.
#[inline(always)]
fn rest_at(bytes: &[u8], at: usize) -> Window {
    let mut window = [0; BACK + RUN];
    let before = at.min(BACK);
    window[BACK - before..BACK + bytes.len() - at].copy_from_slice(&bytes[at - before..]);
    window
}

/// Returns the first run, after zeros.
#[inline(always)]
fn first_run(bytes: &[u8]) -> Option<Window> {
    let mut window = [0; BACK + RUN];
    window[BACK..].copy_from_slice(bytes.first_chunk::<RUN>()?);
    Some(window)
}

/// Returns the length of any UTF-8 in UTF-16, or in UTF-32 if `FOUR`.
#[inline(always)]
pub(crate) fn replaced_units<const FOUR: bool>(simd: Avx512, bytes: &[u8]) -> u64 {
    let follows = Follows::load(simd, const { &UTF_8.follows }, false);
    let (mut at, mut inside) = (0, 0);
    if let Some(window) = first_run(bytes) {
        inside = inside_run::<FOUR>(simd, &window, follows);
        at = RUN;
    }
    while let Some(window) = run_at(bytes, at) {
        inside += if FOUR && has_four(simd, window) {
            inside_run::<true>(simd, window, follows)
        } else {
            inside_run::<false>(simd, window, follows)
        };
        at += RUN;
    }
    bytes.len() as u64 - inside - inside_run::<FOUR>(simd, &rest_at(bytes, at), follows)
}

/// Returns the bytes that a run gains, and whether its last byte begins a unit and is not ASCII. `alone` is
/// that second result for the preceding run. `FOUR` is false if no sequence of four occurs.
#[inline(always)]
fn gain<const FOUR: bool>(simd: Avx512, window: &Window, follows: Follows, alone: u64) -> (u64, u64) {
    let (mut gain, mut alone) = (0, alone);
    let insides = [
        (block(simd, window, 0, 0), inside::<FOUR>(simd, window, 0, follows)),
        (block(simd, window, 1, 0), inside::<FOUR>(simd, window, 1, follows)),
        (block(simd, window, 2, 0), inside::<FOUR>(simd, window, 2, follows)),
        (block(simd, window, 3, 0), inside::<FOUR>(simd, window, 3, follows)),
    ];
    for (byte, inside) in insides {
        let good = simd.sign_bits(inside.good);
        let begins = simd.sign_bits(byte) & !good;
        // Not ASCII, and the next byte also begins a unit.
        let one = (begins << 1 | alone) & !good;
        let two = simd.sign_bits(inside.broken_off);
        gain += u64::from(2 * one.count_ones() + two.count_ones());
        alone = begins >> 63;
    }
    (gain, alone)
}

/// Returns the length of any UTF-8 after repair.
///
/// After a run that gained nothing and left nothing open, a run without errors gains nothing either. The zero
/// after the text shows what ends with the text.
#[inline(always)]
pub(crate) fn replaced_bytes(simd: Avx512, bytes: &[u8]) -> u64 {
    let follows = Follows::load(simd, const { &UTF_8.follows }, false);
    let (mut at, mut gained, mut alone) = (0, 0, 0);
    if let Some(window) = first_run(bytes) {
        (gained, alone) = gain::<true>(simd, &window, follows, 0);
        at = RUN;
    }
    let mut is_quiet = false;
    while let Some(window) = run_at(bytes, at) {
        at += RUN;
        if is_quiet && simd.sign_bits(run_errors::<true, false>(simd, window, follows)) == 0 {
            alone = u64::from(bytes[at - 1] >= 0xC0);
            continue;
        }
        let (more, last) = if has_four(simd, window) {
            gain::<true>(simd, window, follows, alone)
        } else {
            gain::<false>(simd, window, follows, alone)
        };
        is_quiet = more == 0 && (last == 0 || bytes[at - 1] >= 0xC0);
        gained += more;
        alone = last;
    }
    let (more, _) = gain::<true>(simd, &rest_at(bytes, at), follows, alone);
    bytes.len() as u64 + gained + more
}
