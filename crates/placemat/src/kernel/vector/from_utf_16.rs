//! UTF-16 to UTF-8: the walk over blocks of 32 units, and both ends of the text. What a block becomes is in
//! `step`; texts of a few units are in `short`.

mod short;
mod step;

pub(super) use step::{
    ROOM, UNIT, UNITS, Units, Window, below_800, is_surrogate_of, slots, surrogates, up_to_three, with_pairs,
    write_slots,
};

use step::convert_block;

use super::landing::Landing;
use crate::kernel::grammar::{Grammar, UTF_8};
use crate::simd::{BLOCK, Simd, Vectorized};

/// Texts of up to this many bytes are converted in groups if they are not ASCII.
const GROUPED: usize = 96;

/// Texts of up to this many vectors are converted without a loop over blocks if they are ASCII.
const NARROWED: usize = 20;

/// Converts UTF-16 in a byte order to UTF-8. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn utf_16_to_utf_8<S: Simd, const BIG: bool>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    convert::<S, BIG, true>(simd, const { &UTF_8 }, bytes, out)
}

/// Converts short UTF-16: a few blocks of ASCII, or groups of units up to the first that is ill-formed. It
/// converts nothing of other texts.
#[inline(always)]
pub(crate) fn short_utf_16_to_utf_8<S: Simd, const BIG: bool>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let ascii = if S::LANES > <S::Narrow as Simd>::LANES && bytes.len() >= BLOCK {
        narrow_ascii::<_, BIG>(simd, bytes, out)
    } else {
        narrow_ascii::<_, BIG>(simd.narrow(), bytes, out)
    };
    match ascii {
        Some(written) => (bytes.len(), written),
        None if bytes.len() > GROUPED => (0, 0),
        None => short::convert::<_, BIG>(simd.narrow(), bytes, out),
    }
}

/// Converts a text of a vector or more, but not many, if it is ASCII. Returns the number of bytes.
#[inline(always)]
fn narrow_ascii<S: Simd, const BIG: bool>(simd: S, bytes: &[u8], out: &mut [u8]) -> Option<usize> {
    if bytes.len() > NARROWED * S::LANES || !bytes.len().is_multiple_of(UNIT) {
        return None;
    }
    let (last, room) = (bytes.len().checked_sub(S::LANES)?, out.get_mut(..bytes.len() / UNIT)?);
    let mut any = simd.load(bytes, last);
    let mut at = 0;
    while at < last {
        any = simd.or(any, simd.load(bytes, at));
        at += S::LANES;
    }
    if !simd.is_zero(simd.and(any, simd.splat_word(if BIG { 0x80FF } else { 0xFF80 }))) {
        return None;
    }
    let Some(last_two) = last.checked_sub(S::LANES) else {
        for at in [0, last] {
            let narrow = narrow::<S, BIG>(simd, bytes, [at, at]);
            simd.store_half(room, at / UNIT, simd.parts(narrow)[0]);
        }
        return Some(room.len());
    };
    let mut at = 0;
    loop {
        simd.store(room, at / UNIT, narrow::<S, BIG>(simd, bytes, [at, at + S::LANES]));
        if at == last_two {
            return Some(room.len());
        }
        at = (at + 2 * S::LANES).min(last_two);
    }
}

/// Returns the units of ASCII of two vectors as bytes.
#[inline(always)]
fn narrow<S: Simd, const BIG: bool>(simd: S, bytes: &[u8], [first, second]: [usize; 2]) -> S::Vector {
    let (first, second) = (simd.load(bytes, first), simd.load(bytes, second));
    if BIG {
        simd.narrow_words(simd.swap_words(first), simd.swap_words(second))
    } else {
        simd.narrow_words(first, second)
    }
}

/// Converts UTF-16 to what a grammar accepts. Returns the bytes read and the bytes written. `NUL`: the
/// grammar accepts the byte 00.
#[inline(always)]
pub(crate) fn utf_16_to_like_utf_8<S: Simd, const NUL: bool>(
    simd: S,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    convert::<S, false, NUL>(simd, grammar, bytes, out)
}

/// Converts UTF-16 in a byte order to what a grammar accepts.
#[inline(always)]
fn convert<S: Simd, const BIG: bool, const NUL: bool>(
    simd: S,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let Some(first) = bytes.first_chunk::<{ BLOCK + UNIT }>() else { return (0, 0) };
    // The first unit has none before it.
    let mut window = [0; UNIT + BLOCK + UNIT];
    window[UNIT..].copy_from_slice(first);
    let Some(len) = convert_apart::<S, BIG, NUL>(simd, grammar, &window, out) else { return (0, 0) };
    let room = out.len();
    let (mut input, mut output) = (&bytes[BLOCK - UNIT..], &mut out[len..]);
    let mut well_formed = true;
    while let (Some(window), Some(room)) = (input.first_chunk(), output.first_chunk_mut()) {
        let Some(len) = convert_block::<S, BIG, NUL>(simd, grammar, window, room) else {
            well_formed = false;
            break;
        };
        input = &input[BLOCK..];
        output = &mut core::mem::take(&mut output)[len..];
    }
    while let Some(window) = input.first_chunk().filter(|_| well_formed) {
        let Some(len) = convert_apart::<S, BIG, NUL>(simd, grammar, window, output) else {
            well_formed = false;
            break;
        };
        input = &input[BLOCK..];
        output = &mut core::mem::take(&mut output)[len..];
    }
    let (mut read, mut written) = (bytes.len() - input.len() + UNIT, room - output.len());
    if well_formed {
        let rest = convert_rest::<S, BIG, NUL>(simd, grammar, bytes, read, output);
        read += rest.0;
        written += rest.1;
    }
    // An open pair is taken back, with what its lead surrogate has written.
    let is = |high: u8, half| high & 0xFC == half;
    match (bytes[..read].last_chunk::<UNIT>(), bytes[read..].first_chunk::<UNIT>()) {
        (Some(&last), Some(&next))
            if is(last[usize::from(!BIG)], 0xD8) && is(next[usize::from(!BIG)], 0xDC) =>
        {
            (read - UNIT, written - if grammar.has_four { 2 } else { 3 })
        }
        _ => (read, written),
    }
}

/// Converts a block in a function of its own, even if the output has just enough room. Returns the bytes
/// written.
#[inline(always)]
fn convert_apart<S: Simd, const BIG: bool, const NUL: bool>(
    simd: S,
    grammar: &Grammar,
    window: &Window,
    out: &mut [u8],
) -> Option<usize> {
    simd.run_outlined(Apart::<BIG, NUL> { grammar, window, padding: 0, out })
}

/// An outlined block that ends with the given number of units of padding.
struct Apart<'a, const BIG: bool, const NUL: bool> {
    grammar: &'a Grammar,
    window: &'a Window,
    padding: usize,
    out: &'a mut [u8],
}

impl<const BIG: bool, const NUL: bool> Vectorized for Apart<'_, BIG, NUL> {
    type Output = Option<usize>;

    fn scalar(self) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<usize> {
        let mut landing = Landing::<ROOM>::new(self.out);
        let room = landing.room(ROOM).first_chunk_mut()?;
        let len = convert_block::<S, BIG, NUL>(simd, self.grammar, self.window, room)?;
        // A zero after the end is one byte, or two.
        landing.keep(len - self.padding * if NUL { 1 } else { 2 })
    }
}

/// Converts the units from a place on that are less than a block, in a window that ends with zeros. Returns
/// the bytes read and the bytes written.
#[inline(always)]
fn convert_rest<S: Simd, const BIG: bool, const NUL: bool>(
    simd: S,
    grammar: &Grammar,
    bytes: &[u8],
    read: usize,
    out: &mut [u8],
) -> (usize, usize) {
    let text = bytes.len() & !(UNIT - 1);
    // A lead surrogate at the end waits for its trail surrogate.
    let text = match bytes[..text] {
        [.., a, b] if (if BIG { a } else { b }) & 0xFC == 0xD8 => text - UNIT,
        _ => text,
    };
    let Some(len) = text.checked_sub(read).filter(|&len| len > 0) else { return (0, 0) };
    // A whole block and the unit before it, so that the rest ends at a fixed place.
    let Some(last) = bytes[..text].last_chunk::<{ UNIT + BLOCK }>() else { return (0, 0) };
    let mut window = [0; UNIT + 2 * BLOCK + UNIT];
    window[len..len + UNIT + BLOCK].copy_from_slice(last);
    let Some(window) = window.last_chunk() else { return (0, 0) };
    let padding = (BLOCK - len) / UNIT;
    match simd.run_outlined(Apart::<BIG, NUL> { grammar, window, padding, out }) {
        Some(written) => (len, written),
        None => (0, 0),
    }
}
