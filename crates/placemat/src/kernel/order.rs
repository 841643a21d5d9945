//! Conversions of units in the other byte order, by the kernels for the machine's own: a piece is swapped before such a
//! kernel reads it, or after it was written, while it is in the nearest cache.
//!
//! This costs a fifth to a half of the speed, and saves half of the kernels: 1.1 of 2.6 MB where both encodings are chosen
//! at run time. UTF-8 to UTF-16 and back have kernels for both orders.

use super::lossy::{How, Replaced};
use super::{Kind, NATIVE, Run};
use crate::simd::{Isa, Vectorized};

/// Bytes of a piece. Of a longer sequence than that there is none, so a kernel that stops closer to the end of a piece than
/// [`LONGEST`] may have stopped for the end alone.
const PIECE: usize = 4096;
/// Bytes of an input that is one piece, for which less is prepared.
const SHORT_PIECE: usize = 128;
/// No sequence of any form has more bytes.
const LONGEST: usize = 16;

/// The side of a conversion that is in the other byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// It is not.
    Native,
    /// Units of two bytes.
    Words,
    /// Units of four bytes.
    Doublewords,
}

/// The sides of a conversion that are in the other byte order than the one that its kernel reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Swaps {
    input: Side,
    output: Side,
}

impl Swaps {
    pub(super) const NONE: Swaps = Swaps { input: Side::Native, output: Side::Native };

    /// What is to be swapped for a conversion if its kernel knows the machine's order alone.
    #[inline]
    pub(super) const fn between(from: Kind, to: Kind) -> Self {
        Swaps { input: Side::of(from), output: Side::of(to) }
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        matches!(self, Swaps::NONE)
    }
}

impl Side {
    #[inline]
    const fn of(kind: Kind) -> Self {
        match (kind, kind.order()) {
            (_, None) => Side::Native,
            (_, Some(order)) if order as usize == NATIVE as usize => Side::Native,
            (Kind::Utf32(_) | Kind::Ucs4(_), _) => Side::Doublewords,
            _ => Side::Words,
        }
    }

    /// Swaps whole units where they are.
    #[inline]
    fn swap(self, isa: Isa, bytes: &mut [u8]) {
        match self {
            Side::Native => {}
            Side::Words => isa.run(Swap::<2>(bytes)),
            Side::Doublewords => isa.run(Swap::<4>(bytes)),
        }
    }

    /// Copies whole units and swaps them on the way, and copies what is left of a unit as it is.
    #[inline]
    fn copy(self, isa: Isa, bytes: &[u8], out: &mut [u8]) {
        match self {
            Side::Native => out.copy_from_slice(bytes),
            Side::Words => isa.run(Swapped::<2>(bytes, out)),
            Side::Doublewords => isa.run(Swapped::<4>(bytes, out)),
        }
    }
}

/// A unit of two bytes or of four in the other order. (Spelt out, so that the compiler sees one instruction in it.)
#[inline(always)]
fn swapped<const WIDTH: usize>(unit: [u8; WIDTH]) -> [u8; WIDTH] {
    let mut swapped = unit;
    match (unit.as_slice(), &mut swapped[..]) {
        (&[a, b], [to_a, to_b]) => (*to_a, *to_b) = (b, a),
        (&[a, b, c, d], [to_a, to_b, to_c, to_d]) => (*to_a, *to_b, *to_c, *to_d) = (d, c, b, a),
        _ => {}
    }
    swapped
}

/// Swaps units where they are. (A plain loop, which the compiler makes vectors of for every instruction set.)
struct Swap<'a, const WIDTH: usize>(&'a mut [u8]);

impl<const WIDTH: usize> Vectorized for Swap<'_, WIDTH> {
    type Output = ();

    #[inline(always)]
    fn scalar(self) {
        for unit in self.0.as_chunks_mut::<WIDTH>().0 {
            *unit = swapped(*unit);
        }
    }
}

/// Units copied to the other byte order, and what is left of one; both slices are as long.
pub(super) struct Swapped<'a, const WIDTH: usize>(pub(super) &'a [u8], pub(super) &'a mut [u8]);

impl<const WIDTH: usize> Vectorized for Swapped<'_, WIDTH> {
    type Output = ();

    #[inline(always)]
    fn scalar(self) {
        let ((units, rest), (room, room_for_rest)) =
            (self.0.as_chunks::<WIDTH>(), self.1.as_chunks_mut::<WIDTH>());
        for (place, unit) in room.iter_mut().zip(units) {
            *place = swapped(*unit);
        }
        room_for_rest.copy_from_slice(rest);
    }
}

/// A conversion by a kernel for the machine's byte order.
#[inline]
pub(super) fn convert(isa: Isa, run: Run, swaps: Swaps, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let run = |piece: &[u8], room: &mut [u8], _| {
        let (read, written) = run(isa, piece, room);
        (Replaced { read, written, errors: 0 }, 0)
    };
    let (Replaced { read, written, .. }, _) = by_pieces(isa, run, swaps, input, out, false);
    (read, written)
}

/// A lossy conversion by a kernel for the machine's byte order.
#[inline]
pub(super) fn replace(
    isa: Isa,
    how: How,
    swaps: Swaps,
    input: &[u8],
    out: &mut [u8],
    end: bool,
) -> (Replaced, u64) {
    let run = |piece: &[u8], room: &mut [u8], end| how.run(isa, piece, room, end);
    by_pieces(isa, run, swaps, input, out, end)
}

#[inline(always)]
fn by_pieces(
    isa: Isa,
    run: impl Fn(&[u8], &mut [u8], bool) -> (Replaced, u64),
    swaps: Swaps,
    input: &[u8],
    out: &mut [u8],
    end: bool,
) -> (Replaced, u64) {
    let one = |piece: &[u8], room: &mut [u8], end| {
        let (done, surrogates) = run(piece, room, end);
        swaps.output.swap(isa, &mut room[..done.written]);
        (done, surrogates)
    };
    if swaps.input == Side::Native {
        each_piece(input, out, end, one)
    } else if input.len() <= SHORT_PIECE {
        each_piece(input, out, end, from_swapped(isa, swaps.input, &mut [0; SHORT_PIECE], one))
    } else {
        each_piece(input, out, end, from_swapped(isa, swaps.input, &mut [0; PIECE], one))
    }
}

/// What takes a piece that is in the other byte order, if `run` takes it in the machine's.
#[inline(always)]
fn from_swapped(
    isa: Isa,
    side: Side,
    room_for_piece: &mut [u8],
    run: impl Fn(&[u8], &mut [u8], bool) -> (Replaced, u64),
) -> impl FnMut(&[u8], &mut [u8], bool) -> (Replaced, u64) {
    move |piece, out, end| {
        let swapped = &mut room_for_piece[..piece.len()];
        side.copy(isa, piece, swapped);
        run(swapped, out, end)
    }
}

/// Goes through an input by pieces: to the end, or to where the kernel stops for another reason.
#[inline(always)]
fn each_piece(
    input: &[u8],
    out: &mut [u8],
    end: bool,
    mut run: impl FnMut(&[u8], &mut [u8], bool) -> (Replaced, u64),
) -> (Replaced, u64) {
    let (mut done, mut surrogates) = (Replaced::default(), 0);
    loop {
        let rest = &input[done.read..];
        let piece = &rest[..rest.len().min(PIECE)];
        let is_last = piece.len() == rest.len();
        let (step, lacked) = run(piece, &mut out[done.written..], end && is_last);
        done = done.and(step);
        surrogates += lacked;
        if is_last || step.read + LONGEST < PIECE {
            return (done, surrogates);
        }
    }
}
