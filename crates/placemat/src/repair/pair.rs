//! Surrogate pairs in six bytes.

use crate::code_point::join_surrogates;

/// Returns the character of the surrogate pair at the start, which has six bytes.
#[inline]
pub(super) fn pair_in_front(rest: &[u8]) -> Option<char> {
    let [0xED, lead @ 0xA0..=0xAF, a @ 0x80..=0xBF, 0xED, trail @ 0xB0..=0xBF, b @ 0x80..=0xBF, ..] = *rest
    else {
        return None;
    };
    let surrogate = |second: u8, third: u8| 0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F);
    char::from_u32(join_surrogates(surrogate(lead, a), surrogate(trail, b)))
}
