//! Copies between forms that differ in how supplementary code points are written: unchanged, four bytes to a
//! surrogate pair, or a surrogate pair to four bytes.
//!
//! Runs of text that both sides write alike are validated and stored here. Runs with other text are rewritten
//! block by block; what a block becomes is in `step`.

mod step;

use step::{Between, join, next, part};

use super::follows::{Follows, errors, not_ascii, run_errors};
use super::surrogates::{Look, is_after_lead_surrogate, pair_boundary};
use super::{
    BACK, BLOCK, RUN, Window, around, before, block, boundary, first_lanes, has_four, units_after_line,
};
use crate::form::Utf8mb3;
use crate::kernel::advance::Advance;
use crate::kernel::family::Change;
use crate::kernel::grammar::{FormGrammar, Grammar};
use crate::simd::{Avx512, Vector, Vectorized};

/// Bytes of room that a run may need.
const ROOM: usize = 2 * RUN;

/// What is known about a run with changes.
#[derive(Clone, Copy)]
struct Rule<'g> {
    grammar: &'g Grammar,
    /// What the source has.
    all: Follows,
}

/// Returns the run at a place, if there is room for its output.
#[inline(always)]
fn run_at<'a>(bytes: &'a [u8], out: &[u8], (read, written): Advance) -> Option<(&'a Between, &'a Window)> {
    let run: &Between = bytes[read - BACK..].first_chunk()?;
    (written + ROOM <= out.len()).then_some((run, run.first_chunk()?))
}

#[inline(always)]
fn store_run(simd: Avx512, window: &Window, out: &mut [u8], written: usize) {
    if let Some(room) = out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<RUN>) {
        let blocks = room.as_chunks_mut::<64>().0;
        if let [a, b, c, d] = blocks {
            simd.store(a, block(simd, window, 0, 0));
            simd.store(b, block(simd, window, 1, 0));
            simd.store(c, block(simd, window, 2, 0));
            simd.store(d, block(simd, window, 3, 0));
        }
    }
}

/// Returns `true` if the last byte before a place begins a change, whose errors show only after that place.
#[inline(always)]
fn ends_in_change(bytes: &[u8], at: usize, change: Change) -> bool {
    match (change, &bytes[..at], &bytes[at..]) {
        (Change::Nothing, ..) => false,
        (Change::Parts, before, _) => matches!(before, [.., 0xF0..=0xFF]),
        (Change::Joins, before, after) => matches!((before, after), ([.., 0xED], [0xA0..=0xFF, ..])),
    }
}

/// Returns `true` if an open sequence of four is written differently by the target.
#[inline(always)]
fn begins_in_change(bytes: &[u8], at: usize, change: Change) -> bool {
    change == Change::Parts
        && matches!(bytes[..at], [.., 0xF0..=0xFF] | [.., 0xF0..=0xFF, _] | [.., 0xF0..=0xFF, _, _])
}

/// Copies runs that both sides write alike. Without `FOUR`, these have no sequences of four, and none begins
/// inside of one: an error in its fourth byte would not be noticed.
#[inline(always)]
fn alike<const FOUR: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    (same, change): (Follows, Change),
    mut place: Advance,
) -> Advance {
    if begins_in_change(bytes, place.0, change) {
        return place;
    }
    while let Some((_, window)) = run_at(bytes, out, place) {
        let (read, written) = place;
        if (simd.sign_bits(not_ascii(simd, window, same)) != 0 || boundary(bytes, read) != read)
            && (simd.sign_bits(run_errors::<FOUR, true>(simd, window, same)) != 0
                || ends_in_change(bytes, read + RUN, change))
        {
            break;
        }
        store_run(simd, window, out, written);
        let len = RUN - units_after_line(&out[written..], 1);
        place = (read + len, written + len);
    }
    place
}

/// Copies a block that both sides write alike, or what is left of the text. Returns `None` if the sides write
/// it differently or it has no room.
#[inline(always)]
fn single(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    (same, change): (Follows, Change),
    (read, written): Advance,
) -> Option<Advance> {
    let len = (bytes.len() - read).min(BLOCK);
    let lanes = first_lanes(len);
    let room = out.get_mut(written..written + len)?;
    let (byte, before) = around(simd, bytes, read);
    let errors = simd.sign_bits(errors::<true>(simd, byte, before, same)) & lanes;
    if errors != 0 || begins_in_change(bytes, read, change) || ends_in_change(bytes, read + len, change) {
        return None;
    }
    simd.store_front(room, byte);
    Some((read + len, written + len))
}

#[inline(always)]
fn part_block<const NUL: bool>(
    simd: Avx512,
    (run, window): (&Between, &Window),
    k: usize,
    rule: Rule<'_>,
    out: &mut [u8],
    (written, seen): (usize, Vector),
) -> Option<(usize, Vector)> {
    let (byte, before) = (block(simd, window, k, 0), before(simd, window, k));
    let seen = simd.or(seen, errors::<true>(simd, byte, before, rule.all));
    let len = part::<NUL>(simd, next(simd, run, k), byte, before, out.get_mut(written..)?)?;
    Some((written + len, seen))
}

/// Rewrites a run. Returns where its output ends, and a vector that has sign bits set if the run is not
/// well-formed.
#[inline(always)]
fn part_run<const NUL: bool>(
    simd: Avx512,
    run: (&Between, &Window),
    rule: Rule<'_>,
    out: &mut [u8],
    written: usize,
) -> Option<(usize, Vector)> {
    let mut state = (written, simd.zero());
    unrolled!(k of 4 => {
        state = part_block::<NUL>(simd, run, k, rule, out, state)?;
    });
    Some(state)
}

/// Rewrites runs with sequences of four, until one has none or is not well-formed. The first run may be here
/// only because of a U+0000.
#[inline(always)]
fn parted<const NUL: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    rule: Rule<'_>,
    mut place: Advance,
) -> Advance {
    while let Some((run, window)) = run_at(bytes, out, place) {
        let Some((written, seen)) = part_run::<NUL>(simd, (run, window), rule, out, place.1) else { break };
        if simd.sign_bits(seen) != 0 {
            break;
        }
        place = (place.0 + RUN, written);
        if !has_four(simd, window) {
            break;
        }
    }
    place
}

#[inline(always)]
fn look_block<const JOINS: bool>(
    simd: Avx512,
    (run, window): (&Between, &Window),
    k: usize,
    rule: Rule<'_>,
    out: &mut [u8],
    (written, look): (usize, Look),
) -> Option<(usize, Look)> {
    let (byte, before) = (block(simd, window, k, 0), before(simd, window, k));
    let room = out.get_mut(written..)?;
    if JOINS {
        let now = look.at_block::<false>(simd, byte, before, rule.all, rule.grammar.surrogates);
        let len = join(simd, next(simd, run, k), byte, before, (look, now), room)?;
        return Some((written + len, now));
    }
    let now = look.at_block::<true>(simd, byte, before, rule.all, rule.grammar.surrogates);
    simd.store(room.first_chunk_mut()?, byte);
    Some((written + 64, now))
}

/// Copies a run and looks at its surrogates: returns where its output ends, and the look.
#[inline(always)]
fn look_run<const JOINS: bool>(
    simd: Avx512,
    run: (&Between, &Window),
    rule: Rule<'_>,
    out: &mut [u8],
    mut state: (usize, Look),
) -> Option<(usize, Look)> {
    unrolled!(k of 4 => {
        state = look_block::<JOINS>(simd, run, k, rule, out, state)?;
    });
    Some(state)
}

/// Copies runs with surrogates, until one has none or is not well-formed.
#[inline(always)]
fn with_surrogates<const JOINS: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    rule: Rule<'_>,
    mut place: Advance,
) -> Advance {
    let mut look = Look::before(simd, bytes, place.0);
    while let Some((run, window)) = run_at(bytes, out, place) {
        let state = look_run::<JOINS>(simd, (run, window), rule, out, (place.1, look));
        let Some((written, now)) = state else { break };
        look = now;
        if simd.sign_bits(look.errors) != 0 {
            break;
        }
        place = (place.0 + RUN, written);
        if !(look.saw_some(simd) || JOINS && matches!(run, [.., 0xED, 0xA0..=0xFF])) {
            break;
        }
    }
    place
}

/// Outlined runs with changes: their constants would push those of the other runs out of the registers.
struct Changed<'a> {
    grammar: &'a Grammar,
    change: Change,
    nul: bool,
    bytes: &'a [u8],
    out: &'a mut [u8],
    place: Advance,
}

impl Vectorized for Changed<'_> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        self.place
    }

    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        let Changed { grammar, change, nul, bytes, out, place } = self;
        let ruled = grammar.surrogates.have_a_rule();
        let constants = if ruled { &grammar.follows_or_surrogate } else { &grammar.follows };
        let rule = Rule { grammar, all: Follows::load(simd, constants, grammar.refuses_nul) };
        match change {
            Change::Parts if nul => parted::<true>(simd, bytes, out, rule, place),
            Change::Parts => parted::<false>(simd, bytes, out, rule, place),
            Change::Joins => with_surrogates::<true>(simd, bytes, out, rule, place),
            Change::Nothing if ruled => with_surrogates::<false>(simd, bytes, out, rule, place),
            Change::Nothing => place,
        }
    }
}

/// Copies runs from a place on, both those that the sides write alike and those with changes. It ends when
/// none makes progress or no whole run is left.
#[inline(always)]
fn runs(
    simd: Avx512,
    grammar: &Grammar,
    (same, nul): ((Follows, Change), bool),
    bytes: &[u8],
    out: &mut [u8],
    mut place: Advance,
) -> Advance {
    let (ruled, change) = (grammar.surrogates.have_a_rule(), same.1);
    while place.0 >= BACK && place.0 + RUN < bytes.len() {
        let before = place;
        if !(ruled && is_after_lead_surrogate(bytes, place.0)) {
            place = if grammar.has_four && change == Change::Nothing {
                alike::<true>(simd, bytes, out, same, place)
            } else {
                alike::<false>(simd, bytes, out, same, place)
            };
        }
        if ruled || change != Change::Nothing {
            place = simd.run_outlined(Changed { grammar, change, nul, bytes, out, place });
        }
        if place == before {
            break;
        }
    }
    place
}

/// Copies a text from a place between sequences on: its first block, runs, and the blocks after them, of
/// which the last may be incomplete. `grammar` is the source's. `nul`: the target accepts the byte 00.
#[inline(always)]
pub(crate) fn copy(
    simd: Avx512,
    grammar: &Grammar,
    (change, nul): (Change, bool),
    bytes: &[u8],
    out: &mut [u8],
    start: Advance,
) -> Advance {
    let ruled = grammar.surrogates.have_a_rule();
    let same = (Follows::load(simd, constants(grammar, change), grammar.refuses_nul || !nul), change);
    let changes = ruled || change != Change::Nothing;
    let mut place = start;
    loop {
        let before = place;
        place = runs(simd, grammar, (same, nul), bytes, out, place);
        while place.0 < bytes.len() && !(ruled && is_after_lead_surrogate(bytes, place.0)) {
            match single(simd, bytes, out, same, place) {
                Some(next) => place = next,
                None => break,
            }
            // After the first block there is enough text to look back at.
            if before.0 < BACK && place.0 + RUN < bytes.len() {
                break;
            }
        }
        if changes && place.0 < bytes.len() {
            place = settled(bytes, place, grammar, change);
            place = padded(simd, grammar, (change, nul), bytes, out, place);
        }
        if place.0 <= before.0 || place.0 == bytes.len() {
            break;
        }
    }
    if place == start {
        return start;
    }
    settled(bytes, place, grammar, change)
}

/// Returns a place that has no open sequence and no lead surrogate waiting for its trail surrogate, with its
/// place in the output.
#[inline(always)]
fn settled(bytes: &[u8], (read, written): Advance, grammar: &Grammar, change: Change) -> Advance {
    let end = pair_boundary(bytes, read, grammar);
    (end, written - (end..read).map(|at| len_at(bytes, at, change)).sum::<usize>())
}

/// Copies at most a run of whole sequences with changes, when less text or room is left than a run needs. It
/// works in a buffer of its own, with padding around the text.
#[inline(always)]
fn padded(
    simd: Avx512,
    grammar: &Grammar,
    (change, nul): (Change, bool),
    bytes: &[u8],
    out: &mut [u8],
    (read, written): Advance,
) -> Advance {
    const RUN_FROM: Advance = (BACK, 0);
    let rest = &bytes[read..];
    let rest = &rest[..pair_boundary(rest, rest.len().min(RUN), grammar)];
    let mut run: Between = [b' '; BACK + RUN + 1];
    run[BACK..BACK + rest.len()].copy_from_slice(rest);
    let mut room = [0; ROOM];
    let changed = Changed { grammar, change, nul, bytes: &run, out: &mut room, place: RUN_FROM };
    let (end, len) = simd.run_outlined(changed);
    if rest.is_empty() || end < BACK + RUN {
        return (read, written);
    }
    let len = len - (RUN - rest.len());
    match out.get_mut(written..written + len) {
        Some(out) => {
            out.copy_from_slice(&room[..len]);
            (read + rest.len(), written + len)
        }
        None => (read, written),
    }
}

/// Returns the constants of what both sides write alike.
#[inline(always)]
fn constants(grammar: &Grammar, change: Change) -> &[u8; 128] {
    match change {
        Change::Parts => const { &FormGrammar::<Utf8mb3>::EXPECTED.follows },
        Change::Nothing | Change::Joins => &grammar.follows,
    }
}

/// Returns how many bytes the byte at a place has become.
#[inline(always)]
fn len_at(bytes: &[u8], at: usize, change: Change) -> usize {
    match change {
        Change::Nothing => 1,
        Change::Parts => match bytes[..=at] {
            [.., 0xF0..=0xFF, _, _] | [.., 0xF0..=0xFF] => 2,
            _ => 1,
        },
        Change::Joins => usize::from(!matches!(bytes[at..], [0xED, 0xA0..=0xFF, ..])),
    }
}
