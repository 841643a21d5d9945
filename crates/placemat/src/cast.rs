//! Casts of code units: to the bytes that they consist of in memory, and to the same type under another
//! name.
//!
//! Each function is safe for all arguments. (Making strings of units is not: see `string::make`.)

use core::mem::MaybeUninit;

use crate::unit::Unit;

/// Returns the bytes of units, in native byte order.
pub(crate) const fn bytes_of<U: Unit>(units: &[U]) -> &[u8] {
    // SAFETY: `Unit` is sealed: u8, u16 and u32, which have no padding and no invalid values, and u8 has
    // alignment 1. The length in bytes is that of an existing slice, so it does not overflow, and the
    // lifetime is the slice's.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Returns units as units of another type if the two types are the same; otherwise `None`.
#[cfg(feature = "alloc")]
pub(crate) const fn same_units<U: Unit, V: Unit>(units: &[U]) -> Option<&[V]> {
    if size_of::<U>() != size_of::<V>() {
        return None;
    }
    // SAFETY: `Unit` is sealed: u8, u16 and u32, so types of the same size are the same type. The length and
    // the lifetime are the slice's.
    Some(unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), units.len()) })
}

/// Returns the value of a unit, in contexts where trait methods cannot be called.
pub(crate) const fn value_at<U: Unit>(units: &[U], at: usize) -> u32 {
    let bytes = bytes_of(units);
    match size_of::<U>() {
        1 => bytes[at] as u32,
        2 => u16::from_ne_bytes([bytes[2 * at], bytes[2 * at + 1]]) as u32,
        _ => u32::from_ne_bytes([bytes[4 * at], bytes[4 * at + 1], bytes[4 * at + 2], bytes[4 * at + 3]]),
    }
}

/// Returns the bytes of units for writing, in native byte order.
pub(crate) fn bytes_of_mut<U: Unit>(units: &mut [U]) -> &mut [u8] {
    // SAFETY: as in `bytes_of`; every bit pattern is a valid unit, and the borrow is exclusive for the
    // lifetime of the slice's.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// Sets units to zero, which initializes them.
pub(crate) fn zeroed<U: Unit>(units: &mut [MaybeUninit<U>]) -> &mut [U] {
    units.fill(MaybeUninit::new(U::default()));
    // SAFETY: every unit has just been written. `MaybeUninit<U>` has the layout of `U`, and the borrow is
    // exclusive for the lifetime of the slice's.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), units.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeroed_units_are_initialized() {
        let mut units = [MaybeUninit::<u16>::uninit(); 3];
        zeroed(&mut units[..2])[1] = 0x1234;
        assert_eq!(zeroed(&mut units[2..]), [0]);
        assert!(zeroed::<u8>(&mut []).is_empty());
        // SAFETY: all three were set.
        assert_eq!(units.map(|unit| unsafe { unit.assume_init() }), [0, 0x1234, 0]);
    }

    #[test]
    fn bytes_are_the_units_in_memory() {
        let units = [0x1234_u16, 0xABCD];
        assert_eq!(bytes_of(&units), [units[0].to_ne_bytes(), units[1].to_ne_bytes()].concat());
        assert!(bytes_of::<u32>(&[]).is_empty());
    }

    #[test]
    #[cfg(feature = "alloc")]
    fn units_of_one_size_are_one_type() {
        let units = [0x1234_u16, 0xABCD];
        assert_eq!(same_units::<u16, u16>(&units), Some(&units[..]));
        assert_eq!((same_units::<u16, u8>(&units), same_units::<u16, u32>(&units)), (None, None));
        assert_eq!(same_units::<u8, u8>(&[]), Some(&[][..]));
    }

    #[test]
    fn values_are_those_of_the_units() {
        assert_eq!([value_at(&[1_u8, 0xFF], 1), value_at(&[1_u16, 0xABCD], 1)], [0xFF, 0xABCD]);
        assert_eq!(value_at(&[0_u32, 0xDEAD_BEEF], 1), 0xDEAD_BEEF);
    }

    #[test]
    fn written_bytes_are_read_as_units() {
        let mut units = [0_u32; 2];
        bytes_of_mut(&mut units)[4..].copy_from_slice(&0xDEAD_BEEF_u32.to_ne_bytes());
        assert_eq!(units, [0, 0xDEAD_BEEF]);
    }
}
