//! The few casts: code units as the bytes that they are in memory.
//!
//! The only module besides `simd` that may be unsafe.

use crate::unit::Unit;

/// The bytes of some units, in the machine's order.
pub(crate) fn bytes_of<U: Unit>(units: &[U]) -> &[u8] {
    // SAFETY: `Unit` is sealed: u8, u16 and u32, which have no padding and no invalid bytes, and u8 has alignment 1.
    // The length in bytes is that of an existing slice, so it does not overflow, and the lifetime is the slice's.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// The same, to write to.
pub(crate) fn bytes_of_mut<U: Unit>(units: &mut [U]) -> &mut [u8] {
    // SAFETY: as above; every pattern of bytes is a valid unit, and the borrow is exclusive for as long as the slice's.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_the_units_in_memory() {
        let units = [0x1234_u16, 0xABCD];
        assert_eq!(bytes_of(&units), [units[0].to_ne_bytes(), units[1].to_ne_bytes()].concat());
        assert!(bytes_of::<u32>(&[]).is_empty());
    }

    #[test]
    fn written_bytes_are_read_as_units() {
        let mut units = [0_u32; 2];
        bytes_of_mut(&mut units)[4..].copy_from_slice(&0xDEAD_BEEF_u32.to_ne_bytes());
        assert_eq!(units, [0, 0xDEAD_BEEF]);
    }
}
