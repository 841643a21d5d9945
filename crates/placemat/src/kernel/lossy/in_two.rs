//! Lossy conversions in two steps, a piece at a time: repaired within the source's form, then converted as
//! well-formed text.

use super::replaced::{LossyRun, Replaced};
use crate::kernel::strict::Kernel;
use crate::simd::{Isa, Vectorized};

/// Bytes of a piece to repair; it stays in the L1 cache.
const PIECE: usize = 4096;
/// The most bytes that a repaired byte becomes: EF BF BD.
const MOST: usize = 3;
/// The smallest piece that is tried if there is too little room for all of it.
const LEAST: usize = 16;

/// The steps of a conversion.
#[derive(Clone, Copy)]
pub(super) struct InTwo<'a> {
    /// Converts well-formed text of the source.
    pub(super) direct: Kernel,
    /// Repairs a piece. (Not a type parameter, so that all of them share one copy of the loop.)
    pub(super) repair: &'a Repair<'a>,
    /// Converts repaired text.
    pub(super) convert: Kernel,
    /// `true` if they stop before surrogates that the target lacks.
    pub(super) stops: bool,
}

impl InTwo<'_> {
    /// Returns `true` if the conversion ends before the rest of a text.
    #[inline]
    fn is_over(&self, rest: &[u8]) -> bool {
        rest.is_empty() || self.stops && matches!(*rest, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..])
    }
}

/// A repair: what it did, and how many surrogates it replaced because the target lacks them.
type Repair<'a> = dyn Fn(Isa, &[u8], &mut [u8], bool) -> (Replaced, u64) + 'a;

/// Converts with a repair after which the kernel for well-formed text also takes the source's text, since the
/// repair changes nothing else.
#[inline]
pub(super) fn lossy(
    isa: Isa,
    (repair, convert): (LossyRun, Kernel),
    input: &[u8],
    out: &mut [u8],
    end: bool,
) -> Replaced {
    let repair = |isa, input: &[u8], out: &mut [u8], end| (repair(isa, input, out, end), 0);
    run(isa, InTwo { direct: convert, repair: &repair, convert, stops: false }, input, out, end).0
}

/// Converts directly as far as the text is well-formed. After that it repairs a piece at a time. If a
/// repaired piece does not fit as a whole, half of it is tried. After a piece in which nothing was replaced
/// it converts directly again.
#[inline]
pub(super) fn run(isa: Isa, steps: InTwo<'_>, input: &[u8], out: &mut [u8], end: bool) -> (Replaced, u64) {
    let (read, written) = steps.direct.run(isa, input, out);
    let done = Replaced { read, written, errors: 0 };
    if steps.is_over(&input[read..]) { (done, 0) } else { repaired(isa, steps, input, out, end, done) }
}

#[inline]
fn repaired(
    isa: Isa,
    steps: InTwo<'_>,
    input: &[u8],
    out: &mut [u8],
    end: bool,
    mut done: Replaced,
) -> (Replaced, u64) {
    let mut repaired = [0; MOST * PIECE];
    let (mut most, mut surrogates) = (PIECE, 0);
    loop {
        let (rest, room) = (&input[done.read..], &mut out[done.written..]);
        // A byte of output hardly ever comes from more than four bytes of input: a larger piece would not fit.
        let piece = &rest[..rest.len().min(most).min(room.len().saturating_mul(4))];
        let (step, lacked) = (steps.repair)(isa, piece, &mut repaired, end && piece.len() == rest.len());
        let text = &repaired[..step.written];
        let (read, written) = steps.convert.run(isa, text, room);
        if read == text.len() {
            done = done.and(Replaced { written, ..step });
            surrogates += lacked;
            if step.read == 0 || steps.is_over(&input[done.read..]) {
                return (done, surrogates);
            }
            if step.errors + lacked == 0 {
                let (read, written) = steps.direct.run(isa, &input[done.read..], &mut out[done.written..]);
                done = done.and(Replaced { read, written, errors: 0 });
            }
        } else if piece.len() < 2 * LEAST {
            return (done, surrogates);
        } else {
            // A whole number of units of two or four bytes.
            most = (piece.len() / 2) & !3;
        }
    }
}

/// Repairs UTF-32: U+FFFD replaces what is not a scalar value.
#[inline]
pub(super) fn repair_utf_32(isa: Isa, input: &[u8], out: &mut [u8], _: bool) -> Replaced {
    isa.run(MendUtf32(input, out))
}

/// (A plain loop, which the compiler vectorizes for every instruction set.)
struct MendUtf32<'a>(&'a [u8], &'a mut [u8]);

impl Vectorized for MendUtf32<'_> {
    type Output = Replaced;

    #[inline(always)]
    fn scalar(self) -> Replaced {
        let (units, out) = (self.0.as_chunks::<4>().0, self.1.as_chunks_mut::<4>().0);
        let count = units.len().min(out.len());
        let (units, out) = (&units[..count], &mut out[..count]);
        let mut errors: u32 = 0;
        for k in 0..count {
            let unit = u32::from_ne_bytes(units[k]);
            let is_wrong = unit > 0x10_FFFF || unit & 0xFFFF_F800 == 0xD800;
            errors += u32::from(is_wrong);
            let unit = if is_wrong { 0xFFFD } else { unit };
            out[k] = unit.to_ne_bytes();
        }
        Replaced { read: 4 * count, written: 4 * count, errors: errors.into() }
    }
}
