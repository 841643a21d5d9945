//! Lossy conversion: U+FFFD replaces every maximal subpart of an ill-formed subsequence, within the vectors.
//!
//! By Table 3-7 of the standard, and with `s[i]` = 00 outside the text:
//!
//! ```text
//! second(i)    = s[i-1] is a lead  and  s[i] may follow it
//! third(i)     = s[i] is 80..BF  and  second(i-1)  and  s[i-2] ≥ E0
//! fourth(i)    = s[i] is 80..BF  and  third(i-1)   and  s[i-3] ≥ F0
//! continues(i) = second(i) or third(i) or fourth(i)
//! waits(i)     = s[i-1] ≥ C0  or  second(i-1) and s[i-2] ≥ E0  or  third(i-1) and s[i-3] ≥ F0
//! broken(i)    = not continues(i)  and  (waits(i)  or  s[i-1] is 80..BF and not continues(i-1))
//! ```
//!
//! Byte `i` belongs to the item of the byte before it exactly if `continues(i)`. On the one hand, an item
//! that continues is a viable prefix of `i` and up to three bytes before it. On the other hand, let one of
//! the three facts hold. Its lead is not a trail byte, so it begins an item whatever came before, and the
//! longest viable prefix there includes `i`. If an item ended before `i`, it is ill-formed exactly if
//! `broken(i)`: it waited for more, or it was a trail byte that belonged to nothing. Leads therefore cut the
//! text, nothing travels further than three bytes, and any number of errors costs the same.
//!
//! An *exact step* works with these facts. A *clean step* is that of the strict kernel, with its test. A
//! clean step may follow only if the preceding exact steps were error-free: no item was broken, and every
//! trail byte continued one. The reason is that the strict test expects a byte wherever a lead stands before
//! it. After `F0 80 80` it would take a stray byte for the fourth byte.

mod from_utf_16;
mod from_utf_8;
mod parts;
mod relatives;
mod repair;
mod utf_16;

pub(crate) use from_utf_8::{lossy_utf_8_to_utf_16, lossy_utf_8_to_utf_32};
pub(crate) use from_utf_16::lossy_utf_16_to_utf_8;
pub(crate) use parts::ends_of_ill_formed;
pub(crate) use relatives::ends_of_broken;
pub(crate) use repair::lossy_utf_8_to_utf_8;
pub(crate) use utf_16::{lossy_utf_16_to_utf_16, make_well_formed};

use super::follows::{Follows, errors};
use crate::kernel::lossy::{Reached, Replaced, SequenceMasks, open};
use crate::simd::{Avx512, Vector};

/// Bytes that are looked back at.
const BACK: usize = 3;

/// Sixty-four bytes, those before them, and the one after.
type Block = [u8; BACK + 64 + 1];

/// A block's bytes, with those before them and the one after, in registers.
#[derive(Clone, Copy)]
struct Bytes {
    next: Vector,
    byte: Vector,
    before: [Vector; 3],
}

impl Bytes {
    #[inline(always)]
    fn load(simd: Avx512, block: &Block) -> Self {
        Bytes {
            next: from(simd, block, BACK + 1),
            byte: from(simd, block, BACK),
            before: [from(simd, block, BACK - 1), from(simd, block, BACK - 2), from(simd, block, BACK - 3)],
        }
    }

    /// Loads at an end of the text. Bytes outside the text are 00, a character that ends what is before it.
    #[inline(always)]
    fn load_around(simd: Avx512, bytes: &[u8], at: usize, back: usize) -> Self {
        Bytes {
            next: simd.load_around(bytes, at + 1, back),
            byte: simd.load_around(bytes, at, back),
            before: [
                simd.load_around(bytes, at, back + 1),
                simd.load_around(bytes, at, back + 2),
                simd.load_around(bytes, at, back + 3),
            ],
        }
    }

    /// Returns sign bits where the strict test finds an error at the next byte.
    #[inline(always)]
    fn errors(self, simd: Avx512, follows: Follows) -> Vector {
        errors::<true>(simd, self.next, [self.byte, self.before[0], self.before[1]], follows)
    }
}

#[inline(always)]
fn from(simd: Avx512, block: &Block, place: usize) -> Vector {
    match block[place..].first_chunk() {
        Some(bytes) => simd.load(bytes),
        None => simd.zero(), // cannot be: the places are constants
    }
}

/// These are facts about the byte *after* each place.
impl SequenceMasks {
    /// Computes the facts by masks in general registers, which is best beside much work in vectors. It
    /// ignores the text before the first place, so `broken` holds from bit 3 on and the others from bit 2.
    #[inline(always)]
    fn by_masks(simd: Avx512, bytes: Bytes, follows: Follows) -> Self {
        let Bytes { next, byte, before } = bytes;
        let trail = simd.signed_below(next, simd.splat(0xC0));
        let wants_second = simd.at_least(byte, simd.splat(0xC0));
        let out_of_range = simd.sign_bits(follows.sum(simd, next, byte));
        let second = trail & wants_second & !out_of_range;
        let wants_third = second << 1 & simd.at_least(before[0], simd.splat(0xE0));
        let third = trail & wants_third;
        let wants_fourth = third << 1 & simd.at_least(before[1], simd.splat(0xF0));
        let fourth = trail & wants_fourth;
        let waits = wants_second | wants_third | wants_fourth;
        SequenceMasks::from_masks(trail, second | third | fourth, fourth, waits)
    }

    /// Computes the facts by vectors of sign bits, which is best beside much work with masks. They hold from
    /// bit 0 on, `broken` from bit 1.
    #[inline(always)]
    fn by_vectors(simd: Avx512, bytes: Bytes, follows: Follows) -> Self {
        let Bytes { next, byte, before } = bytes;
        // As signed bytes, 80..BF are -128..-65: only these stay negative when 40 is added with saturation.
        let trail = simd.add_signed_saturating(next, simd.splat(0x40));
        let trail_before = simd.add_signed_saturating(byte, simd.splat(0x40));
        let trail_before_2 = simd.add_signed_saturating(before[0], simd.splat(0x40));
        // The sign bit is set from C0, E0, F0 on.
        let wants_second = simd.sub_saturating(byte, simd.splat(0x40));
        let three = simd.sub_saturating(before[0], simd.splat(0x60));
        let four = simd.sub_saturating(before[1], simd.splat(0x70));
        let refused = follows.sum(simd, next, byte);
        let refused_before = follows.sum(simd, byte, before[0]);
        let refused_before_2 = follows.sum(simd, before[0], before[1]);
        // a & b & !c
        let wants_third = simd.ternary::<0x40>(trail_before, three, refused_before);
        let third_before = simd.ternary::<0x40>(trail_before_2, four, refused_before_2);
        let wants_fourth = simd.and(third_before, trail_before);
        let waits = simd.ternary::<0xFE>(wants_second, wants_third, wants_fourth);
        // a & !b | c
        let may_follow = simd.ternary::<0xBA>(wants_second, refused, wants_third);
        // (a | b) & c
        let continues = simd.ternary::<0xA8>(may_follow, wants_fourth, trail);
        SequenceMasks::from_masks(
            simd.sign_bits(trail),
            simd.sign_bits(continues),
            simd.sign_bits(simd.and(wants_fourth, trail)),
            simd.sign_bits(waits),
        )
    }
}

/// A conversion by exact steps.
trait Exact {
    /// Places that a step settles.
    const STEP: usize;
    /// The bits of the settled places, of the 64 that a step sees.
    const SETTLED: u64 = ((1 << Self::STEP) - 1) << BACK;
    /// The bits that a step takes as settled inside a text.
    const INSIDE: u64;
    /// Bytes that a step may write inside a text.
    const ROOM: usize;
    /// The output of a step, before it is stored.
    type Made: Copy;
    /// Makes the output of a step.
    fn exact(simd: Avx512, bytes: Bytes, follows: Follows, settled: u64) -> Step<Self::Made>;
    /// Returns how many bytes of the output count.
    fn len(made: Self::Made) -> usize;
    /// Stores the output into `ROOM` bytes or, unless `WHOLE`, into exactly the bytes that count.
    fn store<const WHOLE: bool>(simd: Avx512, made: Self::Made, room: &mut [u8]) -> Option<()>;
}

/// The result of an exact step.
struct Step<M> {
    made: M,
    broken: u64,
    is_error_free: bool,
    /// Whether no error is among what a clean step after it looks back at.
    ends_error_free: bool,
}

/// Returns how many exact steps must be error-free before a clean one is tried. After a long clean run it is
/// one, because errors are rare there and an exact step takes twice the time; it need not be error-free as long
/// as its end is. Otherwise it is more, because every change of loop is a mispredicted branch.
#[inline]
fn patience(clean_run: usize) -> u32 {
    if clean_run >= 256 { 1 } else { 3 }
}

/// Takes an exact step at an end of the text or of the room. Returns `None` if its output does not fit.
#[inline(always)]
fn edge<E: Exact>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    follows: Follows,
    done: Replaced,
) -> Option<Reached> {
    let read = E::STEP.min(bytes.len() - done.read);
    let around = Bytes::load_around(simd, bytes, done.read, BACK);
    let settled = E::SETTLED & E::SETTLED >> (E::STEP - read);
    let step = E::exact(simd, around, follows, settled);
    let written = E::len(step.made);
    E::store::<false>(simd, step.made, out[done.written..].get_mut(..written)?)?;
    let errors = (step.broken & settled).count_ones().into();
    Some(Reached { done: done.and(Replaced { read, written, errors }), is_error_free: step.is_error_free })
}

/// Takes exact steps until enough in a row were error-free, or the text or the room ends.
#[inline(always)]
fn error_dense<E: Exact>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    follows: Follows,
    mut done: Replaced,
    patience: u32,
) -> Reached {
    /// The most that a lane can count.
    const STEPS: usize = 255;
    let mut left = patience;
    // How often an item was broken, by lanes: general registers are the scarcest resource here.
    let mut counts = simd.zero();
    let (mut rest, mut room) = (&bytes[done.read - 2 * BACK..], &mut out[done.written..]);
    for _ in 0..STEPS {
        let (Some(block), Some(to)) = (rest.first_chunk(), room.get_mut(..E::ROOM)) else { break };
        let step = E::exact(simd, Bytes::load(simd, block), follows, E::INSIDE);
        if E::store::<true>(simd, step.made, to).is_none() {
            break;
        }
        let written = E::len(step.made);
        rest = &rest[E::STEP..];
        room = &mut room[written..];
        counts = simd.blend(step.broken, counts, simd.add(counts, simd.splat(1)));
        done.read += E::STEP;
        done.written += written;
        left = if step.is_error_free { left - 1 } else { patience };
        if patience == 1 && step.ends_error_free {
            left = 0;
        }
        if left == 0 {
            break;
        }
    }
    done.errors += simd.sum_of_quadwords(simd.sums_of_eight(simd.keep(E::SETTLED, counts)));
    Reached { done, is_error_free: left == 0 }
}
