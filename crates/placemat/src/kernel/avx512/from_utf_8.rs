//! UTF-8 to UTF-16, a unit for every byte position that ends one.
//!
//! A unit is written at ASCII, at the second byte of two, at the third of three, and at the third *and* the fourth of
//! four, which carry the two surrogates: everywhere but at leads and at second bytes of three and four. Its two bytes
//! are computed in two planes, by position:
//!
//! ```text
//! low    ASCII                   c
//!        last byte of any        before 1 << 6 | c & 3F
//!        third of four           C0 + (before 1 << 2 | c >> 4 & 3), modulo 100
//! high   ASCII                   0
//!        last of two or three    before 2 << 4, if that is a lead of three,  | before 1 >> 2 & F
//!        third of four           D7 + (before 2 & 7) + the carry of the low byte
//!        fourth of four          DC | before 1 >> 2 & 3
//! ```
//!
//! (D7C0 is D800 − (10000 >> 10).) The planes are compressed by one mask and interleaved by two permutes, whose order is
//! the byte order. Blocks with leads of four are a branch of their own.

use super::validate::{Follows, errors, not_ascii};
use super::{BACK, RUN, Window, block, boundary};
use crate::kernel::scalar;
use crate::simd::{Avx512, Vector};

/// Takes 32 units from place `from` on out of a low and a high plane.
const fn interleave(from: u8, big: bool) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 32 {
        let (low, high) = (from + k as u8, 64 + from + k as u8);
        index[2 * k] = if big { high } else { low };
        index[2 * k + 1] = if big { low } else { high };
        k += 1;
    }
    index
}

/// Low byte, high byte, and where units are written, of one block without sequences of four.
#[inline(always)]
fn planes(simd: Avx512, byte: Vector, before: [Vector; 3]) -> (Vector, Vector, u64) {
    let lead = simd.sub_saturating(byte, simd.splat(0x40));
    let second = simd.sub_saturating(before[0], simd.splat(0x60));
    let emit = simd.has_none(simd.or(lead, second), simd.splat(0x80));
    let middle = simd.keep(simd.sign_bits(byte), before[0]);
    // The payload of a lead of three, and zero for everything below.
    let top = simd.sub_saturating(before[1], simd.splat(0xE0));
    let seven = simd.and(byte, simd.splat(0x7F));
    // seven | middle << 6 & C0
    let low = simd.ternary::<0xF8>(seven, simd.shift_left::<6>(middle), simd.splat(0xC0));
    // F0 ? top << 4 : middle >> 2
    let high =
        simd.ternary::<0xCA>(simd.splat(0xF0), simd.shift_left::<4>(top), simd.shift_right::<2>(middle));
    (low, high, emit)
}

/// The planes with surrogates where sequences of four have their third and fourth bytes.
#[inline(always)]
fn with_surrogates(
    simd: Avx512,
    byte: Vector,
    before: [Vector; 3],
    low: Vector,
    high: Vector,
) -> (Vector, Vector) {
    let third = simd.at_least(before[1], simd.splat(0xF0));
    let fourth = simd.at_least(before[2], simd.splat(0xF0));
    // 03 ? byte >> 4 : before 1 << 2
    let field =
        simd.ternary::<0xCA>(simd.splat(0x03), simd.shift_right::<4>(byte), simd.shift_left::<2>(before[0]));
    let low = simd.blend(third, low, simd.add(field, simd.splat(0xC0)));
    // The sum overflows its byte from field 40 on, that is, from a second byte 90 on.
    let carry = third & simd.at_least(before[0], simd.splat(0x90));
    let lead = simd.sub(before[1], simd.splat(0xF0 - 0xD7));
    let high = simd.blend(third, high, lead);
    let high = simd.blend(carry, high, simd.add(high, simd.splat(1)));
    let trail = simd.ternary::<0xCA>(simd.splat(0x03), simd.shift_right::<2>(before[0]), simd.splat(0xDC));
    (low, simd.blend(fourth, high, trail))
}

/// The output, UTF-16 in an order.
struct Words<'a, const BIG: bool>(&'a mut [u8]);

/// What goes through a run: the place in the output, in bytes, and the errors.
#[derive(Clone, Copy)]
struct Run {
    written: usize,
    errors: Vector,
}

impl<const BIG: bool> Words<'_, BIG> {
    #[inline(always)]
    fn block<const BLOCK: usize, const FOUR: bool>(
        &mut self,
        simd: Avx512,
        window: &Window,
        follows: Follows,
        run: Run,
    ) -> Option<Run> {
        let byte = block::<BLOCK, 0>(simd, window);
        let before = [
            block::<BLOCK, 1>(simd, window),
            block::<BLOCK, 2>(simd, window),
            block::<BLOCK, 3>(simd, window),
        ];
        let errors = simd.or(run.errors, errors::<FOUR>(simd, byte, before, follows));
        let (mut low, mut high, emit) = planes(simd, byte, before);
        if FOUR {
            (low, high) = with_surrogates(simd, byte, before, low, high);
        }
        let (low, high) = (simd.compress(emit, low), simd.compress(emit, high));
        let (first, second) = const { (&interleave(0, BIG), &interleave(32, BIG)) };
        let room = self.0.get_mut(run.written..run.written + 128)?;
        let (left, right) = room.split_at_mut(64);
        simd.store(left.first_chunk_mut()?, simd.permute(low, simd.load(first), high));
        simd.store(right.first_chunk_mut()?, simd.permute(low, simd.load(second), high));
        Some(Run { written: run.written + 2 * emit.count_ones() as usize, errors })
    }

    #[inline(always)]
    fn run<const FOUR: bool>(
        &mut self,
        simd: Avx512,
        window: &Window,
        follows: Follows,
        written: usize,
    ) -> Option<Run> {
        let run = Run { written, errors: simd.zero() };
        let run = self.block::<0, FOUR>(simd, window, follows, run)?;
        let run = self.block::<1, FOUR>(simd, window, follows, run)?;
        let run = self.block::<2, FOUR>(simd, window, follows, run)?;
        self.block::<3, FOUR>(simd, window, follows, run)
    }

    #[inline(always)]
    fn widen<const BLOCK: usize>(simd: Avx512, window: &Window, room: &mut [u8; 2 * RUN]) {
        let bytes = block::<BLOCK, 0>(simd, window);
        let order = |words| if BIG { simd.shift_left::<8>(words) } else { words };
        let room = &mut room[128 * BLOCK..128 * BLOCK + 128];
        let (left, right) = room.split_at_mut(64);
        if let (Some(left), Some(right)) = (left.first_chunk_mut(), right.first_chunk_mut()) {
            simd.store(left, order(simd.widen_low(bytes)));
            simd.store(right, order(simd.widen_high(bytes)));
        }
    }
}

/// UTF-8 to UTF-16 in an order: bytes read and bytes written.
#[inline(always)]
pub(in crate::kernel) fn utf_8_to_utf_16<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let mut out = Words::<BIG>(out);
    // The first sequences have nothing to look back at.
    let head = bytes.len().min(64);
    let (mut read, mut written) = scalar::utf_8_to_utf_16::<BIG>(&bytes[..head], out.0);
    if read < BACK {
        return (read, written);
    }
    let follows = Follows::load(simd);
    while let (Some(window), Some(room)) = (
        bytes[read - BACK..].first_chunk::<{ BACK + RUN }>(),
        out.0.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<{ 2 * RUN }>),
    ) {
        if simd.sign_bits(not_ascii(simd, window)) == 0 && boundary(bytes, read) == read {
            Words::<BIG>::widen::<0>(simd, window, room);
            Words::<BIG>::widen::<1>(simd, window, room);
            Words::<BIG>::widen::<2>(simd, window, room);
            Words::<BIG>::widen::<3>(simd, window, room);
            read += RUN;
            written += 2 * RUN;
            continue;
        }
        let greatest = simd.max(
            simd.max(block::<0, 0>(simd, window), block::<1, 0>(simd, window)),
            simd.max(block::<2, 0>(simd, window), block::<3, 0>(simd, window)),
        );
        let four = simd.at_least(simd.max(greatest, block::<0, 3>(simd, window)), simd.splat(0xF0)) != 0;
        let run = if four {
            out.run::<true>(simd, window, follows, written)
        } else {
            out.run::<false>(simd, window, follows, written)
        };
        match run {
            Some(run) if simd.sign_bits(run.errors) == 0 => written = run.written,
            _ => break,
        }
        read += RUN;
    }
    // A sequence that is open has written a unit only if it has three of four bytes.
    let whole = boundary(bytes, read);
    if read - whole == 3 {
        written -= 2;
    }
    (whole, written)
}
