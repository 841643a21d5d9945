//! Validation of UTF-8 and its relatives: the walk over a text, whose errors are seen by [`Follows`].
//!
//! If surrogates have a rule, the grammar's first constants refuse all of them. A run that has some is
//! examined again, with constants that accept them and with the rule.

use core::marker::PhantomData;

use super::follows::{Follows, errors, not_ascii, run_errors};
use super::surrogates::{Look, is_after_lead_surrogate, pair_boundary};
use super::{
    Around, BACK, BLOCK, Before, RUN, Window, after_zeros, around, before, block, boundary, first_lanes,
    single_block,
};
use crate::kernel::grammar::{Grammar, Known};
use crate::kernel::sizes::{AHEAD, FEW_BLOCKS, UNCACHED, is_fetched};
use crate::simd::{Avx512, Vector};

/// Looks at the surrogates of a run.
#[inline(always)]
fn look_at_run<K: Known, const FOUR: bool>(
    simd: Avx512,
    window: &Window,
    rules: Rules<'_, K>,
    mut look: Look,
) -> Look {
    unrolled!(k of 4 => {
        let (byte, before) = (block(simd, window, k, 0), before(simd, window, k));
        look = look.at_block::<FOUR>(simd, byte, before, rules.follows_or_surrogate, rules.grammar.surrogates);
    });
    look
}

/// A grammar with its constants loaded.
#[derive(Clone, Copy)]
struct Rules<'g, K> {
    grammar: &'g Grammar,
    follows: Follows,
    follows_or_surrogate: Follows,
    known: PhantomData<K>,
}

impl<'g, K: Known> Rules<'g, K> {
    #[inline(always)]
    fn load(simd: Avx512, grammar: &'g Grammar) -> Self {
        Rules {
            grammar,
            follows: Follows::load(simd, &grammar.follows, grammar.refuses_nul),
            follows_or_surrogate: Follows::load(simd, &grammar.follows_or_surrogate, grammar.refuses_nul),
            known: PhantomData,
        }
    }

    /// Returns sign bits where a single block at a place of a text has an error.
    #[inline(always)]
    fn errors(self, simd: Avx512, byte: Vector, before: Before, bytes: &[u8], at: usize) -> u64 {
        let surrogates = self.grammar.surrogates;
        simd.sign_bits(if K::HAS_SURROGATE_RULE && surrogates.have_a_rule() {
            let look = Look::before(simd, bytes, at);
            look.at_block::<true>(simd, byte, before, self.follows_or_surrogate, surrogates).errors
        } else {
            errors::<true>(simd, byte, before, self.follows)
        })
    }
}

/// Returns the length of a prefix of whole sequences by a grammar.
///
/// ```text
/// the first block, after zeros
/// runs of four blocks, the loads aligned, as long as they are well-formed
/// the blocks after them, the last one perhaps incomplete
/// ```
#[inline(always)]
pub(crate) fn validate<K: Known>(simd: Avx512, grammar: &Grammar, bytes: &[u8]) -> usize {
    let rules = Rules::<K>::load(simd, grammar);
    if !front_is_well_formed(simd, bytes, rules) {
        return 0;
    }
    let mut at = bytes.len().min(BLOCK);
    let is_long = bytes.len() >= 2 * RUN;
    if is_long {
        match aligned(simd, bytes, rules) {
            Some(first) => at = runs(simd, bytes, rules, first),
            None => return pair_boundary(bytes, at, grammar),
        }
    }
    // What is after the runs, unless that is what stopped them.
    let rest = bytes.len() - at;
    if rest > 0 && (rest < RUN || !is_long) && tail_is_well_formed(simd, bytes, at, rules) {
        at = bytes.len();
    }
    pair_boundary(bytes, at, grammar)
}

/// From this length on, runs are worth what they cost to enter.
pub(crate) const LONG: usize = 4 * RUN;

/// Returns the length of a text of more than a block and less than `LONG` bytes, if the constants refuse
/// nothing in it, else 0. It is small, so that it costs little to enter. The last block begins in the one
/// before it.
#[inline(always)]
pub(crate) fn validate_medium(simd: Avx512, grammar: &Grammar, bytes: &[u8]) -> usize {
    let (Some((first, mut rest)), Some(last)) = (bytes.split_first_chunk(), bytes.last_chunk()) else {
        return 0;
    };
    let first = simd.load(first);
    // A shorter text that is ASCII does not come here.
    if !grammar.refuses_nul && bytes.len() > FEW_BLOCKS && simd.sign_bits(first) == 0 {
        while let Some((block, others)) = rest.split_first_chunk()
            && simd.sign_bits(simd.load(block)) == 0
        {
            rest = others;
        }
        if rest.len() < BLOCK && simd.sign_bits(simd.load(last)) == 0 {
            return bytes.len();
        }
    }
    let follows = Follows::load(simd, &grammar.follows, grammar.refuses_nul);
    let mut wrong = errors::<true>(simd, first, after_zeros(simd, first), follows);
    let mut at = BLOCK;
    while let Some(around) = bytes[at - BACK..].first_chunk() {
        let (byte, before) = single_block(simd, around);
        wrong = simd.or(wrong, errors::<true>(simd, byte, before, follows));
        at += BLOCK;
    }
    if at < bytes.len() {
        let (byte, before) = around(simd, bytes, bytes.len() - BLOCK);
        wrong = simd.or(wrong, errors::<true>(simd, byte, before, follows));
    }
    if simd.sign_bits(wrong) != 0 {
        0
    } else if grammar.has_pairs || open_at_end(simd, simd.load(last)) != 0 {
        pair_boundary(bytes, bytes.len(), grammar)
    } else {
        bytes.len()
    }
}

/// Texts of fewer bytes than this are left to the automaton.
pub(crate) const LEAST_SHORT: usize = 4;

/// Returns the length of the longest prefix of whole sequences of no more than a block. If surrogates have a rule,
/// it is that of a block without errors.
#[inline(always)]
pub(crate) fn validate_short<K: Known>(simd: Avx512, grammar: &Grammar, bytes: &[u8]) -> Option<usize> {
    if K::HAS_SURROGATE_RULE || grammar.has_pairs {
        let well_formed = front_is_well_formed(simd, bytes, Rules::<K>::load(simd, grammar));
        return well_formed.then(|| pair_boundary(bytes, bytes.len(), grammar));
    }
    // What is missing after the end shows at the ASCII there, if there is any.
    let mut byte = simd.load_front(bytes);
    if grammar.refuses_nul {
        byte = simd.blend(first_lanes(bytes.len()), simd.splat(1), byte);
    }
    let follows = Follows::load(simd, &grammar.follows, grammar.refuses_nul);
    let errors = errors::<true>(simd, byte, after_zeros(simd, byte), follows);
    let wrong = simd.sign_bits(errors);
    if wrong | open_at_end(simd, byte) == 0 {
        return Some(bytes.len());
    }
    // An error is seen in its sequence, or at the byte after what there is of it.
    Some(boundary(bytes, bytes.len().min(wrong.trailing_zeros() as usize)))
}

/// Returns bits if a block without errors ends inside a sequence.
#[inline(always)]
fn open_at_end(simd: Avx512, block: Vector) -> u64 {
    /// From these bytes on, a sequence does not end with the block. (FF is an error anyway.)
    const LEAST: [u8; BLOCK] = {
        let mut least = [0xFF; BLOCK];
        (least[BLOCK - 3], least[BLOCK - 2], least[BLOCK - 1]) = (0xF0, 0xE0, 0xC0);
        least
    };
    simd.at_least(block, simd.load(&LEAST))
}

/// Returns `true` if the first block, or the whole text if it is shorter, is well-formed.
#[inline(always)]
fn front_is_well_formed<K: Known>(simd: Avx512, bytes: &[u8], rules: Rules<'_, K>) -> bool {
    let byte = simd.load_front(bytes);
    if !rules.grammar.refuses_nul && simd.sign_bits(byte) == 0 {
        return true;
    }
    rules.errors(simd, byte, after_zeros(simd, byte), bytes, 0) & first_lanes(bytes.len()) == 0
}

/// Returns the first place in or after the first block from which loads are aligned and have bytes to look
/// back at. Returns `None` if what is skipped is not well-formed.
#[inline(always)]
fn aligned<K: Known>(simd: Avx512, bytes: &[u8], rules: Rules<'_, K>) -> Option<usize> {
    let head = BLOCK - bytes.as_ptr().addr() % BLOCK;
    if head >= BACK {
        return Some(head);
    }
    rest_is_well_formed(simd, bytes.get(..2 * BLOCK)?, BLOCK, rules).then_some(head + BLOCK)
}

/// Returns where the well-formed runs from a place on end.
#[inline(always)]
fn runs<K: Known>(simd: Avx512, bytes: &[u8], rules: Rules<'_, K>, at: usize) -> usize {
    if rules.grammar.has_four {
        runs_with::<K, true>(simd, bytes, rules, at)
    } else {
        runs_with::<K, false>(simd, bytes, rules, at)
    }
}

#[inline(always)]
fn runs_with<K: Known, const FOUR: bool>(
    simd: Avx512,
    bytes: &[u8],
    rules: Rules<'_, K>,
    mut at: usize,
) -> usize {
    if !K::HAS_SURROGATE_RULE || !rules.grammar.surrogates.have_a_rule() {
        return without_surrogates::<FOUR>(simd, bytes, at, rules.follows);
    }
    loop {
        if !is_after_lead_surrogate(bytes, at) {
            at = runs_from::<FOUR, false>(simd, bytes, at, rules.follows);
        }
        let before = at;
        at = with_surrogates::<K, FOUR>(simd, bytes, at, rules);
        if at == before {
            return at;
        }
    }
}

/// Validates runs, up to the first that is not well-formed by the constants.
#[inline(always)]
fn without_surrogates<const FOUR: bool>(simd: Avx512, bytes: &[u8], at: usize, follows: Follows) -> usize {
    if bytes.len() < UNCACHED || !is_fetched(bytes.len()) {
        runs_from::<FOUR, false>(simd, bytes, at, follows)
    } else {
        runs_from::<FOUR, true>(simd, bytes, at, follows)
    }
}

/// Validates runs. If `FEW_LOADS`, the look-back comes out of registers instead of memory.
#[inline(always)]
fn runs_from<const FOUR: bool, const FEW_LOADS: bool>(
    simd: Avx512,
    bytes: &[u8],
    mut at: usize,
    follows: Follows,
) -> usize {
    /// After a run that is not ASCII, this many runs are not tested for ASCII.
    const DENSE: usize = 2;
    let is_fetched = FEW_LOADS || is_fetched(bytes.len());
    let mut ask = 0;
    while let Some(window) = bytes[at - BACK..].first_chunk::<{ BACK + RUN }>() {
        if ask == 0 && simd.sign_bits(not_ascii(simd, window, follows)) == 0 && boundary(bytes, at) == at {
            at += RUN;
            // After ASCII no sequence is open. A CPU that does best without fetching reads memory in the most
            // regular way: by one load in a loop.
            while !is_fetched
                && let Some(block) = bytes[at..].first_chunk::<BLOCK>().map(|block| simd.load(block))
                && simd.sign_bits(follows.or_nul(simd, block, [block; 4])) == 0
            {
                at += BLOCK;
            }
            while let Some(window) = bytes[at - BACK..].first_chunk::<{ BACK + RUN }>()
                && simd.sign_bits(not_ascii(simd, window, follows)) == 0
            {
                at += RUN;
            }
            continue;
        }
        ask = if ask == 0 { DENSE } else { ask } - 1;
        if is_fetched {
            fetch_ahead(simd, bytes, at);
        }
        if simd.sign_bits(run_errors::<FOUR, FEW_LOADS>(simd, window, follows)) != 0 {
            break;
        }
        at += RUN;
    }
    at
}

/// Fetches the run that is [`AHEAD`] bytes after a place.
#[inline(always)]
fn fetch_ahead(simd: Avx512, bytes: &[u8], at: usize) {
    unrolled!(k of 4 => { simd.prefetch(bytes, at + AHEAD + k * BLOCK); });
}

/// Validates runs while looking at surrogates, until one has none or is not well-formed.
#[inline(always)]
fn with_surrogates<K: Known, const FOUR: bool>(
    simd: Avx512,
    bytes: &[u8],
    mut at: usize,
    rules: Rules<'_, K>,
) -> usize {
    let mut look = Look::before(simd, bytes, at);
    while let Some(window) = bytes[at - BACK..].first_chunk::<{ BACK + RUN }>() {
        look = look_at_run::<K, FOUR>(simd, window, rules, look);
        if simd.sign_bits(look.errors) != 0 {
            break;
        }
        at += RUN;
        if !look.saw_some(simd) {
            break;
        }
    }
    at
}

/// Returns `true` if the end of a text is well-formed, from a place on that has bytes to look back at. The
/// last block begins in the one before it.
#[inline(always)]
fn tail_is_well_formed<K: Known>(simd: Avx512, bytes: &[u8], mut at: usize, rules: Rules<'_, K>) -> bool {
    while let Some(around) = bytes[at - BACK..].first_chunk() {
        if !block_is_well_formed(simd, around, bytes, at, rules) {
            return false;
        }
        at += BLOCK;
    }
    match bytes.last_chunk() {
        _ if at == bytes.len() => true,
        Some(around) => block_is_well_formed(simd, around, bytes, bytes.len() - BLOCK, rules),
        None => rest_is_well_formed(simd, bytes, at, rules),
    }
}

/// Returns `true` if the block at a place of a text is well-formed.
#[inline(always)]
fn block_is_well_formed<K: Known>(
    simd: Avx512,
    around: &Around,
    bytes: &[u8],
    at: usize,
    rules: Rules<'_, K>,
) -> bool {
    let (byte, before) = single_block(simd, around);
    if !rules.grammar.refuses_nul && simd.sign_bits(simd.or(byte, before[2])) == 0 {
        return true;
    }
    rules.errors(simd, byte, before, bytes, at) == 0
}

/// Returns `true` if the last block of a text, which may be incomplete, is well-formed.
#[inline(always)]
fn rest_is_well_formed<K: Known>(simd: Avx512, bytes: &[u8], at: usize, rules: Rules<'_, K>) -> bool {
    let byte = simd.load_front(&bytes[at..]);
    let before = [
        simd.load_front(&bytes[at - 1..]),
        simd.load_front(&bytes[at - 2..]),
        simd.load_front(&bytes[at - 3..]),
    ];
    rules.errors(simd, byte, before, bytes, at) & first_lanes(bytes.len() - at) == 0
}
