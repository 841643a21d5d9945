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

use super::{BACK, BLOCK, RUN, Window, block, boundary};
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

    /// Sign bits at trail bytes that may not follow the bytes before, where those are leads.
    #[inline(always)]
    pub(super) fn refuses(self, simd: Avx512, before: Vector, byte: Vector) -> Vector {
        simd.add(byte, simd.permute(self.low, before, self.high))
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
    let sum = follows.refuses(simd, before[0], byte);
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
pub(super) fn run_errors(simd: Avx512, window: &Window, follows: Follows) -> Vector {
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
///
/// ```text
/// the first block behind zeros
/// runs of four blocks, the loads aligned, as long as they are well-formed
/// the blocks behind them, the last one in part
/// ```
#[inline(always)]
pub(in crate::kernel) fn validate(simd: Avx512, grammar: &Grammar, bytes: &[u8]) -> usize {
    let follows = Follows::load(simd, grammar);
    if !front_is_well_formed(simd, bytes, follows) {
        return 0;
    }
    let mut at = bytes.len().min(BLOCK);
    if bytes.len() >= 2 * RUN {
        match aligned(simd, bytes, follows) {
            Some(first) => at = runs(simd, bytes, follows, first),
            None => return boundary(bytes, at),
        }
    }
    // What is behind the runs, or what stopped them.
    let rest = bytes.len() - at;
    if rest > 0 && rest < RUN && tail_is_well_formed(simd, bytes, at, follows) {
        at = bytes.len();
    }
    boundary(bytes, at)
}

/// The same of no more than a block.
#[inline(always)]
pub(in crate::kernel) fn validate_short(simd: Avx512, grammar: &Grammar, bytes: &[u8]) -> usize {
    let well_formed = front_is_well_formed(simd, bytes, Follows::load(simd, grammar));
    if well_formed { boundary(bytes, bytes.len()) } else { 0 }
}

/// Lane *i* of the result is lane *i* − `BEFORE`, or zero.
#[inline(always)]
fn behind_zeros<const BEFORE: usize>(simd: Avx512, byte: Vector) -> Vector {
    const fn index(before: usize) -> [u8; 64] {
        let (mut index, mut k) = ([64; 64], before);
        while k < 64 {
            index[k] = (k - before) as u8;
            k += 1;
        }
        index
    }
    simd.permute(byte, simd.load(const { &index(BEFORE) }), simd.zero())
}

/// The first block, or less if there is less.
#[inline(always)]
fn front_is_well_formed(simd: Avx512, bytes: &[u8], follows: Follows) -> bool {
    let byte = simd.load_front(bytes);
    if !follows.refuses_nul && simd.sign_bits(byte) == 0 {
        return true;
    }
    let before =
        [behind_zeros::<1>(simd, byte), behind_zeros::<2>(simd, byte), behind_zeros::<3>(simd, byte)];
    let errors = simd.sign_bits(errors::<true>(simd, byte, before, follows));
    errors & lanes(bytes.len()) == 0
}

/// A mask of the first lanes.
#[inline(always)]
fn lanes(count: usize) -> u64 {
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}

/// The first place behind the first block, or in it, from which loads are aligned and have something to look back at;
/// `None` if what is skipped is not well-formed.
#[inline(always)]
fn aligned(simd: Avx512, bytes: &[u8], follows: Follows) -> Option<usize> {
    let head = BLOCK - bytes.as_ptr().addr() % BLOCK;
    if head >= BACK {
        return Some(head);
    }
    rest_is_well_formed(simd, bytes.get(..2 * BLOCK)?, BLOCK, follows).then_some(head + BLOCK)
}

/// Runs from a place on that are well-formed: where they end.
#[inline(always)]
fn runs(simd: Avx512, bytes: &[u8], follows: Follows, mut at: usize) -> usize {
    /// After a run that is not ASCII, so many runs are not asked.
    const DENSE: usize = 2;
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
    at
}

/// Less than a run behind a place that has something to look back at.
#[inline(always)]
fn tail_is_well_formed(simd: Avx512, bytes: &[u8], mut at: usize, follows: Follows) -> bool {
    while at + BLOCK < bytes.len() {
        if !rest_is_well_formed(simd, &bytes[..at + BLOCK], at, follows) {
            return false;
        }
        at += BLOCK;
    }
    rest_is_well_formed(simd, bytes, at, follows)
}

/// The same of up to one block.
#[inline(always)]
fn rest_is_well_formed(simd: Avx512, bytes: &[u8], at: usize, follows: Follows) -> bool {
    let byte = simd.load_front(&bytes[at..]);
    let before = [
        simd.load_front(&bytes[at - 1..]),
        simd.load_front(&bytes[at - 2..]),
        simd.load_front(&bytes[at - 3..]),
    ];
    let errors = simd.sign_bits(errors::<true>(simd, byte, before, follows));
    errors & lanes(bytes.len() - at) == 0
}
