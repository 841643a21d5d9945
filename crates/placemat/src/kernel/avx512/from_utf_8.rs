//! UTF-8 and its relatives to units of 16 and 32 bits. A unit is written for every byte position at which one
//! ends.
//!
//! This is the walk: the first block, runs of four blocks, the end of the text, and the way back to a
//! boundary. The trait [`Units`] says what a block becomes.

mod surrogates;

use surrogates::WithSurrogates;

use super::ascii::blocks_in_front;
use super::follows::{Follows, blocks_of, errors, not_ascii};
use super::surrogates::{is_after_lead_surrogate, pair_boundary};
use super::to_utf_16::Words;
use super::to_utf_32::Doublewords;
use super::units::Units;
use super::{BACK, Before, RUN, Window, after_zeros, around, before, block, boundary, first_lanes, has_four};
use crate::kernel::advance::Advance;
use crate::kernel::grammar::{ByGrammar, Grammar, Known, KnownUtf8, Trusted, UTF_8};
use crate::simd::{Avx512, Vector};

/// The place in the output, in bytes, and the errors so far.
#[derive(Clone, Copy)]
struct Output {
    written: usize,
    errors: Vector,
}

#[inline(always)]
fn convert_block<U: Units, K: Known, const FOUR: bool>(
    simd: Avx512,
    window: &Window,
    k: usize,
    follows: Follows,
    out: &mut [u8],
    run: Output,
) -> Option<Output> {
    let (byte, before) = (block(simd, window, k, 0), before(simd, window, k));
    let errors =
        if K::CHECKS { simd.or(run.errors, errors::<FOUR>(simd, byte, before, follows)) } else { run.errors };
    let room = out.get_mut(run.written..run.written + 64 * U::WIDTH)?;
    let units = U::write::<FOUR, true>(simd, byte, before, u64::MAX, room)?;
    Some(Output { written: run.written + U::WIDTH * units, errors })
}

#[inline(always)]
fn convert_run<U: Units, K: Known, const FOUR: bool>(
    simd: Avx512,
    window: &Window,
    follows: Follows,
    out: &mut [u8],
    written: usize,
) -> Option<Output> {
    let errors =
        if K::CHECKS { follows.or_nul(simd, simd.zero(), blocks_of(simd, window)) } else { simd.zero() };
    let (mut run, follows) = (Output { written, errors }, follows.without_nul());
    unrolled!(k of 4 => {
        run = convert_block::<U, K, FOUR>(simd, window, k, follows, out, run)?;
    });
    Some(run)
}

/// Widens a run of ASCII.
#[inline(always)]
fn widen_run<U: Units>(simd: Avx512, window: &Window, room: &mut [u8]) -> Option<()> {
    unrolled!(k of 4 => {
        let room = room.get_mut(64 * k * U::WIDTH..64 * (k + 1) * U::WIDTH)?;
        U::widen::<true>(simd, block(simd, window, k, 0), room)?;
    });
    Some(())
}

/// Converts runs, up to the first that is not well-formed by the grammar of `K`.
#[inline(always)]
fn without_surrogates<U: Units, K: Known>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    follows: Follows,
    (mut read, mut written): Advance,
) -> Advance {
    while let (Some(window), Some(room)) =
        (bytes[read - BACK..].first_chunk(), out.get_mut(written..written + RUN * U::WIDTH))
    {
        if simd.sign_bits(not_ascii(simd, window, follows)) == 0
            && (!K::CHECKS || boundary(bytes, read) == read)
        {
            if widen_run::<U>(simd, window, room).is_none() {
                break;
            }
            read += RUN;
            written += RUN * U::WIDTH;
            continue;
        }
        let run = if has_four(simd, window) {
            convert_run::<U, K, true>(simd, window, follows, out, written)
        } else {
            convert_run::<U, K, false>(simd, window, follows, out, written)
        };
        match run {
            Some(run) if !K::CHECKS || simd.sign_bits(run.errors) == 0 => written = run.written,
            _ => break,
        }
        read += RUN;
    }
    (read, written)
}

/// Converts a text from a place between sequences on: its first block, runs, and the blocks after them, of
/// which the last may be incomplete.
#[inline(always)]
fn convert<U: Units, K: Known>(
    simd: Avx512,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
    mut place: Advance,
) -> Advance {
    if K::TAKES_NUL && place.0 == 0 && bytes.len() >= RUN + 64 {
        let len = blocks_in_front::<U>(simd, bytes, out);
        place = (len, len * U::WIDTH);
    }
    let follows = Follows::load(simd, &grammar.follows, !K::TAKES_NUL);
    if bytes.len() - place.0 >= RUN + 64 {
        if place.0 == 0 {
            let Some(front) = single::<U, K>(simd, bytes, out, follows, place) else { return place };
            place = back_to_boundary::<U>(bytes, front, grammar);
        }
        place = runs::<U, K>(simd, grammar, bytes, out, place);
    }
    match blocks::<U, K>(simd, grammar, follows, bytes, out, place) {
        same if same == place => place,
        next => back_to_boundary::<U>(bytes, next, grammar),
    }
}

/// Converts one block or what is left of the text, with loads and stores that touch nothing else. Surrogates
/// that have a rule are refused. Returns `None` if the block is not well-formed or has no room.
#[inline(always)]
fn single<U: Units, K: Known>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    follows: Follows,
    (read, written): Advance,
) -> Option<Advance> {
    let len = (bytes.len() - read).min(64);
    let lanes = first_lanes(len);
    let room = out.get_mut(written..)?;
    let (byte, before) = around(simd, bytes, read);
    if K::CHECKS && simd.sign_bits(errors::<true>(simd, byte, before, follows)) & lanes != 0 {
        return None;
    }
    let units = if simd.sign_bits(simd.ternary::<0xFE>(byte, before[0], before[1])) == 0
        && room.len() >= len * U::WIDTH
    {
        U::widen::<false>(simd, byte, room)?;
        len
    } else {
        U::write::<true, false>(simd, byte, before, lanes, room)?
    };
    Some((read + len, written + units * U::WIDTH))
}

/// Converts UTF-8 of no more than a block.
#[inline(always)]
fn short<U: Units>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    let byte = simd.load_front(bytes);
    if simd.sign_bits(byte) == 0 && out.len() >= bytes.len() * U::WIDTH {
        let done = match out.get_mut(..64 * U::WIDTH) {
            Some(room) => U::widen::<true>(simd, byte, room),
            None => U::widen::<false>(simd, byte, out),
        };
        if done.is_some() {
            return (bytes.len(), bytes.len() * U::WIDTH);
        }
    }
    let lanes = first_lanes(bytes.len());
    let units = if simd.at_least(byte, simd.splat(0xF0)) == 0 {
        checked::<U, false>(simd, (byte, after_zeros(simd, byte)), lanes, lanes, out)
    } else {
        checked::<U, true>(simd, (byte, after_zeros(simd, byte)), lanes, lanes, out)
    };
    match units {
        Some(units) => back_to_boundary::<U>(bytes, (bytes.len(), units * U::WIDTH), const { &UTF_8 }),
        None => (0, 0),
    }
}

/// Writes the units that end in some lanes of a block, if the examined lanes are well-formed UTF-8 and there is
/// room. Without `FOUR`, there are no sequences of four. Returns the number of units.
#[inline(always)]
fn checked<U: Units, const FOUR: bool>(
    simd: Avx512,
    (byte, before): (Vector, Before),
    examined: u64,
    lanes: u64,
    room: &mut [u8],
) -> Option<usize> {
    let follows = Follows::load(simd, const { &UTF_8.follows }, false);
    if simd.sign_bits(errors::<FOUR>(simd, byte, before, follows)) & examined != 0 {
        return None;
    }
    // A masked store that crosses a cache line can take 10 ns.
    match room.get_mut(..64 * U::WIDTH) {
        Some(room) => U::write::<FOUR, true>(simd, byte, before, lanes, room),
        None => U::write::<FOUR, false>(simd, byte, before, lanes, room),
    }
}

/// Converts UTF-8 of more than a block that is too short for runs. The last block begins in the one before.
#[inline(always)]
fn medium<U: Units>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    let ascii = ascii_blocks::<U>(simd, bytes, out);
    if ascii == bytes.len() {
        return (ascii, ascii * U::WIDTH);
    }
    let start = (ascii, ascii * U::WIDTH);
    let (mut read, mut written) = start;
    while read < bytes.len() {
        let from = read.min(bytes.len() - 64);
        let lanes = u64::MAX << (read - from);
        let (byte, before) = block_at(simd, bytes, from);
        let room = &mut out[written..];
        let has_four = simd.at_least(simd.max(byte, before[2]), simd.splat(0xF0)) != 0;
        let units = if has_four {
            checked::<U, true>(simd, (byte, before), u64::MAX, lanes, room)
        } else {
            checked::<U, false>(simd, (byte, before), u64::MAX, lanes, room)
        };
        let Some(units) = units else { break };
        (read, written) = (from + 64, written + units * U::WIDTH);
    }
    match (read, written) {
        same if same == start => start,
        next => back_to_boundary::<U>(bytes, next, const { &UTF_8 }),
    }
}

/// Returns a block of a text and the bytes one to three places before. Bytes before the text are 00.
#[inline(always)]
fn block_at(simd: Avx512, bytes: &[u8], at: usize) -> (Vector, Before) {
    match bytes.first_chunk() {
        Some(first) if at == 0 => {
            let byte = simd.load(first);
            (byte, after_zeros(simd, byte))
        }
        _ => around(simd, bytes, at),
    }
}

/// Converts blocks of ASCII at the start of more than a block. The last block begins in the one before it.
/// Returns the number of bytes.
#[inline(always)]
fn ascii_blocks<U: Units>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> usize {
    let mut at = 0;
    while at < bytes.len() {
        let from = at.min(bytes.len() - 64);
        let (Some(block), Some(room)) =
            (bytes[from..].first_chunk(), out.get_mut(from * U::WIDTH..(from + 64) * U::WIDTH))
        else {
            break;
        };
        let byte = simd.load(block);
        if simd.sign_bits(byte) != 0 || U::widen::<true>(simd, byte, room).is_none() {
            break;
        }
        at = from + 64;
    }
    at
}

/// Converts block by block from a place between sequences on; the last block may be incomplete.
#[inline(always)]
fn blocks<U: Units, K: Known>(
    simd: Avx512,
    grammar: &Grammar,
    follows: Follows,
    bytes: &[u8],
    out: &mut [u8],
    (mut read, mut written): Advance,
) -> Advance {
    let ruled = K::HAS_SURROGATE_RULE && grammar.surrogates.have_a_rule();
    while bytes.len() - read >= 64
        && !(ruled && is_after_lead_surrogate(bytes, read))
        && let Some(room) = out.get_mut(written..written + 64 * U::WIDTH)
        && let Some(units) = whole_block::<U, K>(simd, around(simd, bytes, read), follows, room)
    {
        (read, written) = (read + 64, written + units * U::WIDTH);
    }
    while read < bytes.len()
        && !(ruled && is_after_lead_surrogate(bytes, read))
        && let Some(next) = single::<U, K>(simd, bytes, out, follows, (read, written))
    {
        (read, written) = next;
    }
    (read, written)
}

/// Converts a block with room for 64 units. Returns the number of units.
#[inline(always)]
fn whole_block<U: Units, K: Known>(
    simd: Avx512,
    (byte, before): (Vector, Before),
    follows: Follows,
    room: &mut [u8],
) -> Option<usize> {
    // (If 00 is refused, the errors show it.)
    if !follows.refuses_nul && simd.sign_bits(simd.ternary::<0xFE>(byte, before[0], before[1])) == 0 {
        U::widen::<true>(simd, byte, room)?;
        return Some(64);
    }
    if K::CHECKS && simd.sign_bits(errors::<true>(simd, byte, before, follows)) != 0 {
        return None;
    }
    U::write::<true, true>(simd, byte, before, u64::MAX, room)
}

/// Moves back to the last whole sequence: takes back what a sequence that is still open has written, and a
/// lead surrogate that a trail surrogate may still follow.
#[inline(always)]
fn back_to_boundary<U: Units>(bytes: &[u8], (read, mut written): Advance, grammar: &Grammar) -> Advance {
    let (open, end) = (boundary(bytes, read), pair_boundary(bytes, read, grammar));
    if read - open == 3 {
        written -= U::EARLY * U::WIDTH;
    }
    if end < open {
        let lead = if grammar.joins { U::OF_LEAD_SURROGATE } else { 1 };
        written -= (lead + open - end - 3) * U::WIDTH;
    }
    (end, written)
}

/// Converts the runs of a text from a place on.
#[inline(always)]
pub(super) fn runs<U: Units, K: Known>(
    simd: Avx512,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
    mut place: Advance,
) -> Advance {
    let start = place.0;
    if start < BACK {
        return place;
    }
    let follows = Follows::load(simd, &grammar.follows, !K::TAKES_NUL);
    let ruled = K::HAS_SURROGATE_RULE && grammar.surrogates.have_a_rule();
    loop {
        if !(ruled && is_after_lead_surrogate(bytes, place.0)) {
            place = without_surrogates::<U, K>(simd, bytes, out, follows, place);
        }
        let before = place;
        if K::HAS_SURROGATE_RULE && ruled {
            place = simd.run_outlined(WithSurrogates::<U, K>::new(grammar, bytes, out, place));
        }
        if place == before {
            break;
        }
    }
    if place.0 == start { place } else { back_to_boundary::<U>(bytes, place, grammar) }
}

/// Converts UTF-8 to UTF-16 in a byte order. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn utf_8_to_utf_16<const BIG: bool>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    convert::<Words<BIG>, KnownUtf8>(simd, const { &UTF_8 }, bytes, out, (0, 0))
}

/// Converts UTF-8 of no more than a block to UTF-16 in a byte order.
#[inline(always)]
pub(crate) fn short_utf_8_to_utf_16<const BIG: bool>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    short::<Words<BIG>>(simd, bytes, out)
}

/// Converts UTF-8 of more than a block to UTF-16 in a byte order, if the text is too short for runs.
#[inline(always)]
pub(crate) fn medium_utf_8_to_utf_16<const BIG: bool>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    medium::<Words<BIG>>(simd, bytes, out)
}

/// Converts UTF-8 to UTF-32. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn utf_8_to_utf_32(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    convert::<Doublewords, KnownUtf8>(simd, const { &UTF_8 }, bytes, out, (0, 0))
}

/// Converts UTF-8 of no more than a block to UTF-32.
#[inline(always)]
pub(crate) fn short_utf_8_to_utf_32(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    short::<Doublewords>(simd, bytes, out)
}

/// Converts UTF-8 of more than a block to UTF-32, if the text is too short for runs.
#[inline(always)]
pub(crate) fn medium_utf_8_to_utf_32(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    medium::<Doublewords>(simd, bytes, out)
}

/// Converts what a grammar accepts to UTF-16. `NUL`: the grammar accepts the byte 00.
#[inline(always)]
pub(crate) fn like_utf_8_to_utf_16<const NUL: bool>(
    simd: Avx512,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
    place: Advance,
) -> Advance {
    convert::<Words<false>, ByGrammar<NUL>>(simd, grammar, bytes, out, place)
}

/// Converts what a grammar accepts to UTF-32. `NUL`: the grammar accepts the byte 00.
#[inline(always)]
pub(crate) fn like_utf_8_to_utf_32<const NUL: bool>(
    simd: Avx512,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
    place: Advance,
) -> Advance {
    convert::<Doublewords, ByGrammar<NUL>>(simd, grammar, bytes, out, place)
}

/// Converts well-formed UTF-8 or a relative to UTF-16, unchecked: to the end, unless there is too little
/// room.
#[inline(always)]
pub(crate) fn trusted_utf_8_to_utf_16(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    convert::<Words<false>, Trusted>(simd, const { &UTF_8 }, bytes, out, (0, 0))
}

/// Converts well-formed UTF-8 or a relative to UTF-32, unchecked. The surrogates of a pair stay separate.
#[inline(always)]
pub(crate) fn trusted_utf_8_to_utf_32(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
    convert::<Doublewords, Trusted>(simd, const { &UTF_8 }, bytes, out, (0, 0))
}
