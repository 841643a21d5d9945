//! The arguments of C as slices: the only place where pointers are read.

use core::slice;

/// The greatest length in bytes that a slice may have.
const LONGEST: usize = isize::MAX as usize;

/// Returns the bytes of an array of `length` elements. Returns `None` if the pointer is null although the
/// length is not 0, or if no array is as long.
///
/// # Safety
///
/// If `pointer` is not null, `length` elements must be readable there, and nothing may write to them while
/// the slice is used.
pub(crate) unsafe fn input<'a, T>(pointer: *const T, length: usize) -> Option<&'a [u8]> {
    let bytes = length.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= LONGEST)?;
    match (pointer.is_null(), bytes) {
        (_, 0) => Some(&[]),
        (true, _) => None,
        // SAFETY: the caller has promised that so many elements are readable and do not change; bytes have
        // alignment 1, and the length was checked.
        (false, bytes) => Some(unsafe { slice::from_raw_parts(pointer.cast(), bytes) }),
    }
}

/// Returns the bytes of an array of `length` elements that may be written. Returns `None` if the pointer is
/// null although the length is not 0, or if no array is as long.
///
/// # Safety
///
/// If `pointer` is not null, `length` elements must be writable there, and nothing else may access them while
/// the slice is used. They are written before they are read, or are initialized.
pub(crate) unsafe fn output<'a, T>(pointer: *mut T, length: usize) -> Option<&'a mut [u8]> {
    let bytes = length.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= LONGEST)?;
    match (pointer.is_null(), bytes) {
        (_, 0) => Some(&mut []),
        (true, _) => None,
        // SAFETY: the caller has promised that so many elements are writable and that nothing else accesses
        // them; bytes have alignment 1, and the length was checked.
        (false, bytes) => Some(unsafe { slice::from_raw_parts_mut(pointer.cast(), bytes) }),
    }
}

/// Returns an array of integers. Returns `None` if the pointer is null although the length is not 0, if it is
/// not aligned, or if no array is as long.
///
/// # Safety
///
/// As for [`input`]. `T` is an integer.
pub(crate) unsafe fn units<'a, T>(pointer: *const T, length: usize) -> Option<&'a [T]> {
    length.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= LONGEST)?;
    match (pointer.is_null(), length) {
        (_, 0) => Some(&[]),
        (true, _) => None,
        // SAFETY: as in `input`, and the alignment is checked.
        (false, _) => pointer.is_aligned().then(|| unsafe { slice::from_raw_parts(pointer, length) }),
    }
}

/// Returns an array of integers that may be written.
///
/// # Safety
///
/// As for [`output`]. `T` is an integer.
pub(crate) unsafe fn units_mut<'a, T>(pointer: *mut T, length: usize) -> Option<&'a mut [T]> {
    length.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= LONGEST)?;
    match (pointer.is_null(), length) {
        (_, 0) => Some(&mut []),
        (true, _) => None,
        // SAFETY: as in `output`, and the alignment is checked.
        (false, _) => pointer.is_aligned().then(|| unsafe { slice::from_raw_parts_mut(pointer, length) }),
    }
}
