//! The errors of UTF-8 and its relatives, by one table look-up for each byte.
//!
//! Every byte `c` is examined together with the bytes one, two and three places before it. The text is
//! well-formed exactly if, at every byte and at a zero after the end,
//!
//! ```text
//! expected  =  before 1 ≥ C0  or  before 2 ≥ E0  or  before 3 ≥ F0     a sequence wants a trail byte here
//! seen      =  c is 80..BF
//! expected = seen,  and if both hold, c may follow the byte before
//! ```
//!
//! Whether `c` may follow is the sign bit of `c + constant`. The constant is looked up by the byte before
//! (128 entries, two registers, one permute). The constants are the grammar of the form, made from its table.
//! After a byte that is not a lead nothing may follow, which shows at the next byte. If the byte 00 is
//! refused, that is one more test.

use super::{Before, Window, before, block, moved_on};
use crate::simd::{Avx512, Vector};

/// The constants of a grammar in two registers, and whether it refuses the byte 00.
#[derive(Clone, Copy)]
pub(super) struct Follows {
    low: Vector,
    high: Vector,
    pub(super) refuses_nul: bool,
}

impl Follows {
    #[inline(always)]
    pub(super) fn load(simd: Avx512, constants: &[u8; 128], refuses_nul: bool) -> Self {
        let halves = constants.as_chunks::<64>().0;
        Follows { low: simd.load(&halves[0]), high: simd.load(&halves[1]), refuses_nul }
    }

    /// Returns the sum of every byte and the constant of the byte before it. The sign bit is set at trail
    /// bytes that may not follow that byte, if it is a lead.
    #[inline(always)]
    pub(super) fn sum(self, simd: Avx512, byte: Vector, before: Vector) -> Vector {
        simd.add(byte, simd.permute(self.low, before, self.high))
    }

    /// Returns sign bits where an error is seen. `refused` has them where a trail byte may not follow.
    #[inline(always)]
    pub(super) fn errors(
        self,
        simd: Avx512,
        byte: Vector,
        expected: Vector,
        seen: Vector,
        refused: Vector,
    ) -> Vector {
        // seen ? !expected | refused : expected
        let error = simd.ternary::<0xBC>(expected, seen, refused);
        if self.refuses_nul { nul(simd, error, byte) } else { error }
    }

    /// Returns these constants without the test for 00, which is left to [`or_nul`](Self::or_nul).
    #[inline(always)]
    pub(super) fn without_nul(self) -> Self {
        Follows { refuses_nul: false, ..self }
    }

    /// Returns the sign bits, with more if a run has a byte 00 that it may not have.
    #[inline(always)]
    pub(super) fn or_nul(self, simd: Avx512, signs: Vector, [a, b, c, d]: [Vector; 4]) -> Vector {
        if self.refuses_nul { nul(simd, signs, simd.min(simd.min(a, b), simd.min(c, d))) } else { signs }
    }
}

/// Returns the sign bits, with more where a byte is 00.
#[inline(always)]
fn nul(simd: Avx512, signs: Vector, byte: Vector) -> Vector {
    // byte - 1 & !byte has the sign bit for 00 alone.
    simd.ternary::<0xF4>(signs, simd.sub(byte, simd.splat(1)), byte)
}

/// Returns sign bits where a trail byte is expected, and where one is seen. `FOUR` is false if no byte three
/// places before is F0 or more.
#[inline(always)]
pub(super) fn expected_and_seen<const FOUR: bool>(
    simd: Avx512,
    byte: Vector,
    before: Before,
) -> (Vector, Vector) {
    // As signed bytes, 80..BF are -128..-65: only these stay negative when 40 is added with saturation.
    let seen = simd.add_signed_saturating(byte, simd.splat(0x40));
    // After 40, 60 or 70 is subtracted with saturation, the sign bit is set from C0, E0 or F0 on.
    let two = simd.sub_saturating(before[0], simd.splat(0x40));
    let three = simd.sub_saturating(before[1], simd.splat(0x60));
    let expected = if FOUR {
        let four = simd.sub_saturating(before[2], simd.splat(0x70));
        simd.ternary::<0xFE>(two, three, four)
    } else {
        simd.or(two, three)
    };
    (expected, seen)
}

/// Returns sign bits where an error is seen. `before` has the bytes one, two and three places before.
#[inline(always)]
pub(super) fn errors<const FOUR: bool>(
    simd: Avx512,
    byte: Vector,
    before: Before,
    follows: Follows,
) -> Vector {
    let (expected, seen) = expected_and_seen::<FOUR>(simd, byte, before);
    follows.errors(simd, byte, expected, seen, follows.sum(simd, byte, before[0]))
}

/// Returns a vector with sign bits set if a run is not well-formed. Without `FOUR`, the constants let nothing
/// follow F0 and above.
///
/// Loads that cross a cache line are the bottleneck, so only the first block takes all of its look-back from
/// memory. In the following blocks, the bytes three places before (without `FOUR`, two before) come out of
/// registers. Next to stores, loads may have to wait for stores at the same offset in another page. With
/// `FEW_LOADS`, all of the look-back therefore comes out of registers. The byte 00 is searched for in the
/// minimum of four bytes, not in each byte.
#[inline(always)]
pub(super) fn run_errors<const FOUR: bool, const FEW_LOADS: bool>(
    simd: Avx512,
    window: &Window,
    follows: Follows,
) -> Vector {
    #[inline(always)]
    fn before_next<const FOUR: bool, const FEW_LOADS: bool>(
        simd: Avx512,
        window: &Window,
        k: usize,
        bytes: &[Vector; 4],
    ) -> Before {
        let (last, byte) = (bytes[k - 1], bytes[k]);
        let first = if FEW_LOADS { moved_on::<1>(simd, last, byte) } else { block(simd, window, k, 1) };
        let second =
            if FEW_LOADS || !FOUR { moved_on::<2>(simd, last, byte) } else { block(simd, window, k, 2) };
        let third = if FOUR { moved_on::<3>(simd, last, byte) } else { simd.zero() };
        [first, second, third]
    }
    let bytes = blocks_of(simd, window);
    let without_nul = follows.without_nul();
    let mut signs = [simd.zero(); 4];
    unrolled!(k of 4 => {
        let before = if k == 0 {
            before(simd, window, 0)
        } else {
            before_next::<FOUR, FEW_LOADS>(simd, window, k, &bytes)
        };
        signs[k] = errors::<FOUR>(simd, bytes[k], before, without_nul);
    });
    let [first, second, third, fourth] = signs;
    follows.or_nul(simd, simd.or(first, simd.ternary::<0xFE>(second, third, fourth)), bytes)
}

/// Returns the blocks of a run.
#[inline(always)]
pub(super) fn blocks_of(simd: Avx512, window: &Window) -> [Vector; 4] {
    [
        block(simd, window, 0, 0),
        block(simd, window, 1, 0),
        block(simd, window, 2, 0),
        block(simd, window, 3, 0),
    ]
}

/// Returns a vector with sign bits set, unless the run is ASCII that the grammar accepts.
#[inline(always)]
pub(super) fn not_ascii(simd: Avx512, window: &Window, follows: Follows) -> Vector {
    let bytes = blocks_of(simd, window);
    let any = simd.ternary::<0xFE>(simd.or(bytes[0], bytes[1]), bytes[2], bytes[3]);
    follows.or_nul(simd, any, bytes)
}
