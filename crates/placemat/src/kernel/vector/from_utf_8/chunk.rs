//! The walk over chunks of whole blocks, and the way back from the end of one to a boundary.

use core::marker::PhantomData;

use super::super::rules::Rules;
use super::super::surrogates::{Look, undecided};
use super::super::units::Units;
use super::super::{BACK, CHUNK, boundary, is_trail};
use super::apart::convert_apart;
use super::step::{Block, convert_block};
use crate::kernel::grammar::{ByGrammar, Known, Nibbles, Surrogates};
use crate::simd::{BLOCK, Simd, Vectorized};

/// Returns the progress up to the last sequence boundary: what an open sequence has written is taken back.
#[inline(always)]
pub(crate) fn up_to_boundary<U: Units>(
    text: &[u8],
    nibbles: &Nibbles,
    read: usize,
    written: usize,
) -> (usize, usize) {
    let whole = boundary(text, read);
    let early = if read - whole == 3 { U::EARLY } else { 0 };
    let lead_half = usize::from(!(U::JOINS && matches!(nibbles.surrogates, Surrogates::Paired)));
    let (len, units) = match undecided(text, whole, nibbles) {
        0 => (0, 0),
        3 => (3, lead_half),
        len => (len, lead_half + 1),
    };
    (whole - len, written - (early + units) * U::WIDTH)
}

/// Converts a chunk of blocks, of at most `most` bytes, with the bytes before it. Returns the bytes read, the
/// bytes written, and whether there were surrogates. Returns `None` if there is an error. A sequence that is
/// open at the end without being continued, or the reverse, is also an error; the next chunk then begins
/// well.
#[inline(always)]
pub(crate) fn convert_chunk<S: Simd, U: Units, K: Known, const LOOK: bool>(
    simd: S,
    nibbles: &Nibbles,
    rules: &Rules<S>,
    text: &[u8],
    out: &mut [u8],
    most: usize,
) -> Option<(usize, usize, bool)> {
    let len = (text.len() - BACK - 1).min(most).min(out.len() / U::ROOM * BLOCK) & !(BLOCK - 1);
    let continues = |at: usize| text.get(BACK + at).is_some_and(|&byte| is_trail(byte));
    let mut look = Look::after(nibbles, if LOOK { &text[..BACK] } else { &[] });
    if len == 0 {
        let block = Block { window: text.first_chunk()?, continues: continues(BLOCK), keep: u64::MAX };
        let (written, has_surrogates) =
            convert_apart::<S, U, K::Shared>(simd, rules.checks, nibbles, block, look, out)?;
        let open = boundary(text, BACK + BLOCK) < BACK + BLOCK;
        return (open == block.continues).then_some((BLOCK, written, has_surrogates));
    }
    let mut errors = simd.splat(0);
    let room = out.len();
    let (mut chunk, mut out) = (&text[..BACK + len + 1], out);
    while let Some(&[.., next]) = chunk.first_chunk::<{ BACK + BLOCK + 1 }>() {
        let block = Block { window: chunk.first_chunk()?, continues: is_trail(next), keep: u64::MAX };
        let seen = (&mut errors, &mut look);
        let units = convert_block::<S, U, K>(simd, rules, block, LOOK, seen, out.get_mut(..U::ROOM)?);
        chunk = &chunk[BLOCK..];
        out = &mut core::mem::take(&mut out)[U::WIDTH * units..];
    }
    let written = room - out.len();
    let open = boundary(text, BACK + len) < BACK + len;
    (simd.is_zero(errors) && look.broken == 0 && open == continues(len)).then_some((
        len,
        written,
        look.any != 0,
    ))
}

/// Widens ASCII from the front, in steps of a block. Returns its length.
#[inline(always)]
pub(crate) fn ascii_run<S: Simd, U: Units>(simd: S, rules: &Rules<S>, bytes: &[u8], out: &mut [u8]) -> usize {
    let mut len = 0;
    while let (Some(block), Some(room)) =
        (bytes[len..].first_chunk::<BLOCK>(), out.get_mut(len * U::WIDTH..(len + BLOCK) * U::WIDTH))
    {
        let mut any = simd.load(block, 0);
        let mut least = any;
        unrolled!(k of S::VECTORS => {
            let byte = simd.load(block, k * S::LANES);
            any = simd.or(any, byte);
            least = rules.least(simd, least, byte);
        });
        if simd.has_sign(simd.or(any, rules.nul(simd, least))) {
            break;
        }
        unrolled!(k of S::VECTORS => {
            U::widen(simd, simd.load(block, k * S::LANES), room, k * S::LANES);
        });
        len += BLOCK;
    }
    len
}

/// An outlined chunk that may have surrogates. (The grammar is a value here, so that all forms share this
/// function.)
pub(crate) struct WithSurrogates<'a, U> {
    pub(crate) nibbles: &'a Nibbles,
    pub(crate) text: &'a [u8],
    pub(crate) out: &'a mut [u8],
    pub(crate) units: PhantomData<U>,
}

impl<U: Units> Vectorized for WithSurrogates<'_, U> {
    type Output = Option<(usize, usize, bool)>;

    fn scalar(self) -> Option<(usize, usize, bool)> {
        None
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Option<(usize, usize, bool)> {
        let rules = &Rules::load(simd, self.nibbles).with_surrogates(simd, self.nibbles);
        convert_chunk::<S, U, ByGrammar<true>, true>(simd, self.nibbles, rules, self.text, self.out, CHUNK)
    }
}
