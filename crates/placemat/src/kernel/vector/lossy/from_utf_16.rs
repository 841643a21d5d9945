//! UTF-16 to UTF-8, lossily. Lone surrogates are replaced in the register, so what follows sees well-formed
//! text.
//!
//! A surrogate is lone exactly if its counterpart is not next to it. One unit on either side is enough to
//! decide.

use super::super::from_utf_16::{
    ROOM, UNIT, UNITS, Window, below_800, is_surrogate_of, slots, surrogates, up_to_three, with_pairs,
    write_slots,
};
use crate::code_point::{is_lead_surrogate, is_trail_surrogate};
use crate::kernel::lossy::Replaced;
use crate::simd::{BLOCK, Simd, Vectorized};

/// Units in which two adjacent surrogates that match are a pair, and all other surrogates are replaced by
/// U+FFFD.
#[derive(Clone, Copy)]
pub(super) struct SortedSurrogates<S: Simd> {
    pub(super) units: S::Vector,
    /// All bits where a surrogate was lone.
    pub(super) lone: S::Vector,
    lead: S::Vector,
    trail: S::Vector,
}

impl<S: Simd> SortedSurrogates<S> {
    /// Replaces lone surrogates, given the units, those before and those after, all in the order of the
    /// machine's words.
    #[inline(always)]
    pub(super) fn sort(simd: S, units: S::Vector, before: S::Vector, after: S::Vector) -> Self {
        let (leads, trails) = (is_surrogate_of(simd, units, 0xD800), is_surrogate_of(simd, units, 0xDC00));
        let before_trails = is_surrogate_of(simd, after, 0xDC00);
        let after_leads = is_surrogate_of(simd, before, 0xD800);
        let (lead, trail) = (simd.and(leads, before_trails), simd.and(trails, after_leads));
        let lone = simd.or(simd.without(leads, before_trails), simd.without(trails, after_leads));
        SortedSurrogates { units: simd.select(lone, simd.splat_word(0xFFFD), units), lone, lead, trail }
    }
}

/// Converts a block with a unit on either side. Returns the number of bytes, and the number of lone
/// surrogates.
#[inline(always)]
fn block<S: Simd>(simd: S, window: &Window, room: &mut [u8; ROOM]) -> (usize, u32) {
    let mut units = [simd.splat(0); 4];
    unrolled!(k of S::VECTORS => {
        units[k] = simd.load(window, UNIT + k * S::LANES);
    });
    if let Some(len) = below_800::<S, true>(simd, units, room) {
        return (len, 0);
    }
    if simd.is_zero(surrogates(simd, units)) {
        return (up_to_three::<S, true>(simd, units, room), 0);
    }
    let zero = simd.splat(0);
    let (mut leads, mut trails, mut lone, mut pairs) = ([zero; 4], [zero; 4], [zero; 4], zero);
    unrolled!(k of S::VECTORS => {
        let before = simd.load(window, k * S::LANES);
        let after = simd.load(window, 2 * UNIT + k * S::LANES);
        let sorted = SortedSurrogates::sort(simd, units[k], before, after);
        units[k] = sorted.units;
        (leads[k], trails[k], lone[k]) = (sorted.lead, sorted.trail, sorted.lone);
        pairs = simd.or(pairs, simd.or(sorted.lead, sorted.trail));
    });
    // Two bits for each.
    let count = simd.block_mask(lone).count_ones() / 2;
    if simd.is_zero(pairs) {
        return (up_to_three::<S, true>(simd, units, room), count);
    }
    let mut all = [slots::<S, true>(simd, units[0]); 4];
    unrolled!(k of S::VECTORS => {
        let before = simd.load(window, k * S::LANES);
        all[k] = with_pairs(simd, slots::<S, true>(simd, units[k]), units[k], before, leads[k], trails[k]);
    });
    (write_slots(simd, all, room), count)
}

/// An outlined block.
struct Apart<'a>(&'a Window, &'a mut [u8; ROOM]);

impl Vectorized for Apart<'_> {
    type Output = (usize, u32);

    #[inline]
    fn scalar(self) -> (usize, u32) {
        (0, 0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> (usize, u32) {
        block(simd, self.0, self.1)
    }
}

/// Converts a block at an end of the text or of the room. Returns `None` if its bytes do not fit.
#[inline(always)]
fn edge<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8], done: Replaced) -> Option<Replaced> {
    let mut window: Window = [0; UNIT + BLOCK + UNIT];
    let from = done.read.saturating_sub(UNIT);
    let to = bytes.len().min(done.read + BLOCK + UNIT);
    window[UNIT + from - done.read..][..to - from].copy_from_slice(&bytes[from..to]);
    let mut room = [0; ROOM];
    let (len, lone) = simd.run_outlined(Apart(&window, &mut room));
    let units = UNITS.min((bytes.len() - done.read) / UNIT);
    // After the end there are zeros, one byte each.
    let len = len - (UNITS - units);
    out.get_mut(done.written..done.written + len)?.copy_from_slice(&room[..len]);
    Some(done.and(Replaced { read: UNIT * units, written: len, errors: lone.into() }))
}

/// UTF-16 to UTF-8.
#[inline(always)]
pub(crate) fn lossy_utf_16_to_utf_8<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced {
    let mut done = Replaced::default();
    while done.read < bytes.len() {
        match edge(simd, bytes, out, done) {
            Some(next) => done = next,
            None => return up_to_boundary(bytes, done),
        }
        let (mut input, mut output) = (&bytes[done.read - UNIT..], &mut out[done.written..]);
        let (input_len, output_len) = (input.len(), output.len());
        while let (Some(window), Some(room)) = (input.first_chunk(), output.first_chunk_mut()) {
            let (len, lone) = block(simd, window, room);
            done.errors += u64::from(lone);
            input = &input[BLOCK..];
            output = &mut core::mem::take(&mut output)[len..];
        }
        done.read += input_len - input.len();
        done.written += output_len - output.len();
    }
    done
}

/// Goes back to the start of an open pair, whose lead surrogate has written two bytes.
#[inline]
fn up_to_boundary(bytes: &[u8], done: Replaced) -> Replaced {
    let unit_at = |at: usize| match bytes[at..].first_chunk() {
        Some(&unit) => u16::from_le_bytes(unit).into(),
        None => 0,
    };
    let is_open = done.read >= UNIT
        && is_lead_surrogate(unit_at(done.read - UNIT))
        && is_trail_surrogate(unit_at(done.read));
    let open = if is_open { UNIT } else { 0 };
    Replaced { read: done.read - open, written: done.written - open, ..done }
}
