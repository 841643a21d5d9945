//! Validation of UTF-8 by one look-up.
//!
//! Every byte `c` is seen together with those one, two and three places before it. The text is well-formed exactly when
//! at every byte, and at a zero behind the end,
//!
//! ```text
//! expected  =  before 1 ≥ C0  or  before 2 ≥ E0  or  before 3 ≥ F0     a sequence wants a trail byte here
//! seen      =  c is 80..BF
//! expected = seen,  and where both, c may follow the byte before
//! ```
//!
//! Whether `c` may follow is the sign bit of `c + constant`, the constant looked up by the byte before (128 entries, two
//! registers, one permute). Of the 256 sums just one half of the circle has the sign bit, so a constant can express every
//! range that touches an end of 80..BF, and [`FOLLOWS`] is proved for all 128 × 64 pairs at compile time. A byte that is
//! no lead (C0, C1, F5..FF) lets nothing follow, and is seen one byte later.

use super::{BACK, RUN, Window, block, boundary};
use crate::simd::{Avx512, Vector};

/// For every byte from 80 on the constant that makes the sign bit of the sum say "may not follow".
const FOLLOWS: [u8; 128] = {
    let mut table = [0; 128];
    let mut lead = 0x80;
    while lead < 0x100 {
        table[lead - 0x80] = match second(lead as u8) {
            None if lead < 0xC0 => 0xC0, // no lead: never reported here
            None => 0,
            Some((0x80, last)) => 0x7F_u8.wrapping_sub(last),
            Some((first, _)) => 0_u8.wrapping_sub(first),
        };
        let mut byte = 0x80_u8;
        while byte < 0xC0 {
            let refused = byte.wrapping_add(table[lead - 0x80]) >= 0x80;
            let wrong = match second(lead as u8) {
                None => lead >= 0xC0,
                Some((first, last)) => byte < first || byte > last,
            };
            assert!(refused == wrong, "a range of second bytes touches an end of 80..BF");
            byte += 1;
        }
        lead += 1;
    }
    table
};

/// The second bytes that may follow a lead (Table 3-7).
const fn second(lead: u8) -> Option<(u8, u8)> {
    match lead {
        0xE0 => Some((0xA0, 0xBF)),
        0xED => Some((0x80, 0x9F)),
        0xF0 => Some((0x90, 0xBF)),
        0xF4 => Some((0x80, 0x8F)),
        0xC2..=0xF3 => Some((0x80, 0xBF)),
        _ => None,
    }
}

/// The two registers of [`FOLLOWS`].
#[derive(Clone, Copy)]
pub(super) struct Follows(Vector, Vector);

impl Follows {
    #[inline(always)]
    pub(super) fn load(simd: Avx512) -> Self {
        let (low, high) = const { (FOLLOWS.first_chunk().unwrap(), FOLLOWS.last_chunk().unwrap()) };
        Follows(simd.load(low), simd.load(high))
    }
}

/// Sign bits where an error is seen. `before` are the bytes one, two and three places before; `FOUR` is false where
/// none three before is F0 or more.
#[inline(always)]
pub(super) fn errors<const FOUR: bool>(
    simd: Avx512,
    byte: Vector,
    before: [Vector; 3],
    follows: Follows,
) -> Vector {
    let sum = simd.add(byte, simd.permute(follows.0, before[0], follows.1));
    // As signed bytes 80..BF are -128..-65: adding 40 with saturation leaves just these negative.
    let seen = simd.add_signed_saturating(byte, simd.splat(0x40));
    // Less 40, 60, 70 with saturation, the sign bit is there from C0, E0, F0 on.
    let two = simd.sub_saturating(before[0], simd.splat(0x40));
    let three = simd.sub_saturating(before[1], simd.splat(0x60));
    let expected = if FOUR {
        let four = simd.sub_saturating(before[2], simd.splat(0x70));
        simd.ternary::<0xFE>(two, three, four)
    } else {
        simd.or(two, three)
    };
    // seen ? !expected | sum : expected
    simd.ternary::<0xBC>(expected, seen, sum)
}

#[inline(always)]
fn block_errors<const BLOCK: usize>(simd: Avx512, window: &Window, follows: Follows) -> Vector {
    let byte = block::<BLOCK, 0>(simd, window);
    let before =
        [block::<BLOCK, 1>(simd, window), block::<BLOCK, 2>(simd, window), block::<BLOCK, 3>(simd, window)];
    errors::<true>(simd, byte, before, follows)
}

/// Sign bits somewhere, if a run is not well-formed.
#[inline(always)]
fn run_errors(simd: Avx512, window: &Window, follows: Follows) -> Vector {
    let first = simd.or(block_errors::<0>(simd, window, follows), block_errors::<1>(simd, window, follows));
    let second = simd.or(block_errors::<2>(simd, window, follows), block_errors::<3>(simd, window, follows));
    simd.or(first, second)
}

/// Sign bits somewhere, unless the run is ASCII.
#[inline(always)]
pub(super) fn not_ascii(simd: Avx512, window: &Window) -> Vector {
    let first = simd.or(block::<0, 0>(simd, window), block::<1, 0>(simd, window));
    simd.ternary::<0xFE>(first, block::<2, 0>(simd, window), block::<3, 0>(simd, window))
}

/// The length of a prefix of whole sequences of UTF-8.
#[inline(always)]
pub(in crate::kernel) fn validate(simd: Avx512, bytes: &[u8]) -> usize {
    /// After a run that is not ASCII, so many runs are not asked.
    const DENSE: usize = 2;
    let follows = Follows::load(simd);
    // The first run that has something to look back at, and whose loads are aligned.
    let head = 64 - bytes.as_ptr().addr() % 64;
    let mut at = if head < BACK { head + 64 } else { head };
    if bytes.len() < at + RUN || !first_run_is_well_formed(simd, bytes, follows) {
        return 0;
    }
    let mut ask = 0;
    while let Some(window) = bytes[at - BACK..].first_chunk::<{ BACK + RUN }>() {
        if ask == 0 && simd.sign_bits(not_ascii(simd, window)) == 0 && boundary(bytes, at) == at {
            at += RUN;
            continue;
        }
        ask = if ask == 0 { DENSE } else { ask } - 1;
        if simd.sign_bits(run_errors(simd, window, follows)) != 0 {
            break;
        }
        at += RUN;
    }
    boundary(bytes, at)
}

/// The first run, behind zeros.
#[inline(always)]
fn first_run_is_well_formed(simd: Avx512, bytes: &[u8], follows: Follows) -> bool {
    let mut window = [0; BACK + RUN];
    window[BACK..].copy_from_slice(&bytes[..RUN]);
    simd.sign_bits(run_errors(simd, &window, follows)) == 0
}
