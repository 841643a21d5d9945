//! UTF-8 to UTF-8, lossily: a copy, except for the maximal subparts of ill-formed subsequences.
//!
//! ```text
//! exact step at both ends of the text, through a buffer of its own
//! while there is room and text for whole frames:
//!     error-free:   clean steps of 64 places, copied, until one fails
//!     error-dense:  exact steps of 56 places, as long as errors are frequent
//! ```
//!
//! What becomes of a byte is known at most three places after it. The test of a clean step is therefore three
//! places ahead of what the step copies, and no error touches what is copied. In an exact step, the last byte
//! of a maximal subpart becomes U+FFFD. Eight bytes at a time are expanded by a shuffle from a table of 256.
//! The mask determines how much longer they become, so no store waits for another. The other bytes of maximal
//! subparts are removed beforehand, one by one: there are few.

use super::super::pack::{self, Eight};
use super::super::rules::Rules;
use super::super::{BACK, Window};
use super::{AHEAD, Pace, Reached, SequenceMasks, frame_around, open};
use crate::form::Utf8;
use crate::kernel::grammar::{FormGrammar, Nibbles};
use crate::kernel::lossy::{Replaced, item};
use crate::simd::{BLOCK, Simd, Vectorized};

/// Places that an exact step settles, and their bits.
const STEP: usize = 56;
const SETTLED: u64 = ((1 << STEP) - 1) << AHEAD;
/// The most bytes that it may write: three for each place, and the rest of the last stores.
const ROOM: usize = 3 * STEP + 8;

/// What becomes of the bytes of a frame.
#[derive(Clone, Copy)]
struct Judged {
    /// The last bytes of maximal subparts.
    ends: u64,
    /// The other bytes of maximal subparts.
    dropped: u64,
    /// Nothing is ill-formed near the end, so a clean step may follow.
    is_error_free: bool,
}

#[inline(always)]
fn judge<S: Simd>(simd: S, rules: &Rules<S>, window: &Window) -> Judged {
    let SequenceMasks { continues, broken, stray, .. } = SequenceMasks::of(simd, rules, window);
    // After the byte come one or two more of the same subpart, and its end.
    let second = continues & broken >> 1;
    let third = continues & second >> 1;
    // The places that are not settled were examined as well: a clean step need not look at them.
    let errors = broken | stray;
    Judged { ends: broken >> 1, dropped: (second | third) >> 1, is_error_free: errors >> (STEP - 3) == 0 }
}

/// Copies a block.
#[inline(always)]
fn copy<S: Simd>(simd: S, from: &[u8], at: usize, to: &mut [u8], place: usize) {
    unrolled!(k of S::VECTORS => {
        simd.store(to, place + k * S::LANES, simd.load(from, at + k * S::LANES));
    });
}

/// Writes bytes, with U+FFFD for those whose bit is set. `DENSE`: these may be more than four in eight.
#[inline(always)]
fn expand<S: Simd, const DENSE: bool>(simd: S, bytes: &[u8; STEP], mask: u64, room: &mut [u8; ROOM]) {
    const REPLACEMENT: [u8; 8] = *b"\xEF\xBF\xBD\0\0\0\0\0";
    let mut more = 0;
    for (k, eight) in bytes.as_chunks().0.iter().enumerate() {
        let part = simd.part_of(*eight, REPLACEMENT);
        let set = Eight::of(mask, 8 * k);
        let place = 8 * k + 2 * more;
        simd.store_part(room, place, simd.shuffle(part, pack::REPLACED.get(set)));
        if DENSE {
            simd.store_half(room, place + 16, simd.shuffle(part, pack::REPLACED_REST.get(set)));
        }
        more += set.count();
    }
}

/// Returns `true` if more than four bits are set in some byte.
#[inline(always)]
const fn is_dense(mask: u64) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let twos = mask - (mask >> 1 & (0x55 * ONES));
    let fours = (twos & (0x33 * ONES)) + (twos >> 2 & (0x33 * ONES));
    let counts = (fours + (fours >> 4)) & (0x0F * ONES);
    (counts + 11 * ONES) & (0x10 * ONES) != 0
}

/// Writes bytes, with U+FFFD for those whose bit is set.
#[inline(always)]
fn replace<S: Simd>(simd: S, bytes: &[u8; STEP], mask: u64, room: &mut [u8; ROOM]) {
    if is_dense(mask) {
        expand::<S, true>(simd, bytes, mask, room);
    } else {
        expand::<S, false>(simd, bytes, mask, room);
    }
}

/// Writes the first `len` settled bytes of a frame. Returns the number of bytes.
#[inline(always)]
fn write<S: Simd>(simd: S, window: &Window, len: usize, judged: Judged, room: &mut [u8; ROOM]) -> usize {
    const FRONT: usize = BACK + AHEAD;
    let inside = (1 << len) - 1;
    let mut ends = judged.ends >> AHEAD & inside;
    let mut dropped = judged.dropped >> AHEAD & inside;
    let written = len + 2 * ends.count_ones() as usize - dropped.count_ones() as usize;
    if dropped == 0 {
        if let Some(bytes) = window[FRONT..].first_chunk() {
            replace(simd, bytes, ends, room);
        }
        return written;
    }
    let mut bytes = [0; 2 * BLOCK];
    bytes[..BLOCK - AHEAD].copy_from_slice(&window[FRONT..]);
    while dropped != 0 {
        let at = dropped.trailing_zeros() as usize;
        let kept = (1 << at) - 1;
        bytes.copy_within(at + 1..at + 1 + BLOCK, at);
        ends = ends & kept | ends >> 1 & !kept;
        dropped = (dropped & (dropped - 1)) >> 1;
    }
    if let Some(bytes) = bytes.first_chunk() {
        replace(simd, bytes, ends, room);
    }
    written
}

/// An outlined exact step. Returns the bytes written, and what became of the bytes of the frame.
struct Apart<'a> {
    nibbles: &'a Nibbles,
    window: &'a Window,
    len: usize,
    room: &'a mut [u8; ROOM],
}

impl Vectorized for Apart<'_> {
    type Output = (usize, Judged);

    #[inline]
    fn scalar(self) -> (usize, Judged) {
        (0, Judged { ends: 0, dropped: 0, is_error_free: false })
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> (usize, Judged) {
        let judged = judge(simd, &Rules::load(simd, self.nibbles), self.window);
        (write(simd, self.window, self.len, judged, self.room), judged)
    }
}

/// Takes an exact step at an end of the text or of the room. Returns `None` if its output does not fit.
#[inline(always)]
fn edge<S: Simd>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
    done: Replaced,
) -> Option<Reached> {
    let len = STEP.min(bytes.len() - done.read);
    let window = frame_around(bytes, done.read);
    let mut room = [0; ROOM];
    let (written, judged) = simd.run_outlined(Apart { nibbles, window: &window, len, room: &mut room });
    out.get_mut(done.written..done.written + written)?.copy_from_slice(&room[..written]);
    let errors = (judged.ends >> AHEAD & ((1 << len) - 1)).count_ones().into();
    Some(Reached {
        done: done.and(Replaced { read: len, written, errors }),
        is_error_free: judged.is_error_free,
    })
}

/// A block with the bytes before those that its test sees.
type Ahead = [u8; BLOCK + AHEAD];

/// Returns the bytes of a vector and those one, two and three places before. The last of these are copied.
#[inline(always)]
fn load<S: Simd>(simd: S, block: &Ahead, k: usize) -> [S::Vector; 4] {
    let at = k * S::LANES;
    [simd.load(block, at + 3), simd.load(block, at + 2), simd.load(block, at + 1), simd.load(block, at)]
}

/// Takes clean steps until one fails, or the text or the room ends.
#[inline(always)]
fn clean<S: Simd>(simd: S, rules: &Rules<S>, bytes: &[u8], out: &mut [u8], mut done: Replaced) -> Reached {
    let (mut rest, mut room) = (&bytes[done.read..], &mut out[done.written..]);
    while let (Some(block), Some(to)) = (rest.first_chunk::<{ BLOCK + AHEAD }>(), room.get_mut(..BLOCK)) {
        let (mut errors, mut any) = (simd.splat(0), simd.splat(0));
        unrolled!(k of S::VECTORS => {
            let [byte, before @ ..] = load(simd, block, k);
            any = simd.or(any, simd.or(byte, before[2]));
            errors = simd.or(errors, rules.errors::<true>(simd, byte, before));
        });
        if !simd.is_zero(errors) {
            return Reached { done, is_error_free: false };
        }
        copy(simd, block, 0, to, 0);
        let mut len = BLOCK;
        if !simd.has_sign(any) {
            len += ascii(simd, &rest[BLOCK..], &mut room[BLOCK..]);
        }
        rest = &rest[len..];
        room = &mut core::mem::take(&mut room)[len..];
        done = done.and(Replaced { read: len, written: len, errors: 0 });
    }
    Reached { done, is_error_free: true }
}

/// Copies ASCII in runs. Returns the number of bytes without the last three, because the test of a clean step
/// begins three bytes ahead.
#[inline(always)]
fn ascii<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> usize {
    const RUN: usize = 2 * BLOCK;
    let mut len = 0;
    while let (Some(run), Some(room)) =
        (bytes[len..].first_chunk::<RUN>(), out[len..].first_chunk_mut::<RUN>())
    {
        let mut any = simd.splat(0);
        for k in 0..RUN / S::LANES {
            any = simd.or(any, simd.load(run, k * S::LANES));
        }
        if simd.has_sign(any) {
            break;
        }
        copy(simd, run, 0, room, 0);
        copy(simd, run, BLOCK, room, BLOCK);
        len += RUN - AHEAD;
    }
    len
}

/// Takes exact steps while errors are frequent, or until the text or the room ends.
#[inline(always)]
fn error_dense<S: Simd>(
    simd: S,
    rules: &Rules<S>,
    bytes: &[u8],
    out: &mut [u8],
    mut done: Replaced,
    pace: &mut Pace,
) -> Reached {
    while let (Some(window), Some(room)) =
        (bytes[done.read - AHEAD - BACK..].first_chunk(), out[done.written..].first_chunk_mut())
    {
        let judged = judge(simd, rules, window);
        let written = write(simd, window, STEP, judged, room);
        let errors = u64::from((judged.ends & SETTLED).count_ones());
        done = done.and(Replaced { read: STEP, written, errors });
        pace.exact(errors == 0, 1);
        if judged.is_error_free && pace.0 < Pace::MOST / 2 {
            return Reached { done, is_error_free: true };
        }
    }
    Reached { done, is_error_free: false }
}

#[inline(always)]
fn lossy<S: Simd>(simd: S, nibbles: &Nibbles, bytes: &[u8], out: &mut [u8]) -> Replaced {
    let rules = &Rules::load(simd, nibbles);
    let mut place = Reached::default();
    let mut pace = Pace::default();
    while place.done.read < bytes.len() {
        match edge(simd, nibbles, bytes, out, place.done) {
            Some(next) => place = next,
            None => return up_to_boundary(bytes, place.done),
        }
        while bytes.len() - place.done.read > BLOCK + AHEAD && out.len() - place.done.written >= ROOM {
            if place.is_error_free {
                let before = place.done.read;
                place = clean(simd, rules, bytes, out, place.done);
                pace.clean(place.done.read - before);
            } else {
                place = error_dense(simd, rules, bytes, out, place.done, &mut pace);
            }
        }
    }
    place.done
}

/// Goes back to the start of an open item. Its bytes are written if it is a character.
#[inline]
fn up_to_boundary(bytes: &[u8], done: Replaced) -> Replaced {
    let open = open(bytes, done.read);
    let read = done.read - open;
    let is_written = open > 0 && item(&bytes[read..]).1.is_some();
    Replaced { read, written: done.written - if is_written { open } else { 0 }, ..done }
}

/// Repairs UTF-8.
#[inline(always)]
pub(crate) fn lossy_utf_8_to_utf_8<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced {
    match const { &FormGrammar::<Utf8>::NIBBLES } {
        Some(nibbles) => lossy(simd, nibbles, bytes, out),
        None => Replaced::default(),
    }
}
