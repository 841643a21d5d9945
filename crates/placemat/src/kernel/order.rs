//! Conversions of units in the other byte order, by the kernels for the machine's own order. Each piece is
//! swapped before such a kernel reads it, or after the kernel wrote it, while the piece is in the L1 cache.
//!
//! This costs a fifth to a half of the speed and saves half of the kernels: 1.1 of 2.6 MB if both encodings
//! are chosen at run time. UTF-8 to UTF-16, UTF-16 to UTF-8 and UTF-16 to UTF-16 have kernels for both
//! orders.

use super::advance::{Advance, Run};
use super::kind::{Kind, NATIVE};
use super::lossy::Replaced;
use crate::simd::{Isa, Vectorized};

/// Bytes of a piece. No sequence is longer than [`LONGEST`]. A kernel that stops closer than that to the end
/// of a piece may therefore have stopped only because the piece ends.
const PIECE: usize = 4096;
/// An input of up to this many bytes is one piece, which needs less setup.
const SHORT_PIECE: usize = 128;
/// No sequence of any form has more bytes.
const LONGEST: usize = 16;

/// The width of the units of one side of a conversion, if they are in the other byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The side is in the machine's byte order, or has no byte order.
    Native,
    /// Units of two bytes, to be swapped.
    Words,
    /// Units of four bytes, to be swapped.
    Doublewords,
}

/// The sides of a conversion whose byte order differs from the one that its kernel reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Swaps {
    input: Side,
    output: Side,
}

impl Swaps {
    pub(super) const NONE: Swaps = Swaps { input: Side::Native, output: Side::Native };

    /// Returns what must be swapped for a conversion if its kernel knows only the machine's order.
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

    /// Swaps whole units in place.
    #[inline]
    fn swap(self, isa: Isa, bytes: &mut [u8]) {
        match self {
            Side::Native => {}
            Side::Words => isa.run(Swap::<2>(bytes)),
            Side::Doublewords => isa.run(Swap::<4>(bytes)),
        }
    }

    /// Copies whole units, swapping them, and copies the bytes of an incomplete last unit unchanged.
    #[inline]
    fn copy(self, isa: Isa, bytes: &[u8], out: &mut [u8]) {
        match self {
            Side::Native => out.copy_from_slice(bytes),
            Side::Words => isa.run(Swapped::<2>(bytes, out)),
            Side::Doublewords => isa.run(Swapped::<4>(bytes, out)),
        }
    }
}

/// Swaps the bytes of a unit of two or four bytes. (Spelled out so that the compiler sees one instruction.)
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

/// Swaps units in place. (A plain loop, which the compiler vectorizes for every instruction set.)
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

/// Copies units into the other byte order, and the bytes of an incomplete last unit. Both slices have one
/// length.
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
pub(super) fn convert(isa: Isa, run: Run, swaps: Swaps, input: &[u8], out: &mut [u8]) -> Advance {
    let run = |piece: &[u8], room: &mut [u8], _| {
        let (read, written) = run(isa, piece, room);
        (Replaced { read, written, errors: 0 }, 0)
    };
    convert_outlined(isa, run, swaps, input, out)
}

/// A function of its own, so that callers in the machine's byte order do not make room for pieces. (It is
/// generic, so that only programs that call it have it.)
#[inline(never)]
fn convert_outlined(
    isa: Isa,
    run: impl Fn(&[u8], &mut [u8], bool) -> (Replaced, u64),
    swaps: Swaps,
    input: &[u8],
    out: &mut [u8],
) -> Advance {
    let (Replaced { read, written, .. }, _) = by_pieces(isa, run, swaps, input, out, false);
    (read, written)
}

/// A conversion by a kernel for the machine's byte order, which also takes whether the input ends with the
/// slice, and returns the number of surrogates that the target lacks.
#[inline(always)]
pub(super) fn by_pieces(
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

/// Converts a piece that is in the other byte order, with a `run` that expects the machine's.
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

/// Processes an input piece by piece, to its end or to where the kernel stops for another reason.
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
