//! Lossy conversion in vectors of 16 and 32 bytes: U+FFFD replaces every maximal subpart of an ill-formed
//! subsequence.
//!
//! The facts are those of the kernels for AVX-512, where their sufficiency is proved:
//!
//! ```text
//! second(i)    = s[i-1] is a lead  and  s[i] may follow it
//! third(i)     = s[i] is 80..BF  and  second(i-1)  and  s[i-2] ≥ E0
//! fourth(i)    = s[i] is 80..BF  and  third(i-1)   and  s[i-3] ≥ F0
//! continues(i) = second(i) or third(i) or fourth(i)
//! waits(i)     = s[i-1] ≥ C0  or  second(i-1) and s[i-2] ≥ E0  or  third(i-1) and s[i-3] ≥ F0
//! stray(i)     = s[i] is 80..BF  and not continues(i)
//! broken(i)    = waits(i) and not continues(i)  or  stray(i-1):    an item ends before i, and is ill-formed
//! ```
//!
//! Here they are masks of a *frame* of 64 bytes in general registers. Frames overlap. The first places of
//! each are only looked back at, so nothing is carried from one frame to the next. An *exact step* works with
//! these facts and costs the same however many errors there are. If its last places are error-free — no item
//! broken, no byte stray — the strict kernel may follow. In error-dense text that does not pay.

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

use super::rules::Rules;
use super::{BACK, Window, load};
use crate::kernel::lossy::{Reached, SequenceMasks, open};
use crate::simd::{BLOCK, Simd};

/// Bytes at the front of a frame that are only looked back at.
const AHEAD: usize = 3;

impl SequenceMasks {
    /// The facts about the 64 bytes of a frame. They hold from the bit `AHEAD` on, `broken` from the bit
    /// after it.
    #[inline(always)]
    fn of<S: Simd>(simd: S, rules: &Rules<S>, window: &Window) -> Self {
        let zero = simd.splat(0);
        let (mut signs, mut two, mut three) = ([zero; 4], [zero; 4], [zero; 4]);
        let (mut four, mut fits) = ([zero; 4], [zero; 4]);
        unrolled!(k of S::VECTORS => {
            let (byte, before) = (load(simd, window, k, 0), load(simd, window, k, 1));
            signs[k] = byte;
            // The sign bit is set from C0, E0, F0 on.
            two[k] = simd.sub_saturating(byte, simd.splat(0x40));
            three[k] = simd.sub_saturating(byte, simd.splat(0x60));
            four[k] = simd.sub_saturating(byte, simd.splat(0x70));
            fits[k] = simd.equal(rules.reasons(simd, byte, before), zero);
        });
        let (two, three) = (simd.block_sign_bits(two), simd.block_sign_bits(three));
        let (four, fits) = (simd.block_sign_bits(four), simd.block_mask(fits));
        let trail = simd.block_sign_bits(signs) & !two;
        // What may follow a lead is a trail byte.
        let wants_second = two << 1;
        let second = wants_second & fits;
        let wants_third = (second & three << 1) << 1;
        let third = wants_third & trail;
        let wants_fourth = (third & four << 2) << 1;
        let fourth = wants_fourth & trail;
        let continues = second | third | fourth;
        let waits = wants_second | wants_third | wants_fourth;
        SequenceMasks::from_masks(trail, continues, fourth, waits)
    }
}

/// How frequent errors are. It rises with every exact step that had some, and falls with every block that had
/// none. While it is low, the strict kernel saves more than what a change costs, whose branch is
/// mispredicted, and what a failure costs.
#[derive(Clone, Copy, Default)]
struct Pace(usize);

impl Pace {
    const MOST: usize = 8;

    /// Updates the pace after some bytes without errors.
    #[inline(always)]
    fn clean(&mut self, run: usize) {
        self.0 = self.0.saturating_sub(run / BLOCK);
    }

    /// Updates the pace after an exact step, with or without errors.
    #[inline(always)]
    fn exact(&mut self, is_clean: bool, rise: usize) {
        self.0 = if is_clean { self.0.saturating_sub(1) } else { Self::MOST.min(self.0 + rise) };
    }
}

/// Returns a frame at an end of the text, with the bytes before it. Bytes outside the text are 00, a
/// character that ends what is before it.
#[inline(always)]
fn frame_around(bytes: &[u8], at: usize) -> Window {
    frame_after::<AHEAD>(bytes, at)
}

/// Returns a frame at an end of the text, which begins some bytes ahead of a place. (A form that refuses 00
/// sees errors in front of the text, which end before the first place that is asked about.)
#[inline(always)]
fn frame_after<const AHEAD: usize>(bytes: &[u8], at: usize) -> Window {
    let mut window = [0; BACK + BLOCK];
    let from = at.saturating_sub(AHEAD);
    let to = bytes.len().min(at + BLOCK - AHEAD);
    window[BACK + AHEAD + from - at..][..to - from].copy_from_slice(&bytes[from..to]);
    window
}
