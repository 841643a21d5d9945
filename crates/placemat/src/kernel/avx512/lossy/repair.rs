//! UTF-8 to UTF-8, lossily: a copy, except for the maximal subparts of ill-formed subsequences.
//!
//! ```text
//! exact step at both ends of the text, with masked loads and stores
//! while there is room and text for whole registers:
//!     error-free:   clean steps of 128 places, copied, until one fails; ASCII in runs
//!     error-dense:  exact steps of 57 places, until some in a row were error-free, or where errors are rare,
//!                   until the end of one is
//! ```
//!
//! What becomes of a byte is known at most three places after it. The test of a clean step is therefore three
//! places ahead of what the step copies, and no error touches what is copied. In an exact step, the last byte
//! of a maximal subpart becomes U+FFFD, and the bytes of the subpart before it are dropped. Every byte has
//! three slots, which makes 19 bytes to a register, and unused slots are removed. A comparison finds the
//! slots in use. What it compares is a copy of the text in which every byte is one greater, but the last byte
//! of a maximal subpart is 00, and a dropped byte FF.

use super::super::follows::{Follows, errors};
use super::super::put;
use super::{BACK, Bytes, Exact, Step, edge, error_dense, open, patience};
use crate::kernel::grammar::UTF_8;
use crate::kernel::lossy::{Reached, Replaced, SequenceMasks, item};
use crate::simd::{Avx512, Vector};

/// Places that an exact step settles.
const STEP: usize = 3 * SLOTTED;
/// The places after which a broken item may reach back into the settled ones, and one more for a stray byte
/// after them.
const SEEN: u64 = ((1 << (STEP + 3)) - 1) << BACK;
/// The places of these that are not settled. If no item is broken there, no lead that the next step looks back
/// at waits in vain for a trail byte.
const AHEAD: u64 = SEEN & !ToUtf8::SETTLED;
/// Bytes that have their slots in one register.
const SLOTTED: usize = 19;

/// For three slots of each of 19 bytes: the byte, BF, BD. The constants are places 64 and 65 of two
/// registers.
#[inline]
const fn contents(word: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut slot = 0;
    while slot < 3 * SLOTTED {
        index[slot] = match slot % 3 {
            0 => (BACK + SLOTTED * word + slot / 3) as u8,
            constant => 63 + constant as u8,
        };
        slot += 1;
    }
    index
}

/// The permutation that gives all three slots of a byte what is compared.
#[inline]
const fn tests(word: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut slot = 0;
    while slot < 3 * SLOTTED {
        index[slot] = (BACK + SLOTTED * word + slot / 3) as u8;
        slot += 1;
    }
    index
}

/// A slot is in use if what is compared is less than this: the first slot unless the byte is dropped, the
/// others at the end of a maximal subpart. (Bytes that are kept are at most F4.)
const LIMITS: [u8; 64] = {
    let mut limits = [0; 64];
    let mut slot = 0;
    while slot < 3 * SLOTTED {
        limits[slot] = if slot % 3 == 0 { 0xFF } else { 0x01 };
        slot += 1;
    }
    limits
};

/// What an exact step writes: registers, and how many bytes of each count.
type Written = [(Vector, usize); 3];

#[inline(always)]
fn slots<const WORD: usize>(simd: Avx512, bytes: Vector, test: Vector) -> (Vector, usize) {
    let (contents, tests) = const { (&contents(WORD), &tests(WORD)) };
    let used = simd.below(simd.lookup(test, simd.load(tests)), simd.load(&LIMITS));
    let content = simd.permute(bytes, simd.load(contents), simd.splat_word(0xBDBF));
    (simd.compress(used, content), used.count_ones() as usize)
}

/// Exact steps that make UTF-8.
struct ToUtf8;

impl Exact for ToUtf8 {
    const STEP: usize = STEP;
    /// Places that are not settled have no slots, so they need not be distinguished.
    const INSIDE: u64 = u64::MAX;
    /// Three registers side by side.
    const ROOM: usize = 3 * 64;
    type Made = Written;

    #[inline(always)]
    fn exact(simd: Avx512, bytes: Bytes, follows: Follows, settled: u64) -> Step<Written> {
        let info = SequenceMasks::by_vectors(simd, bytes, follows);
        let continues = info.continues;
        // The next byte belongs to the item and is the last of a maximal subpart, or the byte after that is.
        let dropped = continues & (info.broken | continues & info.broken >> 1) >> 1 | !settled;
        let ends = info.broken & settled;
        let test = simd.blend(dropped, simd.add(bytes.byte, simd.splat(1)), simd.splat(0xFF));
        let test = simd.blend(ends, test, simd.zero());
        let content = simd.blend(ends, bytes.byte, simd.splat(0xEF));
        Step {
            made: [
                slots::<0>(simd, content, test),
                slots::<1>(simd, content, test),
                slots::<2>(simd, content, test),
            ],
            broken: info.broken,
            is_error_free: info.broken & SEEN == 0,
            ends_error_free: info.broken & AHEAD == 0,
        }
    }

    #[inline(always)]
    fn len([(_, first), (_, second), (_, third)]: Written) -> usize {
        first + second + third
    }

    #[inline(always)]
    fn store<const WHOLE: bool>(simd: Avx512, made: Written, room: &mut [u8]) -> Option<()> {
        let [(first, first_len), (second, second_len), (third, _)] = made;
        put::<WHOLE>(simd, room, 0, first)?;
        put::<WHOLE>(simd, room, first_len, second)?;
        put::<WHOLE>(simd, room, first_len + second_len, third)
    }
}

/// Bytes of a clean step, and those that its test looks ahead.
const CLEAN: usize = 128;
type Ahead = [u8; CLEAN + BACK];

#[inline(always)]
fn load<const FROM: usize>(simd: Avx512, block: &Ahead) -> Vector {
    match block[FROM..].first_chunk() {
        Some(bytes) => simd.load(bytes),
        None => simd.zero(), // cannot be: the place is a constant
    }
}

/// Takes clean steps until one fails, or the text or the room ends.
#[inline(always)]
fn clean(simd: Avx512, bytes: &[u8], out: &mut [u8], follows: Follows, mut done: Replaced) -> Reached {
    let (mut rest, mut room) = (&bytes[done.read..], &mut out[done.written..]);
    while let (Some(block), Some(to)) = (rest.first_chunk::<{ CLEAN + BACK }>(), room.get_mut(..CLEAN)) {
        let (low, high) = (load::<0>(simd, block), load::<64>(simd, block));
        let before = [load::<2>(simd, block), load::<1>(simd, block), low];
        let low_errors = errors::<true>(simd, load::<3>(simd, block), before, follows);
        let before = [load::<66>(simd, block), load::<65>(simd, block), high];
        let high_errors = errors::<true>(simd, load::<67>(simd, block), before, follows);
        if put::<true>(simd, to, 0, low).is_none() || put::<true>(simd, to, 64, high).is_none() {
            break;
        }
        if simd.sign_bits(simd.or(low_errors, high_errors)) != 0 {
            // The bytes before the error count, so that one exact step settles what is around it.
            let at = match simd.sign_bits(low_errors) {
                0 => 64 + simd.sign_bits(high_errors).trailing_zeros(),
                low => low.trailing_zeros(),
            };
            let (read, written) = (at as usize, at as usize);
            return Reached { done: done.and(Replaced { read, written, errors: 0 }), is_error_free: false };
        }
        let (mut len, mut is_before_error) = (CLEAN, false);
        if simd.sign_bits(simd.or(low, high)) == 0 {
            let ascii = ascii(simd, &rest[CLEAN..], &mut room[CLEAN..]);
            len += ascii.0;
            is_before_error = ascii.1;
        }
        rest = &rest[len..];
        room = &mut room[len..];
        done = done.and(Replaced { read: len, written: len, errors: 0 });
        if is_before_error {
            // The next clean step would fail at its first byte.
            return Reached { done, is_error_free: false };
        }
    }
    Reached { done, is_error_free: true }
}

/// Returns the place of the first bit, without a branch that would be mispredicted.
#[inline(always)]
fn first_of(masks: [u64; 4]) -> usize {
    let [a, b, c, d] = masks;
    let (low, low_at) = if a == 0 { (b, 64) } else { (a, 0) };
    let (high, high_at) = if c == 0 { (d, 192) } else { (c, 128) };
    let (mask, at) = if low == 0 { (high, high_at) } else { (low, low_at) };
    at + mask.trailing_zeros() as usize
}

/// Copies ASCII. Returns the number of bytes without the last three, because the test of a clean step begins
/// three bytes ahead, and whether there was much and it is likely that an error comes next.
#[inline(always)]
fn ascii(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, bool) {
    const RUN: usize = 256;
    let (mut len, mut is_before_error) = (0, false);
    while let (Some(run), Some(room)) =
        (bytes[len..].first_chunk::<RUN>(), out[len..].first_chunk_mut::<RUN>())
    {
        let [a, b, c, d] = run.as_chunks().0 else { break };
        let blocks = [simd.load(a), simd.load(b), simd.load(c), simd.load(d)];
        let any = simd.or(simd.ternary::<0xFE>(blocks[0], blocks[1], blocks[2]), blocks[3]);
        let is_ascii = simd.sign_bits(any) == 0;
        if !is_ascii && len == 0 {
            break;
        }
        let [a, b, c, d] = room.as_chunks_mut().0 else { break };
        simd.store(a, blocks[0]);
        simd.store(b, blocks[1]);
        simd.store(c, blocks[2]);
        simd.store(d, blocks[3]);
        if !is_ascii {
            len += first_of([
                simd.sign_bits(blocks[0]),
                simd.sign_bits(blocks[1]),
                simd.sign_bits(blocks[2]),
                simd.sign_bits(blocks[3]),
            ]);
            // A trail byte comes after the first byte of most characters, but of few errors.
            is_before_error = bytes.get(len + 1).is_some_and(|byte| byte & 0xC0 != 0x80);
            break;
        }
        len += RUN;
    }
    (len.saturating_sub(BACK), is_before_error)
}

/// Repairs UTF-8.
#[inline(always)]
pub(crate) fn lossy_utf_8_to_utf_8(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
    let follows = Follows::load(simd, const { &UTF_8.follows }, false);
    let mut place = Reached { done: Replaced::default(), is_error_free: true };
    let mut clean_run = 0;
    while place.done.read < bytes.len() {
        match edge::<ToUtf8>(simd, bytes, out, follows, place.done) {
            Some(next) => place = next,
            None => return up_to_boundary(bytes, place.done),
        }
        while place.done.read + CLEAN + BACK <= bytes.len() && place.done.written + ToUtf8::ROOM <= out.len()
        {
            if place.is_error_free {
                let before = place.done.read;
                place = clean(simd, bytes, out, follows, place.done);
                clean_run = place.done.read - before;
            } else {
                place = error_dense::<ToUtf8>(simd, bytes, out, follows, place.done, patience(clean_run));
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
