//! UTF-32 to UTF-8 and generalized UTF-8: the walk over blocks of 32 units, and the end of the text. What a
//! block becomes is in `step`.

mod step;

use core::marker::PhantomData;

use step::{BLOCK, ROOM, UNITS, convert_block};

use crate::form::{Form, Utf8};
use crate::simd::{Simd, Vectorized};

/// An outlined block, which is converted even if the output has just enough room. Returns the bytes written.
struct Apart<'a, F> {
    block: &'a [u8; BLOCK],
    units: usize,
    out: &'a mut [u8],
    form: PhantomData<F>,
}

impl<F: Form> Vectorized for Apart<'_, F> {
    type Output = Option<usize>;

    fn scalar(self) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<usize> {
        // (Not a `Landing`: that changes how the compiler allocates registers in the loop over whole blocks,
        // which takes a tenth more time with AVX2.)
        let mut room = [0; ROOM];
        // A zero after the end is one byte.
        let len = convert_block::<S, F>(simd, self.block, &mut room)? - (UNITS - self.units);
        self.out.get_mut(..len)?.copy_from_slice(&room[..len]);
        Some(len)
    }
}

/// Converts UTF-32 to UTF-8. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn utf_32_to_utf_8<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    utf_32_to_like_utf_8::<S, Utf8>(simd, bytes, out)
}

/// Converts short UTF-32, all of it or nothing. Less than eight units are better off with the scalar kernel.
#[inline(always)]
pub(crate) fn short_utf_32_to_utf_8<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let units = bytes.len() / 4;
    if !(8..=UNITS).contains(&units) || !bytes.len().is_multiple_of(4) {
        return (0, 0);
    }
    let mut block = [0; BLOCK];
    block[..bytes.len()].copy_from_slice(bytes);
    match simd.run_outlined(Apart::<Utf8> { block: &block, units, out, form: PhantomData }) {
        Some(written) => (bytes.len(), written),
        None => (0, 0),
    }
}

/// Converts UTF-32 to UTF-8, or to generalized UTF-8, which has surrogates.
#[inline(always)]
pub(crate) fn utf_32_to_like_utf_8<S: Simd, F: Form>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let room = out.len();
    let (mut input, mut output) = (bytes, out);
    let mut well_formed = true;
    while let (Some(block), Some(room)) = (input.first_chunk(), output.first_chunk_mut()) {
        let Some(len) = convert_block::<S, F>(simd, block, room) else {
            well_formed = false;
            break;
        };
        input = &input[BLOCK..];
        output = &mut core::mem::take(&mut output)[len..];
    }
    while well_formed && !input.is_empty() {
        let units = (input.len() / 4).min(UNITS);
        let mut block = [0; BLOCK];
        block[..4 * units].copy_from_slice(&input[..4 * units]);
        let apart = Apart::<F> { block: &block, units, out: output, form: PhantomData };
        let Some(len) = simd.run_outlined(apart) else { break };
        input = &input[4 * units..];
        output = &mut core::mem::take(&mut output)[len..];
        well_formed = units == UNITS;
    }
    (bytes.len() - input.len(), room - output.len())
}
