//! Copies between forms that write supplementary code points differently: four bytes to a surrogate pair, or
//! a surrogate pair to four bytes.
//!
//! ```text
//! for each chunk of blocks, for each block of it:
//!     nothing to rewrite?  store
//!     else what each byte becomes, from two bytes before it and one after it:
//!         parting: two slots for each byte, the first in use if something is inserted before it
//!         joining: the bytes that are kept
//!         eight at a time: shuffle, store where the lengths before add up to
//! ```
//!
//! This file has the walk; what a block becomes is in `step`. Bytes that have no vector before them, and less
//! than a block at the end, are left to the scalar kernel.

mod step;

use step::{Between, ROOM, join, part, store};

use super::rules::Rules;
use super::surrogates::{Look, decided, undecided};
use super::{BACK, CHUNK, Window, boundary, load};
use crate::kernel::grammar::Nibbles;
use crate::simd::{BLOCK, Simd, Vectorized};

/// Returns `true` if bytes, with the one after them, end in the first byte of a surrogate.
#[inline(always)]
fn ends_in_half(bytes: &[u8]) -> bool {
    matches!(bytes, [.., 0xED, 0xA0..=0xFF])
}

/// Rewrites a block. Returns the number of bytes.
#[inline(always)]
fn convert_block<S: Simd, const JOINS: bool, const NUL: bool, const LOOK: bool>(
    simd: S,
    rules: &Rules<S>,
    block: &Between,
    (errors, look): (&mut S::Vector, &mut Look),
    room: &mut [u8; ROOM],
) -> Option<usize> {
    let window: &Window = block.first_chunk()?;
    let mut greatest = load(simd, window, 0, 0);
    let mut least = greatest;
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        greatest = simd.max(greatest, byte);
        least = if NUL { rules.least(simd, least, byte) } else { simd.min(least, byte) };
    });
    *errors = simd.or(*errors, rules.nul(simd, least));
    let has_nul = !NUL && !simd.is_zero(simd.equal(least, simd.splat(0)));
    if LOOK {
        look.at_block(simd, window);
    } else if !simd.has_sign(greatest) && !has_nul {
        *errors = simd.or(*errors, rules.owed(simd, load(simd, window, 0, S::LANES)));
        return Some(store(simd, window, room));
    }
    unrolled!(k of S::VECTORS => {
        let before = [load(simd, window, k, 1), load(simd, window, k, 2), load(simd, window, k, 3)];
        *errors = simd.or(*errors, rules.errors::<true>(simd, load(simd, window, k, 0), before));
    });
    if JOINS {
        let joins = LOOK && (look.is_here || ends_in_half(block));
        return Some(if joins { join(simd, block, window, room) } else { store(simd, window, room) });
    }
    let greatest = simd.max(greatest, load(simd, window, 0, 3));
    if has_nul || !simd.is_zero(simd.sub_saturating(greatest, simd.splat(0xEF))) {
        return Some(part::<S, NUL>(simd, block, window, room));
    }
    Some(store(simd, window, room))
}

/// Copies a chunk of blocks, with the bytes before it. Returns the bytes read, the bytes written, and whether
/// there were surrogates. Returns `None` if there is an error or no room.
#[inline(always)]
fn convert_chunk<S: Simd, const JOINS: bool, const NUL: bool, const LOOK: bool>(
    simd: S,
    nibbles: &Nibbles,
    rules: &Rules<S>,
    text: &[u8],
    out: &mut [u8],
) -> Option<(usize, usize, bool)> {
    let len = (text.len() - BACK - 1).min(CHUNK).min(out.len() / ROOM * BLOCK) & !(BLOCK - 1);
    let mut look = Look::after(nibbles, if LOOK { &text[..BACK] } else { &[] });
    let mut errors = simd.splat(0);
    let room = out.len();
    let (mut chunk, mut out) = (&text[..BACK + len + 1], out);
    while let Some(block) = chunk.first_chunk() {
        let seen = (&mut errors, &mut look);
        let len = convert_block::<S, JOINS, NUL, LOOK>(simd, rules, block, seen, out.first_chunk_mut()?)?;
        chunk = &chunk[BLOCK..];
        out = &mut core::mem::take(&mut out)[len..];
    }
    let parts_half = JOINS && !LOOK && ends_in_half(&text[..BACK + len + 1]);
    let is_right = len > 0 && !parts_half && simd.is_zero(errors) && look.broken == 0;
    is_right.then_some((len, room - out.len(), look.any != 0))
}

/// An outlined chunk that may have surrogates, which join.
struct WithSurrogates<'a> {
    nibbles: &'a Nibbles,
    text: &'a [u8],
    out: &'a mut [u8],
}

impl Vectorized for WithSurrogates<'_> {
    type Output = Option<(usize, usize, bool)>;

    #[inline]
    fn scalar(self) -> Option<(usize, usize, bool)> {
        None
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<(usize, usize, bool)> {
        let rules = &Rules::load(simd, self.nibbles).with_surrogates(simd, self.nibbles);
        convert_chunk::<S, true, true, true>(simd, self.nibbles, rules, self.text, self.out)
    }
}

/// Copies a text from a place on that has a vector before it. Returns the bytes read and the bytes written.
#[inline(always)]
fn convert<S: Simd, const JOINS: bool, const NUL: bool>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
    start: (usize, usize),
) -> (usize, usize) {
    let rules = &Rules::load(simd, nibbles);
    let text = decided(bytes, nibbles);
    let ((mut read, mut written), mut has_surrogates) = (start, false);
    while text.len() > read + BLOCK {
        let (chunk, room) = (&text[read - BACK..], &mut out[written..]);
        let mut step = None;
        if !has_surrogates {
            step = convert_chunk::<S, JOINS, NUL, false>(simd, nibbles, rules, chunk, room);
        }
        if JOINS && step.is_none() {
            step = simd.run_outlined(WithSurrogates { nibbles, text: chunk, out: &mut out[written..] });
        }
        let Some(step) = step else { break };
        (read, written, has_surrogates) = (read + step.0, written + step.1, step.2);
    }
    if read == start.0 {
        return start;
    }
    // What an open sequence has written is taken back.
    let whole = boundary(text, read);
    let whole = whole - undecided(text, whole, nibbles);
    for at in whole..read {
        written -= len_at::<JOINS>(text, at);
    }
    (whole, written)
}

/// Returns how many bytes the byte at a place has become, in a sequence of more than one or after a lead
/// surrogate.
#[inline(always)]
fn len_at<const JOINS: bool>(bytes: &[u8], at: usize) -> usize {
    if JOINS {
        return usize::from(!matches!(bytes[at..], [0xED, 0xA0..=0xFF, ..]));
    }
    match bytes[at - 2..=at] {
        [_, _, 0xF0..=0xFF] | [0xF0..=0xFF, _, _] => 2,
        _ => 1,
    }
}

/// Copies the bulk of a text whose sequences of four become surrogate pairs, from a place on. Returns the
/// bytes read and written. Without `nul`, 00 becomes C0 80.
#[inline(always)]
pub(crate) fn copy_parting<S: Simd>(
    simd: S,
    nibbles: &Nibbles,
    nul: bool,
    bytes: &[u8],
    out: &mut [u8],
    start: (usize, usize),
) -> (usize, usize) {
    if start.0 < BACK {
        start
    } else if nul {
        convert::<S, false, true>(simd, nibbles, bytes, out, start)
    } else {
        convert::<S, false, false>(simd, nibbles, bytes, out, start)
    }
}

/// Copies the bulk of a text whose surrogate pairs become sequences of four, from a place on. Returns the
/// bytes read and written.
#[inline(always)]
pub(crate) fn copy_joining<S: Simd>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
    start: (usize, usize),
) -> (usize, usize) {
    if start.0 < BACK { start } else { convert::<S, true, true>(simd, nibbles, bytes, out, start) }
}
