//! Lengths of UTF-8 under the policy `replace`, from facts about byte positions.
//!
//! An item is a character or a maximal subpart. The second byte of an item may follow the lead before it. The
//! third byte comes after a good second byte of a lead from E0 on, the fourth after a good third byte of a
//! lead from F0 on. Every other byte begins an item. As masks of a block, with the last bits of the preceding
//! block:
//!
//! ```text
//! third   =  trail & (second & lead from E0 before) << 1
//! fourth  =  trail & (third & lead from F0 two before) << 1
//!
//! UTF-32    all bytes − second − third − fourth bytes
//! UTF-16    all bytes − second − third bytes: a good fourth byte stands for the lead surrogate
//! UTF-8     all bytes + 2 × errors of one byte + errors of two bytes: an error of three has the length of U+FFFD
//! ```

use super::rules::Rules;
use super::validate::is_right;
use super::{BACK, CHUNK, Window, load};
use crate::form::Utf8;
use crate::kernel::grammar::FormGrammar;
use crate::simd::{BLOCK, Simd};

/// What is open at the end of a block, in the highest bit.
#[derive(Clone, Copy, Default)]
struct Open {
    /// Good second bytes of leads from E0 on.
    third: u64,
    /// Good second bytes of leads from F0 on, and good third bytes after them.
    third_of_four: u64,
    fourth: u64,
    /// Bytes that begin an item and are not ASCII.
    begun: u64,
}

/// The positions of a block, a bit each.
#[derive(Clone, Copy)]
struct Positions {
    second: u64,
    third: u64,
    fourth: u64,
    /// A third byte is due, and missing.
    broken_off: u64,
    not_ascii: u64,
}

/// Shifts a mask by one place and takes in the highest bit of the preceding block.
#[inline(always)]
fn on(before: u64, mask: u64) -> u64 {
    mask << 1 | before >> 63
}

#[inline(always)]
fn positions<S: Simd>(simd: S, rules: &Rules<S>, window: &Window, open: &mut Open) -> Positions {
    let mut any = load(simd, window, 0, 0);
    unrolled!(k of S::VECTORS => {
        any = simd.or(any, load(simd, window, k, 0));
    });
    if !simd.has_sign(any) {
        let broken_off = open.third >> 63;
        *open = Open { begun: open.begun, ..Open::default() };
        return Positions { second: 0, third: 0, fourth: 0, broken_off, not_ascii: 0 };
    }
    let mut masks = [[simd.splat(0); 4]; 5];
    let zero = simd.splat(0);
    unrolled!(k of S::VECTORS => {
        let (byte, before) = (load(simd, window, k, 0), load(simd, window, k, 1));
        let second = rules.seconds(simd, byte, before);
        masks[0][k] = second;
        masks[1][k] = simd.and(second, simd.equal(simd.max(before, simd.splat(0xE0)), before));
        masks[2][k] = simd.and(second, simd.equal(simd.max(before, simd.splat(0xF0)), before));
        masks[3][k] = simd.less_signed(byte, simd.splat(0xC0));
        masks[4][k] = simd.less_signed(byte, zero);
    });
    let [second, of_three, of_four, trail, not_ascii] = [
        simd.block_mask(masks[0]),
        simd.block_mask(masks[1]),
        simd.block_mask(masks[2]),
        simd.block_mask(masks[3]),
        simd.block_mask(masks[4]),
    ];
    let due = on(open.third, of_three);
    let third_of_four = on(open.third_of_four, of_four) & trail;
    let fourth = on(open.fourth, third_of_four) & trail;
    let positions = Positions { second, third: due & trail, fourth, broken_off: due & !trail, not_ascii };
    *open = Open { third: of_three, third_of_four: of_four, fourth: third_of_four, begun: open.begun };
    positions
}

/// What is counted in a text.
trait Count {
    /// In chunks without errors there is nothing to count.
    const SKIPS: bool;
    /// In a block.
    fn of_block<S: Simd>(simd: S, rules: &Rules<S>, window: &Window, open: &mut Open) -> u64;
}

/// Bytes that continue an item (fourth bytes only if `FOUR`).
struct Inside<const FOUR: bool>;
/// Bytes that are gained by replacement.
struct Gain;

impl<const FOUR: bool> Count for Inside<FOUR> {
    const SKIPS: bool = false;

    #[inline(always)]
    fn of_block<S: Simd>(simd: S, rules: &Rules<S>, window: &Window, open: &mut Open) -> u64 {
        let found = positions(simd, rules, window, open);
        let fourth = if FOUR { found.fourth.count_ones() } else { 0 };
        // No byte is both a second and a third byte.
        u64::from((found.second | found.third).count_ones() + fourth)
    }
}

impl Count for Gain {
    const SKIPS: bool = true;

    #[inline(always)]
    fn of_block<S: Simd>(simd: S, rules: &Rules<S>, window: &Window, open: &mut Open) -> u64 {
        let found = positions(simd, rules, window, open);
        let begins = !(found.second | found.third | found.fourth);
        let begun = begins & found.not_ascii;
        let one = on(open.begun, begun) & begins;
        open.begun = begun;
        u64::from(2 * one.count_ones() + found.broken_off.count_ones())
    }
}

/// Returns the chunk at a place, with the bytes before it.
#[inline(always)]
fn chunk_at(bytes: &[u8], at: usize) -> Option<&[u8; BACK + CHUNK]> {
    bytes[at.checked_sub(BACK)?..].first_chunk()
}

/// Returns `true` if a chunk without errors needs no count after blocks that counted `counted` and end with
/// the byte `last`.
#[inline(always)]
fn leaves_nothing(counted: u64, open: Open, last: u8) -> bool {
    counted == 0 && (open.begun >> 63 == 0 || last >= 0xC0)
}

/// Counts the occurrences in a text. After blocks that gained nothing and left nothing open, a chunk without
/// errors gains nothing either, and only its last block is asked what is open. A zero after the text shows
/// what ends with the text.
#[inline(always)]
fn count<S: Simd, C: Count>(simd: S, bytes: &[u8]) -> u64 {
    let rules = &Rules::load(simd, const { &FormGrammar::<Utf8>::EXPECTED_NIBBLES });
    let (mut sum, mut open, mut at) = (0, Open::default(), 0);
    if let Some(first) = bytes.first_chunk::<BLOCK>() {
        let mut window = [0; BACK + BLOCK];
        window[BACK..].copy_from_slice(first);
        sum += C::of_block(simd, rules, &window, &mut open);
        at = BLOCK;
    }
    let mut is_quiet = at > 0 && leaves_nothing(sum, open, bytes[at - 1]);
    while let Some(chunk) = chunk_at(bytes, at) {
        if C::SKIPS && is_quiet && is_right(simd, rules, chunk) {
            open = Open::default();
            if let Some(last) = chunk.last_chunk() {
                C::of_block(simd, rules, last, &mut open);
            }
        } else {
            let (mut more, mut rest) = (0, &chunk[..]);
            while let Some(window) = rest.first_chunk() {
                more += C::of_block(simd, rules, window, &mut open);
                rest = &rest[BLOCK..];
            }
            sum += more;
            is_quiet = leaves_nothing(more, open, chunk[BACK + CHUNK - 1]);
        }
        at += CHUNK;
    }
    while let Some(window) = at.checked_sub(BACK).and_then(|from| bytes[from..].first_chunk()) {
        sum += C::of_block(simd, rules, window, &mut open);
        at += BLOCK;
    }
    let before = at.min(BACK);
    let mut window = [0; BACK + BLOCK];
    window[BACK - before..BACK + bytes.len() - at].copy_from_slice(&bytes[at - before..]);
    sum + C::of_block(simd, rules, &window, &mut open)
}

/// Returns the length of any UTF-8 in UTF-16, or in UTF-32 if `FOUR`.
#[inline(always)]
pub(crate) fn replaced_units<S: Simd, const FOUR: bool>(simd: S, bytes: &[u8]) -> u64 {
    bytes.len() as u64 - count::<S, Inside<FOUR>>(simd, bytes)
}

/// Returns the length of any UTF-8 after repair.
#[inline(always)]
pub(crate) fn replaced_bytes<S: Simd>(simd: S, bytes: &[u8]) -> u64 {
    bytes.len() as u64 + count::<S, Gain>(simd, bytes)
}
