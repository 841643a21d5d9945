//! UTF-8 to UTF-32: as to UTF-16, with a third plane for what lies beyond the BMP.
//!
//! A unit is written at the last byte of every sequence. Where sequences of four end, bits 12–15 come from the second
//! byte and bits 16–20 from the second and the lead.

use super::validate::{Follows, errors, not_ascii};
use super::{BACK, RUN, Window, block, boundary};
use crate::kernel::scalar;
use crate::simd::{Avx512, Vector};

/// Bytes of 64 units.
const ROOM: usize = 256;
/// Lanes of the low and high planes in units of four bytes, and those of the third plane.
const LOW_PLANES: [u64; 2] = [0x3333_3333_3333_3333, 0xCCCC_CCCC_CCCC_CCCC];
const THIRD_PLANE: [u64; 2] = [0x4444_4444_4444_4444, 0x2222_2222_2222_2222];

/// Units 16 × `quarter` and on: the places of their low, high and third bytes.
const fn spread(quarter: usize, big: bool) -> [u8; 64] {
    let mut index = [0; 64];
    let mut k = 0;
    while k < 16 {
        let place = (16 * quarter + k) as u8;
        let bytes = [place, 64 + place, place, 0];
        let mut j = 0;
        while j < 4 {
            index[4 * k + if big { 3 - j } else { j }] = bytes[j];
            j += 1;
        }
        k += 1;
    }
    index
}

/// The planes of a block, and where units are written.
struct Planes {
    low: Vector,
    high: Vector,
    third: Vector,
    emit: u64,
}

#[inline(always)]
fn planes<const FOUR: bool>(simd: Avx512, byte: Vector, before: [Vector; 3]) -> Planes {
    let lead = simd.sub_saturating(byte, simd.splat(0x40));
    let second = simd.sub_saturating(before[0], simd.splat(0x60));
    let mut inside = simd.or(lead, second);
    let middle = simd.keep(simd.sign_bits(byte), before[0]);
    let mut top = simd.sub_saturating(before[1], simd.splat(0xE0));
    let mut third = simd.zero();
    if FOUR {
        inside = simd.or(inside, simd.sub_saturating(before[1], simd.splat(0x70)));
        let fourth = simd.at_least(before[2], simd.splat(0xF0));
        top = simd.blend(fourth, top, before[1]);
        // 03 ? before 2 >> 4 : before 3 << 2
        let upper = simd.ternary::<0xCA>(
            simd.splat(0x03),
            simd.shift_right::<4>(before[1]),
            simd.shift_left::<2>(before[2]),
        );
        third = simd.keep(fourth, simd.and(upper, simd.splat(0x1F)));
    }
    let emit = simd.has_none(inside, simd.splat(0x80));
    let seven = simd.and(byte, simd.splat(0x7F));
    let low = simd.ternary::<0xF8>(seven, simd.shift_left::<6>(middle), simd.splat(0xC0));
    let high =
        simd.ternary::<0xCA>(simd.splat(0xF0), simd.shift_left::<4>(top), simd.shift_right::<2>(middle));
    Planes { low, high, third, emit }
}

/// The output, UTF-32 in an order.
struct Doublewords<'a, const BIG: bool>(&'a mut [u8]);

/// The place in the output, in bytes, and the errors.
#[derive(Clone, Copy)]
struct Run {
    written: usize,
    errors: Vector,
}

impl<const BIG: bool> Doublewords<'_, BIG> {
    #[inline(always)]
    fn quarter<const QUARTER: usize, const FOUR: bool>(
        simd: Avx512,
        planes: &Planes,
        room: &mut [u8; ROOM],
    ) -> Option<()> {
        let index = simd.load(const { &spread(QUARTER, BIG) });
        let mut units = simd.keep(LOW_PLANES[BIG as usize], simd.permute(planes.low, index, planes.high));
        if FOUR {
            units =
                simd.blend(THIRD_PLANE[BIG as usize], units, simd.permute(planes.third, index, planes.third));
        }
        simd.store(room[64 * QUARTER..].first_chunk_mut()?, units);
        Some(())
    }

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
        let Planes { low, high, third, emit } = planes::<FOUR>(simd, byte, before);
        let third = if FOUR { simd.compress(emit, third) } else { third };
        let planes = Planes { low: simd.compress(emit, low), high: simd.compress(emit, high), third, emit };
        let room = self.0.get_mut(run.written..)?.first_chunk_mut()?;
        Self::quarter::<0, FOUR>(simd, &planes, room)?;
        Self::quarter::<1, FOUR>(simd, &planes, room)?;
        let units = emit.count_ones() as usize;
        if units > 32 {
            Self::quarter::<2, FOUR>(simd, &planes, room)?;
            Self::quarter::<3, FOUR>(simd, &planes, room)?;
        }
        Some(Run { written: run.written + 4 * units, errors })
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

    /// A block of ASCII.
    #[inline(always)]
    fn widen<const BLOCK: usize>(simd: Avx512, window: &Window, room: &mut [u8; 4 * RUN]) -> Option<()> {
        let bytes = block::<BLOCK, 0>(simd, window);
        let room: &mut [u8; ROOM] = room[ROOM * BLOCK..].first_chunk_mut()?;
        let order = |units| if BIG { simd.shift_doublewords_left::<24>(units) } else { units };
        simd.store(room[..64].first_chunk_mut()?, order(simd.widen_quarter::<0>(bytes)));
        simd.store(room[64..].first_chunk_mut()?, order(simd.widen_quarter::<1>(bytes)));
        simd.store(room[128..].first_chunk_mut()?, order(simd.widen_quarter::<2>(bytes)));
        simd.store(room[192..].first_chunk_mut()?, order(simd.widen_quarter::<3>(bytes)));
        Some(())
    }
}

/// UTF-8 to UTF-32 in an order: bytes read and bytes written.
#[inline(always)]
pub(in crate::kernel) fn utf_8_to_utf_32<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let mut out = Doublewords::<BIG>(out);
    // The first sequences have nothing to look back at.
    let (mut read, mut written) = scalar::utf_8_to_utf_32::<BIG>(&bytes[..bytes.len().min(64)], out.0);
    if read < BACK {
        return (read, written);
    }
    let follows = Follows::load(simd);
    while let (Some(window), Some(room)) = (
        bytes[read - BACK..].first_chunk::<{ BACK + RUN }>(),
        out.0.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<{ 4 * RUN }>),
    ) {
        if simd.sign_bits(not_ascii(simd, window)) == 0 && boundary(bytes, read) == read {
            let widened = Doublewords::<BIG>::widen::<0>(simd, window, room)
                .and_then(|()| Doublewords::<BIG>::widen::<1>(simd, window, room))
                .and_then(|()| Doublewords::<BIG>::widen::<2>(simd, window, room))
                .and_then(|()| Doublewords::<BIG>::widen::<3>(simd, window, room));
            if widened.is_none() {
                break;
            }
            read += RUN;
            written += 4 * RUN;
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
    (boundary(bytes, read), written)
}
