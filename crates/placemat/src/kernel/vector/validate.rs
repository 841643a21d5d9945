//! Validation of UTF-8 and its relatives: the walk over chunks of blocks, whose errors are seen by [`Rules`].
//!
//! Runs of ASCII are skipped. If surrogates have a rule, a chunk with an error is examined again, with
//! surrogates.

use super::rules::{Rules, block_errors};
use super::surrogates::{Look, decided, undecided};
use super::{BACK, CHUNK, boundary};
use crate::kernel::grammar::{Known, Nibbles};
use crate::kernel::sizes::{AHEAD, is_fetched};
use crate::simd::{BLOCK, Simd, Vectorized};

/// From this length on, memory is fetched ahead.
const LONG: usize = 4 * AHEAD;
/// The most bytes between two tests of the error vector in a long text. The end of each such loop is
/// mispredicted if text with ASCII blocks here and there is in it.
const MOST: usize = 8 * CHUNK;

/// Returns the length of ASCII from the front, in steps of a run.
#[inline(always)]
fn ascii_run<S: Simd>(simd: S, rules: &Rules<S>, bytes: &[u8]) -> usize {
    const RUN: usize = 4 * BLOCK;
    let mut len = 0;
    while let Some(run) = bytes[len..].first_chunk::<RUN>() {
        let mut any = simd.load(run, 0);
        let mut least = any;
        for k in 0..RUN / S::LANES {
            let byte = simd.load(run, k * S::LANES);
            any = simd.or(any, byte);
            least = rules.least(simd, least, byte);
        }
        if simd.has_sign(simd.or(any, rules.nul(simd, least))) {
            break;
        }
        len += RUN;
    }
    len
}

/// Returns `true` if a chunk of blocks, with the bytes before it, is free of errors.
#[inline(always)]
pub(super) fn is_right<S: Simd>(simd: S, rules: &Rules<S>, chunk: &[u8]) -> bool {
    is_right_fetching::<S, false>(simd, rules, chunk, 0)
}

/// Returns `true` if a chunk is free of errors, and may fetch what is some bytes ahead.
#[inline(always)]
fn is_right_fetching<S: Simd, const FETCH: bool>(
    simd: S,
    rules: &Rules<S>,
    mut chunk: &[u8],
    ahead: usize,
) -> bool {
    let mut errors = simd.splat(0);
    while let Some(window) = chunk.first_chunk() {
        if FETCH {
            simd.prefetch(chunk, BACK + ahead);
        }
        errors = simd.or(errors, block_errors(simd, rules, window));
        chunk = &chunk[BLOCK..];
    }
    simd.is_zero(errors)
}

/// Returns whether a chunk has surrogates, by rules that accept them, if surrogates have a rule. Returns
/// `None` if there is an error.
#[inline(always)]
fn look<S: Simd>(simd: S, nibbles: &Nibbles, look: Look, chunk: &[u8]) -> Option<bool> {
    simd.run_outlined(WithSurrogates { nibbles, look, chunk })
}

struct WithSurrogates<'a> {
    nibbles: &'a Nibbles,
    look: Look,
    chunk: &'a [u8],
}

impl Vectorized for WithSurrogates<'_> {
    type Output = Option<bool>;

    #[inline]
    fn scalar(self) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<bool> {
        let WithSurrogates { nibbles, mut look, mut chunk } = self;
        let rules = &Rules::load(simd, nibbles).with_surrogates(simd, nibbles);
        let mut errors = simd.splat(0);
        while let Some(window) = chunk.first_chunk() {
            errors = simd.or(errors, block_errors(simd, rules, window));
            look.at_block(simd, window);
            chunk = &chunk[BLOCK..];
        }
        (simd.is_zero(errors) && look.broken == 0).then_some(look.any != 0)
    }
}

/// Returns the length of a prefix of whole sequences by a grammar, or 0 for a text that is shorter than a
/// window.
#[inline(always)]
pub(crate) fn validate<S: Simd, K: Known>(simd: S, nibbles: &Nibbles, bytes: &[u8]) -> usize {
    let looks = K::HAS_SURROGATE_RULE && nibbles.surrogates.have_a_rule();
    let rules = &Rules::load(simd, nibbles);
    let text = decided(bytes, nibbles);
    let (Some(first), Some(last)) = (text.first_chunk::<BLOCK>(), text.last_chunk::<{ BACK + BLOCK }>())
    else {
        return 0;
    };
    let mut window = [rules.filler(); BACK + BLOCK];
    window[BACK..].copy_from_slice(first);
    let (mut at, mut has_surrogates, mut step) = (BLOCK, false, CHUNK);
    // (What is fetched without being ahead is about to be read.)
    let ahead = if text.len() >= LONG && is_fetched(text.len()) { AHEAD } else { 0 };
    let mut failed = false;
    if !is_right(simd, rules, &window) {
        if !K::HAS_SURROGATE_RULE
            || !looks
            || look(simd, nibbles, Look::after(nibbles, &[]), &window).is_none()
        {
            return 0;
        }
        has_surrogates = true;
    }
    while text.len() - at >= BLOCK {
        if text[at] < 0x80 && !has_surrogates && boundary(text, at) == at {
            let run = ascii_run(simd, rules, &text[at..]);
            at += run;
            if run >= CHUNK && !failed {
                step = CHUNK;
            }
        }
        let len = (text.len() - at).min(step) & !(BLOCK - 1);
        let chunk = &text[at - BACK..at + len];
        if has_surrogates || !is_right_fetching::<S, true>(simd, rules, chunk, ahead) {
            let some = if K::HAS_SURROGATE_RULE && looks {
                look(simd, nibbles, Look::after(nibbles, &text[..at]), chunk)
            } else {
                None
            };
            match some {
                Some(some) => has_surrogates = some,
                // Find the block of the chunk that has the error.
                None if len > BLOCK => {
                    failed = true;
                    step = (len / 2).max(BLOCK);
                    continue;
                }
                None => return decided_boundary(text, at, nibbles),
            }
        }
        at += len;
        if failed {
            step = (step / 2).max(BLOCK);
        } else if !(K::HAS_SURROGATE_RULE && looks) {
            step = MOST.min(2 * step);
        }
    }
    if K::HAS_SURROGATE_RULE && looks {
        let after = Look::after(nibbles, &text[..text.len() - BLOCK]);
        if at < text.len() && look(simd, nibbles, after, last).is_none() {
            return decided_boundary(text, at, nibbles);
        }
    } else if at < text.len() && !is_right(simd, rules, last) {
        return decided_boundary(text, at, nibbles);
    }
    // Before ill-formed bytes at the end that only looked incomplete, another sequence may be open.
    decided_boundary(text, text.len(), nibbles)
}

/// Returns the end of the last whole sequence at or before a place, when no error was seen in the preceding
/// bytes.
#[inline(always)]
fn decided_boundary(text: &[u8], at: usize, nibbles: &Nibbles) -> usize {
    let whole = boundary(text, at);
    whole - undecided(text, whole, nibbles)
}
