//! Validation of UTF-8 and its like by one look-up.
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
//! registers, one permute): the grammar of the form, made from its table. A byte that is no lead lets nothing follow,
//! and is seen one byte later. Where the byte 00 is refused, that is one test more.

use super::{BACK, RUN, Window, block, boundary};
use crate::kernel::grammar::Grammar;
use crate::simd::{Avx512, Vector};

/// The constants of a grammar in two registers, and whether it refuses the byte 00.
#[derive(Clone, Copy)]
pub(super) struct Follows {
    low: Vector,
    high: Vector,
    refuses_nul: bool,
}

impl Follows {
    #[inline(always)]
    pub(super) fn load(simd: Avx512, grammar: &Grammar) -> Self {
        let halves = grammar.follows.as_chunks::<64>().0;
        Follows { low: simd.load(&halves[0]), high: simd.load(&halves[1]), refuses_nul: grammar.refuses_nul }
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
    let sum = simd.add(byte, simd.permute(follows.low, before[0], follows.high));
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
    let error = simd.ternary::<0xBC>(expected, seen, sum);
    if follows.refuses_nul {
        // byte - 1 & !byte has the sign bit for 00 alone.
        simd.ternary::<0xF4>(error, simd.sub(byte, simd.splat(1)), byte)
    } else {
        error
    }
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

/// Sign bits somewhere, unless the run is ASCII that the grammar takes.
#[inline(always)]
pub(super) fn not_ascii(simd: Avx512, window: &Window, follows: Follows) -> Vector {
    let bytes = [
        block::<0, 0>(simd, window),
        block::<1, 0>(simd, window),
        block::<2, 0>(simd, window),
        block::<3, 0>(simd, window),
    ];
    let any = simd.ternary::<0xFE>(simd.or(bytes[0], bytes[1]), bytes[2], bytes[3]);
    if !follows.refuses_nul {
        return any;
    }
    let less = bytes.map(|bytes| simd.sub(bytes, simd.splat(1)));
    simd.ternary::<0xFE>(any, simd.or(less[0], less[1]), simd.or(less[2], less[3]))
}

/// The length of a prefix of whole sequences by a grammar.
#[inline(always)]
pub(in crate::kernel) fn validate(simd: Avx512, grammar: &Grammar, bytes: &[u8]) -> usize {
    /// After a run that is not ASCII, so many runs are not asked.
    const DENSE: usize = 2;
    let follows = Follows::load(simd, grammar);
    // The first run that has something to look back at, and whose loads are aligned.
    let head = 64 - bytes.as_ptr().addr() % 64;
    let mut at = if head < BACK { head + 64 } else { head };
    if bytes.len() < at + RUN || !first_run_is_well_formed(simd, bytes, follows) {
        return 0;
    }
    let mut ask = 0;
    while let Some(window) = bytes[at - BACK..].first_chunk::<{ BACK + RUN }>() {
        if ask == 0 && simd.sign_bits(not_ascii(simd, window, follows)) == 0 && boundary(bytes, at) == at {
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
