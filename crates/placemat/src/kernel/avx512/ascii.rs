//! ASCII at the front of a text, one block at a time.
//!
//! The loops over any text load four blocks before they store the first. In the second-level cache it is faster
//! to load and store by turns: by a twentieth to ISO-8859-1, back from it, and to UTF-32.

use core::marker::PhantomData;

use super::BLOCK;
use crate::simd::{Avx512, Vector, Vectorized};

/// What a block of ASCII becomes.
pub(super) trait Widen {
    /// Bytes of a unit.
    const WIDTH: usize;
    /// Writes a block of ASCII; without `WHOLE`, only as much of it as fits. Returns `None` if the room is
    /// too small.
    fn widen<const WHOLE: bool>(simd: Avx512, ascii: Vector, room: &mut [u8]) -> Option<()>;
}

/// The bytes themselves.
pub(super) struct Bytes;

impl Widen for Bytes {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn widen<const WHOLE: bool>(simd: Avx512, ascii: Vector, room: &mut [u8]) -> Option<()> {
        super::put::<WHOLE>(simd, room, 0, ascii)
    }
}

/// Converts blocks of ASCII at the front. Returns the number of bytes. It is outlined: after the loop, other text
/// needs all registers.
#[inline(always)]
pub(super) fn blocks_in_front<U: Widen>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> usize {
    simd.run_outlined(Front::<U>(bytes, out, PhantomData))
}

struct Front<'a, U>(&'a [u8], &'a mut [u8], PhantomData<U>);

impl<U: Widen> Vectorized for Front<'_, U> {
    type Output = usize;

    fn scalar(self) -> usize {
        0
    }

    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        let Front(bytes, mut out, _) = self;
        let mut rest = bytes;
        while let (Some((block, after)), Some((room, room_after))) =
            (rest.split_first_chunk(), out.split_at_mut_checked(BLOCK * U::WIDTH))
        {
            let block = simd.load(block);
            if simd.sign_bits(block) != 0 || U::widen::<true>(simd, block, room).is_none() {
                break;
            }
            (rest, out) = (after, room_after);
        }
        bytes.len() - rest.len()
    }
}
