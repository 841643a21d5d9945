//! Lossy conversions of the forms that have surrogates: WTF-8 and WTF-16.
//!
//! WTF-16 is UTF-16, except that its lone surrogates are code points, which the target cannot hold. WTF-8 is
//! UTF-8, except for the sequences ED A0..BF. UTF-8's kernels convert what is between those sequences, and
//! each of them is one item.
//!
//! ```text
//! while there is input:
//!     up to the next ED A0..BF:  UTF-8's lossy kernel, as if the input ended there
//!     a surrogate, a surrogate pair, or the rest of a truncated surrogate:  one by one
//! ```

use core::marker::PhantomData;

use super::in_two;
use super::pair::{
    LossyConversion, Parts, Utf8ToUtf8, Utf8ToUtf16, Utf8ToUtf32, Utf16ToUtf8, Utf16ToUtf16, run,
};
use super::replaced::{LossyRun, Replaced, SurrogateRun};
use crate::code_point::REPLACEMENT;
use crate::kernel::kind::{Kind, Like};
use crate::kernel::plain::utf_16_to_utf_32;
use crate::kernel::strict::Kernel;
use crate::simd::{Isa, Vectorized};

/// Bytes that are searched at a time.
const PIECE: usize = 1 << 14;

/// Returns the kernel, if there is one. `surrogates`: surrogates that the target cannot hold are replaced.
#[inline]
pub(super) const fn kernel(from: Kind, to: Kind, surrogates: bool) -> Option<SurrogateRun> {
    match from {
        Kind::Wtf16(_) if surrogates => words(to),
        Kind::Like(Like::Wtf8) => bytes(to, surrogates),
        _ => None,
    }
}

#[inline]
const fn words(to: Kind) -> Option<SurrogateRun> {
    Some(match to {
        Kind::Utf8 => wtf_16::<Utf16ToUtf8>,
        Kind::Utf16(_) => wtf_16::<Utf16ToUtf16>,
        Kind::Utf32(_) => wtf_16_to_utf_32,
        _ => return None,
    })
}

#[inline]
const fn bytes(to: Kind, surrogates: bool) -> Option<SurrogateRun> {
    Some(match to {
        Kind::Like(Like::Wtf8) => wtf_8::<Kept<Utf8ToUtf8>>,
        Kind::Wtf16(_) => wtf_8::<Kept<Utf8ToUtf16>>,
        _ if !surrogates => return None,
        Kind::Utf8 => wtf_8::<Lacked<Utf8ToUtf8>>,
        Kind::Utf16(_) => wtf_8::<Lacked<Utf8ToUtf16>>,
        Kind::Utf32(_) => wtf_8::<Lacked<Utf8ToUtf32>>,
        _ => return None,
    })
}

/// Replaces the lone surrogates of WTF-16, which is all that can be ill-formed in UTF-16. (An incomplete item
/// at the end is not consumed.)
fn wtf_16<P: LossyConversion>(isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> (Replaced, u64) {
    let done = run::<P>(isa, input, out, end);
    (Replaced { errors: 0, ..done }, done.errors)
}

#[inline]
fn wtf_16_to_utf_32(isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> (Replaced, u64) {
    let steps = (run::<Utf16ToUtf16> as LossyRun, Kernel::total(utf_16_to_utf_32));
    let done = in_two::lossy(isa, steps, input, out, end);
    (Replaced { errors: 0, ..done }, done.errors)
}

/// What a target does with surrogates.
trait Target {
    /// The conversion that carries UTF-8.
    type Conversion: LossyConversion;
    /// The target has surrogates.
    const KEPT: bool;
}

struct Kept<P>(PhantomData<P>);
struct Lacked<P>(PhantomData<P>);

impl<P: LossyConversion> Target for Kept<P> {
    type Conversion = P;
    const KEPT: bool = true;
}

impl<P: LossyConversion> Target for Lacked<P> {
    type Conversion = P;
    const KEPT: bool = false;
}

fn wtf_8<T: Target>(isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> (Replaced, u64) {
    let (mut done, mut surrogates) = (Replaced::default(), 0);
    loop {
        let (rest, room) = (&input[done.read..], &mut out[done.written..]);
        // No more than stays in the L1 cache, or than there is room for: three bytes become at least two.
        let piece = &rest[..rest.len().min(PIECE).min(2 * room.len())];
        if piece.is_empty() {
            break;
        }
        let before = isa.run(BeforeSurrogate(piece));
        if before > 0 {
            let is_end = before < piece.len() || end && piece.len() == rest.len();
            let step = run::<T::Conversion>(isa, &piece[..before], room, is_end);
            done = done.and(step);
            if step.read == 0 {
                break;
            }
            // The sequence continues in the next piece, or there is too little room.
            if step.read < before || before == piece.len() {
                continue;
            }
        }
        let Some((step, is_lacked)) =
            surrogate_in_front::<T>(&input[done.read..], &mut out[done.written..], end)
        else {
            break;
        };
        done = done.and(step);
        surrogates += u64::from(is_lacked);
    }
    (done, surrogates)
}

/// Takes the item at the front, which begins ED A0..BF, and returns whether the target cannot hold it.
/// Returns `None` if the item is not decided or does not fit.
#[inline]
fn surrogate_in_front<T: Target>(bytes: &[u8], out: &mut [u8], end: bool) -> Option<(Replaced, bool)> {
    let is_trail = |byte: u8| byte & 0xC0 == 0x80;
    let (read, surrogate) = match *bytes {
        [_, _] if !end => return None,
        [_, second, third, ref after @ ..] if is_trail(third) => {
            let surrogate = 0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F);
            match *after {
                _ if second >= 0xB0 => (3, Some(surrogate)),
                [0xED, 0xB0..=0xBF, trail, ..] if is_trail(trail) => (6, None),
                [] | [0xED] | [0xED, 0xB0..=0xBF] if !end => return None,
                // What comes after this input may join it.
                [] if T::KEPT => return None,
                _ => (3, Some(surrogate)),
            }
        }
        _ => (2, None),
    };
    let kept = surrogate.filter(|_| T::KEPT);
    let written = <T::Conversion as Parts>::write(kept.unwrap_or(REPLACEMENT), out)?;
    Some((Replaced { read, written, errors: surrogate.is_none().into() }, surrogate.is_some() && !T::KEPT))
}

/// Returns the bytes before the first ED A0..BF. (A plain loop, which the compiler vectorizes for every
/// instruction set.)
struct BeforeSurrogate<'a>(&'a [u8]);

impl Vectorized for BeforeSurrogate<'_> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        const BLOCK: usize = 128;
        let bytes = self.0;
        let mut at = 0;
        while let Some(block) = bytes[at..].first_chunk::<{ BLOCK + 1 }>() {
            let mut is_near = false;
            for k in 0..BLOCK {
                is_near |= (block[k] == 0xED) & (block[k + 1] & 0xE0 == 0xA0);
            }
            if is_near {
                break;
            }
            at += BLOCK;
        }
        let is_surrogate = |pair: &[u8]| matches!(pair, [0xED, 0xA0..=0xBF]);
        bytes[at..].windows(2).position(is_surrogate).map_or(bytes.len(), |more| at + more)
    }
}
