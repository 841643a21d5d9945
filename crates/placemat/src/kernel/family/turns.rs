//! The walk of conversions in the family: vectors and machine words by turns.

use crate::kernel::advance::Advance;
use crate::simd::Isa;

/// Alternates between vectors and machine words. Vectors of some instruction sets have nothing to look back
/// at in the beginning, and need more room than there may be at the end. Those of every set stop at some
/// well-formed text.
#[inline]
pub(super) fn by_turns(
    isa: Isa,
    input: &[u8],
    out: &mut [u8],
    scalar: impl Fn(&[u8], &mut [u8]) -> Advance,
    bulk: impl Fn(&[u8], &mut [u8], Advance) -> Advance,
) -> Advance {
    const BRIDGE: usize = 384;
    if isa == Isa::Scalar {
        return scalar(input, out);
    }
    let (mut turn, mut place) = (BRIDGE, bulk(input, out, (0, 0)));
    while place.0 < input.len() {
        let rest = &input[place.0..];
        let (read, written) = scalar(&rest[..rest.len().min(turn)], &mut out[place.1..]);
        place = (place.0 + read, place.1 + written);
        // The end of the turn may have cut a sequence.
        if rest.len() <= turn || read + 8 < turn {
            return place;
        }
        let before = place;
        place = bulk(input, out, place);
        turn = if place == before { 2 * turn } else { BRIDGE };
    }
    place
}
